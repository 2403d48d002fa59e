//! Encodings by name: the description of each, its option, and its measurements.
//!
//! A name means each encoding of that name (`bdd` is in four tables); with the option of a table,
//! as in `card:bdd`, only the encoding in that table.

use serde_json::{Value, json};

use super::listing;
use crate::cli::output::pretty_json;
use crate::cli::prose::{paragraphs, without_links, wrapped};
use crate::cli::suggestions::near;
use crate::encode::measured::{
    MeasuredRow, MeasuredTable, MeasuringStopped, OF_STRENGTH, measured,
};
use crate::encode::{EncodingRow, Order, Shape};
use crate::source::{Refusal, quoted};
use crate::stop::Stop;

/// Returns the encodings of this name in any case, or of this table and name as in `card:bdd`.
pub(super) fn rows(name: &str) -> impl Iterator<Item = EncodingRow> {
    EncodingRow::all().filter(move |row| is_named(*row, name))
}

fn is_named(row: EncodingRow, name: &str) -> bool {
    match name.split_once(':') {
        Some((table, name)) => {
            row.option().eq_ignore_ascii_case(table) && row.name().eq_ignore_ascii_case(name)
        }
        None => row.name().eq_ignore_ascii_case(name),
    }
}

pub(super) fn tables(name: &str, stop: &Stop) -> Result<Vec<MeasuredTable>, MeasuringStopped> {
    measured(|row| is_named(row, name), stop)
}

/// A kind of choices without measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChoiceKind {
    Order,
    Shape,
}

impl ChoiceKind {
    pub const ALL: [ChoiceKind; 2] = [ChoiceKind::Order, ChoiceKind::Shape];

    /// Returns the kind that a word names, in the singular or the plural.
    pub fn named(word: &str) -> Option<ChoiceKind> {
        let word = word.to_lowercase();
        let is_named = |kind: &ChoiceKind| word.strip_suffix('s').unwrap_or(&word) == kind.option();
        ChoiceKind::ALL.into_iter().find(is_named)
    }

    /// Returns the option that chooses, without dashes.
    pub fn option(self) -> &'static str {
        match self {
            ChoiceKind::Order => "order",
            ChoiceKind::Shape => "shape",
        }
    }

    fn names(self) -> Vec<&'static str> {
        match self {
            ChoiceKind::Order => Order::usages().map(|(name, _)| name).collect(),
            ChoiceKind::Shape => {
                Shape::USUAL.iter().chain(Shape::ALONG_AT_MOST_ONES).copied().collect()
            }
        }
    }
}

/// A named choice without measurements: an order or a shape.
pub(super) struct NamedChoice {
    title: &'static str,
    option: &'static str,
    name: String,
    about: &'static str,
}

impl NamedChoice {
    /// Finds an order or a shape by name, except `auto`, which every table has.
    pub fn named(name: &str) -> Option<NamedChoice> {
        let name = &name.to_lowercase()[..];
        let in_table = name.split_once(':').filter(|(table, _)| ChoiceKind::named(table).is_some());
        let (table, bare) = in_table.unwrap_or(("", name));
        let order = || {
            let usual = Order::usages().find(|(usage, _)| *usage == bare);
            let (_, about) = usual.or_else(|| {
                let is_random = matches!(name.parse(), Ok(Order::Random(_)));
                Order::usages().find(|(usage, _)| is_random && usage.starts_with("random"))
            })?;
            Some(("Order of literals", "order", about))
        };
        let shape = || {
            let shape: Shape = bare.parse().ok()?;
            Some(("Shape of counters", "shape", listing::about_shape(&shape)?))
        };
        let known = match table {
            _ if bare == "auto" => None,
            "order" => order(),
            "shape" => shape(),
            _ => order().or_else(shape),
        };
        known.map(|(title, option, about)| NamedChoice {
            title,
            option,
            name: bare.to_owned(),
            about,
        })
    }

    pub fn in_text(&self) -> String {
        let NamedChoice { title, option, name, about } = self;
        format!("{name}\n  {title}: --{option} {name}\n\n{}\n", wrapped(about))
    }

    pub fn in_json(&self) -> String {
        let NamedChoice { title, option, name, about } = self;
        let option = format!("--{option}");
        pretty_json(&json!({"title": title, "option": option, "name": name, "about": about}))
    }
}

pub(super) fn unknown(name: &str) -> Refusal {
    let found = format!("no encoding is called {}", quoted(name));
    let (table, bare) = name.split_once(':').unwrap_or(("", name));
    let rows = EncodingRow::all().filter(|row| table.is_empty() || row.option() == table);
    let kinds = EncodingRow::KINDS.into_iter().filter(|_| table.is_empty());
    let choices =
        ChoiceKind::ALL.into_iter().filter(|kind| table.is_empty() || table == kind.option());
    let choices: Vec<&str> = choices.flat_map(ChoiceKind::names).collect();
    let mut near = near(bare, rows.map(EncodingRow::name).chain(kinds).chain(choices));
    near.dedup();
    if !near.is_empty() {
        return Refusal::new(found, near.join(" or "));
    }
    let tables = EncodingRow::OPTIONS.map(|option| {
        let names: Vec<&str> = EncodingRow::of(option).map(EncodingRow::name).collect();
        format!("{} (--{option})", names.join(", "))
    });
    let choices =
        ChoiceKind::ALL.map(|kind| format!("{} (--{})", kind.names().join(", "), kind.option()));
    Refusal::new(found, [&tables[..], &choices[..]].concat().join("; "))
}

pub(super) fn in_text(tables: &[MeasuredTable]) -> String {
    let rows = tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    let mut text = rows.map(|(table, row)| told(table, row)).collect::<Vec<_>>().join("\n");
    if let [first, _, ..] = tables {
        let (option, name) = (first.option, first.rows[0].row.name());
        text += &format!("\n{option}:{name} shows the first of these alone.\n");
    }
    text
}

fn told(table: &MeasuredTable, row: &MeasuredRow) -> String {
    let (option, name) = (table.option, row.row.name());
    let default = if row.row.is_default() { ", the default" } else { "" };
    let mut text = format!(
        "{name}\n  {}: --{option} {name}{default}\n\n{}\n\n",
        table.title,
        paragraphs(row.row.essay())
    );
    let width = table.sizes.iter().map(|words| words.chars().count()).max().unwrap_or(0);
    text += &format!("  {:width$}  variables    clauses   literals\n", "");
    for (words, size) in table.sizes.iter().zip(&row.sizes) {
        text += &match size {
            Some(size) => format!(
                "  {words:width$} {:>10} {:>10} {:>10}\n",
                size.variables, size.clauses, size.literals
            ),
            None => format!("  {words:width$} {:>10}\n", "not possible"),
        };
    }
    if let Some(strength) = row.strength {
        let measured = format!(
            "propagation: {strength}; tested on the consequences of each partial assignment of {OF_STRENGTH} literals"
        );
        text += &format!("{}\n", wrapped(&measured));
    }
    if let Some(models) = &row.models {
        let (mean, constraint) = (models.mean(), table.models);
        text += &format!(
            "  models: {mean:.1} solutions of the clauses per solution of \"{constraint}\", on average\n"
        );
    }
    text += if listing::is_certified(row.row) {
        "  certified: `solve --proof` derives its clauses (tried on small constraints)\n"
    } else {
        "  not certified: `solve --proof` does not derive its clauses\n"
    };
    text
}

pub(super) fn in_json(tables: &[MeasuredTable]) -> String {
    let told = |table: &MeasuredTable, row: &MeasuredRow| {
        let mut object = listing::row_in_json(table, row);
        object["title"] = table.title.into();
        object["option"] = format!("--{}", table.option).into();
        object["default"] = row.row.is_default().into();
        object["essay"] = without_links(row.row.essay()).into();
        object
    };
    let rows = tables.iter().flat_map(|table| table.rows.iter().map(move |row| told(table, row)));
    pretty_json(&json!({"encodings": rows.collect::<Value>()}))
}
