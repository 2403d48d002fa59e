//! Observers of encodings. What an observer receives suffices to derive a proof of the clauses.
//!
//! The observer of a collector receives the meaning of each fresh variable and the value of each
//! wire of a sorting network. It receives them before the clauses that depend on the variable or
//! wire. So one way to derive clauses serves every encoding.

use std::sync::Arc;

use rustsat::types::Lit;

use crate::{Meaning, Signal};

pub(crate) mod network;

pub use network::{ComparatorOutput, Sequence, SortedMerge, SortingNetwork, Wire, WireSource};

/// An observer of an encoding. A collector gives access to it by
/// [`Collect::observer`](crate::Collect::observer).
pub trait Observe {
    /// Records the index of the constraint to which the next clauses belong, or `None` if they
    /// belong to several constraints. The caller of the encodings calls this method; the encodings
    /// do not.
    fn constraint(&mut self, _index: Option<usize>) {}

    /// Records the meaning of a fresh variable, before its first clause.
    fn define(&mut self, variable: Lit, meaning: Meaning);

    /// Records an integer from 0 to `largest` twice: before the clauses of an encoding of integers,
    /// without order literals, and after them. A list of literals is empty if the integer has no such
    /// view.
    fn integer(&mut self, _largest: u64, _digits: &[Lit], _order: &[Lit]) {}

    /// Records the value of a wire in a sorting network. The wires on which this wire depends are
    /// recorded before it.
    fn wire(&mut self, _network: &Arc<SortingNetwork>, _wire: Wire, _value: WireValue) {}
}

/// The value of a wire in a sorting network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireValue {
    /// The wire has the value of a signal.
    Signal(Signal),
    /// A promised bound fixes the value of the wire. The clauses that state this value are
    /// collected after the call.
    Fixed {
        /// The value that the promised bound fixes.
        value: bool,
        /// The two inputs of the wire's comparator.
        inputs: [Signal; 2],
    },
}
