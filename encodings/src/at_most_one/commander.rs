//! The commander encoding: each literal of a group of three implies the group's commander. At most
//! one of the commanders and the literals without a commander is true, which is written
//! recursively.
//!
//! A group of three literals takes three clauses for its pairs and three that imply the commander.
//! The publication finds groups of three best, and counts n/2 commanders and 3.5 n clauses for
//! exactly one of n. Of these clauses, n/2 state that a true commander has a true literal in its
//! group. At-most-one does not need these n/2 clauses. Without them (as in rustsat), the encoding
//! takes ⌊(n−3)/2⌋ auxiliary variables and, from n = 3 on, 3n−6 clauses, in a tree of logarithmic
//! depth. Propagation is complete.
//!
//! Difference: literals that fill no group are grouped with commanders of other groups, and the
//! last four literals are written pairwise. rustsat uses groups of four and writes all its
//! commanders pairwise, which is O(n²).
//!
//! Publication: Klieber and Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV 2007.

use rustsat::types::Lit;

use super::{AtMostOne, pairwise};
use crate::essay::essay;
use crate::{Error, Meaning, Writer};

/// The row of the encoding `commander` in the table [`ALL`](super::ALL).
pub const ROW: AtMostOne = AtMostOne {
    name: "commander",
    citation: "Klieber and Kwon, Efficient CNF Encoding for Selecting 1 from N Objects, CFV 2007",
    essay: essay!("commander.rs"),
    write,
};

/// Writes that at most one literal is true. Takes the first three literals of a queue as a group
/// and adds their commander to the end of the queue, until at most four literals are left. The
/// commander is a new variable that each literal of the group implies. Writes each group and the
/// last literals pairwise. So takes no variable for at most four literals. The literals must be of
/// distinct variables. Fails if `writer` refuses a clause.
fn write(lits: &[Lit], writer: &mut Writer) -> Result<(), Error> {
    let mut waiting = lits.to_vec();
    let mut commanded = 0;
    while waiting.len() - commanded > 4 {
        let group = &waiting[commanded..commanded + 3];
        let commander = writer.defined(|| Meaning::or(group.iter().copied()));
        pairwise::write(group, writer)?;
        group.iter().try_for_each(|&lit| writer.lits(&[!lit, commander]))?;
        waiting.push(commander);
        commanded += 3;
    }
    pairwise::write(&waiting[commanded..], writer)
}

#[cfg(test)]
mod tests {
    use super::super::size;
    use super::ROW;

    #[test]
    fn is_the_published_size_without_what_at_most_one_does_not_need() {
        for n in 3..=40 {
            let (variables, clauses) = size(&ROW, n);
            assert_eq!((variables, clauses), ((n - 3) / 2, 3 * n - 6), "n = {n}");
            assert!(2 * variables <= n && 2 * (clauses + variables) <= 7 * n, "n = {n}");
        }
    }
}
