//! The choice of the column on which a node branches, by strong branching.
//!
//! A few columns with fractional values are **candidates**. For each of its two values, a candidate
//! is fixed for a few pivots, and the growth of the program's sum is its gain (Applegate, Bixby,
//! Chvátal and Cook, 1995). Two rules differ in the candidates and in the score:
//!
//! - [`Branching::by_fraction`] tries the columns nearest to 1/2, and adds up the two gains, the
//!   smaller one with a larger weight. It is for models in which every column has the same cost,
//!   as windows have.
//! - [`Branching::by_history`] estimates gains from those that were measured before, per unit of
//!   change (pseudo-costs: Bénichou et al., 1971). It tries the columns with the best estimates
//!   until eight successive ones are not better, and does not measure a column again if it was
//!   measured often (reliability branching: Achterberg, Koch and Martin, 2005). The score is the
//!   product of the two gains.

use crate::linear::Literal;
use crate::lp::simplex::SCALE;

/// If the value of a column is nearer than this to 0 or 1, the column is no candidate for
/// branching.
const WHOLE: f64 = 1e-6;

/// The number of columns that are tried for branching.
const CANDIDATES: usize = 12;

/// The number of pivots for each of the two values of a tried column, if the columns nearest to 1/2
/// are tried.
const PIVOTS: usize = 5;

/// The number of pivots for each of the two values of a tried column, if columns are tried by their
/// history.
const PIVOTS_WITH_HISTORY: usize = 60;

/// The largest growth of the sum that counts in the score of a candidate nearest to 1/2, for each
/// of its two values. A larger growth is counted as this growth.
const MOST_GAIN: f64 = 2.0;

/// A column whose gains were measured this often, for each value, is not measured again.
const RELIABLE: u32 = 3;

/// After this number of successive candidates without a better score, no more are tried.
const PATIENCE: usize = 8;

/// The least gain that counts in a product of two gains, as a fraction of the gap.
const LEAST_GAIN: f64 = 1e-6;

/// The scales to which multipliers are rounded in a proof. The first that suffices is used, since
/// small numbers make short proofs.
const SCALES: [i64; 7] = [1, 1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 20, SCALE];

/// The scale of multipliers that fix columns in a proof.
const SCALE_OF_REDUCED_COSTS: i64 = 1 << 13;

/// The gains that were measured for a value of a column, per unit of change.
#[derive(Clone, Copy, Debug, Default)]
struct History {
    total: f64,
    number: u32,
}

/// A rule that chooses the column on which a node branches.
#[derive(Clone, Debug)]
pub struct Branching {
    /// For each column, the history of its values 0 and 1. It is empty if the columns nearest to
    /// 1/2 are tried.
    histories: Vec<[History; 2]>,
    /// The history of all columns together.
    common: [History; 2],
}

/// The best candidate so far.
pub(super) struct BranchingChoice {
    /// The score of the best candidate.
    score: f64,
    /// The literal of the best candidate whose subtree is searched first.
    literal: Option<Literal<usize>>,
    /// The largest gain that counts: the gap between the sum and the bound.
    gap: f64,
    /// Whether the rule is [`Branching::by_history`].
    is_by_history: bool,
    /// The number of candidates since the best one.
    since: usize,
}

impl Branching {
    /// Returns the rule that tries the columns nearest to 1/2.
    pub fn by_fraction() -> Branching {
        Branching { histories: Vec::new(), common: [History::default(); 2] }
    }

    /// Returns the rule that tries the columns with the best estimates of their gains.
    pub fn by_history(columns: usize) -> Branching {
        let histories = vec![[History::default(); 2]; columns];
        Branching { histories, common: [History::default(); 2] }
    }

    fn is_by_history(&self) -> bool {
        !self.histories.is_empty()
    }

    /// Returns the number of pivots for a value of a candidate.
    pub(super) fn pivots(&self) -> usize {
        if self.is_by_history() { PIVOTS_WITH_HISTORY } else { PIVOTS }
    }

    /// Returns the scales to which the multipliers of a refutation are rounded.
    pub(super) fn scales(&self, has_proof: bool) -> &'static [i64] {
        if has_proof && self.is_by_history() { &SCALES } else { &SCALES[SCALES.len() - 1..] }
    }

    /// Returns the scale to which multipliers that fix columns are rounded.
    pub(super) fn scale_of_reduced_costs(&self, has_proof: bool) -> i64 {
        if has_proof && self.is_by_history() { SCALE_OF_REDUCED_COSTS } else { SCALE }
    }

    /// Returns the columns to try, in this order. Only columns with fractional values are tried that
    /// `is_open` accepts.
    pub(super) fn candidates(&self, values: &[f64], is_open: impl Fn(usize) -> bool) -> Vec<usize> {
        let far: Vec<f64> = values.iter().map(|value| (value - 0.5).abs()).collect();
        let mut candidates: Vec<usize> = (0..values.len())
            .filter(|&column| far[column] < 0.5 - WHOLE && is_open(column))
            .collect();
        if self.is_by_history() {
            let score = |column: usize| {
                let [down, up] = self.estimate(column, values[column]);
                down.max(LEAST_GAIN) * up.max(LEAST_GAIN)
            };
            let mut scored: Vec<(f64, usize)> =
                candidates.into_iter().map(|column| (score(column), column)).collect();
            scored.sort_by(|one, other| {
                let order = other.0.total_cmp(&one.0);
                order.then_with(|| far[one.1].total_cmp(&far[other.1]))
            });
            candidates = scored.into_iter().map(|(_, column)| column).collect();
        } else {
            candidates.sort_by(|&one, &other| far[one].total_cmp(&far[other]));
        }
        candidates.truncate(CANDIDATES);
        candidates
    }

    /// Returns the estimated gains of the values 0 and 1 of a column. If a value has no history, the
    /// average of all columns is used.
    fn estimate(&self, column: usize, value: f64) -> [f64; 2] {
        let gain = |side: usize| {
            let History { total, number } = match self.histories[column][side] {
                History { number: 0, .. } => self.common[side],
                known => known,
            };
            if number == 0 { 1.0 } else { total / f64::from(number) }
        };
        [gain(0) * value, gain(1) * (1.0 - value)]
    }

    /// Returns the gains of a column that was measured often. Returns `None` for any other column.
    pub(super) fn known_gains(&self, column: usize, value: f64) -> Option<[f64; 2]> {
        let history = self.histories.get(column)?;
        let is_known = history.iter().all(|side| side.number >= RELIABLE);
        is_known.then(|| self.estimate(column, value))
    }

    /// Records the gain that was measured for a literal of a column with this value.
    pub(super) fn record(&mut self, lit: Literal<usize>, value: f64, gain: f64) {
        let side = usize::from(!lit.is_negated);
        let change = if lit.is_negated { value } else { 1.0 - value };
        if let Some(history) = self.histories.get_mut(lit.variable) {
            for History { total, number } in [&mut history[side], &mut self.common[side]] {
                *total += gain.max(0.0) / change;
                *number += 1;
            }
        }
    }

    /// Returns the choice before any candidate was tried. `gap` is the distance of the program's sum
    /// from the bound.
    pub(super) fn choice(&self, gap: f64) -> BranchingChoice {
        BranchingChoice {
            score: f64::NEG_INFINITY,
            literal: None,
            gap,
            is_by_history: self.is_by_history(),
            since: 0,
        }
    }
}

impl BranchingChoice {
    /// Compares a candidate with the best one, and keeps the better of them. `gains` has the gains
    /// of the values 0 and 1. Returns whether no more candidates are to be tried.
    pub(super) fn is_decided_by(&mut self, column: usize, gains: [f64; 2]) -> bool {
        let [down, up] = gains;
        let (score, is_negated) = if self.is_by_history {
            let least = LEAST_GAIN * self.gap.max(1.0);
            let counted = |gain: f64| gain.min(self.gap).max(least);
            (counted(down) * counted(up), down <= up)
        } else {
            (5.0 * down.min(up).min(MOST_GAIN) + down.max(up).min(MOST_GAIN), false)
        };
        if score > self.score {
            self.score = score;
            self.literal = Some(Literal { variable: column, is_negated });
            self.since = 0;
        } else {
            self.since += 1;
        }
        self.is_by_history && self.since >= PATIENCE
    }

    /// Returns the literal of the best candidate, or `None` if none was tried.
    pub(super) fn literal(&self) -> Option<Literal<usize>> {
        self.literal
    }
}
