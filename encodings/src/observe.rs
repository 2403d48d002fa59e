//! The structure that those who derive clauses hear about.

pub(crate) mod network;

pub use network::{Sequence, SortedMerge, SortingNetwork, Which, Wire, WireSource};
