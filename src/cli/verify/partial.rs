//! `verify --partial`: the verdict on an answer with open cells, with a reason if it cannot be
//! completed.

use crate::decision::Decision;
use std::time::Duration;

use serde_json::{Value, json};

use crate::advice::{AdviceError, advise};
use crate::cli::explain::{json, text::list_entries};
use crate::cli::solve::text::clash_lines;
use crate::family::{Family, OpenedProblem};
use crate::hint::{HintError, Wish, WrongMark};
use crate::problem::{CheckedAnswer, PartialAnswer};
use crate::search::{self, CompletionFailure, Fault, SearchError, Task};
use crate::stop::Stop;

/// The time limit of the search for a wrong cell with a reason, as in hints. If the search needs
/// more time, the verdict names no such cell.
const MOST_TIME: Duration = Duration::from_secs(2);

/// The verdict on an answer that has open cells, if its filled cells break no rule.
pub(super) struct PartialVerdict {
    /// An answer that completes the open cells, or the reason why there is none. If the search was
    /// stopped, neither is known.
    completion: Decision<CheckedAnswer, CompletionFailure>,
    /// A wrong cell, with the easiest reason that a player could find. It is `None` if an answer
    /// completes the cells, if it is not known whether one does, or if no wrong cell was found in
    /// time.
    wrong: Option<Box<WrongMark>>,
}

impl PartialVerdict {
    /// Finds out whether the open cells of `partial` can be completed to an answer that obeys the
    /// rules; the answer need not be the best. If this is impossible, also searches a wrong cell
    /// with a reason, for at most [`MOST_TIME`]. Uses the first formulation of the family. The
    /// verdict is unknown if `stop` is reached first, if the model cannot be encoded, or if the
    /// formulation has one model for each value of the objective. Fails if the search for a
    /// completion fails, or if an answer does not pass its check. A failure of the search for a
    /// wrong cell is ignored.
    pub fn judge(
        family: &'static Family,
        opened: &OpenedProblem,
        partial: &PartialAnswer,
        stop: &Stop,
    ) -> Result<PartialVerdict, SearchError> {
        let stopped = stop.clone();
        let task =
            Task { stop: stopped, ..Task::new(opened.as_problem(), &family.formulations[0]) };
        let completion = search::judge(&task, partial)?;
        let wrong = match completion {
            Decision::Unsat(_) => wrong_mark(family, opened, partial, stop),
            Decision::Sat(_) | Decision::Unknown => None,
        };
        Ok(PartialVerdict { completion, wrong })
    }

    /// Returns whether it is proved that no answer agrees with all filled cells.
    pub fn is_stuck(&self) -> bool {
        matches!(self.completion, Decision::Unsat(_))
    }
}

/// Returns a wrong cell with the easiest reason, as in `quarrel hint`. Returns `None` in these
/// cases:
///
/// - No such cell is found in [`MOST_TIME`].
/// - The search fails or is stopped.
/// - No filled cell is wrong by itself.
/// - The problem or the answer has no board.
fn wrong_mark(
    family: &'static Family,
    opened: &OpenedProblem,
    partial: &PartialAnswer,
    stop: &Stop,
) -> Option<Box<WrongMark>> {
    let (puzzle, known) = (opened.as_puzzle()?, partial.board()?.clone());
    let limited_stop = stop.clone().with_limit(MOST_TIME);
    match advise(family, puzzle, Some(known), &Wish::with_steps(Some(1)), &limited_stop) {
        Err(AdviceError::Hint(HintError::Wrong(wrong))) => Some(wrong),
        _ => None,
    }
}

/// Returns the verdict as text. `open` says in words how many cells are open. The text begins with
/// these words, but not if it is known that no answer completes the cells. Then it has the fault,
/// the reason for a wrong cell if one was found, and the clash if it is known.
pub(super) fn to_text(opened: &OpenedProblem, verdict: &PartialVerdict, open: &str) -> String {
    match &verdict.completion {
        Decision::Sat(_) => format!("{open}, and the answer can be completed\n"),
        Decision::Unknown => {
            format!("{open}; whether the answer can be completed was not found out in time\n")
        }
        Decision::Unsat(CompletionFailure { fault, clash }) => {
            let found_clash = clash.as_ref();
            let clash_text =
                found_clash.map_or(String::new(), |clash| clash_lines(opened, clash, ""));
            let [.., reason] = verdict.wrong.as_ref().map_or(Default::default(), |wrong| {
                wrong.reason.stages.each_ref().map(|stage| format!("{stage}\n"))
            });
            format!("cannot be completed: {}\n{reason}{clash_text}", describe_fault(opened, fault))
        }
    }
}

/// Describes why no answer agrees with all filled cells. The fault is in the board, in a symbol, in
/// entries that are wrong by themselves, or in entries that are wrong together. [`list_entries`]
/// limits how many entries are listed.
fn describe_fault(opened: &OpenedProblem, fault: &Fault) -> String {
    match fault {
        Fault::Board => "the board has no answer".to_owned(),
        Fault::Symbol => "a cell has a symbol that it has in no answer".to_owned(),
        Fault::WrongEntries { entries, complete } => {
            let rest = if *complete { "" } else { "; not every cell was tested in time" };
            match &entries[..] {
                [_] => format!("no answer has {}{rest}", list_entries(opened, entries)),
                several => {
                    format!(
                        "no answer has any of these {}: {}{rest}",
                        several.len(),
                        list_entries(opened, several)
                    )
                }
            }
        }
        Fault::ConflictingEntries(entries) => {
            format!(
                "no answer has these {} together: {}",
                entries.len(),
                list_entries(opened, entries)
            )
        }
    }
}

/// Returns the verdict as JSON. `completable` is null if it is not known, for example after a stop.
/// Further keys have the reasons. They are present only if `completable` is false. `complete` is
/// false if not every cell was tested. `clash` and `wrong` are null if they are not known.
pub(super) fn to_json(verdict: &PartialVerdict) -> Value {
    let (fault, clash) = match &verdict.completion {
        Decision::Sat(_) => return json!({"completable": true}),
        Decision::Unknown => return json!({"completable": null}),
        Decision::Unsat(CompletionFailure { fault, clash }) => {
            (fault, clash.as_ref().map(json::clash))
        }
    };
    let (name, entries, complete) = match fault {
        Fault::Board => ("board", &[][..], true),
        Fault::Symbol => ("symbol", &[][..], true),
        Fault::WrongEntries { entries, complete } => ("alone", &entries[..], *complete),
        Fault::ConflictingEntries(entries) => ("together", &entries[..], true),
    };
    json!({
        "completable": false,
        "fault": name,
        "entries": entries.iter().map(json::entry).collect::<Value>(),
        "complete": complete,
        "clash": clash,
        "wrong": verdict.wrong.as_ref().map(|wrong| wrong.mark),
        "steps": verdict.wrong.iter().map(|wrong| json!(wrong.reason)).collect::<Value>(),
    })
}
