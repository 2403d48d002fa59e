//! A solver with the theory of a board, the known facts, and the queries that all searches of
//! reasons use.

use super::counting::CountingPropagator;
use super::effort::{Effort, EffortSpent};
use super::oracle::Oracle;
use super::sets::Set;
use super::sight::{KnownFacts, Sight};
use super::theory::{Meanings, Rule, Theory};
use super::view::View;
use crate::encode::{Clauses, EncodeRefusal, Encodings, Shape, encode_by_origin, to_model};
use crate::model::{Lit, Values};
use crate::stop::Stop;

/// The number of conflicts after which a brief query gives up without an answer.
const BRIEF: u64 = 5000;

/// The number of clauses that are passed to the solver between two checks for a request to stop.
const CLAUSES_A_CHECK: usize = 4096;

/// A solution of the facts and the free constraints (those that belong to no rule) that breaks some
/// rules. If a literal is false in this solution, each reason of the literal contains one of the
/// broken rules.
pub(super) struct CounterModel {
    /// The value of each variable of the model in the solution.
    pub values: Values,
    /// The indices of the rules that the solution breaks.
    pub broken: Set,
}

/// A theory in a solver, with the known facts and the work that remains.
pub(super) struct Engine<'a> {
    /// The view that states the theory and ranks the patterns of its steps.
    pub view: &'a dyn View,
    /// The theory of the view.
    pub theory: &'a Theory,
    /// For each rule, the variables in its constraints.
    pub variables: Vec<Vec<usize>>,
    /// The mark that each literal means.
    pub meanings: Meanings,
    /// The implications between literals that follow from the free constraints (those that belong
    /// to no rule).
    pub sight: Sight,
    /// The constraints of the rules. Counting derives literals from them without the solver.
    pub counting: CountingPropagator,
    /// The known facts, and the values that follow from them by free constraints (those that belong
    /// to no rule).
    pub known: KnownFacts,
    /// The counter-models found so far that agree with all known facts. The search for a reason
    /// begins with them.
    pub pool: Vec<CounterModel>,
    /// The work that remains for the current search.
    pub effort: Effort<'a>,
    /// The work that may be spent on one step, in the unit of [`Effort`].
    pub effort_a_step: u64,
    /// A request to stop. Once it is made, every query of the solver ends.
    stop: &'a Stop,
    /// The solver, to which the clauses of the theory have been passed.
    oracle: &'a mut dyn Oracle,
    /// For each origin of the model, its selector. If this literal is assumed, the constraints of
    /// the origin must hold.
    selectors: Vec<Lit>,
    /// The number of the next variable of the solver that is not used yet; the first variable has
    /// the number 1.
    next: usize,
}

impl<'a> Engine<'a> {
    /// Encodes the theory of a view and passes it to a solver, which must have no clauses yet. The
    /// constraints of each origin get a selector; free constraints always hold. `effort_a_step` is
    /// the work that may be spent on one step, in the unit of [`Effort`].
    ///
    /// # Errors
    ///
    /// If an encoding refuses the model, or if a stop is requested. The solver then keeps the
    /// clauses that were passed until then.
    pub fn new(
        view: &'a dyn View,
        oracle: &'a mut dyn Oracle,
        effort_a_step: u64,
        stop: &'a Stop,
    ) -> Result<Engine<'a>, EncodeRefusal> {
        let unless_stopped =
            || if stop.is_reached() { Err(EncodeRefusal::Stopped) } else { Ok(()) };
        unless_stopped()?;
        let theory = view.theory();
        let encodings = Encodings { shape: Shape::Flat, ..Encodings::default() };
        let mut clauses = Clauses::new();
        let selectors = encode_by_origin(theory.model(), &encodings, &mut clauses, stop)?;
        let mut next = theory.model().labels().len() + selectors.len() + 1;
        for (number, clause) in clauses.iter().enumerate() {
            if number % CLAUSES_A_CHECK == 0 {
                unless_stopped()?;
            }
            let clause: Vec<Lit> = clause.iter().map(|&lit| to_model(lit)).collect();
            next = clause.iter().map(|lit| lit.variable() + 2).fold(next, usize::max);
            oracle.clause(&clause);
        }
        unless_stopped()?;
        let sight = Sight::from_model(theory.model());
        unless_stopped()?;
        let counting = CountingPropagator::from_theory(theory, &sight);
        unless_stopped()?;
        let known = KnownFacts::new(&sight);
        let meanings = Meanings::from_model(theory.model());
        unless_stopped()?;
        let variables = variables_of_rules(theory);
        let (pool, effort) = (Vec::new(), Effort::new(effort_a_step, next, stop));
        Ok(Engine {
            view,
            theory,
            variables,
            meanings,
            sight,
            counting,
            known,
            pool,
            effort,
            effort_a_step,
            stop,
            oracle,
            selectors,
            next,
        })
    }

    /// Sets the remaining work to `looks` units of [`Effort`].
    pub fn set_effort(&mut self, looks: u64) {
        self.effort = self.effort.with_looks(looks);
    }

    /// Adds a fact if it does not follow already. Removes the counter-models that contradict it.
    pub fn learn(&mut self, lit: Lit) {
        self.known.learn(&self.sight, lit);
        self.pool.retain(|model| model.values.is_true(lit));
    }

    /// Returns whether the free constraints have a solution under these assumptions. A rule must
    /// hold only if its selectors are assumed. Afterwards, [`Engine::values`] returns the solution.
    /// If there is none, [`Engine::core`] returns assumptions that contradict each other.
    ///
    /// # Errors
    ///
    /// If the allowed work is spent, a stop is requested, or the solver gives no answer.
    pub fn ask(&mut self, assumptions: &[Lit]) -> Result<bool, EffortSpent> {
        self.ask_within(assumptions, u64::MAX)?.ok_or(EffortSpent)
    }

    /// Returns whether there is a solution under these assumptions, as [`Engine::ask`] does.
    /// Returns `None` if this takes more than [`BRIEF`] conflicts or the solver gives no answer.
    /// The error means that the allowed work is spent or that a stop was requested.
    pub fn ask_briefly(&mut self, assumptions: &[Lit]) -> Result<Option<bool>, EffortSpent> {
        self.ask_within(assumptions, BRIEF)
    }

    /// Returns whether the solver finds a solution under the assumptions, and spends the work for
    /// this. Returns `None` if the solver fails, or if it needs more conflicts than `most` or more
    /// than the remaining work allows. The error means that a stop was requested, or that the
    /// allowed work is spent. If the conflicts for an answer exceed the remaining work, the answer
    /// is lost.
    fn ask_within(&mut self, assumptions: &[Lit], most: u64) -> Result<Option<bool>, EffortSpent> {
        self.effort.spend_call()?;
        let before = self.oracle.conflicts();
        let most = most.min(self.effort.conflicts());
        let answer = self.oracle.ask(assumptions, most, self.stop);
        self.effort.spend_conflicts(self.oracle.conflicts() - before)?;
        Ok(answer)
    }

    /// Returns the solution that the solver found last, as values of the model's variables. The
    /// last query must have had a solution.
    pub fn values(&self) -> Values {
        let lits = self.theory.model().lits();
        Values::new(lits.map(|lit| self.oracle.is_true(lit)).collect())
    }

    /// Returns the core of the last query: assumptions that contradict each other. The query must
    /// have had no solution.
    pub fn core(&mut self) -> Vec<Lit> {
        self.oracle.core()
    }

    /// Returns the selectors of all origins. If all of them are assumed, all rules must hold.
    pub fn all_rules(&self) -> &[Lit] {
        &self.selectors
    }

    /// Returns the selector of an origin: if this literal is assumed, the constraints of the origin
    /// hold.
    pub fn selector(&self, origin: usize) -> Lit {
        self.selectors[origin]
    }

    /// Returns the selectors of `rules`. If all of them are assumed, all constraints of these rules
    /// must hold.
    pub fn selectors(&self, rules: &Set) -> Vec<Lit> {
        rules
            .iter()
            .flat_map(|rule| &self.theory.rules()[rule].origins)
            .map(|&origin| self.selectors[origin])
            .collect()
    }

    /// Returns, for each origin, whether `values` break one of its constraints. Free constraints,
    /// which have no origin, are ignored.
    pub fn broken_origins(&self, values: &Values) -> Vec<bool> {
        let mut broken = vec![false; self.selectors.len()];
        for constraint in self.theory.model().constraints().iter() {
            if let Some(origin) = constraint.origin().filter(|&origin| !broken[origin]) {
                broken[origin] = !constraint.statement.is_satisfied_by(values);
            }
        }
        broken
    }

    /// Returns the indices of the rules that `values` break. A rule is broken if one of its
    /// constraints is.
    pub fn broken_rules(&self, values: &Values) -> Set {
        let broken = self.broken_origins(values);
        let rules = self.theory.rules();
        Set::from_numbers(
            rules.len(),
            (0..rules.len())
                .filter(|&rule| rules[rule].origins.iter().any(|&origin| broken[origin])),
        )
    }

    /// Returns those of `lits` that follow from the assumptions, in the same order. If there is no
    /// solution under the assumptions, returns all of `lits`. The error means that the allowed work
    /// is spent, a stop is requested, or the solver gives no answer.
    pub fn implied(&mut self, assumptions: &[Lit], lits: &[Lit]) -> Result<Vec<Lit>, EffortSpent> {
        let mut left = lits.to_vec();
        let mut implied = Vec::new();
        if !self.ask(assumptions)? {
            return Ok(left);
        }
        left.retain(|&lit| self.oracle.is_true(lit));
        while let Some(lit) = left.pop() {
            let otherwise = [assumptions, &[!lit]].concat();
            if self.ask(&otherwise)? {
                left.retain(|&lit| self.oracle.is_true(lit));
            } else {
                implied.push(lit);
            }
        }
        implied.reverse();
        Ok(implied)
    }

    /// Returns those of `lits` that are true in every solution under the assumptions. There must be
    /// a solution under the assumptions in which all of `lits` are true. Adds clauses with new
    /// variables to the solver. These clauses are switched off at the end, also after an error. The
    /// error means that the allowed work is spent, a stop is requested, or the solver gives no
    /// answer.
    pub fn backbone(
        &mut self,
        assumptions: &[Lit],
        mut lits: Vec<Lit>,
    ) -> Result<Vec<Lit>, EffortSpent> {
        while !lits.is_empty() {
            let switch = Lit::from_number(self.next);
            self.next += 1;
            let mut otherwise = vec![!switch];
            otherwise.extend(lits.iter().map(|&lit| !lit));
            self.oracle.clause(&otherwise);
            let differs = self.ask(&[assumptions, &[switch]].concat());
            if *differs.as_ref().unwrap_or(&false) {
                lits.retain(|&lit| self.oracle.is_true(lit));
            }
            self.oracle.clause(&[!switch]);
            if !differs? {
                break;
            }
        }
        Ok(lits)
    }
}

/// Returns, for each rule, the variables in its constraints as indices from 0, in increasing order.
fn variables_of_rules(theory: &Theory) -> Vec<Vec<usize>> {
    let mut of_origins = vec![Vec::new(); theory.model().origins().len()];
    for constraint in theory.model().constraints().iter() {
        let Some(origin) = constraint.origin() else { continue };
        of_origins[origin].extend(constraint.statement.lits().iter().map(|lit| lit.variable()));
    }
    let of_rule = |rule: &Rule| {
        let mut variables: Vec<usize> =
            rule.origins.iter().flat_map(|&origin| of_origins[origin].iter().copied()).collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    };
    theory.rules().iter().map(of_rule).collect()
}
