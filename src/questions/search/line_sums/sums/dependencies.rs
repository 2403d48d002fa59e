//! Linear dependencies between the line sums of a board.
//!
//! Suppose that each line has a coefficient, and that for every literal, the coefficients of its
//! lines add up to 0. Then the products of these coefficients with the line sums also add up to 0.
//! For example, (r + c)² + (r − c)² = 2r² + 2c² for row r, column c and the diagonals r + c and r −
//! c. Such coefficients are the null space of a matrix with a row for each literal. The null space
//! is computed in integers, so no puzzle has to state a dependency. Rows, columns and both
//! diagonals have seven dependencies (Hajdu and Tijdeman 2001, Algebraic aspects of discrete
//! tomography).

use num_integer::Integer;

/// Coefficients whose products with the line sums add up to 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The coefficient of each line. The greatest common divisor of all coefficients is 1.
    pub coefficients: Vec<i64>,
}

/// Returns a basis of the dependencies. It has a dependency for each line whose sum is a
/// combination of the sums of the lines before it. This dependency contains the line. All its other
/// lines are independent of the lines before them. So the basis avoids the last lines if possible.
/// `literals` yields the lines of each literal, as indices below `lines`; any other index causes a
/// panic. Returns `None` if numbers grow too large.
pub(super) fn basis(
    literals: impl Iterator<Item = Vec<usize>>,
    lines: usize,
) -> Option<Vec<Dependency>> {
    let mut echelon = Echelon { rows: vec![None; lines] };
    for place in literals {
        let mut row = vec![0; lines];
        place.into_iter().for_each(|line| row[line] += 1);
        echelon.add(row)?;
    }
    echelon.reduce()?;
    (0..lines)
        .filter(|&line| echelon.rows[line].is_none())
        .map(|line| echelon.null_vector(line))
        .collect()
}

/// Rows in echelon form: the first coefficient other than 0 is at a different index in each row.
struct Echelon {
    /// At each index, the row whose first coefficient other than 0 is at this index, if there is
    /// such a row. This coefficient is positive.
    rows: Vec<Option<Vec<i128>>>,
}

impl Echelon {
    /// Adds a row. If the row is a combination of the rows added before, it is not added. The row
    /// must have a number for each line, and its first number other than 0 must be positive.
    /// Returns `None` if numbers grow too large; the row is then not added.
    fn add(&mut self, mut row: Vec<i128>) -> Option<()> {
        for line in 0..row.len() {
            if row[line] == 0 {
                continue;
            }
            match &self.rows[line] {
                Some(pivot) => eliminate(&mut row, pivot, line)?,
                None => {
                    self.rows[line] = Some(row);
                    return Some(());
                }
            }
        }
        Some(())
    }

    /// Changes each row so that it is 0 at the first index of every other row. Returns `None` if
    /// numbers grow too large; the rows are then unusable.
    fn reduce(&mut self) -> Option<()> {
        for line in (0..self.rows.len()).rev() {
            let Some(pivot) = self.rows[line].clone() else { continue };
            for row in self.rows[..line].iter_mut().flatten() {
                eliminate(row, &pivot, line)?;
            }
        }
        Some(())
    }

    /// Returns the dependency that contains the line `free` and otherwise only lines with a row in
    /// the echelon form. The line `free` must have no such row. The coefficients of the dependency
    /// have no common divisor, and the coefficient of `free` is positive. The rows must be
    /// [reduced](Echelon::reduce), with positive first coefficients. Returns `None` if numbers grow
    /// too large: a product does not fit into 128 bits, or a coefficient does not fit into 64 bits.
    fn null_vector(&self, free: usize) -> Option<Dependency> {
        let pivots = self.rows.iter().enumerate().filter_map(|(l, row)| Some((l, row.as_ref()?)));
        let scale = pivots
            .clone()
            .filter(|(_, row)| row[free] != 0)
            .try_fold(1_i128, |scale, (l, row)| (scale / scale.gcd(&row[l])).checked_mul(row[l]))?;
        let mut numbers = vec![0; self.rows.len()];
        numbers[free] = scale;
        for (line, row) in pivots.clone() {
            debug_assert!(row[line] > 0, "the first coefficient of a row is positive");
            numbers[line] = -row[free].checked_mul(scale / row[line])?;
        }
        let common = numbers.iter().fold(0, |common, number| number.gcd(&common));
        let coefficients = numbers
            .into_iter()
            .map(|number| i64::try_from(number / common).ok())
            .collect::<Option<_>>()?;
        Some(Dependency { coefficients })
    }
}

/// Subtracts a multiple of `pivot` from a multiple of `row`, so that the coefficient of `line` in
/// `row` becomes 0. Then divides `row` by its common divisor, and makes its first coefficient other
/// than 0 positive. Does nothing if the coefficient of `line` is 0 already. In `pivot`, this
/// coefficient must not be 0. Returns `None` if numbers grow too large; `row` is then unusable.
fn eliminate(row: &mut [i128], pivot: &[i128], line: usize) -> Option<()> {
    let common = row[line].gcd(&pivot[line]);
    let (times, less) = (pivot[line] / common, row[line] / common);
    if less == 0 {
        return Some(());
    }
    for (number, &other) in row.iter_mut().zip(pivot) {
        *number = number.checked_mul(times)?.checked_sub(other.checked_mul(less)?)?;
    }
    let common = row.iter().fold(0, |common, number| number.gcd(&common));
    let first = row.iter().find(|&&number| number != 0).copied().unwrap_or(1);
    let divisor = if first < 0 { -common } else { common };
    if divisor != 0 && divisor != 1 {
        row.iter_mut().for_each(|number| *number /= divisor);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: usize, columns: usize) -> (Vec<Vec<usize>>, usize) {
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        let diagonals = rows + columns - 1;
        let lines = |(r, c)| {
            let [first, second] = [rows + columns, rows + columns + diagonals];
            vec![r, rows + c, first + r + c, second + r + columns - 1 - c]
        };
        (cells.map(lines).collect(), rows + columns + 2 * diagonals)
    }

    #[test]
    fn four_partitions_of_a_board_have_seven_dependencies() {
        for (rows, columns) in [(3, 3), (4, 4), (3, 5), (9, 9), (12, 7), (31, 31)] {
            let (literals, lines) = board(rows, columns);
            let basis = basis(literals.iter().cloned(), lines).expect("the numbers are small");
            assert_eq!(basis.len(), 7, "{rows} × {columns}");
            for Dependency { coefficients } in &basis {
                for place in &literals {
                    assert_eq!(place.iter().map(|&line| coefficients[line]).sum::<i64>(), 0);
                }
                assert!(coefficients.iter().any(|&number| number != 0));
            }
        }
    }

    #[test]
    fn a_dependency_leaves_the_last_lines_out() {
        let (literals, lines) = board(5, 5);
        let basis = basis(literals.into_iter(), lines).expect("the numbers are small");
        let last = |dependency: &Dependency| {
            dependency
                .coefficients
                .iter()
                .rposition(|&number| number != 0)
                .expect("a dependency has a coefficient other than 0")
        };
        let lasts: Vec<usize> = basis.iter().map(last).collect();
        assert_eq!(lasts.iter().filter(|&&line| line < 10).count(), 1);
        assert_eq!(lasts.iter().filter(|&&line| line < 19).count(), 3);
    }

    #[test]
    fn lines_without_anything_in_common_have_none() {
        assert_eq!(basis([vec![0], vec![1]].into_iter(), 2), Some(Vec::new()));
    }
}
