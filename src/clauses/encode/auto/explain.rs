//! The choices of `auto` for a whole model, with their reasons.

use super::place::longest_line;
use super::{AutoChoice, at_most_one, best_shape, cardinality, line, parity};
use crate::encode::repeat::RepeatedPlaces;
use crate::encode::weighted::{BoundForm, Reliance, TermGroups, WantedEncoding};
use crate::encode::weighted_objective::{Costs, are_equal};
use crate::encode::{CostConversion, Encodings};
use crate::model::{Lit, Model, Parities, Relation, Row, Statement};
use crate::stop::Stop;

/// A choice of `auto` for the constraints of one group, kind and length, with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedChoice {
    /// The group of the constraints, or `objective` for the counters that bound the objective.
    pub group: String,
    /// The kind and length of the constraints, such as `parity of 8`.
    pub constraint: String,
    /// The number of constraints to which the choice applies.
    pub times: usize,
    /// The name of the chosen encoding or shape, or `none` if no encoding is needed.
    pub choice: String,
    /// The reason for the choice, such as measurements of similar constraints.
    pub why: ChoiceBasis,
}

/// The reason why `auto` chose an encoding.
#[derive(Clone, Debug, PartialEq)]
pub enum ChoiceBasis {
    /// The choice did best in measurements of similar constraints. It can be the baseline itself,
    /// with which other choices were compared.
    Measured(&'static AutoChoice),
    /// No similar constraint was measured, so the first row of the table is chosen.
    Unmeasured,
    /// The encoding of a sum with weights was chosen by its number of clauses.
    Size,
    /// The constraint on a sum with weights needs no encoding: it always or never holds, or unit
    /// clauses express it.
    Trivial,
}

impl From<Option<&'static AutoChoice>> for ChoiceBasis {
    fn from(choice: Option<&'static AutoChoice>) -> ChoiceBasis {
        choice.map_or(ChoiceBasis::Unmeasured, ChoiceBasis::Measured)
    }
}

/// Returns the choices of `auto` with their reasons, ordered by the first constraint of each
/// choice. Equal choices for constraints of the same group and the same description, such as `at
/// most one of 5`, share one entry. Clauses have no entry. `bound` is a bound on the objective's
/// value. If it is given and the model has an objective, the choices for the objective follow: the
/// encoding of its weighted sum, then the shape of each counter, then the encoding of each
/// counter's sums. `bound` affects only the encoding of the weighted sum. The choices are those for
/// clauses without a proof. After a stop, choices by size can be wrong. The encoding of integers is
/// that of `auto`, too, and comes first.
pub fn explain(model: &Model, bound: Option<i64>, stop: &Stop) -> Vec<ExplainedChoice> {
    let mut reasons = Vec::new();
    let Ok(groups) = TermGroups::new(model, &Encodings::default(), Reliance::Model, stop) else {
        return reasons;
    };
    for (number, integer) in model.integers().iter().enumerate() {
        let choice = if groups.integers().has_views(number) { "order" } else { "binary" };
        let what = format!("{} values", integer.largest + 1);
        add_constraint(&mut reasons, "integers", what, choice.to_owned(), ChoiceBasis::Size);
    }
    for constraint in model.constraints().iter() {
        let Some((what, choice, why)) = statement_choice(constraint.statement, &groups) else {
            continue;
        };
        let group = &model.groups()[constraint.group()];
        add_constraint(&mut reasons, group, what, choice.to_owned(), why);
    }
    let parities = Parities::from_model(model);
    let Some((goal, bound)) = model.objective().zip(bound) else { return reasons };
    if let Some((costs, cost)) = CostConversion::from_objective(goal) {
        let what = format!("bounds on a sum of {} with weights", costs.len());
        let (choice, why) = bound_choice(&costs, cost, bound, (&groups, stop));
        add_constraint(&mut reasons, "objective", what, choice.to_owned(), why);
    }
    let (shape, why) = best_shape(goal, &parities);
    for size in goal.encoded_counts().map(|count| count.lits.len()) {
        let counter = format!("the counter of {size} literals");
        add_constraint(&mut reasons, "objective", counter, shape.to_string(), why.into());
    }
    for count in goal.encoded_counts() {
        let size = count.lits.len();
        let longest = longest_line(count, &shape);
        let (row, why) = match longest {
            Some(longest) => line(longest),
            None => cardinality(size, Relation::AtMost),
        };
        let sums = format!("its sums of up to {} literals", longest.unwrap_or(size));
        add_constraint(&mut reasons, "objective", sums, row.name.to_owned(), why.into());
    }
    reasons
}

/// Adds a constraint to the list of choices. `constraint` describes it in words, by kind and
/// length. Constraints of the same group, description and choice share one entry of the list. The
/// entry counts these constraints and keeps the reason of the first one.
fn add_constraint(
    reasons: &mut Vec<ExplainedChoice>,
    group: &str,
    constraint: String,
    choice: String,
    why: ChoiceBasis,
) {
    let known = reasons
        .iter()
        .position(|r| r.group == group && r.constraint == constraint && r.choice == choice);
    let place = known.unwrap_or_else(|| {
        let group_name = group.to_owned();
        reasons.push(ExplainedChoice { group: group_name, constraint, times: 0, choice, why });
        reasons.len() - 1
    });
    reasons[place].times += 1;
}

/// Returns the choice for a sum with weights, and the reason for the choice. There are three cases:
///
/// - If the sum is written as a count of literals, the choice is an encoding of cardinality
///   constraints. The reason is a measurement, or that there is none.
/// - If the sum needs no encoding, the choice is `none`, with the reason `Trivial`. Then unit
///   clauses express it, it always holds or it never holds.
/// - Otherwise the choice is an encoding of weights, with the reason `Size`.
fn weighted_choice(row: &Row, groups: &TermGroups) -> (&'static str, ChoiceBasis) {
    match BoundForm::choose(row, WantedEncoding::Auto, groups) {
        BoundForm::Weights(_, row) => (row.name, ChoiceBasis::Size),
        BoundForm::Places(RepeatedPlaces { count: Some((lits, _)), .. }) => {
            named_choice(cardinality(lits.len(), row.relation), |row| row.name)
        }
        BoundForm::Places(_) | BoundForm::Contradiction => ("none", ChoiceBasis::Trivial),
    }
}

/// Returns the choice for the bounds on an objective that is a weighted sum, and the reason for the
/// choice. If all costs are equal, the choice is an encoding of cardinality constraints. Otherwise
/// it is an encoding of weights, with the reason `Size`. `bound` is the first bound on the
/// objective's value. It matters only for an encoding of weights. If `bound` is better than every
/// possible value, the choice is that for the cost 0. After a stop, the choice can be wrong.
fn bound_choice(
    costs: &[(u64, Lit)],
    cost: CostConversion,
    bound: i64,
    (groups, stop): (&TermGroups, &Stop),
) -> (&'static str, ChoiceBasis) {
    if are_equal(costs) {
        return named_choice(cardinality(costs.len(), Relation::AtMost), |row| row.name);
    }
    let most = u128::try_from(cost.convert(bound)).unwrap_or(0);
    (Costs::new(costs, cost, WantedEncoding::Auto, groups).row(most, stop).name, ChoiceBasis::Size)
}

/// Returns the name of a chosen encoding, and the reason for the choice: its measurements, or that
/// no similar constraint was measured.
fn named_choice<T>(
    (row, choice): (&'static T, Option<&'static AutoChoice>),
    name: impl Fn(&T) -> &'static str,
) -> (&'static str, ChoiceBasis) {
    (name(row), choice.into())
}

/// Returns the kind and length of a statement in a few words, the name of the encoding that is
/// chosen for the statement, and the reason for the choice. For a sum with weights, the choice and
/// the reason are those of [`weighted_choice`]. Returns `None` for a clause, which needs no
/// encoding.
fn statement_choice(
    statement: Statement,
    groups: &TermGroups,
) -> Option<(String, &'static str, ChoiceBasis)> {
    let (what, (choice, why)) = match statement {
        Statement::Clause(_) => return None,
        Statement::AtMostOne(lits) => (
            format!("at most one of {}", lits.len()),
            named_choice(at_most_one(lits.len()), |row| row.name),
        ),
        Statement::ExactlyOne(lits) => (
            format!("exactly one of {}", lits.len()),
            named_choice(at_most_one(lits.len()), |row| row.name),
        ),
        Statement::Cardinality(lits, relation, bound) => (
            format!("{} {bound} of {}", relation.words(), lits.len()),
            named_choice(cardinality(lits.len(), relation), |row| row.name),
        ),
        Statement::Parity(lits, _) => {
            (format!("parity of {}", lits.len()), named_choice(parity(lits.len()), |row| row.name))
        }
        Statement::Linear(row) => {
            (format!("a sum of {} with weights", row.sum.len()), weighted_choice(row, groups))
        }
    };
    Some((what, choice, why))
}
