//! Reads a solver's output and returns a checked answer.
//!
//! The values in the output must satisfy the rules (`check`) and every constraint of the model,
//! including the bound. If the output states an objective, it must be the objective of the answer.
//! The solver can claim that there is no answer, or no better answer. The values in the output,
//! known answers and deductions must not contradict this claim.

use super::ExpectedResult;
use super::map::{Map, ScaledValues};
use super::program::{ProgramNames, ProgramNaming};
use crate::belief;
use crate::deduce::Rules;
use crate::exchange::{self, LiteralNaming, Naming, NumberNaming, Questions, Solution};
use crate::family::{self, Family, OpenedProblem};
use crate::formulation::Formulation;
use crate::model::{Model, Sense, Values};
use crate::prepare::{Preparation, PreparedModel};
use crate::problem::{self, CheckedAnswer, Problem};
use crate::source::{Refusal, Source};
use crate::stop::Stop;
use crate::symmetry::Symmetries;

pub use crate::exchange::SolverClaim;

/// An exported problem, opened again from its map.
pub struct ReopenedProblem {
    /// The family of the problem.
    pub family: &'static Family,
    /// The problem that the map states.
    pub opened: OpenedProblem,
    /// The formulation whose model was exported.
    pub formulation: &'static Formulation,
    /// The deductions of the export.
    rules: Rules,
    /// The symmetries that the export breaks.
    symmetry: Symmetries,
    /// A stop that is never requested. The preparation of the model needs a stop.
    stop: Stop,
    /// The exported model, with deductions, broken symmetries and the bound.
    model: Model,
    /// The map of the export.
    map: Map,
    /// The values in the map, scaled to the integers of the search.
    counted: ScaledValues,
}

/// A checked result of a solver.
pub struct DecodedOutput {
    /// The solver's claim. It is `Optimal` only if the export asks for an optimum.
    pub claim: SolverClaim,
    /// The answer; `None` if the solver does not claim that there is one.
    pub answer: Option<CheckedAnswer>,
}

impl DecodedOutput {
    /// Returns the value of the answer. Returns `None` if there is no answer, or if the problem has
    /// no objective.
    pub fn value(&self) -> Option<i64> {
        self.answer.as_ref()?.value()
    }
}

impl ReopenedProblem {
    /// Opens the problem of a map again.
    ///
    /// # Errors
    ///
    /// In these cases:
    ///
    /// - The map has an invalid value.
    /// - The map has a unit that differs from the unit of the problem.
    /// - The map has a bound, but there is no objective.
    /// - The formulation needs a bound, and the map has none or one outside of the objective's
    ///   range.
    /// - The board is too large for the formulation.
    /// - This version of the program does not know the family or the formulation, cannot open the
    ///   board, or numbers the variables differently.
    pub fn new(map: Map, families: &[&'static Family]) -> Result<ReopenedProblem, Refusal> {
        let family = family::find_family(families, &map.family)?;
        let formulation = family.formulation(Some(&map.formulation))?;
        let opened = family.open(&map.request()?)?;
        let problem = opened.as_problem();
        formulation.validate(opened.size())?;
        let counted = map.scaled_values(&problem.info().scale)?;
        formulation.validate_value(problem.goal(), counted.bound)?;
        let rules = map.deduce.parse::<Rules>().map_err(|error| {
            Refusal::new(error.to_string(), "a file that quarrel has written, unchanged")
        })?;
        let stop = Stop::unlimited();
        let symmetry = match (map.symmetry, map.found) {
            (false, _) => Symmetries::Kept,
            (true, false) => Symmetries::Declared,
            (true, true) => Symmetries::Detected,
        };
        let preparation =
            Preparation { problem, formulation, rules: &rules, symmetry, stop: &stop };
        if map.bound.is_some() && problem.goal().is_none() {
            return Err(family.no_objective_refusal());
        }
        let PreparedModel { model, .. } =
            preparation.prepare_at(counted.bound).ok_or_else(|| formulation.no_value_refusal())?;
        let renamed = map.names.as_ref().is_none_or(|names| names.len() == map.labels.len());
        // A file with names can have integers in place of their digits.
        let is_by_name = super::find_format(&map.format).is_some_and(|format| format.by_name);
        let is_complete = is_by_name || map.variables >= map.labels.len();
        if !model.labels().iter().eq(&map.labels) || !is_complete || !renamed {
            return Err(Refusal::new(
                format!(
                    "variables that differ from those that quarrel {} gave this problem",
                    map.quarrel
                ),
                "an unchanged file, or a new file that this version of quarrel has written",
            ));
        }
        Ok(ReopenedProblem {
            family,
            opened,
            formulation,
            rules,
            symmetry,
            stop,
            model,
            map,
            counted,
        })
    }

    /// Returns the problem with the formulation, deductions and symmetries of the export.
    pub fn preparation(&self) -> Preparation<'_> {
        Preparation {
            problem: self.problem(),
            formulation: self.formulation,
            rules: &self.rules,
            symmetry: self.symmetry,
            stop: &self.stop,
        }
    }

    /// Returns the map from which the problem was opened.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the exported bound, scaled to the integers of the search; `None` if the export has
    /// no bound.
    pub fn bound(&self) -> Option<i64> {
        self.counted.bound
    }

    /// Reads the output of a solver.
    ///
    /// # Errors
    ///
    /// If the output cannot be read or is known to be wrong, or if its values violate a rule or a
    /// constraint.
    pub fn read(&self, output: &Source) -> Result<DecodedOutput, Refusal> {
        self.decode(output).map_err(|refusal| match refusal.place {
            None => refusal.with_span(output, output.end()),
            Some(_) => refusal,
        })
    }

    /// Reads and checks the output of a solver. If the file asks for any answer, the claim of an
    /// optimum becomes the claim of an answer. Returns an answer only if the solver claims that
    /// there is one. Refuses:
    ///
    /// - an output that cannot be read, or in which the objective has another sense;
    /// - an answer that is incomplete or wrong, or that contradicts the objective in the output;
    /// - a claim that the values in the output or a known answer contradict.
    fn decode(&self, output: &Source) -> Result<DecodedOutput, Refusal> {
        let (claim, solution) = self.solution(output)?;
        self.validate_sense(&solution)?;
        let answer = if claim.has_values() {
            Some(self.answer(&solution)?)
        } else {
            self.validate_unsatisfiable(claim, &solution)?;
            None
        };
        // If the file asks for any answer, the answer is not an optimum, even if the solver claims
        // that it is one.
        let optimum = self.map.bound.is_none() && self.problem().goal().is_some();
        let claim = match claim {
            SolverClaim::Optimal if !optimum => SolverClaim::Satisfiable,
            claim => claim,
        };
        let decoded = DecodedOutput { claim, answer };
        self.validate_claim(&decoded)?;
        Ok(decoded)
    }

    /// Reads the claim and the values in an output. The output names the variables as the format of
    /// the exported file does. Refuses an output that cannot be read.
    fn solution(&self, output: &Source) -> Result<(SolverClaim, Solution), Refusal> {
        let format = super::find_format(&self.map.format);
        let questions = if format.is_some_and(|format| format.asks_bound_by_bound) {
            Questions::Several
        } else {
            Questions::One
        };
        let variables = self.map.variables;
        let names;
        let naming: &dyn Naming = if format.is_some_and(|format| format.by_name) {
            names = ProgramNames::of(&self.model);
            &ProgramNaming::new(&names, &self.model)
        } else if let Some(names) = &self.map.names {
            &LiteralNaming::new(variables, names)
        } else {
            &NumberNaming { variables, wanted: self.model.labels().len() }
        };
        exchange::read_or_list(output, naming, questions)
    }

    /// Refuses an output in which the sense of the objective differs from the sense in the file.
    /// Accepts an output that states no sense. If the file has no costs, accepts any sense.
    fn validate_sense(&self, solution: &Solution) -> Result<(), Refusal> {
        let goal = self.problem().goal();
        let (Some(stated), Some(cost), Some(goal)) = (solution.sense, self.counted.cost, goal)
        else {
            return Ok(());
        };
        let sense = match (goal.sense, cost.slope < 0) {
            (sense, false) => sense,
            (Sense::Minimise, true) => Sense::Maximise,
            (Sense::Maximise, true) => Sense::Minimise,
        };
        if stated == sense {
            return Ok(());
        }
        Err(Refusal::new(
            format!("an output that says {}, but the formula says {}", stated.name(), sense.name()),
            "a solver that keeps the sense of the file",
        ))
    }

    /// Refuses the claim that there is no answer, if the values in the output are an answer.
    /// Accepts all other claims.
    fn validate_unsatisfiable(
        &self,
        claim: SolverClaim,
        solution: &Solution,
    ) -> Result<(), Refusal> {
        let has_values = solution.values.iter().any(Option::is_some);
        if claim == SolverClaim::Unsatisfiable && has_values && self.check_values(solution).is_ok()
        {
            return Err(Refusal::new(
                "a contradiction: the solver says UNSATISFIABLE, but its values are an answer",
                "either UNSATISFIABLE or an answer, not both",
            ));
        }
        Ok(())
    }

    /// Returns the answer in the output. Refuses it in the same cases as
    /// [`check_values`](ReopenedProblem::check_values). Also refuses it if the output states an
    /// objective, the file has costs, and the cost of the answer differs from the objective in the
    /// output.
    fn answer(&self, solution: &Solution) -> Result<CheckedAnswer, Refusal> {
        let answer = self.check_values(solution)?;
        if let Some(((cost, printed), value)) =
            self.counted.cost.zip(solution.objective.as_ref()).zip(answer.value())
        {
            let cost = i128::from(cost.offset) + i128::from(cost.slope) * i128::from(value);
            if !printed.equals(&cost.into()) {
                let value = self.problem().format_value(value);
                let valued = if value == cost.to_string() {
                    String::new()
                } else {
                    format!(", since its value is {value}")
                };
                let found = format!(
                    "the output says the objective {printed}, but that of its answer is {cost}{valued}"
                );
                let expected = "the objective of the answer; check that the output is complete \
                                and belongs to this formula";
                return Err(Refusal::new(found, expected));
            }
        }
        Ok(answer)
    }

    /// Returns the answer in the output. Refuses the answer if a value is missing, if the answer
    /// breaks a rule or a constraint, or if an integer has none of its values.
    fn check_values(&self, solution: &Solution) -> Result<CheckedAnswer, Refusal> {
        if let Some(why) = &solution.excluded {
            let found = format!("an answer that breaks a rule: {why}");
            return Err(Refusal::new(found, "an answer that keeps the rules"));
        }
        let values = solution
            .values
            .iter()
            .take(self.model.labels().len())
            .enumerate()
            .map(|(variable, value)| {
                value.ok_or_else(|| {
                    let label = self.model.labels().label(variable);
                    let found = format!("no value of variable {}, {label}", variable + 1);
                    Refusal::new(found, "a value for every variable of the model")
                })
            })
            .collect::<Result<_, _>>()?;
        let values = Values::new(values);
        let problem = self.problem();
        let answer = problem.decode(&self.model, &values);
        let answer = problem::check_answer(problem, answer).map_err(|rejected| {
            let rows = problem.rows(&rejected.answer).join("\n");
            let found = format!("an answer that breaks a rule: {rejected}\n{rows}");
            Refusal::new(found, "an answer that keeps the rules")
        })?;
        let broken =
            self.model.constraints().iter().find(|c| !c.statement.is_satisfied_by(&values));
        if let Some(constraint) = broken {
            let group = &self.model.groups()[constraint.group()];
            return Err(Refusal::new(
                format!("values that break a constraint of the group `{group}`"),
                "a solution of this formula; check that the output belongs to this formula",
            ));
        }
        Ok(answer)
    }

    fn problem(&self) -> &dyn Problem {
        self.opened.as_problem()
    }

    /// Refuses a claim that a known answer contradicts. Known answers are the expected result in
    /// the map, and answers that can be constructed. Only the claims `Unsatisfiable` and `Optimal`
    /// are examined; all others are accepted. Panics if the claim is `Optimal` and the answer has
    /// no value.
    fn validate_claim(&self, decoded: &DecodedOutput) -> Result<(), Refusal> {
        let wrong = |claim: String, known: String| {
            Err(Refusal::new(format!("a disagreement: the solver says {claim}"), known))
        };
        let format_value = |value| self.problem().format_value(value);
        match (decoded.claim, self.counted.expected) {
            (
                SolverClaim::Unsatisfiable,
                ExpectedResult::Satisfiable | ExpectedResult::Optimum(_),
            ) => wrong("UNSATISFIABLE".to_owned(), "an answer, since one is known".to_owned()),
            (SolverClaim::Unsatisfiable, _) => {
                let claim = belief::BelievedClaim::NoAnswer(self.counted.bound);
                match belief::counterexample(self.problem(), claim) {
                    Some(known) => wrong(
                        "UNSATISFIABLE".to_owned(),
                        format!(
                            "an answer, since one with the value {} is known",
                            format_value(known)
                        ),
                    ),
                    None => Ok(()),
                }
            }
            (SolverClaim::Optimal, _) => {
                let value = decoded.value().expect("an optimum has a value");
                match belief::counterexample(self.problem(), belief::BelievedClaim::Optimal(value))
                {
                    Some(known) => wrong(
                        format!("that {} is the optimum", format_value(value)),
                        format!("{}, the value of a known answer", format_value(known)),
                    ),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}
