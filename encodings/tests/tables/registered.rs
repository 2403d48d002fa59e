//! A new encoding is one file and one line in a table. Here is such a file, and its row passes all
//! tests of the tables' rows.
//!
//! The encoding is the binomial encoding, which the crate does not have. For "at most k", one
//! clause for each set of k+1 literals states that not all of them are true. For "at least k", one
//! clause for each set of n−k+1 literals states that not all of them are false. These are C(n, k+1)
//! and C(n, k−1) clauses. Propagation is complete, and only the outputs of bounds that are assumed
//! take auxiliary variables.

use quarrel_encodings::cardinality::{Cardinality, Construct, Counter, Side};
use quarrel_encodings::{Error, Signal, Writer};
use rustsat::types::Lit;

use super::constraints::Rows;
use super::{conformance, counters, damage, edges, random};

const ROW: Cardinality = Cardinality::for_counter::<Binomial>(
    "binomial",
    "folklore; see Sinz, CP 2005, section 1",
    "Every choice of too many literals, or too few, is forbidden.",
);

/// A counter that forbids every set of true or of false literals that is too large.
pub struct Binomial {
    lits: Vec<Lit>,
    outputs: Vec<Output>,
}

#[derive(Clone, Default)]
struct Output {
    signal: Option<Signal>,
    written: Vec<Side>,
}

impl Construct for Binomial {
    fn from_lits(lits: &[Lit]) -> Binomial {
        Binomial { lits: lits.to_vec(), outputs: vec![Output::default(); lits.len()] }
    }
}

impl Counter for Binomial {
    fn size(&self) -> usize {
        self.lits.len()
    }

    fn promise(&mut self, count: usize, holds: bool) {
        self.outputs[count - 1].signal = Some(holds.into());
    }

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        let output = &mut self.outputs[count - 1];
        let signal = *output.signal.get_or_insert_with(|| writer.fresh().into());
        if !output.written.contains(&side) {
            output.written.push(side);
            let (length, sign, head) = match side {
                Side::Upper => (count, false, signal),
                Side::Lower => (self.lits.len() + 1 - count, true, !signal),
            };
            if head != Signal::True {
                let mut clause = Vec::from_iter(as_literal(head));
                write_subsets(&self.lits, length, sign, &mut clause, writer)?;
            }
        }
        Ok(signal)
    }
}

fn as_literal(signal: Signal) -> Option<Lit> {
    match signal {
        Signal::Lit(lit) => Some(lit),
        _ => None,
    }
}

/// Writes a clause for each choice of `length` further literals, which are negated unless `sign` is
/// true. Each clause also has the literals that `clause` already has.
fn write_subsets(
    lits: &[Lit],
    length: usize,
    sign: bool,
    clause: &mut Vec<Lit>,
    writer: &mut Writer,
) -> Result<(), Error> {
    if length == 0 {
        return writer.lits(clause);
    }
    for (place, &lit) in lits.iter().enumerate().take(lits.len() + 1 - length) {
        clause.push(if sign { lit } else { !lit });
        write_subsets(&lits[place + 1..], length - 1, sign, clause, writer)?;
        clause.pop();
    }
    Ok(())
}

#[test]
fn a_row_that_is_registered_passes_the_whole_battery() {
    let rows = Rows { at_most_one: &[], cardinality: &[ROW], parity: &[] };
    conformance::check_all(rows);
    counters::check_counters(rows.cardinality);
    edges::check_repeats(rows);
    edges::check_huge_bounds(rows);
    let spare = damage::check_damage(rows, 6);
    assert!(spare.is_empty(), "{spare:?}");
    random::check_random(rows, 10);
}

/// Runs the same tests on the example `docs/halving.rs`.
#[test]
fn the_row_of_the_docs_passes_the_whole_battery() {
    use super::halving;

    let rows = Rows { at_most_one: &[halving::ROW], cardinality: &[], parity: &[] };
    conformance::check_all(rows);
    edges::check_repeats(rows);
    let spare = damage::check_damage(rows, 6);
    assert!(spare.is_empty(), "{spare:?}");
    random::check_random(rows, 10);
    assert!(include_str!("../../../docs/adding-an-encoding.md").contains("(halving.rs)"));
}

#[test]
fn its_size_is_as_the_essay_says() {
    use quarrel_encodings::{Relation, Tally};
    use rustsat::instances::{BasicVarManager, ManageVars};

    let lits: Vec<Lit> = (0..10).map(Lit::positive).collect();
    let (mut tally, mut variables) = (Tally::default(), BasicVarManager::default());
    ROW.encode(&lits, Relation::AtMost, 3, &mut tally, &mut variables).expect("is written");
    assert_eq!(tally, Tally { clauses: 210, literals: 840 });
    assert_eq!(variables.n_used(), 0);
}
