//! Bounds on what a problem minimises: from what the solver refutes, and from sums of constraints.
//!
//! A refutation is a clause of negated demands, each of which is a variable that means a bound on a
//! count. With the side of its definition that says so, and with the equation of a complement where
//! not the objective itself is counted, the clause is a bound on the objective. Where the parity of
//! the objective is known, a bound is rounded up to it.

use super::definitions::Reified;
use super::derivation::rounded_sides;
use super::equations::Equation;
use super::inequality::{Inequality, PbLit, PbVar};
use super::steps::{Id, Logged, PolLine};
use super::{Inner, Unprovable};

impl Inner {
    /// A clause of negated demands, each of which bounds the objective: what all of them say is a
    /// bound.
    pub fn take_refutation(&mut self) -> Result<(), Unprovable> {
        let Some((id, clause)) = self.refutation.clone() else { return Ok(()) };
        if clause.is_empty() {
            self.impossible = Some(id);
            return Ok(());
        }
        if let Some((line, _)) = self.objective.as_ref().and_then(|cost| cost.of_unit(id, &clause))
        {
            let known = self.steps.sum(line);
            self.learn_bound(known);
            return Ok(());
        }
        let bounds: Option<Vec<(PolLine, i128)>> =
            clause.iter().map(|&lit| self.bound_by(lit)).collect();
        let bounds = bounds.ok_or(Unprovable::Uncounted)?;
        let least = bounds.iter().map(|(_, least)| *least).min();
        let is_new = |least: i128| self.least_cost().is_none_or(|known| known < least);
        let (Some(least), Some(cost)) = (least.filter(|&least| is_new(least)), &self.objective)
        else {
            return Ok(());
        };
        let wanted = cost.at_least(least);
        let known = match <[_; 1]>::try_from(bounds) {
            Ok([(mut line, _)]) => {
                let refuted = Logged { id, says: Inequality::clause(&clause) };
                let times = line.weight_of(!clause[0]);
                if times > 0 {
                    line.add(&refuted, times);
                }
                self.steps.sum(line)
            }
            Err(bounds) => {
                let lines = bounds.into_iter().zip(&clause).map(|((line, _), &lit)| (line, lit));
                self.in_each_case(&wanted, lines.collect(), id).ok_or(Unprovable::Uncounted)?
            }
        };
        self.learn_bound(known);
        Ok(())
    }

    /// That the objective is worse than a bound, if it can be; none where there is no objective.
    pub fn worse_than(&mut self, bound: i64) -> Option<Option<Reified>> {
        let cost = self.objective.as_ref()?;
        let wanted = cost.at_least(cost.of_value(bound) + 1);
        // No answer is worse than the worst value.
        Some(if wanted.is_contradiction() {
            None
        } else {
            self.definitions.reached(&wanted, &mut self.steps)
        })
    }

    /// Takes in a clause that says that the objective is worse than a bound, or nothing. None where
    /// it says something else.
    pub fn take_clause(&mut self, id: Id, clause: &[PbLit], worse: Option<&Reified>) -> Option<()> {
        if clause.is_empty() {
            self.impossible = Some(id);
            return Some(());
        }
        let worse = worse.filter(|worse| clause == [worse.lit])?;
        let mut line = PolLine::of(&worse.forward, 1);
        let holds = Logged { id, says: Inequality::clause(clause) };
        line.add(&holds, line.weight_of(!worse.lit));
        let known = self.steps.sum(line);
        self.learn_bound(known);
        Some(())
    }

    /// Records a constraint that says that the objective costs at least so much, rounded up to
    /// what divides all costs and to its parity.
    pub fn learn_bound(&mut self, mut known: Logged) {
        let Some(cost) = &self.objective else { return };
        let divisor = cost.unit;
        loop {
            if known.says.degree().rem_euclid(divisor) != 0 {
                let mut line = PolLine::of(&known, 1);
                line.divide(divisor);
                line.multiply(divisor);
                known = self.steps.sum(line);
            }
            let least = known.says.degree();
            let is_more = |line: &PolLine| *line.says() == cost.sum.with_degree(least + 1);
            let rounded = |parity: &Equation| {
                parity.rounded(&PolLine::of(&known, 1)).into_iter().find(is_more)
            };
            // What is rounded to the parity may have to be rounded to the divisor once more.
            let Some(line) = self.parity.as_ref().and_then(rounded) else { break };
            known = self.steps.sum(line);
        }
        let least = known.says.degree() + cost.constant;
        if self.least_cost().is_none_or(|other| other < least) {
            self.bound = Some((least, known.id));
        }
    }

    /// Rounds the best bound so far to a parity that has become known: that no literal weighs less
    /// than nothing, if there is no other.
    pub fn round_bound(&mut self) {
        let Some(cost) = &self.objective else { return };
        let known = match self.bound {
            Some((least, id)) => Some(Logged { id, says: cost.at_least(least) }),
            None => cost.least(self.stated).map(|line| self.steps.sum(line)),
        };
        if let Some(known) = known {
            self.learn_bound(known);
        }
    }

    /// The best bound so far.
    pub fn least_cost(&self) -> Option<i128> {
        self.bound.map(|(least, _)| least)
    }

    /// A constraint that holds where any of some literals is true, as their lines say, one of which
    /// is true.
    fn in_each_case(
        &mut self,
        wanted: &Inequality,
        cases: Vec<(PolLine, PbLit)>,
        clause: Id,
    ) -> Option<Logged> {
        let reached = self.definitions.reached(wanted, &mut self.steps)?;
        let mut from = vec![clause];
        for (mut line, lit) in cases {
            line.add(&reached.backward, 1);
            from.push(self.steps.sum(line.weakened_to(&[!lit, reached.lit])).id);
        }
        let id = self.steps.rup(&[reached.lit], &from);
        let mut line = PolLine::of(&reached.forward, 1);
        let holds = Logged { id, says: Inequality::clause(&[reached.lit]) };
        line.add(&holds, line.weight_of(!reached.lit));
        Some(self.steps.sum(line))
    }

    /// What the cost is at least where a literal is true: the line that says so, and the bound.
    pub fn bound_by(&self, lit: PbLit) -> Option<(PolLine, i128)> {
        let cost = self.objective.as_ref()?;
        // What is true anyway is that nothing counts fewer than none, and costs no less.
        let Some(side) = self.side_where(lit) else {
            let by_costs = || Some((cost.least(self.stated)?, cost.constant));
            return self.bound_by_complements().or_else(by_costs);
        };
        let direct = PolLine::of(&side, 1);
        let with = |equation: &Logged| {
            let mut line = direct.clone();
            line.add(equation, 1);
            line
        };
        let beside = self.complements().chain(cost.rows()).map(with);
        let unfolded = std::iter::once(&direct).cloned().chain(self.complements().map(with));
        let unfolded = unfolded.filter_map(|line| self.unfolded(line, &[!lit]));
        let unfolded = unfolded.flat_map(|line| {
            let completed = cost.multiples().into_iter().flat_map(|times| {
                let mut line = line.clone();
                line.multiply(times);
                let with_cliques = self.with_cliques(line.clone());
                let certain =
                    with_cliques.iter().chain([&line]).map(|line| self.with_certain(line));
                certain.collect::<Vec<_>>()
            });
            std::iter::once(line.clone()).chain(completed).collect::<Vec<_>>()
        });
        // A bound on all counts together is one on the least of them.
        let all = PolLine::sum(cost.rows().iter().map(|row| (row, 1))).map(|mut rows| {
            rows.add_line(&direct);
            rows
        });
        let lines = std::iter::once(direct.clone()).chain(beside).chain(all).chain(unfolded);
        let bounds = lines.filter_map(|line| cost.bounded_where(lit, line));
        bounds.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// What the cost is at least, since what is counted in its place is no less than nothing.
    fn bound_by_complements(&self) -> Option<(PolLine, i128)> {
        let cost = self.objective.as_ref()?;
        let bounds = self.complements().filter_map(|equation| {
            let mut line = PolLine::of(equation, 1);
            line.weaken(|lit| cost.sum.weight_of(lit) > 0);
            let line = cost.bounded(line)?;
            let least = line.says().degree() + cost.constant;
            Some((line, least))
        });
        bounds.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// A line in which "or"s that stand for lines, of which one literal at most is true, have given
    /// way to their literals, but for those of a clause. None where it is not known what one of
    /// them stands for.
    fn unfolded(&self, mut line: PolLine, clause: &[PbLit]) -> Option<PolLine> {
        let is_own = |one: PbLit| !clause.contains(&one) && matches!(one.variable, PbVar::Fresh(_));
        let ors: Vec<(i128, PbLit)> = line.says().terms().filter(|(_, one)| is_own(*one)).collect();
        for &(weight, or) in &ors {
            let mut sum = self.sum_of_or(or)?;
            sum.multiply(weight);
            line.add_line(&sum);
        }
        Some(line)
    }

    /// That an "or" is no more than its literals are together; or its negation no more than one
    /// less than theirs.
    fn sum_of_or(&self, or: PbLit) -> Option<PolLine> {
        let definition = self.definitions.of(or.variable)?;
        if !or.is_negated {
            let forward = definition.forward.as_ref().filter(|side| side.says.degree() == 1)?;
            return Some(PolLine::of(forward, 1));
        }
        let backward = definition.backward.as_ref()?;
        let below = backward.says.terms().map(|(_, lit)| lit).filter(|&lit| lit != !or);
        let below: Vec<PbLit> = below.collect();
        let number = i128::try_from(below.len()).ok()?;
        let mut line = self.at_most_one_false(&below)?;
        line.multiply(number - 1);
        line.add(backward, 1);
        line.divide(number);
        Some(line)
    }

    /// A line about the cost, in its units, to which lines of which one literal is true for certain
    /// are added, as often as it lacks all of their literals.
    fn with_certain(&self, line: &PolLine) -> PolLine {
        let mut line = line.clone();
        for row in self.rows().filter(|row| row.says.degree() == 1) {
            let times = row.says.terms().try_fold(i128::MAX, |least, (_, lit)| {
                let lacked = self.lacked(&line, lit);
                (lacked > 0).then_some(least.min(lacked))
            });
            if let Some(times) = times.filter(|&times| times < i128::MAX) {
                line.add(row, times);
            }
        }
        line
    }

    /// The same with lines of which one literal at most costs nothing.
    fn with_cliques(&self, mut line: PolLine) -> Option<PolLine> {
        let terms = self.objective.as_ref()?.sum.terms();
        let lacked = terms.map(|(_, lit)| (self.lacked(&line, lit), !lit));
        let lacked = lacked.filter(|(weight, _)| *weight > 0).collect();
        self.add_cliques(lacked, &mut line)?;
        Some(line)
    }

    /// How much more often the cost has a literal, in its units, than a line.
    fn lacked(&self, line: &PolLine, lit: PbLit) -> i128 {
        let Some(cost) = &self.objective else { return 0 };
        cost.sum.weight_of(lit) / cost.unit - line.weight_of(lit)
    }

    /// What a literal means where it is true.
    pub fn side_where(&self, lit: PbLit) -> Option<Logged> {
        let definition = self.definitions.of(lit.variable)?;
        if lit.is_negated { definition.backward.clone() } else { definition.forward.clone() }
    }

    /// Both sides of what may be counted in place of the objective.
    pub fn complements(&self) -> impl Iterator<Item = &Logged> {
        let known = self.complements.iter().flatten();
        known.flat_map(|Equation { at_least, at_most }| [at_least, at_most])
    }

    /// A clause that says what a bound fixes: where its demands hold, what a sum of constraints
    /// leaves to be paid is too little for the opposite of a literal.
    pub fn fixed_by_a_sum(&mut self, clause: &[PbLit]) -> Option<Id> {
        if self.reasons.is_empty() {
            return None;
        }
        let sides =
            rounded_sides(clause, &mut self.definitions, &mut self.parities, &mut self.steps);
        let follows = |line: &PolLine| line.says().missed_without(clause) > 0;
        let costly = self.objective.as_ref().and_then(|cost| cost.sum.terms().next());
        let costly = costly.map(|(_, lit)| lit);
        // A demand counts in units of what divides all costs.
        let unit = self.objective.as_ref().map_or(1, |cost| cost.unit);
        // Of several demands each says by itself what may be paid; of the least of several counts
        // all together.
        let alone = sides.iter().map(std::slice::from_ref).filter(|_| sides.len() > 1);
        let choices: Vec<&[Logged]> = std::iter::once(&sides[..]).chain(alone).collect();
        let pairs =
            self.reasons.iter().flat_map(|reason| choices.iter().map(move |one| (reason, *one)));
        let lines = pairs.flat_map(|((sum, scale), sides)| {
            let times = scale * unit;
            let mut direct = PolLine::of(sum, 1);
            sides.iter().for_each(|side| direct.add(side, times));
            // What is counted in place of the objective has it more than once.
            let through = self.complements().map(|equation| {
                let weight = costly.map_or(1, |lit| {
                    equation.says.weight_of(lit).max(equation.says.weight_of(!lit)).max(1)
                });
                let mut line = PolLine::of(sum, weight);
                sides.iter().chain([equation]).for_each(|side| line.add(side, times));
                line
            });
            let lines: Vec<PolLine> = std::iter::once(direct.clone()).chain(through).collect();
            let unfolded: Vec<PolLine> =
                lines.iter().filter_map(|line| self.unfolded(line.clone(), clause)).collect();
            lines.into_iter().chain(unfolded)
        });
        let lines: Vec<PolLine> = lines.collect();
        let line = lines.iter().find(|line| follows(line)).cloned();
        let line =
            line.or_else(|| lines.into_iter().find_map(|line| self.excluding(line, clause)))?;
        Some(self.steps.sum(line.weakened_to(clause)).id)
    }
}
