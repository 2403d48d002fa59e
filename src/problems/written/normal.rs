//! The normal form of a row: its variables are distinct, and it is as strong as possible.
//!
//! Opposite and repeated literals, as in `2 x1 +3 ~x1 -2 x2 >= 1`, are merged. A coefficient c < 0
//! of x becomes the coefficient −c of ¬x, and the bound changes accordingly. The result compares Σ
//! wᵢ·lᵢ with b, where the lᵢ are literals with weights wᵢ > 0. If the relation is "at least b",
//! two steps alternate until neither of them changes anything:
//!
//! - **saturation**: each wᵢ larger than b becomes b;
//! - **division**: the wᵢ and b are divided by the greatest common divisor of the wᵢ, and b is
//!   rounded up.
//!
//! "At most" is treated as "at least" of the negated literals. An equation is divided but not
//! saturated. It never holds if b is not a multiple of the divisor. If all weights are 1 at the
//! end, the row is a clause, an at-most-one, an exactly-one or a cardinality constraint; otherwise
//! it is linear. Numbers may have any length.
//!
//! Source: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006, section
//! 3.

use std::collections::HashMap;

use num_integer::Integer as _;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::reified::{PlainRow, plain_rows};
use super::{Integer, Literal, ParsedRow, RowForm};
use crate::linear::{Row, Sum, Term, normal};
use crate::model::{Lit, Parity, Relation};

/// A row over distinct variables, as strong as the rules of this module make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NormalRow {
    /// A row that always holds.
    True,
    /// A row that never holds.
    False,
    /// All literals are true.
    All(Vec<Lit>),
    /// At least one literal is true. If there are no literals, the row never holds.
    Clause(Vec<Lit>),
    /// At most one literal is true. There are at least three literals.
    AtMostOne(Vec<Lit>),
    /// Exactly one literal is true. There are at least two literals.
    ExactlyOne(Vec<Lit>),
    /// The number of true literals has this relation to this number. This variant is used only if
    /// none of the variants above applies.
    Cardinality(Vec<Lit>, Relation, usize),
    /// The number of true literals is even or odd. There are at least two literals, all positive.
    Parity(Vec<Lit>, Parity),
    /// The total weight of the true literals has this relation to the bound. All weights are
    /// positive, and not all are 1.
    Linear(Row<Integer, Lit>),
    /// At least one of the two rows holds. The first one says that a sum is larger than a number,
    /// the second one that the sum is smaller.
    Either(Box<[NormalRow; 2]>),
}

impl NormalRow {
    /// Returns rows that together are equivalent to a row. Ignores the cost of the row. If the row
    /// is not reified, returns exactly one row. If the row is reified, returns one row, several
    /// rows or none; none means that the row always holds. Panics if a clause or a parity is
    /// reified.
    pub fn normalise(row: &ParsedRow) -> Vec<NormalRow> {
        let Some(reified) = row.reified else { return vec![NormalRow::from_plain_row(row)] };
        plain_rows(row, reified)
            .into_iter()
            .map(|PlainRow { form, lits, weights }| {
                let (form, lits, weights) = (&form, &lits[..], Some(&weights[..]));
                NormalRow::from_plain_row(&ParsedRow { form, lits, weights, reified: None, ..*row })
            })
            .filter(|row| *row != NormalRow::True)
            .collect()
    }

    /// Returns the normal form of a row. Ignores the cost of the row. The row must not be reified;
    /// if it is, a debug build panics.
    pub fn from_plain_row(row: &ParsedRow) -> NormalRow {
        debug_assert!(row.reified.is_none(), "a reified row may be several rows");
        match row.form {
            RowForm::Clause => clause(row.lits),
            RowForm::Parity(parity) => parity_of(row.lits, *parity),
            RowForm::Unequal(bound) => unequal(row, bound),
            RowForm::Sum(relation, bound) => {
                if let (None, Some(bound), true) =
                    (row.weights, bound.to_i64(), are_distinct(row.lits))
                {
                    let lits = row.lits.iter().copied().map(lit).collect();
                    return cardinality(lits, *relation, bound.into());
                }
                let (terms, constant) = merge_terms(row);
                normalise_sum(terms, *relation, bound - &constant)
            }
        }
    }

    /// Returns rows that together mean "this row holds or `excuse` is true". Returns no rows if
    /// this row always holds. The row must not contain the variable of `excuse`. Panics if the row
    /// is a parity or [`Either`](NormalRow::Either).
    pub fn relax(self, excuse: Lit) -> Vec<NormalRow> {
        match self {
            NormalRow::True => Vec::new(),
            NormalRow::False => vec![clause_with(Vec::new(), excuse)],
            NormalRow::All(lits) => {
                lits.into_iter().map(|lit| clause_with(vec![lit], excuse)).collect()
            }
            NormalRow::Clause(lits) => vec![clause_with(lits, excuse)],
            NormalRow::ExactlyOne(lits) => {
                let most = cardinality(lits.clone(), Relation::AtMost, 1);
                [vec![clause_with(lits, excuse)], most.relax(excuse)].concat()
            }
            NormalRow::AtMostOne(lits) => relax_row(counting(lits, Relation::AtMost, 1), excuse),
            NormalRow::Cardinality(lits, relation, bound) => {
                relax_row(counting(lits, relation, bound), excuse)
            }
            NormalRow::Linear(row) => relax_row(row, excuse),
            NormalRow::Parity(..) => {
                unreachable!("another variable excuses a parity")
            }
            NormalRow::Either(_) => {
                unreachable!("a variable turns an alternative into rows first")
            }
        }
    }
}

/// Returns the clause of these literals and `excuse`.
fn clause_with(mut lits: Vec<Lit>, excuse: Lit) -> NormalRow {
    lits.push(excuse);
    NormalRow::Clause(lits)
}

/// Merges the terms of a row with the same variable. Returns terms with distinct variables and
/// positive weights, and the constant that must be added to their sum.
fn merge_terms(row: &ParsedRow) -> (Vec<Term<Integer, Lit>>, Integer) {
    normal::merge(row.lits.iter().enumerate().map(|(place, &literal)| Term {
        weight: row.weights.map_or_else(Integer::one, |weights| weights[place].clone()),
        atom: lit(literal),
    }))
}

/// Returns the normal form of the row "the sum of `row` differs from `bound`". This is
/// [`Either`](NormalRow::Either) of two inequalities, first "more" and then "less". If one of the
/// inequalities always holds, the result is `True`. If one of them never holds, the result is the
/// other one.
fn unequal(row: &ParsedRow, bound: &Integer) -> NormalRow {
    let (terms, constant) = merge_terms(row);
    let bound = bound - &constant;
    let above = normalise_sum(terms.clone(), Relation::AtLeast, &bound + &Integer::one());
    let below = normalise_sum(terms, Relation::AtMost, bound - Integer::one());
    match (above, below) {
        (NormalRow::True, _) | (_, NormalRow::True) => NormalRow::True,
        (NormalRow::False, one) | (one, NormalRow::False) => one,
        (above, below) => NormalRow::Either(Box::new([above, below])),
    }
}

/// Returns rows that together mean "this row holds, or `excuse` is true". An equation gives two
/// rows, first that of "at most"; any other row gives one. A row that always holds is `True`. The
/// weights of the row must be positive, and `excuse` must have another variable.
fn relax_row(row: Row<Integer, Lit>, excuse: Lit) -> Vec<NormalRow> {
    row.sides()
        .into_iter()
        .rev()
        .map(|Row { sum, bound, .. }| {
            let mut terms: Vec<Term<Integer, Lit>> = sum.terms().collect();
            let bound = bound + normal::make_positive(&mut terms);
            terms.push(Term { weight: bound.clone(), atom: excuse });
            at_least(terms, bound)
        })
        .collect()
}

/// Returns the row "the number of true literals has this relation to the bound", in which all
/// weights are 1.
fn counting(lits: Vec<Lit>, relation: Relation, bound: usize) -> Row<Integer, Lit> {
    Row {
        sum: Sum::from_terms(lits.into_iter().map(|atom| Term { weight: Integer::one(), atom })),
        relation,
        bound: bound.into(),
    }
}

/// Negates the literals and returns the total weight t. "At most b" for the old literals is "at
/// least t − b" for the new ones.
fn negate(terms: &mut [Term<Integer, Lit>]) -> Integer {
    terms.iter_mut().for_each(|term| term.atom = !term.atom);
    normal::total(terms)
}

/// The largest number of literals of a short clause. In a short clause, repeated variables are
/// found by comparing all pairs. Longer clauses are sorted for this.
const SHORT: usize = 8;

pub fn lit(literal: Literal) -> Lit {
    Lit::from_dimacs(literal)
}

/// Returns the normal form of a clause. The literals are in the order of `lits`. If a literal is
/// repeated, its first occurrence is kept. A clause with opposite literals becomes `True`. A clause
/// without literals remains an empty `Clause`.
fn clause(lits: &[Literal]) -> NormalRow {
    if lits.len() <= SHORT
        && (1..lits.len())
            .all(|place| lits[..place].iter().all(|other| other.abs() != lits[place].abs()))
    {
        return NormalRow::Clause(lits.iter().copied().map(lit).collect());
    }
    let mut seen: Vec<Literal> = lits.to_vec();
    seen.sort_unstable_by_key(|lit| (lit.abs(), *lit));
    seen.dedup();
    if seen.windows(2).any(|pair| pair[0] == -pair[1]) {
        return NormalRow::True;
    }
    if seen.len() == lits.len() {
        return NormalRow::Clause(lits.iter().copied().map(lit).collect());
    }
    let mut first = std::collections::HashSet::new();
    NormalRow::Clause(lits.iter().filter(|lit| first.insert(**lit)).copied().map(lit).collect())
}

/// Returns the normal form of a parity. Two occurrences of a variable cancel each other, and each
/// negation changes even to odd and odd to even. So each remaining variable occurs once, without
/// negation, in the order of first occurrence. If no variable remains, the result is `True` or
/// `False`. If a single one remains, `All` fixes its value.
fn parity_of(lits: &[Literal], parity: Parity) -> NormalRow {
    let mut odd = parity == Parity::Odd;
    let mut times: HashMap<Literal, usize> = HashMap::new();
    for lit in lits {
        odd ^= *lit < 0;
        *times.entry(lit.abs()).or_default() += 1;
    }
    let mut once: Vec<Lit> = Vec::new();
    for variable in lits.iter().map(|lit| lit.abs()) {
        if times.insert(variable, 0).is_some_and(|times| times % 2 == 1) {
            once.push(lit(variable));
        }
    }
    match (once.as_mut_slice(), odd) {
        ([], false) => NormalRow::True,
        ([], true) => NormalRow::False,
        (&mut [one], odd) => NormalRow::All(vec![if odd { one } else { !one }]),
        _ => NormalRow::Parity(once, if odd { Parity::Odd } else { Parity::Even }),
    }
}

/// Returns the normal form of a comparison of a sum with `bound`. The sum must have distinct
/// variables and positive weights. If the result is a `Cardinality` or `Linear`, its relation is
/// `relation`.
pub fn normalise_sum(
    mut terms: Vec<Term<Integer, Lit>>,
    relation: Relation,
    bound: Integer,
) -> NormalRow {
    match relation {
        Relation::AtLeast => at_least(terms, bound),
        Relation::AtMost => {
            let bound = negate(&mut terms) - bound;
            at_least(terms, bound).into_upper_bound()
        }
        Relation::Exactly => exactly(terms, bound),
    }
}

/// Returns the normal form of a lower bound on a sum with distinct variables and positive weights.
/// Saturates and divides the weights in turn until neither step changes them. Returns `True` for a
/// bound of at most 0, and `False` for one above the total weight.
fn at_least(mut terms: Vec<Term<Integer, Lit>>, mut bound: Integer) -> NormalRow {
    if !bound.is_positive() {
        return NormalRow::True;
    }
    if normal::total(&terms) < bound {
        return NormalRow::False;
    }
    loop {
        normal::saturate(&mut terms, &bound);
        let divisor = normal::divide(&mut terms);
        if divisor.is_one() {
            return linear(terms, Relation::AtLeast, bound);
        }
        bound = bound.div_ceil(&divisor);
    }
}

/// Returns the normal form of the equation of a sum and `bound`. The sum has distinct variables and
/// positive weights. Divides the weights by their greatest common divisor, but does not saturate
/// them. Returns `False` if the bound is not a multiple of this divisor, or out of range.
fn exactly(mut terms: Vec<Term<Integer, Lit>>, bound: Integer) -> NormalRow {
    let all = normal::total(&terms);
    let (quotient, rest) = bound.div_rem(&normal::divide(&mut terms));
    if bound.is_negative() || all < bound || !rest.is_zero() {
        return NormalRow::False;
    }
    linear(terms, Relation::Exactly, quotient)
}

/// Returns the row of a sum that is saturated and divided already. If all weights are 1, this is a
/// bound on the number of true literals.
fn linear(terms: Vec<Term<Integer, Lit>>, relation: Relation, bound: Integer) -> NormalRow {
    if terms.iter().any(|term| !term.weight.is_one()) {
        return NormalRow::Linear(Row { sum: Sum::from_terms(terms), relation, bound });
    }
    let small_bound = bound.to_i128().expect("no more than there are literals");
    cardinality(terms.into_iter().map(|term| term.atom).collect(), relation, small_bound)
}

/// Returns the normal form of a bound on the number of true literals. The literals have distinct
/// variables. Returns `True` if the bound always holds, and `False` if it never holds. Otherwise
/// returns `All`, `Clause`, `AtMostOne` or `ExactlyOne`, of the literals or of their negations, if
/// one of these means the same. Otherwise returns `Cardinality`.
fn cardinality(lits: Vec<Lit>, relation: Relation, bound: i128) -> NormalRow {
    let number = i128::try_from(lits.len()).expect("fewer than memory holds");
    match relation {
        Relation::AtLeast if bound <= 0 => NormalRow::True,
        Relation::AtMost if bound >= number => NormalRow::True,
        Relation::AtLeast | Relation::Exactly if bound > number => NormalRow::False,
        Relation::AtMost | Relation::Exactly if bound < 0 => NormalRow::False,
        Relation::Exactly if number == 0 => NormalRow::True,
        Relation::AtMost | Relation::Exactly if bound == 0 => NormalRow::All(negated(lits)),
        Relation::AtLeast | Relation::Exactly if bound == number => NormalRow::All(lits),
        Relation::AtLeast if bound == 1 => NormalRow::Clause(lits),
        Relation::AtMost if bound == number - 1 => NormalRow::Clause(negated(lits)),
        Relation::AtMost if bound == 1 => NormalRow::AtMostOne(lits),
        Relation::AtLeast if bound == number - 1 => NormalRow::AtMostOne(negated(lits)),
        Relation::Exactly if bound == 1 => NormalRow::ExactlyOne(lits),
        Relation::Exactly if bound == number - 1 => NormalRow::ExactlyOne(negated(lits)),
        _ => NormalRow::Cardinality(
            lits,
            relation,
            usize::try_from(bound).expect("from 0 to the number of literals"),
        ),
    }
}

fn negated(lits: Vec<Lit>) -> Vec<Lit> {
    lits.into_iter().map(|lit| !lit).collect()
}

/// Returns whether no two literals have the same variable.
fn are_distinct(lits: &[Literal]) -> bool {
    let mut variables: Vec<Literal> = lits.iter().map(|lit| lit.abs()).collect();
    variables.sort_unstable();
    variables.windows(2).all(|pair| pair[0] != pair[1])
}

impl NormalRow {
    /// Turns a cardinality or linear row that is a lower bound into an equivalent upper bound on
    /// the negated literals. Returns every other row unchanged. A cardinality must not demand more
    /// literals than it has.
    fn into_upper_bound(self) -> NormalRow {
        match self {
            NormalRow::Cardinality(lits, Relation::AtLeast, bound) => {
                let most = lits.len() - bound;
                let negations = lits.into_iter().map(|lit| !lit).collect();
                NormalRow::Cardinality(negations, Relation::AtMost, most)
            }
            NormalRow::Linear(Row { sum, relation: Relation::AtLeast, bound }) => {
                let mut terms: Vec<Term<Integer, Lit>> = sum.terms().collect();
                let bound = negate(&mut terms) - bound;
                NormalRow::Linear(Row {
                    sum: Sum::from_terms(terms),
                    relation: Relation::AtMost,
                    bound,
                })
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::small::{self, SampleRow};
    use super::*;

    const VARIABLES: usize = 4;

    fn all(asked: &SampleRow) -> Vec<NormalRow> {
        let SampleRow { form, lits, weights, reified } = asked;
        NormalRow::normalise(&ParsedRow {
            form,
            lits,
            weights: weights.as_deref(),
            cost: None,
            place: None,
            name: None,
            reified: reified.as_ref(),
        })
    }

    fn of(form: RowForm, lits: &[Literal], weights: Option<Vec<Integer>>) -> NormalRow {
        all(&SampleRow { form, lits: lits.to_vec(), weights, reified: None }).remove(0)
    }

    fn sum(lits: &[Literal], weights: &[i64], relation: Relation, bound: i64) -> NormalRow {
        let weights = weights.iter().map(|&weight| weight.into()).collect();
        of(RowForm::Sum(relation, bound.into()), lits, Some(weights))
    }

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().copied().map(lit).collect()
    }

    fn holds(normal: &NormalRow, given: &[bool]) -> bool {
        let values = small::values(given);
        let number = |lits: &[Lit]| lits.iter().filter(|&&lit| values.is_true(lit)).count();
        let stands = |sum: Integer, relation: &Relation, bound: &Integer| match relation {
            Relation::AtLeast => sum >= *bound,
            Relation::AtMost => sum <= *bound,
            Relation::Exactly => sum == *bound,
        };
        match normal {
            NormalRow::True => true,
            NormalRow::False => false,
            NormalRow::All(lits) => number(lits) == lits.len(),
            NormalRow::Clause(lits) => number(lits) >= 1,
            NormalRow::AtMostOne(lits) => number(lits) <= 1,
            NormalRow::ExactlyOne(lits) => number(lits) == 1,
            NormalRow::Cardinality(lits, relation, bound) => {
                stands(number(lits).into(), relation, &(*bound).into())
            }
            NormalRow::Parity(lits, parity) => (number(lits) % 2 == 1) == (*parity == Parity::Odd),
            NormalRow::Linear(Row { sum, relation, bound }) => {
                let value = sum
                    .terms()
                    .filter(|term| values.is_true(term.atom))
                    .fold(Integer::default(), |value, term| value + term.weight);
                stands(value, relation, bound)
            }
            NormalRow::Either(sides) => sides.iter().any(|side| holds(side, given)),
        }
    }

    fn assert_normal(normal: &NormalRow) {
        let lits = match normal {
            NormalRow::True | NormalRow::False => return,
            NormalRow::Either(sides) => return sides.iter().for_each(assert_normal),
            NormalRow::All(lits) | NormalRow::Clause(lits) => lits,
            NormalRow::AtMostOne(lits) => {
                assert!(lits.len() >= 3, "a clause would say it: {normal:?}");
                lits
            }
            NormalRow::ExactlyOne(lits) | NormalRow::Parity(lits, _) => {
                assert!(lits.len() >= 2, "a literal would say it: {normal:?}");
                lits
            }
            NormalRow::Cardinality(lits, _, bound) => {
                assert!(
                    (2..lits.len() - 1).contains(bound),
                    "a stronger word would say it: {normal:?}"
                );
                lits
            }
            NormalRow::Linear(row) => {
                assert_linear(row);
                row.sum.atoms()
            }
        };
        let mut variables: Vec<usize> = lits.iter().map(|lit| lit.variable()).collect();
        variables.sort_unstable();
        variables.dedup();
        assert_eq!(variables.len(), lits.len(), "a repeated variable: {normal:?}");
    }

    fn assert_linear(row: &Row<Integer, Lit>) {
        let weights = row.sum.weights();
        let all: Integer = weights.iter().sum();
        assert!(weights.iter().all(|weight| weight.is_positive()), "{row:?}");
        assert!(weights.iter().any(|weight| !weight.is_one()), "a count would say it: {row:?}");
        let divisor = weights.iter().fold(Integer::default(), |one, other| one.gcd(other));
        assert!(divisor.is_one(), "{row:?}");
        let saturation = match row.relation {
            Relation::AtLeast => row.bound.clone(),
            Relation::AtMost => &all - &row.bound,
            Relation::Exactly => all,
        };
        assert!(weights.iter().all(|weight| *weight <= saturation), "{row:?}");
    }

    #[test]
    fn the_strongest_words_that_there_are() {
        use Relation::{AtLeast, AtMost, Exactly};
        let three = lits(&[1, 2, 3]);
        for (normal, expected) in [
            // The example at the head of this file: 2 x1 − 3 x1 + 3 − 2 x2 ≥ 1.
            (sum(&[1, -1, 2], &[2, 3, -2], AtLeast, 1), NormalRow::Clause(lits(&[-1, -2]))),
            (sum(&[1, 2, 3], &[1, 1, 1], AtLeast, 1), NormalRow::Clause(three.clone())),
            (sum(&[1, 2, 3], &[5, 7, 9], AtLeast, 5), NormalRow::Clause(three.clone())),
            (sum(&[1, 2, 3], &[-1, -1, -1], AtLeast, -1), NormalRow::AtMostOne(three.clone())),
            (sum(&[1, 2, 3], &[4, 4, 4], AtMost, 7), NormalRow::AtMostOne(three.clone())),
            (sum(&[1, 2], &[1, 1], AtMost, 1), NormalRow::Clause(lits(&[-1, -2]))),
            (sum(&[1, 2, 3], &[2, 2, 2], Exactly, 2), NormalRow::ExactlyOne(three.clone())),
            (sum(&[1, 2, 3], &[2, 2, 2], Exactly, 3), NormalRow::False),
            (sum(&[1, 2, 3], &[1, 1, 1], Exactly, 2), NormalRow::ExactlyOne(lits(&[-1, -2, -3]))),
            (sum(&[1, 2, 3], &[1, 1, 1], AtLeast, 2), NormalRow::AtMostOne(lits(&[-1, -2, -3]))),
            (sum(&[1, 2, 3], &[6, 6, 6], AtLeast, 13), NormalRow::All(three.clone())),
            (sum(&[1, 1, 2], &[1, 1, 2], AtLeast, 3), NormalRow::All(lits(&[1, 2]))),
            (sum(&[1, -1], &[4, 4], AtLeast, 4), NormalRow::True),
            (sum(&[1, -1], &[4, 4], AtLeast, 5), NormalRow::False),
            (sum(&[], &[], AtLeast, 1), NormalRow::False),
            (sum(&[], &[], Exactly, 0), NormalRow::True),
            (sum(&[1, 2], &[0, 0], AtMost, -1), NormalRow::False),
            (
                sum(&[1, 2, 3, 4], &[3, 3, 3, 3], AtMost, 8),
                NormalRow::Cardinality(lits(&[1, 2, 3, 4]), AtMost, 2),
            ),
        ] {
            assert_eq!(normal, expected);
        }
    }

    #[test]
    fn clauses_and_parities() {
        let of = |form: RowForm, lits: &[Literal]| of(form, lits, None);
        let long: Vec<Literal> = (1..30).chain([7]).collect();
        for (normal, expected) in [
            (of(RowForm::Clause, &[1, 1, -2]), NormalRow::Clause(lits(&[1, -2]))),
            (of(RowForm::Clause, &[1, 2, -1]), NormalRow::True),
            (of(RowForm::Clause, &[]), NormalRow::Clause(Vec::new())),
            (of(RowForm::Clause, &long), NormalRow::Clause(lits(&long[..29]))),
            (of(RowForm::Parity(Parity::Odd), &[1, -1]), NormalRow::True),
            (of(RowForm::Parity(Parity::Even), &[1, -1]), NormalRow::False),
            (of(RowForm::Parity(Parity::Odd), &[-1, 2, 2]), NormalRow::All(lits(&[-1]))),
            (
                of(RowForm::Parity(Parity::Odd), &[-1, 2]),
                NormalRow::Parity(lits(&[1, 2]), Parity::Even),
            ),
            (of(RowForm::Parity(Parity::Even), &[]), NormalRow::True),
        ] {
            assert_eq!(normal, expected);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn a_row_means_the_same_in_its_normal_form(asked in small::row(VARIABLES)) {
            let rows = all(&asked);
            rows.iter().for_each(assert_normal);
            for values in small::assignments(VARIABLES) {
                let is_kept = rows.iter().all(|row| holds(row, &values));
                prop_assert_eq!(asked.is_satisfied(&values), is_kept, "{:?} as {:?}", values, rows);
            }
        }

        #[test]
        fn an_excused_row_need_not_hold(asked in small::row(VARIABLES)) {
            for normal in all(&asked) {
                if matches!(normal, NormalRow::Parity(..) | NormalRow::Either(_)) {
                    continue;
                }
                let rows = normal.clone().relax(lit(5));
                rows.iter().for_each(assert_normal);
                for values in small::assignments(VARIABLES + 1) {
                    let expected = values[VARIABLES] || holds(&normal, &values);
                    let is_kept = rows.iter().all(|row| holds(row, &values));
                    prop_assert_eq!(expected, is_kept, "{:?}: {:?} as {:?}", values, normal, rows);
                }
            }
        }
    }
}
