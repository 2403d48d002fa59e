//! Arguments that name a puzzle.

use std::path::Path;

use clap::Args;

use super::headings;
use super::{note, note_remarks, numbers};
use crate::board::Size;
use crate::draft;
use crate::export::map;
use crate::family::files::{self, STANDARD_INPUT};
use crate::family::{Family, OpenedProblem};
use crate::model::Sense;
use crate::puzzle::Request;
use crate::question::{OpenedRequest, Question};
use crate::source::{Input, Refusal, quote};

/// The arguments of a verb that reads one puzzle.
#[derive(Args)]
pub(super) struct BoardArgs {
    /// The family (`quarrel families` explains each); may be left out if the board shows it
    pub family: String,
    /// The board: a file, a link, or `-` for standard input
    board: Option<String>,
    #[command(flatten)]
    terms: BoardTerms,
}

/// The arguments of a verb that reads one puzzle, or several boards of a family.
#[derive(Args)]
pub(super) struct Boards {
    /// The family (`quarrel families` explains each); may be left out if the board shows it
    pub family: String,
    /// The board: a file, a link, or `-` for standard input; or several, or a folder.
    ///
    /// A folder means its files, sorted by name.
    #[arg(id = "board", value_name = "BOARD")]
    boards: Vec<String>,
    #[command(flatten)]
    terms: BoardTerms,
}

/// The sentences about several boards that the help of `solve` and the help of `show` share.
const DRAWN: &str = "--format json prints a line with an object for each board. -o DIR (a folder, or \
a new name without an ending) gets a picture of each under its own name: SVG, or PNG with --format \
png. -o FILE.html gets one page with all of them.";

/// Adds to the help of the argument `board` what `solve`, `show` or `convert` does with several
/// boards. Returns any other command unchanged.
pub(super) fn extend_boards_help(verb: clap::Command) -> clap::Command {
    let several = match verb.get_name() {
        "solve" => format!(
            "{DRAWN} Otherwise a line is printed for each, and with --picture always its answer below."
        ),
        "show" => format!("{DRAWN} Otherwise the boards are drawn one after another."),
        "convert" => "The new texts are written one after another.".to_owned(),
        _ => return verb,
    };
    verb.mut_arg("board", |board| {
        let help = board.get_long_help().map(ToString::to_string).unwrap_or_default();
        board.long_help(format!("{help} {several}"))
    })
}

/// The options that state how a board is read, or the size of a board without a text.
#[derive(Args, Clone)]
pub(super) struct BoardTerms {
    /// The size of the board, for families that need no board text: N, or RxC
    #[arg(long, value_name = "N|RxC", allow_negative_numbers = true, help_heading = headings::PUZZLE)]
    size: Option<Size>,
    /// A variant of the rules; may be given several times
    #[arg(long = "variant", value_name = "NAME[=V]", value_parser = VariantArg::parse, help_heading = headings::PUZZLE)]
    variants: Vec<VariantArg>,
    /// The format of the board text, if its content does not show it
    #[arg(long, value_name = "FORMAT", help_heading = headings::PUZZLE, hide_short_help = true)]
    input: Option<String>,
    /// Maximise the objective of a model file, regardless of the file
    #[arg(long, conflicts_with = "minimize", help_heading = headings::PUZZLE, hide_short_help = true)]
    maximize: bool,
    /// Minimise the objective of a model file, regardless of the file
    #[arg(long, help_heading = headings::PUZZLE, hide_short_help = true)]
    minimize: bool,
    /// Keep integers of a model file that neither the file nor its rows bound between -N and N
    #[arg(long, value_name = "N", help_heading = headings::PUZZLE, hide_short_help = true)]
    int_bound: Option<u32>,
    /// The name or alias by which the user calls the family; `None` if it is not known.
    #[arg(skip)]
    called: Option<String>,
}

impl BoardArgs {
    /// Opens the board, or the empty board of the stated size if no board is named. Prints notes
    /// about it. `family` must be the one that the command line names. Fails if there is neither
    /// board nor size, or if the board cannot be read or is refused.
    pub fn open(&self, family: &Family) -> Result<OpenedProblem, Refusal> {
        self.terms.with_family_name(&self.family).open(self.board.as_deref(), family)
    }

    /// Returns the request for the board, with the variants that an alias of the family implies.
    /// The text of the board is read, but not yet interpreted. Fails if the board cannot be read.
    pub fn request(&self, family: &Family) -> Result<Request, Refusal> {
        self.terms.with_family_name(&self.family).request(self.board.as_deref(), family)
    }

    /// Returns the options for reading boards, and a list with the name of the board as it is on
    /// the command line. The list is empty if no board is named.
    pub fn terms_and_names(&self) -> (&BoardTerms, &[String]) {
        (&self.terms, self.board.as_slice())
    }

    /// Returns a list with the path of the board, so that the caller can refuse an output that
    /// would overwrite the board. The list is empty if the board is standard input, or if no board
    /// is named.
    pub fn inputs(&self) -> Vec<&Path> {
        self.board.as_deref().and_then(files::file_path).into_iter().collect()
    }

    /// Refuses `answer`, the file of an option `--answer`, if both the answer and the board would
    /// be read from standard input.
    pub fn validate_answer(&self, answer: Option<&str>) -> Result<(), Refusal> {
        if [self.board.as_deref(), answer] == [Some(STANDARD_INPUT); 2] {
            let found = "the board and the answer cannot both come from standard input";
            return Err(Refusal::new(found, "one of them in a file"));
        }
        Ok(())
    }
}

impl Boards {
    /// Returns whether several boards are named. A single name counts as several boards if it is
    /// the name of a folder. This is so even if the folder has only one file.
    pub fn has_several(&self) -> bool {
        match &self.boards[..] {
            [] => false,
            [board] => files::file_path(board).is_some_and(Path::is_dir),
            _ => true,
        }
    }

    pub fn has_any(&self) -> bool {
        !self.boards.is_empty()
    }

    /// Returns the options for reading boards, and the names as they are on the command line.
    pub fn terms_and_names(&self) -> (&BoardTerms, &[String]) {
        (&self.terms, &self.boards)
    }

    /// Refuses the boards if `-` (standard input) is named more than once.
    pub fn validate(&self) -> Result<(), Refusal> {
        if self.boards.iter().filter(|board| *board == STANDARD_INPUT).count() > 1 {
            let found = "`-` (standard input) is named more than once";
            return Err(Refusal::new(found, "`-` at most once"));
        }
        Ok(())
    }

    /// Returns the names of the boards. The name of a folder is replaced by the sorted paths of its
    /// visible files. Fails if a folder cannot be read or has no visible file, or if a path is not
    /// UTF-8.
    pub fn names(&self) -> Result<Vec<String>, Refusal> {
        names(&self.boards)
    }

    /// Returns the name of the board as it is on the command line, or `None` if no board is named.
    /// A folder is one name. Refuses several names.
    pub fn single(&self) -> Result<Option<&str>, Refusal> {
        match &self.boards[..] {
            [] => Ok(None),
            [board] => Ok(Some(board)),
            boards => Err(Refusal::new(format!("{} boards are named", boards.len()), "one board")),
        }
    }

    /// Returns the options for reading the boards. They include the name by which the user calls
    /// the family, because an alias of the family may imply variants.
    pub fn terms(&self) -> BoardTerms {
        self.terms.with_family_name(&self.family)
    }

    /// Returns the paths of the boards, so that the caller can refuse an output that would
    /// overwrite one of them. A folder is one path. Standard input has no path.
    pub fn inputs(&self) -> Vec<&Path> {
        self.boards.iter().filter_map(|board| files::file_path(board)).collect()
    }
}

impl BoardTerms {
    /// Returns options that state this size and these variants, and nothing else. They have no name
    /// by which the user calls the family.
    pub fn new(size: Option<Size>, variants: &[VariantArg]) -> BoardTerms {
        let owned_variants = variants.to_vec();
        BoardTerms {
            size,
            variants: owned_variants,
            input: None,
            maximize: false,
            minimize: false,
            int_bound: None,
            called: None,
        }
    }

    /// Returns the options together with `family`, the name by which the user calls the family.
    /// This name may be an alias that implies variants. Such variants are added later, when a board
    /// is requested.
    pub fn with_family_name(&self, family: &str) -> BoardTerms {
        BoardTerms { called: Some(family.to_owned()), ..self.clone() }
    }

    /// Returns a question that states only the family, the size and the variants. The family gets
    /// the name by which the user calls it. If this name is unknown, it gets `family.name`.
    /// Variants that an alias implies are not among the stated variants.
    pub fn question(&self, family: &Family) -> Question {
        let mut question = Question::new(self.called.as_deref().unwrap_or(family.name));
        question.size = self.size.map(Size::sides);
        question.variant = map::variants(&self.stated_request());
        question
    }

    /// Returns the board of a request in the form that questions and maps record. Its format is the
    /// one that `--input` states. Returns `None` if the request has no board.
    pub fn board(&self, request: &Request) -> Option<map::Board> {
        let board = map::Board::from_request(request)?;
        Some(map::Board { input: self.input.clone(), ..board })
    }

    /// Returns whether no option is given. The name of the family does not count.
    pub fn is_empty(&self) -> bool {
        let BoardTerms { size, variants, input, maximize, minimize, int_bound, called: _ } = self;
        let has_sense = *maximize || *minimize;
        let is_unread = input.is_none() && !has_sense && int_bound.is_none();
        size.is_none() && variants.is_empty() && is_unread
    }

    /// Opens `board`, or the empty board of the stated size if `board` is `None`. Prints notes
    /// about it. Fails if there is neither board nor size, or if the board cannot be read or is
    /// refused.
    pub fn open(&self, board: Option<&str>, family: &Family) -> Result<OpenedProblem, Refusal> {
        let (_, opened) = open(family, self.request(board, family)?)?;
        note_remarks(&opened);
        Ok(opened)
    }

    /// Returns the request for a board. The request contains the text of the board. If the family
    /// reads boards as a stream, it contains the path of the board instead. If `board` is `None`,
    /// the request has no board. Fails if the board cannot be read.
    pub fn request(&self, board: Option<&str>, family: &Family) -> Result<Request, Refusal> {
        let board = board.map(|board| family.input(board)).transpose()?;
        Ok(Request { board, ..self.request_without_board(family) })
    }

    /// Returns the direction of the objective that overrides the direction in the file. Returns
    /// `None` if neither `--maximize` nor `--minimize` is given.
    fn sense(&self) -> Option<Sense> {
        match (self.maximize, self.minimize) {
            (true, _) => Some(Sense::Maximise),
            (_, true) => Some(Sense::Minimise),
            _ => None,
        }
    }

    /// Returns the request that the options state, without a board, but with the variants that an
    /// alias of the family implies.
    pub fn request_without_board(&self, family: &Family) -> Request {
        family.with_implied_variants(self.stated_request())
    }

    /// Returns the request that the options state, without a board. Unlike
    /// [`BoardTerms::request_without_board`], it lacks the variants that an alias of the family
    /// implies.
    pub fn stated_request(&self) -> Request {
        Request {
            board: None,
            format: self.input.clone(),
            size: self.size,
            variants: self.variants.iter().map(|one| (one.name.clone(), one.value)).collect(),
            sense: self.sense(),
            int_bound: self.int_bound,
            called: self.called.clone(),
        }
    }
}

/// Returns the names of boards. The name of a folder is replaced by the sorted paths of its visible
/// files. Every other name is kept. This includes names of files that do not exist, and `-` for
/// standard input. Fails if a folder cannot be read or has no visible file, or if a path is not
/// UTF-8.
pub(super) fn names(boards: &[String]) -> Result<Vec<String>, Refusal> {
    let mut names = Vec::new();
    for board in boards {
        match files::file_path(board) {
            None => names.push(board.clone()),
            Some(path) => names.extend(files::files(path)?),
        }
    }
    Ok(names)
}

/// Opens the board of a request, and returns the request with the problem. If the text of the board
/// fits two formats, searches each of the two readings for an answer, for at most ten seconds, in
/// the first formulation of the family. A reading that is refused counts as one without an answer.
/// If all searches end in this time, and exactly one reading has an answer, this reading is chosen.
/// Then the returned request states the format of this reading, and a note about it is printed on
/// standard error. In all other cases, a text that fits two formats is an error. Also fails if the
/// board is refused.
pub(super) fn open(family: &Family, request: Request) -> Result<(Request, OpenedProblem), Refusal> {
    let OpenedRequest { request, opened, readings } = OpenedRequest::open(family, request)?;
    if let (Some([first, second]), Some(reading)) = (readings, &request.format) {
        let name = request.board.as_ref().map_or("the board", Input::name);
        note(&format!(
            "{name} can be read as {first} or {second}; it has an answer only as {reading}, so it is read that way"
        ));
    }
    Ok((request, opened))
}

/// Returns whether `file` is one of the boards that the name `folder` means: a visible file that is
/// directly in this folder. `file` may be a file that does not exist yet. Returns false if `folder`
/// is not a folder.
pub(super) fn folder_includes(folder: &Path, file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default();
    folder.is_dir()
        && !name.as_encoded_bytes().starts_with(b".")
        && draft::is_in_folder(file, folder)
}

/// A variant of the rules as it is written on the command line: `NAME` or `NAME=V`.
#[derive(Clone, Debug)]
pub(super) struct VariantArg {
    /// The name, which need not be a variant of the family.
    name: String,
    /// The number V; `None` if no `=` follows the name.
    value: Option<usize>,
}

impl VariantArg {
    /// Parses `NAME` or `NAME=V`; the first `=` divides the two. Fails if V is not a whole number
    /// of at least 0, or is larger than `usize::MAX`. Does not check whether the family has such a
    /// variant, or whether the name is empty.
    pub fn parse(text: &str) -> Result<VariantArg, String> {
        let (name, value) = match text.split_once('=') {
            None => (text, None),
            Some((name, value)) => match value.parse() {
                Ok(value) => (name, Some(value)),
                Err(_) if numbers::is_too_large(value) => {
                    return Err(format!("write a whole number from 0 to {}", usize::MAX));
                }
                Err(_) => return Err(format!("{} is not a number", quote(value))),
            },
        };
        Ok(VariantArg { name: name.to_owned(), value })
    }
}
