//! `quarrel generate`: makes boards with exactly one answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::board::{BoardTerms, VariantArg};
use super::drawing;
use super::headings;
use super::numbers;
use super::output::{self, Output, OutputTarget, deliver, json_line, pretty_json};
use super::sheets::{self, PlayFormat};
use super::solve::text::describe_stop;
use super::stderr::{bar_style, print_stderr, progress_bar};
use super::{Ending, Failure, Invocation, VerbArgs, find_family, note, signals};
use crate::board::Size;
use crate::family::Family;
use crate::generate::{Grading, NextBoard, Series, Tally};
use crate::hint::Oracle;
use crate::page::SheetData;
use crate::report::StopReason;
use crate::solver;
use crate::source::format_count;
use crate::stop::Stop;

use shown::ShownBoard;

mod shown;

/// Make boards with exactly one answer
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct GenerateVerb {
    /// The family (`quarrel families` explains each)
    pub family: String,
    /// The size of the boards: N, or RxC; by default a usual one
    #[arg(long, value_name = "N|RxC", allow_negative_numbers = true, help_heading = headings::PUZZLE)]
    size: Option<Size>,
    /// A variant of the rules; may be given several times
    #[arg(long = "variant", value_name = "NAME[=V]", value_parser = VariantArg::parse, help_heading = headings::PUZZLE)]
    variants: Vec<VariantArg>,
    /// For queens: K in each row, column and region, as with --variant stars=K
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::PUZZLE)]
    stars: Option<u64>,
    /// For three-in-a-row: no two equal rows or columns, as with --variant distinct-lines
    #[arg(long, help_heading = headings::PUZZLE)]
    distinct_lines: bool,
    /// For three-in-a-row: signs between cells, = and ×, as in Tango
    #[arg(long, help_heading = headings::PUZZLE)]
    signs: bool,
    /// Only boards of this level, such as easy or hard; `quarrel hint --grade` tells that of a
    /// board
    #[arg(long, value_name = "LEVEL", help_heading = headings::QUESTION)]
    difficulty: Option<String>,
    /// The number of boards, all different
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::QUESTION)]
    count: u64,
    /// The seed of the first board; the next boards have the next seeds. By default a random one.
    ///
    /// The same seed and options make the same board.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::at_least::<0>, help_heading = headings::QUESTION)]
    seed: Option<u64>,
    /// Do not grade the boards: grading a large one takes longer than making it
    #[arg(long, conflicts_with = "difficulty", help_heading = headings::OUTPUT)]
    no_grade: bool,
    /// Format of the boards; by default from the ending of the -o file, else text
    #[arg(long, value_name = "FORMAT", help_heading = headings::OUTPUT)]
    format: Option<PlayFormat>,
    /// Write to a file, or to a folder with a file for each board; `-` is standard output.
    ///
    /// A new name without an ending is a folder.
    #[arg(short, long, value_name = "FILE|DIR", default_value = "-", hide_default_value = true, help_heading = headings::OUTPUT)]
    output: OutputTarget,
    /// Stop after this number of boards in a row that are not wanted
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = numbers::at_least::<1>, help_heading = headings::LIMITS)]
    tries: u64,
    /// Stop after this time, with the boards so far: 90, 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = numbers::seconds, help_heading = headings::LIMITS)]
    time_limit: Option<Duration>,
}

/// The examples in the help of `quarrel generate`.
const EXAMPLES: &str = "Examples:
  quarrel generate queens --size 8
  quarrel generate star-battle --size 10 --stars 2 --seed 7
  quarrel generate binairo --size 10 --count 20 -o boards
  quarrel generate queens --count 6 -o sheet.html
  quarrel generate tango --size 6 --difficulty hard
  quarrel generate abc-path | quarrel solve abc-path - --unique";

/// Random seeds are smaller than this, so that they have at most six digits.
const RANDOM_SEEDS: u64 = 1_000_000;

/// The opened output for the boards.
enum Destination {
    /// One output with all boards. In text, boards are separated by blank lines. `written` is the
    /// number of boards so far.
    Listed { output: Output, written: u64 },
    /// One page with all boards. They are kept here until [`Destination::close`] writes the page.
    Page { output: Output, boards: Vec<SheetData> },
    /// One file for each board, in this folder.
    Folder(PathBuf),
}

impl VerbArgs for GenerateVerb {
    /// Makes boards until `--count` of them are written, and returns `Answered`. Without `--seed`,
    /// the seed is random. Ends earlier if a signal or the time limit is reached, if the solver
    /// gives no answer while a board is made or graded, or if the last `--tries` boards are not
    /// wanted. Then writes the boards so far, prints the reason on standard error, and returns
    /// `Stopped`. On a page, the last board may then lack hints. For pages, a stop during the last
    /// of the `--count` boards also gives `Stopped`. From the first board on, signals only stop the
    /// series.
    ///
    /// Refuses options that the family does not support, and an output that cannot be written. Also
    /// fails if a board cannot be made or written. Then a single output file is unchanged, and a
    /// folder keeps the boards so far.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        let family = find_family(families, &self.family);
        let limited_stop = stop.clone_with_limit(self.time_limit);
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..RANDOM_SEEDS));
        let terms = BoardTerms::new(self.size, &self.all_variants()).with_family_name(&self.family);
        let mut series = Series::new(family, terms.stated_request(), self.signs, &fresh_solver)?
            .with_seed(seed)
            .with_grading(self.grading())
            .with_tries(self.tries)
            .with_stop(&limited_stop);
        let format = PlayFormat::resolve(self.format, &self.output)?;
        let mut destination = self.destination(format)?;
        signals::heed(&limited_stop);
        let bar = progress_bar(
            0,
            bar_style("{spinner} {elapsed} {pos} of {len} boards {wide_bar} {msg}"),
        );
        bar.set_length(self.count);
        let (mut made, mut end) = (0, None);
        while made < self.count && end.is_none() {
            match series.next_board(&mut |tally| bar.set_message(tally.in_words()))? {
                NextBoard::Board(board) => {
                    let shown = ShownBoard { family, request: series.request(), board: &board };
                    bar.suspend(|| destination.write(&shown, format, self.count, &limited_stop))?;
                    made += 1;
                    bar.set_position(made);
                    // After a stop, hints may be missing on the page of this board, so no further
                    // board is made.
                    end = (format == PlayFormat::Html && limited_stop.is_reached())
                        .then_some(NextBoard::Stopped);
                }
                next => end = Some(next),
            }
        }
        bar.finish_and_clear();
        let Some(end) = end else {
            destination.close(family, &self.count_by_level(made, series.tally()))?;
            return Ok(Ending::Answered);
        };
        destination.close(family, &format_count(made, "board"))?;
        print_stderr(&format!(
            "{}\n",
            self.explain_shortfall(&end, made, series.tally(), &limited_stop)
        ));
        Ok(Ending::Stopped)
    }
}

impl GenerateVerb {
    /// Returns all variants: those of `--variant`, then those of options for one variant, such as
    /// `--stars`.
    fn all_variants(&self) -> Vec<VariantArg> {
        let stars = self.stars.map(|stars| format!("stars={stars}"));
        let distinct = self.distinct_lines.then(|| "distinct-lines".to_owned());
        let own = stars.into_iter().chain(distinct);
        let own_variants = own.map(|own| VariantArg::parse(&own).expect("a name and a number"));
        self.variants.iter().cloned().chain(own_variants).collect()
    }

    /// Returns whether boards are graded, and the level that all of them must have.
    fn grading(&self) -> Grading {
        match &self.difficulty {
            Some(level) => Grading::Only(level.clone()),
            None if self.no_grade => Grading::Off,
            None => Grading::On,
        }
    }

    /// Opens the output. If it is a folder, or a new name without an ending, creates the folder,
    /// which gets a file for each board. The files in the folder are not checked here. If the
    /// output is a file, refuses a file that cannot be written. Fails if the folder cannot be
    /// created.
    fn destination(&self, format: PlayFormat) -> Result<Destination, Failure> {
        if let OutputTarget::File(path) = &self.output
            && (drawing::is_folder(&self.output) || is_new_folder(path, &self.output))
        {
            fs::create_dir_all(path).map_err(|error| self.output.write_failure(error))?;
            return Ok(Destination::Folder(path.clone()));
        }
        output::validate_writable(&[("-o", &self.output)])?;
        let output = Output::open(&self.output)?;
        Ok(match format {
            PlayFormat::Html => Destination::Page { output, boards: Vec::new() },
            PlayFormat::Text | PlayFormat::Json => Destination::Listed { output, written: 0 },
        })
    }

    /// Returns the number of boards in words. Also says how many boards have each level. This part
    /// is left out if a level is requested or if no board is graded. Levels without a board are
    /// left out. `made` is the number of written boards.
    fn count_by_level(&self, made: u64, tally: &Tally) -> String {
        let boards = format_count(made, "board");
        let levels: Vec<String> = tally
            .levels
            .iter()
            .filter(|(_, number)| *number > 0)
            .map(|(name, number)| format!("{number} {name}"))
            .collect();
        if levels.is_empty() || self.difficulty.is_some() {
            return boards;
        }
        format!("{boards} ({})", levels.join(", "))
    }

    /// Returns the reason why there are fewer boards than requested. `next` is the result that
    /// ended the series, and `made` is the number of written boards. Any `next` except `Exhausted`
    /// counts as a stop. If `stop` then has no reason, the text names a signal. The text has no
    /// line break.
    fn explain_shortfall(&self, next: &NextBoard, made: u64, tally: &Tally, stop: &Stop) -> String {
        let so_far = format!("{made} of {}", format_count(self.count, "board"));
        match (next, stop.reason()) {
            (NextBoard::Exhausted, _) => {
                let level = self.difficulty.as_ref();
                let wanted = level.map_or("new".to_owned(), |level| format!("new and {level}"));
                let (tries, made) = (format_count(self.tries, "board"), tally.in_words());
                format!("{so_far}: none of the last {tries} is {wanted} (in all, {made})")
            }
            (_, reason) => {
                let stopped_by = reason.map_or(StopReason::Signal, StopReason::from);
                format!("{so_far}: {}", describe_stop(Some(stopped_by)))
            }
        }
    }
}

/// Returns whether a path is a new name without an ending, which becomes a folder. `output` is the
/// target with this path.
fn is_new_folder(path: &Path, output: &OutputTarget) -> bool {
    output.suffixes().is_empty() && !path.exists()
}

/// Returns a solver for the many small questions of the generator.
fn fresh_solver() -> Box<dyn Oracle> {
    Box::new(solver::small_question_solver())
}

impl Destination {
    /// Writes a board, or keeps it for the page. A problem without a board is not kept. `count` is
    /// the number of requested boards. If all boards go to one output, an empty line separates
    /// boards in text, and boards on a terminal are pictures. If `count` is then more than one,
    /// each board in JSON is one line. In a folder, the JSON of each board has several lines. If
    /// `stop` ends the search for hints, the board on a page lacks the later hints. Replaces an
    /// older file of the same name in a folder. Fails if the board cannot be written.
    fn write(
        &mut self,
        shown: &ShownBoard,
        format: PlayFormat,
        count: u64,
        stop: &Stop,
    ) -> Result<(), Failure> {
        match self {
            Destination::Listed { output, written } => {
                let text = match format {
                    PlayFormat::Json if count > 1 => json_line(&shown.to_json()),
                    PlayFormat::Json => pretty_json(&shown.to_json()),
                    _ if output.is_terminal() => shown.terminal_text(output),
                    _ => shown.to_text(),
                };
                let is_apart = format != PlayFormat::Json && *written > 0;
                *written += 1;
                output.print(&if is_apart { format!("\n{text}") } else { text })
            }
            Destination::Page { boards, .. } => {
                boards.extend(shown.playable_sheet(stop));
                Ok(())
            }
            Destination::Folder(folder) => {
                let (text, ending) = match format {
                    PlayFormat::Json => (pretty_json(&shown.to_json()), "json"),
                    PlayFormat::Text => (shown.to_text(), "txt"),
                    PlayFormat::Html => (shown.to_page(stop), "html"),
                };
                let path = folder.join(format!("{}.{ending}", shown.name()));
                deliver(&OutputTarget::File(path), text)
            }
        }
    }

    /// Completes the output: writes the page, closes the file, or prints a note about the folder.
    /// `boards` says in words how many boards were made; only the note uses it. Fails if the output
    /// cannot be written.
    fn close(self, family: &Family, boards: &str) -> Result<(), Failure> {
        match self {
            Destination::Page { mut output, boards } => {
                output.write(sheets::batch_page(family, boards).as_bytes())?;
                output.close()
            }
            Destination::Listed { output, .. } => output.close(),
            Destination::Folder(folder) => {
                note(&format!("{boards} in {}", folder.display()));
                Ok(())
            }
        }
    }
}
