//! Symmetries of a model as maps of a board's lines.
//!
//! The map of lines follows from the images of the literals. So a puzzle declares its symmetries
//! only once, over the variables of its model.

use std::collections::HashMap;

use crate::model::{Lit, Symmetry};

/// A counted literal, and its line in each partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub lit: Lit,
    /// The literal's line in each partition.
    pub lines: Vec<usize>,
}

/// A symmetry of the model, as a map of the lines of its partitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// For each partition, the index of its image.
    pub partitions: Vec<usize>,
    /// For each partition, the image of each line.
    pub lines: Vec<Vec<usize>>,
    /// Whether the symmetry exchanges the literals of the two counts.
    pub swaps: bool,
}

impl Movement {
    /// Returns the map of lines that a symmetry causes. The literals of each line must map to one
    /// line, and the literals of each count (`sides`) must map to one count. Two lines can still
    /// have the same image. `numbers` has the number of lines in each partition. The image of a
    /// partition is the first partition with equally many lines to which its lines map. Returns
    /// `None` in these cases:
    ///
    /// - The literals of a line map to several lines, or the literals of a count map to several
    ///   counts.
    /// - A partition has no image.
    /// - A line has no literal, or there are no literals at all.
    /// - The image of a literal is not counted.
    pub fn from_symmetry(
        symmetry: &Symmetry,
        sides: &[Vec<Item>; 2],
        numbers: &[usize],
    ) -> Option<Movement> {
        let place: HashMap<Lit, (usize, &Item)> = (sides.iter().enumerate())
            .flat_map(|(side, items)| items.iter().map(move |item| (item.lit, (side, item))))
            .collect();
        let (mut swaps, mut moves) = (None, Vec::new());
        for (&lit, &(side, item)) in &place {
            let &(to_side, to) = place.get(&symmetry.image(lit))?;
            if *swaps.get_or_insert(side != to_side) != (side != to_side) {
                return None;
            }
            moves.push((item, to));
        }
        let (partitions, lines) = (0..numbers.len())
            .map(|from| {
                let mut like = (0..numbers.len()).filter(|&to| numbers[to] == numbers[from]);
                like.find_map(|to| Some((to, images(&moves, from, to, numbers[from])?)))
            })
            .collect::<Option<_>>()?;
        Some(Movement { partitions, lines, swaps: swaps? })
    }
}

/// Returns, for each line of the partition `from`, the line of the partition `to` to which its
/// literals move, as an index. `moves` has the lines of each literal and the lines of its image.
/// `lines` is the number of lines in `from`. Returns `None` if a line has no literal, or if the
/// literals of a line move to several lines. Several lines can move to the same line.
fn images(moves: &[(&Item, &Item)], from: usize, to: usize, lines: usize) -> Option<Vec<usize>> {
    let mut images = vec![None; lines];
    for (item, moved) in moves {
        let (line, image) = (item.lines[from], moved.lines[to]);
        if *images[line].get_or_insert(image) != image {
            return None;
        }
    }
    images.into_iter().collect()
}
