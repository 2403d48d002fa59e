//! A question about a problem. A command line, a plan or a proof contains such a question.
//!
//! A [`Question`] is read from options ([`Question::set`]) or from the words of a command line
//! ([`Question::from_words`]). [`Question::to_words`] is the inverse of `from_words`. The limits of
//! a run, such as the time limit, are not part of a question.
//!
//! A [`PosedQuestion`] is a question together with its problem. It makes the [`Task`] of a search
//! and the [`Export`] of a file.
//!
//! [`Task`]: crate::search::Task
//!
//! [`Export`]: crate::export::Export

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::deduce::Rules;
use crate::encode::Encodings;
use crate::export::map::{self, Board};
use crate::family::{self, Family};
use crate::grid::GridPoint;
use crate::problem::Rational;
use crate::puzzle::Request;
use crate::search::{Answers, Cuts, Strategy};
use crate::solver::Mode;
use crate::source::{Input, Refusal};

mod files;
mod midway;
mod outside;
mod posed;
mod projected;
mod readings;
mod solving;
mod start;
mod words;

pub use files::FilesError;
pub use midway::ModelAtBound;
pub use outside::status_of;
pub use posed::PosedQuestion;
pub use readings::{FamilyReading, OpenedRequest, UnnamedBoards};
pub use solving::{AskedSolver, AskedSolverError};
pub use start::StartAnswer;

/// A question about a problem. It states which problem it is about, how the problem is formulated
/// and searched, and which answers are wanted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name or an alias of the family.
    pub family: String,
    /// The board; `None` for an empty board of the given size.
    pub board: Option<Board>,
    /// The numbers of rows and columns of an empty board; `None` if a board is given or the family
    /// has no boards.
    pub size: Option<[usize; 2]>,
    /// The variants, as on the command line.
    pub variant: Vec<String>,
    /// The name of the formulation, or `None` for the default.
    pub formulation: Option<String>,
    /// The requested encodings, by kind of constraint.
    pub encodings: Encodings,
    /// The symmetries to break.
    pub symmetry: SymmetryChoice,
    /// The deductions, or `None` for the default. The default of a search is all deductions. The
    /// default of an export is the result of [`PosedQuestion::rules_for`].
    pub deduce: Option<Rules>,
    /// The search for an optimum. `None` means the search that suits the problem best.
    #[serde(with = "strategy_name")]
    pub search: Option<&'static Strategy>,
    /// The classes whose cuts branch and cut searches.
    #[serde(default)]
    pub cuts: Cuts,
    /// The mode of the solver. `None` means the mode that is known as the best one.
    pub mode: Option<Mode>,
    /// The seed of the solver's random choices.
    pub seed: u32,
    /// The wanted answers: one answer, several answers, only the number of answers, or only whether
    /// there is exactly one answer.
    pub answers: Answers,
    /// The bound on the objective, in the problem's own numbers; `None` if there is none.
    pub bound: Option<Rational>,
    /// The labels of the variables that distinguish answers; `None` if all variables distinguish
    /// answers.
    pub projected: Option<Vec<String>>,
}

/// The choice of the symmetries to break.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SymmetryChoice {
    /// Symmetries are broken in a search for one answer or for the optimum, and in most exports. An
    /// export breaks no symmetries if the problem is a model file, or if the format keeps
    /// constraints as they are in the formulation.
    #[default]
    Auto,
    /// Declared symmetries are always broken. A model file declares no symmetries; for such a file,
    /// detected symmetries are broken.
    On,
    /// Symmetries are never broken.
    Off,
    /// Detected symmetries are always broken; declared symmetries are not.
    Found,
}

/// The error of an unknown choice of symmetries.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
#[error("--symmetry must be auto, on, off or found")]
pub struct SymmetryError;

impl SymmetryChoice {
    /// All choices, the default first.
    pub const ALL: [SymmetryChoice; 4] =
        [SymmetryChoice::Auto, SymmetryChoice::On, SymmetryChoice::Off, SymmetryChoice::Found];

    /// Returns the name of the choice, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            SymmetryChoice::Auto => "auto",
            SymmetryChoice::On => "on",
            SymmetryChoice::Off => "off",
            SymmetryChoice::Found => "found",
        }
    }
}

impl fmt::Display for SymmetryChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SymmetryChoice {
    type Err = SymmetryError;

    fn from_str(text: &str) -> Result<SymmetryChoice, SymmetryError> {
        let named = SymmetryChoice::ALL.into_iter().find(|choice| choice.name() == text);
        named.ok_or(SymmetryError)
    }
}

impl Question {
    /// Returns the default question about a family. It asks for one answer, has no board, no size
    /// and no bound, and its seed is 0. Does not check that the family exists.
    pub fn new(family: &str) -> Question {
        Question {
            family: family.to_owned(),
            board: None,
            size: None,
            variant: Vec::new(),
            formulation: None,
            encodings: Encodings::default(),
            symmetry: SymmetryChoice::Auto,
            deduce: None,
            search: None,
            cuts: Cuts::all(),
            mode: None,
            seed: 0,
            answers: Answers::One,
            bound: None,
            projected: None,
        }
    }

    /// Returns the question with the options of `point`, which is one combination of a grid of
    /// options. Ignores the options of a run, such as limits. Does not check the names of
    /// formulations and variants.
    ///
    /// # Errors
    ///
    /// If an option or its value is unknown.
    pub fn with_options(&self, point: &GridPoint) -> Result<Question, Refusal> {
        let mut question = self.clone();
        for (option, value) in point.values() {
            // The options of a run, such as limits, are not part of a question.
            if !words::is_run_option(option) {
                question.set(option, value)?;
            }
        }
        Ok(question)
    }

    /// Sets an option to a value, as on the command line. Does not yet check whether a formulation
    /// or a variant exists. An unknown mode is treated as if no mode were given.
    ///
    /// # Errors
    ///
    /// If the option or value is unknown.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), Refusal> {
        words::set(self, option, value)
    }

    /// Returns the requested deductions. By default, these are all deductions.
    pub fn rules(&self) -> Rules {
        self.deduce.clone().unwrap_or_default()
    }

    /// Opens the problem of the question. If the question does not contain the text of the board,
    /// reads the board from its file.
    ///
    /// # Errors
    ///
    /// If the family or formulation is unknown, if the board cannot be read, or if there is a bound
    /// but no objective.
    pub fn pose(self, families: &[&'static Family]) -> Result<PosedQuestion, Refusal> {
        let family = family::find_family(families, &self.family)?;
        let request = self.request(family)?;
        let opened = family.open(&request)?;
        PosedQuestion::new(self, family, request, opened)
    }

    /// Returns the request that opens the problem, with the variants that the family implies. If
    /// the board has neither a text nor a hash, it is read from its file now, or later if the
    /// family reads it as a stream. If it has only a hash, its file is copied now, and must still
    /// have this hash. Fails if the size, a variant or the board of the question is invalid, or if
    /// the file cannot be read.
    fn request(&self, family: &Family) -> Result<Request, Refusal> {
        let called = Some(self.family.clone());
        let Some(board) = self.board.as_ref().filter(|board| board.is_only_named()) else {
            let request = map::request(self.board.as_ref(), self.size, &self.variant)?;
            return Ok(family.with_implied_variants(Request { called, ..request }));
        };
        let file = Input::file(&board.name);
        let input = if family.reads_streams() { file } else { Input::Text(file.into_text()?) };
        let request = Request {
            board: Some(input),
            format: board.input.clone(),
            sense: board.sense,
            int_bound: board.int_bound,
            called,
            ..map::request(None, self.size, &self.variant)?
        };
        Ok(family.with_implied_variants(request))
    }
}

mod strategy_name {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::{Serialize, Serializer};

    use crate::search::{Strategy, strategy_by_name};

    pub fn serialize<S: Serializer>(
        named: &Option<&'static Strategy>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        named.map(|strategy| strategy.name).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<&'static Strategy>, D::Error> {
        let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
        let known = strategy_by_name(&name);
        known.map(Some).ok_or_else(|| D::Error::custom(format!("no search is called `{name}`")))
    }
}
