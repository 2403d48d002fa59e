//! A question about a problem, and the options of its search.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{Cuts, SearchError, Statistics, Strategy};
use crate::clausal::ClausalProof;
use crate::deduce::{Deduction, Rules};
use crate::encode::{self, Clauses, Collect, Encodings, Formula, Tally, auto, to_rustsat};
use crate::formulation::{Formulation, ModelScheme};
use crate::model::{Lit, Model, Values};
use crate::prepare::{Preparation, PreparedModel};
use crate::problem::{self, Answer, CheckedAnswer, Goal, PartialAnswer, Problem, ProblemHandle};
use crate::process::Limits;
use crate::proof::{KeptClauses, Log, ProofError, Trial};
use crate::solver::{Listener, Mode, SolverChoice, SolverSetting};
use crate::stop::Stop;
use crate::symmetry::Symmetries;

/// A limit of conflicts that no search reaches. It is used for calls without a limit.
pub(super) const NO_LIMIT: i32 = i32::MAX;

/// The answers that a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answers {
    /// One answer. If the problem has an objective and the task has no bound, this is the best
    /// answer.
    One,
    /// One answer, and whether there is another answer.
    Unique,
    /// The number of answers, up to the limit; `None` for no limit.
    Count(Option<u64>),
    /// The answers themselves, up to the limit; `None` for no limit.
    All(Option<u64>),
}

/// A question about a problem, and the options of its search.
#[derive(Clone)]
pub struct Task<'a> {
    /// The problem whose answers the question asks for.
    pub problem: ProblemHandle<'a>,
    /// The formulation that is searched.
    pub formulation: &'a Formulation,
    /// The encodings by which constraints become clauses.
    pub encodings: Encodings,
    /// Whether the [clauses of the problem's own file](crate::problem::WrittenModel::clauses) are
    /// searched unchanged. This is needed for a proof about the file. Deductions and symmetry
    /// breaking must then be off.
    pub as_written: bool,
    /// The deductions that are made before the search.
    pub rules: Rules,
    /// The symmetries to break for one answer or the optimum.
    pub symmetry: Symmetries,
    /// Whether the search for an optimum starts from a constructed answer.
    pub construct: bool,
    /// Whether a short search by cores comes before the deductions by linear programs, the detection
    /// of symmetries and the constructed answer. It is made only if it can pay, and never if the
    /// task names a strategy, leaves out deductions, writes a proof or uses an external solver.
    pub short_search: bool,
    /// Whether a search that finds no answer also searches for the reason.
    pub explain: bool,
    /// The labels of the variables in which several answers must differ. `None` means the variables
    /// that show the answer.
    pub projected: Option<Vec<String>>,
    /// Whether answers are counted up to symmetry: if a declared symmetry maps one answer to
    /// another, both count as one.
    pub up_to_symmetry: bool,
    /// The strategy for an optimum. `None` means the best strategy for the model.
    pub strategy: Option<&'static Strategy>,
    /// The classes whose cuts are searched, if the strategy or a trial before it uses them.
    pub cuts: Cuts,
    /// The value that an answer must reach; `None` for the optimum.
    pub bound: Option<i64>,
    /// The bound in the words of the question, if no answer can have exactly this value; otherwise
    /// `None`.
    pub asked_bound: Option<String>,
    /// The answers that the question asks for.
    pub answers: Answers,
    /// The solver's mode. `None` means the mode that was measured to be the best.
    pub mode: Option<Mode>,
    /// The embedded solver or an external one. If the solver is external, `threads` has no effect.
    pub solver: SolverChoice,
    /// The number of solvers that share the search for an optimum. If there is only one, runs with
    /// the same seed are equal.
    pub threads: usize,
    /// The solver's seed. With one thread, equal seeds give equal runs.
    pub seed: u32,
    /// The seed by which the solver's formula is renamed and reordered; `None` to leave it
    /// unchanged.
    pub scramble: Option<u64>,
    /// The conflict limit; `None` for no limit. On every machine, it ends equal runs at the same
    /// point.
    pub conflicts: Option<u64>,
    /// The gap at which the search is allowed to stop, as a fraction of the value; `None` to search
    /// for the optimum.
    pub gap: Option<f64>,
    /// The answer from which the search for an optimum starts, with its value. It is an answer by
    /// the rules.
    pub start: Option<(CheckedAnswer, i64)>,
    /// The limits on the resources of the search and of an external solver.
    pub limits: Limits,
    /// The proof to write; `None` for no proof. For a proof of the problem, the search leaves out
    /// deductions and symmetry breaking that have no derivation. For a proof of the clauses, a
    /// clause states the bound, as in an export.
    pub listener: Option<Listener>,
    /// The signal by which the search is stopped, and its time limit.
    pub stop: Stop,
}

impl<'a> Task<'a> {
    /// Returns a question for one answer or the optimum, with default options.
    pub fn new(problem: &'a dyn Problem, formulation: &'a Formulation) -> Task<'a> {
        Task::for_problem(ProblemHandle::Borrowed(problem), formulation)
    }

    /// Returns a question for one answer or the optimum, for a problem that can be shared. The
    /// default options are the same as in [`Task::new`]. There are no limits, no bound, no start
    /// and no proof. All deductions are made, declared symmetries are broken, and one embedded
    /// solver with the seed 0 searches. The search for an optimum starts from a constructed answer.
    /// If there is no answer, the reason is searched.
    pub fn for_problem(problem: ProblemHandle<'a>, formulation: &'a Formulation) -> Task<'a> {
        Task {
            problem,
            formulation,
            encodings: Encodings::default(),
            as_written: false,
            rules: Rules::default(),
            symmetry: Symmetries::Declared,
            construct: true,
            short_search: true,
            explain: true,
            projected: None,
            up_to_symmetry: false,
            strategy: None,
            cuts: Cuts::all(),
            bound: None,
            asked_bound: None,
            answers: Answers::One,
            mode: None,
            solver: SolverChoice::Embedded,
            threads: 1,
            seed: 0,
            scramble: None,
            conflicts: None,
            gap: None,
            start: None,
            limits: Limits::default(),
            listener: None,
            stop: Stop::unlimited(),
        }
    }

    /// Returns the bound in the words of the question. Returns `None` if the question states no
    /// bound.
    pub fn bound_in_words(&self) -> Option<String> {
        let bound = self.bound?;
        Some(self.asked_bound.clone().unwrap_or_else(|| self.problem.format_value(bound)))
    }

    /// Turns off deductions and symmetry breaking.
    pub fn keep_as_stated(&mut self) {
        (self.rules, self.symmetry) = (Rules::none(), Symmetries::Kept);
    }

    /// Returns the rows of text that show an answer.
    pub fn rows(&self, answer: &CheckedAnswer) -> Vec<String> {
        self.problem.rows(answer.answer())
    }

    /// Returns the part of an answer that concerns the variables in which answers must differ. In
    /// this part, the values of all other variables are unknown. Returns the whole answer if the
    /// task names no variables, if the answer is a board, or if the problem has no file.
    pub fn projected_part(&self, answer: &CheckedAnswer) -> PartialAnswer {
        let mut part = answer.answer().to_partial();
        if let (PartialAnswer::Assignment(values), Some(names)) = (&mut part, &self.projected)
            && let Some(file) = &self.problem.info().written
        {
            let projected: HashSet<&str> = names.iter().map(String::as_str).collect();
            values
                .iter_mut()
                .zip(file.names())
                .filter(|(_, name)| !projected.contains(&**name))
                .for_each(|(value, _)| *value = None);
        }
        part
    }

    /// Returns the variables of an answer with their values. If answers must differ only in some
    /// variables, returns only these variables. Returns `None` if answers are not shown by the
    /// names of variables.
    pub fn assignment(&self, answer: &CheckedAnswer) -> Option<Vec<(String, i64)>> {
        self.problem.assignment(&self.projected_part(answer))
    }

    /// Returns [`SearchError::Stopped`] if the stop is reached, and `error` otherwise. The reason:
    /// after a stop, a check can wrongly report that something is impossible. The error is then due
    /// to the stop.
    pub(super) fn stopped_or(&self, error: impl Into<SearchError>) -> SearchError {
        if self.stop.is_reached() { SearchError::Stopped } else { error.into() }
    }

    /// Returns the log of a proof of the problem, if one is written.
    pub(super) fn log(&self) -> Option<&Log> {
        match &self.listener {
            Some(Listener::Log(log)) => Some(log),
            Some(Listener::Clausal(_)) | None => None,
        }
    }

    /// Returns the proof of the clauses, if one is written.
    pub(super) fn clausal(&self) -> Option<&ClausalProof> {
        match &self.listener {
            Some(Listener::Clausal(proof)) => Some(proof),
            Some(Listener::Log(_)) | None => None,
        }
    }

    /// Returns the prepared model. Its symmetries are broken if the question asks for one answer
    /// and the task does not turn symmetry breaking off. If the formulation has one model for each
    /// value of the objective, each of these models is prepared when it is requested, in the same
    /// way but without deductions. If a proof is written, symmetries without a derivation are not
    /// broken. Deductions without a derivation are then left out, unless the user named the
    /// deductions. A stop can also leave out deductions. Every call prepares the model again.
    pub fn prepared(&self) -> ModelScheme<'_, PreparedModel> {
        let breaks = self.breaks_symmetries();
        self.prepared_with_symmetries().map(move |mut prepared| {
            if breaks {
                prepared.break_symmetries();
            }
            prepared
        })
    }

    /// Returns the prepared model without symmetry breaking. If a proof is written, symmetries that
    /// have no derivation are left out. Deductions that have no derivation are also left out, but
    /// they are kept if the user named the deductions. Every call prepares the model again; a stop
    /// can leave out deductions.
    pub(super) fn prepared_with_symmetries(&self) -> ModelScheme<'_, PreparedModel> {
        let mut trial = None;
        let passes = |model: &Model, deduction: &Deduction| {
            let mut has_proof =
                || trial.get_or_insert_with(|| Trial::new(model)).accepts(deduction);
            self.need_of_deduced() == KeptClauses::All || has_proof()
        };
        self.preparation().prepare_where(passes).map(|mut prepared| {
            if let Some(log) = self.log() {
                let model = &mut prepared.model;
                let supports_order = log.supports_order(&model.lex_order());
                model.retain_symmetries(|symmetry| {
                    supports_order && log.supports_symmetry(symmetry)
                });
            }
            prepared
        })
    }

    /// Returns which deduced clauses are kept. If a proof is written and the user did not name the
    /// deductions, only clauses with a derivation are kept. Otherwise all are kept.
    pub(super) fn need_of_deduced(&self) -> KeptClauses {
        match self.log() {
            Some(_) if self.rules.are_all() => KeptClauses::Derived,
            _ => KeptClauses::All,
        }
    }

    /// Returns the prepared model with only the declared symmetries. Does not detect other
    /// symmetries.
    pub(super) fn prepared_without_detection(&self) -> ModelScheme<'_, PreparedModel> {
        let symmetry = Symmetries::Declared;
        Preparation { symmetry, ..self.preparation() }.prepare_with_symmetries()
    }

    /// Returns the inputs of the model's preparation. If the task breaks no symmetries, none are
    /// detected.
    pub(super) fn preparation(&self) -> Preparation<'_> {
        Preparation {
            problem: &*self.problem,
            formulation: self.formulation,
            rules: &self.rules,
            symmetry: if self.breaks_symmetries() { self.symmetry } else { Symmetries::Kept },
            stop: &self.stop,
        }
    }

    /// Returns whether the search is allowed to break symmetries. It is not allowed if it counts or
    /// lists answers, or if the question is whether an answer is unique.
    pub(super) fn breaks_symmetries(&self) -> bool {
        self.symmetry != Symmetries::Kept && self.answers == Answers::One
    }

    /// Returns whether a strategy can be used. A search by clauses that needs no cores can always
    /// be used. All other strategies can be used only with the embedded solver and only if no proof
    /// is written. If a conflict limit is set, they can be used only if conflicts measure their
    /// work.
    pub(super) fn suits(&self, strategy: &Strategy) -> bool {
        let embedded = matches!(self.solver, SolverChoice::Embedded) && self.listener.is_none();
        let is_for_all = strategy.is_by_clauses() && !strategy.needs_cores;
        is_for_all || embedded && self.is_limited_by(strategy)
    }

    /// Returns whether the strategy respects the task's conflict limit. If the task has no limit,
    /// every strategy does.
    pub(super) fn is_limited_by(&self, strategy: &Strategy) -> bool {
        strategy.is_limited_by_conflicts() || self.conflicts.is_none()
    }

    /// Checks a prepared model. If a proof is written, also derives the symmetry breaking, the
    /// deductions and the facts that the objective declares; no other step may come before. Fails
    /// if the encodings cannot state the model, if the model's objective does not belong to the
    /// problem's goal, or if the proof cannot derive a deduction or a declared fact. Steps that
    /// were derived before the failure stay in the proof. Panics if a proof is written and does not
    /// support a broken symmetry.
    pub(super) fn accept(&self, prepared: &PreparedModel) -> Result<(), SearchError> {
        self.encodings.validate(&prepared.model)?;
        self.validate_goal(&prepared.model)?;
        if let Some(log) = self.log() {
            log.prepare(&prepared.model, &prepared.broken, &prepared.deductions)?;
        }
        Ok(())
    }

    /// Fails with [`SearchError::Contract`] if the problem's goal and the model's objective do not
    /// belong together: one of them is missing, or their senses differ. There is an exception: a
    /// model for a single value is allowed to have no objective.
    fn validate_goal(&self, model: &Model) -> Result<(), SearchError> {
        match (self.problem.goal(), model.objective()) {
            (None, None) => Ok(()),
            (Some(goal), Some(objective)) if goal.sense == objective.sense() => Ok(()),
            // A model for a single value has no objective.
            (Some(_), None) if self.formulation.of_value => Ok(()),
            (Some(_), Some(_)) => Err(contract("the goal and the objective have different senses")),
            (Some(_), None) => Err(contract("the goal has no objective in the model")),
            (None, Some(_)) => Err(contract("the objective has no goal in the problem")),
        }
    }

    /// Returns the requested mode of the solver. If none is requested, returns the mode that was
    /// measured to be the best for such models. Records the mode in the statistics.
    pub(super) fn mode_for(&self, model: &Model, statistics: &mut Statistics) -> Mode {
        let mode = self
            .mode
            .or_else(|| auto::mode(model).and_then(|choice| Mode::by_name(choice.name)))
            .unwrap_or(Mode::Alternating);
        *statistics.mode.insert(mode)
    }

    /// Returns the setting of the solver for a model. The mode is the task's; if it names none, it
    /// is the mode that was measured to be the best for such models. All other parts are those of
    /// the task. Records the mode in the statistics.
    pub(super) fn setting(&self, model: &Model, statistics: &mut Statistics) -> SolverSetting<'_> {
        SolverSetting {
            choice: &self.solver,
            seed: self.seed,
            mode: self.mode_for(model, statistics),
            scramble: self.scramble,
            limits: self.limits,
            listener: self.listener.as_ref(),
            stop: &self.stop,
        }
    }

    /// Encodes the model. If the task demands it and the problem's own file has clauses, uses these
    /// clauses instead. Returns the clauses and the formula of the model, or `None` if a stop is
    /// requested. Adds the sizes and the time to the statistics. If a proof is written, derives the
    /// clauses in it, except the clauses of the file. Fails if the encodings cannot state the
    /// model, if the clauses exceed a limit, or if a clause has no derivation.
    pub(super) fn formula(
        &self,
        model: &Model,
        statistics: &mut Statistics,
    ) -> Result<Option<(Clauses, Formula)>, SearchError> {
        let mut clauses = Clauses::new();
        let file = self.problem.info().written.as_ref().filter(|_| self.as_written);
        let written = statistics.encoding.time(|| match file.and_then(|file| file.clauses()) {
            Some(file) => Ok(self.add_file_clauses(model, file, &mut clauses)?),
            _ => self.write_and_derive(&mut clauses, KeptClauses::All, |clauses| {
                encode::encode(model, &self.encodings, clauses, &self.stop)
            }),
        });
        let formula = match written {
            Err(SearchError::Stopped) => return Ok(None),
            written => written?,
        };
        statistics.count(model, &formula);
        Ok(Some((clauses, formula)))
    }

    /// Adds the clauses of a file instead of the clauses that encode the model. `clauses` must be
    /// empty. Returns the formula of the model, with the number of clauses in the file. The file
    /// must have the same variables as this encoding. Derives nothing in a proof. Fails if the
    /// model cannot be encoded within the limits, or if a stop is requested. In these cases, no
    /// clause is added.
    fn add_file_clauses<'b>(
        &self,
        model: &Model,
        file: impl Iterator<Item = &'b [i32]>,
        clauses: &mut Clauses,
    ) -> Result<Formula, encode::EncodeRefusal> {
        let mut formula =
            encode::encode(model, &self.encodings, &mut Tally::default(), &self.stop)?;
        for lits in file {
            let clause =
                lits.iter().map(|&number| to_rustsat(Lit::from_dimacs(number))).collect::<Vec<_>>();
            clauses.push(&clause);
        }
        formula.size.clauses = clauses.len();
        Ok(formula)
    }

    /// Calls `write`, which writes clauses, and returns the result of this call. If a proof of the
    /// problem is written, also derives the clauses. `need` states whether a clause without a
    /// derivation is a failure or is dropped. Fails if a needed clause of this call, or of an
    /// earlier call for the same proof, has no derivation. This error is returned even if `write`
    /// refuses, too. Also fails if `write` refuses, or if a stop is requested. After a failure,
    /// some clauses can be written already.
    pub(super) fn write_and_derive<T>(
        &self,
        clauses: &mut Clauses,
        need: KeptClauses,
        write: impl FnOnce(&mut dyn Collect) -> Result<T, encode::EncodeRefusal>,
    ) -> Result<T, SearchError> {
        let Some(log) = self.log() else { return Ok(write(clauses)?) };
        let written = write(&mut log.collector(clauses, need));
        if log.is_underived() {
            return Err(ProofError::Underived(self.encodings.to_string()).into());
        }
        Ok(written?)
    }

    /// Returns the answer of a solution. Fails with [`SearchError::Internal`] if the answer breaks
    /// a rule, or if its value by the rules differs from its value in the model. If the model can
    /// overcount, the value by the rules is allowed to be better than the value in the model. Fails
    /// with [`SearchError::Contract`] if the value is outside the goal's range, or if there is a
    /// value but no goal, or a goal but no value.
    pub(super) fn answer(
        &self,
        model: &Model,
        values: &Values,
    ) -> Result<CheckedAnswer, SearchError> {
        let internal = |what: String, answer: &Answer| {
            SearchError::Internal(what, self.problem.rows(answer).join("\n"))
        };
        let answer = self.problem.decode(model, values);
        let answer = problem::check_answer(&*self.problem, answer)
            .map_err(|rejected| internal(rejected.to_string(), &rejected.answer))?;
        let is_possible = |goal: Goal, value| (goal.least..=goal.largest).contains(&value);
        match (self.problem.goal(), answer.value()) {
            (Some(goal), Some(value)) if is_possible(goal, value) => {}
            (None, None) => {}
            (Some(_), Some(_)) => {
                return Err(contract("the value of an answer is outside the goal's range"));
            }
            (Some(_), None) => return Err(contract("an answer has no value for the goal")),
            (None, Some(_)) => return Err(contract("an answer has a value without a goal")),
        }
        if let (Some(objective), Some(value)) = (model.objective(), answer.value()) {
            let claimed = objective.value(values);
            let is_right = if model.may_overcount() {
                objective.sense().reaches(value, claimed)
            } else {
                claimed == value
            };
            if !is_right {
                let what = format!("the value is {claimed} in the model, but {value} by the rules");
                return Err(internal(what, answer.answer()));
            }
        }
        Ok(answer)
    }

    /// Returns the smaller of two numbers: `most`, and the conflicts that the task's limit leaves
    /// after `spent`. Returns `None` if no conflicts are left. If the task has no conflict limit,
    /// returns `most`.
    pub(super) fn remaining_conflicts(&self, most: i32, spent: u64) -> Option<i32> {
        let Some(limit) = self.conflicts else { return Some(most) };
        let left = limit.checked_sub(spent).filter(|&left| left > 0)?;
        Some(i32::try_from(left).map_or(most, |left| left.min(most)))
    }
}

fn contract(what: &'static str) -> SearchError {
    SearchError::Contract(what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulation::{self, Row, formulations};
    use crate::model::{Count, Objective, Sense};
    use crate::problem::{BrokenRule, Info};
    use crate::search::run;

    struct Odd {
        info: Info,
        objective: Option<Sense>,
        value: Option<i64>,
    }

    impl Odd {
        fn new(goal: Option<Sense>, objective: Option<Sense>, value: Option<i64>) -> Odd {
            let goal = goal.map(|sense| Goal::for_count(sense, "x", 1));
            Odd { info: Info { goal, ..Info::default() }, objective, value }
        }
    }

    const ROWS: [Row<Odd>; 1] = [Row::new("one", "x", |odd: &Odd| {
        let mut model = Model::new();
        let count = Count::new(vec![model.variable("x", &[])], Vec::new());
        match odd.objective {
            Some(Sense::Minimise) => model.optimise(Objective::minimise(count)),
            Some(Sense::Maximise) => model.optimise(Objective::maximise(count)),
            None => {}
        }
        model
    })];
    static FORMULATIONS: [Formulation; 1] = formulations(&ROWS);

    impl Problem for Odd {
        fn info(&self) -> &Info {
            &self.info
        }

        fn model_scheme(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
            formulation::model(&ROWS, self, formulation)
        }

        fn decode(&self, _: &Model, _: &Values) -> Answer {
            Answer::Assignment(Vec::new())
        }

        fn check(&self, _: &Answer) -> Result<Option<i64>, BrokenRule> {
            Ok(self.value)
        }
    }

    #[test]
    fn a_problem_that_contradicts_itself_is_refused() {
        let (few, many) = (Some(Sense::Minimise), Some(Sense::Maximise));
        for (goal, objective, value, told) in [
            (few, many, Some(1), "different senses"),
            (None, few, Some(0), "the objective has no goal"),
            (few, None, Some(0), "the goal has no objective"),
            (few, few, None, "an answer has no value"),
            (few, few, Some(2), "outside the goal's range"),
            (None, None, Some(0), "a value without a goal"),
        ] {
            let problem = Odd::new(goal, objective, value);
            let found = run(&Task::new(&problem, &FORMULATIONS[0]), &mut |_| {});
            let error = found.err().map(|error| error.to_string());
            let error = error.unwrap_or_else(|| panic!("{told}: nothing was refused"));
            assert!(error.contains(told), "{error}");
        }
        let right = Odd::new(few, few, Some(0));
        assert!(run(&Task::new(&right, &FORMULATIONS[0]), &mut |_| {}).is_ok());
    }
}
