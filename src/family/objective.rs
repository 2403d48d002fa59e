//! Objectives that the problems of a family have in common.

use super::Family;
use crate::problem::Goal;
use crate::puzzle::Request;
use crate::source::Source;

/// The objective of a family's problems.
pub enum FamilyObjective {
    /// No objective.
    Nothing,
    /// One objective for all.
    Always(Goal),
    /// The objective of each board, if any.
    OfEach,
}

impl Family {
    /// Returns the objective of its problems, from its examples.
    pub fn objective(&self) -> FamilyObjective {
        let goals: Vec<Option<Goal>> =
            self.formats.iter().map(|format| self.goal_of(format.example)).collect();
        let name = |goal: &Option<Goal>| goal.map(|goal| (goal.name, goal.sense));
        match goals.first() {
            Some(first) if goals.iter().any(|other| name(other) != name(first)) => {
                FamilyObjective::OfEach
            }
            Some(Some(first)) => FamilyObjective::Always(*first),
            _ => FamilyObjective::Nothing,
        }
    }

    fn goal_of(&self, example: &str) -> Option<Goal> {
        let board = Some(Source::new("example", example).into());
        let opened = self.open(&Request { board, ..Request::default() });
        opened.ok()?.as_problem().goal()
    }
}
