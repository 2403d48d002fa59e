//! Scrambles of formulas. A scrambled formula is the same formula with its variables renamed and
//! negated, and with its clauses and literals in another order.
//!
//! Solvers decide between equal choices by the numbers of variables and the order of clauses. So
//! the time of a single run depends much on chance. Whenever clauses are added, names are drawn for
//! their new variables. So incremental searches are scrambled, too.

use fastrand::Rng;

use crate::encode::{Clauses, to_model, to_rustsat};
use crate::model::Lit;

/// New names for variables. The name of a variable is a literal, which is drawn at random when the
/// variable first occurs.
pub(crate) struct Scramble {
    random: Rng,
    /// For each variable, its name, which is the literal that replaces it.
    names: Vec<Lit>,
    /// For each variable that is used in a name, the literal that it replaces.
    meanings: Vec<Lit>,
}

impl Scramble {
    /// Returns a scramble. Equal seeds give equal names.
    pub fn new(seed: u64) -> Scramble {
        Scramble { random: Rng::with_seed(seed), names: Vec::new(), meanings: Vec::new() }
    }

    /// Returns the name of a literal. Draws a name if the variable has none.
    pub fn name(&mut self, lit: Lit) -> Lit {
        self.draw_names(lit.variable() + 1);
        renamed(&self.names, lit)
    }

    /// Returns the literal that has this name. The name must have been drawn.
    pub fn meaning(&self, lit: Lit) -> Lit {
        renamed(&self.meanings, lit)
    }

    /// Returns the renamed clauses in random order, each with its literals in random order. First
    /// draws names for variables that have none, up to the largest variable in the clauses. Every
    /// call continues the random sequence.
    pub fn clauses(&mut self, clauses: &Clauses) -> Vec<Vec<rustsat::types::Lit>> {
        let lits =
            clauses.iter().flatten().map(|&lit| to_model(lit).variable() + 1).max().unwrap_or(0);
        self.draw_names(lits);
        let mut renamed: Vec<Vec<_>> = clauses.iter().map(|clause| self.clause(clause)).collect();
        self.random.shuffle(&mut renamed);
        renamed
    }

    /// Returns the renamed literals of a clause in random order. Draws names for variables that
    /// have none.
    pub fn clause(&mut self, clause: &[rustsat::types::Lit]) -> Vec<rustsat::types::Lit> {
        let mut lits: Vec<_> =
            clause.iter().map(|&lit| to_rustsat(self.name(to_model(lit)))).collect();
        self.random.shuffle(&mut lits);
        lits
    }

    /// Draws names for variables that have none, among the first `variables` variables. These
    /// variables get each other's numbers in random order, and each name is negated at random.
    /// Names that are drawn already stay.
    pub fn draw_names(&mut self, variables: usize) {
        let known = self.names.len();
        if variables <= known {
            return;
        }
        let mut places: Vec<usize> = (known..variables).collect();
        self.random.shuffle(&mut places);
        self.meanings.resize(variables, Lit::from_dimacs(1));
        for (variable, place) in (known..).zip(places) {
            let flipped = self.random.bool();
            self.names.push(literal(place, flipped));
            self.meanings[place] = literal(variable, flipped);
        }
    }
}

/// Returns the literal that `names` has for a literal. There must be an entry for its variable.
fn renamed(names: &[Lit], lit: Lit) -> Lit {
    let name = names[lit.variable()];
    if lit.is_negated() { !name } else { name }
}

fn literal(variable: usize, negated: bool) -> Lit {
    let lit = Lit::from_number(variable + 1);
    if negated { !lit } else { lit }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_what_it_was_drawn_for_and_names_stay() {
        let mut scramble = Scramble::new(7);
        let lits = |to: i32| (1..=to).flat_map(|n| [Lit::from_dimacs(n), Lit::from_dimacs(-n)]);
        let first: Vec<Lit> = lits(9).map(|lit| scramble.name(lit)).collect();
        let mut clauses = Clauses::new();
        clauses.push(&lits(30).map(to_rustsat).collect::<Vec<_>>());
        scramble.clauses(&clauses);
        assert_eq!(lits(9).map(|lit| scramble.name(lit)).collect::<Vec<_>>(), first);
        for lit in lits(30) {
            let name = scramble.name(lit);
            assert_eq!(scramble.meaning(name), lit);
            assert_eq!(scramble.name(!lit), !name);
        }
        assert!(lits(30).any(|lit| scramble.name(lit) != lit), "a formula in other words");
    }
}
