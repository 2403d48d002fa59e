//! Sets of cells as bits, for the search for placements.

/// The longest side of a board for which [`Cells`] can hold all cells.
pub(super) const LONGEST: usize = 16;

/// The number of 64-bit words in a set.
const WORDS: usize = LONGEST * LONGEST / 64;

/// A set of cells. A cell is represented by its index, counted row by row from the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells([u64; WORDS]);

impl Cells {
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub fn intersection(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub fn union(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub fn difference(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// Returns the cells of the set, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let mut words = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < WORDS && words[word] == 0 {
                word += 1;
            }
            let bits = words.get_mut(word)?;
            let bit = bits.trailing_zeros() as usize;
            *bits &= *bits - 1;
            Some(word * 64 + bit)
        })
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Cells {
        let mut set = Cells::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_cells_are_sets() {
        let numbers = [0, 5, 63, 64, 130, 255];
        let mut set: Cells = numbers.into_iter().collect();
        assert!(
            set.iter().eq(numbers) && set.count() == 6 && set.contains(130) && !set.contains(129)
        );
        let other: Cells = [5, 6, 255].into_iter().collect();
        assert!(set.intersection(&other).iter().eq([5, 255]));
        assert!(set.difference(&other).iter().eq([0, 63, 64, 130]));
        assert!(set.union(&other).iter().eq([0, 5, 6, 63, 64, 130, 255]));
        set.remove(255);
        assert!(!set.contains(255) && !set.is_empty() && Cells::default().is_empty());
    }
}
