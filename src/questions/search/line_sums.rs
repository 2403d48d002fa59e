//! Search by line sums: first the number of literals on each line, then their positions.
//!
//! If the parity of every line is stated, a good answer has one true literal on each odd line, and
//! few other true literals. [`sums`] lists all **profiles**. A profile gives the number of true
//! literals on each line. Each profile is a cube, which the solver usually decides within a few
//! dozen conflicts. For some bounds, dependencies between lines exclude all profiles. The best
//! bound is demanded first: it has the fewest profiles, and is often reached. First, a sample of
//! profiles is tried with few conflicts. Then all profiles are tried, one of each orbit under the
//! symmetries. A proof has a tree of bounds on line sums instead of profiles ([`tree`]).
//!
//! If a bound has too many profiles, the search by clauses takes over. The search by clauses is
//! also better for small boards with many given panes.
//!
//! Tried and dropped: branching on the line sums with a linear program at each node. This took
//! 3,009 nodes of 40 milliseconds each for the 21 × 21 window and left 189 profiles. The arithmetic
//! in [`sums`] leaves only 48 profiles, without branching.

use crate::decision::Decision;

use num_integer::Integer;

use num_traits::ToPrimitive;

use super::method::Method;
use super::optimiser::Optimiser;
use super::task::NO_LIMIT;
use super::{Cubes, Division, Fit, SearchError, Share, Strategy, linear_sat_unsat};
use crate::bounds::Bounds;
use crate::feature;
use crate::model::Model;
use crate::proof::{Log, ProofError};
use crate::stop::Stop;

use counted::CountedLine;
use proof::RefutedSums;
use sums::{LineSums, Profiles};

mod counted;
mod proof;
mod sums;
mod tree;

/// The method `line-sums`. It fits objectives that count literals on lines whose parity is stated.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "line-sums",
        summary: "list the possible numbers of true literals on each line, by parities and geometry, and search each case",
        fit: |model, _| if LineSums::suits(model) { Fit::Best } else { Fit::None },
        division: Division::Cubes {
            in_conflicts: true,
            breaks_symmetries: true,
            progress: |cubes| {
                let Cubes { bounded, left, .. } = cubes;
                format!("{bounded} profiles of line sums listed, {left} given to the solver")
            },
            divides,
        },
        needs_cores: false,
        demands: true,
        needs_clauses: true,
        has_proof: |model, _| LineSums::suits(model),
    },
    run,
    share: Some(search_share),
    trial: None,
};

/// The conflict limit of a sampled profile.
const CONFLICTS: i32 = 1000;

/// The limits of a search by line sums. For one profile, the solver takes a few milliseconds.
struct SumLimits {
    /// The most steps to list the profiles of all bounds together. If they are used up, the
    /// profiles of further bounds are not listed. The 29 × 29 window takes 81 million steps, and
    /// the 33 × 33 window takes only a few thousand.
    steps: u64,
    /// The most sampled profiles of a bound.
    sample: u64,
    /// The most sampled profiles that the solver searches.
    asked: u64,
    /// The most profiles of a bound, up to symmetry, with which all of them are tried. If a bound
    /// has more profiles, it is only sampled.
    profiles: u64,
}

impl SumLimits {
    /// Returns the limits for a full search, by the number of the objective's literals.
    fn for_full_search(literals: u64) -> SumLimits {
        let (steps, sample) = (200 * literals * literals, 2 * literals);
        SumLimits { steps, sample, asked: sample, profiles: 10 * literals }
    }

    /// Returns the limits for the sampling before a tree of bounds. On square windows with sides up
    /// to 33, the sampling found the best answer within 60 calls of the solver. Side 29 was an
    /// exception: it took 187 calls.
    fn for_sampling(literals: u64) -> SumLimits {
        SumLimits { asked: literals / 3, ..SumLimits::for_full_search(literals) }
    }
}

/// Searches by line sums. If a proof is written, the search by clauses then decides the bounds that
/// line sums leave undecided.
fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let sums = line_sums(optimiser)?;
    search(sums, SumLimits::for_full_search, optimiser)?;
    if optimiser.log().is_some() { search_by_clauses(optimiser) } else { Ok(()) }
}

/// Searches by line sums within the limits `means`. Records answers and refuted bounds in
/// `optimiser`. If a proof is written, the limits of a full search are used instead. Does nothing
/// if `sums` is `None`. If no answer is known and the question states no bound, first searches for
/// any answer, and ends if none is found. Bounds that cannot be decided within the limits or before
/// a stop stay undecided. Fails if an encoding, a solver or the check of an answer fails; a stop
/// during an encoding is such a failure. If a proof is written, also fails if the proof fails, but
/// not with [`ProofError::Sums`].
fn search(
    sums: Option<LineSums>,
    means: fn(u64) -> SumLimits,
    optimiser: &mut Optimiser,
) -> Result<(), SearchError> {
    match (sums, optimiser.log()) {
        (Some(sums), None) => SumSearch::with_limits(means, &sums, optimiser).run(optimiser),
        (Some(sums), Some(log)) => {
            SumSearch::with_limits(SumLimits::for_full_search, &sums, optimiser)
                .refute_with_proof(optimiser, log)
        }
        (None, _) => Ok(()),
    }
}

/// If the question is not decided yet and no limit is reached, searches by clauses.
pub(super) fn search_by_clauses(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    if optimiser.is_settled() || optimiser.is_over() {
        Ok(())
    } else {
        linear_sat_unsat::run(optimiser)
    }
}

/// Searches by line sums within the limits of [`SumLimits::for_sampling`]. If a proof is written,
/// uses the limits of a full search instead, as [`run`] does. Does nothing if the model does not
/// suit this search, if the question is already decided, or if a limit is reached.
pub(super) fn search_briefly(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let (_, _, stop) = optimiser.settings();
    let is_open = !optimiser.is_settled() && !optimiser.is_over();
    let model = Some(optimiser.model()).filter(|model| is_open && LineSums::suits(model));
    let sums = model.and_then(|model| LineSums::from_model(model, &stop));
    search(sums, SumLimits::for_sampling, optimiser)
}

/// Returns whether the profiles of every bound from the proved limit to `decided`, both included,
/// can be listed within the limits. The steps of a full search must suffice for all these bounds
/// together. `decided` must not be better than the proved limit. Returns `false` at a stop, if the
/// model has no line sums, or if no number of literals gives one of the bounds.
fn divides(model: &Model, bounds: Bounds, decided: i64, stop: &Stop) -> bool {
    let Some(sums) = LineSums::from_model(model, stop) else { return false };
    let mut steps = SumLimits::for_full_search(sums.literals()).steps;
    let asked = std::iter::successors(Some(bounds.limit), |&bound| bounds.worse_than(bound));
    asked
        .take_while(|&bound| bounds.sense.reaches(bound, decided))
        .all(|bound| SumSurvey::new(&sums, bound, Share::ALL, &mut steps, stop).is_some())
}

/// Searches a share of the profiles of each bound, from the proved limit to the bound that the
/// question states. After the proved limit, leaves out the bounds that the best answer already
/// reaches. Returns `Unsat` if all of them are refuted. Returns `Sat` at the first answer, and
/// records this answer. Returns `Unknown` if a limit ends the search. Does not record refuted
/// bounds. Fails in these cases:
///
/// - The model has no line sums, or quarrel was built without linear programs.
/// - A bound has too many profiles to list, or no number of literals gives it.
/// - An encoding, a solver or the check of an answer fails.
fn search_share(optimiser: &mut Optimiser, share: Share) -> Result<Decision, SearchError> {
    match line_sums(optimiser)? {
        Some(sums) => {
            SumSearch::with_limits(SumLimits::for_full_search, &sums, optimiser).search_share(optimiser, share)
        }
        None if optimiser.is_over() => Ok(Decision::Unknown),
        None => Err(METHOD.requirement_error(
            "lines that cover every counted literal, and linear relations between their sums with small coefficients",
        )),
    }
}

/// Returns the line sums of the model. Returns `None` if numbers grow too large, if a partition
/// does not have each literal exactly once, or if a line has no possible sum. After a stop, the
/// line sums are weaker. Fails if quarrel was built without linear programs, or if the model does
/// not suit the strategy.
fn line_sums(optimiser: &Optimiser) -> Result<Option<LineSums>, SearchError> {
    if !feature::LP.is_built() {
        return Err(METHOD.requirement_error("a build of quarrel with the feature `lp`"));
    }
    if !LineSums::suits(optimiser.model()) {
        let needs = "an objective that counts the literals on lines whose parity is stated";
        return Err(METHOD.requirement_error(needs));
    }
    let (_, _, stop) = optimiser.settings();
    Ok(LineSums::from_model(optimiser.model(), &stop))
}

/// A bound with its profiles, and the progress of the search through these profiles.
struct SumSurvey {
    /// The value that answers must reach.
    bound: i64,
    /// The share whose profiles are searched. Profiles of other shares count as refuted.
    share: Share,
    /// The number of literals that the bound allows in addition to those that every answer needs.
    left_over: f64,
    /// All profiles of the bound, including those of other shares.
    profiles: Profiles,
    /// The number of profiles tried so far. The index of the next profile is the index of the
    /// previous profile plus `stride`, modulo the number of profiles.
    tried: u64,
    /// The distance between the indices of profiles that are tried in succession. It is coprime to
    /// the number of profiles.
    stride: u64,
    /// The indices of the profiles for which the search of the sample reached the conflict limit.
    open: Vec<u64>,
    /// The number of searches by the solver for this bound.
    asked: u64,
}

impl SumSurvey {
    /// Lists the profiles of a bound. The list has the profiles of all shares; `share` is only
    /// recorded for the search. Lowers `steps` by the steps taken, even if it returns `None`.
    /// Returns `None` if `steps` does not suffice, if there are too many profiles, if no number of
    /// literals gives the bound, or if a stop is requested.
    fn new(
        sums: &LineSums,
        bound: i64,
        share: Share,
        steps: &mut u64,
        stop: &Stop,
    ) -> Option<SumSurvey> {
        let total = sums.total(bound)?;
        let profiles = sums.profiles(total, steps, stop)?;
        let left_over = sums.left_over(total);
        let stride = stride(profiles.number());
        let (tried, open, asked) = (0, Vec::new(), 0);
        Some(SumSurvey { bound, share, left_over, profiles, tried, stride, open, asked })
    }

    /// Returns the index (from 0) of the next profile, and counts it as tried. Returns `None` if
    /// all profiles have been tried once. The order spreads successive indices over the whole list.
    fn next(&mut self) -> Option<u64> {
        let number = self.profiles.number();
        if self.tried == number {
            return None;
        }
        let place = u128::from(self.tried) * u128::from(self.stride) % u128::from(number);
        self.tried += 1;
        Some(u64::try_from(place).expect("an index is less than a 64-bit number"))
    }

    /// Returns the progress of the survey as it is reported.
    fn cubes(&self) -> Cubes {
        let number = self.profiles.number();
        let done = self.tried - self.open.len() as u64;
        let share = if number == 0 { 1.0 } else { done as f64 / number as f64 };
        Cubes { bounded: number, left: self.asked, share, left_over: Some(self.left_over.max(0.0)) }
    }
}

/// Returns the least integer that is at least 0.618 · `number` (the golden section) and coprime to
/// `number`.
fn stride(number: u64) -> u64 {
    let golden = (number as f64 * 0.618_033_988_749_894_9).to_u64().unwrap_or(1);
    (golden.max(1)..).find(|step| step.gcd(&number) == 1).expect("number + 1 is coprime to number")
}

/// A search by line sums in progress.
struct SumSearch<'a> {
    sums: &'a LineSums,
    /// The counters over the lines, in the order of the lines in `sums`.
    lines: Vec<CountedLine>,
    /// Whether a profile is skipped if a symmetry maps it to a smaller profile.
    symmetric: bool,
    /// The limits. When the profiles of a bound are listed, `steps` is lowered.
    means: SumLimits,
    stop: Stop,
}

impl<'a> SumSearch<'a> {
    /// Returns a search by these line sums, within the limits that `means` gives for the number of
    /// literals. Symmetries are used only if the task breaks symmetries and no proof is written.
    /// Records the number of symmetries if they are used.
    fn with_limits(
        means: fn(u64) -> SumLimits,
        sums: &'a LineSums,
        optimiser: &mut Optimiser,
    ) -> SumSearch<'a> {
        let (_, symmetric, stop) = optimiser.settings();
        // If a proof is written, its clauses break the symmetries. But they use another order than
        // the order of profiles.
        let symmetric = symmetric && optimiser.log().is_none();
        if symmetric {
            optimiser.record_symmetries(sums.symmetries());
        }
        let lines =
            sums.lines().iter().map(|line| CountedLine::new(&line.lits, optimiser)).collect();
        let (lines, means) = (lines, means(sums.literals()));
        SumSearch { sums, lines, symmetric, means, stop }
    }

    /// Samples each bound that is better than the best answer, from the proved limit on. Then
    /// refutes these bounds in the same order, by searching all of their profiles, up to the first
    /// bound with too many profiles. Records each refuted bound. If no answer is known and the
    /// question states no bound, first demands any answer, and ends if there is none. Ends early if
    /// a limit is reached or a profile is not refuted. If the profiles of a bound cannot be listed,
    /// this bound and all later ones stay undecided. Fails if an encoding, a solver or the check of
    /// an answer fails.
    fn run(&mut self, optimiser: &mut Optimiser) -> Result<(), SearchError> {
        if !ensure_answer(optimiser)? {
            return Ok(());
        }
        let (mut surveys, mut all_listed) = (Vec::new(), true);
        let mut bound = Some(optimiser.bounds().limit);
        while let Some(tried) = bound.filter(|_| !optimiser.is_settled()) {
            let Some(mut survey) = self.list_profiles(tried, Share::ALL) else { break };
            if self.sample(optimiser, &mut survey)? == Decision::Unknown {
                return Ok(());
            }
            // If a bound has too many profiles, every worse bound has too many profiles, too.
            all_listed &= self.affords(&survey);
            if all_listed {
                surveys.push(survey);
            }
            bound = optimiser.next_worse(tried);
        }
        for mut survey in surveys {
            if optimiser.is_settled()
                || self.search_profiles(optimiser, &mut survey)? != Decision::Unsat(())
            {
                return Ok(());
            }
            optimiser.refute(survey.bound);
        }
        Ok(())
    }

    /// Samples each bound that is better than the best answer, from the proved limit on. Refutes
    /// each of them by a tree of line sums, and records the refuted bound. After a bound with too
    /// many profiles or with an answer, the next bounds are only sampled. If no answer is known and
    /// the question states no bound, first demands any answer, and ends if there is none.
    ///
    /// Ends without an error in these cases: profiles cannot be listed, a limit is reached, or the
    /// tree does not refute a bound or cannot derive its refutation. The search by clauses must
    /// then go on. Fails after all other errors.
    fn refute_with_proof(
        &mut self,
        optimiser: &mut Optimiser,
        log: &'a Log,
    ) -> Result<(), SearchError> {
        if !ensure_answer(optimiser)? {
            return Ok(());
        }
        // If a bound is not refuted, no worse bound can be refuted.
        let (mut bound, mut all_refuted) = (Some(optimiser.bounds().limit), true);
        let mut proof: Option<RefutedSums> = None;
        while let Some(tried) = bound.filter(|_| !optimiser.is_settled()) {
            let Some(mut survey) = self.list_profiles(tried, Share::ALL) else { break };
            let sampled = self.sample(optimiser, &mut survey)?;
            if sampled == Decision::Unknown {
                return Ok(());
            }
            all_refuted &= sampled == Decision::Unsat(()) && self.affords(&survey);
            if all_refuted {
                match self.refute_by_tree(&mut proof, log, optimiser, (tried, survey.cubes())) {
                    Ok(Decision::Unsat(())) => optimiser.refute(tried),
                    // If the tree cannot derive a refutation, the search by clauses takes over.
                    Ok(Decision::Sat(()) | Decision::Unknown)
                    | Err(SearchError::Unprovable(ProofError::Sums)) => break,
                    Err(error) => return Err(error),
                }
            }
            bound = optimiser.next_worse(tried);
        }
        Ok(())
    }

    /// Refutes a bound by a tree, but does not record the bound. `proof` is created for the first
    /// bound, and used again for the next ones. `cubes` is the progress so far, for reports.
    /// Returns the same results as [`tree::refute`]: `Unsat` if the bound is refuted, `Sat` if an
    /// answer is found, and otherwise `Unknown`. Fails with [`ProofError::Sums`] if the proof
    /// cannot derive a bound or a refutation. Also fails if an encoding, a solver or the check of
    /// an answer fails.
    fn refute_by_tree(
        &mut self,
        proof: &mut Option<RefutedSums<'a>>,
        log: &'a Log,
        optimiser: &mut Optimiser,
        (bound, cubes): (i64, Cubes),
    ) -> Result<Decision, SearchError> {
        let proof = match proof {
            Some(proof) => {
                proof.set_bound(bound)?;
                proof
            }
            None => proof.insert(RefutedSums::new(log, bound, self.sums)?),
        };
        tree::refute((self.sums, &mut self.lines), optimiser, proof, (bound, cubes))
    }

    /// Searches every profile of the share for each bound, from the proved limit to the bound that
    /// the question states. After the proved limit, leaves out the bounds that the best answer
    /// already reaches. Returns `Unsat` if all profiles are refuted. Otherwise returns the result
    /// of the first profile that is not refuted. Returns `Unknown` if a stop ends the listing. Does
    /// not record refuted bounds. Fails if a bound has too many profiles to list, if no number of
    /// literals gives the bound, or if a solver, an encoding or the check of an answer fails.
    fn search_share(
        &mut self,
        optimiser: &mut Optimiser,
        share: Share,
    ) -> Result<Decision, SearchError> {
        let mut bound = Some(optimiser.bounds().limit);
        while let Some(tried) = bound {
            let Some(mut survey) = self.list_profiles(tried, share) else {
                let needs = "profiles of line sums that are few enough to be listed";
                let is_stopped = self.stop.is_reached();
                return if is_stopped {
                    Ok(Decision::Unknown)
                } else {
                    Err(METHOD.requirement_error(needs))
                };
            };
            let outcome = self.search_profiles(optimiser, &mut survey)?;
            if outcome != Decision::Unsat(()) {
                return Ok(outcome);
            }
            bound = optimiser.next_worse(tried);
        }
        Ok(Decision::Unsat(()))
    }

    /// Returns whether the profiles of a bound, up to symmetry, are few enough to try all of them.
    fn affords(&self, survey: &SumSurvey) -> bool {
        let orbit = if self.symmetric { self.sums.symmetries() as u64 + 1 } else { 1 };
        survey.profiles.number() / orbit <= self.means.profiles
    }

    /// Lists the profiles of a bound, and lowers the steps that are left for other bounds. Returns
    /// `None` if there are too many profiles, if no number of literals gives the bound, or if a
    /// stop is requested.
    fn list_profiles(&mut self, bound: i64, share: Share) -> Option<SumSurvey> {
        SumSurvey::new(self.sums, bound, share, &mut self.means.steps, &self.stop)
    }

    /// Tries a sample of the profiles, each within [`CONFLICTS`] conflicts, and reports the
    /// progress. Ends after `means.sample` profiles, or after `means.asked` searches by the solver.
    /// Returns `Sat` at the first answer, and `Unknown` if a limit of the whole search ends the
    /// sampling. Returns `Unsat` if no answer was found. This does not refute the bound:
    /// `survey.open` then has the profiles that were tried and are undecided, and some profiles can
    /// be untried. Fails if an encoding, a solver or the check of an answer fails.
    fn sample(
        &mut self,
        optimiser: &mut Optimiser,
        survey: &mut SumSurvey,
    ) -> Result<Decision, SearchError> {
        optimiser.report(survey.bound, survey.cubes());
        let mut came = Decision::Unsat(());
        for _ in 0..self.means.sample {
            if survey.asked >= self.means.asked {
                break;
            }
            let Some(number) = survey.next() else { break };
            match self.search_profile(optimiser, survey, number, CONFLICTS)? {
                Decision::Unsat(()) => {}
                Decision::Unknown if !optimiser.is_over() => survey.open.push(number),
                decided => {
                    came = decided;
                    break;
                }
            }
        }
        optimiser.report(survey.bound, survey.cubes());
        Ok(came)
    }

    /// Searches the untried profiles of a bound, and then the profiles that the sample left
    /// undecided. These searches have no conflict limit of their own. Reports the progress. Returns
    /// `Unsat` if all profiles are refuted. Otherwise returns the result of the first profile that
    /// is not refuted. Does not record the refuted bound. Fails if an encoding, a solver or the
    /// check of an answer fails.
    fn search_profiles(
        &mut self,
        optimiser: &mut Optimiser,
        survey: &mut SumSurvey,
    ) -> Result<Decision, SearchError> {
        while let Some(number) = survey.next().or_else(|| survey.open.pop()) {
            let tried = self.search_profile(optimiser, survey, number, NO_LIMIT)?;
            if tried != Decision::Unsat(()) {
                return Ok(tried);
            }
            optimiser.report_throttled(survey.bound, survey.cubes());
        }
        optimiser.report(survey.bound, survey.cubes());
        Ok(Decision::Unsat(()))
    }

    /// Searches the profile with the index `number`, within a limit of `conflicts`, and records an
    /// answer. Returns `Unsat` without a search if the profile belongs to another share. The same
    /// is done if symmetries are used, and one of them maps the profile to a smaller one. Otherwise
    /// counts the search in `survey.asked`, and returns `Unknown` at the limit or a stop. Fails if
    /// an encoding, a solver or the check of an answer fails.
    fn search_profile(
        &mut self,
        optimiser: &mut Optimiser,
        survey: &mut SumSurvey,
        number: u64,
        conflicts: i32,
    ) -> Result<Decision, SearchError> {
        let profile = survey.profiles.get(number);
        let is_left_to_others = !survey.share.contains(&profile);
        if is_left_to_others || self.symmetric && !self.sums.is_lex_leader(&profile) {
            return Ok(Decision::Unsat(()));
        }
        survey.asked += 1;
        let mut cube = Vec::new();
        for (line, &sum) in self.lines.iter_mut().zip(&profile) {
            cube.extend(line.demands(sum, optimiser)?);
        }
        optimiser.try_assumptions(&cube, conflicts)
    }
}

/// If no answer is known and the question states no bound, demands any answer. Returns `false` if
/// this demand finds no answer; the search must then end.
fn ensure_answer(optimiser: &mut Optimiser) -> Result<bool, SearchError> {
    let worst = optimiser.bounds().worst;
    let asks = optimiser.bounds().best.is_none() && optimiser.stated_bound().is_none();
    Ok(!asks || optimiser.demand(worst)? == Decision::Sat(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stride_comes_by_every_place() {
        for number in 1..200 {
            let step = stride(number);
            let mut places: Vec<u64> = (0..number).map(|index| index * step % number).collect();
            places.sort_unstable();
            assert_eq!(places, (0..number).collect::<Vec<_>>());
        }
    }
}
