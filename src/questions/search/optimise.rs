//! The search for an optimum or for a bound: the short search, the known answer and the choice of the
//! strategy.

use super::by_strategy::search_by;
use super::local::LocalImprover;
use super::method::{Method, Prospect, Trial, Turn};
use super::record::{Clock, SearchRecord};
use super::side_by_side::search_side_by_side;
use super::strategies::{method, tried_in_turns};
use super::task::NO_LIMIT;
use super::{Event, Finding, Optimiser, SearchError, Status, Strategy, Task, short, start};
use crate::bounds::Bounds;
use crate::decision::Decision;
use crate::formulation::ModelScheme;
use crate::model::{Model, Sense};
use crate::prepare::PreparedModel;
use crate::problem::CheckedAnswer;
use crate::solver::Effort;

/// The conflicts of a search by a strategy in the first round, between trials of another method.
const CONFLICTS_OF_ROUND: u64 = 10_000;

/// The ratio of the limits of a round to those of the round before it.
const GROWTH: u64 = 4;

/// The limits of a round, in which a trial of another method and a search by a strategy take turns.
#[derive(Clone, Copy)]
struct Round {
    /// The effort of the trial.
    effort: u64,
    /// The conflicts of the search by the strategy.
    conflicts: u64,
    /// The turn of the trial.
    turn: Turn,
}

impl Round {
    /// Returns the limits of the next round.
    fn next(self) -> Round {
        Round {
            effort: self.effort.saturating_mul(GROWTH),
            conflicts: self.conflicts.saturating_mul(GROWTH),
            turn: Turn::First,
        }
    }
}

/// Searches for the optimum, and records the answers and bounds that are found. `bounds` are the
/// bounds that are known before. `watch` gets the events of progress. A short search comes first, if
/// it can pay. If it leaves the question open, the search starts from its bounds and its answer, or
/// from the task's known answer if that is better. At a limit, the finding has the best answer and
/// the proved bound so far, and counts as stopped. A small enough gap also ends the search. If the
/// optimum is not proved then, the finding counts as stopped, too. Fails if an encoding, a solver or
/// a proof fails, or if an answer does not pass its check. After a failure, `finding` has the facts
/// that were recorded before.
pub(super) fn optimise(
    task: &Task,
    bounds: Bounds,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    let clock = Clock::start();
    let Some(short) = short::search(task, bounds, None)? else {
        return search_at_length(task, (bounds, clock), finding, watch);
    };
    let spent = short.statistics.clone();
    let bounds = short.bounds.unwrap_or(bounds);
    if spent.is_settled_shortly() {
        *finding = short;
        finding.stopped = !matches!(finding.status(), Status::Optimal | Status::Unsatisfiable);
        watch(Event::Progress(Box::new(finding.clone())));
        return Ok(());
    }
    (finding.answer, finding.log) = (short.answer, short.log);
    finding.statistics.short.clone_from(&spent.short);
    let left = task.conflicts.map(|limit| limit.saturating_sub(spent.effort.conflicts));
    let rest = Task { conflicts: left, ..task.clone() };
    let searched = search_at_length(&rest, (bounds, clock), finding, watch);
    finding.statistics.add_work(&spent);
    searched
}

/// Searches for the optimum with all techniques, as [`optimise`] does after the short search.
/// `bounds` are the bounds that are known after the short search, and `clock` has run since its start.
/// If the bounds include an answer, the finding already has this answer.
fn search_at_length(
    task: &Task,
    (bounds, clock): (Bounds, Clock),
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    let mut record =
        SearchRecord::new(finding, bounds, None, watch).with_gap(task.gap).since(clock);
    let solving = &mut record.finding.statistics.solving;
    let (known, local) = solving.time(|| start::known_answer(task));
    record.finding.statistics.local = local.as_ref().map(LocalImprover::progress);
    record.local = local;
    match task.prepared_with_symmetries() {
        ModelScheme::Complete(prepared) => {
            start_from(known, task, &prepared.model, &mut record)?;
            run_strategy(task, prepared, record)?;
        }
        ModelScheme::ForValue(_) => {
            if let Some((answer, value)) = known {
                record.improve(answer, value);
            }
            search_by_value(task, record)?;
        }
    }
    finding.stopped = !matches!(finding.status(), Status::Optimal | Status::Unsatisfiable);
    Ok(())
}

/// Records the known answer, if there is one. If a proof is written, a solution of the model with
/// the value of this answer is also needed, and is recorded in the proof. If no such solution is
/// found soon, the answer is not recorded. Fails if the model cannot be encoded for this.
fn start_from(
    known: Option<(CheckedAnswer, i64)>,
    task: &Task,
    model: &Model,
    record: &mut SearchRecord,
) -> Result<(), SearchError> {
    let Some((answer, value)) = known else { return Ok(()) };
    if let Some(log) = task.log() {
        let Some(values) = start::find_solution(&answer, value, task, model)? else {
            return Ok(());
        };
        log.record_answer(&values);
    }
    record.improve(answer, value);
    Ok(())
}

/// Decides whether an answer reaches `bound`, by a strategy for optima. Starts from the task's
/// known answer if it reaches `bound`. `watch` gets the events of progress. Records the answer, or
/// that there is none, but leaves no bounds and an empty log in the finding. If a deduction
/// excludes the bound, it is recorded as the reason. An undecided question counts as stopped. Does
/// nothing if the problem has no objective, or if the formulation has one model for each value of
/// the objective. Fails if an encoding, a solver or a proof fails, or if an answer does not pass
/// its check.
pub(super) fn decide(
    task: &Task,
    bound: i64,
    known: Option<(CheckedAnswer, i64)>,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    let prepared = task.prepared_with_symmetries().into_complete();
    let Some((goal, prepared)) = task.problem.goal().zip(prepared) else { return Ok(()) };
    let mut record = SearchRecord::new(finding, Bounds::unknown(goal), Some(bound), watch);
    start_from(known, task, &prepared.model, &mut record)?;
    run_strategy(task, prepared, record)?;
    conclude_bound(finding, goal.sense, bound);
    Ok(())
}

/// Decides by a short search whether an answer reaches `bound`. Returns the finding, as [`decide`]
/// leaves it. Returns `None` if no short search is made. Fails if an answer does not pass its check.
pub(super) fn decide_shortly(task: &Task, bound: i64) -> Result<Option<Finding>, SearchError> {
    let Some(goal) = task.problem.goal() else { return Ok(None) };
    let mut short = short::search(task, Bounds::unknown(goal), Some(bound))?;
    short.iter_mut().for_each(|finding| conclude_bound(finding, goal.sense, bound));
    Ok(short)
}

/// Records the end of the search for an answer that reaches `bound`: whether there is one, and the
/// deduction that excludes the bound, if one does. Removes the bounds and the log. An undecided
/// question counts as stopped.
fn conclude_bound(finding: &mut Finding, sense: Sense, bound: i64) {
    let is_refuted = finding.bounds.take().is_some_and(|bounds| bounds.excludes(bound));
    finding.log.clear();
    finding.trying = None;
    if finding.answer.is_none() && is_refuted {
        finding.exclude(sense, bound);
        finding.settle_unsatisfiable();
    }
    finding.stopped = finding.status() == Status::Unknown;
}

/// Searches by the requested strategy. If none is requested, searches by the best strategy for the
/// model; if a proof is written, by the best one that can write the proof. If the question states a
/// bound, linear search from above replaces any strategy that searches by clauses and demands one
/// bound after another. If the strategy is not by clauses and leaves the question undecided, the
/// search by clauses takes over. It does not do so if a stop or the task's conflict limit is
/// reached. Fails if one of the searches fails, or if a proof is written and the strategy has no
/// proof for this model.
fn run_strategy<'a>(
    task: &'a Task<'a>,
    prepared: PreparedModel,
    record: SearchRecord<'a>,
) -> Result<(), SearchError> {
    let with_proof = task.strategy_with_proof(&prepared.model);
    let strategy = match with_proof.unwrap_or_else(|| task.strategy_for(&prepared.model)) {
        // If the question states a bound, a strategy that starts at this bound replaces a strategy
        // that tries bound after bound.
        strategy if record.decided.is_some() && strategy.is_by_clauses() && strategy.demands => {
            super::clause_strategy()
        }
        strategy => strategy,
    };
    if let Some((other, trial, turn)) = tried_in_turns(task, strategy, &prepared.model) {
        if task.threads > 1 && task.log().is_none() {
            return search_side_by_side(strategy, other, task, prepared, record);
        }
        let round = Round { effort: trial.effort, conflicts: CONFLICTS_OF_ROUND, turn };
        return run_in_turns(strategy, (other, trial), round, task, prepared, record);
    }
    let again = (!strategy.is_by_clauses()).then(|| prepared.clone());
    let (record, _) = search_by(strategy, task, prepared, record, method(strategy).run)?;
    if let Some(prepared) = again.filter(|_| !is_over(task, &record)) {
        let by_clauses = super::clause_strategy();
        search_by(by_clauses, task, prepared, record, method(by_clauses).run)?;
    }
    Ok(())
}

/// Returns whether the search must end, or the question is settled.
fn is_over(task: &Task, record: &SearchRecord) -> bool {
    let spent = record.finding.statistics.effort.conflicts;
    let is_limited = task.remaining_conflicts(NO_LIMIT, spent).is_none();
    record.is_settled() || task.stop.is_reached() || is_limited
}

/// Alternates between trials of another method and searches by `strategy`. The first round has the
/// limits `round`, and each next round has [`GROWTH`] times the limits of the round before. A round
/// has no trial if the search by `strategy` improved a bound in the round before, so that the more
/// successful search gets most of the time; but the second round has one if the first had none. Ends
/// the trials, and searches by `strategy` without a limit, if a trial shows that the other
/// method is hopeless. If a proof is written, does so after the first trial, because a proof can
/// define the variables of an encoding only once. Fails if one of the searches fails.
fn run_in_turns<'a>(
    strategy: &'static Strategy,
    (other, trial): (&'static Method, &'static Trial),
    mut round: Round,
    task: &'a Task<'a>,
    prepared: PreparedModel,
    mut record: SearchRecord<'a>,
) -> Result<(), SearchError> {
    // With a proof, there is only one trial, which must come first.
    let mut is_tried = round.turn == Turn::First || task.log().is_some();
    let mut is_hopeless = false;
    while !is_over(task, &record) {
        if is_tried {
            let tried = |optimiser: &mut Optimiser| (trial.run)(optimiser, round.effort);
            let ended = search_by(&other.strategy, task, prepared.clone(), record, tried)?;
            record = ended.0;
            is_hopeless = ended.1 == Some(Prospect::Hopeless);
            if is_over(task, &record) {
                break;
            }
        }
        let is_last = is_hopeless || task.log().is_some();
        let before = record.bounds();
        let spent = record.finding.statistics.effort.conflicts;
        let limited = |optimiser: &mut Optimiser| {
            if !is_last {
                optimiser.limit_conflicts(spent.saturating_add(round.conflicts));
            }
            (method(strategy).run)(optimiser)
        };
        record = search_by(strategy, task, prepared.clone(), record, limited)?.0;
        if is_last {
            break;
        }
        is_tried = round.turn == Turn::Second || record.bounds() == before;
        round = round.next();
    }
    Ok(())
}

/// Encodes the model for a share of the cubes of the task's bound, and calls `go_through` with the
/// optimiser of this model. Returns the result of this call and the work, and also the answer if
/// one is found. Returns `Unknown` at a limit or a stop, or if the question is decided before the
/// call. Also returns `Unknown` if `go_through` returns `Sat` and no answer was recorded. Fails if
/// the problem has no objective, if the model cannot be prepared or encoded, or if `go_through`
/// fails.
pub(super) fn search_share(
    task: &Task,
    prepared: PreparedModel,
    strategy: &'static Strategy,
    go_through: impl FnOnce(&mut Optimiser) -> Result<Decision, SearchError>,
) -> Result<(Decision<CheckedAnswer>, Effort), SearchError> {
    let goal = task
        .problem
        .goal()
        .ok_or(SearchError::Contract("a share of a search needs an objective"))?;
    let (mut finding, watch) = (Finding::new(task), &mut |_| {});
    let record = SearchRecord::new(&mut finding, Bounds::unknown(goal), task.bound, watch);
    let (_, outcome) = search_by(strategy, task, prepared, record, go_through)?;
    let outcome = match (outcome, finding.answer) {
        (Some(Decision::Sat(())), Some(answer)) => Decision::Sat(answer),
        (Some(Decision::Unsat(())), _) => Decision::Unsat(()),
        _ => Decision::Unknown,
    };
    Ok((outcome, finding.statistics.effort))
}

/// Searches the models of the values one after another, from the best possible value on. Each
/// refuted value proves a bound. Ends at the first answer, which is the best one. Also ends when
/// the question is decided or the gap is small enough, or at a limit or a stop. The task's conflict
/// limit applies to all these searches together. Adds their statistics. Fails if one of them fails.
fn search_by_value(task: &Task, mut record: SearchRecord) -> Result<(), SearchError> {
    while !record.is_settled() {
        let value = record.bounds().limit;
        let mut met = Finding::new(task);
        let spent = record.finding.statistics.effort.conflicts;
        let left = task.conflicts.map(|limit| limit.saturating_sub(spent));
        let rest = Task { conflicts: left, ..task.clone() };
        let verdict = super::enumerate::find_with_value(&rest, value, &mut met)?;
        record.finding.statistics.add(met.statistics);
        if verdict == Decision::Unsat(()) {
            record.finding.record_ground(&task.solver);
        }
        match verdict {
            Decision::Unknown => break,
            Decision::Unsat(()) => record.refute(value),
            Decision::Sat(()) => {
                record.improve(met.answer.expect("a solution shows an answer"), value);
            }
        }
    }
    Ok(())
}

#[cfg(all(test, feature = "records"))]
mod tests {
    use super::*;
    use crate::deduce::Rules;
    use crate::encode::Encodings;
    use crate::export::{self, Export};
    use crate::prepare::Preparation;
    use crate::proof::Log;
    use crate::proof::referee::{Page, Referee};
    use crate::search::row_cuts;
    use crate::solver::Listener;
    use crate::symmetry::Symmetries;
    use crate::written::{FAMILY, ModelFile};

    /// Draws a file of rows over `number` variables, with its least cost; `None` if it has no answer.
    fn rows(number: usize, random: &mut fastrand::Rng) -> (String, Option<i64>) {
        let mut row =
            |most: i64| -> Vec<i64> { (0..number).map(|_| random.i64(-most..=9)).collect() };
        let mut costs = row(2);
        // The second checker needs an objective with terms.
        costs[0] = costs[0].max(1);
        let rows: Vec<Vec<i64>> = (0..5).map(|_| row(4)).collect();
        let at = |row: &[i64], word: u32| -> i64 {
            let chosen = row.iter().zip(0..).filter(|&(_, place)| word >> place & 1 == 1);
            chosen.map(|(weight, _)| weight).sum()
        };
        let target = random.u32(..1 << number);
        let bounds: Vec<i64> = rows.iter().map(|row| at(row, target) + random.i64(0..=1)).collect();
        let text_of = |row: &[i64]| -> String {
            row.iter().zip(1..).map(|(weight, one)| format!(" {weight:+} x{one}")).collect()
        };
        let mut text = format!("min:{} ;\n", text_of(&costs));
        for (row, bound) in rows.iter().zip(&bounds) {
            text += &format!("{} >= {bound} ;\n", text_of(row));
        }
        let holds =
            |word: &u32| rows.iter().zip(&bounds).all(|(row, &bound)| at(row, *word) >= bound);
        let least = (0..1 << number).filter(holds).map(|word| at(&costs, word)).min();
        (text, least)
    }

    /// Returns the preparation of the problem as it is stated.
    fn stated<'a>(task: &'a Task) -> Preparation<'a> {
        Preparation {
            problem: &*task.problem,
            formulation: task.formulation,
            rules: Rules::NONE,
            symmetry: Symmetries::Kept,
            stop: &task.stop,
        }
    }

    /// Returns the problem in OPB, as it is stated.
    fn exported(task: &Task) -> String {
        let preparation = stated(task);
        let title = export::title(&FAMILY, &preparation, "quarrel");
        let encodings = Encodings::default();
        let export = Export { title, preparation, encodings, bound: None, scramble: None };
        let mut file = Vec::new();
        export::OPB.export(&export, &mut file).expect("memory can be written");
        String::from_utf8(file).expect("a file is text")
    }

    /// Trials and searches of a few steps take many turns, and pass on bounds, answers and literals
    /// that are fixed in better answers. The second checker accepts the proofs.
    #[test]
    fn searches_in_short_turns_find_the_optimum() {
        let mut random = fastrand::Rng::with_seed(56);
        let trial = row_cuts::METHOD.trial.as_ref().expect("branch and cut is tried");
        let mut turns = [0; 2];
        for number in 0..400 {
            let (text, least) = rows(random.usize(8..=12), &mut random);
            let file = ModelFile::from_opb(&text);
            let formulation = &FAMILY.formulations[0];
            let mut task = Task { construct: number % 3 == 0, ..Task::new(&file, formulation) };
            let goal = task.problem.goal().expect("an objective");
            let page = Page::default();
            let log = (number % 2 == 0).then(|| {
                let stated = stated(&task).prepare().into_complete().expect("one model");
                let limit = stated.bounds(goal).limit;
                Log::new(&stated.model, limit, Box::new(page.clone())).expect("variables")
            });
            // The second checker does not support dominance, which breaks symmetries.
            if let Some(log) = &log {
                task.symmetry = Symmetries::Kept;
                task.listener = Some(Listener::Log(log.clone()));
            }
            let prepared = task.prepared_with_symmetries().into_complete().expect("one model");
            let (mut finding, watch) = (Finding::new(&task), &mut |_: Event| {});
            let record = SearchRecord::new(&mut finding, Bounds::unknown(goal), None, watch);
            let turn = if number % 5 == 0 { Turn::Second } else { Turn::First };
            let (effort, conflicts) = (1 << random.u32(8..=17), random.u64(1..=3));
            let round = Round { effort, conflicts, turn };
            let tried = (&row_cuts::METHOD, trial);
            let strategy = task.strategy_with_proof(&prepared.model);
            let strategy = strategy.unwrap_or_else(|| task.strategy_for(&prepared.model));
            run_in_turns(strategy, tried, round, &task, prepared, record).expect("it ends");
            assert_eq!(finding.value(), least, "{number}:\n{text}");
            assert!(finding.exhausted || finding.status() == Status::Optimal, "{number}:\n{text}");
            turns[number % 2] += usize::from(finding.statistics.effort.conflicts > 0);
            if let Some(log) = log {
                log.conclude().expect("memory can be written").expect("no search runs");
                let checked = Referee::from_opb(&exported(&task)).check(&page.text());
                checked.unwrap_or_else(|step| panic!("{number}: {step}\n{text}"));
            }
        }
        assert!(turns.iter().all(|&number| number > 50), "{turns:?} files had conflicts");
    }
}
