//! Clauses that need at-most-ones of the problem besides the encoded constraint.
//!
//! A counter may count along lines of the board with at most one true literal each. The sum of the
//! definitions and the constraint counts the literals of a line as if all could be true. This
//! search adds at-most-ones while each brings the sum nearer to the clause.

use std::collections::HashSet;

use super::derivation::{Premises, clause_sides};
use super::kernel::Kernel;
use super::stated::Statements;
use super::steps::{Id, PolLine, ProofConstraint};
use super::variables::PbLit;

/// The most at-most-ones that are added to one line.
const MOST_ADDED: usize = 40;

/// Derives a clause from definitions, at most one row of the encoded constraint, and at-most-ones
/// of the problem. Returns its ID, or `None` if no such sum implies it.
pub fn derive_by_exclusions(
    kernel: &mut Kernel,
    premises: &Premises,
    clause: &[PbLit],
) -> Option<Id> {
    let alone = PolLine::sum_of(&clause_sides(clause, &kernel.definitions));
    let lines: Vec<PolLine> = premises
        .rows
        .iter()
        .map(|row| {
            let mut line = PolLine::new(row, 1);
            alone.iter().for_each(|sum| line.add_line(sum));
            line
        })
        .chain(alone.clone())
        .collect();
    let line = lines.iter().find_map(|line| kernel.problem.with_exclusions(line.clone(), clause));
    let line = line
        .or_else(|| lines.into_iter().find_map(|line| kernel.problem.with_cliques(line, clause)))?;
    Some(kernel.sum(line.weakened_to(clause)).id)
}

impl Statements {
    /// Adds at-most-ones over cliques of the line's literals that are not in the clause. Returns
    /// the line if it then implies the clause.
    fn with_cliques(&self, mut line: PolLine, clause: &[PbLit]) -> Option<PolLine> {
        let open = line.inequality().terms().filter(|(_, lit)| !clause.contains(lit)).collect();
        self.add_cliques(open, &mut line)?;
        line.implies(clause).then_some(line)
    }

    /// Adds at-most-ones of the problem to `line`. Each is over a clique: literals of `open`,
    /// chosen greedily, that exclude each other. It is added as often as the lightest literal of
    /// the clique weighs in `open`. Returns `None` if an at-most-one cannot be derived.
    pub fn add_cliques(&self, mut open: Vec<(i128, PbLit)>, line: &mut PolLine) -> Option<()> {
        let excluded = self.excluded_pairs(open.iter().map(|(_, lit)| *lit).collect());
        while let Some(&(_, first)) = open.first() {
            let mut clique = vec![first];
            for &(_, lit) in &open[1..] {
                if clique.iter().all(|&other| excluded.contains(&(other, lit))) {
                    clique.push(lit);
                }
            }
            let times = open
                .iter()
                .filter(|(_, lit)| clique.contains(lit))
                .map(|(weight, _)| *weight)
                .min()?;
            if clique.len() > 1 {
                let negated: Vec<PbLit> = clique.iter().map(|&lit| !lit).collect();
                let mut one = self.at_most_one_false(&negated)?;
                one.multiply(times);
                line.add_line(&one);
            }
            open.iter_mut()
                .filter(|(_, lit)| clique.contains(lit))
                .for_each(|(weight, _)| *weight -= times);
            open.retain(|(weight, _)| *weight > 0);
        }
        Some(())
    }

    /// Returns all pairs of `lits`, in both orders, that an at-most-one of the problem excludes
    /// from being true together. A literal also forms a pair with itself.
    fn excluded_pairs(&self, lits: HashSet<PbLit>) -> HashSet<(PbLit, PbLit)> {
        let mut excluded = HashSet::new();
        for row in self.at_most_ones() {
            let there: Vec<PbLit> = row
                .inequality
                .terms()
                .map(|(_, lit)| !lit)
                .filter(|lit| lits.contains(lit))
                .collect();
            for &one in &there {
                excluded.extend(there.iter().map(|&other| (one, other)));
            }
        }
        excluded
    }

    /// Adds at-most-ones of the problem to a line until it implies the clause. Returns `None` if no
    /// at-most-one brings it nearer, or after [`MOST_ADDED`] of them.
    pub fn with_exclusions(&self, mut line: PolLine, clause: &[PbLit]) -> Option<PolLine> {
        for _ in 0..MOST_ADDED {
            if line.implies(clause) {
                return Some(line);
            }
            line = self.at_most_ones().find_map(|other| add_if_nearer(&line, other, clause))?;
        }
        None
    }

    /// Returns "at most one of these literals is false" from a single row, or `None` if no row
    /// contains all literals.
    fn stated_at_most_one(&self, lits: &[PbLit]) -> Option<PolLine> {
        let mut rows = self.at_most_ones();
        let row = rows.find(|row| lits.iter().all(|&lit| row.inequality.weight_of(lit) > 0))?;
        let mut line = PolLine::new(row, 1);
        line.weaken(|lit| lits.contains(&lit));
        Some(line)
    }

    /// Returns "at most one of these literals is false", from one constraint of the problem or, by
    /// induction, from one for each pair. Returns `None` if the problem does not state these.
    pub fn at_most_one_false(&self, lits: &[PbLit]) -> Option<PolLine> {
        if let Some(line) = self.stated_at_most_one(lits) {
            return Some(line);
        }
        let (last, others) = lits.split_last().filter(|(_, others)| others.len() > 1)?;
        let mut line = self.at_most_one_false(others)?;
        let number = i128::try_from(others.len()).ok()?;
        line.multiply(number - 1);
        for &other in others {
            line.add_line(&self.stated_at_most_one(&[other, *last])?);
        }
        line.divide(number);
        Some(line)
    }
}

/// Adds `other` to the line if the line then comes nearer to implying the clause; otherwise returns
/// `None`. Multiplies it by the weight of the lightest or the heaviest literal that it cancels.
fn add_if_nearer(line: &PolLine, other: &ProofConstraint, clause: &[PbLit]) -> Option<PolLine> {
    let shared: Vec<i128> = other
        .inequality
        .terms()
        .map(|(_, lit)| line.weight_of(!lit))
        .filter(|&weight| weight > 0)
        .collect();
    if shared.len() < 2 {
        return None;
    }
    let missed = line.inequality().shortfall(clause);
    [shared.iter().min(), shared.iter().max()].into_iter().flatten().find_map(|&times| {
        let mut candidate = line.clone();
        candidate.add(other, times);
        (candidate.inequality().shortfall(clause) > missed).then_some(candidate)
    })
}
