//! The ground that every strategy of optimisation stands on: one formula, one solver or several
//! that share the work, a bound demanded by assumptions, and a record of what is known.
//!
//! A strategy asks in the field's words: it demands a bound, assumes literals, learns a core, and
//! reports a lower bound. Clauses that a bound needs are written the first time it is demanded.

use std::collections::HashSet;

use super::lookahead::Lookahead;
use super::outcome::Outcome;
use super::record::SearchRecord;
use super::workers::Workers;
use super::{Cubes, NO_LIMIT, SearchError, Task};
use crate::bounds::Bounds;
use crate::encode::{self, Clauses, Collect, Cost, CountedPart, Formula, GroupSize};
use crate::model::{Lit, Model, Values};
use crate::prepare;
use crate::proof::{Log, Need};
use crate::solver::SolverVerdict;
use crate::stop::Stop;

/// A search for an optimum in progress.
pub struct Optimiser<'a> {
    task: &'a Task<'a>,
    model: Model,
    formula: Formula,
    workers: Workers,
    record: SearchRecord<'a>,
    /// The bounds that have been written.
    written: HashSet<i64>,
    /// The last solution that said an answer.
    solution: Option<Values>,
}

/// The demand of an upper bound on the number of true literals of a part.
pub enum UpperBound {
    /// This literal demands it.
    Demanded(Lit),
    /// Every assignment keeps it.
    Trivial,
    /// It was time to stop before its clauses were written.
    Stopped,
}

/// The distance from the limit at which a bound is tried. It is 0 for a count, and doubled after
/// each refutation for a sum with weights, which has more values than there is time for.
pub struct Stride {
    steps: i64,
    doubles: bool,
}

impl Stride {
    /// Returns the first stride of a search.
    pub fn of(optimiser: &Optimiser) -> Stride {
        let objective = optimiser.model.objective();
        Stride { steps: 0, doubles: objective.is_some_and(|one| one.weighted().is_some()) }
    }

    /// Returns the bound at its end.
    pub fn bound(&self, optimiser: &Optimiser) -> i64 {
        optimiser.bounds().past_limit(self.steps)
    }

    /// Doubles it, if the objective is a sum with weights.
    pub fn lengthen(&mut self) {
        if self.doubles {
            self.steps = (2 * self.steps.min(i64::MAX / 4)).max(1);
        }
    }
}

impl<'a> Optimiser<'a> {
    /// Begins a search of a formula with solvers that have its clauses.
    pub(super) fn new(
        task: &'a Task<'a>,
        model: Model,
        formula: Formula,
        workers: Workers,
        record: SearchRecord<'a>,
    ) -> Optimiser<'a> {
        let written = HashSet::new();
        Optimiser { task, model, formula, workers, record, written, solution: None }
    }

    /// Ends the search, and returns what is known.
    pub(super) fn into_record(self) -> SearchRecord<'a> {
        self.record
    }
}

impl Optimiser<'_> {
    /// What is known so far.
    pub fn bounds(&self) -> Bounds {
        self.record.bounds()
    }

    /// Whether the optimum is proved, or that there is no answer, or the gap is as small as is
    /// asked for.
    pub fn is_settled(&self) -> bool {
        self.record.is_settled()
    }

    /// The next bound beyond the best answer; the worst possible one where there is no answer yet.
    /// None when nothing better is left.
    pub fn next_better(&self) -> Option<i64> {
        let bounds = self.bounds();
        match bounds.best {
            _ if self.is_settled() => None,
            None => Some(self.decided().unwrap_or(bounds.worst)),
            Some(best) => bounds.better_than(best),
        }
    }

    /// The bound that is to be decided, where not the optimum is asked for: the next better value
    /// that answers may have if they have no such value.
    pub fn decided(&self) -> Option<i64> {
        self.record.decided.map(|bound| self.bounds().as_good_as(bound))
    }

    /// The next bound that is worse than `bound` and still better than the best answer, if there is
    /// one.
    pub fn next_worse(&self, bound: i64) -> Option<i64> {
        let bounds = self.bounds();
        let next = bounds.worse_than(bound).filter(|&next| !self.record.has_reached(next))?;
        let is_asked = self.decided().is_none_or(|asked| bounds.sense.reaches(next, asked));
        is_asked.then_some(next)
    }

    /// Looks for an answer at least as good as `bound`, and takes in what that says.
    ///
    /// # Errors
    ///
    /// If the chosen encoding cannot bound, or an answer does not pass its check.
    pub fn demand(&mut self, bound: i64) -> Result<Outcome, SearchError> {
        self.demand_within(bound, NO_LIMIT)
    }

    /// The same, but gives up after this number of conflicts.
    ///
    /// # Errors
    ///
    /// As [`Optimiser::demand`].
    pub fn demand_within(&mut self, bound: i64, conflicts: i32) -> Result<Outcome, SearchError> {
        self.record.finding.trying = Some(bound);
        self.record.publish();
        let Some(demands) = self.write(bound)? else { return Ok(Outcome::Stopped) };
        let tried = self.assume(&demands, conflicts)?;
        if tried == Outcome::Refuted {
            if let Some(log) = self.task.log() {
                log.take_refutation()?;
            }
            self.record.refute(bound);
        }
        Ok(tried)
    }

    /// Demands the best value that is still possible, and worse ones by strides, as long
    /// as each is refuted within this number of conflicts.
    ///
    /// # Errors
    ///
    /// As [`Optimiser::demand`].
    pub fn prove_easy_bounds(&mut self, conflicts: i32) -> Result<(), SearchError> {
        let mut stride = Stride::of(self);
        while !self.is_settled() {
            if self.demand_within(stride.bound(self), conflicts)? != Outcome::Refuted {
                break;
            }
            stride.lengthen();
        }
        Ok(())
    }

    /// Looks for an answer in which the assumptions are true, and takes it in.
    ///
    /// # Errors
    ///
    /// If an answer does not pass its check.
    fn assume(&mut self, assumptions: &[Lit], conflicts: i32) -> Result<Outcome, SearchError> {
        let outcome = self.glance(assumptions, conflicts)?;
        if outcome == Outcome::Reached {
            let values = self.workers.values(self.model.labels().len());
            let answer = self.task.answer(&self.model, &values)?;
            let value = answer.value.expect("a problem with a goal scores its answers");
            if self.record.improve(answer, value)
                && let Some(log) = self.task.log()
            {
                log.improve(&values);
            }
            self.solution = Some(values);
        }
        Ok(outcome)
    }

    /// Looks for an answer in which the assumptions are true, and does not take it in.
    ///
    /// # Errors
    ///
    /// If a solver that is a program fails.
    pub fn glance(&mut self, assumptions: &[Lit], conflicts: i32) -> Result<Outcome, SearchError> {
        let spent = self.record.finding.statistics.effort.conflicts;
        let Some(conflicts) = self.task.within(conflicts, spent) else {
            return Ok(Outcome::Stopped);
        };
        if self.task.stop.reached() {
            return Ok(Outcome::Stopped);
        }
        self.record.ask();
        let statistics = &mut self.record.finding.statistics;
        let verdict = statistics.solving.time(|| self.workers.solve(assumptions, conflicts));
        statistics.effort = self.workers.effort();
        if let Some(trouble) = self.workers.take_error() {
            return Err(trouble.into());
        }
        Ok(match verdict {
            SolverVerdict::Stopped => Outcome::Stopped,
            SolverVerdict::Satisfiable => Outcome::Reached,
            SolverVerdict::Unsatisfiable => {
                self.record.finding.rest_on(&self.task.solver);
                Outcome::Refuted
            }
        })
    }

    /// Gives the solver what was missing to demand a bound, and returns the literals that demand
    /// it: an empty list if every answer reaches the value, and none if it is time to
    /// stop first.
    fn write(&mut self, bound: i64) -> Result<Option<Vec<Lit>>, SearchError> {
        if self.bounds().reach(bound) {
            return Ok(Some(Vec::new()));
        }
        let is_new = self.written.insert(bound);
        let fixed = prepare::literals_at(&self.record.finding.deductions, bound);
        let before = self.formula.variables();
        let mut clauses = Clauses::new();
        let demands = self.written(&mut clauses, Need::All, |formula, clauses, stop| {
            formula.bound(bound, clauses, stop)
        });
        let Some(demands) = demands? else { return Ok(None) };
        if is_new {
            let need = self.task.need_of_deduced();
            let implied = self.written(&mut clauses, need, |formula, clauses, stop| {
                formula.imply(&demands, &fixed, clauses, stop)
            });
            if implied?.is_none() {
                return Ok(None);
            }
        }
        self.take_in(&clauses, before);
        Ok(Some(demands))
    }

    /// Has clauses written and gives them to the solver, counted as those of a bound; returns what
    /// else the writing returned. None where it is time to stop first.
    fn add<T>(
        &mut self,
        write: impl FnOnce(&mut Formula, &mut dyn Collect, &Stop) -> Result<T, encode::EncodeRefusal>,
    ) -> Result<Option<T>, SearchError> {
        let before = self.formula.variables();
        let mut clauses = Clauses::new();
        let written = self.written(&mut clauses, Need::All, write)?;
        if written.is_some() {
            self.take_in(&clauses, before);
        }
        Ok(written)
    }

    /// Has clauses written, which no solver gets yet; returns what else the writing returned. None
    /// where it is time to stop first.
    fn written<T>(
        &mut self,
        clauses: &mut Clauses,
        need: Need,
        write: impl FnOnce(&mut Formula, &mut dyn Collect, &Stop) -> Result<T, encode::EncodeRefusal>,
    ) -> Result<Option<T>, SearchError> {
        let statistics = &mut self.record.finding.statistics;
        let written = statistics.encoding.time(|| {
            let (formula, stop) = (&mut self.formula, &self.task.stop);
            self.task.deriving(clauses, need, |clauses| write(formula, clauses, stop))
        });
        match written? {
            Err(refusal) if refusal.is_stop() => Ok(None),
            written => Ok(Some(written?)),
        }
    }

    /// Gives clauses to the solver, and counts them as those of a bound; `before` is how many
    /// variables there were before.
    fn take_in(&mut self, clauses: &Clauses, before: usize) {
        let statistics = &mut self.record.finding.statistics;
        let taken = self.formula.variables() - before;
        statistics.variables += taken;
        statistics.count_clauses(clauses.size());
        if !clauses.is_empty() {
            statistics.settled.add(&self.formula.bounded);
        }
        let size = GroupSize { constraints: 1, variables: taken, clauses: clauses.len() };
        statistics.group("bound").add(size);
        self.workers.add(clauses);
    }
}

/// For searches that divide a bound into cubes.
impl<'a> Optimiser<'a> {
    /// Looks for an answer at least as good as `bound` in which the literals of a cube are true,
    /// and takes it in. That there is none in the cube refutes nothing by itself.
    ///
    /// # Errors
    ///
    /// As [`Optimiser::demand`].
    pub fn demand_in(&mut self, cube: &[Lit], bound: i64) -> Result<Outcome, SearchError> {
        let Some(demands) = self.write(bound)? else { return Ok(Outcome::Stopped) };
        self.assume(&[&demands, cube].concat(), NO_LIMIT)
    }

    /// Records that no answer is as good as `bound`.
    pub fn refute(&mut self, bound: i64) {
        self.record.refute(bound);
    }

    /// The proof about the problem that is written, if one is.
    pub fn log(&self) -> Option<&'a Log> {
        self.task.log()
    }

    /// Whether the demands of a bound and a cube contradict the clauses by propagation alone. None
    /// if it is time to stop first.
    ///
    /// # Errors
    ///
    /// If the chosen encoding cannot bound.
    pub fn contradicts(&mut self, cube: &[Lit], bound: i64) -> Result<Option<bool>, SearchError> {
        let Some(demands) = self.write(bound)? else { return Ok(None) };
        Ok(Some(self.workers.contradict(&[&demands, cube].concat())))
    }

    /// The model that is searched.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How many threads may work, whether symmetries may be used, and when to stop.
    pub fn terms(&self) -> (usize, bool, Stop) {
        (self.task.threads, self.task.breaks_symmetries(), self.task.stop.clone())
    }

    /// Records which bound is tried, how many cubes of it were bounded and are left, and what
    /// share of all has been looked at, and tells whoever watches.
    pub fn report(&mut self, bound: i64, cubes: Cubes) {
        self.record.finding.trying = Some(bound);
        self.record.finding.statistics.cubes = Some(cubes);
        self.record.publish();
    }

    /// Records how many symmetries were used.
    pub fn use_symmetries(&mut self, number: usize) {
        self.record.finding.symmetries = number;
    }

    /// Takes a step that counts as solving.
    pub fn solving<T>(&mut self, step: impl FnOnce() -> T) -> T {
        self.solving_with(|_| step())
    }

    /// A part of literals that is counted by itself.
    pub fn part(&self, lits: &[Lit]) -> CountedPart {
        CountedPart::over(lits, &self.task.encodings)
    }

    /// The literals that demand that exactly `number` literals of a part are true. None if it is
    /// time to stop first.
    ///
    /// # Errors
    ///
    /// If the chosen encoding cannot bound.
    pub fn exactly(
        &mut self,
        part: &mut CountedPart,
        number: usize,
    ) -> Result<Option<Vec<Lit>>, SearchError> {
        self.add(|formula, clauses, stop| formula.exactly(part, number, clauses, stop))
    }

    /// Whether it is time to stop: by the clock, by a signal, or since no conflicts are left.
    pub fn is_over(&self) -> bool {
        let spent = self.record.finding.statistics.effort.conflicts;
        let is_broken = self.log().is_some_and(Log::is_broken);
        is_broken || self.task.stop.reached() || self.task.within(NO_LIMIT, spent).is_none()
    }
}

/// For a search that is guided by cores: it counts parts of the objective apart.
impl Optimiser<'_> {
    /// The objective in parts of one literal each; none where it is the least of several counts.
    pub fn parts(&self) -> Vec<CountedPart> {
        self.formula.parts()
    }

    /// Demands that at most `most` literals of a part are true.
    ///
    /// # Errors
    ///
    /// If the chosen encoding cannot bound.
    pub fn at_most(
        &mut self,
        part: &mut CountedPart,
        most: usize,
    ) -> Result<UpperBound, SearchError> {
        let written =
            self.add(|formula, clauses, stop| formula.at_most(part, most, clauses, stop))?;
        Ok(match written {
            None => UpperBound::Stopped,
            Some(None) => UpperBound::Trivial,
            Some(Some(lit)) => UpperBound::Demanded(lit),
        })
    }

    /// Looks for an answer in which the assumptions are true, for this number of conflicts.
    ///
    /// # Errors
    ///
    /// If an answer does not pass its check.
    pub fn try_assumptions(
        &mut self,
        assumptions: &[Lit],
        conflicts: i32,
    ) -> Result<Outcome, SearchError> {
        self.assume(assumptions, conflicts)
    }

    /// The assumptions that cannot all be true, after some were refuted.
    pub fn core(&self) -> Vec<Lit> {
        self.workers.core().to_vec()
    }

    /// Records that at least `least` literals of all parts are true in every answer, by the core
    /// that was met last.
    ///
    /// # Errors
    ///
    /// If there is to be a proof, and there is none of that.
    pub fn raise(&mut self, least: usize) -> Result<(), SearchError> {
        if let Some(log) = self.task.log() {
            log.take_core()?;
        }
        while !self.is_settled() {
            let limit = self.bounds().limit;
            if self.formula.most_true(limit).is_some_and(|most| most >= least) {
                break;
            }
            self.record.refute(limit);
        }
        Ok(())
    }

    /// Has bounds demanded of other costs from now on, which are what an objective with weights
    /// costs beyond `paid`.
    pub fn bound_costs(&mut self, costs: Vec<(u128, Lit)>, paid: u128) {
        self.written.clear();
        self.formula.bound_costs(costs, paid);
    }

    /// Has bounds demanded of the sum of all parts from now on.
    pub fn count_by(&mut self, parts: CountedPart) {
        self.formula.count_by(parts);
    }
}

/// For a search that raises what is paid literal by literal.
impl Optimiser<'_> {
    /// The literals that make the value worse, over distinct variables, each with its cost, and
    /// what a cost says of a value; none where the objective is the least of several counts.
    pub fn costs(&self) -> Option<(Vec<(u64, Lit)>, Cost)> {
        let weighted = self.model.objective().and_then(Cost::of_weights);
        weighted.or_else(|| {
            let (lits, cost) = self.formula.costs()?;
            Some((lits.iter().map(|&lit| (1, lit)).collect(), cost))
        })
    }

    /// The last solution that said an answer.
    pub fn solution(&self) -> Option<&Values> {
        self.solution.as_ref()
    }

    /// Records that no answer is better than `value`.
    pub fn limit_to(&mut self, value: i64) {
        self.record.limit_to(value);
    }

    /// The worst value of the answers that are looked for: as good as the bound that is to be
    /// decided, and better than the best answer. None if no other is looked for.
    pub fn wanted(&self) -> Option<i64> {
        let bounds = self.bounds();
        let better = bounds.best.and_then(|best| bounds.better_than(best));
        match (better, self.decided()) {
            (Some(better), Some(bound)) if bounds.sense.reaches(better, bound) => Some(better),
            (better, None) => better,
            (_, bound) => bound,
        }
    }

    /// Records that no answer is there that is looked for.
    pub fn refute_rest(&mut self) {
        let bounds = self.bounds();
        match (self.decided(), bounds.best) {
            (Some(bound), _) => self.record.refute(bound),
            (None, Some(best)) => self.record.limit_to(best),
            (None, None) => self.record.refute(bounds.worst),
        }
    }

    /// Gives the solver a clause for good; returns whether there was time for it.
    ///
    /// # Errors
    ///
    /// If an encoding refuses; none is asked.
    pub fn add_clause(&mut self, lits: &[Lit]) -> Result<bool, SearchError> {
        let Some((&last, others)) = lits.split_last() else { return Ok(true) };
        let premises: Vec<Lit> = others.iter().map(|&lit| !lit).collect();
        let added =
            self.add(|formula, clauses, stop| formula.imply(&premises, &[last], clauses, stop))?;
        Ok(added.is_some())
    }

    /// How long the solver has worked, in its own measure, which is the same in equal runs.
    pub fn ticks(&self) -> u64 {
        self.record.finding.statistics.effort.ticks
    }

    /// Works on the model, which counts as solving.
    pub fn solving_with<T>(&mut self, step: impl FnOnce(&Model) -> T) -> T {
        let (model, statistics) = (&self.model, &mut self.record.finding.statistics);
        statistics.solving.time(|| step(model))
    }

    /// A new variable.
    pub fn fresh(&mut self) -> Lit {
        self.record.finding.statistics.variables += 1;
        self.formula.fresh()
    }

    /// Has variables decided so whenever they are decided, or freely again.
    pub fn prefer(&mut self, lits: &[Lit], so: bool) {
        self.workers.prefer(lits, so);
    }

    /// What follows by propagation from the clauses that the search began with.
    pub(super) fn take_lookahead(&mut self) -> Lookahead {
        self.workers.take_lookahead()
    }
}
