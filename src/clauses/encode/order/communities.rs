//! The order of variables by communities. A community is a set of variables that share more
//! constraints with each other than with other variables.
//!
//! The method of Louvain (Blondel, Guillaume, Lambiotte and Lefebvre, Fast Unfolding of Communities
//! in Large Networks, 2008) moves each node to the neighbouring community with the largest gain in
//! modularity, until few nodes move. Then each community becomes a node of a smaller graph, and
//! this is repeated. As in Ansótegui, Giráldez-Cru and Levy (The Community Structure of SAT
//! Formulas, SAT 2012), the graph has a node for each variable *and for each constraint*, and an
//! edge for each literal (the clause-variable incidence graph, CVIG). With nodes for variables only
//! (the variable incidence graph, VIG), as in Reeves et al. (AAAI 2025), a clause of n literals has
//! about n² edges. The edges of a clause together weigh 1. The edges of an at-most-one together
//! weigh as much as its pairwise clauses. Cardinality constraints and sums have no edges, since
//! their literals are those to be ordered.
//!
//! The communities are ordered by their first variables. Each community was made of smaller
//! communities, which are ordered in the same way within it. Nothing is random. Reeves et al. took
//! the best of fifty seeds. They found their order by communities better than the natural order
//! only on few families.

use super::StopPoll;
use crate::encode::EncodeRefusal;
use crate::encode::lists::Lists;
use crate::model::{Lit, Model, Statement, narrow, widen};
use crate::stop::Stop;

/// The greatest number of passes over the nodes of one graph.
const ROUNDS: usize = 16;

/// The last pass over a graph is a pass that moves at most 1/`SHARE` of its nodes.
const SHARE: usize = 200;

/// Returns all variables in the order by communities. At each level of communities, the variables
/// of a community stay together. Communities are in the order of their first variables. Variables
/// of the same smallest community keep the model's order.
///
/// # Errors
///
/// If `stop` is reached.
pub(super) fn order(model: &Model, stop: &Stop) -> Result<Vec<u32>, EncodeRefusal> {
    let variables = model.labels().len();
    let mut looks = StopPoll::new(stop);
    let mut graph = WeightedGraph::from_model(model);
    // For each level, the community of each variable. A community is identified by its first
    // variable. Later levels have larger communities.
    let mut levels: Vec<Vec<u32>> = Vec::new();
    let mut of_variable: Vec<u32> = (0..narrow(variables)).collect();
    loop {
        let (number, communities) = graph.communities(&mut looks)?;
        if number == graph.len() {
            break;
        }
        of_variable.iter_mut().for_each(|node| *node = communities[widen(*node)]);
        levels.push(first_of_each(&of_variable, number));
        graph = graph.contract(number, &communities);
    }
    let mut order: Vec<u32> = (0..narrow(variables)).collect();
    order.sort_by(|&a, &b| {
        levels
            .iter()
            .rev()
            .map(|level| level[widen(a)].cmp(&level[widen(b)]))
            .fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
            .then(a.cmp(&b))
    });
    Ok(order)
}

/// Returns for each variable the first variable of its community. `of_variable` has the number of
/// each variable's community, which is less than `communities`.
fn first_of_each(of_variable: &[u32], communities: usize) -> Vec<u32> {
    let mut first = vec![u32::MAX; communities];
    for (variable, &community) in (0..).zip(of_variable) {
        let first = &mut first[widen(community)];
        *first = variable.min(*first);
    }
    of_variable.iter().map(|&community| first[widen(community)]).collect()
}

/// A graph with weighted edges between nodes that are numbered from 0.
struct WeightedGraph<'a> {
    edges: Edges<'a>,
    /// The total weight of the edges of each node. An edge from a node to itself counts twice.
    weights: Vec<f64>,
    /// The sum of all `weights`, which is twice the weight of all edges.
    total: f64,
}

/// The edges of a graph, either read from a model or stored in a list.
enum Edges<'a> {
    /// The nodes are first the variables, then the constraints. `of_variable` lists for each
    /// variable the indices of the constraints to which it has an edge.
    Literals { model: &'a Model, of_variable: Lists },
    /// The nodes are communities of the previous graph. `edges` has the neighbours of all nodes,
    /// each with the weight of the edge. `ends` has, for each node, the index in `edges` after its
    /// last neighbour.
    Sums { ends: Vec<usize>, edges: Vec<(u32, f64)> },
}

/// Returns the literals of a constraint to whose variables it has edges, and the weight of each
/// edge. For n literals, the weight is 1/n for a clause or parity, and (n − 1)/2 for an at-most-one
/// or exactly-one. Returns `None` for a constraint without edges: a cardinality constraint, a sum,
/// or a constraint with fewer than two literals.
fn joined_literals(statement: Statement<'_>) -> Option<(&[Lit], f64)> {
    let (lits, each): (_, fn(f64) -> f64) = match statement {
        Statement::Clause(lits) | Statement::Parity(lits, _) => (lits, |n| 1.0 / n),
        Statement::AtMostOne(lits) | Statement::ExactlyOne(lits) => (lits, |n| (n - 1.0) / 2.0),
        Statement::Cardinality(..) | Statement::Linear(..) => return None,
    };
    (lits.len() > 1).then(|| (lits, each(lits.len() as f64)))
}

impl<'a> WeightedGraph<'a> {
    /// Returns the graph of a model. Its nodes are first the variables, then the constraints. An
    /// edge joins a constraint and a variable in it. A cardinality constraint, a sum, or a
    /// constraint with fewer than two literals is a node without edges.
    fn from_model(model: &'a Model) -> WeightedGraph<'a> {
        let variables = model.labels().len();
        let of_variable = Lists::from_entries(variables, |add_entry| {
            for (place, statement) in model.constraints().statements().enumerate() {
                let lits = joined_literals(statement).map_or(&[][..], |(lits, _)| lits);
                lits.iter().for_each(|lit| add_entry(lit.variable(), narrow(place)));
            }
        });
        let number = variables + model.constraints().len();
        WeightedGraph::from_edges(Edges::Literals { model, of_variable }, number)
    }

    /// Returns the graph with these edges and `number` nodes. Adds up the weight of each node,
    /// which is the total weight of its edges. An edge from a node to itself counts twice.
    fn from_edges(edges: Edges<'a>, number: usize) -> WeightedGraph<'a> {
        let mut graph = WeightedGraph { edges, weights: vec![0.0; number], total: 0.0 };
        for node in 0..number {
            let mut weight = 0.0;
            graph.for_each_edge(node, &mut |other, one| {
                weight += if other == node { 2.0 * one } else { one };
            });
            graph.weights[node] = weight;
        }
        graph.total = graph.weights.iter().sum();
        graph
    }

    fn len(&self) -> usize {
        self.weights.len()
    }

    /// Calls `visit` with each neighbour of a node and the weight of the edge. A node can be its
    /// own neighbour; such an edge is visited once. Another neighbour is visited once for each
    /// edge.
    fn for_each_edge(&self, node: usize, visit: &mut impl FnMut(usize, f64)) {
        match &self.edges {
            Edges::Literals { model, of_variable } => {
                let variables = model.labels().len();
                let at =
                    |place: usize| joined_literals(model.constraints().constraint(place).statement);
                if let Some(place) = node.checked_sub(variables) {
                    let Some((lits, weight)) = at(place) else { return };
                    lits.iter().for_each(|lit| visit(lit.variable(), weight));
                } else {
                    for &place in of_variable.list(node) {
                        let Some((_, weight)) = at(widen(place)) else { continue };
                        visit(variables + widen(place), weight);
                    }
                }
            }
            Edges::Sums { ends, edges } => {
                let begin = node.checked_sub(1).map_or(0, |before| ends[before]);
                edges[begin..ends[node]].iter().for_each(|&(other, one)| visit(widen(other), one));
            }
        }
    }

    /// Returns the number of communities, and the community of each node. Communities are numbered
    /// from 0 in the order of their first nodes. In each pass, moves each node to the neighbouring
    /// community with the largest gain in modularity, if there is a gain. Makes up to [`ROUNDS`]
    /// passes, but ends after a pass that moves few nodes (see [`SHARE`]). Nodes without edges stay
    /// alone. Fails on a stop.
    fn communities(&self, looks: &mut StopPoll) -> Result<(usize, Vec<u32>), EncodeRefusal> {
        let number = self.len();
        let mut community: Vec<u32> = (0..narrow(number)).collect();
        let mut weights = self.weights.clone();
        let mut near = CommunityWeights::new(number);
        for _ in 0..ROUNDS {
            let mut moved = 0;
            for node in (0..number).filter(|&node| self.weights[node] > 0.0) {
                looks.poll()?;
                let own = widen(community[node]);
                near.add(own, 0.0);
                self.for_each_edge(node, &mut |other, one| {
                    if other != node {
                        near.add(widen(community[other]), one);
                    }
                });
                weights[own] -= self.weights[node];
                let share = self.weights[node] / self.total;
                let gain = |place: usize, weight: f64| weight - weights[place] * share;
                let stay = gain(own, near.get(own));
                let mut best = (stay, own);
                near.drain(|place, weight| {
                    let candidate_gain = gain(place, weight);
                    let is_better = candidate_gain > best.0 + 1e-12 * self.total;
                    let is_as_good = candidate_gain >= best.0 && best.1 != own && place < best.1;
                    if is_better || is_as_good {
                        best = (candidate_gain, place);
                    }
                });
                weights[best.1] += self.weights[node];
                moved += usize::from(best.1 != own);
                community[node] = narrow(best.1);
            }
            if moved * SHARE <= number {
                break;
            }
        }
        Ok(renumber(community))
    }

    /// Returns the graph whose nodes are the `number` communities of this graph. `community` has
    /// the community of each node of this graph. All edges between two communities become one edge
    /// with their total weight. All edges within a community become one edge from the community's
    /// node to itself.
    fn contract(&self, number: usize, community: &[u32]) -> WeightedGraph<'a> {
        let members = Lists::from_entries(number, |add_entry| {
            for (node, &community) in (0..).zip(community) {
                add_entry(widen(community), node);
            }
        });
        let (mut ends, mut edges) = (Vec::with_capacity(number), Vec::new());
        let mut near = CommunityWeights::new(number);
        for place in 0..number {
            for &node in members.list(place) {
                self.for_each_edge(widen(node), &mut |other, one| {
                    let within = widen(community[other]) == place && other != widen(node);
                    // An edge within a community is visited from both ends.
                    near.add(widen(community[other]), if within { one / 2.0 } else { one });
                });
            }
            near.drain(|other, weight| edges.push((narrow(other), weight)));
            ends.push(edges.len());
        }
        WeightedGraph::from_edges(Edges::Sums { ends, edges }, number)
    }
}

/// Numbers communities from 0 in the order of their first nodes. Returns the number of communities,
/// and the new number of each node's community. The old numbers must be less than the number of
/// nodes.
fn renumber(mut community: Vec<u32>) -> (usize, Vec<u32>) {
    let mut numbers = vec![u32::MAX; community.len()];
    let mut next = 0;
    for place in &mut community {
        let number = &mut numbers[widen(*place)];
        if *number == u32::MAX {
            *number = next;
            next += 1;
        }
        *place = *number;
    }
    (widen(next), community)
}

/// The total weight of the edges from one node, or one community, to each community. Resetting all
/// weights to 0 takes time only for the communities to which a weight was added.
struct CommunityWeights {
    /// The weight of each community; 0 if nothing was added to it.
    weights: Vec<f64>,
    /// For each community, whether it is in `touched`.
    is_touched: Vec<bool>,
    /// The communities to which a weight was added, in the order in which this first happened.
    touched: Vec<usize>,
}

impl CommunityWeights {
    fn new(number: usize) -> CommunityWeights {
        CommunityWeights {
            weights: vec![0.0; number],
            is_touched: vec![false; number],
            touched: Vec::new(),
        }
    }

    /// Adds to the weight of a community. A call with the weight 0 makes sure that `drain` yields
    /// the community.
    fn add(&mut self, place: usize, weight: f64) {
        if !std::mem::replace(&mut self.is_touched[place], true) {
            self.touched.push(place);
        }
        self.weights[place] += weight;
    }

    fn get(&self, place: usize) -> f64 {
        self.weights[place]
    }

    /// Calls `visit` with each community to which a weight was added, and with its total weight.
    /// Then sets all weights to 0.
    fn drain(&mut self, mut visit: impl FnMut(usize, f64)) {
        for place in self.touched.drain(..) {
            self.is_touched[place] = false;
            visit(place, std::mem::take(&mut self.weights[place]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order_of(model: &Model) -> Vec<u32> {
        order(model, &Stop::unlimited()).expect("nothing stops it")
    }

    #[test]
    fn communities_stand_together() {
        let mut model = Model::new();
        let x: Vec<Lit> = (0..24).map(|index| model.variable("x", &[index])).collect();
        for ring in 0..3 {
            for step in 0..8 {
                let at = |step: usize| x[3 * (step % 8) + ring];
                model.clause("ring", [at(step), at(step + 1), at(step + 2)]);
                model.clause("ring", [!at(step), !at(step + 1)]);
            }
            model.clause("bridge", [x[ring], x[(ring + 1) % 3 + 3]]);
        }
        let order = order_of(&model);
        let rings: Vec<u32> = order.iter().map(|variable| variable % 3).collect();
        assert_eq!(rings.chunk_by(|a, b| a == b).count(), 3, "{order:?}");
        assert_eq!(order[0], 0);
        assert_eq!(order_of(&model), order);
    }

    #[test]
    fn every_variable_has_a_place() {
        let mut model = Model::new();
        assert!(order_of(&model).is_empty());
        let x: Vec<Lit> = (0..5).map(|index| model.variable("x", &[index])).collect();
        assert_eq!(order_of(&model), [0, 1, 2, 3, 4], "nothing is near");
        model.clause("unit", [x[2]]);
        model.clause("pair", [x[1], x[4]]);
        model.at_most_one("line", [x[0], x[3]]);
        let order = order_of(&model);
        assert_eq!(order, [0, 3, 1, 4, 2]);
    }
}
