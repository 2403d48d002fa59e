//! The planned runs of a comparison: each puzzle with every configuration of its grid of options.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::find_optimum;
use super::plan::{Configuration, Instance, Plan};
use crate::board::Size;
use crate::deduce::Rules;
use crate::family::{Family, OpenedProblem};
use crate::formulation::Formulation;
use crate::grid::GridPoint;
use crate::question::{AskedSolver, Question};
use crate::record::Record;
use crate::search::{self, Task};
use crate::source::{Input, Refusal};
use crate::suite::SuitePuzzle;

/// The greatest number of configurations in the grid of a puzzle.
const MOST_CONFIGURATIONS: usize = 10_000;
/// The greatest number of runs in a comparison.
const MOST_RUNS: usize = 1_000_000;

impl Instance {
    /// Opens a puzzle, and checks all configurations of its grid before any run. Panics if the grid
    /// has no point. If the grid does not choose a search, the formulation of its first point has a
    /// default search, which may use no clauses. In this case, adds `--search` with a search that
    /// uses clauses to the arguments. A problem without an objective keeps its default search.
    ///
    /// # Errors
    ///
    /// If the board or a configuration is refused. If the board cannot be read again for its hash.
    /// If the grid has more than 10,000 configurations.
    pub fn from_puzzle(puzzle: &SuitePuzzle) -> Result<Instance, Refusal> {
        let SuitePuzzle { family, name, arguments, request, grid } = puzzle;
        validate_size(grid.size(), "configurations", MOST_CONFIGURATIONS)?;
        let opened = family.open(request)?;
        let problem = opened.as_problem();
        let goal = problem.goal();
        let configurations = grid
            .points()
            .map(|point| configuration(family, point).map(Arc::new))
            .collect::<Result<Vec<_>, _>>()?;
        let mut run_arguments = arguments.clone();
        let first = configurations.first().expect("a grid has a point");
        let question = Question::new(family.name).with_options(&first.point)?;
        let formulation = family.formulation(question.formulation.as_deref())?;
        let names_search = grid.axes.iter().any(|axis| axis.option == "search");
        if !names_search && !uses_clauses(&opened, formulation) {
            // The purpose of a comparison is to compare encodings, so its default is a search that
            // uses clauses.
            run_arguments
                .extend(["--search".to_owned(), search::clause_strategy().name.to_owned()]);
        }
        Ok(Instance {
            name: name.clone(),
            family: family.name.to_owned(),
            size: opened.size().map(Size::sides),
            file: request.board.as_ref().map(|input| input.name().to_owned()),
            board: request.board.as_ref().map(Input::content_id).transpose()?,
            arguments: run_arguments,
            goal: goal.map(Into::into),
            scale: problem.info().scale.clone(),
            configurations,
        })
    }
}

/// Returns the configuration at a point of the grid (one value for each option). Its `program` is
/// the command of an external solver, or `None` for the embedded solver, which is also the default.
/// Its `has_clauses` is false only if the solver gets the whole question in a format other than
/// plain clauses. Fails if the family has no such formulation, or if an option has an invalid
/// value.
fn configuration(family: &'static Family, point: GridPoint) -> Result<Configuration, Refusal> {
    family.formulation(Question::new(family.name).with_options(&point)?.formulation.as_deref())?;
    let named = point.values().iter().find(|(option, _)| option == "solver");
    let solver = named.map(|(_, words)| words.parse::<AskedSolver>()).transpose();
    let solver =
        solver.map_err(|error| Refusal::new(error.to_string(), "the command of a solver"))?;
    let program = solver.as_ref().and_then(AskedSolver::program).cloned();
    let has_clauses = solver.is_none_or(|solver| solver.has_clauses());
    Ok(Configuration { point, program, has_clauses })
}

/// Returns whether the default search for this problem uses clauses. If there is no objective,
/// returns `true`.
fn uses_clauses(opened: &OpenedProblem, formulation: &Formulation) -> bool {
    let problem = opened.as_problem();
    let task = Task { rules: Rules::none(), ..Task::new(problem, formulation) };
    problem.goal().is_none() || task.strategy().is_by_clauses()
}

/// Checks that the plans do not have too many runs together.
///
/// # Errors
///
/// If the plans together have more than a million runs.
pub fn validate_runs(plans: &[Plan]) -> Result<(), Refusal> {
    let runs = plans.iter().map(Plan::max_runs).fold(0_usize, usize::saturating_add);
    validate_size(runs, "runs", MOST_RUNS)
}

/// Refuses a plan if `number` exceeds `most`. `what` is the word for the counted items:
/// `configurations` or `runs`.
fn validate_size(number: usize, what: &str, most: usize) -> Result<(), Refusal> {
    if number <= most {
        return Ok(());
    }
    let expected = format!("at most {most}: use fewer values in the lists, or fewer repetitions");
    Err(Refusal::new(format!("the plan has {number} {what}"), expected))
}

/// Returns the sorted names of the puzzles without a known optimum. A question of the plan of such
/// a puzzle needs the optimum, but no solved record proves it. Puzzles without an objective are
/// left out.
pub fn puzzles_without_optimum<'a>(plans: &'a [Plan], records: &[Record]) -> BTreeSet<&'a str> {
    plans
        .iter()
        .filter(|plan| plan.questions.iter().any(|question| question.needs_optimum()))
        .flat_map(|plan| &plan.instances)
        .filter(|one| one.goal.is_some() && find_optimum(records, one).is_none())
        .map(|puzzle| puzzle.name.as_str())
        .collect()
}

/// Returns the records of all reference runs and of some other runs, in the order of `records`. The
/// command of such another run is in `wanted`, and its wall limit is exactly that of any of the
/// plans. So other runs without a wall limit are left out.
pub fn select_records(plans: &[Plan], records: &[Record], wanted: &HashSet<String>) -> Vec<Record> {
    let limits: HashSet<u64> =
        plans.iter().map(|plan| plan.repetition.wall_limit.to_bits()).collect();
    let is_within =
        |record: &Record| record.wall_limit.is_some_and(|limit| limits.contains(&limit.to_bits()));
    let ours = |record: &&Record| {
        record.reference || wanted.contains(&record.command) && is_within(record)
    };
    records.iter().filter(ours).cloned().collect()
}
