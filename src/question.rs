//! A question about a problem, as somebody asks it: on a command line, in a plan, in a proof.
//!
//! A [`Question`] is values alone, and can be written down: which board of which family, how it is
//! stated and encoded, what is asked of it, and how that is searched. It is read from options
//! ([`Question::set`]) or from the words of a command line ([`Question::from_words`]), and
//! [`Question::to_words`] are words that ask it again. The limits of a process and the like are no
//! part of it.
//!
//! A question with its problem is [`Posed`]: from that follow the [`Task`] of a search and the
//! [`Export`] of a file. They are made there and nowhere else.
//!
//! [`Task`]: crate::search::Task
//! [`Export`]: crate::export::Export

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::deduce::Rules;
use crate::encode::Encodings;
use crate::export::map::{self, Board};
use crate::family::{self, Family};
use crate::formulation::Formulation;
use crate::grid::GridPoint;
use crate::problem::Exact;
use crate::puzzle::Request;
use crate::search::{Answers, Strategy};
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
pub use outside::{AskError, status_of};
pub use posed::{Posed, counted_bound};
pub use readings::{FamilyReading, OpenedRequest, UnnamedBoards};
pub use solving::{AskedSolver, AskedSolverError};
pub use start::StartAnswer;

/// A question about a problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name by which the family is asked for.
    pub family: String,
    /// The board, if it is read from a text.
    pub board: Option<Board>,
    /// The size that is asked for.
    pub size: Option<[usize; 2]>,
    /// The variants, as they are written on the command line.
    pub variant: Vec<String>,
    /// The formulation, if one is named.
    pub formulation: Option<String>,
    /// The encodings of constraints.
    pub encodings: Encodings,
    /// The choice of symmetries to be broken.
    pub symmetry: SymmetryChoice,
    /// The deductions, if they are named.
    pub deduce: Option<Rules>,
    /// The strategy for an optimum, if one is named.
    #[serde(with = "strategy_name")]
    pub search: Option<&'static Strategy>,
    /// The mode of the solver, if one is named.
    pub mode: Option<Mode>,
    /// The solver's seed.
    pub seed: u32,
    /// The answers that are asked for.
    pub answers: Answers,
    /// The bound that an answer has to reach, in the numbers of whoever stated the problem.
    pub bound: Option<Exact>,
    /// The labels of the variables by which answers are told apart, if these are named.
    pub projected: Option<Vec<String>>,
}

/// A choice of the symmetries that are broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SymmetryChoice {
    /// If one answer or the optimum is asked for, and not in a model file that is exported.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
    /// Always, those that are found in place of those that the problem declares.
    Found,
}

/// A text that is no choice of symmetries.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
#[error("--symmetry auto, on, off or found")]
pub struct SymmetryError;

impl SymmetryChoice {
    /// Every choice, the default first.
    pub const ALL: [SymmetryChoice; 4] =
        [SymmetryChoice::Auto, SymmetryChoice::On, SymmetryChoice::Off, SymmetryChoice::Found];

    /// Returns its name.
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
    /// Returns the question with every default about a family that is asked for by this name.
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
            mode: None,
            seed: 0,
            answers: Answers::One,
            bound: None,
            projected: None,
        }
    }

    /// Returns the same question at a point of a grid.
    ///
    /// # Errors
    ///
    /// Refuses a value that an option does not have.
    pub fn at(&self, point: &GridPoint) -> Result<Question, Refusal> {
        let mut question = self.clone();
        for (option, value) in point.values() {
            // A grid has options of one process, too.
            if !words::is_of_a_run(option) {
                question.set(option, value)?;
            }
        }
        Ok(question)
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// Refuses an option that there is not, and a value that it does not have.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), Refusal> {
        words::set(self, option, value)
    }

    /// Returns the formulation that is named, if one is.
    ///
    /// # Errors
    ///
    /// Refuses one that the family does not have.
    pub fn named_formulation(
        &self,
        family: &Family,
    ) -> Result<Option<&'static Formulation>, Refusal> {
        let name = self.formulation.as_deref();
        name.map(|name| family.formulation(Some(name))).transpose()
    }

    /// Returns the deductions for a search.
    pub fn rules(&self) -> Rules {
        self.deduce.clone().unwrap_or_default()
    }

    /// Opens its problem.
    ///
    /// # Errors
    ///
    /// Refuses a family, board or formulation that there is not, and a bound on nothing.
    pub fn pose(self, families: &[&'static Family]) -> Result<Posed, Refusal> {
        let family = family::named(families, &self.family)?;
        let request = self.request(family)?;
        let opened = family.open(&request)?;
        Posed::new(self, family, request, opened)
    }

    /// Returns the request that opens its problem. A board of which only the name is known is a
    /// file.
    fn request(&self, family: &Family) -> Result<Request, Refusal> {
        let called = Some(self.family.clone());
        let named = self.board.as_ref().filter(|board| board.is_only_named());
        let Some(board) = named else {
            let request = map::request(self.board.as_ref(), self.size, &self.variant)?;
            return Ok(family.with_what_is_meant(Request { called, ..request }));
        };
        let file = Input::file(&board.name);
        let input = if family.streams() { file } else { Input::Text(file.into_text()?) };
        let (format, sense) = (board.input.clone(), board.sense);
        let request = map::request(None, self.size, &self.variant)?;
        let board = Some(input);
        Ok(family.with_what_is_meant(Request { board, format, sense, called, ..request }))
    }
}

/// A strategy as its name.
mod strategy_name {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::{Serialize, Serializer};

    use crate::search::{Strategy, strategy};

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
        let known = strategy(&name);
        known.map(Some).ok_or_else(|| D::Error::custom(format!("no search is called `{name}`")))
    }
}
