//! The clauses that an encoding writes for one constraint, with names for their variables. They can
//! be shown on a blackboard, or given to a solver or another program.

use serde_json::{Value, json};

use super::sized::SizedConstraint;
use crate::cli::Failure;
use crate::columns::{Side, align_columns};
use crate::encode::spelled::{SpelledConstraint, spell};
use crate::encode::{EncodingRow, Encodings, to_model};
use crate::exchange::LineWriter;
use crate::model::Lit;
use crate::search::SearchError;
use crate::source::{Refusal, format_count};
use crate::stop::Stop;

/// The largest number of clauses of one encoding that is shown to people, as text.
pub(super) const MOST_READ: usize = 200;

/// The largest number of clauses of one encoding that is written for programs, as DIMACS or JSON.
pub(super) const MOST_WRITTEN: usize = 100_000;

/// A constraint in the clauses of an encoding.
pub(super) struct EncodedConstraint {
    row: EncodingRow,
    /// The constraint in words, such as `at most 9 of 57`.
    words: String,
    /// The constraint as a heading, such as `at most 9 of 57 literals`.
    heading: String,
    /// The weight of each literal, in the order of the literals; empty if the constraint has no
    /// weights.
    weights: Vec<i64>,
    /// The clauses, and the names of their variables.
    spelled: SpelledConstraint,
}

/// Encodes a constraint by each encoding in `rows` that can encode it. Other encodings, whose table
/// does not suit the constraint, are left out. Refuses the constraint if every encoding in `rows`
/// is left out, or if an encoding writes more than `most` clauses. Also fails if `stop` is reached,
/// or if an encoding refuses the constraint. Returns an empty list only if `rows` is empty.
pub(super) fn encode_constraint(
    rows: &[EncodingRow],
    constraint: &SizedConstraint,
    most: usize,
    stop: &Stop,
) -> Result<Vec<EncodedConstraint>, Failure> {
    let mut lessons = Vec::new();
    for &row in rows {
        let mut models = constraint.models.iter();
        let Some((_, model)) = models.find(|(option, _)| *option == row.option()) else { continue };
        let encodings = row.chosen_in(&Encodings::default());
        let spelled = spell(model, &encodings, most, stop).map_err(SearchError::from)?;
        let Some(spelled) = spelled else {
            return Err(too_many_clauses(row, constraint, most).into());
        };
        lessons.push(EncodedConstraint {
            row,
            words: constraint.words.clone(),
            heading: constraint.heading.clone(),
            weights: constraint.weights.clone(),
            spelled,
        });
    }
    match (rows, lessons.is_empty()) {
        ([row, ..], true) => Err(constraint.unsuited_table(row.option()).into()),
        _ => Ok(lessons),
    }
}

/// Returns the refusal of a constraint that an encoding writes in more than `most` clauses. If
/// `most` is [`MOST_READ`], the refusal suggests the formats for programs.
fn too_many_clauses(row: EncodingRow, constraint: &SizedConstraint, most: usize) -> Refusal {
    let found = format!("{} writes {} in more than {most} clauses", row.name(), constraint.words);
    let expected = if most == MOST_READ {
        "fewer literals, or --format dimacs or json"
    } else {
        "fewer literals, or a model file in `quarrel export`"
    };
    Refusal::new(found, expected)
}

impl EncodedConstraint {
    /// Returns a line with the constraint, the encoding, and the numbers of auxiliary variables and
    /// of clauses.
    fn title(&self) -> String {
        let (option, name) = (self.row.option(), self.row.name());
        let auxiliary = self.spelled.auxiliary().count();
        format!(
            "{} by {name} (--{option} {name}): {}, {}",
            self.heading,
            format_count(auxiliary, "auxiliary variable"),
            format_count(self.spelled.clauses.len(), "clause")
        )
    }

    /// Returns a pair for each run of adjacent literals with the same weight. The pair has the
    /// names of the literals, and this weight in words. Returns no pairs if the constraint has no
    /// weights.
    fn describe_weights(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        let mut first = 1;
        for run in self.weights.chunk_by(|one, next| one == next) {
            let last = first + run.len() - 1;
            lines.push(match run.len() {
                1 => (format!("x{first}"), format!("weighs {}", run[0])),
                _ => (format!("x{first} to x{last}"), format!("weigh {} each", run[0])),
            });
            first = last + 1;
        }
        lines
    }

    /// Returns the title, a line for each run of adjacent literals with the same weight, a line for
    /// each auxiliary variable with its meaning, and a line for each clause.
    fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.title());
        let meanings = self.spelled.auxiliary();
        let meaning_words = meanings.map(|(name, meaning)| (name.to_owned(), meaning.words()));
        let lines = self.describe_weights().into_iter().chain(meaning_words);
        let rows = lines.map(|(name, words)| vec![format!("  {name}"), words]);
        let lines = align_columns(&rows.collect::<Vec<_>>(), &[Side::Left]);
        if !lines.is_empty() {
            text += &format!("\n{lines}");
        }
        if !self.spelled.clauses.is_empty() {
            text.push('\n');
        }
        for clause in self.spelled.disjunctions() {
            text += &format!("  {clause}\n");
        }
        text
    }

    /// Returns the encoding and its clauses as JSON. In the clauses, variables are numbered from 1
    /// as in DIMACS: first the literals of the constraint, then the auxiliary variables. `weights`
    /// is absent if there are none.
    fn to_json(&self) -> Value {
        let own = self.spelled.variables.iter().filter(|one| one.meaning.is_none());
        let literal_names: Vec<&str> = own.map(|one| one.name.as_str()).collect();
        let auxiliary = (literal_names.len() + 1..).zip(self.spelled.auxiliary());
        let auxiliary_json = auxiliary.map(|(number, (name, meaning))| {
            json!({"number": number, "name": name, "meaning": meaning.words()})
        });
        let clauses = self
            .spelled
            .clauses
            .iter()
            .map(|clause| clause.iter().map(|&lit| to_model(lit).dimacs()).collect::<Value>());
        let mut object = json!({
            "option": format!("--{}", self.row.option()),
            "name": self.row.name(),
            "constraint": self.words,
            "literals": literal_names,
            "auxiliary": auxiliary_json.collect::<Value>(),
            "clauses": clauses.collect::<Value>(),
        });
        if !self.weights.is_empty() {
            object["weights"] = self.weights.clone().into();
        }
        object
    }

    /// Returns the clauses as a DIMACS file. Its comments have the title and the name of each
    /// variable. If a variable has a meaning or a weight, the comments have this, too.
    fn to_dimacs(&self) -> String {
        let mut bytes = Vec::new();
        let mut lines = LineWriter::new(&mut bytes, "c");
        lines.comment(&self.title());
        for (number, variable) in (1..).zip(&self.spelled.variables) {
            let weight = self.weights.get(number - 1).map(|weight| format!("weighs {weight}"));
            let meaning = variable.meaning.as_ref().map(|meaning| meaning.words());
            let suffix = meaning.or(weight).map_or(String::new(), |words| format!(": {words}"));
            lines.comment(&format!("{number} = {}{suffix}", variable.name));
        }
        let (variables, clauses) = (self.spelled.variables.len(), self.spelled.clauses.len());
        lines.line(&format!("p cnf {variables} {clauses}"));
        for clause in self.spelled.clauses.iter() {
            let lits: Vec<Lit> = clause.iter().map(|&lit| to_model(lit)).collect();
            lines.clause("", &lits);
        }
        lines.finish().expect("a vector accepts every byte");
        String::from_utf8(bytes).expect("names and numbers are UTF-8")
    }
}

/// Returns the text of each encoded constraint, with blank lines between them.
pub(super) fn to_text(lessons: &[EncodedConstraint]) -> String {
    lessons.iter().map(EncodedConstraint::to_text).collect::<Vec<_>>().join("\n")
}

/// Returns all encoded constraints as one JSON object.
pub(super) fn to_json(lessons: &[EncodedConstraint]) -> Value {
    json!({"encodings": lessons.iter().map(EncodedConstraint::to_json).collect::<Value>()})
}

/// Returns the clauses of the only encoding as a DIMACS file. Refuses a list with no or several
/// encodings, since a file has one formula.
pub(super) fn to_dimacs(lessons: &[EncodedConstraint]) -> Result<String, Refusal> {
    match lessons {
        [only] => Ok(only.to_dimacs()),
        several => {
            let names: Vec<String> = several
                .iter()
                .map(|one| format!("{}:{}", one.row.option(), one.row.name()))
                .collect();
            let found = format!("a DIMACS file of {}", format_count(several.len(), "encoding"));
            Err(Refusal::new(found, names.join(" or ")))
        }
    }
}
