//! How large one constraint is by each encoding, for numbers of one's own: at most 9 of 57.

use clap::Args;
use quarrel_encodings::cardinality::Relation;
use serde_json::{Value, json};

use super::added::{Added, Cost, Table};
use crate::cli::Failure;
use crate::encode::Encodings;
use crate::model::Model;
use crate::source::Refusal;

/// The most literals that are measured: beyond, it takes longer than anybody waits.
const MOST: usize = 100_000;

/// A constraint by its numbers.
#[derive(Args)]
pub(super) struct Sized {
    /// Show how large this constraint is by each encoding: at most K of the N literals of --of are
    /// true
    #[arg(long, value_name = "K", requires = "of", conflicts_with_all = ["at_least", "exactly"])]
    at_most: Option<usize>,
    /// The same for at least K
    #[arg(long, value_name = "K", requires = "of", conflicts_with = "exactly")]
    at_least: Option<usize>,
    /// The same for exactly K
    #[arg(long, value_name = "K", requires = "of")]
    exactly: Option<usize>,
    /// How many literals the constraint has
    #[arg(long, value_name = "N")]
    of: Option<usize>,
}

/// What is measured, and in words.
pub(super) struct Measured {
    words: String,
    tables: Vec<Table>,
}

impl Sized {
    /// Whether no constraint is asked for.
    pub fn is_empty(&self) -> bool {
        self.asked().is_none() && self.of.is_none()
    }

    /// The option, what it says in words, the relation and the bound.
    fn asked(&self) -> Option<(&'static str, &'static str, Relation, usize)> {
        let at_most = self.at_most.map(|k| ("--at-most", "at most", Relation::AtMost, k));
        let at_least = self.at_least.map(|k| ("--at-least", "at least", Relation::AtLeast, k));
        let exactly = self.exactly.map(|k| ("--exactly", "exactly", Relation::Exactly, k));
        at_most.or(at_least).or(exactly)
    }

    /// Measures the constraint by each row of the tables that have it.
    pub fn measure(&self) -> Result<Measured, Failure> {
        let number = self.of.unwrap_or_default();
        let Some((option, words, relation, bound)) = self.asked() else {
            let expected = "--at-most K, --at-least K or --exactly K with it";
            return Err(Refusal::new(format!("--of {number} without a bound"), expected).into());
        };
        if number > MOST {
            let found = format!("--of {number}");
            return Err(Refusal::new(found, format!("at most {MOST} literals")).into());
        }
        if bound > number {
            let found = format!("{option} {bound}, and there are {number} literals");
            return Err(Refusal::new(found, format!("a bound of at most {number}")).into());
        }
        let mut model = Model::new();
        let lits: Vec<_> = (1..=number).map(|number| model.named(number)).collect();
        match (relation, bound) {
            (Relation::AtMost, 1) => model.at_most_one("of these", lits.iter().copied()),
            (Relation::Exactly, 1) => model.exactly_one("of these", lits.iter().copied()),
            _ => {}
        }
        model.cardinality("of these", lits, relation, bound);
        let added = Added::measure(&model, None, &Encodings::default())?;
        Ok(Measured { words: format!("{words} {bound} of {number}"), tables: added.into_tables() })
    }
}

impl Measured {
    pub fn in_text(&self) -> String {
        let tables: Vec<String> =
            self.tables.iter().map(|table| self.table_in_text(table)).collect();
        tables.join("\n")
    }

    fn table_in_text(&self, table: &Table) -> String {
        let text = format!("{} ({}), {}:\n", table.title, table.flag, self.words);
        text + &table.lines()
    }

    pub fn in_json(&self) -> String {
        let row = |&(name, cost): &(&str, Cost)| {
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
        let table = |table: &Table| {
            json!({
                "title": table.title,
                "option": table.flag,
                "rows": table.rows.iter().map(row).collect::<Value>(),
            })
        };
        format!("{:#}\n", json!({"tables": self.tables.iter().map(table).collect::<Value>()}))
    }
}
