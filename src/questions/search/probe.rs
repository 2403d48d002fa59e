//! A solver that finds answers with certain entries (values of cells or variables). It has the
//! bound at which answers are enumerated, and no symmetry breaking.

use super::enumerate::{projection, single_model};
use super::{Finding, SearchError, Task};
use crate::decision::Decision;
use crate::model::{Lit, Model, PossibleEntry, Values};
use crate::solver::{Solver, SolverChoice, SolverSetting};

/// The conflict limit of the first call for an answer. Each further call has twice the limit of the
/// call before. Between calls, the ticks are compared with `most_ticks`.
const FIRST_LOOK: i32 = 1000;

/// A possible entry: the index of its place in [`AnswerProbe::places`], and its index among the
/// entries of this place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct EntryPlace {
    pub place: usize,
    pub entry: usize,
}

/// A solver that finds answers with certain entries.
pub(super) struct AnswerProbe<'a> {
    task: &'a Task<'a>,
    model: Model,
    solver: Solver,
    /// For each place of an answer, its possible entries.
    places: Vec<Vec<PossibleEntry>>,
    /// The answers found so far. Each answer has, for each place, the index of its entry.
    seen: Vec<Vec<usize>>,
    /// The number of ticks of the solver at which searches end.
    most_ticks: u64,
}

impl AnswerProbe<'_> {
    /// Returns a solver for the answers that reach `bound`. If the objective is the least of
    /// several counts and the task asks for more than one answer, each count must be exactly
    /// `bound`. If `bound` is `None`, it is a solver for all answers. If the task breaks
    /// symmetries, symmetric answers are missing. The solver is always the embedded one, and writes
    /// no proof. Returns `None` if a stop is requested, if deductions exclude the bound, or if the
    /// formulation has one model for each value of the objective. Fails if the model cannot be
    /// prepared or encoded, or if the task names an unknown label.
    pub fn for_task<'a>(
        task: &'a Task<'a>,
        bound: Option<i64>,
    ) -> Result<Option<AnswerProbe<'a>>, SearchError> {
        let mut scratch = Finding::new(task);
        let Some(model) = single_model(task, bound, &mut scratch)? else { return Ok(None) };
        let Some((clauses, _)) = task.formula(&model, &mut scratch.statistics)? else {
            return Ok(None);
        };
        let setting = SolverSetting {
            choice: &SolverChoice::Embedded,
            listener: None,
            ..task.setting(&model, &mut scratch.statistics)
        };
        let mut solver = Solver::from_setting(&setting).for_many_calls();
        solver.add(&clauses);
        let places = model.places(&projection(task, &model)?);
        let (seen, most_ticks) = (Vec::new(), u64::MAX);
        Ok(Some(AnswerProbe { task, model, solver, places, seen, most_ticks }))
    }

    /// Returns the possible entries of each place.
    pub fn places(&self) -> &[Vec<PossibleEntry>] {
        &self.places
    }

    /// Returns all possible entries, place after place.
    pub fn entries(&self) -> Vec<EntryPlace> {
        self.places
            .iter()
            .enumerate()
            .flat_map(|(place, entries)| {
                (0..entries.len()).map(move |entry| EntryPlace { place, entry })
            })
            .collect()
    }

    pub fn entry(&self, EntryPlace { place, entry }: EntryPlace) -> &PossibleEntry {
        &self.places[place][entry]
    }

    /// Returns the answers found so far. Each answer has, for each place, the index of its entry.
    pub fn seen(&self) -> &[Vec<usize>] {
        &self.seen
    }

    /// Limits the solver's work to `ticks` ticks from now on. All searches together share this
    /// limit.
    pub fn limit_ticks(&mut self, ticks: u64) {
        self.most_ticks = self.solver.effort().ticks.saturating_add(ticks);
    }

    /// Searches for an answer in which these literals are true. Returns, for each place, the index
    /// of the answer's entry. Adds the answer to the answers seen, but does not exclude it. Returns
    /// `Unsat` if all such answers are excluded, or if there are none. Returns `Unknown` at a stop
    /// or at the limit of ticks, which is tested between calls of the solver. Fails if the answer
    /// does not pass its check.
    pub fn find_answer(
        &mut self,
        assumptions: &[Lit],
    ) -> Result<Decision<Vec<usize>>, SearchError> {
        let mut conflicts = FIRST_LOOK;
        while self.solver.effort().ticks < self.most_ticks && !self.solver.is_stopped() {
            match self.solver.solve_within(assumptions, conflicts) {
                Decision::Sat(()) => {
                    let values = self.solver.values(self.model.labels().len());
                    self.task.answer(&self.model, &values)?;
                    let answer = self.shown(&values);
                    self.seen.push(answer.clone());
                    return Ok(Decision::Sat(answer));
                }
                Decision::Unsat(()) => return Ok(Decision::Unsat(())),
                Decision::Unknown => conflicts = conflicts.saturating_mul(2),
            }
        }
        Ok(Decision::Unknown)
    }

    /// Returns the entry that a solution has in each place.
    fn shown(&self, values: &Values) -> Vec<usize> {
        let shown = |entries: &Vec<PossibleEntry>| entries.iter().position(|one| one.is_in(values));
        self.places
            .iter()
            .map(|entries| shown(entries).expect("every place of a solution has an entry"))
            .collect()
    }

    /// If `so` is true, makes the solver prefer these literals in decisions. Otherwise, ends this
    /// preference.
    pub fn prefer(&mut self, lits: impl IntoIterator<Item = Lit>, so: bool) {
        lits.into_iter().for_each(|lit| self.solver.prefer(lit, so));
    }

    /// Fixes a literal that is true in every answer, by a unit clause.
    pub fn fix(&mut self, lit: Lit) {
        self.solver.add_clause([lit]);
    }

    /// Excludes an answer from all further searches, for good. `answer` has, for each place, the
    /// index of the answer's entry. Panics if an index is too large. The answer is still listed in
    /// [`AnswerProbe::seen`].
    pub fn exclude(&mut self, answer: &[usize]) {
        let clause: Vec<Lit> = self
            .places
            .iter()
            .zip(answer)
            .flat_map(|(entries, &at)| &entries[at].lits)
            .map(|&lit| !lit)
            .collect();
        self.solver.add_clause(clause);
    }
}
