//! Symmetry breaking: of the solutions that are images of each other, one is enough.
//!
//! A model declares its symmetries as permutations of its literals. For each of them, π, a
//! **lex-leader constraint** says that a solution is not larger than its image: over the literals
//! x₁, x₂, … that the model compares by, (x₁, x₂, …) ≤ (π(x₁), π(x₂), …), with false before true.
//! Of each orbit the least solution keeps them all, so neither satisfiability nor an optimum is
//! lost, whatever the order and whichever of the group's symmetries are declared (Crawford,
//! Ginsberg, Luks and Roy, Symmetry-Breaking Predicates for Search Problems, KR 1996). Numbers of
//! solutions are lost; so nothing that counts or lists may break symmetries.
//!
//! The constraint is a chain of three clauses a literal, over auxiliary variables e₁, e₂, … that
//! are true where all literals so far are equal to their images (Devriendt, Bogaerts, Bruynooghe
//! and Denecker, Improved Static Symmetry Breaking for SAT, SAT 2016). A literal that is equal to
//! its image whenever the earlier ones are to theirs is left out (Aloul, Sakallah and Markov,
//! Efficient Symmetry Breaking for Boolean Satisfiability, IJCAI 2003): of a mirror image half of
//! the literals remain.
//!
//! Where nobody declares symmetries they are found ([`declare`]): generators of all that the
//! coloured graph of a model has. There may be many, and each may move much; so only the first
//! literals that they move are compared ([`MOST_COMPARED`]), which is a weaker constraint and as
//! sound.
//!
//! The clauses are stated in the model, in the group `symmetry`: whoever reads a model, in clauses
//! or in a native format, has them.

use std::sync::Arc;

pub use found::{FoundSymmetries, declare, keeps};

mod automorphisms;
mod found;
#[cfg(test)]
#[path = "symmetry/tests.rs"]
mod found_tests;
mod graph;
mod partition;
mod rows;

use crate::model::{Lit, Model, Origin, Symmetry};

/// By so many literals a symmetry that was found is broken, as BreakID does.
pub const MOST_COMPARED: usize = 50;

/// Which symmetries are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetries {
    /// None.
    Kept,
    /// Those that the model declares.
    Declared,
    /// Those that are found in the model, in place of those that it declares.
    Found,
}

/// How symmetries were broken.
#[derive(Clone, Debug, Default)]
pub struct Breaking {
    /// The literals by which solutions are compared, the weightiest first.
    pub order: Vec<Lit>,
    /// The lex-leader constraint of each symmetry.
    pub leaders: Vec<Leader>,
}

/// A lex-leader constraint in clauses.
#[derive(Clone, Debug)]
pub struct Leader {
    /// The symmetry.
    pub symmetry: Arc<Symmetry>,
    /// The literals that are compared, with their images.
    pub pairs: Vec<(Lit, Lit)>,
    /// For each of them but the last: that it and all before are equal to their images.
    pub equal: Vec<Lit>,
    /// The place of its first clause among the constraints of the model.
    pub first: usize,
}

/// Breaks all declared symmetries. The model has none afterwards.
pub fn break_all(model: &mut Model) -> Breaking {
    break_all_to(model, usize::MAX)
}

/// Breaks all declared symmetries by so many literals of each. The model has none afterwards.
pub fn break_all_to(model: &mut Model, most_compared: usize) -> Breaking {
    let order = model.lex_order();
    let symmetries = model.take_symmetries();
    let variables = model.labels().len();
    let mut ranks = vec![None; variables];
    for (rank, lit) in order.iter().enumerate() {
        ranks[lit.variable()].get_or_insert(rank);
    }
    let mut classes = Classes::new(variables);
    let mut leaders = Vec::new();
    for (index, symmetry) in symmetries.into_iter().enumerate() {
        let pairs = compared(&order, &ranks, &symmetry, &mut classes, most_compared);
        let (symmetry, first) = (Arc::new(symmetry), model.constraints().len());
        let origin = Origin::Symmetry(symmetry.clone());
        let mut equal = Vec::new();
        model.by(origin, |model| equal = state_lex_leader(model, index, &pairs));
        leaders.push(Leader { symmetry, pairs, equal, first });
    }
    Breaking { order, leaders }
}

/// The literals with their images, without those that are equal whenever the earlier ones are, and
/// up to the first that cannot be equal, and no more than `most` of them: a solution that is not
/// larger than its image is not larger in the first literals.
///
/// `ranks` has the place in the order of each variable. `classes` has each literal alone, before
/// and after.
fn compared(
    order: &[Lit],
    ranks: &[Option<usize>],
    symmetry: &Symmetry,
    classes: &mut Classes,
    most: usize,
) -> Vec<(Lit, Lit)> {
    let mut moved: Vec<usize> =
        symmetry.moves().iter().filter_map(|(lit, _)| ranks[lit.variable()]).collect();
    moved.sort_unstable();
    let mut pairs = Vec::new();
    for rank in moved {
        if pairs.len() >= most {
            break;
        }
        let lit = order[rank];
        let image = symmetry.of(lit);
        let (one, other) = (classes.root(lit), classes.root(image));
        if one == other {
            continue;
        }
        pairs.push((lit, image));
        if one == !other {
            break;
        }
        classes.join(one, other);
    }
    symmetry.moves().iter().for_each(|&(lit, _)| classes.part(lit));
    pairs
}

/// States that the literals, in their order, are not larger than their images, and returns the
/// variables that say which are equal.
fn state_lex_leader(model: &mut Model, symmetry: usize, pairs: &[(Lit, Lit)]) -> Vec<Lit> {
    let (mut unequal, mut all) = (None::<Lit>, Vec::new());
    for (place, &(lit, image)) in pairs.iter().enumerate() {
        // A literal not larger than its own negation is false.
        let not_larger = if image == !lit { vec![image] } else { vec![!lit, image] };
        model.clause("symmetry", unequal.into_iter().chain(not_larger));
        if place + 1 == pairs.len() {
            break;
        }
        let equal = model.variable("equal", &[symmetry, place]);
        model.clause("symmetry", unequal.into_iter().chain([!lit, equal]));
        model.clause("symmetry", unequal.into_iter().chain([image, equal]));
        unequal = Some(!equal);
        all.push(equal);
    }
    all
}

/// Classes of literals that are equal; the negations of a class are a class.
struct Classes {
    /// For each variable the literal that it is equal to, itself in a root.
    parents: Vec<Lit>,
}

impl Classes {
    fn new(variables: usize) -> Classes {
        Classes { parents: (1..=variables).map(Lit::numbered).collect() }
    }

    fn parent(&self, lit: Lit) -> Lit {
        let parent = self.parents[lit.variable()];
        if lit.is_negated() { !parent } else { parent }
    }

    /// The literal that stands for the class. Halves the way there.
    fn root(&mut self, mut lit: Lit) -> Lit {
        while self.parent(lit) != lit {
            let above = self.parent(self.parent(lit));
            self.parents[lit.variable()] = if lit.is_negated() { !above } else { above };
            lit = above;
        }
        lit
    }

    /// Makes one class of two, given by their roots.
    fn join(&mut self, one: Lit, other: Lit) {
        self.parents[one.variable()] = if one.is_negated() { !other } else { other };
    }

    /// Makes a variable a class of its own. The others of its class have to be parted, too.
    fn part(&mut self, lit: Lit) {
        self.parents[lit.variable()] = Lit::numbered(lit.variable() + 1);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::model::{Statement, Values};

    /// The assignments of the first `variables` variables that some assignment of the others
    /// completes to a solution.
    fn solutions(model: &Model, variables: usize) -> HashSet<Vec<bool>> {
        let all = model.labels().len();
        let assignments = (0_u32..1 << all).map(|bits| (0..all).map(move |v| bits >> v & 1 == 1));
        assignments
            .map(|values| Values::new(values.collect()))
            .filter(|values| model.constraints().iter().all(|c| holds(c.statement, values)))
            .map(|values| model.lits().take(variables).map(|lit| values.of(lit)).collect())
            .collect()
    }

    fn holds(statement: Statement, values: &Values) -> bool {
        let Statement::Clause(lits) = statement else { panic!("only clauses are stated here") };
        lits.iter().any(|&lit| values.of(lit))
    }

    fn cycle(lits: &[Lit], by: usize) -> Vec<(Lit, Lit)> {
        (0..lits.len()).map(|i| (lits[i], lits[(i + by) % lits.len()])).collect()
    }

    /// Four cells in a ring, all rotations: of each orbit one necklace is left.
    #[test]
    fn one_solution_of_each_orbit_is_left() {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..4).map(|i| model.variable("x", &[i])).collect();
        (1..4).for_each(|by| model.symmetry("turn", cycle(&lits, by)));
        assert_eq!(break_all(&mut model).leaders.len(), 3);
        assert!(model.symmetries().is_empty());
        let left = solutions(&model, 4);
        assert_eq!(left.len(), 6, "there are six necklaces of four beads in two colours");
        for solution in &left {
            let turned = (0..4).map(|by| [&solution[by..], &solution[..by]].concat());
            assert!(turned.min().as_ref() == Some(solution), "{solution:?}");
        }
    }

    #[test]
    fn the_order_says_which_one_is_left() {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..2).map(|i| model.variable("x", &[i])).collect();
        model.symmetry("swap", cycle(&lits, 1));
        model.compare_by([!lits[0], !lits[1]]);
        break_all(&mut model);
        let expected = [vec![false, false], vec![true, false], vec![true, true]];
        assert_eq!(solutions(&model, 2), HashSet::from(expected));
    }

    /// A swap of colours alone: the first literal is false, and nothing else is to say.
    #[test]
    fn a_literal_that_goes_to_its_negation_ends_the_comparison() {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..3).map(|i| model.variable("x", &[i])).collect();
        model.symmetry("colours swapped", lits.iter().map(|&lit| (lit, !lit)));
        break_all(&mut model);
        assert_eq!(model.constraints().len(), 1);
        assert_eq!(solutions(&model, 3).len(), 4);
    }

    #[test]
    fn of_a_mirror_image_half_of_the_literals_are_compared() {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..6).map(|i| model.variable("x", &[i])).collect();
        let mirrored = (0..6).map(|i| (lits[i], lits[5 - i]));
        model.symmetry("mirror", mirrored);
        let symmetry = model.take_symmetries().remove(0);
        let ranks: Vec<Option<usize>> = (0..6).map(Some).collect();
        let expected: Vec<(Lit, Lit)> = (0..3).map(|i| (lits[i], lits[5 - i])).collect();
        assert_eq!(compared(&lits, &ranks, &symmetry, &mut Classes::new(6), usize::MAX), expected);
    }
}
