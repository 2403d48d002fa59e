//! The minimum cut that bounds two weighted counts once the frame of a board is coloured.
//!
//! Weigh each literal of the first side a and each of the second b. A literal counts if both its rests are
//! of its side's colour; so twice the weight of any colouring of the rests is the sum, over the rests, of
//! the weight of what its colour leaves there, less the weight of each literal whose rests differ. That is
//! largest if each rest takes the colour that weighs more, but for the disagreements, and to settle these
//! best is a minimum cut: a rest that weighs more in the first colour is a source of the difference, one
//! that weighs more in the second a sink, and each literal is an edge between its rests with its weight as
//! capacity in both directions. So
//!
//! 2 · (largest weight) = Σ over the rests of the larger weight − (maximum flow).
//!
//! A flow is found by greedy pushes along edges from a source to a sink, and then along shortest paths
//! (Edmonds and Karp, JACM 1972); it ends as soon as it is large enough to refute.

/// A flow between rests.
#[derive(Default)]
pub(super) struct Flow {
    /// By slot: what a source has left to give, or a sink to take, which is negative.
    excess: Vec<i32>,
    edges: Vec<Edge>,
    /// By slot: where its edges begin in `at`, which holds them by their numbers.
    starts: Vec<usize>,
    at: Vec<usize>,
    /// By slot: how a path has come there.
    came: Vec<Came>,
    queue: Vec<usize>,
}

/// A literal between its two rests.
#[derive(Clone, Copy)]
struct Edge {
    ends: [usize; 2],
    capacity: i32,
    /// From the first end to the second one, negative in the other direction.
    flow: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Came {
    Not,
    AsSource,
    Along(usize),
}

impl Edge {
    /// The other end, and how much more may flow there.
    fn from(&self, slot: usize) -> (usize, i32) {
        match self.ends[0] == slot {
            true => (self.ends[1], self.capacity - self.flow),
            false => (self.ends[0], self.capacity + self.flow),
        }
    }

    fn push(&mut self, from: usize, flow: i32) {
        self.flow += if self.ends[0] == from { flow } else { -flow };
    }
}

impl Flow {
    /// Begins anew: each slot with the weight of both sides there.
    pub fn begin(&mut self, weights: impl Iterator<Item = (u8, u8)>) {
        self.edges.clear();
        self.excess.clear();
        self.excess.extend(weights.map(|(first, second)| i32::from(first) - i32::from(second)));
    }

    /// Adds a literal between two rests, and pushes along it what it can bear; returns how much.
    pub fn add(&mut self, ends: [usize; 2], capacity: i32) -> i32 {
        let [one, other] = ends.map(|end| self.excess[end]);
        let mut edge = Edge { ends, capacity, flow: 0 };
        let pushed = match (one.signum(), other.signum()) {
            (1, -1) => one.min(-other).min(capacity),
            (-1, 1) => -other.min(-one).min(capacity),
            _ => 0,
        };
        edge.flow = pushed;
        self.excess[ends[0]] -= pushed;
        self.excess[ends[1]] += pushed;
        self.edges.push(edge);
        pushed.abs()
    }

    /// Pushes along paths until so much more has flown; false where the flow is at its maximum before.
    pub fn grow(&mut self, wanted: i32) -> bool {
        self.index();
        let mut left = wanted;
        while left > 0 {
            let Some(sink) = self.path() else { return false };
            left -= self.push_to(sink);
        }
        true
    }

    /// Notes the edges at each slot.
    fn index(&mut self) {
        self.starts.clear();
        self.starts.resize(self.excess.len() + 1, 0);
        self.edges.iter().flat_map(|edge| edge.ends).for_each(|end| self.starts[end + 1] += 1);
        for slot in 0..self.excess.len() {
            self.starts[slot + 1] += self.starts[slot];
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

    /// A shortest path from a source to a sink: its end, if there is one.
    fn path(&mut self) -> Option<usize> {
        self.came.clear();
        self.came.resize(self.excess.len(), Came::Not);
        self.queue.clear();
        for slot in (0..self.excess.len()).filter(|&slot| self.excess[slot] > 0) {
            self.came[slot] = Came::AsSource;
            self.queue.push(slot);
        }
        let mut next = 0;
        while let Some(&slot) = self.queue.get(next) {
            next += 1;
            for &number in &self.at[self.starts[slot]..self.starts[slot + 1]] {
                let (to, room) = self.edges[number].from(slot);
                if room > 0 && self.came[to] == Came::Not {
                    self.came[to] = Came::Along(number);
                    if self.excess[to] < 0 {
                        return Some(to);
                    }
                    self.queue.push(to);
                }
            }
        }
        None
    }

    /// Pushes as much as the path to a sink bears, and returns how much.
    fn push_to(&mut self, sink: usize) -> i32 {
        let mut most = -self.excess[sink];
        let mut slot = sink;
        while let Came::Along(number) = self.came[slot] {
            let edge = self.edges[number];
            let from = edge.ends[usize::from(edge.ends[0] == slot)];
            most = most.min(edge.from(from).1);
            slot = from;
        }
        most = most.min(self.excess[slot]);
        self.excess[slot] -= most;
        self.excess[sink] += most;
        slot = sink;
        while let Came::Along(number) = self.came[slot] {
            let edge = &mut self.edges[number];
            let from = edge.ends[usize::from(edge.ends[0] == slot)];
            edge.push(from, most);
            slot = from;
        }
        most
    }
}
