//! Families behind one door: what the command line, the search and the exporters know of a puzzle.
//!
//! A [`Family`] is a plain record: its name, the tables of its formulations, variants and board
//! formats, and the one function that reads a board. Everything that a verb lists or accepts
//! comes from these tables, so a family added to the list of families is complete.

use crate::board::Size;
use crate::formulation::Formulation;
use crate::problem::{Holder, Problem};
use crate::puzzle::{self, OPEN, Puzzle, Request};
use crate::source::directives::DirectiveUsage;
use crate::source::{Input, Refusal, Source, counted, pasted};

pub mod files;
mod objective;
mod said;

pub use objective::FamilyObjective;

/// A family of puzzles.
pub struct Family {
    /// Its name on the command line.
    pub name: &'static str,
    /// Other names by which people know it. They are taken wherever the name is, and never shown in
    /// its place.
    pub also: &'static [Also],
    /// The rules in one line.
    pub about: &'static str,
    /// The rules in full, and what is counted, if anything is.
    pub rules: &'static str,
    /// Who published it.
    pub source: &'static str,
    /// The symbols of an answer in the cells of a board; none where there is no board.
    pub symbols: &'static str,
    /// How it can be stated; the first is the default.
    pub formulations: &'static [Formulation],
    /// Rules that can be added or changed.
    pub variants: &'static [Variant],
    /// What a board text may look like.
    pub formats: &'static [Format],
    /// What may be said of a board beside its cells, on lines that begin with `#`.
    pub directives: &'static [DirectiveUsage],
    /// Sizes of square boards from easy to open, for series of instances; none where a size alone
    /// makes no board.
    pub scale: &'static [usize],
    /// Reads a board. Called by [`Family::open`], which has looked the request over.
    pub read: Read,
}

/// The most bytes of a text that is read once more without its first line.
const LONGEST_TITLED: usize = 1 << 16;

/// Another name of a family, and what is meant by it.
#[derive(Clone, Copy, Debug)]
pub struct Also {
    /// The name.
    pub name: &'static str,
    /// The variants without a value that it stands for.
    pub variants: &'static [&'static str],
    /// The variant without which boards of that name are squares with even sides, unless a size is
    /// asked for; none if they may have any size.
    pub even_unless: Option<&'static str>,
}

/// How a family reads its boards.
#[derive(Clone, Copy)]
pub enum Read {
    /// As texts, which are in memory ([`Request::text`]).
    Text(fn(&Request) -> Result<Opened, Refusal>),
    /// As streams, since they may be large.
    Stream(fn(&Request) -> Result<Opened, Refusal>),
}

/// What a family has read: a puzzle, or a problem that has no board.
pub enum Opened {
    /// A puzzle.
    Puzzle(Box<dyn Puzzle>),
    /// A problem without a board.
    Problem(Box<dyn Problem>),
}

/// A rule that can be added or changed.
#[derive(Debug)]
pub struct Variant {
    /// Its name on the command line.
    pub name: &'static str,
    /// What its value is called and the values it may have, if it has one.
    pub value: Option<(&'static str, std::ops::RangeInclusive<usize>)>,
    /// The rule, in one line.
    pub about: &'static str,
}

/// One form of board text.
#[derive(Debug)]
pub struct Format {
    /// Its name for `--input`.
    pub name: &'static str,
    /// What it looks like, in one line.
    pub about: &'static str,
    /// A board in this format.
    pub example: &'static str,
    /// Whether a text is in this format. The first format that says so has it.
    pub recognises: fn(&Source) -> bool,
}

/// The family of that name, among those of a list.
///
/// # Errors
///
/// Refuses a name that none of them has, with the first names of all.
pub fn named(families: &[&'static Family], name: &str) -> Result<&'static Family, Refusal> {
    let known = families
        .iter()
        .copied()
        .find(|family| family.names().any(|known| known.eq_ignore_ascii_case(name)));
    known.ok_or_else(|| {
        let names: Vec<&str> = families.iter().map(|family| family.name).collect();
        Refusal::new(format!("there is no family `{name}`"), names.join(", "))
    })
}

impl Family {
    /// Its name, and then the others by which it is known.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.also.iter().map(|also| also.name))
    }

    /// Its name and what tells a problem from others of it, for a line that says what it is about.
    pub fn title(&self, problem: &dyn Problem) -> String {
        let name = std::iter::once(self.name.to_owned());
        let title = name.chain(problem.details()).collect::<Vec<_>>().join(" ");
        problem.ruling().map_or(title.clone(), |ruling| format!("{title} ({ruling})"))
    }

    /// What a name stands for beyond the family.
    pub fn meant_by(&self, name: &str) -> Option<&'static Also> {
        self.also.iter().find(|also| also.name.eq_ignore_ascii_case(name))
    }

    /// Returns a request with the variants that the name stands for by which the family is asked
    /// for.
    pub fn with_what_is_meant(&self, mut request: Request) -> Request {
        let called = request.called.as_deref().and_then(|name| self.meant_by(name));
        for variant in called.map_or(&[][..], |called| called.variants) {
            if !request.has(variant) {
                request.variants.push(((*variant).to_owned(), None));
            }
        }
        request
    }

    /// Reads a puzzle of this family.
    ///
    /// # Errors
    ///
    /// Refuses variants and formats that the family does not have, a board that cannot be read,
    /// and a board of another size than the one asked for.
    pub fn open(&self, request: &Request) -> Result<Opened, Refusal> {
        let request = self.with_what_is_meant(request.clone());
        self.validate(&request)?;
        let request = self.with_what_the_object_says(self.with_format(&request)?)?;
        let called = request.called.as_deref().and_then(|name| self.meant_by(name));
        let opened = self.read_or_find_title(&request)?;
        match (request.size, opened.size()) {
            (Some(asked), Some(size)) if asked != size => Err(Refusal::new(
                format!("the board is {size}, and --size says {asked}"),
                format!("--size {size} or none"),
            )),
            (Some(asked), None) if !self.is_sized() => Err(Refusal::new(
                format!("{} has no size, and --size says {asked}", self.name),
                "no --size",
            )),
            (None, Some(size)) => {
                called.map_or(Ok(()), |called| called.validate(size, &request))?;
                Ok(opened)
            }
            _ => Ok(opened),
        }
    }

    /// Reads a board. One that is refused is read without words above and below it, too.
    fn read_or_find_title(&self, request: &Request) -> Result<Opened, Refusal> {
        let (Read::Text(read) | Read::Stream(read)) = self.read;
        let refusal = match read(request) {
            Ok(opened) => return Ok(opened),
            Err(refusal) => refusal,
        };
        // What has no board has no title above it either, and what is so long is no board that
        // somebody has typed.
        let text = request
            .text()
            .filter(|_| !self.symbols.is_empty())
            .filter(|text| text.text().len() <= LONGEST_TITLED);
        let Some(source) = text else { return Err(refusal) };
        for (lines, text) in pasted::without_words_around(source) {
            let without =
                Request { board: Some(Input::Text(text)), format: None, ..request.clone() };
            if self.with_format(&without).and_then(|without| read(&without)).is_err() {
                continue;
            }
            let (found, expected) = match lines.as_slice() {
                [_, _] => {
                    ("lines above and below the board that are no rows", "`#` before each of them")
                }
                [line] if line.start < source.text().len() / 2 => {
                    ("a line above the board that is no row", "`#` before it if it is a title")
                }
                _ => ("a line below the board that is no row", "`#` before it if it is a note"),
            };
            return Err(Refusal::new(found, expected).at(source, lines[0].clone()));
        }
        Err(refusal)
    }

    /// The formulation of that name, or the default.
    ///
    /// # Errors
    ///
    /// Refuses a name that the family does not have.
    pub fn formulation(&self, name: Option<&str>) -> Result<&'static Formulation, Refusal> {
        let Some(name) = name else { return Ok(&self.formulations[0]) };
        self.formulations.iter().find(|formulation| formulation.name == name).ok_or_else(|| {
            let known = self.formulations.iter().map(|formulation| formulation.name);
            self.unknown("formulation", name, known)
        })
    }

    /// Whether its boards are read as streams.
    pub fn streams(&self) -> bool {
        matches!(self.read, Read::Stream(_))
    }

    /// Whether there are boards, in whose cells the symbols of an answer stand.
    pub fn has_boards(&self) -> bool {
        !self.symbols.is_empty()
    }

    /// Whether a size alone makes a board.
    pub fn is_sized(&self) -> bool {
        !self.scale.is_empty()
    }

    /// The first formulation that others published, or the default.
    pub fn published(&self) -> &'static Formulation {
        let published =
            self.formulations.iter().find(|formulation| formulation.source != "quarrel");
        published.unwrap_or(&self.formulations[0])
    }

    /// Why a bound is refused.
    pub(crate) fn without_objective(&self) -> Refusal {
        Refusal::new(
            format!("{} has no objective, so it takes no --bound", self.name),
            "no --bound",
        )
    }

    /// Looks over a request without its board, for many boards that are to be read alike.
    ///
    /// # Errors
    ///
    /// Refuses variants and formats that the family does not have.
    pub fn validate_choices(&self, request: &Request) -> Result<(), Refusal> {
        self.validate_format(request)?;
        self.validate_variants(request)
    }

    /// What its puzzles are read from, in a word.
    pub fn needs(&self) -> &'static str {
        match self.read {
            Read::Stream(_) => "file",
            Read::Text(_) => "board",
        }
    }

    fn validate(&self, request: &Request) -> Result<(), Refusal> {
        self.validate_format(request)?;
        if request.board.is_none() && !self.is_sized() {
            return Err(Refusal::new(
                format!("{} needs a {}", self.name, self.needs()),
                "a BOARD: a file, or `-` for standard input",
            ));
        }
        self.validate_variants(request)
    }

    fn validate_format(&self, request: &Request) -> Result<(), Refusal> {
        match &request.format {
            Some(name) if !self.formats.iter().any(|format| format.name == name) => {
                Err(self.unknown("board format", name, self.formats.iter().map(|f| f.name)))
            }
            _ => Ok(()),
        }
    }

    fn validate_variants(&self, request: &Request) -> Result<(), Refusal> {
        for (index, (name, value)) in request.variants.iter().enumerate() {
            let Some(variant) = self.variants.iter().find(|variant| variant.name == name) else {
                return Err(self.unknown("variant", name, self.variants.iter().map(|v| v.name)));
            };
            if request.variants[..index].iter().any(|(other, _)| other == name) {
                return Err(Refusal::new(
                    format!("the variant {name} is given twice"),
                    "each variant once",
                ));
            }
            variant.validate(*value)?;
        }
        Ok(())
    }

    /// The request with a text where texts are read, and with the format of its board.
    fn with_format(&self, request: &Request) -> Result<Request, Refusal> {
        let mut request = request.clone();
        if !self.streams() {
            let text = request.board.map(Input::into_text).transpose()?;
            let text =
                text.as_ref().map(|text| pasted::plain(text, self.directives)).transpose()?;
            request.board = text.map(Input::Text);
        }
        if let (None, Some(board)) = (&request.format, &request.board) {
            let head = board.head()?;
            let recognised = self.formats.iter().find(|format| (format.recognises)(&head));
            // A board is in the last format where no other has it; a file of somebody's own may be
            // in none.
            let other = self.formats.last().filter(|_| !self.streams());
            request.format = recognised.or(other).map(|format| format.name.to_owned());
        }
        Ok(request)
    }

    fn unknown<'a>(&self, kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Refusal {
        let known: Vec<&str> = known.collect();
        let expected = match known.as_slice() {
            [] => format!("none: {} has no {kind}s", self.name),
            known => known.join(", "),
        };
        Refusal::new(format!("{} has no {kind} `{name}`", self.name), expected)
    }
}

impl Holder for Opened {
    fn as_problem(&self) -> &(dyn Problem + 'static) {
        match self {
            Opened::Puzzle(puzzle) => puzzle,
            Opened::Problem(problem) => &**problem,
        }
    }
}

impl Opened {
    /// A puzzle of a room.
    pub fn puzzle(puzzle: impl Puzzle + 'static) -> Opened {
        Opened::Puzzle(Box::new(puzzle))
    }

    /// A problem of a room without boards.
    pub fn problem(problem: impl Problem + 'static) -> Opened {
        Opened::Problem(Box::new(problem))
    }

    /// What a search, an export and a reader of answers need of it.
    pub fn as_problem(&self) -> &dyn Problem {
        Holder::as_problem(self)
    }

    /// The puzzle, where it is one.
    pub fn as_puzzle(&self) -> Option<&dyn Puzzle> {
        match self {
            Opened::Puzzle(puzzle) => Some(&**puzzle),
            Opened::Problem(_) => None,
        }
    }

    /// Reads an answer that somebody has written, or a solver has printed, in rows; some of it may
    /// be open.
    ///
    /// # Errors
    ///
    /// Refuses a text that is no answer, with its place.
    pub fn read_answer(&self, source: &Source, symbols: &str) -> Result<Vec<String>, Refusal> {
        match self {
            Opened::Puzzle(_) => {
                let symbols = format!("{symbols}{OPEN}");
                Ok(puzzle::read_answer(source, &symbols)?.to_rows())
            }
            Opened::Problem(problem) => problem.read_answer(source),
        }
    }

    /// Returns a number of an answer's places with what they are: cells, or variables.
    pub fn counted_places(&self, number: usize) -> String {
        counted(number, if self.as_puzzle().is_some() { "cell" } else { "variable" })
    }

    /// The variants that the puzzle is of; none of a problem without a board.
    pub fn variants(&self) -> Vec<String> {
        self.as_puzzle().map_or(Vec::new(), Puzzle::variants)
    }

    /// The puzzle itself, where it is one.
    pub fn into_puzzle(self) -> Option<Box<dyn Puzzle>> {
        match self {
            Opened::Puzzle(puzzle) => Some(puzzle),
            Opened::Problem(_) => None,
        }
    }

    /// The size of its board, where it has one.
    pub fn size(&self) -> Option<Size> {
        self.as_puzzle().map(Puzzle::size)
    }
}

impl Also {
    /// Refuses a size that boards of this name do not have.
    fn validate(&self, size: Size, request: &Request) -> Result<(), Refusal> {
        let Some(variant) = self.even_unless.filter(|variant| !request.has(variant)) else {
            return Ok(());
        };
        let is_odd = size.rows() % 2 == 1;
        if size.is_square() && !is_odd {
            return Ok(());
        }
        let found =
            format!("the board is {size}, and boards of {} are squares with even sides", self.name);
        let or_so = if size.is_square() && is_odd {
            format!(", --variant {variant}")
        } else {
            String::new()
        };
        let expected = format!("the rest of the board{or_so}, or --size {size} if it is so");
        Err(Refusal::new(found, expected))
    }
}

impl Variant {
    fn validate(&self, value: Option<usize>) -> Result<(), Refusal> {
        match (&self.value, value) {
            (None, None) => Ok(()),
            (Some((_, range)), Some(value)) if range.contains(&value) => Ok(()),
            (None, Some(value)) => Err(Refusal::new(
                format!("the variant {} takes no value, and {value} is given", self.name),
                format!("--variant {}", self.name),
            )),
            (Some((placeholder, range)), _) => Err(Refusal::new(
                value.map_or(format!("the variant {} needs a value", self.name), |value| {
                    format!("the variant {} cannot have the value {value}", self.name)
                }),
                format!(
                    "--variant {}={placeholder}, from {} to {}",
                    self.name,
                    range.start(),
                    range.end()
                ),
            )),
        }
    }

    /// How it is written on the command line.
    pub fn usage(&self) -> String {
        match &self.value {
            None => self.name.to_owned(),
            Some((placeholder, _)) => format!("{}={placeholder}", self.name),
        }
    }
}
