//! Linear constraints over variables that are 0 or 1. The modules have terms, sums, rows, and the
//! arithmetic of cutting planes.
//!
//! A [`Row`] compares a [`Sum`] of weighted atoms with a bound. The atoms are the literals of a
//! model or of a file, or the columns of a linear program; weights have 64 bits, 128 bits or any
//! length. The steps in [`normal`] simplify rows. Models, readers of files, symmetries and
//! encodings apply these steps in different orders, and each order gives a different formula.
//!
//! An [`Inequality`] is a row in normal form. Proofs and linear programs derive new inequalities
//! from given ones. Sums modulo 2 are rows of [`Bits`].

mod bits;
mod inequality;
pub mod normal;
mod row;
mod term;

pub use quarrel_encodings::Relation;

pub use bits::{Bits, places};
pub use inequality::Inequality;
pub use row::{Row, Sum};
pub use term::{Literal, Term};
