//! A known answer, from which a search starts (`--start`).

use super::{FilesError, PosedQuestion};
use crate::board::Cell;
use crate::decision::Decision;
use crate::problem::{self, CheckedAnswer};
use crate::search::{self, SearchError, Task};
use crate::source::{Refusal, Source};

/// A checked answer, from which a search starts.
pub struct StartAnswer {
    /// The answer. If the user gave a partial answer, this is the completed answer.
    pub answer: CheckedAnswer,
    /// The value of the answer, in the integers of the search.
    pub value: i64,
    /// The number of cells or variables without a value before the answer was completed; 0 if the
    /// user gave a complete answer.
    pub open: usize,
}

impl PosedQuestion {
    /// Reads an answer for the start of a task's search. If the answer is partial, searches for an
    /// answer that completes it. Also returns the value of the answer, and the number of cells or
    /// variables that had no value.
    ///
    /// # Errors
    ///
    /// In these cases:
    ///
    /// - There is no objective.
    /// - The answer cannot be read, or violates a rule.
    /// - No answer completes it.
    /// - A limit or a stop ends the search for an answer that completes it, or this search fails.
    pub fn start_answer(&self, source: &Source, task: &Task) -> Result<StartAnswer, FilesError> {
        let refused = |found: String, expected: &str| {
            FilesError::from(Refusal::new(found, expected).with_span(source, source.end()))
        };
        let problem = self.problem();
        if problem.goal().is_none() {
            let found = format!("--start, but {} has no objective", self.family.name);
            return Err(Refusal::new(found, "no --start").into());
        }
        let partial = self.opened.read_answer(source, self.family.symbols)?;
        let open = partial.open();
        let answer = match partial.complete() {
            Ok(answer) => answer,
            Err(partial) => match search::complete(task, &partial)? {
                Decision::Sat(answer) => answer.answer().clone(),
                Decision::Unsat(()) => {
                    let found = "a partial start answer that cannot be completed".to_owned();
                    return Err(refused(found, "a part of an answer that keeps the rules"));
                }
                Decision::Unknown => {
                    let found = format!(
                        "a partial start answer with {} open, which was not completed in time",
                        self.opened.counted_places(open)
                    );
                    return Err(refused(found, "an answer with fewer open places, or no --start"));
                }
            },
        };
        let answer = problem::check_answer(problem, answer).map_err(|rejected| {
            let broken = rejected.broken;
            let found = format!("a start answer that breaks a rule: {broken}");
            let cell = broken.cells.first().copied().unwrap_or(Cell { row: 0, column: 0 });
            let place = self.opened.place_in_answer(source, self.family.symbols, cell);
            let error_place = place.unwrap_or_else(|| source.end());
            Refusal::new(found, "an answer that keeps the rules").with_span(source, error_place)
        })?;
        let contract = "`check` gave no value of an answer, and there is a goal";
        let value = answer.value().ok_or(SearchError::Contract(contract))?;
        Ok(StartAnswer { answer, value, open })
    }
}
