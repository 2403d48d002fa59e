//! The order of variables by number of occurrences, the most frequent first. Variables that occur
//! equally often keep the model's order.
//!
//! As in Reeves et al. (2025), a constraint counts as many times as the number of true literals
//! that it demands. A clause counts once. An at-most-one of n literals counts n − 1 times, since n
//! − 1 negations are true. A parity and a sum with weights count once. In the experiments of Reeves
//! et al., only random orders are worse than this order, perhaps because literals of equal
//! frequency are often unrelated.

use crate::model::{Model, Relation, Statement, narrow};

/// Returns all variables in the order by occurrences, the most frequent first. Each statement
/// counts as often as [`multiplicity`] states for it. The objective does not count. Variables with
/// equal numbers keep the model's order.
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

/// Returns how many times a statement counts for each of its variables. This is the number of
/// literals that it demands to be true or, for "at most", to be false. An "at least" counts its
/// bound, but no more than its n literals. An "at most" counts n minus its bound, and an
/// at-most-one counts n − 1. "Exactly" counts n, as both bounds together. A clause, a parity and a
/// sum with weights count once.
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
