//! Deductions: facts that follow from a model without a search.
//!
//! Each rule is a row of [`ALL`]. Fixed literals and complements (other counts that determine the
//! objective) are stated in the model before the next rule is applied. The rules depend on no
//! puzzle. The facts hold in every solution, so a deduction helps with any question, even with
//! counting answers.

use crate::feature;
use crate::model::{DeducedOrigin, Model, Origin};
use crate::selection::{SelectableRow, Selection};
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
pub type Rules = Selection<Rule>;

impl SelectableRow for Rule {
    const TABLE: &'static [Rule] = ALL;
    const NOUN: &'static str = "deduction";

    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    /// Returns the reason if the rule is `dual`, which needs a solver of linear programs, and this
    /// build has none.
    fn missing_reason(&self) -> Option<String> {
        let is_missing = self.name == dual::RULE.name && !feature::LP.is_built();
        is_missing.then(|| format!("solves linear programs, and {}", feature::LP.missing_error()))
    }
}

impl Selection<Rule> {
    /// Returns all rules of [`ALL`] that solve no linear program, in order.
    pub fn without_programs() -> Rules {
        ALL.iter().filter(|rule| rule.name != dual::RULE.name).collect()
    }

    /// Returns a list that has the rules of a problem, `own`, before the rules of this list. If
    /// this list lacks a rule of [`ALL`], returns it unchanged.
    #[must_use]
    pub fn prepend(&self, own: &[&'static Rule]) -> Rules {
        let own = own.iter().copied().filter(|_| self.are_all());
        own.chain(self.rows().iter().copied()).collect()
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
        for rule in self.rows().iter().take_while(|_| !stop.is_reached()) {
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
