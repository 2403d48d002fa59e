//! `quarrel compare`: the summary of a comparison in every requested form.

use std::path::{Path, PathBuf};

use super::super::output::{self, Output, OutputTarget, deliver};
use super::Compare;
use crate::cli::{Ending, Failure, board, note};
use crate::compare::measurements;
use crate::compare::plan::{Instance, Plan};
use crate::compare::report::text::{self, Detail};
use crate::compare::report::{figures, html, latex, table};
use crate::compare::summary::{MEASURES, Measure, Summary};
use crate::draft;
use crate::family::{Family, files};
use crate::record::Record;
use crate::source::Refusal;

impl Compare {
    /// Refuses outputs (reports and plots) that would overwrite an input or another output, or that
    /// cannot be written. Also refuses several reports on standard output. The inputs are the files
    /// of `--report`, `--pilot`, `--results` and `--grid`; `validate_boards` does the same for
    /// boards. Also refuses `--csv -`, since standard output cannot take several tables, and a
    /// folder of plots that `validate_figures` refuses.
    pub(super) fn validate_files(&self) -> Result<(), Refusal> {
        if self.csv == Some(OutputTarget::Standard) {
            let found = "--csv writes four tables, but standard output can hold only one";
            return Err(Refusal::new(
                found,
                "the name of a file, next to which the other tables are written",
            ));
        }
        let read: Vec<&Path> = self
            .report
            .iter()
            .chain(&self.pilot)
            .chain(std::iter::once(&self.results))
            .map(PathBuf::as_path)
            .chain(self.grid.iter().map(Path::new))
            .collect();
        let written = self.report_targets();
        let targets: Vec<(&str, &OutputTarget)> =
            written.iter().map(|(option, target)| (*option, target)).collect();
        output::validate(&targets, &read)?;
        output::validate_writable(&targets)?;
        let others =
            targets.iter().filter_map(|(_, target)| target.path()).chain(read).collect::<Vec<_>>();
        self.validate_figures(&others)
    }

    /// Returns the targets of the requested reports, each with its option. The tables of `--csv`
    /// come first, each with an entry of its own. The folder of plots is not included.
    fn report_targets(&self) -> Vec<(&'static str, OutputTarget)> {
        let others = [
            ("--html", &self.html),
            ("--measurements", &self.measurements),
            ("--latex", &self.latex),
            ("--json", &self.json),
        ];
        self.tables()
            .into_iter()
            .map(|(target, _)| ("--csv", target))
            .chain(
                others.into_iter().filter_map(|(option, target)| Some((option, target.clone()?))),
            )
            .collect()
    }

    /// Refuses the folder of `--figures` if a plot in it would overwrite one of `others`. These are
    /// the paths of inputs, boards or other outputs. Also refuses the folder if it already has a
    /// file with the name of a plot that is no plot of quarrel. Accepts a folder that does not
    /// exist yet or cannot be read. Does nothing without `--figures`.
    fn validate_figures(&self, others: &[&Path]) -> Result<(), Refusal> {
        let Some(folder) = &self.figures else { return Ok(()) };
        let has_name = |path: &Path| {
            path.file_name().and_then(|name| name.to_str()).is_some_and(figures::is_plot_name)
        };
        let mut known: Vec<PathBuf> =
            folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        known.sort();
        let is_plot = |path: &Path| {
            path.is_file()
                && std::fs::read_to_string(path).is_ok_and(|text| figures::is_plot(&text))
        };
        let foreign =
            known.iter().map(PathBuf::as_path).find(|path| has_name(path) && !is_plot(path));
        let other =
            others.iter().copied().find(|path| has_name(path) && draft::is_in_folder(path, folder));
        let Some(path) = foreign.or(other) else { return Ok(()) };
        let found =
            format!("--figures could overwrite {}, which is not one of its plots", path.display());
        Err(Refusal::new(found, "another folder for the plots"))
    }

    /// Refuses outputs (reports, plots and the file of results) that would overwrite a board. Also
    /// refuses outputs in a folder of boards, because the same command would read these outputs as
    /// boards when it is started again. `boards` are paths of boards and of folders with boards.
    /// Fails if such a folder is unreadable or has no visible file, or if a path is not UTF-8.
    pub(super) fn validate_boards(&self, boards: &[PathBuf]) -> Result<(), Refusal> {
        let mut written = self.report_targets();
        written.push(("--results", OutputTarget::File(self.results.clone())));
        let targets: Vec<(&str, &OutputTarget)> =
            written.iter().map(|(option, target)| (*option, target)).collect();
        for path in boards {
            let files = files::files(path)?;
            let file_paths: Vec<&Path> = files.iter().map(Path::new).collect();
            for one in &targets {
                output::validate(&[*one], &file_paths)?;
            }
            self.validate_figures(&file_paths)?;
            let plot = self.figures.as_ref().map(|folder| folder.join("solved.svg"));
            if let Some((option, file)) = targets
                .iter()
                .filter_map(|(option, target)| Some((*option, target.path()?)))
                .chain(plot.iter().map(|plot| ("--figures", plot.as_path())))
                .find(|(_, file)| board::folder_includes(path, file))
            {
                let found = format!("{option} would write {}, but ", file.display());
                let found = found + &format!("every file in {} is read as a board", path.display());
                return Err(Refusal::new(found, "a place outside the folder of the boards"));
            }
        }
        Ok(())
    }

    /// Returns the files for the CSV tables, each with the function that makes the text of its
    /// table. The list is empty if `--csv` names no file.
    fn tables(&self) -> Vec<(OutputTarget, table::TableFormatter)> {
        let Some(OutputTarget::File(path)) = &self.csv else { return Vec::new() };
        table::TABLES
            .map(|(name, form)| (OutputTarget::File(table_path(path, name)), form))
            .to_vec()
    }

    /// Refuses plans whose configurations the requested measure cannot compare. This is so if three
    /// conditions hold: external solvers do not report the measure, the plans have external
    /// solvers, and no puzzle has two configurations with the embedded solver. Accepts all plans if
    /// no measure is requested, since the results then determine the measure.
    pub(super) fn validate_measure(&self, plans: &[Plan]) -> Result<(), Refusal> {
        let puzzles = || plans.iter().flat_map(|plan| &plan.instances);
        let embedded = |puzzle: &Instance| {
            puzzle.configurations.iter().filter(|one| one.program.is_none()).count()
        };
        let is_reported = !self.measure().is_some_and(Measure::is_embedded_only);
        if is_reported
            || puzzles().any(|puzzle| embedded(puzzle) > 1)
            || !puzzles().any(|puzzle| embedded(puzzle) < puzzle.configurations.len())
        {
            return Ok(());
        }
        Err(Compare::unreported_measure(self.measure().unwrap_or(Measure::Cpu), &[]))
    }

    /// Returns the refusal of a measure that external solvers do not report. `solvers` are the
    /// names of these solvers; the list is empty if they are not known.
    fn unreported_measure(measure: Measure, solvers: &[&str]) -> Refusal {
        let names: Vec<&str> = MEASURES
            .iter()
            .filter(|row| !row.measure.is_embedded_only())
            .map(|row| row.name)
            .collect();
        let named = match solvers {
            [] => String::new(),
            named => format!(" ({})", named.join(", ")),
        };
        let found = format!(
            "--measure {}, which external solvers{named} do not report",
            measure.row().name
        );
        Refusal::new(found, format!("--measure with one of {}", names.join(", ")))
    }

    /// Writes the requested reports and plots of `records`. If no report goes to standard output,
    /// also prints a summary. With `--findings`, the summary has the finding of each pair. Creates
    /// the folder for plots if it does not exist. A measure other than CPU time can be chosen
    /// because no measure is requested and the runs were short. Then a note about this choice is
    /// printed on standard error. Refuses a measure that a solver in the records does not report.
    /// All refusals come before the first file is written. Fails if a report cannot be made or an
    /// output cannot be written; outputs that are already written stay. Otherwise, returns
    /// `Answered`.
    pub(super) fn show(
        &self,
        families: &[&'static Family],
        records: &[Record],
    ) -> Result<Ending, Failure> {
        let measure = self.measure().unwrap_or_else(|| Measure::default_for(records));
        if measure != Measure::Cpu && self.measure.is_none() {
            note(&format!(
                "most runs took less than 20 ms, most of which is the start of the process, so {} is compared; \
                 --measure cpu compares whole processes",
                measure.noun()
            ));
        }
        let summary = Summary::from_records(records, measure, self.pool);
        if let Some(lacking) = summary.unreporting_solvers() {
            return Err(Compare::unreported_measure(measure, &lacking).into());
        }
        // All refusals come before the first file is written.
        let reports = self.reports(families, records, &summary)?;
        for (target, report) in &reports {
            deliver(target, report)?;
        }
        if let Some(folder) = &self.figures {
            std::fs::create_dir_all(folder)
                .map_err(|error| OutputTarget::File(folder.clone()).write_failure(error))?;
            for (name, svg) in figures::draw_all(&summary) {
                deliver(&OutputTarget::File(folder.join(name)), &svg)?;
            }
        }
        if reports.iter().all(|(target, _)| *target != OutputTarget::Standard) {
            // The text comes last, because a reader of standard output can close the pipe early.
            let detail = if self.findings { Detail::Findings } else { Detail::Ranking };
            let mut output = Output::standard();
            output.print(&text::summary(&summary, detail))?;
            if detail == Detail::Ranking && summary.sections.iter().any(|one| !one.pairs.is_empty())
            {
                output
                    .print("--findings prints the finding of each pair; --html FILE draws it\n")?;
            }
        }
        Ok(Ending::Answered)
    }

    /// Returns the texts of the requested reports, each with its target: HTML, measurements, LaTeX,
    /// JSON, and then the tables of `--csv`. Writes nothing. Fails if the table of measurements
    /// cannot be made from the records.
    fn reports(
        &self,
        families: &[&'static Family],
        records: &[Record],
        summary: &Summary,
    ) -> Result<Vec<(OutputTarget, String)>, Failure> {
        let mut reports = Vec::new();
        let mut add = |target: &Option<OutputTarget>,
                       report: &dyn Fn() -> Result<String, Failure>| {
            let Some(target) = target else { return Ok(()) };
            reports.push((target.clone(), report()?));
            Ok::<(), Failure>(())
        };
        add(&self.html, &|| Ok(html::page(summary, self.grid.as_deref())))?;
        add(&self.measurements, &|| Ok(measurements::table(families, records)?))?;
        add(&self.latex, &|| Ok(latex::tables(summary)))?;
        add(&self.json, &|| Ok(table::to_json(summary)))?;
        reports.extend(self.tables().into_iter().map(|(target, form)| (target, form(summary))));
        Ok(reports)
    }
}

/// Adds the name of a table to the file's name, before its ending: `s.csv` and `pairs` become
/// `s-pairs.csv`. Without an ending, the name comes last. An empty `name` leaves `path` unchanged.
fn table_path(path: &Path, name: &str) -> PathBuf {
    if name.is_empty() {
        return path.to_owned();
    }
    let mut file = path.file_stem().unwrap_or_default().to_os_string();
    file.push(format!("-{name}"));
    if let Some(extension) = path.extension() {
        file.push(".");
        file.push(extension);
    }
    path.with_file_name(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_stand_beside_the_first() {
        let beside = |path: &str, name: &str| table_path(Path::new(path), name);
        assert_eq!(beside("a/s.csv", ""), Path::new("a/s.csv"));
        assert_eq!(beside("a/s.csv", "pairs"), Path::new("a/s-pairs.csv"));
        assert_eq!(beside("s", "runs"), Path::new("s-runs"));
    }
}
