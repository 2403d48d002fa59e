//! The list of families. The module of a puzzle defines the family of this puzzle. The family of
//! model files is [`written::FAMILY`].

use crate::family::Family;
use crate::written;

pub mod abbott_window;
pub mod abc_path;
pub mod armies;
pub mod gunport;
pub mod queens;
pub mod three_in_a_row;

/// All families, in the order in which they are listed: first the families of puzzles, then the
/// family of model files.
pub static FAMILIES: &[&Family] = &[
    &abbott_window::FAMILY,
    &three_in_a_row::FAMILY,
    &abc_path::FAMILY,
    &queens::FAMILY,
    &gunport::FAMILY,
    &armies::FAMILY,
    &written::FAMILY,
];

/// All families but the last, which is for model files.
pub static PUZZLES: &[&Family] = match FAMILIES.split_last() {
    Some((_, puzzles)) => puzzles,
    None => &[],
};

/// Returns a board on which all cells are open.
#[cfg(all(test, feature = "records"))]
pub(crate) fn open_board(
    name: &str,
    (rows, columns): (usize, usize),
    variants: &[(&str, Option<usize>)],
) -> crate::puzzle::BoardProblem {
    let owned = variants.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let size = crate::board::Size::new(rows, columns).ok();
    let request = crate::puzzle::Request { size, variants: owned, ..Default::default() };
    let family = crate::family::find_family(FAMILIES, name).expect("a family");
    family.open(&request).expect("an open board").into_puzzle().expect("a family with boards")
}

/// Returns the model of a board on which all cells are open, by default in the first formulation.
#[cfg(all(test, feature = "records"))]
pub(crate) fn open_model(
    name: &str,
    size: (usize, usize),
    variants: &[(&str, Option<usize>)],
    formulation: Option<&str>,
) -> crate::model::Model {
    let family = crate::family::find_family(FAMILIES, name).expect("a family");
    let formulation = family.formulation(formulation).expect("a formulation");
    open_board(name, size, variants).model(formulation).for_value(0)
}
