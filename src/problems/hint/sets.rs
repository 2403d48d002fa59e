//! Sets of small numbers, and the search for the cheapest hitting set. A hitting set of some given
//! sets has a member of each of them.

use super::effort::{Effort, EffortSpent};
use crate::linear::places;

/// A set of numbers below a fixed limit, stored as one bit for each number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set(Box<[u64]>);

/// The number of bits in one word of a [`Set`].
const BITS: usize = 64;

impl Set {
    /// Returns the empty set of numbers below `limit`.
    pub fn with_limit(limit: usize) -> Set {
        Set(vec![0; limit.div_ceil(BITS)].into())
    }

    /// Returns the set of these numbers, which must be below `limit`.
    pub fn from_numbers(limit: usize, numbers: impl IntoIterator<Item = usize>) -> Set {
        let mut set = Set::with_limit(limit);
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }

    pub fn insert(&mut self, number: usize) {
        self.0[number / BITS] |= 1 << (number % BITS);
    }

    fn remove(&mut self, number: usize) {
        self.0[number / BITS] &= !(1 << (number % BITS));
    }

    pub fn contains(&self, number: usize) -> bool {
        self.0[number / BITS] >> (number % BITS) & 1 == 1
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the members in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        places(&self.0)
    }

    fn difference(&self, other: &Set) -> Set {
        Set(self.0.iter().zip(&other.0).map(|(one, other)| one & !other).collect())
    }

    /// Counts the members that are not in `forbidden`. Returns their number, and whether none of
    /// them is in `used`.
    fn size_without(&self, forbidden: &Set, used: &Set) -> (u32, bool) {
        self.0.iter().zip(&forbidden.0).zip(&used.0).fold(
            (0, true),
            |(size, is_disjoint), ((one, forbidden), used)| {
                let allowed = one & !forbidden;
                (size + allowed.count_ones(), is_disjoint && allowed & used == 0)
            },
        )
    }

    fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }

    /// Returns whether all members of this set are in `other`.
    fn is_subset(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }
}

/// A set, with the sum of its members' costs.
pub(super) struct PricedSet {
    pub set: Set,
    pub cost: u32,
}

/// The sets that must be hit: a hitting set contains a member of each of them. No set contains
/// another one, and smaller sets come first.
#[derive(Default)]
pub(super) struct HittingSetProblem(Vec<Set>);

impl HittingSetProblem {
    /// Adds a set, and removes the sets that contain it. If the new set itself contains one of the
    /// present sets, it is not added. If the allowed work is spent or a stop is requested, returns
    /// an error and changes nothing.
    pub fn add(&mut self, set: Set, effort: &mut Effort) -> Result<(), EffortSpent> {
        effort.spend_sets(1 + self.0.len())?;
        if self.0.iter().any(|other| other.is_subset(&set)) {
            return Ok(());
        }
        self.0.retain(|other| !set.is_subset(other));
        let place = self.0.partition_point(|other| other.len() <= set.len());
        self.0.insert(place, set);
        Ok(())
    }

    /// Returns the cheapest hitting set: the cheapest set that has a member of each given set.
    /// Returns `None` if this set does not cost less than `below`, or if a given set is empty.
    /// Returns an error if the allowed work is spent or a stop is requested. `costs` has the cost
    /// of each number, with the number as the index. Without sets, the empty set is the cheapest,
    /// with cost 0.
    ///
    /// The search branches over the members of the smallest set of which no member is chosen.
    /// Disjoint sets need one member each, so the costs of their cheapest members add up to a lower
    /// bound on the remaining cost.
    pub fn cheapest_hitting(
        &self,
        costs: &[u32],
        below: u32,
        effort: &mut Effort,
    ) -> Result<Option<PricedSet>, EffortSpent> {
        let left: Vec<&Set> = self.0.iter().collect();
        let mut hitting = HittingSetSearch { costs, below, found: None, effort };
        let none = Set::with_limit(costs.len());
        hitting.extend(&left, &none, &mut none.clone(), 0)?;
        let cost = hitting.below;
        Ok(hitting.found.map(|set| PricedSet { set, cost }))
    }
}

/// A search by branch and bound for the cheapest hitting set.
struct HittingSetSearch<'a, 'e> {
    /// The cost of each number, with the number as the index.
    costs: &'a [u32],
    /// Only a set that costs less than this is wanted. This is the cost of the best set so far, or
    /// the given limit if none is found.
    below: u32,
    /// The cheapest hitting set so far; `None` if none is found.
    found: Option<Set>,
    /// The work that remains for the search.
    effort: &'a mut Effort<'e>,
}

/// The next step of the search, after some members have been chosen.
enum NextStep<'a> {
    /// Choose a member of this set. Of all sets that are not hit, it has the fewest members that
    /// are not forbidden.
    Member(&'a Set),
    /// A member of each set is chosen, at a cost below [`HittingSetSearch::below`].
    Complete,
    /// Give up: the cost would be too high, or all members of a set are forbidden.
    Cutoff,
}

impl HittingSetSearch<'_, '_> {
    /// Extends `chosen`, whose cost is `cost`, by members that are not in `forbidden`, until it has
    /// a member of each set in `left`. Tries all ways to do this, and records each result that is
    /// cheaper than the best so far. At the end, `chosen` is as it was before. If the allowed work
    /// is spent or a stop is requested, returns an error; `chosen` is changed then.
    fn extend(
        &mut self,
        left: &[&Set],
        forbidden: &Set,
        chosen: &mut Set,
        cost: u32,
    ) -> Result<(), EffortSpent> {
        self.effort.spend_sets(1 + left.len())?;
        let next = match self.next_step(left, forbidden, cost) {
            NextStep::Member(next) => next.difference(forbidden),
            NextStep::Complete => {
                self.below = cost;
                self.found = Some(chosen.clone());
                return Ok(());
            }
            NextStep::Cutoff => return Ok(()),
        };
        let mut members: Vec<usize> = next.iter().collect();
        members.sort_by_key(|&member| self.costs[member]);
        let mut excluded = forbidden.clone();
        for member in members {
            let with = cost + self.costs[member];
            if with >= self.below {
                break;
            }
            let rest: Vec<&Set> =
                left.iter().copied().filter(|set| !set.contains(member)).collect();
            chosen.insert(member);
            self.extend(&rest, &excluded, chosen, with)?;
            chosen.remove(member);
            excluded.insert(member);
        }
        Ok(())
    }

    /// Decides how the search continues. Returns [`NextStep::Cutoff`] if all members of a set in
    /// `left` are forbidden, or if a lower bound shows that the cost reaches
    /// [`HittingSetSearch::below`]. Returns `Complete` if `left` is empty. Otherwise returns the
    /// set with the fewest allowed members (the first of several). `left` has the sets of which no
    /// member is chosen, and `cost` is the cost of the chosen members. Disjoint sets need one
    /// member each, so the costs of their cheapest allowed members add up to the lower bound on the
    /// remaining cost.
    fn next_step<'s>(&self, left: &[&'s Set], forbidden: &Set, cost: u32) -> NextStep<'s> {
        let mut used = Set::with_limit(self.costs.len());
        let mut least = cost;
        let mut smallest: Option<(u32, &Set)> = None;
        for &set in left {
            let (size, is_disjoint) = set.size_without(forbidden, &used);
            if size == 0 {
                return NextStep::Cutoff;
            }
            if is_disjoint {
                let costs = set
                    .iter()
                    .filter(|&member| !forbidden.contains(member))
                    .map(|member| self.costs[member])
                    .min()
                    .unwrap_or(0);
                least += costs;
                if least >= self.below {
                    return NextStep::Cutoff;
                }
                used.add(set);
            }
            if smallest.is_none_or(|(smallest, _)| size < smallest) {
                smallest = Some((size, set));
            }
        }
        match smallest {
            Some((_, set)) => NextStep::Member(set),
            None if cost < self.below => NextStep::Complete,
            None => NextStep::Cutoff,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::Stop;

    /// Finds hitting sets for random sets. Each is as cheap as the cheapest of all subsets that hit
    /// these sets.
    #[test]
    fn no_subset_is_cheaper() {
        const MEMBERS: usize = 9;
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let costs: Vec<u32> = (0..MEMBERS).map(|_| random.u32(1..9)).collect();
            let sets: Vec<Set> = (0..random.usize(0..7))
                .map(|_| Set::from_numbers(MEMBERS, (0..MEMBERS).filter(|_| random.u8(0..3) == 0)))
                .collect();
            let is_hit = |chosen: usize| {
                sets.iter().all(|set| set.iter().any(|member| chosen >> member & 1 == 1))
            };
            let cost = |chosen: usize| -> u32 {
                (0..MEMBERS).filter(|member| chosen >> member & 1 == 1).map(|m| costs[m]).sum()
            };
            let best = (0..1 << MEMBERS).filter(|&chosen| is_hit(chosen)).map(cost).min();
            let below = random.u32(1..20);
            let stop = Stop::unlimited();
            let mut effort = Effort::new(u64::MAX, 1, &stop);
            let mut to_hit = HittingSetProblem::default();
            for set in &sets {
                to_hit.add(set.clone(), &mut effort).expect("no limit");
            }
            let found = to_hit.cheapest_hitting(&costs, below, &mut effort).expect("no limit");
            assert_eq!(found.as_ref().map(|found| found.cost), best.filter(|&best| best < below));
            if let Some(PricedSet { set, cost }) = found {
                assert!(sets.iter().all(|other| other.iter().any(|member| set.contains(member))));
                assert_eq!(set.iter().map(|member| costs[member]).sum::<u32>(), cost);
            }
        }
    }

    #[test]
    fn members_are_listed_in_order() {
        let set = Set::from_numbers(200, [199, 3, 64, 63]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 63, 64, 199]);
        assert_eq!((set.len(), set.contains(64), set.contains(65)), (4, true, false));
    }
}
