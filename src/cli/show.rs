//! `quarrel show`: the puzzle as it was read, without an answer.

use clap::Args;
use serde_json::json;

use super::board::Board;
use super::drawing::{self, Format};
use super::output::{Output, Target};
use super::{Ending, Failure, family};
use crate::family::Family;
use crate::puzzle::Puzzle;
use crate::source::{Refusal, counted};

/// Show a puzzle as it was read, without solving it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    #[command(flatten)]
    board: Board,
    /// How the puzzle is written; by default as the name of the file of -o ends, and else text
    #[arg(long, value_name = "FORMAT")]
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

    pub fn run(&self, families: &[&'static Family]) -> Result<Ending, Failure> {
        let family = family(families, &self.board.family);
        let puzzle = self.board.open(family)?;
        let format = Format::for_output(self.format, &self.output, &self.board.inputs())?;
        let mut output = Output::open(&self.output)?;
        let picture = drawing::picture(&*puzzle, None);
        match format {
            Format::Text => {
                let drawn = drawing::in_characters(&picture, &output);
                output.print(&format!("{drawn}{}\n", summary(family, &*puzzle)))?;
            }
            Format::Json => output.print(&format!("{:#}\n", in_json(family, &*puzzle)))?,
            Format::Svg | Format::Png => format.draw(&picture, &mut output)?,
        }
        output.close()?;
        Ok(Ending::Answered)
    }
}

/// What was read, in one line.
fn summary(family: &Family, puzzle: &dyn Puzzle) -> String {
    let mut what = vec![family.name.to_owned(), puzzle.size().to_string()];
    what.extend(puzzle.variants());
    let given = puzzle.givens().iter().filter(|(_, given)| given.is_some()).count();
    let obstacle = puzzle.obstacle().map_or(String::new(), |why| format!("; no answer: {why}"));
    format!("{}: {} given{obstacle}", what.join(" "), counted(given, "cell"))
}

fn in_json(family: &Family, puzzle: &dyn Puzzle) -> serde_json::Value {
    let size = puzzle.size();
    let drawn = crate::picture::text::draw(&puzzle.picture(None), Default::default());
    json!({
        "family": family.name,
        "size": [size.rows(), size.columns()],
        "variant": puzzle.variants(),
        "givens": drawing::rows_of_givens(puzzle),
        "obstacle": puzzle.obstacle(),
        "picture": drawn.lines().collect::<Vec<_>>(),
    })
}
