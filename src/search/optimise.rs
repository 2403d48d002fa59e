//! The ground that every strategy of optimisation stands on: one solver, one formula, a bound
//! demanded by assumptions.

use super::{Bounds, Event, Finding, SearchError, Status, Task};
use crate::encode::Formula;
use crate::model::{Lit, Model};
use crate::solver::{Solver, Verdict};

/// A search for an optimum in progress.
pub struct Hunt<'a> {
    task: &'a Task<'a>,
    model: Model,
    formula: Formula,
    solver: Solver,
    finding: &'a mut Finding,
    bounds: Bounds,
    watch: &'a mut dyn FnMut(Event),
}

/// What became of a bound that was demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// An answer reaches it; it may be better still.
    Reached,
    /// No answer does.
    Refuted,
    /// The search was stopped before that was known.
    Stopped,
}

impl Hunt<'_> {
    /// What is known so far.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Whether the optimum is proved, or that there is no answer.
    pub fn is_settled(&self) -> bool {
        self.finding.status == Status::Unsatisfiable || self.bounds.closed()
    }

    /// The next bound beyond the best answer; the worst possible one where there is no answer yet.
    /// None when nothing better is left.
    pub fn next_better(&self) -> Option<u64> {
        if self.finding.status == Status::Unsatisfiable {
            return None;
        }
        match self.bounds.best {
            None => Some(self.bounds.worst),
            Some(best) => self.bounds.better_than(best),
        }
    }

    /// Looks for an answer at least as good as `bound`, and takes in what that says.
    ///
    /// # Errors
    ///
    /// If the chosen encoding cannot bound, or an answer does not pass its check.
    pub fn demand(&mut self, bound: u64) -> Result<Tried, SearchError> {
        let Some(demands) = self.write(bound)? else { return Ok(Tried::Stopped) };
        let verdict =
            Task::timed(&mut self.finding.statistics.solve_seconds, || self.solver.solve(&demands));
        match verdict {
            Verdict::Stopped => return Ok(Tried::Stopped),
            Verdict::Satisfiable => self.improve()?,
            Verdict::Unsatisfiable => self.refute(bound),
        }
        (self.watch)(Event::Bounds(self.bounds));
        Ok(if verdict == Verdict::Satisfiable { Tried::Reached } else { Tried::Refuted })
    }

    /// Gives the solver what was missing to demand a bound, and returns the literals that demand
    /// it: none for the worst value, which every answer reaches. None at all where it is time to
    /// stop first.
    fn write(&mut self, bound: u64) -> Result<Option<Vec<Lit>>, SearchError> {
        if bound == self.bounds.worst {
            return Ok(Some(Vec::new()));
        }
        let before = self.formula.variables();
        let seconds = &mut self.finding.statistics.encode_seconds;
        let written = Task::timed(seconds, || self.formula.bound(bound, &self.task.stop));
        let (clauses, demands) = match written {
            Err(refusal) if refusal.is_stop() => return Ok(None),
            written => written?,
        };
        let taken = self.formula.variables() - before;
        let statistics = &mut self.finding.statistics;
        statistics.variables += taken;
        statistics.count_clauses(&clauses);
        let group = statistics.group("bound");
        group.constraints += 1;
        group.variables += taken;
        group.clauses += clauses.len();
        self.solver.add(clauses);
        Ok(Some(demands))
    }

    fn improve(&mut self) -> Result<(), SearchError> {
        let values = self.solver.values(self.model.labels().len());
        let (answer, value) = self.task.answer(&self.model, &values)?;
        let value = value.expect("a family with a goal scores its answers");
        if self
            .bounds
            .best
            .is_none_or(|best| best != value && self.bounds.sense.reaches(value, best))
        {
            self.bounds.best = Some(value);
            self.finding.answer = Some(answer);
            self.finding.value = Some(value);
            self.finding.status = Status::Satisfiable;
        }
        Ok(())
    }

    fn refute(&mut self, bound: u64) {
        if bound == self.bounds.worst {
            self.finding.status = Status::Unsatisfiable;
        } else {
            self.bounds.refute(bound);
        }
    }
}

/// Finds the optimum, or as much as there is time for, and leaves it in the finding.
pub(super) fn optimise(
    task: &Task,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    let bounds = if task.formulation.one_value {
        value_by_value(task, finding, watch)?
    } else {
        by_strategy(task, finding, watch)?
    };
    finding.bounds = Some(bounds);
    if bounds.closed() {
        finding.status = Status::Optimal;
    }
    finding.stopped = !matches!(finding.status, Status::Optimal | Status::Unsatisfiable);
    Ok(())
}

fn by_strategy(
    task: &Task,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<Bounds, SearchError> {
    let bounds = finding.bounds.expect("an optimum has bounds");
    let model = task.model(0);
    let Some(mut formula) = task.formula(&model, finding)? else { return Ok(bounds) };
    let mut solver = Solver::new(task.seed, &task.stop);
    solver.add(std::mem::take(&mut formula.clauses));
    let mut hunt = Hunt { task, model, formula, solver, finding, bounds, watch };
    (task.strategy.run)(&mut hunt)?;
    let (bounds, effort) = (hunt.bounds, hunt.solver.effort());
    finding.statistics.effort += effort;
    Ok(bounds)
}

/// One model per value, from the best value on. Each value refuted is a bound proved.
fn value_by_value(
    task: &Task,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<Bounds, SearchError> {
    let mut bounds = finding.bounds.expect("an optimum has bounds");
    loop {
        let met = super::enumerate::first_with_value(task, bounds.limit, finding)?;
        match met {
            Verdict::Stopped => return Ok(bounds),
            Verdict::Satisfiable => {
                bounds.best = Some(bounds.limit);
                watch(Event::Bounds(bounds));
                return Ok(bounds);
            }
            Verdict::Unsatisfiable if bounds.limit == bounds.worst => {
                finding.status = Status::Unsatisfiable;
                return Ok(bounds);
            }
            Verdict::Unsatisfiable => {
                bounds.refute(bounds.limit);
                watch(Event::Bounds(bounds));
            }
        }
    }
}
