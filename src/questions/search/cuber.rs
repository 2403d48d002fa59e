//! Division of a question into cubes of about equal work, each for a separate solver.
//!
//! This is the first half of cube and conquer (Heule, Kullmann, Wieringa and Biere, Cube and
//! Conquer, HVC 2011). Each node of a binary tree branches on the literal that a lookahead rates
//! best (`lookahead.rs`).
//!
//! The leaf with the most estimated work grows next. The root has work 1. If propagation decides n
//! literals on one side of a node, this side gets q^n times the work of the node. The number q is
//! chosen so that the work of both sides adds up to the work of the node. There is no cutoff
//! heuristic for single nodes: leaves grow until there are enough of them. A leaf that a short run
//! of a solver refutes is not grown. All runs share one solver, whose short learnt clauses follow
//! from the question alone. A worker on a cube starts with these clauses.
//!
//! **Results.** `quarrel plan cubes gunport --size 22 --tasks 200` makes 516 cubes. Together, the
//! cubes take 94.4 s and 1.24 million conflicts. One solver alone takes 222 s and 1.56 million
//! conflicts. Gunport 19 × 19 at bound 121 takes 19.5 s in 98 cubes, and 38.7 s by one solver.
//!
//! **Literals.** The best literals to divide the refutation of a bound are intermediate outputs of
//! counters: "this half of the board has at least three". One solver needs 42,100 conflicts for
//! gunport 14 × 16 at bound 75 (mean of three seeds). The following numbers are the conflicts of
//! all cubes together, in 16 cubes without short runs. They were measured with an old driver that
//! no longer exists. Fewer conflicts are better:
//! - 19,737 by all variables, including those of counters;
//! - 20,365 by the variables of counters alone;
//! - 109,510 by all variables of the model;
//! - 112,647 by the variables that compare solutions;
//! - 76,437 by the literals of the objective;
//! - 158,293 by the variables that compare solutions, in their order and without lookahead.
//!
//! A cube that takes ten times the median can be divided into eight. The work already spent on this
//! cube is lost. So gunport 19 × 19 in 64 cubes takes 0.70 times the conflicts of one solver with
//! this division, and 0.59 times without it. But the longest cube falls from 14.5 times the median
//! to 10.1 times.
//!
//! Tried and dropped, on gunport 19 × 19 in 64 cubes by the counters' variables:
//! - A fresh solver for each short run of 200 conflicts: 1.02 times the conflicts of one solver. It
//!   is better if one solver makes all runs and its short clauses are given to the cubes: 0.71
//!   times.
//! - No learnt clauses: 1.99 times the conflicts of one solver. With clauses of up to two literals,
//!   it is 1.43 times, and with clauses of up to four literals 0.74 times. (The runs had 1000
//!   conflicts. They refuted 206 of 256 leaves and took half the conflicts of the whole question.)
//! - Other orders of growth, with fresh solvers for runs of 200 conflicts. If the tree grows
//!   breadth first, the longest cube takes 161 times the median. If the leaf with the most
//!   unassigned variables grows first, it takes 84 times the median. If the leaf with the largest
//!   share grows first, it takes 52 times. No property of a run predicts the time of its cube: the
//!   rank correlation of ticks, propagations, learnt units and short clauses is mostly below 0.4,
//!   of either sign.
//! - Propagated literals weighted by the clauses that they shorten: no better than their number
//!   (0.75 times the conflicts of one solver, against 0.74).
//!
//! Not tried: propagation by the embedded solver, which starts at the root for each literal.

use crate::decision::Decision;
use std::sync::Arc;

use super::lookahead::Lookahead;
use crate::encode::Clauses;
use crate::model::Lit;
use crate::process::Limits;
use crate::solver::{LearntClauses, Mode, Solver, SolverChoice, SolverSetting};
use crate::stop::Stop;

/// The least number of candidate literals that a node passes to its children. This number is passed
/// even if the fraction [`KEPT`] of the candidates is smaller.
const LEAST_KEPT: usize = 64;
/// The fraction of a node's candidate literals that its children get, as numerator and denominator.
/// The children get the literals that the lookahead rates best.
const KEPT: (usize, usize) = (2, 3);

/// The largest number of leaves in a tree, for each requested cube. Decided leaves are counted,
/// too. A tree with this many leaves stops growing.
const MOST_LEAVES: usize = 4;

/// The settings of a division into cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CuberSetting {
    /// The solver's seed. Equal seeds give equal cubes.
    pub seed: u32,
    /// The search mode of the solver in short runs.
    pub mode: Mode,
    /// The conflict limit of a short run. If the limit is 0, no short runs are made.
    pub conflicts: i32,
}

impl CuberSetting {
    /// Returns the setting of the solver for the short runs. This solver is always the embedded
    /// one.
    fn setting<'a>(&self, stop: &'a Stop) -> SolverSetting<'a> {
        let CuberSetting { seed, mode, .. } = *self;
        let (choice, limits) = (&SolverChoice::Embedded, Limits::default());
        SolverSetting { choice, seed, mode, scramble: None, limits, listener: None, stop }
    }
}

/// A leaf of the tree of cubes: a cube, and its result so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The literals on the path from the root. The cube of the sibling has the negation of the last
    /// literal.
    pub cube: Vec<Lit>,
    /// The result of propagation and a short run; `Unknown` if the cube is still to be solved.
    pub verdict: Decision,
}

/// A divider of a question into cubes: a solver for short runs, a lookahead, and the literals to
/// branch on.
pub struct Cuber {
    /// The candidate literals to divide the question. All of them are variables in the clauses of
    /// the question.
    divisors: Vec<Lit>,
    cutting: CuberSetting,
    /// The number of variables in the question. The solver can have additional variables.
    variables: usize,
    lookahead: Lookahead,
    /// The solver for short runs, which keeps its clauses from one run to the next.
    solver: Solver,
    /// The clauses that the solver has learnt and that [`Cuber::collect_learnt`] has not collected
    /// yet.
    news: LearntClauses,
    /// The short learnt clauses of all short runs. They follow from the question without any cube,
    /// so they also hold for a worker on a cube.
    learnt: Vec<Vec<Lit>>,
    stop: Stop,
}

/// A node of the tree that has no children yet.
struct CubeNode {
    leaf: Leaf,
    /// The estimated share of the root's work in this node, from 0 to 1.
    share: f64,
    /// The candidate literals to divide the node, in the order of the parent's lookahead.
    divisors: Vec<Lit>,
}

impl Cuber {
    /// Returns a divider for the question of these clauses. Leaves out divisors whose variable is
    /// larger than all variables of the clauses. After a stop, the lookahead can have only some of
    /// the clauses, and is then weaker. A later stop ends the short runs and the division.
    pub fn new(clauses: &Clauses, divisors: &[Lit], cutting: CuberSetting, stop: &Stop) -> Cuber {
        let mut lookahead = Lookahead::default();
        lookahead.add_clauses(clauses, stop);
        let variables = lookahead.variables();
        let (news, learnt) = (LearntClauses::default(), Vec::new());
        let mut solver = Solver::for_worker(&cutting.setting(stop), &Arc::default(), &news);
        solver.add(clauses);
        let known = divisors.iter().copied().filter(|lit| lit.variable() < variables).collect();
        let (divisors, stop) = (known, stop.clone());
        Cuber { divisors, cutting, variables, lookahead, solver, news, learnt, stop }
    }

    /// Returns the short clauses that the short runs have learnt so far.
    pub fn learnt(&self) -> &[Vec<Lit>] {
        &self.learnt
    }

    /// Divides the cube `under` into `number` undecided cubes. There can also be decided leaves.
    /// All leaves together cover `under`, and the cube of each leaf begins with `under`. If
    /// `number` is 0 or 1, there is only the root. There are fewer undecided cubes in these cases:
    /// the search must stop; no literal can divide a cube; a solution is found; or the tree has
    /// [`MOST_LEAVES`] · `number` leaves. Keeps the short clauses that the short runs learn.
    pub fn divide(&mut self, under: &[Lit], number: usize) -> Vec<Leaf> {
        let mut nodes = vec![self.node(under.to_vec(), 1.0, &self.divisors.clone())];
        while !self.is_enough(&nodes, number) {
            let Some(place) = next(&nodes) else { break };
            let node = nodes.swap_remove(place);
            nodes.extend(self.split(node));
        }
        nodes.into_iter().map(|node| node.leaf).collect()
    }

    /// Returns whether the tree stops growing. It does so if it has `number` undecided leaves, a
    /// solution or too many leaves, or if a stop is requested.
    fn is_enough(&self, nodes: &[CubeNode], number: usize) -> bool {
        let of = |verdict| nodes.iter().filter(|node| node.leaf.verdict == verdict).count();
        self.stop.is_reached()
            || of(Decision::Unknown) >= number
            || of(Decision::Sat(())) > 0
            || nodes.len() >= number.saturating_mul(MOST_LEAVES)
    }

    /// Returns the node of a cube. Its divisors are dropped if propagation or a short run decides
    /// the cube.
    fn node(&mut self, cube: Vec<Lit>, share: f64, divisors: &[Lit]) -> CubeNode {
        let verdict = self.probe(&cube);
        let divisors = if verdict == Decision::Unknown { divisors.to_vec() } else { Vec::new() };
        CubeNode { leaf: Leaf { cube, verdict }, share, divisors }
    }

    /// Returns the result of propagation and of a short run on a cube: `Unsat` if one of them
    /// refutes the cube, `Sat` if the run finds a solution, and `Unknown` if the cube is still
    /// undecided. Makes no short run after a stop, or if the setting has no short runs. The run
    /// ignores literals with variables that are not in the question. Keeps the short clauses that
    /// the run has learnt, for the lookahead and for workers. The lookahead keeps the literals of
    /// the cube assigned only until a learnt clause is added to the lookahead.
    fn probe(&mut self, cube: &[Lit]) -> Decision {
        if !self.lookahead.assume_cube(cube) {
            return Decision::Unsat(());
        }
        if self.cutting.conflicts <= 0 || self.stop.is_reached() {
            return Decision::Unknown;
        }
        let assumptions: Vec<Lit> =
            cube.iter().copied().filter(|&lit| self.has_variable(lit)).collect();
        let verdict = self.solver.solve_within(&assumptions, self.cutting.conflicts);
        self.collect_learnt();
        verdict
    }

    /// Returns whether the literal's variable is in the question's clauses.
    fn has_variable(&self, lit: Lit) -> bool {
        lit.variable() < self.variables
    }

    /// Moves the solver's new learnt clauses to the lookahead and to `learnt`, the clauses for
    /// workers. Drops clauses with variables that are not in the question. If there is a clause to
    /// add, the lookahead undoes all its assumptions.
    fn collect_learnt(&mut self) {
        for clause in self.news.take() {
            if clause.iter().all(|&lit| self.has_variable(lit)) {
                self.lookahead.add(&clause);
                self.learnt.push(clause);
            }
        }
    }

    /// Divides a node at its best literal into two nodes. In the first of them, this literal is
    /// true. Each gets its share of the node's work, and the best of the node's divisors ([`KEPT`]
    /// of them, but at least [`LEAST_KEPT`]). Propagation and short runs can decide these nodes at
    /// once. Returns the node alone, without divisors, in three cases: propagation refutes the node
    /// (its verdict is then `Unsat`), no literal divides it, or a stop is requested.
    fn split(&mut self, mut node: CubeNode) -> Vec<CubeNode> {
        let looked = self.lookahead.branches(&node.leaf.cube, &node.divisors, &self.stop);
        let Some(branches) = looked else {
            node.leaf.verdict = Decision::Unsat(());
            node.divisors.clear();
            return vec![node];
        };
        let Some(best) = branches.first().filter(|_| !self.stop.is_reached()) else {
            node.divisors.clear();
            return vec![node];
        };
        let kept = LEAST_KEPT.max(branches.len() / KEPT.1 * KEPT.0);
        let divisors: Vec<Lit> = branches.iter().take(kept).map(|branch| branch.lit).collect();
        let share = share(best.sides);
        [(best.lit, share), (!best.lit, 1.0 - share)]
            .map(|(lit, share)| {
                let cube = [node.leaf.cube.as_slice(), &[lit]].concat();
                self.node(cube, node.share * share, &divisors)
            })
            .into()
    }
}

/// Returns the index of the divisible node with the largest share. If several nodes have this
/// share, returns the index of the first of them. Returns `None` if no node is divisible.
fn next(nodes: &[CubeNode]) -> Option<usize> {
    (0..nodes.len())
        .filter(|&place| !nodes[place].divisors.is_empty())
        .rev()
        .max_by(|&one, &other| nodes[one].share.total_cmp(&nodes[other].share))
}

/// Returns the estimated share of a node's work on the first of its two sides. The arguments are
/// the numbers of literals that propagation decides on each side; 0 counts as 1. With r = other /
/// one, the share x is the solution of `x + x^r = 1`. So the side with fewer decided literals gets
/// more work.
fn share([one, other]: [usize; 2]) -> f64 {
    let ratio = other.max(1) as f64 / one.max(1) as f64;
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..40 {
        let middle = low.midpoint(high);
        let is_above = middle + middle.powf(ratio) > 1.0;
        if is_above { high = middle } else { low = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Encodings, encode, to_rustsat};
    use crate::search::{self, lookahead};
    use quarrel_encodings::Collect;
    use std::time::{Duration, Instant};

    const CUTTING: CuberSetting = CuberSetting { seed: 0, mode: Mode::Alternating, conflicts: 20 };

    fn pigeons(pigeons: usize, holes: usize) -> (Clauses, Vec<Lit>) {
        let (model, nests) = search::tests::pigeons(pigeons, holes);
        let mut clauses = Clauses::new();
        encode(&model, &Encodings::default(), &mut clauses, &Stop::unlimited())
            .expect("every constraint can be encoded");
        (clauses, nests)
    }

    fn drawn(seed: u64, variables: i32, clauses: usize) -> (Clauses, Vec<Lit>) {
        let mut lots = fastrand::Rng::with_seed(seed);
        let mut drawn = Clauses::new();
        for _ in 0..clauses {
            let clause = [(); 3].map(|()| {
                let lit = Lit::from_dimacs(lots.i32(1..=variables));
                to_rustsat(if lots.bool() { lit } else { !lit })
            });
            drawn.collect(&clause).expect("a list accepts every clause");
        }
        (drawn, (1..=variables).map(Lit::from_dimacs).collect())
    }

    fn solved(clauses: &Clauses, cube: &[Lit]) -> Decision {
        let mut solver = Solver::new(0, &Stop::unlimited());
        solver.add(clauses);
        solver.solve(cube)
    }

    fn cover(cubes: &[&[Lit]], length: usize) -> bool {
        let lit = match cubes {
            [] => return false,
            [cube] if cube.len() == length => return true,
            [cube, ..] if cube.len() == length => return false,
            [cube, ..] => cube[length],
        };
        let on = |side: Lit| -> Vec<&[Lit]> {
            cubes.iter().copied().filter(|cube| cube.get(length) == Some(&side)).collect()
        };
        let (one, other) = (on(lit), on(!lit));
        one.len() + other.len() == cubes.len()
            && cover(&one, length + 1)
            && cover(&other, length + 1)
    }

    fn cut(clauses: &Clauses, divisors: &[Lit], under: &[Lit], cutting: CuberSetting) -> Vec<Leaf> {
        let leaves = Cuber::new(clauses, divisors, cutting, &Stop::unlimited()).divide(under, 8);
        let cubes: Vec<&[Lit]> = leaves.iter().map(|leaf| leaf.cube.as_slice()).collect();
        assert!(cubes.iter().all(|cube| cube.starts_with(under)));
        assert!(cover(&cubes, under.len()), "{cubes:?}");
        let verdicts: Vec<Decision> = cubes.iter().map(|cube| solved(clauses, cube)).collect();
        for (leaf, &verdict) in leaves.iter().zip(&verdicts) {
            assert!(leaf.verdict == Decision::Unknown || leaf.verdict == verdict, "{leaf:?}");
        }
        let is_found = verdicts.contains(&Decision::Sat(()));
        assert_eq!(is_found, solved(clauses, under) == Decision::Sat(()));
        leaves
    }

    #[test]
    fn cubes_cover_a_question_and_answer_it() {
        let (clauses, nests) = pigeons(8, 7);
        let unlooked = CuberSetting { conflicts: 0, ..CUTTING };
        for under in [vec![], vec![nests[0], !nests[9]]] {
            let leaves = cut(&clauses, &nests, &under, unlooked);
            assert_eq!(leaves.len(), 8);
            assert!(leaves.iter().all(|leaf| leaf.verdict == Decision::Unknown));
            cut(&clauses, &nests, &under, CUTTING);
        }
        assert_eq!(cut(&clauses, &nests, &[nests[0], nests[7]], CUTTING).len(), 1);
        assert_eq!(cut(&clauses, &[], &[], CUTTING).len(), 1);
    }

    #[test]
    fn cubes_of_formulas_drawn_by_lot_cover_them() {
        for seed in 0..30 {
            for clauses in [90, 130, 170] {
                let (clauses, divisors) = drawn(seed, 30, clauses);
                for conflicts in [0, 1] {
                    cut(&clauses, &divisors, &[], CuberSetting { conflicts, ..CUTTING });
                    cut(
                        &clauses,
                        &divisors,
                        &[!divisors[3]],
                        CuberSetting { conflicts, ..CUTTING },
                    );
                }
            }
        }
    }

    #[test]
    fn clauses_that_contradict_each_other_are_one_refuted_leaf() {
        let mut clauses = Clauses::new();
        let one = Lit::from_dimacs(1);
        for clause in [vec![to_rustsat(one)], vec![to_rustsat(!one)]] {
            clauses.collect(&clause).expect("a list accepts every clause");
        }
        let leaves = cut(&clauses, &[one], &[], CUTTING);
        assert_eq!(leaves, [Leaf { cube: Vec::new(), verdict: Decision::Unsat(()) }]);
        clauses.collect(&[]).expect("a list accepts every clause");
        cut(&clauses, &[one], &[Lit::from_dimacs(70)], CUTTING);
        let (unknown, conflicts) = (Lit::from_dimacs(90), 0);
        let leaves = cut(&Clauses::new(), &[unknown], &[], CuberSetting { conflicts, ..CUTTING });
        assert_eq!(leaves.len(), 1);
    }

    #[test]
    fn equal_seeds_cut_alike() {
        let (clauses, nests) = pigeons(9, 8);
        let once = || Cuber::new(&clauses, &nests, CUTTING, &Stop::unlimited()).divide(&[], 20);
        assert_eq!(once(), once());
    }

    #[test]
    fn cutting_ends_when_it_is_time_to_stop() {
        let (clauses, nests) = pigeons(40, 39);
        let stop = Stop::unlimited().with_limit(Duration::from_millis(200));
        let cutting = CuberSetting { conflicts: i32::MAX, ..CUTTING };
        let start = Instant::now();
        let leaves = Cuber::new(&clauses, &nests, cutting, &stop).divide(&[], usize::MAX);
        assert!(start.elapsed() < Duration::from_millis(700), "{:?}", start.elapsed());
        assert_eq!(leaves.len(), 1);
        let stop = Stop::unlimited();
        stop.request();
        let leaves = Cuber::new(&clauses, &nests, CUTTING, &stop).divide(&[], usize::MAX);
        assert_eq!(leaves.len(), 1);
    }

    #[test]
    fn the_variables_of_a_question_are_in_order() {
        let (clauses, expected) = drawn(0, 30, 200);
        assert_eq!(lookahead::variables(&clauses), expected);
    }

    #[test]
    fn shares_are_of_the_work() {
        assert!((share([5, 5]) - 0.5).abs() < 1e-9);
        assert!((share([1, 2]) - 0.618_034).abs() < 1e-6);
        assert!((share([2, 1]) - 0.381_966).abs() < 1e-6);
        assert!(share([0, 1_000_000]) > 0.9);
    }
}
