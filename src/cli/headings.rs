//! The headings under which the help of a command groups its options. Groups for beginners come
//! first.

/// The heading of options that choose the puzzle.
pub const PUZZLE: &str = "The puzzle";
/// The heading of options that are part of the question.
pub const QUESTION: &str = "What is asked";
/// The heading of options for the target and the form of the result.
pub const OUTPUT: &str = "Output";
/// The heading of options that end the work early.
pub const LIMITS: &str = "Limits";
/// The heading of options for the model of the puzzle and its clauses.
pub const ENCODINGS: &str = "How it is stated and encoded";
/// The heading of options for the search and its solver.
pub const SEARCH: &str = "How it is solved";
/// The heading of options for the runs of a comparison and the tasks of a plan.
pub const RUNS: &str = "Runs";
