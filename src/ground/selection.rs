//! Selections of rows of a table, in the text of a command line.
//!
//! The text is `all`, `none`, or the names of rows joined by `+`, such as `fixed+parity`. The order
//! of the names does not matter, and a repeated name counts once. Case and blanks matter. Deductions
//! and classes of cuts are selected in this way.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

/// A row of a table from which rows are selected by name.
pub trait SelectableRow: Sized + 'static {
    /// All rows, in the order in which they are used. Their names are distinct.
    const TABLE: &'static [Self];

    /// The word for a row in messages, such as `deduction`.
    const NOUN: &'static str;

    /// Returns the name of the row.
    fn name(&self) -> &'static str;

    /// Returns a summary of the row in one line.
    fn summary(&self) -> &'static str;

    /// Returns the reason why this build lacks the row. In a message, the reason follows the name of
    /// the row. Returns `None` if the build has the row.
    fn missing_reason(&self) -> Option<String> {
        None
    }
}

/// Rows of a table that are used. Its text is read by [`FromStr`] and written by
/// [`Display`](fmt::Display); serde uses the same text.
pub struct Selection<T: 'static>(Vec<&'static T>);

/// The reason why the text of a selection is refused.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[error("{message}")]
pub struct SelectionError {
    /// The refused name: one that this build does not know, or `all` or `none` in a list with other
    /// names.
    pub name: String,
    /// The whole list, as the user wrote it.
    pub list: String,
    /// The message, which lists the names that this build accepts.
    message: String,
}

impl<T: SelectableRow> Selection<T> {
    /// The empty selection, as a constant for callers that need a static reference.
    pub const NONE: &'static Selection<T> = &Selection(Vec::new());

    /// Returns all rows of the table, in order.
    pub fn all() -> Selection<T> {
        T::TABLE.iter().collect()
    }

    /// Returns an empty selection.
    pub fn none() -> Selection<T> {
        Selection(Vec::new())
    }

    /// Returns the selected rows, in the order in which they are used.
    pub fn rows(&self) -> &[&'static T] {
        &self.0
    }

    /// Returns whether the selection has as many rows as the table.
    pub fn are_all(&self) -> bool {
        self.0.len() == T::TABLE.len()
    }

    /// Returns whether the selection has no row.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a row with this name is selected.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|row| row.name() == name)
    }
}

impl<T> FromIterator<&'static T> for Selection<T> {
    fn from_iter<I: IntoIterator<Item = &'static T>>(rows: I) -> Selection<T> {
        Selection(rows.into_iter().collect())
    }
}

impl<T> Clone for Selection<T> {
    fn clone(&self) -> Selection<T> {
        Selection(self.0.clone())
    }
}

impl<T: SelectableRow> Default for Selection<T> {
    /// Returns all rows of the table.
    fn default() -> Selection<T> {
        Selection::all()
    }
}

impl<T: SelectableRow> FromStr for Selection<T> {
    type Err = SelectionError;

    /// Reads a selection: `all`, `none`, or names with `+` between them. Refuses the first name that
    /// this build does not know; an empty name is such a name. Also refuses `all` or `none` among
    /// other names.
    fn from_str(text: &str) -> Result<Selection<T>, SelectionError> {
        match text {
            "all" => return Ok(Selection::all()),
            "none" => return Ok(Selection::none()),
            _ => {}
        }
        let names: Vec<&str> = text.split('+').collect();
        match names.iter().find(|name| available_rows::<T>().all(|row| row.name() != **name)) {
            Some(&unknown) => Err(SelectionError {
                name: unknown.to_owned(),
                list: text.to_owned(),
                message: refusal::<T>(unknown, text),
            }),
            None => Ok(T::TABLE.iter().filter(|row| names.contains(&row.name())).collect()),
        }
    }
}

/// Iterates over the rows of the table that this build has.
fn available_rows<T: SelectableRow>() -> impl Iterator<Item = &'static T> {
    T::TABLE.iter().filter(|row| row.missing_reason().is_none())
}

/// Returns the message for a refused name in a list. It lists the names that this build accepts.
fn refusal<T: SelectableRow>(name: &str, list: &str) -> String {
    let noun = T::NOUN;
    let known_row = T::TABLE.iter().find(|row| row.name() == name);
    let found = match (name, known_row.and_then(SelectableRow::missing_reason)) {
        ("", _) => format!("a {noun} without a name in `{list}`"),
        ("all" | "none", _) => format!("{name} cannot be one of several names, as in `{list}`"),
        (_, Some(reason)) => format!("the {noun} {name} {reason}"),
        (_, None) => format!("no {noun} is called `{name}`"),
    };
    let known: Vec<&str> = available_rows::<T>().map(SelectableRow::name).collect();
    if known.len() < 2 {
        return format!("{found}: write {}", [&["all", "none"], &known[..]].concat().join(" or "));
    }
    format!(
        "{found}: write all, none, or one or more of {} with + between them, such as {}",
        known.join(", "),
        known[..2].join("+")
    )
}

impl<T: SelectableRow> fmt::Display for Selection<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.are_none() {
            f.write_str("none")
        } else if self.are_all() {
            f.write_str("all")
        } else {
            f.write_str(&self.0.iter().map(|row| row.name()).collect::<Vec<_>>().join("+"))
        }
    }
}

impl<T: SelectableRow> fmt::Debug for Selection<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|row| row.name())).finish()
    }
}

impl<T: SelectableRow> Serialize for Selection<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de, T: SelectableRow> Deserialize<'de> for Selection<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Selection<T>, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fruit(&'static str);

    impl SelectableRow for Fruit {
        const TABLE: &'static [Fruit] = &[Fruit("apple"), Fruit("mango"), Fruit("plum")];
        const NOUN: &'static str = "fruit";

        fn name(&self) -> &'static str {
            self.0
        }

        fn summary(&self) -> &'static str {
            "something to eat"
        }

        fn missing_reason(&self) -> Option<String> {
            (self.0 == "mango").then(|| "is out of season".to_owned())
        }
    }

    #[test]
    fn a_selection_is_read_as_it_is_written() {
        let read = |text: &str| text.parse::<Selection<Fruit>>();
        for (text, shown) in
            [("all", "all"), ("none", "none"), ("plum", "plum"), ("plum+apple+plum", "apple+plum")]
        {
            let selection = read(text).expect("a selection");
            assert_eq!(selection.to_string(), shown);
            let json = serde_json::to_string(&selection).expect("a text");
            assert_eq!(json, format!("\"{shown}\""));
            let again: Selection<Fruit> = serde_json::from_str(&json).expect("a selection");
            assert_eq!(format!("{again:?}"), format!("{selection:?}"));
        }
        let end = ": write all, none, or one or more of apple, plum with + between them, such as apple+plum";
        for (text, found) in [
            ("apple+nut", "no fruit is called `nut`"),
            ("Apple", "no fruit is called `Apple`"),
            ("apple+", "a fruit without a name in `apple+`"),
            ("", "a fruit without a name in ``"),
            ("apple+all", "all cannot be one of several names, as in `apple+all`"),
            ("mango", "the fruit mango is out of season"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.to_string(), format!("{found}{end}"));
            assert_eq!(error.list, text);
        }
        let nuts = serde_json::from_str::<Selection<Fruit>>("\"nuts\"");
        assert!(nuts.is_err_and(|error| error.to_string().contains("no fruit is called `nuts`")));
    }
}
