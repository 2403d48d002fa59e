//! The model as a mixed integer program with names, for LP and MPS.
//!
//! Each variable has its label in the model as its name (`hole[3,4]` becomes `hole_3_4`). The name
//! of a row is the name of its group with a number (`rows_3`). No row has the name of a variable,
//! since solvers print both. The parity of a sum Σ is stated as Σ − 2y = 0 or 1, with an integer y.
//! The least of several counts is stated as an integer that is at most each count.
//!
//! An integer of the model's file is itself a column, and its digits are none ([`FileIntegers`]).
//! If a row has some of its digits, but no multiple of it, they are columns, too, and a row ties
//! them to the integer.

use std::collections::{HashMap, HashSet};

use super::integers::FileIntegers;
use super::{Subject, WrittenFile};
use crate::encode::CostConversion;
use crate::exact::Integer;
use crate::exchange::{LineWriter, NameMeaning, Naming, WordNaming};
use crate::linear::{Row, Sum, Term};
use crate::model::linear_form::{AffineSum, Column, LinearObjective};
use crate::model::{IntegerDomain, IntegerVariable, Model, Relation, Sense};

/// The name of the integer that is the least of several counts. The names of its rows begin with
/// this text.
const LEAST: &str = "least_count";

/// The start of the names of the integers in parities.
const PAIRS: &str = "pairs";

/// The name of the only column of a program that needs none, since readers refuse an empty section.
const NOTHING: &str = "nothing";

/// A mixed integer program: variables that are 0 or 1, and integers.
#[derive(Default)]
pub(super) struct IntegerProgram {
    /// The columns: the variables of the model, then the integers of the file, then other integers.
    /// `None` for a digit that is not in the program.
    columns: Vec<Option<ProgramColumn>>,
    /// The sense and the sum of the objective; `None` if the program has no objective. The atoms of
    /// this sum, and of the sums in the rows, are indices in `columns`.
    pub objective: Option<(Sense, Sum<i64, usize>)>,
    /// The rows with their names. The first coefficient in each row is positive.
    pub rows: Vec<(String, Row<i64, usize>)>,
    /// The sum of the objective as a function of an answer's value; `None` if there is no
    /// objective.
    pub cost: Option<CostConversion>,
}

/// A column of a program.
#[derive(Clone, Debug)]
pub(super) struct ProgramColumn {
    pub name: String,
    /// The values of an integer; `None` for a variable that is 0 or 1.
    pub domain: Option<IntegerDomain>,
}

impl IntegerProgram {
    /// Returns the program that states a model and its objective. The program has at least one
    /// column and one row.
    pub fn from_subject(subject: &Subject) -> IntegerProgram {
        let integers = FileIntegers::of(subject.model);
        let names = ProgramNames::of(subject.model);
        let mut rows = RowNames::avoiding(names.variables.iter().chain(&names.integers));
        let binary = |name| Some(ProgramColumn { name, domain: None });
        let mut program = IntegerProgram {
            columns: names.variables.into_iter().map(binary).collect(),
            ..IntegerProgram::default()
        };
        for (name, integer) in names.integers.into_iter().zip(integers.list) {
            program.add_integer(name, integer.domain);
        }
        program.optimise(subject, &integers, &mut rows);
        program.state(subject.model, &integers, &mut rows);
        program.tie(&integers, &mut rows);
        if program.columns().next().is_none() {
            program.add_integer(NOTHING.to_owned(), interval(0, 0));
        }
        if program.rows.is_empty() {
            // GLPK refuses a program without rows.
            program.rows.push((rows.next("always"), Row::at_least(Sum::default(), 0)));
        }
        program
    }

    /// Returns the columns that are in the program.
    pub fn columns(&self) -> impl Iterator<Item = &ProgramColumn> {
        self.columns.iter().flatten()
    }

    /// Returns the name of a column, which must be in the program.
    pub fn name(&self, atom: usize) -> &str {
        &self.columns[atom].as_ref().expect("a column of the program").name
    }

    /// Returns the names of the columns that are 0 or 1.
    pub fn binary(&self) -> impl Iterator<Item = &str> {
        self.columns().filter(|column| column.domain.is_none()).map(|column| &*column.name)
    }

    /// Returns the names and the values of the other columns.
    pub fn integers(&self) -> impl Iterator<Item = (&str, IntegerDomain)> {
        self.columns().filter_map(|column| Some((&*column.name, column.domain?)))
    }

    /// Returns the facts about a file with this program and this cost.
    pub fn written(&self, cost: Option<CostConversion>) -> WrittenFile {
        WrittenFile { cost, ..WrittenFile::new(self.columns().count(), self.rows.len()) }
    }

    /// Writes the comments of a file with this program and this cost, and counts its terms.
    pub fn head(&self, subject: &Subject, cost: Option<CostConversion>, lines: &mut LineWriter) {
        let name = |atom: usize| Some(self.columns[atom].as_ref()?.name.clone());
        subject.head(None, cost, lines, name);
        let names = self.columns[subject.model.labels().len()..].iter().flatten();
        for (integer, column) in subject.model.named_integers().iter().zip(names) {
            lines.comment(&format!("{} {}", column.name, integer.name));
        }
        lines.count(self.terms());
    }

    /// Returns the number of terms in the file.
    fn terms(&self) -> usize {
        let objective = self.objective.as_ref().map_or(0, |(_, sum)| sum.len());
        // An empty sum is written as one term.
        objective + self.rows.iter().map(|(_, row)| row.sum.len().max(1)).sum::<usize>()
    }

    /// States the objective, in the sense of the model. If the objective is a sum, its constant is
    /// only in `cost`. If it is the least of several counts, it becomes an integer from 0 to the
    /// limit of the objective. For each count, a row states that this integer is at most the count.
    /// Does nothing if the model has no objective or if the export does not ask for an optimum.
    fn optimise(&mut self, subject: &Subject, integers: &FileIntegers, rows: &mut RowNames) {
        let Some((objective, bounds)) = subject.model.objective().zip(subject.sought) else {
            return;
        };
        let counts = match LinearObjective::from_objective(objective) {
            LinearObjective::Sum(AffineSum { sum, constant }) => {
                // The bound is the amount by which the integers increase the sum.
                let Row { sum, bound, .. } =
                    integers.join(Row { sum, relation: Relation::Exactly, bound: -constant });
                self.objective = Some((objective.sense(), sum));
                self.cost = Some(CostConversion { offset: bound, slope: 1 });
                return;
            }
            LinearObjective::Least(counts) => counts,
        };
        let least = self.add_integer(LEAST.to_owned(), interval(0, bounds.limit.max(0)));
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
    /// Leaves out a row that all values of a single integer satisfy.
    fn state(&mut self, model: &Model, integers: &FileIntegers, rows: &mut RowNames) {
        for (group, row) in model.rows() {
            let expanded = row.expanded(|Term { weight, atom }| {
                let atom = match atom {
                    Column::Variable(variable) => variable,
                    Column::Integer(most) => {
                        let most = i64::try_from(most).unwrap_or(i64::MAX);
                        self.add_integer(rows.next(PAIRS), interval(0, most))
                    }
                };
                [Term { weight, atom }]
            });
            let joined = integers.join(expanded);
            if !integers.is_implied(&joined) {
                self.push(rows.next(&model.groups()[group]), joined);
            }
        }
    }

    /// Removes the digits and selectors that are in no row and not in the objective, and ties the
    /// others to their integers by rows. An integer with a selector in the program may be any
    /// number between its bounds and 0, and the selector decides whether it is 0. So is a negative
    /// one, since readers refuse it as semi-integer.
    fn tie(&mut self, integers: &FileIntegers, rows: &mut RowNames) {
        let sums = self.rows.iter().map(|(_, row)| &row.sum);
        let all = self.objective.iter().map(|(_, sum)| sum).chain(sums);
        let used: HashSet<usize> = all
            .flat_map(Sum::atoms)
            .copied()
            .filter(|&atom| integers.owner(atom).is_some())
            .collect();
        for (place, integer) in integers.list.iter().enumerate() {
            let atom = integers.atom(place);
            let IntegerDomain { least, largest, has_zero } = integer.domain;
            let (mut selector, digits) = (integer.parts(), integer.parts());
            let digits = digits.skip(has_zero.into());
            selector.end -= integer.domain.digits();
            let has_digits = digits.clone().any(|part| used.contains(&part));
            let is_split = has_zero && least < 0;
            let has_selector =
                is_split || has_digits || selector.clone().any(|part| used.contains(&part));
            let tied = |weights: &[i64]| {
                let terms = integer.parts().zip(weights).filter(|term| *term.1 != 0);
                let terms = terms.map(|(atom, &weight)| Term { weight: -weight, atom });
                Sum::from_terms([Term { weight: 1, atom }].into_iter().chain(terms))
            };
            if has_digits {
                let weights: Vec<i64> = integer.terms().map(|term| term.0).collect();
                let (relation, bound) = (Relation::Exactly, integer.domain.base());
                self.push(rows.next(TIES), Row { sum: tied(&weights), relation, bound });
            } else {
                digits.for_each(|part| self.columns[part] = None);
            }
            if !has_zero {
                continue;
            }
            if !has_selector {
                selector.for_each(|part| self.columns[part] = None);
                continue;
            }
            if !has_digits {
                self.push(rows.next(TIES), Row::at_least(tied(&[least]), 0));
            }
            self.push(
                rows.next(TIES),
                Row { sum: tied(&[largest]), relation: Relation::AtMost, bound: 0 },
            );
            let domain = interval(least.min(0), largest.max(0));
            self.columns[atom].as_mut().expect("an integer of the file").domain = Some(domain);
        }
    }

    /// Adds a row. If its first coefficient is negative, the row is multiplied by -1.
    fn push(&mut self, name: String, row: Row<i64, usize>) {
        let is_negative = row.sum.weights().first().is_some_and(|&weight| weight < 0);
        self.rows.push((name, if is_negative { row.mirrored() } else { row }));
    }

    /// Adds an integer with these values, and returns its index. An integer without values gets
    /// one, since readers refuse it; a row of the model excludes all answers.
    fn add_integer(&mut self, name: String, domain: IntegerDomain) -> usize {
        let largest = domain.largest.max(domain.least);
        self.columns
            .push(Some(ProgramColumn { name, domain: Some(IntegerDomain { largest, ..domain }) }));
        self.columns.len() - 1
    }
}

/// The start of the names of the rows that tie digits and selectors to integers.
const TIES: &str = "digits";

/// Returns the domain of the numbers from `least` to `largest`.
fn interval(least: i64, largest: i64) -> IntegerDomain {
    IntegerDomain { least, largest, has_zero: false }
}

/// The names of a model's variables and of the integers of its file.
pub(super) struct ProgramNames {
    variables: Vec<String>,
    integers: Vec<String>,
}

impl ProgramNames {
    /// Returns a unique name for each integer and each variable, made from its name in the file or
    /// its label by [`sanitise`]. If a name would be used twice or is reserved, it gets the number
    /// of the integer or variable, from 1, as a suffix (`_of_3`), or the next number that is free.
    pub fn of(model: &Model) -> ProgramNames {
        let mut used: HashSet<String> = RESERVED.map(str::to_owned).into();
        let mut name = |(place, label): (usize, &str)| {
            let name = sanitise(label.trim_end_matches(']'));
            let mut candidates = std::iter::once(name.clone())
                .chain((place + 1..).map(|number| format!("{name}_of_{number}")));
            candidates.find(|name| used.insert(name.clone())).expect("some number is free")
        };
        let integers = model.named_integers().iter().map(|integer| &*integer.name);
        let integers = integers.enumerate().map(&mut name).collect();
        ProgramNames { variables: model.labels().iter().enumerate().map(name).collect(), integers }
    }
}

/// The names of an exported program in the output of solvers. All variables of the model are
/// wanted. Those of an integer follow from its value, and their own values are not read.
pub(super) struct ProgramNaming<'m> {
    words: WordNaming<'m>,
    /// The integers of the file by their names in the program.
    named: HashMap<&'m str, &'m IntegerVariable>,
    integers: FileIntegers<'m>,
}

impl<'m> ProgramNaming<'m> {
    /// Returns the naming of a model with these names.
    pub fn new(names: &'m ProgramNames, model: &'m Model) -> ProgramNaming<'m> {
        ProgramNaming {
            words: WordNaming::new(&names.variables, is_auxiliary),
            named: names.integers.iter().map(String::as_str).zip(model.named_integers()).collect(),
            integers: FileIntegers::of(model),
        }
    }
}

impl Naming for ProgramNaming<'_> {
    fn variables(&self) -> usize {
        self.words.variables()
    }

    fn variables_of_file(&self) -> usize {
        self.words.variables() - self.integers.parts() + self.named.len()
    }

    fn wanted(&self) -> usize {
        self.words.wanted()
    }

    fn meaning(&self, word: &str) -> NameMeaning {
        if self.named.contains_key(word) {
            return NameMeaning::Integer;
        }
        match self.words.meaning(word) {
            NameMeaning::Wanted { place, .. } if self.integers.owner(place).is_some() => {
                NameMeaning::Unwanted
            }
            meaning => meaning,
        }
    }

    fn parts_of_integer(&self, name: &str, value: &Integer) -> Result<Vec<(usize, bool)>, String> {
        self.named.get(name).ok_or("a known variable")?.parts_at(value)
    }

    fn value_at_zero(&self, place: usize) -> Option<bool> {
        self.integers.owner(place).map_or(Some(false), |integer| integer.part_at_zero(place))
    }
}

/// Returns whether a name can be the name of a column that is neither a variable of the model nor
/// an integer of its file. The integers in parities are named `pairs_` with a number. The integer
/// `least_count` is the objective if the objective is the least of several counts.
fn is_auxiliary(name: &str) -> bool {
    let number = name.strip_prefix(PAIRS).and_then(|rest| rest.strip_prefix('_'));
    [LEAST, NOTHING].contains(&name)
        || number.is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// The names that no variable gets: the name of the objective, the name of the integer that is the
/// least of several counts, and that of a column that nothing needs.
const RESERVED: [&str; 3] = ["obj", LEAST, NOTHING];

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
    fn avoiding<'n>(names: impl Iterator<Item = &'n String>) -> RowNames {
        let used = names.cloned().chain([LEAST.to_owned()]).collect();
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
        let mut rows = RowNames::avoiding(["rows_2".to_owned()].iter());
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
        ProgramNames::of(&model).variables
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
