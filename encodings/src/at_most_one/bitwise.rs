//! The bitwise encoding: a true literal sets variables to its place in binary.
//!
//! Each literal implies the bits of its code word. Any two words differ in a bit, so two literals
//! cannot both be true. The encoding takes ⌈log₂ n⌉ auxiliary variables and, as published, n⌈log₂
//! n⌉ clauses. Propagation is complete.
//!
//! Difference: here 2^⌈log₂ n⌉−n words are one bit shorter. No word is a prefix of another word
//! (truncated binary). Each shorter word saves a clause, and the remaining clauses imply the saved
//! one. rustsat and PySAT write words of full length, and rustsat adds a variable if there is only
//! one word.
//!
//! Publication: Frisch, Peugniez, Doggett and Nightingale, Solving Non-Boolean Satisfiability
//! Problems with Stochastic Local Search, JAR 2005; Prestwich, Finding Large Cliques Using SAT
//! Local Search, 2007.

use rustsat::types::Lit;

use super::{AtMostOne, pairwise};
use crate::essay::essay;
use crate::{Error, Meaning, Writer};

/// The row of the encoding `bitwise` in the table [`ALL`](super::ALL).
pub const ROW: AtMostOne = AtMostOne {
    name: "bitwise",
    citation: "Frisch, Peugniez, Doggett and Nightingale, Solving Non-Boolean Satisfiability Problems with Stochastic Local Search, JAR 2005; Prestwich, Finding Large Cliques Using SAT Local Search, 2007",
    essay: essay!("bitwise.rs"),
    write,
};

/// The greatest number of literals that are written pairwise. From three literals on, the encoding
/// writes its own construction, so that constructions can be compared.
const PAIRWISE_UP_TO: usize = 2;

/// Makes each literal imply its code word, which encodes the index of the literal. Writes at most
/// [`PAIRWISE_UP_TO`] literals pairwise instead.
fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    if lits.len() <= PAIRWISE_UP_TO {
        return pairwise::write(lits, writer);
    }
    let words = CodeWords::new(lits.len(), &|place| &lits[place..=place], writer);
    lits.iter().enumerate().try_for_each(|(place, &lit)| words.write_word(place, lit, writer))
}

/// Prefix-free code words over fresh variables.
pub(super) struct CodeWords {
    /// The variable of each bit, the lowest bit first.
    bits: Vec<Lit>,
    /// The number of short words, which lack the lowest bit. The short words come first.
    short: usize,
}

impl CodeWords {
    /// Returns `count` distinct code words of ⌈log₂ `count`⌉ bits. If `count` is not a power of
    /// two, some of the words lack the lowest bit. Takes a fresh variable for each bit, so takes
    /// none if `count` is at most 1. The variable of a bit means "the word of a true literal has a
    /// one at this bit". Only if there is an observer of meanings, calls `lits`, which returns the
    /// literals that have the word with a given index. Writes no clause.
    pub(super) fn new<'a>(
        count: usize,
        lits: &dyn Fn(usize) -> &'a [Lit],
        writer: &mut Writer,
    ) -> CodeWords {
        let room = count.next_power_of_two();
        let mut words = CodeWords { bits: Vec::new(), short: room - count };
        for position in 0..room.ilog2() {
            let bit = writer.defined(|| {
                Meaning::or(
                    (0..count)
                        .filter(|place| words.bit(*place, position) == Some(true))
                        .flat_map(lits)
                        .copied(),
                )
            });
            words.bits.push(bit);
        }
        words
    }

    /// Returns the bit at a position of a word, or `None` if the word is short and lacks this bit.
    /// `place` is the index of the word.
    fn bit(&self, place: usize, position: u32) -> Option<bool> {
        let (word, open) =
            if place < self.short { (2 * place, 1) } else { (place + self.short, 0) };
        (position >= open).then_some(word >> position & 1 == 1)
    }

    /// Writes that `lit` implies all bits of the word with index `place`: one binary clause for
    /// each bit that the word has. `place` must be less than the number of words. Fails if `writer`
    /// refuses a clause.
    pub(super) fn write_word(
        &self,
        place: usize,
        lit: Lit,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        for (position, &bit) in (0..).zip(&self.bits) {
            let Some(value) = self.bit(place, position) else { continue };
            writer.lits(&[!lit, if value { bit } else { !bit }])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::size;
    use super::{PAIRWISE_UP_TO, ROW};

    #[test]
    fn saves_a_clause_for_each_word_that_is_missing() {
        for n in PAIRWISE_UP_TO + 1..=40 {
            let bits = (n - 1).ilog2() as usize + 1;
            assert_eq!(size(&ROW, n), (bits, n * bits - ((1 << bits) - n)), "n = {n}");
        }
    }

    #[test]
    fn is_the_published_size_at_powers_of_two() {
        for bits in 3..=7 {
            assert_eq!(size(&ROW, 1 << bits), (bits, bits << bits));
        }
    }

    #[test]
    fn is_at_most_what_pysat_writes() {
        for (n, variables, clauses) in [(8, 3, 24), (20, 5, 100), (100, 7, 700)] {
            let ours = size(&ROW, n);
            assert!(ours.0 <= variables && ours.1 <= clauses, "{ours:?} at n = {n}");
        }
    }
}
