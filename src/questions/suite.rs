//! Sets of instances for benchmarks. A set has a folder for each format, with the instances in this
//! format and a description. It also has a manifest of all instances. For each instance, it has a
//! map, by which `decode` reads answers to the instance.
//!
//! The folder of a format meets the following requirements of the competitions, but the names of
//! the authors are missing:
//!
//! - SAT Competition 2026 (satcompetition.github.io/2026, "Benchmarks"): `p cnf` with the number of
//!   occurring variables and the number of clauses; no clause with a repeated literal, or with a
//!   literal and its negation; about twenty instances, and at least ten of them must be instances
//!   that MiniSat does not solve within a minute; a description of one or two pages in IEEE
//!   Proceedings style. For each instance, the competition records the author, the family, and one
//!   of satisfiable, unsatisfiable or unknown.
//! - MaxSAT Evaluation (maxsat-evaluations.github.io, "Call for Benchmarks", and the rules of
//!   2024): WCNF with `h`, no empty clause, at least one soft clause; file names with domain and
//!   parameters; one archive, and a description in the same style with authors, domain, parameters
//!   and the naming of files.
//!
//! The known result of a puzzle is either a checked answer or a bound that a search has proved.
//! This result holds for every formulation and encoding. If there is neither an answer nor a bound,
//! the result is `unknown`.
//!
//! Writing a set can take hours. So there is a **diary**. It gets a line for each puzzle whose
//! instances are all written, with the result of the search for this puzzle. If the same command is
//! started again, it continues after these puzzles. At the end, it deletes the diary. A lock on the
//! diary ensures that only one process writes a set.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use serde_json::{Map as Object, Value, json};

use crate::bounds::Bounds;
use crate::draft;
use crate::export::map::Map;
use crate::export::{ExpectedResult, FORMATS, FileQuestion, Format};
use crate::family::Family;
use crate::problem::Scale;
use crate::puzzle::Goal;
use crate::source::{Source, json};

pub mod chosen;
mod description;
mod writer;

pub use writer::{SuitePuzzle, SuiteTerms, SuiteWriter};

/// A set of instances that is being written.
pub struct Suite {
    /// The folder of the set.
    folder: PathBuf,
    /// The largest number of conflicts in the search for each puzzle.
    conflicts: u64,
    /// The instances so far. Some are written by this start of the command, and others were written
    /// by an earlier start.
    instances: Vec<SuiteInstance>,
    /// The format and the name of each instance so far. Two instances must differ in one of them.
    names: BTreeSet<(String, String)>,
    /// The file of each formula. The key is the format of the file and the hash of its content
    /// without comments.
    contents: BTreeMap<(String, String), String>,
    /// The diary, locked for this process.
    diary: File,
    /// The entries of the diary, by the name of the puzzle.
    done: BTreeMap<String, DiaryEntry>,
}

/// An entry of the diary: a puzzle whose instances are all written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DiaryEntry {
    /// The name of the puzzle.
    pub puzzle: String,
    /// The result of the search for the puzzle.
    pub known: PuzzleResult,
    /// The line that was printed about the instances of the puzzle.
    pub said: String,
    /// The instances that were left out.
    pub left_out: Vec<OmittedInstance>,
}

/// An instance that is left out of the set.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OmittedInstance {
    /// The path of the file that the instance would have.
    pub file: String,
    /// The command that would write the instance.
    pub command: String,
    /// The reason why the instance is left out.
    pub reason: String,
}

/// The first line of a diary. If a later start of the command would write the same line, it is
/// allowed to resume the set.
#[derive(PartialEq, Serialize, Deserialize)]
struct DiaryHeader {
    /// The version of quarrel that began the set.
    quarrel: String,
    /// The command line that began the set.
    command: Vec<String>,
}

/// The file name of the diary.
const DIARY: &str = "unfinished.jsonl";

/// The file name of the manifest, which is written last.
const MANIFEST: &str = "manifest.json";

/// An instance of a set, with the data about its file.
pub struct SuiteInstance {
    /// The family of the puzzle.
    pub family: &'static Family,
    /// The name of the file, without folder and file extensions.
    pub name: String,
    /// The command that writes the instance.
    pub command: String,
    /// The map by which `decode` reads answers, with the expected result.
    pub map: Map,
    /// The known bounds of the objective; `None` if there is no objective.
    pub bounds: Option<Bounds>,
    /// The scale that converts the integers of the search to the values that users see.
    pub scale: Scale,
}

/// The result of a search for a puzzle.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum PuzzleResult {
    /// The bounds of a puzzle with an objective.
    Bounds(Bounds),
    /// Whether a puzzle without an objective has an answer; `None` if this is not known.
    Answer(Option<bool>),
    /// The puzzle has no answer.
    Nothing,
}

impl PuzzleResult {
    /// Returns the values that the instances of a puzzle demand, one for each instance, the easiest
    /// first. These are the best known value, the next better value, and the first value that is
    /// known to be impossible. If no value is known, the worst possible value replaces the first
    /// two. If the next better value is known to be impossible, it is left out. A value outside the
    /// goal's range is also left out.
    ///
    /// If there is no goal, or if `format` can state the objective, returns only `None`, which asks
    /// for any answer or for the optimum. If `format` needs a goal and there is none, returns an
    /// empty list.
    pub fn questions(&self, format: &Format, goal: Option<Goal>) -> Vec<Option<i64>> {
        let (bounds, goal) = match (self, goal, format.asks) {
            (_, None, FileQuestion::Optimum) => return Vec::new(),
            (_, None, _) | (_, _, FileQuestion::Optimum | FileQuestion::Either) => {
                return vec![None];
            }
            (PuzzleResult::Bounds(bounds), Some(goal), _) => (bounds, goal),
            (_, Some(goal), _) => (&Bounds::unknown(goal), goal),
        };
        let next = bounds.best.map_or(Some(bounds.worst), |best| bounds.better_than(best));
        let mut questions = vec![bounds.best, next, bounds.next_beyond_limit(goal)];
        questions.retain(Option::is_some);
        questions
    }

    /// Returns the expected result of an instance. The instance demands an answer at least as good
    /// as `bound`. If `bound` is `None`, it asks for the optimum or for any answer. The result is
    /// `Unsatisfiable` if the puzzle has no answer, or if its bounds exclude `bound`. It is
    /// `Satisfiable` if the best known value reaches `bound`, or if the puzzle has no objective and
    /// an answer is known. It is `Optimum` only if `bound` is `None` and both known bounds are
    /// equal. Otherwise, it is `Unknown`.
    pub fn expected(&self, bound: Option<i64>) -> ExpectedResult {
        match (self, bound) {
            (PuzzleResult::Nothing | PuzzleResult::Answer(Some(false)), _) => {
                ExpectedResult::Unsatisfiable
            }
            (PuzzleResult::Answer(Some(true)), _) => ExpectedResult::Satisfiable,
            (PuzzleResult::Answer(None), _) => ExpectedResult::Unknown,
            (PuzzleResult::Bounds(bounds), None) => match bounds.best {
                Some(best) if bounds.is_closed() => ExpectedResult::Optimum(best),
                _ => ExpectedResult::Unknown,
            },
            (PuzzleResult::Bounds(bounds), Some(bound)) if bounds.excludes(bound) => {
                ExpectedResult::Unsatisfiable
            }
            (PuzzleResult::Bounds(bounds), Some(bound)) => match bounds.best {
                Some(best) if bounds.sense.reaches(best, bound) => ExpectedResult::Satisfiable,
                _ => ExpectedResult::Unknown,
            },
        }
    }
}

impl Suite {
    /// Begins a set in an empty or new folder, and creates the folder with a folder `maps` and the
    /// diary in it. If the folder has a set that the same command and version began, resumes this
    /// set. Locks the diary of the set. `conflicts` is the largest number of conflicts in the
    /// search for each puzzle.
    ///
    /// # Errors
    ///
    /// If the folder has other contents, or a set that another command began. If the set is
    /// finished, if the folder cannot be written, or if another process is writing the set.
    pub fn create(folder: &Path, conflicts: u64, command: &[String]) -> io::Result<Suite> {
        fs::create_dir_all(folder)?;
        let begun = DiaryHeader {
            quarrel: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_vec(),
        };
        let path = folder.join(DIARY);
        if !path.exists() && folder.read_dir()?.next().is_some() {
            return Err(io::Error::other(if folder.join(MANIFEST).exists() {
                "the set of instances in this folder is finished; name another folder"
            } else {
                "the folder is not empty; name another one"
            }));
        }
        let (diary, done) = open(&path, &begun)?;
        fs::create_dir_all(folder.join("maps"))?;
        let (folder, instances) = (folder.to_owned(), Vec::new());
        let (names, contents) = (BTreeSet::new(), BTreeMap::new());
        Ok(Suite { folder, conflicts, instances, names, contents, diary, done })
    }

    /// Returns the entry of a puzzle in the diary; `None` if its instances are not all written yet.
    pub fn entry(&self, puzzle: &str) -> Option<DiaryEntry> {
        self.done.get(puzzle).cloned()
    }

    /// Adds the entry of a puzzle to the diary.
    ///
    /// # Errors
    ///
    /// If the diary cannot be written.
    pub fn record(&mut self, done: DiaryEntry) -> io::Result<()> {
        add_line(&mut self.diary, &done)?;
        self.done.insert(done.puzzle.clone(), done);
        Ok(())
    }

    /// Returns the map by which `decode` reads an instance's answers. Returns `None` if no earlier
    /// start of the command has written this map.
    ///
    /// # Errors
    ///
    /// If the map cannot be read or is invalid.
    pub fn existing_map(&self, format: &Format, name: &str) -> io::Result<Option<Map>> {
        let path = self.folder.join(map_file(name, format.name));
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path)?;
        let map = Map::read(&Source::new(&path.to_string_lossy(), &text));
        map.map(Some).map_err(|refusal| io::Error::other(refusal.to_string()))
    }

    /// Returns the path for an instance, and creates the folder of its format. Reserves the name,
    /// so that no other instance gets it.
    ///
    /// # Errors
    ///
    /// If another instance has the same name, or if the folder cannot be made.
    pub fn reserve_path(&mut self, format: &Format, name: &str) -> io::Result<PathBuf> {
        fs::create_dir_all(self.folder.join(format.name))?;
        if self.names.insert((format.name.to_owned(), name.to_owned())) {
            Ok(self.folder.join(file(format.name, name)))
        } else {
            Err(io::Error::other(format!("two instances named {name}")))
        }
    }

    /// Adds an instance to the set, and writes its map.
    ///
    /// # Errors
    ///
    /// If the map cannot be written.
    pub fn add(&mut self, instance: SuiteInstance) -> io::Result<()> {
        let path = self.folder.join(map_file(&instance.name, &instance.map.format));
        draft::write(&path, instance.map.to_json())?;
        self.push(instance);
        Ok(())
    }

    /// Returns a file in the set that has the same formula as the instance of this map. Returns
    /// `None` if there is no such file.
    pub fn same_as(&self, map: &Map) -> Option<&str> {
        self.contents.get(&content(map)).map(String::as_str)
    }

    /// Adds an instance whose map is already written.
    pub fn push(&mut self, instance: SuiteInstance) {
        self.contents.insert(content(&instance.map), instance.file());
        self.instances.push(instance);
    }

    /// Writes the README, a description and a table for each format that has instances, and the
    /// manifest. Then deletes the diary, and returns the number of instances. The manifest is
    /// written last. After an error, the diary still exists, so the set can be resumed.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn finish(self) -> io::Result<usize> {
        let entries: Vec<Value> = self.instances.iter().map(SuiteInstance::to_json).collect();
        let left_out: Vec<&OmittedInstance> =
            self.done.values().flat_map(|one| &one.left_out).collect();
        let manifest = json!({
            "quarrel": env!("CARGO_PKG_VERSION"),
            "conflict_limit": self.conflicts,
            "instances": entries,
            "left_out": left_out,
        });
        draft::write(&self.folder.join("README.md"), description::readme(&self))?;
        for format in FORMATS {
            let instances: Vec<&SuiteInstance> =
                self.instances.iter().filter(|one| one.map.format == format.name).collect();
            if instances.is_empty() {
                continue;
            }
            let folder = self.folder.join(format.name);
            let description = description::in_latex(format, &instances);
            draft::write(&folder.join("description.tex"), description)?;
            draft::write(&folder.join("instances.csv"), table(&instances)?)?;
        }
        draft::write(&self.folder.join(MANIFEST), format!("{manifest:#}\n"))?;
        fs::remove_file(self.folder.join(DIARY))?;
        Ok(self.instances.len())
    }
}

impl SuiteInstance {
    /// Returns the expected result in one word, such as `satisfiable`.
    pub fn result(&self) -> &'static str {
        match self.map.expected {
            ExpectedResult::Satisfiable => "satisfiable",
            ExpectedResult::Unsatisfiable => "unsatisfiable",
            ExpectedResult::Optimum(_) => "optimal",
            ExpectedResult::Unknown => "unknown",
        }
    }

    fn file(&self) -> String {
        file(&self.map.format, &self.name)
    }

    /// Returns the values of the instance with their names. These names are the columns of the
    /// table, and also the keys in the manifest. A value that is unknown or does not apply is null.
    /// The bound, the optimum and its bounds are in the units of the problem's file.
    fn fields(&self) -> [(&'static str, Value); 28] {
        let Map { family, size, formulation, encodings, deduce, scramble, bound, .. } = &self.map;
        let Map { symmetry, variables, constraints, literals, sha256, .. } = &self.map;
        let [amo, card, pb, int, xor, order, shape] =
            encodings.kinds().map(|(_, chosen)| json!(chosen));
        let closed = self.bounds.filter(Bounds::is_closed);
        let unscaled = |value: Option<i64>| json!(value.map(|value| self.scale.to_number(value)));
        [
            ("file", json!(self.file())),
            ("family", json!(family)),
            ("rows", json!(size.map(|size| size[0]))),
            ("columns", json!(size.map(|size| size[1]))),
            ("variant", json!(self.map.variant.join(" "))),
            ("formulation", json!(formulation)),
            ("amo", amo),
            ("card", card),
            ("pb", pb),
            ("int", int),
            ("xor", xor),
            ("order", order),
            ("shape", shape),
            ("symmetry", json!(if *symmetry { "broken" } else { "kept" })),
            ("deduce", json!(deduce)),
            ("scramble", json!(scramble)),
            ("bound", json!(bound)),
            ("result", json!(self.result())),
            ("optimum", unscaled(closed.and_then(|bounds| bounds.best))),
            ("lower_bound", unscaled(self.bounds.map(|bounds| bounds.lower()))),
            ("upper_bound", unscaled(self.bounds.map(|bounds| bounds.upper()))),
            ("variables", json!(variables)),
            ("auxiliary", json!(variables.saturating_sub(self.map.labels.len()))),
            ("constraints", json!(constraints)),
            ("literals", json!(literals)),
            ("sha256", json!(sha256)),
            ("map", json!(map_file(&self.name, &self.map.format))),
            ("command", json!(self.command)),
        ]
    }

    /// Returns the instance as a JSON object for the manifest, with the keys and values of
    /// [`fields`](SuiteInstance::fields).
    fn to_json(&self) -> Value {
        let fields = self
            .fields()
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect::<Object<_, _>>();
        Value::Object(fields)
    }
}

/// Returns the format of an instance and the hash of its content. If both are equal for two files,
/// the files have the same formula.
fn content(map: &Map) -> (String, String) {
    (map.format.clone(), map.sha256_of_content.clone())
}

/// Returns the path of an instance's file in the set.
pub fn file(format: &str, name: &str) -> String {
    format!("{format}/{name}.{format}.xz")
}

fn map_file(name: &str, format: &str) -> String {
    format!("maps/{name}.{format}.json")
}

/// Opens a diary, or begins one, and locks it for this process. `begun` is the header with the
/// command and version of this process; it becomes the first line of a new diary. Removes an
/// incomplete last line. Returns the file and the entries, by the names of their puzzles. If the
/// first line is no header, it is accepted. Fails if another process has the lock or has just
/// finished the set, if another command or version began the diary, or if an entry cannot be read.
fn open(path: &Path, begun: &DiaryHeader) -> io::Result<(File, BTreeMap<String, DiaryEntry>)> {
    let mut diary = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    diary.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::other("another command is writing this set"),
        TryLockError::Error(error) => error,
    })?;
    if !path.exists() {
        return Err(io::Error::other("another command has just written this set"));
    }
    let mut text = String::new();
    diary.read_to_string(&mut text)?;
    let end = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..end].lines();
    let first = lines.next().map(serde_json::from_str::<DiaryHeader>);
    if first.is_some_and(|first| first.is_ok_and(|first| first != *begun)) {
        let what = "another command began this set; run that command again, or name another folder";
        return Err(io::Error::other(what));
    }
    let done = lines.map(parse_entry).collect::<Result<Vec<_>, _>>()?;
    diary.set_len(end as u64)?;
    if end == 0 {
        add_line(&mut diary, begun)?;
    }
    Ok((diary, done.into_iter().map(|done| (done.puzzle.clone(), done)).collect()))
}

fn parse_entry(line: &str) -> io::Result<DiaryEntry> {
    serde_json::from_str(line).map_err(|error| io::Error::other(json::describe_error(line, &error)))
}

fn add_line(diary: &mut File, line: &impl Serialize) -> io::Result<()> {
    diary.write_all(format!("{}\n", serde_json::to_string(line)?).as_bytes())?;
    diary.sync_data()
}

/// Returns the table of instances as comma-separated values, with a heading line. A missing value
/// is an empty field. The table is empty if there are no instances. Fails only if writing to memory
/// does.
fn table(instances: &[&SuiteInstance]) -> io::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    if let Some(first) = instances.first() {
        table.write_record(first.fields().map(|(key, _)| key))?;
    }
    for instance in instances {
        let fields = instance.fields();
        table.write_record(fields.iter().map(|(_, value)| match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }))?;
    }
    table.into_inner().map_err(|error| io::Error::other(error.to_string()))
}

/// Joins the parts of a file's name by hyphens. Keeps only letters, digits, dots and hyphens.
pub fn file_name(parts: &[&str]) -> String {
    let mut name = parts.join("-");
    name.retain(|letter| letter.is_ascii_alphanumeric() || "-.".contains(letter));
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Sense;

    const GOAL: Goal = Goal { sense: Sense::Minimise, name: "dominoes", least: 0, largest: 20 };

    #[test]
    fn one_at_a_time_writes_a_set() {
        let folder = tempfile::tempdir().expect("a folder");
        let create = |word: &str| Suite::create(folder.path(), 1, &[word.to_owned()]);
        let first = create("one").expect("an empty folder");
        let second = create("one").err().expect("a refusal").to_string();
        assert!(second.contains("another command is writing this set"), "{second}");
        drop(first);
        let other = create("other").err().expect("a refusal").to_string();
        assert!(other.contains("another command began this set"), "{other}");
        create("one").expect("its own set").finish().expect("room");
        assert!(create("one").is_err(), "the set is whole");
    }

    fn questions(known: PuzzleResult, format: &str) -> Vec<(Option<i64>, ExpectedResult)> {
        let format = crate::export::find_format(format).expect("a format");
        let goal = matches!(known, PuzzleResult::Bounds(_)).then_some(GOAL);
        known
            .questions(format, goal)
            .into_iter()
            .map(|bound| (bound, known.expected(bound)))
            .collect()
    }

    #[test]
    fn what_is_proved_makes_one_instance_on_either_side() {
        let mut bounds = Bounds::unknown(GOAL);
        (bounds.best, bounds.limit) = (Some(9), 9);
        let proved = PuzzleResult::Bounds(bounds);
        let decisions =
            [(Some(9), ExpectedResult::Satisfiable), (Some(8), ExpectedResult::Unsatisfiable)];
        assert_eq!(questions(proved, "cnf"), decisions);
        assert_eq!(questions(proved, "wcnf"), [(None, ExpectedResult::Optimum(9))]);
    }

    #[test]
    fn what_is_open_makes_an_instance_more() {
        let mut bounds = Bounds::unknown(GOAL);
        (bounds.best, bounds.limit) = (Some(9), 7);
        let open = PuzzleResult::Bounds(bounds);
        let decisions = [
            (Some(9), ExpectedResult::Satisfiable),
            (Some(8), ExpectedResult::Unknown),
            (Some(6), ExpectedResult::Unsatisfiable),
        ];
        assert_eq!(questions(open, "cnf"), decisions);
        assert_eq!(questions(open, "opb"), [(None, ExpectedResult::Unknown)]);
    }

    #[test]
    fn without_an_objective_there_is_one_question_and_none_of_an_optimum() {
        let known = PuzzleResult::Answer(Some(true));
        assert_eq!(questions(known, "cnf"), [(None, ExpectedResult::Satisfiable)]);
        assert_eq!(questions(known, "wcnf"), []);
        assert_eq!(questions(PuzzleResult::Answer(None), "knf"), [(None, ExpectedResult::Unknown)]);
    }

    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(file_name(&["a b/c", "rows+columns", "random:3"]), "abc-rowscolumns-random3");
    }
}
