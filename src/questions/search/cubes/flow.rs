//! Maximum flow from nodes with positive excess to nodes with negative excess.
//!
//! Flow is pushed greedily along single edges when they are added. Then it is pushed along shortest
//! paths (Edmonds and Karp, JACM 1972) until it is large enough. This is often less than the
//! maximum flow, which a refutation does not need.

/// A network and the flow in it.
#[derive(Default)]
pub(crate) struct Flow {
    /// For each node, the flow that the node still has to send. It is negative if the node has to
    /// receive flow.
    excess: Vec<i32>,
    /// The edges, in the order in which they were added.
    edges: Vec<FlowEdge>,
    /// For each node, the index in `at` at which the edges of the node start.
    starts: Vec<usize>,
    /// The indices of the edges at each node, node after node. Each edge is listed at both of its
    /// ends.
    at: Vec<usize>,
    /// For each node, how the current search for a path reached it.
    came: Vec<FlowArrival>,
    /// The nodes that the current search reached, in this order.
    queue: Vec<usize>,
}

/// An edge and its remaining capacities.
#[derive(Clone, Copy)]
pub(crate) struct FlowEdge {
    /// The nodes at the two ends of the edge.
    pub ends: [usize; 2],
    /// The flow that the edge can still carry, from the first end to the second and in the other
    /// direction.
    pub residual: [i32; 2],
}

/// How a search for a path reaches a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FlowArrival {
    /// The search has not reached the node.
    Unreached,
    /// The search starts at the node.
    Source,
    /// The search reaches the node along the edge with this index.
    Via(usize),
}

impl FlowEdge {
    /// Returns the index in `residual` of the direction in which flow leaves `node`. `node` must be
    /// an end of the edge.
    fn direction(&self, node: usize) -> usize {
        usize::from(self.ends[0] != node)
    }

    /// Pushes flow along the edge away from the node `from`. The capacity towards `from` grows by
    /// the same amount.
    fn push(&mut self, from: usize, flow: i32) {
        let direction = self.direction(from);
        self.residual[direction] -= flow;
        self.residual[1 - direction] += flow;
    }
}

impl Flow {
    /// Starts a new network without edges. `excess` has the supply of each node. If a node has a
    /// demand instead, the number is negative.
    pub fn begin(&mut self, excess: impl Iterator<Item = i32>) {
        self.edges.clear();
        self.excess.clear();
        self.excess.extend(excess);
    }

    /// Adds an edge between two nodes of the network. `residual` has its capacities from the first
    /// end to the second, and back. If one end has positive excess and the other has negative
    /// excess, pushes as much flow as possible along this edge alone. This brings both excesses
    /// nearer to 0. Returns the pushed flow, which is 0 in all other cases. [`Flow::grow`] pushes
    /// flow along longer paths. The ends must differ, and the capacities must not be negative.
    pub fn add(&mut self, ends: [usize; 2], residual: [i32; 2]) -> i32 {
        debug_assert!(ends[0] != ends[1] && residual.iter().all(|&left| left >= 0));
        let mut edge = FlowEdge { ends, residual };
        let [one, other] = ends.map(|end| self.excess[end]);
        let (from, to, most) = match (one.signum(), other.signum()) {
            (1, -1) => (ends[0], ends[1], one.min(-other).min(residual[0])),
            (-1, 1) => (ends[1], ends[0], other.min(-one).min(residual[1])),
            _ => (ends[0], ends[1], 0),
        };
        edge.push(from, most);
        self.excess[from] -= most;
        self.excess[to] += most;
        self.edges.push(edge);
        most
    }

    /// Pushes flow along shortest paths until at least `wanted` units are pushed or there is no
    /// path. Returns the flow that this call pushed. This flow can exceed `wanted`. It does not
    /// contain the flow that [`Flow::add`] pushed. If `wanted` is not positive, pushes nothing and
    /// returns 0.
    pub fn grow(&mut self, wanted: i32) -> i32 {
        self.index();
        let mut flowed = 0;
        while flowed < wanted {
            let Some(sink) = self.path() else { break };
            flowed += self.push_to(sink);
        }
        flowed
    }

    pub fn edges(&self) -> &[FlowEdge] {
        &self.edges
    }

    pub fn excess(&self, node: usize) -> i32 {
        self.excess[node]
    }

    /// Lists the edges at each node. This function must be called after the last edge is added and
    /// before a path is searched.
    fn index(&mut self) {
        self.starts.clear();
        self.starts.resize(self.excess.len() + 1, 0);
        self.edges.iter().flat_map(|edge| edge.ends).for_each(|end| self.starts[end + 1] += 1);
        for node in 0..self.excess.len() {
            self.starts[node + 1] += self.starts[node];
        }
        let mut free = self.starts.clone();
        self.at.clear();
        self.at.resize(2 * self.edges.len(), 0);
        for (number, edge) in self.edges.iter().enumerate() {
            for end in edge.ends {
                self.at[free[end]] = number;
                free[end] += 1;
            }
        }
    }

    /// Searches for a shortest path from a node with positive excess to a sink (a node with
    /// negative excess). Returns the sink, or `None` if there is no such path. Only edges with
    /// remaining capacity count. Records the path in `came`. The edges must be
    /// [indexed](Flow::index).
    fn path(&mut self) -> Option<usize> {
        self.came.clear();
        self.came.resize(self.excess.len(), FlowArrival::Unreached);
        self.queue.clear();
        for node in (0..self.excess.len()).filter(|&node| self.excess[node] > 0) {
            self.came[node] = FlowArrival::Source;
            self.queue.push(node);
        }
        let mut next = 0;
        while let Some(&node) = self.queue.get(next) {
            next += 1;
            for &number in &self.at[self.starts[node]..self.starts[node + 1]] {
                let edge = &self.edges[number];
                let direction = edge.direction(node);
                let to = edge.ends[1 - direction];
                if edge.residual[direction] > 0 && self.came[to] == FlowArrival::Unreached {
                    self.came[to] = FlowArrival::Via(number);
                    if self.excess[to] < 0 {
                        return Some(to);
                    }
                    self.queue.push(to);
                }
            }
        }
        None
    }

    /// Pushes as much flow as possible along the path to `sink` that [`Flow::path`] has just found.
    /// Returns this flow, which is positive. Changes the excess of both ends of the path, and the
    /// capacities of its edges.
    fn push_to(&mut self, sink: usize) -> i32 {
        let mut most = -self.excess[sink];
        let mut node = sink;
        while let FlowArrival::Via(number) = self.came[node] {
            let edge = &self.edges[number];
            let towards = edge.direction(node);
            most = most.min(edge.residual[1 - towards]);
            node = edge.ends[1 - towards];
        }
        most = most.min(self.excess[node]);
        self.excess[node] -= most;
        self.excess[sink] += most;
        node = sink;
        while let FlowArrival::Via(number) = self.came[node] {
            let edge = &mut self.edges[number];
            let from = edge.ends[1 - edge.direction(node)];
            edge.push(from, most);
            node = from;
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flow_grows_to_its_maximum_over_what_was_pushed_greedily() {
        let mut flow = Flow::default();
        flow.begin([3, 2, 0, -2, -3].into_iter());
        let greedy: i32 = [
            flow.add([0, 3], [2, 2]),
            flow.add([1, 3], [2, 2]),
            flow.add([0, 2], [2, 0]),
            flow.add([2, 4], [1, 0]),
        ]
        .iter()
        .sum();
        assert_eq!((greedy, flow.grow(i32::MAX)), (2, 1));
        assert_eq!([0, 1, 2, 3, 4].map(|node| flow.excess(node)), [0, 2, 0, 0, -2]);
        assert_eq!(flow.grow(1), 0);
    }

    #[test]
    fn nothing_flows_against_an_edge_without_room_back() {
        let mut flow = Flow::default();
        flow.begin([1, 0, -1].into_iter());
        assert_eq!((flow.add([1, 0], [5, 0]), flow.add([1, 2], [5, 0])), (0, 0));
        assert_eq!(flow.grow(i32::MAX), 0);
    }
}
