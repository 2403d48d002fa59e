//! The labels of variables, as one text: a file of a million variables is no million strings.

use std::fmt::Write;

/// The labels of a model's variables, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    text: String,
    ends: Vec<usize>,
}

impl Labels {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// That of a variable, by its number from 0.
    ///
    /// # Panics
    ///
    /// Behind the last.
    pub fn of(&self, variable: usize) -> &str {
        let start = variable.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[variable]]
    }

    /// All, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|variable| self.of(variable))
    }

    pub(super) fn push(&mut self, label: impl std::fmt::Display) {
        write!(self.text, "{label}").expect("a string takes every text");
        self.ends.push(self.text.len());
    }
}
