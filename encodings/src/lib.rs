//! CNF encodings of at-most-one, cardinality and parity constraints, as tables one can walk.
//!
//! rustsat's encodings are types behind traits that are not object-safe, so a program that lets its
//! user choose one carries a type parameter through every function. Here each encoding is a row of
//! a table: a name, a citation and a function. A caller looks a row up by its name, and calls it;
//! [`Clauses`] or a `Cnf` of rustsat collects what it writes. Where the type is known, [`Encoder`]
//! puts a cardinality encoding behind rustsat's own traits.
//!
//! ```
//! use quarrel_encodings::{Clauses, at_most_one};
//! use rustsat::{instances::{BasicVarManager, ManageVars}, lit, var};
//!
//! let mut variables = BasicVarManager::default();
//! variables.increase_next_free(var![3]);
//! let mut clauses = Clauses::new();
//! let ladder = at_most_one::named("ladder").expect("a row of the table");
//! ladder.encode(&[lit![0], lit![1], lit![2]], &mut clauses, &mut variables)?;
//! assert!(!clauses.is_empty());
//! # Ok::<(), quarrel_encodings::Refusal>(())
//! ```
//!
//! The three tables are [`at_most_one::ALL`], [`cardinality::ALL`] and [`parity::ALL`]. A new
//! encoding is one file and one line in its table. The crate needs rustsat alone and knows nothing
//! of puzzles, models or solvers.

pub mod at_most_one;
pub mod cardinality;
mod collect;
mod encoder;
pub mod measure;
pub mod parity;
mod writer;

pub use collect::{Clauses, Collect, Tally};
pub use encoder::Encoder;
pub use writer::{Signal, Writer};

/// Why an encoding did not write a constraint.
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The encoding has no form for this relation or bound.
    #[error("the {encoding} encoding has no form for {constraint}")]
    NoForm {
        /// The encoding's name in its table.
        encoding: &'static str,
        /// The constraint that was asked for.
        constraint: String,
    },
    /// Whoever collects the clauses wants no more of them.
    #[error("the clauses were not wanted any more")]
    Stopped,
    /// The clauses do not fit into memory.
    #[error("out of memory while writing clauses")]
    OutOfMemory,
}

impl From<rustsat::OutOfMemory> for Refusal {
    fn from(_: rustsat::OutOfMemory) -> Self {
        Refusal::OutOfMemory
    }
}

/// The examples of the crate's README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
