//! The ladder encoding: the true literal is at the place where the rungs change from true to false.
//!
//! Each rung y₁ … yₙ implies the rung before (validity clauses), and xᵢ ⇔ yᵢ₋₁ ∧ ȳᵢ, where y₀ is
//! true (channelling clauses). This is the order encoding of the true literal's place; if yₙ is
//! true, no literal is true. The encoding takes n auxiliary variables and 4n−2 clauses. Propagation
//! is complete, and each model of the constraint is one model of the clauses.
//!
//! The publication selects exactly one literal, with yₙ false. PySAT gives y₀ a variable, too,
//! which takes n+1 variables and 4n clauses. rustsat omits the clauses by which the rungs imply the
//! literal, which leaves the [`sequential`](super::sequential) counter.
//!
//! Publication: Gent and Nightingale, A New Encoding of AllDifferent into SAT, 2004.

use rustsat::types::Lit;

use super::{AtMostOne, pairwise};
use crate::essay::essay;
use crate::{Error, Meaning, Signal, Writer};

/// The row of the encoding `ladder` in the table [`ALL`](super::ALL).
pub const ROW: AtMostOne = AtMostOne {
    name: "ladder",
    citation: "Gent and Nightingale, A New Encoding of AllDifferent into SAT, 2004",
    essay: essay!("ladder.rs"),
    write,
};

/// The greatest number of literals that are written pairwise. From three literals on, the encoding
/// writes its own construction, so that constructions can be compared.
const PAIRWISE_UP_TO: usize = 2;

/// Writes that at most one literal is true. At most [`PAIRWISE_UP_TO`] literals are written
/// pairwise. If there are more, each literal gets a rung, which is a fresh variable. The rung means
/// "neither this literal nor an earlier one is true". Both implications between a rung and its
/// meaning are written. The literals must be of distinct variables. Fails if `writer` refuses a
/// clause.
fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    if lits.len() <= PAIRWISE_UP_TO {
        return pairwise::write(lits, writer);
    }
    let mut before = Signal::True;
    for (place, x) in lits.iter().copied().map(Signal::from).enumerate() {
        let so_far = lits[..=place].iter().map(|&lit| !lit);
        let rung = Signal::from(writer.defined(|| Meaning::and(so_far.clone())));
        writer.clause([!rung, before])?;
        writer.clause([!x, before])?;
        writer.clause([!x, !rung])?;
        writer.clause([!before, rung, x])?;
        before = rung;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{models_of_each, size};
    use super::{PAIRWISE_UP_TO, ROW};

    #[test]
    fn four_clauses_a_rung() {
        for n in PAIRWISE_UP_TO + 1..=100 {
            assert_eq!(size(&ROW, n), (n, 4 * n - 2), "n = {n}");
        }
    }

    #[test]
    fn is_at_most_what_pysat_writes() {
        for (n, variables, clauses) in [(8, 9, 32), (20, 21, 80), (100, 101, 400)] {
            let ours = size(&ROW, n);
            assert!(ours.0 <= variables && ours.1 <= clauses, "{ours:?} at n = {n}");
        }
    }

    #[test]
    fn each_model_is_one() {
        for n in 1..=10 {
            assert_eq!(models_of_each(&ROW, n), vec![1; n + 1], "n = {n}");
        }
    }
}
