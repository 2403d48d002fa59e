//! quarrel compiles grid puzzles to SAT: it solves them, proves their optima, and shows them.
//!
//! There is one way through the house. A board text is parsed by a room ([`puzzles`]) into a
//! [`puzzle::Puzzle`]; the puzzle states itself as a [`model::Model`], in the words of a paper;
//! [`deduce`] says what follows from it without search, [`symmetry`] breaks its symmetries;
//! [`encode`] writes the model in clauses with the encodings of the user's choice; [`solver`] has
//! the solver; [`search`] asks it for an answer, an optimum, or every answer; the room decodes
//! and checks the answer by the rules; [`picture`] draws it. [`export`] writes a model for other
//! solvers, and reads what they answer.
//!
//! Arrows run one way: [`cli`] → [`search`], [`export`] → [`prepare`] → [`family`] → [`puzzle`] →
//! [`model`] → `quarrel_encodings` → rustsat. [`board`], [`exchange`], [`grid`], [`source`],
//! [`picture`], [`process`] and [`stop`] know nobody.

pub mod belief;
pub mod board;
pub mod bounds;
pub mod cli;
pub mod compare;
pub mod deduce;
pub mod draft;
pub mod encode;
pub mod exchange;
pub mod export;
pub mod family;
pub mod grid;
pub mod model;
pub mod picture;
pub mod prepare;
pub mod process;
pub mod puzzle;
pub mod puzzles;
pub mod search;
pub mod solver;
pub mod source;
pub mod stop;
pub mod symmetry;
