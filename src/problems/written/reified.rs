//! Reified rows, as VeriPB and LP have them: literals imply a row, or a row implies a literal.
//!
//! For checks of answers, a row remains as the file states it. The solver gets rows without
//! reification instead. Such a row has an additional term for each literal that releases the row. A
//! literal releases a row if the row need not hold when the literal is true. The weight of the term
//! is so large that this term alone satisfies the row (the big-M of integer programming). A row
//! that implies a literal becomes the negated row, and this literal releases the negated row. The
//! weights are as small as the range of the sum allows. So after saturation, the row is equal to
//! the row that VeriPB itself derives.

use num_traits::{One, Signed, Zero};

use super::{Integer, Literal, ParsedModel, ParsedRow, RowForm};
use crate::model::Relation;

/// The literals on which a row depends, and how it depends on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reification {
    /// The literals, at least one. If the direction is not [`Direction::ToRow`], there is exactly
    /// one.
    pub lits: Box<[Literal]>,
    /// Whether the literals imply the row, the row implies the literal, or both.
    pub direction: Direction,
}

/// The implication between a row and its literals that a reification states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// If all literals are true, the row holds.
    ToRow,
    /// If the row holds, the literal is true.
    ToLiteral,
    /// The row holds if and only if the literal is true.
    Both,
}

impl Direction {
    /// Returns the arrow of VeriPB. The literals are written before the arrow, and the row after
    /// it.
    pub fn arrow(self) -> &'static str {
        match self {
            Direction::ToRow => "==>",
            Direction::ToLiteral => "<==",
            Direction::Both => "<==>",
        }
    }
}

impl ParsedModel {
    /// Reifies the last row: makes the row depend on literals. The row that was added last must be
    /// a sum. Panics if only plain hard clauses have been added.
    pub fn reify(&mut self, reified: Reification) {
        let last = self.special.last_mut().expect("a sum comes before its reification");
        debug_assert!(matches!(last.form, RowForm::Sum(..) | RowForm::Unequal(_)));
        last.reified = Some(reified);
    }
}

/// A row without a reification.
pub(super) struct PlainRow {
    pub form: RowForm,
    /// The literals of the sum, followed by the literals that release the row.
    pub lits: Vec<Literal>,
    /// One weight for each literal.
    pub weights: Vec<Integer>,
}

/// Returns rows without reification that together are equivalent to a reified row. The row must be
/// a sum; otherwise the function panics. If the literals imply the row, there is one row, or two
/// for an equation. If the row implies the literal, there is one row, or two for `!=`. For an
/// equivalence, all of these are returned, the former first. If a row implies several literals, a
/// debug build panics.
pub(super) fn plain_rows(row: &ParsedRow, reified: &Reification) -> Vec<PlainRow> {
    let mut rows = Vec::new();
    if reified.direction != Direction::ToLiteral {
        let releases: Vec<Literal> = reified.lits.iter().map(|lit| -lit).collect();
        add_relaxed_rows(row, row.form, &releases, &mut rows);
    }
    if reified.direction != Direction::ToRow {
        debug_assert_eq!(reified.lits.len(), 1, "a row implies one literal");
        add_relaxed_rows(row, &negated(row.form), &reified.lits, &mut rows);
    }
    rows
}

/// Returns the negation of a condition on a sum: it holds if and only if `form` does not. Panics
/// for a clause or a parity.
pub(super) fn negated(form: &RowForm) -> RowForm {
    match form {
        RowForm::Sum(Relation::AtLeast, bound) => {
            RowForm::Sum(Relation::AtMost, bound - &Integer::Small(1))
        }
        RowForm::Sum(Relation::AtMost, bound) => {
            RowForm::Sum(Relation::AtLeast, bound + &Integer::Small(1))
        }
        RowForm::Sum(Relation::Exactly, bound) => RowForm::Unequal(bound.clone()),
        RowForm::Unequal(bound) => RowForm::Sum(Relation::Exactly, bound.clone()),
        RowForm::Clause | RowForm::Parity(_) => unreachable!("only sums are reified"),
    }
}

/// Adds rows to `rows` that together mean "the sum of `row` satisfies `form`, or one of `releases`
/// is true". The condition is `form`; the condition of `row` itself is ignored. Adds two rows for
/// an equation, first "at least" and then "at most", and one row for any other condition. The
/// literals of `releases` come last. Their weight is as near to 0 as the range of the sum allows;
/// for "at most", it is not positive. Panics if `form` is a clause or a parity.
fn add_relaxed_rows(
    row: &ParsedRow,
    form: &RowForm,
    releases: &[Literal],
    rows: &mut Vec<PlainRow>,
) {
    let (least, largest) = range(row);
    let mut add = |form: RowForm, release: Integer| {
        let lits = row.lits.iter().chain(releases).copied().collect();
        let mut weights = match row.weights {
            Some(weights) => weights.to_vec(),
            None => vec![Integer::Small(1); row.lits.len()],
        };
        weights.resize(weights.len() + releases.len(), release);
        rows.push(PlainRow { form, lits, weights });
    };
    let sides: &[Relation] = match form {
        RowForm::Sum(Relation::Exactly, _) => &[Relation::AtLeast, Relation::AtMost],
        RowForm::Sum(Relation::AtLeast, _) => &[Relation::AtLeast],
        RowForm::Sum(Relation::AtMost, _) => &[Relation::AtMost],
        RowForm::Unequal(bound) => {
            // A literal of `releases` that is true makes the sum larger than the bound, whatever
            // the other literals are.
            let above = bound - &least + Integer::one();
            return add(form.clone(), above.max(Integer::zero()));
        }
        RowForm::Clause | RowForm::Parity(_) => unreachable!("only sums are reified"),
    };
    let RowForm::Sum(_, bound) = form else { unreachable!("an unequal sum has returned") };
    for &side in sides {
        let release = match side {
            Relation::AtMost => (bound - &largest).min(Integer::zero()),
            _ => (bound - &least).max(Integer::zero()),
        };
        add(RowForm::Sum(side, bound.clone()), release);
    }
}

/// Returns the least and the largest value of a row's sum, as if all its literals were independent.
fn range(row: &ParsedRow) -> (Integer, Integer) {
    let Some(weights) = row.weights else { return (Integer::zero(), row.lits.len().into()) };
    let (mut least, mut largest) = (Integer::zero(), Integer::zero());
    for weight in weights {
        if weight.is_negative() {
            least += weight;
        } else {
            largest += weight;
        }
    }
    (least, largest)
}
