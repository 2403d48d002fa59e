//! Sums with weights by repetition: a literal of weight w occurs w times among the counted
//! literals.
//!
//! Every cardinality encoding of the table works on positions in a list, so a literal is allowed to
//! occur several times. (Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, 2006,
//! count the digits of weights instead.) The occurrences are called *places*. The number of places
//! is the total weight. It determines the size of the encoding, and is at most [`MOST`].
//!
//! First, a negative weight becomes a positive weight of the negated literal, and "at most" becomes
//! "at least". Then three rules are applied in turn to "at least b":
//!
//! - a weight above b becomes b (saturation);
//! - a literal becomes a unit clause if the other literals alone cannot reach b;
//! - the weights and b are divided by the common divisor of the weights, and b is rounded up.
//!
//! A constraint "exactly b" can make literals true or false. It is a contradiction if the common
//! divisor of the weights does not divide b. In an objective, the weights are divided by their
//! common divisor, and nothing else is simplified.

use num_integer::Integer;
use quarrel_encodings::pseudo_boolean::repeat::MOST;

use crate::linear::{Term, normal};
use crate::model::{Lit, Relation, Row};

/// The greatest number of rounds of simplification. The result is correct with any number.
const TURNS: usize = 64;

/// A constraint on a weighted sum, written as unit clauses and a bound on the number of true
/// places. A place is one occurrence of a repeated literal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RepeatedPlaces {
    /// Literals that must be true.
    pub units: Vec<Lit>,
    /// The places, and the bound on the number of true places. `None` if the bound always holds.
    pub count: Option<(Vec<Lit>, usize)>,
}

impl RepeatedPlaces {
    /// Returns whether a literal has more than one place.
    pub fn has_repetitions(&self) -> bool {
        let lits = self.count.as_ref().map_or(&[][..], |(lits, _)| lits);
        lits.windows(2).any(|two| two[0] == two[1])
    }
}

/// The reason why a constraint cannot be written as places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlacementError {
    /// No assignment satisfies the constraint.
    Contradiction,
    /// There would be too many places.
    TooMany,
}

/// A constraint on a sum of weighted literals while it is simplified. Its relation is not stored:
/// it does not change, and the caller knows it.
struct RepeatedConstraint {
    /// The literals with their weights, which are positive. The sum of the weights fits in 64 bits.
    terms: Vec<Term<i128, Lit>>,
    /// The bound on the sum of `terms`.
    bound: i128,
    /// Literals that must be true.
    units: Vec<Lit>,
}

/// Simplifies a constraint and repeats its literals as often as their weights say. The relation of
/// the returned bound is that of `row`. The constraint is equivalent to the returned units and the
/// bound together. If the units alone are enough, there is no bound. If the constraint always
/// holds, there are no units either. Only for "exactly", there is always a bound, which can be
/// without places. Fails if no assignment satisfies the constraint, or if there are too many
/// places. If there are too many places, the constraint can also be a contradiction that the
/// simplification did not find.
pub(super) fn constraint(row: &Row) -> Result<RepeatedPlaces, PlacementError> {
    let mut constraint = RepeatedConstraint::from_row(row);
    match row.relation {
        Relation::AtLeast => constraint.simplify_at_least()?,
        Relation::AtMost => {
            constraint.negate();
            constraint.simplify_at_least()?;
            constraint.negate();
        }
        Relation::Exactly => constraint.simplify_exactly()?,
    }
    constraint.places(row.relation)
}

/// Returns the places (repeated literals) of an objective, and the cost of one place. This cost is
/// the greatest common divisor of all costs. Returns `None` if there are too many places.
pub(super) fn objective(costs: &[(u64, Lit)]) -> Option<(Vec<Lit>, u64)> {
    let mut terms: Vec<Term<i128, Lit>> =
        costs.iter().map(|&(cost, atom)| Term { weight: cost.into(), atom }).collect();
    let unit = u64::try_from(normal::divide(&mut terms)).expect("it divides a cost");
    Some((repeated(&terms)?, unit))
}

/// Returns each literal as often as its weight says, in the order of `terms`, so that its
/// occurrences are consecutive. No weight must be negative. Returns `None` if there would be more
/// than [`MOST`] places and a weight is greater than 1.
fn repeated(terms: &[Term<i128, Lit>]) -> Option<Vec<Lit>> {
    let is_weighted = terms.iter().any(|term| term.weight > 1);
    if is_weighted && normal::total(terms).unsigned_abs() > MOST {
        return None;
    }
    let places = terms
        .iter()
        .flat_map(|term| {
            let times = usize::try_from(term.weight).expect("few places, or one for each literal");
            std::iter::repeat_n(term.atom, times)
        })
        .collect();
    Some(places)
}

impl RepeatedConstraint {
    /// Returns the constraint of a row, without its relation. Makes all weights positive by
    /// negating literals, and adapts the bound, which can become negative.
    fn from_row(row: &Row) -> RepeatedConstraint {
        let mut terms: Vec<Term<i128, Lit>> = row
            .sum
            .terms()
            .map(|Term { weight, atom }| Term { weight: weight.into(), atom })
            .collect();
        let bound = i128::from(row.bound) + normal::make_positive(&mut terms);
        RepeatedConstraint { terms, bound, units: Vec::new() }
    }

    /// Negates the literals and adapts the bound, so that "at most" becomes "at least", or "at
    /// least" becomes "at most".
    fn negate(&mut self) {
        self.bound = normal::total(&self.terms) - self.bound;
        self.terms.iter_mut().for_each(|term| term.atom = !term.atom);
    }

    /// Simplifies a constraint "at least" until a round changes nothing, for up to [`TURNS`]
    /// rounds. All weights must be positive. Moves literals that must be true to `units`, saturates
    /// weights, and divides by the common divisor. If the constraint always holds, removes all its
    /// terms, and its bound is then 0.
    ///
    /// # Errors
    ///
    /// If a round finds at its start that no assignment satisfies the constraint. A contradiction
    /// that arises only in the last round is not reported.
    fn simplify_at_least(&mut self) -> Result<(), PlacementError> {
        for _ in 0..TURNS {
            let all = normal::total(&self.terms);
            if self.bound <= 0 {
                self.terms.clear();
                self.bound = 0;
                return Ok(());
            }
            if all < self.bound {
                return Err(PlacementError::Contradiction);
            }
            let (before, bound) = (self.terms.len(), self.bound);
            self.fix(true, |weight| all - weight < bound);
            normal::saturate(&mut self.terms, &self.bound.max(0));
            self.terms.retain(|term| term.weight > 0);
            self.bound = Integer::div_ceil(&self.bound, &normal::divide(&mut self.terms));
            if (self.terms.len(), self.bound, normal::total(&self.terms)) == (before, bound, all) {
                break;
            }
        }
        Ok(())
    }

    /// Simplifies a constraint "exactly" until a round changes nothing, for up to [`TURNS`] rounds.
    /// All weights must be positive. Each round removes the literals that are heavier than the
    /// bound, which must be false, and those that are heavier than the sum of all weights minus the
    /// bound, which must be true. Adds unit clauses with these values to `units`. Each round also
    /// divides by the common divisor.
    ///
    /// # Errors
    ///
    /// If the bound is not between 0 and the sum of all weights, or is not a multiple of the common
    /// divisor. Other contradictions are not found.
    fn simplify_exactly(&mut self) -> Result<(), PlacementError> {
        for _ in 0..TURNS {
            let all = normal::total(&self.terms);
            if !(0..=all).contains(&self.bound) {
                return Err(PlacementError::Contradiction);
            }
            let (before, bound) = (self.terms.len(), self.bound);
            self.fix(false, |weight| weight > bound);
            let slack = all - bound;
            self.fix(true, |weight| weight > slack);
            let (quotient, rest) = self.bound.div_rem(&normal::divide(&mut self.terms));
            if rest != 0 {
                return Err(PlacementError::Contradiction);
            }
            self.bound = quotient;
            if (self.terms.len(), self.bound) == (before, bound) {
                break;
            }
        }
        Ok(())
    }

    /// Removes the literals whose weight satisfies `is_fixed`, and adapts the bound. These literals
    /// must have the value `truth` in every solution. Adds them as unit clauses, negated if `truth`
    /// is `false`.
    fn fix(&mut self, truth: bool, is_fixed: impl Fn(i128) -> bool) {
        for Term { weight, atom } in self.terms.extract_if(.., |term| is_fixed(term.weight)) {
            self.units.push(if truth { atom } else { !atom });
            self.bound -= if truth { weight } else { 0 };
        }
    }

    /// Repeats the literals by weight, for a constraint with this relation. Returns them with the
    /// bound and the units. If the bound always holds, and the relation is not "exactly", the
    /// result has no places and no bound.
    ///
    /// # Errors
    ///
    /// If there are too many places, or no assignment satisfies the bound. If both are the case,
    /// the error is that there are too many places.
    fn places(self, relation: Relation) -> Result<RepeatedPlaces, PlacementError> {
        let RepeatedConstraint { terms, bound, units } = self;
        let lits = repeated(&terms).ok_or(PlacementError::TooMany)?;
        let all = i128::try_from(lits.len()).expect("fewer literals than memory");
        let (inequality, is_satisfied) = match relation {
            Relation::AtLeast => (bound > 0, bound <= all),
            Relation::AtMost => (bound < all, bound >= 0),
            Relation::Exactly => (true, (0..=all).contains(&bound)),
        };
        if !is_satisfied {
            return Err(PlacementError::Contradiction);
        }
        let bound = usize::try_from(bound.clamp(0, all)).expect("at most as many as there are");
        Ok(RepeatedPlaces { units, count: inequality.then_some((lits, bound)) })
    }
}
