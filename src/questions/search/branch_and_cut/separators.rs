//! The separators for rows of a model, one file each.

pub mod mir;
