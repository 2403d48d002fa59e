//! The encodings by which the constraints of one formula were written.
//!
//! An encoding is recorded when it writes a constraint, since `auto` can choose a different
//! encoding for each length. So the description of an exported file lists exactly the encodings
//! that wrote it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The encodings that one formula uses, by kind of constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsedEncodings {
    /// The encodings of at-most-ones and exactly-ones.
    pub amo: ChosenNames,
    /// The encodings of cardinality constraints and of an objective's counters.
    pub card: ChosenNames,
    /// The encodings of sums with weights.
    #[serde(default)]
    pub pb: ChosenNames,
    /// The encodings of integers.
    #[serde(default)]
    pub int: ChosenNames,
    /// The encodings of parities.
    pub xor: ChosenNames,
    /// The order in which literals entered the encodings.
    pub order: ChosenNames,
    /// The shape of an objective's counters.
    pub shape: ChosenNames,
}

/// The names of the encodings that were used for one kind of constraints. There can be several if
/// `auto` chose them. As text, they are for example `none`, `ladder` or `ladder and product
/// (auto)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct ChosenNames {
    /// The names in the order of their first use, each once.
    pub names: Vec<String>,
    /// Whether `auto` chose at least one of the encodings.
    pub by_auto: bool,
}

/// The end of the text of chosen names if `auto` chose the encodings.
const BY_AUTO: &str = " (auto)";

/// The text between two chosen names.
const AND: &str = " and ";

impl UsedEncodings {
    /// Adds the names of the encodings, order and shape of another formula, or of later bounds in
    /// the same formula. Each name stays once, in the order of first use. A kind counts as chosen
    /// by `auto` if `auto` chose it in at least one of the two.
    pub fn add(&mut self, other: &UsedEncodings) {
        self.amo.add(&other.amo);
        self.card.add(&other.card);
        self.pb.add(&other.pb);
        self.int.add(&other.int);
        self.xor.add(&other.xor);
        self.order.add(&other.order);
        self.shape.add(&other.shape);
    }

    /// Returns the encodings of each kind, the order and the shape, each with the option that
    /// chooses it.
    pub fn kinds(&self) -> [(&'static str, &ChosenNames); 7] {
        let UsedEncodings { amo, card, pb, int, xor, order, shape } = self;
        [
            ("amo", amo),
            ("card", card),
            ("pb", pb),
            ("int", int),
            ("xor", xor),
            ("order", order),
            ("shape", shape),
        ]
    }
}

impl ChosenNames {
    /// Records that the encoding `name` was used, and whether `auto` chose it.
    pub(super) fn record(&mut self, name: &str, by_auto: bool) {
        if !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
        self.by_auto |= by_auto;
    }

    /// Returns whether no encoding of this kind was used.
    pub fn is_none(&self) -> bool {
        self.names.is_empty()
    }

    fn add(&mut self, other: &ChosenNames) {
        other.names.iter().for_each(|name| self.record(name, other.by_auto));
    }
}

impl fmt::Display for UsedEncodings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.kinds().map(|(kind, chosen)| format!("{kind} {chosen}")).join(", ");
        f.write_str(&kinds)
    }
}

impl fmt::Display for ChosenNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("none");
        }
        write!(f, "{}{}", self.names.join(AND), if self.by_auto { BY_AUTO } else { "" })
    }
}

impl From<ChosenNames> for String {
    fn from(chosen: ChosenNames) -> String {
        chosen.to_string()
    }
}

impl From<String> for ChosenNames {
    /// Reads the text that [`Display`](fmt::Display) writes: `none`, or names with ` and ` between
    /// them, possibly followed by ` (auto)`. The names are not checked.
    fn from(text: String) -> ChosenNames {
        if text == "none" {
            return ChosenNames::default();
        }
        let plain = text.strip_suffix(BY_AUTO);
        let names = plain.unwrap_or(&text).split(AND).map(str::to_owned).collect();
        ChosenNames { names, by_auto: plain.is_some() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_as_it_is_written() {
        for text in ["none", "ladder", "ladder and product (auto)", "rows+columns-chain (auto)"] {
            assert_eq!(ChosenNames::from(text.to_owned()).to_string(), text);
        }
        assert!(ChosenNames::from("none".to_owned()).is_none());
    }
}
