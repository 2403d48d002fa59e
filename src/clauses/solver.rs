//! The solvers: CaDiCaL, which only this module uses, and external programs.

use crate::decision::Decision;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rustsat::solvers::{
    ControlSignal, GetInternalStats, Learn, LimitConflicts, PhaseLit, Solve, SolveIncremental,
    SolverResult, Terminate,
};
use rustsat::types::{Cl, Clause, TernaryVal};
use rustsat_cadical::{CaDiCaL, Limit, Statistic};
use serde::{Deserialize, Serialize};

use crate::encode::{Clauses, to_model, to_rustsat};
use crate::lock::lock;
use crate::model::{Lit, Values};
use crate::process::Limits;
use crate::stop::{Stop, StopCause};

use external::External;
pub use listener::Listener;
pub use oracle::ModelSolver;
use scramble::Scramble;
use tracer::Tracer;

pub mod external;
mod listener;
mod oracle;
pub mod program;
pub(crate) mod scramble;
mod tracer;

/// The name and version of the embedded solver, for reports.
pub const NAME: &str = "cadical 2.2.1";

/// The largest seed that CaDiCaL accepts.
pub const LARGEST_SEED: u32 = 2_000_000_000;

/// Returns an instance of CaDiCaL without clauses, with the options for many small questions.
pub fn small_question_solver() -> impl SolveIncremental + LimitConflicts + GetInternalStats {
    let mut cadical = CaDiCaL::default();
    for (option, value) in MANY_CALLS {
        cadical.set_option(option, value).expect("an option of CaDiCaL in its range");
    }
    cadical
}

/// The options of CaDiCaL for [many calls](Solver::for_many_calls), each with its value.
const MANY_CALLS: [(&str, i32); 2] = [("lucky", 0), ("ilb", 2)];

/// The work that a solver has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// The number of conflicts: contradictions that unit propagation has met.
    pub conflicts: u64,
    /// The number of propagated literals.
    pub propagations: u64,
    /// CaDiCaL's estimate of the number of cache lines that it has read. Equal runs give equal
    /// numbers.
    pub ticks: u64,
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.conflicts += other.conflicts;
        self.propagations += other.propagations;
        self.ticks += other.ticks;
    }
}

/// A search mode of CaDiCaL. The stable mode is often faster for satisfiable formulas. For
/// refutations, it depends on the formula which mode is faster, and the difference can be large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The stable and the focused mode in turn.
    Alternating,
    /// The stable mode, with few restarts.
    Stable,
    /// The focused mode, with many restarts.
    Focused,
}

impl Mode {
    /// All modes with their names, the default first.
    pub const ALL: &'static [(&'static str, Mode)] =
        &[("alternating", Mode::Alternating), ("stable", Mode::Stable), ("focused", Mode::Focused)];

    /// Returns the mode with this name. Returns `None` if no mode has this name.
    pub fn by_name(name: &str) -> Option<Mode> {
        Mode::ALL.iter().find(|(other, _)| *other == name).map(|&(_, mode)| mode)
    }

    /// Returns the name by which an option chooses the mode.
    pub fn name(self) -> &'static str {
        let row = Mode::ALL.iter().find(|(_, other)| *other == self);
        row.expect("every mode is in the list").0
    }

    /// Returns the option of CaDiCaL that selects the mode, with its value. Returns `None` for the
    /// default mode.
    fn option(self) -> Option<(&'static str, i32)> {
        match self {
            Mode::Alternating => None,
            Mode::Stable => Some(("stabilizeonly", 1)),
            Mode::Focused => Some(("stabilize", 0)),
        }
    }
}

/// The greatest number of literals of a learnt clause that a worker passes to the other workers.
const SHORT: usize = 4;

/// A list of short learnt clauses that the other workers have not received yet. Its clones share
/// the list.
#[derive(Clone, Default)]
pub struct LearntClauses(Arc<Mutex<Vec<Vec<Lit>>>>);

impl LearntClauses {
    fn put(&self, clause: impl Iterator<Item = Lit>) {
        lock(&self.0).push(clause.collect());
    }

    /// Returns the clauses that were added since the last call, and removes them.
    pub fn take(&self) -> Vec<Vec<Lit>> {
        std::mem::take(&mut lock(&self.0))
    }
}

/// The solver that a search uses.
#[derive(Clone, Debug, Default)]
pub enum SolverChoice {
    /// CaDiCaL, in this process.
    #[default]
    Embedded,
    /// A program, started for each question.
    Program(external::Command),
}

impl SolverChoice {
    /// Returns the name and version of the embedded solver, or the command of the program.
    pub fn name(&self) -> String {
        match self {
            SolverChoice::Embedded => NAME.to_owned(),
            SolverChoice::Program(command) => command.to_string(),
        }
    }

    /// Returns whether the solver reports its work ([`Solver::effort`]).
    pub fn reports_effort(&self) -> bool {
        matches!(self, SolverChoice::Embedded)
    }
}

/// The solver of a search, and its settings.
#[derive(Clone, Debug)]
pub struct SolverSetting<'a> {
    /// The choice between the embedded solver and an external program.
    pub choice: &'a SolverChoice,
    /// The seed of CaDiCaL, or the number that replaces `{seed}` in a program's command.
    pub seed: u32,
    /// The search mode of CaDiCaL; a program ignores it.
    pub mode: Mode,
    /// The seed of the scramble. `None` if the formula is not scrambled.
    pub scramble: Option<u64>,
    /// The limits on memory and processor time of an external program and this process together.
    pub limits: Limits,
    /// The proof to which CaDiCaL reports its lemmas (learnt clauses). `None` if no proof is
    /// written.
    pub listener: Option<&'a Listener>,
    /// The request at which the solver ends its call.
    pub stop: &'a Stop,
}

/// An incremental solver: CaDiCaL, or a program that is started for each call.
pub struct Solver {
    engine: Engine,
    /// The names of the variables in the engine. `None` if the formula is not scrambled.
    scramble: Option<Scramble>,
    stop: Stop,
    /// Whether another worker has finished, so that this worker can end.
    over: Arc<AtomicBool>,
}

/// The solver that a [`Solver`] uses, with its state.
enum Engine {
    /// CaDiCaL, in this process.
    Embedded(Box<CaDiCaL<'static, 'static>>),
    /// A program, which is started for each call.
    Program(Box<External>),
}

/// Makes CaDiCaL end its calls if there is a stop, if `over` is true, or if writing the proof has
/// failed. If writing has failed, also requests a stop with the proof as its cause. Replaces the
/// conditions that an earlier call of this function has set.
fn terminate(
    cadical: &mut CaDiCaL<'static, 'static>,
    stop: &Stop,
    over: &Arc<AtomicBool>,
    listener: Option<&Listener>,
) {
    let (stop, over, listener) = (stop.clone(), Arc::clone(over), listener.cloned());
    cadical.attach_terminator(move || {
        if stop.is_reached() || over.load(Relaxed) {
            return ControlSignal::Terminate;
        }
        if listener.as_ref().is_some_and(Listener::is_broken) {
            stop.request_for(StopCause::Proof);
            return ControlSignal::Terminate;
        }
        ControlSignal::Continue
    });
}

impl Solver {
    /// Creates an instance of CaDiCaL without clauses.
    pub fn new(seed: u32, stop: &Stop) -> Solver {
        Solver::with_interrupt(seed, stop, Arc::default())
    }

    /// Creates an instance of CaDiCaL with this seed. The instance ends its calls on a stop, or if
    /// `over` becomes true. It has no clauses, scramble or proof. A seed above [`LARGEST_SEED`] is
    /// replaced by [`LARGEST_SEED`].
    fn with_interrupt(seed: u32, stop: &Stop, over: Arc<AtomicBool>) -> Solver {
        let mut cadical = CaDiCaL::default();
        let seed = i32::try_from(seed.min(LARGEST_SEED)).expect("two billion is an i32");
        cadical.set_option("seed", seed).expect("an option of CaDiCaL in its range");
        terminate(&mut cadical, stop, &over, None);
        let engine = Engine::Embedded(Box::new(cadical));
        Solver { engine, scramble: None, stop: stop.clone(), over }
    }

    /// Creates the solver that a setting describes, without clauses but with its scramble. The
    /// calls of the solver end on the stop of the setting. If the solver is CaDiCaL and there is a
    /// proof, connects the solver with the proof. The memory of this connection is never freed.
    /// With this connection, an error of writing the proof also ends the calls. A program ignores
    /// the proof and the mode, and CaDiCaL ignores the limits.
    pub fn from_setting(setting: &SolverSetting) -> Solver {
        let mut solver = match setting.choice {
            SolverChoice::Embedded => Solver::new(setting.seed, setting.stop),
            SolverChoice::Program(command) => Solver {
                engine: Engine::Program(Box::new(External::new(
                    command,
                    setting.seed,
                    setting.limits,
                ))),
                scramble: None,
                stop: setting.stop.clone(),
                over: Arc::default(),
            },
        };
        solver.scramble = setting.scramble.map(Scramble::new);
        if let (Some(listener), Engine::Embedded(cadical)) = (setting.listener, &mut solver.engine)
        {
            // The returned handle points to the proof. If the solver kept the handle, it could not
            // be moved to other threads. So the handle is forgotten, and the memory of the proof is
            // never freed.
            std::mem::forget(cadical.connect_proof_tracer(Tracer(listener.clone()), true));
            terminate(cadical, &solver.stop, &solver.over, Some(listener));
        }
        solver.with_mode(setting.mode)
    }

    /// Sets an option of CaDiCaL. Does nothing if the solver is a program.
    fn set(&mut self, option: &str, value: i32) {
        if let Engine::Embedded(cadical) = &mut self.engine {
            cadical.set_option(option, value).expect("an option of CaDiCaL in its range");
        }
    }

    /// Returns the error with which a program ended the last call, and removes this error. Returns
    /// `None` if there is no error, or if the solver is CaDiCaL.
    pub fn take_error(&mut self) -> Option<external::ExternalError> {
        match &mut self.engine {
            Engine::Embedded(_) => None,
            Engine::Program(program) => program.take_error(),
        }
    }

    /// Sets the search mode. Must be called before the first clause.
    #[must_use]
    pub fn with_mode(mut self, mode: Mode) -> Solver {
        if let Some((option, value)) = mode.option() {
            self.set(option, value);
        }
        self
    }

    /// Creates an instance of CaDiCaL as one of several workers, with the seed, the mode and the
    /// stop of the setting. The worker has no scramble and no proof, even if the setting has them.
    /// It is CaDiCaL even if the setting chooses another solver. The worker also ends its calls if
    /// `over` is true, and adds its learnt clauses of up to `SHORT` literals to `learnt`.
    pub fn for_worker(
        setting: &SolverSetting,
        over: &Arc<AtomicBool>,
        learnt: &LearntClauses,
    ) -> Solver {
        let mut solver = Solver::with_interrupt(setting.seed, setting.stop, Arc::clone(over));
        let shared = learnt.clone();
        if let Engine::Embedded(cadical) = &mut solver.engine {
            cadical.attach_learner(
                move |clause: Clause| shared.put(clause.iter().map(|lit| to_model(*lit))),
                SHORT,
            );
        }
        solver.with_mode(setting.mode)
    }

    /// Prepares the solver for many calls: CaDiCaL keeps its trail of assigned literals between
    /// calls, and does not try lucky phases (simple assignments that perhaps satisfy the formula).
    ///
    /// An example is `quarrel solve three-in-a-row --size 6 --formulation colours --count` (11,222
    /// answers). It took 13.6 s with CaDiCaL's defaults, and 1.6 s without lucky phases. It took
    /// 0.75 s without lucky phases and with the trail kept.
    #[must_use]
    pub fn for_many_calls(mut self) -> Solver {
        for (option, value) in MANY_CALLS {
            self.set(option, value);
        }
        self
    }

    /// If `so` is true, CaDiCaL makes `lit` true whenever it decides the literal's variable, in
    /// this and all later calls. If `so` is false, this preference is removed, and CaDiCaL chooses
    /// the value itself again. Has no effect if the solver is a program.
    pub fn prefer(&mut self, lit: Lit, so: bool) {
        let lit = to_rustsat(self.name(lit));
        if let Engine::Embedded(cadical) = &mut self.engine {
            let set = if so { cadical.phase_lit(lit) } else { cadical.unphase_var(lit.var()) };
            set.expect("a phase is accepted in any state");
        }
    }

    /// Adds clauses permanently. If the formula is scrambled, adds them renamed, in random order,
    /// and with their literals in random order. Then also draws names for variables that have none.
    /// CaDiCaL ends the process if memory runs out.
    pub fn add(&mut self, clauses: &Clauses) {
        match &mut self.scramble {
            None => clauses.iter().for_each(|clause| self.add_lits(clause)),
            Some(scramble) => {
                let renamed = scramble.clauses(clauses);
                renamed.iter().for_each(|clause| self.add_lits(clause));
            }
        }
    }

    /// Adds one clause permanently.
    pub fn add_clause(&mut self, lits: impl IntoIterator<Item = Lit>) {
        let mut engine_lits: Vec<_> = lits.into_iter().map(to_rustsat).collect();
        if let Some(scramble) = &mut self.scramble {
            engine_lits = scramble.clause(&engine_lits);
        }
        self.add_lits(&engine_lits);
    }

    /// Returns the name of a literal in the engine. Draws the name if the formula is scrambled and
    /// the literal has none yet.
    fn name(&mut self, lit: Lit) -> Lit {
        self.scramble.as_mut().map_or(lit, |scramble| scramble.name(lit))
    }

    /// Adds a clause permanently. Its literals are already named as in the engine. CaDiCaL ends the
    /// process if memory runs out.
    fn add_lits(&mut self, clause: &[rustsat::types::Lit]) {
        match &mut self.engine {
            Engine::Embedded(cadical) => {
                let added = cadical.add_clause_ref(Cl::new(clause));
                added.expect("CaDiCaL aborts when memory runs out");
            }
            Engine::Program(program) => program.add(clause),
        }
    }

    /// Searches for a solution in which all assumptions are true. The assumptions hold for this
    /// call only. Returns `Unknown` on a stop, if another worker has finished, or if a program does
    /// not find the answer. Also returns `Unknown` if a program fails;
    /// [`take_error`](Solver::take_error) then returns the error. If there is a stop or a finished
    /// worker before the call, the solver is not called, and its last result is kept. With a
    /// scramble, draws names for new variables of the assumptions.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Decision {
        if self.is_stopped() {
            return Decision::Unknown;
        }
        let named: Vec<Lit> = assumptions.iter().map(|&lit| self.name(lit)).collect();
        let cadical = match &mut self.engine {
            Engine::Embedded(cadical) => cadical,
            Engine::Program(program) => return program.solve(&named, &self.stop),
        };
        let engine_assumptions: Vec<_> = named.into_iter().map(to_rustsat).collect();
        match cadical.solve_assumps(&engine_assumptions) {
            Ok(SolverResult::Sat) => Decision::Sat(()),
            Ok(SolverResult::Unsat) => Decision::Unsat(()),
            Ok(SolverResult::Interrupted) => Decision::Unknown,
            Err(error) => unreachable!("CaDiCaL in a state that its wrapper excludes: {error}"),
        }
    }

    /// Returns whether a stop is reached, or another worker has finished.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_reached() || self.over.load(Relaxed)
    }

    /// Searches for a solution in which all assumptions are true, with at most this number of
    /// conflicts in this call. Returns `Unknown` if this number is too small, and in the cases of
    /// [`solve`](Solver::solve). A program ignores this limit.
    pub fn solve_within(&mut self, assumptions: &[Lit], conflicts: i32) -> Decision {
        if let Engine::Embedded(cadical) = &mut self.engine {
            cadical.set_limit(Limit::Conflicts(conflicts)).expect("a limit of CaDiCaL");
        }
        self.solve(assumptions)
    }

    /// Returns the values of the first `variables` variables of the formula in the last solution. A
    /// variable to which the solver gives no value is false. The last call must have found a
    /// solution. If it has not, this method panics with CaDiCaL. With a program, the values are
    /// then those of an earlier solution, or all false. With a scramble, the values are those of
    /// the variables before renaming, and variables without a name get one.
    pub fn values(&mut self, variables: usize) -> Values {
        let names: Vec<Lit> =
            (1..=variables).map(|number| self.name(Lit::from_number(number))).collect();
        let cadical = match &self.engine {
            Engine::Embedded(cadical) => cadical,
            Engine::Program(program) => {
                let most = names.iter().map(|lit| lit.variable() + 1).max().unwrap_or(0);
                let values = program.values(most);
                return Values::new(names.into_iter().map(|lit| values.is_true(lit)).collect());
            }
        };
        let values = names
            .into_iter()
            .map(|lit| match cadical.lit_val(to_rustsat(lit)) {
                Ok(value) => value == TernaryVal::True,
                Err(error) => unreachable!("values are read after a solution only: {error}"),
            })
            .collect();
        Values::new(values)
    }

    /// Returns literals of the first `variables` variables that the clauses so far imply, and that the
    /// solver has found out to be true. Returns none for a program.
    pub fn implied_literals(&mut self, variables: usize) -> Vec<Lit> {
        let lits: Vec<Lit> = (1..=variables).map(Lit::from_number).collect();
        let names: Vec<Lit> = lits.iter().map(|&lit| self.name(lit)).collect();
        let Engine::Embedded(cadical) = &self.engine else { return Vec::new() };
        let named = lits.into_iter().zip(names);
        named
            .filter_map(|(lit, name)| match cadical.current_lit_val(to_rustsat(name)) {
                TernaryVal::True => Some(lit),
                TernaryVal::False => Some(!lit),
                TernaryVal::DontCare => None,
            })
            .collect()
    }

    /// Returns the core of the last call: assumptions that cannot all be true. They are not
    /// negated, and have their names in the formula. The last call must have been a refutation. If
    /// it was none, this method panics with CaDiCaL. CaDiCaL's core is empty if the clauses alone
    /// are refuted. For a program, the core consists of all assumptions of the last call, whatever
    /// its result.
    pub fn core(&mut self) -> Vec<Lit> {
        let core = match &mut self.engine {
            Engine::Program(program) => program.core(),
            Engine::Embedded(cadical) => match cadical.core() {
                Ok(negated) => {
                    negated.into_iter().map(|lit| !Lit::from_dimacs(lit.to_ipasir())).collect()
                }
                Err(error) => unreachable!("a core is read after an unsatisfiable call: {error}"),
            },
        };
        match &self.scramble {
            None => core,
            Some(scramble) => core.into_iter().map(|lit| scramble.meaning(lit)).collect(),
        }
    }

    /// Returns the work of all calls so far. All numbers are 0 if the solver is a program (see
    /// [`SolverChoice::reports_effort`]).
    pub fn effort(&self) -> Effort {
        let Engine::Embedded(cadical) = &self.engine else { return Effort::default() };
        Effort {
            conflicts: cadical.get_statistic(Statistic::Conflicts),
            propagations: cadical.get_statistic(Statistic::Propagations),
            ticks: cadical.get_statistic(Statistic::Ticks),
        }
    }
}
