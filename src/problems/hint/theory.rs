//! Theories of hints: a model whose constraints are free or belong to rules with costs.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

use crate::board::Cell;
use crate::model::{Lit, Model, Origin};

/// A statement about one cell: it contains a symbol, or it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Mark {
    /// The cell, counted from 0.
    #[serde(serialize_with = "pair")]
    pub cell: Cell,
    /// The symbol.
    pub symbol: char,
    /// Whether the symbol is in the cell.
    pub is: bool,
}

impl Mark {
    /// Returns the statement that a symbol is in a cell.
    pub fn placed(cell: Cell, symbol: char) -> Mark {
        Mark { cell, symbol, is: true }
    }

    /// Returns the statement that a symbol is not in a cell.
    pub fn crossed(cell: Cell, symbol: char) -> Mark {
        Mark { cell, symbol, is: false }
    }
}

/// Writes a cell as an array of its row and its column.
fn pair<S: Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
    [cell.row, cell.column].serialize(serializer)
}

/// The cost of a rule in a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The cost if the number of open (unknown) variables in the rule's constraints is not 1.
    pub usual: u32,
    /// The cost if exactly one variable in the rule's constraints is open.
    pub last: u32,
}

impl Cost {
    /// Returns the same cost for any number of open variables.
    pub const fn constant(cost: u32) -> Cost {
        Cost { usual: cost, last: cost }
    }
}

/// The texts and the cells of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The rule as a sentence without a full stop: `row 3 needs a queen`.
    pub name: String,
    /// The place to look at, such as `row 3`.
    pub place: String,
    /// The cells that the rule concerns.
    pub cells: Vec<Cell>,
}

/// The part of a rule's consequences that counting finds, without a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingStrength {
    /// All literals that the rule implies with the known cells and the free constraints.
    Complete,
    /// Perhaps not all literals that the rule implies.
    Partial,
}

/// A rule that a reason may name.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name, place and cells of the rule.
    pub heading: Heading,
    /// The cost of the rule.
    pub cost: Cost,
    /// The part of the rule's consequences that counting finds.
    pub counted: CountingStrength,
    /// The origins of the rule's constraints in the model.
    pub(super) origins: Vec<usize>,
}

/// A model for hints.
///
/// Constraints without an origin are free: a person sees them at a glance, and no reason names
/// them. All other constraints belong to rules, which have costs.
#[derive(Clone, Debug)]
pub struct Theory {
    /// The model. Its constraints without an origin are free.
    model: Model,
    rules: Vec<Rule>,
    /// The addend to the cost of a step that places no symbol.
    crossing: u32,
    /// Whether steps also lead to the cells that contain no symbol.
    marks_blanks: bool,
    /// Symbols of the family, each with the one that the model shows instead.
    spelling: Vec<(char, char)>,
}

/// The cost of every rule in a theory of [`Theory::from_origins`].
const GENERAL: u32 = 10;

impl Theory {
    /// Returns a theory that has no rules yet. No constraint of `model` may have an origin.
    /// `crossing` is added to the cost of a step that places no symbol.
    pub fn new(model: Model, crossing: u32) -> Theory {
        debug_assert!(model.constraints().iter().all(|one| one.origin().is_none()), "all are free");
        Theory { model, rules: Vec::new(), crossing, marks_blanks: false, spelling: Vec::new() }
    }

    /// Returns the theory of a model in which each origin is a rule. All rules have the same cost.
    pub fn from_origins(model: Model) -> Theory {
        let bare_model = model.into_decision_model();
        let mut numbers: HashMap<&Origin, usize> = HashMap::new();
        let mut rules: Vec<Rule> = Vec::new();
        for (number, origin) in bare_model.origins().iter().enumerate() {
            let rule = *numbers.entry(origin).or_insert_with(|| {
                let name = origin.to_string();
                let heading = Heading { place: name.clone(), name, cells: Vec::new() };
                let (cost, counted) = (Cost::constant(GENERAL), CountingStrength::Partial);
                rules.push(Rule { heading, cost, counted, origins: Vec::new() });
                rules.len() - 1
            });
            rules[rule].origins.push(number);
        }
        for (origin, number) in bare_model.origins().iter().zip(0..) {
            let rule = &mut rules[numbers[origin]];
            let lits = bare_model
                .constraints()
                .iter()
                .filter(|one| one.origin() == Some(number))
                .flat_map(|one| one.statement.lits());
            rule.heading.cells.extend(lits.filter_map(|lit| bare_model.cell(lit.variable())));
            rule.heading.cells.sort();
            rule.heading.cells.dedup();
        }
        Theory { model: bare_model, rules, crossing: 0, marks_blanks: true, spelling: Vec::new() }
    }

    /// Sets the symbols of the family for which the model, and so every sentence, has symbols of
    /// the board: pairs of both.
    #[must_use]
    pub fn spelled(self, spelling: &[(char, char)]) -> Theory {
        Theory { spelling: spelling.to_vec(), ..self }
    }

    /// Returns the symbol of the model for a symbol of the family.
    pub(super) fn symbol_of_model(&self, symbol: char) -> char {
        let pair = self.spelling.iter().find(|(own, _)| *own == symbol);
        pair.map_or(symbol, |(_, of_model)| *of_model)
    }

    /// Returns the symbol of the family for a symbol of the model.
    pub(super) fn symbol_of_family(&self, symbol: char) -> char {
        let pair = self.spelling.iter().find(|(_, of_model)| *of_model == symbol);
        pair.map_or(symbol, |(own, _)| *own)
    }

    /// Adds a rule, whose constraints `state` adds to the model. Returns the rule's index.
    pub fn add_rule(
        &mut self,
        heading: Heading,
        cost: Cost,
        counted: CountingStrength,
        state: impl FnOnce(&mut Model),
    ) -> usize {
        let origin = Origin::rule(heading.name.clone());
        debug_assert!(self.model.origins().last() != Some(&origin), "{origin} is stated twice");
        self.model.with_origin(origin, state);
        let origins = vec![self.model.origins().len() - 1];
        self.rules.push(Rule { heading, cost, counted, origins });
        self.rules.len() - 1
    }

    /// Adds a rule that consists of other rules, which a person sees as one. Returns the index of
    /// the joint rule.
    pub fn add_joint_rule(&mut self, heading: Heading, cost: Cost, parts: &[usize]) -> usize {
        let origins = parts.iter().flat_map(|&part| self.rules[part].origins.clone()).collect();
        self.rules.push(Rule { heading, cost, counted: CountingStrength::Partial, origins });
        self.rules.len() - 1
    }

    /// Returns the model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns whether steps also lead to the cells that contain no symbol. Otherwise a board is
    /// complete when all symbols are placed.
    pub(super) fn marks_blanks(&self) -> bool {
        self.marks_blanks
    }

    /// Returns the rules, by index.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the greatest [`Theory::addend`].
    pub(super) fn largest_addend(&self) -> u32 {
        self.crossing
    }

    /// Returns the amount that a step for this mark adds to the costs of its rules.
    pub(super) fn addend(&self, mark: Mark) -> u32 {
        if mark.is { 0 } else { self.crossing }
    }
}

/// For each literal, the mark that it means. A literal of a symbol in a cell places the symbol. Its
/// negation crosses the symbol out, unless the negation itself shows a symbol.
pub(super) struct Meanings(Vec<Option<Mark>>);

impl Meanings {
    /// Returns the meaning of each literal of a model. A literal that shows a symbol places it,
    /// even if the literal is also the negation of another one that shows a symbol.
    pub fn from_model(model: &Model) -> Meanings {
        let mut meanings = vec![None; 2 * model.labels().len()];
        let shown = || {
            model.reading().cells().iter().flat_map(|(cell, shown)| {
                shown.iter().map(move |&(symbol, lit)| (cell, symbol, lit))
            })
        };
        for (cell, symbol, lit) in shown() {
            meanings[code(!lit)] = Some(Mark::crossed(cell, symbol));
        }
        for (cell, symbol, lit) in shown() {
            meanings[code(lit)] = Some(Mark::placed(cell, symbol));
        }
        Meanings(meanings)
    }

    /// Returns the mark that a literal means; `None` for a literal that no cell shows.
    pub fn mark(&self, lit: Lit) -> Option<Mark> {
        self.0[code(lit)]
    }
}

/// Returns a distinct number for each literal: twice its variable, plus 1 if it is negated.
pub(super) fn code(lit: Lit) -> usize {
    2 * lit.variable() + usize::from(lit.is_negated())
}
