//! Cores: assumptions that cannot all be true, each of them that a part of the objective costs no
//! more than it has to.
//!
//! Of a part with the literals S a core-guided search knows that S >= c, and assumes that a literal
//! z is false which means "at least d of S", where d is c + 1, or more if no fewer can be true
//! beyond c. A core is a clause of such literals. Of each part d - 1 times S >= c and d ~z + S >= d
//! come, divided by d, to S + ~z >= c + 1, and the sum of these and of the clause is that all parts
//! together have one literal more than the sum of their c. A part may be one literal of the
//! objective, which then means itself.

use super::inequality::{Inequality, PbLit};
use super::steps::{Logged, PolLine};
use super::{Inner, Unprovable};

impl Inner {
    /// Takes in that the last refutation is a core, and what all cores together say of the
    /// objective.
    pub fn take_core(&mut self) -> Result<(), Unprovable> {
        let Some((id, clause)) = self.refutation.clone() else { return Ok(()) };
        if clause.is_empty() {
            self.impossible = Some(id);
            return Ok(());
        }
        let mut joined = PolLine::of(&Logged { id, says: Inequality::clause(&clause) }, 1);
        for &lit in &clause {
            if let Some(side) = self.side_where(lit) {
                let part = self.part_reaching(&side, lit).ok_or(Unprovable::Uncounted)?;
                joined.add_line(&part);
            }
        }
        joined.saturate();
        let only = {
            let mut terms = joined.says().terms().map(|(weight, _)| weight);
            terms.next().filter(|_| terms.next().is_none())
        };
        joined.divide(only.unwrap_or(1));
        let known = self.steps.sum(joined);
        self.cores.retain(|core| !is_within(&core.says, &known.says));
        self.cores.push(known);
        let bound = self.all_cores().ok_or(Unprovable::Uncounted)?;
        let known = self.steps.sum(bound);
        self.learn_bound(known);
        Ok(())
    }

    /// That a part has what it has to, and one literal more where `lit` is true, by the side of its
    /// definition.
    fn part_reaching(&self, side: &Logged, lit: PbLit) -> Option<PolLine> {
        let least = side.says.degree();
        let mut line = PolLine::of(side, 1);
        if let Some(core) = self.cores.iter().find(|core| is_within(&core.says, &side.says)) {
            let mut known = PolLine::of(core, 1);
            pad(&mut known, side.says.terms().filter(|(_, other)| *other != !lit))?;
            if core.says.degree() >= least {
                known.add_literal(!lit, 1);
                return Some(known);
            }
            known.multiply(least - 1);
            if least > 1 {
                line.add_line(&known);
            }
        }
        line.divide(least);
        Some(line)
    }

    /// What all cores say of the objective, or of what is counted in its place.
    fn all_cores(&self) -> Option<PolLine> {
        let cost = self.objective.as_ref()?;
        let of_cost: Vec<(i128, PbLit)> = cost.sum.terms().collect();
        let direct = || cost.bounded(self.cores_as(&of_cost)?);
        let through = |equation: &Logged| {
            let costs = |lit: PbLit| cost.sum.weight_of(lit) + cost.sum.weight_of(!lit) > 0;
            let counted = equation.says.terms().filter(|(_, lit)| !costs(*lit));
            let counted: Vec<(i128, PbLit)> = counted.map(|(weight, lit)| (weight, !lit)).collect();
            let mut line = self.cores_as(&counted)?;
            line.add(equation, 1);
            cost.bounded(line)
        };
        direct().or_else(|| self.complements().find_map(through))
    }

    /// The sum of all cores, as a bound on this sum.
    fn cores_as(&self, counted: &[(i128, PbLit)]) -> Option<PolLine> {
        let unit =
            counted.iter().fold(0, |one, (weight, _)| super::inequality::divisor(one, *weight));
        let mut lines = self.cores.iter().map(|core| {
            let mut terms = core.says.terms();
            let times = match (terms.next(), terms.next()) {
                // What is true costs its whole weight.
                (Some((_, lit)), None) => counted.iter().find(|(_, other)| *other == lit)?.0,
                _ => unit,
            };
            Some(PolLine::of(core, times))
        });
        let mut sum = lines.next()??;
        for line in lines {
            sum.add_line(&line?);
        }
        pad(&mut sum, counted.iter().copied())?;
        Some(sum)
    }
}

/// Adds literals until each weighs what it should; none where one weighs more, or another is there.
pub fn pad(line: &mut PolLine, wanted: impl Iterator<Item = (i128, PbLit)>) -> Option<()> {
    let wanted: Vec<(i128, PbLit)> = wanted.collect();
    let is_wanted = |lit: PbLit| wanted.iter().any(|(_, other)| *other == lit);
    if line.says().terms().any(|(_, lit)| !is_wanted(lit)) {
        return None;
    }
    for &(weight, lit) in &wanted {
        let missing = weight - line.weight_of(lit);
        match missing {
            0 => {}
            1.. => line.add_literal(lit, missing),
            _ => return None,
        }
    }
    Some(())
}

/// Whether the literals of one sum are all in another.
fn is_within(one: &Inequality, other: &Inequality) -> bool {
    one.terms().all(|(_, lit)| other.weight_of(lit) > 0)
}
