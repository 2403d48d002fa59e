//! The arguments that name a puzzle.

use std::fmt;
use std::path::Path;

use clap::Args;

use super::headings;
use super::{note, remark};
use crate::board::Size;
use crate::draft;
use crate::export::map;
use crate::family::files::{self, STANDARD_INPUT};
use crate::family::{Family, Opened};
use crate::model::Sense;
use crate::puzzle::Request;
use crate::question::{OpenedRequest, Question};
use crate::source::{Input, Refusal, quoted};

/// Which puzzle is meant.
#[derive(Args)]
pub(super) struct BoardArgs {
    /// The family (`quarrel families` explains each), unless the board tells it
    pub family: String,
    /// The board: a file, or `-` for standard input
    board: Option<String>,
    #[command(flatten)]
    terms: BoardTerms,
}

/// Which puzzles of a family are meant: one, or several boards.
#[derive(Args)]
pub(super) struct Boards {
    /// The family (`quarrel families` explains each), unless the board tells it
    pub family: String,
    /// The board: a file, or `-` for standard input; several, or a folder, are taken in turn.
    ///
    /// A folder stands for its files in the order of their names. With --format json each board has
    /// a line with an object. With -o DIR, a folder or a new name without an ending, each has a
    /// picture there by its own name: SVG, or PNG if --format says so. Without either, `solve`
    /// tells of each in a line, and --picture always shows its answer below that.
    #[arg(id = "board", value_name = "BOARD")]
    boards: Vec<String>,
    #[command(flatten)]
    terms: BoardTerms,
}

/// How a board is read, or made without a text.
#[derive(Args, Clone)]
pub(super) struct BoardTerms {
    /// The size of the board, for families that need no board text: N, or RxC
    #[arg(long, value_name = "N|RxC", allow_negative_numbers = true, help_heading = headings::PUZZLE)]
    size: Option<Size>,
    /// A variant of the rules; may be given several times
    #[arg(long = "variant", value_name = "NAME[=V]", value_parser = VariantArg::parse, help_heading = headings::PUZZLE)]
    variants: Vec<VariantArg>,
    /// The format of the board text, where its content does not tell
    #[arg(long, value_name = "FORMAT", help_heading = headings::PUZZLE, hide_short_help = true)]
    input: Option<String>,
    /// Make the objective of a model file as large as possible, whatever the file says
    #[arg(long, conflicts_with = "minimize", help_heading = headings::PUZZLE, hide_short_help = true)]
    maximize: bool,
    /// Make the objective of a model file as small as possible, whatever the file says
    #[arg(long, help_heading = headings::PUZZLE, hide_short_help = true)]
    minimize: bool,
    /// The name by which the family is asked for.
    #[arg(skip)]
    called: Option<String>,
}

impl BoardArgs {
    /// Reads the puzzle.
    pub fn open(&self, family: &Family) -> Result<Opened, Refusal> {
        self.terms.called(&self.family).open(self.board.as_deref(), family)
    }

    /// What opens the puzzle, with its board.
    pub fn request(&self, family: &Family) -> Result<Request, Refusal> {
        self.terms.called(&self.family).request(self.board.as_deref(), family)
    }

    /// How the board is read, and its name if it has one.
    pub fn named(&self) -> (&BoardTerms, &[String]) {
        (&self.terms, self.board.as_slice())
    }

    /// The files that are read.
    pub fn inputs(&self) -> Vec<&Path> {
        self.board.as_deref().and_then(files::file).into_iter().collect()
    }

    /// Whether the board comes from standard input.
    pub fn is_standard_input(&self) -> bool {
        self.board.as_deref() == Some(STANDARD_INPUT)
    }
}

impl Boards {
    /// Whether they may be several: more than one is named, or a folder.
    pub fn are_several(&self) -> bool {
        match &self.boards[..] {
            [] => false,
            [board] => files::file(board).is_some_and(Path::is_dir),
            _ => true,
        }
    }

    /// Whether there is a board.
    pub fn are_named(&self) -> bool {
        !self.boards.is_empty()
    }

    /// How the boards are read, and their names.
    pub fn named(&self) -> (&BoardTerms, &[String]) {
        (&self.terms, &self.boards)
    }

    /// Refuses standard input as more than one board.
    pub fn agree(&self) -> Result<(), Refusal> {
        if self.boards.iter().filter(|board| *board == STANDARD_INPUT).count() > 1 {
            let found = "`-`, which is standard input, more than once among the boards";
            return Err(Refusal::new(found, "`-` once at most"));
        }
        Ok(())
    }

    /// The names of the boards, with those in folders.
    pub fn names(&self) -> Result<Vec<String>, Refusal> {
        let mut names = Vec::new();
        for board in &self.boards {
            match files::file(board) {
                None => names.push(board.clone()),
                Some(path) => names.extend(files::files(path)?),
            }
        }
        Ok(names)
    }

    /// The one board, where there is one.
    pub fn one(&self) -> Result<Option<&str>, Refusal> {
        match &self.boards[..] {
            [] => Ok(None),
            [board] => Ok(Some(board)),
            boards => Err(Refusal::new(
                format!("{} boards, where one is meant", boards.len()),
                "one board",
            )),
        }
    }

    /// How the boards are read, with what the name of the family says.
    pub fn terms(&self) -> BoardTerms {
        self.terms.called(&self.family)
    }

    /// The files that are named.
    pub fn inputs(&self) -> Vec<&Path> {
        self.boards.iter().filter_map(|board| files::file(board)).collect()
    }
}

impl BoardTerms {
    /// A size, where there is one, and variants.
    pub fn new(size: Option<Size>, variants: &[VariantArg]) -> BoardTerms {
        let variants = variants.to_vec();
        BoardTerms { size, variants, input: None, maximize: false, minimize: false, called: None }
    }

    /// The same for a family that is asked for by this name.
    pub fn called(&self, family: &str) -> BoardTerms {
        BoardTerms { called: Some(family.to_owned()), ..self.clone() }
    }

    /// Returns a question about a board that is read so, with every default.
    pub fn question(&self, family: &Family) -> Question {
        let mut question = Question::new(self.called.as_deref().unwrap_or(family.name));
        question.size = self.size.map(Size::sides);
        question.variant = self.variants.iter().map(VariantArg::to_string).collect();
        question
    }

    /// Returns the board of a request, as it is asked for.
    pub fn board(&self, request: &Request) -> Option<map::Board> {
        let board = map::Board::named(request)?;
        Some(map::Board { input: self.input.clone(), ..board })
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        let BoardTerms { size, variants, input, maximize, minimize, called: _ } = self;
        size.is_none() && variants.is_empty() && input.is_none() && !maximize && !minimize
    }

    /// Reads the puzzle of a board, or of none.
    pub fn open(&self, board: Option<&str>, family: &Family) -> Result<Opened, Refusal> {
        let (_, opened) = opened(family, self.request(board, family)?)?;
        remark(&opened);
        Ok(opened)
    }

    /// What opens a puzzle, with its board: the text, or the file where it is read as a stream.
    pub fn request(&self, board: Option<&str>, family: &Family) -> Result<Request, Refusal> {
        let board = board.map(|board| family.input(board)).transpose()?;
        Ok(Request { board, ..self.without_board(family) })
    }

    /// The sense of the objective, if it is said here.
    fn sense(&self) -> Option<Sense> {
        match (self.maximize, self.minimize) {
            (true, _) => Some(Sense::Maximise),
            (_, true) => Some(Sense::Minimise),
            _ => None,
        }
    }

    /// The same without a board.
    pub fn without_board(&self, family: &Family) -> Request {
        family.with_what_is_meant(self.said())
    }

    /// What is said, whatever the family is.
    pub fn said(&self) -> Request {
        Request {
            board: None,
            format: self.input.clone(),
            size: self.size,
            variants: self.variants.iter().map(|one| (one.name.clone(), one.value)).collect(),
            sense: self.sense(),
            called: self.called.clone(),
        }
    }
}

/// Opens a puzzle, and returns what has opened it. If a board can be read in several ways, the one
/// that is taken is named in a note.
pub(super) fn opened(family: &Family, request: Request) -> Result<(Request, Opened), Refusal> {
    let OpenedRequest { request, opened, readings } = OpenedRequest::open(family, request)?;
    if let (Some([first, second]), Some(reading)) = (readings, &request.format) {
        let name = request.board.as_ref().map_or("the board", Input::name);
        note(&format!(
            "{name} can be read as {first} or {second}; it has an answer as {reading} alone, and is read so"
        ));
    }
    Ok((request, opened))
}

/// Whether a file, which need not be there, is one of the [files](files::files) of a folder once it is.
pub(super) fn reads(folder: &Path, file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default();
    folder.is_dir() && !name.as_encoded_bytes().starts_with(b".") && draft::is_in(file, folder)
}

/// A variant as it is written on the command line: its name, and its value where it has one.
#[derive(Clone, Debug)]
pub(super) struct VariantArg {
    name: String,
    value: Option<usize>,
}

impl VariantArg {
    pub fn parse(text: &str) -> Result<VariantArg, String> {
        let (name, value) = match text.split_once('=') {
            None => (text, None),
            Some((name, value)) => match value.parse() {
                Ok(value) => (name, Some(value)),
                Err(_) => return Err(format!("{} is not a number", quoted(value))),
            },
        };
        Ok(VariantArg { name: name.to_owned(), value })
    }
}

impl fmt::Display for VariantArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.value.map_or(Ok(()), |value| write!(f, "={value}"))
    }
}
