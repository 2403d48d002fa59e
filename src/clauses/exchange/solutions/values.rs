//! The values of wanted variables in a solver's output. A list can contain a literal several times,
//! but a table must have each variable only once.

use num_traits::FromPrimitive;

use super::{
    DerivedValue, NameMeaning, Naming, OutputFault, PrintedObjective, Solution, SolverClaim,
};
use crate::exact::Integer;
use crate::source::quote;

/// The greatest accepted distance of a value from 0 or 1. Solvers compute values with rounding, so
/// a value that is closer than this distance to 0 or 1 counts as 0 or 1.
const TOLERANCE: f64 = 1e-4;

/// The values of wanted variables that have been read so far.
pub(super) struct WantedValues<'n> {
    pub naming: &'n dyn Naming,
    /// The value of each wanted variable, by its index; `None` if no value has been read yet.
    values: Vec<Option<bool>>,
    /// The printed values of variables that the wanted variables determine, in the order of the
    /// output.
    derived: Vec<DerivedValue>,
    /// A sentence about the first integer whose printed value is none of its values.
    excluded: Option<String>,
}

impl<'n> WantedValues<'n> {
    /// Creates the values, of which none has been read.
    pub fn new(naming: &'n dyn Naming) -> WantedValues<'n> {
        let (values, derived) = (vec![None; naming.wanted()], Vec::new());
        WantedValues { naming, values, derived, excluded: None }
    }

    /// Reads a literal, or an integer with its value, such as `x=7`. The sign of a negated literal
    /// is `-` or `~`. Stores the value of its variable if this variable is wanted or determined by
    /// wanted variables. A determined variable can have several values, which are all stored and
    /// not compared. Returns whether the word is the 0 that ends a list; this word stores nothing.
    /// Fails if the word is not a variable of the file, or if a wanted variable would be both true
    /// and false; its first value then stays.
    pub fn read_literal<'a>(&mut self, word: &'a str) -> Result<bool, OutputFault<'a>> {
        if let Some((name, value)) = word.rsplit_once('=')
            && self.naming.meaning(word) == NameMeaning::Unknown
        {
            match (self.naming.meaning(name), value) {
                (NameMeaning::Integer, "") => return Err(refuse_without_value(name, word)),
                (NameMeaning::Integer, _) => {
                    self.set_integer(name, value, word)?;
                    return Ok(false);
                }
                (NameMeaning::Wanted { .. }, "1") => return self.read_literal_of(name, true, word),
                (NameMeaning::Wanted { .. }, "0") => {
                    return self.read_literal_of(name, false, word);
                }
                _ => {}
            }
        }
        let (plain, is_true) = self.split_sign(word);
        self.read_literal_of(plain, is_true, word)
    }

    /// Stores the value of a variable, as [`read_literal`](Self::read_literal) does. `plain` is its
    /// name, and a failure points to `word`.
    fn read_literal_of<'a>(
        &mut self,
        plain: &str,
        is_true: bool,
        word: &'a str,
    ) -> Result<bool, OutputFault<'a>> {
        match self.naming.meaning(plain) {
            NameMeaning::End => return Ok(true),
            NameMeaning::Unwanted => {}
            NameMeaning::Derived => self.derive(plain, if is_true { 1.0 } else { 0.0 }),
            NameMeaning::Wanted { place, negated } => {
                let value = is_true != negated;
                if self.values[place].is_some_and(|known| known != value) {
                    let found = format!("{} is both true and false", quote(plain));
                    return Err(
                        OutputFault::new(found, "one value for each variable").with_piece(word)
                    );
                }
                self.values[place] = Some(value);
            }
            NameMeaning::Integer => {
                return Err(refuse_without_value(plain, word));
            }
            NameMeaning::OutOfRange | NameMeaning::Unknown => {
                return Err(self.refuse_unknown(plain, word));
            }
        }
        Ok(false)
    }

    /// Sets the wanted variables of which an integer variable is the sum. `value` is rounded to a
    /// whole number if its distance from it is less than [`TOLERANCE`]. Sets none if the number is
    /// not a value of the variable. Fails if `value` is no such number, or if a wanted variable
    /// would be both true and false. The failure points to `word`.
    fn set_integer<'a>(
        &mut self,
        name: &str,
        value: &str,
        word: &'a str,
    ) -> Result<(), OutputFault<'a>> {
        let number = parse_integer(value).ok_or_else(|| {
            let found = format!("{} with the value {value}", quote(name));
            OutputFault::new(found, "a whole number").with_piece(word)
        })?;
        let parts = self.naming.parts_of_integer(name, &number).unwrap_or_else(|values| {
            let why = format!("{} is {number}, but it is {values}", quote(name));
            self.excluded.get_or_insert(why);
            Vec::new()
        });
        for (place, is_true) in parts {
            if self.values[place].replace(is_true).is_some_and(|known| known != is_true) {
                let found = format!("{} has two values", quote(name));
                return Err(OutputFault::new(found, "one value for each variable").with_piece(word));
            }
        }
        Ok(())
    }

    /// Splits a word into its sign, `-` or `~`, and a name. Returns the name, and whether the
    /// literal is positive. If the whole word has a meaning other than `Unknown`, such as a name
    /// that begins with `-`, it is not split. A word that is only a sign is not split either. A
    /// word that is not split counts as positive. At most one sign is removed.
    fn split_sign<'a>(&self, word: &'a str) -> (&'a str, bool) {
        match (self.naming.meaning(word), word.strip_prefix(['-', '~'])) {
            (NameMeaning::Unknown, Some(plain)) if !plain.is_empty() => (plain, false),
            _ => (word, true),
        }
    }

    /// Returns the refusal of `word`, which is not a variable of the file. The refusal points to
    /// `word` in the output. `plain` is the word without the sign of a literal. If `plain` is only
    /// a sign, the refusal says so and advises to check whether the output is cut off. Otherwise,
    /// the refusal names the number of variables of the file.
    fn refuse_unknown<'a>(&self, plain: &str, word: &'a str) -> OutputFault<'a> {
        if matches!(plain, "-" | "~") {
            let found = format!("the sign {} without a variable", quote(plain));
            return OutputFault::new(
                found,
                "whole lines of literals; check whether the output is cut off",
            )
            .with_piece(word);
        }
        let found = format!("there is no variable {} in the file", quote(plain));
        let expected = match self.naming.variables_of_file() {
            1 => "the output for this file, which has 1 variable".to_owned(),
            number => format!("the output for this file, which has {number} variables"),
        };
        OutputFault::new(found, expected).with_piece(word)
    }

    /// Reads the value of a column, and stores it if the variable is wanted or determined by wanted
    /// variables. The value of a wanted variable is rounded to 0 or 1 if its distance from that
    /// number is less than [`TOLERANCE`]. It is negated if the negation of the variable is wanted.
    /// The values of a determined variable are stored as they are, even if there are several. Fails
    /// in these cases:
    ///
    /// - The name is not a variable of the file.
    /// - The value is not a finite number.
    /// - A wanted variable has another value than 0 or 1.
    /// - A wanted variable has two values, even equal ones. Then the new value is stored before the
    ///   failure.
    pub fn read_column<'a>(
        &mut self,
        name: &'a str,
        value: &'a str,
    ) -> Result<(), OutputFault<'a>> {
        let number = self::parse_number(value)?;
        let (place, negated) = match self.naming.meaning(name) {
            NameMeaning::Wanted { place, negated } => (place, negated),
            NameMeaning::Unwanted => return Ok(()),
            NameMeaning::Derived => {
                self.derive(name, number);
                return Ok(());
            }
            NameMeaning::Integer => return self.set_integer(name, value, name),
            _ => return Err(self.refuse_unknown(name, name)),
        };
        let is_true = match number {
            number if number.abs() < TOLERANCE => false,
            number if (number - 1.0).abs() < TOLERANCE => true,
            _ => {
                let found = format!("{} with the value {value}", quote(name));
                return Err(OutputFault::new(found, "0 or 1 for every variable").with_piece(value));
            }
        };
        if self.values[place].replace(is_true != negated).is_some() {
            let found = format!("{} has two values", quote(name));
            return Err(OutputFault::new(found, "each variable once").with_piece(name));
        }
        Ok(())
    }

    /// Reads a line that consists of the name of a column and its value.
    pub fn read_line<'a>(&mut self, line: &'a str) -> Result<(), OutputFault<'a>> {
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some(name), Some(value), None) => self.read_column(name, value),
            _ => Err(refuse_line(line)),
        }
    }

    fn derive(&mut self, name: &str, value: f64) {
        self.derived.push(DerivedValue { name: name.to_owned(), value });
    }

    /// Returns `true` if a word is not the name of a variable of the file. Names of variables that
    /// are not wanted also give `false`.
    pub fn is_unknown(&self, word: &str) -> bool {
        self.naming.meaning(word) == NameMeaning::Unknown
    }

    pub fn is_integer(&self, word: &str) -> bool {
        self.naming.meaning(word) == NameMeaning::Integer
    }

    pub fn is_wanted(&self, word: &str) -> bool {
        matches!(self.naming.meaning(word), NameMeaning::Wanted { .. } | NameMeaning::Integer)
    }

    /// Sets the values of the file's variables, in the order of their numbers from 1. Ignores
    /// values of variables that are not wanted.
    pub fn set_all(&mut self, values: impl Iterator<Item = bool>) {
        for (number, value) in (1_usize..).zip(values) {
            if let Some((place, negated)) = self.naming.find_by_number(number) {
                self.values[place] = Some(value != negated);
            }
        }
    }

    /// Sets all variables of the file that have no value to 0. So a wanted negation of such a
    /// variable is true. An integer that cannot be 0 remains without a value.
    pub fn fill(&mut self) {
        for number in 1..=self.naming.variables() {
            if let Some((place, negated)) = self.naming.find_by_number(number)
                && self.values[place].is_none()
            {
                let value = self.naming.value_at_zero(place);
                self.values[place] = value.map(|is_true| is_true != negated);
            }
        }
    }

    /// Returns the content of an output with these values. Its field `sense` is `None`.
    pub fn into_solution(
        self,
        claim: Option<SolverClaim>,
        objective: Option<PrintedObjective>,
    ) -> Solution {
        let WantedValues { values, derived, excluded, .. } = self;
        Solution { claim, values, derived, excluded, objective, sense: None }
    }
}

/// Returns the refusal of an integer variable without a value, which points to `word`.
fn refuse_without_value<'a>(name: &str, word: &'a str) -> OutputFault<'a> {
    let found = format!("the integer variable {} without a value", quote(name));
    OutputFault::new(found, format!("its value, such as {name}=1")).with_piece(word)
}

/// Returns the refusal of a line that does not consist of a name and a value.
pub(super) fn refuse_line(line: &str) -> OutputFault<'_> {
    OutputFault::new(quote(line), "a name and its value").with_piece(line)
}

/// Reads a whole number of any length, or a decimal number whose distance from a whole number is
/// less than [`TOLERANCE`], which is rounded. Returns `None` for other words, and for a decimal
/// number of more than 2^53, which would not be exact.
fn parse_integer(word: &str) -> Option<Integer> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if let Some(exact) = Integer::from_digits(word.starts_with('-'), digits.as_bytes()) {
        return Some(exact);
    }
    let number = word.parse::<f64>().ok().filter(|number| number.abs() < 9e15)?;
    let rounded = number.round();
    let is_close = (number - rounded).abs() < TOLERANCE;
    if is_close { i64::from_f64(rounded).map(Integer::from) } else { None }
}

/// Reads a finite number. Refuses other words.
pub(super) fn parse_number(word: &str) -> Result<f64, OutputFault<'_>> {
    word.parse::<f64>()
        .ok()
        .filter(|number| number.is_finite())
        .ok_or_else(|| OutputFault::new(quote(word), "a number").with_piece(word))
}

/// Reads the value of the objective as a rounded number. Refuses words that are not a finite
/// number.
pub(super) fn parse_objective(word: &str) -> Result<PrintedObjective, OutputFault<'_>> {
    parse_number(word).map(PrintedObjective::Rounded)
}
