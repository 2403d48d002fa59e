//! Deductions: facts that follow from a model without a search.
//!
//! Each rule is a row of [`ALL`]. Fixed literals and complements (other counts that determine the
//! objective) are stated in the model before the next rule is applied. The rules depend on no
//! puzzle. The facts hold in every solution, so a deduction helps with any question, even with
//! counting answers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::feature;
use crate::model::{DeducedOrigin, Model, Origin};
use crate::stop::Stop;

use fact::in_words;
pub use fact::{Deduction, Fact, Rule};

mod complement;
mod disjoint;
mod dual;
mod fact;
pub(crate) mod fixed;
mod parity;

/// The rules, in order of application.
pub const ALL: &[Rule] = &[fixed::RULE, parity::RULE, complement::RULE, disjoint::RULE, dual::RULE];

/// The rules to apply, in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Rules(Vec<&'static Rule>);

impl Rules {
    /// Returns all rules of [`ALL`], in order.
    pub fn all() -> Rules {
        Rules(ALL.iter().collect())
    }

    /// Returns all rules of [`ALL`] that solve no linear program, in order.
    pub fn without_programs() -> Rules {
        Rules(ALL.iter().filter(|rule| rule.name != dual::RULE.name).collect())
    }

    /// The empty list of rules, as a constant for callers that need a static reference.
    pub const NONE: &'static Rules = &Rules(Vec::new());

    /// Returns an empty list of rules.
    pub fn none() -> Rules {
        Rules(Vec::new())
    }

    /// Returns a list that has the rules of a problem, `own`, before the rules of this list. If
    /// this list lacks a rule of [`ALL`], returns it unchanged.
    #[must_use]
    pub fn prepend(&self, own: &[&'static Rule]) -> Rules {
        let rules =
            own.iter().copied().filter(|_| self.are_all()).chain(self.0.iter().copied()).collect();
        Rules(rules)
    }

    /// Returns whether the list contains all rules of [`ALL`].
    pub fn are_all(&self) -> bool {
        self.0.len() == ALL.len()
    }

    /// Returns whether the list has no rule.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Applies the rules in order, and ends early if a stop is requested. States fixed literals and
    /// complements in the model. Returns the deductions, at most one for each rule.
    pub fn apply(&self, model: &mut Model, stop: &Stop) -> Vec<Deduction> {
        self.apply_filtered(model, stop, |_, _| true)
    }

    /// Applies the rules as [`apply`](Rules::apply) does, but discards the deductions for which
    /// `passes` returns false: they are neither stated nor returned. `passes` gets the model, in
    /// which the deduction is not yet stated. Returns the deductions in the order of the rules, at
    /// most one for each rule. A rule sees what earlier rules have stated. After a stop, no further
    /// rule is applied; the rule that the stop interrupts can deduce less or nothing.
    pub fn apply_filtered(
        &self,
        model: &mut Model,
        stop: &Stop,
        mut passes: impl FnMut(&Model, &Deduction) -> bool,
    ) -> Vec<Deduction> {
        let mut deductions = Vec::new();
        for rule in self.0.iter().take_while(|_| !stop.is_reached()) {
            let Some((fact, why)) = (rule.apply)(model, stop) else { continue };
            let (fact_text, in_words) = (in_words(&fact, model), why.in_words(model));
            let origin = Origin::deduced(DeducedOrigin { rule: rule.name, why });
            let deduction =
                Deduction { rule: rule.name, fact, text: fact_text, origin, why: in_words };
            if passes(model, &deduction) {
                deduction.state(model);
                deductions.push(deduction);
            }
        }
        deductions
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::all()
    }
}

/// The reason why a list of rules is refused.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
#[error("{}", refusal(name, list))]
pub struct RulesError {
    /// The refused name: one that this build does not know, or `all` or `none` in a list with other
    /// names.
    pub name: String,
    /// The whole list, as the user wrote it.
    pub list: String,
}

impl From<Rules> for String {
    fn from(rules: Rules) -> String {
        rules.to_string()
    }
}

impl TryFrom<String> for Rules {
    type Error = RulesError;

    fn try_from(text: String) -> Result<Rules, RulesError> {
        text.parse()
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads a list of rules: `all`, `none`, or names with `+` between them. The order of the names
    /// does not matter, and a repeated name counts once. Case and blanks matter. Refuses the first
    /// name that this build does not know; an empty name is such a name. Also refuses `all` or
    /// `none` among other names.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        match text {
            "all" => return Ok(Rules::all()),
            "none" => return Ok(Rules::none()),
            _ => {}
        }
        let names: Vec<&str> = text.split('+').collect();
        match names.iter().find(|name| available_rules().all(|row| row.name != **name)) {
            Some(&unknown) => Err(RulesError { name: unknown.to_owned(), list: text.to_owned() }),
            None => Ok(Rules(ALL.iter().filter(|row| names.contains(&row.name)).collect())),
        }
    }
}

/// Iterates over the rules of this build. The rule `dual` needs a solver of linear programs.
fn available_rules() -> impl Iterator<Item = &'static Rule> {
    ALL.iter().filter(|row| row.name != dual::RULE.name || feature::LP.is_built())
}

/// Returns the message for a refused name in a list of rules. It lists the names that this build
/// accepts.
fn refusal(name: &str, list: &str) -> String {
    let found = match name {
        "" => format!("a deduction without a name in `{list}`"),
        "all" | "none" => format!("{name} cannot be one of several names, as in `{list}`"),
        _ if name == dual::RULE.name => {
            format!(
                "the deduction {name} solves linear programs, and {}",
                feature::LP.missing_error()
            )
        }
        _ => format!("no deduction is called `{name}`"),
    };
    let known: Vec<&str> = available_rules().map(|row| row.name).collect();
    format!(
        "{found}: write all, none, or one or more of {} with + between them, such as {}",
        known.join(", "),
        known[..2].join("+")
    )
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.len() {
            0 => f.write_str("none"),
            number if number == ALL.len() => f.write_str("all"),
            _ => f.write_str(&self.0.iter().map(|row| row.name).collect::<Vec<_>>().join("+")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in ["all", "none", "parity", "fixed+disjoint"] {
            assert_eq!(text.parse::<Rules>().map(|rules| rules.to_string()), Ok(text.to_owned()));
        }
        for (text, told) in [
            ("parity+luck", "no deduction is called `luck`"),
            ("all+luck", "all cannot be one of several names, as in `all+luck`"),
            ("parity+none", "none cannot be one of several names"),
            ("parity+", "a deduction without a name in `parity+`"),
            (
                "",
                "fixed, parity, complement, disjoint, dual with + between them, such as fixed+parity",
            ),
        ] {
            assert!(
                text.parse::<Rules>().is_err_and(|error| error.to_string().contains(told)),
                "{text}"
            );
        }
    }

    #[test]
    fn rules_have_names_of_their_own() {
        for (index, rule) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|other| other.name != rule.name));
        }
    }
}
