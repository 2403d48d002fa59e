//! The rows of a model as the client of a tree: cuts from its rows, and answers near solutions.
//!
//! **Cuts.** In each round, all chosen classes search for cuts ([`CUT_METHODS`]). Of the cuts found,
//! the deepest are selected, no two of which are nearly parallel. Cuts are added at the root only.
//!
//! **Answers.** The values of a solution are rounded at three thresholds: only values of 1 become 1,
//! all values above 0 become 1, and values of at least 1/2 become 1. The first suits packings, the
//! second suits coverings (simple rounding: Achterberg, Constraint Integer Programming, 2007), and
//! the third suits programs whose solution has integers only. From time to time, a local search
//! starts from the rounded values.

use std::collections::HashMap;
use std::sync::Mutex;

use num_traits::ToPrimitive;

use super::cliques::{self, ConflictGraph};
use super::mir::{Accumulator, MirCut};
use super::{CUT_METHODS, Candidate, CutRound};
use crate::linear::{Inequality, Literal, Term};
use crate::local_search::{LocalSearch, SoftRow};
use crate::lock::lock;
use crate::lp::simplex::Simplex;
use crate::model::Lit;
use crate::proof::{Kernel, ProofConstraint};
use crate::search::Cuts;
use crate::search::branch_and_cut::{Columns, CutSchedule, DeriveRow, Heuristic, Point, Separator};
use crate::stop::Stop;

/// The thresholds: a value of at least this number becomes 1.
const THRESHOLDS: [f64; 3] = [0.5, 1.0 - 1e-6, 1e-6];

/// The work of a local search from a solution: about ten milliseconds.
const WORK_OF_SEARCH: u64 = 2_000_000;

/// The most cuts that are added at a time.
const MOST_CUTS: usize = 60;

/// Two cuts of a round have at most this cosine.
const MOST_PARALLEL: f64 = 0.9;

/// The rounds of cuts.
const SCHEDULE: CutSchedule = CutSchedule {
    rounds_of_root: 40,
    rounds: 0,
    patience: 4,
    least_growth: 1e-7,
    least_share: 5e-3,
    surplus: 0.1,
};

/// The rows of a model as the client of a tree.
pub struct RowClient<'a> {
    columns: &'a Columns,
    /// The classes whose cuts are searched.
    cuts: &'a Cuts,
    /// The literals that conflict in a row.
    conflicts: ConflictGraph,
    /// The cuts by rounding that were found, for their derivations; `None` if no proof is written.
    rounded: Option<Mutex<HashMap<Inequality<usize>, MirCut>>>,
    /// A local search for answers near the solutions of programs.
    local: Mutex<NearbySearch>,
}

/// A local search that starts near the solutions of linear programs.
struct NearbySearch {
    search: LocalSearch,
    stop: Stop,
    /// The number of solutions until the next one from which a search starts.
    left: u64,
    /// The number of solutions that are left out after a search that finds nothing better.
    pause: u64,
}

impl NearbySearch {
    /// Returns the best answer of the local search if a search from the rounded solution of a
    /// program finds a better one. Leaves out twice as many solutions after each search that finds
    /// nothing better, and half as many after any other.
    fn answer(&mut self, values: &[f64]) -> Option<Vec<bool>> {
        if self.left > 0 {
            self.left -= 1;
            return None;
        }
        self.search.start_at(values.iter().map(|&value| value >= 0.5).collect());
        let is_better = self.search.run(WORK_OF_SEARCH, &self.stop);
        self.pause = if is_better { self.pause / 2 } else { 2 * self.pause + 1 };
        self.left = self.pause;
        self.search.best().filter(|_| is_better).map(<[bool]>::to_vec)
    }
}

/// The weights of columns in a cut, divided so that the sum of their squares is 1.
type Direction = Vec<(usize, f64)>;

impl<'a> RowClient<'a> {
    /// Returns the client for the rows of these columns, which searches for cuts of these classes.
    /// If a proof is written, it keeps what the derivations of its cuts need. `stop` ends its
    /// searches for answers.
    pub fn new(
        columns: &'a Columns,
        cuts: &'a Cuts,
        has_proof: bool,
        seed: u64,
        stop: &Stop,
    ) -> RowClient<'a> {
        let rows = columns.premises().map(|premise| &*premise.inequality);
        let conflicts = ConflictGraph::new(columns.lits.len(), rows);
        let rounded = has_proof.then(Mutex::default);
        let search = LocalSearch::new(columns.lits.len(), &soft_rows(columns), seed);
        let local = NearbySearch { search, stop: stop.clone(), left: 0, pause: 0 };
        RowClient { columns, cuts, conflicts, rounded, local: Mutex::new(local) }
    }

    /// Returns whether an answer satisfies all rows.
    fn satisfies(&self, answer: &[bool]) -> bool {
        self.columns.premises().all(|premise| {
            let true_terms = premise
                .inequality
                .terms()
                .filter(|(_, lit)| answer[lit.variable] != lit.is_negated);
            true_terms.map(|(weight, _)| weight).sum::<i128>() >= premise.inequality.degree()
        })
    }

    /// Returns a round at this solution of a program, with the cuts that the chosen classes find.
    fn find<'b>(&'b self, values: &'b [f64], program: &'b Simplex, most: i64) -> CutRound<'b> {
        let mut round = CutRound {
            columns: self.columns,
            conflicts: &self.conflicts,
            values,
            program,
            most,
            sum: Accumulator::new(values.len()),
            found: Vec::new(),
        };
        for method in CUT_METHODS.iter().filter(|method| self.cuts.has(method.class.name)) {
            (method.find)(&mut round);
        }
        round
    }

    /// Returns the deepest cuts of a round, without those that are nearly parallel to a deeper one.
    /// Keeps what the derivations of cuts by rounding need.
    fn select(&self, round: CutRound) -> Vec<Inequality<usize>> {
        let CutRound { values, mut sum, mut found, .. } = round;
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut chosen: Vec<(Direction, Inequality<usize>)> = Vec::new();
        for (_, cut) in found {
            if chosen.len() == MOST_CUTS {
                break;
            }
            let cut = match cut {
                Candidate::Clique(cut) => cut,
                Candidate::Rounded(cut) => {
                    let Some(inequality) = cut.inequality(values, &mut sum) else { continue };
                    if let Some(known) = &self.rounded {
                        lock(known).insert(inequality.clone(), cut);
                    }
                    inequality
                }
            };
            let mut vector: Direction = cut
                .terms()
                .map(|(weight, lit)| {
                    let weight = weight as f64;
                    (lit.variable, if lit.is_negated { -weight } else { weight })
                })
                .collect();
            let length = vector.iter().map(|term| term.1 * term.1).sum::<f64>().sqrt();
            vector.iter_mut().for_each(|term| term.1 /= length);
            if chosen.iter().all(|(other, _)| product(&vector, other) <= MOST_PARALLEL) {
                chosen.push((vector, cut));
            }
        }
        chosen.into_iter().map(|(_, cut)| cut).collect()
    }
}

impl Separator for RowClient<'_> {
    fn separate(&self, point: &Point, program: &Simplex, most: i64) -> Vec<Inequality<usize>> {
        self.select(self.find(&point.values, program, most))
    }

    fn schedule(&self) -> CutSchedule {
        SCHEDULE
    }

    /// Derives a row of the problem, a cut by rounding, or a clique. Returns `None` for any other
    /// inequality.
    fn derive(
        &self,
        row: &Inequality<usize>,
        others: &mut DeriveRow,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        let cut = self.rounded.as_ref().and_then(|known| lock(known).get(row).cloned());
        if let Some(cut) = cut {
            return cut.derive(self.columns, others, kernel);
        }
        let terms = row
            .terms()
            .map(|(weight, lit)| (weight, kernel.literal(self.columns.lit(lit))))
            .collect::<Vec<_>>();
        let wanted = Inequality::from_terms(terms, row.degree());
        if let Some(known) = kernel.rows().find(|known| known.inequality == wanted) {
            return Some(known.clone());
        }
        cliques::derive(row, self.columns, others, kernel)
    }
}

/// Returns the scalar product of two sparse vectors, whose entries are in the order of columns.
fn product(one: &[(usize, f64)], other: &[(usize, f64)]) -> f64 {
    let (mut sum, mut place) = (0.0, 0);
    for &(column, weight) in one {
        while other.get(place).is_some_and(|term| term.0 < column) {
            place += 1;
        }
        if let Some(term) = other.get(place).filter(|term| term.0 == column) {
            sum += weight * term.1;
        }
    }
    sum
}

/// Returns the rows of the columns, and a soft row for each column with a cost, for local search.
/// Leaves out rows whose numbers do not fit into 64 bits. The variables are the indices of columns.
fn soft_rows(columns: &Columns) -> Vec<SoftRow> {
    let lit = |one: Literal<usize>| {
        let positive = Lit::from_number(one.variable + 1);
        if one.is_negated { !positive } else { positive }
    };
    let hard = columns.premises().filter_map(|premise| {
        let row = &premise.inequality;
        let terms = row
            .terms()
            .map(|(weight, one)| Some(Term { weight: weight.to_i64()?, atom: lit(one) }));
        Some(SoftRow {
            terms: terms.collect::<Option<_>>()?,
            bound: row.degree().to_i64()?,
            cost: None,
        })
    });
    let costs = columns.costs.iter().enumerate().filter(|(_, cost)| **cost != 0);
    let soft = costs.map(|(variable, &cost)| {
        let wanted = Literal { variable, is_negated: cost > 0 };
        let terms = vec![Term { weight: 1, atom: lit(wanted) }];
        SoftRow { terms, bound: 1, cost: Some(cost.abs()) }
    });
    hard.chain(soft).collect()
}

impl Heuristic for RowClient<'_> {
    fn answer(&self, values: &[f64]) -> Option<Vec<bool>> {
        let nearby = lock(&self.local).answer(values);
        THRESHOLDS
            .into_iter()
            .map(|threshold| values.iter().map(|&value| value >= threshold).collect())
            .chain(nearby)
            .filter(|answer: &Vec<bool>| self.satisfies(answer))
            .min_by_key(|answer| self.columns.cost(answer))
    }
}
