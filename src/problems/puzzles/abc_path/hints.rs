//! Hints for ABC Path.
//!
//! **Free** (facts that cost nothing in a hint): a letter is in at most one cell, a cell has at
//! most one letter, and a letter is in the line of its clue. **Rules**: a letter has a cell; two
//! successive letters touch; a cell has a letter. A step that only crosses letters out has an
//! additional cost. Even with this cost, every single rule costs less than the two cheapest rules
//! together. So a single rule is never worse than a combination of rules.
//!
//! No levels are published for this puzzle. Here, a step with one rule that places a letter is
//! easy, a step with one rule that crosses a letter out is medium, and a step with several rules is
//! hard.

use super::{AbcPath, LetterMoves, SYMBOLS, state_move};
use crate::board::{Cell, Grid, line_name};
use crate::hint::words::{place, places, sorted_places};
use crate::hint::{
    Argument, Cost, CountingStrength, Heading, Level, Link, Mark, Reason, Scale, Theory, View,
};
use crate::model::{Lit, Model};
use crate::puzzle::OPEN;
use crate::source::join_words;

/// The cost of the rule that a letter has a cell.
const PLACE: Cost = Cost::constant(10);
/// The cost of the rule that two successive letters touch.
const TOUCH: Cost = Cost::constant(12);
/// The cost of the rule that a cell has a letter.
const CELL: Cost = Cost::constant(14);
/// The cost that is added to a step that only crosses letters out.
const CROSSING: u32 = 4;

/// The largest number of other letters that a sentence lists. If there are more, the sentence only
/// says that no other letter is possible.
const MOST_OTHERS: usize = 9;

/// The largest number of cells of a letter that a sentence lists. If there are more, the sentence
/// gives their number.
const MOST_PLACES: usize = 6;

/// The levels of difficulty, the easiest first.
const LEVELS: &[Level] = &[
    Level::up_to_cost("trivial", "a letter has one cell left", PLACE.usual),
    Level::up_to_cost("easy", "one rule places a letter", CELL.usual),
    Level::up_to_cost("medium", "one rule crosses letters out", CELL.usual + CROSSING),
    Level::up_to_cost("hard", "two rules together", 2 * CELL.usual + CROSSING),
    Level::highest("expert", "more rules together"),
];

/// The subject of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The letter with this index is in some cell.
    Place(usize),
    /// The letter with this index and the next letter touch.
    Touch(usize),
    /// This cell has some letter.
    Cell(Cell),
}

/// The hints of a board: its theory, and the sentences of its steps.
pub(super) struct AbcPathView<'a> {
    board: &'a AbcPath,
    /// The free constraints, which a hint may use without naming a rule, and the rules of the
    /// board.
    theory: Theory,
    /// The subject of each rule of `theory`, by the rule's number.
    rules: Vec<Kind>,
}

impl<'a> AbcPathView<'a> {
    /// Builds the theory of a board: a variable for each letter and cell, the free constraints, and
    /// the rules with their costs. A hint may use a free constraint without naming a rule. The free
    /// constraints are: at most one letter in each cell, at most one cell for each letter, and no
    /// letter in a cell that its clue excludes. The model has no given letters.
    pub fn new(board: &'a AbcPath) -> AbcPathView<'a> {
        let size = board.givens.size();
        let mut model = Model::new();
        let x: Vec<Grid<Lit>> = (0..size.area())
            .map(|k| Grid::from_fn(size, |at| model.variable_in(at, "x", &[k, at.row, at.column])))
            .collect();
        for at in size.cells() {
            model.at_most_one("one letter a cell", x.iter().map(|letter| letter[at]));
        }
        for (letter, allowed) in x.iter().zip(&board.allowed) {
            model.at_most_one("one cell a letter", size.cells().map(|at| letter[at]));
            let Some(allowed) = allowed else { continue };
            for at in size.cells().filter(|at| !allowed.contains(at)) {
                model.clause("clues", [!letter[at]]);
            }
        }
        model.set_reading(
            Grid::from_fn(size, |at| {
                SYMBOLS.chars().zip(&x).map(|(s, letter)| (s, letter[at])).collect()
            }),
            OPEN,
        );
        let mut view =
            AbcPathView { board, theory: Theory::new(model, CROSSING), rules: Vec::new() };
        view.state_rules(&x);
        view
    }

    /// Adds the rules that each letter has a cell that its clue allows, that each two successive
    /// letters touch, and that each cell has a letter. They have the costs [`PLACE`], [`TOUCH`] and
    /// [`CELL`]. The rules are in this order. `x` has the literals of each letter, from A on.
    fn state_rules(&mut self, x: &[Grid<Lit>]) {
        let size = self.board.givens.size();
        for (k, letter) in x.iter().enumerate() {
            let cells = self.board.allowed[k].clone().unwrap_or(size.cells().collect());
            let name = format!("{} has a cell in {}", symbol(k), self.line_of(k));
            let heading = Heading { name, place: self.line_of(k), cells: cells.clone() };
            self.add_rule(Kind::Place(k), heading, PLACE, |model| {
                model.clause("letters", cells.into_iter().map(|at| letter[at]));
            });
        }
        for (k, pair) in x.windows(2).enumerate() {
            let name = format!("{} and {} touch", symbol(k), symbol(k + 1));
            let place = format!("{} and {}", symbol(k), symbol(k + 1));
            let heading = Heading { name, place, cells: Vec::new() };
            self.add_rule(Kind::Touch(k), heading, TOUCH, |model| {
                state_move(model, [&pair[0], &pair[1]], LetterMoves::BothWays);
            });
        }
        for at in size.cells() {
            let name = format!("{} has a letter", place(at));
            let heading = Heading { name, place: place(at), cells: vec![at] };
            self.add_rule(Kind::Cell(at), heading, CELL, |model| {
                model.clause("cells", x.iter().map(|letter| letter[at]));
            });
        }
    }

    /// Adds a rule to the theory. Also records its subject, `kind`, so that the list of rules and
    /// the list of subjects have the same order. `heading` names the rule, `cost` is its cost, and
    /// `state` adds its constraints to the model.
    fn add_rule(
        &mut self,
        kind: Kind,
        heading: Heading,
        cost: Cost,
        state: impl FnOnce(&mut Model),
    ) {
        self.rules.push(kind);
        self.theory.add_rule(heading, cost, CountingStrength::Complete, state);
    }

    /// Describes the line of the clue of letter `k` in words: a row, a column or a diagonal.
    /// Letters count from 0, so 0 is A. For a letter without a clue, the line is the whole board.
    /// If the allowed cells form no line, the words call them the cells of the clue.
    fn line_of(&self, k: usize) -> String {
        let Some(allowed) = &self.board.allowed[k] else { return "the board".to_owned() };
        let Some(line) = self.board.line_of(allowed) else {
            return "the cells of its clue".to_owned();
        };
        match (line.first(), line.last()) {
            (Some(a), Some(b)) if a.row == b.row || a.column == b.column => line_name(&line),
            (Some(a), Some(b)) if (a.row < b.row) == (a.column < b.column) => {
                "the falling diagonal".to_owned()
            }
            _ => "the rising diagonal".to_owned(),
        }
    }
}

/// Returns the letter with this index.
fn symbol(k: usize) -> char {
    SYMBOLS.chars().nth(k).expect("a letter of the board")
}

impl View for AbcPathView<'_> {
    fn theory(&self) -> &Theory {
        &self.theory
    }

    fn scale(&self) -> Option<Scale> {
        Some(Scale(LEVELS))
    }

    /// Returns the first sentence that applies to the step. The kinds of sentences are tried in
    /// this order: by a single rule, by touching letters, by a chain, by cases, by an argument. If
    /// none applies, the sentence names all rules of the step.
    fn sentence(&self, reason: &Reason) -> String {
        let step = LetterStep { view: self, reason };
        step.explain_by_rule()
            .or_else(|| step.explain_by_touches())
            .or_else(|| step.explain_by_chain())
            .or_else(|| step.explain_by_cases())
            .or_else(|| step.explain_by_argument())
            .unwrap_or_else(|| step.explain_by_all_rules())
    }

    fn sight_sentence(&self, reason: &Reason) -> String {
        let step = LetterStep { view: self, reason };
        step.explain_by_clue().unwrap_or_else(|| reason.sentence())
    }
}

/// A step of the hints, with the methods that put it into words.
struct LetterStep<'a> {
    view: &'a AbcPathView<'a>,
    reason: &'a Reason<'a>,
}

impl LetterStep<'_> {
    fn kind(&self, rule: usize) -> Kind {
        self.view.rules[rule]
    }

    /// Names the cells of all marks that have the letter of the first mark, joined by `word`.
    fn cells(&self, word: &str) -> String {
        self.cells_of(self.reason.first_mark().symbol, word)
    }

    /// Names the cells of the marks that have a letter, joined by `word`.
    fn cells_of(&self, letter: char, word: &str) -> String {
        sorted_places(
            self.reason.marks.iter().filter(|mark| mark.symbol == letter).map(|mark| mark.cell),
            word,
        )
    }

    /// Returns the index of the letter of the first mark.
    fn letter_index(&self) -> usize {
        SYMBOLS
            .chars()
            .position(|symbol| symbol == self.reason.first_mark().symbol)
            .expect("a letter")
    }

    /// Returns a sentence for a step that crosses a letter out because the letter's clue excludes
    /// the cell. Looks only at the first mark, which is the first conclusion of the step. Returns
    /// `None` for other steps.
    fn explain_by_clue(&self) -> Option<String> {
        let mark = self.reason.first_mark();
        let allowed = self.view.board.allowed[self.letter_index()].as_ref()?;
        let is_excluded = !mark.is && !allowed.contains(&mark.cell);
        is_excluded.then(|| {
            let letter = mark.symbol;
            format!("{}: {letter} is not in the line of its clue", self.reason.describe(mark))
        })
    }

    /// Returns the short sentence of a step with a single rule. Returns `None` if the step has
    /// several rules, or if it places a letter by the rule that two letters touch.
    fn explain_by_rule(&self) -> Option<String> {
        let [rule] = self.reason.rules[..] else { return None };
        let Mark { cell, symbol: letter, is } = self.reason.first_mark();
        let line = |k| self.view.line_of(k);
        match (self.kind(rule), is) {
            (Kind::Place(k), true) => {
                Some(format!("{letter} is in {}, where only {} is left", line(k), place(cell)))
            }
            (Kind::Place(k), false) => Some(format!(
                "{letter} is not at {}: it would leave {} no cell in {}",
                self.cells("or"),
                symbol(k),
                line(k)
            )),
            (Kind::Cell(at), true) => {
                let others = self.candidates(at);
                let at = place(at);
                Some(match others.len() {
                    1..=MOST_OTHERS => format!(
                        "of {} and {letter}, which have clues for {at}, only {letter} is left",
                        others.join(", ")
                    ),
                    _ => format!("no other letter than {letter} can be at {at}"),
                })
            }
            (Kind::Cell(at), false) => Some(format!(
                "{letter} is not at {}: it would leave {} no letter",
                self.cells("or"),
                place(at)
            )),
            (Kind::Touch(_), true) => None,
            (Kind::Touch(k), false) => Some(self.explain_exclusions(k)),
        }
    }

    /// Returns the letters whose clues allow a cell. Leaves out letters without a clue, and the
    /// letter of the first mark (the first conclusion of the step).
    fn candidates(&self, at: Cell) -> Vec<String> {
        self.view
            .board
            .allowed
            .iter()
            .enumerate()
            .filter(|(k, cells)| {
                symbol(*k) != self.reason.first_mark().symbol
                    && cells.as_ref().is_some_and(|all| all.contains(&at))
            })
            .map(|(k, _)| symbol(k).to_string())
            .collect()
    }

    /// Names a letter, with its cell if it has one: `L at (2,2)`.
    fn name_letter(&self, k: usize) -> String {
        let size = self.view.board.givens.size();
        let at = size.cells().find(|&at| self.reason.known(at, symbol(k)) == Some(true));
        at.map_or(symbol(k).to_string(), |at| format!("{} at {}", symbol(k), place(at)))
    }

    /// Returns words which state that letter `k` has no cell left that is next to `it`. Letters
    /// count from 0, so 0 is A. `it` is a pronoun for the excluded cells. Names the cells that are
    /// left for the letter, or gives their number if there are more than [`MOST_PLACES`]. At least
    /// one cell must be left.
    fn describe_separation(&self, k: usize, it: &str) -> String {
        let size = self.view.board.givens.size();
        let left: Vec<Cell> =
            size.cells().filter(|&at| self.reason.known(at, symbol(k)) != Some(false)).collect();
        let letter = symbol(k);
        match left.len() {
            1 => format!("{letter} is at {}, not beside {it}", places(left, "or")),
            number if number <= MOST_PLACES => {
                format!("{letter} can only be at {}, not beside {it}", places(left, "or"))
            }
            number => {
                let line = self.view.line_of(k);
                format!(
                    "none of the {number} cells that {letter} can have in {line} is beside {it}"
                )
            }
        }
    }

    /// Returns a sentence that says which cells are excluded because letter `k` must touch the next
    /// letter. Letters count from 0, so 0 is A. The sentence has a clause for each letter that the
    /// step crosses out. This may be one of the two letters, or another letter that would separate
    /// them. The step must cross cells out.
    fn explain_exclusions(&self, k: usize) -> String {
        let mut letters: Vec<char> = self.reason.marks.iter().map(|mark| mark.symbol).collect();
        letters.sort_unstable();
        letters.dedup();
        let [one, next] = [k, k + 1].map(symbol);
        letters
            .into_iter()
            .map(|letter| {
                let marks = self.reason.marks.iter().filter(|mark| mark.symbol == letter).count();
                let it = if marks == 1 { "it" } else { "them" };
                let why = if letter == one {
                    self.describe_separation(k + 1, it)
                } else if letter == next {
                    self.describe_separation(k, it)
                } else {
                    format!("it would separate {one} from {next}")
                };
                format!("{letter} is not at {}: {why}", self.cells_of(letter, "or"))
            })
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// Returns a sentence for a step that places a letter for this reason: the letter must touch
    /// one or two other letters, and only one cell in the line of its clue is next to the cells of
    /// these letters. Returns `None` in these cases:
    /// - The step crosses the letter out.
    /// - The step uses no rule that the letter touches another letter.
    /// - The step uses a rule that is neither such a rule nor the rule that the letter has a cell.
    fn explain_by_touches(&self) -> Option<String> {
        let Mark { cell, symbol: letter, is } = self.reason.first_mark();
        let k = self.letter_index();
        let touches: Vec<usize> = self
            .reason
            .rules
            .iter()
            .filter_map(|&rule| match self.kind(rule) {
                Kind::Touch(other) if other == k => Some(k + 1),
                Kind::Touch(other) if other + 1 == k => Some(other),
                _ => None,
            })
            .collect();
        let is_other = |&rule: &usize| match self.kind(rule) {
            Kind::Touch(other) => other != k && other + 1 != k,
            Kind::Place(other) => other != k,
            Kind::Cell(_) => true,
        };
        if !is || touches.is_empty() || self.reason.rules.iter().any(is_other) {
            return None;
        }
        let letters: Vec<String> = touches.iter().map(|&other| self.name_letter(other)).collect();
        Some(format!(
            "{letter} is in {} and touches {}: only {}",
            self.view.line_of(k),
            join_words(&letters, "and"),
            place(cell)
        ))
    }

    /// Returns a proof by contradiction without a distinction of cases: the opposite of the first
    /// mark implies further entries, until a rule is broken. Returns `None` if there is no such
    /// proof.
    fn explain_by_chain(&self) -> Option<String> {
        Some(self.describe_argument(&self.reason.chain()?))
    }

    /// Returns a proof by contradiction, which may distinguish cases. Returns `None` if no proof is
    /// found.
    fn explain_by_argument(&self) -> Option<String> {
        Some(self.describe_argument(&self.reason.argument()?))
    }

    /// Puts a proof by contradiction into words. It supposes the opposite of the first mark, the
    /// first conclusion of the step.
    fn describe_argument(&self, argument: &Argument) -> String {
        let Mark { cell, symbol, is } = self.reason.first_mark();
        let with = if is { "without" } else { "with" };
        let cases = |mark: Mark| {
            let (letter, at) = (mark.symbol, place(mark.cell));
            [format!("if {letter} is at {at}"), format!("if {letter} is not at {at}")]
        };
        let argued = argument.in_words(&|link, is_last| self.link(link, is_last), &cases);
        format!("{with} {symbol} at {}, {argued}", place(cell))
    }

    /// Returns words for the end of a proof by contradiction: two letters cannot touch. The proof
    /// supposes that the first mark is wrong. Therefore one of the two letters may be in the cell
    /// of this mark.
    fn describe_broken_touch(&self, one: char, other: char) -> String {
        let supposed = (!self.reason.first_mark().is).then_some(self.reason.first_mark().symbol);
        match supposed {
            Some(letter) if letter == one => format!("no cell left for {other} is beside {one}"),
            Some(letter) if letter == other => format!("no cell left for {one} is beside {other}"),
            _ => format!("no cell left for {one} is beside one for {other}"),
        }
    }

    /// Returns words that say that a rule is broken.
    fn describe_broken_rule(&self, rule: usize) -> String {
        match self.kind(rule) {
            Kind::Place(k) => format!("{} has no cell in {}", symbol(k), self.view.line_of(k)),
            Kind::Touch(k) => self.describe_broken_touch(symbol(k), symbol(k + 1)),
            Kind::Cell(at) => format!("nothing can be at {}", place(at)),
        }
    }

    /// Puts a link of an argument into words. For the last link, the words say that its rule is
    /// broken. For any other link, they name the letters that the link places. If it places none,
    /// they name the letters that it crosses out. If the rule of the link is that two letters
    /// touch, they also name the other letter.
    fn link(&self, Link { rule, forced, .. }: &Link, is_last: bool) -> String {
        if is_last {
            return self.describe_broken_rule(*rule);
        }
        let partner = |letter: char| match self.kind(*rule) {
            Kind::Touch(k) if letter == symbol(k) => Some(symbol(k + 1)),
            Kind::Touch(k) if letter == symbol(k + 1) => Some(symbol(k)),
            _ => None,
        };
        let placed: Vec<String> = forced
            .iter()
            .filter(|mark| mark.is)
            .map(|mark| {
                let partner_letter = partner(mark.symbol);
                let suffix =
                    partner_letter.map_or(String::new(), |letter| format!(", beside {letter}"));
                format!("{} must be at {}{suffix}", mark.symbol, place(mark.cell))
            })
            .collect();
        if !placed.is_empty() {
            return join_words(&placed, "and");
        }
        let mut letters: Vec<char> = forced.iter().map(|mark| mark.symbol).collect();
        letters.sort_unstable();
        letters.dedup();
        let crossed: Vec<String> = letters
            .into_iter()
            .map(|letter| {
                let cells: Vec<Cell> = forced
                    .iter()
                    .filter(|mark| mark.symbol == letter)
                    .map(|mark| mark.cell)
                    .collect();
                let it = if cells.len() == 1 { "it" } else { "them" };
                let why = partner(letter).map_or(String::new(), |partner| {
                    format!(" (no cell left for {partner} is beside {it})")
                });
                format!("{letter} cannot be at {}{why}", places(cells, "or"))
            })
            .collect();
        join_words(&crossed, "and")
    }

    /// Returns a proof by cases. It supposes that the first conclusion of the step is wrong. Then,
    /// for every cell of one letter, or for every letter of one cell, a rule is broken. If the
    /// rules are not broken at once, the sentence only says that they cannot hold together. Returns
    /// `None` if there is no such proof, or if the cases are those of two letters that touch.
    fn explain_by_cases(&self) -> Option<String> {
        let cases = self.reason.cases()?;
        let wherever = match self.kind(cases.chooses) {
            Kind::Place(k) => format!("wherever {} is", symbol(k)),
            Kind::Cell(at) => format!("whatever is at {}", place(at)),
            Kind::Touch(_) => return None,
        };
        let Mark { cell, symbol, is } = self.reason.first_mark();
        let with = if is { "without" } else { "with" };
        let supposed = format!("{wherever}, {with} {symbol} at {}", place(cell));
        if !cases.is_at_once {
            let names = self.reason.names(&cases.broken);
            return Some(format!("{supposed} it cannot be that {}", join_words(&names, "and")));
        }
        let broken: Vec<String> =
            cases.broken.iter().map(|&rule| self.describe_broken_rule(rule)).collect();
        Some(format!("{supposed} {}", join_words(&broken, "or")))
    }

    /// Returns the sentence for a step to which no other sentence applies: if the marks were wrong,
    /// one of the rules would be broken.
    fn explain_by_all_rules(&self) -> String {
        let Mark { symbol: letter, is, .. } = self.reason.first_mark();
        let is = if is { "is" } else { "is not" };
        let broken: Vec<String> =
            self.reason.rules.iter().map(|&rule| self.describe_broken_rule(rule)).collect();
        format!("{letter} {is} at {}: else {}", self.cells("and"), join_words(&broken, "or"))
    }
}
