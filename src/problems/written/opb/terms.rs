//! Reads the terms, literals, numbers and relations of OPB statements.

use super::super::program::Decimal;
use super::super::scan::{grouped, is_blank, text_of};
use super::super::{Integer, Literal, ParsedModel};
use super::{
    CONSTANT, Comparison, ENDS, IN_ASCII, MOST_FACTORS, MOST_NAME, NUMBER, OpbStatements, RELATION,
};
use crate::model::Relation;
use crate::source::{Refusal, quote};

/// The relations that are a single character outside ASCII.
const SIGNS: [&str; 3] = ["≥", "≤", "≠"];

impl<'a> OpbStatements<'a> {
    /// Reads a sum, and adds its terms to the current sum. The sum may have no terms. It ends
    /// before a relation, a `;`, or the end of an objective without a `;`; these are not skipped.
    /// Refuses any other text. If no term begins at this text, the refusal usually says that
    /// `expected` was expected. The end of the file, a comment line, a `!`, and an error within a
    /// term have refusals of their own.
    pub(super) fn sum(&mut self, expected: &str) -> Result<(), Refusal> {
        let mut is_first = true;
        loop {
            if self.has_objective_ended()? {
                return Ok(());
            }
            let next = self.next_in_statement()?;
            if next == Some(b';') || begins_relation(self.scanner.lookahead()) {
                return Ok(());
            }
            self.term(is_first, expected)?;
            is_first = false;
        }
    }

    /// Skips white space, and returns whether an objective without a `;` ends here. It ends at the
    /// end of the file. Below its first line, it also ends before a comment line or a `@`. Records
    /// the place at which the second line of the objective begins, and how many terms come before
    /// this place. Returns `false` if no objective is being read.
    fn has_objective_ended(&mut self) -> Result<bool, Refusal> {
        let next = self.scanner.skip_blanks()?;
        let Some(open) = &mut self.open else { return Ok(false) };
        let here = self.scanner.here();
        let is_past_line = here.place.line > open.line;
        if is_past_line && open.after_line.is_none() {
            open.after_line = Some((self.lits.len(), here));
        }
        let is_comment = next == Some(b'*') && self.scanner.is_first_in_line();
        Ok(next.is_none() || is_past_line && (is_comment || next == Some(b'@')))
    }

    /// Reads a term and adds it to the sum. The term is a literal or product with its weight, or a
    /// constant. A constant needs a sign if it does not come first (`is_first`). A weight with more
    /// decimals than the unit of the statement makes this unit smaller. `expected` describes the
    /// accepted terms in refusals. Refuses any other text.
    fn term(&mut self, is_first: bool, expected: &str) -> Result<(), Refusal> {
        let start = self.scanner.here();
        let (is_signed, is_negative) = self.signs()?;
        let number = self.number()?;
        let has_number = number.is_some();
        let weight = self.scale_number(&number.unwrap_or(Decimal::ONE));
        let weight = if is_negative { -weight } else { weight };
        let end = self.scanner.since(start);
        let mut next = self.next_in_statement()?;
        if has_number && next == Some(b'*') {
            self.scanner.skip(1);
            next = self.next_in_statement()?;
            if !next.is_some_and(begins_literal) {
                return Err(self.scanner.unexpected(ENDS, "a literal after `*`"));
            }
        }
        if next.is_some_and(begins_literal) {
            let lit = self.product(has_number)?;
            self.add(weight, lit);
            return Ok(());
        }
        let is_relation = begins_relation(self.scanner.lookahead());
        if next == Some(b'!') && !self.scanner.lookahead().starts_with(b"!=") {
            return Err(self.scanner.unexpected(ENDS, "`~` before a literal that is negated"));
        }
        if has_number && !is_relation && next.is_some_and(|next| !next.is_ascii()) {
            return Err(self.scanner.unexpected(ENDS, IN_ASCII));
        }
        let is_over = is_relation
            || next.is_some_and(|next| b";+-".contains(&next))
            || self.open.is_some() && next.is_none()
            || self.is_after_line(self.scanner.here());
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
        let found = format!("{} with no literal after it", quote(&self.scanner.text(end)));
        let expected = "a literal after a coefficient, and a sign before a constant";
        Err(self.scanner.refusal(found, expected, end))
    }

    fn add(&mut self, weight: Integer, lit: Literal) {
        self.weights.push(weight);
        self.lits.push(lit);
    }

    /// Reads at most two signs, as in `+ -3`, and skips the white space before each of them.
    /// Returns two facts: whether there is at least one sign, and whether exactly one of the signs
    /// is `-`. If so, the signs together negate. Refuses a comment line before a sign, as
    /// [`next_in_statement`](Self::next_in_statement) does.
    pub(super) fn signs(&mut self) -> Result<(bool, bool), Refusal> {
        let mut signs = (false, false);
        for _ in 0..2 {
            match self.next_in_statement()? {
                Some(sign @ (b'+' | b'-')) => {
                    self.scanner.skip(1);
                    signs = (true, signs.1 ^ (sign == b'-'));
                }
                _ => return Ok(signs),
            }
        }
        Ok(signs)
    }

    /// Reads a number without a sign. Returns `None` if no number comes next. Refuses a number that
    /// is only the beginning of a longer word, and one with too many digits.
    pub(super) fn number(&mut self) -> Result<Option<Decimal>, Refusal> {
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

    /// Reads a literal, or several literals that are a product. Returns the literal, or the index
    /// of the product. A new product is added to the model. Repeated literals count once. If the
    /// term has no number (`has_number` is false), refuses a second literal without a `*` before
    /// it, since a sign may be missing there. Also refuses more than [`MOST_FACTORS`] literals, and
    /// too many products. Records whether the product continues below the first line of an
    /// objective.
    fn product(&mut self, has_number: bool) -> Result<Literal, Refusal> {
        let start = self.scanner.here();
        let first = self.literal()?;
        self.factors.clear();
        self.factors.push(first);
        loop {
            let next = self.next_in_statement()?;
            let before = self.scanner.here();
            if next == Some(b'*') {
                self.scanner.skip(1);
                if !self.next_in_statement()?.is_some_and(begins_literal) {
                    return Err(self.scanner.unexpected(ENDS, "a literal after `*`"));
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
                let found = format!("{} after another literal", quote(&self.scanner.text(spot)));
                let expected = "a sign between two terms, or a `*` between two factors";
                return Err(self.scanner.refusal(found, expected, spot));
            }
            self.factors.push(lit);
            if self.factors.len() > MOST_FACTORS {
                let found = format!("a product of more than {} literals", grouped(MOST_FACTORS));
                return Err(self.scanner.refusal(
                    found,
                    "a shorter one",
                    self.scanner.since(start),
                ));
            }
        }
        match self.factors[..] {
            [lit] => Ok(lit),
            _ => {
                let lit = self.written.product(&self.factors);
                self.check_limit(lit, start)
            }
        }
    }

    /// Reads a name, with or without a `~` before it. Adds a variable if no variable has this name
    /// yet. Returns the index of the variable, negated after a `~`. Refuses a name that looks like
    /// a difference, a name before a `:`, and a name of more than [`MOST_NAME`] bytes. Refuses any
    /// other text, and too many variables and products.
    pub(super) fn literal(&mut self) -> Result<Literal, Refusal> {
        let start = self.scanner.here();
        let is_negated = self.scanner.peek()? == Some(b'~');
        self.scanner.skip(usize::from(is_negated));
        let begins = self.scanner.peek()?.is_some_and(begins_name);
        let name = text_of(if begins { self.scanner.skip_while(is_in_name) } else { &[] });
        if name.len() > MOST_NAME {
            let found = format!("a name of more than {} bytes", grouped(MOST_NAME));
            return Err(self.scanner.refusal(found, "a shorter one", self.scanner.since(start)));
        }
        let is_difference = name.contains('-') && is_difference(&self.written, name);
        let number = if begins {
            self.variables.number(&mut self.written, name).map(Some)
        } else {
            Ok(None)
        };
        let number = self.check_limit(number, start)?;
        let end = self.scanner.peek()?;
        match number {
            Some(_) if is_difference => {
                let expected = "blanks around a minus, or a name without `-`";
                Err(self.scanner.unexpected_from(start, ENDS, expected))
            }
            Some(number)
                if end.is_none_or(|end| is_blank(end) || end != b':' && ENDS.contains(&end))
                    || begins_relation(self.scanner.lookahead()) =>
            {
                Ok(if is_negated { -number } else { number })
            }
            Some(_) if end == Some(b':') => {
                self.scanner.skip(1);
                let expected = "`;` before this word, and a label like `@c1` before a constraint";
                Err(self.scanner.misread(start, expected))
            }
            _ => Err(self.scanner.unexpected_from(start, b";<>=+*", "the name of a variable")),
        }
    }

    /// Reads a relation. `==` is the same as `=`. A `>` is "at least" the number plus 1, and a `<`
    /// is "at most" the number minus 1; both numbers are in the unit of the statement. Refuses any
    /// other text. If the text is an arrow, or a relation such as `=>` with its signs in the wrong
    /// order, the refusal says what to write instead.
    pub(super) fn relation(&mut self) -> Result<Comparison, Refusal> {
        let start = self.scanner.here();
        let expected = match self.scanner.skip_while(|byte| b"<>=!".contains(&byte)) {
            b">=" => return Ok(Comparison::Bound(Relation::AtLeast, 0)),
            b"<=" => return Ok(Comparison::Bound(Relation::AtMost, 0)),
            b"=" => return Ok(Comparison::Bound(Relation::Exactly, 0)),
            b">" => return Ok(Comparison::Bound(Relation::AtLeast, 1)),
            b"<" => return Ok(Comparison::Bound(Relation::AtMost, -1)),
            b"==" => return Ok(Comparison::Bound(Relation::Exactly, 0)),
            b"!=" => return Ok(Comparison::Unequal),
            b"=>" => "`>=`",
            b"=<" => "`<=`",
            b"==>" | b"<==>" | b"<==" => {
                "literals without coefficients before the arrow, or a relation and a number"
            }
            b"" => return self.sign(),
            _ => RELATION,
        };
        Err(self.scanner.misread(start, expected))
    }

    /// Reads a relation that is a single character outside ASCII: `≥`, `≤` or `≠`. Refuses any
    /// other text.
    fn sign(&mut self) -> Result<Comparison, Refusal> {
        let sign = SIGNS.iter().find(|sign| self.scanner.lookahead().starts_with(sign.as_bytes()));
        self.scanner.skip(sign.map_or(0, |sign| sign.len()));
        match sign {
            Some(&"≥") => Ok(Comparison::Bound(Relation::AtLeast, 0)),
            Some(&"≤") => Ok(Comparison::Bound(Relation::AtMost, 0)),
            Some(_) => Ok(Comparison::Unequal),
            None => Err(self.scanner.unexpected(b"", RELATION)),
        }
    }

    /// Reads the number after a relation, with at most two signs before it. Refuses any other text.
    pub(super) fn bound(&mut self) -> Result<Decimal, Refusal> {
        match self.signed_number()? {
            Some((number, _)) => Ok(number),
            None => Err(self
                .scanner
                .unexpected(ENDS, "a number after the relation, and all terms before it")),
        }
    }
}

fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Returns whether a text begins with a relation, or with a `!`.
fn begins_relation(text: &[u8]) -> bool {
    matches!(text, [b'<' | b'>' | b'=' | b'!', ..])
        || SIGNS.iter().any(|sign| text.starts_with(sign.as_bytes()))
}

/// Returns whether this byte can begin a literal.
pub(super) fn begins_literal(byte: u8) -> bool {
    begins_name(byte) || byte == b'~'
}

/// Returns whether a name may contain this byte after its first byte.
pub(super) fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_^{}[]()-.,'/|#$&".contains(&byte)
}

/// Returns whether a name like `x1-x2` looks like a difference: the text before one of its `-` is a
/// variable of the file, or is an x and a number.
fn is_difference(written: &ParsedModel, name: &str) -> bool {
    name.match_indices('-').any(|(at, _)| {
        let before = &name[..at];
        let digits = before.strip_prefix('x').unwrap_or_default();
        let is_numbered = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_numbered || written.find_variable(before).is_some()
    })
}
