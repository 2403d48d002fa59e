//! An integer from 0 to a largest value, as literals.
//!
//! A *view* of an integer is a list of literals that determine its value: its binary digits, its
//! order literals "x ≥ 1", "x ≥ 2" and so on, or its values "x = 0", "x = 1" and so on. An encoding
//! writes one view or several, tied together so that each of them determines the others. A
//! constraint uses the view that suits it ([`Integer::multiple`]): for a sum, order literals are a
//! chain and values an at-most-one, which an encoding of pseudo-Boolean constraints handles as one
//! term ([`Group`]).
//!
//! An integer with another least value is an integer from 0 and a constant.
//!
//! Publications: Crawford and Baker, Experimental Results on the Application of Satisfiability
//! Algorithms to Scheduling Problems, AAAI 1994 (order); Tamura, Taga, Kitagawa and Banbara,
//! Compiling Finite Linear CSP into SAT, Constraints 14, 2009 (sums of order literals); de Kleer, A
//! Comparison of ATMS and CSP Techniques, IJCAI 1989 (direct).

use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Lit;

use crate::pseudo_boolean::{Group, Term};
use crate::{Collect, Error, Meaning, Relation, Size, Tally, Writer, at_most_one};

pub mod binary;
pub mod direct;
pub mod order;
pub mod order_and_direct;

/// All encodings of integers, the default first.
pub const ALL: &[IntegerEncoding] = &[order::ROW, direct::ROW, order_and_direct::ROW, binary::ROW];

/// The largest value of an integer with one literal for each value.
const MOST_VALUES: u64 = 1 << 20;

/// The largest number of values whose at-most-one is written pairwise.
const MOST_PAIRWISE: usize = 6;

/// An encoding of integers.
#[derive(Clone, Copy, Debug)]
pub struct IntegerEncoding {
    /// The name by which [`by_name`] finds the encoding.
    pub name: &'static str,
    /// The publication: authors, title, venue and year.
    pub citation: &'static str,
    /// The description of the encoding, in Markdown: the documentation of its module.
    pub essay: &'static str,
    /// The largest value that an integer may have.
    pub most: u64,
    /// The function that adds the views of the encoding to an integer, which has either no view or
    /// its binary digits.
    pub write: fn(&mut Integer, &mut Writer) -> Result<(), Error>,
}

/// Returns the encoding with this name.
/// Returns `None` if the table has no such encoding.
pub fn by_name(name: &str) -> Option<&'static IntegerEncoding> {
    ALL.iter().find(|row| row.name == name)
}

impl IntegerEncoding {
    /// Writes an integer from 0 to `largest`, and returns it. Takes fresh variables from
    /// `variables`.
    ///
    /// # Errors
    ///
    /// If `largest` is above [`most`](IntegerEncoding::most), if the collector refuses a clause, or
    /// if no fresh variable is left (`Error::OutOfMemory`). The clauses that were written earlier
    /// remain.
    pub fn encode(
        &self,
        largest: u64,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<Integer, Error> {
        self.encode_views(Integer::without_views(largest), clauses, variables)
    }

    /// Adds the views of the encoding to an integer, which must have no view or only its digits.
    ///
    /// # Errors
    ///
    /// As for [`encode`](IntegerEncoding::encode).
    pub fn encode_views(
        &self,
        mut integer: Integer,
        clauses: &mut dyn Collect,
        variables: &mut dyn ManageVars,
    ) -> Result<Integer, Error> {
        if integer.largest > self.most {
            let constraint = format!("an integer of more than {} values", self.most);
            return Err(Error::NoForm { encoding: self.name, constraint });
        }
        let observe = |clauses: &mut dyn Collect, integer: &Integer| {
            let Integer { largest, digits, order, .. } = integer;
            let observer = clauses.observer();
            observer.into_iter().for_each(|observer| observer.integer(*largest, digits, order));
        };
        observe(clauses, &integer);
        (self.write)(&mut integer, &mut Writer::new(clauses, variables))?;
        observe(clauses, &integer);
        Ok(integer)
    }

    /// Returns the size of an integer from 0 to `largest` without given digits, by counting its
    /// clauses.
    ///
    /// # Errors
    ///
    /// If there are too many values for the encoding.
    pub fn size(&self, largest: u64) -> Result<Size, Error> {
        let (mut tally, mut variables) = (Tally::default(), BasicVarManager::default());
        self.encode(largest, &mut tally, &mut variables)?;
        let Tally { clauses, literals } = tally;
        Ok(Size { variables: variables.n_used() as usize, clauses, literals })
    }
}

/// An integer from 0 to `largest`, with its views.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer {
    largest: u64,
    /// The binary digits, the lowest one first; empty if the integer has no such view, or a single
    /// value.
    digits: Vec<Lit>,
    /// The literals "at least 1" to "at least `largest`"; empty if the integer has no such view, or
    /// a single value.
    order: Vec<Lit>,
    /// The literals "equal to 0" to "equal to `largest`"; empty if the integer has no such view.
    direct: Vec<Lit>,
}

impl Integer {
    /// Returns an integer without a view.
    pub fn without_views(largest: u64) -> Integer {
        Integer { largest, digits: Vec::new(), order: Vec::new(), direct: Vec::new() }
    }

    /// Returns an integer whose binary digits are these literals, the lowest one first. There must
    /// be as many digits as `largest` needs. The caller promises that the digits exceed `largest` in
    /// no solution, or adds a view, which forbids it.
    pub fn from_digits(largest: u64, digits: Vec<Lit>) -> Integer {
        debug_assert_eq!(digits.len(), length(largest), "the digits of the largest value");
        Integer { digits, ..Integer::without_views(largest) }
    }

    /// Returns the largest value.
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// Returns the binary digits, the lowest one first. The list is empty if the integer has no such
    /// view.
    pub fn digits(&self) -> &[Lit] {
        &self.digits
    }

    /// Returns the literals "at least 1", "at least 2" and so on. The list is empty if the integer
    /// has no such view.
    pub fn order(&self) -> &[Lit] {
        &self.order
    }

    /// Returns the literals "equal to 0", "equal to 1" and so on. The list is empty if the integer
    /// has no such view.
    pub fn direct(&self) -> &[Lit] {
        &self.direct
    }

    /// Returns a multiple of the integer as a sum of groups and a constant, which is added to the
    /// sum. For an inequality (`AtMost` or `AtLeast`), the groups are those of the order literals,
    /// of the values or of the digits, whichever the integer has first in this order. For an
    /// equation, values come before order literals. If the factor is negative, the groups are those
    /// of the largest value minus the integer.
    ///
    /// Panics if the integer has no view and more than one value.
    pub fn multiple(&self, factor: i128, relation: Relation) -> (Vec<Group>, i128) {
        let weight = factor.unsigned_abs();
        let prefers_values = relation == Relation::Exactly && !self.direct.is_empty();
        if self.largest == 0 {
            return (Vec::new(), 0);
        }
        if !self.order.is_empty() && !prefers_values {
            let terms = steps(weight, &self.order, factor < 0);
            return (vec![Group::chain(terms)], constant(factor, self.largest));
        }
        if !self.direct.is_empty() {
            let lits = self.direct.iter().zip(0_u64..);
            let terms = lits.map(|(&lit, value)| {
                let steps = if factor < 0 { self.largest - value } else { value };
                Term::new(weight * u128::from(steps), lit)
            });
            let terms = terms.filter(|term| term.weight > 0).collect();
            return (vec![Group::at_most_one(terms)], constant(factor, self.largest));
        }
        assert!(!self.digits.is_empty(), "an integer of several values has a view");
        let digits = self.digits.iter().enumerate().map(|(place, &lit)| {
            Term::new(weight << place, if factor < 0 { !lit } else { lit }).into()
        });
        (digits.collect(), constant(factor, (1 << self.digits.len()) - 1))
    }

    /// Writes the order literals, unless the integer has them: each of them implies the one before
    /// it. If there are digits, ties them to the order literals: between two neighbouring multiples
    /// of 2^i, the digit i has one value. So the digits never exceed the largest value. Fails if
    /// `writer` refuses a clause.
    pub(crate) fn write_order(&mut self, writer: &mut Writer) -> Result<(), Error> {
        if !self.order.is_empty() {
            return Ok(());
        }
        for value in 1..=self.largest {
            let lit = writer.fresh();
            writer.define(lit, || {
                let digits = self.digits.iter().enumerate();
                let terms: Vec<Term> =
                    digits.map(|(place, &lit)| Term::new(1_u128 << place, lit)).collect();
                (!terms.is_empty()).then(|| Meaning::WeightAtLeast(terms, value.into()))
            });
            self.order.push(lit);
        }
        for pair in self.order.windows(2) {
            writer.lits(&[!pair[1], pair[0]])?;
        }
        for (place, &digit) in self.digits.iter().enumerate() {
            let width = 1 << place;
            for (block, first) in (0..=self.largest).step_by(1 << place).enumerate() {
                let mut clause: Vec<Lit> =
                    self.at_least(first).map(|lit| !lit).into_iter().collect();
                clause.extend(self.at_least(first + width));
                clause.push(if block % 2 == 1 { digit } else { !digit });
                writer.lits(&clause)?;
            }
        }
        Ok(())
    }

    /// Returns the literal "at least `value`". Returns `None` for 0, and for values above the
    /// largest one. The integer must have order literals if it has several values.
    fn at_least(&self, value: u64) -> Option<Lit> {
        let place = usize::try_from(value).ok()?.checked_sub(1)?;
        self.order.get(place).copied()
    }

    /// Writes the literals of the values, unless the integer has them: exactly one of them is true.
    /// Ties them to the order literals or, if there are none, to the digits. Fails if `writer`
    /// refuses a clause.
    pub(crate) fn write_direct(&mut self, writer: &mut Writer) -> Result<(), Error> {
        if !self.direct.is_empty() {
            return Ok(());
        }
        for value in 0..=self.largest {
            let lit = writer.fresh();
            writer.define(lit, || self.meaning_of_value(value));
            self.direct.push(lit);
        }
        if !self.order.is_empty() {
            return self.tie_values_to_order(writer);
        }
        writer.lits(&self.direct)?;
        if self.digits.is_empty() {
            // Both encodings have one solution for each value.
            let is_short = self.direct.len() <= MOST_PAIRWISE;
            let row =
                if is_short { &at_most_one::pairwise::ROW } else { &at_most_one::ladder::ROW };
            return (row.write)(&self.direct, writer);
        }
        for (value, &lit) in self.direct.iter().enumerate() {
            for (place, &digit) in self.digits.iter().enumerate() {
                writer.lits(&[!lit, if value >> place & 1 == 1 { digit } else { !digit }])?;
            }
        }
        Ok(())
    }

    /// Returns the meaning "equal to `value`" in terms of the order literals or, if there are none,
    /// the digits. Returns `None` if there are neither.
    fn meaning_of_value(&self, value: u64) -> Option<Meaning> {
        let lits: Vec<Lit> = if self.order.is_empty() {
            let digits = self.digits.iter().enumerate();
            digits.map(|(at, &lit)| if value >> at & 1 == 1 { lit } else { !lit }).collect()
        } else {
            let next = self.at_least(value + 1).map(|next| !next);
            self.at_least(value).into_iter().chain(next).collect()
        };
        (!lits.is_empty()).then(|| Meaning::and(lits))
    }

    /// Writes that each value's literal is equivalent to "at least the value, and not at least the
    /// next one". Fails if `writer` refuses a clause.
    fn tie_values_to_order(&self, writer: &mut Writer) -> Result<(), Error> {
        for (&lit, value) in self.direct.iter().zip(0..) {
            let bounds: Vec<Lit> = self
                .at_least(value)
                .into_iter()
                .chain(self.at_least(value + 1).map(|next| !next))
                .collect();
            for &bound in &bounds {
                writer.lits(&[!lit, bound])?;
            }
            let clause: Vec<Lit> = bounds.iter().map(|&bound| !bound).chain([lit]).collect();
            writer.lits(&clause)?;
        }
        Ok(())
    }

    /// Writes the binary digits, unless the integer has them, and that they do not exceed the
    /// largest value: for each digit 0 of the largest value, not both this digit and all digits 1
    /// above it are true. Fails if `writer` refuses a clause.
    pub(crate) fn write_digits(&mut self, writer: &mut Writer) -> Result<(), Error> {
        if self.digits.is_empty() {
            self.digits = (0..length(self.largest)).map(|_| writer.fresh()).collect();
        }
        let is_one = |place: usize| self.largest >> place & 1 == 1;
        for (place, &digit) in self.digits.iter().enumerate().filter(|&(place, _)| !is_one(place)) {
            let above = self.digits.iter().enumerate().skip(place + 1);
            let ones = above.filter(|&(place, _)| is_one(place)).map(|(_, &lit)| !lit);
            let clause: Vec<Lit> = std::iter::once(!digit).chain(ones).collect();
            writer.lits(&clause)?;
        }
        Ok(())
    }
}

/// Returns how many binary digits a number has; 0 for 0.
fn length(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()) as usize
}

/// Returns the constant of a multiple: 0, or for a negative factor the factor times `largest`.
fn constant(factor: i128, largest: u64) -> i128 {
    if factor < 0 { factor * i128::from(largest) } else { 0 }
}

/// Returns the terms of a chain for `weight` times an integer with these order literals, or, if
/// `is_mirrored`, times the largest value minus the integer.
fn steps(weight: u128, order: &[Lit], is_mirrored: bool) -> Vec<Term> {
    let term = |(number, lit): (u128, Lit)| Term::new(weight * number, lit);
    if is_mirrored {
        (1..).zip(order.iter().rev().map(|&lit| !lit)).map(term).collect()
    } else {
        (1..).zip(order.iter().copied()).map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use rustsat::types::Var;

    use super::*;
    use crate::Clauses;

    /// An integer with its clauses and the number of its variables. With digits, the first variables
    /// are the digits.
    fn written(row: &IntegerEncoding, largest: u64, has_digits: bool) -> (Integer, Clauses, usize) {
        let digits = if has_digits { length(largest) } else { 0 };
        let lits: Vec<Lit> =
            (0..digits).map(|at| Lit::positive(at.try_into().expect("few"))).collect();
        let first = Var::new(digits.try_into().expect("few"));
        let mut variables = BasicVarManager::from_next_free(first);
        let mut clauses = Clauses::new();
        let integer = if has_digits {
            Integer::from_digits(largest, lits)
        } else {
            Integer::without_views(largest)
        };
        let integer = row.encode_views(integer, &mut clauses, &mut variables).expect("few values");
        (integer, clauses, variables.n_used() as usize)
    }

    fn is_true(model: u32, lit: Lit) -> bool {
        (model >> lit.vidx() & 1 == 1) != lit.is_neg()
    }

    /// Returns the value of groups.
    fn value(groups: &[Group], model: u32) -> u128 {
        let of_group = |group: &Group| {
            let terms = group.terms().iter().filter(|term| is_true(model, term.lit));
            terms.map(|term| term.weight).max().unwrap_or(0)
        };
        groups.iter().map(of_group).sum()
    }

    #[test]
    fn each_value_has_one_solution_and_all_views_agree() {
        for row in ALL {
            for (largest, has_digits) in (0..=7).flat_map(|one| [(one, false), (one, true)]) {
                let (integer, clauses, variables) = written(row, largest, has_digits);
                let what = format!("{} to {largest}, with digits: {has_digits}", row.name);
                let mut found = Vec::new();
                for model in 0_u32..1 << variables {
                    let holds = |clause: &[Lit]| clause.iter().any(|&lit| is_true(model, lit));
                    if !clauses.iter().all(holds) {
                        continue;
                    }
                    let value_by = |factor, relation| {
                        let (groups, constant) = integer.multiple(factor, relation);
                        i128::try_from(value(&groups, model)).expect("small") + constant
                    };
                    let once = value_by(1, Relation::AtMost);
                    for relation in [Relation::AtMost, Relation::AtLeast, Relation::Exactly] {
                        assert_eq!(value_by(3, relation), 3 * once, "{what}");
                        assert_eq!(value_by(-2, relation), -2 * once, "{what}");
                    }
                    let digits = integer.digits().iter().enumerate();
                    let by_digits: i128 =
                        digits.map(|(place, &lit)| i128::from(is_true(model, lit)) << place).sum();
                    assert!(integer.digits().is_empty() || by_digits == once, "{what}");
                    found.push(once);
                }
                found.sort_unstable();
                let expected: Vec<i128> = (0..=i128::from(largest)).collect();
                assert_eq!(found, expected, "{what}");
                let size = row.size(largest).expect("few values");
                assert!(has_digits || (size.variables, size.clauses) == (variables, clauses.len()));
            }
        }
    }

    /// Returns the variables and clauses of "the sum of factors times integers is at most the bound",
    /// with order literals and a decision diagram, those of the integers included. Each integer is
    /// given by its factor and its largest value.
    fn diagram(integers: &[(i128, u64)], bound: i128) -> (usize, usize) {
        let (mut tally, mut variables) = (Tally::default(), BasicVarManager::default());
        let (mut groups, mut rest) = (Vec::new(), bound);
        for &(factor, largest) in integers {
            let integer =
                order::ROW.encode(largest, &mut tally, &mut variables).expect("few values");
            let (more, constant) = integer.multiple(factor, Relation::AtMost);
            groups.extend(more);
            rest -= constant;
        }
        let bound = u128::try_from(rest).expect("a bound above the least sum");
        let row = &crate::pseudo_boolean::bdd::ROW;
        row.encode_groups(&groups, Relation::AtMost, bound, &mut tally, &mut variables)
            .expect("a small diagram");
        (variables.n_used() as usize, tally.clauses)
    }

    /// The numbers of clauses of the decision diagrams of pindakaas 0.6.1 for the same rows, with its
    /// order encoding of the integers.
    #[test]
    fn diagrams_are_small() {
        let times = |factors: &[i128], largest| -> Vec<(i128, u64)> {
            factors.iter().map(|&factor| (factor, largest)).collect()
        };
        for (integers, bound, clauses) in [
            (vec![(1, 80), (-1, 80), (80, 1)], 74, 405),
            (times(&[43, 29, 51, 17, 38], 10), 500, 1_722),
            (times(&[1; 8], 20), 60, 5_265),
            (vec![(25, 40), (18, 15), (12, 15), (41, 10), (7, 40), (30, 20)], 1_500, 15_829),
            (times(&[43, 29, 51, 17, 38, 22, 60, 13, 35, 47, 19, 55], 5), 700, 18_180),
        ] {
            let (_, own) = diagram(&integers, bound);
            assert!(own <= clauses, "{integers:?}: {own} clauses, not {clauses}");
        }
    }

    #[test]
    fn sizes_are_linear() {
        for (row, variables, clauses) in
            [(order::ROW, 80, 79), (order_and_direct::ROW, 161, 320), (binary::ROW, 7, 5)]
        {
            let size = row.size(80).expect("few values");
            assert_eq!((size.variables, size.clauses), (variables, clauses), "{}", row.name);
        }
        assert!(order::ROW.size(order::ROW.most + 1).is_err());
        assert!(binary::ROW.size(u64::MAX).is_ok());
    }
}
