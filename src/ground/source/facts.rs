//! Boards as facts of answer set programming: `cell(1,2,0).`
//!
//! A text is a list of facts with comments from `%` on. The number of arguments says what a fact
//! is:
//!
//! - *one*: the size (`size(6).`, `row(1..6).`), or the number of stars (`stars(2).`).
//!   `#const n = 6.` is a size, too;
//! - *two numbers*: a queen (`queen(1,2).`), a blocked cell, or a symbol (`sun(1,2).`);
//! - *three*: a cell with its region or symbol, which is the last argument. All these facts have
//!   the same predicate, which can have any name. The region is the first argument instead if two
//!   conditions hold: the last two arguments name all cells of a square, and the first two do not;
//! - *two cells*: a sign between them, which is the predicate (`same((1,2),(1,3)).`,
//!   `same(1,2,1,3).`) or the last argument (`wall((1,2),(1,3),eq).`).
//!
//! A constant (`#const n = 6.`) can stand for its number: `row(1..n).` A cell has its row before
//! its column. Rules and other facts are refused.

use std::collections::HashMap;
use std::ops::Range;

use super::directives;
use super::pieces::{self, has_comment_mark, singular};
use super::placed::{Place, PlacedStatements, Statement, sign};
use super::rows::Notation;
use super::{Refusal, Source, Spanned, Table, is_integer, quote};
use crate::board::Size;

/// The names of facts and constants that state a size. The name of a fact is compared without an
/// `s` at its end. This applies to all lists of names here.
const SIZES: &[&str] = &[
    "size",
    "n",
    "grid",
    "board",
    "dim",
    "dimension",
    "side",
    "width",
    "height",
    "length",
    "boardsize",
];
/// The names of facts that state a range of rows or columns (`row(1..6).`).
const LINES: &[&str] = &["row", "r", "col", "column", "c", "index", "x", "y"];
/// The names of facts about a given queen.
const QUEENS: &[&str] = &["queen", "star", "crown"];
/// The names of facts about a blocked cell.
const BLOCKED: &[&str] = &["blocked", "cross", "crossed", "forbidden", "empty"];
/// The names of facts about a cell with a symbol. The name of the fact is also the name of the
/// symbol.
const SYMBOLS: &[&str] = &["sun", "moon", "white", "black", "zero", "one"];

/// The deepest nesting of tuples that is read.
const DEPTH: usize = 3;

/// An argument of a fact.
#[derive(Clone, Debug)]
enum Term {
    /// A number, a name, or a text without its quotes.
    Word(Spanned<String>),
    /// The first and the last number of a range; then the position of the range in the text.
    Range([usize; 2], Range<usize>),
    /// Arguments in brackets; then the position of the brackets in the text.
    Tuple(Vec<Term>, Range<usize>),
}

/// A fact with its arguments. The list of arguments is empty if the fact has no brackets.
struct Fact {
    name: Spanned<String>,
    arguments: Vec<Term>,
}

/// Returns whether the first line that is neither blank nor a comment begins with a fact, or states
/// the size as a constant (`#const n = 6.`). A fact begins with an ASCII lower-case letter, and `(`
/// follows directly after its name. It is recognised only if the line, without a comment after `%`,
/// ends with a full stop. A line that begins with `#` or `//` is a comment if it does not state the
/// size.
pub fn recognises(source: &Source) -> bool {
    let line = source.lines().map(|line| line.value.trim()).find(|line| {
        !line.is_empty()
            && !line.starts_with('%')
            && (!has_comment_mark(line) || constant(line).is_some())
    });
    line.is_some_and(|line| {
        let name = line.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let is_fact = line.starts_with(|c: char| c.is_ascii_lowercase())
            && name.starts_with('(')
            && line.split('%').next().is_some_and(|fact| fact.trim_end().ends_with('.'));
        is_fact || constant(line).is_some()
    })
}

/// Returns the side that a line such as `#const n = 6.` states. Returns `None` for another line.
fn constant(line: &str) -> Option<usize> {
    let (name, value) = definition(line)?;
    value.parse().ok().filter(|_| SIZES.contains(&name.to_lowercase().as_str()))
}

/// Returns the name and the number of a line `#const NAME = NUMBER.` Returns `None` for another
/// line.
fn definition(line: &str) -> Option<(&str, &str)> {
    let line = line.split('%').next().unwrap_or(line).trim();
    let (name, value) = line.strip_prefix("#const ")?.split_once('=')?;
    Some((name.trim(), value.trim().strip_suffix('.')?.trim()))
        .filter(|(_, value)| is_integer(value))
}

/// Refuses a program with rules or choices. [`is_rule`] decides whether a statement is one. Text
/// after the last full stop is accepted.
///
/// # Errors
///
/// If a statement has a body after `:-`, is a weak constraint (`:~`), or is a choice such as
/// `1 { queen(R,C) : col(C) } 1.`
pub(super) fn refuse_rules(source: &Source) -> Result<(), Refusal> {
    let code = without_comments(source.text());
    let is_end = |at: usize| {
        let around = [code[..at].chars().next_back(), code[at + 1..].chars().next()];
        around[0] != Some('.') && around[1].is_none_or(char::is_whitespace)
    };
    let mut start = 0;
    for (end, _) in code.match_indices('.').filter(|&(at, _)| is_end(at)) {
        let statement = &code[start..end];
        if is_rule(statement.trim()) {
            let first = start + statement.len() - statement.trim_start().len();
            let line = code[first..=end].find(['\r', '\n']).map_or(end + 1, |line| first + line);
            let found = "a program of clingo with rules";
            let expected = "only the facts of the board, such as `cell(1,2,0).`, and no statements \
                            with `:-` or `{`";
            return Err(Refusal::new(found, expected).with_span(source, first..line));
        }
        start = end + 1;
    }
    Ok(())
}

/// Returns whether a statement is a rule, a constraint or a choice. The statement must be trimmed
/// and without its full stop. It is one of these if it contains `:-`, begins with `:~`, or has
/// braces with nothing before them except a bound. A statement without a round bracket or with `:=`
/// is none of these. Neither is a statement that does not begin with an ASCII lower-case letter, a
/// digit or one of `_-{:`.
fn is_rule(statement: &str) -> bool {
    if !statement
        .starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-{:".contains(c))
        || !statement.contains('(')
        || statement.contains(":=")
    {
        return false;
    }
    if statement.contains(":-") || statement.starts_with(":~") {
        return true;
    }
    statement.split_once('{').filter(|(_, inside)| inside.contains('}')).is_some_and(
        |(bound, _)| {
            bound.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || "_<>=!".contains(c))
        },
    )
}

/// Returns a text of the same length in bytes with blanks in place of comments (`%`, or `%*` to
/// `*%`), quoted texts, and lines that begin with `#` or `//`. The ends of lines stay. A comment or
/// quoted text without an end reaches to the end of the text.
fn without_comments(text: &str) -> String {
    pieces::without_comments(
        text,
        |c| c == '\n',
        |rest, is_first| {
            let end = if let Some(text) = rest.strip_prefix('"') {
                text.find('"').map(|end| end + 2)
            } else if rest.starts_with("%*") {
                rest.find("*%").map(|end| end + 2)
            } else if rest.starts_with('%')
                || is_first && !rest.starts_with(char::is_whitespace) && has_comment_mark(rest)
            {
                rest.find('\n')
            } else {
                Some(0)
            };
            end.unwrap_or(rest.len())
        },
    )
}

/// Reads a list of facts. `asked` is the size that the user requests, if any; a size in the text
/// takes precedence over it. Ranges of rows and columns take precedence over another size in the
/// text. In the table, the directives from lines (`# …`) come before those from facts.
///
/// # Errors
///
/// The text is refused in these cases:
///
/// - A statement is no fact, or has no known meaning.
/// - A size is stated twice.
/// - Ranges or facts of cells contradict each other.
/// - A directive is malformed.
/// - The cells do not form a board.
pub fn read(source: &Source, writing: &Notation, asked: Option<Size>) -> Result<Table, Refusal> {
    let mut placed =
        PlacedStatements { first: directives::stated_first(source), ..PlacedStatements::default() };
    let constant = source.lines().find_map(|line| Some((constant(line.value)?, line.span)));
    placed.size = constant.map(|(side, span)| Spanned { value: [side; 2], span });
    let constants = source
        .lines()
        .filter_map(|line| {
            let (name, value) = definition(line.value)?;
            Some((name.to_owned(), value.to_owned()))
        })
        .collect();
    let (code, mut directives) = directives::extract_directives(source, writing.directives)?;
    let mut reader = Reader { source: &code, placed, cells: Vec::new(), sides: [None; 2] };
    let mut scanner = Scanner { source: &code, at: 0, constants };
    while let Some(fact) = scanner.fact()? {
        reader.read(&fact)?;
    }
    reader.place_cells()?;
    if let [Some(rows), columns] = reader.sides {
        let span = reader.placed.size.as_ref().map_or(0..0, |size| size.span.clone());
        reader.placed.size = Some(Spanned { value: [rows, columns.unwrap_or(rows)], span });
    }
    let table = reader.placed.into_table(source, writing, asked)?;
    directives.extend(table.directives);
    Ok(Table { directives, ..table })
}

/// A position in a text of facts, with the constants of the program.
struct Scanner<'a> {
    source: &'a Source,
    /// The offset of the next byte.
    at: usize,
    /// The numbers of the program's constants, by name.
    constants: HashMap<String, String>,
}

impl Scanner<'_> {
    /// Skips white space and comments, and returns the text after them. A comment ends at the end
    /// of the line. If it begins with `%*`, it ends at `*%`; if there is no `*%`, it reaches to the
    /// end of the text.
    fn rest(&mut self) -> &str {
        let text = &self.source.text()[self.at..];
        let mut rest = text.trim_start();
        while let Some(comment) = rest.strip_prefix('%') {
            let (block, end) = match comment.strip_prefix('*') {
                Some(block) => (block, "*%"),
                None => (comment, "\n"),
            };
            rest = block.find(end).map_or("", |at| &block[at + end.len()..]).trim_start();
        }
        self.at = self.source.text().len() - rest.len();
        rest
    }

    /// Refuses the next character, or the end of the text.
    fn refuse<T>(&mut self, expected: &str) -> Result<T, Refusal> {
        let rest = self.rest();
        let word = rest.chars().next().map(String::from);
        let length = word.as_ref().map_or(0, String::len);
        let found = word.map_or("the end of the text".to_owned(), |word| quote(&word));
        Err(Refusal::new(found, expected).with_span(self.source, self.at..self.at + length))
    }

    /// Skips white space, comments and then `sign`. If something else follows the white space and
    /// comments, returns false; the white space and comments are skipped nevertheless.
    fn skip(&mut self, sign: &str) -> bool {
        let has = self.rest().starts_with(sign);
        self.at += if has { sign.len() } else { 0 };
        has
    }

    /// Reads the next fact with its full stop. The name is any word ([`Scanner::word`]). A fact
    /// without brackets has no arguments. Returns `None` at the end of the text. Refuses a text
    /// that is no fact, and tuples that are nested deeper than [`DEPTH`].
    fn fact(&mut self) -> Result<Option<Fact>, Refusal> {
        if self.rest().is_empty() {
            return Ok(None);
        }
        let Some(name) = self.word() else { return self.refuse("a fact, such as `cell(1,2,0).`") };
        let arguments = if self.skip("(") { self.arguments(DEPTH)? } else { Vec::new() };
        if !self.skip(".") {
            return self.refuse("`.` at the end of the fact");
        }
        Ok(Some(Fact { name, arguments }))
    }

    /// Reads a name, a number with an optional minus sign, or a text in quotes, after white space
    /// and comments. A text is returned without the quotes. A minus sign alone counts as a word.
    /// Returns `None` if the next character does not begin any of these, or a quote has no end.
    fn word(&mut self) -> Option<Spanned<String>> {
        let rest = self.rest();
        let quoted = rest.strip_prefix('"').and_then(|text| text.split_once('"'));
        let (value, length) = match quoted {
            Some((text, _)) => (text.to_owned(), text.len() + 2),
            None => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let sign = usize::from(rest.starts_with('-'));
                let length = rest[sign..].find(|c| !is_part(c)).unwrap_or(rest.len() - sign) + sign;
                (rest[..length].to_owned(), length)
            }
        };
        let span = self.at..self.at + length;
        self.at = span.end;
        (length > 0).then_some(Spanned { value, span })
    }

    /// Replaces the name of a constant by its number. Returns any other word unchanged.
    fn resolve_constant(&self, word: Spanned<String>) -> Spanned<String> {
        match self.constants.get(&word.value) {
            Some(number) => Spanned { value: number.clone(), ..word },
            None => word,
        }
    }

    /// Reads arguments up to a closing bracket, and also reads this bracket. Tuples are allowed to
    /// be nested at most `depth` deep. The opening bracket must be read already. Refuses an empty
    /// list, a sign other than a comma between arguments, a missing closing bracket, and an
    /// argument that [`Scanner::term`] refuses.
    fn arguments(&mut self, depth: usize) -> Result<Vec<Term>, Refusal> {
        let mut terms = Vec::new();
        loop {
            terms.push(self.term(depth)?);
            if self.skip(")") {
                return Ok(terms);
            }
            if !self.skip(",") {
                return self.refuse("`,` or `)`");
            }
        }
    }

    /// Reads an argument. Constants become their numbers. Tuples are allowed to be nested at most
    /// `depth` deep; with 0, no tuple is allowed. Refuses a deeper tuple, a range whose ends are no
    /// whole numbers from 0 on, and anything that is neither a word nor a tuple. A range includes
    /// both ends; their order is not checked.
    fn term(&mut self, depth: usize) -> Result<Term, Refusal> {
        self.rest();
        let start = self.at;
        if depth > 0 && self.skip("(") {
            let terms = self.arguments(depth - 1)?;
            return Ok(Term::Tuple(terms, start..self.at));
        }
        let Some(word) = self.word() else { return self.refuse("a number or a name") };
        let word = self.resolve_constant(word);
        if !self.skip("..") {
            return Ok(Term::Word(word));
        }
        let last = self.word().and_then(|last| self.resolve_constant(last).value.parse().ok());
        match word.value.parse().ok().zip(last) {
            Some((first, last)) => Ok(Term::Range([first, last], start..self.at)),
            None => self.refuse("a range of numbers, such as `1..6`"),
        }
    }
}

impl Term {
    fn number(&self) -> Option<usize> {
        match self {
            Term::Word(word) => word.value.parse().ok(),
            _ => None,
        }
    }

    fn word(&self) -> Option<&Spanned<String>> {
        match self {
            Term::Word(word) => Some(word),
            _ => None,
        }
    }

    fn sign(&self) -> Option<&'static str> {
        sign(&self.word()?.value)
    }

    fn span(&self) -> Range<usize> {
        match self {
            Term::Word(word) => word.span.clone(),
            Term::Range(_, span) | Term::Tuple(_, span) => span.clone(),
        }
    }

    /// Returns the cell that a pair names. Returns `None` for another argument.
    fn cell(&self) -> Option<Place> {
        match self {
            Term::Tuple(terms, _) => place(terms),
            _ => None,
        }
    }
}

/// Returns the cell of two numbers, the row first. Returns `None` for other arguments.
fn place(terms: &[Term]) -> Option<Place> {
    let [row, column] = terms else { return None };
    let span = row.span().start..column.span().end;
    Some(Place { row: row.number()?, column: column.number()?, span, first: None })
}

/// A reader of facts, with the results so far.
struct Reader<'a> {
    source: &'a Source,
    /// The statements of the facts that have been read so far, without those in `cells`.
    placed: PlacedStatements,
    /// The facts that state the region or symbol of a cell: their names and three arguments.
    cells: Vec<(Spanned<String>, [Term; 3])>,
    /// The numbers of rows and columns, if ranges state them.
    sides: [Option<usize>; 2],
}

impl Reader<'_> {
    /// Reads a fact by the number of its arguments and by their forms. A fact whose last argument
    /// is the region or symbol of a cell is kept until [`Reader::place_cells`] reads it. Every
    /// other fact of three arguments that states no sign is kept, too. All other facts take effect
    /// at once. Refuses a fact whose meaning is not known, a size that is stated twice, and a range
    /// that [`Reader::read_range`] does not accept.
    fn read(&mut self, fact: &Fact) -> Result<(), Refusal> {
        let name = &singular(&fact.name.value)[..];
        let known = match &fact.arguments[..] {
            [one] => self.read_one(fact, name, one),
            [Term::Range(rows, _), Term::Range(columns, _)] => {
                self.read_range(*rows, true, fact) && self.read_range(*columns, false, fact)
            }
            [Term::Word(_), Term::Word(_)] => self.read_two(fact, name),
            [Term::Tuple(pair, _), value] if value.cell().is_none() && place(pair).is_some() => {
                self.cells.push((fact.name.clone(), [&pair[0], &pair[1], value].map(Clone::clone)));
                true
            }
            [one, other] => self.read_sign(fact, sign(name), one.cell(), other.cell()),
            [one, other, mark] if other.cell().is_some() => {
                self.read_sign(fact, mark.sign(), one.cell(), other.cell())
            }
            [one, other, value] => {
                self.cells.push((fact.name.clone(), [one, other, value].map(Clone::clone)));
                true
            }
            [one @ .., _, _] if one.len() == 2 => {
                self.read_sign(fact, sign(name), place(one), place(&fact.arguments[2..]))
            }
            [one @ .., _, _, mark] if one.len() == 2 => {
                self.read_sign(fact, mark.sign(), place(one), place(&fact.arguments[2..4]))
            }
            _ => false,
        };
        if known {
            return Ok(());
        }
        let found = format!("the fact {}, whose meaning is not known", quote(&fact.name.value));
        let expected = "`size(N).`, and for each cell `name(R,C,VALUE).`; or for signs `same` and \
                        `diff` with two cells";
        Err(Refusal::new(found, expected).with_span(self.source, fact.name.span.clone()))
    }

    /// Reads a fact with one argument: a range of rows or columns, a number of stars, or a size.
    /// `name` is the fact's name in lower case without a final `s`. A range belongs to the rows if
    /// `name` begins with `r` or `x`, and otherwise to the columns. Returns false if the fact is
    /// none of these, or if `read_range` does not accept the range. Also returns false if a size is
    /// stated twice; the first size then stays.
    fn read_one(&mut self, fact: &Fact, name: &str, value: &Term) -> bool {
        match value {
            Term::Range(range, _) if LINES.contains(&name) => {
                self.read_range(*range, name.starts_with(['r', 'x']), fact)
            }
            Term::Word(word) if word.value.parse::<usize>().is_ok() => {
                if name == "star" {
                    let span = fact.name.span.clone();
                    self.placed.statements.push(Statement::for_stars(word.clone(), span));
                    return true;
                }
                let side = word.value.parse().ok().filter(|_| SIZES.contains(&name));
                let span = word.span.clone();
                let stated = side.map(|side| Spanned { value: [side; 2], span });
                let is_new = stated.is_some() && self.placed.size.is_none();
                if is_new {
                    self.placed.size = stated;
                }
                is_new
            }
            _ => false,
        }
    }

    /// Reads the range of the numbers of the rows or of the columns, both ends included. If only
    /// columns are stated so far, the board is a square. Returns false in these cases:
    ///
    /// - the range does not begin with 0 or 1;
    /// - an earlier statement says that rows and columns begin with the other one of these numbers;
    /// - the last number is too large, or lower than the first by 2 or more.
    ///
    /// Records the number of the first row, and the number of rows or columns, also if it returns
    /// false. Records the size only if none is known.
    fn read_range(&mut self, [first, last]: [usize; 2], is_of_rows: bool, fact: &Fact) -> bool {
        let number = last.checked_add(1).and_then(|end| end.checked_sub(first));
        let fits = first <= 1 && self.placed.first.is_none_or(|other| other == first);
        self.placed.first = Some(first);
        self.sides[usize::from(!is_of_rows)] = number;
        if !is_of_rows && self.sides[0].is_none() {
            self.sides[0] = number;
        }
        let span = fact.name.span.clone();
        self.placed.size.get_or_insert(Spanned { value: [number.unwrap_or(0); 2], span });
        fits && number.is_some()
    }

    /// Reads a fact with two words: a size, or a cell with a queen, a block or a symbol. `name` is
    /// the fact's name in lower case without a final `s`. Returns false if the fact is none of
    /// these, or if a size is stated twice. Counts the queens, since a queen in each row could be a
    /// solution instead of given queens.
    fn read_two(&mut self, fact: &Fact, name: &str) -> bool {
        if SIZES.contains(&name)
            && self.placed.size.is_none()
            && let [Some(rows), Some(columns)] = [0, 1].map(|at| fact.arguments[at].number())
        {
            let span = fact.arguments[0].span().start..fact.arguments[1].span().end;
            self.placed.size = Some(Spanned { value: [rows, columns], span });
            return true;
        }
        let Some(place) = place(&fact.arguments) else { return false };
        let span = fact.name.span.start..place.span.end;
        let statement = match name {
            name if QUEENS.contains(&name) => "given",
            name if BLOCKED.contains(&name) => "blocked",
            name if SYMBOLS.contains(&name) => {
                let value = Spanned { value: name.to_owned(), span: fact.name.span.clone() };
                self.placed.values.push((place, value));
                return true;
            }
            _ => return false,
        };
        if statement == "given" {
            let number = self.placed.perhaps_solved.as_ref().map_or(0, |queens| queens.value) + 1;
            self.placed.perhaps_solved = Some(Spanned { value: number, span: span.clone() });
        }
        self.placed.statements.push(Statement::new(statement, vec![place], span));
        true
    }

    /// Adds a sign between two cells; `name` is its directive, `eq` or `ne`. Returns false, and
    /// adds nothing, if the sign or a cell is missing.
    fn read_sign(
        &mut self,
        fact: &Fact,
        name: Option<&'static str>,
        one: Option<Place>,
        other: Option<Place>,
    ) -> bool {
        let (Some(name), Some(one), Some(other)) = (name, one, other) else { return false };
        let span = fact.name.span.start..other.span.end;
        self.placed.statements.push(Statement::new(name, vec![one, other], span));
        true
    }

    /// Moves the cells from the list of facts to the placed values, each with its region or symbol.
    /// The three arguments of a fact are usually row, column and value. They are value, row and
    /// column if only the last two arguments name every cell of a square board, over all facts
    /// together. Refuses the facts if both the first two and the last two arguments name every
    /// cell. Also refuses facts with different names. Refuses a fact if its row or column is not a
    /// number, or if its value is not a word. A number counts as a word. Does nothing if there are
    /// no such facts.
    fn place_cells(&mut self) -> Result<(), Refusal> {
        let Some((first, _)) = self.cells.first() else { return Ok(()) };
        if let Some((other, _)) = self.cells.iter().find(|(name, _)| name.value != first.value) {
            let found = format!("{} and {} for cells", quote(&first.value), quote(&other.value));
            let expected = "the same name in all facts with three arguments";
            return Err(Refusal::new(found, expected).with_span(self.source, other.span.clone()));
        }
        let orders = [[0, 1, 2], [1, 2, 0]];
        let fits = orders.map(|order| self.is_square(order));
        if fits == [true, true] {
            let found = "three numbers, of which the first or the last can be the region";
            let expected = "a word for each region, as in `region(1,2,a).`";
            return Err(Refusal::new(found, expected).with_span(self.source, first.span.clone()));
        }
        let order = if fits == [false, true] { orders[1] } else { orders[0] };
        for (name, terms) in std::mem::take(&mut self.cells) {
            let [row, column, value] = order.map(|at| terms[at].clone());
            let word = value.word().cloned();
            match place(&[row, column]).zip(word) {
                Some(cell) => self.placed.values.push(cell),
                None => {
                    let found = format!("{} without a row and a column", quote(&name.value));
                    let expected = format!("{}(R,C,VALUE). with numbers R and C", name.value);
                    return Err(Refusal::new(found, expected).with_span(self.source, name.span));
                }
            }
        }
        Ok(())
    }

    /// Returns whether two arguments of the facts, over all facts together, name each cell of a
    /// square once. The cells are counted from 0 or 1. The array has the positions of the row, the
    /// column and the value among the arguments; the value is not looked at. Returns false if there
    /// is no fact, or if a row or column is no number.
    fn is_square(&self, [row, column, _]: [usize; 3]) -> bool {
        let mut cells: Vec<(usize, usize)> = Vec::new();
        for (_, terms) in &self.cells {
            let Some(cell) = terms[row].number().zip(terms[column].number()) else { return false };
            cells.push(cell);
        }
        cells.sort_unstable();
        let side = cells.len().isqrt();
        let Some(&(first, _)) = cells.first() else { return false };
        side * side == cells.len()
            && first <= 1
            && cells
                .iter()
                .enumerate()
                .all(|(at, cell)| *cell == (at / side + first, at % side + first))
    }
}
