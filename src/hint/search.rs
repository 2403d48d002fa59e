//! The cheapest reason, with a proof that none is cheaper.
//!
//! A reason of a literal is a set of rules and facts. Together with the free constraints, they
//! contradict the negation of the literal. The cost of a reason is the sum of the costs of its
//! rules, plus an addend if the literal places no symbol. The search has three stages:
//!
//! 1. Each rule alone is tried by counting, in the order of cost. A reason of two rules costs at
//!    least as much as the two cheapest rules. So a reason of a single rule below this bound is the
//!    cheapest, and no solver is needed.
//! 2. Otherwise, the search uses **implicit hitting sets** (Ignatiev, Previti, Liffiton and
//!    Marques-Silva, CP 2015; with costs for explanations, Gamba, Bogaerts and Guns, JAIR 2023)
//!    over rules alone, with all facts assumed. A counter-model of a literal is a solution in which
//!    the literal is false. Each reason contains one of the rules that the counter-model breaks.
//!    The next candidate is the cheapest set of rules that hits all counter-models: it is a reason,
//!    or it has a new counter-model. Counter-models are grown until each further rule contradicts
//!    them, and are shared by all literals. The cost of the best reason bounds the search for other
//!    literals.
//! 3. The fewest facts are found in `facts.rs`. The step gives all literals of the same kind that
//!    its rules and the known literals imply, so that no later step repeats its sentence.
//!
//! The published method sums rules and facts in one cost. It gave nearly the same steps on boards
//! of queens and ABC Path, but took 13 and 30 times as long.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::counting::Consequence;
use super::effort::Spent;
use super::engine::{CounterModel, Engine};
use super::sets::{Priced, Set, ToHit};
use super::sight::value;
use super::theory::{Counted, code};
use crate::model::Lit;

/// A literal with its cheapest reason.
pub(super) struct Found {
    /// The literal that was proved.
    pub lit: Lit,
    /// The literals of the same kind that the rules imply, the proved literal first.
    pub lits: Vec<Lit>,
    pub rules: Set,
    pub facts: Vec<Lit>,
    pub cost: u32,
    /// Whether it is proved that no reason of any literal is cheaper and no smaller set of facts
    /// suffices.
    pub is_proved: bool,
}

/// A set of rules that implies a literal together with all facts.
pub(super) struct Candidate {
    pub lit: Lit,
    pub rules: Set,
    pub cost: u32,
}

/// A literal that follows from one rule by counting.
struct Single {
    rule: usize,
    cost: u32,
    consequence: Consequence,
}

/// The literals of one kind that follow from one rule. The first needs the fewest facts.
struct Group {
    singles: Vec<Single>,
    fewest: usize,
}

/// A literal and a set of rules for which the solver did not decide in time whether the literal
/// follows.
struct Undecided {
    lit: Lit,
    /// The rules that the undecided set lacks. Each set that is tried later contains one of them.
    others: Set,
}

/// The outcome of a search: the best reason so far, and whether it is the cheapest.
struct Searched {
    best: Option<Candidate>,
    is_proved: bool,
}

impl Engine<'_> {
    /// Returns the cheapest reason of one of the targets, all of which must follow. Returns `None`
    /// if a stop or the limit on the effort came before any reason.
    pub fn cheapest(&mut self, targets: &[Lit]) -> Option<Found> {
        self.allow(self.effort_a_step);
        let costs = self.costs();
        let singles = self.singles(targets, &costs);
        let limit = self.cheapest_uncounted(&costs);
        let least = singles.first().map(|single| single.cost);
        if least.is_none_or(|least| least > limit) {
            let searched = self.search(targets, &costs, least, limit);
            if let Some(best) = searched.best {
                return Some(self.complete(best, targets, searched.is_proved));
            }
            if !searched.is_proved && singles.is_empty() {
                let reason = self.deletion_minimal(targets, &costs)?;
                return Some(self.complete(reason, targets, false));
            }
            return Some(self.best_single(singles, targets, searched.is_proved));
        }
        Some(self.best_single(singles, targets, true))
    }

    /// Returns the current cost of each rule, which depends on the number of its open cells.
    pub fn costs(&self) -> Vec<u32> {
        let constraints = self.theory.model().constraints();
        let mut open = vec![BTreeSet::new(); self.all_rules().len()];
        for constraint in constraints.iter() {
            let Some(origin) = constraint.origin() else { continue };
            let lits = constraint.statement.lits().iter();
            let unknown = lits.filter(|&&lit| value(&self.known.values, lit).is_none());
            open[origin].extend(unknown.map(|lit| lit.variable()).take(2));
        }
        let cost = |rule: &super::Rule| {
            let open: usize = rule.origins.iter().map(|&origin| open[origin].len()).sum();
            if open == 1 { rule.cost.last } else { rule.cost.usual }
        };
        self.theory.rules().iter().map(cost).collect()
    }

    /// Returns a lower bound on the cost of all reasons that counting may miss.
    fn cheapest_uncounted(&self, costs: &[u32]) -> u32 {
        let mut sorted = costs.to_vec();
        sorted.sort_unstable();
        let two = sorted.iter().take(2).sum();
        let rules = self.theory.rules().iter().zip(costs);
        let partly = rules.filter(|(rule, _)| rule.counted == Counted::Partly);
        partly.map(|(_, &cost)| cost).fold(two, u32::min)
    }

    /// Returns the targets that follow from a single rule by counting, with the cheapest such
    /// rules.
    fn singles(&self, targets: &[Lit], costs: &[u32]) -> Vec<Single> {
        let mut is_target = vec![false; 2 * self.known.values.len()];
        targets.iter().for_each(|&lit| is_target[code(lit)] = true);
        let mut by_cost: Vec<usize> = (0..costs.len()).collect();
        by_cost.sort_by_key(|&rule| costs[rule]);
        let mut best: Vec<Single> = Vec::new();
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
                    best.push(Single { rule, cost, consequence });
                }
            }
        }
        best
    }

    /// Returns the amount that is added to the costs of the rules for a step that proves a literal.
    pub fn addend(&self, lit: Lit) -> u32 {
        self.meanings.mark(lit).map_or(0, |mark| self.theory.addend(mark))
    }

    /// Returns the step of one of these single rules: the rule that needs the fewest facts for a
    /// literal, and among equals the rule with the most literals.
    fn best_single(&mut self, singles: Vec<Single>, targets: &[Lit], is_proved: bool) -> Found {
        let groups = self.grouped(singles).into_iter();
        let best = groups.min_by_key(|group| (group.fewest, Reverse(group.singles.len())));
        let Group { singles, .. } = best.expect("a single rule was found");
        let Single { rule, cost, consequence: Consequence { lit, .. } } = singles[0];
        let rules = Set::of(self.theory.rules().len(), [rule]);
        let consequences = singles.iter().map(|single| &single.consequence);
        let is_exact = consequences.clone().all(|one| one.is_exact);
        match self.facts_for(consequences).filter(|_| is_exact) {
            Some(facts) => {
                let lits = singles.iter().map(|single| single.consequence.lit).collect();
                Found { lit, lits, rules, facts, cost, is_proved }
            }
            None => self.complete(Candidate { lit, rules, cost }, targets, is_proved),
        }
    }

    /// Groups literals by their rule and their kind.
    fn grouped(&self, singles: Vec<Single>) -> Vec<Group> {
        let mut groups: BTreeMap<(usize, bool), Vec<Single>> = BTreeMap::new();
        for single in singles {
            let places = self.addend(single.consequence.lit) == 0;
            groups.entry((single.rule, places)).or_default().push(single);
        }
        let with_fewest = |singles: Vec<Single>| {
            let (numbers, mut singles): (Vec<usize>, Vec<Single>) =
                self.one_a_literal(singles).into_iter().unzip();
            let first = (0..numbers.len()).min_by_key(|&place| numbers[place]).unwrap_or(0);
            singles.swap(0, first);
            Group { fewest: numbers[first], singles }
        };
        groups.into_values().map(with_fewest).collect()
    }

    /// Keeps for each literal the consequence that needs the fewest facts, and returns it with their
    /// number. Other consequences of the same literal may share facts with those of other literals.
    /// So if any facts are needed, it is not certain that those of the kept consequence are best.
    fn one_a_literal(&self, singles: Vec<Single>) -> Vec<(usize, Single)> {
        let mut kept: Vec<(usize, Single)> = Vec::new();
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

    /// Returns the other targets of the same kind: all that place a symbol, or all that place none.
    fn of_the_same_kind(&self, lit: Lit, targets: &[Lit]) -> Vec<Lit> {
        let kind = |lit: Lit| self.meanings.mark(lit).map(|mark| mark.is);
        let others = targets.iter().copied().filter(|&other| other != lit);
        others.filter(|&other| kind(other) == kind(lit)).collect()
    }

    /// Completes a reason to a step. Adds the other literals of the same kind that its rules and
    /// the known literals imply. Adds the fewest facts for the literal of the reason, and the
    /// further facts that the other literals need.
    fn complete(&mut self, reason: Candidate, targets: &[Lit], is_proved: bool) -> Found {
        let Candidate { lit, rules, cost } = reason;
        let (mut facts, are_fewest) = self.fewest_facts(&rules, lit);
        let mut lits = vec![lit];
        let others = self.of_the_same_kind(lit, targets);
        self.allow(self.effort_a_step / 8);
        // If the effort does not suffice for the other literals, the step proves only its own
        // literal.
        if let Ok((all, with_others)) = self.with_others(&rules, lit, &others, &facts) {
            (lits, facts) = (all, with_others);
        }
        Found { lit, lits, rules, facts, cost, is_proved: is_proved && are_fewest }
    }

    /// Returns the cheapest reason of any target, if it costs less than `below`. The caller knows
    /// that reasons of cost at most `limit` do not exist or are no improvement. A ceiling on the
    /// cost rises for all targets together, so that a costly reason of one target does not delay a
    /// cheap reason of another.
    fn search(
        &mut self,
        targets: &[Lit],
        costs: &[u32],
        below: Option<u32>,
        limit: u32,
    ) -> Searched {
        let most = costs.iter().fold(self.theory.largest_addend() + 1, |sum, cost| sum + cost);
        let mut below = below.unwrap_or(most);
        let mut ceiling = limit;
        let mut best: Option<Candidate> = None;
        let mut undecided: Vec<Undecided> = Vec::new();
        while best.is_none() && ceiling < below {
            ceiling = ceiling.saturating_add(limit / 2 + 1).min(below);
            for &lit in targets {
                let budget = ceiling.min(below).saturating_sub(self.addend(lit));
                if budget <= limit {
                    continue;
                }
                match self.reason(lit, costs, budget, &mut undecided) {
                    Ok(None) => {}
                    Ok(Some(Priced { set: rules, cost })) => {
                        below = cost + self.addend(lit);
                        best = Some(Candidate { lit, rules, cost: below });
                    }
                    Err(Spent) => return Searched { best, is_proved: false },
                }
            }
        }
        Searched { best, is_proved: undecided.is_empty() }
    }

    /// Returns the cheapest set of rules that implies a literal, if it costs less than `below`.
    /// Skips a set for which the solver needs too many conflicts, and records it as undecided.
    fn reason(
        &mut self,
        lit: Lit,
        costs: &[u32],
        below: u32,
        undecided: &mut Vec<Undecided>,
    ) -> Result<Option<Priced>, Spent> {
        let mut sets = ToHit::default();
        for model in self.pool.iter().filter(|model| !model.values.of(lit)) {
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
            assumptions.extend(self.selected(&tried.set));
            match self.ask_briefly(&assumptions)? {
                Some(true) => {}
                Some(false) => return Ok(Some(tried)),
                None => {
                    let rules = 0..costs.len();
                    let others = rules.filter(|&rule| !tried.set.contains(rule));
                    let others = Set::of(costs.len(), others);
                    sets.add(others.clone(), &mut self.effort)?;
                    undecided.push(Undecided { lit, others });
                    continue;
                }
            }
            let model = self.grown(assumptions)?;
            debug_assert!(model.broken.len() > 0, "every target follows");
            sets.add(model.broken.clone(), &mut self.effort)?;
            self.pool.push(model);
        }
    }

    /// Grows the last solution until every further rule contradicts the assumptions.
    fn grown(&mut self, mut assumptions: Vec<Lit>) -> Result<CounterModel, Spent> {
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

    /// Returns the cheapest reason that deletion finds, over as many targets as the effort allows.
    /// This is the fallback if the search by hitting sets found no reason.
    fn deletion_minimal(&mut self, targets: &[Lit], costs: &[u32]) -> Option<Candidate> {
        self.allow(self.effort_a_step / 4);
        let mut best: Option<Candidate> = None;
        for &lit in targets {
            let Some(found) = self.shrunk(lit, costs) else { break };
            if best.as_ref().is_none_or(|best| found.cost < best.cost) {
                best = Some(found);
            }
        }
        best
    }

    /// Returns a reason of a literal. Starts from all rules and removes rules, the most expensive
    /// first, until each remaining rule is needed or the effort is spent. Returns `None` if no rule
    /// was removed.
    fn shrunk(&mut self, lit: Lit, costs: &[u32]) -> Option<Candidate> {
        let number = costs.len();
        let base = [&self.known.facts[..], &[!lit]].concat();
        let mut kept = Set::of(number, 0..number);
        let mut by_cost: Vec<usize> = (0..number).collect();
        by_cost.sort_by_key(|&rule| Reverse(costs[rule]));
        let mut is_shrunk = false;
        for rule in by_cost {
            if !kept.contains(rule) {
                continue;
            }
            let others = Set::of(number, kept.iter().filter(|&other| other != rule));
            let assumptions = [&base[..], &self.selected(&others)].concat();
            let Ok(answer) = self.ask_briefly(&assumptions) else { break };
            if answer == Some(false) {
                is_shrunk = true;
                let core = self.core();
                let is_needed = |other: &usize| {
                    self.selected(&Set::of(number, [*other])).iter().any(|one| core.contains(one))
                };
                kept = Set::of(number, others.iter().filter(is_needed));
            }
        }
        let cost = kept.iter().map(|rule| costs[rule]).sum::<u32>() + self.addend(lit);
        is_shrunk.then_some(Candidate { lit, rules: kept, cost })
    }
}
