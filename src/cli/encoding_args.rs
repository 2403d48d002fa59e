//! Arguments that choose encodings, for every command that writes a model in clauses.

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::{headings, numbers};
use crate::encode::{EncodingRow, Encodings, Order, Room, Shape, UsedEncodings};

/// The options that choose the encodings of constraints.
#[derive(Args)]
pub(super) struct EncodingArgs {
    /// The encoding of at-most-one constraints; by default pairwise up to 200 literals, then
    /// product. `auto` takes the best known for each
    #[arg(long, value_name = "A", value_parser = name_parser("amo", false), help_heading = headings::ENCODINGS, hide_short_help = true)]
    amo: Option<String>,
    /// The encoding of cardinality constraints and bounds; by default totalizer
    #[arg(long, value_name = "C", value_parser = name_parser("card", false), help_heading = headings::ENCODINGS, hide_short_help = true)]
    card: Option<String>,
    /// The encoding of weighted sums and bounds on them; by default auto, which compares sizes
    #[arg(long, value_name = "P", value_parser = name_parser("pb", false), help_heading = headings::ENCODINGS, hide_short_help = true)]
    pb: Option<String>,
    /// The encoding of integers of a model file; by default auto, which adds order literals if they
    /// make small diagrams
    #[arg(long, value_name = "I", value_parser = name_parser("int", false), help_heading = headings::ENCODINGS, hide_short_help = true)]
    int: Option<String>,
    /// The encoding of parity constraints; by default chain-4
    #[arg(long, value_name = "X", value_parser = name_parser("xor", false), help_heading = headings::ENCODINGS, hide_short_help = true)]
    xor: Option<String>,
    /// The order of the literals in an encoding: auto (the default), natural, row, column,
    /// diagonal, spiral, proximity, occurrence, groups-proximity, groups-occurrence, communities or
    /// random:SEED
    #[arg(long, value_name = "O", help_heading = headings::ENCODINGS, hide_short_help = true)]
    order: Option<Order>,
    /// The shape of the objective's counters, and with amo-… of cardinality constraints.
    ///
    /// auto, the default, is the best known. flat is one counter. rows-chain, rows-balanced,
    /// rows+columns-chain and others follow partitions of the board. amo-flat, amo-chain and
    /// amo-balanced follow at-most-ones of the model.
    #[arg(long, value_name = "P", help_heading = headings::ENCODINGS, hide_short_help = true)]
    shape: Option<Shape>,
    /// Refuse a formula with more clauses, before any is written.
    ///
    /// Without this option, a formula is refused that would exceed the free memory or
    /// --memory-limit.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::at_least::<0>, help_heading = headings::ENCODINGS, hide_short_help = true)]
    clause_limit: Option<u64>,
}

impl EncodingArgs {
    /// Returns whether no option for encodings is given. The limit of clauses does not count.
    pub fn is_empty(&self) -> bool {
        self.given_options().is_empty()
    }

    /// Returns the given options, without dashes, each with its value. The limit of clauses is not
    /// among them, because it chooses no encoding.
    fn given_options(&self) -> Vec<(&'static str, String)> {
        let EncodingArgs { amo, card, pb, int, xor, order, shape, clause_limit: _ } = self;
        let given = [
            ("amo", amo.clone()),
            ("card", card.clone()),
            ("pb", pb.clone()),
            ("int", int.clone()),
            ("xor", xor.clone()),
            ("order", order.map(|order| order.to_string())),
            ("shape", shape.as_ref().map(Shape::to_string)),
        ];
        given.into_iter().filter_map(|(option, value)| Some((option, value?))).collect()
    }

    /// Returns the options that changed nothing: the user gave them, but the formula has no
    /// constraint of the kind that they encode. Each pair has an option without dashes, and the
    /// kind of constraint in words. `settled` are the encodings that the formula uses. Leaves out
    /// options for which `is_default` returns true, because their value comes from the environment
    /// or a file.
    pub fn idle_options(
        &self,
        settled: &UsedEncodings,
        is_default: impl Fn(&str) -> bool,
    ) -> Vec<(&'static str, &'static str)> {
        let given = self.given_options();
        let is_asked =
            |option: &str| given.iter().any(|(one, _)| *one == option) && !is_default(option);
        settled
            .kinds()
            .into_iter()
            .filter(|(option, chosen)| chosen.is_none() && is_asked(option))
            .map(|(option, _)| (option, constraint_kind(option)))
            .collect()
    }

    /// Returns the encodings: the chosen ones, and the default encodings for all options that are
    /// not given. The result also has the limit of clauses, if one is given. The values must be
    /// those that the grammar allows; this method panics at any other value.
    pub fn encodings(&self) -> Encodings {
        let mut encodings = Encodings::default();
        for (option, value) in self.given_options() {
            encodings.set(option, &value).expect("the grammar knows the values");
        }
        encodings.room = self.clause_limit.map_or(encodings.room, Room::Clauses);
        encodings
    }
}

/// Returns in words the kind of constraint that an option encodes. `option` has no dashes. Some
/// options have no kind of their own; for them, returns `constraints`.
fn constraint_kind(option: &str) -> &'static str {
    match option {
        "amo" => "at-most-one constraints",
        "card" => "cardinality constraints or counters",
        "pb" => "sums with weights",
        "int" => "integers of more than two values",
        "xor" => "parity constraints",
        "shape" => "counters that a shape divides",
        _ => "constraints",
    }
}

/// Returns a parser of the values of an option that chooses a kind of encoding. The values are the
/// names of the encodings of this kind and `auto`. If `in_a_list` is true, `all` is a value, too.
/// `option` has no dashes.
pub(super) fn name_parser(option: &str, in_a_list: bool) -> PossibleValuesParser {
    let names = EncodingRow::for_option(option).map(EncodingRow::name);
    PossibleValuesParser::new(names.chain(["auto"]).chain(in_a_list.then_some("all")))
}
