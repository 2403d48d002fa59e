//! `quarrel export --suite`: a series of puzzles from easy to open, each in every combination of
//! formulations and encodings that is asked for, with what is known of the result.
//!
//! Each instance is written by the command that its file names, so the same command writes it again.
//! A combination that cannot be, such as a shape along lines that an objective does not have, is left
//! out and said.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::super::several::{Chosen, Several};
use super::super::{SearchError, Verb, output::Output, parse};
use super::{Ending, ExportVerb, Failure, One, command};
use crate::export::suite::{Instance, Known, Suite, file_name};
use crate::export::{self, Expected, FORMATS, Format};
use crate::family::Family;
use crate::grid::{Axis, Grid, Point};
use crate::model::Sense;
use crate::puzzle::{Goal, Puzzle};
use crate::search::{self, Status, Task};

/// Write a set of instances: puzzles from easy to open, satisfiable and not, in each encoding
#[derive(Args)]
#[command(after_help = EXAMPLES, override_usage = "quarrel export --suite <DIR> [OPTIONS]")]
pub(in crate::cli) struct Suites {
    /// The folder, which is made here or is empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    several: Several,
    /// The formats
    #[arg(long = "to", value_name = "FORMAT,...", value_delimiter = ',', default_values = ["cnf", "wcnf"], value_parser = PossibleValuesParser::new(FORMATS.iter().map(|row| row.name)))]
    formats: Vec<String>,
    /// How many conflicts the search of a puzzle's result may meet; what is open then is `unknown`
    #[arg(long, value_name = "N", default_value_t = 300_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    conflict_limit: u64,
}

const EXAMPLES: &str = "Examples:
  quarrel export --suite instances
  quarrel export --suite windows --family abbott-window --size 9,11,13 --card all --to cnf
  quarrel export --suite queens --family queens --boards boards/ --formulation all

For each puzzle the folder has an instance for the best value that is known, for
the next better one where the optimum is open, and for the first value that a
search proves to be out of reach; a manifest of all; and a description for the
competitions.";

/// The options that change what is stated, and not only how it is written in clauses.
const STATING: [&str; 3] = ["formulation", "symmetry", "deduce"];

impl Suites {
    pub fn run(&self, families: &[&'static Family]) -> Result<Ending, Failure> {
        let puzzles = self.several.puzzles(families)?;
        for chosen in &puzzles {
            self.look_over(families, chosen)?;
        }
        let mut suite = Suite::create(&self.folder, self.conflict_limit)
            .map_err(|error| Failure::Output(self.folder.display().to_string(), error))?;
        let mut output = Output::open(None)?;
        // Whoever closes the pipe wants the instances all the same.
        let mut told = Ok(());
        for chosen in &puzzles {
            let line = self.write(families, chosen, &mut suite)?;
            told = told.and_then(|()| output.print(&line));
        }
        let written = suite.finish().map_err(|error| self.broken(error))?;
        told?;
        output.print(&format!("{written} instances in {}\n", self.folder.display()))?;
        Ok(Ending::Answered)
    }

    /// Refuses lists with a value that no command takes, before anything is written.
    fn look_over(&self, families: &[&'static Family], chosen: &Chosen) -> Result<(), Failure> {
        for point in self.several.grid(chosen.family).points() {
            let words = words(chosen, &point, export::format("cnf").expect("a format"), None);
            let one = one(families, &words)?;
            chosen.family.open(&one.board.request()?)?;
        }
        Ok(())
    }

    /// The ways to state a puzzle, and to write it where the format has clauses.
    fn grid(&self, family: &Family, format: &Format) -> Grid {
        let mut grid = self.several.grid(family);
        if !format.has_clauses {
            let states = |axis: &Axis| STATING.contains(&axis.option.as_str());
            grid.axes.retain(states);
        }
        grid
    }

    /// Writes the instances of a puzzle, and says in a line what they are.
    fn write(
        &self,
        families: &[&'static Family],
        chosen: &Chosen,
        suite: &mut Suite,
    ) -> Result<String, Failure> {
        let plain = words(chosen, &Point::default(), &FORMATS[0], None);
        let puzzle = chosen.family.open(&one(families, &plain)?.board.request()?)?;
        let known = self.known(chosen.family, &*puzzle)?;
        let (mut written, mut left_out) = (0, String::new());
        for format in self.formats.iter().filter_map(|name| export::format(name)) {
            let grid = self.grid(chosen.family, format);
            for point in grid.points() {
                for question in known.questions(format, puzzle.goal()) {
                    let words = words(chosen, &point, format, question);
                    let name = name(chosen, &grid, &point, question.zip(puzzle.goal()));
                    match self.write_one(families, chosen, (format, &words, name, known), suite) {
                        Ok(kept) => written += usize::from(kept),
                        Err(Failure::Refused(refusal)) => {
                            left_out += &format!("  without {}: {}\n", words.join(" "), refusal);
                        }
                        Err(Failure::Search(SearchError::Encoding(refusal))) => {
                            left_out += &format!("  without {}: {refusal}\n", words.join(" "));
                        }
                        Err(failure) => return Err(failure),
                    }
                }
            }
        }
        Ok(format!("{}: {}, {written} instances\n{left_out}", chosen.name, in_words(known)))
    }

    /// Writes an instance. Whether it is kept: where deduction refutes a bound, the formula has an
    /// empty clause, and there is nothing left to solve.
    fn write_one(
        &self,
        families: &[&'static Family],
        chosen: &Chosen,
        (format, words, name, known): (&Format, &[String], String, Known),
        suite: &mut Suite,
    ) -> Result<bool, Failure> {
        let path = suite.place(format, &name).map_err(|error| self.broken(error))?;
        let place = ["-o".to_owned(), path.to_string_lossy().into_owned()];
        let words = [words, &place].concat();
        let one = one(families, &words)?;
        let mut map = one.export(families, &words)?;
        if map.bound.is_some() && map.expected == Expected::Unsatisfiable {
            fs::remove_file(&path).map_err(|error| self.broken(error))?;
            return Ok(false);
        }
        map.expected = known.expected(map.bound);
        let instance = Instance {
            family: chosen.family,
            name,
            command: command(&words),
            encodings: one.stating.choices.encodings(),
            map,
            bounds: match known {
                Known::Bounds(bounds) => Some(bounds),
                Known::Answer(_) | Known::Nothing => None,
            },
        };
        suite.add(instance).map_err(|error| self.broken(error))?;
        Ok(true)
    }

    /// What a search by every default knows of a puzzle.
    fn known(&self, family: &'static Family, puzzle: &dyn Puzzle) -> Result<Known, Failure> {
        let formulation = family.formulation(None)?;
        let conflicts = Some(self.conflict_limit);
        let task = Task { conflicts, ..Task::new(puzzle, formulation) };
        let finding = search::run(&task, &mut |_| {})?;
        Ok(match (finding.status, finding.bounds) {
            (Status::Unsatisfiable, _) => Known::Nothing,
            (_, Some(bounds)) => Known::Bounds(bounds),
            (Status::Unknown, None) => Known::Answer(None),
            (Status::Satisfiable | Status::Optimal, None) => Known::Answer(Some(true)),
        })
    }

    fn broken(&self, error: std::io::Error) -> Failure {
        Failure::Output(self.folder.display().to_string(), error)
    }
}

/// The command that writes an instance.
fn words(chosen: &Chosen, point: &Point, format: &Format, bound: Option<u64>) -> Vec<String> {
    let mut words = vec!["quarrel".to_owned(), "export".to_owned()];
    words.extend(chosen.arguments.iter().cloned());
    words.extend(point.arguments());
    words.extend(["--to".to_owned(), format.name.to_owned()]);
    if let Some(bound) = bound {
        words.extend(["--bound".to_owned(), bound.to_string()]);
    }
    words
}

/// What such a command says.
fn one(families: &[&'static Family], words: &[String]) -> Result<One, Failure> {
    match parse(families, words)?.verb {
        Verb::Export(verb) => match *verb {
            ExportVerb::One(one) => Ok(one),
            ExportVerb::Suite(_) => unreachable!("the words have no --suite"),
        },
        _ => unreachable!("the words begin with export"),
    }
}

/// The puzzle, the options by which its instances differ, and the question.
fn name(chosen: &Chosen, grid: &Grid, point: &Point, question: Option<(u64, Goal)>) -> String {
    let question = question.map(|(bound, goal)| match goal.sense {
        Sense::Minimise => format!("le{bound}"),
        Sense::Maximise => format!("ge{bound}"),
    });
    let mut parts = vec![chosen.name.as_str()];
    parts.extend(grid.telling(point));
    parts.extend(question.as_deref());
    file_name(&parts)
}

fn in_words(known: Known) -> String {
    match known {
        Known::Bounds(bounds) if bounds.closed() => format!("the optimum is {}", bounds.lower()),
        Known::Bounds(bounds) => format!("between {} and {}", bounds.lower(), bounds.upper()),
        Known::Answer(Some(true)) => "there is an answer".to_owned(),
        Known::Answer(Some(false)) | Known::Nothing => "there is no answer".to_owned(),
        Known::Answer(None) => "not known".to_owned(),
    }
}
