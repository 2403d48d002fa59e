//! Hints for 3-in-a-Row.
//!
//! No fact is free: every fact costs something in a hint. The **rules** are:
//! - each sign;
//! - each window of three neighbours;
//! - the balance of each line, which is cheaper if only one cell of the line is open;
//! - the difference of two lines;
//! - a whole line, which means its balance and all its windows together.
//!
//! Except for the last two kinds, each rule costs less than the two cheapest rules together. So a
//! single rule of the other kinds is never worse than a combination.
//!
//! The levels are the techniques. They distinguish the three levels of Simon Tatham's Unruly and
//! the four levels of binarypuzzle.com. They do not do so for very hard boards with long sides.

use super::{BLUE, ThreeInARow, WHITE, named_lines, sign_symbol, state_difference, state_sign};
use crate::board::{Cell, Grid, line_name};
use crate::hint::words::{place, places, sorted_places};
use crate::hint::{
    Cost, CountingStrength, Heading, Level, Link, Mark, Reason, Scale, Theory, View,
};
use crate::model::{Lit, Model};
use crate::source::join_words;

/// The cost of a sign.
const SIGN: Cost = Cost::constant(10);
/// The cost of a window: three neighbours are not all equal.
const WINDOW: Cost = Cost::constant(11);
/// The cost of the balance of a line. It is lower if one cell of the line is open.
const BALANCE: Cost = Cost { usual: 18, last: 13 };
/// The cost of the difference of two lines.
const DIFFERENCE: Cost = Cost::constant(30);
/// The cost of a whole line: its balance and all its windows together.
const LINE: Cost = Cost::constant(33);

/// The levels of difficulty, the easiest first.
const LEVELS: &[Level] = &[
    Level::up_to_cost("trivial", "no three alike, and signs", WINDOW.usual),
    Level::up_to_cost("simple", "a line has one open cell", BALANCE.last),
    Level::up_to_cost("easy", "a line has all its 0s or 1s", BALANCE.usual),
    Level::up_to_cost("medium", "two rules, two lines that differ, or a whole line", LINE.usual),
    Level::up_to_cost(
        "hard",
        "three rules, or two of which one is a whole line",
        LINE.usual + BALANCE.usual,
    ),
    Level::highest("expert", "more rules together"),
];

/// The subject of a rule.
#[derive(Clone, PartialEq, Eq)]
enum Kind {
    /// Two neighbours are equal or differ, as the sign between them states.
    Sign {
        cells: [Cell; 2],
        /// Whether the sign means that the cells are equal.
        equal: bool,
    },
    /// Three neighbours in a line are not all equal.
    Window {
        /// The name of the line, such as `row 3`.
        line: String,
    },
    /// A line has the right number of each symbol.
    Balance {
        /// The name of the line, such as `row 3`.
        line: String,
    },
    /// Two parallel lines are different.
    Difference {
        /// The names of the lines, such as `row 3` and `row 5`.
        lines: [String; 2],
    },
    /// A line has the right number of each symbol, and no three neighbours in it are equal.
    Line {
        /// The name of the line, such as `row 3`.
        line: String,
    },
}

/// The hints of a board: its theory, and the sentences of its steps.
pub(super) struct ThreeInARowView<'a> {
    board: &'a ThreeInARow,
    /// The theory: the rules with their costs. Its symbols are those of the board's text.
    theory: Theory,
    /// The subject of each rule of `theory`, by the rule's number.
    rules: Vec<Kind>,
}

impl<'a> ThreeInARowView<'a> {
    /// Builds the theory of a board: a variable for each cell, and the rules. These are the rules
    /// of the signs and of the lines and, with `distinct-lines`, the rules that every two rows and
    /// every two columns differ. The theory has no free constraints (constraints that a hint may
    /// use without naming a rule). The model does not fix the given cells.
    pub fn new(board: &'a ThreeInARow) -> ThreeInARowView<'a> {
        let mut model = Model::new();
        let size = board.givens.size();
        let blue = model.variables("blue", size);
        let [white_symbol, blue_symbol] = board.aside.symbols.pair();
        let shown =
            Grid::from_fn(size, |at| vec![(white_symbol, !blue[at]), (blue_symbol, blue[at])]);
        model.set_reading(shown, white_symbol);
        let theory = Theory::new(model, 0);
        let theory = theory.spelled(&[(WHITE, white_symbol), (BLUE, blue_symbol)]);
        let mut view = ThreeInARowView { board, theory, rules: Vec::new() };
        view.state_signs(&blue);
        view.state_lines(&blue);
        if board.rules.distinct_lines {
            view.state_differences("rows", &size.row_lines(), &blue);
            view.state_differences("columns", &size.column_lines(), &blue);
        }
        view
    }

    /// Adds a rule to the theory. Also records its subject, `kind`, so that the list of rules and
    /// the list of subjects have the same order. `heading` names the rule, `cost` is its cost, and
    /// `state` adds its constraints to the model. Returns the index of the rule.
    fn add_rule(
        &mut self,
        kind: Kind,
        heading: Heading,
        cost: Cost,
        state: impl FnOnce(&mut Model),
    ) -> usize {
        self.rules.push(kind);
        self.theory.add_rule(heading, cost, CountingStrength::Complete, state)
    }

    /// Adds a rule for each sign.
    fn state_signs(&mut self, blue: &Grid<Lit>) {
        for sign in &self.board.signs {
            let ([a, b], equal) = (sign.cells, sign.equal);
            let between = format!("between {} and {}", place(a), place(b));
            let heading = Heading {
                name: format!("{} {between}", sign_symbol(equal)),
                place: format!("the sign {between}"),
                cells: vec![a, b],
            };
            self.add_rule(Kind::Sign { cells: [a, b], equal }, heading, SIGN, |model| {
                state_sign(model, [blue[a], blue[b]], equal);
            });
        }
    }

    /// Adds rules for each row and column: one for each window of three neighbours, and one for the
    /// balance. If the line has windows, also adds a rule for the whole line. This rule joins all
    /// other rules of the line.
    fn state_lines(&mut self, blue: &Grid<Lit>) {
        for (line, cells, groups) in named_lines(self.board.givens.size()) {
            let mut parts = Vec::new();
            for window in cells.windows(3) {
                let heading = Heading {
                    name: format!("no three alike at {}", window_name(window)),
                    place: line.clone(),
                    cells: window.to_vec(),
                };
                let lits: Vec<Lit> = window.iter().map(|&at| blue[at]).collect();
                let kind = Kind::Window { line: line.clone() };
                parts.push(self.add_rule(kind, heading, WINDOW, |model| {
                    model.clause(groups.0, lits.iter().copied());
                    model.clause(groups.0, lits.iter().map(|&lit| !lit));
                }));
            }
            let heading = |name| Heading { name, place: line.clone(), cells: cells.clone() };
            let lits: Vec<Lit> = cells.iter().map(|&at| blue[at]).collect();
            let board = self.board;
            let is_even = cells.len().is_multiple_of(2);
            let [white_symbol, blue_symbol] = board.aside.symbols.pair();
            let balance = if is_even {
                format!("as many {white_symbol}s as {blue_symbol}s")
            } else {
                board.describe_balance(cells.len())
            };
            let balance = heading(format!("{line} has {balance}"));
            let kind = Kind::Balance { line: line.clone() };
            parts.push(self.add_rule(kind, balance, BALANCE, |model| {
                board.state_balance(model, groups.1, &lits);
            }));
            if parts.len() > 1 {
                let joint_heading =
                    heading(format!("the balance of {line}, and no three alike in it"));
                self.theory.add_joint_rule(joint_heading, LINE, &parts);
                self.rules.push(Kind::Line { line });
            }
        }
    }

    /// Adds a rule for every two of these lines. The rule states that the two lines differ. `group`
    /// is the name of its variables and constraints.
    fn state_differences(&mut self, group: &str, lines: &[Vec<Cell>], blue: &Grid<Lit>) {
        for (i, first) in lines.iter().enumerate() {
            for (j, second) in lines.iter().enumerate().skip(i + 1) {
                let names = [line_name(first), line_name(second)];
                let heading = Heading {
                    name: format!("{} and {} differ", names[0], names[1]),
                    place: format!("{} and {}", names[0], names[1]),
                    cells: [&first[..], second].concat(),
                };
                self.add_rule(Kind::Difference { lines: names }, heading, DIFFERENCE, |model| {
                    state_difference(model, group, [i, j], [first, second], blue);
                });
            }
        }
    }
}

/// Names three neighbours: `row 3, columns 4 to 6`.
fn window_name(window: &[Cell]) -> String {
    let (first, last) = (window[0], window[window.len() - 1]);
    if first.row == last.row {
        format!("row {}, columns {} to {}", first.row + 1, first.column + 1, last.column + 1)
    } else {
        format!("column {}, rows {} to {}", first.column + 1, first.row + 1, last.row + 1)
    }
}

/// Lists the cells of marks; a mark is a symbol in a cell. The list is grouped by symbol, and
/// begins with the symbol of the first mark: `(3,9) and (3,10) are 1, and (3,4) is 0`. The marks
/// must have at most two different symbols. The cells of a symbol are sorted. Returns an empty text
/// if there are no marks.
fn list_by_symbol(marks: &[Mark]) -> String {
    let of = |symbol| {
        let mut cells: Vec<Cell> =
            marks.iter().filter(move |mark| mark.symbol == symbol).map(|mark| mark.cell).collect();
        cells.sort();
        cells
    };
    let Some(first) = marks.first().map(|mark| mark.symbol) else { return String::new() };
    let second = marks.iter().map(|mark| mark.symbol).find(|&symbol| symbol != first);
    [first]
        .into_iter()
        .chain(second)
        .map(|symbol| (of(symbol), symbol))
        .map(|(cells, symbol)| {
            let are = if cells.len() == 1 { "is" } else { "are" };
            format!("{} {are} {symbol}", places(cells, "and"))
        })
        .collect::<Vec<_>>()
        .join(", and ")
}

impl View for ThreeInARowView<'_> {
    fn theory(&self) -> &Theory {
        &self.theory
    }

    fn scale(&self) -> Option<Scale> {
        Some(Scale(LEVELS))
    }

    /// Returns the first sentence that applies to the step. The kinds of sentences are tried in
    /// this order: by a single rule, by one line, by signs, by an argument. If none applies, the
    /// sentence names all rules of the step.
    fn sentence(&self, reason: &Reason) -> String {
        let step = LineStep { view: self, reason };
        step.explain_by_rule()
            .or_else(|| step.explain_by_line())
            .or_else(|| step.explain_by_signs())
            .or_else(|| step.explain_by_argument())
            .unwrap_or_else(|| step.explain_by_all_rules())
    }

    fn pattern(&self, reason: &Reason) -> String {
        let step = LineStep { view: self, reason };
        step.pattern().unwrap_or_else(|| reason.rule_names())
    }
}

/// A step of the hints, with the methods that put it into words.
struct LineStep<'a> {
    view: &'a ThreeInARowView<'a>,
    reason: &'a Reason<'a>,
}

impl LineStep<'_> {
    fn kind(&self, rule: usize) -> &Kind {
        &self.view.rules[rule]
    }

    /// Returns the other symbol of the board's text.
    fn opposite(&self, symbol: char) -> char {
        self.view.board.aside.symbols.other(symbol)
    }

    /// Puts the conclusions of the step into words: `(3,9) and (3,10) are 1, and (3,4) is 0`.
    fn describe_conclusions(&self) -> String {
        list_by_symbol(&self.reason.marks)
    }

    /// Names the cells whose known contents the step uses.
    fn facts(&self) -> String {
        sorted_places(self.reason.facts.iter().map(|fact| fact.cell), "and")
    }

    /// Returns the short sentence of a step with a single rule. Returns `None` if the step has
    /// several rules, or its rule is that of a whole line.
    fn explain_by_rule(&self) -> Option<String> {
        let [rule] = self.reason.rules[..] else { return None };
        let follows = self.describe_conclusions();
        let other = self.opposite(self.reason.first_mark().symbol);
        match self.kind(rule) {
            Kind::Window { line } => {
                Some(format!("{follows}: else three {other}s in {line} with {}", self.facts()))
            }
            Kind::Balance { line } => Some(format!("{line} has all its {other}s: {follows}")),
            Kind::Sign { equal, .. } => {
                Some(format!("{follows}: {} with {}", sign_symbol(*equal), self.facts()))
            }
            Kind::Difference { lines: [one, other] } => {
                Some(format!("{follows}: else {other} would equal {one}"))
            }
            Kind::Line { .. } => None,
        }
    }

    /// Returns a sentence for a step whose rules are all about one line. The balance of the line,
    /// or the rule of the whole line, must be among them. The sentence supposes the other symbol in
    /// the cell of the first mark (the first conclusion of the step), and says that the balance
    /// would then force three equal neighbours. For a line of odd length, the sentence only names
    /// the rules. Returns `None` for other steps.
    fn explain_by_line(&self) -> Option<String> {
        let mut lines = self.reason.rules.iter().map(|&rule| match self.kind(rule) {
            Kind::Window { line } | Kind::Balance { line } | Kind::Line { line } => Some(line),
            Kind::Sign { .. } | Kind::Difference { .. } => None,
        });
        let line = lines.next()??;
        let is_balanced = self
            .reason
            .rules
            .iter()
            .any(|&rule| matches!(self.kind(rule), Kind::Balance { .. } | Kind::Line { .. }));
        if !is_balanced || !lines.all(|other| other == Some(line)) {
            return None;
        }
        let Mark { cell, symbol, .. } = self.reason.first_mark();
        let other = self.opposite(symbol);
        let mut cells: Vec<Cell> = self
            .reason
            .rules
            .iter()
            .flat_map(|&rule| &self.reason.rule(rule).heading.cells)
            .copied()
            .collect();
        cells.sort();
        cells.dedup();
        let placed = |symbol| {
            cells.iter().filter(|&&at| self.reason.known(at, symbol) == Some(true)).count()
        };
        let left = (cells.len() / 2).saturating_sub(placed(other));
        let follows = self.describe_conclusions();
        let is_even = cells.len().is_multiple_of(2);
        let at = place(cell);
        Some(match (left, is_even) {
            (1, true) => {
                let three = self.three_left(&cells, cell, symbol);
                format!(
                    "{line} has one {other} left, and in {at} it would leave three \
                    {symbol}s{three}: {follows}"
                )
            }
            (2, true) => format!(
                "{line} has two {other}s left: with one in {at}, three are alike wherever the \
                other goes: {follows}"
            ),
            (left, true) => format!(
                "{line} has {left} {other}s left: with one in {at}, three are alike wherever the \
                others go: {follows}"
            ),
            (_, false) => {
                format!("{line} alone, by its balance and no three alike: {follows}")
            }
        })
    }

    /// Names three neighbours that would all be `symbol`, if `last` were the last cell of the line
    /// that has the other symbol. Returns an empty text if there are none.
    fn three_left(&self, line: &[Cell], last: Cell, symbol: char) -> String {
        let other = self.opposite(symbol);
        let three = line.windows(3).find(|window| {
            window.iter().all(|&at| at != last && self.reason.known(at, other) != Some(true))
        });
        three.map_or(String::new(), |three| format!(" at {}", places(three.iter().copied(), "and")))
    }

    /// Describes the pattern that a player should look for, such as `row 3 has all its 1s`, without
    /// the cells of the step. Returns `None` if the step has several rules, or if its only rule is
    /// not about a single line.
    fn pattern(&self) -> Option<String> {
        let [rule] = self.reason.rules[..] else { return None };
        let other = self.opposite(self.reason.first_mark().symbol);
        Some(match self.kind(rule) {
            Kind::Window { line } => format!("two {other}s in {line} must not become three"),
            Kind::Balance { line } => format!("{line} has all its {other}s"),
            Kind::Line { line } => {
                format!("{line} has few {other}s left, and no three may be alike")
            }
            Kind::Sign { .. } | Kind::Difference { .. } => return None,
        })
    }

    /// Returns a sentence for a step in which signs decide which cells of a line have its last 0s
    /// or 1s. For example, if one 1 is left, two equal cells cannot be 1, and exactly one of two
    /// unequal cells is 1. The step must use the balance of one line and rules of signs, but no
    /// other rules. All its marks must have the same symbol. Each sign must be between two open
    /// cells of the line. There are two cases. Either the step uses one sign `=`, one symbol is
    /// left, and all marks are cells of the sign. Or it uses disjoint signs `×`, as many as symbols
    /// are left, and no mark is a cell of a sign. Returns `None` for other steps, and for lines of
    /// odd length.
    fn explain_by_signs(&self) -> Option<String> {
        let (mut balanced, mut signs) = (None, Vec::new());
        for &rule in &self.reason.rules {
            match self.kind(rule) {
                Kind::Balance { line } if balanced.is_none() => balanced = Some((line, rule)),
                Kind::Sign { cells, equal } => signs.push((*cells, *equal)),
                _ => return None,
            }
        }
        let (line, rule) = balanced?;
        let cells = &self.reason.rule(rule).heading.cells;
        let other = self.opposite(self.reason.first_mark().symbol);
        let left = (cells.len() / 2).checked_sub(
            cells.iter().filter(|&&at| self.reason.known(at, other) == Some(true)).count(),
        )?;
        let mut signed: Vec<Cell> = signs.iter().flat_map(|(pair, _)| *pair).collect();
        if !cells.len().is_multiple_of(2)
            || !signed
                .iter()
                .all(|at| cells.contains(at) && self.reason.known(*at, other).is_none())
        {
            return None;
        }
        signed.sort();
        signed.dedup();
        let marks = &self.reason.marks;
        let is_uniform = marks.iter().all(|mark| mark.symbol == self.reason.first_mark().symbol);
        let is_signed = |mark: &Mark| signed.contains(&mark.cell);
        let follows = self.describe_conclusions();
        if let ([([a, b], true)], 1) = (&signs[..], left) {
            let both = is_uniform && marks.iter().all(is_signed);
            return both.then(|| {
                let (a, b) = (place(*a), place(*b));
                format!(
                    "{line} has one {other} left, and {a} and {b} are alike, so neither can \
                be {other}: {follows}"
                )
            });
        }
        let unequal = signs.iter().all(|(_, equal)| !equal) && signed.len() == 2 * signs.len();
        if !unequal || left != signs.len() || !is_uniform || marks.iter().any(is_signed) {
            return None;
        }
        let pairs: Vec<String> =
            signs.iter().map(|([a, b], _)| format!("{} or {}", place(*a), place(*b))).collect();
        Some(if left == 1 {
            format!("{line} has one {other} left, and {} takes it (×): {follows}", pairs[0])
        } else {
            let each = pairs.join(", and one in ");
            format!("{line} has {left} {other}s left, one in {each} (×): {follows}")
        })
    }

    /// Returns a proof by contradiction. It supposes the other symbol in the cell of the first mark
    /// (the first conclusion of the step). This implies further entries, until a rule is broken.
    /// Tries a short argument first, and then a long one with more nested cases. Returns `None` if
    /// none is found.
    fn explain_by_argument(&self) -> Option<String> {
        let argument = self.reason.argument().or_else(|| self.reason.deep_argument())?;
        let (first, other) =
            (self.reason.first_mark(), self.opposite(self.reason.first_mark().symbol));
        let cases = |mark: Mark| {
            let [one, two] = [mark.symbol, self.opposite(mark.symbol)];
            let cell = place(mark.cell);
            [format!("if {cell} is {one}"), format!("if {cell} is {two}")]
        };
        let argued = argument.in_words(&|link, _| self.link(link), &cases);
        let (follows, others) = (list_by_symbol(&[first]), self.explain_other_marks());
        Some(format!("{follows}: with {other} there, {argued}{others}"))
    }

    /// Returns words that say that the marks after the first follow from the same rules. The
    /// arguments for these marks may differ. Returns an empty text if there is only one mark.
    fn explain_other_marks(&self) -> String {
        let others = list_by_symbol(&self.reason.marks[1..]);
        if others.is_empty() { others } else { format!("; by the same rules, {others}") }
    }

    /// Returns a link of an argument in words: the marks that the link forces, with the reason in
    /// brackets. If the link forces no marks, the words say that the rule of the link is broken. If
    /// the link looks ahead, they say that its lines cannot be filled.
    fn link(&self, Link { rule, forced, is_ahead }: &Link) -> String {
        let place_of = &self.reason.rule(*rule).heading.place;
        if forced.is_empty() {
            return match self.kind(*rule) {
                _ if *is_ahead => format!("{place_of} cannot be filled"),
                Kind::Window { line } => format!("{line} has three alike"),
                Kind::Balance { line } => format!("{line} is out of balance"),
                Kind::Line { line } => format!("{line} cannot be filled"),
                Kind::Sign { cells: [a, b], equal } => {
                    format!("{} and {} break their {}", place(*a), place(*b), sign_symbol(*equal))
                }
                Kind::Difference { lines: [one, other] } => format!("{other} equals {one}"),
            };
        }
        let forced = list_by_symbol(forced);
        let why = match self.kind(*rule) {
            _ if *is_ahead => format!("else {place_of} cannot be filled"),
            Kind::Window { line } => format!("no three in {line}"),
            Kind::Balance { line } => format!("the balance of {line}"),
            Kind::Line { line } => format!("else {line} cannot be filled"),
            Kind::Sign { equal, .. } => sign_symbol(*equal).to_string(),
            Kind::Difference { lines: [one, other] } => format!("{other} is not {one}"),
        };
        format!("{forced} ({why})")
    }

    /// Returns the sentence for a step for which no argument is found. The sentence only names the
    /// rows, columns and cells of the rules.
    fn explain_by_all_rules(&self) -> String {
        let places = join_words(&self.reason.places_of_rules(), "and");
        let other = self.opposite(self.reason.first_mark().symbol);
        let (follows, others) =
            (list_by_symbol(&[self.reason.first_mark()]), self.explain_other_marks());
        format!("{follows}: with {other} there, each way to fill {places} breaks a rule{others}")
    }
}
