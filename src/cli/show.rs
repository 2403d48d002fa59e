//! `quarrel show`: the puzzle as it was read, without an answer.

use clap::Args;
use serde_json::json;

use super::board::{Board, Terms};
use super::drawing::{self, Format};
use super::output::{Output, Target};
use super::{Ending, Failure, family};
use crate::board::Size;
use crate::family::{Family, Opened};
use crate::source::{Refusal, counted};

/// Show a puzzle as it was read, without solving it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    #[command(flatten)]
    board: Board,
    /// How the puzzle is written; by default as the name of the file of -o ends, and else text
    #[arg(long, value_name = "FORMAT", value_parser = Format::of_a_board())]
    format: Option<Format>,
    /// Write to a file, or to standard output for `-`
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: Target,
}

const EXAMPLES: &str = "Examples:
  quarrel show queens board.txt
  quarrel show three-in-a-row board.txt -o board.svg";

impl Show {
    /// Refuses options that do not go together, whatever the puzzle is.
    pub fn agree(&self) -> Result<(), Refusal> {
        Format::chosen(self.format, &self.output).map(drop)
    }

    /// How the board is read, and its name.
    pub fn boards(&self) -> (&Terms, &[String]) {
        self.board.named()
    }

    pub fn run(&self, families: &[&'static Family]) -> Result<Ending, Failure> {
        let family = family(families, &self.board.family);
        let opened = self.board.open(family)?;
        let format = Format::for_output(self.format, &self.output, &self.board.inputs())?;
        format.validate(family, &opened)?;
        let mut output = Output::open(&self.output)?;
        let picture = opened.as_puzzle().map(|puzzle| drawing::picture(puzzle, None));
        match format {
            Format::Text => {
                let drawn = picture.map(|picture| drawing::in_characters(&picture, &output));
                let drawn = drawn.unwrap_or_default();
                output.print(&format!("{drawn}{}\n", summary(family, &opened)))?;
            }
            Format::Json => output.print(&format!("{:#}\n", in_json(family, &opened)))?,
            Format::Competition => {
                let found = "--format competition, and there is no answer yet";
                return Err(Refusal::new(found, "--format text or json").into());
            }
            Format::Svg | Format::Png => {
                picture.iter().try_for_each(|picture| format.draw(picture, &mut output))?;
            }
        }
        output.close()?;
        Ok(Ending::Answered)
    }
}

/// What was read, in one line.
fn summary(family: &Family, opened: &Opened) -> String {
    let problem = opened.as_problem();
    let what = family.title(problem);
    let given = opened.as_puzzle().map_or(String::new(), |puzzle| {
        let given = puzzle.givens().iter().filter(|(_, given)| given.is_some()).count();
        format!(": {} given", counted(given, "cell"))
    });
    let obstacle = problem.obstacle().map_or(String::new(), |why| format!("; no answer: {why}"));
    format!("{what}{given}{obstacle}")
}

fn in_json(family: &Family, opened: &Opened) -> serde_json::Value {
    let puzzle = opened.as_puzzle();
    let picture = puzzle.map(|puzzle| puzzle.picture(None));
    let drawn = picture.map(|picture| crate::picture::text::draw(&picture, Default::default()));
    json!({
        "family": family.name,
        "size": opened.size().map(Size::sides),
        "variant": opened.variants(),
        "givens": puzzle.map(drawing::rows_of_givens),
        "obstacle": opened.as_problem().obstacle(),
        "picture": drawn.as_ref().map(|drawn| drawn.lines().collect::<Vec<_>>()),
    })
}
