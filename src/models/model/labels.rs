//! Labels of variables. They are stored in one string, since a model can have millions of them.

use std::fmt::Write;

/// The labels of a model's variables, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// All labels, one after the other.
    text: String,
    /// For each label, the index of the byte after its end in `text`.
    ends: Vec<usize>,
}

impl Labels {
    /// Returns the number of labels.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no labels.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the label of the variable with this index, from 0.
    ///
    /// # Panics
    ///
    /// If there is no variable with this index.
    pub fn label(&self, variable: usize) -> &str {
        let start = variable.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[variable]]
    }

    /// Iterates over the labels, in the order of the variables.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|variable| self.label(variable))
    }

    pub(super) fn push(&mut self, label: impl std::fmt::Display) {
        write!(self.text, "{label}").expect("a string accepts every text");
        self.ends.push(self.text.len());
    }
}
