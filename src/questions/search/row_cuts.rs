//! The strategy `branch-and-cut`: linear programs over the rows of a model.
//!
//! The strategy is for models whose constraints are rows with weights and whose objective is a sum.
//! Clauses, at-most-ones and cardinalities are such rows, parities are not. Knapsacks, coverings and
//! partitions are hard for clauses, since no counter shows how far the costs of a fractional
//! solution exceed a bound. A linear program does, and a tree of a few nodes decides the bound.
//!
//! The steps are: the bound of the root's linear program; and then one tree that refutes all values
//! better than the best answer. Answers come from rounding the solutions of linear programs and from
//! local search near them, and a better answer lowers the bound within the tree. The model is not
//! encoded in clauses, which would take longer than the tree for knapsacks. If a proof is written,
//! the tree is first searched without it, to find the best answer. The proof is then that of a second
//! tree, whose bound stays the same.
//!
//! **Cuts** belong to classes ([`CUT_METHODS`]), of which the user can choose some. Each class searches
//! for its cuts in every round ([`CutRound`]), and the client of the tree then selects cuts among those
//! of all classes. A class of cuts needs a row in the list, and a derivation, if a cut of it is neither
//! a rounded sum of rows nor a clique ([`Candidate`]).
//!
//! Files of rows are tried by this strategy before a search by clauses ([`Trial`]): for a quarter of
//! a second, or for sixteen times as long if the root's program closes half of the gap. Trials of
//! files of clauses were tried and dropped: two classifiers of the evaluations of MaxSAT and a
//! satellite's schedule took two to eight times as long.

use std::collections::{HashMap, HashSet};

use super::branch_and_cut::{
    Branching, Columns, Host, ModelRow, NodeDecision, Premise, Tree, TreeProgress,
};
use super::method::{Method, Prospect, Trial, Turn};
use super::optimiser::Optimiser;
use super::{Cubes, CutClass, Division, Fit, SearchError, Strategy, Task};
use crate::decision::Decision;
use crate::linear::{Inequality, Literal};
use crate::lp::simplex::Simplex;
use crate::model::linear_form::{AffineSum, Column, LinearObjective};
use crate::model::{Lit, Model, Statement, Values, propagated};
use crate::proof::ProofError;
use crate::solver::SolverChoice;
use crate::stop::Stop;
use client::RowClient;
use cliques::ConflictGraph;
use mir::{Accumulator, MirCut};

mod client;
mod cliques;
mod mir;
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

/// A model as columns, and the relation of their cost to the value of the objective.
struct ColumnsOfModel {
    columns: Columns,
    /// The value of the objective if the columns cost nothing.
    constant: i64,
    /// The increase of the value if the cost increases by 1: 1 or −1.
    slope: i64,
    /// The least cost of columns without any row.
    least: i64,
}

impl ColumnsOfModel {
    /// Returns the columns and rows of a model. Each variable of the model is a column. `known` are
    /// literals that are true in every answer that is searched, in addition to those that propagation
    /// makes true. Returns `None` if the model does not suit the strategy. After a stop, fewer columns
    /// are fixed.
    fn new(model: &Model, known: impl Iterator<Item = Lit>, stop: &Stop) -> Option<ColumnsOfModel> {
        let AffineSum { sum, constant } = objective(model).filter(|_| suits(model))?;
        let slope = model.objective()?.sense().sign();
        let number = model.labels().len();
        let mut costs = vec![0; number];
        sum.terms().for_each(|term| costs[term.atom] = slope * term.weight);
        let mut rows = Vec::new();
        for (_, row) in model.rows() {
            let sides = row.sides();
            let mut premises = sides.iter().map(|side| {
                let terms = side.sum.terms().filter_map(|term| match term.atom {
                    Column::Variable(variable) => Some((term.weight.into(), variable.into())),
                    Column::Integer(_) => None,
                });
                Premise::from_row(Inequality::from_terms(terms, side.bound.into()))
            });
            if let Some(premise) = premises.next() {
                rows.push(ModelRow { premise, opposite: premises.next() });
            }
        }
        // Without a proof, the origins of literals are not needed.
        let all = propagated(model, stop).into_iter().chain(known.map(|lit| (lit, 0)));
        let mut met = HashSet::new();
        let fixed = all
            .filter(|(lit, _)| met.insert(lit.variable()))
            .map(|(lit, origin)| {
                let (variable, is_negated) = (lit.variable(), lit.is_negated());
                (crate::linear::Literal { variable, is_negated }, origin)
            })
            .collect();
        let lits = (1..=number).map(Lit::from_number).collect();
        let columns = Columns { lits, costs, fixed, movements: Vec::new(), rows };
        let least = columns.costs.iter().filter(|cost| **cost < 0).sum();
        Some(ColumnsOfModel { columns, constant, slope, least })
    }

    /// Returns the largest cost of an answer with this value or a better one.
    fn cost(&self, value: i64) -> i64 {
        self.slope * (value - self.constant)
    }

    /// Returns the value of an answer with this cost.
    fn value(&self, cost: i64) -> i64 {
        self.constant + self.slope * cost
    }
}

/// The largest effort of the first trial, about a quarter of a second, see [`effort`].
const EFFORT_OF_TRIAL: u64 = 1 << 28;

/// The factor of the largest effort of a trial until the root is cut, and afterwards if no answer is
/// known.
const ROOT: u64 = 4;

/// If the root's linear program closes this share of the gap, a trial lasts [`LONGER`] times as long.
const CLEAR: f64 = 0.5;

/// The factor of the effort of a trial if the root closes a large share of the gap.
const LONGER: u64 = 16;

/// A model is tried if at least one of this number of its constraints is no clause.
const FEW: usize = 10;

/// The largest number of constraints in a model that is tried.
const MOST_ROWS_OF_TRIAL: usize = 5_000;

/// The largest number of terms of all rows together in a model that is tried.
const MOST_TERMS_OF_TRIAL: usize = 200_000;

/// The effort of a node besides the table entries that its pivots read.
const EFFORT_OF_NODE: u64 = 100_000;

/// If the root's linear program closes less than this share of the gap, and the model has more than
/// [`FEW_COLUMNS`] columns, the tree is not searched in a trial.
const HOPELESS: f64 = 0.02;

/// If a model has at most this number of columns, a tree of many small programs can search it whole, so
/// its trial is never hopeless.
const FEW_COLUMNS: usize = 100;

/// Returns the turn in which a task without a named strategy is tried by branch and cut, if `strategy`
/// searches by clauses. The problem must be a model file that the trial suits, and the task must leave
/// the choice of the search open. Returns `None` otherwise.
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
    turn_by_rows(model).filter(|_| is_possible)
}

/// Returns the turn of a trial by the constraints of a model, unless there are too many. If at least
/// one of [`FEW`] is no clause, the trial is the first. If all but one of `FEW` are clauses of a
/// covering, each of whose literals costs something, it is the second. Unit clauses do not count. On
/// other files of clauses, searches by clauses are as fast, and a trial would only delay them.
fn turn_by_rows(model: &Model) -> Option<Turn> {
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
        () => None,
    }
}

/// Searches for the optimum or decides the question's bound, by a tree of linear programs. Answers
/// and refuted bounds are recorded in `optimiser`. If a proof is written and a refutation cannot be
/// derived, ends without an error, so that the search by clauses can take over. At a limit, a bound
/// can stay undecided. Fails with [`SearchError::Strategy`] if the model does not suit the strategy.
/// Also fails if a solver or the proof fails, or if an answer does not pass its check.
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
    let columns = &model.columns;
    let log = optimiser.log();
    let most_effort = limit.unwrap_or(u64::MAX).saturating_mul(ROOT);
    let (_, _, stop) = optimiser.settings();
    let cuts = optimiser.cuts();
    optimiser.record.finding.statistics.cuts = Some(cuts.clone());
    let client = RowClient::new(columns, cuts, log.is_some(), optimiser.seed(), &stop);
    let new_tree = |log| {
        let branching = Branching::by_history(columns.lits.len());
        let mut tree = Tree::new(columns, &client, branching, log, false);
        tree.limit_programs(&stop, most_effort);
        tree
    };
    let mut tree = new_tree(log);
    if let Some(cost) = tree.least_cost() {
        // The values better than this cost are refuted.
        let bounds = optimiser.bounds();
        match bounds.better_than(model.value(cost)) {
            Some(bound) if log.is_some() => {
                let mut host = Recorder::new(bound, model, optimiser, limit);
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
        let mut host = Recorder::new(next_bound(optimiser), model, optimiser, limit);
        host.ends_at_answers = false;
        let mut tree = new_tree(None);
        tree.set_bound(host.bound, host.most)?;
        let came = search_tree(&mut tree, &mut host)?;
        host.optimiser.report(host.bound, reported_cubes(tree.progress()));
        *prospect = host.prospect;
        // A proof of a tree that starts with the best answer is short, since it has one bound only.
        if limit.is_some() && !matches!(came, Decision::Unsat(_)) {
            return Ok(());
        }
    }
    while !optimiser.is_settled() && !optimiser.is_over() {
        let before = optimiser.bounds();
        let limit = limit.filter(|_| log.is_none());
        let mut host = Recorder::new(next_bound(optimiser), model, optimiser, limit);
        let mut tree = solved.take().unwrap_or_else(|| new_tree(log));
        let came = refute(&mut tree, &mut host, search_tree)?;
        *prospect = host.prospect;
        if came == Decision::Unknown || optimiser.bounds() == before {
            break;
        }
    }
    Ok(())
}

/// Adds cuts to the root, and records the bound of its program. Then searches the tree.
fn search_tree(tree: &mut Tree, host: &mut Recorder) -> Result<NodeDecision, SearchError> {
    if let Some(came) = tree.cut_root(host)? {
        return Ok(came);
    }
    host.learn_root(tree);
    tree.search_root(host)
}

/// Returns the value that is searched next: the next value better than the best answer, or the
/// question's bound if this is better.
fn next_bound(optimiser: &Optimiser) -> i64 {
    optimiser.wanted().unwrap_or(optimiser.bounds().worst)
}

/// Searches the tree for the host's bound by `go`, and records the result. If the tree is refuted,
/// records that no answer reaches the bound, or, after better answers in the same tree, that none is
/// better than the best of them.
fn refute(
    tree: &mut Tree,
    host: &mut Recorder,
    go: impl FnOnce(&mut Tree, &mut Recorder) -> Result<NodeDecision, SearchError>,
) -> Result<Decision, SearchError> {
    let (bound, most) = (host.bound, host.most);
    tree.set_bound(bound, most)?;
    let came = go(tree, host)?;
    host.optimiser.report(bound, reported_cubes(tree.progress()));
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

/// The host of a tree: it records the answers that the tree finds.
struct Recorder<'a, 'b> {
    model: &'a ColumnsOfModel,
    optimiser: &'a mut Optimiser<'b>,
    /// The bound that the tree refutes.
    bound: i64,
    /// The largest cost of an answer that is better than the best one.
    most: i64,
    /// Whether the search of the tree ends at a better answer.
    ends_at_answers: bool,
    /// The largest effort of a trial for each [factor](Recorder::learn_root) of 1; `None` if this is
    /// no trial.
    limit: Option<u64>,
    /// The largest effort. If the effort is larger, the search of the tree ends undecided.
    most_effort: u64,
    /// What the root's linear program shows.
    prospect: Prospect,
}

impl<'a, 'b> Recorder<'a, 'b> {
    /// Returns the host of a tree that refutes a bound. `limit` is the largest effort of a trial; it is
    /// [`ROOT`] times as large until the root is cut. If a proof is written, the search ends at a
    /// better answer.
    fn new(
        bound: i64,
        model: &'a ColumnsOfModel,
        optimiser: &'a mut Optimiser<'b>,
        limit: Option<u64>,
    ) -> Recorder<'a, 'b> {
        let ends_at_answers = optimiser.log().is_some();
        let most = model.cost(bound);
        let most_effort = limit.unwrap_or(u64::MAX).saturating_mul(ROOT);
        let prospect = Prospect::Open;
        Recorder { model, optimiser, bound, most, ends_at_answers, limit, most_effort, prospect }
    }

    /// Lowers the largest cost to that of an answer that is better than the best one now.
    fn lower_most(&mut self) {
        if let Some(wanted) = self.optimiser.wanted() {
            self.most = self.most.min(self.model.cost(wanted));
        }
    }

    /// Records the bound of the root's linear program, if no proof is written. Compares the gap that
    /// is left with the gap that the program closes: in a trial, this decides how long the tree is
    /// searched.
    fn learn_root(&mut self, tree: &mut Tree) {
        let bounds = self.optimiser.bounds();
        let Some(least) = tree.least_cost() else { return };
        // Cuts can follow from the bound, so the program says nothing about answers beyond it.
        let least = least.min(self.most.saturating_add(1));
        self.record_root(least, &[]);
        let share = bounds.best.map(|best| {
            let whole = self.model.cost(best).abs_diff(self.model.least);
            least.abs_diff(self.model.least) as f64 / whole.max(1) as f64
        });
        let is_small = self.model.columns.lits.len() <= FEW_COLUMNS;
        let is_hopeless = !is_small && share.is_some_and(|share| share < HOPELESS);
        self.prospect = if is_hopeless { Prospect::Hopeless } else { Prospect::Open };
        if let Some(limit) = self.limit {
            let factor = match share {
                None => ROOT,
                Some(CLEAR..) => LONGER,
                Some(_) if is_hopeless => 0,
                Some(_) => 1,
            };
            self.most_effort = limit.saturating_mul(factor);
            tree.limit_programs(&self.optimiser.settings().2, self.most_effort);
        }
    }
}

/// Returns the effort of the work on a tree: about a billion in a second.
fn effort(TreeProgress { programs, read, .. }: TreeProgress) -> u64 {
    read + EFFORT_OF_NODE * programs
}

impl Host for Recorder<'_, '_> {
    /// Records an answer. Ignores an answer that is not better than
    /// the best known one, or does not reach the question's bound. Ends the search of the tree if
    /// the question is decided, at a limit or a stop, or if the bound must stay the same.
    fn record_answer(&mut self, answer: &[bool]) -> Result<Option<NodeDecision>, SearchError> {
        let columns = &self.model.columns;
        if columns.cost(answer) > self.most {
            return Ok(None);
        }
        self.optimiser.record_solution(&Values::new(answer.to_vec()))?;
        self.lower_most();
        let is_over = self.optimiser.is_settled() || self.ends_at_answers;
        Ok(is_over.then_some(Decision::Sat(())))
    }

    /// Also reads the facts of a search that runs beside this one.
    fn is_over(&mut self, progress: TreeProgress) -> bool {
        self.optimiser.adopt();
        self.lower_most();
        self.optimiser.report_throttled(self.bound, reported_cubes(progress));
        effort(progress) > self.most_effort || self.optimiser.is_over()
    }

    /// Records the facts if no proof is written. In a proof, they would need a derivation.
    fn record_root(&mut self, least: i64, fixed: &[Literal<usize>]) {
        if self.optimiser.log().is_some() {
            return;
        }
        self.optimiser.fix(fixed.iter().map(|&lit| self.model.columns.lit(lit)));
        if let Some(bound) = self.optimiser.bounds().better_than(self.model.value(least)) {
            self.optimiser.refute(bound);
        }
    }

    fn most(&self) -> i64 {
        self.most
    }
}
