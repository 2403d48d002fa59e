//! The separators for rows of a model, one file each.

pub mod cliques;
pub mod mir;
