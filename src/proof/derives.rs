//! Whether the clauses of an encoding are derived, measured by one constraint of each kind.
//!
//! No row says of itself that it has proofs: what its variables mean decides, and what this program
//! can derive from that.

use std::io;

use super::{Log, Need};
use crate::encode::{self, Clauses, Encodings};
use crate::model::{Lit, Model, Parity, Relation};
use crate::stop::Stop;

/// How many literals the constraints have.
const LITERALS: usize = 9;

/// Returns whether every clause is derived that these encodings write of an at-most-one, of bounds
/// on a count from both sides, and of a parity.
pub fn derives(encodings: &Encodings) -> bool {
    let kinds: [fn(&mut Model, Vec<Lit>); 3] = [
        |model, lits| model.at_most_one("at most one", lits),
        |model, lits| {
            for (relation, bound) in
                [(Relation::AtMost, 4), (Relation::AtLeast, 3), (Relation::Exactly, 5)]
            {
                model.cardinality("a count", lits.iter().copied(), relation, bound);
            }
        },
        |model, lits| model.parity("a parity", lits, Parity::Odd),
    ];
    kinds.into_iter().all(|state| {
        let mut model = Model::new();
        let lits = (0..LITERALS).map(|number| model.variable("x", &[number])).collect();
        state(&mut model, lits);
        is_derived(&model, encodings)
    })
}

fn is_derived(model: &Model, encodings: &Encodings) -> bool {
    let Ok(log) = Log::new(model, 0, Box::new(io::sink())) else { return false };
    let mut clauses = Clauses::new();
    let mut collector = log.collector(&mut clauses, Need::All);
    encode::encode(model, encodings, &mut collector, &Stop::never()).is_ok()
}

#[cfg(test)]
#[path = "../../docs/halving.rs"]
mod halving;

#[cfg(test)]
mod tests {
    use quarrel_encodings::at_most_one::AtMostOne;
    use quarrel_encodings::{at_most_one, cardinality, parity};

    use super::*;

    #[test]
    fn every_row_is_derived() {
        for row in at_most_one::ALL {
            let encodings = Encodings { at_most_one: Some(row), ..Encodings::default() };
            assert!(derives(&encodings), "--amo {}", row.name);
        }
        for row in cardinality::ALL {
            let encodings = Encodings { cardinality: Some(row), ..Encodings::default() };
            assert!(derives(&encodings), "--card {}", row.name);
        }
        for row in parity::ALL {
            let encodings = Encodings { parity: Some(row), ..Encodings::default() };
            assert!(derives(&encodings), "--xor {}", row.name);
        }
    }

    /// The example of the docs has meanings, and is derived; the same without them is not.
    #[test]
    fn variables_without_a_meaning_are_not_derived() {
        static WITHOUT: AtMostOne = AtMostOne {
            write: |lits, writer| {
                let (first, second) = lits.split_at(lits.len() / 2);
                let switch = writer.fresh();
                first.iter().try_for_each(|&lit| writer.lits(&[!lit, switch]))?;
                second.iter().try_for_each(|&lit| writer.lits(&[!lit, !switch]))?;
                (at_most_one::pairwise::ROW.write)(first, writer)?;
                (at_most_one::pairwise::ROW.write)(second, writer)
            },
            ..halving::ROW
        };
        static WITH: AtMostOne = halving::ROW;
        for (row, is_derived) in [(&WITH, true), (&WITHOUT, false)] {
            let encodings = Encodings { at_most_one: Some(row), ..Encodings::default() };
            assert_eq!(derives(&encodings), is_derived);
        }
    }
}
