//! Finds the literals that a single rule implies, by counting and without a solver.
//!
//! Each constraint of a rule states a lower bound on the number of its true literals, or the parity
//! of this number. If only as many literals can be true as the bound demands, all of them are true.
//! A literal may make other literals false by free constraints (those that belong to no rule). If
//! this would leave too few literals of a constraint, the literal itself is false. Constraints may
//! have auxiliary variables in common, so the derivation is repeated until nothing new follows.

use std::collections::HashMap;

use super::sight::{Partial, Sight, value};
use super::theory::{Theory, code};
use crate::model::{Lit, Parity, Relation, Statement};

/// A constraint from which counting derives literals.
#[derive(Clone, Debug)]
enum CountingConstraint {
    /// At least this number of the literals are true.
    AtLeast(Vec<Lit>, usize),
    /// The number of true literals is even or odd.
    Parity(Vec<Lit>, Parity),
}

/// The rules of a theory, prepared for counting.
pub(super) struct CountingPropagator {
    /// The constraints of each rule, in the order of the rules in the theory.
    rules: Vec<RuleConstraints>,
}

/// Those constraints of one rule that counting can use.
struct RuleConstraints {
    /// The constraints of the rule, except weighted sums.
    tallies: Vec<CountingConstraint>,
    /// Whether counting is certain to find the fewest facts. This is true if each constraint is of
    /// one of two kinds: it is a clause or a parity; or none of its literals implies another of its
    /// literals by a free constraint (a constraint that belongs to no rule).
    is_exact: bool,
}

/// A literal that a rule implies, and the known literals from which it follows.
#[derive(Clone, Debug)]
pub(super) struct Consequence {
    /// The literal that must be true.
    pub lit: Lit,
    /// The known literals that, with the rule, imply `lit`.
    pub needs: Vec<Lit>,
    /// Whether it is certain that the literals in `needs` follow from the fewest facts: no other
    /// choice of `needs` would follow from fewer.
    pub is_exact: bool,
}

/// The result of applying one rule to known values.
pub(super) enum Outcome {
    /// The rule cannot be satisfied any more.
    Broken,
    /// The rule forces these literals, in the order of their derivation. The list may be empty.
    Implied(Vec<Consequence>),
}

/// The derived value of each variable, with the known literals that imply it.
type DerivedValues = HashMap<usize, (bool, Vec<Lit>)>;

impl CountingPropagator {
    /// Collects, for each rule of a theory, the constraints from which counting can derive
    /// literals. These are all constraints of the rule except weighted sums. Free constraints
    /// (those that belong to no rule) are not collected. `sight` has the implications that decide
    /// whether counting is certain to find the fewest facts of a rule.
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

    /// Returns the literals that a rule and the known values imply by counting, if the values of
    /// these literals are unknown. They are in the order of their derivation, and each comes with
    /// the known literals from which it follows. Returns [`Outcome::Broken`] if counting shows that
    /// the rule cannot be satisfied. Does not see what weighted sums imply. Does not change the
    /// known values. `rule` is the index of a rule of the theory.
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

    /// Returns the literals that follow by counting from a rule, known values and free constraints
    /// (those that belong to no rule). Literals that need no free constraint come first. A literal
    /// may come several times, with different `needs`. Returns an empty list if counting shows that
    /// the rule is broken.
    pub fn consequences(&self, rule: usize, values: &Partial, sight: &Sight) -> Vec<Consequence> {
        let Outcome::Implied(mut found) = self.outcome(rule, values) else { return Vec::new() };
        for tally in &self.rules[rule].tallies {
            if let CountingConstraint::AtLeast(lits, least) = tally {
                found.extend(common_consequences(lits, *least, values, sight));
            }
        }
        found
    }

    /// If a rule is one clause, returns the literals of this clause whose value is unknown.
    /// Weighted sums of the rule are ignored. The list is empty if the clause is broken. Returns
    /// `None` if the rule is not one clause, or if the clause is satisfied.
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
/// bound on the negated literals, and an equation becomes two bounds. The list is empty for a
/// weighted sum, which only the solver can use.
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
        // Only the solver can use weighted sums.
        (_, None) => Vec::new(),
    }
}

impl CountingConstraint {
    /// Returns whether counting is certain to find the fewest facts for this constraint. This is so
    /// if it is a clause or a parity. It is also so if free constraints (those that belong to no
    /// rule) give no implication from any of its literals, neither to its own literals nor to
    /// others.
    fn needs_no_sight(&self, sight: &Sight) -> bool {
        match self {
            CountingConstraint::AtLeast(lits, least) => {
                *least == 1 || lits.iter().all(|&lit| sight.implied_by(lit).is_empty())
            }
            CountingConstraint::Parity(..) => true,
        }
    }

    /// Derives the literals that the constraint forces. Adds each of them to `derived`, with the
    /// known literals from which it follows. Also adds them to `order`, in the order of their
    /// derivation. Uses the known values and those in `derived`. Adds nothing if nothing is forced.
    /// If the constraint is broken, adds nothing and returns `None`. The result `Some` does not
    /// mean that anything was added.
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

/// Returns the known or derived value of a literal. Returns `None` if it has neither.
fn current_value(values: &Partial, derived: &DerivedValues, lit: Lit) -> Option<bool> {
    let own = derived.get(&lit.variable()).map(|(value, _)| *value != lit.is_negated());
    value(values, lit).or(own)
}

/// Returns the known literals from which a true literal was derived. If the literal was known from
/// the start, returns the literal itself.
fn base(derived: &DerivedValues, lit: Lit) -> Vec<Lit> {
    derived.get(&lit.variable()).map_or_else(|| vec![lit], |(_, needs)| needs.clone())
}

/// Finds literals of unknown value that cannot be true. If such a literal were true, it would make
/// some of `lits` false, each by one implication of a free constraint (one that belongs to no
/// rule). Less than `least` of `lits` could then be true. Returns the negations of these literals,
/// in the order of their codes. A negation needs, as facts, those of `lits` that are known to be
/// false and that the found literal does not make false. It is exact only if `least` is 1. Returns
/// an empty list if `least` of `lits` are true already, or if the values of all of `lits` are
/// known.
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
    // For each literal, the number of the literals `open` that it makes false.
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
