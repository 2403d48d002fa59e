//! Cliques of literals of which at most one is true: the class of cuts `cliques`.
//!
//! **Rule.** Two literals conflict if a row cannot hold while both are true: the weights of their
//! negations together exceed the slack of the row. At most one literal of a clique of this graph is
//! true (Padberg, On the facial structure of set packing polyhedra, 1973; for conflict graphs of
//! 0-1 programs Atamtürk, Nemhauser and Savelsbergh, 2000). A row that already states a clique is
//! often part of a larger one.
//!
//! **Search.** Cliques are built greedily: from each literal with a positive value, by the values of
//! the others. A violated clique is then extended by literals of value 0.
//!
//! **Derivation.** Each edge is a clause that its row implies by unit propagation. Starting with
//! an edge, one literal is added at a time: m − 1 times the clique of m literals, plus the m edges
//! to the new literal, divided by m, is the clique of m + 1 literals.

use std::collections::BTreeSet;

use super::{Candidate, CutMethod, CutRound};
use crate::linear::{Inequality, Literal};
use crate::proof::{Kernel, PolLine, ProofConstraint};
use crate::search::CutClass;
use crate::search::branch_and_cut::{Columns, DeriveRow};

/// The class of cuts from cliques.
pub const CLIQUES: CutMethod = CutMethod {
    class: CutClass {
        name: "cliques",
        summary: "cliques of literals, of which the rows allow at most one",
    },
    find: find_cliques,
};

/// Adds the cliques that the point of a round violates.
fn find_cliques(round: &mut CutRound) {
    let cliques = round.conflicts.separate(round.values).into_iter();
    round.found.extend(cliques.map(|(depth, cut)| (depth, Candidate::Clique(cut))));
}

/// The most edges of the graph. More edges are not searched for.
const MOST_EDGES: usize = 300_000;

/// The length of a row of equal weights from which its edges are left out: such a row is a clique
/// already, and it has too many edges.
const LONG: usize = 300;

/// The most literals of a clique.
const MOST_LITERALS: usize = 60;

/// The least value of a literal from which a clique is built.
const LEAST_VALUE: f64 = 0.05;

/// The least amount by which the values of a clique exceed 1.
const LEAST_VIOLATION: f64 = 1e-3;

/// The graph of literals that conflict. The literals of column c have the indices 2c and, negated,
/// 2c + 1.
pub struct ConflictGraph {
    /// For each literal, the literals that conflict with it.
    neighbours: Vec<Vec<usize>>,
}

/// Returns the index of a literal in the graph.
fn index(lit: Literal<usize>) -> usize {
    2 * lit.variable + usize::from(lit.is_negated)
}

/// Returns the literal with this index in the graph.
fn literal(index: usize) -> Literal<usize> {
    Literal { variable: index / 2, is_negated: index % 2 == 1 }
}

/// Returns whether a row makes two literals conflict: it cannot hold if both are true.
pub fn conflict(row: &Inequality<usize>, one: Literal<usize>, other: Literal<usize>) -> bool {
    let slack = row.weight() - row.degree();
    let weights = [row.weight_of(!one), row.weight_of(!other)];
    weights.iter().all(|&weight| weight > 0) && weights.iter().sum::<i128>() > slack
}

impl ConflictGraph {
    /// Returns the graph of the conflicts in rows over columns.
    pub fn new<'a>(
        columns: usize,
        rows: impl IntoIterator<Item = &'a Inequality<usize>>,
    ) -> ConflictGraph {
        let mut neighbours = vec![Vec::new(); 2 * columns];
        let mut edges = 0;
        for row in rows {
            let slack = row.weight() - row.degree();
            let mut terms: Vec<(i128, usize)> =
                row.terms().map(|(weight, lit)| (weight, index(!lit))).collect();
            terms.sort_unstable_by(|one, other| other.cmp(one));
            let is_even = terms.first().map(|term| term.0) == terms.last().map(|term| term.0);
            if is_even && terms.len() > LONG {
                continue;
            }
            for (place, &(weight, one)) in terms.iter().enumerate() {
                let others = &terms[place + 1..];
                let number = others.partition_point(|other| weight + other.0 > slack);
                if number == 0 || edges > MOST_EDGES {
                    break;
                }
                edges += number;
                for &(_, other) in &others[..number] {
                    neighbours[one].push(other);
                    neighbours[other].push(one);
                }
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        ConflictGraph { neighbours }
    }

    /// Returns cliques that the point violates, each with its depth and as the inequality "at least
    /// all but one of the negated literals are true". Each clique has at least three literals.
    pub fn separate(&self, values: &[f64]) -> Vec<(f64, Inequality<usize>)> {
        let value = |node: usize| {
            let Literal { variable, is_negated } = literal(node);
            if is_negated { 1.0 - values[variable] } else { values[variable] }
        };
        let mut nodes: Vec<usize> = (0..self.neighbours.len())
            .filter(|&node| !self.neighbours[node].is_empty() && value(node) > 1e-4)
            .collect();
        nodes.sort_by(|&one, &other| value(other).total_cmp(&value(one)));
        let mut found = Vec::new();
        let mut seen: BTreeSet<Vec<usize>> = BTreeSet::new();
        // The number of literals of the current clique that conflict with each literal.
        let mut conflicts = vec![0; self.neighbours.len()];
        for &first in &nodes {
            if value(first) > 1.0 - 1e-6 || value(first) < LEAST_VALUE {
                continue;
            }
            let mut clique = Vec::new();
            let add = |node: usize, clique: &mut Vec<usize>, conflicts: &mut Vec<usize>| {
                clique.push(node);
                self.neighbours[node].iter().for_each(|&other| conflicts[other] += 1);
            };
            add(first, &mut clique, &mut conflicts);
            for &node in &nodes {
                if conflicts[node] == clique.len() && clique.len() < MOST_LITERALS {
                    add(node, &mut clique, &mut conflicts);
                }
            }
            let sum: f64 = clique.iter().map(|&node| value(node)).sum();
            let depth = (sum - 1.0) / (clique.len() as f64).sqrt();
            if sum > 1.0 + LEAST_VIOLATION && clique.len() > 2 {
                for &node in &self.neighbours[first] {
                    if conflicts[node] == clique.len() && clique.len() < MOST_LITERALS {
                        add(node, &mut clique, &mut conflicts);
                    }
                }
                let mut sorted = clique.clone();
                sorted.sort_unstable();
                if seen.insert(sorted) {
                    let lits = clique.iter().map(|&node| !literal(node));
                    let degree = clique.len() as i128 - 1;
                    found.push((depth, Inequality::at_least(lits, degree)));
                }
            }
            for node in clique {
                self.neighbours[node].iter().for_each(|&other| conflicts[other] = 0);
            }
        }
        found
    }
}

/// Derives the clique that an inequality states, in a proof. `others` derives the rows of its edges.
/// Returns `None` if the inequality is not a clique, if an edge is in no row, or if a row cannot be
/// derived.
pub fn derive(
    clique: &Inequality<usize>,
    columns: &Columns,
    others: &mut DeriveRow,
    kernel: &mut Kernel,
) -> Option<ProofConstraint> {
    let lits: Vec<Literal<usize>> = clique.terms().map(|(_, lit)| !lit).collect();
    let is_clique = clique.terms().all(|(weight, _)| weight == 1) && clique.is_at_most_one_false();
    if !is_clique || lits.len() < 2 {
        return None;
    }
    let mut edge = |one: Literal<usize>, other: Literal<usize>, kernel: &mut Kernel| {
        let row = columns.premises().find(|row| conflict(&row.inequality, one, other))?;
        let known = others(&row.inequality, kernel)?;
        let clause = [one, other].map(|lit| !kernel.literal(columns.lit(lit)));
        Some(kernel.rup(&clause, &[known.id]))
    };
    let mut known = edge(lits[0], lits[1], kernel)?;
    for (number, &lit) in lits.iter().enumerate().skip(2) {
        let mut edges = Vec::new();
        for &other in &lits[..number] {
            edges.push(edge(lit, other, kernel)?);
        }
        let times = number as i128 - 1;
        let mut line = PolLine::new(&known, times);
        edges.iter().for_each(|edge| line.add(edge, 1));
        line.divide(number as i128);
        let larger = kernel.sum(line);
        kernel.forget(known.id);
        edges.iter().for_each(|edge| kernel.forget(edge.id));
        known = larger;
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_one_literal_of_a_clique_is_true() {
        let mut random = fastrand::Rng::with_seed(42);
        let mut found = 0;
        for _ in 0..2_000 {
            let columns = random.usize(3..9);
            let rows: Vec<Inequality<usize>> = (0..random.usize(2..7))
                .map(|_| {
                    let terms: Vec<(i128, Literal<usize>)> = (0..columns)
                        .filter_map(|variable| {
                            let lit = Literal { variable, is_negated: random.u8(..4) > 0 };
                            random.bool().then(|| (random.i128(1..4), lit))
                        })
                        .collect();
                    let total: i128 = terms.iter().map(|term| term.0).sum();
                    Inequality::from_terms(terms, (total - random.i128(1..4)).max(0))
                })
                .collect();
            let graph = ConflictGraph::new(columns, &rows);
            let values: Vec<f64> =
                (0..columns).map(|_| f64::from(random.u8(0..=8)) / 8.0).collect();
            for (depth, clique) in graph.separate(&values) {
                found += 1;
                assert!(depth > 0.0 && clique.is_at_most_one_false());
                for word in 0..1_u32 << columns {
                    let holds = |row: &Inequality<usize>| {
                        let is_true =
                            |lit: Literal<usize>| (word >> lit.variable & 1 == 1) != lit.is_negated;
                        let terms = row.terms().filter(|(_, lit)| is_true(*lit));
                        terms.map(|(weight, _)| weight).sum::<i128>() >= row.degree()
                    };
                    assert!(!rows.iter().all(holds) || holds(&clique), "{rows:?}: {clique:?}");
                }
            }
        }
        assert!(found > 300, "{found} cliques");
    }
}
