//! Plans: steps from a board to its answer, each the cheapest next one.

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

/// A board for which hints are wanted.
#[derive(Clone, Debug)]
pub struct Position {
    /// The given cells.
    pub givens: Grid<Option<char>>,
    /// The cells that a player has filled in; givens may be among them.
    pub filled: Option<Grid<Option<char>>>,
}

/// The wanted length of a plan, and the limit on the work for one step.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The most steps; `None` for all.
    pub steps: Option<usize>,
    /// The limit on the work for one step, in the unit of [`EFFORT_A_STEP`].
    pub effort: u64,
}

impl Wish {
    /// Returns a wish for this many steps, with the default limit on the work.
    pub fn with_steps(steps: Option<usize>) -> Wish {
        Wish { steps, effort: EFFORT_A_STEP }
    }
}

/// A rule in a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepRule {
    /// The rule as a sentence.
    pub name: String,
    /// The cells of the rule, counted from 0.
    #[serde(serialize_with = "pairs")]
    pub cells: Vec<Cell>,
    /// The cost of the rule in this step.
    pub cost: u32,
}

/// Writes each cell as an array of its row and its column.
fn pairs<S: Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(|cell| [cell.row, cell.column]))
}

/// A step: marks that follow from a few rules and facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The marks that follow. Either all of them place a symbol, or all exclude one.
    pub cells: Vec<Mark>,
    /// The rules.
    pub rules: Vec<StepRule>,
    /// The facts: known marks that the rules need.
    pub facts: Vec<Mark>,
    /// The sum of the costs of the rules, plus an addend if no symbol is placed.
    pub cost: u32,
    /// Whether it is proved that no step is cheaper and that no fewer facts suffice.
    pub proved: bool,
    /// Three texts, each with more detail: the places to look at, the rules, the whole reason.
    pub stages: [String; 3],
    /// The technique of the step, which decides the level of the board.
    #[serde(skip)]
    pub technique: Technique,
    /// The known symbols before the step.
    #[serde(skip)]
    pub before: Grid<Option<char>>,
    /// The known symbols after the step.
    #[serde(skip)]
    pub after: Grid<Option<char>>,
}

/// The difficulty of a board. It is displayed as `hard, two lines together (hardest step 230, sum
/// 2100)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// The cost of the hardest step.
    pub hardest: u32,
    /// The sum of the costs of all steps.
    pub sum: u64,
    /// The name of the level.
    pub level: &'static str,
    /// The technique that the level adds to easier levels, as a phrase.
    pub technique: &'static str,
}

impl Grade {
    /// Returns the grade of a plan whose steps lead from the givens to the answer.
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
    /// own, the cells without a symbol are known, too.
    Complete,
    /// The wanted number of steps is reached.
    Steps,
    /// A stop was requested, or the solver gave no answer.
    Stopped,
    /// No further mark follows, since the board has several answers.
    Stuck,
}

/// Writes an answer as its rows.
fn as_rows<S: Serializer>(answer: &Option<Grid<char>>, to: S) -> Result<S::Ok, S::Error> {
    answer.as_ref().map(Grid::to_rows).serialize(to)
}

/// Steps from a board towards its answer.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The answer, if the steps reach it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_rows")]
    pub answer: Option<Grid<char>>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The grade, if the family has levels and the plan leads from the givens alone to the answer.
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
    /// A filled cell is wrong.
    #[error("filled in, but wrong: {}", .0.said)]
    Wrong(Box<WrongMark>),
    /// A filled cell shows a symbol that it cannot have.
    #[error("`{symbol}` cannot be in {cell}")]
    Unknown {
        /// The cell.
        cell: Cell,
        /// Its symbol.
        symbol: char,
    },
    /// The rules cannot be encoded.
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

/// A filled cell that is wrong, with the reason.
#[derive(Clone, Debug)]
pub struct WrongMark {
    /// The mark that is filled in.
    pub mark: Mark,
    /// The mark as a clause, with the symbol of the board's text.
    pub said: String,
    /// The step that proves the opposite of the mark, from the givens alone if they contradict any
    /// filled cell, and otherwise also from other filled cells.
    pub reason: Step,
}

/// Finds the steps from a position.
///
/// # Errors
///
/// If the board has no answer, a filled cell is wrong or has an impossible symbol, the rules cannot
/// be encoded, or the search is stopped before a first hint.
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

/// The search for the steps of one plan.
struct Planner<'a> {
    /// The sentences, patterns and levels of the family.
    view: &'a dyn View,
    /// The theory in a solver, with the facts that are known after the steps so far.
    engine: Engine<'a>,
    /// The wanted length of the plan. The engine already has the limit on the work.
    wish: &'a Wish,
}

/// A solution of a position, and the literals that all its solutions share, those that place a
/// symbol first.
struct Outlook {
    /// One solution of the position.
    values: Values,
    /// The literals with a mark that are true in all solutions.
    targets: Vec<Lit>,
    /// Whether all solutions show the same board.
    is_unique: bool,
}

impl Planner<'_> {
    /// Learns the givens and the filled cells, and then finds the steps. The plan has a grade only
    /// if the family has levels, no filled cell adds to the givens, and the steps reach the answer.
    /// The error is [`HintError::Wrong`] if the filled cells contradict the rules.
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

    /// Returns the literals that state the given symbols. The error is [`HintError::Unknown`] if a
    /// cell cannot show its symbol.
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

    /// Returns whether the rules have a solution with these literals. The work is not limited.
    fn is_possible(&mut self, lits: &[Lit]) -> Result<bool, EffortSpent> {
        self.engine.set_effort(u64::MAX);
        let assumptions = [self.engine.all_rules(), lits].concat();
        self.engine.ask(&assumptions)
    }

    /// Finds a solution that agrees with the known facts, and the literals that all such solutions
    /// share. The error is [`HintError::NoAnswer`] if there is no solution. The work is not
    /// limited.
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

    /// Finds the cheapest step again and again, and learns its marks. Ends when the board is
    /// complete, when nothing more follows, after the wanted number of steps, or at a stop. The
    /// error is [`HintError::Stopped`] if the stop comes before the first step.
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
            // A step whose search was stopped may not be the cheapest, and may name needless facts.
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

    /// Returns the literals of `targets` whose values are unknown. If the theory marks blanks,
    /// omits those of a cell whose content is known.
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

    /// Returns a step with its rules and facts in words.
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

    /// Returns the board that the known values show, in symbols of the family. An open cell is
    /// `None`. If all its symbols are excluded, a cell shows the default symbol of the model.
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

    /// Returns a wrong filled cell and its reason, as [`HintError::Wrong`]. The givens must be
    /// known and must have an answer.
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

    /// Learns filled cells in order while they have a common answer. Returns the negation of the
    /// first literal that allows no answer. The error is [`HintError::NoAnswer`] if all literals
    /// allow one.
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
