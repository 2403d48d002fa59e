//! A rule that finds another set of literals to count, such as holes instead of dominoes.
//!
//! The rule adds up the equations of a group of constraints (exactly-one, exact cardinality). The
//! sum can have the form w·(every counted literal) + 1·(each literal of another set) = total. Then
//! a bound on the count is a bound on the other set, and the smaller set is cheaper to count. In
//! gunport one piece (a domino or a hole) covers each cell, so twice the dominoes plus the holes is
//! the area. Refuting 33 dominoes on 10 × 10 takes 292,780 conflicts if dominoes are counted, and
//! only 10,820 if holes are counted (`cargo bench --bench shapes`, row `flat`): about a third of
//! the literals are holes, and each hole is in one cell. If a formulation declares complements, the
//! rule deduces none.

use std::collections::HashMap;

use super::fact::{Fact, Rule};
use crate::board::{Cell, Size, cell};
use crate::model::{Complement, Count, Justification, Lit, Model, Partition, Premise, SingleCount};
use crate::stop::Stop;

/// The rule that finds a smaller set of literals to count.
pub(super) const RULE: Rule = Rule {
    name: "complement",
    summary: "a smaller set of literals whose number determines the objective",
    apply,
};

/// Returns the complement with the fewest literals, and the equations that add up to it. If several
/// complements have equally few literals, returns that of the first group. Returns `None` in these
/// cases: there is no objective; it is not a single count; it has a complement already; no group
/// leads to a complement with fewer literals than the count.
fn apply(model: &Model, _: &Stop) -> Option<(Fact, Justification)> {
    let SingleCount { count, complements, .. } = model.objective()?.single_count()?;
    if !complements.is_empty() {
        return None;
    }
    (0..model.groups().len())
        .filter_map(|group| Some((group, complement_in(model, group, count)?)))
        .filter(|(_, complement)| complement.count.lits.len() < count.lits.len())
        .min_by_key(|(_, complement)| complement.count.lits.len())
        .map(|(group, complement)| (Fact::Complement(complement), equations_of(model, group)))
}

/// Returns the reason for a complement: the sum of all constraints of a group, each with the
/// multiplier 1.
fn equations_of(model: &Model, group: usize) -> Justification {
    let constraints = model
        .constraints()
        .iter()
        .enumerate()
        .filter(|(_, c)| c.group() == group)
        .map(|(place, _)| (Premise::Constraint(place), 1))
        .collect();
    Justification::Sum(constraints)
}

/// Returns the complement to which the equations of a group add up. A coefficient is the number of
/// the group's constraints that contain the literal; a literal and its negation have separate
/// coefficients. Returns `None` in these cases: a constraint of the group does not state an exact
/// number; the counted literals do not all have the same positive coefficient; no literal is
/// counted; a literal that is not counted has a coefficient other than 1. The literals of the
/// complement are sorted. Its weight is the coefficient of the counted literals, and its total is
/// the sum of the exact numbers.
fn complement_in(model: &Model, group: usize, count: &Count) -> Option<Complement> {
    let (mut coefficients, mut total) = (HashMap::<Lit, u64>::new(), 0);
    for constraint in model.constraints().iter().filter(|c| c.group() == group) {
        total += constraint.statement.exact_count()? as u64;
        constraint
            .statement
            .lits()
            .iter()
            .for_each(|&lit| *coefficients.entry(lit).or_default() += 1);
    }
    let weight = coefficients.remove(count.lits.first()?)?;
    for lit in &count.lits[1..] {
        if coefficients.remove(lit)? != weight {
            return None;
        }
    }
    if coefficients.values().any(|&coefficient| coefficient != 1) {
        return None;
    }
    let mut lits: Vec<Lit> = coefficients.into_keys().collect();
    lits.sort_unstable();
    let partitions = partitions_by_cell(model, &lits);
    Some(Complement { count: Count::new(lits, partitions), weight, total, why: None })
}

/// Returns the partitions of the literals into rows and columns, in this order. The board ends at
/// the largest row and the largest column of the literals' cells. The list is empty if a literal
/// belongs to no cell of a board.
fn partitions_by_cell(model: &Model, lits: &[Lit]) -> Vec<Partition> {
    let mut lits_in: HashMap<Cell, Vec<Lit>> = HashMap::new();
    let mut last = cell(0, 0);
    for &lit in lits {
        let Some(at) = model.cell(lit.variable()) else { return Vec::new() };
        lits_in.entry(at).or_default().push(lit);
        last = cell(last.row.max(at.row), last.column.max(at.column));
    }
    let size = Size::new(last.row + 1, last.column + 1).expect("cells are on a board");
    let lines = [("rows", size.row_lines()), ("columns", size.column_lines())];
    Partition::for_directions(lines, |at| lits_in.get(&at).cloned().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Objective;

    #[test]
    fn two_ends_and_a_hole_make_a_cell() {
        let mut model = Model::new();
        let [a, b, hole] = ["a", "b", "hole"].map(|name| model.variable(name, &[]));
        let other = model.variable("hole", &[1]);
        model.exactly_one("cells", [a, b, hole]);
        model.exactly_one("cells", [a, b, other]);
        model.clause("no two holes", [!hole, !other]);
        let dominoes = Count::new(vec![a, b], Vec::new());
        let complement = complement_in(&model, 0, &dominoes).expect("holes");
        assert_eq!((complement.weight, complement.total), (2, 2));
        assert_eq!(complement.count.lits, [hole, other]);
        assert!(complement_in(&model, 1, &dominoes).is_none(), "clauses are not equations");
        model.optimise(Objective::minimise(dominoes));
        assert!(apply(&model, &Stop::unlimited()).is_none(), "as many holes as dominoes");
    }

    #[test]
    fn unequal_weights_are_no_complement() {
        let mut model = Model::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| model.variable(name, &[]));
        model.exactly_one("cells", [a, b, c]);
        model.exactly_one("cells", [a, c]);
        assert!(complement_in(&model, 0, &Count::new(vec![a, b], Vec::new())).is_none());
        assert!(complement_in(&model, 0, &Count::new(vec![a], Vec::new())).is_none());
    }
}
