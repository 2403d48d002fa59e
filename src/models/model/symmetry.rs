//! Symmetries: permutations of literals.

use super::literal::Lit;

/// A permutation of the literals that maps the whole model onto itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// The name, such as that of a reflection or rotation of the board.
    pub name: String,
    /// The moved variables as positive literals, in order, with their images.
    moves: Vec<(Lit, Lit)>,
}

impl Symmetry {
    /// Returns the symmetry that maps literals to their images, and negations to negated images.
    /// Other literals are their own images. If a variable occurs twice, in a literal or in its
    /// negation, the first image counts. Moves of a literal onto itself are left out. Does not
    /// check that the moves are a permutation.
    pub fn new(name: impl Into<String>, moves: impl IntoIterator<Item = (Lit, Lit)>) -> Symmetry {
        let mut sorted: Vec<(Lit, Lit)> = moves
            .into_iter()
            .map(|(from, to)| if from.is_negated() { (!from, !to) } else { (from, to) })
            .collect();
        sorted.sort_by_key(|(from, _)| from.variable());
        sorted.dedup_by_key(|(from, _)| *from);
        sorted.retain(|(from, to)| from != to);
        Symmetry { name: name.into(), moves: sorted }
    }

    /// Returns the moved variables, in order, with their images.
    pub fn moves(&self) -> &[(Lit, Lit)] {
        &self.moves
    }

    /// Returns the image of a literal.
    pub fn image(&self, lit: Lit) -> Lit {
        let place = self.moves.binary_search_by_key(&lit.variable(), |(from, _)| from.variable());
        let Ok(place) = place else { return lit };
        let (_, image) = self.moves[place];
        if lit.is_negated() { !image } else { image }
    }

    /// Returns the product: `self` is applied first, then `other`. Its name is made of both names,
    /// with a comma between them.
    #[must_use]
    pub fn then(&self, other: &Symmetry) -> Symmetry {
        let name = format!("{}, {}", self.name, other.name);
        Symmetry::new(
            name,
            self.moves
                .iter()
                .chain(&other.moves)
                .map(|&(from, _)| from)
                .map(|from| (from, other.image(self.image(from)))),
        )
    }

    /// Returns whether each moved variable is the image of exactly one moved variable.
    pub fn is_permutation(&self) -> bool {
        let mut images: Vec<usize> = self.moves.iter().map(|(_, to)| to.variable()).collect();
        images.sort_unstable();
        images.into_iter().eq(self.moves.iter().map(|(from, _)| from.variable()))
    }
}
