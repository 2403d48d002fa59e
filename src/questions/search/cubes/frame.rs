//! All colourings of the lines of two partitions, up to symmetry. Also, the crossings of these
//! lines, and the lines of two other partitions through each crossing.
//!
//! A **side** is one of two counts. A colouring assigns each line to one side, and only this side
//! can have true literals on the line. A colouring is stored as a word of bits. The bit of a line
//! is 1 if the line belongs to the first side. The **outer** and the **inner** partition are the
//! two partitions with the fewest lines: rows and columns. If both are coloured, a crossing of an
//! outer and an inner line can have true literals of at most one side. Only the lines of the other
//! two partitions, which are called the **rests** (the diagonals), are then undecided.
//!
//! **Symmetry.** In each orbit of pairs of colourings, the least pair is kept. Other pairs of the
//! orbit can be kept, too. Outer colourings are ordered by [`key`], and inner colourings as
//! numbers. A [`Movement`] is a symmetry, stored as a map from lines to lines. A pair is excluded
//! in each of these cases:
//! - A movement that keeps both partitions maps the outer colouring to a smaller one.
//! - A movement that keeps both partitions and each outer line maps the inner colouring to a
//!   smaller one.
//! - A movement that exchanges both partitions maps the inner colouring to an outer colouring that
//!   is smaller than the outer colouring of the pair.
//!
//! **Slots.** Each line of the rests has a slot, which is a byte of a vector. The lines are divided
//! into two halves. Lines of different halves have no literal in common, like the diagonals of the
//! two colours of a chessboard, so each half can be bounded alone. The vector has four segments:
//! one for each half of each of the two partitions.

use super::exclusion::Exclusion;
use crate::search::movement::{Item, Movement};
use crate::symmetry::JoinedSets;

/// The largest number of lines in the outer and in the inner partition. All colourings of a
/// partition are enumerated, so more lines would take too long.
const MOST_LINES: usize = 24;

/// The most slots of a segment. A vector of four segments then has at most 128 bytes.
pub(super) const MOST_SLOTS: usize = 32;

/// One word of [`ColouringFrame::canonical`] has the 2⁶ colourings of this number of inner lines.
pub(super) const DIGIT: usize = 6;

/// The outer and inner lines of an exclusion, and the tables for the enumeration of their
/// colourings.
pub(super) struct ColouringFrame {
    /// The number of outer lines. The outer partition is the one with the fewest lines.
    pub outer: usize,
    /// The number of inner lines. The inner partition has the fewest lines of all other partitions.
    pub inner: usize,
    /// For each side (count) and crossing, the two slots of each literal at the crossing. The slots
    /// are the indices of the literal's diagonals in the vector of sums. The index of a crossing is
    /// outer line · number of inner lines + inner line.
    pub crossings: [Vec<Vec<[usize; 2]>>; 2],
    /// For each side (count), the most literals at one crossing.
    pub most_at_crossing: [u32; 2],
    /// For each side (count), the most literals on one line of the rests.
    pub most_on_rest: [u32; 2],
    /// The number of slots of a segment: `MOST_SLOTS`, or half of `MOST_SLOTS`.
    pub segment: usize,
    /// The slots of the diagonals; `None` if they are not regular.
    pub diagonal: Option<Diagonal>,
    /// For each inner colouring, a bit: whether it is combined with outer colourings. The bit is 0
    /// if symmetries or fixed literals exclude the colouring.
    pub canonical: Vec<u64>,
    /// The movements that keep the outer and the inner partition.
    straight: Vec<Movement>,
    /// The movements that exchange the outer and the inner partition.
    crossing: Vec<Movement>,
    /// For each partition and side (count), a set of lines as bits: the lines on which a literal of
    /// the count is fixed to true.
    fixed_lines: [[u32; 2]; 2],
}

/// The diagonals, if their slots are regular: if the number of the inner line grows by 2, both
/// slots of the crossing grow by 1.
pub(super) struct Diagonal {
    /// For each outer line and each parity of the inner line, the slots of both diagonals at the
    /// first crossing with an inner line of this parity.
    pub starts: Vec<[[usize; 2]; 2]>,
    /// For each side (count), outer line and parity of the inner line, a set of inner lines as
    /// bits: those whose crossing has a literal of the count. Bit k is the inner line 2k + parity.
    pub open: [Vec<[u32; 2]>; 2],
}

/// Returns a sort key: outer colourings with fewer lines of the first side come first.
fn key(colouring: u32) -> (u32, u32) {
    (colouring.count_ones(), colouring)
}

/// Returns the image of a set of lines under a movement. Both sets are bits. `lines` has the image
/// of each line.
fn image(lines: &[usize], set: u32) -> u32 {
    lines
        .iter()
        .enumerate()
        .filter(|(line, _)| set >> line & 1 == 1)
        .fold(0, |image, (_, to)| image | 1 << to)
}

/// Returns the set of all lines as bits.
fn all_lines(lines: usize) -> u32 {
    (1 << lines) - 1
}

impl ColouringFrame {
    /// Returns whether the partitions are small enough for the frame. The outer and the inner lines
    /// must fit into colourings of 24 bits. The lines of the rests must fit into the slots of a
    /// segment.
    pub fn fits(exclusion: &Exclusion) -> bool {
        let [rest, other] = rests(exclusion);
        exclusion.partitions[1] <= MOST_LINES
            && exclusion.partitions[rest].max(exclusion.partitions[other]) <= 2 * MOST_SLOTS
            && Halves::new(exclusion).longest() <= MOST_SLOTS
    }

    /// Returns the frame of an exclusion, which must [fit](ColouringFrame::fits). If `symmetric` is
    /// false, no colouring is left out by symmetry, and the frame has no movements. Inner
    /// colourings that fixed literals exclude are left out in every case.
    pub fn new(exclusion: &Exclusion, symmetric: bool) -> ColouringFrame {
        let (outer, inner) = (exclusion.partitions[0], exclusion.partitions[1]);
        let halves = Halves::new(exclusion);
        let is_short = halves.longest().max(inner) <= MOST_SLOTS / 2;
        let segment = if is_short { MOST_SLOTS / 2 } else { MOST_SLOTS };
        let slots = halves.slots(exclusion, segment);
        let rests = rests(exclusion);
        let slots_of = |item: &Item| [0, 1].map(|f| slots[f][item.lines[rests[f]]]);
        let crossings = exclusion.sides.each_ref().map(|items| {
            let mut at = vec![Vec::new(); outer * inner];
            items
                .iter()
                .for_each(|item| at[item.lines[0] * inner + item.lines[1]].push(slots_of(item)));
            at
        });
        let most = |numbers: &[usize]| u32::try_from(numbers.iter().copied().max().unwrap_or(0));
        let most_at_crossing = crossings.each_ref().map(|at| {
            most(&at.iter().map(Vec::len).collect::<Vec<_>>()).expect("a board has few cells")
        });
        let most_on_rest = crossings.each_ref().map(|at| {
            let mut on = vec![0; 4 * segment];
            at.iter().flatten().flatten().for_each(|&slot| on[slot] += 1);
            most(&on).expect("a board has few cells")
        });
        let movements = exclusion.movements.iter().filter(|_| symmetric);
        let straight = movements.clone().filter(|one| one.partitions[..2] == [0, 1]);
        let crossing = movements.filter(|one| one.partitions[..2] == [1, 0]).cloned().collect();
        let mut frame = ColouringFrame {
            outer,
            inner,
            diagonal: Diagonal::new(&crossings, outer, inner, most_at_crossing),
            crossings,
            most_at_crossing,
            most_on_rest,
            segment,
            canonical: Vec::new(),
            straight: straight.cloned().collect(),
            crossing,
            fixed_lines: [0, 1].map(|partition: usize| {
                let lines = |items: &Vec<Item>| {
                    items.iter().fold(0, |lines, item| lines | 1 << item.lines[partition])
                };
                exclusion.fixed_true.each_ref().map(lines)
            }),
        };
        frame.canonical = frame.canonical_inner();
        frame
    }

    pub fn movements(&self) -> usize {
        self.straight.len() + self.crossing.len()
    }

    /// Returns the outer colourings to combine with inner colourings, in the order of [`key`]. A
    /// bit of a colouring is 1 if the line belongs to the first side. Leaves out colourings that
    /// fixed literals exclude. If the frame uses symmetries, also leaves out each colouring that a
    /// movement maps to a smaller one (by [`key`]); only movements that keep both partitions are
    /// used.
    pub fn outer_colourings(&self) -> Vec<u32> {
        let mut colourings: Vec<u32> = (0..=all_lines(self.outer))
            .filter(|&colouring| self.respects(0, colouring))
            .filter(|&colouring| {
                let mut movements = self.straight.iter();
                movements.all(|one| key(colouring) <= key(self.outer_image(one, 0, colouring)))
            })
            .collect();
        colourings.sort_by_key(|&colouring| key(colouring));
        colourings
    }

    /// Looks at all inner colourings in which `number` lines belong to the first side, and at their
    /// images under movements that exchange both partitions. These images are outer colourings.
    /// Returns the least number of lines of the first side in such an image. Returns `None` if
    /// there are no such movements.
    pub fn least_image(&self, number: u32) -> Option<u32> {
        let other = u32::try_from(self.inner).expect("a board has few lines") - number;
        self.crossing.iter().map(|movement| if movement.swaps { other } else { number }).min()
    }

    /// Returns whether a movement that exchanges both partitions maps the inner colouring to a
    /// smaller outer colouring than `outer`.
    pub fn is_image_smaller(&self, outer: u32, inner: u32) -> bool {
        let mut movements = self.crossing.iter();
        movements.any(|one| key(self.outer_image(one, 1, inner)) < key(outer))
    }

    /// Returns the image of a colouring of a partition under a movement. The image is an outer
    /// colouring.
    fn outer_image(&self, movement: &Movement, partition: usize, colouring: u32) -> u32 {
        let image = image(&movement.lines[partition], colouring);
        if movement.swaps { image ^ all_lines(self.outer) } else { image }
    }

    /// Returns whether a colouring assigns each line with a fixed literal to the side of this
    /// literal.
    fn respects(&self, partition: usize, colouring: u32) -> bool {
        let [first, second] = self.fixed_lines[partition];
        colouring & first == first && colouring & second == 0
    }

    /// Returns the bits for [`ColouringFrame::canonical`]. The bit of an inner colouring is 1 if
    /// two conditions hold. Fixed literals allow the colouring. And it is not mapped to a smaller
    /// number by any movement that keeps each outer line and both sides. The bit of inner colouring
    /// c is bit c mod 2⁶ of word c / 2⁶. If there are fewer than six inner lines, there is only one
    /// word.
    fn canonical_inner(&self) -> Vec<u64> {
        let still: Vec<&Movement> = self
            .straight
            .iter()
            .filter(|movement| {
                !movement.swaps
                    && movement.lines[0].iter().enumerate().all(|(line, &to)| line == to)
            })
            .collect();
        let digit = self.inner.min(DIGIT);
        let mut canonical = vec![0_u64; 1 << (self.inner - digit)];
        for (word, bits) in (0_u32..).zip(&mut canonical) {
            for last in 0..1_u32 << digit {
                let colouring = word << digit | last;
                let least = still.iter().all(|m| colouring <= image(&m.lines[1], colouring));
                *bits |= u64::from(least && self.respects(1, colouring)) << last;
            }
        }
        canonical
    }
}

/// Returns the indices of the two partitions that follow the outer and the inner one. Further
/// partitions are ignored. If only one partition follows, returns its index twice. If none follows,
/// returns the index of the outer partition twice.
fn rests(exclusion: &Exclusion) -> [usize; 2] {
    match exclusion.partitions.len() {
        2 => [0, 0],
        3 => [2, 2],
        _ => [2, 3],
    }
}

/// A division of the rests into two halves that have no literal in common.
struct Halves {
    /// For each partition of the rests and each of its lines, the half of the line: 0 or 1.
    of: [Vec<usize>; 2],
}

impl Halves {
    /// Returns a division in which both halves are of about the same length. Lines that share a
    /// literal are in the same half. So lines that are connected through other lines are also in
    /// the same half. If all lines are connected in this way, they are all in the half 0.
    fn new(exclusion: &Exclusion) -> Halves {
        let rests = rests(exclusion);
        let numbers = rests.map(|rest| exclusion.partitions[rest]);
        let mut parts = JoinedSets::new(numbers[0] + numbers[1]);
        for item in exclusion.sides.iter().flatten() {
            parts.join(item.lines[rests[0]], numbers[0] + item.lines[rests[1]]);
        }
        let mut sizes: Vec<[usize; 2]> = vec![[0; 2]; numbers[0] + numbers[1]];
        for line in 0..numbers[0] + numbers[1] {
            sizes[parts.root(line)][usize::from(line >= numbers[0])] += 1;
        }
        // The largest connected sets of lines come first. Each set is added to the half that is
        // shorter so far.
        let mut roots: Vec<usize> =
            (0..sizes.len()).filter(|&root| sizes[root] != [0; 2]).collect();
        roots.sort_by_key(|&root| std::cmp::Reverse(sizes[root].iter().sum::<usize>()));
        let mut half_of = vec![0; sizes.len()];
        let mut lengths = [[0; 2]; 2];
        for root in roots {
            let longest = lengths.map(|[one, other]: [usize; 2]| one.max(other));
            let half = usize::from(longest[1] < longest[0]);
            half_of[root] = half;
            lengths[half][0] += sizes[root][0];
            lengths[half][1] += sizes[root][1];
        }
        let half = |line: usize, parts: &mut JoinedSets| half_of[parts.root(line)];
        let first = (0..numbers[0]).map(|line| half(line, &mut parts)).collect();
        let second = (0..numbers[1]).map(|line| half(numbers[0] + line, &mut parts)).collect();
        Halves { of: [first, second] }
    }

    /// Returns the largest number of lines that a partition of rests has in one half.
    fn longest(&self) -> usize {
        self.of
            .iter()
            .flat_map(|of| [0, 1].map(|half| of.iter().filter(|&&other| other == half).count()))
            .max()
            .unwrap_or(0)
    }

    /// Returns, for both partitions of the rests (the diagonals), the slot of each line. `segment`
    /// is the number of slots in a segment. It must not be less than the number of lines in the
    /// longest half. The segment of half h and partition p (both 0 or 1) is 2h + p, so its first
    /// slot is (2h + p) · `segment`. Within a segment, slots follow the order of the lines or the
    /// reverse of this order, so that slots grow along outer lines.
    fn slots(&self, exclusion: &Exclusion, segment: usize) -> [Vec<usize>; 2] {
        let rests = rests(exclusion);
        [0, 1].map(|family| {
            let falls = falls_along_outer_lines(exclusion, rests[family]);
            let mut slots = vec![0; self.of[family].len()];
            for half in [0, 1] {
                let mut lines: Vec<usize> =
                    (0..slots.len()).filter(|&line| self.of[family][line] == half).collect();
                if falls {
                    lines.reverse();
                }
                for (index, line) in lines.into_iter().enumerate() {
                    slots[line] = (2 * half + family) * segment + index;
                }
            }
            slots
        })
    }
}

/// Returns whether the indices of a partition's lines decrease along an outer line, when the number
/// of the inner line grows. Compares only two literals: the first two literals of the first side
/// that are on the same outer line and on different inner lines. Returns `false` if there are no
/// such literals.
fn falls_along_outer_lines(exclusion: &Exclusion, partition: usize) -> bool {
    let items = &exclusion.sides[0];
    let pair = items.iter().find_map(|item| {
        let [outer, inner] = [item.lines[0], item.lines[1]];
        let next = items.iter().find(|next| next.lines[0] == outer && next.lines[1] > inner)?;
        Some((item, next))
    });
    pair.is_some_and(|(item, next)| item.lines[partition] > next.lines[partition])
}

impl Diagonal {
    /// Returns the slots of the diagonals at all crossings. `outer` and `inner` are the numbers of
    /// lines. `most` has the most literals at one crossing for each side. Returns `None` if a
    /// crossing has two literals of one side, or if a start would be negative. Also returns `None`
    /// if the slots along an outer line are not regular: they must grow by 1 from one even inner
    /// line to the next, and from one odd inner line to the next. Crossings without literals are
    /// not compared. A start that no crossing determines is 0.
    fn new(
        crossings: &[Vec<Vec<[usize; 2]>>; 2],
        outer: usize,
        inner: usize,
        most: [u32; 2],
    ) -> Option<Diagonal> {
        if most.iter().any(|&most| most > 1) {
            return None;
        }
        let mut starts = vec![[[None; 2]; 2]; outer];
        let mut open = [0, 1].map(|_| vec![[0; 2]; outer]);
        for (side, at) in crossings.iter().enumerate() {
            for (crossing, slots) in at.iter().enumerate().filter(|(_, slots)| !slots.is_empty()) {
                let (i, j) = (crossing / inner, crossing % inner);
                open[side][i][j % 2] |= 1 << (j / 2);
                for family in [0, 1] {
                    let start = slots[0][family].checked_sub(j / 2)?;
                    if *starts[i][j % 2][family].get_or_insert(start) != start {
                        return None;
                    }
                }
            }
        }
        let first_slots = starts
            .into_iter()
            .map(|row| row.map(|of| of.map(|start| start.unwrap_or(0))))
            .collect();
        Some(Diagonal { starts: first_slots, open })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::puzzles::open_model;
    use crate::stop::Stop;

    fn frame(rows: usize, columns: usize, at_least: Option<usize>) -> (Exclusion, ColouringFrame) {
        let variants: &[_] = if at_least.is_some() { &[("at-least", at_least)] } else { &[] };
        let model = open_model("armies", (rows, columns), variants, None);
        let exclusion =
            Exclusion::from_model(&model, &Stop::unlimited()).expect("armies exclude each other");
        let frame = ColouringFrame::new(&exclusion, true);
        (exclusion, frame)
    }

    fn pairs(frame: &ColouringFrame) -> Vec<(u32, u32)> {
        let digit = frame.inner.min(DIGIT);
        let is_canonical = |inner: u32| {
            let word = usize::try_from(inner >> digit).expect("the index of a word fits in memory");
            frame.canonical[word] >> (inner & all_lines(digit)) & 1 == 1
        };
        let inners = |outer| {
            let inners = 0..=all_lines(frame.inner);
            inners
                .filter(|&inner| is_canonical(inner) && !frame.is_image_smaller(outer, inner))
                .map(move |inner| (outer, inner))
                .collect::<Vec<_>>()
        };
        frame.outer_colourings().into_iter().flat_map(inners).collect()
    }

    fn orbit(
        exclusion: &Exclusion,
        frame: &ColouringFrame,
        (outer, inner): (u32, u32),
    ) -> Vec<(u32, u32)> {
        let moved = |movement: &Movement| {
            let flip = |set: u32, lines| if movement.swaps { set ^ all_lines(lines) } else { set };
            let images = [image(&movement.lines[0], outer), image(&movement.lines[1], inner)];
            match movement.partitions[0] {
                0 => (flip(images[0], frame.outer), flip(images[1], frame.inner)),
                _ => (flip(images[1], frame.outer), flip(images[0], frame.inner)),
            }
        };
        exclusion.movements.iter().map(moved).chain([(outer, inner)]).collect()
    }

    /// Returns the number of orbits by Burnside's lemma: the mean number of pairs that a movement
    /// fixes.
    fn orbits(exclusion: &Exclusion, frame: &ColouringFrame) -> usize {
        let all_pairs = (0..=all_lines(frame.outer))
            .flat_map(|outer| (0..=all_lines(frame.inner)).map(move |inner| (outer, inner)));
        all_pairs
            .map(|pair| orbit(exclusion, frame, pair).into_iter().filter(|&to| to == pair).count())
            .sum::<usize>()
            / (exclusion.movements.len() + 1)
    }

    fn every_orbit_is_visited(rows: usize, columns: usize, at_least: Option<usize>) {
        let (exclusion, frame) = frame(rows, columns, at_least);
        let looked_at = pairs(&frame);
        let visited: HashSet<_> = looked_at
            .iter()
            .map(|&pair| orbit(&exclusion, &frame, pair).into_iter().min())
            .collect();
        assert_eq!(visited.len(), orbits(&exclusion, &frame), "{rows} × {columns}, {at_least:?}");
        assert!(looked_at.len() <= 2 * visited.len(), "{rows} × {columns}: {}", looked_at.len());
    }

    #[test]
    fn every_orbit_of_small_frames_is_visited() {
        for (rows, columns) in
            [(1, 1), (1, 4), (2, 2), (3, 3), (3, 4), (4, 4), (5, 5), (4, 6), (6, 6)]
        {
            every_orbit_is_visited(rows, columns, None);
            every_orbit_is_visited(rows, columns, Some(2));
        }
    }

    #[test]
    #[ignore = "long: a minute"]
    fn every_orbit_of_larger_frames_is_visited() {
        for side in 7..=9 {
            every_orbit_is_visited(side, side, None);
            every_orbit_is_visited(side, side, Some(2));
        }
    }

    #[test]
    fn boards_have_two_halves_and_diagonals() {
        for (rows, columns, segment) in
            [(8, 8, 16), (16, 16, 16), (17, 17, 32), (3, 20, 32), (20, 24, 32)]
        {
            let (exclusion, frame) = frame(rows, columns, None);
            assert!(ColouringFrame::fits(&exclusion));
            assert_eq!((frame.outer, frame.inner, frame.segment), (rows, columns, segment));
            assert!(frame.diagonal.is_some(), "{rows} × {columns}");
            assert_eq!(frame.most_on_rest, [u32::try_from(rows).expect("a board has few rows"); 2]);
            let halves = Halves::new(&exclusion);
            for item in exclusion.sides.iter().flatten() {
                assert_eq!(halves.of[0][item.lines[2]], halves.of[1][item.lines[3]]);
            }
        }
        let (exclusion, _) = frame(20, 20, None);
        assert!(ColouringFrame::fits(&exclusion));
    }
}
