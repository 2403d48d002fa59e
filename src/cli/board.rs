//! The arguments that name a puzzle, and the reading of files.

use std::fmt;
use std::fs::{DirEntry, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::headings;
use super::{note, remark};
use crate::board::Size;
use crate::draft;
use crate::export::map;
use crate::family::{Family, Opened};
use crate::model::Sense;
use crate::puzzle::Request;
use crate::question::Question;
use crate::search;
use crate::source::{Input, MOST_BYTES, Refusal, Source, quoted};
use crate::stop::Stop;

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
        self.board.as_deref().and_then(file).into_iter().collect()
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
            [board] => file(board).is_some_and(Path::is_dir),
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
            match file(board) {
                None => names.push(board.clone()),
                Some(path) => names.extend(files(path)?),
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
        self.boards.iter().filter_map(|board| file(board)).collect()
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
        let board = board.map(|board| input(board, family)).transpose()?;
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
        family.with_what_is_meant(Request {
            board: None,
            format: self.input.clone(),
            size: self.size,
            variants: self.variants.iter().map(|one| (one.name.clone(), one.value)).collect(),
            sense: self.sense(),
            called: self.called.clone(),
        })
    }
}

/// The time in which it is tried whether a reading of a board has an answer.
const TRIAL: Duration = Duration::from_secs(10);

/// Opens a puzzle, and returns what has opened it. If a board can be read in several ways, each is
/// tried: the one with an answer is taken, and named in a note.
pub(super) fn opened(family: &Family, request: Request) -> Result<(Request, Opened), Refusal> {
    let refusal = match family.open(&request) {
        Ok(opened) => return Ok((request, opened)),
        Err(refusal) => refusal,
    };
    let Some(readings) = refusal.readings else { return Err(refusal) };
    let mut with_answers = Vec::new();
    let mut is_known = true;
    for &reading in readings {
        let request = Request { format: Some(reading.to_owned()), ..request.clone() };
        let Ok(opened) = family.open(&request) else { continue };
        let formulation = family.formulation(None)?;
        let stop = Stop::never().after(TRIAL);
        match search::has_answer(opened.as_problem(), formulation, stop) {
            Some(true) => with_answers.push((reading, request, opened)),
            Some(false) => {}
            None => is_known = false,
        }
    }
    let [first, second] = readings;
    let which = match (is_known, with_answers.len()) {
        (true, 1) => {
            let (reading, request, opened) = with_answers.remove(0);
            let name = request.board.as_ref().map_or("the board", Input::name);
            note(&format!(
                "{name} can be read as {first} or {second}; it has an answer as {reading} alone, and is read so"
            ));
            return Ok((request, opened));
        }
        (true, 0) => "and with neither it has an answer",
        (true, _) => "and with each it has an answer",
        (false, _) => "and whether it has an answer is not known in time",
    };
    let found = format!("{}, {which}", refusal.found);
    Err(Refusal { found, ..refusal })
}

/// What stands for standard input.
pub(super) const STANDARD_INPUT: &str = "-";

/// The file of that name, unless standard input is meant.
pub(super) fn file(board: &str) -> Option<&Path> {
    (board != STANDARD_INPUT).then(|| Path::new(board))
}

/// A file, or the files of a folder in the order of their names, without hidden ones.
pub(super) fn files(path: &Path) -> Result<Vec<String>, Refusal> {
    let refused = |found: String| Refusal::new(found, "a board or a folder of boards");
    let unreadable = |error: io::Error| refused(format!("cannot read {}: {error}", path.display()));
    let named = |path: PathBuf| {
        path.into_os_string().into_string().map_err(|name| {
            let found = format!("{name:?} has a name that is not UTF-8");
            Refusal::new(found, "another name for it")
        })
    };
    if !path.is_dir() {
        return Ok(vec![named(path.to_owned())?]);
    }
    let entries = path.read_dir().map_err(unreadable)?;
    let entries = entries.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    let is_shown = |entry: &&DirEntry| {
        !entry.file_name().as_encoded_bytes().starts_with(b".") && entry.path().is_file()
    };
    let mut paths: Vec<PathBuf> = entries.iter().filter(is_shown).map(DirEntry::path).collect();
    if paths.is_empty() {
        return Err(refused(format!("the folder {} has no file", path.display())));
    }
    paths.sort();
    paths.into_iter().map(named).collect()
}

/// Whether a file, which need not be there, is one of the [`files`] of a folder once it is.
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

/// What a family reads a board from: a text in memory, or something that streams by.
pub(super) fn input(board: &str, family: &Family) -> Result<Input, Refusal> {
    match (family.streams(), file(board)) {
        // What is no file on a disk can be read once.
        (true, Some(path)) if path.exists() && !path.is_file() => {
            let pipe = File::open(path).map_err(|error| unreadable(board, &error))?;
            Input::from_reader(board, pipe)
        }
        (true, Some(_)) => Ok(Input::file(board)),
        (true, None) => Input::from_reader(name_of(board), io::stdin().lock()),
        (false, _) => read(board).map(Input::Text),
    }
}

/// Reads a file, or standard input for `-`.
pub(super) fn read(path: &str) -> Result<Source, Refusal> {
    read_at_most(path, MOST_BYTES)
}

/// The same of a text that may be longer.
pub(super) fn read_at_most(path: &str, most: usize) -> Result<Source, Refusal> {
    let (name, bytes) = bytes(path, most)?;
    Source::from_bytes(name, &bytes)
}

/// The name under which a file, or standard input, is known in messages.
pub(super) fn name_of(path: &str) -> &str {
    if path == STANDARD_INPUT { "<stdin>" } else { path }
}

/// The bytes of a file, or of standard input for `-`, with the name under which it is known.
pub(super) fn bytes(path: &str, most: usize) -> Result<(&str, Vec<u8>), Refusal> {
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    let (name, outcome) = match path {
        STANDARD_INPUT => (name_of(path), io::stdin().lock().take(limit).read_to_end(&mut bytes)),
        path => (
            name_of(path),
            File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
        ),
    };
    match outcome {
        Ok(_) if bytes.len() > most => {
            Err(Refusal::new(format!("{name} has more than {most} bytes"), "a smaller file"))
        }
        Ok(_) => Ok((name, bytes)),
        Err(error) => Err(unreadable(name, &error)),
    }
}

/// Why a file cannot be read; a name that is a size was hardly meant as one.
fn unreadable(name: &str, error: &io::Error) -> Refusal {
    let is_size = error.kind() == io::ErrorKind::NotFound && name.parse::<Size>().is_ok();
    let expected = if is_size {
        format!("--size {name}, if that is the size of the board, or the name of a file")
    } else {
        "a readable file".to_owned()
    };
    Refusal::new(format!("cannot read {name}: {error}"), expected)
}
