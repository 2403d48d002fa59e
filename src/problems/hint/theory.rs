//! Theories of hints. A theory is a model with rules, which have costs. Each constraint of the
//! model belongs to a rule, or is free: it belongs to no rule.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

use crate::board::Cell;
use crate::model::{Lit, Model, Origin};

/// A statement about one cell: that it contains a given symbol, or that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Mark {
    /// The cell. Its row and column are counted from 0.
    #[serde(serialize_with = "pair")]
    pub cell: Cell,
    /// The symbol that is in the cell, or that is excluded from it.
    pub symbol: char,
    /// Whether the symbol is in the cell (`true`) or excluded from it (`false`).
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

/// Writes a cell as an array of its row and its column, which are counted from 0.
fn pair<S: Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
    [cell.row, cell.column].serialize(serializer)
}

/// The cost of using a rule in a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The cost if no variable, or more than one variable, in the rule's constraints has an unknown
    /// value.
    pub usual: u32,
    /// The cost if exactly one variable in the rule's constraints has an unknown value.
    pub last: u32,
}

impl Cost {
    /// Returns a cost that does not depend on the number of unknown values.
    pub const fn constant(cost: u32) -> Cost {
        Cost { usual: cost, last: cost }
    }
}

/// The texts about a rule, and its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The rule as a sentence without a full stop, such as `row 3 needs a queen`.
    pub name: String,
    /// The place on the board that a person looks at, such as `row 3`.
    pub place: String,
    /// The cells that the rule concerns.
    pub cells: Vec<Cell>,
}

/// Whether counting, which uses no solver, finds all literals that a rule implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingStrength {
    /// Counting finds all literals that follow from the rule, the known cells and the free
    /// constraints (those that belong to no rule).
    Complete,
    /// Counting perhaps misses some of the literals that the rule implies.
    Partial,
}

/// A rule that a reason may name.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name, place and cells of the rule.
    pub heading: Heading,
    /// The cost of using the rule in a reason.
    pub cost: Cost,
    /// Whether counting finds all literals that the rule implies.
    pub counted: CountingStrength,
    /// The origins of the rule's constraints, as indices of origins in the model.
    pub(super) origins: Vec<usize>,
}

/// A model for hints, with rules that reasons name.
///
/// Constraints without an origin are free: a person sees them at a glance, so a reason uses them
/// without naming them. All other constraints belong to rules, which have costs.
#[derive(Clone, Debug)]
pub struct Theory {
    /// The model. Its constraints without an origin are free, which means that they belong to no
    /// rule.
    model: Model,
    rules: Vec<Rule>,
    /// The amount that is added to the cost of a step that places no symbol.
    crossing: u32,
    /// Whether steps must also find the cells that contain no symbol.
    marks_blanks: bool,
    /// Pairs of symbols. The first is a symbol of the family, and the second is the symbol that the
    /// model uses instead of it.
    spelling: Vec<(char, char)>,
}

/// The cost of every rule in a theory of [`Theory::from_origins`].
const GENERAL: u32 = 10;

impl Theory {
    /// Returns a theory that has no rules yet. No constraint of `model` may have an origin;
    /// otherwise a debug build panics. `crossing` is added to the cost of a step that places no
    /// symbol. Steps need not find the cells that contain no symbol.
    pub fn new(model: Model, crossing: u32) -> Theory {
        debug_assert!(model.constraints().iter().all(|one| one.origin().is_none()), "all are free");
        Theory { model, rules: Vec::new(), crossing, marks_blanks: false, spelling: Vec::new() }
    }

    /// Returns the theory of a model. Each distinct origin is a rule, and its name and place are
    /// the text of the origin. The cells of a rule are those of the variables in its constraints.
    /// All rules have the same cost, and counting is taken to find their consequences only in part.
    /// Constraints without an origin are free. The objective of the model is removed. Steps must
    /// also find the cells that contain no symbol.
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

    /// Returns the theory with these pairs of symbols. The first of a pair is a symbol of the
    /// family. The second is the symbol that the model, and so every sentence, uses instead of it.
    #[must_use]
    pub fn spelled(self, spelling: &[(char, char)]) -> Theory {
        Theory { spelling: spelling.to_vec(), ..self }
    }

    /// Returns the symbol that the model uses for a symbol of the family. If
    /// [`spelled`](Theory::spelled) has set no other symbol, this is the same symbol.
    pub(super) fn symbol_of_model(&self, symbol: char) -> char {
        let pair = self.spelling.iter().find(|(own, _)| *own == symbol);
        pair.map_or(symbol, |(_, of_model)| *of_model)
    }

    /// Returns the symbol of the family for a symbol of the model. This is the inverse of
    /// [`symbol_of_model`](Theory::symbol_of_model).
    pub(super) fn symbol_of_family(&self, symbol: char) -> char {
        let pair = self.spelling.iter().find(|(_, of_model)| *of_model == symbol);
        pair.map_or(symbol, |(own, _)| *own)
    }

    /// Adds a rule and returns its index. `cost` is the cost of using the rule in a reason.
    /// `counted` says whether counting finds all literals that the rule implies. `state` adds the
    /// constraints of the rule to the model; they get an origin with the name of `heading`. This
    /// name must differ from the name of the rule that was added just before; otherwise a debug
    /// build panics.
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

    /// Adds a rule that consists of the constraints of other rules, given in `parts`. A person sees
    /// these rules as one rule. Returns the index of the new rule. Counting is assumed to find only
    /// a part of what the new rule implies. The parts remain rules, too.
    pub fn add_joint_rule(&mut self, heading: Heading, cost: Cost, parts: &[usize]) -> usize {
        let origins = parts.iter().flat_map(|&part| self.rules[part].origins.clone()).collect();
        self.rules.push(Rule { heading, cost, counted: CountingStrength::Partial, origins });
        self.rules.len() - 1
    }

    /// Returns the model, with the constraints of all rules and the free constraints (those that
    /// belong to no rule).
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns whether steps must also find the cells that contain no symbol. If not, a board is
    /// complete when all symbols are placed.
    pub(super) fn marks_blanks(&self) -> bool {
        self.marks_blanks
    }

    /// Returns the rules. A rule's index is its position in this list.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the largest value that [`Theory::addend`] can have.
    pub(super) fn largest_addend(&self) -> u32 {
        self.crossing
    }

    /// Returns the amount that a step for this mark adds to the costs of its rules. It is 0 if the
    /// mark places a symbol.
    pub(super) fn addend(&self, mark: Mark) -> u32 {
        if mark.is { 0 } else { self.crossing }
    }
}

/// For each literal, the mark that it means. If a literal is true exactly when a symbol is in a
/// cell, it places the symbol. The negation of such a literal excludes the symbol. If the negation
/// itself places another symbol, it has this meaning instead.
pub(super) struct Meanings(Vec<Option<Mark>>);

impl Meanings {
    /// Returns the meaning of each literal of a model. A literal that shows a symbol in a cell
    /// places it, and its negation excludes it. All other literals have no meaning. If a literal
    /// shows a symbol and its negation shows another symbol, both place their symbols. A literal
    /// that shows several symbols means the last of them.
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

    /// Returns the mark that a literal means. Returns `None` if the literal neither places nor
    /// excludes a symbol.
    pub fn mark(&self, lit: Lit) -> Option<Mark> {
        self.0[code(lit)]
    }
}

/// Returns the number of a literal as an index of tables: twice its variable, plus 1 if it is
/// negated.
pub(super) fn code(lit: Lit) -> usize {
    2 * lit.variable() + usize::from(lit.is_negated())
}
