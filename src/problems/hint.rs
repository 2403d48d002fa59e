//! Hints: the easiest next step on a board, with its reason, and a proof that no step is easier.
//!
//! A puzzle family states a [`Theory`]: a model with two kinds of constraints. **Free** constraints
//! belong to no rule: a person sees them at a glance, so a hint may use them without naming them.
//! All other constraints belong to **rules**, which have costs.
//!
//! A *mark* states that a symbol is in a cell, or that it is not. A *reason* of a mark consists of
//! rules and of *facts*, which are marks that are known already. Together with the free
//! constraints, the rules and facts contradict the opposite of the mark. The cost of a reason is
//! the sum of the costs of its rules; a constant is added if the mark excludes a symbol. The next
//! step is the cheapest reason that any mark has. Of equally cheap reasons, it is one with the
//! fewest facts. The step also gives all other marks of the same kind (placing a symbol or
//! excluding one) that follow from the rules of this reason and the known marks.
//!
//! Few rules make a hint readable. The smallest reason of a step has 1.17 rules on average in
//! LinkedIn's queens and 1.03 in takuzu. A reason that is only minimal, found by removing rules
//! from a core of the solver, has 4.95 and 11.2.
//!
//! An [`Oracle`] can be any incremental solver of rustsat, if it counts its conflicts and accepts a
//! limit on conflicts. The module uses no files. So it can be compiled for a browser, with a solver
//! in Rust.

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
