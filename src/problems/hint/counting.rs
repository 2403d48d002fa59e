//! The consequences of a single rule by counting, without a solver.
//!
//! Each constraint of a rule states a lower bound on the number of its true literals, or their
//! parity. If only just enough literals can be true, all of these are true. A literal is false if,
//! by free constraints, it would make too many literals of a constraint false. Constraints may
//! contain auxiliary variables, so the derivation is repeated until nothing new follows.

use std::collections::HashMap;

use super::sight::{Partial, Sight, value};
use super::theory::{Theory, code};
use crate::model::{Lit, Parity, Relation, Statement};

/// A constraint that counting can use.
#[derive(Clone, Debug)]
enum CountingConstraint {
    /// At least this many of the literals are true.
    AtLeast(Vec<Lit>, usize),
    /// The number of true literals has this parity.
    Parity(Vec<Lit>, Parity),
}

/// The rules of a theory, prepared for counting.
pub(super) struct CountingPropagator {
    /// The constraints of each rule, at the rule's index in the theory.
    rules: Vec<RuleConstraints>,
}

/// The constraints of one rule that counting can use.
struct RuleConstraints {
    /// The constraints. Weighted sums are not among them.
    tallies: Vec<CountingConstraint>,
    /// Whether counting always finds the fewest facts: each constraint is a clause or a parity, or
    /// none of its literals implies any literal by a free constraint.
    is_exact: bool,
}

/// A literal that a rule implies, with the known literals that it needs.
#[derive(Clone, Debug)]
pub(super) struct Consequence {
    /// The literal that must be true.
    pub lit: Lit,
    /// The known literals that, with the rule, imply `lit`.
    pub needs: Vec<Lit>,
    /// Whether `needs` is certainly the set of known literals that takes the fewest facts.
    pub is_exact: bool,
}

/// The result of one rule for known values.
pub(super) enum Outcome {
    /// The rule cannot be satisfied any more.
    Broken,
    /// The rule forces these literals, in the order of their derivation. The list may be empty.
    Implied(Vec<Consequence>),
}

/// The derived value of each variable, with the known literals that imply it.
type DerivedValues = HashMap<usize, (bool, Vec<Lit>)>;

impl CountingPropagator {
    /// Collects, for each rule of a theory, the constraints that counting can use. `sight` decides
    /// whether counting always finds the fewest facts of a rule.
    pub fn from_theory(theory: &Theory, sight: &Sight) -> CountingPropagator {
        let mut by_origin: Vec<Vec<CountingConstraint>> = Vec::new();
        by_origin.resize_with(theory.model().origins().len(), Vec::new);
        for constraint in theory.model().constraints().iter() {
            let Some(origin) = constraint.origin() else { continue };
            by_origin[origin].extend(counting_constraints(constraint.statement));
        }
        let mut rules = Vec::new();
        for rule in theory.rules() {
            let tallies: Vec<CountingConstraint> =
                rule.origins.iter().flat_map(|&origin| by_origin[origin].clone()).collect();
            let is_exact = tallies.iter().all(|tally| tally.needs_no_sight(sight));
            rules.push(RuleConstraints { tallies, is_exact });
        }
        CountingPropagator { rules }
    }

    /// Returns the literals that a rule and known values imply by counting, or [`Outcome::Broken`].
    pub fn outcome(&self, rule: usize, values: &Partial) -> Outcome {
        let mut derived = DerivedValues::new();
        let mut order = Vec::new();
        loop {
            let before = order.len();
            for tally in &self.rules[rule].tallies {
                if tally.propagate(values, &mut derived, &mut order).is_none() {
                    return Outcome::Broken;
                }
            }
            if order.len() == before {
                break;
            }
        }
        let consequences = order
            .into_iter()
            .map(|lit: Lit| {
                let needs = derived[&lit.variable()].1.clone();
                Consequence { lit, needs, is_exact: self.rules[rule].is_exact }
            })
            .collect();
        Outcome::Implied(consequences)
    }

    /// Returns the literals that a rule, known values and free constraints imply by counting; none
    /// if the rule is broken.
    pub fn consequences(&self, rule: usize, values: &Partial, sight: &Sight) -> Vec<Consequence> {
        let Outcome::Implied(mut found) = self.outcome(rule, values) else { return Vec::new() };
        for tally in &self.rules[rule].tallies {
            if let CountingConstraint::AtLeast(lits, least) = tally {
                found.extend(common_consequences(lits, *least, values, sight));
            }
        }
        found
    }

    /// Returns the open literals of a rule that is one clause, or `None` for other rules or a
    /// satisfied clause.
    pub fn choices(&self, rule: usize, values: &Partial) -> Option<Vec<Lit>> {
        let [CountingConstraint::AtLeast(lits, 1)] = &self.rules[rule].tallies[..] else {
            return None;
        };
        if lits.iter().any(|&lit| value(values, lit) == Some(true)) {
            return None;
        }
        Some(lits.iter().copied().filter(|&lit| value(values, lit).is_none()).collect())
    }
}

/// Returns the lower bounds and parities that a constraint states. An upper bound becomes a lower
/// bound on the negated literals, and an equation becomes both bounds. A weighted sum gives an
/// empty list, since only the solver handles it.
fn counting_constraints(statement: Statement) -> Vec<CountingConstraint> {
    let lits = statement.lits();
    let at_least = |least| CountingConstraint::AtLeast(lits.to_vec(), least);
    let at_most = |most: usize| {
        let negated = lits.iter().map(|&lit| !lit).collect();
        CountingConstraint::AtLeast(negated, lits.len().saturating_sub(most))
    };
    match (statement, statement.cardinality()) {
        (Statement::Parity(_, parity), _) => {
            vec![CountingConstraint::Parity(lits.to_vec(), parity)]
        }
        (_, Some((Relation::AtLeast, bound))) => vec![at_least(bound)],
        (_, Some((Relation::AtMost, bound))) => vec![at_most(bound)],
        (_, Some((Relation::Exactly, bound))) => vec![at_least(bound), at_most(bound)],
        // Weighted sums are left to the solver.
        (_, None) => Vec::new(),
    }
}

impl CountingConstraint {
    /// Returns whether counting finds the fewest facts for this constraint without free
    /// constraints: it is a clause or a parity, or no literal implies another by a free constraint.
    fn needs_no_sight(&self, sight: &Sight) -> bool {
        match self {
            CountingConstraint::AtLeast(lits, least) => {
                *least == 1 || lits.iter().all(|&lit| sight.implied_by(lit).is_empty())
            }
            CountingConstraint::Parity(..) => true,
        }
    }

    /// Adds the literals that the constraint forces to `derived` and `order`. Returns `None` if the
    /// constraint is broken.
    fn propagate(
        &self,
        values: &Partial,
        derived: &mut DerivedValues,
        order: &mut Vec<Lit>,
    ) -> Option<()> {
        let (CountingConstraint::AtLeast(lits, _) | CountingConstraint::Parity(lits, _)) = self;
        let (mut open, mut known) = (Vec::new(), Vec::new());
        let mut trues = 0;
        for &lit in lits {
            match current_value(values, derived, lit) {
                None => open.push(lit),
                Some(true) => {
                    trues += 1;
                    known.push(lit);
                }
                Some(false) => known.push(!lit),
            }
        }
        let (follow, because): (Vec<Lit>, Vec<Lit>) = match self {
            CountingConstraint::AtLeast(_, least) if trues + open.len() < *least => return None,
            CountingConstraint::AtLeast(lits, least)
                if trues < *least && trues + open.len() == *least =>
            {
                (
                    open,
                    lits.iter()
                        .filter(|lit| current_value(values, derived, **lit) == Some(false))
                        .map(|&lit| !lit)
                        .collect(),
                )
            }
            CountingConstraint::Parity(_, parity) => {
                let is_odd = trues % 2 == 1;
                match open[..] {
                    [] if is_odd != (*parity == Parity::Odd) => return None,
                    [last] if is_odd == (*parity == Parity::Odd) => (vec![!last], known),
                    [last] => (vec![last], known),
                    _ => return Some(()),
                }
            }
            CountingConstraint::AtLeast(..) => return Some(()),
        };
        let mut needs: Vec<Lit> = because.iter().flat_map(|&lit| base(derived, lit)).collect();
        needs.sort_unstable();
        needs.dedup();
        for lit in follow {
            derived.insert(lit.variable(), (!lit.is_negated(), needs.clone()));
            order.push(lit);
        }
        Some(())
    }
}

/// Returns the known or derived value of a literal; `None` if it is open.
fn current_value(values: &Partial, derived: &DerivedValues, lit: Lit) -> Option<bool> {
    let own = derived.get(&lit.variable()).map(|(value, _)| *value != lit.is_negated());
    value(values, lit).or(own)
}

/// Returns the known literals from which a true literal was derived; if it was known itself, only
/// this literal.
fn base(derived: &DerivedValues, lit: Lit) -> Vec<Lit> {
    derived.get(&lit.variable()).map_or_else(|| vec![lit], |(_, needs)| needs.clone())
}

/// Finds literals that, by free constraints, make so many of `lits` false that fewer than `least`
/// can be true. Returns their negations.
fn common_consequences(
    lits: &[Lit],
    least: usize,
    values: &Partial,
    sight: &Sight,
) -> Vec<Consequence> {
    let open: Vec<Lit> = lits.iter().copied().filter(|&lit| value(values, lit).is_none()).collect();
    let trues = lits.iter().filter(|&&lit| value(values, lit) == Some(true)).count();
    if trues >= least || open.is_empty() {
        return Vec::new();
    }
    // The number of open literals that each other literal makes false.
    let mut seen: HashMap<usize, (Lit, usize)> = HashMap::new();
    for &lit in &open {
        for &shown in sight.implied_by(lit) {
            if value(values, shown).is_none() {
                seen.entry(code(!shown)).or_insert((!shown, 0)).1 += 1;
            }
        }
    }
    let mut found: Vec<Consequence> = Vec::new();
    for (seeing, number) in seen.into_values() {
        if trues + open.len() - number >= least {
            continue;
        }
        let is_seen = |lit: Lit| sight.implied_by(seeing).contains(&!lit);
        let needs = lits
            .iter()
            .copied()
            .filter(|&lit| value(values, lit) == Some(false) && lit != seeing && !is_seen(lit))
            .map(|lit| !lit)
            .collect();
        found.push(Consequence { lit: !seeing, needs, is_exact: least == 1 });
    }
    found.sort_by_key(|one| code(one.lit));
    found
}
