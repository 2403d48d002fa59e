//! Parities that a model states of sets of literals, such as lines of the board.

use std::collections::HashMap;

use super::{Lit, Model, Parity, Statement};

/// For each set of variables with a stated parity, whether the number of true ones is odd.
pub struct Parities(HashMap<Vec<usize>, bool>);

impl Parities {
    /// Collects the parity constraints of a model.
    pub fn of(model: &Model) -> Parities {
        let stated = model.constraints().iter().filter_map(|constraint| {
            let Statement::Parity(lits, parity) = constraint.statement else { return None };
            let (variables, negated) = variables(lits);
            Some((variables, (parity == Parity::Odd) != negated))
        });
        Parities(stated.collect())
    }

    /// Returns whether an odd number of these literals is true, if the model states their parity.
    pub fn odd(&self, lits: &[Lit]) -> Option<bool> {
        let (variables, negated) = variables(lits);
        self.0.get(&variables).map(|&odd| odd != negated)
    }
}

/// Returns the variables, sorted, and whether an odd number of the literals is negated.
fn variables(lits: &[Lit]) -> (Vec<usize>, bool) {
    let mut variables: Vec<usize> = lits.iter().map(|lit| lit.variable()).collect();
    variables.sort_unstable();
    (variables, lits.iter().filter(|lit| lit.is_negated()).count() % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_parity_that_is_stated_of_its_variables() {
        let mut model = Model::new();
        let [a, b, c] = [0, 1, 2].map(|index| model.variable("x", &[index]));
        model.parity("p", [a, !b, c], Parity::Odd);
        let parities = Parities::of(&model);
        assert_eq!(parities.odd(&[c, b, a]), Some(false));
        assert_eq!(parities.odd(&[!a, !b, !c]), Some(true));
        assert_eq!(parities.odd(&[a, b]), None);
    }
}
