//! Boards with exactly one answer, one after another.
//!
//! The room of a family makes a board from a seed ([`Maker`]); this module tries one seed after
//! another until a board is new and meets the request. A board depends on its own seed alone, so
//! the seed next to it makes it again. Each board is read from its text before it is returned, and
//! the rules have checked its answer.

use std::collections::HashSet;

use fastrand::Rng;

use crate::board::Size;
use crate::family::maker::{MadeBoard, Maker, MakerRequest, Making, NotMade, OracleFor};
use crate::family::{Family, Opened};
use crate::problem::Answer;
use crate::puzzle::Request;
use crate::source::{Refusal, Source};
use crate::stop::Stop;

/// A series of different boards of a family.
pub struct Series<'a> {
    family: &'static Family,
    maker: &'static Maker,
    request: MakerRequest,
    oracle: &'a OracleFor<'a>,
    stop: Stop,
    /// The next seed.
    seed: u64,
    /// The most boards in a row that are made in vain.
    tries: u64,
    shown: HashSet<String>,
    tally: Tally,
}

/// A board with exactly one answer.
pub struct GeneratedBoard {
    /// The seed that makes it again.
    pub seed: u64,
    /// The board, in a format of its family.
    pub text: String,
    /// The board, as the family reads its text.
    pub opened: Opened,
    /// The answer.
    pub answer: Answer,
}

/// What came of all boards so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The boards that were made.
    pub made: u64,
    /// Those that equal an earlier one.
    pub repeated: u64,
}

impl Tally {
    /// Returns it in words.
    pub fn told(&self) -> String {
        let repeated = match self.repeated {
            0 => String::new(),
            repeated => format!(", {repeated} repeated"),
        };
        format!("{} made{repeated}", self.made)
    }
}

/// Result of a step in a series.
pub enum Next {
    /// A new board.
    Board(Box<GeneratedBoard>),
    /// No new board in as many tries as allowed.
    Exhausted,
    /// Stopped.
    Stopped,
}

/// Why a series ends with an error.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// No board meets the request.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A maker made a board that its own family refuses.
    #[error("internal check failed: {0}; the board was\n{1}")]
    Internal(String, String),
}

/// Returns the maker of a family.
///
/// # Errors
///
/// If it has none.
pub fn maker_of(family: &Family) -> Result<&'static Maker, Refusal> {
    let expected = "a family whose boards can be made; `quarrel generate --help` lists them";
    family.maker.ok_or_else(|| Refusal::new(format!("boards of {}", family.name), expected))
}

impl<'a> Series<'a> {
    /// Starts a series with a seed. Without a size, boards have the usual one. After `tries` boards
    /// in vain the series [ends](Next::Exhausted).
    ///
    /// # Errors
    ///
    /// If no board can meet the request, as far as this is known without making one.
    pub fn new(
        family: &'static Family,
        request: Request,
        signs: bool,
        oracle: &'a OracleFor<'a>,
    ) -> Result<Series<'a>, Refusal> {
        let maker = maker_of(family)?;
        let request = family.with_what_is_meant(request);
        family.validate_choices(&request)?;
        let usual = || Size::new(maker.side, maker.side).expect("a small board");
        let size = request.size.unwrap_or_else(usual);
        let called = request.called.as_deref().unwrap_or(family.name).to_owned();
        let implied = |under: &[&str]| under.iter().any(|name| name.eq_ignore_ascii_case(&called));
        if signs && maker.signs.is_none() {
            let found = format!("signs between cells, which boards of {} do not have", family.name);
            return Err(Refusal::new(found, "no --signs"));
        }
        let signs = signs || maker.signs.is_some_and(implied);
        let also = family.meant_by(&called).filter(|also| !also.allows(size, &request));
        if let Some(also) = also {
            let found = format!(
                "boards of {size}, and boards of {} are squares with even sides",
                also.name
            );
            let odd =
                also.even_unless.map_or(String::new(), |name| format!(", or --variant {name}"));
            return Err(Refusal::new(found, format!("a square with even sides{odd}")));
        }
        let request = MakerRequest { puzzle: Request { size: None, ..request }, size, signs };
        (maker.validate)(&request)?;
        Ok(Series {
            family,
            maker,
            request,
            oracle,
            stop: Stop::never(),
            seed: 0,
            tries: u64::MAX,
            shown: HashSet::new(),
            tally: Tally::default(),
        })
    }

    /// Sets the first seed.
    #[must_use]
    pub fn from_seed(self, seed: u64) -> Series<'a> {
        Series { seed, ..self }
    }

    /// Sets the most boards in a row that are made in vain.
    #[must_use]
    pub fn with_tries(self, tries: u64) -> Series<'a> {
        Series { tries, ..self }
    }

    /// Sets when to stop.
    #[must_use]
    pub fn until(self, stop: &Stop) -> Series<'a> {
        Series { stop: stop.clone(), ..self }
    }

    /// Returns the size, the variants and the signs of its boards.
    pub fn request(&self) -> &MakerRequest {
        &self.request
    }

    /// Returns what came of the boards so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Makes boards until one is new. `watch` sees each that is made.
    ///
    /// # Errors
    ///
    /// If no board meets the request, or a board does not pass its checks.
    pub fn next_board(&mut self, watch: &mut dyn FnMut(&Tally)) -> Result<Next, GenerateError> {
        for _ in 0..self.tries {
            let seed = self.seed;
            let making =
                Making { random: Rng::with_seed(seed), oracle: self.oracle, stop: &self.stop };
            let made = match (self.maker.make)(&self.request, making) {
                Ok(made) => made,
                Err(NotMade::Stopped(_)) => return Ok(Next::Stopped),
                Err(NotMade::Impossible(refusal)) => return Err(refusal.into()),
            };
            self.seed = self.seed.wrapping_add(1);
            self.tally.made += 1;
            let is_new = self.shown.insert(made.text.clone());
            self.tally.repeated += u64::from(!is_new);
            watch(&self.tally);
            if is_new {
                return Ok(Next::Board(Box::new(self.checked(seed, made)?)));
            }
            if self.stop.reached() {
                return Ok(Next::Stopped);
            }
        }
        Ok(Next::Exhausted)
    }

    /// Reads a board from its text and checks its answer by the rules.
    fn checked(&self, seed: u64, made: MadeBoard) -> Result<GeneratedBoard, GenerateError> {
        let MadeBoard { text, answer } = made;
        let board = Some(Source::new("the board", &text).into());
        let request = Request { board, ..self.request.puzzle.clone() };
        let opened = match self.family.open(&request) {
            Ok(opened) => opened,
            Err(refusal) => return Err(GenerateError::Internal(refusal.to_string(), text)),
        };
        let rows = answer.to_rows();
        match opened.as_problem().check(&rows) {
            Ok(value) => Ok(GeneratedBoard { seed, text, opened, answer: Answer { rows, value } }),
            Err(broken) => Err(GenerateError::Internal(broken.to_string(), text)),
        }
    }
}
