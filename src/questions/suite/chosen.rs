//! The puzzles of a set of instances or a comparison, with their formulations and encodings.

use super::SuitePuzzle;
use crate::encode::{EncodeRefusal, EncodingRow, Encodings, Order, Shape};
use crate::export::map;
use crate::family::Family;
use crate::grid::{Axis, OptionGrid};
use crate::puzzle::Request;
use crate::question::{FilesError, Question};
use crate::search::SearchError;
use crate::source::{Input, Refusal};

impl SuitePuzzle {
    /// Returns a puzzle. Its name consists of the family, `place` (a size or board) and the
    /// variants, with `-` between them. `words` are the words that select the puzzle's board on the
    /// command line. Checks nothing.
    pub fn new(
        family: &'static Family,
        place: &str,
        words: Vec<String>,
        (request, grid): (Request, OptionGrid),
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
}

/// Checks the names of puzzles.
///
/// # Errors
///
/// If two puzzles have the same name.
pub fn validate_names(puzzles: &[SuitePuzzle]) -> Result<(), Refusal> {
    for (index, puzzle) in puzzles.iter().enumerate() {
        let name = &puzzle.name;
        if let Some(other) = puzzles[..index].iter().find(|other| other.name == *name) {
            return Err(
                match [other, puzzle].map(|one| one.request.board.as_ref().map(Input::name)) {
                    [Some(first), Some(second)] => Refusal::new(
                        format!("{first} and {second} would both be named {name}"),
                        "each board once, and board files with different names",
                    ),
                    _ => Refusal::new(format!("two puzzles named {name}"), "each size once"),
                },
            );
        }
    }
    Ok(())
}

/// Checks that puzzles support the requested orders and shapes. The caller must have checked the
/// names of these orders and shapes, because an unknown name causes a panic. An order or shape that
/// only some puzzles support is allowed. For the other puzzles, the instances are left out, and the
/// reason is recorded. If [`ALL`] is among the orders, no order is checked. If [`ALL`] is among the
/// shapes, only a shape whose partition does not occur in [`Shape::USUAL`] can be refused.
///
/// # Errors
///
/// If no puzzle supports any of the orders, or if no puzzle supports any of the shapes. If no
/// puzzle supports a requested shape whose partition does not occur in [`Shape::USUAL`]. If a
/// puzzle cannot be opened.
pub fn validate_choices(
    puzzles: &[SuitePuzzle],
    orders: &[String],
    shapes: &[String],
) -> Result<(), FilesError> {
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

/// Checks choices of orders or shapes. Each choice has a flag. If the flag is false and no puzzle
/// supports the choice, the choice is refused. If `one_has_to_be` is true and no puzzle supports
/// any of the choices, all of them are refused, for the reason of the first one. Also fails if a
/// puzzle cannot be opened. Accepts everything if there are no choices or no puzzles.
fn validate_any(
    puzzles: &[SuitePuzzle],
    choices: impl Iterator<Item = (bool, Encodings)>,
    one_has_to_be: bool,
) -> Result<(), FilesError> {
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

/// Tries `encodings` with all formulations in the grid of each puzzle. If no formulation of any
/// puzzle supports them, returns the reason, which is the reason of the last formulation. Returns
/// `None` if a formulation of some puzzle supports them, or if there is no puzzle. Fails if a
/// puzzle cannot be opened or a formulation is unknown.
fn refusal(
    puzzles: &[SuitePuzzle],
    encodings: &Encodings,
) -> Result<Option<EncodeRefusal>, Refusal> {
    let mut refusal = None;
    for SuitePuzzle { family, request, grid, .. } in puzzles {
        let mut options = grid.clone();
        options.axes.retain(|axis| axis.option == "formulation");
        let opened = family.open(request)?;
        for point in options.points() {
            let question = Question::new(family.name).with_options(&point)?;
            let formulation = family.formulation(question.formulation.as_deref())?;
            let model = opened.as_problem().model_scheme(formulation).for_value(0);
            match encodings.validate(&model) {
                Ok(()) => return Ok(None),
                Err(found) => refusal = Some(found),
            }
        }
    }
    Ok(refusal)
}

/// A value of an option. It means all values of the option that a comparison tries.
pub const ALL: &str = "all";

/// Returns a grid with an axis for each option that has values. Each value occurs once. [`ALL`]
/// means all values that a comparison tries. An option without values has no axis. The axes are in
/// the order of `lists`.
pub fn grid(family: &Family, lists: &[(&str, &[String])]) -> OptionGrid {
    let axis = |(option, given): &(&str, &[String])| {
        let values = given.iter().flat_map(|value| match value.as_str() {
            ALL => all_values(family, option).into_iter().map(str::to_owned).collect(),
            _ => vec![value.clone()],
        });
        Axis::new(option, values)
    };
    OptionGrid { axes: lists.iter().filter_map(axis).collect() }
}

/// Returns all values of an option that a comparison tries. For `deduce`, this is only [`ALL`]. For
/// `symmetry`, these are `on` and `off`.
fn all_values(family: &Family, option: &str) -> Vec<&'static str> {
    match option {
        "formulation" => family.formulations.iter().map(|row| row.name).collect(),
        "order" => orders(family),
        "shape" => shapes(family),
        "symmetry" => vec!["on", "off"],
        "deduce" => vec![ALL],
        option => EncodingRow::for_option(option).map(EncodingRow::name).collect(),
    }
}

/// Returns all orders that have no parameter, except `auto`. If the family has no boards, orders
/// that need the cells of a board are left out, too.
fn orders(family: &Family) -> Vec<&'static str> {
    let suits = |name: &&str| {
        let order = name.parse::<Order>();
        order.is_ok_and(|order| {
            order != Order::Auto && (family.has_boards() || !order.follows_board())
        })
    };
    Order::usages().map(|(name, _)| name).filter(suits).collect()
}

/// Returns the shapes that a comparison of all shapes tries. If the family has no boards, trees of
/// counters group literals by at-most-one constraints instead of by lines of a board.
fn shapes(family: &Family) -> Vec<&'static str> {
    if family.has_boards() {
        Shape::USUAL.to_vec()
    } else {
        Shape::USUAL[..1].iter().chain(Shape::ALONG_AT_MOST_ONES).copied().collect()
    }
}
