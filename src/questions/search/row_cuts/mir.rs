//! Mixed-integer rounding of sums of rows, with the cuts of Gomory among them.
//!
//! **Rule.** Let Σ c·v ≥ b hold for integers v ≥ 0, and let d be a divisor and r = b mod d. Then
//! Σ F(c)·v ≥ r·⌈b/d⌉ holds, where F(c) = r·⌊c/d⌋ + min(c mod d, r) (Nemhauser and Wolsey, A
//! recursive procedure to generate all cuts for 0-1 mixed integer programs, 1990; Marchand and
//! Wolsey, Aggregation and mixed integer rounding to solve MIPs, 2001). The v are the columns, or
//! their complements 1 − x, and the surpluses of rows: every number of a row is an integer, so its
//! surplus is an integer, too. At the end, each surplus is replaced by its row.
//!
//! **Classes.** Three kinds of sums of rows are tried, and each is a class of cuts:
//!
//! - `rows`: single rows of the model (Marchand and Wolsey, as above). Rows whose weights are all 1
//!   are left out, since rounding gives nothing beyond the row.
//! - `costs`: the row "the cost is at most the bound". Such a cut holds only for answers that reach the
//!   bound.
//! - `tableau`: rows of the simplex table, for which the rule gives the mixed-integer cuts of Gomory
//!   (An algorithm for the mixed integer problem, 1960). The multipliers of a table's row are multiplied
//!   by their smallest common denominator up to 200, or by a power of two, and rounded. Rounded
//!   multipliers give a valid sum, too, only with other numbers.
//!
//! **Divisors and complements.** In the classes `rows` and `costs`, the weights of fractional columns are tried as
//! divisors, then the best of them divided by 2, 4 and 8. For `tableau`, the denominator takes their
//! place. A column is complemented if its value
//! exceeds 1/2. Then, except for `tableau`, single complements are inverted as long as this makes the cut
//! deeper.
//!
//! **Derivation,** the same for all three. The negation N of the cut and multiples of literal axioms and rows add up to
//! "Σ c'·v ≥ ..." that can be divided by r; a second multiple of N and more axioms give 0 ≥ 1. So
//! the cut is one proof by contradiction with one sum.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use num_integer::Integer;
use num_traits::ToPrimitive;

use super::{Candidate, CutMethod, CutRound};
use crate::linear::{Inequality, Literal};
use crate::lp::simplex::Simplex;
use crate::proof::{Kernel, PbVar, PolLine, ProofConstraint};
use crate::search::CutClass;
use crate::search::branch_and_cut::{Columns, DeriveRow};

/// The class of cuts from single rows.
pub const ROWS: CutMethod = CutMethod {
    class: CutClass { name: "rows", summary: "mixed-integer rounding of single rows" },
    find: round_rows,
};

/// The class of cuts from the row "the cost is at most the bound".
pub const COSTS: CutMethod = CutMethod {
    class: CutClass { name: "costs", summary: "mixed-integer rounding of the bound on the costs" },
    find: round_costs,
};

/// The class of cuts from rows of the simplex table.
pub const TABLEAU: CutMethod = CutMethod {
    class: CutClass {
        name: "tableau",
        summary: "mixed-integer cuts of Gomory, from rows of the simplex table",
    },
    find: round_tableau,
};

/// A row with its multiplier in a sum of rows.
pub type MultipliedRow = (Arc<Inequality<usize>>, i64);

/// The most rows of the simplex table that are tried in a round.
const MOST_LINES: usize = 60;

/// The most rows of the program in the sum for a row of the simplex table.
const MOST_ROWS_OF_LINE: usize = 400;

/// The most divisors that are tried for a sum of rows.
const MOST_DIVISORS: usize = 12;

/// The most columns whose complements are inverted.
const MOST_FLIPS: usize = 20;

/// The largest weight in a sum of rows that is rounded.
const MOST_WEIGHT: i64 = 1 << 40;

/// The largest weight of a cut. Larger weights make the linear program inaccurate.
const MOST_WEIGHT_OF_CUT: i128 = 100_000_000;

/// A weight is left out of a cut if it is less than the largest weight by more than this factor.
const RANGE: i128 = 100_000;

/// If the largest weight exceeds this number after the division by a common divisor, the cut is
/// divided so that the largest weight is half of this number.
const LONG_WEIGHT: i128 = 20_000;

/// The least distance by which a point must violate a cut.
const LEAST_DEPTH: f64 = 1e-4;

/// A value nearer than this to 0 or 1 counts as 0 or 1.
const WHOLE: f64 = 1e-6;

/// Rounds each row with a fractional column and a weight above 1. Other rows give no cut that they
/// do not imply.
fn round_rows(round: &mut CutRound) {
    let values = round.values;
    for premise in round.columns.premises() {
        let row = &premise.inequality;
        let has_fraction = row.variables().any(|column| is_fractional(values[column]));
        if has_fraction && row.terms().any(|(weight, _)| weight > 1) {
            round.try_sum(&[(row.clone(), 1)], &[]);
        }
    }
}

/// Rounds the row "the cost is at most the bound".
fn round_costs(round: &mut CutRound) {
    let (row, _) = round.columns.row_of_costs(round.most);
    round.try_sum(&[(Arc::new(row), 1)], &[]);
}

/// Rounds the rows of the simplex table for the columns whose values are nearest to 1/2, with
/// multipliers of either sign.
fn round_tableau(round: &mut CutRound) {
    let values = round.values;
    let mut lines: Vec<(f64, usize)> = (0..values.len())
        .filter(|&column| is_fractional(values[column]))
        .map(|column| ((values[column] - 0.5).abs(), column))
        .collect();
    lines.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (_, column) in lines.into_iter().take(MOST_LINES) {
        let Some((mut rows, denominator)) = rows_of_line(round.program, column) else {
            continue;
        };
        round.try_sum(&rows, &[denominator]);
        rows.iter_mut().for_each(|row| row.1 = -row.1);
        round.try_sum(&rows, &[denominator]);
    }
}

/// Returns the sum of rows for a line of the simplex table, with integer multipliers, and the
/// number by which the line was multiplied.
fn rows_of_line(program: &Simplex, column: usize) -> Option<(Vec<MultipliedRow>, i64)> {
    let line: Vec<_> = program.rows_of_line(column)?;
    let line: Vec<_> = line.into_iter().filter(|row| row.2.abs() > 1e-9).collect();
    if line.is_empty() || line.len() > MOST_ROWS_OF_LINE {
        return None;
    }
    let is_whole = |denominator: i64| {
        line.iter().all(|row| {
            let multiplied = row.2 * denominator as f64;
            (multiplied - multiplied.round()).abs() < 1e-5
        })
    };
    let denominators = (2..200).chain([240, 360, 480, 720, 840, 1260, 2520, 5040]);
    let denominator = denominators.into_iter().find(|&one| is_whole(one)).unwrap_or(1 << 17);
    let mut rows = Vec::new();
    for (row, opposite, entry) in line {
        let times = (entry * denominator as f64).round().to_i64()?;
        match opposite {
            Some(opposite) if times < 0 => rows.push((opposite, -times)),
            _ if times != 0 => rows.push((row, times)),
            _ => {}
        }
    }
    (!rows.is_empty()).then_some((rows, denominator))
}

/// Returns whether a value is neither 0 nor 1.
fn is_fractional(value: f64) -> bool {
    value > WHOLE && value < 1.0 - WHOLE
}

impl CutRound<'_> {
    /// Adds the cut that the rule gives for the sum of these rows, as [`MirCut::find`] finds it.
    /// Adds nothing if no such cut excludes the point.
    fn try_sum(&mut self, rows: &[MultipliedRow], divisors: &[i64]) {
        let cut = MirCut::find(rows, divisors, self.values, &mut self.sum);
        self.found.extend(cut.map(|(depth, cut)| (depth, Candidate::Rounded(cut))));
    }
}

/// A cut by mixed-integer rounding, with what its derivation needs.
#[derive(Clone, Debug)]
pub struct MirCut {
    /// The rows that are summed up, with their multipliers.
    pub rows: Vec<MultipliedRow>,
    /// The divisor.
    pub divisor: i64,
    /// The columns that are complemented.
    pub complemented: BTreeSet<usize>,
}

/// The weights of columns in a sum of rows that is added up.
pub struct Accumulator {
    /// The weight of each column; 0 if the sum does not have it.
    weights: Vec<i128>,
    /// Whether each column was added to the sum.
    is_touched: Vec<bool>,
    /// The columns that were added to the sum.
    touched: Vec<usize>,
}

impl Accumulator {
    /// Returns an empty sum over this number of columns.
    pub fn new(columns: usize) -> Accumulator {
        Accumulator {
            weights: vec![0; columns],
            is_touched: vec![false; columns],
            touched: Vec::new(),
        }
    }

    /// Adds a weight of a column.
    fn add(&mut self, column: usize, weight: i128) {
        if !std::mem::replace(&mut self.is_touched[column], true) {
            self.touched.push(column);
        }
        self.weights[column] += weight;
    }

    /// Returns the columns with their weights, in order, and empties the sum. Leaves out weights of
    /// 0.
    fn take(&mut self) -> Vec<(usize, i128)> {
        self.touched.sort_unstable();
        let mut terms = Vec::with_capacity(self.touched.len());
        for column in self.touched.drain(..) {
            self.is_touched[column] = false;
            let weight = std::mem::take(&mut self.weights[column]);
            if weight != 0 {
                terms.push((column, weight));
            }
        }
        terms
    }
}

/// Returns a number if its magnitude is less than [`MOST_WEIGHT`].
fn small(number: i128) -> Option<i64> {
    i64::try_from(number).ok().filter(|one| one.abs() < MOST_WEIGHT)
}

/// A sum of rows over columns.
struct BaseRow<'a> {
    rows: &'a [MultipliedRow],
    /// The columns with their weights, none of which is 0.
    terms: Vec<(usize, i64)>,
    /// The number that the sum minus the multiplied surpluses equals.
    bound: i64,
    /// The value of each row's surplus.
    surpluses: Vec<f64>,
}

/// Returns the weights of columns in an inequality, and the number that their sum must reach.
pub fn in_columns<V: Copy + Ord>(
    row: &Inequality<V>,
) -> (impl Iterator<Item = (V, i128)> + '_, i128) {
    let negated = row.terms().filter(|(_, lit)| lit.is_negated);
    let bound = row.degree() - negated.map(|(weight, _)| weight).sum::<i128>();
    let terms = row.terms();
    (
        terms.map(|(weight, lit)| (lit.variable, if lit.is_negated { -weight } else { weight })),
        bound,
    )
}

impl<'a> BaseRow<'a> {
    /// Returns the sum of multiplied rows at a point. Returns `None` if a weight is too large.
    fn new(
        rows: &'a [MultipliedRow],
        values: &[f64],
        sum: &mut Accumulator,
    ) -> Option<BaseRow<'a>> {
        let (mut total, mut surpluses) = (0_i128, Vec::new());
        for (row, times) in rows {
            let (terms, bound) = in_columns(row);
            total += i128::from(*times) * bound;
            let mut surplus = -(bound as f64);
            for (column, weight) in terms {
                sum.add(column, i128::from(*times) * weight);
                surplus += weight as f64 * values[column];
            }
            surpluses.push(surplus.max(0.0));
        }
        let terms = sum.take().into_iter();
        let terms = terms.map(|(column, weight)| Some((column, small(weight)?)));
        Some(BaseRow {
            rows,
            terms: terms.collect::<Option<_>>()?,
            bound: small(total)?,
            surpluses,
        })
    }

    /// Returns the distance by which the cut with a divisor excludes the point. `is_complement` says
    /// for each term whether its column is complemented. It is negative if there is no cut or if the
    /// point satisfies it.
    fn depth(&self, divisor: i64, is_complement: &[bool], values: &[f64]) -> f64 {
        let mut bound = self.bound;
        for (&(_, weight), &flipped) in self.terms.iter().zip(is_complement) {
            if flipped {
                bound -= weight;
            }
        }
        let rest = bound.rem_euclid(divisor);
        if rest == 0 {
            return -1.0;
        }
        let (mut sum, mut square) = (0.0, 0.0);
        for (&(column, weight), &flipped) in self.terms.iter().zip(is_complement) {
            let value = values[column];
            let (weight, value) = if flipped { (-weight, 1.0 - value) } else { (weight, value) };
            let rounded = rounded(weight, divisor, rest) as f64;
            sum += rounded * value;
            square += rounded * rounded;
        }
        for ((_, times), surplus) in self.rows.iter().zip(&self.surpluses) {
            sum += rounded(-times, divisor, rest) as f64 * surplus;
        }
        let needed = rest as f64 * Integer::div_ceil(&bound, &divisor) as f64;
        (needed - sum) / (square.sqrt() + 1e-9)
    }
}

/// Returns F(weight) of the rule, for the divisor and the remainder of the bound.
fn rounded<N: Integer + Copy>(weight: N, divisor: N, rest: N) -> N {
    let (quotient, remainder) = weight.div_mod_floor(&divisor);
    quotient * rest + remainder.min(rest)
}

impl MirCut {
    /// Returns the cut that the rule gives for the sum of these rows, and its depth at the point.
    /// Returns `None` if no cut is found that excludes the point. `divisors` are tried in order; if
    /// it is empty, weights of fractional columns are tried, and complements are inverted, too.
    pub fn find(
        rows: &[MultipliedRow],
        divisors: &[i64],
        values: &[f64],
        sum: &mut Accumulator,
    ) -> Option<(f64, MirCut)> {
        let base = BaseRow::new(rows, values, sum)?;
        let mut is_complement: Vec<bool> =
            base.terms.iter().map(|&(column, _)| values[column] > 0.5).collect();
        let tried: Vec<i64> = if divisors.is_empty() {
            let weights = base.terms.iter().filter(|term| is_fractional(values[term.0]));
            let mut weights: Vec<i64> = weights.map(|term| term.1.abs()).collect();
            weights.sort_unstable_by(|one, other| other.cmp(one));
            weights.dedup();
            weights.truncate(MOST_DIVISORS);
            weights
        } else {
            divisors.to_vec()
        };
        let depth =
            |divisor: i64, is_complement: &[bool]| base.depth(divisor, is_complement, values);
        let scored = tried.into_iter().filter(|&divisor| divisor > 1);
        let scored = scored.map(|divisor| (depth(divisor, &is_complement), divisor));
        let (mut best, mut divisor) = scored.max_by(|one, other| one.0.total_cmp(&other.0))?;
        let found = divisor;
        for smaller in [found / 2, found / 4, found / 8].into_iter().filter(|&one| one > 1) {
            let deeper = depth(smaller, &is_complement);
            if deeper > best {
                (best, divisor) = (deeper, smaller);
            }
        }
        if divisors.is_empty() && best > -0.1 {
            let mut flips: Vec<(f64, usize)> = base
                .terms
                .iter()
                .enumerate()
                .filter(|(_, term)| is_fractional(values[term.0]))
                .map(|(place, term)| ((values[term.0] - 0.5).abs(), place))
                .collect();
            flips.sort_by(|one, other| one.0.total_cmp(&other.0));
            for (_, place) in flips.into_iter().take(MOST_FLIPS) {
                is_complement[place] ^= true;
                let deeper = depth(divisor, &is_complement);
                if deeper > best + 1e-9 {
                    best = deeper;
                } else {
                    is_complement[place] ^= true;
                }
            }
        }
        if best <= LEAST_DEPTH {
            return None;
        }
        let complemented = base.terms.iter().zip(&is_complement).filter(|(_, flipped)| **flipped);
        let complemented = complemented.map(|(term, _)| term.0).collect();
        Some((best, MirCut { rows: rows.to_vec(), divisor, complemented }))
    }

    /// Returns the cut, shortened, as an inequality over columns. Returns `None` if it does not
    /// exclude the point, or if its weights are too large.
    pub fn inequality(&self, values: &[f64], sum: &mut Accumulator) -> Option<Inequality<usize>> {
        let rows: Vec<(&Inequality<usize>, i64)> =
            self.rows.iter().map(|(row, times)| (&**row, *times)).collect();
        let (_, inequality) = shortened(self.rounded(&rows, sum)?.0)?;
        let most = inequality.terms().map(|(weight, _)| weight).max()?;
        let is_deep = depth_of(&inequality, values) > LEAST_DEPTH;
        (is_deep && most < MOST_WEIGHT_OF_CUT).then_some(inequality)
    }

    /// Returns the cut before it is shortened, and the sum of the rows from which it follows. `rows`
    /// has the rows of the cut with their multipliers. In a proof, they have one more variable than
    /// the rows of the program. Returns `None` if the bound is a multiple of the divisor.
    pub fn rounded(
        &self,
        rows: &[(&Inequality<usize>, i64)],
        sum: &mut Accumulator,
    ) -> Option<(Inequality<usize>, SumOfRows)> {
        let mut bound = 0;
        for (row, times) in rows {
            let (terms, row_bound) = in_columns(row);
            bound += i128::from(*times) * row_bound;
            terms.for_each(|(column, weight)| sum.add(column, i128::from(*times) * weight));
        }
        let mut weights: Vec<(Literal<usize>, i128)> = Vec::new();
        for (variable, weight) in sum.take() {
            let is_negated = self.complemented.contains(&variable);
            if is_negated {
                bound -= weight;
            }
            let weight = if is_negated { -weight } else { weight };
            weights.push((Literal { variable, is_negated }, weight));
        }
        let divisor = i128::from(self.divisor);
        let rest = bound.rem_euclid(divisor);
        if rest == 0 {
            return None;
        }
        let mut needed = rest * Integer::div_ceil(&bound, &divisor);
        for &(lit, weight) in &weights {
            let weight = rounded(weight, divisor, rest);
            if lit.is_negated {
                needed -= weight;
            }
            sum.add(lit.variable, if lit.is_negated { -weight } else { weight });
        }
        for (row, times) in rows {
            let factor = rounded(i128::from(-times), divisor, rest);
            let (terms, row_bound) = in_columns(row);
            needed += factor * row_bound;
            terms.for_each(|(column, weight)| sum.add(column, factor * weight));
        }
        let terms = sum.take();
        let terms = terms.into_iter().map(|(column, weight)| (weight, column.into()));
        Some((Inequality::from_terms(terms, needed), SumOfRows { weights, bound }))
    }
}

impl MirCut {
    /// Derives the cut in a proof. `others` derives the rows from which it follows. If these rows
    /// have the literal for "the objective is worse than the bound", the derived constraint has it,
    /// too: it is treated as one more column. Returns `None` if a row cannot be derived.
    pub fn derive(
        &self,
        columns: &Columns,
        others: &mut DeriveRow,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        let mut known = Vec::new();
        for (row, times) in &self.rows {
            known.push((others(row, kernel)?, *times));
        }
        let mut variables: Vec<PbVar> =
            columns.lits.iter().map(|&lit| kernel.literal(lit).variable).collect();
        let mut places: HashMap<PbVar, usize> =
            variables.iter().enumerate().map(|(place, &variable)| (variable, place)).collect();
        for variable in known.iter().flat_map(|(row, _)| row.inequality.variables()) {
            places.entry(variable).or_insert_with(|| {
                variables.push(variable);
                variables.len() - 1
            });
        }
        let rows: Vec<(Inequality<usize>, i64)> = known
            .iter()
            .map(|(row, times)| (row.inequality.renamed(|variable| places[&variable]), *times))
            .collect();
        let rows: Vec<(&Inequality<usize>, i64)> =
            rows.iter().map(|(row, times)| (row, *times)).collect();
        let (rounded_cut, sum) = self.rounded(&rows, &mut Accumulator::new(variables.len()))?;
        let column_rows: Vec<(&Inequality<usize>, i64)> =
            self.rows.iter().map(|(row, times)| (&**row, *times)).collect();
        let mut accumulator = Accumulator::new(columns.lits.len());
        let (shortening, _) = shortened(self.rounded(&column_rows, &mut accumulator)?.0)?;
        let whole = kernel.contradict(rounded_cut.renamed(|place| variables[place]), |negation| {
            self.contradiction(negation, &sum, &known, |place| variables[place])
        });
        let mut line = PolLine::new(&whole, 1);
        for (weight, lit) in shortening.weakened {
            let variable = variables[lit.variable];
            line.add_literal(Literal { variable, is_negated: !lit.is_negated }, weight);
        }
        line.saturate();
        line.divide(shortening.divisor);
        let short = kernel.sum(line);
        kernel.forget(whole.id);
        Some(short)
    }

    /// Returns the sum of the negated cut, the rows and literal axioms that is a contradiction.
    /// `sum` is the sum of the rows, and `variable` returns the variable of a place in it.
    fn contradiction(
        &self,
        negation: &ProofConstraint,
        sum: &SumOfRows,
        rows: &[(ProofConstraint, i64)],
        variable: impl Fn(usize) -> PbVar,
    ) -> PolLine {
        let divisor = i128::from(self.divisor);
        let rest = sum.bound.rem_euclid(divisor);
        // The weight of v in N is −F(c). Below, it becomes a multiple of the remainder r, then it
        // becomes −c after a multiplication by d − r and the addition of N.
        let nearest = |weight: i128| {
            let rounds_up = weight.rem_euclid(divisor) >= rest;
            if rounds_up {
                Integer::div_ceil(&weight, &divisor)
            } else {
                weight.div_euclid(divisor)
            }
        };
        let first = |weight: i128| rounded(weight, divisor, rest) - rest * nearest(weight);
        let second = |weight: i128| {
            rounded(weight, divisor, rest) - weight + (divisor - rest) * nearest(weight)
        };
        let add = |line: &mut PolLine, factor: &dyn Fn(i128) -> i128| {
            for &(lit, weight) in &sum.weights {
                let times = factor(weight);
                if times > 0 {
                    let variable = variable(lit.variable);
                    line.add_literal(Literal { variable, is_negated: lit.is_negated }, times);
                }
            }
            for (row, times) in rows {
                let times = factor(i128::from(-times));
                if times > 0 {
                    line.add(row, times);
                }
            }
        };
        let mut line = PolLine::new(negation, 1);
        add(&mut line, &first);
        line.divide(rest);
        if divisor - rest > 1 {
            line.multiply(divisor - rest);
        }
        line.add(negation, 1);
        add(&mut line, &second);
        line
    }
}

/// A sum of multiplied rows, as an equation over literals and the surpluses of the rows.
pub struct SumOfRows {
    /// The weight of each literal. A complemented column is a negated literal.
    pub weights: Vec<(Literal<usize>, i128)>,
    /// The number that the sum minus the multiplied surpluses equals.
    pub bound: i128,
}

/// Returns the distance of a point from an inequality that it violates.
pub fn depth_of(row: &Inequality<usize>, values: &[f64]) -> f64 {
    let (mut sum, mut square) = (0.0, 0.0);
    for (weight, lit) in row.terms() {
        let value = if lit.is_negated { 1.0 - values[lit.variable] } else { values[lit.variable] };
        sum += weight as f64 * value;
        square += weight as f64 * weight as f64;
    }
    (row.degree() as f64 - sum) / (square.sqrt() + 1e-12)
}

/// The steps that shorten a cut.
#[derive(Clone, Debug)]
pub struct Shortening {
    /// The terms that are left out.
    pub weakened: Vec<(i128, Literal<usize>)>,
    /// The number by which the saturated rest is divided.
    pub divisor: i128,
}

/// Leaves out very small weights of a cut, saturates it, and divides it by the common divisor of
/// its weights, or by more if the weights are long. Returns the steps and the shortened cut, or
/// `None` if nothing is left.
pub fn shortened(mut cut: Inequality<usize>) -> Option<(Shortening, Inequality<usize>)> {
    let largest = cut.terms().map(|(weight, _)| weight).max()?;
    let weakened: Vec<_> = cut.terms().filter(|(weight, _)| weight * RANGE < largest).collect();
    for &(weight, lit) in &weakened {
        cut.add_literal(!lit, weight);
    }
    if cut.degree() <= 0 {
        return None;
    }
    cut.saturate();
    let largest = cut.terms().map(|(weight, _)| weight).max()?;
    let common = cut.common_divisor();
    let divisor = if largest / common > LONG_WEIGHT { largest / (LONG_WEIGHT / 2) } else { common };
    cut.divide(divisor);
    Some((Shortening { weakened, divisor }, cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a row over columns with weights of either sign.
    fn random_row(random: &mut fastrand::Rng, columns: usize) -> Inequality<usize> {
        let terms: Vec<(i128, Literal<usize>)> = (0..columns)
            .filter_map(|variable| {
                let lit = Literal { variable, is_negated: random.bool() };
                (random.u8(..4) > 0).then(|| (random.i128(1..=12), lit))
            })
            .collect();
        let total: i128 = terms.iter().map(|term| term.0).sum();
        Inequality::from_terms(terms, random.i128(0..=total.max(1)))
    }

    fn holds(row: &Inequality<usize>, word: u32) -> bool {
        let is_true = |lit: Literal<usize>| (word >> lit.variable & 1 == 1) != lit.is_negated;
        let terms = row.terms().filter(|(_, lit)| is_true(*lit));
        terms.map(|(weight, _)| weight).sum::<i128>() >= row.degree()
    }

    #[test]
    fn all_integers_satisfy_a_cut_that_a_point_violates() {
        let mut random = fastrand::Rng::with_seed(41);
        let mut found = 0;
        for _ in 0..6_000 {
            let columns = random.usize(2..9);
            let rows: Vec<MultipliedRow> = (0..random.usize(1..4))
                .map(|_| {
                    let row = Arc::new(random_row(&mut random, columns));
                    (row, random.i64(1..5) * [1, -1][usize::from(random.u8(..3) == 0)])
                })
                .collect();
            let values: Vec<f64> =
                (0..columns).map(|_| f64::from(random.u8(0..=8)) / 8.0).collect();
            let divisors: &[i64] = [&[][..], &[5], &[12]][random.usize(..3)];
            let sum = &mut Accumulator::new(columns);
            let Some((depth, cut)) = MirCut::find(&rows, divisors, &values, sum) else { continue };
            assert!(depth > 0.0);
            let Some(cut) = cut.inequality(&values, sum) else { continue };
            found += 1;
            assert!(depth_of(&cut, &values) > 0.0, "the point satisfies {cut:?}");
            for word in 0..1 << columns {
                let is_answer = rows.iter().all(|(row, _)| holds(row, word));
                assert!(!is_answer || holds(&cut, word), "{rows:?} do not imply {cut:?}");
            }
        }
        assert!(found > 1_000, "{found} cuts");
    }

    #[test]
    fn the_rule_gives_a_known_cut() {
        // 5x1 + 4x2 + 3x3 + 2x4 ≥ 7 with the divisor 3: r = 1 and F = (2, 2, 1, 1).
        let weights = [5, 4, 3, 2];
        let terms = weights.into_iter().enumerate().map(|(column, weight)| (weight, column.into()));
        let row: Inequality<usize> = Inequality::from_terms(terms, 7);
        let cut = MirCut {
            rows: vec![(Arc::new(row.clone()), 1)],
            divisor: 3,
            complemented: BTreeSet::new(),
        };
        let (found, _) = cut.rounded(&[(&row, 1)], &mut Accumulator::new(4)).expect("a remainder");
        // F(−1) = 0 for the surplus.
        let expected = [2, 2, 1, 1].into_iter().enumerate();
        let terms = expected.map(|(column, weight)| (weight, column.into()));
        assert_eq!(found, Inequality::from_terms(terms, 3));
    }
}
