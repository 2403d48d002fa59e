//! The writer of a set of instances. It searches each puzzle for the optimum or an answer, and
//! writes the puzzle in every requested format, formulation and encoding.

use std::fs;
use std::path::Path;

use super::{DiaryEntry, OmittedInstance, PuzzleResult, Suite, SuiteInstance, file, file_name};
use crate::bounds::Bounds;
use crate::export::compress::Compression;
use crate::export::map::Map;
use crate::export::{ExpectedResult, Format};
use crate::family::Family;
use crate::grid::{GridPoint, OptionGrid};
use crate::model::{Goal, Sense};
use crate::problem::{Rational, Scale};
use crate::puzzle::Request;
use crate::question::{FilesError, PosedQuestion, Question};
use crate::search::{self, SearchError, Status, Task};
use crate::source::{Refusal, format_count};
use crate::stop::Stop;

/// Options that change the model, and therefore apply to every format.
const STATING: [&str; 3] = ["formulation", "symmetry", "deduce"];

/// A puzzle with the combinations of options for its instances.
pub struct SuitePuzzle {
    /// The family of the puzzle.
    pub family: &'static Family,
    /// The name of the puzzle. The names of the instances begin with this name.
    pub name: String,
    /// The words that select the puzzle on the command line.
    pub arguments: Vec<String>,
    /// The request that opens the puzzle.
    pub request: Request,
    /// The options of the instances, such as formulations and encodings, with their values.
    pub grid: OptionGrid,
}

/// A writer of a set of instances.
pub struct SuiteWriter<'a> {
    suite: Suite,
    /// The folder of the set, for messages.
    folder: &'a Path,
    terms: SuiteTerms,
    stop: &'a Stop,
}

/// The limits and formats of a set.
pub struct SuiteTerms {
    /// The largest number of conflicts in the search for each puzzle.
    pub conflicts: u64,
    /// The formats in which each puzzle is written.
    pub formats: Vec<&'static Format>,
    /// The number of scrambled copies of each formula, in addition to the original. Only formats of
    /// clauses have scrambled copies.
    pub scrambles: u64,
}

/// The result of writing an instance.
enum InstanceFate {
    /// The instance is in the set.
    Kept,
    /// The instance is not in the set, and is not listed as left out. There are three reasons: a
    /// deduction refutes the bound of the instance; a stop ended the export of the instance; or an
    /// earlier start of the command has already dealt with the instance and has written no file.
    Refuted,
    /// The instance is left out, for the reason in the field.
    LeftOut(String),
}

/// An instance that is to be written. It can still turn out to be refuted or refused.
struct WantedInstance {
    format: &'static Format,
    /// The question of the instance, with its formulation, encodings and bound.
    posed: PosedQuestion,
    /// The seed of the scramble; `None` for the original formula.
    scramble: Option<u64>,
    /// The command that writes the instance.
    command: String,
    /// The name of the instance, without folder and file extensions.
    name: String,
}

/// A puzzle with its problem and the result of its search.
struct OpenPuzzle<'a> {
    puzzle: &'a SuitePuzzle,
    /// The default question about the puzzle.
    posed: PosedQuestion,
    /// The result of the search. The bounds and the expected results of the instances follow from
    /// it.
    known: PuzzleResult,
    /// Whether an earlier start of the command has written all instances of the puzzle.
    is_written: bool,
}

/// The numbers for the diary's entry of a puzzle.
#[derive(Default)]
struct SuiteTally {
    /// The number of the puzzle's instances in the set.
    written: usize,
    /// The puzzle's instances that are left out.
    left_out: Vec<OmittedInstance>,
}

/// Returns the fate of an instance. If the puzzle or an encoding of the instance is refused, the
/// instance is left out, and the refusal is the reason. Other errors stay errors.
fn omit_refused(fate: Result<InstanceFate, FilesError>) -> Result<InstanceFate, FilesError> {
    match fate {
        Err(FilesError::Refused(refusal)) => Ok(InstanceFate::LeftOut(refusal.to_string())),
        Err(FilesError::Search(SearchError::Encoding(refusal))) => {
            Ok(InstanceFate::LeftOut(refusal.to_string()))
        }
        fate => fate,
    }
}

impl SuitePuzzle {
    /// Checks that the puzzle can be opened and has the requested formulations. Returns the puzzle
    /// unchanged.
    ///
    /// # Errors
    ///
    /// If the puzzle cannot be opened, if a requested formulation does not exist, or if the grid
    /// has an unknown option or value.
    pub fn validate(self) -> Result<SuitePuzzle, Refusal> {
        for point in self.grid.points() {
            let question = Question::new(self.family.name).with_options(&point)?;
            self.family.formulation(question.formulation.as_deref())?;
        }
        self.family.open(&self.request)?;
        Ok(self)
    }

    /// Returns the combinations of options for a format. For a format without clauses, the options
    /// that choose encodings are left out.
    fn grid(&self, format: &Format) -> OptionGrid {
        let mut grid = self.grid.clone();
        if !format.has_clauses {
            grid.axes.retain(|axis| STATING.contains(&axis.option.as_str()));
        }
        grid
    }

    /// Returns the command that writes an instance, quoted for a shell. It has the words of the
    /// puzzle, the options of `point`, and the format. If the bound and the seed of the scramble
    /// are given, it has these, too. Panics if a word contains a byte 0.
    fn command(
        &self,
        point: &GridPoint,
        format: &Format,
        (bound, scramble): (Option<&Rational>, Option<u64>),
    ) -> String {
        let mut words = vec!["quarrel".to_owned(), "export".to_owned()];
        words.extend(self.arguments.iter().cloned());
        words.extend(point.arguments());
        words.extend(["--to".to_owned(), format.name.to_owned()]);
        if let Some(bound) = bound {
            words.extend(bound.words("bound"));
        }
        if let Some(seed) = scramble {
            words.extend(["--scramble".to_owned(), seed.to_string()]);
        }
        shlex::try_join(words.iter().map(String::as_str)).expect("an argument has no byte 0")
    }

    /// Returns the name of an instance. The name consists of the puzzle, the options with several
    /// values, the question and the scramble. The question is written as `le` (if the objective is
    /// minimised) or `ge` (if it is maximised) and its bound, with `over` instead of a slash.
    /// Characters that [`file_name`] does not keep are dropped.
    fn name_of(
        &self,
        grid: &OptionGrid,
        point: &GridPoint,
        (question, scramble): (Option<(Rational, Goal)>, Option<u64>),
    ) -> String {
        let relation = question.map(|(bound, goal)| match goal.sense {
            Sense::Minimise => format!("le{bound}"),
            Sense::Maximise => format!("ge{bound}"),
        });
        // A file name cannot contain a slash.
        let question_part = relation.map(|words| words.replace('/', "over"));
        let mut parts = vec![self.name.as_str()];
        parts.extend(grid.varying_values(point));
        parts.extend(question_part.as_deref());
        let scramble_part = scramble.map(|seed| format!("scramble{seed}"));
        parts.extend(scramble_part.as_deref());
        file_name(&parts)
    }
}

impl<'a> SuiteWriter<'a> {
    /// Begins a set or resumes it, as [`Suite::create`] does.
    ///
    /// # Errors
    ///
    /// If the folder has other contents, or a set that another command began. If the set is
    /// finished, if the folder cannot be written, or if another process is writing the set.
    pub fn begin(
        folder: &'a Path,
        terms: SuiteTerms,
        command: &[String],
        stop: &'a Stop,
    ) -> Result<SuiteWriter<'a>, FilesError> {
        let suite = Suite::create(folder, terms.conflicts, command);
        let suite = suite.map_err(FilesError::of_file(folder))?;
        Ok(SuiteWriter { suite, folder, terms, stop })
    }

    /// Finishes the set as [`Suite::finish`] does, and returns the number of instances.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn finish(self) -> Result<usize, FilesError> {
        let failed = FilesError::of_file(self.folder);
        self.suite.finish().map_err(failed)
    }

    /// Writes the instances of a puzzle that no earlier start of the command has written. Returns
    /// the puzzle's entry in the diary of the set. If a stop is reached before the end, returns
    /// `None` and adds no entry to the diary, even if all instances are written. A puzzle in the
    /// diary is not searched again; its instances are only added to the set.
    ///
    /// # Errors
    ///
    /// If the puzzle cannot be opened or searched, if a file cannot be written, or if an instance
    /// fails and the reason is not a refusal.
    pub fn write(&mut self, puzzle: &SuitePuzzle) -> Result<Option<DiaryEntry>, FilesError> {
        let opened = puzzle.family.open(&puzzle.request)?;
        let question = Question::new(puzzle.family.name);
        let posed = PosedQuestion::new(question, puzzle.family, puzzle.request.clone(), opened)?;
        let done = self.suite.entry(&puzzle.name);
        let known = match &done {
            Some(done) => done.known,
            None => self.known(&posed)?,
        };
        let open = OpenPuzzle { puzzle, posed, known, is_written: done.is_some() };
        let tally = self.write_each(&open)?;
        if self.stop.is_reached() {
            return Ok(None);
        }
        match done {
            Some(done) => Ok(Some(done)),
            None => self.record_done(&open, tally).map(Some),
        }
    }

    /// Writes the instances of a puzzle in every format, and counts them. If an instance is refused
    /// or is a duplicate, counts it as left out, with the reason. A refuted instance is not
    /// counted. If a stop ends the writing early, returns the numbers so far. Fails if an option of
    /// the grid is unknown, or if an instance fails and the reason is not a refusal.
    fn write_each(&mut self, open: &OpenPuzzle) -> Result<SuiteTally, FilesError> {
        let OpenPuzzle { puzzle, posed, known, .. } = open;
        let (goal, scale) = (posed.problem().goal(), posed.scale());
        let mut tally = SuiteTally::default();
        for format in self.terms.formats.clone() {
            let grid = puzzle.grid(format);
            for point in grid.points() {
                for (bound, scramble) in self.questions(known, format, goal) {
                    if self.stop.is_reached() {
                        return Ok(tally);
                    }
                    let posed = posed.with_options(&point, bound)?;
                    let unscaled = bound.map(|bound| scale.to_number(bound));
                    let command = puzzle.command(&point, format, (unscaled.as_ref(), scramble));
                    let name = puzzle.name_of(&grid, &point, (unscaled.zip(goal), scramble));
                    let wanted = WantedInstance { format, posed, scramble, command, name };
                    match omit_refused(self.write_one(open, &wanted))? {
                        InstanceFate::Kept => tally.written += 1,
                        InstanceFate::Refuted => {}
                        InstanceFate::LeftOut(reason) => {
                            let WantedInstance { command, name, .. } = wanted;
                            let path = file(format.name, &name);
                            tally.left_out.push(OmittedInstance { file: path, command, reason });
                        }
                    }
                }
            }
        }
        Ok(tally)
    }

    /// Returns the bound and the scramble of each instance of a puzzle in a format. For each
    /// question, the original formula (`None`) comes first. Its scrambled copies follow, with the
    /// seeds from 1 on. A format that is not clausal has no scrambled copies.
    fn questions(
        &self,
        known: &PuzzleResult,
        format: &Format,
        goal: Option<Goal>,
    ) -> Vec<(Option<i64>, Option<u64>)> {
        let scrambles = if format.is_clausal() { self.terms.scrambles } else { 0 };
        let seeds = || std::iter::once(None).chain((1..=scrambles).map(Some));
        known
            .questions(format, goal)
            .into_iter()
            .flat_map(|question| seeds().map(move |seed| (question, seed)))
            .collect()
    }

    /// Writes an instance with its map, and adds it to the set. Its fate is then `Kept`. In these
    /// cases, nothing is added:
    ///
    /// - If a deduction refutes the bound of the instance, the file is removed again, and the fate
    ///   is `Refuted`.
    /// - If another file has the same formula, the file is removed again, and the fate is
    ///   `LeftOut`.
    /// - If a stop ends the export, the fate is `Refuted`.
    ///
    /// If an earlier start of the command has written the puzzle, writes no file, and only adds the
    /// instance to the set. If that start has written no map, adds nothing; the fate is then
    /// `Refuted`.
    ///
    /// Reserves the name of the instance, even if its file is removed. The expected result in the
    /// map is the result of the search. Fails if the export or a file fails, or if the name is
    /// reserved already.
    fn write_one(
        &mut self,
        open: &OpenPuzzle,
        wanted: &WantedInstance,
    ) -> Result<InstanceFate, FilesError> {
        let &OpenPuzzle { puzzle, known, is_written, .. } = open;
        let folder = self.folder;
        let failed = FilesError::of_file(folder);
        let WantedInstance { format, command, name, .. } = wanted;
        let path = self.suite.reserve_path(format, name).map_err(failed)?;
        let map = if is_written {
            self.suite.existing_map(format, name).map_err(failed)?
        } else {
            export_instance(wanted, &path, self.stop)?
        };
        let Some(mut map) = map else { return Ok(InstanceFate::Refuted) };
        if !is_written && map.bound.is_some() && map.expected == ExpectedResult::Unsatisfiable {
            fs::remove_file(&path).map_err(failed)?;
            return Ok(InstanceFate::Refuted);
        }
        if let Some(other) = self.suite.same_as(&map) {
            let reason = format!("the same formula as {other}");
            fs::remove_file(&path).map_err(failed)?;
            return Ok(InstanceFate::LeftOut(reason));
        }
        let scale = open.posed.scale();
        let bound = map.bound.as_ref().and_then(|bound| scale.value(bound));
        map.expected = known.expected(bound).map(|best| scale.to_number(best));
        let instance = SuiteInstance {
            family: puzzle.family,
            name: name.clone(),
            command: command.clone(),
            map,
            bounds: match known {
                PuzzleResult::Bounds(bounds) => Some(bounds),
                PuzzleResult::Answer(_) | PuzzleResult::Nothing => None,
            },
            scale: scale.clone(),
        };
        if is_written {
            self.suite.push(instance);
        } else {
            self.suite.add(instance).map_err(failed)?;
        }
        Ok(InstanceFate::Kept)
    }

    /// Searches for the optimum or an answer of a puzzle, and returns the result. If a puzzle has
    /// no answer at all, the result is `Nothing`, even if the puzzle has an objective. If the
    /// puzzle cannot be encoded in clauses, nothing is known. A stop or the limit of conflicts ends
    /// the search early. The result is then everything that is found until then. Fails if the
    /// search fails for another reason.
    fn known(&self, posed: &PosedQuestion) -> Result<PuzzleResult, FilesError> {
        let (problem, conflicts) = (posed.problem(), Some(self.terms.conflicts));
        let stop = self.stop.clone();
        let task = Task { conflicts, stop, ..Task::new(problem, posed.formulation) };
        let finding = match search::run(&task, &mut |_| {}) {
            Err(SearchError::Encoding(_)) => {
                // The puzzle can still be written in other formats, with unknown bounds.
                let bounds = problem
                    .goal()
                    .map(Bounds::unknown)
                    .map_or(PuzzleResult::Answer(None), PuzzleResult::Bounds);
                return Ok(bounds);
            }
            found => found?,
        };
        Ok(match (finding.status(), finding.bounds) {
            (Status::Unsatisfiable, _) => PuzzleResult::Nothing,
            (_, Some(bounds)) => PuzzleResult::Bounds(bounds),
            (Status::Unknown, None) => PuzzleResult::Answer(None),
            (Status::Satisfiable | Status::Optimal, None) => PuzzleResult::Answer(Some(true)),
        })
    }

    /// Adds the entry of a puzzle to the diary, and returns the entry. The entry has the outcome in
    /// a line of words that ends with a line break. Fails if the diary cannot be written.
    fn record_done(
        &mut self,
        OpenPuzzle { puzzle, posed, known, .. }: &OpenPuzzle,
        SuiteTally { written, left_out }: SuiteTally,
    ) -> Result<DiaryEntry, FilesError> {
        let less = match left_out.len() {
            0 => String::new(),
            number => format!(", {number} left out"),
        };
        let written = format_count(written, "instance");
        let known_in_words = describe(*known, posed.scale());
        let message = format!("{}: {known_in_words}, {written}{less}\n", puzzle.name);
        let done =
            DiaryEntry { puzzle: puzzle.name.clone(), known: *known, said: message, left_out };
        let failed = FilesError::of_file(self.folder);
        self.suite.record(done.clone()).map_err(failed)?;
        Ok(done)
    }
}

/// Writes the file of an instance, compressed as xz. Returns the map of the file. If the export is
/// stopped, writes no file and returns `None`. Fails if the format cannot state the question, if
/// the board is too large for the formulation, if an encoding cannot state a constraint, or if a
/// file cannot be read or written.
fn export_instance(
    wanted: &WantedInstance,
    path: &Path,
    stop: &Stop,
) -> Result<Option<Map>, FilesError> {
    let WantedInstance { format, posed, scramble, command, .. } = wanted;
    posed.clone().write(format, (command, *scramble), path, stop, |export| {
        format.export_to(export, path, Some(Compression::Xz))
    })
}

/// Returns the result of a search in words, with numbers of the problem's file. If both bounds are
/// equal, they are written as the optimum. Otherwise, they are written as an interval, the lower
/// bound first. A result without bounds is one of three texts: there is an answer, there is none,
/// or this is not known.
fn describe(known: PuzzleResult, scale: &Scale) -> String {
    match known {
        PuzzleResult::Bounds(bounds) if bounds.is_closed() => {
            format!("the optimum is {}", scale.to_number(bounds.lower()))
        }
        PuzzleResult::Bounds(bounds) => {
            let [lower, upper] =
                [bounds.lower(), bounds.upper()].map(|value| scale.to_number(value));
            format!("between {lower} and {upper}")
        }
        PuzzleResult::Answer(Some(true)) => "there is an answer".to_owned(),
        PuzzleResult::Answer(Some(false)) | PuzzleResult::Nothing => {
            "there is no answer".to_owned()
        }
        PuzzleResult::Answer(None) => "not known".to_owned(),
    }
}
