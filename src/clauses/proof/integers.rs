//! The order literals of integers, and the derivation of clauses with them.
//!
//! The problem states an integer x from 0 to n by its binary digits b₀, b₁ and so on, which are at
//! most m = 2ᵈ − 1 together. An encoding adds order literals: oₖ means "x ≥ k". A row on x becomes a
//! sum of order literals, so the proof needs x = o₁ + … + oₙ. Both directions are derived by n steps
//! each. The first direction begins with "o₁ implies x ≥ 1". The step for k is
//!
//! ```text
//! k − 1 times    x + ~o₁ + … + ~oₖ₋₁ ≥ k − 1
//! plus           x + k ~oₖ ≥ k                     (the definition of oₖ)
//! divided by k   x + ~o₁ + … + ~oₖ ≥ k
//! ```
//!
//! since the degree (k − 1)² + k is more than k (k − 1). The last one is x ≥ o₁ + … + oₙ. The other
//! direction is the same from above, for n − x. Its definitions have the degree c + k' instead of k',
//! with c = m − n, so their weights are first reduced by the row that keeps x at most n.
//!
//! Two more constraints of each order literal are derived: oₖ implies all literals before it, and
//! ~oₖ all literals after it. With these, a clause follows from a sum of definitions and a row if
//! the sum implies the clause together with the literals that the clause's order literals imply.
//!
//! An encoding simplifies a row on chains before it writes clauses, in the way of
//! `quarrel_encodings::pseudo_boolean`. [`OrderLiterals::simplify`] derives the same row: it removes
//! literals that would exceed the bound, reduces the weights of chains that weigh more than the
//! degree, and divides.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::derivation::{choices_of, with_rows};
use super::kernel::Kernel;
use super::normal::{divided, without_fixed};
use super::steps::{Id, PolLine, ProofConstraint, Steps};
use super::to_i128;
use super::variables::{Inequality, PbLit, PbVar};

/// The greatest number of rounds in which a row is simplified.
const MOST_ROUNDS: usize = 64;

/// The order literals of all integers whose encoding was observed.
#[derive(Default)]
pub struct OrderLiterals {
    integers: Vec<OrderedInteger>,
    /// For each variable of an order literal, the index of its integer, and the place of the literal
    /// among the integer's order literals.
    places: HashMap<PbVar, (usize, usize)>,
    /// For each digit, the index of its integer.
    digits: HashMap<PbVar, usize>,
}

/// An integer with its order literals, and the derived constraints about them.
struct OrderedInteger {
    /// The binary digits, the lowest one first.
    digits: Vec<PbLit>,
    /// The literals "at least 1", "at least 2" and so on.
    order: Vec<PbLit>,
    /// The constraint "the integer is at least the number of its true order literals".
    at_least: ProofConstraint,
    /// The constraint "the integer is at most the number of its true order literals".
    at_most: ProofConstraint,
    /// For each order literal, the constraint "it implies all literals before it". `None` for the
    /// first one.
    before: Vec<Option<ProofConstraint>>,
    /// For each order literal, the constraint "its negation implies the negations of all literals
    /// after it". `None` for the last one.
    after: Vec<Option<ProofConstraint>>,
}

impl OrderedInteger {
    /// Derives the constraints about the order literals of an integer. The literals must be defined.
    /// Returns `None` if a definition is missing, or if no row of the problem keeps the integer at
    /// most the number of its order literals.
    fn derive(
        digits: Vec<PbLit>,
        order: Vec<PbLit>,
        kernel: &mut Kernel,
    ) -> Option<OrderedInteger> {
        let range = range_of(&digits, to_i128(order.len()), kernel)?;
        let sides: Vec<[ProofConstraint; 2]> = order
            .iter()
            .map(|lit| kernel.definitions.sides(lit.variable))
            .collect::<Option<_>>()?;
        let steps = &mut kernel.steps;
        let at_least = lower_bound(&sides, steps);
        let at_most = upper_bound(&order, &sides, &range, steps);
        let clauses: Vec<ProofConstraint> = (1..order.len())
            .map(|place| {
                let line = PolLine::new(&sides[place][0], 1).plus(&sides[place - 1][1]);
                steps.sum(line.weakened_to(&[order[place - 1], !order[place]]))
            })
            .collect();
        let before = implications(clauses.iter(), steps);
        let mut after = implications(clauses.iter().rev(), steps);
        after.reverse();
        Some(OrderedInteger { digits, order, at_least, at_most, before, after })
    }
}

/// Derives that an integer with these digits is at most `largest`, from the row of the problem that
/// states it. Returns `None` if the problem has no such row, or if there are no digits.
fn range_of(digits: &[PbLit], largest: i128, kernel: &mut Kernel) -> Option<ProofConstraint> {
    if digits.is_empty() {
        return None;
    }
    let weights = |place: usize| 1_i128 << place;
    let degree = (1 << digits.len()) - 1 - largest;
    let negated: Vec<PbLit> = digits.iter().map(|&digit| !digit).collect();
    let complete = |mut line: PolLine| {
        for (place, &lit) in negated.iter().enumerate() {
            let missing = weights(place) - line.weight_of(lit);
            if missing > 0 {
                line.add_literal(lit, missing);
            }
        }
        let inequality = line.inequality();
        let is_exact =
            (0..negated.len()).all(|place| inequality.weight_of(negated[place]) == weights(place));
        (is_exact && inequality.degree() >= degree).then_some(line)
    };
    let line = if degree == 0 {
        complete(PolLine::from_literals(&negated))
    } else {
        let last = negated.last()?;
        let rows = kernel.rows().filter(|row| row.inequality.weight_of(*last) > 0);
        rows.filter_map(|row| {
            let mut line = PolLine::new(row, 1);
            line.weaken(|lit| negated.contains(&lit));
            complete(line)
        })
        .next()
    };
    Some(kernel.steps.sum(line?))
}

/// Derives that an integer is at least the number of its true order literals, from both directions
/// of their definitions. There must be at least one literal.
fn lower_bound(sides: &[[ProofConstraint; 2]], steps: &mut Steps) -> ProofConstraint {
    let mut bound = sides[0][0].clone();
    for (place, [forward, _]) in sides.iter().enumerate().skip(1) {
        let mut line = PolLine::new(&bound, to_i128(place));
        line.add(forward, 1);
        line.divide(to_i128(place + 1));
        let next = steps.sum(line);
        if place > 1 {
            steps.forget(bound.id);
        }
        bound = next;
    }
    bound
}

/// Derives that an integer is at most the number of its true order literals, from both directions of
/// their definitions. `range` says that the integer is at most the number of its order literals,
/// which must be at least 1.
fn upper_bound(
    order: &[PbLit],
    sides: &[[ProofConstraint; 2]],
    range: &ProofConstraint,
    steps: &mut Steps,
) -> ProofConstraint {
    // The row can have a greater degree, if it keeps the integer below its largest value.
    let unused = range.inequality.weight() - to_i128(order.len());
    let mut bound = range.clone();
    for (number, (&lit, [_, backward])) in (1..).zip(order.iter().zip(sides).rev()) {
        let is_reduced = unused > 0;
        let reduced = if is_reduced {
            let mut inequality = range.inequality.with_degree(unused + number);
            inequality.add_literal(lit, number);
            steps.contradict(inequality, |negation| {
                let mut line = PolLine::new(negation, 1).plus(backward);
                line.divide(unused);
                line.multiply(number);
                line.plus(negation).plus(range)
            })
        } else {
            backward.clone()
        };
        let mut line = PolLine::new(&reduced, 1);
        if number > 1 {
            line.add(&bound, number - 1);
        }
        line.divide(number);
        let next = steps.sum(line);
        if is_reduced {
            steps.forget(reduced.id);
        }
        if number > 1 {
            steps.forget(bound.id);
        }
        bound = next;
    }
    bound
}

/// Derives for each literal of a chain that it implies all literals before it. `clauses` say it for
/// neighbours: each literal except the first implies the one before it. Returns `None` for the first
/// literal.
fn implications<'a>(
    clauses: impl Iterator<Item = &'a ProofConstraint>,
    steps: &mut Steps,
) -> Vec<Option<ProofConstraint>> {
    let mut all: Vec<Option<ProofConstraint>> = vec![None];
    for (number, clause) in (1..).zip(clauses) {
        let known = match all.last() {
            Some(Some(before)) => {
                let mut line = PolLine::new(before, 1);
                line.add(clause, number);
                steps.sum(line)
            }
            _ => clause.clone(),
        };
        all.push(Some(known));
    }
    all
}

/// The literals of a row, with their weights, of which each one implies those after it.
type RowChain = Vec<(i128, PbLit)>;

/// The rows of an encoded constraint in order literals.
pub struct OrderRows {
    /// The simplified rows, and the rows before simplifications. The list is empty if the constraint
    /// has no multiples of integers.
    rows: Vec<ProofConstraint>,
    /// The unit clauses of the literals that the rows fix.
    units: Vec<ProofConstraint>,
}

impl OrderLiterals {
    /// Derives the constraints that clauses need of an integer from 0 to `largest`. For an integer
    /// with digits alone, returns the constraint that it is at most `largest`, for the clauses of its
    /// encoding. If there are order literals, which must be defined, derives and keeps the
    /// constraints about them. Derives nothing for an integer without digits, and for one whose range
    /// no row of the problem states.
    pub fn add(
        &mut self,
        largest: i128,
        digits: Vec<PbLit>,
        order: Vec<PbLit>,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        if digits.is_empty() || order.is_empty() {
            return range_of(&digits, largest, kernel);
        }
        let ordered = OrderedInteger::derive(digits, order, kernel)?;
        let number = self.integers.len();
        let order = ordered.order.iter().enumerate();
        self.places.extend(order.map(|(place, lit)| (lit.variable, (number, place))));
        self.digits.extend(ordered.digits.iter().map(|digit| (digit.variable, number)));
        self.integers.push(ordered);
        None
    }

    /// Returns whether a variable is an order literal.
    pub fn contains(&self, variable: PbVar) -> bool {
        self.places.contains_key(&variable)
    }

    /// Returns the literals that an order literal or its negation implies, with the constraint that
    /// says so. Returns `None` for other literals. The constraint is `None` if nothing is implied.
    fn implied_by(&self, lit: PbLit) -> Option<(Vec<PbLit>, Option<&ProofConstraint>)> {
        let &(number, place) = self.places.get(&lit.variable)?;
        let OrderedInteger { order, before, after, .. } = &self.integers[number];
        // An order literal is a positive literal of its variable.
        Some(if lit.is_negated {
            let implied = order[place + 1..].iter().map(|&other| !other).collect();
            (implied, after[place].as_ref())
        } else {
            (order[..place].to_vec(), before[place].as_ref())
        })
    }

    /// Derives rows in order literals from the rows of an encoded constraint: first the rows in
    /// which order literals replace the digits of integers, then the simplified rows of encodings.
    /// Also derives the unit clauses of the literals that these rows fix.
    pub fn rows(&self, stated: &[ProofConstraint], steps: &mut Steps) -> OrderRows {
        let replaced: Vec<ProofConstraint> =
            stated.iter().filter_map(|row| self.replace_digits(row, steps)).collect();
        let mut units = Vec::new();
        let mut rows = replaced.clone();
        if let [at_least, at_most] = &mut rows[..] {
            // An equation fixes a literal that exceeds its bound alone. Its lower bound fixes only
            // literals that are in no chain.
            for _ in 0..MOST_ROUNDS {
                let before = units.len();
                units.extend(self.fixed_lits(at_most, |_| true, steps));
                units.extend(self.fixed_lits(at_least, |chain| chain.len() == 1, steps));
                if units.len() == before {
                    break;
                }
                for row in [&mut *at_least, &mut *at_most] {
                    *row = without_fixed(row, &units[before..], steps);
                }
            }
        }
        let simplified: Vec<ProofConstraint> =
            rows.iter().map(|row| self.simplify(row, &mut units, steps)).collect();
        let mut seen = HashSet::new();
        let all = simplified.into_iter().chain(rows).chain(replaced);
        OrderRows { rows: all.filter(|row| seen.insert(row.id)).collect(), units }
    }

    /// Derives a row in which order literals replace the digits of integers of which the row has a
    /// multiple. A weight of a digit may be reduced to the degree. Returns `None` if there are none.
    fn replace_digits(&self, row: &ProofConstraint, steps: &mut Steps) -> Option<ProofConstraint> {
        let inequality = &row.inequality;
        let numbers: BTreeSet<usize> = inequality
            .variables()
            .filter_map(|variable| self.digits.get(&variable))
            .copied()
            .collect();
        let mut line = PolLine::new(row, 1);
        let mut is_replaced = false;
        for (number, is_negated) in numbers.into_iter().flat_map(|one| [(one, false), (one, true)])
        {
            let OrderedInteger { digits, at_least, at_most, .. } = &self.integers[number];
            let lit = |place: usize| if is_negated { !digits[place] } else { digits[place] };
            let factor = inequality.weight_of(lit(0));
            let full = |place: usize| factor << place;
            let is_multiple = (0..digits.len()).all(|place| {
                let weight = inequality.weight_of(lit(place));
                weight == full(place) || weight == full(place).min(inequality.degree())
            });
            if factor == 0 || !is_multiple {
                continue;
            }
            for place in 0..digits.len() {
                let missing = full(place) - inequality.weight_of(lit(place));
                if missing > 0 {
                    line.add_literal(lit(place), missing);
                }
            }
            line.add(if is_negated { at_least } else { at_most }, factor);
            is_replaced = true;
        }
        is_replaced.then(|| steps.sum(line))
    }

    /// Returns the literals of a row as chains, the literal first that implies all others. A literal
    /// that is no order literal is a chain of its own.
    fn chains_of(&self, row: &Inequality) -> Vec<RowChain> {
        // The terms are in the order of variables, and so are the order literals of an integer.
        let mut chains: BTreeMap<(usize, bool), RowChain> = BTreeMap::new();
        let mut alone = Vec::new();
        for (weight, lit) in row.terms() {
            match self.places.get(&lit.variable) {
                Some(&(number, _)) => {
                    chains.entry((number, lit.is_negated)).or_default().push((weight, lit));
                }
                None => alone.push(vec![(weight, lit)]),
            }
        }
        let sorted = chains.into_iter().map(|((_, is_negated), mut chain)| {
            if !is_negated {
                chain.reverse();
            }
            chain
        });
        sorted.chain(alone).collect()
    }

    /// Derives the unit clauses of the literals that a row makes true. A literal of a chain is true
    /// if the row cannot hold without it and all literals that imply it. Reads only the chains that
    /// `is_read` accepts. Returns none if the row is a contradiction.
    fn fixed_lits(
        &self,
        row: &ProofConstraint,
        is_read: impl Fn(&RowChain) -> bool,
        steps: &mut Steps,
    ) -> Vec<ProofConstraint> {
        let slack = row.inequality.weight() - row.inequality.degree();
        let mut units = Vec::new();
        if slack < 0 {
            return units;
        }
        for chain in self.chains_of(&row.inequality).into_iter().filter(is_read) {
            let mut lost = 0;
            for (weight, lit) in chain {
                lost += weight;
                if lost > slack {
                    let implied = self.implied_by(!lit).and_then(|(_, known)| known);
                    let from: Vec<Id> =
                        [row.id].into_iter().chain(implied.map(|known| known.id)).collect();
                    units.push(steps.rup(&[lit], &from));
                }
            }
        }
        units
    }

    /// Simplifies a row in the same way as an encoding of "at most" does, and writes the steps.
    /// Repeats this until nothing changes, but at most for [`MOST_ROUNDS`] rounds. Returns the row
    /// itself if nothing changes. Adds the unit clauses of the literals that become fixed to
    /// `units`.
    fn simplify(
        &self,
        row: &ProofConstraint,
        units: &mut Vec<ProofConstraint>,
        steps: &mut Steps,
    ) -> ProofConstraint {
        let mut reduced = row.clone();
        for _ in 0..MOST_ROUNDS {
            let fixed = self.fixed_lits(&reduced, |_| true, steps);
            let mut next = without_fixed(&reduced, &fixed, steps);
            units.extend(fixed);
            if next.inequality.degree() > 0 {
                for chain in self.chains_of(&next.inequality) {
                    next = self.cut(next, &chain, steps);
                }
                next = divided(&next, true, steps);
            }
            if next.inequality == reduced.inequality {
                break;
            }
            reduced = next;
        }
        reduced
    }

    /// Reduces the weights of a chain of a row, the first literal first, until they are at most the
    /// degree together. If the first literal is true, all others are, so the row holds with the
    /// smaller weight, too.
    fn cut(&self, row: ProofConstraint, chain: &RowChain, steps: &mut Steps) -> ProofConstraint {
        let degree = row.inequality.degree();
        let mut others: i128 = chain.iter().map(|(weight, _)| weight).sum();
        let mut row = row;
        for (place, &(weight, lit)) in chain.iter().enumerate() {
            if others <= degree {
                break;
            }
            others -= weight;
            let rest = &chain[place + 1..];
            let Some((_, Some(implied))) = self.implied_by(lit).filter(|_| !rest.is_empty()) else {
                break;
            };
            let left = (degree - others).max(0);
            let mut wanted = row.inequality.clone();
            wanted.add_literal(!lit, weight - left);
            let wanted = wanted.with_degree(degree);
            let largest = rest.iter().map(|(weight, _)| *weight).max().unwrap_or(1);
            let mut all_others = PolLine::new(implied, largest);
            let weights: HashMap<PbLit, i128> =
                rest.iter().map(|&(weight, other)| (other, weight)).collect();
            let terms: Vec<PbLit> = implied.inequality.terms().map(|(_, other)| other).collect();
            for other in terms.into_iter().filter(|&other| other != !lit) {
                let excess = largest - weights.get(&other).copied().unwrap_or(0);
                if excess > 0 {
                    all_others.add_literal(!other, excess);
                }
            }
            all_others.saturate();
            row = steps.contradict(wanted, |negation| {
                let mut line = PolLine::new(negation, 1).plus(&row);
                line.divide(weight - left);
                line.multiply(left + others);
                line.plus(negation).plus_line(&all_others)
            });
        }
        row
    }

    /// Derives a clause with order literals, or of an encoding of sums of order literals, from the
    /// definitions of its other literals and at most one of the rows. Returns the ID of a constraint
    /// that implies the clause; `None` if no derivation is found.
    pub fn derive(
        &self,
        clause: &[PbLit],
        OrderRows { rows, units }: &OrderRows,
        kernel: &mut Kernel,
    ) -> Option<Id> {
        let wanted = Inequality::from_clause(clause);
        if let Some(unit) = units.iter().find(|unit| unit.inequality == wanted) {
            return Some(unit.id);
        }
        let mut falsified: HashSet<PbLit> = clause.iter().copied().collect();
        let (mut sides, mut from) = (Vec::new(), Vec::new());
        for &lit in clause {
            match self.implied_by(!lit) {
                Some((implied, known)) => {
                    falsified.extend(implied.into_iter().map(|other| !other));
                    from.extend(known.map(|known| known.id));
                }
                None => sides.extend(kernel.definitions.implied_side(!lit)),
            }
        }
        let implies = |line: &PolLine| {
            let others = line.inequality().terms().filter(|(_, lit)| !falsified.contains(lit));
            line.inequality().degree() > others.map(|(weight, _)| weight).sum()
        };
        let line = choices_of(&sides)
            .flat_map(|sides| with_rows(PolLine::sum_of(sides), rows))
            .find(implies)?;
        if line.implies(clause) {
            return Some(kernel.steps.clause(line, clause).id);
        }
        let sum = kernel.steps.sum(line);
        from.insert(0, sum.id);
        let derived = kernel.steps.rup(clause, &from);
        kernel.steps.forget(sum.id);
        Some(derived.id)
    }
}
