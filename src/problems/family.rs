//! Families of puzzles, as the command line, the search and the exporters use them.
//!
//! A [`Family`] is a record with tables of formulations, variants and formats. The command line
//! lists the rows of these tables, and accepts the names of the rows.

use std::collections::HashMap;
use std::ops::Range;

use crate::board::{Cell, Grid, Size};
use crate::formulation::Formulation;
use crate::links;
use crate::model::Sense;
use crate::problem::{Alias, PartialAnswer, Problem, ProblemOwner};
use crate::puzzle::{self, BoardProblem, Puzzle, Request};
use crate::source::directives::DirectiveUsage;
use crate::source::{Input, Refusal, Source, format_count, pasted, quote, stars};

mod conversion;
pub mod files;
pub mod maker;
mod objective;
mod said;
mod spellings;

pub use conversion::Conversion;
pub use maker::Maker;
pub use objective::FamilyObjective;

/// A family of puzzles, or of problems without boards.
pub struct Family {
    /// Name on the command line.
    pub name: &'static str,
    /// Aliases, which are accepted in place of the name. If the user calls the family by an alias,
    /// headings show this alias.
    pub also: &'static [FamilyAlias],
    /// Rules in one line.
    pub summary: &'static str,
    /// The complete rules, and the objective.
    pub rules: &'static str,
    /// Publication or author of the puzzle.
    pub source: &'static str,
    /// The symbols of an answer; empty for a family without boards.
    pub symbols: &'static str,
    /// The formulations, the default first.
    pub formulations: &'static [Formulation],
    /// The optional rules of the puzzle, which a request can switch on by name.
    pub variants: &'static [Variant],
    /// The formats of board texts. A text is read in the first format that recognises it.
    pub formats: &'static [Format],
    /// Directives: data in addition to the cells, on lines that begin with `#`.
    pub directives: &'static [DirectiveUsage],
    /// The sides of square boards for series of instances, from easy to unsolved sizes. The list is
    /// empty if a size alone does not define a board.
    pub scale: &'static [usize],
    /// The way to read a board, after the checks of [`Family::open`].
    pub read: BoardReader,
    /// The maker of boards with exactly one answer; `None` if boards of the family cannot be made.
    pub maker: Option<&'static Maker>,
}

/// The maximum size of a text in bytes for one search. If a board is invalid, [`Family::open`]
/// searches its text for lines of words above and below the board, in order to report these lines.
/// A longer text is not searched, and gets the error of the reader.
const LONGEST_TITLED: usize = 1 << 16;

/// Another name of a family, with the variants and the sizes of its boards.
#[derive(Clone, Copy, Debug)]
pub struct FamilyAlias {
    /// Name on the command line.
    pub name: &'static str,
    /// The name as a heading.
    pub title: &'static str,
    /// The variants that the alias implies. They have no values.
    pub variants: &'static [&'static str],
    /// The name of a variant. Without this variant, boards under the alias must be squares with
    /// even sides. `None` if any size is allowed. A size that the user requests (`--size`) is
    /// always allowed.
    pub even_unless: Option<&'static str>,
}

/// The way in which a family reads boards.
#[derive(Clone, Copy)]
pub enum BoardReader {
    /// From a text in memory ([`Request::text`]).
    Text(fn(&Request) -> Result<OpenedProblem, Refusal>),
    /// From a stream, for large files.
    Stream(fn(&Request) -> Result<OpenedProblem, Refusal>),
}

/// A puzzle with a board, or a problem without one.
pub enum OpenedProblem {
    /// Puzzle with a board.
    Puzzle(Box<BoardProblem>),
    /// Problem without a board.
    Problem(Box<dyn Problem>),
}

/// An optional rule of a puzzle.
#[derive(Debug)]
pub struct Variant {
    /// Name on the command line.
    pub name: &'static str,
    /// The placeholder for the variant's value, and the range of the value. `None` if the variant
    /// has no value.
    pub value: Option<(&'static str, std::ops::RangeInclusive<usize>)>,
    /// Rule in one line.
    pub summary: &'static str,
}

/// A format of texts of boards.
#[derive(Debug)]
pub struct Format {
    /// Name for `--input`.
    pub name: &'static str,
    /// Description in one line.
    pub summary: &'static str,
    /// The text of an example board in this format.
    pub example: &'static str,
    /// Returns whether a text is in this format. The first format that matches is used. If the
    /// input is a stream, the function gets only the first 64 KiB.
    pub recognises: fn(&Source) -> bool,
}

/// Returns the family with a name or alias. Upper and lower case mean the same.
///
/// # Errors
///
/// If no family has this name or alias. The refusal lists the names of the families without their
/// aliases.
pub fn find_family(families: &[&'static Family], name: &str) -> Result<&'static Family, Refusal> {
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
    /// Returns the name, then the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.also.iter().map(|also| also.name))
    }

    /// Returns a heading. It is the family's name, or the alias that the user has used, followed by
    /// the details of the problem.
    pub fn title(&self, problem: &dyn Problem) -> String {
        title_with_details(problem.info().called.map_or(self.name, |alias| alias.name), problem)
    }

    /// Returns the alias that a request uses as the name of the family; `None` if it uses no alias.
    pub fn requested_alias(&self, request: &Request) -> Option<Alias> {
        let also = self.find_alias(request)?;
        Some(Alias { name: also.name, title: also.title })
    }

    /// Returns the alias that a request uses as the name of the family; `None` if it uses no alias.
    pub fn find_alias(&self, request: &Request) -> Option<&'static FamilyAlias> {
        self.alias_by_name(request.called.as_deref()?)
    }

    /// Returns the family's alias with this name, in upper or lower case; `None` if there is none.
    pub fn alias_by_name(&self, name: &str) -> Option<&'static FamilyAlias> {
        self.also.iter().find(|also| also.name.eq_ignore_ascii_case(name))
    }

    /// Adds the variants that the requested alias implies. Variants that are already requested are
    /// not added again. New variants are added at the end, without a value. Returns the request
    /// unchanged if it uses no alias.
    pub fn with_implied_variants(&self, mut request: Request) -> Request {
        for variant in self.find_alias(&request).map_or(&[][..], |also| also.variants) {
            if !request.has(variant) {
                request.variants.push(((*variant).to_owned(), None));
            }
        }
        request
    }

    /// Reads a puzzle. Completes a copy of the request. Adds the variants that the requested alias
    /// implies, and the variants and the alias that the text states. If the request has no format,
    /// adds the format that recognises the text. If no format does, adds the family's last format,
    /// but not if the family reads streams. If the request has no board, the puzzle is a board of
    /// the requested size in which all cells are open.
    ///
    /// # Errors
    ///
    /// The request is refused in these cases:
    ///
    /// - The family lacks a requested variant or format.
    /// - A variant is requested twice, or its value is missing, needless or out of range.
    /// - The request states a sense (minimise or maximise), but the family's rules state it.
    /// - The text contradicts the request.
    /// - The board is missing, unreadable or invalid, or is a web address that the family does not
    ///   read.
    /// - The board's size is not the requested size.
    /// - A size is requested, but the family's boards have no size.
    /// - No size is requested, and the alias does not allow the board's size.
    pub fn open(&self, request: &Request) -> Result<OpenedProblem, Refusal> {
        let request = self.with_implied_variants(request.clone());
        self.validate(&request)?;
        let request = self.with_format(&request)?;
        let opened = self.read_or_find_title(&request)?;
        match (request.size, opened.size()) {
            (Some(asked), Some(size)) if asked != size => Err(Refusal::new(
                format!("the board is {size}, but --size is {asked}"),
                format!("--size {size}, or no --size"),
            )),
            (Some(asked), None) if !self.is_sized() => Err(Refusal::new(
                format!("{} has no size, but --size {asked} is given", self.name),
                "no --size",
            )),
            (None, Some(size)) => {
                let called = self.find_alias(&request);
                let restricted = called.filter(|called| !called.is_exempted_by(&opened.variants()));
                restricted.map_or(Ok(()), |called| called.validate(size, &request))?;
                Ok(opened)
            }
            _ => Ok(opened),
        }
    }

    /// Reads a board. If the reader refuses it, looks for lines of words above or below the board.
    /// If the board is valid without these lines, or the refusal points to such a line, refuses the
    /// lines instead. A text that is the shared result of a game gets a refusal of its own. In all
    /// other cases, returns the reader's refusal. Links, ids, families without boards and texts
    /// longer than [`LONGEST_TITLED`] always get the reader's refusal.
    fn read_or_find_title(&self, request: &Request) -> Result<OpenedProblem, Refusal> {
        let (BoardReader::Text(read) | BoardReader::Stream(read)) = self.read;
        let refusal = match read(request) {
            Ok(opened) => return Ok(opened),
            Err(refusal) => refusal,
        };
        // A person hardly types a text longer than the limit. So such a text is not searched for
        // lines of words.
        let text = request
            .text()
            .filter(|_| !self.symbols.is_empty() && !is_link_format(request))
            .filter(|text| text.text().len() <= LONGEST_TITLED);
        let Some(source) = text else { return Err(refusal) };
        let is_plain = request.format.as_deref() == self.formats.last().map(|format| format.name);
        let is_read = |text: &Source| {
            let board = Some(Input::Text(text.clone()));
            let without = Request { board, format: None, ..request.clone() };
            let without = self.with_format(&without);
            // If the text has another format without these words, then the words are no title. They
            // are a part of the format, such as the words of a program.
            let without =
                without.ok().filter(|without| is_plain || without.format == request.format);
            without.is_some_and(|without| read(&without).is_ok())
        };
        let mut around = pasted::without_words_around(source);
        if let Some((lines, _)) = around.find(|(_, text)| is_read(text)) {
            return Err(self.extra_lines_refusal(source, &lines));
        }
        links::share::refuse(source)?;
        match refusal
            .place
            .as_ref()
            .map(|(_, span)| span.start)
            .and_then(|at| pasted::line_of_words(source, at))
        {
            Some(line) => Err(self.extra_lines_refusal(source, &[line])),
            None => Err(refusal),
        }
    }

    /// Returns the formulation with this name, or the default formulation if `name` is `None`.
    ///
    /// # Errors
    ///
    /// If the family has no formulation of this name.
    pub fn formulation(&self, name: Option<&str>) -> Result<&'static Formulation, Refusal> {
        let Some(name) = name else { return Ok(&self.formulations[0]) };
        self.formulations.iter().find(|formulation| formulation.name == name).ok_or_else(|| {
            let known = self.formulations.iter().map(|formulation| formulation.name);
            self.unknown("formulation", name, known)
        })
    }

    /// Returns whether boards are read as streams.
    pub fn reads_streams(&self) -> bool {
        matches!(self.read, BoardReader::Stream(_))
    }

    /// Returns whether the family has boards.
    pub fn has_boards(&self) -> bool {
        !self.symbols.is_empty()
    }

    /// Returns whether a size alone defines a board.
    pub fn is_sized(&self) -> bool {
        !self.scale.is_empty()
    }

    /// Returns the first formulation whose source is not quarrel. If there is none, returns the
    /// default formulation.
    pub fn published(&self) -> &'static Formulation {
        let published =
            self.formulations.iter().find(|formulation| formulation.source != "quarrel");
        published.unwrap_or(&self.formulations[0])
    }

    /// Returns a refusal: a bound is requested, but the family has no objective.
    pub(crate) fn no_objective_refusal(&self) -> Refusal {
        let found = format!("{} has no objective, so --bound has no meaning", self.name);
        Refusal::new(found, "no --bound")
    }

    /// Checks the format, the sense and the variants of a request without reading a board. Does not
    /// check the size.
    ///
    /// # Errors
    ///
    /// If the family lacks a requested variant or format, or if a variant is requested twice or its
    /// value is invalid. Also if both the request and the family's rules state a sense (minimise or
    /// maximise).
    pub fn validate_choices(&self, request: &Request) -> Result<(), Refusal> {
        self.validate_format(request)?;
        self.validate_sense(request)?;
        self.validate_int_bound(request)?;
        self.validate_variants(request)
    }

    /// Returns the word for the family's input: `file` if boards are read as streams, or else
    /// `board`.
    pub fn input_word(&self) -> &'static str {
        match self.read {
            BoardReader::Stream(_) => "file",
            BoardReader::Text(_) => "board",
        }
    }

    /// Refuses a format, a sense or variants that the family does not have. Refuses a variant that
    /// is requested twice or has an invalid value. Also refuses a request without a board if a size
    /// alone does not define a board. Reads no board, and does not check the requested size.
    fn validate(&self, request: &Request) -> Result<(), Refusal> {
        self.validate_format(request)?;
        if request.board.is_none() && !self.is_sized() {
            return Err(Refusal::new(
                format!("{} needs a {}", self.name, self.input_word()),
                "a BOARD: a file, or `-` for standard input",
            ));
        }
        self.validate_sense(request)?;
        self.validate_int_bound(request)?;
        self.validate_variants(request)
    }

    /// Refuses a requested sense (minimise or maximise) if the family reads no streams, since the
    /// rules of such a family state the objective.
    fn validate_sense(&self, request: &Request) -> Result<(), Refusal> {
        let Some(sense) = request.sense.filter(|_| !self.reads_streams()) else { return Ok(()) };
        let option = match sense {
            Sense::Maximise => "--maximize",
            Sense::Minimise => "--minimize",
        };
        let found = format!("{option}, although the rules of {} state its objective", self.name);
        Err(Refusal::new(found, format!("no {option}; this option is only for model files")))
    }

    /// Refuses a bound of integers if the family reads no streams, since only model files have
    /// integers without a bound.
    fn validate_int_bound(&self, request: &Request) -> Result<(), Refusal> {
        if request.int_bound.is_none() || self.reads_streams() {
            return Ok(());
        }
        let found = format!("--int-bound, although {} has no integers without a bound", self.name);
        Err(Refusal::new(found, "no --int-bound; this option is only for model files"))
    }

    /// Refuses a format that the family does not have; the refusal lists the formats. Upper and
    /// lower case differ. A request without a format is accepted.
    fn validate_format(&self, request: &Request) -> Result<(), Refusal> {
        match &request.format {
            Some(name) if !self.formats.iter().any(|format| format.name == name) => {
                Err(self.unknown("board format", name, self.formats.iter().map(|f| f.name)))
            }
            _ => Ok(()),
        }
    }

    /// Refuses an unknown variant, a variant that is requested twice, a missing value, an invalid
    /// value, and a value for a variant without one. The refusal is that of the first faulty
    /// variant in the request.
    fn validate_variants(&self, request: &Request) -> Result<(), Refusal> {
        for (index, (name, value)) in request.variants.iter().enumerate() {
            let Some(variant) = self.variants.iter().find(|variant| variant.name == name) else {
                return Err(self.unknown("variant", name, self.variants.iter().map(|v| v.name)));
            };
            if request.variants[..index].iter().any(|(other, _)| other == name) {
                let found = format!("the variant {name} is given twice");
                return Err(Refusal::new(found, "each variant once"));
            }
            variant.validate(*value)?;
        }
        Ok(())
    }

    /// Adds the format of the board to a request that has none: the first format that recognises
    /// the board, or else the family's last format. If the family reads streams, an unrecognised
    /// board has no format. If the family reads no streams, also reads the text into memory, and
    /// decodes the percent escapes of a link or an id. If the text is neither a link nor an id,
    /// removes everything around the board from the text. Then also adds the variants and the alias
    /// that the text states. Refuses web addresses that are no format of the family, statements
    /// around the board that contradict the request, and input that cannot be read. A request
    /// without a board stays the same.
    fn with_format(&self, request: &Request) -> Result<Request, Refusal> {
        let mut completed = request.clone();
        let board = completed.board.take_if(|_| !self.reads_streams());
        if let Some(text) = board.map(Input::into_text).transpose()?.map(links::unescape) {
            let link = || self.links().find(|format| (format.recognises)(&text));
            if completed.format.is_none() {
                completed.format = link().map(|format| format.name.to_owned());
            }
            let board = if is_link_format(&completed) {
                text
            } else {
                let known: Vec<&str> = self.links().map(|format| format.name).collect();
                links::refuse_addresses(&text, self.name, &known)?;
                let has_open = self.is_sized() && !self.symbols.contains('.');
                let (board, stated) = pasted::isolate_board(&text, self.directives, has_open)?;
                self.apply_stated(&mut completed, &text, &stated)?;
                board
            };
            completed.board = Some(Input::Text(board));
        }
        if let (None, Some(board)) = (&completed.format, &completed.board) {
            let head = board.head()?;
            let recognised = self.formats.iter().find(|format| (format.recognises)(&head));
            // The last format is the default. Families that read streams have no default.
            let other = self.formats.last().filter(|_| !self.reads_streams());
            completed.format = recognised.or(other).map(|format| format.name.to_owned());
        }
        Ok(completed)
    }

    /// Returns the formats of the family that are links or ids.
    fn links(&self) -> impl Iterator<Item = &'static Format> {
        self.formats.iter().filter(|format| links::is_link_format(format.name))
    }

    /// Returns the refusal of lines that are no rows of the board. The refusal is at the first of
    /// these lines; there must be one. `lines` has their byte ranges in `source`. If the family has
    /// a directive for stars and a line states their number, the refusal suggests the directive.
    /// Otherwise it suggests to make the lines comments.
    fn extra_lines_refusal(&self, source: &Source, lines: &[Range<usize>]) -> Refusal {
        let (found, each) = match lines {
            [_] => ("a line that is no row of the board", "the line"),
            _ => ("lines that are no rows of the board", "each line"),
        };
        let text = source.text();
        let numbers: Vec<usize> = lines
            .iter()
            .filter(|_| stars::has_directive(self.directives))
            .flat_map(|line| stars::stated_counts(&text[line.clone()], usize::MAX))
            .collect();
        let cure = match numbers.as_slice() {
            [] => format!("`#` before {each}, to make it a comment"),
            numbers => {
                let stated = stars::as_directives(numbers);
                format!("{stated} for the number of stars, and `#` before any other words")
            }
        };
        Refusal::new(found, cure).with_span(source, lines[0].clone())
    }

    /// Returns the refusal of an unknown name. `kind` is a noun in the singular for the things that
    /// have such names; its plural must be formed by a mere `s`. The refusal lists the known names,
    /// or says that there are none.
    fn unknown<'a>(&self, kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Refusal {
        let known_names: Vec<&str> = known.collect();
        let expected = match known_names.as_slice() {
            [] => format!("none: {} has no {kind}s", self.name),
            known => known.join(", "),
        };
        Refusal::new(format!("{} has no {kind} `{name}`", self.name), expected)
    }
}

/// Returns a name of a puzzle, the details of a problem and, in brackets, the ruling of the
/// problem.
pub fn title_with_details(name: &str, problem: &dyn Problem) -> String {
    let name = std::iter::once(name.to_owned());
    let title = name.chain(problem.info().details.iter().cloned()).collect::<Vec<_>>().join(" ");
    let ruling = &problem.info().ruling;
    ruling.as_ref().map_or(title.clone(), |ruling| format!("{title} ({ruling})"))
}

/// Returns whether the format of the board is a link or an id.
fn is_link_format(request: &Request) -> bool {
    request.format.as_deref().is_some_and(links::is_link_format)
}

impl ProblemOwner for OpenedProblem {
    fn as_problem(&self) -> &(dyn Problem + 'static) {
        match self {
            OpenedProblem::Puzzle(puzzle) => &**puzzle,
            OpenedProblem::Problem(problem) => &**problem,
        }
    }
}

impl OpenedProblem {
    /// Makes a problem with a board of a puzzle.
    pub fn puzzle(puzzle: impl Puzzle + 'static) -> OpenedProblem {
        OpenedProblem::Puzzle(Box::new(BoardProblem::new(puzzle)))
    }

    /// Wraps a problem that has no board.
    pub fn problem(problem: impl Problem + 'static) -> OpenedProblem {
        OpenedProblem::Problem(Box::new(problem))
    }

    /// Returns the puzzle or problem.
    pub fn as_problem(&self) -> &dyn Problem {
        ProblemOwner::as_problem(self)
    }

    /// Returns the puzzle; `None` if the problem has no board.
    pub fn as_puzzle(&self) -> Option<&dyn Puzzle> {
        self.on_board().map(|puzzle| &**puzzle)
    }

    fn on_board(&self) -> Option<&BoardProblem> {
        match self {
            OpenedProblem::Puzzle(puzzle) => Some(puzzle),
            OpenedProblem::Problem(_) => None,
        }
    }

    /// Reads an answer, which may have open cells. An open cell is written as `?`, or as a sign for
    /// open cells that boards have; such a sign must be no symbol of the answer. Every other cell
    /// of a puzzle has a sign for one of the family's `symbols`. All these signs come from the same
    /// spelling: the signs of the board's text ([`BoardInfo::sign`](puzzle::BoardInfo::sign)),
    /// another spelling of the family, or `symbols` themselves. The result has the family's
    /// symbols. A problem without a board reads the text itself and ignores `symbols`. Checks
    /// neither the size nor the rules.
    ///
    /// # Errors
    ///
    /// If the text is not an answer. The refusal has the place of the fault in the text.
    pub fn read_answer(&self, source: &Source, symbols: &str) -> Result<PartialAnswer, Refusal> {
        match self {
            OpenedProblem::Puzzle(puzzle) => {
                let own = spellings::own_symbols(&***puzzle, source, symbols);
                let answer = puzzle::read_answer(source, &spellings::add_open_signs(&own))
                    .map_err(|refusal| {
                        spellings::add_other_spellings(refusal, &***puzzle, symbols)
                    })?;
                let meant: HashMap<char, char> = own.chars().zip(symbols.chars()).collect();
                Ok(PartialAnswer::Board(Grid::from_fn(answer.size(), |at| {
                    meant.get(&answer[at]).copied()
                })))
            }
            OpenedProblem::Problem(problem) => problem.read(source),
        }
    }

    /// Returns the byte range of a cell in the text `source` of an answer. The text can use these
    /// `symbols`, the signs of the board's text, or another spelling of the family's symbols.
    /// Returns `None` if the problem has no board, if the answer lacks the cell, or if the text
    /// cannot be split into cells in any of these ways. Does not check the symbols of cells in
    /// JSON.
    pub fn place_in_answer(
        &self,
        source: &Source,
        symbols: &str,
        cell: Cell,
    ) -> Option<Range<usize>> {
        let puzzle = self.as_puzzle()?;
        let own = spellings::own_symbols(puzzle, source, symbols);
        puzzle::place_in_answer(source, &spellings::add_open_signs(&own), cell)
    }

    /// Returns the sign that the board's text has for a symbol of the family. The sign can be the
    /// symbol itself.
    pub fn spelled(&self, symbol: char) -> char {
        self.on_board().map_or(symbol, |puzzle| puzzle.board_info().sign(symbol))
    }

    /// Returns the number with a noun for the counted things: cells of a puzzle, or else variables.
    pub fn counted_places(&self, number: usize) -> String {
        format_count(number, if self.as_puzzle().is_some() { "cell" } else { "variable" })
    }

    /// Writes the board in a format of its family, without a line end. `family` must be the family
    /// of the problem, for the refusal. Cells that a player has filled in are written only if the
    /// format has such cells.
    ///
    /// # Errors
    ///
    /// If the problem has no board, boards are not written in this format, or the format cannot
    /// represent this board.
    pub fn to_text(&self, family: &Family, format: &str) -> Result<String, Refusal> {
        let puzzle = self.as_puzzle();
        if let Some(written) = puzzle.and_then(|puzzle| puzzle.write(format)) {
            return written;
        }
        let writes = |name: &str| puzzle.is_some_and(|puzzle| puzzle.write(name).is_some());
        let known: Vec<&str> =
            family.formats.iter().map(|format| format.name).filter(|name| writes(name)).collect();
        let expected = match known.as_slice() {
            [] => format!("none, since boards of {} can be read but not written", family.name),
            known => known.join(", "),
        };
        let found = format!("boards of {} are not written as {}", family.name, quote(format));
        Err(Refusal::new(found, expected))
    }

    /// Returns the variants of the puzzle. Returns an empty list if the problem has no board.
    pub fn variants(&self) -> Vec<String> {
        self.on_board().map_or(Vec::new(), |puzzle| puzzle.board_info().variants.clone())
    }

    /// Converts to the puzzle. Returns `None` if the problem has no board.
    pub fn into_puzzle(self) -> Option<BoardProblem> {
        match self {
            OpenedProblem::Puzzle(puzzle) => Some(*puzzle),
            OpenedProblem::Problem(_) => None,
        }
    }

    /// Returns the size of the board. Returns `None` if the problem has no board.
    pub fn size(&self) -> Option<Size> {
        self.as_puzzle().map(Puzzle::size)
    }
}

impl FamilyAlias {
    /// Returns whether the alias allows boards of this size with the requested variants. An alias
    /// with [`even_unless`](FamilyAlias::even_unless) allows squares with even sides, and any size
    /// if this variant is requested. Other aliases allow every size.
    pub fn allows(&self, size: Size, request: &Request) -> bool {
        let is_free = self.even_unless.is_none_or(|variant| request.has(variant));
        is_free || (size.is_square() && size.rows().is_multiple_of(2))
    }

    /// Returns whether a board with these variants may have any size under the alias. The variants
    /// may come from the request, and also from directives of the board.
    fn is_exempted_by(&self, variants: &[String]) -> bool {
        self.even_unless.is_some_and(|free| variants.iter().any(|variant| variant == free))
    }

    /// Refuses a board of a size that the alias does not allow. If the alias requires a square with
    /// even sides, every other board is refused. The request can name a variant that allows other
    /// sizes; then no board is refused. A requested size is not considered here.
    fn validate(&self, size: Size, request: &Request) -> Result<(), Refusal> {
        let Some(variant) = self.even_unless.filter(|_| !self.allows(size, request)) else {
            return Ok(());
        };
        let is_odd = size.rows() % 2 == 1;
        let found =
            format!("the board is {size}, but boards of {} are squares with even sides", self.name);
        let free = (size.is_square() && is_odd).then(|| format!(", --variant {variant}"));
        let or_so = free.unwrap_or_default();
        let expected =
            format!("the rest of the board{or_so}, or --size {size} if the board has this size");
        Err(Refusal::new(found, expected))
    }
}

impl Variant {
    /// Refuses a missing value, a value that is out of range, and a value for a variant without
    /// one. Both ends of the range are allowed.
    fn validate(&self, value: Option<usize>) -> Result<(), Refusal> {
        match (&self.value, value) {
            (None, None) => Ok(()),
            (Some((_, range)), Some(value)) if range.contains(&value) => Ok(()),
            (None, Some(value)) => Err(Refusal::new(
                format!("the variant {} cannot have a value, but {value} is given", self.name),
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

    /// Returns the text that requests the variant on the command line, such as `stars=K`.
    pub fn usage(&self) -> String {
        match &self.value {
            None => self.name.to_owned(),
            Some((placeholder, _)) => format!("{}={placeholder}", self.name),
        }
    }
}
