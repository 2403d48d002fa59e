//! The direct encoding: one clause forbids each assignment of the wrong parity.
//!
//! The encoding takes 2ⁿ⁻¹ clauses of n literals. No encoding without auxiliary variables has
//! fewer, since each clause excludes only one assignment. Propagation is complete. A constraint of
//! more than 20 literals, which would take more than half a million clauses, is refused.
//!
//! Publication: folklore; see Gwynne and Kullmann, On SAT Representations of XOR Constraints, LATA
//! 2014.

use rustsat::types::Lit;

use super::{Parity, ParityEncoding, forbid_wrong_parity};
use crate::essay::essay;
use crate::{Error, Writer};

/// The name of the encoding. If the encoding refuses a constraint, the message also contains this
/// name.
const NAME: &str = "direct";

/// The row of the encoding `direct` in the table [`ALL`](super::ALL).
pub const ROW: ParityEncoding = ParityEncoding {
    name: NAME,
    citation: "folklore; see Gwynne and Kullmann, On SAT Representations of XOR Constraints, LATA 2014",
    essay: essay!("direct.rs"),
    write: |lits, parity, _, writer| write(lits, parity, writer),
};

/// The greatest number of literals. So many literals take half a million clauses.
const MOST: usize = 20;

/// Forbids each assignment of the wrong parity. Refuses more than [`MOST`] literals with
/// [`Error::NoForm`].
fn write(lits: &[Lit], parity: Parity, writer: &mut Writer) -> Result<(), Error> {
    if lits.len() > MOST {
        let constraint = format!("the parity of {} literals, more than {MOST}", lits.len());
        return Err(Error::NoForm { encoding: NAME, constraint });
    }
    forbid_wrong_parity(lits, parity, writer)
}

#[cfg(test)]
mod tests {
    use super::super::{size, written};
    use super::*;
    use crate::{Tally, cardinality};

    #[test]
    fn half_of_the_assignments_are_forbidden() {
        for n in 1..=16 {
            assert_eq!(size(&ROW, n, Parity::Odd), (0, 1 << (n - 1)), "n = {n}");
            assert_eq!(size(&ROW, n, Parity::Even), (0, 1 << (n - 1)), "n = {n}");
        }
    }

    #[test]
    fn more_than_it_has_a_form_for_is_refused_by_name() {
        let (_, result) = written::<Tally>(&ROW, MOST + 1, Parity::Odd, &cardinality::ALL[0]);
        let refusal = result.expect_err("too many");
        assert!(matches!(refusal, Error::NoForm { encoding: "direct", .. }), "{refusal}");
    }
}
