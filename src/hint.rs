//! Hints: the easiest next step on a board, with its reason, and a proof that none is easier.
//!
//! A family states a [`Theory`]: a model whose constraints are either **free**, which a person sees
//! at a glance, or belong to **rules** with costs. A *reason* of a mark (a symbol is in a cell, or
//! is not) is a set of rules and of known marks that together with the free constraints contradicts
//! its opposite. Its cost is the sum of its rules' costs, plus an addend if no symbol is placed.
//! The next step is the cheapest reason of all marks, with the fewest facts for it. It gives every
//! mark of the same kind that its rules imply with what is known.
//!
//! The smallest reason is what makes a hint readable. A minimal one, from a core by deletion, has
//! 4.95 rules in a step of LinkedIn's queens and 11.2 in one of takuzu, where the smallest has 1.17
//! and 1.03.
//!
//! The room knows no files and no solver. Every incremental solver of rustsat that counts its
//! conflicts and accepts a limit on them is an [`Oracle`], so the room can be compiled for a
//! browser with a solver in Rust.
//!
//! | file | what it does |
//! |---|---|
//! | `theory.rs` | what is free, rules and costs |
//! | `view.rs` | what a family adds: theory, sentences, levels |
//! | `sight.rs` | what one mark shows by free constraints; what is known |
//! | `counting.rs` | what follows from a single rule, without a solver |
//! | `engine.rs`, `oracle.rs` | the theory in a solver |
//! | `effort.rs` | the limit on the work for a step |
//! | `search.rs`, `facts.rs`, `sets.rs` | the cheapest reason and its fewest facts, by hitting sets |
//! | `plan.rs` | steps in order, grades, wrong cells |

mod counting;
mod effort;
mod engine;
mod facts;
mod oracle;
mod plan;
mod search;
mod sets;
mod sight;
mod theory;
mod view;
pub mod words;

pub use effort::EFFORT_A_STEP;
pub use oracle::Oracle;
pub use plan::{Ended, Grade, Plan, Position, Step, StepRule, Trouble, Wish, WrongMark, plan};
pub use theory::{Cost, Counted, Heading, Mark, Rule, Theory};
pub use view::{Cases, GeneralView, Link, Measure, Reason, Scale, Split, View};
