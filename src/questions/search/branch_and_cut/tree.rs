//! A tree of linear programs that refutes a bound, or finds an answer that reaches it.
//!
//! At each node, rows are propagated (`propagator.rs`), and the linear program is solved. Cuts are
//! added as long as the optimum of this program grows. This optimum is called the sum of the node.
//! Then the node branches on a column whose value is between 0 and 1 (`branching.rs`). Each of the
//! two values of this column is called a side. If a few pivots or a subtree refute one side, the
//! column is fixed to the other value.
//!
//! **Starting again.** A better answer lowers the bound. If the multipliers of the root then fix many
//! more columns, the tree starts again from the root, with these columns fixed and new cuts. The
//! caller can then also search a smaller tree instead, without the columns that the root fixes
//! ([`RootBound`]).
//!
//! **Backjumping**, or nonchronological backtracking (`trail.rs`). A refutation names the fixed
//! columns that it needs. If the sum is larger than the refutation needs, the latest of these
//! columns are left out of the refutation. If a refutation does not need the last choice, the other
//! side of this choice is skipped (Marques-Silva and Sakallah, GRASP, 1996).
//!
//! **Symmetries.** Before the first choice, a column is fixed together with its whole orbit, so the
//! node keeps all symmetries of the board. (Margot, Pruning by Isomorphism in Branch-and-Cut, 2002,
//! does this at all nodes. Here, the boards are windows. They have three or seven symmetries, and
//! the first choice breaks all of them.)
//!
//! **Reduced costs.** The multipliers that bound the sum of a node often refute a value of a column
//! without a pivot. When ten columns are fixed in this way, the node is propagated and cut again,
//! because the cuts are then stronger and the table is smaller. On windows of 17 × 20 panes,
//! reduced costs fix about twelve columns for each program.
//!
//! Tried and dropped, for windows:
//! - Branching on the number of ones among the first variables of a line, and on line sums: the
//!   tree has as many nodes as with branching on columns.
//! - Twenty-four candidates with five pivots each: the search takes 1.7 times the time.
//! - Each of the following changes makes the search slower on at least as many windows as those on
//!   which it makes it faster:
//!   - scores that multiply both sides;
//!   - gains that were measured at other nodes before, instead of a few pivots (15 × 17 in half of
//!     the time, 17 × 20 in 1.6 times);
//!   - stopping after three to seven candidates without a better one;
//!   - 3 to 20 pivots, 6 to 20 candidates;
//!   - 1 to 6 rounds of cuts, 30 to 100 cuts for each round.
//! - Candidates by the gain of their first pivot instead of those nearest to 1/2: the search takes
//!   1.4 times the time. With a single candidate, it takes twice the time.

use std::sync::Arc;

use num_integer::Integer;

use super::branching::Branching;
use super::columns::{Columns, bounds};
use super::host::{Host, NodeDecision, TreePart, TreeProgress};
use super::premise::{CutRefutation, Premise};
use super::proof::ProofOfTree;
use super::propagator::Propagator;
use super::root_bound::RootBound;
use super::separator::{Heuristic, Point, Separator};
use super::trail::{Reason, Trail};
use crate::decision::Decision;
use crate::linear::Literal;
use crate::lp::Multipliers;
use crate::lp::simplex::{MOST_PIVOTS, SCALE, Simplex, SimplexStatus};
use crate::proof::Log;
use crate::search::SearchError;
use crate::stop::Stop;

#[cfg(test)]
mod tests;

/// The number of pivots of a linear program between two looks at its limits.
const PIECE: usize = 100;

/// If reduced costs fix at least this many columns of a node, cuts are added to the node again.
const MANY_FIXED: usize = 10;

/// The search starts again from the root if a better answer fixes at least one of this number of
/// columns that are not fixed there.
const MANY_OF_ROOT: usize = 10;

/// The largest number of table entries that the nodes on a path keep: 1 GB.
const MOST_KEPT: usize = 1 << 27;

/// A choice on the path to the current node.
struct OpenNode {
    /// The index of the choice in the trail.
    place: usize,
    /// The size of the subtree of each of the two values, as a fraction of the whole tree, from 0
    /// to 1.
    share: f64,
    /// Whether another thread searches the subtree of the other value.
    is_given: bool,
}

/// The facts that a premise gave at a node.
enum Learnt {
    /// The premise refutes the node.
    Refuted(Arc<Premise>),
    /// The premise fixed this number of columns. Columns that are fixed only as members of an orbit
    /// are not counted.
    Fixed(usize),
}

/// A search through a tree of linear programs, at its current node.
pub struct Tree<'a> {
    columns: &'a Columns,
    separator: &'a dyn Separator,
    heuristic: &'a dyn Heuristic,
    /// The linear program of the current node, with its cuts.
    program: Simplex,
    /// The number of steps of the trail whose columns are fixed in the program.
    applied: usize,
    /// The signal that ends the pivots of a program.
    stop: Stop,
    /// The number of read table entries and terms of rows at which the pivots of a program end.
    most_read: u64,
    /// The largest cost of an answer that reaches the bound.
    most: i64,
    /// The least cost of an answer so far.
    least_met: i64,
    /// Whether columns that are fixed before the first choice are fixed together with their whole
    /// orbits. This is `false` if a proof is written.
    is_symmetric: bool,
    /// The columns that are fixed at the current node.
    trail: Trail<'a>,
    /// The slacks of the model's rows at the current node.
    propagator: Propagator,
    branching: Branching,
    /// The multipliers that fixed columns of the root last, and the number of fixed columns after
    /// this.
    of_root: Option<(Multipliers, usize)>,
    /// Whether the search is to start again from the root.
    starts_again: bool,
    /// The number of table entries that the nodes on the path keep for their other sides.
    kept: usize,
    /// The choices on the path to the current node, from the root on.
    open: Vec<OpenNode>,
    /// The work since the bound was set.
    progress: TreeProgress,
    /// The size of the current node's subtree, as a fraction of the whole tree, from 0 to 1.
    weight: f64,
}

impl<'a> Tree<'a> {
    /// Returns a tree that is not searched yet; [`Tree::set_bound`] must be called before a search.
    /// `client` finds cuts and answers. `is_symmetric` allows the use of the columns' symmetries.
    /// If a proof is written (`log`), symmetries are not used, because every refutation must be
    /// derived.
    pub fn new<C: Separator + Heuristic>(
        columns: &'a Columns,
        client: &'a C,
        branching: Branching,
        log: Option<&'a Log>,
        is_symmetric: bool,
    ) -> Tree<'a> {
        let proof = log.map(|log| ProofOfTree::new(log, columns, client));
        Tree {
            columns,
            separator: client,
            heuristic: client,
            program: columns.program(),
            applied: columns.fixed.len(),
            stop: Stop::unlimited(),
            most_read: u64::MAX,
            most: 0,
            least_met: i64::MAX,
            is_symmetric: is_symmetric && log.is_none(),
            trail: Trail::new(columns, proof),
            propagator: Propagator::new(columns.lits.len(), columns.premises()),
            branching,
            of_root: None,
            starts_again: false,
            kept: 0,
            open: Vec::new(),
            progress: TreeProgress::default(),
            weight: 1.0,
        }
    }

    /// Sets the bound to refute. `bound` is the value of the objective, which the proof states. An
    /// answer reaches this bound if its columns cost at most `most`. Keeps the cuts found for other
    /// bounds and the least cost of an answer so far. Resets the progress. Fails only if a proof is
    /// written, and the proof cannot state the bound or derive the fixed literals. Also in this
    /// case, `most` and the progress are set.
    pub fn set_bound(&mut self, bound: i64, most: i64) -> Result<(), SearchError> {
        self.most = most;
        (self.progress, self.weight) = (TreeProgress::default(), 1.0);
        if let Some(proof) = &mut self.trail.proof {
            proof.set_bound(bound, most)?;
        }
        Ok(())
    }

    /// Concludes from the refutation of the tree that no answer reaches the bound.
    pub fn conclude(&self, refuted: &CutRefutation) -> Result<(), SearchError> {
        self.trail.conclude(refuted)
    }

    /// Returns a tree for another thread. It has the same cuts, bound and least cost of an answer,
    /// but no progress. It writes no proof, and uses symmetries only in parts that have them.
    /// `self` must be at its root.
    pub fn fork(&self) -> Tree<'a> {
        debug_assert!(self.is_at_root(), "a tree is divided at its root");
        Tree {
            program: self.program.clone(),
            stop: self.stop.clone(),
            is_symmetric: false,
            trail: Trail::new(self.columns, None),
            propagator: self.propagator.clone(),
            branching: self.branching.clone(),
            of_root: None,
            kept: 0,
            open: Vec::new(),
            progress: TreeProgress::default(),
            weight: 1.0,
            ..*self
        }
    }

    /// Returns whether only the columns that the problem fixes are fixed.
    fn is_at_root(&self) -> bool {
        self.trail.steps.len() == self.columns.fixed.len()
    }

    /// Returns the work since the bound was set.
    pub fn progress(&self) -> TreeProgress {
        self.progress
    }

    /// Replaces the work of this tree by the work of several threads.
    pub fn set_progress(&mut self, progress: TreeProgress) {
        self.progress = progress;
    }

    /// Adds cuts to the root, and searches for an answer near the values of its linear program. The
    /// search must not have fixed any column yet. Returns `None` if this does not decide the bound.
    /// Returns `Unknown` if the host ends the search, or if the host rejects an answer that reaches
    /// the bound.
    pub fn cut_root(&mut self, host: &mut dyn Host) -> Result<Option<NodeDecision>, SearchError> {
        debug_assert!(self.open.is_empty(), "a choice was made before the root was cut");
        if let Some(came) = self.cut(true, host)? {
            return Ok(Some(came));
        }
        if self.separator.schedule().rounds == 0 {
            // The cuts of the root stay in all nodes, so they can propagate there, too.
            let cuts: Vec<Arc<Premise>> =
                self.program.cuts().map(Premise::from_shared_row).collect();
            let premises = self.columns.premises().chain(&cuts);
            self.propagator = Propagator::new(self.columns.lits.len(), premises);
        }
        self.run_heuristic(host)
    }

    /// Limits each following linear program: its pivots end at a stop, and if all pivots so far
    /// have read `most_read` table entries and terms of rows. The node of the program then stays
    /// undecided.
    pub fn limit_programs(&mut self, stop: &Stop, most_read: u64) {
        self.stop = stop.clone();
        self.most_read = most_read;
    }

    /// Solves the linear program of the root, and returns what its multipliers prove. If cuts
    /// follow from the bound, this holds only for answers that reach the bound. Returns `None` if
    /// the program has no solution, or if the pivots do not suffice. The search must not have fixed
    /// any column yet.
    pub fn root_bound(&mut self) -> Option<RootBound> {
        self.pivot_in_pieces(f64::INFINITY);
        let end = self.program.solve(f64::INFINITY, 1);
        let multipliers = (end == SimplexStatus::Optimal)
            .then(|| self.program.multipliers(SimplexStatus::Optimal, SCALE))?;
        RootBound::from_program(&self.program, &multipliers)
    }

    /// Searches the whole tree: adds cuts to the root, then branches if the bound is not decided.
    pub fn search(&mut self, host: &mut dyn Host) -> Result<NodeDecision, SearchError> {
        match self.cut_root(host)? {
            Some(came) => Ok(came),
            None => self.search_root(host),
        }
    }

    /// Searches the whole tree after [`Tree::cut_root`]. Restores the linear program of the root.
    /// If the tree starts again, adds cuts to the root again.
    pub fn search_root(&mut self, host: &mut dyn Host) -> Result<NodeDecision, SearchError> {
        loop {
            if let Some(came) = self.search_once(host)? {
                return Ok(came);
            }
            if let Some(came) = self.cut_root(host)? {
                return Ok(came);
            }
        }
    }

    /// Searches the tree after [`Tree::cut_root`]. Restores the linear program of the root. Returns
    /// `None` if the tree is to start again, because a better answer lets reduced costs fix many
    /// more columns of the root.
    pub fn search_once(
        &mut self,
        host: &mut dyn Host,
    ) -> Result<Option<NodeDecision>, SearchError> {
        let before = (self.program.clone(), self.applied);
        let came = self.search_node(host)?;
        (self.program, self.applied) = before;
        let is_over = !std::mem::take(&mut self.starts_again);
        if !is_over {
            self.progress.refuted = 0.0;
        }
        Ok(is_over.then_some(came))
    }

    /// Searches a part of the tree; the tree must be at its root, and its bound must be set. Then
    /// restores the linear program and the use of symmetries, but keeps the progress. After an
    /// error, the tree is not restored. If the result is a refutation, it names only those of its
    /// choices that were made within the part. Uses symmetries only if the part has them and no
    /// proof is written. Returns `Unknown` in the same cases as `decide`. Fails if the host fails,
    /// or if a derivation in the proof fails.
    pub fn search_part(
        &mut self,
        part: TreePart,
        host: &mut dyn Host,
    ) -> Result<NodeDecision, SearchError> {
        debug_assert!(self.is_at_root(), "a part begins at the root");
        // Each part starts from the same table. This limits rounding errors.
        let (start, before) = (self.trail.steps.len(), (self.program.clone(), self.applied));
        let was_symmetric = self.is_symmetric;
        self.weight = part.share;
        self.is_symmetric = part.is_symmetric && self.trail.proof.is_none();
        for lit in part.fixed {
            if self.trail.value(lit.variable).is_none() {
                self.trail.push(lit, Reason::Given);
            }
        }
        let came = self.search_subtree(host)?;
        self.return_to(start);
        (self.program, self.applied) = before;
        self.is_symmetric = was_symmetric;
        Ok(came)
    }

    /// Returns whether the root's linear program alone, with its present cuts, proves this: no
    /// answer in which these literals are true reaches the bound. `false` can also mean that the
    /// pivots did not suffice. The tree must be at its root, and its bound must be set. Restores
    /// the bounds of the columns. Keeps the pivots, and adds them to the work.
    pub fn refutes(&mut self, fixed: &[Literal<usize>]) -> bool {
        fixed.iter().for_each(|&lit| self.program.set_bounds(lit.variable, bounds(lit)));
        let refutes = self.solve(MOST_PIVOTS).is_some();
        for &Literal { variable, .. } in fixed {
            let mut known = self.columns.fixed.iter().map(|&(lit, _)| lit);
            let fixed_lit = known.find(|lit| lit.variable == variable);
            self.program.set_bounds(variable, fixed_lit.map_or([0, 1], bounds));
        }
        refutes
    }

    /// Adds cuts to a node whose columns were just fixed. If the cuts refute the node, adds the
    /// size of the node to the refuted fraction of the tree. If the cuts do not decide the node,
    /// searches it.
    fn search_subtree(&mut self, host: &mut dyn Host) -> Result<NodeDecision, SearchError> {
        match self.cut(false, host)? {
            Some(came) => Ok(self.count_refuted(came)),
            None => self.search_node(host),
        }
    }

    /// Searches a node, whose linear program must be solved. Returns the same result as `decide`.
    /// Restores the trail, the open choices and the weight, even after an error. Does not restore
    /// the linear program.
    fn search_node(&mut self, host: &mut dyn Host) -> Result<NodeDecision, SearchError> {
        let (start, weight, open) = (self.trail.steps.len(), self.weight, self.open.len());
        let came = self.decide(host);
        self.return_to(start);
        self.open.truncate(open);
        self.weight = weight;
        came
    }

    /// Removes the steps of the trail from the place `start` on. Does not change the linear
    /// program.
    fn return_to(&mut self, start: usize) {
        self.propagator.undo(start, &self.trail);
        self.trail.truncate(start);
    }

    /// Fixes columns of a node and branches, until this decides the node. The linear program must
    /// be solved. Returns `Sat` if the host accepts an answer. Returns `Unknown` in these cases:
    ///
    /// - The host ends the search.
    /// - No column is left to branch on.
    /// - The host does not accept an answer that reaches the bound.
    /// - The subtree of a choice is not decided.
    ///
    /// Adds each refuted subtree to the progress. Also gives parts to waiting threads, and passes
    /// better answers to the host. Does not restore the trail, the weight or the linear program.
    /// Fails if the host fails, or if a derivation in the proof fails.
    fn decide(&mut self, host: &mut dyn Host) -> Result<NodeDecision, SearchError> {
        loop {
            if host.is_over(self.progress) {
                return Ok(Decision::Unknown);
            }
            self.most = self.most.min(host.most());
            self.offer_other_side(host);
            if let Some(came) = self.run_heuristic(host)? {
                return Ok(came);
            }
            let fixed = match self.fix_by_reduced_costs() {
                Learnt::Refuted(premise) => {
                    return self.refute(&premise).map(|came| self.count_refuted(came));
                }
                Learnt::Fixed(fixed) => fixed,
            };
            if let Some(least) = self.bound_of_root() {
                let fixed: Vec<_> = self.trail.steps.iter().map(|step| step.lit).collect();
                host.record_root(least, &fixed);
            }
            if fixed < MANY_FIXED {
                self.apply();
                // The table does not need the fixed columns, because they stay fixed until the
                // parent's table is restored.
                self.program.drop_fixed();
                let known = self.trail.steps.len();
                let choice = match self.choose_branching_literal() {
                    Err(premise) => {
                        return self.refute(&premise).map(|came| self.count_refuted(came));
                    }
                    Ok(choice) => choice,
                };
                if self.trail.steps.len() == known {
                    let Some(choice) = choice else { return Ok(Decision::Unknown) };
                    if let Some(came) = self.branch(choice, host)? {
                        return Ok(came);
                    }
                }
            }
            if let Some(came) = self.cut(false, host)? {
                return Ok(self.count_refuted(came));
            }
        }
    }

    /// Searches the subtree of a choice, whose column must not be fixed. There are three cases:
    ///
    /// - The subtree is not refuted, or its refutation does not need the choice. Then the result of
    ///   the subtree is the result of the node, and is returned. If it is a refutation and no other
    ///   thread has the other value, also counts the other value's subtree as refuted in the
    ///   progress.
    /// - The refutation needs the choice, and no other thread has the other value. Then fixes the
    ///   other value, and returns `None`. The weight is then halved.
    /// - The refutation needs the choice, and another thread has the other value. That thread must
    ///   refute its side. So the node is returned as refuted under all choices on its path.
    ///
    /// Fails if the search of the subtree fails.
    fn branch(
        &mut self,
        choice: Literal<usize>,
        host: &mut dyn Host,
    ) -> Result<Option<NodeDecision>, SearchError> {
        let place = self.trail.steps.len();
        let (came, is_given) = self.search_first_side(choice, host)?;
        let Decision::Unsat(refuted) = came else { return Ok(Some(came)) };
        if !refuted.choices.contains(&choice) {
            // If another thread took the other value, that thread itself counts the subtree of the
            // other value.
            if !is_given {
                self.progress.refuted += self.weight;
            }
            return Ok(Some(Decision::Unsat(refuted)));
        }
        if is_given {
            let choices = self.trail.choices(place);
            return Ok(Some(Decision::Unsat(CutRefutation::under_choices(choices))));
        }
        self.imply(!choice, refuted.clause);
        Ok(None)
    }

    /// Searches the subtree of `choice`, whose column must not be fixed. Returns the result of this
    /// subtree, and whether another thread took the subtree of the other value during this search.
    /// Returns `Unknown` if the path would keep more than [`MOST_KEPT`] table entries. After the
    /// search, restores the trail and the linear program; after an error, restores neither. The
    /// weight stays halved, for the other side. Fails if the search of the subtree fails.
    fn search_first_side(
        &mut self,
        choice: Literal<usize>,
        host: &mut dyn Host,
    ) -> Result<(NodeDecision, bool), SearchError> {
        let place = self.trail.steps.len();
        if self.open.is_empty() {
            self.trail.settle()?;
        }
        let entries = self.program.entries();
        if self.kept + entries > MOST_KEPT {
            return Ok((Decision::Unknown, false));
        }
        self.kept += entries;
        let before = (self.copy_program(), self.applied);
        self.trail.push(choice, Reason::Choice);
        self.weight /= 2.0;
        self.open.push(OpenNode { place, share: self.weight, is_given: false });
        let came = self.search_subtree(host)?;
        let is_given = self.open.pop().is_some_and(|open| open.is_given);
        self.return_to(place);
        // The other side starts from the node's own table. Continuing from the table at the end of
        // the first side took twice the time, even in versions that did not drop fixed columns from
        // tables.
        self.kept -= entries;
        (self.program, self.applied) = before;
        Ok((came, is_given))
    }

    /// If a thread waits, gives it a subtree of this tree, and marks this subtree as given. The
    /// subtree belongs to the other value of a choice on the path: the first choice whose other
    /// value was not given before. All columns that were fixed before this choice are fixed in the
    /// part, too. If symmetries are used and no choice comes before this one, the part fixes the
    /// whole orbit of the column to the other value. Does nothing if a proof is written, if no
    /// thread waits, or if no such choice is left.
    fn offer_other_side(&mut self, host: &mut dyn Host) {
        if self.trail.proof.is_some() || !host.wants_part() {
            return;
        }
        let Some(open) = self.open.iter_mut().find(|open| !open.is_given) else { return };
        open.is_given = true;
        let (place, share) = (open.place, open.share);
        let is_symmetric = self.is_symmetric && self.trail.choices(place).is_empty();
        let Literal { variable, is_negated } = !self.trail.steps[place].lit;
        let others = if is_symmetric { self.columns.orbit(variable) } else { vec![variable] };
        let fixed = self.trail.steps[self.columns.fixed.len()..place]
            .iter()
            .map(|step| step.lit)
            .chain(others.into_iter().map(|variable| Literal { variable, is_negated }))
            .collect();
        host.offer_part(TreePart { fixed, share, is_symmetric });
    }

    /// If the node is refuted, adds the size of the node to the refuted fraction of the tree.
    /// Returns `came`, the result of the node.
    fn count_refuted(&mut self, came: NodeDecision) -> NodeDecision {
        if matches!(came, Decision::Unsat(_)) {
            self.progress.refuted += self.weight;
        }
        came
    }

    /// Searches for an answer near the values of the linear program. If the answer costs less than
    /// all answers before it, passes it to the host, and records its cost as the least cost.
    /// Returns the decision of the host on this answer. Returns `None` if no better answer is
    /// found, or if the node is still undecided. Returns `Unknown` if the host does not accept an
    /// answer that reaches the bound. Fails if the host fails.
    fn run_heuristic(&mut self, host: &mut dyn Host) -> Result<Option<NodeDecision>, SearchError> {
        let Some(answer) = self.heuristic.answer(&self.program.values()) else { return Ok(None) };
        let cost = self.columns.cost(&answer);
        if cost >= self.least_met {
            return Ok(None);
        }
        self.least_met = cost;
        let came = host.record_answer(&answer)?;
        self.most = self.most.min(host.most());
        if came.is_none() && self.would_fix_many() {
            self.starts_again = true;
            return Ok(Some(Decision::Unknown));
        }
        Ok(match came {
            // The answer reaches the bound, but the host did not accept it. So the model has
            // constraints that the columns do not have.
            None if cost <= self.most => Some(Decision::Unknown),
            came => came,
        })
    }

    /// Returns whether the multipliers of the root now fix many more columns of the root than
    /// before: at least one of [`MANY_OF_ROOT`] columns that were not fixed. Returns `false` at the
    /// root.
    fn would_fix_many(&self) -> bool {
        let Some((multipliers, before)) = &self.of_root else { return false };
        if self.open.is_empty() {
            return false;
        }
        let sum = multipliers.combine(&self.columns.costs, self.most);
        let slack = sum.weight() - sum.degree();
        let fixed = sum.terms().filter(|(weight, _)| *weight > slack).count();
        let free = self.columns.lits.len().saturating_sub(*before);
        fixed.saturating_sub(*before) * MANY_OF_ROOT > free
    }

    /// Propagates the rows of the model, solves the linear program of a node, and adds rounds of
    /// cuts, as the schedule of the separator says. Counts one program in the progress. Returns
    /// `None` if the node is not refuted. At the root, returns `Unknown` if the host ends the
    /// search while cuts are added. At all other nodes, the host is not asked. Also returns
    /// `Unknown` if a limit of the linear programs ends the pivots. A refutation is derived in the
    /// proof at once. Fails if this derivation fails.
    fn cut(
        &mut self,
        is_root: bool,
        host: &mut dyn Host,
    ) -> Result<Option<NodeDecision>, SearchError> {
        self.progress.programs += 1;
        if let Some(premise) = self.propagator.propagate(&mut self.trail) {
            return self.refute(&premise).map(Some);
        }
        self.apply();
        let schedule = self.separator.schedule();
        let rounds = if is_root { schedule.rounds_of_root } else { schedule.rounds };
        let (mut lowest, mut highest, mut stalled) = (None, f64::NEG_INFINITY, 0);
        for round in 0..=rounds {
            if let Some(premise) = self.solve(MOST_PIVOTS) {
                return self.refute(&premise).map(Some);
            }
            if self.is_interrupted() {
                return Ok(Some(Decision::Unknown));
            }
            let sum = self.program.sum();
            let growth = sum - *lowest.get_or_insert(sum);
            let gap = (self.most as f64 - sum).max(growth);
            let least = schedule.least_growth + schedule.least_share * gap;
            stalled = if sum < highest + least { stalled + 1 } else { 0 };
            highest = highest.max(sum);
            if round == rounds || stalled == schedule.patience {
                break;
            }
            let point = Point::from_program(&self.program);
            let cuts = self.separator.separate(&point, &self.program, self.most);
            if cuts.is_empty() {
                break;
            }
            if is_root && host.is_over(self.progress) {
                return Ok(Some(Decision::Unknown));
            }
            self.program.drop_slack_rows(schedule.surplus);
            cuts.into_iter().for_each(|cut| self.program.add(cut));
        }
        Ok(None)
    }

    /// Fixes in the linear program the columns that are fixed in the trail.
    fn apply(&mut self) {
        let steps = self.trail.steps[self.applied..].iter();
        self.program.set_all_bounds(steps.map(|step| (step.lit.variable, bounds(step.lit))));
        self.applied = self.trail.steps.len();
    }

    /// Returns the decision that the node is refuted. The premise must refute it. Fails if the
    /// derivation in the proof fails.
    fn refute(&mut self, premise: &Arc<Premise>) -> Result<NodeDecision, SearchError> {
        Ok(Decision::Unsat(self.trail.refutation(premise)?))
    }

    /// Solves the linear program with at most `pivots` pivots. Returns a premise that refutes the
    /// node, or `None` if the node is not refuted.
    fn solve(&mut self, pivots: usize) -> Option<Arc<Premise>> {
        if pivots == MOST_PIVOTS {
            self.pivot_in_pieces(self.most as f64 + 1.0);
            if self.is_interrupted() {
                return None;
            }
        }
        let before = (self.program.work(), self.program.read());
        let scales = self.branching.scales(self.trail.proof.is_some());
        let found = self.program.refute(self.most, pivots, scales);
        self.count_work(before);
        found.map(|evidence| self.premise(evidence.multipliers))
    }

    /// Solves the linear program until its sum exceeds `limit`, in pieces of [`PIECE`] pivots. Ends
    /// between two pieces at a stop or at the limit of the work.
    fn pivot_in_pieces(&mut self, limit: f64) {
        while !self.is_interrupted() {
            let before = (self.program.work(), self.program.read());
            let end = self.program.solve(limit, PIECE);
            self.count_work(before);
            if end != SimplexStatus::PivotLimit || self.program.is_full() {
                break;
            }
        }
    }

    /// Returns a copy of the linear program, and adds its entries to those that were read.
    fn copy_program(&mut self) -> Simplex {
        self.progress.read += self.program.entries() as u64;
        self.program.clone()
    }

    /// Adds to the progress the work of the program since its counters were `before`.
    fn count_work(&mut self, before: (u64, u64)) {
        self.progress.work += self.program.work() - before.0;
        self.progress.read += self.program.read() - before.1;
    }

    /// Returns a lower bound on the cost of each answer that is better than the best known one. The
    /// multipliers of the root prove it, with the columns that refuted choices have fixed. Returns
    /// `None` below the root.
    fn bound_of_root(&self) -> Option<i64> {
        let (multipliers, _) = self.of_root.as_ref().filter(|_| self.open.is_empty())?;
        let least = self.program.certified_bound(multipliers).least;
        let least = i64::try_from(Integer::div_ceil(&least, &multipliers.objective.into())).ok()?;
        Some(least.min(self.most.saturating_add(1)))
    }

    /// Returns whether a linear program may be unsolved because of a limit: the stop, the work or
    /// the size of its table.
    fn is_interrupted(&self) -> bool {
        let is_worked_off = self.progress.read > self.most_read;
        is_worked_off || self.stop.is_reached() || self.program.is_full()
    }

    /// Returns the premise that multipliers of the linear program prove.
    fn premise(&self, multipliers: Multipliers) -> Arc<Premise> {
        Premise::from_multipliers(multipliers, &self.columns.costs, self.most)
    }

    /// Fixes each unfixed column if the multipliers refute one of its values (reduced cost fixing:
    /// Dantzig, Fulkerson and Johnson, 1954). The linear program must be solved. The refutations
    /// are not derived in the proof yet.
    fn fix_by_reduced_costs(&mut self) -> Learnt {
        let scale = self.branching.scale_of_reduced_costs(self.trail.proof.is_some());
        let multipliers = self.program.multipliers(SimplexStatus::Optimal, scale);
        let is_of_root = self.open.is_empty().then(|| multipliers.clone());
        let learnt = self.learn(self.premise(multipliers));
        if let Some(multipliers) = is_of_root {
            self.of_root = Some((multipliers, self.trail.steps.len()));
        }
        learnt
    }

    /// Adds to the trail the literals that a premise implies.
    fn learn(&mut self, premise: Arc<Premise>) -> Learnt {
        let mut slack = -premise.inequality.degree();
        for (weight, lit) in premise.inequality.terms() {
            if self.trail.value(lit.variable) != Some(lit.is_negated) {
                slack += weight;
            }
        }
        if slack < 0 {
            return Learnt::Refuted(premise);
        }
        let mut fixed = 0;
        for (weight, lit) in premise.inequality.terms() {
            if weight > slack && self.trail.value(lit.variable).is_none() {
                self.imply(lit, premise.clone());
                fixed += 1;
            }
        }
        Learnt::Fixed(fixed)
    }

    /// Fixes a column by a literal that a premise implies. The column must not be fixed yet. If
    /// symmetries are used and there is no choice yet, the whole orbit gets the same value: first,
    /// the other columns of the orbit that are not fixed yet.
    fn imply(&mut self, lit: Literal<usize>, premise: Arc<Premise>) {
        if self.is_symmetric && self.open.is_empty() {
            for variable in self.columns.orbit(lit.variable).into_iter().skip(1) {
                if self.trail.value(variable).is_none() {
                    self.trail.push(Literal { variable, ..lit }, Reason::Given);
                }
            }
        }
        self.trail.push(lit, Reason::Premise(premise));
    }

    /// Returns the literal to branch on, whose subtree is to be searched first. Tries the columns
    /// that the branching rule names, with a few pivots for each value. Also fixes a column if
    /// these pivots refute one of its values. The caller then cannot use the returned literal,
    /// because cuts must be added first. If no value is fractional, chooses the first column that
    /// is not fixed. Returns `None` if all columns are fixed. The linear program must be solved.
    /// Fails with a premise if the pivots refute the node.
    fn choose_branching_literal(&mut self) -> Result<Option<Literal<usize>>, Arc<Premise>> {
        let values = self.program.values();
        let is_open = |column: usize| self.trail.value(column).is_none();
        let candidates = self.branching.candidates(&values, is_open);
        let sum = self.program.sum();
        let gap = self.most as f64 - sum;
        let mut choice = self.branching.choice(gap);
        for column in candidates {
            let mut gains = self.branching.known_gains(column, values[column]);
            if gains.is_none() {
                let mut measured = [0.0; 2];
                for (gain, is_negated) in measured.iter_mut().zip([true, false]) {
                    if self.trail.value(column).is_some() {
                        continue;
                    }
                    let lit = Literal { variable: column, is_negated };
                    match self.probe(lit) {
                        Ok(reached) => {
                            *gain = reached - sum;
                            self.branching.record(lit, values[column], *gain);
                        }
                        Err(premise) => {
                            if let Learnt::Refuted(premise) = self.learn(premise) {
                                return Err(premise);
                            }
                        }
                    }
                }
                gains = Some(measured);
            }
            if choice.is_decided_by(column, gains.unwrap_or_default()) {
                break;
            }
        }
        let first_open = || (0..values.len()).find(|&column| self.trail.value(column).is_none());
        Ok(choice.literal().or_else(|| first_open().map(Literal::from)))
    }

    /// Fixes a column by a literal for a few pivots, and then restores the linear program. Returns
    /// the sum of the linear program after these pivots. If the pivots refute the fixed value,
    /// returns the premise that refutes it as the error. The pivots stay in the progress.
    fn probe(&mut self, lit: Literal<usize>) -> Result<f64, Arc<Premise>> {
        self.apply();
        let before = self.copy_program();
        self.program.set_bounds(lit.variable, bounds(lit));
        let found = match self.solve(self.branching.pivots()) {
            None => Ok(self.program.sum()),
            Some(premise) => Err(premise),
        };
        self.program = before;
        found
    }
}
