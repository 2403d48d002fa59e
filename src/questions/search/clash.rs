//! The search for a clash on a board without an answer. A clash is a set of regions, clues, rules
//! and givens that have no common solution.
//!
//! The model has no objective, no deductions and no symmetry breaking. The constraints of each
//! [`Origin`] have a selector. **Deletion** shrinks a core to a minimal unsatisfiable subset (MUS).
//! It removes each origin in turn. If the origins that are left still contradict each other, the
//! removed origin stays out (Bakker, Dikker, Tempelman and Wognum, Diagnosing and Solving
//! Over-determined Constraint Satisfaction Problems, IJCAI 1993; with cores, Marques-Silva, Minimal
//! Unsatisfiability: Models, Algorithms and Applications, ISMVL 2010). Deletion is tried in several
//! orders, and the smallest set found is reported. A smaller set than this can exist.
//!
//! The rules are tested alone first, and then together with the board. Givens are named only in two
//! cases: the board has an answer without its givens, or it is not soon decided whether it has one.
//!
//! A work limit, which is the same in every run, and a time limit end the search. The reported set
//! can then have unnecessary members.

use crate::decision::Decision;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::Task;
use super::reason::RuleClash;
use crate::board::Grid;
use crate::encode::{Clauses, Encodings, Shape, encode_by_origin};
use crate::model::{Given, Lit, Model, Origin, OriginKind};
use crate::problem::PartialAnswer;
use crate::solver::Solver;

use parities::StatedParities;
use set::UnsatSubset;

mod cells;
mod parities;
mod set;
pub(super) mod standing;

/// The time limit of a search for a clash.
const MOST_TIME: Duration = Duration::from_secs(2);

/// The work limit of a search for a clash, in the solver's ticks. On most boards, this is about a
/// second. At this limit, the smallest set found so far is returned, if there is one.
const TICKS: u64 = 100_000_000;

/// The work limit of one call of the solver, in ticks.
const TICKS_OF_ONE: u64 = 5_000_000;

/// The conflict limit of the first call of the solver in a test. Each further call has twice the
/// limit of the call before. Between calls, the ticks are compared with the limits of the test and
/// of the whole search.
const FIRST_LOOK: i32 = 100;

/// The number of orders in which deletion is tried. On random boards of queens, the smallest set
/// found in two orders has 20 to 30 % more members than the smallest set found in forty orders; the
/// smallest set found in eight orders has up to 5 % more.
const ORDERS: usize = 8;

/// If [`ClashQuestion::work`] is above this amount, deletion is not tried in one more order.
const CHEAP: u64 = 10_000_000;

/// Returns origins whose constraints contradict each other, for a task without an answer. If no
/// answer can contain one of the givens, returns only this given, before any search. Returns `None`
/// if no such origins are found within the limits, if the model has no origins or cannot be encoded
/// in time, or if the task's stop is reached.
///
/// In two cases, a contradiction can be due to the demanded value: the formulation has one model
/// for each value of the objective, or the task has a bound and no givens. Then only a given that
/// no answer can contain is reported.
pub(super) fn find_clash(task: &Task) -> Option<RuleClash> {
    let stated = task.problem.model_scheme(task.formulation).for_value(0);
    let given = stated.givens();
    if let Some(nowhere) = given.iter().find(|given| given.lits.is_none()) {
        return Some(report(task, &stated, vec![nowhere.origin.clone()], true));
    }
    if task.formulation.of_value || (task.bound.is_some() && given.is_empty()) {
        return None;
    }
    if stated.origins().is_empty() || task.stop.is_reached() {
        return None;
    }
    let mut model = stated.without_givens();
    given.iter().for_each(|given| state_given(&mut model, given));
    let (origins, set) = contradictory_origins(task, &model)?;
    let mut members = set.members;
    members.sort_unstable();
    let origins = members.into_iter().map(|origin| origins[origin].clone()).collect();
    Some(report(task, &stated, origins, set.is_minimal))
}

/// Returns the list of the model's origins, each once, and the set of those that contradict each
/// other, as indices in this list. Uses Gaussian elimination if all constraints are parities or
/// unit clauses and the table is small. Otherwise uses the solver. Prefers sets without givens and,
/// among these, sets without the board. Returns `None` if there is a solution, if no set is found
/// within the limits, or if the model cannot be encoded in time.
fn contradictory_origins(task: &Task, model: &Model) -> Option<(Vec<Origin>, UnsatSubset)> {
    let (origins, places) = distinct_origins(model);
    let set = match StatedParities::from_model(model, &places) {
        Some(equations) => {
            let smallest = equations.smallest(|place| match origins[place].kind() {
                OriginKind::Given => 2,
                OriginKind::Board => 1,
                _ => 0,
            });
            smallest?
        }
        None => ClashQuestion::new(task, model, &origins, &places)?.smallest()?,
    };
    Some((origins, set))
}

/// Returns each origin of a model once, in the order of first occurrences. Also returns a map from
/// each origin to its index in this list.
fn distinct_origins(model: &Model) -> (Vec<Origin>, HashMap<&Origin, usize>) {
    let (mut origins, mut places): (Vec<Origin>, HashMap<&Origin, usize>) = Default::default();
    for origin in model.origins() {
        places.entry(origin).or_insert_with(|| {
            origins.push(origin.clone());
            origins.len() - 1
        });
    }
    (origins, places)
}

/// Adds each literal of a given to the model as a unit clause. This is done even if another given
/// also has the literal, so that each given can be removed alone.
fn state_given(model: &mut Model, Given { origin, lits }: &Given) {
    model.with_origin(origin.clone(), |model| {
        lits.iter().flatten().for_each(|&lit| model.clause("givens", [lit]));
    });
}

/// Returns the report on a set of origins that contradict each other. `is_minimal` states whether
/// each of them is known to be needed. Sorts the origins by their kind, in the order of
/// [`OriginKind`] (givens before the board, the board before rules), and adds their cells. If all
/// origins are givens, asks the problem which rules these givens break. In the report,
/// `whatever_is_given` is true if the model has givens and the set contains none of them.
fn report(task: &Task, model: &Model, mut origins: Vec<Origin>, is_minimal: bool) -> RuleClash {
    let given = model.givens();
    origins.sort_by_key(Origin::kind);
    let broken = entries(task, &origins).and_then(|entries| task.problem.clash(&entries));
    let has_board = model.has_board();
    let names_given = origins.iter().any(|origin| origin.kind() == OriginKind::Given);
    let whatever_is_given = !given.is_empty() && !names_given;
    let cells = cells::by_origin(model, &origins);
    RuleClash { origins, cells, is_minimal, whatever_is_given, broken, has_board }
}

/// Returns givens as a partial answer. Returns `None` if some of the origins are not givens, or if
/// the problem has no board of givens.
fn entries(task: &Task, origins: &[Origin]) -> Option<PartialAnswer> {
    let mut known = Grid::from_fn(task.problem.info().givens.as_ref()?.size(), |_| None);
    for origin in origins {
        let Origin::Given(cell, symbol) = origin else { return None };
        known[*cell] = Some(*symbol);
    }
    Some(PartialAnswer::Board(known))
}

/// An encoded model. The solver can test the constraints of any set of its origins.
struct ClashQuestion<'a> {
    /// The origins of the model, each once. All other fields, and all functions of this type, use
    /// the index of an origin in this list.
    origins: &'a [Origin],
    /// The selectors of each origin. An origin has one selector for each time that it occurs in the
    /// model.
    selectors: Vec<Vec<Lit>>,
    /// The index of the origin of each selector.
    origin_of: HashMap<Lit, usize>,
    solver: Solver,
    /// The number of clauses in the model's encoding.
    clauses: u64,
    /// The number of calls of the solver so far. [`ClashQuestion::work`] uses it.
    asked: u64,
}

impl<'a> ClashQuestion<'a> {
    /// Encodes a model with a selector for each occurrence of an origin, and with flat counters.
    /// `origins` has each origin of the model once. `places` has the index of each origin in this
    /// list; the function panics if an origin is missing in `places`. Also starts the time limit of
    /// the search ([`MOST_TIME`]). Returns `None` if the model cannot be encoded, or cannot be
    /// encoded in time.
    fn new(
        task: &Task,
        model: &Model,
        origins: &'a [Origin],
        places: &HashMap<&Origin, usize>,
    ) -> Option<ClashQuestion<'a>> {
        let stop = task.stop.clone().with_limit(MOST_TIME);
        let encodings = Encodings { shape: Shape::Flat, ..task.encodings.clone() };
        let mut clauses = Clauses::new();
        let selectors = encode_by_origin(model, &encodings, &mut clauses, &stop).ok()?;
        let mut solver = Solver::new(0, &stop);
        solver.add(&clauses);
        let mut question = ClashQuestion {
            origins,
            selectors: vec![Vec::new(); origins.len()],
            origin_of: HashMap::new(),
            solver,
            clauses: clauses.len() as u64,
            asked: 0,
        };
        for (origin, selector) in model.origins().iter().zip(selectors) {
            let place = places[origin];
            question.selectors[place].push(selector);
            question.origin_of.insert(selector, place);
        }
        Some(question)
    }

    /// Returns the smallest set found. If the rules contradict each other, the set has only rules.
    /// Otherwise, if the board without its givens has no answer, the set has no givens. The solver
    /// can fail to find one of these two facts within the limit of a call. Then the set can have
    /// other members. Returns `None` if there is a solution, or if no contradiction is found within
    /// the limits.
    fn smallest(&mut self) -> Option<UnsatSubset> {
        let all: Vec<usize> = (0..self.origins.len()).collect();
        let Decision::Unsat(core) = self.test(&all, TICKS) else { return None };
        let first = self.shrink(core, &[]);
        for least in [OriginKind::Rule, OriginKind::Board] {
            let level: Vec<usize> =
                all.iter().filter(|place| self.origins[**place].kind() >= least).copied().collect();
            if first.members.iter().all(|place| level.contains(place)) {
                return Some(self.shrink_in_orders(first, &level));
            }
            if let Decision::Unsat(core) = self.test(&level, TICKS_OF_ONE) {
                let first = self.shrink(core, &[]);
                return Some(self.shrink_in_orders(first, &level));
            }
        }
        Some(self.shrink_in_orders(first, &all))
    }

    /// Returns the best set: either `smallest`, or a set that deletion finds in `larger`. The
    /// origins in `larger` must contradict each other. A minimal set is better than a set that is
    /// not known to be minimal, even if the minimal set is larger. Of two other sets, the smaller
    /// one is better. Deletion tries the members of `larger` from the first on, then from the last
    /// on, and then in random orders; at most [`ORDERS`] orders are used. Starts no further order
    /// if the work exceeds [`CHEAP`] or the solver is stopped.
    fn shrink_in_orders(&mut self, mut smallest: UnsatSubset, larger: &[usize]) -> UnsatSubset {
        let mut random = fastrand::Rng::with_seed(0);
        let mut order = larger.to_vec();
        for number in 0..ORDERS {
            if self.work() > CHEAP || self.solver.is_stopped() {
                break;
            }
            let set = self.shrink(order.clone(), &[]);
            if set.rank() < smallest.rank() {
                smallest = set;
            }
            match number {
                0 => order.reverse(),
                _ => random.shuffle(&mut order),
            }
        }
        smallest
    }

    /// Tries to remove each origin in `members` in turn. An origin is removed if the members that
    /// are left still contradict each other, together with the origins `fixed`. Returns the members
    /// that are left, in the same order, without the origins `fixed`. All `members` and `fixed`
    /// together must contradict each other. The set does not count as minimal if a test was
    /// undecided, or if the solver stopped before each member was tried.
    fn shrink(&mut self, members: Vec<usize>, fixed: &[usize]) -> UnsatSubset {
        let mut set = UnsatSubset { members, is_minimal: true };
        let mut tried = vec![false; self.origins.len()];
        while let Some(&next) = set.members.iter().find(|&&place| !tried[place]) {
            tried[next] = true;
            let others: Vec<usize> =
                set.members.iter().copied().filter(|&place| place != next).collect();
            match self.test(&[&others, fixed].concat(), TICKS_OF_ONE) {
                Decision::Unsat(mut core) => {
                    core.retain(|place| !fixed.contains(place));
                    set.members = core;
                }
                Decision::Sat(()) => {}
                Decision::Unknown => set.is_minimal = false,
            }
            if self.solver.is_stopped() {
                set.is_minimal &= set.members.iter().all(|&place| tried[place]);
                break;
            }
        }
        set
    }

    /// Returns the work so far, which is the same on every machine. The work is the ticks plus 8 ·
    /// (number of clauses) · (number of calls of the solver).
    fn work(&self) -> u64 {
        self.solver.effort().ticks + 8 * self.clauses * self.asked
    }

    /// Returns whether the constraints of the origins `places` have a solution. If they have none,
    /// also returns origins that contradict each other, in the order of `places`. Some of the
    /// returned origins can be unnecessary. Returns `Unknown` after about `ticks` ticks, at a limit
    /// of the whole search, or at a stop.
    fn test(&mut self, places: &[usize], ticks: u64) -> Decision<(), Vec<usize>> {
        let selected: Vec<Lit> =
            places.iter().flat_map(|&place| &self.selectors[place]).copied().collect();
        let most = TICKS.min(self.solver.effort().ticks + ticks);
        let mut conflicts = FIRST_LOOK;
        while self.solver.effort().ticks < most && !self.solver.is_stopped() {
            self.asked += 1;
            match self.solver.solve_within(&selected, conflicts) {
                Decision::Sat(()) => return Decision::Sat(()),
                Decision::Unsat(()) => return Decision::Unsat(self.core(places)),
                Decision::Unknown => conflicts = conflicts.saturating_mul(2),
            }
        }
        Decision::Unknown
    }

    /// Returns the origins that the last refutation needs, in the order of `places`.
    fn core(&mut self, places: &[usize]) -> Vec<usize> {
        let core = self.solver.core();
        let core_origins: HashSet<usize> =
            core.iter().map(|selector| self.origin_of[selector]).collect();
        places.iter().copied().filter(|place| core_origins.contains(place)).collect()
    }
}
