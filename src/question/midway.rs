//! The model of a problem at a bound, for explanations and measurements of encodings.

use super::Posed;
use crate::model::Model;
use crate::search::{Strategy, Task};
use crate::source::Refusal;

/// The model of a problem at a bound.
pub struct ModelAtBound {
    /// The model, with its symmetries broken.
    pub model: Model,
    /// The bound; `None` if there is no objective, or if the model is for a single value of the
    /// objective.
    pub bound: Option<i64>,
    /// The default search for the optimum.
    pub search: &'static Strategy,
}

impl Posed {
    /// Returns the model at the requested bound, or else at the middle of the possible values.
    ///
    /// # Errors
    ///
    /// If the bound is larger than every possible value, or deduction refutes it.
    pub fn at_bound(&self) -> Result<ModelAtBound, Refusal> {
        let task = Task::new(self.problem(), self.formulation);
        let Some(goal) = self.problem().goal() else {
            let (model, search) = (task.prepared().with(0).model, task.strategy());
            return Ok(ModelAtBound { model, bound: None, search });
        };
        let known = task.prepared().with(0).bounds(goal);
        let middle = || known.middle(known.worst).clamp(goal.least, goal.largest);
        let bound = self.bound.unwrap_or_else(middle);
        let told = |value| self.scale().of(value);
        if bound > goal.largest {
            let found = format!(
                "--bound {} exceeds every possible value of the objective, {}",
                told(bound),
                goal.name
            );
            return Err(Refusal::new(found, format!("at most {}", told(goal.largest))));
        }
        if !self.formulation.of_value && known.excludes(bound) {
            let found =
                format!("deduction refutes --bound {}, so there is no model with it", told(bound));
            let expected = format!("a bound that may be reached: {} or worse", told(known.limit));
            return Err(Refusal::new(found, expected));
        }
        let (model, search) = (task.prepared().with(bound).model, task.strategy());
        let bound = Some(bound).filter(|_| !self.formulation.of_value);
        Ok(ModelAtBound { model, bound, search })
    }
}
