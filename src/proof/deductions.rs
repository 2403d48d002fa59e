//! What was deduced from a model, as steps of a proof.
//!
//! - **Sums.** A bound from constraints with multipliers is a line that says just that: the
//!   constraints, each times its multiplier, and for what they leave of the costs that literals are
//!   at least 0; divided by the scale, which rounds up. Multipliers may come from floating point:
//!   what they were rounded to is what is added up. Of a parity a sum takes that an odd number is
//!   at least 1, of the literals or of their negations ([`Equation::rounded`]).
//! - **Parities.** The equations whose sum modulo 2 is the objective are added up.
//! - **Complements.** The equations that count something else are added up.
//! - **Fixed literals.** Each follows from one constraint and from those before.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use super::equations::{Equation, Equations};
use super::inequality::{Inequality, PbLit, divisor};
use super::stated::{Stated, sum_of};
use super::steps::{Id, Logged, PolLine};
use super::{Inner, Unprovable};
use crate::deduce::{Deduction, Fact};
use crate::model::{Origin, Premise, Why};
use crate::relax::Reason;
use crate::relax::dual::{Dual, SCALE};
use crate::relax::linear::Row;

impl Inner {
    /// Derives something that was deduced.
    pub fn deduced(&mut self, deduction: &Deduction) -> Result<(), Unprovable> {
        let derived = match (&deduction.fact, &deduction.origin) {
            (fact, Origin::Deduced(deduced)) => self.derive_fact(fact, &deduced.why),
            _ => None,
        };
        derived.ok_or(Unprovable::Deduction(deduction.rule))
    }

    fn derive_fact(&mut self, fact: &Fact, why: &Why) -> Option<()> {
        match (fact, why) {
            (Fact::Fixed(lits), Why::Propagation(places)) => {
                let lits = self.literals(lits);
                let units = self.propagate(&lits, places)?;
                // A model states them behind its constraints, in this order.
                for lit in lits {
                    let unit = units.get(&lit)?.clone();
                    self.constraints.push(Stated::Rows { rows: vec![unit], is_at_most_one: false });
                }
                Some(())
            }
            (Fact::Parity(_), Why::Parities(places)) => {
                let parts: Vec<(Premise, u64)> =
                    places.iter().map(|&place| (Premise::Constraint(place), 1)).collect();
                // Where every weight is even, nothing needs to be added up.
                if !parts.is_empty() {
                    self.parity = Some(self.sum_of_equations(&parts)?);
                    self.round_bound();
                }
                Some(())
            }
            (Fact::Complement(_), Why::Sum(parts)) => {
                let sum = self.sum_of_equations(parts)?;
                self.complements.push(Some(sum));
                Some(())
            }
            (Fact::Limit { value, reason }, Why::Sum(parts)) => {
                let (sum, scale) = match reason.as_deref() {
                    Some(Reason::Inequalities(dual)) => self.multiplied(dual)?,
                    Some(Reason::Conflicts(_)) => return None,
                    None => self.added(parts)?,
                };
                let known = self.bound_of_sum(&sum, scale)?;
                self.learn_bound(known);
                let cost = self.objective.as_ref()?;
                (self.least_cost()? >= cost.of_value(*value)).then_some(())
            }
            _ => None,
        }
    }

    /// The sum of equations, each times its number.
    pub fn sum_of_equations(&mut self, parts: &[(Premise, u64)]) -> Option<Equation> {
        let equations: Option<Vec<(Equation, i128)>> = parts
            .iter()
            .map(|&(premise, times)| Some((self.equation(premise)?, i128::from(times))))
            .collect();
        let equations = equations?;
        let sum = |side: fn(&Equation) -> &Logged| {
            PolLine::sum(equations.iter().map(|(equation, times)| (side(equation), *times)))
        };
        let at_least = sum(|equation| &equation.at_least)?;
        let at_most = sum(|equation| &equation.at_most)?;
        Some(Equation { at_least: self.steps.sum(at_least), at_most: self.steps.sum(at_most) })
    }

    /// A constraint as an equation, if it is one.
    fn equation(&mut self, premise: Premise) -> Option<Equation> {
        let place = match premise {
            Premise::Constraint(place) => place,
            Premise::Complement(place) => return self.complements.get(place)?.clone(),
        };
        match self.constraints.get(place)? {
            Stated::Parity { equation, .. } => Some(equation.clone()),
            Stated::Rows { rows, .. } => match &rows[..] {
                [at_least, at_most] => {
                    Some(Equation { at_least: at_least.clone(), at_most: at_most.clone() })
                }
                // A literal that is true is one that is not more than that.
                [unit] => {
                    let mut terms = unit.says.terms();
                    let ((1, lit), None) = (terms.next()?, terms.next()) else { return None };
                    let at_least = unit.clone();
                    drop(terms);
                    let at_most = self.steps.sum(PolLine::of_literals(&[!lit]));
                    Some(Equation { at_least, at_most })
                }
                _ => None,
            },
        }
    }

    /// The inequalities that a constraint says: its rows, and of a parity that an odd number is not
    /// 0.
    fn facets(&mut self, place: usize) -> Vec<Logged> {
        let (equation, terms) = match self.constraints.get(place) {
            None => return Vec::new(),
            Some(Stated::Rows { rows, .. }) => return rows.clone(),
            Some(Stated::Parity { equation, row, .. }) => (equation.clone(), &row.terms),
        };
        let lits: Vec<PbLit> = sum_of(terms, 0).terms().map(|(_, lit)| lit).collect();
        let negated: Vec<PbLit> = lits.iter().map(|&lit| !lit).collect();
        let mut facets = Vec::new();
        for lits in [&lits, &negated] {
            if let Some(line) = one_of(&equation, lits) {
                facets.push(self.steps.sum(line));
            }
        }
        if let [one, other] = lits[..] {
            let mut equations = Equations::default();
            equations.add(equation);
            for clause in [[one, !other], [!one, other]] {
                if let Some(line) = equations.clause(&clause, &mut self.steps) {
                    facets.push(self.steps.sum(line.weakened_to(&clause)));
                }
            }
        }
        facets
    }

    /// The inequalities of a premise.
    fn sides(&mut self, premise: Premise) -> Vec<Logged> {
        match premise {
            Premise::Constraint(place) => self.facets(place),
            Premise::Complement(place) => {
                let known = self.complements.get(place).cloned().flatten();
                known
                    .into_iter()
                    .flat_map(|Equation { at_least, at_most }| [at_least, at_most])
                    .collect()
            }
        }
    }

    /// Constraints with the multipliers of a dual, added up, and what they are a multiple of.
    fn multiplied(&mut self, dual: &Dual) -> Option<(Logged, i128)> {
        let used: Vec<_> =
            dual.used().map(|(row, times)| (row.clone(), i128::from(times))).collect();
        let divisor = used.iter().fold(i128::from(SCALE), |one, (_, other)| divisor(one, *other));
        let scale = i128::from(SCALE) / divisor;
        let mut parts = Vec::new();
        for (row, times) in used {
            let known = self.row_of(&row)?;
            parts.push((known, times / divisor));
        }
        let sum = PolLine::sum(parts.iter().map(|(known, times)| (known, *times)))?;
        let sum = self.steps.sum(sum);
        self.reasons.push((sum.clone(), scale));
        Some((sum, scale))
    }

    /// What the problem says of a row of a linear program, if it says it.
    pub fn row_of(&mut self, row: &Row) -> Option<Logged> {
        let terms: Vec<(i64, usize)> =
            row.terms.iter().map(|&(variable, weight)| (weight, variable)).collect();
        let wanted = sum_of(&terms, row.least);
        self.sides(row.origin).into_iter().find(|known| known.says == wanted)
    }

    /// Constraints that share no variable added up, with a complement where these are about what it
    /// counts; and what the objective is multiplied by in that.
    fn added(&mut self, parts: &[(Premise, u64)]) -> Option<(Logged, i128)> {
        let costly: Vec<PbLit> = self.objective.as_ref()?.sum.terms().map(|(_, lit)| lit).collect();
        let first = *costly.first()?;
        let complement =
            parts.iter().map(|part| part.0).find(|premise| premise.constraint().is_none());
        let through = match complement {
            None => None,
            Some(premise) => {
                Some(self.sides(premise).into_iter().find(|side| side.says.weight_of(first) > 0)?)
            }
        };
        let scale = through.as_ref().map_or(1, |side| side.says.weight_of(first));
        let wanted: BTreeSet<PbLit> = match &through {
            None => costly.into_iter().collect(),
            Some(side) => side
                .says
                .terms()
                .map(|(_, lit)| !lit)
                .filter(|lit| !costly.contains(&!*lit))
                .collect(),
        };
        let mut summands: Vec<Logged> = through.into_iter().collect();
        for &(premise, _) in parts.iter().filter(|part| part.0.constraint().is_some()) {
            let sides = self.sides(premise).into_iter();
            summands.push(sides.max_by_key(|known| gained(&known.says, &wanted))?);
        }
        let sum = PolLine::sum(summands.iter().map(|known| (known, 1)))?;
        Some((self.steps.sum(sum), scale))
    }

    /// What a sum of constraints says of the objective, which it has this number of times.
    fn bound_of_sum(&mut self, sum: &Logged, scale: i128) -> Option<Logged> {
        let cost = self.objective.as_ref()?;
        let mut line = PolLine::of(sum, 1);
        let mut wanted: HashMap<_, _> = HashMap::new();
        for (weight, lit) in cost.sum.terms() {
            wanted.insert(lit.variable, (lit, scale * weight));
        }
        for (weight, lit) in sum.says.terms() {
            wanted.entry(lit.variable).or_insert((lit, 0));
            debug_assert!(weight > 0, "weights are positive");
        }
        let mut wanted: Vec<(PbLit, i128)> = wanted.into_values().collect();
        wanted.sort_unstable();
        for (lit, weight) in wanted {
            let left = weight - (line.weight_of(lit) - line.weight_of(!lit));
            if left != 0 {
                line.add_literal(if left < 0 { !lit } else { lit }, left.abs());
            }
        }
        line.divide(scale);
        let is_about_it = *line.says() == cost.sum.with_degree(line.says().degree());
        is_about_it.then(|| self.steps.sum(line))
    }

    /// The literals that unit propagation through these constraints makes true, in this order, each
    /// as a unit.
    pub fn propagate(
        &mut self,
        lits: &[PbLit],
        places: &[usize],
    ) -> Option<HashMap<PbLit, Logged>> {
        let (mut units, mut none): (HashMap<PbLit, Logged>, _) = (HashMap::new(), None);
        for &place in places {
            match self.constraints.get(place).or_else(|| self.derived.get(&place))? {
                Stated::Rows { rows, .. } => {
                    for row in rows.clone() {
                        none = self.force(&row, &mut units).or(none);
                    }
                }
                Stated::Parity { equation, row, .. } => {
                    let equation = equation.clone();
                    let lits: Vec<PbLit> =
                        sum_of(&row.terms, 0).terms().map(|(_, lit)| lit).collect();
                    for (lit, line) in self.last_of_parity(equation, &lits, &units) {
                        units.entry(lit).or_insert_with(|| self.steps.sum(line));
                    }
                }
            }
        }
        // From what is false by itself everything follows: of two opposite literals the other may
        // have come first.
        for &lit in lits {
            if let Entry::Vacant(vacant) = units.entry(lit) {
                vacant.insert(self.forced(lit, none?));
            }
        }
        Some(units)
    }

    /// Takes in the literals that a constraint makes true beside known ones. Each is a short step
    /// of propagation from one sum: a constraint of thousands of literals may force all of them.
    /// Returns the sum where nothing satisfies it.
    fn force(&mut self, row: &Logged, units: &mut HashMap<PbLit, Logged>) -> Option<Id> {
        let mut line = PolLine::of(row, 1);
        let false_ones: Vec<(i128, &Logged)> = row
            .says
            .terms()
            .filter_map(|(weight, lit)| Some((weight, units.get(&!lit)?)))
            .collect();
        let is_alone = false_ones.is_empty();
        false_ones.into_iter().for_each(|(weight, unit)| line.add(unit, weight));
        let slack = line.says().weight() - line.says().degree();
        let open = line.says().terms().filter(|(_, lit)| !units.contains_key(lit));
        let forced = open.filter(|(weight, _)| *weight > slack);
        let forced: Vec<PbLit> = forced.map(|(_, lit)| lit).collect();
        if forced.is_empty() && slack >= 0 {
            return None;
        }
        let from = if is_alone { row.id } else { self.steps.sum(line).id };
        for lit in forced {
            units.insert(lit, self.forced(lit, from));
        }
        (slack < 0).then_some(from)
    }

    /// A literal that follows from one constraint by itself.
    fn forced(&mut self, lit: PbLit, from: Id) -> Logged {
        let id = self.steps.rup(&[lit], &[from]);
        Logged { id, says: Inequality::clause(&[lit]) }
    }

    /// The literal of a parity that is left where all others are known.
    fn last_of_parity(
        &mut self,
        equation: Equation,
        lits: &[PbLit],
        units: &HashMap<PbLit, Logged>,
    ) -> Vec<(PbLit, PolLine)> {
        let is_open = |lit: &&PbLit| !units.contains_key(lit) && !units.contains_key(&!**lit);
        let mut open = lits.iter().filter(is_open);
        let (Some(&last), None) = (open.next(), open.next()) else { return Vec::new() };
        let others: Vec<&Logged> =
            lits.iter().filter_map(|lit| units.get(lit).or_else(|| units.get(&!*lit))).collect();
        let false_ones = others.iter().flat_map(|unit| unit.says.terms().map(|(_, lit)| !lit));
        let false_ones: Vec<PbLit> = false_ones.collect();
        let mut equations = Equations::default();
        equations.add(equation);
        let mut forced = Vec::new();
        for lit in [last, !last] {
            let clause: Vec<PbLit> = false_ones.iter().copied().chain([lit]).collect();
            if let Some(line) = equations.clause(&clause, &mut self.steps) {
                let mut line = line.weakened_to(&clause);
                others.iter().for_each(|unit| line.add(unit, 1));
                forced.push((lit, line.weakened_to(&[lit])));
            }
        }
        forced
    }
}

/// That one of these literals is true, where a parity says so.
fn one_of(equation: &Equation, lits: &[PbLit]) -> Option<PolLine> {
    let one = Inequality::clause(lits);
    equation.rounded(&PolLine::of_literals(lits)).into_iter().find(|line| *line.says() == one)
}

/// How many literals that cost something are true at least, as a constraint says.
fn gained(says: &Inequality, costly: &BTreeSet<PbLit>) -> i128 {
    let others = says.terms().filter(|(_, lit)| !costly.contains(lit));
    says.degree() - others.map(|(weight, _)| weight).sum::<i128>()
}
