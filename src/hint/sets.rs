//! Sets of small numbers, and the cheapest set that hits several others.

use super::effort::{Effort, Spent};

/// A set of numbers below a limit that is fixed when it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set(Box<[u64]>);

const BITS: usize = 64;

impl Set {
    /// Returns the empty set of numbers below `limit`.
    pub fn below(limit: usize) -> Set {
        Set(vec![0; limit.div_ceil(BITS)].into())
    }

    /// Returns the set of these numbers below `limit`.
    pub fn of(limit: usize, numbers: impl IntoIterator<Item = usize>) -> Set {
        let mut set = Set::below(limit);
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        self.0[number / BITS] |= 1 << (number % BITS);
    }

    fn remove(&mut self, number: usize) {
        self.0[number / BITS] &= !(1 << (number % BITS));
    }

    /// Returns whether a number is a member.
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / BITS] >> (number % BITS) & 1 == 1
    }

    /// Returns the number of members.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Iterates over the members, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let lowest = usize::try_from(rest.trailing_zeros()).expect("at most 64");
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    place * BITS + lowest
                })
            })
        })
    }

    fn is_within(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    fn without(&self, other: &Set) -> Set {
        Set(self.0.iter().zip(&other.0).map(|(one, other)| one & !other).collect())
    }

    fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }
}

/// A set with the sum of its costs.
pub(super) struct Priced {
    pub set: Set,
    pub cost: u32,
}

/// Returns the cheapest set that has a member in each of `sets`, if one costs less than `below`.
///
/// Branch and bound on the smallest set that is not hit. Sets that are disjoint need a member each,
/// which bounds the rest.
///
/// # Errors
///
/// If the effort is spent.
pub(super) fn cheapest_hitting(
    sets: &[&Set],
    costs: &[u32],
    below: u32,
    effort: &mut Effort,
) -> Result<Option<Priced>, Spent> {
    let mut sorted: Vec<&Set> = sets.to_vec();
    sorted.sort_by_key(|set| set.len());
    let mut kept: Vec<&Set> = Vec::new();
    for set in sorted {
        if !kept.iter().any(|smaller| smaller.is_within(set)) {
            kept.push(set);
        }
    }
    let mut hitting = Hitting { costs, below, found: None, effort };
    let none = Set::below(costs.len());
    hitting.extend(&kept, &none, &mut none.clone(), 0)?;
    let cost = hitting.below;
    Ok(hitting.found.map(|set| Priced { set, cost }))
}

struct Hitting<'a> {
    costs: &'a [u32],
    /// The cost of the best set so far, or the limit.
    below: u32,
    found: Option<Set>,
    effort: &'a mut Effort,
}

impl Hitting<'_> {
    /// Extends `chosen`, which costs `cost`, without the forbidden members, to hit the sets that
    /// are left.
    fn extend(
        &mut self,
        left: &[&Set],
        forbidden: &Set,
        chosen: &mut Set,
        cost: u32,
    ) -> Result<(), Spent> {
        self.effort.spend_node()?;
        let Some(next) = self.next(left, forbidden, cost) else { return Ok(()) };
        let Some(next) = next else {
            self.below = cost;
            self.found = Some(chosen.clone());
            return Ok(());
        };
        let mut members: Vec<usize> = next.iter().collect();
        members.sort_by_key(|&member| self.costs[member]);
        let mut forbidden = forbidden.clone();
        for member in members {
            let with = cost + self.costs[member];
            if with >= self.below {
                break;
            }
            let rest: Vec<&Set> =
                left.iter().copied().filter(|set| !set.contains(member)).collect();
            chosen.insert(member);
            self.extend(&rest, &forbidden, chosen, with)?;
            chosen.remove(member);
            forbidden.insert(member);
        }
        Ok(())
    }

    /// Returns the smallest set that is left (`None` inside if there is none), or `None` if no
    /// extension is cheap enough.
    fn next(&self, left: &[&Set], forbidden: &Set, cost: u32) -> Option<Option<Set>> {
        let mut used = Set::below(self.costs.len());
        let mut least = cost;
        let mut next: Option<(u32, Set)> = None;
        for set in left {
            let allowed = set.without(forbidden);
            let size = allowed.len();
            if !allowed.meets(&used) {
                used.add(&allowed);
                least += allowed.iter().map(|member| self.costs[member]).min()?;
            }
            if next.as_ref().is_none_or(|(smallest, _)| size < *smallest) {
                next = Some((size, allowed));
            }
        }
        (least < self.below).then(|| next.map(|(_, set)| set))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheapest hitting set of random sets is as cheap as the best of all subsets.
    #[test]
    fn no_subset_is_cheaper() {
        const MEMBERS: usize = 9;
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let costs: Vec<u32> = (0..MEMBERS).map(|_| random.u32(1..9)).collect();
            let sets: Vec<Set> = (0..random.usize(0..7))
                .map(|_| Set::of(MEMBERS, (0..MEMBERS).filter(|_| random.u8(0..3) == 0)))
                .collect();
            let is_hit = |chosen: usize| {
                sets.iter().all(|set| set.iter().any(|member| chosen >> member & 1 == 1))
            };
            let cost = |chosen: usize| -> u32 {
                (0..MEMBERS).filter(|member| chosen >> member & 1 == 1).map(|m| costs[m]).sum()
            };
            let best = (0..1 << MEMBERS).filter(|&chosen| is_hit(chosen)).map(cost).min();
            let below = random.u32(1..20);
            let sets: Vec<&Set> = sets.iter().collect();
            let found = cheapest_hitting(&sets, &costs, below, &mut Effort::unlimited());
            let found = found.expect("no limit");
            assert_eq!(found.as_ref().map(|found| found.cost), best.filter(|&best| best < below));
            if let Some(Priced { set, cost }) = found {
                assert!(sets.iter().all(|other| other.meets(&set)));
                assert_eq!(set.iter().map(|member| costs[member]).sum::<u32>(), cost);
            }
        }
    }

    #[test]
    fn members_are_listed_in_order() {
        let set = Set::of(200, [199, 3, 64, 63]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 63, 64, 199]);
        assert_eq!((set.len(), set.contains(64), set.contains(65)), (4, true, false));
    }
}
