//! The arguments that choose encodings, for every verb that writes a model in clauses.

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::headings;
use crate::encode::{EncodingRow, Encodings, Order, Room, Settled, Shape};

/// How constraints become clauses.
#[derive(Args)]
pub(super) struct EncodingArgs {
    /// The encoding of at-most-one constraints; `auto` takes the best known for each
    #[arg(long, value_name = "A", value_parser = names("amo", false), help_heading = headings::ENCODINGS, hide_short_help = true)]
    amo: Option<String>,
    /// The encoding of cardinality constraints and of bounds
    #[arg(long, value_name = "C", value_parser = names("card", false), help_heading = headings::ENCODINGS, hide_short_help = true)]
    card: Option<String>,
    /// The encoding of sums with weights and of bounds on them; `auto`, the default, goes by the
    /// sizes of the encodings
    #[arg(long, value_name = "P", value_parser = names("pb", false), help_heading = headings::ENCODINGS, hide_short_help = true)]
    pb: Option<String>,
    /// The encoding of parity constraints
    #[arg(long, value_name = "X", value_parser = names("xor", false), help_heading = headings::ENCODINGS, hide_short_help = true)]
    xor: Option<String>,
    /// The order in which literals enter an encoding: auto, natural, row, column, diagonal, spiral,
    /// proximity, occurrence, groups-proximity, groups-occurrence, communities or random:SEED
    #[arg(long, value_name = "O", help_heading = headings::ENCODINGS, hide_short_help = true)]
    order: Option<Order>,
    /// The shape of the objective's counters, and with amo-… of cardinality constraints: auto, the
    /// best known; flat; or along partitions of the board such as rows-chain, rows-balanced or
    /// rows+columns-chain; or along at-most-ones of the model, amo-flat, amo-chain or amo-balanced
    #[arg(long, value_name = "P", help_heading = headings::ENCODINGS, hide_short_help = true)]
    shape: Option<Shape>,
    /// Refuse a formula that would have more clauses, before any is written; without it one that
    /// would not fit into the memory that is free, or into --memory-limit
    #[arg(long, value_name = "N", help_heading = headings::ENCODINGS, hide_short_help = true)]
    clause_limit: Option<u64>,
}

impl EncodingArgs {
    /// Whether nothing is chosen.
    pub fn is_empty(&self) -> bool {
        self.given().is_empty()
    }

    /// The options that are given, each with its value.
    fn given(&self) -> Vec<(&'static str, String)> {
        let EncodingArgs { amo, card, pb, xor, order, shape, clause_limit: _ } = self;
        let given = [
            ("amo", amo.clone()),
            ("card", card.clone()),
            ("pb", pb.clone()),
            ("xor", xor.clone()),
            ("order", order.map(|order| order.to_string())),
            ("shape", shape.as_ref().map(Shape::to_string)),
        ];
        given.into_iter().filter_map(|(option, value)| Some((option, value?))).collect()
    }

    /// What the options that are given would have written and did not, since there was nothing of
    /// the kind: each option with its kind of constraints. `is_default` tells an option that comes
    /// from a default, and that nobody has asked for.
    pub fn idle(
        &self,
        settled: &Settled,
        is_default: impl Fn(&str) -> bool,
    ) -> Vec<(&'static str, &'static str)> {
        let given = self.given();
        let is_asked =
            |option: &str| given.iter().any(|(one, _)| *one == option) && !is_default(option);
        let kinds = settled.kinds().into_iter();
        let idle = kinds.filter(|(option, chosen)| chosen.is_none() && is_asked(option));
        idle.map(|(option, _)| (option, kind(option))).collect()
    }

    /// The encodings chosen, and the defaults for the others.
    pub fn encodings(&self) -> Encodings {
        let mut encodings = Encodings::default();
        for (option, value) in self.given() {
            encodings.set(option, &value).expect("the grammar knows the values");
        }
        encodings.room = self.clause_limit.map_or(encodings.room, Room::Clauses);
        encodings
    }
}

/// What an option chooses the encoding of, in words.
fn kind(option: &str) -> &'static str {
    match option {
        "amo" => "at-most-one constraints",
        "card" => "cardinality constraints or counters",
        "pb" => "sums with weights",
        "xor" => "parity constraints",
        "shape" => "counters that a shape divides",
        _ => "constraints",
    }
}

/// The names of a table's rows, `auto`, and in a list `all`.
pub(super) fn names(option: &str, in_a_list: bool) -> PossibleValuesParser {
    let names = EncodingRow::of(option).map(EncodingRow::name);
    PossibleValuesParser::new(names.chain(["auto"]).chain(in_a_list.then_some("all")))
}
