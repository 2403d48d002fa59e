//! What `auto` chooses for a whole model, and what each choice rests on.

use super::place::longest_line;
use super::{Choice, at_most_one, best_shape, cardinality, line, parity};
use crate::encode::repeat::Unplaced;
use crate::encode::weighted::Weighed;
use crate::encode::{self, repeat};
use crate::model::{Model, Parities, Relation, Statement, Sum};

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
    /// Why; nothing where nothing like them was measured and the default stands.
    pub why: Option<Choice>,
    /// What the weights of one of them come to, where clauses cannot take it.
    pub beyond: Option<u128>,
}

/// What `auto` chooses for a model, constraint by constraint, and why; for the counters of its
/// objective too, if it is bounded.
pub fn explain(model: &Model, is_bounded: bool) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for constraint in model.constraints().iter() {
        let Some((what, choice, why)) = reason(constraint.statement) else { continue };
        let group = &model.groups()[constraint.group()];
        let reason = take_in(&mut reasons, group, what, choice.to_owned(), why);
        reason.beyond = reason.beyond.max(encode::beyond(constraint.statement));
    }
    let parities = Parities::of(model);
    let Some(goal) = model.objective().filter(|_| is_bounded) else { return reasons };
    let (shape, why) = best_shape(goal, &parities);
    let counts = || goal.written();
    for size in counts().map(|count| count.lits.len()) {
        let counter = format!("the counter of {size} literals");
        take_in(&mut reasons, "objective", counter, shape.to_string(), why.clone());
    }
    for count in counts() {
        let size = count.lits.len();
        let longest = longest_line(count, &shape);
        let (row, why) = match longest {
            Some(longest) => line(longest),
            None => cardinality(size, Relation::AtMost),
        };
        let sums = format!("its sums of up to {} literals", longest.unwrap_or(size));
        take_in(&mut reasons, "objective", sums, row.name.to_owned(), why);
    }
    reasons
}

/// Takes in a constraint and what was chosen for it, beside those that are alike.
fn take_in<'a>(
    reasons: &'a mut Vec<Reason>,
    group: &str,
    constraint: String,
    choice: String,
    why: Option<Choice>,
) -> &'a mut Reason {
    let known = reasons
        .iter()
        .position(|r| r.group == group && r.constraint == constraint && r.choice == choice);
    let place = known.unwrap_or_else(|| {
        let group = group.to_owned();
        reasons.push(Reason { group, constraint, times: 0, choice, why, beyond: None });
        reasons.len() - 1
    });
    reasons[place].times += 1;
    &mut reasons[place]
}

/// The row for a sum with weights, which counts a literal as often as it weighs, or that of an
/// encoding of weights if these come to much; none if there is nothing to count.
fn weighted(sum: &Sum, relation: Relation, bound: i64) -> (&'static str, Option<Choice>) {
    match repeat::constraint(sum, relation, bound).map(|places| places.count) {
        Ok(Some((lits, _))) => {
            let (row, why) = cardinality(lits.len(), relation);
            (row.name, why)
        }
        Err(Unplaced::Beyond(_)) => {
            let row = Weighed::of(sum, bound).map(|weighed| weighed.row(relation));
            (row.map_or("none", |row| row.name), None)
        }
        _ => ("none", None),
    }
}

/// What a statement says, in short, with the choice for it; nothing for a clause.
fn reason(statement: Statement) -> Option<(String, &'static str, Option<Choice>)> {
    Some(match statement {
        Statement::Clause(_) => return None,
        Statement::AtMostOne(lits) => {
            let (row, why) = at_most_one(lits.len());
            (format!("at most one of {}", lits.len()), row.name, why)
        }
        Statement::ExactlyOne(lits) => {
            let (row, why) = at_most_one(lits.len());
            (format!("exactly one of {}", lits.len()), row.name, why)
        }
        Statement::Cardinality(lits, relation, bound) => {
            let (row, why) = cardinality(lits.len(), relation);
            (format!("{} {bound} of {}", relation.words(), lits.len()), row.name, why)
        }
        Statement::Parity(lits, _) => {
            let (row, why) = parity(lits.len());
            (format!("parity of {}", lits.len()), row.name, why)
        }
        Statement::Linear(sum, relation, bound) => {
            let (row, why) = weighted(sum, relation, bound);
            (format!("a sum of {} with weights", sum.lits().len()), row, why)
        }
    })
}
