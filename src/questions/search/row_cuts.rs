//! The strategy `branch-and-cut`: linear programs over the rows of a model.
//!
//! The strategy is for models whose constraints are rows with weights and whose objective is a sum.
//! Clauses, at-most-ones and cardinalities are such rows, parities are not. Knapsacks, coverings
//! and partitions are hard for clauses, since no counter shows how far the costs of a fractional
//! solution exceed a bound. A linear program does, and a tree of a few nodes decides the bound.
//!
//! The steps are: the bound of the root's linear program; and then one tree that refutes all values
//! better than the best answer. Its answers near the bound of the root are searched first, in
//! smaller trees (`recorder.rs`). Answers come from rounding the solutions of linear programs and
//! from local search near them, and a better answer lowers the bound within the tree. The model is
//! not encoded in clauses, which would take longer than the tree for knapsacks. If a proof is
//! written, the tree is first searched without it, to find the best answer. The proof is then that
//! of a second tree, whose bound stays the same.
//!
//! **Cuts** belong to classes ([`CUT_METHODS`]), of which the user can choose some. Each class searches
//! for its cuts in every round ([`CutRound`]), and the client of the tree then selects cuts among
//! those of all classes. A class of cuts needs a row in the list, and a derivation, if a cut of it
//! is neither a rounded sum of rows nor a clique ([`Candidate`]).
//!
//! Files of rows are tried by this strategy before a search by clauses ([`Trial`]): for a quarter
//! of a second, or for sixteen times as long if the root's program closes half of the gap, or if so
//! much of the tree is refuted that the rest should take no longer. Coverings in clauses and small
//! files of any clauses are tried after a first search by clauses. Trials of larger files of
//! clauses were tried and dropped: two classifiers of the evaluations of MaxSAT and a satellite's
//! schedule took two to eight times as long.

use std::collections::HashMap;

use super::branch_and_cut::{Branching, Columns, NodeDecision, Tree, TreeProgress};
use super::method::{Method, Prospect, Trial, Turn};
use super::optimiser::Optimiser;
use super::{Cubes, CutClass, Division, Fit, SearchError, Strategy, Task};
use crate::decision::Decision;
use crate::linear::Inequality;
use crate::lp::simplex::Simplex;
use crate::model::linear_form::{AffineSum, LinearObjective};
use crate::model::{Lit, Model, Statement};
use crate::proof::{Log, ProofError};
use crate::solver::SolverChoice;
use client::RowClient;
use cliques::ConflictGraph;
use columns::ColumnsOfModel;
use mir::{Accumulator, MirCut};
use recorder::Recorder;

mod client;
mod cliques;
mod columns;
mod mir;
mod recorder;
#[cfg(test)]
mod tests;

/// The method `branch-and-cut`.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "branch-and-cut",
        summary: "branch and cut on linear programs over the rows of a model",
        fit: |model, _| if suits(model) { Fit::Possible } else { Fit::None },
        division: Division::Cubes {
            in_conflicts: false,
            breaks_symmetries: false,
            progress: |cubes| {
                let Cubes { bounded, share, .. } = cubes;
                format!("{bounded} nodes, {:.1} % of the tree refuted", 100.0 * share)
            },
            divides: |_, _, _, _| false,
        },
        needs_cores: false,
        demands: false,
        needs_clauses: false,
        has_proof: |model, _| suits(model),
    },
    run,
    share: None,
    trial: Some(Trial { turn: turn_of_trial, effort: EFFORT_OF_TRIAL, run: try_first }),
};

/// A class of cuts, and the function that finds its cuts.
struct CutMethod {
    class: CutClass,
    /// Adds cuts of the class to a round. The point of the round violates each of them.
    find: fn(&mut CutRound),
}

/// All classes of cuts. They search in this order, which decides between cuts of equal depth.
const CUT_METHODS: &[CutMethod] = &[mir::ROWS, mir::COSTS, mir::TABLEAU, cliques::CLIQUES];

/// The classes of [`CUT_METHODS`], in the same order.
pub(super) const CUT_CLASSES: &[CutClass] = &{
    let mut all = [CUT_METHODS[0].class; CUT_METHODS.len()];
    let mut place = 1;
    while place < all.len() {
        all[place] = CUT_METHODS[place].class;
        place += 1;
    }
    all
};

/// One round of cuts: the point that they must exclude, and the cuts that were found so far.
struct CutRound<'a> {
    columns: &'a Columns,
    /// The literals that conflict in a row.
    conflicts: &'a ConflictGraph,
    /// The value of each column at the point.
    values: &'a [f64],
    /// The linear program whose solution the point is.
    program: &'a Simplex,
    /// The largest cost of an answer that reaches the bound.
    most: i64,
    /// An empty sum over the columns, in which sums of rows are added up.
    sum: Accumulator,
    /// The cuts, each with its depth: the distance by which it excludes the point.
    found: Vec<(f64, Candidate)>,
}

/// A cut that was found in a round.
enum Candidate {
    /// A rounded sum of rows, whose inequality is computed if the cut is selected.
    Rounded(MirCut),
    /// A clique, as an inequality.
    Clique(Inequality<usize>),
}

/// The largest number of terms of all rows together.
const MOST_TERMS: usize = 2_000_000;

/// Returns whether a model suits the strategy: its constraints are rows over at most
/// [`MOST_TERMS`] literals, none is a parity, and its objective is a sum.
fn suits(model: &Model) -> bool {
    terms(model).is_some_and(|terms| terms <= MOST_TERMS) && objective(model).is_some()
}

/// Returns the number of terms of all rows together. Returns `None` if a constraint is a parity.
fn terms(model: &Model) -> Option<usize> {
    let mut terms = 0;
    for statement in model.constraints().statements() {
        if matches!(statement, Statement::Parity(..)) {
            return None;
        }
        terms += statement.lits().len();
    }
    Some(terms)
}

/// Returns the objective of a model if it is a sum of variables.
fn objective(model: &Model) -> Option<AffineSum> {
    match LinearObjective::from_objective(model.objective()?) {
        LinearObjective::Sum(sum) => Some(sum),
        LinearObjective::Least(_) => None,
    }
}

/// The largest effort of the first trial, about a quarter of a second, see [`effort`].
const EFFORT_OF_TRIAL: u64 = 1 << 28;

/// The factor of the largest effort of a trial until the root is cut, and afterwards if no answer
/// is known.
const ROOT: u64 = 4;

/// The factor of the effort of a trial if the root closes a large share of the gap.
const LONGER: u64 = 16;

/// A model is tried if at least one of this number of its constraints is no clause.
const FEW: usize = 10;

/// The largest number of constraints in a model that is tried.
const MOST_ROWS_OF_TRIAL: usize = 5_000;

/// The largest number of constraints in a model that is tried although it has clauses other than
/// coverings.
const MOST_CLAUSES_OF_TRIAL: usize = 2_000;

/// The largest number of terms of all rows together in a model that is tried.
const MOST_TERMS_OF_TRIAL: usize = 200_000;

/// Returns the turn in which a task without a named strategy is tried by branch and cut, if
/// `strategy` searches by clauses. The problem must be a model file that the trial suits, and the
/// task must leave the choice of the search open. Returns `None` otherwise.
fn turn_of_trial(task: &Task, strategy: &Strategy, model: &Model) -> Option<Turn> {
    let is_embedded = matches!(task.solver, SolverChoice::Embedded);
    let is_open = task.strategy.is_none() && !task.as_written;
    let has_log = task.listener.is_none() || task.log().is_some();
    let is_possible = is_embedded
        && is_open
        && has_log
        && strategy.is_by_clauses()
        && task.problem.info().written.is_some()
        && suits(model)
        && terms(model).is_some_and(|terms| terms <= MOST_TERMS_OF_TRIAL);
    turn_by_rows(model, task.log().is_some()).filter(|_| is_possible)
}

/// Returns the turn of a trial by the constraints of a model, unless there are too many. Unit
/// clauses do not count. The trial is the first if at least one of [`FEW`] constraints is no
/// clause. It is the second for two kinds of files: if all but one of `FEW` are clauses of a
/// covering, each of whose literals costs something; and for at most [`MOST_CLAUSES_OF_TRIAL`]
/// constraints, if no proof is written (with a proof, the trial would come before the clauses). On
/// larger files of clauses, searches by clauses are as fast, and a trial would only delay them.
fn turn_by_rows(model: &Model, has_proof: bool) -> Option<Turn> {
    let AffineSum { sum, .. } = objective(model)?;
    let slope = model.objective().map_or(1, |objective| objective.sense().sign());
    let costs: HashMap<usize, i64> =
        sum.terms().map(|term| (term.atom, slope * term.weight)).collect();
    let is_costly = |lit: &Lit| {
        let cost = costs.get(&lit.variable()).copied().unwrap_or(0);
        if lit.is_negated() { cost < 0 } else { cost > 0 }
    };
    let (mut clauses, mut coverings, mut others) = (0, 0, 0);
    for statement in model.constraints().statements() {
        match statement {
            Statement::Clause([_]) => {}
            Statement::Clause(lits) if lits.iter().all(is_costly) => coverings += 1,
            Statement::Clause(_) => clauses += 1,
            _ => others += 1,
        }
    }
    let all = clauses + coverings + others;
    match () {
        () if all > MOST_ROWS_OF_TRIAL => None,
        () if others * FEW >= all => Some(Turn::First),
        () if clauses * FEW <= all => Some(Turn::Second),
        () if all <= MOST_CLAUSES_OF_TRIAL && !has_proof => Some(Turn::Second),
        () => None,
    }
}

/// Searches for the optimum or decides the question's bound, by a tree of linear programs. Answers
/// and refuted bounds are recorded in `optimiser`. If a proof is written and a refutation cannot be
/// derived, ends without an error, so that the search by clauses can take over. At a limit, a bound
/// can stay undecided. Fails with [`SearchError::Strategy`] if the model does not suit the
/// strategy. Also fails if a solver or the proof fails, or if an answer does not pass its check.
fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    search(optimiser, None).map(|_| ())
}

/// Searches in the same way, with this effort. Returns what the root's linear program shows.
fn try_first(optimiser: &mut Optimiser, effort: u64) -> Result<Prospect, SearchError> {
    search(optimiser, Some(effort))
}

/// Searches as [`run`] describes or, with a largest effort, as [`try_first`] does.
fn search(optimiser: &mut Optimiser, limit: Option<u64>) -> Result<Prospect, SearchError> {
    let (_, _, stop) = optimiser.settings();
    if optimiser.is_over() {
        return Ok(Prospect::Open);
    }
    let model =
        ColumnsOfModel::new(optimiser.model(), optimiser.fixed(), &stop)
            .ok_or(METHOD.requirement_error(
            "a model without parities, whose objective is a sum, as knapsacks and coverings have",
        ))?;
    let mut prospect = Prospect::Open;
    match search_model(&model, optimiser, limit, &mut prospect) {
        Err(SearchError::Unprovable(ProofError::Cuts)) => Ok(prospect),
        searched => searched.map(|()| prospect),
    }
}

/// Proves the bound of the root's linear program, and then refutes one bound after another, each
/// better than the best answer. Ends when the question is decided, the gap is small enough, at a
/// limit or a stop, or when a bound is left undecided.
fn search_model(
    model: &ColumnsOfModel,
    optimiser: &mut Optimiser,
    limit: Option<u64>,
    prospect: &mut Prospect,
) -> Result<(), SearchError> {
    let log = optimiser.log();
    let most_effort = limit.unwrap_or(u64::MAX).saturating_mul(ROOT);
    optimiser.record.finding.statistics.cuts = Some(optimiser.cuts().clone());
    let client = new_client(model, optimiser, log.is_some());
    let mut tree = new_tree(model, &client, log, optimiser, most_effort);
    if let Some(root) = tree.root_bound() {
        // The values better than this cost are refuted.
        let bounds = optimiser.bounds();
        match bounds.better_than(model.value(root.least)) {
            Some(bound) if log.is_some() => {
                let mut host = Recorder::new(bound, model, optimiser, limit, true);
                refute(&mut tree, &mut host, |tree, host| {
                    Ok(tree.cut_root(host)?.unwrap_or(Decision::Unknown))
                })?;
            }
            Some(bound) => optimiser.refute(bound),
            None => {}
        }
    }
    // The table of the solved program can be used again. But cuts that follow from a bound need the
    // proof's literal for this bound.
    let mut solved = log.is_none().then_some(tree);
    if log.is_some() && !optimiser.is_settled() {
        let mut tree = new_tree(model, &client, None, optimiser, most_effort);
        let mut host = Recorder::new(next_bound(optimiser), model, optimiser, limit, false);
        tree.set_bound(host.bound, host.most)?;
        let came = host.search(&mut tree)?;
        host.report(tree.progress());
        *prospect = host.prospect;
        // A proof of a tree that starts with the best answer is short, since it has one bound only.
        if limit.is_some() && !matches!(came, Decision::Unsat(_)) {
            return Ok(());
        }
    }
    while !optimiser.is_settled() && !optimiser.is_over() {
        let before = optimiser.bounds();
        let limit = limit.filter(|_| log.is_none());
        let mut tree =
            solved.take().unwrap_or_else(|| new_tree(model, &client, log, optimiser, most_effort));
        let bound = next_bound(optimiser);
        let mut host = Recorder::new(bound, model, optimiser, limit, log.is_some());
        let came = refute(&mut tree, &mut host, |tree, host| host.search(tree))?;
        *prospect = host.prospect;
        if came == Decision::Unknown || optimiser.bounds() == before {
            break;
        }
    }
    Ok(())
}

/// Returns the client of the trees of a model. If a proof is written, it keeps what the derivations
/// of its cuts need.
fn new_client<'a, 'b: 'a>(
    model: &'a ColumnsOfModel,
    optimiser: &Optimiser<'b>,
    has_proof: bool,
) -> RowClient<'a> {
    let (_, _, stop) = optimiser.settings();
    RowClient::new(&model.columns, optimiser.cuts(), has_proof, optimiser.seed(), &stop)
}

/// Returns a tree of a model, whose programs end at the stop of the search and at this effort.
fn new_tree<'a>(
    model: &'a ColumnsOfModel,
    client: &'a RowClient<'a>,
    log: Option<&'a Log>,
    optimiser: &Optimiser,
    most_effort: u64,
) -> Tree<'a> {
    let branching = Branching::by_history(model.columns.lits.len());
    let mut tree = Tree::new(&model.columns, client, branching, log, false);
    tree.limit_programs(&optimiser.settings().2, most_effort);
    tree
}

/// Returns the value that is searched next: the next value better than the best answer, or the
/// question's bound if this is better.
fn next_bound(optimiser: &Optimiser) -> i64 {
    optimiser.wanted().unwrap_or(optimiser.bounds().worst)
}

/// Searches the tree for the host's bound by `go`, and records the result. If the tree is refuted,
/// records that no answer reaches the bound, or, after better answers in the same tree, that none
/// is better than the best of them.
fn refute(
    tree: &mut Tree,
    host: &mut Recorder,
    go: impl FnOnce(&mut Tree, &mut Recorder) -> Result<NodeDecision, SearchError>,
) -> Result<Decision, SearchError> {
    let (bound, most) = (host.bound, host.most);
    tree.set_bound(bound, most)?;
    let came = go(tree, host)?;
    host.report(tree.progress());
    if let Decision::Unsat(refuted) = &came {
        tree.conclude(refuted)?;
        if host.most == most {
            host.optimiser.refute(bound);
        } else {
            host.optimiser.refute_rest();
        }
    }
    Ok(came.to_plain())
}

/// Returns the progress of a tree as it is reported.
fn reported_cubes(TreeProgress { programs, refuted, .. }: TreeProgress) -> Cubes {
    Cubes { bounded: programs, left: 0, share: refuted, left_over: None }
}
