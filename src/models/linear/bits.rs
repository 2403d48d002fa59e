//! Rows of bits, for sums modulo 2.

/// A row of bits, stored in words of 64 bits. The indices of bits are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Returns a row of at least `number` bits, none of which is set.
    pub fn zeros(number: usize) -> Bits {
        Bits(vec![0; number.div_ceil(64)])
    }

    /// Returns whether the bit with this index is set.
    pub fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// Inverts the bit with this index.
    pub fn flip(&mut self, place: usize) {
        self.0[place / 64] ^= 1 << (place % 64);
    }

    /// Adds `other`, a row of the same length, modulo 2: inverts each bit that is set in `other`.
    pub fn add(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own ^= other);
    }

    /// Returns the number of bits that are set both in `mask` and in this row.
    pub fn count_in(&self, mask: &Bits) -> u32 {
        self.0.iter().zip(&mask.0).map(|(own, mask)| (own & mask).count_ones()).sum()
    }

    /// Returns the number of bits that are set both in `mask` and in a sum of rows modulo 2. The
    /// sum is that of this row and the two rows `others`. All these rows and `mask` must have the
    /// same length. No row is changed.
    pub fn count_with(&self, others: [&Bits; 2], mask: &Bits) -> u32 {
        let [one, other] = others;
        self.0
            .iter()
            .zip(&one.0)
            .zip(&other.0)
            .zip(&mask.0)
            .map(|(((own, one), other), mask)| ((own ^ one ^ other) & mask).count_ones())
            .sum()
    }

    /// Returns the indices of the set bits, in order.
    pub fn places(&self) -> impl Iterator<Item = usize> + Clone {
        places(&self.0)
    }
}

/// Returns the indices of the set bits in a list of words, in order. The lowest bit of the first
/// word has the index 0.
pub fn places(words: &[u64]) -> impl Iterator<Item = usize> + Clone {
    words.iter().zip((0..).step_by(64)).flat_map(|(&word, start)| {
        let words = std::iter::successors(Some(word).filter(|&word| word != 0), |&word| {
            Some(word & (word - 1)).filter(|&rest| rest != 0)
        });
        words.map(move |word| start + word.trailing_zeros() as usize)
    })
}
