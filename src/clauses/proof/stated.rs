//! The constraints of a model as rows of the OPB file.

use std::collections::HashMap;

use super::equations::Equation;
use super::steps::{Id, Logged};
use super::variables::{Inequality, PbLit, PbVar};
use crate::model::linear_form::LinearRow;
use crate::model::{Lit, Relation, Statement};

pub struct Statements {
    variables: u32,
    /// The constraints in the order of the model, then the deductions.
    constraints: Vec<StatedRows>,
    breaking: HashMap<usize, StatedRows>,
}

impl Statements {
    pub fn new(variables: u32, constraints: Vec<StatedRows>) -> Statements {
        Statements { variables, constraints, breaking: HashMap::new() }
    }

    pub fn variables(&self) -> u32 {
        self.variables
    }

    pub fn literal(&self, lit: Lit) -> PbLit {
        let number = lit.dimacs().unsigned_abs();
        let variable =
            if number <= self.variables { PbVar::Stated(number) } else { PbVar::Fresh(number) };
        PbLit { variable, is_negated: lit.is_negated() }
    }

    pub fn get(&self, place: usize) -> Option<&StatedRows> {
        self.constraints.get(place).or_else(|| self.breaking.get(&place))
    }

    pub fn all(&self) -> &[StatedRows] {
        &self.constraints
    }

    /// Returns all rows except those of parities.
    pub fn rows(&self) -> impl Iterator<Item = &Logged> {
        self.constraints.iter().flat_map(|constraint| match constraint {
            StatedRows::Rows { rows, .. } => &rows[..],
            StatedRows::Parity { .. } => &[],
        })
    }

    /// Returns the rows that are at-most-ones, including binary clauses.
    pub fn at_most_ones(&self) -> impl Iterator<Item = &Logged> {
        self.rows().filter(|row| row.says.degree() > 0 && row.says.is_at_most_one_false())
    }

    pub fn push(&mut self, row: Logged) {
        self.constraints.push(StatedRows::row(row));
    }

    pub fn push_breaking(&mut self, place: usize, row: Logged) {
        self.breaking.insert(place, StatedRows::row(row));
    }
}

pub enum StatedRows {
    /// The rows of a constraint: one inequality, or two for an equation.
    Rows { rows: Vec<Logged>, is_at_most_one: bool },
    /// An equation with an even number, whose bits are the variables from `bits` on (counted from
    /// 0).
    Parity { equation: Equation, row: LinearRow, bits: u32 },
}

impl StatedRows {
    fn row(row: Logged) -> StatedRows {
        StatedRows::Rows { rows: vec![row], is_at_most_one: false }
    }

    pub fn holds(&self, variable: PbVar, values: &[bool]) -> bool {
        let rows = match self {
            StatedRows::Rows { rows, .. } => &rows[..],
            StatedRows::Parity { equation, .. } => {
                return [&equation.at_least, &equation.at_most]
                    .into_iter()
                    .all(|row| holds(row, variable, values));
            }
        };
        rows.iter().all(|row| holds(row, variable, values))
    }

    /// Returns the rows of a statement. `id` and `bits` count the rows and bits so far, and are
    /// increased.
    pub fn of(statement: Statement, id: &mut Id, bits: &mut u32) -> StatedRows {
        let row = LinearRow::of(statement);
        let is_at_most_one =
            matches!(statement, Statement::AtMostOne(_) | Statement::ExactlyOne(_));
        let first = *bits;
        let mut rows = Vec::new();
        for says in sides_of(&row, first) {
            *id += 1;
            rows.push(Logged { id: *id, says });
        }
        if !row.terms.is_empty() {
            *bits += u32::try_from(row.bits()).expect("a number of bits");
        }
        match <[Logged; 2]>::try_from(rows) {
            Ok([at_least, at_most]) if row.most_pairs.is_some() => {
                StatedRows::Parity { equation: Equation { at_least, at_most }, row, bits: first }
            }
            Ok(rows) => StatedRows::Rows { rows: rows.to_vec(), is_at_most_one },
            Err(rows) => StatedRows::Rows { rows, is_at_most_one },
        }
    }
}

/// Returns the inequalities of a row. The bits of a parity's even number begin at variable `first`.
fn sides_of(row: &LinearRow, first: u32) -> Vec<Inequality> {
    if !row.says() {
        return Vec::new();
    }
    if row.terms.is_empty() {
        // The file states a contradiction as "the first variable is at least 2".
        return vec![sum_of(&[(1, 0)], 2)];
    }
    let halves = (0..row.bits()).map(|bit| (-2_i64 << bit, first as usize + bit));
    let terms: Vec<(i64, usize)> = row.terms.iter().copied().chain(halves).collect();
    let negated: Vec<(i64, usize)> = terms.iter().map(|&(c, variable)| (-c, variable)).collect();
    let (at_least, at_most) = (sum_of(&terms, row.constant), sum_of(&negated, -row.constant));
    match row.relation {
        Relation::AtLeast => vec![at_least],
        Relation::AtMost => vec![at_most],
        Relation::Exactly => vec![at_least, at_most],
    }
}

fn holds(row: &Logged, variable: PbVar, values: &[bool]) -> bool {
    if !row.says.weighs(variable) {
        return true;
    }
    let there = row.says.terms().filter(|(_, lit)| match lit.variable {
        PbVar::Stated(number) => values[number as usize - 1] != lit.is_negated,
        PbVar::Fresh(_) | PbVar::Own(_) => false,
    });
    there.map(|(weight, _)| weight).sum::<i128>() >= row.says.degree()
}

/// Returns "the weighted sum of variables is at least `constant`". Variables are numbered from 0.
pub fn sum_of(terms: &[(i64, usize)], constant: i64) -> Inequality {
    let mut sum = Inequality::at_least([], i128::from(constant));
    for &(weight, variable) in terms {
        let number = u32::try_from(variable + 1).expect("problems have fewer variables");
        sum.add_term(i128::from(weight), PbVar::Stated(number).into());
    }
    sum
}
