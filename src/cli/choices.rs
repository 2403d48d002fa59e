//! The arguments that choose encodings, for every verb that writes a model in clauses.

use clap::Args;
use clap::builder::PossibleValuesParser;
use quarrel_encodings::{at_most_one, cardinality, parity};

use crate::encode::{Encodings, Order, Shape};

/// How constraints become clauses.
#[derive(Args)]
pub(super) struct Choices {
    /// The encoding of at-most-one constraints
    #[arg(long, value_name = "A", value_parser = PossibleValuesParser::new(at_most_one::ALL.iter().map(|row| row.name)))]
    amo: Option<String>,
    /// The encoding of cardinality constraints and of bounds
    #[arg(long, value_name = "C", value_parser = PossibleValuesParser::new(cardinality::ALL.iter().map(|row| row.name)))]
    card: Option<String>,
    /// The encoding of parity constraints
    #[arg(long, value_name = "X", value_parser = PossibleValuesParser::new(parity::ALL.iter().map(|row| row.name)))]
    xor: Option<String>,
    /// The order in which literals enter an encoding: natural, row, column, diagonal, spiral,
    /// proximity or random:SEED
    #[arg(long, value_name = "O")]
    order: Option<Order>,
    /// The shape of the objective's counters: flat, or along partitions of the board such as
    /// rows-chain, rows-balanced or rows+columns-chain
    #[arg(long, value_name = "P")]
    shape: Option<Shape>,
}

impl Choices {
    /// The encodings chosen, and the defaults for the others.
    pub fn encodings(&self) -> Encodings {
        let Encodings { at_most_one, cardinality, parity, order, shape } = Encodings::default();
        Encodings {
            at_most_one: self.amo.as_deref().and_then(at_most_one::named).unwrap_or(at_most_one),
            cardinality: self.card.as_deref().and_then(cardinality::named).unwrap_or(cardinality),
            parity: self.xor.as_deref().and_then(parity::named).unwrap_or(parity),
            order: self.order.unwrap_or(order),
            shape: self.shape.clone().unwrap_or(shape),
        }
    }
}
