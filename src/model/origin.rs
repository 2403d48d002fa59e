//! Where a constraint comes from: stated, given, deduced, by symmetry or demanded. What a room
//! states is told in words that a person can look up on the board.
//!
//! A room says it where it states a constraint ([`Model::by`](super::Model::by)): the name of one
//! instance of a rule, `one queen in row 3`, as it would stand in a list. What has no origin is
//! taken for granted: the definition of a variable, or a rule that nobody would doubt. A model
//! keeps a list of its origins, and each constraint a number in it, so that a million constraints
//! of a hundred origins cost a hundred names.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{Deduced, Symmetry};
use crate::board::Cell;

/// Where a constraint comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A cell that the board gives, and its symbol.
    Given(Cell, char),
    /// What given cells say together, such as how many queens of a colour there are at least.
    Givens(Cow<'static, str>),
    /// What the board says whatever cells it gives: a region, a clue, a sign between two cells.
    Board(Cow<'static, str>),
    /// A row of a file.
    Row(Cow<'static, str>),
    /// A rule, at one place or all over the board: every board of the size and the variants has it.
    Rule(Cow<'static, str>),
    /// What a rule of deduction has found.
    Deduced(Arc<Deduced>),
    /// That a solution is not larger than its image under a symmetry.
    Symmetry(Arc<Symmetry>),
    /// A value that is demanded.
    Bound(i64),
}

/// Kinds of origin, beginning with what is most easily changed. Messages list origins in this
/// order.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum OriginKind {
    /// Given cells.
    Given,
    /// What else the board says.
    Board,
    /// Rows of a file.
    Row,
    /// The rules.
    Rule,
    /// What follows from all these.
    Deduced,
    /// Symmetries that are broken.
    Symmetry,
    /// What is demanded of a value.
    Bound,
}

impl OriginKind {
    /// What constraints of this kind are said to come from.
    pub fn source(self) -> &'static str {
        match self {
            OriginKind::Given => "from what is given",
            OriginKind::Board => "from the board",
            OriginKind::Row => "from the file",
            OriginKind::Rule => "from the rules",
            OriginKind::Deduced => "deduced",
            OriginKind::Symmetry => "to break symmetries",
            OriginKind::Bound => "from the bound",
        }
    }
}

impl Origin {
    /// What given cells say together, by its name.
    pub fn givens(name: impl Into<Cow<'static, str>>) -> Origin {
        Origin::Givens(name.into())
    }

    /// What the board says whatever cells it gives, by its name.
    pub fn board(name: impl Into<Cow<'static, str>>) -> Origin {
        Origin::Board(name.into())
    }

    /// A row of a file, by its number, its name and its line.
    pub fn row(name: impl Into<Cow<'static, str>>) -> Origin {
        Origin::Row(name.into())
    }

    /// A rule, by its name.
    pub fn rule(name: impl Into<Cow<'static, str>>) -> Origin {
        Origin::Rule(name.into())
    }

    /// How easily it is changed.
    pub fn kind(&self) -> OriginKind {
        match self {
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Given(cell, symbol) => write!(f, "`{symbol}` given in {cell}"),
            Origin::Givens(name) | Origin::Board(name) | Origin::Row(name) | Origin::Rule(name) => {
                f.write_str(name)
            }
            Origin::Deduced(deduced) => write!(f, "what `{}` has deduced", deduced.rule),
            Origin::Symmetry(symmetry) => write!(f, "the symmetry {}", symmetry.name),
            Origin::Bound(bound) => write!(f, "the bound {bound}"),
        }
    }
}
