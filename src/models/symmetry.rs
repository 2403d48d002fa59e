//! Symmetry breaking: one solution of each orbit is enough.
//!
//! A **lex-leader constraint** for a permutation π states that a solution is at most its image:
//! (x₁, x₂, …) ≤ (π(x₁), π(x₂), …) over the literals by which the model compares solutions, with
//! false before true. The least solution of an orbit (the solutions that symmetries map to each
//! other) satisfies all these constraints. So satisfiability and the optimum stay the same. This
//! holds for any order of the literals, and even if only a part of the group is declared (Crawford,
//! Ginsberg, Luks and Roy, Symmetry-Breaking Predicates for Search Problems, KR 1996). The number
//! of solutions changes, so counting and listing break no symmetries.
//!
//! The constraint is a chain of three clauses per literal. The chain has variables e₁, e₂, … for
//! "all literals so far are equal to their images" (Devriendt, Bogaerts, Bruynooghe and Denecker,
//! Improved Static Symmetry Breaking for SAT, SAT 2016). The chain skips some literals. Suppose
//! that a literal must equal its image whenever all literals before it equal their images. Then no
//! clauses are needed for it (Aloul, Sakallah and Markov, Efficient Symmetry Breaking for Boolean
//! Satisfiability, IJCAI 2003). For a reflection of the board, half of the literals remain.
//!
//! Detection can find many generators ([`declare`]), and each can move many literals. So only the
//! first moved literals are compared ([`MOST_COMPARED`]). This excludes fewer solutions, but is
//! still sound. The clauses are part of the model, in the group `symmetry`, and so they are part of
//! every export.

use std::sync::Arc;

pub use found::{FoundSymmetries, declare, has_symmetry};
pub use group::{MOST_LISTED, SymmetryGroup};
#[cfg(feature = "records")]
pub(crate) use joined::JoinedSets;

mod automorphisms;
mod found;
#[cfg(test)]
#[path = "symmetry/tests.rs"]
mod found_tests;
mod graph;
mod group;
mod joined;
mod partition;
mod rows;

use crate::model::{Lit, Model, Origin, Symmetry};

/// The greatest number of literals that are compared for a detected symmetry, as in BreakID. Later
/// literals are not compared.
pub const MOST_COMPARED: usize = 50;

/// The choice of the symmetries that are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetries {
    /// No symmetry is broken.
    Kept,
    /// The declared symmetries of the model.
    Declared,
    /// Symmetries that are detected in the model, instead of the declared ones.
    Detected,
}

/// The lex-leader constraints that break a model's symmetries.
#[derive(Clone, Debug, Default)]
pub struct SymmetryBreaking {
    /// The compared literals, most significant first.
    pub order: Vec<Lit>,
    /// The lex-leader constraint of each broken symmetry.
    pub leaders: Vec<LexLeader>,
}

/// One lex-leader constraint.
#[derive(Clone, Debug)]
pub struct LexLeader {
    /// The symmetry that the constraint breaks.
    pub symmetry: Arc<Symmetry>,
    /// The compared literals with their images.
    pub pairs: Vec<(Lit, Lit)>,
    /// For each pair but the last, the literal that states "all pairs so far are equal".
    pub equal: Vec<Lit>,
    /// The index that the first clause of the constraint has in the model.
    pub first: usize,
}

/// Adds lex-leader constraints for all declared symmetries. For each symmetry, the literals in the
/// model's order must be lexicographically at most their images, with false before true. Then
/// removes the declared symmetries from the model. At most `most_compared` literals are compared
/// for each symmetry. The constraints are added at the end of the model, in the group `symmetry`,
/// with their symmetry as origin. The variables of their chains are added after the other
/// variables. Returns the model's order, and a leader for each symmetry, in order. A symmetry
/// without compared literals has a leader, too, but gets no clauses.
pub fn break_all(model: &mut Model, most_compared: usize) -> SymmetryBreaking {
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
        model.with_origin(origin, |model| equal = state_lex_leader(model, index, &pairs));
        leaders.push(LexLeader { symmetry, pairs, equal, first });
    }
    SymmetryBreaking { order, leaders }
}

/// Returns the literals to compare, each with its image, in the order of `order`. Leaves out
/// variables that are not in `order`, and pairs that are equal in every solution in which the
/// earlier pairs are equal. Ends after the first pair that cannot be equal (this pair is included),
/// or after `most` pairs.
///
/// `ranks` has each variable's position in `order`. `classes` must have only classes of a single
/// literal; after the call, this holds again.
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
        let image = symmetry.image(lit);
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
    symmetry.moves().iter().for_each(|&(lit, _)| classes.isolate(lit));
    pairs
}

/// States, by clauses in the group `symmetry`, that the first literals of the pairs are
/// lexicographically at most the second ones, with false before true. Returns a new variable for
/// each pair except the last one. The variable is true in every solution in which all pairs so far
/// are equal; it can also be true in other solutions. If there are no pairs, states nothing and
/// returns an empty list. `symmetry` is the symmetry's number in the labels of these variables.
fn state_lex_leader(model: &mut Model, symmetry: usize, pairs: &[(Lit, Lit)]) -> Vec<Lit> {
    let (mut unequal, mut all) = (None::<Lit>, Vec::new());
    for (place, &(lit, image)) in pairs.iter().enumerate() {
        // A literal that is at most its own negation is false.
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

/// Classes of equal literals. Negations of equal literals are equal, too.
struct Classes {
    /// For each variable, an equal literal: its parent in the tree of its class. At the root of a
    /// class, this is the variable itself.
    parents: Vec<Lit>,
}

impl Classes {
    /// Returns classes in which no two literals are known to be equal: each variable is a root.
    fn new(variables: usize) -> Classes {
        Classes { parents: (1..=variables).map(Lit::from_number).collect() }
    }

    /// Returns the parent of a literal in the tree of its class. The root is its own parent.
    fn parent(&self, lit: Lit) -> Lit {
        let parent = self.parents[lit.variable()];
        if lit.is_negated() { !parent } else { parent }
    }

    /// Returns the literal that represents the class of a literal. Also shortens the path to this
    /// literal in the tree, so that later calls are faster.
    fn root(&mut self, mut lit: Lit) -> Lit {
        while self.parent(lit) != lit {
            let above = self.parent(self.parent(lit));
            self.parents[lit.variable()] = if lit.is_negated() { !above } else { above };
            lit = above;
        }
        lit
    }

    /// Joins the classes of two roots. The roots must be different, and not negations of each
    /// other.
    fn join(&mut self, one: Lit, other: Lit) {
        self.parents[one.variable()] = if one.is_negated() { !other } else { other };
    }

    /// Puts a literal into a class of its own. The caller must also do this for all other literals
    /// of the old class.
    fn isolate(&mut self, lit: Lit) {
        self.parents[lit.variable()] = Lit::from_number(lit.variable() + 1);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::model::{Statement, Values};

    fn solutions(model: &Model, variables: usize) -> HashSet<Vec<bool>> {
        let all = model.labels().len();
        (0_u32..1 << all)
            .map(|bits| (0..all).map(move |v| bits >> v & 1 == 1))
            .map(|values| Values::new(values.collect()))
            .filter(|values| model.constraints().iter().all(|c| holds(c.statement, values)))
            .map(|values| model.lits().take(variables).map(|lit| values.is_true(lit)).collect())
            .collect()
    }

    fn holds(statement: Statement, values: &Values) -> bool {
        let Statement::Clause(lits) = statement else { panic!("only clauses are stated here") };
        lits.iter().any(|&lit| values.is_true(lit))
    }

    fn cycle(lits: &[Lit], by: usize) -> Vec<(Lit, Lit)> {
        (0..lits.len()).map(|i| (lits[i], lits[(i + by) % lits.len()])).collect()
    }

    #[test]
    fn one_solution_of_each_orbit_is_left() {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..4).map(|i| model.variable("x", &[i])).collect();
        (1..4).for_each(|by| model.declare_symmetry("turn", cycle(&lits, by)));
        assert_eq!(break_all(&mut model, usize::MAX).leaders.len(), 3);
        assert!(model.symmetries().is_empty());
        let left = solutions(&model, 4);
        assert_eq!(left.len(), 6, "there are six necklaces of four beads in two colours");
        for solution in &left {
            assert!(
                (0..4).map(|by| [&solution[by..], &solution[..by]].concat()).min().as_ref()
                    == Some(solution),
                "{solution:?}"
            );
        }
    }

    #[test]
    fn the_order_says_which_one_is_left() {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..2).map(|i| model.variable("x", &[i])).collect();
        model.declare_symmetry("swap", cycle(&lits, 1));
        model.set_lex_order([!lits[0], !lits[1]]);
        break_all(&mut model, usize::MAX);
        let expected = [vec![false, false], vec![true, false], vec![true, true]];
        assert_eq!(solutions(&model, 2), HashSet::from(expected));
    }

    #[test]
    fn a_literal_that_goes_to_its_negation_ends_the_comparison() {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..3).map(|i| model.variable("x", &[i])).collect();
        model.declare_symmetry("colours swapped", lits.iter().map(|&lit| (lit, !lit)));
        break_all(&mut model, usize::MAX);
        assert_eq!(model.constraints().len(), 1);
        assert_eq!(solutions(&model, 3).len(), 4);
    }

    #[test]
    fn of_a_mirror_image_half_of_the_literals_are_compared() {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..6).map(|i| model.variable("x", &[i])).collect();
        model.declare_symmetry("mirror", (0..6).map(|i| (lits[i], lits[5 - i])));
        let symmetry = model.take_symmetries().remove(0);
        let ranks: Vec<Option<usize>> = (0..6).map(Some).collect();
        let expected: Vec<(Lit, Lit)> = (0..3).map(|i| (lits[i], lits[5 - i])).collect();
        assert_eq!(compared(&lits, &ranks, &symmetry, &mut Classes::new(6), usize::MAX), expected);
    }
}
