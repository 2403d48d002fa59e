//! Solvers that share the work on one question.
//!
//! If a solver is idle, a busy solver divides its own part of the question. It divides this part by
//! the literal that a lookahead rates best ([`super::lookahead`]), keeps one half and offers the
//! other half. The halves are **cubes**, that is, additional assumptions (cube and conquer, see
//! `cuber.rs`). Dividing on demand is called guiding-path search (Zhang, Bonacina and Hsiang,
//! PSATO, JSC 1996). By clause sharing, solvers read each other's short learnt clauses (Hamadi,
//! Jabbour and Sais, ManySAT, JSAT 2009). These clauses follow from the formula without the
//! assumptions.
//!
//! The following times are for two threads on two cores, and for one thread. `quarrel solve gunport
//! --size 14x16` takes 0.7 seconds with two threads and 1.6 with one. `gunport --size 19 --bound
//! 121` takes 18 to 20 seconds with two threads and 33 with one. Armies of 9 by clauses (`--search
//! linear-unsat-sat`) divide badly: they take 3.5 seconds with two threads, and only 2.8 with one.
//!
//! Tried and dropped:
//! - Dividing by the literals that compare solutions, the most significant first, without a
//!   lookahead. Gunport 14 × 16 then takes 1.7 seconds, which is twice as long. Armies of 9 by
//!   clauses take 3.1 seconds, which is a tenth less, and armies of 10 take a quarter less.
//! - Checking for idle solvers every 500 conflicts instead of 2000: no faster.
//! - A portfolio, that is, solvers with different options, which share only clauses: hardly faster
//!   than one solver.

use crate::decision::Decision;
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::lookahead::Lookahead;
use crate::encode::Clauses;
use crate::lock::lock;
use crate::model::{Lit, Values};
use crate::solver::external::ExternalError;
use crate::solver::{Effort, LearntClauses, Solver, SolverChoice, SolverSetting};
use crate::stop::Stop;

/// After this number of conflicts, a solver checks whether other solvers are idle.
const CONFLICTS_BETWEEN: i32 = 2000;

/// The time limit of a lookahead. At this limit, the cube is divided by the best literal found so
/// far.
const MOST_LOOKING: Duration = Duration::from_millis(200);

/// After this time, an idle solver checks for work again.
const NAP: Duration = Duration::from_millis(20);

/// One or several solvers with the same clauses, which share the work of each call.
pub(super) struct Workers {
    /// The solvers. If there is only one solver, it works without cubes.
    members: Vec<SolvingMember>,
    /// The lookahead that divides cubes. It has the clauses only if `looks_ahead` is true.
    lookahead: Mutex<Lookahead>,
    /// Whether the lookahead also receives the clauses, so that it can divide cubes.
    looks_ahead: bool,
    /// Is set when a call is decided, so that all members stop.
    over: Arc<AtomicBool>,
    /// The index of the member that found the last solution.
    finder: usize,
    /// The assumptions that the last refutation needs.
    core: Vec<Lit>,
}

/// A solver, and the clauses that it shares.
struct SolvingMember {
    solver: Solver,
    /// The short learnt clauses that the solver has not shared yet.
    learnt: LearntClauses,
}

impl Workers {
    /// Prepares `size` solvers without clauses, but at least one. If the solver is external,
    /// prepares only one. If there are several solvers, there is always a lookahead.
    pub fn new(setting: &SolverSetting, size: usize) -> Workers {
        let size = if matches!(setting.choice, SolverChoice::Embedded) { size.max(1) } else { 1 };
        let over = Arc::<AtomicBool>::default();
        let mut members = Vec::new();
        for _ in 0..size {
            let learnt = LearntClauses::default();
            let solver = match size {
                1 => Solver::from_setting(setting),
                _ => Solver::for_worker(setting, &over, &learnt),
            };
            members.push(SolvingMember { solver, learnt });
        }
        let lookahead = Mutex::new(Lookahead::default());
        Workers { members, lookahead, looks_ahead: size > 1, over, finder: 0, core: Vec::new() }
    }

    /// Enables [`Workers::refutes_by_propagation`] and [`Workers::take_lookahead`].
    #[must_use]
    pub fn with_lookahead(self) -> Workers {
        Workers { looks_ahead: true, ..self }
    }

    /// Returns whether propagation contradicts the assumptions. The workers must be [looking
    /// ahead](Workers::with_lookahead).
    pub fn refutes_by_propagation(&self, assumptions: &[Lit]) -> bool {
        debug_assert!(self.looks_ahead, "the lookahead has the clauses");
        !lock(&self.lookahead).assume_cube(assumptions)
    }

    /// Returns the lookahead with all clauses. If there are several solvers, it is a copy. If there
    /// is only one solver, the lookahead is removed from the workers. So it can then be taken only
    /// once, and later clauses do not reach it. The workers must be [looking
    /// ahead](Workers::with_lookahead); only debug builds test this. Clauses that were added by
    /// [`Workers::add_clause`] are missing.
    pub fn take_lookahead(&mut self) -> Lookahead {
        debug_assert!(self.looks_ahead, "the lookahead has the clauses");
        self.looks_ahead = self.members.len() > 1;
        if self.looks_ahead {
            lock(&self.lookahead).clone()
        } else {
            std::mem::take(&mut *lock(&self.lookahead))
        }
    }

    /// Prepares the solvers for many short calls, as [`Solver::for_many_calls`] does. Clauses and
    /// the lookahead are unchanged.
    #[must_use]
    pub fn for_many_calls(mut self) -> Workers {
        self.members = self
            .members
            .into_iter()
            .map(|one| SolvingMember { solver: one.solver.for_many_calls(), ..one })
            .collect();
        self
    }

    /// Adds a clause to the solvers, but not to the lookahead.
    pub fn add_clause(&mut self, clause: impl Iterator<Item = Lit> + Clone) {
        self.members.iter_mut().for_each(|member| member.solver.add_clause(clause.clone()));
    }

    /// Adds clauses to the solvers. If the workers look ahead, adds them to the lookahead, too.
    pub fn add(&mut self, clauses: &Clauses) {
        self.members.iter_mut().for_each(|member| member.solver.add(clauses));
        if self.looks_ahead {
            lock(&self.lookahead).add_clauses(clauses, &Stop::unlimited());
        }
    }

    /// If `so` is true, makes the solvers prefer these literals to be true in decisions. Otherwise,
    /// ends this preference.
    pub fn prefer(&mut self, lits: &[Lit], so: bool) {
        for member in &mut self.members {
            lits.iter().for_each(|&lit| member.solver.prefer(lit, so));
        }
    }

    /// Searches for a solution under assumptions. Returns `Unknown` if, before the question is
    /// decided, a solver reaches a stop or the conflict limit on its cube. Also returns `Unknown`
    /// if an external solver fails ([`Workers::take_error`]). An external solver ignores the
    /// conflict limit. After `Sat`, [`Workers::values`] has the solution. After `Unsat`,
    /// [`Workers::core`] has the core.
    pub fn solve(&mut self, assumptions: &[Lit], conflicts: i32) -> Decision {
        let [alone] = self.members.as_mut_slice() else {
            return self.solve_together(assumptions, conflicts);
        };
        let verdict = alone.solver.solve_within(assumptions, conflicts);
        if verdict == Decision::Unsat(()) {
            self.core = alone.solver.core();
        }
        verdict
    }

    /// Searches under assumptions with all members, each on cubes of the question. Returns `Sat` if
    /// a member finds a solution. Returns `Unsat` if all cubes are refuted, or if one refutation
    /// needs no cube. Returns `Unknown` if a member reaches a stop or the conflict limit on one
    /// cube. Replaces the finder and the core; the core is complete only after `Unsat`. Panics if a
    /// member panics.
    fn solve_together(&mut self, assumptions: &[Lit], conflicts: i32) -> Decision {
        self.over.store(false, Relaxed);
        let round = SolvingRound {
            assumptions,
            conflicts,
            lookahead: &self.lookahead,
            over: &self.over,
            table: Mutex::new(WorkTable::new(self.members.len())),
            work: Condvar::new(),
        };
        thread::scope(|scope| {
            for (index, member) in self.members.iter_mut().enumerate() {
                let round = &round;
                scope.spawn(move || round.work(index, member));
            }
        });
        let table = round.table.into_inner().expect("no solver panics");
        self.over.store(false, Relaxed);
        (self.finder, self.core) = (table.finder.unwrap_or(0), table.core);
        match (table.finder, table.refuted) {
            (Some(_), _) => Decision::Sat(()),
            (None, true) => Decision::Unsat(()),
            (None, false) => Decision::Unknown,
        }
    }

    /// Returns the values of the first variables in the last solution.
    pub fn values(&mut self, variables: usize) -> Values {
        self.members[self.finder].solver.values(variables)
    }

    /// Returns literals of the first variables that the clauses so far imply, and that a solver has
    /// found out to be true.
    pub fn implied_literals(&mut self, variables: usize) -> BTreeSet<Lit> {
        let members = self.members.iter_mut();
        members.flat_map(|member| member.solver.implied_literals(variables)).collect()
    }

    /// Returns the assumptions that the last refutation needs.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Returns the failure of an external solver, if there was one. Afterwards, the workers no
    /// longer have this failure.
    pub fn take_error(&mut self) -> Option<ExternalError> {
        self.members.iter_mut().find_map(|member| member.solver.take_error())
    }

    /// Returns the work of all solvers together.
    pub fn effort(&self) -> Effort {
        let mut sum = Effort::default();
        self.members.iter().for_each(|member| sum += member.solver.effort());
        sum
    }
}

/// A call that all members work on together.
struct SolvingRound<'a> {
    assumptions: &'a [Lit],
    /// The conflict limit of each cube.
    conflicts: i32,
    lookahead: &'a Mutex<Lookahead>,
    /// Is set when the call is decided, so that all members stop.
    over: &'a AtomicBool,
    /// The state that the members share.
    table: Mutex<WorkTable>,
    /// Notifies waiting members when a cube is offered, or when all solvers must stop.
    work: Condvar,
}

/// The cubes of a call and the results so far.
struct WorkTable {
    /// The cubes that no member has taken.
    cubes: VecDeque<Vec<Lit>>,
    /// The number of members that work on a cube.
    busy: usize,
    /// The index of the member that found a solution.
    finder: Option<usize>,
    /// Whether the question is refuted: all cubes are refuted, or one refutation needs no literal
    /// of its cube.
    refuted: bool,
    /// The assumptions that the refutations so far need, without literals of cubes.
    core: Vec<Lit>,
    /// For each member, the clauses that it shared.
    shared: Vec<Vec<Vec<Lit>>>,
    /// `received[a][b]` is a number of clauses: member b shared them, and member a already has
    /// them.
    received: Vec<Vec<usize>>,
}

impl WorkTable {
    /// Returns a table for `size` members. It has one cube, which is the whole question.
    fn new(size: usize) -> WorkTable {
        WorkTable {
            cubes: VecDeque::from([Vec::new()]),
            busy: 0,
            finder: None,
            refuted: false,
            core: Vec::new(),
            shared: vec![Vec::new(); size],
            received: vec![vec![0; size]; size],
        }
    }

    /// Records that a cube is refuted, with the solver's core. If the core has no literals of the
    /// cube, it refutes the whole question, and becomes the core of the question. Otherwise, the
    /// literals of the core that are not in the cube are added to the core of the question, each
    /// once. The question is then not marked as refuted, even if this is the last cube.
    fn refute(&mut self, core: Vec<Lit>, cube: &[Lit]) {
        if core.iter().all(|lit| !cube.contains(lit)) {
            self.refuted = true;
            self.core = core;
            return;
        }
        for lit in core {
            if !cube.contains(&lit) && !self.core.contains(&lit) {
                self.core.push(lit);
            }
        }
    }
}

impl SolvingRound<'_> {
    /// Searches cubes until the call is decided or a member reaches a limit. `index` is the
    /// member's number. Every [`CONFLICTS_BETWEEN`] conflicts, exchanges clauses. If members are
    /// then idle and no cube is offered, offers them a part of this member's cube. The conflict
    /// limit starts anew for each cube. A limit or a stop of one member ends the call for all. The
    /// results are in the table: the finder of a solution, or that the question is refuted, with
    /// the core. After a limit, the table has neither.
    fn work(&self, index: usize, member: &mut SolvingMember) {
        while let Some(mut cube) = self.next_cube() {
            let mut met = 0;
            loop {
                let under = [self.assumptions, &cube].concat();
                let share = CONFLICTS_BETWEEN.min(self.conflicts - met);
                let verdict = member.solver.solve_within(&under, share);
                met += share;
                let mut table = self.table();
                if self.over.load(Relaxed) {
                    return;
                }
                match verdict {
                    Decision::Sat(()) => table.finder = Some(index),
                    Decision::Unsat(()) => table.refute(member.solver.core(), &cube),
                    Decision::Unknown if met < self.conflicts && !member.solver.is_stopped() => {
                        self.exchange(index, member, &mut table);
                        let is_asked = table.cubes.is_empty() && table.busy < table.shared.len();
                        drop(table);
                        if is_asked {
                            self.divide(&mut cube);
                        }
                        continue;
                    }
                    Decision::Unknown => return self.end(),
                }
                table.busy -= 1;
                let nothing_left = table.busy == 0 && table.cubes.is_empty();
                table.refuted |= nothing_left && table.finder.is_none();
                if table.finder.is_some() || table.refuted {
                    return self.end();
                }
                break;
            }
        }
    }

    fn table(&self) -> MutexGuard<'_, WorkTable> {
        lock(&self.table)
    }

    /// Waits for a cube, takes it, and counts the member as busy. Returns `None` if the call is
    /// over.
    fn next_cube(&self) -> Option<Vec<Lit>> {
        let mut table = self.table();
        while !self.over.load(Relaxed) {
            if let Some(cube) = table.cubes.pop_front() {
                table.busy += 1;
                return Some(cube);
            }
            table = self.work.wait_timeout(table, NAP).expect("no solver panics").0;
        }
        None
    }

    /// Ends the call, and wakes waiting members.
    fn end(&self) {
        self.over.store(true, Relaxed);
        self.work.notify_all();
    }

    /// Adds the best literal to the cube, and offers the half with the negation of this literal to
    /// other members. Does nothing if no literal divides the cube, or if propagation refutes the
    /// cube together with the assumptions. The lookahead is locked during the division, for at most
    /// about [`MOST_LOOKING`].
    fn divide(&self, cube: &mut Vec<Lit>) {
        let under = [self.assumptions, cube].concat();
        let stop = Stop::unlimited().with_limit(MOST_LOOKING);
        let divisor = lock(self.lookahead).splitting_literal(&under, &stop);
        if let Some(divisor) = divisor {
            let left = [cube.as_slice(), &[!divisor]].concat();
            cube.push(divisor);
            self.table().cubes.push_back(left);
            self.work.notify_one();
        }
    }

    /// Shares the member's new learnt clauses, and adds to its solver the clauses that other
    /// members have shared since the last exchange. `index` is the member's number in `table`.
    fn exchange(&self, index: usize, member: &mut SolvingMember, table: &mut WorkTable) {
        table.shared[index].append(&mut member.learnt.take());
        for (other, shared) in table.shared.iter().enumerate().filter(|&(other, _)| other != index)
        {
            for clause in &shared[table.received[index][other]..] {
                member.solver.add_clause(clause.iter().copied());
            }
            table.received[index][other] = shared.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Encodings, encode};
    use crate::model::Model;
    use crate::process::Limits;
    use crate::search::tests::pigeons;
    use crate::solver::Mode;

    fn workers(size: usize, model: &Model) -> Workers {
        let mut clauses = Clauses::new();
        encode(model, &Encodings::default(), &mut clauses, &Stop::unlimited())
            .expect("every constraint can be encoded");
        let setting = SolverSetting {
            choice: &SolverChoice::Embedded,
            seed: 0,
            mode: Mode::Alternating,
            scramble: None,
            limits: Limits::default(),
            listener: None,
            stop: &Stop::unlimited(),
        };
        let mut workers = Workers::new(&setting, size);
        workers.add(&clauses);
        workers
    }

    #[test]
    fn workers_say_what_a_solver_says() {
        for size in 1..=3 {
            let (model, nests) = pigeons(7, 6);
            let mut workers = workers(size, &model);
            assert_eq!(workers.solve(&[], i32::MAX), Decision::Unsat(()), "{size} solvers");
            assert_eq!(workers.solve(&[nests[0]], i32::MAX), Decision::Unsat(()));
        }
        for size in 1..=3 {
            let (model, nests) = pigeons(6, 6);
            let mut workers = workers(size, &model);
            assert_eq!(workers.solve(&[nests[0]], i32::MAX), Decision::Sat(()));
            assert!(workers.values(nests.len()).is_true(nests[0]));
            let twice = [nests[0], nests[6]];
            assert_eq!(workers.solve(&twice, i32::MAX), Decision::Unsat(()));
            let mut core = workers.core().to_vec();
            core.sort_unstable();
            assert_eq!(core, twice, "both pigeons in one hole, {size} solvers");
        }
    }

    #[test]
    fn workers_stop_with_their_limit() {
        let (model, _) = pigeons(11, 10);
        let mut workers = workers(2, &model);
        assert_eq!(workers.solve(&[], 10), Decision::Unknown);
    }
}
