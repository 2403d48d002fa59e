//! `quarrel convert`: writes boards in other formats.

use std::path::Path;

use clap::Args;

use super::board::{BoardTerms, Boards};
use super::output::{self, Output, OutputTarget};
use super::{Ending, Failure, Invocation, VerbArgs, find_family, note, report};
use crate::family::{Conversion, Family, files};
use crate::source::Refusal;

/// Write one or several boards in another format: as a link, an id, a file of another program, or
/// plain rows
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Convert {
    #[command(flatten)]
    boards: Boards,
    /// Format to write: letters or cells are plain rows; `quarrel families FAMILY` lists the others
    #[arg(id = "to-board", long = "to", value_name = "FORMAT")]
    to: String,
    /// Write to a file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: OutputTarget,
}

/// The examples in the help of `quarrel convert`.
const EXAMPLES: &str = "Examples:
  quarrel convert queens board.txt --to puzzlink
  quarrel convert queens 'https://puzz.link/p?starbattle/4/4/1/b309dg' --to letters
  quarrel convert three-in-a-row saved-game.sav --to cells -o board.txt
  quarrel convert queens boards/ --to sbn";

impl VerbArgs for Convert {
    fn validate_options(&self) -> Result<(), Refusal> {
        self.boards.validate()
    }

    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        Some(self.boards.terms_and_names())
    }

    /// Writes the boards one after another. If a text has several lines, a blank line separates it
    /// from the next board. Prints notes about each board and about what the format cannot record.
    /// Refuses invalid options, a folder of boards that cannot be read, and an output that is one
    /// of the boards. If there is only one board, fails if it cannot be read or written; the output
    /// is then not opened. If there are several boards, reports each board that cannot be read or
    /// written, leaves it out, continues, and at the end returns `Refused`. If no board was
    /// reported, returns `Answered`. Also fails if the output cannot be written. Then, or if no
    /// board was written, a file keeps its old content.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let families = called.families;
        self.validate_options()?;
        let family = find_family(families, &self.boards.family);
        if !self.boards.has_several() {
            let text = self.convert(family, self.boards.single()?)?;
            output::validate(&[("-o", &self.output)], &self.boards.inputs())?;
            let mut output = Output::open(&self.output)?;
            output.write(format!("{text}\n").as_bytes())?;
            output.close()?;
            return Ok(Ending::Answered);
        }
        let names = self.boards.names()?;
        let inputs: Vec<&Path> = names.iter().filter_map(|name| files::file_path(name)).collect();
        output::validate(&[("-o", &self.output)], &inputs)?;
        let mut output = Output::open(&self.output)?;
        let mut ending = Ending::Answered;
        let mut gap = "";
        for name in &names {
            match self.convert(family, Some(name)) {
                Ok(text) => {
                    output.write(format!("{gap}{text}\n").as_bytes())?;
                    gap = if text.contains('\n') { "\n" } else { "" };
                }
                Err(refusal) => {
                    report(&Failure::Refused(refusal.with_file(name)));
                    ending = Ending::Refused;
                }
            }
        }
        output.close()?;
        Ok(ending)
    }
}

impl Convert {
    /// Returns a board in the requested format. Prints notes about the board, and about what this
    /// format cannot record. Fails if the board is refused, the family does not have the format, or
    /// the format cannot record the board.
    fn convert(&self, family: &Family, board: Option<&str>) -> Result<String, Refusal> {
        let opened = self.boards.terms().open(board, family)?;
        let converted = opened.convert(family, &self.to)?;
        self.note_losses(&converted);
        Ok(converted.text)
    }

    /// Prints notes about what the format cannot record. One note is about the options that are
    /// needed to read the text as the same board. Another is about cells that a player has filled
    /// in.
    fn note_losses(&self, converted: &Conversion) {
        let Conversion { variants, size, format, .. } = converted;
        let lost_variants = variants.iter().map(|one| (one.clone(), format!(" --variant {one}")));
        let lost_size = size.map(|size| (format!("the size {size}"), format!(" --size {size}")));
        let lost_format =
            format.iter().map(|one| ("its name".to_owned(), format!(" --input {one}")));
        let (lost, options): (Vec<String>, Vec<String>) =
            lost_variants.chain(lost_size).chain(lost_format).unzip();
        if !lost.is_empty() {
            let (lost, options) = (lost.join(", "), options.concat());
            note(&format!(
                "the format {} cannot record {lost}: read the board with{options}",
                self.to
            ));
        }
        if converted.lacks_filled_in {
            note(&format!(
                "the format {} cannot record the cells that a player has filled in",
                self.to
            ));
        }
    }
}
