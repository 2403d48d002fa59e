//! Solvers that work on the same question and share what they learn.
//!
//! One solver is asked as it is. Several are asked the same thing, each in its own manner, and the
//! first to know answers for all: a portfolio. Every so many conflicts each hands out the short
//! clauses that it has learnt and takes in those of the others (Hamadi, Jabbour and Sais, ManySAT,
//! JSAT 2009). What a solver learns follows from the formula alone, never from assumptions, so it
//! holds for all bounds and all solvers, which have the same variables.
//!
//! Tried and dropped: cubes of the weightiest literals by which solutions are compared, sixteen for
//! each solver. Two solvers took more time than one, for what is learnt in a cube of a board is of
//! little use in the next.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use crate::encode::Clauses;
use crate::model::{Lit, Values};
use crate::solver::{Effort, Learnt, Manner, Solver, Verdict};
use crate::stop::Stop;

/// How many conflicts a solver meets before it shares for the first time.
const FIRST_SHARE: i32 = 1000;

/// The most conflicts between two times.
const MOST_BETWEEN: i32 = 20_000;

/// One or several solvers with the same clauses.
pub(super) struct Crew {
    members: Vec<Member>,
    /// Tells solvers that a round is over.
    over: Arc<AtomicBool>,
    /// The member that knew the last verdict.
    knower: usize,
    /// The assumptions that the last refutation rests on.
    core: Vec<Lit>,
}

struct Member {
    solver: Solver,
    /// What it has learnt and not yet shared.
    learnt: Learnt,
    /// How much of what each member has shared it has taken in.
    taken: Vec<usize>,
    /// How many conflicts it meets before it shares again.
    patience: i32,
}

impl Crew {
    /// So many solvers.
    pub fn new(size: usize, seed: u32, stop: &Stop) -> Crew {
        let over = Arc::<AtomicBool>::default();
        let size = size.max(1);
        let member = |index: usize| {
            let learnt = Learnt::default();
            let mut solver = Solver::new(seed, stop);
            if size > 1 {
                let manner = Manner::ALL[index % Manner::ALL.len()];
                let own = seed.wrapping_add(u32::try_from(index).expect("few solvers"));
                solver = Solver::in_company(own, manner, stop, &over, &learnt);
            }
            Member { solver, learnt, taken: vec![0; size], patience: FIRST_SHARE }
        };
        let members = (0..size).map(member).collect();
        Crew { members, over, knower: 0, core: Vec::new() }
    }

    /// Adds clauses for good.
    pub fn add(&mut self, clauses: &Clauses) {
        self.members.iter_mut().for_each(|member| member.solver.add(clauses));
    }

    /// Looks for a solution in which the assumptions are true; gives up where a solver has met so
    /// many conflicts.
    pub fn solve(&mut self, assumptions: &[Lit], conflicts: i32) -> Verdict {
        let verdict = match self.members.as_mut_slice() {
            [alone] => alone.solver.solve_within(assumptions, conflicts),
            _ => self.solve_together(assumptions, conflicts),
        };
        if verdict == Verdict::Unsatisfiable {
            self.core = self.members[self.knower].solver.core();
        }
        verdict
    }

    fn solve_together(&mut self, assumptions: &[Lit], conflicts: i32) -> Verdict {
        self.over.store(false, Relaxed);
        let table = Table {
            shared: self.members.iter().map(|_| Mutex::default()).collect(),
            over: Arc::clone(&self.over),
            knower: Mutex::new(None),
        };
        thread::scope(|scope| {
            for (index, member) in self.members.iter_mut().enumerate() {
                let table = &table;
                scope.spawn(move || member.work(index, assumptions, conflicts, table));
            }
        });
        self.over.store(false, Relaxed);
        self.members.iter_mut().for_each(|member| member.taken.fill(0));
        let knower = *lock(&table.knower);
        knower.map_or(Verdict::Stopped, |(index, verdict)| {
            self.knower = index;
            verdict
        })
    }

    /// The values of the first `variables` variables in the solution just found.
    pub fn values(&self, variables: usize) -> Values {
        self.members[self.knower].solver.values(variables)
    }

    /// The assumptions that cannot all be true together, after a refutation.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// How hard all have worked so far.
    pub fn effort(&self) -> Effort {
        let mut sum = Effort::default();
        self.members.iter().for_each(|member| sum += member.solver.effort());
        sum
    }
}

/// What solvers have shared while they work on one question.
struct Table {
    /// By member.
    shared: Vec<Mutex<Vec<Vec<Lit>>>>,
    over: Arc<AtomicBool>,
    /// Who knew first, and what.
    knower: Mutex<Option<(usize, Verdict)>>,
}

impl Member {
    /// Works on a question until somebody knows.
    fn work(&mut self, index: usize, assumptions: &[Lit], conflicts: i32, table: &Table) {
        let mut left = conflicts;
        while !table.over.load(Relaxed) && left > 0 {
            let share = self.patience.min(left);
            let verdict = self.solver.solve_within(assumptions, share);
            if verdict != Verdict::Stopped {
                let mut knower = lock(&table.knower);
                knower.get_or_insert((index, verdict));
                table.over.store(true, Relaxed);
                return;
            }
            if self.solver.is_stopped() {
                return;
            }
            left -= share;
            self.patience = (self.patience + self.patience / 4).min(MOST_BETWEEN);
            self.exchange(index, table);
        }
    }

    /// Hands out what it has learnt, and takes in what the others have.
    fn exchange(&mut self, index: usize, table: &Table) {
        lock(&table.shared[index]).append(&mut self.learnt.take());
        for (other, shared) in table.shared.iter().enumerate().filter(|&(other, _)| other != index)
        {
            let shared = lock(shared);
            for clause in &shared[self.taken[other]..] {
                self.solver.add_clause(clause.iter().copied());
            }
            self.taken[other] = shared.len();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no solver panics")
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

    fn crew(size: usize, model: &Model) -> Crew {
        let formula = encode(model, &Encodings::default(), &Stop::never()).expect("a form for all");
        let mut crew = Crew::new(size, 0, &Stop::never());
        crew.add(&formula.clauses);
        crew
    }

    #[test]
    fn a_crew_says_what_a_solver_says() {
        for size in 1..=3 {
            let (model, nests) = pigeons(7, 6);
            let mut crew = crew(size, &model);
            assert_eq!(crew.solve(&[], i32::MAX), Verdict::Unsatisfiable, "{size} solvers");
            assert_eq!(crew.solve(&[nests[0]], i32::MAX), Verdict::Unsatisfiable);
        }
        for size in 1..=3 {
            let (model, nests) = pigeons(6, 6);
            let mut crew = crew(size, &model);
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
    fn a_crew_stops_with_its_limit() {
        let (model, _) = pigeons(11, 10);
        let mut crew = crew(2, &model);
        assert_eq!(crew.solve(&[], 10), Verdict::Stopped);
    }
}
