//! Pseudo-Boolean constraints in normal form, and the arithmetic of cutting planes.
//!
//! The normal form states that a sum is at least a number, the degree. The sum has literals with
//! positive weights, and each variable at most once. Cutting planes (Cook, Coullard and Turán, On
//! the Complexity of Cutting-Plane Proofs, 1987) add, multiply and divide constraints. They also
//! add the axiom that a literal is at least 0, and lower weights to the degree (saturation). Each
//! line of a proof is also computed here, so that wrong steps are found before the checker runs.

use std::fmt;

use num_integer::{Integer, gcd};

use super::Literal;

/// A pseudo-Boolean constraint in normal form, over variables of type `V`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inequality<V> {
    /// The weight of each variable, in the order of variables. A negative weight belongs to the
    /// negated literal.
    weights: Vec<(V, i128)>,
    /// The number that the weight of the true literals must reach.
    degree: i128,
}

impl<V: Copy + Ord> Inequality<V> {
    /// Returns the constraint "the sum of the literals is at least `degree`". A literal that occurs
    /// n times counts n times. A literal and its negation cancel and lower the degree by 1.
    pub fn at_least(lits: impl IntoIterator<Item = Literal<V>>, degree: i128) -> Inequality<V> {
        let mut sorted: Vec<Literal<V>> = lits.into_iter().collect();
        sorted.sort_unstable_by_key(|lit| lit.variable);
        let mut sum = Inequality { weights: Vec::with_capacity(sorted.len()), degree };
        sorted.into_iter().for_each(|lit| sum.add_literal(lit, 1));
        sum
    }

    /// Returns the constraint "at least one of the literals is true".
    pub fn from_clause(lits: &[Literal<V>]) -> Inequality<V> {
        Inequality::at_least(lits.iter().copied(), 1)
    }

    /// Returns the constraint "the weighted sum is at least `bound`". A negative weight becomes a
    /// weight of the opposite literal, and increases the degree by its magnitude. Literals of the
    /// same variable are added up. A literal and its negation cancel, and lower the degree by the
    /// smaller of their weights. Weights of 0 are left out. The terms may be in any order.
    pub fn from_terms(
        terms: impl IntoIterator<Item = (i128, Literal<V>)>,
        bound: i128,
    ) -> Inequality<V> {
        let mut sorted: Vec<(i128, Literal<V>)> = terms.into_iter().collect();
        sorted.sort_unstable_by_key(|(_, lit)| lit.variable);
        let mut sum = Inequality { weights: Vec::with_capacity(sorted.len()), degree: bound };
        sorted.into_iter().for_each(|(weight, lit)| sum.add_term(weight, lit));
        sum
    }

    /// Returns the degree: the number that the weight of the true literals must reach.
    pub fn degree(&self) -> i128 {
        self.degree
    }

    /// Returns the literals with their positive weights, in the order of variables.
    pub fn terms(&self) -> impl Iterator<Item = (i128, Literal<V>)> + Clone {
        self.weights
            .iter()
            .map(|&(variable, weight)| (weight.abs(), Literal { variable, is_negated: weight < 0 }))
    }

    /// Returns the variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = V> {
        self.weights.iter().map(|&(variable, _)| variable)
    }

    /// Returns the weight of a literal, or 0 if it is not in the sum.
    pub fn weight_of(&self, lit: Literal<V>) -> i128 {
        let weight = self.place(lit.variable).map_or(0, |place| self.weights[place].1);
        if lit.is_negated { (-weight).max(0) } else { weight.max(0) }
    }

    /// Returns whether a variable is in the sum.
    pub fn contains(&self, variable: V) -> bool {
        self.place(variable).is_ok()
    }

    /// Returns the greatest common divisor of the weights, or 1 if there are no weights. The degree
    /// is ignored.
    pub fn common_divisor(&self) -> i128 {
        self.weights
            .iter()
            .fold(0, |known, (_, weight)| match known {
                1 => 1,
                _ => gcd(known, *weight),
            })
            .max(1)
    }

    /// Returns the total weight of the literals.
    pub fn weight(&self) -> i128 {
        self.weights.iter().map(|(_, weight)| weight.abs()).sum()
    }

    /// Returns whether the sum is less than the degree even if all literals are true.
    pub fn is_contradiction(&self) -> bool {
        self.degree > self.weight()
    }

    /// Adds `times` times a constraint to this one. `times` must be at least 0, and `other` must be
    /// in normal form; otherwise a debug build panics. A literal and its negation cancel and lower
    /// the degree. Weights that become 0 are removed. If `times` is 0, nothing changes.
    pub fn add(&mut self, other: &Inequality<V>, times: i128) {
        debug_assert!(times >= 0, "a multiplier of {times} turns what is added around");
        debug_assert!(other.is_normal(), "a constraint that is not in normal form");
        self.degree += other.degree * times;
        // If the other constraint has few terms, inserting them is faster than merging the lists.
        if other.weights.len() * 8 < self.weights.len() {
            for &(variable, weight) in &other.weights {
                self.add_weight(variable, weight * times);
            }
            return;
        }
        let mut weights = std::mem::take(&mut self.weights);
        weights.extend(other.weights.iter().map(|&(variable, weight)| (variable, weight * times)));
        // Both lists are in order, so the sort merges them.
        weights.sort_by_key(|&(variable, _)| variable);
        self.weights.reserve(weights.len());
        weights.into_iter().for_each(|(variable, weight)| self.add_weight(variable, weight));
    }

    /// Returns the same sum with another degree.
    #[must_use]
    pub fn with_degree(&self, degree: i128) -> Inequality<V> {
        Inequality { degree, ..self.clone() }
    }

    /// Adds a weighted literal. A negative weight becomes a weight of the opposite literal.
    pub fn add_term(&mut self, weight: i128, lit: Literal<V>) {
        if weight < 0 {
            self.degree -= weight;
        }
        self.add_literal(if weight < 0 { !lit } else { lit }, weight.abs());
    }

    /// Adds `times` times "the literal is at least 0". `times` must be at least 0. Lowers the
    /// degree if the opposite literal is in the sum.
    pub fn add_literal(&mut self, lit: Literal<V>, times: i128) {
        debug_assert!(times >= 0, "a negative multiple of a literal");
        self.add_weight(lit.variable, if lit.is_negated { -times } else { times });
    }

    /// Returns whether the variables are in order and no weight is 0.
    fn is_normal(&self) -> bool {
        self.weights.is_sorted_by(|one, other| one.0 < other.0)
            && self.weights.iter().all(|(_, weight)| *weight != 0)
    }

    /// Returns the index of a variable's weight. If the variable has no weight, the error is the
    /// index at which a weight would be inserted.
    fn place(&self, variable: V) -> Result<usize, usize> {
        // Most variables are added in order.
        match self.weights.last() {
            Some((last, _)) if *last < variable => Err(self.weights.len()),
            _ => self.weights.binary_search_by_key(&variable, |term| term.0),
        }
    }

    /// Adds a signed weight to the weight of a variable. A negative weight belongs to the negated
    /// literal. A new variable is inserted at its place in the order, but not if the weight is 0.
    /// If a literal and its negation cancel, the degree falls by the smaller of the two magnitudes.
    /// A weight that becomes 0 is removed.
    fn add_weight(&mut self, variable: V, weight: i128) {
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

    /// Divides by a positive number, and rounds the magnitudes of the weights and the degree up.
    /// The result follows from the constraint, but can be weaker.
    pub fn divide(&mut self, divisor: i128) {
        debug_assert!(divisor > 0, "a division by {divisor}");
        for (_, weight) in &mut self.weights {
            *weight = weight.signum() * Integer::div_ceil(&weight.abs(), &divisor);
        }
        self.degree = Integer::div_ceil(&self.degree, &divisor);
    }

    /// Lowers each weight to the degree, or to 0 if the degree is negative. Weights that become 0
    /// are removed.
    pub fn saturate(&mut self) {
        let most = self.degree.max(0);
        self.weights.iter_mut().for_each(|(_, weight)| *weight = (*weight).clamp(-most, most));
        self.weights.retain(|(_, weight)| *weight != 0);
    }

    /// Returns the same constraint over other variables. `rename` must return different variables for
    /// different variables.
    #[must_use]
    pub fn renamed<W: Copy + Ord>(&self, rename: impl Fn(V) -> W) -> Inequality<W> {
        let renamed = self.weights.iter().map(|&(variable, weight)| (rename(variable), weight));
        let mut weights: Vec<(W, i128)> = renamed.collect();
        weights.sort_unstable_by_key(|term| term.0);
        Inequality { weights, degree: self.degree }
    }

    /// Returns the negation: the constraint that holds if and only if this constraint does not
    /// hold.
    #[must_use]
    pub fn negated(&self) -> Inequality<V> {
        let degree = self.weight() - self.degree + 1;
        let weights = self.weights.iter().map(|&(variable, weight)| (variable, -weight)).collect();
        Inequality { weights, degree }
    }

    /// Returns the degree minus the largest possible sum if all literals of `clause` are false. In
    /// this sum, all other literals are true. Literals of `clause` that are not in the sum are
    /// ignored. The result is negative if the sum still exceeds the degree. If the result is
    /// positive, the constraint implies the clause.
    pub fn shortfall(&self, clause: &[Literal<V>]) -> i128 {
        let others = self
            .terms()
            .filter(|(_, lit)| !clause.contains(lit))
            .map(|(weight, _)| weight)
            .sum::<i128>();
        self.degree - others
    }

    /// Returns whether the constraint alone implies a clause.
    pub fn implies(&self, clause: &[Literal<V>]) -> bool {
        self.shortfall(clause) > 0
    }

    /// Returns whether the constraint states that the false literals together weigh at most 1. With
    /// weights of 1, this means that at most one literal is false.
    pub fn is_at_most_one_false(&self) -> bool {
        self.degree + 1 == self.weight()
    }
}

/// Returns by how much the degree falls when two signed weights of a variable are added. Weights of
/// opposite signs belong to a literal and its negation. A literal and its negation add up to 1, so
/// the smaller of the two magnitudes becomes a constant.
fn cancelled(one: i128, other: i128) -> i128 {
    if one.signum() * other.signum() < 0 { one.abs().min(other.abs()) } else { 0 }
}

impl<V: Copy + Ord + fmt::Display> fmt::Display for Inequality<V> {
    /// Writes the constraint as in a proof for VeriPB, without the semicolon at the end.
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

    type Inequality = super::Inequality<Numbered>;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    struct Numbered(u32);

    impl fmt::Display for Numbered {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "x{}", self.0)
        }
    }

    fn x(number: u32) -> Literal<Numbered> {
        Numbered(number).into()
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
        assert_eq!(sum.shortfall(&[x(1), x(2)]), 1);
        assert_eq!(sum.shortfall(&[x(1)]), 0);
        assert_eq!(sum.shortfall(&[!x(1), x(2), x(3)]), 1);
    }

    fn beyond(sum: &Inequality, values: u32) -> i128 {
        let is_true =
            |lit: Literal<Numbered>| (values >> lit.variable.0 & 1 == 1) != lit.is_negated;
        let terms =
            sum.terms().filter(|(_, lit)| is_true(*lit)).map(|(weight, _)| weight).sum::<i128>();
        terms - sum.degree()
    }

    #[test]
    fn sums_add_up_in_every_assignment() {
        let mut random = fastrand::Rng::with_seed(20);
        let some = |random: &mut fastrand::Rng, most: usize| {
            let lits: Vec<Literal<Numbered>> = (0..random.usize(0..=most))
                .map(|_| {
                    let lit = x(random.u32(1..=12));
                    if random.bool() { lit } else { !lit }
                })
                .collect();
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
