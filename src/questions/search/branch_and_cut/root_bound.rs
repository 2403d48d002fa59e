//! The bound that the multipliers of the root's linear program prove.
//!
//! Let L be this bound and r the reduced cost of a column. An answer in which the column does not
//! have the value that r prefers costs at least L + |r| (Dantzig, Fulkerson and Johnson, 1954). So
//! answers that cost less than L + |r| have the preferred value. [`Tree`](super::Tree) fixes
//! columns by this rule at each node. Here, the columns are sorted by |r|, which shows at once how
//! many are fixed for each largest cost.

use num_integer::Integer;

use crate::linear::Literal;
use crate::lp::Multipliers;
use crate::lp::simplex::{SCALE, Simplex};

/// A lower bound on the cost of all answers, and its growth for each column.
pub struct RootBound {
    /// The lower bound.
    pub least: i64,
    /// For each column, the literal of the value that its reduced cost prefers, and the growth of
    /// the bound if the column has the other value. The growth is rounded down. It is [`i64::MAX`]
    /// if the program fixes the column. The growths ascend.
    growths: Vec<(i64, Literal<usize>)>,
}

impl RootBound {
    /// Returns the bound that multipliers of the scale [`SCALE`] prove for a program. Returns
    /// `None` if it does not fit into 64 bits.
    pub fn from_program(program: &Simplex, multipliers: &Multipliers) -> Option<RootBound> {
        let (bound, values) = (program.certified_bound(multipliers), program.values());
        let scale = i128::from(SCALE);
        let least = i64::try_from(Integer::div_ceil(&bound.least, &scale)).ok()?;
        let mut growths: Vec<(i64, Literal<usize>)> = bound
            .reduced
            .iter()
            .enumerate()
            .map(|(variable, &reduced)| {
                if program.is_fixed(variable) {
                    return (i64::MAX, Literal { variable, is_negated: values[variable] < 0.5 });
                }
                // A positive reduced cost makes 0 the better value.
                let growth = i64::try_from(reduced.abs() / scale).unwrap_or(i64::MAX - 1);
                (growth, Literal { variable, is_negated: reduced > 0 })
            })
            .collect();
        growths.sort_unstable_by_key(|(growth, _)| *growth);
        Some(RootBound { least, growths })
    }

    /// Returns the number of columns whose values the bound does not fix if answers cost at most
    /// `most`.
    pub fn count_free(&self, most: i64) -> usize {
        self.growths.partition_point(|(growth, _)| *growth <= most.saturating_sub(self.least))
    }

    /// Returns the literals that are true in all answers that cost at most `most`.
    pub fn fixed(&self, most: i64) -> impl Iterator<Item = Literal<usize>> {
        self.growths[self.count_free(most)..].iter().map(|(_, lit)| *lit)
    }

    /// Returns the largest cost of answers for which the bound leaves at most `free` columns free,
    /// but at least the bound itself.
    pub fn most_with_free(&self, free: usize) -> i64 {
        let growth = self.growths.get(free).map_or(i64::MAX, |(growth, _)| growth - 1);
        self.least.saturating_add(growth.max(0))
    }
}
