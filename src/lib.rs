//! quarrel compiles grid puzzles to SAT: it solves them, proves their optima, and shows them.

pub mod board;
pub mod encode;
pub mod family;
pub mod model;
pub mod picture;
pub mod puzzle;
pub mod puzzles;
pub mod search;
pub mod solver;
pub mod source;
