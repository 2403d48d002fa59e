//! Boards as one list of cells, row after row: `{"width": 2, "height": 2, "cells": [1, 1, 2, 2]}`.
//!
//! In an array of strings, a string can also be a row. The strings are cells in two cases: their
//! number is the number of cells of the board; or the size is unknown, and the strings look like
//! cells ([`are_single`]).

use std::collections::HashSet;

use serde_json::value::RawValue;

use super::super::pieces::glyph_indices;
use super::super::{Refusal, Source, Spanned, format_count};
use super::cells::elements;
use super::{cell, kind, value_span};

/// If strings differ in length, the smallest number of strings that are read as cells, and not as
/// rows.
const LEAST_NAMES: usize = 9;

/// Splits a list of all cells into rows. `size` is the number of rows and of columns, if known.
/// `has_members` says whether the list is in an object, whose other members could state the size.
/// Returns `None` if the value is no array, or if it consists of rows (by the rule at the top of
/// this file). Also returns `None` if it has fewer than two elements, or an element that is no
/// cell.
///
/// # Errors
///
/// If the list has another number of cells than the board, or the size is unknown.
pub(super) fn rows(
    source: &Source,
    member: &RawValue,
    size: Option<[usize; 2]>,
    has_members: bool,
) -> Result<Option<Vec<Vec<Spanned<String>>>>, Refusal> {
    let all = elements(member).unwrap_or_default();
    let Some(cells) = all.iter().map(|one| cell(source, one).ok()).collect::<Option<Vec<_>>>()
    else {
        return Ok(None);
    };
    let has_strings = all.iter().any(|one| kind(one) == "a string");
    let fits = |[height, width]: [usize; 2]| height.checked_mul(width) == Some(cells.len());
    let are_rows = has_strings
        && match size {
            Some([height, _]) if cells.len() == height => true,
            Some(size) => !fits(size) && !are_single(&cells),
            None => cells.len().isqrt().pow(2) != cells.len() || !are_single(&cells),
        };
    if cells.len() < 2 || are_rows {
        return Ok(None);
    }
    let expected = match size {
        Some([_, width]) if size.is_some_and(fits) => {
            return Ok(Some(cells.chunks(width).map(<[_]>::to_vec).collect()));
        }
        Some([height, width]) => {
            format!("{} of {}", format_count(height, "row"), format_count(width, "cell"))
        }
        None if has_members => {
            "an array for each row, or `\"width\"` and `\"height\"` beside the list".to_owned()
        }
        None => "an array for each row, or --size RxC".to_owned(),
    };
    let found = format!("a list of {}", format_count(cells.len(), "cell"));
    Err(Refusal::new(found, expected).with_span(source, value_span(source, member)))
}

/// Returns whether strings look like single cells, not like rows. They do in two cases. Each string
/// has at most one character. Or there are at least [`LEAST_NAMES`] strings, they differ in length,
/// and at most half of them are distinct.
fn are_single(cells: &[Spanned<String>]) -> bool {
    let lengths: HashSet<usize> =
        cells.iter().map(|one| glyph_indices(&one.value).count()).collect();
    let names: HashSet<&str> = cells.iter().map(|one| one.value.as_str()).collect();
    lengths.iter().all(|&length| length <= 1)
        || lengths.len() > 1 && cells.len() >= LEAST_NAMES && 2 * names.len() <= cells.len()
}
