//! The clauses of one constraint by an encoding, with names for their variables: for a blackboard,
//! a solver or a program.

use serde_json::{Value, json};

use super::sized::SizedConstraint;
use crate::cli::Failure;
use crate::encode::spelled::{SpelledConstraint, spell};
use crate::encode::{EncodingRow, Encodings, to_model};
use crate::exchange::Lines;
use crate::model::Lit;
use crate::search::SearchError;
use crate::source::{Refusal, counted};
use crate::stop::Stop;

/// The most clauses that are written for people.
pub(super) const MOST_READ: usize = 200;

/// The most clauses that are written for programs.
pub(super) const MOST_WRITTEN: usize = 100_000;

/// A constraint in the clauses of an encoding.
pub(super) struct Lesson {
    row: EncodingRow,
    words: String,
    spelled: SpelledConstraint,
}

/// Encodes a constraint by each encoding that can write it. Refuses rows that cannot, and more
/// than `most` clauses.
pub(super) fn lessons(
    rows: &[EncodingRow],
    constraint: &SizedConstraint,
    most: usize,
    stop: &Stop,
) -> Result<Vec<Lesson>, Failure> {
    let mut lessons = Vec::new();
    for &row in rows {
        let mut models = constraint.models.iter();
        let Some((_, model)) = models.find(|(option, _)| *option == row.option()) else { continue };
        let encodings = row.chosen_in(&Encodings::default());
        let spelled = spell(model, &encodings, most, stop).map_err(SearchError::from)?;
        let Some(spelled) = spelled else { return Err(too_many(row, constraint, most).into()) };
        lessons.push(Lesson { row, words: constraint.words.clone(), spelled });
    }
    match (rows, lessons.is_empty()) {
        ([row, ..], true) => Err(constraint.not_encoded_by(row.option()).into()),
        _ => Ok(lessons),
    }
}

fn too_many(row: EncodingRow, constraint: &SizedConstraint, most: usize) -> Refusal {
    let found = format!("{} writes {} in more than {most} clauses", row.name(), constraint.words);
    let expected = if most == MOST_READ {
        "fewer literals, or --format dimacs or json"
    } else {
        "fewer literals, or a model file in `quarrel export`"
    };
    Refusal::new(found, expected)
}

impl Lesson {
    fn title(&self) -> String {
        let (option, name) = (self.row.option(), self.row.name());
        let auxiliary = self.spelled.auxiliary().count();
        format!(
            "{} by {name} (--{option} {name}): {}, {}",
            self.words,
            counted(auxiliary, "auxiliary variable"),
            counted(self.spelled.clauses.len(), "clause")
        )
    }

    /// Returns the title, a line for each auxiliary variable and one for each clause.
    fn in_text(&self) -> String {
        let mut text = format!("{}\n", self.title());
        let names = self.spelled.auxiliary().map(|(name, _)| name.chars().count());
        let width = names.max().unwrap_or(0);
        if width > 0 {
            text.push('\n');
        }
        for (name, meaning) in self.spelled.auxiliary() {
            text += &format!("  {name:width$}  {}\n", meaning.words());
        }
        if !self.spelled.clauses.is_empty() {
            text.push('\n');
        }
        for clause in self.spelled.disjunctions() {
            text += &format!("  {clause}\n");
        }
        text
    }

    fn in_json(&self) -> Value {
        let own = self.spelled.variables.iter().filter(|one| one.meaning.is_none());
        let own: Vec<&str> = own.map(|one| one.name.as_str()).collect();
        let auxiliary = (own.len() + 1..).zip(self.spelled.auxiliary());
        let auxiliary = auxiliary.map(|(number, (name, meaning))| {
            json!({"number": number, "name": name, "meaning": meaning.words()})
        });
        let clauses = self
            .spelled
            .clauses
            .iter()
            .map(|clause| clause.iter().map(|&lit| to_model(lit).dimacs()).collect::<Value>());
        json!({
            "option": format!("--{}", self.row.option()),
            "name": self.row.name(),
            "constraint": self.words,
            "literals": own,
            "auxiliary": auxiliary.collect::<Value>(),
            "clauses": clauses.collect::<Value>(),
        })
    }

    /// Returns a DIMACS file whose comments name the variables.
    fn in_dimacs(&self) -> String {
        let mut bytes = Vec::new();
        let mut lines = Lines::new(&mut bytes, "c");
        lines.comment(&self.title());
        for (number, variable) in (1..).zip(&self.spelled.variables) {
            let meaning = variable.meaning.as_ref();
            let meaning = meaning.map_or(String::new(), |meaning| format!(": {}", meaning.words()));
            lines.comment(&format!("{number} = {}{meaning}", variable.name));
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

/// Returns the titles, meanings and clauses of all lessons.
pub(super) fn in_text(lessons: &[Lesson]) -> String {
    lessons.iter().map(Lesson::in_text).collect::<Vec<_>>().join("\n")
}

pub(super) fn in_json(lessons: &[Lesson]) -> String {
    format!("{:#}\n", json!({"encodings": lessons.iter().map(Lesson::in_json).collect::<Value>()}))
}

/// Returns the clauses of the only encoding as a DIMACS file. Refuses several encodings, since a
/// file holds one formula.
pub(super) fn in_dimacs(lessons: &[Lesson]) -> Result<String, Refusal> {
    match lessons {
        [only] => Ok(only.in_dimacs()),
        several => {
            let names =
                several.iter().map(|one| format!("{}:{}", one.row.option(), one.row.name()));
            let names: Vec<String> = names.collect();
            let found = format!("a DIMACS file of {}", counted(several.len(), "encoding"));
            Err(Refusal::new(found, names.join(" or ")))
        }
    }
}
