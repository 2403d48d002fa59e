//! The part of hints that each puzzle family adds: a theory, sentences and levels of difficulty.

use std::collections::BTreeSet;

use super::counting::{Counting, Outcome};
use super::sight::{Partial, Sight, value};
use super::theory::{Mark, Meanings, Rule, Theory};
use super::words;
use crate::board::Cell;
use crate::model::Lit;

/// The most rules of a reason for which chains and cases are searched. With more rules,
/// [`Reason::chain`] and similar methods return `None`.
const MOST_RULES: usize = 16;

/// The hints of a family: its theory, sentences and levels.
pub trait View {
    /// Returns the theory: free constraints, and rules with costs.
    fn theory(&self) -> &Theory;

    /// Returns the reason of a step as a sentence without a full stop.
    fn sentence(&self, reason: &Reason) -> String {
        words::general(reason)
    }

    /// Returns the reason of a step that needs no rule, as a sentence without a full stop.
    fn at_sight(&self, reason: &Reason) -> String {
        words::general(reason)
    }

    /// Returns what to look for, as a text that does not name the cells of the step: the second of
    /// its [`stages`](super::Step::stages).
    fn pattern(&self, reason: &Reason) -> String {
        words::which_rules(reason)
    }

    /// Returns the levels of difficulty, if the family has any.
    fn scale(&self) -> Option<Scale> {
        None
    }
}

/// The hints of a family that has no theory of its own: all rules of the model have the same cost.
pub struct GeneralView(Theory);

impl GeneralView {
    /// Returns the view of a theory.
    pub fn of(theory: Theory) -> GeneralView {
        GeneralView(theory)
    }
}

impl View for GeneralView {
    fn theory(&self) -> &Theory {
        &self.0
    }
}

/// The measure that decides the level of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The cost of the hardest step.
    Hardest,
    /// The sum of the costs of all steps, divided by this number.
    SumOver(usize),
}

/// Levels of difficulty.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The measure that decides the level of a board.
    pub by: Measure,
    /// The levels below the highest, the easiest first. Each follows a number: the measure of its
    /// boards is less than this.
    pub levels: &'static [(u64, &'static str)],
    /// The level of the hardest boards.
    pub highest: &'static str,
}

impl Scale {
    /// Returns the levels' names, the easiest first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.levels.iter().map(|(_, name)| *name).chain([self.highest])
    }

    /// Returns the level of a board from the cost of its hardest step and the sum of all costs.
    pub fn level(&self, hardest: u32, sum: u64) -> &'static str {
        let (value, unit) = match self.by {
            Measure::Hardest => (u64::from(hardest), 1),
            Measure::SumOver(number) => (sum, number as u64),
        };
        let level = self.levels.iter().find(|(end, _)| value < end * unit);
        level.map_or(self.highest, |(_, name)| name)
    }
}

/// A step with all that its sentence may need, and the board before it.
pub struct Reason<'a> {
    /// The marks that follow. The search chose the reason for the first one.
    pub marks: Vec<Mark>,
    /// The rules from which the marks follow, as indices in the theory.
    pub rules: Vec<usize>,
    /// The known marks that the rules need.
    pub facts: Vec<Mark>,
    pub(super) theory: &'a Theory,
    pub(super) meanings: &'a Meanings,
    pub(super) sight: &'a Sight,
    pub(super) counting: &'a Counting,
    pub(super) lit: Lit,
    pub(super) fact_lits: &'a [Lit],
    /// The known values of the model's variables before the step.
    pub(super) values: &'a Partial,
}

/// One rule of a chain, which leads to a contradiction, with the marks that it forces. The last
/// rule is broken, or its marks contradict known values.
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

/// A distinction of two cases, a mark and its opposite. Each leads to a broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The links before the distinction, which follow from the opposite of the reason's first mark.
    pub before: Vec<Link>,
    /// Each case, with the chain from it to a broken rule.
    pub cases: [(Mark, Vec<Link>); 2],
}

impl Split {
    fn length(&self) -> usize {
        self.cases.iter().map(|(_, links)| links.len()).sum()
    }
}

impl Reason<'_> {
    /// Returns the rule with an index in the theory.
    pub fn rule(&self, number: usize) -> &Rule {
        &self.theory.rules()[number]
    }

    /// Returns whether a symbol is in a cell, if that is known before the step.
    pub fn known(&self, cell: Cell, symbol: char) -> Option<bool> {
        let [lit] = self.theory.model().reading().literals(cell, symbol)?[..] else { return None };
        value(self.values, lit)
    }

    /// Returns a mark as a clause, such as `(3,4) is 1`. If a cell has only two possible symbols,
    /// the board's default symbol and another, "is not the other" becomes "is the default".
    pub fn said(&self, mark: Mark) -> String {
        words::said(self.plain(mark))
    }

    pub(super) fn plain(&self, mark: Mark) -> Mark {
        let reading = self.theory.model().reading();
        if !mark.is && reading.cells()[mark.cell].len() == 1 {
            return Mark::placed(mark.cell, reading.otherwise());
        }
        mark
    }

    /// Returns the cells that a link may use: those of its rule or, by look-ahead, of all rules of
    /// the same place.
    pub fn cells_of(&self, link: &Link) -> Vec<Cell> {
        let rules =
            if link.is_ahead { self.alike(link.rule, &self.rules) } else { vec![link.rule] };
        rules.into_iter().flat_map(|rule| self.rule(rule).heading.cells.clone()).collect()
    }

    /// Returns those of `rules` that have the same place as `rule`, such as `row 3`.
    fn alike(&self, rule: usize, rules: &[usize]) -> Vec<usize> {
        let place = |rule: usize| &self.rule(rule).heading.place;
        rules.iter().copied().filter(|&other| place(other) == place(rule)).collect()
    }

    /// Returns a chain of rules from the facts and the opposite of the first mark to a broken rule,
    /// or `None` if no chain without a case distinction is found.
    pub fn chain(&self) -> Option<Vec<Link>> {
        self.validate_length()?;
        let mut values = self.supposed();
        self.follow(&mut values, &self.rules, Look::AtOnce)
    }

    /// Returns `None` if the reason has more than [`MOST_RULES`] rules: no reader follows so many,
    /// and trying them takes seconds.
    fn validate_length(&self) -> Option<()> {
        (self.rules.len() <= MOST_RULES).then_some(())
    }

    /// Returns a chain as [`Reason::chain`] does, but from all known marks instead of the facts,
    /// and with look-ahead: a mark in a cell of a rule also follows if its opposite breaks a rule
    /// with the same place (such as `row 3`).
    pub fn deep_chain(&self) -> Option<Vec<Link>> {
        self.validate_length()?;
        let mut values = self.values.clone();
        self.sight.spread(&mut values, !self.lit)?;
        self.follow(&mut values, &self.rules, Look::Ahead)
    }

    /// Returns a case distinction over one rule of the reason, or `None` if there is none. Each
    /// choice breaks another rule, and each other rule is broken by some choice.
    pub fn cases(&self) -> Option<Cases> {
        self.validate_length()?;
        let all = self.rules.iter().filter_map(|&chooses| self.cases_of(chooses));
        // The first of the best: cases that need no further links are easier to follow.
        all.min_by_key(|cases| !cases.is_at_once)
    }

    /// Returns the case distinction over one rule, if each choice breaks another rule.
    fn cases_of(&self, chooses: usize) -> Option<Cases> {
        let choices = self.counting.choices(chooses, &self.supposed())?;
        let others: Vec<usize> =
            self.rules.iter().copied().filter(|&rule| rule != chooses).collect();
        let mut on_board = self.values.clone();
        self.sight.spread(&mut on_board, !self.lit)?;
        let (mut broken, mut at_once) = (Vec::new(), BTreeSet::new());
        let mut is_at_once = true;
        for choice in choices {
            let (mut values, mut seen) = (self.supposed(), on_board.clone());
            // A choice that contradicts what a reader sees is no case.
            if self.sight.spread(&mut seen, choice).is_some() {
                let now = others.iter().copied().filter(|&rule| self.is_broken(rule, &seen));
                let now: Vec<usize> = now.collect();
                is_at_once &= !now.is_empty();
                at_once.extend(now);
            }
            // Nor is one that contradicts the supposed values.
            if self.sight.spread(&mut values, choice).is_some() {
                broken.push(self.follow(&mut values, &others, Look::AtOnce)?.last()?.rule);
            }
        }
        broken.sort_unstable();
        broken.dedup();
        is_at_once &= at_once.len() == others.len();
        (broken.len() == others.len()).then_some(Cases { chooses, broken, is_at_once })
    }

    /// Returns the shortest distinction of two cases, a mark and its opposite, if the first mark of
    /// the reason does not hold: both cases lead to a broken rule. Returns `None` if there is none,
    /// or a rule breaks without a distinction.
    pub fn split(&self) -> Option<Split> {
        self.validate_length()?;
        let mut values = self.values.clone();
        self.sight.spread(&mut values, !self.lit)?;
        let (before, is_broken) = self.saturate(&mut values, &self.rules, Look::Ahead);
        if is_broken {
            return None;
        }
        let reading = self.theory.model().reading();
        let mut cells: Vec<Cell> =
            self.rules.iter().flat_map(|&rule| self.rule(rule).heading.cells.clone()).collect();
        cells.sort();
        cells.dedup();
        let lits = cells.into_iter().filter_map(|at| Some(reading.cells()[at].first()?.1));
        let open = lits.filter(|&lit| value(&values, lit).is_none());
        let splits = open.filter_map(|lit| {
            let cases = [self.case(&values, lit)?, self.case(&values, !lit)?];
            Some(Split { before: before.clone(), cases })
        });
        splits.min_by_key(Split::length)
    }

    /// Supposes a literal. Returns its mark and the chain from it to a broken rule, or `None` if
    /// the literal means no mark, contradicts `values`, or breaks no rule.
    fn case(&self, values: &Partial, lit: Lit) -> Option<(Mark, Vec<Link>)> {
        let mut values = values.clone();
        self.sight.spread(&mut values, lit)?;
        Some((self.meanings.mark(lit)?, self.follow(&mut values, &self.rules, Look::Ahead)?))
    }

    fn is_broken(&self, rule: usize, values: &Partial) -> bool {
        matches!(self.counting.outcome(rule, values), Outcome::Broken)
    }

    /// Returns the values that follow from the facts and the opposite of the first mark.
    fn supposed(&self) -> Partial {
        let mut values = self.sight.with(self.fact_lits);
        // This fails, harmlessly, if the facts alone imply the mark by free constraints.
        let _ = self.sight.spread(&mut values, !self.lit);
        values
    }

    /// Returns the links of [`Reason::saturate`], or `None` if no rule is broken.
    fn follow(&self, values: &mut Partial, rules: &[usize], look: Look) -> Option<Vec<Link>> {
        let (links, is_broken) = self.saturate(values, rules, look);
        is_broken.then_some(links)
    }

    /// Applies rules until one is broken or nothing more follows. Returns a link for each rule that
    /// forces new marks, and whether a rule is broken.
    fn saturate(&self, values: &mut Partial, rules: &[usize], look: Look) -> (Vec<Link>, bool) {
        let mut links = Vec::new();
        loop {
            let mut goes_on = false;
            for &rule in rules {
                let Outcome::Follow(forced) = self.counting.outcome(rule, values) else {
                    links.push(Link { rule, forced: Vec::new(), is_ahead: false });
                    return (links, true);
                };
                let forced: Vec<Lit> = forced.iter().map(|one| one.lit).collect();
                let (new, is_broken) = self.set(values, &forced);
                goes_on |= forced.iter().any(|&lit| self.meanings.mark(lit).is_some());
                if is_broken || !new.is_empty() {
                    links.push(Link { rule, forced: new, is_ahead: false });
                }
                if is_broken {
                    return (links, true);
                }
            }
            if !goes_on && look == Look::Ahead {
                match self.ahead(values, rules) {
                    Some((link, true)) => {
                        links.push(link);
                        return (links, true);
                    }
                    Some((link, false)) => {
                        goes_on = true;
                        links.extend((!link.forced.is_empty()).then_some(link));
                    }
                    None => {}
                }
            }
            if !goes_on {
                return (links, false);
            }
        }
    }

    /// Finds the first rule whose cells have literals that look-ahead forces: the opposite of each
    /// leads to a contradiction, or breaks a rule with the same place (such as `row 3`). Sets these
    /// literals to true. Returns the rule's link, and whether the literals contradict each other or
    /// known values. Returns `None` if there are no such literals.
    fn ahead(&self, values: &mut Partial, rules: &[usize]) -> Option<(Link, bool)> {
        let needed =
            rules.iter().map(|&rule| (rule, self.needed(&self.alike(rule, rules), values)));
        let (rule, needed) = needed.into_iter().find(|(_, lits)| !lits.is_empty())?;
        let (new, is_broken) = self.set(values, &needed);
        let forced = if is_broken { Vec::new() } else { new };
        Some((Link { rule, forced, is_ahead: true }, is_broken))
    }

    /// Sets literals that mean marks to true, with their consequences by free constraints. Returns
    /// those of these marks that were unknown before the step, and whether there is a
    /// contradiction.
    fn set(&self, values: &mut Partial, lits: &[Lit]) -> (Vec<Mark>, bool) {
        let marked = || lits.iter().filter_map(|&lit| Some((lit, self.meanings.mark(lit)?)));
        let new = marked().filter(|(lit, _)| value(self.values, *lit) != Some(true));
        let new = new.map(|(_, mark)| mark).collect();
        (new, marked().any(|(lit, _)| self.sight.spread(values, lit).is_none()))
    }

    /// Returns the open literals of the rules' cells whose opposite leads to a contradiction or
    /// breaks a rule.
    fn needed(&self, rules: &[usize], values: &Partial) -> Vec<Lit> {
        let reading = self.theory.model().reading();
        let cells = rules.iter().flat_map(|&rule| &self.rule(rule).heading.cells);
        let shown = cells.flat_map(|&at| reading.cells()[at].iter().map(|(_, lit)| *lit));
        let mut lits: Vec<Lit> = shown.flat_map(|lit| [lit, !lit]).collect();
        lits.sort_unstable();
        lits.dedup();
        let open = lits.into_iter().filter(|&lit| value(values, lit).is_none());
        open.filter(|&lit| {
            let mut without = values.clone();
            self.sight.spread(&mut without, !lit).is_none()
                || self.follow(&mut without, rules, Look::AtOnce).is_some()
        })
        .collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Only the literals that a rule forces by counting.
    AtOnce,
    /// Also the literals whose opposite breaks a rule.
    Ahead,
}
