//! What each encoding adds to the formula of one puzzle.

use std::time::Duration;

use quarrel_encodings::cardinality::Cardinality;
use quarrel_encodings::pseudo_boolean::{self, PseudoBoolean};
use quarrel_encodings::{at_most_one, cardinality, parity};
use serde_json::{Value, json};

use crate::cli::Failure;
use crate::encode::{EncodeRefusal, Encodings, Shape, Tally, encode};
use crate::model::{Model, Statement};
use crate::problem::Exact;
use crate::search::SearchError;
use crate::source::counted;
use crate::stop::Stop;

/// Auxiliary variables, clauses and literals.
type AddedSize = [usize; 3];

/// An encoding that is not written within this time is not measured: it would be too large for a
/// solver as well.
const MOST_TIME: Duration = Duration::from_secs(3);

/// What a row writes.
#[derive(Clone, Copy)]
pub(super) enum AddedCost {
    /// So much.
    Size(AddedSize),
    /// It has no form for such a constraint.
    NoForm,
    /// More than could be measured.
    Beyond,
}

impl AddedCost {
    pub fn size(self) -> Option<AddedSize> {
        match self {
            AddedCost::Size(size) => Some(size),
            AddedCost::NoForm | AddedCost::Beyond => None,
        }
    }

    /// Returns what is left of a whole without a part.
    fn less(self, part: AddedCost) -> AddedCost {
        match (self, part) {
            (AddedCost::Size([a, b, c]), AddedCost::Size([x, y, z])) => {
                AddedCost::Size([a.saturating_sub(x), b.saturating_sub(y), c.saturating_sub(z)])
            }
            (AddedCost::Size(_), part) => part,
            (whole, _) => whole,
        }
    }
}

/// What the rows of each table write for a model's constraints of their kind.
pub(super) struct Added {
    bound: Option<Exact>,
    variables: usize,
    clauses: AddedSize,
    tables: Vec<AddedTable>,
}

/// What the rows of one table write.
pub(super) struct AddedTable {
    pub title: &'static str,
    /// The option that chooses among them.
    pub flag: &'static str,
    constraints: usize,
    pub rows: Vec<(&'static str, AddedCost)>,
}

impl Added {
    /// Measures each row with the other choices as they are in `encodings`.
    pub fn measure(
        model: &Model,
        bound: Option<Exact>,
        encodings: &Encodings,
    ) -> Result<Added, Failure> {
        let clauses = model.only(|statement| matches!(statement, Statement::Clause(_)));
        let clauses = size(&clauses, &flat(encodings))?;
        let tables = [
            at_most_ones(model, encodings)?,
            cardinalities(model, encodings)?,
            weighted(model, encodings)?,
            parities(model, encodings)?,
        ];
        Ok(Added {
            bound,
            variables: model.labels().len(),
            clauses: clauses.size().unwrap_or_default(),
            tables: tables.into_iter().filter(|table| table.constraints > 0).collect(),
        })
    }

    pub fn in_text(&self) -> String {
        let [_, clauses, literals] = self.clauses;
        let bound = self.bound.as_ref().map_or(String::new(), |bound| {
            format!(", with the bound {bound} on the objective; --bound sets another")
        });
        let mut text = format!(
            "{}, {} ({}) that need no encoding{bound}\n",
            counted(self.variables, "variable"),
            counted(clauses, "clause"),
            counted(literals, "literal"),
        );
        for table in &self.tables {
            text +=
                &format!("\n{} ({}), {} of them:\n", table.title, table.flag, table.constraints);
            text += &table.lines();
        }
        text
    }

    /// The tables that have a constraint.
    pub fn into_tables(self) -> Vec<AddedTable> {
        self.tables
    }

    pub fn in_json(&self) -> String {
        let size = |[variables, clauses, literals]: AddedSize| json!({"variables": variables, "clauses": clauses, "literals": literals});
        let row = |&(name, added): &(&str, AddedCost)| json!({"name": name, "added": added.size().map(size)});
        let tables = self.tables.iter().map(|table| {
            json!({
                "title": table.title,
                "option": table.flag,
                "constraints": table.constraints,
                "rows": table.rows.iter().map(row).collect::<Value>(),
            })
        });
        let [_, clauses, literals] = self.clauses;
        let object = json!({
            "bound": self.bound,
            "variables": self.variables,
            "clauses": clauses,
            "literals": literals,
            "tables": tables.collect::<Value>(),
        });
        format!("{object:#}\n")
    }
}

impl AddedTable {
    /// A line for each row, below a header.
    pub fn lines(&self) -> String {
        let width = self.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut text =
            format!("  {:width$} {:>10} {:>10} {:>10}\n", "", "variables", "clauses", "literals");
        for (name, size) in &self.rows {
            text += &match size {
                AddedCost::Size([v, c, l]) => format!("  {name:width$} {v:>10} {c:>10} {l:>10}\n"),
                AddedCost::NoForm => format!("  {name:width$} {:>10}\n", "no form"),
                AddedCost::Beyond => format!("  {name:width$} {:>10}\n", "too large"),
            };
        }
        text
    }
}

/// The size of a model in clauses without its own variables.
fn size(model: &Model, encodings: &Encodings) -> Result<AddedCost, Failure> {
    let stop = Stop::never().after(MOST_TIME);
    match encode(model, encodings, &mut Tally::default(), &stop) {
        Ok(formula) => {
            let variables = formula.variables() - model.labels().len();
            Ok(AddedCost::Size([variables, formula.size.clauses, formula.size.literals]))
        }
        Err(EncodeRefusal::Encoding(quarrel_encodings::Refusal::NoForm { .. })) => {
            Ok(AddedCost::NoForm)
        }
        Err(EncodeRefusal::NoRoom(_)) => Ok(AddedCost::Beyond),
        Err(refusal) if refusal.is_stop() => Ok(AddedCost::Beyond),
        Err(refusal) => Err(SearchError::from(refusal).into()),
    }
}

fn table(
    title: &'static str,
    flag: &'static str,
    model: &Model,
    rows: impl Iterator<Item = (&'static str, Encodings)>,
) -> Result<AddedTable, Failure> {
    let measured = |(name, encodings)| Ok((name, size(model, &encodings)?));
    let rows: Result<_, Failure> = rows.map(measured).collect();
    Ok(AddedTable { title, flag, constraints: model.constraints().len(), rows: rows? })
}

fn at_most_ones(model: &Model, encodings: &Encodings) -> Result<AddedTable, Failure> {
    let model = model
        .only(|statement| matches!(statement, Statement::AtMostOne(_) | Statement::ExactlyOne(_)));
    let of = |row| Encodings { at_most_one: Some(row), by_length: false, ..flat(encodings) };
    let rows = at_most_one::ALL.iter().map(|row| (row.name, of(row)));
    table("At most one, exactly one", "--amo", &model, rows)
}

fn cardinalities(model: &Model, encodings: &Encodings) -> Result<AddedTable, Failure> {
    let is_one = |statement: Statement| matches!(statement, Statement::Cardinality(..));
    let of = |row| Encodings { cardinality: Some(row), ..encodings.clone() };
    let rows = cardinality::ALL.iter().map(|row| (row.name, of(row)));
    let table = table("Cardinality", "--card", &model.only(is_one), rows)?;
    // A shape that goes by the other constraints has to see them. What these take is no matter of
    // the row.
    if !encodings.shape.follows_model() || table.constraints == 0 {
        return Ok(table);
    }
    let others = size(&model.only(|statement| !is_one(statement)), &flat(encodings))?;
    let added = |row: &'static Cardinality| -> Result<(&'static str, AddedCost), Failure> {
        Ok((row.name, size(model, &of(row))?.less(others)))
    };
    let rows: Result<_, Failure> = cardinality::ALL.iter().map(added).collect();
    Ok(AddedTable { rows: rows?, ..table })
}

/// The choices with a flat shape, for constraints that no shape concerns.
fn flat(encodings: &Encodings) -> Encodings {
    Encodings { shape: Shape::Flat, ..encodings.clone() }
}

/// Sums with weights see the other constraints, since terms of an at-most-one are one group. The
/// sizes of the others are no matter of the row.
fn weighted(model: &Model, encodings: &Encodings) -> Result<AddedTable, Failure> {
    let is_one = |statement: Statement| matches!(statement, Statement::Linear(..));
    let constraints = model.only(is_one).constraints().len();
    let (title, flag) = ("Sums with weights", "--pb");
    if constraints == 0 {
        return Ok(AddedTable { title, flag, constraints, rows: Vec::new() });
    }
    let of = |row| Encodings { pseudo_boolean: Some(row), ..encodings.clone() };
    let others = size(&model.only(|statement| !is_one(statement)), encodings)?;
    let added = |row: &'static PseudoBoolean| -> Result<(&'static str, AddedCost), Failure> {
        Ok((row.name, size(model, &of(row))?.less(others)))
    };
    let rows: Result<_, Failure> = pseudo_boolean::ALL.iter().map(added).collect();
    Ok(AddedTable { title, flag, constraints, rows: rows? })
}

fn parities(model: &Model, encodings: &Encodings) -> Result<AddedTable, Failure> {
    let model = model.only(|statement| matches!(statement, Statement::Parity(..)));
    let of = |row| Encodings { parity: Some(row), ..flat(encodings) };
    let rows = parity::ALL.iter().map(|row| (row.name, of(row)));
    table("Parity", "--xor", &model, rows)
}
