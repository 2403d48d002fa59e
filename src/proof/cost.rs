//! What a problem minimises, and what constraints say of it.

use std::collections::BTreeSet;

use super::equations::Equation;
use super::inequality::{Inequality, PbLit, PbVar};
use super::stated::sum_of;
use super::steps::{Id, Logged, PolLine, Steps};
use crate::linear::{Affine, Aim};
use crate::model::Objective;

/// What is minimised: a sum of weighted literals, and a constant.
pub struct Cost {
    /// What the literals cost.
    pub sum: Inequality,
    /// What divides all that literals cost.
    pub unit: i128,
    /// What is added to the sum.
    pub constant: i128,
    /// What a value costs, and the value that costs nothing.
    slope: i64,
    nothing: i64,
    terms: Vec<(i64, usize)>,
    least: Option<Ordered>,
}

/// The least of several counts, as ordered variables: each is true where another 1 is reached by
/// all.
struct Ordered {
    counts: Vec<Affine>,
    /// The variables, each of which costs less than nothing.
    reached: Vec<(i64, usize)>,
    /// For each count, that it is as large as the variables say.
    rows: Vec<Logged>,
}

impl Ordered {
    fn of(counts: Vec<Affine>, limit: i64, id: &mut Id, variables: &mut u32) -> Ordered {
        let first = *variables as usize;
        let number = usize::try_from(limit).unwrap_or(0);
        *variables += u32::try_from(number).expect("rooms refuse more variables");
        let reached: Vec<(i64, usize)> = (0..number).map(|value| (-1, first + value)).collect();
        let mut rows = Vec::new();
        for count in &counts {
            *id += 1;
            let says = sum_of(&[&count.terms[..], &reached].concat(), -count.constant);
            rows.push(Logged { id: *id, says });
        }
        // They are in order, which no step needs.
        *id += Id::try_from(number.saturating_sub(1)).expect("a number of variables");
        Ordered { counts, reached, rows }
    }
}

impl Cost {
    /// What an objective costs in the file, whose first row is the next after `id`, and the next
    /// variable after `variables`. Of the least of several counts, which is `limit` at the most,
    /// the file has ordered variables and rows that say what they are.
    pub fn of(objective: &Objective, limit: i64, id: &mut Id, variables: &mut u32) -> Cost {
        let slope = objective.sense().sign();
        let (terms, nothing, least) = match Aim::of(objective) {
            Aim::Sum(Affine { terms, constant }) => {
                let costs = terms.into_iter().map(|(weight, variable)| (slope * weight, variable));
                (costs.collect(), constant, None)
            }
            Aim::Least(counts) => {
                let least = Ordered::of(counts, limit, id, variables);
                (least.reached.clone(), 0, Some(least))
            }
        };
        let sum = sum_of(&terms, 0);
        // What is negative is what its opposite lacks.
        let constant = -sum.degree();
        let unit = sum.common_divisor();
        Cost { sum, unit, constant, slope, nothing, terms, least }
    }

    /// The rows of the file that say what is minimised.
    pub fn rows(&self) -> &[Logged] {
        self.least.as_ref().map_or(&[], |least| &least.rows)
    }

    /// The values of the variables that the file has for the objective, where the model's have
    /// these.
    pub fn ordered(&self, values: &[bool]) -> Vec<bool> {
        let Some(Ordered { counts, reached, .. }) = &self.least else { return Vec::new() };
        let counted = counts.iter().map(|Affine { terms, constant }| {
            let there = terms.iter().filter(|(_, variable)| values[*variable]);
            constant + there.map(|(weight, _)| weight).sum::<i64>()
        });
        let least = counted.min().unwrap_or(0);
        (0..).map(|value: i64| value < least).take(reached.len()).collect()
    }

    /// What a value of the objective costs.
    pub fn of_value(&self, value: i64) -> i128 {
        i128::from(self.slope) * (i128::from(value) - i128::from(self.nothing))
    }

    /// The cost is at least this.
    pub fn at_least(&self, least: i128) -> Inequality {
        self.sum.with_degree(least - self.constant)
    }

    /// That no literal weighs less than nothing, as a line about the cost; of any variable, if
    /// nothing costs anything.
    pub fn least(&self, stated: u32) -> Option<PolLine> {
        let mut terms = self.sum.terms();
        let any = (stated > 0).then(|| (1, PbVar::Stated(1).into()));
        let (weight, lit) = terms.next().or(any)?;
        let mut line = PolLine::of_literals(&[lit]);
        line.multiply(weight);
        terms.for_each(|(weight, lit)| line.add_literal(lit, weight));
        Some(line)
    }

    /// What literals cost, in units of what divides all costs: each number once.
    pub fn multiples(&self) -> BTreeSet<i128> {
        self.sum.terms().map(|(weight, _)| weight / self.unit).collect()
    }

    /// What a clause says of the cost, if it is the one literal that costs something.
    pub fn of_unit(&self, id: Id, clause: &[PbLit]) -> Option<(PolLine, i128)> {
        let (mut terms, [lit]) = (self.sum.terms(), clause) else { return None };
        let (weight, _) = terms.next().filter(|(_, costs)| costs == lit)?;
        let known = Logged { id, says: Inequality::clause(clause) };
        terms.next().is_none().then(|| (PolLine::of(&known, weight), weight + self.constant))
    }

    /// Returns what a side of a complement counts in place of the cost.
    pub fn counted_by(&self, side: &Logged) -> Vec<(i128, PbLit)> {
        let terms = side.says.terms().filter(|(_, lit)| !self.sum.weighs(lit.variable));
        terms.map(|(weight, lit)| (weight, !lit)).collect()
    }

    /// What a line says of the cost where a literal is true, if it is about these two: the line as
    /// a bound on the cost, and the least cost.
    pub fn bounded_where(&self, lit: PbLit, line: PolLine) -> Option<(PolLine, i128)> {
        self.of_terms(line, |other| other != !lit).map(|line| self.as_bound(line))
    }

    /// Returns a line about the cost with the least cost that it says.
    pub fn as_bound(&self, line: PolLine) -> (PolLine, i128) {
        let least = line.says().degree() + self.constant;
        (line, least)
    }

    /// A line as a bound on the cost, if it is about that.
    pub fn bounded(&self, line: PolLine) -> Option<PolLine> {
        self.of_terms(line, |_| true)
    }

    /// A line whose literals, as far as they count, weigh what they cost; none where they are
    /// others.
    fn of_terms(&self, mut line: PolLine, counts: impl Fn(PbLit) -> bool) -> Option<PolLine> {
        let theirs: Vec<(i128, PbLit)> =
            line.says().terms().filter(|(_, lit)| counts(*lit)).collect();
        let mine: Vec<(i128, PbLit)> = self.sum.terms().collect();
        let (mine_first, theirs_first) = (mine.first()?.0, theirs.first()?.0);
        if mine.len() != theirs.len() {
            return None;
        }
        for (&(weight, lit), &(other, same)) in mine.iter().zip(&theirs) {
            if lit != same || weight * theirs_first != mine_first * other {
                return None;
            }
        }
        line.multiply(mine_first);
        line.divide(theirs_first);
        Some(line)
    }

    /// Returns the cost of a solution, by the values of the problem's variables.
    pub fn value(&self, values: &[bool]) -> i128 {
        let there = self.terms.iter().filter(|(_, variable)| values[*variable]);
        there.map(|&(weight, _)| i128::from(weight)).sum()
    }
}

/// What is minimised, and what is derived of it.
pub struct CostBounds {
    /// What is minimised.
    pub cost: Cost,
    /// The best lower bound, and the constraint that says it.
    least: Option<(i128, Id)>,
    /// What may be counted in place of the objective, in the order in which the objective has it,
    /// as sums of constraints; `None` if it is declared and not derived.
    pub complements: Vec<Option<Equation>>,
    /// The parity of the objective.
    parity: Option<Equation>,
}

impl CostBounds {
    /// A cost of which nothing is derived, with this number of declared complements.
    pub fn new(cost: Cost, declared: usize) -> CostBounds {
        CostBounds { cost, least: None, complements: vec![None; declared], parity: None }
    }

    /// Returns the best lower bound so far.
    pub fn least(&self) -> Option<(i128, Id)> {
        self.least
    }

    /// Returns the best lower bound so far as a constraint.
    pub fn lower_bound(&self) -> Option<Logged> {
        self.least.map(|(least, id)| Logged { id, says: self.cost.at_least(least) })
    }

    /// Returns both sides of what may be counted in place of the objective.
    pub fn sides_of_complements(&self) -> impl Iterator<Item = &Logged> {
        let known = self.complements.iter().flatten();
        known.flat_map(|Equation { at_least, at_most }| [at_least, at_most])
    }

    /// Records a lower bound, rounded up to what divides all costs and to the parity.
    pub fn learn(&mut self, mut known: Logged, steps: &mut Steps) {
        let cost = &self.cost;
        debug_assert_eq!(
            known.says,
            cost.sum.with_degree(known.says.degree()),
            "a bound is one on the cost"
        );
        let divisor = cost.unit;
        loop {
            if known.says.degree().rem_euclid(divisor) != 0 {
                let mut line = PolLine::of(&known, 1);
                line.divide(divisor);
                line.multiply(divisor);
                known = steps.sum(line);
            }
            // What is rounded to the parity may have to be rounded to the divisor once more.
            let Some(line) = self.rounded_to_parity(&known) else { break };
            known = steps.sum(line);
        }
        let least = known.says.degree() + cost.constant;
        if self.least.is_none_or(|(other, _)| other < least) {
            self.least = Some((least, known.id));
        }
    }

    /// Returns a lower bound that is one more, if the parity says so.
    fn rounded_to_parity(&self, known: &Logged) -> Option<PolLine> {
        let wanted = self.cost.sum.with_degree(known.says.degree() + 1);
        let lines = self.parity.as_ref()?.rounded(&PolLine::of(known, 1));
        lines.into_iter().find(|line| *line.says() == wanted)
    }

    /// Records the parity of the objective, and rounds the best lower bound to it: that no literal
    /// weighs less than nothing, if there is no other.
    pub fn learn_parity(&mut self, parity: Equation, variables: u32, steps: &mut Steps) {
        self.parity = Some(parity);
        let known = match self.lower_bound() {
            Some(known) => Some(known),
            None => self.cost.least(variables).map(|line| steps.sum(line)),
        };
        if let Some(known) = known {
            self.learn(known, steps);
        }
    }
}
