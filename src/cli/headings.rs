//! The groups in which help lists the options of a verb, the beginner's first.

/// Which puzzle is meant.
pub const PUZZLE: &str = "The puzzle";
/// What is asked of it.
pub const QUESTION: &str = "What is asked";
/// Where the answer goes, and how it looks.
pub const OUTPUT: &str = "Output";
/// When to stop.
pub const LIMITS: &str = "Limits";
/// How the puzzle is stated and written in clauses.
pub const ENCODINGS: &str = "How it is stated and encoded";
/// How it is solved.
pub const SEARCH: &str = "How it is solved";
/// How often runs are made, and in which order.
pub const RUNS: &str = "Runs";
