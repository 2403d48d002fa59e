//! The part of hints that each puzzle family defines: a theory, sentences and levels of difficulty.

use super::reason::Reason;
use super::theory::Theory;

/// The theory, the sentences and the levels of difficulty of a family. Hints for the family are
/// made from them.
pub trait View {
    /// Returns the theory: rules with costs, and constraints that belong to no rule.
    fn theory(&self) -> &Theory;

    /// Returns the reason of a step as a sentence without a full stop.
    fn sentence(&self, reason: &Reason) -> String {
        reason.sentence()
    }

    /// Returns the reason of a step that needs no rule, as a sentence without a full stop.
    fn sight_sentence(&self, reason: &Reason) -> String {
        reason.sentence()
    }

    /// Returns a text on what to look for. The text does not name the cells of the step. It is the
    /// second of the step's [`stages`](super::Step::stages).
    fn pattern(&self, reason: &Reason) -> String {
        reason.rule_names()
    }

    /// Returns the rank of a step among the steps with the same cost and a single rule. The step
    /// whose pattern a person sees first has the smallest rank. The facts in `reason` may be
    /// missing, because they may not have been found yet. By default all ranks are 0.
    fn rank(&self, reason: &Reason) -> u32 {
        let _ = reason;
        0
    }

    /// Returns the levels of difficulty. Returns `None` if the family has no levels.
    fn scale(&self) -> Option<Scale> {
        None
    }
}

/// The hints of a family that has no theory of its own. All rules of the model have the same cost.
impl View for Theory {
    fn theory(&self) -> &Theory {
        self
    }
}

/// The technique of a step. Techniques are ordered by the costs of their steps. Techniques of equal
/// cost are ordered by [`View::rank`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Technique {
    /// The cost of the step. Techniques are ordered by the cost first; a lower cost is easier.
    pub cost: u32,
    /// The rank of the step's pattern ([`View::rank`]). It is 0 for a step with no rule or several
    /// rules.
    pub rank: u32,
}

impl Technique {
    /// Returns a technique with this cost and rank 0.
    pub const fn with_cost(cost: u32) -> Technique {
        Technique { cost, rank: 0 }
    }
}

/// A level of difficulty. The hardest technique that a board needs decides its level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The name of the level, such as `hard`.
    pub name: &'static str,
    /// A phrase for the technique that boards of this level need, and boards of easier levels do
    /// not.
    pub technique: &'static str,
    /// The hardest technique of the level. `None` for the highest level, which has no limit.
    pub hardest: Option<Technique>,
}

impl Level {
    /// Returns a level whose hardest steps have this cost, whatever their rank is.
    pub const fn up_to_cost(name: &'static str, technique: &'static str, cost: u32) -> Level {
        Level { name, technique, hardest: Some(Technique { cost, rank: u32::MAX }) }
    }

    /// Returns the highest level, to which all boards above the other levels belong.
    pub const fn highest(name: &'static str, technique: &'static str) -> Level {
        Level { name, technique, hardest: None }
    }
}

/// A list of levels of difficulty, the easiest first.
#[derive(Clone, Copy, Debug)]
pub struct Scale(pub &'static [Level]);

impl Scale {
    /// Returns the levels' names, the easiest first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|level| level.name)
    }

    /// Returns the level of a board. `hardest` is the technique of its hardest step.
    ///
    /// # Panics
    ///
    /// If every level has a hardest technique, and `hardest` is harder than all of them.
    pub fn level(self, hardest: Technique) -> &'static Level {
        self.0
            .iter()
            .find(|level| level.hardest.is_none_or(|most| hardest <= most))
            .expect("the highest level has all boards")
    }
}
