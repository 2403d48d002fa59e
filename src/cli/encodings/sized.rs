//! The size of a given constraint, such as at most 9 of 57 or a weighted sum, by each encoding.

use std::str::FromStr;

use clap::Args;
use quarrel_encodings::cardinality::Relation;
use serde_json::{Value, json};

use super::added::lines;
use crate::cli::{Failure, numbers};
use crate::encode::Encodings;
use crate::encode::added::{Added, AddedCost, AddedTable};
use crate::model::{Lit, Model, Sum, Term};
use crate::search::SearchError;
use crate::source::Refusal;

/// The largest number of literals of a constraint. Larger constraints are refused, since measuring
/// them would take too long.
const MOST: usize = 100_000;

/// The options that state a constraint by its bound and its number of literals, or their weights.
#[derive(Args)]
pub(super) struct Sized {
    /// Show the size of this constraint by each encoding: at most K of the N literals of --of are
    /// true
    #[arg(long, value_name = "K", value_parser = size, conflicts_with_all = ["at_least", "exactly"])]
    at_most: Option<usize>,
    /// Like --at-most, for at least K
    #[arg(long, value_name = "K", value_parser = size, conflicts_with = "exactly")]
    at_least: Option<usize>,
    /// Like --at-most, for exactly K
    #[arg(long, value_name = "K", value_parser = size)]
    exactly: Option<usize>,
    /// The number of literals of the constraint
    #[arg(long, value_name = "N", value_parser = size)]
    of: Option<usize>,
    /// The weights of the literals, instead of --of; K bounds their sum. WxN is a weight of N
    /// literals
    #[arg(long, value_name = "W,...", value_delimiter = ',', conflicts_with = "of")]
    weights: Vec<Weight>,
}

fn size(text: &str) -> Result<usize, String> {
    numbers::between::<0, { u64::MAX }, usize>(text)
}

#[derive(Clone, Copy)]
struct Weight {
    weight: i64,
    times: usize,
}

impl FromStr for Weight {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Weight, &'static str> {
        let expected = "write a whole number of 64 bits, or 7x20 for 20 literals of weight 7";
        let (weight, times) = text.split_once('x').unwrap_or((text, "1"));
        let weight = weight.trim().parse().map_err(|_| expected)?;
        let times = times.trim().parse().map_err(|_| expected)?;
        Ok(Weight { weight, times })
    }
}

pub(super) struct Measured {
    words: String,
    tables: Vec<AddedTable>,
}

impl Sized {
    pub fn is_empty(&self) -> bool {
        self.asked().is_none() && self.of.is_none() && self.weights.is_empty()
    }

    fn asked(&self) -> Option<AskedBound> {
        let at_most = self.at_most.map(|k| ("--at-most", "at most", Relation::AtMost, k));
        let at_least = self.at_least.map(|k| ("--at-least", "at least", Relation::AtLeast, k));
        let exactly = self.exactly.map(|k| ("--exactly", "exactly", Relation::Exactly, k));
        at_most.or(at_least).or(exactly)
    }

    pub fn measure(&self) -> Result<Measured, Failure> {
        let number = match (self.of, &self.weights[..]) {
            (Some(number), _) => number,
            (None, []) => {
                let found = "--at-most, --at-least or --exactly without literals";
                return Err(Refusal::new(found, "--of N or --weights W,... with it").into());
            }
            (None, weights) => weights.iter().map(|one| one.times).fold(0, usize::saturating_add),
        };
        let Some(asked) = self.asked() else {
            let option = if self.of.is_some() { "--of" } else { "--weights" };
            let expected = "--at-most K, --at-least K or --exactly K with it";
            return Err(Refusal::new(format!("{option} without a bound"), expected).into());
        };
        if number > MOST {
            let found = format!("a constraint of {number} literals");
            return Err(Refusal::new(found, format!("at most {MOST} literals")).into());
        }
        let mut model = Model::new();
        let lits: Vec<Lit> = (1..=number).map(|number| model.named(number)).collect();
        let words = if self.weights.is_empty() {
            counted(asked, &lits, &mut model)?
        } else {
            weighted(asked, &self.weights, &lits, &mut model)?
        };
        let added = Added::measure(&model, &Encodings::default()).map_err(SearchError::from)?;
        Ok(Measured { words, tables: added.tables })
    }
}

/// A requested bound: its option's name, its relation in words, its relation and its number.
type AskedBound = (&'static str, &'static str, Relation, usize);

/// Adds a cardinality constraint to the model, and returns its bound in words. Refuses a bound
/// above the number of literals.
fn counted(
    (option, words, relation, bound): AskedBound,
    lits: &[Lit],
    model: &mut Model,
) -> Result<String, Refusal> {
    let number = lits.len();
    if bound > number {
        let found = format!("{option} {bound}, but there are {number} literals");
        return Err(Refusal::new(found, format!("a bound of at most {number}")));
    }
    match (relation, bound) {
        (Relation::AtMost, 1) => model.at_most_one("of these", lits.iter().copied()),
        (Relation::Exactly, 1) => model.exactly_one("of these", lits.iter().copied()),
        _ => {}
    }
    model.cardinality("of these", lits.iter().copied(), relation, bound);
    Ok(format!("{words} {bound} of {number}"))
}

/// Adds a bound on a weighted sum to the model, and returns it in words. Refuses a bound outside
/// the range of the sum.
fn weighted(
    (option, words, relation, bound): AskedBound,
    weights: &[Weight],
    lits: &[Lit],
    model: &mut Model,
) -> Result<String, Refusal> {
    let each = weights.iter().flat_map(|one| std::iter::repeat_n(one.weight, one.times));
    let terms = each.zip(lits).map(|(weight, &lit)| Term { weight, lit });
    let expected = "weights other than 0 that add up to less than 2^63 - 1";
    let sum =
        Sum::new(terms).map_err(|error| Refusal::new(format!("--weights: {error}"), expected))?;
    let (least, largest) = (sum.least(), sum.largest());
    let bound = i64::try_from(bound).unwrap_or(i64::MAX);
    if !(least..=largest).contains(&bound) {
        let found = format!("{option} {bound}, but sums range from {least} to {largest}");
        return Err(Refusal::new(found, "a bound in this range"));
    }
    model.linear("of these", sum, relation, bound);
    Ok(format!("{words} {bound} of {} weighing up to {largest} together", lits.len()))
}

impl Measured {
    pub fn in_text(&self) -> String {
        self.tables
            .iter()
            .map(|table| {
                let AddedTable { title, option, .. } = table;
                format!("{title} (--{option}), {}:\n{}", self.words, lines(table))
            })
            .collect::<Vec<_>>()
            .join("\n")
    }

    pub fn in_json(&self) -> String {
        let row = |&(name, cost): &(&str, AddedCost)| {
            let size = cost.size();
            let part = |place: usize| size.map(|size| size[place]);
            let size = json!({
                "constraint": self.words,
                "variables": part(0),
                "clauses": part(1),
                "literals": part(2),
            });
            json!({"name": name, "sizes": [size]})
        };
        let table = |table: &AddedTable| {
            json!({
                "title": table.title,
                "option": format!("--{}", table.option),
                "rows": table.rows.iter().map(row).collect::<Value>(),
            })
        };
        format!("{:#}\n", json!({"tables": self.tables.iter().map(table).collect::<Value>()}))
    }
}
