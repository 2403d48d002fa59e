//! `quarrel merge` for a comparison: its records in one file, and their summary.

use serde_json::Value;

use super::{progress, progress_to_json};
use crate::cli::output::{Output, OutputTarget, ReportForm, deliver, pretty_json};
use crate::cli::{Ending, Failure, shell};
use crate::compare::blocks::Blocks;
use crate::compare::claims::Claims;
use crate::compare::judge::BlockJudge;
use crate::compare::report::html;
use crate::compare::report::text::{self, Detail};
use crate::compare::summary::{Measure, Summary};
use crate::record::Record;
use crate::source::escape_invisible;
use crate::tasks::header::StoredComparison;
use crate::tasks::merge::MergedResults;
use crate::tasks::{Folder, Job};

/// The file with all records, in the folder of the plan.
const LINES: &str = "comparison.jsonl";
/// The file with the report, in the folder of the plan.
const PAGE: &str = "comparison.html";

/// Reads the results of the `tasks`, and checks the runs in them. `tasks` must be all tasks of a
/// planned comparison. Fails if the planned blocks or a file of results cannot be read, or if files
/// contradict each other.
pub(super) fn merge_comparison(
    folder: &Folder,
    compared: &StoredComparison,
    tasks: &[Job],
) -> Result<MergedResults, Failure> {
    let blocks = Blocks::from_stored(compared)?;
    let judge = BlockJudge::new(folder, &blocks, tasks);
    Ok(MergedResults::read(folder, tasks, None, Some(&judge))?)
}

/// Writes all records and the report into the folder of the plan. Prints the state of the plan and
/// the paths of the two files. Text also has a summary; JSON has the number of runs instead. If no
/// run is made yet, writes no file and prints only the state. In JSON, the paths are then null.
/// Replaces older files of the same names. Returns `Stopped` if tasks are open, otherwise
/// `Answered`. If runs contradict each other, fails before a file is written. Also fails if an
/// output cannot be written.
pub(super) fn write_merged(
    folder: &Folder,
    merged: &MergedResults,
    form: ReportForm,
) -> Result<Ending, Failure> {
    let records = merged.records()?;
    Claims::from_records(&records)?;
    let mut output = Output::standard();
    let summary =
        (!records.is_empty()).then(|| Summary::from_records(&records, Measure::Cpu, false));
    let written = summary
        .as_ref()
        .map(|summary| -> Result<_, Failure> {
            let files = [LINES, PAGE].map(|name| OutputTarget::File(folder.file_path(name)));
            deliver(&files[0], record_lines(&records))?;
            deliver(&files[1], html::page(summary, None))?;
            Ok([LINES, PAGE].map(|name| folder.file_path(name)))
        })
        .transpose()?;
    match form {
        ReportForm::Text => {
            let files = written.map_or(String::new(), |[lines, page]| {
                format!(
                    "results: {}\nreport: {}; for other reports, run quarrel compare --report {}\n",
                    lines.display(),
                    page.display(),
                    shell::path(&lines)
                )
            });
            output.print(&escape_invisible(&(progress(folder, merged) + &files)))?;
            if let Some(summary) = summary {
                output.print(&text::summary(&summary, Detail::Ranking))?;
            }
        }
        ReportForm::Json => {
            let [lines, page] = written
                .map_or([None, None], |files| files.map(|file| Some(file.display().to_string())));
            let mut object = progress_to_json(folder, merged);
            object.insert("runs".to_owned(), records.len().into());
            object.insert("lines".to_owned(), lines.into());
            object.insert("report".to_owned(), page.into());
            output.print(&pretty_json(&Value::Object(object)))?;
        }
    }
    Ok(if merged.open_tasks().is_empty() { Ending::Answered } else { Ending::Stopped })
}

/// Returns the records in the format of a file of results: a JSON object in each line.
fn record_lines(records: &[Record]) -> String {
    records
        .iter()
        .map(|record| serde_json::to_string(record).expect("a record has a form in JSON") + "\n")
        .collect()
}
