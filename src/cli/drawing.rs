//! How a board is drawn, for every verb that shows one: as characters, as SVG, as PNG. The verbs
//! that write an answer, `solve` and `decode`, have the same arguments for it.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::headings;
use super::output::{self, Output, OutputTarget};
use super::stderr::tell;
use super::{Failure, terminal_columns};
use crate::family::{Family, Opened};
use crate::feature;
use crate::picture::{Picture, png, svg, text};
use crate::problem::Answer;
use crate::puzzle::pictured;
use crate::source::Refusal;

/// The form in which a board is written. Its name is also how the names of such files end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DrawingFormat {
    /// Characters, and a line that says what is known
    #[value(alias = "txt")]
    Text,
    /// One JSON object
    Json,
    /// A drawing in SVG
    Svg,
    /// A drawing in PNG
    Png,
    /// Lines of c, o, s and v, with the exit statuses of solvers' competitions; for model files
    Competition,
}

/// When to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureArg {
    /// Where it fits
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How an answer is written, and where.
#[derive(Args)]
pub(super) struct DrawingTarget {
    /// How the answer is written; by default as the name of the file of -o ends, and else text
    #[arg(long, value_name = "FORMAT", help_heading = headings::OUTPUT)]
    format: Option<DrawingFormat>,
    /// Whether text shows the answer as a picture in box drawing or as plain rows; `auto` draws
    /// on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = headings::OUTPUT)]
    picture: PictureArg,
    /// Write to a file, or to standard output for `-`
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true, help_heading = headings::OUTPUT)]
    pub output: OutputTarget,
}

impl DrawingTarget {
    /// The form of the answer. Refuses one that cannot go where it is to go, before a file is
    /// opened for it.
    pub fn form(&self, inputs: &[&Path]) -> Result<DrawingFormat, Refusal> {
        DrawingFormat::for_output(self.format, &self.output, inputs)
    }

    /// The form of several answers, and where they go.
    pub fn of_several(&self) -> Result<OfSeveral<'_>, Refusal> {
        OfSeveral::chosen(self.format, &self.output)
    }

    /// Whether the output is a folder, which has a picture of each board, even of one.
    pub fn is_folder(&self) -> bool {
        is_folder(&self.output)
    }

    /// The form of the answer, wherever it goes.
    pub fn chosen(&self) -> Result<DrawingFormat, Refusal> {
        DrawingFormat::chosen(self.format, &self.output)
    }

    /// How the answer is shown as text.
    pub fn style(&self, output: &Output) -> AnswerStyle {
        let picture = match self.picture {
            PictureArg::Auto => output.is_terminal(),
            when => when == PictureArg::Always,
        };
        AnswerStyle { picture, characters: characters(output) }
    }

    /// The same of several boards, where only `always` shows pictures.
    pub fn style_of_several(&self, characters: text::Style) -> AnswerStyle {
        AnswerStyle { picture: self.picture == PictureArg::Always, characters }
    }
}

/// How several boards are shown.
pub(super) enum OfSeveral<'a> {
    /// All in one output, in a form that is no image.
    Listed(DrawingFormat),
    /// A picture of each, as an image of this form, in this folder.
    Drawn(DrawingFormat, &'a Path),
}

impl OfSeveral<'_> {
    /// The form that is asked for, or that the output has by its name. A folder has pictures, and
    /// so has a new name without an ending, for which no form is asked.
    pub fn chosen(
        asked: Option<DrawingFormat>,
        output: &OutputTarget,
    ) -> Result<OfSeveral<'_>, Refusal> {
        let images = "--format svg or png for a picture of each board, or the name of a file";
        let OutputTarget::File(path) = output else {
            return match asked {
                Some(format) if format.is_image() => Err(Refusal::new(
                    "a drawing shows one board, and several boards are named",
                    "-o DIR for a picture of each, or --format text or json",
                )),
                _ => Ok(OfSeveral::Listed(asked.unwrap_or(DrawingFormat::Text))),
            };
        };
        if is_folder(output) {
            return match asked {
                None => Ok(OfSeveral::Drawn(DrawingFormat::Svg, path)),
                Some(format) if format.is_image() => Ok(OfSeveral::Drawn(format.built()?, path)),
                Some(_) => Err(Refusal::new(format!("{output} is a folder"), images)),
            };
        }
        if asked.is_none() && output.suffixes().is_empty() && !path.exists() {
            return Ok(OfSeveral::Drawn(DrawingFormat::Svg, path));
        }
        match (DrawingFormat::chosen(asked, output)?, output.suffixes().is_empty()) {
            (format, true) if format.is_image() => Ok(OfSeveral::Drawn(format, path)),
            (format, false) if format.is_image() => Err(Refusal::new(
                format!(
                    "{output} is one drawing, which shows one board, and several boards are named"
                ),
                "-o with the name of a folder for a picture of each",
            )),
            (format, _) => Ok(OfSeveral::Listed(format)),
        }
    }

    /// The form.
    pub fn format(&self) -> DrawingFormat {
        let (OfSeveral::Listed(format) | OfSeveral::Drawn(format, _)) = self;
        *format
    }
}

/// Whether an output is a folder that is there, or is written as one.
pub(super) fn is_folder(output: &OutputTarget) -> bool {
    match output {
        OutputTarget::Standard => false,
        OutputTarget::File(path) => {
            path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
        }
    }
}

/// How an answer is shown as text.
pub(super) struct AnswerStyle {
    /// As a picture, in place of plain rows.
    pub picture: bool,
    /// How the characters of a picture are drawn.
    characters: text::Style,
}

impl AnswerStyle {
    /// An answer as a picture, or as rows; as rows where there is no board.
    pub fn answer(&self, opened: &Opened, answer: &Answer) -> String {
        match opened.as_puzzle().filter(|_| self.picture) {
            Some(puzzle) => text::draw(&pictured(puzzle, Some(answer)), self.characters),
            None => answer.rows.join("\n") + "\n",
        }
    }

    /// What the signs of a picture mean, on a line below it, if it has such signs.
    pub fn legend(&self, opened: &Opened, answer: &Answer) -> &'static str {
        let puzzle = opened.as_puzzle().filter(|_| self.picture);
        let legend = puzzle
            .and_then(|puzzle| text::legend(&pictured(puzzle, Some(answer)), self.characters));
        legend.unwrap_or_default()
    }

    /// The style for a problem: there is no picture where there is no board.
    pub fn of(&self, opened: &Opened) -> AnswerStyle {
        let picture = self.picture && opened.as_puzzle().is_some();
        AnswerStyle { picture, characters: self.characters }
    }

    /// What is said beside an answer: beside rows in a comment line.
    pub fn beside(&self, said: &str) -> String {
        format!("{}{said}\n", self.mark())
    }

    /// What a line that is said beside an answer begins with.
    pub fn mark(&self) -> &'static str {
        if self.picture { "" } else { "# " }
    }
}

impl DrawingFormat {
    /// Reads the forms in which a board is shown that has no answer.
    pub fn of_a_board() -> impl TypedValueParser<Value = DrawingFormat> {
        let forms = DrawingFormat::value_variants()
            .iter()
            .filter(|form| **form != DrawingFormat::Competition);
        let named = PossibleValuesParser::new(forms.filter_map(ValueEnum::to_possible_value));
        named.map(|name| DrawingFormat::from_str(&name, true).expect("one of the forms"))
    }

    /// The form that is asked for, or that of the file's name, or else text. Refuses one that
    /// cannot go to the output, and an output that is an input.
    pub fn for_output(
        asked: Option<DrawingFormat>,
        output: &OutputTarget,
        inputs: &[&Path],
    ) -> Result<DrawingFormat, Refusal> {
        output::validate(&[("-o", output)], inputs)?;
        let format = DrawingFormat::chosen(asked, output)?;
        format.validate_terminal(output)?;
        Ok(format)
    }

    /// The form that is asked for, or that of the file's name, or else text.
    pub fn chosen(
        asked: Option<DrawingFormat>,
        output: &OutputTarget,
    ) -> Result<DrawingFormat, Refusal> {
        DrawingFormat::meant(asked, output)?.built()
    }

    /// Refuses images that this build does not draw.
    fn built(self) -> Result<DrawingFormat, Refusal> {
        if self == DrawingFormat::Png {
            let other = "--format svg, or the name of a file that ends in .svg";
            feature::PNG.required().map_err(|missing| Refusal::new(missing.to_string(), other))?;
        }
        Ok(self)
    }

    fn meant(
        asked: Option<DrawingFormat>,
        output: &OutputTarget,
    ) -> Result<DrawingFormat, Refusal> {
        let Some(suffix) = output.suffixes().pop() else {
            return Ok(asked.unwrap_or(DrawingFormat::Text));
        };
        match (DrawingFormat::from_str(&suffix, true).ok(), asked) {
            (Some(DrawingFormat::Text), Some(DrawingFormat::Competition)) => {
                Ok(DrawingFormat::Competition)
            }
            (Some(by_name), Some(asked)) if by_name != asked => {
                let asked = asked.to_possible_value();
                let name = asked.as_ref().map_or("", |value| value.get_name());
                let found =
                    format!("--format {name}, and {output} is a name of another form, {suffix}");
                Err(Refusal::new(found, "one of the two, or a name with another ending"))
            }
            (_, Some(asked)) => Ok(asked),
            (Some(by_name), None) => Ok(by_name),
            (None, None) => Err(Refusal::new(
                format!("{output}: .{suffix} is no form in which it is written"),
                "a name that ends in .txt, .json, .svg or .png, or --format",
            )),
        }
    }

    /// How the names of its files end.
    pub fn ending(self) -> &'static str {
        match self {
            DrawingFormat::Text | DrawingFormat::Competition => "txt",
            DrawingFormat::Json => "json",
            DrawingFormat::Svg => "svg",
            DrawingFormat::Png => "png",
        }
    }

    /// Whether it is an image, which shows one board and nothing else.
    pub fn is_image(self) -> bool {
        matches!(self, DrawingFormat::Svg | DrawingFormat::Png)
    }

    /// Refuses an image in bytes on a terminal, before a file is opened for it.
    fn validate_terminal(self, output: &OutputTarget) -> Result<(), Refusal> {
        if self == DrawingFormat::Png
            && *output == OutputTarget::Standard
            && io::stdout().is_terminal()
        {
            return Err(Refusal::new("a terminal cannot show a PNG", "-o FILE"));
        }
        Ok(())
    }

    /// Refuses an image of what has no board.
    pub fn validate(self, family: &Family, opened: &Opened) -> Result<(), Refusal> {
        match opened.as_puzzle() {
            None if self.is_image() => Err(Refusal::new(
                format!("{} has no board to draw", family.name),
                "--format text or json",
            )),
            _ => Ok(()),
        }
    }

    /// Writes an answer as an image; where there is none, what is said in its place goes to
    /// standard error.
    pub fn draw_answer(
        self,
        opened: &Opened,
        answer: Option<&Answer>,
        said: &str,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let Some((puzzle, answer)) = opened.as_puzzle().zip(answer) else {
            tell(&format!("{said}\n"));
            return Ok(());
        };
        self.draw(&pictured(puzzle, Some(answer)), output)
    }

    /// Writes a picture as an image.
    pub fn draw(self, picture: &Picture, output: &mut Output) -> Result<(), Failure> {
        output.write(&self.image(picture)?)
    }

    /// The bytes of a picture as an image.
    pub fn image(self, picture: &Picture) -> Result<Vec<u8>, Failure> {
        if self == DrawingFormat::Svg {
            return Ok(svg::draw(picture).into_bytes());
        }
        png::draw(picture)
            .map_err(|error| Failure::Output("the PNG".to_owned(), io::Error::other(error)))
    }
}

/// A picture as characters, as wide as the output takes and in colour where it is welcome, with a
/// line that says what its signs mean.
pub(super) fn in_characters(picture: &Picture, output: &Output) -> String {
    let style = characters(output);
    text::draw(picture, style) + text::legend(picture, style).unwrap_or_default()
}

/// How characters are drawn on an output.
pub(super) fn characters(output: &Output) -> text::Style {
    text::Style {
        colour: output.takes_colour(),
        columns: terminal_columns(&io::stdout()).filter(|_| output.is_terminal()),
    }
}
