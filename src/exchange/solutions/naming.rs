//! How the variables of a file are called in a solver's output.

use std::collections::HashMap;

/// The meaning of a word that names a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameMeaning {
    /// One whose value is wanted: its place among those, and whether the word names its negation.
    Wanted {
        /// Its place, from 0.
        place: usize,
        /// Whether its value is the opposite of the word's.
        negated: bool,
    },
    /// Another variable of the file.
    Aside,
    /// Another variable of the file, whose value follows from those that are wanted.
    Derived,
    /// The 0 that ends a list of literals.
    End,
    /// A variable that the file does not have.
    Beyond,
    /// No variable.
    Unknown,
}

/// The names of a file's variables.
pub trait Naming {
    /// How many variables have numbers in the file, wanted or not.
    fn variables(&self) -> usize;

    /// The values of how many variables are wanted.
    fn wanted(&self) -> usize;

    /// Returns the meaning of a word that has no sign of its own.
    fn meaning(&self, word: &str) -> NameMeaning;

    /// Returns the place of a variable by its number in the file, from 1, and whether that place
    /// has the negated value.
    fn numbered(&self, number: usize) -> Option<(usize, bool)> {
        Some((number - 1, false)).filter(|&(place, _)| place < self.wanted())
    }
}

/// Variables by number, the first of which are wanted.
pub struct Numbers {
    /// How many there are.
    pub variables: usize,
    /// The values of how many are wanted, from number 1 on.
    pub wanted: usize,
}

impl Naming for Numbers {
    fn variables(&self) -> usize {
        self.variables
    }

    fn wanted(&self) -> usize {
        self.wanted.min(self.variables)
    }

    fn meaning(&self, word: &str) -> NameMeaning {
        let Some(number) = variable_number(word) else { return NameMeaning::Unknown };
        match number.checked_sub(1) {
            None => NameMeaning::End,
            Some(place) if place >= self.variables => NameMeaning::Beyond,
            Some(place) if place >= self.wanted => NameMeaning::Aside,
            Some(place) => NameMeaning::Wanted { place, negated: false },
        }
    }
}

/// Variables by number, with those literals wanted.
pub struct Literals {
    variables: usize,
    wanted: usize,
    places: HashMap<usize, (usize, bool)>,
}

impl Literals {
    /// Returns the naming of a file in which the wanted variables are these literals.
    pub fn new(variables: usize, literals: &[i32]) -> Literals {
        let places = literals.iter().enumerate();
        let places = places.map(|(place, &literal)| {
            (usize::try_from(literal.unsigned_abs()).unwrap_or(usize::MAX), (place, literal < 0))
        });
        Literals { variables, wanted: literals.len(), places: places.collect() }
    }
}

impl Naming for Literals {
    fn variables(&self) -> usize {
        self.variables
    }

    fn wanted(&self) -> usize {
        self.wanted
    }

    fn meaning(&self, word: &str) -> NameMeaning {
        match variable_number(word) {
            None => NameMeaning::Unknown,
            Some(0) => NameMeaning::End,
            Some(number) if number > self.variables => NameMeaning::Beyond,
            Some(number) => match self.places.get(&number) {
                Some(&(place, negated)) => NameMeaning::Wanted { place, negated },
                None => NameMeaning::Aside,
            },
        }
    }

    fn numbered(&self, number: usize) -> Option<(usize, bool)> {
        self.places.get(&number).copied()
    }
}

/// Variables by name.
pub struct Words<'a> {
    places: HashMap<&'a str, usize>,
    is_aside: fn(&str) -> bool,
}

impl Words<'_> {
    /// Returns the naming of a file with these variables, and others that are not wanted.
    pub fn new(names: &[String], is_aside: fn(&str) -> bool) -> Words<'_> {
        Words { places: names.iter().map(String::as_str).zip(0..).collect(), is_aside }
    }
}

impl Naming for Words<'_> {
    fn variables(&self) -> usize {
        self.places.len()
    }

    fn wanted(&self) -> usize {
        self.places.len()
    }

    fn meaning(&self, word: &str) -> NameMeaning {
        match self.places.get(word) {
            Some(&place) => NameMeaning::Wanted { place, negated: false },
            None if (self.is_aside)(word) => NameMeaning::Aside,
            None if word == "0" => NameMeaning::End,
            None => NameMeaning::Unknown,
        }
    }
}

/// Returns the number that a word is, which may have an `x` before it.
fn variable_number(word: &str) -> Option<usize> {
    let digits = word.strip_prefix('x').unwrap_or(word);
    let is_plain = digits == "0" || !digits.starts_with('0');
    if !is_plain || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u32>().ok().and_then(|number| usize::try_from(number).ok())
}
