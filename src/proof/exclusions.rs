//! Clauses that rest on constraints beside the one that is encoded: a counter may have lines of
//! literals of which at most one is true, as another constraint says.
//!
//! The sum of the definitions and of the constraint is then too little by the literals of such
//! lines, each of which counts as if all of them could be true. So at-most-ones are added to it,
//! one after the other, as long as each brings the clause nearer. That is a search, and the last
//! that is tried.

use std::collections::HashSet;

use super::derivation::{Premises, sides};
use super::inequality::PbLit;
use super::kernel::Kernel;
use super::stated::Statements;
use super::steps::{Id, Logged, PolLine};

/// After how many at-most-ones the search gives up.
const MOST_ADDED: usize = 40;

/// Derives a clause from its definitions, the constraint that it encodes, and at-most-ones.
pub fn by_exclusions(kernel: &mut Kernel, premises: &Premises, clause: &[PbLit]) -> Option<Id> {
    let alone = PolLine::sum(sides(clause, &kernel.definitions).iter().map(|side| (side, 1)));
    let with_rows = premises.rows.iter().map(|row| {
        let mut line = PolLine::of(row, 1);
        alone.iter().for_each(|sum| line.add_line(sum));
        line
    });
    let lines: Vec<PolLine> = with_rows.chain(alone.clone()).collect();
    let line = lines.iter().find_map(|line| kernel.problem.excluding(line.clone(), clause));
    let line = line.or_else(|| {
        lines.into_iter().find_map(|line| kernel.problem.along_cliques(line, clause))
    })?;
    Some(kernel.sum(line.weakened_to(clause)).id)
}

impl Statements {
    /// A line with at-most-ones of its literals added to it, if the clause follows.
    fn along_cliques(&self, mut line: PolLine, clause: &[PbLit]) -> Option<PolLine> {
        let open = line.says().terms().filter(|(_, lit)| !clause.contains(lit));
        self.add_cliques(open.collect(), &mut line)?;
        (line.says().missed_without(clause) > 0).then_some(line)
    }

    /// Adds to a line that of literals, two of which always exclude each other, one at most is
    /// true: each together with those before it, and as often as it weighs.
    pub fn add_cliques(&self, mut open: Vec<(i128, PbLit)>, line: &mut PolLine) -> Option<()> {
        let excluded = self.excluded(open.iter().map(|(_, lit)| *lit).collect());
        while let Some(&(_, first)) = open.first() {
            let mut clique = vec![first];
            for &(_, lit) in &open[1..] {
                if clique.iter().all(|&other| excluded.contains(&(other, lit))) {
                    clique.push(lit);
                }
            }
            let is_in = |lit: PbLit| clique.contains(&lit);
            let weights = open.iter().filter(|(_, lit)| is_in(*lit)).map(|(weight, _)| *weight);
            let times = weights.min()?;
            if clique.len() > 1 {
                let negated: Vec<PbLit> = clique.iter().map(|&lit| !lit).collect();
                let mut one = self.at_most_one_false(&negated)?;
                one.multiply(times);
                line.add_line(&one);
            }
            open.iter_mut().filter(|(_, lit)| is_in(*lit)).for_each(|(weight, _)| *weight -= times);
            open.retain(|(weight, _)| *weight > 0);
        }
        Some(())
    }

    /// Which two of some literals are never both true, as at-most-ones say.
    fn excluded(&self, lits: HashSet<PbLit>) -> HashSet<(PbLit, PbLit)> {
        let mut excluded = HashSet::new();
        for row in self.at_most_ones() {
            let there = row.says.terms().map(|(_, lit)| !lit).filter(|lit| lits.contains(lit));
            let there: Vec<PbLit> = there.collect();
            for &one in &there {
                excluded.extend(there.iter().map(|&other| (one, other)));
            }
        }
        excluded
    }

    /// A line with at-most-ones added to it, until the clause follows.
    pub fn excluding(&self, mut line: PolLine, clause: &[PbLit]) -> Option<PolLine> {
        for _ in 0..MOST_ADDED {
            let missed = line.says().missed_without(clause);
            if missed > 0 {
                return Some(line);
            }
            let nearer = |other: &Logged| {
                let mut weights = other.says.terms().map(|(_, lit)| line.weight_of(!lit));
                let shared: Vec<i128> = weights.by_ref().filter(|&weight| weight > 0).collect();
                let times = [shared.iter().min(), shared.iter().max()];
                times.into_iter().flatten().filter(|_| shared.len() > 1).find_map(|&times| {
                    let mut line = line.clone();
                    line.add(other, times);
                    (line.says().missed_without(clause) > missed).then_some(line)
                })
            };
            line = self.at_most_ones().find_map(nearer)?;
        }
        None
    }

    /// At most one of these literals is false, as a constraint says, or one for each two of them:
    /// from all but the last one, as often as there are two fewer, and each of them with the last
    /// one, by division.
    pub fn at_most_one_false(&self, lits: &[PbLit]) -> Option<PolLine> {
        let has =
            |row: &Logged, lits: &[PbLit]| lits.iter().all(|lit| row.says.weight_of(*lit) > 0);
        let stated = |lits: &[PbLit]| {
            let row = self.at_most_ones().find(|row| has(row, lits))?;
            let mut line = PolLine::of(row, 1);
            line.weaken(|lit| lits.contains(&lit));
            Some(line)
        };
        if let Some(line) = stated(lits) {
            return Some(line);
        }
        let (last, others) = lits.split_last().filter(|(_, others)| others.len() > 1)?;
        let mut line = self.at_most_one_false(others)?;
        let number = i128::try_from(others.len()).ok()?;
        line.multiply(number - 1);
        for &other in others {
            line.add_line(&stated(&[other, *last])?);
        }
        line.divide(number);
        Some(line)
    }
}
