//! Deliberate damage to clauses, which the tests have to notice.
//!
//! If any single clause is removed or any single literal of a clause is negated, the clauses have
//! to allow other assignments, or unit propagation has to derive other literals from some partial
//! assignment. Exceptions are redundant clauses, and clauses for which the clauses of the other
//! side compensate. Only the rows of the list `REDUNDANT` are allowed to have such exceptions.

use std::collections::{BTreeMap, HashSet};

use rustsat::instances::ManageVars;
use rustsat::types::Lit;

use super::constraints::{ALL, Constraint, Formula, Rows};
use super::referee::{Derived, Referee};
use crate::REDUNDANT;

/// An undamaged formula, with the assignments that it allows and the literals that propagation
/// derives.
struct Sound {
    formula: Formula,
    allowed: Vec<bool>,
    derived: Vec<Derived>,
}

impl Sound {
    fn of(constraint: &Constraint, n: usize) -> Option<Sound> {
        let formula = Formula::of(constraint, n, 0)?;
        let mut referee = formula.referee();
        let allowed = referee.allowed(&formula.lits);
        let derived = referee.derived(&formula.lits);
        Some(Sound { formula, allowed, derived })
    }

    fn is_as(&self, referee: &mut Referee) -> bool {
        referee.allows_exactly(&self.formula.lits, &self.allowed)
            && referee.derives_exactly(&self.formula.lits, &self.derived)
    }

    /// Returns the places of the clauses whose removal changes neither of the two.
    fn redundant(&self) -> Vec<usize> {
        let mut referee = self.formula.referee();
        let without = |&place: &usize| {
            referee.restart(Some(place));
            self.is_as(&mut referee)
        };
        (0..self.formula.clauses.len()).filter(without).collect()
    }

    /// Returns the clauses with one negated literal that change neither of the two. Omits the
    /// redundant clauses.
    fn survivors_of_a_flip(&self, redundant: &[usize]) -> Vec<Vec<Lit>> {
        let mut clauses: Vec<Vec<Lit>> = self.formula.clauses.iter().map(<[Lit]>::to_vec).collect();
        let mut survivors = Vec::new();
        for place in (0..clauses.len()).filter(|place| !redundant.contains(place)) {
            for position in 0..clauses[place].len() {
                let whole = clauses[place].clone();
                clauses[place][position] = !whole[position];
                let variables = self.formula.variables.n_used();
                let mut damaged = Referee::new(clauses.iter().map(|clause| &clause[..]), variables);
                if self.is_as(&mut damaged) {
                    survivors.push(clauses[place].clone());
                }
                clauses[place] = whole;
            }
        }
        survivors
    }
}

/// Damages every clause of every constraint. Returns the rows with a redundant clause.
///
/// Rows of at-most-one are allowed to be pairwise for few literals, so they are damaged for up to
/// four literals more.
pub fn check_damage(rows: Rows, most: usize) -> HashSet<&'static str> {
    let mut survivors: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut spare = HashSet::new();
    for n in 0..=most + 4 {
        let mut damage = |constraint: &Constraint| {
            let Some(sound) = Sound::of(constraint, n) else { return };
            let redundant = sound.redundant();
            let found = survivors.entry(constraint.row).or_default();
            for clause in sound.survivors_of_a_flip(&redundant) {
                found.push(format!("{} is right with {clause:?}", constraint.name));
            }
            for place in redundant {
                let clause = sound.formula.clauses.iter().nth(place);
                found.push(format!("{} is right without {clause:?}", constraint.name));
                spare.insert(constraint.row);
            }
        };
        if n <= most {
            rows.for_each_constraint(n, &mut damage)
        } else {
            rows.for_each_at_most_one(n, &mut damage)
        }
    }
    let unlisted = survivors.iter().filter(|(row, _)| !is_listed(row));
    let report: Vec<&String> = unlisted.flat_map(|(_, found)| found.iter().take(5)).collect();
    assert!(report.is_empty(), "{report:#?}");
    spare
}

fn is_listed(row: &str) -> bool {
    REDUNDANT.iter().any(|(listed, _)| *listed == row)
}

#[test]
fn without_any_one_of_its_clauses_an_encoding_is_caught() {
    let spare = check_damage(ALL, 6);
    for (row, reason) in REDUNDANT {
        assert!(spare.contains(row), "{row} has no redundant clause, though it is said: {reason}");
    }
}

#[test]
#[ignore = "long: half a minute"]
fn longer_encodings_are_caught_too() {
    check_damage(ALL, 8);
}
