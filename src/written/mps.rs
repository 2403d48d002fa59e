//! MPS: a program column by column, of variables that are 0 or 1.
//!
//! IBM's format of the 1970s as CPLEX, Gurobi, HiGHS and SCIP read it today: sections whose names
//! begin a line, and in them lines of words. `ROWS` names rows with `N`, `L`, `G` or `E`; `COLUMNS`
//! gives each variable its numbers in rows, between markers of `INTORG` and `INTEND` where it is an
//! integer; `RHS`, `RANGES` and `BOUNDS` say the rest. Section names are taken in either case,
//! lines may be indented or not, and a line that begins with `*` is a comment.
//!
//! **Free form.** Words are what blanks separate. That reads the fixed form, too, whose fields
//! stand in fixed columns, but for names with blanks in them. These are refused, and cannot be
//! mistaken: a line then has a word too many.
//!
//! **Where readers differ** the file is refused, unless one reading is everyone's:
//!
//! - An integer of a marker section without any bound is 0 or 1: so say CPLEX, Gurobi, GLPK, HiGHS
//!   and SCIP. With any bound it has only that one; so with none above it may be any number, and is
//!   refused.
//! - Without `OBJSENSE` the objective is a minimum, whatever a comment says; that is noted.
//! - A negative upper bound alone takes the lower bound away for some readers; it is refused.
//! - A number that stands twice for one row and column is added up by some and dropped by others;
//!   refused, as are two right-hand sides, two ranges and two bounds on one side that disagree, a
//!   second vector of any of them, columns in two places and names that were not declared.
//! - `BV` with a further bound is what both leave. A bound wider than 0 and 1 beside it is refused:
//!   HiGHS obeys the first of the two, SCIP the last.
//!
//! The objective is the first row of kind `N`, or the one that `OBJNAME` names; its right-hand side
//! is its constant with the other sign. Other rows of that kind are free and say nothing; they are
//! all that is left out. `RANGES` make two rows of one. Products stand in `QUADOBJ` (each pair
//! once), `QMATRIX` and `QCMATRIX` (both ways around), rows that depend on a variable in
//! `INDICATORS`, at-most-ones in `SOS`, and AND, OR, MIN, MAX and ABS in `GENCONS`. Other sections
//! are refused by name, and so is a file without `ENDATA`, which was cut off; what stands behind
//! that is not read.

use std::collections::HashMap;

use super::Written;
use super::format::{Format, ends_with};
use super::program::{
    Decimal, Factor, Guard, Kind, Limit, NoNumber, Program, Side, Terms, Unknown,
};
use crate::model::{Relation, Sense};
use crate::problem::Competition;
use crate::source::{Refusal, Source, Spanned, quoted};

pub(super) const FORMAT: Format = Format {
    name: "mps",
    about: "linear programs of variables that are 0 or 1, column by column, in fixed or free form",
    example: "NAME cover\nROWS\n N cost\n G one\n L two\nCOLUMNS\n M1 'MARKER' 'INTORG'\n x cost 2 one 1\n x two 1\n y cost 3 one 1\n z cost 1 two -1\n M2 'MARKER' 'INTEND'\nRHS\n r one 1\nBOUNDS\n BV b x\n BV b y\n BV b z\nENDATA\n",
    competition: Competition::PseudoBoolean,
    endings: &["mps"],
    recognises,
    read: |scanner| {
        let mut written = read_mps(&scanner.text_of_all()?)?;
        written.settle(0).expect("no more variables than before");
        Ok(written)
    },
};

/// A section's name stands alone in its line, or before the name of the program.
fn recognises(source: &Source) -> bool {
    let lines = source.text().lines();
    let first = lines.filter(|line| !line.trim().is_empty()).find(|line| !line.starts_with('*'));
    let words: Vec<&str> = first.map_or(Vec::new(), |line| line.split_whitespace().collect());
    let begins = words.first().is_some_and(|word| {
        ["NAME", "ROWS", "OBJSENSE", "OBJNAME"].contains(&&word.to_ascii_uppercase()[..])
    }) && words.len() <= 3;
    begins && !source.text().contains(';') || ends_with(source, FORMAT.endings)
}

/// What a variable ought to be.
const CURE: &str = "variables that are 0 or 1: integers between markers without bounds or with those, or with the bound `BV`";

/// The sections that are read, and what begins the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Start,
    Name,
    Sense,
    Objective,
    Rows,
    Columns,
    RightHandSides,
    Ranges,
    Bounds,
    /// Numbers times two variables of the objective, of which half is meant; each pair stands once,
    /// or both ways around.
    Squares {
        is_full: bool,
    },
    /// Numbers times two variables of a row; each pair stands both ways around.
    RowSquares(usize),
    Indicators,
    Sets,
    Functions,
    End,
}

const SECTIONS: &[(&str, Section)] = &[
    ("NAME", Section::Name),
    ("OBJSENSE", Section::Sense),
    ("OBJNAME", Section::Objective),
    ("ROWS", Section::Rows),
    ("COLUMNS", Section::Columns),
    ("RHS", Section::RightHandSides),
    ("RANGES", Section::Ranges),
    ("BOUNDS", Section::Bounds),
    ("LAZYCONS", Section::Rows),
    ("USERCUTS", Section::Rows),
    ("QUADOBJ", Section::Squares { is_full: false }),
    ("QMATRIX", Section::Squares { is_full: true }),
    ("QCMATRIX", Section::RowSquares(0)),
    ("INDICATORS", Section::Indicators),
    ("SOS", Section::Sets),
    ("GENCONS", Section::Functions),
    ("ENDATA", Section::End),
];

/// The letters of an exponent; D is Fortran's.
const EXPONENTS: &[char] = &['e', 'E', 'd', 'D'];

type Word<'s> = Spanned<&'s str>;

/// A row by its place, its name as it stands there, and a number for it.
type Entry<'s> = (usize, Word<'s>, Decimal);

/// A row, and what was said of it so far.
struct Row<'s> {
    name: &'s str,
    /// None of a free row.
    relation: Option<Relation>,
    terms: Terms,
    right: Option<Decimal>,
    range: Option<Decimal>,
    /// What the row depends on.
    guard: Option<Guard>,
    start: usize,
    line: usize,
}

/// A set of variables of which one at most is other than 0, or a constraint that a function states.
struct Group<'s> {
    name: &'s str,
    /// The value that one argument gives to the result; none for a set.
    decides: Option<bool>,
    members: Vec<Unknown>,
    /// Whether a number among the arguments decides.
    is_decided: bool,
    /// Whether it is an absolute value, which is of one argument.
    is_absolute: bool,
    start: usize,
    line: usize,
}

impl<'s> Group<'s> {
    /// Returns a group without members.
    fn new(name: &'s str, decides: Option<bool>, start: usize, line: usize) -> Group<'s> {
        let (members, is_decided, is_absolute) = (Vec::new(), false, false);
        Group { name, decides, members, is_decided, is_absolute, start, line }
    }
}

/// A vector of right-hand sides, ranges or bounds: the name that its lines begin with, if they do.
#[derive(Default)]
struct Vector<'s>(Option<Option<&'s str>>);

struct Reader<'s> {
    source: &'s Source,
    program: Program<'s>,
    section: Section,
    rows: Vec<Row<'s>>,
    row_numbers: HashMap<&'s str, usize>,
    columns: HashMap<&'s str, Unknown>,
    column: Option<&'s str>,
    is_integer: bool,
    integers: Vec<Unknown>,
    right: Vector<'s>,
    ranges: Vector<'s>,
    bounds: Vector<'s>,
    sense: Sense,
    objective: Option<usize>,
    named_objective: Option<Word<'s>>,
    squares: Terms,
    groups: Vec<Group<'s>>,
    has_sense: bool,
}

/// Reads a file in MPS.
///
/// # Errors
///
/// If it is no such file, or has variables that are not 0 or 1.
fn read_mps(source: &Source) -> Result<Written, Refusal> {
    let mut reader = Reader::new(source);
    for (number, line) in (1..).zip(source.lines()) {
        reader.line(&line, number)?;
    }
    reader.finish()
}

/// The words of a line.
fn words<'s>(line: &Spanned<&'s str>) -> Vec<Word<'s>> {
    let mut words = Vec::with_capacity(6);
    let mut start = 0;
    for piece in line.value.split([' ', '\t']) {
        if !piece.is_empty() {
            let start = line.span.start + start;
            words.push(Spanned { value: piece, span: start..start + piece.len() });
        }
        start += piece.len() + 1;
    }
    words
}

/// The words without a comment that a word with a `$` begins, behind as many as never are one.
fn without_comment<'a, 's>(
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

impl<'s> Reader<'s> {
    fn new(source: &'s Source) -> Reader<'s> {
        Reader {
            source,
            program: Program::new(source, CURE),
            section: Section::Start,
            rows: Vec::new(),
            row_numbers: HashMap::new(),
            columns: HashMap::new(),
            column: None,
            is_integer: false,
            integers: Vec::new(),
            right: Vector::default(),
            ranges: Vector::default(),
            bounds: Vector::default(),
            sense: Sense::Minimise,
            objective: None,
            named_objective: None,
            squares: Vec::new(),
            groups: Vec::new(),
            has_sense: false,
        }
    }

    fn refuse<T>(
        &self,
        at: &Word,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Result<T, Refusal> {
        Err(Refusal::new(found, expected).at(self.source, at.span.clone()))
    }

    fn line(&mut self, line: &Spanned<&'s str>, number: usize) -> Result<(), Refusal> {
        let words = words(line);
        if line.value.starts_with('*') {
            self.program.comments.read(line.value, u64::try_from(number).unwrap_or(u64::MAX));
            return Ok(());
        }
        let Some(first) = words.first().filter(|_| self.section != Section::End) else {
            return Ok(());
        };
        if first.span.start == line.span.start {
            let name = first.value.to_ascii_uppercase();
            if let Some((_, section)) = SECTIONS.iter().find(|(known, _)| *known == name) {
                return self.begin(*section, &words);
            }
            if is_foreign(&name) {
                let found =
                    format!("the section {} is not linear, or not known", quoted(first.value));
                return self.refuse(
                    first,
                    found,
                    "`ROWS`, `COLUMNS`, `RHS`, `RANGES`, `BOUNDS` or `ENDATA`",
                );
            }
        }
        self.data(&words, number)
    }

    /// Begins a section with a line of these words.
    fn begin(&mut self, section: Section, words: &[Word<'s>]) -> Result<(), Refusal> {
        self.section = section;
        match (section, words) {
            (Section::RowSquares(_), [_, row]) => {
                self.section = Section::RowSquares(self.row_number(row)?);
                Ok(())
            }
            (Section::RowSquares(_), _) => self.refuse(
                &words[0],
                "`QCMATRIX` without a row",
                "`QCMATRIX` and the name of a row",
            ),
            (Section::Name, _) | (_, [_]) => Ok(()),
            (Section::Sense, [_, sense]) => self.sense(sense),
            (Section::Objective, [_, name]) => self.name_objective(name),
            (Section::Start, _) | (_, []) => Ok(()),
            (_, [name, behind, ..]) => {
                let found = format!("{} behind the section's name", quoted(behind.value));
                self.refuse(behind, found, format!("a line of its own for {}", quoted(name.value)))
            }
        }
    }

    fn data(&mut self, words: &[Word<'s>], line: usize) -> Result<(), Refusal> {
        match self.section {
            Section::Start => self.refuse(
                &words[0],
                quoted(words[0].value),
                "`NAME` or `ROWS`, as a file in MPS begins",
            ),
            Section::Name | Section::End => {
                self.refuse(&words[0], quoted(words[0].value), "the name of a section")
            }
            Section::Sense => self.one(words).and_then(|word| self.sense(word)),
            Section::Objective => self.one(words).and_then(|word| self.name_objective(word)),
            Section::Rows => self.row(words, line),
            Section::Columns => self.columns(words),
            Section::RightHandSides => self.right_hand_sides(words),
            Section::Ranges => self.ranges(words),
            Section::Bounds => self.bound(words),
            Section::Squares { .. } | Section::RowSquares(_) => self.square(words),
            Section::Indicators => self.indicator(words),
            Section::Sets => self.set(words, line),
            Section::Functions => self.function(words, line),
        }
    }

    fn one<'a>(&self, words: &'a [Word<'s>]) -> Result<&'a Word<'s>, Refusal> {
        match words {
            [word] => Ok(word),
            [_, other, ..] => self.refuse(
                other,
                format!("another word, {}", quoted(other.value)),
                "one word in the line",
            ),
            [] => Err(Refusal::new("an empty line", "a word")),
        }
    }

    fn sense(&mut self, word: &Word) -> Result<(), Refusal> {
        self.sense = match &word.value.to_ascii_uppercase()[..] {
            "MIN" | "MINIMIZE" | "MINIMISE" | "MINIMUM" | "MINIMIZATION" | "MINIMISATION" => {
                Sense::Minimise
            }
            "MAX" | "MAXIMIZE" | "MAXIMISE" | "MAXIMUM" | "MAXIMIZATION" | "MAXIMISATION" => {
                Sense::Maximise
            }
            _ => return self.refuse(word, quoted(word.value), "`MIN` or `MAX`"),
        };
        self.has_sense = true;
        Ok(())
    }

    fn name_objective(&mut self, name: &Word<'s>) -> Result<(), Refusal> {
        self.named_objective = Some(name.clone());
        Ok(())
    }

    fn row(&mut self, words: &[Word<'s>], line: usize) -> Result<(), Refusal> {
        let (kind, name) = match without_comment(words, 2, |_| false) {
            [kind, name] => (kind, name),
            [only] => {
                return self.refuse(only, quoted(only.value), "the kind of a row and its name");
            }
            [_, _, other, ..] => {
                return self.refuse(
                    other,
                    format!("a third word, {}", quoted(other.value)),
                    "names of rows without blanks",
                );
            }
            [] => return Ok(()),
        };
        let relation = match &kind.value.to_ascii_uppercase()[..] {
            "N" => None,
            "L" => Some(Relation::AtMost),
            "G" => Some(Relation::AtLeast),
            "E" => Some(Relation::Exactly),
            _ => {
                return self.refuse(
                    kind,
                    format!("the kind of row {}", quoted(kind.value)),
                    "`N`, `L`, `G` or `E`",
                );
            }
        };
        let number = self.rows.len();
        if self.row_numbers.insert(name.value, number).is_some() {
            return self.refuse(
                name,
                format!("another row named {}", quoted(name.value)),
                "a name for each row",
            );
        }
        if relation.is_none() && self.objective.is_none() {
            self.objective = Some(number);
        }
        let start = kind.span.start;
        let (name, terms) = (name.value, Vec::new());
        let (right, range, guard) = (None, None, None);
        self.rows.push(Row { name, relation, terms, right, range, guard, start, line });
        Ok(())
    }

    fn columns(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let words = without_comment(words, 1, |name| self.row_numbers.contains_key(name));
        let [name, pairs @ ..] = words else {
            return Ok(());
        };
        if let [marker, kind] = pairs
            && marker.value.trim_matches('\'').eq_ignore_ascii_case("MARKER")
            && !self.row_numbers.contains_key(marker.value)
        {
            return self.marker(kind);
        }
        let unknown = self.column(name)?;
        for (row, value) in self.pairs(name, pairs, 2)? {
            let number = self.number(&value)?;
            let place = self.row_number(&row)?;
            let terms = &mut self.rows[place].terms;
            if terms.last().is_some_and(|term| term.1 == Factor::One(unknown)) {
                let found =
                    format!("{} another time for {}", quoted(row.value), quoted(name.value));
                return self.refuse(&row, found, "one number for each row and column");
            }
            terms.push((number, Factor::One(unknown)));
        }
        Ok(())
    }

    fn marker(&mut self, kind: &Word) -> Result<(), Refusal> {
        self.is_integer = match &kind.value.trim_matches('\'').to_ascii_uppercase()[..] {
            "INTORG" => true,
            "INTEND" => false,
            _ => {
                return self.refuse(
                    kind,
                    format!("the marker {}", quoted(kind.value)),
                    "`'INTORG'` or `'INTEND'`",
                );
            }
        };
        Ok(())
    }

    /// The variable of the column that a line goes on with or begins.
    fn column(&mut self, name: &Word<'s>) -> Result<Unknown, Refusal> {
        let known = self.columns.get(name.value).copied();
        if let Some(unknown) = known {
            return if self.column == Some(name.value) {
                Ok(unknown)
            } else {
                self.refuse(
                    name,
                    format!("the column {} again", quoted(name.value)),
                    "all of a column in one place",
                )
            };
        }
        let unknown = self.program.variable(name.span.clone())?;
        self.columns.insert(name.value, unknown);
        self.column = Some(name.value);
        if self.is_integer {
            self.program.declare(unknown, Kind::Integer);
            self.integers.push(unknown);
        }
        Ok(unknown)
    }

    /// Words two by two: a name and a number. There are at most so many; `before` stands in front.
    fn pairs(
        &self,
        before: &Word<'s>,
        words: &[Word<'s>],
        most: usize,
    ) -> Result<Vec<(Word<'s>, Word<'s>)>, Refusal> {
        let (pairs, rest) = words.as_chunks::<2>();
        let last = words.last().unwrap_or(before);
        if !rest.is_empty()
            || pairs.len() > most
            || pairs.is_empty() && self.section != Section::Columns
        {
            let found = format!(
                "a line with {} behind the first",
                crate::source::counted(words.len(), "word")
            );
            return self.refuse(last, found, "names without blanks, each with a number");
        }
        Ok(pairs.iter().map(|[name, number]| (name.clone(), number.clone())).collect())
    }

    fn number(&self, word: &Word) -> Result<Decimal, Refusal> {
        Decimal::read(word.value, EXPONENTS).or_else(|error| match error {
            NoNumber::Malformed => {
                self.refuse(word, format!("{} is no number", quoted(word.value)), "a number")
            }
            NoNumber::TooLong => self.refuse(
                word,
                format!("{} is too long a number", quoted(word.value)),
                "at most 400 digits",
            ),
        })
    }

    fn row_number(&self, name: &Word) -> Result<usize, Refusal> {
        match self.row_numbers.get(name.value) {
            Some(&number) => Ok(number),
            None => self.refuse(
                name,
                format!("no row is named {}", quoted(name.value)),
                "a row of the section `ROWS`",
            ),
        }
    }

    /// The rows and numbers of a line of right-hand sides or ranges, which may begin with the name
    /// of a vector.
    fn vector(
        &self,
        words: &[Word<'s>],
        vector: &Vector<'s>,
    ) -> Result<(Vector<'s>, Vec<Entry<'s>>), Refusal> {
        let words = without_comment(words, 1, |name| self.row_numbers.contains_key(name));
        let (name, pairs) = words.split_at(words.len() % 2);
        let first = &words[0];
        let name = name.first().map(|name| name.value);
        self.same_vector(vector, name, first)?;
        let mut read = Vec::with_capacity(2);
        for (row, value) in self.pairs(first, pairs, 2)? {
            read.push((self.row_number(&row)?, row, self.number(&value)?));
        }
        Ok((Vector(Some(name)), read))
    }

    fn same_vector(
        &self,
        vector: &Vector<'s>,
        name: Option<&'s str>,
        first: &Word,
    ) -> Result<(), Refusal> {
        match vector.0 {
            Some(known) if known != name => {
                let expected = known.map_or_else(
                    || "lines without one".to_owned(),
                    |known| format!("{} in each line", quoted(known)),
                );
                self.refuse(
                    first,
                    format!("a second set of values, {}", quoted(first.value)),
                    expected,
                )
            }
            _ => Ok(()),
        }
    }

    fn right_hand_sides(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let (vector, values) = self.vector(words, &self.right)?;
        self.right = vector;
        for (row, name, value) in values {
            if self.rows[row].right.replace(value).is_some() {
                let found = format!("another right-hand side of {}", quoted(name.value));
                return self.refuse(&name, found, "one for each row");
            }
        }
        Ok(())
    }

    fn ranges(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let (vector, values) = self.vector(words, &self.ranges)?;
        self.ranges = vector;
        for (row, name, value) in values {
            if self.rows[row].relation.is_none() {
                return self.refuse(
                    &name,
                    format!("a range of the free row {}", quoted(name.value)),
                    "ranges of other rows",
                );
            }
            if self.rows[row].range.replace(value).is_some() {
                let found = format!("another range of {}", quoted(name.value));
                return self.refuse(&name, found, "one for each row");
            }
        }
        Ok(())
    }

    fn bound(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let words = without_comment(words, 1, |name| self.columns.contains_key(name));
        let (kind, rest) = (&words[0], &words[1..]);
        let needs_value = match &kind.value.to_ascii_uppercase()[..] {
            "UP" | "LO" | "FX" | "UI" | "LI" => true,
            "BV" | "FR" | "MI" | "PL" => false,
            "SC" | "SI" => {
                return self.refuse(kind, "a semi-continuous variable", CURE);
            }
            _ => {
                let found = format!("the kind of bound {}", quoted(kind.value));
                return self.refuse(
                    kind,
                    found,
                    "`UP`, `LO`, `FX`, `UI`, `LI`, `BV`, `FR`, `MI` or `PL`",
                );
            }
        };
        let is_column = |word: &Word| self.columns.contains_key(word.value);
        let (vector, column, value) = match rest {
            [vector, column, value] => (Some(vector), column, Some(value)),
            [column, value] if needs_value => (None, column, Some(value)),
            [column, value] if is_column(column) && !is_column(value) => {
                (None, column, Some(value))
            }
            [vector, column] if !needs_value => (Some(vector), column, None),
            [column] if !needs_value => (None, column, None),
            _ => {
                let last = words.last().unwrap_or(kind);
                let found = format!("a bound of {}", crate::source::counted(words.len(), "word"));
                return self.refuse(
                    last,
                    found,
                    "its kind, a name for all bounds, a column without blanks and a number",
                );
            }
        };
        let name = vector.map(|vector| vector.value);
        self.same_vector(&self.bounds, name, vector.unwrap_or(column))?;
        self.bounds = Vector(Some(name));
        let unknown = self.known(column)?;
        self.limit(unknown, kind, value)
    }

    /// Returns the variable of a column that has been read.
    fn known(&self, column: &Word<'s>) -> Result<Unknown, Refusal> {
        match self.columns.get(column.value) {
            Some(&unknown) => Ok(unknown),
            None => self.refuse(
                column,
                format!("no column is named {}", quoted(column.value)),
                "a column of the section `COLUMNS`",
            ),
        }
    }

    /// Reads `x y 2`, a number times two variables.
    fn square(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let [one, other, number] = words else {
            return self.refuse(
                &words[0],
                "a line of other than three words",
                "two columns and a number",
            );
        };
        let (one, other) = (self.known(one)?, self.known(other)?);
        let number = self.number(number)?;
        let factor = Factor::Both(one.min(other), one.max(other));
        match self.section {
            Section::RowSquares(row) => self.rows[row].terms.push((number, factor)),
            Section::Squares { is_full: false } if one != other => {
                self.squares.push((number, factor))
            }
            _ => self.squares.push((number.halved(), factor)),
        }
        Ok(())
    }

    /// Reads `IF row b 1`: the row holds only if the variable has that value.
    fn indicator(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let [kind, row, column, value] = words else {
            return self.refuse(
                &words[0],
                "a line of other than four words",
                "`IF`, a row, a column, and 0 or 1",
            );
        };
        if !kind.value.eq_ignore_ascii_case("IF") {
            return self.refuse(kind, quoted(kind.value), "`IF`");
        }
        let (place, unknown) = (self.row_number(row)?, self.known(column)?);
        let is_one = match self.number(value)? {
            number if number == Decimal::ONE => true,
            number if number == Decimal::ZERO => false,
            _ => return self.refuse(value, quoted(value.value), "0 or 1"),
        };
        if self.rows[place].relation.is_none() {
            return self.refuse(
                row,
                format!("the free row {}", quoted(row.value)),
                "a row that says something",
            );
        }
        if self.rows[place]
            .guard
            .replace(Guard { choice: (unknown, is_one), is_both: false })
            .is_some()
        {
            return self.refuse(
                row,
                format!("another variable for {}", quoted(row.value)),
                "one for each row",
            );
        }
        Ok(())
    }

    /// Reads the line of a set, `S1 set` or `S1 SOS set`, or one of its members, `x 1` or `SOS x
    /// 1`.
    fn set(&mut self, words: &[Word<'s>], line: usize) -> Result<(), Refusal> {
        let first = &words[0];
        let kind = first.value.to_ascii_uppercase();
        let last = words.last().unwrap_or(first);
        let is_member = words.len() >= 2
            && self.columns.contains_key(words[words.len() - 2].value)
            && self.number(last).is_ok();
        if matches!(&kind[..], "S1" | "S2") && !is_member {
            if kind == "S2" {
                return self.refuse(first, "a set of the type `S2`", "sets of type `S1`");
            }
            let start = first.span.start;
            self.groups.push(Group::new(last.value, None, start, line));
            return Ok(());
        }
        let (column, number) = match words {
            [column, number] | [_, column, number] => (column, number),
            _ => {
                return self.refuse(
                    first,
                    quoted(first.value),
                    "a set `S1 name`, or a column and a number",
                );
            }
        };
        let unknown = self.known(column)?;
        self.number(number)?;
        self.member(unknown, first)
    }

    /// Adds a variable to the last group.
    fn member(&mut self, unknown: Unknown, at: &Word) -> Result<(), Refusal> {
        self.program.pin(unknown);
        match self.groups.last_mut() {
            Some(group) => {
                group.members.push(unknown);
                Ok(())
            }
            None => self.refuse(at, quoted(at.value), "the line that begins a group"),
        }
    }

    /// Reads the line of a constraint that a function states, `AND name`, or its result and its
    /// arguments, a line each.
    fn function(&mut self, words: &[Word<'s>], line: usize) -> Result<(), Refusal> {
        let first = &words[0];
        let decides = match &first.value.to_ascii_uppercase()[..] {
            "AND" | "MIN" => Some(false),
            "OR" | "MAX" | "ABS" => Some(true),
            _ => None,
        };
        match words {
            [word] if self.columns.contains_key(word.value) => {
                let unknown = self.known(word)?;
                self.member(unknown, first)
            }
            [word]
                if self.number(word).is_ok()
                    && self.groups.last().is_some_and(|group| !group.is_absolute) =>
            {
                let number = self.number(word)?;
                if number != Decimal::ZERO && number != Decimal::ONE {
                    return self.refuse(word, quoted(word.value), "a column, 0 or 1");
                }
                if let Some(group) = self.groups.last_mut() {
                    group.is_decided |= (number == Decimal::ONE) == (group.decides == Some(true));
                }
                Ok(())
            }
            [_, name] if decides.is_some() => {
                let is_absolute = first.value.eq_ignore_ascii_case("ABS");
                let group = Group::new(name.value, decides, first.span.start, line);
                self.groups.push(Group { is_absolute, ..group });
                Ok(())
            }
            _ => self.refuse(
                first,
                format!("the constraint {}", quoted(first.value)),
                "`AND`, `OR`, `MIN`, `MAX` or `ABS` and a name, and then columns, a line each",
            ),
        }
    }

    /// Adds the rows of sets and functions.
    fn state_groups(&mut self) -> Result<(), Refusal> {
        for group in std::mem::take(&mut self.groups) {
            let first = self.program.rows();
            match (group.decides, &group.members[..]) {
                (Some(_), members) if group.is_absolute && members.len() != 2 => {
                    let refusal = Refusal::new(
                        "an absolute value that is not of one column",
                        "`ABS` and a name, and then the result and one column, a line each",
                    );
                    return Err(refusal.at(self.source, group.start..group.start));
                }
                (Some(value), [result, arguments @ ..]) => {
                    self.program.declare(*result, Kind::Binary);
                    self.program.decide(*result, value, arguments, group.is_decided);
                }
                (Some(_), []) => {
                    let refusal = Refusal::new(
                        "a constraint without a result",
                        "its result in the next line",
                    );
                    return Err(refusal.at(self.source, group.start..group.start));
                }
                (None, members) => {
                    let terms =
                        members.iter().map(|&one| (Decimal::ONE, Factor::One(one))).collect();
                    let one = [Decimal::ONE];
                    self.program.row(&terms, Relation::AtMost, &one, None, group.start, group.line);
                }
            }
            self.program.name_rows(first, group.name);
        }
        Ok(())
    }

    /// Limits a variable by a bound of that kind.
    fn limit(
        &mut self,
        unknown: Unknown,
        kind: &Word,
        value: Option<&Word>,
    ) -> Result<(), Refusal> {
        let name = kind.value.to_ascii_uppercase();
        if name == "BV" {
            if let Some(value) = value
                && self.number(value)? != Decimal::ONE
            {
                return self.refuse(
                    value,
                    format!("the bound {} of the kind `BV`", quoted(value.value)),
                    "1 or no number",
                );
            }
            self.program.declare(unknown, Kind::Binary);
            return Ok(());
        }
        if matches!(&name[..], "UI" | "LI") {
            self.program.declare(unknown, Kind::Integer);
        }
        let sides: &[Side] = match &name[..] {
            "UP" | "UI" | "PL" => &[Side::Upper],
            "LO" | "LI" | "MI" => &[Side::Lower],
            _ => &[Side::Lower, Side::Upper],
        };
        let value = value.filter(|_| !matches!(&name[..], "FR" | "MI" | "PL"));
        for &side in sides {
            let limit =
                value.map_or(Ok(Limit::Open), |value| self.number_or_infinity(side, value))?;
            self.program.limit(
                unknown,
                side,
                limit,
                kind.span.start..value.unwrap_or(kind).span.end,
            )?;
        }
        Ok(())
    }

    fn number_or_infinity(&self, side: Side, word: &Word) -> Result<Limit, Refusal> {
        let (is_negative, unsigned) = match word.value.strip_prefix('-') {
            Some(unsigned) => (true, unsigned),
            None => (false, word.value.strip_prefix('+').unwrap_or(word.value)),
        };
        let is_infinity =
            ["inf", "infinity"].iter().any(|name| unsigned.eq_ignore_ascii_case(name));
        if is_infinity && is_negative == (side == Side::Lower) {
            Ok(Limit::Open)
        } else {
            Ok(Limit::at(side, self.number(word)?))
        }
    }

    /// Returns how many constraints SCIP would say there are: it writes an AND `c` as two rows, `c`
    /// and `c_op`.
    fn constraints(&self) -> usize {
        let rows = self.rows.iter().filter(|row| {
            let first = row.name.strip_suffix("_op");
            row.relation.is_some()
                && !first.is_some_and(|first| self.row_numbers.contains_key(first))
        });
        rows.count() + self.groups.len()
    }

    /// What was read, once all lines were.
    fn finish(mut self) -> Result<Written, Refusal> {
        if self.section != Section::End || self.rows.is_empty() {
            let what = if self.section == Section::End { "rows" } else { "`ENDATA`" };
            let refusal =
                Refusal::new(format!("the text ends without {what}"), "a file in MPS, whole");
            return Err(refusal.at(self.source, self.source.end()));
        }
        if let Some(name) = &self.named_objective {
            self.objective = Some(self.row_number(name)?);
        }
        if let Some(row) = self.objective.map(|number| &self.rows[number]) {
            let constant: Vec<Decimal> =
                row.right.clone().map(Decimal::negated).into_iter().collect();
            let terms = row.terms.iter().chain(&self.squares).cloned().collect();
            self.program.aim(self.sense, &terms, &constant, row.start, row.line);
        }
        if !self.has_sense {
            self.program.comments.doubt_minimum();
        }
        self.program.comments.count(self.constraints());
        for unknown in std::mem::take(&mut self.integers) {
            if self.program.is_unbounded(unknown) {
                self.program.declare(unknown, Kind::Binary);
            }
        }
        for row in &self.rows {
            let first = self.program.rows();
            for (relation, right) in row.relations() {
                let Row { terms, guard, start, line, .. } = row;
                self.program.row(terms, relation, &right, *guard, *start, *line);
            }
            self.program.name_rows(first, row.name);
        }
        self.state_groups()?;
        self.program.finish()
    }
}

/// Sections of the dialects that hold what is not read here, or a part of the model that would be
/// lost.
fn is_foreign(name: &str) -> bool {
    const KNOWN: &[&str] = &[
        "QSECTION",
        "QUADS",
        "CSECTION",
        "PSECTION",
        "PWLOBJ",
        "PWLNAM",
        "PWLCON",
        "INDICATOR",
        "SOS1",
        "SOS2",
        "SETS",
        "MODELCUTS",
        "DELAYEDROWS",
        "BRANCH",
        "BASIS",
        "SCENARIOS",
        "MULTIOBJ",
        "OBJECT",
        "REFROW",
        "PRIORITIES",
    ];
    KNOWN.contains(&name)
}

impl Row<'_> {
    /// What the row says: two things if it has a range, nothing if it is free. On the right stand
    /// numbers to be added up.
    fn relations(&self) -> Vec<(Relation, Vec<Decimal>)> {
        let Some(relation) = self.relation else {
            return Vec::new();
        };
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
mod tests {
    use super::*;
    use crate::written::program::told;

    fn read(text: &str) -> Result<Written, Refusal> {
        read_mps(&Source::new("mps", text))
    }

    fn says(text: &str) -> String {
        read(text).map_or_else(|refusal| refusal.to_string(), |written| told(&written))
    }

    /// A program of two variables that are 0 or 1 in two rows, with these sections behind its
    /// columns.
    fn with(sections: &str) -> String {
        says(&format!(
            "NAME p\nROWS\n N o\n G g\n L l\n E e\nCOLUMNS\n M 'MARKER' 'INTORG'\n x o 1 g 2\n x l 3\n y g 1 e 4\nM2 MARKER INTEND\n{sections}\nENDATA\n"
        ))
    }

    fn rows(sections: &str) -> String {
        let told = with(sections);
        told.strip_prefix("min 1 x\n").unwrap_or(&told).to_owned()
    }

    /// A program of one variable in one row, with these lines of columns and bounds.
    fn one(columns: &str, bounds: &str) -> String {
        let told = says(&format!(
            "NAME\nROWS\n N o\n G g\nCOLUMNS\n{columns}\nRHS\n R g 1\nBOUNDS\n{bounds}\nENDATA"
        ));
        told.strip_prefix("1 x >= 1\n").unwrap_or(&told).to_owned()
    }

    const INTEGER: &str = " M 'MARKER' 'INTORG'\n x g 1\n M 'MARKER' 'INTEND'";

    #[test]
    fn the_fixed_form_is_read() {
        let text = "* a comment\nNAME          SAMPLE\nROWS\n N  COST\n L  LIM1\n G  MYEQN\n N  FREE2\nCOLUMNS\n\
                        MARKER                 'MARKER'                 'INTORG'\n    \
                        X         COST               1.5   LIM1                 1.0\n    X         MYEQN              -.25\n    \
                        Y         COST                 2   FREE2                1.0\n    \
                        MARKER                 'MARKER'                 'INTEND'\nRHS\n    \
                        RHS       LIM1               4.0   MYEQN               1D-1\n    RHS       COST                10\nBOUNDS\n \
                     BV BND       X\n UP BND       Y                    1\nENDATA\n\n* the end\n";
        assert_eq!(
            says(text),
            "min 15 x 20 y -100 /10\n1 x <= 4\n-25 x >= 10\n".replace('x', "X").replace('y', "Y")
        );
    }

    #[test]
    fn right_hand_sides_and_ranges() {
        for (sections, expected) in [
            ("", "2 x 1 y >= 0\n3 x <= 0\n4 y = 0\n"),
            ("RHS\n R g 1 l 2.5\n R e -3", "2 x 1 y >= 1\n30 x <= 25\n4 y = -3\n"),
            ("rhs\n g 1 l 2\n e 3", "2 x 1 y >= 1\n3 x <= 2\n4 y = 3\n"),
            (
                "RHS\ng 1\nR 2",
                "mps:15:1: no row is named `R`; expected a row of the section `ROWS`",
            ),
            (
                "RANGES\n R g 1 l 2\n R e 3",
                "2 x 1 y >= 0\n2 x 1 y <= 1\n3 x >= -2\n3 x <= 0\n4 y >= 0\n4 y <= 3\n",
            ),
            (
                "RANGES\n R g -1 l -2\n R e -3",
                "2 x 1 y >= 0\n2 x 1 y <= 1\n3 x >= -2\n3 x <= 0\n4 y >= -3\n4 y <= 0\n",
            ),
            ("RANGES\n R e 0\nRHS\n R e 0.5", "2 x 1 y >= 0\n3 x <= 0\n40 y >= 5\n40 y <= 5\n"),
            (
                "RHS\n R g 1e30 $ a comment\n R l -0",
                "2 x 1 y >= 1000000000000000000000000000000\n3 x <= 0\n4 y = 0\n",
            ),
            (
                "RHS\n R g 1\n R g 1",
                "mps:15:4: another right-hand side of `g`; expected one for each row",
            ),
            (
                "RHS\n R g 1\n S l 1",
                "mps:15:2: a second set of values, `S`; expected `R` in each line",
            ),
            (
                "RANGES\n R o 1",
                "mps:14:4: a range of the free row `o`; expected ranges of other rows",
            ),
            ("RHS\n R g", "mps:14:2: no row is named `R`; expected a row of the section `ROWS`"),
            (
                "RHS\n R",
                "mps:14:2: a line with 0 words behind the first; expected names without blanks, each with a number",
            ),
            ("RHS\n R h 1", "mps:14:4: no row is named `h`; expected a row of the section `ROWS`"),
            ("RHS\n R g x1", "mps:14:6: `x1` is no number; expected a number"),
            (
                "RHS\n R g 1e999",
                "mps:14:6: `1e999` is too long a number; expected at most 400 digits",
            ),
            (
                "RHS extra",
                "mps:13:5: `extra` behind the section's name; expected a line of its own for `RHS`",
            ),
            (
                "RHS\n R g 1 l 2 e 3",
                "mps:14:14: a line with 6 words behind the first; expected names without blanks, each with a number",
            ),
            (
                "QSECTION o\n x x 1",
                "mps:13:1: the section `QSECTION` is not linear, or not known; expected `ROWS`, `COLUMNS`, `RHS`, `RANGES`, `BOUNDS` or `ENDATA`",
            ),
            ("INDICATORS\n IF g x 2", "mps:14:9: `2`; expected 0 or 1"),
            (
                "INDICATORS\n IF h x 1",
                "mps:14:5: no row is named `h`; expected a row of the section `ROWS`",
            ),
            ("SOS\n S2 s\n x 1", "mps:14:2: a set of the type `S2`; expected sets of type `S1`"),
            (
                "GENCONS\n NORM a\n x",
                "mps:14:2: the constraint `NORM`; expected `AND`, `OR`, `MIN`, `MAX` or `ABS` and a name, and then columns, a line each",
            ),
            ("GENCONS\n ABS a\n x\n y", "2 x 1 y >= 0\n3 x <= 0\n4 y = 0\n-y\nx\ny\n-x\n"),
            (
                "GENCONS\n ABS a\n x",
                "mps:14:2: an absolute value that is not of one column; expected `ABS` and a name, and then the result \
                 and one column, a line each",
            ),
        ] {
            assert_eq!(rows(sections), expected, "{sections}");
        }
    }

    #[test]
    fn the_objective_is_the_first_free_row_or_a_named_one() {
        let file = |head: &str, right: &str| {
            says(&format!(
                "NAME p FREE\n{head}\nROWS\n G g\n N o\n N p\nCOLUMNS\n x g 1 o 2\n x p 3\nRHS\n{right}\nBOUNDS\n BV x\nENDATA"
            ))
        };
        assert_eq!(file("", ""), "min 2 x\n1 x >= 0\n");
        assert_eq!(file("OBJSENSE\n MAX", " R o 1.5"), "max 20 x -15 /10\n1 x >= 0\n");
        assert_eq!(file("objsense maximize", " R p 1"), "max 2 x\n1 x >= 0\n");
        assert_eq!(file("OBJSENSE\nMIN\nOBJNAME\n p", " R o -1 p -1"), "min 3 x 1\n1 x >= 0\n");
        assert!(file("OBJNAME\n q", "").starts_with("mps:3:2: no row is named `q`"));
        assert!(
            file("OBJSENSE\n BEST", "").starts_with("mps:3:2: `BEST`; expected `MIN` or `MAX`")
        );
    }

    #[test]
    fn variables_that_are_0_or_1_are_taken() {
        for bounds in [
            "",
            " UP B x 1",
            " BV B x",
            " BV x",
            " BV B x 1",
            " FX B x 1\n BV B x",
            " LO B x 0\n UP B x 1",
            " UI B x 1",
            " LI B x 0\n UP B x 1.5",
        ] {
            let fixed = if bounds.contains("FX") { "x\n" } else { "" };
            assert_eq!(one(INTEGER, bounds), fixed, "{bounds}");
        }
        for (bounds, fixed) in [
            (" FX B x 0", "-x\n"),
            (" FX x 1", "x\n"),
            (" UP B x 0", "-x\n"),
            (" LO B x 1\n UP B x 1", "x\n"),
        ] {
            assert_eq!(one(INTEGER, bounds), fixed, "{bounds}");
        }
        for (bounds, fixed) in [
            (" BV B x", ""),
            (" UI B x 1", ""),
            (" FX B x 1", ">= 0\n"),
            (" LO B x 0\n UP B x 0", ">= 1\n"),
        ] {
            assert_eq!(one(" x g 1", bounds), fixed, "{bounds}");
        }
    }

    #[test]
    fn other_variables_are_refused_by_name() {
        for (columns, bounds, fault) in [
            (" x g 1", "", "mps:6:2: the variable `x` is continuous; "),
            (" x g 1", " UP B x 1", "mps:6:2: the variable `x` is continuous; "),
            (INTEGER, " LO B x 0", "mps:7:2: the integer variable `x` has no upper bound; "),
            (INTEGER, " PL B x", "mps:12:2: the integer variable `x` has no upper bound; "),
            (INTEGER, " UP B x 1e20", "mps:12:2: the integer variable `x` has no upper bound; "),
            (INTEGER, " UP B x Inf", "mps:12:2: the integer variable `x` has no upper bound; "),
            (INTEGER, " UP B x 2", "mps:12:2: the integer variable `x` may be above 1; "),
            (INTEGER, " UP B x -1", "mps:12:2: the upper bound of `x` is negative; "),
            (INTEGER, " MI B x\n UP B x 1", "mps:12:2: the integer variable `x` may be below 0; "),
            (INTEGER, " FR B x", "mps:12:2: the integer variable `x` may be below 0; "),
            (
                INTEGER,
                " LI B x 2\n UI B x 3",
                "mps:13:2: the integer variable `x` may be above 1; ",
            ),
            (INTEGER, " SC B x 1", "mps:12:2: a semi-continuous variable; "),
            (INTEGER, " UP B x 1\n UP B x 0", "mps:13:2: another upper bound of `x`; "),
            (INTEGER, " UP B x 1\n UP C x 1", "mps:13:5: a second set of values, `C`; "),
            (INTEGER, " UP B y 1", "mps:12:7: no column is named `y`; "),
            (INTEGER, " UP B x", "mps:12:5: no column is named `B`; "),
            (INTEGER, " XX B x 1", "mps:12:2: the kind of bound `XX`; "),
            (
                INTEGER,
                " BV B x\n UP B x 5",
                "mps:13:2: `x` is declared binary, and a bound lets it be above 1; ",
            ),
            (
                INTEGER,
                " FR B x\n BV B x",
                "mps:12:2: `x` is declared binary, and a bound lets it be below 0; ",
            ),
            (INTEGER, " BV B x 0", "mps:12:9: the bound `0` of the kind `BV`; "),
            (INTEGER, " UP B x 1 2", "mps:12:11: a bound of 5 words; "),
            (" x g 1 g 2", "", "mps:6:8: `g` another time for `x`; "),
            (" x g 1\n x g 1", "", "mps:7:4: `g` another time for `x`; "),
            (" x g 1\n y g 1\n x o 1", "", "mps:8:2: the column `x` again; "),
            (" x y g 1", "", "mps:6:8: a line with 3 words behind the first; "),
            (" x h 1", "", "mps:6:4: no row is named `h`; "),
            (" M 'MARKER' 'SOSORG'", "", "mps:6:13: the marker `'SOSORG'`; "),
        ] {
            let told = one(columns, bounds);
            assert!(told.starts_with(fault), "{bounds}: {told}");
        }
    }

    #[test]
    fn names_that_nobody_sees_are_refused() {
        for sign in ["\u{85}", "\u{a0}", "\u{2028}", "\u{7}"] {
            let text = FORMAT.example.replace(" x ", &format!(" {sign}x "));
            assert_ne!(text, FORMAT.example);
            let refusal = super::super::format::testing::refused_as(&FORMAT, &text);
            assert!(refusal.contains("a name with a blank"), "{refusal}");
        }
    }

    #[test]
    fn half_a_file_is_refused() {
        let text = format!("NAME\nROWS\n N o\n G g\nCOLUMNS\n{INTEGER}\nRHS\n R g 1\nENDATA");
        assert!(read(&text).is_ok());
        for end in 0..text.len() {
            assert!(read(&text[..end]).is_err(), "{end}");
        }
        assert_eq!(
            says(&format!("{text}\n\n* a comment\nRHS")),
            "1 x >= 1\n",
            "what stands behind `ENDATA` is not read"
        );
        assert_eq!(
            says("NAME\nENDATA"),
            "mps:2:7: the text ends without rows; expected a file in MPS, whole"
        );
        assert_eq!(
            says("NAME\nROWS\n N a b"),
            "mps:3:6: a third word, `b`; expected names of rows without blanks"
        );
        assert_eq!(
            says("NAME\nROWS\n X a"),
            "mps:3:2: the kind of row `X`; expected `N`, `L`, `G` or `E`"
        );
        assert_eq!(
            says("NAME\nROWS\n N a\n G a"),
            "mps:4:4: another row named `a`; expected a name for each row"
        );
        assert!(says("x + y >= 1").starts_with("mps:1:1: `x`; expected `NAME` or `ROWS`"));
    }

    mod any_text {
        use proptest::prelude::*;

        proptest! {
            /// Words in any order make no panic.
            #[test]
            fn is_read_or_refused(words in prop::collection::vec(prop::sample::select(WORDS), 0..60), text in ".{0,60}") {
                let _ = super::read(&words.concat());
                let _ = super::read(&format!("NAME\nROWS\n N o\n G g\nCOLUMNS\n{}\n{text}", words.concat()));
            }
        }

        const WORDS: &[&str] = &[
            "\n",
            "\n",
            "\n ",
            " ",
            " ",
            "NAME",
            "ROWS\n",
            "COLUMNS\n",
            "RHS\n",
            "RANGES\n",
            "BOUNDS\n",
            "ENDATA\n",
            "OBJSENSE",
            "OBJNAME",
            " N o\n",
            " G g\n",
            " L l\n",
            " M 'MARKER' 'INTORG'\n",
            " x g 1\n",
            "x",
            "o",
            "g",
            "1",
            "-1.5",
            "1e30",
            "$",
            "$a",
            "*",
            " UP B x 1\n",
            " BV",
            " FR",
            "é",
            "\u{a0}",
            "inf",
        ];
    }
}
