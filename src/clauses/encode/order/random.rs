//! A random order, the same for the same seed.

use crate::model::{MIXING_STEP, narrow, split_mix};

/// Shuffles the numbers below `count` by Fisher and Yates, with random numbers by SplitMix64.
pub(in crate::clauses::encode) fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut state = seed;
    let mut numbers: Vec<u32> = (0..narrow(count)).collect();
    for last in (1..count).rev() {
        let below = (u128::from(split_mix(state)) * (last as u128 + 1)) >> 64;
        state = state.wrapping_add(MIXING_STEP);
        numbers.swap(last, usize::try_from(below).expect("at most `last`"));
    }
    numbers
}
