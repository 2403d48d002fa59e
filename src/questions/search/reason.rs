//! The reason why there is no answer, in words.

use std::fmt;

use crate::board::Cell;
use crate::model::{Origin, OriginKind};
use crate::problem::BrokenRule;

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswerReason {
    /// An obstacle that is visible without a search.
    Obstacle(String),
    /// A deduced fact that excludes the bound.
    Deduced(String),
    /// Constraints that cannot all hold.
    Clash(RuleClash),
}

/// Regions, clues, rules and givens that cannot all hold, together with the constraints that have
/// no origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleClash {
    /// The contradictory origins, in the order of [`OriginKind`].
    pub origins: Vec<Origin>,
    /// The cells of each origin. The list of an origin is empty if the origin concerns the whole
    /// board.
    pub cells: Vec<Vec<Cell>>,
    /// Whether each origin is needed: if any one of them is left out, the others have a solution.
    pub is_minimal: bool,
    /// Whether the board has givens, but no given is among the origins. Then the board has no
    /// answer, whatever the givens are.
    pub whatever_is_given: bool,
    /// The rule that the givens obviously break. `None` if some origins are not givens, or if there
    /// is no such rule.
    pub broken: Option<BrokenRule>,
    /// Whether the problem has a board, so that names of origins can contain rows and columns.
    pub has_board: bool,
}

/// The largest number of origins that are named, so that a person can read them. Further origins
/// are only counted.
const MOST_NAMED: usize = 12;

/// A note before the names of origins. It is needed because JSON and the directives of boards count
/// rows and columns from 0.
const COUNTED: &str = " (rows and columns counted from 1)";

impl RuleClash {
    /// Returns the text before the names of the origins, without a colon. The text states that the
    /// origins clash or, if they are not minimal, that some of them clash. If `whatever_is_given`
    /// is true, the text adds "even without the givens". If there is a board, it adds how rows and
    /// columns are counted. If there are no origins, the text is the whole reason: the board has no
    /// answer. Without a board, this reason is that the definitions of variables have no solution.
    pub fn head(&self) -> String {
        let are_rules = self.origins.iter().all(|origin| origin.kind() == OriginKind::Rule);
        let claim = match (self.is_minimal, self.origins.len()) {
            (_, 0) if !self.has_board => {
                return "the definitions of variables alone have no solution".to_owned();
            }
            (_, 0) => return "the board has no answer, with or without givens".to_owned(),
            (true, _) if are_rules => "the rules alone clash on a board of this size",
            (true, 1) => "no answer has this",
            (true, _) => "these clash",
            (false, _) => "some of these clash",
        };
        let whatever = if self.whatever_is_given { ", even without the givens" } else { "" };
        let counted = if self.has_board { COUNTED } else { "" };
        format!("{claim}{whatever}{counted}")
    }

    /// Returns the clash with each symbol in the names of its origins replaced by `spell`. The
    /// names then have the symbols of the board's text.
    #[must_use]
    pub fn spelled(&self, spell: impl Fn(char) -> char) -> RuleClash {
        let origins = self.origins.iter().map(|origin| origin.spelled(&spell)).collect();
        RuleClash { origins, ..self.clone() }
    }

    /// Returns the names of the first 12 origins (`MOST_NAMED`). If there are more origins, a text
    /// with the number of the others follows. If it is known which rule the givens break, the last
    /// named origin also states this rule. The list is empty if there are no origins.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.origins.iter().take(MOST_NAMED).map(Origin::to_string).collect();
        if let Some(last) = names.last_mut()
            && let Some(broken) = &self.broken
        {
            *last += &format!(": {broken}");
        }
        let more = self.origins.len().saturating_sub(MOST_NAMED);
        names.extend((more > 0).then(|| format!("and {more} more")));
        names
    }
}

impl fmt::Display for NoAnswerReason {
    /// Writes the text of an obstacle or a deduced fact. For a clash, writes its
    /// [head](RuleClash::head), a colon, and its [names](RuleClash::names), which are separated by
    /// semicolons. If the clash has no names, writes only its head.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswerReason::Obstacle(text) | NoAnswerReason::Deduced(text) => f.write_str(text),
            NoAnswerReason::Clash(clash) => {
                f.write_str(&clash.head())?;
                let names = clash.names();
                if names.is_empty() { Ok(()) } else { write!(f, ": {}", names.join("; ")) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::cell;

    fn clash(origins: Vec<Origin>, is_minimal: bool, whatever_is_given: bool) -> RuleClash {
        let cells = vec![Vec::new(); origins.len()];
        RuleClash { origins, cells, is_minimal, whatever_is_given, broken: None, has_board: true }
    }

    #[test]
    fn it_is_said_how_deep_it_goes() {
        let (rule, region) = (Origin::rule("one in row 1"), Origin::board("one in region A"));
        let given = Origin::Given(cell(0, 1), 'Q');
        let head = |clash: RuleClash| {
            let head = clash.head();
            head.strip_suffix(COUNTED).unwrap_or(&head).to_owned()
        };
        let all = vec![given.clone(), region.clone(), rule.clone()];
        assert_eq!(head(clash(all.clone(), true, false)), "these clash");
        assert_eq!(head(clash(all, false, false)), "some of these clash");
        let stated = vec![region, rule.clone()];
        assert_eq!(head(clash(stated, true, true)), "these clash, even without the givens");
        let alone = "the rules alone clash on a board of this size";
        assert_eq!(head(clash(vec![rule], true, false)), alone);
        assert_eq!(head(clash(vec![given], true, false)), "no answer has this");
        let nothing = NoAnswerReason::Clash(clash(Vec::new(), true, false));
        assert_eq!(nothing.to_string(), "the board has no answer, with or without givens");
    }

    #[test]
    fn so_many_are_named() {
        let origins = |number: usize| -> Vec<Origin> {
            (0..number).map(|column| Origin::Given(cell(0, column), 'Q')).collect()
        };
        assert_eq!(clash(origins(12), true, false).names().len(), 12);
        let many = clash(origins(20), false, false).names();
        assert_eq!((many.len(), many[12].as_str()), (13, "and 8 more"));
        let two = NoAnswerReason::Clash(clash(origins(2), true, false)).to_string();
        let expected = "`Q` given in row 1, column 1; `Q` given in row 1, column 2";
        assert_eq!(two, format!("these clash{COUNTED}: {expected}"));
    }
}
