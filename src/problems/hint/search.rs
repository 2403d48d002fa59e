//! Finds the cheapest reason of a step, and proves that no reason is cheaper.
//!
//! The rules and facts of a reason, together with the free constraints (those that belong to no
//! rule), contradict the negation of a literal. The search has three stages:
//!
//! 1. Each rule alone is tried by counting, the cheapest rule first. A reason that counting misses
//!    has at least two rules, or one rule whose consequences counting finds only in part. So it
//!    costs at least as much as the two cheapest rules together, or at least as much as the
//!    cheapest rule whose consequences counting finds only in part. If a reason found by counting
//!    costs no more than this, it is the cheapest.
//! 2. Otherwise, **implicit hitting sets** (for a smallest MUS, Ignatiev, Previti, Liffiton and
//!    Marques-Silva, CP 2015; with costs, for an optimal constrained unsatisfiable subset (OCUS),
//!    Gamba, Bogaerts and Guns, JAIR 2023) choose the rules. All facts are assumed. A counter-model
//!    is a solution in which the literal is false; each reason of the literal contains a rule that
//!    the counter-model breaks. The next candidate is the cheapest set of rules that contains, for
//!    each counter-model, a rule that it breaks. The candidate is a reason, or it has a new
//!    counter-model. Each counter-model is improved: it is replaced by a solution that satisfies
//!    the same rules and one more, until there is no such solution. A counter-model is used for all
//!    literals that are false in it. If a literal has a reason, the search for a reason of another
//!    literal stops at the cost of the best reason so far.
//! 3. The module `facts` finds the fewest facts. The step gives all literals of the same kind
//!    (placing a symbol or excluding one) that its rules and the known literals imply. Otherwise a
//!    later step would have the same sentence.
//!
//! The published method minimises one cost, the sum over rules and facts. On boards of queens and
//! ABC Path it gave nearly the same steps, but took 13 and 30 times as long.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use super::counting::Consequence;
use super::ease::Ease;
use super::effort::EffortSpent;
use super::engine::{CounterModel, Engine};
use super::sets::{HittingSetProblem, PricedSet, Set};
use super::theory::{CountingStrength, Rule, code};
use crate::model::Lit;

/// A step as the search finds it: literals, and the rules and facts that imply them.
pub(super) struct FoundStep {
    /// The literal for which the search chose the rules.
    pub lit: Lit,
    /// `lit`, followed by the other literals of the same kind (placing a symbol or excluding one)
    /// that the rules imply.
    pub lits: Vec<Lit>,
    /// The indices of the rules in the theory. The set is empty if a fact implies the literal
    /// without any rule.
    pub rules: Set,
    /// The known literals that the rules need.
    pub facts: Vec<Lit>,
    /// The sum of the costs of the rules, plus the amount that is added for `lit`
    /// ([`Engine::addend`]).
    pub cost: u32,
    /// Whether it is proved that no literal has a cheaper reason, and that no fewer facts suffice.
    pub is_proved: bool,
}

/// A set of rules that implies a literal if all facts are assumed.
pub(super) struct Candidate {
    /// The literal that the rules imply.
    pub lit: Lit,
    /// The indices of the rules in the theory.
    pub rules: Set,
    /// The sum of the costs of the rules, plus the amount that is added for `lit`
    /// ([`Engine::addend`]).
    pub cost: u32,
}

/// A reason with a single rule, which counting found.
struct SingleRuleReason {
    /// The index of the rule in the theory.
    rule: usize,
    /// The cost of the rule, plus the amount that is added for the literal ([`Engine::addend`]).
    cost: u32,
    /// The literal that the rule implies, and the known literals from which it follows.
    consequence: Consequence,
}

/// Literals that one rule implies. Either all of them place a symbol, or all of them exclude one.
/// The first literal needs the fewest facts.
struct Group {
    /// The reasons of the group, one for each literal.
    singles: Vec<SingleRuleReason>,
    /// The number of facts that the first literal needs; `usize::MAX` if it is unknown.
    fewest: usize,
}

/// A set of rules that perhaps implies a literal: the solver did not decide this in time.
struct UndecidedSet {
    /// The literal that the set perhaps implies.
    lit: Lit,
    /// The rules that are not in the set. Each set that is tried later contains at least one of
    /// these rules.
    others: Set,
}

/// The result of a search by hitting sets.
struct SearchResult {
    /// The cheapest reason that was found. `None` if no reason below the given cost was found.
    best: Option<Candidate>,
    /// Whether it is proved that no reason is cheaper. There is no proof if the allowed work was
    /// spent or a brief query gave no answer.
    is_proved: bool,
}

impl Engine<'_> {
    /// Returns the step with the cheapest reason of any target. If the allowed work is not enough
    /// to find it, the step has the best reason that was found. Returns `None` if a stop is
    /// requested or the solver gives no answer before a reason is found. There must be a target;
    /// otherwise the function panics. All targets must follow from the rules and the known facts,
    /// and their values must be unknown. Sets the remaining work anew several times, and keeps the
    /// counter-models found.
    pub fn cheapest(&mut self, targets: &[Lit]) -> Option<FoundStep> {
        self.set_effort(self.effort_a_step);
        let costs = self.costs();
        let singles = self.singles(targets, &costs);
        let limit = self.cheapest_uncounted(&costs);
        let least = singles.first().map(|single| single.cost);
        if least.is_none_or(|least| least > limit) {
            let SearchResult { mut best, is_proved } = self.search(targets, &costs, least, limit);
            if !is_proved {
                let below = best.as_ref().map(|best| best.cost).or(least);
                best = self.uncounted_single(targets, &costs, below).or(best);
                if best.is_none() && singles.is_empty() {
                    let reason = self.deletion_minimal(targets, &costs);
                    best = Some(reason.or_else(|| self.reason_from_core(targets, &costs))?);
                }
            }
            if let Some(best) = best {
                let best = self.easiest_equivalent(best, targets, &costs);
                return Some(self.complete(best, targets, is_proved));
            }
            return Some(self.best_single(singles, targets, is_proved));
        }
        Some(self.best_single(singles, targets, true))
    }

    /// Returns the current cost of each rule. The cost depends on whether exactly one variable of
    /// the rule has an unknown value.
    pub fn costs(&self) -> Vec<u32> {
        let cost = |(number, rule): (usize, &Rule)| {
            if self.open_variables(number) == 1 { rule.cost.last } else { rule.cost.usual }
        };
        self.theory.rules().iter().enumerate().map(cost).collect()
    }

    /// Returns a lower bound on the costs of all reasons that counting may miss. It is the lesser
    /// of two costs: that of the two cheapest rules together, and that of the cheapest rule whose
    /// consequences counting finds only in part.
    fn cheapest_uncounted(&self, costs: &[u32]) -> u32 {
        let mut sorted = costs.to_vec();
        sorted.sort_unstable();
        let two = sorted.iter().take(2).sum();
        self.incompletely_counted().map(|rule| costs[rule]).fold(two, u32::min)
    }

    /// Returns the indices of the rules whose consequences counting finds only in part.
    fn incompletely_counted(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.theory
            .rules()
            .iter()
            .enumerate()
            .filter(|(_, rule)| rule.counted == CountingStrength::Partial)
            .map(|(number, _)| number)
    }

    /// Returns the cheapest reasons with a single rule that counting finds for the targets. The
    /// cost of such a reason is the cost of the rule plus [`Engine::addend`] of the literal. There
    /// may be several such reasons, also for the same literal, or none. Does not ask the solver.
    fn singles(&self, targets: &[Lit], costs: &[u32]) -> Vec<SingleRuleReason> {
        let mut is_target = vec![false; 2 * self.known.values.len()];
        targets.iter().for_each(|&lit| is_target[code(lit)] = true);
        let mut by_cost: Vec<usize> = (0..costs.len()).collect();
        by_cost.sort_by_key(|&rule| costs[rule]);
        let mut best: Vec<SingleRuleReason> = Vec::new();
        for rule in by_cost {
            if best.first().is_some_and(|best| best.cost < costs[rule]) {
                break;
            }
            let found = self.counting.consequences(rule, &self.known.values, &self.sight);
            for consequence in found.into_iter().filter(|one| is_target[code(one.lit)]) {
                let cost = costs[rule] + self.addend(consequence.lit);
                if best.first().is_some_and(|best| cost < best.cost) {
                    best.clear();
                }
                if best.first().is_none_or(|best| cost == best.cost) {
                    best.push(SingleRuleReason { rule, cost, consequence });
                }
            }
        }
        best
    }

    /// Replaces a reason with a single rule by another one of the same cost, perhaps for another
    /// target: the one that a person sees first. Only rules whose consequences counting finds only
    /// in part are searched for it. Returns `best` unchanged if it has several rules, or if no such
    /// rule is found. The search may spend an eighth of the work for a step. If this work is spent,
    /// a stop is requested, or the solver gives no answer, uses the easiest rule found until then.
    /// Sets the remaining work anew.
    fn easiest_equivalent(&mut self, best: Candidate, targets: &[Lit], costs: &[u32]) -> Candidate {
        if best.rules.len() != 1 {
            return best;
        }
        self.set_effort(self.effort_a_step / 8);
        let mut partly: Vec<usize> = self.incompletely_counted().collect();
        partly.sort_by_key(|&rule| self.open_variables(rule));
        let mut easiest: Option<(Ease, Candidate)> = None;
        for rule in partly {
            let open = self.open_variables(rule);
            let in_reach: Vec<Lit> = targets
                .iter()
                .copied()
                .filter(|lit| costs[rule] + self.addend(*lit) == best.cost)
                .collect();
            // The rules are sorted, so a later rule has at least as many variables with unknown
            // values.
            let is_late =
                easiest.as_ref().is_some_and(|(ease, _)| ease.rank == 0 && ease.open < open);
            if in_reach.is_empty() || is_late {
                continue;
            }
            let rules = Set::from_numbers(costs.len(), [rule]);
            let assumptions = [&self.selectors(&rules)[..], &self.known.facts].concat();
            let Ok(lits) = self.implied(&assumptions, &in_reach) else { break };
            let Some(&lit) = lits.first() else { continue };
            let ease = self.ease(rule, &lits, 0);
            if easiest.as_ref().is_none_or(|(other, _)| ease < *other) {
                easiest = Some((ease, Candidate { lit, rules, cost: best.cost }));
            }
        }
        easiest.map_or(best, |(_, easiest)| easiest)
    }

    /// Asks the solver for reasons with a single rule, among the rules whose consequences counting
    /// finds only in part. Returns the cheapest reason. Returns `None` if no such reason is found
    /// that costs less than `below`; if `below` is `None`, any cost is allowed. Sets the remaining
    /// work to half of the work for a step. Ends early, with the best reason so far, if this work
    /// is spent, a stop is requested, or the solver gives no answer.
    fn uncounted_single(
        &mut self,
        targets: &[Lit],
        costs: &[u32],
        below: Option<u32>,
    ) -> Option<Candidate> {
        self.set_effort(self.effort_a_step / 2);
        let mut partly: Vec<usize> = self.incompletely_counted().collect();
        partly.sort_by_key(|&rule| costs[rule]);
        let mut best: Option<Candidate> = None;
        let mut cutoff = below.unwrap_or(u32::MAX);
        for rule in partly {
            let in_reach: Vec<Lit> = targets
                .iter()
                .copied()
                .filter(|&lit| costs[rule].saturating_add(self.addend(lit)) < cutoff)
                .collect();
            if in_reach.is_empty() {
                continue;
            }
            let rules = Set::from_numbers(costs.len(), [rule]);
            let assumptions = [&self.selectors(&rules)[..], &self.known.facts].concat();
            let Ok(implied) = self.implied(&assumptions, &in_reach) else { break };
            if let Some(lit) = implied.into_iter().min_by_key(|&lit| self.addend(lit)) {
                cutoff = costs[rule] + self.addend(lit);
                best = Some(Candidate { lit, rules, cost: cutoff });
            }
        }
        best
    }

    /// Returns the amount that a step for this literal adds to the costs of its rules. It is 0 if
    /// the literal places a symbol or means no mark. Otherwise, it is the constant of the theory.
    pub fn addend(&self, lit: Lit) -> u32 {
        self.meanings.mark(lit).map_or(0, |mark| self.theory.addend(mark))
    }

    /// Chooses the group of reasons in `singles` that a person sees first, and returns a step for
    /// it. `singles` must not be empty. If it is certain that counting has found the smallest set
    /// of facts, the step gives the literals of this group. Otherwise the solver searches for this
    /// set, which sets the remaining work anew. The step then also gets the other `targets` of the
    /// same kind that follow from the rule. `is_proved` says whether it is proved that no reason is
    /// cheaper.
    fn best_single(
        &mut self,
        singles: Vec<SingleRuleReason>,
        targets: &[Lit],
        is_proved: bool,
    ) -> FoundStep {
        let Group { singles, .. } = self.easiest(singles);
        let SingleRuleReason { rule, cost, consequence: Consequence { lit, .. } } = singles[0];
        let rules = Set::from_numbers(self.theory.rules().len(), [rule]);
        let consequences = singles.iter().map(|single| &single.consequence);
        let is_exact = consequences.clone().all(|one| one.is_exact);
        match self.facts_for(consequences).filter(|_| is_exact) {
            Some(facts) => {
                let lits = singles.iter().map(|single| single.consequence.lit).collect();
                FoundStep { lit, lits, rules, facts, cost, is_proved }
            }
            None => self.complete(Candidate { lit, rules, cost }, targets, is_proved),
        }
    }

    /// Groups reasons by their rule, and by whether their literal places a symbol. Returns the
    /// group that a person sees first. Panics if there are no reasons.
    fn easiest(&self, singles: Vec<SingleRuleReason>) -> Group {
        let mut groups: BTreeMap<(usize, bool), Vec<SingleRuleReason>> = BTreeMap::new();
        for single in singles {
            let places = self.addend(single.consequence.lit) == 0;
            groups.entry((single.rule, places)).or_default().push(single);
        }
        // The facts are counted only for the groups that are equally easy without them.
        let eases: Vec<Ease> = groups
            .iter()
            .map(|(&(rule, _), singles)| {
                let mut lits: Vec<Lit> =
                    singles.iter().map(|single| single.consequence.lit).collect();
                lits.sort_unstable();
                lits.dedup();
                Ease { marks: Reverse(0), ..self.ease(rule, &lits, 0) }
            })
            .collect();
        let least = eases.iter().min().copied();
        let best = groups
            .into_iter()
            .zip(eases)
            .filter(|(_, ease)| Some(*ease) == least)
            .map(|((_, singles), ease)| {
                let group = self.fewest_facts_group(singles);
                let marks = Reverse(group.singles.len());
                (Ease { facts: group.fewest, marks, ..ease }, group)
            })
            .min_by_key(|(ease, _)| *ease)
            .expect("a single rule was found");
        best.1
    }

    /// Returns a group with one reason for each literal. The reason that needs the fewest facts
    /// comes first. Panics if there are no reasons.
    fn fewest_facts_group(&self, singles: Vec<SingleRuleReason>) -> Group {
        let (numbers, mut singles): (Vec<usize>, Vec<SingleRuleReason>) =
            self.best_by_literal(singles).into_iter().unzip();
        let first = (0..numbers.len()).min_by_key(|&place| numbers[place]).unwrap_or(0);
        singles.swap(0, first);
        Group { fewest: numbers[first], singles }
    }

    /// Keeps, for each literal, the reason that needs the fewest facts. Returns each kept reason
    /// with the number of these facts, `usize::MAX` if it is unknown. If another reason of the
    /// literal was removed and the kept one needs facts, sets `is_exact` of the kept one to
    /// `false`. All literals together may need fewer facts with the removed reason, since it
    /// perhaps uses the same facts as the reasons of other literals.
    fn best_by_literal(&self, singles: Vec<SingleRuleReason>) -> Vec<(usize, SingleRuleReason)> {
        let mut kept: Vec<(usize, SingleRuleReason)> = Vec::new();
        let mut places = HashMap::new();
        for single in singles {
            let number =
                self.facts_for([&single.consequence]).map_or(usize::MAX, |facts| facts.len());
            match places.entry(code(single.consequence.lit)) {
                Entry::Vacant(place) => {
                    place.insert(kept.len());
                    kept.push((number, single));
                }
                Entry::Occupied(place) => {
                    let (fewest, first) = &mut kept[*place.get()];
                    if number < *fewest {
                        (*fewest, *first) = (number, single);
                    }
                    first.consequence.is_exact &= *fewest == 0;
                }
            }
        }
        kept
    }

    /// Returns the other targets of the same kind as `lit`. If `lit` places a symbol, these are the
    /// targets that place a symbol; otherwise, they are the targets that exclude one.
    fn same_kind_targets(&self, lit: Lit, targets: &[Lit]) -> Vec<Lit> {
        let kind = |lit: Lit| self.meanings.mark(lit).map(|mark| mark.is);
        targets
            .iter()
            .copied()
            .filter(|&other| other != lit)
            .filter(|&other| kind(other) == kind(lit))
            .collect()
    }

    /// Returns a step for a reason, with the fewest facts that the reason needs. The step also gets
    /// the other targets of the same kind that the reason's rules imply, and the facts that these
    /// targets need. `is_proved` says whether it is proved that no reason is cheaper; if not, only
    /// targets that need all rules are added. The step is proved only if it is also proved that its
    /// literal needs no fewer facts. If the allowed work is spent, the step gives only the reason's
    /// literal. Sets the remaining work anew.
    fn complete(&mut self, reason: Candidate, targets: &[Lit], is_proved: bool) -> FoundStep {
        let Candidate { lit, rules, cost } = reason;
        let (mut facts, are_fewest) = self.fewest_facts(&rules, lit);
        let mut lits = vec![lit];
        let mut others = self.same_kind_targets(lit, targets);
        self.set_effort(self.effort_a_step / 8);
        if !is_proved {
            others = self.needing_all_rules(&rules, others).unwrap_or_default();
        }
        // If the allowed work is spent, the step gives only `lit`.
        if let Ok((all, with_others)) = self.with_others(&rules, lit, &others, &facts) {
            (lits, facts) = (all, with_others);
        }
        FoundStep { lit, lits, rules, facts, cost, is_proved: is_proved && are_fewest }
    }

    /// Returns those of `lits` that need every rule. A literal needs a rule if the other rules and
    /// the known facts do not imply the literal. This check is necessary only if it is not proved
    /// that the reason is the cheapest. The error means that the allowed work is spent, a stop is
    /// requested, or the solver gives no answer.
    fn needing_all_rules(
        &mut self,
        rules: &Set,
        mut lits: Vec<Lit>,
    ) -> Result<Vec<Lit>, EffortSpent> {
        for rule in rules.iter() {
            let fewer = Set::from_numbers(
                self.theory.rules().len(),
                rules.iter().filter(|&one| one != rule),
            );
            let assumptions = [&self.selectors(&fewer)[..], &self.known.facts].concat();
            let implied = self.implied(&assumptions, &lits)?;
            lits.retain(|lit| !implied.contains(lit));
        }
        Ok(lits)
    }

    /// Searches for the cheapest reason of any target that costs less than `below`; if `below` is
    /// `None`, any cost is allowed. `limit` is a lower bound on the costs of all these reasons. The
    /// search has an upper limit on the cost, which is raised step by step for all targets
    /// together. So the search for an expensive reason of one target does not delay a cheap reason
    /// of another target. If the allowed work is spent or a stop is requested, returns the best
    /// reason so far, without a proof. There is also no proof if a brief query gave no answer.
    /// Keeps the counter-models found.
    fn search(
        &mut self,
        targets: &[Lit],
        costs: &[u32],
        below: Option<u32>,
        limit: u32,
    ) -> SearchResult {
        let most = costs.iter().fold(self.theory.largest_addend() + 1, |sum, cost| sum + cost);
        let mut cutoff = below.unwrap_or(most);
        let mut ceiling = limit;
        let mut best: Option<Candidate> = None;
        let mut undecided: Vec<UndecidedSet> = Vec::new();
        while best.is_none() && ceiling < cutoff {
            ceiling = ceiling.saturating_add(limit / 2 + 1).min(cutoff);
            for &lit in targets {
                let budget = ceiling.min(cutoff).saturating_sub(self.addend(lit));
                if budget <= limit {
                    continue;
                }
                match self.reason(lit, costs, budget, &mut undecided) {
                    Ok(None) => {}
                    Ok(Some(PricedSet { set: rules, cost })) => {
                        cutoff = cost + self.addend(lit);
                        best = Some(Candidate { lit, rules, cost: cutoff });
                    }
                    Err(EffortSpent) => return SearchResult { best, is_proved: false },
                }
            }
        }
        SearchResult { best, is_proved: undecided.is_empty() }
    }

    /// Returns the cheapest set of rules that implies a literal. Returns `None` if no such set
    /// costs less than `below`. Neither the cost of the set nor `below` includes
    /// [`Engine::addend`]. All rules and the known facts together must imply the literal; otherwise
    /// a debug build can panic. If a brief query does not decide whether a set implies the literal,
    /// the set is not used, and is added to `undecided`. Keeps each new counter-model in `pool`.
    /// The error means that the allowed work is spent or a stop is requested.
    fn reason(
        &mut self,
        lit: Lit,
        costs: &[u32],
        below: u32,
        undecided: &mut Vec<UndecidedSet>,
    ) -> Result<Option<PricedSet>, EffortSpent> {
        let mut sets = HittingSetProblem::default();
        for model in self.pool.iter().filter(|model| !model.values.is_true(lit)) {
            sets.add(model.broken.clone(), &mut self.effort)?;
        }
        for passed in undecided.iter().filter(|passed| passed.lit == lit) {
            sets.add(passed.others.clone(), &mut self.effort)?;
        }
        loop {
            let tried = sets.cheapest_hitting(costs, below, &mut self.effort)?;
            let Some(tried) = tried else { return Ok(None) };
            let mut assumptions = self.known.facts.clone();
            assumptions.push(!lit);
            assumptions.extend(self.selectors(&tried.set));
            match self.ask_briefly(&assumptions)? {
                Some(true) => {}
                Some(false) => return Ok(Some(tried)),
                None => {
                    let rules = 0..costs.len();
                    let others = rules.filter(|&rule| !tried.set.contains(rule));
                    let others = Set::from_numbers(costs.len(), others);
                    sets.add(others.clone(), &mut self.effort)?;
                    undecided.push(UndecidedSet { lit, others });
                    continue;
                }
            }
            let model = self.grown(assumptions)?;
            debug_assert!(model.broken.len() > 0, "every target follows");
            sets.add(model.broken.clone(), &mut self.effort)?;
            self.pool.push(model);
        }
    }

    /// Adds the selectors of origins to the assumptions, one after another. A selector is added
    /// only if a brief query still finds a solution with it. Returns the last solution, with the
    /// rules that it breaks. The last query must have had the assumptions, and found a solution.
    /// The error means that the allowed work is spent or a stop is requested.
    fn grown(&mut self, mut assumptions: Vec<Lit>) -> Result<CounterModel, EffortSpent> {
        let mut values = self.values();
        let mut broken = self.broken_origins(&values);
        for origin in 0..broken.len() {
            assumptions.push(self.selector(origin));
            if !broken[origin] {
                continue;
            }
            if self.ask_briefly(&assumptions)? == Some(true) {
                values = self.values();
                broken = self.broken_origins(&values);
            } else {
                assumptions.pop();
            }
        }
        let broken = self.broken_rules(&values);
        Ok(CounterModel { values, broken })
    }

    /// Searches reasons by deletion; this is used if hitting sets found no reason. Takes one target
    /// after another. For each, starts with the set of all rules, and removes rules from it. Ends
    /// when a quarter of the work for a step is spent, at a stop, or at the first target for which
    /// no rule can be removed. Returns the cheapest reason that was found. Returns `None` if there
    /// are no targets, or if no rule can be removed for the very first target. Sets the remaining
    /// work anew.
    fn deletion_minimal(&mut self, targets: &[Lit], costs: &[u32]) -> Option<Candidate> {
        self.set_effort(self.effort_a_step / 4);
        let mut best: Option<Candidate> = None;
        for &lit in targets {
            let Some(found) = self.shrunk(lit, costs) else { break };
            if best.as_ref().is_none_or(|best| found.cost < best.cost) {
                best = Some(found);
            }
        }
        best
    }

    /// Returns a reason of the first literal in `targets`. Its rules are those in a core of the
    /// solver, so some of them can be needless. Tries no other target. `costs` has the cost of each
    /// rule, with the rule's number as the index. It must have an entry for every rule. The rules
    /// and the known facts must imply the first target; otherwise a debug build panics. The work
    /// for this is not limited. Afterwards, the remaining work is unlimited, too, even after
    /// `None`. Returns `None` if a stop is requested, the solver gives no answer, or there are no
    /// targets.
    fn reason_from_core(&mut self, targets: &[Lit], costs: &[u32]) -> Option<Candidate> {
        self.set_effort(u64::MAX);
        let &lit = targets.first()?;
        let all = Set::from_numbers(costs.len(), 0..costs.len());
        let assumptions = [&self.known.facts[..], &[!lit], &self.selectors(&all)].concat();
        let follows = !self.ask(&assumptions).ok()?;
        debug_assert!(follows, "every target follows");
        let rules = self.rules_in_core(&all);
        let cost = rules.iter().map(|rule| costs[rule]).sum::<u32>() + self.addend(lit);
        Some(Candidate { lit, rules, cost })
    }

    /// Returns those of `rules` that have a selector in the core of the last query. This query must
    /// have had no solution.
    fn rules_in_core(&mut self, rules: &Set) -> Set {
        let core = self.core();
        let number = self.theory.rules().len();
        let is_needed = |rule: &usize| {
            self.selectors(&Set::from_numbers(number, [*rule])).iter().any(|one| core.contains(one))
        };
        Set::from_numbers(number, rules.iter().filter(is_needed))
    }

    /// Starts with all rules; together with the known facts, they must imply the literal. Removes
    /// rules, the most expensive first. Ends when the literal needs each remaining rule, when the
    /// allowed work is spent, or at a stop. A rule also stays if a brief query does not decide
    /// whether it is needed. Returns `None` if no rule was removed.
    fn shrunk(&mut self, lit: Lit, costs: &[u32]) -> Option<Candidate> {
        let number = costs.len();
        let base = [&self.known.facts[..], &[!lit]].concat();
        let mut kept = Set::from_numbers(number, 0..number);
        let mut by_cost: Vec<usize> = (0..number).collect();
        by_cost.sort_by_key(|&rule| Reverse(costs[rule]));
        let mut is_shrunk = false;
        for rule in by_cost {
            if !kept.contains(rule) {
                continue;
            }
            let others = Set::from_numbers(number, kept.iter().filter(|&other| other != rule));
            let assumptions = [&base[..], &self.selectors(&others)].concat();
            let Ok(answer) = self.ask_briefly(&assumptions) else { break };
            if answer == Some(false) {
                is_shrunk = true;
                kept = self.rules_in_core(&others);
            }
        }
        let cost = kept.iter().map(|rule| costs[rule]).sum::<u32>() + self.addend(lit);
        is_shrunk.then_some(Candidate { lit, rules: kept, cost })
    }
}
