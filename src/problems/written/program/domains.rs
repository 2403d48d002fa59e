//! The values that a variable of a program may have, as far as its bounds and the rows limit them.
//!
//! [`propagate`] derives bounds from rows, until no row gives a better one. In a row Σ aᵢ·xᵢ ≤ b,
//! each term has a least value; if the least values of all other terms are known, aᵢ·xᵢ is at most
//! b minus their sum, and xᵢ gets a bound, which is rounded to a whole number. An equation gives
//! bounds of both kinds.
//!
//! A semi-integer variable is 0 or in its interval. Bounds that exclude 0 make it an integer, and
//! other bounds only shorten the interval.

use std::fmt;

use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive, Zero};

use super::{Comparison, Factor, IntegerRow, RangeSide, Unknown};
use crate::exact::Integer;
use crate::model::{IntegerDomain, Relation};

/// The values that an integer variable may have: the whole numbers from `least` to `largest`, and
/// 0 if `has_zero` is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Domain {
    /// The least value; `None` if there is no lower bound.
    pub least: Option<Integer>,
    /// The largest value; `None` if there is no upper bound.
    pub largest: Option<Integer>,
    /// Whether 0 is a value outside the interval.
    pub has_zero: bool,
}

impl Domain {
    /// Returns the domain of a variable, which may be 0 besides the interval if `may_be_zero`.
    pub fn new(least: Option<Integer>, largest: Option<Integer>, may_be_zero: bool) -> Domain {
        let mut domain = Domain { least, largest, has_zero: may_be_zero };
        domain.join_zero();
        domain
    }

    /// Extends the interval to 0 if it begins or ends next to 0, and 0 is a value. Sets `has_zero`
    /// to false if the interval contains 0.
    fn join_zero(&mut self) {
        if self.has_zero && !self.is_interval_empty() {
            if self.least == Some(Integer::from(1)) {
                self.least = Some(Integer::zero());
            }
            if self.largest == Some(Integer::from(-1)) {
                self.largest = Some(Integer::zero());
            }
        }
        let zero = Integer::zero();
        let is_inside = self.least.as_ref().is_none_or(|least| *least <= zero)
            && self.largest.as_ref().is_none_or(|largest| *largest >= zero);
        self.has_zero &= !is_inside;
    }

    /// Returns whether all values are 0 or 1.
    pub fn is_boolean(&self) -> bool {
        let (zero, one) = (Integer::from(0), Integer::from(1));
        self.least.as_ref().is_some_and(|least| *least >= zero)
            && self.largest.as_ref().is_some_and(|largest| *largest <= one)
    }

    /// Returns whether the interval has no number.
    fn is_interval_empty(&self) -> bool {
        matches!((&self.least, &self.largest), (Some(least), Some(largest)) if least > largest)
    }

    /// Returns whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.is_interval_empty() && !self.has_zero
    }

    /// Returns the least value, 0 included; `None` if there is no lower bound.
    fn lower_bound(&self) -> Option<Integer> {
        let least = self.least.clone()?;
        let is_zero_lower = self.has_zero && (least.is_positive() || self.is_interval_empty());
        Some(if is_zero_lower { Integer::zero() } else { least })
    }

    /// Returns the largest value, 0 included; `None` if there is no upper bound.
    fn upper_bound(&self) -> Option<Integer> {
        let largest = self.largest.clone()?;
        let is_zero_higher = self.has_zero && (largest.is_negative() || self.is_interval_empty());
        Some(if is_zero_higher { Integer::zero() } else { largest })
    }

    /// Removes the values below `bound`. Returns whether there were any, or could have been.
    fn raise(&mut self, bound: Integer) -> bool {
        if bound.is_positive() && self.has_zero {
            self.has_zero = false;
            self.least = self.least.take().max(Some(bound));
            return true;
        }
        let is_better = self.least.as_ref().is_none_or(|least| *least < bound);
        if is_better {
            self.least = Some(bound);
        }
        is_better
    }

    /// Removes the values above `bound`. Returns whether there were any, or could have been.
    fn lower(&mut self, bound: Integer) -> bool {
        if bound.is_negative() && self.has_zero {
            self.has_zero = false;
            self.largest =
                self.largest.take().map_or(Some(bound.clone()), |one| Some(one.min(bound)));
            return true;
        }
        let is_better = self.largest.as_ref().is_none_or(|largest| *largest > bound);
        if is_better {
            self.largest = Some(bound);
        }
        is_better
    }

    /// Returns whether there are a lower and an upper bound.
    pub fn is_closed(&self) -> bool {
        self.least.is_some() && self.largest.is_some()
    }

    /// Returns a side on which there is no bound; `None` if there are both bounds.
    pub fn open_side(&self) -> Option<RangeSide> {
        match (&self.least, &self.largest) {
            (_, None) => Some(RangeSide::Upper),
            (None, _) => Some(RangeSide::Lower),
            _ => None,
        }
    }

    /// Adds the missing bounds: `bound` steps from 0, or from the other bound if that is farther
    /// from 0 on the same side.
    pub fn limit_open(&mut self, bound: &Integer) {
        let zero = Integer::zero();
        if self.least.is_none() {
            let from =
                self.largest.clone().map_or(zero.clone(), |largest| largest.min(zero.clone()));
            self.least = Some(from - bound.clone());
        }
        if self.largest.is_none() {
            let from = self.least.clone().map_or(zero.clone(), |least| least.max(zero));
            self.largest = Some(from + bound.clone());
        }
    }

    /// Adds the missing bounds -`bound` and `bound`.
    pub fn keep_within(&mut self, bound: &Integer) {
        self.least.get_or_insert_with(|| -bound.clone());
        self.largest.get_or_insert_with(|| bound.clone());
    }

    /// Returns the domain with both bounds. Returns `None` if a bound is missing, or if its
    /// absolute value is above `most`. An empty interval besides 0 becomes the interval of 0.
    pub fn closed(&self, most: i64) -> Option<IntegerDomain> {
        let small = |bound: &Option<Integer>| {
            bound.as_ref()?.to_i64().filter(|bound| (-most..=most).contains(bound))
        };
        let (least, largest) = (small(&self.least)?, small(&self.largest)?);
        if self.has_zero && least > largest {
            return Some(IntegerDomain { least: 0, largest: 0, has_zero: false });
        }
        Some(IntegerDomain { least, largest, has_zero: self.has_zero })
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = |bound: &Option<Integer>, open: &str| {
            bound.as_ref().map_or_else(|| open.to_owned(), Integer::to_string)
        };
        let zero = if self.has_zero { "0 or " } else { "" };
        write!(f, "{zero}{}..{}", bound(&self.least, "-inf"), bound(&self.largest, "inf"))
    }
}

/// The largest number of rounds in which rows give bounds.
const MOST_ROUNDS: usize = 200;

/// The largest number of terms that [`propagate`] examines. With more, it ends between two rounds.
const MOST_TERMS: usize = 200_000_000;

/// Reduces the domains by the bounds that follow from rows, for at most [`MOST_ROUNDS`] rounds.
/// `domains` has the domain of each variable; `None` for a variable that occurs in no row. Rows
/// with products or a guard, and rows that exclude a single sum, give no bounds. Ends early if a
/// domain is empty. Returns the number of rounds that gave bounds.
pub(super) fn propagate(rows: &[&IntegerRow], domains: &mut [Option<Domain>]) -> usize {
    let bounds: Vec<Sum> = rows.iter().copied().flat_map(Sum::upper_bounds).collect();
    let terms: usize = bounds.iter().map(|bound| bound.terms.len()).sum();
    let rounds = MOST_ROUNDS.min(MOST_TERMS / terms.max(1));
    for round in 0..rounds {
        let mut is_changed = false;
        for bound in &bounds {
            is_changed |= bound.propagate(domains);
            if bound.terms.iter().any(|(_, unknown)| domain(domains, *unknown).is_empty()) {
                return round + 1;
            }
        }
        if !is_changed {
            return round;
        }
    }
    rounds
}

/// An upper bound of a sum of distinct variables.
pub(super) struct Sum {
    pub terms: Vec<(Integer, Unknown)>,
    pub bound: Integer,
}

impl Sum {
    /// Returns the upper bounds that a row states: of its sum, of the negated sum, or of both.
    /// Returns none for a row with a product or a guard, and for one that excludes a single sum.
    pub fn upper_bounds(row: &IntegerRow) -> Vec<Sum> {
        let Comparison::Relation(relation) = row.comparison else { return Vec::new() };
        if row.guard.is_some() {
            return Vec::new();
        }
        let mut terms: Vec<(Integer, Unknown)> = Vec::with_capacity(row.terms.len());
        for (weight, factor) in super::continuous::merge_terms(row.terms.iter().cloned()) {
            match factor {
                Factor::One(unknown) => terms.push((weight, unknown)),
                Factor::Both(..) => return Vec::new(),
            }
        }
        let negated = Sum {
            terms: terms.iter().map(|(weight, unknown)| (-weight.clone(), *unknown)).collect(),
            bound: -row.bound.clone(),
        };
        let sum = Sum { terms, bound: row.bound.clone() };
        match relation {
            Relation::AtMost => vec![sum],
            Relation::AtLeast => vec![negated],
            Relation::Exactly => vec![sum, negated],
        }
    }

    /// Reduces the domains of the variables by this bound. Returns whether a domain has become
    /// smaller.
    fn propagate(&self, domains: &mut [Option<Domain>]) -> bool {
        let least = |(weight, unknown): &(Integer, Unknown), domains: &[Option<Domain>]| {
            let domain = domain(domains, *unknown);
            let bound =
                if weight.is_negative() { domain.upper_bound() } else { domain.lower_bound() };
            bound.map(|bound| weight * &bound)
        };
        let (mut known, mut open) = (Integer::zero(), 0);
        for term in &self.terms {
            match least(term, domains) {
                Some(value) => known += &value,
                None => open += 1,
            }
        }
        let mut is_changed = false;
        for term in self.terms.iter().filter(|_| open <= 1) {
            let own = least(term, domains);
            if open == 1 && own.is_some() {
                continue;
            }
            let rest = &known - &own.clone().unwrap_or_default();
            let (weight, room) = (&term.0, &self.bound - &rest);
            let domain = domains[term.1.place()].as_mut().expect("a variable of a row");
            is_changed |= if weight.is_negative() {
                domain.raise(room.div_ceil(weight))
            } else {
                domain.lower(room.div_floor(weight))
            };
        }
        is_changed
    }
}

/// Returns the domain of a variable of a row, which must have one.
fn domain(domains: &[Option<Domain>], unknown: Unknown) -> &Domain {
    domains[unknown.place()].as_ref().expect("a variable of a row")
}
