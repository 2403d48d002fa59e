//! From a model to clauses, with the encodings that the user chose.
//!
//! Knows no puzzle. Every constraint goes through one row of one table of `quarrel-encodings`. One
//! variable manager serves the model and all encoders, so that auxiliary variables never
//! collide: variables 1 to n are the model's, in its order, and the encoders' follow.
//!
//! rustsat's types end here and in [`crate::solver`]: the rest of the crate speaks of
//! [`Clauses`] and [`Lit`].

use quarrel_encodings::at_most_one::{self, AtMostOne};
use quarrel_encodings::cardinality::{self, Cardinality, Counter};
use quarrel_encodings::parity;
use quarrel_encodings::{Collect, Signal, Writer};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Var;

use crate::model::{Lit, Model, Objective, Parity, Sense, Statement};
use crate::stop::Stop;

pub use quarrel_encodings::{Clauses, Refusal};

/// Which encoding writes which kind of constraint.
#[derive(Clone, Copy, Debug)]
pub struct Encodings {
    /// For at-most-one and exactly-one.
    pub at_most_one: &'static AtMostOne,
    /// For cardinality constraints and for the bounds of a search.
    pub cardinality: &'static Cardinality,
    /// For parity constraints.
    pub parity: &'static parity::Parity,
}

impl Default for Encodings {
    /// The first row of each table.
    fn default() -> Encodings {
        Encodings {
            at_most_one: &at_most_one::ALL[0],
            cardinality: &cardinality::ALL[0],
            parity: &parity::ALL[0],
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
    fn collect(&mut self, clause: &[rustsat::types::Lit]) -> Result<(), Refusal> {
        if self.clauses.len().is_multiple_of(Self::PATIENCE) && self.stop.reached() {
            return Err(Refusal::Stopped);
        }
        self.clauses.collect(clause)
    }
}

/// What became of one group of constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupSize {
    /// The constraints stated.
    pub constraints: usize,
    /// The auxiliary variables that their encodings took.
    pub variables: usize,
    /// The clauses that state them.
    pub clauses: usize,
}

/// A model in clauses, with room for bounds on its objective.
pub struct Formula {
    /// The clauses of the constraints.
    pub clauses: Clauses,
    /// What became of each group, in the model's order.
    pub groups: Vec<GroupSize>,
    variables: BasicVarManager,
    bounds: Bounds,
}

/// The counters of an objective: each bounds the literals that must not be too many.
#[derive(Default)]
struct Bounds {
    sense: Option<Sense>,
    counters: Vec<(Box<dyn Counter>, u64)>,
}

/// Writes a model in clauses.
///
/// # Errors
///
/// Refuses, by name, an encoding that has no form for one of the model's constraints; and ends
/// with [`Refusal::Stopped`] where it is time to stop.
pub fn encode(model: &Model, encodings: &Encodings, stop: &Stop) -> Result<Formula, Refusal> {
    let mut variables = BasicVarManager::default();
    variables.increase_next_free(Var::new(index(model.labels().len())));
    let mut sheet = Sheet::new(stop);
    let mut groups = vec![GroupSize::default(); model.groups().len()];
    for constraint in model.constraints() {
        let before = (variables.n_used(), sheet.clauses.len());
        state(&constraint.statement, encodings, &mut sheet, &mut variables)?;
        let group = &mut groups[constraint.group];
        group.constraints += 1;
        group.variables += (variables.n_used() - before.0) as usize;
        group.clauses += sheet.clauses.len() - before.1;
    }
    let bounds = model.objective().map_or_else(Bounds::default, |o| Bounds::on(o, encodings));
    Ok(Formula { clauses: sheet.clauses, groups, variables, bounds })
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
    /// [`Refusal::Stopped`] where it is time to stop, after which no bound can be demanded.
    ///
    /// # Panics
    ///
    /// If the model has no objective, or the bound is larger than the number of literals counted.
    pub fn bound(&mut self, bound: u64, stop: &Stop) -> Result<(Clauses, Vec<Lit>), Refusal> {
        let sense = self.bounds.sense.expect("a bound is on an objective");
        let mut sheet = Sheet::new(stop);
        let mut demands = Vec::new();
        for (counter, size) in &mut self.bounds.counters {
            let at_most = match sense {
                Sense::Minimise => bound,
                Sense::Maximise => *size - bound,
            };
            let at_most = usize::try_from(at_most).expect("fewer literals than memory");
            let mut writer = Writer::new(&mut sheet, &mut self.variables);
            match counter.at_most(at_most, &mut writer)? {
                Signal::True => {}
                Signal::Lit(lit) => demands.push(to_model(lit)),
                Signal::False => writer.lits(&[])?,
            }
        }
        Ok((sheet.clauses, demands))
    }
}

impl Bounds {
    fn on(objective: &Objective, encodings: &Encodings) -> Bounds {
        let counter = |lits: &[Lit]| {
            let too_many: Vec<_> = match objective.sense {
                Sense::Minimise => lits.iter().map(|&lit| to_rustsat(lit)).collect(),
                Sense::Maximise => lits.iter().map(|&lit| to_rustsat(!lit)).collect(),
            };
            ((encodings.cardinality.counter)(&too_many), lits.len() as u64)
        };
        Bounds {
            sense: Some(objective.sense),
            counters: objective.counts.iter().map(|count| counter(&count.lits)).collect(),
        }
    }
}

fn state(
    statement: &Statement,
    encodings: &Encodings,
    sheet: &mut Sheet,
    variables: &mut BasicVarManager,
) -> Result<(), Refusal> {
    let all = |lits: &[Lit]| lits.iter().map(|&lit| to_rustsat(lit)).collect::<Vec<_>>();
    match statement {
        Statement::Clause(lits) => sheet.collect(&all(lits)),
        Statement::AtMostOne(lits) => encodings.at_most_one.encode(&all(lits), sheet, variables),
        Statement::ExactlyOne(lits) => {
            sheet.collect(&all(lits))?;
            encodings.at_most_one.encode(&all(lits), sheet, variables)
        }
        Statement::Cardinality(lits, relation, bound) => {
            encodings.cardinality.encode(&all(lits), *relation, *bound, sheet, variables)
        }
        Statement::Parity(lits, parity) => {
            let odd = *parity == Parity::Odd;
            encodings.parity.encode(&all(lits), odd, encodings.cardinality, sheet, variables)
        }
    }
}

fn index(variable: usize) -> u32 {
    u32::try_from(variable).expect("rooms refuse boards of a billion variables")
}

pub(crate) fn to_rustsat(lit: Lit) -> rustsat::types::Lit {
    rustsat::types::Lit::new(index(lit.variable()), lit.is_negated())
}

fn to_model(lit: rustsat::types::Lit) -> Lit {
    Lit::from_dimacs(lit.to_ipasir())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Count, Relation};
    use crate::solver::{Solver, Verdict};

    const RELATIONS: [Relation; 3] = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];

    fn variables(model: &mut Model, n: usize) -> Vec<Lit> {
        (0..n).map(|index| model.variable("x", &[index])).collect()
    }

    /// The numbers of true literals that a formula over `lits` leaves possible, by asking for each
    /// assignment.
    fn possible(formula: Formula, demands: &[Lit], lits: &[Lit]) -> Vec<usize> {
        let mut solver = Solver::new(0, &Stop::never());
        solver.add(formula.clauses);
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
                let count = || Count { lits: lits.clone(), partitions: Vec::new() };
                model.optimise(Objective { sense, counts: vec![count()] });
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
        assert_eq!(refusal, Some(Refusal::Stopped));
    }
}
