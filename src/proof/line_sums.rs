//! Bounds by the sums of lines: what refutes bounds on them, and on the objective.
//!
//! Every literal of the objective lies on one line of each partition. So there are multiples of
//! line sums, and of their total, the objective, that add up to 0 whatever the literals are. A
//! variable of the proof's own says of a line that its sum is at least a number; where it is false,
//! a parity makes the sum smaller by two. The sides of these definitions, each as often as its line
//! counts, are one sum in which all literals of the objective cancel. What is left is a clause: one
//! of the bounds does not hold, or the objective is worse than the bound that is refuted.
//!
//! What lines have by themselves is derived once: literals that propagation fixes, and a parity, by
//! which an odd line has one literal at least. That the objective is no better than what was
//! refuted before is known, too.
//!
//! A refutation by the solver has demands of the search's counters, each of which follows from a
//! bound on its line. Which refutations give another one together the search says, and unit
//! propagation derives that.

use std::collections::HashMap;

use super::definitions::{Reified, number};
use super::derivation::rounded_sides;
use super::inequality::{Inequality, PbLit};
use super::steps::{Id, Logged, PolLine};
use super::{Inner, Unprovable};
use crate::model::Lit;
use crate::relax::line_sums::{self, LineSums};

/// That the sum of a line is at least a number, or that it is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Said {
    /// The line, by its number.
    pub line: usize,
    /// The number, which the parity of the line allows.
    pub least: u32,
    /// Whether the sum is so large.
    pub is_reached: bool,
}

impl std::ops::Not for Said {
    type Output = Said;

    fn not(self) -> Said {
        Said { is_reached: !self.is_reached, ..self }
    }
}

/// A clause that is derived: some bounds on lines do not hold together, or the objective is worse
/// than the bound that is refuted.
#[derive(Debug)]
pub struct Refutation {
    id: Id,
    clause: Vec<PbLit>,
}

/// A literal that demands something of a line, which has bounds.
#[derive(Debug)]
pub struct Demand {
    /// The literal.
    pub lit: Lit,
    /// The line, by its number.
    pub line: usize,
    /// What is said of its sum: that it is so large, and that it is so small; none where it is by
    /// itself.
    pub bounds: [Option<Said>; 2],
}

/// What is known of sums of lines.
#[derive(Default)]
pub struct Sums {
    lines: Vec<Summed>,
    /// The objective, as the sum over all lines of a partition.
    total: Option<[Logged; 2]>,
    /// That the objective is worse than the bound, if it can be.
    worse: Option<Reified>,
    /// By line and number, that the sum is so large: the literal, and what it says where it is true
    /// and where it is false.
    reached: HashMap<(usize, u32), (PbLit, [Logged; 2])>,
    /// By demand, and by what it follows from, the clause that says so.
    followed: HashMap<(PbLit, Option<Said>), Id>,
}

/// A line.
struct Summed {
    lits: Vec<PbLit>,
    /// What its sum is at least and at most.
    known: [Logged; 2],
}

impl Inner {
    /// Begins to refute a bound by line sums, and returns the least total that is not refuted so
    /// far.
    pub fn aim_at_sums(&mut self, bound: i64, sums: &LineSums) -> Result<i128, Unprovable> {
        if self.sums.lines.is_empty() {
            self.sums.lines = self.all_summed(sums).ok_or(Unprovable::Sums)?;
        }
        self.sums.worse = self.worse_than(bound).ok_or(Unprovable::Sums)?;
        let least = self.least_total().ok_or(Unprovable::Sums)?;
        let most = match &self.sums.worse {
            Some(worse) => worse.backward.clone(),
            None => {
                let terms = least.says.terms();
                let negated: Vec<PbLit> = terms.map(|(_, lit)| !lit).collect();
                self.steps.sum(PolLine::of_literals(&negated))
            }
        };
        let total = least.says.degree();
        self.sums.total = Some([least, most]);
        Ok(total)
    }

    /// What lines have by themselves.
    fn all_summed(&mut self, sums: &LineSums) -> Option<Vec<Summed>> {
        let (lits, places): (Vec<Lit>, Vec<usize>) = sums.fixed().iter().copied().unzip();
        let lits = self.literals(&lits);
        let units = self.propagate(&lits, &places)?;
        sums.lines().iter().map(|line| self.summed(line, &units)).collect()
    }

    /// What a line has by itself, if it is what its search says.
    fn summed(&mut self, line: &line_sums::Line, units: &HashMap<PbLit, Logged>) -> Option<Summed> {
        let lits = self.literals(&line.lits);
        let opposite: Vec<PbLit> = lits.iter().map(|&lit| !lit).collect();
        let missing = number(lits.len()) - i128::from(line.most);
        let least = self.known_of(&lits, units, i128::from(line.least))?;
        let most = self.known_of(&opposite, units, missing)?;
        Some(Summed { lits, known: [least, most] })
    }

    /// That at least so many literals are true, by those that are known to be, and by their parity.
    fn known_of(
        &mut self,
        lits: &[PbLit],
        units: &HashMap<PbLit, Logged>,
        least: i128,
    ) -> Option<Logged> {
        let (fixed, open): (Vec<PbLit>, Vec<PbLit>) =
            lits.iter().partition(|lit| units.contains_key(lit));
        let mut line = PolLine::of_literals(&open);
        for (place, unit) in fixed.iter().filter_map(|lit| units.get(lit)).enumerate() {
            if place == 0 && open.is_empty() {
                line = PolLine::of(unit, 1)
            } else {
                line.add(unit, 1)
            }
        }
        let mut known = self.steps.sum(line);
        if known.says.degree() < least {
            known = self.parities.rounded_sum(&known, &mut self.steps)?;
        }
        (known.says == Inequality::at_least(lits.iter().copied(), least)).then_some(known)
    }

    /// That the objective is no better than what has been refuted, with its parity.
    fn least_total(&mut self) -> Option<Logged> {
        let cost = self.objective.as_ref()?;
        let known = match self.bound {
            Some((least, id)) => Logged { id, says: cost.at_least(least) },
            None => self.steps.sum(cost.least(self.stated)?),
        };
        Some(self.parities.rounded_sum(&known, &mut self.steps).unwrap_or(known))
    }

    /// The literal of a bound, and what it says of its line.
    fn said(&mut self, said: Said) -> Option<(PbLit, Logged)> {
        let key = (said.line, said.least);
        if !self.sums.reached.contains_key(&key) {
            let lits = self.sums.lines.get(said.line)?.lits.iter().copied();
            let meaning = Inequality::at_least(lits, i128::from(said.least));
            let Reified { lit, forward, backward } =
                self.definitions.reached(&meaning, &mut self.steps)?;
            let less = self.parities.rounded(&backward, lit.variable, &mut self.steps);
            self.sums.reached.insert(key, (lit, [forward, less.unwrap_or(backward)]));
        }
        let (lit, [forward, backward]) = self.sums.reached.get(&key)?;
        Some(if said.is_reached { (*lit, forward.clone()) } else { (!*lit, backward.clone()) })
    }

    /// The negations of bounds, as a clause.
    fn negated(&mut self, said: &[Said]) -> Option<Vec<PbLit>> {
        said.iter().map(|&said| Some(!self.said(said)?.0)).collect()
    }

    /// Multiples of line sums, and of the total as the last, with which bounds, and what lines have
    /// by themselves, contradict each other.
    pub fn sum_refutes(
        &mut self,
        multiples: &[i128],
        bounds: &[Said],
    ) -> Result<Refutation, Unprovable> {
        let line = self.sum_of_lines(multiples, bounds).ok_or(Unprovable::Sums)?;
        let clause = self.negated(bounds).ok_or(Unprovable::Sums)?;
        self.refuted_by(line, clause)
    }

    /// That the bound is refuted by what is known of the total.
    pub fn total_refutes(&mut self) -> Result<Refutation, Unprovable> {
        let total = self.sums.total.as_ref().ok_or(Unprovable::Sums)?;
        let line = PolLine::sum(total.iter().map(|side| (side, 1))).ok_or(Unprovable::Sums)?;
        self.refuted_by(line, Vec::new())
    }

    /// A clause that follows from a line, or that the objective is worse.
    fn refuted_by(
        &mut self,
        line: PolLine,
        mut clause: Vec<PbLit>,
    ) -> Result<Refutation, Unprovable> {
        clause.extend(self.sums.worse.as_ref().map(|worse| worse.lit));
        if line.says().missed_without(&clause) <= 0 {
            return Err(Unprovable::Sums);
        }
        let Logged { id, says } = self.steps.sum(line.weakened_to(&clause));
        Ok(Refutation { id, clause: says.terms().map(|(_, lit)| lit).collect() })
    }

    fn sum_of_lines(&mut self, multiples: &[i128], bounds: &[Said]) -> Option<PolLine> {
        let mut parts = Vec::new();
        for (column, &times) in multiples.iter().enumerate().filter(|&(_, &times)| times != 0) {
            let is_least = times > 0;
            let is_there = |said: &&Said| said.line == column && said.is_reached == is_least;
            let known = match bounds.iter().find(is_there) {
                Some(&said) => self.said(said)?.1,
                None => {
                    let line = self.sums.lines.get(column).map(|line| &line.known);
                    line.or(self.sums.total.as_ref())?[usize::from(!is_least)].clone()
                }
            };
            parts.push((known, times.abs()));
        }
        PolLine::sum(parts.iter().map(|(known, times)| (known, *times)))
    }

    /// The last refutation by the solver, each demand of which is about a line with bounds. Returns
    /// the bounds that it rests on, too.
    pub fn core_refutes(
        &mut self,
        demands: &[Demand],
    ) -> Result<(Refutation, Vec<Said>), Unprovable> {
        let (id, core) = self.refutation.clone().ok_or(Unprovable::Sums)?;
        let (mut from, mut bounds) = (vec![id], Vec::new());
        for lit in core {
            let demand = demands.iter().find(|demand| self.literal(demand.lit) == !lit);
            let (id, said) = demand.and_then(|one| self.follows(one)).ok_or(Unprovable::Sums)?;
            from.push(id);
            bounds.extend(said);
        }
        bounds.sort_unstable();
        bounds.dedup();
        let clause = self.negated(&bounds).ok_or(Unprovable::Sums)?;
        // What the solver has learnt it may forget.
        let id = self.steps.rup(&clause, &from);
        Ok((Refutation { id, clause }, bounds))
    }

    /// That a demand follows from a bound of its line, and from which.
    fn follows(&mut self, demand: &Demand) -> Option<(Id, Option<Said>)> {
        let lit = self.literal(demand.lit);
        let known = demand
            .bounds
            .iter()
            .find_map(|&said| Some((*self.sums.followed.get(&(lit, said))?, said)));
        if known.is_some() {
            return known;
        }
        let Inner { definitions, parities, steps, .. } = self;
        let sides = rounded_sides(&[lit], definitions, parities, steps);
        for (place, &said) in demand.bounds.iter().enumerate() {
            let (clause, known) = match said {
                None => (vec![lit], self.sums.lines.get(demand.line)?.known[place].clone()),
                Some(said) => {
                    let (bound, known) = self.said(said)?;
                    (vec![lit, !bound], known)
                }
            };
            // A literal by itself is counted as it is.
            let parts = sides.iter().chain([&known]).map(|known| (known, 1));
            let line = PolLine::sum(parts)?;
            if line.says().missed_without(&clause) > 0 {
                let id = self.steps.sum(line.weakened_to(&clause)).id;
                self.sums.followed.insert((lit, said), id);
                return Some((id, said));
            }
        }
        None
    }

    /// What refutations are together: that these bounds do not hold.
    pub fn resolve_sums(
        &mut self,
        bounds: &[Said],
        from: &[&Refutation],
    ) -> Result<Refutation, Unprovable> {
        let mut clause = self.negated(bounds).ok_or(Unprovable::Sums)?;
        let worse = self.sums.worse.as_ref().map(|worse| worse.lit);
        clause.extend(worse.filter(|lit| from.iter().any(|one| one.clause.contains(lit))));
        let from: Vec<Id> = from.iter().map(|one| one.id).collect();
        let id = self.steps.rup(&clause, &from);
        Ok(Refutation { id, clause })
    }

    pub fn forget_sums(&mut self, refutation: &Refutation) {
        self.steps.forget(refutation.id);
    }

    /// Takes in a refutation that no bound on a line is needed for.
    pub fn take_sums(&mut self, refutation: &Refutation) -> Result<(), Unprovable> {
        let Refutation { id, clause } = refutation;
        let worse = self.sums.worse.take();
        self.take_clause(*id, clause, worse.as_ref()).ok_or(Unprovable::Sums)
    }
}
