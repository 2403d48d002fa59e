//! A linear program over clauses, which is solved again as bounds change and clauses are added.
//!
//! The program minimises a sum of variables between 0 and 1 under clauses: Σ x + Σ (1 − y) ≥ 1,
//! with the positive literals x and the negated variables y. The method is the dual simplex (Lemke
//! 1954) on a dense table. Every variable has two bounds, so any basis can be made dual feasible,
//! and a few pivots suffice after a branch or a cut. The **members** of the table are the variables
//! and the surpluses of clauses. Steepest edge chooses the member that leaves the basis (Forrest
//! and Goldfarb, 1992). A step passes bounds as long as this gains, and the passed members flip to
//! their other bound (long steps: Maros 2003). Most costs are equal, so they are slightly
//! perturbed.
//!
//! The table has only the rows of basic variables. The surplus of a clause is the sum of its
//! literals minus 1, so its row is computed on demand from the rows of its literals. On 17 × 20
//! panes, 97 of 198 rows remain.
//!
//! Floating-point results are never trusted: `multiples.rs` adds up a refutation in integers.
//!
//! Fixed variables cannot enter the basis. So a node of a tree drops their columns, a third of all
//! columns, and shortens the clauses, until the search returns to the parent's table.
//!
//! Other solvers were rejected: `microlp` has no multipliers, Clarabel has no warm start, and HiGHS
//! is a C++ library as large as CaDiCaL. Tried and dropped: vectors of 256 and 512 bits, which made
//! no difference when surpluses still had rows.

use std::sync::Arc;

pub use multiples::{Multiples, ProvedSum};

pub(super) mod multiples;
mod pivots;
#[cfg(test)]
mod tests;

const PERTURBATION: f64 = 1e-5;

/// The distance beyond its bounds up to which a value counts as within them.
const TOLERANCE: f64 = 1e-7;

/// The least excess of a sum over its bound before a proof is tried. Perturbations usually change a
/// sum by less.
const MARGIN: f64 = 1e-3;

/// The limit of pivots for a program that must be solved completely. No program needs as many.
pub const MOST_PIVOTS: usize = 100_000;

const MOST_DRIFT: f64 = 1e-5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramLit {
    pub variable: usize,
    pub is_negated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableMember {
    Variable(usize),
    Surplus(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TablePlace {
    Row(usize),
    Column(usize),
    /// A fixed variable whose column was removed from the table.
    Dropped,
}

#[derive(Clone, Debug)]
struct ClauseRow {
    clause: Arc<[ProgramLit]>,
    left: Arc<[ProgramLit]>,
    /// The number of true literals in the clause whose variables were removed from the table, minus
    /// 1.
    known: f64,
    column: Option<usize>,
    value: f64,
    /// 1 plus the squares of the numbers in the row of the surplus, if it is basic.
    norm: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoundSide {
    Below,
    Above,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Least,
    Beyond,
    Contradiction(Contradicted),
    Stopped,
}

impl End {
    fn refutes(self) -> bool {
        matches!(self, End::Beyond | End::Contradiction(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradicted {
    member: TableMember,
    side: BoundSide,
}

#[derive(Clone, Debug)]
pub struct Simplex {
    counts: Vec<bool>,
    costs: Vec<f64>,
    bounds: Vec<[f64; 2]>,
    clauses: Vec<ClauseRow>,
    variables: Vec<TablePlace>,
    basic: Vec<usize>,
    values: Vec<f64>,
    norms: Vec<f64>,
    others: Vec<TableMember>,
    /// The value of each column's member, which is one of the member's bounds.
    stand: Vec<f64>,
    /// For each column, the growth of the sum if the column's member grows by 1.
    reduced: Vec<f64>,
    /// For each row and column, the growth of the row's variable if the column's member grows by 1.
    table: Vec<f64>,
    width: usize,
    work: u64,
}

impl Simplex {
    /// Returns a program that minimises the sum of the variables marked in `counts`.
    pub fn new(counts: Vec<bool>) -> Simplex {
        let number = counts.len();
        let width = number.next_multiple_of(LANES);
        let mut random = fastrand::Rng::with_seed(7);
        let costs =
            counts.iter().map(|&counts| f64::from(u8::from(counts)) + PERTURBATION * random.f64());
        let costs: Vec<f64> = costs.collect();
        let mut reduced = costs.clone();
        reduced.resize(width, 0.0);
        Simplex {
            counts,
            costs,
            bounds: vec![[0.0, 1.0]; number],
            clauses: Vec::new(),
            variables: (0..number).map(TablePlace::Column).collect(),
            basic: Vec::new(),
            values: Vec::new(),
            norms: Vec::new(),
            others: (0..number).map(TableMember::Variable).collect(),
            stand: vec![0.0; number],
            reduced,
            table: Vec::new(),
            width,
            work: 0,
        }
    }

    pub fn work(&self) -> u64 {
        self.work
    }

    pub fn variables(&self) -> usize {
        self.counts.len()
    }

    pub fn clauses(&self) -> impl Iterator<Item = &[ProgramLit]> {
        self.clauses.iter().map(|row| &*row.clause)
    }

    pub fn clause(&self, place: usize) -> &[ProgramLit] {
        &self.clauses[place].clause
    }

    pub fn value(&self, variable: usize) -> f64 {
        match self.variables[variable] {
            TablePlace::Row(row) => self.values[row],
            TablePlace::Column(column) => self.stand[column],
            TablePlace::Dropped => self.bounds[variable][0],
        }
    }

    pub fn values(&self) -> Vec<f64> {
        (0..self.variables()).map(|variable| self.value(variable)).collect()
    }

    /// Returns the current value of the program's sum, with perturbed costs.
    pub fn sum(&self) -> f64 {
        self.costs.iter().enumerate().map(|(variable, cost)| cost * self.value(variable)).sum()
    }

    /// Fixes a variable to a value, or frees it between 0 and 1 if `value` is `None`. A fixed
    /// variable whose column was removed from the table must keep its value.
    pub fn fix(&mut self, variable: usize, value: Option<bool>) {
        if self.variables[variable] == TablePlace::Dropped {
            debug_assert_eq!(self.fixed(variable), value, "dropped variables stay fixed");
            return;
        }
        let bounds = match value {
            None => [0.0, 1.0],
            Some(value) => [f64::from(u8::from(value)); 2],
        };
        self.bounds[variable] = bounds;
        if let TablePlace::Column(column) = self.variables[variable] {
            let is_low = self.reduced[column] >= 0.0;
            let bound = bounds[usize::from(!is_low)];
            if self.stand[column] != bound {
                self.shift(&[(column, bound)]);
            }
        }
    }

    pub fn fixed(&self, variable: usize) -> Option<bool> {
        let [least, most] = self.bounds[variable];
        (least == most).then_some(least > 0.5)
    }

    fn bounds_of(&self, member: TableMember) -> [f64; 2] {
        match member {
            TableMember::Variable(variable) => self.bounds[variable],
            TableMember::Surplus(_) => [0.0, f64::INFINITY],
        }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.table[row * self.width..(row + 1) * self.width]
    }

    fn row_of(&self, member: TableMember) -> Vec<f64> {
        match member {
            TableMember::Variable(variable) => match self.variables[variable] {
                TablePlace::Row(row) => self.row(row).to_vec(),
                TablePlace::Column(column) => unit(self.width, column),
                TablePlace::Dropped => vec![0.0; self.width],
            },
            TableMember::Surplus(clause) => self.combined(&self.clauses[clause].left),
        }
    }

    fn combined(&self, clause: &[ProgramLit]) -> Vec<f64> {
        let mut line = vec![0.0; self.width];
        for lit in clause {
            match self.variables[lit.variable] {
                TablePlace::Column(column) => line[column] += lit.sign(),
                TablePlace::Row(row) => {
                    let pairs = line.iter_mut().zip(self.row(row));
                    pairs.for_each(|(own, other)| *own += lit.sign() * other);
                }
                TablePlace::Dropped => {}
            }
        }
        line
    }

    fn value_of(&self, member: TableMember) -> f64 {
        match member {
            TableMember::Variable(variable) => self.value(variable),
            TableMember::Surplus(clause) => self.clauses[clause].value,
        }
    }

    fn shift(&mut self, columns: &[(usize, f64)]) {
        for &(column, value) in columns {
            let by = value - std::mem::replace(&mut self.stand[column], value);
            let rows = self.table.chunks_exact(self.width);
            self.values.iter_mut().zip(rows).for_each(|(value, row)| *value += row[column] * by);
        }
        let values = self.values();
        for row in self.clauses.iter_mut().filter(|row| row.column.is_none()) {
            row.value = row.known + true_part(&row.left, &values);
        }
    }

    pub fn add(&mut self, clause: Vec<ProgramLit>) {
        let (value, norm) = (surplus(&clause, &self.values()), norm(&self.combined(&clause)));
        let clause: Arc<[ProgramLit]> = clause.into();
        let mut row =
            ClauseRow { left: clause.clone(), clause, known: -1.0, column: None, value, norm };
        self.shorten(&mut row);
        self.clauses.push(row);
    }

    fn shorten(&self, row: &mut ClauseRow) {
        if !row.left.iter().any(|lit| self.variables[lit.variable] == TablePlace::Dropped) {
            return;
        }
        let (dropped, left): (Vec<ProgramLit>, Vec<ProgramLit>) =
            row.left.iter().partition(|lit| self.variables[lit.variable] == TablePlace::Dropped);
        row.known +=
            dropped.iter().filter(|lit| self.fixed(lit.variable) != Some(lit.is_negated)).count()
                as f64;
        row.left = left.into();
    }

    pub fn drop_fixed(&mut self) {
        let (dropped, kept): (Vec<usize>, Vec<usize>) =
            (0..self.others.len()).partition(|&column| match self.others[column] {
                TableMember::Variable(variable) => self.fixed(variable).is_some(),
                TableMember::Surplus(_) => false,
            });
        if dropped.len() < LANES {
            return;
        }
        for column in dropped {
            if let TableMember::Variable(variable) = self.others[column] {
                self.variables[variable] = TablePlace::Dropped;
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
                    self.variables[variable] = TablePlace::Column(column)
                }
                TableMember::Surplus(clause) => self.clauses[clause].column = Some(column),
            }
        }
        self.norms = self.table.chunks_exact(width).map(norm).collect();
        for place in 0..self.clauses.len() {
            let mut row = self.clauses[place].clone();
            self.shorten(&mut row);
            if row.column.is_none() {
                row.norm = norm(&self.combined(&row.left));
            }
            self.clauses[place] = row;
        }
    }

    /// Drops clauses with a basic surplus of at least `surplus`. This changes the indices of
    /// clauses.
    pub fn drop_beyond(&mut self, surplus: f64) {
        for place in (0..self.clauses.len()).rev() {
            let row = &self.clauses[place];
            if row.column.is_none() && row.value >= surplus {
                self.clauses.swap_remove(place);
                // The last clause has moved to this index.
                if let Some(&ClauseRow { column: Some(column), .. }) = self.clauses.get(place) {
                    self.others[column] = TableMember::Surplus(place);
                }
            }
        }
    }

    /// Proves in integers that the sum exceeds `most`, or that the clauses contradict the bounds.
    /// If rounding errors prevent this, retries once with a new table. Returns `None` if there is
    /// no such proof, or if `pivots` pivots do not suffice.
    pub fn refute(&mut self, most: u64, pivots: usize) -> Option<(Multiples, ProvedSum)> {
        let limit = most as f64 + MARGIN;
        let end = self.solve(limit, pivots);
        let found = self.proof(end, most);
        if found.is_none() && (end.refutes() || self.is_off()) {
            *self = self.rebuilt();
            let end = self.solve(limit, MOST_PIVOTS);
            return self.proof(end, most);
        }
        found
    }

    /// Pivots until the sum is least or exceeds `most`, at most `pivots` times.
    pub fn solve(&mut self, most: f64, pivots: usize) -> End {
        for _ in 0..pivots {
            if self.sum() > most {
                return End::Beyond;
            }
            let Some((member, side)) = self.leaving() else { return End::Least };
            let line = self.row_of(member);
            let Some(column) = self.entering(member, &line, side) else {
                return End::Contradiction(Contradicted { member, side });
            };
            self.pivot(member, line, column, side);
        }
        if self.sum() > most { End::Beyond } else { End::Stopped }
    }

    pub fn is_off(&self) -> bool {
        let values = self.values();
        !self.clauses.iter().all(|row| {
            let known = row.column.map_or(row.value, |column| self.stand[column]);
            (surplus(&row.clause, &values) - known).abs() <= MOST_DRIFT
        })
    }

    #[must_use]
    pub fn rebuilt(&self) -> Simplex {
        let mut simplex = Simplex { work: self.work, ..Simplex::new(self.counts.clone()) };
        (0..self.variables()).for_each(|variable| simplex.fix(variable, self.fixed(variable)));
        self.clauses().for_each(|clause| simplex.add(clause.to_vec()));
        simplex
    }
}

fn narrowed(line: &[f64], kept: &[usize], width: usize) -> Vec<f64> {
    let mut line: Vec<f64> = kept.iter().map(|&column| line[column]).collect();
    line.resize(width, 0.0);
    line
}

impl ProgramLit {
    fn sign(self) -> f64 {
        if self.is_negated { -1.0 } else { 1.0 }
    }
}

const LANES: usize = 8;

fn norm(line: &[f64]) -> f64 {
    1.0 + line.iter().map(|number| number * number).sum::<f64>()
}

fn surplus(clause: &[ProgramLit], values: &[f64]) -> f64 {
    true_part(clause, values) - 1.0
}

fn true_part(lits: &[ProgramLit], values: &[f64]) -> f64 {
    let values = lits.iter().map(|lit| match values[lit.variable] {
        value if lit.is_negated => 1.0 - value,
        value => value,
    });
    values.sum()
}

fn unit(width: usize, column: usize) -> Vec<f64> {
    let mut line = vec![0.0; width];
    line[column] = 1.0;
    line
}
