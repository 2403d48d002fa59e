//! `quarrel show`: the puzzle as it was read, without an answer.

use std::path::Path;

use clap::Args;
use indicatif::ProgressBar;
use serde_json::{Value, json};

use super::board::{BoardTerms, Boards};
use super::drawing::{self, DrawingFormat, OfSeveral};
use super::output::{self, Output, OutputTarget, json_line, pretty_json};
use super::pictures::Pictures;
use super::sheets;
use super::solve::json;
use super::stderr::{self, tell};
use super::{Ending, Failure, Invocation, VerbArgs, family, note, report, signals};
use crate::board::Size;
use crate::family::{Family, Opened, files};
use crate::page::SheetData;
use crate::puzzle::{givens_and_filled, number_filled_in, pictured, rows_of_givens, with_open};
use crate::source::{Refusal, counted, visible};
use crate::stop::Stop;

/// Show one or several puzzles as they were read, without their answers
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    #[command(flatten)]
    boards: Boards,
    /// Format of the puzzle; by default from the ending of the -o file, else text
    #[arg(long, value_name = "FORMAT", value_parser = DrawingFormat::of_a_board())]
    format: Option<DrawingFormat>,
    /// Write to a file, or to a folder with a picture of each board; `-` is standard output
    #[arg(short, long, value_name = "FILE|DIR", default_value = "-", hide_default_value = true)]
    output: OutputTarget,
}

/// The examples in the verb's help.
const EXAMPLES: &str = "Examples:
  quarrel show queens board.txt
  quarrel show three-in-a-row board.txt -o board.svg
  quarrel show queens boards/ -o sheet.html
  quarrel show three-in-a-row boards/ -o pictures";

impl VerbArgs for Show {
    fn agree(&self) -> Result<(), Refusal> {
        self.boards.agree()?;
        if self.are_several() {
            OfSeveral::chosen(self.format, &self.output).map(drop)
        } else {
            DrawingFormat::chosen(self.format, &self.output).map(drop)
        }
    }

    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        Some(self.boards.named())
    }

    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        self.agree()?;
        let family = family(families, &self.boards.family);
        if self.are_several() {
            return self.show_several(family, stop);
        }
        let opened = self.boards.terms().open(self.boards.one()?, family)?;
        let format = DrawingFormat::for_output(self.format, &self.output, &self.boards.inputs())?;
        format.validate(family, &opened)?;
        let mut output = Output::open(&self.output)?;
        match format {
            DrawingFormat::Text => {
                output.print(&in_text(family, &opened, "", &output))?;
                if self.boards.are_named() {
                    sheets::note_if_several(self.boards.one()?, family, &opened);
                }
            }
            DrawingFormat::Json => output.print(&pretty_json(&in_json(family, &opened)))?,
            DrawingFormat::Competition => {
                let found = "--format competition shows an answer, but `show` has none";
                return Err(Refusal::new(found, "--format text or json").into());
            }
            DrawingFormat::Html => {
                let title = sheets::title(family, &opened);
                signals::heed(stop);
                let board = sheets::to_play(self.boards.one()?, family, &opened, stop);
                board
                    .map_or(Ok(()), |board| output.write(sheets::page(&title, board).as_bytes()))?;
                if stop.reached() {
                    output.close()?;
                    tell("stopped: hints may be missing on the page\n");
                    return Ok(Ending::Stopped);
                }
            }
            DrawingFormat::Svg | DrawingFormat::Png => {
                let picture = opened.as_puzzle().map(|puzzle| pictured(puzzle, None));
                picture.iter().try_for_each(|picture| format.draw(picture, &mut output, stop))?;
            }
        }
        output.close()?;
        Ok(Ending::Answered)
    }
}

impl Show {
    /// Returns whether each board is shown by itself: several boards are named, or the output is a
    /// folder.
    fn are_several(&self) -> bool {
        self.boards.are_several() || (self.boards.are_named() && drawing::is_folder(&self.output))
    }

    /// Shows or draws the boards one after another. Reports a board that cannot be read, and
    /// continues. At a stop, a page has the boards so far.
    fn show_several(&self, family: &'static Family, stop: &Stop) -> Result<Ending, Failure> {
        family.validate_choices(&self.boards.terms().without_board(family))?;
        let names = self.boards.names()?;
        let mut target = SeveralTarget::begin(self, &names)?;
        let mut ending = Ending::Answered;
        let bar = target.bar(names.len());
        if target.format() == DrawingFormat::Html {
            signals::heed(stop);
        }
        let mut shown = 0;
        for (place, name) in names.iter().enumerate() {
            if stop.reached() {
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
                Ok(opened) => target.show(place, name, (family, &opened), stop)?,
                Err(refusal) => {
                    target.leave_out(place, name, &refusal)?;
                    bar.suspend(|| report(&Failure::Refused(refusal)));
                    ending = Ending::Refused;
                }
            }
        }
        bar.finish_and_clear();
        target.close(family)?;
        if stop.reached() {
            let boards = counted(names.len(), "board");
            tell(&format!("stopped by a signal: {shown} of {boards}, and hints may be missing\n"));
            return Ok(Ending::Stopped);
        }
        Ok(ending)
    }
}

/// The opened output for several boards.
enum SeveralTarget {
    /// All boards in one output, as text or JSON.
    Listed(DrawingFormat, Output),
    /// One page, and the data of its boards so far. [`SeveralTarget::close`] writes it.
    Sheet(Output, Vec<SheetData>),
    /// An image or a page of each board, in a folder.
    Drawn(DrawingFormat, Pictures),
}

impl SeveralTarget {
    /// Opens the output for the boards `names`. Refuses an output that would overwrite a board.
    fn begin(show: &Show, names: &[String]) -> Result<SeveralTarget, Failure> {
        let form = OfSeveral::chosen(show.format, &show.output)?;
        if let OfSeveral::Drawn(format, folder) = form {
            return Ok(SeveralTarget::Drawn(format, Pictures::begin(folder, format, names)?));
        }
        let files: Vec<&Path> = names.iter().filter_map(|name| files::file(name)).collect();
        output::validate(&[("-o", &show.output)], &files)?;
        let output = Output::open(&show.output)?;
        Ok(match form.format() {
            DrawingFormat::Html => SeveralTarget::Sheet(output, Vec::new()),
            format => SeveralTarget::Listed(format, output),
        })
    }

    fn format(&self) -> DrawingFormat {
        match self {
            SeveralTarget::Listed(format, _) | SeveralTarget::Drawn(format, _) => *format,
            SeveralTarget::Sheet(..) => DrawingFormat::Html,
        }
    }

    /// Writes a board, or keeps it for the page. `place` is its index among the named boards.
    /// Prints a note if a board in text has several answers.
    fn show(
        &mut self,
        place: usize,
        name: &str,
        (family, opened): (&'static Family, &Opened),
        stop: &Stop,
    ) -> Result<(), Failure> {
        match self {
            SeveralTarget::Listed(format, output) => {
                output.print(&listed(*format, files::name_of(name), family, opened, output))?;
                if *format == DrawingFormat::Text {
                    sheets::note_if_several(Some(name), family, opened);
                }
                Ok(())
            }
            SeveralTarget::Sheet(_, boards) => {
                boards.extend(sheets::to_play(Some(name), family, opened, stop));
                Ok(())
            }
            SeveralTarget::Drawn(DrawingFormat::Html, pictures) => {
                let title = sheets::title(family, opened);
                let board = sheets::to_play(Some(name), family, opened, stop);
                let page = board.map(|board| sheets::page(&title, board));
                page.map_or(Ok(()), |page| pictures.write(place, page.as_bytes()))
            }
            SeveralTarget::Drawn(format, pictures) => {
                let picture = opened.as_puzzle().map(|puzzle| pictured(puzzle, None));
                picture
                    .map_or(Ok(()), |picture| pictures.write(place, &format.image(&picture, stop)?))
            }
        }
    }

    /// Returns a progress line, hidden except for pages, whose hints take time.
    fn bar(&self, boards: usize) -> ProgressBar {
        if self.format() == DrawingFormat::Html {
            stderr::bar(boards, stderr::style("{elapsed} {pos} of {len} boards"))
        } else {
            ProgressBar::hidden()
        }
    }

    /// Leaves out a refused board. A line of JSON has the reason.
    fn leave_out(&mut self, place: usize, name: &str, refusal: &Refusal) -> Result<(), Failure> {
        match self {
            SeveralTarget::Listed(DrawingFormat::Json, output) => {
                let name = files::name_of(name);
                return output.print(&json::without_finding(name, &refusal.to_string()));
            }
            SeveralTarget::Drawn(_, pictures) => pictures.leave_out(place),
            SeveralTarget::Listed(..) | SeveralTarget::Sheet(..) => {}
        }
        Ok(())
    }

    /// Completes the output: writes the page, closes the file, or prints a note about the pictures.
    fn close(self, family: &Family) -> Result<(), Failure> {
        match self {
            SeveralTarget::Listed(_, output) => output.close(),
            SeveralTarget::Sheet(mut output, boards) => {
                output.write(sheets::page_of_several(family, boards).as_bytes())?;
                output.close()
            }
            SeveralTarget::Drawn(_, pictures) => {
                note(&pictures.summary());
                Ok(())
            }
        }
    }
}

/// Returns a board as a line of JSON, or in characters after its name.
fn listed(
    format: DrawingFormat,
    name: &str,
    family: &Family,
    opened: &Opened,
    output: &Output,
) -> String {
    if format != DrawingFormat::Json {
        let name = format!("{}: ", visible(name).replace('\n', " "));
        return in_text(family, opened, &name, output);
    }
    let mut line = json!({"board": name});
    let shown = in_json(family, opened);
    if let (Some(line), Value::Object(shown)) = (line.as_object_mut(), shown) {
        line.extend(shown);
    }
    json_line(&line)
}

/// Returns the puzzle in characters, and below it `name` and the line about the puzzle.
fn in_text(family: &Family, opened: &Opened, name: &str, output: &Output) -> String {
    let picture = opened.as_puzzle().map(|puzzle| pictured(puzzle, None));
    let drawn = picture.map(|picture| drawing::in_characters(&picture, output));
    format!("{}{name}{}\n", drawn.unwrap_or_default(), summary(family, opened))
}

/// Returns a line with the title of the puzzle, the numbers of its given and filled cells, and the
/// reason if the puzzle evidently has no answer.
fn summary(family: &Family, opened: &Opened) -> String {
    let problem = opened.as_problem();
    let what = family.title(problem);
    let given = opened.as_puzzle().map_or(String::new(), |puzzle| {
        let given = puzzle.givens().iter().filter(|(_, given)| given.is_some()).count();
        format!(": {} given", counted(given, "cell"))
    });
    let filled = match opened.as_puzzle().map_or(0, number_filled_in) {
        0 => String::new(),
        filled => format!(", {filled} filled in"),
    };
    let obstacle = problem.info().obstacle.as_ref();
    let obstacle = obstacle.map_or(String::new(), |why| format!("; no answer: {why}"));
    format!("{what}{given}{filled}{obstacle}")
}

/// Returns the puzzle as JSON. `givens`, `partial` and `picture` are null for a model file, which
/// has no board.
fn in_json(family: &Family, opened: &Opened) -> Value {
    let puzzle = opened.as_puzzle();
    let picture = puzzle.map(|puzzle| puzzle.picture(None));
    let drawn = picture.map(|picture| crate::picture::text::draw(&picture, Default::default()));
    json!({
        "family": family.name,
        "size": opened.size().map(Size::sides),
        "variant": opened.variants(),
        "ruling": opened.as_problem().info().ruling,
        "givens": puzzle.map(rows_of_givens),
        "partial": puzzle.and_then(givens_and_filled).map(|known| with_open(&known).to_rows()),
        "obstacle": opened.as_problem().info().obstacle,
        "picture": drawn.as_ref().map(|drawn| drawn.lines().collect::<Vec<_>>()),
    })
}
