//! A tree of linear programs that refutes a bound, or finds an answer that reaches it.
//!
//! Cuts are added to the linear program of each node as long as the optimum of this program grows.
//! This optimum is called the sum of the node. Then the node branches on a column whose value is
//! between 0 and 1. Each of the two values of this column is called a side. The column is chosen by
//! strong branching (Applegate, Bixby, Chvátal and Cook, 1995): the sums of both sides grow most
//! within a few pivots. If these pivots or a subtree refute one side, the column is fixed to the
//! other value.
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
//! without a pivot. When ten columns are fixed in this way, cuts are added to the node again,
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

use super::columns::{Columns, bounds};
use super::host::{Host, NodeDecision, TreePart, TreeProgress};
use super::proof::RefutedCases;
use super::separator::{Heuristic, Point, Separator};
use super::trail::{CutRefutation, Trail, TrailStep};
use crate::decision::Decision;
use crate::linear::Literal;
use crate::lp::simplex::{Evidence, MOST_PIVOTS, Simplex, SimplexStatus};
use crate::proof::Log;
use crate::search::SearchError;

#[cfg(test)]
mod tests;

/// If the value of a column is nearer than this to 0 or 1, the column is no candidate for
/// branching.
const WHOLE: f64 = 1e-6;

/// The number of columns that are tried for branching. They are the columns nearest to 1/2.
const CANDIDATES: usize = 12;
/// The number of pivots for each of the two values of a tried column.
const PIVOTS: usize = 5;

/// The largest growth of the sum that counts in the score of a candidate, for each of its two
/// values. A larger growth is counted as this growth.
const MOST_GAIN: f64 = 2.0;

/// If reduced costs fix at least this many columns of a node, cuts are added to the node again.
const MANY_FIXED: usize = 10;

/// The most rounds of cuts at a node below the root.
const ROUNDS: usize = 3;
/// The most rounds of cuts at the root.
const ROUNDS_OF_ROOT: usize = 200;

/// If the sum grows little in this number of successive rounds of cuts, no more cuts are added to a
/// node.
const PATIENCE: usize = 4;
/// A growth of the sum below this value, in a round of cuts, counts as little.
const LEAST_GROWTH: f64 = 0.01;

/// If a row has at least this surplus, it is dropped before new cuts are added.
const SURPLUS: f64 = 0.2;

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

/// A search through a tree of linear programs, at its current node.
pub struct Tree<'a> {
    columns: &'a Columns,
    separator: &'a dyn Separator,
    heuristic: &'a dyn Heuristic,
    /// The linear program of the current node, with its cuts.
    program: Simplex,
    /// The largest cost of an answer that reaches the bound.
    most: i64,
    /// The least cost of an answer so far.
    least_met: i64,
    /// Whether columns that are fixed before the first choice are fixed together with their whole
    /// orbits. This is `false` if a proof is written.
    is_symmetric: bool,
    /// The columns that were fixed when the search of the current part began. They are not in the
    /// trail.
    base: Vec<Literal<usize>>,
    /// The columns that are fixed at the current node. The columns in `base` are not among them.
    trail: Trail<'a>,
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
        log: Option<&'a Log>,
        is_symmetric: bool,
    ) -> Tree<'a> {
        Tree {
            columns,
            separator: client,
            heuristic: client,
            program: columns.program(),
            most: 0,
            least_met: i64::MAX,
            is_symmetric: is_symmetric && log.is_none(),
            base: Vec::new(),
            trail: Trail::new(columns, log.map(|log| RefutedCases::new(log, client))),
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
            let fixed: Vec<_> = self
                .columns
                .fixed
                .iter()
                .map(|&(lit, place)| (self.columns.lit(lit), place))
                .collect();
            proof.set_bound(bound, &fixed)?;
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
        debug_assert!(self.trail.steps.is_empty(), "no column is fixed at the root");
        Tree {
            program: self.program.clone(),
            is_symmetric: false,
            base: Vec::new(),
            trail: Trail::new(self.columns, None),
            open: Vec::new(),
            progress: TreeProgress::default(),
            weight: 1.0,
            ..*self
        }
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
        debug_assert!(self.trail.steps.is_empty(), "no column is fixed at the root");
        match self.cut(ROUNDS_OF_ROOT, host)? {
            Some(came) => Ok(Some(came)),
            None => self.run_heuristic(host),
        }
    }

    /// Searches the whole tree: adds cuts to the root, then branches if the bound is not decided.
    pub fn search(&mut self, host: &mut dyn Host) -> Result<NodeDecision, SearchError> {
        match self.cut_root(host)? {
            Some(came) => Ok(came),
            None => self.search_root(host),
        }
    }

    /// Searches the whole tree after [`Tree::cut_root`]. Restores the linear program of the root.
    pub fn search_root(&mut self, host: &mut dyn Host) -> Result<NodeDecision, SearchError> {
        let before = self.program.clone();
        let came = self.search_node(host);
        self.program = before;
        came
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
        debug_assert!(self.trail.steps.is_empty(), "a part begins at the root");
        // Each part starts from the same table. This limits rounding errors.
        let before = self.program.clone();
        let was_symmetric = self.is_symmetric;
        (self.base, self.weight) = (part.fixed, part.share);
        self.is_symmetric = part.is_symmetric && self.trail.proof.is_none();
        self.base.iter().for_each(|&lit| self.program.set_bounds(lit.variable, bounds(lit)));
        let came = self.search_subtree(host)?;
        self.base.clear();
        self.program = before;
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
        match self.cut(ROUNDS, host)? {
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
        self.trail.truncate(start);
        self.open.truncate(open);
        self.weight = weight;
        came
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
            self.offer_other_side(host);
            if let Some(came) = self.run_heuristic(host)? {
                return Ok(came);
            }
            if self.fix_by_reduced_costs() < MANY_FIXED {
                // The table does not need the fixed columns, because they stay fixed until the
                // parent's table is restored.
                self.program.drop_fixed();
                let known = self.trail.steps.len();
                let choice = self.choose_branching_literal();
                if self.trail.steps.len() == known {
                    let Some(choice) = choice else { return Ok(Decision::Unknown) };
                    if let Some(came) = self.branch(choice, host)? {
                        return Ok(came);
                    }
                }
            }
            if let Some(came) = self.cut(ROUNDS, host)? {
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
        let Decision::Unsat(mut refuted) = came else { return Ok(Some(came)) };
        if !refuted.rests.remove(&place) {
            // If another thread took the other value, that thread itself counts the subtree of the
            // other value.
            if !is_given {
                self.progress.refuted += self.weight;
            }
            return Ok(Some(Decision::Unsat(refuted)));
        }
        if is_given {
            let rests = self.trail.choices(place);
            return Ok(Some(Decision::Unsat(CutRefutation::under_choices(rests))));
        }
        self.fix_other(choice, refuted);
        Ok(None)
    }

    /// Searches the subtree of `choice`, whose column must not be fixed. Returns the result of this
    /// subtree, and whether another thread took the subtree of the other value during this search.
    /// After the search, restores the trail and the linear program; after an error, restores
    /// neither. The weight stays halved, for the other side. Fails if the search of the subtree
    /// fails.
    fn search_first_side(
        &mut self,
        choice: Literal<usize>,
        host: &mut dyn Host,
    ) -> Result<(NodeDecision, bool), SearchError> {
        let place = self.trail.steps.len();
        let before = self.program.clone();
        self.fix(choice, None);
        self.weight /= 2.0;
        self.open.push(OpenNode { place, share: self.weight, is_given: false });
        let came = self.search_subtree(host)?;
        let is_given = self.open.pop().is_some_and(|open| open.is_given);
        self.trail.truncate(place);
        // The other side starts from the node's own table. Continuing from the table at the end of
        // the first side took twice the time, even in versions that did not drop fixed columns from
        // tables.
        self.program = before;
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
        let fixed = self
            .base
            .iter()
            .copied()
            .chain(self.trail.steps[..place].iter().map(|step| step.lit))
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
        Ok(match host.record_answer(&answer)? {
            // The answer reaches the bound, but the host did not accept it. So the model has
            // constraints that the columns do not have.
            None if cost <= self.most => Some(Decision::Unknown),
            came => came,
        })
    }

    /// Solves the linear program of a node, and adds at most `rounds` rounds of cuts. Before each
    /// round, drops rows with a surplus of at least [`SURPLUS`]. Stops after fewer rounds if no cut
    /// is found, or if the sum grows by less than [`LEAST_GROWTH`] in [`PATIENCE`] successive
    /// rounds. Counts one program in the progress. Returns `None` if the node is not refuted. At
    /// the root (`rounds` above [`ROUNDS`]), returns `Unknown` if the host ends the search while
    /// cuts are added. At all other nodes, the host is not asked. A refutation is derived in the
    /// proof at once. Fails if this derivation fails.
    fn cut(
        &mut self,
        rounds: usize,
        host: &mut dyn Host,
    ) -> Result<Option<NodeDecision>, SearchError> {
        self.progress.programs += 1;
        let (mut highest, mut stalled) = (f64::NEG_INFINITY, 0);
        for round in 0..=rounds {
            if let Some(evidence) = self.solve(MOST_PIVOTS) {
                let refuted = self.trail.derive_refutation(&evidence)?;
                return Ok(Some(Decision::Unsat(refuted)));
            }
            let sum = self.program.sum();
            stalled = if sum < highest + LEAST_GROWTH { stalled + 1 } else { 0 };
            highest = highest.max(sum);
            if round == rounds || stalled == PATIENCE {
                break;
            }
            let cuts = self.separator.separate(&Point::from_program(&self.program));
            if cuts.is_empty() {
                break;
            }
            if rounds > ROUNDS && host.is_over(self.progress) {
                return Ok(Some(Decision::Unknown));
            }
            self.program.drop_slack_rows(SURPLUS);
            cuts.into_iter().for_each(|cut| self.program.add(cut));
        }
        Ok(None)
    }

    /// Solves the linear program with at most `pivots` pivots. Returns evidence that refutes the
    /// node, or `None` if the node is not refuted.
    fn solve(&mut self, pivots: usize) -> Option<Evidence> {
        let before = self.program.work();
        let found = self.program.refute(self.most, pivots);
        self.progress.work += self.program.work() - before;
        found
    }

    /// Fixes each unfixed column if the multipliers refute one of its values (reduced cost fixing:
    /// Dantzig, Fulkerson and Johnson, 1954). The linear program must be solved. Returns the number
    /// of columns that it fixes; columns that are fixed only as members of an orbit are not
    /// counted. The refutations are not derived in the proof yet.
    fn fix_by_reduced_costs(&mut self) -> usize {
        let evidence = self.program.evidence(SimplexStatus::Optimal, self.most);
        let sum = self.trail.sum(&evidence);
        let mut fixed = 0;
        for (variable, &weight) in evidence.reduced.iter().enumerate() {
            let spare = evidence.spare + weight.abs();
            if spare < 0 || self.program.is_fixed(variable) {
                continue;
            }
            let refuted = self.trail.refutation_by_sum(&evidence.reduced, spare, sum.clone());
            self.fix_other(Literal { variable, is_negated: weight <= 0 }, refuted);
            fixed += 1;
        }
        fixed
    }

    /// Fixes the literal of a column. `why` refutes the other value; it is `None` if the literal is
    /// a choice.
    fn fix(&mut self, lit: Literal<usize>, why: Option<CutRefutation>) {
        debug_assert!(!self.program.is_fixed(lit.variable), "a column is fixed once");
        self.program.set_bounds(lit.variable, bounds(lit));
        self.trail.steps.push(TrailStep { lit, why });
    }

    /// Fixes a column to the value that is not refuted. The literal `refuted` becomes false, and
    /// `why` is the reason. The column must not be fixed yet. If symmetries are used and there is
    /// no choice yet, the whole orbit gets the same value: first, the other columns of the orbit
    /// that are not fixed yet. Their reasons depend on no choices.
    fn fix_other(&mut self, refuted: Literal<usize>, why: CutRefutation) {
        let lit = !refuted;
        if self.is_symmetric && self.trail.choices(self.trail.steps.len()).is_empty() {
            for variable in self.columns.orbit(lit.variable).into_iter().skip(1) {
                if !self.program.is_fixed(variable) {
                    self.fix(Literal { variable, ..lit }, Some(CutRefutation::unconditional()));
                }
            }
        }
        self.fix(lit, Some(why));
    }

    /// Returns the column to branch on, as its positive literal, which is to be searched first.
    /// Tries the [`CANDIDATES`] columns nearest to 1/2, with at most [`PIVOTS`] pivots for each
    /// value. Prefers the column whose two values raise the sum most; the smaller raise counts
    /// most. Also fixes each tried column if these pivots refute one of its values. The caller then
    /// cannot use the returned column, because cuts must be added first. If no value is fractional,
    /// chooses the first column that is not fixed. Returns `None` if all columns are fixed. The
    /// linear program must be solved. Its bounds change only by columns that are fixed.
    fn choose_branching_literal(&mut self) -> Option<Literal<usize>> {
        let values = self.program.values();
        let far: Vec<f64> = values.iter().map(|value| (value - 0.5).abs()).collect();
        let mut candidates: Vec<usize> = (0..values.len())
            .filter(|&column| far[column] < 0.5 - WHOLE && !self.program.is_fixed(column))
            .collect();
        candidates.sort_by(|&one, &other| far[one].total_cmp(&far[other]));
        candidates.truncate(CANDIDATES);
        let sum = self.program.sum();
        let mut best = (f64::NEG_INFINITY, None);
        for column in candidates {
            let mut gains = [0.0; 2];
            for (gain, is_negated) in gains.iter_mut().zip([true, false]) {
                if self.program.is_fixed(column) {
                    continue;
                }
                let lit = Literal { variable: column, is_negated };
                match self.probe(lit) {
                    Ok(reached) => *gain = reached - sum,
                    Err(refuted) => self.fix_other(lit, refuted),
                }
            }
            let [one, other] = gains;
            let score = 5.0 * one.min(other).min(MOST_GAIN) + one.max(other).min(MOST_GAIN);
            if score > best.0 {
                best = (score, Some(column));
            }
        }
        Some(
            best.1
                .or_else(|| (0..values.len()).find(|&column| !self.program.is_fixed(column)))?
                .into(),
        )
    }

    /// Fixes a column by a literal for at most [`PIVOTS`] pivots, and then restores the linear
    /// program. Returns the sum of the linear program after these pivots. If the pivots refute the
    /// fixed value, returns this refutation as the error; it is not derived in the proof yet. The
    /// pivots stay in the progress.
    fn probe(&mut self, lit: Literal<usize>) -> Result<f64, CutRefutation> {
        let before = self.program.clone();
        self.program.set_bounds(lit.variable, bounds(lit));
        let found = match self.solve(PIVOTS) {
            None => Ok(self.program.sum()),
            Some(evidence) => Err(self.trail.refutation_by(&evidence)),
        };
        self.program = before;
        found
    }
}
