//! LRAT as text: numbered clauses, each with the numbers of the clauses from which it follows, in
//! the order of propagation. The publication calls these numbers hints, or antecedents. Steps by
//! resolution asymmetric tautologies (RAT) are not written, and a proof that has them is refused.
//!
//! With these numbers, a checker does not need to search for the clauses, and there are formally
//! verified checkers. Publication: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, Efficient
//! Certified RAT Verification, CADE 2017.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead};

use super::{Clause, ProofFormat};
use crate::model::Lit;

/// The format LRAT. A proof does not repeat the clauses of the formula, but counts them.
pub const FORMAT: ProofFormat = ProofFormat {
    name: "lrat",
    description: "learnt and deleted clauses with the reasons of each, for lrat-check and cake_lpr",
    has_end: false,
    given: |_| String::new(),
    learnt: addition,
    forgotten: |clause, last| format!("{last} d {} 0\n", clause.number),
    left: |_| String::new(),
};

/// Returns the line that adds a learnt clause, with the numbers of the clauses from which it
/// follows.
fn addition(clause: &Clause, from: &[u64]) -> String {
    let reasons: String = from.iter().map(|number| format!(" {number}")).collect();
    format!("{} {clause}{reasons} 0\n", clause.number)
}

/// One step of an LRAT proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LratStep {
    /// Adds a clause that follows from earlier clauses.
    Addition {
        /// The number by which later steps refer to the clause.
        number: u64,
        /// The literals of the clause; empty in the last step of a refutation.
        lits: Vec<Lit>,
        /// The numbers of the clauses from which this clause follows, in the order of propagation.
        from: Vec<u64>,
    },
    /// Deletes the clauses with these numbers.
    Deletion(Vec<u64>),
}

/// The reason why a text cannot be read as an LRAT proof.
#[derive(thiserror::Error, Debug)]
pub enum LratError {
    /// Reading the text failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The line with this number, from 1, is not a step of LRAT, or is a RAT step.
    #[error("line {0} is not a step of LRAT")]
    Line(u64),
}

/// Reads the steps of a proof, one per line. Yields an error for a line that cannot be read or is
/// not an LRAT step. A RAT step is also an error, because its clause does not always follow from
/// earlier clauses.
pub fn steps(text: impl BufRead) -> impl Iterator<Item = Result<LratStep, LratError>> {
    (1..).zip(text.lines()).map(|(number, line)| step(&line?).ok_or(LratError::Line(number)))
}

/// Reads a step: the addition or the deletion of clauses. Returns `None` if the line is not a step
/// of LRAT, or is a RAT step. Words must be separated by exactly one space, and nothing may follow
/// the last 0. The first word is the number of the step. In a deletion, this number is read but
/// ignored. Clause numbers must not be negative, and a literal must be neither 0 nor `i32::MIN`.
fn step(line: &str) -> Option<LratStep> {
    let mut words = line.split(' ');
    let number: u64 = words.next()?.parse().ok()?;
    let mut fields = words.peekable();
    if fields.next_if_eq(&"d").is_some() {
        return Some(LratStep::Deletion(numbers_before_zero(&mut fields)?))
            .filter(|_| fields.next().is_none());
    }
    let lits: Vec<i32> = numbers_before_zero(&mut fields)?;
    let lits = lits
        .into_iter()
        .map(|lit| (lit != 0 && lit != i32::MIN).then(|| Lit::from_dimacs(lit)))
        .collect::<Option<_>>()?;
    let (lits, from) = (lits, numbers_before_zero(&mut fields)?);
    fields.next().is_none().then_some(LratStep::Addition { number, lits, from })
}

/// Reads words up to and including the next word `0`, and returns the numbers before it. Returns
/// `None` if there is no such word, or if a word before it is not a number. In the second case,
/// reading has ended after the word that is not a number.
fn numbers_before_zero<'a, N: std::str::FromStr>(
    words: &mut impl Iterator<Item = &'a str>,
) -> Option<Vec<N>> {
    let mut numbers = Vec::new();
    loop {
        match words.next()? {
            "0" => return Some(numbers),
            word => numbers.push(word.parse().ok()?),
        }
    }
}

/// A checker of LRAT steps, with the clauses that hold so far.
#[derive(Default)]
pub struct Checker {
    /// The clauses that are not deleted, by number.
    clauses: HashMap<u64, Vec<Lit>>,
    /// The literals that are true during a check. The set is reused by the next check; it is empty
    /// before the first check.
    is_true: HashSet<Lit>,
}

impl Checker {
    /// Returns a checker with the clauses of a formula, numbered from 1.
    pub fn from_clauses(clauses: impl Iterator<Item = Vec<Lit>>) -> Checker {
        Checker { clauses: (1..).zip(clauses).collect(), is_true: HashSet::new() }
    }

    /// Adds a clause if it follows by unit propagation and its number is new. Returns whether the
    /// clause was added. If it was not added, the checker is unchanged.
    ///
    /// The literals of the clause are assumed to be false. Then the clauses with the numbers `from`
    /// are read in order. Each of them except the last one must have exactly one literal that is
    /// not false; this literal becomes true. The last clause must have only false literals. So the
    /// clause is refused if `from` is empty or has an unknown number.
    pub fn learn(&mut self, number: u64, lits: &[Lit], from: &[u64]) -> bool {
        let follows = self.follows(lits, from) && !self.clauses.contains_key(&number);
        if follows {
            self.clauses.insert(number, lits.to_vec());
        }
        follows
    }

    /// Deletes the clause with this number, if there is one.
    pub fn forget(&mut self, number: u64) {
        self.clauses.remove(&number);
    }

    /// Returns whether a clause follows by unit propagation from the clauses with the numbers
    /// `from`. The literals of the clause are assumed to be false, and the clauses `from` are read
    /// in order. Each of them except the last one must have exactly one literal that is not false;
    /// this literal becomes true. The last one must have only false literals. Returns `false` if
    /// `from` is empty or has an unknown number. Overwrites `is_true`, but leaves the clauses
    /// unchanged.
    fn follows(&mut self, lits: &[Lit], from: &[u64]) -> bool {
        self.is_true.clear();
        self.is_true.extend(lits.iter().map(|&lit| !lit));
        for (place, number) in from.iter().enumerate() {
            let Some(reason) = self.clauses.get(number) else { return false };
            let mut open = reason.iter().filter(|&&lit| !self.is_true.contains(&!lit));
            match (open.next().copied(), open.next()) {
                (None, _) => return place + 1 == from.len(),
                (Some(unit), None) => self.is_true.insert(unit),
                (Some(_), Some(_)) => return false,
            };
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let clause = |number, lits: &[i32]| Clause { number, lits: lits.to_vec() };
        let text = [
            addition(&clause(7, &[-1, 2]), &[3, 4]),
            (FORMAT.forgotten)(&clause(3, &[5]), 7),
            addition(&clause(8, &[]), &[7]),
        ]
        .concat();
        let read: Result<Vec<LratStep>, LratError> = steps(text.as_bytes()).collect();
        let lits = [-1, 2].map(Lit::from_dimacs).to_vec();
        let expected = [
            LratStep::Addition { number: 7, lits, from: vec![3, 4] },
            LratStep::Deletion(vec![3]),
            LratStep::Addition { number: 8, lits: Vec::new(), from: vec![7] },
        ];
        assert_eq!(read.expect("steps"), expected);
    }

    #[test]
    fn what_follows_is_told_from_what_does_not() {
        let lits = |numbers: &[i32]| -> Vec<Lit> {
            numbers.iter().map(|&number| Lit::from_dimacs(number)).collect()
        };
        let formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]];
        let mut checker = Checker::from_clauses(formula.iter().map(|clause| lits(clause)));
        assert!(!checker.learn(5, &lits(&[2]), &[1]), "a reason is missing");
        assert!(!checker.learn(5, &lits(&[2]), &[1, 3, 2]), "the second is true already");
        assert!(!checker.learn(5, &lits(&[2]), &[1, 2, 3]), "one reason is too much");
        assert!(!checker.learn(5, &lits(&[2]), &[1, 7]), "an unknown reason");
        assert!(!checker.learn(4, &lits(&[2]), &[1, 2]), "a number that is taken");
        assert!(checker.learn(5, &lits(&[2]), &[1, 2]));
        assert!(checker.learn(6, &[], &[5, 3, 4]));
        checker.forget(5);
        assert!(!checker.learn(7, &[], &[5, 3, 4]), "a clause that was deleted");
    }

    #[test]
    fn what_is_no_step_is_refused() {
        for wrong in [
            "",
            "7",
            "x 1 0 2 0",
            "7 1 0",
            "7 1 2 0 3",
            "7 1 0 -3 0",
            "7 1 0 2 0 5",
            "7 d 3",
            "7 d -3 0",
            "7  1 0 2 0",
            "7 -2147483648 0 1 0",
            "7 4294967296 0 1 0",
            "-7 1 0 2 0",
            "7 d 3 0 4",
            "7 00 0 1 0",
            "7 -0 0 1 0",
        ] {
            assert!(
                steps(wrong.as_bytes()).any(|step| step.is_err()) || wrong.is_empty(),
                "{wrong}"
            );
        }
    }
}
