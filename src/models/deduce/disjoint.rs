//! A bound from disjoint constraints, each of which has a cost.
//!
//! A literal is costly if it makes the value worse: a counted literal if the objective is
//! minimised, its negation otherwise. A constraint over costly literals has a least cost: 1 for a
//! clause or an odd parity, k for "at least k". The costs of constraints without common variables
//! add up. A set of such constraints is called a packing here. Its constraints are like the
//! disjoint cores of a core-guided search, but are found without a solver. One packing is chosen
//! greedily: constraints with fewer literals for each unit of cost come first. A partition of the
//! counted literals into lines, such as rows, gives another packing. It has a constraint for each
//! line, over the literals of this line. The lines are disjoint, and so are these constraints. The
//! bound comes from the packing with the largest sum of costs.
//!
//! Each complement of the objective, a count that grows as the objective's count falls, gives
//! another bound. For this bound, the opposite sense counts: if the objective is minimised, the
//! complement grows as the value improves, so the negations of the complement's literals are
//! costly. An example is gunport on R × C cells. Three times the dominoes plus the holes of the
//! last column is at least RC. At most every second cell of the last column is a hole. This proves
//! at least ⌈(RC − ⌈R/2⌉)/3⌉ dominoes, usually one or two per cent less than the optimum.
//!
//! In Abbott's window of side n, the bound is the optimum if n is even: the odd diagonals of one
//! colour of panes, together with the odd antidiagonals of the other colour, are 2n−4 disjoint
//! constraints. If n is odd, the rows give the bound n.

use std::collections::HashMap;

use super::fact::{Fact, Rule};
use crate::model::{
    Complement, Count, Justification, Lit, Model, Parity, Premise, Relation, Sense, SingleCount,
    Statement, variables,
};
use crate::stop::Stop;

/// The rule that adds up the least costs of constraints without common variables.
pub(super) const RULE: Rule =
    Rule { name: "disjoint", summary: "a bound from constraints that share no variable", apply };

/// Returns the tightest limit that a packing proves. The packing is over the objective's count or
/// over one of its complements. Of equal limits, returns that of the first complement; the limit of
/// the count itself comes last. Returns `None` if there is no objective, if it is not a single
/// count, or if the limit excludes no value in the range of the count. The limit includes the
/// objective's constant. The reason is a sum in which each constraint has the multiplier 1: the
/// packing's constraints and, for a complement, the equation of the complement.
fn apply(model: &Model, _: &Stop) -> Option<(Fact, Justification)> {
    let objective = model.objective()?;
    let SingleCount { count, complements, constant } = objective.single_count()?;
    let own = best_packing(model, count, objective.sense());
    let own = (own.limit(count, objective.sense()), own.premises());
    let (limit, premises) = complements
        .iter()
        .enumerate()
        .map(|(place, complement)| {
            let Complement { count, weight, total, .. } = complement;
            let (other, rounded): (_, fn(u64, u64) -> u64) = match objective.sense() {
                Sense::Minimise => (Sense::Maximise, u64::div_ceil),
                Sense::Maximise => (Sense::Minimise, |rest, weight| rest / weight),
            };
            let packing = best_packing(model, count, other);
            let rest = total.saturating_sub(packing.limit(count, other));
            let premises =
                packing.premises().into_iter().chain([(Premise::Complement(place), 1)]).collect();
            (rounded(rest, *weight), premises)
        })
        .chain([own])
        .reduce(|a, b| match objective.sense() {
            Sense::Minimise if b.0 > a.0 => b,
            Sense::Maximise if b.0 < a.0 => b,
            _ => a,
        })?;
    let trivial = match objective.sense() {
        Sense::Minimise => 0,
        Sense::Maximise => count.lits.len() as u64,
    };
    let value = constant + i64::try_from(limit).expect("at most the number of literals");
    (limit != trivial).then_some((Fact::Limit { value, dual: None }, Justification::Sum(premises)))
}

/// A packing: constraints without common variables, and the sum of their least costs.
#[derive(Clone, Debug, Default)]
struct ConstraintPacking {
    /// The sum of the least costs. In every solution, at least this many costly literals are true.
    cost: u64,
    /// The indices of the constraints in the model.
    constraints: Vec<usize>,
}

/// The position of a constraint in the model, its literals and its least cost.
type CostlyConstraint<'a> = (usize, &'a [Lit], u64);

impl ConstraintPacking {
    /// Adds a constraint, which must share no variable with the constraints of the packing.
    fn add(&mut self, (place, _, cost): CostlyConstraint) {
        self.cost += cost;
        self.constraints.push(place);
    }

    /// Returns the bound on the count that the cost proves: a lower bound if the count is
    /// minimised, otherwise an upper bound.
    fn limit(&self, count: &Count, sense: Sense) -> u64 {
        match sense {
            Sense::Minimise => self.cost,
            Sense::Maximise => (count.lits.len() as u64).saturating_sub(self.cost),
        }
    }

    /// Returns the constraints as premises with the multiplier 1.
    fn premises(&self) -> Vec<(Premise, u64)> {
        self.constraints.iter().map(|&place| (Premise::Constraint(place), 1)).collect()
    }
}

/// Returns the packing with the largest cost. The candidates are the greedy packing and the
/// packings along the lines of a partition of `count`; of equal costs, the first in this order is
/// returned. A literal is costly if it makes `count` worse under `sense`. If no constraint has a
/// cost, the packing is empty.
fn best_packing(model: &Model, count: &Count, sense: Sense) -> ConstraintPacking {
    let costly = CostLits::new(count, sense, model.labels().len());
    let mut costs: Vec<CostlyConstraint> = model
        .constraints()
        .iter()
        .enumerate()
        .filter_map(|(place, constraint)| {
            let (lits, cost) = costly.cost(constraint.statement)?;
            Some((place, lits, cost))
        })
        .collect();
    // The sort is stable, so constraints with equal keys stay in the order of the model.
    costs.sort_by_key(|(_, lits, cost)| lits.len() as u64 / cost);
    let packed = greedy_packing(&costs, model.labels().len());
    count
        .partitions
        .iter()
        .map(|partition| line_packing(&partition.lines, &costs))
        .fold(packed, |best, next| if next.cost > best.cost { next } else { best })
}

/// The costly literals of a count: those literals that make the value of the objective worse.
struct CostLits {
    /// For each variable, whether its negative literal is the costly one. `None` if the variable is
    /// not counted.
    negated: Vec<Option<bool>>,
}

impl CostLits {
    /// Returns the costly literals of a count under `sense`. `variables` is the number of variables
    /// of the model.
    fn new(count: &Count, sense: Sense, variables: usize) -> CostLits {
        let mut negated = vec![None; variables];
        for lit in &count.lits {
            negated[lit.variable()] = Some(lit.is_negated() != (sense == Sense::Maximise));
        }
        CostLits { negated }
    }

    fn is_costly(&self, lit: Lit) -> bool {
        self.negated[lit.variable()] == Some(lit.is_negated())
    }

    /// Returns the literals of a statement, and its least cost. This is the least number of costly
    /// literals that are true if the statement holds. Returns `None` if this number is 0, if the
    /// statement is a weighted sum or has no literals, or if one of its variables is not counted.
    fn cost<'a>(&self, statement: Statement<'a>) -> Option<(&'a [Lit], u64)> {
        let lits = statement.lits();
        // Only constraints over counted variables have a cost. A contradiction without literals has
        // none.
        if lits.is_empty() || lits.iter().any(|lit| self.negated[lit.variable()].is_none()) {
            return None;
        }
        let number = lits.len() as u64;
        let costly = lits.iter().filter(|&&lit| self.is_costly(lit)).count() as u64;
        // The least number of true costly literals under "at least" and "at most" constraints.
        let at_least = |least: u64| least.saturating_sub(number - costly);
        let at_most = |most: u64| (number - costly).saturating_sub(most);
        let cost = match (statement, statement.cardinality()) {
            (Statement::Parity(_, parity), _) => {
                u64::from((parity == Parity::Odd) != ((number - costly) % 2 == 1))
            }
            (_, Some((Relation::AtLeast, bound))) => at_least(bound as u64),
            (_, Some((Relation::AtMost, bound))) => at_most(bound as u64),
            (_, Some((Relation::Exactly, bound))) => {
                at_least(bound as u64).max(at_most(bound as u64))
            }
            (_, None) => 0,
        };
        (cost > 0).then_some((lits, cost))
    }
}

/// Returns the greedy packing. The greedy choice visits the constraints in the order of `costs`,
/// and keeps each constraint that shares no variable with the constraints kept before. `variables`
/// is the number of variables; the variables of all constraints must be below it.
fn greedy_packing(costs: &[CostlyConstraint], variables: usize) -> ConstraintPacking {
    let mut used = vec![false; variables];
    let mut packing = ConstraintPacking::default();
    for &(place, lits, cost) in costs {
        if lits.iter().all(|lit| !used[lit.variable()]) {
            lits.iter().for_each(|lit| used[lit.variable()] = true);
            packing.add((place, lits, cost));
        }
    }
    packing
}

/// Returns disjoint constraints. For each line, takes the costliest of the constraints over exactly
/// the variables of the line. If several constraints are equally costly, takes the first of them in
/// `costs`. A line without such a constraint adds no constraint. The lines must share no variables.
fn line_packing(lines: &[Vec<Lit>], costs: &[CostlyConstraint]) -> ConstraintPacking {
    let mut known: HashMap<Vec<usize>, CostlyConstraint> = HashMap::new();
    for &costly in costs {
        let most = known.entry(variables(costly.1)).or_insert(costly);
        if costly.2 > most.2 {
            *most = costly;
        }
    }
    let mut packing = ConstraintPacking::default();
    lines
        .iter()
        .filter_map(|line| known.get(&variables(line)))
        .for_each(|&costly| packing.add(costly));
    packing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Objective, Partition};

    fn limit(sense: Sense, state: impl Fn(&mut Model, &[Lit])) -> Option<i64> {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..6).map(|index| model.variable("x", &[index])).collect();
        let rows = Partition { name: "rows", lines: lits.chunks(3).map(<[Lit]>::to_vec).collect() };
        let count = Count::new(lits.clone(), vec![rows]);
        model.optimise(match sense {
            Sense::Minimise => Objective::minimise(count),
            Sense::Maximise => Objective::maximise(count),
        });
        state(&mut model, &lits);
        match apply(&model, &Stop::unlimited()) {
            Some((Fact::Limit { value, .. }, _)) => Some(value),
            _ => None,
        }
    }

    #[test]
    fn costs_of_disjoint_constraints_add_up() {
        let found = limit(Sense::Minimise, |model, x| {
            model.clause("c", [x[0], x[1]]);
            model.parity("p", [x[1], x[2]], Parity::Odd);
            model.cardinality("k", [x[3], x[4], x[5]], Relation::AtLeast, 2);
        });
        assert_eq!(found, Some(3));
        let found = limit(Sense::Maximise, |model, x| {
            model.at_most_one("m", [x[0], x[1], x[2]]);
            model.parity("p", [x[3], x[4], x[5]], Parity::Even);
        });
        assert_eq!(found, Some(3), "two of the first three are false, and one of the others");
    }

    #[test]
    fn a_complement_has_a_bound_of_its_own() {
        let found = |sense| {
            limit(sense, |model, x| {
                let others: Vec<Lit> = (0..4).map(|i| model.variable("other", &[i])).collect();
                model.clause("c", [!others[0], !others[1]]);
                model.clause("d", [others[2], others[3]]);
                let count = Count::new(others, Vec::new());
                model.clause("free", [x[0], !x[1]]);
                model.prepend_complement(Complement { count, weight: 2, total: 8, why: None });
            })
        };
        assert_eq!(found(Sense::Minimise), Some(3), "twice the value is at least 8 less 3");
        assert_eq!(found(Sense::Maximise), Some(3), "twice the value is at most 8 less 1");
    }

    #[test]
    fn lines_are_taken_where_short_constraints_are_in_the_way() {
        let found = limit(Sense::Minimise, |model, x| {
            model.parity("p", [x[0], x[3]], Parity::Odd);
            model.parity("p", x[..3].iter().copied(), Parity::Odd);
            model.parity("p", x[3..].iter().copied(), Parity::Odd);
        });
        assert_eq!(found, Some(2));
    }

    #[test]
    fn what_can_be_had_for_nothing_costs_nothing() {
        let found = limit(Sense::Minimise, |model, x| {
            model.clause("c", [x[0], !x[1]]);
            model.parity("p", [x[2], x[3]], Parity::Even);
            model.at_most_one("m", [x[4], x[5]]);
        });
        assert_eq!(found, None);
    }
}
