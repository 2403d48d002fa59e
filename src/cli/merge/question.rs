//! The verdict on a planned question from the results of its tasks, and the report on tasks that
//! were split into smaller ones.

use serde_json::{Map, Value, json};

use super::{progress, progress_to_json};
use crate::cli::output::{Output, ReportForm, pretty_json};
use crate::cli::{Ending, Failure, shell};
use crate::question::PosedQuestion;
use crate::source::{escape_invisible, format_count};
use crate::tasks::merge::{MergedResults, PlanVerdict};
use crate::tasks::{Folder, Job, SplitRound};

/// Prints the verdict on a planned question and the state of its plan. Returns the ending that the
/// verdict means (see [`describe`]). `tasks` are all tasks of the plan, sorted by index. `merged`
/// must have been read with `posed`. Fails if the file of an answer cannot be read, or if standard
/// output cannot be written.
pub(super) fn print_verdict(
    folder: &Folder,
    posed: &PosedQuestion,
    tasks: &[Job],
    merged: &MergedResults,
    form: ReportForm,
) -> Result<Ending, Failure> {
    let verdict = merged.verdict(tasks, posed)?;
    let (verdict_text, ending) = describe(&verdict, posed);
    let head = posed.family.title(posed.problem());
    let text = match form {
        ReportForm::Text => {
            escape_invisible(&format!("{head}: {verdict_text}\n{}", progress(folder, merged)))
        }
        ReportForm::Json => {
            let mut object = progress_to_json(folder, merged);
            object.extend(to_json(&verdict, &head, posed));
            pretty_json(&Value::Object(object))
        }
    };
    Output::standard().print(&text)?;
    Ok(ending)
}

/// Returns a verdict as keys of JSON with their values. A value that does not concern this verdict
/// is null. The bound and the value are in units of the problem. `title` is the title of the
/// question.
fn to_json(verdict: &PlanVerdict, title: &str, posed: &PosedQuestion) -> Map<String, Value> {
    let (name, answer, value, uncovered) = match verdict {
        PlanVerdict::Reached(answer) => {
            ("reached", Some(posed.problem().rows(answer.answer())), answer.value(), None)
        }
        PlanVerdict::Refuted => ("refuted", None, None, None),
        PlanVerdict::Open => ("open", None, None, None),
        PlanVerdict::NotCovered { task } => ("not-covered", None, None, *task),
    };
    let scaled = |value| posed.scale().to_number(value);
    let keys = [
        ("question", json!(title)),
        ("objective", json!(posed.problem().goal().map(|goal| goal.name))),
        ("bound", json!(posed.bound.map(scaled))),
        ("verdict", json!(name)),
        ("answer", json!(answer)),
        ("value", json!(value.map(scaled))),
        ("uncovered_task", json!(uncovered)),
    ];
    keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Returns a verdict in words, with the rows of an answer if there is one. Also returns the ending
/// that the verdict means: `Answered` for an answer, `Denied` if there is none, `Stopped` if tasks
/// are open, and `Broken` if the refuted tasks do not cover the question.
fn describe(verdict: &PlanVerdict, posed: &PosedQuestion) -> (String, Ending) {
    let with = posed.asked_value().map_or(String::new(), |value| format!(" with {value}"));
    match verdict {
        PlanVerdict::Reached(answer) => {
            let problem = posed.problem();
            let value =
                answer.value().map(|value| format!(" of value {}", problem.format_value(value)));
            let rows = problem.rows(answer.answer()).join("\n");
            let text = format!("there is an answer{}\n{rows}", value.unwrap_or_default());
            (text, Ending::Answered)
        }
        PlanVerdict::Refuted => (format!("refuted, so there is no answer{with}"), Ending::Denied),
        PlanVerdict::Open => (
            format!("open, since it is not known whether there is an answer{with}"),
            Ending::Stopped,
        ),
        PlanVerdict::NotCovered { task } => {
            let what = match task {
                Some(task) => format!("task {task}"),
                None => "the question".to_owned(),
            };
            let text = format!("every task is refuted, but together they do not cover {what}");
            (text, Ending::Broken)
        }
    }
}

/// Prints how many tasks were split and into how many parts. If no task was split, prints the
/// reason: none has run into its limit, or none of those at their limit can be cut further. JSON
/// has the three numbers. Returns `Answered` in each case. Fails only if standard output cannot be
/// written.
pub(super) fn print_split(
    folder: &Folder,
    round: SplitRound,
    form: ReportForm,
) -> Result<Ending, Failure> {
    let SplitRound { at_limit, cut, parts } = round;
    let text = match (form, parts, at_limit) {
        (ReportForm::Json, ..) => {
            pretty_json(&json!({ "cut": cut, "parts": parts, "at_limit": at_limit }))
        }
        (_, 0, 0) => "no task has run into its limit\n".to_owned(),
        (_, 0, _) => {
            "no task at its limit can be cut further; make a new plan with a larger limit\n"
                .to_owned()
        }
        _ => escape_invisible(&format!(
            "{} cut into {parts}; list them with quarrel merge {} --todo\n",
            format_count(cut, "task"),
            shell::path(folder.path())
        )),
    };
    Output::standard().print(&text)?;
    Ok(Ending::Answered)
}
