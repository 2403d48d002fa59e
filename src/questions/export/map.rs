//! The map of an export, as JSON. It has all data that are needed to read, draw and check a
//! solver's answer.
//!
//! The labels of the variables show whether another version of the program numbers the variables
//! differently. Values are written as the numbers of the problem's file. If these numbers are
//! fractions or too large for 64 bits, the map also has the unit in which the formula counts.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ExpectedResult, Export, ExportSummary, Format, compress};
use crate::board::Size;
use crate::encode::{CostConversion, UsedEncodings};
use crate::exchange;
use crate::family::Family;
use crate::model::Sense;
use crate::problem::{Rational, Scale};
use crate::puzzle::Request;
use crate::solver::external::create_temp_file;
use crate::source::{Input, Links, Refusal, Source, escape_line, json, open_regular, quote};
use crate::symmetry::Symmetries;

/// The largest size of a map in bytes. Most of a map consists of the labels of variables. A file
/// larger than this is refused.
pub const MOST_BYTES: usize = 256 << 20;

/// The map of an exported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The version of the program that wrote the file.
    pub quarrel: String,
    /// The name of the file's format.
    pub format: String,
    /// The name of the family.
    pub family: String,
    /// The numbers of rows and columns; null for a family without boards.
    pub size: Option<[usize; 2]>,
    /// The variants, as on the command line.
    pub variant: Vec<String>,
    /// The board that was read; null if the puzzle is an empty board of the given size.
    pub board: Option<Board>,
    /// The name of the formulation.
    pub formulation: String,
    /// Whether symmetries are broken.
    pub symmetry: bool,
    /// Whether the broken symmetries were detected in the model instead of declared by the family.
    #[serde(default, skip_serializing_if = "is_false")]
    pub found: bool,
    /// The names of the deductions, as on the command line.
    pub deduce: String,
    /// The encodings that were used.
    pub encodings: UsedEncodings,
    /// The seed of the scramble; null if the file is not scrambled.
    pub scramble: Option<u64>,
    /// The unit of values: the value 1 of the formula corresponds to this number, an integer or a
    /// fraction, in the problem's file. Absent if it is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The requested bound.
    pub bound: Option<Rational>,
    /// The result that is known without a search.
    pub expected: ExpectedResult<Rational>,
    /// The number of variables, including auxiliary ones.
    pub variables: usize,
    /// The number of clauses or of other constraints.
    pub constraints: usize,
    /// The number of literals. If the file has sums, this is the number of terms.
    pub literals: usize,
    /// The cost that a solver prints, as a function of an answer's value; `None` if the file has no
    /// costs.
    pub cost: Option<MapCost>,
    /// The SHA-256 of the uncompressed file, in hexadecimal.
    pub sha256: String,
    /// The SHA-256 of all lines except comments, in hexadecimal.
    pub sha256_of_content: String,
    /// The labels of the model's variables, in the order of the variables' numbers. In a scrambled
    /// file, the order is the same, and `names` has the literal for each label.
    pub labels: Vec<String>,
    /// In a scrambled file, the literals that replace the model's variables; absent for another
    /// file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<i32>>,
}

/// A solution's cost, as a function of its answer's value: `offset + slope · value`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapCost {
    /// The cost of an answer with the value 0.
    pub offset: i64,
    /// The change of the cost when the value grows by 1.
    pub slope: Rational,
}

/// The bound, result and cost of a map, scaled to the integers of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaledValues {
    /// The requested bound.
    pub bound: Option<i64>,
    /// The result that is known without a search.
    pub expected: ExpectedResult,
    /// The cost that a solver prints, as a function of an answer's value; `None` if the file has no
    /// costs.
    pub cost: Option<CostConversion>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
}

/// A board that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The path of the file, or `<stdin>`.
    pub name: String,
    /// The text of the board. `None` if the board's file is too large to be copied into the map.
    /// Such a file is read again when the map is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The SHA-256 of a file that is read again. It shows whether the file has changed. `None` if
    /// the text is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The requested input format; `None` if the format is detected.
    pub input: Option<String>,
    /// The sense of the objective that the user has chosen instead of the sense in the file; `None`
    /// if the user has chosen none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sense: Option<Sense>,
    /// The bound of integers without a bound of their own; `None` if the user has chosen none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub int_bound: Option<u32>,
}

impl Map {
    /// Returns the map of an export. Its values are numbers of the problem's file. It has the seed
    /// of the scramble only if the format is clausal.
    ///
    /// # Errors
    ///
    /// If the board's file cannot be read again.
    pub fn from_export(
        family: &Family,
        request: &Request,
        size: Option<Size>,
        format: &Format,
        export: &Export,
        exported: &ExportSummary,
    ) -> Result<Map, Refusal> {
        let preparation = &export.preparation;
        let scale = &preparation.problem.info().scale;
        Ok(Map {
            quarrel: env!("CARGO_PKG_VERSION").to_owned(),
            format: format.name.to_owned(),
            family: family.name.to_owned(),
            size: size.map(Size::sides),
            variant: variants(request),
            board: Board::with_hash(request)?,
            formulation: preparation.formulation.name.to_owned(),
            symmetry: preparation.symmetry != Symmetries::Kept,
            found: preparation.symmetry == Symmetries::Detected,
            deduce: preparation.rules.to_string(),
            encodings: exported.settled.clone(),
            scramble: export.scramble.filter(|_| format.is_clausal()),
            unit: scale.unit(),
            bound: export.bound.map(|bound| scale.to_number(bound)),
            expected: exported.expected.map(|best| scale.to_number(best)),
            variables: exported.variables,
            constraints: exported.constraints,
            literals: exported.literals,
            cost: exported
                .cost
                .map(|cost| MapCost { offset: cost.offset, slope: scale.divide(cost.slope) }),
            sha256: exported.sha256.clone(),
            sha256_of_content: exported.sha256_of_content.clone(),
            labels: exported.labels.clone(),
            names: exported.names.clone(),
        })
    }

    /// Returns the map as JSON on several lines, with a line break at the end.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("texts and numbers have a form in JSON") + "\n"
    }

    /// Reads a map from JSON. Checks only that the fields and their types are right, not that their
    /// values fit each other or a problem. A field may be missing if its value can be null or is
    /// false by default.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, has an unknown field, or lacks a field that must be there.
    pub fn read(source: &Source) -> Result<Map, Refusal> {
        serde_json::from_str(source.text()).map_err(|error| {
            let found = if source.text().trim_start().starts_with('{') {
                format!("{}: {}", source.name(), json::describe_error(source.text(), &error))
            } else {
                format!("{} is not a map: a map begins with `{{`", source.name())
            };
            Refusal::new(found, "a map that `quarrel export --map` has written")
        })
    }

    /// Returns the scale with the unit of the map's values.
    ///
    /// # Errors
    ///
    /// If the unit differs from the unit of the problem.
    pub fn scale(&self, of_problem: &Scale) -> Result<Scale, Refusal> {
        scale(self.unit.as_deref(), of_problem)
    }

    /// Returns the map's values, scaled to the integers of the formula.
    ///
    /// # Errors
    ///
    /// If a value is not a multiple of the unit or exceeds 64 bits, or if the unit differs from the
    /// unit of the problem.
    pub fn scaled_values(&self, of_problem: &Scale) -> Result<ScaledValues, Refusal> {
        let scale = self.scale(of_problem)?;
        let value = |number: &Rational| scale.value(number).ok_or_else(|| no_value(number));
        let cost = |printed: &MapCost| {
            let slope = scale.multiply(&printed.slope).ok_or_else(|| no_value(&printed.slope))?;
            Ok(CostConversion { offset: printed.offset, slope })
        };
        let expected = match &self.expected {
            ExpectedResult::Satisfiable => ExpectedResult::Satisfiable,
            ExpectedResult::Unsatisfiable => ExpectedResult::Unsatisfiable,
            ExpectedResult::Optimum(best) => ExpectedResult::Optimum(value(best)?),
            ExpectedResult::Unknown => ExpectedResult::Unknown,
        };
        let bound = self.bound.as_ref().map(value).transpose()?;
        Ok(ScaledValues { bound, expected, cost: self.cost.as_ref().map(cost).transpose()? })
    }

    /// Checks that the file at `path` has the hash of the formula for which this map was written.
    /// The file is decompressed according to its extension.
    ///
    /// # Errors
    ///
    /// If the file has another hash, or cannot be read.
    pub fn validate_formula(&self, path: &str) -> Result<(), Refusal> {
        let hash = compress::open(Path::new(path));
        let digest = hash.and_then(|mut file| exchange::sha256(&mut file));
        match digest {
            Err(error) => Err(Refusal::new(
                format!("cannot read {path}: {error}"),
                "the file that was exported",
            )),
            Ok(hash) if hash != self.sha256 => Err(Refusal::new(
                format!("{path} is not the formula of the map: SHA-256 {hash}"),
                format!("the file that was exported with the map: SHA-256 {}", self.sha256),
            )),
            Ok(_) => Ok(()),
        }
    }

    /// Returns the request that opens the puzzle again.
    ///
    /// # Errors
    ///
    /// If the size or a variant is invalid, or if the board's file cannot be read or has changed.
    pub fn request(&self) -> Result<Request, Refusal> {
        request(self.board.as_ref(), self.size, &self.variant)
    }
}

/// Returns the scale for the unit that a file names. A file of an old version names no unit; its
/// unit is 1.
///
/// # Errors
///
/// If the unit differs from the unit of the problem.
pub fn scale(unit: Option<&str>, of_problem: &Scale) -> Result<Scale, Refusal> {
    match unit {
        None => Ok(Scale::default()),
        Some(unit) if of_problem.unit().as_deref() == Some(unit) => Ok(of_problem.clone()),
        Some(unit) => Err(Refusal::new(
            format!("values in units of {}, which are not those of the problem", quote(unit)),
            "a file that quarrel has written, unchanged",
        )),
    }
}

/// Returns the refusal of a number that cannot be a value of the objective.
pub fn no_value(number: &Rational) -> Refusal {
    Refusal::new(
        format!("the number {number}, which is not a value of the objective"),
        "a file that quarrel has written, unchanged",
    )
}

/// Returns the variants of a request in the form of the command line: `name` or `name=value`.
pub fn variants(request: &Request) -> Vec<String> {
    let variant = |(name, value): &(String, Option<usize>)| match value {
        Some(value) => format!("{name}={value}"),
        None => name.clone(),
    };
    request.variants.iter().map(variant).collect()
}

/// Returns the request that opens the puzzle again, from the data in a file that quarrel has
/// written. A variant is a name, or a name and a value with `=` between them.
///
/// # Errors
///
/// If the size or a variant's value is invalid, or if the board's file cannot be read or has
/// changed.
pub fn request(
    board: Option<&Board>,
    size: Option<[usize; 2]>,
    variants: &[String],
) -> Result<Request, Refusal> {
    let wrong = |what: String| Refusal::new(what, "a file that quarrel has written, unchanged");
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
        int_bound: board.and_then(|board| board.int_bound),
        called: None,
    })
}

impl Board {
    /// Returns the board of a request. The board has its text if the text is in memory, and
    /// otherwise only its name. Returns `None` if the request has no board. Reads no file.
    pub fn from_request(request: &Request) -> Option<Board> {
        let input = request.board.as_ref()?;
        let text = input.known_text().map(|source| source.text().to_owned());
        let (name, format) = (input.name().to_owned(), request.format.clone());
        let (sense, int_bound) = (request.sense, request.int_bound);
        Some(Board { name, text, sha256: None, input: format, sense, int_bound })
    }

    /// Returns whether both the text and the hash are missing.
    pub fn is_only_named(&self) -> bool {
        self.text.is_none() && self.sha256.is_none()
    }

    /// Returns the board of a request. The board has its text if the text is in memory and
    /// readable. Otherwise it has the hash of its file. Returns `None` if the request has no board.
    ///
    /// # Errors
    ///
    /// If the file cannot be read again.
    pub fn with_hash(request: &Request) -> Result<Option<Board>, Refusal> {
        let Some(input) = &request.board else { return Ok(None) };
        let text = match input {
            Input::File(_) | Input::Copy(..) => None,
            Input::Text(_) | Input::Bytes(..) => input.clone().into_text().ok(),
        };
        let content = text.map(|source| source.text().to_owned());
        let sha256 = if content.is_some() { None } else { Some(input.sha256()?) };
        let (name, format) = (input.name().to_owned(), request.format.clone());
        let (sense, int_bound) = (request.sense, request.int_bound);
        Ok(Some(Board { name, text: content, sha256, input: format, sense, int_bound }))
    }

    /// Returns the SHA-256 of the board, in hexadecimal.
    ///
    /// # Errors
    ///
    /// If the board has neither text nor hash.
    pub fn hash(&self) -> Result<String, Refusal> {
        match (&self.text, &self.sha256) {
            (Some(text), _) => Ok(exchange::sha256_of(text.as_bytes())),
            (None, Some(known)) => Ok(known.clone()),
            (None, None) => Err(self.unknown()),
        }
    }

    fn unknown(&self) -> Refusal {
        let found =
            format!("the board {}, with neither a text nor a SHA-256", escape_line(&self.name));
        Refusal::new(found, "a file that quarrel has written, unchanged")
    }

    /// Returns the text, or a private copy of the file. Refuses a board with neither text nor hash.
    /// Also refuses a file that is missing, is no regular file, cannot be copied or has changed.
    /// The refusal does not show the content of the file.
    fn input(&self) -> Result<Input, Refusal> {
        if let Some(text) = &self.text {
            return Ok(Source::new(&self.name, text).into());
        }
        let name = &self.name;
        let known = self.sha256.as_ref().ok_or_else(|| self.unknown())?;
        let path = Path::new(name);
        let shown = escape_line(name);
        let file = open_regular(path, Links::Followed).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Refusal::new(
                format!("the board was read from {shown}, but there is no such file here"),
                "that file under this name; if the path is relative, run this command in the folder in which quarrel ran first",
            ),
            _ => Refusal::new(format!("cannot read {shown}: {error}"), "the file that was read"),
        });
        let uncopied = |error: io::Error| {
            Refusal::new(
                format!("cannot copy {shown}: {error}"),
                "a readable file, and space for a copy",
            )
        };
        let mut copy = create_temp_file("").map_err(uncopied)?;
        let found = exchange::copy_with_sha256(&mut file?, &mut copy).map_err(uncopied)?;
        if found != *known {
            let found = format!("{shown} has changed since it was read");
            return Err(Refusal::new(found, format!("the file with the SHA-256 {known}")));
        }
        Ok(Input::copy(name, copy))
    }
}
