//! The runs of a comparison: every puzzle, question and configuration with every seed and scramble
//! (a numbered random reordering of the formula).
//!
//! The runs of a [`Block`] are made in succession, so that changes of the machine affect all of
//! them alike. Their order is random. With a fixed or rotating order, the same configuration would
//! be the first in all blocks of one kind of question. Repetitions are the outer loop, so that a
//! comparison which is stopped early has runs of all puzzles and configurations.
//!
//! Two repetitions differ in the scramble as well as in the seed. The reason is that CaDiCaL 2.2.1
//! uses its seed only when it sweeps or walks, after a thousand conflicts or more. Before this, all
//! seeds make the same run.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::grid::{Axis, GridPoint, OptionGrid};
use crate::model::{Goal, Sense};
use crate::problem::{Rational, Scale};
use crate::record::question::{ComparisonQuestion, RunQuestion};
use crate::solver::external::Command;
use crate::source::Input;

/// The prefix of a hash that replaces the text of a board.
const HASH: &str = "sha256:";

/// A puzzle with its configurations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// Name of the puzzle, unique within a comparison.
    pub name: String,
    /// Name of the puzzle's family, as `quarrel solve` knows it.
    pub family: String,
    /// Numbers of rows and columns, if the puzzle has a size.
    pub size: Option<[usize; 2]>,
    /// Path of the file with the board. It is `None` if the puzzle has no board file.
    pub file: Option<String>,
    /// Text of the board, or the hash of its file ([`Input::content_id`]). It is `None` if the
    /// puzzle has no board file.
    pub board: Option<String>,
    /// The words that select the puzzle on the command line of `solve`.
    pub arguments: Vec<String>,
    /// Sense (minimise or maximise) and range of the objective. It is `None` if the puzzle has no
    /// objective.
    pub goal: Option<ValueRange>,
    /// The unit of values: the number that users see for the value 1 of the search.
    pub scale: Scale,
    /// The configurations of the puzzle.
    pub configurations: Vec<Arc<Configuration>>,
}

/// Sense (minimise or maximise) and range of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueRange {
    /// Whether the objective is minimised or maximised.
    pub sense: Sense,
    /// Least possible value of the objective, as an integer of the search.
    pub least: i64,
    /// Largest possible value of the objective, as an integer of the search.
    pub largest: i64,
}

impl From<Goal> for ValueRange {
    fn from(Goal { sense, least, largest, .. }: Goal) -> ValueRange {
        ValueRange { sense, least, largest }
    }
}

impl Instance {
    /// Returns whether the file of the board still has the planned content. Returns `true` if the
    /// instance has no file or no board. Reads the file. Returns `false` if the file cannot be
    /// read.
    pub fn has_unchanged_board(&self) -> bool {
        let Some((file, board)) = self.file.as_deref().zip(self.board.as_deref()) else {
            return true;
        };
        let input = Input::file(file);
        let here = if board.starts_with(HASH) {
            input.content_id()
        } else {
            input.into_text().map(|source| source.text().to_owned())
        };
        here.is_ok_and(|here| here == board)
    }

    /// Returns a value that replaces the unknown optimum. It is the middle of the range of the
    /// objective. Returns `None` if there is no objective.
    pub fn stand_in(&self) -> Option<Optimum> {
        let goal = self.goal?;
        let value = self.scale.to_number(goal.least.midpoint(goal.largest));
        Some(Optimum { value, goal, scale: self.scale.clone() })
    }
}

/// A choice of formulation, encodings, search and solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The value of each option that the grid varies.
    pub point: GridPoint,
    /// Command of the external solver. It is `None` for the embedded solver.
    pub program: Option<Command>,
    /// Whether the solver reads clauses. Only clauses can be scrambled.
    pub has_clauses: bool,
}

/// Number of repetitions, and the limits of each run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repetition {
    /// Number of seeds. The first seed is 0, and each next seed is greater by 1. The first
    /// repetition of seed 0 has no scramble of the formula. Every other repetition has one.
    pub seeds: u32,
    /// Number of repetitions of each seed, in addition to the first repetition of this seed. Each
    /// of them has another scramble.
    pub scrambles: u64,
    /// Limit of processor time for each run, in seconds.
    pub time_limit: f64,
    /// Limit of wall time for each run, in seconds.
    pub wall_limit: f64,
    /// Memory limit for each run, in megabytes. It is `None` for no limit.
    pub memory_limit: Option<u64>,
}

impl Repetition {
    /// Returns the number of repetitions, each of which is a pair of a seed and a scramble.
    pub fn count(&self) -> u64 {
        u64::from(self.seeds) * (self.scrambles + 1)
    }

    /// Returns the seed and the scramble of each repetition, which are [`Repetition::count`] pairs.
    /// The seeds change fastest. Each repetition has its own scramble. Only the first repetition,
    /// which has the seed 0, has no scramble (`None`).
    fn seeds_and_scrambles(&self) -> impl Iterator<Item = (u32, Option<u64>)> {
        let of_each_seed = self.scrambles + 1;
        let seeds = self.seeds;
        (0..of_each_seed).flat_map(move |scramble| {
            (0..seeds).map(move |seed| {
                let number = u64::from(seed) * of_each_seed + scramble;
                (seed, (number > 0).then_some(number))
            })
        })
    }
}

/// The puzzles of one grid of options, their questions and repetitions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The puzzles of the plan, each with its configurations. The blocks of the plan have the same
    /// order as the puzzles.
    pub instances: Vec<Arc<Instance>>,
    /// Questions about puzzles with an objective. Other puzzles are asked only one question: is
    /// there an answer?
    pub questions: Vec<ComparisonQuestion>,
    /// Repetitions and limits of the runs.
    pub repetition: Repetition,
}

impl Plan {
    /// Returns the largest possible number of runs, without reference runs. A puzzle without an
    /// objective counts with one question. Fewer runs are made if an optimum that they need is
    /// unknown. A number that is too large becomes `usize::MAX`.
    pub fn max_runs(&self) -> usize {
        let repetitions = usize::try_from(self.repetition.count()).unwrap_or(usize::MAX);
        self.instances
            .iter()
            .map(|instance| {
                let questions = if instance.goal.is_some() { self.questions.len() } else { 1 };
                instance.configurations.len().saturating_mul(questions).saturating_mul(repetitions)
            })
            .fold(0, usize::saturating_add)
    }
}

/// The runs that are compared with each other: those of one puzzle, question, seed and scramble.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The runs, in the order of execution. There is at least one run.
    pub runs: Vec<Run>,
}

/// One question about one puzzle, asked with one configuration, one seed and one set of limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The puzzle that the run solves. The instance lists all configurations of the puzzle, not
    /// just that of this run.
    pub instance: Arc<Instance>,
    /// The question that the run asks about the puzzle, with the value that the question contains.
    pub question: RunQuestion,
    /// The formulation, encodings, search and solver that the run uses.
    pub configuration: Arc<Configuration>,
    /// Index of the configuration among the configurations of all plans.
    pub place: usize,
    /// Seed of the solver.
    pub seed: u32,
    /// Number of the scramble of the block. It is `None` if the formula is not scrambled. It is
    /// ignored if the solver does not read clauses.
    pub scramble: Option<u64>,
    /// Numbers of seeds and scrambles of the plan, and limits of the run.
    pub repetition: Repetition,
    /// Whether this is a reference run, which only finds an optimum for other runs and is not
    /// compared.
    pub is_reference: bool,
}

impl Run {
    /// Returns the reference run of an instance. The run uses the embedded solver with seed 0 and
    /// no scramble. It asks for the optimum, or for any answer if the instance has no objective.
    /// Its command contains some defaults, so that no other run has the same command. The index of
    /// its configuration is 0, which has no meaning.
    pub fn reference(instance: &Arc<Instance>, repetition: &Repetition) -> Run {
        let defaults = [("construct", "on"), ("symmetry", "auto")];
        let axes = defaults
            .iter()
            .filter_map(|(name, value)| Axis::new(name, [(*value).to_owned()]))
            .collect();
        let point = OptionGrid { axes }.points().next();
        let grid_point = point.expect("a grid has a point");
        let configuration =
            Arc::new(Configuration { point: grid_point, program: None, has_clauses: true });
        let question = run_question(instance, &ComparisonQuestion::Optimum, None)
            .expect("an optimum needs no bound");
        Run {
            instance: instance.clone(),
            question,
            configuration,
            place: 0,
            seed: 0,
            scramble: None,
            repetition: repetition.clone(),
            is_reference: true,
        }
    }

    /// Returns the command that identifies the run, without the output format.
    pub fn command(&self) -> String {
        let arguments = self.arguments();
        shlex::try_join(std::iter::once("quarrel").chain(arguments.iter().map(String::as_str)))
            .expect("an argument has no byte 0")
    }

    /// Returns the command-line arguments, which identify the run. The first one is `solve`, not
    /// the name of the program. If the question has a bound, the arguments switch the construction
    /// of answers off, but not if the configuration itself sets the option `--construct`. They
    /// contain the seed, the limit of processor time and, if there is one, the limit of memory.
    /// They contain the scramble only if the solver reads clauses. They do not contain the wall
    /// limit.
    pub fn arguments(&self) -> Vec<String> {
        let mut words = vec!["solve".to_owned()];
        words.extend(self.instance.arguments.iter().cloned());
        let point = &self.configuration.point;
        words.extend(point.arguments());
        words.extend(self.question.bound().into_iter().flat_map(|bound| bound.words("bound")));
        let mut add = |option: &str, value: String| words.extend([format!("--{option}"), value]);
        // A constructed solution would not depend on the configuration.
        if self.question.bound().is_some()
            && !point.values().iter().any(|(option, _)| option == "construct")
        {
            add("construct", "off".to_owned());
        }
        add("seed", self.seed.to_string());
        if let Some(scramble) = self.own_scramble() {
            add("scramble", scramble.to_string());
        }
        add("cpu-limit", self.repetition.time_limit.to_string());
        if let Some(limit) = self.repetition.memory_limit {
            add("memory-limit", limit.to_string());
        }
        words
    }

    /// Returns the scramble of the run. Returns `None` if the run has no scramble, or if the solver
    /// does not read clauses.
    pub fn own_scramble(&self) -> Option<u64> {
        self.scramble.filter(|_| self.configuration.has_clauses)
    }
}

/// The known optimum of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The optimum, as users see it.
    pub value: Rational,
    /// Sense (minimise or maximise) and range of the objective.
    pub goal: ValueRange,
    /// The unit of values: the number that users see for the value 1 of the search.
    pub scale: Scale,
}

impl Optimum {
    /// Returns the value that is next better than the optimum, as users see it. Returns `None` if
    /// it is outside the range of the objective, or if the optimum is not a value of the scale.
    fn next_better(&self) -> Option<Rational> {
        let ValueRange { sense, least, largest } = self.goal;
        let value = self.scale.value(&self.value)?;
        let next = value.checked_sub(sense.sign())?;
        (least..=largest).contains(&next).then(|| self.scale.to_number(next))
    }
}

/// Returns the question about an instance, with the value that it asks for. A puzzle without an
/// objective is asked for any answer, whatever `question` is. Returns `None` in these cases:
///
/// - The question needs the optimum, and the optimum is unknown.
/// - The question asks for a better value than the optimum, and none can exist.
/// - The question asks for a better value than the optimum, and the optimum is not a value of the
///   instance's scale.
fn run_question(
    instance: &Instance,
    question: &ComparisonQuestion,
    optimum: Option<&Optimum>,
) -> Option<RunQuestion> {
    if instance.goal.is_none() {
        return Some(RunQuestion::Answer);
    }
    Some(match question {
        ComparisonQuestion::Optimum => RunQuestion::Optimum,
        ComparisonQuestion::Sat => RunQuestion::Sat(optimum?.value.clone()),
        ComparisonQuestion::Unsat => RunQuestion::Unsat(optimum?.next_better()?),
        ComparisonQuestion::Bound(bound) => RunQuestion::Bound(bound.clone()),
    })
}

/// Returns the blocks of plans in the order of repetitions. If several plans have the same block,
/// it is returned once, with the runs of all of them, and equal runs in it are kept once. The runs
/// of a block are in a random order with the seed `order_seed`. `optimum` returns the optimum of an
/// instance, or `None` if it is unknown. Leaves out reference blocks, blocks that need an unknown
/// optimum, and blocks that ask for a better value than the optimum if none is possible.
pub fn blocks(
    plans: &[Plan],
    optimum: impl Fn(&Instance) -> Option<Optimum>,
    order_seed: u64,
) -> Vec<Block> {
    select_blocks(plans, &places(plans), |_| true, optimum, order_seed)
}

/// The index of each configuration among the configurations of all plans.
pub type Places = HashMap<GridPoint, usize>;

/// Numbers the configurations from 0, in the order of the plans. Configurations with equal options
/// have the same number.
pub fn places(plans: &[Plan]) -> Places {
    let mut places = HashMap::new();
    for configuration in
        plans.iter().flat_map(|plan| &plan.instances).flat_map(|instance| &instance.configurations)
    {
        let next = places.len();
        places.entry(configuration.point.clone()).or_insert(next);
    }
    places
}

/// Returns the blocks of the instances for which `wanted` returns true, in the order of
/// repetitions. If several plans have the same block, it is returned once, with the runs of all of
/// them, and equal runs in it are kept once. The runs of a block are in a random order with the
/// seed `order_seed`. `places` has the number of each configuration of the plans
/// ([`places`](fn@places)); a missing one counts as 0. `optimum` returns the optimum of an
/// instance, or `None` if it is unknown. Leaves out reference blocks, blocks that need an unknown
/// optimum, and blocks that ask for a better value than the optimum if none is possible. Panics if
/// a selected instance has no configuration, or if it has no objective and its plan has no
/// question.
pub fn select_blocks(
    plans: &[Plan],
    places: &Places,
    wanted: impl Fn(&Instance) -> bool,
    optimum: impl Fn(&Instance) -> Option<Optimum>,
    order_seed: u64,
) -> Vec<Block> {
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut blocks: Vec<(u64, Block)> = Vec::new();
    for plan in plans {
        for (round, repeat) in (0..).zip(plan.repetition.seeds_and_scrambles()) {
            for instance in plan.instances.iter().filter(|instance| wanted(instance)) {
                let known_optimum = optimum(instance);
                let most = if instance.goal.is_some() { plan.questions.len() } else { 1 };
                for question in &plan.questions[..most] {
                    let Some(asked) = run_question(instance, question, known_optimum.as_ref())
                    else {
                        continue;
                    };
                    let runs = instance_runs(instance, &asked, repeat, &plan.repetition, places);
                    let next = blocks.len();
                    let block = *known.entry(block_key(&runs[0])).or_insert(next);
                    if block == next {
                        blocks.push((round, Block { runs: Vec::new() }));
                    }
                    let block = &mut blocks[block].1.runs;
                    let met: HashSet<Vec<String>> = block.iter().map(Run::arguments).collect();
                    block.extend(runs.into_iter().filter(|run| !met.contains(&run.arguments())));
                }
            }
        }
    }
    // The sort is stable, so the blocks of one repetition keep the order of the plans.
    blocks.sort_by_key(|&(round, _)| round);
    blocks
        .into_iter()
        .map(|(_, mut block)| {
            let seed = hash(order_seed, &block_key(&block.runs[0]));
            fastrand::Rng::with_seed(seed).shuffle(&mut block.runs);
            block
        })
        .collect()
}

/// Returns the runs of an instance, one for each configuration, in the order of its configurations.
/// All have the same question, seed, scramble and limits, and none is a reference run. A
/// configuration that `places` lacks gets the index 0.
fn instance_runs(
    instance: &Arc<Instance>,
    question: &RunQuestion,
    (seed, scramble): (u32, Option<u64>),
    repetition: &Repetition,
    places: &Places,
) -> Vec<Run> {
    instance
        .configurations
        .iter()
        .map(|configuration| Run {
            instance: instance.clone(),
            question: question.clone(),
            configuration: configuration.clone(),
            place: places.get(&configuration.point).copied().unwrap_or(0),
            seed,
            scramble,
            repetition: repetition.clone(),
            is_reference: false,
        })
        .collect()
}

/// Returns a text that identifies a block: it is equal for the runs of one block, and differs
/// between blocks.
fn block_key(run: &Run) -> String {
    let Repetition { time_limit, wall_limit, memory_limit, .. } = run.repetition;
    format!(
        "{} {} {} {:?} {time_limit} {wall_limit} {memory_limit:?}",
        run.instance.name, run.question, run.seed, run.scramble
    )
}

/// Returns the blocks of the reference runs. These runs find the optima that the questions of a
/// plan need. Each instance with an objective has one such block, with one run. The list is empty
/// if no question needs the optimum.
pub fn reference_blocks(plan: &Plan) -> Vec<Block> {
    if !plan.questions.iter().any(|question| question.needs_optimum()) {
        return Vec::new();
    }
    plan.instances
        .iter()
        .filter(|instance| instance.goal.is_some())
        .map(|instance| reference_block(instance, &plan.repetition))
        .collect()
}

/// Returns the block of the reference run of an instance. This run is the only run of the block.
pub fn reference_block(instance: &Arc<Instance>, repetition: &Repetition) -> Block {
    Block { runs: vec![Run::reference(instance, repetition)] }
}

impl Block {
    /// Returns the name of the block, which no other block of the comparison has. The name contains
    /// the question and, if the user gave one, the bound, but no optimum. A block without runs has
    /// an empty name.
    pub fn slot(&self) -> String {
        let Some(run) = self.runs.first() else { return String::new() };
        let Repetition { time_limit, wall_limit, memory_limit, .. } = run.repetition;
        let question = match &run.question {
            RunQuestion::Bound(bound) => format!("bound {bound}"),
            question => question.kind().to_string(),
        };
        let reference = if run.is_reference { "reference " } else { "" };
        let scramble = run.scramble.map_or(String::new(), |seed| format!(" scramble {seed}"));
        let memory = memory_limit.map_or(String::new(), |limit| format!(" {limit} MB"));
        format!(
            "{reference}{} {question} seed {}{scramble} {time_limit} s {wall_limit} s{memory}",
            run.instance.name, run.seed
        )
    }
}

/// Returns the FNV-1a hash (Fowler, Noll and Vo) of `text`. The hash is equal on every machine.
/// `seed` changes the initial value of the hash.
fn hash(seed: u64, text: &str) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed;
    text.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::question::QuestionKind;

    fn instance(name: &str, goal: Option<Goal>, values: &[&str]) -> Instance {
        let axis = Axis::new("amo", values.iter().map(|&value| value.to_owned())).expect("values");
        let points = OptionGrid { axes: vec![axis] }.points().collect::<Vec<_>>();
        Instance {
            name: name.to_owned(),
            family: name.to_owned(),
            size: Some([4, 4]),
            file: None,
            board: None,
            arguments: vec![name.to_owned()],
            goal: goal.map(Into::into),
            scale: Scale::default(),
            configurations: points
                .into_iter()
                .map(|point| Configuration { point, program: None, has_clauses: true })
                .map(Arc::new)
                .collect(),
        }
    }

    const REPETITION: Repetition = Repetition {
        seeds: 2,
        scrambles: 1,
        time_limit: 5.0,
        wall_limit: 20.0,
        memory_limit: None,
    };

    fn plan(instances: &[Instance], questions: &[ComparisonQuestion]) -> Plan {
        Plan {
            instances: instances.iter().cloned().map(Arc::new).collect(),
            questions: questions.to_vec(),
            repetition: REPETITION,
        }
    }

    fn told(blocks: &[Block]) -> Vec<Vec<String>> {
        blocks
            .iter()
            .map(|block| block.runs.iter().map(|run| run.arguments().join(" ")).collect())
            .collect()
    }

    const FEW: Goal = Goal { sense: Sense::Minimise, name: "pieces", least: 0, largest: 16 };
    const GOAL: Option<Goal> = Some(FEW);

    fn known(value: i64) -> Option<Optimum> {
        Some(Optimum { value: value.into(), goal: FEW.into(), scale: Scale::default() })
    }

    #[test]
    fn every_combination_is_a_run_and_stands_in_its_block() {
        let instances = [instance("x", GOAL, &["a", "b"]), instance("y", None, &["a", "b"])];
        let plan = plan(&instances, &[ComparisonQuestion::Optimum, ComparisonQuestion::Unsat]);
        let blocks = blocks(&[plan], |_| known(7), 0);
        let told = told(&blocks);
        assert_eq!((told.len(), told.concat().len()), (3 * 4, 24));
        let mut first = told[0].clone();
        first.sort();
        let expected =
            ["solve x --amo a --seed 0 --cpu-limit 5", "solve x --amo b --seed 0 --cpu-limit 5"];
        assert_eq!(first, expected);
        let words = "solve x --amo a --bound 6 --construct off --seed 0 --cpu-limit 5";
        assert!(
            told[1].contains(&words.to_owned())
                && blocks[1].runs[0].question == RunQuestion::Unsat(6.into())
        );
        let of_y = |seed: &str| format!("solve y --amo b --seed {seed} --cpu-limit 5");
        for seed in ["0", "1 --scramble 2", "0 --scramble 1", "1 --scramble 3"] {
            assert!(told.concat().contains(&of_y(seed)), "{seed}");
        }
    }

    #[test]
    fn the_order_within_blocks_is_drawn_and_recorded() {
        let instances: Vec<Instance> =
            (0..50).map(|n| instance(&format!("x{n}"), GOAL, &["a", "b"])).collect();
        let plan = plan(&instances, &[ComparisonQuestion::Sat, ComparisonQuestion::Unsat]);
        let of = |seed: u64| blocks(std::slice::from_ref(&plan), |_| known(7), seed);
        assert_eq!(of(3), of(3));
        assert_ne!(of(3), of(4));
        for kind in [QuestionKind::Sat, QuestionKind::Unsat] {
            let a_first = of(3)
                .into_iter()
                .filter(|block| block.runs[0].question.kind() == kind)
                .filter(|block| block.runs[0].place == 0)
                .count();
            assert!((70..130).contains(&a_first), "{kind}: {a_first} of 200");
        }
    }

    #[test]
    fn grids_of_one_puzzle_share_its_blocks() {
        let plans = [["a", "b"], ["b", "c"]]
            .map(|values| plan(&[instance("x", None, &values)], &[ComparisonQuestion::Optimum]));
        let blocks = blocks(&plans, |_| None, 0);
        assert_eq!(blocks.len(), 4);
        for block in blocks {
            let mut places: Vec<usize> = block.runs.iter().map(|run| run.place).collect();
            places.sort_unstable();
            assert_eq!(places, [0, 1, 2]);
        }
        let mut other = plans[1].clone();
        other.repetition.time_limit = 9.0;
        let apart = super::blocks(&[plans[0].clone(), other], |_| None, 0);
        assert_eq!(apart.len(), 8, "runs of different limits do not meet");
    }

    #[test]
    fn what_has_no_clauses_is_not_scrambled() {
        let mut one = instance("x", None, &["a", "b"]);
        let other = Configuration { has_clauses: false, ..(*one.configurations[1]).clone() };
        one.configurations[1] = Arc::new(other);
        let blocks = blocks(&[plan(&[one], &[ComparisonQuestion::Optimum])], |_| None, 0);
        for run in blocks.iter().flat_map(|block| &block.runs) {
            let has = run.arguments().contains(&"--scramble".to_owned());
            assert_eq!(has, run.place == 0 && run.scramble.is_some());
        }
    }

    #[test]
    fn a_question_that_needs_an_unknown_optimum_is_left_out() {
        let plan = plan(
            &[instance("x", GOAL, &["a"])],
            &[ComparisonQuestion::Sat, ComparisonQuestion::Unsat],
        );
        assert!(blocks(std::slice::from_ref(&plan), |_| None, 0).is_empty());
        assert_eq!(blocks(&[plan], |_| known(0), 0).len(), 4, "the answers alone");
    }
}
