//! Proofs by contradiction from the rules of a reason, which sentences put into words.
//!
//! An [`Argument`] supposes the opposite of the first mark and follows the rules of the reason by
//! counting, in rounds, until one is broken. If counting alone gets stuck, a mark also follows if
//! its opposite breaks the rules of one place (such as `row 3`), and then two cases are
//! distinguished, if necessary several times. Afterwards every link and every mark is left out
//! that the contradiction does not need, since a reader follows few links.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::counting::Outcome;
use super::reason::Reason;
use super::sight::{Partial, value};
use super::theory::Mark;
use crate::board::Cell;
use crate::model::Lit;

/// The most rules of a reason for which arguments and cases are searched. With more rules,
/// [`Reason::argument`] and similar methods return `None`.
const MOST_RULES: usize = 16;

/// The most case distinctions within each other.
const MOST_SPLITS: usize = 3;

/// The most case distinctions within each other of the longest arguments.
const MOST_DEEP: usize = 8;

/// The number of times that the rules are applied to find the cases of an argument. It takes about
/// a fifth of a second.
const MOST_TRIES: usize = 10_000;

/// The number of literals that are tried for a distinction within which there are others.
const MOST_TRIED: usize = 4;

/// A chain of so many links is never replaced by another argument.
const FEW_LINKS: usize = 4;

/// One rule of an argument, with the marks that it forces. The rule of the last link is broken, or
/// its marks contradict known values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The index of the rule in the theory.
    pub rule: usize,
    /// The marks that the rule forces; empty if the rule is broken.
    pub forced: Vec<Mark>,
    /// Whether the marks follow by look-ahead: the opposite of each mark breaks a rule that has the
    /// same place as `rule`, such as `row 3`.
    pub is_ahead: bool,
}

/// A proof by contradiction: links that follow from the opposite of the reason's first mark. The
/// last is broken, or two cases follow the links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The links, in order.
    pub links: Vec<Link>,
    /// A mark and its opposite, each with the argument that refutes it. `None` if the last link is
    /// broken.
    pub cases: Option<Box<[(Mark, Argument); 2]>>,
}

impl Argument {
    /// Returns the number of links, including those of all cases.
    pub fn length(&self) -> usize {
        let cases = self
            .cases
            .iter()
            .flat_map(|cases| cases.iter())
            .map(|(_, case)| case.length())
            .sum::<usize>();
        self.links.len() + cases
    }
}

/// A case distinction over a rule that is one clause: each open literal of the clause, if true,
/// breaks another rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The index in the theory of the rule whose literals are the cases.
    pub chooses: usize,
    /// The indices in the theory of the rules that are broken, each in some case.
    pub broken: Vec<usize>,
    /// Whether the cases need no links: on the board before the step, each choice breaks one of
    /// these rules at once, and each of them is broken at once by some choice.
    pub is_at_once: bool,
}

/// A rule with the literals that it forces.
#[derive(Clone, Debug)]
struct Inference {
    /// The index of the rule in the theory.
    rule: usize,
    /// The literals that the rule forces. The list is empty only in a last inference, whose rule is
    /// broken or contradicts the values.
    lits: Vec<Lit>,
    /// Whether the literals follow by look-ahead, as in [`Link::is_ahead`].
    is_ahead: bool,
}

/// The methods by which an argument derives literals from a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InferenceMethod {
    /// Only the literals that a rule forces by counting.
    Counting,
    /// Also the literals whose opposite breaks a rule.
    Lookahead,
}

/// What rules imply from values.
struct Saturation {
    /// The inferences, in the order in which they were made.
    inferences: Vec<Inference>,
    /// Whether the last inference breaks its rule or contradicts the values.
    is_broken: bool,
    /// The values after all inferences. They are incomplete after a contradiction.
    values: Partial,
}

/// The most links of an argument that are joined by "then". More are numbered.
const MOST_THEN: usize = 4;

impl Argument {
    /// Puts the argument into words. `describe` returns a link as a clause; its flag is whether the
    /// link ends the argument. `cases` returns two conditions: that a mark holds, and that it does
    /// not.
    pub fn in_words(
        &self,
        describe: &dyn Fn(&Link, bool) -> String,
        cases: &dyn Fn(Mark) -> [String; 2],
    ) -> String {
        let Argument { links, cases: distinguished } = self;
        let last = links.len().saturating_sub(1);
        let is_last = |number| distinguished.is_none() && number == last;
        let clauses: Vec<String> =
            links.iter().zip(0..).map(|(link, number)| describe(link, is_last(number))).collect();
        let before = join_clauses(&clauses);
        let Some(both) = distinguished else { return before };
        let [(mark, one), (_, other)] = &**both;
        let [if_one, if_other] = cases(*mark);
        let within = |case: &Argument| {
            let words = case.in_words(describe, cases);
            if case.cases.is_some() { format!("({words})") } else { words }
        };
        let (one, other) = (within(one), within(other));
        let start = if before.is_empty() { String::new() } else { format!("{before}, and then ") };
        format!("{start}both cases fail: {if_one}, {one}; {if_other}, {other}")
    }
}

/// Joins the clauses of a chain: a few by "then", more as numbered steps.
fn join_clauses(clauses: &[String]) -> String {
    if clauses.len() <= MOST_THEN {
        return clauses.join(", then ");
    }
    let numbered = clauses.iter().zip(1..).map(|(clause, number)| format!("{number}. {clause}"));
    format!("in {} steps: {}", clauses.len(), numbered.collect::<Vec<_>>().join(", "))
}

impl Reason<'_> {
    /// Returns an argument in which each link follows by counting alone, or `None` if there is none
    /// or the reason has too many rules.
    pub fn chain(&self) -> Option<Argument> {
        self.refute(&self.start()?, InferenceMethod::Counting, 0)
    }

    /// Returns a short argument, with look-ahead and case distinctions if that makes it shorter.
    /// Returns `None` if there is none or the reason has too many rules.
    pub fn argument(&self) -> Option<Argument> {
        let start = self.start()?;
        let chain = self.refute(&start, InferenceMethod::Counting, 0);
        if chain.as_ref().is_some_and(|chain| chain.links.len() <= FEW_LINKS) {
            return chain;
        }
        let shorter = [0, 1].map(|splits| self.refute(&start, InferenceMethod::Lookahead, splits));
        let best = [chain].into_iter().chain(shorter).flatten().min_by_key(Argument::length);
        best.or_else(|| {
            (2..=MOST_SPLITS)
                .find_map(|splits| self.refute(&start, InferenceMethod::Lookahead, splits))
        })
    }

    /// Returns the first argument that is found with as many cases within each other as it needs.
    /// It may be long. Returns `None` if more than `MOST_DEEP` distinctions would be within each
    /// other, or the search takes more than `MOST_TRIES`.
    pub fn deep_argument(&self) -> Option<Argument> {
        let start = self.assume(self.values, !self.lit)?;
        self.tries.set(0);
        self.refute_deeply(&start, MOST_DEEP)
    }

    /// Refutes values with at most `splits` case distinctions within each other. The literal of
    /// each is the one from which most follows; no other is tried. Returns `None` if this does not
    /// refute them within [`MOST_TRIES`].
    fn refute_deeply(&self, start: &Partial, splits: usize) -> Option<Argument> {
        let Saturation { inferences, is_broken, values } =
            self.saturated(start, &self.rules, InferenceMethod::Lookahead);
        if is_broken {
            let inferences = self.shortened(start, inferences, |replayed| replayed.is_broken);
            return Some(Argument { links: self.links(&inferences), cases: None });
        }
        let splits = splits.checked_sub(1).filter(|_| self.tries.get() < MOST_TRIES)?;
        let lit = *self.splitting_literals(&values, splits + 1).first()?;
        let case = |lit: Lit| {
            let mark = self.meanings.mark(lit)?;
            Some((mark, self.refute_deeply(&self.assume(&values, lit)?, splits)?))
        };
        let cases = [case(lit)?, case(!lit)?];
        Some(Argument { links: self.links(&inferences), cases: Some(Box::new(cases)) })
    }

    /// Returns the values that follow from the known ones and the opposite of the first mark.
    /// Returns `None` if they contradict each other, or if the reason has too many rules.
    fn start(&self) -> Option<Partial> {
        self.validate_length()?;
        self.assume(self.values, !self.lit)
    }

    /// Returns the values that follow from others and a literal, if that contradicts nothing.
    fn assume(&self, values: &Partial, lit: Lit) -> Option<Partial> {
        let mut extended = values.clone();
        self.sight.propagate(&mut extended, lit)?;
        Some(extended)
    }

    /// Returns `None` if the reason has more than [`MOST_RULES`] rules: no reader follows so many,
    /// and trying them takes seconds.
    fn validate_length(&self) -> Option<()> {
        (self.rules.len() <= MOST_RULES).then_some(())
    }

    /// Refutes values with at most `splits` case distinctions within each other. Returns `None` if
    /// this does not refute them within [`MOST_TRIES`].
    fn refute(&self, start: &Partial, look: InferenceMethod, splits: usize) -> Option<Argument> {
        let Saturation { inferences, is_broken, values } = self.saturated(start, &self.rules, look);
        if is_broken {
            let inferences = self.shortened(start, inferences, |replayed| replayed.is_broken);
            return Some(Argument { links: self.links(&inferences), cases: None });
        }
        let splits = splits.checked_sub(1).filter(|_| self.tries.get() < MOST_TRIES)?;
        let both = |values: &Partial, lit: Lit| {
            Some([self.case(values, lit, splits)?, self.case(values, !lit, splits)?])
        };
        let length = |cases: &[(Mark, Argument); 2]| {
            cases.iter().map(|(_, case)| case.length()).sum::<usize>()
        };
        let (lit, cases) = self
            .splitting_literals(&values, splits)
            .into_iter()
            .filter_map(|lit| Some((lit, both(&values, lit)?)))
            .min_by_key(|(_, cases)| length(cases))?;
        // The cases stay refuted if only some of the inferences before them are made.
        let fewer = if splits == 0 {
            self.shortened(start, inferences.clone(), |replayed| {
                both(&replayed.values, lit).is_some()
            })
        } else {
            inferences.clone()
        };
        let (inferences, cases) = match both(&self.replayed(start, &fewer).values, lit) {
            Some(cases) => (fewer, cases),
            None => (inferences, cases),
        };
        Some(Argument { links: self.links(&inferences), cases: Some(Box::new(cases)) })
    }

    /// Returns literals that two cases can distinguish: all open ones, but if further distinctions
    /// may follow, only those from which most follows.
    fn splitting_literals(&self, values: &Partial, further: usize) -> Vec<Lit> {
        let mut lits: Vec<Lit> = self
            .open_lits(&self.rules, values)
            .into_iter()
            .filter(|lit| !lit.is_negated())
            .collect();
        if further == 0 {
            return lits;
        }
        let following = |lit: Lit| {
            let Some(values) = self.assume(values, lit) else { return usize::MAX / 2 };
            let saturated = self.saturated(&values, &self.rules, InferenceMethod::Counting);
            let number = saturated.values.iter().flatten().count();
            if saturated.is_broken { usize::MAX / 2 } else { number }
        };
        lits.sort_by_cached_key(|&lit| Reverse(following(lit) + following(!lit)));
        lits.truncate(MOST_TRIED);
        lits
    }

    /// Supposes a literal. Returns its mark and the argument against it, or `None` if the literal
    /// means no mark, contradicts `values`, or is not refuted within [`MOST_TRIES`].
    fn case(&self, values: &Partial, lit: Lit, splits: usize) -> Option<(Mark, Argument)> {
        if self.tries.get() >= MOST_TRIES {
            return None;
        }
        let mark = self.meanings.mark(lit)?;
        Some((mark, self.refute(&self.assume(values, lit)?, InferenceMethod::Lookahead, splits)?))
    }

    /// Applies rules in rounds until one is broken or nothing more follows. In a round, all rules
    /// are applied to the same values, so an early contradiction has few inferences before it.
    fn saturated(&self, start: &Partial, rules: &[usize], look: InferenceMethod) -> Saturation {
        self.tries.set(self.tries.get() + 1);
        let (mut values, mut inferences) = (start.clone(), Vec::new());
        loop {
            let mut round = Vec::new();
            for &rule in rules {
                match self.forced_by_counting(rule, &values) {
                    Some(lits) if lits.is_empty() => {}
                    Some(lits) => round.push(Inference { rule, lits, is_ahead: false }),
                    None => {
                        inferences.push(Inference { rule, lits: Vec::new(), is_ahead: false });
                        return Saturation { inferences, is_broken: true, values };
                    }
                }
            }
            if round.is_empty() && look == InferenceMethod::Lookahead {
                round = self.look_ahead(&values, rules);
            }
            if round.is_empty() {
                return Saturation { inferences, is_broken: false, values };
            }
            for Inference { rule, mut lits, is_ahead } in round {
                // An earlier rule of the round may have decided them.
                let is_broken = lits
                    .iter()
                    .any(|&lit| value(&values, lit) == Some(false) || lits.contains(&!lit));
                if is_broken {
                    inferences.push(Inference { rule, lits: Vec::new(), is_ahead });
                    return Saturation { inferences, is_broken, values };
                }
                lits.retain(|&lit| value(&values, lit).is_none());
                if lits.is_empty() {
                    continue;
                }
                let is_broken = !self.set(&mut values, &lits);
                inferences.push(Inference { rule, lits, is_ahead });
                if is_broken {
                    return Saturation { inferences, is_broken, values };
                }
            }
        }
    }

    /// Returns the open literals with a meaning that a rule forces by counting, or `None` if the
    /// rule is broken.
    fn forced_by_counting(&self, rule: usize, values: &Partial) -> Option<Vec<Lit>> {
        let Outcome::Implied(forced) = self.counting.outcome(rule, values) else { return None };
        Some(
            forced
                .into_iter()
                .map(|one| one.lit)
                .filter(|lit| value(values, *lit).is_none() && self.meanings.mark(*lit).is_some())
                .collect(),
        )
    }

    /// Returns the open literals that a rule forces, perhaps by look-ahead with the rules of its
    /// place. Returns `None` if one of these rules is broken.
    fn forced(&self, rule: usize, is_ahead: bool, values: &Partial) -> Option<Vec<Lit>> {
        if !is_ahead {
            return self.forced_by_counting(rule, values);
        }
        let same_place = self.rules_of_same_place(rule, &self.rules);
        if self.saturated(values, &same_place, InferenceMethod::Counting).is_broken {
            return None;
        }
        let lits = self.necessary_literals(&same_place, values);
        let is_contradiction = lits.iter().any(|&lit| lits.contains(&!lit));
        (!is_contradiction).then_some(lits)
    }

    /// Returns, for each place of the rules, the open literals whose opposite leads to a
    /// contradiction or breaks a rule of this place.
    fn look_ahead(&self, values: &Partial, rules: &[usize]) -> Vec<Inference> {
        let mut seen: Vec<usize> = Vec::new();
        let mut found = Vec::new();
        for &rule in rules {
            if seen.contains(&rule) {
                continue;
            }
            let same_place = self.rules_of_same_place(rule, rules);
            let lits = self.necessary_literals(&same_place, values);
            seen.extend(same_place);
            if !lits.is_empty() {
                found.push(Inference { rule, lits, is_ahead: true });
            }
        }
        found
    }

    /// Returns those of `rules` that have the same place as `rule`, such as `row 3`.
    fn rules_of_same_place(&self, rule: usize, rules: &[usize]) -> Vec<usize> {
        let place = |rule: usize| &self.rule(rule).heading.place;
        rules.iter().copied().filter(|&other| place(other) == place(rule)).collect()
    }

    /// Returns the open literals of the rules' cells whose opposite leads to a contradiction or
    /// breaks a rule.
    fn necessary_literals(&self, rules: &[usize], values: &Partial) -> Vec<Lit> {
        self.open_lits(rules, values)
            .into_iter()
            .filter(|&lit| {
                self.assume(values, !lit).as_ref().is_none_or(|without| {
                    self.saturated(without, rules, InferenceMethod::Counting).is_broken
                })
            })
            .collect()
    }

    /// Returns the open literals, in both signs, of the symbols in the rules' cells.
    fn open_lits(&self, rules: &[usize], values: &Partial) -> Vec<Lit> {
        let reading = self.theory.model().reading();
        let cells: BTreeSet<Cell> =
            rules.iter().flat_map(|&rule| &self.rule(rule).heading.cells).copied().collect();
        let lits: BTreeSet<Lit> = cells
            .iter()
            .flat_map(|&at| reading.cells()[at].iter().map(|(_, lit)| *lit))
            .flat_map(|lit| [lit, !lit])
            .collect();
        lits.into_iter().filter(|&lit| value(values, lit).is_none()).collect()
    }

    /// Sets literals to true, with their consequences by free constraints. Returns whether that
    /// contradicts nothing.
    fn set(&self, values: &mut Partial, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| self.sight.propagate(values, lit).is_some())
    }

    /// Makes the given inferences again, as far as they follow, and ends at a contradiction.
    fn replayed(&self, start: &Partial, inferences: &[Inference]) -> Saturation {
        let (mut values, mut made) = (start.clone(), Vec::new());
        for Inference { rule, lits, is_ahead } in inferences {
            let (rule, is_ahead) = (*rule, *is_ahead);
            let follows = self.forced(rule, is_ahead, &values);
            let Some(follows) = follows else {
                made.push(Inference { rule, lits: Vec::new(), is_ahead });
                return Saturation { inferences: made, is_broken: true, values };
            };
            let lits: Vec<Lit> = follows.into_iter().filter(|lit| lits.contains(lit)).collect();
            if lits.is_empty() {
                continue;
            }
            let is_broken = !self.set(&mut values, &lits);
            made.push(Inference { rule, lits, is_ahead });
            if is_broken {
                return Saturation { inferences: made, is_broken, values };
            }
        }
        Saturation { inferences: made, is_broken: false, values }
    }

    /// Leaves out inferences, and then single literals, while `is_enough` holds for the rest.
    fn shortened(
        &self,
        start: &Partial,
        mut inferences: Vec<Inference>,
        is_enough: impl Fn(&Saturation) -> bool,
    ) -> Vec<Inference> {
        for place in (0..inferences.len()).rev() {
            let mut fewer = inferences.clone();
            if place < fewer.len() {
                fewer.remove(place);
                let replayed = self.replayed(start, &fewer);
                if is_enough(&replayed) {
                    inferences = replayed.inferences;
                }
            }
        }
        for place in (0..inferences.len()).rev() {
            for lit in inferences.get(place).map_or(Vec::new(), |one| one.lits.clone()) {
                let mut fewer = inferences.clone();
                let Some(one) = fewer.get_mut(place).filter(|one| one.lits.len() > 1) else {
                    break;
                };
                one.lits.retain(|&other| other != lit);
                let replayed = self.replayed(start, &fewer);
                if is_enough(&replayed) {
                    inferences = replayed.inferences;
                }
            }
        }
        inferences
    }

    /// Returns inferences as links, in the same order. A literal that means no mark is omitted.
    fn links(&self, inferences: &[Inference]) -> Vec<Link> {
        let link = |Inference { rule, lits, is_ahead }: &Inference| Link {
            rule: *rule,
            forced: lits.iter().filter_map(|&lit| self.meanings.mark(lit)).collect(),
            is_ahead: *is_ahead,
        };
        inferences.iter().map(link).collect()
    }

    /// Returns a case distinction over one rule of the reason, or `None` if there is none. Each
    /// choice breaks another rule, and each other rule is broken by some choice.
    pub fn cases(&self) -> Option<Cases> {
        self.validate_length()?;
        // The first of the best: cases that need no further links are easier to follow.
        self.rules
            .iter()
            .filter_map(|&chooses| self.cases_of(chooses))
            .min_by_key(|cases| !cases.is_at_once)
    }

    /// Returns the case distinction over one rule. Returns `None` if the rule is not one open
    /// clause, if some choice breaks no other rule, or if some other rule is never broken.
    fn cases_of(&self, chooses: usize) -> Option<Cases> {
        let choices = self.counting.choices(chooses, &self.supposed())?;
        let others: Vec<usize> =
            self.rules.iter().copied().filter(|&rule| rule != chooses).collect();
        let mut on_board = self.values.clone();
        self.sight.propagate(&mut on_board, !self.lit)?;
        let (mut broken, mut at_once) = (Vec::new(), BTreeSet::new());
        let mut is_at_once = true;
        for choice in choices {
            let (mut values, mut seen) = (self.supposed(), on_board.clone());
            // A choice that contradicts what a reader sees is no case.
            if self.sight.propagate(&mut seen, choice).is_some() {
                let now: Vec<usize> =
                    others.iter().copied().filter(|&rule| self.is_broken(rule, &seen)).collect();
                is_at_once &= !now.is_empty();
                at_once.extend(now);
            }
            // Nor is one that contradicts the supposed values.
            if self.sight.propagate(&mut values, choice).is_some() {
                let Saturation { inferences, is_broken, .. } =
                    self.saturated(&values, &others, InferenceMethod::Counting);
                broken.push(inferences.last().filter(|_| is_broken)?.rule);
            }
        }
        broken.sort_unstable();
        broken.dedup();
        is_at_once &= at_once.len() == others.len();
        (broken.len() == others.len()).then_some(Cases { chooses, broken, is_at_once })
    }

    /// Returns whether counting shows that the values break the rule.
    fn is_broken(&self, rule: usize, values: &Partial) -> bool {
        matches!(self.counting.outcome(rule, values), Outcome::Broken)
    }

    /// Returns the values that follow from the facts and the opposite of the first mark.
    fn supposed(&self) -> Partial {
        let mut values = self.sight.closure(self.fact_lits);
        // This fails, harmlessly, if the facts alone imply the mark by free constraints.
        let _ = self.sight.propagate(&mut values, !self.lit);
        values
    }
}
