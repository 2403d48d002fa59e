//! The common basis of all strategies. It has one formula, solvers that share the work, and a
//! record of bounds and answers. Bounds are demanded by assumptions. The clauses of a bound are
//! written when it is first demanded.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::lookahead::Lookahead;
use super::record::SearchRecord;
use super::task::NO_LIMIT;
use super::workers::Workers;
use super::{Cubes, Cuts, SearchError, Task, start};
use crate::bounds::Bounds;
use crate::decision::Decision;
use crate::encode::{
    Bound, Clauses, Collect, CostConversion, CountedPart, EncodeRefusal, Formula, GroupSize,
    to_rustsat,
};
use crate::model::{Lit, Model, Values};
use crate::prepare;
use crate::problem::CheckedAnswer;
use crate::proof::{KeptClauses, Log};
use crate::stop::Stop;

/// While a bound is tried, the progress of its cubes is reported. This is the least time between
/// two of these reports.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);

/// The search for an optimum by a strategy. At a stop, the functions that encode fail with
/// [`SearchError::Stopped`]. This error ends the strategy.
pub struct Optimiser<'a> {
    task: &'a Task<'a>,
    model: Model,
    /// The encoding of the model, which also encodes bounds on demand.
    formula: Formula,
    /// The solvers. They have the same clauses, and divide the work on each call among them.
    workers: Workers,
    pub(super) record: SearchRecord<'a>,
    /// The bounds that were demanded before, so that their clauses are already written.
    written: HashSet<i64>,
    /// The time of the last published report of cubes.
    reported: Instant,
    /// The number of the record's fixed literals that the solvers have as clauses.
    given: usize,
    /// A limit of conflicts in addition to that of the task; `None` if there is none.
    most_conflicts: Option<u64>,
}

/// The distance of the next tried bound from the proved bound. For a count, it is always 0. A
/// weighted sum can have too many values to try each of them, so each refutation doubles the
/// distance.
pub struct Stride {
    /// The distance of the next tried bound from the proved bound, in steps between possible
    /// values.
    steps: i64,
    /// Whether each refutation doubles the distance. This is true if the objective is a weighted
    /// sum.
    doubles: bool,
}

impl Stride {
    /// Returns a stride with the distance 0: the first tried bound is the best value that is still
    /// possible.
    pub fn new(optimiser: &Optimiser) -> Stride {
        let objective = optimiser.model.objective();
        Stride { steps: 0, doubles: objective.is_some_and(|one| one.weighted_sum().is_some()) }
    }

    /// Returns the next bound to try. If an answer is known, the bound is better than the value of
    /// this answer.
    pub fn bound(&self, optimiser: &Optimiser) -> i64 {
        optimiser.bounds().relaxed_limit(self.steps)
    }

    /// Doubles the distance if the objective is a weighted sum; after 0, the distance is 1. If the
    /// objective is a count, does nothing.
    pub fn lengthen(&mut self) {
        if self.doubles {
            self.steps = (2 * self.steps.min(i64::MAX / 4)).max(1);
        }
    }
}

impl<'a> Optimiser<'a> {
    /// Returns a search that starts with the bounds and the answer in `record`. It has demanded no
    /// bound and found no solution yet. `workers` must already have the clauses of `formula`.
    pub(super) fn new(
        task: &'a Task<'a>,
        model: Model,
        formula: Formula,
        workers: Workers,
        record: SearchRecord<'a>,
    ) -> Optimiser<'a> {
        Optimiser {
            task,
            model,
            formula,
            workers,
            record,
            written: HashSet::new(),
            reported: Instant::now(),
            given: 0,
            most_conflicts: None,
        }
    }
}

impl Optimiser<'_> {
    /// Returns the bounds proved and reached so far.
    pub fn bounds(&self) -> Bounds {
        self.record.bounds()
    }

    /// Returns whether the question is decided or the gap is small enough.
    pub fn is_settled(&self) -> bool {
        self.record.is_settled()
    }

    /// Returns the next value to demand. If there is an answer, this is the next value better than
    /// the value of the best answer. If there is no answer yet, it is the question's bound. If the
    /// question states no bound either, it is the worst possible value. Returns `None` if the
    /// question is decided, if the gap is small enough, or if no value is better.
    pub fn next_better(&self) -> Option<i64> {
        let bounds = self.bounds();
        match bounds.best {
            _ if self.is_settled() => None,
            None => Some(self.stated_bound().unwrap_or(bounds.worst)),
            Some(best) => bounds.better_than(best),
        }
    }

    /// Returns the bound that the question states, rounded to a possible value that is at least as
    /// good. Returns `None` if the question states no bound.
    pub fn stated_bound(&self) -> Option<i64> {
        self.record.decided.map(|bound| self.bounds().round_to_better(bound))
    }

    /// Returns the next bound worse than `bound`. Returns `None` if an answer reaches this next
    /// bound, or if the next bound is worse than the bound that the question states.
    pub fn next_worse(&self, bound: i64) -> Option<i64> {
        let bounds = self.bounds();
        let next = bounds.worse_than(bound).filter(|&next| !self.record.has_reached(next))?;
        let is_asked = self.stated_bound().is_none_or(|asked| bounds.sense.reaches(next, asked));
        is_asked.then_some(next)
    }

    /// Searches for an answer at least as good as `bound`. Records the result, which is the answer
    /// or the refuted bound. While it searches, the published finding names this bound as the one
    /// that is tried. Returns `Unknown` if a limit or a stop ends the search.
    ///
    /// # Errors
    ///
    /// If an encoding, a solver or a proof fails, or if an answer does not pass its check.
    pub fn demand(&mut self, bound: i64) -> Result<Decision, SearchError> {
        self.demand_within(bound, NO_LIMIT)
    }

    /// Searches for an answer at least as good as `bound` within a number of conflicts. An external
    /// solver ignores this number. Records the result, which is the answer or the refuted bound,
    /// also in the proof. While it searches, the published finding names this bound as the one that
    /// is tried. Returns `Unknown` at the limit of conflicts, at another limit, or at a stop.
    ///
    /// # Errors
    ///
    /// If an encoding, a solver or a proof fails, if an answer does not pass its check, or if a
    /// stop ends the encoding ([`SearchError::Stopped`]).
    pub fn demand_within(&mut self, bound: i64, conflicts: i32) -> Result<Decision, SearchError> {
        self.record.finding.trying = Some(bound);
        self.record.publish();
        let demands = self.encode_bound(bound)?;
        let tried = self.try_assumptions(&demands, conflicts)?;
        if tried == Decision::Unsat(()) {
            if let Some(log) = self.task.log() {
                log.conclude_refutation()?;
            }
            self.record.refute(bound);
        }
        Ok(tried)
    }

    /// Demands the best possible value, and then worse values. For a weighted sum, the distances
    /// between these values grow. Ends if the question is decided, if the gap is small enough, or
    /// if a value is not refuted within `conflicts` conflicts. Each refuted value is recorded as a
    /// bound. An answer is recorded, too, and ends the call.
    ///
    /// # Errors
    ///
    /// If an encoding, a solver or a proof fails, if an answer does not pass its check, or if a
    /// stop ends the encoding.
    pub fn prove_easy_bounds(&mut self, conflicts: i32) -> Result<(), SearchError> {
        let mut stride = Stride::new(self);
        while !self.is_settled() {
            if self.demand_within(stride.bound(self), conflicts)? != Decision::Unsat(()) {
                break;
            }
            stride.lengthen();
        }
        Ok(())
    }

    /// Searches for an answer under assumptions within a number of conflicts. An external solver
    /// ignores this number. If the answer is better than all before it, records it, also in the proof. If it does not reach the
    /// question's bound, the finding gets only its value. A refutation is not recorded, but if it
    /// is by an external solver, the claims then rest on this solver. Returns `Unknown` at a limit
    /// or a stop. Panics if an answer is found and the problem has no objective.
    ///
    /// # Errors
    ///
    /// If a solver fails, or the answer does not pass its check.
    pub fn try_assumptions(
        &mut self,
        assumptions: &[Lit],
        conflicts: i32,
    ) -> Result<Decision, SearchError> {
        let outcome = self.solve_within(assumptions, conflicts)?;
        let mut found = None;
        if outcome == Decision::Sat(()) {
            let values = self.workers.values(self.model.labels().len());
            found = self.record_solution(&values)?;
        }
        self.improve_locally(found.as_ref())?;
        Ok(outcome)
    }

    /// Records the answer that a solution of the model shows if it is better than all before it, also
    /// in the proof, and returns it. If it does not reach the question's bound, the finding gets only
    /// its value. Returns `None` if the answer is not better. Panics if the problem has no objective.
    ///
    /// # Errors
    ///
    /// If the solution shows no answer, or if the answer does not pass its check.
    pub fn record_solution(
        &mut self,
        values: &Values,
    ) -> Result<Option<CheckedAnswer>, SearchError> {
        let answer = self.task.answer(&self.model, values)?;
        let value = answer.value().expect("an answer has a value if the problem has an objective");
        if !self.record.improve(answer.clone(), value) {
            return Ok(None);
        }
        if let Some(log) = self.task.log() {
            log.record_answer(values);
        }
        Ok(Some(answer))
    }

    /// Lets local search continue, from `found` if this is a new best answer. Records a better answer,
    /// also in the proof. Does nothing without a local search, if it gets no share of the solver's work
    /// yet, or if the question is settled. If a proof is written, does not use an answer for which no
    /// solution of the model is found soon. Fails if the model cannot be encoded for this.
    fn improve_locally(&mut self, found: Option<&CheckedAnswer>) -> Result<(), SearchError> {
        let (ticks, is_settled) = (self.ticks(), self.is_settled());
        let Some(local) = self.record.local.as_mut().filter(|_| !is_settled) else { return Ok(()) };
        if let Some(found) = found {
            local.start_at(found);
        }
        let statistics = &mut self.record.finding.statistics;
        let better = statistics.solving.time(|| local.improve(ticks));
        statistics.local = Some(local.progress());
        let Some((answer, value)) = better.filter(|&(_, value)| !self.record.has_reached(value))
        else {
            return Ok(());
        };
        if let Some(log) = self.task.log() {
            let Some(values) = start::find_solution(&answer, value, self.task, &self.model)? else {
                return Ok(());
            };
            log.record_answer(&values);
        }
        self.record.improve(answer, value);
        Ok(())
    }

    /// Searches for a solution under assumptions, within a number of conflicts. An external solver
    /// ignores this number. Does not record the answer that the solution shows. Returns `Unknown`
    /// at a limit or a stop. If the task's conflict limit or the stop is already reached, does not
    /// call the solver. Publishes the finding before the first call of the solver. Before and after
    /// the call, reads the facts of a search that runs beside this one. Adds the time
    /// and the work to the statistics. If an external solver refutes the assumptions, records that
    /// the claims rest on the statement of this solver.
    ///
    /// # Errors
    ///
    /// If a solver fails.
    pub fn solve_within(
        &mut self,
        assumptions: &[Lit],
        conflicts: i32,
    ) -> Result<Decision, SearchError> {
        self.record.adopt();
        self.give_fixed();
        let spent = self.record.finding.statistics.effort.conflicts;
        let Some(conflicts) = self.remaining_conflicts(conflicts, spent) else {
            return Ok(Decision::Unknown);
        };
        if self.task.stop.is_reached() {
            return Ok(Decision::Unknown);
        }
        self.record.publish_before_solving();
        let statistics = &mut self.record.finding.statistics;
        let verdict = statistics.solving.time(|| self.workers.solve(assumptions, conflicts));
        statistics.effort = self.workers.effort();
        if let Some(trouble) = self.workers.take_error() {
            return Err(trouble.into());
        }
        if verdict == Decision::Unsat(()) {
            self.record.finding.record_ground(&self.task.solver);
        }
        self.record.adopt();
        Ok(verdict)
    }

    /// Adds the literals that are true in every better answer to the solvers, if there are new ones.
    fn give_fixed(&mut self) {
        if self.record.fixed.len() > self.given {
            let mut clauses = Clauses::new();
            self.record.fixed.iter().for_each(|&lit| clauses.push(&[to_rustsat(lit)]));
            self.workers.add(&clauses);
            self.given = self.record.fixed.len();
        }
    }

    /// Records the literals that the solvers have found out to be true in every better answer. Does
    /// nothing if a proof is written, or if the search has no clauses.
    pub(super) fn learn_fixed(&mut self) {
        if self.task.listener.is_none() && self.record.finding.strategy.needs_clauses {
            let lits = self.workers.implied_literals(self.model.labels().len());
            self.record.fix(lits);
        }
    }

    /// Limits the conflicts of the whole search, in addition to the task's limit.
    pub fn limit_conflicts(&mut self, conflicts: u64) {
        self.most_conflicts = Some(conflicts);
    }

    /// Returns the number of conflicts that a call is allowed: `conflicts`, or less if a limit leaves
    /// less after `spent` conflicts. Returns `None` if a limit is reached.
    fn remaining_conflicts(&self, conflicts: i32, spent: u64) -> Option<i32> {
        let left = match self.most_conflicts {
            None => conflicts,
            Some(most) => {
                let left = most.checked_sub(spent).filter(|&left| left > 0)?;
                conflicts.min(i32::try_from(left).unwrap_or(NO_LIMIT))
            }
        };
        self.task.remaining_conflicts(left, spent)
    }

    /// Returns the assumptions that demand a bound, and adds the clauses of the bound to the
    /// solvers. If every answer reaches the bound, returns an empty list and adds nothing. At a
    /// given bound, deductions can fix literals. At the first demand of the bound, also adds
    /// clauses by which the assumptions imply these literals. Fails if the bound cannot be encoded
    /// or derived, or if a stop is requested. After a failure, no clauses are added, but the first
    /// demand of the bound counts as made.
    fn encode_bound(&mut self, bound: i64) -> Result<Vec<Lit>, SearchError> {
        if self.bounds().imply(bound) {
            return Ok(Vec::new());
        }
        let is_new = self.written.insert(bound);
        let fixed = prepare::literals_at(&self.record.finding.prepared.deductions, bound);
        let before = self.formula.variables();
        let mut clauses = Clauses::new();
        let demands =
            self.encode_into(&mut clauses, KeptClauses::All, |formula, clauses, stop| {
                formula.bound(bound, clauses, stop)
            })?;
        if is_new {
            let need = self.task.need_of_deduced();
            self.encode_into(&mut clauses, need, |formula, clauses, stop| {
                formula.imply(&demands, &fixed, clauses, stop)
            })?;
        }
        self.add_clauses(&clauses, before);
        Ok(demands)
    }

    /// Calls `write`, which encodes clauses, and returns the result of this call. Adds the clauses
    /// to the solvers. If there is a lookahead, adds them to the lookahead, too. If a proof is
    /// written, derives the clauses in it, and fails if a clause has no derivation. Also fails if
    /// `write` fails or a stop is requested. After a failure, no clauses are added.
    fn add<T>(
        &mut self,
        write: impl FnOnce(&mut Formula, &mut dyn Collect, &Stop) -> Result<T, EncodeRefusal>,
    ) -> Result<T, SearchError> {
        let before = self.formula.variables();
        let mut clauses = Clauses::new();
        let written = self.encode_into(&mut clauses, KeptClauses::All, write)?;
        self.add_clauses(&clauses, before);
        Ok(written)
    }

    /// Calls `write`, which encodes clauses into `clauses`, and returns the result of this call.
    /// Adds the time to the statistics. If a proof is written, derives the clauses in it. `need`
    /// states whether a clause without a derivation is a failure or is dropped. Does not add the
    /// clauses to the solvers. Fails if `write` fails, if a needed clause has no derivation, or if
    /// a stop is requested.
    fn encode_into<T>(
        &mut self,
        clauses: &mut Clauses,
        need: KeptClauses,
        write: impl FnOnce(&mut Formula, &mut dyn Collect, &Stop) -> Result<T, EncodeRefusal>,
    ) -> Result<T, SearchError> {
        let statistics = &mut self.record.finding.statistics;
        statistics.encoding.time(|| {
            let (formula, stop) = (&mut self.formula, &self.task.stop);
            self.task.write_and_derive(clauses, need, |clauses| write(formula, clauses, stop))
        })
    }

    /// Adds the clauses of a bound to the solvers. If there is a lookahead, adds them to the
    /// lookahead, too. Adds their sizes to the statistics, in all and in the group "bound". If
    /// there are clauses, also records the encodings of bounds that were used. `before` is the
    /// number of variables before these clauses were written.
    fn add_clauses(&mut self, clauses: &Clauses, before: usize) {
        let statistics = &mut self.record.finding.statistics;
        let added = self.formula.variables() - before;
        statistics.variables += added;
        statistics.count_clauses(clauses.size());
        if !clauses.is_empty() {
            statistics.settled.add(&self.formula.bounded);
        }
        let size = GroupSize { constraints: 1, variables: added, clauses: clauses.len() };
        statistics.group("bound").add(size);
        self.workers.add(clauses);
    }
}

/// Methods for searches by cubes.
impl<'a> Optimiser<'a> {
    /// Searches a cube for an answer at least as good as `bound`. A refutation is not recorded,
    /// because it holds only for the cube.
    ///
    /// # Errors
    ///
    /// If an encoding, a solver or a proof fails, or if an answer does not pass its check.
    pub fn demand_in_cube(&mut self, cube: &[Lit], bound: i64) -> Result<Decision, SearchError> {
        let demands = self.encode_bound(bound)?;
        self.try_assumptions(&[&demands, cube].concat(), NO_LIMIT)
    }

    /// Records that no answer is as good as `bound`.
    pub fn refute(&mut self, bound: i64) {
        self.record.refute(bound);
    }

    /// Returns the log of the proof, if one is written.
    pub fn log(&self) -> Option<&'a Log> {
        self.task.log()
    }

    /// Returns whether propagation refutes a cube together with the demands of a bound.
    ///
    /// # Errors
    ///
    /// If the bound cannot be encoded or derived.
    pub fn contradicts(&mut self, cube: &[Lit], bound: i64) -> Result<bool, SearchError> {
        let demands = self.encode_bound(bound)?;
        Ok(self.workers.refutes_by_propagation(&[&demands, cube].concat()))
    }

    /// Returns the model that is searched. It has the deduced facts. If symmetry breaking is used,
    /// the model has its constraints, too.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the number of threads, whether the search is allowed to use symmetries, and the
    /// signal to stop.
    pub fn settings(&self) -> (usize, bool, Stop) {
        (self.task.threads, self.task.breaks_symmetries(), self.task.stop.clone())
    }

    /// Publishes the bound that the search tries and the progress of its cubes.
    pub fn report(&mut self, bound: i64, cubes: Cubes) {
        self.record.finding.trying = Some(bound);
        self.record.finding.statistics.cubes = Some(cubes);
        self.record.publish();
        self.reported = Instant::now();
    }

    /// Publishes the same as [`Optimiser::report`]. Does nothing if the last report was less than
    /// `BETWEEN_REPORTS` ago.
    pub fn report_throttled(&mut self, bound: i64, cubes: Cubes) {
        if self.reported.elapsed() >= BETWEEN_REPORTS {
            self.report(bound, cubes);
        }
    }

    /// Records the number of symmetries that the search uses.
    pub fn record_symmetries(&mut self, number: usize) {
        self.record.finding.prepared.symmetries = number;
    }

    /// Returns the seed of the search.
    pub fn seed(&self) -> u64 {
        u64::from(self.task.seed)
    }

    /// Returns the classes whose cuts are searched.
    pub fn cuts(&self) -> &'a Cuts {
        &self.task.cuts
    }

    /// Runs a step on the model, and adds its time to the solving time.
    pub fn time_solving<T>(&mut self, step: impl FnOnce(&Model) -> T) -> T {
        let (model, statistics) = (&self.model, &mut self.record.finding.statistics);
        statistics.solving.time(|| step(model))
    }

    /// Returns a counter over these literals. The counter is encoded on demand.
    pub fn part(&self, lits: &[Lit]) -> CountedPart {
        CountedPart::from_literals(lits, &self.task.encodings)
    }

    /// Returns the assumptions that demand exactly `number` true literals among the literals that
    /// `part` counts. If a bound always holds, it needs no assumption. If the number is not
    /// possible, one of the assumptions is always false. Writes the missing clauses for these
    /// assumptions, and adds them to the solvers.
    ///
    /// # Errors
    ///
    /// If the assumptions cannot be encoded or derived, or a stop is requested.
    pub fn exactly(
        &mut self,
        part: &mut CountedPart,
        number: usize,
    ) -> Result<Vec<Lit>, SearchError> {
        let bounds = [Bound::AtLeast(number as u128), Bound::AtMost(number as u128)];
        self.add(|formula, clauses, stop| formula.assumptions(part, &bounds, clauses, stop))
    }

    /// Returns whether the search must end. The reasons are the time limit, a signal, the conflict
    /// limit, or a proof that can no longer be written.
    pub fn is_over(&self) -> bool {
        let spent = self.record.finding.statistics.effort.conflicts;
        let is_broken = self.log().is_some_and(Log::is_broken);
        is_broken
            || self.task.stop.is_reached()
            || self.remaining_conflicts(NO_LIMIT, spent).is_none()
    }
}

/// Methods for searches guided by cores.
impl Optimiser<'_> {
    /// Returns the assumption that at most `most` of the literals that `part` counts are true.
    /// Returns `None` if this holds in every assignment. Writes the missing clauses for this
    /// assumption, and adds them to the solvers.
    ///
    /// # Errors
    ///
    /// If the assumption cannot be encoded or derived, or a stop is requested.
    pub fn at_most(
        &mut self,
        part: &mut CountedPart,
        most: usize,
    ) -> Result<Option<Lit>, SearchError> {
        let bound = [Bound::AtMost(most as u128)];
        let lits =
            self.add(|formula, clauses, stop| formula.assumptions(part, &bound, clauses, stop))?;
        Ok(lits.last().copied())
    }

    /// Returns the core of the last refutation: the assumptions that cannot all hold.
    pub fn core(&self) -> Vec<Lit> {
        self.workers.core().to_vec()
    }

    /// Returns whether bounds are stated by an encoding of weights, so that
    /// [`bound_costs`](Optimiser::bound_costs) changes them.
    pub fn bounds_weights(&self) -> bool {
        self.formula.bounds_weights()
    }

    /// Changes the bounds that are demanded later. They then add up two costs of a weighted
    /// objective: `lower_bound`, which every answer costs, and the costs of the true literals in
    /// `costs`.
    pub fn bound_costs(&mut self, costs: Vec<(u128, Lit)>, lower_bound: u128) {
        self.written.clear();
        self.formula.rewrite_costs(costs, lower_bound);
    }
}

/// Methods for searches that begin with few true literals among those that make the value worse,
/// and then allow more and more of them to be true.
impl Optimiser<'_> {
    /// Returns the literals that make the value worse, with their costs. Also returns the relation
    /// between cost and value. Returns `None` if the objective is the least of several counts.
    pub fn costs(&self) -> Option<(Vec<(u64, Lit)>, CostConversion)> {
        let weighted = self.model.objective().and_then(CostConversion::from_objective);
        weighted.or_else(|| {
            let (lits, cost) = self.formula.costs()?;
            Some((lits.iter().map(|&lit| (1, lit)).collect(), cost))
        })
    }

    /// Records literals that are true in every answer that is better than the best one so far.
    pub fn fix(&mut self, lits: impl IntoIterator<Item = Lit>) {
        self.record.fix(lits);
    }

    /// Returns the literals that are known to be true in every answer that is better than the best one
    /// so far.
    pub fn fixed(&self) -> impl Iterator<Item = Lit> {
        self.record.fixed.iter().copied()
    }

    /// Reads the bounds and the answer of a search that runs beside this one, if there is one.
    pub fn adopt(&mut self) {
        self.record.adopt();
    }

    /// Records that no answer is better than `value`.
    pub fn limit_to(&mut self, value: i64) {
        self.record.limit_to(value);
    }

    /// Returns the better of two values: the question's bound, and the next value better than the
    /// value of the best answer. Returns `None` if there is neither. This function does not
    /// consider whether the question is decided; [`next_better`](Optimiser::next_better) does.
    pub fn wanted(&self) -> Option<i64> {
        let bounds = self.bounds();
        let better = bounds.best.and_then(|best| bounds.better_than(best));
        match (better, self.stated_bound()) {
            (Some(better), Some(bound)) if bounds.sense.reaches(better, bound) => Some(better),
            (better, None) => better,
            (_, bound) => bound,
        }
    }

    /// Records that no answer reaches the question's bound. If the question states no bound,
    /// records that no answer is better than the best known one. If no answer is known either,
    /// records that there is no answer.
    pub fn refute_rest(&mut self) {
        let bounds = self.bounds();
        match (self.stated_bound(), bounds.best) {
            (Some(bound), _) => self.record.refute(bound),
            (None, Some(best)) => self.record.limit_to(best),
            (None, None) => self.record.refute(bounds.worst),
        }
    }

    /// Adds a clause permanently. Does nothing if it has no literals.
    ///
    /// # Errors
    ///
    /// If the clause cannot be encoded or derived.
    pub fn add_clause(&mut self, lits: &[Lit]) -> Result<(), SearchError> {
        let Some((&last, others)) = lits.split_last() else { return Ok(()) };
        let premises: Vec<Lit> = others.iter().map(|&lit| !lit).collect();
        self.add(|formula, clauses, stop| formula.imply(&premises, &[last], clauses, stop))
    }

    /// Returns the solver's work so far, in ticks.
    pub fn ticks(&self) -> u64 {
        self.record.finding.statistics.effort.ticks
    }

    /// Returns the positive literal of a new variable.
    pub fn fresh(&mut self) -> Lit {
        self.record.finding.statistics.variables += 1;
        self.formula.fresh()
    }

    /// If `so` is true, makes the solvers prefer these literals to be true in decisions. Otherwise,
    /// ends this preference.
    pub fn prefer(&mut self, lits: &[Lit], so: bool) {
        self.workers.prefer(lits, so);
    }

    /// Returns a lookahead with the clauses of the formula. The workers must have been created by
    /// [`Workers::with_lookahead`]. If there is only one solver, its lookahead is removed. So the
    /// lookahead can then be taken only once.
    pub(super) fn take_lookahead(&mut self) -> Lookahead {
        self.workers.take_lookahead()
    }
}
