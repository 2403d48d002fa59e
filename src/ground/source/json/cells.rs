//! Cells by coordinates in JSON: single cells, lists of cells, signs between cells.
//!
//! - *A cell*: `[0, 3]`, `"0,3"`, `"r1c4"`, `{"row": 0, "col": 3}` (or `r` and `c`, `i` and `j`,
//!   `y` and `x`), or an object that has such a cell as its member `cell`, `pos` or the like.
//! - *A cell with its symbol*: `[0, 3, "M"]`, `[[0, 3], "M"]`, `{"row": 0, "col": 3, "value": 1}`,
//!   or a member `"0,3": "M"`.
//! - *Regions*: lists of cells, with names (`{"a": [[0, 0]]}`, `[{"id": 1, "cells": [[0, 0]]}]`) or
//!   without (`[[[0, 0], [0, 1]], …]`).
//! - *A sign between cells*: `[[0, 0], [0, 1], "="]`, `[0, 0, 0, 1, "x"]`,
//!   `{"r1": 0, "c1": 0, "r2": 0, "c2": 1, "type": "same"}`,
//!   `{"cells": [[0, 0], [0, 1]], "sign": "="}`,
//!   `{"row": 0, "col": 0, "direction": "right", "sign": "="}`, or pairs of cells in a list whose
//!   key is the sign.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::value::RawValue;

use super::super::pieces::is_digits;
use super::super::placed::{Place, Statement, sign};
use super::{Refusal, Source, Spanned, kind, quote, value_span};

/// Pairs of keys, in lower case: a key of a cell's row, and the matching key of its column.
const COORDINATES: [[&str; 2]; 8] = [
    ["row", "col"],
    ["row", "column"],
    ["r", "c"],
    ["i", "j"],
    ["y", "x"],
    ["rowindex", "colindex"],
    ["row_index", "col_index"],
    ["rowidx", "colidx"],
];

/// Keys of a cell within an object, in lower case.
const CELL: &[&str] =
    &["cell", "pos", "position", "at", "coord", "coords", "coordinate", "coordinates", "location"];

/// Keys of the region of a cell, in lower case. The first of these keys that an object has states
/// the region.
const REGION: &[&str] = &[
    "region",
    "regionid",
    "region_id",
    "area",
    "sector",
    "zone",
    "group",
    "color",
    "colour",
    "id",
];

/// Keys of the symbol of a cell, in lower case. The first of these keys that an object has states
/// the symbol.
const SYMBOL: &[&str] =
    &["symbol", "value", "val", "v", "state", "content", "piece", "type", "kind"];

/// Keys of a sign between two cells, in lower case.
const SIGN: &[&str] = &[
    "sign",
    "type",
    "kind",
    "relation",
    "rel",
    "symbol",
    "op",
    "operator",
    "constraint",
    "value",
    "edge",
    "wall",
    "clue",
];

/// Keys of a list of cells, in lower case.
const LIST: &[&str] = &[
    "cells",
    "squares",
    "tiles",
    "positions",
    "coords",
    "coordinates",
    "points",
    "members",
    "locations",
    "fields",
];

/// Keys of a region's name, in lower case.
const NAME: &[&str] = &["name", "id", "label", "region", "letter", "color", "colour", "key"];

/// Returns the elements of an array. Returns `None` for other values.
pub(super) fn elements(value: &RawValue) -> Option<Vec<&RawValue>> {
    (kind(value) == "an array").then(|| serde_json::from_str(value.get()).ok())?
}

/// Returns the members of an object with keys in lower case. Returns `None` for other values, and
/// for an object in which two keys are equal if they are written in lower case.
fn lowercase_members(value: &RawValue) -> Option<BTreeMap<String, &RawValue>> {
    let super::Members(all) = members(value)?;
    let number = all.len();
    let lower: BTreeMap<_, _> =
        all.into_iter().map(|(key, one)| (key.to_lowercase(), one)).collect();
    (lower.len() == number).then_some(lower)
}

/// Returns the members of an object in the order of the text. Returns `None` for other values.
pub(super) fn members(value: &RawValue) -> Option<super::Members<'_>> {
    (kind(value) == "an object").then(|| serde_json::from_str(value.get()).ok())?
}

fn number(value: &RawValue) -> Option<usize> {
    (kind(value) == "an integer").then(|| value.get().parse().ok())?
}

/// Returns the text of an integer, a string or a truth value, without white space around it. `null`
/// and the words `empty`, `blank` and `none`, in lower case, become the empty text, which means an
/// open cell. Returns `None` for other values, including a number with a fraction or exponent.
pub(super) fn scalar(source: &Source, value: &RawValue) -> Option<Spanned<String>> {
    let text = match kind(value) {
        "a string" => serde_json::from_str(value.get()).ok()?,
        "an integer" | "a Boolean" => value.get().to_owned(),
        "null" => String::new(),
        _ => return None,
    };
    let value_of = |text: &str| match text.trim() {
        "empty" | "blank" | "none" => String::new(),
        other => other.to_owned(),
    };
    Some(Spanned { value: value_of(&text), span: value_span(source, value) })
}

/// Reads a cell in one of the forms at the top of this file. Returns `None` if the value has none
/// of these forms, or if a row or column is negative or too large. Row and column are as written;
/// only `"r1c4"` states that they count from 1.
pub(super) fn cell(source: &Source, value: &RawValue) -> Option<Place> {
    let full_span = value_span(source, value);
    let place = |row, column| Place { row, column, span: full_span.clone(), first: None };
    match kind(value) {
        "an array" => match elements(value)?.as_slice() {
            [row, column] => Some(place(number(row)?, number(column)?)),
            _ => None,
        },
        "a string" => parse_cell(&serde_json::from_str::<String>(value.get()).ok()?)
            .map(|(row, column, first)| Place { row, column, span: full_span.clone(), first }),
        "an object" => cell_in_members(source, value, &lowercase_members(value)?),
        _ => None,
    }
}

/// Reads an object that is a cell, or that has a cell as one of its members with a key in `CELL`.
/// If the object itself has a row and a column, its other members are not read; several pairs of a
/// row and a column count as none. `members` are the members of `value`, with keys in lower case.
/// Returns `None` if there is no cell, or if several members have a key in `CELL`. An inner object
/// must have the row and the column itself.
fn cell_in_members(
    source: &Source,
    value: &RawValue,
    members: &BTreeMap<String, &RawValue>,
) -> Option<Place> {
    if let Some(place) = coordinates(source, value, members) {
        return Some(place);
    }
    // An inner object is not searched for a further inner object, so deep nesting costs no stack.
    let mut inner = CELL.iter().filter_map(|key| members.get(*key));
    let place = match inner.next()? {
        object if kind(object) == "an object" => {
            coordinates(source, object, &lowercase_members(object)?)
        }
        other => cell(source, other),
    };
    inner.next().is_none().then_some(place)?
}

/// Reads the members of an object that are a row and a column, with keys in [`COORDINATES`].
/// `members` has keys in lower case; `value` is the object, whose position is that of the cell. The
/// numbers must be whole numbers from 0 on. Returns `None` if there is no such pair of members, or
/// if there are several.
fn coordinates(
    source: &Source,
    value: &RawValue,
    members: &BTreeMap<String, &RawValue>,
) -> Option<Place> {
    let mut found = COORDINATES.iter().filter_map(|[row, column]| {
        let (row, column) = (number(members.get(*row)?)?, number(members.get(*column)?)?);
        Some(Place { row, column, span: value_span(source, value), first: None })
    });
    let place = found.next()?;
    found.next().is_none().then_some(place)
}

/// Reads a cell such as `0,3`, `(0, 3)`, `[0,3]` or `r1c4`. Returns its row and its column, as
/// written, and the number of the first row and column. This number is 1 for `r1c4`; otherwise it
/// is not known, and is `None`. `r` and `c` can be capitals, and white space around a number does
/// not count. Returns `None` for another text, and if a number is too large.
pub(super) fn parse_cell(text: &str) -> Option<(usize, usize, Option<usize>)> {
    let text = text.trim();
    let digits = |text: &str| {
        let text = text.trim();
        is_digits(text).then(|| text.parse().ok())?
    };
    if let Some((row, column)) =
        text.strip_prefix(['r', 'R']).and_then(|t| t.split_once(['c', 'C']))
    {
        return Some((digits(row)?, digits(column)?, Some(1)));
    }
    let inside = [('(', ')'), ('[', ']')]
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close))
        .unwrap_or(text);
    let (row, column) = inside.split_once(',')?;
    Some((digits(row)?, digits(column)?, None))
}

/// Reads a list of cells. Returns `None` if the list is empty, an element is no cell, or the value
/// is no list.
pub(super) fn read_cells(source: &Source, value: &RawValue) -> Option<Vec<Place>> {
    let cells = elements(value)?;
    let places: Option<Vec<Place>> = cells.iter().map(|one| cell(source, one)).collect();
    places.filter(|cells| !cells.is_empty())
}

/// A cell with its symbol or region.
pub(super) type PlacedValue = (Place, Spanned<String>);

/// Reads a cell with its symbol or region: an array of a row, a column and a symbol; an array of a
/// cell and a symbol; or an object with a cell and a member whose key is in `SYMBOL` or `REGION`.
/// The symbol or region must be one that [`scalar`] reads. Returns `None` for every other value. An
/// object can have both a region and a symbol: then the region is read if the board is
/// `of_regions`, and otherwise the symbol. If it has one of the two, this one is read.
pub(super) fn read_placed_value(
    source: &Source,
    value: &RawValue,
    of_regions: bool,
) -> Option<PlacedValue> {
    match kind(value) {
        "an array" => match elements(value)?.as_slice() {
            [at, symbol] if kind(at) != "an integer" => {
                Some((cell(source, at)?, scalar(source, symbol)?))
            }
            [row, column, symbol] => {
                let place = Place {
                    row: number(row)?,
                    column: number(column)?,
                    span: value_span(source, value),
                    first: None,
                };
                Some((place, scalar(source, symbol)?))
            }
            _ => None,
        },
        "an object" => {
            let members = lowercase_members(value)?;
            let keys = if of_regions { [REGION, SYMBOL] } else { [SYMBOL, REGION] };
            let symbol = keys.into_iter().flatten().find_map(|key| members.get(*key))?;
            Some((cell_in_members(source, value, &members)?, scalar(source, symbol)?))
        }
        _ => None,
    }
}

/// Reads an object whose keys are cells, with their symbols or regions as values. The position of a
/// cell is that of its value. Returns `None` if the value is no object or an empty object. Also
/// returns `None` if a key is no cell, or if [`scalar`] does not read the value of a key.
pub(super) fn values_by_cell(source: &Source, value: &RawValue) -> Option<Vec<PlacedValue>> {
    let super::Members(all) = members(value)?;
    all.into_iter()
        .map(|(key, member)| {
            let (row, column, first) = parse_cell(&key)?;
            let symbol = scalar(source, member)?;
            Some((Place { row, column, span: symbol.span.clone(), first }, symbol))
        })
        .collect::<Option<Vec<_>>>()
        .filter(|all| !all.is_empty())
}

/// A list of cells with its name, if it has one: the cells of a region, or those with the same
/// symbol.
pub(super) type Group = (Option<Spanned<String>>, Vec<Place>);

/// Reads lists of cells with or without names. In an object, the key of each list is its name; in
/// an array, each element is read as by [`group`]. Returns `None` if the value is something else,
/// if it has no list, or if one of its lists is empty or no list of cells.
pub(super) fn groups(source: &Source, value: &RawValue) -> Option<Vec<Group>> {
    let groups: Option<Vec<Group>> = match kind(value) {
        "an object" => {
            let super::Members(all) = members(value)?;
            let group = |(name, member): (String, &RawValue)| {
                let cells = read_cells(source, member)?;
                Some((Some(Spanned { value: name, span: value_span(source, member) }), cells))
            };
            all.into_iter().map(group).collect()
        }
        "an array" => elements(value)?.into_iter().map(|one| group(source, one)).collect(),
        _ => None,
    };
    groups.filter(|groups| !groups.is_empty())
}

/// Reads a list of cells, or an object with a list of cells (under a key in `LIST`) and,
/// optionally, a name (under a key in `NAME`). If several keys fit, the first one in `LIST` or
/// `NAME` counts. A list has no name, and a name that [`scalar`] does not read is left out. Returns
/// `None` for another value or an empty list.
fn group(source: &Source, value: &RawValue) -> Option<Group> {
    if kind(value) == "an array" {
        return Some((None, read_cells(source, value)?));
    }
    let members = lowercase_members(value)?;
    let cells = LIST.iter().find_map(|key| read_cells(source, members.get(*key)?))?;
    Some((NAME.iter().find_map(|key| scalar(source, members.get(*key)?)), cells))
}

/// Reads the signs between cells in a list, or in an object whose keys are signs and whose values
/// are lists. `meant` is the directive that the key of the whole list states; it applies to pairs
/// without a sign of their own. If `meant` is not `None`, an object with members is refused. An
/// empty list or object has no signs.
///
/// # Errors
///
/// The value is refused in these cases:
///
/// - It is neither a list nor such an object.
/// - A key of the object is no sign.
/// - An element is no pair of cells.
/// - A pair has no sign of its own, and its key states none.
/// - The sign of a pair contradicts the key.
pub(super) fn signs(
    source: &Source,
    value: &RawValue,
    meant: Option<&'static str>,
) -> Result<Vec<Statement>, Refusal> {
    let wrong = |value: &RawValue| {
        let found = format!("{} is no sign between two cells", quote(value.get()));
        let expected = match meant {
            None => {
                "`[[R, C], [R, C], \"=\"]`, with `=` if the cells are equal and `x` if they differ"
            }
            Some(_) => "`[[R, C], [R, C]]`",
        };
        Refusal::new(found, expected).with_span(source, value_span(source, value))
    };
    if let Some(super::Members(all)) = members(value) {
        let mut signs = Vec::new();
        for (key, member) in all {
            let name = sign(&key).filter(|_| meant.is_none()).ok_or_else(|| wrong(member))?;
            signs.extend(self::signs(source, member, Some(name))?);
        }
        return Ok(signs);
    }
    let all = elements(value).ok_or_else(|| wrong(value))?;
    all.iter().map(|one| pair(source, one, meant).ok_or_else(|| wrong(one))).collect()
}

/// Returns the sign between two cells that a value states. `meant` is the directive that the key
/// states for all pairs. Returns `None` if the value is no pair of cells. Also returns `None` if
/// neither the value nor the key states the sign, or if the two contradict each other.
fn pair(source: &Source, value: &RawValue, meant: Option<&'static str>) -> Option<Statement> {
    let (places, name) = match kind(value) {
        "an array" => pair_in_array(source, value)?,
        "an object" => pair_in_object(source, value)?,
        _ => return None,
    };
    let name = match (name, meant) {
        (Some(name), Some(meant)) => (name == meant).then_some(name)?,
        (name, meant) => name.or(meant)?,
    };
    Some(Statement::new(name, places.into(), value_span(source, value)))
}

fn sign_of(source: &Source, value: &RawValue) -> Option<&'static str> {
    sign(&scalar(source, value)?.value)
}

/// Two cells with their sign, if they have one.
type Pair = ([Place; 2], Option<&'static str>);

/// Reads two cells and their sign in an array; the sign is `None` if the array has only the cells.
/// The cells are arrays or other forms of [`cell`], or four numbers. The sign is the last element
/// of the array. If the cells are not numbers, there are two more forms: the sign is the first
/// element, or the pair is an array of its own, with the sign after it. Returns `None` for another
/// array, and if the sign is unknown.
fn pair_in_array(source: &Source, value: &RawValue) -> Option<Pair> {
    let place = |row: &RawValue, column: &RawValue| {
        let place = Place {
            row: number(row)?,
            column: number(column)?,
            span: value_span(source, row).start..value_span(source, column).end,
            first: None,
        };
        Some(place)
    };
    Some(match elements(value)?.as_slice() {
        [one, other] if kind(one) != "an integer" => match cell(source, one) {
            Some(one) => ([one, cell(source, other)?], None),
            None => match elements(one)?.as_slice() {
                [a, b] => ([cell(source, a)?, cell(source, b)?], Some(sign_of(source, other)?)),
                _ => return None,
            },
        },
        [one, other, mark] => match cell(source, one) {
            Some(one) => ([one, cell(source, other)?], Some(sign_of(source, mark)?)),
            None => ([cell(source, other)?, cell(source, mark)?], Some(sign_of(source, one)?)),
        },
        [a, b, c, d] => ([place(a, b)?, place(c, d)?], None),
        [a, b, c, d, mark] => ([place(a, b)?, place(c, d)?], Some(sign_of(source, mark)?)),
        _ => return None,
    })
}

/// Reads two cells and their sign in an object. The cells can be written as numbered coordinates,
/// as a cell with a direction, or as a list of two cells. They can also be exactly two members that
/// are cells, in the order of their keys. The first form that fits counts. The sign is `None` if
/// the object has no key in `SIGN`. Returns `None` for another object, if the sign is unknown, or
/// for a single cell without a known direction.
fn pair_in_object(source: &Source, value: &RawValue) -> Option<Pair> {
    let members = lowercase_members(value)?;
    let stated = SIGN.iter().find_map(|key| members.get(*key));
    let name = match stated {
        Some(stated) => Some(sign_of(source, stated)?),
        None => None,
    };
    let at = |row: &str, column: &str| {
        let (row, column) = (number(members.get(row)?)?, number(members.get(column)?)?);
        Some(Place { row, column, span: value_span(source, value), first: None })
    };
    for [row, column] in COORDINATES {
        for [one, other] in [["1", "2"], ["a", "b"], ["_1", "_2"]] {
            let named = |end: &str| at(&format!("{row}{end}"), &format!("{column}{end}"));
            if let (Some(one), Some(other)) = (named(one), named(other)) {
                return Some(([one, other], name));
            }
        }
    }
    if let Some(place) = cell_in_members(source, value, &members) {
        let directions = ["direction", "dir", "side", "toward", "towards"];
        let towards = directions.iter().find_map(|key| members.get(*key))?;
        return Some(([place.clone(), neighbour(place, &scalar(source, towards)?.value)?], name));
    }
    let pair = LIST
        .iter()
        .chain(&["between", "pair"])
        .find_map(|key| read_cells(source, members.get(*key)?));
    let cells = match pair {
        Some(cells) => cells,
        None => members.values().filter_map(|member| cell(source, member)).collect(),
    };
    Some((cells.try_into().ok()?, name))
}

/// Returns the neighbour of a cell in a direction. The word for the direction can be in upper or
/// lower case. The neighbour gets the cell's position in the text. Returns `None` for another word,
/// or if the row or column would be negative or too large. `horizontal` and `vertical` are not read
/// as directions, since users can mean the direction of the two cells or that of the wall between
/// them.
fn neighbour(of: Place, towards: &str) -> Option<Place> {
    let (row, column) = (of.row, of.column);
    let (row, column) = match towards.to_lowercase().as_str() {
        "right" | "east" => (row, column.checked_add(1)?),
        "left" | "west" => (row, column.checked_sub(1)?),
        "down" | "below" | "bottom" | "south" => (row.checked_add(1)?, column),
        "up" | "above" | "top" | "north" => (row.checked_sub(1)?, column),
        _ => return None,
    };
    Some(Place { row, column, ..of })
}

/// Tests whether all cells of a list are strings and named as in a spreadsheet or on a chessboard:
/// `A1`. If so, returns the position of the first of these cells in the text. The value is an
/// array, or an object that has the list as a member with a key in `LIST`. Otherwise, and for an
/// empty list, returns `None`.
pub(super) fn lettered_place(source: &Source, list: &RawValue) -> Option<Range<usize>> {
    let is_lettered = |one: &&RawValue| {
        let Some(text) = serde_json::from_str::<String>(one.get()).ok() else { return false };
        text.strip_prefix(|c: char| c.is_ascii_alphabetic()).is_some_and(is_digits)
    };
    let cells = listed_elements(list).filter(|list| list.iter().all(is_lettered))?;
    Some(value_span(source, cells.first()?))
}

/// Searches the lists of cells in an object for cells that are named like `A1`. Returns the
/// position of the first such cell in the text. Lists in an array are not searched, since `A1` in
/// them is the name of a region.
pub(super) fn lettered_group(source: &Source, value: &RawValue) -> Option<Range<usize>> {
    let groups: Vec<&RawValue> = match members(value) {
        Some(super::Members(all)) => all.into_iter().map(|(_, member)| member).collect(),
        None => elements(value)?.into_iter().filter(|one| kind(one) == "an object").collect(),
    };
    groups.into_iter().find_map(|group| lettered_place(source, group))
}

/// Returns the refusal of a cell that is named as in a spreadsheet or on a chessboard.
pub(super) fn lettered_refusal(source: &Source, place: Range<usize>) -> Refusal {
    let found = format!(
        "the cell {}, whose row is counted from the top in a spreadsheet and from below on a \
         chessboard",
        source.text()[place.clone()].replace('"', "`")
    );
    Refusal::new(found, "`[R, C]` or `\"r1c2\"` for each cell").with_span(source, place)
}

/// Returns the position in the text of the first value that is no cell, if more than half of the
/// values are cells. First looks at the elements or members of `value` themselves. They must be
/// cells with their symbols, or, if the board is `of_regions`, cells with their regions. Then looks
/// at the elements of the lists in them. Returns `None` if, in both steps, all values are cells or
/// at least half of them are not. Also returns `None` if `value` is neither an array nor an object.
pub(super) fn slip(source: &Source, value: &RawValue, of_regions: bool) -> Option<Range<usize>> {
    let inner: Vec<&RawValue> = match members(value) {
        Some(super::Members(all)) => all.into_iter().map(|(_, member)| member).collect(),
        None => elements(value)?,
    };
    if let Some(slip) = minority(&inner, |one| read_placed_value(source, one, of_regions).is_some())
    {
        return Some(value_span(source, slip));
    }
    let lists: Vec<&RawValue> = inner.into_iter().filter_map(listed_elements).flatten().collect();
    minority(&lists, |one| cell(source, one).is_some()).map(|slip| value_span(source, slip))
}

/// Returns the elements of an array, or of the list of cells in an object. Returns `None` for other
/// values.
fn listed_elements(value: &RawValue) -> Option<Vec<&RawValue>> {
    let of_object = || {
        let members = lowercase_members(value)?;
        LIST.iter().find_map(|key| elements(members.get(*key).copied()?))
    };
    elements(value).or_else(of_object)
}

/// If `is` is true for more than half of the values, returns the first value for which it is false.
/// Otherwise, or if there is no such value, returns `None`.
fn minority<'a>(all: &[&'a RawValue], is: impl Fn(&RawValue) -> bool) -> Option<&'a RawValue> {
    let different = all.iter().filter(|one| !is(one));
    if 2 * different.clone().count() >= all.len() {
        return None;
    }
    different.copied().next()
}
