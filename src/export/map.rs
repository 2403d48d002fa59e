//! The map of an export: all that is needed to read a solver's answer to it, as JSON.
//!
//! It names the puzzle with its board, how it was prepared and asked, and the numbers of the
//! model's variables by their labels. So an answer can be read, drawn and checked by the rules
//! without the command that wrote the formula; and where this version of the program would number
//! the variables otherwise, that is noticed. Values are in the file's own numbers; where these are
//! no whole numbers, or large ones, the unit is there in which the formula counts. Maps of old have
//! values in that unit, and do not name it. The hash is of the formula's text, before it is
//! compressed.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Expected, Export, Exported, Format, compress};
use crate::board::Size;
use crate::encode::{Cost, Settled};
use crate::exchange;
use crate::family::Family;
use crate::model::Sense;
use crate::problem::{Exact, Scale};
use crate::puzzle::Request;
use crate::solver::external::in_a_folder;
use crate::source::{Input, Links, Refusal, Source, in_one_line, open_regular, quoted};
use crate::symmetry::Symmetries;

/// The most bytes that a map may have. Most of it are the labels of variables.
pub const MOST_BYTES: usize = 256 << 20;

/// What is known of an exported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The version of the program.
    pub quarrel: String,
    /// The format of the file.
    pub format: String,
    /// The family's name.
    pub family: String,
    /// Rows and columns of the board; null where there is none.
    pub size: Option<[usize; 2]>,
    /// The variants, as they are written on the command line.
    pub variant: Vec<String>,
    /// The board, where it was read from a text.
    pub board: Option<Board>,
    /// The formulation's name.
    pub formulation: String,
    /// Whether symmetries are broken.
    pub symmetry: bool,
    /// Whether they were looked for.
    #[serde(default, skip_serializing_if = "is_false")]
    pub found: bool,
    /// What was deduced.
    pub deduce: String,
    /// How constraints are written in clauses.
    pub encodings: Settled,
    /// The seed by which the formula was scrambled, where it was.
    pub scramble: Option<u64>,
    /// What a value of 1 in the formula is, if it is not 1: a whole number or a fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The value to be reached; none where the optimum or any answer is asked for.
    pub bound: Option<Exact>,
    /// What is known of the result.
    pub expected: Expected<Exact>,
    /// How many variables the file has.
    pub variables: usize,
    /// How many clauses or constraints.
    pub constraints: usize,
    /// How many literals, or terms, stand in these.
    pub literals: usize,
    /// What a solver that tells a cost tells of a value.
    pub cost: Option<ToldCost>,
    /// The SHA-256 of the file before it is compressed.
    pub sha256: String,
    /// The same of the file without its comments: equal formulas have it equal.
    pub sha256_of_content: String,
    /// The labels of the model's variables: from the one with number 1 on, or in the order of
    /// `names`.
    pub labels: Vec<String>,
    /// The literals that stand for these variables, where they are renamed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<i32>>,
}

/// What a value costs: `offset + slope · value`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToldCost {
    /// The cost of the value 0.
    pub offset: i64,
    /// What 1 adds to it.
    pub slope: Exact,
}

/// What a map says of values, as the formula counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The value to be reached.
    pub bound: Option<i64>,
    /// What is known of the result.
    pub expected: Expected,
    /// What a solver that tells a cost tells of a value.
    pub cost: Option<Cost>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
}

/// A board as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The name of the file.
    pub name: String,
    /// Its text; none of a file that is too large to be kept here, which is read again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The SHA-256 of such a file, so that another file of its name is noticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The format that it was read in, where that was said.
    pub input: Option<String>,
    /// The sense of the objective, if it was said beside the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sense: Option<Sense>,
}

impl Map {
    /// The map of what was exported of a puzzle that was asked for like this.
    ///
    /// # Errors
    ///
    /// As [`Board::of`].
    pub fn of(
        family: &Family,
        request: &Request,
        size: Option<Size>,
        format: &Format,
        export: &Export,
        exported: &Exported,
    ) -> Result<Map, Refusal> {
        let preparation = &export.preparation;
        let scale = preparation.problem.scale();
        let cost = |cost: Cost| ToldCost { offset: cost.offset, slope: scale.per(cost.slope) };
        Ok(Map {
            quarrel: env!("CARGO_PKG_VERSION").to_owned(),
            format: format.name.to_owned(),
            family: family.name.to_owned(),
            size: size.map(Size::sides),
            variant: variants(request),
            board: Board::of(request)?,
            formulation: preparation.formulation.name.to_owned(),
            symmetry: preparation.symmetry != Symmetries::Kept,
            found: preparation.symmetry == Symmetries::Found,
            deduce: preparation.rules.to_string(),
            encodings: exported.settled.clone(),
            scramble: export.scramble.filter(|_| format.is_clausal()),
            unit: scale.unit(),
            bound: export.bound.map(|bound| scale.of(bound)),
            expected: exported.expected.map(|best| scale.of(best)),
            variables: exported.variables,
            constraints: exported.constraints,
            literals: exported.literals,
            cost: exported.cost.map(cost),
            sha256: exported.sha256.clone(),
            sha256_of_content: exported.sha256_of_content.clone(),
            labels: exported.labels.clone(),
            names: exported.names.clone(),
        })
    }

    /// As JSON on several lines.
    pub fn in_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers have a form in JSON") + "\n"
    }

    /// Reads a map.
    ///
    /// # Errors
    ///
    /// Refuses a text that is no map, naming the line and what is wrong with it.
    pub fn read(source: &Source) -> Result<Map, Refusal> {
        serde_json::from_str(source.text()).map_err(|error| {
            if !source.text().trim_start().starts_with('{') {
                let found = format!("{} is no map, which begins with `{{`", source.name());
                return Refusal::new(found, "a map that `quarrel export --map` has written");
            }
            let found = format!("{}: {error}", source.name());
            Refusal::new(found, "a map that `quarrel export --map` has written")
        })
    }

    /// Returns the scale of its values, as [`scale`].
    ///
    /// # Errors
    ///
    /// As [`scale`].
    pub fn scale(&self, of_problem: &Scale) -> Result<Scale, Refusal> {
        scale(self.unit.as_deref(), of_problem)
    }

    /// Returns what it says of values as the formula counts them.
    ///
    /// # Errors
    ///
    /// Refuses what is no multiple of the unit, and as [`Map::scale`].
    pub fn counted(&self, of_problem: &Scale) -> Result<Counted, Refusal> {
        let scale = self.scale(of_problem)?;
        let value = |number: &Exact| scale.value(number).ok_or_else(|| no_value(number));
        let cost = |told: &ToldCost| {
            let slope = scale.times(&told.slope).ok_or_else(|| no_value(&told.slope))?;
            Ok(Cost { offset: told.offset, slope })
        };
        let expected = match &self.expected {
            Expected::Satisfiable => Expected::Satisfiable,
            Expected::Unsatisfiable => Expected::Unsatisfiable,
            Expected::Optimum(best) => Expected::Optimum(value(best)?),
            Expected::Unknown => Expected::Unknown,
        };
        let bound = self.bound.as_ref().map(value).transpose()?;
        Ok(Counted { bound, expected, cost: self.cost.as_ref().map(cost).transpose()? })
    }

    /// Refuses a file that is not the formula of the map.
    ///
    /// # Errors
    ///
    /// If it is another one, or cannot be read.
    pub fn validate_formula(&self, path: &str) -> Result<(), Refusal> {
        let hash = compress::open(Path::new(path));
        let hash = hash.and_then(|mut file| exchange::sha256(&mut file));
        match hash {
            Err(error) => Err(Refusal::new(
                format!("cannot read {path}: {error}"),
                "the file that was exported",
            )),
            Ok(hash) if hash != self.sha256 => Err(Refusal::new(
                format!("{path} is another formula than that of the map: SHA-256 {hash}"),
                format!("the file that was exported with the map: SHA-256 {}", self.sha256),
            )),
            Ok(_) => Ok(()),
        }
    }

    /// What opens the puzzle again.
    ///
    /// # Errors
    ///
    /// Refuses a size or a variant that no export has written.
    pub fn request(&self) -> Result<Request, Refusal> {
        request(self.board.as_ref(), self.size, &self.variant)
    }
}

/// Returns the scale of values that were written down beside a unit: that of the problem. Files of
/// old have units and name none.
///
/// # Errors
///
/// Refuses another unit than that of the problem.
pub fn scale(unit: Option<&str>, of_problem: &Scale) -> Result<Scale, Refusal> {
    match unit {
        None => Ok(Scale::default()),
        Some(unit) if of_problem.unit().as_deref() == Some(unit) => Ok(of_problem.clone()),
        Some(unit) => Err(Refusal::new(
            format!("values in units of {}, which are not those of the problem", quoted(unit)),
            "a file as it was written",
        )),
    }
}

/// The refusal of a number that no value is.
pub fn no_value(number: &Exact) -> Refusal {
    Refusal::new(
        format!("the number {number}, which is no value of the objective"),
        "a file as it was written",
    )
}

/// The variants of a request, as they are written on the command line.
pub fn variants(request: &Request) -> Vec<String> {
    let variant = |(name, value): &(String, Option<usize>)| match value {
        Some(value) => format!("{name}={value}"),
        None => name.clone(),
    };
    request.variants.iter().map(variant).collect()
}

/// The request that was written down like this.
///
/// # Errors
///
/// Refuses a size or a variant that nobody has written down, and a file that is not the one that
/// was read.
pub fn request(
    board: Option<&Board>,
    size: Option<[usize; 2]>,
    variants: &[String],
) -> Result<Request, Refusal> {
    let wrong = |what: String| Refusal::new(what, "a file as it was written");
    let sized = |[rows, columns]: [usize; 2]| {
        Size::new(rows, columns).map_err(|error| wrong(error.to_string()))
    };
    let variant = |text: &String| match text.split_once('=') {
        None => Ok((text.clone(), None)),
        Some((name, value)) => match value.parse() {
            Ok(value) => Ok((name.to_owned(), Some(value))),
            Err(_) => Err(wrong(format!("the variant {text}"))),
        },
    };
    Ok(Request {
        board: board.map(Board::input).transpose()?,
        format: board.and_then(|board| board.input.clone()),
        size: size.map(sized).transpose()?,
        variants: variants.iter().map(variant).collect::<Result<_, _>>()?,
        sense: board.and_then(|board| board.sense),
        called: None,
    })
}

impl Board {
    /// Returns the board of a request by its name, with its text if it is in memory.
    pub fn named(request: &Request) -> Option<Board> {
        let input = request.board.as_ref()?;
        let text = input.known_text().map(|source| source.text().to_owned());
        let (name, format) = (input.name().to_owned(), request.format.clone());
        Some(Board { name, text, sha256: None, input: format, sense: request.sense })
    }

    /// Returns whether nothing but its name tells which board it is.
    pub fn is_only_named(&self) -> bool {
        self.text.is_none() && self.sha256.is_none()
    }

    /// The board of a request, where it has one.
    ///
    /// # Errors
    ///
    /// Refuses a file that cannot be read again.
    pub fn of(request: &Request) -> Result<Option<Board>, Refusal> {
        let Some(input) = &request.board else { return Ok(None) };
        let (name, format) = (input.name().to_owned(), request.format.clone());
        let (text, sha256) = match input {
            Input::Text(source) => (Some(source.text().to_owned()), None),
            Input::File(_) | Input::Copy(..) => (None, Some(input.sha256()?)),
            Input::Bytes(..) => match input.clone().into_text() {
                Ok(source) => (Some(source.text().to_owned()), None),
                Err(_) => (None, Some(input.sha256()?)),
            },
        };
        Ok(Some(Board { name, text, sha256, input: format, sense: request.sense }))
    }

    /// The SHA-256 of the file, or of the text that is kept of it.
    ///
    /// # Errors
    ///
    /// Refuses a board of which there is neither.
    pub fn hash(&self) -> Result<String, Refusal> {
        match (&self.text, &self.sha256) {
            (Some(text), _) => Ok(exchange::sha256_of(text.as_bytes())),
            (None, Some(known)) => Ok(known.clone()),
            (None, None) => Err(self.unknown()),
        }
    }

    fn unknown(&self) -> Refusal {
        let found = format!(
            "the board {}, of which there is neither a text nor a SHA-256",
            in_one_line(&self.name)
        );
        Refusal::new(found, "a file as it was written")
    }

    /// What it is read from again: the text, or a private copy of the file. Nothing of a file is
    /// told that is another one.
    fn input(&self) -> Result<Input, Refusal> {
        if let Some(text) = &self.text {
            return Ok(Source::new(&self.name, text).into());
        }
        let name = &self.name;
        let known = self.sha256.as_ref().ok_or_else(|| self.unknown())?;
        let path = Path::new(name);
        let shown = in_one_line(name);
        let file = open_regular(path, Links::Followed).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Refusal::new(
                format!("a map that was made from {shown}, and there is no such file here"),
                "that file, under this name: a path is read from the folder in which `quarrel export` ran",
            ),
            _ => Refusal::new(format!("cannot read {shown}: {error}"), "the file that was read"),
        });
        let uncopied = |error: io::Error| {
            Refusal::new(
                format!("cannot copy {shown}: {error}"),
                "a readable file, and room for it",
            )
        };
        let mut copy = in_a_folder(&tempfile::Builder::new()).map_err(uncopied)?;
        let found = exchange::copied(&mut file?, &mut copy).map_err(uncopied)?;
        if found != *known {
            let found = format!("{shown} has changed since it was read");
            return Err(Refusal::new(found, format!("the file with the SHA-256 {known}")));
        }
        Ok(Input::copy(name, copy))
    }
}
