//! CNF encodings of at-most-one, cardinality, pseudo-Boolean and parity constraints, in tables.
//!
//! rustsat's encodings are types that implement traits, and the traits are not object-safe. So a
//! choice that the user makes becomes a type parameter of every function. Here each encoding is a
//! row of a table: a name, a citation, an essay and a function. A solver, rustsat's `Cnf` or
//! `SatInstance`, or [`Clauses`] collects the clauses. [`Encoder`], [`WeightedEncoder`] and
//! [`AtMostOneEncoder`] offer the encodings through rustsat's own traits, and [`encode_instance`]
//! writes an instance of rustsat.
//!
//! ```
//! use quarrel_encodings::{Parity, Relation, at_most_one, cardinality, parity};
//! use rustsat::instances::BasicVarManager;
//! use rustsat::solvers::{Solve, SolverResult};
//! use rustsat::types::{Lit, TernaryVal, Var};
//! use rustsat_cadical::CaDiCaL;
//!
//! // Of ten literals, exactly three are true, at most one of the first five is true,
//! // and an odd number of the last six is true.
//! let lits: Vec<Lit> = (0..10).map(Lit::positive).collect();
//! let mut solver = CaDiCaL::default();
//! let mut variables = BasicVarManager::from_next_free(Var::new(10));
//! let ladder = at_most_one::by_name("ladder").expect("a row of the table");
//! ladder.encode(&lits[..5], &mut solver, &mut variables)?;
//! cardinality::totalizer::ROW.encode(&lits, Relation::Exactly, 3, &mut solver, &mut variables)?;
//! parity::chain::CUT_4.encode(&lits[4..], Parity::Odd, &mut solver, &mut variables)?;
//!
//! assert_eq!(solver.solve()?, SolverResult::Sat);
//! let solution = solver.full_solution()?;
//! let is_true = |lit: &&Lit| solution.lit_value(**lit) == TernaryVal::True;
//! let count = |lits: &[Lit]| lits.iter().filter(is_true).count();
//! assert_eq!(count(&lits), 3);
//! assert!(count(&lits[..5]) <= 1);
//! assert_eq!(count(&lits[4..]) % 2, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The tables are [`at_most_one::ALL`], [`cardinality::ALL`], [`parity::ALL`], for sums of weights
//! [`pseudo_boolean::ALL`], and for integers [`integer::ALL`]. The page of an encoding's module, such as
//! [`at_most_one::ladder`] or [`cardinality::totalizer`], describes construction, size, propagation
//! and publication. A new encoding is one file and one line in its table. The crate depends on
//! rustsat, `thiserror` and, optionally, `serde`.
//!
//! # Features
//!
//! The feature `serde` is off by default. It reads and writes encodings by name, and derives
//! `Serialize` and `Deserialize` for data: relations, sizes and measurements.

pub mod at_most_one;
pub mod cardinality;
mod collect;
mod encoder;
mod error;
mod essay;
mod forecast;
pub mod integer;
mod meaning;
pub mod measure;
pub mod observe;
pub mod parity;
pub mod pseudo_boolean;
mod relation;
#[cfg(feature = "serde")]
mod rows;
mod signal;
mod size;
mod term;
mod total;
mod writer;

/// The version of rustsat that this crate uses.
pub use rustsat;

pub use collect::{Clauses, Collect, Tally};
pub use encoder::{AtMostOneEncoder, Encoder, WeightedEncoder, encode_instance};
pub use error::Error;
pub use forecast::{Budget, Forecast};
pub use meaning::Meaning;
pub use parity::Parity;
pub use relation::Relation;
pub use signal::Signal;
pub use size::Size;
pub use total::{Bound, Total};
pub use writer::Writer;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
