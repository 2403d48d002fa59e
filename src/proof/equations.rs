//! Parities in a proof: equations of literals and even numbers, and the clauses that follow from
//! them.
//!
//! Σ literals - 2 (...) = c says that the number of these literals is as odd as c. Two such
//! equations added up are a third, in which what both have is even: so the equation over the
//! variables of a clause is found by elimination. The clause that forbids an assignment a of
//! another parity is the sum of two halves. To the one side the negation of each literal that a
//! makes true is added, which leaves odd weights to the others, and it is divided by 2, which
//! rounds these up; the other side in the same way; what is even cancels.

use std::collections::{BTreeSet, HashMap};

use super::inequality::{Inequality, PbLit, PbVar};
use super::steps::{Logged, PolLine, Steps};

/// Two sides of an equation, whose odd weights make a parity.
#[derive(Clone, Debug)]
pub struct Equation {
    /// The sum is at least the constant.
    pub at_least: Logged,
    /// The sum is at most the constant, with negated literals.
    pub at_most: Logged,
}

impl Equation {
    /// A line in which sums of the literals of this equation, which are whole numbers of its
    /// parity, are rounded up: as they stand in the line, or their negations.
    pub fn rounded(&self, line: &PolLine) -> [PolLine; 2] {
        let Equation { at_least, at_most } = self;
        // What is even stays when the literals cancel; it is halved, rounded up, doubled, and they
        // come back.
        [[at_most, at_least], [at_least, at_most]].map(|[first, second]| {
            let mut line = line.clone();
            line.add(first, 1);
            line.divide(2);
            line.multiply(2);
            line.add(second, 1);
            line
        })
    }
}

/// Equations, each with the variables whose weights are odd.
#[derive(Default)]
pub struct Equations {
    all: Vec<(BTreeSet<PbVar>, Equation)>,
    /// The first equation over each set of odd variables.
    places: HashMap<BTreeSet<PbVar>, usize>,
    /// Sums of equations, none of which is a sum of others.
    basis: Vec<Independent>,
}

/// A sum of equations with a leading variable that no sum before it has.
struct Independent {
    lead: PbVar,
    odd: BTreeSet<PbVar>,
    /// What is added up, by places.
    parts: BTreeSet<usize>,
}

impl Equations {
    /// Adds an equation.
    pub fn add(&mut self, equation: Equation) {
        debug_assert!(
            equation.at_least.says.variables().eq(equation.at_most.says.variables()),
            "sides of two equations"
        );
        let terms = equation.at_least.says.terms();
        let odd = terms.filter(|(weight, _)| weight % 2 == 1).map(|(_, lit)| lit.variable);
        let odd: BTreeSet<PbVar> = odd.collect();
        let (rest, parts) = self.reduced(odd.clone(), BTreeSet::from([self.all.len()]));
        if let Some(&lead) = rest.first() {
            self.basis.push(Independent { lead, odd: rest, parts });
        }
        self.put(odd, equation);
    }

    fn put(&mut self, odd: BTreeSet<PbVar>, equation: Equation) {
        self.places.entry(odd.clone()).or_insert(self.all.len());
        self.all.push((odd, equation));
    }

    /// What is left of odd variables when sums of the basis are added, and which equations are
    /// added up then.
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

    /// A sum from which a clause follows that forbids one assignment of its variables.
    pub fn clause(&mut self, clause: &[PbLit], steps: &mut Steps) -> Option<PolLine> {
        let wanted: BTreeSet<PbVar> = clause.iter().map(|lit| lit.variable).collect();
        let Equation { at_least, at_most } = self.over(&wanted, steps)?;
        let [half, other] = [at_least, at_most].map(|side| {
            let mut half = PolLine::of(side, 1);
            let odd = side.says.terms().filter(|(weight, _)| weight % 2 == 1);
            let others = odd.filter(|(_, lit)| !clause.contains(lit));
            others.for_each(|(_, lit)| half.add_literal(!lit, 1));
            half.divide(2);
            half
        });
        Some(half.plus_line(&other)).filter(|sum| sum.implies(clause))
    }

    /// Returns the same, if an equation over its variables is known.
    pub fn known_clause(&mut self, clause: &[PbLit], steps: &mut Steps) -> Option<PolLine> {
        let variables: BTreeSet<PbVar> = clause.iter().map(|lit| lit.variable).collect();
        if self.places.contains_key(&variables) { self.clause(clause, steps) } else { None }
    }

    /// The equations.
    pub fn all(&self) -> impl Iterator<Item = &Equation> {
        self.all.iter().map(|(_, equation)| equation)
    }

    /// For equations all of whose literals, or their negations, are among these, and that share
    /// none: that one of the opposite literals is true, where the parity says so. Which of them
    /// share none depends on where one begins: with each of them, as they are stated, and with the
    /// shortest.
    pub fn within(&self, lits: &[PbLit]) -> impl Iterator<Item = Vec<PolLine>> {
        let by_variable: HashMap<PbVar, PbLit> =
            lits.iter().map(|&lit| (lit.variable, lit)).collect();
        let inside = self.all.iter().filter(|(odd, _)| !odd.is_empty());
        let inside = inside.filter_map(|(odd, equation)| {
            let opposite = odd.iter().map(|variable| by_variable.get(variable).map(|&lit| !lit));
            let lits: Vec<PbLit> = opposite.collect::<Option<_>>()?;
            let one = Inequality::clause(&lits);
            let rounded = equation.rounded(&PolLine::of_literals(&lits));
            Some((odd, rounded.into_iter().find(|line| line.says() == &one)?))
        });
        let stated: Vec<(&BTreeSet<PbVar>, PolLine)> = inside.collect();
        let mut shortest = stated.clone();
        shortest.sort_by_key(|(odd, _)| odd.len());
        let number = stated.len();
        let turned =
            (0..number).map(move |first| disjoint(stated.iter().cycle().skip(first).take(number)));
        turned.chain(std::iter::once_with(move || disjoint(shortest.iter())))
    }

    /// A side of a definition of `z`, as it is where the parity of its literals is known and the
    /// degree has another: one more. Nothing where the parity is not known.
    pub fn rounded(&mut self, side: &Logged, z: PbVar, steps: &mut Steps) -> Option<Logged> {
        self.rounded_besides(side, Some(z), steps)
    }

    /// The same of a sum that is no side of a definition.
    pub fn rounded_sum(&mut self, sum: &Logged, steps: &mut Steps) -> Option<Logged> {
        self.rounded_besides(sum, None, steps)
    }

    fn rounded_besides(
        &mut self,
        side: &Logged,
        z: Option<PbVar>,
        steps: &mut Steps,
    ) -> Option<Logged> {
        let variables = side.says.terms().map(|(_, lit)| lit.variable);
        let others: BTreeSet<PbVar> = variables.filter(|&other| Some(other) != z).collect();
        let lines = self.over(&others, steps)?.rounded(&PolLine::of(side, 1));
        let more = lines.into_iter().find(|line| {
            let mut terms = line.says().terms().filter(|(_, lit)| Some(lit.variable) != z);
            line.says().degree() > side.says.degree()
                && terms.all(|(weight, lit)| weight == side.says.weight_of(lit))
        });
        more.map(|line| steps.sum(line))
    }

    /// The equation in which just these variables have odd weights.
    fn over(&mut self, wanted: &BTreeSet<PbVar>, steps: &mut Steps) -> Option<&Equation> {
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

/// The lines of sets that share nothing with one before.
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
