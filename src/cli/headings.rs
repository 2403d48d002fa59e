//! The groups of options in the help of a verb, those for beginners first.

pub const PUZZLE: &str = "The puzzle";
pub const QUESTION: &str = "What is asked";
pub const OUTPUT: &str = "Output";
pub const LIMITS: &str = "Limits";
pub const ENCODINGS: &str = "How it is stated and encoded";
pub const SEARCH: &str = "How it is solved";
pub const RUNS: &str = "Runs";
