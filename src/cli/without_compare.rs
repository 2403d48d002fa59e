//! `quarrel compare` in a build without the feature `compare`.

use std::ffi::OsString;

use clap::Args;

use super::output::ReportForm;
use super::{Ending, Failure, Invocation, VerbArgs};
use crate::feature;
use crate::source::Refusal;
use crate::tasks::header::StoredComparison;
use crate::tasks::merge::MergedResults;
use crate::tasks::worker::Worker;
use crate::tasks::{Folder, Job};

/// Compare encodings and solvers over many runs (this build lacks the feature for it)
#[derive(Args)]
pub(super) struct Compare {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// Plan a comparison (this build lacks the feature for it)
#[derive(Args)]
pub(super) struct PlannedComparison {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// The failure of a comparison. It has no values, because this build makes no comparisons.
#[derive(thiserror::Error, Debug)]
pub(super) enum ComparisonError {}

impl VerbArgs for Compare {
    fn run(&self, _called: &Invocation) -> Result<Ending, Failure> {
        refused(&self.words)
    }
}

impl PlannedComparison {
    pub fn run(&self, _called: &Invocation) -> Result<Ending, Failure> {
        refused(&self.words)
    }
}

/// Refuses a command for comparisons, because this build lacks the feature. Never returns a value.
fn refused<T>(_words: &[OsString]) -> Result<T, Failure> {
    let found = feature::COMPARE.missing_error().to_string();
    Err(Refusal::new(found, "a build of quarrel with this feature").into())
}

/// Refuses to work on a comparison, because this build lacks the feature. Never calls the given
/// function.
pub(super) fn with_worker(
    _folder: &Folder,
    _compared: &StoredComparison,
    _tasks: &[Job],
    _work: impl FnOnce(&mut dyn Worker) -> Result<Ending, Failure>,
) -> Result<Ending, Failure> {
    refused(&[])
}

/// Returns the state of the tasks of a planned comparison. In this build, no attempt is judged by
/// its runs: attempts with any runs are accepted. Fails if the results cannot be read, or
/// contradict each other.
pub(super) fn merge_comparison(
    folder: &Folder,
    _compared: &StoredComparison,
    tasks: &[Job],
) -> Result<MergedResults, Failure> {
    Ok(MergedResults::read(folder, tasks, None, None)?)
}

/// Refuses to report the results of a comparison, because this build lacks the feature.
pub(super) fn write_merged(
    _folder: &Folder,
    _merged: &MergedResults,
    _form: ReportForm,
) -> Result<Ending, Failure> {
    refused(&[])
}

pub(super) fn ending(error: &ComparisonError) -> Ending {
    match *error {}
}

pub(super) fn planned_grammar(verb: clap::Command) -> clap::Command {
    verb
}

#[cfg(test)]
mod tests {
    use super::super::{CommandLine, TypedWords};
    use super::*;
    use crate::feature::{COMPRESS, Feature, LP, PNG, RECORDS};
    use crate::puzzles::FAMILIES;
    use crate::stop::Stop;

    fn refused_for(line: &str) -> String {
        let words = shlex::split(line).expect("words").into_iter().map(OsString::from).collect();
        let typed = TypedWords { words: Vec::new(), defaults: Vec::new() };
        let read = CommandLine::read_with_family(FAMILIES, words);
        let called = Invocation { families: FAMILIES, typed, stop: &Stop::unlimited() };
        let ran = read.and_then(|line| line.cli.verb.args().run(&called));
        match ran {
            Err(failure) if failure.ending() == Ending::Refused => failure.to_string(),
            Err(failure) => format!("not refused: {failure}"),
            Ok(ending) => format!("not refused: {ending:?}"),
        }
    }

    #[test]
    fn what_this_build_lacks_is_refused_by_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let packed = path("packed.opb");
        std::fs::write(&packed, [0x1f, 0x8b, 8, 0]).expect("a file");
        let lines: [(Feature, String); 12] = [
            (feature::COMPARE, "compare gunport --size 4".to_owned()),
            (feature::COMPARE, format!("plan compare {} gunport", path("plan"))),
            (COMPRESS, format!("solve model {packed}")),
            (
                COMPRESS,
                format!("export gunport --size 4 --bound 8 --to cnf -o {}", path("a.cnf.gz")),
            ),
            (
                COMPRESS,
                format!("plan cubes gunport --size 4 --bound 8 --proof -o {}", path("cubes")),
            ),
            (PNG, format!("solve gunport --size 4 -o {}", path("a.png"))),
            (PNG, "show gunport --size 4 --format png".to_owned()),
            (LP, "solve gunport --size 4 --deduce dual".to_owned()),
            (LP, "solve gunport --size 4 --deduce fixed+dual".to_owned()),
            (RECORDS, "solve armies --size 4 --search cubes".to_owned()),
            (RECORDS, "solve gunport --size 4 --cuts rows+cliques".to_owned()),
            (
                if RECORDS.is_built() { LP } else { RECORDS },
                "solve abbott-window --size 5 --search line-sums".to_owned(),
            ),
        ];
        let told = lines
            .iter()
            .filter(|(feature, _)| !feature.is_built())
            .map(|(feature, line)| (feature, refused_for(&format!("quarrel {line}"))));
        let others: Vec<_> = told
            .filter(|(feature, told)| !told.contains(&format!("the feature `{feature}`")))
            .collect();
        assert!(others.is_empty(), "{others:#?}");
        let files = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(files, 1, "what is refused leaves no file");
    }
}
