//! The sizes that PySAT's encodings have, recorded for the encodings that this crate has, too.

use super::{MeasuredConstraint, Size};
use crate::{Relation, at_most_one, cardinality};

/// The sizes of PySAT's encodings, written by `benches/pysat_sizes.py`.
const PYSAT: &str = include_str!("../../benches/pysat.csv");

/// The encodings that both libraries have: this crate's name and PySAT's name of each.
const NAMES: [(&str, &str); 9] = [
    ("pairwise", "pairwise"),
    ("bitwise", "bitwise"),
    ("ladder", "ladder"),
    ("knuth", "seqcounter"),
    ("odd-even-network", "sortnetwrk"),
    ("cardinality-network", "cardnetwrk"),
    ("totalizer", "totalizer"),
    ("modulo-totalizer", "mtotalizer"),
    ("k-modulo-totalizer", "kmtotalizer"),
];

/// A constraint, and the size of the clauses that PySAT writes for it.
#[derive(Clone, Copy, Debug)]
pub struct PysatRecord {
    /// The constraint, with the encoding of this crate that corresponds to PySAT's.
    pub constraint: MeasuredConstraint,
    /// The number of literals of the constraint.
    pub n: usize,
    /// PySAT's name of the encoding (`pysat.card.EncType`).
    pub name: &'static str,
    /// The size of PySAT's clauses.
    pub size: Size,
}

/// Returns the sizes of the clauses that PySAT 1.9 writes, for all recorded constraints.
///
/// # Panics
///
/// If a line of `benches/pysat.csv` is malformed.
pub fn pysat() -> Vec<PysatRecord> {
    PYSAT
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| PysatRecord::parse(line).expect("a whole record"))
        .collect()
}

impl PysatRecord {
    /// Reads the line `relation,encoding,n,k,variables,clauses,literals`. For the relation
    /// `at-most-one`, k is ignored, but must be a number. Ignores fields after the first two that
    /// are not numbers. Returns `None` if the other fields are not exactly five numbers, if the
    /// relation is unknown, or if the encoding is not in [`NAMES`]. Also returns `None` if this
    /// crate does not have the encoding for this relation: the encodings of at-most-ones and those
    /// of cardinality constraints have separate tables.
    fn parse(line: &str) -> Option<PysatRecord> {
        let fields: Vec<&str> = line.split(',').collect();
        let [relation, ours, numbers @ ..] = &fields[..] else { return None };
        let counts: Vec<usize> = numbers.iter().filter_map(|field| field.parse().ok()).collect();
        let &[n, k, variables, clauses, literals] = &counts[..] else { return None };
        let relation = match *relation {
            "at-most-one" => None,
            "at-most" => Some(Relation::AtMost),
            "at-least" => Some(Relation::AtLeast),
            "exactly" => Some(Relation::Exactly),
            _ => return None,
        };
        let constraint = match relation {
            None => MeasuredConstraint::AtMostOne(*at_most_one::by_name(ours)?),
            Some(relation) => {
                MeasuredConstraint::Cardinality(*cardinality::by_name(ours)?, relation, k)
            }
        };
        let (_, name) = NAMES.iter().find(|(known, _)| known == ours)?;
        Some(PysatRecord { constraint, n, name, size: Size { variables, clauses, literals } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_encoding_is_larger_than_that_of_pysat() {
        let recorded = pysat();
        assert_eq!(recorded.len(), 3 * 3 + 6 * 3 * 7, "encodings by lengths, and by bounds");
        for PysatRecord { constraint, n, name, size: theirs } in recorded {
            let ours = constraint.size(n).expect("a form for it");
            let fits = ours.variables <= theirs.variables
                && ours.clauses <= theirs.clauses
                && ours.literals <= theirs.literals;
            assert!(fits, "{constraint:?} of {n}: {ours:?}, and {name} of PySAT's {theirs:?}");
        }
    }
}
