//! The family `model`: a user's model, in any of [`FORMATS`].
//!
//! The rules are the file's own rows. The formulation `stated` uses the normal form of each row;
//! `detected` replaces clauses by the at-most-ones and parities that they encode. An answer is the
//! values of the file's variables by name, as `v` lines.

use num_traits::{One, ToPrimitive};

use super::answer;
use super::check::{self, Truth, Violated, check};
use super::format::{self, FORMATS};
use super::scan::Scanner;
use super::state::{self, TooLarge, WantedObjective};
use super::{FilePlace, Integer, Misfit, Written, foreign, told};
use crate::family::{Family, Format, Opened, Read};
use crate::formulation::{self, Formulation, State, Stated, listed};
use crate::model::{Lit, Model, Sense, Values};
use crate::problem::{Broken, BrokenSoft, Competition, Goal, Problem, Rational, Scale};
use crate::puzzle::Request;
use crate::source::{Refusal, Source, counted};

const FORMULATIONS: [formulation::Row<ModelFile>; 2] = [
    formulation::Row {
        name: "stated",
        about: "the normal form of each row of the file",
        source: "the file",
        most_cells: None,
        state: State::Whole(|file| state::stated(&file.written)),
    },
    formulation::Row {
        name: "detected",
        about: "at-most-ones and parities in place of the clauses that encode them",
        source: "Biere, Le Berre, Lonca and Manthey 2014",
        most_cells: None,
        state: State::Whole(|file| state::detected(&file.written)),
    },
];

/// The family `model`.
pub static FAMILY: Family = Family {
    name: "model",
    also: &[],
    about: "A model of your own: OPB, WBO, WCNF, KNF, CNF with or without XORs, LP or MPS",
    rules: "The rules are the rows of the file. Its objective, or the total cost of its broken soft rows, is as small or as large as the file says.",
    source: "the author of the file",
    symbols: "",
    formulations: &listed(&FORMULATIONS),
    variants: &[],
    formats: &LISTED,
    directives: &[],
    scale: &[],
    read: Read::Stream(|request| Ok(Opened::problem(ModelFile::read(request)?))),
    maker: None,
};

const LISTED: [Format; FORMATS.len()] = {
    let mut listed = [const { Format { name: "", about: "", example: "", recognises: |_| false } };
        FORMATS.len()];
    let mut index = 0;
    while index < FORMATS.len() {
        let format::ModelFormat { name, about, example, recognises, .. } = *FORMATS[index];
        listed[index] = Format { name, about, example, recognises };
        index += 1;
    }
    listed
};

/// A user's model.
pub struct ModelFile {
    written: Written,
    competition: Competition,
    wanted: Option<WantedObjective>,
    /// Notes on options that contradict the file, and on comments that do.
    overruled: Vec<String>,
}

impl ModelFile {
    /// Reads a model file.
    ///
    /// # Errors
    ///
    /// If there is no file, its format is unknown or another program's, its text breaks the format, its numbers exceed
    /// 64 bits, or the request states a sense but the file has no objective.
    pub fn read(request: &Request) -> Result<ModelFile, Refusal> {
        let input = request
            .board
            .as_ref()
            .ok_or_else(|| Refusal::new("model needs a file", "a file after `model`"))?;
        if let Some(refusal) = foreign::refusal(&input.head()?) {
            return Err(refusal);
        }
        let name = request.format.as_deref();
        let format = match FORMATS.iter().find(|format| Some(format.name) == name) {
            Some(format) => format,
            None => by_ending(&input.head()?)?,
        };
        let mut scanner = Scanner::new(input.name(), input.stream()?);
        let mut written = (format.read)(&mut scanner)?;
        let mut overruled: Vec<String> =
            read_otherwise(format, &input.head()?).into_iter().collect();
        if let Some(sense) = request.sense {
            let Some(own) = written.turn(sense) else {
                let found = format!(
                    "{}: a file without an objective, and --{}",
                    input.name(),
                    option(sense)
                );
                return Err(Refusal::new(
                    found,
                    "a file with an objective, such as OPB, LP or MPS",
                ));
            };
            if own != sense {
                overruled.push(format!("{}d, and the file says {}", sense.name(), own.name()));
            }
        }
        if request.sense.is_none() && written.is_doubted && written.aim().is_some() {
            overruled.push("minimised, and a comment speaks of a maximum".to_owned());
        }
        match state::validate(&written) {
            Ok(wanted) => {
                Ok(ModelFile { written, competition: format.competition, wanted, overruled })
            }
            Err(too_large) => Err(refused(input.name(), &too_large)),
        }
    }

    /// Returns the model as the file states it.
    pub fn written(&self) -> &Written {
        &self.written
    }
}

fn read_otherwise(format: &format::ModelFormat, head: &Source) -> Option<String> {
    let recognised = FORMATS.iter().find(|one| (one.recognises)(head)).copied();
    match recognised.or_else(|| by_ending(head).ok()) {
        Some(own) if own.name == format.name => None,
        Some(own) => Some(format!("read as {}, and the file says {}", format.name, own.name)),
        None => Some(format!("read as {}, and the file does not say so", format.name)),
    }
}

fn option(sense: Sense) -> &'static str {
    match sense {
        Sense::Minimise => "minimize",
        Sense::Maximise => "maximize",
    }
}

/// Returns the format to which the ending of a file's name belongs, so that the reader of this
/// format reports the fault in the text. Refuses a file with another ending.
fn by_ending(head: &Source) -> Result<&'static format::ModelFormat, Refusal> {
    let named = FORMATS.iter().find(|one| format::ends_with(head, one.endings)).copied();
    named.ok_or_else(|| unrecognised(head))
}

fn unrecognised(head: &Source) -> Refusal {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    let first = head.lines().find(|line| !line.value.trim().is_empty()).map(|line| line.span);
    Refusal::new(
        "neither the beginning nor the name of the file shows the format of a model",
        format!("a model in one of the formats {}, or --input with one of them", names.join(", ")),
    )
    .at(head, first.unwrap_or_else(|| head.end()))
}

fn refused(name: &str, TooLarge { what, place }: &TooLarge) -> Refusal {
    let at = match *place {
        FilePlace { line: 0, .. } => String::new(),
        FilePlace { line, column } => format!(" in line {line}, column {column}"),
    };
    Refusal::new(
        format!("{name}: the numbers of {what}{at} add up to more than 64 bits can hold"),
        "weights that add up to less than 2^63 - 1 after they are divided by their common divisor; in an inequality, a \
         weight above the bound counts as the bound",
    )
}

impl Problem for ModelFile {
    fn details(&self) -> Vec<String> {
        let variables = counted(self.written.all_variables(), "variable");
        let rows = counted(self.written.len(), "constraint");
        vec![format!("with {variables} and {rows}")]
    }

    fn ruling(&self) -> Option<String> {
        (!self.overruled.is_empty()).then(|| self.overruled.join("; "))
    }

    fn goal(&self) -> Option<Goal> {
        let wanted = self.wanted.as_ref()?;
        let (least, largest) = wanted.range();
        let name = if self.written.aim().is_some() { "objective" } else { "cost" };
        Some(Goal { sense: wanted.sense, name, least, largest })
    }

    fn competition(&self) -> Option<Competition> {
        match self.competition {
            Competition::Satisfiability if self.wanted.is_some() => Some(Competition::MaxSat),
            competition => Some(competition),
        }
    }

    fn clauses(&self) -> Option<Box<dyn Iterator<Item = &[i32]> + '_>> {
        if self.written.is_of_clauses() {
            Some(Box::new(self.written.rows().map(|row| row.lits)))
        } else {
            None
        }
    }

    fn scale(&self) -> Scale {
        let Some(wanted) = &self.wanted else { return Scale::default() };
        Scale::new(wanted.unit.clone(), self.written.divisor().clone())
    }

    fn assignment(&self, rows: &[String]) -> Option<Vec<(String, bool)>> {
        let values = answer::values(&self.written, rows).ok()?;
        Some(
            (1..)
                .zip(values)
                .map(|(number, value)| {
                    (self.written.name(number).map_or(number.to_string(), str::to_owned), value)
                })
                .collect(),
        )
    }

    fn stated(&self, formulation: &Formulation) -> Stated<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    fn declares_symmetries(&self) -> bool {
        false
    }

    fn decode(&self, _: &Model, values: &Values) -> Vec<String> {
        let values = values.first(self.written.variables());
        answer::lines(&self.written, values.into_iter().map(Some))
    }

    fn literals(&self, _: &Model, rows: &[String]) -> Option<Vec<Lit>> {
        let values = answer::known(&self.written, rows).ok()?;
        let literals = (1..).zip(values).filter_map(|(number, value)| {
            value.map(|value| Lit::from_dimacs(if value { number } else { -number }))
        });
        Some(literals.collect())
    }

    fn broken_soft(&self, rows: &[String]) -> Option<Vec<BrokenSoft>> {
        if !self.written.is_soft() {
            return None;
        }
        let truth = Truth::of(&self.written, answer::values(&self.written, rows).ok()?);
        let divisor = self.written.divisor();
        let broken = check::broken_soft(&self.written, &truth).map(|(constraint, row)| {
            let cost = row.cost.cloned().unwrap_or_default();
            BrokenSoft {
                constraint,
                line: row.place.map(|place| place.line).filter(|&line| line > 0),
                name: row.name.map(str::to_owned),
                cost: Rational::fraction(cost, divisor.clone()),
                said: told::content(&self.written, &row),
            }
        });
        Some(broken.collect())
    }

    fn part(&self, rows: &[String], variables: &[String]) -> Vec<String> {
        answer::part(&self.written, rows, variables)
    }

    fn read_answer(&self, source: &Source) -> Result<Vec<String>, Refusal> {
        let (rows, told) = answer::read(&self.written, source)?;
        if let (Some(told), Ok(Some(value))) = (told, self.check(&rows)) {
            let value = self.scale().of(value);
            if !told.equals(&value) {
                return Err(Refusal::new(
                    format!("the file states the objective {told}, and its answer has {value}"),
                    "the objective of the answer: is the file whole, and of this model?",
                )
                .at(source, source.end()));
            }
        }
        Ok(rows)
    }

    fn open(&self, rows: &[String]) -> usize {
        let known = answer::known(&self.written, rows).unwrap_or_default();
        known.iter().filter(|value| value.is_none()).count()
    }

    fn broken_so_far(&self, rows: &[String]) -> Option<Broken> {
        let known = match answer::known(&self.written, rows) {
            Ok(known) => known,
            Err(wrong) => return Some(Broken::at(wrong.0, [])),
        };
        let row = check::broken_so_far(&self.written, &known)?;
        Some(Broken::at(self.violated(Violated::Row(row)), []))
    }

    fn check(&self, rows: &[String]) -> Result<Option<i64>, Broken> {
        let values =
            answer::values(&self.written, rows).map_err(|wrong| Broken::at(wrong.0, []))?;
        let truth = Truth::of(&self.written, values);
        match check(&self.written, &truth) {
            Ok(None) => Ok(None),
            Ok(Some((_, value))) => {
                let unit =
                    self.wanted.as_ref().map_or(Integer::one(), |wanted| wanted.unit.clone());
                let value = (value / unit).to_i64().expect("values of this file fit into 64 bits");
                Ok(Some(value))
            }
            Err(violated) => Err(Broken::at(self.violated(violated), [])),
        }
    }

    fn misfits(&self) -> Vec<String> {
        let told = self.written.misfits().into_iter().map(|misfit| {
            let rows = counted(self.written.len(), "row");
            match misfit {
                Misfit::FewerRows { promised } => {
                    let promised = counted(promised, "row");
                    format!("the first line of the file promises {promised}, and the file has {rows}: is it whole?")
                }
                Misfit::MoreRows { promised } => {
                    let promised = counted(promised, "row");
                    format!("the first line of the file promises {promised}, and the file has {rows}")
                }
                Misfit::MoreVariables { promised } => {
                    let promised = counted(promised, "variable");
                    format!("the first line of the file promises {promised}, and the file has more")
                }
            }
        });
        told.collect()
    }

    fn shown(&self) -> Option<Vec<String>> {
        let name = |number| self.written.name(number).map_or(number.to_string(), str::to_owned);
        Some(self.written.shown()?.into_iter().map(name).collect())
    }

    fn remarks(&self) -> Vec<String> {
        self.misfits().into_iter().chain(self.written.remarks().iter().cloned()).collect()
    }
}

impl ModelFile {
    fn violated(&self, violated: Violated) -> String {
        match violated {
            Violated::Row(number) => {
                let row = self.written.rows().nth(number - 1).expect("a row of the file");
                let (name, says) = (told::name(number, &row), told::content(&self.written, &row));
                format!("{name} is violated: {says}")
            }
            Violated::Top => "the broken soft constraints cost at least the top cost of the file, so this is no answer".to_owned(),
            Violated::Cubes => "none of the cubes is true".to_owned(),
        }
    }
}
