//! Literals that unit propagation over the constraints fixes: the solver finds them too, but the
//! rules behind this one do not propagate, and given cells show here what they entail.

use std::collections::VecDeque;

use super::{Fact, Rule};
use crate::model::{Lit, Model, Parity, Relation, Statement};
use crate::stop::Stop;

pub(super) const RULE: Rule =
    Rule { name: "fixed", about: "literals fixed by unit propagation", apply };

fn apply(model: &Model, stop: &Stop) -> Option<Fact> {
    let mut lits = propagated(model, stop);
    let statements = model.constraints().iter().map(|constraint| &constraint.statement);
    let units: Vec<Lit> = statements.filter_map(unit).collect();
    lits.retain(|lit| !units.contains(lit));
    (!lits.is_empty()).then_some(Fact::Fixed(lits))
}

/// Every literal that unit propagation makes true, those of the model's own unit clauses included.
/// Where it is time to stop first, some of them.
pub(crate) fn propagated(model: &Model, stop: &Stop) -> Vec<Lit> {
    let mut trail = Trail { values: vec![None; model.labels().len()], lits: Vec::new() };
    let statements = || model.constraints().iter().map(|constraint| &constraint.statement);
    statements().for_each(|statement| trail.propagate(statement));
    if trail.lits.is_empty() {
        return Vec::new();
    }
    let mut about: Vec<Vec<usize>> = vec![Vec::new(); model.labels().len()];
    for (index, statement) in statements().enumerate() {
        statement.lits().iter().for_each(|lit| about[lit.variable()].push(index));
    }
    let mut waiting: VecDeque<Lit> = trail.lits.iter().copied().collect();
    while let Some(lit) = waiting.pop_front().filter(|_| !stop.reached()) {
        let known = trail.lits.len();
        for &index in &about[lit.variable()] {
            trail.propagate(&model.constraints()[index].statement);
        }
        waiting.extend(&trail.lits[known..]);
    }
    trail.lits
}

/// The literal of a clause that has only one.
fn unit(statement: &Statement) -> Option<Lit> {
    match statement {
        Statement::Clause(lits) if lits.len() == 1 => Some(lits[0]),
        _ => None,
    }
}

/// What is fixed so far.
struct Trail {
    values: Vec<Option<bool>>,
    lits: Vec<Lit>,
}

impl Trail {
    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.variable()].map(|value| value != lit.is_negated())
    }

    /// Fixes what a statement entails. Of one that cannot hold any more nothing follows here: the
    /// solver will say so.
    fn propagate(&mut self, statement: &Statement) {
        let lits = statement.lits();
        let (mut held, mut open) = (0, Vec::new());
        for &lit in lits {
            match self.value(lit) {
                Some(true) => held += 1,
                Some(false) => {}
                None => open.push(lit),
            }
        }
        let (least, most) = match statement {
            Statement::Clause(_) => (1, lits.len()),
            Statement::AtMostOne(_) => (0, 1),
            Statement::ExactlyOne(_) => (1, 1),
            Statement::Cardinality(_, Relation::AtMost, bound) => (0, *bound),
            Statement::Cardinality(_, Relation::AtLeast, bound) => (*bound, lits.len()),
            Statement::Cardinality(_, Relation::Exactly, bound) => (*bound, *bound),
            Statement::Parity(_, parity) => match open.as_slice() {
                &[last] => {
                    let odd = held % 2 == 1;
                    return self.fix(if odd == (*parity == Parity::Odd) { !last } else { last });
                }
                _ => return,
            },
        };
        if held == most {
            open.into_iter().for_each(|lit| self.fix(!lit));
        } else if held + open.len() == least {
            open.into_iter().for_each(|lit| self.fix(lit));
        }
    }

    fn fix(&mut self, lit: Lit) {
        self.values[lit.variable()] = Some(!lit.is_negated());
        self.lits.push(lit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(model: &Model) -> Vec<Lit> {
        match apply(model, &Stop::never()) {
            Some(Fact::Fixed(mut lits)) => {
                lits.sort_unstable();
                lits
            }
            other => panic!("{other:?}"),
        }
    }

    fn variables<const N: usize>(model: &mut Model) -> [Lit; N] {
        std::array::from_fn(|index| model.variable("x", &[index]))
    }

    #[test]
    fn every_kind_of_statement_propagates() {
        let mut model = Model::new();
        let [a, b, c, d, e, f, g] = variables(&mut model);
        model.parity("p", [e, f], Parity::Odd);
        model.clause("c", [!f, g]);
        model.cardinality("k", [c, d, !e], Relation::AtLeast, 2);
        model.exactly_one("x", [a, b, c]);
        model.clause("given", [a]);
        let mut expected = vec![!b, !c, d, !e, f, g];
        expected.sort_unstable();
        assert_eq!(fixed(&model), expected);
    }

    #[test]
    fn nothing_follows_where_nothing_is_given() {
        let mut model = Model::new();
        let [a, b] = variables(&mut model);
        model.clause("c", [a, b]);
        assert!(apply(&model, &Stop::never()).is_none());
    }

    #[test]
    fn a_contradiction_is_left_to_the_solver() {
        let mut model = Model::new();
        let [a, b] = variables(&mut model);
        model.clause("c", [a]);
        model.clause("c", [b]);
        model.at_most_one("m", [a, b]);
        assert!(apply(&model, &Stop::never()).is_none());
    }
}
