//! A linear program over clauses, solved again and again as bounds move and clauses come.
//!
//! A sum of variables between 0 and 1 is minimised under clauses: Σ x + Σ (1 - y) ≥ 1. The method
//! is the dual simplex (Lemke 1954) on a dense table: since every variable has two bounds, any
//! basis can be made dual feasible, and what a branch or a cut changes takes a few pivots from
//! where the last program ended. The leaving member is chosen by steepest edge (Forrest and
//! Goldfarb, 1992). A step goes past bounds, which flip, as long as it gains (long steps: Maros
//! 2003). Costs are perturbed a little, since most are equal.
//!
//! Only variables that are basic have rows in the table. What a clause has beyond 1 is the sum of
//! its variables, so if that is basic, its row is a sum of theirs and is added up when it is
//! needed. Its norm moves by the products of theirs with the row of the pivot. On 17 × 20 panes
//! that leaves 97 of 198 rows.
//!
//! What is found in floating point is never believed. An end that refutes names multipliers of
//! clauses ([`Multiples`]), which are rounded, and what they prove is added up in whole numbers
//! ([`Simplex::proved`]).
//!
//! Fixed variables cannot enter the basis. A node of a tree drops their columns, a third of all,
//! and clauses lose their literals, until the node is left and the table of the one above is back.
//!
//! Other solvers were looked at first: `microlp` has no multipliers, Clarabel no warm start, HiGHS
//! is a library of C++ as large as the solver of clauses here. Tried and dropped: vectors of 256
//! and 512 bits, which changed nothing when surpluses had rows, too.

use std::sync::Arc;

use num_traits::ToPrimitive;

/// The largest perturbation of a cost.
const PERTURBATION: f64 = 1e-5;

/// How far a value may be outside of its bounds.
const TOLERANCE: f64 = 1e-7;

/// The least pivot.
const LEAST_PIVOT: f64 = 1e-6;

/// How much more than is asked for a sum has to be before it is proved to be so: more than costs
/// are perturbed by.
const MARGIN: f64 = 1e-3;

/// More pivots than a program takes.
pub const MOST_PIVOTS: usize = 100_000;

/// How far a surplus may be from what its clause says.
const MOST_DRIFT: f64 = 1e-5;

/// What is smaller than this is rounding.
const ROUNDING: f64 = 1e-11;

/// Multipliers are whole multiples of one over this.
pub const SCALE: i64 = 1 << 24;

/// A literal of a clause: a variable of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signed {
    /// The number of the variable.
    pub variable: usize,
    /// Whether it is negated.
    pub is_negated: bool,
}

/// A variable of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    /// One of the program.
    Variable(usize),
    /// What a clause has beyond 1.
    Surplus(usize),
}

/// The place of a variable in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Row(usize),
    Column(usize),
    /// A fixed variable whose column is dropped.
    Dropped,
}

/// A clause, and what it has beyond 1.
#[derive(Clone, Debug)]
struct Row {
    clause: Arc<[Signed]>,
    /// Its literals whose variables are not dropped.
    left: Arc<[Signed]>,
    /// How many of its other literals are true, less 1.
    known: f64,
    /// The column of the surplus, unless it is basic.
    column: Option<usize>,
    value: f64,
    /// 1 and the squares of the numbers that its row has if it is basic.
    norm: f64,
}

/// How a member moves with a pivot.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    /// The number in the column of the pivot.
    times: f64,
    /// The product with the row of the pivot, without that column.
    product: f64,
}

/// The side on which a basic value is outside of its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The sum is the least one.
    Least,
    /// The sum is larger than was asked for.
    Beyond,
    /// The clauses contradict the bounds.
    Contradiction(Witness),
    /// The pivots that were allowed are spent.
    Stopped,
}

impl End {
    /// Whether no values keep clauses, bounds, and the sum that was asked for, as far as floating
    /// point tells.
    fn refutes(self) -> bool {
        matches!(self, End::Beyond | End::Contradiction(_))
    }
}

/// A basic member whose row shows a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    member: Member,
    side: Side,
}

/// Multiples of clauses that bound the sum from below, or contradict the bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiples {
    /// The places of clauses, with what each is multiplied by.
    pub clauses: Vec<(usize, i64)>,
    /// What the sum is multiplied by: [`SCALE`], or 0 for a contradiction.
    pub sum: i64,
}

impl Multiples {
    /// What has to be proved so that the sum is larger than `most`.
    pub fn needed(&self, most: u64) -> i128 {
        i128::from(self.sum) * i128::from(most)
    }
}

/// What multiples prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The sum times its multiplier is at least this.
    pub least: i128,
    /// By variable, what is left of its weight.
    pub left: Vec<i128>,
}

/// A linear program and its table.
#[derive(Clone, Debug)]
pub struct Simplex {
    /// By variable, whether it counts.
    counts: Vec<bool>,
    costs: Vec<f64>,
    bounds: Vec<[f64; 2]>,
    clauses: Vec<Row>,
    variables: Vec<Place>,
    /// By row, the basic variable.
    basic: Vec<usize>,
    /// By row, the value of its variable.
    values: Vec<f64>,
    /// By row, 1 and the squares of its numbers.
    norms: Vec<f64>,
    /// By column, the member that is not basic.
    others: Vec<Member>,
    /// By column, the value of its member, which is one of its bounds.
    stand: Vec<f64>,
    /// By column, how much the sum grows with its member.
    reduced: Vec<f64>,
    /// By row and column, how much the row's variable grows with the column's member.
    table: Vec<f64>,
    /// The length of a row in the table.
    width: usize,
    /// How many numbers of the table pivots have gone through.
    work: u64,
}

impl Simplex {
    /// A program without clauses, in which these variables count 1 or nothing.
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
            variables: (0..number).map(Place::Column).collect(),
            basic: Vec::new(),
            values: Vec::new(),
            norms: Vec::new(),
            others: (0..number).map(Member::Variable).collect(),
            stand: vec![0.0; number],
            reduced,
            table: Vec::new(),
            width,
            work: 0,
        }
    }

    /// Returns how many numbers of the table pivots have gone through.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.counts.len()
    }

    /// The clauses, by their places.
    pub fn clauses(&self) -> impl Iterator<Item = &[Signed]> {
        self.clauses.iter().map(|row| &*row.clause)
    }

    /// The clause in a place.
    pub fn clause(&self, place: usize) -> &[Signed] {
        &self.clauses[place].clause
    }

    /// The value of a variable.
    pub fn value(&self, variable: usize) -> f64 {
        match self.variables[variable] {
            Place::Row(row) => self.values[row],
            Place::Column(column) => self.stand[column],
            Place::Dropped => self.bounds[variable][0],
        }
    }

    /// The values of all variables.
    pub fn values(&self) -> Vec<f64> {
        (0..self.variables()).map(|variable| self.value(variable)).collect()
    }

    /// The sum at these values, with perturbed costs.
    pub fn sum(&self) -> f64 {
        self.costs.iter().enumerate().map(|(variable, cost)| cost * self.value(variable)).sum()
    }

    /// Fixes a variable, or has it free between 0 and 1. One that is dropped stays as it is.
    pub fn fix(&mut self, variable: usize, value: Option<bool>) {
        if self.variables[variable] == Place::Dropped {
            debug_assert_eq!(self.fixed(variable), value, "dropped variables stay fixed");
            return;
        }
        let bounds = match value {
            None => [0.0, 1.0],
            Some(value) => [f64::from(u8::from(value)); 2],
        };
        self.bounds[variable] = bounds;
        if let Place::Column(column) = self.variables[variable] {
            let is_low = self.reduced[column] >= 0.0;
            let bound = bounds[usize::from(!is_low)];
            if self.stand[column] != bound {
                self.shift(&[(column, bound)]);
            }
        }
    }

    /// The value to which a variable is fixed.
    pub fn fixed(&self, variable: usize) -> Option<bool> {
        let [least, most] = self.bounds[variable];
        (least == most).then_some(least > 0.5)
    }

    fn bounds_of(&self, member: Member) -> [f64; 2] {
        match member {
            Member::Variable(variable) => self.bounds[variable],
            Member::Surplus(_) => [0.0, f64::INFINITY],
        }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.table[row * self.width..(row + 1) * self.width]
    }

    /// The row of a basic member.
    fn row_of(&self, member: Member) -> Vec<f64> {
        match member {
            Member::Variable(variable) => match self.variables[variable] {
                Place::Row(row) => self.row(row).to_vec(),
                Place::Column(column) => unit(self.width, column),
                Place::Dropped => vec![0.0; self.width],
            },
            Member::Surplus(clause) => self.combined(&self.clauses[clause].left),
        }
    }

    /// The row that the surplus of a clause has if it is basic.
    fn combined(&self, clause: &[Signed]) -> Vec<f64> {
        let mut line = vec![0.0; self.width];
        for lit in clause {
            match self.variables[lit.variable] {
                Place::Column(column) => line[column] += lit.sign(),
                Place::Row(row) => {
                    let pairs = line.iter_mut().zip(self.row(row));
                    pairs.for_each(|(own, other)| *own += lit.sign() * other);
                }
                Place::Dropped => {}
            }
        }
        line
    }

    /// The value of a basic member.
    fn value_of(&self, member: Member) -> f64 {
        match member {
            Member::Variable(variable) => self.value(variable),
            Member::Surplus(clause) => self.clauses[clause].value,
        }
    }

    /// Gives the members of columns values, and the basic ones what follows.
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

    /// Adds a clause.
    pub fn add(&mut self, clause: Vec<Signed>) {
        let (value, norm) = (surplus(&clause, &self.values()), norm(&self.combined(&clause)));
        let clause: Arc<[Signed]> = clause.into();
        let mut row = Row { left: clause.clone(), clause, known: -1.0, column: None, value, norm };
        self.shorten(&mut row);
        self.clauses.push(row);
    }

    /// Takes the literals of dropped variables out of what is left of a clause.
    fn shorten(&self, row: &mut Row) {
        if !row.left.iter().any(|lit| self.variables[lit.variable] == Place::Dropped) {
            return;
        }
        let (dropped, left): (Vec<Signed>, Vec<Signed>) =
            row.left.iter().partition(|lit| self.variables[lit.variable] == Place::Dropped);
        row.known +=
            dropped.iter().filter(|lit| self.fixed(lit.variable) != Some(lit.is_negated)).count()
                as f64;
        row.left = left.into();
    }

    /// Drops the columns of fixed variables, which cannot be freed after that.
    pub fn drop_fixed(&mut self) {
        let (dropped, kept): (Vec<usize>, Vec<usize>) =
            (0..self.others.len()).partition(|&column| match self.others[column] {
                Member::Variable(variable) => self.fixed(variable).is_some(),
                Member::Surplus(_) => false,
            });
        if dropped.len() < LANES {
            return;
        }
        for column in dropped {
            if let Member::Variable(variable) = self.others[column] {
                self.variables[variable] = Place::Dropped;
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
                Member::Variable(variable) => self.variables[variable] = Place::Column(column),
                Member::Surplus(clause) => self.clauses[clause].column = Some(column),
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

    /// Drops the clauses that have at least this surplus. Places of clauses change.
    pub fn drop_beyond(&mut self, surplus: f64) {
        for place in (0..self.clauses.len()).rev() {
            let row = &self.clauses[place];
            if row.column.is_none() && row.value >= surplus {
                self.clauses.swap_remove(place);
                // The last clause has this number now.
                if let Some(&Row { column: Some(column), .. }) = self.clauses.get(place) {
                    self.others[column] = Member::Surplus(place);
                }
            }
        }
    }

    /// Proves in whole numbers that the sum is larger than `most` or that the clauses contradict
    /// the bounds, if so many pivots find it. If rounding has moved the table, or says what cannot
    /// be proved, a new table is asked.
    pub fn refute(&mut self, most: u64, pivots: usize) -> Option<(Multiples, Proved)> {
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

    /// The multiples of an end that refutes, if they prove it.
    fn proof(&self, end: End, most: u64) -> Option<(Multiples, Proved)> {
        if !end.refutes() {
            return None;
        }
        let multiples = self.multiples(end);
        let proved = self.proved(&multiples);
        (proved.least > multiples.needed(most)).then_some((multiples, proved))
    }

    /// Minimises the sum, until it is larger than `most` or so many pivots are taken.
    pub fn solve(&mut self, most: f64, pivots: usize) -> End {
        for _ in 0..pivots {
            if self.sum() > most {
                return End::Beyond;
            }
            let Some((member, side)) = self.leaving() else { return End::Least };
            let line = self.row_of(member);
            let Some(column) = self.entering(member, &line, side) else {
                return End::Contradiction(Witness { member, side });
            };
            self.pivot(member, line, column, side);
        }
        if self.sum() > most { End::Beyond } else { End::Stopped }
    }

    /// Whether rounding has moved the table away from the clauses.
    pub fn is_off(&self) -> bool {
        let values = self.values();
        !self.clauses.iter().all(|row| {
            let known = row.column.map_or(row.value, |column| self.stand[column]);
            (surplus(&row.clause, &values) - known).abs() <= MOST_DRIFT
        })
    }

    /// The same program with a new table.
    #[must_use]
    pub fn rebuilt(&self) -> Simplex {
        let mut simplex = Simplex { work: self.work, ..Simplex::new(self.counts.clone()) };
        (0..self.variables()).for_each(|variable| simplex.fix(variable, self.fixed(variable)));
        self.clauses().for_each(|clause| simplex.add(clause.to_vec()));
        simplex
    }

    /// The basic member that is the farthest outside of its bounds, measured by its norm.
    fn leaving(&self) -> Option<(Member, Side)> {
        let variables = self.basic.iter().zip(&self.values).zip(&self.norms);
        let variables =
            variables.map(|((&variable, &value), &norm)| (Member::Variable(variable), value, norm));
        let clauses = self.clauses.iter().enumerate().filter(|(_, row)| row.column.is_none());
        let surpluses = clauses.map(|(place, row)| (Member::Surplus(place), row.value, row.norm));
        let mut farthest = (0.0, None);
        for (member, value, norm) in variables.chain(surpluses) {
            let [least, most] = self.bounds_of(member);
            let (beyond, side) = if value < least {
                (least - value, Side::Below)
            } else {
                (value - most, Side::Above)
            };
            let rate = beyond * beyond / norm;
            if beyond > TOLERANCE && rate > farthest.0 {
                farthest = (rate, Some((member, side)));
            }
        }
        farthest.1
    }

    /// The column whose member enters for a basic one, which has this row. Members that the step
    /// goes past change their bounds.
    fn entering(&mut self, member: Member, line: &[f64], side: Side) -> Option<usize> {
        let [least, most] = self.bounds_of(member);
        let mut beyond = match side {
            Side::Below => least - self.value_of(member),
            Side::Above => self.value_of(member) - most,
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
            let Candidate { column, size, .. } = candidates.swap_remove(place);
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

    /// The columns whose members can move so that the value of a row comes nearer to its bounds.
    fn candidates(&self, line: &[f64], side: Side) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (column, (&number, &member)) in line.iter().zip(&self.others).enumerate() {
            let [least, most] = self.bounds_of(member);
            let is_low = self.stand[column] == least;
            let grows = (number > 0.0) == (side == Side::Below);
            let size = number.abs();
            if size >= LEAST_PIVOT && least < most && is_low == grows {
                let ratio = self.reduced[column].abs() / size;
                candidates.push(Candidate { column, size, ratio });
            }
        }
        candidates
    }

    /// Exchanges a basic member, which has this row, and that of a column.
    fn pivot(&mut self, leaving: Member, mut line: Vec<f64>, column: usize, side: Side) {
        let [least, most] = self.bounds_of(leaving);
        let bound = if side == Side::Below { least } else { most };
        self.work += self.table.len() as u64;
        let pivot = line[column];
        let step = (bound - self.value_of(leaving)) / pivot;
        // The row, solved for the column.
        line.iter_mut().for_each(|number| *number /= -pivot);
        line[column] = 0.0;
        let square = norm(&line) - 1.0 + 1.0 / (pivot * pivot);
        let mut moves = Moves::of(self.variables());
        for (variable, place) in self.variables.iter().enumerate() {
            if let Place::Column(other) = *place {
                let times = f64::from(u8::from(other == column));
                moves.set(variable, Move { times, product: line[other] });
            }
        }
        line[column] = 1.0 / pivot;
        let rows = self.table.chunks_exact_mut(self.width).zip(&self.basic);
        for ((own, &variable), (value, norm)) in
            rows.zip(self.values.iter_mut().zip(&mut self.norms))
        {
            let times = std::mem::take(&mut own[column]);
            let one = Move { times, product: product(own, &line) };
            moves.set(variable, one);
            *value += times * step;
            if times.abs() >= ROUNDING {
                *norm = moved_norm(*norm, one, square);
                add(own, &line, times);
            }
        }
        for row in self.clauses.iter_mut().filter(|row| row.column.is_none()) {
            let one = moves.of_clause(&row.left);
            row.value += one.times * step;
            row.norm = moved_norm(row.norm, one, square);
        }
        let times = std::mem::take(&mut self.reduced[column]);
        add(&mut self.reduced, &line, times);
        let value = self.stand[column] + step;
        let entering = std::mem::replace(&mut self.others[column], leaving);
        self.stand[column] = bound;
        match leaving {
            Member::Variable(variable) => self.drop_row(variable, column),
            Member::Surplus(clause) => self.clauses[clause].column = Some(column),
        }
        match entering {
            Member::Variable(variable) => {
                self.variables[variable] = Place::Row(self.basic.len());
                self.basic.push(variable);
                self.values.push(value);
                self.norms.push(1.0 + square);
                self.table.extend(line);
            }
            Member::Surplus(clause) => {
                let row = &mut self.clauses[clause];
                (row.column, row.value, row.norm) = (None, value, 1.0 + square);
            }
        }
    }

    /// Takes the row of a variable out of the table, since it has a column.
    fn drop_row(&mut self, variable: usize, column: usize) {
        let place = std::mem::replace(&mut self.variables[variable], Place::Column(column));
        let Place::Row(row) = place else { return };
        let last = self.basic.len() - 1;
        self.basic.swap_remove(row);
        self.values.swap_remove(row);
        self.norms.swap_remove(row);
        let start = last * self.width;
        self.table.copy_within(start..start + self.width, row * self.width);
        self.table.truncate(start);
        if let Some(&moved) = self.basic.get(row) {
            self.variables[moved] = Place::Row(row);
        }
    }

    /// The multiples of clauses by which a program ended as it did.
    pub fn multiples(&self, end: End) -> Multiples {
        match end {
            End::Contradiction(Witness { member, side }) => {
                let sign = if side == Side::Below { -1.0 } else { 1.0 };
                let line = self.row_of(member);
                let mut clauses = self.positive(line.iter().map(|number| sign * number));
                if let Member::Surplus(clause) = member {
                    clauses.push((clause, SCALE));
                }
                Multiples { clauses, sum: 0 }
            }
            End::Least | End::Beyond | End::Stopped => {
                Multiples { clauses: self.positive(self.reduced.iter().copied()), sum: SCALE }
            }
        }
    }

    /// The clauses whose surpluses are in columns with positive numbers, with these numbers
    /// rounded.
    fn positive(&self, numbers: impl Iterator<Item = f64>) -> Vec<(usize, i64)> {
        let clauses =
            self.others.iter().zip(numbers).filter_map(|(&member, number)| match member {
                Member::Variable(_) => None,
                Member::Surplus(clause) => {
                    let times = (number * SCALE as f64).round().to_i64().filter(|&times| times > 0);
                    Some((clause, times?))
                }
            });
        clauses.collect()
    }

    /// What multiples of clauses prove, in whole numbers, with variables fixed as they are.
    pub fn proved(&self, multiples: &Multiples) -> Proved {
        let weight = |&counts: &bool| i128::from(multiples.sum) * i128::from(counts);
        let mut left: Vec<i128> = self.counts.iter().map(weight).collect();
        let mut least = 0;
        for &(clause, times) in &multiples.clauses {
            let times = i128::from(times);
            least += times;
            for &Signed { variable, is_negated } in self.clause(clause) {
                if is_negated {
                    left[variable] += times;
                    least -= times;
                } else {
                    left[variable] -= times;
                }
            }
        }
        for (variable, &weight) in left.iter().enumerate() {
            if self.fixed(variable).unwrap_or(weight < 0) {
                least += weight;
            }
        }
        Proved { least, left }
    }
}

/// Returns a norm after a move.
fn moved_norm(norm: f64, Move { times, product }: Move, square: f64) -> f64 {
    (norm + times * (2.0 * product + times * (square - 1.0))).max(1.0)
}

/// Returns a line with the kept columns alone.
fn narrowed(line: &[f64], kept: &[usize], width: usize) -> Vec<f64> {
    let mut line: Vec<f64> = kept.iter().map(|&column| line[column]).collect();
    line.resize(width, 0.0);
    line
}

impl Signed {
    fn sign(self) -> f64 {
        if self.is_negated { -1.0 } else { 1.0 }
    }
}

impl Move {
    fn add(&mut self, other: Move) {
        self.times += other.times;
        self.product += other.product;
    }
}

/// By literal, how it moves with a pivot.
struct Moves(Vec<Move>);

impl Moves {
    fn of(variables: usize) -> Moves {
        Moves(vec![Move::default(); 2 * variables])
    }

    fn set(&mut self, variable: usize, Move { times, product }: Move) {
        self.0[2 * variable] = Move { times, product };
        self.0[2 * variable + 1] = Move { times: -times, product: -product };
    }

    /// How the surplus of a clause moves.
    fn of_clause(&self, clause: &[Signed]) -> Move {
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
struct Candidate {
    column: usize,
    /// Its number in the row, without sign.
    size: f64,
    /// How far a step goes until its reduced cost is 0.
    ratio: f64,
}

/// Ratios that differ by less are equal.
const TIE: f64 = 1e-9;

/// How many numbers are added at the same time.
const LANES: usize = 8;

/// 1 and the squares of a row.
fn norm(line: &[f64]) -> f64 {
    1.0 + line.iter().map(|number| number * number).sum::<f64>()
}

/// What a clause has beyond 1, by the values of variables.
fn surplus(clause: &[Signed], values: &[f64]) -> f64 {
    true_part(clause, values) - 1.0
}

/// The sum of the literals' values.
fn true_part(lits: &[Signed], values: &[f64]) -> f64 {
    let values = lits.iter().map(|lit| match values[lit.variable] {
        value if lit.is_negated => 1.0 - value,
        value => value,
    });
    values.sum()
}

/// A row with 1 in one column.
fn unit(width: usize, column: usize) -> Vec<f64> {
    let mut line = vec![0.0; width];
    line[column] = 1.0;
    line
}

/// The product of two lines.
fn product(one: &[f64], other: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

/// Adds a multiple of a line to another one.
fn add(own: &mut [f64], line: &[f64], times: f64) {
    own.iter_mut().zip(line).for_each(|(own, other)| *own += times * other);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses(random: &mut fastrand::Rng, variables: usize) -> Vec<Vec<Signed>> {
        let clause = |random: &mut fastrand::Rng| {
            let mut order: Vec<usize> = (0..variables).collect();
            random.shuffle(&mut order);
            order.truncate(random.usize(1..=4.min(variables)));
            let signed = |variable| Signed { variable, is_negated: random.u8(..) < 80 };
            order.into_iter().map(signed).collect()
        };
        (0..random.usize(1..20)).map(|_| clause(random)).collect()
    }

    /// The least sum of an assignment that keeps clauses and what is fixed, by brute force.
    fn least(clauses: &[&[Signed]], fixed: &[Option<bool>]) -> Option<u32> {
        let value = |word: u32, variable: usize| word >> variable & 1 == 1;
        (0..1_u32 << fixed.len())
            .filter(|&word| {
                let agrees = |(variable, fixed): (usize, &Option<bool>)| {
                    fixed.is_none_or(|fixed| fixed == value(word, variable))
                };
                let holds = |clause: &&[Signed]| {
                    clause.iter().any(|lit| value(word, lit.variable) != lit.is_negated)
                };
                fixed.iter().enumerate().all(agrees) && clauses.iter().all(holds)
            })
            .map(u32::count_ones)
            .min()
    }

    /// What is proved is no more than brute force finds, and hardly less than the program's own
    /// sum, as clauses come and go and variables are fixed and freed.
    #[test]
    fn what_is_proved_is_true_and_near_the_sum() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut ends = [0; 3];
        for _ in 0..300 {
            let variables = random.usize(2..10);
            let all = clauses(&mut random, variables);
            let mut simplex = Simplex::new(vec![true; variables]);
            let mut fixed = vec![None; variables];
            for clause in &all {
                simplex.add(clause.clone());
                let variable = random.usize(..variables);
                fixed[variable] = [None, Some(false), Some(true)][random.usize(..3)];
                simplex.fix(variable, fixed[variable]);
                let end = simplex.solve(f64::INFINITY, 1000);
                let proved = simplex.proved(&simplex.multiples(end));
                let known = least(&simplex.clauses().collect::<Vec<_>>(), &fixed);
                match end {
                    End::Contradiction(_) => {
                        assert!(proved.least > 0 && known.is_none());
                        ends[0] += 1;
                    }
                    End::Least => {
                        let sum = simplex.sum();
                        let bound = proved.least as f64 / SCALE as f64;
                        assert!((bound - sum).abs() < 1e-3, "{bound} and {sum}");
                        let known = known.map_or(f64::INFINITY, f64::from);
                        assert!(bound <= known + 1e-9, "{bound} and {known}");
                        ends[1] += 1;
                    }
                    End::Beyond | End::Stopped => panic!("{end:?}"),
                }
                let before = simplex.clauses().count();
                simplex.drop_beyond(0.5);
                ends[2] += before - simplex.clauses().count();
            }
        }
        assert!(ends.iter().all(|&number| number > 100), "{ends:?}");
    }

    /// Without the columns of fixed variables a program has the same sum, also with more clauses.
    #[test]
    fn dropped_columns_change_nothing() {
        let mut random = fastrand::Rng::with_seed(8);
        let (mut dropped, mut refuted) = (0, 0);
        for _ in 0..300 {
            let variables = random.usize(2 * LANES..4 * LANES);
            let mut all = Simplex::new(vec![true; variables]);
            clauses(&mut random, variables).into_iter().for_each(|clause| all.add(clause));
            all.solve(f64::INFINITY, 1000);
            for variable in 0..variables {
                if random.bool() {
                    let is_one = all.value(variable) > 0.5;
                    all.fix(variable, Some(is_one != (random.u8(..20) == 0)));
                }
            }
            let mut some = all.clone();
            some.drop_fixed();
            dropped += all.others.len() - some.others.len();
            let variable = random.usize(..variables);
            let value = Some(some.fixed(variable).unwrap_or(true));
            let more = clauses(&mut random, variables);
            let ends = [&mut all, &mut some].map(|simplex| {
                simplex.drop_beyond(0.5);
                simplex.fix(variable, value);
                more.iter().for_each(|clause| simplex.add(clause.clone()));
                let end = simplex.solve(f64::INFINITY, 1000);
                assert!(!simplex.is_off());
                let proved = simplex.proved(&simplex.multiples(end)).least;
                let sum = simplex.sum();
                if end == End::Least { (true, sum, proved) } else { (false, 0.0, proved) }
            });
            let [(end, sum, _), (same_end, same_sum, proved)] = ends;
            assert!(end == same_end && (sum - same_sum).abs() < 1e-6, "{ends:?}");
            let bound = proved as f64 / SCALE as f64;
            assert!(if end { (bound - sum).abs() < 1e-3 } else { proved > 0 }, "{ends:?}");
            refuted += usize::from(!end);
        }
        assert!(dropped > 1000 && (50..250).contains(&refuted), "{dropped} and {refuted}");
    }

    /// A program ends as soon as its sum is beyond what is asked for, and says why.
    #[test]
    fn a_sum_beyond_what_is_asked_for_is_proved() {
        let pair = |variable| {
            [variable, variable + 1].map(|variable| Signed { variable, is_negated: false }).to_vec()
        };
        let mut simplex = Simplex::new(vec![true; 5]);
        (0..4).for_each(|variable| simplex.add(pair(variable)));
        simplex.add([0, 4].map(|variable| Signed { variable, is_negated: false }).to_vec());
        assert_eq!(simplex.solve(2.4, 1000), End::Beyond);
        let proved = simplex.proved(&simplex.multiples(End::Beyond)).least;
        assert!(proved > i128::from(SCALE) * 2 && proved <= i128::from(SCALE) * 5 / 2 + 5);
        assert_eq!(simplex.solve(2.6, 0), End::Stopped);
    }

    /// Values that are off by less than that is noticed refute nothing that has a solution.
    #[test]
    fn rounding_refutes_nothing() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut claimed = 0;
        for _ in 0..300 {
            let variables = random.usize(2..10);
            let mut simplex = Simplex::new(vec![true; variables]);
            clauses(&mut random, variables).into_iter().for_each(|clause| simplex.add(clause));
            simplex.solve(f64::INFINITY, 1000);
            let known = least(&simplex.clauses().collect::<Vec<_>>(), &vec![None; variables]);
            for value in &mut simplex.values {
                *value += (random.f64() - 0.5) * MOST_DRIFT;
            }
            let end = simplex.clone().solve(f64::INFINITY, 1000);
            claimed += u32::from(end.refutes() && known.is_some());
            let most = known.map_or(0, u64::from);
            let refuted = simplex.refute(most, 1000).is_some();
            assert!(!refuted || known.is_none(), "{most}");
            let keeps = |clause: &[Signed]| surplus(clause, &simplex.values()) > -MOST_DRIFT;
            assert!(refuted || simplex.clauses().all(keeps));
        }
        assert!(claimed > 20, "{claimed}");
    }

    /// A table that is not what the clauses say is found, also if it is no number, and a new one
    /// has the same least sum.
    #[test]
    fn a_table_that_is_off_is_built_anew() {
        let mut random = fastrand::Rng::with_seed(4);
        for damage in [1e-3, f64::NAN] {
            let mut simplex = Simplex::new(vec![true; 8]);
            clauses(&mut random, 8).into_iter().for_each(|clause| simplex.add(clause));
            simplex.fix(0, Some(true));
            simplex.solve(f64::INFINITY, 1000);
            assert!(!simplex.is_off());
            let sum = simplex.sum();
            simplex.values[0] += damage;
            assert!(simplex.is_off(), "{damage}");
            let mut rebuilt = simplex.rebuilt();
            rebuilt.solve(f64::INFINITY, 1000);
            assert!(!rebuilt.is_off() && (rebuilt.sum() - sum).abs() < 1e-6);
            assert_eq!(rebuilt.fixed(0), Some(true));
        }
    }
}
