//! Symmetries of a model as they move the lines of a board.
//!
//! A symmetry maps literals; where it maps all literals of each line to one line, it maps lines.
//! That is found by looking where the literals go, so that a room declares its symmetries once,
//! over its variables.

use std::collections::HashMap;

use crate::model::{Lit, Symmetry};

/// A literal that is counted, and the lines on which it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The literal.
    pub lit: Lit,
    /// Its line in each partition.
    pub lines: Vec<usize>,
}

/// A symmetry of the model as it moves lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// For each partition the one that it goes to.
    pub partitions: Vec<usize>,
    /// For each partition and each of its lines the line that it goes to.
    pub lines: Vec<Vec<usize>>,
    /// Whether the two counts change places.
    pub swaps: bool,
}

impl Movement {
    /// How a symmetry moves the lines, if all literals of a line go to one line and to one side.
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

/// For each partition and each other one: the lines to which its lines would go.
struct Images {
    numbers: Vec<usize>,
    /// By partition, other partition and line: the line that its literals go to, as far as they
    /// agree.
    to: Vec<Vec<Vec<Image>>>,
}

/// Where the literals of a line go.
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

    /// For each partition the one that it goes to, and its lines; none where one goes nowhere as a
    /// whole.
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
