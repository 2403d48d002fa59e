//! The host of a tree over the rows of a model, and the order in which parts of a tree are
//! searched.
//!
//! **Narrowed searches.** The multipliers of the root prove a bound for each value of each column. If
//! answers must cost little more than the bound of the root, this fixes almost all columns. So the
//! answers near this bound are searched first, in a tree over the other columns. In this tree, rows
//! are short, cuts are found again, and the local search has a small problem. If it is refuted, the
//! bound of the next tree is twice as far from the bound of the root. If it has an answer, this is
//! better than the answers that a search of all columns begins with. All columns are searched
//! together only if the bound on better answers fixes less than half of them. The parts are similar
//! to core problems of knapsacks (Balas and Zemel, An Algorithm for Large Zero-One Knapsack
//! Problems, 1980); the growing bounds are destructive lower bounds (Klein and Scholl, Computing
//! Lower Bounds by Destructive Improvement, 1999).
//!
//! Tried and dropped: bounds that only double their distance, without more free columns each time.
//! If many reduced costs are near 0, these are many searches of almost the same columns. The
//! file partition-40x200-2 of `benches/peers/drawn.py` took 0.41 s instead of 0.26 s.

use super::columns::ColumnsOfModel;
use super::{LONGER, ROOT, new_client, new_tree, reported_cubes};
use crate::decision::Decision;
use crate::linear::Literal;
use crate::search::SearchError;
use crate::search::branch_and_cut::{
    CutRefutation, Host, NodeDecision, RootBound, Tree, TreeProgress,
};
use crate::search::method::Prospect;
use crate::search::optimiser::Optimiser;

/// If the root's linear program closes this share of the gap, a trial lasts [`LONGER`] times as
/// long.
const CLEAR: f64 = 0.5;

/// The effort of a node besides the table entries that its pivots read.
const EFFORT_OF_NODE: u64 = 100_000;

/// If the root's linear program closes less than this share of the gap, and the model has more than
/// [`FEW_COLUMNS`] columns, the tree is not searched in a trial.
const HOPELESS: f64 = 0.02;

/// If a model has at most this number of columns, a tree of many small programs can search it
/// whole, so its trial is never hopeless.
const FEW_COLUMNS: usize = 100;

/// The first narrowed search has about one of this number of the columns that the bound on better
/// answers leaves free, or more if the bound of the root itself leaves more free.
const NARROW: usize = 16;

/// From one narrowed search to the next, one of this number of columns is added to the free ones, or
/// more if twice the distance from the bound of the root leaves more free.
const WIDER: usize = 4;

/// The host of a tree: it records the answers that the tree finds.
pub struct Recorder<'a, 'b> {
    /// The columns of the tree, and the costs in which `most`, `narrowed` and `excluded` are
    /// stated.
    model: &'a ColumnsOfModel,
    pub optimiser: &'a mut Optimiser<'b>,
    /// The bound that the tree refutes.
    pub bound: i64,
    /// The largest cost of an answer that is better than the best one.
    pub most: i64,
    /// The largest cost of the answers in a narrowed tree, whose answers are a part of those better
    /// than the best one; `None` for the tree of all answers.
    narrowed: Option<i64>,
    /// The largest cost that no answer reaches, if a narrowed search has excluded one.
    excluded: Option<i64>,
    /// Whether the tree writes a proof. Its bound then stays the same, and its search ends at a
    /// better answer.
    has_proof: bool,
    /// The largest effort of a trial for each [factor](Recorder::judge_root) of 1; `None` if this
    /// is no trial.
    limit: Option<u64>,
    /// The largest effort. If the effort is larger, the search of the tree ends undecided.
    most_effort: u64,
    /// The work on the trees that wait until narrowed searches of their answers end.
    suspended: TreeProgress,
    /// The work on the narrowed trees whose search has ended.
    spent: TreeProgress,
    /// What the root's linear program shows.
    pub prospect: Prospect,
}

impl<'a, 'b> Recorder<'a, 'b> {
    /// Returns the host of a tree that refutes a bound, and that writes a proof if `has_proof`.
    /// `limit` is the largest effort of a trial; it is [`ROOT`] times as large until the root is
    /// cut.
    pub fn new(
        bound: i64,
        model: &'a ColumnsOfModel,
        optimiser: &'a mut Optimiser<'b>,
        limit: Option<u64>,
        has_proof: bool,
    ) -> Recorder<'a, 'b> {
        Recorder {
            most: model.cost(bound),
            model,
            optimiser,
            bound,
            narrowed: None,
            excluded: None,
            has_proof,
            limit,
            most_effort: limit.unwrap_or(u64::MAX).saturating_mul(ROOT),
            suspended: TreeProgress::default(),
            spent: TreeProgress::default(),
            prospect: Prospect::Open,
        }
    }

    /// Adds cuts to the root, and records the bound of its program. Then searches narrowed trees
    /// and the tree itself. Starts again from the root if the tree does.
    pub fn search(&mut self, tree: &mut Tree) -> Result<NodeDecision, SearchError> {
        loop {
            if let Some(came) = tree.cut_root(self)? {
                return Ok(came);
            }
            let root = self.learn_root(tree).filter(|_| !self.has_proof);
            if let Some(root) = root {
                let before = self.most();
                if let Some(came) = self.search_narrowed(&root, tree.progress())? {
                    return Ok(came);
                }
                if self.most() < before
                    && let Some(came) = tree.cut_root(self)?
                {
                    return Ok(came);
                }
            }
            if let Some(came) = tree.search_once(self)? {
                return Ok(came);
            }
        }
    }

    /// Searches the answers near the bound of the root in narrowed trees, one after another, each
    /// with a higher bound. Returns `None` if the answers that are left must be searched in the
    /// tree itself. `progress` is the progress of this tree.
    fn search_narrowed(
        &mut self,
        root: &RootBound,
        progress: TreeProgress,
    ) -> Result<Option<NodeDecision>, SearchError> {
        let number = self.model.columns.lits.len();
        while let Some(narrowed) = next_narrowed(root, self.excluded, self.most(), number) {
            match self.search_up_to(root, narrowed, progress)? {
                Decision::Unsat(refuted) if self.most() <= narrowed => {
                    return Ok(Some(Decision::Unsat(refuted)));
                }
                Decision::Unsat(_) => {
                    self.excluded = Some(narrowed);
                    self.record_root(narrowed + 1, &[]);
                }
                came if self.is_over(progress) => return Ok(Some(came)),
                _ => break,
            }
        }
        Ok(None)
    }

    /// Searches the answers that cost at most `narrowed`, in a tree over the columns that the bound
    /// of the root does not fix for them. `progress` is the progress of the tree to which the root
    /// belongs.
    fn search_up_to(
        &mut self,
        root: &RootBound,
        narrowed: i64,
        progress: TreeProgress,
    ) -> Result<NodeDecision, SearchError> {
        let Some(part) = self.model.restricted(root.fixed(narrowed)) else {
            return Ok(Decision::Unsat(CutRefutation::unconditional()));
        };
        // The cost of the columns that the part has fixed.
        let shift = self.model.cost(part.constant);
        let mut host = Recorder {
            model: &part,
            optimiser: self.optimiser,
            most: self.most.saturating_sub(shift),
            narrowed: Some(narrowed.saturating_sub(shift)),
            excluded: None,
            suspended: self.suspended.plus(progress),
            ..*self
        };
        let client = new_client(&part, host.optimiser, false);
        let most_effort =
            host.most_effort.saturating_sub(effort(host.total(TreeProgress::default())));
        let mut tree = new_tree(&part, &client, None, host.optimiser, most_effort);
        tree.set_bound(host.bound, host.most())?;
        let came = host.search(&mut tree)?;
        let most = host.most.saturating_add(shift);
        self.spent = host.spent.plus(tree.progress());
        self.most = self.most.min(most);
        Ok(came)
    }

    /// Returns whether the effort of a trial is spent. `total` is the work so far. A trial may go
    /// on if so much of the tree of all answers is refuted that, at the same speed, the whole tree
    /// takes at most [`LONGER`] times the effort of a trial.
    fn has_no_effort_left(&self, total: TreeProgress) -> bool {
        let effort = effort(total);
        let is_promising = self.narrowed.is_none()
            && self.limit.is_some_and(|limit| {
                let whole = effort as f64 / total.refuted.max(f64::MIN_POSITIVE);
                whole <= limit.saturating_mul(LONGER) as f64
            });
        effort > self.most_effort && !is_promising
    }

    /// Returns the work of the whole search. `progress` is the work on the current tree.
    fn total(&self, progress: TreeProgress) -> TreeProgress {
        self.suspended.plus(self.spent).plus(progress)
    }

    /// Reports the work of the whole search. `progress` is the work on the current tree.
    pub fn report(&mut self, progress: TreeProgress) {
        self.optimiser.report(self.bound, reported_cubes(self.total(progress)));
    }

    /// Lowers the largest cost to that of an answer that is better than the best one now.
    fn lower_most(&mut self) {
        if let Some(wanted) = self.optimiser.wanted() {
            self.most = self.most.min(self.model.cost(wanted));
        }
    }

    /// Records the bound of the root's linear program, if no proof is written, and returns it. In a
    /// trial, also decides how long the tree is searched.
    fn learn_root(&mut self, tree: &mut Tree) -> Option<RootBound> {
        let root = tree.root_bound()?;
        // Cuts can follow from the bound, so the program says nothing about answers beyond it.
        let least = root.least.min(self.most().saturating_add(1));
        let before = self.optimiser.bounds();
        self.record_root(least, &[]);
        if self.narrowed.is_none() {
            self.judge_root(least, before.best, tree);
        }
        Some(root)
    }

    /// Compares the gap between the bound of the root, `least`, and the best answer with the gap
    /// that the program closes. In a trial, this decides how long the tree is searched.
    fn judge_root(&mut self, least: i64, best: Option<i64>, tree: &mut Tree) {
        let share = best.map(|best| {
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
            let most_read = if is_hopeless { 0 } else { limit.saturating_mul(LONGER) };
            tree.limit_programs(&self.optimiser.settings().2, most_read);
        }
    }
}

/// Returns the largest cost of the answers of the next narrowed search. `excluded` is the largest
/// cost that is excluded so far, `most` is the largest cost of a wanted answer, and `number` is the
/// number of columns. Returns `most` if a smaller cost would leave at least half as many columns
/// free. Returns `None` if more than half of the columns would be free. The result is larger than
/// `excluded`.
pub(super) fn next_narrowed(
    root: &RootBound,
    excluded: Option<i64>,
    most: i64,
    number: usize,
) -> Option<i64> {
    let excluded = excluded.filter(|excluded| *excluded >= root.least);
    let free = match excluded {
        Some(excluded) => root.count_free(excluded),
        None => root.count_free(root.least).max(root.count_free(most) / NARROW),
    };
    let doubled = excluded.map_or(root.least, |excluded| {
        excluded.saturating_add(excluded.saturating_sub(root.least)).saturating_add(1)
    });
    let narrowed = root.most_with_free(free + free / WIDER).max(doubled);
    let is_narrow = 2 * root.count_free(narrowed) < root.count_free(most);
    let narrowed = if is_narrow { narrowed } else { most };
    (2 * root.count_free(narrowed) <= number).then_some(narrowed)
}

/// Returns the effort of the work on a tree: about a billion in a second.
fn effort(TreeProgress { programs, read, .. }: TreeProgress) -> u64 {
    read + EFFORT_OF_NODE * programs
}

impl Host for Recorder<'_, '_> {
    /// Records an answer. Ignores an answer that is not better than the best known one, or does not
    /// reach the question's bound. Ends the search of the tree if the question is decided, at a
    /// limit or a stop, or if the bound must stay the same.
    fn record_answer(&mut self, answer: &[bool]) -> Result<Option<NodeDecision>, SearchError> {
        if self.model.columns.cost(answer) > self.most {
            return Ok(None);
        }
        self.optimiser.record_solution(&self.model.values(answer))?;
        self.lower_most();
        let is_over = self.optimiser.is_settled() || self.has_proof;
        Ok(is_over.then_some(Decision::Sat(())))
    }

    /// Also reads the facts of a search that runs beside this one.
    fn is_over(&mut self, progress: TreeProgress) -> bool {
        self.optimiser.adopt();
        self.lower_most();
        let total = self.total(progress);
        self.optimiser.report_throttled(self.bound, reported_cubes(total));
        self.has_no_effort_left(total) || self.optimiser.is_over()
    }

    /// Records the facts if no proof is written. In a proof, they would need a derivation. Literals
    /// that are fixed in a part of the answers are not recorded.
    fn record_root(&mut self, least: i64, fixed: &[Literal<usize>]) {
        if self.optimiser.log().is_some() {
            return;
        }
        if self.narrowed.is_none_or(|narrowed| self.most <= narrowed) {
            self.optimiser.fix(fixed.iter().map(|&lit| self.model.columns.lit(lit)));
        }
        if let Some(bound) = self.optimiser.bounds().better_than(self.model.value(least)) {
            self.optimiser.refute(bound);
        }
    }

    fn most(&self) -> i64 {
        self.narrowed.map_or(self.most, |narrowed| narrowed.min(self.most))
    }
}
