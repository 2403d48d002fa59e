//! What a comparison has come to: its lines in one file, and their summary.

use std::io::Write;

use super::progress;
use crate::cli::output::Output;
use crate::cli::{Ending, Failure, shell};
use crate::compare::claims::Claims;
use crate::compare::record::Record;
use crate::compare::report::{html, text};
use crate::compare::summary::{Measure, Summary};
use crate::draft::Draft;
use crate::source::visible;
use crate::tasks::Folder;
use crate::tasks::merge::Merged;

/// The file of all lines, as `quarrel compare` writes it.
const LINES: &str = "comparison.jsonl";
/// The report.
const PAGE: &str = "comparison.html";

/// Writes the lines and the report, and says how far it is.
pub(super) fn tell(folder: &Folder, merged: &Merged) -> Result<Ending, Failure> {
    let failed = |error| Failure::Results { folder: folder.path().to_owned(), error };
    let records = merged.records().map_err(failed)?;
    Claims::of(&records)?;
    let lines = lines(&records);
    let mut output = Output::standard();
    let mut head = progress(folder, merged);
    if !records.is_empty() {
        let summary = Summary::of(&records, Measure::Cpu, false);
        write(folder, LINES, &lines)?;
        write(folder, PAGE, &html::page(&summary, None))?;
        let (lines, page) = (folder.file(LINES), folder.file(PAGE));
        head += &format!(
            "lines: {}\nreport: {}; others with quarrel compare --report {}\n",
            lines.display(),
            page.display(),
            shell::path(&lines)
        );
        output.print(&visible(&head))?;
        output.print(&text::summary(&summary))?;
    } else {
        output.print(&visible(&head))?;
    }
    Ok(if merged.open().is_empty() { Ending::Answered } else { Ending::Stopped })
}

fn lines(records: &[Record]) -> String {
    let line = |record| serde_json::to_string(record).expect("a record has a form in JSON") + "\n";
    records.iter().map(line).collect()
}

fn write(folder: &Folder, name: &str, text: &str) -> Result<(), Failure> {
    let path = folder.file(name);
    let written = Draft::of(&path).and_then(|mut draft| {
        draft.write_all(text.as_bytes())?;
        draft.keep()
    });
    written.map_err(|error| Failure::Output(path.display().to_string(), error))
}
