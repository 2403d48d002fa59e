//! Operations on two nodes of a tree: the sums that they have together, the number of clauses that
//! add them, and the rules that choose which two nodes are added.

use super::{MOST_PAIRS, MOST_SORTED, MOST_WORDS, SumNode, Tree};

/// A rule that chooses the two nodes that a tree adds next.
#[derive(Clone, Copy)]
pub(super) struct MergeRule {
    /// The number of nodes among which the rule chooses. These are the nodes with the fewest sums.
    pub(super) tried: usize,
    /// Whether growth is a³/b². Here a is the number of sums after two nodes are added, and b is
    /// the number of sums of both nodes before. If this is false, growth is a/b.
    pub(super) is_steep: bool,
}

/// The rules in the order in which they are tried.
pub(super) const CHOICES: [MergeRule; 6] = [
    MergeRule { tried: 8, is_steep: false },
    MergeRule { tried: 15, is_steep: true },
    MergeRule { tried: 15, is_steep: false },
    MergeRule { tried: 25, is_steep: false },
    MergeRule { tried: 8, is_steep: true },
    MergeRule { tried: 25, is_steep: true },
];

impl Tree {
    /// Returns a sum, or the bound plus one if the sum is greater.
    pub(super) fn cap_sum(&self, sum: u128) -> u128 {
        sum.min(self.bound + 1)
    }

    /// Returns the floor of a node: the largest number up to which the sums of the node need no
    /// output. Such a sum does not exceed the bound, together with any sum of the literals outside
    /// the node. Returns 0 if the tree keeps all sums. `most` is the greatest sum of the node.
    pub(super) fn floor(&self, most: u128) -> u128 {
        if self.is_trimmed { self.bound.saturating_sub(self.most - most) } else { 0 }
    }

    /// Returns the sums of two nodes together, in ascending order, without those up to the
    /// [`floor`](Tree::floor). Finds the sums as a set of bits or by sorting, whichever takes less
    /// work. Adds the work to `words` or `sorted`. All sums beyond the bound are one sum, the bound
    /// plus one. Returns `None` if sorting is needed but not allowed: the nodes have more than
    /// [`MOST_PAIRS`] sums with repetitions, or more than [`MOST_SORTED`] sums were sorted before.
    pub(super) fn sums(&mut self, left: usize, right: usize) -> Option<Vec<u128>> {
        let [one, other] = [left, right].map(|node| &self.nodes[node]);
        let floor = self.floor(one.most + other.most);
        let (short, long) = if one.sums.len() < other.sums.len() {
            (&one.sums, &other.sums)
        } else {
            (&other.sums, &one.sums)
        };
        let pairs = short.len() * long.len();
        let words = (self.bound / 64 + 1).saturating_mul(short.len() as u128 + 1);
        if self.words + words <= MOST_WORDS && words <= 4 * pairs as u128 + 1024 {
            self.words += words;
            return Some(self.sums_by_bits(short, long, floor));
        }
        if self.sorted > MOST_SORTED {
            return None;
        }
        let mut sums = Vec::new();
        let mut is_beyond = false;
        for a in std::iter::once(0).chain(short.iter().copied()) {
            if a > self.bound {
                is_beyond = true;
                break;
            }
            let from = if a == 0 { 0 } else { long.partition_point(|&b| a + b <= floor) };
            let to = long.partition_point(|&b| a + b <= self.bound);
            is_beyond |= to < long.len();
            if a > floor {
                sums.push(a);
            }
            sums.extend(long[from..to].iter().map(|b| a + b).filter(|&sum| sum > floor));
            if sums.len() > MOST_PAIRS {
                self.sorted += sums.len();
                return None;
            }
        }
        self.sorted += sums.len();
        // The list consists of sorted runs. A stable sort only merges these runs, so it is fast
        // here.
        sums.sort();
        sums.dedup();
        if is_beyond {
            sums.push(self.bound + 1);
        }
        Some(sums)
    }

    /// Returns the sums of two lists together that are greater than `floor`, in ascending order. A
    /// sum of one list alone counts, too. Each list is in ascending order. All sums beyond the
    /// bound are one sum, the bound plus one. The sums are found as a set of bits, which has a bit
    /// for each number up to the bound. The set of the long list is shifted by each sum of the
    /// short list.
    fn sums_by_bits(&self, short: &[u128], long: &[u128], floor: u128) -> Vec<u128> {
        let bound = as_size(self.bound);
        let mut bits = vec![0_u64; bound / 64 + 1];
        let mut shifted = vec![0_u64; bound / 64 + 1];
        let mut is_beyond = false;
        for b in std::iter::once(0).chain(long.iter().copied()) {
            if b <= self.bound {
                bits[as_size(b) / 64] |= 1 << (as_size(b) % 64)
            } else {
                is_beyond = true
            }
        }
        let longest = long.last().copied().unwrap_or(0);
        shifted.copy_from_slice(&bits);
        for &a in short {
            is_beyond |= a + longest > self.bound;
            if a > self.bound {
                continue;
            }
            let (words, part) = (as_size(a) / 64, as_size(a) % 64);
            for place in 0..bits.len() - words {
                let word = bits[place];
                shifted[place + words] |= word << part;
                if part > 0 && place + words + 1 < shifted.len() {
                    shifted[place + words + 1] |= word >> (64 - part);
                }
            }
        }
        let first = as_size(floor) + 1;
        let mut sums = Vec::new();
        for (place, &word) in shifted.iter().enumerate().skip(first / 64) {
            let mut word = word;
            while word != 0 {
                let sum = 64 * place + word.trailing_zeros() as usize;
                word &= word - 1;
                if (first..=bound).contains(&sum) {
                    sums.push(sum as u128);
                }
            }
        }
        if is_beyond {
            sums.push(self.bound + 1);
        }
        sums
    }

    /// Returns the number of clauses that add two nodes, and the number of literals in these
    /// clauses. Does not count the clauses by which each output implies the next lesser one.
    /// `floor` is the [`floor`](Tree::floor) of the new node, which adds the two nodes.
    pub(super) fn pairs(&self, one: &SumNode, other: &SumNode, floor: u128) -> (usize, usize) {
        let (mut clauses, mut literals) = (0, 0);
        for (place, a) in std::iter::once(0).chain(one.sums.iter().copied()).enumerate() {
            let inputs = usize::from(place > 0);
            let fit = other.sums.partition_point(|&b| a + b <= self.bound);
            let low = other.sums.partition_point(|&b| a + b <= floor);
            let pairs = fit.saturating_sub(low);
            clauses += pairs;
            literals += (2 + inputs) * pairs;
            if a > floor && a <= self.bound {
                clauses += 1;
                literals += 2;
            }
        }
        for (a, b) in least_pairs(&one.sums, &other.sums, self.bound + 1) {
            clauses += 1;
            literals += 1 + usize::from(a.is_some()) + usize::from(b.is_some());
        }
        (clauses, literals)
    }
}

fn as_size(number: u128) -> usize {
    usize::try_from(number).expect("the bound is few words of bits")
}

impl MergeRule {
    /// Returns whether the number of sums grows less by the addition `one` than by the addition
    /// `other`. Each addition is given by two numbers of sums: the number after the addition and
    /// the number before it.
    pub(super) fn grows_less(self, one: (usize, usize), other: (usize, usize)) -> bool {
        let power = |number: usize, steep: u32| {
            (number as u128).saturating_pow(if self.is_steep { steep } else { 1 })
        };
        let [one, other] = [one, other].map(|(after, before)| (power(after, 3), power(before, 2)));
        one.0.saturating_mul(other.1) < other.0.saturating_mul(one.1)
    }
}

/// Returns the minimal pairs of a sum in `a_sums` and a sum in `b_sums` that add up to at least
/// `least`. A pair is given by two indices, and the index `None` means the sum 0. Both lists are in
/// ascending order.
pub(super) fn least_pairs(
    a_sums: &[u128],
    b_sums: &[u128],
    least: u128,
) -> impl Iterator<Item = (Option<usize>, Option<usize>)> {
    let mut is_over = false;
    let mut last = None;
    std::iter::once(None).chain((0..a_sums.len()).map(Some)).filter_map(move |a| {
        if is_over {
            return None;
        }
        let sum = a.map_or(0, |place| a_sums[place]);
        if sum >= least {
            is_over = true;
            return Some((a, None));
        }
        let b = b_sums.partition_point(|&b| sum + b < least);
        if b == b_sums.len() || last.replace(b) == Some(b) {
            return None;
        }
        Some((a, Some(b)))
    })
}
