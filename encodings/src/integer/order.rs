//! The order encoding: a literal "x ≥ k" for each value k above the least one.
//!
//! Each literal implies the one before it. A bound of the integer is one literal, and in a sum the
//! integer is one term whose weight grows with its literals. An integer from 0 to n takes n
//! variables and n − 1 clauses.
//!
//! If the integer has binary digits, they are tied to the order literals: the digit i has one value
//! between two neighbouring multiples of 2^i, which is one clause with up to three literals. These
//! are at most 2n + log n clauses.
//!
//! Publication: Crawford and Baker, Experimental Results on the Application of Satisfiability
//! Algorithms to Scheduling Problems, AAAI 1994; sums: Tamura, Taga, Kitagawa and Banbara, Compiling
//! Finite Linear CSP into SAT, Constraints 14, 2009.

use super::{IntegerEncoding, MOST_VALUES};
use crate::essay::essay;

/// The row of the encoding `order` in the table [`ALL`](super::ALL).
pub const ROW: IntegerEncoding = IntegerEncoding {
    name: "order",
    citation: "Crawford and Baker, Experimental Results on the Application of Satisfiability Algorithms to Scheduling Problems, AAAI 1994; sums: Tamura, Taga, Kitagawa and Banbara, Compiling Finite Linear CSP into SAT, Constraints 14, 2009",
    essay: essay!("order.rs"),
    most: MOST_VALUES,
    write: |integer, writer| integer.write_order(writer),
};
