//! How a family makes boards.
//!
//! A [`Maker`] turns random numbers into a board with exactly one answer. Its room makes the board
//! as its own type, which writes it as a text that every verb reads. A maker names no solver: it
//! searches by itself, or asks a [`ModelOracle`] that the caller hands in. Its board depends on the
//! request and the random numbers alone.

use fastrand::Rng;

use crate::board::Size;
use crate::model::{Model, ModelOracle, Undecided};
use crate::puzzle::{Filling, Puzzle, Request};
use crate::source::Refusal;
use crate::stop::Stop;

/// The part of a family's record that makes boards.
pub struct Maker {
    /// Returns the side of a board if no size is requested.
    pub usual_side: fn(&Request) -> usize,
    /// The format in which its boards are written.
    pub format: &'static str,
    /// The boards that it can make, in one line.
    pub about: &'static str,
    /// The names of the family under which boards have signs without a request; `None` if no board
    /// has signs.
    pub signs: Option<&'static [&'static str]>,
    /// Refuses a request that no board can meet.
    pub validate: fn(&MakerRequest) -> Result<(), Refusal>,
    /// Makes a board.
    pub make: fn(&MakerRequest, Making) -> Result<MadeBoard, NotMade>,
}

/// A request for boards.
#[derive(Clone, Debug)]
pub struct MakerRequest {
    /// The variants, and the name of the family.
    pub puzzle: Request,
    /// The size of the boards.
    pub size: Size,
    /// Whether they have signs between cells.
    pub signs: bool,
}

/// Returns an oracle for a model.
pub type OracleFor<'a> = dyn Fn(&Model) -> Result<Box<dyn ModelOracle>, Undecided> + 'a;

/// The arguments of a maker for one board.
pub struct Making<'a> {
    /// The source of all its choices.
    pub random: Rng,
    /// A solver of the caller.
    pub oracle: &'a OracleFor<'a>,
    /// When to stop.
    pub stop: &'a Stop,
}

/// A board with exactly one answer.
pub struct MadeBoard {
    /// The board.
    pub puzzle: Box<dyn Puzzle>,
    /// The answer.
    pub answer: Filling,
}

/// The reason why no board was made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotMade {
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Undecided),
    /// No board meets the request.
    #[error(transparent)]
    Impossible(#[from] Refusal),
}
