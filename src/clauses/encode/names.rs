//! The names of encodings on the command line, in comparisons and in plans.

use std::collections::BTreeMap;

use quarrel_encodings::{at_most_one, cardinality, integer, parity, pseudo_boolean};

use super::order::OrderError;
use super::shape::ShapeError;
use super::{EncodingRow, Encodings, Room};

/// The name of the option that limits the number of clauses.
const CLAUSE_LIMIT: &str = "clause-limit";

/// The value of an option with which `auto` chooses the encoding.
const AUTO: &str = "auto";

/// The reason why an option that chooses encodings, or its value, is refused.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum EncodingError {
    /// No encoding has this name.
    #[error("no encoding is called `{0}`")]
    Unknown(String),
    /// The order is unknown, or its seed is wrong or missing.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// The shape is unknown, or names a partition twice.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The limit on clauses, given in the field, is not a number.
    #[error("`{0}` is not a number of clauses")]
    Number(String),
    /// No option has this name.
    #[error("no option is called `{0}`")]
    Option(String),
}

/// Returns the encoding with this name. The function `named` looks up the name. Returns `None` if
/// the name is `auto`.
///
/// # Errors
///
/// If no encoding has this name.
fn row<T>(
    name: &str,
    named: fn(&str) -> Option<&'static T>,
) -> Result<Option<&'static T>, EncodingError> {
    let row = named(name);
    if row.is_none() && name != AUTO {
        return Err(EncodingError::Unknown(name.to_owned()));
    }
    Ok(row)
}

impl Encodings {
    /// Returns the options that differ from the defaults, with their values, in alphabetical order.
    /// The names are without dashes. Leaves out a limit that is not a number of clauses, and the
    /// default for at-most-ones. No option can express these two.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        let usual = Encodings::default();
        self.named_options()
            .into_iter()
            .zip(usual.named_options())
            .filter(|(value, usual)| value != usual)
            .map(|(value, _)| value)
            .filter_map(|(option, value)| Some((option, value?)))
            .collect()
    }

    /// Returns all options with their values, in alphabetical order. A value is `None` if it cannot
    /// be written as an option. There are two such values: the default for at-most-ones, which
    /// depends on their length, and a limit that is not a number of clauses.
    fn named_options(&self) -> [(&'static str, Option<String>); 8] {
        let [amo, card, pb, int, xor] = self.names().map(|name| Some(name.to_owned()));
        let clauses = match self.room {
            Room::Clauses(most) => Some(most.to_string()),
            Room::Free | Room::Bytes(_) | Room::Measured(_) => None,
        };
        [
            ("amo", amo.filter(|_| !self.by_length)),
            ("card", card),
            (CLAUSE_LIMIT, clauses),
            ("int", int),
            ("order", Some(self.order.to_string())),
            ("pb", pb),
            ("shape", Some(self.shape.to_string())),
            ("xor", xor),
        ]
    }

    /// Returns the names of the chosen encodings, in the order of [`EncodingRow::OPTIONS`]. A name
    /// is `auto` if `auto` chooses the encodings of this option.
    pub(super) fn names(&self) -> [&'static str; 5] {
        EncodingRow::chosen(self).map(|row| row.map_or(AUTO, EncodingRow::name))
    }

    /// Sets an option, given without dashes, to a value. The value is the name of an encoding or
    /// `auto`, a whole number of clauses, an order or a shape. If the option is `amo`, the encoding
    /// then applies to at-most-ones of all lengths. A refused value changes nothing.
    ///
    /// # Errors
    ///
    /// If the option is unknown, or if the value is not possible for this option. Upper and lower
    /// case differ.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), EncodingError> {
        match option {
            "amo" => {
                self.at_most_one = row(value, at_most_one::by_name)?;
                self.by_length = false;
            }
            "card" => self.cardinality = row(value, cardinality::by_name)?,
            CLAUSE_LIMIT => {
                let most = value.parse().map_err(|_| EncodingError::Number(value.to_owned()))?;
                self.room = Room::Clauses(most);
            }
            "int" => self.integer = row(value, integer::by_name)?,
            "order" => self.order = value.parse()?,
            "pb" => self.pseudo_boolean = row(value, pseudo_boolean::by_name)?,
            "shape" => self.shape = value.parse()?,
            "xor" => self.parity = row(value, parity::by_name)?,
            _ => return Err(EncodingError::Option(option.to_owned())),
        }
        Ok(())
    }
}

impl From<Encodings> for BTreeMap<String, String> {
    fn from(encodings: Encodings) -> BTreeMap<String, String> {
        encodings
            .named_options()
            .into_iter()
            .filter_map(|(option, value)| Some((option.to_owned(), value?)))
            .collect()
    }
}

impl TryFrom<BTreeMap<String, String>> for Encodings {
    type Error = EncodingError;

    fn try_from(options: BTreeMap<String, String>) -> Result<Encodings, EncodingError> {
        let mut encodings = Encodings::default();
        options.iter().try_for_each(|(option, value)| encodings.set(option, value))?;
        Ok(encodings)
    }
}
