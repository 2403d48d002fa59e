//! Counting and listing of answers up to symmetry.
//!
//! A declared symmetry is used only if it maps the givens to themselves. Symmetries act on
//! solutions, so they can also swap colours. An **orbit** is the set of all images of an answer
//! under the group that these symmetries generate. Each image is checked by the rules. The search
//! then excludes the whole orbit, so the count is exact. The shown answer of an orbit is the least
//! one, in the order of rows.
//!
//! Lex-leader constraints are not used: several least solutions can show the same answer, and these
//! constraints are not stated for the whole group. They would save little, because each orbit needs
//! only one call of the solver.

use std::collections::BTreeMap;

use super::{SearchError, Task};
use crate::model::{Model, Values};
use crate::problem::CheckedAnswer;
use crate::symmetry::SymmetryGroup;

/// The symmetries up to which answers were counted, and the number of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrbitCount {
    /// The names of the declared symmetries that map the givens of the board to themselves.
    pub symmetries: Vec<String>,
    /// The number of symmetries in the generated group, including the identity.
    pub order: usize,
    /// The number of answers in all orbits so far.
    pub answers: u64,
}

/// The orbits of a count, and the group of symmetries that generates them. If `--up-to-symmetry` is
/// not given, the field is `None`, and each answer is an orbit of its own.
pub(super) struct Orbits(Option<(SymmetryGroup, OrbitCount)>);

impl Orbits {
    /// Prepares the count of a model's orbits. If the task does not count up to symmetry, prepares
    /// the count of answers alone. The formulation can have one model for each value of the
    /// objective. Then `before` is the count of the models that were searched so far, and the new
    /// count continues from its number of answers. Fails if the model has too many symmetries.
    pub fn new(
        task: &Task,
        model: &Model,
        before: Option<OrbitCount>,
    ) -> Result<Orbits, SearchError> {
        if !task.up_to_symmetry {
            return Ok(Orbits(None));
        }
        let group = SymmetryGroup::from_model(model).ok_or(SearchError::ManySymmetries)?;
        let symmetries = model.symmetries().iter().map(|symmetry| symmetry.name.clone()).collect();
        let count = OrbitCount {
            symmetries,
            order: group.order(),
            answers: before.map_or(0, |before| before.answers),
        };
        Ok(Orbits(Some((group, count))))
    }

    /// Returns the orbit of a solution. The orbit has the solution's images that show different
    /// answers, each with one solution that shows the answer. The least answer comes first. Adds
    /// these answers to the count, also if the orbit was counted before. If the task does not count
    /// up to symmetry, returns only the solution's own answer, and counts nothing. Fails if an
    /// answer does not pass the check; the count is then unchanged.
    pub fn orbit(
        &mut self,
        task: &Task,
        model: &Model,
        solution: Values,
    ) -> Result<Vec<(CheckedAnswer, Values)>, SearchError> {
        let Some((group, count)) = &mut self.0 else {
            return Ok(vec![(task.answer(model, &solution)?, solution)]);
        };
        let mut orbit = BTreeMap::new();
        for image in group.images(&solution, model.labels().len()) {
            let answer = task.answer(model, &image)?;
            orbit.entry(answer.answer().clone()).or_insert((answer, image));
        }
        count.answers += orbit.len() as u64;
        Ok(orbit.into_values().collect())
    }

    pub fn count(&self) -> Option<OrbitCount> {
        self.0.as_ref().map(|(_, count)| count.clone())
    }
}
