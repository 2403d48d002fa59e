//! OPB: linear and nonlinear constraints over variables that are 0 or 1.
//!
//! ```text
//! * #variable= 4 #constraint= 3
//! min: 2 x1 -1 x2 ;
//! +1 x1 +1 ~x3 >= 1 ;
//! @c2 3*x1 - x2 x4 <= +2 ;
//! ```
//!
//! The format of the pseudo-Boolean competitions (Roussel and Manquinho, Input/Output Format and
//! Solver Requirements; the general form and the one for competitions), as it is found in the
//! field. A **statement** ends with `;`, may go over lines and share a line. It is `min:` or `max:`
//! and a sum, once in a file, or a sum, a relation and a number of any length: `>=`, `<=`, `=`,
//! `<`, `>` and `!=`. A label `@name` may stand in front, as VeriPB has it. A **comment** is a `*`
//! where a statement may begin, up to the end of its line.
//!
//! A **sum** is terms, each with a sign, a coefficient or both: `+1 x1`, `- 2*x1`, `x1 + x2`. A
//! literal is a name or `~` and a name. Numbers may have decimals, as Gurobi has them, and a row
//! may say `!=`, as toulbar2 has it. VeriPB reads an objective on a line of its own without `;`,
//! and so does this reader. Literals side by side, or with `*` between, are a **product**: true
//! where all of them are. A **name** is a letter or `_`, and letters, digits and signs behind it:
//! VeriPB's names and more. The variables x1, x2 … are brought into the order of their numbers,
//! with those up to the number in the first comment: for nothing else is that comment looked at.
//!
//! What can be read in two ways is refused:
//! - `x1 x2 >= 1`: a sum with a sign left out, or a product. A product has a coefficient or a `*`.
//! - `x1-x2 >= 0`: a name like any other to VeriPB, and a difference to a reader. Names have a `-`
//!   only where what is before it is no variable.
//! - `1 x1 2 >= 1`: a constant, or a coefficient without its literal. A constant in a sum has a
//!   sign, or comes first; it is taken to the other side.
//! - `3x1`, which may be `3 x1` as `1e5` may be a number.
//! - a line that begins with `*` within a statement: a comment, or a factor.

use super::comments::{self, Comments};
use super::dimacs::promises;
use super::format::{Format, ends_with};
use super::program::Decimal;
use super::scan::{Scanner, Spot, grouped, is_blank, text_of};
use super::{Aim, Form, Integer, Literal, TooMany, Written, competition_number};
use crate::model::{Relation, Sense};
use crate::problem::Competition;
use crate::source::{Refusal, Source, quoted};

pub(super) const FORMAT: Format = Format {
    name: "opb",
    about: "pseudo-Boolean constraints, linear or with products, and an objective",
    example: "* #variable= 3 #constraint= 2\nmin: 1 x1 +2 x2 +3 x3 ;\n+2 x1 +1 x2 +1 x3 >= 2 ;\n+1 x1 x2 +1 ~x3 <= 1 ;\n",
    competition: Competition::PseudoBoolean,
    endings: &["opb", "pb", "pbo"],
    recognises,
    read,
};

/// The most literals that a product may have.
const MOST_FACTORS: usize = 1_000;

/// The most bytes that a name may have.
const MOST_NAME: usize = 1_000;

const TERM: &str =
    "a term like `2 x1` or `-1 ~x2`, or a relation `>=`, `<=`, `=`, `<`, `>` or `!=`";
const IN_ASCII: &str = "names of ASCII";
const OBJECTIVE: &str = "a term like `2 x1` or `-1 ~x2`, or `;`";
const RELATION: &str = "a relation `>=`, `<=`, `=`, `<`, `>` or `!=`";
const NUMBER: &str = "a number in digits, with a point if it has decimals";

/// What else than names and numbers stands between words.
const ENDS: &[u8] = b";<>=+*~:";

fn recognises(source: &Source) -> bool {
    match statements(source.text()) {
        None => is_named(source) || source.text().contains("#variable="),
        Some(text) => {
            is_statement(text) || is_named(source) || source.text().starts_with("* #variable=")
        }
    }
}

fn is_named(source: &Source) -> bool {
    ends_with(source, FORMAT.endings)
}

/// The text from its first statement on, behind comments; none if there is no statement.
pub(super) fn statements(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    while rest.starts_with('*') {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    (!rest.is_empty()).then_some(rest)
}

/// Whether a text begins with a statement, as far as it is there.
pub(super) fn is_statement(text: &str) -> bool {
    let objective = ["min", "max"].iter().find_map(|word| text.strip_prefix(word));
    if objective.is_some_and(|rest| rest.trim_start().starts_with(':')) {
        return true;
    }
    let Some((first, _)) = text.split_once(';') else { return false };
    let Some((sum, bound)) = first.split_once(['<', '>', '=', '!']) else { return false };
    let is_sum =
        sum.bytes().all(|byte| is_blank(byte) || is_in_name(byte) || b"+-*~@".contains(&byte));
    let bound = bound.trim_start_matches('=').trim();
    is_sum
        && bound
            .trim_start_matches(['+', '-'])
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

/// Whether the first statement is a name, `=` and a number, without weights and signs.
pub(super) fn is_setting(text: &str) -> bool {
    let first = text.split_once(';').map_or(text, |(first, _)| first);
    let Some((names, _)) = first.split_once('=') else { return false };
    !names.contains(['<', '>', '!', ':', '#', '['])
        && !names
            .split_whitespace()
            .any(|word| word.starts_with(|c: char| c.is_ascii_digit() || "+-~*".contains(c)))
}

fn read(scanner: &mut Scanner) -> Result<Written, Refusal> {
    let mut file = Statements::new(scanner);
    while let Some(byte) = file.next()? {
        let start = file.scanner.here();
        if byte == b'[' {
            let expected = "a constraint that must hold: costs in brackets are of WBO";
            return Err(file.scanner.unexpected(ENDS, expected));
        }
        match file.keyword()? {
            Some(Keyword::Objective(sense)) => file.objective(sense, start)?,
            Some(Keyword::Soft) => {
                let spot = file.scanner.since(start);
                return Err(file.scanner.refusal(
                    "`soft:`",
                    "constraints that must hold: it is of WBO",
                    spot,
                ));
            }
            None => file.statement(None, start)?,
        }
    }
    file.finish()
}

/// A file of statements that is being read.
pub(super) struct Statements<'a> {
    pub(super) scanner: &'a mut Scanner,
    pub(super) written: Written,
    /// The terms of the sum that is being read; a constant is a term of [`CONSTANT`].
    lits: Vec<Literal>,
    weights: Vec<Integer>,
    /// By which power of ten the numbers of the statement are multiplied, so that they are whole
    /// numbers.
    decimals: i32,
    /// What is known of an objective that is being read, as far as it may lack its `;`.
    open: Option<Open>,
    /// The literals of the product that is being read.
    factors: Vec<Literal>,
    variables: Variables,
    /// How many variables the first comment says there are.
    declared: Option<u64>,
    /// What comments say.
    comments: Comments,
}

/// In place of a literal: the term is a constant.
const CONSTANT: Literal = 0;

/// An objective that is being read. Without a `;` it ends with its line.
struct Open {
    /// Its line.
    line: u64,
    /// How many terms stand in that line, and where the first of another line begins.
    behind: Option<(usize, Spot)>,
    /// Whether a product goes over lines.
    is_folded: bool,
}

/// A relation, and what is to be added to the number behind it.
enum Comparison {
    Bound(Relation, i64),
    Unequal,
}

/// The numbers of the variables x1, x2 … by what stands behind the x, which are looked up so often
/// that names are too slow; 0 where there is none yet.
#[derive(Default)]
struct Variables(Vec<Literal>);

impl Variables {
    /// The number of a name.
    fn number(&mut self, written: &mut Written, name: &str) -> Result<Literal, TooMany> {
        let place = competition_number(name).and_then(|number| usize::try_from(number).ok());
        let most = SPARSE * (written.atoms() + 1) + FEW;
        let Some(place) = place.filter(|&place| place <= most) else {
            return written.variable(name);
        };
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        if self.0[place] == 0 {
            self.0[place] = written.variable(name)?;
        }
        Ok(self.0[place])
    }
}

/// So many numbers are kept for each variable that there is, and so many at least.
const SPARSE: usize = 16;
const FEW: usize = 100_000;

/// A word with a `:`.
#[derive(Clone, Copy)]
pub(super) enum Keyword {
    Objective(Sense),
    Soft,
}

impl<'a> Statements<'a> {
    /// A file of which nothing has been read.
    pub(super) fn new(scanner: &'a mut Scanner) -> Statements<'a> {
        let (lits, weights, factors) = (Vec::new(), Vec::new(), Vec::new());
        let (written, variables) = (Written::default(), Variables::default());
        let (decimals, open, declared, comments) = (0, None, None, Comments::default());
        Statements {
            scanner,
            written,
            lits,
            weights,
            decimals,
            open,
            factors,
            variables,
            declared,
            comments,
        }
    }

    /// Passes comments and empty statements, and looks at the first byte of a statement.
    pub(super) fn next(&mut self) -> Result<Option<u8>, Refusal> {
        loop {
            match self.scanner.blanks()? {
                Some(b'*') => self.comment()?,
                Some(b'#') if self.scanner.ahead().get(1).is_some_and(|&byte| is_blank(byte)) => {
                    return Err(self.scanner.unexpected(ENDS, "`*` before a comment"));
                }
                Some(b';') => self.scanner.pass(1),
                next => return Ok(next),
            }
        }
    }

    /// Passes a comment, and notes how many variables and rows it says there are.
    fn comment(&mut self) -> Result<(), Refusal> {
        const VARIABLES: &[u8] = b"#variable=";
        const ROWS: &[u8] = b"#constraint=";
        let line = self.scanner.here().place.line;
        self.scanner.pass(1);
        self.scanner.blanks_in_line()?;
        let ahead = self.scanner.ahead();
        let text =
            ahead[..ahead.len().min(comments::MOST_BYTES)].split(|&byte| byte == b'\n').next();
        if let Some(text) = text.and_then(|text| std::str::from_utf8(text).ok()) {
            self.comments.read(text, line);
        }
        if self.declared.is_none()
            && self.written.is_empty()
            && self.scanner.ahead().starts_with(VARIABLES)
        {
            self.scanner.pass(VARIABLES.len());
            self.scanner.blanks_in_line()?;
            let start = self.scanner.here();
            if let Some(number) = self.scanner.digits()? {
                let spot = self.scanner.since(start);
                let most = u64::try_from(super::MOST_VARIABLES).ok();
                let declared = number.to_i64().and_then(|number| u64::try_from(number).ok());
                match declared.filter(|&number| Some(number) <= most) {
                    Some(number) => {
                        self.declared = Some(number);
                        self.written.promise_variables(number);
                    }
                    None => return Err(promises(self.scanner, &number, spot)),
                }
            }
            self.scanner.blanks_in_line()?;
            if self.scanner.ahead().starts_with(ROWS) {
                self.scanner.pass(ROWS.len());
                self.scanner.blanks_in_line()?;
                if let Some(rows) = self.scanner.digits()? {
                    self.written.promise(&rows);
                }
            }
        }
        self.scanner.skip_line()
    }

    /// Whether that is behind the first line of an objective that is being read.
    fn is_behind_line(&self, spot: Spot) -> bool {
        self.open.as_ref().is_some_and(|open| spot.place.line > open.line)
    }

    /// Passes blanks within a statement, and looks at the next byte; none is the end of the file,
    /// or a comment behind the line of an objective, with which that may end.
    fn inside(&mut self) -> Result<Option<u8>, Refusal> {
        let next = self.scanner.blanks()?;
        if next == Some(b'*') && self.scanner.is_first_in_line() {
            let start = self.scanner.here();
            if self.is_behind_line(start) {
                return Ok(None);
            }
            self.scanner.pass(1);
            let found = "a line that begins with `*` within a statement";
            let expected = "comments between statements, and a factor on the line of its term";
            return Err(self.scanner.refusal(found, expected, self.scanner.since(start)));
        }
        Ok(next)
    }

    /// Passes `min:`, `max:` or `soft:`, if one is next.
    pub(super) fn keyword(&mut self) -> Result<Option<Keyword>, Refusal> {
        let ahead = self.scanner.ahead();
        let length = ahead.iter().take_while(|&&byte| is_in_name(byte)).count();
        let blanks =
            ahead[length..].iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        let behind = ahead.get(length + blanks);
        let is_bare = blanks > 0 && behind.is_some_and(u8::is_ascii_digit);
        if is_bare && matches!(&ahead[..length], b"min" | b"max") {
            let expected = format!("`{}:` before an objective", text_of(&ahead[..length]));
            return Err(self.scanner.unexpected(ENDS, &expected));
        }
        if length == 0 || behind != Some(&b':') {
            return Ok(None);
        }
        let keyword = match &ahead[..length] {
            b"min" => Some(Keyword::Objective(Sense::Minimise)),
            b"max" => Some(Keyword::Objective(Sense::Maximise)),
            b"soft" => Some(Keyword::Soft),
            _ => None,
        };
        let word = text_of(&ahead[..length]).to_ascii_lowercase();
        let start = self.scanner.here();
        self.scanner.pass(length + blanks + 1);
        if keyword.is_none() {
            let expected = match &word[..word.len().min(3)] {
                "min" => "`min:`",
                "max" => "`max:`",
                _ => {
                    "`min:` or `max:` before an objective, and a label like `@c1` before a constraint"
                }
            };
            let spot = self.scanner.since(start);
            let found = quoted(&self.scanner.text(spot));
            return Err(self.scanner.refusal(found, expected, spot));
        }
        Ok(keyword)
    }

    /// Reads what is behind `min:` or `max:`.
    fn objective(&mut self, sense: Sense, start: Spot) -> Result<(), Refusal> {
        if self.written.aim().is_some() {
            let spot = self.scanner.since(start);
            return Err(self.scanner.refusal("a second objective", "one", spot));
        }
        self.begin();
        self.open = Some(Open { line: start.place.line, behind: None, is_folded: false });
        self.sum(OBJECTIVE)?;
        let open = self.open.take().expect("an objective is being read");
        match self.scanner.peek()? {
            Some(b';') => self.scanner.pass(1),
            None | Some(b'*' | b'@') => {}
            _ => return self.objective_of_a_line(sense, start, &open),
        }
        let terms =
            std::mem::take(&mut self.lits).into_iter().zip(std::mem::take(&mut self.weights));
        self.aim(sense, start, terms.collect());
        Ok(())
    }

    /// Ends an objective that has no `;` with its line. What stands behind it begins a constraint.
    fn objective_of_a_line(
        &mut self,
        sense: Sense,
        start: Spot,
        open: &Open,
    ) -> Result<(), Refusal> {
        let Some((terms, behind)) = open.behind.filter(|_| !open.is_folded) else {
            return Err(self.scanner.unexpected(b";", "`;` behind the objective"));
        };
        let rest = (self.lits.split_off(terms), self.weights.split_off(terms));
        let (lits, weights) = (std::mem::take(&mut self.lits), std::mem::take(&mut self.weights));
        self.aim(sense, start, lits.into_iter().zip(weights).collect());
        (self.lits, self.weights) = rest;
        self.compared(None, None, behind)
    }

    /// States what is wanted.
    fn aim(&mut self, sense: Sense, start: Spot, terms: Vec<(Literal, Integer)>) {
        let (constants, terms): (Vec<_>, Vec<_>) =
            terms.into_iter().partition(|term| term.0 == CONSTANT);
        let constant = constants.iter().fold(Integer::default(), |sum, term| &sum + &term.1);
        let terms = terms.into_iter().map(|(lit, weight)| (weight, lit)).collect();
        let divisor = Decimal::ONE.times_ten_to(self.decimals);
        self.written.set_aim(Aim { sense, terms, constant, divisor, place: start.place });
    }

    /// Begins a statement.
    fn begin(&mut self) {
        self.lits.clear();
        self.weights.clear();
        self.decimals = 0;
    }

    /// Returns a number as a whole number of units. The unit becomes smaller if the number has more
    /// decimals than those of the statement before, and they are counted in it, too.
    fn in_units(&mut self, number: &Decimal) -> Integer {
        let more = number.decimals() - self.decimals;
        if more > 0 {
            let factor = Decimal::ONE.times_ten_to(more);
            self.weights.iter_mut().for_each(|weight| *weight = &*weight * &factor);
            self.decimals += more;
        }
        number.times_ten_to(self.decimals)
    }

    /// Reads a constraint and the label in front of it.
    pub(super) fn statement(&mut self, cost: Option<Integer>, start: Spot) -> Result<(), Refusal> {
        let label = self.label()?;
        self.begin();
        self.sum(TERM)?;
        self.compared(cost, label, start)
    }

    /// Reads a relation and a number behind a sum.
    fn compared(
        &mut self,
        cost: Option<Integer>,
        label: Option<String>,
        start: Spot,
    ) -> Result<(), Refusal> {
        let comparison = self.relation()?;
        let bound = self.bound()?;
        let bound = &self.in_units(&bound) - &self.constant();
        self.semicolon("`;` behind the number")?;
        let has_weights = self.weights.iter().any(|weight| *weight != Integer::Small(1));
        let weights = has_weights.then(|| self.weights.drain(..).collect());
        let form = match comparison {
            Comparison::Bound(relation, shift) => Form::Sum(relation, &bound + &shift.into()),
            Comparison::Unequal => Form::Unequal(bound),
        };
        let number = self.written.len();
        let added = self.written.row(form, &self.lits, weights, cost, start.place);
        if let Some(label) = label {
            self.written.name_rows(number, &label);
        }
        self.fits(added, start)
    }

    /// Takes the constants out of the sum, and returns what they come to.
    fn constant(&mut self) -> Integer {
        if !self.lits.contains(&CONSTANT) {
            return Integer::default();
        }
        let (lits, weights) = (std::mem::take(&mut self.lits), std::mem::take(&mut self.weights));
        let (constants, terms): (Vec<_>, Vec<_>) =
            lits.into_iter().zip(weights).partition(|term| term.0 == CONSTANT);
        (self.lits, self.weights) = terms.into_iter().unzip();
        constants.iter().fold(Integer::default(), |sum, term| &sum + &term.1)
    }

    /// Reads a label, if there is one.
    fn label(&mut self) -> Result<Option<String>, Refusal> {
        if self.inside()? != Some(b'@') {
            return Ok(None);
        }
        let start = self.scanner.here();
        self.scanner.pass(1);
        let name = text_of(self.scanner.run(is_in_name)).to_owned();
        if name.is_empty() {
            Err(self.scanner.unexpected_from(start, ENDS, "a label like `@c1`"))
        } else {
            Ok(Some(format!("@{name}")))
        }
    }

    /// Reads terms up to a relation or a `;`, or to where an objective without one ends.
    fn sum(&mut self, expected: &str) -> Result<(), Refusal> {
        let mut is_first = true;
        loop {
            if self.is_behind_objective()? {
                return Ok(());
            }
            match self.inside()? {
                Some(b';' | b'<' | b'>' | b'=' | b'!') => return Ok(()),
                _ => self.term(is_first, expected)?,
            }
            is_first = false;
        }
    }

    /// Whether an objective is being read that has ended without a `;`: with the file, or before a
    /// line that continues no sum. Notes where another line begins.
    fn is_behind_objective(&mut self) -> Result<bool, Refusal> {
        let next = self.scanner.blanks()?;
        let Some(open) = &mut self.open else { return Ok(false) };
        let here = self.scanner.here();
        let is_behind = here.place.line > open.line;
        if is_behind && open.behind.is_none() {
            open.behind = Some((self.lits.len(), here));
        }
        let is_comment = next == Some(b'*') && self.scanner.is_first_in_line();
        Ok(next.is_none() || is_behind && (is_comment || next == Some(b'@')))
    }

    /// Reads a term.
    fn term(&mut self, is_first: bool, expected: &str) -> Result<(), Refusal> {
        let start = self.scanner.here();
        let (is_signed, is_negative) = self.signs()?;
        let number = self.number()?;
        let has_number = number.is_some();
        let weight = self.in_units(&number.unwrap_or(Decimal::ONE));
        let weight = if is_negative { -weight } else { weight };
        let end = self.scanner.since(start);
        let mut next = self.inside()?;
        if has_number && next == Some(b'*') {
            self.scanner.pass(1);
            next = self.inside()?;
            if !next.is_some_and(begins_literal) {
                return Err(self.scanner.unexpected(ENDS, "a literal behind `*`"));
            }
        }
        if next.is_some_and(begins_literal) {
            let lit = self.product(has_number)?;
            self.add(weight, lit);
            return Ok(());
        }
        if next == Some(b'!') && !self.scanner.ahead().starts_with(b"!=") {
            return Err(self.scanner.unexpected(ENDS, "`~` before a literal that is negated"));
        }
        if has_number && next.is_some_and(|next| !next.is_ascii()) {
            return Err(self.scanner.unexpected(ENDS, IN_ASCII));
        }
        let is_over = next.is_some_and(|next| b";<>=!+-".contains(&next))
            || self.open.is_some() && next.is_none()
            || self.is_behind_line(self.scanner.here());
        if next.is_none() && !is_over {
            return Err(self.scanner.unexpected(ENDS, "`;` at the end of the statement"));
        }
        if !has_number {
            let expected = if is_signed { "a number or a literal" } else { expected };
            return Err(self.scanner.unexpected(ENDS, expected));
        }
        if is_over && (is_signed || is_first) {
            self.add(weight, CONSTANT);
            return Ok(());
        }
        let found = format!("{} with no literal behind it", quoted(&self.scanner.text(end)));
        let expected = "a literal behind a coefficient, and a sign before a constant";
        Err(self.scanner.refusal(found, expected, end))
    }

    fn add(&mut self, weight: Integer, lit: Literal) {
        self.weights.push(weight);
        self.lits.push(lit);
    }

    /// Passes a sign, or a `+` and the sign of a number behind it: whether there is one, and
    /// whether it is negative.
    fn signs(&mut self) -> Result<(bool, bool), Refusal> {
        let mut signs = (false, false);
        for _ in 0..2 {
            match self.inside()? {
                Some(sign @ (b'+' | b'-')) => {
                    self.scanner.pass(1);
                    signs = (true, signs.1 ^ (sign == b'-'));
                }
                _ => return Ok(signs),
            }
        }
        Ok(signs)
    }

    /// Reads digits with a point or none, behind which no word goes on.
    fn number(&mut self) -> Result<Option<Decimal>, Refusal> {
        let start = self.scanner.here();
        let number = self.scanner.decimal(|byte| byte == b'.', NUMBER)?;
        let Some(number) = number else { return Ok(None) };
        match self.scanner.peek()? {
            Some(b',' | b'/') => Err(self.scanner.unexpected_from(start, b";<>=", NUMBER)),
            Some(byte) if byte == b'~' || is_in_name(byte) && byte != b'-' => {
                let expected = "a blank or `*` between a coefficient and its literal";
                Err(self.scanner.unexpected_from(start, b";<>=+-*", expected))
            }
            _ => Ok(Some(number)),
        }
    }

    /// Reads a literal, or several that make a product.
    fn product(&mut self, has_number: bool) -> Result<Literal, Refusal> {
        let start = self.scanner.here();
        let first = self.literal()?;
        self.factors.clear();
        self.factors.push(first);
        loop {
            let next = self.inside()?;
            let before = self.scanner.here();
            if next == Some(b'*') {
                self.scanner.pass(1);
                if !self.inside()?.is_some_and(begins_literal) {
                    return Err(self.scanner.unexpected(ENDS, "a literal behind `*`"));
                }
            } else if !next.is_some_and(begins_literal) {
                break;
            }
            let place = before.place;
            if let Some(open) = self.open.as_mut().filter(|open| place.line > open.line) {
                open.is_folded |= start.place.line == open.line;
            }
            let lit = self.literal()?;
            if next != Some(b'*') && !has_number && self.factors.len() == 1 {
                let spot = self.scanner.since(before);
                let found = format!("{} behind another literal", quoted(&self.scanner.text(spot)));
                let expected = "a sign between two terms, or a `*` between two factors";
                return Err(self.scanner.refusal(found, expected, spot));
            }
            self.factors.push(lit);
            if self.factors.len() > MOST_FACTORS {
                let found = format!("a product of more than {} literals", grouped(MOST_FACTORS));
                let spot = self.scanner.since(start);
                return Err(self.scanner.refusal(found, "a shorter one", spot));
            }
        }
        match self.factors[..] {
            [lit] => Ok(lit),
            _ => {
                let lit = self.written.product(&self.factors);
                self.fits(lit, start)
            }
        }
    }

    /// Reads a name, or `~` and a name.
    fn literal(&mut self) -> Result<Literal, Refusal> {
        let start = self.scanner.here();
        let is_negated = self.scanner.peek()? == Some(b'~');
        self.scanner.pass(usize::from(is_negated));
        let begins = self.scanner.peek()?.is_some_and(begins_name);
        let name = text_of(if begins { self.scanner.run(is_in_name) } else { &[] });
        if name.len() > MOST_NAME {
            let found = format!("a name of more than {} bytes", grouped(MOST_NAME));
            let spot = self.scanner.since(start);
            return Err(self.scanner.refusal(found, "a shorter one", spot));
        }
        let is_difference = name.contains('-') && is_difference(&self.written, name);
        let number = if begins {
            self.variables.number(&mut self.written, name).map(Some)
        } else {
            Ok(None)
        };
        let number = self.fits(number, start)?;
        let end = self.scanner.peek()?;
        match number {
            Some(_) if is_difference => {
                let expected = "blanks around a minus, or a name without `-`";
                Err(self.scanner.unexpected_from(start, ENDS, expected))
            }
            Some(number)
                if end.is_none_or(|end| is_blank(end) || end != b':' && ENDS.contains(&end)) =>
            {
                Ok(if is_negated { -number } else { number })
            }
            Some(_) if end == Some(b':') => {
                self.scanner.pass(1);
                let spot = self.scanner.since(start);
                let found = quoted(&self.scanner.text(spot));
                Err(self.scanner.refusal(
                    found,
                    "`;` before it, and a label like `@c1` before a constraint",
                    spot,
                ))
            }
            _ => Err(self.scanner.unexpected_from(start, b";<>=+*", "the name of a variable")),
        }
    }

    /// Reads a relation.
    fn relation(&mut self) -> Result<Comparison, Refusal> {
        let start = self.scanner.here();
        let expected = match self.scanner.run(|byte| b"<>=!".contains(&byte)) {
            b">=" => return Ok(Comparison::Bound(Relation::AtLeast, 0)),
            b"<=" => return Ok(Comparison::Bound(Relation::AtMost, 0)),
            b"=" => return Ok(Comparison::Bound(Relation::Exactly, 0)),
            b">" => return Ok(Comparison::Bound(Relation::AtLeast, 1)),
            b"<" => return Ok(Comparison::Bound(Relation::AtMost, -1)),
            b"!=" => return Ok(Comparison::Unequal),
            b"=>" => "`>=`",
            b"=<" => "`<=`",
            b"==" => "`=`",
            b"" => return Err(self.scanner.unexpected(b"", RELATION)),
            _ => RELATION,
        };
        let spot = self.scanner.since(start);
        let found = quoted(&self.scanner.text(spot));
        Err(self.scanner.refusal(found, expected, spot))
    }

    /// Reads the number behind a relation.
    fn bound(&mut self) -> Result<Decimal, Refusal> {
        self.inside()?;
        let (_, is_negative) = self.signs()?;
        match self.number()? {
            Some(number) => Ok(if is_negative { number.negated() } else { number }),
            None => Err(self
                .scanner
                .unexpected(ENDS, "a number behind the relation, and all terms before it")),
        }
    }

    /// Passes a `;`.
    pub(super) fn semicolon(&mut self, expected: &str) -> Result<(), Refusal> {
        match self.inside()? {
            Some(b';') => {
                self.scanner.pass(1);
                Ok(())
            }
            _ => Err(self.scanner.unexpected(b";", expected)),
        }
    }

    /// Reads a number with a sign or none, and where it stands; none if there is none.
    pub(super) fn signed(&mut self) -> Result<Option<(Decimal, Spot)>, Refusal> {
        self.inside()?;
        let start = self.scanner.here();
        let (_, is_negative) = self.signs()?;
        let number = self.number()?;
        let spot = self.scanner.since(start);
        Ok(number.map(|number| (if is_negative { number.negated() } else { number }, spot)))
    }

    fn fits<T>(&mut self, taken: Result<T, TooMany>, start: Spot) -> Result<T, Refusal> {
        taken.map_err(|error| self.scanner.too_many(error, start))
    }

    /// The model, when all has been read.
    pub(super) fn finish(mut self) -> Result<Written, Refusal> {
        let has_constant = self.written.aim().is_some_and(|aim| !aim.constant.is_zero());
        let comments = std::mem::take(&mut self.comments);
        comments.notes(has_constant).into_iter().for_each(|note| self.written.remark(note));
        let settled = self.written.settle(self.declared.unwrap_or(0));
        let end = self.scanner.here();
        self.fits(settled, end)?;
        Ok(self.written)
    }
}

/// Whether a name may begin so.
fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Whether a literal begins so.
fn begins_literal(byte: u8) -> bool {
    begins_name(byte) || byte == b'~'
}

/// Whether a name may have that byte.
fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_^{}[]()-.,'/|#$&".contains(&byte)
}

/// Whether what is before a `-` of a name is a variable: one of the file, or an x and a number.
fn is_difference(written: &Written, name: &str) -> bool {
    name.match_indices('-').any(|(at, _)| {
        let before = &name[..at];
        let digits = before.strip_prefix('x').unwrap_or_default();
        let is_numbered = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_numbered || written.numbered(before).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::super::check::{Truth, check};
    use super::super::format::testing::{read_as, refused_as, rows_of, terms};
    use super::*;

    fn rows(text: &str) -> Vec<String> {
        rows_of(&read_as(&FORMAT, text))
    }

    /// The objective in one line.
    fn aim(text: &str) -> String {
        let written = read_as(&FORMAT, text);
        let Some(aim) = written.aim() else { return String::new() };
        let weighted = aim.terms.iter().map(|(weight, lit)| (format!("{weight}*"), lit));
        format!("{} {} + {}", aim.sense.name(), terms(&written, weighted), aim.constant)
    }

    #[test]
    fn terms_are_written_in_many_ways() {
        for text in [
            "1 x1 +2 ~x2 -1 x3 >= 2;",
            "+ 1 x1 + 2 ~x2 - 1 x3 >= +2 ;",
            "x1 + 2 ~x2 -x3 >= 2;",
            "1*x1 +2 * ~x2 + -1*x3 >= + 2;",
            "@label\n1 x1\n\n+2\n~x2 - x3\r\n>=\n2\n;",
            ";; x1 +2 ~x2 -x3 >= 2;; * the end",
            "x1+2*~x2 -x3>=2;",
            "3 + x1 +2 ~x2 -x3 >= 5;",
            "x1 +2 ~x2 -x3 - 4 >= -2;",
            "x1 +2 ~x2 -x3 > 1;",
            "- -1 x1 +2 ~x2 -x3 > 1;",
        ] {
            assert_eq!(rows(text), ["1*x1 2*~x2 -1*x3 >= 2"], "{text:?}");
        }
        assert_eq!(
            rows("x1 + x2 >= 1; x1 +x2 < 2 ; x2 + 2 x1 = 1;"),
            ["x1 x2 >= 1", "x1 x2 <= 1", "1*x2 2*x1 = 1"]
        );
    }

    #[test]
    fn rows_stay_as_they_are_written() {
        assert_eq!(rows("1 x1 1 x1 -1 ~x1 0 x2 >= 0;"), ["1*x1 1*x1 -1*~x1 0*x2 >= 0"]);
        assert_eq!(rows(">= 1 ; 0 >= -1; = 0;"), [">= 1", ">= -1", "= 0"]);
        let large = "170141183460469231731687303715884105728";
        assert_eq!(
            rows(&format!("-{large} a +1 b > {large};")),
            [format!("-{large}*a 1*b >= {}9", &large[..large.len() - 1])]
        );
        assert_eq!(rows("1 x1 >= 9223372036854775808; 1 x1 - 1 <= 9223372036854775807;").len(), 2);
    }

    #[test]
    fn objectives() {
        assert_eq!(aim("min: 1 x1 -2 x2 ;"), "minimise 1*x1 -2*x2 + 0");
        assert_eq!(
            aim("1 x1 >= 1; max : 1 x1 x2 - 2 ~x2 +7 -1 ;"),
            "maximise 1*(x1 x2) -2*~x2 + 6"
        );
        assert_eq!(aim("min: ;"), "minimise  + 0");
        assert_eq!(aim("min:;"), "minimise  + 0");
        assert_eq!(aim("min: 3;"), "minimise  + 3");
        assert_eq!(aim("min >= 1;"), "");
    }

    #[test]
    fn products() {
        let text = "+1 x1 ~x2 -2 x2*x3*x1 + ~x4*x1 + 3 x1 x1 + 1 ~x2 x1 + 1 x1 ~x1 >= 1;";
        assert_eq!(
            rows(text),
            ["1*(~x2 x1) -2*(x1 x2 x3) 1*(~x4 x1) 3*x1 1*(~x2 x1) 1*(~x1 x1) >= 1"]
        );
        let written = read_as(&FORMAT, text);
        assert_eq!((written.variables(), written.products().count()), (4, 4));
    }

    #[test]
    fn names() {
        let text = "1 _a[1,2] 1 x_{3}^2 1 x0 1 color-red 1 b' 1 x(1) 1 min 1 v.1-2 >= 1;";
        assert_eq!(
            rows(text),
            ["1*_a[1,2] 1*x_{3}^2 1*x0 1*color-red 1*b' 1*x(1) 1*min 1*v.1-2 >= 1"]
                .map(|row| row.replace("1*", ""))
        );
    }

    /// Variables come in the order of their numbers; the header is right, too small, absent or
    /// absurd.
    #[test]
    fn the_header_may_lie() {
        let names = |text: &str| {
            let written = read_as(&FORMAT, text);
            let names = (1..=written.variables())
                .map(|number| written.name(number).unwrap_or("?").to_owned());
            names.collect::<Vec<_>>().join(" ")
        };
        let row = "1 x4 1 x2 x3 >= 1;";
        assert_eq!(names(&format!("* #variable= 5 #constraint= 1\n{row}")), "x1 x2 x3 x4 x5");
        assert_eq!(
            names(&format!("* hello\n* #variable= 4 #constraint= 99 #product= 1\n{row}")),
            "x1 x2 x3 x4"
        );
        assert_eq!(names(&format!("* #variable= 3 #constraint= 1\n{row}")), "x2 x3 x4");
        assert_eq!(names(&format!("* #variable= many\n{row}")), "x2 x3 x4");
        assert_eq!(names(&format!("* #variable= 100000000 #constraint= 1\n{row}")), "x2 x3 x4");
        assert_eq!(names("* #variable= 5 #constraint= 1\n1 b 1 x2 1 a >= 1;"), "b x2 a");
        assert_eq!(names("* #variable= 2 #constraint= 0\n"), "x1 x2");
        assert_eq!(names(&format!("{row} * #variable= 9\n")), "x2 x3 x4");
    }

    #[test]
    fn decimals_are_exact_and_relations_may_be_unequal() {
        assert_eq!(rows("2 y - 3 x + 1.5 w >= -1.5 ;"), ["20*y -30*x 15*w >= -15"]);
        assert_eq!(rows("0.5 a +.25 b > 0.50 ;"), ["50*a 25*b >= 51"]);
        assert_eq!(rows("a + b - 0.5 < 1. ;"), ["10*a 10*b <= 14"]);
        assert_eq!(rows("1 x1 != 1;\n2 x1 -1 x2 + 3 != 0 ;"), ["x1 != 1", "2*x1 -1*x2 != -3"]);
        let written = read_as(&FORMAT, "min: 2 y - 1.5 x + 1 z + 0.25 ;");
        let aim = written.aim().expect("an objective");
        assert_eq!(
            (aim.constant.to_string(), aim.divisor.to_string()),
            ("25".into(), "100".into())
        );
        // The unit is that of a statement, and no other's.
        assert_eq!(rows("0.001 a >= 0.001 ; 2 a >= 1 ;"), ["a >= 1", "2*a >= 1"]);
    }

    /// Rows with decimals at random, against sums in thousandths that know nothing of the reader.
    #[test]
    fn rows_with_decimals_mean_what_they_say() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut number = || {
            let (whole, part) = (random.i64(-3..4), random.i64(0..1000));
            let decimals = random.usize(0..4);
            let part = part / 10_i64.pow(3 - u32::try_from(decimals).expect("few"));
            let text = match decimals {
                0 => whole.to_string(),
                _ => format!("{whole}.{part:0decimals$}"),
            };
            let sign = if text.starts_with('-') { -1 } else { 1 };
            let part = part * 10_i64.pow(3 - u32::try_from(decimals).expect("few"));
            let part = if decimals == 0 { 0 } else { part };
            (text, sign * (whole.abs() * 1000 + part))
        };
        for round in 0..2_000 {
            let terms = [number(), number(), number()];
            let bound = number();
            let sign = [">=", "<=", "=", "<", ">", "!="][round % 6];
            let sum: Vec<String> =
                (1..).zip(&terms).map(|(at, term)| format!("{} x{at}", term.0)).collect();
            let text = format!("{} {sign} {} ;", sum.join(" "), bound.0);
            let written = read_as(&FORMAT, &text);
            for values in super::super::small::assignments(3) {
                let sum: i64 =
                    terms.iter().zip(&values).filter(|one| *one.1).map(|one| one.0.1).sum();
                let expected = match sign {
                    ">=" => sum >= bound.1,
                    "<=" => sum <= bound.1,
                    "=" => sum == bound.1,
                    "<" => sum < bound.1,
                    ">" => sum > bound.1,
                    _ => sum != bound.1,
                };
                let truth = Truth::of(&written, values.clone());
                assert_eq!(check(&written, &truth).is_ok(), expected, "{text} {values:?}");
            }
        }
    }

    #[test]
    fn models_may_have_no_rows() {
        for text in ["", "\n", "* none\n", "* #variable= 0 #constraint= 0\n", "\u{feff}* none\r\n"]
        {
            assert!(read_as(&FORMAT, text).is_empty(), "{text:?}");
        }
        assert_eq!(read_as(&FORMAT, "* #variable= 3 #constraint= 0\n").variables(), 3);
    }

    #[test]
    fn an_objective_may_end_with_its_line() {
        for text in [
            "min: 1 a 2 b\n1 a 1 b >= 1 ;",
            "min: 1 a 2 b\r\n* a comment\r\n1 a 1 b >= 1 ;",
            "min: 1 a 2 b\n@c1 1 a 1 b >= 1 ;",
            "min: 1 a\n2 b ;\n1 a 1 b >= 1 ;",
            "1 a 1 b >= 1 ;\nmin: 1 a 2 b\n",
            "1 a 1 b >= 1 ;\nmin: 1 a 2 b",
        ] {
            assert_eq!(aim(text), "minimise 1*a 2*b + 0", "{text:?}");
            assert_eq!(rows(text), ["a b >= 1"], "{text:?}");
        }
        assert_eq!(aim("min: +3\n2 a + 1 >= 2 ;"), "minimise  + 3");
        assert_eq!(rows("min: +3\n2 a + 1 >= 2 ;"), ["2*a >= 1"]);
    }

    #[test]
    fn refusals_name_the_place() {
        let relation = "expected a relation `>=`, `<=`, `=`, `<`, `>` or `!=`";
        let number = "expected a number in digits, with a point if it has decimals";
        let behind = "expected a number behind the relation, and all terms before it";
        let product = "expected a sign between two terms, or a `*` between two factors";
        let label = "a label like `@c1` before a constraint";
        for (text, refusal) in [
            ("3/4 x1 >= 1;", format!("1:1: `3/4`; {number}")),
            ("1,5 x1 >= 1;", format!("1:1: `1,5`; {number}")),
            ("1.2.3 x1 >= 1;", format!("1:1: `1.2.3`; {number}")),
            ("1.5x1 >= 1;", "1:1: `1.5x1`; expected a blank or `*` between a coefficient and its literal".to_owned()),
            ("1 x1 =! 1;", format!("1:6: `=!`; {relation}")),
            ("min: 1 x1\nx2 >= 1 ;", "2:4: `>=`; expected `;` behind the objective".to_owned()),
            ("1 x1 >= 1", "1:10: the end of the text; expected `;` behind the number".to_owned()),
            ("1 x1 >= 1\n1 x2 >= 1;", "2:1: `1`; expected `;` behind the number".to_owned()),
            ("1 x1 1", "1:7: the end of the text; expected `;` at the end of the statement".to_owned()),
            ("1 x1", "1:5: the end of the text; expected `;` at the end of the statement".to_owned()),
            ("1 x1;", format!("1:5: `;`; {relation}")),
            ("1 x1 => 1;", "1:6: `=>`; expected `>=`".to_owned()),
            ("1 x1 =< 1;", "1:6: `=<`; expected `<=`".to_owned()),
            ("1 x1 == 1;", "1:6: `==`; expected `=`".to_owned()),
            ("1 x1 ≥ 1;", format!("1:6: `≥`; expected {TERM}")),
            ("1 x1≥ 1;", "1:3: `x1≥`; expected the name of a variable".to_owned()),
            ("1 x1 >= ;", format!("1:9: `;`; {behind}")),
            ("1 x1 >= 1 x2;", "1:11: `x2`; expected `;` behind the number".to_owned()),
            ("1 x1 >= x2;", format!("1:9: `x2`; {behind}")),
            ("1 <= x1 + x2 <= 2;", format!("1:6: `x1`; {behind}")),
            ("x1 x2 >= 1;", format!("1:4: `x2` behind another literal; {product}")),
            ("x3 + x1 x2 >= 1;", format!("1:9: `x2` behind another literal; {product}")),
            ("1 x1 ~x2 3x3 >= 1;", "1:10: `3x3`; expected a blank or `*` between a coefficient and its literal".to_owned()),
            ("1e5 x1 >= 1;", "1:1: `1e5`; expected a blank or `*` between a coefficient and its literal".to_owned()),
            (
                "1 x1 2 >= 1;",
                "1:6: `2` with no literal behind it; expected a literal behind a coefficient, and a sign before a \
                 constant"
                    .to_owned(),
            ),
            (
                "2 3 x1 >= 1;",
                "1:1: `2` with no literal behind it; expected a literal behind a coefficient, and a sign before a \
                 constant"
                    .to_owned(),
            ),
            ("x1-x2 >= 0;", "1:1: `x1-x2`; expected blanks around a minus, or a name without `-`".to_owned()),
            ("a + b >= 1; a-b >= 0;", "1:13: `a-b`; expected blanks around a minus, or a name without `-`".to_owned()),
            ("+3*x1-2*x2 >= 0;", "1:4: `x1-2`; expected blanks around a minus, or a name without `-`".to_owned()),
            ("1 x1 + >= 1;", "1:8: `>`; expected a number or a literal".to_owned()),
            ("1 x1 * 2 >= 1;", "1:8: `2`; expected a literal behind `*`".to_owned()),
            ("1 ~ x1 >= 1;", "1:3: `~`; expected the name of a variable".to_owned()),
            ("1 !x1 >= 1;", "1:3: `!x1`; expected `~` before a literal that is negated".to_owned()),
            (
                "1 x1\n* 2\n>= 1;",
                "2:1: a line that begins with `*` within a statement; expected comments between statements, and a \
                 factor on the line of its term"
                    .to_owned(),
            ),
            ("min: x1; max: x2;", "1:10: a second objective; expected one".to_owned()),
            ("min: x1 >= 1;", "1:9: `>=`; expected `;` behind the objective".to_owned()),
            ("Minimize: x1;", "1:1: `Minimize:`; expected `min:`".to_owned()),
            ("c1: x1 >= 1;", format!("1:1: `c1:`; expected `min:` or `max:` before an objective, and {label}")),
            ("x1 + c1: x1 >= 1;", format!("1:6: `c1:`; expected `;` before it, and {label}")),
            ("1 x1 1 !x2 >= 1;", "1:8: `!x2`; expected `~` before a literal that is negated".to_owned()),
            ("1 é >= 1;", "1:3: `é`; expected names of ASCII".to_owned()),
            ("max 1 x1;", "1:1: `max`; expected `max:` before an objective".to_owned()),
            ("# note\n1 x1 >= 1;", "1:1: `#`; expected `*` before a comment".to_owned()),
            ("@ x1 >= 1;", "1:1: `@`; expected a label like `@c1`".to_owned()),
            ("soft: 3 ;", "1:1: `soft:`; expected constraints that must hold: it is of WBO".to_owned()),
            (
                "[3] x1 >= 1;",
                "1:1: `[3]`; expected a constraint that must hold: costs in brackets are of WBO".to_owned(),
            ),
            (
                "* #variable= 9223372036854775808 #constraint= 1\n",
                "1:14: `9223372036854775808` variables promised; expected at most 100,000,000".to_owned(),
            ),
            ("p cnf 1 1\n", format!("1:3: `cnf` behind another literal; {product}")),
            ("1 x1 \u{0} >= 1;", "1:6: the byte 0x00 is no text; expected a text in UTF-8".to_owned()),
        ] {
            assert_eq!(refused_as(&FORMAT, text), refusal, "{text:?}");
        }
    }

    #[test]
    fn what_is_too_long_is_refused() {
        let factors = vec!["x1"; MOST_FACTORS + 1].join(" ");
        for (text, refusal) in [
            (
                format!("1 {} >= 1;", "a".repeat(1_001)),
                "1:3: a name of more than 1,000 bytes; expected a shorter one",
            ),
            (
                format!("1 {factors} >= 1;"),
                "1:3: a product of more than 1,000 literals; expected a shorter one",
            ),
            (
                format!("{} x1 >= 1;", "9".repeat(10_001)),
                "1:1: a number of more than 10,000 digits; expected a shorter one",
            ),
        ] {
            assert_eq!(refused_as(&FORMAT, &text), refusal);
        }
        assert_eq!(rows(&format!("1 {} >= 1;", "a".repeat(1_000))).len(), 1);
        assert_eq!(rows(&format!("{} x1 >= 1;", "9".repeat(10_000))).len(), 1);
    }
}
