//! The derivation of a clause of an encoding. It is a sum of the encoded constraint and the
//! definitions of the clause's variables.
//!
//! Assume that a clause is false. Then, for each of its variables, the meaning or the negation of
//! the meaning holds. If the encoding counts literals, these meanings are bounds on numbers of true
//! literals. The sum of these bounds and the bound of the encoded constraint is a contradiction.
//! So, without the assumption, the sum implies the clause: weakening removes all literals that are
//! not in the clause.

use super::definitions::{Adder, Definitions};
use super::digits::line_from_digits;
use super::equations::{Equation, Equations};
use super::kernel::Kernel;
use super::steps::{Id, PolLine, ProofConstraint, Steps};
use super::variables::{Inequality, PbLit};

/// The constraints from which the clauses of one encoded constraint are derived.
#[derive(Default)]
pub struct Premises {
    /// The rows of the encoded constraint (two rows if it is an equation), and rows that were
    /// derived from them.
    pub rows: Vec<ProofConstraint>,
    /// The parities from which clauses can follow: the encoded constraint if it is a parity, and
    /// parities of variables that its encoding defines.
    pub equations: Equations,
    /// The number of rows of the constraint in the problem. Other rows in `rows` were derived.
    pub stated: usize,
    /// The index in `Definitions::adders` of the first adder of this encoding.
    pub first_adder: usize,
    /// Whether [`normalise`](Premises::normalise) has run. It puts simplified rows before the rows
    /// of the problem.
    pub is_normal: bool,
    /// Whether [`fix_bits`](Premises::fix_bits) has derived the bits of a sum whose value an
    /// equation fixes.
    pub are_bits_fixed: bool,
}

impl Premises {
    /// Creates the premises for a constraint that is not a parity, from its rows.
    pub fn from_rows(rows: Vec<ProofConstraint>) -> Premises {
        Premises { stated: rows.len(), rows, ..Premises::default() }
    }

    /// Creates the premises for a parity, from its equation.
    pub fn from_parity(equation: Equation) -> Premises {
        let mut equations = Equations::default();
        equations.add(equation);
        Premises { equations, ..Premises::default() }
    }

    /// Derives a clause and returns the ID of a constraint that implies it. If a row is this
    /// clause, returns the ID of the row and writes nothing. A derived constraint can lack some
    /// literals of the clause. If a unit clause is derived, also adds copies of rows without the
    /// literal of this clause; the clause itself does not become a row. If simple derivations fail,
    /// normalises the rows, and adds the literals that the rows make true. Returns `None` if no
    /// derivation is found. Even then, the rows, parities and definitions stay that the attempts
    /// have derived.
    pub fn derive(&mut self, clause: &[PbLit], kernel: &mut Kernel) -> Option<Id> {
        let wanted = Inequality::from_clause(clause);
        if let Some(row) = self.rows.iter().find(|row| row.inequality == wanted) {
            return Some(row.id);
        }
        let plain = clause_sides(clause, &kernel.definitions);
        let line = line_from_side(clause, &plain)
            .or_else(|| self.equations.known_clause(clause, &mut kernel.steps))
            .or_else(|| self.line_from_weights(clause, kernel))
            .or_else(|| self.line_from_sides(clause, &plain, &kernel.definitions))
            .or_else(|| self.equations.clause(clause, &mut kernel.steps))
            .or_else(|| {
                let rounded = kernel.rounded_sides(clause);
                self.line_from_sides(clause, &rounded, &kernel.definitions)
                    .or_else(|| self.rounded_sum(clause, &plain))
                    .or_else(|| line_with_parities(clause, &rounded, &kernel.parities))
                    .or_else(|| line_from_digits(clause, &kernel.definitions, &self.rows))
                    .or_else(|| self.line_from_part(clause, &mut kernel.steps))
            });
        let line = match line {
            Some(line) => line,
            None => {
                self.normalise(&mut kernel.steps);
                self.close(&mut kernel.steps);
                self.line_from_sides(clause, &plain, &kernel.definitions)?
            }
        };
        let derived = kernel.steps.clause(line, clause);
        if let [unit] = clause {
            self.remove_literal(*unit, &derived, &mut kernel.steps);
        }
        Some(derived.id)
    }

    /// Searches for a line (a sum of constraints) about the bits of a weighted sum. The line must
    /// imply a clause. If there is no such line, and an equation fixes the sum, derives all bits of
    /// the sum. The bits become rows, and the clause is searched among the rows and the parities.
    /// The bits are derived only once for an encoded constraint, so later calls search only for a
    /// line. Returns `None` if nothing is found, or if the rows are not normalised yet.
    fn line_from_weights(&mut self, clause: &[PbLit], kernel: &mut Kernel) -> Option<PolLine> {
        if !self.is_normal {
            return None;
        }
        let Kernel { definitions, steps, .. } = kernel;
        self.line_from_bits(clause, definitions).or_else(|| {
            if !self.fix_bits(definitions, steps) {
                return None;
            }
            let wanted = Inequality::from_clause(clause);
            let unit = self.rows.iter().find(|row| row.inequality == wanted);
            unit.map(|row| PolLine::new(row, 1)).or_else(|| self.equations.clause(clause, steps))
        })
    }

    /// Searches for a line (a sum of constraints) that implies a part of the clause. The part is a
    /// single literal, or all literals except one. The line is derived from a parity over exactly
    /// the variables of this part, and is not written. Returns `None` if there is no such line. The
    /// steps that add up a new parity are written, and stay even after `None`.
    fn line_from_part(&mut self, clause: &[PbLit], steps: &mut Steps) -> Option<PolLine> {
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

    /// Searches for rows of at least two literals that make a literal true. Adds the unit clauses
    /// of such literals as rows. Also adds copies of rows without these literals (see
    /// [`remove_literal`](Premises::remove_literal)). Repeats this until no literal is new. The
    /// rows that existed before the call stay.
    fn close(&mut self, steps: &mut Steps) {
        let mut units: Vec<PbLit> = Vec::new();
        loop {
            let forced = self.rows.iter().find_map(|row| {
                let mut lits = row.inequality.terms().map(|(_, lit)| lit);
                let lit = lits.find(|lit| {
                    !units.contains(lit)
                        && row.inequality.terms().count() > 1
                        && row.inequality.shortfall(&[*lit]) > 0
                })?;
                Some((lit, PolLine::new(row, 1).weakened_to(&[lit])))
            });
            let Some((lit, line)) = forced else { return };
            let unit = steps.sum(line);
            units.push(lit);
            self.remove_literal(lit, &unit, steps);
            self.rows.push(unit);
        }
    }

    /// Makes copies of rows without the literal `unit`, which is true. Adds such a copy for each
    /// row that contains `unit` or its negation. A copy is saturated, and divided by the common
    /// divisor of its weights. Leaves out copies that always hold. The original rows stay.
    /// `derived` is the unit clause. Does nothing if there are more than [`MOST_ROWS`] rows.
    fn remove_literal(&mut self, unit: PbLit, derived: &ProofConstraint, steps: &mut Steps) {
        // Each known literal can double the number of rows.
        if self.rows.len() > MOST_ROWS {
            return;
        }
        let settled: Vec<ProofConstraint> = self
            .rows
            .iter()
            .filter(|row| row.inequality.weight_of(unit) + row.inequality.weight_of(!unit) > 0)
            .filter_map(|row| {
                let mut line = PolLine::new(row, 1);
                match row.inequality.weight_of(unit) {
                    0 => line.add(derived, row.inequality.weight_of(!unit)),
                    weight => line.add_literal(!unit, weight),
                }
                line.saturate();
                line.divide(line.inequality().common_divisor());
                (line.inequality().degree() > 0).then(|| steps.sum(line))
            })
            .collect();
        self.rows.extend(settled);
    }

    /// Searches for a sum that implies a clause. The sum consists of some or none of `sides`
    /// (constraints that hold if the clause is false), at most one row, and equations of full
    /// adders. Only the choices of [`choices_of`] are tried: all sides together, and subsets of the
    /// sides. If there are more than [`MOST_SIDES`] sides, only subsets of the first ones are
    /// tried. Sums without adders are tried first. Writes no step, and does not weaken the sum.
    /// Returns `None` if no such sum implies the clause.
    fn line_from_sides(
        &self,
        clause: &[PbLit],
        sides: &[ProofConstraint],
        definitions: &Definitions,
    ) -> Option<PolLine> {
        let lines =
            choices_of(sides).flat_map(|sides| with_rows(PolLine::sum_of(sides), &self.rows));
        let plain = lines.clone().find(|line| line.implies(clause));
        plain.or_else(|| {
            let adders = definitions.adders_below(clause);
            lines
                .flat_map(|line| {
                    [false, true].map(|saturates| substitute_adders(&line, &adders, saturates))
                })
                .into_iter()
                .find(|line| line.implies(clause))
        })
    }

    /// Adds up all `sides`, and searches for a parity of the premises by which this sum can be
    /// rounded up. The rounded sum must imply the clause. Returns the first such sum. Writes no
    /// step. Returns `None` if there is no such parity, or if there are no `sides`.
    fn rounded_sum(&self, clause: &[PbLit], sides: &[ProofConstraint]) -> Option<PolLine> {
        let sum = PolLine::sum_of(sides)?;
        self.equations
            .all()
            .flat_map(|equation| equation.rounded(&sum))
            .into_iter()
            .find(|line| line.implies(clause))
    }
}

/// Yields `sum` alone, and then the sum of `sum` and each single row. If `sum` is `None`, yields each
/// single row.
pub(super) fn with_rows(
    sum: Option<PolLine>,
    rows: &[ProofConstraint],
) -> impl Iterator<Item = PolLine> + Clone {
    let alone = sum.clone();
    let with_row = rows.iter().map(move |row| match &sum {
        None => PolLine::new(row, 1),
        Some(sum) => sum.plus(row),
    });
    alone.into_iter().chain(with_row)
}

/// Searches for a single constraint among `sides` that implies the clause.
fn line_from_side(clause: &[PbLit], sides: &[ProofConstraint]) -> Option<PolLine> {
    let side = sides.iter().find(|side| side.inequality.implies(clause))?;
    Some(PolLine::new(side, 1))
}

/// Yields all `sides` together, and then the proper subsets of the first [`MOST_SIDES`] of them.
/// The empty subset comes last.
pub(super) fn choices_of(
    sides: &[ProofConstraint],
) -> impl Iterator<Item = Vec<&ProofConstraint>> + Clone {
    let few = (0_u32..1 << sides.len().min(MOST_SIDES)).rev().skip(1).map(move |chosen| {
        sides
            .iter()
            .take(MOST_SIDES)
            .enumerate()
            .filter(|(place, _)| chosen >> place & 1 == 1)
            .map(|(_, side)| side)
            .collect()
    });
    std::iter::once(sides.iter().collect()).chain(few)
}

/// The greatest number of rows for which literals are removed. If a literal is fixed, rows are
/// copied without this literal, which can double the number of rows. If there are more rows than
/// this, they are not copied.
const MOST_ROWS: usize = 100;

/// The greatest number of definitions for which the sums of all subsets are tried. If there are
/// more definitions, only the subsets of the first ones are tried, and all definitions together.
const MOST_SIDES: usize = 5;

/// Searches for a sum of constraints that implies the clause. The sum consists of all `sides`, and
/// of clauses that follow from parities. Consider the literals that are in the sum of the sides,
/// but not in the clause, neither with this sign nor negated. Each added clause contains only
/// negations of such literals. Only the sets of clauses from [`Equations::clause_sets`] are tried.
/// Writes no step. Returns `None` if no such sum implies the clause, or if there are no `sides`.
fn line_with_parities(
    clause: &[PbLit],
    sides: &[ProofConstraint],
    parities: &Equations,
) -> Option<PolLine> {
    let sum = PolLine::sum_of(sides)?;
    let left: Vec<PbLit> = sum
        .inequality()
        .terms()
        .map(|(_, lit)| lit)
        .filter(|lit| !clause.contains(lit) && !clause.contains(&!*lit))
        .collect();
    let mut lines = parities.clause_sets(&left).map(|ones| {
        let mut line = sum.clone();
        ones.iter().for_each(|one| line.add_line(one));
        line
    });
    lines.find(|line| line.implies(clause))
}

/// Returns the constraints that hold if a clause is false. They are the definitions of the clause's
/// literals, in the direction that applies if the literal is false. A literal without such a
/// definition is left out.
pub fn clause_sides(clause: &[PbLit], definitions: &Definitions) -> Vec<ProofConstraint> {
    clause.iter().filter_map(|&lit| definitions.implied_side(!lit)).collect()
}

/// Replaces inputs of adders in a line (a sum of constraints) by the carry and the sum bit. The
/// inputs of an adder are replaced if all of them, or all their negations, occur together in the
/// line. They are replaced as often as they occur so. Other adders are skipped. Goes through
/// `adders` once, in their order. If `saturates`, the line is saturated after each adder that is
/// used: weights above the degree are lowered to the degree. Writes no step.
fn substitute_adders(line: &PolLine, adders: &[&Adder], saturates: bool) -> PolLine {
    let mut reduced = line.clone();
    for Adder { inputs, equation: Equation { at_least, at_most }, .. } in adders.iter().copied() {
        let positive = inputs.iter().map(|&lit| reduced.weight_of(lit)).min().unwrap_or(0);
        let negative = inputs.iter().map(|&lit| reduced.weight_of(!lit)).min().unwrap_or(0);
        match (positive, negative) {
            (0, 0) => continue,
            (0, _) => reduced.add(at_least, negative),
            _ => reduced.add(at_most, positive),
        }
        // Without saturation, some literals would keep too large weights.
        if saturates {
            reduced.saturate();
        }
    }
    reduced
}
