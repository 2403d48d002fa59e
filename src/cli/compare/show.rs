//! `quarrel compare`: the summary in every form that is asked for.

use std::path::{Path, PathBuf};

use super::super::output::Output;
use super::{Compare, measurements};
use crate::cli::{Ending, Failure};
use crate::compare::plan::{Plan, Puzzle};
use crate::compare::record::Record;
use crate::compare::report::{html, latex, table, text};
use crate::compare::summary::{MEASURES, Summary};
use crate::family::Family;
use crate::source::Refusal;

impl Compare {
    /// Refuses to write onto a file that is read or that another output is written to.
    pub(super) fn look_over_files(&self) -> Result<(), Refusal> {
        let tables =
            self.csv.iter().flat_map(|path| table::TABLES.map(|(name, _)| beside(path, name)));
        let others = [&self.html, &self.measurements, &self.latex, &self.json];
        let written: Vec<PathBuf> =
            tables.chain(others.into_iter().flatten().cloned()).map(PathBuf::from).collect();
        let read = self.report.iter().chain(&self.pilot).chain(std::iter::once(&self.results));
        let read: Vec<&PathBuf> = read.collect();
        for (index, path) in written.iter().enumerate() {
            let found = if read.iter().any(|other| is_same(path, other)) {
                format!("{} has lines, and a report would be written over them", path.display())
            } else if written[..index].iter().any(|other| is_same(path, other)) {
                format!("two reports would be written to {}", path.display())
            } else {
                continue;
            };
            return Err(Refusal::new(found, "another name for the report"));
        }
        Ok(())
    }

    /// Refuses a measure that no pair of configurations tells, before anything is run.
    pub(super) fn look_over_measure(&self, plans: &[Plan]) -> Result<(), Refusal> {
        let puzzles = || plans.iter().flat_map(|plan| &plan.puzzles);
        let embedded = |puzzle: &Puzzle| {
            puzzle.configurations.iter().filter(|one| one.program.is_none()).count()
        };
        let is_outside = |puzzle: &Puzzle| embedded(puzzle) < puzzle.configurations.len();
        let is_told = !self.measure().is_of_the_embedded_solver();
        if is_told || puzzles().any(|puzzle| embedded(puzzle) > 1) || !puzzles().any(is_outside) {
            return Ok(());
        }
        Err(self.not_told(&[]))
    }

    fn not_told(&self, solvers: &[&str]) -> Refusal {
        let known = MEASURES.iter().filter(|row| !row.measure.is_of_the_embedded_solver());
        let names: Vec<&str> = known.map(|row| row.name).collect();
        let named = match solvers {
            [] => String::new(),
            named => format!(" ({})", named.join(", ")),
        };
        let found =
            format!("--measure {}, which another solver{named} does not tell", self.measure);
        Refusal::new(found, format!("--measure with one of {}", names.join(", ")))
    }

    /// Prints the summary, and writes it in the other forms that are asked for.
    pub(super) fn show(
        &self,
        families: &[&'static Family],
        records: &[Record],
    ) -> Result<Ending, Failure> {
        let summary = Summary::of(records, self.measure(), self.pool);
        if let Some(lacking) = summary.untold() {
            return Err(self.not_told(&lacking).into());
        }
        if let Some(path) = &self.html {
            let page = html::page(&summary, self.grid.as_deref());
            Output::open(Some(path))?.print(&page)?;
        }
        if let Some(path) = &self.measurements {
            Output::open(Some(path))?.print(&measurements::table(families, records)?)?;
        }
        if let Some(path) = &self.csv {
            for (name, form) in table::TABLES {
                Output::open(Some(&beside(path, name)))?.print(&form(&summary))?;
            }
        }
        if let Some(path) = &self.latex {
            Output::open(Some(path))?.print(&latex::tables(&summary))?;
        }
        if let Some(path) = &self.json {
            Output::open(Some(path))?.print(&table::in_json(&summary))?;
        }
        // Last, since a reader may close the pipe.
        Output::open(None)?.print(&text::summary(&summary))?;
        Ok(Ending::Answered)
    }
}

/// Whether two paths are of one file, as far as that is known before both are there.
fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// The path of a table that stands beside another one: `s-pairs.csv` for `s.csv`.
fn beside(path: &str, name: &str) -> String {
    if name.is_empty() {
        return path.to_owned();
    }
    let path = Path::new(path);
    let mut file = path.file_stem().unwrap_or_default().to_os_string();
    file.push(format!("-{name}"));
    if let Some(extension) = path.extension() {
        file.push(".");
        file.push(extension);
    }
    path.with_file_name(file).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_stand_beside_the_first() {
        assert_eq!(beside("a/s.csv", ""), "a/s.csv");
        assert_eq!(beside("a/s.csv", "pairs"), "a/s-pairs.csv");
        assert_eq!(beside("s", "runs"), "s-runs");
    }
}
