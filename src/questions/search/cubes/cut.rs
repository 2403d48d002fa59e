//! A minimum cut that bounds two counts. The counts exclude each other along the lines of a board.
//!
//! The literals that can be true form a bipartite graph: edges join literals of different counts on
//! one line. Literals that are true together form an independent set. So their weight is at most
//! the weight of all literals minus the weight of the lightest vertex cover (Kőnig 1931). This
//! cover is a minimum cut of a network, and its weight equals the maximum flow. Flow passes through
//! a node for each line, so a line of n literals costs n edges instead of n²/4.
//!
//! The bound on the weighted sum of both counts gives a bound on the least of them. The model can
//! also demand a number of true literals of one count. Then the bound on the sum gives a bound on
//! the other count.

use std::collections::HashMap;

use super::exclusion::Exclusion;
use super::flow::Flow;
use crate::model::Lit;
use crate::search::movement::Item;

/// Multipliers that prove a · (true literals of the first count) + b · (true literals of the second
/// count) ≤ total. Each multiplier belongs to a single literal, or to a pair of literals that are
/// never both true. For each literal that can be true, its multipliers add up to its weight, a or
/// b. All multipliers together add up to the total. So the multipliers of single literals follow
/// from the multipliers of pairs, and only pairs are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// The weight of a literal of each count: a and b.
    pub weights: [u32; 2],
    /// Pairs with their multipliers. Each pair has a literal of the first count and a literal of
    /// the second count.
    pub pairs: Vec<(Lit, Lit, u32)>,
}

impl Exclusion {
    /// Returns a cover that proves this: the true literals of both counts cannot weigh as much as
    /// `needs` demands. `needs` has the number of true literals that each count must reach. Only
    /// the literals in `open` can be true. `weights` has the weight of a literal of each count,
    /// which can be 0. If all literals in `open` together weigh too little, the cover has no pairs.
    /// Returns `None` if the minimum cut does not prove that the weights are too small, or if a
    /// number exceeds a signed integer of 32 bits. Panics if a weight exceeds such an integer.
    pub fn find_cover(
        &self,
        open: &[Vec<&Item>; 2],
        weights: [u32; 2],
        needs: [u64; 2],
    ) -> Option<Cover> {
        let weighed = |numbers: [u64; 2]| {
            weights.iter().zip(numbers).map(|(&weight, number)| u64::from(weight) * number).sum()
        };
        let all: u64 = weighed(open.each_ref().map(|items| items.len() as u64));
        let Some(beyond) = all.checked_sub(weighed(needs)) else {
            return Some(Cover { weights, pairs: Vec::new() });
        };
        let wanted = i32::try_from(beyond + 1).ok()?;
        let mut flow = self.flow(open, weights);
        let pushed: i32 = (0..open[0].len()).map(|node| flow.excess(node)).sum();
        let given = i32::try_from(u64::from(weights[0]) * open[0].len() as u64).ok()?;
        let wanted = wanted - (given - pushed);
        (flow.grow(wanted) >= wanted).then(|| cover(&flow, open, weights))
    }

    /// Returns the network of the literals in `open`. Its edges let flow pass from the first count
    /// through lines to the second count, but nothing flows yet. The nodes are in this order:
    ///
    /// - The literals of the first count. They are sources, and their excess is the weight of this
    ///   count.
    /// - The literals of the second count. They are sinks, and their excess is minus the weight of
    ///   the second count.
    /// - The lines of all partitions, one partition after another. A line with literals of only one
    ///   count has no edges.
    ///
    /// Panics if a weight exceeds a signed integer of 32 bits.
    fn flow(&self, open: &[Vec<&Item>; 2], weights: [u32; 2]) -> Flow {
        let [first, second] = open;
        let starts: Vec<usize> = self
            .partitions
            .iter()
            .scan(first.len() + second.len(), |next, lines| {
                *next += lines;
                Some(*next - lines)
            })
            .collect();
        let node_of = |partition: usize, line: usize| starts[partition] + line;
        let lines: usize = self.partitions.iter().sum();
        let capacities =
            weights.map(|weight| i32::try_from(weight).expect("the weights are small"));
        let mut flow = Flow::default();
        flow.begin(
            first
                .iter()
                .map(|_| capacities[0])
                .chain(second.iter().map(|_| -capacities[1]))
                .chain((0..lines).map(|_| 0)),
        );
        let mut is_met = [vec![false; lines], vec![false; lines]];
        for (items, is_met) in open.iter().zip(&mut is_met) {
            for (partition, &line) in items.iter().flat_map(|item| item.lines.iter().enumerate()) {
                is_met[node_of(partition, line) - node_of(0, 0)] = true;
            }
        }
        // Nothing flows over a line with literals of only one count.
        let nodes = |item: &Item| -> Vec<usize> {
            item.lines
                .iter()
                .enumerate()
                .map(|(partition, &line)| node_of(partition, line))
                .filter(|node| is_met.iter().all(|met| met[node - node_of(0, 0)]))
                .collect()
        };
        for (index, item) in first.iter().enumerate() {
            for node in nodes(item) {
                flow.add([index, node], [capacities[0], 0]);
            }
        }
        for (index, item) in second.iter().enumerate() {
            for node in nodes(item) {
                flow.add([node, first.len() + index], [capacities[1], 0]);
            }
        }
        flow
    }
}

/// Converts a flow to multipliers, and returns them with `weights`, the weights of the two counts.
/// The multiplier of a pair is the flow between its two literals through a line. If several lines
/// carry flow between them, the pair occurs once for each of these lines. The nodes of `flow` must
/// be the nodes of [`Exclusion::flow`] for `open` and `weights`. Panics if a line keeps flow that
/// it receives.
fn cover(flow: &Flow, open: &[Vec<&Item>; 2], weights: [u32; 2]) -> Cover {
    let [first, second] = open;
    let mut from: HashMap<usize, Vec<(usize, i32)>> = HashMap::new();
    let mut to: HashMap<usize, Vec<(usize, i32)>> = HashMap::new();
    for edge in flow.edges().iter().filter(|edge| edge.residual[1] > 0) {
        let [one, other] = edge.ends;
        if one < first.len() {
            from.entry(other).or_default().push((one, edge.residual[1]));
        } else {
            to.entry(one).or_default().push((other - first.len(), edge.residual[1]));
        }
    }
    let mut pairs = Vec::new();
    let mut lines: Vec<usize> = from.keys().copied().collect();
    lines.sort_unstable();
    for line in lines {
        let mut received = to.remove(&line).unwrap_or_default();
        for (one, mut given) in from.remove(&line).unwrap_or_default() {
            while given > 0 {
                let (other, left) =
                    received.last_mut().expect("a line passes on all flow that it receives");
                let times = given.min(*left);
                pairs.push((first[one].lit, second[*other].lit, times.unsigned_abs()));
                given -= times;
                *left -= times;
                if *left == 0 {
                    received.pop();
                }
            }
        }
    }
    Cover { weights, pairs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::open_model;
    use crate::search::cubes::exclusion::ImplicationGraph;
    use crate::stop::Stop;

    fn heaviest(exclusion: &Exclusion, open: &[Vec<&Item>; 2], weights: [u32; 2]) -> u64 {
        let partitions = &exclusion.partitions;
        let lines: usize = partitions.iter().sum();
        let is_first = |colouring: u32, partition: usize, line: usize| {
            colouring >> (partitions[..partition].iter().sum::<usize>() + line) & 1 == 1
        };
        let mut heaviest = 0;
        for colouring in 0..1_u32 << lines {
            let mut weight = 0;
            for (side, items) in open.iter().enumerate() {
                let counted = items
                    .iter()
                    .filter(|item| {
                        let mut lines = item.lines.iter().enumerate();
                        lines.all(|(part, &line)| is_first(colouring, part, line) == (side == 0))
                    })
                    .count();
                weight += u64::from(weights[side]) * counted as u64;
            }
            heaviest = heaviest.max(weight);
        }
        heaviest
    }

    fn check_cover(
        conflicts: &ImplicationGraph,
        open: &[Vec<&Item>; 2],
        cover: &Cover,
        needed: u64,
    ) {
        let mut covered: HashMap<Lit, u32> = HashMap::new();
        for &(one, other, times) in &cover.pairs {
            assert!(conflicts.conflict(one, other));
            *covered.entry(one).or_default() += times;
            *covered.entry(other).or_default() += times;
        }
        let mut total: u32 = cover.pairs.iter().map(|pair| pair.2).sum();
        for (side, items) in open.iter().enumerate() {
            for item in items {
                let weight = covered.remove(&item.lit).unwrap_or(0);
                let single = cover.weights[side].checked_sub(weight);
                total += single.expect("the multipliers of a literal are at most its weight");
            }
        }
        assert!(covered.is_empty(), "{covered:?}");
        assert!(u64::from(total) < needed, "{total} and {needed}");
    }

    fn compare(rows: usize, columns: usize, formulation: &str, seed: u64) {
        let model = open_model("armies", (rows, columns), &[], Some(formulation));
        let exclusion =
            Exclusion::from_model(&model, &Stop::unlimited()).expect("armies exclude each other");
        let conflicts = ImplicationGraph::from_model(&model);
        let mut random = fastrand::Rng::with_seed(seed);
        let share = random.u8(100..);
        let open = exclusion
            .sides
            .each_ref()
            .map(|items| items.iter().filter(|_| random.u8(..) < share).collect::<Vec<_>>());
        for weights in [[1, 1], [2, 3], [5, 2], [0, 1]] {
            let most = heaviest(&exclusion, &open, weights);
            let size = format!("{rows} × {columns}, {formulation}, {weights:?}, seed {seed}");
            for needs in [[1, 1], [2, 1], [1, 3], [4, 4], [0, most + 1], [0, most]] {
                let needed: u64 = (0..2).map(|side| u64::from(weights[side]) * needs[side]).sum();
                let refuted = exclusion.find_cover(&open, weights, needs);
                assert_eq!(refuted.is_some(), most < needed, "{size}, {needs:?}");
                if let Some(cover) = refuted {
                    check_cover(&conflicts, &open, &cover, needed);
                }
            }
        }
    }

    #[test]
    fn the_cut_is_the_heaviest_colouring_of_the_lines() {
        for (rows, columns) in [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3)] {
            for formulation in ["lines", "pairs"] {
                (0..6).for_each(|seed| compare(rows, columns, formulation, seed));
            }
        }
    }

    #[test]
    #[ignore = "long: two minutes"]
    fn the_cut_is_the_heaviest_colouring_of_the_lines_of_larger_boards() {
        for (rows, columns) in [(2, 4), (2, 5), (3, 4), (4, 4)] {
            for formulation in ["lines", "pairs"] {
                (0..3).for_each(|seed| compare(rows, columns, formulation, seed));
            }
        }
    }
}
