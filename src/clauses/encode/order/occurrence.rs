//! The order of variables by number of occurrences, the most frequent first. Variables that occur
//! equally often keep the model's order.
//!
//! As in Reeves et al. (2025), a constraint counts as many times as the number of true literals
//! that it demands: a clause counts once, and an at-most-one of n literals counts n − 1 times,
//! since n − 1 negations are true. A parity and a sum with weights count once. In the experiments
//! of Reeves et al., only random orders are worse than this order, perhaps because literals of
//! equal frequency are often unrelated.

use crate::model::{Model, Relation, Statement, narrow};

/// Returns the variables in the order by occurrences.
pub(super) fn order(model: &Model) -> Vec<u32> {
    let mut times = vec![0_u64; model.labels().len()];
    for statement in model.constraints().statements() {
        let number = multiplicity(statement);
        statement.lits().iter().for_each(|lit| {
            let times = &mut times[lit.variable()];
            *times = times.saturating_add(number);
        });
    }
    let mut variables: Vec<u32> = (0..narrow(times.len())).collect();
    variables.sort_by_key(|&variable| std::cmp::Reverse(times[variable as usize]));
    variables
}

/// Returns how many times a statement counts for each of its variables: the number of true literals
/// that it demands. "Exactly" counts as both bounds together. A parity and a sum with weights count
/// once.
fn multiplicity(statement: Statement) -> u64 {
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
