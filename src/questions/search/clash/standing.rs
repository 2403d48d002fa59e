//! The completion of a partial answer. If no answer completes it, the entries that prevent this are
//! found.
//!
//! Entries are the values of cells or variables in the partial answer. They are origins, like
//! givens, so the solver can test any set of them. An entry that no answer of the board has is
//! wrong alone. If no entry is wrong alone, deletion (`clash.rs`) finds a small set of entries that
//! no answer has together. Deletion removes entries before constraints of the board, so the clash
//! names few entries.
//!
//! Any answer by the rules is accepted as the completion of a partial answer; it need not be the
//! best. If the objective is the least of several counts, the model also states that the counts are
//! equal, because they are equal in every answer.

use crate::decision::Decision;
use std::collections::HashSet;

use super::set::UnsatSubset;
use super::{
    CHEAP, ClashQuestion, ORDERS, TICKS, TICKS_OF_ONE, distinct_origins, find_clash, report,
    state_given,
};
use crate::model::{Entry, Given, Lit, Model, Origin, PossibleEntry, Projection, Relation};
use crate::problem::{CheckedAnswer, PartialAnswer};
use crate::search::{RuleClash, SearchError, Task};

/// The number of wrong entries for which a clash is searched, from the first wrong entry on. The
/// other wrong entries are named, but no clash is searched for them.
const MOST_EXPLAINED: usize = 8;

/// The reason why a partial answer cannot be completed.
#[derive(Clone, Debug)]
pub struct CompletionFailure {
    /// The entries at fault, or the board.
    pub fault: Fault,
    /// The smallest set found of entries, rules, regions and givens that contradict each other;
    /// `None` if no set was found.
    pub clash: Option<RuleClash>,
}

/// The fault that prevents the completion of a partial answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The board has no answer, whatever the entries are.
    Board,
    /// Entries that are wrong alone: no answer has any of them.
    WrongEntries {
        /// The entries, in the order of their places.
        entries: Vec<Entry>,
        /// Whether all entries of the partial answer were tested in time. If not, there can be more
        /// wrong entries.
        complete: bool,
    },
    /// No answer has all these entries together.
    ConflictingEntries(Vec<Entry>),
    /// A cell has a symbol that the model does not allow there, such as half a piece at the edge.
    Symbol,
}

/// Completes a partial answer to some answer that obeys the rules; it need not be the best, and the
/// task's bound does not count. If this is not possible, finds the reason why no answer has all its
/// entries. Entries in the cells of givens are not tested. If the model does not allow a symbol of
/// the partial answer, the fault is [`Fault::Symbol`], without a clash. If no answer can contain
/// one of the givens, or if the board has no answer, the fault is [`Fault::Board`], with the clash
/// of the board if one is found. Returns `Unknown` at a limit or a stop, if the model cannot be
/// encoded, or if the formulation has one model for each value of the objective.
///
/// # Errors
///
/// If the solver's solution does not show an answer, or the answer does not pass its check.
pub fn judge(
    task: &Task,
    partial: &PartialAnswer,
) -> Result<Decision<CheckedAnswer, CompletionFailure>, SearchError> {
    if task.formulation.of_value {
        return Ok(Decision::Unknown);
    }
    let stated = task.problem.model_scheme(task.formulation).for_value(0);
    let Some(lits) = partial.literals(&stated) else {
        return Ok(Decision::Unsat(CompletionFailure { fault: Fault::Symbol, clash: None }));
    };
    if stated.givens().iter().any(|given| given.lits.is_none()) {
        return Ok(Decision::Unsat(board_without_answer(task)));
    }
    let mut entries = known_entries(&stated, &lits);
    entries.retain(|one| is_shown(&one.entry, partial));
    let model = model_with_entries(task, &stated, &entries);
    let (origins, places) = distinct_origins(&model);
    let Some(question) = ClashQuestion::new(task, &model, &origins, &places) else {
        return Ok(Decision::Unknown);
    };
    let (own, board) =
        (0..origins.len()).partition(|place| matches!(origins[*place], Origin::Entry(_)));
    Judge { task, model: &model, entries, own, board, question }.judge()
}

/// Returns the entries whose literals are all in `known`, in the order of their places, but without
/// entries in the cells of givens. In a model without a board, the value of any variable is an
/// entry. An entry without literals is not returned.
fn known_entries(stated: &Model, known: &[Lit]) -> Vec<PossibleEntry> {
    let projection = if stated.has_board() {
        stated.projection()
    } else {
        Projection::Lits(stated.lits().collect())
    };
    let known_lits: HashSet<Lit> = known.iter().copied().collect();
    let is_given = |one: &Entry| {
        let mut given = stated.givens().iter().map(|given| &given.origin);
        given.any(|origin| matches!(origin, Origin::Given(cell, _) if Some(*cell) == one.cell()))
    };
    let is_known = |one: &PossibleEntry| {
        !one.lits.is_empty() && one.lits.iter().all(|lit| known_lits.contains(lit))
    };
    stated
        .places(&projection)
        .into_iter()
        .flatten()
        .filter(|one| is_known(one) && !is_given(&one.entry))
        .collect()
}

/// Returns whether the board of a partial answer shows an entry in the entry's cell. Not every
/// entry is shown, because known literals can also imply entries of empty cells. An example is a
/// piece of which only half is filled in. An entry that is the value of a variable always counts as
/// shown.
fn is_shown(entry: &Entry, partial: &PartialAnswer) -> bool {
    match entry {
        Entry::Symbol(at, symbol) => {
            partial.board().and_then(|known| *known.get(*at)?) == Some(*symbol)
        }
        Entry::Value(..) => true,
    }
}

/// Returns the model `stated` with each given and each entry as a set of unit clauses with an
/// origin of its own. The givens must have literals. If the objective is the least of several
/// counts, the model also has a rule that the counts are equal.
fn model_with_entries(task: &Task, stated: &Model, entries: &[PossibleEntry]) -> Model {
    let mut model = stated.without_givens();
    if let Some(objective) = stated.objective().filter(|_| stated.has_several_counts()) {
        let name = task.problem.goal().map_or("count", |goal| goal.name);
        for pair in objective.counts().windows(2) {
            let (one, other) = (&pair[0].lits, &pair[1].lits);
            let lits: Vec<Lit> = one.iter().copied().chain(other.iter().map(|&lit| !lit)).collect();
            model.with_origin(Origin::rule(format!("the same {name}")), |model| {
                model.cardinality("equal counts", lits, Relation::Exactly, other.len());
            });
        }
    }
    stated.givens().iter().for_each(|given| state_given(&mut model, given));
    for PossibleEntry { entry, lits } in entries {
        let origin = Origin::Entry(entry.clone());
        state_given(&mut model, &Given { origin, lits: Some(lits.clone()) });
    }
    model
}

/// Returns the failure whose fault is the board itself. If a clash of the board is found, the
/// failure has this clash.
fn board_without_answer(task: &Task) -> CompletionFailure {
    CompletionFailure { fault: Fault::Board, clash: find_clash(task) }
}

/// A search for the reason why entries and board contradict each other.
struct Judge<'a> {
    task: &'a Task<'a>,
    model: &'a Model,
    /// The entries of the partial answer that are tested, in the order of `own`.
    entries: Vec<PossibleEntry>,
    /// The indices, in the question's origins, of the partial answer's entries.
    own: Vec<usize>,
    /// The indices, in the question's origins, of all other origins.
    board: Vec<usize>,
    question: ClashQuestion<'a>,
}

impl Judge<'_> {
    /// Completes the entries, or finds the entries at fault and a clash that contains one or
    /// several of them. If the board is found to have no answer even without the entries, the fault
    /// is the board. If no entry is found to be wrong alone, the entries of the smallest set found
    /// are at fault. Otherwise, the wrong entries are at fault, and the fault states whether all
    /// tests were decided. Returns `Unknown` if the work limit does not suffice for the first test,
    /// or if the search is stopped during this test. Fails if the solution does not show an answer,
    /// or if the answer does not pass its check.
    fn judge(mut self) -> Result<Decision<CheckedAnswer, CompletionFailure>, SearchError> {
        let all = [&self.own[..], &self.board[..]].concat();
        match self.question.test(&all, TICKS) {
            Decision::Unknown => return Ok(Decision::Unknown),
            Decision::Sat(()) => {
                return Ok(Decision::Sat(self.task.answer(
                    self.model,
                    &self.question.solver.values(self.model.labels().len()),
                )?));
            }
            Decision::Unsat(_) => {}
        }
        if let Decision::Unsat(_) = self.question.test(&self.board, TICKS_OF_ONE) {
            return Ok(Decision::Unsat(board_without_answer(self.task)));
        }
        let (wrong, complete) = self.find_wrong_entries();
        let set = self.smallest(&wrong);
        let mut members = set.members;
        members.sort_unstable();
        let origins: Vec<Origin> =
            members.into_iter().map(|place| self.question.origins[place].clone()).collect();
        let entry = |origin: &Origin| match origin {
            Origin::Entry(entry) => Some(entry.clone()),
            _ => None,
        };
        let fault = if wrong.is_empty() {
            Fault::ConflictingEntries(origins.iter().filter_map(entry).collect())
        } else {
            let wrong_entries =
                wrong.iter().filter_map(|&place| entry(&self.question.origins[place])).collect();
            Fault::WrongEntries { entries: wrong_entries, complete }
        };
        let clash = report(self.task, self.model, origins, set.is_minimal);
        Ok(Decision::Unsat(CompletionFailure { fault, clash: Some(clash) }))
    }

    /// Tests each entry alone with the board. An entry is not tested if an answer that was found
    /// before has it. Returns the entries that no answer has, as indices of origins. Also returns
    /// whether all tests were decided in time. The returned entries do not include an entry whose
    /// test was not decided.
    fn find_wrong_entries(&mut self) -> (Vec<usize>, bool) {
        let (mut wrong, mut complete) = (Vec::new(), true);
        let mut is_cleared = vec![false; self.entries.len()];
        for index in 0..self.entries.len() {
            if is_cleared[index] {
                continue;
            }
            let place = self.own[index];
            let tested = [&self.board[..], &[place]].concat();
            match self.question.test(&tested, TICKS_OF_ONE) {
                Decision::Unsat(_) => wrong.push(place),
                Decision::Unknown => complete = false,
                Decision::Sat(()) => {
                    let values = self.question.solver.values(self.model.labels().len());
                    for (cleared, one) in is_cleared.iter_mut().zip(&self.entries) {
                        *cleared |= one.is_in(&values);
                    }
                }
            }
        }
        (wrong, complete)
    }

    /// Returns the smallest set found of origins that contradict each other. `wrong` has the
    /// entries that no answer has. If there are such entries, the set contains at most one entry,
    /// which is among the first [`MOST_EXPLAINED`] of them. Otherwise, the set can contain all
    /// entries. Of two sets, a minimal one is better, then one with fewer entries, then a smaller
    /// one. Entries and board together must have no solution. Tries at most [`ORDERS`] orders (for
    /// each of these entries), and starts no further order if the work exceeds [`CHEAP`] or the
    /// solver is stopped. If a limit ends the search, the set can have unnecessary members.
    fn smallest(&mut self, wrong: &[usize]) -> UnsatSubset {
        let mut random = fastrand::Rng::with_seed(0);
        let groups: Vec<Vec<usize>> = match wrong {
            [] => vec![self.own.clone()],
            wrong => wrong.iter().take(MOST_EXPLAINED).map(|&place| vec![place]).collect(),
        };
        let mut smallest: Option<UnsatSubset> = None;
        for (number, own) in
            (0..ORDERS).flat_map(|number| groups.iter().map(move |own| (number, own)))
        {
            let (mut own, mut board) = (own.clone(), self.board.clone());
            if number > 0 {
                random.shuffle(&mut own);
                random.shuffle(&mut board);
            }
            let own = self.question.shrink(own, &self.board).members;
            let set = self.question.shrink([own, board].concat(), &[]);
            if smallest.as_ref().is_none_or(|known| self.rank(&set) < self.rank(known)) {
                smallest = Some(set);
            }
            if self.question.work() > CHEAP || self.question.solver.is_stopped() {
                break;
            }
        }
        smallest.expect("at least one order of one group is tried")
    }

    /// Returns the key by which sets are compared. The best set has the least key. Minimal sets are
    /// best, then sets with few entries of the partial answer, then small sets.
    fn rank(&self, set: &UnsatSubset) -> (bool, usize, usize) {
        let own = set.members.iter().filter(|place| self.own.contains(place)).count();
        (!set.is_minimal, own, set.members.len())
    }
}
