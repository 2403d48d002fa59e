//! The derivation of clauses that follow only with at-most-ones of the problem, in addition to the
//! encoded constraint.
//!
//! Some counters use lines (rows, columns or regions) of the board, each of which has at most one
//! true literal. In the sum of the definitions and the constraint, the literals of such a line
//! count as if all of them could be true. The search adds at-most-ones to the sum. It stops when no
//! at-most-one brings the sum nearer to the clause. To measure this, the sum is evaluated with the
//! literals of the clause false and all other literals true. The further the value is below the
//! degree, the nearer the sum is to the clause.

use std::collections::HashSet;

use super::derivation::{Premises, clause_sides};
use super::kernel::Kernel;
use super::stated::Statements;
use super::steps::{Id, PolLine, ProofConstraint};
use super::variables::PbLit;

/// The greatest number of at-most-ones that are added to one sum.
const MOST_ADDED: usize = 40;

/// Derives a clause from a sum of three kinds of constraints: the definitions of all literals of
/// the clause, in the direction that applies if the literal is false; at most one row of the
/// encoded constraint; at-most-ones of the problem. Literals without such a definition are left
/// out. Returns the ID of the derived constraint, which has only those literals of the clause that
/// the sum contains. Returns `None`, and writes nothing, if no such sum is found to imply the
/// clause.
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
    /// Adds at-most-ones to the line (a sum of constraints). They are over cliques of literals of
    /// the line that are not in the clause. Returns the line if it then implies the clause,
    /// otherwise `None`.
    fn with_cliques(&self, mut line: PolLine, clause: &[PbLit]) -> Option<PolLine> {
        let open = line.inequality().terms().filter(|(_, lit)| !clause.contains(lit)).collect();
        self.add_cliques(open, &mut line)?;
        line.implies(clause).then_some(line)
    }

    /// Adds at-most-ones that the problem implies to `line`, until no literal of `open` has a
    /// weight left. `open` has distinct literals with positive weights. Each at-most-one is over a
    /// clique: literals of `open` that exclude each other, chosen greedily. The at-most-one is
    /// multiplied by the weight of the lightest literal of the clique. This weight is then
    /// subtracted from the weights of all literals of the clique. A literal without a partner adds
    /// nothing. Writes no step. Returns `None` if an at-most-one cannot be derived; others can be
    /// added to `line` already.
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

    /// Returns all pairs of `lits`, in both orders, that cannot be true together. The reason for
    /// each pair is an at-most-one of the problem that contains both literals. A literal that is in
    /// such a constraint also forms a pair with itself.
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

    /// Adds at-most-ones of the problem to a line (a sum of constraints) until the line implies the
    /// clause. Returns the line, which is not written. If the line implies the clause already,
    /// returns it unchanged. The next at-most-one is always the first that brings the line nearer
    /// to the clause. Returns `None` if no at-most-one brings it nearer, or if the clause is not
    /// implied after [`MOST_ADDED`] at-most-ones.
    pub fn with_exclusions(&self, mut line: PolLine, clause: &[PbLit]) -> Option<PolLine> {
        for _ in 0..=MOST_ADDED {
            if line.implies(clause) {
                return Some(line);
            }
            line = self.at_most_ones().find_map(|other| add_if_nearer(&line, other, clause))?;
        }
        None
    }

    /// Returns the constraint "at most one of these literals is false", as a line of the proof. It
    /// comes from a single row of the problem. Returns `None` if no at-most-one contains all
    /// literals.
    fn stated_at_most_one(&self, lits: &[PbLit]) -> Option<PolLine> {
        let mut rows = self.at_most_ones();
        let row = rows.find(|row| lits.iter().all(|&lit| row.inequality.weight_of(lit) > 0))?;
        let mut line = PolLine::new(row, 1);
        line.weaken(|lit| lits.contains(&lit));
        Some(line)
    }

    /// Returns the constraint "at most one of these literals is false", as a line of the proof. It
    /// is derived from one constraint of the problem or, by induction, from one constraint for each
    /// pair of literals. Writes no step. Returns `None` if the problem does not have these
    /// constraints. A single literal also needs an at-most-one that contains it.
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

/// Returns the sum of the line (a sum of constraints) and a multiple of `other`, if this sum is
/// nearer to the clause. `other` cancels some literals of the line. The factor of `other` is the
/// weight in the line of the lightest or of the heaviest of these literals. Returns `None` if no
/// such sum is nearer, or if `other` cancels fewer than two literals.
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
