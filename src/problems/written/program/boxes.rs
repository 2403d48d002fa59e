//! Bounds of integers that the rows leave unbounded.
//!
//! An answer is sought in boxes: the missing bounds are set to ±8, ±16 and so on. The value of the
//! answer bounds the objective, since no better answer has a worse value. This bound is a row like
//! all others, and gives bounds of the variables that cost ([`domains`](super::domains)). So the
//! box is only a place to find an answer: the bounds hold for all answers that are at least as good.
//! The bounds are closer for a better answer, so better ones are sought in the same box, each better
//! than the last one by twice as much as before.
//!
//! If a variable is still without a bound, an answer is sought in a larger box that is better by
//! more than the first box is wide. If there is one, the objective follows the box, and is perhaps
//! unbounded.

use num_traits::{One, Zero};

use super::super::check::{KnownValues, check};
use super::super::{ParsedModel, state};
use super::domains::{Domain, propagate};
use super::integer_program::IntegerProgram;
use super::{Comparison, IntegerRow, ProgramRow};
use crate::exact::{Integer, Rational};
use crate::model::{Relation, Sense};
use crate::solver::ModelSolver;
use crate::source::Refusal;
use crate::stop::Stop;

/// The exponents of the powers of two that are tried as the size of a box.
const BOXES: std::ops::RangeInclusive<u32> = 3..=24;

/// How often a better answer is sought in the box of the first one.
const MOST_IMPROVEMENTS: usize = 40;

/// The largest number of conflicts of the search for an answer in one box.
const MOST_CONFLICTS: i32 = 20_000;

impl<'s> IntegerProgram<'_, 's> {
    /// Adds the missing bounds to the domains, by an answer and the objective. Returns a remark about
    /// the answer. Refuses a program without an objective, one for which no answer is found, and one
    /// in which a variable is still without a bound.
    pub fn bound_by_answer(&self, domains: &mut [Option<Domain>]) -> Result<String, Refusal> {
        let Some(aim) = &self.builder.aim else {
            let why = "without an objective, nothing else bounds it";
            return Err(self.refuse_open(domains, why));
        };
        let Some((size, value)) = self.answer_in_boxes(domains)? else {
            let size = 1_u64 << BOXES.end();
            let why = format!("no answer was found within -{size}..{size}");
            return Err(self.refuse_open(domains, &why));
        };
        let better = self.row_of_better(&value, &Integer::zero());
        let rows: Vec<&IntegerRow> = self.rows().chain([&better]).collect();
        propagate(&rows, domains);
        let shown = |value: &Integer| Rational::fraction(value.clone(), aim.divisor.clone());
        if domains.iter().flatten().all(Domain::is_closed) {
            return Ok(format!(
                "bounds of integers follow from an answer with the objective {}: no better answer has larger values",
                shown(&value)
            ));
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
        for exponent in BOXES {
            let Some(mut value) = self.answer_in_box(domains, exponent, &[])? else { continue };
            let mut step = Integer::one();
            for _ in 0..MOST_IMPROVEMENTS {
                match self.better_answer(domains, exponent, &value, &step)? {
                    Some(better) => {
                        value = better;
                        step = &step + &step;
                    }
                    None if step.is_one() => break,
                    None => step = Integer::one(),
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
        self.answer_in_box(domains, exponent, &[better])
    }

    /// Returns the objective, multiplied by its divisor, of an answer that also satisfies the rows
    /// `more`. Missing bounds are 2^`exponent` steps from 0, or from the other bound. Returns `None`
    /// if no answer is found within the limit of conflicts.
    fn answer_in_box(
        &self,
        domains: &[Option<Domain>],
        exponent: u32,
        more: &[ProgramRow<'s>],
    ) -> Result<Option<Integer>, Refusal> {
        let mut boxed = domains.to_vec();
        let size = Integer::from(1_u64 << exponent);
        boxed.iter_mut().flatten().for_each(|domain| domain.limit_open(&size));
        Ok(value_of_answer(&self.to_model(&boxed, more)?))
    }

    /// Returns a row that demands an objective of at least as good a value as `value`, or one that is
    /// better by `step`. Both numbers are multiplied by the divisor of the objective. There must be
    /// an objective.
    fn row_of_better(&self, value: &Integer, step: &Integer) -> IntegerRow<'s> {
        let aim = self.builder.aim.as_ref().expect("an objective");
        let sense = self.builder.terms.sense.unwrap_or(aim.sense);
        let (relation, bound) = match sense {
            Sense::Minimise => (Relation::AtMost, value - step),
            Sense::Maximise => (Relation::AtLeast, value + step),
        };
        IntegerRow {
            terms: aim.terms.clone(),
            comparison: Comparison::Relation(relation),
            bound: bound - aim.constant.clone(),
            guard: None,
            place: aim.place,
            name: None,
        }
    }
}

/// Returns the objective of an answer that CaDiCaL finds within [`MOST_CONFLICTS`], multiplied by
/// the divisor. Returns `None` if it finds none, or if the model's numbers exceed 64 bits.
fn value_of_answer(written: &ParsedModel) -> Option<Integer> {
    state::validate(written).ok()?;
    let model = state::plain_model(written);
    let mut solver = ModelSolver::new(&model, &Stop::unlimited()).ok()?;
    let values = solver.solution_within(MOST_CONFLICTS).ok()??;
    let truth = KnownValues::new(written, values.first(written.variables()));
    check(written, &truth).ok()?.map(|(_, value)| value)
}
