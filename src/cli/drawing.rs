//! How a board is drawn, for every verb that shows one: as characters, as SVG, as PNG.

use std::io::{self, IsTerminal};

use clap::ValueEnum;

use super::output::{Output, Target};
use super::{Failure, terminal_columns};
use crate::picture::{Picture, png, svg, text};
use crate::puzzle::{Answer, OPEN, Puzzle};
use crate::source::Refusal;

/// The form in which a board is written. Its name is also how the names of such files end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Characters, and a line that says what is known
    #[value(alias = "txt")]
    Text,
    /// One JSON object
    Json,
    /// A drawing in SVG
    Svg,
    /// A drawing in PNG
    Png,
}

impl Format {
    /// The form that is asked for, or that of the file's name, or else text.
    pub fn chosen(asked: Option<Format>, output: &Target) -> Result<Format, Refusal> {
        let Some(suffix) = output.suffixes().pop() else {
            return Ok(asked.unwrap_or(Format::Text));
        };
        match (Format::from_str(&suffix, true).ok(), asked) {
            (Some(by_name), Some(asked)) if by_name != asked => {
                let asked = asked.to_possible_value();
                let name = asked.as_ref().map_or("", |value| value.get_name());
                let found = format!("--format {name}, and {output} is a name of another form");
                Err(Refusal::new(found, "one of them"))
            }
            (_, Some(asked)) => Ok(asked),
            (Some(by_name), None) => Ok(by_name),
            (None, None) => Err(Refusal::new(
                format!("{output}: .{suffix} is no form of a board"),
                "a name that ends in .txt, .json, .svg or .png, or --format",
            )),
        }
    }

    /// Whether it is an image, which shows one board and nothing else.
    pub fn is_image(self) -> bool {
        matches!(self, Format::Svg | Format::Png)
    }

    /// Refuses an image in bytes on a terminal, before a file is opened for it.
    pub fn look_over_terminal(self, output: &Target) -> Result<(), Refusal> {
        if self == Format::Png && *output == Target::Standard && io::stdout().is_terminal() {
            return Err(Refusal::new("a terminal cannot show a PNG", "-o FILE"));
        }
        Ok(())
    }

    /// Writes a picture as an image.
    pub fn draw(self, picture: &Picture, output: &mut Output) -> Result<(), Failure> {
        if self == Format::Svg {
            return output.print(&svg::draw(picture));
        }
        let image = png::draw(picture)
            .map_err(|error| Failure::Output("the PNG".to_owned(), io::Error::other(error)))?;
        output.write(&image)
    }
}

/// A picture as characters, as wide as the output takes and in colour where it is welcome.
pub(super) fn in_characters(picture: &Picture, output: &Output) -> String {
    text::draw(picture, style(output))
}

/// How characters are drawn on an output.
pub(super) fn style(output: &Output) -> text::Style {
    text::Style {
        colour: output.takes_colour(),
        columns: terminal_columns(&io::stdout()).filter(|_| output.is_terminal()),
    }
}

/// A puzzle with an answer in it, or as it was read, with its rows as the text alternative.
pub(super) fn picture(puzzle: &dyn Puzzle, answer: Option<&Answer>) -> Picture {
    let mut picture = puzzle.picture(answer);
    let rows = answer.map_or_else(|| rows_of_givens(puzzle), Answer::to_rows);
    rows.iter().for_each(|row| picture.caption(row));
    picture
}

/// The given cells of a puzzle as rows, open ones among them.
pub(super) fn rows_of_givens(puzzle: &dyn Puzzle) -> Vec<String> {
    let givens = puzzle.givens();
    let shown = Answer::from_fn(givens.size(), |at| givens[at].unwrap_or(OPEN));
    shown.to_rows()
}
