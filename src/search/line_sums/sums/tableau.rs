//! Whether line sums within bounds of their own can keep all dependencies: a simplex method in
//! whole numbers.
//!
//! Columns are the lines and the total, rows are the dependencies and that the lines of the first
//! partition come to the total. Every row has a basic column, whose value follows from those of the
//! others. Where it lies beyond its bound it trades places with a column that can give way, and
//! where none can, the row refutes the bounds: it is a sum of multiples of line sums that is 0, and
//! the bounds say that it is not. (Dutertre and de Moura, A Fast Linear-Arithmetic Solver for
//! DPLL(T), 2006. Bounds may be widened again without a step.)
//!
//! All numbers of a row are multiples of one over the same number, a determinant, so no fraction is
//! ever rounded (Edmonds, Systems of distinct representatives and linear algebra, 1967). There are
//! as many rows as dependencies and one, eight for a board, so they stay small.

use super::LineSums;

/// After so many trades the first column that can is taken, by which they come to an end (Bland
/// 1977).
const MOST_TRADES: usize = 60;

/// The equations between line sums and the total, and bounds on each. The total is the last column.
#[derive(Clone, Debug)]
pub struct Tableau {
    /// Numbers by column, in parts of one over `unit`.
    rows: Vec<Vec<i128>>,
    /// By row: its basic column, which no other row has, and which has `unit` there.
    basic: Vec<usize>,
    /// By column: whether it is basic.
    is_basic: Vec<bool>,
    unit: i128,
    bounds: Vec<[i128; 2]>,
    /// By column that is not basic: its value, within its bounds.
    values: Vec<i128>,
}

/// A value for each column, in parts of one over a unit.
#[derive(Clone, Debug)]
pub struct Point {
    values: Vec<i128>,
    unit: i128,
}

/// What a tableau says of bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There are fractions within them that keep all equations.
    Open,
    /// There are none, by this sum.
    Refuted(LineMultiples),
    /// Numbers have grown too large.
    Unknown,
}

/// By column its multiple in a sum that is 0 in every answer, and that no values within the bounds
/// let be so small: with each column of a positive multiple at its least and each of a negative one
/// at its most it is more than 0.
pub type LineMultiples = Vec<i128>;

impl Tableau {
    /// The equations of line sums, with what is known of each line by itself; none where numbers
    /// grow too large.
    pub fn of(sums: &LineSums, total: [i128; 2]) -> Option<Tableau> {
        let columns = sums.lines.len() + 1;
        let first = &sums.partitions[0];
        let of_total = (0..columns).map(|column| match column {
            line if first.contains(&line) => 1,
            total if total + 1 == columns => -1,
            _ => 0,
        });
        let mut bounds: Vec<[i128; 2]> =
            sums.lines.iter().map(|line| [line.least.into(), line.most.into()]).collect();
        bounds.push(total);
        let dependencies = sums.dependencies.iter().map(|one| {
            let coefficients = one.coefficients.iter().map(|&number| i128::from(number));
            coefficients.chain([0]).collect()
        });
        let mut tableau = Tableau {
            rows: dependencies.chain([of_total.collect()]).collect(),
            basic: Vec::new(),
            is_basic: vec![false; columns],
            unit: 1,
            values: bounds.iter().map(|&[least, _]| least).collect(),
            bounds,
        };
        for row in 0..tableau.rows.len() {
            let column = (0..columns).rev().find(|&column| tableau.rows[row][column] != 0)?;
            tableau.basic.push(column);
            tableau.is_basic[column] = true;
            tableau.pivot(row, column)?;
        }
        Some(tableau)
    }

    /// The least and the largest value of a column.
    pub fn bounds(&self, column: usize) -> [i128; 2] {
        self.bounds[column]
    }

    /// Sets the bounds of a column.
    pub fn bound(&mut self, column: usize, [least, most]: [i128; 2]) {
        self.bounds[column] = [least, most];
        self.values[column] = self.values[column].clamp(least, most);
    }

    /// Looks for values within the bounds.
    pub fn standing(&mut self) -> Standing {
        for trades in 0.. {
            let Some((row, is_low)) = self.beyond(trades < MOST_TRADES) else {
                return Standing::Open;
            };
            let Some(column) = self.giving_way(row, is_low, trades < MOST_TRADES) else {
                let sign = if is_low { 1 } else { -1 };
                return Standing::Refuted(reduced(&self.rows[row], sign));
            };
            let (leaving, [least, most]) = (self.basic[row], self.bounds[self.basic[row]]);
            self.values[leaving] = if is_low { least } else { most };
            (self.is_basic[leaving], self.is_basic[column]) = (false, true);
            self.basic[row] = column;
            if self.pivot(row, column).is_none() {
                return Standing::Unknown;
            }
        }
        Standing::Unknown
    }

    /// The value of a column, in parts of one over [`Tableau::unit`].
    pub fn value(&self, column: usize) -> i128 {
        match self.basic.iter().position(|&basic| basic == column) {
            Some(row) => self.value_of_row(row),
            None => self.values[column] * self.unit,
        }
    }

    /// Where it stands.
    pub fn point(&self) -> Point {
        let values = (0..self.values.len()).map(|column| self.value(column)).collect();
        Point { values, unit: self.unit }
    }

    /// Whether a point where it once stood is within the bounds.
    pub fn allows(&self, Point { values, unit }: &Point) -> bool {
        let mut within = values.iter().zip(&self.bounds);
        within.all(|(value, [least, most])| (least * unit..=most * unit).contains(value))
    }

    /// One over what values are told in.
    pub fn unit(&self) -> i128 {
        self.unit
    }

    fn value_of_row(&self, row: usize) -> i128 {
        let others = self.rows[row].iter().zip(&self.values).zip(&self.is_basic);
        -others
            .filter(|(_, is_basic)| !**is_basic)
            .map(|((number, value), _)| number * value)
            .sum::<i128>()
    }

    /// A row whose basic column is beyond a bound, and whether that is the least.
    fn beyond(&self, farthest: bool) -> Option<(usize, bool)> {
        let rows = (0..self.rows.len()).map(|row| {
            let (value, [least, most]) = (self.value_of_row(row), self.bounds[self.basic[row]]);
            (row, least * self.unit - value, value - most * self.unit)
        });
        let rows = rows.filter(|&(_, low, high)| low.max(high) > 0);
        let found = if farthest {
            rows.max_by_key(|&(_, low, high)| low.max(high))
        } else {
            rows.min_by_key(|&(row, ..)| self.basic[row])
        };
        found.map(|(row, low, _)| (row, low > 0))
    }

    /// A column that lets the value of a row grow, or shrink.
    fn giving_way(&self, row: usize, grows: bool, widest: bool) -> Option<usize> {
        let mut columns = (0..self.values.len()).filter(|&column| {
            let (number, [least, most]) = (self.rows[row][column], self.bounds[column]);
            let value = self.values[column];
            !self.is_basic[column]
                && if (number < 0) == grows {
                    value < most && number != 0
                } else {
                    value > least && number != 0
                }
        });
        if widest {
            columns.max_by_key(|&column| self.rows[row][column].abs())
        } else {
            columns.next()
        }
    }

    /// Has a column vanish from all rows but one; none where numbers grow too large.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let pivot = self.rows[row][column];
        debug_assert!(pivot != 0, "a row is solved for a variable in it");
        let own = std::mem::take(&mut self.rows[row]);
        for other in self.rows.iter_mut().filter(|other| !other.is_empty()) {
            let times = other[column];
            for (number, &mine) in other.iter_mut().zip(&own) {
                let product = number.checked_mul(pivot)?.checked_sub(times.checked_mul(mine)?)?;
                *number = quotient(product, self.unit);
            }
        }
        self.rows[row] = own;
        self.unit = pivot.abs();
        if pivot < 0 {
            self.rows.iter_mut().flatten().for_each(|number| *number = -*number);
        }
        Some(())
    }
}

/// A division that leaves nothing. Most numbers are small, and are divided sooner.
fn quotient(number: i128, divisor: i128) -> i128 {
    match (i64::try_from(number), i64::try_from(divisor)) {
        (Ok(number), Ok(divisor)) => i128::from(number / divisor),
        _ => number / divisor,
    }
}

/// A row in the least whole numbers.
fn reduced(row: &[i128], sign: i128) -> LineMultiples {
    let common = row.iter().fold(0, |common, &number| num_integer::gcd(common, number)).max(1);
    row.iter().map(|number| sign * number / common).collect()
}
