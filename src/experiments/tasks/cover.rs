//! The check that pieces cover a question.
//!
//! Cubes that were cut from one cube cover it if they are the leaves of a binary tree whose root is
//! this cube. At each inner node of the tree, each cube below the node continues with a certain
//! literal or with its negation, and both occur. Then every assignment reaches a leaf.

use std::collections::HashSet;

use crate::model::Lit;
use crate::search::{Piece, Share};

/// Returns whether `pieces` together cover `target`. The order of `pieces` does not matter, and
/// neither do repeated pieces. The answer is `true` in two cases only:
///
/// - All pieces are cubes and the leaves of one binary tree. Each cube begins with the literals of
///   `target` in the same order, and cubes that share a beginning continue with the same variable.
/// - All pieces are shares, and they are all parts of one division of `target`.
///
/// Returns `false` for any other pieces, even if they cover `target`. Examples are a piece of
/// another kind than `target`, a cube that begins differently, and a cube that is the beginning of
/// another cube. Also returns `false` if there are no pieces.
pub fn is_covered_by(target: &Piece, pieces: &[&Piece]) -> bool {
    match target {
        Piece::Share(share) => {
            let shares: Option<Vec<Share>> = pieces.iter().map(|piece| piece.share()).collect();
            shares.is_some_and(|shares| share.is_covered_by(shares))
        }
        Piece::Cube(cube) => {
            let paths: Option<HashSet<&[Lit]>> =
                pieces.iter().map(|piece| piece.cube()?.strip_prefix(&cube[..])).collect();
            paths.is_some_and(|paths| are_leaves(paths.into_iter().collect()))
        }
    }
}

/// Returns whether `paths` are exactly the paths to the leaves of some binary tree. The two
/// branches of a node are a literal and its negation. The paths must differ. A single empty path is
/// such a tree. Returns `false` if there are no paths.
fn are_leaves(paths: Vec<&[Lit]>) -> bool {
    // For each node, the remaining literals of the paths below the node. There is no recursion,
    // since a path can be as long as the number of literals.
    let mut nodes = vec![paths];
    while let Some(paths) = nodes.pop() {
        match paths[..] {
            [] => return false,
            [[]] => continue,
            _ => {}
        }
        let Some(branch) = paths[0].first().copied() else { return false };
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for path in paths {
            match path.split_first() {
                Some((&lit, rest)) if lit == branch => with.push(rest),
                Some((&lit, rest)) if lit == !branch => without.push(rest),
                _ => return false,
            }
        }
        nodes.extend([with, without]);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(lits: &[i32]) -> Piece {
        Piece::Cube(lits.iter().map(|&lit| Lit::from_dimacs(lit)).collect())
    }

    fn covers(whole: &[i32], cubes: &[&[i32]]) -> bool {
        let cubes: Vec<Piece> = cubes.iter().map(|lits| cube(lits)).collect();
        is_covered_by(&cube(whole), &cubes.iter().collect::<Vec<_>>())
    }

    #[test]
    fn leaves_of_a_tree_cover_it() {
        assert!(covers(&[], &[&[]]));
        assert!(covers(&[], &[&[1, 2], &[1, -2], &[-1, 3], &[-1, -3, 2], &[-1, -3, -2]]));
        assert!(covers(&[5], &[&[5, -1], &[5, 1]]));
        assert!(covers(&[], &[&[1], &[-1], &[1]]), "a repeated leaf does no harm");
    }

    #[test]
    fn what_lacks_a_leaf_covers_nothing() {
        assert!(!covers(&[], &[]));
        assert!(!covers(&[], &[&[1]]));
        assert!(!covers(&[], &[&[1, 2], &[1, -2], &[-1, 3]]));
        assert!(!covers(&[], &[&[1], &[2]]), "no cube has the case that 1 and 2 are false");
        assert!(!covers(&[5], &[&[5, 1], &[-5, -1]]), "not below the cube");
        assert!(!covers(&[], &[&[1], &[1, 2], &[-1]]), "below a leaf");
    }

    #[test]
    fn what_is_called_covered_is_covered() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut covered = 0;
        for _ in 0..20_000 {
            let lit = |random: &mut fastrand::Rng| random.i32(1..=3) * [1, -1][random.usize(0..2)];
            let cubes: Vec<Vec<i32>> = (0..random.usize(1..6))
                .map(|_| (0..random.usize(0..4)).map(|_| lit(&mut random)).collect())
                .collect();
            let slices: Vec<&[i32]> = cubes.iter().map(Vec::as_slice).collect();
            if covers(&[], &slices) {
                covered += 1;
                let holds = |lits: &Vec<i32>, values: u32| {
                    lits.iter().all(|lit| (values >> lit.unsigned_abs() & 1 == 1) == (*lit > 0))
                };
                for values in (0..16).step_by(2) {
                    assert!(cubes.iter().any(|lits| holds(lits, values)), "{cubes:?}: {values:b}");
                }
            }
        }
        assert!(covered > 100, "{covered}");
    }
}
