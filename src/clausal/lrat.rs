//! LRAT: clauses by numbers, each with those from which it follows, in the order in which they propagate.
//!
//! So a checker has nothing to look for, and there are verified ones. Clauses of the formula have the numbers of their
//! places in the file. Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, Efficient Certified RAT Verification, CADE
//! 2017. It is written as text.

use super::{Clause, Format};

pub(super) const FORMAT: Format = Format {
    name: "lrat",
    about: "learnt and forgotten clauses with the reasons of each, for lrat-check and cake_lpr",
    has_end: false,
    given: |_, _| {},
    learnt,
    forgotten: |text, clause, last| *text += &format!("{last} d {} 0\n", clause.number),
    left: |_, _| {},
};

fn learnt(text: &mut String, clause: &Clause, from: &[u64]) {
    *text += &format!("{} ", clause.number);
    clause.write(text);
    from.iter().for_each(|number| *text += &format!(" {number}"));
    *text += " 0\n";
}
