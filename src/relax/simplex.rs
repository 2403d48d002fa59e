//! A linear program over clauses, solved again and again as bounds move and clauses come.
//!
//! A sum of variables between 0 and 1 is minimised under clauses: Σ x + Σ (1 - y) ≥ 1. The method is the dual simplex
//! (Lemke 1954) on a dense table: since every variable has two bounds, any basis can be made dual feasible, and what a branch
//! or a cut changes takes a few pivots from where the last program ended. The leaving row is chosen by steepest edge (Forrest
//! and Goldfarb, 1992), whose norms a pivot yields in passing. A step goes past bounds, which flip, as long as it gains
//! (long steps: Maros 2003). Costs are perturbed a little, since most are equal.
//!
//! What is found in floating point is never believed. An end that refutes names multipliers of clauses ([`Multiples`]), which
//! are rounded, and what they prove is added up in whole numbers ([`Simplex::proved`]).
//!
//! Other solvers were looked at first: `microlp` has no multipliers, Clarabel no warm start, HiGHS is a library of C++ as large
//! as the solver of clauses here. Tried and dropped: vectors of 256 and 512 bits, which change nothing, since a pivot
//! takes as long as the table takes from the cache.

use num_traits::ToPrimitive;

/// The largest perturbation of a cost.
const PERTURBATION: f64 = 1e-5;

/// How far a value may be outside of its bounds.
const TOLERANCE: f64 = 1e-7;

/// The least pivot.
const LEAST_PIVOT: f64 = 1e-6;

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

/// The place of a member in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Row(usize),
    Column(usize),
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

/// The row of a table that shows a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    row: usize,
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
    clauses: Vec<Vec<Signed>>,
    variables: Vec<Place>,
    surpluses: Vec<Place>,
    /// By row, the basic member.
    basic: Vec<Member>,
    /// By row, the value of its member.
    values: Vec<f64>,
    /// By row, 1 and the squares of its numbers.
    norms: Vec<f64>,
    /// By column, the member that is not basic.
    others: Vec<Member>,
    /// By column, the value of its member, which is one of its bounds.
    stand: Vec<f64>,
    /// By column, how much the sum grows with its member.
    reduced: Vec<f64>,
    /// By row and column, how much the row's member grows with the column's.
    table: Vec<f64>,
    /// The length of a row in the table.
    width: usize,
}

impl Simplex {
    /// A program without clauses, in which these variables count 1 or nothing.
    pub fn new(counts: Vec<bool>) -> Simplex {
        let number = counts.len();
        let width = number.next_multiple_of(LANES);
        let mut random = fastrand::Rng::with_seed(7);
        let cost = |&counts: &bool| f64::from(u8::from(counts)) + PERTURBATION * random.f64();
        let costs: Vec<f64> = counts.iter().map(cost).collect();
        let mut reduced = costs.clone();
        reduced.resize(width, 0.0);
        Simplex {
            counts,
            costs,
            bounds: vec![[0.0, 1.0]; number],
            clauses: Vec::new(),
            variables: (0..number).map(Place::Column).collect(),
            surpluses: Vec::new(),
            basic: Vec::new(),
            values: Vec::new(),
            norms: Vec::new(),
            others: (0..number).map(Member::Variable).collect(),
            stand: vec![0.0; number],
            reduced,
            table: Vec::new(),
            width,
        }
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.counts.len()
    }

    /// The clauses.
    pub fn clauses(&self) -> &[Vec<Signed>] {
        &self.clauses
    }

    /// The value of a variable.
    pub fn value(&self, variable: usize) -> f64 {
        match self.variables[variable] {
            Place::Row(row) => self.values[row],
            Place::Column(column) => self.stand[column],
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

    /// Fixes a variable, or has it free between 0 and 1.
    pub fn fix(&mut self, variable: usize, value: Option<bool>) {
        let bounds = match value {
            None => [0.0, 1.0],
            Some(value) => [f64::from(u8::from(value)); 2],
        };
        self.bounds[variable] = bounds;
        if let Place::Column(column) = self.variables[variable] {
            let is_low = self.reduced[column] >= 0.0;
            self.shift(column, bounds[usize::from(!is_low)]);
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

    /// Gives the member of a column a value, and the basic ones what follows.
    fn shift(&mut self, column: usize, value: f64) {
        let by = value - self.stand[column];
        if by != 0.0 {
            self.stand[column] = value;
            self.move_by(column, by);
        }
    }

    /// Moves the basic values as the member of a column moves.
    fn move_by(&mut self, column: usize, by: f64) {
        let rows = self.table.chunks_exact(self.width);
        self.values.iter_mut().zip(rows).for_each(|(value, row)| *value += row[column] * by);
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: Vec<Signed>) {
        let mut line = vec![0.0; self.width];
        let mut surplus = -1.0;
        for &Signed { variable, is_negated } in &clause {
            let value = self.value(variable);
            surplus += if is_negated { 1.0 - value } else { value };
            let sign = if is_negated { -1.0 } else { 1.0 };
            match self.variables[variable] {
                Place::Column(column) => line[column] += sign,
                Place::Row(row) => {
                    let pairs = line.iter_mut().zip(self.row(row));
                    pairs.for_each(|(own, other)| *own += sign * other);
                }
            }
        }
        self.surpluses.push(Place::Row(self.basic.len()));
        self.basic.push(Member::Surplus(self.clauses.len()));
        self.values.push(surplus);
        self.norms.push(norm(&line));
        self.table.extend(line);
        self.clauses.push(clause);
    }

    /// Drops the clauses that have at least this surplus. Places of clauses change.
    pub fn drop_beyond(&mut self, surplus: f64) {
        for clause in (0..self.clauses.len()).rev() {
            if let Place::Row(row) = self.surpluses[clause]
                && self.values[row] >= surplus
            {
                self.drop(clause, row);
            }
        }
    }

    /// Drops a clause, whose surplus is in a row.
    fn drop(&mut self, clause: usize, row: usize) {
        let last = self.basic.len() - 1;
        self.basic.swap_remove(row);
        self.values.swap_remove(row);
        self.norms.swap_remove(row);
        let start = last * self.width;
        self.table.copy_within(start..start + self.width, row * self.width);
        self.table.truncate(start);
        if row < last {
            self.put(self.basic[row], Place::Row(row));
        }
        self.clauses.swap_remove(clause);
        self.surpluses.swap_remove(clause);
        // The last clause has this number now.
        match self.surpluses.get(clause) {
            Some(&Place::Row(row)) => self.basic[row] = Member::Surplus(clause),
            Some(&Place::Column(column)) => self.others[column] = Member::Surplus(clause),
            None => {}
        }
    }

    fn put(&mut self, member: Member, place: Place) {
        match member {
            Member::Variable(variable) => self.variables[variable] = place,
            Member::Surplus(clause) => self.surpluses[clause] = place,
        }
    }

    /// Minimises the sum, until it is larger than `most` or so many pivots are taken.
    pub fn solve(&mut self, most: f64, pivots: usize) -> End {
        for _ in 0..pivots {
            if self.sum() > most {
                return End::Beyond;
            }
            let Some((row, side)) = self.leaving() else { return End::Least };
            let Some(column) = self.entering(row, side) else {
                return End::Contradiction(Witness { row, side });
            };
            self.pivot(row, column, side);
        }
        if self.sum() > most { End::Beyond } else { End::Stopped }
    }

    /// Whether rounding has moved the table away from the clauses.
    pub fn is_off(&self) -> bool {
        let is_near = |(clause, place): (&Vec<Signed>, &Place)| {
            let value = |lit: &Signed| {
                let value = self.value(lit.variable);
                if lit.is_negated { 1.0 - value } else { value }
            };
            let surplus = clause.iter().map(value).sum::<f64>() - 1.0;
            let known = match *place {
                Place::Row(row) => self.values[row],
                Place::Column(column) => self.stand[column],
            };
            (surplus - known).abs() <= MOST_DRIFT
        };
        !self.clauses.iter().zip(&self.surpluses).all(is_near)
    }

    /// The same program with a new table.
    #[must_use]
    pub fn rebuilt(&self) -> Simplex {
        let mut simplex = Simplex::new(self.counts.clone());
        (0..self.variables()).for_each(|variable| simplex.fix(variable, self.fixed(variable)));
        self.clauses.iter().for_each(|clause| simplex.add(clause.clone()));
        simplex
    }

    /// The row whose value is the farthest outside of its bounds, measured by its norm.
    fn leaving(&self) -> Option<(usize, Side)> {
        let mut farthest = (0.0, None);
        for (row, (&value, &member)) in self.values.iter().zip(&self.basic).enumerate() {
            let [least, most] = self.bounds_of(member);
            let (beyond, side) = if value < least {
                (least - value, Side::Below)
            } else {
                (value - most, Side::Above)
            };
            let rate = beyond * beyond / self.norms[row];
            if beyond > TOLERANCE && rate > farthest.0 {
                farthest = (rate, Some((row, side)));
            }
        }
        farthest.1
    }

    /// The column whose member enters for that of a row. Members that the step goes past change their bounds.
    fn entering(&mut self, row: usize, side: Side) -> Option<usize> {
        let [least, most] = self.bounds_of(self.basic[row]);
        let mut beyond = match side {
            Side::Below => least - self.values[row],
            Side::Above => self.values[row] - most,
        };
        let mut candidates = self.candidates(row, side);
        let mut passed = Vec::new();
        loop {
            let first = candidates.iter().map(|one| one.ratio).fold(f64::INFINITY, f64::min);
            let is_first = |one: &&(usize, &Candidate)| one.1.ratio <= first + TIE;
            let (place, _) = candidates
                .iter()
                .enumerate()
                .filter(|one| is_first(&one))
                .max_by(|one, other| one.1.size.total_cmp(&other.1.size))?;
            let Candidate { column, size, .. } = candidates.swap_remove(place);
            let [least, most] = self.bounds_of(self.others[column]);
            let gained = size * (most - least);
            if gained >= beyond {
                for (column, bound) in passed {
                    self.shift(column, bound);
                }
                return Some(column);
            }
            beyond -= gained;
            passed.push((column, if self.stand[column] == least { most } else { least }));
        }
    }

    /// The columns whose members can move so that the value of a row comes nearer to its bounds.
    fn candidates(&self, row: usize, side: Side) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (column, (&number, &member)) in self.row(row).iter().zip(&self.others).enumerate() {
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

    /// Exchanges the members of a row and a column.
    fn pivot(&mut self, row: usize, column: usize, side: Side) {
        let width = self.width;
        let leaving = self.basic[row];
        let [least, most] = self.bounds_of(leaving);
        let bound = if side == Side::Below { least } else { most };
        let pivot = self.table[row * width + column];
        let step = (bound - self.values[row]) / pivot;
        self.move_by(column, step);
        // The row, solved for the column.
        let mut line = self.row(row).to_vec();
        line.iter_mut().for_each(|number| *number /= -pivot);
        line[column] = 1.0 / pivot;
        for (other, own) in self.table.chunks_exact_mut(width).enumerate() {
            let times = std::mem::take(&mut own[column]);
            if other != row && times.abs() >= ROUNDING {
                self.norms[other] = 1.0 + added(own, &line, times);
            }
        }
        let times = std::mem::take(&mut self.reduced[column]);
        added(&mut self.reduced, &line, times);
        self.norms[row] = norm(&line);
        self.table[row * width..(row + 1) * width].copy_from_slice(&line);
        let entering = std::mem::replace(&mut self.others[column], leaving);
        self.values[row] = self.stand[column] + step;
        self.stand[column] = bound;
        self.basic[row] = entering;
        self.put(entering, Place::Row(row));
        self.put(leaving, Place::Column(column));
    }

    /// The multiples of clauses by which a program ended as it did.
    pub fn multiples(&self, end: End) -> Multiples {
        match end {
            End::Contradiction(Witness { row, side }) => {
                let sign = if side == Side::Below { -1.0 } else { 1.0 };
                let mut clauses = self.positive(self.row(row).iter().map(|number| sign * number));
                if let Member::Surplus(clause) = self.basic[row] {
                    clauses.push((clause, SCALE));
                }
                Multiples { clauses, sum: 0 }
            }
            End::Least | End::Beyond | End::Stopped => {
                Multiples { clauses: self.positive(self.reduced.iter().copied()), sum: SCALE }
            }
        }
    }

    /// The clauses whose surpluses are in columns with positive numbers, with these numbers rounded.
    fn positive(&self, numbers: impl Iterator<Item = f64>) -> Vec<(usize, i64)> {
        let clause = |(&member, number): (&Member, f64)| match member {
            Member::Variable(_) => None,
            Member::Surplus(clause) => {
                let times = (number * SCALE as f64).round().to_i64().filter(|&times| times > 0);
                Some((clause, times?))
            }
        };
        self.others.iter().zip(numbers).filter_map(clause).collect()
    }

    /// What multiples of clauses prove, in whole numbers, with variables fixed as they are.
    pub fn proved(&self, multiples: &Multiples) -> Proved {
        let weight = |&counts: &bool| i128::from(multiples.sum) * i128::from(counts);
        let mut left: Vec<i128> = self.counts.iter().map(weight).collect();
        let mut least = 0;
        for &(clause, times) in &multiples.clauses {
            let times = i128::from(times);
            least += times;
            for &Signed { variable, is_negated } in &self.clauses[clause] {
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

/// Adds a multiple of a line to another one. Returns the sum of the squares then.
fn added(own: &mut [f64], line: &[f64], times: f64) -> f64 {
    let mut squares = [0.0; LANES];
    for (own, line) in own.chunks_exact_mut(LANES).zip(line.chunks_exact(LANES)) {
        for lane in 0..LANES {
            own[lane] += times * line[lane];
            squares[lane] += own[lane] * own[lane];
        }
    }
    squares.iter().sum()
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
    fn least(clauses: &[Vec<Signed>], fixed: &[Option<bool>]) -> Option<u32> {
        let value = |word: u32, variable: usize| word >> variable & 1 == 1;
        (0..1_u32 << fixed.len())
            .filter(|&word| {
                let agrees = |(variable, fixed): (usize, &Option<bool>)| {
                    fixed.is_none_or(|fixed| fixed == value(word, variable))
                };
                let holds = |clause: &Vec<Signed>| {
                    clause.iter().any(|lit| value(word, lit.variable) != lit.is_negated)
                };
                fixed.iter().enumerate().all(agrees) && clauses.iter().all(holds)
            })
            .map(u32::count_ones)
            .min()
    }

    /// What is proved is no more than brute force finds, and hardly less than the program's own sum, as clauses come and go and
    /// variables are fixed and freed.
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
                let known = least(simplex.clauses(), &fixed);
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
                let before = simplex.clauses().len();
                simplex.drop_beyond(0.5);
                ends[2] += before - simplex.clauses().len();
            }
        }
        assert!(ends.iter().all(|&number| number > 100), "{ends:?}");
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

    /// A table that is not what the clauses say is found, also if it is no number, and a new one has the same least sum.
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
