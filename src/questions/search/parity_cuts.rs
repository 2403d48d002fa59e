//! Search by linear programs with cuts from parities, and by branch and cut.
//!
//! This search is for models that state only parities and whose objective counts literals. Linear
//! programs with cuts from parities bound this count ([`cuts`](mod@cuts)). A tree of linear
//! programs decides a bound ([`branch_and_cut`]). Bounds are tried from the best possible value on,
//! and the root of this tree alone refutes most of them within milliseconds.
//!
//! If Gaussian elimination leaves few or no answers, the answers are enumerated instead. This is so
//! for windows of 3 × N and for boards with many given panes, for example.
//!
//! For large squares, listing the few profiles of line sums ([`super::line_sums`]) is faster than a
//! tree, but a long list takes tenths of a second. So the order is: the root; a small tree, which
//! is enough for 10 × 11 and 12 × 13 panes; line sums; the full tree.
//!
//! Of the windows with sides up to 20, the search by line sums and clauses left 25 windows
//! undecided after ten seconds. The following times are for parity cuts on the machine of
//! `docs/performance.md`. 17 × 20 takes 7 seconds, or 9 seconds with the variant `corners`, and 15
//! × 17 takes 5 seconds. Most windows take a tenth of a second (`cargo bench --bench sweep`).

use super::branch_and_cut::{self, Branching, Host, NodeDecision, Tree, TreeProgress};
use super::method::Method;
use super::optimiser::Optimiser;
use super::task::NO_LIMIT;
use super::{Cubes, Division, Fit, SearchError, Share, Strategy, line_sums};
use crate::bounds::Bounds;
use crate::decision::Decision;
use crate::model::Lit;
use crate::proof::ProofError;
use cases::Cases;
use cuts::ParityCuts;

mod cases;
mod checks;
mod cuts;
#[cfg(test)]
mod tests;

/// The method `parity-cuts`. It fits models that state only parities and whose objective counts
/// their literals.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "parity-cuts",
        summary: "branch and cut on linear programs with cuts from parities, after trying short lists of line sums",
        fit: |model, _| if ParityCuts::suits(model) { Fit::Best } else { Fit::None },
        division: Division::Cubes {
            in_conflicts: false,
            breaks_symmetries: false,
            progress: |cubes| {
                let Cubes { bounded, share, .. } = cubes;
                format!("{bounded} cases, {:.1} % of the tree refuted", 100.0 * share)
            },
            divides: |model, _, _, _| ParityCuts::suits(model),
        },
        needs_cores: false,
        demands: true,
        needs_clauses: true,
        has_proof: |model, _| ParityCuts::suits(model),
    },
    run,
    share: Some(search_share),
    trial: None,
};

/// The limit of a small tree, in updated table entries: about ten milliseconds. At this limit, line
/// sums are tried. With a higher limit, square windows take longer.
const SMALL: u64 = 1 << 23;

/// Returns the parities of the model. Fails with [`SearchError::Strategy`] if the model does not
/// suit this strategy.
fn cuts(optimiser: &Optimiser) -> Result<ParityCuts, SearchError> {
    let (_, _, stop) = optimiser.settings();
    let cuts = Some(optimiser.model()).filter(|model| ParityCuts::suits(model));
    cuts.and_then(|model| ParityCuts::from_model(model, &stop)).ok_or(METHOD.requirement_error(
        "a model that states only parities, as windows have, and an objective that counts literals of these parities",
    ))
}

/// Searches for the optimum or decides the question's bound. The steps are: enumeration, if few
/// answers remain and no proof is written; the root; small trees; short lists of line sums; and the
/// tree. If a proof is written, the search by clauses then decides the bounds that are left
/// undecided. It also does so if the proof cannot derive a refutation of the tree. If no proof is
/// written, bounds that are undecided at a limit stay undecided. Answers and refuted bounds are
/// recorded in `optimiser`. The number of symmetries is recorded only if symmetries are used; they
/// are not used if a proof is written.
///
/// Fails with [`SearchError::Strategy`] if the model does not suit this strategy. Also fails if an
/// encoding, a solver or the proof fails, or if an answer does not pass its check.
fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let cuts = cuts(optimiser)?;
    let (threads, symmetric, _) = optimiser.settings();
    let log = optimiser.log();
    if symmetric && log.is_none() {
        optimiser.record_symmetries(cuts.columns.movements.len());
    }
    if log.is_none() && settle_by_enumeration(&cuts, optimiser)? {
        return Ok(());
    }
    let mut tree = Tree::new(&cuts.columns, &cuts, Branching::by_fraction(), log, symmetric);
    let searched = refute_all(&cuts, &mut tree, optimiser, asked_bound, |tree, asker| {
        Ok(tree.cut_root(asker)?.unwrap_or(Decision::Unknown))
    });
    // Line sums start at the proved limit, so small trees first move this limit towards the
    // question's bound.
    let aims: &[fn(&Optimiser) -> i64] = match optimiser.stated_bound() {
        Some(_) => &[asked_bound, limit],
        None => &[limit],
    };
    let searched = aims.iter().fold(searched, |searched, &aim| {
        searched.and_then(|()| {
            refute_all(&cuts, &mut tree, optimiser, aim, |tree, asker| {
                asker.most_work = SMALL;
                tree.search(asker)
            })
        })
    });
    let searched = searched.and_then(|()| line_sums::search_briefly(optimiser)).and_then(|()| {
        refute_all(&cuts, &mut tree, optimiser, asked_bound, |tree, asker| {
            if threads == 1 || log.is_some() {
                tree.search(asker)
            } else {
                branch_and_cut::search(tree, threads, asker)
            }
        })
    });
    match (searched, log) {
        // If the tree cannot derive a refutation, the search by clauses takes over.
        (Ok(()) | Err(SearchError::Unprovable(ProofError::Cuts)), Some(_)) => {
            line_sums::search_by_clauses(optimiser)
        }
        (searched, _) => searched,
    }
}

/// If elimination leaves few answers, settles the question by them:
///
/// - If the best of these answers is better than the known answers and reaches the question's
///   bound, records it.
/// - If no answer reaches the question's bound, refutes this bound.
/// - If the question asks for the optimum, refutes all values better than the best answer. If there
///   is no answer at all, refutes the worst value.
///
/// Does nothing if elimination leaves many answers. Returns whether the question is then decided or
/// the gap is small enough. Must not be called if a proof is written. Fails if a solver fails, or
/// if the answer does not pass its check.
fn settle_by_enumeration(
    cuts: &ParityCuts,
    optimiser: &mut Optimiser,
) -> Result<bool, SearchError> {
    let decided = optimiser.stated_bound();
    let bound = decided.unwrap_or(optimiser.bounds().worst);
    let refuted = match cuts.best_of_few() {
        Decision::Unknown => None,
        Decision::Unsat(()) => Some(bound),
        Decision::Sat(answer) => {
            let counted = cuts.columns.cost(&answer);
            SolverHost::new(cuts, optimiser, bound).record_answer(&answer)?;
            let best = optimiser.bounds().best;
            match decided {
                Some(bound) => cuts.total(bound).filter(|&most| most < counted).map(|_| bound),
                None if best.is_some_and(|best| cuts.total(best) == Some(counted)) => {
                    optimiser.next_better()
                }
                None => None,
            }
        }
    };
    if let Some(bound) = refuted {
        optimiser.refute(bound);
    }
    Ok(optimiser.is_settled())
}

/// Returns the bound of the question. If the question asks for the optimum, returns the proved
/// limit.
fn asked_bound(optimiser: &Optimiser) -> i64 {
    optimiser.stated_bound().unwrap_or(limit(optimiser))
}

fn limit(optimiser: &Optimiser) -> i64 {
    optimiser.bounds().limit
}

/// Refutes bounds one after another, records them, concludes them in the proof, and reports the
/// progress. `aim` chooses each bound, and `refute` searches the tree for this bound. Ends at the
/// first bound that is not refuted, or that no number of literals gives. Also ends when the
/// question is decided or the gap is small enough, or at a limit or a stop. `refute` records the
/// answers. Fails if `refute` fails, or if the proof cannot state a bound or conclude its
/// refutation.
fn refute_all(
    cuts: &ParityCuts,
    tree: &mut Tree,
    optimiser: &mut Optimiser,
    aim: fn(&Optimiser) -> i64,
    mut refute: impl FnMut(&mut Tree, &mut SolverHost) -> Result<NodeDecision, SearchError>,
) -> Result<(), SearchError> {
    while !optimiser.is_settled() && !optimiser.is_over() {
        let bound = aim(optimiser);
        // No count of true literals gives this value.
        let Some(most) = cuts.total(bound) else { return Ok(()) };
        tree.set_bound(bound, most)?;
        let came = refute(tree, &mut SolverHost::new(cuts, optimiser, bound))?;
        optimiser.report(bound, reported_cubes(tree.progress()));
        let Decision::Unsat(refuted) = came else { return Ok(()) };
        tree.conclude(&refuted)?;
        optimiser.refute(bound);
    }
    Ok(())
}

/// Searches a share of the cases of the next better bound. One task of a plan searches one share.
/// Records answers, but no refuted bound, reports the progress, and writes no proof. Results:
///
/// - `Unsat` if all cases of the share are refuted, or if no number of literals gives the bound.
/// - `Sat` if an answer reaches the bound, or if there is no better bound because the question is
///   decided or the gap is small enough.
/// - `Unknown` at a limit or a stop.
///
/// Fails if the model does not suit this strategy, if a solver fails, or if an answer does not pass
/// its check.
fn search_share(optimiser: &mut Optimiser, share: Share) -> Result<Decision, SearchError> {
    let cuts = cuts(optimiser)?;
    let (_, symmetric, _) = optimiser.settings();
    let Some(bound) = optimiser.next_better() else { return Ok(Decision::Sat(())) };
    let Some(most) = cuts.total(bound) else { return Ok(Decision::Unsat(())) };
    let mut tree = Tree::new(&cuts.columns, &cuts, Branching::by_fraction(), None, false);
    tree.set_bound(bound, most)?;
    let cases = Cases::new(&cuts, symmetric, share);
    let came = cases.search(&mut tree, &mut SolverHost::new(&cuts, optimiser, bound))?;
    optimiser.report(bound, reported_cubes(tree.progress()));
    Ok(came.to_plain())
}

/// Returns the progress of a tree as it is reported.
fn reported_cubes(TreeProgress { programs, refuted, .. }: TreeProgress) -> Cubes {
    Cubes { bounded: programs, left: 0, share: refuted, left_over: None }
}

/// The host of a tree: the solver confirms the answers that the tree finds.
struct SolverHost<'a, 'b> {
    cuts: &'a ParityCuts,
    optimiser: &'a mut Optimiser<'b>,
    /// The bound that the tree refutes.
    bound: i64,
    /// The largest work on the tree, in updated table entries. If the work is larger, the search of
    /// the tree ends undecided.
    most_work: u64,
}

impl<'a, 'b> SolverHost<'a, 'b> {
    fn new(
        cuts: &'a ParityCuts,
        optimiser: &'a mut Optimiser<'b>,
        bound: i64,
    ) -> SolverHost<'a, 'b> {
        SolverHost { cuts, optimiser, bound, most_work: u64::MAX }
    }
}

impl Host for SolverHost<'_, '_> {
    /// Lets the solver confirm an answer, and records it. `answer` has the value of each column. If
    /// the answer is not better than the best known one, or does not reach the question's bound,
    /// ignores it and returns `None`. Returns `Sat` if a confirmed answer makes the best value
    /// reach the tree's bound. Returns `Unknown` if the question is decided in another way, or at a
    /// limit or a stop. Otherwise returns `None`, for example if the solver refutes the answer.
    /// Fails if the solver fails, or if the answer does not pass its check.
    fn record_answer(&mut self, answer: &[bool]) -> Result<Option<NodeDecision>, SearchError> {
        let columns = &self.cuts.columns;
        let counted = columns.cost(answer);
        let known = self.optimiser.bounds().best.and_then(|best| self.cuts.total(best));
        // An answer that does not reach the question's bound is ignored.
        let decided = self.optimiser.stated_bound().and_then(|bound| self.cuts.total(bound));
        if known.is_some_and(|known| known <= counted) || decided.is_some_and(|most| most < counted)
        {
            return Ok(None);
        }
        let lits: Vec<Lit> = columns
            .lits
            .iter()
            .zip(answer)
            .map(|(&lit, is_one)| if *is_one { lit } else { !lit })
            .collect();
        let outcome = self.optimiser.try_assumptions(&lits, NO_LIMIT)?;
        let Bounds { sense, best, .. } = self.optimiser.bounds();
        Ok(match outcome {
            Decision::Sat(()) if best.is_some_and(|best| sense.reaches(best, self.bound)) => {
                Some(Decision::Sat(()))
            }
            Decision::Sat(()) if self.optimiser.is_settled() => Some(Decision::Unknown),
            Decision::Unknown => Some(Decision::Unknown),
            Decision::Sat(()) | Decision::Unsat(()) => None,
        })
    }

    fn is_over(&mut self, progress: TreeProgress) -> bool {
        if progress.work > self.most_work {
            return true;
        }
        self.optimiser.report_throttled(self.bound, reported_cubes(progress));
        self.optimiser.is_over()
    }
}
