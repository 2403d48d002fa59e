//! The model as a mixed integer program with names, for LP and MPS.
//!
//! Each variable has its label in the model as its name (`hole[3,4]` becomes `hole_3_4`). The name
//! of a row is the name of its group with a number (`rows_3`). No row has the name of a variable,
//! since solvers print both. The parity of a sum Σ is stated as Σ − 2y = 0 or 1, with an integer y.
//! The least of several counts is stated as an integer that is at most each count.

use std::collections::{HashMap, HashSet};

use super::Subject;
use crate::encode::CostConversion;
use crate::linear::{Row, Sum, Term};
use crate::model::linear_form::{AffineSum, Column, LinearObjective};
use crate::model::{Model, Sense};

/// The name of the integer that is the least of several counts. The names of its rows begin with
/// this text.
const LEAST: &str = "least_count";

/// The start of the names of the integers in parities.
const PAIRS: &str = "pairs";

/// A mixed integer program: variables that are 0 or 1, and integers with an upper bound.
#[derive(Default)]
pub(super) struct IntegerProgram {
    /// The names of the 0/1 variables of the model, followed by the names of the integers.
    pub names: Vec<String>,
    /// The upper bound of each integer. The lower bound of each integer is 0.
    pub most: Vec<u64>,
    /// The sense and the sum of the objective; `None` if the program has no objective. The atoms of
    /// this sum, and of the sums in the rows, are indices in `names`.
    pub objective: Option<(Sense, Sum<i64, usize>)>,
    /// The rows with their names. The first coefficient in each row is positive.
    pub rows: Vec<(String, Row<i64, usize>)>,
    /// The sum of the objective as a function of an answer's value; `None` if there is no
    /// objective.
    pub cost: Option<CostConversion>,
}

impl IntegerProgram {
    /// Returns the program that states a model and its objective. If there are variables, the
    /// program has at least one row.
    pub fn from_subject(subject: &Subject) -> IntegerProgram {
        let mut program =
            IntegerProgram { names: names(subject.model), ..IntegerProgram::default() };
        let mut rows = RowNames::avoiding(&program.names);
        program.optimise(subject, &mut rows);
        program.state(subject.model, &mut rows);
        if program.rows.is_empty() && !program.names.is_empty() {
            // GLPK refuses a program without rows.
            program.rows.push((rows.next("always"), Row::at_least(Sum::default(), 0)));
        }
        program
    }

    /// Returns the number of variables that are 0 or 1.
    pub fn binary(&self) -> usize {
        self.names.len() - self.most.len()
    }

    /// Returns the number of terms in the file.
    pub fn terms(&self) -> usize {
        let objective = self.objective.as_ref().map_or(0, |(_, sum)| sum.len());
        // An empty sum is written as one term.
        objective + self.rows.iter().map(|(_, row)| row.sum.len().max(1)).sum::<usize>()
    }

    /// States the objective, in the sense of the model. If the objective is a sum, its constant is
    /// only in `cost`. If it is the least of several counts, it becomes an integer from 0 to the
    /// limit of the objective. For each count, a row states that this integer is at most the count.
    /// Does nothing if the model has no objective or if the export does not ask for an optimum.
    fn optimise(&mut self, subject: &Subject, rows: &mut RowNames) {
        let Some((objective, bounds)) = subject.model.objective().zip(subject.sought) else {
            return;
        };
        let counts = match LinearObjective::from_objective(objective) {
            LinearObjective::Sum(AffineSum { sum, constant }) => {
                self.objective = Some((objective.sense(), sum));
                self.cost = Some(CostConversion { offset: -constant, slope: 1 });
                return;
            }
            LinearObjective::Least(counts) => counts,
        };
        let most = u64::try_from(bounds.limit).unwrap_or(0);
        let least = self.add_integer(LEAST.to_owned(), most);
        let value = Sum::from_terms([Term { weight: 1, atom: least }]);
        self.objective = Some((objective.sense(), value));
        self.cost = Some(CostConversion { offset: 0, slope: 1 });
        for AffineSum { sum, constant } in counts {
            self.push(
                rows.next(LEAST),
                Row::at_least(
                    Sum::from_terms(sum.terms().chain([Term { weight: -1, atom: least }])),
                    -constant,
                ),
            );
        }
    }

    /// Adds the rows of the model, named after their groups. A parity gets an integer of its own.
    fn state(&mut self, model: &Model, rows: &mut RowNames) {
        for (group, row) in model.rows() {
            let expanded = row.expanded(|Term { weight, atom }| {
                let atom = match atom {
                    Column::Variable(variable) => variable,
                    Column::Integer(most) => self.add_integer(rows.next(PAIRS), most),
                };
                [Term { weight, atom }]
            });
            self.push(rows.next(&model.groups()[group]), expanded);
        }
    }

    /// Adds a row. If its first coefficient is negative, the row is multiplied by -1.
    fn push(&mut self, name: String, row: Row<i64, usize>) {
        let is_negative = row.sum.weights().first().is_some_and(|&weight| weight < 0);
        self.rows.push((name, if is_negative { row.mirrored() } else { row }));
    }

    /// Adds an integer from 0 to `most`, and returns its index.
    fn add_integer(&mut self, name: String, most: u64) -> usize {
        self.names.push(name);
        self.most.push(most);
        self.names.len() - 1
    }
}

/// Returns a unique name for each variable, made from its label by [`sanitise`]. If a name would be
/// used twice or is reserved, it gets the variable's number, from 1, as a suffix (`_of_3`), or the
/// next number that is free.
pub(super) fn names(model: &Model) -> Vec<String> {
    let mut used: HashSet<String> = RESERVED.map(str::to_owned).into();
    model
        .labels()
        .iter()
        .enumerate()
        .map(|(variable, label)| {
            let name = sanitise(label.trim_end_matches(']'));
            let mut candidates = std::iter::once(name.clone())
                .chain((variable + 1..).map(|number| format!("{name}_of_{number}")));
            candidates.find(|name| used.insert(name.clone())).expect("some number is free")
        })
        .collect()
}

/// Returns whether a name can be the name of an integer. The integers in parities are named
/// `pairs_` with a number. The integer `least_count` is the objective if the objective is the least
/// of several counts.
pub(super) fn is_auxiliary(name: &str) -> bool {
    let number = name.strip_prefix(PAIRS).and_then(|rest| rest.strip_prefix('_'));
    name == LEAST
        || number.is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// The names that no variable of the model gets: the name of the objective, and the name of the
/// integer that is the least of several counts.
const RESERVED: [&str; 2] = ["obj", LEAST];

/// The words of the LP format in CPLEX, HiGHS, SCIP, CBC and GLPK, in lower case.
const WORDS: [&str; 37] = [
    "max",
    "min",
    "maximum",
    "minimum",
    "maximize",
    "minimize",
    "maximise",
    "minimise",
    "subject",
    "to",
    "such",
    "that",
    "st",
    "lazy",
    "user",
    "constraints",
    "bound",
    "bounds",
    "free",
    "nan",
    "general",
    "generals",
    "gen",
    "integer",
    "integers",
    "int",
    "binary",
    "binaries",
    "bin",
    "semi",
    "semis",
    "sos",
    "sos1",
    "sos2",
    "pwlobj",
    "range",
    "end",
];

/// The largest number of characters that a name takes from a label; further characters are left
/// out. GLPK accepts names of 255 characters, so a number can follow.
const MOST_SIGNS: usize = 200;

/// Returns a name for a file from a text. The name consists of letters, digits and underscores, and
/// begins with a letter. It is not a word of the LP format, and does not look like an exponent,
/// such as `e5`. Other characters of the text become underscores. Characters after the first
/// [`MOST_SIGNS`] are left out. If the name would be forbidden, it gets `x_` before it.
fn sanitise(text: &str) -> String {
    let plain: String = text
        .chars()
        .take(MOST_SIGNS)
        .map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '_' })
        .collect();
    let small = plain.to_ascii_lowercase();
    // HiGHS reads `info` as infinity followed by letters.
    let is_word = WORDS.contains(&small.as_str()) || small.starts_with("inf");
    let is_exponent = plain.strip_prefix(['e', 'E']).is_some_and(|rest| {
        rest.is_empty()
            || rest.starts_with(|next: char| next.is_ascii_digit() || "eE_".contains(next))
    });
    if plain.starts_with(|first: char| first.is_ascii_alphabetic()) && !is_word && !is_exponent {
        plain
    } else {
        format!("x_{plain}")
    }
}

/// The names of rows and of the integers in parities. The name of a row is the name of its group
/// with a number, counted from 1.
struct RowNames {
    /// All names that are used so far, including the names of variables.
    used: HashSet<String>,
    /// The last number that was used for each group.
    numbers: HashMap<String, usize>,
}

impl RowNames {
    /// Returns an empty set of row names. `names` has the names of the variables. All row names
    /// that are made later differ from them.
    fn avoiding(names: &[String]) -> RowNames {
        let used = names.iter().cloned().chain([LEAST.to_owned()]).collect();
        RowNames { used, numbers: HashMap::new() }
    }

    /// Returns a new name for a row of a group: the sanitised name of the group, and a number that
    /// counts from 1. Skips a number if the name with this number is already used.
    fn next(&mut self, group: &str) -> String {
        let stem = sanitise(group);
        let number = self.numbers.entry(stem.clone()).or_default();
        loop {
            *number += 1;
            let name = format!("{stem}_{number}");
            if self.used.insert(name.clone()) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Relation;

    #[test]
    fn rows_are_called_after_their_groups_and_like_no_variable() {
        let mut rows = RowNames::avoiding(&["rows_2".to_owned()]);
        assert_eq!(
            ["rows", "rows", "one piece a cell"].map(|group| rows.next(group)),
            ["rows_1", "rows_3", "one_piece_a_cell_1"]
        );
    }

    fn names_of(labels: &[&str]) -> Vec<String> {
        let mut model = Model::new();
        labels.iter().for_each(|label| {
            model.labelled_variable(label);
        });
        names(&model)
    }

    #[test]
    fn names_of_others_are_told_apart() {
        let told = names_of(&["x[1]", "x_1", "x{1", "x_1_of_3", "x_1_of_3_of_4", "1", "x_1_of_2"]);
        let expected = [
            "x_1",
            "x_1_of_2",
            "x_1_of_3",
            "x_1_of_3_of_4",
            "x_1_of_3_of_4_of_5",
            "x_1_of_6",
            "x_1_of_2_of_7",
        ];
        assert_eq!(told, expected);
        let told = names_of(&[
            "end",
            "End",
            "e1",
            "E",
            "e",
            "edge",
            "free",
            "obj",
            "least_count",
            "_a",
            "",
            "é",
        ]);
        let expected = [
            "x_end",
            "x_End",
            "x_e1",
            "x_E",
            "x_e",
            "edge",
            "x_free",
            "obj_of_8",
            "least_count_of_9",
            "x__a",
            "x_",
            "x__",
        ];
        assert_eq!(told, expected);
        let long = "a".repeat(1000);
        let told = names_of(&[&long, &format!("{long}b")]);
        assert!(told[0] != told[1] && told.iter().all(|name| name.len() < 255), "{told:?}");
    }

    #[test]
    fn a_row_begins_with_a_plus() {
        let mut program = IntegerProgram::default();
        let sum = Sum::from_terms([0, 1].map(|atom| Term { weight: -1, atom }));
        program.push("r".to_owned(), Row::at_least(sum, -1));
        let (_, row) = &program.rows[0];
        assert_eq!((row.sum.weights(), row.bound), (&[1, 1][..], 1));
        assert_eq!(row.relation, Relation::AtMost);
    }
}
