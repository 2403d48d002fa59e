//! Proofs by contradiction from the rules of a reason. The sentences of a hint state such a proof.
//!
//! An [`Argument`] supposes the opposite of the first mark. It derives further marks from the rules
//! of the reason by counting, in rounds, until a rule is broken. If counting derives nothing more,
//! look-ahead derives a mark whose opposite breaks the rules of one place (such as `row 3`). If
//! this is not enough either, two cases are distinguished, several times if necessary. At the end,
//! links and marks that the contradiction does not need are removed, since a reader can follow only
//! a few links. Links before a case distinction are never removed if this distinction may contain
//! another one.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::counting::Outcome;
use super::reason::Reason;
use super::sight::{Partial, value};
use super::theory::Mark;
use crate::board::Cell;
use crate::model::Lit;

/// The largest number of rules that a reason may have if arguments and cases are searched for it.
/// If a reason has more, [`Reason::argument`] and similar methods return `None`.
const MOST_RULES: usize = 16;

/// The largest depth of nested case distinctions in [`Reason::argument`].
const MOST_SPLITS: usize = 3;

/// The largest depth of nested case distinctions in [`Reason::deep_argument`].
const MOST_DEEP: usize = 8;

/// The largest number of times that the rules are applied in the search for an argument with cases.
/// So many applications take about a fifth of a second.
const MOST_TRIES: usize = 10_000;

/// The number of literals that are tried for a case distinction that may contain other
/// distinctions.
const MOST_TRIED: usize = 4;

/// If a chain has at most this many links, no shorter argument is searched.
const FEW_LINKS: usize = 4;

/// A rule in an argument, with the marks that it forces. If an argument has no cases, its last link
/// is a contradiction: the rule is broken, or the marks that it forces contradict known values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The index of the rule in the theory.
    pub rule: usize,
    /// The marks that the rule forces. The list is empty if the rule is broken.
    pub forced: Vec<Mark>,
    /// Whether the marks follow by look-ahead: the opposite of each mark breaks a rule that has the
    /// same place as `rule`, such as `row 3`.
    pub is_ahead: bool,
}

/// A proof by contradiction. Its links follow from the opposite of the reason's first mark. Either
/// the last link is a contradiction, or two cases come after the links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The links in the order in which they follow.
    pub links: Vec<Link>,
    /// A mark and its opposite, each with an argument that refutes it. `None` if the last link is a
    /// contradiction.
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

/// A case distinction over the literals of a rule that is one clause. Each case supposes that one
/// literal with an unknown value is true. This breaks another rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The index of a rule in the theory. The literals of this rule are the cases.
    pub chooses: usize,
    /// The indices in the theory of the other rules of the reason. Each of them is broken in at
    /// least one case.
    pub broken: Vec<usize>,
    /// Whether no links are needed. This is so if two conditions hold on the board before the step.
    /// Each choice of a literal breaks one of the rules `broken` at once. Each of these rules is
    /// broken at once by some choice.
    pub is_at_once: bool,
}

/// A rule with the literals that it forces.
#[derive(Clone, Debug)]
struct Inference {
    /// The index of the rule in the theory.
    rule: usize,
    /// The literals that the rule forces. The list can be empty only in the last inference, if the
    /// rule is broken or contradicts the values.
    lits: Vec<Lit>,
    /// Whether the literals follow by look-ahead, as in [`Link::is_ahead`].
    is_ahead: bool,
}

/// The method by which an argument derives literals from a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InferenceMethod {
    /// Only the literals that a rule forces by counting.
    Counting,
    /// Also the literals whose opposite breaks a rule.
    Lookahead,
}

/// The result of applying rules to values until nothing more follows.
struct Saturation {
    /// The inferences, in the order in which they were made.
    inferences: Vec<Inference>,
    /// Whether the last inference breaks its rule or contradicts the values.
    is_broken: bool,
    /// The values after all inferences. They are incomplete after a contradiction.
    values: Partial,
}

/// The largest number of links that a sentence joins by "then". If there are more links, they are
/// numbered.
const MOST_THEN: usize = 4;

impl Argument {
    /// Returns the argument in words: its links, and then its two cases, if there are any. An
    /// argument without both gives an empty text. `describe` returns a link in words. The second
    /// argument of `describe` says whether this link refutes the assumption. This is true for the
    /// last link of an argument, or of a case, that has no cases itself. `cases` gets a mark, and
    /// returns two conditions in words: the mark is true; the mark is not true.
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

/// Joins the texts of links to one text. At most [`MOST_THEN`] texts are joined by "then"; more are
/// written as numbered steps.
fn join_clauses(clauses: &[String]) -> String {
    if clauses.len() <= MOST_THEN {
        return clauses.join(", then ");
    }
    let numbered = clauses.iter().zip(1..).map(|(clause, number)| format!("{number}. {clause}"));
    format!("in {} steps: {}", clauses.len(), numbered.collect::<Vec<_>>().join(", "))
}

impl Reason<'_> {
    /// Returns an argument in which each link follows by counting alone. Returns `None` if there is
    /// no such argument, or if the reason has more than `MOST_RULES` rules. Also returns `None` if
    /// the opposite of the first mark contradicts the known values at once.
    pub fn chain(&self) -> Option<Argument> {
        self.refute(&self.start()?, InferenceMethod::Counting, 0)
    }

    /// Returns a short argument. If counting alone gives at most `FEW_LINKS` links, returns these.
    /// Otherwise also tries look-ahead without and with one case distinction, and returns the
    /// argument with the fewest links. If there is no such argument, up to `MOST_SPLITS` nested
    /// distinctions are tried. Returns `None` if no argument is found, if the reason has more than
    /// `MOST_RULES` rules, or if the opposite of the first mark contradicts the known values at
    /// once. After `MOST_TRIES` applications of the rules, no further distinction or case begins;
    /// applications in earlier calls for this reason count, too.
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

    /// Returns the first argument that is found. It may be long and have many nested cases. The
    /// number of the reason's rules is not limited. Returns `None` in these cases:
    ///
    /// - More than `MOST_DEEP` nested distinctions are needed.
    /// - The rules are applied more than `MOST_TRIES` times, counted anew in each call.
    /// - The opposite of the first mark contradicts the known values at once.
    pub fn deep_argument(&self) -> Option<Argument> {
        let start = self.assume(self.values, !self.lit)?;
        self.tries.set(0);
        self.refute_deeply(&start, MOST_DEEP)
    }

    /// Refutes values by look-ahead, with at most `splits` nested case distinctions. Each
    /// distinction is made over the literal from which the most values follow; no other literal is
    /// tried. Removes needless links only in cases that have no cases themselves. Returns `None` if
    /// this method does not refute the values, if a case contradicts the values at once, or if a
    /// distinction is needed after the rules have been applied [`MOST_TRIES`] times.
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

    /// Returns the values that follow from the known values and the opposite of the first mark.
    /// Returns `None` if they contradict each other, or if the reason has more than [`MOST_RULES`]
    /// rules.
    fn start(&self) -> Option<Partial> {
        self.validate_length()?;
        self.assume(self.values, !self.lit)
    }

    /// Returns `values` with a literal set to true, and the values that follow by free constraints
    /// (those that belong to no rule). Returns `None` if this leads to a contradiction.
    fn assume(&self, values: &Partial, lit: Lit) -> Option<Partial> {
        let mut extended = values.clone();
        self.sight.propagate(&mut extended, lit)?;
        Some(extended)
    }

    /// Returns `None` if the reason has more than [`MOST_RULES`] rules. No reader can follow so
    /// many rules, and applying them takes seconds.
    fn validate_length(&self) -> Option<()> {
        (self.rules.len() <= MOST_RULES).then_some(())
    }

    /// Refutes values with at most `splits` nested case distinctions, and returns the shortest
    /// argument that it finds. Removes needless links. Links before a distinction that may contain
    /// another one are not removed. `look` is the method for the links before the first
    /// distinction; the cases always use look-ahead. Returns `None` if this does not refute the
    /// values, or if a distinction or a case would have to begin after the rules have been applied
    /// [`MOST_TRIES`] times.
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
        // Perhaps the cases are refuted even if some of the inferences before them are left out.
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

    /// Returns literals over which a case distinction is tried. These are positive literals with an
    /// unknown value. Each of them, or its negation, places a symbol in a cell of the reason's
    /// rules. `further` is the number of distinctions that are allowed within this one. If it is 0,
    /// returns all these literals. Otherwise returns only the best [`MOST_TRIED`] literals, the
    /// best one first. A literal is better if more values follow by counting from the literal and
    /// from its negation. If the literal leads to a contradiction, very many values count. This
    /// comparison adds to `tries`.
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

    /// Refutes the case that a literal is true, with at most `splits` nested case distinctions
    /// inside this case. Returns its mark and the argument that refutes it. Returns `None` if the
    /// literal means no mark, or contradicts `values` at once. Also returns `None` if the case is
    /// not refuted before the rules have been applied [`MOST_TRIES`] times.
    fn case(&self, values: &Partial, lit: Lit, splits: usize) -> Option<(Mark, Argument)> {
        if self.tries.get() >= MOST_TRIES {
            return None;
        }
        let mark = self.meanings.mark(lit)?;
        Some((mark, self.refute(&self.assume(values, lit)?, InferenceMethod::Lookahead, splits)?))
    }

    /// Applies rules in rounds, until a rule is broken or nothing more follows. This counts as one
    /// application in `tries`; look-ahead counts its own applications. In a round, all rules are
    /// applied to the same values, so that few inferences come before an early contradiction. If
    /// look-ahead is allowed, it is tried only in rounds in which counting derives nothing. If a
    /// rule is broken, or forces a literal that is false, the result is broken. Its last inference
    /// is then the inference of this rule, usually without literals.
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
                // Perhaps an earlier rule of this round has decided these literals already.
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

    /// Returns literals that a rule forces by counting. Only literals that mean a mark and whose
    /// value is unknown are returned. Returns `None` if the rule is broken.
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

    /// Returns the literals with an unknown value that a rule forces. If `is_ahead` is false, the
    /// rule forces them by counting. If it is true, they are forced by look-ahead with those rules
    /// of the reason that have the same place as `rule` (such as `row 3`). Returns `None` if one of
    /// these rules is broken, or if look-ahead forces a literal and its negation.
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

    /// Looks ahead in each place of `rules`, such as `row 3`. A literal follows if its value is
    /// unknown, and if its opposite leads to a contradiction or breaks a rule of this place.
    /// Returns one inference for each place. The inference has these literals, and names the first
    /// rule of the place. It can have a literal and its negation; then the values contradict the
    /// rules. Places without such literals are left out.
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

    /// Returns the literals that must be true for the following reason: the opposite of the literal
    /// leads to a contradiction or, by counting, breaks one of `rules`. Considers only literals
    /// with an unknown value that place or exclude a symbol in one of the rules' cells. If the
    /// values contradict the rules, the result can have a literal and its negation.
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

    /// Returns the literals with an unknown value that place a symbol in one of the rules' cells,
    /// and the negations of these literals.
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

    /// Sets literals to true, and also the literals that follow from them by free constraints
    /// (those that belong to no rule). Returns `false` if this leads to a contradiction; the values
    /// set until then remain.
    fn set(&self, values: &mut Partial, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| self.sight.propagate(values, lit).is_some())
    }

    /// Repeats the given inferences, in the same order, as far as they still follow from `start`.
    /// Leaves out literals that follow no more, and literals that were not in the given inference.
    /// Ends at a contradiction, and ignores the remaining inferences. The result is then broken,
    /// and its last inference is that of the contradiction; if the rule of this inference is
    /// broken, it has no literals. Applies only the rules of the reason.
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

    /// Shortens inferences: removes inferences, from the last to the first, and then single
    /// literals. A removal is kept if `is_enough` returns `true` for the remaining inferences.
    /// Before each test, these are made again from `start`, so inferences that follow no more are
    /// removed, too. When single literals are removed, an inference keeps at least one literal.
    /// Returns the given inferences if none of them can be removed.
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

    /// Returns inferences as links, in the same order. Literals that mean no mark are left out.
    fn links(&self, inferences: &[Inference]) -> Vec<Link> {
        let link = |Inference { rule, lits, is_ahead }: &Inference| Link {
            rule: *rule,
            forced: lits.iter().filter_map(|&lit| self.meanings.mark(lit)).collect(),
            is_ahead: *is_ahead,
        };
        inferences.iter().map(link).collect()
    }

    /// Returns a case distinction over a rule of the reason that is one clause. Each choice of a
    /// literal must break another rule of the reason, and each other rule must be broken by some
    /// choice. Choices that contradict the supposed values at once are ignored. If several rules
    /// allow a distinction, prefers the first one whose cases are broken at once; if there is none,
    /// returns the first one. Returns `None` if no rule allows a distinction, or if the reason has
    /// more than `MOST_RULES` rules.
    pub fn cases(&self) -> Option<Cases> {
        self.validate_length()?;
        // Cases that need no links are easier to follow, so they are preferred.
        self.rules
            .iter()
            .filter_map(|&chooses| self.cases_of(chooses))
            .min_by_key(|cases| !cases.is_at_once)
    }

    /// Returns the case distinction over one rule of the reason. `chooses` is the index of this
    /// rule in the theory. A choice that contradicts the supposed values at once is no case.
    /// Returns `None` in these cases:
    ///
    /// - The rule is not one clause, or the clause is satisfied already.
    /// - Some choice breaks no other rule.
    /// - Some other rule is never the first to be broken.
    /// - The opposite of the first mark contradicts the known values at once.
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
            // A choice that contradicts what a reader sees on the board is not counted as a case.
            if self.sight.propagate(&mut seen, choice).is_some() {
                let now: Vec<usize> =
                    others.iter().copied().filter(|&rule| self.is_broken(rule, &seen)).collect();
                is_at_once &= !now.is_empty();
                at_once.extend(now);
            }
            // A choice that contradicts the supposed values is not counted as a case either.
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

    /// Returns whether counting shows that `values` break the rule.
    fn is_broken(&self, rule: usize, values: &Partial) -> bool {
        matches!(self.counting.outcome(rule, values), Outcome::Broken)
    }

    /// Returns the values that follow by free constraints from the facts of the reason and the
    /// opposite of the first mark. Known marks that are not facts of the reason are not used. If
    /// the facts contradict the opposite of the first mark, the returned values are incomplete.
    fn supposed(&self) -> Partial {
        let mut values = self.sight.closure(self.fact_lits);
        // This call fails if the facts alone imply the mark by free constraints (those that belong
        // to no rule). The failure does no harm.
        let _ = self.sight.propagate(&mut values, !self.lit);
        values
    }
}
