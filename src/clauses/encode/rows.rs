//! The encodings of all tables, with the options that choose among them.

use quarrel_encodings::{at_most_one, cardinality, integer, parity, pseudo_boolean};

use super::Encodings;

/// An encoding: a row of one of the five tables.
#[derive(Clone, Copy, Debug)]
pub enum EncodingRow {
    /// An encoding of at-most-ones and exactly-ones, chosen by the option `amo`.
    AtMostOne(&'static at_most_one::AtMostOne),
    /// An encoding of cardinality constraints, chosen by the option `card`.
    Cardinality(&'static cardinality::Cardinality),
    /// An encoding of sums with weights, chosen by the option `pb`.
    Weights(&'static pseudo_boolean::PseudoBoolean),
    /// An encoding of integers, chosen by the option `int`.
    Integer(&'static integer::IntegerEncoding),
    /// An encoding of parities, chosen by the option `xor`.
    Parity(&'static parity::ParityEncoding),
}

impl EncodingRow {
    /// The options that choose an encoding, one for each table, without dashes.
    pub const OPTIONS: [&'static str; 5] = ["amo", "card", "pb", "int", "xor"];

    /// The kinds of constraints in words, in the order of [`OPTIONS`](EncodingRow::OPTIONS).
    pub const KINDS: [&'static str; 5] =
        ["at-most-one", "cardinality", "pseudo-boolean", "integer", "parity"];

    /// Returns the command-line option of a table. `word` is this option or the table's kind, in
    /// upper or lower case. Returns `None` if there is no such table.
    pub fn option_of(word: &str) -> Option<&'static str> {
        let mut named =
            EncodingRow::OPTIONS.into_iter().zip(EncodingRow::KINDS).filter(|(option, kind)| {
                word.eq_ignore_ascii_case(option) || word.eq_ignore_ascii_case(kind)
            });
        named.next().map(|(option, _)| option)
    }

    /// Returns every encoding, table by table: at-most-ones, cardinality constraints, sums with
    /// weights, integers, parities.
    pub fn all() -> impl Iterator<Item = EncodingRow> {
        at_most_one::ALL
            .iter()
            .map(EncodingRow::AtMostOne)
            .chain(cardinality::ALL.iter().map(EncodingRow::Cardinality))
            .chain(pseudo_boolean::ALL.iter().map(EncodingRow::Weights))
            .chain(integer::ALL.iter().map(EncodingRow::Integer))
            .chain(parity::ALL.iter().map(EncodingRow::Parity))
    }

    /// Returns the encodings among which an option chooses, in the order of their table. There are
    /// none if the option is unknown.
    pub fn for_option(option: &str) -> impl Iterator<Item = EncodingRow> {
        EncodingRow::all().filter(move |row| row.option() == option)
    }

    /// Returns the option that chooses this encoding, without dashes: `amo`, `card`, `pb`,
    /// `int` or `xor`.
    pub fn option(self) -> &'static str {
        let [amo, card, pb, int, xor] = EncodingRow::OPTIONS;
        match self {
            EncodingRow::AtMostOne(_) => amo,
            EncodingRow::Cardinality(_) => card,
            EncodingRow::Weights(_) => pb,
            EncodingRow::Integer(_) => int,
            EncodingRow::Parity(_) => xor,
        }
    }

    /// Returns the name by which an option chooses the encoding.
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns the publication in which the encoding was introduced.
    pub fn citation(self) -> &'static str {
        self.texts().1
    }

    /// Returns the description of the encoding, in Markdown.
    pub fn essay(self) -> &'static str {
        self.texts().2
    }

    /// Returns the name, the publication and the description.
    fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            EncodingRow::AtMostOne(row) => (row.name, row.citation, row.essay),
            EncodingRow::Cardinality(row) => (row.name, row.citation, row.essay),
            EncodingRow::Weights(row) => (row.name, row.citation, row.essay),
            EncodingRow::Integer(row) => (row.name, row.citation, row.essay),
            EncodingRow::Parity(row) => (row.name, row.citation, row.essay),
        }
    }

    /// Returns whether the encoding is the default of its option: the first encoding of its table.
    /// Weighted sums and integers have no default encoding.
    pub fn is_default(self) -> bool {
        match self {
            EncodingRow::Weights(_) | EncodingRow::Integer(_) => false,
            row => EncodingRow::for_option(row.option())
                .next()
                .is_some_and(|one| one.name() == row.name()),
        }
    }

    /// Returns the chosen encoding of each table, in the order of
    /// [`OPTIONS`](EncodingRow::OPTIONS). An entry is `None` if `auto` chooses the encoding.
    pub fn chosen(encodings: &Encodings) -> [Option<EncodingRow>; 5] {
        [
            encodings.at_most_one.map(EncodingRow::AtMostOne),
            encodings.cardinality.map(EncodingRow::Cardinality),
            encodings.pseudo_boolean.map(EncodingRow::Weights),
            encodings.integer.map(EncodingRow::Integer),
            encodings.parity.map(EncodingRow::Parity),
        ]
    }

    /// Returns a copy of `encodings` in which this encoding is chosen for its table. An at-most-one
    /// encoding is chosen for all lengths.
    pub fn chosen_in(self, encodings: &Encodings) -> Encodings {
        let mut chosen = encodings.clone();
        match self {
            EncodingRow::AtMostOne(row) => {
                (chosen.at_most_one, chosen.by_length) = (Some(row), false);
            }
            EncodingRow::Cardinality(row) => chosen.cardinality = Some(row),
            EncodingRow::Weights(row) => chosen.pseudo_boolean = Some(row),
            EncodingRow::Integer(row) => chosen.integer = Some(row),
            EncodingRow::Parity(row) => chosen.parity = Some(row),
        }
        chosen
    }
}
