//! Serialization of encodings by their names. An encoding that is in no table can be serialized but
//! not deserialized.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::at_most_one::{self, AtMostOne};
use crate::cardinality::{self, Cardinality};
use crate::integer::{self, IntegerEncoding};
use crate::parity::{self, ParityEncoding};
use crate::pseudo_boolean::{self, PseudoBoolean};

/// A visitor that finds an encoding in its table by name.
struct NameVisitor<T: 'static> {
    /// The kind of constraints in words, for the message about an unknown name.
    kind: &'static str,
    /// Returns the encoding with a name, or `None` if the table has no such encoding.
    look_up: fn(&str) -> Option<&'static T>,
}

impl<T: Copy> Visitor<'_> for NameVisitor<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "the name of an encoding of {} constraints", self.kind)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        let row = (self.look_up)(name);
        row.copied().ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
    }
}

macro_rules! named {
    ($row:ty, $kind:literal, $look_up:path) => {
        impl Serialize for $row {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name)
            }
        }

        impl<'de> Deserialize<'de> for $row {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$row, D::Error> {
                from.deserialize_str(NameVisitor { kind: $kind, look_up: $look_up })
            }
        }
    };
}

named!(AtMostOne, "at-most-one", at_most_one::by_name);
named!(Cardinality, "cardinality", cardinality::by_name);
named!(ParityEncoding, "parity", parity::by_name);
named!(PseudoBoolean, "pseudo-Boolean", pseudo_boolean::by_name);
named!(IntegerEncoding, "integer", integer::by_name);

#[cfg(test)]
mod tests {
    use serde_json::{from_str, to_string};

    use super::*;
    use crate::Relation;
    use crate::measure::{MeasuredConstraint, Strength};

    #[test]
    fn every_row_is_written_as_its_name_and_read_back() {
        for row in at_most_one::ALL {
            let text = to_string(row).expect("a string");
            assert_eq!(text, format!("\"{}\"", row.name));
            assert_eq!(from_str::<AtMostOne>(&text).expect("a row").name, row.name);
        }
        for row in cardinality::ALL {
            let text = to_string(row).expect("a string");
            assert_eq!(text, format!("\"{}\"", row.name));
            assert_eq!(from_str::<Cardinality>(&text).expect("a row").name, row.name);
        }
        for row in parity::ALL {
            let text = to_string(row).expect("a string");
            assert_eq!(text, format!("\"{}\"", row.name));
            assert_eq!(from_str::<ParityEncoding>(&text).expect("a row").name, row.name);
        }
        for row in integer::ALL {
            let text = to_string(row).expect("a string");
            assert_eq!(text, format!("\"{}\"", row.name));
            assert_eq!(from_str::<IntegerEncoding>(&text).expect("a row").name, row.name);
        }
        for row in pseudo_boolean::ALL {
            let text = to_string(row).expect("a string");
            assert_eq!(text, format!("\"{}\"", row.name));
            assert_eq!(from_str::<PseudoBoolean>(&text).expect("a row").name, row.name);
        }
    }

    #[test]
    fn a_name_that_is_in_no_table_is_refused_with_what_was_expected() {
        let refusal =
            from_str::<ParityEncoding>("\"totalizer\"").expect_err("not an encoding of parity");
        let words = "string \"totalizer\", expected the name of an encoding of parity constraints";
        assert!(refusal.to_string().contains(words), "{refusal}");
        from_str::<AtMostOne>("3").expect_err("a number is not a name");
    }

    #[test]
    fn constraints_and_measurements_are_data() {
        let row = cardinality::totalizer::ROW;
        let constraint = MeasuredConstraint::Cardinality(row, Relation::AtMost, 3);
        let text = to_string(&constraint).expect("is data");
        assert_eq!(text, r#"{"cardinality":["totalizer","at-most",3]}"#);
        let read: MeasuredConstraint = from_str(&text).expect("as it was written");
        assert_eq!(read.size(8), constraint.size(8));
        let strength = Strength::of_cardinality(&row, 4).expect("has every form");
        let text = to_string(&strength).expect("is data");
        assert_eq!(from_str::<Strength>(&text).expect("as it was written"), strength);
    }
}
