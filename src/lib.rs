//! quarrel compiles grid puzzles to SAT: it solves them, proves their optima, and shows them.

pub mod picture;
pub mod source;
