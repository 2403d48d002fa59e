//! The columns and rows of a model, and parts of them in which columns are fixed.

use std::collections::HashSet;
use std::sync::Arc;

use super::{objective, suits};
use crate::linear::{Inequality, Literal};
use crate::model::linear_form::{AffineSum, Column};
use crate::model::{Lit, Model, Values, propagated};
use crate::search::branch_and_cut::{Columns, ModelRow, Premise};
use crate::stop::Stop;

/// A model as columns, and the relation of their cost to the value of the objective.
pub struct ColumnsOfModel {
    pub columns: Columns,
    /// The value of the objective if the columns cost nothing.
    pub constant: i64,
    /// The increase of the value if the cost increases by 1: 1 or −1.
    pub slope: i64,
    /// The least cost of columns without any row.
    pub least: i64,
    /// The values of all variables of the model, in its order. A variable that is no column has the
    /// value to which it is fixed. A variable that is a column has the value `false`.
    base: Vec<bool>,
}

impl ColumnsOfModel {
    /// Returns the columns and rows of a model. Each variable of the model is a column. `known` are
    /// literals that are true in every answer that is searched, in addition to those that
    /// propagation makes true. Returns `None` if the model does not suit the strategy. After a
    /// stop, fewer columns are fixed.
    pub fn new(
        model: &Model,
        known: impl Iterator<Item = Lit>,
        stop: &Stop,
    ) -> Option<ColumnsOfModel> {
        let AffineSum { sum, constant } = objective(model).filter(|_| suits(model))?;
        let slope = model.objective()?.sense().sign();
        let number = model.labels().len();
        let mut costs = vec![0; number];
        sum.terms().for_each(|term| costs[term.atom] = slope * term.weight);
        let mut rows = Vec::new();
        for (_, row) in model.rows() {
            let sides = row.sides();
            let mut premises = sides.iter().map(|side| {
                let terms = side.sum.terms().filter_map(|term| match term.atom {
                    Column::Variable(variable) => Some((term.weight.into(), variable.into())),
                    Column::Integer(_) => None,
                });
                Premise::from_row(Inequality::from_terms(terms, side.bound.into()))
            });
            if let Some(premise) = premises.next() {
                rows.push(ModelRow { premise, opposite: premises.next() });
            }
        }
        // Without a proof, the origins of literals are not needed.
        let all = propagated(model, stop).into_iter().chain(known.map(|lit| (lit, 0)));
        let mut met = HashSet::new();
        let fixed = all
            .filter(|(lit, _)| met.insert(lit.variable()))
            .map(|(lit, origin)| {
                let (variable, is_negated) = (lit.variable(), lit.is_negated());
                (Literal { variable, is_negated }, origin)
            })
            .collect();
        let lits = (1..=number).map(Lit::from_number).collect();
        let columns = Columns { lits, costs, fixed, movements: Vec::new(), rows };
        let least = columns.costs.iter().filter(|cost| **cost < 0).sum();
        let base = vec![false; number];
        Some(ColumnsOfModel { columns, constant, slope, least, base })
    }

    /// Returns the largest cost of an answer with this value or a better one.
    pub fn cost(&self, value: i64) -> i64 {
        self.slope * (value - self.constant)
    }

    /// Returns the value of an answer with this cost.
    pub fn value(&self, cost: i64) -> i64 {
        self.constant + self.slope * cost
    }

    /// Returns the values of the model's variables in an answer. `answer` has the value of each
    /// column.
    pub fn values(&self, answer: &[bool]) -> Values {
        let mut values = self.base.clone();
        for (lit, &is_one) in self.columns.lits.iter().zip(answer) {
            values[lit.variable()] = is_one;
        }
        Values::new(values)
    }

    /// Returns the part in which these literals are true, and whose columns are the others. Rows
    /// that hold for all values of these columns are left out. Weights of other rows are lowered as
    /// far as their answers stay the same. Returns `None` if a row has no answer, or if a literal
    /// contradicts another one or those that propagation makes true.
    pub fn restricted(
        &self,
        fixed: impl Iterator<Item = Literal<usize>>,
    ) -> Option<ColumnsOfModel> {
        let whole = &self.columns;
        let mut values = vec![None; whole.lits.len()];
        for lit in fixed.chain(whole.fixed.iter().map(|(lit, _)| *lit)) {
            if values[lit.variable].replace(!lit.is_negated) == Some(lit.is_negated) {
                return None;
            }
        }
        let (mut part, mut base) = (Columns::default(), self.base.clone());
        let mut cost_of_fixed = 0;
        let mut places = Vec::with_capacity(values.len());
        for ((value, &lit), &cost) in values.into_iter().zip(&whole.lits).zip(&whole.costs) {
            places.push(value.map_or(PartColumn::Kept(part.lits.len()), PartColumn::Fixed));
            match value {
                None => {
                    part.lits.push(lit);
                    part.costs.push(cost);
                }
                Some(is_one) => {
                    base[lit.variable()] = is_one;
                    cost_of_fixed += if is_one { cost } else { 0 };
                }
            }
        }
        for row in &whole.rows {
            part.rows.extend(restrict_row(row, &places)?);
        }
        let least = part.costs.iter().filter(|cost| **cost < 0).sum();
        let constant = self.value(cost_of_fixed);
        Some(ColumnsOfModel { columns: part, constant, slope: self.slope, least, base })
    }
}

/// A column in a part of the answers.
#[derive(Clone, Copy)]
enum PartColumn {
    /// The column has this value in all answers of the part.
    Fixed(bool),
    /// The column has this index in the part.
    Kept(usize),
}

/// Returns a row over the columns of a part, or no row if it holds for all their values. Returns
/// `None` if the row has no answer in the part.
fn restrict_row(row: &ModelRow, places: &[PartColumn]) -> Option<Option<ModelRow>> {
    let restrict = |premise: &Arc<Premise>| {
        let whole = &premise.inequality;
        let (mut terms, mut degree) = (Vec::new(), whole.degree());
        for (weight, lit) in whole.terms() {
            match places[lit.variable] {
                PartColumn::Kept(variable) => terms.push((weight, Literal { variable, ..lit })),
                PartColumn::Fixed(value) if value != lit.is_negated => degree -= weight,
                PartColumn::Fixed(_) => {}
            }
        }
        (degree > 0).then(|| Inequality::from_terms(terms, degree))
    };
    let sides = [restrict(&row.premise), row.opposite.as_ref().and_then(restrict)];
    if sides.iter().flatten().any(Inequality::is_contradiction) {
        return None;
    }
    Some(match sides {
        // The two inequalities of an equation must stay opposite, so their weights are not lowered.
        [Some(one), Some(other)] => {
            let opposite = Some(Premise::from_row(other));
            Some(ModelRow { premise: Premise::from_row(one), opposite })
        }
        [Some(mut row), None] | [None, Some(mut row)] => {
            row.saturate();
            row.divide(row.common_divisor());
            Some(ModelRow { premise: Premise::from_row(row), opposite: None })
        }
        [None, None] => None,
    })
}
