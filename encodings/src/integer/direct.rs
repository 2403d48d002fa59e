//! The direct encoding: a literal "x = k" for each value k, of which exactly one is true.
//!
//! A single value is one literal, as an equation or a table needs it. In a sum, the integer is one
//! term, an at-most-one group whose literals weigh their values. Without binary digits, an
//! at-most-one, pairwise for up to six values and otherwise of the encoding
//! [`ladder`](crate::at_most_one::ladder), and one clause tie the values together. With binary
//! digits, each value implies its digits, which is an at-most-one, too: n log n clauses with two
//! literals for n values.
//!
//! Publication: de Kleer, A Comparison of ATMS and CSP Techniques, IJCAI 1989; Walsh, SAT v CSP,
//! CP 2000.

use super::{IntegerEncoding, MOST_VALUES};
use crate::essay::essay;

/// The row of the encoding `direct` in the table [`ALL`](super::ALL).
pub const ROW: IntegerEncoding = IntegerEncoding {
    name: "direct",
    citation: "de Kleer, A Comparison of ATMS and CSP Techniques, IJCAI 1989; Walsh, SAT v CSP, CP 2000",
    essay: essay!("direct.rs"),
    most: MOST_VALUES,
    write: |integer, writer| integer.write_direct(writer),
};
