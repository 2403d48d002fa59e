//! What `auto` chooses for a whole model, and what each choice rests on.

use super::place::longest_line;
use super::{Choice, at_most_one, best_shape, cardinality, line, parity};
use crate::encode::Cost;
use crate::encode::repeat::Places;
use crate::encode::weighted::{Costs, Form, Groups, Wanted, are_alike};
use crate::model::{Lit, Model, Parities, Relation, Statement, Sum};

/// Constraints of a model that are alike, and what was chosen for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// Their group, or `objective` for the counters of bounds.
    pub group: String,
    /// What they say: `parity of 8`.
    pub constraint: String,
    /// How many there are.
    pub times: usize,
    /// What was chosen for them.
    pub choice: String,
    /// The reason for the choice.
    pub why: Why,
}

/// The reason for a choice.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// Constraints like it were measured.
    Measured(Choice),
    /// Nothing like it was measured, and the default is chosen.
    Default,
    /// The encoding of weights is small enough.
    Size,
    /// The constraint needs no encoding.
    NoNeed,
}

impl From<Option<Choice>> for Why {
    fn from(choice: Option<Choice>) -> Why {
        choice.map_or(Why::Default, Why::Measured)
    }
}

/// What `auto` chooses for a model, constraint by constraint, and why; for the counters of its
/// objective too, if there is a bound.
pub fn explain(model: &Model, bound: Option<i64>) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let groups = Groups::of(model, true);
    for constraint in model.constraints().iter() {
        let Some((what, choice, why)) = reason(constraint.statement, &groups) else { continue };
        let group = &model.groups()[constraint.group()];
        take_in(&mut reasons, group, what, choice.to_owned(), why);
    }
    let parities = Parities::of(model);
    let Some((goal, bound)) = model.objective().zip(bound) else { return reasons };
    if let Some((costs, cost)) = Cost::of_weights(goal) {
        let what = format!("bounds on a sum of {} with weights", costs.len());
        let (choice, why) = of_bound(&costs, cost, bound, &groups);
        take_in(&mut reasons, "objective", what, choice.to_owned(), why);
    }
    let (shape, why) = best_shape(goal, &parities);
    for size in goal.written().map(|count| count.lits.len()) {
        let counter = format!("the counter of {size} literals");
        take_in(&mut reasons, "objective", counter, shape.to_string(), why.clone().into());
    }
    for count in goal.written() {
        let size = count.lits.len();
        let longest = longest_line(count, &shape);
        let (row, why) = match longest {
            Some(longest) => line(longest),
            None => cardinality(size, Relation::AtMost),
        };
        let sums = format!("its sums of up to {} literals", longest.unwrap_or(size));
        take_in(&mut reasons, "objective", sums, row.name.to_owned(), why.into());
    }
    reasons
}

/// Takes in a constraint and what was chosen for it, beside those that are alike.
fn take_in(reasons: &mut Vec<Reason>, group: &str, constraint: String, choice: String, why: Why) {
    let known = reasons
        .iter()
        .position(|r| r.group == group && r.constraint == constraint && r.choice == choice);
    let place = known.unwrap_or_else(|| {
        let group = group.to_owned();
        reasons.push(Reason { group, constraint, times: 0, choice, why });
        reasons.len() - 1
    });
    reasons[place].times += 1;
}

/// Returns the choice for a sum with weights: the row for literals that are repeated, or an
/// encoding of weights.
fn weighted(sum: &Sum, relation: Relation, bound: i64, groups: &Groups) -> (&'static str, Why) {
    match Form::of(sum, relation, bound, Wanted::Auto, groups) {
        Form::Weights(_, row) => (row.name, Why::Size),
        Form::Places(Places { count: Some((lits, _)), .. }) => {
            named(cardinality(lits.len(), relation), |row| row.name)
        }
        Form::Places(_) | Form::Contradiction => ("none", Why::NoNeed),
    }
}

/// Returns the choice for the bounds on a sum of costs, of which one is given.
fn of_bound(costs: &[(u64, Lit)], cost: Cost, bound: i64, groups: &Groups) -> (&'static str, Why) {
    if are_alike(costs) {
        return named(cardinality(costs.len(), Relation::AtMost), |row| row.name);
    }
    let most = u128::try_from(cost.of_value(bound)).unwrap_or(0);
    (Costs::of(costs, cost, Wanted::Auto, groups).row(most).name, Why::Size)
}

/// Returns the name of a chosen row, with the reason.
fn named<T>(
    (row, choice): (&'static T, Option<Choice>),
    name: impl Fn(&T) -> &'static str,
) -> (&'static str, Why) {
    (name(row), choice.into())
}

/// Returns what a statement says, in short, with the choice for it; or none if it is a clause.
fn reason(statement: Statement, groups: &Groups) -> Option<(String, &'static str, Why)> {
    let (what, (choice, why)) = match statement {
        Statement::Clause(_) => return None,
        Statement::AtMostOne(lits) => (
            format!("at most one of {}", lits.len()),
            named(at_most_one(lits.len()), |row| row.name),
        ),
        Statement::ExactlyOne(lits) => (
            format!("exactly one of {}", lits.len()),
            named(at_most_one(lits.len()), |row| row.name),
        ),
        Statement::Cardinality(lits, relation, bound) => (
            format!("{} {bound} of {}", relation.words(), lits.len()),
            named(cardinality(lits.len(), relation), |row| row.name),
        ),
        Statement::Parity(lits, _) => {
            (format!("parity of {}", lits.len()), named(parity(lits.len()), |row| row.name))
        }
        Statement::Linear(sum, relation, bound) => (
            format!("a sum of {} with weights", sum.lits().len()),
            weighted(sum, relation, bound, groups),
        ),
    };
    Some((what, choice, why))
}
