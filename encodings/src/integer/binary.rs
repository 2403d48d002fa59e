//! The binary encoding: the digits of x in base 2, the lowest one first.
//!
//! An integer from 0 to n takes log n variables. One clause for each digit 0 of n keeps the digits
//! at most n: not both this digit and all digits 1 above it are true. In a sum, each digit is a term
//! of its own. So the encoding is small for all ranges, but a sum of such integers propagates least.
//!
//! Publication: Iwama and Miyazaki, SAT-Variable Complexity of Hard Combinatorial Problems, IFIP
//! 1994; sums: Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal
//! Form, Information Processing Letters 68, 1998.

use super::IntegerEncoding;
use crate::essay::essay;

/// The row of the encoding `binary` in the table [`ALL`](super::ALL).
pub const ROW: IntegerEncoding = IntegerEncoding {
    name: "binary",
    citation: "Iwama and Miyazaki, SAT-Variable Complexity of Hard Combinatorial Problems, IFIP 1994; sums: Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal Form, Information Processing Letters 68, 1998",
    essay: essay!("binary.rs"),
    most: u64::MAX,
    write: |integer, writer| integer.write_digits(writer),
};
