//! Plans: lists of steps that lead from a board to its answer. Each step is the cheapest one that
//! is possible next.

use std::fmt;

use serde::{Serialize, Serializer};

use super::effort::{EFFORT_A_STEP, EffortSpent};
use super::engine::Engine;
use super::oracle::Oracle;
use super::search::FoundStep;
use super::sight::value;
use super::theory::Mark;
use super::view::{Level, Scale, Technique, View};
use super::words;
use crate::board::{Cell, Grid};
use crate::encode::EncodeRefusal;
use crate::model::{Lit, Values};
use crate::stop::Stop;

/// A board for which hints are wanted: its givens, and what a player has filled in.
#[derive(Clone, Debug)]
pub struct Position {
    /// The givens: the symbols of the board itself. An open cell is `None`.
    pub givens: Grid<Option<char>>,
    /// The symbols that a player has filled in, which may include givens. `None` if no cells are
    /// filled in.
    pub filled: Option<Grid<Option<char>>>,
}

/// The wanted length of a plan, and the limit on the work for one step.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The largest number of steps of the plan. `None` means that all steps up to the answer are
    /// wanted.
    pub steps: Option<usize>,
    /// The limit on the work for one step, in the unit of [`EFFORT_A_STEP`].
    pub effort: u64,
}

impl Wish {
    /// Returns a wish for at most `steps` steps, with the default limit on the work. `None` means
    /// all steps.
    pub fn with_steps(steps: Option<usize>) -> Wish {
        Wish { steps, effort: EFFORT_A_STEP }
    }
}

/// A rule that a step uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepRule {
    /// The rule as a sentence without a full stop, such as `row 3 needs a queen`.
    pub name: String,
    /// The cells that the rule concerns. Rows and columns are counted from 0.
    #[serde(serialize_with = "pairs")]
    pub cells: Vec<Cell>,
    /// The cost of the rule in this step.
    pub cost: u32,
}

/// Writes each cell as an array of its row and its column, which are counted from 0.
fn pairs<S: Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(|cell| [cell.row, cell.column]))
}

/// A step: marks that follow from a few rules and facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The marks that follow. Either all of them place a symbol, or all of them exclude one.
    pub cells: Vec<Mark>,
    /// The rules from which the marks follow. The list is empty if the marks follow from a fact
    /// alone.
    pub rules: Vec<StepRule>,
    /// The facts that the rules need. A fact is a mark that is known before the step.
    pub facts: Vec<Mark>,
    /// The sum of the costs of the rules. If the step places no symbol, the theory's constant for
    /// such steps is added.
    pub cost: u32,
    /// Whether it is proved that no step is cheaper and that no fewer facts suffice.
    pub proved: bool,
    /// Three texts with increasing detail: the places to look at, the rules, and the complete
    /// reason.
    pub stages: [String; 3],
    /// The technique of the step. The hardest technique of all steps decides the level of the
    /// board.
    #[serde(skip)]
    pub technique: Technique,
    /// The symbols that are known before the step. `None` for a cell whose symbol is unknown.
    #[serde(skip)]
    pub before: Grid<Option<char>>,
    /// The symbols that are known after the step. `None` for a cell whose symbol is unknown.
    #[serde(skip)]
    pub after: Grid<Option<char>>,
}

/// The difficulty of a board. As a text it looks like `hard, two lines together (hardest step 230,
/// sum 2100)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// The cost of the hardest step.
    pub hardest: u32,
    /// The sum of the costs of all steps.
    pub sum: u64,
    /// The name of the level, such as `hard`.
    pub level: &'static str,
    /// A phrase for the technique that boards of this level need, and boards of easier levels do
    /// not.
    pub technique: &'static str,
}

impl Grade {
    /// Returns the grade of a board. `steps` must lead from its givens to its answer.
    fn from_steps(scale: Scale, steps: &[Step]) -> Grade {
        let hardest = steps.iter().map(|step| step.technique).max().unwrap_or_default();
        let sum = steps.iter().map(|step| u64::from(step.cost)).sum();
        let Level { name: level, technique, .. } = scale.level(hardest);
        Grade { hardest: hardest.cost, sum, level, technique }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Grade { hardest, sum, level, technique } = self;
        write!(f, "{level}, {technique} (hardest step {hardest}, sum {sum})")
    }
}

/// The reason why a plan ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlanEnd {
    /// The answer is reached: all its symbols are placed. In families without a theory of their
    /// own, the cells without a symbol are also known.
    Complete,
    /// The plan has as many steps as were wanted.
    Steps,
    /// A stop was requested, or the solver gave no answer.
    Stopped,
    /// No unknown mark follows from the board, since the board has several answers.
    Stuck,
}

/// Writes an answer as the list of its rows, each a string.
fn as_rows<S: Serializer>(answer: &Option<Grid<char>>, to: S) -> Result<S::Ok, S::Error> {
    answer.as_ref().map(Grid::to_rows).serialize(to)
}

/// A list of steps that lead from a board towards its answer.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The answer; `None` if the steps do not reach it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_rows")]
    pub answer: Option<Grid<char>>,
    /// The steps, in the order in which they are done.
    pub steps: Vec<Step>,
    /// The grade of the board. There is a grade only if the family has levels and the steps lead
    /// from the givens alone to the answer; otherwise `None`.
    pub grade: Option<Grade>,
    /// The reason why the steps end.
    pub ended: PlanEnd,
}

/// The reason why there is no plan.
#[derive(thiserror::Error, Debug)]
pub enum HintError {
    /// The board has no answer.
    #[error("the board has no answer, so nothing follows")]
    NoAnswer,
    /// A player has filled in a symbol that contradicts the givens or other filled cells.
    #[error("filled in, but wrong: {}", .0.said)]
    Wrong(Box<WrongMark>),
    /// A given or filled cell has a symbol that the model does not allow in this cell.
    #[error("`{symbol}` cannot be in {cell}")]
    Unknown {
        /// The cell that is filled in.
        cell: Cell,
        /// The symbol that is filled in.
        symbol: char,
    },
    /// The rules of the family cannot be encoded in clauses for the solver.
    #[error(transparent)]
    Encoding(EncodeRefusal),
    /// A stop was requested, or the solver gave no answer, before a hint was found.
    #[error("stopped before a hint was found")]
    Stopped,
}

impl From<EncodeRefusal> for HintError {
    fn from(refusal: EncodeRefusal) -> HintError {
        match refusal {
            EncodeRefusal::Stopped => HintError::Stopped,
            refusal => HintError::Encoding(refusal),
        }
    }
}

impl From<EffortSpent> for HintError {
    fn from(EffortSpent: EffortSpent) -> HintError {
        HintError::Stopped
    }
}

/// A filled cell with a wrong symbol, and the reason why it is wrong.
#[derive(Clone, Debug)]
pub struct WrongMark {
    /// The wrong mark: the filled cell and its symbol.
    pub mark: Mark,
    /// The mark in words, such as `(3,4) is 1`, with the symbol that the board's text uses.
    pub said: String,
    /// The step that proves the opposite of the mark. If the givens alone contradict a filled cell,
    /// it uses only the givens. Otherwise it also uses other filled cells.
    pub reason: Step,
}

/// Returns a plan: the steps that lead from a position towards its answer. The filled cells, if
/// there are any, must be a grid of the same size as the givens. `wish` limits the number of steps
/// and the work for each step. Passes the theory of the view to `oracle`, which must have no
/// clauses yet. A stop after the first step ends the plan with the steps found so far.
///
/// # Errors
///
/// If the board has no answer, a filled cell is wrong, or a given or filled cell has an impossible
/// symbol. Also if the rules cannot be encoded, or the search is stopped before a first hint.
pub fn plan(
    view: &dyn View,
    position: &Position,
    wish: &Wish,
    oracle: &mut dyn Oracle,
    stop: &Stop,
) -> Result<Plan, HintError> {
    let engine = Engine::new(view, oracle, wish.effort, stop)?;
    Planner { view, engine, wish }.plan(position)
}

/// The search for the steps of a plan.
struct Planner<'a> {
    /// The view of the family, which has its sentences, patterns and levels.
    view: &'a dyn View,
    /// The theory in a solver, with the facts that are known after the steps found so far.
    engine: Engine<'a>,
    /// The wanted length of the plan. The limit on the work that `wish` has is not used here, since
    /// the engine has it already.
    wish: &'a Wish,
}

/// A solution of a position, and the literals that all solutions of the position have in common.
struct Outlook {
    /// One solution of the position.
    values: Values,
    /// The literals that mean a mark and are true in all solutions. Those that place a symbol come
    /// first.
    targets: Vec<Lit>,
    /// Whether all solutions show the same board, so that the position has one answer.
    is_unique: bool,
}

impl Planner<'_> {
    /// Adds the givens and the filled cells to the known facts, and returns the plan from there.
    /// The plan has an answer only if the steps reach it. It has a grade only if, in addition, the
    /// family has levels and all filled cells are givens. The error is one of these:
    ///
    /// - [`HintError::NoAnswer`] if the givens contradict the rules;
    /// - [`HintError::Wrong`] if the filled cells contradict the rules;
    /// - [`HintError::Unknown`] if a given or filled cell cannot have its symbol;
    /// - [`HintError::Stopped`] if a stop comes before the first step, or the solver gives no
    ///   answer until then.
    fn plan(mut self, position: &Position) -> Result<Plan, HintError> {
        let givens = self.lits(&position.givens)?;
        if !self.is_possible(&givens)? {
            return Err(HintError::NoAnswer);
        }
        givens.iter().for_each(|&lit| self.engine.learn(lit));
        let mut is_start = true;
        if let Some(filled) = &position.filled {
            let filled = self.lits(filled)?;
            is_start = filled.iter().all(|lit| givens.contains(lit));
            if !self.is_possible(&[&givens[..], &filled].concat())? {
                return Err(self.find_wrong_mark(&filled)?);
            }
            filled.iter().for_each(|&lit| self.engine.learn(lit));
        }
        let outlook = self.outlook()?;
        let (steps, ended) = self.steps(&outlook)?;
        let is_complete = ended == PlanEnd::Complete;
        let scale = self.view.scale().filter(|_| is_start && is_complete);
        let grade = scale.map(|scale| Grade::from_steps(scale, &steps));
        let answer = is_complete.then(|| self.answer(&outlook.values));
        Ok(Plan { answer, steps, grade, ended })
    }

    /// Returns the board that a solution shows, in symbols of the family.
    fn answer(&self, values: &Values) -> Grid<char> {
        let answer = self.engine.theory.model().reading().answer(values);
        Grid::from_fn(answer.size(), |at| self.engine.theory.symbol_of_family(answer[at]))
    }

    /// Returns literals which state that the cells have the symbols in `cells`. An open cell adds
    /// no literal. The error is [`HintError::Unknown`] if a cell cannot have its symbol.
    fn lits(&self, cells: &Grid<Option<char>>) -> Result<Vec<Lit>, HintError> {
        let reading = self.engine.theory.model().reading();
        let mut lits = Vec::new();
        for (cell, symbol) in cells.iter() {
            let Some(symbol) = *symbol else { continue };
            let shown = reading.literals(cell, self.engine.theory.symbol_of_model(symbol));
            lits.extend(shown.ok_or(HintError::Unknown { cell, symbol })?);
        }
        Ok(lits)
    }

    /// Returns whether all rules have a solution in which `lits` are true. The work for this is not
    /// limited. Later work is not limited either, until [`Engine::set_effort`] is called. The error
    /// means that a stop is requested or the solver gives no answer.
    fn is_possible(&mut self, lits: &[Lit]) -> Result<bool, EffortSpent> {
        self.engine.set_effort(u64::MAX);
        let assumptions = [self.engine.all_rules(), lits].concat();
        self.engine.ask(&assumptions)
    }

    /// Returns a solution that agrees with the known facts. Also returns the literals that mean a
    /// mark and are true in all such solutions; literals that place a symbol come first. Also
    /// returns whether all solutions show the same board, so that there is one answer. The error is
    /// [`HintError::NoAnswer`] if there is no solution, and [`HintError::Stopped`] if a stop is
    /// requested or the solver gives no answer. The work for this is not limited; afterwards, the
    /// remaining work is unlimited.
    fn outlook(&mut self) -> Result<Outlook, HintError> {
        let facts = self.engine.known.facts.clone();
        if !self.is_possible(&facts)? {
            return Err(HintError::NoAnswer);
        }
        let values = self.engine.values();
        let meanings = &self.engine.meanings;
        let lits = self.engine.theory.model().lits();
        let mut shown: Vec<Lit> = lits
            .map(|lit| if values.is_true(lit) { lit } else { !lit })
            .filter(|&lit| meanings.mark(lit).is_some())
            .collect();
        shown.sort_by_key(|&lit| meanings.mark(lit).is_some_and(|mark| !mark.is));
        self.engine.set_effort(u64::MAX);
        let assumptions = [self.engine.all_rules(), &facts].concat();
        let targets = self.engine.backbone(&assumptions, shown.clone())?;
        let is_unique = targets.len() == shown.len();
        Ok(Outlook { values, targets, is_unique })
    }

    /// Finds the cheapest step again and again, and adds its marks to the known facts. Ends in
    /// these cases, which are tested in this order:
    ///
    /// - The board is complete ([`PlanEnd::Complete`]); this is possible only if there is one
    ///   answer.
    /// - Nothing more follows (`Stuck`).
    /// - The wanted number of steps is reached (`Steps`).
    /// - A stop is requested, or the solver gives no answer (`Stopped`). A step that is found after
    ///   the stop is not used. Before the first step, this case gives the error
    ///   [`HintError::Stopped`].
    fn steps(&mut self, outlook: &Outlook) -> Result<(Vec<Step>, PlanEnd), HintError> {
        let mut steps = Vec::new();
        loop {
            let open = self.open(&outlook.targets);
            let places = |lit: &Lit| self.engine.meanings.mark(*lit).is_some_and(|mark| mark.is);
            let marks_blanks = self.engine.theory.marks_blanks();
            if outlook.is_unique && !open.iter().any(|lit| marks_blanks || places(lit)) {
                return Ok((steps, PlanEnd::Complete));
            }
            if open.is_empty() {
                return Ok((steps, PlanEnd::Stuck));
            }
            if self.wish.steps.is_some_and(|most| steps.len() >= most) {
                return Ok((steps, PlanEnd::Steps));
            }
            // If the search of a step was stopped, the step is perhaps not the cheapest one, or
            // names needless facts. So it is not used.
            let found = self.engine.cheapest(&open);
            let found = match found.filter(|_| !self.engine.effort.is_stopped()) {
                Some(found) => found,
                None if steps.is_empty() => return Err(HintError::Stopped),
                None => return Ok((steps, PlanEnd::Stopped)),
            };
            let step = self.describe_step(&found);
            found.lits.iter().for_each(|&lit| self.engine.learn(lit));
            steps.push(Step { after: self.board(), ..step });
        }
    }

    /// Returns those of `targets` whose values are unknown. If the theory marks cells without a
    /// symbol, the literals of cells whose content is known are left out.
    fn open(&self, targets: &[Lit]) -> Vec<Lit> {
        let mut open: Vec<Lit> = targets
            .iter()
            .copied()
            .filter(|lit| value(&self.engine.known.values, *lit).is_none())
            .collect();
        if self.engine.theory.marks_blanks() {
            let board = self.board();
            let mark = |lit: Lit| self.engine.meanings.mark(lit);
            open.retain(|&lit| mark(lit).is_none_or(|mark| board[mark.cell].is_none()));
        }
        open
    }

    /// Returns a found step with its rules, facts and sentences. Its marks must not be known yet.
    /// They are sorted by cell and symbol. If the step has one rule, its technique has the rank
    /// that the view gives; otherwise the rank is 0. The board after the step is not known yet, so
    /// `after` is a copy of `before`.
    fn describe_step(&self, found: &FoundStep) -> Step {
        let Engine { theory, .. } = &self.engine;
        let reason = self.engine.reason_of(&found.lits, found.rules.iter().collect(), &found.facts);
        let costs = self.engine.costs();
        let rules = found.rules.iter().map(|number| {
            let super::Heading { name, cells, .. } = theory.rules()[number].heading.clone();
            StepRule { name, cells, cost: costs[number] }
        });
        let (pattern, sentence) = if reason.rules.is_empty() {
            (reason.rule_names(), self.view.sight_sentence(&reason))
        } else {
            (self.view.pattern(&reason), self.view.sentence(&reason))
        };
        let of_family =
            |mark: &Mark| Mark { symbol: theory.symbol_of_family(mark.symbol), ..*mark };
        let mut cells: Vec<Mark> = reason.marks.iter().map(of_family).collect();
        cells.sort_by_key(|mark| (mark.cell, mark.symbol));
        let rank = if reason.rules.len() == 1 { self.view.rank(&reason) } else { 0 };
        Step {
            cells,
            rules: rules.collect(),
            facts: reason.facts.iter().map(of_family).collect(),
            cost: found.cost,
            proved: found.is_proved,
            stages: [reason.location_sentence(), pattern, sentence],
            technique: Technique { cost: found.cost, rank },
            before: self.board(),
            after: self.board(),
        }
    }

    /// Returns the board that the known values show, in symbols of the family. A cell whose symbol
    /// is unknown is `None`. If all symbols of a cell are excluded, the cell shows the default
    /// symbol of the model.
    fn board(&self) -> Grid<Option<char>> {
        let reading = self.engine.theory.model().reading();
        let values = &self.engine.known.values;
        Grid::from_fn(reading.cells().size(), |cell| {
            let shown = &reading.cells()[cell];
            let placed = shown.iter().find(|(_, lit)| value(values, *lit) == Some(true));
            let is_bare = shown.iter().all(|(_, lit)| value(values, *lit) == Some(false));
            let symbol =
                placed.map(|(symbol, _)| *symbol).or(is_bare.then(|| reading.otherwise()))?;
            Some(self.engine.theory.symbol_of_family(symbol))
        })
    }

    /// Returns a wrong filled cell and the reason why it is wrong, as [`HintError::Wrong`]. The
    /// givens must be among the known facts, and must have an answer. Prefers a cell that
    /// contradicts the givens alone. If there is none, adds filled cells to the known facts until
    /// the next filled cell contradicts them. The error is [`HintError::NoAnswer`] if no filled
    /// cell is wrong or the wrong literal means no mark, and [`HintError::Stopped`] if a stop is
    /// requested or the solver gives no answer.
    fn find_wrong_mark(&mut self, filled: &[Lit]) -> Result<HintError, HintError> {
        let outlook = self.outlook()?;
        let mut refuted: Vec<Lit> = filled
            .iter()
            .copied()
            .filter(|lit| outlook.targets.contains(&!*lit))
            .map(|lit| !lit)
            .collect();
        if refuted.is_empty() {
            refuted = vec![self.first_impossible(filled)?];
        }
        let seen = refuted
            .iter()
            .copied()
            .find(|&lit| value(&self.engine.known.values, lit) == Some(true));
        let found = match seen {
            Some(lit) => self.engine.step_by_sight(lit),
            None => self.engine.cheapest(&refuted).ok_or(HintError::Stopped)?,
        };
        let reason = self.describe_step(&found);
        let mark = self.engine.meanings.mark(!found.lit);
        let mark = mark.ok_or(HintError::NoAnswer)?;
        let clause = words::describe(mark);
        let symbol = self.engine.theory.symbol_of_family(mark.symbol);
        Ok(HintError::Wrong(Box::new(WrongMark {
            mark: Mark { symbol, ..mark },
            said: clause,
            reason,
        })))
    }

    /// Adds filled cells to the known facts, in their order, as long as there is an answer with
    /// them. When a filled cell would leave no answer, returns the negation of its literal. The
    /// error is [`HintError::NoAnswer`] if there is an answer with all filled cells, and
    /// [`HintError::Stopped`] if a stop is requested or the solver gives no answer.
    fn first_impossible(&mut self, filled: &[Lit]) -> Result<Lit, HintError> {
        for &lit in filled {
            let facts = [&self.engine.known.facts[..], &[lit]].concat();
            if !self.is_possible(&facts)? {
                return Ok(!lit);
            }
            self.engine.learn(lit);
        }
        Err(HintError::NoAnswer)
    }
}
