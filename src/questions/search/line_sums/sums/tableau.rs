//! A test of whether line sums within bounds can satisfy all dependencies. It uses a simplex method
//! in integers (Dutertre and de Moura, A Fast Linear-Arithmetic Solver for DPLL(T), 2006).
//!
//! The columns are the lines and the total. The rows are the dependencies and the equation between
//! the first partition and the total. If the value of a row's basic column violates a bound, this
//! column is exchanged with another column of the row. The value of the other column must be able
//! to move within its bounds. If there is no such column, the row refutes the bounds: its value
//! must be 0, but the bounds exclude 0. If bounds are widened, the tableau does not change.
//!
//! All numbers are integers over a common determinant, so nothing is rounded (Edmonds, Systems of
//! distinct representatives and linear algebra, 1967). A board has only eight rows, so the numbers
//! stay small.

use super::LineSums;
use crate::decision::Decision;

/// After this number of pivots (column exchanges), Bland's rule (1977) chooses the columns. This
/// pivoting rule prevents cycling, that is, endless degenerate pivots. So it guarantees
/// termination.
const MOST_TRADES: usize = 60;

/// The equations between line sums and the total, and the bounds on these numbers. Each line has a
/// column, and the total has the last column.
#[derive(Clone, Debug)]
pub struct Tableau {
    /// The coefficients of each equation, in units of 1 / `unit`.
    rows: Vec<Vec<i128>>,
    /// The basic column of each row. Its coefficient is `unit` in this row and 0 in all others.
    basic: Vec<usize>,
    /// Whether each column is basic.
    is_basic: Vec<bool>,
    /// The common denominator of `rows`, a positive number.
    unit: i128,
    /// The least and the largest value of each column.
    bounds: Vec<[i128; 2]>,
    /// The values of the columns that are not basic. They are within their bounds.
    values: Vec<i128>,
    /// Whether numbers grew too large. Then `rows` is incomplete.
    is_broken: bool,
}

/// The values of all columns at one time, in units of 1 / `unit`.
#[derive(Clone, Debug)]
pub struct Point {
    /// The value of each column, as a number of units.
    values: Vec<i128>,
    /// The common denominator of the values, a positive number.
    unit: i128,
}

/// A sum of multiples of columns, as the multiple of each column. The sum is 0 in every answer, but
/// it is positive for all values within the bounds.
pub type LineMultiples = Vec<i128>;

impl Tableau {
    /// Returns the equations of a board's line sums, with a column for each line and a last column
    /// for the total. `total` has the lower and the upper bound on the total. The bounds of a line
    /// are its least and its largest sum. The values satisfy the bounds only after
    /// [`Tableau::decide`]. Does not check that the lower bounds are at most the upper bounds.
    /// Returns `None` if numbers grow too large, or if an equation follows from the equations
    /// before it.
    pub fn new(sums: &LineSums, total: [i128; 2]) -> Option<Tableau> {
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
        let dependencies = sums
            .dependencies
            .iter()
            .map(|one| {
                one.coefficients.iter().map(|&number| i128::from(number)).chain([0]).collect()
            })
            .chain([of_total.collect()])
            .collect();
        let mut tableau = Tableau {
            rows: dependencies,
            basic: Vec::new(),
            is_basic: vec![false; columns],
            unit: 1,
            values: bounds.iter().map(|&[least, _]| least).collect(),
            bounds,
            is_broken: false,
        };
        for row in 0..tableau.rows.len() {
            let column = (0..columns).rev().find(|&column| tableau.rows[row][column] != 0)?;
            tableau.basic.push(column);
            tableau.is_basic[column] = true;
            tableau.pivot(row, column)?;
        }
        Some(tableau)
    }

    pub fn bounds(&self, column: usize) -> [i128; 2] {
        self.bounds[column]
    }

    /// Sets the bounds of a column. If the column is not basic, moves its value into these bounds.
    pub fn set_bounds(&mut self, column: usize, [least, most]: [i128; 2]) {
        self.bounds[column] = [least, most];
        self.values[column] = self.values[column].clamp(least, most);
    }

    /// Decides whether values within the bounds satisfy all equations. The values can be fractions.
    /// If there are such values, returns `Sat`, and the tableau then has such values. If there are
    /// none, returns `Unsat` with one multiple for each column. The sum of the columns times these
    /// multiples is 0 by the equations, but it is positive for all values within the bounds.
    /// Returns `Unknown` if numbers grow too large. After that, always returns `Unknown`, and the
    /// values of columns are meaningless. The lower bound of each column must be at most its upper
    /// bound.
    pub fn decide(&mut self) -> Decision<(), LineMultiples> {
        if self.is_broken {
            return Decision::Unknown;
        }
        for trades in 0.. {
            let Some((row, is_low)) = self.violated_row(trades < MOST_TRADES) else {
                return Decision::Sat(());
            };
            let Some(column) = self.entering_column(row, is_low, trades < MOST_TRADES) else {
                let sign = if is_low { 1 } else { -1 };
                return Decision::Unsat(reduced(&self.rows[row], sign));
            };
            let (leaving, [least, most]) = (self.basic[row], self.bounds[self.basic[row]]);
            self.values[leaving] = if is_low { least } else { most };
            (self.is_basic[leaving], self.is_basic[column]) = (false, true);
            self.basic[row] = column;
            if self.pivot(row, column).is_none() {
                self.is_broken = true;
                return Decision::Unknown;
            }
        }
        Decision::Unknown
    }

    /// Returns the value of a column, in units of 1 / `unit`.
    pub fn value(&self, column: usize) -> i128 {
        match self.basic.iter().position(|&basic| basic == column) {
            Some(row) => self.value_of_row(row),
            None => self.values[column] * self.unit,
        }
    }

    /// Returns the current values of all columns, including the basic ones.
    pub fn point(&self) -> Point {
        let values = (0..self.values.len()).map(|column| self.value(column)).collect();
        Point { values, unit: self.unit }
    }

    /// Returns whether all values of a point are within the current bounds.
    pub fn allows(&self, Point { values, unit }: &Point) -> bool {
        let mut within = values.iter().zip(&self.bounds);
        within.all(|(value, [least, most])| (least * unit..=most * unit).contains(value))
    }

    pub fn unit(&self) -> i128 {
        self.unit
    }

    /// Returns the value of a row's basic column, in units of 1 / `unit`. Computes it from the
    /// columns that are not basic.
    fn value_of_row(&self, row: usize) -> i128 {
        let others = self.rows[row]
            .iter()
            .zip(&self.values)
            .zip(&self.is_basic)
            .filter(|(_, is_basic)| !**is_basic)
            .map(|((number, value), _)| number * value)
            .sum::<i128>();
        -others
    }

    /// Returns the index of a row whose basic column violates a bound, and whether it violates the
    /// lower bound. If `farthest` is true, this is the row with the largest violation. Otherwise,
    /// it is the row whose basic column has the least index. Of equally large violations, returns
    /// the last row. Returns `None` if no bound is violated.
    fn violated_row(&self, farthest: bool) -> Option<(usize, bool)> {
        let rows = (0..self.rows.len())
            .map(|row| {
                let (value, [least, most]) = (self.value_of_row(row), self.bounds[self.basic[row]]);
                (row, least * self.unit - value, value - most * self.unit)
            })
            .filter(|&(_, low, high)| low.max(high) > 0);
        let found = if farthest {
            rows.max_by_key(|&(_, low, high)| low.max(high))
        } else {
            rows.min_by_key(|&(row, ..)| self.basic[row])
        };
        found.map(|(row, low, _)| (row, low > 0))
    }

    /// Returns a column that is not basic and that can change the value of the row's basic column,
    /// by a change within its own bounds. If `grows` is true, the value must increase, and
    /// otherwise it must decrease. If `widest` is true, returns the column with the largest
    /// absolute coefficient (the last of equal ones), and otherwise the first one. Returns `None`
    /// if no column can change the value in this way.
    fn entering_column(&self, row: usize, grows: bool, widest: bool) -> Option<usize> {
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

    /// Solves the equation of `row` for `column`, and removes `column` from the other rows. The
    /// coefficient of `column` in `row` must not be 0. Afterwards, this coefficient is positive,
    /// and `unit` is its absolute value before the call. Does not update `basic`, `is_basic` and
    /// `values`. Returns `None` if numbers grow too large; the rows are then unusable.
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

/// Divides `number` by `divisor`, which must leave no remainder. Small numbers are divided in 64
/// bits, which is faster.
fn quotient(number: i128, divisor: i128) -> i128 {
    match (i64::try_from(number), i64::try_from(divisor)) {
        (Ok(number), Ok(divisor)) => i128::from(number / divisor),
        _ => number / divisor,
    }
}

/// Returns the coefficients of a row, multiplied by `sign` and divided by their common divisor.
fn reduced(row: &[i128], sign: i128) -> LineMultiples {
    let common = row.iter().fold(0, |common, &number| num_integer::gcd(common, number)).max(1);
    row.iter().map(|number| sign * number / common).collect()
}
