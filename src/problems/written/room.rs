//! The family `model`: models in files of the user, in any of [`FORMATS`].
//!
//! The rules are the rows as the file states them. The formulation `stated` uses the normal form of
//! each row. In the formulation `detected`, at-most-one, exactly-one and parity constraints replace
//! the clauses that encode them. An answer is `v` lines with the names and values of the file's
//! variables.

use std::borrow::Cow;
use std::sync::Arc;

use num_traits::{One, ToPrimitive};

use super::answer;
use super::check::{self, KnownValues, Violation, check};
use super::format::FORMATS;
use super::model_format::{ModelFormat, ends_with};
use super::scan::Scanner;
use super::state::{self, ModelObjective, NumberOverflow};
use super::{FilePlace, HeaderMismatch, Integer, ParsedModel, ReadTerms, foreign, local, told};
use crate::family::{BoardReader, Family, Format, OpenedProblem};
use crate::formulation::{self, Formulation, ModelScheme, formulations};
use crate::local_search::LocalSearch;
use crate::model::{Model, Sense, Values};
use crate::problem::{
    Answer, BrokenRule, BrokenSoftRow, Competition, Goal, Info, PartialAnswer, Problem, Rational,
    Scale, WrittenModel,
};
use crate::puzzle::Request;
use crate::source::{Refusal, Source, format_count};

/// The formulations of the family. The first one is the default.
const FORMULATIONS: [formulation::Row<ModelFile>; 2] = [
    formulation::Row::new(
        "stated",
        "the normal form of each row of the file",
        |file: &ModelFile| state::plain_model(&file.written),
    )
    .with_source("the file"),
    formulation::Row::new(
        "detected",
        "at-most-ones and parities in place of the clauses that encode them, and chains of order literals as terms",
        |file: &ModelFile| state::detected_model(&file.written),
    )
    .with_source("Biere, Le Berre, Lonca and Manthey 2014"),
];

/// The entry of the family `model` in the list of families.
pub static FAMILY: Family = Family {
    name: "model",
    also: &[],
    summary: "A model of your own: OPB, WBO, WCNF, KNF, CNF with or without XORs, LP or MPS",
    rules: "The rules are the rows of the file. Its objective, or the total cost of its broken soft rows, is minimised or maximised, as the file states.",
    source: "the author of the file",
    symbols: "",
    formulations: &formulations(&FORMULATIONS),
    variants: &[],
    formats: &LISTED,
    directives: &[],
    scale: &[],
    read: BoardReader::Stream(|request| Ok(OpenedProblem::problem(ModelFile::read(request)?))),
    maker: None,
};

/// The formats as the family lists them, in the order of [`FORMATS`].
const LISTED: [Format; FORMATS.len()] = {
    let mut listed = [const { Format { name: "", summary: "", example: "", recognises: |_| false } };
        FORMATS.len()];
    let mut index = 0;
    while index < FORMATS.len() {
        let ModelFormat { name, summary, example, recognises, .. } = *FORMATS[index];
        listed[index] = Format { name, summary, example, recognises };
        index += 1;
    }
    listed
};

/// A model file that has been read, as a problem to solve.
pub struct ModelFile {
    written: Arc<ParsedModel>,
    /// The number by which values are divided so that they fit 64 bits: the common divisor of the
    /// weights ([`ModelObjective::unit`]). It is 1 if there is no objective.
    unit: Integer,
    /// What reports state about the file.
    info: Info,
}

impl ModelFile {
    /// Reads a model file, in the format that the request names. The family names the format that
    /// the file's beginning shows. If the request names no format of [`FORMATS`], the ending of the
    /// file's name decides. If the request states a sense, it replaces the sense of the file.
    /// [`Problem::info`] has the remarks, and the facts of the file that the options overrule.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - The request has no file, or the file cannot be read.
    /// - The file is in an unknown format or in a format of another program, or the text violates
    ///   the format.
    /// - Numbers need more than 64 bits.
    /// - The request states a sense but the file has no objective, even if the file has costs.
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
        let terms = ReadTerms { sense: request.sense, int_bound: request.int_bound };
        let mut written = (format.read)(&mut scanner, terms)?;
        let mut overruled: Vec<String> =
            format_remark(format, &input.head()?).into_iter().collect();
        if let Some(sense) = request.sense {
            let Some(own) = written.replace_sense(sense) else {
                let (name, option) = (input.name(), option(sense));
                let found =
                    format!("{name}: a file without an objective, although --{option} is given");
                let expected = "a file with an objective, such as OPB, LP or MPS";
                return Err(Refusal::new(found, expected));
            };
            if own != sense {
                overruled.push(format!("{}d, but the file says {}", sense.name(), own.name()));
            }
        }
        if request.sense.is_none() && written.is_doubted && written.objective().is_some() {
            overruled.push("minimised, but a comment speaks of a maximum".to_owned());
        }
        if let Some(bound) = written.int_bound {
            overruled.push(format!("integers without a bound only within -{bound}..{bound}"));
        }
        let wanted = state::validate(&written)
            .map_err(|too_large| overflow_refusal(input.name(), &too_large))?;
        let unit = wanted.as_ref().map_or_else(Integer::one, |wanted| wanted.unit.clone());
        let written = Arc::new(written);
        let ruling = (!overruled.is_empty()).then(|| overruled.join("; "));
        let info = Info { ruling, ..info(&written, format.competition, wanted) };
        Ok(ModelFile { written, unit, info })
    }

    /// Reads a model in OPB, which must be one.
    #[cfg(test)]
    pub fn from_opb(text: &str) -> ModelFile {
        ModelFile::from_text("opb", text)
    }

    /// Reads a model in the format of this name, which must be one.
    #[cfg(test)]
    pub fn from_text(format: &str, text: &str) -> ModelFile {
        let board = Some(Source::new(&format!("model.{format}"), text).into());
        let request = Request { board, format: Some(format.to_owned()), ..Request::default() };
        ModelFile::read(&request).expect("a model in this format")
    }

    /// Returns the rows and the objective as the file states them.
    pub fn parsed_model(&self) -> &ParsedModel {
        &self.written
    }
}

/// Returns a remark if a file is read in `format` although its beginning or name shows another
/// format, or no format at all. Returns `None` if the beginning shows `format`. If the beginning
/// shows no format, the name decides in the same way. `head` is the beginning of the file.
fn format_remark(format: &ModelFormat, head: &Source) -> Option<String> {
    match FORMATS
        .iter()
        .find(|one| (one.recognises)(head))
        .copied()
        .or_else(|| by_ending(head).ok())
    {
        Some(own) if own.name == format.name => None,
        Some(own) => Some(format!("read as {}, but the file says {}", format.name, own.name)),
        None => Some(format!(
            "read as {}, which neither the text nor the name of the file shows",
            format.name
        )),
    }
}

/// Returns the command-line option, without its `--`, that asks for this sense.
fn option(sense: Sense) -> &'static str {
    match sense {
        Sense::Minimise => "minimize",
        Sense::Maximise => "maximize",
    }
}

/// Returns the format to which the ending of a file's name belongs. The reader of this format can
/// then report where the text violates it. Refuses a file with any other ending.
fn by_ending(head: &Source) -> Result<&'static ModelFormat, Refusal> {
    FORMATS
        .iter()
        .find(|one| ends_with(head, one.endings))
        .copied()
        .ok_or_else(|| unrecognised(head))
}

/// Returns the refusal of a file if neither its beginning nor its name shows a format. The
/// refusal's place is the first line of `head` that is not empty. If there is no such line, it is
/// the end of the text.
fn unrecognised(head: &Source) -> Refusal {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    let first = head
        .lines()
        .find(|line| !line.value.trim().is_empty())
        .map(|line| line.span)
        .unwrap_or_else(|| head.end());
    Refusal::new(
        "neither the beginning nor the name of the file shows the format of a model",
        format!("a model in one of the formats {}, or --input with one of them", names.join(", ")),
    )
    .with_span(head, first)
}

/// Returns the refusal of a file whose numbers need more than 64 bits. `name` is the file's name.
/// If the line of the place is 0, the refusal has no place.
fn overflow_refusal(name: &str, NumberOverflow { what, place }: &NumberOverflow) -> Refusal {
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

/// Returns the facts that reports state about a file with the objective `wanted`. They do not yet
/// include the options that overrule the file. `wanted` is `None` if the file has neither an
/// objective nor costs. The least and the largest value of the goal are in multiples of the unit of
/// `wanted`. The differences from the header come before the other remarks. If there is an
/// objective or a cost, the competition `Satisfiability` becomes `MaxSat`.
fn info(
    written: &Arc<ParsedModel>,
    competition: Competition,
    wanted: Option<ModelObjective>,
) -> Info {
    let variables = format_count(written.variables_of_file(), "variable");
    let rows = format_count(written.rows_of_file(), "constraint");
    let mismatches = describe_mismatches(written);
    let shown = written.projection().map(|shown| {
        shown.into_iter().map(|number| answer::name(written, number).into_owned()).collect()
    });
    let competition = match competition {
        Competition::Satisfiability if wanted.is_some() => Competition::MaxSat,
        competition => competition,
    };
    let goal = wanted.as_ref().map(|wanted| {
        let (least, largest) = wanted.range();
        let name = if written.objective().is_some() { "objective" } else { "cost" };
        Goal { sense: wanted.sense, name, least, largest }
    });
    let worst = written.reach.as_ref().zip(wanted.as_ref());
    let worst = worst.map(|(reach, wanted)| in_units(&reach.worst, &wanted.unit));
    let scale =
        wanted.map(|wanted| Scale::new(wanted.unit, written.divisor().clone())).unwrap_or_default();
    Info {
        details: vec![format!("with {variables} and {rows}")],
        goal,
        worst,
        reading: written.reading.clone(),
        remarks: mismatches.iter().chain(written.remarks()).cloned().collect(),
        misfits: mismatches,
        scale,
        shown,
        competition: Some(competition),
        written: Some(written.clone()),
        ..Info::default()
    }
}

/// Returns a value of the objective in multiples of its unit. Panics if it needs more than 64 bits,
/// which the reader of the file excludes.
fn in_units(value: &Integer, unit: &Integer) -> i64 {
    (value.clone() / unit).to_i64().expect("a value of 64 bits")
}

/// Returns a sentence for each difference between a file and the numbers in its header, rows before
/// variables. The list is empty if there is no difference.
fn describe_mismatches(written: &ParsedModel) -> Vec<String> {
    let rows = format_count(written.len(), "row");
    let in_words = |misfit| {
        let (promised, has) = match misfit {
            HeaderMismatch::FewerRows { promised } => {
                (format_count(promised, "row"), format!("{rows}; check that the file is complete"))
            }
            HeaderMismatch::MoreRows { promised } => (format_count(promised, "row"), rows.clone()),
            HeaderMismatch::MoreVariables { promised } => {
                (format_count(promised, "variable"), "more".to_owned())
            }
        };
        format!("the first line of the file promises {promised}, but the file has {has}")
    };
    written.header_mismatches().into_iter().map(in_words).collect()
}

impl WrittenModel for ParsedModel {
    fn names(&self) -> Box<dyn Iterator<Item = Cow<'_, str>> + '_> {
        Box::new((1..=self.variables()).map(|number| answer::name(self, number)))
    }

    fn parts_of_integer(&self, name: &str) -> Option<Vec<String>> {
        let integer = self.find_integer(name)?;
        let parts = integer.first..integer.first + integer.domain.literals();
        Some(parts.map(|number| answer::name(self, number).into_owned()).collect())
    }

    fn assignment(&self, values: &[Option<bool>]) -> Vec<(String, i64)> {
        answer::assignment(self, values)
    }

    fn clauses(&self) -> Option<Box<dyn Iterator<Item = &[i32]> + '_>> {
        if self.is_cnf() { Some(Box::new(self.rows().map(|row| row.lits))) } else { None }
    }

    fn local_search(&self, seed: u64) -> Option<LocalSearch> {
        Some(LocalSearch::new(self.atoms(), &local::soft_rows(self)?, seed))
    }

    fn local_values(&self, answer: &Answer) -> Option<Vec<bool>> {
        let Answer::Assignment(values) = answer else { return None };
        Some(KnownValues::new(self, values.clone()).into_values())
    }

    /// Returns the soft rows that an answer breaks, in the order of the file, with their costs as
    /// the file states them. Returns `None` if answers have no cost, and an empty list if no row is
    /// broken. The answer must have a value for each variable of the file; otherwise a debug build
    /// panics.
    fn broken_soft(&self, answer: &Answer) -> Option<Vec<BrokenSoftRow>> {
        if !self.is_soft() {
            return None;
        }
        let truth = KnownValues::new(self, answer.values().to_vec());
        let divisor = self.divisor();
        let broken = check::broken_soft_rows(self, &truth)
            .map(|(constraint, row)| {
                let cost = row.cost.cloned().unwrap_or_default();
                BrokenSoftRow {
                    constraint,
                    line: row.place.map(|place| place.line).filter(|&line| line > 0),
                    name: row.name.map(str::to_owned),
                    cost: Rational::fraction(cost, divisor.clone()),
                    said: told::content(self, &row),
                }
            })
            .collect();
        Some(broken)
    }
}

impl Problem for ModelFile {
    fn info(&self) -> &Info {
        &self.info
    }
    fn model_scheme(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    fn decode(&self, _: &Model, values: &Values) -> Answer {
        Answer::Assignment(values.first(self.written.variables()))
    }

    /// Reads an answer as `answer::read` does. A variable may have no value. Refuses the text if
    /// `answer::read` refuses it. If the bounds of integers follow from the objective of an answer,
    /// also refuses a value outside of them, since such an answer cannot be judged. If the answer is
    /// complete and breaks no rule, also refuses a text that states another value of the objective
    /// than the answer has.
    fn read(&self, source: &Source) -> Result<PartialAnswer, Refusal> {
        let (answer, printed) = answer::read(&self.written, source)?;
        if let (PartialAnswer::Excluded(why), Some(worst)) = (&answer, self.info.worst) {
            let worst = self.info.scale.to_number(worst);
            return Err(Refusal::new(
                format!("{why}, among the answers with an objective as good as {worst}"),
                "one of these answers, or --int-bound N, which bounds integers by N and not by an answer",
            )
            .with_span(source, source.end()));
        }
        let Some(printed) = printed else { return Ok(answer) };
        let value = answer.clone().complete().ok().and_then(|answer| self.check(&answer).ok());
        if let Some(value) = value.flatten().map(|value| self.info.scale.to_number(value))
            && !printed.equals(&value)
        {
            return Err(Refusal::new(
                format!("the file states the objective {printed}, but its answer has {value}"),
                "the objective of the answer; check that the file is complete and belongs to this model",
            )
            .with_span(source, source.end()));
        }
        Ok(answer)
    }

    fn show(&self, answer: &PartialAnswer) -> Vec<String> {
        match answer {
            PartialAnswer::Board(_) | PartialAnswer::Excluded(_) => answer.to_rows(),
            PartialAnswer::Assignment(values) => answer::lines(&self.written, values),
        }
    }

    fn clash(&self, entries: &PartialAnswer) -> Option<BrokenRule> {
        let violated = match entries {
            PartialAnswer::Board(_) => return None,
            PartialAnswer::Excluded(why) => why.clone(),
            PartialAnswer::Assignment(known) => {
                let row = check::find_violated_row(&self.written, known)?;
                self.describe_violation(Violation::Row(row))
            }
        };
        Some(BrokenRule::with_cells(violated, []))
    }

    /// Checks an answer against the rows of the file. Returns the value of the objective or the
    /// total cost, in multiples of `unit`. Returns `None` if the file has neither an objective nor
    /// costs. The error is the first violation in words. An answer without exactly one value for
    /// each variable is also an error, and so is a board, since it has no values.
    fn check(&self, answer: &Answer) -> Result<Option<i64>, BrokenRule> {
        let values = answer.values().to_vec();
        if values.len() != self.written.variables() {
            return Err(BrokenRule::with_cells(
                "the answer does not have as many variables as the model",
                [],
            ));
        }
        let checked = check(&self.written, &KnownValues::new(&self.written, values));
        let value = checked
            .map_err(|violated| BrokenRule::with_cells(self.describe_violation(violated), []))?;
        Ok(value.map(|(_, value)| in_units(&value, &self.unit)))
    }
}

impl ModelFile {
    /// Returns a violated condition in words. If the condition is a row, the text has the name of
    /// the row and its content. The number of the row must be that of a row of the file, from 1;
    /// otherwise the function panics.
    fn describe_violation(&self, violated: Violation) -> String {
        match violated {
            Violation::Row(number) => {
                let row = self.written.rows().nth(number - 1).expect("a row of the file");
                let (name, content) = (told::name(number, &row), told::content(&self.written, &row));
                format!("{name} is violated: {content}")
            }
            Violation::Top => "the broken soft constraints cost at least the top cost of the file, so this is no answer".to_owned(),
            Violation::Cubes => "none of the cubes is true".to_owned(),
        }
    }
}
