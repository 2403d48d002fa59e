//! Origins of constraints, which explanations name.
//!
//! An instance of a rule is a rule applied to one part of the board. Its name shows a person which
//! part this is: `one queen in row 3`. A constraint without origin, such as the definition of a
//! variable, is in no explanation.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::entry::Entry;
use super::symmetry::Symmetry;
use super::why::Justification;
use crate::board::Cell;

/// The reason why a constraint is in the model.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An entry of a partial answer that is checked.
    Entry(Entry),
    /// A given: the cell and its symbol.
    Given(Cell, char),
    /// A consequence of several givens, in words, such as the least number of queens of a colour.
    Givens(Cow<'static, str>),
    /// A region, a clue or a sign between two cells, in words.
    Board(Cow<'static, str>),
    /// A row of a model file.
    Row(Cow<'static, str>),
    /// An instance of a rule, in words. All boards of the same size and variant have the same
    /// instances.
    Rule(Cow<'static, str>),
    /// A deduction, which added the constraint.
    Deduced(Arc<DeducedOrigin>),
    /// A constraint that breaks a symmetry. It states that a solution is lexicographically at most
    /// its image under the symmetry.
    Symmetry(Arc<Symmetry>),
    /// A demand on the objective: at least as good as this value.
    Bound(i64),
}

/// The kinds of origin, in the order in which messages list them. The kinds that a user can change
/// most easily come first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum OriginKind {
    /// An entry of a partial answer.
    Answer,
    /// A given, or a consequence of givens.
    Given,
    /// A part of the board that is not a given.
    Board,
    /// A row of a model file.
    Row,
    /// A rule of the puzzle.
    Rule,
    /// A deduction.
    Deduced,
    /// The breaking of a symmetry.
    Symmetry,
    /// A bound on the objective.
    Bound,
}

impl OriginKind {
    /// Returns the kind in words, such as `from the rules`.
    pub fn source(self) -> &'static str {
        match self {
            OriginKind::Answer => "from the answer",
            OriginKind::Given => "from the givens",
            OriginKind::Board => "from the board",
            OriginKind::Row => "from the file",
            OriginKind::Rule => "from the rules",
            OriginKind::Deduced => "deduced",
            OriginKind::Symmetry => "to break symmetries",
            OriginKind::Bound => "from the bound",
        }
    }
}

/// The rule and the reason of a constraint that a deduction has added.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeducedOrigin {
    /// The name of the rule, as in `--deduce`.
    pub rule: &'static str,
    /// The reason for the deduced fact.
    pub why: Justification,
}

impl Origin {
    /// Returns the origin of a deduced constraint.
    pub fn deduced(deduced: DeducedOrigin) -> Origin {
        Origin::Deduced(deduced.into())
    }

    /// Returns the origin in which `spell` has replaced the symbol, for example by the symbol in
    /// the board's text. An origin without a symbol stays unchanged.
    #[must_use]
    pub fn spelled(&self, spell: impl Fn(char) -> char) -> Origin {
        match self {
            Origin::Entry(entry) => Origin::Entry(entry.spelled(spell)),
            Origin::Given(cell, symbol) => Origin::Given(*cell, spell(*symbol)),
            other => other.clone(),
        }
    }

    /// Returns the origin of a consequence of several givens. `name` is this consequence in words.
    pub fn givens(name: impl Into<Cow<'static, str>>) -> Origin {
        Origin::Givens(name.into())
    }

    /// Returns the origin of a part of the board, such as a region. `name` is this part in words.
    pub fn board(name: impl Into<Cow<'static, str>>) -> Origin {
        Origin::Board(name.into())
    }

    /// Returns the origin of a row of a model file. `name` is this row in words.
    pub fn row(name: impl Into<Cow<'static, str>>) -> Origin {
        Origin::Row(name.into())
    }

    /// Returns the origin of an instance of a rule. `name` is this instance in words.
    pub fn rule(name: impl Into<Cow<'static, str>>) -> Origin {
        Origin::Rule(name.into())
    }

    /// Returns the kind of the origin. Messages sort origins by their kind. An entry is of the kind
    /// `Answer`. A single given and a consequence of several givens are both of the kind `Given`.
    pub fn kind(&self) -> OriginKind {
        match self {
            Origin::Entry(_) => OriginKind::Answer,
            Origin::Given(..) | Origin::Givens(_) => OriginKind::Given,
            Origin::Board(_) => OriginKind::Board,
            Origin::Row(_) => OriginKind::Row,
            Origin::Rule(_) => OriginKind::Rule,
            Origin::Deduced(_) => OriginKind::Deduced,
            Origin::Symmetry(_) => OriginKind::Symmetry,
            Origin::Bound(_) => OriginKind::Bound,
        }
    }
}

impl fmt::Display for Origin {
    /// Writes the origin in words. For several givens, a part of the board, a row or a rule, writes
    /// the name that the origin contains.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Entry(entry) => write!(f, "{entry} of the answer"),
            Origin::Given(cell, symbol) => write!(f, "`{symbol}` given in {cell}"),
            Origin::Givens(name) | Origin::Board(name) | Origin::Row(name) | Origin::Rule(name) => {
                f.write_str(name)
            }
            Origin::Deduced(deduced) => write!(f, "a deduction of `{}`", deduced.rule),
            Origin::Symmetry(symmetry) => write!(f, "the symmetry {}", symmetry.name),
            Origin::Bound(bound) => write!(f, "the bound {bound}"),
        }
    }
}
