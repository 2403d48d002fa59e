//! What is asked of a puzzle, and how to go about it.

use super::strategy::{best_strategy, by_clauses};
use super::{Finding, Fit, STRATEGIES, SearchError, Statistics, Strategy};
use crate::deduce::Rules;
use crate::encode::{self, Clauses, Encodings, Formula, auto};
use crate::formulation::{Formulation, Stated};
use crate::model::{Model, Values};
use crate::prepare::{self, Preparation, Prepared};
use crate::process::Limits;
use crate::puzzle::{Answer, Puzzle};
use crate::solver::{Choice, Mode, Setting};
use crate::stop::Stop;

/// What is asked of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// An answer.
    One,
    /// An answer, and whether there is another.
    Unique,
    /// How many answers there are, counting up to a limit.
    Count(Option<u64>),
    /// The answers, up to a limit.
    All(Option<u64>),
}

/// A question about a puzzle, and how to go about it.
#[derive(Clone)]
pub struct Task<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// How it is stated.
    pub formulation: &'a Formulation,
    /// How that is written in clauses.
    pub encodings: Encodings,
    /// What is deduced before a search.
    pub rules: Rules,
    /// Whether declared symmetries are broken, where one answer or the optimum is asked for.
    pub symmetry: bool,
    /// Whether the search of an optimum starts from an answer that the room constructs.
    pub construct: bool,
    /// Whether to look for the reason why there is no answer.
    pub explain: bool,
    /// How an optimum is looked for; where nothing is said, as suits the model.
    pub strategy: Option<&'static Strategy>,
    /// The value to be reached, in place of the optimum.
    pub bound: Option<u64>,
    /// What is asked.
    pub question: Question,
    /// How the solver searches; where nothing is said, in the mode that is best by measurement.
    pub mode: Option<Mode>,
    /// Which solver is asked. A program works alone.
    pub solver: Choice,
    /// How many solvers share the search of an optimum. One makes the same run for the same seed.
    pub threads: usize,
    /// The solver's seed.
    pub seed: u32,
    /// The seed by which the solver's formula is renamed and put into another order, where it is.
    pub scramble: Option<u64>,
    /// After how many conflicts to give up. Of equal runs each ends at the same point, whatever the
    /// machine does meanwhile.
    pub conflicts: Option<u64>,
    /// The gap at which a search of an optimum may stop, as a share of the value.
    pub gap: Option<f64>,
    /// An answer that keeps the rules, with its value, from which a search of an optimum starts.
    pub start: Option<(Answer, u64)>,
    /// How much it may use, with a solver that is a program.
    pub limits: Limits,
    /// When to stop.
    pub stop: Stop,
}

impl<'a> Task<'a> {
    /// One answer or the optimum, by every default.
    pub fn new(puzzle: &'a dyn Puzzle, formulation: &'a Formulation) -> Task<'a> {
        Task {
            puzzle,
            formulation,
            encodings: Encodings::default(),
            rules: Rules::default(),
            symmetry: true,
            construct: true,
            explain: true,
            strategy: None,
            bound: None,
            question: Question::One,
            mode: None,
            solver: Choice::Embedded,
            threads: 1,
            seed: 0,
            scramble: None,
            conflicts: None,
            gap: None,
            start: None,
            limits: Limits::default(),
            stop: Stop::never(),
        }
    }

    /// The model as a search has it; where one answer is enough, without its symmetries.
    pub fn prepared(&self) -> Stated<'_, Prepared> {
        self.preparation().prepare()
    }

    /// The same with its symmetries declared, and not broken.
    pub(super) fn prepared_with_symmetries(&self) -> Stated<'_, Prepared> {
        self.preparation().prepare_with_symmetries()
    }

    pub(super) fn preparation(&self) -> Preparation<'_> {
        Preparation {
            puzzle: self.puzzle,
            formulation: self.formulation,
            rules: &self.rules,
            symmetry: self.breaks_symmetries(),
            stop: &self.stop,
        }
    }

    /// Whether one answer of those that are alike is enough, so that symmetries may be used.
    pub(super) fn breaks_symmetries(&self) -> bool {
        self.symmetry && self.question == Question::One
    }

    /// The strategies that can be used for the puzzle as it is stated; none where it is stated value by value.
    pub fn strategies(&self) -> Vec<&'static Strategy> {
        let Some(Prepared { model, .. }) = self.prepared_with_symmetries().whole() else {
            return Vec::new();
        };
        let can = |strategy: &&Strategy| (strategy.fit)(&model, &self.stop) != Fit::None;
        STRATEGIES.iter().filter(can).collect()
    }

    /// How an optimum is looked for.
    pub fn strategy(&self) -> &'static Strategy {
        let best = || {
            let prepared = self.prepared_with_symmetries().whole();
            prepared.map_or_else(by_clauses, |prepared| self.strategy_for(&prepared.model))
        };
        self.strategy.unwrap_or_else(best)
    }

    /// Whether a bound is decided as an optimum is looked for: where that is not by clauses alone, and one answer
    /// is enough.
    pub(super) fn decides_by_strategy(&self) -> bool {
        let suits = self.question == Question::One && !self.formulation.of_value;
        suits && self.puzzle.goal().is_some() && !self.strategy().by_clauses()
    }

    /// How an optimum of a model is looked for.
    pub(super) fn strategy_for(&self, model: &Model) -> &'static Strategy {
        // What is asked of another solver is asked of clauses, and a limit in conflicts is for what they limit.
        let embedded = matches!(self.solver, Choice::Embedded);
        let suits = |best: &&Strategy| {
            best.by_clauses() || embedded && (best.in_conflicts() || self.conflicts.is_none())
        };
        let best = || Some(best_strategy(model, &self.stop)).filter(suits);
        self.strategy.or_else(best).unwrap_or_else(by_clauses)
    }

    /// A prepared model, how it was prepared noted in the finding, if it can be written as is asked for.
    pub(super) fn taken_in(
        &self,
        prepared: Prepared,
        finding: &mut Finding,
    ) -> Result<Model, SearchError> {
        let model = finding.prepare(prepared);
        self.encodings.validate(&model)?;
        Ok(model)
    }

    /// The solver's mode for a model, noted in the statistics.
    pub(super) fn mode_for(&self, model: &Model, statistics: &mut Statistics) -> Mode {
        let known = || auto::mode(model).and_then(|choice| Mode::named(choice.name));
        let mode = self.mode.or_else(known).unwrap_or(Mode::Alternating);
        *statistics.mode.insert(mode)
    }

    /// How the solver is set for a model.
    pub(super) fn setting(&self, model: &Model, statistics: &mut Statistics) -> Setting<'_> {
        Setting {
            choice: &self.solver,
            seed: self.seed,
            mode: self.mode_for(model, statistics),
            scramble: self.scramble,
            limits: self.limits,
            stop: &self.stop,
        }
    }

    /// The best answer that is known before a search: the one to start from, or one that the room
    /// constructs and that keeps the rules.
    pub(super) fn known(&self) -> Option<(Answer, u64)> {
        let sense = self.puzzle.goal()?.sense;
        let construct = || prepare::constructed(self.puzzle, u64::from(self.seed), &self.stop);
        let wanted = self.construct && !self.stop.reached();
        let constructed = wanted.then(construct).flatten();
        let known = self.start.clone().into_iter().chain(constructed);
        known.reduce(|best, next| if sense.reaches(best.1, next.1) { best } else { next })
    }

    /// A model in clauses, counted into the finding; none where it is time to stop first.
    pub(super) fn formula(
        &self,
        model: &Model,
        finding: &mut Finding,
    ) -> Result<Option<(Clauses, Formula)>, SearchError> {
        let statistics = &mut finding.statistics;
        let mut clauses = Clauses::new();
        let written = statistics
            .encoding
            .time(|| encode::encode(model, &self.encodings, &mut clauses, &self.stop));
        match written {
            Err(refusal) if refusal.is_stop() => Ok(None),
            Err(refusal) => Err(refusal.into()),
            Ok(formula) => {
                statistics.count(model, &formula);
                Ok(Some((clauses, formula)))
            }
        }
    }

    /// The answer of a solution, with its value, both found true by the rules.
    pub(super) fn answer(
        &self,
        model: &Model,
        values: &Values,
    ) -> Result<(Answer, Option<u64>), SearchError> {
        let answer = self.puzzle.decode(model, values);
        let internal = |what: String| SearchError::Internal(what, answer.to_rows().join("\n"));
        let value = self.puzzle.check(&answer).map_err(|broken| internal(broken.to_string()))?;
        debug_assert!(
            value.is_none_or(|value| self.puzzle.goal().is_some_and(|goal| value <= goal.largest)),
            "a value of {value:?} is larger than any"
        );
        if let (Some(objective), Some(value)) = (model.objective(), value) {
            let claimed = objective.value(values);
            if claimed != value {
                return Err(internal(format!("the model counts {claimed}, the rules {value}")));
            }
        }
        Ok((answer, value))
    }

    /// How many conflicts the next call of a solver may meet at most, for whom `spent` is what all
    /// calls have met so far. None where nothing is left.
    pub(super) fn within(&self, most: i32, spent: u64) -> Option<i32> {
        let Some(limit) = self.conflicts else { return Some(most) };
        let left = limit.checked_sub(spent).filter(|&left| left > 0)?;
        Some(i32::try_from(left).map_or(most, |left| left.min(most)))
    }
}
