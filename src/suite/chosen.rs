//! The choice of puzzles for a set or a comparison, and of the manners in which each is stated and
//! written.

use super::SuitePuzzle;
use crate::encode::{EncodeRefusal, EncodingRow, Encodings, Order, Shape};
use crate::export::map;
use crate::family::Family;
use crate::grid::{Axis, Grid};
use crate::puzzle::Request;
use crate::question::{AskError, Question};
use crate::search::SearchError;
use crate::source::Refusal;

impl SuitePuzzle {
    /// Returns a puzzle that a request opens, by a name of its place and the words that name it
    /// there: its size, or its board.
    pub fn new(
        family: &'static Family,
        place: &str,
        words: Vec<String>,
        (request, grid): (Request, Grid),
    ) -> SuitePuzzle {
        let mut name = vec![family.name.to_owned(), place.to_owned()];
        let mut arguments = vec![family.name.to_owned()];
        arguments.extend(words);
        for variant in map::variants(&request) {
            arguments.extend(["--variant".to_owned(), variant.clone()]);
            name.push(variant);
        }
        SuitePuzzle { family, name: name.join("-"), arguments, request, grid }
    }

    /// Returns why no formulation of it can be written so; nothing where one can.
    fn without(&self, encodings: &Encodings) -> Result<Option<EncodeRefusal>, Refusal> {
        let mut grid = self.grid.clone();
        grid.axes.retain(|axis| axis.option == "formulation");
        let opened = self.family.open(&self.request)?;
        let mut refusal = None;
        for point in grid.points() {
            let question = Question::new(self.family.name).at(&point)?;
            let formulation = self.family.formulation(question.formulation.as_deref())?;
            let model = opened.as_problem().stated(formulation).with(0);
            match encodings.validate(&model) {
                Ok(()) => return Ok(None),
                Err(told) => refusal = Some(told),
            }
        }
        Ok(refusal)
    }
}

/// Refuses two puzzles of one name.
///
/// # Errors
///
/// If there are such.
pub fn validate_names(puzzles: &[SuitePuzzle]) -> Result<(), Refusal> {
    for (index, SuitePuzzle { name, .. }) in puzzles.iter().enumerate() {
        if puzzles[..index].iter().any(|other| other.name == *name) {
            let found = format!("two puzzles of the name {name}");
            return Err(Refusal::new(found, "each size once, and board files of other names"));
        }
    }
    Ok(())
}

/// Refuses orders none of which a puzzle has, shapes likewise, and a shape along lines that nobody
/// knows and no puzzle has, in any of its formulations. What one family has and another has not is
/// told of the instances that cannot be.
///
/// # Errors
///
/// Refuses these, and boards and formulations that are none.
pub fn validate_choices(
    puzzles: &[SuitePuzzle],
    orders: &[String],
    shapes: &[String],
) -> Result<(), AskError> {
    let is_named = |names: &[String]| !names.iter().any(|name| name == ALL);
    if is_named(orders) {
        let order = |name: &String| {
            let order = name.parse().expect("an order that was read before");
            (true, Encodings { order, ..Encodings::default() })
        };
        validate_any(puzzles, orders.iter().map(order), true)?;
    }
    let shape = |name: &String| {
        let shape: Shape = name.parse().expect("a shape that was read before");
        (shape.is_usual(), Encodings { shape, ..Encodings::default() })
    };
    let choices = shapes.iter().filter(|name| *name != ALL).map(shape);
    validate_any(puzzles, choices, is_named(shapes))
}

/// Refuses each that is not usual and that no puzzle can be written with, and the first of them
/// where there is no other and one has to be.
fn validate_any(
    puzzles: &[SuitePuzzle],
    choices: impl Iterator<Item = (bool, Encodings)>,
    one_has_to_be: bool,
) -> Result<(), AskError> {
    let (mut first, mut fits) = (None, !one_has_to_be);
    for (is_usual, encodings) in choices {
        match refusal(puzzles, &encodings)? {
            None => fits = true,
            Some(refusal) if !is_usual => return Err(SearchError::from(refusal).into()),
            Some(refusal) => first = first.or(Some(refusal)),
        }
    }
    match first.filter(|_| !fits) {
        Some(refusal) => Err(SearchError::from(refusal).into()),
        None => Ok(()),
    }
}

/// Returns why no puzzle can be written so; nothing where one can, or there is none.
fn refusal(
    puzzles: &[SuitePuzzle],
    encodings: &Encodings,
) -> Result<Option<EncodeRefusal>, Refusal> {
    let mut refusal = None;
    for puzzle in puzzles {
        match puzzle.without(encodings)? {
            None => return Ok(None),
            other => refusal = other,
        }
    }
    Ok(refusal)
}

/// The value that stands for several.
pub const ALL: &str = "all";

/// Returns the grid of lists of values, each with its option. [`ALL`] stands for each value that is
/// worth a comparison on puzzles of a family; a list without values is no axis.
pub fn grid(family: &Family, lists: &[(&str, &[String])]) -> Grid {
    let axis = |(option, given): &(&str, &[String])| {
        let values = given.iter().flat_map(|value| match value.as_str() {
            ALL => all(family, option).into_iter().map(str::to_owned).collect(),
            _ => vec![value.clone()],
        });
        Axis::new(option, values)
    };
    Grid { axes: lists.iter().filter_map(axis).collect() }
}

/// Returns the values of an option that are worth a comparison.
fn all(family: &Family, option: &str) -> Vec<&'static str> {
    match option {
        "formulation" => family.formulations.iter().map(|row| row.name).collect(),
        "order" => orders(family),
        "shape" => shapes(family),
        "symmetry" => vec!["on", "off"],
        "deduce" => vec![ALL],
        option => EncodingRow::of(option).map(EncodingRow::name).collect(),
    }
}

/// Returns the orders that have a name alone, but for the choice between them; without a board none
/// along it.
fn orders(family: &Family) -> Vec<&'static str> {
    let suits = |name: &&str| {
        let order = name.parse::<Order>();
        order.is_ok_and(|order| {
            order != Order::Auto && (family.has_boards() || !order.follows_board())
        })
    };
    Order::usages().map(|(name, _)| name).filter(suits).collect()
}

/// Returns shapes worth a comparison; without a board none along its lines.
fn shapes(family: &Family) -> Vec<&'static str> {
    if family.has_boards() {
        Shape::USUAL.to_vec()
    } else {
        Shape::USUAL[..1].iter().chain(Shape::ALONG_AT_MOST_ONES).copied().collect()
    }
}
