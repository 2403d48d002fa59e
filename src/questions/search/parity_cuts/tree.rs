//! Branch and cut: a tree of linear programs that refutes a bound, or finds an answer that reaches
//! it.
//!
//! Cuts are added to each node while its sum grows. Then the node branches on a variable between 0
//! and 1: the one that raises the sums of both sides most within a few pivots (strong branching:
//! Applegate, Bixby, Chvátal and Cook, 1995). If these pivots or a subtree refute one side, the
//! variable is fixed to the other value.
//!
//! **Backjumping** (`tree/trail.rs`). A refutation names the fixed variables that it needs, without
//! the latest ones if its sum is larger than necessary. If it does not need the last choice, the
//! other side is skipped (Marques-Silva and Sakallah, GRASP, 1996).
//!
//! **Symmetries.** Before the first choice, whole orbits of variables are fixed, so the node is as
//! symmetric as the board. (Margot, Pruning by Isomorphism in Branch-and-Cut, 2002, does this at
//! all nodes. Windows have three or seven symmetries, which the first choice breaks.)
//!
//! **Reduced costs.** The multiples that bound the sum of a node often refute a value of a variable
//! without a pivot. After ten variables fixed in this way, the node is cut again, since cuts are
//! stronger and the table is smaller. On 17 × 20 panes, this fixes some twelve variables for each
//! program.
//!
//! Tried and dropped:
//! - Branching on the number of ones among the first variables of a line, and on line sums: as many
//!   nodes.
//! - Twenty-four candidates with five pivots each: 1.7 times the time.
//! - Each of the following, which is worse on at least as many windows as it is better on: scores
//!   that multiply both sides; the gains of earlier nodes instead of a few pivots (15 × 17 in half
//!   of the time, 17 × 20 in 1.6 times); stopping after three to seven candidates without a better
//!   one; 3 to 20 pivots, 6 to 20 candidates; 1 to 6 rounds of cuts, 30 to 100 cuts for each round.
//! - Candidates by the gain of their first pivot instead of those nearest to 1/2: 1.4 times the
//!   time. A single candidate: twice the time.

use super::cuts::{Fixed, ParityCuts};
use super::proof::RefutedCases;
use crate::lp::simplex::{End, Evidence, MOST_PIVOTS, Simplex};
use crate::proof::Log;
use crate::search::SearchError;
use trail::{Derivation, Fixing};

pub(super) use trail::CutRefutation;

#[cfg(test)]
mod tests;
mod trail;

/// A variable nearer than this to 0 or 1 is no candidate for branching.
const WHOLE: f64 = 1e-6;

const CANDIDATES: usize = 12;
const PIVOTS: usize = 5;

/// The largest growth of the sum on one side that counts for the score of a candidate.
const MOST_GAIN: f64 = 2.0;

const MANY_FIXED: usize = 10;

const ROUNDS: usize = 3;
const ROUNDS_OF_ROOT: usize = 200;

/// The number of successive rounds of cuts with little growth of the sum after which a node is not
/// cut any more.
const PATIENCE: usize = 4;
const LEAST_GROWTH: f64 = 0.01;

/// Clauses with at least this surplus are dropped before new cuts are added.
const SURPLUS: f64 = 0.2;

pub(super) trait Host {
    fn meet(&mut self, answer: &[Fixed]) -> Result<AfterAnswer, SearchError>;

    fn is_over(&mut self, progress: TreeProgress) -> bool;

    fn wants_part(&mut self) -> bool {
        false
    }

    fn give(&mut self, part: TreePart) {
        debug_assert!(false, "no thread waits for {part:?}");
    }
}

/// The subtree in which some variables are fixed.
#[derive(Debug)]
pub(super) struct TreePart {
    pub fixed: Vec<Fixed>,
    pub share: f64,
    /// Whether no variable of `fixed` was chosen, so that the part keeps the board's symmetry.
    pub is_symmetric: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TreeProgress {
    pub programs: u64,
    /// The number of table entries that pivots have updated.
    pub work: u64,
    pub refuted: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterAnswer {
    GoesOn,
    Reached,
    Stopped,
}

#[derive(Debug)]
pub(super) enum NodeVerdict {
    Refuted(CutRefutation),
    Reached,
    Stopped,
}

enum NextStep {
    /// The variable to branch on, with the value to search first.
    Branch(Fixed),
    /// A value was refuted and its variable fixed to the other value, so the node is cut again.
    Fixed,
    None,
}

struct OpenNode {
    place: usize,
    share: f64,
    /// Whether another thread searches the other side of the node.
    is_given: bool,
}

pub(super) struct CutTree<'a> {
    cuts: &'a ParityCuts,
    proof: Option<RefutedCases<'a>>,
    program: Simplex,
    most: i64,
    /// The fewest counted literals in an answer so far.
    least_met: i64,
    is_symmetric: bool,
    /// The fixed variables of the part, before the trail.
    base: Vec<Fixed>,
    trail: Vec<Fixing>,
    open: Vec<OpenNode>,
    progress: TreeProgress,
    weight: f64,
}

impl<'a> CutTree<'a> {
    /// Returns a tree that is not searched yet. With a proof (`log`), symmetries are not used,
    /// since every refutation must be derived.
    pub fn new(cuts: &'a ParityCuts, log: Option<&'a Log>, is_symmetric: bool) -> CutTree<'a> {
        CutTree {
            cuts,
            proof: log.map(RefutedCases::new),
            program: cuts.program(),
            most: 0,
            least_met: i64::MAX,
            is_symmetric: is_symmetric && log.is_none(),
            base: Vec::new(),
            trail: Vec::new(),
            open: Vec::new(),
            progress: TreeProgress::default(),
            weight: 1.0,
        }
    }

    /// Sets the bound to refute, which allows at most `most` true ones among the literals that make
    /// the value worse. Keeps the cuts of earlier bounds.
    pub fn aim(&mut self, bound: i64, most: i64) -> Result<(), SearchError> {
        self.most = most;
        (self.progress, self.weight) = (TreeProgress::default(), 1.0);
        if let Some(proof) = &mut self.proof {
            let fixed = self.cuts.fixed().iter();
            let fixed: Vec<_> =
                fixed.map(|&(fixed, place)| (self.cuts.lit(fixed), place)).collect();
            proof.aim(bound, &fixed)?;
        }
        Ok(())
    }

    pub fn conclude(&self, refuted: CutRefutation) -> Result<(), SearchError> {
        if let (Some(proof), Derivation::Derived(case)) = (&self.proof, refuted.derivation) {
            proof.conclude(&case)?;
        }
        Ok(())
    }

    pub fn again(&self) -> CutTree<'a> {
        debug_assert!(self.trail.is_empty(), "the root has nothing fixed");
        let mut tree = CutTree::new(self.cuts, None, false);
        (tree.program, tree.most, tree.least_met) =
            (self.program.clone(), self.most, self.least_met);
        tree
    }

    pub fn progress(&self) -> TreeProgress {
        self.progress
    }

    pub fn set_progress(&mut self, progress: TreeProgress) {
        self.progress = progress;
    }

    /// Adds cuts to the root, and searches for an answer near the values of its linear program.
    /// Returns `None` if this does not decide the bound.
    pub fn cut_root(&mut self, host: &mut dyn Host) -> Result<Option<NodeVerdict>, SearchError> {
        debug_assert!(self.trail.is_empty(), "the root has nothing fixed");
        Ok(match self.cut(ROUNDS_OF_ROOT, host)? {
            Some(came) => Some(came),
            None => match self.meet_answer(host)? {
                AfterAnswer::GoesOn => None,
                AfterAnswer::Reached => Some(NodeVerdict::Reached),
                AfterAnswer::Stopped => Some(NodeVerdict::Stopped),
            },
        })
    }

    pub fn search(&mut self, host: &mut dyn Host) -> Result<NodeVerdict, SearchError> {
        match self.cut_root(host)? {
            Some(came) => Ok(came),
            None => self.root(host),
        }
    }

    pub fn root(&mut self, host: &mut dyn Host) -> Result<NodeVerdict, SearchError> {
        let before = self.program.clone();
        let came = self.node(host);
        self.program = before;
        came
    }

    pub fn search_part(
        &mut self,
        part: TreePart,
        host: &mut dyn Host,
    ) -> Result<NodeVerdict, SearchError> {
        debug_assert!(self.trail.is_empty(), "a part begins at the root");
        // Each part starts from the same table, which limits rounding errors.
        let before = self.program.clone();
        let was_symmetric = self.is_symmetric;
        (self.base, self.weight) = (part.fixed, part.share);
        self.is_symmetric = part.is_symmetric && self.proof.is_none();
        self.base.iter().for_each(|&fixed| self.program.bound(fixed.variable, fixed.bounds()));
        let came = match self.cut(ROUNDS, host)? {
            Some(came) => self.counted(came),
            None => self.node(host)?,
        };
        self.base.clear();
        self.program = before;
        self.is_symmetric = was_symmetric;
        Ok(came)
    }

    pub fn refutes(&mut self, fixed: &[Fixed]) -> bool {
        fixed.iter().for_each(|&fixed| self.program.bound(fixed.variable, fixed.bounds()));
        let refutes = self.solved(MOST_PIVOTS).is_some();
        fixed.iter().for_each(|&fixed| self.free(fixed.variable));
        refutes
    }

    /// Searches a node. Restores the trail, but not the linear program.
    fn node(&mut self, host: &mut dyn Host) -> Result<NodeVerdict, SearchError> {
        let (start, weight, open) = (self.trail.len(), self.weight, self.open.len());
        let came = self.refute(host);
        self.forget(start);
        self.open.truncate(open);
        self.weight = weight;
        came
    }

    /// Searches the subtree of `choice`. Also returns whether another thread took the subtree of
    /// the other value meanwhile.
    fn first_side(
        &mut self,
        choice: Fixed,
        host: &mut dyn Host,
    ) -> Result<(NodeVerdict, bool), SearchError> {
        let place = self.trail.len();
        let before = self.program.clone();
        self.fix(Fixing { fixed: choice, why: None });
        self.weight /= 2.0;
        self.open.push(OpenNode { place, share: self.weight, is_given: false });
        let came = match self.cut(ROUNDS, host)? {
            Some(came) => self.counted(came),
            None => self.node(host)?,
        };
        let is_given = self.open.pop().is_some_and(|open| open.is_given);
        self.forget(place);
        // The other side starts from the node's own table. Continuing from the end of the first
        // side took twice the time, even before columns were dropped.
        self.program = before;
        Ok((came, is_given))
    }

    fn refute(&mut self, host: &mut dyn Host) -> Result<NodeVerdict, SearchError> {
        loop {
            if host.is_over(self.progress) {
                return Ok(NodeVerdict::Stopped);
            }
            self.share_out(host);
            match self.meet_answer(host)? {
                AfterAnswer::GoesOn => {}
                AfterAnswer::Reached => return Ok(NodeVerdict::Reached),
                AfterAnswer::Stopped => return Ok(NodeVerdict::Stopped),
            }
            if self.fix_by_costs() >= MANY_FIXED {
                match self.cut(ROUNDS, host)? {
                    Some(came) => return Ok(self.counted(came)),
                    None => continue,
                }
            }
            // The trail stays fixed until the parent's table is restored.
            self.program.drop_fixed();
            let choice = match self.choice() {
                NextStep::Branch(choice) => choice,
                NextStep::Fixed => match self.cut(ROUNDS, host)? {
                    Some(came) => return Ok(self.counted(came)),
                    None => continue,
                },
                NextStep::None => return Ok(NodeVerdict::Stopped),
            };
            let place = self.trail.len();
            let (came, is_given) = self.first_side(choice, host)?;
            let NodeVerdict::Refuted(mut refuted) = came else { return Ok(came) };
            if !refuted.rests.remove(&place) {
                // A thread that took the other value counts the subtree itself.
                if !is_given {
                    self.progress.refuted += self.weight;
                }
                return Ok(NodeVerdict::Refuted(refuted));
            }
            if is_given {
                return Ok(NodeVerdict::Refuted(CutRefutation {
                    rests: self.choices(place),
                    derivation: Derivation::None,
                }));
            }
            self.fix_other(choice, refuted);
            if let Some(came) = self.cut(ROUNDS, host)? {
                return Ok(self.counted(came));
            }
        }
    }

    /// Gives a waiting thread the other value of the first choice on the path whose other value is
    /// not given yet.
    fn share_out(&mut self, host: &mut dyn Host) {
        if self.proof.is_some() || !host.wants_part() {
            return;
        }
        let Some(open) = self.open.iter_mut().find(|open| !open.is_given) else { return };
        open.is_given = true;
        let (place, share) = (open.place, open.share);
        let is_symmetric = self.is_symmetric && self.choices(place).is_empty();
        let Fixed { variable, value } = self.trail[place].fixed;
        let others = if is_symmetric { self.cuts.orbit(variable) } else { vec![variable] };
        let others = others.into_iter().map(|variable| Fixed { variable, value: !value });
        let above = self.trail[..place].iter().map(|step| step.fixed);
        let fixed = self.base.iter().copied().chain(above).chain(others).collect();
        host.give(TreePart { fixed, share, is_symmetric });
    }

    fn counted(&mut self, came: NodeVerdict) -> NodeVerdict {
        if matches!(came, NodeVerdict::Refuted(_)) {
            self.progress.refuted += self.weight;
        }
        came
    }

    fn free(&mut self, variable: usize) {
        let mut fixed = self.cuts.fixed().iter();
        let known = fixed.find(|(fixed, _)| fixed.variable == variable);
        self.program.bound(variable, known.map_or([0, 1], |(fixed, _)| fixed.bounds()));
    }

    fn meet_answer(&mut self, host: &mut dyn Host) -> Result<AfterAnswer, SearchError> {
        let Some(answer) = self.cuts.answer_near(&self.program.values()) else {
            return Ok(AfterAnswer::GoesOn);
        };
        let counted = self.cuts.counted(&answer);
        if counted >= self.least_met {
            return Ok(AfterAnswer::GoesOn);
        }
        self.least_met = counted;
        Ok(match host.meet(&answer)? {
            // The answer reaches the bound but was refused, so the model has constraints besides
            // parities.
            AfterAnswer::GoesOn if counted <= self.most => AfterAnswer::Stopped,
            flow => flow,
        })
    }

    fn cut(
        &mut self,
        rounds: usize,
        host: &mut dyn Host,
    ) -> Result<Option<NodeVerdict>, SearchError> {
        self.progress.programs += 1;
        let (mut highest, mut stalled) = (f64::NEG_INFINITY, 0);
        for round in 0..=rounds {
            if let Some(evidence) = self.solved(MOST_PIVOTS) {
                return Ok(Some(NodeVerdict::Refuted(self.refuted_by(&evidence)?)));
            }
            let sum = self.program.sum();
            stalled = if sum < highest + LEAST_GROWTH { stalled + 1 } else { 0 };
            highest = highest.max(sum);
            if round == rounds || stalled == PATIENCE {
                break;
            }
            let violated = self
                .cuts
                .violated(&self.program.values(), |variable| self.program.is_fixed(variable));
            if violated.is_empty() {
                break;
            }
            if rounds > ROUNDS && host.is_over(self.progress) {
                return Ok(Some(NodeVerdict::Stopped));
            }
            self.program.drop_beyond(SURPLUS);
            violated.into_iter().for_each(|cut| self.program.add(cut));
        }
        Ok(None)
    }

    fn solved(&mut self, pivots: usize) -> Option<Evidence> {
        let before = self.program.work();
        let found = self.program.refute(self.most, pivots);
        self.progress.work += self.program.work() - before;
        found
    }

    /// Fixes variables of which the multiples refute a value (reduced cost fixing: Dantzig,
    /// Fulkerson and Johnson, 1954). Returns how many.
    fn fix_by_costs(&mut self) -> usize {
        let evidence = self.program.evidence(End::Least, self.most);
        let sum = self.sum(&evidence.multipliers);
        let mut fixed = 0;
        for (variable, &weight) in evidence.reduced.iter().enumerate() {
            let spare = evidence.spare + weight.abs();
            if spare < 0 || self.program.is_fixed(variable) {
                continue;
            }
            let refuted = self.refuted_with(&evidence.reduced, spare, sum.clone());
            self.fix_other(Fixed { variable, value: weight > 0 }, refuted);
            fixed += 1;
        }
        fixed
    }

    fn choice(&mut self) -> NextStep {
        let values = self.program.values();
        let far: Vec<f64> = values.iter().map(|value| (value - 0.5).abs()).collect();
        let mut candidates: Vec<usize> = (0..values.len())
            .filter(|&variable| far[variable] < 0.5 - WHOLE)
            .filter(|&variable| !self.program.is_fixed(variable))
            .collect();
        candidates.sort_by(|&one, &other| far[one].total_cmp(&far[other]));
        candidates.truncate(CANDIDATES);
        let sum = self.program.sum();
        let (mut best, mut has_fixed) = ((f64::NEG_INFINITY, None), false);
        for variable in candidates {
            let mut gains = [0.0; 2];
            for value in [false, true] {
                if self.program.is_fixed(variable) {
                    continue;
                }
                let fixed = Fixed { variable, value };
                match self.look(fixed) {
                    Ok(gain) => gains[usize::from(value)] = gain - sum,
                    Err(refuted) => {
                        self.fix_other(fixed, refuted);
                        has_fixed = true;
                    }
                }
            }
            let [one, other] = gains;
            let score = 5.0 * one.min(other).min(MOST_GAIN) + one.max(other).min(MOST_GAIN);
            if score > best.0 {
                best = (score, Some(Fixed { variable, value: true }));
            }
        }
        if has_fixed {
            return NextStep::Fixed;
        }
        let chosen = best.1.or_else(|| {
            let mut free = 0..values.len();
            let variable = free.find(|&variable| !self.program.is_fixed(variable))?;
            Some(Fixed { variable, value: true })
        });
        chosen.map_or(NextStep::None, NextStep::Branch)
    }

    /// Fixes a variable for a few pivots only. Returns the linear program's sum after them, or a
    /// refutation of the fixed value.
    fn look(&mut self, fixed: Fixed) -> Result<f64, CutRefutation> {
        let before = self.program.clone();
        self.program.bound(fixed.variable, fixed.bounds());
        let found = match self.solved(PIVOTS) {
            None => Ok(self.program.sum()),
            Some(Evidence { multipliers, reduced, spare }) => {
                Err(self.refuted_with(&reduced, spare, self.sum(&multipliers)))
            }
        };
        self.program = before;
        found
    }
}
