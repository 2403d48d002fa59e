//! The bimander encoding: the literals form pairs, and a true literal sets variables to the number
//! of its pair in binary.
//!
//! Each group of literals has a code word. In [`bitwise`](super::bitwise), each literal has one; in
//! [`commander`](super::commander), each group has a variable of its own instead. The publication
//! does not fix the number of groups. With n/2 groups of two literals the encoding takes ⌈log₂ n⌉−1
//! auxiliary variables and, for even n, n⌈log₂ n⌉−n/2 clauses. Propagation is complete.
//!
//! Difference: m groups need only m of the 2^⌈log₂ m⌉ code words. For each unused word, another
//! word is shortened, which saves two clauses. (rustsat uses groups of four, and gives even a
//! single group a code word.)
//!
//! Publication: Nguyen and Mai, A New Method to Encode the At-Most-One Constraint into SAT, SoICT
//! 2015.

use rustsat::types::Lit;

use super::bitwise::CodeWords;
use super::{AtMostOne, pairwise};
use crate::essay::essay;
use crate::{Error, Writer};

/// The row of the encoding `bimander` in the table [`ALL`](super::ALL).
pub const ROW: AtMostOne = AtMostOne {
    name: "bimander",
    citation: "Nguyen and Mai, A New Method to Encode the At-Most-One Constraint into SAT, SoICT 2015",
    essay: essay!("bimander.rs"),
    write,
};

/// The greatest number of literals that are written pairwise. From three literals on, the encoding
/// writes its own construction, so that constructions can be compared.
const PAIRWISE_UP_TO: usize = 2;

/// Writes that at most one literal is true. Divides the literals into groups of two neighbours.
/// Writes each group pairwise, and makes each literal imply the code word of its group. The bits of
/// the code words are fresh variables. For an odd number of literals, the last group has only one.
/// At most [`PAIRWISE_UP_TO`] literals are written pairwise instead, without code words. The
/// literals must be of distinct variables. Fails if `writer` refuses a clause.
fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    if lits.len() <= PAIRWISE_UP_TO {
        return pairwise::write(lits, writer);
    }
    let groups: Vec<&[Lit]> = lits.chunks(2).collect();
    let words = CodeWords::new(groups.len(), &|place| groups[place], writer);
    for (place, &group) in groups.iter().enumerate() {
        pairwise::write(group, writer)?;
        group.iter().try_for_each(|&lit| words.write_word(place, lit, writer))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::size;
    use super::{PAIRWISE_UP_TO, ROW};

    #[test]
    fn saves_two_clauses_for_each_word_that_is_missing() {
        for n in (PAIRWISE_UP_TO + 1..=40).filter(|n| n % 2 == 0) {
            let bits = (n - 1).ilog2() as usize + 1;
            let unused = (1 << bits >> 1) - n / 2;
            assert_eq!(size(&ROW, n), (bits - 1, n * bits - n / 2 - 2 * unused), "n = {n}");
        }
    }

    #[test]
    fn an_odd_literal_is_a_group_of_its_own() {
        for n in (PAIRWISE_UP_TO + 2..=40).filter(|n| n % 2 == 1) {
            let bits = (n - 1).ilog2() as usize + 1;
            let (even, odd) = (size(&ROW, n + 1), size(&ROW, n));
            assert_eq!(odd, (bits - 1, even.1 - bits), "n = {n}");
        }
    }
}
