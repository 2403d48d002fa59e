//! The part of a family that makes boards.
//!
//! A [`Maker`] turns random numbers into a board with exactly one answer, as a value of the
//! family's Rust type. The board is then written as a text that every command of the command line
//! reads. A maker searches without a solver, or uses a [`ModelOracle`] of the caller. The board
//! that it makes depends only on the request and the random numbers.

use fastrand::Rng;

use crate::board::Size;
use crate::model::{Model, ModelOracle, UndecidedError};
use crate::puzzle::{Filling, Puzzle, Request};
use crate::source::Refusal;
use crate::stop::Stop;

/// The part of a family's record that makes boards.
pub struct Maker {
    /// Returns the side of a board if no size is requested.
    pub usual_side: fn(&Request) -> usize,
    /// The format in which the boards are written.
    pub format: &'static str,
    /// The boards of the maker, in one line.
    pub summary: &'static str,
    /// Names of the family. If a request uses one of these names, its boards have signs between
    /// cells even if no signs are requested. `None` if boards cannot have signs.
    pub signs: Option<&'static [&'static str]>,
    /// Refuses a request that no board can meet. It may overlook some of these requests; then
    /// [`make`](Maker::make) refuses them.
    pub validate: fn(&MakerRequest) -> Result<(), Refusal>,
    /// Makes a board with exactly one answer. [`validate`](Maker::validate) must have accepted the
    /// request.
    pub make: fn(&MakerRequest, MakerArguments) -> Result<MadeBoard, MakeError>,
}

/// A request to make boards.
#[derive(Clone, Debug)]
pub struct MakerRequest {
    /// The variants, and the name of the family. The size in this request is `None`, since the
    /// field `size` below has the size.
    pub puzzle: Request,
    /// Size of the boards: the requested size, or the maker's usual size.
    pub size: Size,
    /// Whether the boards have signs between cells.
    pub signs: bool,
}

/// A function that returns a solver with the clauses of a model.
pub type OracleFactory<'a> = dyn Fn(&Model) -> Result<Box<dyn ModelOracle>, UndecidedError> + 'a;

/// Arguments of a maker for one board.
pub struct MakerArguments<'a> {
    /// The random numbers for all choices.
    pub random: Rng,
    /// A function of the caller that starts a solver for a model.
    pub oracle: &'a OracleFactory<'a>,
    /// A request to stop. Once it is made, the maker ends without a board.
    pub stop: &'a Stop,
}

/// A board with exactly one answer, and this answer.
pub struct MadeBoard {
    /// The board, which can be written in the maker's format.
    pub puzzle: Box<dyn Puzzle>,
    /// The only answer of the board.
    pub answer: Filling,
}

/// The reason why no board was made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MakeError {
    /// The maker was stopped.
    #[error(transparent)]
    Stopped(#[from] UndecidedError),
    /// No board meets the request.
    #[error(transparent)]
    Impossible(#[from] Refusal),
}
