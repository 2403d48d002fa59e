//! The sequential counter for k = 1: each of the first i literals implies a variable sᵢ, which
//! excludes the next literal.
//!
//! The encoding takes n−1 auxiliary variables and 3n−4 clauses. Propagation is complete. The
//! encoding is the half of the [`ladder`](super::ladder) that at-most-one needs. With this half
//! alone, sᵢ can be true although none of the first i literals is true. So one model of the
//! constraint can have many models of the clauses. (rustsat's ladder is this encoding with negated
//! variables.)
//!
//! Publication: Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005.

use rustsat::types::Lit;

use super::{AtMostOne, pairwise};
use crate::essay::essay;
use crate::{Error, Meaning, Signal, Writer};

/// The row of the encoding `sequential` in the table [`ALL`](super::ALL).
pub const ROW: AtMostOne = AtMostOne {
    name: "sequential",
    citation: "Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005",
    essay: essay!("sequential.rs"),
    write,
};

/// The greatest number of literals that are written pairwise. From three literals on, the encoding
/// writes its own construction, so that constructions can be compared.
const PAIRWISE_UP_TO: usize = 2;

/// Writes that at most one literal is true. At most [`PAIRWISE_UP_TO`] literals are written
/// pairwise. If there are more, each literal except the last one gets a variable. The variable
/// means "this literal or an earlier one is true". Only one implication is written: these literals
/// imply the variable. The literals must be of distinct variables. Fails if `writer` refuses a
/// clause.
fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    if lits.len() <= PAIRWISE_UP_TO {
        return pairwise::write(lits, writer);
    }
    let Some((&last, others)) = lits.split_last() else { return Ok(()) };
    let mut before = Signal::False;
    for (place, &x) in others.iter().enumerate() {
        let so_far = &others[..=place];
        let seen = Signal::from(writer.defined(|| Meaning::or(so_far.iter().copied())));
        writer.clause([!Signal::from(x), seen])?;
        writer.clause([!before, seen])?;
        writer.clause([!Signal::from(x), !before])?;
        before = seen;
    }
    writer.clause([!Signal::from(last), !before])
}

#[cfg(test)]
mod tests {
    use super::super::size;
    use super::{PAIRWISE_UP_TO, ROW};

    #[test]
    fn is_the_published_size() {
        for n in PAIRWISE_UP_TO + 1..=40 {
            assert_eq!(size(&ROW, n), (n - 1, 3 * n - 4), "n = {n}");
        }
    }
}
