//! Parities as equations with an even number, and the derivation of the clauses that follow from
//! parities.
//!
//! The equation Σ literals - 2 (...) = c states the parity of the number of true literals. In the
//! sum of two such equations, a common literal has an even weight. So Gaussian elimination finds
//! the equation over the variables of a clause. A clause excludes one assignment of its variables,
//! and this assignment has the wrong parity. The clause is the sum of two halves, one from each
//! direction of the equation. To each direction, the negations of the literals that are not in the
//! clause are added. After that, only literals of the clause have odd weights. Then each direction
//! is divided by 2, which rounds these weights up. In the sum of the two halves, the even parts
//! cancel.

use std::collections::{BTreeSet, HashMap};

use super::steps::{PolLine, ProofConstraint, Steps};
use super::variables::{Inequality, PbLit, PbVar};

/// An equation as two constraints. It states the parity of the number of true literals among those
/// with odd weights.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The sum is at least the constant.
    pub at_least: ProofConstraint,
    /// The sum is at most the constant. This constraint is written over the negated literals.
    pub at_most: ProofConstraint,
}

impl Equation {
    /// Returns the constraint "at least one of the literals is true", as a line of the proof.
    /// Returns `None` if the equation does not state that an odd number of the literals is true.
    pub fn at_least_one(&self, lits: &[PbLit]) -> Option<PolLine> {
        let one = Inequality::from_clause(lits);
        self.rounded(&PolLine::from_literals(lits))
            .into_iter()
            .find(|line| *line.inequality() == one)
    }

    /// Returns both directions, `at_least` first.
    pub fn sides(&self) -> [&ProofConstraint; 2] {
        [&self.at_least, &self.at_most]
    }

    /// Rounds the degree (right side) of a line (a sum of constraints) up. The new degree has the
    /// parity that this equation states for its literals. If the degree already has this parity, it
    /// does not change. The first result is right for a line that contains the literals of the
    /// equation. The second result is right for a line that contains their negations. For other
    /// lines, the results are sums without this meaning.
    pub fn rounded(&self, line: &PolLine) -> [PolLine; 2] {
        let Equation { at_least, at_most } = self;
        // The literals of the line cancel, and only the even part of the equation remains. Division
        // by 2 rounds its degree up.
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

/// A list of equations that state parities, prepared for Gaussian elimination modulo 2.
#[derive(Default)]
pub struct Equations {
    /// The equations, each with the variables that have odd weights in it.
    all: Vec<(BTreeSet<PbVar>, Equation)>,
    /// For each set of variables, the index of the first equation in which exactly the variables of
    /// this set have odd weights.
    places: HashMap<BTreeSet<PbVar>, usize>,
    /// Sums of equations. These sums are linearly independent modulo 2.
    basis: Vec<BasisSum>,
}

/// A sum of equations, with a leading variable that is eliminated from all later sums.
struct BasisSum {
    /// The least variable of `odd`.
    lead: PbVar,
    /// The variables that have odd weights in the sum.
    odd: BTreeSet<PbVar>,
    /// The indices in `Equations::all` of the equations that are added up.
    parts: BTreeSet<usize>,
}

impl Equations {
    /// Adds an equation. If the equation is not a sum of earlier equations modulo 2, also extends
    /// the basis. Both directions of the equation must have the same variables. An earlier equation
    /// can have odd weights for the same variables. Then searches by variables still return the
    /// earlier equation.
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

    /// Adds an equation to the list, but not to the basis. `odd` has the variables that have odd
    /// weights in the equation.
    fn put(&mut self, odd: BTreeSet<PbVar>, equation: Equation) {
        self.places.entry(odd.clone()).or_insert(self.all.len());
        self.all.push((odd, equation));
    }

    /// Eliminates the leading variables of the basis from a sum. `odd` has the variables with odd
    /// weights in the sum, and `parts` has the equations that it adds up. Adds sums of the basis
    /// for this. Returns the variables that remain, and the equations of the new sum, modulo 2.
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

    /// Returns a line (a sum of constraints) that implies a clause. The line comes from a parity
    /// over exactly the variables of the clause, and is not written itself. If the parity is not
    /// known yet, writes the steps that add it up, and adds it to the list. Returns `None` if there
    /// is no such parity, or if the parity does not imply the clause. In the second case, a new
    /// parity stays in the list.
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

    /// Does the same as [`clause`](Equations::clause), but returns `None` if the parity is not one
    /// of the equations that are already known.
    pub fn known_clause(&mut self, clause: &[PbLit], steps: &mut Steps) -> Option<PolLine> {
        let variables: BTreeSet<PbVar> = clause.iter().map(|lit| lit.variable).collect();
        if self.places.contains_key(&variables) { self.clause(clause, steps) } else { None }
    }

    pub fn all(&self) -> impl Iterator<Item = &Equation> {
        self.all.iter().map(|(_, equation)| equation)
    }

    /// Returns sets of clauses that follow from parities. Each clause follows from one equation,
    /// and says that one of several literals in `lits` is false. The variables of the clause are
    /// those with odd weights in the equation. The clauses of a set share no variable. To make a
    /// set, the clauses are read in some order. A clause is left out if it shares a variable with
    /// an earlier clause. There is one set for each clause; the order of this set begins with this
    /// clause. After these comes one more set, in whose order the shortest clauses come first. If
    /// there are no clauses, this set is the only one, and it is empty.
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

    /// Derives a copy of a constraint with a larger degree (right side). The new degree has the
    /// parity of the constraint's literals. If the constraint is one direction of the definition of
    /// `z`, the literal of `z` does not count, and its weight can grow by 1. Returns `None` in
    /// these cases:
    ///
    /// - The parity is unknown.
    /// - The degree has this parity already.
    /// - A counted literal has an even weight.
    /// - The known equation contains some of the counted literals and the negations of others.
    ///
    /// Adds the parity to the list if it is a new sum, even if the result is `None`.
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

    /// Returns the equation in which exactly these variables have odd weights. It is a known
    /// equation, or a sum of known equations, which is derived and added to the list. Returns
    /// `None` if there is no such equation.
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

/// Goes through the sets, and leaves out each set that shares a variable with an earlier set that
/// was kept. Returns the lines of the kept sets.
fn disjoint<'a>(sets: impl Iterator<Item = &'a (&'a BTreeSet<PbVar>, PolLine)>) -> Vec<PolLine> {
    let (mut used, mut lines) = (BTreeSet::new(), Vec::new());
    for (set, line) in sets {
        if used.is_disjoint(set) {
            used.extend(set.iter().copied());
            lines.push(line.clone());
        }
    }
    lines
}
