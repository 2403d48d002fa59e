//! Series of boards with exactly one answer.
//!
//! Seeds are tried one after another until a board is new and has the wanted level of difficulty.
//! Equal seeds give equal boards, so the same board can be made again from the returned seed. The
//! family reads the text of each board and checks its answer. Grading finds the level: it derives
//! the answer step by step from the givens, so it also proves that there is no other answer.

use std::collections::HashSet;
use std::fmt;

use fastrand::Rng;

use crate::board::Size;
use crate::encode::EncodeRefusal;
use crate::family::maker::{MadeBoard, MakeError, Maker, MakerArguments, MakerRequest};
use crate::family::{Conversion, Family, OpenedProblem};
use crate::hint::{self, Grade, HintError, Oracle, PlanEnd, Position, View, Wish};
use crate::links;
use crate::model::{Model, ModelOracle, UndecidedError};
use crate::problem::{self, Answer, CheckedAnswer};
use crate::puzzle::{Puzzle, Request};
use crate::source::{Refusal, Source};
use crate::stop::Stop;

use encoded::EncodedModel;
pub use tally::Tally;

mod encoded;
mod tally;

/// A function that starts a solver without clauses.
pub type SolverFactory = dyn Fn() -> Box<dyn Oracle>;

/// The boards that are graded, and the level that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grading {
    /// No board is graded.
    Off,
    /// Boards of up to [`MOST_GRADED`] cells are graded, if their family has levels.
    On,
    /// All boards are graded, and only this level is wanted.
    Only(String),
}

/// The largest number of cells of a board that is graded if no level is wanted. Grading takes
/// seconds for a board of this size, and minutes for larger boards.
pub const MOST_GRADED: usize = 200;

/// Series of different boards of a family.
pub struct Series<'a> {
    family: &'static Family,
    maker: &'static Maker,
    /// The size, the variants and the signs of the boards.
    request: MakerRequest,
    /// The boards that are graded, and the level that is wanted.
    grading: Grading,
    /// The function that starts solvers. These solvers are used to make and grade boards.
    solver: &'a SolverFactory,
    /// The request to stop, which ends the series.
    stop: Stop,
    /// The seed of the next board.
    seed: u64,
    /// The largest number of unwanted boards in succession. After them, the series is exhausted.
    tries: u64,
    /// The texts of all boards so far.
    seen: HashSet<String>,
    tally: Tally,
}

/// Board with exactly one answer.
pub struct GeneratedBoard {
    /// The seed that makes this board again.
    pub seed: u64,
    /// The board, in a format of its family, with a line end.
    pub text: String,
    /// The board that the family has read from this text.
    pub opened: OpenedProblem,
    /// The only answer of the board.
    pub answer: CheckedAnswer,
    /// The board as a link or an id of another program; `None` if no link or id can represent the
    /// board.
    pub link: Option<String>,
    /// The difficulty; `None` if the board is not graded or has no levels.
    pub grade: Option<Grade>,
}

/// The result of one call of [`Series::next_board`].
pub enum NextBoard {
    /// A new board of the wanted level.
    Board(Box<GeneratedBoard>),
    /// None of the allowed tries made a wanted board.
    Exhausted,
    /// The series was stopped.
    Stopped,
}

/// Reason why a series ends with an error.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// No board meets the request.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A board fails a check. The first field is the fault, the second one the text of the board.
    #[error("internal check failed: {0}; the board was\n{1}")]
    Internal(String, String),
}

/// The reason why a board could not be graded.
enum GradeError {
    /// A stop was requested, or the solver gave no answer.
    Stopped,
    /// The series ends with this error.
    Error(GenerateError),
}

impl<'a> Series<'a> {
    /// Starts a series with seed 0. The series grades boards of up to [`MOST_GRADED`] cells, and
    /// wants every new board. It has no limit on tries and no request to stop. Without a requested
    /// size, boards have the maker's usual size. `signs` requests signs between cells. If the
    /// request uses certain names of the family, boards have signs anyway.
    ///
    /// # Errors
    ///
    /// If the family makes no boards, a variant, the signs or the size is not allowed for its
    /// boards, or the maker refuses the request. Not every impossible request is recognised.
    pub fn new(
        family: &'static Family,
        request: Request,
        signs: bool,
        solver: &'a SolverFactory,
    ) -> Result<Series<'a>, Refusal> {
        let maker = maker_of(family)?;
        let request = family.with_implied_variants(request);
        family.validate_choices(&request)?;
        let called = request.called.clone().unwrap_or_else(|| family.name.to_owned());
        let implied = |under: &[&str]| under.iter().any(|name| name.eq_ignore_ascii_case(&called));
        if signs && maker.signs.is_none() {
            let found = format!("signs between cells, which boards of {} do not have", family.name);
            return Err(Refusal::new(found, "no --signs"));
        }
        let signs = signs || maker.signs.is_some_and(implied);
        let side = (maker.usual_side)(&request);
        let size = request.size.unwrap_or_else(|| Size::new(side, side).expect("a small board"));
        refuse_size_of_name(family, &called, size, &request)?;
        let request = MakerRequest { puzzle: Request { size: None, ..request }, size, signs };
        (maker.validate)(&request)?;
        Ok(Series {
            family,
            maker,
            request,
            grading: Grading::On,
            solver,
            stop: Stop::unlimited(),
            seed: 0,
            tries: u64::MAX,
            seen: HashSet::new(),
            tally: Tally::default(),
        })
    }

    /// Sets the seed of the first board, which is 0 by default.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Series<'a> {
        Series { seed, ..self }
    }

    /// Sets the boards that are graded, and the level that is wanted.
    #[must_use]
    pub fn with_grading(self, grading: Grading) -> Series<'a> {
        Series { grading, ..self }
    }

    /// Sets the largest number of unwanted boards in succession. After them, the series
    /// [ends](NextBoard::Exhausted).
    #[must_use]
    pub fn with_tries(self, tries: u64) -> Series<'a> {
        Series { tries, ..self }
    }

    /// Sets the request to stop, which ends the series.
    #[must_use]
    pub fn with_stop(self, stop: &Stop) -> Series<'a> {
        Series { stop: stop.clone(), ..self }
    }

    /// Returns the size, the variants and the signs of the boards.
    pub fn request(&self) -> &MakerRequest {
        &self.request
    }

    /// Returns the counts of boards made so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Makes boards from successive seeds until one is new and has the wanted level, and returns
    /// this board. Returns [`NextBoard::Stopped`] at a stop, or if the solver gives no answer while
    /// a board is made or graded. Returns [`NextBoard::Exhausted`] after the allowed tries in this
    /// call. Calls `watch` after each board that is counted. The next call goes on with the seed
    /// after the last counted board. A board whose grading is stopped or fails is not counted. If
    /// it is made again, it counts as repeated, and is not graded.
    ///
    /// # Errors
    ///
    /// If no board meets the request, or if the wanted level is not one of the levels of these
    /// boards. Also if a board does not pass the checks of its text, its answer and its steps. The
    /// seed then stays the same, so the next call makes this board again.
    pub fn next_board(
        &mut self,
        watch: &mut dyn FnMut(&Tally),
    ) -> Result<NextBoard, GenerateError> {
        for _ in 0..self.tries {
            if self.stop.is_reached() {
                return Ok(NextBoard::Stopped);
            }
            let seed = self.seed;
            let oracle = |model: &Model| self.oracle(model);
            let random = Rng::with_seed(seed);
            let making = MakerArguments { random, oracle: &oracle, stop: &self.stop };
            let made = match (self.maker.make)(&self.request, making) {
                Ok(made) => made,
                Err(MakeError::Stopped(_)) => return Ok(NextBoard::Stopped),
                Err(MakeError::Impossible(refusal)) => return Err(refusal.into()),
            };
            let mut board = self.checked(seed, &made)?;
            let is_new = self.seen.insert(board.text.clone());
            if is_new {
                match self.grade(&board) {
                    Ok(grade) => board.grade = grade,
                    Err(GradeError::Stopped) => return Ok(NextBoard::Stopped),
                    Err(GradeError::Error(error)) => return Err(error),
                }
            }
            self.seed = self.seed.wrapping_add(1);
            let is_wanted = self.count(&board, is_new);
            watch(&self.tally);
            if is_wanted {
                return Ok(NextBoard::Board(Box::new(board)));
            }
        }
        Ok(NextBoard::Exhausted)
    }

    /// Encodes a model into a new solver. Returns an error if a stop is requested. The default
    /// encodings must accept the model; otherwise a debug build panics, and a release build returns
    /// the error.
    fn oracle(&self, model: &Model) -> Result<Box<dyn ModelOracle>, UndecidedError> {
        match EncodedModel::new(model, self.solver, &self.stop) {
            Ok(encoded) => Ok(Box::new(encoded)),
            Err(refusal) => {
                debug_assert_eq!(refusal, EncodeRefusal::Stopped, "a small model is encoded");
                Err(UndecidedError)
            }
        }
    }

    /// Counts a board in the tally: among the boards made, among the repeated ones if it is not
    /// new, and at its level if it has a grade. Returns whether the board is wanted: it is new and,
    /// if a level is wanted, it has this level. If a new board is to be graded, this must be done
    /// before.
    fn count(&mut self, board: &GeneratedBoard, is_new: bool) -> bool {
        self.tally.made += 1;
        self.tally.repeated += u64::from(!is_new);
        let Some(grade) = &board.grade else { return is_new };
        self.tally.add(grade.level);
        match &self.grading {
            Grading::Only(level) => grade.level == level,
            Grading::On | Grading::Off => is_new,
        }
    }

    /// Writes a board as a text with a line end, reads it again and checks its answer by the rules.
    /// Fails with [`GenerateError::Internal`] if one of these steps fails. The result has the first
    /// link or id that is read without options, if there is one, but no grade yet.
    fn checked(&self, seed: u64, made: &MadeBoard) -> Result<GeneratedBoard, GenerateError> {
        let internal = |error: &dyn fmt::Display, text: &str| {
            GenerateError::Internal(error.to_string(), text.to_owned())
        };
        let text = match made.puzzle.write(self.maker.format) {
            Some(Ok(text)) => text + "\n",
            Some(Err(refusal)) => return Err(internal(&refusal, "")),
            None => return Err(internal(&"boards cannot be written in the maker's format", "")),
        };
        let board = Some(Source::new("the board", &text).into());
        let request = Request { board, ..self.request.puzzle.clone() };
        let opened = self.family.open(&request).map_err(|refusal| internal(&refusal, &text))?;
        let answer = Answer::Board(made.answer.clone());
        let answer = problem::check_answer(opened.as_problem(), answer)
            .map_err(|wrong| internal(&wrong, &text))?;
        let links = self.family.formats.iter().filter(|format| links::is_link_format(format.name));
        // Some short links are recognised by no format, and so are read only with options.
        let mut written = links.filter_map(|format| opened.convert(self.family, format.name).ok());
        let link = written.find(Conversion::needs_no_options).map(|written| written.text);
        Ok(GeneratedBoard { seed, text, opened, answer, link, grade: None })
    }

    /// Grades a board, if a grade is wanted and the board has levels; otherwise returns `None`. A
    /// board of more than [`MOST_GRADED`] cells is graded only if a level is wanted. Enters the
    /// names of the levels in the tally if it has none. Fails at a stop, if the solver gives no
    /// answer, or if the wanted level does not exist. Also fails if the steps do not lead to the
    /// known answer, for example because the board has several answers.
    fn grade(&mut self, board: &GeneratedBoard) -> Result<Option<Grade>, GradeError> {
        let is_small = self.request.size.area() <= MOST_GRADED;
        if self.grading == Grading::Off || (self.grading == Grading::On && !is_small) {
            return Ok(None);
        }
        let puzzle = board.opened.as_puzzle().expect("makers make boards");
        let scale = self.view_of(puzzle).and_then(|view| Some((view.scale()?, view)));
        let levels = scale.as_ref().map_or(Vec::new(), |(scale, _)| scale.names().collect());
        self.validate_level(&levels, puzzle)?;
        let Some((_, view)) = scale else { return Ok(None) };
        if self.tally.levels.is_empty() {
            self.tally.levels = levels.into_iter().map(|name| (name, 0)).collect();
        }
        let position = Position { givens: puzzle.givens(), filled: None };
        let mut solver = (self.solver)();
        let plan = hint::plan(&*view, &position, &Wish::with_steps(None), &mut *solver, &self.stop);
        let internal = |found: &dyn fmt::Display| {
            let error = GenerateError::Internal(found.to_string(), board.text.clone());
            Err(GradeError::Error(error))
        };
        match plan {
            Ok(plan) if plan.ended == PlanEnd::Complete => {
                let is_same = plan.answer.as_ref() == board.answer.board();
                if is_same { Ok(plan.grade) } else { internal(&"the steps lead to another answer") }
            }
            Ok(plan) if plan.ended == PlanEnd::Stuck => internal(&"the board has several answers"),
            Ok(_) | Err(HintError::Stopped) => Err(GradeError::Stopped),
            Err(trouble) => internal(&trouble),
        }
    }

    /// Returns the view by which a puzzle is graded. It is the view of the first formulation that
    /// has one. Returns `None` if no formulation has a view.
    fn view_of<'p>(&self, puzzle: &'p dyn Puzzle) -> Option<Box<dyn View + 'p>> {
        self.family.formulations.iter().find_map(|formulation| puzzle.view(formulation))
    }

    /// Refuses a wanted level that is not among `levels`, the levels of these boards. Accepts all
    /// boards if no level is wanted. `puzzle` is one of the boards; the refusal uses its words.
    fn validate_level(&self, levels: &[&str], puzzle: &dyn Puzzle) -> Result<(), GradeError> {
        let Grading::Only(level) = &self.grading else { return Ok(()) };
        if levels.contains(&level.as_str()) {
            return Ok(());
        }
        let kind = std::iter::once(self.family.name.to_owned()).chain(puzzle.describe().variants);
        let description = kind.collect::<Vec<_>>().join(" ");
        let refusal = if levels.is_empty() {
            Refusal::new(format!("boards of {description} have no levels"), "no --difficulty")
        } else {
            Refusal::new(
                format!("boards of {description} have no level `{level}`"),
                levels.join(", "),
            )
        };
        Err(GradeError::Error(refusal.into()))
    }
}

/// Returns the maker of a family. Refuses a family that has no maker.
fn maker_of(family: &Family) -> Result<&'static Maker, Refusal> {
    let expected = "a family whose boards can be made; `quarrel generate --help` lists them";
    family.maker.ok_or_else(|| Refusal::new(format!("boards of {}", family.name), expected))
}

/// Refuses a size that an alias of the family excludes. `called` is the requested name of the
/// family. A name that is no alias excludes no size. A variant in `request` can allow sizes that
/// the alias excludes otherwise.
fn refuse_size_of_name(
    family: &Family,
    called: &str,
    size: Size,
    request: &Request,
) -> Result<(), Refusal> {
    let Some(also) = family.alias_by_name(called).filter(|also| !also.allows(size, request)) else {
        return Ok(());
    };
    let found =
        format!("boards of {size}, but boards of {} are squares with even sides", also.name);
    let or = also.even_unless.map_or(String::new(), |name| format!(", or --variant {name}"));
    Err(Refusal::new(found, format!("a square with even sides{or}")))
}
