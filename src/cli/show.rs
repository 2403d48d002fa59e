//! `quarrel show`: shows the puzzle as it was read, without an answer.

use std::path::Path;

use clap::Args;
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::board::{BoardTerms, Boards};
use super::drawing::{self, BatchForm, DrawingFormat};
use super::output::{self, Output, OutputTarget, json_line, pretty_json};
use super::pictures::Pictures;
use super::sheets;
use super::solve::json;
use super::stderr::{self, print_stderr};
use super::{Ending, Failure, Invocation, VerbArgs, find_family, note, report, signals};
use crate::board::Size;
use crate::family::{Family, OpenedProblem, files};
use crate::page::SheetData;
use crate::puzzle::{draw_board, fill_open, givens_and_filled, number_filled_in, rows_of_givens};
use crate::source::{Refusal, escape_invisible, format_count};
use crate::stop::Stop;

/// Show one or several puzzles as they were read, without their answers
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    #[command(flatten)]
    boards: Boards,
    /// Format of the puzzle; by default from the ending of the -o file, else text
    #[arg(long, value_name = "FORMAT", value_parser = DrawingFormat::board_parser())]
    format: Option<DrawingFormat>,
    /// Write to a file, or to a folder with a picture of each board; `-` is standard output
    #[arg(short, long, value_name = "FILE|DIR", default_value = "-", hide_default_value = true)]
    output: OutputTarget,
}

/// The examples in the help of `quarrel show`.
const EXAMPLES: &str = "Examples:
  quarrel show queens board.txt
  quarrel show three-in-a-row board.txt -o board.svg
  quarrel show queens boards/ -o sheet.html
  quarrel show three-in-a-row boards/ -o pictures";

impl VerbArgs for Show {
    /// Refuses standard input if it is named more than once. Also refuses what
    /// [`BatchForm::resolve`] refuses for several boards, and what [`DrawingFormat::resolve`]
    /// refuses for one.
    fn validate_options(&self) -> Result<(), Refusal> {
        self.boards.validate()?;
        if self.is_batch() {
            BatchForm::resolve(self.format, &self.output).map(drop)
        } else {
            DrawingFormat::resolve(self.format, &self.output).map(drop)
        }
    }

    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        Some(self.boards.terms_and_names())
    }

    /// Shows one board, or an empty board of a size. Several boards are shown by
    /// [`Show::show_batch`]. Prints a note if a named board in text, or a board on a page with
    /// hints, has several answers. Also prints a note if a board on a page has no answer. Only the
    /// writing of a page can be stopped. Then the page may lack hints, a line on standard error
    /// says so, and the command ends as `Stopped`. Refuses options that contradict each other, the
    /// format of competitions, a board that cannot be read, an image or a page of a problem without
    /// a board, and an output that is the board. Fails if the output cannot be written.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        self.validate_options()?;
        let family = find_family(families, &self.boards.family);
        if self.is_batch() {
            return self.show_batch(family, stop);
        }
        let opened = self.boards.terms().open(self.boards.single()?, family)?;
        let format = DrawingFormat::for_output(self.format, &self.output, &self.boards.inputs())?;
        format.validate(family, &opened)?;
        let mut output = Output::open(&self.output)?;
        match format {
            DrawingFormat::Text => {
                output.print(&to_text(family, &opened, "", &output))?;
                if self.boards.has_any() {
                    sheets::note_if_several(self.boards.single()?, family, &opened);
                }
            }
            DrawingFormat::Json => output.print(&pretty_json(&to_json(family, &opened)))?,
            DrawingFormat::Competition => {
                let found = "--format competition shows an answer, but `show` has none";
                return Err(Refusal::new(found, "--format text or json").into());
            }
            DrawingFormat::Html => {
                let title = sheets::title(family, &opened);
                signals::heed(stop);
                let board = sheets::playable_sheet(self.boards.single()?, family, &opened, stop);
                board
                    .map_or(Ok(()), |board| output.write(sheets::page(&title, board).as_bytes()))?;
                if stop.is_reached() {
                    output.close()?;
                    print_stderr("stopped: hints may be missing on the page\n");
                    return Ok(Ending::Stopped);
                }
            }
            DrawingFormat::Svg | DrawingFormat::Png => {
                let picture = opened.as_puzzle().map(|puzzle| draw_board(puzzle, None));
                picture
                    .iter()
                    .try_for_each(|picture| format.write_image(picture, &mut output, stop))?;
            }
        }
        output.close()?;
        Ok(Ending::Answered)
    }
}

impl Show {
    /// Returns whether each board is shown by itself: several boards are named, or a board is named
    /// and the output is a folder.
    fn is_batch(&self) -> bool {
        self.boards.has_several() || (self.boards.has_any() && drawing::is_folder(&self.output))
    }

    /// Shows or draws the boards one after another. If a board cannot be read or does not suit the
    /// format, reports it and continues; the command then ends as `Refused`. Only the writing of
    /// pages heeds `stop`. If `stop` is reached, even during the last board, the pages have the
    /// boards so far and may lack hints, and a line on standard error has the number of these
    /// boards. The command then ends as `Stopped`, even if a board was refused. Fails if a variant
    /// does not suit the family, if a folder of boards cannot be read, if [`BatchOutput::open`]
    /// fails, or if the output cannot be written.
    fn show_batch(&self, family: &'static Family, stop: &Stop) -> Result<Ending, Failure> {
        family.validate_choices(&self.boards.terms().request_without_board(family))?;
        let names = self.boards.names()?;
        let mut target = BatchOutput::open(self, &names)?;
        let mut ending = Ending::Answered;
        let bar = target.progress_bar(names.len());
        if target.format() == DrawingFormat::Html {
            signals::heed(stop);
        }
        let mut shown = 0;
        for (place, name) in names.iter().enumerate() {
            if stop.is_reached() {
                break;
            }
            shown += 1;
            bar.inc(1);
            let opened = self.boards.terms().open(Some(name), family);
            let opened = opened.and_then(|opened| {
                target.format().validate(family, &opened)?;
                Ok(opened)
            });
            match opened {
                Ok(opened) => target.write(place, name, (family, &opened), stop)?,
                Err(refusal) => {
                    target.leave_out(place, name, &refusal)?;
                    bar.suspend(|| report(&Failure::Refused(refusal)));
                    ending = Ending::Refused;
                }
            }
        }
        bar.finish_and_clear();
        target.close(family)?;
        if stop.is_reached() {
            let boards = format_count(names.len(), "board");
            print_stderr(&format!(
                "stopped by a signal: the page has {shown} of {boards}, and hints may be missing\n"
            ));
            return Ok(Ending::Stopped);
        }
        Ok(ending)
    }
}

/// The opened output for several boards.
enum BatchOutput {
    /// All boards in one output, as text or JSON.
    Listed(DrawingFormat, Output),
    /// One page, and the data of its boards so far. [`BatchOutput::close`] writes it.
    Sheet(Output, Vec<SheetData>),
    /// An image or a page of each board, in a folder.
    Drawn(DrawingFormat, Pictures),
}

impl BatchOutput {
    /// Opens the output for the boards `names`. If there is an image or a page for each board, the
    /// output is a folder, which is created. Refuses an output that would overwrite a board,
    /// pictures that would have the same name, and what [`BatchForm::resolve`] refuses. Fails if
    /// the output cannot be written.
    fn open(show: &Show, names: &[String]) -> Result<BatchOutput, Failure> {
        let form = BatchForm::resolve(show.format, &show.output)?;
        if let BatchForm::Drawn(format, folder) = form {
            return Ok(BatchOutput::Drawn(format, Pictures::begin(folder, format, names)?));
        }
        let files: Vec<&Path> = names.iter().filter_map(|name| files::file_path(name)).collect();
        output::validate(&[("-o", &show.output)], &files)?;
        let output = Output::open(&show.output)?;
        Ok(match form.format() {
            DrawingFormat::Html => BatchOutput::Sheet(output, Vec::new()),
            format => BatchOutput::Listed(format, output),
        })
    }

    fn format(&self) -> DrawingFormat {
        match self {
            BatchOutput::Listed(format, _) | BatchOutput::Drawn(format, _) => *format,
            BatchOutput::Sheet(..) => DrawingFormat::Html,
        }
    }

    /// Writes a board, or keeps it for the page. Draws nothing for a problem without a board.
    /// `place` is the index of the board among the named boards, and `name` is its name on the
    /// command line. Prints a note if a board in text, or on a page with hints, has several
    /// answers. Also prints a note if a board on a page has no answer. If `stop` ends the search
    /// for hints, the later hints are missing. Fails if the output cannot be written or a PNG
    /// cannot be made.
    fn write(
        &mut self,
        place: usize,
        name: &str,
        (family, opened): (&'static Family, &OpenedProblem),
        stop: &Stop,
    ) -> Result<(), Failure> {
        match self {
            BatchOutput::Listed(format, output) => {
                output.print(&board_entry(
                    *format,
                    files::input_name(name),
                    family,
                    opened,
                    output,
                ))?;
                if *format == DrawingFormat::Text {
                    sheets::note_if_several(Some(name), family, opened);
                }
                Ok(())
            }
            BatchOutput::Sheet(_, boards) => {
                boards.extend(sheets::playable_sheet(Some(name), family, opened, stop));
                Ok(())
            }
            BatchOutput::Drawn(DrawingFormat::Html, pictures) => {
                let title = sheets::title(family, opened);
                let board = sheets::playable_sheet(Some(name), family, opened, stop);
                let page = board.map(|board| sheets::page(&title, board));
                page.map_or(Ok(()), |page| pictures.write(place, page.as_bytes()))
            }
            BatchOutput::Drawn(format, pictures) => {
                let picture = opened.as_puzzle().map(|puzzle| draw_board(puzzle, None));
                picture.map_or(Ok(()), |picture| {
                    pictures.write(place, &format.render_image(&picture, stop)?)
                })
            }
        }
    }

    /// Returns a progress line for this number of boards. It is visible only if the boards become
    /// pages, because only the search for hints takes time.
    fn progress_bar(&self, boards: usize) -> ProgressBar {
        if self.format() == DrawingFormat::Html {
            stderr::progress_bar(boards, stderr::bar_style("{elapsed} {pos} of {len} boards"))
        } else {
            ProgressBar::hidden()
        }
    }

    /// Leaves out a refused board. In JSON, writes a line with the reason. In a folder, prints a
    /// note if an older picture of the board stays. Otherwise does nothing: the caller reports the
    /// refusal. Fails if the line cannot be written.
    fn leave_out(&mut self, place: usize, name: &str, refusal: &Refusal) -> Result<(), Failure> {
        match self {
            BatchOutput::Listed(DrawingFormat::Json, output) => {
                let name = files::input_name(name);
                return output.print(&json::error_line(name, &refusal.to_string()));
            }
            BatchOutput::Drawn(_, pictures) => pictures.note_omission(place),
            BatchOutput::Listed(..) | BatchOutput::Sheet(..) => {}
        }
        Ok(())
    }

    /// Completes the output: closes the file, writes the page with all boards, or prints a note
    /// about the pictures. Fails if the output cannot be written.
    fn close(self, family: &Family) -> Result<(), Failure> {
        match self {
            BatchOutput::Listed(_, output) => output.close(),
            BatchOutput::Sheet(mut output, boards) => {
                output.write(sheets::batch_page(family, boards).as_bytes())?;
                output.close()
            }
            BatchOutput::Drawn(_, pictures) => {
                note(&pictures.summary());
                Ok(())
            }
        }
    }
}

/// Returns a board as a line of JSON. For any other format, returns it as text, in which its name
/// precedes the line about the puzzle. In text, line breaks of the name become blanks.
fn board_entry(
    format: DrawingFormat,
    name: &str,
    family: &Family,
    opened: &OpenedProblem,
    output: &Output,
) -> String {
    if format != DrawingFormat::Json {
        let name = format!("{}: ", escape_invisible(name).replace('\n', " "));
        return to_text(family, opened, &name, output);
    }
    let mut line = json!({"board": name});
    let shown = to_json(family, opened);
    if let (Some(line), Value::Object(shown)) = (line.as_object_mut(), shown) {
        line.extend(shown);
    }
    json_line(&line)
}

/// Returns the puzzle in characters, and below them a line about the puzzle. This line begins with
/// the text `name`. A model file has only this line.
fn to_text(family: &Family, opened: &OpenedProblem, name: &str, output: &Output) -> String {
    let picture = opened.as_puzzle().map(|puzzle| draw_board(puzzle, None));
    let drawn = picture.map(|picture| drawing::draw_characters(&picture, output));
    format!("{}{name}{}\n", drawn.unwrap_or_default(), summary(family, opened))
}

/// Returns the title of the puzzle, the number of its given cells, and the number of cells that a
/// player has filled in, without a line break. The number of filled cells is left out if it is 0.
/// If the puzzle evidently has no answer, the text also has the reason. A model file has no such
/// numbers.
fn summary(family: &Family, opened: &OpenedProblem) -> String {
    let problem = opened.as_problem();
    let what = family.title(problem);
    let given = opened.as_puzzle().map_or(String::new(), |puzzle| {
        let given = puzzle.givens().iter().filter(|(_, given)| given.is_some()).count();
        format!(": {} given", format_count(given, "cell"))
    });
    let filled = match opened.as_puzzle().map_or(0, number_filled_in) {
        0 => String::new(),
        filled => format!(", {filled} filled in"),
    };
    let obstacle = problem.info().obstacle.as_ref();
    let obstacle_words = obstacle.map_or(String::new(), |why| format!("; no answer: {why}"));
    format!("{what}{given}{filled}{obstacle_words}")
}

/// Returns the puzzle as JSON with the members `family`, `size`, `variant`, `ruling`, `givens`,
/// `partial`, `obstacle` and `picture`. `partial` has the givens and the cells that a player has
/// filled in; it is null if the board has no filled cells. `obstacle` is the evident reason why
/// there is no answer, or null. `givens`, `partial` and `picture` are null for a model file, which
/// has no board.
fn to_json(family: &Family, opened: &OpenedProblem) -> Value {
    let puzzle = opened.as_puzzle();
    let picture = puzzle.map(|puzzle| puzzle.picture(None));
    let drawn = picture.map(|picture| crate::picture::text::draw(&picture, Default::default()));
    json!({
        "family": family.name,
        "size": opened.size().map(Size::sides),
        "variant": opened.variants(),
        "ruling": opened.as_problem().info().ruling,
        "givens": puzzle.map(rows_of_givens),
        "partial": puzzle.and_then(givens_and_filled).map(|known| fill_open(&known).to_rows()),
        "obstacle": opened.as_problem().info().obstacle,
        "picture": drawn.as_ref().map(|drawn| drawn.lines().collect::<Vec<_>>()),
    })
}
