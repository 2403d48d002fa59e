//! A tree of cubes: what refutes each, and their joins.
//!
//! A cube is what the literals of a path say. A literal r of the proof's own is true where the
//! objective is worse than the bound, so the two counts are as large as the bound needs, or r. To
//! these two, with multipliers, a [cover](Cover) adds pairs of literals that are never both true,
//! each by way of the colour of a line, and what is closed adds that a literal makes one true that
//! the cube has false. The sum is a clause: r, or a literal of the cube is false. (Recipe: the
//! vertex cover of a bipartite graph is a sum of edges, Kőnig 1931.)
//!
//! A refutation by the solver has demands in place of r, each of which gives way to it. From two
//! cubes that differ in one literal that of both follows by unit propagation.
//!
//! Tried and dropped: to leave out literals of a cube that the sum does without, the last ones
//! first. A node is cut as soon as it can be, so next to nothing is beyond what it takes: of 21,655
//! cubes of 10 × 10 armies 21,618 were left.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::definitions::Reified;
use super::inequality::{Inequality, PbLit};
use super::steps::{Id, Logged, PolLine};
use super::{Inner, Unprovable};
use crate::model::Lit;
use crate::relax::cut::Cover;

/// Cubes that are refuted, the last of which may be joined.
#[derive(Default)]
pub struct Tree {
    /// For each literal what it makes true, by a clause of two.
    implied: HashMap<PbLit, Vec<(PbLit, Logged)>>,
    goal: Option<Goal>,
    refuted: Vec<Refuted>,
}

/// How many literals of a count a bound needs.
pub struct Needed<'a> {
    /// All literals that are counted.
    pub counted: &'a [Lit],
    /// Those of them that are false in every solution, by propagation.
    pub fixed: Vec<Lit>,
    /// The number.
    pub least: u64,
}

/// What a bound says.
struct Goal {
    /// That the objective is worse, if it can be.
    worse: Option<Reified>,
    /// That either count is as large as is needed, or the objective is worse; none where nothing is
    /// needed.
    needs: [Option<Logged>; 2],
    /// For each demand that has been refuted so far: where it does not hold, the objective is
    /// worse.
    demands: HashMap<PbLit, Id>,
}

impl Tree {
    /// That the objective is worse than the bound, if it can be.
    fn worse(&self) -> Option<&Reified> {
        self.goal.as_ref()?.worse.as_ref()
    }
}

/// The refutation of a cube: a clause of negated literals of it, or that the objective is worse.
struct Refuted {
    id: Id,
    clause: Vec<PbLit>,
}

impl Inner {
    pub fn aim(&mut self, bound: i64, needed: [Needed; 2]) -> Result<(), Unprovable> {
        if self.tree.implied.is_empty() {
            self.tree.implied = self.clauses_of_two();
        }
        let worse = self.worse_than(bound).ok_or(Unprovable::Cubes)?;
        let needs = [0, 1].map(|side| self.needed(side, worse.as_ref(), &needed[side]));
        let goal = Goal { worse, needs, demands: HashMap::new() };
        if let Some(Goal { worse: Some(before), .. }) = self.tree.goal.replace(goal) {
            self.raise(&before);
        }
        Ok(())
    }

    /// Has the cubes that are refuted rest on the bound of now, which is better than the one
    /// before.
    fn raise(&mut self, before: &Reified) {
        let Some(now) = self.tree.worse() else { return };
        let mut line = PolLine::of(&before.forward, 1);
        line.add(&now.backward, 1);
        let now = now.lit;
        let link = self.steps.sum(line.weakened_to(&[!before.lit, now])).id;
        for refuted in &mut self.tree.refuted {
            if let Some(place) = refuted.clause.iter().position(|&lit| lit == before.lit) {
                refuted.clause[place] = now;
                refuted.id = self.steps.rup(&refuted.clause, &[refuted.id, link]);
            }
        }
    }

    /// That a count is as large as is needed, unless the objective is worse than the bound: by the
    /// objective, or by a constraint. None where nothing is needed, or it is not known why.
    fn needed(&mut self, side: usize, worse: Option<&Reified>, needed: &Needed) -> Option<Logged> {
        let lits = self.literals(needed.counted);
        let stated = Inequality::at_least(lits.iter().copied(), i128::from(needed.least));
        let cost = self.objective.as_ref()?;
        let known = match cost.rows().get(side) {
            Some(row) => {
                let mut line = PolLine::of(row, 1);
                line.add(&worse?.backward, 1);
                self.steps.sum(line)
            }
            None => {
                let row = self.rows().find(|row| row.says == stated).cloned();
                row.or_else(|| worse.map(|worse| worse.backward.clone()))?
            }
        };
        let is_counted = known.says.degree() >= stated.degree()
            && lits.iter().all(|&lit| known.says.weight_of(lit) == 1);
        let mut line = PolLine::of(&known, 1);
        for lit in self.literals(&needed.fixed) {
            let id = self.steps.rup(&[!lit], &[]);
            line.add(&Logged { id, says: Inequality::clause(&[!lit]) }, 1);
        }
        is_counted.then(|| self.steps.sum(line))
    }

    pub fn take_cut(
        &mut self,
        cube: &[Lit],
        closed: &[(Lit, Lit)],
        cover: &Cover,
    ) -> Result<(), Unprovable> {
        let line = self.sum_of_cut(closed, cover).ok_or(Unprovable::Cubes)?;
        let mut clause: Vec<PbLit> = cube.iter().map(|&lit| self.literal(!lit)).collect();
        clause.extend(self.tree.worse().map(|worse| worse.lit));
        if line.says().missed_without(&clause) <= 0 {
            return Err(Unprovable::Cubes);
        }
        let derived = self.steps.sum(line.weakened_to(&clause));
        let clause = derived.says.terms().map(|(_, lit)| lit).collect();
        self.tree.refuted.push(Refuted { id: derived.id, clause });
        Ok(())
    }

    fn sum_of_cut(&self, closed: &[(Lit, Lit)], cover: &Cover) -> Option<PolLine> {
        let goal = self.tree.goal.as_ref()?;
        let weighing = goal.needs.iter().zip(cover.weights).filter(|&(_, weight)| weight > 0);
        let needs: Option<Vec<(&Logged, i128)>> =
            weighing.map(|(known, weight)| Some((known.as_ref()?, i128::from(weight)))).collect();
        let needs = needs?;
        let mut parts = needs.clone();
        for &(lit, by) in closed {
            let (lit, by) = (self.literal(lit), self.literal(by));
            let weights = needs.iter().map(|(known, times)| known.says.weight_of(lit) * times);
            let weight: i128 = weights.sum();
            if weight > 0 {
                parts.push((self.implies(lit, by)?, weight));
            }
        }
        for &(one, other, times) in &cover.pairs {
            let (one, other) = (self.literal(one), self.literal(other));
            let both = self.exclude(one, other)?.into_iter().flatten();
            parts.extend(both.map(|known| (known, i128::from(times))));
        }
        let mut times: BTreeMap<Id, (&Logged, i128)> = BTreeMap::new();
        for (known, weight) in parts {
            times.entry(known.id).or_insert((known, 0)).1 += weight;
        }
        PolLine::sum(times.into_values())
    }

    /// The clause by which one literal makes another true.
    fn implies(&self, one: PbLit, other: PbLit) -> Option<&Logged> {
        let implied = self.tree.implied.get(&one)?;
        implied.iter().find(|(lit, _)| *lit == other).map(|(_, known)| known)
    }

    /// The clause or the two by which two literals are never both true.
    fn exclude(&self, one: PbLit, other: PbLit) -> Option<[Option<&Logged>; 2]> {
        if let Some(known) = self.implies(one, !other) {
            return Some([Some(known), None]);
        }
        let implied = self.tree.implied.get(&one)?;
        implied
            .iter()
            .find_map(|(lit, known)| Some([Some(known), Some(self.implies(other, !*lit)?)]))
    }

    /// The clauses of two literals that the problem states, by each of the literals negated.
    fn clauses_of_two(&self) -> HashMap<PbLit, Vec<(PbLit, Logged)>> {
        let mut implied: HashMap<PbLit, Vec<(PbLit, Logged)>> = HashMap::new();
        for row in self.rows().filter(|row| row.says.degree() == 1) {
            let mut terms = row.says.terms();
            if let (Some((1, one)), Some((1, other)), None) =
                (terms.next(), terms.next(), terms.next())
            {
                implied.entry(!one).or_default().push((other, row.clone()));
                implied.entry(!other).or_default().push((one, row.clone()));
            }
        }
        implied
    }

    pub fn take_cube(&mut self, cube: &[Lit]) -> Result<(), Unprovable> {
        let (id, clause) = self.refutation.clone().ok_or(Unprovable::Cubes)?;
        let worse = self.tree.worse().map(|worse| worse.lit);
        let negated: HashSet<PbLit> = cube.iter().map(|&lit| self.literal(!lit)).collect();
        let (mut lits, mut from) = (Vec::new(), vec![id]);
        for lit in clause {
            if negated.contains(&lit) { lits.push(lit) } else { from.push(self.of_demand(lit)?) }
        }
        if from.len() > 1 {
            lits.extend(worse);
        }
        // What the solver has learnt it may forget.
        let id = self.steps.rup(&lits, &from);
        self.tree.refuted.push(Refuted { id, clause: lits });
        Ok(())
    }

    /// Where a demand does not hold, the objective is worse.
    fn of_demand(&mut self, negated: PbLit) -> Result<Id, Unprovable> {
        let goal = self.tree.goal.as_ref().ok_or(Unprovable::Cubes)?;
        if let Some(&id) = goal.demands.get(&negated) {
            return Ok(id);
        }
        let (mut line, _) = self.bound_by(negated).ok_or(Unprovable::Uncounted)?;
        let worse = goal.worse.as_ref().ok_or(Unprovable::Uncounted)?;
        line.add(&worse.backward, 1);
        let clause = [!negated, worse.lit];
        if line.says().missed_without(&clause) <= 0 {
            return Err(Unprovable::Uncounted);
        }
        let id = self.steps.sum(line.weakened_to(&clause)).id;
        if let Some(goal) = &mut self.tree.goal {
            goal.demands.insert(negated, id);
        }
        Ok(id)
    }

    pub fn spares(&self, lit: Lit) -> bool {
        let lit = self.literal(lit);
        self.tree.refuted.last().is_some_and(|refuted| !refuted.clause.contains(&!lit))
    }

    pub fn join_cubes(&mut self, branch: Lit) {
        let branch = self.literal(branch);
        let (Some(other), Some(one)) = (self.tree.refuted.pop(), self.tree.refuted.pop()) else {
            return;
        };
        debug_assert!(
            one.clause.contains(&!branch),
            "a cube that is refuted without the literal is not joined"
        );
        if !other.clause.contains(&branch) {
            self.steps.forget(one.id);
            self.tree.refuted.push(other);
            return;
        }
        let mut clause: Vec<PbLit> = one.clause.iter().chain(&other.clause).copied().collect();
        clause.sort_unstable();
        clause.dedup();
        clause.retain(|lit| lit.variable != branch.variable);
        let id = self.steps.rup(&clause, &[one.id, other.id]);
        self.steps.forget(one.id);
        self.steps.forget(other.id);
        self.tree.refuted.push(Refuted { id, clause });
    }

    pub fn take_tree(&mut self) -> Result<(), Unprovable> {
        let Refuted { id, clause } = self.tree.refuted.pop().ok_or(Unprovable::Cubes)?;
        let worse = self.tree.goal.as_ref().and_then(|goal| goal.worse.clone());
        self.take_clause(id, &clause, worse.as_ref()).ok_or(Unprovable::Cubes)
    }
}
