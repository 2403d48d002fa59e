//! The place of a measured model in the tables of `auto`: the kind and length of its constraints.

use crate::encode::Shape;
use crate::encode::shape::ShapeLines;
use crate::model::{Count, Model, Parities, Relation, Statement};

/// Returns the kind of the constraints that `table` measures in a model, and the number of literals
/// of the longest such constraint. Returns `None` if the model has no such constraint.
///
/// - The table `at-most-one` measures at-most-ones and exactly-ones, and `parity` measures
///   parities.
/// - The table `cardinality` measures constraints "exactly". For a model without them, it measures
///   a bound on the objective. Then `shape` determines whether the kind is `line` or `bound`.
/// - For any other table, the kind is that of the objective's counters, and the number is the
///   number of literals of the objective's first count.
///
/// If the objective is needed, also returns `None` if the model has no objective, or an objective
/// without a count.
pub fn place(table: &str, model: &Model, shape: &Shape) -> Option<(&'static str, usize)> {
    match table {
        "at-most-one" => Some((
            "at-most-one",
            longest(model, |one| {
                matches!(one, Statement::AtMostOne(_) | Statement::ExactlyOne(_))
            })?,
        )),
        "parity" => Some(("parity", longest(model, |one| matches!(one, Statement::Parity(..)))?)),
        "cardinality" => {
            longest(model, |one| matches!(one, Statement::Cardinality(_, Relation::Exactly, _)))
                .map(|longest| ("exactly", longest))
                .or_else(|| place_of_bound(model, shape))
        }
        _ => {
            let goal = model.objective()?;
            let counted = goal.encoded_counts().next()?.lits.len();
            Some((ShapeLines::from_objective(goal, &Parities::from_model(model)).kind(), counted))
        }
    }
}

/// Returns the number of literals of the longest constraint for which `is_one` holds. Returns
/// `None` if there is no such constraint.
fn longest(model: &Model, is_one: fn(Statement) -> bool) -> Option<usize> {
    let statements = model.constraints().statements();
    statements.filter(|statement| is_one(*statement)).map(|one| one.lits().len()).max()
}

/// Returns the kind and length of a bound on the objective's first count. If the counter adds
/// lines, the kind is `line`, and the length is that of the longest line. Otherwise the kind is
/// `bound`, and the length is the number of counted literals. A shape `auto` is resolved first.
/// Returns `None` if the model has no objective or no count to bound.
fn place_of_bound(model: &Model, shape: &Shape) -> Option<(&'static str, usize)> {
    let goal = model.objective()?;
    let count = goal.encoded_counts().next()?;
    let longest_line = match shape {
        Shape::Auto => {
            longest_line(count, &super::best_shape(goal, &Parities::from_model(model)).0)
        }
        shape => longest_line(count, shape),
    };
    Some(match longest_line {
        Some(longest) => ("line", longest),
        None => ("bound", count.lits.len()),
    })
}

/// Returns the number of literals of the longest line among the partitions that a shape names.
/// Returns `None` if the shape is not along named partitions, or if no named partition of the count
/// has a line. Ignores names that the count does not have.
pub(super) fn longest_line(count: &Count, shape: &Shape) -> Option<usize> {
    let Shape::Lines(names, _) = shape else { return None };
    count
        .partitions
        .iter()
        .filter(|one| names.iter().any(|name| name == one.name))
        .flat_map(|partition| &partition.lines)
        .map(Vec::len)
        .max()
}
