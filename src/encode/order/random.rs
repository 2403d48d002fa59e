//! A random order, the same for the same seed: what is left of an encoding once nothing is known of
//! its literals.

use super::narrow;

/// The numbers below `count`, shuffled (Fisher and Yates; numbers by SplitMix64).
pub(in crate::encode) fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut state = seed;
    let mut numbers: Vec<u32> = (0..narrow(count)).collect();
    for last in (1..count).rev() {
        let below = (u128::from(next(&mut state)) * (last as u128 + 1)) >> 64;
        numbers.swap(last, usize::try_from(below).expect("at most `last`"));
    }
    numbers
}

/// Returns the next number of SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
