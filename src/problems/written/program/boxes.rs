//! Bounds of integers that the rows leave unbounded.
//!
//! An answer is sought in boxes: the missing bounds are set to ±8, ±32 and so on. In each box, a
//! short local search comes first, then a solver, which can also exclude the box, and then a longer
//! local search. The value of the answer bounds the objective, since no better answer has a worse
//! value. This bound is a row like all others, and gives bounds of the variables that cost
//! ([`domains`](super::domains)). So the box is only a place to find an answer: the bounds hold for
//! all answers that are at least as good. The model has the row, too, so that it says itself which
//! answers it is about. The bounds are closer for a better answer, so better ones are sought in the
//! same box, each better than the last one by twice as much as before.
//!
//! If a variable is still without a bound, an answer is sought in a larger box that is better by
//! more than the first box is wide. If there is one, the objective follows the box, and is perhaps
//! unbounded.

use num_traits::{One, Zero};

use super::super::check::{KnownValues, check};
use super::super::{ParsedModel, state};
use super::domains::{Domain, propagate};
use super::integer_program::IntegerProgram;
use super::{Comparison, Factor, IntegerRow, ProgramRow, ROW_OF_BETTER, Unknown, jump};
use crate::exact::{Integer, Rational};
use crate::model::{Relation, Sense};
use crate::solver::ModelSolver;
use crate::source::Refusal;
use crate::stop::Stop;

/// The exponents of the powers of two that are tried as the size of a box.
const BOXES: [u32; 11] = [3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23];

/// How often a better answer is sought in the box of the first one.
const MOST_IMPROVEMENTS: usize = 40;

/// The limit of work of the local search of a box before the solver, a few milliseconds. A solver
/// excludes boxes in which local search would not end.
const LITTLE_WORK: usize = 500_000;

/// The limit of work of local search if the solver is undecided, a few tenths of a second.
const MUCH_WORK: usize = 4_000_000;

/// The smallest and the largest limit of conflicts of one search for an answer.
const CONFLICTS: [usize; 2] = [100, 5_000];

/// The largest product of the conflicts of one search and the literals of all rows, unless the
/// limit of conflicts would leave the range of [`CONFLICTS`]. A conflict of a larger formula takes
/// longer, so each search takes about as long.
const MOST_WORK: usize = 1_000_000;

/// The largest number of boxes whose search reaches the limit of conflicts. After them, no answer
/// counts as found, so that reading a file takes a few seconds at most.
const MOST_UNDECIDED: usize = 3;

impl<'s> IntegerProgram<'_, 's> {
    /// Adds the missing bounds to the domains, by an answer and the objective. Returns the row that
    /// demands an objective of at least as good a value, which the model must have, the value, and a
    /// remark about it. The value is multiplied by the divisor of the objective. Refuses a program without an objective, one for which no answer is found, and one
    /// in which a variable is still without a bound.
    pub fn bound_by_answer(
        &self,
        domains: &mut [Option<Domain>],
    ) -> Result<(ProgramRow<'s>, Integer, String), Refusal> {
        let Some(aim) = &self.builder.aim else {
            let why = "without an objective, nothing else bounds it";
            return Err(self.refuse_open(domains, why));
        };
        let Some((size, value)) = self.answer_in_boxes(domains)? else {
            let size = 1_u64 << BOXES[BOXES.len() - 1];
            let why = format!("no answer was found within -{size}..{size}");
            return Err(self.refuse_open(domains, &why));
        };
        let better = self.row_of_better(&value, &Integer::zero());
        let rows: Vec<&IntegerRow> = self.rows().chain([&better]).collect();
        propagate(&rows, domains);
        let shown = |value: &Integer| Rational::fraction(value.clone(), aim.divisor.clone());
        if domains.iter().flatten().all(Domain::is_closed) {
            let reach = match self.sense() {
                Some(Sense::Maximise) => "least",
                _ => "most",
            };
            let remark = format!(
                "the bounds of integers follow from an answer with the objective {0}; so only answers with an objective of at {reach} {0} are considered",
                shown(&value)
            );
            return Ok((ProgramRow::Line(better), value, remark));
        }
        let wide = size + 3;
        let step = Integer::from(1_u64 << size) * aim.divisor.clone();
        let why = match self.better_answer(domains, wide, &value, &step)? {
            Some(best) => format!(
                "an answer within -{0}..{0} has the objective {1}, one within -{2}..{2} has {3}, so the objective is perhaps unbounded",
                1_u64 << size,
                shown(&value),
                1_u64 << wide,
                shown(&best),
            ),
            None => format!("an answer with the objective {} does not bound it", shown(&value)),
        };
        Err(self.refuse_open(domains, &why))
    }

    /// Searches boxes of growing size for an answer, and then the box of the first one for better
    /// answers. Returns the exponent of the box and the objective of the best answer, multiplied by
    /// its divisor. Returns `None` if no answer is found within the limit of conflicts. Refuses a
    /// program that is too large.
    fn answer_in_boxes(
        &self,
        domains: &[Option<Domain>],
    ) -> Result<Option<(u32, Integer)>, Refusal> {
        let mut undecided = 0;
        for exponent in BOXES {
            let mut value = match self.answer_in_box(domains, exponent, &[])? {
                BoxSearch::Found(value) => value,
                BoxSearch::Excluded => continue,
                BoxSearch::Undecided if undecided == MOST_UNDECIDED => return Ok(None),
                BoxSearch::Undecided => {
                    undecided += 1;
                    continue;
                }
            };
            let mut step = Integer::one();
            for _ in 0..MOST_IMPROVEMENTS {
                match self.better_answer(domains, exponent, &value, &step)? {
                    Some(better) => {
                        value = better;
                        step = &step + &step;
                    }
                    // The search of a smaller step would be as hard.
                    None => break,
                }
            }
            return Ok(Some((exponent, value)));
        }
        Ok(None)
    }

    /// Returns the objective of an answer in a box that is better than `value` by at least `step`.
    /// All three numbers are multiplied by the divisor of the objective. Returns `None` if there is
    /// none, or if none is found within the limit of conflicts.
    fn better_answer(
        &self,
        domains: &[Option<Domain>],
        exponent: u32,
        value: &Integer,
        step: &Integer,
    ) -> Result<Option<Integer>, Refusal> {
        let better = ProgramRow::Line(self.row_of_better(value, step));
        Ok(match self.answer_in_box(domains, exponent, &[better])? {
            BoxSearch::Found(value) => Some(value),
            BoxSearch::Excluded | BoxSearch::Undecided => None,
        })
    }

    /// Searches a box for an answer that also satisfies the rows `more`. Missing bounds are
    /// 2^`exponent` steps from 0, or from the other bound.
    fn answer_in_box(
        &self,
        domains: &[Option<Domain>],
        exponent: u32,
        more: &[ProgramRow<'s>],
    ) -> Result<BoxSearch, Refusal> {
        let mut boxed = domains.to_vec();
        let size = Integer::from(1_u64 << exponent);
        boxed.iter_mut().flatten().for_each(|domain| domain.limit_open(&size));
        if let Some(value) = self.jump_in_box(&boxed, more, LITTLE_WORK) {
            return Ok(BoxSearch::Found(value));
        }
        Ok(match search(&self.to_model(&boxed, more)?) {
            BoxSearch::Undecided => self
                .jump_in_box(&boxed, more, MUCH_WORK)
                .map_or(BoxSearch::Undecided, BoxSearch::Found),
            decided => decided,
        })
    }

    /// Searches a box as [`answer_in_box`](Self::answer_in_box) does, by [`jump::search`] with this
    /// limit of work. Checks the answer by exact numbers, and returns its objective, multiplied by
    /// its divisor. There must be an objective.
    fn jump_in_box(
        &self,
        boxed: &[Option<Domain>],
        more: &[ProgramRow<'s>],
        most_work: usize,
    ) -> Option<Integer> {
        let rows = self.builder.rows.iter().chain(more).map(ProgramRow::line);
        let rows: Vec<&IntegerRow> = rows.collect::<Option<_>>()?;
        let values = jump::search(&rows, boxed, most_work)?;
        let value = |unknown: Unknown| Integer::from(values[unknown.place()]);
        let sum = |terms: &[(Integer, Factor)]| {
            let terms = terms.iter().map(|(weight, factor)| match *factor {
                Factor::One(one) => weight * &value(one),
                Factor::Both(one, other) => &(weight * &value(one)) * &value(other),
            });
            terms.fold(Integer::zero(), |sum, term| sum + term)
        };
        let holds = |row: &&IntegerRow| match row.comparison {
            Comparison::Relation(relation) => relation.holds(sum(&row.terms), row.bound.clone()),
            Comparison::Unequal => sum(&row.terms) != row.bound,
        };
        let aim = self.builder.aim.as_ref()?;
        rows.iter().all(holds).then(|| sum(&aim.terms) + aim.constant.clone())
    }

    /// Returns a row that demands an objective of at least as good a value as `value`, or one that
    /// is better by `step`. Both numbers are multiplied by the divisor of the objective. There must
    /// be an objective.
    fn row_of_better(&self, value: &Integer, step: &Integer) -> IntegerRow<'s> {
        let aim = self.builder.aim.as_ref().expect("an objective");
        let (relation, bound) = match self.sense() {
            Some(Sense::Maximise) => (Relation::AtLeast, value + step),
            _ => (Relation::AtMost, value - step),
        };
        IntegerRow {
            terms: aim.terms.clone(),
            comparison: Comparison::Relation(relation),
            bound: bound - aim.constant.clone(),
            guard: None,
            place: aim.place,
            name: Some(ROW_OF_BETTER),
        }
    }

    /// Returns the sense of the objective: that of the user, or that of the file. Returns `None` if
    /// there is no objective.
    fn sense(&self) -> Option<Sense> {
        let aim = self.builder.aim.as_ref()?;
        Some(self.builder.terms.sense.unwrap_or(aim.sense))
    }
}

/// The result of the search for an answer in a box.
enum BoxSearch {
    /// The objective of the answer, multiplied by its divisor.
    Found(Integer),
    /// The box has no answer.
    Excluded,
    /// The search has reached the limit of conflicts, or the numbers of the box exceed 64 bits.
    Undecided,
}

/// Searches for an answer of a model with CaDiCaL. The model must have an objective.
fn search(written: &ParsedModel) -> BoxSearch {
    if state::validate(written).is_err() {
        return BoxSearch::Undecided;
    }
    let model = state::plain_model(written);
    // With the usual encodings, 40 variables and 60 rows took 32 s instead of 4 s.
    let Ok(mut solver) = ModelSolver::new_small(&model, &Stop::unlimited()) else {
        return BoxSearch::Undecided;
    };
    let lits: usize = written.rows().map(|row| row.lits.len()).sum();
    let conflicts = (MOST_WORK / lits.max(1)).clamp(CONFLICTS[0], CONFLICTS[1]);
    match solver.solution_within(i32::try_from(conflicts).expect("at most 5,000")) {
        Err(_) => BoxSearch::Undecided,
        Ok(None) => BoxSearch::Excluded,
        Ok(Some(values)) => {
            let truth = KnownValues::new(written, values.first(written.variables()));
            let checked = check(written, &truth).expect("a solution of the model");
            BoxSearch::Found(checked.expect("an objective").1)
        }
    }
}
