//! Variables by how often they occur, most first; as the model states them where that is equal.
//!
//! So do Reeves et al. (2025), from whom the count is taken too: a constraint counts for a variable
//! as many times as it demands true literals, their estimate of how many clauses it stands for. A
//! clause counts once, an at-most-one of n literals, n − 1 of whose negations are true, n − 1
//! times, and a bound of a cardinality constraint as many times as it says of literals or of
//! negations. A parity, which they have not, and a sum with weights count once. In their study it
//! is the worst order but for random ones: what occurs equally often need have nothing in common.

use crate::model::{Model, Relation, Statement, narrow};

/// The variables in their order.
pub(super) fn order(model: &Model) -> Vec<u32> {
    let mut times = vec![0_u64; model.labels().len()];
    for statement in model.constraints().statements() {
        let number = number(statement);
        statement.lits().iter().for_each(|lit| {
            let times = &mut times[lit.variable()];
            *times = times.saturating_add(number);
        });
    }
    let mut variables: Vec<u32> = (0..narrow(times.len())).collect();
    variables.sort_by_key(|&variable| std::cmp::Reverse(times[variable as usize]));
    variables
}

/// How many times a statement counts for its variables.
fn number(statement: Statement) -> u64 {
    let length = statement.lits().len();
    let number = match statement {
        Statement::Clause(_) | Statement::Parity(..) | Statement::Linear(..) => 1,
        Statement::AtMostOne(_) => length.saturating_sub(1),
        Statement::ExactlyOne(_) => length,
        Statement::Cardinality(_, Relation::AtLeast, bound) => bound.min(length),
        Statement::Cardinality(_, Relation::AtMost, bound) => length.saturating_sub(bound),
        Statement::Cardinality(_, Relation::Exactly, _) => length,
    };
    u64::try_from(number).unwrap_or(u64::MAX)
}
