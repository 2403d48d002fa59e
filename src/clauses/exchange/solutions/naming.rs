//! The names of variables in the output of solvers. The caller needs the values of some variables,
//! which are called *wanted*.

use std::collections::HashMap;

use crate::exact::Integer;

/// The meaning of a word where a variable is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameMeaning {
    /// A wanted variable or its negation.
    Wanted {
        /// The index among the wanted variables, from 0.
        place: usize,
        /// Whether the word names the negation.
        negated: bool,
    },
    /// A variable of the file that is not wanted.
    Unwanted,
    /// A variable that is not wanted, and whose value the wanted variables determine.
    Derived,
    /// An integer variable, which is a sum of wanted variables.
    Integer,
    /// The word `0`, which is the end of a list of literals.
    End,
    /// A number larger than the file's number of variables.
    OutOfRange,
    /// Not a variable of the file.
    Unknown,
}

/// The way in which variables of a file are named in a solver's output, and which of them are
/// wanted.
pub trait Naming {
    /// Returns the number of variables of the file, wanted or not.
    fn variables(&self) -> usize;

    /// Returns the number of variables for messages, in which an integer counts as one.
    fn variables_of_file(&self) -> usize {
        self.variables()
    }

    /// Returns the number of wanted variables.
    fn wanted(&self) -> usize;

    /// Returns the meaning of `word`, which is a literal without its sign. By default, `word` is
    /// expected to be the number of a variable, with or without an `x` before it:
    ///
    /// - A number from 1 to [`variables`](Naming::variables) is `Wanted` or `Unwanted`, as
    ///   [`find_by_number`](Naming::find_by_number) decides.
    /// - `0` and `x0` are `End`.
    /// - A number above [`variables`](Naming::variables) is `OutOfRange`.
    /// - A number with leading zeros, a number of more than 32 bits, and any other word are
    ///   `Unknown`.
    ///
    /// A naming by words overrides this method.
    fn meaning(&self, word: &str) -> NameMeaning {
        match variable_number(word) {
            None => NameMeaning::Unknown,
            Some(0) => NameMeaning::End,
            Some(number) if number > self.variables() => NameMeaning::OutOfRange,
            Some(number) => match self.find_by_number(number) {
                Some((place, negated)) => NameMeaning::Wanted { place, negated },
                None => NameMeaning::Unwanted,
            },
        }
    }

    /// Returns the index of a variable in the list of wanted variables, and whether this list has
    /// the variable's negation. `number` is counted from 1, the index from 0. Returns `None` if the
    /// variable is not wanted.
    fn find_by_number(&self, number: usize) -> Option<(usize, bool)> {
        Some((number - 1, false)).filter(|&(place, _)| place < self.wanted())
    }

    /// Returns the wanted variables of which the integer variable `name` is the sum, each by its
    /// index and with its value if the integer has the value `value`. By default, there is no
    /// integer variable.
    ///
    /// # Errors
    ///
    /// If `name` is no integer variable, or `value` is none of its values. The error describes the
    /// values in words.
    fn parts_of_integer(
        &self,
        _name: &str,
        _value: &Integer,
    ) -> Result<Vec<(usize, bool)>, String> {
        Err("no integer variable".to_owned())
    }

    /// Returns the value that a wanted variable of the file has if all variables of the output are
    /// 0. `place` is the index among the wanted variables. Returns `None` if no value follows,
    /// since the variable is a part of an integer that cannot be 0.
    fn value_at_zero(&self, _place: usize) -> Option<bool> {
        Some(false)
    }
}

/// The naming of variables by number, in which the first `wanted` variables are wanted.
pub struct NumberNaming {
    /// The number of variables of the file.
    pub variables: usize,
    /// The number of wanted variables.
    pub wanted: usize,
}

impl Naming for NumberNaming {
    fn variables(&self) -> usize {
        self.variables
    }

    fn wanted(&self) -> usize {
        self.wanted.min(self.variables)
    }
}

/// The naming of variables by number, with a list of the wanted literals.
pub struct LiteralNaming {
    /// The number of variables of the file, wanted or not.
    variables: usize,
    /// The number of wanted literals.
    wanted: usize,
    /// The wanted variables by their numbers. Each entry has the index of the variable in the list
    /// of wanted literals, and whether the literal in this list is negated.
    places: HashMap<usize, (usize, bool)>,
}

impl LiteralNaming {
    /// Returns the naming of the variables 1 to `variables`. The wanted literals are given as
    /// DIMACS numbers. Each variable must occur once, and its number must be between 1 and
    /// `variables`; this is not checked. A negative literal is wanted as the negation of its
    /// variable.
    pub fn new(variables: usize, literals: &[i32]) -> LiteralNaming {
        let places = literals
            .iter()
            .enumerate()
            .map(|(place, &literal)| {
                (
                    usize::try_from(literal.unsigned_abs()).unwrap_or(usize::MAX),
                    (place, literal < 0),
                )
            })
            .collect();
        LiteralNaming { variables, wanted: literals.len(), places }
    }
}

impl Naming for LiteralNaming {
    fn variables(&self) -> usize {
        self.variables
    }

    fn wanted(&self) -> usize {
        self.wanted
    }

    fn find_by_number(&self, number: usize) -> Option<(usize, bool)> {
        self.places.get(&number).copied()
    }
}

/// The naming of variables by name, with a list of the wanted names.
pub struct WordNaming<'a> {
    /// For each wanted name, its index in the list of wanted names.
    places: HashMap<&'a str, usize>,
    /// Returns whether a name belongs to a variable of the file that is not wanted.
    is_aside: fn(&str) -> bool,
}

impl WordNaming<'_> {
    /// Returns the naming with a list of wanted names. `is_aside` must return whether a name
    /// belongs to a variable of the file that is not wanted.
    pub fn new(names: &[String], is_aside: fn(&str) -> bool) -> WordNaming<'_> {
        WordNaming { places: names.iter().map(String::as_str).zip(0..).collect(), is_aside }
    }
}

impl Naming for WordNaming<'_> {
    fn variables(&self) -> usize {
        self.places.len()
    }

    fn wanted(&self) -> usize {
        self.places.len()
    }

    /// Returns `Wanted` for a wanted name; the name is never negated. Returns `Unwanted` for any
    /// other name of a variable of the file. Returns `End` for the word `0` if no variable has this
    /// name. Any other word is `Unknown`.
    fn meaning(&self, word: &str) -> NameMeaning {
        match self.places.get(word) {
            Some(&place) => NameMeaning::Wanted { place, negated: false },
            None if (self.is_aside)(word) => NameMeaning::Unwanted,
            None if word == "0" => NameMeaning::End,
            None => NameMeaning::Unknown,
        }
    }
}

/// Returns the number of a variable from a word, with or without an `x` before the digits. It can
/// be 0. Returns `None` for other words, for numbers with leading zeros, and for numbers of more
/// than 32 bits.
fn variable_number(word: &str) -> Option<usize> {
    let digits = word.strip_prefix('x').unwrap_or(word);
    let is_plain = digits == "0" || !digits.starts_with('0');
    if !is_plain || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u32>().ok().and_then(|number| usize::try_from(number).ok())
}
