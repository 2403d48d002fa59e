//! Parities that a model states for sets of literals, such as the literals on a line of the board.
//! Also sums of these equations.

use std::collections::HashMap;

use super::literal::variables;
use super::{Lit, Model, Parity, Statement};
use crate::linear::Bits;

/// For each set of variables with a stated parity, whether the number of true variables is odd.
pub struct Parities(HashMap<Vec<usize>, bool>);

impl Parities {
    /// Collects the parity constraints of a model, as parities of their variables: each negated
    /// literal changes the parity. If two constraints state a parity of the same set of variables,
    /// the last one counts, even if they contradict each other.
    pub fn from_model(model: &Model) -> Parities {
        let stated = model
            .constraints()
            .iter()
            .filter_map(|constraint| {
                let Statement::Parity(lits, parity) = constraint.statement else { return None };
                Some((variables(lits), (parity == Parity::Odd) != has_odd_negations(lits)))
            })
            .collect();
        Parities(stated)
    }

    /// Returns whether an odd number of these literals is true. The order of the literals does not
    /// matter. Returns `None` if no parity constraint has exactly the variables of these literals.
    pub fn is_odd(&self, lits: &[Lit]) -> Option<bool> {
        self.0.get(&variables(lits)).map(|&odd| odd != has_odd_negations(lits))
    }
}

/// An equation: the number of true variables among `bits` is odd if `odd` is true, otherwise even.
#[derive(Clone, Debug)]
pub struct ParityEquation {
    /// The variables of the equation, by their index from 0.
    bits: Bits,
    /// Whether the number of true variables is odd.
    pub odd: bool,
    /// The stated equations that add up to this equation. For each of them, the bit at its position
    /// is set.
    pub from: Bits,
}

impl ParityEquation {
    /// Returns an equation. If `odd` is true, it states that an odd number of these literals is
    /// true; otherwise, it states that an even number is true. A negated literal changes the parity
    /// of the variables. A variable that occurs twice cancels. `variables` is the number of
    /// variables; the index of each variable must be less than it. `stated` is the number of stated
    /// equations. No bit of `from` is set yet.
    pub fn new(lits: &[Lit], odd: bool, variables: usize, stated: usize) -> ParityEquation {
        let (bits, from) = (Bits::zeros(variables), Bits::zeros(stated));
        let mut sum = ParityEquation { bits, odd, from };
        for lit in lits {
            sum.bits.flip(lit.variable());
            sum.odd ^= lit.is_negated();
        }
        sum
    }

    /// Returns the first variable, or `None` if the equation has no variables.
    pub fn leading(&self) -> Option<usize> {
        self.bits.places().next()
    }

    /// Adds another equation modulo 2. Also adds, modulo 2, the sets `from` of stated equations.
    fn add(&mut self, other: &ParityEquation) {
        self.bits.add(&other.bits);
        self.odd ^= other.odd;
        self.from.add(&other.from);
    }
}

/// Independent equations, each stored by the index of its first variable.
#[derive(Debug, Default)]
pub struct EchelonForm(HashMap<usize, ParityEquation>);

impl EchelonForm {
    /// If an equation is independent of the equations added before, reduces it by these equations,
    /// adds the result, and returns `None`. Otherwise adds nothing. Then returns a sum of this
    /// equation and some of the equations added before, in which all variables cancel. This sum is
    /// a contradiction if its `odd` is true. All equations must be over the same numbers of
    /// variables and of stated equations.
    pub fn add(&mut self, sum: ParityEquation) -> Option<ParityEquation> {
        let rest = self.reduce(sum);
        match rest.leading() {
            // No equation added before has this first variable, so `insert` replaces no equation
            // and returns `None`.
            Some(leading) => self.0.insert(leading, rest),
            None => Some(rest),
        }
    }

    /// Adds stored equations to an equation, until no stored equation has the same first variable
    /// as the sum, or until the sum has no variable. Returns the sum.
    pub fn reduce(&self, mut sum: ParityEquation) -> ParityEquation {
        while let Some(row) = sum.leading().and_then(|leading| self.0.get(&leading)) {
            sum.add(row);
        }
        sum
    }
}

/// Returns whether an odd number of the literals is negated.
fn has_odd_negations(lits: &[Lit]) -> bool {
    lits.iter().filter(|lit| lit.is_negated()).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_parity_that_is_stated_of_its_variables() {
        let mut model = Model::new();
        let [a, b, c] = [0, 1, 2].map(|index| model.variable("x", &[index]));
        model.parity("p", [a, !b, c], Parity::Odd);
        let parities = Parities::from_model(&model);
        assert_eq!(parities.is_odd(&[c, b, a]), Some(false));
        assert_eq!(parities.is_odd(&[!a, !b, !c]), Some(true));
        assert_eq!(parities.is_odd(&[a, b]), None);
    }
}
