//! Names of variables in the output of solvers. *Wanted* variables are those whose values the
//! caller needs.

use std::collections::HashMap;

/// The meaning of a word that should be a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameMeaning {
    /// A wanted variable or its negation.
    Wanted {
        /// The index among the wanted variables, from 0.
        place: usize,
        /// Whether the word names the negation.
        negated: bool,
    },
    /// An unwanted variable of the file.
    Unwanted,
    /// A variable whose value the wanted variables determine.
    Derived,
    /// 0, the end of a list of literals.
    End,
    /// A number larger than the file's number of variables.
    OutOfRange,
    /// No variable of the file.
    Unknown,
}

/// The names of a file's variables.
pub trait Naming {
    /// Returns the number of variables of the file.
    fn variables(&self) -> usize;

    /// Returns the number of wanted variables.
    fn wanted(&self) -> usize;

    /// Returns the meaning of `word`, a possible variable without the sign of a literal. Unless
    /// the variables have names, it is a number.
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

    /// Returns the place of variable `number`, counted from 1, in the list of wanted variables,
    /// counted from 0. Also returns whether the list has the variable's negation. Returns `None` if
    /// the variable is unwanted.
    fn find_by_number(&self, number: usize) -> Option<(usize, bool)> {
        Some((number - 1, false)).filter(|&(place, _)| place < self.wanted())
    }
}

/// Variables known by number. The first `wanted` ones are wanted.
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

/// Variables by number, with a list of wanted literals.
pub struct LiteralNaming {
    /// The number of variables of the file, wanted or not.
    variables: usize,
    /// The number of wanted literals.
    wanted: usize,
    /// For the number of a wanted variable, its index among the wanted literals, and whether the
    /// literal there is negated.
    places: HashMap<usize, (usize, bool)>,
}

impl LiteralNaming {
    /// Returns the naming of the variables 1 to `variables` with the wanted literals.
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

/// Variables by name, with a list of wanted names.
pub struct WordNaming<'a> {
    /// For each wanted name, its index among the wanted names.
    places: HashMap<&'a str, usize>,
    /// Returns whether a name is that of an unwanted variable of the file.
    is_aside: fn(&str) -> bool,
}

impl WordNaming<'_> {
    /// Returns the naming by wanted names. `is_aside` returns whether a name is that of an unwanted
    /// variable of the file.
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

    fn meaning(&self, word: &str) -> NameMeaning {
        match self.places.get(word) {
            Some(&place) => NameMeaning::Wanted { place, negated: false },
            None if (self.is_aside)(word) => NameMeaning::Unwanted,
            None if word == "0" => NameMeaning::End,
            None => NameMeaning::Unknown,
        }
    }
}

/// Returns the number of a variable, which may have an `x` before it. Returns `None` for other
/// words, for numbers with leading zeros, and for those of more than 32 bits.
fn variable_number(word: &str) -> Option<usize> {
    let digits = word.strip_prefix('x').unwrap_or(word);
    let is_plain = digits == "0" || !digits.starts_with('0');
    if !is_plain || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u32>().ok().and_then(|number| usize::try_from(number).ok())
}
