//! A solver that finds answers with given entries.
//!
//! Questions about all answers of a model, such as their shared entries, need many calls of the
//! solver with different assumptions. The model is the same as for an enumeration: at the same
//! bound, without symmetry breaking.

use super::enumerate::{projection, whole_model};
use super::{Finding, SearchError, Task};
use crate::model::{Lit, Model, PossibleEntry, Values};
use crate::solver::{Choice, Solver, SolverSetting, SolverVerdict};

const FIRST_LOOK: i32 = 1000;

/// A possible entry of an answer: the index of its place in [`AnswerProbe::places`], and the index
/// of the entry in the list of that place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct EntryPlace {
    pub place: usize,
    pub entry: usize,
}

/// A model with a solver that knows its clauses.
pub(super) struct AnswerProbe<'a> {
    task: &'a Task<'a>,
    model: Model,
    solver: Solver,
    places: Vec<Vec<PossibleEntry>>,
    /// The answers found so far. An answer has, for each place, the index of its entry in the
    /// place's list of possible entries.
    seen: Vec<Vec<usize>>,
    most_ticks: u64,
}

/// The result of a call.
pub(super) enum Probed {
    /// An answer was found. The field has, for each place, the index of the answer's entry in the
    /// place's list of possible entries.
    Answer(Vec<usize>),
    NoAnswer,
    Stopped,
}

impl AnswerProbe<'_> {
    /// Encodes the model of the answers that a finding concerns. Returns `None` if the search is
    /// stopped before, if no such answer is possible, or if the formulation has one model for each
    /// value.
    pub fn of<'a>(
        task: &'a Task<'a>,
        bound: Option<i64>,
    ) -> Result<Option<AnswerProbe<'a>>, SearchError> {
        let mut scratch = Finding::nothing(task);
        let Some(model) = whole_model(task, bound, &mut scratch)? else { return Ok(None) };
        let Some((clauses, _)) = task.formula(&model, &mut scratch)? else { return Ok(None) };
        let setting = SolverSetting {
            choice: &Choice::Embedded,
            listener: None,
            ..task.setting(&model, &mut scratch.statistics)
        };
        let mut solver = Solver::of(&setting).for_many_calls();
        solver.add(&clauses);
        let places = model.places(&projection(task, &model)?);
        let (seen, most_ticks) = (Vec::new(), u64::MAX);
        Ok(Some(AnswerProbe { task, model, solver, places, seen, most_ticks }))
    }

    /// Returns the places of an answer, each with its possible entries.
    pub fn places(&self) -> &[Vec<PossibleEntry>] {
        &self.places
    }

    /// Returns every possible entry of every place.
    pub fn entries(&self) -> Vec<EntryPlace> {
        let places = self.places.iter().enumerate();
        let all = places.flat_map(|(place, entries)| {
            (0..entries.len()).map(move |entry| EntryPlace { place, entry })
        });
        all.collect()
    }

    /// Returns the possible entry at a position, with its literals.
    pub fn entry(&self, EntryPlace { place, entry }: EntryPlace) -> &PossibleEntry {
        &self.places[place][entry]
    }

    /// Returns the answers found so far. For each place, an answer has the index of its entry.
    pub fn seen(&self) -> &[Vec<usize>] {
        &self.seen
    }

    /// Sets a limit on the further work, in ticks, which is the same on every machine.
    pub fn allow(&mut self, ticks: u64) {
        self.most_ticks = self.solver.effort().ticks.saturating_add(ticks);
    }

    /// Searches for an answer in which these literals are true. The rules check each answer.
    pub fn ask(&mut self, assumptions: &[Lit]) -> Result<Probed, SearchError> {
        let mut conflicts = FIRST_LOOK;
        while self.solver.effort().ticks < self.most_ticks && !self.solver.is_stopped() {
            match self.solver.solve_within(assumptions, conflicts) {
                SolverVerdict::Satisfiable => {
                    let values = self.solver.values(self.model.labels().len());
                    self.task.answer(&self.model, &values)?;
                    let answer = self.shown(&values);
                    self.seen.push(answer.clone());
                    return Ok(Probed::Answer(answer));
                }
                SolverVerdict::Unsatisfiable => return Ok(Probed::NoAnswer),
                SolverVerdict::Stopped => conflicts = conflicts.saturating_mul(2),
            }
        }
        Ok(Probed::Stopped)
    }

    fn shown(&self, values: &Values) -> Vec<usize> {
        let shown = |entries: &Vec<PossibleEntry>| entries.iter().position(|one| one.is_in(values));
        self.places.iter().map(|entries| shown(entries).expect("a place has an entry")).collect()
    }

    /// If `so` is true, prefers these literals when the solver decides variables. If `so` is false,
    /// ends this preference.
    pub fn prefer(&mut self, lits: impl IntoIterator<Item = Lit>, so: bool) {
        lits.into_iter().for_each(|lit| self.solver.prefer(lit, so));
    }

    /// Adds a literal that every answer contains as a unit clause.
    pub fn fix(&mut self, lit: Lit) {
        self.solver.add_clause([lit]);
    }

    /// Adds a clause that excludes an answer from all further searches. `answer` has, for each
    /// place, the index of its entry.
    pub fn exclude(&mut self, answer: &[usize]) {
        let shown = self.places.iter().zip(answer).flat_map(|(entries, &at)| &entries[at].lits);
        let clause: Vec<Lit> = shown.map(|&lit| !lit).collect();
        self.solver.add_clause(clause);
    }
}
