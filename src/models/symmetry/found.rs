//! Detected symmetries of a model.
//!
//! A generator of the automorphisms of the model's [graph](super::graph) is kept only if it maps
//! the model's [rows](super::rows) to themselves. So a mistake in the graph or the search can only
//! lose symmetries.
//!
//! To limit the memory, a model with more than [`MOST_SIZE`] literals is not searched, and all
//! generators together have at most [`MOST_IMAGES`] images. The search ends after [`MOST_WORK`]
//! steps, which take about a second. No limit is a time, so the same symmetries are detected on
//! every machine. They are also detected again if an export is read back.

use std::collections::BTreeSet;
use std::fmt;

use num_bigint::BigUint;

use super::automorphisms::{VertexMoves, automorphisms};
use super::graph::ColouredGraph;
use super::joined::JoinedSets;
use super::rows::SymmetryRows;
use crate::model::{Model, Symmetry, widen};
use crate::stop::Stop;

/// The largest size of a model in literals, and of the model's graph in vertices and edges. If a
/// model or its graph is larger, no symmetries are detected.
const MOST_SIZE: usize = 2_000_000;
/// The largest number of steps of the search, which take about a second. At this limit the search
/// ends.
const MOST_WORK: u64 = 100_000_000;
/// The largest product of the numbers of generators and variables. At this limit the search ends.
const MOST_IMAGES: usize = 20_000_000;

/// The detected symmetries of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundSymmetries {
    /// The model or its graph is too large. The field is the model's number of literals, or the
    /// approximate number of vertices and edges of the graph.
    TooLarge(usize),
    /// A group of symmetries.
    Group {
        /// The number of generators that were found.
        generators: usize,
        /// The number of symmetries that the generators generate, including the identity.
        order: BigUint,
        /// The number of moved variables.
        moved: usize,
        /// The number of orbits of moved variables.
        orbits: usize,
        /// Whether the search was complete, so that the graph has no symmetries outside this group.
        complete: bool,
    },
}

/// Replaces a model's declared symmetries by detected ones, and returns a summary of them. They are
/// named `1 of those found` and so on. Each detected symmetry is tested against the model's rows
/// before it is declared. If a limit or a stop ends the search early, the model gets the symmetries
/// that were found until then, perhaps none. The model is too large if it has more than `MOST_SIZE`
/// literals, or if its graph has roughly more than `MOST_SIZE` vertices and edges. Then keeps the
/// declared symmetries, and returns [`FoundSymmetries::TooLarge`] with this number.
pub fn declare(model: &mut Model, stop: &Stop) -> FoundSymmetries {
    let lits: usize = model.constraints().statements().map(|one| one.lits().len()).sum();
    if lits > MOST_SIZE {
        return FoundSymmetries::TooLarge(lits);
    }
    let rows = SymmetryRows::from_model(model);
    let graph = match ColouredGraph::from_rows(&rows, MOST_SIZE) {
        Ok(graph) => graph,
        Err(size) => return FoundSymmetries::TooLarge(size),
    };
    let variables = model.labels().len();
    let mut symmetries: Vec<Symmetry> = Vec::new();
    let most = MOST_IMAGES / variables.max(1);
    let mut accept = |moves: &VertexMoves, work: &mut u64| {
        let name = format!("{} of those found", symmetries.len() + 1);
        let candidate = symmetry(name, &graph, moves);
        let kept = candidate.filter(|one| !one.moves().is_empty() && rows.has_symmetry(one, work));
        symmetries.extend(kept.clone());
        kept.is_some()
    };
    let found = automorphisms(&graph, MOST_WORK, most, stop, &mut accept);
    let summary = summarise(&symmetries, variables, found.order, found.is_complete);
    model.set_symmetries(symmetries);
    summary
}

/// Returns whether a permutation is a symmetry of a model: it maps each constraint to an equivalent
/// one, the objective to itself, and the variables of the projection to each other.
pub fn has_symmetry(model: &Model, symmetry: &Symmetry) -> bool {
    SymmetryRows::from_model(model).has_symmetry(symmetry, &mut 0)
}

/// Returns the symmetry of literals that corresponds to a permutation of vertices. Returns `None`
/// if the image of a negated literal is not the negated image of the literal.
fn symmetry(name: String, graph: &ColouredGraph, moves: &VertexMoves) -> Option<Symmetry> {
    let lit = |vertex: u32| graph.lits.get(widen(vertex)).copied();
    let lits = moves.iter().filter_map(|&(from, to)| Some((lit(from)?, lit(to)?)));
    let symmetry = Symmetry::new(name, lits.clone());
    lits.clone().all(|(from, to)| symmetry.image(from) == to).then_some(symmetry)
}

/// Returns the summary of detected symmetries. Counts the moved variables and their orbits. `order`
/// is the order of the group. `complete` says whether the search was complete.
fn summarise(
    symmetries: &[Symmetry],
    variables: usize,
    order: BigUint,
    complete: bool,
) -> FoundSymmetries {
    let mut sets = JoinedSets::new(variables);
    let mut moves = vec![false; variables];
    for symmetry in symmetries {
        for &(lit, image) in symmetry.moves() {
            moves[lit.variable()] = true;
            sets.join(lit.variable(), image.variable());
        }
    }
    let moved: Vec<usize> = (0..variables).filter(|&variable| moves[variable]).collect();
    let roots: BTreeSet<usize> = moved.iter().map(|&variable| sets.root(variable)).collect();
    FoundSymmetries::Group {
        generators: symmetries.len(),
        order,
        moved: moved.len(),
        orbits: roots.len(),
        complete,
    }
}

impl fmt::Display for FoundSymmetries {
    /// Writes the summary as a clause without a full stop. If the model was too large, writes that
    /// symmetries were not detected, and the size. Otherwise writes "none found", or the numbers of
    /// generators, moved variables and orbits, and the order of the group. An order of up to seven
    /// digits is written in full, and a larger one as "about 10^n". If the search was not complete,
    /// the text states this: "none found before the search was stopped", or "there may be more" at
    /// the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoundSymmetries::TooLarge(size) => {
                write!(
                    f,
                    "not detected, since the model has too many literals, or its graph too many \
                     vertices and edges: {size}"
                )
            }
            FoundSymmetries::Group { generators: 0, complete: true, .. } => {
                f.write_str("none found")
            }
            FoundSymmetries::Group { generators: 0, complete: false, .. } => {
                f.write_str("none found before the search was stopped")
            }
            FoundSymmetries::Group { generators, order, moved, orbits, complete } => {
                let decimal = order.to_string();
                let order = match decimal.len() {
                    0..=7 => decimal,
                    digits => format!("about 10^{}", digits - 1),
                };
                write!(
                    f,
                    "{generators} generator{} found of a group of {order}, which moves {moved} variable{} in {orbits} \
                     orbit{}",
                    plural(*generators),
                    plural(*moved),
                    plural(*orbits)
                )?;
                if *complete { Ok(()) } else { f.write_str("; there may be more") }
            }
        }
    }
}

fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}
