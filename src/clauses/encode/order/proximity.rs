//! The order by proximity of Reeves, Filipe, Hsu, Martins and Heule (The Impact of Literal Sorting
//! on Cardinality Constraint Encodings, AAAI 2025). The next variable is the one with the highest
//! proximity to the variables before it. Of variables with equal proximity, the most frequent one
//! is next. Each constraint that two variables share adds to their proximity: a clause adds
//! 1/length, or 4 if it is binary, and an at-most-one adds length². A parity, which the paper does
//! not have, counts as a clause.
//!
//! For each chosen variable, all literals of its constraints are read. So a constraint is read once
//! for each of its literals, and takes as many steps as the square of its length. If all
//! constraints together would exceed [`MOST`] steps, the longest constraints are left out, since
//! they say least about proximity. An example is a parity of a million variables.

use std::collections::BTreeMap;

use super::StopPoll;
use super::queue::ScoreQueue;
use crate::encode::EncodeRefusal;
use crate::encode::lists::Lists;
use crate::model::{Lit, Model, Statement, narrow};
use crate::stop::Stop;

/// The greatest number of steps to make the order. A constraint takes as many steps as the square
/// of its length.
const MOST: u64 = 1_000_000_000;

/// Returns all variables in the order by proximity. The next variable is the one with the greatest
/// proximity to the variables before it. Of variables with equal proximity, the one in more
/// considered constraints is next, and then the one that the model declares first. The objective,
/// cardinality constraints, sums, and constraints longer than the [`length_limit`] are not
/// considered.
///
/// # Errors
///
/// If `stop` is reached.
pub(super) fn order(model: &Model, stop: &Stop) -> Result<Vec<u32>, EncodeRefusal> {
    let longest = length_limit(model);
    let near = |statement| proximity(statement).filter(|(lits, _)| lits.len() <= longest);
    let variables = model.labels().len();
    let of_variable = Lists::from_entries(variables, |add_entry| {
        for (place, statement) in model.constraints().statements().enumerate() {
            let lits = near(statement).map_or(&[][..], |(lits, _)| lits);
            lits.iter().for_each(|lit| add_entry(lit.variable(), narrow(place)));
        }
    });
    let ranks = (0..variables).map(|variable| narrow(of_variable.list(variable).len())).collect();
    let mut queue = ScoreQueue::new(ranks);
    let mut order = Vec::with_capacity(variables);
    let mut looks = StopPoll::new(stop);
    while let Some(variable) = queue.pop() {
        looks.poll()?;
        order.push(variable);
        for &place in of_variable.list(variable as usize) {
            let statement = model.constraints().constraint(place as usize).statement;
            let Some((lits, score)) = near(statement) else { continue };
            lits.iter().for_each(|lit| queue.raise(lit.variable(), score));
        }
    }
    Ok(order)
}

/// Returns the literals that a statement brings near each other, and the proximity that the
/// statement adds to each pair of them. An at-most-one or exactly-one adds the square of its
/// length. A clause or parity adds 1/length, or 4 if it has two literals. Returns `None` for
/// cardinality constraints and sums, since their literals are those to be ordered.
fn proximity(statement: Statement<'_>) -> Option<(&[Lit], f64)> {
    let (lits, score): (_, fn(f64) -> f64) = match statement {
        Statement::AtMostOne(lits) | Statement::ExactlyOne(lits) => (lits, |n| n * n),
        Statement::Clause(lits) | Statement::Parity(lits, _) => {
            (lits, |n| if n == 2.0 { 4.0 } else { 1.0 / n })
        }
        Statement::Cardinality(..) | Statement::Linear(..) => return None,
    };
    Some((lits, score(lits.len() as f64)))
}

/// Returns the greatest length of constraints that are considered. A constraint takes as many steps
/// as the square of its length; cardinality constraints and sums take none. All constraints up to
/// the returned length together take at most [`MOST`] steps. Returns 0 if the shortest constraints
/// already take more, or if no constraint takes any steps.
fn length_limit(model: &Model) -> usize {
    let mut lengths: BTreeMap<usize, u64> = BTreeMap::new();
    for statement in model.constraints().statements() {
        let length = proximity(statement).map_or(0, |(lits, _)| lits.len());
        *lengths.entry(length).or_default() += 1;
    }
    let mut steps = 0_u64;
    let mut longest = 0;
    for (length, number) in lengths {
        let square = u64::try_from(length).map_or(u64::MAX, |length| length.saturating_mul(length));
        steps = steps.saturating_add(square.saturating_mul(number));
        if steps > MOST {
            break;
        }
        longest = length;
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::super::random::shuffled;
    use super::*;
    use crate::model::Parity;

    #[test]
    fn what_shares_constraints_is_kept_together() {
        let mut model = Model::new();
        let x: Vec<Lit> = (0..6).map(|index| model.variable("x", &[index])).collect();
        model.parity("long", x.iter().copied(), Parity::Odd);
        model.at_most_one("far", [x[1], x[3], x[5]]);
        model.clause("near", [x[3], x[0]]);
        // The proximity to x[3] is 9 + 1/6 for x[1] and x[5], and 4 + 1/6 for x[0].
        assert_eq!(order(&model, &Stop::unlimited()), Ok(vec![3, 1, 5, 0, 2, 4]));
    }

    fn defined(model: &Model) -> Vec<u32> {
        let variables = model.labels().len();
        let near: Vec<_> = model.constraints().statements().filter_map(proximity).collect();
        let stands =
            |variable: usize, lits: &[Lit]| lits.iter().any(|lit| lit.variable() == variable);
        let mut scores = vec![0.0; variables];
        let mut left: Vec<usize> = (0..variables).collect();
        let mut order = Vec::new();
        let standing = |v: usize| near.iter().filter(|(lits, _)| stands(v, lits)).count();
        while !left.is_empty() {
            let before = |a: usize, b: usize| {
                let by_score: std::cmp::Ordering = f64::total_cmp(&scores[b], &scores[a]);
                by_score.then(standing(b).cmp(&standing(a))).then(a.cmp(&b))
            };
            left.sort_by(|&a, &b| before(a, b));
            let next = left.remove(0);
            order.push(narrow(next));
            for (lits, score) in near.iter().filter(|(lits, _)| stands(next, lits)) {
                lits.iter().for_each(|lit| scores[lit.variable()] += score);
            }
        }
        order
    }

    #[test]
    fn the_order_is_the_one_that_is_defined() {
        for seed in 0..40 {
            let mut model = Model::new();
            let x: Vec<Lit> = (0..12).map(|index| model.variable("x", &[index])).collect();
            for number in 0..14 {
                let lits = shuffled(12, seed * 100 + number).into_iter().map(|at| x[at as usize]);
                let length = 2 + usize::try_from((seed + number) % 5).expect("less than five");
                match number % 3 {
                    0 => model.at_most_one("c", lits.take(length)),
                    1 => model.clause("c", lits.take(length)),
                    _ => model.parity("c", lits.take(length), Parity::Odd),
                }
            }
            assert_eq!(order(&model, &Stop::unlimited()), Ok(defined(&model)), "{seed}");
        }
    }

    #[test]
    fn what_is_too_long_is_left_out() {
        let mut model = Model::new();
        let x: Vec<Lit> = (0..40_000).map(|index| model.variable("x", &[index])).collect();
        model.parity("long", x.iter().copied(), Parity::Odd);
        model.clause("near", [x[5], x[39_999]]);
        let order = order(&model, &Stop::unlimited()).expect("nothing stops it");
        assert_eq!(order[..3], [5, 39_999, 0]);
    }
}
