//! The reason of a step, and the default sentences for families that have no sentences of their
//! own.

use std::cell::Cell as StdCell;

use super::counting::CountingPropagator;
use super::sight::{Partial, Sight, value};
use super::theory::{Mark, Meanings, Rule, Theory};
use super::words::{self, places};
use crate::board::Cell;
use crate::model::Lit;
use crate::source::join_words;

/// A step with all data that its sentences may need, and with the values that are known before it.
pub struct Reason<'a> {
    /// The marks that follow. The search chose the reason for the first of them.
    pub marks: Vec<Mark>,
    /// The rules from which the marks follow, as indices in the theory.
    pub rules: Vec<usize>,
    /// The facts that the rules need. A fact is a mark that is known before the step.
    pub facts: Vec<Mark>,
    /// The theory that contains the rules. `rules` has indices of this theory.
    pub(super) theory: &'a Theory,
    /// The mark that each literal means.
    pub(super) meanings: &'a Meanings,
    /// The implications between literals that follow from the free constraints. These are the
    /// constraints that belong to no rule, so a hint may use them without naming a rule.
    pub(super) sight: &'a Sight,
    /// The constraints of the rules. Arguments derive literals from them by counting.
    pub(super) counting: &'a CountingPropagator,
    /// The literal of the first mark.
    pub(super) lit: Lit,
    /// The literals that mean the facts.
    pub(super) fact_lits: &'a [Lit],
    /// The known values of the model's variables before the step.
    pub(super) values: &'a Partial,
    /// The number of times that the rules have been applied in the search for an argument. The
    /// search ends when this number reaches a limit.
    pub(super) tries: StdCell<usize>,
}

impl Reason<'_> {
    /// Returns the rule with the index `number` in the theory.
    pub fn rule(&self, number: usize) -> &Rule {
        &self.theory.rules()[number]
    }

    /// Returns the names of the rules with these indices in the theory.
    pub fn names(&self, rules: &[usize]) -> Vec<&str> {
        rules.iter().map(|&rule| &self.rule(rule).heading.name[..]).collect()
    }

    /// Returns the first mark of the step. The search chose the reason for this mark.
    pub fn first_mark(&self) -> Mark {
        self.marks[0]
    }

    /// Returns whether a symbol is in a cell. Returns `None` if this is not known before the step,
    /// or if the cell cannot have the symbol. Also returns `None` if several literals together
    /// state it; this is so for the board's default symbol in a cell that can have several other
    /// symbols.
    pub fn known(&self, cell: Cell, symbol: char) -> Option<bool> {
        let [lit] = self.theory.model().reading().literals(cell, symbol)?[..] else { return None };
        value(self.values, lit)
    }

    /// Returns a mark in words, such as `(3,4) is 1`. Some cells can have only the board's default
    /// symbol or one other symbol. If the mark excludes this other symbol, the text says that the
    /// cell is the default symbol.
    pub fn describe(&self, mark: Mark) -> String {
        words::describe(self.simplified(mark))
    }

    /// Returns a mark in its simplest form. If the mark excludes the only symbol that the cell can
    /// have besides the board's default symbol, the cell must have the default symbol. The result
    /// is then the mark that states this. Returns every other mark unchanged.
    pub(super) fn simplified(&self, mark: Mark) -> Mark {
        let reading = self.theory.model().reading();
        if !mark.is && reading.cells()[mark.cell].len() == 1 {
            return Mark::placed(mark.cell, reading.otherwise());
        }
        mark
    }

    /// Returns the default sentence of a step, without a full stop: its marks, then its rules and
    /// facts. If there are no rules, and a single fact gives the symbol in the cell of the only
    /// mark, the sentence states that the board gives this symbol. Without rules and facts, it
    /// states that nothing else is possible.
    pub fn sentence(&self) -> String {
        let marks: Vec<String> = self.marks.iter().map(|&mark| self.describe(mark)).collect();
        let facts: Vec<String> = self.facts.iter().map(|&fact| self.describe(fact)).collect();
        let names = self.names(&self.rules);
        let since = match (names.as_slice(), facts.as_slice()) {
            ([], []) => "nothing else is possible".to_owned(),
            ([], _) => self.given_sentence().unwrap_or(join_words(&facts, "and")),
            (_, []) => join_words(&names, "and"),
            _ => format!("{}, and {}", join_words(&names, "and"), join_words(&facts, "and")),
        };
        format!("{}: {since}", join_words(&marks, "and"))
    }

    /// Returns the names of the rules that a step needs, as one text. If it needs no rules, returns
    /// a text on the placed symbols, or on the board if it needs no facts either.
    pub fn rule_names(&self) -> String {
        let names = self.names(&self.rules);
        match (&names[..], &self.facts[..]) {
            ([], []) => "the board shows it".to_owned(),
            ([], _) => "what is placed shows it".to_owned(),
            _ => join_words(&names, "and"),
        }
    }

    /// Returns a sentence, without a full stop, that names the places to look at. These are the
    /// places of the rules. If there are no rules, they are the cells of the facts. If there are no
    /// facts either, the sentence names the board.
    pub(super) fn location_sentence(&self) -> String {
        let cells: Vec<Cell> = self.facts.iter().map(|fact| fact.cell).collect();
        match &self.places_of_rules()[..] {
            [] if cells.is_empty() => "look at the board".to_owned(),
            [] => format!("look at {}", places(cells, "and")),
            known => format!("look at {}", join_words(known, "and")),
        }
    }

    /// Returns the places of the rules, such as `row 3`, in the order of the rules. Each place is
    /// listed once.
    pub fn places_of_rules(&self) -> Vec<&str> {
        let mut distinct: Vec<&str> = Vec::new();
        for place in self.rules.iter().map(|&rule| &self.rule(rule).heading.place[..]) {
            if !distinct.contains(&place) {
                distinct.push(place);
            }
        }
        distinct
    }

    /// Returns a text with the symbol that the board gives in the cell of the step. If this symbol
    /// alone is not the complete reason of the step, returns `None`.
    fn given_sentence(&self) -> Option<String> {
        let ([mark], [fact]) = (&self.marks[..], &self.facts[..]) else { return None };
        let Mark { cell, symbol, is } = self.simplified(*fact);
        (is && cell == mark.cell).then(|| format!("the board gives `{symbol}`"))
    }
}
