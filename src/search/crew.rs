//! Solvers that share the work on one formula.
//!
//! One solver is asked as it is. Several divide the search space: a tree of decisions, chosen by
//! lookahead, has **cubes** as its leaves, and each solver takes one cube after the other as
//! further assumptions until all are refuted or one is satisfied (Heule, Kullmann, Wieringa and
//! Biere, Cube and Conquer, HVC 2011). Solvers keep what they learn from cube to cube and from bound
//! to bound. A cube whose refutation does not rest on the cube refutes all.
//!
//! A decision is worth the product of what its two values imply by unit propagation. Candidates are
//! the literals by which the model compares solutions, the weightiest first: fixing those says most
//! about a board.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::encode::Clauses;
use crate::model::{Lit, Values};
use crate::solver::{Effort, Solver, Verdict};
use crate::stop::Stop;

/// How many cubes there are for each solver: enough that none is idle for long at the end.
const CUBES_EACH: usize = 16;

/// How many candidates are looked at for a decision.
const CANDIDATES: usize = 48;

/// One or several solvers with the same clauses.
pub(super) struct Crew {
    solvers: Vec<Solver>,
    candidates: Vec<Lit>,
    /// Tells solvers that a round is over.
    over: Arc<AtomicBool>,
    /// The solver that found the last solution.
    finder: usize,
    /// The assumptions that the last refutation rests on.
    core: Vec<Lit>,
}

impl Crew {
    /// So many solvers. Decisions are taken among the candidates.
    pub fn new(size: usize, seed: u32, candidates: &[Lit], stop: &Stop) -> Crew {
        let over = Arc::<AtomicBool>::default();
        let solver = |_| Solver::in_company(seed, stop, Arc::clone(&over));
        let solvers = (0..size.max(1)).map(solver).collect();
        let candidates = candidates.iter().copied().take(CANDIDATES).collect();
        Crew { solvers, candidates, over, finder: 0, core: Vec::new() }
    }

    /// Adds clauses for good.
    pub fn add(&mut self, clauses: &Clauses) {
        self.solvers.iter_mut().for_each(|solver| solver.add(clauses));
    }

    /// Looks for a solution in which the assumptions are true; gives up where a solver has met so
    /// many conflicts.
    pub fn solve(&mut self, assumptions: &[Lit], conflicts: i32) -> Verdict {
        if let [alone] = self.solvers.as_mut_slice() {
            let verdict = alone.solve_within(assumptions, conflicts);
            if verdict == Verdict::Unsatisfiable {
                self.core = alone.core();
            }
            return verdict;
        }
        let cubes = self.cubes(assumptions);
        let over = Arc::clone(&self.over);
        over.store(false, Relaxed);
        let round = Round { assumptions, conflicts, cubes, next: AtomicUsize::new(0), over };
        let told = Mutex::new(Told::default());
        thread::scope(|scope| {
            for (index, solver) in self.solvers.iter_mut().enumerate() {
                let (round, told) = (&round, &told);
                scope.spawn(move || round.work(index, solver, told));
            }
        });
        self.over.store(false, Relaxed);
        let told = told.into_inner().expect("no solver panics");
        (self.finder, self.core) = (told.finder.unwrap_or(0), told.core);
        match (told.finder, told.refuted, told.stopped) {
            (Some(_), ..) => Verdict::Satisfiable,
            (None, false, true) => Verdict::Stopped,
            _ => Verdict::Unsatisfiable,
        }
    }

    /// The values of the first `variables` variables in the solution just found.
    pub fn values(&self, variables: usize) -> Values {
        self.solvers[self.finder].values(variables)
    }

    /// The assumptions that cannot all be true together, after a refutation.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// How hard all have worked so far.
    pub fn effort(&self) -> Effort {
        let mut sum = Effort::default();
        self.solvers.iter().for_each(|solver| sum += solver.effort());
        sum
    }

    /// Cubes that together cover everything under the assumptions.
    fn cubes(&mut self, assumptions: &[Lit]) -> Vec<Vec<Lit>> {
        let wanted = CUBES_EACH * self.solvers.len();
        let mut cubes = vec![Vec::new()];
        while cubes.len() < wanted {
            let before = cubes.len();
            cubes = cubes.into_iter().flat_map(|cube| self.divided(assumptions, cube)).collect();
            if cubes.len() == before {
                break;
            }
        }
        cubes
    }

    /// A cube divided by the best decision under it; whole where unit propagation refutes it or
    /// nothing is left to decide.
    fn divided(&mut self, assumptions: &[Lit], cube: Vec<Lit>) -> Vec<Vec<Lit>> {
        let under = [assumptions, &cube].concat();
        let lookahead = &mut self.solvers[0];
        let Some(base) = lookahead.implied(&under) else { return vec![cube] };
        let undecided =
            self.candidates.iter().filter(|&&lit| !cube.contains(&lit) && !cube.contains(&!lit));
        let mut best: Option<(usize, Lit)> = None;
        for &lit in undecided {
            let mut worth = |decision| {
                let implied = lookahead.implied(&[under.as_slice(), &[decision]].concat());
                implied.map_or(usize::from(u16::MAX), |implied| implied.saturating_sub(base))
            };
            let product = worth(lit) * worth(!lit);
            if product > 0 && best.is_none_or(|(most, _)| product > most) {
                best = Some((product, lit));
            }
        }
        let Some((_, lit)) = best else { return vec![cube] };
        [lit, !lit].map(|decision| [cube.as_slice(), &[decision]].concat()).to_vec()
    }
}

/// One question to all solvers.
struct Round<'a> {
    assumptions: &'a [Lit],
    conflicts: i32,
    cubes: Vec<Vec<Lit>>,
    next: AtomicUsize,
    over: Arc<AtomicBool>,
}

/// What solvers have said in a round.
#[derive(Default)]
struct Told {
    finder: Option<usize>,
    refuted: bool,
    stopped: bool,
    core: Vec<Lit>,
}

impl Round<'_> {
    /// Has a solver take cube after cube until the round is over.
    fn work(&self, index: usize, solver: &mut Solver, told: &Mutex<Told>) {
        while let Some(cube) = self.cubes.get(self.next.fetch_add(1, Relaxed)) {
            let verdict = solver.solve_within(&[self.assumptions, cube].concat(), self.conflicts);
            let mut told = told.lock().expect("no solver panics");
            if self.over.load(Relaxed) {
                return;
            }
            match verdict {
                Verdict::Satisfiable => told.finder = Some(index),
                Verdict::Stopped => told.stopped = true,
                Verdict::Unsatisfiable => {
                    let core = solver.core();
                    told.refuted = core.iter().all(|lit| self.assumptions.contains(lit));
                    told.take_in(core, cube);
                }
            }
            if told.finder.is_some() || told.stopped || told.refuted {
                self.over.store(true, Relaxed);
                return;
            }
        }
    }
}

impl Told {
    /// Takes in what the refutation of a cube rests on.
    fn take_in(&mut self, core: Vec<Lit>, cube: &[Lit]) {
        if self.refuted {
            self.core.clear();
        }
        for lit in core {
            if !cube.contains(&lit) && !self.core.contains(&lit) {
                self.core.push(lit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Encodings, encode};
    use crate::model::{Model, Relation};

    /// Pigeons, each of which nests in a hole, and holes for one pigeon each.
    fn pigeons(pigeons: usize, holes: usize) -> (Model, Vec<Lit>) {
        let mut model = Model::new();
        let nests: Vec<Vec<Lit>> = (0..pigeons)
            .map(|pigeon| (0..holes).map(|hole| model.variable("nest", &[pigeon, hole])).collect())
            .collect();
        nests.iter().for_each(|holes| model.clause("pigeons", holes.iter().copied()));
        for hole in 0..holes {
            let nests = nests.iter().map(|nests| nests[hole]);
            model.cardinality("holes", nests, Relation::AtMost, 1);
        }
        (model, nests.concat())
    }

    fn crew(size: usize, model: &Model, candidates: &[Lit]) -> Crew {
        let formula = encode(model, &Encodings::default(), &Stop::never()).expect("a form for all");
        let mut crew = Crew::new(size, 0, candidates, &Stop::never());
        crew.add(&formula.clauses);
        crew
    }

    #[test]
    fn a_crew_says_what_a_solver_says() {
        for size in 1..=3 {
            let (model, nests) = pigeons(7, 6);
            let mut crew = crew(size, &model, &nests);
            assert_eq!(crew.solve(&[], i32::MAX), Verdict::Unsatisfiable, "{size} solvers");
            assert_eq!(crew.solve(&[nests[0]], i32::MAX), Verdict::Unsatisfiable);
        }
        for size in 1..=3 {
            let (model, nests) = pigeons(6, 6);
            let mut crew = crew(size, &model, &nests);
            assert_eq!(crew.solve(&[nests[0]], i32::MAX), Verdict::Satisfiable);
            assert!(crew.values(nests.len()).of(nests[0]));
            let twice = [nests[0], nests[6]];
            assert_eq!(crew.solve(&twice, i32::MAX), Verdict::Unsatisfiable);
            let mut core = crew.core().to_vec();
            core.sort_unstable();
            assert_eq!(core, twice, "both pigeons in one hole, {size} solvers");
        }
    }

    #[test]
    fn cubes_cover_everything() {
        let (model, nests) = pigeons(5, 5);
        let mut crew = crew(2, &model, &nests);
        let cubes = crew.cubes(&[]);
        assert!(cubes.len() > 2, "{cubes:?}");
        // Shares of the space, each cube's by its length, make the whole.
        let shares: f64 = cubes.iter().map(|cube| 0.5_f64.powi(cube.len() as i32)).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{cubes:?}");
    }

    #[test]
    fn a_crew_stops_with_its_limit() {
        let (model, nests) = pigeons(11, 10);
        let mut crew = crew(2, &model, &nests);
        assert_eq!(crew.solve(&[], 10), Verdict::Stopped);
    }
}
