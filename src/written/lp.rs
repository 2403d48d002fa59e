//! LP: a program row by row as one writes it, of variables that are 0 or 1.
//!
//! CPLEX's format as Gurobi, HiGHS, SCIP and GLPK read and write it:
//!
//! ```text
//! file        = sense objective { section } "End"
//! sense       = "Minimize" | "Maximize"
//! objective   = [ label ] [ expression ]
//! section     = "Subject To" { row } | "Bounds" { bound } | "General" { name } | "Binary" { name }
//! row         = [ label ] [ guard ] [ number relation ] [ expression ] relation number
//!             | [ label ] [ guard ] number relation expression
//! guard       = name "=" ( "0" | "1" ) ( "->" | "<->" )
//! expression  = { sign } term { sign { sign } term }
//! term        = [ number ] name | number | "[" products "]" [ "/" "2" ]
//! products    = { sign } [ number ] ( name "*" name | name "^" "2" ) { sign … }
//! set         = [ label ] "S1" "::" { name ":" number }
//! function    = [ label ] name "=" ( "AND" | "OR" | "MIN" | "MAX" | "ABS" ) "(" name { "," name } ")"
//! relation    = "<" | "<=" | "=<" | ">" | ">=" | "=>" | "=" | "=="
//! bound       = [ number relation ] name [ relation number ] | name "free"
//! label       = name ":"
//! ```
//!
//! Sets stand in the section `SOS`, functions in `General Constraints`. Section names are read in
//! either case and in their short forms as the first words of a line, and within it behind a whole
//! row, bound or list of names; anywhere else, or with a colon behind them, they are names. `\`
//! begins a comment. A name is what stands between blanks, signs, relations and colons: so
//! `x[1,2]`, `x#1` and `Ans(1,1)` are names, `x1-x2` is a difference, and a bracket on its own
//! begins a square.
//!
//! **Where readers differ** the file is refused. Behind the number on the right of a row only a
//! relation, a label or the end of the line may stand, for some go on reading a sum there. A row
//! that begins with a number may end at a sign that begins a line, or go on there to a second
//! number, so a range stands on one line. A variable that is declared `Binary` and has bounds
//! within 0 and 1, too, is what both leave; wider bounds of it, and two bounds on one side that
//! disagree, are refused. The lower bound is 0 where none stands; a negative upper bound takes it
//! away for some readers, and is refused. `End` has to stand at the end, without which a file that
//! was cut off would be half a model.
//!
//! Rows of `Lazy Constraints` and `User Cuts` are rows. Variables may repeat in a row, and
//! constants may stand in the objective. One on the left of a row is read, and noted, for others
//! refuse it or take it for a name. Products of the objective are halved (`/ 2`), those of rows are
//! not. Sets of type 1 are at-most-ones; AND, OR, MIN, MAX and ABS are clauses. A variable may be
//! called as a section is, but not where a line begins with it: readers differ there. Other
//! sections are refused by name unless they are empty, as HiGHS writes them.
//!
//! The format of lp_solve has the same name, and is refused with the command that converts it.

use std::collections::HashMap;
use std::ops::Range;

use super::Written;
use super::format::{Format, ends_with};
use super::program::{
    Decimal, Factor, Guard, Kind, Limit, NoNumber, Program, Side, Terms, Unknown,
};
use crate::model::{Relation, Sense};
use crate::problem::Competition;
use crate::source::{Refusal, Source, quoted};

pub(super) const FORMAT: Format = Format {
    name: "lp",
    about: "linear programs of variables that are 0 or 1, as CPLEX, Gurobi, HiGHS and SCIP write them",
    example: "Minimize\n cost: 2 x + 3 y + z\nSubject To\n one: x + y >= 1\n two: x - z <= 0\nBinary\n x y z\nEnd\n",
    competition: Competition::PseudoBoolean,
    endings: &["lp"],
    recognises,
    read: |scanner| {
        let mut written = read_lp(&scanner.text_of_all()?)?;
        written.settle(0).expect("no more variables than before");
        Ok(written)
    },
};

/// The words with which the objective begins, in small letters.
const SENSES: [&str; 6] = ["minimize", "minimise", "maximize", "maximise", "minimum", "maximum"];

fn recognises(source: &Source) -> bool {
    let lines = source.text().lines().map(str::trim);
    let first = lines.filter(|line| !line.is_empty()).find(|line| !line.starts_with('\\'));
    let word = first.and_then(|line| line.split_whitespace().next()).unwrap_or_default();
    SENSES.contains(&word.to_ascii_lowercase().as_str()) || ends_with(source, FORMAT.endings)
}

/// What a variable ought to be.
const CURE: &str =
    "variables that are 0 or 1: in the section `Binary`, or integers with the bounds 0 and 1";

/// What a piece of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Name,
    Number,
    Plus,
    Minus,
    Colon,
    Relation(Relation),
    /// `->`, behind which the row of an indicator stands.
    Arrow,
    /// `<->`, behind which a row stands that holds exactly if a variable has a value.
    BothWays,
    /// `[`, with which squares and products begin.
    Open,
    /// `]`, with which they end.
    Close,
    Times,
    Power,
    Over,
    End,
}

/// A piece of the text.
#[derive(Clone, Debug)]
struct Token {
    shape: Shape,
    span: Range<usize>,
    line: usize,
}

/// Where the rows of a text are, or whatever its section has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Objective(Sense),
    Rows,
    Bounds,
    Names(Kind),
    /// Sets of variables of which few may be other than 0.
    Sets,
    /// Constraints that a function of variables states, as Gurobi has them.
    General,
    End,
    /// One that is read only if nothing is in it.
    Foreign,
}

/// The names of sections of one word.
const SECTIONS: &[(&str, Section)] = &[
    ("min", Section::Objective(Sense::Minimise)),
    ("minimum", Section::Objective(Sense::Minimise)),
    ("minimize", Section::Objective(Sense::Minimise)),
    ("minimise", Section::Objective(Sense::Minimise)),
    ("max", Section::Objective(Sense::Maximise)),
    ("maximum", Section::Objective(Sense::Maximise)),
    ("maximize", Section::Objective(Sense::Maximise)),
    ("maximise", Section::Objective(Sense::Maximise)),
    ("st", Section::Rows),
    ("st.", Section::Rows),
    ("s.t.", Section::Rows),
    ("bound", Section::Bounds),
    ("bounds", Section::Bounds),
    ("gen", Section::Names(Kind::Integer)),
    ("general", Section::Names(Kind::Integer)),
    ("generals", Section::Names(Kind::Integer)),
    ("int", Section::Names(Kind::Integer)),
    ("integer", Section::Names(Kind::Integer)),
    ("integers", Section::Names(Kind::Integer)),
    ("bin", Section::Names(Kind::Binary)),
    ("binary", Section::Names(Kind::Binary)),
    ("binaries", Section::Names(Kind::Binary)),
    ("end", Section::End),
    ("semi", Section::Foreign),
    ("semis", Section::Foreign),
    ("sos", Section::Sets),
    ("sos1", Section::Sets),
    ("sos2", Section::Sets),
    ("pwlobj", Section::Foreign),
    ("scenario", Section::Foreign),
    ("sec", Section::Foreign),
    ("sin", Section::Foreign),
];

/// The names of sections of two words; a sign between them counts as a blank.
const LONG_SECTIONS: &[(&str, &str, Section)] = &[
    ("subject", "to", Section::Rows),
    ("such", "that", Section::Rows),
    ("lazy", "constraints", Section::Rows),
    ("user", "cuts", Section::Rows),
    ("general", "constraints", Section::General),
    ("general", "constraint", Section::General),
    ("semi", "continuous", Section::Foreign),
    ("semi", "integer", Section::Foreign),
];

/// Reads a file in LP.
///
/// # Errors
///
/// If it is no such file, or has variables that are not 0 or 1.
fn read_lp(source: &Source) -> Result<Written, Refusal> {
    refuse_other_dialect(source)?;
    let tokens = tokens(source)?;
    let mut program = Program::new(source, CURE);
    for (number, line) in (1..).zip(source.lines()) {
        if line.value.starts_with('\\') {
            program.comments.read(line.value, number);
        }
    }
    let reader =
        Reader { source, tokens, next: 0, program, names: HashMap::new(), has_rows: false };
    reader.file()
}

/// Refuses the format of lp_solve, which has the same name: an objective `max: …;` and comments as
/// in C.
fn refuse_other_dialect(source: &Source) -> Result<(), Refusal> {
    let mut lines = source.lines().filter(|line| {
        let text = line.value.trim();
        !text.is_empty() && !text.starts_with('\\')
    });
    let Some(first) = lines.next() else { return Ok(()) };
    let text = first.value.trim();
    if !(text.starts_with("/*") || text.starts_with("//") || is_objective(text)) {
        return Ok(());
    }
    let found = "a file in the LP format of lp_solve, which is another one";
    let cure =
        "the LP format of CPLEX, or MPS, which `lp_solve -S1 -parse FILE -wfmps FILE.mps` writes";
    Err(Refusal::new(found, cure).at(source, first.span))
}

/// Returns whether a line is an objective of lp_solve.
fn is_objective(text: &str) -> bool {
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    let is_sense = word.trim().is_empty()
        || section_named(word.trim())
            .is_some_and(|section| matches!(section, Section::Objective(_)));
    is_sense && rest.trim_end().ends_with(';')
}

/// The section with a name of one word.
fn section_named(word: &str) -> Option<Section> {
    SECTIONS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|one| one.1)
}

/// Cuts a text; the last token is its end.
fn tokens(source: &Source) -> Result<Vec<Token>, Refusal> {
    let mut tokens = Vec::new();
    let mut last = 1;
    for (number, line) in (1..).zip(source.lines()) {
        last = number;
        let text = line.value.split('\\').next().unwrap_or("");
        let mut start = 0;
        while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
            let length = rest.len() - rest.trim_start().len();
            if length > 0 {
                start += length;
                continue;
            }
            let span = |length: usize| line.span.start + start..line.span.start + start + length;
            let (shape, length) = first_token(rest).map_err(|fault| {
                let length = rest.chars().next().map_or(0, char::len_utf8);
                Refusal::new(fault.found(rest), fault.expected()).at(source, span(length))
            })?;
            tokens.push(Token { shape, span: span(length), line: number });
            start += length;
        }
    }
    tokens.push(Token { shape: Shape::End, span: source.end(), line: last });
    Ok(tokens)
}

/// Functions of variables that are 0 or 1, with the value that one argument gives to all.
const FUNCTIONS: &[(&str, bool)] =
    &[("and", false), ("min", false), ("or", true), ("max", true), ("abs", true)];

/// Whether products are divided by 2, as those of an objective are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Products {
    Whole,
    Halved,
}

/// Why a text cannot be cut.
enum Fault {
    /// No token begins like that.
    Unknown,
    /// A name stands directly behind a number.
    Glued,
}

impl Fault {
    fn found(&self, text: &str) -> String {
        match self {
            Fault::Unknown => quoted(&text.chars().take(1).collect::<String>()),
            Fault::Glued => format!(
                "a number that ends with other signs, {}",
                quoted(text.split_whitespace().next().unwrap_or(text))
            ),
        }
    }

    fn expected(&self) -> &'static str {
        match self {
            Fault::Unknown => "a name, a number, a sign or a relation",
            Fault::Glued => "a number and a name, with a blank between them",
        }
    }
}

/// The token that a text begins with, and its length.
fn first_token(text: &str) -> Result<(Shape, usize), Fault> {
    const FIXED: &[(&str, Shape)] = &[
        ("<->", Shape::BothWays),
        ("->", Shape::Arrow),
        ("<=", Shape::Relation(Relation::AtMost)),
        ("=<", Shape::Relation(Relation::AtMost)),
        (">=", Shape::Relation(Relation::AtLeast)),
        ("=>", Shape::Relation(Relation::AtLeast)),
        ("==", Shape::Relation(Relation::Exactly)),
        ("<", Shape::Relation(Relation::AtMost)),
        (">", Shape::Relation(Relation::AtLeast)),
        ("=", Shape::Relation(Relation::Exactly)),
        ("+", Shape::Plus),
        ("-", Shape::Minus),
        (":", Shape::Colon),
        ("[", Shape::Open),
        ("]", Shape::Close),
        ("*", Shape::Times),
        ("^", Shape::Power),
        ("/", Shape::Over),
    ];
    if let Some((sign, shape)) = FIXED.iter().find(|(sign, _)| text.starts_with(sign)) {
        return Ok((*shape, sign.len()));
    }
    if text.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return number(text);
    }
    let end =
        text.find(|one: char| one.is_whitespace() || one.is_control() || "+-*/^<>=:".contains(one));
    match end.unwrap_or(text.len()) {
        0 => Err(Fault::Unknown),
        length => Ok((Shape::Name, length)),
    }
}

/// The number that a text begins with. A name may stand directly behind it if it begins with a
/// letter.
fn number(text: &str) -> Result<(Shape, usize), Fault> {
    let digits = |start: usize| text[start..].bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(0);
    let mut end = whole;
    if text[end..].starts_with('.') {
        end += 1 + digits(end + 1);
        if end == 1 {
            return Err(Fault::Unknown);
        }
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        match digits(end + 1 + sign) {
            0 if sign > 0 => return Err(Fault::Glued),
            0 => {}
            more => end += 1 + sign + more,
        }
    }
    match text[end..].chars().next() {
        Some(next)
            if !(next.is_alphabetic()
                || next == '_'
                || next.is_whitespace()
                || "+-*/^<>=:[]".contains(next)) =>
        {
            Err(Fault::Glued)
        }
        _ => Ok((Shape::Number, end)),
    }
}

/// A sum of terms, of the numbers among them and where it begins.
struct Sum {
    terms: Terms,
    constants: Vec<Decimal>,
}

/// A number on one side of a relation.
enum Constant {
    Number(Decimal),
    Infinity { is_negative: bool },
}

struct Reader<'s> {
    source: &'s Source,
    tokens: Vec<Token>,
    next: usize,
    program: Program<'s>,
    names: HashMap<&'s str, Unknown>,
    has_rows: bool,
}

/// What stands before a row that holds only if a variable has a value.
const GUARD: &str = "a variable that is 0 or 1, as in `b = 1 -> x + y <= 1`";

impl<'s> Reader<'s> {
    fn token(&self) -> &Token {
        self.ahead(0)
    }

    /// The token so many behind the next one; the end has no successor.
    fn ahead(&self, number: usize) -> &Token {
        self.tokens.get(self.next + number).unwrap_or(&self.tokens[self.tokens.len() - 1])
    }

    fn text(&self, token: &Token) -> &'s str {
        &self.source.text()[token.span.clone()]
    }

    fn shape(&self) -> Shape {
        self.token().shape
    }

    fn refuse<T>(
        &self,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Result<T, Refusal> {
        Err(Refusal::new(found, expected).at(self.source, self.token().span.clone()))
    }

    /// Refuses the next token.
    fn unexpected<T>(&self, expected: &str) -> Result<T, Refusal> {
        match self.shape() {
            Shape::End => self.refuse("the end of the text", expected),
            Shape::Open | Shape::Close | Shape::Times | Shape::Power | Shape::Over => {
                let found =
                    format!("{}, which belongs to a product", quoted(self.text(self.token())));
                self.refuse(found, "products such as `[ 2 x * y + z ^ 2 ]`, behind which `/ 2` stands in the objective")
            }
            Shape::Arrow | Shape::BothWays => {
                self.refuse("an arrow, which makes a row depend on a variable", GUARD)
            }
            _ => self.refuse(quoted(self.text(self.token())), expected),
        }
    }

    /// The section that begins with the next token, and how many tokens its name has.
    fn section(&self) -> Option<(Section, usize)> {
        let first = self.token();
        let is_first =
            self.next.checked_sub(1).is_none_or(|before| self.tokens[before].line < first.line);
        if is_first { self.any_section() } else { None }
    }

    /// The same within a line, at a place where no name can go on: behind a whole objective or row,
    /// before a bound, and among names if it is none of a variable.
    fn section_within(&self) -> Option<(Section, usize)> {
        let is_row = matches!(self.ahead(1).shape, Shape::Relation(_) | Shape::Colon)
            || self.text(self.ahead(1)).eq_ignore_ascii_case("free");
        self.section().or_else(|| self.any_section().filter(|_| !is_row))
    }

    fn any_section(&self) -> Option<(Section, usize)> {
        let first = self.token();
        if first.shape != Shape::Name {
            return None;
        }
        let second = 1 + usize::from(self.ahead(1).shape == Shape::Minus);
        let long = LONG_SECTIONS.iter().find(|(one, two, _)| {
            self.is_word(first, one, first.line)
                && self.is_word(self.ahead(second), two, first.line)
        });
        let (section, length) = match long {
            Some(long) => (long.2, second + 1),
            None => {
                let mut sections = SECTIONS.iter();
                (sections.find(|(name, _)| self.is_word(first, name, first.line))?.1, 1)
            }
        };
        let has_colon = self.ahead(length).shape == Shape::Colon;
        match section {
            _ if !has_colon => Some((section, length)),
            Section::Rows if !self.has_rows => Some((section, length + 1)),
            _ => None,
        }
    }

    /// Returns whether a token is a name in a line, with these letters small or capital.
    fn is_word(&self, token: &Token, name: &str, line: usize) -> bool {
        token.shape == Shape::Name
            && token.line == line
            && self.text(token).eq_ignore_ascii_case(name)
    }

    fn file(mut self) -> Result<Written, Refusal> {
        let Some((Section::Objective(sense), length)) = self.section() else {
            return self.unexpected("`Minimize` or `Maximize`, as a file in LP begins");
        };
        self.next += length;
        self.objective(sense)?;
        loop {
            let Some((section, length)) = self.section_within() else {
                return self.unexpected("the name of a section, such as `Bounds` or `End`");
            };
            self.validate_heading(section, length)?;
            match section {
                Section::Objective(_) => return self.refuse("a second objective", "one objective"),
                Section::Foreign => self.empty(length)?,
                Section::End => break,
                _ => self.next += length,
            }
            match section {
                Section::Rows => self.rows()?,
                Section::Bounds => self.bounds()?,
                Section::Names(kind) => self.names(kind)?,
                Section::Sets => self.sets()?,
                Section::General => self.functions()?,
                Section::Objective(_) | Section::End | Section::Foreign => {}
            }
        }
        self.next += 1;
        match self.shape() {
            Shape::End => self.program.finish(),
            _ => self.unexpected("nothing behind `End`"),
        }
    }

    /// Refuses a name of a section behind which a row or a bound goes on, as behind the name of a
    /// variable: programs read it as one or as the other. A row may begin with a sign behind the
    /// first `st`, and a bound with a number.
    fn validate_heading(&mut self, section: Section, length: usize) -> Result<(), Refusal> {
        let (name, behind) = (self.token(), self.ahead(length));
        let may_begin = match section {
            Section::Rows => !self.has_rows,
            Section::Bounds => self.ahead(length + 1).shape != Shape::Name,
            _ => false,
        };
        let goes_on = match behind.shape {
            Shape::Relation(_) => true,
            Shape::Plus | Shape::Minus => !may_begin,
            _ => false,
        };
        if !goes_on || behind.line != name.line {
            return Ok(());
        }
        let found = format!(
            "{} in the place of a section and behind it {}, as if it were a variable",
            quoted(self.text(name)),
            quoted(self.text(behind))
        );
        self.refuse(found, "variables with other names than those of sections")
    }

    /// Passes a section that is not read, if nothing is in it: HiGHS writes it even so.
    fn empty(&mut self, length: usize) -> Result<(), Refusal> {
        let (name, place) = (self.token().span.clone(), self.next);
        self.next += length;
        if self.shape() == Shape::End || self.section_within().is_some() {
            return Ok(());
        }
        self.next = place;
        let found = format!("the section {}, which is not read", quoted(&self.source.text()[name]));
        self.refuse(found, "`Subject To`, `Bounds`, `General`, `Binary`, `SOS` or `End`")
    }

    /// Reads a label, if there is one.
    fn label(&mut self) -> Option<&'s str> {
        let is_label = self.shape() == Shape::Name && self.ahead(1).shape == Shape::Colon;
        let name = is_label.then(|| &self.source.text()[self.token().span.clone()]);
        self.next += if is_label { 2 } else { 0 };
        name
    }

    fn objective(&mut self, sense: Sense) -> Result<(), Refusal> {
        let (start, line) = (self.token().span.start, self.token().line);
        self.label();
        let is_empty = matches!(self.any_section(), Some((Section::Rows, 2)));
        if is_empty || self.section().is_some() {
            return Ok(());
        }
        let sum = self.sum(Products::Halved)?;
        self.program.aim(sense, &sum.terms, &sum.constants, start, line);
        if self.section_within().is_some() {
            return Ok(());
        }
        if self.shape() == Shape::Name && self.ahead(1).shape == Shape::Colon {
            return self.refuse("a second objective", "one objective, and `Subject To` behind it");
        }
        self.unexpected("a sign, or `Subject To` on a line of its own")
    }

    /// Reads a sum of at least one term, to where no sign follows.
    fn sum(&mut self, products: Products) -> Result<Sum, Refusal> {
        let mut sum = Sum { terms: Vec::new(), constants: Vec::new() };
        loop {
            let is_negative = self.signs();
            if self.shape() == Shape::Open {
                self.products(products, is_negative, &mut sum.terms)?;
                if !matches!(self.shape(), Shape::Plus | Shape::Minus) {
                    return Ok(sum);
                }
                continue;
            }
            let signed = |number: Decimal| if is_negative { number.negated() } else { number };
            let number = match self.shape() {
                Shape::Number => Some(self.number()?),
                _ => None,
            };
            if self.shape() == Shape::Name
                && self.section().is_none()
                && self.ahead(1).shape != Shape::Colon
            {
                let number = signed(number.unwrap_or(Decimal::ONE));
                let unknown = self.variable()?;
                sum.terms.push((number, Factor::One(unknown)));
            } else if let Some(number) = number {
                sum.constants.push(signed(number));
            } else {
                return self.unexpected("a variable or a number");
            }
            if !matches!(self.shape(), Shape::Plus | Shape::Minus) {
                return Ok(sum);
            }
        }
    }

    /// Reads squares and products in brackets.
    fn products(
        &mut self,
        products: Products,
        is_negative: bool,
        terms: &mut Terms,
    ) -> Result<(), Refusal> {
        self.next += 1;
        let first = terms.len();
        while self.shape() != Shape::Close {
            let is_negative = is_negative ^ self.signs();
            let number = match self.shape() {
                Shape::Number => self.number()?,
                _ => Decimal::ONE,
            };
            if self.shape() != Shape::Name {
                return self.unexpected("a product of two variables, or a square");
            }
            let one = self.variable()?;
            let other = match self.shape() {
                Shape::Times if self.ahead(1).shape == Shape::Name => {
                    self.next += 1;
                    self.variable()?
                }
                Shape::Power if self.text(self.ahead(1)) == "2" => {
                    self.next += 2;
                    one
                }
                _ => return self.unexpected("`*` and another variable, or `^ 2`"),
            };
            let number = if is_negative { number.negated() } else { number };
            terms.push((number, Factor::Both(one.min(other), one.max(other))));
            if !matches!(self.shape(), Shape::Plus | Shape::Minus | Shape::Close) {
                return self.unexpected("a sign, or `]`");
            }
        }
        self.next += 1;
        if products == Products::Halved {
            if self.shape() != Shape::Over || self.text(self.ahead(1)) != "2" {
                return self.unexpected("`/ 2`, which stands behind the products of an objective");
            }
            self.next += 2;
            for (number, _) in &mut terms[first..] {
                *number = number.clone().halved();
            }
        }
        Ok(())
    }

    /// Reads signs; whether they make what follows negative.
    fn signs(&mut self) -> bool {
        let mut is_negative = false;
        while matches!(self.shape(), Shape::Plus | Shape::Minus) {
            is_negative ^= self.shape() == Shape::Minus;
            self.next += 1;
        }
        is_negative
    }

    fn number(&mut self) -> Result<Decimal, Refusal> {
        let text = self.text(self.token());
        match Decimal::read(text, &['e', 'E']) {
            Ok(number) => {
                self.next += 1;
                Ok(number)
            }
            Err(NoNumber::Malformed) => self.unexpected("a number"),
            Err(NoNumber::TooLong) => {
                self.refuse(format!("{} is too long a number", quoted(text)), "at most 400 digits")
            }
        }
    }

    fn variable(&mut self) -> Result<Unknown, Refusal> {
        let token = self.token().clone();
        let text = self.text(&token);
        if is_infinity(text) {
            return self.refuse(format!("{} in a sum", quoted(text)), "a variable or a number");
        }
        self.next += 1;
        if let Some(&known) = self.names.get(text) {
            return Ok(known);
        }
        let unknown = self.program.variable(token.span)?;
        self.names.insert(text, unknown);
        Ok(unknown)
    }

    fn relation(&mut self) -> Option<Relation> {
        match self.shape() {
            Shape::Relation(relation) => {
                self.next += 1;
                Some(relation)
            }
            _ => None,
        }
    }

    /// Whether a number, or infinity, with or without signs, stands next and a relation behind it.
    fn is_constant_and_relation(&self) -> bool {
        let mut number = 0;
        while matches!(self.ahead(number).shape, Shape::Plus | Shape::Minus) {
            number += 1;
        }
        let token = self.ahead(number);
        let is_constant = token.shape == Shape::Number
            || token.shape == Shape::Name && is_infinity(self.text(token));
        is_constant && matches!(self.ahead(number + 1).shape, Shape::Relation(_))
    }

    /// Reads a number or infinity with its signs.
    fn constant(&mut self) -> Result<Constant, Refusal> {
        let is_negative = self.signs();
        match self.shape() {
            Shape::Number => self.number().map(|number| {
                Constant::Number(if is_negative { number.negated() } else { number })
            }),
            Shape::Name if is_infinity(self.text(self.token())) => {
                self.next += 1;
                Ok(Constant::Infinity { is_negative })
            }
            _ => self.unexpected("a number"),
        }
    }

    fn rows(&mut self) -> Result<(), Refusal> {
        self.has_rows = true;
        while self.shape() != Shape::End && self.section_within().is_none() {
            self.row()?;
        }
        Ok(())
    }

    fn row(&mut self) -> Result<(), Refusal> {
        let (start, line) = (self.token().span.start, self.token().line);
        let (label, rows) = (self.label(), self.program.rows());
        let guard = self.guard()?;
        let mut sides = Vec::with_capacity(2);
        if self.is_constant_and_relation() {
            let constant = self.constant()?;
            sides.extend(self.relation().map(|relation| (mirrored(relation), constant)));
        }
        let is_empty = sides.is_empty() && matches!(self.shape(), Shape::Relation(_));
        let sum = if is_empty {
            Sum { terms: Vec::new(), constants: Vec::new() }
        } else {
            self.sum(Products::Whole)?
        };
        self.validate_range(&sides, line)?;
        let relation = self.relation();
        if let Some(relation) = relation {
            sides.push((relation, self.constant()?));
            self.end_of_row()?;
        } else if sides.is_empty() {
            return self.unexpected("a sign or a relation");
        } else {
            self.end_of_row()?;
        }
        let is_both = guard.is_some_and(|guard| guard.is_both);
        if is_both && !matches!(sides[..], [(_, Constant::Number(_))]) {
            let found =
                "a range, or a row without a bound, that holds exactly if a variable has a value";
            let refusal = Refusal::new(found, "`->` before it, or one relation and a number");
            return Err(refusal.at(self.source, start..start));
        }
        for (relation, constant) in sides {
            self.say(&sum, relation, constant, guard, start, line)?;
        }
        if !sum.constants.is_empty() && !sum.terms.is_empty() {
            self.program.remark(format!(
                "line {line}: a number on the left of a row is read as a number; CPLEX, SCIP and GLPK refuse it, and Gurobi and HiGHS take it for a variable"
            ));
        }
        if let Some(name) = label {
            self.program.name_rows(rows, name);
        }
        Ok(())
    }

    /// Reads the variable and the value that a row depends on, if there are such.
    fn guard(&mut self) -> Result<Option<Guard>, Refusal> {
        let is_guard = self.shape() == Shape::Name
            && self.ahead(1).shape == Shape::Relation(Relation::Exactly)
            && self.ahead(2).shape == Shape::Number
            && matches!(self.ahead(3).shape, Shape::Arrow | Shape::BothWays);
        if !is_guard {
            return Ok(None);
        }
        let unknown = self.variable()?;
        self.next += 1;
        let value = match self.number()? {
            number if number == Decimal::ONE => true,
            number if number == Decimal::ZERO => false,
            _ => {
                self.next -= 1;
                return self.unexpected("0 or 1, the value with which the row holds");
            }
        };
        let is_both = self.shape() == Shape::BothWays;
        self.next += 1;
        Ok(Some(Guard { choice: (unknown, value), is_both }))
    }

    /// Reads sets: `s1: S1 :: a:1 b:2`. Of the first type one variable at most is other than 0.
    fn sets(&mut self) -> Result<(), Refusal> {
        while self.shape() != Shape::End && self.section_within().is_none() {
            let (start, line) = (self.token().span.start, self.token().line);
            let is_type = |token: &Token| {
                ["s1", "s2"].iter().any(|name| self.text(token).eq_ignore_ascii_case(name))
            };
            let has_label = self.ahead(1).shape == Shape::Colon && is_type(self.ahead(2));
            let label = if has_label { self.label() } else { None };
            let (kind, rows) = (self.text(self.token()), self.program.rows());
            let is_set = self.shape() == Shape::Name
                && (1..=2).all(|number| self.ahead(number).shape == Shape::Colon);
            if !is_set {
                return self.unexpected("a set such as `s1: S1 :: x:1 y:2`");
            }
            if !kind.eq_ignore_ascii_case("s1") {
                let cure = "sets of type `S1`; variables that are 0 or 1 keep one of type `S2` by a row \
                            `x1 + x3 <= 1` for each two that are no neighbours";
                return self.refuse(format!("a set of the type {}", quoted(kind)), cure);
            }
            self.next += 3;
            let mut terms = Vec::new();
            while self.shape() == Shape::Name
                && self.ahead(1).shape == Shape::Colon
                && matches!(self.ahead(2).shape, Shape::Number | Shape::Plus | Shape::Minus)
            {
                terms.push((Decimal::ONE, Factor::One(self.member()?)));
                self.next += 1;
                self.signs();
                self.number()?;
            }
            self.program.row(&terms, Relation::AtMost, &[Decimal::ONE], None, start, line);
            if let Some(name) = label {
                self.program.name_rows(rows, name);
            }
        }
        Ok(())
    }

    /// Reads a variable for which only 0 and 1 mean what is read.
    fn member(&mut self) -> Result<Unknown, Refusal> {
        let unknown = self.variable()?;
        self.program.pin(unknown);
        Ok(unknown)
    }

    /// Reads constraints that a function states, and rows with guards among them.
    fn functions(&mut self) -> Result<(), Refusal> {
        while self.shape() != Shape::End && self.section_within().is_none() {
            let at = usize::from(self.ahead(1).shape == Shape::Colon) * 2;
            if matches!(self.ahead(at + 3).shape, Shape::Arrow | Shape::BothWays) {
                self.row()?;
                continue;
            }
            let (label, rows) = (self.label(), self.program.rows());
            self.function()?;
            if let Some(name) = label {
                self.program.name_rows(rows, name);
            }
        }
        Ok(())
    }

    /// Reads `d = AND ( a , b )`. A maximum of variables that are 0 or 1 is their OR, a minimum
    /// their AND, and each is its own absolute value.
    fn function(&mut self) -> Result<(), Refusal> {
        const EXPECTED: &str = "a constraint such as `d = AND ( a , b )`, with AND, OR, MIN, MAX or ABS and blanks between";
        if self.shape() != Shape::Name || self.ahead(1).shape != Shape::Relation(Relation::Exactly)
        {
            return self.unexpected(EXPECTED);
        }
        let result = self.member()?;
        self.program.declare(result, Kind::Binary);
        self.next += 1;
        let function =
            FUNCTIONS.iter().find(|(name, _)| self.text(self.token()).eq_ignore_ascii_case(name));
        let Some((name, value)) = function.filter(|_| self.text(self.ahead(1)) == "(") else {
            return self.unexpected(EXPECTED);
        };
        self.next += 2;
        let mut arguments = Vec::new();
        let mut is_decided = false;
        loop {
            match self.shape() {
                Shape::Number => {
                    let number = self.number()?;
                    if number != Decimal::ZERO && number != Decimal::ONE {
                        self.next -= 1;
                        return self.unexpected("a variable, 0 or 1");
                    }
                    is_decided |= (number == Decimal::ONE) == *value;
                }
                Shape::Name => arguments.push(self.member()?),
                _ => return self.unexpected("a variable"),
            }
            let behind = self.text(self.token());
            if behind != "," && behind != ")" {
                return self.unexpected("`,` or `)`, with a blank before it");
            }
            if behind == "," && *name == "abs" {
                return self.unexpected("`)`, since an absolute value is of one variable");
            }
            self.next += 1;
            if behind == ")" {
                break;
            }
        }
        self.program.decide(result, *value, &arguments, is_decided);
        Ok(())
    }

    /// Refuses a row with a number on both sides that is no range, and one that may be two: a row
    /// that begins with a number may end before any sign that begins a line.
    fn validate_range(
        &mut self,
        sides: &[(Relation, Constant)],
        line: usize,
    ) -> Result<(), Refusal> {
        let (Some((first, _)), Shape::Relation(second)) = (sides.first(), self.shape()) else {
            return Ok(());
        };
        let is_range = matches!(
            (first, second),
            (Relation::AtLeast, Relation::AtMost) | (Relation::AtMost, Relation::AtLeast)
        );
        if !is_range {
            let found = "a second relation, with which the row is no range";
            return self.refuse(found, "one relation, or a range such as `1 <= x + y <= 2`");
        }
        if self.token().line != line {
            let found = format!(
                "a range over several lines, or a row in line {line} and another behind it"
            );
            return self.refuse(found, "a range on one line, or rows with labels such as `c1:`");
        }
        Ok(())
    }

    /// Behind a row a label may stand, the end of the text, or the next line.
    fn end_of_row(&self) -> Result<(), Refusal> {
        let token = self.token();
        let is_label = token.shape == Shape::Name && self.ahead(1).shape == Shape::Colon;
        let is_apart = token.shape == Shape::End
            || token.line > self.tokens[self.next - 1].line
            || self.section_within().is_some();
        let goes_on = !matches!(
            token.shape,
            Shape::Name | Shape::Number | Shape::Plus | Shape::Minus | Shape::Open | Shape::End
        );
        if (is_label || is_apart) && !goes_on {
            Ok(())
        } else {
            self.unexpected("the end of the row, and the next one on a line of its own")
        }
    }

    /// Adds a row that says one thing of a sum. One that infinity bounds says nothing, or is no
    /// row.
    fn say(
        &mut self,
        sum: &Sum,
        relation: Relation,
        constant: Constant,
        guard: Option<Guard>,
        start: usize,
        line: usize,
    ) -> Result<(), Refusal> {
        let number = match (constant, relation) {
            (Constant::Number(number), _) => number,
            (Constant::Infinity { is_negative: true }, Relation::AtLeast) => return Ok(()),
            (Constant::Infinity { is_negative: false }, Relation::AtMost) => return Ok(()),
            _ => {
                let refusal = Refusal::new("a row that asks for infinity", "a number");
                return Err(refusal.at(self.source, start..start));
            }
        };
        let constants = sum.constants.iter().cloned().map(Decimal::negated);
        let right: Vec<Decimal> = std::iter::once(number).chain(constants).collect();
        self.program.row(&sum.terms, relation, &right, guard, start, line);
        Ok(())
    }

    fn names(&mut self, kind: Kind) -> Result<(), Refusal> {
        while self.shape() == Shape::Name && self.section().is_none() {
            let is_known = self.names.contains_key(self.text(self.token()));
            if !is_known && self.section_within().is_some() {
                break;
            }
            let span = self.token().span.clone();
            let unknown = self.variable()?;
            self.program.declare_at(unknown, kind, span);
        }
        Ok(())
    }

    fn bounds(&mut self) -> Result<(), Refusal> {
        while self.shape() != Shape::End && self.section_within().is_none() {
            self.bound()?;
        }
        Ok(())
    }

    fn bound(&mut self) -> Result<(), Refusal> {
        let start = self.token().span.start;
        let mut sides = Vec::with_capacity(2);
        if self.is_constant_and_relation() {
            let constant = self.constant()?;
            sides.extend(self.relation().map(|relation| (mirrored(relation), constant)));
        }
        if self.shape() != Shape::Name {
            return self.unexpected("a variable, or a number and a relation");
        }
        let unknown = self.variable()?;
        if let Some(relation) = self.relation() {
            sides.push((relation, self.constant()?));
        } else if sides.is_empty() {
            if self.shape() != Shape::Name || !self.text(self.token()).eq_ignore_ascii_case("free")
            {
                return self.unexpected("a relation and a number, or `free`");
            }
            self.next += 1;
            sides.push((Relation::AtLeast, Constant::Infinity { is_negative: true }));
            sides.push((Relation::AtMost, Constant::Infinity { is_negative: false }));
        }
        let span = start..self.tokens[self.next - 1].span.end;
        for (relation, constant) in sides {
            self.limit(unknown, relation, constant, &span)?;
        }
        Ok(())
    }

    fn limit(
        &mut self,
        unknown: Unknown,
        relation: Relation,
        constant: Constant,
        span: &Range<usize>,
    ) -> Result<(), Refusal> {
        let sides: &[Side] = match relation {
            Relation::AtLeast => &[Side::Lower],
            Relation::AtMost => &[Side::Upper],
            Relation::Exactly => &[Side::Lower, Side::Upper],
        };
        for &side in sides {
            let limit = match &constant {
                Constant::Number(number) => Limit::at(side, number.clone()),
                Constant::Infinity { is_negative } if *is_negative == (side == Side::Lower) => {
                    Limit::Open
                }
                Constant::Infinity { .. } => {
                    return Err(Refusal::new("a bound that asks for infinity", "a number")
                        .at(self.source, span.clone()));
                }
            };
            self.program.limit(unknown, side, limit, span.clone())?;
        }
        Ok(())
    }
}

fn is_infinity(text: &str) -> bool {
    ["inf", "infinity"].iter().any(|name| text.eq_ignore_ascii_case(name))
}

/// The relation from the other side.
fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::AtLeast => Relation::AtMost,
        Relation::AtMost => Relation::AtLeast,
        Relation::Exactly => Relation::Exactly,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::written::program::told;

    fn read(text: &str) -> Result<Written, Refusal> {
        read_lp(&Source::new("lp", text))
    }

    fn says(text: &str) -> String {
        read(text).map_or_else(|refusal| refusal.to_string(), |written| told(&written))
    }

    /// What is said of a row and a bound that stand in a program of x, y and z, in the lines 4 and
    /// 6.
    fn in_file(row: &str, bound: &str) -> String {
        says(&format!(
            "Minimize\n obj: x\nSubject To\n{row}\nBounds\n{bound}\nBinary\n x y z\nEnd\n"
        ))
    }

    fn row(text: &str) -> String {
        let told = in_file(text, "");
        told.strip_prefix("min 1 x\n").unwrap_or(&told).to_owned()
    }

    #[test]
    fn a_program_is_read() {
        let text = "\\ a comment\n\\* Problem: p *\\\nMaximize\n obj: 3 x + 2.5 y - z + 4\nSubject To\n c1: x + y >= 1\n c2: x - z <= 0\n\
                    c3: x + y\n + z = 2\nBounds\n z = 1\nBinary\n x\n y z\nEnd\n";
        let expected =
            "max 30 x 25 y -10 z 40 /10\n1 x 1 y >= 1\n1 x -1 z <= 0\n1 x 1 y 1 z = 2\nz\n";
        assert_eq!(says(text), expected);
    }

    #[test]
    fn rows_say_what_they_say_everywhere() {
        for (text, expected) in [
            (
                "x1>=1",
                "lp:4:1: the variable `x1` is continuous; expected variables that are 0 or 1: in the section `Binary`, or integers with the bounds 0 and 1",
            ),
            ("x-y>=1", "1 x -1 y >= 1\n"),
            ("x>-1", "1 x >= -1\n"),
            ("x<-1", "1 x <= -1\n"),
            ("c: x=>1", "1 x >= 1\n"),
            ("c: x=<1", "1 x <= 1\n"),
            ("c : x == 1", "1 x = 1\n"),
            ("+ -3 x + y <= 2", "-3 x 1 y <= 2\n"),
            ("- - 3x + y <= 2", "3 x 1 y <= 2\n"),
            ("x + 2 x - x + y >= - 1", "1 x 2 x -1 x 1 y >= -1\n"),
            ("1e3 x + .5 y + 3.0e-2 z >= 1.", "100000 x 50 y 3 z >= 100\n"),
            ("0.1 x + 0.2 y = 0.3", "1 x 2 y = 3\n"),
            ("2e1x >= 1", "20 x >= 1\n"),
            ("99999999999999999999 x >= 1", "99999999999999999999 x >= 1\n"),
            ("0 x + 0.0 y >= 0", "0 x 0 y >= 0\n"),
            ("x + 2 >= 3", "1 x >= 1\n"),
            ("3 >= x + y", "1 x 1 y <= 3\n"),
            ("c: -1 <= x - y <= 1.5", "1 x -1 y >= -1\n10 x -10 y <= 15\n"),
            ("-inf <= x + y <= 1", "1 x 1 y <= 1\n"),
            ("x + y >= -infinity", ""),
            ("5 >= x >= 1", "1 x <= 5\n1 x >= 1\n"),
            ("c: x >= 1\n c: y >= 1\n x + z >= 1", "1 x >= 1\n1 y >= 1\n1 x 1 z >= 1\n"),
            ("c: x >= 1 d: y >= 1", "1 x >= 1\n1 y >= 1\n"),
            ("c:\n x\n+ y\n>=\n1", "1 x 1 y >= 1\n"),
            ("end: x >= 1\n st: y >= 1", "1 x >= 1\n1 y >= 1\n"),
            ("x >= 1 \\ y >= 1", "1 x >= 1\n"),
            (
                "x >= 1\nlazy constraints\n y >= 1\nUser Cuts\n z >= 1",
                "1 x >= 1\n1 y >= 1\n1 z >= 1\n",
            ),
            ("3 >= 2 + x", "1 x <= 1\n"),
            ("1 >= 0", "<= 1\n"),
        ] {
            assert_eq!(row(text), expected, "{text}");
        }
    }

    #[test]
    fn rows_that_some_read_otherwise_are_refused() {
        for (text, expected) in [
            (
                "x + y >= 1 + z",
                "lp:4:12: `+`; expected the end of the row, and the next one on a line of its own",
            ),
            ("x + y >= z", "lp:4:10: `z`; expected a number"),
            (
                "x + y >= 2 z",
                "lp:4:12: `z`; expected the end of the row, and the next one on a line of its own",
            ),
            ("x y >= 1", "lp:4:3: `y`; expected a sign or a relation"),
            ("2 3 x >= 1", "lp:4:3: `3`; expected a sign or a relation"),
            (
                "x / 2 >= 1",
                "lp:4:3: `/`, which belongs to a product; expected products such as `[ 2 x * y + z ^ 2 ]`, behind which `/ 2` stands in the objective",
            ),
            (
                "2 * x >= 1",
                "lp:4:3: `*`, which belongs to a product; expected products such as `[ 2 x * y + z ^ 2 ]`, behind which `/ 2` stands in the objective",
            ),
            (
                "x + [ y ^ 3 ] >= 1",
                "lp:4:9: `^`, which belongs to a product; expected products such as `[ 2 x * y + z ^ 2 ]`, behind which `/ 2` stands in the objective",
            ),
            (
                "x + [ y * z ] / 2 >= 1",
                "lp:4:15: `/`, which belongs to a product; expected products such as `[ 2 x * y + z ^ 2 ]`, behind which `/ 2` stands in the objective",
            ),
            ("x = 2 -> y >= 1", "lp:4:5: `2`; expected 0 or 1, the value with which the row holds"),
            (
                "x <= 1 -> y >= 1",
                "lp:4:8: an arrow, which makes a row depend on a variable; expected a variable that is 0 or 1, as in \
                 `b = 1 -> x + y <= 1`",
            ),
            (
                "x = 1 <-> 1 <= y + z <= 1",
                "lp:4:1: a range, or a row without a bound, that holds exactly if a variable has a value; expected \
                 `->` before it, or one relation and a number",
            ),
            ("x + y", "lp:5:1: `Bounds`; expected a sign or a relation"),
            (
                "1 <= 2 x = 3",
                "lp:4:10: a second relation, with which the row is no range; expected one relation, or a range such as \
                 `1 <= x + y <= 2`",
            ),
            (
                "0 <= 2 x\n- x - y >= -1",
                "lp:5:9: a second relation, with which the row is no range; expected one relation, or a range such as \
                 `1 <= x + y <= 2`",
            ),
            (
                "0 <= 2 x\n+ x + y <= 1",
                "lp:5:9: a range over several lines, or a row in line 4 and another behind it; expected a range on one \
                 line, or rows with labels such as `c1:`",
            ),
            ("x +", "lp:5:1: `Bounds`; expected a variable or a number"),
            (
                "x >= 1\n<= 3",
                "lp:5:1: `<=`; expected the end of the row, and the next one on a line of its own",
            ),
            (
                "1,000 x >= 1",
                "lp:4:1: a number that ends with other signs, `1,000`; expected a number and a name, with a blank between them",
            ),
            (
                "x(1, 2) >= 1",
                "lp:4:6: a number that ends with other signs, `2)`; expected a number and a name, with a blank between them",
            ),
            (
                "1e400000 x >= 1",
                "lp:4:1: `1e400000` is too long a number; expected at most 400 digits",
            ),
            (
                "3e+x >= 1",
                "lp:4:1: a number that ends with other signs, `3e+x`; expected a number and a name, with a blank between them",
            ),
            ("inf x >= 1", "lp:4:1: `inf` in a sum; expected a variable or a number"),
            ("x >= inf", "lp:4:1: a row that asks for infinity; expected a number"),
            (
                "SOS\n s1: S2:: x:1 y:2",
                "lp:5:6: a set of the type `S2`; expected sets of type `S1`; variables that are 0 or 1 keep one of type `S2` \
                 by a row `x1 + x3 <= 1` for each two that are no neighbours",
            ),
            (
                "General Constraints\n x = EXP ( y )",
                "lp:5:6: `EXP`; expected a constraint such as `d = AND ( a , b )`, with AND, OR, MIN, MAX or ABS and \
                 blanks between",
            ),
            (
                "General Constraints\n x = ABS ( y , x )",
                "lp:5:14: `,`; expected `)`, since an absolute value is of one variable",
            ),
            (
                "x + y >= 1\n st + y <= 1",
                "lp:5:2: `st` in the place of a section and behind it `+`, as if it were a variable; expected variables \
                 with other names than those of sections",
            ),
            (
                "x + y >= 1\n Bin - y <= 1",
                "lp:5:2: `Bin` in the place of a section and behind it `-`, as if it were a variable; expected variables \
                 with other names than those of sections",
            ),
            (
                "x >= 1\nBounds\n x <= 1\n st >= 0",
                "lp:7:2: `st` in the place of a section and behind it `>=`, as if it were a variable; expected variables \
                 with other names than those of sections",
            ),
            (
                "x >= 1\nbounds - y <= 1",
                "lp:5:1: `bounds` in the place of a section and behind it `-`, as if it were a variable; expected \
                 variables with other names than those of sections",
            ),
            (
                "Semi-Continuous\n x",
                "lp:4:1: the section `Semi`, which is not read; expected `Subject To`, `Bounds`, `General`, `Binary`, `SOS` or `End`",
            ),
        ] {
            assert_eq!(row(text), expected, "{text}");
        }
    }

    /// HiGHS and CBC obey a bound behind `Binary`, SCIP and GLPK refuse it; before `Binary` HiGHS
    /// and GLPK obey it still.
    #[test]
    fn wide_bounds_of_binary_variables_are_refused_in_either_order() {
        let binary = "Binary\n x y";
        for (bound, side) in [
            ("x <= 5", "above 1"),
            ("x <= 2", "above 1"),
            ("x <= 1e30", "above 1"),
            ("-2 <= x", "below 0"),
            ("-1 <= x <= 1", "below 0"),
            ("x free", "below 0"),
        ] {
            for sections in [
                format!("{binary}\nBounds\n {bound}"),
                format!("Bounds\n {bound}\n{binary}"),
                format!("General\n x\nBounds\n {bound}\n{binary}"),
                format!("{binary}\nGeneral\n x\nBounds\n {bound}"),
            ] {
                let told =
                    says(&format!("max\n o: x + y\nst\n c: x + 2 y <= 8\n{sections}\nEnd\n"));
                let expected = format!("`x` is declared binary, and a bound lets it be {side}; ");
                assert!(told.contains(&expected), "{sections}: {told}");
            }
        }
        for (bound, expected) in
            [("x <= 1", ""), ("0 <= x <= 1", ""), ("x >= 0", ""), ("x = 1", "x\n")]
        {
            let told =
                says(&format!("min\n o: x\nst\n c: x + y >= 1\n{binary}\nBounds\n {bound}\nEnd"));
            assert_eq!(told, format!("min 1 x\n1 x 1 y >= 1\n{expected}"), "{bound}");
        }
    }

    #[test]
    fn bounds_of_binary_variables_are_kept() {
        for (bound, expected) in [
            ("x = 0", "-x\n"),
            ("x <= 0", "-x\n"),
            ("1 <= x", "x\n"),
            ("0 <= x <= 1\n y >= 0", ""),
            ("x <= 0.5", "-x\n"),
            ("0.5 <= x", "x\n"),
            ("-0.5 <= x <= 1.5", ""),
            ("x >= 1\n x <= 0", "x\n-x\n"),
            ("x <= 1\n x <= 1.0", ""),
        ] {
            assert_eq!(
                in_file("x >= 0", bound),
                format!("min 1 x\n1 x >= 0\n{expected}"),
                "{bound}"
            );
        }
        for (bound, expected) in [
            ("x >= 2", "lp:6:1: the bounds of `x` exclude 0 and 1; "),
            ("x <= -1", "lp:6:1: the bounds of `x` exclude 0 and 1; "),
            ("x <= 5", "lp:6:1: `x` is declared binary, and a bound lets it be above 1; "),
            ("-2 <= x", "lp:6:1: `x` is declared binary, and a bound lets it be below 0; "),
            ("x free", "lp:6:1: `x` is declared binary, and a bound lets it be below 0; "),
            ("0 <= x <= inf", "lp:6:1: `x` is declared binary, and a bound lets it be above 1; "),
            (
                "x <= 1\n x <= 0",
                "lp:7:2: another upper bound of `x`; expected one bound on each side of a variable",
            ),
            ("2 x <= 1", "lp:6:1: `2`; expected a variable, or a number and a relation"),
            ("x", "lp:7:1: `Binary`; expected a relation and a number, or `free`"),
            ("x <= y", "lp:6:6: `y`; expected a number"),
            ("x <= -inf", "lp:6:1: a bound that asks for infinity; expected a number"),
        ] {
            let told = in_file("x >= 0", bound);
            assert!(told.starts_with(expected), "{bound}: {told}");
        }
    }

    /// Integers need both bounds, and the sections stand in any order.
    #[test]
    fn integers_are_taken_with_their_bounds() {
        let file = |sections: &str| says(&format!("min\n\nst\n c: x >= 1\n{sections}\nend"));
        assert_eq!(file("GENERALS\n x\nbounds\n x <= 1"), "1 x >= 1\n");
        assert_eq!(file("bound\n 0 <= x <= 1.9\nInt\n x"), "1 x >= 1\n");
        assert_eq!(file("bounds\n -0.5 <= x <= 0\ngen\n x"), "1 x >= 1\n-x\n");
        assert_eq!(file("bounds\n x = 1\ngen\n x"), "1 x >= 1\nx\n");
        assert_eq!(file("bounds\n x = 1"), ">= 0\n");
        assert_eq!(file("bounds\n x = 0"), ">= 1\n");
        for (sections, fault) in [
            ("gen\n x", "6:2: the integer variable `x` has no upper bound"),
            ("gen\n x\nbounds\n x <= 1e30", "8:2: the integer variable `x` has no upper bound"),
            ("gen\n x\nbounds\n x <= 2", "8:2: the integer variable `x` may be above 1"),
            ("gen\n x\nbounds\n -1 <= x <= 1", "8:2: the integer variable `x` may be below 0"),
            ("gen\n x\nbounds\n -1e20 <= x <= 1", "8:2: the integer variable `x` may be below 0"),
            ("gen\n x\nbounds\n x <= -1", "8:2: the upper bound of `x` is negative"),
            ("bounds\n x <= 1", "4:5: the variable `x` is continuous"),
            ("", "4:5: the variable `x` is continuous"),
        ] {
            assert!(
                file(sections).starts_with(&format!("lp:{fault}; ")),
                "{sections}: {}",
                file(sections)
            );
        }
    }

    /// Sections are names within a line, too, if no name can stand there.
    #[test]
    fn sections_within_lines() {
        let text = "Minimize a + 2 b subject to a + b >= 1 bounds a <= 0 binary a b end";
        assert_eq!(says(text), "min 1 a 2 b\n1 a 1 b >= 1\n-a\n");
        assert_eq!(
            says("max st + bin\nst\n c: st + bin <= 1\n end: st - bin >= 0\nbinary bin st\nend"),
            "max 1 st 1 bin\n1 st 1 bin <= 1\n1 st -1 bin >= 0\n"
        );
        assert_eq!(says("min subject to x >= 1 bin x end"), "1 x >= 1\n");
        assert_eq!(
            says("min x st - x >= -1\nbounds 0 <= x <= 1\nbin x end"),
            "min 1 x\n-1 x >= -1\n"
        );
        assert_eq!(says("min x st\n x >= 0\nbin\n x\ngen semi sos end"), "min 1 x\n1 x >= 0\n");
    }

    /// A continuous variable that an equality or a bound defines is replaced by the others.
    #[test]
    fn a_variable_that_counts_nothing_leaves_no_term() {
        for text in ["Minimize\n0 x\nEnd\n", "Minimize\n0 x + b\nBinary\nb\nEnd\n"] {
            let written = crate::written::format::testing::read_as(&FORMAT, text);
            let terms = &written.aim().expect("an objective").terms;
            assert!(terms.iter().all(|(_, lit)| *lit != 0), "{text}");
        }
    }

    #[test]
    fn what_the_others_define_is_replaced() {
        for (row, bound, expected) in [
            ("x + y + s = 3", "s <= 2", "1 x 1 y <= 3\n1 x 1 y >= 1\n"),
            ("x + y - 2 s = 0", "-1 <= s <= 0.5", "1 x 1 y >= -2\n10 x 10 y <= 10\n"),
            ("x + y + s = 3", "s free", ""),
            ("2 s = 3\n x + s >= 2", "s free", "2 x >= 1\n"),
            ("x + s >= 3", "s = 2.5", "10 x >= 5\n"),
            ("x - s = 0\n s - t = 0\n t + y >= 1", "s free\n t free", "1 x 1 y >= 1\n"),
        ] {
            assert_eq!(in_file(row, bound), format!("min 1 x\n{expected}"), "{row}; {bound}");
        }
        let told = says(
            "min o\nst\n c: 3 x + 2 y - 4 o = -1\n d: o >= 0.5\nbounds\n o free\nbin\n x y\nend",
        );
        assert_eq!(told, "min 3 x 2 y 1 /4\n30 x 20 y >= 10\n");
        for (row, bound) in [
            ("x + s >= 1", "s <= 1"),
            ("x + [ s * y ] = 1", "s free"),
            ("s = 1 -> x = 1\n s + y = 1", "s free"),
            ("x + y + s = 3", "s <= -1"),
        ] {
            let told = in_file(row, bound);
            assert!(told.contains("`s` is") || told.contains("of `s`"), "{row}: {told}");
        }
    }

    #[test]
    fn all_that_are_no_0_1_variables_are_named() {
        let text = "min x\nst\n x + y + z >= 1\nbounds\n x <= 10\n -3 <= z <= 1\ngen\n x y z\nend";
        let expected = "lp:5:2: the integer variable `x` may be above 1, and 2 others are not 0 or 1, either: `y`, \
                        `z`; expected ";
        assert!(says(text).starts_with(expected), "{}", says(text));
    }

    #[test]
    fn the_format_of_lp_solve_is_named() {
        for text in [
            "/* Objective function */\nmax: +143 x +60 y;\n",
            "max: 3x+2y;\nc1: x + y <= 4;\nint x;\n",
            "// a comment\nmin: x;\n",
            "minimise: x;\nx >= 1;\n",
            "max: ;\n",
        ] {
            assert!(says(text).contains("the LP format of lp_solve"), "{text}: {}", says(text));
        }
    }

    #[test]
    fn objectives_may_be_empty_or_constant() {
        let file = |objective: &str| says(&format!("{objective}\nsubject to:\nbinary\n x y\nend"));
        for (objective, expected) in [
            ("Minimize", ""),
            ("MAXIMUM obj:", ""),
            ("min 0 x", "min 0 x\n"),
            ("min obj: 2.5", "min 25 /10\n"),
            ("max 3 + x - 0.50 y - 1", "max 10 x -5 y 20 /10\n"),
        ] {
            assert_eq!(file(objective), expected, "{objective}");
        }
        assert!(file("min a: x b: y").starts_with("lp:1:10: a second objective; "));
        assert!(file("min multi-objectives\n a: x").starts_with("lp:2:2: a second objective; "));
        assert!(file("min: x").starts_with("lp:1:1: `min`; expected `Minimize` or `Maximize`"));
        assert!(file("x + y").starts_with("lp:1:1: `x`; expected `Minimize` or `Maximize`"));
    }

    #[test]
    fn half_a_file_is_refused() {
        let text = "Minimize\n x\nSubject To\n c: x + y >= 1\nBinary\n x y\nEnd\n";
        assert!(read(text).is_ok());
        for end in 0..text.len() - 4 {
            assert!(read(&text[..end]).is_err(), "{end}");
        }
        assert_eq!(says(&format!("{text}x")), "lp:8:1: `x`; expected nothing behind `End`");
    }

    #[test]
    fn odd_names_are_names() {
        let names = [
            "x[1,2]",
            "Ans(1,1,1)",
            "x#1",
            "_a.b",
            "e9",
            "ünï",
            "x!\"$%&;?@'`{}~|",
            "free",
            "min",
            "x.",
        ];
        for name in names {
            let text = format!("min\n 2 {name}\nst\n 1 <= {name}\nbin\n 0x {name}\nend");
            assert!(says(&text).starts_with("lp:6:2: `0`"), "{text}");
            let text = format!("min\n 2 {name}\nst\n 1 <= {name}\nbin\n x {name}\nend");
            assert_eq!(says(&text), format!("min 2 {name}\n1 {name} >= 1\n"));
        }
    }

    mod replaced_variables {
        use proptest::prelude::*;

        use super::read;
        use crate::exchange::Derived;
        use crate::written::small;

        proptest! {
            /// Values that equations say are the only ones that are taken, be they written in one
            /// order or the other.
            #[test]
            fn have_the_values_that_follow(
                numbers in prop::collection::vec(-3..=3_i32, 5),
                divisors in prop::collection::vec(prop::sample::select(&[-4, -2, -1, 1, 2, 5][..]), 2),
                is_turned in any::<bool>(),
            ) {
                let [a, b, c, d, e] = numbers[..] else { unreachable!("five numbers") };
                let [one, two] = divisors[..] else { unreachable!("two numbers") };
                let rows = [
                    format!(" r1: {one} s + {a} x + {b} t + [ {c} x * y ] = {d}\n"),
                    format!(" r2: {two} t - 0.5 z + {e} x = 1.25\n"),
                ];
                let (first, second) = if is_turned { (&rows[1], &rows[0]) } else { (&rows[0], &rows[1]) };
                let text = format!(
                    "min\n o: x + y + z\nst\n{first}{second}bounds\n s free\n t free\nbin\n x y z\nend\n"
                );
                let written = read(&text).expect(&text);
                for values in small::assignments(3) {
                    let value = |name: &str| {
                        let number = written.numbered(name).expect(name);
                        f64::from(u8::from(values[number - 1]))
                    };
                    let (x, y, z) = (value("x"), value("y"), value("z"));
                    let f = f64::from;
                    let t = (1.25 + 0.5 * z - f(e) * x) / f(two);
                    let s = (f(d) - f(a) * x - f(b) * t - f(c) * x * y) / f(one);
                    let known: Vec<Option<bool>> = values.iter().copied().map(Some).collect();
                    for (name, value) in [("s", s), ("t", t)] {
                        let said = |value| [Derived { name: name.to_owned(), value }];
                        let told = written.asides.validate(&known, &said(value));
                        prop_assert_eq!(told, Ok(()), "{}", text);
                        prop_assert!(written.asides.validate(&known, &said(value + 0.1)).is_err());
                    }
                }
            }
        }
    }

    mod guarded_rows {
        use proptest::prelude::*;

        use super::read;
        use crate::written::check::{Truth, check};
        use crate::written::small;

        type Relation = (&'static str, fn(&i32, &i32) -> bool);

        const RELATIONS: &[Relation] = &[("<=", i32::le), (">=", i32::ge), ("=", i32::eq)];

        proptest! {
            /// A row that depends on a variable is kept exactly if the variable and the sum say so.
            /// The variable may stand in the row, too, and numbers may have a decimal.
            #[test]
            fn hold_if_their_variable_says_so(
                weights in prop::collection::vec(-3..=3_i32, 4),
                bound in -8..=8_i32,
                relation in prop::sample::select(RELATIONS),
                value in any::<bool>(),
                is_both in any::<bool>(),
                has_decimals in any::<bool>(),
            ) {
                let arrow = if is_both { "<->" } else { "->" };
                let decimals = if has_decimals { ".5" } else { "" };
                let number = |number: i32| format!("{number}{decimals}");
                let scaled = |number: i32| match (has_decimals, number < 0) {
                    (false, _) => number * 2,
                    (true, false) => number * 2 + 1,
                    (true, true) => number * 2 - 1,
                };
                let names = ["b", "x", "y", "z"];
                let terms: String =
                    names.iter().zip(&weights).map(|(name, &one)| format!("+ {} {name} ", number(one))).collect();
                let text = format!(
                    "min\n obj: b + x + y + z\nst\n c: b = {} {arrow} {terms} {} {}\nbin\n b x y z\nend\n",
                    u8::from(value), relation.0, number(bound),
                );
                let written = read(&text).expect(&text);
                for values in small::assignments(4) {
                    let sum = weights.iter().zip(&values).map(|(&one, &is_true)| scaled(one) * i32::from(is_true)).sum();
                    let (is_chosen, holds) = (values[0] == value, relation.1(&sum, &scaled(bound)));
                    let expected = if is_both { is_chosen == holds } else { !is_chosen || holds };
                    let is_kept = check(&written, &Truth::of(&written, values)).is_ok();
                    prop_assert_eq!(is_kept, expected, "{}", text);
                }
            }
        }
    }

    mod any_text {
        use proptest::prelude::*;

        proptest! {
            /// Pieces of programs in any order make no panic.
            #[test]
            fn is_read_or_refused(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40), text in ".{0,60}") {
                let _ = super::read(&pieces.concat());
                let _ = super::read(&format!("min x\nst\n{text}"));
            }
        }

        const PIECES: &[&str] = &[
            "min",
            "max",
            "\n",
            "\n",
            " ",
            " ",
            "st\n",
            "subject to",
            "bounds\n",
            "gen\n",
            "bin\n",
            "end\n",
            "x",
            "y",
            "x1",
            "inf",
            "free",
            "semi-continuous",
            "sos",
            ":",
            "c: ",
            "+",
            "-",
            "<=",
            ">=",
            "=",
            "<",
            ">",
            "->",
            "[",
            "]",
            "^2",
            "1",
            "0.5",
            ".",
            "e3",
            "1e3",
            "1e-400",
            "\\",
            "*",
            "/",
            "é",
            "\u{a0}",
            "-inf",
        ];
    }
}
