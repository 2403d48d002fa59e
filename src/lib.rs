//! quarrel compiles grid puzzles to SAT: it solves them, proves their optima, and shows them.

pub mod board;
pub mod encode;
pub mod model;
pub mod picture;
pub mod solver;
pub mod source;
