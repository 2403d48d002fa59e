//! The format OPB: linear and nonlinear constraints over variables that are 0 or 1.
//!
//! ```text
//! * #variable= 4 #constraint= 3
//! min: 2 x1 -1 x2 ;
//! +1 x1 +1 ~x3 >= 1 ;
//! @c2 3*x1 - x2 x4 <= +2 ;
//! ```
//!
//! This is the format of the pseudo-Boolean competitions (Roussel and Manquinho, Input/Output
//! Format and Solver Requirements). A **statement** ends with `;`. It is an objective or a
//! constraint. An objective is `min:` or `max:` and a sum. A constraint is a sum, a relation and a
//! number of any length. The relations are `>=`, `<=` and `=`, also written as `≥`, `≤` and `==`.
//! The relations `<`, `>` and `!=` (or `≠`) of toulbar2 and of the general format are accepted too.
//! If there is a `*` at a place at which a statement could begin, the rest of its line is a
//! comment. The module [`reified`] reads VeriPB's arrows.
//!
//! A **sum** is a list of terms. Each term has a sign, a coefficient or both; the first one may
//! have neither: `+1 x1`, `- 2*x1`, `x1 + x2`. Numbers may have decimals, as in Gurobi. Several
//! literals in a term, with or without `*` between them, are a **product**. A **name** is a letter
//! or `_`, followed by letters, digits and signs; more signs are allowed than in VeriPB. As in
//! VeriPB, a constraint may have a label `@name` before it, and an objective on a single line needs
//! no `;`.
//!
//! Texts with two possible meanings are refused:
//! - `x1 x2 >= 1` is a product, or a sum in which a sign is missing. So a product needs a
//!   coefficient or a `*`.
//! - `x1-x2 >= 0` has one name in VeriPB, but looks like a difference to a person. So a `-` is
//!   allowed in a name only if the part before it is not a variable.
//! - In `1 x1 2 >= 1`, the 2 is a constant, or a coefficient whose literal is missing. So a
//!   constant needs a sign before it unless it comes first.
//! - `3x1` is `3 x1`, or a malformed number, since `1e5` is a number.
//! - A line that begins with `*` inside a statement is a comment, or continues a product.

mod reified;
mod terms;

use num_traits::Zero;

use super::comments::{self, Comments};
use super::dimacs::stated_variables;
use super::model_format::{ModelFormat, ends_with};
use super::program::Decimal;
use super::scan::{Scanner, TextSpot, is_blank, text_of};
use super::{
    Integer, LimitExceeded, Literal, ParsedModel, ParsedObjective, Reification, RowForm,
    competition_number,
};
use crate::model::{Relation, Sense};
use crate::problem::Competition;
use crate::source::{Refusal, Source, is_integer};

use self::reified::strip_literals;
use self::terms::is_in_name;

/// The entry of the format `opb` in the list of formats.
pub(super) const FORMAT: ModelFormat = ModelFormat {
    name: "opb",
    summary: "pseudo-Boolean constraints, linear or with products, and an objective",
    example: "* #variable= 3 #constraint= 2\nmin: 1 x1 +2 x2 +3 x3 ;\n+2 x1 +1 x2 +1 x3 >= 2 ;\n+1 x1 x2 +1 ~x3 <= 1 ;\n",
    competition: Competition::PseudoBoolean,
    endings: &["opb", "pb", "pbo"],
    recognises,
    read: |scanner, _| read(scanner),
};

/// The largest number of literals of a product. A longer product is refused.
const MOST_FACTORS: usize = 1_000;

/// The largest number of bytes of a name, far less than the scanner reads at once. A longer name is
/// refused.
const MOST_NAME: usize = 1_000;

/// The expected text, in words, for the refusal of a text that is neither a term nor a relation.
const TERM: &str =
    "a term like `2 x1` or `-1 ~x2`, or a relation `>=`, `<=`, `=`, `<`, `>` or `!=`";
/// The expected text, in words, for the refusal of a name with characters that are not in ASCII.
const IN_ASCII: &str = "names in ASCII";
/// The expected text, in words, for the refusal of a text in an objective that is not a term.
const OBJECTIVE: &str = "a term like `2 x1` or `-1 ~x2`, or `;`";
/// The expected text, in words, for the refusal of an unknown relation.
const RELATION: &str = "a relation `>=`, `<=`, `=`, `<`, `>` or `!=`";
/// The expected text, in words, for the refusal of a malformed number.
const NUMBER: &str = "a number in digits, with a point if it has decimals";

/// The signs that end a word, as white space does. A `-` does not end a word, since names may
/// contain it.
const ENDS: &[u8] = b";<>=+*~:";

/// Returns whether a file begins like OPB: with a statement, or with the header `* #variable=`. If
/// the file's name has an ending of OPB, the file is OPB, whatever its beginning is. A file with
/// only comments is OPB if its name has such an ending, or if a comment has the word `#variable=`.
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

/// Returns the text from the first statement on. Returns `None` if there are only white space and
/// comments.
pub(super) fn statements(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    while rest.starts_with('*') {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    (!rest.is_empty()).then_some(rest)
}

/// Returns whether a text begins with a statement: with `min:`, `max:` or `preserved:`, or with a
/// complete constraint up to its `;`. In a complete constraint, there are only names, numbers and
/// signs before the first relation, and a number after it. The literals before or after an arrow
/// are not examined. `text` must begin without white space.
pub(super) fn is_statement(text: &str) -> bool {
    let objective = ["min", "max"].iter().find_map(|word| text.strip_prefix(word));
    let keyword = objective.or_else(|| text.strip_prefix("preserved"));
    if keyword.is_some_and(|rest| rest.trim_start().starts_with(':')) {
        return true;
    }
    let Some((first, _)) = text.split_once(';') else { return false };
    let relations = ['<', '>', '=', '!', '≥', '≤', '≠'];
    let Some((sum, bound)) = strip_literals(first).split_once(relations) else { return false };
    let is_sum =
        sum.bytes().all(|byte| is_blank(byte) || is_in_name(byte) || b"+-*~@".contains(&byte));
    let bound = bound.trim_start_matches('=').trim();
    is_sum
        && bound
            .trim_start_matches(['+', '-'])
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

/// Returns whether a text begins with an assignment in the data of other programs, such as `n =
/// 7;`. An assignment has an `=`. The text before its first `=` has none of `<`, `>`, `!`, `:`, `#`
/// and `[`, and no word in it begins with a digit or with `+`, `-`, `~` or `*`. Examines the text
/// up to its first `;`, or all of it if it has none. The constraint `x1 = 1 ;` also counts as an
/// assignment.
pub(super) fn is_setting(text: &str) -> bool {
    let first = text.split_once(';').map_or(text, |(first, _)| first);
    let Some((names, _)) = first.split_once('=') else { return false };
    !names.contains(['<', '>', '!', ':', '#', '['])
        && !names
            .split_whitespace()
            .any(|word| word.starts_with(|c: char| c.is_ascii_digit() || "+-~*".contains(c)))
}

/// Reads a file of OPB. A file without statements is an empty model. Refuses `soft:` and costs in
/// brackets, because they belong to WBO. Refuses lines of DIMACS before the first constraint, a
/// second objective, a second list of preserved variables, and any other text that is not in OPB.
fn read(scanner: &mut Scanner) -> Result<ParsedModel, Refusal> {
    let mut file = OpbStatements::new(scanner);
    while let Some(byte) = file.next()? {
        let start = file.scanner.here();
        if file.written.is_empty() {
            file.refuse_dimacs()?;
        }
        if byte == b'[' {
            let expected = "a constraint without a cost in brackets; only WBO has such costs";
            return Err(file.scanner.unexpected(ENDS, expected));
        }
        match file.keyword()? {
            Some(Keyword::Objective(sense)) => file.objective(sense, start)?,
            Some(Keyword::Soft) => {
                return Err(file.scanner.refusal(
                    "unexpected `soft:`",
                    "constraints without `soft:`, which only WBO has",
                    file.scanner.since(start),
                ));
            }
            Some(Keyword::Preserved) => file.preserved()?,
            None => file.statement(None, start)?,
        }
    }
    file.finish()
}

/// A file of statements, in OPB or WBO, while it is read.
pub(super) struct OpbStatements<'a> {
    pub(super) scanner: &'a mut Scanner,
    /// The model, as far as the file has been read.
    pub(super) written: ParsedModel,
    /// The literals of the current sum. A constant has the entry [`CONSTANT`] instead of a literal.
    lits: Vec<Literal>,
    /// The weight of each literal of `lits`, in the unit of the statement.
    weights: Vec<Integer>,
    /// The weights of the current statement are stored in units of 10^-`decimals`.
    decimals: i32,
    /// The state of the objective while it is read; otherwise `None`.
    open: Option<OpenObjective>,
    /// The literals of the current product.
    factors: Vec<Literal>,
    variables: OpbVariables,
    /// The number of variables that the header states; `None` if it states none.
    declared: Option<u64>,
    /// The facts that comments state. At the end of the file they become remarks.
    comments: Comments,
}

impl OpbStatements<'_> {
    /// Returns an error if the rest of the line belongs to DIMACS. It does in three cases: it
    /// begins with `p cnf` or another line `p`; it is a comment `c` without a `;`; or it has only
    /// whole numbers, of which the last is 0 (an `h` may precede them). Otherwise skips nothing; a
    /// line that is not UTF-8 is not skipped either.
    fn refuse_dimacs(&mut self) -> Result<(), Refusal> {
        let line = self.scanner.lookahead().split(|&byte| byte == b'\n').next().unwrap_or_default();
        let Ok(line) = std::str::from_utf8(line) else { return Ok(()) };
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_clause = words.last() == Some(&"0")
            && words
                .iter()
                .enumerate()
                .all(|(at, word)| is_integer(word) || (at == 0 && *word == "h"));
        let is_header = matches!(words[..], ["p", kind, ..] if KINDS.contains(&kind));
        let is_comment = words.first() == Some(&"c") && !line.contains(';');
        if !(is_clause || is_header || is_comment) {
            return Ok(());
        }
        let (spot, text) = self.scanner.rest_of_line();
        let found = format!("{text}, which belongs to DIMACS, in a file of OPB");
        let expected =
            "statements that end with `;`; in a file of DIMACS, remove the header `* #variable=`";
        Err(self.scanner.refusal(found, expected, spot))
    }
}

/// The words that come after the `p` in files of DIMACS.
const KINDS: &[&str] = &["cnf", "wcnf", "xnf", "knf", "cnf+", "wcnf+", "inccnf"];

/// The entry of `lits` that stands for a constant. No variable has the index 0.
const CONSTANT: Literal = 0;

/// The state of an objective while it is read. An objective without a `;` ends at the end of its
/// first line.
struct OpenObjective {
    /// The line on which the objective begins, from 1.
    line: u64,
    /// How many terms the first line has, and the place of the text after this line. `None` until
    /// that text is reached.
    after_line: Option<(usize, TextSpot)>,
    /// Whether a product begins on the first line and continues on the next one. Then the objective
    /// needs a `;`.
    is_folded: bool,
}

/// The relation of a row to its number.
enum Comparison {
    /// The sum is at least, at most or equal to the number plus the second value. The second value
    /// is -1 for `<`, 1 for `>`, and 0 for `<=`, `>=` and `=`. It is in the unit of the statement,
    /// in which all weights are whole numbers.
    Bound(Relation, i64),
    /// The sum differs from the number.
    Unequal,
}

/// The indices of the variables x1, x2 and so on, by the number in the name. The index is 0 if the
/// variable has not occurred. A look-up of each variable by its name would be too slow.
#[derive(Default)]
struct OpbVariables(Vec<Literal>);

impl OpbVariables {
    /// Returns the index of the variable with this name. Adds a variable if no variable has this
    /// name yet. If the number in the name is much larger than the number of variables, the list
    /// would become too long; then the variable is looked up by its name. Returns an error if there
    /// would be too many variables and products.
    fn number(&mut self, written: &mut ParsedModel, name: &str) -> Result<Literal, LimitExceeded> {
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

/// The number of entries that the list of [`OpbVariables`] may have for each variable and product
/// of the file. A single name like x99999999 must not cost much memory.
const SPARSE: usize = 16;
/// The number of entries that the list of [`OpbVariables`] may have in any file, even if the file
/// has few variables and products.
const FEW: usize = 100_000;

/// A word that begins a statement and is followed by a `:`.
#[derive(Clone, Copy)]
pub(super) enum Keyword {
    /// The word `min` or `max`.
    Objective(Sense),
    /// The word `soft` of WBO. The top follows it.
    Soft,
    /// The word `preserved`. The variables of the projection follow it.
    Preserved,
}

impl<'a> OpbStatements<'a> {
    /// Prepares to read a file from its first byte on.
    pub(super) fn new(scanner: &'a mut Scanner) -> OpbStatements<'a> {
        let (lits, weights, factors) = (Vec::new(), Vec::new(), Vec::new());
        let (written, variables) = (ParsedModel::default(), OpbVariables::default());
        let (decimals, open, declared, comments) = (0, None, None, Comments::default());
        OpbStatements {
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

    /// Skips white space, comments and empty statements, and records the facts that comments state.
    /// Returns the first byte of the next statement without skipping it; `None` at the end of the
    /// file. Refuses a `#` before white space, since it begins a comment in other formats. Refuses
    /// a header with too many variables.
    pub(super) fn next(&mut self) -> Result<Option<u8>, Refusal> {
        loop {
            match self.scanner.skip_blanks()? {
                Some(b'*') => self.comment()?,
                Some(b'#')
                    if self.scanner.lookahead().get(1).is_some_and(|&byte| is_blank(byte)) =>
                {
                    return Err(self.scanner.unexpected(ENDS, "`*` before a comment"));
                }
                Some(b';') => self.scanner.skip(1),
                next => return Ok(next),
            }
        }
    }

    /// Skips a comment, and records the facts that its first [`MOST_BYTES`](comments::MOST_BYTES)
    /// bytes state. If these bytes are not UTF-8, records none. The next byte must be the `*` of
    /// the comment. A comment before the first constraint may be the header, which states the
    /// numbers of variables and constraints. If there are several headers, the first one counts.
    /// Refuses a header with more than 100,000,000 variables, or with a number of more than 10,000
    /// digits. The newline is not skipped.
    fn comment(&mut self) -> Result<(), Refusal> {
        /// The text that comes before the number of variables in a header.
        const VARIABLES: &[u8] = b"#variable=";
        /// The text that comes before the number of constraints in a header.
        const ROWS: &[u8] = b"#constraint=";
        let line = self.scanner.here().place.line;
        self.scanner.skip(1);
        self.scanner.skip_blanks_in_line()?;
        let ahead = self.scanner.lookahead();
        let text =
            ahead[..ahead.len().min(comments::MOST_BYTES)].split(|&byte| byte == b'\n').next();
        if let Some(text) = text.and_then(|text| std::str::from_utf8(text).ok()) {
            self.comments.read(text, line);
        }
        if self.declared.is_none()
            && self.written.is_empty()
            && self.scanner.lookahead().starts_with(VARIABLES)
        {
            self.scanner.skip(VARIABLES.len());
            self.scanner.skip_blanks_in_line()?;
            let start = self.scanner.here();
            if let Some(number) = self.scanner.digits()? {
                let spot = self.scanner.since(start);
                let number = stated_variables(self.scanner, &number, spot)?;
                self.declared = Some(number);
                self.written.record_header_variables(number);
            }
            self.scanner.skip_blanks_in_line()?;
            if self.scanner.lookahead().starts_with(ROWS) {
                self.scanner.skip(ROWS.len());
                self.scanner.skip_blanks_in_line()?;
                if let Some(rows) = self.scanner.digits()? {
                    self.written.record_header_rows(&rows);
                }
            }
        }
        self.scanner.skip_line()
    }

    /// Returns whether an objective is being read and `spot` is after its first line.
    fn is_after_line(&self, spot: TextSpot) -> bool {
        self.open.as_ref().is_some_and(|open| spot.place.line > open.line)
    }

    /// Skips white space and returns the next byte of the statement. Returns `None` at the end of
    /// the file. Also returns `None` at a comment line below the first line of an objective,
    /// because an objective is allowed to end there. Refuses any other line that begins with `*`.
    fn next_in_statement(&mut self) -> Result<Option<u8>, Refusal> {
        let next = self.scanner.skip_blanks()?;
        if next == Some(b'*') && self.scanner.is_first_in_line() {
            let start = self.scanner.here();
            if self.is_after_line(start) {
                return Ok(None);
            }
            self.scanner.skip(1);
            let found = "a line that begins with `*` within a statement";
            let expected =
                "a comment between two statements, or all factors of a product on one line";
            return Err(self.scanner.refusal(found, expected, self.scanner.since(start)));
        }
        Ok(next)
    }

    /// Skips a keyword in small letters and its `:`. The keywords are `min`, `max`, `soft` and
    /// `preserved`; blanks are allowed before the `:`. The first byte of the keyword must be the
    /// next byte. Returns `None`, and skips nothing, if no word with a `:` comes next. Refuses
    /// other words before a `:`, and a second list of preserved variables. Refuses the word `min`
    /// or `max` directly before a number, because its `:` is missing.
    pub(super) fn keyword(&mut self) -> Result<Option<Keyword>, Refusal> {
        let ahead = self.scanner.lookahead();
        let length = ahead.iter().take_while(|&&byte| is_in_name(byte)).count();
        let blanks =
            ahead[length..].iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        let next_byte = ahead.get(length + blanks);
        let is_bare = blanks > 0 && next_byte.is_some_and(u8::is_ascii_digit);
        if is_bare && matches!(&ahead[..length], b"min" | b"max") {
            let expected = format!("`{}:` before an objective", text_of(&ahead[..length]));
            return Err(self.scanner.unexpected(ENDS, &expected));
        }
        if length == 0 || next_byte != Some(&b':') {
            return Ok(None);
        }
        let keyword = match &ahead[..length] {
            b"min" => Some(Keyword::Objective(Sense::Minimise)),
            b"max" => Some(Keyword::Objective(Sense::Maximise)),
            b"soft" => Some(Keyword::Soft),
            b"preserved" if self.written.projection().is_none() => Some(Keyword::Preserved),
            _ => None,
        };
        let word = text_of(&ahead[..length]).to_ascii_lowercase();
        let start = self.scanner.here();
        self.scanner.skip(length + blanks + 1);
        if keyword.is_none() {
            let expected = match &word[..word.len().min(3)] {
                "min" => "`min:`",
                "max" => "`max:`",
                _ if word == "preserved" => "one list of preserved variables",
                _ => {
                    "`min:` or `max:` before an objective, and a label like `@c1` before a constraint"
                }
            };
            return Err(self.scanner.misread(start, expected));
        }
        Ok(keyword)
    }

    /// Reads an objective after its keyword, and sets it. `start` is the place of the keyword.
    /// Refuses a second objective, and any text that is not a sum and its end. An objective without
    /// a `;` ends at the end of the file, or before a comment or label on a later line. If terms
    /// follow on the next line, they may belong to a constraint. Then reads these terms and the
    /// rest of their constraint, and adds the constraint.
    fn objective(&mut self, sense: Sense, start: TextSpot) -> Result<(), Refusal> {
        if self.written.objective().is_some() {
            let spot = self.scanner.since(start);
            return Err(self.scanner.refusal("a second objective", "one objective", spot));
        }
        self.begin();
        self.open =
            Some(OpenObjective { line: start.place.line, after_line: None, is_folded: false });
        self.sum(OBJECTIVE)?;
        let open = self.open.take().expect("an objective is being read");
        match self.scanner.peek()? {
            Some(b';') => self.scanner.skip(1),
            None | Some(b'*' | b'@') => {}
            _ => return self.end_at_first_line(sense, start, &open),
        }
        self.set_objective(sense, start);
        Ok(())
    }

    /// Ends an objective without `;` at the end of its first line, and sets it. `open` has the
    /// number of its terms on that line. The terms after this line belong to a constraint. Reads
    /// the rest of this constraint, which must begin with the relation, and adds the constraint as
    /// a hard row without a name. Refuses the objective if it has no second line, or if a product
    /// continues on the second line.
    fn end_at_first_line(
        &mut self,
        sense: Sense,
        start: TextSpot,
        open: &OpenObjective,
    ) -> Result<(), Refusal> {
        let Some((terms, second_line)) = open.after_line.filter(|_| !open.is_folded) else {
            return Err(self.scanner.unexpected(b";", "`;` after the objective"));
        };
        let rest = (self.lits.split_off(terms), self.weights.split_off(terms));
        self.set_objective(sense, start);
        (self.lits, self.weights) = rest;
        self.finish_statement(None, None, None, second_line)
    }

    /// Sets the objective to the current sum, with its constants, and empties the sum. The unit of
    /// the statement becomes the divisor. `start` is the place of the objective.
    fn set_objective(&mut self, sense: Sense, start: TextSpot) {
        let constant = self.extract_constant();
        let terms = self.weights.drain(..).zip(self.lits.drain(..)).collect();
        let divisor = Decimal::ONE.times_ten_to(self.decimals);
        self.written.set_objective(ParsedObjective {
            sense,
            terms,
            constant,
            divisor,
            place: start.place,
        });
    }

    /// Makes the current sum empty, and its unit 1.
    fn begin(&mut self) {
        self.lits.clear();
        self.weights.clear();
        self.decimals = 0;
    }

    /// Returns `number` in units of 10^-`decimals`. If `number` has more decimals, makes this unit
    /// smaller and converts the weights of the statement.
    fn scale_number(&mut self, number: &Decimal) -> Integer {
        let more = number.decimals() - self.decimals;
        if more > 0 {
            let factor = Decimal::ONE.times_ten_to(more);
            self.weights.iter_mut().for_each(|weight| *weight = &*weight * &factor);
            self.decimals += more;
        }
        number.times_ten_to(self.decimals)
    }

    /// Reads a constraint up to its `;`, with its label and the literals on which it depends, and
    /// adds it. If `cost` is `None`, the constraint must hold; otherwise `cost` is in units of
    /// 10^-`cost_decimals` of the model. `start` is the place at which the constraint begins.
    /// Refuses any other text, and more than 2^32 - 1 literals or rows.
    pub(super) fn statement(
        &mut self,
        cost: Option<Integer>,
        start: TextSpot,
    ) -> Result<(), Refusal> {
        let label = self.label()?;
        self.begin();
        let reified = self.literals_before_arrow()?;
        self.sum(TERM)?;
        self.finish_statement(cost, label, reified, start)
    }

    /// Reads the rest of a constraint, after its sum and up to its `;`, and adds the constraint
    /// with this `cost` and place, as in [`statement`](Self::statement). Moves the constants in the
    /// sum to the other side of the relation. A relation `<` becomes `<=`, and its number becomes
    /// smaller by one unit of the statement. A relation `>` becomes `>=`, and its number becomes
    /// larger by one unit. If `reified` is `None`, also accepts an arrow and literals after the
    /// number. `label` becomes the name of the row. Refuses any other text, and more than 2^32 - 1
    /// literals or rows.
    fn finish_statement(
        &mut self,
        cost: Option<Integer>,
        label: Option<String>,
        reified: Option<Reification>,
        start: TextSpot,
    ) -> Result<(), Refusal> {
        let comparison = self.relation()?;
        let bound = self.bound()?;
        let reified = match reified {
            None => self.literals_after_arrow()?,
            before => before,
        };
        let bound = &self.scale_number(&bound) - &self.extract_constant();
        self.semicolon("`;` after the number")?;
        let has_weights = self.weights.iter().any(|weight| *weight != Integer::Small(1));
        let weights = has_weights.then(|| self.weights.drain(..).collect());
        let form = match comparison {
            Comparison::Bound(relation, shift) => RowForm::Sum(relation, &bound + &shift.into()),
            Comparison::Unequal => RowForm::Unequal(bound),
        };
        let number = self.written.len();
        let added = self.written.row(form, &self.lits, weights, cost, start.place);
        self.check_limit(added, start)?;
        reified.into_iter().for_each(|reified| self.written.reify(reified));
        if let Some(label) = label {
            self.written.name_rows(number, &label);
        }
        Ok(())
    }

    /// Removes the constants from the current sum and returns their total, in the unit of the
    /// statement.
    fn extract_constant(&mut self) -> Integer {
        if !self.lits.contains(&CONSTANT) {
            return Integer::default();
        }
        let (lits, weights) = (std::mem::take(&mut self.lits), std::mem::take(&mut self.weights));
        let (constants, terms): (Vec<_>, Vec<_>) =
            lits.into_iter().zip(weights).partition(|term| term.0 == CONSTANT);
        (self.lits, self.weights) = terms.into_iter().unzip();
        constants.iter().fold(Integer::default(), |sum, term| &sum + &term.1)
    }

    /// Reads a label and returns it with its `@`. Returns `None` if no label comes next. Refuses a
    /// `@` without a name.
    fn label(&mut self) -> Result<Option<String>, Refusal> {
        if self.next_in_statement()? != Some(b'@') {
            return Ok(None);
        }
        let start = self.scanner.here();
        self.scanner.skip(1);
        let name = text_of(self.scanner.skip_while(is_in_name)).to_owned();
        if name.is_empty() {
            Err(self.scanner.unexpected_from(start, ENDS, "a label like `@c1`"))
        } else {
            Ok(Some(format!("@{name}")))
        }
    }

    /// Skips white space, also over several lines, and then a `;`. Refuses any other text, and the
    /// end of the file; the refusal says that `expected` was expected. Also refuses a comment line
    /// before the `;`; this refusal usually has words of its own instead of `expected`.
    pub(super) fn semicolon(&mut self, expected: &str) -> Result<(), Refusal> {
        match self.next_in_statement()? {
            Some(b';') => {
                self.scanner.skip(1);
                Ok(())
            }
            _ => Err(self.scanner.unexpected(b";", expected)),
        }
    }

    /// Reads a number with at most two signs before it. Returns the number with its place, which
    /// includes the signs. Returns `None` if no number comes next; even then, skips the signs.
    /// Refuses a malformed number, and a number with too many digits.
    pub(super) fn signed_number(&mut self) -> Result<Option<(Decimal, TextSpot)>, Refusal> {
        self.next_in_statement()?;
        let start = self.scanner.here();
        let (_, is_negative) = self.signs()?;
        let number = self.number()?;
        let spot = self.scanner.since(start);
        Ok(number.map(|number| (if is_negative { number.negated() } else { number }, spot)))
    }

    /// Turns an error because of an exceeded limit into a refusal whose place is `start`.
    fn check_limit<T>(
        &mut self,
        added: Result<T, LimitExceeded>,
        start: TextSpot,
    ) -> Result<T, Refusal> {
        added.map_err(|error| self.scanner.too_many(error, start))
    }

    /// Ends reading: adds remarks on comments, sorts the variables, and returns the model. If all
    /// names are like x12, adds the missing variables up to the number of variables in the header.
    /// Adds none if this number is smaller than a number in the names, or much larger than the
    /// number of variables in the file. Refuses more than 100,000,000 variables and products.
    pub(super) fn finish(mut self) -> Result<ParsedModel, Refusal> {
        let has_constant = self.written.objective().is_some_and(|aim| !aim.constant.is_zero());
        let comments = std::mem::take(&mut self.comments);
        comments.notes(has_constant).into_iter().for_each(|note| self.written.remark(note));
        let settled = self.written.sort_variables(self.declared.unwrap_or(0));
        let end = self.scanner.here();
        self.check_limit(settled, end)?;
        Ok(self.written)
    }
}

#[cfg(test)]
mod tests;
