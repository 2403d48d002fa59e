//! The generalized totalizer is a tree whose nodes have an output for each possible sum of the
//! literals below.
//!
//! In the publication, a node has a clause for each pair of its children's outputs, and the tree
//! halves the literals in the given order. Here an output means that the sum is *at least* its
//! value, and the weights determine the shape:
//!
//! - Literals of equal weight are counted first, by a totalizer.
//! - Then the two nodes whose numbers of sums grow least are added, repeatedly. The growth is the
//!   number of sums of the new node, divided by the number of sums of both nodes together. A
//!   second, steeper measure divides the cube of the first number by the square of the second. A
//!   tree is built for each measure and for choices among the 8, 15 or 25 nodes with the fewest
//!   sums. The tree with the fewest clauses is kept.
//! - All sums above the bound K share the output K+1 (k-simplification). In nodes other than
//!   totalizers, clauses order neighbouring outputs. So each output of one child needs only one
//!   clause for K+1, with the least sufficient output of the other child.
//! - If the literals outside a node add at most r, its sums up to K−r have no output. Each shape of
//!   the tree is determined twice: by the numbers of the remaining outputs, and by the numbers of
//!   all sums.
//! - The root has a clause for each minimal pair of sums above K. So it has about as many clauses
//!   as its smaller child has sums.
//!
//! In the worst case there are 2ⁿ sums. If sums coincide, there are O(n K) variables and O(n K²)
//! clauses. Propagation is complete, also with groups: a group is a leaf with an output for each
//! weight.
//!
//! In a search, the first bound limits the sums. A smaller bound adds one output to the root. A
//! greater bound needs a new tree, which then serves bounds up to twice that bound.
//!
//! Differences: rustsat and pindakaas encode the sums as in the publication. Take the constraint
//! that the objective of MIPLIB's p0201 is at most one less than its optimum. For it, this encoding
//! takes 54,389 clauses, rustsat's encoding 7,645,470 and that of pindakaas 2,612,625. For MIPLIB's
//! lseu, the numbers of clauses are 28,128, 805,063 and 286,040 in the same order. Bofill et al.
//! (SAT Encodings for Pseudo-Boolean Constraints Together With At-Most-One Constraints, Artificial
//! Intelligence 302, 2022) introduce groups. They also merge the sums of a node that the other
//! nodes cannot distinguish. Two other ways to choose nodes were tried and dropped: by their number
//! of pairs, and by the number of new sums alone. They give larger trees for these objectives.
//!
//! Publication: Joshi, Martins and Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean
//! Constraints, CP 2015.

mod sums;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rustsat::types::Lit;

use self::sums::{CHOICES, MergeRule, least_pairs};
use super::bounder::{PlanCheck, define_violation, tighten_sum};
use super::knapsack::most;
use super::{Bounder, Construction, Group, Knapsack, Propagation, PseudoBoolean, Term};
use crate::essay::essay;
use crate::{Budget, Error, Meaning, Signal, Size, Writer};

/// The row of the encoding `generalized-totalizer` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<GeneralizedTotalizer>(
    "Joshi, Martins and Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean Constraints, CP 2015",
    essay!("generalized_totalizer.rs"),
);

/// The greatest number of sums, with repetitions, that are sorted for a pair of nodes. A pair with
/// more sums is never added.
const MOST_PAIRS: usize = 1 << 17;

/// A limit on the number of sorted sums, with repetitions. If a tree has exceeded it, the sums of
/// further pairs of its nodes are not sorted. If all trees together have exceeded it, and one of
/// the trees can be used, no further rule of `CHOICES` is tried.
const MOST_SORTED: usize = 1 << 20;

/// The greatest number of 64-bit words that a tree processes to find sums as sets of bits. If a
/// pair of nodes would exceed this number, its sums are found by sorting.
const MOST_WORDS: u128 = 1 << 25;

/// The greatest number of clauses of a tree.
const MOST_CLAUSES: usize = 1 << 22;

/// The factor by which the clauses of a tree may exceed the wanted number while trees are built.
/// Larger trees are built because another rule can still give a smaller tree.
const SLACK: usize = 2;

/// Trees up to this number of clauses are built even if fewer clauses are wanted, since they take
/// almost no time.
const ALWAYS_BUILT: usize = 1 << 14;

/// The construction of [`generalized-totalizer`](self).
pub struct GeneralizedTotalizer;

impl GeneralizedTotalizer {
    fn refusal() -> Error {
        GeneralizedTotalizer::no_form("weights with too many different sums")
    }
}

impl Construction for GeneralizedTotalizer {
    const NAME: &'static str = "generalized-totalizer";
    const PROPAGATION: Propagation = Propagation::Complete;
    const TAKES_GROUPS: bool = true;

    /// Writes the tree with the fewest clauses that the rules find, and the clauses by which a sum
    /// above the bound implies `violated`. Fails with [`Error::NoForm`] if every tree has too many
    /// sums or more than `MOST_CLAUSES` clauses. Also fails if `writer` refuses the plan or a
    /// clause.
    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        let Knapsack { groups, bound } = knapsack;
        let plan = &mut |clauses| writer.plan(clauses);
        let tree = Tree::find_cheapest(groups, *bound, true, MOST_CLAUSES, plan)?;
        let tree = tree.ok_or_else(GeneralizedTotalizer::refusal)?;
        let lits = tree.write(writer)?;
        tree.write_violation(&lits, knapsack.bound, violated, writer)
    }

    /// Returns the size of the clauses that forbid sums above the bound, without writing them.
    /// Builds only trees of up to twice as many clauses as the budget allows. This limit is at
    /// least `ALWAYS_BUILT` and at most `MOST_CLAUSES`. Returns `None` if no tree is within the
    /// budget, or if the caller requests the end of the count. Fails if the limit is `MOST_CLAUSES`
    /// and there is no tree at all.
    fn count(knapsack: &Knapsack, budget: Budget) -> Result<Option<Size>, Error> {
        let Knapsack { groups, bound } = knapsack;
        let most = budget.most.saturating_mul(SLACK).clamp(ALWAYS_BUILT, MOST_CLAUSES);
        match Tree::find_cheapest(groups, *bound, true, most, &mut |_| budget.check(0)) {
            Ok(Some(tree)) => Ok(Some(tree.size()).filter(|size| size.clauses <= budget.most)),
            Ok(None) if most == MOST_CLAUSES => Err(GeneralizedTotalizer::refusal()),
            Ok(None) | Err(Error::Stopped) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        tighten_sum(groups, WrittenTree::lay_out)
    }
}

/// A node of a tree, with the sums that the literals below it can reach.
struct SumNode {
    /// The sums that have an output, in ascending order. The last sum can be the bound plus one.
    /// Its output then means this sum or any greater sum.
    sums: Vec<u128>,
    /// The greatest sum of the literals below, even if it exceeds the bound.
    most: u128,
    /// The group or the two nodes whose sums the node has.
    from: SumSource,
    /// The common weight of all literals below the node, or `None` if the weights differ or a
    /// literal is in a group of several terms.
    even: Option<u128>,
}

/// The source of the sums of a node.
enum SumSource {
    /// The node is the leaf of this group.
    Group(Group),
    /// The node adds the two nodes with these indices.
    Nodes(usize, usize),
}

/// A node that is not yet added to another node. Open nodes are ordered by their number of sums.
/// Open nodes with the same number are ordered by the time at which they became open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OpenNode {
    /// The number of sums of the node.
    sums: usize,
    /// The number of nodes that became open before this node.
    time: usize,
    /// The index of the node.
    node: usize,
}

/// The nodes of a growing tree that are not yet added to another node.
#[derive(Default)]
struct OpenNodes {
    /// The nodes, the one with the fewest sums first.
    nodes: BTreeSet<OpenNode>,
    /// The number of nodes that ever became open.
    times: usize,
}

impl OpenNodes {
    fn from_nodes(open: &[usize], nodes: &[SumNode]) -> OpenNodes {
        let mut all = OpenNodes::default();
        open.iter().for_each(|&node| all.push(node, nodes));
        all
    }

    /// Adds a node, which counts as the last one that became open. `nodes` are the nodes of the
    /// tree.
    fn push(&mut self, node: usize, nodes: &[SumNode]) {
        self.nodes.insert(OpenNode { sums: nodes[node].sums.len(), time: self.times, node });
        self.times += 1;
    }

    /// Returns the indices of the nodes in the order in which they became open.
    fn in_order(&self) -> Vec<usize> {
        let mut nodes: Vec<OpenNode> = self.nodes.iter().copied().collect();
        nodes.sort_by_key(|node| node.time);
        nodes.into_iter().map(|open| open.node).collect()
    }
}

/// A planned tree. None of its clauses are written.
#[derive(Default)]
struct Tree {
    /// The nodes, children before parents.
    nodes: Vec<SumNode>,
    /// The bound. All greater sums are treated as one sum, the bound plus one.
    bound: u128,
    /// The greatest sum of all groups.
    most: u128,
    /// Whether a sum has no output if it cannot violate the bound.
    is_trimmed: bool,
    /// The size of the clauses of all nodes, without the clauses of the constraint itself.
    size: Size,
    /// The indices of the last two nodes, whose sums the constraint adds.
    roots: [usize; 2],
    /// The number of nodes among which the rule chooses at the start. These are the leaves of the
    /// groups of several terms, and one or two totalizers for the literals of each weight.
    added: usize,
    /// The number of sums that were sorted, with repetitions.
    sorted: usize,
    /// The number of words that were processed to find sums as sets of bits.
    words: u128,
}

impl Tree {
    /// Returns the tree with the fewest clauses among those that the rules of `CHOICES` give.
    /// Returns `None` if every tree has more than `most` clauses, or too many sums. The greatest
    /// sum of the groups must exceed `bound`. If the first two rules give no tree, no other rule is
    /// tried. If there is a tree and more than [`MOST_SORTED`] sums were sorted, no further rule is
    /// tried. If `is_trimmed` is true, each rule also gives a second tree. Its shape is chosen by
    /// all sums, and the tree is trimmed afterwards. Regularly calls `plan`, and fails if `plan`
    /// refuses.
    fn find_cheapest(
        groups: &[Group],
        bound: u128,
        is_trimmed: bool,
        most: usize,
        plan: &mut PlanCheck,
    ) -> Result<Option<Tree>, Error> {
        let mut best: Option<Tree> = None;
        let mut sorted = 0;
        // For each of the two measures of growth, whether a rule has already considered all nodes.
        // Then a rule that considers more nodes would make the same choices.
        let mut is_done = [false; 2];
        for (place, choice) in CHOICES.into_iter().enumerate() {
            if place == 2 && best.is_none() {
                return Ok(None);
            }
            if best.is_some() && sorted > MOST_SORTED {
                break;
            }
            if is_done[usize::from(choice.is_steep)] {
                continue;
            }
            for trims_first in if is_trimmed { &[true, false][..] } else { &[false] } {
                let least = best.as_ref().map_or(most, |tree| tree.size().clauses - 1);
                let mut tree = Tree::empty(groups, bound, *trims_first);
                let chosen = tree.choose(groups, choice, least, plan)?;
                sorted += tree.sorted;
                is_done[usize::from(choice.is_steep)] |= choice.tried >= tree.added;
                let tree = chosen.map(|()| tree);
                let tree =
                    if is_trimmed && !trims_first { tree.and_then(Tree::trimmed) } else { tree };
                best = tree.filter(|tree| tree.size().clauses <= least).or(best);
            }
        }
        Ok(best)
    }

    /// Returns the tree of the same shape, but without the sums up to the [`floor`](Tree::floor) of
    /// each node. Returns `None` if there are too many sums. Computes the size again.
    fn trimmed(self) -> Option<Tree> {
        let size = Size::default();
        let nodes = Vec::with_capacity(self.nodes.len());
        let mut tree = Tree { nodes, is_trimmed: true, size, sorted: 0, words: 0, ..self };
        for node in self.nodes {
            match node.from {
                SumSource::Group(group) => _ = tree.add_leaf(&group),
                SumSource::Nodes(left, right) => {
                    let sums = tree.sums(left, right)?;
                    tree.add(left, right, sums);
                }
            }
        }
        Some(tree)
    }

    /// Returns a tree without nodes.
    fn empty(groups: &[Group], bound: u128, is_trimmed: bool) -> Tree {
        Tree { bound, most: most(groups), is_trimmed, ..Tree::default() }
    }

    /// Adds the nodes of a tree whose shape a rule determines. The tree must not have nodes before,
    /// and there must be a group. Sets `added` and the two roots. The roots are not added to each
    /// other. Returns `None` if the tree has more than `most` clauses, or too many sums; then its
    /// nodes must not be used. Fails if `plan` refuses.
    fn choose(
        &mut self,
        groups: &[Group],
        choice: MergeRule,
        most: usize,
        plan: &mut PlanCheck,
    ) -> Result<Option<()>, Error> {
        let Some(leaves) = self.add_leaves(groups, most, plan)? else { return Ok(None) };
        self.added = leaves.len();
        let mut open = OpenNodes::from_nodes(&leaves, &self.nodes);
        let mut tried: HashMap<(usize, usize), Option<Vec<u128>>> = HashMap::new();
        while open.nodes.len() > 2 {
            plan(self.size.clauses / SLACK)?;
            let fewest: Vec<OpenNode> = open.nodes.iter().take(choice.tried).copied().collect();
            // The best pair of nodes so far: the number of sums after and before the addition of
            // the pair, and the two nodes.
            let mut best: Option<(usize, usize, OpenNode, OpenNode)> = None;
            for (rank, &one) in fewest.iter().enumerate() {
                for &other in &fewest[..rank] {
                    let pair = (one.node, other.node);
                    let sums = tried.entry(pair).or_insert_with(|| self.sums(pair.0, pair.1));
                    let Some(after) = sums.as_ref().map(Vec::len) else { continue };
                    let before = self.nodes[pair.0].sums.len() + self.nodes[pair.1].sums.len();
                    if best.is_none_or(|(a, b, ..)| choice.grows_less((after, before), (a, b))) {
                        best = Some((after, before, one, other));
                    }
                }
            }
            let Some((.., one, other)) = best else { return Ok(None) };
            let pair = (one.node, other.node);
            let sums = tried.remove(&pair).flatten().expect("the best pair has sums");
            tried.retain(|&(a, b), _| ![pair.0, pair.1].iter().any(|node| [a, b].contains(node)));
            let sum = self.add(pair.0, pair.1, sums);
            open.nodes.remove(&one);
            open.nodes.remove(&other);
            open.push(sum, &self.nodes);
            if self.size.clauses > most {
                return Ok(None);
            }
        }
        self.roots = open.in_order().try_into().expect("a leaf of nothing joins a single node");
        Ok((self.size().clauses <= most).then_some(()))
    }

    /// Adds a leaf for each group and a totalizer for each weight of the groups of one term. All
    /// weights above the bound count as one weight. There must be a group. Returns at least two
    /// nodes: the roots of the totalizers, in the order of weights, and then the leaves of all
    /// other groups. If there are only groups of one term, and all have one weight, their totalizer
    /// keeps two roots. If there is still only one node, an empty leaf is added as the second one.
    /// Returns `None` if two nodes have too many sums, or if there are more than `most` clauses
    /// after a level of a totalizer; the nodes must not be used then. Fails if `plan` refuses.
    fn add_leaves(
        &mut self,
        groups: &[Group],
        most: usize,
        plan: &mut PlanCheck,
    ) -> Result<Option<Vec<usize>>, Error> {
        let mut by_weight: BTreeMap<u128, Vec<usize>> = BTreeMap::new();
        let mut open = Vec::new();
        for group in groups {
            let node = self.add_leaf(group);
            match group.terms[..] {
                [term] => by_weight.entry(self.cap_sum(term.weight)).or_default().push(node),
                _ => open.push(node),
            }
        }
        let mut roots = Vec::new();
        // If all literals have one weight, the root adds the last two nodes.
        let least = if by_weight.len() == 1 && open.is_empty() { 2 } else { 1 };
        for mut level in by_weight.into_values() {
            while level.len() > least {
                let mut next = Vec::with_capacity(level.len().div_ceil(2));
                for pair in level.chunks(2) {
                    match *pair {
                        [one, other] => {
                            plan(0)?;
                            let Some(sums) = self.sums(one, other) else { return Ok(None) };
                            next.push(self.add(one, other, sums));
                        }
                        _ => next.extend(pair),
                    }
                }
                level = next;
                if self.size.clauses > most {
                    return Ok(None);
                }
            }
            roots.extend(level);
        }
        roots.extend(open);
        if roots.len() == 1 {
            roots.push(self.add_leaf(&Group::at_most_one(Vec::new())));
        }
        Ok(Some(roots))
    }

    /// Adds the node of a group, and adds the clauses of the node to the size. The sums of the node
    /// are the different weights of the group that are above the [`floor`](Tree::floor). A weight
    /// above the bound counts as the bound plus one. A group with one term takes no clause. Returns
    /// the index of the node.
    fn add_leaf(&mut self, group: &Group) -> usize {
        let floor = self.floor(group.most());
        let mut sums: Vec<u128> =
            group.terms.iter().map(|term| self.cap_sum(term.weight)).collect();
        sums.retain(|&sum| sum > floor);
        sums.sort_unstable();
        sums.dedup();
        if let [_, _, ..] = group.terms[..] {
            for (place, &sum) in sums.iter().enumerate() {
                let number = self.terms_at(group, sum).count();
                let is_last = place + 1 == sums.len();
                if is_last && number == 1 {
                    continue;
                }
                let clauses = number + usize::from(!is_last);
                let size = Size { variables: 1, clauses, literals: 2 * clauses };
                self.size += size;
            }
        }
        let even = match group.terms[..] {
            [term] => Some(self.cap_sum(term.weight)),
            _ => None,
        };
        let from = SumSource::Group(group.clone());
        self.nodes.push(SumNode { sums, most: group.most(), from, even });
        self.nodes.len() - 1
    }

    /// Returns the terms of a group whose weight is `sum`. Weights above the bound count as the
    /// bound plus one.
    fn terms_at<'a>(&'a self, group: &'a Group, sum: u128) -> impl Iterator<Item = &'a Term> {
        group.terms.iter().filter(move |term| self.cap_sum(term.weight) == sum)
    }

    /// Adds a node with the sums of two others, and adds the clauses of the new node to the size.
    /// `sums` must be the result of [`Tree::sums`] for the two nodes. Returns the index of the new
    /// node.
    fn add(&mut self, left: usize, right: usize, sums: Vec<u128>) -> usize {
        let [one, other] = [left, right].map(|node| &self.nodes[node]);
        let even = one.even.filter(|_| one.even == other.even);
        let most = one.most + other.most;
        let (clauses, literals) = self.pairs(one, other, self.floor(most));
        let chain = if even.is_some() { 0 } else { sums.len().saturating_sub(1) };
        let size = Size {
            variables: sums.len(),
            clauses: clauses + chain,
            literals: literals + 2 * chain,
        };
        self.size += size;
        self.nodes.push(SumNode { sums, most, from: SumSource::Nodes(left, right), even });
        self.nodes.len() - 1
    }

    /// Returns the size of all clauses, including the clauses that forbid sums above the bound. The
    /// roots must be set.
    fn size(&self) -> Size {
        let [left, right] = self.roots.map(|root| &self.nodes[root].sums[..]);
        let (mut clauses, mut literals) = (0, 0);
        for (a, b) in least_pairs(left, right, self.bound + 1) {
            clauses += 1;
            literals += usize::from(a.is_some()) + usize::from(b.is_some());
        }
        let mut size = self.size;
        size += Size { variables: 0, clauses, literals };
        size
    }

    /// Returns the least possible sum above a bound, which must not exceed the tree's bound. All
    /// sums above the tree's bound count as that bound plus one.
    fn least_beyond(&self, bound: u128) -> u128 {
        let [left, right] = self.roots.map(|root| &self.nodes[root].sums[..]);
        let pairs = least_pairs(left, right, bound + 1);
        let least = pairs.map(|(a, b)| sum_at(a, left) + sum_at(b, right)).min();
        self.cap_sum(least.unwrap_or(self.bound + 1))
    }

    /// Writes all nodes, but no clause of the constraint. Returns the outputs of each of the two
    /// roots: one output for each sum of the root, in ascending order. Fails if `writer` refuses a
    /// clause.
    fn write(&self, writer: &mut Writer) -> Result<[Vec<Lit>; 2], Error> {
        let mut outputs: Vec<Vec<Lit>> = Vec::with_capacity(self.nodes.len());
        for (place, node) in self.nodes.iter().enumerate() {
            let written = match &node.from {
                SumSource::Group(group) => self.write_group(group, &node.sums, writer)?,
                SumSource::Nodes(left, right) => {
                    let own: Vec<Lit> = node
                        .sums
                        .iter()
                        .map(|&sum| {
                            writer.defined(|| Meaning::WeightAtLeast(self.terms_below(place), sum))
                        })
                        .collect();
                    let [left, right] = [*left, *right]
                        .map(|child: usize| (&self.nodes[child].sums[..], &outputs[child][..]));
                    self.write_sum(left, right, (node, &own), writer)?;
                    own
                }
            };
            outputs.push(written);
        }
        Ok(self.roots.map(|root| std::mem::take(&mut outputs[root])))
    }

    /// Writes the outputs of a group, from the heaviest to the lightest. Returns them in the order
    /// of `sums`, the ascending sums of the group's node. Each output is implied by the literals of
    /// its weight and by the next heavier output. If only one literal would imply an output, this
    /// literal is itself the output, without a clause. Fails if `writer` refuses a clause.
    fn write_group(
        &self,
        group: &Group,
        sums: &[u128],
        writer: &mut Writer,
    ) -> Result<Vec<Lit>, Error> {
        if let [term] = group.terms[..] {
            return Ok(sums.iter().map(|_| term.lit).collect());
        }
        let mut outputs: Vec<Lit> = Vec::with_capacity(sums.len());
        let mut heavier: Option<Lit> = None;
        for &sum in sums.iter().rev() {
            let lits: Vec<Lit> = self.terms_at(group, sum).map(|term| term.lit).collect();
            let output = match (&lits[..], heavier) {
                ([lit], None) => *lit,
                _ => {
                    let output = writer.defined(|| Meaning::WeightAtLeast(group.summands(), sum));
                    for lit in lits.into_iter().chain(heavier) {
                        writer.lits(&[!lit, output])?;
                    }
                    output
                }
            };
            outputs.push(output);
            heavier = Some(output);
        }
        outputs.reverse();
        Ok(outputs)
    }

    /// Writes the clauses by which the outputs of the nodes a and b imply the outputs of the node
    /// that adds a and b. `own` has the outputs of this node, one for each of its sums. All sums
    /// are in ascending order. If the literals below do not all have the same weight, each output
    /// also implies the next lesser one. Fails if `writer` refuses a clause.
    fn write_sum(
        &self,
        (a_sums, a_lits): (&[u128], &[Lit]),
        (b_sums, b_lits): (&[u128], &[Lit]),
        (node, own): (&SumNode, &[Lit]),
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let floor = self.floor(node.most);
        let output = |sum: u128| {
            let place = node.sums.binary_search(&sum).expect("it is a sum of both");
            Signal::from(own[place])
        };
        let no_literal = std::iter::once((0, Signal::True));
        for (a, a_signal) in no_literal
            .chain(a_sums.iter().copied().zip(a_lits.iter().map(|&lit| Signal::from(lit))))
        {
            if a > self.bound {
                break;
            }
            if a > floor {
                writer.clause([!a_signal, output(a)])?;
            }
            let fit = b_sums.partition_point(|&b| a + b <= self.bound);
            let low = b_sums.partition_point(|&b| a + b <= floor);
            for place in low..fit {
                let b = Signal::from(b_lits[place]);
                writer.clause([!a_signal, !b, output(a + b_sums[place])])?;
            }
        }
        if let Some(&last) = own.last().filter(|_| node.sums.last() == Some(&(self.bound + 1))) {
            self.write_least(
                [(a_sums, a_lits), (b_sums, b_lits)],
                self.bound,
                last.into(),
                writer,
            )?;
        }
        if node.even.is_none() {
            own.windows(2).try_for_each(|pair| writer.lits(&[!pair[1], pair[0]]))?;
        }
        Ok(())
    }

    /// Writes clauses by which a sum above `bound` implies `output`. If `output` is constant false,
    /// the clauses forbid such sums. `bound` must not exceed the tree's bound. `lits` are the
    /// outputs of the two roots, which must be written. Fails if `writer` refuses a clause.
    fn write_violation(
        &self,
        lits: &[Vec<Lit>; 2],
        bound: u128,
        output: Signal,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        let [left, right] = self.roots.map(|root| &self.nodes[root].sums[..]);
        self.write_least([(left, &lits[0]), (right, &lits[1])], bound, output, writer)
    }

    /// Writes a clause for each minimal pair of sums of two nodes that exceed `bound` together. The
    /// outputs of the pair imply `output`. A sum of 0 needs no output. For each node, the sums and
    /// their outputs are given in ascending order. Fails if `writer` refuses a clause.
    fn write_least(
        &self,
        [(a_sums, a_lits), (b_sums, b_lits)]: [(&[u128], &[Lit]); 2],
        bound: u128,
        output: Signal,
        writer: &mut Writer,
    ) -> Result<(), Error> {
        for (a, b) in least_pairs(a_sums, b_sums, bound + 1) {
            let a_signal = a.map_or(Signal::True, |place| a_lits[place].into());
            let b_signal = b.map_or(Signal::True, |place| b_lits[place].into());
            writer.clause([!a_signal, !b_signal, output])?;
        }
        Ok(())
    }

    /// Returns the summands of all groups below a node, from left to right.
    fn terms_below(&self, node: usize) -> Vec<Term> {
        let (mut terms, mut open) = (Vec::new(), vec![node]);
        while let Some(node) = open.pop() {
            match &self.nodes[node].from {
                SumSource::Group(group) => terms.extend(group.summands()),
                SumSource::Nodes(left, right) => open.extend([*right, *left]),
            }
        }
        terms
    }
}

/// Returns the sum at an index, or 0 if the index is `None`.
fn sum_at(place: Option<usize>, sums: &[u128]) -> u128 {
    place.map_or(0, |place| sums[place])
}

/// A written tree that serves all bounds up to the bound of the tree.
struct WrittenTree {
    groups: Vec<Group>,
    tree: Tree,
    /// The outputs of the two roots.
    lits: [Vec<Lit>; 2],
    /// For each requested bound, the signal that means a sum above the bound. The key is the least
    /// possible sum above the bound.
    outputs: HashMap<u128, Signal>,
}

impl WrittenTree {
    /// Writes a tree for bounds up to `far`. If this tree has too many sums or clauses, writes a
    /// tree for bounds up to `bound` only. `far` must be at least `bound` and less than the
    /// greatest sum of the groups. Returns the tree's greatest bound, and the tree. Fails if the
    /// tree for `bound` also has too many sums or more than [`MOST_CLAUSES`] clauses, or if the
    /// collector refuses.
    fn lay_out(
        groups: &[Group],
        bound: u128,
        far: u128,
        writer: &mut Writer,
    ) -> Result<(u128, WrittenTree), Error> {
        let mut over = |bound| {
            let plan = &mut |clauses| writer.plan(clauses);
            Tree::find_cheapest(groups, bound, false, MOST_CLAUSES, plan)
        };
        let tree = match over(far)? {
            None => over(bound)?,
            tree => tree,
        };
        let tree = tree.ok_or_else(GeneralizedTotalizer::refusal)?;
        let (groups, lits) = (groups.to_vec(), tree.write(writer)?);
        Ok((tree.bound, WrittenTree { groups, tree, lits, outputs: HashMap::new() }))
    }
}

impl Bounder for WrittenTree {
    /// Returns one signal that implies a sum of at most `bound`. The signal is the negation of a
    /// variable, and a sum above `bound` implies this variable. Bounds that allow the same sums
    /// share the variable. The first call for such bounds takes the variable and writes its
    /// clauses. `bound` must not exceed the tree's bound. Fails if `writer` refuses a clause.
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        let least = self.tree.least_beyond(bound);
        if let Some(&output) = self.outputs.get(&least) {
            return Ok(vec![!output]);
        }
        // No possible sum is above the bound and below `least`.
        let output = define_violation(&self.groups, least - 1, writer);
        self.tree.write_violation(&self.lits, bound, output, writer)?;
        self.outputs.insert(least, output);
        Ok(vec![!output])
    }
}
