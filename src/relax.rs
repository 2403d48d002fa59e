//! Relaxations: what a model's objective can be at most, found without a search through its clauses.
//!
//! A relaxation forgets most of a model and solves what is left exactly. It looks at the model's
//! statements, never at the family's name, and so serves every puzzle whose model has the structure.

pub mod exclusion;
