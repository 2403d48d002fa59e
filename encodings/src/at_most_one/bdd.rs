//! The decision diagram of "at most one", in which every node is equivalent to its meaning.
//!
//! A node states "at most one of xᵢ … xₙ is true" or "none of xᵢ … xₙ is true". Nodes of the first
//! kind are constant true, because the root is constant true. A node zᵢ of the second kind takes
//! three clauses for zᵢ ⇔ x̄ᵢ ∧ zᵢ₊₁ (with zₙ = x̄ₙ) and one clause for xᵢ → zᵢ₊₁. In all, this
//! takes n−2 auxiliary variables and 4n−7 clauses. Eén and Sörensson write each of the 2n−3 nodes
//! over several literals as an if-then-else, in six clauses. Abío et al. write only one implication
//! between a node and its meaning, in two clauses. Propagation is complete, and each model of the
//! constraint is one model of the clauses.
//!
//! This is the [`ladder`](super::ladder) without variables for its first and its last rung.
//!
//! Publication: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006;
//! Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for
//! Pseudo-Boolean Constraints, JAIR 2012.

use rustsat::types::Lit;

use super::{AtMostOne, pairwise};
use crate::essay::essay;
use crate::{Error, Meaning, Writer};

/// The row of the encoding `bdd` in the table [`ALL`](super::ALL).
pub const ROW: AtMostOne = AtMostOne {
    name: "bdd",
    citation: "Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for Pseudo-Boolean Constraints, JAIR 2012",
    essay: essay!("bdd.rs"),
    write,
};

/// The greatest number of literals that are written pairwise. From three literals on, the encoding
/// writes its own construction, so that constructions can be compared.
const PAIRWISE_UP_TO: usize = 2;

/// Writes that at most one literal is true. At most [`PAIRWISE_UP_TO`] literals are written
/// pairwise. If there are more, each literal except the first and the last one gets a node, which
/// is a fresh variable. The node means "neither this literal nor a later one is true". The nodes
/// are taken in reverse order, and both implications between a node and its meaning are written.
/// The literals must be of distinct variables. Writes nothing for fewer than two literals. Fails if
/// `writer` refuses a clause.
fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    let [first, inner @ .., last] = lits else { return Ok(()) };
    if lits.len() <= PAIRWISE_UP_TO {
        return pairwise::write(lits, writer);
    }
    let mut none_below = !*last;
    for &x in inner.iter().rev() {
        writer.lits(&[!x, none_below])?;
        let none = writer.defined(|| Meaning::and([!x, none_below]));
        writer.lits(&[!none, !x])?;
        writer.lits(&[!none, none_below])?;
        writer.lits(&[none, x, !none_below])?;
        none_below = none;
    }
    writer.lits(&[!*first, none_below])
}

#[cfg(test)]
mod tests {
    use super::super::{models_of_each, size};
    use super::{PAIRWISE_UP_TO, ROW};

    #[test]
    fn four_clauses_for_each_node_that_is_left() {
        for n in PAIRWISE_UP_TO + 1..=40 {
            assert_eq!(size(&ROW, n), (n - 2, 4 * (n - 2) + 1), "n = {n}");
        }
    }

    #[test]
    fn each_model_is_one() {
        for n in 1..=10 {
            assert_eq!(models_of_each(&ROW, n), vec![1; n + 1], "n = {n}");
        }
    }
}
