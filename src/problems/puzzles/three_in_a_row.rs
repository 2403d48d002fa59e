//! 3-in-a-Row. Other names of this puzzle are Binairo, Takuzu, Unruly and, with signs between
//! cells, Tango.
//!
//! **Rules.** Fill a board of R × C cells with 0 (white) and 1 (blue). No three neighbours in a row
//! or column are equal. Every row and column (a line) has as many 0 as 1; a line of odd length has
//! one more 1 than 0. A sign `=` between two neighbours means that they are equal, a sign `×` that
//! they are different. The variant `distinct-lines` forbids equal rows and equal columns. The
//! variant `odd-either` allows one more of either symbol in a line of odd length.
//!
//! **Formulation `cells`** has a variable `blue[r,c]` per cell, two clauses per window of three
//! neighbours, and a cardinality constraint per line. There are RC variables, about 4RC clauses and
//! R+C cardinality constraints.
//!
//! **Formulation `colours`** is the AMPL model of the ISEN 420 report. It has a variable `x[r,c,k]`
//! per cell and colour k (1 white, 2 blue). Each cell has exactly one colour, at most two of three
//! neighbours have the same colour, and there is a cardinality constraint per line and colour.
//!
//! With `odd-either`, a line of odd length n is stated in another way. In `cells`, it has at least
//! (n-1)/2 and at most (n+1)/2 blue cells. In `colours`, it has at most (n+1)/2 cells of each
//! colour.
//!
//! Distinct lines need a variable `differ[i,j,p]` for each pair of lines and each position. The
//! variable implies that the two lines differ at this position. They also need a clause per pair of
//! lines.

mod formats;
mod generate;
mod hints;
mod links;
mod read;
mod symbols;
mod symmetries;

use std::collections::HashMap;

use crate::board::{Cell, Grid, Size, line_name};
use crate::family::{BoardReader, Family, FamilyAlias, OpenedProblem, Variant};
use crate::formulation::{self, Formulation, ModelScheme, Row, formulations};
use crate::hint::View;
use crate::links::unruly;
use crate::model::{Lit, Model, Origin, Relation};
use crate::picture::{Fill, Mark, MarkShape, Picture};
use crate::puzzle::{
    Alias, BoardInfo, BrokenRule, Draw, Filling, OPEN, Play, PlaySymbol, Puzzle, Request,
    all_known, check_shape, read_arguments,
};
use crate::source::directives;
use crate::source::{Directive, Refusal, Source, format_count, quote};

use self::formats::FORMATS;
use self::hints::ThreeInARowView;
use self::read::{
    OpenReading, WRITING, parse_ampl, parse_cells, parse_signs, read_table, remove_signs,
};
use self::symbols::Symbols;
use self::symmetries::pair;

/// The symbol of a white cell.
const WHITE: char = '0';
/// The symbol of a blue cell.
const BLUE: char = '1';
/// The symbols of an answer.
const SYMBOLS: &str = "01";
/// The characters that a text may have for an open cell.
const BLANKS: &str = "._-x? ";

/// The signs between cells. The shared readers replace an `x` that is a sign by `rows::CROSS`, the
/// last character.
const SIGNS: &str = "=×\u{18}";

/// The alias of LinkedIn's Tango, whose boards have signs between cells.
const TANGO: &str = "tango";
/// The name of the variant that forbids equal rows and equal columns.
const DISTINCT_LINES: &str = "distinct-lines";
/// The name of the variant in which a line of odd length has one more of either symbol.
const ODD_EITHER: &str = "odd-either";

/// The first word of the directive that sets [`DISTINCT_LINES`].
const DISTINCT: &str = "distinct";
/// The first word of the directive that sets [`ODD_EITHER`].
const ODD: &str = "odd";

/// The formulations, the default first.
const FORMULATIONS: [Row<ThreeInARow>; 2] = [
    Row::new("cells", "blue[r,c] per cell", ThreeInARow::cells_model),
    Row::new("colours", "x[r,c,k] per cell and colour", ThreeInARow::colours_model)
        .with_source("AMPL model of the ISEN 420 report"),
];

/// The entry of the family `three-in-a-row` in the list of families.
pub static FAMILY: Family = Family {
    name: "three-in-a-row",
    also: &[
        FamilyAlias {
            name: "binairo",
            title: "Binairo",
            variants: &[DISTINCT_LINES],
            even_unless: Some(ODD_EITHER),
        },
        FamilyAlias {
            name: "takuzu",
            title: "Takuzu",
            variants: &[DISTINCT_LINES],
            even_unless: Some(ODD_EITHER),
        },
        FamilyAlias { name: TANGO, title: "Tango", variants: &[], even_unless: Some(ODD_EITHER) },
        FamilyAlias { name: "3-in-a-row", title: "3-in-a-Row", variants: &[], even_unless: None },
    ],
    summary: "Fill the board with 0 and 1: no three equal in a row, every line balanced",
    rules: "Fill the board with 0 (white) and 1 (blue), so that no three neighbours in a row or column are \
            equal and every row and column has as many 0 as 1; a line of odd length has one more 1, or with the variant \
            odd-either one more of either. \
            Some cells are given. A sign = or × between two neighbours says whether they are equal.",
    source: "BrainBashers; AMPL model of the ISEN 420 report, team 06",
    symbols: SYMBOLS,
    formulations: &formulations(&FORMULATIONS),
    variants: &[
        Variant {
            name: DISTINCT_LINES,
            value: None,
            summary: "no two rows are equal, no two columns are equal",
        },
        Variant {
            name: ODD_EITHER,
            value: None,
            summary: "a line of odd length has one more of either symbol",
        },
    ],
    formats: FORMATS,
    directives: WRITING.directives,
    scale: &[6, 10, 14, 18, 22, 26, 30],
    read: BoardReader::Text(|request| Ok(OpenedProblem::puzzle(ThreeInARow::parse(request)?))),
    maker: Some(&generate::MAKER),
};

/// A board with its given cells and signs.
pub struct ThreeInARow {
    /// The symbols of the given cells; `None` for all other cells.
    givens: Grid<Option<char>>,
    /// The signs. They may contradict each other.
    signs: Vec<Sign>,
    /// The variants of the board.
    rules: Rules,
    aside: Metadata,
}

/// The data of a text that do not define the puzzle.
#[derive(Default)]
struct Metadata {
    /// The cells that the player has filled in; `None` if the text has no such cells.
    filled_in: Option<Grid<Option<char>>>,
    /// The alias (another name of the family) by which the user calls the board. It is `None` if
    /// the user calls the board by the family's name.
    called: Option<Alias>,
    /// The symbols of the text for white and blue.
    symbols: Symbols,
    /// The level of difficulty that the text states. It is only used to write the board in the same
    /// format.
    level: Option<unruly::Level>,
    /// Whether the text does not say if lines must be distinct, although the format has both kinds
    /// of boards.
    is_silent_on_lines: bool,
}

/// A sign between two neighbouring cells.
struct Sign {
    /// The two cells, in the order in which the text names them.
    cells: [Cell; 2],
    /// Whether the cells are equal. If not, they differ.
    equal: bool,
}

impl ThreeInARow {
    /// Reads a board, or makes a board of the requested size whose cells are all open.
    ///
    /// # Errors
    ///
    /// Returns an error in these cases:
    /// - The text cannot be read in its format.
    /// - A cell, sign or directive is invalid.
    /// - The board is no rectangle.
    /// - The text contradicts a requested variant.
    /// - There is neither a board nor a size.
    pub fn parse(request: &Request) -> Result<ThreeInARow, Refusal> {
        let format = request.format.as_deref();
        let called = FAMILY.requested_alias(request);
        let text = request.text();
        let linked = text.and_then(|text| links::read(text, format.unwrap_or_default(), request));
        if let Some(mut linked) = linked.transpose()? {
            linked.aside.called = called;
            return Ok(linked);
        }
        let mut signs = Vec::new();
        let mut symbols = Symbols::default();
        let mut rules = Rules::from_request(request);
        let givens = match (request.text(), request.size, format) {
            (Some(board), _, Some("ampl")) => {
                let (data, directives) = directives::extract_directives(board, WRITING.directives)?;
                let givens = parse_ampl(&data)?;
                rules.apply_directives(board, &directives)?;
                signs = parse_signs(board, &directives, givens.size())?;
                symbols = Symbols::from_one();
                givens
            }
            (Some(board), _, format) => {
                let reading = OpenReading::from_format(format);
                let (mut table, drawn) = read_table(board, request, format, reading)?;
                signs = remove_signs(board, &mut table)?;
                signs.extend(drawn);
                let givens = parse_cells(board, &table, reading)?;
                symbols = Symbols::from_table(&table, &givens);
                rules.apply_directives(board, &table.directives)?;
                signs.extend(parse_signs(board, &table.directives, givens.size())?);
                givens
            }
            (None, Some(size), _) => Grid::from_fn(size, |_| None),
            (None, None, _) => {
                return Err(Refusal::new("a board or a size is needed", "a BOARD or `--size RxC`"));
            }
        };
        let aside = Metadata { symbols, called, ..Metadata::default() };
        Ok(ThreeInARow { givens, signs, rules, aside })
    }
}

/// The variants that apply to a board.
#[derive(Clone, Copy)]
struct Rules {
    /// Whether no two rows and no two columns are equal.
    distinct_lines: bool,
    /// Whether a line of odd length may have one more of either symbol.
    odd_either: bool,
}

impl Rules {
    /// Returns the variants that a request names.
    fn from_request(request: &Request) -> Rules {
        let [distinct_lines, odd_either] =
            [DISTINCT_LINES, ODD_EITHER].map(|variant| request.has(variant));
        Rules { distinct_lines, odd_either }
    }

    /// Adds the variants that the directives `# distinct lines` and `# odd either` set. Skips all
    /// other directives. Refuses a directive that begins with `distinct` or `odd` but has another
    /// second word, or that has more or fewer words.
    fn apply_directives(
        &mut self,
        source: &Source,
        directives: &[Directive],
    ) -> Result<(), Refusal> {
        for directive in directives {
            let (variant, second, usage) = match directive.name.value.as_str() {
                DISTINCT => (&mut self.distinct_lines, "lines", "`# distinct lines`"),
                ODD => (&mut self.odd_either, "either", "`# odd either`"),
                _ => continue,
            };
            let [word] = read_arguments(source, directive, usage)?;
            if word.value != second {
                let found = format!("{} after `{}`", quote(&word.value), directive.name.value);
                let expected =
                    format!("{usage}; to write a comment, begin the line with another word");
                return Err(Refusal::new(found, expected).with_span(source, word.span.clone()));
            }
            *variant = true;
        }
        Ok(())
    }
}

impl Puzzle for ThreeInARow {
    fn size(&self) -> Size {
        self.givens.size()
    }

    /// Returns the facts about the board: the variants that apply, the signs of the text for both
    /// symbols, and the obstacle that `obstacle` finds. They include whether lines may be equal.
    /// There is a remark if equal lines are allowed only because a text of another program does not
    /// state whether lines may be equal. There is another remark on a line of odd length with too
    /// many given zeros. There is no goal.
    fn describe(&self) -> BoardInfo {
        let Rules { distinct_lines, odd_either } = self.rules;
        let variants = [(distinct_lines, DISTINCT_LINES), (odd_either, ODD_EITHER)]
            .into_iter()
            .filter(|(applies, _)| *applies)
            .map(|(_, name)| name.to_owned());
        let ruling = if distinct_lines { "no two lines equal" } else { "equal lines allowed" };
        let silent = "the text does not say whether lines may be equal, so equal lines are allowed; \
                      --variant distinct-lines forbids them";
        let silent = (self.aside.is_silent_on_lines && !distinct_lines).then(|| silent.to_owned());
        let signs = SYMBOLS
            .chars()
            .map(|symbol| (symbol, self.aside.symbols.board_symbol(symbol)))
            .collect();
        BoardInfo {
            variants: variants.collect(),
            called: self.aside.called,
            ruling: Some(ruling.to_owned()),
            obstacle: self.obstacle(),
            remarks: silent.into_iter().chain(self.line_with_more_zeros()).collect(),
            signs,
            spellings: symbols::SPELLINGS,
            ..BoardInfo::default()
        }
    }

    fn givens(&self) -> Grid<Option<char>> {
        self.givens.clone()
    }

    fn model(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    /// Returns the first rule that the known cells break. Looks first at each row, then at each
    /// column, for three equal neighbours and for more cells of a colour than the line may have.
    /// Then looks for a sign that contradicts its two cells. With `distinct-lines`, finally looks
    /// for two equal rows or columns without open cells. Returns `None` if no rule is broken.
    fn clash(&self, known: &Grid<Option<char>>) -> Option<BrokenRule> {
        let rows = self.size().row_lines();
        let columns = self.size().column_lines();
        for line in rows.iter().chain(&columns) {
            if let Some(window) = line
                .windows(3)
                .find(|w| w.iter().all(|&at| known[at].is_some() && known[at] == known[w[0]]))
            {
                return Some(BrokenRule::with_cells(
                    "three equal neighbours in a line",
                    window.to_vec(),
                ));
            }
            let more = line.len().div_ceil(2);
            let less = if self.rules.odd_either { more } else { line.len() - more };
            for (symbol, most) in [(WHITE, less), (BLUE, more)] {
                let those: Vec<Cell> =
                    line.iter().copied().filter(|&at| known[at] == Some(symbol)).collect();
                if those.len() > most {
                    let length = format_count(line.len(), "cell");
                    let those_named = self.aside.symbols.counted(those.len(), symbol);
                    let rule = format!("a line of {length} has {those_named} instead of {most}");
                    return Some(BrokenRule::with_cells(rule, those));
                }
            }
        }
        for Sign { cells, equal } in &self.signs {
            let [Some(first), Some(second)] = cells.map(|at| known[at]) else { continue };
            if (first == second) != *equal {
                let rule = if *equal {
                    "a sign = between different cells"
                } else {
                    "a sign × between equal cells"
                };
                return Some(BrokenRule::with_cells(rule, *cells));
            }
        }
        if self.rules.distinct_lines {
            for lines in [rows, columns] {
                let read =
                    |line: &[Cell]| line.iter().map(|&at| known[at]).collect::<Option<String>>();
                for (index, line) in lines.iter().enumerate() {
                    let Some(values) = read(line) else { continue };
                    if let Some(twin) =
                        lines[..index].iter().find(|other| read(other).as_ref() == Some(&values))
                    {
                        return Some(BrokenRule::with_cells("two equal lines", [twin[0], line[0]]));
                    }
                }
            }
        }
        None
    }

    fn check(&self, answer: &Filling) -> Result<Option<i64>, BrokenRule> {
        check_shape(self, answer, SYMBOLS)?;
        self.clash(&all_known(answer)).map_or(Ok(None), Err)
    }

    fn hints(&self) -> Option<Box<dyn View + '_>> {
        Some(Box::new(ThreeInARowView::new(self)))
    }

    fn write(&self, format: &str) -> Option<Result<String, Refusal>> {
        self.to_format(format)
    }
}

impl Draw for ThreeInARow {
    /// Draws the signs, and the symbols of the answer or, without an answer, of the givens. The
    /// symbols are those that the text uses. Given symbols are bold, and open cells are empty.
    fn picture(&self, answer: Option<&Filling>) -> Picture {
        let size = self.size();
        let title = self.aside.called.map_or("3-in-a-Row", |called| called.title);
        let mut picture = Picture::new(size.rows(), size.columns(), title);
        for at in size.cells() {
            let given = self.givens[at];
            let Some(symbol) = answer.map(|answer| answer[at]).or(given).filter(|&one| one != OPEN)
            else {
                continue;
            };
            let mark = Mark::symbol(self.aside.symbols.board_symbol(symbol));
            let is_blue = symbol == BLUE && mark.shape != MarkShape::Disc;
            picture.set_fill(at.pair(), if is_blue { Fill::Blue } else { Fill::White });
            picture.set_mark(at.pair(), if given.is_some() { mark.in_bold() } else { mark });
        }
        for Sign { cells: [a, b], equal } in &self.signs {
            picture.set_sign(a.pair(), b.pair(), sign_symbol(*equal));
        }
        picture
    }

    /// Returns the rules, written with the symbols of the board's text. They state how many of each
    /// symbol a line of this board has. They mention signs only if the board has signs, and
    /// distinct lines only if the board requires them. Never returns `None`.
    fn rules(&self) -> Option<String> {
        let [white, blue] = self.aside.symbols.pair();
        let sides = [self.size().rows(), self.size().columns()];
        let balances: Vec<String> = [0, 1]
            .map(|rest| {
                let length = sides.into_iter().find(|side| side % 2 == rest)?;
                let which = if rest == 0 { "even" } else { "odd" };
                Some(format!("a line of {which} length has {}", self.describe_balance(length)))
            })
            .into_iter()
            .flatten()
            .collect();
        let balance = if sides[0] % 2 == sides[1] % 2 {
            format!("every row and column has {}", self.describe_balance(sides[0]))
        } else {
            balances.join(", and ")
        };
        let mut rules = format!(
            "Each cell has {white} or {blue}. No three neighbours in a row or column are alike, and {balance}."
        );
        if !self.signs.is_empty() {
            rules += " A sign = or × between two cells means that they are equal or different.";
        }
        if self.rules.distinct_lines {
            rules += " No two rows are equal, and no two columns.";
        }
        Some(rules)
    }

    fn play(&self) -> Option<Play> {
        let Rules { distinct_lines: distinct, odd_either: either } = self.rules;
        let symbols =
            self.aside.symbols.pair().map(|symbol| PlaySymbol::from_mark(Mark::symbol(symbol)));
        Some(Play::Halves { symbols, distinct, either })
    }

    fn filled_in(&self) -> Option<Grid<Option<char>>> {
        self.aside.filled_in.clone()
    }
}

impl ThreeInARow {
    /// Describes the first contradiction between two signs that are between the same two cells. The
    /// signs may name the cells in different orders. Returns `None` if there is no contradiction.
    fn obstacle(&self) -> Option<String> {
        self.signs.iter().enumerate().find_map(|(index, sign)| {
            let [first, second] = sign.cells;
            let other = self.signs[..index]
                .iter()
                .find(|other| other.cells == [first, second] || other.cells == [second, first])?;
            (other.equal != sign.equal)
                .then(|| format!("the cells ({first}) and ({second}) have both signs, = and ×"))
        })
    }

    /// Returns a remark about the first line of odd length that has one more given zero than the
    /// rules allow. Returns `None` if there is no such line, or the variant `odd-either` is set.
    fn line_with_more_zeros(&self) -> Option<String> {
        let [white, blue] = self.aside.symbols.pair();
        let zeros =
            |line: &[Cell]| line.iter().filter(|&&at| self.givens[at] == Some(WHITE)).count();
        let (name, line, _) = named_lines(self.size()).find(|(_, line, _)| {
            !self.rules.odd_either && line.len() % 2 == 1 && zeros(line) == line.len().div_ceil(2)
        })?;
        Some(format!(
            "{name} has {} in {}; a line of odd length has one more {blue} than {white}, or with --variant \
             {ODD_EITHER} one more of either",
            self.aside.symbols.counted_givens(zeros(&line), WHITE),
            format_count(line.len(), "cell"),
        ))
    }

    /// Returns the model of the formulation `cells`.
    fn cells_model(&self) -> Model {
        let mut model = Model::new();
        let blue = model.variables("blue", self.size());
        self.state_in_cells(&mut model, &blue);
        self.finish_model(model, [&Grid::from_fn(self.size(), |at| !blue[at]), &blue])
    }

    /// Returns the model of the formulation `colours`, with a variable for each cell and colour. It
    /// states all rules and signs of the board, but not its given cells. It has no objective.
    fn colours_model(&self) -> Model {
        let mut model = Model::new();
        let [white, blue] = [1, 2].map(|k| {
            Grid::from_fn(self.size(), |at| model.variable_in(at, "x", &[at.row, at.column, k]))
        });
        self.state_in_colours(&mut model, [&white, &blue]);
        self.finish_model(model, [&white, &blue])
    }

    /// Completes a model and returns it. Adds the signs, the variant of distinct lines, the
    /// symmetries, and the reading of answers, but not the given cells. The literals are first
    /// those of white, then those of blue. The caller must already have stated the windows and
    /// balances of all lines, and that exactly one of the two literals of each cell is true.
    fn finish_model(&self, mut model: Model, [white, blue]: [&Grid<Lit>; 2]) -> Model {
        let size = self.size();
        for Sign { cells: [a, b], equal } in &self.signs {
            let sign = sign_symbol(*equal);
            let origin = Origin::board(format!("the sign {sign} between {a} and {b}"));
            model.with_origin(origin, |model| state_sign(model, [blue[*a], blue[*b]], *equal));
        }
        let mut differences = HashMap::new();
        if self.rules.distinct_lines {
            for (group, lines) in
                [("distinct rows", size.row_lines()), ("distinct columns", size.column_lines())]
            {
                differences.extend(state_distinct(&mut model, group, &lines, blue));
            }
        }
        self.declare_symmetries(&mut model, [white, blue], &differences);
        model.set_reading(
            Grid::from_fn(size, |at| vec![(WHITE, white[at]), (BLUE, blue[at])]),
            WHITE,
        );
        model
    }

    /// States, for each row and column, that no three neighbours are equal and that both symbols
    /// are balanced. A literal of `blue` is true if its cell is blue.
    fn state_in_cells(&self, model: &mut Model, blue: &Grid<Lit>) {
        for (name, line, groups) in named_lines(self.size()) {
            let (no_three, balance) = self.origins(&name, line.len());
            let lits: Vec<Lit> = line.into_iter().map(|at| blue[at]).collect();
            model.with_origin(no_three, |model| {
                for window in lits.windows(3) {
                    model.clause(groups.0, window.iter().copied());
                    model.clause(groups.0, window.iter().map(|&lit| !lit));
                }
            });
            model.with_origin(balance, |model| self.state_balance(model, groups.1, &lits));
        }
    }

    /// States the number of blue cells in a line: half of the cells, rounded up. In a line of odd
    /// length with the variant `odd-either`, the number is instead at least half of the cells,
    /// rounded down, and at most half of the cells, rounded up. `line` has a literal for each cell,
    /// which is true if the cell is blue. `group` is the name of the constraints.
    fn state_balance(&self, model: &mut Model, group: &str, line: &[Lit]) {
        let ([white, blue], line) = (colour_counts(line.len()), line.iter().copied());
        if self.allows_either(line.len()) {
            model.cardinality(group, line.clone(), Relation::AtLeast, white);
            model.cardinality(group, line, Relation::AtMost, blue);
        } else {
            model.cardinality(group, line, Relation::Exactly, blue);
        }
    }

    /// States that each cell has exactly one colour. For each row and column, states that no three
    /// neighbours have the same colour, and how many cells each colour has. White has half of the
    /// cells, rounded down, and blue has half, rounded up. In a line of odd length with the variant
    /// `odd-either`, each colour has at most half, rounded up. `colours` has first the literals of
    /// white, then those of blue.
    fn state_in_colours(&self, model: &mut Model, colours: [&Grid<Lit>; 2]) {
        for at in self.size().cells() {
            model.exactly_one("one colour a cell", colours.map(|colour| colour[at]));
        }
        for (name, line, groups) in named_lines(self.size()) {
            let [white, blue] = colour_counts(line.len());
            let is_either = self.allows_either(line.len());
            let bounds = if is_either { [blue, blue] } else { [white, blue] };
            let relation = if is_either { Relation::AtMost } else { Relation::Exactly };
            for (colour, bound) in colours.into_iter().zip(bounds) {
                let (no_three, balance) = self.origins(&name, line.len());
                let lits: Vec<Lit> = line.iter().map(|&at| colour[at]).collect();
                model.with_origin(no_three, |model| {
                    for window in lits.windows(3) {
                        model.cardinality(groups.0, window.iter().copied(), Relation::AtMost, 2);
                    }
                });
                model.with_origin(balance, |model| {
                    model.cardinality(groups.1, lits, relation, bound)
                });
            }
        }
    }

    /// Returns whether a line of this length may have one more of either symbol.
    fn allows_either(&self, length: usize) -> bool {
        self.rules.odd_either && length % 2 == 1
    }

    /// Returns the balance of a line in words, with the symbols of the text.
    fn describe_balance(&self, length: usize) -> String {
        let [white, blue] = self.aside.symbols.pair();
        match length % 2 {
            0 => format!("as many {white} as {blue}"),
            _ if self.rules.odd_either => format!("one more of {white} or of {blue}"),
            _ => format!("one more {blue} than {white}"),
        }
    }

    /// Returns two origins of constraints for a line: that of its windows of three neighbours, and
    /// that of its balance.
    fn origins(&self, name: &str, length: usize) -> (Origin, Origin) {
        ["no three alike".to_owned(), self.describe_balance(length)]
            .map(|rule| Origin::rule(format!("{rule} in {name}")))
            .into()
    }
}

/// Returns `=` for equal cells, and `×` for different cells.
fn sign_symbol(equal: bool) -> char {
    if equal { '=' } else { '×' }
}

/// States that two literals are equal, or, if `equal` is false, that they differ.
fn state_sign(model: &mut Model, [one, other]: [Lit; 2], equal: bool) {
    let other = if equal { other } else { !other };
    model.clause("signs", [!one, other]);
    model.clause("signs", [one, !other]);
}

/// Returns the numbers of white and of blue cells in a line of this length. If the length is odd,
/// there is one more blue cell.
fn colour_counts(length: usize) -> [usize; 2] {
    [length / 2, length.div_ceil(2)]
}

/// Returns each row, and then each column, with its name, such as `row 1`. Each has two names of
/// groups of constraints: for its windows of three neighbours, and for its balance.
fn named_lines(
    size: Size,
) -> impl Iterator<Item = (String, Vec<Cell>, (&'static str, &'static str))> {
    let lines = [
        ("row", size.row_lines(), ("no three in a row", "balanced rows")),
        ("column", size.column_lines(), ("no three in a column", "balanced columns")),
    ];
    lines.into_iter().flat_map(|(kind, lines, groups)| {
        (1..).zip(lines).map(move |(number, line)| (format!("{kind} {number}"), line, groups))
    })
}

/// States that every two of these lines differ. The lines must be equally long. A literal of `blue`
/// is true if its cell is blue. `group` is the name of the new variables and constraints. Returns
/// the new variables. The key of a variable is a pair of cells in ascending order. The variable
/// implies that these cells differ.
fn state_distinct(
    model: &mut Model,
    group: &str,
    lines: &[Vec<Cell>],
    blue: &Grid<Lit>,
) -> HashMap<[Cell; 2], Lit> {
    let mut differences = HashMap::new();
    for (i, first) in lines.iter().enumerate() {
        for (j, second) in lines.iter().enumerate().skip(i + 1) {
            let rule =
                format!("a difference between {} and {}", line_name(first), line_name(second));
            model.with_origin(Origin::rule(rule), |model| {
                let stated = state_difference(model, group, [i, j], [first, second], blue);
                differences.extend(stated);
            });
        }
    }
    differences
}

/// States that two lines of equal length differ. `group` is the name of the new variables and
/// constraints; `i` and `j` are the indices of the lines in the names of the variables. A literal
/// of `blue` is true if its cell is blue. Returns one variable for each position, with the two
/// cells at this position in ascending order. A variable implies that its two cells differ.
fn state_difference(
    model: &mut Model,
    group: &str,
    [i, j]: [usize; 2],
    [first, second]: [&[Cell]; 2],
    blue: &Grid<Lit>,
) -> Vec<([Cell; 2], Lit)> {
    let mut differences = Vec::new();
    for (place, (&a, &b)) in first.iter().zip(second).enumerate() {
        let differ = model.variable(group, &[i, j, place]);
        model.clause(group, [!differ, blue[a], blue[b]]);
        model.clause(group, [!differ, !blue[a], !blue[b]]);
        differences.push((pair(a, b), differ));
    }
    model.clause(group, differences.iter().map(|&(_, differ)| differ));
    differences
}
