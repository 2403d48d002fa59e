//! Reads the things that the DIMACS formats have in common: comments, the line `p`, literals,
//! weights.
//!
//! Newlines are white space. A comment is a line that begins with `c`, or the rest of a line from a
//! word `c` on, as in CaDiCaL and the readers of KNF. The numbers in `p KIND VARIABLES ROWS` are
//! often wrong. So no memory is reserved by these numbers. If they differ from the actual numbers,
//! the differences are recorded ([`ParsedModel::header_mismatches`]).
//!
//! The comments `c p show 1 2 0` (model counting competitions) and `c ind 1 2 0` (samplers) state a
//! projection. Weights of literals in comments cause a remark. A file that ends in the middle of a
//! row, or that has neither a line `p` nor a row, is refused.

use num_traits::ToPrimitive;

use super::model_format::{ends_with, is_named};
use super::program::Decimal;
use super::scan::{Scanner, TextSpot, grouped, is_blank};
use super::{Integer, LimitExceeded, Literal, MOST_VARIABLES, ParsedModel, RowForm};
use std::cmp::Ordering;

use crate::model::Parity;
use crate::source::{Refusal, Source, quote};

/// The expected text, in words, for the refusal of a word that is no literal.
const LITERALS: &str = "literals and `0` after them";

/// A file of a DIMACS format, while it is read.
pub(super) struct Dimacs<'a> {
    pub(super) scanner: &'a mut Scanner,
    /// The model, as far as the file has been read.
    pub(super) written: ParsedModel,
    /// The literals of the current row.
    pub(super) lits: Vec<Literal>,
    /// The expected text, in words, for the refusal of a word that is no literal.
    pub(super) after_literals: &'static str,
    /// The largest number of a variable that has occurred; 0 if none has.
    seen: u64,
    /// The number of variables in the line `p`; 0 if it states none.
    declared: u64,
    /// Whether the file has a line `p`.
    has_header: bool,
    /// Whether a comment on weights of literals has caused a remark already.
    has_weights: bool,
    /// Whether a row had a weight below the top, so that it is soft.
    has_soft: bool,
    /// The number of weights above the top.
    above_top: u64,
    /// Whether a file with neither a line `p` nor a row is accepted.
    pub(super) may_be_empty: bool,
}

/// The contents of the line `p`. Both fields are `None` if the file has no such line.
#[derive(Default)]
pub(super) struct ProblemLine {
    /// The word after the `p`; `None` if there is no such line.
    pub(super) kind: Option<&'static str>,
    /// The number after the numbers of variables and rows, and its place. `None` if there is no
    /// such number.
    pub(super) third: Option<(Decimal, TextSpot)>,
}

impl ProblemLine {
    /// Returns the top weight, the third number of the line: rows whose weight is at least the top
    /// weight are hard. Returns `None` if the line states no top weight. Refuses a top weight of 0.
    pub(super) fn top(self, file: &mut Dimacs) -> Result<Option<Decimal>, Refusal> {
        match self.third {
            Some((number, spot)) if number.is_zero() => {
                let found = "the top weight `0`, with which every clause must hold";
                let expected = "a top weight of at least 1, or no top weight";
                Err(file.scanner.refusal(found, expected, spot))
            }
            third => Ok(third.map(|(number, _)| number)),
        }
    }
}

impl<'a> Dimacs<'a> {
    /// Prepares to read a file from its first byte on. First, `may_be_empty` is false, so
    /// [`Dimacs::finish`] refuses a file without a line `p` and without rows.
    pub(super) fn new(scanner: &'a mut Scanner) -> Dimacs<'a> {
        Dimacs {
            scanner,
            written: ParsedModel::default(),
            lits: Vec::new(),
            after_literals: LITERALS,
            seen: 0,
            declared: 0,
            has_header: false,
            has_weights: false,
            has_soft: false,
            above_top: 0,
            may_be_empty: false,
        }
    }

    /// Returns whether rows have weights. They do if the file's name ends in `.wcnfp` or `.wcnf+`;
    /// the ending of a compression may follow. They also do if a line begins, after blanks, with
    /// `h` and a blank or tab. This line must be among the next bytes of the file (at least 16
    /// KiB). Skips nothing.
    pub(super) fn begins_with_weights(&mut self) -> bool {
        let name = self.scanner.name().to_owned();
        is_named(&name, &["wcnfp", "wcnf+"])
            || self
                .scanner
                .lookahead()
                .split(|&byte| byte == b'\n')
                .any(|line| matches!(line.trim_ascii_start(), [b'h', b' ' | b'\t', ..]))
    }

    /// Skips white space and comments. Returns the next byte without skipping it; `None` at the end
    /// of the file. A skipped comment may add variables to the projection, or a remark. Refuses a
    /// comment with a malformed list of variables, and a file that cannot be read further.
    pub(super) fn next(&mut self) -> Result<Option<u8>, Refusal> {
        loop {
            match self.scanner.skip_blanks()? {
                Some(b'c') if self.is_comment() => self.comment()?,
                next => return Ok(next),
            }
        }
    }

    /// Returns whether the next byte, which is a `c`, begins a comment: it is a word of its own, or
    /// the first byte of its line.
    fn is_comment(&mut self) -> bool {
        let is_word = self.scanner.lookahead().get(1).is_none_or(|&next| is_blank(next));
        is_word || self.scanner.is_first_in_line()
    }

    /// Skips a comment up to the end of its line. Its `c` must be the next byte. If the comment is
    /// a line of its own and lists variables, adds them to the projection, and records that they
    /// occur. Even an empty list requests a projection. A `0` or the end of the line ends the list;
    /// text after the `0` is ignored. Refuses a list with any other word, or with a variable above
    /// [`MOST_VARIABLES`]. Adds a remark on the first comment that states weights of literals, and
    /// on a word that is probably a misspelt `show`. Only comments that are lines of their own
    /// cause remarks.
    fn comment(&mut self) -> Result<(), Refusal> {
        let is_line = self.scanner.is_first_in_line();
        self.scanner.skip(1);
        if is_line && !self.has_weights && self.states_weights() {
            self.has_weights = true;
            let line = self.scanner.here().place.line;
            self.written.remark(format!(
                "the comment in line {line} states weights of literals, but quarrel ignores them and counts every answer as one"
            ));
        }
        if is_line && let Some(word) = self.misspelt_show() {
            let line = self.scanner.here().place.line;
            self.written.remark(format!(
                "the comment in line {line} is ignored, since it has {} instead of `show`",
                quote(&word)
            ));
        }
        if is_line && self.is_list()? {
            let (mut lits, mut is_over) = (Vec::new(), false);
            while let Some(b'0'..=b'9') = self.scanner.skip_blanks_in_line()? {
                let start = self.scanner.here();
                let number = self.scanner.few_digits();
                let is_word = self.scanner.peek()?.is_none_or(is_blank);
                match number {
                    Some(0) if is_word => {
                        is_over = true;
                        break;
                    }
                    Some(number @ 1..) if is_word => {
                        lits.push(self.numbered(number, false, start)?);
                    }
                    _ => return Err(self.no_literal(start)),
                }
            }
            if !is_over && self.scanner.skip_blanks_in_line()?.is_some() {
                let expected = "numbers of variables, and `0` after them";
                return Err(self.scanner.unexpected(&[], expected));
            }
            self.written.project(&lits);
        }
        self.scanner.skip_line()
    }

    /// Returns whether the comment, whose `c` must have been skipped, has a list of variables. If
    /// it has, skips the words `p show` or `ind` before the list. Otherwise skips nothing. The only
    /// error is a file that cannot be read further.
    fn is_list(&mut self) -> Result<bool, Refusal> {
        let words = self.words_before_list();
        for _ in 0..words {
            self.scanner.skip_blanks_in_line()?;
            self.scanner.skip_while(|byte| !is_blank(byte));
        }
        Ok(words > 0)
    }

    /// Returns the number of words before the list of variables in the comment; 0 if the comment
    /// has no list.
    fn words_before_list(&mut self) -> usize {
        match self.words_ahead()[..] {
            [b"ind", first, ..] if first.iter().all(u8::is_ascii_digit) => 1,
            [b"p", b"show", first] if first[0].is_ascii_digit() => 2,
            _ => 0,
        }
    }

    /// Returns the word that is probably a misspelt `show`, in a comment like `c p Show 1 2 0`. In
    /// small letters, the word is at most two changes from `show`: a letter is added, missing or
    /// wrong, or two neighbours are swapped. The word must come after `p` and have fewer than 20
    /// bytes. The next word must begin with a digit. Returns `None` for `show` itself, and if the
    /// comment has no such word. The `c` must have been skipped.
    fn misspelt_show(&mut self) -> Option<String> {
        let word = match self.words_ahead()[..] {
            [b"p", word, first] if first[0].is_ascii_digit() && word.len() < 20 => word,
            _ => return None,
        };
        let word = String::from_utf8_lossy(word);
        let slips = strsim::damerau_levenshtein(&word.to_lowercase(), "show");
        (slips <= 2 && word != "show").then(|| word.into_owned())
    }

    /// Returns whether the comment states weights: `p weight 1 0.4 0` and `t wmc` of the model
    /// counting competitions, or `weights 0.4 0.6` of c2d and successors of Cachet.
    fn states_weights(&mut self) -> bool {
        match self.words_ahead()[..] {
            [b"p", b"weight", first] | [b"weights", first, ..] => is_weight(first),
            [b"t", task, ..] => matches!(task, b"wmc" | b"pwmc" | b"wpmc"),
            _ => false,
        }
    }

    /// Returns the first three words of a comment, or all words if it has fewer. The `c` of the
    /// comment must have been skipped. Skips nothing. Examines only the next [`FEW_BYTES`] bytes of
    /// the line, so the last word may be incomplete. Returns no words if the `c` is only the
    /// beginning of a longer word.
    fn words_ahead(&mut self) -> Vec<&[u8]> {
        let ahead = self.scanner.lookahead();
        let line = ahead[..ahead.len().min(FEW_BYTES)].split(|&byte| byte == b'\n').next();
        line.filter(|line| line.first().is_some_and(|&byte| is_blank(byte)))
            .unwrap_or_default()
            .split(|&byte| is_blank(byte))
            .filter(|word| !word.is_empty())
            .take(3)
            .collect()
    }

    /// Skips white space and comments, and reads the line `p`, if there is one. `kinds` lists the
    /// words that are accepted after the `p`. Each has the count of numbers that must follow it.
    /// Two numbers are allowed after every word. After a word that begins with `w`, a top weight is
    /// allowed as the third number. Records the line and its numbers of variables and rows. Returns
    /// an empty [`ProblemLine`] if the next row is not a line `p`. Refuses any other word or
    /// number, any text after the numbers that is not a comment, and more than [`MOST_VARIABLES`]
    /// variables.
    pub(super) fn header(
        &mut self,
        kinds: &[(&'static str, usize)],
    ) -> Result<ProblemLine, Refusal> {
        if self.next()? != Some(b'p') {
            return Ok(ProblemLine::default());
        }
        self.has_header = true;
        let start = self.scanner.here();
        self.scanner.skip(1);
        self.scanner.skip_blanks_in_line()?;
        let word_start = self.scanner.here();
        let word = self.scanner.skip_while(|byte| !is_blank(byte));
        let from = if word.is_empty() { start } else { word_start };
        let kind = kinds.iter().find(|kind| kind.0.as_bytes() == word);
        let Some(&(kind, numbers)) = kind else {
            let names: Vec<String> = kinds.iter().map(|kind| format!("`p {}`", kind.0)).collect();
            return Err(self.scanner.misread(from, names.join(" or ")));
        };
        let variables = self.header_number("the number of variables", numbers > 0)?;
        if let Some((rows, _)) = self.header_number("the number of rows", numbers > 1)? {
            self.written.record_header_rows(&rows);
        }
        let is_weighted = kind.starts_with('w');
        let third = if is_weighted { self.header_top()? } else { None };
        if let Some((number, spot)) = variables {
            self.declared = stated_variables(self.scanner, &number, spot)?;
            self.written.record_header_variables(self.declared);
        }
        match self.scanner.skip_blanks_in_line()? {
            None | Some(b'c') => Ok(ProblemLine { kind: Some(kind), third }),
            Some(_) => Err(self.scanner.unexpected(&[], "the end of the line")),
        }
    }

    /// Reads a number of the line `p`, and returns it with its place. `name` describes the number
    /// in refusals. If no digit comes next, returns `None`; if `is_needed`, refuses the line
    /// instead. Refuses digits that other characters follow directly, and more than
    /// [`MOST_DIGITS`](crate::exact::MOST_DIGITS) digits.
    fn header_number(
        &mut self,
        name: &str,
        is_needed: bool,
    ) -> Result<Option<(Integer, TextSpot)>, Refusal> {
        self.scanner.skip_blanks_in_line()?;
        let start = self.scanner.here();
        let number = self.scanner.digits()?;
        let is_word = self.scanner.peek()?.is_none_or(is_blank);
        match number {
            Some(number) if is_word => Ok(Some((number, self.scanner.since(start)))),
            None if !is_needed => Ok(None),
            Some(_) => {
                self.scanner.skip_while(|byte| !is_blank(byte));
                Err(self.scanner.misread(start, format!("{name}, in digits")))
            }
            None => Err(self.scanner.unexpected(&[], name)),
        }
    }

    /// Reads the top weight of the line `p`, which may have decimals but no sign, and returns it
    /// with its place. Returns `None` if no number comes next. Refuses a malformed number, one with
    /// too many digits, and one that is not a word of its own.
    fn header_top(&mut self) -> Result<Option<(Decimal, TextSpot)>, Refusal> {
        self.scanner.skip_blanks_in_line()?;
        let start = self.scanner.here();
        let top = self.scanner.decimal(is_of_weight, "the top weight, in digits")?;
        let spot = self.scanner.since(start);
        match top {
            Some(top) if self.scanner.peek()?.is_none_or(is_blank) => Ok(Some((top, spot))),
            Some(_) => Err(self.scanner.unexpected_from(start, &[], "the top weight, in digits")),
            None => Ok(None),
        }
    }

    /// Reads literals into `lits`, up to the `0` that ends a row, which is skipped too. Clears
    /// `lits` first. Refuses any other text, and the end of the file.
    pub(super) fn literals(&mut self) -> Result<(), Refusal> {
        self.lits.clear();
        while let Some(lit) = self.literal()? {
            self.lits.push(lit);
        }
        Ok(())
    }

    /// Skips white space and comments, reads a literal, and records that its variable occurs.
    /// Returns `None` for a `0`, which ends a row; the `0` is skipped too. Refuses any other word,
    /// such as `-0`, a number above [`MOST_VARIABLES`], and the end of the file.
    pub(super) fn literal(&mut self) -> Result<Option<Literal>, Refusal> {
        let next = self.next()?;
        let start = self.scanner.here();
        let is_negated = next == Some(b'-');
        self.scanner.skip(usize::from(is_negated));
        let number = self.scanner.few_digits();
        let end = self.scanner.peek()?;
        match number {
            Some(0) if !is_negated && end.is_none_or(is_blank) => Ok(None),
            Some(number @ 1..) if end.is_none_or(is_blank) => {
                self.numbered(number, is_negated, start).map(Some)
            }
            _ => Err(self.no_literal(start)),
        }
    }

    /// Returns the literal of the variable `number`, which must be at least 1, and records that the
    /// variable occurs. Refuses a number above [`MOST_VARIABLES`]; the refusal quotes the word that
    /// begins at `start`.
    fn numbered(
        &mut self,
        number: i64,
        is_negated: bool,
        start: TextSpot,
    ) -> Result<Literal, Refusal> {
        let Some(number) = u64::try_from(number).ok().filter(|&number| is_variable(number)) else {
            return Err(self.no_literal(start));
        };
        self.seen = self.seen.max(number);
        let lit = Literal::try_from(number).expect("a hundred millions");
        Ok(if is_negated { -lit } else { lit })
    }

    /// Returns the refusal of the word that begins at `start`. The word is no literal, and some of
    /// its bytes may have been skipped. The refusal names the cause in these cases: a variable with
    /// too large a number, a sum of 2-Xornado, a relation of CNF+, or text of an OPB statement.
    /// Skips the word. Skips the rest of the line instead if the line looks like a statement of
    /// OPB.
    fn no_literal(&mut self, start: TextSpot) -> Refusal {
        if let Some(refusal) = self.statement() {
            return refusal;
        }
        self.scanner.skip_while(|byte| byte.is_ascii_digit());
        let is_number = self.scanner.since(start);
        let is_lineral = self.scanner.lookahead().first().is_some_and(|next| b"+-".contains(next));
        let is_word = self.scanner.lookahead().first().is_none_or(|&next| is_blank(next));
        let number = self.scanner.text(is_number);
        if is_word && number.trim_start_matches(['-', '0']).len() > 1 {
            let found = format!("the variable {}", quote(number.trim_start_matches('-')));
            let expected = format!("a number of at most {}", grouped_most());
            return self.scanner.refusal(found, expected, is_number);
        }
        if is_lineral && number.len() > usize::from(number.starts_with('-')) {
            self.scanner.skip_while(|byte| !is_blank(byte));
            let spot = self.scanner.since(start);
            let text = quote(&self.scanner.text(spot));
            let found = format!("{text}, a sum of literals as 2-Xornado has it");
            let expected = "clauses of literals, and parities like `x 1 -2 3 0`";
            return self.scanner.refusal(found, expected, spot);
        }
        let is_bound = self.scanner.lookahead().first().is_some_and(|next| b"<>=".contains(next));
        let cure = format!("{}, or `p cnf+` in the first line", self.after_literals);
        let expected =
            if is_bound && self.after_literals == LITERALS { &cure } else { self.after_literals };
        self.scanner.unexpected_from(start, &[], expected)
    }

    /// Reads literals and adds them as a hard clause.
    pub(super) fn clause(&mut self) -> Result<(), Refusal> {
        let start = self.scanner.here();
        self.literals()?;
        let added = self.written.clause(&self.lits);
        self.check_limit(added, start)
    }

    /// Reads a row that begins with `x`, which must be the next byte, and adds it as a parity: an
    /// odd number of its literals is true.
    pub(super) fn parity(&mut self) -> Result<(), Refusal> {
        let start = self.scanner.here();
        self.scanner.skip(1);
        self.literals()?;
        self.row(RowForm::Parity(Parity::Odd), None, None, start)
    }

    /// Adds a row with the literals in `lits`, and does not clear `lits`. `start` is the place of
    /// the row's first byte. If `weights` is `None`, all weights are 1; otherwise there must be one
    /// for each literal. If `cost` is `None`, the row must hold; otherwise `cost` is in units of
    /// 10^-`cost_decimals` of the model. Refuses the row, and adds nothing, if the file would then
    /// have more than 2^32 - 1 literals, or more than 2^32 - 1 rows besides hard clauses without
    /// weights.
    pub(super) fn row(
        &mut self,
        form: RowForm,
        weights: Option<Vec<Integer>>,
        cost: Option<Integer>,
        start: TextSpot,
    ) -> Result<(), Refusal> {
        let added = self.written.row(form, &self.lits, weights, cost, start.place);
        self.check_limit(added, start)
    }

    /// Turns an error because of an exceeded limit into a refusal of the row that begins at
    /// `start`.
    fn check_limit(
        &mut self,
        added: Result<(), LimitExceeded>,
        start: TextSpot,
    ) -> Result<(), Refusal> {
        added.map_err(|error| self.scanner.too_many(error, start))
    }

    /// Skips white space and comments, and reads a whole number, with or without a sign `+` or `-`.
    /// Refuses any other word; the refusal says that `expected` was expected. Also refuses more
    /// than [`MOST_DIGITS`](crate::exact::MOST_DIGITS) digits.
    pub(super) fn integer(&mut self, expected: &str) -> Result<Integer, Refusal> {
        let next = self.next()?;
        let start = self.scanner.here();
        let is_negative = next == Some(b'-');
        self.scanner.skip(usize::from(matches!(next, Some(b'-' | b'+'))));
        let number = self.scanner.digits()?;
        match number {
            Some(number) if self.scanner.peek()?.is_none_or(is_blank) => {
                Ok(if is_negative { -number } else { number })
            }
            _ => Err(self.scanner.unexpected_from(start, &[], expected)),
        }
    }

    /// Reads the cost of a row. Returns `None` if the row is hard: it begins with an `h`, or its
    /// weight is at least `top`. If `top` is `None`, all weights are costs. The cost is in units of
    /// 10^-`cost_decimals` of the model. A weight with more decimals makes this unit smaller; the
    /// earlier costs are converted, too. Records how the weight compares with `top`, for the remark
    /// of [`Dimacs::finish`]. Accepts `-0`, and a `+` before the weight. Refuses negative weights
    /// and any other word.
    pub(super) fn cost(&mut self, top: Option<&Decimal>) -> Result<Option<Integer>, Refusal> {
        /// The expected text, in words, for the refusal of a wrong cost.
        const EXPECTED: &str = "`h` or a weight, which is a number of at least 0";
        let next = self.next()?;
        let start = self.scanner.here();
        if next == Some(b'h') {
            self.scanner.skip(1);
            if self.scanner.peek()?.is_none_or(is_blank) {
                return Ok(None);
            }
            return Err(self.scanner.unexpected_from(start, &[], EXPECTED));
        }
        self.scanner.skip(usize::from(matches!(next, Some(b'-' | b'+'))));
        let weight = self.scanner.decimal(is_of_weight, EXPECTED)?;
        let Some(weight) = weight.filter(|_| self.is_at_blank()) else {
            return Err(self.scanner.unexpected_from(start, &[], EXPECTED));
        };
        if next == Some(b'-') && !weight.is_zero() {
            let spot = self.scanner.since(start);
            let found = format!("the weight {}", quote(&self.scanner.text(spot)));
            let expected = "a weight of at least 0; instead of a negative weight, write the positive weight before the negated clause";
            return Err(self.scanner.refusal(found, expected, spot));
        }
        let order = top.map_or(Ordering::Less, |top| weight.cmp(top));
        self.has_soft |= order == Ordering::Less;
        self.above_top += u64::from(order == Ordering::Greater);
        Ok((order == Ordering::Less).then(|| self.written.scale_cost(&weight)))
    }

    /// Returns whether white space, or the end of the file, comes next.
    fn is_at_blank(&mut self) -> bool {
        self.scanner.lookahead().first().is_none_or(|&byte| is_blank(byte))
    }

    /// Checks whether the rest of the line looks like a statement of OPB or WBO: it ends with `;`
    /// and has one of `<`, `>`, `=` and `:`. If it does, skips the rest of the line and returns its
    /// refusal. Otherwise, returns `None` and skips nothing.
    fn statement(&mut self) -> Option<Refusal> {
        let line = self.scanner.lookahead().split(|&byte| byte == b'\n').next().unwrap_or_default();
        let is_statement =
            line.trim_ascii_end().ends_with(b";") && line.iter().any(|byte| b"<>=:".contains(byte));
        is_statement.then(|| {
            let (spot, text) = self.scanner.rest_of_line();
            let found = format!("{text}, which belongs to OPB, in a file of DIMACS");
            let expected = "clauses of literals; in a file of OPB, remove the line `p`";
            self.scanner.refusal(found, expected, spot)
        })
    }

    /// Returns the refusal of the next row, and skips the first word or the line of this row.
    /// `expected` describes the rows that are accepted there. In two cases, the refusal names the
    /// cause: the row is a statement of OPB, or it is a line `p` after a row or after another line
    /// `p`.
    pub(super) fn no_row(&mut self, expected: &str) -> Refusal {
        if let Some(refusal) = self.statement() {
            return refusal;
        }
        if self.scanner.lookahead().first() == Some(&b'p') {
            let (spot, text) = self.scanner.rest_of_line();
            let found = format!("{text} after the first row or line `p`");
            return self.scanner.refusal(found, "one line `p`, before all rows", spot);
        }
        self.scanner.unexpected(&[], expected)
    }

    /// Returns the refusal of a row of quantifiers, which QDIMACS has between the line `p` and the
    /// clauses. Skips the rest of the line.
    pub(super) fn quantifier(&mut self) -> Refusal {
        let (spot, text) = self.scanner.rest_of_line();
        let found =
            format!("{text}, in a file that begins like a formula with quantifiers (QDIMACS)");
        let expected =
            "clauses without quantifiers; a solver of QBF, such as DepQBF, reads QDIMACS";
        self.scanner.refusal(found, expected, spot)
    }

    /// Returns the refusal of a row that begins with `w`: it states the weight of a literal, as in
    /// Cachet, or a weighted sum. Skips the rest of the line.
    pub(super) fn weights(&mut self) -> Refusal {
        let (spot, text) = self.scanner.rest_of_line();
        if self.scanner.text(spot).contains(['*', '<', '>', '=']) {
            let found = format!("the sum {text}");
            return self.scanner.refusal(found, "clauses, or `p cnf+` in the first line", spot);
        }
        let found = format!("{text}, the weight of a literal for weighted counts");
        let expected = "clauses without weights: quarrel counts every answer as one";
        self.scanner.refusal(found, expected, spot)
    }

    /// Ends reading and returns the model, with all variables up to the largest that occurs or that
    /// the line `p` states. Refuses a file with neither a line `p` nor a row or cube, if
    /// `may_be_empty` is false. Adds a remark if weights were above the top. Leaves out unused
    /// variables if nearly all variables are unused, as [`ParsedModel::remove_unused`] describes.
    pub(super) fn finish(mut self) -> Result<ParsedModel, Refusal> {
        let is_empty = self.written.is_empty() && self.written.cubes().is_empty();
        if is_empty && !self.has_header && !self.may_be_empty {
            return Err(self.scanner.unexpected(&[], "rows, or a line `p` before them"));
        }
        let seen = self.written.declare_variables(self.seen.max(self.declared));
        let end = self.scanner.here();
        self.check_limit(seen, end)?;
        if self.above_top > 0 {
            let (weights, clauses) = match self.above_top {
                1 => ("1 weight is".to_owned(), "its clause is"),
                more => (format!("{more} weights are"), "their clauses are"),
            };
            let others = if self.has_soft { "" } else { ", and so are all others" };
            self.written.remark(format!(
                "{weights} above the top weight in the first line, so {clauses} hard{others}: \
                 does that line belong to this file?"
            ));
        }
        self.written.remove_unused();
        Ok(self.written)
    }
}

/// Returns whether a word has only characters of a weight, which may be a quotient, and at least
/// one digit.
fn is_weight(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_digit)
        && word.iter().all(|byte| byte.is_ascii_digit() || b"+-./eE".contains(byte))
}

/// Returns the number of variables that a header states. Refuses a number above [`MOST_VARIABLES`];
/// the refusal has the place `spot`.
pub(super) fn stated_variables(
    scanner: &mut Scanner,
    number: &Integer,
    spot: TextSpot,
) -> Result<u64, Refusal> {
    let promised = number.to_u64();
    promised.filter(|&number| is_variable(number)).ok_or_else(|| {
        let found = format!("{} variables promised", quote(&number.to_string()));
        scanner.refusal(found, format!("at most {}", grouped_most()), spot)
    })
}

/// The number of bytes of a comment that are searched for its first words.
const FEW_BYTES: usize = 64;

/// Returns whether a byte is one of the characters other than digits that a weight may have.
fn is_of_weight(byte: u8) -> bool {
    b".eE+-".contains(&byte)
}

fn is_variable(number: u64) -> bool {
    usize::try_from(number).is_ok_and(|number| number <= MOST_VARIABLES)
}

fn grouped_most() -> String {
    grouped(MOST_VARIABLES)
}

/// The features of a file's beginning that distinguish the formats of DIMACS.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FormatFeatures<'a> {
    /// There is a line `p`, with this word after the `p`.
    Header(&'a str),
    /// There is no line `p`, and all rows look like rows of a format of DIMACS. The value has the
    /// letters and relations of these rows.
    Rows(Letters),
    /// There are only comments, or nothing at all.
    Comments,
    /// The text is of no format of DIMACS.
    Foreign,
}

/// The letters and relations in the rows of a file without a line `p`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Letters {
    /// The letters with which rows or literals begin, each once, in the order of their first
    /// occurrence.
    pub(super) first: String,
    /// Whether a word is a relation, such as `<=`.
    pub(super) has_bounds: bool,
}

impl Letters {
    /// Returns whether all letters of the rows are among `letters`.
    pub(super) fn are_among(&self, letters: &str) -> bool {
        self.first.chars().all(|letter| letters.contains(letter))
    }
}

/// Examines the beginning of a file. Comments are lines that begin with `c`, and the rest of a line
/// from a word `c` on. Returns `Comments` if there are no other lines. If the first other line
/// begins with the word `p` and has a second word, returns `Header` with the second word. Otherwise
/// returns `Rows` with the letters if these conditions hold, and else
/// [`Foreign`](FormatFeatures::Foreign):
/// - Each word is a number (perhaps after a weight and `*`) or a relation, perhaps after one of
///   `h`, `x`, `k`, `g`, `e`, `a`, `w` and `%`; or it is this letter alone.
/// - From the fourth word of a line on, a letter comes only directly after a `0`.
/// - Decimals occur only if an `h` or the file's name shows weights, and only in the first word of
///   a line or after a `0`.
/// - At least one word is more than a letter.
pub(super) fn examine(source: &Source) -> FormatFeatures<'_> {
    let mut lines = source
        .text()
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .filter(|line| !line.starts_with('c'))
        .peekable();
    let Some(first) = lines.peek() else { return FormatFeatures::Comments };
    if let Some(kind) = first.strip_prefix('p').filter(|rest| rest.starts_with([' ', '\t'])) {
        return FormatFeatures::Header(kind.split_whitespace().next().unwrap_or_default());
    }
    let mut letters = Letters::default();
    let (mut has_numbers, mut has_decimals) = (false, false);
    for line in lines {
        let mut before = "0";
        for (index, word) in line.split_whitespace().take_while(|&word| word != "c").enumerate() {
            let rest = word.trim_start_matches(['h', 'x', 'k', 'g', 'e', 'a', 'w', '%']);
            let letter = &word[..word.len() - rest.len()];
            let is_relation = matches!(word, "<=" | ">=" | "<" | ">" | "=");
            let is_weight = before == "0" || index == 0;
            let is_number = !rest.starts_with(['*', '+'])
                && rest.bytes().all(|byte| {
                    byte.is_ascii_digit()
                        || b"-+*".contains(&byte)
                        || is_weight && is_of_weight(byte)
                });
            let is_inside = index > 2 && before != "0" && !letter.is_empty();
            if letter.len() > 1 || is_inside || !is_number && !is_relation {
                return FormatFeatures::Foreign;
            }
            has_numbers |= !rest.is_empty();
            has_decimals |= rest.contains(['.', 'e', 'E']);
            before = word;
            letters.has_bounds |= is_relation;
            if !letters.first.contains(letter) {
                letters.first.push_str(letter);
            }
        }
    }
    let is_weighted = letters.first.contains('h') || ends_with(source, &["wcnf", "wcnfp", "wcnf+"]);
    if has_numbers && (is_weighted || !has_decimals) {
        FormatFeatures::Rows(letters)
    } else {
        FormatFeatures::Foreign
    }
}
