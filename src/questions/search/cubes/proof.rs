//! Derivations in a proof for a tree of cubes (`tree.rs`).
//!
//! A fresh literal r is true if the objective is worse than the bound. So each of the two counts
//! has a constraint: the count is as large as the bound needs, or r is true. The refutation of a
//! cube by a cut is a sum of multiples of three sorts of constraints: these two constraints, the
//! clauses that exclude the pairs of literals in the [cover](Cover), and the clauses by which the
//! cube makes literals false. The sum implies a clause: r is true, or a literal of the cube is
//! false. In the refutations by the solver, r replaces the assumptions that demand the bound.
//!
//! Tried and dropped: leaving literals out of a cube if the sum does not need them, the last
//! literals first. For armies on 10 × 10, 21,618 of 21,655 cubes remained, because each node is
//! refuted by a cut as early as possible.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::cut::Cover;
use crate::model::Lit;
use crate::proof::{
    BoundReification, DerivedClause, Id, Inequality, Kernel, Log, OpenProof, PbLit, PolLine,
    ProofConstraint, ProofError, ReifiedLiteral,
};

/// The cubes that a proof has refuted. From these cubes, the refutation of a bound is concluded.
pub struct RefutedCubes<'a> {
    log: &'a Log,
    /// For each literal, the literals that it implies by binary clauses, each with its clause.
    implied: HashMap<PbLit, Vec<(PbLit, ProofConstraint)>>,
    /// The bound to refute; `None` before the first bound is set.
    goal: Option<RefutedGoal>,
    /// A clause for each refuted cube: a literal of the cube is false, or the objective is worse
    /// than the bound.
    refuted: Vec<DerivedClause>,
}

/// The number of true literals of a count that a bound needs.
pub struct NeededCount<'a> {
    /// All literals of the count, including those in `fixed`.
    pub counted: &'a [Lit],
    /// The counted literals that propagation makes false.
    pub fixed: Vec<Lit>,
    /// The least number of true literals of `counted` that the bound needs.
    pub least: u64,
}

/// The bound to refute, and the constraints about it in the proof.
struct RefutedGoal {
    /// The statement that the objective is worse than the bound.
    worse: BoundReification,
    /// For each count, a constraint: the count is as large as the bound needs, or the objective is
    /// worse than the bound. `None` if this constraint cannot be derived.
    needs: [Option<ProofConstraint>; 2],
    /// For each assumption that demands the bound, a clause: the assumption is true, or the
    /// objective is worse than the bound.
    demands: HashMap<PbLit, Id>,
}

impl<'a> RefutedCubes<'a> {
    pub fn new(log: &'a Log) -> RefutedCubes<'a> {
        let implied = binary_implications(&log.open().kernel);
        RefutedCubes { log, implied, goal: None, refuted: Vec::new() }
    }

    /// Sets the bound that the cubes refute. Derives for each count: the count reaches the number
    /// in `needed`, or the objective is worse than the bound. Cubes that were refuted for the bound
    /// before stay refuted; the bound before must be worse. Fails if the problem in the proof has
    /// no objective. If the constraint for a count cannot be derived, this function does not fail,
    /// but [`RefutedCubes::derive_cut`] fails later for each cover that gives this count a weight
    /// above 0.
    pub fn set_bound(&mut self, bound: i64, needed: [NeededCount; 2]) -> Result<(), ProofError> {
        let kernel = &mut self.log.open().kernel;
        let worse = kernel.define_worse_than(bound).ok_or(ProofError::Cubes)?;
        let needs = [0, 1].map(|side| needed[side].derive(side, &worse, kernel));
        let goal = RefutedGoal { worse, needs, demands: HashMap::new() };
        if let Some(RefutedGoal { worse: BoundReification::Reified(before), .. }) =
            self.goal.replace(goal)
        {
            self.raise(&before, kernel);
        }
        Ok(())
    }

    /// Makes the refuted cubes refer to the current bound, which is better than the bound before.
    /// The clauses of these cubes have the literal `before`, which means "worse than the bound
    /// before". It is replaced by the literal for "worse than the current bound", and the new
    /// clauses are derived. Keeps the earlier clauses in the proof. Does nothing if the current
    /// bound needs no such literal.
    fn raise(&mut self, before: &ReifiedLiteral, kernel: &mut Kernel) {
        let Some(now) = self.worse() else { return };
        let mut line = PolLine::new(&before.forward, 1);
        line.add(&now.backward, 1);
        let now = now.lit;
        let link = kernel.sum(line.weakened_to(&[!before.lit, now])).id;
        for DerivedClause { id, lits } in &mut self.refuted {
            if let Some(place) = lits.iter().position(|&lit| lit == before.lit) {
                lits[place] = now;
                *id = kernel.rup(lits, &[*id, link]).id;
            }
        }
    }

    /// Returns the reified statement that the objective is worse than the bound. Returns `None` if
    /// there is no bound yet, or if the statement needs no literal.
    fn worse(&self) -> Option<&ReifiedLiteral> {
        self.goal.as_ref()?.worse.reification()
    }

    /// Derives from a cover that a cube has no solution as good as the bound, and adds the cube to
    /// the refuted cubes. `closed` has each literal that is false in the cube. It is paired with a
    /// literal that it implies and whose negation is in the cube. Fails if no bound is set, if a
    /// constraint of the cover is not in the proof, or if the sum of these constraints does not
    /// imply the clause of the cube.
    pub fn derive_cut(
        &mut self,
        cube: &[Lit],
        closed: &[(Lit, Lit)],
        cover: &Cover,
    ) -> Result<(), ProofError> {
        let kernel = &mut self.log.open().kernel;
        let line = self.sum_of_cut(closed, cover, kernel).ok_or(ProofError::Cubes)?;
        let mut clause: Vec<PbLit> = cube.iter().map(|&lit| kernel.literal(!lit)).collect();
        clause.extend(self.worse().map(|worse| worse.lit));
        self.refuted.push(kernel.derive_implied(line, &clause).ok_or(ProofError::Cubes)?);
        Ok(())
    }

    /// Returns the sum of the constraints that a cover multiplies. These are the constraints for
    /// the numbers that both counts need, the implications of the `closed` literals, and the
    /// clauses that exclude the pairs. A count with the weight 0 is left out. Writes nothing.
    /// Returns `None` if one of these constraints is not in the proof, if no bound is set, or if
    /// there is no constraint to add up.
    fn sum_of_cut(&self, closed: &[(Lit, Lit)], cover: &Cover, kernel: &Kernel) -> Option<PolLine> {
        let goal = self.goal.as_ref()?;
        let needs: Option<Vec<(&ProofConstraint, i128)>> = goal
            .needs
            .iter()
            .zip(cover.weights)
            .filter(|&(_, weight)| weight > 0)
            .map(|(known, weight)| Some((known.as_ref()?, i128::from(weight))))
            .collect();
        let needs = needs?;
        let mut parts = needs.clone();
        for &(lit, by) in closed {
            let (lit, by) = (kernel.literal(lit), kernel.literal(by));
            let weight: i128 =
                needs.iter().map(|(known, times)| known.inequality.weight_of(lit) * times).sum();
            if weight > 0 {
                parts.push((self.implication(lit, by)?, weight));
            }
        }
        for &(one, other, times) in &cover.pairs {
            let both = self.exclusion(kernel.literal(one), kernel.literal(other))?;
            parts.extend(both.into_iter().flatten().map(|known| (known, i128::from(times))));
        }
        let mut times: BTreeMap<Id, (&ProofConstraint, i128)> = BTreeMap::new();
        for (known, weight) in parts {
            times.entry(known.id).or_insert((known, 0)).1 += weight;
        }
        PolLine::sum(times.into_values())
    }

    /// Returns the clause by which one literal implies another, if there is one.
    fn implication(&self, one: PbLit, other: PbLit) -> Option<&ProofConstraint> {
        let implied = self.implied.get(&one)?;
        implied.iter().find(|(lit, _)| *lit == other).map(|(_, known)| known)
    }

    /// Returns the constraints that exclude two literals, or `None` if there are none. These are
    /// one clause over both literals, or two clauses with a third literal: `one` implies the third
    /// literal, and `other` implies its negation. In the case of one clause, the second entry is
    /// `None`.
    fn exclusion(&self, one: PbLit, other: PbLit) -> Option<[Option<&ProofConstraint>; 2]> {
        if let Some(known) = self.implication(one, !other) {
            return Some([Some(known), None]);
        }
        let implied = self.implied.get(&one)?;
        implied
            .iter()
            .find_map(|(lit, known)| Some([Some(known), Some(self.implication(other, !*lit)?)]))
    }

    /// Derives that the cube has no solution as good as the bound, and adds the cube to the refuted
    /// cubes. The derivation uses the solver's last refutation, which must be the refutation of
    /// this cube. The derived clause has only the negated literals of the cube that the refutation
    /// needs. If the refutation does not need the bound, the clause has no literal for "worse than
    /// the bound".
    ///
    /// Fails if there is no refutation, or if it needs assumptions other than this cube and the
    /// demands of the bound. Also fails if it needs a demand, but no bound is set or the clause of
    /// the demand cannot be derived.
    pub fn derive_cube(&mut self, cube: &[Lit]) -> Result<(), ProofError> {
        let OpenProof { kernel, lemmas, .. } = &mut *self.log.open();
        let DerivedClause { id, lits: clause } = lemmas.refutation().ok_or(ProofError::Cubes)?;
        let worse = self.worse().map(|worse| worse.lit);
        let negated: HashSet<PbLit> = cube.iter().map(|&lit| kernel.literal(!lit)).collect();
        let (mut lits, mut from) = (Vec::new(), vec![*id]);
        for &lit in clause {
            if negated.contains(&lit) {
                lits.push(lit);
            } else {
                let goal = self.goal.as_mut().ok_or(ProofError::Cubes)?;
                from.push(goal.demand_clause(lit, kernel)?);
            }
        }
        if from.len() > 1 {
            lits.extend(worse);
        }
        // The RUP step keeps the clause in the proof, even if the solver deletes its own copy.
        let id = kernel.rup(&lits, &from).id;
        self.refuted.push(DerivedClause { id, lits });
        Ok(())
    }

    /// Returns whether the refutation of the last refuted cube does not need `lit` in the cube.
    /// This is so if the clause of this cube does not contain the negation of `lit`. Returns
    /// `false` if no cube is refuted.
    pub fn is_independent_of(&self, lit: Lit) -> bool {
        let lit = self.log.open().kernel.literal(lit);
        self.refuted.last().is_some_and(|refuted| !refuted.lits.contains(&!lit))
    }

    /// Joins the last two refuted cubes. The first of them must have the literal `branch`, and the
    /// second must have the negation of `branch`. The joined cube has neither literal, and replaces
    /// both cubes. If the refutation of the second cube does not need the negation of `branch`,
    /// keeps only this refutation. The refutation of the first cube must need `branch`. Deletes the
    /// clauses that are no longer needed from the proof. There must be at least two refuted cubes.
    pub fn join(&mut self, branch: Lit) {
        let kernel = &mut self.log.open().kernel;
        let branch = kernel.literal(branch);
        let (Some(other), Some(one)) = (self.refuted.pop(), self.refuted.pop()) else {
            return;
        };
        debug_assert!(
            one.lits.contains(&!branch),
            "a cube that is refuted without the literal is not joined"
        );
        if !other.lits.contains(&branch) {
            kernel.forget(one.id);
            self.refuted.push(other);
            return;
        }
        let mut lits = [&one.lits[..], &other.lits].concat();
        lits.sort_unstable();
        lits.dedup();
        lits.retain(|lit| lit.variable != branch.variable);
        let id = kernel.rup(&lits, &[one.id, other.id]).id;
        kernel.forget(one.id);
        kernel.forget(other.id);
        self.refuted.push(DerivedClause { id, lits });
    }

    /// Removes the last refutation from the list, and records the fact that it proves: the
    /// objective is worse than the bound. If the clause of the refutation is empty, the fact is
    /// that there is no answer. Fails if there is no refutation, or if its clause has other
    /// literals than the one for "worse than the bound". In the second case, the refutation is
    /// removed nevertheless.
    pub fn conclude(&mut self) -> Result<(), ProofError> {
        let refuted = self.refuted.pop().ok_or(ProofError::Cubes)?;
        self.log.open().kernel.bound_by_clause(
            &refuted,
            self.goal.as_ref().map(|goal| &goal.worse),
            ProofError::Cubes,
        )
    }
}

impl NeededCount<'_> {
    /// Derives a constraint: the count reaches its number, or the objective is worse than the
    /// bound. This constraint has only the literals that are not fixed to false. Uses the
    /// objective's row with the index `side`, or a constraint of the problem. If there is neither,
    /// uses the statement about the objective itself. Derives a unit clause for each fixed literal,
    /// which must follow by unit propagation.
    ///
    /// Returns `None` if no such constraint demands enough true literals with the weight 1 for
    /// each. Also returns `None` if the constraint needs a literal for "worse than the bound" and
    /// there is none. Steps can be written even in these cases.
    fn derive(
        &self,
        side: usize,
        worse: &BoundReification,
        kernel: &mut Kernel,
    ) -> Option<ProofConstraint> {
        let lits = kernel.literals(self.counted);
        let stated = Inequality::at_least(lits.iter().copied(), i128::from(self.least));
        let known = match kernel.rows_of_objective().get(side) {
            Some(row) => {
                let mut line = PolLine::new(row, 1);
                line.add(&worse.reification()?.backward, 1);
                kernel.sum(line)
            }
            None => kernel
                .rows()
                .find(|row| row.inequality == stated)
                .cloned()
                .or_else(|| worse.reification().map(|worse| worse.backward.clone()))?,
        };
        let is_counted = known.inequality.degree() >= stated.degree()
            && lits.iter().all(|&lit| known.inequality.weight_of(lit) == 1);
        let mut line = PolLine::new(&known, 1);
        for lit in kernel.literals(&self.fixed) {
            line.add(&kernel.rup(&[!lit], &[]), 1);
        }
        is_counted.then(|| kernel.sum(line))
    }
}

impl RefutedGoal {
    /// Returns the ID of this clause: a demand holds, or the objective is worse than the bound.
    /// Derives the clause at the first call for the demand. The demand is a literal that the solver
    /// assumed, and `negated` is its negation. Fails if the proof has no constraint for this
    /// demand, if it has no literal for "worse than the bound", or if these two do not imply the
    /// clause.
    fn demand_clause(&mut self, negated: PbLit, kernel: &mut Kernel) -> Result<Id, ProofError> {
        if let Some(&id) = self.demands.get(&negated) {
            return Ok(id);
        }
        let mut line = kernel.line_of_demand(negated).ok_or(ProofError::Uncounted)?;
        let worse = self.worse.reification().ok_or(ProofError::Uncounted)?;
        line.add(&worse.backward, 1);
        let clause =
            kernel.derive_implied(line, &[!negated, worse.lit]).ok_or(ProofError::Uncounted)?;
        self.demands.insert(negated, clause.id);
        Ok(clause.id)
    }
}

/// Returns, for each literal, the literals that it implies by a binary clause of the problem. Each
/// implied literal has this clause. A binary clause is a row with two literals, both of weight 1,
/// and with the degree 1. Literals that imply nothing are left out.
fn binary_implications(kernel: &Kernel) -> HashMap<PbLit, Vec<(PbLit, ProofConstraint)>> {
    let mut implied: HashMap<PbLit, Vec<(PbLit, ProofConstraint)>> = HashMap::new();
    for row in kernel.rows().filter(|row| row.inequality.degree() == 1) {
        let mut terms = row.inequality.terms();
        if let (Some((1, one)), Some((1, other)), None) = (terms.next(), terms.next(), terms.next())
        {
            implied.entry(!one).or_default().push((other, row.clone()));
            implied.entry(!other).or_default().push((one, row.clone()));
        }
    }
    implied
}
