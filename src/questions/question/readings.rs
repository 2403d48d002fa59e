//! Boards with several readings. A reading is a way to understand a board: in one of several
//! formats of a family, or as a board of one of several families.
//!
//! Some families can read nearly any rectangle of letters or digits, even if it obviously has no
//! answer in the family. For example, the regions of a Queens board can be read as an ABC Path
//! board with repeated letters. A filled Takuzu board can be read as a Queens board with two
//! regions. A reading that obviously has no answer is ignored. If all readings of the board
//! obviously have no answer, none is ignored.

use std::fs;
use std::io;
use std::time::Duration;

use crate::family::{Family, OpenedProblem, files};
use crate::problem::{Info, PartialAnswer};
use crate::puzzle::Request;
use crate::search;
use crate::source::{Input, MOST_BYTES, Refusal};
use crate::stop::Stop;
use crate::written;

/// The time limit of the test of whether a reading of a board has an answer.
const TRIAL: Duration = Duration::from_secs(10);

/// A problem with the request that opened it.
pub struct OpenedRequest {
    /// The request, with the chosen format.
    pub request: Request,
    /// The problem that the request opens.
    pub opened: OpenedProblem,
    /// The two formats that can read the board, if the board is ambiguous; otherwise `None`.
    pub readings: Option<&'static [&'static str; 2]>,
}

impl OpenedRequest {
    /// Opens a problem, and returns it with its request. If its board has several readings, chooses
    /// the only one with an answer; the request then has the format of this reading, and `readings`
    /// lists all of them. Searches each reading for at most ten seconds, in the first formulation
    /// of the family. Ignores readings that cannot be opened.
    ///
    /// # Errors
    ///
    /// If the problem cannot be opened, for example since its board cannot be read. If the board
    /// has several readings, and it is not known that exactly one of them has an answer.
    pub fn open(family: &Family, request: Request) -> Result<OpenedRequest, Refusal> {
        let refusal = match family.open(&request) {
            Ok(opened) => return Ok(OpenedRequest { request, opened, readings: None }),
            Err(refusal) => refusal,
        };
        let Some(readings) = refusal.readings else { return Err(refusal) };
        let mut with_answers = Vec::new();
        let mut is_known = true;
        for &reading in readings {
            let request = Request { format: Some(reading.to_owned()), ..request.clone() };
            let Ok(opened) = family.open(&request) else { continue };
            let formulation = family.formulation(None)?;
            let stop = Stop::unlimited().with_limit(TRIAL);
            match search::has_answer(opened.as_problem(), formulation, stop) {
                Some(true) => {
                    with_answers.push(OpenedRequest { request, opened, readings: Some(readings) });
                }
                Some(false) => {}
                None => is_known = false,
            }
        }
        let which = match (is_known, with_answers.len()) {
            (true, 1) => return Ok(with_answers.remove(0)),
            (true, 0) => "and it has an answer with neither format",
            (true, _) => "and it has an answer with each format",
            (false, _) => "but it was not decided in time with which format it has an answer",
        };
        let found = format!("{}, {which}", refusal.found);
        Err(Refusal { found, ..refusal })
    }
}

/// A family that can read a board.
#[derive(Clone)]
pub struct FamilyReading {
    /// The family that reads the board.
    pub family: &'static Family,
    /// An obvious reason why the board has no answer in the family; `None` if there is none.
    pub obstacle: Option<String>,
}

/// The boards on a command line that names no family.
pub struct UnnamedBoards<'a> {
    /// The families to try.
    pub families: &'a [&'static Family],
    /// The options for reading boards.
    pub terms: Request,
    /// The names of the board files, or links to boards, as on the command line.
    pub boards: Vec<String>,
}

impl UnnamedBoards<'_> {
    /// Returns the families that read all boards. Ignores boards that no family reads. If no board
    /// remains, the list is empty.
    ///
    /// # Errors
    ///
    /// If a board is standard input, or a path that cannot be read or is no regular file. If some
    /// boards are not ignored, and no single family reads all of them.
    pub fn readings(&self) -> Result<Vec<FamilyReading>, Refusal> {
        let mut known: Option<(&String, Vec<FamilyReading>)> = None;
        let mut apart = None;
        for board in &self.boards {
            let readings = self.readings_of(board)?;
            known = match known {
                _ if readings.is_empty() || apart.is_some() => known,
                None => Some((board, readings)),
                Some((first, common)) => {
                    let both = intersect(&common, &readings);
                    if both.is_empty() {
                        let [name, other] = [&common, &readings].map(|all| all[0].family.name);
                        apart = Some(format!(
                            "no family reads all of the {} boards: {first} is of {name}, {board} of {other}",
                            self.boards.len()
                        ));
                    }
                    Some((first, both))
                }
            };
        }
        match apart {
            None => Ok(known.map_or(Vec::new(), |(_, common)| common)),
            Some(found) => {
                let expected = "the boards of one family at a time, in a separate folder";
                Err(Refusal::new(found, expected))
            }
        }
    }

    /// Returns the families that read a board. There are three cases:
    /// - A link is tried in the families that do not read model files, and in no other.
    /// - For a file with the ending of a model file, returns all families that read model files, if
    ///   there are any, and no other. The file is not read.
    /// - Any other file is tried in the families that do not read model files, but only if it has
    ///   at most [`MOST_BYTES`]. If it begins like a model file, the families that read model files
    ///   follow. If no other family reads the file, the first of these is returned without a trial.
    ///
    /// In the last case, a family is left out if the board has an
    /// [obstacle](FamilyReading::obstacle) in it. But if the board has an obstacle in all families,
    /// none is left out. Refuses standard input, and a path that cannot be read or is no regular
    /// file.
    fn readings_of(&self, board: &str) -> Result<Vec<FamilyReading>, Refusal> {
        let Some(path) = files::file_path(board) else {
            let found = "the board is standard input, `-`, but no family is named";
            let expected = "the family before `-`, since standard input can be read only once";
            return Err(Refusal::new(found, expected));
        };
        if files::is_link(board) {
            let texts = self
                .families
                .iter()
                .copied()
                .filter(|family| !family.reads_streams())
                .filter_map(|family| self.reading(board, family))
                .collect();
            return Ok(texts);
        }
        let known = fs::metadata(path).map_err(|error| unreadable(board, &error))?;
        if !known.is_file() {
            let found = format!("{board} is no regular file, and no family is named");
            return Err(Refusal::new(found, "the family before the board"));
        }
        let (streams, texts): (Vec<_>, Vec<_>) =
            self.families.iter().copied().partition(|family| family.reads_streams());
        if written::is_model_file(board) && !streams.is_empty() {
            return Ok(streams.into_iter().map(FamilyReading::new).collect());
        }
        let is_short = usize::try_from(known.len()).is_ok_and(|bytes| bytes <= MOST_BYTES);
        let mut readings: Vec<FamilyReading> = texts
            .into_iter()
            .filter(|_| is_short)
            .filter_map(|family| self.reading(board, family))
            .collect();
        let head = Input::file(board).head()?;
        for family in streams {
            // A text that begins like a model file is treated as one, even if it has errors.
            if !written::looks_like_model(&head) {
                continue;
            }
            if readings.is_empty() {
                readings.push(FamilyReading::new(family));
            } else {
                readings.extend(self.reading(board, family));
            }
        }
        if readings.iter().any(|reading| reading.obstacle.is_none()) {
            readings.retain(|reading| reading.obstacle.is_none());
        }
        Ok(readings)
    }

    /// Returns the reading of a board by a family. The obstacle of the reading is an obvious reason
    /// why the board has no answer, or a clash of the givens. If neither is known, the reading has
    /// no obstacle. Returns `None` if the family cannot read the board. If the board has several
    /// readings in the family, the family counts as one that reads the board, without an obstacle.
    fn reading(&self, board: &str, family: &'static Family) -> Option<FamilyReading> {
        let called = Some(family.name.to_owned());
        let board = Some(family.input(board).ok()?);
        let terms = self.terms.clone();
        let request = family.with_implied_variants(Request { called, board, ..terms });
        let opened = match family.open(&request) {
            // If the board has several readings in this family, these readings are tried later.
            Err(refusal) if refusal.readings.is_some() => return Some(FamilyReading::new(family)),
            opened => opened.ok()?,
        };
        let problem = opened.as_problem();
        let Info { givens, obstacle, .. } = problem.info();
        let clash = || problem.clash(&PartialAnswer::Board(givens.clone()?));
        let any_obstacle = obstacle.clone().or_else(|| clash().map(|broken| broken.to_string()));
        Some(FamilyReading { family, obstacle: any_obstacle })
    }
}

impl FamilyReading {
    fn new(family: &'static Family) -> FamilyReading {
        FamilyReading { family, obstacle: None }
    }
}

/// Returns the families that are in both lists, in the order of the first list. A family keeps an
/// obstacle only if it has an obstacle in both lists. The obstacle in the first list is kept.
fn intersect(known: &[FamilyReading], others: &[FamilyReading]) -> Vec<FamilyReading> {
    let both = |reading: &FamilyReading| {
        let other = others.iter().find(|other| other.family.name == reading.family.name)?;
        let obstacle = reading.obstacle.clone().filter(|_| other.obstacle.is_some());
        Some(FamilyReading { family: reading.family, obstacle })
    };
    known.iter().filter_map(both).collect()
}

fn unreadable(name: &str, error: &io::Error) -> Refusal {
    Refusal::new(format!("cannot read {name}: {error}"), "a family, or a readable file")
}
