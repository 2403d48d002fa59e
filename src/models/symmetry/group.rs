//! The group that the declared symmetries generate, and the images of a solution under this group.
//!
//! A board has few symmetries: at most eight of its shape, and twice as many if colours can be
//! swapped, too. So the whole group is listed.

use std::collections::HashSet;

use crate::model::{Lit, Model, Symmetry, Values};

/// The largest number of symmetries of a group that is listed. For a larger group
/// [`SymmetryGroup::from_model`] returns `None`.
pub const MOST_LISTED: usize = 10_000;

/// A group of symmetries, the identity first.
#[derive(Clone, Debug)]
pub struct SymmetryGroup {
    /// The symmetries, the identity first.
    all: Vec<Symmetry>,
}

impl SymmetryGroup {
    /// Returns the group of a model's declared symmetries, the identity first. Each symmetry occurs
    /// once. Returns `None` if the group has more than [`MOST_LISTED`] symmetries.
    pub fn from_model(model: &Model) -> Option<SymmetryGroup> {
        let mut all = vec![Symmetry::new("identity", [])];
        let mut known: HashSet<Vec<(Lit, Lit)>> = HashSet::from([Vec::new()]);
        let mut next = 0;
        while let Some(one) = all.get(next).cloned() {
            next += 1;
            for generator in model.symmetries() {
                let product = one.then(generator);
                if known.insert(product.moves().to_vec()) {
                    all.push(product);
                }
            }
            if all.len() > MOST_LISTED {
                return None;
            }
        }
        Some(SymmetryGroup { all })
    }

    /// Returns the number of symmetries, the identity included.
    pub fn order(&self) -> usize {
        self.all.len()
    }

    /// Returns the images of a solution under all symmetries, the solution first. Images can be
    /// equal. Uses only the values of the first `variables` variables, and drops all others. The
    /// solution must have values for these variables, and the symmetries must move no other
    /// variables; otherwise the function panics.
    pub fn images(&self, solution: &Values, variables: usize) -> impl Iterator<Item = Values> {
        let values = solution.first(variables);
        self.all.iter().map(move |symmetry| {
            let mut image = values.clone();
            for &(from, to) in symmetry.moves() {
                let is_true = values[from.variable()] != from.is_negated();
                image[to.variable()] = is_true != to.is_negated();
            }
            Values::new(image)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(cells: usize) -> (Model, Vec<Lit>) {
        let mut model = Model::new();
        let lits: Vec<Lit> = (0..cells).map(|cell| model.variable("x", &[cell])).collect();
        (model, lits)
    }

    fn turn(lits: &[Lit]) -> Vec<(Lit, Lit)> {
        (0..lits.len()).map(|cell| (lits[cell], lits[(cell + 1) % lits.len()])).collect()
    }

    #[test]
    fn a_turn_and_a_mirror_generate_all_symmetries_of_a_ring() {
        let (mut model, lits) = ring(5);
        assert_eq!(SymmetryGroup::from_model(&model).map(|group| group.order()), Some(1));
        model.declare_symmetry("turn", turn(&lits));
        assert_eq!(SymmetryGroup::from_model(&model).map(|group| group.order()), Some(5));
        model.declare_symmetry("mirror", (0..5).map(|cell| (lits[cell], lits[4 - cell])));
        let group = SymmetryGroup::from_model(&model).expect("a small group");
        assert_eq!(group.order(), 10);
        let solution = Values::new(vec![true, true, false, true, false]);
        let images: HashSet<Values> = group.images(&solution, 5).collect();
        assert_eq!(images.len(), 5, "this necklace is its own mirror image");
        assert_eq!(group.images(&solution, 5).next(), Some(solution.clone()));
    }

    /// A swap of colours maps a literal to a negation.
    #[test]
    fn images_follow_negations() {
        let (mut model, lits) = ring(3);
        model.declare_symmetry("colours swapped", lits.iter().map(|&lit| (lit, !lit)));
        model.declare_symmetry(
            "turn and swap",
            turn(&lits).into_iter().map(|(from, to)| (from, !to)),
        );
        let group = SymmetryGroup::from_model(&model).expect("a small group");
        assert_eq!(group.order(), 6);
        let solution = Values::new(vec![true, false, false]);
        let images: HashSet<Values> = group.images(&solution, 3).collect();
        assert_eq!(images.len(), 6);
        assert!(images.contains(&Values::new(vec![true, false, true])));
    }

    #[test]
    fn a_large_group_is_not_listed() {
        let (mut model, lits) = ring(8);
        model.declare_symmetry("turn", turn(&lits));
        model.declare_symmetry("exchange", [(lits[0], lits[1]), (lits[1], lits[0])]);
        assert!(SymmetryGroup::from_model(&model).is_none(), "there are 40,320 permutations");
    }
}
