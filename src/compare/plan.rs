//! Which runs a comparison has: every puzzle with every question, in every configuration, with every seed
//! and every scramble.
//!
//! Runs of one puzzle, question, seed and scramble stand together, one for each configuration, so that
//! what the machine does meanwhile meets all of them alike; and the configuration that comes first
//! changes from one such block to the next. Seeds and scrambles are the outer loop: whoever stops a
//! comparison early has the whole grid with fewer repetitions.

use crate::grid::{Axis, Grid, Point};
use crate::search::STRATEGIES;

/// A puzzle of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// A name for it.
    pub name: String,
    /// Its family.
    pub family: String,
    /// Rows and columns of its board.
    pub size: [usize; 2],
    /// The text of its board, where it is not a size alone.
    pub board: Option<String>,
    /// What names it on a command line.
    pub arguments: Vec<String>,
    /// Whether less is better, where it has an objective.
    pub minimise: Option<bool>,
    /// The configurations in which it is solved.
    pub configurations: Vec<Point>,
}

impl Puzzle {
    /// Some optimum, for a plan that is only counted.
    pub fn stand_in(&self) -> Option<Optimum> {
        Some(Optimum { value: 1, minimise: self.minimise? })
    }
}

/// What is asked of a puzzle with an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// The optimum, with its proof.
    Optimum,
    /// An answer as good as the optimum.
    Sat,
    /// The refutation of the next better value.
    Unsat,
    /// An answer as good as a value.
    Bound(u64),
}

impl Question {
    /// Whether it cannot be asked before the optimum is known.
    pub fn needs_optimum(self) -> bool {
        matches!(self, Question::Sat | Question::Unsat)
    }
}

/// How often each run is made, and its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Repetition {
    /// The solver's seeds, from 0 on.
    pub seeds: u32,
    /// How many scrambles there are beside the formula as it is written.
    pub scrambles: u64,
    /// Seconds for each run.
    pub time_limit: f64,
    /// Megabytes for each run.
    pub memory_limit: Option<u64>,
}

/// A run to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The question, as a record tells it.
    pub question: String,
    /// The options of the configuration.
    pub configuration: Point,
    /// The solver's seed.
    pub seed: u32,
    /// The scramble's seed.
    pub scramble: Option<u64>,
    /// Its limits.
    pub repetition: Repetition,
    /// Whether it is made to know an optimum, and not to be compared.
    pub is_reference: bool,
    bound: Option<u64>,
}

impl Run {
    /// The run that finds the optimum by every default, where a question needs it. It names a default,
    /// so that its command is not that of a run to be compared.
    pub fn reference(puzzle: &Puzzle, repetition: &Repetition) -> Run {
        let axis = Axis::new("search", [STRATEGIES[0].name.to_owned()]);
        let configuration = Grid { axes: axis.into_iter().collect() }.points().next();
        let configuration = configuration.expect("a grid has a point");
        let run = Run::new(puzzle, Question::Optimum, None, &configuration, (0, None), repetition);
        Run { is_reference: true, ..run.expect("an optimum needs no bound") }
    }

    /// A run; none where its bound is not known.
    fn new(
        puzzle: &Puzzle,
        question: Question,
        optimum: Option<Optimum>,
        configuration: &Point,
        (seed, scramble): (u32, Option<u64>),
        repetition: &Repetition,
    ) -> Option<Run> {
        let (name, bound) = match question {
            Question::Optimum if puzzle.minimise.is_some() => ("optimum".to_owned(), None),
            _ if puzzle.minimise.is_none() => ("answer".to_owned(), None),
            Question::Sat => (format!("sat {}", optimum?.value), Some(optimum?.value)),
            Question::Unsat => (format!("unsat {}", optimum?.better()?), optimum?.better()),
            Question::Bound(bound) => (format!("bound {bound}"), Some(bound)),
            Question::Optimum => unreachable!("a puzzle with an objective came first"),
        };
        Some(Run {
            puzzle: puzzle.clone(),
            question: name,
            configuration: configuration.clone(),
            seed,
            scramble,
            repetition: repetition.clone(),
            is_reference: false,
            bound,
        })
    }

    /// The words behind `quarrel`. They are what a run is known by.
    pub fn arguments(&self) -> Vec<String> {
        let mut words = vec!["solve".to_owned()];
        words.extend(self.puzzle.arguments.iter().cloned());
        words.extend(self.configuration.arguments());
        let mut add = |option: &str, value: String| words.extend([format!("--{option}"), value]);
        if let Some(bound) = self.bound {
            add("bound", bound.to_string());
        }
        // An answer that is constructed says nothing of a configuration.
        let constructing = |(option, _): &(String, String)| option == "construct";
        if self.bound.is_some() && !self.configuration.values().iter().any(constructing) {
            add("construct", "off".to_owned());
        }
        add("seed", self.seed.to_string());
        if let Some(scramble) = self.scramble {
            add("scramble", scramble.to_string());
        }
        add("time-limit", self.repetition.time_limit.to_string());
        if let Some(limit) = self.repetition.memory_limit {
            add("memory-limit", limit.to_string());
        }
        words
    }
}

/// What is known of a puzzle's optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// Its value.
    pub value: u64,
    /// Whether less is better.
    pub minimise: bool,
}

impl Optimum {
    fn better(self) -> Option<u64> {
        if self.minimise { self.value.checked_sub(1) } else { self.value.checked_add(1) }
    }
}

/// The runs of a comparison, in their order; those whose question needs an optimum that is not known are
/// left out.
pub fn runs(
    puzzles: &[Puzzle],
    questions: &[Question],
    optimum: impl Fn(&Puzzle) -> Option<Optimum>,
    repetition: &Repetition,
) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut block = 0;
    for repeat in repeats(repetition) {
        for puzzle in puzzles {
            let questions = if puzzle.minimise.is_some() { questions } else { &questions[..1] };
            let known = optimum(puzzle);
            for &question in questions {
                let configurations = &puzzle.configurations;
                for number in 0..configurations.len() {
                    let configuration = &configurations[(number + block) % configurations.len()];
                    let run = Run::new(puzzle, question, known, configuration, repeat, repetition);
                    runs.extend(run);
                }
                block += 1;
            }
        }
    }
    runs
}

/// Seeds and scrambles: each seed with the formula as it is and with every scramble.
fn repeats(repetition: &Repetition) -> impl Iterator<Item = (u32, Option<u64>)> {
    let scrambles = std::iter::once(None).chain((1..=repetition.scrambles).map(Some));
    let seeds = repetition.seeds;
    scrambles.flat_map(move |scramble| (0..seeds).map(move |seed| (seed, scramble)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(name: &str, minimise: Option<bool>) -> Puzzle {
        let axis = Axis::new("amo", ["a", "b"].map(str::to_owned)).expect("values");
        Puzzle {
            name: name.to_owned(),
            family: name.to_owned(),
            size: [4, 4],
            board: None,
            arguments: vec![name.to_owned()],
            minimise,
            configurations: Grid { axes: vec![axis] }.points().collect(),
        }
    }

    const REPETITION: Repetition =
        Repetition { seeds: 2, scrambles: 1, time_limit: 5.0, memory_limit: None };

    #[test]
    fn every_combination_is_a_run_and_nobody_is_always_first() {
        let puzzles = [puzzle("x", Some(true)), puzzle("y", None)];
        let questions = [Question::Optimum, Question::Unsat];
        let known = Some(Optimum { value: 7, minimise: true });
        let runs = runs(&puzzles, &questions, |_| known, &REPETITION);
        let told: Vec<String> = runs.iter().map(|run| run.arguments().join(" ")).collect();
        assert_eq!(
            told[..4],
            [
                "solve x --amo a --seed 0 --time-limit 5",
                "solve x --amo b --seed 0 --time-limit 5",
                "solve x --amo b --bound 6 --construct off --seed 0 --time-limit 5",
                "solve x --amo a --bound 6 --construct off --seed 0 --time-limit 5",
            ]
        );
        let distinct: std::collections::HashSet<&String> = told.iter().collect();
        assert_eq!((told.len(), distinct.len()), (24, 24));
        assert!(told.contains(&"solve y --amo b --seed 1 --scramble 1 --time-limit 5".to_owned()));
        assert_eq!(runs[2].question, "unsat 6");
    }

    #[test]
    fn a_question_that_needs_an_unknown_optimum_is_left_out() {
        let puzzles = [puzzle("x", Some(true))];
        assert!(runs(&puzzles, &[Question::Sat], |_| None, &REPETITION).is_empty());
        let none_better = Some(Optimum { value: 0, minimise: true });
        assert!(runs(&puzzles, &[Question::Unsat], |_| none_better, &REPETITION).is_empty());
    }
}
