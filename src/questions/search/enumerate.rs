//! Enumeration of answers by projection: a blocking clause excludes each answer from further
//! search.
//!
//! The projection is onto the literals by which the model shows its answer. So auxiliary variables
//! never make an answer count twice. Blocking clauses omit implied literals: if a constraint states
//! that exactly k of some literals are true, the k true literals suffice. On a board with n rows
//! and one queen in each row, n of n² literals remain.

use super::known::KnownAnswers;
use super::orbits::Orbits;
use super::task::NO_LIMIT;
use super::workers::Workers;
use super::{Answers, Event, Finding, SearchError, Status, Task};
use crate::decision::Decision;
use crate::encode::Clauses;
use crate::formulation::ModelScheme;
use crate::model::{Lit, Model, Projection, Sense, Statement};
use crate::prepare::PreparedModel;
use crate::problem::CheckedAnswer;

/// Enumerates answers at least as good as `bound`, or all answers if it is `None`: one, two for
/// [`Answers::Unique`], or as many as the question's limit allows. [`add_bound`] and [`models`]
/// state when only answers with exactly the value `bound` count, and when there are no models. A
/// model whose deductions exclude the bound has no answers. Passes each answer to `watch`; the
/// finding keeps an answer only as [`record`] states. Also records in `exhausted` whether there are
/// no other answers, in `stopped` whether a limit ended the search, and in `count` the number of
/// answers, if the question asks for it. Fails if a model cannot be prepared, and in the same cases
/// as [`enumerate_model`]. Also fails if an external solver claims to have found all answers, but a
/// known answer is not among them.
pub(super) fn enumerate(
    task: &Task,
    bound: Option<i64>,
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<(), SearchError> {
    let most = match task.answers {
        Answers::One => Some(1),
        Answers::Unique => Some(2),
        Answers::Count(limit) | Answers::All(limit) => limit,
    };
    let mut found = 0;
    let mut known = KnownAnswers::new(task, finding);
    let mut last = Decision::Unsat(());
    let optimal = finding.status() == Status::Optimal;
    for (prepared, bound) in models(task, bound, optimal) {
        let Some(model) = add_bound(task, prepared, bound, finding)? else { continue };
        last = enumerate_model(task, &model, most, (&mut found, &mut known), finding, watch)?;
        if last != Decision::Unsat(()) {
            break;
        }
    }
    if last == Decision::Unsat(()) {
        known.validate_all(task, bound, found, finding)?;
    }
    finding.exhausted = last == Decision::Unsat(());
    finding.stopped = last == Decision::Unknown;
    if finding.is_counted() {
        finding.count = Some(found);
    }
    Ok(())
}

/// Searches the model of one value of the objective for an answer, and records the answer in the
/// finding as `record` does. The formulation must have one model for each value. Returns `Sat` if
/// an answer is found, `Unsat` if there is no answer with this value, and `Unknown` if a limit ends
/// the search. Reports nothing. Fails if the model cannot be prepared or encoded, if a solver or
/// the proof fails, or if the answer does not pass its check.
pub(super) fn find_with_value(
    task: &Task,
    value: i64,
    finding: &mut Finding,
) -> Result<Decision, SearchError> {
    let model = finding.prepare(task, task.prepared().for_value(value))?;
    let count = (&mut 0, &mut KnownAnswers::none());
    enumerate_model(task, &model, Some(1), count, finding, &mut |_| {})
}

/// Returns the models to search, each with the bound that must still be added to it. In most
/// formulations, this is one model. If the formulation has one model for each value, returns the
/// model of the bound. If `optimal` is false, then also returns the models of all better values.
/// The model of the bound comes first, and the model of the best possible value last. A bound that
/// is worse than all possible values is then treated as the worst of them. With one model for each
/// value, returns no models if there is no bound or no objective. Then also returns none if
/// `optimal` is false and the bound is better than all possible values.
fn models<'a>(
    task: &'a Task,
    bound: Option<i64>,
    optimal: bool,
) -> Box<dyn Iterator<Item = (PreparedModel, Option<i64>)> + 'a> {
    let of = match task.prepared() {
        ModelScheme::Complete(prepared) => return Box::new(std::iter::once((prepared, bound))),
        ModelScheme::ForValue(of) => of,
    };
    let Some((goal, bound)) = task.problem.goal().zip(bound) else {
        return Box::new(std::iter::empty());
    };
    let values: Box<dyn Iterator<Item = i64>> = match goal.sense {
        _ if optimal => Box::new(std::iter::once(bound)),
        Sense::Minimise => Box::new((goal.least..=bound.min(goal.largest)).rev()),
        Sense::Maximise => Box::new(bound.max(goal.least)..=goal.largest),
    };
    Box::new(values.map(move |value| (of(value), None)))
}

/// Returns the model with the bound added, and records the facts about this model in the finding.
/// If `bound` or the objective is missing, adds nothing to the model. Returns `None` if the
/// formulation has one model for each value of the objective. Also returns `None` if deductions
/// exclude the bound; this is then recorded as the reason. Fails if the finding cannot be
/// [prepared](Finding::prepare).
pub(super) fn single_model(
    task: &Task,
    bound: Option<i64>,
    finding: &mut Finding,
) -> Result<Option<Model>, SearchError> {
    match task.prepared() {
        ModelScheme::Complete(prepared) => add_bound(task, prepared, bound, finding),
        ModelScheme::ForValue(_) => Ok(None),
    }
}

/// Adds the bound, if there is one, to a prepared model, and returns the model. Records the facts
/// about the model in the finding. If the objective is the least of several counts and more than
/// one answer is wanted, demands exactly the bound. Then also sets `finding.exactly`, if the bound
/// is not the optimum. Returns `None` if deductions exclude the bound. The deduction is then
/// recorded as the reason why there is no answer. If a clausal proof is written, does not check
/// whether deductions exclude the bound. Fails if the finding cannot be
/// [prepared](Finding::prepare).
fn add_bound(
    task: &Task,
    mut prepared: PreparedModel,
    bound: Option<i64>,
    finding: &mut Finding,
) -> Result<Option<Model>, SearchError> {
    let Some((goal, bound)) = task.problem.goal().zip(bound) else {
        return finding.prepare(task, prepared).map(Some);
    };
    // A clausal proof is a proof of the clauses alone, so deductions must not exclude the bound
    // before the search.
    if task.clausal().is_none() && prepared.bounds(goal).excludes(bound) {
        finding.prepare(task, prepared)?;
        finding.exclude(goal.sense, bound);
        return Ok(None);
    }
    if prepared.model.has_several_counts() && task.answers != Answers::One {
        prepared.model.demand_for_counting(bound);
        finding.exactly = finding.status() != Status::Optimal;
    } else {
        prepared.demand(bound);
    }
    finding.prepare(task, prepared).map(Some)
}

/// Searches for the next answer, within a conflict limit for this call, and adds the time to the
/// statistics. An external solver ignores this limit. Returns `Unknown` at a limit or a stop. Fails
/// if a solver has failed.
fn solve(
    workers: &mut Workers,
    conflicts: i32,
    finding: &mut Finding,
) -> Result<Decision, SearchError> {
    let spent = &mut finding.statistics.solving;
    let verdict = spent.time(|| workers.solve(&[], conflicts));
    workers.take_error().map_or(Ok(verdict), |trouble| Err(trouble.into()))
}

/// Returns solvers that have the clauses of the model. If a clausal proof is written, begins this
/// proof with the number of these clauses. `most` is the number of wanted answers, or `None` if all
/// are wanted. If exactly one answer is wanted, there are as many solvers as the task has threads.
/// Otherwise there is only one.
fn new_workers(
    task: &Task,
    model: &Model,
    most: Option<u64>,
    clauses: Clauses,
    finding: &mut Finding,
) -> Workers {
    let setting = task.setting(model, &mut finding.statistics);
    let mut workers = match most {
        Some(1) => Workers::new(&setting, task.threads),
        // If many solutions are wanted, each one is found so quickly that the work is not worth
        // dividing.
        _ => Workers::new(&setting, 1).for_many_calls(),
    };
    if let Some(proof) = task.clausal() {
        proof.begin(clauses.len());
    }
    workers.add(&clauses);
    workers
}

/// Searches one model for answers. Writes each answer to the proof, passes it to `watch`, adds 1 to
/// `found`, and takes from `known` what need not be found any more. The finding keeps an answer
/// only as [`record`] states. If answers are counted up to symmetry, all this is done for the least
/// answer of an orbit, but the whole orbit is excluded and taken from `known`. Returns `Unsat` if
/// there are no more answers, after concluding this in the proof and recording the evidence; `Sat`
/// when an answer brings `found` to `most`; `Unknown` at a limit or a stop. Fails if the encoding,
/// a label, a solver or the proof fails, if an answer fails its check, or, up to symmetry, if the
/// model has too many symmetries. Adds the work to the statistics, but after a failure not the
/// solver's effort.
fn enumerate_model(
    task: &Task,
    model: &Model,
    most: Option<u64>,
    (found, known): (&mut u64, &mut KnownAnswers),
    finding: &mut Finding,
    watch: &mut dyn FnMut(Event),
) -> Result<Decision, SearchError> {
    let Some((clauses, _)) = task.formula(model, &mut finding.statistics)? else {
        return Ok(Decision::Unknown);
    };
    let (projected, implied) = (projection(task, model)?, Implications::from_model(model));
    let mut orbits = Orbits::new(task, model, finding.orbits.take())?;
    let mut workers = new_workers(task, model, most, clauses, finding);
    let before = finding.statistics.effort;
    let verdict = loop {
        let spent = before.conflicts + workers.effort().conflicts;
        let Some(conflicts) = task.remaining_conflicts(NO_LIMIT, spent) else {
            break Decision::Unknown;
        };
        if task.stop.is_reached() {
            break Decision::Unknown;
        }
        finding.publish_before_solving(watch);
        let verdict = solve(&mut workers, conflicts, finding)?;
        if verdict != Decision::Sat(()) {
            break verdict;
        }
        let orbit = orbits.orbit(task, model, workers.values(model.labels().len()))?;
        let (answer, values) = &orbit[0];
        if let Some(log) = task.log() {
            log.record_answer(values);
        }
        *found += 1;
        orbit.iter().for_each(|(answer, values)| known.remove_found(task, model, answer, values));
        watch(Event::Answer(answer.clone(), values.clone()));
        record(task, answer.clone(), *found, finding);
        finding.orbits = orbits.count();
        if most.is_some_and(|most| *found >= most) {
            break verdict;
        }
        for (_, values) in &orbit {
            let shown = projected.answer_literals(values);
            workers.add_clause(implied.implying_literals(&shown).into_iter().map(|lit| !lit));
        }
    };
    finding.orbits = orbits.count();
    finding.statistics.effort += workers.effort();
    if verdict == Decision::Unsat(()) {
        if let Some(log) = task.log() {
            log.conclude_refutation()?;
        }
        finding.record_ground(&task.solver);
    }
    Ok(verdict)
}

/// Returns the literals in which answers must differ. These are the literals of the task's labels.
/// If the task has no labels, they are the literals that show the answer. Fails if a label is
/// unknown.
pub(super) fn projection(task: &Task, model: &Model) -> Result<Projection, SearchError> {
    let Some(names) = &task.projected else { return Ok(model.projection()) };
    model.lits_of(names).map(Projection::Lits).map_err(SearchError::UnknownLabel)
}

/// Records an answer in the finding. `found` is the number of answers found so far, including this
/// one. If the question is whether an answer is unique, the second answer is recorded as
/// `finding.other`, and the first answer replaces an answer that was found before. For other
/// questions, an answer is recorded only if the finding has no answer yet.
fn record(task: &Task, answer: CheckedAnswer, found: u64, finding: &mut Finding) {
    if task.answers == Answers::Unique && found == 2 {
        finding.other = Some(answer);
    } else if finding.answer.is_none() || task.answers == Answers::Unique {
        // The search for the optimum may have found a third answer, which is neither of the two
        // enumerated ones. So an enumerated answer replaces it.
        finding.answer = Some(answer);
    }
}

/// The constraints by which some literals of an answer imply others.
struct Implications<'a> {
    /// The literals of each constraint that states exactly how many of its literals are true.
    exact: Vec<&'a [Lit]>,
    /// The number of variables in the model, for tables over all literals.
    variables: usize,
}

/// The role of a literal while a blocking clause is built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LitState {
    /// A literal that does not belong to the literals that show the answer.
    NotShown,
    /// A literal that shows the answer, and that no constraint has used so far.
    Shown,
    /// A literal that the blocking clause contains, and that helps to imply other literals.
    Kept,
    /// A literal that the blocking clause omits, since kept literals imply this literal.
    Implied,
}

impl Implications<'_> {
    /// Collects the constraints of a model that state exactly how many literals are true.
    fn from_model(model: &Model) -> Implications<'_> {
        let exact = model
            .constraints()
            .statements()
            .filter(|one| one.exact_count().is_some())
            .map(Statement::lits)
            .collect();
        Implications { exact, variables: model.labels().len() }
    }

    /// Returns literals of an answer that imply all literals in `shown`, in the order of `shown`.
    /// All literals in `shown` must be true in the answer. If a literal of a constraint is false,
    /// `shown` can have its negation. The negation is left out if the constraint states an exact
    /// number and the kept literals determine the values of its other literals.
    fn implying_literals(&self, shown: &[Lit]) -> Vec<Lit> {
        let place = |lit: Lit| 2 * lit.variable() + usize::from(lit.is_negated());
        let mut known = vec![LitState::NotShown; 2 * self.variables];
        for &lit in shown {
            known[place(lit)] = LitState::Shown;
        }
        for lits in &self.exact {
            let usable = lits.iter().all(|&lit| match known[place(lit)] {
                LitState::NotShown => known[place(!lit)] != LitState::NotShown,
                LitState::Implied => false,
                LitState::Shown | LitState::Kept => true,
            });
            for &lit in lits.iter().filter(|_| usable) {
                match (known[place(lit)], known[place(!lit)]) {
                    (LitState::Shown, _) => known[place(lit)] = LitState::Kept,
                    (LitState::NotShown, LitState::Shown) => known[place(!lit)] = LitState::Implied,
                    _ => {}
                }
            }
        }
        shown.iter().copied().filter(|&lit| known[place(lit)] != LitState::Implied).collect()
    }
}
