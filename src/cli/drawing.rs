//! Draws boards as characters, SVG or PNG. Also has the arguments that `solve` and `decode` use for
//! writing answers.

use std::io::{self, IsTerminal};
use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::headings;
use super::output::{self, Output, OutputTarget};
use super::sheets::{self, ShownAnswer};
use super::{Failure, terminal_columns};
use crate::family::{Family, OpenedProblem};
use crate::feature;
use crate::picture::png::{self, PngError};
use crate::picture::{Picture, svg, text};
use crate::problem::PartialAnswer;
use crate::puzzle::{draw_board, fill_open};
use crate::source::Refusal;
use crate::stop::Stop;

/// Format of a board or an answer. The name or alias of a format, as the ending of a file's name,
/// implies the format.
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
    /// A page for a browser: a board to play or to print, or an answer
    #[value(alias = "htm")]
    Html,
    /// Lines of c, o, s and v, with the exit statuses of solver competitions; for model files
    Competition,
}

/// When a board is drawn in text with box-drawing characters, instead of plain rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PictureArg {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl PictureArg {
    pub fn is_drawn(self, output: &Output) -> bool {
        match self {
            PictureArg::Auto => output.is_terminal(),
            when => when == PictureArg::Always,
        }
    }
}

/// Format and target of an answer.
#[derive(Args)]
pub(super) struct DrawingTarget {
    /// Format of the answer; by default from the ending of the -o file, else text
    #[arg(long, value_name = "FORMAT", help_heading = headings::OUTPUT)]
    format: Option<DrawingFormat>,
    /// Draw the answer in text with box-drawing characters, instead of plain rows; `auto` does so
    /// only on a terminal
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = headings::OUTPUT)]
    picture: PictureArg,
    /// Write to a file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true, help_heading = headings::OUTPUT)]
    pub output: OutputTarget,
}

impl DrawingTarget {
    /// Returns the format of one answer. `inputs` are the paths that are read. Refuses what
    /// [`DrawingFormat::for_output`] refuses.
    pub fn validated_format(&self, inputs: &[&Path]) -> Result<DrawingFormat, Refusal> {
        DrawingFormat::for_output(self.format, &self.output, inputs)
    }

    /// Returns the form in which several boards are written. Refuses what [`BatchForm::resolve`]
    /// refuses.
    pub fn batch_form(&self) -> Result<BatchForm<'_>, Refusal> {
        BatchForm::resolve(self.format, &self.output)
    }

    pub fn is_folder(&self) -> bool {
        is_folder(&self.output)
    }

    /// Returns the requested format. If none is requested, returns the format that the output's
    /// name implies, or text. Refuses an ending that contradicts the request, an unknown ending if
    /// no format is requested, and PNG in a build without PNG.
    pub fn resolve_format(&self) -> Result<DrawingFormat, Refusal> {
        DrawingFormat::resolve(self.format, &self.output)
    }

    /// Returns the style of one answer in this output, with a picture if `--picture` asks for it.
    pub fn style(&self, output: &Output) -> AnswerStyle {
        AnswerStyle { picture: self.picture.is_drawn(output), characters: character_style(output) }
    }

    /// Returns the style of several answers. They are drawn as pictures only if `--picture always`
    /// is given.
    pub fn batch_style(&self, characters: text::Style) -> AnswerStyle {
        AnswerStyle { picture: self.picture == PictureArg::Always, characters }
    }
}

/// The form in which several boards are written.
pub(super) enum BatchForm<'a> {
    /// All boards in one output, as text or JSON.
    Listed(DrawingFormat),
    /// One page with all boards, for a browser.
    Sheet,
    /// An image or a page of each board, as a file in the folder with this path.
    Drawn(DrawingFormat, &'a Path),
}

impl BatchForm<'_> {
    /// Returns the requested form (`asked`). If no format is requested, returns the form that the
    /// output implies. A folder, or a new name without an ending, implies an SVG image of each
    /// board. If an image or a page is requested, and the output is a folder or a file name without
    /// an ending, the form is an image or a page of each board. A page for any other output is one
    /// page with all boards. Text and JSON are always one output with all boards.
    ///
    /// Refuses in these cases:
    ///
    /// - The request is one image for several boards.
    /// - The output is a folder, but the format is no image and no page.
    /// - The ending contradicts the request, or is unknown and no format is requested.
    /// - The format is PNG, and the build is without PNG.
    pub fn resolve(
        asked: Option<DrawingFormat>,
        output: &OutputTarget,
    ) -> Result<BatchForm<'_>, Refusal> {
        let images = "--format svg or png for a picture of each board, or the name of a file";
        let OutputTarget::File(path) = output else {
            return match asked {
                Some(format) if format.is_image() => Err(Refusal::new(
                    "a drawing shows one board, but several boards are named",
                    "-o DIR for a picture of each, or --format text or json",
                )),
                Some(DrawingFormat::Html) => Ok(BatchForm::Sheet),
                _ => Ok(BatchForm::Listed(asked.unwrap_or(DrawingFormat::Text))),
            };
        };
        if is_folder(output) {
            return match asked {
                None => Ok(BatchForm::Drawn(DrawingFormat::Svg, path)),
                Some(format) if format.is_drawn() => {
                    Ok(BatchForm::Drawn(format.ensure_built()?, path))
                }
                Some(_) => Err(Refusal::new(format!("{output} is a folder"), images)),
            };
        }
        if asked.is_none() && output.suffixes().is_empty() && !path.exists() {
            return Ok(BatchForm::Drawn(DrawingFormat::Svg, path));
        }
        match (DrawingFormat::resolve(asked, output)?, output.suffixes().is_empty()) {
            (format, true) if format.is_drawn() => Ok(BatchForm::Drawn(format, path)),
            (DrawingFormat::Html, false) => Ok(BatchForm::Sheet),
            (format, false) if format.is_image() => Err(Refusal::new(
                format!("{output} is a drawing of one board, but several boards are named"),
                "-o with the name of a folder for a picture of each",
            )),
            (format, _) => Ok(BatchForm::Listed(format)),
        }
    }

    /// Returns the format of each board, or the format of the page if all boards are on one page.
    pub fn format(&self) -> DrawingFormat {
        match self {
            BatchForm::Listed(format) | BatchForm::Drawn(format, _) => *format,
            BatchForm::Sheet => DrawingFormat::Html,
        }
    }
}

/// Returns whether an output is an existing folder, or its name ends in a separator.
pub(super) fn is_folder(output: &OutputTarget) -> bool {
    match output {
        OutputTarget::Standard => false,
        OutputTarget::File(path) => {
            path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator)
        }
    }
}

/// The style of an answer in text.
pub(super) struct AnswerStyle {
    /// Whether the answer is a picture with box-drawing characters, instead of plain rows.
    pub picture: bool,
    /// The colours and the width of a picture.
    characters: text::Style,
}

impl AnswerStyle {
    /// Formats an answer as a picture. If the letters of its regions need an explanation, the names
    /// of the regions are below the picture. If the problem has no board, or if a picture is not
    /// wanted, formats the answer as rows instead.
    pub fn format_answer(&self, opened: &OpenedProblem, answer: &PartialAnswer) -> String {
        match self.draw_picture(opened, answer) {
            Some(picture) => {
                text::draw(&picture, self.characters) + &text::letters(&picture, self.characters)
            }
            None => opened.as_problem().show(answer).join("\n") + "\n",
        }
    }

    /// Returns the picture of an answer. Returns `None` if a picture is not wanted, or if the
    /// problem has no board.
    fn draw_picture(&self, opened: &OpenedProblem, answer: &PartialAnswer) -> Option<Picture> {
        let puzzle = opened.as_puzzle().filter(|_| self.picture)?;
        Some(draw_board(puzzle, answer.board().map(fill_open).as_ref()))
    }

    /// Returns a line that explains the meaning of an apostrophe after a cell (the cell is given).
    /// Returns an empty text if there is no picture, or no apostrophe in it.
    pub fn legend(&self, opened: &OpenedProblem, answer: &PartialAnswer) -> &'static str {
        let picture = self.draw_picture(opened, answer);
        picture.map_or("", |picture| text::apostrophe(&picture, self.characters))
    }

    /// Returns the style for a problem: the same style, but without a picture if the problem has no
    /// board.
    pub fn for_problem(&self, opened: &OpenedProblem) -> AnswerStyle {
        let picture = self.picture && opened.as_puzzle().is_some();
        AnswerStyle { picture, characters: self.characters }
    }

    /// Formats a text that accompanies an answer. If the answer is a picture, the text stays as it
    /// is. Otherwise, it becomes a comment line.
    pub fn format_remark(&self, remark: &str) -> String {
        format!("{}{remark}\n", self.mark())
    }

    /// Returns the text before a line that accompanies an answer. If the answer is written as rows,
    /// this text is the sign of a comment, so that `verify` skips the line. If the answer is a
    /// picture, the text is empty.
    pub fn mark(&self) -> &'static str {
        if self.picture { "" } else { "# " }
    }
}

impl DrawingFormat {
    /// Returns a parser of the formats for a board without an answer: all formats except the format
    /// of competitions.
    pub fn board_parser() -> impl TypedValueParser<Value = DrawingFormat> {
        let forms = DrawingFormat::value_variants()
            .iter()
            .filter(|form| **form != DrawingFormat::Competition);
        let named = PossibleValuesParser::new(forms.filter_map(ValueEnum::to_possible_value));
        named.map(|name| DrawingFormat::from_str(&name, true).expect("one of the forms"))
    }

    /// Returns the requested format (`asked`). If none is requested, returns the format that the
    /// file's name implies, or text. Refuses in these cases:
    ///
    /// - The ending contradicts the request.
    /// - The ending is unknown, and no format is requested.
    /// - The output is one of `inputs`.
    /// - The format is PNG, and the output is a terminal or the build is without PNG.
    pub fn for_output(
        asked: Option<DrawingFormat>,
        output: &OutputTarget,
        inputs: &[&Path],
    ) -> Result<DrawingFormat, Refusal> {
        output::validate(&[("-o", output)], inputs)?;
        let format = DrawingFormat::resolve(asked, output)?;
        format.validate_terminal(output)?;
        Ok(format)
    }

    /// Returns the requested format (`asked`). If none is requested, returns the format that the
    /// output's name implies, or text. Refuses an ending that contradicts the request, an unknown
    /// ending if no format is requested, and PNG in a build without PNG.
    pub fn resolve(
        asked: Option<DrawingFormat>,
        output: &OutputTarget,
    ) -> Result<DrawingFormat, Refusal> {
        DrawingFormat::infer(asked, output)?.ensure_built()
    }

    /// Returns the format unchanged. Refuses PNG in a build without PNG.
    fn ensure_built(self) -> Result<DrawingFormat, Refusal> {
        if self == DrawingFormat::Png {
            let other = "--format svg, or the name of a file that ends in .svg";
            feature::PNG.require().map_err(|missing| Refusal::new(missing.to_string(), other))?;
        }
        Ok(self)
    }

    /// Returns the requested format (`asked`). If none is requested, returns the format that the
    /// ending of the output's name implies, or text. Accepts a format that this build cannot write.
    /// Refuses an unknown ending if no format is requested, and an ending that contradicts the
    /// request. As an exception, accepts `.txt` for the format of competitions.
    fn infer(
        asked: Option<DrawingFormat>,
        output: &OutputTarget,
    ) -> Result<DrawingFormat, Refusal> {
        let is_text = || output.suffixes().last().is_some_and(|suffix| suffix == "txt");
        if asked == Some(DrawingFormat::Competition) && is_text() {
            return Ok(DrawingFormat::Competition);
        }
        let endings = ".txt, .json, .svg, .png or .html";
        output::resolve_format(asked, output, DrawingFormat::Text, endings)
    }

    /// Returns the ending of the format's files, without a dot.
    pub fn ending(self) -> &'static str {
        match self {
            DrawingFormat::Text | DrawingFormat::Competition => "txt",
            DrawingFormat::Json => "json",
            DrawingFormat::Svg => "svg",
            DrawingFormat::Png => "png",
            DrawingFormat::Html => "html",
        }
    }

    pub fn is_image(self) -> bool {
        matches!(self, DrawingFormat::Svg | DrawingFormat::Png)
    }

    /// Returns whether the format is an image or a page. Such a format needs a board, and shows at
    /// most one answer.
    pub fn is_drawn(self) -> bool {
        self.is_image() || self == DrawingFormat::Html
    }

    /// Refuses to write a PNG to a terminal. Accepts everything else.
    fn validate_terminal(self, output: &OutputTarget) -> Result<(), Refusal> {
        if self == DrawingFormat::Png
            && *output == OutputTarget::Standard
            && io::stdout().is_terminal()
        {
            return Err(Refusal::new("a terminal cannot show a PNG", "-o FILE"));
        }
        Ok(())
    }

    /// Refuses an image or a page if the problem has no board. Accepts any other format.
    pub fn validate(self, family: &Family, opened: &OpenedProblem) -> Result<(), Refusal> {
        match opened.as_puzzle() {
            None if self.is_drawn() => Err(Refusal::new(
                format!("{} has no board to draw", family.name),
                "--format text or json",
            )),
            _ => Ok(()),
        }
    }

    /// Returns an answer as an image or a page; `self` must be SVG, PNG or HTML. Returns `None` if
    /// there is no answer, or if the problem has no board. Fails if a PNG cannot be made, or if a
    /// stop is requested twice while a PNG is drawn.
    pub fn render_answer(
        self,
        shown: &ShownAnswer,
        stop: &Stop,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let Some((puzzle, answer)) = shown.opened.as_puzzle().zip(shown.answer) else {
            return Ok(None);
        };
        if self != DrawingFormat::Html {
            return self.render_image(&draw_board(puzzle, answer.board()), stop).map(Some);
        }
        let title = sheets::title(shown.family, shown.opened);
        Ok(sheets::answer_sheet(shown).map(|board| sheets::page(&title, board).into_bytes()))
    }

    /// Writes a picture as an image; `self` must be SVG or PNG. Fails if the PNG cannot be made or
    /// the output cannot be written. If a stop is requested twice while a PNG is drawn, fails as
    /// stopped, and nothing is written.
    pub fn write_image(
        self,
        picture: &Picture,
        output: &mut Output,
        stop: &Stop,
    ) -> Result<(), Failure> {
        output.write(&self.render_image(picture, stop)?)
    }

    /// Returns the bytes of an image; `self` must be SVG or PNG. Fails if the PNG cannot be made,
    /// or if a stop is requested twice while it is drawn.
    pub fn render_image(self, picture: &Picture, stop: &Stop) -> Result<Vec<u8>, Failure> {
        if self == DrawingFormat::Svg {
            return Ok(svg::draw(picture).into_bytes());
        }
        png::draw(picture, stop).map_err(|error| match error {
            PngError::Stopped => Failure::Stopped(error.to_string()),
            _ => Failure::Output("the PNG".to_owned(), io::Error::other(error)),
        })
    }
}

/// Draws a picture as text, in the width and colours of the output. Below it are the lines that
/// explain its signs and letters.
pub(super) fn draw_characters(picture: &Picture, output: &Output) -> String {
    let style = character_style(output);
    text::draw(picture, style) + &text::legend(picture, style)
}

/// Returns the colours and the width that an output allows. Only a terminal limits the width.
pub(super) fn character_style(output: &Output) -> text::Style {
    text::Style {
        colour: output.allows_colour(),
        columns: terminal_columns(&io::stdout()).filter(|_| output.is_terminal()),
    }
}
