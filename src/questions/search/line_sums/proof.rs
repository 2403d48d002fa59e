//! Derivations that refute bounds on line sums and on the objective.
//!
//! Every literal of the objective is on one line of each partition. So some multiples of line sums
//! and of their total, the objective, add up to 0. A fresh variable is true if a line sum is at
//! least a certain number. If the variable is false, the sum is at most this number minus 2, by the
//! line's parity. These two implications bound the sum from below and from above. Each bound is
//! multiplied by the multiple of its line. All products are added up, and all literals of the
//! objective cancel. The result is a clause: one of the bounds does not hold, or the objective is
//! worse than the refuted bound.
//!
//! The bounds of each line are derived from literals that propagation fixes, and from the line's
//! parity. The solver's refutations depend on assumed outputs of the lines' counters. Each of these
//! outputs is implied by a bound on its line.

use std::collections::HashMap;

use super::sums::{self, LineSums};
use crate::model::Lit;
use crate::proof::{
    BoundReification, DerivedClause, Id, Inequality, Kernel, Log, OpenProof, PbLit, PolLine,
    ProofConstraint, ProofError, ReifiedLiteral, propagate_units, to_i128,
};

/// A statement about the sum of a line: the sum reaches a number, or the sum does not reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SumStatement {
    /// The index of the line in `LineSums::lines`.
    pub line: usize,
    /// A number with the line's parity. If `is_reached`, the statement is that the sum is at least
    /// this number. Otherwise, it is that the sum is smaller.
    pub least: u32,
    /// Whether the sum is at least `least`.
    pub is_reached: bool,
}

impl std::ops::Not for SumStatement {
    type Output = SumStatement;

    fn not(self) -> SumStatement {
        SumStatement { is_reached: !self.is_reached, ..self }
    }
}

/// An assumption that demands a number of true literals on a line.
#[derive(Debug)]
pub struct Demand {
    /// The assumed literal: an output of the line's counter, or a literal of the line.
    pub lit: Lit,
    /// The index of the line in `LineSums::lines`.
    pub line: usize,
    /// A lower and an upper bound on the line's sum. The demanded literal follows from one of them.
    /// `None` is a bound that always holds.
    pub bounds: [Option<SumStatement>; 2],
}

/// The derivations about line sums. They are for one bound on the objective at a time.
pub struct RefutedSums<'a> {
    log: &'a Log,
    /// The lines, in the order of the search.
    lines: Vec<BoundedLine>,
    /// The constraints that state the lower and the upper bound of the objective.
    total: [ProofConstraint; 2],
    /// The statement that the objective is worse than the bound.
    worse: BoundReification,
    /// For a line and a number, the literal "the sum of the line is at least the number", with the
    /// two constraints that define this literal.
    reified: HashMap<(usize, u32), (PbLit, [ProofConstraint; 2])>,
    /// For a demanded literal and a bound on its line, the ID of the clause "the bound implies the
    /// literal". If the bound is `None`, the clause is the literal alone.
    followed: HashMap<(PbLit, Option<SumStatement>), Id>,
}

/// A line with its derived bounds.
struct BoundedLine {
    /// The literals of the line. The sum of the line is the number of its true literals.
    lits: Vec<PbLit>,
    /// The constraints that state the lower and the upper bound on the sum.
    known: [ProofConstraint; 2],
}

impl<'a> RefutedSums<'a> {
    /// Derives the bounds of all lines and begins the refutation of `bound`. Fails if the proof
    /// cannot derive the bounds.
    pub fn new(log: &'a Log, bound: i64, sums: &LineSums) -> Result<RefutedSums<'a>, ProofError> {
        let kernel = &mut log.open().kernel;
        let lines = derive_line_bounds(sums, kernel).ok_or(ProofError::Sums)?;
        let (worse, total) = derive_total_bounds(bound, kernel).ok_or(ProofError::Sums)?;
        let (reified, followed) = (HashMap::new(), HashMap::new());
        Ok(RefutedSums { log, lines, total, worse, reified, followed })
    }

    /// Sets the next bound to refute. The bounds of the lines stay derived. Fails if the proof has
    /// no lower or upper bound for the total, for example without an objective.
    pub fn set_bound(&mut self, bound: i64) -> Result<(), ProofError> {
        let kernel = &mut self.log.open().kernel;
        (self.worse, self.total) = derive_total_bounds(bound, kernel).ok_or(ProofError::Sums)?;
        Ok(())
    }

    /// Returns the proved lower bound on the number of true literals among the literals of the
    /// objective that make the value worse.
    pub fn least_total(&self) -> i128 {
        self.total[0].inequality.degree()
    }

    /// Derives the clause "a bound in `bounds` does not hold, or the objective is worse than the
    /// bound to refute". Adds up bounds of the lines and of the total, each multiplied by the
    /// absolute value of its number in `multiples`. `multiples` has a number for each line, and can
    /// have one more for the total. The lower bound is used if the number is positive, and the
    /// upper bound if it is negative. It is the first such bound in `bounds`, or otherwise the
    /// derived one. The clause has only the literals that the sum needs. Defines the literals of
    /// all `bounds` at their first use. Fails with [`ProofError::Sums`] if `multiples` has only
    /// zeros, if a bound has no literal, or if the sum does not contradict the bounds.
    pub fn refute_by_sum(
        &mut self,
        multiples: &[i128],
        bounds: &[SumStatement],
    ) -> Result<DerivedClause, ProofError> {
        let kernel = &mut self.log.open().kernel;
        let line = self.sum_of_lines(multiples, bounds, kernel).ok_or(ProofError::Sums)?;
        let clause = self.negations(bounds, kernel).ok_or(ProofError::Sums)?;
        self.derive_from_sum(line, clause, kernel)
    }

    /// Derives that the objective is worse than the bound. Uses only the bounds on the total, which
    /// must contradict each other.
    pub fn refute_by_total(&self) -> Result<DerivedClause, ProofError> {
        let line = PolLine::sum(self.total.iter().map(|side| (side, 1)));
        let kernel = &mut self.log.open().kernel;
        self.derive_from_sum(line.ok_or(ProofError::Sums)?, Vec::new(), kernel)
    }

    /// Derives the clause that a sum of constraints implies: a literal of `clause` is true, or the
    /// objective is worse than the bound. If no literal means "worse than the bound", the clause is
    /// `clause` alone. The derived clause has only those of these literals that the sum contains.
    /// Fails with [`ProofError::Sums`] if the sum implies no such clause.
    fn derive_from_sum(
        &self,
        line: PolLine,
        mut clause: Vec<PbLit>,
        kernel: &mut Kernel,
    ) -> Result<DerivedClause, ProofError> {
        clause.extend(self.worse.lit());
        kernel.derive_implied(line, &clause).ok_or(ProofError::Sums)
    }

    /// Returns a sum of bounds, each multiplied by the absolute value of its number in `multiples`.
    /// The lower bound of a line is used if its multiple is positive, and the upper bound if it is
    /// negative. `multiples` has a number for each line. If it has one number more, the last one is
    /// the multiple of the total. If `bounds` has such a bound for the line, uses the first one.
    /// Otherwise uses the derived bound. Returns `None` if all multiples are 0, or if a used bound
    /// cannot be [expressed](RefutedSums::reify). Writes definitions of literals, but not the sum.
    fn sum_of_lines(
        &mut self,
        multiples: &[i128],
        bounds: &[SumStatement],
        kernel: &mut Kernel,
    ) -> Option<PolLine> {
        let mut parts = Vec::new();
        for (column, &times) in multiples.iter().enumerate().filter(|&(_, &times)| times != 0) {
            let is_least = times > 0;
            let mut of_line = bounds.iter().filter(|statement| statement.line == column);
            let known = match of_line.find(|statement| statement.is_reached == is_least) {
                Some(&statement) => self.reify(statement, kernel)?.1,
                None => {
                    let line =
                        self.lines.get(column).map(|line| &line.known).unwrap_or(&self.total);
                    line[usize::from(!is_least)].clone()
                }
            };
            parts.push((known, times.abs()));
        }
        PolLine::sum(parts.iter().map(|(known, times)| (known, *times)))
    }

    /// Derives a clause from the solver's last refutation: some bounds on line sums do not all
    /// hold. Returns the clause, which has the negated literals of these bounds. Also returns the
    /// bounds, each once and sorted. Bounds that always hold are left out. The refutation must be
    /// under assumptions from `demands`. Defines the literal of a bound at its first use, and keeps
    /// derived implications for later calls, even after a failure. Fails with [`ProofError::Sums`]
    /// if the solver has no refutation, if one of its literals is not the negation of a literal in
    /// `demands`, if a demanded literal cannot be derived from a bound on its line, or if a bound
    /// has no literal.
    pub fn refute_by_core(
        &mut self,
        demands: &[Demand],
    ) -> Result<(DerivedClause, Vec<SumStatement>), ProofError> {
        let OpenProof { kernel, lemmas, .. } = &mut *self.log.open();
        let refutation = lemmas.refutation().ok_or(ProofError::Sums)?;
        let (mut from, mut bounds) = (vec![refutation.id], Vec::new());
        for &lit in &refutation.lits {
            let demand = demands.iter().find(|demand| kernel.literal(demand.lit) == !lit);
            let follows = demand.and_then(|demand| self.derive_demand(demand, kernel));
            let (id, statement) = follows.ok_or(ProofError::Sums)?;
            from.push(id);
            bounds.extend(statement);
        }
        bounds.sort_unstable();
        bounds.dedup();
        let lits = self.negations(&bounds, kernel).ok_or(ProofError::Sums)?;
        // The RUP step keeps the clause in the proof, even if the solver deletes its own copy.
        let id = kernel.rup(&lits, &from).id;
        Ok((DerivedClause { id, lits }, bounds))
    }

    /// Derives that a bound on the line's sum implies the demanded literal, and keeps this
    /// implication for later calls. Returns the constraint ID of the implication, and the bound.
    /// The bound is `None` if it always holds. Bounds for which the implication is already derived
    /// are tried first. Then the lower bound is tried before the upper bound. Returns `None` if the
    /// line does not exist, if a tried bound cannot be expressed, or if neither bound implies the
    /// literal.
    fn derive_demand(
        &mut self,
        demand: &Demand,
        kernel: &mut Kernel,
    ) -> Option<(Id, Option<SumStatement>)> {
        let lit = kernel.literal(demand.lit);
        let mut bounds = demand.bounds.iter();
        let known =
            bounds.find_map(|&statement| Some((*self.followed.get(&(lit, statement))?, statement)));
        if known.is_some() {
            return known;
        }
        let sides = kernel.rounded_sides(&[lit]);
        for (place, &statement) in demand.bounds.iter().enumerate() {
            let (clause, known) = match statement {
                None => (vec![lit], self.lines.get(demand.line)?.known[place].clone()),
                Some(statement) => {
                    let (bound, known) = self.reify(statement, kernel)?;
                    (vec![lit, !bound], known)
                }
            };
            // A demanded literal of the line itself has no definition, so `sides` is empty for it.
            if let Some(DerivedClause { id, .. }) = kernel.derive_implied(
                PolLine::sum(sides.iter().chain([&known]).map(|known| (known, 1)))?,
                &clause,
            ) {
                self.followed.insert((lit, statement), id);
                return Some((id, statement));
            }
        }
        None
    }

    /// Derives by reverse unit propagation the clause that one of `bounds` does not hold. If a
    /// clause of `from` has the literal "the objective is worse than the bound", the derived clause
    /// has this literal, too. The refutations `from` must together refute `bounds`. Only a checker
    /// of the proof tests this. If `from` is empty, the checker propagates all constraints of the
    /// proof. The refutations `from` stay in the proof. Defines the literal of a bound at its first
    /// use. Fails with [`ProofError::Sums`] if a bound cannot be expressed.
    pub fn resolve(
        &mut self,
        bounds: &[SumStatement],
        from: &[&DerivedClause],
    ) -> Result<DerivedClause, ProofError> {
        let kernel = &mut self.log.open().kernel;
        let mut lits = self.negations(bounds, kernel).ok_or(ProofError::Sums)?;
        let worse = self.worse.lit();
        lits.extend(worse.filter(|lit| from.iter().any(|one| one.lits.contains(lit))));
        let ids: Vec<Id> = from.iter().map(|one| one.id).collect();
        let id = kernel.rup(&lits, &ids).id;
        Ok(DerivedClause { id, lits })
    }

    /// Deletes a refutation that no later step needs.
    pub fn forget(&self, refutation: &DerivedClause) {
        self.log.open().kernel.forget(refutation.id);
    }

    /// Records that the objective is worse than the bound. Fails if the refutation depends on
    /// bounds of lines.
    pub fn conclude(&self, refutation: &DerivedClause) -> Result<(), ProofError> {
        let kernel = &mut self.log.open().kernel;
        kernel.bound_by_clause(refutation, Some(&self.worse), ProofError::Sums)
    }

    /// Returns the literal of a statement. Also returns the constraint on the line's sum that holds
    /// if this literal is true. If the statement is that the sum does not reach the number, the
    /// literal is negated. The constraint is then rounded to the line's parity, if this parity is
    /// known. Defines the literal at its first use, once for both statements. Returns `None` if the
    /// line does not exist, or if its literals always or never reach the number.
    fn reify(
        &mut self,
        statement: SumStatement,
        kernel: &mut Kernel,
    ) -> Option<(PbLit, ProofConstraint)> {
        let key = (statement.line, statement.least);
        if !self.reified.contains_key(&key) {
            let lits = self.lines.get(statement.line)?.lits.iter().copied();
            let meaning = Inequality::at_least(lits, i128::from(statement.least));
            let ReifiedLiteral { lit, forward, backward } = kernel.define(&meaning)?;
            let less = kernel.rounded_reification(&backward, lit);
            self.reified.insert(key, (lit, [forward, less.unwrap_or(backward)]));
        }
        let (lit, [forward, backward]) = self.reified.get(&key)?;
        Some(if statement.is_reached { (*lit, forward.clone()) } else { (!*lit, backward.clone()) })
    }

    /// Returns the negated literals of statements. Returns `None` if one of these literals cannot
    /// be defined.
    fn negations(
        &mut self,
        statements: &[SumStatement],
        kernel: &mut Kernel,
    ) -> Option<Vec<PbLit>> {
        statements.iter().map(|&statement| Some(!self.reify(statement, kernel)?.0)).collect()
    }
}

/// Derives two bounds on the total. The lower bound is rounded to the parity of the total's
/// literals, if this parity is known. The upper bound holds if the objective is not worse than
/// `bound`. Returns the statement that the objective is worse than `bound`, and then the lower and
/// the upper bound. If this statement is always true or always false, it has no literal, and the
/// upper bound is the trivial one. Returns `None` if the problem has no objective, or if no literal
/// has a cost.
fn derive_total_bounds(
    bound: i64,
    kernel: &mut Kernel,
) -> Option<(BoundReification, [ProofConstraint; 2])> {
    let worse = kernel.define_worse_than(bound)?;
    let least = kernel.lower_bound()?;
    let least = kernel.rounded(&least).unwrap_or(least);
    let most = match &worse {
        BoundReification::Reified(worse) => worse.backward.clone(),
        BoundReification::Trivial => kernel.upper_bound()?,
    };
    Some((worse, [least, most]))
}

/// Derives the bounds of each line from the literals that propagation fixes. Returns `None` if a
/// bound cannot be derived.
fn derive_line_bounds(sums: &LineSums, kernel: &mut Kernel) -> Option<Vec<BoundedLine>> {
    let (lits, places): (Vec<Lit>, Vec<usize>) = sums.fixed().iter().copied().unzip();
    let units = propagate_units(&kernel.literals(&lits), &places, kernel)?;
    sums.lines().iter().map(|line| BoundedLine::derive(line, &units, kernel)).collect()
}

impl BoundedLine {
    /// Derives the lower and the upper bound on a line's sum. `units` has the unit clause of each
    /// literal that propagation makes true. `line.most` must not exceed the number of literals.
    /// Returns `None` if a derived bound differs from the bound that the search uses, or if the
    /// line has no literals.
    fn derive(
        line: &sums::SummedLine,
        units: &HashMap<PbLit, ProofConstraint>,
        kernel: &mut Kernel,
    ) -> Option<BoundedLine> {
        let lits = kernel.literals(&line.lits);
        let opposite: Vec<PbLit> = lits.iter().map(|&lit| !lit).collect();
        let missing = to_i128(lits.len()) - i128::from(line.most);
        let least = derive_at_least(&lits, units, i128::from(line.least), kernel)?;
        let most = derive_at_least(&opposite, units, missing, kernel)?;
        Some(BoundedLine { lits, known: [least, most] })
    }
}

/// Derives that at least `least` of the literals are true. The derivation uses the literals that
/// propagation fixes, and the line's parity. `units` has the unit clause of each fixed literal.
/// Returns `None` if the derived constraint is not exactly this one, or if there are no literals.
fn derive_at_least(
    lits: &[PbLit],
    units: &HashMap<PbLit, ProofConstraint>,
    least: i128,
    kernel: &mut Kernel,
) -> Option<ProofConstraint> {
    let (fixed, open): (Vec<PbLit>, Vec<PbLit>) =
        lits.iter().partition(|lit| units.contains_key(lit));
    let mut line = (!open.is_empty()).then(|| PolLine::from_literals(&open));
    for unit in fixed.iter().filter_map(|lit| units.get(lit)) {
        match &mut line {
            Some(line) => line.add(unit, 1),
            None => line = Some(PolLine::new(unit, 1)),
        }
    }
    let mut known = kernel.sum(line?);
    if known.inequality.degree() < least {
        known = kernel.rounded(&known)?;
    }
    (known.inequality == Inequality::at_least(lits.iter().copied(), least)).then_some(known)
}
