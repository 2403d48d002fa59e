//! Literals that unit propagation over the constraints fixes. The solver would find these literals,
//! too. But the other rules do not propagate, and the deduction shows the user what follows from
//! the givens.

use std::collections::HashSet;

use super::fact::{Fact, Rule};
use crate::model::{Justification, Lit, Model, Statement, propagated};
use crate::stop::Stop;

/// The rule that propagates units.
pub(super) const RULE: Rule =
    Rule { name: "fixed", summary: "literals fixed by unit propagation", apply };

/// Returns the literals that unit propagation makes true, in the order of the propagation, without
/// those that the model states as unit clauses. Returns `None` if there are none. A contradiction
/// is not reported: a violated constraint fixes nothing. If a stop ends the propagation early, some
/// literals are missing.
fn apply(model: &Model, stop: &Stop) -> Option<(Fact, Justification)> {
    let trail = propagated(model, stop);
    let statements = model.constraints().statements();
    let units: HashSet<Lit> = statements.filter_map(unit_literal).collect();
    let lits: Vec<Lit> =
        trail.iter().map(|&(lit, _)| lit).filter(|lit| !units.contains(lit)).collect();
    (!lits.is_empty()).then(|| {
        (Fact::Fixed(lits.clone()), Justification::Propagation(needed(model, &trail, &lits)))
    })
}

/// Returns the positions of the constraints from which propagation derives `lits`, in the order of
/// `trail`. A constraint can be in the returned list several times. `trail` lists the propagated
/// literals in order. Each literal comes with the position of the constraint that implies it.
fn needed(model: &Model, trail: &[(Lit, usize)], lits: &[Lit]) -> Vec<usize> {
    let mut is_needed = vec![false; model.labels().len()];
    lits.iter().for_each(|lit| is_needed[lit.variable()] = true);
    let mut is_met = vec![false; model.constraints().len()];
    let mut places = Vec::new();
    for &(lit, place) in trail.iter().rev() {
        if !is_needed[lit.variable()] {
            continue;
        }
        places.push(place);
        if std::mem::replace(&mut is_met[place], true) {
            continue;
        }
        let others = model.constraints().constraint(place).statement.lits();
        others.iter().for_each(|other| is_needed[other.variable()] = true);
    }
    places.reverse();
    // A constraint that fixes several literals in a row occurs once in the reason.
    places.dedup();
    places
}

/// Returns the literal of a unit clause; `None` for any other statement.
fn unit_literal(statement: Statement) -> Option<Lit> {
    match statement {
        Statement::Clause(lits) if lits.len() == 1 => Some(lits[0]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Parity, Relation};

    fn fixed(model: &Model) -> Vec<Lit> {
        match apply(model, &Stop::unlimited()) {
            Some((Fact::Fixed(mut lits), _)) => {
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
        assert!(apply(&model, &Stop::unlimited()).is_none());
    }

    #[test]
    fn a_contradiction_is_left_to_the_solver() {
        let mut model = Model::new();
        let [a, b] = variables(&mut model);
        model.clause("c", [a]);
        model.clause("c", [b]);
        model.at_most_one("m", [a, b]);
        assert!(apply(&model, &Stop::unlimited()).is_none());
    }

    #[test]
    fn a_constraint_is_named_once_for_all_that_it_fixes() {
        let mut model = Model::new();
        let lits: [Lit; 5] = variables(&mut model);
        model.cardinality("all", lits, Relation::AtLeast, 5);
        let (_, why) = apply(&model, &Stop::unlimited()).expect("all are fixed");
        assert!(matches!(&why, Justification::Propagation(places) if *places == [0]), "{why:?}");
    }
}
