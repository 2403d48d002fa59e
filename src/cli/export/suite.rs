//! `quarrel export --suite`: writes a set of instances of puzzles, with their known results. The
//! puzzles range from easy ones to those whose optimum is not known. Each puzzle is written in
//! every requested combination of formulations and encodings.
//!
//! Each instance contains the command that writes this instance again. Impossible combinations are
//! left out and reported. An example is a shape along lines of the board for an objective without
//! such lines.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::super::grid_args::GridArgs;
use super::super::headings;
use super::super::numbers;
use super::super::output::Output;
use super::super::stderr::{bar_style, print_stderr, progress_bar};
use crate::cli::{Ending, Failure, Invocation, signals};
use crate::export::{self, FORMATS};
use crate::source::{Refusal, escape_invisible, format_count};
use crate::suite::{DiaryEntry, OmittedInstance, SuitePuzzle, SuiteTerms, SuiteWriter};

/// Write a set of instances: puzzles from easy to open, satisfiable and not, in each encoding
#[derive(Args)]
#[command(after_help = EXAMPLES, override_usage = "quarrel export --suite <DIR> [OPTIONS]")]
pub(in crate::cli) struct ExportSuite {
    /// The folder, which is new or empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    several: GridArgs,
    /// The formats of the formulas
    #[arg(long = "to", value_name = "FORMAT,...", value_delimiter = ',', default_values = ["cnf", "wcnf"], value_parser = PossibleValuesParser::new(FORMATS.iter().map(|row| row.name)), help_heading = headings::OUTPUT)]
    formats: Vec<String>,
    /// The number of scrambles of each formula, in addition to the original formula, in clausal
    /// formats
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = numbers::at_least::<0>, help_heading = headings::OUTPUT)]
    scrambles: u64,
    /// Conflicts that the search for a puzzle's result may use; a result that is then open is
    /// `unknown`
    #[arg(long, value_name = "N", default_value_t = 300_000, allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::LIMITS)]
    conflict_limit: u64,
    /// List each instance that is left out, with the reason; the manifest always does
    #[arg(short, long, help_heading = headings::OUTPUT)]
    verbose: bool,
}

/// The end of the help: examples, and the content of the folder.
const EXAMPLES: &str = "Examples:
  quarrel export --suite instances
  quarrel export --suite windows --family abbott-window --size 9,11,13 --card all --to cnf
  quarrel export --suite queens --family queens --boards boards/ --formulation all

For each puzzle the folder has an instance for the best known value, for the
next better one if the optimum is open, and for the first value that a search
proves to be out of reach. It also has a manifest of all, and a description for
competitions.";

impl ExportSuite {
    /// Writes the instances of all puzzles and their manifest, and prints a text for each puzzle.
    /// At the end, prints the number of instances, and the number of those that are left out. From
    /// the first puzzle on, signals request `stop`. If `stop` is reached, prints on standard error
    /// how many puzzles are done, writes no manifest, and returns `Stopped`. The same command then
    /// continues the work.
    ///
    /// Refuses options that give no puzzle or an invalid puzzle, and what `GridArgs::puzzles`
    /// refuses. Refuses a folder that has other contents, a finished set, or the set of another
    /// command. Fails if an instance cannot be made or written. If standard output is closed, the
    /// instances are still written before the error is returned.
    pub fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, ref typed, stop } = called;
        let puzzles = self.several.puzzles(families)?;
        if puzzles.is_empty() {
            let found = "a set of instances needs puzzles, but none of these families can be opened by a size";
            return Err(Refusal::new(found, "--family and --boards").into());
        }
        let puzzles = puzzles
            .into_iter()
            .map(SuitePuzzle::validate)
            .collect::<Result<Vec<SuitePuzzle>, _>>()?;
        let terms = SuiteTerms {
            conflicts: self.conflict_limit,
            formats: self.formats.iter().filter_map(|name| export::find_format(name)).collect(),
            scrambles: self.scrambles,
        };
        let command = typed.words.get(1..).unwrap_or_default();
        let mut suite = SuiteWriter::begin(&self.folder, terms, command, stop)?;
        signals::heed(stop);
        let mut output = Output::standard();
        // If the pipe for messages is closed, the instances are still written.
        let mut printed = Ok(());
        let style = bar_style("{spinner} {pos}/{len} puzzles {elapsed} {wide_msg}");
        let bar = progress_bar(puzzles.len(), style);
        let mut left_out = 0;
        for (number, puzzle) in puzzles.iter().enumerate() {
            bar.set_message(escape_invisible(&puzzle.name));
            let Some(done) = suite.write(puzzle)? else {
                bar.finish_and_clear();
                report_stop(number, puzzles.len(), &self.folder);
                return Ok(Ending::Stopped);
            };
            left_out += done.left_out.len();
            let description = self.describe(&done);
            bar.suspend(|| {
                printed = std::mem::replace(&mut printed, Ok(()))
                    .and_then(|()| output.print(&escape_invisible(&description)))
            });
            bar.inc(1);
        }
        bar.finish_and_clear();
        let written = suite.finish()?;
        printed?;
        let left_out = match left_out {
            0 => String::new(),
            1 => "; 1 is left out, and manifest.json has the reason".to_owned(),
            more => format!("; {more} are left out, and manifest.json has the reason of each"),
        };
        let folder = escape_invisible(&self.folder.display().to_string());
        output.print(&format!("{} in {folder}{left_out}\n", format_count(written, "instance")))?;
        Ok(Ending::Answered)
    }

    /// Returns the text about a finished puzzle. With `--verbose`, it also lists the combinations
    /// that were left out, with the reasons.
    fn describe(&self, done: &DiaryEntry) -> String {
        let mut text = done.said.clone();
        for OmittedInstance { command, reason, .. } in done.left_out.iter().filter(|_| self.verbose)
        {
            text += &format!("  without {command}: {reason}\n");
        }
        text
    }
}

/// Reports on standard error how many puzzles are finished, and how to continue.
fn report_stop(number: usize, puzzles: usize, folder: &Path) {
    print_stderr(&format!(
        "stopped with {number} of {puzzles} puzzles in {}; run the same command to go on\n",
        escape_invisible(&folder.display().to_string())
    ));
}
