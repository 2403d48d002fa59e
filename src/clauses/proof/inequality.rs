//! Pseudo-Boolean constraints in normal form, and the arithmetic of cutting planes.
//!
//! In normal form, a sum of literals with positive weights, each variable once, is at least a
//! degree. Cutting planes (Cook, Coullard and Turán, On the Complexity of Cutting-Plane Proofs,
//! 1987) add, multiply and divide constraints, use that a literal is at least 0, and cut weights
//! down to the degree (saturation). Each line is computed here, so that wrong steps are found
//! before the checker runs.

use std::cmp::Ordering;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PbVar {
    /// A variable of the problem, numbered from 1.
    Stated(u32),
    /// A variable that occurs only in the solver's clauses, by the solver's number.
    Fresh(u32),
    /// A variable of the proof alone, numbered from 1.
    Own(u32),
}

impl fmt::Display for PbVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PbVar::Stated(number) => write!(f, "x{number}"),
            PbVar::Fresh(number) => write!(f, "y{number}"),
            PbVar::Own(number) => write!(f, "z{number}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PbLit {
    pub variable: PbVar,
    pub is_negated: bool,
}

impl From<PbVar> for PbLit {
    fn from(variable: PbVar) -> PbLit {
        PbLit { variable, is_negated: false }
    }
}

impl std::ops::Not for PbLit {
    type Output = PbLit;

    fn not(self) -> PbLit {
        PbLit { is_negated: !self.is_negated, ..self }
    }
}

impl fmt::Display for PbLit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negated { "~" } else { "" }, self.variable)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inequality {
    /// The weight of each variable, in the order of variables. A negative weight belongs to the
    /// negated literal.
    weights: Vec<(PbVar, i128)>,
    degree: i128,
}

impl Inequality {
    /// Returns "the sum of the literals is at least `degree`". A repeated literal counts each time.
    pub fn at_least(lits: impl IntoIterator<Item = PbLit>, degree: i128) -> Inequality {
        let mut lits: Vec<PbLit> = lits.into_iter().collect();
        lits.sort_unstable_by_key(|lit| lit.variable);
        let mut sum = Inequality { weights: Vec::with_capacity(lits.len()), degree };
        lits.into_iter().for_each(|lit| sum.add_literal(lit, 1));
        sum
    }

    pub fn clause(lits: &[PbLit]) -> Inequality {
        Inequality::at_least(lits.iter().copied(), 1)
    }

    pub fn degree(&self) -> i128 {
        self.degree
    }

    /// Returns the literals with their positive weights.
    pub fn terms(&self) -> impl Iterator<Item = (i128, PbLit)> + Clone {
        self.weights
            .iter()
            .map(|&(variable, weight)| (weight.abs(), PbLit { variable, is_negated: weight < 0 }))
    }

    pub fn variables(&self) -> impl Iterator<Item = PbVar> {
        self.weights.iter().map(|&(variable, _)| variable)
    }

    pub fn weight_of(&self, lit: PbLit) -> i128 {
        let weight = self.place(lit.variable).map_or(0, |place| self.weights[place].1);
        if lit.is_negated { (-weight).max(0) } else { weight.max(0) }
    }

    pub fn weighs(&self, variable: PbVar) -> bool {
        self.place(variable).is_ok()
    }

    /// Returns the greatest common divisor of the weights, or 1 without weights.
    pub fn common_divisor(&self) -> i128 {
        let mut known = 0;
        for (_, weight) in &self.weights {
            known = divisor(known, weight.abs());
            if known == 1 {
                break;
            }
        }
        known.max(1)
    }

    pub fn weight(&self) -> i128 {
        self.weights.iter().map(|(_, weight)| weight.abs()).sum()
    }

    pub fn is_contradiction(&self) -> bool {
        self.degree > self.weight()
    }

    pub fn add(&mut self, other: &Inequality, times: i128) {
        debug_assert!(times >= 0, "a multiplier of {times} turns what is added around");
        debug_assert!(other.is_normal(), "{other} is not in normal form");
        self.degree += other.degree * times;
        // A few terms are inserted faster than they are merged.
        if other.weights.len() * 8 < self.weights.len() {
            for &(variable, weight) in &other.weights {
                self.weigh(variable, weight * times);
            }
            return;
        }
        let mut weights = Vec::with_capacity(self.weights.len() + other.weights.len());
        let mut mine = std::mem::take(&mut self.weights).into_iter().peekable();
        let others = other.weights.iter().map(|(variable, weight)| (*variable, weight * times));
        let mut others = others.filter(|(_, weight)| *weight != 0);
        let mut next = others.next();
        while let (Some(&(own, known)), Some((variable, weight))) = (mine.peek(), next) {
            match own.cmp(&variable) {
                Ordering::Less => weights.extend(mine.next()),
                Ordering::Greater => {
                    weights.push((variable, weight));
                    next = others.next();
                }
                Ordering::Equal => {
                    self.degree -= cancelled(known, weight);
                    if known + weight != 0 {
                        weights.push((variable, known + weight));
                    }
                    mine.next();
                    next = others.next();
                }
            }
        }
        weights.extend(mine);
        weights.extend(next);
        weights.extend(others);
        self.weights = weights;
    }

    #[must_use]
    pub fn with_degree(&self, degree: i128) -> Inequality {
        Inequality { degree, ..self.clone() }
    }

    /// Adds a weighted literal. A negative weight becomes a weight of the opposite literal.
    pub fn add_term(&mut self, weight: i128, lit: PbLit) {
        if weight < 0 {
            self.degree -= weight;
        }
        self.add_literal(if weight < 0 { !lit } else { lit }, weight.abs());
    }

    /// Adds `times` times "the literal is at least 0".
    pub fn add_literal(&mut self, lit: PbLit, times: i128) {
        debug_assert!(times >= 0, "{lit} is not at most 0");
        self.weigh(lit.variable, if lit.is_negated { -times } else { times });
    }

    fn is_normal(&self) -> bool {
        self.weights.is_sorted_by(|one, other| one.0 < other.0)
            && self.weights.iter().all(|(_, weight)| *weight != 0)
    }

    fn place(&self, variable: PbVar) -> Result<usize, usize> {
        // Most variables are added in order.
        match self.weights.last() {
            Some((last, _)) if *last < variable => Err(self.weights.len()),
            _ => self.weights.binary_search_by_key(&variable, |term| term.0),
        }
    }

    fn weigh(&mut self, variable: PbVar, weight: i128) {
        match self.place(variable) {
            Err(place) if weight != 0 => self.weights.insert(place, (variable, weight)),
            Err(_) => {}
            Ok(place) => {
                let known = &mut self.weights[place].1;
                self.degree -= cancelled(*known, weight);
                *known += weight;
                if *known == 0 {
                    self.weights.remove(place);
                }
            }
        }
    }

    pub fn divide(&mut self, divisor: i128) {
        debug_assert!(divisor > 0, "a division by {divisor}");
        for (_, weight) in &mut self.weights {
            *weight = weight.signum() * divided_up(weight.abs(), divisor);
        }
        self.degree = divided_up(self.degree, divisor);
    }

    pub fn saturate(&mut self) {
        let most = self.degree.max(0);
        self.weights.iter_mut().for_each(|(_, weight)| *weight = (*weight).clamp(-most, most));
        self.weights.retain(|(_, weight)| *weight != 0);
    }

    #[must_use]
    pub fn negated(&self) -> Inequality {
        let degree = self.weight() - self.degree + 1;
        let weights = self.weights.iter().map(|&(variable, weight)| (variable, -weight));
        Inequality { weights: weights.collect(), degree }
    }

    /// Returns by how much the sum misses the degree if only the literals of `clause` are false. If
    /// this is positive, the constraint implies the clause.
    pub fn missed_without(&self, clause: &[PbLit]) -> i128 {
        let others = self.terms().filter(|(_, lit)| !clause.contains(lit));
        self.degree - others.map(|(weight, _)| weight).sum::<i128>()
    }

    pub fn implies(&self, clause: &[PbLit]) -> bool {
        self.missed_without(clause) > 0
    }

    pub fn is_at_most_one_false(&self) -> bool {
        self.degree + 1 == self.weight()
    }
}

fn divided_up(number: i128, divisor: i128) -> i128 {
    -(-number).div_euclid(divisor)
}

/// Returns the constant that arises when two signed weights of a variable are added. Weights of
/// opposite signs belong to a literal and its negation, which add up to 1.
fn cancelled(one: i128, other: i128) -> i128 {
    if one.signum() * other.signum() < 0 { one.abs().min(other.abs()) } else { 0 }
}

pub fn divisor(mut one: i128, mut other: i128) -> i128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl fmt::Display for Inequality {
    /// Writes the constraint without a semicolon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (weight, lit) in self.terms() {
            write!(f, "+{weight} {lit} ")?;
        }
        write!(f, ">= {}", self.degree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(number: u32) -> PbLit {
        PbVar::Stated(number).into()
    }

    #[test]
    fn opposite_literals_are_one_together() {
        let mut sum = Inequality::at_least([x(1), x(2), !x(1)], 2);
        assert_eq!(sum.to_string(), "+1 x2 >= 1");
        sum.add(&Inequality::at_least([!x(2), !x(3)], 1), 3);
        assert_eq!(sum.to_string(), "+2 ~x2 +3 ~x3 >= 3");
        sum.saturate();
        sum.divide(2);
        assert_eq!(sum.to_string(), "+1 ~x2 +2 ~x3 >= 2");
        sum.add_literal(x(3), 2);
        assert_eq!(sum.to_string(), "+1 ~x2 >= 0");
        sum.saturate();
        assert_eq!(sum.to_string(), ">= 0");
    }

    #[test]
    fn what_is_false_is_negated() {
        let sum = Inequality::at_least([x(1), x(2), x(3)], 2);
        assert_eq!(sum.negated().to_string(), "+1 ~x1 +1 ~x2 +1 ~x3 >= 2");
        assert_eq!(sum.negated().negated(), sum);
        assert!(Inequality::at_least([x(1)], 2).is_contradiction());
        assert!(!sum.is_contradiction());
    }

    #[test]
    fn a_clause_follows_where_the_others_do_not_reach() {
        let sum = Inequality::at_least([x(1), x(2), x(3)], 2);
        assert_eq!(sum.missed_without(&[x(1), x(2)]), 1);
        assert_eq!(sum.missed_without(&[x(1)]), 0);
        assert_eq!(sum.missed_without(&[!x(1), x(2), x(3)]), 1);
    }

    fn beyond(sum: &Inequality, values: u32) -> i128 {
        let is_true = |lit: PbLit| match lit.variable {
            PbVar::Stated(number) => (values >> number & 1 == 1) != lit.is_negated,
            PbVar::Fresh(_) | PbVar::Own(_) => false,
        };
        let terms = sum.terms().filter(|(_, lit)| is_true(*lit));
        terms.map(|(weight, _)| weight).sum::<i128>() - sum.degree()
    }

    #[test]
    fn sums_add_up_in_every_assignment() {
        let mut random = fastrand::Rng::with_seed(20);
        let some = |random: &mut fastrand::Rng, most: usize| {
            let lits = (0..random.usize(0..=most)).map(|_| {
                let lit = x(random.u32(1..=12));
                if random.bool() { lit } else { !lit }
            });
            let lits: Vec<PbLit> = lits.collect();
            Inequality::at_least(lits, random.i128(-3..=9))
        };
        for _ in 0..300 {
            let one = some(&mut random, 40);
            let most = [1, 12][random.usize(0..2)];
            let (other, times) = (some(&mut random, most), random.i128(0..=4));
            let mut sum = one.clone();
            sum.add(&other, times);
            let in_order =
                |sum: &Inequality| sum.weights.is_sorted_by(|one, other| one.0 < other.0);
            assert!(in_order(&sum) && sum.weights.iter().all(|term| term.1 != 0), "{sum}");
            for values in (0..1 << 13).step_by(7) {
                let expected = beyond(&one, values) + times * beyond(&other, values);
                assert_eq!(beyond(&sum, values), expected, "{one} and {times} times {other}");
                let negated = beyond(&sum.negated(), values) >= 0;
                assert_eq!(negated, beyond(&sum, values) < 0, "{sum}");
            }
        }
    }
}
