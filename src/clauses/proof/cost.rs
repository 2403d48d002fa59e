//! The cost that a problem minimises, and its bounds.

use std::collections::BTreeSet;

use num_integer::gcd;

use super::equations::Equation;
use super::stated::sum_of;
use super::steps::{Id, PolLine, ProofConstraint, Steps};
use super::variables::{Inequality, PbLit, PbVar};
use crate::linear::{Sum, Term};
use crate::model::Objective;
use crate::model::linear_form::{AffineSum, LinearObjective};

/// The cost that the OPB file minimises: a weighted sum of literals plus a constant.
pub struct Cost {
    /// The literals with their weights. The degree has no meaning here: each bound on the cost
    /// replaces it by its own degree.
    pub sum: Inequality,
    /// The greatest common divisor of all weights.
    pub unit: i128,
    /// The cost minus the sum. It is the total of the negative weights in the file, since `sum` has
    /// positive weights of the negated literals instead.
    pub constant: i128,
    /// The change of the cost if the objective's value grows by 1. It is 1 or -1.
    slope: i64,
    /// The value of the objective that costs 0.
    nothing: i64,
    /// The cost as a weighted sum of variables, which are numbered from 0 here.
    variables: Sum<i64, usize>,
    /// The ordered variables, if the objective is the least of several counts; otherwise `None`.
    least: Option<OrderedVariables>,
}

/// The counts of an objective that maximises the least of them. There are ordered variables for
/// this least count. Ordered variable k, counted from 1, is true if and only if all counts are at
/// least k.
struct OrderedVariables {
    counts: Vec<AffineSum>,
    /// The ordered variables, each with the weight -1, since a true variable makes the cost smaller
    /// by 1.
    reached: Sum<i64, usize>,
    /// For each count, the row "the count is at least the number of true variables".
    rows: Vec<ProofConstraint>,
}

impl OrderedVariables {
    /// Adds `limit` ordered variables, with the same numbers as in the OPB export. For each count,
    /// adds a row that defines these variables. Then come the rows that order the variables; these
    /// rows are only counted, not kept. A negative `limit` adds no variables. `id` counts the rows
    /// so far, and `variables` the variables so far. Both counts are increased by the number of
    /// added rows and variables. Writes nothing. Panics if `limit` does not fit into 32 bits.
    fn new(
        counts: Vec<AffineSum>,
        limit: i64,
        id: &mut Id,
        variables: &mut u32,
    ) -> OrderedVariables {
        let first = *variables as usize;
        let number = usize::try_from(limit).unwrap_or(0);
        *variables += u32::try_from(number).expect("problems have fewer variables");
        let reached = (0..number).map(|value| Term { weight: -1, atom: first + value });
        let mut rows = Vec::new();
        for count in &counts {
            *id += 1;
            let inequality =
                sum_of(&Sum::from_terms(count.sum.terms().chain(reached.clone())), -count.constant);
            rows.push(ProofConstraint { id: *id, inequality });
        }
        // These are the rows that order the variables. They are only counted, since no step needs
        // them.
        *id += Id::try_from(number.saturating_sub(1)).expect("a number of variables");
        OrderedVariables { counts, reached: Sum::from_terms(reached), rows }
    }
}

impl Cost {
    /// Returns the cost of an objective in the OPB file. The cost is minimised, so a maximised
    /// objective has the opposite sign. If the objective is the least of several counts, the file
    /// has `limit` ordered variables, rows that define them, and rows that order them. The cost
    /// keeps the rows that define the ordered variables, with their IDs in the file. Nothing is
    /// written. `limit` is the best value that is still possible; it has no effect for other
    /// objectives. `id` counts the rows so far, and `variables` the variables so far. Increases
    /// both counts by the rows and variables named above.
    pub fn from_objective(
        objective: &Objective,
        limit: i64,
        id: &mut Id,
        variables: &mut u32,
    ) -> Cost {
        let slope = objective.sense().sign();
        let (variables, nothing, least) = match LinearObjective::from_objective(objective) {
            LinearObjective::Sum(AffineSum { sum, constant }) => {
                let costs = sum.terms().map(|term| Term { weight: slope * term.weight, ..term });
                (Sum::from_terms(costs), constant, None)
            }
            LinearObjective::Least(counts) => {
                let least = OrderedVariables::new(counts, limit, id, variables);
                (least.reached.clone(), 0, Some(least))
            }
        };
        let sum = sum_of(&variables, 0);
        // A negative weight becomes a weight of the opposite literal and a constant.
        let constant = -sum.degree();
        let unit = sum.common_divisor();
        Cost { sum, unit, constant, slope, nothing, variables, least }
    }

    /// Returns the rows that define the ordered variables. The list is empty if the objective is
    /// not the least of several counts.
    pub fn rows(&self) -> &[ProofConstraint] {
        self.least.as_ref().map_or(&[], |least| &least.rows)
    }

    /// Returns the values of the ordered variables, from the values of the model's variables, which
    /// must all be there. Ordered variable k, from 1, is true if and only if all counts are at
    /// least k. The list has as many values as there are ordered variables. It is empty if the
    /// objective is not the least of several counts.
    pub fn ordered(&self, values: &[bool]) -> Vec<bool> {
        let Some(OrderedVariables { counts, reached, .. }) = &self.least else { return Vec::new() };
        let least = counts
            .iter()
            .map(|AffineSum { sum, constant }| {
                let there = sum
                    .terms()
                    .filter(|term| values[term.atom])
                    .map(|term| term.weight)
                    .sum::<i64>();
                constant + there
            })
            .min()
            .unwrap_or(0);
        (0..).map(|value: i64| value < least).take(reached.len()).collect()
    }

    /// Returns the cost of a value of the objective.
    pub fn convert_value(&self, value: i64) -> i128 {
        i128::from(self.slope) * (i128::from(value) - i128::from(self.nothing))
    }

    /// Returns the constraint "the cost is at least `least`".
    pub fn at_least(&self, least: i128) -> Inequality {
        self.sum.with_degree(least - self.constant)
    }

    /// Returns the trivial bound that the cost is at least its constant. It is a line (a sum of
    /// constraints) without a written step. If no literal has a cost, returns "variable 1 is at
    /// least 0" instead. `stated` is the number of variables. Returns `None` if it is 0.
    pub fn trivial_bound(&self, stated: u32) -> Option<PolLine> {
        let mut terms = self.sum.terms();
        let any = (stated > 0).then(|| (1, PbVar::Stated(1).into()));
        let (weight, lit) = terms.next().or(any)?;
        let mut line = PolLine::from_literals(&[lit]);
        line.multiply(weight);
        terms.for_each(|(weight, lit)| line.add_literal(lit, weight));
        Some(line)
    }

    /// Returns the distinct weights of the cost, divided by their common divisor.
    pub fn multiples(&self) -> BTreeSet<i128> {
        self.sum.terms().map(|(weight, _)| weight / self.unit).collect()
    }

    /// Returns the bound on the cost (the line and its number) that a unit clause implies. Returns
    /// `None` if the clause is not a unit clause, or if its literal is not the only one with a
    /// cost. `id` is the constraint ID of the clause.
    pub fn bound_from_unit(&self, id: Id, clause: &[PbLit]) -> Option<(PolLine, i128)> {
        let (mut terms, [lit]) = (self.sum.terms(), clause) else { return None };
        let (weight, _) = terms.next().filter(|(_, costs)| costs == lit)?;
        let known = ProofConstraint { id, inequality: Inequality::from_clause(clause) };
        terms.next().is_none().then(|| (PolLine::new(&known, weight), weight + self.constant))
    }

    /// Returns the weighted literals of a complement (a count that determines the cost). `side` is
    /// one direction of the equation between the complement and the cost.
    pub fn complement_terms(&self, side: &ProofConstraint) -> Vec<(i128, PbLit)> {
        side.inequality
            .terms()
            .filter(|(_, lit)| !self.sum.contains(lit.variable))
            .map(|(weight, lit)| (weight, !lit))
            .collect()
    }

    /// Scales a line (a sum of constraints) to a bound on the cost that holds if `lit` is true.
    /// Returns the line and the bound. The negation of `lit` can have any weight. Returns `None` if
    /// the weights of the other literals are not proportional to their costs.
    pub fn scale_conditional(&self, lit: PbLit, line: PolLine) -> Option<(PolLine, i128)> {
        self.scale_terms(line, |other| other != !lit).map(|line| self.as_bound(line))
    }

    /// Returns the line (a sum of constraints), which bounds the cost, and the lower bound that it
    /// states.
    pub fn as_bound(&self, line: PolLine) -> (PolLine, i128) {
        let least = line.inequality().degree() + self.constant;
        (line, least)
    }

    /// Scales a line (a sum of constraints) to a bound on the cost. Returns `None` if its weights
    /// are not proportional to the costs.
    pub fn scale_to_bound(&self, line: PolLine) -> Option<PolLine> {
        self.scale_terms(line, |_| true)
    }

    /// Scales a line (a sum of constraints) so that certain literals have the weights of the cost.
    /// These are the literals for which `counts` is true. Other literals are scaled, too. Weights
    /// of other literals and the degree are rounded up. Writes no step. Returns `None` in these
    /// cases:
    ///
    /// - The counted literals are not exactly those of the cost.
    /// - Their weights are not proportional to the weights of the cost.
    /// - Nothing has a cost.
    /// - Numbers would become too large for 128 bits.
    fn scale_terms(&self, mut line: PolLine, counts: impl Fn(PbLit) -> bool) -> Option<PolLine> {
        let theirs: Vec<(i128, PbLit)> =
            line.inequality().terms().filter(|(_, lit)| counts(*lit)).collect();
        let mine: Vec<(i128, PbLit)> = self.sum.terms().collect();
        let (mine_first, theirs_first) = (mine.first()?.0, theirs.first()?.0);
        if mine.len() != theirs.len() {
            return None;
        }
        // The weights are compared as reduced fractions of the first weights, since products can be
        // too large.
        let share = |weight: i128, first: i128| {
            let divisor = gcd(weight, first);
            (weight / divisor, first / divisor)
        };
        for (&(weight, lit), &(other, same)) in mine.iter().zip(&theirs) {
            if lit != same || share(weight, mine_first) != share(other, theirs_first) {
                return None;
            }
        }
        let most = line.inequality().weight().max(line.inequality().degree());
        let (times, divisor) = match most.checked_mul(mine_first) {
            Some(_) => (mine_first, theirs_first),
            None => share(mine_first, theirs_first),
        };
        most.checked_mul(times)?;
        line.multiply(times);
        line.divide(divisor);
        Some(line)
    }

    /// Returns the cost of a solution, as the OPB file states it. `values` are those of the
    /// variables of the file. The constant of the objective is not included.
    pub fn value(&self, values: &[bool]) -> i128 {
        self.variables
            .terms()
            .filter(|term| values[term.atom])
            .map(|term| i128::from(term.weight))
            .sum()
    }
}

/// The cost that is minimised, and the facts about it that have been derived.
pub struct CostBounds {
    pub cost: Cost,
    /// The best lower bound on the cost so far, and its constraint ID. `None` if there is none.
    pub least: Option<(i128, Id)>,
    /// The equation between each complement (a count that determines the cost) and the cost. An
    /// entry is `None` if the equation is not derived yet.
    pub complements: Vec<Option<Equation>>,
    /// The equation that states the parity of the cost; `None` if it is not derived.
    parity: Option<Equation>,
}

impl CostBounds {
    pub fn new(cost: Cost, declared: usize) -> CostBounds {
        CostBounds { cost, least: None, complements: vec![None; declared], parity: None }
    }

    /// Returns the best lower bound on the cost that was derived. Returns `None` if there is none
    /// yet.
    pub fn lower_bound(&self) -> Option<ProofConstraint> {
        self.least.map(|(least, id)| ProofConstraint { id, inequality: self.cost.at_least(least) })
    }

    /// Returns both directions of the equations of all complements that were derived.
    pub fn sides_of_complements(&self) -> impl Iterator<Item = &ProofConstraint> {
        self.complements.iter().flatten().flat_map(Equation::sides)
    }

    /// Rounds a lower bound on the cost up to a multiple of the costs' common divisor. If the
    /// parity of the cost is known, also rounds the bound up to this parity. Repeats this until the
    /// bound has both properties. Writes these steps, even if the bound is not recorded then.
    /// Records the bound if it is larger than the best so far. `known` must have exactly the
    /// literals and weights of the cost.
    pub fn learn(&mut self, mut known: ProofConstraint, steps: &mut Steps) {
        let cost = &self.cost;
        debug_assert_eq!(
            known.inequality,
            cost.sum.with_degree(known.inequality.degree()),
            "a bound is one on the cost"
        );
        let divisor = cost.unit;
        loop {
            if known.inequality.degree().rem_euclid(divisor) != 0 {
                let mut line = PolLine::new(&known, 1);
                line.divide(divisor);
                line.multiply(divisor);
                known = steps.sum(line);
            }
            // After rounding to the parity, the bound is perhaps not a multiple of `unit` any more.
            let Some(line) = self.rounded_to_parity(&known) else { break };
            known = steps.sum(line);
        }
        let least = known.inequality.degree() + cost.constant;
        if self.least.is_none_or(|(other, _)| other < least) {
            self.least = Some((least, known.id));
        }
    }

    /// Returns a line (a sum of constraints) in which a bound is larger by 1, so that the bound has
    /// the parity of the cost. Returns `None` if the parity is unknown, or if the bound has this
    /// parity already.
    fn rounded_to_parity(&self, known: &ProofConstraint) -> Option<PolLine> {
        let wanted = self.cost.sum.with_degree(known.inequality.degree() + 1);
        let lines = self.parity.as_ref()?.rounded(&PolLine::new(known, 1));
        lines.into_iter().find(|line| *line.inequality() == wanted)
    }

    /// Records the parity of the cost, and rounds the best lower bound to it. If there is no lower
    /// bound yet, derives the trivial bound first. `variables` is the number of variables of the
    /// problem; if it is 0, no bound is derived.
    pub fn learn_parity(&mut self, parity: Equation, variables: u32, steps: &mut Steps) {
        self.parity = Some(parity);
        let known = match self.lower_bound() {
            Some(known) => Some(known),
            None => self.cost.trivial_bound(variables).map(|line| steps.sum(line)),
        };
        if let Some(known) = known {
            self.learn(known, steps);
        }
    }
}
