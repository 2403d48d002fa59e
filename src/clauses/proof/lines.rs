//! Derivations for lines (rows, columns or regions of the board) on which two counts exclude each
//! other. On each of these lines, at least one of the two counts has no true literal.
//!
//! For each line, the proof defines a variable c that means "a literal of the first count is true".
//! Let n be the number of literals that each count has on the line. Then n c + Σ ~first >= n is one
//! direction of the definition of c. The constraint n ~c + Σ ~second >= n is a sum of clauses ~c ∨
//! ~second, each of which is derived by unit propagation. The sum of these two constraints states
//! that at least n literals of the line are false.
//!
//! Encodings count the false literals beyond n
//! ([`Minimum`](quarrel_encodings::cardinality::Minimum)). A clause about one line is derived by
//! two cases, for both values of c. A clause about several lines is derived from a sum of
//! definitions. If the literals of a line do not cancel in this sum, the constraint "at least n
//! literals of the line are false" is added.

use std::collections::{HashMap, HashSet};

use super::ProofError;
use super::definitions::ReifiedLiteral;
use super::derivation::clause_sides;
use super::kernel::Kernel;
use super::steps::{Id, PolLine, ProofConstraint};
use super::variables::{Inequality, PbLit};
use crate::model::{Count, LeastCount};

/// The lines on which two counts exclude each other. There are none if the objective declares none.
#[derive(Default)]
pub struct ExclusiveLines {
    /// For each partition of the board into lines, the lines that have literals of both counts.
    partitions: Vec<Vec<DividedLine>>,
    /// The sum of the lower bounds that the problem states on the counts. `None` if a count has no
    /// stated bound.
    stated: Option<ProofConstraint>,
}

/// A line on which only one of two counts can have true literals.
struct DividedLine {
    /// The literals of the first and of the second count on the line.
    kinds: [Vec<PbLit>; 2],
    /// The literal "a literal of the first count is true".
    first: PbLit,
    /// Two constraints: if `first` is true, the second count has no true literal; if it is false,
    /// the first count has none.
    missing: [ProofConstraint; 2],
    /// The constraint "at least n literals of the line are false", where n is the number of
    /// literals that each count has on the line.
    of_both: ProofConstraint,
}

impl DividedLine {
    /// Derives that only one of two counts has true literals on a line of the board. Defines for
    /// the line the literal "a literal of the first count is true". `kinds` has the literals of the
    /// first count, then those of the second. `implications` lists for each literal the
    /// at-most-ones by which it makes other literals false. Returns `None` in two cases: a count
    /// has no literal; propagation through these at-most-ones does not show that each literal of
    /// the second count excludes all literals of the first count. Steps that were written before a
    /// `None` stay in the proof.
    fn derive(
        kinds: [Vec<PbLit>; 2],
        implications: &HashMap<PbLit, Vec<ProofConstraint>>,
        kernel: &mut Kernel,
    ) -> Option<DividedLine> {
        let [of_first, of_second] = &kinds;
        let meaning = Inequality::at_least(of_first.iter().copied(), 1);
        let ReifiedLiteral { lit: first, forward, backward } = kernel.define(&meaning)?;
        let mut excluded = Vec::new();
        for &lit in of_second {
            let mut from = propagation_hints(lit, of_first, implications)?;
            from.push(forward.id);
            excluded.push(kernel.rup(&[!first, !lit], &from));
        }
        let excluded = kernel.sum(PolLine::sum_of(&excluded)?);
        let of_both = kernel.sum(PolLine::new(&backward, 1).plus(&excluded));
        Some(DividedLine { kinds, first, missing: [excluded, backward], of_both })
    }

    /// Returns whether the line consists of exactly these literals.
    fn consists_of(&self, lits: &HashSet<PbLit>) -> bool {
        let all = self.kinds.iter().flatten();
        all.clone().count() == lits.len() && all.into_iter().all(|lit| lits.contains(lit))
    }

    /// Returns whether each literal of the line has a positive weight in a sum.
    fn occurs_in(&self, sum: &PolLine) -> bool {
        self.kinds.iter().flatten().all(|&lit| sum.weight_of(lit) > 0)
    }
}

impl ExclusiveLines {
    /// Derives two kinds of facts, and adds them to `self`. For each line of the board, it derives
    /// that only one of the counts has true literals on the line. It also derives the sum of the
    /// lower bounds that the problem states on the counts. There is no sum if a count has no stated
    /// bound. Skips lines on which a count has no literal. Does nothing if the objective declares
    /// no exclusive lines.
    ///
    /// # Errors
    ///
    /// If the fact about a line cannot be derived. The steps until then stay, and so do the
    /// partitions that are complete. The sum is not derived.
    pub fn divide(&mut self, least: &LeastCount, kernel: &mut Kernel) -> Result<(), ProofError> {
        let partitions = least.exclusive_lines();
        if partitions.is_empty() {
            return Ok(());
        }
        let implications = implications_by_literal(kernel);
        for lines in &partitions {
            let divided: Option<Vec<DividedLine>> = lines
                .iter()
                .filter(|kinds| kinds.iter().all(|kind| !kind.is_empty()))
                .map(|kinds| {
                    DividedLine::derive(
                        kinds.map(|kind| kernel.literals(kind)),
                        &implications,
                        kernel,
                    )
                })
                .collect();
            self.partitions.push(divided.ok_or(ProofError::Lines)?);
        }
        self.stated = stated_sum(&least.counts, kernel);
        Ok(())
    }

    /// Derives a clause by the two cases of one line or, if this fails, as a sum over several
    /// lines. Returns the ID of the derived constraint, which has only those literals of the clause
    /// that the sum contains. Returns `None`, and writes nothing, if there are no lines, or if
    /// neither way implies the clause.
    pub fn derive_clause(&self, clause: &[PbLit], kernel: &mut Kernel) -> Option<Id> {
        if self.partitions.is_empty() {
            return None;
        }
        let sides = clause_sides(clause, &kernel.definitions);
        let derived = match self.line_from_cases(clause, &sides) {
            Some(line) => line,
            None => self.line_from_sums(clause, &sides)?,
        };
        Some(kernel.sum(derived).id)
    }

    /// Searches for a derivation by the two cases of a line of the board: the first count has a
    /// true literal on the line, or it has none. Such a line must meet two conditions. Its literals
    /// are positive, and its variables are exactly the variables of `sides` that do not occur in
    /// the clause. Considers only the first such line. Returns the sum, weakened to the clause,
    /// without writing it. Returns `None` if there is no such line, or if a case does not imply the
    /// clause.
    fn line_from_cases(&self, clause: &[PbLit], sides: &[ProofConstraint]) -> Option<PolLine> {
        let lits: HashSet<PbLit> = sides
            .iter()
            .flat_map(|side| side.inequality.terms().map(|(_, lit)| lit.variable.into()))
            .filter(|lit| !clause.contains(lit) && !clause.contains(&!*lit))
            .collect();
        let line = self.partitions.iter().flatten().find(|line| line.consists_of(&lits))?;
        let [first_missing, second_missing] = &line.missing;
        let one = line_in_case(!line.first, first_missing, clause, sides)?;
        let other = line_in_case(line.first, second_missing, clause, sides)?;
        Some(one.plus_line(&other).weakened_to(clause))
    }

    /// Searches for a sum that implies the clause. The first sum to try is the sum of `sides`; the
    /// second is this sum plus the stated lower bounds on the counts. If there are no `sides`, only
    /// the stated bounds are tried. For each partition of the board into lines, some of its lines
    /// are added. A line is added if all its literals have a positive weight in the sum. It is
    /// added as the constraint "at least n literals of the line are false". Returns the first
    /// result that implies the clause, weakened to the clause, without writing it. Returns `None`
    /// if no such sum implies the clause.
    fn line_from_sums(&self, clause: &[PbLit], sides: &[ProofConstraint]) -> Option<PolLine> {
        let sum = PolLine::sum_of(sides);
        let with_stated = self.stated.iter().map(|stated| {
            let mut line = PolLine::new(stated, 1);
            sum.iter().for_each(|sum| line.add_line(sum));
            line
        });
        for sum in sum.iter().cloned().chain(with_stated) {
            for lines in &self.partitions {
                let mut line = sum.clone();
                lines
                    .iter()
                    .filter(|one| one.occurs_in(&sum))
                    .for_each(|one| line.add(&one.of_both, 1));
                if line.implies(clause) {
                    return Some(line.weakened_to(clause));
                }
            }
        }
        None
    }
}

/// Searches for a sum that implies "the clause or `case`". The sum consists of `missing` and all
/// `sides` except one. `missing` says that one count has no true literal if `case` is false.
/// Returns the first such sum, weakened to the clause and `case`, without writing it. Returns
/// `None` if no such sum implies "the clause or `case`", or if there are no `sides`.
fn line_in_case(
    case: PbLit,
    missing: &ProofConstraint,
    clause: &[PbLit],
    sides: &[ProofConstraint],
) -> Option<PolLine> {
    let wanted = [clause, &[case]].concat();
    for left in 0..sides.len() {
        let mut line = PolLine::new(missing, 1);
        sides[..left].iter().chain(&sides[left + 1..]).for_each(|side| line.add(side, 1));
        if line.implies(&wanted) {
            return Some(line.weakened_to(&wanted));
        }
    }
    None
}

/// Derives the sum of the greatest lower bounds that the problem states on the counts. Returns
/// `None` if a count has no stated lower bound.
fn stated_sum(counts: &[Count], kernel: &mut Kernel) -> Option<ProofConstraint> {
    let rows: Option<Vec<&ProofConstraint>> =
        counts.iter().map(|count| stated_bound(count, kernel)).collect();
    let line = PolLine::sum_of(rows?)?;
    Some(kernel.sum(line))
}

/// Returns the row of the problem that states the greatest lower bound on a count. Such a row has
/// exactly the count's literals, each with weight 1. If several rows state this bound, returns the
/// last of them. Returns `None` if there is no such row.
fn stated_bound<'a>(count: &Count, kernel: &'a Kernel) -> Option<&'a ProofConstraint> {
    let counted = Inequality::at_least(kernel.literals(&count.lits), 0);
    kernel
        .rows()
        .filter(|row| {
            let degree = row.inequality.degree();
            row.inequality == counted.with_degree(counted.degree() + degree)
        })
        .max_by_key(|row| row.inequality.degree())
}

/// Returns a map from literals to at-most-ones of the problem. For each literal, the map has the
/// at-most-ones by which the literal makes other literals false. A literal without such
/// at-most-ones is not in the map.
fn implications_by_literal(kernel: &Kernel) -> HashMap<PbLit, Vec<ProofConstraint>> {
    let mut implications: HashMap<PbLit, Vec<ProofConstraint>> = HashMap::new();
    for row in kernel.problem.at_most_ones() {
        for (_, lit) in row.inequality.terms() {
            implications.entry(!lit).or_default().push(row.clone());
        }
    }
    implications
}

/// Assumes that `lit` is true, and propagates this until all of `these` are false. Returns the IDs
/// of the constraints through which this happens, in the order of propagation. Some of them may not
/// be needed. `implications` lists for each literal the at-most-ones by which it makes other
/// literals false; only these constraints are propagated. Returns `None` if propagation does not
/// make all of `these` false.
fn propagation_hints(
    lit: PbLit,
    these: &[PbLit],
    implications: &HashMap<PbLit, Vec<ProofConstraint>>,
) -> Option<Vec<Id>> {
    let (mut known, mut open, mut from) = (HashSet::from([lit]), vec![lit], Vec::new());
    let mut next = 0;
    while let Some(&lit) = open.get(next) {
        next += 1;
        for row in implications.get(&lit).into_iter().flatten() {
            let new: Vec<PbLit> = row
                .inequality
                .terms()
                .map(|(_, other)| other)
                .filter(|&other| other != !lit)
                .filter(|&other| known.insert(other))
                .collect();
            if !new.is_empty() {
                from.push(row.id);
                open.extend(new);
            }
        }
        if these.iter().all(|lit| known.contains(&!*lit)) {
            return Some(from);
        }
    }
    None
}
