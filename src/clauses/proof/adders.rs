//! Derivations for encodings that add up a weighted sum in binary.
//!
//! A literal of weight w is a bit at each binary place where w has a 1. An adder replaces two or
//! three bits of a place by two bits: a sum bit at this place, and a carry at the next place. Its
//! equation is a + b + c = 2 carry + sum. If the equation of each adder at place p is added 2^p
//! times, a constraint on the weights becomes a constraint on the bits of the total. This
//! constraint implies the clauses that compare the total with the bound. A constraint "exactly"
//! gives two such constraints, an upper and a lower bound. Unit propagation through both of them
//! fixes every bit of the total, from the highest place down.
//!
//! Encodings do not report at which place an adder is. If an input of the adder is the output of
//! another adder, this determines the place. Otherwise the adder is at the first place at which all
//! inputs have an unused bit. Adders are in the order of their places. In the end, each place has
//! at most one bit that is not an input of an adder.

use std::collections::{HashMap, HashSet};

use super::definitions::{Adder, Definitions};
use super::derivation::{Premises, clause_sides};
use super::equations::Equation;
use super::steps::{PolLine, ProofConstraint, Steps};
use super::variables::{Inequality, PbLit, PbVar};

/// The greatest number of rows of a constraint that are tried. Fixed literals can double the number
/// of rows.
const MOST_ROWS: usize = 8;

/// The first binary place that is beyond all weights, which have at most 120 bits.
const LAST: u32 = 120;

impl Premises {
    /// Searches for a bound on the bits of the constraint's total that implies a clause. The bound
    /// is the sum of one constraint and the equations of all adders of this encoding. The one
    /// constraint is a row of the encoded constraint, or a definition of a literal of the clause,
    /// in the direction that applies if the literal is false. Considers only the first
    /// [`MOST_ROWS`] rows. Skips a constraint if the adders do not add up its weights. Writes no
    /// step, and does not weaken the sum to the clause. Returns `None` if there are no adders, or
    /// if no such bound implies the clause.
    pub fn line_from_bits(&self, clause: &[PbLit], definitions: &Definitions) -> Option<PolLine> {
        let adders = definitions.adders_from(self.first_adder);
        if adders.is_empty() {
            return None;
        }
        let bounds = clause_sides(clause, definitions);
        let mut lines =
            self.rows.iter().take(MOST_ROWS).chain(&bounds).filter_map(|row| in_bits(row, adders));
        lines.find(|line| line.inequality().shortfall(clause) > 0)
    }

    /// Derives the values of bits of the total, if the encoded constraint is an equation (two
    /// stated rows). Only the bits whose value this equation fixes are derived. Uses those of the
    /// first [`MOST_ROWS`] rows whose weights the adders add up. Adds the values to the rows and
    /// equations of `self`. For this, defines the sum bits of adders that have none, and adds their
    /// equations to `self`. Returns `true` even if no bit is fixed. Returns `false`, and derives
    /// nothing, if the constraint is not an equation, if this encoding has no adders, or if this
    /// was done before.
    pub fn fix_bits(&mut self, definitions: &mut Definitions, steps: &mut Steps) -> bool {
        let is_exact = self.stated == 2 && !definitions.adders_from(self.first_adder).is_empty();
        if !is_exact || std::mem::replace(&mut self.are_bits_fixed, true) {
            return false;
        }
        let last_bits = definitions.define_last_bits(self.first_adder, steps);
        last_bits.into_iter().for_each(|equation| self.equations.add(equation));
        let adders = definitions.adders_from(self.first_adder);
        let lines: Vec<PolLine> =
            self.rows.iter().take(MOST_ROWS).filter_map(|row| in_bits(row, adders)).collect();
        let totals: Vec<ProofConstraint> = lines.into_iter().map(|line| steps.sum(line)).collect();
        let units = derive_units(&totals, steps);
        for unit in &units {
            let negated: Vec<PbLit> = unit.inequality.terms().map(|(_, lit)| !lit).collect();
            let at_most = steps.sum(PolLine::from_literals(&negated));
            self.equations.add(Equation { at_least: unit.clone(), at_most });
        }
        self.rows.extend(units);
        true
    }
}

/// Derives the literals that unit propagation through `totals` makes true, and writes a step for
/// each of them. The propagation begins without known literals. Returns the literals as unit
/// clauses, in the order of propagation. The list is empty if there are none.
fn derive_units(totals: &[ProofConstraint], steps: &mut Steps) -> Vec<ProofConstraint> {
    let from: Vec<_> = totals.iter().map(|total| total.id).collect();
    let mut known: HashSet<PbLit> = HashSet::new();
    let mut units = Vec::new();
    while let Some(lit) = totals.iter().find_map(|total| forced_literal(&total.inequality, &known))
    {
        known.insert(lit);
        units.push(steps.rup(&[lit], &from));
    }
    units
}

/// Returns a literal that a constraint makes true if the literals in `known` are true. The literal
/// is not in `known`. Returns `None` if there is no such literal.
fn forced_literal(inequality: &Inequality, known: &HashSet<PbLit>) -> Option<PbLit> {
    let possible = inequality.terms().filter(|(_, lit)| !known.contains(&!*lit));
    let slack = possible.clone().map(|(weight, _)| weight).sum::<i128>() - inequality.degree();
    let mut open = possible.filter(|(_, lit)| !known.contains(lit));
    open.find(|(weight, _)| *weight > slack).map(|(_, lit)| lit)
}

/// Turns a constraint on a weighted sum into a constraint on the bits of the total. Returns `None`
/// if these adders do not add up the constraint's weights.
fn in_bits(row: &ProofConstraint, adders: &[Adder]) -> Option<PolLine> {
    [true, false].into_iter().find_map(|is_upper| in_bits_of_side(row, adders, is_upper))
}

/// Turns a bound on a weighted sum into a constraint on the bits of the total, without writing a
/// step. `is_upper` says that the row is an upper bound, which is written over negated literals.
/// All of `adders` are used; they must be in the order of their binary places. The equation of an
/// adder is added 2^place times. The inputs of each adder must have an unused bit at a common place
/// below [`LAST`]. This place must not be below the place of the previous adder. Returns `None` if
/// there is no such place for an adder.
fn in_bits_of_side(row: &ProofConstraint, adders: &[Adder], is_upper: bool) -> Option<PolLine> {
    let mut line = PolLine::new(row, 1);
    let mut bits = BitsOfSum {
        weights: &row.inequality,
        is_upper,
        places: HashMap::new(),
        used: HashSet::new(),
        lowest: 0,
    };
    for adder in adders {
        let Equation { at_least, at_most } = &adder.equation;
        let place = bits.consume(adder)?;
        line.add(if is_upper { at_least } else { at_most }, 1 << place);
    }
    Some(line)
}

/// The bits of a weighted sum, while adders are read one after another. An adder uses its input
/// bits and adds output bits.
struct BitsOfSum<'a> {
    /// The row, which has the weights of the sum.
    weights: &'a Inequality,
    /// Whether the row is an upper bound. If so, it contains the negations of the literals.
    is_upper: bool,
    /// The binary place of each output of an adder.
    places: HashMap<PbVar, u32>,
    /// The bits of weights that earlier adders have used: pairs of a variable and a binary place.
    used: HashSet<(PbVar, u32)>,
    /// The binary place of the inputs of the last adder that was read. Later adders do not have a
    /// lower place.
    lowest: u32,
}

impl BitsOfSum<'_> {
    /// Records the bits that an adder uses, and the places of its outputs: p for the sum bit, p + 1
    /// for the carry. Adders must come in the order of their places. Returns p, the binary place
    /// (for bits of weight 2^p) of all inputs of the adder. If an input is the output of an earlier
    /// adder, p is the place of this input. Otherwise p is the lowest possible place that is not
    /// below the place of the last adder; it must be below [`LAST`]. Returns `None` and records
    /// nothing if the inputs have no unused bit at such a place.
    fn consume(&mut self, adder: &Adder) -> Option<u32> {
        let Adder { inputs, equation, .. } = adder;
        let known = inputs.iter().find_map(|lit| self.places.get(&lit.variable).copied());
        let mut possible = known.map_or(self.lowest..LAST, |place| place..place + 1);
        let place = possible.find(|&place| inputs.iter().all(|&lit| self.has_bit(lit, place)))?;
        self.lowest = place;
        self.used.extend(inputs.iter().map(|lit| (lit.variable, place)));
        for (weight, lit) in equation.at_least.inequality.terms() {
            if !inputs.contains(&lit) && !inputs.contains(&!lit) {
                self.places.insert(lit.variable, place + u32::from(weight == 2));
            }
        }
        Some(place)
    }

    /// Returns whether a literal has an unused bit at a binary place. There are two cases: the
    /// literal is the output of an adder at this place, or its weight has a 1 at this place in
    /// binary. In the second case, no adder may have used this 1 yet.
    fn has_bit(&self, lit: PbLit, place: u32) -> bool {
        if let Some(&known) = self.places.get(&lit.variable) {
            return known == place;
        }
        let weight = self.weights.weight_of(if self.is_upper { !lit } else { lit });
        weight >> place & 1 == 1 && !self.used.contains(&(lit.variable, place))
    }
}
