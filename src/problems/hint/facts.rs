//! Finds the fewest facts (known marks) for the rules of a reason.
//!
//! If counting finds a reason with a single rule, it needs certain known values. The facts are then
//! a smallest set that implies all these values by free constraints (those that belong to no rule).
//! Otherwise, facts are removed one after another until none is needless. Then smaller sets are
//! searched as hitting sets, as follows. Suppose that the rules and some of the facts have a
//! solution in which the literal is false. This solution contradicts other facts, and the facts of
//! each reason contain at least one of these other facts.

use super::counting::Consequence;
use super::effort::EffortSpent;
use super::engine::Engine;
use super::search::FoundStep;
use super::sets::{HittingSetProblem, Set};
use crate::model::{Lit, Values};

impl Engine<'_> {
    /// Returns the step for a literal that one fact implies by free constraints (those that belong
    /// to no rule). The step has no rules. Its only fact is the first known fact that implies the
    /// literal. It has no fact if the free constraints alone imply the literal.
    pub fn step_by_sight(&self, lit: Lit) -> FoundStep {
        let shown = self.known.facts_for(lit).unwrap_or_default();
        let facts = shown.iter().take(1).map(|&number| self.known.facts[number]).collect();
        let rules = Set::with_limit(self.theory.rules().len());
        FoundStep { lit, lits: vec![lit], rules, facts, cost: self.addend(lit), is_proved: true }
    }

    /// Returns a smallest set of facts for these consequences. By free constraints (those that
    /// belong to no rule), the facts imply all known literals that the consequences need. Literals
    /// that need no facts are ignored. Returns `None` if one of these literals follows from no
    /// single fact, or if a stop is requested. The search may spend an eighth of the work for a
    /// step, which is not taken from the remaining work. Returns `None` if this is not enough, too.
    pub fn facts_for<'c>(
        &self,
        consequences: impl IntoIterator<Item = &'c Consequence>,
    ) -> Option<Vec<Lit>> {
        let facts = &self.known.facts;
        let mut effort = self.effort.with_looks(self.effort_a_step / 8);
        let mut choices = HittingSetProblem::default();
        for &need in consequences.into_iter().flat_map(|one| &one.needs) {
            match self.known.facts_for(need) {
                None => {}
                Some([]) => return None,
                Some(numbers) => {
                    let choice = Set::from_numbers(facts.len(), numbers.iter().copied());
                    choices.add(choice, &mut effort).ok()?;
                }
            }
        }
        let costs = vec![1; facts.len()];
        let found = choices.cheapest_hitting(&costs, u32::MAX, &mut effort).ok()??;
        Some(found.set.iter().map(|number| facts[number]).collect())
    }

    /// Returns the fewest facts with which the rules imply a literal, and whether it is proved that
    /// no fewer facts suffice. The rules and all known facts must imply the literal. Sets the
    /// remaining work to an eighth of the work for a step. If this is not enough to find facts of
    /// which none is needless, returns the facts in a core of the solver, without the proof; the
    /// work for the core is not limited. After a stop, or if the solver gives no answer, returns
    /// all known facts. If only the search for fewer facts does not end, returns facts of which
    /// none is needless, without the proof.
    pub fn fewest_facts(&mut self, rules: &Set, lit: Lit) -> (Vec<Lit>, bool) {
        self.set_effort(self.effort_a_step / 8);
        let base = [&self.selectors(rules)[..], &[!lit]].concat();
        let minimal = match self.minimal_facts(&base) {
            Ok(facts) => facts,
            Err(EffortSpent) => {
                self.set_effort(u64::MAX);
                let facts = self.facts_in_core(&base);
                return (facts.unwrap_or_else(|_| self.known.facts.clone()), false);
            }
        };
        if minimal.len() <= 1 {
            return (minimal, true);
        }
        match self.fewer_facts(&base, minimal.len()) {
            Ok(None) => (minimal, true),
            Ok(Some(fewer)) => (fewer, true),
            Err(EffortSpent) => (minimal, false),
        }
    }

    /// Returns `lit` and those of `others` that follow from the rules and all known facts, in this
    /// order. Also returns facts that are enough for all of these literals. If any one of these
    /// facts is left out, the others are not enough. `facts` must be enough for `lit`. The error
    /// means that the allowed work is spent, a stop is requested, or the solver gives no answer.
    pub fn with_others(
        &mut self,
        rules: &Set,
        lit: Lit,
        others: &[Lit],
        facts: &[Lit],
    ) -> Result<(Vec<Lit>, Vec<Lit>), EffortSpent> {
        let selected = self.selectors(rules);
        let known = [&selected[..], &self.known.facts].concat();
        let others = self.implied(&known, others)?;
        let mut facts = facts.to_vec();
        let mut lits = vec![lit];
        for other in others {
            let base = [&selected[..], &facts, &[!other]].concat();
            facts.extend(self.minimal_facts(&base)?);
            lits.push(other);
        }
        for fact in facts.clone() {
            let fewer: Vec<Lit> = facts.iter().copied().filter(|&other| other != fact).collect();
            let assumptions = [&selected[..], &fewer].concat();
            if self.implied(&assumptions, &lits)?.len() == lits.len() {
                facts = fewer;
            }
        }
        Ok((lits, facts))
    }

    /// Returns known facts that contradict the assumptions `base`. If any of these facts is left
    /// out, the remaining ones no longer contradict `base`. All known facts together must
    /// contradict `base`. Returns no facts if `base` contradicts itself. The error means that the
    /// allowed work is spent, a stop is requested, or the solver gives no answer.
    fn minimal_facts(&mut self, base: &[Lit]) -> Result<Vec<Lit>, EffortSpent> {
        if !self.ask(base)? {
            return Ok(Vec::new());
        }
        let mut facts = self.facts_in_core(base)?;
        for fact in facts.clone() {
            let others: Vec<Lit> = facts.iter().copied().filter(|&other| other != fact).collect();
            if !self.ask(&[&others, base].concat())? {
                facts = others;
            }
        }
        Ok(facts)
    }

    /// Returns the facts in a core of the solver. The solver is asked under the assumptions `base`
    /// and all known facts. These must contradict each other; otherwise a debug build panics. The
    /// error means that the allowed work is spent, a stop is requested, or the solver gives no
    /// answer.
    fn facts_in_core(&mut self, base: &[Lit]) -> Result<Vec<Lit>, EffortSpent> {
        let mut facts = self.known.facts.clone();
        let contradicts = !self.ask(&[&facts, base].concat())?;
        debug_assert!(contradicts, "the literal follows");
        let core = self.core();
        facts.retain(|fact| core.contains(fact));
        Ok(facts)
    }

    /// Returns a smallest set of known facts that contradicts the assumptions `base`. Returns
    /// `None` if no set of less than `below` facts does. The error means that the allowed work is
    /// spent, a stop is requested, or the solver gives no answer.
    fn fewer_facts(&mut self, base: &[Lit], below: usize) -> Result<Option<Vec<Lit>>, EffortSpent> {
        let facts = self.known.facts.clone();
        let costs = vec![1; facts.len()];
        let below = u32::try_from(below).unwrap_or(u32::MAX);
        let mut sets = HittingSetProblem::default();
        loop {
            let tried = sets.cheapest_hitting(&costs, below, &mut self.effort)?;
            let Some(tried) = tried else { return Ok(None) };
            let chosen: Vec<Lit> = tried.set.iter().map(|number| facts[number]).collect();
            let assumptions = [&chosen, base].concat();
            if !self.ask(&assumptions)? {
                return Ok(Some(chosen));
            }
            let values = self.grown_by_facts(assumptions)?;
            let contradicted = Set::from_numbers(
                facts.len(),
                (0..facts.len()).filter(|number| !values.is_true(facts[*number])),
            );
            sets.add(contradicted, &mut self.effort)?;
        }
    }

    /// Adds the known facts to the assumptions, one after another. A fact is added only if there is
    /// still a solution with it. Returns the last solution. The last query must have had the
    /// assumptions, and found a solution. The error means that the allowed work is spent, a stop is
    /// requested, or the solver gives no answer.
    fn grown_by_facts(&mut self, mut assumptions: Vec<Lit>) -> Result<Values, EffortSpent> {
        let mut values = self.values();
        for fact in self.known.facts.clone() {
            assumptions.push(fact);
            if values.is_true(fact) {
                continue;
            }
            if self.ask(&assumptions)? {
                values = self.values();
            } else {
                assumptions.pop();
            }
        }
        Ok(values)
    }
}
