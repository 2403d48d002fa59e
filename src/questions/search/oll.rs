//! Core-guided search for weighted objectives.
//!
//! Each literal that makes the value worse is **soft**: it costs its weight. The search assumes
//! that all soft literals are false, and learns cores. A core is a set of soft literals of which at
//! least one is true. The least weight in a core is paid: it is added to the lower bound, and
//! subtracted from the weight of each literal in the core. Each true literal of the core after the
//! first costs this weight again. So a counter over the core is encoded, and its output "at least
//! two" becomes soft. When "at least two" is paid, "at least three" becomes soft, and so on (OLL:
//! Andres, Kaufmann, Matheis and Schaub, Unsatisfiability-based optimization in clasp, ICLP 2012;
//! Morgado, Dodaro and Marques-Silva, Core-Guided MaxSAT with Soft Cardinality Constraints, CP
//! 2014).
//!
//! Invariant: for each solution, the paid cost plus the weights of the true soft literals is at
//! least the cost of the solution. The two are equal if each counter output that the clauses allow
//! to be false is false. So the paid cost is a lower bound, and a solution without true soft
//! literals is an optimum.
//!
//! These techniques make the search fast:
//! - **stratification** (`levels.rs`): heavy literals are assumed first, and each level ends with
//!   an answer (Ansótegui, Bonet and Levy, SAT-based MaxSAT algorithms, AIJ 2013);
//! - **hardening**: a literal that is too heavy for a better answer is fixed to false (same paper
//!   as for stratification);
//! - **weight-aware core extraction**: counters are encoded only when the remaining weights give no
//!   more cores (Berg and Järvisalo, Weight-Aware Core Extraction in SAT-Based MaxSAT Solving, CP
//!   2017);
//! - **core trimming and minimisation** (`cores.rs`);
//! - **multipliers** of the linear relaxation (`dual.rs`), once the search by cores has taken about
//!   as long as the linear program would;
//! - **intrinsic at-most-ones** (`exclusive.rs`) (Ignatiev, Morgado and Marques-Silva, RC2: an
//!   Efficient MaxSAT Solver, JSAT 2019).
//!
//! **Tried and dropped**: order literals as soft literals of an integer, "x ≥ 1" first and "x ≥ 2"
//! when it is paid, instead of its digits. On six programs with `--int order`, the ticks changed by
//! factors from 0.46 (network-modules) to 2.4 (weighted-tardiness-7), 1.15 in the geometric mean.
//! Digits pay more at once, since the heavy ones come first.

use crate::decision::Decision;
use std::collections::{BTreeMap, HashMap};

use super::SearchError;
use super::method::Method;
use super::optimiser::Optimiser;
use super::strategy::{Division, Fit, Strategy};
use super::task::NO_LIMIT;
use crate::encode::{CostConversion, CountedPart};
use crate::model::Lit;
use crate::proof::CoreIndex;

mod cores;
mod dual;
mod exclusive;
mod levels;

/// The method `oll`. It fits weighted sums best. An objective that is the least of several counts
/// has no soft literals.
pub(super) const METHOD: Method = Method {
    strategy: Strategy {
        name: "oll",
        summary: "raise the lower bound core by core, beginning with the literals of the largest weights",
        fit: |model, _| match model.objective() {
            Some(objective) if objective.weighted_sum().is_some() => Fit::Best,
            Some(objective) if objective.single_count().is_some() => Fit::Possible,
            _ => Fit::None,
        },
        division: Division::Undivided,
        needs_cores: true,
        demands: false,
        needs_clauses: true,
        has_proof: |_, _| true,
    },
    run,
    share: None,
    trial: None,
};

/// Searches for the optimum by cores. Fails if the objective is not one sum.
fn run(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    match Oll::for_objective(optimiser) {
        Some(mut search) => search.run().or_else(CoresEnd::failure),
        None => Err(METHOD
            .requirement_error("an objective that is one sum, not the least of several counts")),
    }
}

/// Searches for the optimum by cores, for about twice the time that the linear program would take,
/// and records the answers and bounds that are found. Does nothing if the objective is the least of
/// several counts.
pub(super) fn search_shortly(optimiser: &mut Optimiser) -> Result<(), SearchError> {
    let Some(mut search) = Oll::for_objective(optimiser) else { return Ok(()) };
    search.patience = Some(2 * search.tick_limit());
    search.begin().and_then(|()| search.search_stratified()).or_else(CoresEnd::failure)
}

/// Raises the lower bound by the costs that cores prove, up to a limit of ticks, and records the
/// answers found. If the limit ends this search, bounds that are demanded later add up only the
/// costs that are not yet paid. Does nothing if the objective is the least of several counts.
pub(super) fn add_up_cores(optimiser: &mut Optimiser, ticks: u64) -> Result<(), SearchError> {
    let Some(mut search) = Oll::for_objective(optimiser) else { return Ok(()) };
    search.run_within(ticks).or_else(CoresEnd::failure)
}

/// The conflict limit of each solver's call while the search by cores has a limit of ticks. After
/// each such call, the search checks its limit of ticks.
const CONFLICTS_BETWEEN: i32 = 2_000;

/// A search by cores in progress.
struct Oll<'o, 'a> {
    optimiser: &'o mut Optimiser<'a>,
    /// The relation between costs and values of the objective.
    cost: CostConversion,
    /// A cost of 1 is divided into this number of small units, called parts. Weights and
    /// `lower_bound` are numbers of parts.
    unit: u128,
    /// The proved least cost of an answer, in parts (see `unit`).
    lower_bound: u128,
    /// The weight of each soft literal, in parts (see `unit`). Weights are positive; a literal
    /// without weight is not in the map.
    softs: BTreeMap<Lit, u128>,
    /// The counters over paid cores and over surpluses of constraints. `outputs` has their indices.
    totals: Vec<CoreTotal>,
    /// For each output of a counter, the index of the counter in `totals`, and the number of true
    /// literals that the output states.
    outputs: HashMap<Lit, (usize, usize)>,
    /// The cores that have no counter yet. Each has the cost of every true literal after the first,
    /// and the index of its reformulation in the proof (`None` if no proof is written).
    pending: Vec<(Vec<Lit>, u128, Option<CoreIndex>)>,
    /// The solver's tick count at which the search by cores ends; `None` if it is not limited.
    patience: Option<u64>,
}

/// A counter over the literals of a core or of a constraint.
struct CoreTotal {
    /// The counter. An output is encoded when it becomes soft.
    part: CountedPart,
    /// The index of the reformulation of the core or constraint in the proof. Each output that
    /// becomes soft extends this reformulation. `None` if no proof is written.
    payment: Option<CoreIndex>,
}

/// The reason why the search by cores ends early.
#[derive(Debug)]
enum CoresEnd {
    /// The question is decided, or a limit or a signal ends the search.
    Over,
    /// The limit of ticks for the search by cores is reached.
    TickLimit,
    /// An encoding, a solver or the proof fails, or an answer does not pass its check.
    Failed(SearchError),
}

impl<E: Into<SearchError>> From<E> for CoresEnd {
    fn from(error: E) -> CoresEnd {
        CoresEnd::Failed(error.into())
    }
}

impl CoresEnd {
    /// If an error ended the search, returns this error. Otherwise returns `Ok`.
    fn failure(self) -> Result<(), SearchError> {
        match self {
            CoresEnd::Over | CoresEnd::TickLimit => Ok(()),
            CoresEnd::Failed(error) => Err(error),
        }
    }
}

impl<'o, 'a> Oll<'o, 'a> {
    /// Returns a search whose soft literals are the literals of the objective, with their costs as
    /// weights. Its lower bound is 0, and it has no limit of ticks. Returns `None` if the objective
    /// is the least of several counts.
    fn for_objective(optimiser: &'o mut Optimiser<'a>) -> Option<Oll<'o, 'a>> {
        let (costs, cost) = optimiser.costs()?;
        Some(Oll {
            optimiser,
            cost,
            unit: 1,
            lower_bound: 0,
            softs: costs.into_iter().map(|(weight, lit)| (lit, weight.into())).collect(),
            totals: Vec::new(),
            outputs: HashMap::new(),
            pending: Vec::new(),
            patience: None,
        })
    }

    /// Searches for the optimum. First searches by cores for about the time that the linear program
    /// takes. Then rewrites the objective by this program, and searches by cores to the end. Ends
    /// with `Over` as soon as the question is decided, also if cores prove an answer to be optimal.
    /// Also ends with `Over` if a limit or a stop ends the search. Returns `Ok` only if
    /// [`search_stratified`](Oll::search_stratified) does. Ends with `Failed` if an encoding (also
    /// at a stop), a solver or the proof fails, or if an answer does not pass its check. Must be
    /// called at most once.
    fn run(&mut self) -> Result<(), CoresEnd> {
        self.begin()?;
        self.patience = Some(self.tick_limit());
        match self.search_stratified() {
            Err(CoresEnd::TickLimit) => {}
            ended => return ended,
        }
        self.patience = None;
        self.reformulate()?;
        self.search_stratified()
    }

    /// Searches by cores for at most about `ticks` ticks from now on. Ends with `Over` as soon as
    /// the question is decided, or if another limit or a stop ends the search. If this does not
    /// happen within `ticks`, returns `Ok`. Then, if bounds are written by an encoding of weights,
    /// bounds that are demanded later add up only the costs that are not yet paid. Ends with
    /// `Failed` if an encoding (also at a stop), a solver or the proof fails, or if an answer does
    /// not pass its check.
    fn run_within(&mut self, ticks: u64) -> Result<(), CoresEnd> {
        self.begin()?;
        self.patience = Some(self.optimiser.ticks().saturating_add(ticks));
        match self.search_stratified() {
            Err(CoresEnd::TickLimit) => Ok(self.bound_remaining_costs()?),
            ended => ended,
        }
    }

    /// If there is no answer yet, finds a first one. Relaxes the intrinsic at-most-ones that
    /// propagation finds, and then hardens literals. Ends with `Over` if this decides the question.
    fn begin(&mut self) -> Result<(), CoresEnd> {
        if self.optimiser.bounds().best.is_none() {
            self.find_first_answer()?;
        }
        self.relax_intrinsic_at_most_ones()?;
        self.harden()
    }

    /// Changes the bounds that are demanded later: they add up only the lower bound and the costs
    /// that are not yet paid. These are the costs of the soft literals, and of the outputs that
    /// follow them in their counters. Encodes the counters of pending cores, and then all these
    /// outputs. Bounds that no encoding of weights writes are not changed. The clauses of bounds
    /// that were demanded before are written again at the next demand. The objective must not be
    /// rewritten by a linear program, so `unit` must be 1. Fails if an encoding or the proof fails,
    /// or at a stop.
    fn bound_remaining_costs(&mut self) -> Result<(), SearchError> {
        if !self.optimiser.bounds_weights() {
            return Ok(());
        }
        self.encode_pending_counters()?;
        let mut rest = self.softs.clone();
        for (lit, weight) in &self.softs {
            let Some(&(total, number)) = self.outputs.get(lit) else { continue };
            for further in number + 1..=self.totals[total].part.size() {
                let part = &mut self.totals[total].part;
                if let Some(fewer) = self.optimiser.at_most(part, further - 1)? {
                    *rest.entry(!fewer).or_default() += weight;
                }
            }
        }
        debug_assert_eq!(self.unit, 1, "weights are those of the objective");
        let costs = rest.into_iter().map(|(lit, weight)| (weight, lit)).collect();
        self.optimiser.bound_costs(costs, self.lower_bound);
        Ok(())
    }

    /// Searches level by level, from the largest weight down. Ends with `Over` as soon as the
    /// question is decided. An answer at the last level costs no more than the proved lower bound,
    /// so it is the optimum and decides the question. Returns `Ok` if no level is left and the
    /// question is still undecided; debug builds panic then. Encodes the counters of pending cores
    /// after each level. Also ends with `Over` if a limit or a stop ends the search. Ends with
    /// `TickLimit` at the limit of ticks, and with `Failed` after a failure.
    fn search_stratified(&mut self) -> Result<(), CoresEnd> {
        let mut level = self.softs.values().copied().max().unwrap_or(0);
        loop {
            self.extract_cores(level)?;
            let has_pending = !self.pending.is_empty();
            let softs = self.softs.len();
            self.encode_pending_counters()?;
            self.harden()?;
            // A literal that is now fixed to false can be true in the last answer.
            if has_pending || self.softs.len() < softs {
                continue;
            }
            match self.next_level(level) {
                Some(next) => level = next,
                None => break,
            }
        }
        debug_assert!(
            self.optimiser.is_settled(),
            "an answer that costs the lower bound is optimal"
        );
        Ok(())
    }

    /// Finds and relaxes cores until an answer makes all soft literals of weight `level` or more
    /// false. Hardens literals after each core. Records the answers. Ends with `Over` if the
    /// question is decided, or if a limit or a stop ends the search. Also ends with `Over` if a
    /// refutation needs no assumption. This is recorded as the proof that there is no better
    /// answer. Ends with `TickLimit` if more ticks than the limit are spent before a call of the
    /// solver. Ends with `Failed` after a failure.
    fn extract_cores(&mut self, level: u128) -> Result<(), CoresEnd> {
        loop {
            if self.patience.is_some_and(|patience| self.optimiser.ticks() > patience) {
                return Err(CoresEnd::TickLimit);
            }
            let assumptions = self.assumptions(level);
            let conflicts = if self.patience.is_some() { CONFLICTS_BETWEEN } else { NO_LIMIT };
            match self.optimiser.try_assumptions(&assumptions, conflicts)? {
                Decision::Unknown if self.optimiser.is_over() => return Err(CoresEnd::Over),
                Decision::Unknown => continue,
                Decision::Sat(()) => return self.check_unsettled(),
                Decision::Unsat(()) => {}
            }
            let core = self.minimised_core()?;
            if core.is_empty() {
                self.refute_rest()?;
                return Err(CoresEnd::Over);
            }
            self.relax_core(core)?;
            self.harden()?;
        }
    }

    /// Searches for any answer. Records the answer, or records that there is none, also in the
    /// proof. Returns `Ok` if an answer is found and the question is still undecided. Ends with
    /// `Over` if the question is decided, or if a limit or a stop ends the call. Ends with `Failed`
    /// after a failure.
    fn find_first_answer(&mut self) -> Result<(), CoresEnd> {
        match self.optimiser.try_assumptions(&[], NO_LIMIT)? {
            Decision::Unknown => return Err(CoresEnd::Over),
            Decision::Sat(()) => {}
            Decision::Unsat(()) => self.refute_rest()?,
        }
        self.check_unsettled()
    }

    /// Records that no better answer exists, because the last refutation needs no assumptions.
    fn refute_rest(&mut self) -> Result<(), SearchError> {
        if let Some(log) = self.optimiser.log() {
            log.conclude_refutation()?;
        }
        self.optimiser.refute_rest();
        Ok(())
    }

    /// Ends with `Over` if the question is decided.
    fn check_unsettled(&self) -> Result<(), CoresEnd> {
        if self.optimiser.is_settled() { Err(CoresEnd::Over) } else { Ok(()) }
    }

    /// Records that a literal of the core is true. Pays the least weight in the core, also in the
    /// proof, and subtracts it from the weight of each literal. Adds the core as a clause. If the
    /// core has two or more literals, it then waits for a counter. Each literal of the core must be
    /// soft, and must occur once. If a proof is written, the last refutation must have only
    /// literals of the core. Ends with `Over` if the paid cost decides the question; the clause is
    /// then not added. Ends with `Failed` if an encoding (also at a stop) or the proof fails.
    /// Panics if a literal is not soft, or if the core is empty.
    fn relax_core(&mut self, core: Vec<Lit>) -> Result<(), CoresEnd> {
        let weights = core
            .iter()
            .filter_map(|lit| self.softs.get(lit))
            .min()
            .expect("a core has soft literals");
        let least = *weights;
        let log = self.optimiser.log();
        let payment = log.map(|log| log.relax_core(&core, least)).transpose()?;
        for &lit in &core {
            self.reduce_weight(lit, least)?;
        }
        self.raise_lower_bound(least)?;
        self.optimiser.add_clause(&core)?;
        if core.len() > 1 {
            self.pending.push((core, least, payment));
        }
        Ok(())
    }

    /// Adds `more` to the paid cost, and records the bound that the paid cost proves. Ends with
    /// `Over` if this decides the question.
    fn raise_lower_bound(&mut self, more: u128) -> Result<(), CoresEnd> {
        self.lower_bound += more;
        self.optimiser.limit_to(self.cost.best_value(self.lower_bound.div_ceil(self.unit)));
        self.check_unsettled()
    }

    /// Subtracts `weight` from the weight of a soft literal. At weight 0, the literal is no longer
    /// soft. If the literal is an output and its counter has a next output, adds `weight` to the
    /// weight of the next output. The literal must be soft and have at least this weight. Fails if
    /// the next output cannot be encoded or derived, or at a stop; the weight is already subtracted
    /// then.
    fn reduce_weight(&mut self, lit: Lit, weight: u128) -> Result<(), SearchError> {
        let left = self.softs.remove(&lit).expect("the literal is soft") - weight;
        if left > 0 {
            self.softs.insert(lit, left);
        }
        if let Some(&(total, number)) = self.outputs.get(&lit) {
            self.soften_output(total, number + 1, weight)?;
        }
        Ok(())
    }

    /// Adds `weight` to the weight of a counter's output "at least `number`". The output becomes
    /// soft if it is not soft yet. `total` is the counter's index, and `number` is at least 1. If
    /// the output is not encoded yet, encodes it. If a proof is written, extends the reformulation
    /// in the proof. Does nothing if the counter has fewer than `number` literals. Fails if the
    /// output cannot be encoded or derived, or at a stop.
    fn soften_output(
        &mut self,
        total: usize,
        number: usize,
        weight: u128,
    ) -> Result<(), SearchError> {
        let CoreTotal { part, payment } = &mut self.totals[total];
        let payment = *payment;
        let Some(fewer) = self.optimiser.at_most(part, number - 1)? else { return Ok(()) };
        if let Some((log, payment)) = self.optimiser.log().zip(payment) {
            log.soften_output(payment, number, weight, !fewer)?;
        }
        *self.softs.entry(!fewer).or_default() += weight;
        self.outputs.insert(!fewer, (total, number));
        Ok(())
    }

    /// Encodes a counter for each core that waits for one, and makes its second output soft.
    fn encode_pending_counters(&mut self) -> Result<(), SearchError> {
        for (core, weight, payment) in std::mem::take(&mut self.pending) {
            self.totals.push(CoreTotal { part: self.optimiser.part(&core), payment });
            self.soften_output(self.totals.len() - 1, 2, weight)?;
        }
        Ok(())
    }

    /// Returns the largest cost of an answer whose value reaches [`Optimiser::wanted`]. Returns
    /// `None` if no value is wanted, or if this cost is negative.
    fn upper_bound(&self) -> Option<u128> {
        u128::try_from(self.cost.convert(self.optimiser.wanted()?)).ok()
    }

    /// Fixes literals to false that are too heavy for a better answer. These literals are then no
    /// longer soft. A literal is too heavy if its weight is more than the cost of the wanted value
    /// minus the lower bound. If a proof is written, fixes a literal only if the proof can derive
    /// that it is false. Does nothing if no better value is wanted, or if the cost of this value is
    /// negative. Ends with `Over` if the question is decided, and with `Failed` if a clause cannot
    /// be added.
    fn harden(&mut self) -> Result<(), CoresEnd> {
        self.check_unsettled()?;
        let Some(most) = self.upper_bound() else { return Ok(()) };
        let room = (most * self.unit).saturating_sub(self.lower_bound);
        let mut too_heavy: Vec<Lit> =
            self.softs.iter().filter(|&(_, &weight)| weight > room).map(|(&lit, _)| lit).collect();
        if let Some(log) = self.optimiser.log().filter(|_| !too_heavy.is_empty()) {
            too_heavy = log.harden(&too_heavy);
        }
        for lit in too_heavy {
            self.softs.remove(&lit);
            self.optimiser.add_clause(&[!lit])?;
        }
        self.check_unsettled()
    }
}

#[cfg(test)]
mod tests {
    use quarrel_encodings::integer;

    use super::*;
    use crate::encode::Encodings;
    use crate::search::{Task, optimise};
    use crate::written::{FAMILY, ModelFile};

    /// Returns an LP with three integers from −2 to 6, random costs and random rows, and its optimum;
    /// `None` if no answer exists.
    fn program(random: &mut fastrand::Rng) -> (String, Option<i64>) {
        let names = ["x", "y", "z"];
        let costs: Vec<i64> = names.iter().map(|_| random.i64(-5..=9)).collect();
        let sum = |weights: &[i64]| -> String {
            weights.iter().zip(names).map(|(weight, name)| format!(" {weight:+} {name}")).collect()
        };
        let rows: Vec<(Vec<i64>, i64)> = (0..3)
            .map(|_| (names.iter().map(|_| random.i64(-3..=4)).collect(), random.i64(-6..=15)))
            .collect();
        let mut text = format!("Minimize{}\nSubject To\n", sum(&costs));
        for (weights, bound) in &rows {
            text += &format!("{} >= {bound}\n", sum(weights));
        }
        text += "Bounds\n";
        names.iter().for_each(|name| text += &format!("-2 <= {name} <= 6\n"));
        text += "General\nx y z\nEnd\n";
        let value = |weights: &[i64], point: &[i64]| -> i64 {
            weights.iter().zip(point).map(|(weight, value)| weight * value).sum()
        };
        let points = (0..729).map(|number| [number % 9 - 2, number / 9 % 9 - 2, number / 81 - 2]);
        let optimum = points
            .filter(|point| rows.iter().all(|(weights, bound)| value(weights, point) >= *bound))
            .map(|point| value(&costs, &point))
            .min();
        (text, optimum)
    }

    #[test]
    fn integers_of_the_objective_are_paid_digit_by_digit() {
        let mut random = fastrand::Rng::with_seed(57);
        for (round, row) in (0..120).zip(integer::ALL.iter().cycle()) {
            let (text, optimum) = program(&mut random);
            let file = ModelFile::from_text("lp", &text);
            let encodings = Encodings { integer: Some(row), ..Encodings::default() };
            let task = Task { encodings, ..Task::new(&file, &FAMILY.formulations[0]) };
            let prepared = task.prepared_with_symmetries().into_complete().expect("one model");
            let search = |optimiser: &mut Optimiser| {
                run(optimiser)?;
                assert!(optimiser.is_settled(), "{text}");
                Ok(Decision::Sat(()))
            };
            let worked = optimise::search_share(&task, prepared, &METHOD.strategy, search);
            let (decision, _) = worked.expect("every constraint can be encoded");
            let found = match decision {
                Decision::Sat(answer) => answer.value(),
                _ => None,
            };
            assert_eq!(found, optimum, "{round}: {} of {text}", row.name);
        }
    }
}
