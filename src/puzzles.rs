//! The list of the families: one line each.

use crate::family::Family;

pub mod abbott_window;
pub mod abc_path;
pub mod armies;
pub mod gunport;
pub mod queens;
pub mod three_in_a_row;

/// Every family, in the order in which they are listed.
pub static FAMILIES: &[&Family] = &[
    &abbott_window::FAMILY,
    &three_in_a_row::FAMILY,
    &abc_path::FAMILY,
    &queens::FAMILY,
    &gunport::FAMILY,
    &armies::FAMILY,
];
