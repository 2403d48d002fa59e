//! Parities as equations of literals and even numbers, and the clauses that follow.
//!
//! Σ literals - 2 (...) = c states the parity of the number of true literals. In the sum of two
//! such equations, a common literal has an even weight; so elimination finds the equation over the
//! variables of a clause. The clause that excludes an assignment of the wrong parity is the sum of
//! two halves, one from each direction of the equation. The negations of the literals that the
//! assignment makes true are added, so that only the clause's literals have odd weights. Division
//! by 2 rounds these weights up. In the sum, the even parts cancel.

use std::collections::{BTreeSet, HashMap};

use super::steps::{PolLine, ProofConstraint, Steps};
use super::variables::{Inequality, PbLit, PbVar};

/// An equation as two constraints. Its variables with odd weights form a parity.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The sum is at least the constant.
    pub at_least: ProofConstraint,
    /// The sum is at most the constant, in negated literals.
    pub at_most: ProofConstraint,
}

impl Equation {
    /// Returns "at least one of the literals is true", if an odd number of them is.
    pub fn at_least_one(&self, lits: &[PbLit]) -> Option<PolLine> {
        let one = Inequality::from_clause(lits);
        self.rounded(&PolLine::from_literals(lits))
            .into_iter()
            .find(|line| *line.inequality() == one)
    }

    /// Returns both directions.
    pub fn sides(&self) -> [&ProofConstraint; 2] {
        [&self.at_least, &self.at_most]
    }

    /// Rounds a line up to the parity of this equation's literals. The first result is for a line
    /// that contains these literals, the second for a line that contains their negations.
    pub fn rounded(&self, line: &PolLine) -> [PolLine; 2] {
        let Equation { at_least, at_most } = self;
        // When the literals cancel, the even part remains, and is rounded up.
        [[at_most, at_least], [at_least, at_most]].map(|[first, second]| {
            let mut rounded_line = line.clone();
            rounded_line.add(first, 1);
            rounded_line.divide(2);
            rounded_line.multiply(2);
            rounded_line.add(second, 1);
            rounded_line
        })
    }
}

/// Equations that state parities, with the elimination of variables modulo 2.
#[derive(Default)]
pub struct Equations {
    /// The equations, each with its variables of odd weight.
    all: Vec<(BTreeSet<PbVar>, Equation)>,
    /// For each set of variables, the index of the first equation in which exactly these have odd
    /// weights.
    places: HashMap<BTreeSet<PbVar>, usize>,
    /// Sums of equations that are independent modulo 2.
    basis: Vec<BasisSum>,
}

/// A sum of equations with a leading variable that no earlier sum has.
struct BasisSum {
    /// The least variable of `odd`.
    lead: PbVar,
    /// The variables that have odd weights in the sum.
    odd: BTreeSet<PbVar>,
    /// The indices in `Equations::all` of the equations that are added up.
    parts: BTreeSet<usize>,
}

impl Equations {
    /// Adds an equation. If it is no sum of earlier ones modulo 2, extends the basis.
    pub fn add(&mut self, equation: Equation) {
        debug_assert!(
            equation.at_least.inequality.variables().eq(equation.at_most.inequality.variables()),
            "sides of two equations"
        );
        let terms = equation.at_least.inequality.terms();
        let odd: BTreeSet<PbVar> =
            terms.filter(|(weight, _)| weight % 2 == 1).map(|(_, lit)| lit.variable).collect();
        let (rest, parts) = self.reduced(odd.clone(), BTreeSet::from([self.all.len()]));
        if let Some(&lead) = rest.first() {
            self.basis.push(BasisSum { lead, odd: rest, parts });
        }
        self.put(odd, equation);
    }

    /// Adds an equation with its variables of odd weight, but not to the basis.
    fn put(&mut self, odd: BTreeSet<PbVar>, equation: Equation) {
        self.places.entry(odd.clone()).or_insert(self.all.len());
        self.all.push((odd, equation));
    }

    /// Eliminates the leading variables of the basis from a set of variables with odd weights.
    /// Returns the remaining variables, and `parts` with the equations that were added modulo 2.
    fn reduced(
        &self,
        mut odd: BTreeSet<PbVar>,
        mut parts: BTreeSet<usize>,
    ) -> (BTreeSet<PbVar>, BTreeSet<usize>) {
        for one in &self.basis {
            if odd.contains(&one.lead) {
                odd = &odd ^ &one.odd;
                parts = &parts ^ &one.parts;
            }
        }
        (odd, parts)
    }

    /// Derives a clause from a parity over exactly its variables. Returns `None` if no such parity
    /// implies it.
    pub fn clause(&mut self, clause: &[PbLit], steps: &mut Steps) -> Option<PolLine> {
        let wanted: BTreeSet<PbVar> = clause.iter().map(|lit| lit.variable).collect();
        let Equation { at_least, at_most } = self.equation_with(&wanted, steps)?;
        let [half, other] = [at_least, at_most].map(|side| {
            let mut half = PolLine::new(side, 1);
            side.inequality
                .terms()
                .filter(|(weight, _)| weight % 2 == 1)
                .filter(|(_, lit)| !clause.contains(lit))
                .for_each(|(_, lit)| half.add_literal(!lit, 1));
            half.divide(2);
            half
        });
        Some(half.plus_line(&other)).filter(|sum| sum.implies(clause))
    }

    /// As [`clause`](Equations::clause), but only from an equation that need not be added up first.
    pub fn known_clause(&mut self, clause: &[PbLit], steps: &mut Steps) -> Option<PolLine> {
        let variables: BTreeSet<PbVar> = clause.iter().map(|lit| lit.variable).collect();
        if self.places.contains_key(&variables) { self.clause(clause, steps) } else { None }
    }

    pub fn all(&self) -> impl Iterator<Item = &Equation> {
        self.all.iter().map(|(_, equation)| equation)
    }

    /// Returns sets of clauses that follow from parities. Each clause says that one of several
    /// literals in `lits` is false. Its variables are those with odd weights in one equation. The
    /// clauses of a set share no variable: a set takes the clauses in some order, and omits those
    /// that share a variable with an earlier one. For each clause, one order begins with it. In the
    /// last order, the shortest clauses come first.
    pub fn clause_sets(&self, lits: &[PbLit]) -> impl Iterator<Item = Vec<PolLine>> {
        let by_variable: HashMap<PbVar, PbLit> =
            lits.iter().map(|&lit| (lit.variable, lit)).collect();
        let stated: Vec<(&BTreeSet<PbVar>, PolLine)> = self
            .all
            .iter()
            .filter(|(odd, _)| !odd.is_empty())
            .filter_map(|(odd, equation)| {
                let lits: Vec<PbLit> = odd
                    .iter()
                    .map(|variable| by_variable.get(variable).map(|&lit| !lit))
                    .collect::<Option<_>>()?;
                Some((odd, equation.at_least_one(&lits)?))
            })
            .collect();
        let mut shortest = stated.clone();
        shortest.sort_by_key(|(odd, _)| odd.len());
        let number = stated.len();
        (0..number)
            .map(move |first| disjoint(stated.iter().cycle().skip(first).take(number)))
            .chain(std::iter::once_with(move || disjoint(shortest.iter())))
    }

    /// Raises the degree (right side) of a constraint to the parity of its literals, except that of
    /// `z` if the constraint is one direction of the definition of `z`. Returns `None` if the
    /// parity is unknown, or the degree has it already.
    pub fn rounded(
        &mut self,
        side: &ProofConstraint,
        z: Option<PbVar>,
        steps: &mut Steps,
    ) -> Option<ProofConstraint> {
        let others: BTreeSet<PbVar> = side
            .inequality
            .terms()
            .map(|(_, lit)| lit.variable)
            .filter(|&other| Some(other) != z)
            .collect();
        let lines = self.equation_with(&others, steps)?.rounded(&PolLine::new(side, 1));
        let more = lines.into_iter().find(|line| {
            let mut terms = line.inequality().terms().filter(|(_, lit)| Some(lit.variable) != z);
            line.inequality().degree() > side.inequality.degree()
                && terms.all(|(weight, lit)| weight == side.inequality.weight_of(lit))
        });
        more.map(|line| steps.sum(line))
    }

    /// Returns the equation in which exactly these variables have odd weights: a stated one, or a
    /// sum of stated ones. Returns `None` if there is none.
    fn equation_with(&mut self, wanted: &BTreeSet<PbVar>, steps: &mut Steps) -> Option<&Equation> {
        if !self.places.contains_key(wanted) {
            let (rest, parts) = self.reduced(wanted.clone(), BTreeSet::new());
            if !rest.is_empty() {
                return None;
            }
            let equations = parts.iter().map(|&part| &self.all[part].1);
            let at_least = PolLine::sum_of(equations.clone().map(|equation| &equation.at_least))?;
            let at_most = PolLine::sum_of(equations.map(|equation| &equation.at_most))?;
            let (at_least, at_most) = (steps.sum(at_least), steps.sum(at_most));
            self.put(wanted.clone(), Equation { at_least, at_most });
        }
        Some(&self.all[*self.places.get(wanted)?].1)
    }
}

/// Returns the lines of those sets that share no variable with an earlier one of them.
fn disjoint<'a>(sets: impl Iterator<Item = &'a (&'a BTreeSet<PbVar>, PolLine)>) -> Vec<PolLine> {
    let (mut taken, mut lines) = (BTreeSet::new(), Vec::new());
    for (set, line) in sets {
        if taken.is_disjoint(set) {
            taken.extend(set.iter().copied());
            lines.push(line.clone());
        }
    }
    lines
}
