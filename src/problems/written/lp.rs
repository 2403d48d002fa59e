//! The format LP: integer programs, row by row.
//!
//! This is CPLEX's format as Gurobi, HiGHS, SCIP and GLPK read and write it:
//!
//! ```text
//! file        = sense objective { section } "End"
//! sense       = "Minimize" | "Maximize"
//! objective   = [ label ] [ expression ]
//! section     = "Subject To" { row } | "Bounds" { bound } | "General" { name } | "Binary" { name }
//!             | "Semi-Continuous" { name }
//! row         = [ label ] [ guard ] [ number relation ] [ expression ] ( relation | "≠" ) number
//!             | [ label ] [ guard ] number relation expression
//! guard       = name "=" ( "0" | "1" ) ( "->" | "<->" )
//! expression  = { sign } term { sign { sign } term }
//! term        = [ number ] name | number | "[" products "]" [ "/" "2" ]
//! number      = decimal [ "/" decimal ]
//! products    = { sign } [ number ] ( name "*" name | name "^" "2" ) { sign … }
//! set         = [ label ] "S1" "::" { name ":" number }
//! function    = [ label ] name "=" ( "AND" | "OR" | "MIN" | "MAX" | "ABS" )
//!               "(" name { "," name } ")"
//! relation    = "<" | "<=" | "=<" | "≤" | ">" | ">=" | "=>" | "≥" | "=" | "=="
//! bound       = [ number relation ] name [ relation number ] | name "free"
//! label       = name ":"
//! ```
//!
//! Sets are in the section `SOS`, and functions are in the section `General Constraints`. The name
//! of a section may be in upper or lower case or in a short form. It must be at the beginning of a
//! line, or after a complete row, bound or list of names. `\` begins a comment. Blanks, signs,
//! relations and colons end a name: `x[1,2]`, `x#1` and `Ans(1,1)` are names, and `x1-x2` is a
//! difference.
//!
//! **If programs read a file in different ways**, it is refused:
//! - After the number that ends a row, a label, a section or a new line must follow, since some
//!   programs would continue a sum.
//! - A range must be in one line. After a row such as `1 <= x`, the next line may begin with `+` or
//!   `-`. For some programs, this sign continues the row; for others, it begins another row.
//! - For a variable in `Binary`, bounds between 0 and 1 are accepted and wider bounds are refused.
//!   Two different lower bounds or two different upper bounds of one variable are refused.
//! - A negative upper bound of a variable without a stated lower bound is refused, since for some
//!   programs it removes the lower bound 0.
//! - A file without `End` is refused, since it may be incomplete.
//! - A variable with the name of a section is not allowed at the beginning of a line.
//!
//! A constant on the left of a row causes a remark, since other programs refuse it or read it as a
//! name. Products are halved (`/ 2`) in the objective only.

mod bounds;
mod numbers;
mod sections;
mod sets;
mod tokens;

use std::collections::HashMap;

use self::sections::{LpSection, section_named};
use self::tokens::{Token, TokenShape, tokens};
use super::model_format::{ModelFormat, ends_with};
use super::program::{
    Comparison, Decimal, Factor, Guard, ProgramBuilder, Terms, Unknown, is_infinity,
};
use super::{ParsedModel, ReadTerms};
use crate::model::{Relation, Sense};
use crate::problem::Competition;
use crate::source::{Refusal, Source, quote};

/// The entry of the format `lp` in the list of formats.
pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "lp",
    summary: "linear programs of integers, as CPLEX, Gurobi, HiGHS and SCIP write them",
    example: "Minimize\n cost: 2 x + 3 y + z\nSubject To\n one: x + y >= 1\n two: x - z <= 0\nBinary\n x y z\nEnd\n",
    competition: Competition::PseudoBoolean,
    endings: &["lp"],
    recognises,
    read: |scanner, terms| {
        let mut written = read_lp(&scanner.read_all()?, terms)?;
        written.sort_variables(0).expect("no more variables than before");
        Ok(written)
    },
};

/// Returns whether a file begins like LP: with `Minimize`, `Maximize` or a short form of them, in
/// capitals or small letters. The short forms `min` and `max` must be alone in their line. Empty
/// lines and comments before this word are ignored. If the file's name ends in `.lp`, the file is
/// LP, whatever its beginning is.
fn recognises(source: &Source) -> bool {
    let first = source
        .text()
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .find(|line| !line.starts_with('\\'));
    let first_line = first.unwrap_or_default().to_ascii_lowercase();
    let word = first_line.split_whitespace().next().unwrap_or_default();
    // OPB also begins with `min` or `max`, but in OPB more words follow in the same line.
    let is_sense = matches!(section_named(word), Some(LpSection::Objective(_)));
    is_sense && (word.len() > 3 || word == first_line) || ends_with(source, FORMAT.endings)
}

/// How to declare variables. The refusals of other variables state this.
const CURE: &str =
    "integers, in the section `General`, or variables that are 0 or 1, in the section `Binary`";

/// Reads a text in LP. Also reads the comments that begin at the first byte of a line, since they
/// may cause remarks. Refuses a text in lp_solve's format, and any other text that is not in LP.
/// Refuses a variable that may have values that are not whole, if other variables do not define it,
/// and an integer without a bound. Does not sort the variables.
fn read_lp(source: &Source, terms: ReadTerms) -> Result<ParsedModel, Refusal> {
    refuse_other_dialect(source)?;
    let tokens = tokens(source)?;
    let mut program = ProgramBuilder::new(source, CURE, terms);
    for (number, line) in (1..).zip(source.lines()) {
        if line.value.starts_with('\\') {
            program.comments.read(line.value, number);
        }
    }
    let reader =
        LpReader { source, tokens, next: 0, program, names: HashMap::new(), has_rows: false };
    reader.file()
}

/// Returns an error if a text is in lp_solve's format. Only the first line that is not empty and
/// not a comment with `\` decides. In lp_solve's format, it begins with `/*` or `//`, or is an
/// objective such as `max: …;`.
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
    let found = "a file in the LP format of lp_solve, which differs from CPLEX's";
    let cure =
        "the LP format of CPLEX, or MPS, which `lp_solve -S1 -parse FILE -wfmps FILE.mps` writes";
    Err(Refusal::new(found, cure).with_span(source, first.span))
}

/// Returns whether a line looks like an objective of lp_solve: a sense or nothing before a `:`, and
/// a `;` at the end.
fn is_objective(text: &str) -> bool {
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    let is_sense = word.trim().is_empty()
        || matches!(section_named(word.trim()), Some(LpSection::Objective(_)));
    is_sense && rest.trim_end().ends_with(';')
}

/// Whether products in brackets are halved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProductRule {
    /// Products in rows are not halved.
    Full,
    /// Products in the objective are halved. `/ 2` must follow them.
    Halved,
}

/// A sum, as the list of its terms and the list of its constants.
#[derive(Default)]
struct LpSum {
    terms: Terms,
    constants: Vec<Decimal>,
}

/// The number on one side of a relation.
enum Constant {
    /// A finite number with its sign.
    Number(Decimal),
    /// Plus or minus infinity.
    Infinity { is_negative: bool },
}

/// The reader of a text in LP, with what it has read.
struct LpReader<'s> {
    source: &'s Source,
    /// The tokens of the text. The last one is the end of the text.
    tokens: Vec<Token>,
    /// The index of the next token.
    next: usize,
    program: ProgramBuilder<'s>,
    /// The variable of each name that has occurred.
    names: HashMap<&'s str, Unknown>,
    /// Whether a section of rows has begun.
    has_rows: bool,
}

/// The expected text, in words, for the refusal of a misplaced arrow.
const GUARD: &str = "a variable that is 0 or 1 before the arrow, as in `b = 1 -> x + y <= 1`";

impl<'s> LpReader<'s> {
    fn token(&self) -> &Token {
        self.ahead(0)
    }

    /// Returns a token ahead: for 0, the next token; for 1, the token after it, and so on. Beyond
    /// the end of the text, returns the token of the end.
    fn ahead(&self, number: usize) -> &Token {
        self.tokens.get(self.next + number).unwrap_or(&self.tokens[self.tokens.len() - 1])
    }

    fn text(&self, token: &Token) -> &'s str {
        &self.source.text()[token.span.clone()]
    }

    fn shape(&self) -> TokenShape {
        self.token().shape
    }

    /// Returns an error: the refusal of the next token.
    fn refuse<T>(
        &self,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Result<T, Refusal> {
        Err(Refusal::new(found, expected).with_span(self.source, self.token().span.clone()))
    }

    /// Always returns an error: the refusal of the next token. `expected` describes the accepted
    /// text. If the token is a sign of products, quotients or guards, the refusal explains the use
    /// of this sign instead.
    fn unexpected<T>(&self, expected: &str) -> Result<T, Refusal> {
        match self.shape() {
            TokenShape::End => self.refuse("unexpected end of the text", expected),
            TokenShape::Open | TokenShape::Close | TokenShape::Times | TokenShape::Power => {
                let text = quote(self.text(self.token()));
                self.refuse(
                    format!("{text}, which belongs to a product"),
                    "products such as `[ 2 x * y + z ^ 2 ]`, followed by `/ 2` in the objective",
                )
            }
            TokenShape::Slash => self.refuse(
                "a `/` that is not between two numbers",
                "a quotient of numbers, as in `1/2 x`, or `/ 2` after the products of an objective",
            ),
            TokenShape::Arrow | TokenShape::BothWays => {
                self.refuse("an arrow, which makes a row depend on a variable", GUARD)
            }
            _ => {
                let found = format!("unexpected {}", quote(self.text(self.token())));
                self.refuse(found, expected)
            }
        }
    }

    /// Reads the whole text, from the sense of the objective to `End`, and returns the model.
    /// Refuses a text without these two, a second objective, a misplaced name of a section, text
    /// after `End`, and everything that the reader of a section refuses. Refuses a section that is
    /// not supported; but if it is empty, accepts it. Also refuses a variable that has other values
    /// than 0 and 1 and is not defined by other variables.
    fn file(mut self) -> Result<ParsedModel, Refusal> {
        let Some((LpSection::Objective(sense), length)) = self.section() else {
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
                LpSection::Objective(_) => {
                    return self.refuse("a second objective", "one objective");
                }
                LpSection::Foreign => self.skip_empty_section(length)?,
                LpSection::End => break,
                _ => self.next += length,
            }
            match section {
                LpSection::Rows => {
                    self.has_rows = true;
                    self.read_each(Self::row)?;
                }
                LpSection::Bounds => self.read_each(Self::bound)?,
                LpSection::Names(kind) => self.names(kind, false)?,
                LpSection::Semi(kind) => self.names(kind, true)?,
                LpSection::Sets => self.read_each(Self::set)?,
                LpSection::General => self.read_each(Self::function)?,
                LpSection::Objective(_) | LpSection::End | LpSection::Foreign => {}
            }
        }
        self.next += 1;
        match self.shape() {
            TokenShape::End => self.program.finish(),
            _ => self.unexpected("nothing after `End`"),
        }
    }

    /// Skips the name of an unsupported section if the section is empty: another section or the end
    /// of the text follows directly. HiGHS writes such empty sections. The name has `length`
    /// tokens. Refuses a section with content, and then skips nothing.
    fn skip_empty_section(&mut self, length: usize) -> Result<(), Refusal> {
        let (name, place) = (self.token().span.clone(), self.next);
        self.next += length;
        if self.shape() == TokenShape::End || self.section_within().is_some() {
            return Ok(());
        }
        self.next = place;
        let found = format!("the section {}, which is not read", quote(&self.source.text()[name]));
        self.refuse(
            found,
            "`Subject To`, `Bounds`, `General`, `Binary`, `Semi-Continuous`, `SOS` or `End`",
        )
    }

    /// Calls `read` for one row, bound, set or function after another, up to the next section.
    fn read_each(&mut self, read: fn(&mut Self) -> Result<(), Refusal>) -> Result<(), Refusal> {
        while self.shape() != TokenShape::End && self.section_within().is_none() {
            read(self)?;
        }
        Ok(())
    }

    /// Skips a label and its colon, and returns the label. Returns `None`, and skips nothing, if no
    /// label comes next.
    fn label(&mut self) -> Option<&'s str> {
        let is_label = self.shape() == TokenShape::Name && self.ahead(1).shape == TokenShape::Colon;
        let name = is_label.then(|| &self.source.text()[self.token().span.clone()]);
        self.next += if is_label { 2 } else { 0 };
        name
    }

    /// Reads the objective, after its sense and up to the section that follows it. Ignores the
    /// label of the objective. Sets no objective if there is no sum, or if the sum has no variables
    /// and all its constants are 0. Refuses a second objective, any other text between the sum and
    /// the section, and numbers whose common denominator has too many digits.
    fn objective(&mut self, sense: Sense) -> Result<(), Refusal> {
        let (start, line) = (self.token().span.start, self.token().line);
        self.label();
        let is_empty = matches!(self.any_section(), Some((LpSection::Rows, 2)));
        if is_empty || self.section().is_some() {
            return Ok(());
        }
        let sum = self.sum(ProductRule::Halved)?;
        self.program.set_objective(sense, &sum.terms, &sum.constants, start, line)?;
        if self.section_within().is_some() {
            return Ok(());
        }
        if self.shape() == TokenShape::Name && self.ahead(1).shape == TokenShape::Colon {
            return self.refuse("a second objective", "one objective, and `Subject To` after it");
        }
        self.unexpected("a sign, or `Subject To` on its own line")
    }

    /// Reads a sum of at least one term, and adds its new variables to the program. A term is a
    /// variable, a constant, or products in brackets. The sum ends after a term if the next token
    /// is not a sign. `products` says whether products in brackets are halved. Refuses a text that
    /// is no term, even after a sign.
    fn sum(&mut self, products: ProductRule) -> Result<LpSum, Refusal> {
        let mut sum = LpSum::default();
        loop {
            let is_negative = self.signs();
            if self.shape() == TokenShape::Open {
                self.products(products, is_negative, &mut sum.terms)?;
            } else {
                self.term(is_negative, &mut sum)?;
            }
            if !matches!(self.shape(), TokenShape::Plus | TokenShape::Minus) {
                return Ok(sum);
            }
        }
    }

    /// Reads a variable with or without a coefficient, or a constant, and adds it to `sum`.
    /// `is_negative` says whether the signs before the term negate it. Two texts are no variables:
    /// the name of a section at the beginning of a line, and a label with its colon. Refuses a text
    /// that is neither a variable nor a constant.
    fn term(&mut self, is_negative: bool, sum: &mut LpSum) -> Result<(), Refusal> {
        let signed = |number: Decimal| if is_negative { number.negated() } else { number };
        let number = match self.shape() {
            TokenShape::Number => Some(self.number()?),
            _ => None,
        };
        if self.shape() == TokenShape::Name
            && self.section().is_none()
            && self.ahead(1).shape != TokenShape::Colon
        {
            let number = signed(number.unwrap_or(Decimal::ONE));
            sum.terms.push((number, Factor::One(self.variable()?)));
        } else if let Some(number) = number {
            sum.constants.push(signed(number));
        } else {
            return self.unexpected("a variable or a number");
        }
        Ok(())
    }

    /// Reads squares and products in brackets, and adds them to `terms`. The next token must be the
    /// `[`. Brackets without content add nothing. If `products` is `Halved`, a `/ 2` must follow,
    /// and the coefficients are halved. If `is_negative`, all coefficients are negated. Refuses
    /// single variables, products of three variables, powers other than 2, and brackets that are
    /// not closed.
    fn products(
        &mut self,
        products: ProductRule,
        is_negative: bool,
        terms: &mut Terms,
    ) -> Result<(), Refusal> {
        self.next += 1;
        let first = terms.len();
        while self.shape() != TokenShape::Close {
            let is_negative = is_negative ^ self.signs();
            let number = match self.shape() {
                TokenShape::Number => self.number()?,
                _ => Decimal::ONE,
            };
            if self.shape() != TokenShape::Name {
                return self.unexpected("a product of two variables, or a square");
            }
            let one = self.variable()?;
            let other = match self.shape() {
                TokenShape::Times if self.ahead(1).shape == TokenShape::Name => {
                    self.next += 1;
                    self.variable()?
                }
                TokenShape::Power if self.text(self.ahead(1)) == "2" => {
                    self.next += 2;
                    one
                }
                _ => return self.unexpected("`*` and another variable, or `^ 2`"),
            };
            let number = if is_negative { number.negated() } else { number };
            terms.push((number, Factor::Both(one.min(other), one.max(other))));
            if !matches!(self.shape(), TokenShape::Plus | TokenShape::Minus | TokenShape::Close) {
                return self.unexpected("a sign, or `]`");
            }
        }
        self.next += 1;
        if products == ProductRule::Halved {
            if self.shape() != TokenShape::Slash || self.text(self.ahead(1)) != "2" {
                return self.unexpected("`/ 2` after the products of an objective");
            }
            self.next += 2;
            for (number, _) in &mut terms[first..] {
                *number = number.clone().halved();
            }
        }
        Ok(())
    }

    /// Skips all signs that come next. Returns whether an odd number of these signs is `-`. In this
    /// case, the signs together negate.
    fn signs(&mut self) -> bool {
        let mut is_negative = false;
        while matches!(self.shape(), TokenShape::Plus | TokenShape::Minus) {
            is_negative ^= self.shape() == TokenShape::Minus;
            self.next += 1;
        }
        is_negative
    }

    /// Reads the name of a variable, and adds the variable if it is new. The next token must be a
    /// name. Refuses a word for infinity, and more than [`MOST_VARIABLES`](super::MOST_VARIABLES)
    /// variables.
    fn variable(&mut self) -> Result<Unknown, Refusal> {
        let token = self.token().clone();
        let text = self.text(&token);
        if is_infinity(text) {
            return self.refuse(format!("{} in a sum", quote(text)), "a variable or a number");
        }
        self.next += 1;
        if let Some(&known) = self.names.get(text) {
            return Ok(known);
        }
        let unknown = self.program.variable(token.span)?;
        self.names.insert(text, unknown);
        Ok(unknown)
    }

    /// Reads a relation. Returns `None` if no relation comes next.
    fn relation(&mut self) -> Option<Relation> {
        let TokenShape::Relation(relation) = self.shape() else { return None };
        self.next += 1;
        Some(relation)
    }

    /// Reads a relation or a `≠`. Returns `None` if neither comes next.
    fn comparison(&mut self) -> Option<Comparison> {
        if self.shape() == TokenShape::Unequal {
            self.next += 1;
            return Some(Comparison::Unequal);
        }
        self.relation().map(Comparison::Relation)
    }

    /// Reads a row with its label and guard, and adds it. A range becomes two rows, and so does a
    /// row with a relation before the sum and `≠` after it. Both have the label as their name, and
    /// both have the guard. A comparison with an infinity that always holds becomes no row. Refuses
    /// a range over several lines, two relations that form no range, and an infinity that never
    /// holds. Refuses `<->` before two relations or an infinite bound, a row without a relation,
    /// and text after the row in its line. Refuses numbers whose common denominator has too many
    /// digits. Adds a remark if the sum of the row has a number as well as variables.
    fn row(&mut self) -> Result<(), Refusal> {
        let (start, line) = (self.token().span.start, self.token().line);
        let (label, rows) = (self.label(), self.program.rows());
        let guard = self.guard()?;
        let mut sides = Vec::with_capacity(2);
        if self.is_constant_and_relation() {
            let constant = self.constant()?;
            let relation = self.relation().map(Relation::mirrored);
            sides.extend(relation.map(|relation| (Comparison::Relation(relation), constant)));
        }
        let is_empty = sides.is_empty()
            && matches!(self.shape(), TokenShape::Relation(_) | TokenShape::Unequal);
        let sum = if is_empty { LpSum::default() } else { self.sum(ProductRule::Full)? };
        self.validate_range(&sides, line)?;
        if let Some(comparison) = self.comparison() {
            sides.push((comparison, self.constant()?));
        } else if sides.is_empty() {
            return self.unexpected("a sign or a relation");
        }
        self.end_of_row()?;
        let is_both = guard.is_some_and(|guard| guard.is_both);
        if is_both && !matches!(sides[..], [(_, Constant::Number(_))]) {
            let found = "`<->` before a range, or before a row without a finite bound";
            let refusal = Refusal::new(
                found,
                "`->` instead of `<->`, or a row with one relation and a finite number",
            );
            return Err(refusal.with_span(self.source, start..start));
        }
        for (comparison, constant) in sides {
            self.add_row(&sum, comparison, constant, guard, start, line)?;
        }
        if !sum.constants.is_empty() && !sum.terms.is_empty() {
            self.program.remark(format!(
                "line {line}: quarrel reads a number on the left of this row as a constant, but CPLEX, SCIP and GLPK refuse the row, and Gurobi and HiGHS read the number as a variable; write constants on the right"
            ));
        }
        self.program.name_rows(rows, label);
        Ok(())
    }

    /// Reads the guard of a row, with its arrow, and adds its variable if the variable is new. A
    /// guard is a name, `=`, a number and an arrow. If the arrow is `<->`, the field `is_both` is
    /// true. Returns `None`, and skips nothing, if these do not come next. Refuses a value other
    /// than 0 and 1, a name that is a word for infinity, and too many variables.
    fn guard(&mut self) -> Result<Option<Guard>, Refusal> {
        let is_guard = self.shape() == TokenShape::Name
            && self.ahead(1).shape == TokenShape::Relation(Relation::Exactly)
            && self.ahead(2).shape == TokenShape::Number
            && matches!(self.ahead(3).shape, TokenShape::Arrow | TokenShape::BothWays);
        if !is_guard {
            return Ok(None);
        }
        let unknown = self.variable()?;
        self.next += 1;
        let value = self.bit("0 or 1, the value for which the row must hold")?;
        let is_both = self.shape() == TokenShape::BothWays;
        self.next += 1;
        Ok(Some(Guard { choice: (unknown, value), is_both }))
    }

    /// Checks that a row is allowed to end before the next token. At least one token must have been
    /// read. The next token must be a label, the name of a section, the first token of a line, or
    /// the end of the text; otherwise, returns an error. In any case, returns an error if the token
    /// is a relation or another sign with which no row begins.
    fn end_of_row(&self) -> Result<(), Refusal> {
        let token = self.token();
        let is_label = token.shape == TokenShape::Name && self.ahead(1).shape == TokenShape::Colon;
        let is_apart = token.shape == TokenShape::End
            || token.line > self.tokens[self.next - 1].line
            || self.section_within().is_some();
        let continues = !matches!(
            token.shape,
            TokenShape::Name
                | TokenShape::Number
                | TokenShape::Plus
                | TokenShape::Minus
                | TokenShape::Open
                | TokenShape::End
        );
        if (is_label || is_apart) && !continues {
            Ok(())
        } else {
            self.unexpected("the end of the row, and the next one on its own line")
        }
    }
}

#[cfg(test)]
mod tests;
