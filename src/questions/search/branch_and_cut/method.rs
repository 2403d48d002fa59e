//! The strategy `branch-and-cut`: linear programs over the rows of a model.
//!
//! The strategy is for models whose constraints are rows with weights and whose objective is a sum.
//! Clauses, at-most-ones and cardinalities are such rows, parities are not. Knapsacks, coverings and
//! partitions are hard for clauses, since no counter shows how far the costs of a fractional
//! solution exceed a bound. A linear program does, and a tree of a few nodes decides the bound.
//!
//! The steps are: a first answer, if none is known, by a short call of the solver; the bound of the
//! root's linear program; and then one tree that refutes all values better than the best answer.
//! Answers come from rounding the solutions of linear programs, and a better answer lowers the bound
//! within the tree. If a proof is written, the tree is first searched without it, to find the best
//! answer. The proof is then that of a second tree, whose bound stays the same.

use super::{
    Branching, Columns, Host, ModelRow, NodeDecision, Premise, RowClient, Tree, TreeProgress,
};
use crate::decision::Decision;
use crate::linear::Inequality;
use crate::model::linear_form::{AffineSum, Column, LinearObjective};
use crate::model::{Lit, Model, Statement, Values, propagated};
use crate::proof::ProofError;
use crate::search::method::Method;
use crate::search::optimiser::Optimiser;
use crate::search::{Cubes, Division, Fit, SearchError, Strategy};
use crate::stop::Stop;

/// The method `branch-and-cut`.
pub(in crate::questions::search) const METHOD: Method = Method {
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
};

/// The largest number of terms of all rows together.
const MOST_TERMS: usize = 2_000_000;

/// Returns whether a model suits the strategy: its constraints are rows over at most
/// [`MOST_TERMS`] literals, none is a parity, and its objective is a sum.
fn suits(model: &Model) -> bool {
    let mut terms = 0;
    for statement in model.constraints().statements() {
        if matches!(statement, Statement::Parity(..)) {
            return false;
        }
        terms += statement.lits().len();
    }
    terms <= MOST_TERMS && objective(model).is_some()
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
}

impl ColumnsOfModel {
    /// Returns the columns and rows of a model. Each variable of the model is a column. Returns
    /// `None` if the model does not suit the strategy. After a stop, fewer columns are fixed.
    fn new(model: &Model, stop: &Stop) -> Option<ColumnsOfModel> {
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
        let fixed = propagated(model, stop)
            .into_iter()
            .map(|(lit, origin)| {
                let (variable, is_negated) = (lit.variable(), lit.is_negated());
                (crate::linear::Literal { variable, is_negated }, origin)
            })
            .collect();
        let lits = (1..=number).map(Lit::from_number).collect();
        let columns = Columns { lits, costs, fixed, movements: Vec::new(), rows };
        Some(ColumnsOfModel { columns, constant, slope })
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

/// Searches for the optimum or decides the question's bound, by a tree of linear programs. Answers
/// and refuted bounds are recorded in `optimiser`. If a proof is written and a refutation cannot be
/// derived, ends without an error, so that the search by clauses can take over. At a limit, a bound
/// can stay undecided. Fails with [`SearchError::Strategy`] if the model does not suit the strategy.
/// Also fails if a solver or the proof fails, or if an answer does not pass its check.
fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let (_, _, stop) = optimiser.settings();
    let model = ColumnsOfModel::new(optimiser.model(), &stop).ok_or(METHOD.requirement_error(
        "a model without parities, whose objective is a sum, as knapsacks and coverings have",
    ))?;
    match search(&model, optimiser) {
        Err(SearchError::Unprovable(ProofError::Cuts)) => Ok(()),
        searched => searched,
    }
}

/// Proves the bound of the root's linear program, and then refutes one bound after another, each
/// better than the best answer. Ends when the question is decided, the gap is small enough, at a
/// limit or a stop, or when a bound is left undecided.
fn search(model: &ColumnsOfModel, optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let columns = &model.columns;
    let log = optimiser.log();
    let client = RowClient::new(columns, log.is_some(), optimiser.seed(), &optimiser.settings().2);
    let new_tree =
        |log| Tree::new(columns, &client, Branching::by_history(columns.lits.len()), log, false);
    let mut tree = new_tree(log);
    if let Some(cost) = tree.least_cost_of_root() {
        // The values better than this cost are refuted.
        let bounds = optimiser.bounds();
        if let Some(bound) = bounds.better_than(model.value(cost)) {
            refute(bound, model, &mut tree, optimiser, |tree, host| {
                Ok(tree.cut_root(host)?.unwrap_or(Decision::Unknown))
            })?;
        }
    }
    if log.is_some() && !optimiser.is_settled() {
        find_answers(model, &mut new_tree(None), optimiser)?;
    }
    while !optimiser.is_settled() && !optimiser.is_over() {
        let bound = next_bound(optimiser);
        let before = optimiser.bounds();
        // Cuts that follow from a bound need the proof's literal for this bound.
        let mut tree = new_tree(log);
        let came = refute(bound, model, &mut tree, optimiser, |tree, host| tree.search(host))?;
        if came == Decision::Unknown || optimiser.bounds() == before {
            break;
        }
    }
    Ok(())
}

/// Returns the value that is searched next: the next value better than the best answer, or the
/// question's bound if this is better.
fn next_bound(optimiser: &Optimiser) -> i64 {
    optimiser.wanted().unwrap_or(optimiser.bounds().worst)
}

/// Searches a tree for answers, without a proof. Records the answers, but no refutation. A proof of
/// a tree that starts with the best answer is short, since it has one bound only.
fn find_answers(
    model: &ColumnsOfModel,
    tree: &mut Tree,
    optimiser: &mut Optimiser,
) -> Result<(), SearchError> {
    let bound = next_bound(optimiser);
    let most = model.cost(bound);
    tree.set_bound(bound, most)?;
    let mut host = Recorder { model, optimiser, bound, most, ends_at_answers: false };
    tree.search(&mut host).map(|_| ())
}

/// Searches the tree for a bound by `go`, and records the result. If the tree is refuted, records
/// that no answer reaches the bound, or, after better answers in the same tree, that none is better
/// than the best of them.
fn refute(
    bound: i64,
    model: &ColumnsOfModel,
    tree: &mut Tree,
    optimiser: &mut Optimiser,
    go: impl FnOnce(&mut Tree, &mut Recorder) -> Result<NodeDecision, SearchError>,
) -> Result<Decision, SearchError> {
    let most = model.cost(bound);
    tree.set_bound(bound, most)?;
    let ends_at_answers = optimiser.log().is_some();
    let mut host = Recorder { model, optimiser, bound, most, ends_at_answers };
    let came = go(tree, &mut host)?;
    let least_most = host.most;
    optimiser.report(bound, reported_cubes(tree.progress()));
    if let Decision::Unsat(refuted) = &came {
        tree.conclude(refuted)?;
        if least_most == most {
            optimiser.refute(bound);
        } else {
            optimiser.refute_rest();
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
        self.optimiser.record_solution(Values::new(answer.to_vec()))?;
        if let Some(wanted) = self.optimiser.wanted() {
            self.most = self.most.min(self.model.cost(wanted));
        }
        let is_over = self.optimiser.is_settled() || self.ends_at_answers;
        Ok(is_over.then_some(Decision::Sat(())))
    }

    fn is_over(&mut self, progress: TreeProgress) -> bool {
        self.optimiser.report_throttled(self.bound, reported_cubes(progress));
        self.optimiser.is_over()
    }

    fn most(&self) -> i64 {
        self.most
    }
}
