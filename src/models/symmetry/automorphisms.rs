//! Generators of the automorphism group of a coloured graph.
//!
//! Vertices are singled out, one after another, until every cell of the
//! [partition](super::partition) has one vertex. The vertices that are singled out are the *points*
//! of the *base*. The search visits the points from the last to the first. For each point, it finds
//! the vertices to which automorphisms that fix the earlier points can move this point. Each vertex
//! of the point's cell is tested by a *descent*. It singles out this vertex instead of the point,
//! and then vertices in the cells of the later points. The descent goes on as long as cells are
//! split in the same way as for the base (the *trace*). If each cell then has one vertex, the
//! descent gives a permutation. It maps each vertex of the base's final partition to the vertex
//! that is now at the same position. Vertices in the orbit of a vertex that was tested before are
//! skipped (orbit pruning), so there are fewer generators than vertices. The generators generate
//! the whole group. The order of the group is the product of the orbit lengths of the base's points
//! (Schreier and Sims; McKay 1981).
//!
//! As in saucy (Darga, Sakallah and Markov, Faster Symmetry Discovery using Sparsity of Symmetries,
//! DAC 2008), a descent can end early. It does so if each cell with several vertices contains
//! exactly the vertices that the base's final partition has at the cell's positions. So generators
//! that move few vertices are found quickly.
//!
//! The caller is allowed to refuse automorphisms, but the accepted ones must form a group. The
//! caller's tests count as work. If the search ends at the limit of work, the known generators
//! generate a subgroup.
//!
//! Translations of nauty to Rust were tried and dropped. `canonaut` 1.0.0 uses a dense matrix, and
//! passes generators to a function that cannot have state. It cannot be stopped without ending the
//! process. It recurses, so a large base crashes the process. `nauty-Traces-sys` is C code, and its
//! use needs `unsafe`.

use num_bigint::BigUint;

use super::graph::ColouredGraph;
use super::joined::JoinedSets;
use super::partition::{Trace, VertexPartition};
use crate::model::widen;
use crate::stop::Stop;

/// The maximum number of failed attempts to decide whether a point can move to a vertex. After
/// these, the search leaves the question open.
const MOST_FAILURES: usize = 200;

/// The moved vertices with their images.
pub(super) type VertexMoves = Vec<(u32, u32)>;

/// A test of an automorphism. It returns whether the automorphism is accepted. It adds the number
/// of its own steps to the second argument.
pub(super) type AcceptMoves<'a> = dyn FnMut(&VertexMoves, &mut u64) -> bool + 'a;

/// The result of a search for automorphisms of a graph.
#[derive(Debug, Default)]
pub(super) struct Automorphisms {
    /// The accepted automorphisms, which generate the found group.
    pub generators: Vec<VertexMoves>,
    /// The order of the found group. If the search was incomplete, the whole group can be larger.
    pub order: BigUint,
    /// Whether the search is complete: no limit and no stop ended any part of it early.
    pub is_complete: bool,
}

/// A point of the base: a vertex that is singled out.
struct BaseLevel {
    /// The cell that contains the point until the point is singled out.
    cell: u32,
    /// The vertex that is singled out.
    point: u32,
    /// The number of splits before the point is singled out.
    splits: usize,
    /// The numbers that describe the splits after the point is singled out.
    trace: Vec<u64>,
}

/// The vertices to single out at one level of a descent.
struct DescentFrame {
    /// The index of the level in the base.
    level: usize,
    /// The vertex that is tried first.
    first: Option<u32>,
    /// The other vertices. `None` until the first vertex has failed, since a descent that succeeds
    /// needs none of them, and a cell can have many vertices.
    others: Option<std::vec::IntoIter<u32>>,
    /// The number of splits of the partition before a vertex is singled out.
    splits: usize,
    /// Whether the partition shows an automorphism that the caller has refused.
    is_refused: bool,
}

impl DescentFrame {
    /// Returns the frame of a level, for the current state of the partition. If the point of the
    /// level can be singled out again, it is tried first, since then few other vertices move.
    /// `is_refused` says whether the partition already shows an automorphism that the caller has
    /// refused.
    fn new(
        level: usize,
        base: &BaseLevel,
        partition: &VertexPartition,
        is_refused: bool,
    ) -> DescentFrame {
        let can_stay = partition.cells[widen(base.point)] == base.cell;
        let first = can_stay.then_some(base.point);
        DescentFrame { level, first, others: None, splits: partition.splits.len(), is_refused }
    }

    /// Returns the next vertex to single out, or `None` if all have been tried. The partition must
    /// be in the state that it had when the frame was made, and `base` must be the frame's level.
    /// The frame's first vertex, if there is one, comes first. Then the vertices of the level's
    /// cell come in increasing order, without the point of the level. Adds the work of sorting them
    /// to the partition's work, once.
    fn next(&mut self, base: &BaseLevel, partition: &mut VertexPartition) -> Option<u32> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let others = self.others.get_or_insert_with(|| {
            let mut others: Vec<u32> = partition
                .cell(base.cell)
                .iter()
                .copied()
                .filter(|&vertex| vertex != base.point)
                .collect();
            partition.work += sorting(others.len());
            others.sort_unstable();
            others.into_iter()
        });
        others.next()
    }
}

/// Returns how many steps count for sorting a list of this length.
fn sorting(length: usize) -> u64 {
    length as u64 * u64::from(length.max(1).ilog2() + 1)
}

/// A search for the automorphisms of a graph.
struct AutomorphismSearch<'a> {
    graph: &'a ColouredGraph,
    /// The current partition. Every attempt refines it and undoes its splits.
    partition: VertexPartition<'a>,
    /// The points of the base, in order.
    levels: Vec<BaseLevel>,
    /// The vertices in their order after the whole base was singled out.
    leaf: Vec<u32>,
    /// The position of each vertex after the whole base was singled out.
    leaf_places: Vec<u32>,
    /// The limit on the work of the partition. The search ends when the work reaches it.
    most_work: u64,
    stop: &'a Stop,
}

/// Returns generators of the automorphisms that `accept` accepts, and the order of the group. The
/// accepted automorphisms must form a group. `accept` also counts its work. The search ends early
/// in three cases: at a stop; if it takes more than `most_work` steps; or if it has found
/// `most_generators` generators while questions are left. If the base is not complete by then, the
/// result has no generators and the order 1. The search also gives up the question whether a point
/// can move to a vertex after [`MOST_FAILURES`] failed attempts. In all these cases, the result is
/// marked as incomplete, and the order can be too small.
pub(super) fn automorphisms(
    graph: &ColouredGraph,
    most_work: u64,
    most_generators: usize,
    stop: &Stop,
    accept: &mut AcceptMoves,
) -> Automorphisms {
    let partition = VertexPartition::new(graph);
    let (leaf, leaf_places) = (Vec::new(), Vec::new());
    let mut search = AutomorphismSearch {
        graph,
        partition,
        levels: Vec::new(),
        leaf,
        leaf_places,
        most_work,
        stop,
    };
    let mut found = Automorphisms { order: BigUint::from(1_u32), ..Automorphisms::default() };
    if !search.descend() {
        return found;
    }
    let mut orbits = JoinedSets::new(graph.vertices());
    found.is_complete = true;
    for level in (0..search.levels.len()).rev() {
        search.partition.undo(search.levels[level].splits);
        if search.is_over() || found.generators.len() >= most_generators {
            found.is_complete = false;
            break;
        }
        search.extend(level, &mut orbits, &mut found, most_generators, accept);
    }
    found
}

impl AutomorphismSearch<'_> {
    /// Returns whether the search must end, by its limit of work or by a stop.
    fn is_over(&self) -> bool {
        self.partition.work > self.most_work || self.stop.is_reached()
    }

    /// Refines the partition, and then singles out the base. For this, it singles out the smallest
    /// vertex of the first cell with several vertices, again and again, until each cell has one
    /// vertex. Records the levels and the leaf. Returns false if the limit of work or a stop ends
    /// this early; then there is no leaf. Nothing must have been singled out before.
    fn descend(&mut self) -> bool {
        self.partition.refine(Trace::Write(&mut Vec::new()));
        let mut place = 0;
        while place < self.graph.vertices() {
            let size = self.partition.sizes[place];
            if size == 1 {
                place += 1;
                continue;
            }
            if self.is_over() {
                return false;
            }
            self.partition.work += u64::from(size);
            let cell = u32::try_from(place).expect("a graph has fewer than four billion vertices");
            let point = *self.partition.cell(cell).iter().min().expect("a cell has a vertex");
            let (splits, mut trace) = (self.partition.splits.len(), Vec::new());
            self.partition.single_out(point, Trace::Write(&mut trace));
            self.levels.push(BaseLevel { cell, point, splits, trace });
        }
        self.leaf = self.partition.vertices.clone();
        self.leaf_places = self.partition.places.clone();
        true
    }

    /// Adds to `found` generators that move the point of `level` and fix the earlier points.
    /// Multiplies the order of the found group by the size of the point's orbit. Marks `found` as
    /// incomplete in two cases: a limit or a stop ends this early; or a search for a single vertex
    /// is inconclusive. Such a vertex then counts as one to which the point cannot move. The
    /// partition must be in the state before the point is singled out, and the search at the later
    /// levels must be finished. Joins moved vertices and their images in `orbits`.
    fn extend(
        &mut self,
        level: usize,
        orbits: &mut JoinedSets,
        found: &mut Automorphisms,
        most_generators: usize,
        accept: &mut AcceptMoves,
    ) {
        let BaseLevel { cell, point, .. } = self.levels[level];
        let mut vertices = self.partition.cell(cell).to_vec();
        vertices.sort_unstable();
        self.partition.work += sorting(vertices.len());
        let mut refused: Vec<u32> = Vec::new();
        for &vertex in &vertices {
            let root = orbits.root(widen(vertex));
            let is_answered = root == orbits.root(widen(point))
                || refused.iter().any(|&other| orbits.root(widen(other)) == root);
            self.partition.work += refused.len() as u64;
            if is_answered {
                continue;
            }
            if self.is_over() || found.generators.len() >= most_generators {
                found.is_complete = false;
                break;
            }
            match self.seek(level, vertex, accept) {
                Ok(Some(moves)) => {
                    moves.iter().for_each(|&(from, to)| orbits.join(widen(from), widen(to)));
                    found.generators.push(moves);
                }
                Ok(None) => refused.push(vertex),
                Err(InconclusiveSearch) => {
                    found.is_complete = false;
                    refused.push(vertex);
                }
            }
        }
        let root = orbits.root(widen(point));
        let length = vertices.iter().filter(|&&vertex| orbits.root(widen(vertex)) == root).count();
        found.order *= length;
    }

    /// Returns an accepted automorphism that fixes the points of earlier levels and moves the point
    /// of `level` to `vertex`; `None` if there is none. `vertex` must be another vertex of the
    /// point's cell. Returns an error if more than [`MOST_FAILURES`] descents have failed, or if
    /// the limit of work or a stop ends the search early. In each case, undoes the splits that it
    /// has made. Passes to `accept` only permutations that map edges to edges. The partition must
    /// be in the state before the point of `level` is singled out.
    fn seek(
        &mut self,
        level: usize,
        vertex: u32,
        accept: &mut AcceptMoves,
    ) -> Result<Option<VertexMoves>, InconclusiveSearch> {
        let begin = self.partition.splits.len();
        let mut frames = vec![DescentFrame {
            level,
            first: Some(vertex),
            others: Some(Vec::new().into_iter()),
            splits: begin,
            is_refused: false,
        }];
        let mut failures = 0;
        // Along a descent, the same permutation can occur again and again.
        let (mut refused, mut maps_edges) = (VertexMoves::new(), false);
        let found = loop {
            let Some(frame) = frames.last_mut() else { break Ok(None) };
            self.partition.undo(frame.splits);
            let base = &self.levels[frame.level];
            let Some(candidate) = frame.next(base, &mut self.partition) else {
                frames.pop();
                continue;
            };
            if failures > MOST_FAILURES || self.is_over() {
                break Err(InconclusiveSearch);
            }
            // If the point stays, the partition shows the same automorphism again after the next
            // splits.
            let mut is_refused = frame.is_refused && candidate == base.point;
            let next = frame.level + 1;
            if !self.partition.single_out(candidate, Trace::Compare(&base.trace)) {
                failures += 1;
                continue;
            }
            if !is_refused && let Some(moves) = self.permutation(begin) {
                if moves != refused {
                    maps_edges = self.maps_edges(&moves);
                    if maps_edges && accept(&moves, &mut self.partition.work) {
                        break Ok(Some(moves));
                    }
                    refused = moves;
                }
                is_refused = maps_edges;
            }
            match self.levels.get(next) {
                Some(base) => {
                    frames.push(DescentFrame::new(next, base, &self.partition, is_refused));
                }
                None => failures += 1,
            }
        };
        self.partition.undo(begin);
        found
    }

    /// Compares the partition with the leaf: the vertices' order after the whole base was singled
    /// out. For each cell with one vertex, the permutation maps the leaf's vertex at the cell's
    /// position to this vertex. Returns this permutation without the vertices that are their own
    /// images. Returns `None` if the leaf has other vertices at the positions of a cell with
    /// several vertices. The permutation need not map edges to edges. Only cells that have changed
    /// after the first `splits` splits are compared. Adds the compared positions and the sorting to
    /// the work.
    fn permutation(&mut self, splits: usize) -> Option<VertexMoves> {
        let VertexPartition { vertices, cells, sizes, splits: all, work, .. } = &mut self.partition;
        let changed = all[splits..].iter();
        for &(cell, _) in changed.clone() {
            *work += 1 + u64::from(sizes[widen(cell)]);
            for place in cell..cell + sizes[widen(cell)] {
                let (there, here) = (self.leaf[widen(place)], vertices[widen(place)]);
                // The cell that is now at the vertex's position in the leaf.
                let in_leaf = cells[widen(vertices[widen(self.leaf_places[widen(here)])])];
                if sizes[widen(cell)] > 1 && cells[widen(there)] != cell
                    || sizes[widen(in_leaf)] > 1 && in_leaf != cell
                {
                    return None;
                }
            }
        }
        let mut singles: Vec<u32> = changed
            .flat_map(|&(new, cell)| [new, cell])
            .filter(|&cell| sizes[widen(cell)] == 1)
            .collect();
        *work += sorting(singles.len());
        singles.sort_unstable();
        singles.dedup();
        let moves = singles
            .into_iter()
            .map(|cell| (self.leaf[widen(cell)], vertices[widen(cell)]))
            .filter(|(from, to)| from != to)
            .collect();
        Some(moves)
    }

    /// Returns whether a permutation maps edges to edges. Vertices that `moves` does not list are
    /// their own images. Adds the edges at all listed vertices to the work, even if the answer is
    /// found earlier. Does not compare colours.
    fn maps_edges(&mut self, moves: &VertexMoves) -> bool {
        let mut sorted = moves.clone();
        sorted.sort_unstable();
        let graph = self.graph;
        let degrees =
            moves.iter().map(|&(from, _)| graph.neighbours(from).len() as u64).sum::<u64>();
        self.partition.work += degrees;
        moves.iter().all(|&(from, to)| {
            let (here, there) = (graph.neighbours(from), graph.neighbours(to));
            here.len() == there.len()
                && here.iter().all(|&one| there.binary_search(&image(one, &sorted)).is_ok())
        })
    }
}

/// Returns the image of a vertex. Vertices that `sorted` does not list are their own images.
fn image(vertex: u32, sorted: &[(u32, u32)]) -> u32 {
    let place = sorted.binary_search_by_key(&vertex, |&(from, _)| from);
    place.map_or(vertex, |place| sorted[place].1)
}

/// The error of an attempt that has no answer, since a limit or a stop ended it.
struct InconclusiveSearch;
