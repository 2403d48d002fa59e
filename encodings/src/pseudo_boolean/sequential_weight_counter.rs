//! The sequential weight counter adds one group after another, in unary. A group is a single
//! literal, or several literals, at most one of which is true.
//!
//! A cell s(i, j) means that the first i groups add up to at least j. A literal x of weight w in
//! the i-th group has these clauses:
//!
//! ```text
//! s(i−1, j) → s(i, j),    x → s(i, j) for j ≤ w,    x ∧ s(i−1, j−w) → s(i, j),
//! x ∧ s(i−1, K+1−w) → contradiction
//! ```
//!
//! For n literals and a bound K, the publication has n K cells and about 2 n K clauses. This
//! encoding omits a cell s(i, j) if the first i groups cannot add up to j. It also omits the cell
//! if the remaining groups cannot add up to K+1−j. The number of cells grows with K, and not with
//! the number of different sums, which suits small weights. Propagation is complete.
//!
//! A search writes the cells of all sums up to its first bound plus one. A smaller bound is then a
//! cell of the last group. A greater bound needs new cells, which then serve bounds up to twice
//! this greater bound. Bofill et al. (SAT Encodings for Pseudo-Boolean Constraints Together With
//! At-Most-One Constraints, Artificial Intelligence 302, 2022) introduced the groups.
//!
//! Publication: Hölldobler, Manthey and Steinke, A Compact Encoding of Pseudo-Boolean Constraints
//! into SAT, KI 2012.

use super::bounder::tighten_sum;
use super::knapsack::most;
use super::{Bounder, Construction, Group, Knapsack, Propagation, PseudoBoolean, Term};
use crate::essay::essay;
use crate::{Budget, Error, Meaning, Signal, Size, Writer};

/// The row of the encoding `sequential-weight-counter` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<SequentialWeightCounter>(
    "Hölldobler, Manthey and Steinke, A Compact Encoding of Pseudo-Boolean Constraints into SAT, KI 2012",
    essay!("sequential_weight_counter.rs"),
);

/// The greatest number of cells. A counter with more cells is refused.
const MOST_CELLS: u128 = 1 << 27;

/// The construction of [`sequential-weight-counter`](self).
pub struct SequentialWeightCounter;

impl Construction for SequentialWeightCounter {
    const NAME: &'static str = "sequential-weight-counter";
    const PROPAGATION: Propagation = Propagation::Complete;
    const TAKES_GROUPS: bool = true;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        let columns = Columns::from_groups(&knapsack.groups, knapsack.bound, true);
        columns.check()?;
        columns.write(violated, writer).map(|_| ())
    }

    /// Returns the size of the clauses that forbid sums above the bound, without writing them.
    /// Returns `None` if there are more clauses than the budget allows, or if a number exceeds the
    /// range of `usize`. Otherwise fails if the counter has more than `MOST_CELLS` cells. Ignores a
    /// request of the caller to end.
    fn count(knapsack: &Knapsack, budget: Budget) -> Result<Option<Size>, Error> {
        let columns = Columns::from_groups(&knapsack.groups, knapsack.bound, true);
        let size = columns.size().filter(|size| size.clauses <= budget.most);
        if size.is_some() {
            columns.check()?;
        }
        Ok(size)
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        tighten_sum(groups, |groups, _, far, writer| {
            let columns = Columns::from_groups(groups, far, false);
            columns.check()?;
            Ok((far, LastColumn(columns.write(Signal::False, writer)?)))
        })
    }
}

/// The planned columns of cells of a knapsack. None of their clauses are written.
struct Columns<'a> {
    groups: &'a [Group],
    bound: u128,
    /// For each i, the sums of the first i groups that have a cell: the sums that are greater than
    /// the first number and at most the second number.
    ranges: Vec<(u128, u128)>,
}

impl Columns<'_> {
    /// Returns the columns of cells, one after each group, with the ranges of the sums that need a
    /// cell. If `is_trimmed` is true, the ranges omit sums that cannot lead to a violation of the
    /// bound, and the last column has no cell. If `is_trimmed` is false, each column has cells for
    /// all sums from 1 to the greatest sum of its groups, but at most to the bound plus one.
    fn from_groups(groups: &[Group], bound: u128, is_trimmed: bool) -> Columns<'_> {
        let (mut before, mut after) = (0, most(groups));
        let mut ranges = vec![(0, 0)];
        let top = if is_trimmed { bound } else { bound + 1 };
        for group in groups {
            before += group.most();
            after -= group.most();
            let low = if is_trimmed { bound.saturating_sub(after) } else { 0 };
            ranges.push((low, before.min(top).max(low)));
        }
        if is_trimmed {
            // The only sum of the last column is the bound plus one. The column has no cell, since
            // `violated` is used for this sum.
            ranges.pop();
            ranges.push((bound, bound));
        }
        Columns { groups, bound, ranges }
    }

    /// Returns the number of cells in all columns.
    fn cells(&self) -> u128 {
        self.ranges.iter().map(|(low, high)| high - low).sum()
    }

    /// Refuses a counter of more than [`MOST_CELLS`] cells.
    fn check(&self) -> Result<(), Error> {
        if self.cells() <= MOST_CELLS {
            return Ok(());
        }
        let cells = format!("a counter of {} cells, more than {MOST_CELLS}", self.cells());
        Err(SequentialWeightCounter::no_form(cells))
    }

    /// Writes the cells "the groups so far weigh at least this sum". Only one implication is
    /// written: a sufficient weight makes the cell true. If the columns are trimmed, also writes
    /// the clauses by which a sum above the bound implies `violated`, and returns an empty list. If
    /// the columns are not trimmed, no clause contains `violated`. Then returns the last column, in
    /// ascending order of the sums. Fails if `writer` refuses a clause.
    fn write(&self, violated: Signal, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        let mut before: Vec<Signal> = Vec::new();
        for (place, group) in self.groups.iter().enumerate() {
            let (below, above) = (self.ranges[place], self.ranges[place + 1]);
            let of_before = |sum: u128| match sum {
                0 => Signal::True,
                sum if sum > below.1 => Signal::False,
                sum => before[index(sum - below.0 - 1)],
            };
            let mut column = Vec::with_capacity(index(above.1 - above.0));
            for sum in above.0 + 1..=above.1 {
                let cell = Signal::from(writer.defined(|| {
                    Meaning::WeightAtLeast(
                        self.groups[..=place].iter().flat_map(Group::summands).collect::<Vec<_>>(),
                        sum,
                    )
                }));
                writer.clause([!of_before(sum), cell])?;
                for &Term { weight, lit } in group.terms() {
                    // A sum that is greater than the sum of the greatest cell also implies the
                    // greatest cell.
                    writer.clause([
                        !Signal::from(lit),
                        !of_before(sum.saturating_sub(weight)),
                        cell,
                    ])?;
                }
                column.push(cell);
            }
            if above.1 <= self.bound {
                for &Term { weight, lit } in group.terms() {
                    let rest = (self.bound + 1).saturating_sub(weight);
                    writer.clause([!Signal::from(lit), !of_before(rest), violated])?;
                }
            }
            before = column;
        }
        Ok(before)
    }

    /// Returns the size of the clauses that forbid sums above the bound. The columns must be
    /// trimmed, and no weight may exceed the bound. Returns `None` if a number of the size exceeds
    /// the range of `usize`.
    fn size(&self) -> Option<Size> {
        let (mut variables, mut clauses, mut literals) = (0_u128, 0_u128, 0_u128);
        for (group, pair) in self.groups.iter().zip(self.ranges.windows(2)) {
            let (below, above) = (pair[0], pair[1]);
            variables += above.1 - above.0;
            let kept = above.1.min(below.1).saturating_sub(above.0);
            clauses += kept;
            literals += 2 * kept;
            for term in group.terms() {
                let alone = above.1.min(term.weight).saturating_sub(above.0);
                let last = above.1.min(below.1 + term.weight);
                let added = last.saturating_sub(above.0.max(term.weight));
                clauses += alone + added;
                literals += 2 * alone + 3 * added;
                let rest = self.bound + 1 - term.weight;
                if rest <= below.1 {
                    clauses += 1;
                    literals += 2;
                }
            }
        }
        Some(Size {
            variables: usize::try_from(variables).ok()?,
            clauses: usize::try_from(clauses).ok()?,
            literals: usize::try_from(literals).ok()?,
        })
    }
}

fn index(number: u128) -> usize {
    usize::try_from(number).expect("few cells in a column")
}

/// The last column of written cells. The cell at index j means a sum of at least j + 1.
struct LastColumn(Vec<Signal>);

impl Bounder for LastColumn {
    fn at_most(&mut self, bound: u128, _: &mut Writer) -> Result<Vec<Signal>, Error> {
        Ok(vec![!self.0[index(bound)]])
    }
}
