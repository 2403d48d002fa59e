//! The list of strategies, the choice of one for a model or a task, and the list of classes of cuts.

use super::method::{Method, Trial, Turn};
#[cfg(not(feature = "records"))]
use super::without_records::{cubes, line_sums, parity_cuts, row_cuts};
use super::{
    Answers, CutClass, Fit, Strategy, Task, binary, clause_strategy, core_boosted,
    linear_sat_unsat, linear_unsat_sat, oll,
};
#[cfg(feature = "records")]
use super::{cubes, line_sums, parity_cuts, row_cuts};
use crate::encode;
use crate::feature::RECORDS;
use crate::model::Model;
use crate::prepare::PreparedModel;
use crate::selection::SelectableRow;
use crate::solver::Listener;
use crate::stop::Stop;

/// All methods, in the order in which the default for a model is chosen.
const METHODS: &[Method] = &[
    cubes::METHOD,
    parity_cuts::METHOD,
    line_sums::METHOD,
    oll::METHOD,
    core_boosted::METHOD,
    linear_sat_unsat::METHOD,
    linear_unsat_sat::METHOD,
    binary::METHOD,
    row_cuts::METHOD,
];

/// All strategies. The default for a model is the first strategy that fits the model best.
pub const STRATEGIES: &[Strategy] = &{
    let mut all = [METHODS[0].strategy; METHODS.len()];
    let mut place = 1;
    while place < all.len() {
        all[place] = METHODS[place].strategy;
        place += 1;
    }
    all
};

/// All classes of cuts of the [`cut_strategy`], in the order in which their cuts are searched.
pub const CUT_CLASSES: &[CutClass] = row_cuts::CUT_CLASSES;

impl SelectableRow for CutClass {
    const TABLE: &'static [CutClass] = CUT_CLASSES;
    const NOUN: &'static str = "class of cuts";

    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    /// Returns the reason if this build has no branch and cut.
    fn missing_reason(&self) -> Option<String> {
        let error = RECORDS.require().err()?;
        Some(format!("is for the search {}, and {error}", cut_strategy().name))
    }
}

/// Returns the strategy that uses classes of cuts: branch and cut over the rows of a model.
pub fn cut_strategy() -> &'static Strategy {
    &row_cuts::METHOD.strategy
}

/// Returns the strategy with this name. Returns `None` if there is no such strategy.
pub fn strategy_by_name(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().find(|strategy| strategy.name == name)
}

/// Returns the method of a strategy, which must be in [`STRATEGIES`].
pub(super) fn method(strategy: &Strategy) -> &'static Method {
    let mut methods = METHODS.iter();
    methods
        .find(|method| method.strategy.name == strategy.name)
        .expect("the list has all strategies")
}

/// Returns the first method that is tried for a task in turns with `strategy`, with its trial and the
/// turn of the trial.
pub(super) fn tried_in_turns(
    task: &Task,
    strategy: &Strategy,
    model: &Model,
) -> Option<(&'static Method, &'static Trial, Turn)> {
    METHODS.iter().find_map(|method| {
        let trial = method.trial.as_ref()?;
        Some((method, trial, (trial.turn)(task, strategy, model)?))
    })
}

/// Returns the first strategy that fits a model with declared symmetries best. `is_file` states
/// whether strategies that are best for model files count, too. Only strategies that `passes`
/// accepts are considered. If none of them fits best, returns a search by clauses. After a
/// stop, the strategy that fits best can be missed.
pub(super) fn best_strategy(
    model: &Model,
    is_file: bool,
    passes: impl Fn(&Strategy) -> bool,
    stop: &Stop,
) -> &'static Strategy {
    let mut passing = STRATEGIES.iter().filter(|strategy| passes(strategy));
    passing
        .find(|strategy| match (strategy.fit)(model, stop) {
            Fit::Best => true,
            Fit::BestForFiles => is_file,
            Fit::Possible | Fit::None => false,
        })
        .unwrap_or_else(clause_strategy)
}

/// Methods that choose a strategy.
impl Task<'_> {
    /// Returns the strategies that suit the problem, in the order of [`STRATEGIES`]. The list
    /// includes strategies that the task's solver, proof or limits exclude. It is empty if the
    /// formulation has one model for each value of the objective. After a stop, strategies can be
    /// missing.
    pub fn strategies(&self) -> Vec<&'static Strategy> {
        let Some(PreparedModel { model, .. }) = self.prepared_without_detection().into_complete()
        else {
            return Vec::new();
        };
        STRATEGIES
            .iter()
            .filter(|strategy| (strategy.fit)(&model, &self.stop) != Fit::None)
            .collect()
    }

    /// Returns the strategy for an optimum. This is the strategy that the task names. If the task
    /// names none, it is the best one for the model; to find it, the model is prepared. If the
    /// formulation has one model for each value of the objective, this best strategy is a search by
    /// clauses.
    pub fn strategy(&self) -> &'static Strategy {
        let best = || {
            let prepared = self.prepared_without_detection().into_complete();
            prepared.map_or_else(clause_strategy, |prepared| self.strategy_for(&prepared.model))
        };
        self.strategy.unwrap_or_else(best)
    }

    /// Returns whether a bound is decided by a strategy for optima instead of an enumeration. This
    /// is possible only if the question asks for one answer, the problem has an objective, and the
    /// formulation has a single model. For such a question, there are three cases:
    ///
    /// - If a proof of the problem is written, a strategy is always used.
    /// - If a proof of the clauses is written, a strategy is never used.
    /// - If no proof is written, a strategy is used if it is not by clauses, or if the bound is to
    ///   be decided without a counter of the objective.
    pub(super) fn decides_by_strategy(&self) -> bool {
        let suits = self.answers == Answers::One && !self.formulation.of_value;
        let divides = || match &self.listener {
            // A proof of the problem has no axiom that states the bound.
            Some(Listener::Log(_)) => true,
            Some(Listener::Clausal(_)) => false,
            None => !self.strategy().is_by_clauses() || self.decides_without_its_counter(),
        };
        suits && self.problem.goal().is_some() && divides()
    }

    /// Returns whether a bound can and should be decided without a counter of the objective. Two
    /// conditions must hold: the strategy needs no such counter; and either the user chose this
    /// strategy, or the weights of the objective are too large for a counter.
    fn decides_without_its_counter(&self) -> bool {
        let has_none = || {
            let prepared = self.prepared_without_detection().into_complete();
            prepared.is_some_and(|prepared| encode::has_large_weights(&prepared.model))
        };
        !self.strategy().demands && (self.strategy.is_some() || has_none())
    }

    /// Returns the strategy that the task names. If the task names none, returns the best one that
    /// suits the model and the task.
    pub(super) fn strategy_for(&self, model: &Model) -> &'static Strategy {
        let is_file = self.problem.info().written.is_some();
        self.strategy.unwrap_or_else(|| {
            best_strategy(model, is_file, |strategy| self.suits(strategy), &self.stop)
        })
    }

    /// Returns the best strategy whose refutations a proof can derive. If no such strategy fits
    /// best, returns a search by clauses. Returns `None` if no proof of the problem is written, or
    /// if the user chose a strategy.
    pub(super) fn strategy_with_proof(&self, model: &Model) -> Option<&'static Strategy> {
        self.log().filter(|_| self.strategy.is_none())?;
        let has_proof = |strategy: &Strategy| {
            (strategy.has_proof)(model, &self.stop) && self.is_limited_by(strategy)
        };
        Some(best_strategy(model, false, has_proof, &self.stop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_have_names_of_their_own() {
        for (index, row) in STRATEGIES.iter().enumerate() {
            assert!(STRATEGIES[..index].iter().all(|other| other.name != row.name));
            assert_eq!(strategy_by_name(row.name).map(|found| found.summary), Some(row.summary));
        }
        assert!(strategy_by_name("no such strategy").is_none());
    }
}
