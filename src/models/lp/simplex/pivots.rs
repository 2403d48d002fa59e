//! The pivots of the dual simplex, and the update of rows, values and norms.
//!
//! The entering column is the one with the least ratio. Among columns with equal ratios, it is the
//! one with the largest pivot. A surplus has no row in the table, so its norm is updated by the
//! sums of the changes in the rows of the surplus's variables.

use super::{
    BoundSide, LANES, Simplex, TOLERANCE, TableMember, TablePlace, WeightedVariable, norm,
};

/// The least magnitude of a pivot. The pivot's row is divided by it, so a smaller pivot would
/// enlarge rounding errors.
const LEAST_PIVOT: f64 = 1e-6;

/// The difference below which two ratios count as equal.
const TIE: f64 = 1e-9;

/// The magnitude below which an entry in the pivot's column counts as 0. The row of such an entry
/// keeps its other numbers and its norm.
const ROUNDING: f64 = 1e-11;

/// A line is sparse if less than one of this number of its entries is not 0.
const SPARSE: usize = 6;

/// Numbers about a member. A pivot updates the value and the norm of the member from them.
#[derive(Clone, Copy, Debug, Default)]
struct MemberMove {
    /// The member's entry in the pivot's column.
    times: f64,
    /// The product of the member's row with the pivot's row, without the pivot's column.
    product: f64,
}

impl MemberMove {
    /// Adds `weight` times another move.
    fn add(&mut self, weight: f64, MemberMove { times, product }: MemberMove) {
        self.times += weight * times;
        self.product += weight * product;
    }
}

/// Returns the move of a row's surplus. It is the weighted sum of the moves of the row's variables.
/// `moves` has a move for each variable.
fn surplus_move(terms: &[WeightedVariable], moves: &[MemberMove]) -> MemberMove {
    // Two sums are computed in parallel, since each addition has to wait for the previous one.
    let (pairs, rest) = terms.as_chunks::<2>();
    let mut sums = [MemberMove::default(); 2];
    let [even, odd] = &mut sums;
    for term in rest {
        even.add(term.weight, moves[term.atom]);
    }
    for [one, other] in pairs {
        even.add(one.weight, moves[one.atom]);
        odd.add(other.weight, moves[other.atom]);
    }
    let [mut sum, other] = sums;
    sum.add(1.0, other);
    sum
}

/// A column whose member can enter the basis.
struct EnteringColumn {
    /// The index of the column in the table.
    column: usize,
    /// The magnitude of the column's entry in the line of the leaving member.
    size: f64,
    /// The length of the dual step at which the reduced cost becomes 0.
    ratio: f64,
}

impl Simplex {
    /// Returns the basic member that is farthest outside its bounds, and whether it violates the
    /// lower or the upper bound. The distance is measured by its square, divided by the member's
    /// norm. Among equal members, the first one is chosen, and variables come before surpluses.
    /// Returns `None` if all basic members are within their bounds, up to [`TOLERANCE`].
    pub(super) fn leaving_member(&self) -> Option<(TableMember, BoundSide)> {
        let surpluses = self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.column.is_none())
            .map(|(place, row)| (TableMember::Surplus(place), row.value, row.norm));
        let mut farthest = (0.0, None);
        for (member, value, norm) in self
            .basic
            .iter()
            .zip(&self.values)
            .zip(&self.norms)
            .map(|((&variable, &value), &norm)| (TableMember::Variable(variable), value, norm))
            .chain(surpluses)
        {
            let [least, most] = self.bounds_of(member);
            let (beyond, side) = if value < least {
                (least - value, BoundSide::Below)
            } else {
                (value - most, BoundSide::Above)
            };
            let rate = beyond * beyond / norm;
            if beyond > TOLERANCE && rate > farthest.0 {
                farthest = (rate, Some((member, side)));
            }
        }
        farthest.1
    }

    /// Returns the column that enters the basis so that `member` reaches its violated bound. `line`
    /// is the line of `member`, and `side` says which bound it violates. Columns with smaller
    /// ratios come first; among ratios within [`TIE`], the entry of largest magnitude comes first.
    /// The step can go past bounds of other members: each of these members gets the value of its
    /// other bound, and the basic values are updated. `member` must be basic and violate the bound
    /// on `side`. If no step is long enough, the line contradicts the bounds; then returns `None`
    /// and changes nothing.
    pub(super) fn entering_column(
        &mut self,
        member: TableMember,
        line: &[f64],
        side: BoundSide,
    ) -> Option<usize> {
        let [least, most] = self.bounds_of(member);
        let mut beyond = match side {
            BoundSide::Below => least - self.value_of(member),
            BoundSide::Above => self.value_of(member) - most,
        };
        let mut candidates = self.candidates(line, side);
        let mut passed = Vec::new();
        loop {
            let first = candidates.iter().map(|one| one.ratio).fold(f64::INFINITY, f64::min);
            let (place, _) = candidates
                .iter()
                .enumerate()
                .filter(|one| one.1.ratio <= first + TIE)
                .max_by(|one, other| one.1.size.total_cmp(&other.1.size))?;
            let EnteringColumn { column, size, .. } = candidates.swap_remove(place);
            let [least, most] = self.bounds_of(self.others[column]);
            let gained = size * (most - least);
            if gained >= beyond {
                if !passed.is_empty() {
                    self.shift(&passed);
                }
                return Some(column);
            }
            beyond -= gained;
            passed.push((column, if self.stand[column] == least { most } else { least }));
        }
    }

    /// Returns the columns that can move a basic member towards its violated bound. `line` is the
    /// line of the member, and `side` says which bound it violates. Each column comes with the
    /// magnitude of its entry in `line`, and with its ratio: the magnitude of the reduced cost,
    /// divided by the magnitude of the entry. Leaves out members with equal bounds, and entries
    /// whose magnitude is less than [`LEAST_PIVOT`].
    fn candidates(&self, line: &[f64], side: BoundSide) -> Vec<EnteringColumn> {
        let mut candidates = Vec::new();
        for (column, (&number, &member)) in line.iter().zip(&self.others).enumerate() {
            let [least, most] = self.bounds_of(member);
            let is_low = self.stand[column] == least;
            let grows = (number > 0.0) == (side == BoundSide::Below);
            let size = number.abs();
            if size >= LEAST_PIVOT && least < most && is_low == grows {
                let ratio = self.reduced[column].abs() / size;
                candidates.push(EnteringColumn { column, size, ratio });
            }
        }
        candidates
    }

    /// Exchanges the basic member `leaving` and the member of `column`. `line` is the line of
    /// `leaving`. The magnitude of the entry in `column` must be at least [`LEAST_PIVOT`];
    /// otherwise a debug build panics. The value of `leaving` becomes the bound that it violates,
    /// on `side`. Updates the rows, the values, the norms and the reduced costs, and adds the size
    /// of the table before the pivot to the counted work, and the numbers that were read to another
    /// counter.
    pub(super) fn pivot(
        &mut self,
        leaving: TableMember,
        mut line: Vec<f64>,
        column: usize,
        side: BoundSide,
    ) {
        let [least, most] = self.bounds_of(leaving);
        let bound = if side == BoundSide::Below { least } else { most };
        self.work += self.table.len() as u64;
        let mut read = self.rows.iter().map(|row| row.left.len()).sum::<usize>();
        let pivot = line[column];
        debug_assert!(pivot.abs() >= LEAST_PIVOT, "{pivot} is too small for a pivot");
        let step = (bound - self.value_of(leaving)) / pivot;
        // The equation of the row is solved for the member of the column.
        line.iter_mut().for_each(|number| *number /= -pivot);
        line[column] = 0.0;
        let square = norm(&line) - 1.0 + 1.0 / (pivot * pivot);
        let mut moves = self.moves_of_columns(&line, column);
        let sparse = sparse_columns(&line);
        let length = sparse.as_ref().map_or(line.len(), Vec::len);
        line[column] = 1.0 / pivot;
        for ((own, &variable), (value, norm)) in self
            .table
            .chunks_exact_mut(self.width)
            .zip(&self.basic)
            .zip(self.values.iter_mut().zip(&mut self.norms))
        {
            let times = std::mem::take(&mut own[column]);
            let product = match &sparse {
                Some(columns) => columns.iter().map(|&place| own[place] * line[place]).sum(),
                None => product(own, &line),
            };
            read += length;
            let one = MemberMove { times, product };
            moves[variable] = one;
            *value += times * step;
            if times.abs() >= ROUNDING {
                read += length;
                *norm = updated_norm(*norm, one, square);
                match &sparse {
                    Some(columns) => {
                        columns.iter().for_each(|&place| own[place] += times * line[place]);
                        own[column] += times * line[column];
                    }
                    None => add(own, &line, times),
                }
            }
        }
        for row in self.rows.iter_mut().filter(|row| row.column.is_none()) {
            let one = surplus_move(&row.left, &moves);
            row.value += one.times * step;
            row.norm = updated_norm(row.norm, one, square);
        }
        self.read += read as u64;
        let times = std::mem::take(&mut self.reduced[column]);
        add(&mut self.reduced, &line, times);
        let value = self.stand[column] + step;
        let entering = std::mem::replace(&mut self.others[column], leaving);
        self.stand[column] = bound;
        match leaving {
            TableMember::Variable(variable) => self.drop_row(variable, column),
            TableMember::Surplus(row) => self.rows[row].column = Some(column),
        }
        self.enter(entering, value, 1.0 + square, line);
    }

    /// Returns a move for each variable. `line` is the pivot's row, solved for the member of
    /// `column`, with 0 in this column. For a variable that is not basic, `times` is 1 if it is the
    /// member of `column`, and 0 otherwise; `product` is the entry of the variable in `line`. The
    /// move is 0 for dropped variables (those without a column in the table). It is also 0 for
    /// basic variables, since their moves are not known yet.
    fn moves_of_columns(&self, line: &[f64], column: usize) -> Vec<MemberMove> {
        self.places
            .iter()
            .map(|place| match *place {
                TablePlace::Column(other) => {
                    let times = f64::from(u8::from(other == column));
                    MemberMove { times, product: line[other] }
                }
                TablePlace::Row(_) | TablePlace::Dropped => MemberMove::default(),
            })
            .collect()
    }

    /// Makes a member basic, with this value, norm and line. A variable gets a new last row of the
    /// table; the line of a surplus is not stored. The column of which it was the member must
    /// already have another member.
    fn enter(&mut self, entering: TableMember, value: f64, norm: f64, line: Vec<f64>) {
        match entering {
            TableMember::Variable(variable) => {
                self.places[variable] = TablePlace::Row(self.basic.len());
                self.basic.push(variable);
                self.values.push(value);
                self.norms.push(norm);
                self.table.extend(line);
            }
            TableMember::Surplus(row) => {
                let row = &mut self.rows[row];
                (row.column, row.value, row.norm) = (None, value, norm);
            }
        }
    }

    /// Makes a variable the member of `column`, and removes the row of the variable, if it has one,
    /// from the table. The last row moves to the position of the removed row. The caller must
    /// update `others` and `stand` for the column.
    fn drop_row(&mut self, variable: usize, column: usize) {
        let place = std::mem::replace(&mut self.places[variable], TablePlace::Column(column));
        let TablePlace::Row(row) = place else { return };
        let last = self.basic.len() - 1;
        self.basic.swap_remove(row);
        self.values.swap_remove(row);
        self.norms.swap_remove(row);
        let start = last * self.width;
        self.table.copy_within(start..start + self.width, row * self.width);
        self.table.truncate(start);
        if let Some(&moved) = self.basic.get(row) {
            self.places[moved] = TablePlace::Row(row);
        }
    }
}

/// Returns the norm of a line after a multiple of the pivot's row was added to it. `square` is the
/// sum of the squares of the pivot's row. A norm is at least 1, despite rounding errors.
fn updated_norm(norm: f64, MemberMove { times, product }: MemberMove, square: f64) -> f64 {
    (norm + times * (2.0 * product + times * (square - 1.0))).max(1.0)
}

/// Returns the columns in which a line is not 0, if they are few. Otherwise returns `None`: all
/// numbers of a dense line are updated faster without a list.
fn sparse_columns(line: &[f64]) -> Option<Vec<usize>> {
    let number = line.iter().filter(|number| **number != 0.0).count();
    (number * SPARSE < line.len())
        .then(|| (0..line.len()).filter(|&column| line[column] != 0.0).collect())
}

/// Returns the scalar product of two lines. Their length must be a multiple of [`LANES`].
fn product(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

/// Adds `times` times `line` to `own`.
fn add(own: &mut [f64], line: &[f64], times: f64) {
    own.iter_mut().zip(line).for_each(|(own, other)| *own += times * other);
}
