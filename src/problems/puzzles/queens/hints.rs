//! Hints for queens.
//!
//! **Free** (a fact that costs nothing in a hint): two cells that see each other do not both have a
//! queen. Two cells see each other if they touch or, on boards with one queen in each line, if they
//! are in the same row, column or region. A cell of no region has no queen.
//!
//! **Rules**: each row, column and region needs its queens. On boards with several stars in each
//! line, a second rule states that the line has at most as many queens as it needs. So a single
//! rule covers several techniques of players: a region within a line, pointing, and a queen that
//! would see all remaining cells of a line. A rule costs more than the cost that is added if a step
//! only crosses cells out. So a step with a second rule is always worse than a step that crosses
//! cells out by one rule.
//!
//! The levels are the techniques. On 8 × 8 boards, StarBattleLab also has levels. The sum of the
//! costs agrees with those levels as well as the techniques do, but the sum does not show which
//! technique a board needs. Boards with several stars have no levels, because they need too many
//! techniques.

mod room;

use super::{NONE, QUEEN, Queens};
use crate::board::{Cell, Grid};
use crate::hint::words::{place, places, sorted_places};
use crate::hint::{
    Argument, Cost, CountingStrength, Heading, Level, Link, Mark, Reason, Scale, Technique, Theory,
    View,
};
use crate::model::{Lit, Model, Relation};
use crate::puzzle::{Piece, Puzzle};
use crate::source::{format_count, join_words};

/// The cost of the rule that a row, column or region needs its queens.
const NEEDS: Cost = Cost::constant(100);
/// The cost of the rule that a row, column or region has no more stars than it needs.
const FULL: Cost = Cost::constant(50);
/// The cost that is added to a step that only crosses cells out.
const CROSSING: u32 = 30;

/// The largest number of links of an easy chain. Such a chain is considered easier for a person
/// than a count of stars in several lines.
const FEW_LINKS: usize = 3;

/// The costs of a step that crosses cells out with one rule, with two rules and with three rules.
const CROSSED: [u32; 3] =
    [NEEDS.usual + CROSSING, 2 * NEEDS.usual + CROSSING, 3 * NEEDS.usual + CROSSING];
/// The technique of a line (row, column or region) whose remaining cells all lie in another line.
/// Its rank 0 separates it from other steps of the same cost.
const IN_LINE: Technique = Technique::with_cost(CROSSED[0]);
/// The levels of boards with one queen in each line, the easiest first.
const LEVELS: &[Level] = &[
    Level::up_to_cost("trivial", "a line has one cell left", NEEDS.usual),
    Level {
        name: "easy",
        technique: "all that is left of a line lies in another",
        hardest: Some(IN_LINE),
    },
    Level::up_to_cost("medium", "a queen would see all that is left of a line", CROSSED[0]),
    Level::up_to_cost("hard", "two lines together", CROSSED[1]),
    Level::highest("expert", "three lines or more together"),
];

/// A kind of line: row, column or region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Row,
    Column,
    Region,
}

/// The kinds of lines with their names.
const KINDS: [(Kind, &str); 3] =
    [(Kind::Row, "row"), (Kind::Column, "column"), (Kind::Region, "region")];

/// A row, column or region, by its kind and index. It is also called a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Unit(Kind, usize);

/// A demand that a rule makes on a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Demand {
    /// The line has at least as many queens as it needs.
    Needs,
    /// The line has at most as many queens as it needs. Only boards with several stars in each line
    /// have this rule.
    Full,
}

/// The hints of a board: its theory, and the sentences of its steps.
pub(super) struct QueensView<'a> {
    board: &'a Queens,
    /// The theory, with one rule for each line, or with two if a line needs several stars.
    theory: Theory,
    /// The subject of each rule of `theory`, by the rule's number.
    rules: Vec<(Unit, Demand)>,
}

impl<'a> QueensView<'a> {
    /// Builds the theory of a board: a variable for each cell, the free constraints, and the rules.
    /// A hint may use a free constraint without naming a rule. The model has neither given nor
    /// blocked cells.
    pub fn new(board: &'a Queens) -> QueensView<'a> {
        let mut model = Model::new();
        let queen = model.variables("queen", board.size());
        board.forbid_attacks(&mut model, &queen);
        model.set_reading(Grid::from_fn(board.size(), |at| vec![(QUEEN, queen[at])]), NONE);
        let mut view =
            QueensView { board, theory: Theory::new(model, CROSSING), rules: Vec::new() };
        view.state_rules(&queen);
        view
    }

    /// Adds the rules of each region, row and column to the theory, and records the subject of each
    /// rule. If each line has one queen, the free constraints already exclude a second queen, so a
    /// line has only the rule that it needs its queen. Otherwise, each line has two rules: it needs
    /// its stars, and it has no more stars than it needs.
    fn state_rules(&mut self, queen: &Grid<Lit>) {
        let stars = self.board.stars;
        for unit in self.board.units() {
            let cells = self.board.cells_of(unit);
            let lits: Vec<Lit> = cells.iter().map(|&at| queen[at]).collect();
            let place = self.board.name_of(unit);
            let heading = |name| Heading { name, place: place.clone(), cells: cells.clone() };
            if stars == 1 {
                let need = heading(format!("{place} needs a {}", self.board.piece()));
                self.theory.add_rule(need, NEEDS, CountingStrength::Complete, |model| {
                    model.clause("needs", lits);
                });
                self.rules.push((unit, Demand::Needs));
                continue;
            }
            let each = format_count(stars, "star");
            let needs = heading(format!("{place} needs {each}"));
            self.theory.add_rule(needs, NEEDS, CountingStrength::Partial, |model| {
                model.cardinality("needs", lits.iter().copied(), Relation::AtLeast, stars);
            });
            let full = heading(format!("{place} has no more than {each}"));
            self.theory.add_rule(full, FULL, CountingStrength::Complete, |model| {
                model.cardinality("full", lits, Relation::AtMost, stars);
            });
            self.rules.extend([(unit, Demand::Needs), (unit, Demand::Full)]);
        }
    }
}

impl Queens {
    /// States the free constraints. Two cells do not both have a queen if they touch or, on boards
    /// with one queen in each line, share a line. A cell of no region has no queen.
    fn forbid_attacks(&self, model: &mut Model, queen: &Grid<Lit>) {
        for (at, _) in self.regions.iter().filter(|(_, region)| region.is_none()) {
            model.clause("no region", [!queen[at]]);
        }
        for at in self.size().cells() {
            for other in self.size().king_neighbours(at).filter(|&other| at < other) {
                model.clause("touching", [!queen[at], !queen[other]]);
            }
        }
        if self.stars == 1 {
            for unit in self.units() {
                model.at_most_one("lines", self.cells_of(unit).into_iter().map(|at| queen[at]));
            }
        }
    }

    /// Returns all regions, rows and columns, in the order in which a player looks at them.
    fn units(&self) -> Vec<Unit> {
        let all = |kind, number| (0..number).map(move |one| Unit(kind, one));
        let regions = all(Kind::Region, self.names.len());
        let rows = all(Kind::Row, self.size().rows());
        regions.chain(rows).chain(all(Kind::Column, self.size().columns())).collect()
    }

    fn cells_of(&self, unit: Unit) -> Vec<Cell> {
        self.size().cells().filter(|&at| self.unit_at(unit.0, at) == Some(unit)).collect()
    }

    /// Returns the line of this kind that contains a cell. Returns `None` if `kind` is a region and
    /// the cell is in no region.
    fn unit_at(&self, kind: Kind, at: Cell) -> Option<Unit> {
        let number = match kind {
            Kind::Row => at.row,
            Kind::Column => at.column,
            Kind::Region => self.regions[at]?,
        };
        Some(Unit(kind, number))
    }

    /// Returns the name of a row, column or region without its kind: its number from 1, or the name
    /// of the region.
    fn label_of(&self, Unit(kind, number): Unit) -> String {
        match kind {
            Kind::Row | Kind::Column => (number + 1).to_string(),
            Kind::Region => self.names[number].clone(),
        }
    }

    fn name_of(&self, unit: Unit) -> String {
        format!("{} {}", kind_name(unit.0), self.label_of(unit))
    }

    /// Names lines of one kind, rows, columns or regions, joined by `word`: `rows 1 and 2`. Returns
    /// an empty text if there are none.
    fn names_of(&self, units: &[Unit], word: &str) -> String {
        let labels: Vec<String> = units.iter().map(|&unit| self.label_of(unit)).collect();
        let plural = if units.len() == 1 { "" } else { "s" };
        units.first().map_or(String::new(), |unit| {
            format!("{}{plural} {}", kind_name(unit.0), join_words(&labels, word))
        })
    }
}

fn kind_name(kind: Kind) -> &'static str {
    KINDS.iter().find(|(other, _)| *other == kind).expect("every kind has a name").1
}

impl View for QueensView<'_> {
    fn theory(&self) -> &Theory {
        &self.theory
    }

    fn scale(&self) -> Option<Scale> {
        (self.board.stars == 1).then_some(Scale(LEVELS))
    }

    /// Returns the first sentence that applies to the step. The kinds of sentences are tried in
    /// this order: by a single rule, by lines of two kinds, by a count of room with at most two
    /// rules, by a short chain, by any count of room, by cases, by an argument. If none applies,
    /// the sentence names all lines of the step.
    fn sentence(&self, reason: &Reason) -> String {
        let step = QueensStep { view: self, reason };
        step.explain_by_rule()
            .or_else(|| step.explain_by_lines())
            .or_else(|| step.explain_by_little_room())
            .or_else(|| step.explain_by_short_chain())
            .or_else(|| step.explain_by_room())
            .or_else(|| step.explain_by_cases())
            .or_else(|| step.explain_by_argument())
            .unwrap_or_else(|| step.explain_by_all_rules())
    }

    fn pattern(&self, reason: &Reason) -> String {
        let step = QueensStep { view: self, reason };
        step.pattern().unwrap_or_else(|| reason.rule_names())
    }

    fn rank(&self, reason: &Reason) -> u32 {
        QueensStep { view: self, reason }.visibility().map_or(0, Visibility::rank)
    }
}

/// The way in which a queen at any of the marks would exclude all remaining cells of a line.
enum Visibility {
    /// All remaining cells of the line, and at least one mark, lie in this line of another kind.
    InLine(Unit),
    /// Each mark touches each remaining cell of the line, or is in the same row or column.
    Directly,
    /// Some marks see some cells only because the mark and the cell are both in one of these
    /// regions.
    Through(Vec<Unit>),
}

impl Visibility {
    /// Returns a rank of this way of exclusion. The rank is smaller if a person sees this way more
    /// easily.
    fn rank(self) -> u32 {
        match self {
            Visibility::InLine(_) => 0,
            Visibility::Directly => 1,
            Visibility::Through(_) => 2,
        }
    }
}

/// A step of the hints, with the methods that put it into words.
struct QueensStep<'a> {
    view: &'a QueensView<'a>,
    reason: &'a Reason<'a>,
}

impl QueensStep<'_> {
    fn board(&self) -> &Queens {
        self.view.board
    }

    fn piece(&self) -> Piece {
        self.board().piece()
    }

    fn rule(&self, number: usize) -> (Unit, Demand) {
        self.view.rules[number]
    }

    /// Names the cells of all marks, joined by `word`.
    fn cells(&self, word: &str) -> String {
        sorted_places(self.reason.marks.iter().map(|mark| mark.cell), word)
    }

    /// Returns the cells of a row, column or region that are not crossed out.
    fn left(&self, unit: Unit) -> Vec<Cell> {
        self.board()
            .cells_of(unit)
            .into_iter()
            .filter(|&at| self.reason.known(at, QUEEN) != Some(false))
            .collect()
    }

    /// Returns the short sentence of a step with a single rule. Returns `None` if the step has
    /// several rules. Also returns `None` if a line needs several stars, and neither the cells of
    /// the line nor its room explain the step.
    fn explain_by_rule(&self) -> Option<String> {
        let [rule] = self.reason.rules[..] else { return None };
        let (unit, demand) = self.rule(rule);
        let name = self.board().name_of(unit);
        let (left, stars, piece) = (self.left(unit), self.board().stars, self.piece());
        Some(match (demand, self.reason.first_mark().is) {
            (Demand::Full, _) => {
                format!("{name} has its {stars} stars: none at {}", self.cells("or"))
            }
            (Demand::Needs, true) if stars == 1 => {
                format!("{name} has one cell left: a {piece} at {}", self.cells("and"))
            }
            (Demand::Needs, false) if stars == 1 => match self.visibility()? {
                Visibility::InLine(line) => self.explain_containment(&name, line),
                how => {
                    let through = match how {
                        Visibility::Through(regions) => {
                            format!(", in part through {}", self.board().names_of(&regions, "and"))
                        }
                        _ => String::new(),
                    };
                    let cells = self.cells("or");
                    format!("a {piece} at {cells} would see all that is left of {name}{through}")
                }
            },
            (Demand::Needs, is) => return self.explain_need(&name, &left, is),
        })
    }

    /// Returns the way in which a queen at any of the marks would exclude all remaining cells of a
    /// line. The marks are the cells that the step crosses out. Returns `None` if the board has
    /// several queens in each line, if the step uses several rules, or if it does not cross cells
    /// out.
    fn visibility(&self) -> Option<Visibility> {
        let [rule] = self.reason.rules[..] else { return None };
        let (unit, demand) = self.rule(rule);
        if self.board().stars > 1 || demand != Demand::Needs || self.reason.first_mark().is {
            return None;
        }
        let left = self.left(unit);
        Some(match self.common_line(unit, &left) {
            Some(line) => Visibility::InLine(line),
            None => match self.seeing_regions(&left) {
                regions if regions.is_empty() => Visibility::Directly,
                regions => Visibility::Through(regions),
            },
        })
    }

    /// Returns a sentence that says that all remaining cells of the line `name` lie in `line`, so
    /// that `line` has no queen elsewhere. Also names the marks outside of `line`.
    fn explain_containment(&self, name: &str, line: Unit) -> String {
        let mut outside: Vec<Cell> = self
            .reason
            .marks
            .iter()
            .map(|mark| mark.cell)
            .filter(|at| self.board().unit_at(line.0, *at) != Some(line))
            .collect();
        outside.sort();
        let see = if outside.len() == 1 { "sees" } else { "see" };
        let line = self.board().name_of(line);
        let nor = if outside.is_empty() {
            String::new()
        } else {
            format!(", nor at {}, which {see} all of it", places(outside, "or"))
        };
        let piece = self.piece();
        format!("all that is left of {name} lies in {line}: no other {piece} in {line}{nor}")
    }

    /// Returns the regions through which marks see the cells `cells`. A mark is a cell that the
    /// step fills or crosses out. A mark sees a cell through its region if both are in the same
    /// region, but the cell is neither next to the mark nor in the same row or column. Each mark
    /// must see all these cells. The regions are sorted, and each occurs once. The list is empty if
    /// no mark sees a cell only through its region.
    fn seeing_regions(&self, cells: &[Cell]) -> Vec<Unit> {
        let is_near = |one: Cell, other: Cell| {
            one.row == other.row || one.column == other.column || !room::is_apart(one, other)
        };
        let mut regions: Vec<Unit> = self
            .reason
            .marks
            .iter()
            .map(|mark| mark.cell)
            .filter(|&mark| cells.iter().any(|&at| !is_near(mark, at)))
            .filter_map(|mark| self.board().unit_at(Kind::Region, mark))
            .collect();
        regions.sort();
        regions.dedup();
        regions
    }

    /// Returns the pattern that a player should look for. Returns `None` if the step has several
    /// rules.
    fn pattern(&self) -> Option<String> {
        let [rule] = self.reason.rules[..] else { return None };
        let (unit, demand) = self.rule(rule);
        let stars = self.board().stars;
        let name = self.board().name_of(unit);
        Some(match (demand, self.reason.first_mark().is) {
            (Demand::Full, _) => format!("{name} has its {stars} stars"),
            (Demand::Needs, true) if stars == 1 => format!("{name} has one cell left"),
            (Demand::Needs, false) if stars == 1 => match self.visibility()? {
                Visibility::InLine(Unit(kind, _)) => {
                    format!("all that is left of {name} lies in one {}", kind_name(kind))
                }
                _ => format!("a {} must not see all that is left of {name}", self.piece()),
            },
            (Demand::Needs, _) => format!("{name} has little room for its {stars} stars"),
        })
    }

    /// Returns a sentence that says that a line needs all its remaining cells for its stars. `name`
    /// is the name of the line, and `left` has its cells that are not crossed out. `is` is true if
    /// the step places stars. The sentence counts only the missing stars, since a player sees the
    /// placed stars. If the line has more cells than it needs, or if the step crosses cells out,
    /// returns the sentence of [`QueensStep::explain_by_room`]. Returns `None` if neither is the
    /// reason of the step.
    fn explain_need(&self, name: &str, left: &[Cell], is: bool) -> Option<String> {
        let stars = self.board().stars;
        let placed = self.placed_count(left);
        if is && left.len() == stars {
            let needed = match placed {
                0 => stars.to_string(),
                placed => format!("{} more", stars.saturating_sub(placed)),
            };
            let star = if self.reason.marks.len() == 1 { "a star" } else { "stars" };
            let cells = self.cells("and");
            return Some(format!("{name} needs {needed} and has no other cell: {star} at {cells}"));
        }
        self.explain_by_room()
    }

    /// Returns the number of these cells that are known to have a star.
    fn placed_count(&self, cells: &[Cell]) -> usize {
        cells.iter().filter(|&&at| self.reason.known(at, QUEEN) == Some(true)).count()
    }

    /// Returns a row, column or region that contains these cells and at least one mark (a cell that
    /// the step fills or crosses out). The kind of the returned line differs from that of `unit`.
    /// Returns `None` if there is no such line, or if `cells` is empty.
    fn common_line(&self, unit: Unit, cells: &[Cell]) -> Option<Unit> {
        let &first = cells.first()?;
        let is_in = |line: Unit, at: Cell| self.board().unit_at(line.0, at) == Some(line);
        KINDS
            .iter()
            .filter_map(|(kind, _)| self.board().unit_at(*kind, first))
            .filter(|line| line.0 != unit.0)
            .find(|&line| {
                cells.iter().all(|&at| is_in(line, at))
                    && self.reason.marks.iter().any(|mark| is_in(line, mark.cell))
            })
    }

    /// Returns a sentence for a step with this reason: all remaining cells of n lines of one kind
    /// lie in n lines of another kind. So those n other lines have no queens in their other cells.
    /// With one queen in each line, n is at least 2. With several stars in each line, the step must
    /// also use the rules that the n other lines have no more stars than they need, and no such
    /// rule of any other line. Returns `None` if the step has another reason, or does not cross
    /// cells out.
    fn explain_by_lines(&self) -> Option<String> {
        let units: Vec<Unit> = self.units_with(Demand::Needs);
        let kind = units.first()?.0;
        let (stars, full) = (self.board().stars, self.units_with(Demand::Full));
        let has_rules = if stars == 1 { units.len() > 1 } else { units.len() == full.len() };
        if self.reason.first_mark().is || !has_rules || units.iter().any(|unit| unit.0 != kind) {
            return None;
        }
        let left: Vec<Cell> = units.iter().flat_map(|&unit| self.left(unit)).collect();
        let (_, lines) =
            KINDS.iter().filter(|(other, _)| *other != kind).find_map(|(other, _)| {
                let line_at = |at: Cell| self.board().unit_at(*other, at);
                let mut lines: Vec<Unit> =
                    left.iter().map(|&at| line_at(at)).collect::<Option<_>>()?;
                lines.sort();
                lines.dedup();
                let is_inside = |mark: &Mark| {
                    let line = line_at(mark.cell);
                    line.is_some_and(|line| lines.contains(&line)) && !left.contains(&mark.cell)
                };
                let fits = lines.len() == units.len() && self.reason.marks.iter().all(is_inside);
                fits.then_some((other, lines))
            })?;
        if stars > 1 && full != lines {
            return None;
        }
        let names = |units: &[Unit]| self.board().names_of(units, "and");
        let (units, lines) = (names(&units), names(&lines));
        Some(match (stars, full.len()) {
            (1, _) => format!(
                "all that is left of {units} lies in {lines}: no other {} there",
                self.piece()
            ),
            (2, 1) => format!(
                "all that is left of {units} lies in {lines}: both its stars are there, none at {}",
                self.cells("or")
            ),
            _ => format!(
                "all that is left of {units} lies in {lines}, so all stars of {lines} are there: \
                none at {}",
                self.cells("or")
            ),
        })
    }

    /// Returns the lines for which the step uses the rule with this demand, sorted by kind and
    /// number.
    fn units_with(&self, demand: Demand) -> Vec<Unit> {
        let mut units: Vec<Unit> = self
            .reason
            .rules
            .iter()
            .map(|&rule| self.rule(rule))
            .filter(|(_, other)| *other == demand)
            .map(|(unit, _)| unit)
            .collect();
        units.sort();
        units
    }

    /// Returns a proof by contradiction without a distinction of cases. Returns `None` if there is
    /// no such proof with at most [`FEW_LINKS`] links.
    fn explain_by_short_chain(&self) -> Option<String> {
        let chain = self.reason.chain().filter(|chain| chain.links.len() <= FEW_LINKS)?;
        Some(self.describe_argument(&chain))
    }

    /// Returns a proof by contradiction of any length, or `None` if none is found.
    fn explain_by_argument(&self) -> Option<String> {
        Some(self.describe_argument(&self.reason.argument()?))
    }

    /// Puts a proof by contradiction into words. The proof supposes the opposite of the first mark,
    /// which is the first conclusion of the step. This implies further entries, until a line breaks
    /// its rule. Also mentions the other marks.
    fn describe_argument(&self, argument: &Argument) -> String {
        let with = if self.reason.first_mark().is { "without" } else { "with" };
        let (piece, cell) = (self.piece(), place(self.reason.first_mark().cell));
        let sentence =
            |link: &Link, is_last| if is_last { self.last_link(link) } else { self.link(link) };
        let cases = |mark: Mark| {
            let at = place(mark.cell);
            [format!("if a {piece} is at {at}"), format!("if no {piece} is at {at}")]
        };
        let argued = argument.in_words(&sentence, &cases);
        format!("{with} a {piece} at {cell}, {argued}{}", self.explain_other_marks())
    }

    /// Puts the last link of an argument into words. In the last link, a line breaks its rule. If
    /// the link forces exactly two queens, the words name them, and say that they exclude each
    /// other. Otherwise, the words say that the line breaks its rule, and name no cells.
    fn last_link(&self, link: &Link) -> String {
        match &link.forced[..] {
            [one, other] if one.is && other.is => {
                let clash = if self.board().stars == 1 { "see each other" } else { "touch" };
                format!("{}, which {clash}", self.link(link))
            }
            // The line needs queens for which it has no cells left.
            _ => self.link(&Link { rule: link.rule, forced: Vec::new(), is_ahead: false }),
        }
    }

    /// Returns a link of an argument in words: the cells that the line takes or excludes because it
    /// needs its queens. If the rule of the link is that the line has no more stars, the words only
    /// say that the line has its stars. If the link forces no marks (entries in cells), the words
    /// say that the line breaks its rule. A link that looks ahead uses both rules of a line; the
    /// words then name only the rule that the line needs its queens.
    fn link(&self, Link { rule, forced, is_ahead }: &Link) -> String {
        let (unit, demand) = self.rule(*rule);
        let (name, stars) = (self.board().name_of(unit), self.board().stars);
        let (placed, crossed): (Vec<&Mark>, Vec<&Mark>) = forced.iter().partition(|mark| mark.is);
        let cells = |marks: &[&Mark], word| places(marks.iter().map(|mark| mark.cell), word);
        // A link that looks ahead uses both rules of a line. The sentence names only the rule that
        // the line needs its queens.
        let demand = if *is_ahead { Demand::Needs } else { demand };
        match (demand, forced.is_empty()) {
            (Demand::Needs, false) => match (&placed[..], &crossed[..]) {
                (placed, []) => format!("{name} must take {}", cells(placed, "and")),
                ([], crossed) => format!("{name} has no room for one at {}", cells(crossed, "or")),
                (placed, crossed) => {
                    let (placed, crossed) = (cells(placed, "and"), cells(crossed, "or"));
                    format!("{name} must take {placed}, not {crossed}")
                }
            },
            (Demand::Needs, true) if stars == 1 => format!("{name} has no cell left"),
            (Demand::Needs, true) => format!("{name} has no room for its {stars} stars"),
            (Demand::Full, false) => format!("{name} has its {stars} stars"),
            (Demand::Full, true) => format!("{name} has more than {stars} stars"),
        }
    }

    /// Returns words that say that the marks after the first follow from the same lines. The proofs
    /// of these marks may use other cells. Returns an empty text if there is only one mark.
    fn explain_other_marks(&self) -> String {
        let others: Vec<Cell> = self.reason.marks[1..].iter().map(|mark| mark.cell).collect();
        if others.is_empty() {
            return String::new();
        }
        let verb = if self.reason.first_mark().is { "need" } else { "exclude" };
        format!("; the same lines {verb} {}, too", places(others, "and"))
    }

    /// Returns a sentence for a proof by cases. The cases are all places of one line's queen. In
    /// each case, another line has no cell left, or several lines cannot all have a queen. On
    /// boards with several stars, every case must at once leave another line too little room.
    /// Returns `None` if the step has another reason.
    fn explain_by_cases(&self) -> Option<String> {
        let cases = self.reason.cases()?;
        let name = |rule: usize| self.board().name_of(self.rule(rule).0);
        let stars = self.board().stars;
        if stars > 1
            && !(cases.is_at_once
                && cases.broken.iter().all(|&rule| self.rule(rule).1 == Demand::Needs))
        {
            return None;
        }
        let mut broken: Vec<Unit> = cases.broken.iter().map(|&rule| self.rule(rule).0).collect();
        broken.sort();
        let (piece, cell) = (self.piece(), place(self.reason.first_mark().cell));
        let wherever = format!("wherever {} has its {piece}", name(cases.chooses));
        let others = self.explain_other_marks();
        if !cases.is_at_once {
            let with = if self.reason.first_mark().is { "without" } else { "with" };
            let broken = self.named_by_kind(&broken, "and");
            return Some(format!(
                "{with} a {piece} at {cell}, {wherever}, {broken} cannot all have one{others}"
            ));
        }
        let none = if stars == 1 { "no cell" } else { "too little room" };
        let leaves = format!("leaves {} {none}{others}", self.named_by_kind(&broken, "or"));
        Some(if self.reason.first_mark().is {
            format!("without a {piece} at {cell}, {wherever}, that {leaves}")
        } else {
            format!("{wherever}, one at {cell} {leaves}")
        })
    }

    /// Returns the sentence for a step to which no other sentence applies: if the marks were wrong,
    /// the lines of the step could not all have their queens.
    fn explain_by_all_rules(&self) -> String {
        let (piece, stars) = (self.piece(), self.board().stars);
        let with = if self.reason.first_mark().is { "without" } else { "with" };
        let needs = self.units_with(Demand::Needs);
        let have = match (stars, needs.len()) {
            (1, _) => "all have one".to_owned(),
            (_, 1) => format!("have its {stars} stars"),
            _ => format!("all have {stars} stars"),
        };
        let (cells, needs) = (self.cells("or"), self.named_by_kind(&needs, "and"));
        let only = self.describe_capacity(&self.units_with(Demand::Full));
        format!("{with} a {piece} at {cells}, {needs} cannot {have}{only}")
    }

    /// Names rows, columns and regions, joined by `word`: `rows 1 and 2, and region C`. The lines
    /// must be sorted by kind.
    fn named_by_kind(&self, units: &[Unit], word: &str) -> String {
        let kinds = units.chunk_by(|one, other| one.0 == other.0);
        let named: Vec<String> = kinds.map(|units| self.board().names_of(units, word)).collect();
        named.join(&format!(", {word} "))
    }
}
