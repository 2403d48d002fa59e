//! From a model to clauses, with the encodings that the user chose.
//!
//! Knows no puzzle. Every constraint goes through one row of one table of `quarrel-encodings`, its
//! literals in the chosen order; the counters of an objective have the chosen shape. One variable
//! manager serves the model and all encoders, so that auxiliary variables never collide: variables
//! 1 to n are the model's, in its order, and the encoders' follow.
//!
//! rustsat's types end here and in [`crate::solver`]: the rest of the crate speaks of
//! [`Clauses`] and [`Lit`].

use quarrel_encodings::at_most_one::{self, AtMostOne};
use quarrel_encodings::cardinality::{
    self, Addition, Cardinality, Construct, Counter, Line, Totalizer, write,
};
use quarrel_encodings::parity;
use quarrel_encodings::{Collect, Signal, Writer};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Var;

use crate::model::{
    Complement, Constraint, Count, Lit, Model, Objective, Parity, Relation, Sense, Statement,
};
use crate::stop::Stop;

pub use order::Order;
pub use quarrel_encodings::Clauses;
pub use shape::Shape;

pub mod auto;
mod exclusive;
mod order;
mod shape;

/// Which encoding writes which kind of constraint, and how its literals come to it. Where there is
/// no row, each constraint has the one that [`auto`] chooses.
#[derive(Clone, Debug)]
pub struct Encodings {
    /// For at-most-one and exactly-one.
    pub at_most_one: Option<&'static AtMostOne>,
    /// For cardinality constraints and for the bounds of a search.
    pub cardinality: Option<&'static Cardinality>,
    /// For parity constraints.
    pub parity: Option<&'static parity::Parity>,
    /// The order in which literals enter an encoding.
    pub order: Order,
    /// The shape of the counters of an objective.
    pub shape: Shape,
}

/// Why a model was not written in clauses.
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// An encoding did not write a constraint.
    #[error(transparent)]
    Encoding(#[from] quarrel_encodings::Refusal),
    /// The shape names a partition that the model does not have.
    #[error("shape {shape}: the objective is not divided into {name}; {}", known_partitions(known))]
    Partition {
        /// The shape that was asked for.
        shape: String,
        /// The partition that is missing.
        name: String,
        /// Those that there are.
        known: Vec<&'static str>,
    },
    /// The shape is for an objective, and the model has none.
    #[error("shape {0}: nothing is counted here; use flat")]
    NoObjective(String),
}

impl Refusal {
    /// Whether it was time to stop, and nothing is wrong.
    pub fn is_stop(&self) -> bool {
        *self == Refusal::Encoding(quarrel_encodings::Refusal::Stopped)
    }
}

fn known_partitions(known: &[&str]) -> String {
    if known.is_empty() {
        return "use flat".to_owned();
    }
    format!("it is into {}", known.join(", "))
}

impl Encodings {
    /// For an at-most-one over that many literals.
    pub fn at_most_one_of(&self, literals: usize) -> &'static AtMostOne {
        self.at_most_one.unwrap_or_else(|| auto::at_most_one(literals).0)
    }

    /// For a cardinality constraint over that many literals.
    pub fn cardinality_of(&self, literals: usize, relation: Relation) -> &'static Cardinality {
        self.cardinality.unwrap_or_else(|| auto::cardinality(literals, relation).0)
    }

    /// For a parity over that many literals.
    pub fn parity_of(&self, literals: usize) -> &'static parity::Parity {
        self.parity.unwrap_or_else(|| auto::parity(literals).0)
    }
}

impl Default for Encodings {
    /// The first row of each table, and counters that follow the board where that is known to help.
    fn default() -> Encodings {
        Encodings {
            at_most_one: Some(&at_most_one::ALL[0]),
            cardinality: Some(&cardinality::ALL[0]),
            parity: Some(&parity::ALL[0]),
            order: Order::default(),
            shape: Shape::Auto,
        }
    }
}

/// Clauses as they are written, until it is time to stop.
struct Sheet<'a> {
    clauses: Clauses,
    stop: &'a Stop,
}

impl Sheet<'_> {
    /// How many clauses are written between two looks at the clock.
    const PATIENCE: usize = 1 << 12;

    fn new(stop: &Stop) -> Sheet<'_> {
        Sheet { clauses: Clauses::new(), stop }
    }
}

impl Collect for Sheet<'_> {
    fn collect(
        &mut self,
        clause: &[rustsat::types::Lit],
    ) -> Result<(), quarrel_encodings::Refusal> {
        if self.clauses.len().is_multiple_of(Self::PATIENCE) && self.stop.reached() {
            return Err(quarrel_encodings::Refusal::Stopped);
        }
        self.clauses.collect(clause)
    }
}

/// What became of one group of constraints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupSize {
    /// The constraints stated.
    pub constraints: usize,
    /// The auxiliary variables that their encodings took.
    pub variables: usize,
    /// The clauses that state them.
    pub clauses: usize,
}

impl GroupSize {
    /// Takes in the constraints of another group.
    pub fn add(&mut self, other: GroupSize) {
        self.constraints += other.constraints;
        self.variables += other.variables;
        self.clauses += other.clauses;
    }
}

/// A model in clauses, with room for bounds on its objective.
pub struct Formula {
    /// The clauses of the constraints.
    pub clauses: Clauses,
    /// What became of each group, in the model's order.
    pub groups: Vec<GroupSize>,
    /// The shape of the objective's counters, as it was settled.
    pub shape: Shape,
    variables: BasicVarManager,
    bounds: Bounds,
}

/// The counters of an objective: each bounds the literals that must not be too many.
#[derive(Default)]
struct Bounds {
    all: Vec<Bound>,
    /// Whether the first tells the objective by itself.
    of_one_count: bool,
}

/// A counter that bounds a value from one side.
struct Bound {
    counter: Box<dyn Counter>,
    scale: Scale,
    /// What it counts.
    too_many: Vec<Lit>,
}

/// A part of what an objective counts, for searches that count parts apart before they count all.
pub struct Part(Box<dyn Counter>);

impl Part {
    /// Several parts, summed up as one.
    pub fn sum(parts: Vec<Part>) -> Part {
        let lines = parts.into_iter().map(|part| Line { counter: part.0, odd: None }).collect();
        Part(Box::new(Totalizer::adding(lines, Addition::Balanced)))
    }
}

/// How many literals may be true where a value reaches a bound: `offset + slope · bound`, or none
/// of the numbers from 0 on if that is negative.
#[derive(Clone, Copy, Debug)]
struct Scale {
    offset: i64,
    slope: i64,
}

impl Scale {
    fn at_most(self, bound: u64) -> Option<usize> {
        let most = i128::from(self.offset) + i128::from(self.slope) * i128::from(bound);
        u128::try_from(most).ok().map(|most| usize::try_from(most).unwrap_or(usize::MAX))
    }
}

/// Writes a model in clauses.
///
/// # Errors
///
/// Refuses, by name, an encoding that has no form for one of the model's constraints; and ends
/// with a [stop](Refusal::is_stop) where it is time to stop.
pub fn encode(model: &Model, encodings: &Encodings, stop: &Stop) -> Result<Formula, Refusal> {
    let mut variables = BasicVarManager::default();
    variables.increase_next_free(Var::new(index(model.labels().len())));
    let mut sheet = Sheet::new(stop);
    let mut groups = vec![GroupSize::default(); model.groups().len()];
    let plan = Plan::new(model, encodings)?;
    let exclusive = exclusive::stated(model);
    for (index, Constraint { group, statement }) in model.constraints().iter().enumerate() {
        let before = (variables.n_used(), sheet.clauses.len());
        plan.state(statement, &mut sheet, &mut variables)?;
        if let Some((_, least)) = exclusive.filter(|&(last, _)| last == index) {
            plan.state_exclusive(least, &mut sheet, &mut variables)?;
        }
        let group = &mut groups[*group];
        group.constraints += 1;
        group.variables += (variables.n_used() - before.0) as usize;
        group.clauses += sheet.clauses.len() - before.1;
    }
    let bounds = Bounds::new(&plan)?;
    Ok(Formula { clauses: sheet.clauses, groups, shape: plan.shape, variables, bounds })
}

impl Formula {
    /// How many variables are in use, the model's and the encoders'.
    pub fn variables(&self) -> usize {
        self.variables.n_used() as usize
    }

    /// Makes ready to demand a value at least as good as `bound`: returns the clauses that were
    /// missing for it, and the literals that demand it, as assumptions or as units.
    ///
    /// # Errors
    ///
    /// Refuses what the chosen cardinality encoding has no form for; and ends with
    /// a [stop](Refusal::is_stop) where it is time to stop, after which no bound can be demanded.
    ///
    /// # Panics
    ///
    /// If the model has no objective.
    pub fn bound(&mut self, bound: u64, stop: &Stop) -> Result<(Clauses, Vec<Lit>), Refusal> {
        assert!(!self.bounds.all.is_empty(), "a bound is on an objective");
        let mut sheet = Sheet::new(stop);
        let mut demands = Vec::new();
        for Bound { counter, scale, .. } in &mut self.bounds.all {
            let mut writer = Writer::new(&mut sheet, &mut self.variables);
            let demand = match scale.at_most(bound) {
                Some(at_most) => counter.at_most(at_most, &mut writer)?,
                None => Signal::False,
            };
            demands.extend(demanded(demand, &mut writer)?);
        }
        Ok((sheet.clauses, demands))
    }
}

/// The literal that demands what a signal says, if there is something to demand. Other bounds may
/// be demanded later: so what is impossible is no empty clause, but a false literal.
fn demanded(
    signal: Signal,
    writer: &mut Writer,
) -> Result<Option<Lit>, quarrel_encodings::Refusal> {
    match signal {
        Signal::True => Ok(None),
        Signal::Lit(lit) => Ok(Some(to_model(lit))),
        Signal::False => {
            let never = writer.fresh();
            writer.lits(&[!never])?;
            Ok(Some(to_model(never)))
        }
    }
}

/// For searches that count parts of the objective, where it is one count.
impl Formula {
    /// The objective in parts of one literal each: what is true of a part makes the value worse.
    /// Nothing where the objective is the least of several counts.
    pub fn parts(&self) -> Vec<Part> {
        let first = self.bounds.all.first().filter(|_| self.bounds.of_one_count);
        let part = |&lit: &Lit| Part(Box::new(Totalizer::over(&[to_rustsat(lit)])));
        first.map_or(Vec::new(), |bound| bound.too_many.iter().map(part).collect())
    }

    /// Makes ready to demand that at most so many literals of a part are true.
    ///
    /// # Errors
    ///
    /// A [stop](Refusal::is_stop) where it is time to stop.
    pub fn at_most(
        &mut self,
        part: &mut Part,
        most: usize,
        stop: &Stop,
    ) -> Result<(Clauses, Option<Lit>), Refusal> {
        let mut sheet = Sheet::new(stop);
        let mut writer = Writer::new(&mut sheet, &mut self.variables);
        let signal = part.0.at_most(most, &mut writer)?;
        let demand = demanded(signal, &mut writer)?;
        Ok((sheet.clauses, demand))
    }

    /// How many literals of all parts may be true where a value reaches a bound; none where it
    /// cannot.
    pub fn room(&self, bound: u64) -> Option<usize> {
        self.bounds.all.first()?.scale.at_most(bound)
    }

    /// Has bounds demanded of the sum of all parts from now on.
    pub fn count_by(&mut self, parts: Part) {
        if let Some(bound) = self.bounds.all.first_mut() {
            bound.counter = parts.0;
        }
    }
}

impl Bounds {
    fn new(plan: &Plan) -> Result<Bounds, Refusal> {
        let Some(objective) = plan.model.objective() else { return Ok(Bounds::default()) };
        let mut all = Vec::new();
        for count in &objective.counts {
            all.extend(plan.bounds(count, objective.sense)?);
        }
        if let Some(counter) = plan.exclusive(objective) {
            let offset = i64::try_from(counter.size()).expect("fewer literals than memory");
            let scale = Scale { offset, slope: -2 };
            all.push(Bound { counter, scale, too_many: Vec::new() });
        }
        Ok(Bounds { all, of_one_count: objective.counts.len() == 1 })
    }
}

/// How the constraints of a model are to be written.
struct Plan<'a> {
    model: &'a Model,
    encodings: &'a Encodings,
    shape: Shape,
    ranks: Option<Vec<usize>>,
    parities: shape::Parities,
}

impl Plan<'_> {
    fn new<'a>(model: &'a Model, encodings: &'a Encodings) -> Result<Plan<'a>, Refusal> {
        if matches!(encodings.shape, Shape::Lines(..)) && model.objective().is_none() {
            return Err(Refusal::NoObjective(encodings.shape.to_string()));
        }
        let (ranks, parities) = (encodings.order.ranks(model), shape::Parities::of(model));
        let shape = encodings.shape.settled(model, &parities);
        Ok(Plan { model, encodings, shape, ranks, parities })
    }

    /// The literals in the order in which they enter an encoding.
    fn arranged(&self, lits: &[Lit]) -> Vec<rustsat::types::Lit> {
        let mut lits = lits.to_vec();
        if let Some(ranks) = &self.ranks {
            lits.sort_by_key(|lit| ranks[lit.variable()]);
        }
        lits.into_iter().map(to_rustsat).collect()
    }

    /// A counter over a count's literals, each as `sign` gives it.
    fn counter(
        &self,
        count: &Count,
        sign: impl Fn(Lit) -> Lit,
    ) -> Result<Box<dyn Counter>, Refusal> {
        let sum = |lits: &[Lit]| -> Box<dyn Counter> {
            let row = self.encodings.cardinality_of(lits.len(), Relation::AtMost);
            (row.counter)(&self.arranged(lits))
        };
        self.shape.counter(count, sign, &sum, &self.parities)
    }

    /// What bounds a count from the side that is better: counters of its complements, or of its own
    /// literals where it has none.
    fn bounds(&self, count: &Count, sense: Sense) -> Result<Vec<Bound>, Refusal> {
        if count.complements.is_empty() {
            return Ok(vec![self.bound(count, sense)?]);
        }
        count.complements.iter().map(|other| self.bound_by(other, sense)).collect()
    }

    /// At most k of the literals are true, or at most n−k of their negations.
    fn bound(&self, count: &Count, sense: Sense) -> Result<Bound, Refusal> {
        let number = i64::try_from(count.lits.len()).expect("fewer literals than memory");
        match sense {
            Sense::Minimise => self.few(count, true, Scale { offset: 0, slope: 1 }),
            Sense::Maximise => self.few(count, false, Scale { offset: number, slope: -1 }),
        }
    }

    /// Where weight·value + complement = total, the complement is at least total − weight·k or at
    /// most.
    fn bound_by(&self, other: &Complement, sense: Sense) -> Result<Bound, Refusal> {
        let number = i64::try_from(other.count.lits.len()).expect("fewer literals than memory");
        let weight = i64::try_from(other.weight).expect("a weight within bounds");
        let total = i64::try_from(other.total).expect("a total within bounds");
        match sense {
            Sense::Minimise => {
                let scale = Scale { offset: number - total, slope: weight };
                self.few(&other.count, false, scale)
            }
            Sense::Maximise => {
                self.few(&other.count, true, Scale { offset: total, slope: -weight })
            }
        }
    }

    /// Bounds the true literals of a count, or the false ones.
    fn few(&self, count: &Count, truth: bool, scale: Scale) -> Result<Bound, Refusal> {
        let sign = |lit: Lit| if truth { lit } else { !lit };
        let too_many = count.lits.iter().map(|&lit| sign(lit)).collect();
        Ok(Bound { counter: self.counter(count, sign)?, scale, too_many })
    }

    /// The counter of both counts of an objective together, where it declares them exclusive.
    fn exclusive(&self, objective: &Objective) -> Option<Box<dyn Counter>> {
        exclusive::counter(objective, &|lits| {
            let row = self.encodings.cardinality_of(lits.len(), Relation::AtMost);
            (row.counter)(&self.arranged(lits))
        })
    }

    /// States of exclusive counts what at least `least` true literals in both together demand.
    fn state_exclusive(
        &self,
        least: usize,
        sheet: &mut Sheet,
        variables: &mut BasicVarManager,
    ) -> Result<(), Refusal> {
        let counter = self.model.objective().and_then(|objective| self.exclusive(objective));
        let Some(mut counter) = counter else { return Ok(()) };
        let mut writer = Writer::new(sheet, variables);
        let Some(bound) = counter.size().checked_sub(least) else {
            return Ok(writer.lits(&[])?);
        };
        Ok(write(&mut *counter, Relation::AtMost, bound, &mut writer)?)
    }

    /// The count of the objective over just these literals.
    fn count_of(&self, lits: &[Lit]) -> Option<&Count> {
        self.model.objective()?.counts.iter().find(|count| count.lits == lits)
    }

    fn state(
        &self,
        statement: &Statement,
        sheet: &mut Sheet,
        variables: &mut BasicVarManager,
    ) -> Result<(), Refusal> {
        match statement {
            Statement::Clause(lits) => collect(lits, sheet)?,
            Statement::AtMostOne(lits) => self.at_most_one(lits, sheet, variables)?,
            Statement::ExactlyOne(lits) => {
                collect(lits, sheet)?;
                self.at_most_one(lits, sheet, variables)?;
            }
            Statement::Cardinality(lits, relation, bound) => {
                if let Some(count) = self.count_of(lits) {
                    self.state_count(count, *relation, *bound, sheet, variables)?;
                } else {
                    let row = self.encodings.cardinality_of(lits.len(), *relation);
                    row.encode(&self.arranged(lits), *relation, *bound, sheet, variables)?;
                }
            }
            Statement::Parity(lits, parity) => {
                let row = self.encodings.parity_of(lits.len());
                let counting = self.encodings.cardinality_of(lits.len(), Relation::Exactly);
                let odd = *parity == Parity::Odd;
                row.encode(&self.arranged(lits), odd, counting, sheet, variables)?;
            }
        }
        Ok(())
    }

    fn at_most_one(
        &self,
        lits: &[Lit],
        sheet: &mut Sheet,
        variables: &mut BasicVarManager,
    ) -> Result<(), quarrel_encodings::Refusal> {
        let row = self.encodings.at_most_one_of(lits.len());
        row.encode(&self.arranged(lits), sheet, variables)
    }

    /// States a bound on what the objective counts, with the clauses of one that is searched for.
    fn state_count(
        &self,
        count: &Count,
        relation: Relation,
        bound: usize,
        sheet: &mut Sheet,
        variables: &mut BasicVarManager,
    ) -> Result<(), Refusal> {
        let sense = match relation {
            Relation::AtLeast => Sense::Maximise,
            Relation::AtMost | Relation::Exactly => Sense::Minimise,
        };
        let relation = match relation {
            Relation::AtLeast => Relation::AtMost,
            other => other,
        };
        for Bound { mut counter, scale, .. } in self.bounds(count, sense)? {
            match scale.at_most(bound as u64) {
                Some(most) => {
                    write(&mut *counter, relation, most, &mut Writer::new(sheet, variables))?;
                }
                None => sheet.collect(&[])?,
            }
        }
        Ok(())
    }
}

fn collect(lits: &[Lit], sheet: &mut Sheet) -> Result<(), quarrel_encodings::Refusal> {
    sheet.collect(&lits.iter().map(|&lit| to_rustsat(lit)).collect::<Vec<_>>())
}

fn index(variable: usize) -> u32 {
    u32::try_from(variable).expect("rooms refuse boards of a billion variables")
}

pub(crate) fn to_rustsat(lit: Lit) -> rustsat::types::Lit {
    rustsat::types::Lit::new(index(lit.variable()), lit.is_negated())
}

pub(crate) fn to_model(lit: rustsat::types::Lit) -> Lit {
    Lit::from_dimacs(lit.to_ipasir())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Count, Objective, Partition, Relation};
    use crate::solver::{Solver, Verdict};

    const RELATIONS: [Relation; 3] = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];

    fn variables(model: &mut Model, n: usize) -> Vec<Lit> {
        (0..n).map(|index| model.variable("x", &[index])).collect()
    }

    /// The numbers of true literals that a formula over `lits` leaves possible, by asking for each
    /// assignment.
    fn possible(formula: Formula, demands: &[Lit], lits: &[Lit]) -> Vec<usize> {
        let mut solver = Solver::new(0, &Stop::never());
        solver.add(&formula.clauses);
        let mut counts = Vec::new();
        for assignment in 0_usize..1 << lits.len() {
            let mut assumptions = demands.to_vec();
            let chosen = |place: usize| assignment >> place & 1 == 1;
            assumptions.extend(
                lits.iter().enumerate().map(|(i, &lit)| if chosen(i) { lit } else { !lit }),
            );
            if solver.solve(&assumptions) == Verdict::Satisfiable {
                counts.push(assignment.count_ones() as usize);
            }
        }
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    #[test]
    fn cardinalities_hold_at_every_bound() {
        for n in 0..=4 {
            for bound in 0..=n + 1 {
                for relation in RELATIONS {
                    let mut model = Model::new();
                    let lits = variables(&mut model, n);
                    model.cardinality("c", lits.iter().copied(), relation, bound);
                    let formula = encode(&model, &Encodings::default(), &Stop::never())
                        .expect("a form for every bound");
                    let expected: Vec<usize> = (0..=n)
                        .filter(|&count| match relation {
                            Relation::AtMost => count <= bound,
                            Relation::AtLeast => count >= bound,
                            Relation::Exactly => count == bound,
                        })
                        .collect();
                    assert_eq!(
                        possible(formula, &[], &lits),
                        expected,
                        "{relation:?} {bound} of {n}"
                    );
                }
            }
        }
    }

    #[test]
    fn bounds_are_demanded_of_every_count() {
        for sense in [Sense::Minimise, Sense::Maximise] {
            for bound in 0..=3 {
                let mut model = Model::new();
                let lits = variables(&mut model, 3);
                let count = || Count::new(lits.clone(), Vec::new());
                let objective = match sense {
                    Sense::Minimise => Objective::minimise(count()),
                    Sense::Maximise => Objective::maximise(count()),
                };
                model.optimise(objective);
                let mut formula = encode(&model, &Encodings::default(), &Stop::never())
                    .expect("a form for every bound");
                let (clauses, demands) =
                    formula.bound(bound, &Stop::never()).expect("a form for every bound");
                clauses.iter().for_each(|clause| formula.clauses.push(clause));
                let expected: Vec<usize> =
                    (0..=3).filter(|&value| sense.reaches(value as u64, bound)).collect();
                assert_eq!(possible(formula, &demands, &lits), expected, "{sense:?} {bound}");
            }
        }
    }

    /// Two lines of an odd number each are two at least; that a bound of one is impossible must not
    /// spoil the next.
    #[test]
    fn an_impossible_bound_leaves_others_possible() {
        let mut model = Model::new();
        let lits = variables(&mut model, 6);
        let lines = lits.chunks(3).map(<[Lit]>::to_vec).collect();
        for line in lits.chunks(3) {
            model.parity("lines", line.iter().copied(), Parity::Odd);
        }
        let partitions = vec![Partition { name: "rows", lines }];
        model.optimise(Objective::minimise(Count::new(lits.clone(), partitions)));
        let shape = "rows-chain".parse().expect("a shape");
        let encodings = Encodings { shape, ..Encodings::default() };
        let mut formula = encode(&model, &encodings, &Stop::never()).expect("a form for all");
        let mut solver = Solver::new(0, &Stop::never());
        solver.add(&std::mem::take(&mut formula.clauses));
        for (bound, expected) in [
            (1, Verdict::Unsatisfiable),
            (2, Verdict::Satisfiable),
            (0, Verdict::Unsatisfiable),
            (6, Verdict::Satisfiable),
        ] {
            let (clauses, demands) = formula.bound(bound, &Stop::never()).expect("a form for all");
            solver.add(&clauses);
            assert_eq!(solver.solve(&demands), expected, "at most {bound}");
        }
    }

    #[test]
    fn sizes_are_told_by_group() {
        let mut model = Model::new();
        let lits = variables(&mut model, 6);
        model.parity("parities", lits.iter().copied(), Parity::Odd);
        model.at_most_one("pairs", lits[..3].iter().copied());
        let formula =
            encode(&model, &Encodings::default(), &Stop::never()).expect("a form for both");
        let expected = [
            GroupSize { constraints: 1, variables: 1, clauses: 16 },
            GroupSize { constraints: 1, variables: 0, clauses: 3 },
        ];
        assert_eq!(formula.groups, expected);
        assert_eq!((formula.variables(), formula.clauses.len()), (7, 19));
    }

    #[test]
    fn writing_ends_when_it_is_time_to_stop() {
        let mut model = Model::new();
        let lits = variables(&mut model, 200);
        model.cardinality("c", lits, Relation::AtMost, 100);
        let stop = Stop::never();
        stop.ask();
        let refusal = encode(&model, &Encodings::default(), &stop).err();
        assert_eq!(refusal, Some(quarrel_encodings::Refusal::Stopped.into()));
    }
}
