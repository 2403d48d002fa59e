//! Lines of the table, and what a move does to their norms.
//!
//! A line is filled up with zeros to a multiple of [`LANES`], so that its products are added up in
//! as many sums. What is outside of its bounds is measured by the norm of its line, and the
//! farthest leaves.

use super::Signed;

/// How a member moves with a pivot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Move {
    /// The number in the column of the pivot.
    pub(super) times: f64,
    /// The product with the row of the pivot, without that column.
    pub(super) product: f64,
}

/// Returns a norm after a move.
pub(super) fn moved_norm(norm: f64, Move { times, product }: Move, square: f64) -> f64 {
    (norm + times * (2.0 * product + times * (square - 1.0))).max(1.0)
}

/// Returns a line with the kept columns alone.
pub(super) fn narrowed(line: &[f64], kept: &[usize], width: usize) -> Vec<f64> {
    let mut line: Vec<f64> = kept.iter().map(|&column| line[column]).collect();
    line.resize(width, 0.0);
    line
}

impl Signed {
    pub(super) fn sign(self) -> f64 {
        if self.is_negated { -1.0 } else { 1.0 }
    }
}

impl Move {
    pub(super) fn add(&mut self, other: Move) {
        self.times += other.times;
        self.product += other.product;
    }
}

/// By literal, how it moves with a pivot.
pub(super) struct Moves(pub(super) Vec<Move>);

impl Moves {
    pub(super) fn of(variables: usize) -> Moves {
        Moves(vec![Move::default(); 2 * variables])
    }

    pub(super) fn set(&mut self, variable: usize, Move { times, product }: Move) {
        self.0[2 * variable] = Move { times, product };
        self.0[2 * variable + 1] = Move { times: -times, product: -product };
    }

    /// How the surplus of a clause moves.
    pub(super) fn of_clause(&self, clause: &[Signed]) -> Move {
        let of = |lit: &Signed| self.0[2 * lit.variable + usize::from(lit.is_negated)];
        // Two sums, since each waits for the one before.
        let (pairs, rest) = clause.as_chunks::<2>();
        let start = rest.first().map(of).unwrap_or_default();
        let mut sums = [start, Move::default()];
        for [one, other] in pairs {
            sums[0].add(of(one));
            sums[1].add(of(other));
        }
        let [mut sum, other] = sums;
        sum.add(other);
        sum
    }
}

/// A column that may enter.
pub(super) struct Candidate {
    pub(super) column: usize,
    /// Its number in the row, without sign.
    pub(super) size: f64,
    /// How far a step goes until its reduced cost is 0.
    pub(super) ratio: f64,
}

/// Ratios that differ by less are equal.
pub(super) const TIE: f64 = 1e-9;

/// How many numbers are added at the same time.
pub(super) const LANES: usize = 8;

/// 1 and the squares of a row.
pub(super) fn norm(line: &[f64]) -> f64 {
    1.0 + line.iter().map(|number| number * number).sum::<f64>()
}

/// What a clause has beyond 1, by the values of variables.
pub(super) fn surplus(clause: &[Signed], values: &[f64]) -> f64 {
    true_part(clause, values) - 1.0
}

/// The sum of the literals' values.
pub(super) fn true_part(lits: &[Signed], values: &[f64]) -> f64 {
    let values = lits.iter().map(|lit| match values[lit.variable] {
        value if lit.is_negated => 1.0 - value,
        value => value,
    });
    values.sum()
}

/// A row with 1 in one column.
pub(super) fn unit(width: usize, column: usize) -> Vec<f64> {
    debug_assert!(column < width, "a column of the table");
    let mut line = vec![0.0; width];
    line[column] = 1.0;
    line
}

/// The product of two lines.
pub(super) fn product(one: &[f64], other: &[f64]) -> f64 {
    debug_assert_eq!(one.len(), other.len(), "lines of one table");
    debug_assert!(one.len().is_multiple_of(LANES), "lines are filled up with zeros");
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

/// Adds a multiple of a line to another one.
pub(super) fn add(own: &mut [f64], line: &[f64], times: f64) {
    debug_assert_eq!(own.len(), line.len(), "lines of one table");
    own.iter_mut().zip(line).for_each(|(own, other)| *own += times * other);
}
