//! The dual simplex, for programs that are solved again as bounds change and rows are added.
//!
//! The method is the dual simplex (Lemke 1954) on a dense table. Every variable has two bounds, so
//! any basis can be made dual feasible, and a few pivots suffice after a branch or a cut. The
//! **members** of the table are the variables (the columns of the program) and the surpluses of
//! rows. Steepest edge chooses the member that leaves the basis (Forrest and Goldfarb, 1992). A
//! step can go past the bounds of other members, which then flip to their other bound. It goes on
//! as long as this improves the dual value (long steps: Maros 2003). Often most costs are equal, so
//! the costs are slightly perturbed.
//!
//! The table stores only the rows of basic variables. In these comments, the **line** of a member
//! is its row of the table, stored or not. The surplus of a program's row is the sum of the row
//! minus its degree. So the line of a surplus is not stored, but computed on demand from the lines
//! of the row's variables. For a window of 17 × 20 panes, this leaves 97 of 198 lines in the table.
//!
//! Floating-point results are never trusted: `simplex/multipliers.rs` adds up a refutation in
//! integers.
//!
//! Fixed variables cannot enter the basis. So a node of a search tree removes the columns of fixed
//! variables, which are a third of all columns. This shortens the rows of the table. When the
//! search leaves the node, the table of the parent is used again.
//!
//! Other solvers were rejected: `microlp` returns no multipliers, Clarabel has no warm start, and
//! HiGHS is a C++ library as large as CaDiCaL. Vector instructions of 256 and 512 bits were tried
//! and dropped: they made no difference. At that time, surpluses still had lines in the table.

use std::sync::Arc;

use super::Column;
use crate::linear::{Inequality, Literal, Term};

pub use multipliers::{Evidence, SCALE};

mod multipliers;
mod pivots;
#[cfg(test)]
mod tests;

/// The largest random number that is added to a cost. Most costs are often equal. Without these
/// numbers, many columns would then have the same ratio when the entering column is chosen.
const PERTURBATION: f64 = 1e-5;

/// For a large cost, the largest random number that is added to it, as a fraction of the cost.
const RELATIVE_PERTURBATION: f64 = 1e-7;

/// The tolerance for bounds: a value that is outside its bounds by at most this distance still
/// counts as within the bounds.
const TOLERANCE: f64 = 1e-7;

/// The limit of pivots for a program that must be solved completely. This limit is never reached in
/// practice.
pub const MOST_PIVOTS: usize = 100_000;

/// The largest tolerated error of a surplus. If an error is larger, the table is built anew.
const MOST_DRIFT: f64 = 1e-5;

/// The largest number of entries of the table: 512 MB.
const MOST_ENTRIES: usize = 1 << 26;

/// A multiple of this number is the length of each line (row) of the table.
const LANES: usize = 8;

/// A variable with its weight. A negative weight belongs to the negated literal, which is 1 − x.
type WeightedVariable = Term<f64, usize>;

/// A row of the program in the line of a variable: its inequality, for an equation also the other
/// direction, and the entry of the row's surplus.
pub type LineRow = (Arc<Inequality<usize>>, Option<Arc<Inequality<usize>>>, f64);

/// A member of the table: a variable, or the surplus of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableMember {
    /// The variable with this index. It is a column of the program.
    Variable(usize),
    /// The surplus of the row of the program with this index.
    Surplus(usize),
}

/// The place of a variable in the table: a row, a column, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TablePlace {
    /// The row with this index: the variable is basic.
    Row(usize),
    /// The column with this index: the value of the variable is one of its bounds.
    Column(usize),
    /// A fixed variable whose column was removed from the table.
    Dropped,
}

/// A row of the program, and the state of its surplus.
#[derive(Clone, Debug)]
struct ProgramRow {
    /// The row as an inequality. An [`Evidence`] can share this inequality.
    inequality: Arc<Inequality<usize>>,
    /// For an equation, the inequality that states the other direction. The surplus of an equation
    /// can only be 0.
    opposite: Option<Arc<Inequality<usize>>>,
    /// Whether the row stays in the program even if its surplus is large.
    is_permanent: bool,
    /// All terms of the inequality.
    terms: Arc<[WeightedVariable]>,
    /// The terms whose variables are in the table.
    left: Arc<[WeightedVariable]>,
    /// The value of the other terms, whose variables were removed from the table, minus the degree.
    known: f64,
    /// The column of the surplus, or `None` if the surplus is basic.
    column: Option<usize>,
    /// The value of the surplus, if it is basic.
    value: f64,
    /// If the surplus is basic, 1 plus the squares of the numbers in its line (its row of the
    /// table).
    norm: f64,
}

/// The bound that a value violates: the lower or the upper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoundSide {
    /// The value is less than the lower bound.
    Below,
    /// The value is greater than the upper bound.
    Above,
}

/// The reason why the pivots ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimplexStatus {
    /// The sum has its minimum.
    Optimal,
    /// The sum exceeds the given number. The minimum is at least this sum.
    CutoffReached,
    /// The rows contradict the bounds of columns.
    Infeasible(InfeasibleLine),
    /// The given number of pivots was made, and none of the other reasons ended them before.
    PivotLimit,
}

impl SimplexStatus {
    /// Returns whether the pivots have shown that no solution has a sum of at most the given
    /// number.
    fn refutes(self) -> bool {
        matches!(self, SimplexStatus::CutoffReached | SimplexStatus::Infeasible(_))
    }
}

/// A line of the table that contradicts the bounds. The member of this line violates one of its
/// bounds. It cannot reach this bound, whatever values the columns' members have within their own
/// bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfeasibleLine {
    /// The basic member that violates a bound.
    member: TableMember,
    /// Whether the member violates its lower or its upper bound.
    side: BoundSide,
}

/// A linear program with the table of its current basis.
#[derive(Clone, Debug)]
pub struct Simplex {
    /// The variables: their costs and current bounds.
    columns: Vec<Column>,
    /// The perturbed cost of each variable.
    costs: Vec<f64>,
    /// The rows of the program. [`Simplex::drop_slack_rows`] changes their indices.
    rows: Vec<ProgramRow>,
    /// The place of each variable in the table.
    places: Vec<TablePlace>,
    /// For each row of the table, the index of the row's variable.
    basic: Vec<usize>,
    /// For each row of the table, the value of the row's variable.
    values: Vec<f64>,
    /// For each row of the table, its norm: 1 plus the squares of its numbers. Steepest edge
    /// divides violations of bounds by these norms.
    norms: Vec<f64>,
    /// The member of each column of the table. These members are not basic.
    others: Vec<TableMember>,
    /// The value of each column's member. This value is one of the member's bounds.
    stand: Vec<f64>,
    /// For each column, the increase of the program's sum if the column's member increases by 1.
    reduced: Vec<f64>,
    /// For each row and column, the increase of the row's variable if the column's member increases
    /// by 1.
    table: Vec<f64>,
    /// The length of a row of the table: the number of columns, rounded up to a multiple of
    /// [`LANES`].
    width: usize,
    /// The number of table entries that the pivots have updated.
    work: u64,
    /// The number of entries of the table and of terms of rows that the pivots have read. It measures
    /// the time better than `work`, since it counts only the entries of sparse lines that are not 0.
    read: u64,
}

impl Simplex {
    /// Returns a program without rows that minimises the cost of its columns. No variable is basic.
    /// The value of each column is the bound at which the column costs least. Adds a random number
    /// to each cost. This number is at least 0. It is less than `PERTURBATION`, or, for a large
    /// cost, less than the fraction `RELATIVE_PERTURBATION` of the cost. The seed of these numbers
    /// is always the same.
    pub fn new(columns: Vec<Column>) -> Simplex {
        let number = columns.len();
        let width = number.next_multiple_of(LANES);
        let mut random = fastrand::Rng::with_seed(7);
        let perturbed = |column: &Column| {
            let cost = column.cost as f64;
            cost + PERTURBATION.max(RELATIVE_PERTURBATION * cost.abs()) * random.f64()
        };
        let costs: Vec<f64> = columns.iter().map(perturbed).collect();
        let stand =
            columns.iter().zip(&costs).map(|(column, &cost)| cheapest_bound(column.bounds, cost));
        let mut reduced = costs.clone();
        reduced.resize(width, 0.0);
        Simplex {
            stand: stand.collect(),
            columns,
            costs,
            rows: Vec::new(),
            places: (0..number).map(TablePlace::Column).collect(),
            basic: Vec::new(),
            values: Vec::new(),
            norms: Vec::new(),
            others: (0..number).map(TableMember::Variable).collect(),
            reduced,
            table: Vec::new(),
            width,
            work: 0,
            read: 0,
        }
    }

    /// Returns the number of table entries that the pivots have updated.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns the number of entries of the table and of terms of rows that the pivots have read.
    pub fn read(&self) -> u64 {
        self.read
    }

    /// Returns whether the table has reached its largest size. Pivots that would enlarge it further
    /// are not made.
    pub fn is_full(&self) -> bool {
        self.entries() >= MOST_ENTRIES
    }

    /// Returns the number of entries of the table.
    pub fn entries(&self) -> usize {
        self.table.len()
    }

    /// Returns the rows of the program, in their current order.
    pub fn inequalities(&self) -> impl Iterator<Item = &Inequality<usize>> {
        self.rows.iter().map(|row| &*row.inequality)
    }

    /// Returns the rows that are not permanent, in their current order.
    pub fn cuts(&self) -> impl Iterator<Item = &Arc<Inequality<usize>>> {
        self.rows.iter().filter(|row| !row.is_permanent).map(|row| &row.inequality)
    }

    /// Returns the line of a basic variable as a sum of rows: the rows whose surpluses are members of
    /// columns, each with the entry of its column. The variable plus multiples of other columns'
    /// variables equals the sum of the multiplied rows minus the multiplied surpluses. Returns
    /// `None` if the variable is not basic.
    pub fn rows_of_line(&self, variable: usize) -> Option<Vec<LineRow>> {
        let TablePlace::Row(row) = self.places[variable] else { return None };
        let entries = self.row(row).iter().zip(&self.others);
        let rows = entries.filter_map(|(&entry, member)| match member {
            TableMember::Surplus(row) if entry != 0.0 => {
                let ProgramRow { inequality, opposite, .. } = &self.rows[*row];
                Some((inequality.clone(), opposite.clone(), entry))
            }
            TableMember::Surplus(_) | TableMember::Variable(_) => None,
        });
        Some(rows.collect())
    }

    /// Returns the value of a variable in the current basis.
    pub fn value(&self, variable: usize) -> f64 {
        match self.places[variable] {
            TablePlace::Row(row) => self.values[row],
            TablePlace::Column(column) => self.stand[column],
            TablePlace::Dropped => self.columns[variable].bounds[0] as f64,
        }
    }

    /// Returns the values of all variables.
    pub fn values(&self) -> Vec<f64> {
        (0..self.columns.len()).map(|variable| self.value(variable)).collect()
    }

    /// Returns the current value of the program's sum, with perturbed costs.
    pub fn sum(&self) -> f64 {
        self.costs.iter().enumerate().map(|(variable, cost)| cost * self.value(variable)).sum()
    }

    /// Changes the bounds of a variable, as [`Simplex::set_all_bounds`] does.
    pub fn set_bounds(&mut self, variable: usize, bounds: [i64; 2]) {
        self.set_all_bounds([(variable, bounds)]);
    }

    /// Changes the bounds of variables. Moves each variable that is not basic to its cheapest
    /// bound, which is the lower one if its reduced cost is 0. Then updates the values of all basic
    /// members. A basic variable keeps its value, which can then violate the new bounds. Does
    /// nothing for a fixed variable whose column was removed from the table. The bounds of such a
    /// variable must stay the same; otherwise a debug build panics.
    pub fn set_all_bounds(&mut self, all: impl IntoIterator<Item = (usize, [i64; 2])>) {
        let mut moved = Vec::new();
        for (variable, bounds) in all {
            if self.places[variable] == TablePlace::Dropped {
                debug_assert_eq!(
                    self.columns[variable].bounds, bounds,
                    "dropped variables stay fixed"
                );
                continue;
            }
            self.columns[variable].bounds = bounds;
            if let TablePlace::Column(column) = self.places[variable] {
                let bound = cheapest_bound(bounds, self.reduced[column]);
                if self.stand[column] != bound {
                    moved.push((column, bound));
                }
            }
        }
        if !moved.is_empty() {
            self.shift(&moved);
        }
    }

    /// Returns whether the bounds of a variable are equal.
    pub fn is_fixed(&self, variable: usize) -> bool {
        let [least, most] = self.columns[variable].bounds;
        least == most
    }

    /// Returns the bounds of a member. A surplus is at least 0. The surplus of an equation is also
    /// at most 0; another surplus has no upper bound.
    fn bounds_of(&self, member: TableMember) -> [f64; 2] {
        match member {
            TableMember::Variable(variable) => self.columns[variable].bounds.map(|one| one as f64),
            TableMember::Surplus(row) if self.rows[row].opposite.is_some() => [0.0, 0.0],
            TableMember::Surplus(_) => [0.0, f64::INFINITY],
        }
    }

    /// Returns the row of the table with this index. It is the line of a basic variable.
    fn row(&self, row: usize) -> &[f64] {
        &self.table[row * self.width..(row + 1) * self.width]
    }

    /// Returns the line of a member. For each column, it has the increase of the member if the
    /// column's member increases by 1. The line of a column's member has a single 1. The line of a
    /// variable whose column was removed has only zeros. The line of a surplus is computed from the
    /// lines of its row's variables.
    fn row_of(&self, member: TableMember) -> Vec<f64> {
        match member {
            TableMember::Variable(variable) => match self.places[variable] {
                TablePlace::Row(row) => self.row(row).to_vec(),
                TablePlace::Column(column) => unit_vector(self.width, column),
                TablePlace::Dropped => vec![0.0; self.width],
            },
            TableMember::Surplus(row) => self.combined(&self.rows[row].left),
        }
    }

    /// Returns the line of a weighted sum of variables. A dropped variable, whose column was
    /// removed from the table, adds nothing to the line, since it is fixed.
    fn combined(&self, terms: &[WeightedVariable]) -> Vec<f64> {
        let mut line = vec![0.0; self.width];
        for &Term { weight, atom } in terms {
            match self.places[atom] {
                TablePlace::Column(column) => line[column] += weight,
                TablePlace::Row(row) => {
                    line.iter_mut()
                        .zip(self.row(row))
                        .for_each(|(own, other)| *own += weight * other);
                }
                TablePlace::Dropped => {}
            }
        }
        line
    }

    /// Returns the value of a member. A surplus must be basic.
    fn value_of(&self, member: TableMember) -> f64 {
        match member {
            TableMember::Variable(variable) => self.value(variable),
            TableMember::Surplus(row) => self.rows[row].value,
        }
    }

    /// Gives the members of columns new values, and updates the values of all basic variables and
    /// basic surpluses. `columns` has the index of each column with its new value. Does not check
    /// whether the new values are within the bounds.
    fn shift(&mut self, columns: &[(usize, f64)]) {
        for &(column, value) in columns {
            let by = value - std::mem::replace(&mut self.stand[column], value);
            self.values
                .iter_mut()
                .zip(self.table.chunks_exact(self.width))
                .for_each(|(value, row)| *value += row[column] * by);
        }
        let values = self.values();
        for row in self.rows.iter_mut().filter(|row| row.column.is_none()) {
            row.value = row.known + value_of(&row.left, &values);
        }
    }

    /// Adds a row to the program, without a pivot. The surplus of the row is basic, and can be less
    /// than 0, its bound. The variables of the inequality are indices of columns in the program.
    /// Variables whose columns were removed from the table count with their fixed values.
    pub fn add(&mut self, inequality: Inequality<usize>) {
        self.add_row(Arc::new(inequality), None, false);
    }

    /// Adds a row that [`Simplex::drop_slack_rows`] keeps, as [`Simplex::add`] does. If there is an
    /// opposite inequality, the row is an equation, and `inequality` and `opposite` are its two
    /// directions.
    pub fn add_permanent(
        &mut self,
        inequality: Arc<Inequality<usize>>,
        opposite: Option<Arc<Inequality<usize>>>,
    ) {
        self.add_row(inequality, opposite, true);
    }

    /// Adds a row without a pivot, as [`Simplex::add`] and [`Simplex::add_permanent`] describe.
    fn add_row(
        &mut self,
        inequality: Arc<Inequality<usize>>,
        opposite: Option<Arc<Inequality<usize>>>,
        is_permanent: bool,
    ) {
        let terms: Arc<[WeightedVariable]> = inequality
            .terms()
            .map(|(weight, Literal { variable: atom, is_negated })| {
                let weight = weight as f64;
                Term { weight: if is_negated { -weight } else { weight }, atom }
            })
            .collect();
        let known = -(inequality.degree() as f64);
        let mut row = ProgramRow {
            left: terms.clone(),
            known,
            column: None,
            value: known + value_of(&terms, &self.values()),
            norm: norm(&self.combined(&terms)),
            inequality,
            opposite,
            is_permanent,
            terms,
        };
        self.shorten(&mut row);
        self.rows.push(row);
    }

    /// Removes the terms of dropped variables (those without a column in the table) from `left`,
    /// and adds the values of these terms to `known`. Does not change the value and the norm of the
    /// row. Does nothing if the row has no such terms.
    fn shorten(&self, row: &mut ProgramRow) {
        let is_dropped = |term: &WeightedVariable| self.places[term.atom] == TablePlace::Dropped;
        if row.left.iter().any(is_dropped) {
            let (dropped, left): (Vec<WeightedVariable>, Vec<WeightedVariable>) =
                row.left.iter().partition(|term| is_dropped(term));
            row.known +=
                dropped.iter().map(|term| term_value(term, self.value(term.atom))).sum::<f64>();
            row.left = left.into();
        }
    }

    /// Removes from the table the columns of fixed variables that are not basic. Does nothing if
    /// there are fewer than eight such columns. The removed variables can never change again in
    /// this table. Also removes their terms from the rows, renumbers the columns, and computes the
    /// norms anew.
    pub fn drop_fixed(&mut self) {
        let (dropped, kept): (Vec<usize>, Vec<usize>) =
            (0..self.others.len()).partition(|&column| match self.others[column] {
                TableMember::Variable(variable) => self.is_fixed(variable),
                TableMember::Surplus(_) => false,
            });
        if dropped.len() < LANES {
            return;
        }
        for column in dropped {
            if let TableMember::Variable(variable) = self.others[column] {
                self.places[variable] = TablePlace::Dropped;
            }
        }
        let width = kept.len().next_multiple_of(LANES).max(LANES);
        self.table = self
            .table
            .chunks_exact(self.width)
            .flat_map(|line| narrowed(line, &kept, width))
            .collect();
        self.reduced = narrowed(&self.reduced, &kept, width);
        self.stand = kept.iter().map(|&column| self.stand[column]).collect();
        self.others = kept.iter().map(|&column| self.others[column]).collect();
        self.width = width;
        for (column, &member) in self.others.iter().enumerate() {
            match member {
                TableMember::Variable(variable) => {
                    self.places[variable] = TablePlace::Column(column);
                }
                TableMember::Surplus(row) => self.rows[row].column = Some(column),
            }
        }
        self.norms = self.table.chunks_exact(width).map(norm).collect();
        for place in 0..self.rows.len() {
            let mut row = self.rows[place].clone();
            self.shorten(&mut row);
            if row.column.is_none() {
                row.norm = norm(&self.combined(&row.left));
            }
            self.rows[place] = row;
        }
    }

    /// Removes the rows whose surplus is basic and has a value of at least `surplus`, except
    /// permanent rows. This changes the order and the indices of the remaining rows.
    pub fn drop_slack_rows(&mut self, surplus: f64) {
        for place in (0..self.rows.len()).rev() {
            let row = &self.rows[place];
            if !row.is_permanent && row.column.is_none() && row.value >= surplus {
                self.rows.swap_remove(place);
                // The last row has moved to this index.
                if let Some(&ProgramRow { column: Some(column), .. }) = self.rows.get(place) {
                    self.others[column] = TableMember::Surplus(place);
                }
            }
        }
    }

    /// Makes at most `pivots` pivots. Ends earlier in these cases, which are tested in this order:
    ///
    /// - The sum, with perturbed costs, exceeds `most`.
    /// - All basic members are within their bounds; the sum then has its minimum.
    /// - A line shows that the rows contradict the bounds.
    ///
    /// Makes no pivot if the table is [full](Simplex::is_full). Returns the reason for the end. After the last allowed pivot, only the comparison with
    /// `most` is made: a minimum or a contradiction is not noticed. This also holds if `pivots` is
    /// 0.
    pub fn solve(&mut self, most: f64, pivots: usize) -> SimplexStatus {
        for _ in 0..pivots {
            if self.is_full() {
                break;
            }
            if self.sum() > most {
                return SimplexStatus::CutoffReached;
            }
            let Some((member, side)) = self.leaving_member() else { return SimplexStatus::Optimal };
            let line = self.row_of(member);
            let Some(column) = self.entering_column(member, &line, side) else {
                return SimplexStatus::Infeasible(InfeasibleLine { member, side });
            };
            self.pivot(member, line, column, side);
        }
        if self.sum() > most { SimplexStatus::CutoffReached } else { SimplexStatus::PivotLimit }
    }

    /// Returns whether rounding errors have moved the surplus of at least one row by more than
    /// `MOST_DRIFT`. The stored surplus is compared with the sum of the row minus the degree. This
    /// sum is computed from the values of all variables. Changes nothing.
    pub fn is_inaccurate(&self) -> bool {
        let values = self.values();
        !self.rows.iter().all(|row| {
            let known = row.column.map_or(row.value, |column| self.stand[column]);
            let surplus = value_of(&row.terms, &values) - row.inequality.degree() as f64;
            (surplus - known).abs() <= MOST_DRIFT
        })
    }

    /// Returns the same program with a new table, as it is before the first pivot: the table is
    /// computed from the rows and the current bounds. The columns that were removed return, and the
    /// counted work is kept.
    #[must_use]
    pub fn rebuilt(&self) -> Simplex {
        let mut simplex =
            Simplex { work: self.work, read: self.read, ..Simplex::new(self.columns.clone()) };
        for ProgramRow { inequality, opposite, is_permanent, .. } in &self.rows {
            simplex.add_row(inequality.clone(), opposite.clone(), *is_permanent);
        }
        simplex
    }
}

/// Returns the entries of `line` in the columns `kept`, followed by zeros up to the length `width`.
fn narrowed(line: &[f64], kept: &[usize], width: usize) -> Vec<f64> {
    let mut line: Vec<f64> = kept.iter().map(|&column| line[column]).collect();
    line.resize(width, 0.0);
    line
}

/// Returns the bound at which a column costs least. The column has the bounds `[least, most]` and
/// this reduced cost.
fn cheapest_bound([least, most]: [i64; 2], reduced: f64) -> f64 {
    (if reduced >= 0.0 { least } else { most }) as f64
}

/// Returns 1 plus the squares of the numbers of a line.
fn norm(line: &[f64]) -> f64 {
    1.0 + line.iter().map(|number| number * number).sum::<f64>()
}

/// Returns the value of a weighted literal if its variable has the value `value`.
fn term_value(term: &WeightedVariable, value: f64) -> f64 {
    if term.weight < 0.0 { -term.weight * (1.0 - value) } else { term.weight * value }
}

/// Returns the value of a weighted sum. `values` has a value for each variable.
fn value_of(terms: &[WeightedVariable], values: &[f64]) -> f64 {
    terms.iter().map(|term| term_value(term, values[term.atom])).sum()
}

/// Returns a line of zeros with a 1 at `column`.
fn unit_vector(width: usize, column: usize) -> Vec<f64> {
    let mut line = vec![0.0; width];
    line[column] = 1.0;
    line
}
