//! Unit propagation over the constraints of a model.

use std::collections::VecDeque;

use super::{Lit, Model, Parity, Relation, Statement};
use crate::stop::Stop;

/// Returns the literals that unit propagation makes true, including those of unit clauses. Each
/// literal occurs once, in the order of derivation. It comes with the index of the constraint that
/// implies it, counted from 0. A violated constraint implies nothing and ends nothing, so a
/// contradiction is not reported. If a stop is requested, returns only some of the literals; each
/// constraint is still propagated at least once.
pub fn propagated(model: &Model, stop: &Stop) -> Vec<(Lit, usize)> {
    let values = vec![None; model.labels().len()];
    let mut trail = Trail { values, lits: Vec::new(), place: 0 };
    let statements = model.constraints().statements();
    statements.clone().enumerate().for_each(|(place, statement)| trail.propagate(place, statement));
    if trail.lits.is_empty() {
        return Vec::new();
    }
    let mut occurrences: Vec<Vec<usize>> = vec![Vec::new(); model.labels().len()];
    for (index, statement) in statements.clone().enumerate() {
        statement.lits().iter().for_each(|lit| occurrences[lit.variable()].push(index));
    }
    // Whether a constraint is in the queue. A queued constraint is propagated once for all literals
    // that were fixed since it was enqueued.
    let mut waits = vec![false; model.constraints().len()];
    let (mut waiting, mut seen) = (VecDeque::new(), 0);
    loop {
        for &(lit, _) in &trail.lits[seen..] {
            waiting.extend(
                occurrences[lit.variable()]
                    .iter()
                    .copied()
                    .filter(|&index| !std::mem::replace(&mut waits[index], true)),
            );
        }
        seen = trail.lits.len();
        let Some(index) = waiting.pop_front().filter(|_| !stop.is_reached()) else { break };
        waits[index] = false;
        trail.propagate(index, model.constraints().constraint(index).statement);
    }
    trail.lits
}

/// The literals that unit propagation has made true so far.
struct Trail {
    /// The value of each variable; `None` if it is not fixed yet.
    values: Vec<Option<bool>>,
    /// The true literals, each with the index of the implying constraint.
    lits: Vec<(Lit, usize)>,
    /// The index of the constraint that is being propagated.
    place: usize,
}

impl Trail {
    /// Returns the value of a literal; `None` if it is not fixed yet.
    fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.variable()].map(|value| value != lit.is_negated())
    }

    /// Records the literals that a statement implies if the literals recorded so far are true.
    /// `place` is the index of the statement. Does nothing if the statement is violated. The lower
    /// side ("at least") of an "exactly" is propagated first; if its literals violate the upper
    /// side ("at most"), they stay recorded.
    fn propagate(&mut self, place: usize, statement: Statement) {
        self.place = place;
        if let Statement::Parity(lits, parity) = statement {
            return self.propagate_parity(lits, parity);
        }
        let Some((relation, bound)) = statement.comparison() else { return };
        let sides: &[i128] = match relation {
            Relation::AtLeast => &[1],
            Relation::AtMost => &[-1],
            Relation::Exactly => &[1, -1],
        };
        for side in sides {
            // Σ side·weight·literal is at least side·bound.
            let terms = statement.terms().map(|term| (side * i128::from(term.weight), term.atom));
            let most_of = terms
                .clone()
                .map(|(weight, lit)| match self.value(lit) {
                    Some(true) => weight,
                    Some(false) => 0,
                    None => weight.max(0),
                })
                .sum::<i128>();
            let slack = most_of - side * i128::from(bound);
            if slack < 0 {
                return;
            }
            for (weight, lit) in terms {
                if self.value(lit).is_none() && weight.abs() > slack {
                    self.fix(if weight > 0 { lit } else { !lit });
                }
            }
        }
    }

    /// If exactly one literal of a parity has no value yet, fixes this literal with the value that
    /// the parity needs. Does nothing if several literals have no value. Also does nothing if all
    /// have a value, even if the parity is then violated.
    fn propagate_parity(&mut self, lits: &[Lit], parity: Parity) {
        let mut open = lits.iter().copied().filter(|&lit| self.value(lit).is_none());
        if let (Some(last), None) = (open.next(), open.next()) {
            let held = lits.iter().filter(|&&lit| self.value(lit) == Some(true)).count();
            let is_complete = (held % 2 == 1) == (parity == Parity::Odd);
            self.fix(if is_complete { !last } else { last });
        }
    }

    /// Makes a literal true, and records that the current constraint implies it. The literal must
    /// not be fixed yet.
    fn fix(&mut self, lit: Lit) {
        self.values[lit.variable()] = Some(!lit.is_negated());
        self.lits.push((lit, self.place));
    }
}
