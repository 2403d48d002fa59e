//! What a question in pieces has come to, and its next round.

use serde_json::{Map, Value, json};

use super::{progress, progress_in_json};
use crate::cli::output::{Output, ReportForm};
use crate::cli::{Ending, Failure, TypedWords, shell};
use crate::question::Posed;
use crate::search::{self, Pieces};
use crate::source::{counted, visible};
use crate::stop::Stop;
use crate::tasks::merge::{Merged, PlanVerdict};
use crate::tasks::{Folder, InPieces, Job, Work};

/// Says how far a question is, and what it came to.
pub(super) fn tell(
    folder: &Folder,
    posed: &Posed,
    tasks: &[Job],
    merged: &Merged,
    form: ReportForm,
) -> Result<Ending, Failure> {
    let failed = |error| Failure::Results { folder: folder.path().to_owned(), error };
    let verdict = merged.verdict(tasks, posed).map_err(failed)?;
    let (said, ending) = in_words(&verdict, posed);
    let head = posed.family.title(posed.problem());
    let text = match form {
        ReportForm::Text => visible(&format!("{head}: {said}\n{}", progress(folder, merged))),
        ReportForm::Json => {
            let mut said = progress_in_json(folder, merged);
            said.extend(in_json(&verdict, &head, posed));
            format!("{:#}\n", Value::Object(said))
        }
    };
    Output::standard().print(&text)?;
    Ok(ending)
}

/// The verdict in JSON.
fn in_json(verdict: &PlanVerdict, title: &str, posed: &Posed) -> Map<String, Value> {
    let (name, answer, value, uncovered) = match verdict {
        PlanVerdict::Reached { rows, value } => ("reached", Some(rows), *value, None),
        PlanVerdict::Refuted => ("refuted", None, None, None),
        PlanVerdict::Open => ("open", None, None, None),
        PlanVerdict::NotCovered { task } => ("not-covered", None, None, *task),
    };
    let told = |value| posed.scale().of(value);
    let keys = [
        ("question", json!(title)),
        ("objective", json!(posed.problem().goal().map(|goal| goal.name))),
        ("bound", json!(posed.bound.map(told))),
        ("verdict", json!(name)),
        ("answer", json!(answer)),
        ("value", json!(value.map(told))),
        ("uncovered_task", json!(uncovered)),
    ];
    keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn in_words(verdict: &PlanVerdict, posed: &Posed) -> (String, Ending) {
    let with = posed.asked_value().map_or(String::new(), |value| format!(" with {value}"));
    match verdict {
        PlanVerdict::Reached { rows, value } => {
            let told = |value| posed.problem().told(value);
            let value = value.map_or(String::new(), |value| format!(" of value {}", told(value)));
            (format!("there is an answer{value}\n{}", rows.join("\n")), Ending::Answered)
        }
        PlanVerdict::Refuted => (format!("refuted, there is no answer{with}"), Ending::Denied),
        PlanVerdict::Open => {
            (format!("open, nobody knows whether there is an answer{with}"), Ending::Stopped)
        }
        PlanVerdict::NotCovered { task } => {
            let what = match task {
                Some(task) => format!("task {task}"),
                None => "the question".to_owned(),
            };
            let said = format!("every task is refuted, and together they do not cover {what}");
            (said, Ending::Broken)
        }
    }
}

/// How tasks are cut further.
pub(super) struct Cut<'a> {
    /// Into how many each is cut.
    pub number: u64,
    /// Whether a proof is to come of them.
    pub proof: bool,
    /// The command line.
    pub told: &'a TypedWords,
    /// When to stop.
    pub stop: &'a Stop,
    /// The form of what is said.
    pub form: ReportForm,
}

impl Cut<'_> {
    /// Cuts what ran into a limit, as the next round of the plan.
    pub fn split(
        &self,
        folder: &mut Folder,
        posed: &Posed,
        tasks: &[Job],
        merged: &Merged,
    ) -> Result<Ending, Failure> {
        let conflicts = folder.header().limits.conflicts;
        let question = search::Task { conflicts, ..InPieces::task(posed, self.proof, self.stop)? };
        let pieces = Pieces::of(&question)?;
        let mut cutter = pieces.cutter(self.stop);
        let mut without_runs = None;
        let mut work = Vec::new();
        let mut cut = 0_u64;
        let at_limit = merged.at_limit();
        for &task in &at_limit {
            let piece = usize::try_from(task).ok().and_then(|task| tasks.get(task)?.work.piece());
            let Some(piece) = piece else { continue };
            let mut parts = cutter.divide(piece, self.number);
            if parts.pieces.len() < 2 {
                // A short run has decided it, and a worker with its limit has not.
                let cutter =
                    without_runs.get_or_insert_with(|| pieces.cutter_without_runs(self.stop));
                parts = cutter.divide(piece, self.number);
            }
            if self.stop.reached() {
                return Ok(Ending::Stopped);
            }
            // What propagation refutes is listed again, and the next worker refutes it so.
            if parts.pieces.len() > 1 || !parts.is_open {
                cut += 1;
                work.extend(parts.pieces.into_iter().map(|part| (task, Work::Piece(part))));
            }
        }
        let mut output = Output::standard();
        if self.form == ReportForm::Json {
            let said = json!({ "cut": cut, "parts": work.len(), "at_limit": at_limit.len() });
            if !work.is_empty() {
                folder.add_round(&self.told.words.join(" "), work, cutter.learnt())?;
            }
            output.print(&format!("{said:#}\n"))?;
            return Ok(Ending::Answered);
        }
        if work.is_empty() {
            output.print(match at_limit.len() {
                0 => "no task has run into its limit\n",
                _ => {
                    "no task at its limit can be cut further; a new plan may have a larger limit\n"
                }
            })?;
            return Ok(Ending::Answered);
        }
        let parts = work.len();
        folder.add_round(&self.told.words.join(" "), work, cutter.learnt())?;
        let path = shell::path(folder.path());
        let then = format!(
            "{} cut into {parts}; deal them out with quarrel merge {path} --todo\n",
            counted(cut, "task")
        );
        output.print(&visible(&then))?;
        Ok(Ending::Answered)
    }
}
