//! The part of hints that each puzzle family adds: a theory, sentences and levels of difficulty.

use super::reason::Reason;
use super::theory::Theory;

/// The hints of a family: its theory, sentences and levels.
pub trait View {
    /// Returns the theory: free constraints, and rules with costs.
    fn theory(&self) -> &Theory;

    /// Returns the reason of a step as a sentence without a full stop.
    fn sentence(&self, reason: &Reason) -> String {
        reason.sentence()
    }

    /// Returns the reason of a step that needs no rule, as a sentence without a full stop.
    fn sight_sentence(&self, reason: &Reason) -> String {
        reason.sentence()
    }

    /// Returns what to look for, as a text that does not name the cells of the step: the second of
    /// its [`stages`](super::Step::stages).
    fn pattern(&self, reason: &Reason) -> String {
        reason.rule_names()
    }

    /// Returns how soon a person sees the pattern of a step, compared with other steps of the same
    /// cost that have a single rule: the smallest rank comes first. The facts of the step may not
    /// be known yet. By default all patterns have the same rank.
    fn rank(&self, reason: &Reason) -> u32 {
        let _ = reason;
        0
    }

    /// Returns the levels of difficulty, if the family has any.
    fn scale(&self) -> Option<Scale> {
        None
    }
}

/// The hints of a family that has no theory of its own: all rules of the model have the same cost.
impl View for Theory {
    fn theory(&self) -> &Theory {
        self
    }
}

/// The technique of a step. Techniques are ordered by the cost of their steps, those of equal cost
/// by [`View::rank`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Technique {
    /// The cost of the step.
    pub cost: u32,
    /// The rank of its pattern; 0 for a step with several rules.
    pub rank: u32,
}

impl Technique {
    /// Returns the technique of this cost and rank 0.
    pub const fn with_cost(cost: u32) -> Technique {
        Technique { cost, rank: 0 }
    }
}

/// A level of difficulty, by the hardest technique that a board needs.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The name of the level.
    pub name: &'static str,
    /// The technique that the level adds to easier levels, as a phrase.
    pub technique: &'static str,
    /// The hardest technique of the level; `None` for the highest level.
    pub hardest: Option<Technique>,
}

impl Level {
    /// Returns a level whose hardest steps have this cost.
    pub const fn up_to_cost(name: &'static str, technique: &'static str, cost: u32) -> Level {
        Level { name, technique, hardest: Some(Technique { cost, rank: u32::MAX }) }
    }

    /// Returns the highest level.
    pub const fn highest(name: &'static str, technique: &'static str) -> Level {
        Level { name, technique, hardest: None }
    }
}

/// Levels of difficulty, the easiest first.
#[derive(Clone, Copy, Debug)]
pub struct Scale(pub &'static [Level]);

impl Scale {
    /// Returns the levels' names, the easiest first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|level| level.name)
    }

    /// Returns the level of a board from the technique of its hardest step.
    ///
    /// # Panics
    ///
    /// If no level is the highest.
    pub fn level(self, hardest: Technique) -> &'static Level {
        self.0
            .iter()
            .find(|level| level.hardest.is_none_or(|most| hardest <= most))
            .expect("the highest level has all boards")
    }
}
