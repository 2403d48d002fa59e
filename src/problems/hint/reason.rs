//! The reason of a step, and its sentences if the family has none of its own.

use std::cell::Cell as StdCell;

use super::counting::CountingPropagator;
use super::sight::{Partial, Sight, value};
use super::theory::{Mark, Meanings, Rule, Theory};
use super::words::{self, places};
use crate::board::Cell;
use crate::model::Lit;
use crate::source::join_words;

/// A step with all that its sentence may need, and the board before it.
pub struct Reason<'a> {
    /// The marks that follow. The search chose the reason for the first one.
    pub marks: Vec<Mark>,
    /// The rules from which the marks follow, as indices in the theory.
    pub rules: Vec<usize>,
    /// The known marks that the rules need.
    pub facts: Vec<Mark>,
    /// The theory to which `rules` refers.
    pub(super) theory: &'a Theory,
    /// The mark that each literal means.
    pub(super) meanings: &'a Meanings,
    /// The free constraints, as implications between literals.
    pub(super) sight: &'a Sight,
    /// The constraints of the rules, for arguments by counting.
    pub(super) counting: &'a CountingPropagator,
    /// The literal of the first mark.
    pub(super) lit: Lit,
    /// The literals of the facts.
    pub(super) fact_lits: &'a [Lit],
    /// The known values of the model's variables before the step.
    pub(super) values: &'a Partial,
    /// The number of times that the rules were applied in search of an argument.
    pub(super) tries: StdCell<usize>,
}

impl Reason<'_> {
    /// Returns the rule with an index in the theory.
    pub fn rule(&self, number: usize) -> &Rule {
        &self.theory.rules()[number]
    }

    /// Returns the names of rules, by their indices in the theory.
    pub fn names(&self, rules: &[usize]) -> Vec<&str> {
        rules.iter().map(|&rule| &self.rule(rule).heading.name[..]).collect()
    }

    /// Returns the mark that the step is about first.
    pub fn first_mark(&self) -> Mark {
        self.marks[0]
    }

    /// Returns whether a symbol is in a cell, if that is known before the step.
    pub fn known(&self, cell: Cell, symbol: char) -> Option<bool> {
        let [lit] = self.theory.model().reading().literals(cell, symbol)?[..] else { return None };
        value(self.values, lit)
    }

    /// Returns a mark as a clause, such as `(3,4) is 1`. If a cell has only two possible symbols,
    /// the board's default symbol and another, "is not the other" becomes "is the default".
    pub fn describe(&self, mark: Mark) -> String {
        words::describe(self.simplified(mark))
    }

    /// Returns a mark in its simplest form. If a cell has only one symbol besides the default
    /// symbol of the board, its exclusion means that the cell has the default symbol.
    pub(super) fn simplified(&self, mark: Mark) -> Mark {
        let reading = self.theory.model().reading();
        if !mark.is && reading.cells()[mark.cell].len() == 1 {
            return Mark::placed(mark.cell, reading.otherwise());
        }
        mark
    }

    /// Returns the default sentence of a step: its marks, then its rules and facts.
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

    /// Returns the names of the rules that a step needs.
    pub fn rule_names(&self) -> String {
        let names = self.names(&self.rules);
        match (&names[..], &self.facts[..]) {
            ([], []) => "the board shows it".to_owned(),
            ([], _) => "what is placed shows it".to_owned(),
            _ => join_words(&names, "and"),
        }
    }

    /// Returns a sentence with the places to look at: the places of the rules, or, if there are no
    /// rules, the cells of the facts.
    pub(super) fn location_sentence(&self) -> String {
        let cells: Vec<Cell> = self.facts.iter().map(|fact| fact.cell).collect();
        match &self.places_of_rules()[..] {
            [] if cells.is_empty() => "look at the board".to_owned(),
            [] => format!("look at {}", places(cells, "and")),
            known => format!("look at {}", join_words(known, "and")),
        }
    }

    /// Returns the places of the rules, such as `row 3`, each once.
    pub fn places_of_rules(&self) -> Vec<&str> {
        let mut distinct: Vec<&str> = Vec::new();
        for place in self.rules.iter().map(|&rule| &self.rule(rule).heading.place[..]) {
            if !distinct.contains(&place) {
                distinct.push(place);
            }
        }
        distinct
    }

    /// Names the symbol that the board gives in the cell of the step. Returns `None` if this is not
    /// the whole reason.
    fn given_sentence(&self) -> Option<String> {
        let ([mark], [fact]) = (&self.marks[..], &self.facts[..]) else { return None };
        let Mark { cell, symbol, is } = self.simplified(*fact);
        (is && cell == mark.cell).then(|| format!("the board gives `{symbol}`"))
    }
}
