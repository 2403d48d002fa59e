//! What a problem minimises, and what constraints say of it.

use std::collections::BTreeSet;

use super::inequality::{Inequality, PbLit, PbVar};
use super::stated::sum_of;
use super::steps::{Id, Logged, PolLine};
use crate::linear::{Affine, Aim};
use crate::model::{Objective, Sense};

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
        let of_count = |count: &Affine| {
            *id += 1;
            let says = sum_of(&[&count.terms[..], &reached].concat(), -count.constant);
            Logged { id: *id, says }
        };
        let rows = counts.iter().map(of_count).collect();
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
        let slope = match objective.sense() {
            Sense::Minimise => 1,
            Sense::Maximise => -1,
        };
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
        let of_count = |count: &Affine| {
            let term =
                |&(weight, variable): &(i64, usize)| if values[variable] { weight } else { 0 };
            count.constant + count.terms.iter().map(term).sum::<i64>()
        };
        let least = counts.iter().map(of_count).min().unwrap_or(0);
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

    /// What a line says of the cost where a literal is true, if it is about these two: the line as
    /// a bound on the cost, and the least cost.
    pub fn bounded_where(&self, lit: PbLit, line: PolLine) -> Option<(PolLine, i128)> {
        let line = self.of_terms(line, |other| other != !lit)?;
        let least = line.says().degree() + self.constant;
        Some((line, least))
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
        let agree = |(&(weight, lit), &(other, same)): (&(i128, PbLit), &(i128, PbLit))| {
            lit == same && weight * theirs_first == mine_first * other
        };
        if mine.len() != theirs.len() || !mine.iter().zip(&theirs).all(agree) {
            return None;
        }
        line.multiply(mine_first);
        line.divide(theirs_first);
        Some(line)
    }

    pub fn value(&self, values: &[bool]) -> i128 {
        let weight = |&(weight, variable): &(i64, usize)| {
            if values[variable] { i128::from(weight) } else { 0 }
        };
        self.terms.iter().map(weight).sum()
    }
}
