//! Hints: the easiest next step on a board, with its reason, and a proof that none is easier.
//!
//! A puzzle family states a [`Theory`]: a model with two kinds of constraints. **Free** constraints
//! are those that a person sees at a glance. All others belong to **rules**, which have costs.
//!
//! A *mark* states that a symbol is in a cell, or that it is not. A *reason* of a mark is a set of
//! rules and of known marks, its *facts*. Together with the free constraints, the rules and facts
//! contradict the opposite of the mark. The cost of a reason is the sum of the costs of its rules,
//! plus an addend if the mark places no symbol. The next step is the cheapest reason of all marks,
//! with the fewest facts. It gives every mark of the same kind (placing a symbol or excluding one)
//! that its rules and the known marks imply.
//!
//! The smallest reason makes a hint readable: it has 1.17 rules in a step of LinkedIn's queens and
//! 1.03 in a step of takuzu. A minimal reason, from a core by deletion, has 4.95 and 11.2.
//!
//! Every incremental solver of rustsat that counts its conflicts and accepts a limit on them is an
//! [`Oracle`]. So the module, which uses no files, can be compiled for a browser with a solver in
//! Rust.

mod argument;
mod counting;
mod ease;
mod effort;
mod engine;
mod facts;
mod oracle;
mod plan;
mod reason;
mod search;
mod sets;
mod sight;
mod theory;
mod view;
pub mod words;

pub use argument::{Argument, Cases, Link};
pub use effort::EFFORT_A_STEP;
pub use oracle::Oracle;
pub use plan::{Grade, HintError, Plan, PlanEnd, Position, Step, StepRule, Wish, WrongMark, plan};
pub use reason::Reason;
pub use theory::{Cost, CountingStrength, Heading, Mark, Rule, Theory};
pub use view::{Level, Scale, Technique, View};
