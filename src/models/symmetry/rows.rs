//! The constraints of a model in a normal form, and a test of symmetries.
//!
//! Equivalent constraints should be equal. For example, "at least two of five literals are false"
//! is equivalent to "at most three are true". A binary clause is equivalent to an at-most-one of
//! the negations. So each constraint is an *at least*, *exactly* or *an odd number*, with positive
//! weights that have no common divisor and do not exceed the bound. If the bound of an *exactly* is
//! half of the total weight, the constraint stays the same when all its literals are negated. Of
//! these two forms, the normal one has a positive first literal. A constraint that makes all its
//! literals true becomes one row for each literal.

use std::collections::BTreeSet;

use num_integer::Integer;

use crate::linear::{Term, normal};
use crate::model::{
    self, Lit, Model, Objective, Parity, Projection, Relation, Statement, Symmetry,
};

/// The number of steps that count for each literal whose image must be sorted.
const SORTED: u64 = 4;

/// The relation that a row states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum RowRelation {
    /// The weight of the true literals is at least this number, which is positive. So a row without
    /// literals never holds.
    AtLeast(i128),
    /// The weight of the true literals is exactly this number.
    Exactly(i128),
    /// An odd number of literals is true. All weights are 1.
    Odd,
}

/// A constraint in normal form: sorted literals over distinct variables, with positive weights, and
/// their relation to a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SymmetryRow {
    pub relation: RowRelation,
    /// The literals with their weights, sorted by weight and then by variable.
    pub terms: Vec<Term<i128, Lit>>,
}

impl SymmetryRow {
    /// Returns whether the row is an *exactly* that demands half of the total weight. Such a row
    /// stays the same when all its literals are negated.
    pub fn is_self_complementary(&self) -> bool {
        self.relation == RowRelation::Exactly(normal::total(&self.terms) - self.bound())
    }

    /// Returns the number in the relation; 1 for a parity.
    fn bound(&self) -> i128 {
        match self.relation {
            RowRelation::AtLeast(bound) | RowRelation::Exactly(bound) => bound,
            RowRelation::Odd => 1,
        }
    }

    /// Returns the row in normal form. The terms are sorted by weight, and then by variable. In a
    /// row with the relation [`RowRelation::Odd`], at most the first literal is negated. If an
    /// *exactly* demands half of the total weight, its first literal is not negated. The signs of
    /// all other rows stay. So rows that differ only in order and in such signs become equal.
    fn normalised(mut self) -> SymmetryRow {
        self.terms.sort_unstable_by_key(|term| (term.weight, term.atom.variable()));
        match self.relation {
            RowRelation::Odd => self.normalise_signs(),
            RowRelation::Exactly(_)
                if self.is_self_complementary() && self.begins_with_negation() =>
            {
                self.terms.iter_mut().for_each(|term| term.atom = !term.atom);
            }
            RowRelation::Exactly(_) | RowRelation::AtLeast(_) => {}
        }
        self
    }

    fn begins_with_negation(&self) -> bool {
        self.terms.first().is_some_and(|term| term.atom.is_negated())
    }

    /// Makes the literals of a parity positive. If the number of negated literals was odd, negates
    /// the first literal, so that the parity stays the same.
    fn normalise_signs(&mut self) {
        let negated = self.terms.iter().filter(|term| term.atom.is_negated()).count() % 2 == 1;
        for (place, term) in self.terms.iter_mut().enumerate() {
            let positive = Lit::from_number(term.atom.variable() + 1);
            term.atom = if negated && place == 0 { !positive } else { positive };
        }
    }

    /// Returns whether a quick test shows that a symmetry maps the row to itself: each image of a
    /// literal is in the row with the same weight. If the result is false, the symmetry can still
    /// map the row to itself. For a row with the relation [`RowRelation::Odd`], the result is
    /// always false. The row must be in normal form.
    fn is_evidently_fixed(&self, symmetry: &Symmetry) -> bool {
        let place = |weight: i128, lit: Lit| {
            let key = (weight, lit.variable());
            self.terms.binary_search_by_key(&key, |term| (term.weight, term.atom.variable()))
        };
        matches!(self.relation, RowRelation::AtLeast(_) | RowRelation::Exactly(_))
            && self.terms.iter().all(|&Term { weight, atom }| {
                let image = symmetry.image(atom);
                image == atom
                    || place(weight, image).is_ok_and(|place| self.terms[place].atom == image)
            })
    }

    /// Returns the image of the row under a symmetry, in normal form.
    fn image(&self, symmetry: &Symmetry) -> SymmetryRow {
        let terms = self
            .terms
            .iter()
            .map(|term| Term { atom: symmetry.image(term.atom), ..*term })
            .collect();
        SymmetryRow { relation: self.relation, terms }.normalised()
    }
}

/// Returns the rows that together are equivalent to a statement. The list is empty if the statement
/// always holds. A statement that never holds gives a row without literals.
pub(super) fn rows_of(statement: Statement) -> Vec<SymmetryRow> {
    match (statement, statement.comparison()) {
        (Statement::Parity(lits, parity), _) => parity_rows(lits, parity),
        (_, Some((relation, bound))) => {
            comparison_rows(terms_of(statement.terms()), relation, i128::from(bound))
        }
        (_, None) => Vec::new(),
    }
}

fn terms_of(terms: impl Iterator<Item = model::Term>) -> Vec<Term<i128, Lit>> {
    terms.map(|Term { weight, atom }| Term { weight: weight.into(), atom }).collect()
}

/// Returns the rows of a weighted sum in relation to a bound. Weights can be negative, but each
/// variable must occur at most once. The list is empty if the comparison always holds. A comparison
/// that never holds gives a row without literals.
fn comparison_rows(
    mut terms: Vec<Term<i128, Lit>>,
    relation: Relation,
    bound: i128,
) -> Vec<SymmetryRow> {
    match relation {
        Relation::AtLeast => at_least(terms, bound),
        Relation::AtMost => {
            terms.iter_mut().for_each(|term| term.weight = -term.weight);
            at_least(terms, -bound)
        }
        Relation::Exactly => exactly(terms, bound),
    }
}

/// Returns a row that never holds.
fn contradiction() -> Vec<SymmetryRow> {
    vec![SymmetryRow { relation: RowRelation::AtLeast(1), terms: Vec::new() }]
}

/// Returns one row for each literal. The row states that the literal is true. The weights are
/// dropped.
fn unit_rows(terms: Vec<Term<i128, Lit>>) -> Vec<SymmetryRow> {
    terms
        .into_iter()
        .map(|term| SymmetryRow {
            relation: RowRelation::AtLeast(1),
            terms: vec![Term { weight: 1, ..term }],
        })
        .collect()
}

/// Returns the rows of "the weighted sum is at least `bound`". Weights can be negative, but each
/// variable must occur at most once. The list is empty if this always holds. If it never holds,
/// returns the contradiction, a row without literals. If all literals must be true, each literal
/// has a row of its own. Otherwise returns one row in normal form: weights are positive and at most
/// the bound. They are divided by their greatest common divisor; the bound is divided, too, and
/// rounded up.
fn at_least(mut terms: Vec<Term<i128, Lit>>, bound: i128) -> Vec<SymmetryRow> {
    let bound = bound + normal::make_positive(&mut terms);
    normal::saturate(&mut terms, &bound);
    match normal::total(&terms) {
        _ if bound <= 0 => Vec::new(),
        total if bound > total => contradiction(),
        total if terms.iter().all(|term| total - term.weight < bound) => unit_rows(terms),
        _ => {
            let bound = Integer::div_ceil(&bound, &normal::divide(&mut terms));
            vec![SymmetryRow { relation: RowRelation::AtLeast(bound), terms }.normalised()]
        }
    }
}

/// Returns the rows of "the weighted sum is exactly `bound`". Weights can be negative, but each
/// variable must occur at most once. If the bound is out of reach, or is no multiple of the
/// greatest common divisor of the weights, returns the contradiction, a row without literals. If
/// all literals have forced values, each literal has a row of its own; if there are no literals,
/// the list is then empty. Otherwise returns one row, divided by the greatest common divisor. If
/// the bound is more than half of the total weight, this row has the negated literals and the rest
/// of the total as its bound.
fn exactly(mut terms: Vec<Term<i128, Lit>>, bound: i128) -> Vec<SymmetryRow> {
    let mut bound = bound + normal::make_positive(&mut terms);
    let total = normal::total(&terms);
    if bound < 0 || bound > total {
        return contradiction();
    }
    if bound > total - bound {
        bound = total - bound;
        terms.iter_mut().for_each(|term| term.atom = !term.atom);
    }
    if bound == 0 {
        terms.iter_mut().for_each(|term| term.atom = !term.atom);
        return unit_rows(terms);
    }
    let divisor = normal::divide(&mut terms);
    match bound % divisor {
        0 => vec![
            SymmetryRow { relation: RowRelation::Exactly(bound / divisor), terms }.normalised(),
        ],
        _ => contradiction(),
    }
}

/// Returns the rows of a parity over distinct variables. The list is empty if an even parity has no
/// literals. A parity of one or two literals is stated as "exactly one"; if the parity is even, the
/// first literal is negated. A longer even parity becomes an odd one: its first literal is negated,
/// too. An odd parity without literals gives a row that never holds.
fn parity_rows(lits: &[Lit], parity: Parity) -> Vec<SymmetryRow> {
    let mut terms = terms_of(Statement::Parity(lits, parity).terms());
    match (&mut terms[..], parity) {
        ([], Parity::Even) => return Vec::new(),
        ([], Parity::Odd) => return contradiction(),
        ([first, ..], Parity::Even) => first.atom = !first.atom,
        (_, Parity::Odd) => {}
    }
    match terms.len() {
        1 | 2 => exactly(terms, 1),
        _ => vec![SymmetryRow { relation: RowRelation::Odd, terms }.normalised()],
    }
}

/// The normal form of an objective. It has the positive weights of a sum, or, if the least of
/// several counts is maximised, these counts.
#[derive(Debug, Default)]
pub(super) struct NormalObjective {
    /// The weight of each literal, by [`index`].
    pub weights: Vec<i128>,
    /// The counts, if the objective maximises the least of several counts. Each count is a sorted
    /// list of literals. The set is empty for any other objective.
    pub counts: BTreeSet<Vec<Lit>>,
}

impl NormalObjective {
    /// Returns the normal form of a model's objective. The normal form has no sense and no
    /// constant, since permutations do not change them. In it, a negative weight is the opposite
    /// weight of the negated literal, and each literal of a single count has the weight 1. An
    /// objective that maximises the least of several counts gives the sorted counts and no weights.
    /// Without an objective, there are neither.
    fn from_model(model: &Model) -> NormalObjective {
        let mut weights = vec![0; 2 * model.labels().len()];
        let mut counts = BTreeSet::new();
        let mut terms = match model.objective() {
            None => Vec::new(),
            Some(Objective::MaximiseLeast(least)) => {
                counts.extend(least.counts.iter().map(|count| sorted(count.lits.clone())));
                Vec::new()
            }
            Some(objective) => match (objective.weighted_sum(), objective.single_count()) {
                (Some(weighted), _) => terms_of(weighted.sum.terms()),
                (None, Some(one)) => {
                    one.count.lits.iter().map(|&atom| Term { weight: 1, atom }).collect()
                }
                (None, None) => Vec::new(),
            },
        };
        normal::make_positive(&mut terms);
        terms.iter().for_each(|term| weights[index(term.atom)] = term.weight);
        NormalObjective { weights, counts }
    }
}

fn sorted(mut lits: Vec<Lit>) -> Vec<Lit> {
    lits.sort_unstable();
    lits
}

/// Returns a literal's index from 0: twice the variable, plus one for a negation.
pub(super) fn index(lit: Lit) -> usize {
    2 * lit.variable() + usize::from(lit.is_negated())
}

/// The normal form of a model: its rows, its objective and its shown variables.
#[derive(Debug)]
pub(super) struct SymmetryRows {
    /// The rows, sorted, each once.
    pub rows: Vec<SymmetryRow>,
    pub aims: NormalObjective,
    /// For each variable, whether it is in the projection.
    pub is_shown: Vec<bool>,
    /// The indices of the rows that contain each variable.
    of: Vec<Vec<usize>>,
}

impl SymmetryRows {
    /// Returns the normal form of a model. It has the rows, sorted and each once; the rows of each
    /// variable; the objective; and the variables of the projection.
    pub fn from_model(model: &Model) -> SymmetryRows {
        let variables = model.labels().len();
        let mut rows: Vec<SymmetryRow> =
            model.constraints().statements().flat_map(rows_of).collect();
        rows.sort_unstable();
        rows.dedup();
        let mut of = vec![Vec::new(); variables];
        for (number, row) in rows.iter().enumerate() {
            row.terms.iter().for_each(|term| of[term.atom.variable()].push(number));
        }
        let mut is_shown = vec![false; variables];
        match model.projection() {
            Projection::Lits(lits) => lits.iter().for_each(|lit| is_shown[lit.variable()] = true),
            Projection::Cells(reading) => {
                reading.symbol_literals().for_each(|lit| is_shown[lit.variable()] = true);
            }
        }
        SymmetryRows { rows, aims: NormalObjective::from_model(model), is_shown, of }
    }

    /// Returns whether a row or the objective contains a variable. The variable is given by its
    /// index; the model must have it. The projection does not count.
    pub fn contains_variable(&self, variable: usize) -> bool {
        let is_counted = {
            self.aims.counts.iter().any(|count| count.iter().any(|lit| lit.variable() == variable))
        };
        !self.of[variable].is_empty()
            || (self.aims.weights[2 * variable] != 0)
            || (self.aims.weights[2 * variable + 1] != 0)
            || is_counted
    }

    /// Returns whether a permutation maps rows to rows, the objective to itself, and the variables
    /// of the projection to each other. Returns false at once if `symmetry` is no permutation or
    /// moves a variable that the model does not have. Otherwise adds the steps up to the first
    /// failure to `work`: [`SORTED`] steps for each literal whose image is sorted, and one step for
    /// each other visit of a literal or a row.
    pub fn has_symmetry(&self, symmetry: &Symmetry, work: &mut u64) -> bool {
        let variables = self.is_shown.len();
        let moves = symmetry.moves();
        if !symmetry.is_permutation() || moves.iter().any(|(lit, _)| lit.variable() >= variables) {
            return false;
        }
        let mut rows: Vec<usize> =
            moves.iter().flat_map(|(lit, _)| &self.of[lit.variable()]).copied().collect();
        *work += (moves.len() + rows.len()) as u64;
        rows.sort_unstable();
        rows.dedup();
        moves.iter().all(|&(lit, image)| self.have_equal_weights(lit, image))
            && self.aims.counts.iter().all(|count| {
                *work += SORTED * count.len() as u64;
                let image = count.iter().map(|&lit| symmetry.image(lit)).collect();
                self.aims.counts.contains(&sorted(image))
            })
            && rows.iter().map(|&row| &self.rows[row]).all(|row| {
                let length = row.terms.len() as u64;
                *work += length;
                // Sorting the image of a long row takes the most time.
                row.is_evidently_fixed(symmetry) || {
                    *work += SORTED * length;
                    self.rows.binary_search(&row.image(symmetry)).is_ok()
                }
            })
    }

    /// Returns whether a literal and its image agree in three ways. Their weights are equal. The
    /// weights of their negations are equal. Either both of their variables are in the projection,
    /// or neither is.
    fn have_equal_weights(&self, lit: Lit, image: Lit) -> bool {
        let weight = |lit: Lit| self.aims.weights[index(lit)];
        weight(lit) == weight(image)
            && weight(!lit) == weight(!image)
            && self.is_shown[lit.variable()] == self.is_shown[image.variable()]
    }
}
