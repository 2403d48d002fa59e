//! Objectives of whole families.

use super::Family;
use crate::problem::Goal;
use crate::puzzle::Request;
use crate::source::Source;

/// The objective that the problems of a family have in common.
pub enum FamilyObjective {
    /// The problems have no objective.
    Nothing,
    /// All problems have this objective.
    Common(Goal),
    /// Each problem has an objective of its own, or none.
    Individual,
}

impl Family {
    /// Returns the objective of the family's problems. It is found from the example boards of the
    /// family's formats. Objectives are the same if they agree in name and sense. Returns
    /// [`FamilyObjective::Individual`] if two examples differ, or if one example has an objective
    /// and another one has none. The range of a common objective is that of the first example. A
    /// family without formats has no objective. An example that cannot be read counts as one
    /// without an objective.
    pub fn objective(&self) -> FamilyObjective {
        let goals: Vec<Option<Goal>> =
            self.formats.iter().map(|format| self.goal_of(format.example)).collect();
        let name = |goal: &Option<Goal>| goal.map(|goal| (goal.name, goal.sense));
        match goals.first() {
            Some(first) if goals.iter().any(|other| name(other) != name(first)) => {
                FamilyObjective::Individual
            }
            Some(Some(first)) => FamilyObjective::Common(*first),
            _ => FamilyObjective::Nothing,
        }
    }

    /// Returns the goal of an example board. Returns `None` if the example cannot be read or has no
    /// objective.
    fn goal_of(&self, example: &str) -> Option<Goal> {
        let board = Some(Source::new("example", example).into());
        let opened = self.open(&Request { board, ..Request::default() });
        opened.ok()?.as_problem().goal()
    }
}
