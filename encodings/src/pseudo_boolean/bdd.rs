//! The decision diagram of a weighted sum, whose nodes are intervals of bounds.
//!
//! The diagram tests one literal after the other, the heaviest first. A node says that the literals
//! from one on come to more than a bound, and serves every bound between two neighbouring sums of
//! those literals. So bounds that no sum tells apart share a node, and the diagram is reduced while
//! it is built. A node y over the nodes for a false and for a true literal x is two clauses,
//!
//! ```text
//! low → y,    x ∧ high → y
//! ```
//!
//! as a heavier sum is never less. Constants save some of them.
//!
//! There are at most min(n K, 2ⁿ) nodes for n literals and a bound K, and far fewer where the bound
//! is close to 0, to the sum of all weights, or to what few literals weigh; at the worst their
//! number is exponential in n, for any order. Propagation is complete.
//!
//! A group of literals of which at most one is true is tested at once: its node has a child for
//! each weight in the group, and one for none, as in the multi-valued diagrams that Bofill et al.
//! (2022) start from.
//!
//! A new bound is a new diagram. What differs: Eén and Sörensson write six clauses a node, on both
//! sides; Abío et al. these two, and six where the side is not known.
//!
//! Publication: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; by
//! intervals: Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at
//! BDDs for Pseudo-Boolean Constraints, JAIR 2012.

use std::collections::BTreeMap;

use rustsat::types::Lit;

use super::{Construction, Group, Knapsack, Propagation, PseudoBoolean, Term};
use crate::essay::essay;
use crate::measure::Size;
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// The row `bdd` of [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::of::<Bdd>(
    "Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; by intervals: Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for Pseudo-Boolean Constraints, JAIR 2012",
    essay!("bdd.rs"),
);

/// How many nodes a diagram may have.
const MOST_NODES: usize = 1 << 24;

/// Decides one literal after the other.
///
/// It is the encoding [`bdd`](self), whose page has its sizes and its publication.
pub struct Bdd;

impl Construction for Bdd {
    const NAME: &'static str = "bdd";
    const PROPAGATION: Propagation = Propagation::Complete;
    const TAKES_GROUPS: bool = true;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Refusal> {
        let diagram = Diagram::of(knapsack, MOST_NODES).ok_or_else(|| Refusal::NoForm {
            encoding: Bdd::NAME,
            constraint: format!("a diagram of more than {MOST_NODES} nodes"),
        })?;
        diagram.write(violated, writer)
    }

    fn count(knapsack: &Knapsack, most: usize) -> Result<Option<Size>, Refusal> {
        // Each node has a clause at least.
        Ok(Diagram::of(knapsack, most.min(MOST_NODES)).map(|diagram| diagram.size()))
    }
}

/// Where a test leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Child {
    /// What is left fits in any case.
    Fits,
    /// The bound is broken.
    Broken,
    /// It depends on a node.
    Node(usize),
}

/// A test of a group.
struct Node {
    level: usize,
    /// The greatest bound that it serves.
    bound: u128,
    /// Where no literal of the group leads, and then where each weight does, in their order.
    children: Vec<Child>,
}

/// A group as it is tested: the terms of equal weight together, the lightest first.
struct Level {
    weights: Vec<(u128, Vec<Lit>)>,
    summands: Vec<Term>,
}

impl Level {
    fn of(group: &Group) -> Level {
        let mut terms = group.terms.clone();
        terms.sort_by_key(|term| term.weight);
        let equal = terms.chunk_by(|one, other| one.weight == other.weight);
        let weights = equal.map(|all| (all[0].weight, all.iter().map(|term| term.lit).collect()));
        Level { weights: weights.collect(), summands: group.summands() }
    }
}

struct Diagram {
    levels: Vec<Level>,
    /// Children come before those that lead to them; the last one is the root.
    nodes: Vec<Node>,
}

/// A node that is being built: its children so far, and the bounds that they serve together.
struct Open {
    level: usize,
    bound: u128,
    children: Vec<Child>,
    least: u128,
    most: u128,
}

impl Diagram {
    /// The diagram of a knapsack; none where it has more nodes than `most`.
    fn of(knapsack: &Knapsack, most: usize) -> Option<Diagram> {
        let mut groups: Vec<&Group> = knapsack.groups.iter().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.most()));
        let levels: Vec<Level> = groups.iter().map(|group| Level::of(group)).collect();
        // What the heaviest terms come to from each level on.
        let mut all = vec![0; levels.len() + 1];
        for (place, group) in groups.iter().enumerate().rev() {
            all[place] = all[place + 1] + group.most();
        }
        // On each level, by the least bound that a node serves, the greatest and the node.
        let mut known: Vec<BTreeMap<u128, (u128, usize)>> = vec![BTreeMap::new(); levels.len()];
        let mut nodes: Vec<Node> = Vec::new();
        let open =
            |level, bound| Open { level, bound, children: Vec::new(), least: 0, most: u128::MAX };
        let mut stack = vec![open(0, knapsack.bound)];
        while let Some(top) = stack.last_mut() {
            let weights = &levels[top.level].weights;
            if top.children.len() > weights.len() {
                let done = stack.pop().expect("it is the last");
                if nodes.len() == most {
                    return None;
                }
                let Open { level, most: bound, children, least, .. } = done;
                let same = match children[0] {
                    Child::Node(node) if children.iter().all(|&c| c == children[0]) => Some(node),
                    _ => None,
                };
                known[level].insert(least, (bound, same.unwrap_or(nodes.len())));
                if same.is_none() {
                    nodes.push(Node { level, bound, children });
                }
                continue;
            }
            let weight = match top.children.len() {
                0 => 0,
                number => weights[number - 1].0,
            };
            let next = top.level + 1;
            let Some(bound) = top.bound.checked_sub(weight) else {
                top.children.push(Child::Broken);
                top.most = top.most.min(weight - 1);
                continue;
            };
            if bound >= all[next] {
                top.children.push(Child::Fits);
                top.least = top.least.max(all[next] + weight);
                continue;
            }
            let below = known[next].range(..=bound).next_back();
            match below.filter(|(_, (greatest, _))| bound <= *greatest) {
                Some((&least, &(greatest, node))) => {
                    top.children.push(Child::Node(node));
                    top.least = top.least.max(least + weight);
                    top.most = top.most.min(greatest + weight);
                }
                None => {
                    let below = open(next, bound);
                    stack.push(below);
                }
            }
        }
        Some(Diagram { levels, nodes })
    }

    fn write(&self, violated: Signal, writer: &mut Writer) -> Result<(), Refusal> {
        let mut signals: Vec<Signal> = Vec::with_capacity(self.nodes.len());
        for (place, node) in self.nodes.iter().enumerate() {
            let signal = match place + 1 == self.nodes.len() {
                true => violated,
                false => {
                    let below =
                        || self.levels[node.level..].iter().flat_map(|l| l.summands.clone());
                    let meaning = || Meaning::Weighs(below().collect(), node.bound + 1);
                    writer.defined(meaning).into()
                }
            };
            let of = |child: Child| match child {
                Child::Fits => Signal::False,
                Child::Broken => Signal::True,
                Child::Node(node) => signals[node],
            };
            writer.clause([!of(node.children[0]), signal])?;
            let heavier = self.levels[node.level].weights.iter().zip(&node.children[1..]);
            for (lits, &child) in heavier.map(|((_, lits), child)| (lits, child)) {
                if Some(&child) == node.children.first() {
                    continue;
                }
                for &lit in lits {
                    writer.clause([!Signal::from(lit), !of(child), signal])?;
                }
            }
            signals.push(signal);
        }
        Ok(())
    }

    /// The size of what is written for good.
    fn size(&self) -> Size {
        let (mut clauses, mut literals) = (0, 0);
        for (place, node) in self.nodes.iter().enumerate() {
            let output = usize::from(place + 1 < self.nodes.len());
            let heavier = self.levels[node.level].weights.iter().map(|(_, lits)| lits.len());
            let children = std::iter::once((1, 0)).chain(heavier.map(|number| (number, 1)));
            for (position, ((number, inputs), child)) in children.zip(&node.children).enumerate() {
                if position > 0 && Some(child) == node.children.first() {
                    continue;
                }
                let length = match child {
                    Child::Fits => continue,
                    Child::Broken => inputs + output,
                    Child::Node(_) => inputs + 1 + output,
                };
                clauses += number;
                literals += number * length;
            }
        }
        Size { variables: self.nodes.len() - 1, clauses, literals }
    }
}
