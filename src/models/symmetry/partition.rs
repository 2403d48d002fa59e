//! Partition refinement (colour refinement). An ordered partition divides a graph's vertices into
//! cells. It is refined until all vertices of a cell have the same number of neighbours in each
//! cell (an equitable partition). Splits can be undone.
//!
//! A cell is identified by its first position in the list of vertices. A cell is split by another
//! cell, the splitting cell: vertices with different numbers of neighbours in the splitting cell
//! are separated. The vertices with the fewest such neighbours keep the cell's first position, so
//! vertices without such neighbours need not be visited. The splits after singling out a vertex are
//! its *trace* (an indicator function, in the words of McKay). The trace depends on the graph and
//! on positions, never on vertex numbers. So vertices that an automorphism maps to each other have
//! equal traces. If two traces are unequal, there is no such automorphism, and no comparison of
//! graphs is needed (McKay 1981).

use std::collections::VecDeque;

use super::graph::ColouredGraph;
use crate::model::{narrow, widen};

/// An ordered partition of a graph's vertices into cells.
#[derive(Debug)]
pub(super) struct VertexPartition<'a> {
    graph: &'a ColouredGraph,
    /// The vertices, cell by cell.
    pub vertices: Vec<u32>,
    /// The position of each vertex in `vertices`.
    pub places: Vec<u32>,
    /// The cell of each vertex, as the cell's first position.
    pub cells: Vec<u32>,
    /// The size of each cell, at its first position; 0 at other positions.
    pub sizes: Vec<u32>,
    /// The splits so far: the new cell and the cell that was split.
    pub splits: Vec<(u32, u32)>,
    /// The queue of cells that will be used to split other cells.
    queue: VecDeque<u32>,
    /// For each position, whether the cell that begins there is in the queue.
    is_queued: Vec<bool>,
    /// For each vertex, the number of its neighbours in the splitting cell, by which cells are
    /// being split.
    counts: Vec<u32>,
    /// The number of visited edges and vertices.
    pub work: u64,
}

/// A list of numbers that describe the splits of a refinement. They are recorded for the base (the
/// vertices that are singled out first), and compared with those of later descents.
pub(super) enum Trace<'a> {
    /// The numbers that describe the splits are added to this list.
    Write(&'a mut Vec<u64>),
    /// The numbers that the splits must have. The numbers of a new refinement are compared with
    /// them.
    Compare(&'a [u64]),
}

impl Trace<'_> {
    /// Writes a number to the trace, or compares it with the next expected one. Returns true if the
    /// number was written, or if it is equal to the expected number, which is then used up. Returns
    /// false if the number differs, or if no further number is expected; then the trace does not
    /// change.
    fn record(&mut self, seen: u64) -> bool {
        match self {
            Trace::Write(all) => {
                all.push(seen);
                true
            }
            Trace::Compare(rest) => match rest.split_first() {
                Some((&next, after)) if next == seen => {
                    *rest = after;
                    true
                }
                _ => false,
            },
        }
    }

    /// Returns whether all expected numbers have been compared. Returns true for a trace that is
    /// written.
    fn is_complete(&self) -> bool {
        match self {
            Trace::Write(_) => true,
            Trace::Compare(rest) => rest.is_empty(),
        }
    }
}

impl<'a> VertexPartition<'a> {
    /// Returns the partition of the vertices by their colours. It is not refined yet, so all cells
    /// are in the queue.
    pub fn new(graph: &'a ColouredGraph) -> VertexPartition<'a> {
        let number = graph.vertices();
        let mut vertices: Vec<u32> = (0..narrow(number)).collect();
        vertices.sort_by_key(|&vertex| graph.colours[widen(vertex)]);
        let mut partition = VertexPartition {
            graph,
            vertices,
            places: vec![0; number],
            cells: vec![0; number],
            sizes: vec![0; number],
            splits: Vec::new(),
            queue: VecDeque::new(),
            is_queued: vec![false; number],
            counts: vec![0; number],
            work: 0,
        };
        let mut start = 0;
        for place in 0..number {
            let vertex = widen(partition.vertices[place]);
            let before = widen(partition.vertices[place.saturating_sub(1)]);
            if place == 0 || graph.colours[before] != graph.colours[vertex] {
                start = place;
                partition.enqueue(narrow(start));
            }
            partition.places[vertex] = narrow(place);
            partition.cells[vertex] = narrow(start);
            partition.sizes[start] += 1;
        }
        partition
    }

    /// Returns the vertices of the cell that begins at this position.
    pub fn cell(&self, start: u32) -> &[u32] {
        let start = widen(start);
        &self.vertices[start..start + widen(self.sizes[start])]
    }

    /// Adds a cell to the queue. Does nothing if the cell is in the queue already.
    fn enqueue(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.is_queued[widen(cell)], true) {
            self.queue.push_back(cell);
        }
    }

    /// Exchanges a vertex and the vertex at a position.
    fn swap(&mut self, vertex: u32, place: u32) {
        let (from, other) = (self.places[widen(vertex)], self.vertices[widen(place)]);
        debug_assert_eq!(self.vertices[widen(from)], vertex, "places are those of the vertices");
        self.vertices.swap(widen(from), widen(place));
        self.places[widen(vertex)] = place;
        self.places[widen(other)] = from;
    }

    /// Splits `cell`: the positions from `place` to its end become a cell of their own. Records the
    /// split, and adds the vertices of the new cell to the work. Both cells must have vertices;
    /// otherwise a debug build panics. Enqueues neither of them.
    fn split(&mut self, cell: u32, place: u32) {
        let size = self.sizes[widen(cell)];
        let end = cell + size;
        debug_assert!(cell < place && place < end, "both cells have vertices");
        self.sizes[widen(cell)] = place - cell;
        self.sizes[widen(place)] = end - place;
        for at in place..end {
            self.cells[widen(self.vertices[widen(at)])] = place;
        }
        self.splits.push((place, cell));
        self.work += u64::from(end - place);
    }

    /// Makes a vertex a cell of its own, at the end of its old cell, and refines the partition. The
    /// old cell must have other vertices; otherwise a debug build panics. Returns true if the
    /// splits agree with `trace` and `trace` expects no more numbers. Otherwise, the splits made so
    /// far stay until [`undo`](VertexPartition::undo). Empties the queue in either case.
    pub fn single_out(&mut self, vertex: u32, trace: Trace) -> bool {
        let cell = self.cells[widen(vertex)];
        let last = cell + self.sizes[widen(cell)] - 1;
        self.swap(vertex, last);
        self.split(cell, last);
        self.enqueue(last);
        self.refine(trace)
    }

    /// Splits cells until no cell can be split, or the splits disagree with `trace`. Returns true
    /// if the splits agree with `trace` and `trace` expects no more numbers. Empties the queue in
    /// either case. The splits made before a disagreement stay.
    pub fn refine(&mut self, mut trace: Trace) -> bool {
        while let Some(cell) = self.queue.pop_front() {
            self.is_queued[widen(cell)] = false;
            if !self.refine_by(cell, &mut trace) {
                while let Some(cell) = self.queue.pop_front() {
                    self.is_queued[widen(cell)] = false;
                }
                return false;
            }
        }
        trace.is_complete()
    }

    /// Splits cells by the numbers of their vertices' neighbours in `cell`. Records a number for
    /// `cell`, and one for each group of vertices of a cell that have equally many of these
    /// neighbours. Such a number is recorded even if the cell is not split. If a number disagrees
    /// with the trace, returns false: no other cell is split then, and the earlier splits stay. At
    /// the end, all `counts` are 0 again.
    fn refine_by(&mut self, cell: u32, trace: &mut Trace) -> bool {
        let touched = self.count_neighbours(cell);
        let mut is_right = trace.record(mixed(u64::from(cell), touched.len() as u64));
        for of_cell in touched.chunk_by(|&(one, ..), &(other, ..)| one == other) {
            is_right = is_right && self.split_by_counts(of_cell, trace);
        }
        touched.iter().for_each(|&(.., vertex)| self.counts[widen(vertex)] = 0);
        is_right
    }

    /// Returns a triple for each vertex with neighbours in `cell`: its own cell, the number of
    /// these neighbours, and the vertex. The triples are sorted. All `counts` must be 0 before. The
    /// numbers of neighbours are also left in `counts`, and the caller must set them to 0 again.
    /// Adds the visited vertices and edges to the work.
    fn count_neighbours(&mut self, cell: u32) -> Vec<(u32, u32, u32)> {
        let mut met = Vec::new();
        let graph = self.graph;
        for place in cell..cell + self.sizes[widen(cell)] {
            let neighbours = graph.neighbours(self.vertices[widen(place)]);
            self.work += neighbours.len() as u64 + 1;
            for &neighbour in neighbours {
                if self.counts[widen(neighbour)] == 0 {
                    met.push(neighbour);
                }
                self.counts[widen(neighbour)] += 1;
            }
        }
        let mut touched: Vec<(u32, u32, u32)> = met
            .into_iter()
            .map(|vertex| (self.cells[widen(vertex)], self.counts[widen(vertex)], vertex))
            .collect();
        touched.sort_unstable();
        touched
    }

    /// Splits a cell and enqueues the new cells that can split others. `touched` has those vertices
    /// of the cell that have neighbours in the splitting cell, sorted by the numbers of these
    /// neighbours. The other vertices stay at the start of the cell. Returns false and splits
    /// nothing if the new cells disagree with the trace. Returns true and splits nothing in two
    /// cases: `touched` is empty; or it has all vertices of the cell, all with the same number.
    fn split_by_counts(&mut self, touched: &[(u32, u32, u32)], trace: &mut Trace) -> bool {
        let Some(&(cell, ..)) = touched.first() else { return true };
        let pieces = touched.chunk_by(|&(_, one, _), &(_, other, _)| one == other);
        for piece in pieces.clone() {
            let (_, count, _) = piece[0];
            let seen = mixed(mixed(u64::from(cell), u64::from(count)), piece.len() as u64);
            if !trace.record(seen) {
                return false;
            }
        }
        let end = cell + self.sizes[widen(cell)];
        let mut place = end - narrow(touched.len());
        if place == cell && pieces.clone().count() == 1 {
            return true;
        }
        for (&(.., vertex), at) in touched.iter().zip(place..) {
            self.swap(vertex, at);
        }
        let mut starts = Vec::new();
        for piece in pieces.clone() {
            starts.push(place);
            place += narrow(piece.len());
        }
        starts
            .iter()
            .rev()
            .filter(|&&start| start != cell)
            .for_each(|&start| self.split(cell, start));
        self.enqueue_pieces(cell, starts);
        true
    }

    /// Enqueues the new cells that `cell` was split into, since they can split other cells.
    /// `starts` has the positions of the new cells; `cell` itself is always one of them, whether or
    /// not `starts` has it. If `cell` was not in the queue, the largest of the new cells (the first
    /// of several) is left out.
    fn enqueue_pieces(&mut self, cell: u32, starts: Vec<u32>) {
        let pieces: Vec<u32> =
            [cell].into_iter().chain(starts.into_iter().filter(|&start| start != cell)).collect();
        let largest = pieces
            .iter()
            .copied()
            .min_by_key(|&piece| (std::cmp::Reverse(self.sizes[widen(piece)]), piece));
        let spared = largest.filter(|_| !self.is_queued[widen(cell)]);
        pieces
            .into_iter()
            .filter(|&piece| Some(piece) != spared)
            .for_each(|piece| self.enqueue(piece));
    }

    /// Joins cells again until only the first `splits` splits remain. There must be at least as
    /// many splits. The vertices keep their new order within a joined cell. Adds the moved vertices
    /// to `work`.
    pub fn undo(&mut self, splits: usize) {
        for (place, cell) in self.splits.split_off(splits).into_iter().rev() {
            let size = std::mem::take(&mut self.sizes[widen(place)]);
            self.sizes[widen(cell)] += size;
            for at in place..place + size {
                self.cells[widen(self.vertices[widen(at)])] = cell;
            }
            self.work += u64::from(size);
        }
    }
}

/// Mixes two numbers into one. Equal pairs give equal results, and unequal pairs usually give
/// unequal results.
fn mixed(one: u64, other: u64) -> u64 {
    (one ^ other.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ other
}
