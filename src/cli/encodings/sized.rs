//! The size of a given constraint, such as at most 9 of 57 or a weighted sum, by each encoding.

use std::str::FromStr;

use clap::Args;
use quarrel_encodings::Relation;

use crate::cli::{Failure, numbers};
use crate::encode::Encodings;
use crate::encode::added::{AddedSizes, AddedTable};
use crate::model::{Lit, Model, Parity, Sum, Term};
use crate::search::SearchError;
use crate::source::{Refusal, format_count};
use crate::stop::Stop;

/// The largest number of literals of a constraint. Larger constraints are refused, since measuring
/// them would take too long.
const MOST: usize = 100_000;

/// The options that state a constraint by its bound and its number of literals, or their weights.
#[derive(Args)]
pub(super) struct ConstraintArgs {
    /// Show the size of this constraint by each encoding, or its clauses by the named one: at most
    /// K of the N literals of --of are true
    #[arg(long, value_name = "K", value_parser = parse_size, conflicts_with_all = ["at_least", "exactly", "odd", "even"])]
    at_most: Option<usize>,
    /// Like --at-most, for at least K
    #[arg(long, value_name = "K", value_parser = parse_size, conflicts_with_all = ["exactly", "odd", "even"])]
    at_least: Option<usize>,
    /// Like --at-most, for exactly K
    #[arg(long, value_name = "K", value_parser = parse_size, conflicts_with_all = ["odd", "even"])]
    exactly: Option<usize>,
    /// Like --at-most, for an odd number
    #[arg(long, conflicts_with = "even")]
    odd: bool,
    /// Like --at-most, for an even number
    #[arg(long)]
    even: bool,
    /// The number of literals of the constraint
    #[arg(long, value_name = "N", value_parser = parse_size)]
    of: Option<usize>,
    /// The weights of the literals, instead of --of; K bounds their sum. WxN is a weight of N
    /// literals
    #[arg(long, value_name = "W,...", value_delimiter = ',', conflicts_with = "of")]
    weights: Vec<Weight>,
}

/// Parses a number of literals, or a bound: a whole number from 0 on. The error says which numbers
/// are allowed.
fn parse_size(text: &str) -> Result<usize, String> {
    numbers::in_range::<0, { u64::MAX }, usize>(text)
}

/// A weight of some literals, written `W` for one literal or `WxN` for several.
#[derive(Clone, Copy)]
struct Weight {
    /// The weight of each of these literals, which may be negative.
    weight: i64,
    /// The number of literals that have the weight.
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

/// The requested condition on the true literals of a constraint.
#[derive(Clone, Copy)]
enum Condition {
    /// A bound on the number or on the total weight of the true literals.
    Bound(Relation, usize),
    /// The parity of the number of true literals.
    Parity(Parity),
}

impl Condition {
    /// Returns the option that states the condition.
    fn option(self) -> &'static str {
        match self {
            Condition::Bound(Relation::AtMost, _) => "--at-most",
            Condition::Bound(Relation::AtLeast, _) => "--at-least",
            Condition::Bound(Relation::Exactly, _) => "--exactly",
            Condition::Parity(Parity::Odd) => "--odd",
            Condition::Parity(Parity::Even) => "--even",
        }
    }
}

/// A constraint that the options state by numbers. For each table of encodings that can encode the
/// constraint, there is a model. Each model has the literals as variables, and this constraint as
/// its only statement.
pub(super) struct SizedConstraint {
    /// The constraint in words, such as `at most 9 of 57`.
    pub words: String,
    /// The constraint as a heading, such as `at most 9 of 57 literals`.
    pub heading: String,
    /// The weight of each literal, in the order of the literals; empty if the constraint has no
    /// weights.
    pub weights: Vec<i64>,
    /// The models, each with the option of its table, without dashes.
    pub models: Vec<(&'static str, Model)>,
}

impl ConstraintArgs {
    /// Returns whether the options state neither a condition nor literals, so that there is no
    /// constraint to show.
    pub fn is_empty(&self) -> bool {
        self.condition().is_none() && self.of.is_none() && self.weights.is_empty()
    }

    /// Returns the condition that the options state. Returns `None` if they state none; the grammar
    /// allows at most one.
    fn condition(&self) -> Option<Condition> {
        let at_most = self.at_most.map(|k| Condition::Bound(Relation::AtMost, k));
        let at_least = self.at_least.map(|k| Condition::Bound(Relation::AtLeast, k));
        let exactly = self.exactly.map(|k| Condition::Bound(Relation::Exactly, k));
        let odd = self.odd.then_some(Condition::Parity(Parity::Odd));
        let even = self.even.then_some(Condition::Parity(Parity::Even));
        at_most.or(at_least).or(exactly).or(odd).or(even)
    }

    /// Returns the constraint that the options state. Refuses a condition without literals,
    /// literals without a condition, and more than [`MOST`] literals. Also refuses the parity of
    /// literals with weights, and a bound or weights that are out of range.
    pub fn constraint(&self) -> Result<SizedConstraint, Refusal> {
        let number = match (self.of, &self.weights[..]) {
            (Some(number), _) => number,
            (None, []) => {
                let found = "--at-most, --at-least, --exactly, --odd or --even without literals";
                return Err(Refusal::new(found, "--of N or --weights W,... in addition"));
            }
            (None, weights) => weights.iter().map(|one| one.times).fold(0, usize::saturating_add),
        };
        let Some(asked) = self.condition() else {
            let option = if self.of.is_some() { "--of" } else { "--weights" };
            let expected = "--at-most K, --at-least K, --exactly K, --odd or --even in addition";
            return Err(Refusal::new(format!("{option} without a condition"), expected));
        };
        if number > MOST {
            let found = format!("a constraint of {number} literals");
            return Err(Refusal::new(found, format!("at most {MOST} literals")));
        }
        let mut literals = Model::new();
        let lits: Vec<Lit> = (1..=number)
            .map(|number| literals.labelled_variable(format_args!("x{number}")))
            .collect();
        match asked {
            Condition::Parity(_) if !self.weights.is_empty() => {
                let found = format!("{} of literals with weights", asked.option());
                Err(Refusal::new(
                    found,
                    "--of N instead of --weights, or a bound such as --at-most K",
                ))
            }
            Condition::Parity(parity) => Ok(parity_constraint(parity, &lits, literals)),
            Condition::Bound(relation, bound) if self.weights.is_empty() => {
                count_constraint(asked, relation, bound, &lits, &literals)
            }
            Condition::Bound(relation, bound) => {
                weight_constraint(asked, relation, bound, &self.weights, &lits, literals)
            }
        }
    }
}

/// Returns the constraint that an odd or an even number of `lits` is true. `model` must have these
/// literals as variables, and no statement yet.
fn parity_constraint(parity: Parity, lits: &[Lit], mut model: Model) -> SizedConstraint {
    model.parity("of these", lits.iter().copied(), parity);
    let word = parity.word();
    let number = lits.len();
    SizedConstraint {
        words: format!("{word} of {number}"),
        heading: format!("an {word} number of {}", format_count(number, "literal")),
        weights: Vec::new(),
        models: vec![("xor", model)],
    }
}

/// Returns the constraint that bounds the number of true `lits`. It has models for the tables of
/// cardinality encodings. For at most one and exactly one, it also has models for the tables of
/// at-most-one encodings. `literals` is a model that has these literals as variables, and no
/// statement; it is copied for each table. Refuses a bound above the number of literals. `asked` is
/// the condition whose option the refusal names.
fn count_constraint(
    asked: Condition,
    relation: Relation,
    bound: usize,
    lits: &[Lit],
    literals: &Model,
) -> Result<SizedConstraint, Refusal> {
    let number = lits.len();
    if bound > number {
        let found = format!(
            "{} {bound}, but there are {}",
            asked.option(),
            format_count(number, "literal")
        );
        return Err(Refusal::new(found, format!("a bound of at most {number}")));
    }
    let of = |state: &dyn Fn(&mut Model)| {
        let mut model = literals.clone();
        state(&mut model);
        model
    };
    let lits = || lits.iter().copied();
    let mut models = Vec::new();
    match (relation, bound) {
        (Relation::AtMost, 1) => {
            models.push(("amo", of(&|model| model.at_most_one("of these", lits()))));
        }
        (Relation::Exactly, 1) => {
            models.push(("amo", of(&|model| model.exactly_one("of these", lits()))));
        }
        _ => {}
    }
    models.push(("card", of(&|model| model.cardinality("of these", lits(), relation, bound))));
    let words = relation.words();
    Ok(SizedConstraint {
        words: format!("{words} {bound} of {number}"),
        heading: format!("{words} {bound} of {}", format_count(number, "literal")),
        weights: Vec::new(),
        models,
    })
}

/// Returns the constraint that bounds the total weight of the true `lits`. `weights` are the
/// weights of `lits` in the same order, in runs of equal weights. All runs together must have as
/// many literals as `lits`. `model` must have the literals as variables. Refuses weights of 0 and a
/// bound outside the range of the sum. Also refuses weights if their magnitudes add up to 2⁶³ − 1
/// or more. `asked` is the condition whose option the refusal names.
fn weight_constraint(
    asked: Condition,
    relation: Relation,
    bound: usize,
    weights: &[Weight],
    lits: &[Lit],
    mut model: Model,
) -> Result<SizedConstraint, Refusal> {
    let literal_weights: Vec<i64> =
        weights.iter().flat_map(|one| std::iter::repeat_n(one.weight, one.times)).collect();
    let expected = "weights other than 0 that add up to less than 2^63 - 1";
    let sum =
        Sum::new(literal_weights.iter().zip(lits).map(|(&weight, &atom)| Term { weight, atom }))
            .map_err(|error| Refusal::new(format!("--weights: {error}"), expected))?;
    let (least, largest) = (sum.least(), sum.largest());
    let bound = i64::try_from(bound).unwrap_or(i64::MAX);
    if !(least..=largest).contains(&bound) {
        let found = format!("{} {bound}, but sums range from {least} to {largest}", asked.option());
        return Err(Refusal::new(found, "a bound in this range"));
    }
    model.linear("of these", sum, relation, bound);
    let range = if least == 0 {
        format!("of {largest}")
    } else {
        format!("in the range {least} to {largest}")
    };
    let literals = format_count(lits.len(), "literal");
    let words = format!("a total weight of {} {bound} {range} ({literals})", relation.words());
    Ok(SizedConstraint {
        heading: words.clone(),
        words,
        weights: literal_weights,
        models: vec![("pb", model)],
    })
}

impl SizedConstraint {
    /// Measures the size of the constraint by encodings. If `table` (the option of a table, without
    /// dashes) is given, measures the encodings of this table, and refuses a table that cannot
    /// encode the constraint. Otherwise, measures the encodings of all tables that can encode it.
    /// Counts at most 4 million clauses for each encoding. If `stop` is reached, sizes that were
    /// not yet measured are marked as stopped. Fails if memory is short.
    pub fn measure(
        &self,
        table: Option<&'static str>,
        stop: &Stop,
    ) -> Result<Vec<AddedTable>, Failure> {
        let mut tables = Vec::new();
        for (_, model) in
            self.models.iter().filter(|(option, _)| table.is_none_or(|table| table == *option))
        {
            let added = AddedSizes::measure(model, &Encodings::default(), stop);
            tables.extend(added.map_err(SearchError::from)?.tables);
        }
        match table {
            Some(table) if tables.is_empty() => Err(self.unsuited_table(table).into()),
            _ => Ok(tables),
        }
    }

    /// Returns the refusal of a table that does not encode the constraint. `table` is its option,
    /// without dashes.
    pub fn unsuited_table(&self, table: &str) -> Refusal {
        let expected = match table {
            "amo" => "--at-most 1 or --exactly 1, and --of N",
            "card" => "--at-most K, --at-least K or --exactly K, and --of N",
            "pb" => "--at-most K, --at-least K or --exactly K, and --weights W,...",
            "int" => {
                "another table; --int is for the integers of a model file, as in --family model FILE"
            }
            _ => "--odd or --even, and --of N",
        };
        Refusal::new(format!("no encoding of --{table} writes {}", self.words), expected)
    }
}
