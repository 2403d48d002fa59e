//! What fresh variables of clauses mean, as constraints of a proof.
//!
//! A variable z that means "at least d of S" comes with both of d ~z + S >= d and (n-d+1) z + ~S >=
//! n-d+1, by redundance with the witnesses z -> 0 and z -> 1. A clause has often the one side only;
//! a proof may know more. What means the "or" of "or"s, or the "and" of "and"s, is defined over the
//! literals below, so that clauses about them are sums of two definitions.
//!
//! An odd number of literals is added up by full adders with variables of the proof's own: a + b +
//! c = 2 carry + sum is a sum of their definitions, divided by 3. So z = a + b + ... - 2 (...) is
//! known as an equation.

use std::collections::{HashMap, HashSet};

use super::digits::Quotients;
use super::equations::{Equation, Equations};
use super::inequality::{Inequality, Literal, Variable};
use super::steps::{Known, Line, Steps};

/// Both sides of what a variable means.
#[derive(Clone, Debug)]
pub struct Definition {
    form: Form,
    /// Where it is true, so is its meaning.
    pub only_if: Option<Known>,
    /// Where its meaning is true, so is it.
    pub if_so: Option<Known>,
    /// The same two, where a parity of the literals makes them stronger: worked out once.
    strengthened: Option<[Option<Known>; 2]>,
}

/// How a meaning can be taken up in another.
#[derive(Clone, Debug)]
enum Form {
    Or(Vec<Literal>),
    And(Vec<Literal>),
    /// A sum of remainders: their sets, and the base.
    Digit(Vec<Vec<Literal>>, i128),
    Other,
}

/// Whether a constraint holds, as a literal with both sides of its definition.
#[derive(Clone)]
pub struct Reached {
    /// The literal.
    pub lit: Literal,
    /// Where it is true, the constraint holds.
    pub only_if: Known,
    /// Where the constraint holds, it is true.
    pub if_so: Known,
}

/// The variables that are defined.
#[derive(Default)]
pub struct Definitions {
    of: HashMap<Variable, Definition>,
    /// What is added up to carries that encodings have, in the order of these.
    adders: Vec<Adder>,
    /// What is added up to carries of the proof's own.
    own_adders: Vec<OwnAdder>,
    /// How many variables of its own the proof has.
    own: u32,
    /// How often bases are contained in numbers of literals.
    pub quotients: Quotients,
}

/// Two or three literals that are added up, and the carry that an encoding has of them.
pub struct Adder {
    /// What is added.
    pub inputs: Vec<Literal>,
    /// That the literals are the last bit and twice the carry, where somebody has asked for the
    /// last bit; else that they are at least twice the carry, and at most one more.
    pub equation: Equation,
    /// Whether somebody has.
    has_last_bit: bool,
}

/// The same with a carry of the proof's own.
struct OwnAdder {
    inputs: Vec<Literal>,
    equation: Equation,
    /// Both sides of the definition of the carry.
    sides: [Known; 2],
    /// Whether an encoding has the carry, too. The same literals may be added up by several
    /// counters.
    has_carry: bool,
}

impl Definition {
    /// The sets whose remainders it sums up, and the base, if it is such a sum.
    pub fn digit(&self) -> Option<(&[Vec<Literal>], i128)> {
        match &self.form {
            Form::Digit(sets, base) => Some((sets, *base)),
            Form::Or(_) | Form::And(_) | Form::Other => None,
        }
    }
}

impl Definitions {
    /// Defines a variable by a sum of remainders of these sets.
    pub fn define_digit(
        &mut self,
        z: Literal,
        meaning: &Inequality,
        sets: Vec<Vec<Literal>>,
        base: i128,
        steps: &mut Steps,
    ) {
        let (only_if, if_so) = reified(z, meaning, steps);
        let form = Form::Digit(sets, base);
        self.of.insert(z.variable, Definition { form, only_if, if_so, strengthened: None });
    }

    /// Both sides of the definition of a variable of the proof's own; none where one of them says
    /// nothing.
    pub fn define_own(
        &mut self,
        z: Literal,
        meaning: &Inequality,
        steps: &mut Steps,
    ) -> Option<[Known; 2]> {
        let (only_if, if_so) = reified(z, meaning, steps);
        Some([only_if?, if_so?])
    }

    /// The definition of a variable.
    pub fn of(&self, variable: Variable) -> Option<&Definition> {
        self.of.get(&variable)
    }

    /// Both sides of the definition of a variable; none where one of them says nothing.
    pub fn sides(&self, variable: Variable) -> Option<[Known; 2]> {
        let Definition { only_if, if_so, .. } = self.of.get(&variable)?;
        Some([only_if.clone()?, if_so.clone()?])
    }

    /// Takes in both sides of what a variable has turned out to mean.
    pub fn redefine(&mut self, variable: Variable, [only_if, if_so]: [Known; 2]) {
        let (only_if, if_so) = (Some(only_if), Some(if_so));
        let definition = Definition { form: Form::Other, only_if, if_so, strengthened: None };
        self.of.insert(variable, definition);
    }

    /// All that is known of what a variable means: both sides of its definition, or the equations
    /// of adders that it comes out of.
    pub fn about(&self, variable: Variable) -> Vec<Known> {
        let definition = self.of.get(&variable);
        let sides = definition.into_iter().flat_map(|one| [&one.only_if, &one.if_so]).flatten();
        let adders = self.adders.iter().map(|adder| (&adder.inputs, &adder.equation));
        let own = self.own_adders.iter().map(|adder| (&adder.inputs, &adder.equation));
        let comes_out = |(inputs, equation): &(&Vec<Literal>, &Equation)| {
            inputs.iter().all(|lit| lit.variable != variable)
                && equation.at_least.says.weighs(variable)
        };
        let equations = adders.chain(own).filter(comes_out).map(|(_, equation)| equation);
        let of_adders = equations.flat_map(|equation| [&equation.at_least, &equation.at_most]);
        sides.chain(of_adders).cloned().chain(self.quotients.about(variable)).collect()
    }

    /// Both sides of a definition, as a parity of its literals makes them: at least 4 of an odd
    /// number are at least 5. A side is none where nothing is known of the parity, or it says
    /// nothing.
    pub fn strengthened(
        &mut self,
        z: Variable,
        parities: &mut Equations,
        steps: &mut Steps,
    ) -> Option<[Option<Known>; 2]> {
        let definition = self.of.get_mut(&z)?;
        if definition.strengthened.is_none() {
            let sides = [&definition.only_if, &definition.if_so];
            let stronger = sides.map(|side| parities.rounded(side.as_ref()?, z, steps));
            definition.strengthened = Some(stronger);
        }
        definition.strengthened.clone()
    }

    /// The sums of two or three literals from which these come about, in their order: the same
    /// literals may be added up for another counter, too.
    pub fn adders_below(&self, lits: &[Literal]) -> Vec<&Adder> {
        let mut wanted: HashSet<Variable> = lits.iter().map(|lit| lit.variable).collect();
        let mut below = Vec::new();
        for adder in self.adders.iter().rev() {
            let ends = adder.equation.at_least.says.terms().map(|(_, lit)| lit.variable);
            let is_input = |end: Variable| adder.inputs.iter().any(|lit| lit.variable == end);
            if ends.into_iter().any(|end| !is_input(end) && wanted.contains(&end)) {
                wanted.extend(adder.inputs.iter().map(|lit| lit.variable));
                below.push(adder);
            }
        }
        below.reverse();
        below
    }

    /// Returns how many adders were defined for encodings.
    pub fn number_of_adders(&self) -> usize {
        self.adders.len()
    }

    /// Returns the adders that were defined from one on.
    pub fn adders_from(&self, first: usize) -> &[Adder] {
        self.adders.get(first..).unwrap_or_default()
    }

    /// Defines the last bits of adders, from one on, that have none yet, and returns what each
    /// adds up.
    pub fn define_last_bits(&mut self, first: usize, steps: &mut Steps) -> Vec<Equation> {
        let open = self.adders_from(first).iter().filter(|adder| !adder.has_last_bit);
        let open: Vec<Vec<Literal>> = open.map(|adder| adder.inputs.clone()).collect();
        let define = |inputs: Vec<Literal>| {
            let last_bit = self.fresh();
            self.odd(last_bit, &inputs, steps)
        };
        open.into_iter().filter_map(define).collect()
    }

    /// Defines a variable as "the true ones of these terms weigh at least `least` together".
    pub fn weighs(
        &mut self,
        z: Literal,
        terms: &[(i128, Literal)],
        least: i128,
        steps: &mut Steps,
    ) {
        let mut meaning = Inequality::at_least([], least);
        terms.iter().for_each(|&(weight, lit)| meaning.add_literal(lit, weight));
        let (only_if, if_so) = reified(z, &meaning, steps);
        let form = Form::Other;
        self.of.insert(z.variable, Definition { form, only_if, if_so, strengthened: None });
    }

    /// A variable of the proof's own.
    pub fn fresh(&mut self) -> Literal {
        self.own += 1;
        Variable::Own(self.own).into()
    }

    /// Defines a variable as "at least `least` of these literals"; an "or" of "or"s over the
    /// literals below, if that is wanted.
    pub fn at_least(
        &mut self,
        z: Literal,
        lits: &[Literal],
        least: usize,
        is_flat: bool,
        steps: &mut Steps,
    ) {
        let form = match least {
            1 if is_flat => Form::Or(self.flattened(lits, false)),
            _ if is_flat && least == lits.len() => Form::And(self.flattened(lits, true)),
            _ => Form::Other,
        };
        let meaning = match &form {
            Form::Or(lits) => Inequality::at_least(lits.iter().copied(), 1),
            Form::And(lits) => Inequality::at_least(lits.iter().copied(), number(lits.len())),
            Form::Digit(..) | Form::Other => {
                Inequality::at_least(lits.iter().copied(), number(least))
            }
        };
        let (only_if, if_so) = reified(z, &meaning, steps);
        self.of.insert(z.variable, Definition { form, only_if, if_so, strengthened: None });
    }

    /// Defines a variable as the carry of two or three literals that an encoding adds up.
    pub fn carry(&mut self, z: Literal, lits: &[Literal], steps: &mut Steps) {
        self.at_least(z, lits, 2, false, steps);
        let Some([only_if, if_so]) = self.sides(z.variable) else { return };
        // Two literals without their last bit are one more than twice the carry, too.
        let at_most = match lits.len() {
            2 => {
                let mut line = Line::of(&if_so, 1);
                line.add_literal(z, 1);
                steps.sum(line)
            }
            _ => if_so,
        };
        let equation = Equation { at_least: only_if, at_most };
        self.adders.push(Adder { inputs: lits.to_vec(), equation, has_last_bit: false });
        self.link(lits, steps);
    }

    /// The literals of an "or" or of an "and", with those of what means the same below.
    fn flattened(&self, lits: &[Literal], is_and: bool) -> Vec<Literal> {
        let mut seen = HashSet::new();
        let mut flat = Vec::new();
        for &lit in lits {
            let form = self.of.get(&lit.variable).map(|definition| &definition.form);
            let below: Vec<Literal> = match (form, is_and, lit.is_negated) {
                (Some(Form::Or(below)), false, false) | (Some(Form::And(below)), true, false) => {
                    below.clone()
                }
                (Some(Form::Or(below)), true, true) | (Some(Form::And(below)), false, true) => {
                    below.iter().map(|&lit| !lit).collect()
                }
                _ => vec![lit],
            };
            flat.extend(below.into_iter().filter(|&lit| seen.insert(lit)));
        }
        flat
    }

    /// Defines a variable as "an odd number of these literals", and returns literals = variable + 2
    /// (...).
    pub fn odd(&mut self, z: Literal, lits: &[Literal], steps: &mut Steps) -> Option<Equation> {
        // What stands there twice is even.
        let times = |lit: &Literal| lits.iter().filter(|other| *other == lit).count();
        let mut seen = HashSet::new();
        let lits: Vec<Literal> =
            lits.iter().copied().filter(|lit| times(lit) % 2 == 1 && seen.insert(*lit)).collect();
        let lits = &lits[..];
        let (&first, mut rest) = lits.split_first()?;
        let mut sum = first;
        let mut equation: Option<[Line; 2]> = None;
        if rest.is_empty() {
            let (only_if, if_so) = reified(z, &Inequality::at_least([first], 1), steps);
            return Some(Equation { at_least: only_if?, at_most: if_so? });
        }
        while !rest.is_empty() {
            let (taken, left) = rest.split_at(rest.len().min(2));
            rest = left;
            let next = if rest.is_empty() { z } else { self.fresh() };
            let inputs: Vec<Literal> = [&[sum], taken].concat();
            let Equation { at_least, at_most } = self.added(&inputs, next, steps)?;
            equation = Some(match equation {
                None => [Line::of(&at_least, 1), Line::of(&at_most, 1)],
                Some([mut least, mut most]) => {
                    least.add(&at_least, 1);
                    most.add(&at_most, 1);
                    [least, most]
                }
            });
            sum = next;
        }
        let [least, most] = equation?;
        Some(Equation { at_least: steps.sum(least), at_most: steps.sum(most) })
    }

    /// A variable of the proof's own that is true where a constraint holds; none where every
    /// assignment keeps it, or none does.
    pub fn reached(&mut self, wanted: &Inequality, steps: &mut Steps) -> Option<Reached> {
        let lit = self.fresh();
        let (only_if, if_so) = reified(lit, wanted, steps);
        Some(Reached { lit, only_if: only_if?, if_so: if_so? })
    }

    /// Two or three literals as 2 carry + `sum`.
    fn added(&mut self, lits: &[Literal], sum: Literal, steps: &mut Steps) -> Option<Equation> {
        let carry = self.fresh();
        let (down, up) = reified(carry, &Inequality::at_least(lits.iter().copied(), 2), steps);
        let odd = lits.iter().copied().chain([!carry, !carry]);
        let (odd_down, odd_up) = reified(sum, &Inequality::at_least(odd, 3), steps);
        let (down, up, odd_down, odd_up) = (down?, up?, odd_down?, odd_up?);
        let mut at_least = Line::of(&down, 2);
        at_least.add(&odd_down, 1);
        at_least.divide(3);
        let mut at_most = Line::of(&up, if lits.len() == 3 { 2 } else { 1 });
        at_most.add(&odd_up, 1);
        at_most.divide(if lits.len() == 3 { 3 } else { 2 });
        let own = Equation { at_least: steps.sum(at_least), at_most: steps.sum(at_most) };
        let inputs = lits.to_vec();
        let equation = own.clone();
        self.own_adders.push(OwnAdder { inputs, equation, sides: [down, up], has_carry: false });
        self.link(lits, steps);
        Some(own)
    }

    /// Where literals have both a carry of an encoding and one of the proof's own with a last bit,
    /// the two are the same.
    fn link(&mut self, lits: &[Literal], steps: &mut Steps) {
        let mut adders = self.adders.iter_mut().rev();
        let adder = adders.find(|adder| !adder.has_last_bit && adder.inputs == lits);
        let mut all_own = self.own_adders.iter_mut().rev();
        let own = all_own.find(|own| !own.has_carry && own.inputs == lits);
        let (Some(adder), Some(own)) = (adder, own) else { return };
        (adder.has_last_bit, own.has_carry) = (true, true);
        let [down, up] = &own.sides;
        let follows = |from: &Known, to: &Known, steps: &mut Steps| {
            let mut line = Line::of(from, 1);
            line.add(to, 1);
            let terms = line.says().terms().map(|(_, lit)| lit);
            let lits: Vec<Literal> =
                terms.filter(|lit| !lits.contains(lit) && !lits.contains(&!*lit)).collect();
            steps.sum(line.weakened_to(&lits))
        };
        let theirs_is_ours = follows(&adder.equation.at_least, up, steps);
        let ours_is_theirs = follows(down, &adder.equation.at_most, steps);
        let mut at_least = Line::of(&own.equation.at_least, 1);
        at_least.add(&theirs_is_ours, 2);
        let mut at_most = Line::of(&own.equation.at_most, 1);
        at_most.add(&ours_is_theirs, 2);
        adder.equation = Equation { at_least: steps.sum(at_least), at_most: steps.sum(at_most) };
    }
}

/// Both sides of what a fresh literal means; a side that every assignment keeps is none.
fn reified(z: Literal, meaning: &Inequality, steps: &mut Steps) -> (Option<Known>, Option<Known>) {
    let side = |says: &Inequality, lit: Literal| {
        if says.degree() <= 0 {
            return None;
        }
        let mut says = says.clone();
        // What cannot be reached is no reason for a weight of more than 1.
        if says.is_contradiction() {
            says = Inequality::at_least([], 1);
        }
        says.add_literal(lit, says.degree());
        Some(says)
    };
    let only_if = side(meaning, !z).map(|says| steps.define(says, !z));
    let if_so = side(&meaning.negated(), z).map(|says| steps.define(says, z));
    (only_if, if_so)
}

/// A number of literals as a weight.
pub fn number(count: usize) -> i128 {
    i128::try_from(count).expect("as many literals as fit into memory")
}
