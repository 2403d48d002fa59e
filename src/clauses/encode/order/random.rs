//! A random order. Equal seeds give equal orders.

use crate::model::{MIXING_STEP, narrow, split_mix};

/// Returns the numbers from 0 to `count` - 1 in a random order, by the method of Fisher and Yates
/// with random numbers from SplitMix64. Equal seeds give equal orders.
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
