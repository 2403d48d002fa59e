//! The cubes of a proof: a tree of colours.
//!
//! A proof has a step for each cube, so there should be few cubes. Rows and columns are coloured in
//! the order in which symmetry breaking compares solutions. Each node is bounded by a minimum cut.
//! The solver searches a node if all lines are coloured. It also searches a node if propagation
//! contradicts the colours, usually because of symmetry breaking. If a refutation does not need the
//! last colour on its path, the other colour of this line is skipped. The clauses must have a
//! literal for the colour of each line.

use crate::decision::Decision;
use std::collections::{HashMap, HashSet};

use num_integer::Integer;

use super::cut::Cover;
use super::exclusion::{Exclusion, ImplicationGraph};
use super::frame::ColouringFrame;
use super::proof::{NeededCount, RefutedCubes};
use crate::model::{Lit, Model};
use crate::proof::Log;
use crate::search::movement::Item;
use crate::search::optimiser::Optimiser;

use crate::search::{Cubes, SearchError};
use crate::stop::Stop;

/// Refutes the question's bound, and writes the refutation to the proof. If the tree is refuted,
/// also writes the conclusion. Records the answers that it finds. Does not record the refuted bound
/// in `optimiser`. Returns `None` if the model lacks the structure or the literals that the
/// refutation needs. Otherwise returns the same results as [`ColourTree::search_node`]. Fails if a
/// refutation cannot be derived, or if an encoding, a solver or the check of an answer fails.
pub(super) fn refute(
    optimiser: &mut Optimiser,
    log: &Log,
) -> Result<Option<Decision>, SearchError> {
    let (_, _, stop) = optimiser.settings();
    let exclusion = Exclusion::from_model(optimiser.model(), &stop).filter(ColouringFrame::fits);
    let tree = exclusion.and_then(|exclusion| ColourTree::new(optimiser.model(), exclusion, log));
    let Some(mut tree) = tree else { return Ok(None) };
    let outcome = tree.search_node(optimiser, 0)?;
    if outcome == Decision::Unsat(()) {
        tree.proof.conclude()?;
    }
    Ok(Some(outcome))
}

/// Returns whether the model has the literals that a proof needs: the literals for the colours of
/// lines.
pub(super) fn has_proof(model: &Model, stop: &Stop) -> bool {
    let exclusion = Exclusion::from_model(model, stop).filter(ColouringFrame::fits);
    exclusion.is_some_and(|exclusion| Colours::from_model(model, &exclusion).is_some())
}

/// The literals for the colours of rows and columns. If the literal of a line is true, only the
/// first side (count) can have true literals on the line; otherwise, only the second side can.
struct Colours {
    /// For each partition and line, the literal of the line's colour; `None` if only one colour is
    /// possible.
    of_lines: [Vec<Option<Lit>>; 2],
    /// The literals in the order of branching, each once. Several lines can have the same literal.
    order: Vec<Lit>,
}

impl Colours {
    /// Returns the colours of the lines in the outer and the inner partition. The order of
    /// branching is the order in which symmetry breaking compares the literals. Literals that it
    /// does not compare come last, sorted by variable. Each variable occurs once in the order.
    /// Returns `None` if a line with two possible colours has no literal for its colour.
    fn from_model(model: &Model, exclusion: &Exclusion) -> Option<Colours> {
        let conflicts = ImplicationGraph::from_model(model);
        let of_lines = [
            colours_of_lines(0, exclusion, &conflicts)?,
            colours_of_lines(1, exclusion, &conflicts)?,
        ];
        let compared = model.lex_order();
        let mut order: Vec<Lit> = of_lines.iter().flatten().flatten().copied().collect();
        order.sort_by_key(|&lit| {
            let place = compared.iter().position(|&other| other == lit || other == !lit);
            (place.unwrap_or(usize::MAX), lit.variable())
        });
        order.dedup_by_key(|lit| lit.variable());
        Some(Colours { of_lines, order })
    }
}

/// Returns the literal for the colour of each line in a partition. If the literal is true, only the
/// first side can have true literals on the line. If it is false, only the second side can have
/// them. `conflicts` has the implications that prove this. An entry is `None` if one side has no
/// literal on the line that can be true. The function returns `None` if both sides have such
/// literals on a line, but the line has no literal for its colour.
fn colours_of_lines(
    partition: usize,
    exclusion: &Exclusion,
    conflicts: &ImplicationGraph,
) -> Option<Vec<Option<Lit>>> {
    let mut colours = Vec::new();
    for line in 0..exclusion.partitions[partition] {
        let [first, second] = exclusion.sides.each_ref().map(|items| {
            items
                .iter()
                .filter(|item| item.lines[partition] == line)
                .map(|item| item.lit)
                .collect::<Vec<Lit>>()
        });
        let has_both = !first.is_empty() && !second.is_empty();
        colours.push(if has_both { Some(conflicts.colour(&first, &second)?) } else { None });
    }
    Some(colours)
}

/// A tree of colours that is being searched, at its current node.
struct ColourTree<'a> {
    exclusion: Exclusion,
    colours: Colours,
    proof: RefutedCubes<'a>,
    /// The literals of the colours from the root to the current node.
    path: Vec<Lit>,
    /// The bound to refute; `None` before the first node.
    bound: Option<i64>,
    /// The number of true literals that each count needs to reach the bound.
    needs: [u64; 2],
    /// The weights of the last cover in which both counts have a positive weight. They usually
    /// refute the next node, too.
    weights: [u32; 2],
    cubes: Cubes,
}

impl<'a> ColourTree<'a> {
    /// Returns a tree at its root, or `None` if a line lacks a literal for its colour.
    fn new(model: &Model, exclusion: Exclusion, log: &'a Log) -> Option<ColourTree<'a>> {
        let colours = Colours::from_model(model, &exclusion)?;
        Some(ColourTree {
            colours,
            exclusion,
            proof: RefutedCubes::new(log),
            path: Vec::new(),
            bound: None,
            needs: [0; 2],
            weights: [1, 1],
            cubes: Cubes::default(),
        })
    }

    /// Refutes the current node for the next better bound, adds the refutation to the proof, and
    /// returns `Unsat`. Records the answers that it finds; each of them makes the bound better.
    /// Returns `Sat` if no better answer than the best one is possible or wanted, and `Unknown` if
    /// a limit ends the search. `depth` is the index of the next colour in `colours.order`. Fails
    /// if a refutation cannot be derived, or if an encoding, a solver or the check of an answer
    /// fails.
    fn search_node(
        &mut self,
        optimiser: &mut Optimiser,
        depth: usize,
    ) -> Result<Decision, SearchError> {
        loop {
            if optimiser.is_over() {
                return Ok(Decision::Unknown);
            }
            let Some(bound) = optimiser.next_better() else { return Ok(Decision::Sat(())) };
            self.set_bound(bound)?;
            let (cover, closed) = optimiser.time_solving(|_| {
                let (open, closed) = self.partition_literals();
                (self.find_cover(&open), closed)
            });
            if let Some(cover) = cover {
                if cover.weights.iter().all(|&weight| weight > 0) {
                    self.weights = cover.weights;
                }
                self.proof.derive_cut(&self.path, &closed, &cover)?;
                self.record_refuted(optimiser, depth, false);
                return Ok(Decision::Unsat(()));
            }
            let contradicts = optimiser.contradicts(&self.path, bound)?;
            if let Some(branch) = self.colours.order.get(depth).copied().filter(|_| !contradicts) {
                return self.divide(optimiser, depth, branch);
            }
            match optimiser.demand_in_cube(&self.path, bound)? {
                Decision::Sat(()) => {}
                Decision::Unsat(()) => {
                    self.proof.derive_cube(&self.path)?;
                    self.record_refuted(optimiser, depth, true);
                    return Ok(Decision::Unsat(()));
                }
                Decision::Unknown => return Ok(Decision::Unknown),
            }
        }
    }

    /// Searches both colours of a line: first with the literal `colour` true, and then with it
    /// false. If the refutation of the first colour does not need this colour, skips the second
    /// colour. Otherwise, joins both refutations in the proof. `depth` is the index of `colour` in
    /// `colours.order`. An answer does not end the search, but makes the bound better. Returns
    /// `Unsat` if the node is refuted. Returns `Sat` if no better answer than the best one is
    /// possible or wanted. Returns `Unknown` if a limit ends the search. Fails in the same cases as
    /// `search_node`. Restores the path in every case.
    fn divide(
        &mut self,
        optimiser: &mut Optimiser,
        depth: usize,
        colour: Lit,
    ) -> Result<Decision, SearchError> {
        for (side, lit) in [(0, colour), (1, !colour)] {
            self.path.push(lit);
            let outcome = self.search_node(optimiser, depth + 1);
            self.path.pop();
            if outcome? != Decision::Unsat(()) {
                return Ok(match optimiser.next_better() {
                    None => Decision::Sat(()),
                    Some(_) => Decision::Unknown,
                });
            }
            if side == 0 && self.proof.is_independent_of(lit) {
                return Ok(Decision::Unsat(()));
            }
        }
        self.proof.join(colour);
        Ok(Decision::Unsat(()))
    }

    /// Sets the bound that the proof refutes from now on, and the numbers that the counts need.
    /// Does nothing if the bound is unchanged. A new bound must be better than the one before.
    /// Fails if the problem in the proof has no objective.
    fn set_bound(&mut self, bound: i64) -> Result<(), SearchError> {
        if self.bound != Some(bound) {
            self.needs = self.exclusion.needs(bound);
            let needed = [0, 1].map(|side: usize| {
                let counted = &self.exclusion.counted[side][..];
                let may_be: HashSet<Lit> =
                    self.exclusion.sides[side].iter().map(|item| item.lit).collect();
                let fixed = counted.iter().copied().filter(|lit| !may_be.contains(lit)).collect();
                NeededCount { counted, fixed, least: self.needs[side] }
            });
            self.proof.set_bound(bound, needed)?;
            self.bound = Some(bound);
        }
        Ok(())
    }

    /// Returns two lists. The first list has, for each count, the literals that the colours on the
    /// path allow. The second list has the literals of both counts that these colours exclude. Each
    /// of these literals is paired with a literal that it implies and whose negation is on the
    /// path; the first such negation on the path is used. Both lists leave out literals that
    /// propagation makes false.
    fn partition_literals(&self) -> ([Vec<&Item>; 2], Vec<(Lit, Lit)>) {
        let depths: HashMap<Lit, usize> =
            self.path.iter().enumerate().map(|(depth, &lit)| (lit, depth)).collect();
        let mut closed = Vec::new();
        let open = [0, 1].map(|side: usize| {
            let is_open = |item: &&Item| {
                let first = [0, 1]
                    .into_iter()
                    .filter_map(|partition: usize| {
                        let colour = self.colours.of_lines[partition][item.lines[partition]]?;
                        let wanted = if side == 0 { colour } else { !colour };
                        depths.get(&!wanted).map(|&depth| (depth, wanted))
                    })
                    .min_by_key(|&(depth, _)| depth);
                closed.extend(first.map(|(_, lit)| (item.lit, lit)));
                first.is_none()
            };
            self.exclusion.sides[side].iter().filter(is_open).collect()
        });
        (open, closed)
    }

    /// Returns a cover that proves that the open literals of both counts are too few. First tries
    /// each count alone, if it has fewer open literals than it needs. Then tries `weights`, and
    /// then balanced weights. Returns `None` if none of these weights gives such a cover.
    fn find_cover(&self, open: &[Vec<&Item>; 2]) -> Option<Cover> {
        let numbers = open.each_ref().map(|items| items.len() as u64);
        let weights: Vec<[u32; 2]> = [[1, 0], [0, 1]]
            .into_iter()
            .enumerate()
            .filter(|&(side, _)| numbers[side] < self.needs[side])
            .map(|(_, weights)| weights)
            .chain([self.weights, balancing_weights(numbers)])
            .collect();
        let mut covers =
            weights.into_iter().map(|weights| self.exclusion.find_cover(open, weights, self.needs));
        covers.find_map(|cover| cover)
    }

    /// Adds a refuted node to the progress. Reports the progress, except shortly after the last
    /// report. `depth` is the number of colours on the path of the node: the node is 1 / 2^`depth`
    /// of the tree. `by_solver` is true if the solver refuted the node, and false if a cut did.
    fn record_refuted(&mut self, optimiser: &mut Optimiser, depth: usize, by_solver: bool) {
        self.cubes.bounded += 1;
        self.cubes.left += u64::from(by_solver);
        self.cubes.share += 0.5_f64.powi(i32::try_from(depth).unwrap_or(i32::MAX));
        if let Some(bound) = self.bound {
            optimiser.report_throttled(bound, self.cubes);
        }
    }
}

/// Returns the smallest integer weights for which both numbers of literals have the same total
/// weight. A number 0 counts as 1.
fn balancing_weights(numbers: [u64; 2]) -> [u32; 2] {
    let [first, second] =
        numbers.map(|number| u32::try_from(number).expect("a board has few literals").max(1));
    let divisor = first.gcd(&second);
    [second / divisor, first / divisor]
}
