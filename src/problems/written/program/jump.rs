//! Answers of integer programs, found by local search.
//!
//! The search changes one variable of a broken row at a time. The new value is one at which a row
//! of the variable begins to hold, and of these values one with the least weighted violation. If no
//! value decreases it, the weights of broken rows grow.
//!
//! Source: Luteberget and Sartor, Feasibility Jump: an LP-free Lagrangian MIP heuristic,
//! Mathematical Programming Computation, 2023. There, all variables are candidates, not only those
//! of one broken row.

use fastrand::Rng;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::IntegerRow;
use super::domains::{Domain, Sum};
use crate::model::IntegerDomain;

/// The number of variables of a broken row that are examined.
const SAMPLES: usize = 25;

/// The number of steps during which a changed variable is avoided.
const TABU: usize = 3;

/// One of so many steps changes a variable although the weighted violation does not decrease.
const REST: usize = 3;

/// The largest absolute value of a bound of a variable. With weights of 32 bits, sums then need far
/// less than 128 bits.
const LARGEST: i64 = 1 << 40;

/// Searches for values of the variables that satisfy all rows, and computes about `most_work`
/// violations of rows. `domains` has the domain of each variable; a variable without one is in no
/// row, and gets the value 0. Returns `None` if it finds none, if a row is more than a comparison
/// of a sum of variables, and if a number is too large.
pub(super) fn search(
    rows: &[&IntegerRow],
    domains: &[Option<Domain>],
    most_work: usize,
) -> Option<Vec<i64>> {
    let mut search =
        JumpSearch { columns: Vec::new(), rows: Vec::new(), broken: Vec::new(), work: 0 };
    if domains.iter().flatten().any(Domain::is_empty) {
        return None;
    }
    for domain in domains {
        let domain = match domain {
            Some(domain) => domain.closed(LARGEST)?,
            None => IntegerDomain { least: 0, largest: 0, has_zero: false },
        };
        let value = if domain.has_zero {
            0
        } else {
            0.clamp(domain.least, domain.largest.max(domain.least))
        };
        search.columns.push(JumpColumn {
            domain,
            value: value.into(),
            rows: Vec::new(),
            changed: 0,
        });
    }
    for row in rows {
        let bounds = Sum::upper_bounds(row);
        if bounds.is_empty() {
            return None;
        }
        for bound in bounds {
            search.add(&bound)?;
        }
    }
    search.run(most_work)?;
    search.columns.iter().map(|column| column.value.to_i64()).collect()
}

/// A variable in the search.
struct JumpColumn {
    domain: IntegerDomain,
    value: i128,
    /// The rows with the variable, by their indices, and its weight in each.
    rows: Vec<(usize, i128)>,
    /// The step that changed the variable last, from 1.
    changed: usize,
}

/// A row in the search: its sum is at most `bound`.
struct JumpRow {
    terms: Vec<(i128, usize)>,
    bound: i128,
    /// The sum at the present values.
    sum: i128,
    /// The weight of its violation.
    weight: i128,
    /// The index in [`JumpSearch::broken`]; `None` if the row holds.
    place: Option<usize>,
}

/// A change of a variable, with the decrease of the weighted violation.
struct Jump {
    column: usize,
    value: i128,
    gain: i128,
}

/// The state of a search.
struct JumpSearch {
    columns: Vec<JumpColumn>,
    rows: Vec<JumpRow>,
    /// The indices of the rows that do not hold.
    broken: Vec<usize>,
    /// The number of weighted violations that have been computed.
    work: usize,
}

impl JumpSearch {
    /// Adds an upper bound of a sum. Returns `None` if a number is too large.
    fn add(&mut self, bound: &Sum) -> Option<()> {
        let index = self.rows.len();
        let (mut terms, mut sum) = (Vec::with_capacity(bound.terms.len()), 0);
        for (weight, unknown) in &bound.terms {
            let (weight, place) = (i128::from(weight.to_i32()?), unknown.place());
            self.columns[place].rows.push((index, weight));
            terms.push((weight, place));
            sum += weight * self.columns[place].value;
        }
        let bound = bound.bound.to_i64()?.into();
        self.rows.push(JumpRow { terms, bound, sum, weight: 1, place: None });
        self.note(index);
        Some(())
    }

    /// Changes variables until all rows hold. Returns `None` if the work exceeds `most_work`, or if
    /// a broken row has no variables.
    fn run(&mut self, most_work: usize) -> Option<()> {
        let mut random = Rng::with_seed(0);
        for step in TABU + 1.. {
            if self.broken.is_empty() {
                return Some(());
            }
            if self.work > most_work {
                return None;
            }
            let row = self.broken[random.usize(..self.broken.len())];
            if self.rows[row].terms.is_empty() {
                return None;
            }
            let best = self.best_jump(row, step, &mut random);
            if best.as_ref().is_none_or(|best| best.gain <= 0) {
                self.broken.iter().for_each(|&row| self.rows[row].weight += 1);
                self.work += self.broken.len();
            }
            match best {
                Some(best) if best.gain > 0 || random.usize(..REST) == 0 => self.make(&best, step),
                _ => {}
            }
        }
        None
    }

    /// Returns the best change of a variable of a row: of one that was not changed in the last
    /// steps, with the largest gain, and then the one that was changed first. Examines at most
    /// [`SAMPLES`] variables. Returns `None` if none can change.
    fn best_jump(&mut self, row: usize, step: usize, random: &mut Rng) -> Option<Jump> {
        let number = self.rows[row].terms.len();
        let first = if number > SAMPLES { random.usize(..number) } else { 0 };
        let mut best: Option<((bool, i128, usize), Jump)> = None;
        for at in 0..number.min(SAMPLES) {
            let column = self.rows[row].terms[(first + at) % number].1;
            let Some(jump) = self.jump_of(column) else { continue };
            let age = step - self.columns[column].changed;
            let rank = (age > TABU, jump.gain, age);
            if best.as_ref().is_none_or(|best| rank > best.0) {
                best = Some((rank, jump));
            }
        }
        best.map(|best| best.1)
    }

    /// Returns the best change of a variable; `None` if it has a single value. The values are those
    /// at which its rows begin or cease to hold, and 0 if that is a value of its own.
    fn jump_of(&mut self, column: usize) -> Option<Jump> {
        let JumpColumn { domain, value, rows, .. } = &self.columns[column];
        let [least, largest] = [domain.least, domain.largest].map(i128::from);
        let mut values: Vec<i128> = rows
            .iter()
            .map(|&(row, weight)| {
                let room = self.rows[row].bound - self.rows[row].sum + weight * value;
                let limit = if weight > 0 {
                    Integer::div_floor(&room, &weight)
                } else {
                    Integer::div_ceil(&room, &weight)
                };
                limit.clamp(least, largest)
            })
            .chain(domain.has_zero.then_some(0))
            .filter(|new| new != value)
            .collect();
        values.sort_unstable();
        values.dedup();
        self.work += (values.len() + 1) * rows.len();
        let violation = |new: i128| -> i128 {
            let of_row = |&(row, weight): &(usize, i128)| {
                let row = &self.rows[row];
                row.weight * (row.sum + weight * (new - value) - row.bound).max(0)
            };
            rows.iter().map(of_row).sum()
        };
        let now = violation(*value);
        let jumps =
            values.into_iter().map(|value| Jump { column, value, gain: now - violation(value) });
        jumps.max_by_key(|jump| jump.gain)
    }

    /// Changes a variable.
    fn make(&mut self, jump: &Jump, step: usize) {
        let column = &mut self.columns[jump.column];
        let increase = jump.value - column.value;
        (column.value, column.changed) = (jump.value, step);
        let rows = std::mem::take(&mut column.rows);
        for &(row, weight) in &rows {
            self.rows[row].sum += weight * increase;
            self.note(row);
        }
        self.columns[jump.column].rows = rows;
    }

    /// Adds a row to the broken rows or removes it, as its sum demands.
    fn note(&mut self, row: usize) {
        let JumpRow { sum, bound, place, .. } = self.rows[row];
        match (sum > bound, place) {
            (true, None) => {
                self.rows[row].place = Some(self.broken.len());
                self.broken.push(row);
            }
            (false, Some(place)) => {
                self.broken.swap_remove(place);
                if let Some(&moved) = self.broken.get(place) {
                    self.rows[moved].place = Some(place);
                }
                self.rows[row].place = None;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Comparison, Factor, Unknown};
    use super::*;
    use crate::exact;
    use crate::model::Relation;

    fn row(terms: &[(i64, u32)], relation: Relation, bound: i64) -> IntegerRow<'static> {
        let terms =
            terms.iter().map(|&(weight, unknown)| (weight.into(), Factor::One(Unknown(unknown))));
        IntegerRow {
            terms: terms.collect(),
            comparison: Comparison::Relation(relation),
            bound: bound.into(),
            guard: None,
            place: Default::default(),
            name: None,
        }
    }

    fn domain(least: i64, largest: i64, has_zero: bool) -> Option<Domain> {
        Some(Domain::new(Some(least.into()), Some(largest.into()), has_zero))
    }

    #[test]
    fn found_values_satisfy_all_rows() {
        use Relation::{AtLeast, AtMost, Exactly};
        let domains = [domain(-5, 900, false), domain(3, 9, true), domain(-4, -2, true)];
        for rows in [
            vec![],
            vec![row(&[(7, 0), (-3, 1)], Exactly, 1), row(&[(1, 1), (1, 2)], AtMost, 7)],
            vec![row(&[(1, 0), (-50, 1)], AtLeast, 0), row(&[(1, 1), (2, 2)], AtLeast, 3)],
            vec![row(&[(1, 1)], AtMost, 2), row(&[(1, 2)], AtMost, -3)],
        ] {
            let values =
                search(&rows.iter().collect::<Vec<_>>(), &domains, 1_000_000).expect("an answer");
            for (value, domain) in values.iter().zip(&domains) {
                let domain = domain.as_ref().and_then(|one| one.closed(LARGEST)).expect("bounds");
                assert!(domain.contains(*value), "{values:?}");
            }
            for row in &rows {
                let sum =
                    row.terms.iter().fold(exact::Integer::default(), |sum, (weight, factor)| {
                        match factor {
                            Factor::One(one) => {
                                sum + weight * &exact::Integer::from(values[one.place()])
                            }
                            Factor::Both(..) => panic!("no row has a product"),
                        }
                    });
                let Comparison::Relation(relation) = row.comparison else { panic!("a relation") };
                assert!(relation.holds(sum, row.bound.clone()), "{values:?}");
            }
        }
    }

    #[test]
    fn searches_without_an_answer_end() {
        let domains = [domain(0, 9, false), domain(0, 9, false)];
        for terms in [&[(2, 0), (-2, 1)][..], &[(1, 0), (-1, 0)], &[]] {
            let row = row(terms, Relation::Exactly, 1);
            assert_eq!(search(&[&row], &domains, 100_000), None, "{terms:?}");
        }
        let wide = [Some(Domain::new(Some(0.into()), None, false))];
        assert_eq!(search(&[], &wide, 100_000), None);
    }
}
