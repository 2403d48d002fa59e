//! The format MPS: integer programs, column by column.
//!
//! This is IBM's format of the 1970s, as CPLEX, Gurobi, HiGHS and SCIP read it today. In the
//! section `COLUMNS`, integer variables are between the markers `INTORG` and `INTEND`. A line that
//! begins with `*` is a comment.
//!
//! Words are separated by blanks, as in the free form of MPS. A file in the fixed form is read too,
//! if none of its names contains a blank.
//!
//! **If programs read a file in different ways**, it is refused. The first two cases are
//! exceptions:
//!
//! - An integer variable between markers that has no bound is 0 or 1, as in CPLEX, Gurobi, GLPK,
//!   HiGHS and SCIP. If it has any bound, it must have an upper bound.
//! - If the file has no `OBJSENSE`, the objective is minimised.
//! - A negative upper bound of a variable without a stated lower bound is refused, since for some
//!   programs it removes the lower bound 0.
//! - A second number for the same row and column is refused, since some programs add it to the
//!   first number and others ignore it. Two right-hand sides or two ranges of a row are refused,
//!   and so are two different lower or upper bounds of a variable. A second named set of right-hand
//!   sides, ranges or bounds is refused. A column must have all its lines together.
//! - A column with the bound `BV` is allowed to have other bounds if they are between 0 and 1.
//!   Wider bounds are refused, since HiGHS uses the first of two such bounds and SCIP the last.
//!
//! The objective is the first row of kind `N`, or the row that `OBJNAME` names. The negated
//! right-hand side of this row is the constant of the objective. Other rows of kind `N` are
//! ignored. A file without `ENDATA` is refused, since its end is missing.

mod bounds;
mod extensions;
mod sections;

use std::collections::HashMap;

use self::bounds::Vector;
use self::extensions::SetGroup;
use self::sections::{MpsSection, SECTIONS, is_foreign};
use super::model_format::{ModelFormat, ends_with};
use super::program::{
    Comparison, Decimal, DecimalError, Factor, Guard, ProgramBuilder, Terms, Unknown, VariableKind,
};
use super::{ParsedModel, ReadTerms};
use crate::model::{Relation, Sense};
use crate::problem::Competition;
use crate::source::{Refusal, Source, Spanned, format_count, pieces, quote};

/// The entry of the format `mps` in the list of formats.
pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "mps",
    summary: "linear programs of integers, column by column, in fixed or free form",
    example: "NAME cover\nROWS\n N cost\n G one\n L two\nCOLUMNS\n M1 'MARKER' 'INTORG'\n x cost 2 one 1\n x two 1\n y cost 3 one 1\n z cost 1 two -1\n M2 'MARKER' 'INTEND'\nRHS\n r one 1\nBOUNDS\n BV b x\n BV b y\n BV b z\nENDATA\n",
    competition: Competition::PseudoBoolean,
    endings: &["mps"],
    recognises,
    read: |scanner, terms| {
        let mut written = read_mps(&scanner.read_all()?, terms)?;
        written.sort_variables(0).expect("no more variables than before");
        Ok(written)
    },
};

/// Returns whether a file has no `;` and begins like MPS: with a line of at most three words, of
/// which the first is `NAME`, `ROWS`, `OBJSENSE` or `OBJNAME`, in capitals or small letters. Empty
/// lines and comments before this line are ignored. If the file's name ends in `.mps`, the file is
/// MPS, whatever its beginning is.
fn recognises(source: &Source) -> bool {
    let first = source
        .text()
        .lines()
        .filter(|line| !line.trim().is_empty())
        .find(|line| !line.starts_with('*'));
    let words: Vec<&str> = first.map_or(Vec::new(), |line| line.split_whitespace().collect());
    let begins = words.first().is_some_and(|word| {
        ["NAME", "ROWS", "OBJSENSE", "OBJNAME"].contains(&&word.to_ascii_uppercase()[..])
    }) && words.len() <= 3;
    begins && !source.text().contains(';') || ends_with(source, FORMAT.endings)
}

/// How to declare variables. The refusals of other variables state this.
const CURE: &str = "integers, between markers or with the bounds `LI` and `UI`, or variables that are 0 or 1, with the bound `BV`";

/// The letters that are allowed before an exponent. `D` comes from Fortran.
const EXPONENTS: &[char] = &['e', 'E', 'd', 'D'];

/// A word and its place in the text.
type Word<'s> = Spanned<&'s str>;

/// The index of a row, its name in the text, and the number that a line of the section `RHS` or
/// `RANGES` states for it.
type NamedRow<'s> = (usize, Word<'s>, Decimal);

/// A row of the section `ROWS`, with the data that later sections state about it.
struct MpsRow<'s> {
    name: &'s str,
    /// The relation to the right-hand side. It is `None` for a free row (a row of the kind `N`),
    /// which is no constraint.
    relation: Option<Relation>,
    terms: Terms,
    /// The right-hand side; `None` if the file states none, which means 0.
    right: Option<Decimal>,
    /// The number in the section `RANGES`, whose absolute value is the width of the range; `None`
    /// if the row is no range.
    range: Option<Decimal>,
    /// The condition under which the row must hold; `None` if it must always hold.
    guard: Option<Guard>,
    /// The position in the text, in bytes, where the row is declared.
    start: usize,
    /// The line where the row is declared; the first line of the text is 1.
    line: usize,
}

/// The reader of a text in MPS, with what it has read.
struct MpsReader<'s> {
    source: &'s Source,
    program: ProgramBuilder<'s>,
    section: MpsSection,
    /// All rows, including free rows, in the order of the file.
    rows: Vec<MpsRow<'s>>,
    /// The index of each row, by name.
    row_numbers: HashMap<&'s str, usize>,
    /// The variable of each column, by name.
    columns: HashMap<&'s str, Unknown>,
    /// The column of the last line of the section `COLUMNS`. Only this column is allowed to
    /// continue in the next line.
    column: Option<&'s str>,
    /// Whether the columns that come next are between markers, so that they are integer variables.
    is_integer: bool,
    /// The columns between markers of integer variables. Those without bounds are 0 or 1.
    integers: Vec<Unknown>,
    /// The name of the set of right-hand sides.
    right: Vector<'s>,
    /// The name of the set of ranges.
    ranges: Vector<'s>,
    /// The name of the set of bounds.
    bounds: Vector<'s>,
    /// The sense of the objective that `OBJSENSE` states; `None` if the file has no `OBJSENSE`.
    sense: Option<Sense>,
    /// The index of the row that is the objective. If `OBJNAME` names a row, it is this one;
    /// otherwise, it is the first free row. `None` if there is no free row.
    objective: Option<usize>,
    /// The row that `OBJNAME` names as the objective; `None` if the file has no `OBJNAME`.
    named_objective: Option<Word<'s>>,
    /// The quadratic terms of the objective. If the format demands that their coefficients are
    /// halved, this is already done.
    squares: Terms,
    /// The sets and functions. Their rows are added after the rows of the section `ROWS`.
    groups: Vec<SetGroup<'s>>,
}

/// Reads a text in MPS. Refuses a variable that may have values that are not whole, if other
/// variables do not define it, and an integer without a bound.
fn read_mps(source: &Source, terms: ReadTerms) -> Result<ParsedModel, Refusal> {
    let mut reader = MpsReader::new(source, terms);
    for (number, line) in (1..).zip(source.lines()) {
        reader.line(&line, number)?;
    }
    reader.finish()
}

/// Returns whether a word looks like a hexadecimal number.
fn is_hexadecimal(word: &str) -> bool {
    let digits = word.trim_start_matches(['-', '+']);
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    hexadecimal.is_some_and(|digits| digits.starts_with(|digit: char| digit.is_ascii_hexdigit()))
}

fn words<'s>(line: &Spanned<&'s str>) -> Vec<Word<'s>> {
    pieces::split(line, |character| matches!(character, ' ' | '\t'))
}

/// Returns the words of a line without the comment at its end. A comment begins with a word that
/// begins with a `$` and that `is_name` does not accept as a name. The first `certain` words are
/// never a comment.
fn strip_comment<'a, 's>(
    words: &'a [Word<'s>],
    certain: usize,
    is_name: impl Fn(&str) -> bool,
) -> &'a [Word<'s>] {
    let end = words
        .iter()
        .skip(certain)
        .position(|word| word.value.starts_with('$') && !is_name(word.value))
        .map_or(words.len(), |place| certain + place);
    &words[..end]
}

impl<'s> MpsReader<'s> {
    /// Returns a reader that has not read any line.
    fn new(source: &'s Source, terms: ReadTerms) -> MpsReader<'s> {
        MpsReader {
            source,
            program: ProgramBuilder::new(source, CURE, terms),
            section: MpsSection::Start,
            rows: Vec::new(),
            row_numbers: HashMap::new(),
            columns: HashMap::new(),
            column: None,
            is_integer: false,
            integers: Vec::new(),
            right: Vector::default(),
            ranges: Vector::default(),
            bounds: Vector::default(),
            sense: None,
            objective: None,
            named_objective: None,
            squares: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// Returns an error: a refusal whose place is the word `at`.
    fn refuse<T>(
        &self,
        at: &Word,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Result<T, Refusal> {
        Err(Refusal::new(found, expected).with_span(self.source, at.span.clone()))
    }

    /// Returns an error: the refusal of a word. `what` is the kind of the word, which the message
    /// states before the word, as in "the marker `'X'`".
    fn refuse_as<T>(
        &self,
        what: &str,
        at: &Word,
        expected: impl Into<String>,
    ) -> Result<T, Refusal> {
        self.refuse(at, format!("{what} {}", quote(at.value)), expected)
    }

    /// Returns an error: the refusal of an unexpected word.
    fn unexpected<T>(&self, at: &Word, expected: impl Into<String>) -> Result<T, Refusal> {
        self.refuse_as("unexpected", at, expected)
    }

    /// Reads 0 or 1, and returns `false` or `true`. Refuses any other number; the refusal says that
    /// `expected` was expected.
    fn bit(&self, word: &Word, expected: &str) -> Result<bool, Refusal> {
        self.number(word)?.bit().map_or_else(|| self.unexpected(word, expected), Ok)
    }

    /// Reads a line. `number` is its line number, from 1. A line that begins with `*` is a comment;
    /// its facts are recorded in the comments of the program. A word may be the name of a section,
    /// in capitals or small letters, only if it begins at the first byte of the line. Refuses the
    /// name of a section that is known but not supported, and a line that does not fit its section.
    /// Ignores empty lines. After `ENDATA`, only comments are read, and other lines are ignored.
    fn line(&mut self, line: &Spanned<&'s str>, number: usize) -> Result<(), Refusal> {
        let line_words = words(line);
        if line.value.starts_with('*') {
            self.program.comments.read(line.value, u64::try_from(number).unwrap_or(u64::MAX));
            return Ok(());
        }
        let Some(first) = line_words.first().filter(|_| self.section != MpsSection::End) else {
            return Ok(());
        };
        if first.span.start == line.span.start {
            let name = first.value.to_ascii_uppercase();
            if let Some((_, section)) = SECTIONS.iter().find(|(known, _)| *known == name) {
                return self.begin(*section, &line_words);
            }
            if is_foreign(&name) {
                let text = quote(first.value);
                let found = format!("the section {text} is not linear, or not known");
                let expected = "`ROWS`, `COLUMNS`, `RHS`, `RANGES`, `BOUNDS` or `ENDATA`";
                return self.refuse(first, found, expected);
            }
        }
        self.data(&line_words, number)
    }

    /// Begins the section that a line names. `words` are the words of this line. Sections are
    /// accepted in any order, and more than once. After `NAME`, any words are allowed in the line.
    /// After `OBJSENSE` and `OBJNAME`, one word is allowed, which is read at once. After
    /// `QCMATRIX`, the name of a declared row is required. Refuses words after any other name.
    fn begin(&mut self, section: MpsSection, words: &[Word<'s>]) -> Result<(), Refusal> {
        self.section = section;
        match (section, words) {
            (MpsSection::RowSquares(_), [_, row]) => {
                self.section = MpsSection::RowSquares(self.row_number(row)?);
                Ok(())
            }
            (MpsSection::RowSquares(_), _) => {
                let expected = "`QCMATRIX` and the name of a row";
                self.refuse(&words[0], "`QCMATRIX` without a row", expected)
            }
            (MpsSection::Name, _) | (_, [_]) => Ok(()),
            (MpsSection::Sense, [_, sense]) => self.sense(sense),
            (MpsSection::Objective, [_, name]) => self.name_objective(name),
            (MpsSection::Start, _) | (_, []) => Ok(()),
            (_, [name, value, ..]) => {
                let found = format!("{} after the section's name", quote(value.value));
                self.refuse(value, found, format!("{} on its own line", quote(name.value)))
            }
        }
    }

    /// Reads a line of the current section. The line must have at least one word, and `line` is its
    /// number, from 1. Refuses a line before the first section, after `NAME` or after `ENDATA`, and
    /// a line that does not fit its section.
    fn data(&mut self, words: &[Word<'s>], line: usize) -> Result<(), Refusal> {
        match self.section {
            MpsSection::Start => {
                self.unexpected(&words[0], "`NAME` or `ROWS`, as a file in MPS begins")
            }
            MpsSection::Name | MpsSection::End => {
                self.unexpected(&words[0], "the name of a section")
            }
            MpsSection::Sense => self.only_word(words).and_then(|word| self.sense(word)),
            MpsSection::Objective => {
                self.only_word(words).and_then(|word| self.name_objective(word))
            }
            MpsSection::Rows => self.row(words, line),
            MpsSection::Columns => self.columns(words),
            MpsSection::RightHandSides => self.right_hand_sides(words),
            MpsSection::Ranges => self.ranges(words),
            MpsSection::Bounds => self.bound(words),
            MpsSection::Squares { .. } | MpsSection::RowSquares(_) => self.square(words),
            MpsSection::Indicators => self.indicator(words),
            MpsSection::Sets => self.set(words, line),
            MpsSection::Functions => self.function(words, line),
        }
    }

    /// Returns the only word of a line. Refuses a line of several words.
    fn only_word<'a>(&self, words: &'a [Word<'s>]) -> Result<&'a Word<'s>, Refusal> {
        match words {
            [word] => Ok(word),
            [_, other, ..] => self.refuse_as("another word,", other, "one word in the line"),
            [] => Err(Refusal::new("an empty line", "a word")),
        }
    }

    /// Records the sense of the objective, which replaces an earlier one. The accepted words are
    /// `MIN` and `MAX` and their longer forms such as `MINIMIZE`, in capitals or small letters.
    /// Refuses any other word.
    fn sense(&mut self, word: &Word) -> Result<(), Refusal> {
        self.sense = Some(match &word.value.to_ascii_uppercase()[..] {
            "MIN" | "MINIMIZE" | "MINIMISE" | "MINIMUM" | "MINIMIZATION" | "MINIMISATION" => {
                Sense::Minimise
            }
            "MAX" | "MAXIMIZE" | "MAXIMISE" | "MAXIMUM" | "MAXIMIZATION" | "MAXIMISATION" => {
                Sense::Maximise
            }
            _ => return self.unexpected(word, "`MIN` or `MAX`"),
        });
        Ok(())
    }

    /// Records the name of the row that is the objective. A later name replaces an earlier one.
    fn name_objective(&mut self, name: &Word<'s>) -> Result<(), Refusal> {
        self.named_objective = Some(name.clone());
        Ok(())
    }

    /// Reads a line of the section `ROWS`, which states the kind and the name of a row, and adds
    /// the row. `line` is the number of the line, from 1. The kinds are `N`, `L`, `G` and `E`, in
    /// capitals or small letters. The first free row becomes the objective. Refuses a line of one
    /// word, a second row with the same name, and an unknown kind. Also refuses a third word that
    /// does not begin with `$`; a word with `$` begins a comment.
    fn row(&mut self, words: &[Word<'s>], line: usize) -> Result<(), Refusal> {
        let (kind, name) = match strip_comment(words, 2, |_| false) {
            [kind, name] => (kind, name),
            [only] => return self.unexpected(only, "the kind of a row and its name"),
            [_, _, other, ..] => {
                return self.refuse_as("a third word,", other, "names of rows without blanks");
            }
            [] => return Ok(()),
        };
        let relation = match &kind.value.to_ascii_uppercase()[..] {
            "N" => None,
            "L" => Some(Relation::AtMost),
            "G" => Some(Relation::AtLeast),
            "E" => Some(Relation::Exactly),
            _ => return self.refuse_as("the kind of row", kind, "`N`, `L`, `G` or `E`"),
        };
        let number = self.rows.len();
        if self.row_numbers.insert(name.value, number).is_some() {
            return self.refuse_as("another row named", name, "a name for each row");
        }
        if relation.is_none() && self.objective.is_none() {
            self.objective = Some(number);
        }
        let start = kind.span.start;
        let (name, terms) = (name.value, Vec::new());
        let (right, range, guard) = (None, None, None);
        self.rows.push(MpsRow { name, relation, terms, right, range, guard, start, line });
        Ok(())
    }

    /// Reads a line of the section `COLUMNS`. The line is a marker, or a column and its numbers in
    /// at most two rows; it may have no numbers. After the first word, a word that begins with `$`
    /// and is no row begins a comment. In a marker, the second word is `MARKER`, which must not be
    /// the name of a row, and the third word is its kind. Adds a new column. Refuses a second
    /// number of a column in the same row, a row that is not declared, and a malformed number.
    /// Refuses a column if lines of another column are between its lines.
    fn columns(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let words = strip_comment(words, 1, |name| self.row_numbers.contains_key(name));
        let [name, pairs @ ..] = words else { return Ok(()) };
        if let [marker, kind] = pairs
            && marker.value.trim_matches('\'').eq_ignore_ascii_case("MARKER")
            && !self.row_numbers.contains_key(marker.value)
        {
            return self.marker(kind);
        }
        let unknown = self.column(name)?;
        for [row, value] in self.pairs(name, pairs)? {
            let number = self.number(value)?;
            let place = self.row_number(row)?;
            let terms = &mut self.rows[place].terms;
            if terms.last().is_some_and(|term| term.1 == Factor::One(unknown)) {
                let (value, column) = (quote(row.value), quote(name.value));
                let found = format!("a second number in row {value} for {column}");
                return self.refuse(row, found, "one number for each row and column");
            }
            terms.push((number, Factor::One(unknown)));
        }
        Ok(())
    }

    /// Reads the kind of a marker. Columns after `INTORG` are integers, and columns after `INTEND`
    /// are not. The quotes may be missing, the letters may be small, and the same kind may come
    /// twice. Refuses any other kind.
    fn marker(&mut self, kind: &Word) -> Result<(), Refusal> {
        self.is_integer = match &kind.value.trim_matches('\'').to_ascii_uppercase()[..] {
            "INTORG" => true,
            "INTEND" => false,
            _ => return self.refuse_as("the marker", kind, "`'INTORG'` or `'INTEND'`"),
        };
        Ok(())
    }

    /// Returns the variable of a column in the section `COLUMNS`, and adds it if the column is new.
    /// A new column between markers is declared to be an integer. Refuses a column if lines of
    /// another column are between its lines. Refuses a name with control characters, and too many
    /// columns.
    fn column(&mut self, name: &Word<'s>) -> Result<Unknown, Refusal> {
        if let Some(&unknown) = self.columns.get(name.value) {
            if self.column == Some(name.value) {
                return Ok(unknown);
            }
            let found = format!("the column {} again", quote(name.value));
            return self.refuse(name, found, "all lines of a column in one place");
        }
        let unknown = self.program.variable(name.span.clone())?;
        self.columns.insert(name.value, unknown);
        self.column = Some(name.value);
        if self.is_integer {
            self.program.declare(unknown, VariableKind::Integer);
            self.integers.push(unknown);
        }
        Ok(unknown)
    }

    /// Returns `words` as pairs of a name and a number. The words come after the word `before`.
    /// Refuses more than two pairs, and an odd number of words. Refuses an empty list, too, but
    /// accepts it in the section `COLUMNS`.
    fn pairs<'a>(
        &self,
        before: &Word<'s>,
        words: &'a [Word<'s>],
    ) -> Result<&'a [[Word<'s>; 2]], Refusal> {
        let (pairs, rest) = words.as_chunks::<2>();
        let may_be_empty = self.section == MpsSection::Columns;
        if !rest.is_empty() || pairs.len() > 2 || pairs.is_empty() && !may_be_empty {
            let last = words.last().unwrap_or(before);
            let found =
                format!("a line with {} after the first", format_count(words.len(), "word"));
            return self.refuse(
                last,
                found,
                "one or two names without blanks, each followed by a number",
            );
        }
        Ok(pairs)
    }

    /// Reads a number, or a quotient such as `9/10`. An `e` or `d`, in either case, begins an
    /// exponent. Refuses a word that is no number, a division by 0, a hexadecimal number, and a
    /// number with too many digits.
    fn number(&self, word: &Word) -> Result<Decimal, Refusal> {
        Decimal::read_quotient(word.value, EXPONENTS).or_else(|error| match error {
            DecimalError::Malformed if is_hexadecimal(word.value) => {
                let found = format!("{}, a hexadecimal number", quote(word.value));
                self.refuse(word, found, "a decimal number, or a quotient such as `9/10`")
            }
            DecimalError::Malformed => {
                self.refuse(word, format!("{} is no number", quote(word.value)), "a number")
            }
            DecimalError::TooLong => {
                let found = format!("{} is too long a number", quote(word.value));
                self.refuse(word, found, "at most 400 digits")
            }
        })
    }

    /// Returns the index of the row with this name. Refuses a name that no row has.
    fn row_number(&self, name: &Word) -> Result<usize, Refusal> {
        match self.row_numbers.get(name.value) {
            Some(&number) => Ok(number),
            None => self.refuse_as("no row is named", name, "a row of the section `ROWS`"),
        }
    }

    /// Returns the variable of a column that has been read before. Refuses a name that no column
    /// has.
    fn find_column(&self, column: &Word<'s>) -> Result<Unknown, Refusal> {
        match self.columns.get(column.value) {
            Some(&unknown) => Ok(unknown),
            None => {
                self.refuse_as("no column is named", column, "a column of the section `COLUMNS`")
            }
        }
    }

    /// Returns the number of constraints as SCIP counts them. Free rows do not count. SCIP writes
    /// an AND constraint `c` as the two rows `c` and `c_op`, which count once together. Each set
    /// and each function counts once.
    fn constraints(&self) -> usize {
        let rows = self
            .rows
            .iter()
            .filter(|row| {
                let first = row.name.strip_suffix("_op");
                row.relation.is_some()
                    && !first.is_some_and(|first| self.row_numbers.contains_key(first))
            })
            .count();
        rows + self.groups.len()
    }

    /// Passes the objective to the program, if there is one. It is the free row that `OBJNAME`
    /// names, or otherwise the first free row, with the products of `QUADOBJ` and `QMATRIX`. The
    /// constant is the negated right-hand side of the row. If the file states no sense, the
    /// objective is minimised. Refuses an `OBJNAME` that names a constraint or no row at all.
    /// Refuses products of the objective if the file has no free row. Refuses numbers whose common
    /// denominator has too many digits.
    fn state_objective(&mut self) -> Result<(), Refusal> {
        if let Some(name) = &self.named_objective {
            let number = self.row_number(name)?;
            if self.rows[number].relation.is_some() {
                let expected = "a free row, of the kind `N`";
                return self.refuse_as("the objective is the constraint", name, expected);
            }
            self.objective = Some(number);
        }
        let Some(row) = self.objective.map(|number| &self.rows[number]) else {
            if self.squares.is_empty() {
                return Ok(());
            }
            let found = "an objective has products, but there is no free row";
            let refusal = Refusal::new(found, "a row of the kind `N` for the objective");
            return Err(refusal.with_span(self.source, self.source.end()));
        };
        let constant = row.right.clone().map(Decimal::negated);
        let terms = row.terms.iter().chain(&self.squares).cloned().collect();
        let sense = self.sense.unwrap_or(Sense::Minimise);
        self.program.set_objective(sense, &terms, constant.as_slice(), row.start, row.line)
    }

    /// Ends reading, and returns the model. Adds the objective, the rows, the sets and functions,
    /// and the remarks. Integer columns between markers that have no bound become 0 or 1. If the
    /// file states no sense and a comment speaks of a maximum, the model is marked as doubted.
    /// Refuses:
    /// - a file without `ENDATA` or without rows;
    /// - an objective that [`state_objective`](Self::state_objective) refuses, or a function that
    ///   [`state_groups`](Self::state_groups) refuses;
    /// - too many digits or items;
    /// - a variable that has other values than 0 and 1 and is not defined by other variables.
    fn finish(mut self) -> Result<ParsedModel, Refusal> {
        if self.section != MpsSection::End || self.rows.is_empty() {
            let what = if self.section == MpsSection::End { "rows" } else { "`ENDATA`" };
            let refusal =
                Refusal::new(format!("the text ends without {what}"), "a complete file in MPS");
            return Err(refusal.with_span(self.source, self.source.end()));
        }
        self.state_objective()?;
        if self.sense.is_none() {
            self.program.is_doubted = self.program.comments.doubt_minimum();
        }
        self.program.comments.check_count(self.constraints());
        for unknown in std::mem::take(&mut self.integers) {
            if self.program.is_unbounded(unknown) {
                self.program.declare(unknown, VariableKind::Binary);
            }
        }
        for row in &self.rows {
            let first = self.program.rows();
            for (relation, right) in row.relations() {
                let MpsRow { terms, guard, start, line, .. } = row;
                let comparison = Comparison::Relation(relation);
                self.program.row(terms, comparison, &right, *guard, *start, *line)?;
            }
            self.program.name_rows(first, Some(row.name));
        }
        self.state_groups()?;
        self.program.finish()
    }
}

impl MpsRow<'_> {
    /// Returns the relations of the row: two for a range (the lower bound first), none for a free
    /// row, otherwise one. Each relation has a list of numbers whose sum is its right-hand side.
    /// For the kind `L`, a range reaches down from the right-hand side; for `G`, it reaches up. For
    /// `E`, it reaches up if the number of the range is positive, and down if it is negative.
    fn relations(&self) -> Vec<(Relation, Vec<Decimal>)> {
        let Some(relation) = self.relation else { return Vec::new() };
        let right = self.right.clone().unwrap_or(Decimal::ZERO);
        let Some(range) = &self.range else {
            return vec![(relation, vec![right])];
        };
        let width = range.clone().absolute();
        let reaches_down = match relation {
            Relation::AtMost => true,
            Relation::AtLeast => false,
            Relation::Exactly => range.is_negative(),
        };
        let (least, largest) = if reaches_down {
            (vec![right.clone(), width.negated()], vec![right])
        } else {
            (vec![right.clone()], vec![right, width])
        };
        vec![(Relation::AtLeast, least), (Relation::AtMost, largest)]
    }
}

#[cfg(test)]
mod tests;
