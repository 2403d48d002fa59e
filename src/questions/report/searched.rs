//! The report of a search.

use super::{
    AnswerSymmetries, Assignment, Clash, ClashPart, Cubes, DeducedFact, Encodings, LAYOUT,
    NoAnswer, Objective, Report, Solutions, Statistics, Step, StopReason, Uniqueness,
};
use crate::board::Size;
use crate::bounds::Bounds;
use crate::deduce::Deduction;
use crate::model::Origin;
use crate::problem::{CheckedAnswer, Scale};
use crate::process;
use crate::question::PosedQuestion;
use crate::search::watched::SearchEnd;
use crate::search::{self, Answers, BoundStep, Finding, NoAnswerReason, OrbitCount, Status, Task};
use crate::solver::Mode;
use crate::stop::StopCause;

/// A question with the result of its search.
#[derive(Clone, Copy)]
pub struct SearchOutcome<'a> {
    /// The question with its problem.
    pub posed: &'a PosedQuestion,
    /// The task of the search.
    pub task: &'a Task<'a>,
    /// The result of the search. If the search failed, it has the reason of the failure.
    pub end: &'a SearchEnd,
    /// The listed answers. The list is empty if the question does not ask for a list.
    pub answers: &'a [CheckedAnswer],
}

impl SearchOutcome<'_> {
    /// Returns the report of the search, as `solve --format json` prints it. Values are numbers of
    /// the problem's file. The found answers are counted only if the question asks for their number
    /// or for a list, and listed only if it asks for a list. The work of the solver is left out if
    /// the solver does not report it, or if the strategy is not limited by conflicts.
    pub fn report(&self) -> Report {
        let SearchOutcome { posed, task, end: SearchEnd { finding, trouble, .. }, answers } = *self;
        let is_listed = matches!(task.answers, Answers::All(_));
        let is_counted = matches!(task.answers, Answers::Count(_) | Answers::All(_));
        // A search by cubes does most of its work outside the solver, so the solver's own numbers,
        // such as conflicts, are not reported.
        let reports_effort =
            task.solver.reports_effort() && finding.strategy.is_limited_by_conflicts();
        let scale = &task.problem.info().scale;
        let answer = finding.answer.as_ref();
        Report {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            layout: LAYOUT,
            family: posed.family.name.to_owned(),
            size: posed.opened.size().map(Size::sides),
            variant: posed.opened.variants(),
            ruling: posed.ruling(),
            formulation: task.formulation.name.to_owned(),
            encodings: self.encodings(),
            search: finding.strategy.name.to_owned(),
            cuts: finding.statistics.cuts.clone(),
            short_search: finding.statistics.short.clone(),
            symmetry: finding.prepared.symmetries > 0,
            deductions: finding.prepared.deductions.iter().map(DeducedFact::from).collect(),
            solver: finding.statistics.asked.then(|| task.solver.name()),
            mode: finding.statistics.mode.or(task.mode).map_or("auto", Mode::name).to_owned(),
            seed: task.seed,
            scramble: task.scramble,
            status: finding.status(),
            rests_on: finding.claim_ground(),
            objective: self.objective(),
            bounds: finding.log.iter().map(|one| Step::from_bound_step(one, scale)).collect(),
            answer: answer.map(|one| task.rows(one)),
            assignment: answer
                .and_then(|one| task.problem.assignment(&one.answer().to_partial()))
                .map(Assignment),
            broken_soft: answer.and_then(|one| task.problem.broken_soft(one.answer())),
            checked: answer.is_some(),
            uniqueness: (task.answers == Answers::Unique).then(|| self.uniqueness()),
            solutions: is_counted.then(|| Solutions {
                count: finding.count.unwrap_or(0).to_string(),
                complete: finding.exhausted,
                up_to_symmetry: task.up_to_symmetry.then(|| self.up_to_symmetry()),
            }),
            answers: is_listed.then(|| {
                answers
                    .iter()
                    .map(|answer| task.problem.show(&task.projected_part(answer)))
                    .collect()
            }),
            assignments: is_listed.then(|| self.assignments()).flatten(),
            no_answer: finding.reason.as_ref().map(NoAnswer::from),
            stopped: StopReason::from_finding(task, finding),
            trouble: trouble.as_ref().map(ToString::to_string),
            stats: Statistics::from_search(&finding.statistics, reports_effort),
        }
    }

    /// Returns the values of variables in each listed answer. Returns `None` for a puzzle.
    fn assignments(&self) -> Option<Vec<Assignment>> {
        if self.posed.opened.as_puzzle().is_some() {
            return None;
        }
        self.answers.iter().map(|answer| self.task.assignment(answer).map(Assignment)).collect()
    }

    /// Returns the names of the encodings. For a kind of constraint without a requested encoding,
    /// the name is `auto`, or it is the name of the encoding that was chosen automatically.
    fn encodings(&self) -> Encodings {
        let (encodings, statistics) = (&self.task.encodings, &self.end.finding.statistics);
        // If no encoding is requested, the length of each at-most-one constraint decides.
        let by_length = &statistics.settled.amo;
        let amo = if encodings.by_length && !by_length.is_none() {
            by_length.to_string()
        } else {
            encodings.at_most_one.map_or("auto", |row| row.name).to_owned()
        };
        Encodings {
            amo,
            card: encodings.cardinality.map_or("auto", |row| row.name).to_owned(),
            pb: encodings.pseudo_boolean.map_or("auto", |row| row.name).to_owned(),
            int: encodings.integer.map_or("auto", |row| row.name).to_owned(),
            xor: encodings.parity.map_or("auto", |row| row.name).to_owned(),
            order: statistics.order.unwrap_or(encodings.order).to_string(),
            shape: statistics.shape.as_ref().unwrap_or(&encodings.shape).to_string(),
        }
    }

    /// Returns whether the answer is unique and, if it is not, another answer. `unique` is `None`
    /// if this is not known. For a puzzle, also lists the cells in which the two answers differ.
    /// For other problems, this list is empty.
    fn uniqueness(&self) -> Uniqueness {
        let finding = &self.end.finding;
        let is_of_cells = self.posed.opened.as_puzzle().is_some();
        let cells = if is_of_cells { finding.differing_cells() } else { Vec::new() }
            .into_iter()
            .map(|cell| [cell.row, cell.column])
            .collect();
        Uniqueness {
            unique: finding.unique(),
            other: finding.other.as_ref().map(|answer| self.task.rows(answer)),
            differ: cells,
        }
    }

    /// Returns the symmetries up to which answers are counted. If the board obviously has no
    /// answer, returns only the identity, since no symmetries were searched for.
    fn up_to_symmetry(&self) -> AnswerSymmetries {
        let nothing = OrbitCount { symmetries: Vec::new(), order: 1, answers: 0 };
        let orbits = self.end.finding.orbits.clone().unwrap_or(nothing);
        let OrbitCount { symmetries, order, answers } = orbits;
        AnswerSymmetries { symmetries, order, answers: answers.to_string() }
    }

    /// Returns the objective with its bounds, or `None` if the problem has no objective. All values
    /// are numbers of the problem's file. If the search refutes the demanded bound, the refutation
    /// narrows the returned bounds. This is not done if the formulation is for a single value of
    /// the objective. The value is `None` if there is no answer. The gap is `None` if it is
    /// infinite or if the search has no bounds. If there is no answer at all, the bounds are the range
    /// of the objective.
    fn objective(&self) -> Option<Objective> {
        let (task, finding) = (self.task, &self.end.finding);
        let goal = task.problem.goal()?;
        let mut bounds =
            finding.bounds.unwrap_or(Bounds { best: finding.value(), ..Bounds::unknown(goal) });
        if let (Status::Unsatisfiable, Some(bound)) = (finding.status(), task.bound)
            && !finding.exactly
        {
            bounds.refute(bound);
        }
        let is_empty = !bounds.sense.reaches(bounds.limit, bounds.worst);
        if finding.status() == Status::Unsatisfiable && (task.bound.is_none() || is_empty) {
            bounds = Bounds::unknown(goal);
        }
        let scale = &task.problem.info().scale;
        let unscaled = |value: i64| scale.to_number(value);
        Some(Objective {
            sense: goal.sense,
            name: goal.name.to_owned(),
            unit: scale.unit(),
            value: finding.value().map(unscaled),
            lower_bound: unscaled(bounds.lower()),
            upper_bound: unscaled(bounds.upper()),
            gap: finding.bounds.and_then(|bounds| bounds.gap()).filter(|gap| gap.is_finite()),
        })
    }
}

impl From<&Deduction> for DeducedFact {
    fn from(deduction: &Deduction) -> DeducedFact {
        let Deduction { rule, text, why, .. } = deduction;
        DeducedFact { rule: (*rule).to_owned(), said: text.clone(), why: why.clone() }
    }
}

impl From<&Origin> for ClashPart {
    fn from(origin: &Origin) -> ClashPart {
        ClashPart { kind: origin.kind(), said: origin.to_string() }
    }
}

impl From<&NoAnswerReason> for NoAnswer {
    /// Returns the reason in words, and the conflicting parts if the reason is a clash.
    fn from(reason: &NoAnswerReason) -> NoAnswer {
        let clash = match reason {
            NoAnswerReason::Clash(clash) => Some(Clash {
                origins: clash.origins.iter().map(ClashPart::from).collect(),
                minimal: clash.is_minimal,
            }),
            NoAnswerReason::Obstacle(_) | NoAnswerReason::Deduced(_) => None,
        };
        NoAnswer { reason: reason.to_string(), clash }
    }
}

impl Step {
    fn from_bound_step(step: &BoundStep, scale: &Scale) -> Step {
        Step {
            best: step.best.map(|best| scale.to_number(best)),
            proved: scale.to_number(step.proved),
            seconds: round(step.seconds),
            cpu_seconds: round(step.cpu_seconds),
        }
    }
}

impl StopReason {
    /// Returns the reason why a search ended early, or `None` if it did not end early. The reasons
    /// are examined in this order: a limit of the task's stop or a signal, the allowed gap, the
    /// limit of conflicts. If none of them explains the end, the solver is the reason.
    pub fn from_finding(task: &Task, finding: &Finding) -> Option<StopReason> {
        let gap = finding.bounds.and_then(|bounds| bounds.gap());
        match (finding.stopped, task.stop.reason()) {
            (false, _) => None,
            (true, Some(reason)) => Some(reason.into()),
            (true, None)
                if task.gap.is_some_and(|wanted| gap.is_some_and(|known| known <= wanted)) =>
            {
                Some(StopReason::Gap)
            }
            (true, None) if task.conflicts.is_some() => Some(StopReason::Conflicts),
            // No limit explains why the search ended.
            (true, None) => Some(StopReason::Solver),
        }
    }
}

impl From<StopCause> for StopReason {
    /// Returns the reason of the same name as the cause.
    fn from(reason: StopCause) -> StopReason {
        match reason {
            StopCause::Time => StopReason::Time,
            StopCause::ProcessorTime => StopReason::ProcessorTime,
            StopCause::Memory => StopReason::Memory,
            StopCause::Clauses => StopReason::Clauses,
            StopCause::Proof => StopReason::Proof,
            StopCause::Signal => StopReason::Signal,
        }
    }
}

impl Statistics {
    /// Returns the statistics of a search, with rounded times and shares, and with the peak memory
    /// of the process up to now. `reports_effort` states whether the solver reports its work, such
    /// as conflicts. If it does not, the numbers of this work are `None`.
    fn from_search(statistics: &search::Statistics, reports_effort: bool) -> Statistics {
        let effort = Some(statistics.effort).filter(|_| reports_effort);
        Statistics {
            variables: statistics.variables,
            clauses: statistics.clauses,
            literals: statistics.literals,
            conflicts: effort.map(|effort| effort.conflicts),
            propagations: effort.map(|effort| effort.propagations),
            ticks: effort.map(|effort| effort.ticks),
            local: statistics.local,
            cubes: statistics.cubes.map(|cubes| Cubes {
                share: round(cubes.share),
                left_over: cubes.left_over.map(round),
                ..cubes
            }),
            peak_memory_mb: process::peak_memory_mb().map(round),
            encode_seconds: round(statistics.encoding.seconds),
            solve_seconds: round(statistics.solving.seconds),
            encode_cpu_seconds: round(statistics.encoding.cpu_seconds),
            solve_cpu_seconds: round(statistics.solving.cpu_seconds),
            groups: statistics.groups.clone(),
        }
    }
}

/// Rounds a number to millionths, since smaller differences are noise.
fn round(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
