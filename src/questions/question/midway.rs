//! The model of a problem at a bound, for explanations and measurements of encodings.

use super::PosedQuestion;
use crate::formulation::ModelScheme;
use crate::model::Model;
use crate::search::{SearchPlan, Task};
use crate::source::Refusal;
use crate::stop::Stop;

/// The model of a problem, and a bound on its objective.
pub struct ModelAtBound {
    /// The model with its symmetries broken. The model does not state the bound, but a formulation
    /// for a single value of the objective states this value.
    pub model: Model,
    /// The bound; `None` if there is no objective, or if the model is for a single value of the
    /// objective.
    pub bound: Option<i64>,
    /// The searches that are made by default for this problem.
    pub search: SearchPlan,
}

impl PosedQuestion {
    /// Returns the model for the requested bound, the bound, and the default search. If no bound is
    /// requested, the bound is the middle of the possible values. The model does not state the
    /// bound, except in a formulation for a single value of the objective, which states this value;
    /// the returned bound is then `None`. It is also `None` if there is no objective. The
    /// deductions and the symmetry breaking are the defaults, even if the question names others. A
    /// stop ends the deductions early.
    ///
    /// # Errors
    ///
    /// If the bound is outside of the range of the objective, or if a deduction refutes the bound.
    /// If the formulation is for a single value of the objective, the bound is not compared with
    /// the deductions.
    pub fn model_at_bound(&self, stop: &Stop) -> Result<ModelAtBound, Refusal> {
        let task = Task { stop: stop.clone(), ..Task::new(self.problem(), self.formulation) };
        let Some(goal) = self.problem().goal() else {
            let (model, search) = (task.prepared().for_value(0).model, task.search_plan());
            return Ok(ModelAtBound { model, bound: None, search });
        };
        // The deductions of a large model take long, so they are made only once.
        let (known, complete) = match task.prepared() {
            ModelScheme::Complete(prepared) => (prepared.bounds(goal), Some(prepared.model)),
            of_value => (of_value.for_value(0).bounds(goal), None),
        };
        let bound =
            self.bound.unwrap_or_else(|| known.middle(known.worst).clamp(goal.least, goal.largest));
        let unscaled = |value| self.scale().to_number(value);
        if !(goal.least..=goal.largest).contains(&bound) {
            let is_above = bound > goal.largest;
            let side = if is_above { "exceeds" } else { "is below" };
            let found = format!(
                "--bound {} {side} every possible value of the objective, {}",
                unscaled(bound),
                goal.name
            );
            let (end, value) =
                if is_above { ("at most", goal.largest) } else { ("at least", goal.least) };
            return Err(Refusal::new(found, format!("{end} {}", unscaled(value))));
        }
        if !self.formulation.of_value && known.excludes(bound) {
            let found = format!(
                "deduction refutes --bound {}, so there is no model with this bound",
                unscaled(bound)
            );
            let expected =
                format!("a bound that is not refuted: {} or worse", unscaled(known.limit));
            return Err(Refusal::new(found, expected));
        }
        let model = complete.unwrap_or_else(|| task.prepared().for_value(bound).model);
        let search = task.search_plan();
        let bound = Some(bound).filter(|_| !self.formulation.of_value);
        Ok(ModelAtBound { model, bound, search })
    }
}
