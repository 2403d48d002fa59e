//! Deduced facts, and the rules that deduce them.

use std::fmt;
use std::sync::Arc;

use crate::model::{Complement, Justification, Lit, Model, Objective, Origin, Parity, Sense};
use crate::relax::dual::DualSolution;
use crate::stop::Stop;

/// A rule that deduces facts from a model. It is applied before the search.
#[derive(Debug)]
pub struct Rule {
    /// The name of the rule, as in `--deduce`.
    pub name: &'static str,
    /// A summary in one line, as the help prints it.
    pub summary: &'static str,
    /// Returns a fact about a model, with its reason. Returns `None` if the rule deduces nothing.
    pub apply: fn(&Model, &Stop) -> Option<(Fact, Justification)>,
}

/// A fact about every solution of a model.
#[derive(Clone, Debug)]
pub enum Fact {
    /// These literals are true.
    Fixed(Vec<Lit>),
    /// The objective's value has this parity.
    Parity(Parity),
    /// A multiple of the objective's count plus another count has a constant value.
    Complement(Complement),
    /// No solution has a better value.
    Limit {
        /// The best value that is still possible.
        value: i64,
        /// The constraints and multipliers whose sum proves the limit; `None` if the limit has
        /// another proof.
        dual: Option<Arc<DualSolution>>,
    },
}

impl Fact {
    /// Returns the literals that the fact makes true in every solution at least as good as `value`.
    /// Only a limit that multipliers prove gives such literals; for any other fact, the list is
    /// empty.
    pub fn fixed_at(&self, value: i64) -> Vec<Lit> {
        match self {
            Fact::Limit { dual: Some(dual), .. } => dual.fixed_at(value),
            _ => Vec::new(),
        }
    }
}

/// A fact with its rule and reason.
#[derive(Clone, Debug)]
pub struct Deduction {
    /// The name of the rule, as in `--deduce`.
    pub rule: &'static str,
    /// The fact, which holds in every solution of the model.
    pub fact: Fact,
    /// The fact, in words.
    pub text: String,
    /// The origin of the constraints that state the fact.
    pub origin: Origin,
    /// The reason for the fact, in words.
    pub why: String,
}

impl Deduction {
    /// Replaces `text` by a text that fits the problem's own numbers. In the text of a limit,
    /// `convert` gets the limit in the search's numbers, and returns the problem's number as text.
    /// In the text of a parity or a complement, the numbers stay those of the search; the text then
    /// begins with `in units of` and `unit`, the text for the value 1. Leaves the text of fixed
    /// literals unchanged. `model` has the labels of the variables.
    pub fn rescale_text(&mut self, unit: &str, model: &Model, convert: impl Fn(i64) -> String) {
        self.text = match &self.fact {
            Fact::Fixed(_) => return,
            Fact::Limit { value, .. } => limit_in_words(&convert(*value), model),
            Fact::Parity(_) | Fact::Complement(_) => {
                format!("in units of {unit}, {}", in_words(&self.fact, model))
            }
        };
    }

    /// States fixed literals in the model as unit clauses, in a group with the name of the rule.
    /// Puts a complement before the other complements of the objective, if the objective is a
    /// single count. A parity or a limit changes nothing. A second call states the fact again.
    pub(super) fn state(&self, model: &mut Model) {
        match &self.fact {
            Fact::Fixed(lits) => model.with_origin(self.origin.clone(), |model| {
                lits.iter().for_each(|&lit| model.clause(self.rule, [lit]));
            }),
            Fact::Complement(complement) => model.prepend_complement(complement.clone()),
            Fact::Parity(_) | Fact::Limit { .. } => {}
        }
    }
}

impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, by {}", self.rule, self.text, self.why)
    }
}

/// Returns the fact in words. Fixed literals are only counted. The literals of a complement are
/// named by the label of the first of these literals, without the indices in brackets.
pub(super) fn in_words(fact: &Fact, model: &Model) -> String {
    match fact {
        Fact::Fixed(lits) if lits.len() == 1 => "one literal is fixed".to_owned(),
        Fact::Fixed(lits) => format!("{} literals are fixed", lits.len()),
        Fact::Parity(parity) => {
            let word = parity.word();
            format!("the value is {word} in every answer")
        }
        Fact::Complement(Complement { count, weight, total, .. }) => {
            let label = count.lits.first().map_or("", |lit| model.labels().label(lit.variable()));
            let name = label.split('[').next().unwrap_or(label);
            let weight = if *weight == 1 { String::new() } else { format!("{weight} × ") };
            format!(
                "the {} literals {name} are counted instead: {weight}the value plus the number \
                 of true ones is {total}",
                count.lits.len()
            )
        }
        Fact::Limit { value, .. } => limit_in_words(&value.to_string(), model),
    }
}

/// Returns the limit in words. A model without an objective is treated as a maximisation.
fn limit_in_words(value: &str, model: &Model) -> String {
    let side = match model.objective().map(Objective::sense) {
        Some(Sense::Minimise) => "at least",
        _ => "at most",
    };
    format!("the value is {side} {value} in every answer")
}
