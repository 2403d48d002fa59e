//! Both views: the literals "x ≥ k" of the order encoding, and the literals "x = k" of the direct
//! encoding, tied together.
//!
//! A value's literal is true if and only if the integer is at least this value and not at least the
//! next one: three clauses for each value. Inequalities use the order literals, and equations the
//! values.
//!
//! Publication: Ansótegui and Manyà, Mapping Problems with Finite-Domain Variables into Problems
//! with Boolean Variables, SAT 2004.

use super::{IntegerEncoding, MOST_VALUES};
use crate::essay::essay;

/// The row of the encoding `order-and-direct` in the table [`ALL`](super::ALL).
pub const ROW: IntegerEncoding = IntegerEncoding {
    name: "order-and-direct",
    citation: "Ansótegui and Manyà, Mapping Problems with Finite-Domain Variables into Problems with Boolean Variables, SAT 2004",
    essay: essay!("order_and_direct.rs"),
    most: MOST_VALUES,
    write: |integer, writer| {
        integer.write_order(writer)?;
        integer.write_direct(writer)
    },
};
