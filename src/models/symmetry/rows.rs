//! The constraints of a model in a normal form, and a test of symmetries.
//!
//! Equivalent constraints should be equal: at least two of five literals are false if and only if
//! at most three are true, and a binary clause is an at-most-one of the negations. So each
//! constraint is an *at least*, *exactly* or *an odd number*, with positive weights that have no
//! common divisor and do not exceed the bound. If the bound of an *exactly* is half of the total
//! weight, negating all its literals changes nothing; the form with a positive first literal is
//! taken. A constraint that makes all its literals true is a row for each literal.

use std::collections::BTreeSet;

use crate::model::{
    Lit, Model, Objective, Parity, Projection, Relation, Statement, Symmetry, Term,
};

/// The number of steps for which the image of a literal counts that is sorted among others.
const SORTED: u64 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Says {
    /// The weight of the true literals is at least this number, which is positive. So a row without
    /// literals never holds.
    AtLeast(i128),
    Exactly(i128),
    Odd,
}

/// A relation on sorted literals over distinct variables with positive weights.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SymmetryRow {
    pub says: Says,
    pub terms: Vec<(i128, Lit)>,
}

impl SymmetryRow {
    pub fn is_its_complement(&self) -> bool {
        self.says == Says::Exactly(self.weight() - self.bound())
    }

    fn weight(&self) -> i128 {
        self.terms.iter().map(|&(weight, _)| weight).sum()
    }

    fn bound(&self) -> i128 {
        match self.says {
            Says::AtLeast(bound) | Says::Exactly(bound) => bound,
            Says::Odd => 1,
        }
    }

    fn ordered(mut self) -> SymmetryRow {
        self.terms.sort_unstable_by_key(|&(weight, lit)| (weight, lit.variable()));
        match self.says {
            Says::Odd => self.gather_signs(),
            Says::Exactly(_) if self.is_its_complement() && self.begins_with_negation() => {
                self.terms.iter_mut().for_each(|(_, lit)| *lit = !*lit);
            }
            Says::Exactly(_) | Says::AtLeast(_) => {}
        }
        self
    }

    fn begins_with_negation(&self) -> bool {
        self.terms.first().is_some_and(|(_, lit)| lit.is_negated())
    }

    /// Makes the literals of a parity positive, except that the first one is negated if the number
    /// of negated literals was odd.
    fn gather_signs(&mut self) {
        let negated = self.terms.iter().filter(|(_, lit)| lit.is_negated()).count() % 2 == 1;
        for (place, (_, lit)) in self.terms.iter_mut().enumerate() {
            let positive = Lit::numbered(lit.variable() + 1);
            *lit = if negated && place == 0 { !positive } else { positive };
        }
    }

    /// Returns whether a quick test shows that a symmetry maps the row to itself.
    fn is_seen_to_stay(&self, symmetry: &Symmetry) -> bool {
        let place = |weight: i128, lit: Lit| {
            let key = (weight, lit.variable());
            self.terms.binary_search_by_key(&key, |&(weight, lit)| (weight, lit.variable()))
        };
        matches!(self.says, Says::AtLeast(_) | Says::Exactly(_))
            && self.terms.iter().all(|&(weight, lit)| {
                let image = symmetry.of(lit);
                image == lit || place(weight, image).is_ok_and(|place| self.terms[place].1 == image)
            })
    }

    fn image(&self, symmetry: &Symmetry) -> SymmetryRow {
        let terms = self.terms.iter().map(|&(weight, lit)| (weight, symmetry.of(lit)));
        SymmetryRow { says: self.says, terms: terms.collect() }.ordered()
    }
}

pub(super) fn rows_of(statement: Statement) -> Vec<SymmetryRow> {
    match (statement, statement.compared()) {
        (Statement::Parity(lits, parity), _) => of_parity(lits, parity),
        (_, Some((relation, bound))) => {
            related(terms_of(statement.terms()), relation, i128::from(bound))
        }
        (_, None) => Vec::new(),
    }
}

fn terms_of(terms: impl Iterator<Item = Term>) -> Vec<(i128, Lit)> {
    terms.map(|Term { weight, atom }| (i128::from(weight), atom)).collect()
}

fn related(terms: Vec<(i128, Lit)>, relation: Relation, bound: i128) -> Vec<SymmetryRow> {
    match relation {
        Relation::AtLeast => at_least(terms, bound),
        Relation::AtMost => at_most(terms, bound),
        Relation::Exactly => exactly(terms, bound),
    }
}

fn at_most(mut terms: Vec<(i128, Lit)>, bound: i128) -> Vec<SymmetryRow> {
    terms.iter_mut().for_each(|(weight, _)| *weight = -*weight);
    at_least(terms, -bound)
}

/// Negates literals so that their weights are positive. Also returns the amount by which the sum
/// increases.
fn positive(mut terms: Vec<(i128, Lit)>) -> (Vec<(i128, Lit)>, i128) {
    let mut more = 0;
    for (weight, lit) in &mut terms {
        if *weight < 0 {
            more -= *weight;
            (*weight, *lit) = (-*weight, !*lit);
        }
    }
    (terms, more)
}

fn total(terms: &[(i128, Lit)]) -> i128 {
    terms.iter().map(|&(weight, _)| weight).sum()
}

fn contradiction() -> Vec<SymmetryRow> {
    vec![SymmetryRow { says: Says::AtLeast(1), terms: Vec::new() }]
}

fn all(terms: Vec<(i128, Lit)>) -> Vec<SymmetryRow> {
    let units = terms
        .into_iter()
        .map(|(_, lit)| SymmetryRow { says: Says::AtLeast(1), terms: vec![(1, lit)] });
    units.collect()
}

fn at_least(terms: Vec<(i128, Lit)>, bound: i128) -> Vec<SymmetryRow> {
    let (mut terms, more) = positive(terms);
    let bound = bound + more;
    terms.iter_mut().for_each(|(weight, _)| *weight = bound.min(*weight));
    match total(&terms) {
        _ if bound <= 0 => Vec::new(),
        total if bound > total => contradiction(),
        total if terms.iter().all(|&(weight, _)| total - weight < bound) => all(terms),
        _ => {
            let divisor = divide(&mut terms);
            let bound = bound.div_euclid(divisor) + i128::from(bound.rem_euclid(divisor) > 0);
            vec![SymmetryRow { says: Says::AtLeast(bound), terms }.ordered()]
        }
    }
}

fn exactly(terms: Vec<(i128, Lit)>, bound: i128) -> Vec<SymmetryRow> {
    let (mut terms, more) = positive(terms);
    let (mut bound, total) = (bound + more, total(&terms));
    if bound < 0 || bound > total {
        return contradiction();
    }
    if bound > total - bound {
        bound = total - bound;
        terms.iter_mut().for_each(|(_, lit)| *lit = !*lit);
    }
    if bound == 0 {
        terms.iter_mut().for_each(|(_, lit)| *lit = !*lit);
        return all(terms);
    }
    let divisor = divide(&mut terms);
    match bound % divisor {
        0 => vec![SymmetryRow { says: Says::Exactly(bound / divisor), terms }.ordered()],
        _ => contradiction(),
    }
}

fn divide(terms: &mut [(i128, Lit)]) -> i128 {
    let divisor = terms.iter().fold(0, |divisor, &(weight, _)| greatest_common(divisor, weight));
    terms.iter_mut().for_each(|(weight, _)| *weight /= divisor);
    divisor
}

fn greatest_common(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { greatest_common(other, one % other) }
}

fn of_parity(lits: &[Lit], parity: Parity) -> Vec<SymmetryRow> {
    let mut terms: Vec<(i128, Lit)> = lits.iter().map(|&lit| (1, lit)).collect();
    match (&mut terms[..], parity) {
        ([], Parity::Even) => return Vec::new(),
        ([], Parity::Odd) => return contradiction(),
        ([(_, first), ..], Parity::Even) => *first = !*first,
        (_, Parity::Odd) => {}
    }
    match terms.len() {
        1 | 2 => exactly(terms, 1),
        _ => vec![SymmetryRow { says: Says::Odd, terms }.ordered()],
    }
}

/// The normal form of an objective: the positive weights of a sum, or the counts whose least is
/// maximised.
#[derive(Debug, Default)]
pub(super) struct Aims {
    /// The weight of each literal, by [`index`].
    pub weights: Vec<i128>,
    /// The counts, each sorted.
    pub counts: BTreeSet<Vec<Lit>>,
}

impl Aims {
    fn of(model: &Model) -> Aims {
        let mut weights = vec![0; 2 * model.labels().len()];
        let mut counts = BTreeSet::new();
        let terms = match model.objective() {
            None => Vec::new(),
            Some(Objective::MaximiseLeast(least)) => {
                counts.extend(least.counts.iter().map(|count| sorted(count.lits.clone())));
                Vec::new()
            }
            Some(objective) => match (objective.weighted(), objective.one()) {
                (Some(weighted), _) => terms_of(weighted.sum.terms()),
                (None, Some(one)) => one.count.lits.iter().map(|&lit| (1, lit)).collect(),
                (None, None) => Vec::new(),
            },
        };
        for (weight, lit) in positive(terms).0 {
            weights[index(lit)] = weight;
        }
        Aims { weights, counts }
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

#[derive(Debug)]
pub(super) struct SymmetryRows {
    pub rows: Vec<SymmetryRow>,
    pub aims: Aims,
    pub is_shown: Vec<bool>,
    /// The indices of the rows that contain each variable.
    of: Vec<Vec<usize>>,
}

impl SymmetryRows {
    pub fn of(model: &Model) -> SymmetryRows {
        let variables = model.labels().len();
        let mut rows: Vec<SymmetryRow> =
            model.constraints().statements().flat_map(rows_of).collect();
        rows.sort_unstable();
        rows.dedup();
        let mut of = vec![Vec::new(); variables];
        for (number, row) in rows.iter().enumerate() {
            row.terms.iter().for_each(|(_, lit)| of[lit.variable()].push(number));
        }
        let mut is_shown = vec![false; variables];
        match model.projection() {
            Projection::Lits(lits) => lits.iter().for_each(|lit| is_shown[lit.variable()] = true),
            Projection::Cells(reading) => {
                reading.shown().for_each(|lit| is_shown[lit.variable()] = true);
            }
        }
        SymmetryRows { rows, aims: Aims::of(model), is_shown, of }
    }

    pub fn speak_of(&self, variable: usize) -> bool {
        let is_counted = {
            self.aims.counts.iter().any(|count| count.iter().any(|lit| lit.variable() == variable))
        };
        !self.of[variable].is_empty()
            || (self.aims.weights[2 * variable] != 0)
            || (self.aims.weights[2 * variable + 1] != 0)
            || is_counted
    }

    /// Returns whether a permutation maps rows to rows, the objective to itself, and the variables
    /// of the projection to each other. Adds to `work` the literals whose images are sorted, each
    /// as [`SORTED`] steps, and the other visited literals.
    pub fn keeps(&self, symmetry: &Symmetry, work: &mut u64) -> bool {
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
        moves.iter().all(|&(lit, image)| self.weigh_the_same(lit, image))
            && self.aims.counts.iter().all(|count| {
                *work += SORTED * count.len() as u64;
                let image = count.iter().map(|&lit| symmetry.of(lit)).collect();
                self.aims.counts.contains(&sorted(image))
            })
            && rows.iter().map(|&row| &self.rows[row]).all(|row| {
                let length = row.terms.len() as u64;
                *work += length;
                // Sorting the image of a long row is slowest.
                row.is_seen_to_stay(symmetry) || {
                    *work += SORTED * length;
                    self.rows.binary_search(&row.image(symmetry)).is_ok()
                }
            })
    }

    fn weigh_the_same(&self, lit: Lit, image: Lit) -> bool {
        let weight = |lit: Lit| self.aims.weights[index(lit)];
        weight(lit) == weight(image)
            && weight(!lit) == weight(!image)
            && self.is_shown[lit.variable()] == self.is_shown[image.variable()]
    }
}
