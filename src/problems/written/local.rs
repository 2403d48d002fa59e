//! A file as hard and soft rows, for local search.
//!
//! A soft row stays one row, without a variable of its own as in the model. The objective becomes a
//! soft row for each of its literals.

use num_integer::Integer as _;
use num_traits::{ToPrimitive, Zero};

use super::normal::{NormalRow, lit};
use super::state::{linear, literal_objective};
use super::{Integer, ParsedModel};
use crate::linear::{Row, Sum, Term, normal};
use crate::local_search::SoftRow;
use crate::model::{Lit, Relation, Sense};

/// The largest number of literals of all rows together. A search over more takes seconds for its
/// first assignment and more than 250 MB.
const MOST_LITERALS: usize = 5_000_000;

/// Returns the rows and the objective of a file as hard and soft rows over its variables and
/// products. Returns `None` if the file has neither an objective nor soft rows, if it has cubes,
/// parities or sums that must differ from a number, if a row can never hold, or if the file is too
/// large for local search. The file must have passed [`validate`](super::state::validate).
pub fn soft_rows(written: &ParsedModel) -> Option<Vec<SoftRow>> {
    let literals: usize = written.rows().map(|row| row.lits.len()).sum();
    if literals > MOST_LITERALS || !written.cubes().is_empty() {
        return None;
    }
    let costs: Vec<&Integer> = written.rows().filter_map(|row| row.cost).collect();
    if written.objective().is_none() && costs.is_empty() {
        return None;
    }
    let unit = costs.into_iter().fold(Integer::zero(), |unit, cost| unit.gcd(cost));
    let mut rows = Vec::with_capacity(written.len());
    let mut total: i64 = 0;
    for row in written.rows() {
        let cost = match row.cost {
            Some(cost) if cost.is_zero() => continue,
            Some(cost) => Some((cost / &unit).to_i64()?),
            None => None,
        };
        total = total.checked_add(cost.unwrap_or(0))?;
        let normal = NormalRow::normalise(&row);
        // The cost of a row that became several would count for each of them.
        if cost.is_some() && normal.len() > 1 {
            return None;
        }
        for row in normal {
            add(row, cost, &mut rows)?;
        }
    }
    for (product, lits) in written.products() {
        let product = lit(product);
        for &one in lits {
            add(NormalRow::Clause(vec![!product, lit(one)]), None, &mut rows)?;
        }
        let lits = lits.iter().map(|&one| !lit(one)).chain([product]);
        add(NormalRow::Clause(lits.collect()), None, &mut rows)?;
    }
    if let Some((sense, sum)) = literal_objective(written) {
        rows.extend(sum.terms().map(|Term { weight, atom }| {
            let wanted = if sense == Sense::Minimise { !atom } else { atom };
            let terms = vec![Term { weight: 1, atom: wanted }];
            SoftRow { terms, bound: 1, cost: Some(weight) }
        }));
    }
    Some(rows)
}

/// Adds a normal row as rows with positive weights, hard or with this cost. An equation becomes two
/// rows, of which one is broken at most. Adds nothing for a row that always holds, and for a soft
/// row that never holds. Returns `None` for a hard row that never holds, for a parity, for two
/// alternatives, and for numbers of more than 64 bits.
fn add(row: NormalRow, cost: Option<i64>, rows: &mut Vec<SoftRow>) -> Option<()> {
    let (lits, relation, bound) = match row {
        NormalRow::True => return Some(()),
        NormalRow::False => return cost.map(|_| ()),
        NormalRow::Parity(..) | NormalRow::Either(_) => return None,
        NormalRow::Linear(row) => return add_sides(linear(&row)?, cost, rows),
        NormalRow::All(lits) => {
            let all = lits.len();
            (lits, Relation::AtLeast, all)
        }
        NormalRow::Clause(lits) => (lits, Relation::AtLeast, 1),
        NormalRow::AtMostOne(lits) => (lits, Relation::AtMost, 1),
        NormalRow::ExactlyOne(lits) => (lits, Relation::Exactly, 1),
        NormalRow::Cardinality(lits, relation, bound) => (lits, relation, bound),
    };
    let sum = Sum::from_terms(lits.into_iter().map(|atom| Term { weight: 1, atom }));
    add_sides(Row { sum, relation, bound: bound.to_i64()? }, cost, rows)
}

/// Adds the inequalities of a row, with positive weights of at most the bound. Adds nothing for one
/// that always holds. Returns `None` for a hard one that never holds.
fn add_sides(row: Row<i64, Lit>, cost: Option<i64>, rows: &mut Vec<SoftRow>) -> Option<()> {
    for Row { sum, bound, .. } in row.sides() {
        let mut terms: Vec<Term<i64, Lit>> = sum.terms().collect();
        let bound = bound + normal::make_positive(&mut terms);
        let total: i64 = terms.iter().map(|term| term.weight).sum();
        if bound > total {
            // A soft row that never holds costs the same for all answers.
            cost?;
            continue;
        }
        if bound > 0 {
            normal::saturate(&mut terms, &bound);
            rows.push(SoftRow { terms, bound, cost });
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::check::{KnownValues, check};
    use super::super::small;
    use super::super::state::validate;
    use super::*;

    fn is_true(lit: Lit, values: &[bool]) -> bool {
        values[lit.variable()] != lit.is_negated()
    }

    fn holds(row: &SoftRow, values: &[bool]) -> bool {
        let terms = row.terms.iter().filter(|term| is_true(term.atom, values));
        terms.map(|term| term.weight).sum::<i64>() >= row.bound
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// The hard rows hold for exactly the answers of a file, if it has no top cost, and a better
        /// answer costs less.
        #[test]
        fn the_rows_mean_what_the_file_means(written in small::written()) {
            prop_assume!(validate(&written).is_ok() && written.top().is_none());
            let Some(rows) = soft_rows(&written) else { return Ok(()) };
            let mut valued: Vec<(Integer, i64)> = Vec::new();
            for values in small::assignments(written.variables()) {
                let mut all = values.clone();
                all.extend(written.products().map(|(_, lits)| {
                    lits.iter().all(|&one| is_true(lit(one), &values))
                }));
                let is_kept = rows.iter().all(|row| row.cost.is_some() || holds(row, &all));
                let broken = rows.iter().filter(|row| !holds(row, &all));
                let cost: i64 = broken.filter_map(|row| row.cost).sum();
                match check(&written, &KnownValues::new(&written, values)) {
                    Err(_) => prop_assert!(!is_kept, "{written:?}"),
                    Ok(value) => {
                        prop_assert!(is_kept, "{written:?}");
                        let (sense, value) = value.expect("a file with an objective or soft rows");
                        let is_minimised = sense == Sense::Minimise;
                        valued.push((if is_minimised { value } else { -value }, cost));
                    }
                }
            }
            valued.sort_unstable();
            let is_monotone = valued.windows(2).all(|pair| {
                (pair[0].0 < pair[1].0) == (pair[0].1 < pair[1].1) && pair[0].1 <= pair[1].1
            });
            prop_assert!(is_monotone, "{written:?}: {valued:?}");
        }
    }
}
