//! Encodings, orders and shapes by name.
//!
//! A name means each encoding of that name (`bdd` is in four tables). In `card:bdd`, the option of
//! a table comes before the name. Then only the encoding in that table is meant.

use serde_json::{Value, json};

use crate::cli::prose::wrap;
use crate::cli::suggestions::near_names;
use crate::encode::{EncodingRow, Order, Shape};
use crate::source::{Refusal, quote};

/// Returns whether a name means an encoding. The name can be the encoding's name alone, or the
/// option of its table and then its name, as in `card:bdd`. Upper and lower case letters are the
/// same.
pub(super) fn matches_name(row: EncodingRow, name: &str) -> bool {
    match name.split_once(':') {
        Some((table, name)) => {
            row.option().eq_ignore_ascii_case(table) && row.name().eq_ignore_ascii_case(name)
        }
        None => row.name().eq_ignore_ascii_case(name),
    }
}

/// A kind of choices for which there are no tables of measurements: the orders of literals or the
/// shapes of counters.
#[derive(Clone, Copy)]
pub(super) struct ChoiceList {
    /// The heading above the list of the choices.
    pub heading: &'static str,
    /// The words for one choice of this kind, as a title.
    title: &'static str,
    /// The option that chooses, without dashes.
    pub option: &'static str,
    /// The width of the column of names in the list, in characters.
    width: usize,
    /// Returns the forms of names, each with its description.
    pub rows: fn() -> Vec<(&'static str, &'static str)>,
    /// Returns the names that refusals list.
    names: fn() -> Vec<&'static str>,
    /// Returns the description of the choice with this name, or `None` if the name is unknown.
    describe: fn(&str) -> Option<&'static str>,
}

/// Both kinds of choices without measurements.
pub(super) const CHOICES: [ChoiceList; 2] = [
    ChoiceList {
        heading: "Literal order",
        title: "Order of literals",
        option: "order",
        width: 17,
        rows: || Order::usages().collect(),
        names: || Order::usages().map(|(name, _)| name).collect(),
        describe: describe_order,
    },
    ChoiceList {
        heading: "Counter shape",
        title: "Shape of counters",
        option: "shape",
        width: 28,
        rows: || SHAPES.to_vec(),
        names: || Shape::USUAL.iter().chain(Shape::ALONG_AT_MOST_ONES).copied().collect(),
        describe: describe_shape,
    },
];

/// The forms of the names of shapes, each with its description. In these forms, LINES is the name
/// of a partition of the board, such as `rows`.
const SHAPES: [(&str, &str); 5] = [
    ("flat", "all literals in one encoding"),
    ("LINES-balanced, LINES-chain", "each line summed, the sums added in a tree or one by one"),
    ("LINES+LINES…-chain", "the same along several partitions at once (rows+columns-chain)"),
    ("amo-flat", "at-most-ones of the model, each as one literal, in one encoding"),
    (
        "amo-balanced, amo-chain",
        "the same literals added in a tree (totalizer) or one by one (knuth)",
    ),
];

/// Returns the description of an order, or `None` for an unknown name. All random orders have the
/// same description.
fn describe_order(name: &str) -> Option<&'static str> {
    let name = if let Ok(Order::Random(_)) = name.parse() { "random:SEED" } else { name };
    Order::usages().find(|(usage, _)| *usage == name).map(|(_, description)| description)
}

/// Returns the description of a shape. Returns `None` for an unknown name, for `auto`, and for a
/// partition of the board into lines that [`Shape::usual_partitions`] does not contain.
fn describe_shape(name: &str) -> Option<&'static str> {
    let shape: Shape = name.parse().ok()?;
    let form = match &shape {
        Shape::Flat => "flat",
        Shape::AtMostOnes => "amo-flat",
        Shape::Lines(lines, _) if lines == &["amo"] => "amo-balanced, amo-chain",
        Shape::Lines(lines, _) if lines.len() > 1 && shape.is_usual() => "LINES+LINES…-chain",
        Shape::Lines(..) if shape.is_usual() => "LINES-balanced, LINES-chain",
        Shape::Lines(..) | Shape::Auto => return None,
    };
    SHAPES.iter().find(|(name, _)| *name == form).map(|(_, description)| *description)
}

impl ChoiceList {
    /// Returns the kind that a word names, in the singular or the plural and in upper or lower
    /// case. Returns `None` for any other word.
    pub fn by_name(word: &str) -> Option<ChoiceList> {
        let lowercase = word.to_lowercase();
        CHOICES
            .into_iter()
            .find(|list| lowercase.strip_suffix('s').unwrap_or(&lowercase) == list.option)
    }

    /// Returns the heading, and a line for each form of names with its description.
    pub fn list_text(&self) -> String {
        let rows = (self.rows)()
            .into_iter()
            .map(|(name, description)| format!("  {name:0$} {description}\n", self.width));
        format!("{}, --{}\n{}", self.heading, self.option, rows.collect::<String>())
    }
}

/// A named choice without measurements: an order or a shape.
pub(super) struct NamedChoice {
    /// The kind of the choice.
    list: ChoiceList,
    /// The name in small letters, without the word for its kind.
    name: String,
    description: &'static str,
}

impl NamedChoice {
    /// Finds an order or a shape by its name. The word for its kind may come before the name, as in
    /// `order:row`. Upper and lower case letters are the same. Returns `None` for any other name.
    /// Also returns `None` for `auto`, which would mean a choice in every table.
    pub fn by_name(name: &str) -> Option<NamedChoice> {
        let lowercase = name.to_lowercase();
        let in_list = lowercase.split_once(':');
        let list_and_name =
            in_list.and_then(|(word, bare)| Some((ChoiceList::by_name(word)?, bare)));
        let (lists, bare) = match list_and_name {
            Some((list, bare)) => (vec![list], bare),
            None => (CHOICES.to_vec(), &lowercase[..]),
        };
        lists.into_iter().filter(|_| bare != "auto").find_map(|list| {
            let description = (list.describe)(bare)?;
            Some(NamedChoice { list, name: bare.to_owned(), description })
        })
    }

    /// Returns the name, the option that chooses it, and the description as text.
    pub fn to_text(&self) -> String {
        let NamedChoice { list: ChoiceList { title, option, .. }, name, description } = self;
        format!("{name}\n  {title}: --{option} {name}\n\n{}\n", wrap(description))
    }

    /// Returns the name, the option that chooses it, and the description as JSON.
    pub fn to_json(&self) -> Value {
        let NamedChoice { list: ChoiceList { title, option, .. }, name, description } = self;
        json!({"title": title, "option": format!("--{option}"), "name": name, "about": description})
    }
}

/// Returns the refusal of a name that means no encoding, order or shape. The refusal lists similar
/// names or, if there are none, all names. The option of a table or list can come before the name,
/// as in `card:bdd`. Then only names in this table or list count as similar.
pub(super) fn unknown_encoding(name: &str) -> Refusal {
    let found = format!("no encoding is called {}", quote(name));
    let (table, bare) = name.split_once(':').unwrap_or(("", name));
    let rows = EncodingRow::all().filter(|row| table.is_empty() || row.option() == table);
    let choices: Vec<&str> = CHOICES
        .iter()
        .filter(|list| table.is_empty() || table == list.option)
        .flat_map(|list| (list.names)())
        .collect();
    let mut near = near_names(
        bare,
        rows.map(EncodingRow::name)
            .chain(EncodingRow::KINDS.into_iter().filter(|_| table.is_empty()))
            .chain(choices),
    );
    near.dedup();
    if !near.is_empty() {
        return Refusal::new(found, near.join(" or "));
    }
    let tables = EncodingRow::OPTIONS.map(|option| {
        let names: Vec<&str> = EncodingRow::for_option(option).map(EncodingRow::name).collect();
        format!("{} (--{option})", names.join(", "))
    });
    let choices = CHOICES.map(|list| format!("{} (--{})", (list.names)().join(", "), list.option));
    Refusal::new(found, [&tables[..], &choices[..]].concat().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_shapes_have_names_with_and_without_their_option() {
        let named =
            |name| NamedChoice::by_name(name).map(|choice| (choice.list.option, choice.name));
        for (name, option, bare) in [
            ("row", "order", "row"),
            ("Order:row", "order", "row"),
            ("random:4", "order", "random:4"),
            ("order:random:4", "order", "random:4"),
            ("flat", "shape", "flat"),
            ("shapes:rows-chain", "shape", "rows-chain"),
        ] {
            assert_eq!(named(name), Some((option, bare.to_owned())), "{name}");
        }
        for name in ["auto", "order:flat", "shape:row", "order:auto", "totalizer", "order:", ":row"]
        {
            assert_eq!(named(name), None, "{name}");
        }
    }
}
