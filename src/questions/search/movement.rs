//! Symmetries of a model as maps of a board's lines.
//!
//! The images of the literals show the map of lines, so a puzzle declares its symmetries only once,
//! over the variables of its model.

use std::collections::HashMap;

use crate::model::{Lit, Symmetry};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub lit: Lit,
    /// The literal's line in each partition.
    pub lines: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    pub partitions: Vec<usize>,
    /// For each partition, the image of each line.
    pub lines: Vec<Vec<usize>>,
    /// Whether the symmetry exchanges the literals of the two counts.
    pub swaps: bool,
}

impl Movement {
    /// Returns the map of lines that a symmetry causes. Returns `None` unless the literals of each
    /// line map to one line, and those of each count (`sides`) to one count. `numbers` has the
    /// number of lines in each partition.
    pub fn of(symmetry: &Symmetry, sides: &[Vec<Item>; 2], numbers: &[usize]) -> Option<Movement> {
        let place: HashMap<Lit, (usize, &Item)> = (sides.iter().enumerate())
            .flat_map(|(side, items)| items.iter().map(move |item| (item.lit, (side, item))))
            .collect();
        let mut swaps = None;
        let mut images = Images::new(numbers);
        for (&lit, &(side, item)) in &place {
            let &(to_side, to) = place.get(&symmetry.of(lit))?;
            if *swaps.get_or_insert(side != to_side) != (side != to_side) {
                return None;
            }
            images.see(item, to);
        }
        let (partitions, lines) = images.settled()?;
        Some(Movement { partitions, lines, swaps: swaps? })
    }
}

struct Images {
    numbers: Vec<usize>,
    /// The common image of a line's literals so far, by partition, partition of the image, and
    /// line.
    to: Vec<Vec<Vec<Image>>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Image {
    Nowhere,
    Line(usize),
    Several,
}

impl Images {
    fn new(numbers: &[usize]) -> Images {
        let to = numbers.iter().map(|&lines| vec![vec![Image::Nowhere; lines]; numbers.len()]);
        Images { numbers: numbers.to_vec(), to: to.collect() }
    }

    fn see(&mut self, from: &Item, to: &Item) {
        for (images, &line) in self.to.iter_mut().zip(&from.lines) {
            for (image, &other) in images.iter_mut().zip(&to.lines) {
                image[line] = match image[line] {
                    Image::Nowhere => Image::Line(other),
                    Image::Line(known) if known == other => Image::Line(other),
                    _ => Image::Several,
                };
            }
        }
    }

    /// Returns the image of each partition and line, or `None` if a partition has no single image.
    fn settled(self) -> Option<(Vec<usize>, Vec<Vec<usize>>)> {
        let numbers = self.numbers;
        let settled = self.to.into_iter().enumerate().map(|(from, images)| {
            images.into_iter().enumerate().find_map(|(to, lines)| {
                let lines = lines.into_iter().map(|image| match image {
                    Image::Line(line) => Some(line),
                    Image::Nowhere | Image::Several => None,
                });
                let lines: Vec<usize> = lines.collect::<Option<_>>()?;
                (numbers[from] == numbers[to]).then_some((to, lines))
            })
        });
        settled.collect()
    }
}
