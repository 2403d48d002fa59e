//! The meanings of fresh variables as constraints of a proof.
//!
//! Let z mean "at least d of S", for a set S of n literals. Its definition consists of two
//! constraints, d ~z + S >= d and (n-d+1) z + ~S >= n-d+1. They are derived by redundance with the
//! witnesses z -> 0 and z -> 1. Both constraints are written even if the clauses of the encoding
//! need only one of them. If a variable means a disjunction of disjunctions, it is defined as the
//! disjunction of all their literals. Then a clause about this variable is the sum of two
//! definitions. The same is done for a conjunction of conjunctions.
//!
//! A parity z of literals a, b, … is defined by full adders, whose other variables only the proof
//! has. The equation of an adder, a + b + c = 2 carry + sum, is a sum of definitions, divided by 3.
//! The sum of all these equations is z = a + b + ... - 2 (...).

use std::collections::{HashMap, HashSet};

use super::equations::{Equation, Equations};
use super::quotients::Quotients;
use super::steps::{Id, PolLine, ProofConstraint, Steps};
use super::variables::{Inequality, PbLit, PbVar};

/// The definition of a variable, in both directions.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The form of the meaning. Definitions and derivations that use the literals of the meaning
    /// need it.
    form: VariableForm,
    /// The constraint "the variable implies its meaning". `None` if it always holds.
    pub forward: Option<ProofConstraint>,
    /// The constraint "the meaning implies the variable". `None` if it always holds.
    pub backward: Option<ProofConstraint>,
    /// The result of [`strengthened`](Definitions::strengthened); `None` if this method was not
    /// called yet for the variable.
    strengthened: Option<[Option<ProofConstraint>; 2]>,
}

/// The form of a meaning, if definitions and derivations can replace the variable by the literals
/// of its meaning.
#[derive(Clone, Debug)]
pub enum VariableForm {
    /// At least one of these literals is true. None of these literals has this form itself.
    Or(Vec<PbLit>),
    /// All of these literals are true. None of these literals has this form itself.
    And(Vec<PbLit>),
    /// A lower bound on a sum of remainders. For each set of literals, the remainder is the number
    /// of true literals modulo the base, which is the second field.
    Digit(Vec<Vec<PbLit>>, i128),
    /// Any other meaning. Also a meaning with literals that no derivation uses.
    Other,
}

/// A literal that is true if and only if a constraint holds (a reification), with both directions
/// of its definition.
#[derive(Clone)]
pub struct ReifiedLiteral {
    pub lit: PbLit,
    /// The definition "the literal implies the constraint".
    pub forward: ProofConstraint,
    /// The definition "the constraint implies the literal".
    pub backward: ProofConstraint,
}

/// The definitions of the variables of encodings. It also has the adders and quotients that occur
/// only in the proof.
#[derive(Default)]
pub struct Definitions {
    /// The definition of each variable of an encoding.
    of: HashMap<PbVar, Definition>,
    /// The adders of encodings, in the order of their definition.
    pub adders: Vec<Adder>,
    /// The adders with which the proof itself defines parities.
    own_adders: Vec<Adder>,
    /// The number of variables that only the proof has. These variables are numbered from 1.
    own: u32,
    pub quotients: Quotients,
}

/// An adder of two or three literals, which belongs to an encoding or only to the proof.
pub struct Adder {
    pub inputs: Vec<PbLit>,
    /// The equation "inputs = 2 carry + sum bit" if the sum bit is defined. Otherwise it says that
    /// the inputs are at least 2 carry and at most 2 carry + 1.
    pub equation: Equation,
    /// Both directions of the definition of the carry.
    sides: [ProofConstraint; 2],
    /// Whether it was derived that the carry is equal to the carry of another adder with the same
    /// inputs (the two adders are linked). One of the two adders belongs to an encoding, and the
    /// other belongs only to the proof. An adder is linked only once. This must be recorded, since
    /// several counters can have an adder with these inputs.
    is_linked: bool,
}

impl ReifiedLiteral {
    /// Derives the constraint that the literal means. The derivation starts from the unit clause
    /// with the ID `unit`, which says that the literal is true.
    pub fn derive_constraint(&self, unit: Id, steps: &mut Steps) -> ProofConstraint {
        let unit_clause =
            ProofConstraint { id: unit, inequality: Inequality::from_clause(&[self.lit]) };
        let mut line = PolLine::new(&self.forward, 1);
        let conditions = line.weight_of(!self.lit);
        debug_assert!(conditions > 0, "the literal {} reifies nothing", self.lit);
        line.add(&unit_clause, conditions);
        steps.sum(line)
    }
}

impl Definition {
    /// Returns the sets of literals and the base if the meaning is a bound on remainders. Returns
    /// `None` for other meanings.
    pub fn digit(&self) -> Option<(&[Vec<PbLit>], i128)> {
        match &self.form {
            VariableForm::Digit(sets, base) => Some((sets, *base)),
            VariableForm::Or(_) | VariableForm::And(_) | VariableForm::Other => None,
        }
    }
}

impl Definitions {
    /// Defines `z`, a fresh variable of an encoding, as "the constraint `meaning` holds", and
    /// writes both directions. A direction that always holds is not written. `form` must describe
    /// the same meaning. `z` must not be defined yet, must not occur in earlier steps, and must not
    /// occur in `meaning`.
    pub fn define(
        &mut self,
        z: PbLit,
        meaning: &Inequality,
        form: VariableForm,
        steps: &mut Steps,
    ) {
        debug_assert!(!self.of.contains_key(&z.variable), "{z} is defined twice");
        let (forward, backward) = full_reify(z, meaning, steps);
        self.of.insert(z.variable, Definition { form, forward, backward, strengthened: None });
    }

    /// Returns the definition of a variable of an encoding. Returns `None` if the variable has no
    /// definition, or is not a variable of an encoding.
    pub fn get(&self, variable: PbVar) -> Option<&Definition> {
        self.of.get(&variable)
    }

    /// Returns one direction of the definition of a variable: a constraint that holds if `lit` is
    /// true. Returns `None` if the variable has no definition, or if this direction always holds.
    pub fn implied_side(&self, lit: PbLit) -> Option<ProofConstraint> {
        let definition = self.get(lit.variable)?;
        if lit.is_negated { definition.backward.clone() } else { definition.forward.clone() }
    }

    /// Returns both directions of the definition of a variable. Returns `None` if there is no
    /// definition, or if a direction always holds.
    pub fn sides(&self, variable: PbVar) -> Option<[ProofConstraint; 2]> {
        let Definition { forward, backward, .. } = self.of.get(&variable)?;
        Some([forward.clone()?, backward.clone()?])
    }

    /// Replaces the definition of a variable by these two directions, or adds it.
    pub fn redefine(&mut self, variable: PbVar, [forward, backward]: [ProofConstraint; 2]) {
        let (forward, backward) = (Some(forward), Some(backward));
        let definition =
            Definition { form: VariableForm::Other, forward, backward, strengthened: None };
        self.of.insert(variable, definition);
    }

    /// Returns the constraints that determine a variable:
    ///
    /// - both directions of its definition,
    /// - the equations of the adders that have the variable as an output,
    /// - the ranges of remainders if the variable belongs to a quotient.
    ///
    /// The list is empty for a variable of the problem.
    pub fn known_constraints(&self, variable: PbVar) -> Vec<ProofConstraint> {
        let definition = self.of.get(&variable);
        let of_adders = self
            .adders
            .iter()
            .chain(&self.own_adders)
            .filter(|adder| {
                adder.equation.at_least.inequality.contains(variable)
                    && !has_variable(&adder.inputs, variable)
            })
            .flat_map(|adder| adder.equation.sides());
        definition
            .into_iter()
            .flat_map(|one| [&one.forward, &one.backward])
            .flatten()
            .chain(of_adders)
            .cloned()
            .chain(self.quotients.ranges(variable))
            .collect()
    }

    /// Returns both directions of the definition of `z`, strengthened by a parity. For example, "at
    /// least 4" becomes "at least 5" if the number of true literals is known to be odd. A direction
    /// in the result is `None` if it always holds, or if no parity strengthens it. Returns `None`
    /// instead of two directions if `z` has no definition. Derives the result at the first call.
    /// Later calls return the same result, even if more parities are known by then.
    pub fn strengthened(
        &mut self,
        z: PbVar,
        parities: &mut Equations,
        steps: &mut Steps,
    ) -> Option<[Option<ProofConstraint>; 2]> {
        let definition = self.of.get_mut(&z)?;
        if definition.strengthened.is_none() {
            let sides = [&definition.forward, &definition.backward];
            let stronger = sides.map(|side| parities.rounded(side.as_ref()?, Some(z), steps));
            definition.strengthened = Some(stronger);
        }
        definition.strengthened.clone()
    }

    /// Returns the adders of encodings on which the literals depend, directly or through other
    /// adders. They are in the order of their definition, and can belong to several counters.
    pub fn adders_below(&self, lits: &[PbLit]) -> Vec<&Adder> {
        let mut wanted: HashSet<PbVar> = lits.iter().map(|lit| lit.variable).collect();
        let mut below = Vec::new();
        for adder in self.adders.iter().rev() {
            let mut ends = adder.equation.at_least.inequality.variables();
            if ends.any(|end| wanted.contains(&end) && !has_variable(&adder.inputs, end)) {
                wanted.extend(adder.inputs.iter().map(|lit| lit.variable));
                below.push(adder);
            }
        }
        below.reverse();
        below
    }

    /// Returns the adders of encodings whose index is at least `first`.
    pub fn adders_from(&self, first: usize) -> &[Adder] {
        self.adders.get(first..).unwrap_or_default()
    }

    /// Defines sum bits for adders of an encoding. An adder gets a sum bit if its index is at least
    /// `first` and if it is not linked with an adder of the proof yet. Links each of these adders.
    /// Returns for each of them the equation "inputs = 2 carry + sum bit", in which the carry is a
    /// variable that only the proof has.
    pub fn define_last_bits(&mut self, first: usize, steps: &mut Steps) -> Vec<Equation> {
        let open: Vec<Vec<PbLit>> = self
            .adders_from(first)
            .iter()
            .filter(|adder| !adder.is_linked)
            .map(|adder| adder.inputs.clone())
            .collect();
        let mut defined = Vec::new();
        for inputs in open {
            let last_bit = self.fresh();
            defined.extend(self.define_odd(last_bit, &inputs, steps));
        }
        defined
    }

    /// Returns a new variable that only the proof has. It has no definition yet.
    pub fn fresh(&mut self) -> PbLit {
        self.own += 1;
        PbVar::Own(self.own).into()
    }

    /// Defines `z`, a fresh variable of an encoding that is not defined yet, as "at least `least`
    /// of `lits` are true". A repeated literal counts as often as it occurs. `is_flat` matters if
    /// this meaning is a disjunction (`least` is 1). Then a literal that itself means a disjunction
    /// is replaced by the literals of that disjunction, and repeated literals are dropped.
    /// Conjunctions (`least` is the number of literals) are treated in the same way. Only the
    /// literals of definitions with `is_flat` can be replaced later.
    pub fn define_at_least(
        &mut self,
        z: PbLit,
        lits: &[PbLit],
        least: usize,
        is_flat: bool,
        steps: &mut Steps,
    ) {
        let form = match least {
            1 if is_flat => VariableForm::Or(self.flattened(lits, false)),
            _ if is_flat && least == lits.len() => VariableForm::And(self.flattened(lits, true)),
            _ => VariableForm::Other,
        };
        let (lits, least) = match &form {
            VariableForm::Or(flat) => (&flat[..], 1),
            VariableForm::And(flat) => (&flat[..], flat.len()),
            VariableForm::Digit(..) | VariableForm::Other => (lits, least),
        };
        let meaning = Inequality::at_least(lits.iter().copied(), to_i128(least));
        self.define(z, &meaning, form, steps);
    }

    /// Defines `z` as the carry of an adder of an encoding: at least two of two or three literals
    /// are true. `z` must be fresh. Records the adder. The proof itself can have an adder of the
    /// same literals in the same order that is not linked yet. If so, derives that both carries are
    /// equal. Records no adder if a direction of the definition always holds.
    pub fn define_carry(&mut self, z: PbLit, lits: &[PbLit], steps: &mut Steps) {
        self.define_at_least(z, lits, 2, false, steps);
        let Some([forward, backward]) = self.sides(z.variable) else { return };
        // The sum of two literals is also at most 2 carry + 1.
        let at_most = match lits.len() {
            2 => {
                let mut line = PolLine::new(&backward, 1);
                line.add_literal(z, 1);
                steps.sum(line)
            }
            _ => backward,
        };
        let equation = Equation { at_least: forward, at_most };
        let sides = equation.sides().map(ProofConstraint::clone);
        self.adders.push(Adder { inputs: lits.to_vec(), equation, sides, is_linked: false });
        self.link(lits, steps);
    }

    /// Returns the literals of a disjunction, or of a conjunction if `is_and` is true. If one of
    /// these literals itself means a disjunction (a conjunction if `is_and` is true), it is
    /// replaced by the literals of its meaning. A negated literal of a conjunction means a
    /// disjunction, and conversely. Only one level is replaced. Repeated literals are dropped; the
    /// order is that of their first occurrences.
    fn flattened(&self, lits: &[PbLit], is_and: bool) -> Vec<PbLit> {
        let mut seen = HashSet::new();
        let mut flat = Vec::new();
        for &lit in lits {
            let form = self.of.get(&lit.variable).map(|definition| &definition.form);
            let below: Vec<PbLit> = match (form, is_and, lit.is_negated) {
                (Some(VariableForm::Or(below)), false, false)
                | (Some(VariableForm::And(below)), true, false) => below.clone(),
                (Some(VariableForm::Or(below)), true, true)
                | (Some(VariableForm::And(below)), false, true) => {
                    below.iter().map(|&lit| !lit).collect()
                }
                _ => vec![lit],
            };
            flat.extend(below.into_iter().filter(|&lit| seen.insert(lit)));
        }
        flat
    }

    /// Defines `z`, which must be fresh, as "an odd number of the literals is true", by adders of
    /// the proof. Returns the equation "sum of the literals = z + 2 (...)", in which each literal
    /// occurs at most once. Returns `None`, without a definition, if no literal occurs an odd
    /// number of times. Also returns `None`, with some steps written, if the only literals that
    /// occur an odd number of times are a literal and its negation. The method
    /// [`get`](Definitions::get) does not return this definition.
    pub fn define_odd(&mut self, z: PbLit, lits: &[PbLit], steps: &mut Steps) -> Option<Equation> {
        let lits = counted_oddly(lits);
        let (&first, rest) = lits.split_first()?;
        if rest.is_empty() {
            let (forward, backward) = full_reify(z, &Inequality::at_least([first], 1), steps);
            return Some(Equation { at_least: forward?, at_most: backward? });
        }
        let number = rest.chunks(2).len();
        let (mut sum, mut equations) = (first, Vec::new());
        for (place, level) in (1..).zip(rest.chunks(2)) {
            let next = if place == number { z } else { self.fresh() };
            equations.push(self.derive_sum(&[&[sum], level].concat(), next, steps)?);
            sum = next;
        }
        let least = PolLine::sum_of(equations.iter().map(|equation| &equation.at_least))?;
        let most = PolLine::sum_of(equations.iter().map(|equation| &equation.at_most))?;
        Some(Equation { at_least: steps.sum(least), at_most: steps.sum(most) })
    }

    /// Defines a fresh variable that is true if and only if a constraint holds. Returns `None` if
    /// the constraint always or never holds.
    pub fn reify(&mut self, wanted: &Inequality, steps: &mut Steps) -> Option<ReifiedLiteral> {
        let lit = self.fresh();
        let (forward, backward) = full_reify(lit, wanted, steps);
        Some(ReifiedLiteral { lit, forward: forward?, backward: backward? })
    }

    /// Defines two variables by an adder of two or three literals, and records the adder. The sum
    /// bit is `sum`, which must be fresh, and the carry is a new variable. Derives the equation
    /// "literals = 2 carry + `sum`". If an encoding has an adder of the same literals in the same
    /// order that is not linked yet, also derives that both carries are equal. Then both adders
    /// count as linked, and the equation of the encoding's adder gets `sum` as its sum bit. Returns
    /// `None`, after some steps, for fewer than two literals, or if the only two literals are
    /// opposite.
    fn derive_sum(&mut self, lits: &[PbLit], sum: PbLit, steps: &mut Steps) -> Option<Equation> {
        let carry = self.fresh();
        let (down, up) = full_reify(carry, &Inequality::at_least(lits.iter().copied(), 2), steps);
        let (odd_down, odd_up) = full_reify(
            sum,
            &Inequality::at_least(lits.iter().copied().chain([!carry, !carry]), 3),
            steps,
        );
        let (down, up, odd_down, odd_up) = (down?, up?, odd_down?, odd_up?);
        let mut at_least = PolLine::new(&down, 2);
        at_least.add(&odd_down, 1);
        at_least.divide(3);
        let mut at_most = PolLine::new(&up, if lits.len() == 3 { 2 } else { 1 });
        at_most.add(&odd_up, 1);
        at_most.divide(if lits.len() == 3 { 3 } else { 2 });
        let own = Equation { at_least: steps.sum(at_least), at_most: steps.sum(at_most) };
        let inputs = lits.to_vec();
        let equation = own.clone();
        self.own_adders.push(Adder { inputs, equation, sides: [down, up], is_linked: false });
        self.link(lits, steps);
        Some(own)
    }

    /// Derives that two carries are equal. One belongs to the last adder of an encoding with the
    /// inputs `lits`. The other belongs to the last adder of the proof with the same inputs in the
    /// same order. Adders that are already linked are not considered. The adder of the encoding
    /// then gets an equation with a sum bit, and both adders count as linked. Does nothing if one
    /// of these two adders does not exist.
    fn link(&mut self, lits: &[PbLit], steps: &mut Steps) {
        let mut adders = self.adders.iter_mut().rev();
        let adder = adders.find(|adder| !adder.is_linked && adder.inputs == lits);
        let mut all_own = self.own_adders.iter_mut().rev();
        let own = all_own.find(|own| !own.is_linked && own.inputs == lits);
        let (Some(adder), Some(own)) = (adder, own) else { return };
        (adder.is_linked, own.is_linked) = (true, true);
        let [their_down, their_up] = &adder.sides;
        let [down, up] = &own.sides;
        let theirs_is_ours = implication(their_down, up, lits, steps);
        let ours_is_theirs = implication(down, their_up, lits, steps);
        let mut at_least = PolLine::new(&own.equation.at_least, 1);
        at_least.add(&theirs_is_ours, 2);
        let mut at_most = PolLine::new(&own.equation.at_most, 1);
        at_most.add(&ours_is_theirs, 2);
        adder.equation = Equation { at_least: steps.sum(at_least), at_most: steps.sum(at_most) };
    }
}

fn has_variable(lits: &[PbLit], variable: PbVar) -> bool {
    lits.iter().any(|lit| lit.variable == variable)
}

/// Returns the literals that occur an odd number of times, each of them once, in the order of their
/// first occurrence. A literal that occurs an even number of times does not change a parity. A
/// literal and its negation count as two literals.
fn counted_oddly(lits: &[PbLit]) -> Vec<PbLit> {
    let mut odd: Vec<PbLit> = Vec::new();
    for &lit in lits {
        let times = lits.iter().filter(|other| **other == lit).count();
        if times % 2 == 1 && !odd.contains(&lit) {
            odd.push(lit);
        }
    }
    odd
}

/// Derives a clause of two literals from the sum of `from` and `to`. Each of these two constraints
/// must contain exactly one literal whose variable does not occur in `lits`. The clause consists of
/// these two literals. The sum must imply the clause.
fn implication(
    from: &ProofConstraint,
    to: &ProofConstraint,
    lits: &[PbLit],
    steps: &mut Steps,
) -> ProofConstraint {
    let line = PolLine::new(from, 1).plus(to);
    let others: Vec<PbLit> = line
        .inequality()
        .terms()
        .map(|(_, lit)| lit)
        .filter(|lit| !has_variable(lits, lit.variable))
        .collect();
    steps.sum(line.weakened_to(&others))
}

/// Defines `z` as "the constraint `meaning` holds". Returns both directions of the definition: `z`
/// implies the meaning, and the meaning implies `z`. A direction that always holds is `None` and is
/// not written. `z` must be fresh.
fn full_reify(
    z: PbLit,
    meaning: &Inequality,
    steps: &mut Steps,
) -> (Option<ProofConstraint>, Option<ProofConstraint>) {
    debug_assert!(!meaning.contains(z.variable), "{z} is not fresh");
    (half_reify(meaning, !z, steps), half_reify(&meaning.negated(), z, steps))
}

/// Writes the definition "the literal `unless` is true, or the constraint holds". If the constraint
/// never holds, the definition is the unit clause `unless`. The variable of `unless` may occur
/// before only in the other direction of its definition. Returns `None`, and writes nothing, if the
/// constraint always holds because its degree is at most 0.
fn half_reify(
    inequality: &Inequality,
    unless: PbLit,
    steps: &mut Steps,
) -> Option<ProofConstraint> {
    if inequality.degree() <= 0 {
        return None;
    }
    let mut conditional = inequality.clone();
    // If the constraint is a contradiction, only `unless` remains, and it needs no weight above 1.
    if conditional.is_contradiction() {
        conditional = Inequality::at_least([], 1);
    }
    conditional.add_literal(unless, conditional.degree());
    Some(steps.define(conditional, unless))
}

pub fn to_i128(count: usize) -> i128 {
    i128::try_from(count).expect("a length has 64 bits")
}
