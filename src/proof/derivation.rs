//! How a clause of an encoding is derived: as a sum of what its variables mean, and of the
//! constraint that it encodes.
//!
//! Where a clause is false, each of its literals is, and so is what each variable means or its
//! opposite. Of an encoding by counting these are bounds on numbers of literals, and with the bound
//! of the constraint they contradict each other when they are added up. So the sum of these sides
//! of the definitions, each once, is a constraint from which the clause follows by weakening:
//! whatever else stands in it is taken to be true. Clauses that come from a parity are sums of two
//! halves ([`Equations`]).

use super::definitions::{Definitions, EncodingAdder};
use super::digits::of_digits;
use super::equations::{Equation, Equations};
use super::inequality::{Inequality, PbLit};
use super::steps::{Id, Logged, PolLine, Steps};

/// What the clauses of one constraint of a model may be derived from.
#[derive(Default)]
pub struct Premises {
    /// The constraint itself, an equation as two.
    pub rows: Vec<Logged>,
    /// The parities that are known: of the constraint, if it is one, and of what is defined for it.
    pub equations: Equations,
    /// The number of rows that the problem states.
    pub stated: usize,
    /// The first adder of the encoding of the constraint.
    pub first_adder: usize,
    /// Whether the rows have been made as small as encodings of weights make them.
    pub is_normal: bool,
    /// Whether the bits of a sum that is known exactly have been derived.
    pub are_bits_fixed: bool,
}

impl Premises {
    /// Those of a constraint that is no parity.
    pub fn of_rows(rows: Vec<Logged>) -> Premises {
        Premises { stated: rows.len(), rows, ..Premises::default() }
    }

    /// Those of a parity.
    pub fn of_parity(equation: Equation) -> Premises {
        let mut equations = Equations::default();
        equations.add(equation);
        Premises { equations, ..Premises::default() }
    }

    /// Derives a clause, and returns its number; nothing where it is not known how. `parities` are
    /// those of all constraints.
    pub fn derive(
        &mut self,
        clause: &[PbLit],
        definitions: &mut Definitions,
        parities: &mut Equations,
        steps: &mut Steps,
    ) -> Option<Id> {
        let wanted = Inequality::clause(clause);
        if let Some(row) = self.rows.iter().find(|row| row.says == wanted) {
            return Some(row.id);
        }
        let plain = sides(clause, definitions);
        let line = of_one_side(clause, &plain)
            .or_else(|| self.equations.known_clause(clause, steps))
            .or_else(|| self.of_weights(clause, definitions, steps))
            .or_else(|| self.of_sides(clause, &plain, definitions))
            .or_else(|| self.equations.clause(clause, steps))
            .or_else(|| {
                let rounded = rounded_sides(clause, definitions, parities, steps);
                self.of_sides(clause, &rounded, definitions)
                    .or_else(|| self.rounded_sum(clause, &plain))
                    .or_else(|| completed(clause, &rounded, parities))
                    .or_else(|| of_digits(clause, definitions, &self.rows))
                    .or_else(|| self.of_part(clause, steps))
            });
        let line = match line {
            Some(line) => line,
            None => {
                self.normalise(steps);
                self.close(steps);
                self.of_sides(clause, &plain, definitions)?
            }
        };
        let derived = steps.clause(line, clause);
        if let [unit] = clause {
            self.settle(*unit, &derived, steps);
        }
        Some(derived.id)
    }

    /// Returns a line about the bits of a sum of weights from which a clause follows.
    fn of_weights(
        &mut self,
        clause: &[PbLit],
        definitions: &mut Definitions,
        steps: &mut Steps,
    ) -> Option<PolLine> {
        if !self.is_normal {
            return None;
        }
        self.of_bits(clause, definitions).or_else(|| {
            if !self.fix_bits(definitions, steps) {
                return None;
            }
            let wanted = Inequality::clause(clause);
            let unit = self.rows.iter().find(|row| row.says == wanted);
            let unit = unit.map(|row| PolLine::of(row, 1));
            unit.or_else(|| self.equations.clause(clause, steps))
        })
    }

    /// The parity of one literal of a clause, or of all but one, from which the clause follows.
    fn of_part(&mut self, clause: &[PbLit], steps: &mut Steps) -> Option<PolLine> {
        for place in 0..clause.len() {
            let others = [&clause[..place], &clause[place + 1..]].concat();
            for part in [&clause[place..=place], &others] {
                let line = self.equations.clause(part, steps);
                if line.is_some() {
                    return line;
                }
            }
        }
        None
    }

    /// Records the literals that the rows make true, each by itself, until there are no more.
    fn close(&mut self, steps: &mut Steps) {
        let mut units: Vec<PbLit> = Vec::new();
        loop {
            let forced = self.rows.iter().find_map(|row| {
                let mut lits = row.says.terms().map(|(_, lit)| lit);
                let lit = lits.find(|lit| {
                    !units.contains(lit)
                        && row.says.terms().count() > 1
                        && row.says.missed_without(&[*lit]) > 0
                })?;
                Some((lit, PolLine::of(row, 1).weakened_to(&[lit])))
            });
            let Some((lit, line)) = forced else { return };
            let unit = steps.sum(line);
            units.push(lit);
            self.settle(lit, &unit, steps);
            self.rows.push(unit);
        }
    }

    /// Takes a literal that is known to be true out of the rows that have it or its negation, with
    /// weights as small as they can be then.
    fn settle(&mut self, unit: PbLit, derived: &Logged, steps: &mut Steps) {
        // Each may come twice for every literal that is known.
        if self.rows.len() > MOST_ROWS {
            return;
        }
        let settled: Vec<Logged> = self
            .rows
            .iter()
            .filter(|row| row.says.weight_of(unit) + row.says.weight_of(!unit) > 0)
            .filter_map(|row| {
                let mut line = PolLine::of(row, 1);
                match row.says.weight_of(unit) {
                    0 => line.add(derived, row.says.weight_of(!unit)),
                    weight => line.add_literal(!unit, weight),
                }
                line.saturate();
                line.divide(line.says().common_divisor());
                (line.says().degree() > 0).then(|| steps.sum(line))
            })
            .collect();
        self.rows.extend(settled);
    }

    /// A sum of sides of definitions, and of one row at most, from which a clause follows: of all
    /// of them or of some, as they are, or with what full adders make of the literals in them.
    fn of_sides(
        &self,
        clause: &[PbLit],
        sides: &[Logged],
        definitions: &Definitions,
    ) -> Option<PolLine> {
        let lines = choices_of(sides).flat_map(|sides| self.with_rows(PolLine::sum_of(sides)));
        let plain = lines.clone().find(|line| line.implies(clause));
        plain.or_else(|| {
            let adders = definitions.adders_below(clause);
            let added = lines.flat_map(|line| {
                [false, true].map(|saturates| added_up(&line, &adders, saturates))
            });
            added.into_iter().find(|line| line.implies(clause))
        })
    }

    /// Returns a sum by itself, and with each row; or the rows alone, if there is none.
    fn with_rows(&self, sum: Option<PolLine>) -> impl Iterator<Item = PolLine> + Clone {
        let alone = sum.clone();
        let with_row = self.rows.iter().map(move |row| match &sum {
            None => PolLine::of(row, 1),
            Some(sum) => sum.plus(row),
        });
        alone.into_iter().chain(with_row)
    }

    /// The sum of sides of definitions, which a parity of this constraint rounds up.
    fn rounded_sum(&self, clause: &[PbLit], sides: &[Logged]) -> Option<PolLine> {
        let sum = PolLine::sum_of(sides)?;
        let lines = self.equations.all().flat_map(|equation| equation.rounded(&sum));
        lines.into_iter().find(|line| line.implies(clause))
    }
}

/// Returns one side of a definition, if a clause follows from it.
fn of_one_side(clause: &[PbLit], sides: &[Logged]) -> Option<PolLine> {
    let side = sides.iter().find(|side| side.says.implies(clause))?;
    Some(PolLine::of(side, 1))
}

/// Returns all of some sides, and then each choice of a few of the first ones.
fn choices_of(sides: &[Logged]) -> impl Iterator<Item = Vec<&Logged>> + Clone {
    let choices = (0_u32..1 << sides.len().min(MOST_SIDES)).rev().skip(1);
    let few = choices.map(move |chosen| {
        let numbered = sides.iter().enumerate();
        let there = numbered.filter(|(place, _)| chosen >> place & 1 == 1);
        there.map(|(_, side)| side).collect()
    });
    std::iter::once(sides.iter().collect()).chain(few)
}

/// Where there are more rows, none is written anew for a literal.
const MOST_ROWS: usize = 100;

/// Of more sides no choice is tried.
const MOST_SIDES: usize = 5;

/// The sum of sides of definitions, with what parities say of the literals that are left in it: of
/// an odd number one is true.
fn completed(clause: &[PbLit], sides: &[Logged], parities: &Equations) -> Option<PolLine> {
    let sum = PolLine::sum_of(sides)?;
    let left: Vec<PbLit> = sum
        .says()
        .terms()
        .map(|(_, lit)| lit)
        .filter(|lit| !clause.contains(lit) && !clause.contains(&!*lit))
        .collect();
    let mut lines = parities.within(&left).map(|ones| {
        let mut line = sum.clone();
        ones.iter().for_each(|one| line.add_line(one));
        line
    });
    lines.find(|line| line.implies(clause))
}

/// Returns what each literal of a clause says if it is false: a side of its definition.
pub fn sides(clause: &[PbLit], definitions: &Definitions) -> Vec<Logged> {
    clause.iter().filter_map(|&lit| definitions.side_where(!lit)).collect()
}

/// Returns the same, if a parity makes them stronger.
pub fn rounded_sides(
    clause: &[PbLit],
    definitions: &mut Definitions,
    parities: &mut Equations,
    steps: &mut Steps,
) -> Vec<Logged> {
    let mut all = Vec::new();
    for lit in clause {
        let stronger = definitions.strengthened(lit.variable, parities, steps);
        let side = stronger
            .and_then(|[forward, backward]| if lit.is_negated { forward } else { backward });
        all.extend(side.or_else(|| definitions.side_where(!*lit)));
    }
    all
}

/// A line in which literals that are added up have given way to the last bit and the carry, adder
/// by adder; with weights as large as they become, or cut down to the degree each time.
fn added_up(line: &PolLine, adders: &[&EncodingAdder], saturates: bool) -> PolLine {
    let mut line = line.clone();
    for EncodingAdder { inputs, equation: Equation { at_least, at_most }, .. } in
        adders.iter().copied()
    {
        let positive = inputs.iter().map(|&lit| line.weight_of(lit)).min().unwrap_or(0);
        let negative = inputs.iter().map(|&lit| line.weight_of(!lit)).min().unwrap_or(0);
        match (positive, negative) {
            (0, 0) => continue,
            (0, _) => line.add(at_least, negative),
            _ => line.add(at_most, positive),
        }
        // What weighs more than matters would be left where its equals go.
        if saturates {
            line.saturate();
        }
    }
    line
}
