//! A binary decision diagram of the sum, reduced by intervals of bounds while it is built.
//!
//! The diagram tests the heaviest literals first. With chains, it tests the lightest first if it then
//! has fewer clauses. A node means that the remaining literals exceed a bound. All bounds between two
//! neighbouring sums of the remaining literals share a node. Let a node y test the literal x, and
//! have the child `low` for a false x and the child `high` for a true x. The node has two clauses,
//! because a heavier sum never fits better:
//!
//! ```text
//! low → y,    x ∧ high → y
//! ```
//!
//! Constant children save some of these clauses. A node that is true if and only if one literal is
//! true is that literal, and takes no variable and no clause. For n literals and a bound K there are
//! at most min(n K, 2ⁿ) nodes, and far fewer if the bound is close to 0 or to the sum of all weights.
//! The worst case is exponential in n for every order of the literals. Propagation is complete.
//!
//! A node that tests a group has a child for each weight, and one child for the case that no
//! literal of the group is true. In a chain, such as the order literals of an integer, a child that
//! equals the one before it takes no clause, so there is one clause for each interval of values. The
//! multi-valued decision diagrams (MDD) of Bofill et al. (SAT Encodings for Pseudo-Boolean
//! Constraints Together With At-Most-One Constraints, Artificial Intelligence 302, 2022) do the same.
//! A search adds a root for each bound, and shares the nodes of earlier bounds. The clauses are those
//! of Abío et al.; Eén and Sörensson write a node as an equivalence, in six clauses.
//!
//! Publication: Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; by
//! intervals: Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at
//! BDDs for Pseudo-Boolean Constraints, JAIR 2012.

use std::collections::BTreeMap;

use rustsat::types::Lit;

use super::bounder::{PlanCheck, divide_sum};
use super::{Bounder, Construction, Group, GroupKind, Knapsack, Propagation, PseudoBoolean, Term};
use crate::essay::essay;
use crate::{Budget, Error, Meaning, Signal, Size, Writer};

/// The row of the encoding `bdd` in the table [`ALL`](super::ALL).
pub const ROW: PseudoBoolean = PseudoBoolean::for_construction::<Bdd>(
    "Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; by intervals: Abío, Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for Pseudo-Boolean Constraints, JAIR 2012",
    essay!("bdd.rs"),
);

/// The greatest number of clauses of a diagram. A diagram with this number of clauses and
/// [`MOST_INTERVALS`] intervals takes about 330 MB of memory, or 230 MB if it is only counted.
const MOST_CLAUSES: usize = 1 << 22;

/// The greatest number of intervals of bounds in a diagram. [`MOST_CLAUSES`] does not limit this
/// number, because an interval has no clauses if all children of its node are the same.
const MOST_INTERVALS: usize = 3 << 20;

/// The greatest number of children of all nodes together. [`MOST_CLAUSES`] does not limit this
/// number, because some children need no clause.
const MOST_CHILDREN: usize = 1 << 25;

/// The number of intervals between two checks of whether the diagram has to end.
const BETWEEN_LOOKS: usize = 1 << 12;

/// The construction of [`bdd`](self).
pub struct Bdd;

impl Construction for Bdd {
    const NAME: &'static str = "bdd";
    const PROPAGATION: Propagation = Propagation::Complete;
    const TAKES_GROUPS: bool = true;

    fn write(knapsack: &Knapsack, violated: Signal, writer: &mut Writer) -> Result<(), Error> {
        let order = LevelOrder::choose(knapsack, &mut |clauses| writer.plan(clauses))?;
        let mut diagram = Diagram::from_groups(&knapsack.groups, order);
        diagram.extend(knapsack.bound, &mut |clauses| writer.plan(clauses))?;
        diagram.write(Some(violated), writer)
    }

    /// Returns the size of the clauses that forbid sums above the bound, without writing them.
    /// Returns `None` if there are more clauses than the budget allows, or if the caller requests
    /// the end of the count. Fails if the diagram exceeds `MOST_CLAUSES`, `MOST_INTERVALS` or
    /// `MOST_CHILDREN`.
    fn count(knapsack: &Knapsack, budget: Budget) -> Result<Option<Size>, Error> {
        let mut plan = |clauses| budget.check(clauses);
        let size = LevelOrder::choose(knapsack, &mut plan)
            .and_then(|order| order.count(knapsack, &mut plan));
        match size {
            Ok(size) => Ok(Some(size).filter(|size| size.clauses <= budget.most)),
            Err(Error::Stopped) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    fn bounder(groups: Vec<Group>) -> Box<dyn Bounder> {
        divide_sum(groups, |groups| Diagram::from_groups(&groups, LevelOrder::HeaviestFirst))
    }
}

impl Bdd {
    fn refusal() -> Error {
        Bdd::no_form(format!(
            "a diagram of more than {MOST_CLAUSES} clauses or {MOST_INTERVALS} intervals of bounds"
        ))
    }
}

/// The order in which a diagram tests the groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LevelOrder {
    HeaviestFirst,
    LightestFirst,
}

impl LevelOrder {
    /// Returns the order in which a diagram has fewer clauses. Without a chain of several literals,
    /// returns the heaviest group first, and counts nothing. Chains of different lengths and weights
    /// have no best order, so the clauses of both orders are counted. Fails if `plan` refuses, or if
    /// the diagram of the heaviest group first exceeds the limits of [`Diagram::extend`] and the
    /// other diagram, too.
    fn choose(knapsack: &Knapsack, plan: &mut PlanCheck) -> Result<LevelOrder, Error> {
        let is_long = |group: &Group| group.kind == GroupKind::Chain && group.terms.len() > 1;
        if !knapsack.groups.iter().any(is_long) {
            return Ok(LevelOrder::HeaviestFirst);
        }
        let heaviest = LevelOrder::HeaviestFirst.count(knapsack, plan);
        let most = heaviest.as_ref().map_or(usize::MAX, |size| size.clauses);
        // The count ends as soon as it has no fewer clauses.
        let is_smaller = |clauses: usize| if clauses < most { Ok(()) } else { Err(Error::Stopped) };
        let mut both = |clauses| plan(clauses).and_then(|()| is_smaller(clauses));
        match (LevelOrder::LightestFirst.count(knapsack, &mut both), heaviest) {
            (Ok(lightest), _) if lightest.clauses < most => Ok(LevelOrder::LightestFirst),
            (_, Ok(_)) => Ok(LevelOrder::HeaviestFirst),
            (_, Err(refusal)) => Err(refusal),
        }
    }

    /// Returns the size of the clauses that forbid sums above the bound, with this order. Fails if
    /// `plan` refuses, or if the diagram exceeds the limits of [`Diagram::extend`].
    fn count(self, knapsack: &Knapsack, plan: &mut PlanCheck) -> Result<Size, Error> {
        let diagram = Diagram::from_groups(&knapsack.groups, self);
        let mut diagram = Diagram { is_only_counted: true, ..diagram };
        diagram.extend(knapsack.bound, plan)?;
        Ok(diagram.size())
    }
}

/// A child of a node, or the result if it is already known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Child {
    /// The remaining literals cannot exceed the bound.
    Fits,
    /// The true literals above the child already exceed the bound.
    Broken,
    /// The node with this index.
    Node(u32),
}

/// A finished node, which tests a group.
struct TestNode {
    /// The greatest bound that the node serves. The node means that the remaining literals exceed
    /// this bound.
    bound: u128,
    /// The index of the tested group in [`Diagram::levels`].
    level: u32,
    /// The index of the first child in [`Diagram::children`].
    first: u32,
}

/// A group, in which terms of equal weight are listed together.
struct GroupLevel {
    /// Each weight with its literals. The weights are in ascending order.
    weights: Vec<(u128, Vec<Lit>)>,
    /// Whether each literal implies those of smaller weights.
    is_chain: bool,
    /// The terms that [`Group::summands`] returns, for the meanings of nodes.
    summands: Vec<Term>,
}

impl GroupLevel {
    /// Returns the level of a group. Sorts its terms by weight, and lists those of equal weight
    /// together.
    fn from_group(group: &Group) -> GroupLevel {
        let mut terms = group.terms.clone();
        terms.sort_by_key(|term| term.weight);
        let equal = terms.chunk_by(|one, other| one.weight == other.weight);
        let weights =
            equal.map(|all| (all[0].weight, all.iter().map(|term| term.lit).collect())).collect();
        let is_chain = group.kind == GroupKind::Chain;
        GroupLevel { weights, is_chain, summands: group.summands() }
    }

    /// Returns whether the child with this index needs clauses. The first child, for the case that
    /// no literal is true, always needs them. A child that equals the first one needs none. In a
    /// chain, neither does a child that equals the one before it: the literal of the one before is
    /// true, too.
    fn needs_clauses(&self, children: &[Child], place: usize) -> bool {
        let is_repeated = self.is_chain && place > 0 && children[place] == children[place - 1];
        place == 0 || children[place] != children[0] && !is_repeated
    }

    /// Returns the literal that a node with these children means, if it means a single one: the
    /// node's only clause says that this literal makes it true.
    fn only_literal(&self, children: &[Child]) -> Option<Lit> {
        let needs =
            |place: &usize| children[*place] != Child::Fits && self.needs_clauses(children, *place);
        let mut places = (0..children.len()).filter(needs);
        let place = places.next()?;
        let (_, lits) = self.weights.get(place.checked_sub(1)?)?;
        match lits[..] {
            [lit] if children[place] == Child::Broken && places.next().is_none() => Some(lit),
            _ => None,
        }
    }
}

/// A diagram of one sum, to which each bound adds its nodes.
#[derive(Default)]
struct Diagram {
    /// The groups in the order in which they are tested.
    levels: Vec<GroupLevel>,
    /// For each level, the greatest possible sum of its group and all later groups.
    all: Vec<u128>,
    /// For each level, the intervals of bounds that its nodes serve. An entry has the least bound
    /// of the interval, and the index of the interval in `greatest` and `served_by`.
    known: Vec<BTreeMap<u128, u32>>,
    /// The greatest bound of each interval.
    greatest: Vec<u128>,
    /// The index of each interval's node.
    served_by: Vec<u32>,
    /// The number of nodes, even if the diagram is only counted and `nodes` is empty.
    number_of_nodes: u32,
    /// The nodes, children before parents. The list is empty if the diagram is only counted.
    nodes: Vec<TestNode>,
    /// The children of all nodes: for each node, first the child for the case that no literal of
    /// its group is true, then a child for each weight.
    children: Vec<Child>,
    /// Whether only the size is wanted, so that the diagram is never written and keeps no nodes.
    is_only_counted: bool,
    /// The signals of the written nodes, which are the first nodes of `nodes`.
    signals: Vec<Signal>,
    /// The size of the clauses of all nodes, if each node has a variable of its own.
    size: Size,
    /// The number of clauses of the last node.
    of_last: usize,
}

/// A node that is being built. All its children so far allow it to serve the bounds from `least` to
/// `most`.
struct PendingNode {
    /// The index of the tested group.
    level: usize,
    /// The bound for which the node is needed.
    bound: u128,
    /// The children so far, in the order of the weights.
    children: Vec<Child>,
    /// The least bound for which all children so far are right.
    least: u128,
    /// The greatest bound for which all children so far are right.
    most: u128,
}

impl PendingNode {
    fn new(level: usize, bound: u128) -> PendingNode {
        PendingNode { level, bound, children: Vec::new(), least: 0, most: u128::MAX }
    }

    /// Adds the child for a true literal of this weight. The weight 0 means that no literal of the
    /// group is true. The child serves the bounds from `least` to `most`, which narrows the
    /// interval of the node.
    fn add_child(&mut self, child: Child, weight: u128, (least, most): (u128, u128)) {
        self.children.push(child);
        self.least = self.least.max(least.saturating_add(weight));
        self.most = self.most.min(most.saturating_add(weight));
    }
}

impl Diagram {
    /// Returns a diagram without nodes. Its levels are the groups in this order.
    fn from_groups(groups: &[Group], order: LevelOrder) -> Diagram {
        let mut sorted: Vec<&Group> = groups.iter().collect();
        match order {
            LevelOrder::HeaviestFirst => {
                sorted.sort_by_key(|group| std::cmp::Reverse(group.most()));
            }
            LevelOrder::LightestFirst => sorted.sort_by_key(|group| group.most()),
        }
        let levels: Vec<GroupLevel> =
            sorted.iter().map(|group| GroupLevel::from_group(group)).collect();
        let mut all = vec![0; levels.len() + 1];
        for (place, group) in sorted.iter().enumerate().rev() {
            all[place] = all[place + 1] + group.most();
        }
        Diagram { known: vec![BTreeMap::new(); levels.len()], levels, all, ..Diagram::default() }
    }

    /// Returns the index of the node at a level that serves a bound, with the interval of bounds
    /// that it serves, both ends included. Returns `None` if no node serves the bound yet.
    fn find_node(&self, level: usize, bound: u128) -> Option<(u32, (u128, u128))> {
        let (&least, &interval) = self.known[level].range(..=bound).next_back()?;
        let interval = interval as usize;
        let most = self.greatest[interval];
        (bound <= most).then_some((self.served_by[interval], (least, most)))
    }

    /// Adds the nodes for `bound`, which must be less than the total of all weights. Returns the
    /// root's index. Adds nothing if a node serves the bound already. Writes no clause. Regularly
    /// calls `plan` with the number of clauses so far. Fails if `plan` refuses, or if the diagram
    /// exceeds [`MOST_CLAUSES`], [`MOST_INTERVALS`] or [`MOST_CHILDREN`]. After a failure, the
    /// finished nodes stay.
    fn extend(&mut self, bound: u128, plan: &mut PlanCheck) -> Result<u32, Error> {
        if let Some((root, _)) = self.find_node(0, bound) {
            return Ok(root);
        }
        let mut stack = vec![PendingNode::new(0, bound)];
        while let Some(top) = stack.last_mut() {
            let weights = &self.levels[top.level].weights;
            if top.children.len() > weights.len() {
                let done = stack.pop().expect("it is the last");
                self.finish_node(done);
                if self.size.clauses > MOST_CLAUSES
                    || self.greatest.len() > MOST_INTERVALS
                    || self.children.len() > MOST_CHILDREN
                {
                    return Err(Bdd::refusal());
                }
                if self.greatest.len() % BETWEEN_LOOKS == 0 {
                    plan(self.size.clauses)?;
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
            if bound >= self.all[next] {
                top.add_child(Child::Fits, weight, (self.all[next], u128::MAX));
                continue;
            }
            match self.find_node(next, bound) {
                Some((node, served)) => top.add_child(Child::Node(node), weight, served),
                None => stack.push(PendingNode::new(next, bound)),
            }
        }
        Ok(self.find_node(0, bound).expect("closed last").0)
    }

    /// Adds a finished node and the interval of bounds that it serves, and adds the clauses of the
    /// node to the size. If all children are the same node, adds no node: that child serves the
    /// interval instead. If the diagram is only counted, counts the node without keeping it.
    fn finish_node(&mut self, done: PendingNode) {
        let PendingNode { level, most: bound, children, least, .. } = done;
        let same = match children[0] {
            Child::Node(node) if children.iter().all(|&child| child == children[0]) => Some(node),
            _ => None,
        };
        self.known[level].insert(least, index(self.greatest.len()));
        self.greatest.push(bound);
        self.served_by.push(same.unwrap_or(self.number_of_nodes));
        if same.is_none() {
            self.count_clauses(level, &children);
            self.number_of_nodes += 1;
            if !self.is_only_counted {
                let (level, first) = (index(level), index(self.children.len()));
                self.nodes.push(TestNode { bound, level, first });
                self.children.extend(children);
            }
        }
    }

    /// Adds the clauses and the variable of a node at a level to the size, and records the number
    /// of these clauses in `of_last`. A child that equals the first one takes no clauses, and neither
    /// does [`Child::Fits`] or, in a chain, a child that equals the one before it. The first child is
    /// for the case that no literal of the group
    /// is true. After it, there must be a child for each weight of the level. A node that means a
    /// single literal takes neither clauses nor a variable.
    fn count_clauses(&mut self, level: usize, children: &[Child]) {
        self.of_last = 0;
        if self.levels[level].only_literal(children).is_some() {
            return;
        }
        let before = self.size.clauses;
        let inputs = std::iter::once((1, 0))
            .chain(self.levels[level].weights.iter().map(|(_, lits)| (lits.len(), 1)));
        for (place, ((number, inputs), child)) in inputs.zip(children).enumerate() {
            if !self.levels[level].needs_clauses(children, place) {
                continue;
            }
            let length = match child {
                Child::Fits => continue,
                Child::Broken => inputs + 1,
                Child::Node(_) => inputs + 2,
            };
            self.size.clauses += number;
            self.size.literals += number * length;
        }
        self.size.variables += 1;
        self.of_last = self.size.clauses - before;
    }

    /// Writes the nodes that are not yet written, and records their signals. A node means that the
    /// remaining literals exceed its bound. If they do, the clauses make the node true; no clause
    /// makes it false. Each node takes a variable, unless it means a single literal. If `root` is
    /// given, the last node takes no variable, and `root` is its signal. A `root` that is constant
    /// false forbids sums above the bound. Fails if `writer` refuses a clause.
    fn write(&mut self, root: Option<Signal>, writer: &mut Writer) -> Result<(), Error> {
        let Diagram { levels, nodes, children, signals, .. } = self;
        for (place, node) in nodes.iter().enumerate().skip(signals.len()) {
            let level = &levels[node.level as usize];
            let children = &children[node.first as usize..][..=level.weights.len()];
            let root = root.filter(|_| place + 1 == nodes.len());
            if let (None, Some(lit)) = (root, level.only_literal(children)) {
                signals.push(lit.into());
                continue;
            }
            let signal = root.unwrap_or_else(|| {
                let below =
                    levels[node.level as usize..].iter().flat_map(|level| level.summands.clone());
                writer
                    .defined(|| Meaning::WeightAtLeast(below.clone().collect(), node.bound + 1))
                    .into()
            });
            writer.clause([!signal_of(children[0], signals), signal])?;
            for (place, (_, lits)) in (1..).zip(&level.weights) {
                if !level.needs_clauses(children, place) {
                    continue;
                }
                let child = signal_of(children[place], signals);
                for &lit in lits {
                    writer.clause([!Signal::from(lit), !child, signal])?;
                }
            }
            signals.push(signal);
        }
        Ok(())
    }

    /// Returns the size of the clauses if the root is a constant signal and takes no variable. The
    /// diagram must have a node, and the last one must be the root.
    fn size(&self) -> Size {
        let Size { variables, clauses, literals } = self.size;
        Size { variables: variables - 1, clauses, literals: literals - self.of_last }
    }
}

/// Returns the signal "the remaining literals exceed the bound" of a child. If the child is a node,
/// it must already be written.
fn signal_of(child: Child, signals: &[Signal]) -> Signal {
    match child {
        Child::Fits => Signal::False,
        Child::Broken => Signal::True,
        Child::Node(node) => signals[node as usize],
    }
}

/// Returns an index in 32 bits. A larger diagram is refused before it needs a greater index.
fn index(number: usize) -> u32 {
    u32::try_from(number).expect("a diagram has fewer than 2^32 nodes and children")
}

impl Bounder for Diagram {
    fn at_most(&mut self, bound: u128, writer: &mut Writer) -> Result<Vec<Signal>, Error> {
        let root = self.extend(bound, &mut |clauses| writer.plan(clauses))?;
        self.write(None, writer)?;
        Ok(vec![!self.signals[root as usize]])
    }
}

#[cfg(test)]
mod tests {
    use rustsat::instances::BasicVarManager;
    use rustsat::lit;
    use rustsat::types::Var;

    use super::*;
    use crate::{Clauses, Relation};

    #[test]
    fn a_node_that_means_a_literal_is_the_literal() {
        let chain = |first: u32| {
            let lits = (0..3).map(|place| Lit::positive(first + place));
            Group::chain((1..).zip(lits).map(|(weight, lit)| Term { weight, lit }).collect())
        };
        let (mut clauses, mut variables) =
            (Clauses::new(), BasicVarManager::from_next_free(Var::new(6)));
        ROW.encode_groups(&[chain(0), chain(3)], Relation::AtMost, 3, &mut clauses, &mut variables)
            .expect("a small diagram");
        let written: Vec<&[Lit]> = clauses.iter().collect();
        let expected = [[!lit![0], !lit![5]], [!lit![1], !lit![4]], [!lit![2], !lit![3]]];
        assert_eq!(written, expected);
        let size = ROW.forecast(&[chain(0), chain(3)], Relation::AtMost, 3, 9).expect("it fits");
        let size = size.size().expect("few clauses");
        assert_eq!((size.variables, size.clauses, size.literals), (0, 3, 6));
    }
}
