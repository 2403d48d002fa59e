//! Queens, as in LinkedIn's puzzle. With the variant `stars`, it is Star Battle.
//!
//! **Rules.** A board of n × n cells is divided into regions, which may be disconnected. Place
//! queens so that each row, column and region has exactly one queen, and no two queens touch, not
//! even at a corner. With the variant `stars=K`, each row, column and region has exactly K queens.
//! If a board states costs (`# costs`, one line per row), the total cost of the queens is
//! minimised.
//!
//! **Formulations.** All formulations have a variable `queen[r,c]` per cell and an exactly-K
//! constraint per row, column and region. They differ in the constraints that forbid touching
//! queens.
//! - `blocks`: at most one queen in each window of 2 × 2 cells. (n−1)² constraints of 4 literals.
//! - `pairs` (the first version in the model for PROC OPTMODEL): no two queens in diagonally
//!   adjacent cells, one clause per pair of cells. 2(n−1)² pairs.
//! - `implies` (the version with indicator constraints in the same model): the same pairs, but each
//!   pair is stated twice.
//!   twice.
//!
//! If there is one queen per row and column, two cells that share a side already exclude each
//! other. If there are more queens, `pairs` and `implies` also forbid such pairs.

mod cells;
mod formats;
mod generate;
mod hints;
mod links;
mod placements;
mod read;
mod regions;
mod slips;

use self::formats::FORMATS;
use self::hints::QueensView;
use self::slips::slips;
use crate::board::{BoardSymmetry, Cell, Grid, LONGEST_SIDE, Size, line_name};
use crate::family::{BoardReader, Family, FamilyAlias, OpenedProblem, Variant};
use crate::formulation::{self, Formulation, ModelScheme, Row, formulations};
use crate::hint::View;
use crate::model::{Lit, Model, Origin, Relation, Sense};
use crate::picture::{Fill, Ink, Mark, Picture, Wall, colours};
use crate::puzzle::{
    Alias, BoardInfo, BrokenRule, Draw, Filling, OPEN, Piece, Play, Puzzle, Weights, check_shape,
    declare_kept_symmetries, single_char,
};
use crate::source::directives::DirectiveUsage;
use crate::source::{Refusal, format_count, rows};

/// The symbol of a cell with a queen.
const QUEEN: char = 'Q';
/// The symbol of a cell without a queen.
const NONE: char = '.';
/// The symbols of an answer.
const SYMBOLS: &str = "Q.";
/// The name of the directive that states the costs of the cells of a row.
const COSTS: &str = "costs";
/// The name of the variant and of the directive that state the number of stars.
const STARS: &str = "stars";
/// The alias (another name of the family) of boards whose pieces are stars. It may be used even if
/// each row has only one star.
const STAR_BATTLE: &str = "star-battle";
/// The notation of a board as text, for the readers that all families share. It lists no symbols,
/// since a region may have any name.
const WRITING: rows::Notation<'static> = rows::Notation {
    is_answer: false,
    is_sized: false,
    is_even_square: false,
    symbols: "",
    open: "",
    joints: "",
    words: &[],
    directives: &[
        DirectiveUsage { form: "stars K", like: &[] },
        DirectiveUsage {
            form: "costs N N N",
            like: &["cost", "price", "prices", "weight", "weights", "value", "values"],
        },
        DirectiveUsage {
            form: "given queen CELL",
            like: &["q", "queen", "queens", "star", "crown", "👑", "♛", "♕", "★", "*"],
        },
        DirectiveUsage {
            form: "blocked CELL",
            like: &["x", "×", "block", "cross", "crossed", "empty", "no", "none", ".", "dead"],
        },
    ],
};

/// The way in which the constraints forbid touching queens. Each formulation has its own way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TouchForm {
    /// At most one queen in each window of 2 × 2 cells.
    Blocks,
    /// One clause for each pair of adjacent cells.
    Pairs,
    /// An implication from each cell to each adjacent cell, so that each pair is stated twice.
    Implications,
}

/// The formulations, the default first.
const FORMULATIONS: [Row<Queens>; 3] = [
    Row::new("blocks", "at most one queen in each 2x2 window", |board| {
        board.build_model(TouchForm::Blocks)
    }),
    Row::new(
        "pairs",
        "no two queens diagonally next to each other, each pair once",
        |board: &Queens| board.build_model(TouchForm::Pairs),
    )
    .with_source("SAS model, con4"),
    Row::new(
        "implies",
        "a queen implies none diagonally next to it, each pair twice",
        |board: &Queens| board.build_model(TouchForm::Implications),
    )
    .with_source("SAS model, con4 with indicators"),
];

/// The entry of the family `queens` in the list of families.
pub static FAMILY: Family = Family {
    name: "queens",
    also: &[
        FamilyAlias { name: "linkedin-queens", title: "Queens", variants: &[], even_unless: None },
        FamilyAlias { name: STAR_BATTLE, title: "Star Battle", variants: &[], even_unless: None },
    ],
    summary: "One queen in each row, column and region, no two touching",
    rules: "Place queens on a board that is divided into regions, so that each row, column and region has \
            exactly one and no two touch, not even at a corner. With K stars it is K in each. If the \
            board states a cost for each cell, the queens cost as little as possible.",
    source: "LinkedIn's Queens; SAS model of the SAS Communities article",
    symbols: SYMBOLS,
    formulations: &formulations(&FORMULATIONS),
    variants: &[Variant {
        name: STARS,
        value: Some(("K", 1..=LONGEST_SIDE)),
        summary: "K queens in each row, column and region (Star Battle)",
    }],
    formats: FORMATS,
    directives: WRITING.directives,
    scale: &[],
    read: BoardReader::Text(|request| Ok(OpenedProblem::puzzle(Queens::parse(request)?))),
    maker: Some(&generate::MAKER),
};

/// A board of regions, with given queens and blocked cells.
pub struct Queens {
    /// The region of each cell. In some formats, a cell may have no region (`None`). Such a cell
    /// has no queen.
    regions: Grid<Option<usize>>,
    /// The names of the regions, in the order of their first cells.
    names: Vec<String>,
    /// The number of queens in each row, column and region.
    stars: usize,
    /// The alias (another name of the family) by which the user calls the board. It is `None` if
    /// the user calls the board by the family's name.
    called: Option<Alias>,
    /// Whether the number of stars is assumed to be 1. This is so if the format allows any number,
    /// but neither the text nor the request states one.
    assumes_stars: bool,
    /// The given queens and the blocked cells, as symbols; `None` for all other cells.
    givens: Grid<Option<char>>,
    /// The cells that the player has filled in; `None` if the text has no such cells.
    filled_in: Option<Grid<Option<char>>>,
    /// The cost of a queen in each cell; `None` if the text states no costs.
    costs: Option<Weights>,
}

impl Queens {
    /// Returns a board with these regions, one queen in each line, no given cells and no costs.
    /// `names` has the name of each region, by its number. Does not check that the board is square.
    fn from_regions(names: Vec<String>, regions: Grid<Option<usize>>) -> Queens {
        let givens = Grid::from_fn(regions.size(), |_| None);
        Queens {
            regions,
            names,
            stars: 1,
            called: None,
            assumes_stars: false,
            givens,
            filled_in: None,
            costs: None,
        }
    }

    fn region(&self, number: usize) -> Vec<Cell> {
        self.regions.cells_with(|&region| region == Some(number)).collect()
    }

    /// Returns a letter or digit for each region. If the name of the region is a single ASCII
    /// letter or digit, this is the letter. Otherwise, it is the next one of A to Z, a to z and 0
    /// to 9 that is not the name of another region. Upper and lower case differ. If none is left,
    /// it is `*`.
    fn region_letters(&self) -> Vec<char> {
        let own = |name: &String| single_char(name).filter(char::is_ascii_alphanumeric);
        let own: Vec<Option<char>> = self.names.iter().map(own).collect();
        let mut free = (b'A'..=b'Z')
            .chain(b'a'..=b'z')
            .chain(b'0'..=b'9')
            .map(char::from)
            .filter(|&letter| !own.contains(&Some(letter)));
        own.iter().map(|own| own.or_else(|| free.next()).unwrap_or('*')).collect()
    }

    /// Returns the background of each region. If the names of the regions mean colours, these
    /// colours are the backgrounds. Otherwise, the backgrounds are pastel colours.
    fn fills(&self) -> Vec<Fill> {
        match colours::region_tones(&self.names) {
            Some(tones) => (0..).zip(tones).map(|(k, tone)| Fill::Coloured(k, tone)).collect(),
            None => (0..self.names.len()).map(Fill::Region).collect(),
        }
    }

    /// Returns the word that the player sees for a piece. It is a star in a Star Battle, or if each
    /// row has several pieces; otherwise it is a queen.
    fn piece(&self) -> Piece {
        let is_star_battle = self.called.is_some_and(|called| called.name == STAR_BATTLE);
        if is_star_battle || self.stars > 1 { Piece::Star } else { Piece::Queen }
    }
}

impl Puzzle for Queens {
    fn size(&self) -> Size {
        self.regions.size()
    }

    /// Returns the facts about the board: the variant `stars` if the number is not 1, and the
    /// obstacle that the method `obstacle` finds. If there are costs, the goal is to minimise their
    /// sum. If the number of stars is assumed, a remark says so.
    fn describe(&self) -> BoardInfo {
        let ruling = "the least sum of the costs of queens";
        let remark = "the text does not say how many stars a row has, so 1 is assumed; \
                      --variant stars=K sets another number";
        let stars = (self.stars != 1).then(|| format!("stars={}", self.stars));
        BoardInfo {
            variants: stars.into_iter().collect(),
            called: self.called,
            ruling: self.costs.is_some().then(|| ruling.to_owned()),
            goal: self.costs.as_ref().map(|costs| costs.goal(Sense::Minimise, "cost")),
            obstacle: self.obstacle(),
            remarks: self.assumes_stars.then(|| remark.to_owned()).into_iter().collect(),
            ..BoardInfo::default()
        }
    }

    fn givens(&self) -> Grid<Option<char>> {
        self.givens.clone()
    }

    /// Returns the first rule that the known queens break. Looks first for two queens that touch,
    /// then for a row, column or region with more queens than `stars`. Then looks for a row, column
    /// or region with fewer free cells than it needs for its missing queens. A free cell is open,
    /// touches no queen, and is in no row, column or region that already has all its queens.
    /// Returns `None` if no rule is broken.
    fn clash(&self, known: &Grid<Option<char>>) -> Option<BrokenRule> {
        let queens: Vec<Cell> = known.cells_with(|&symbol| symbol == Some(QUEEN)).collect();
        let lines = self.lines();
        let in_line = |line: &[Cell]| -> Vec<Cell> {
            queens.iter().copied().filter(|at| line.contains(at)).collect()
        };
        if let Some(broken) = self.find_touching_pair(&queens) {
            return Some(broken);
        }
        let mut free = Grid::from_fn(self.size(), |at| known[at].is_none());
        for at in queens.iter().flat_map(|&queen| self.size().king_neighbours(queen)) {
            free[at] = false;
        }
        for (name, line) in &lines {
            let those = in_line(line);
            if those.len() > self.stars {
                return Some(self.miscount(name, those));
            }
            if those.len() == self.stars {
                line.iter().for_each(|&at| free[at] = false);
            }
        }
        lines.iter().find_map(|(name, line)| {
            let those = in_line(line);
            let left = line.iter().filter(|&&at| free[at]).count();
            let missing = self.stars - those.len();
            (left < missing).then(|| {
                let (left, missing) =
                    (format_count(left, "cell"), format_count(missing, self.piece().name()));
                BrokenRule::with_cells(format!("{name} has {left} left for {missing}"), [])
            })
        })
    }

    fn model(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        formulation::model(&FORMULATIONS, self, formulation)
    }

    /// Checks shape, symbols and givens, then that each row, column and region has exactly `stars`
    /// queens, then that no two queens touch. The first broken rule is the error. Returns the total
    /// cost of the queens, or `None` if the board has no costs.
    fn check(&self, answer: &Filling) -> Result<Option<i64>, BrokenRule> {
        check_shape(self, answer, SYMBOLS)?;
        let queens: Vec<Cell> = answer.cells_with(|&symbol| symbol == QUEEN).collect();
        for (name, line) in self.lines() {
            let those: Vec<Cell> = line.into_iter().filter(|&at| answer[at] == QUEEN).collect();
            if those.len() != self.stars {
                let known = Grid::from_fn(self.size(), |at| (answer[at] == QUEEN).then_some(QUEEN));
                let mut broken = self.miscount(&name, those);
                if self.clash(&known).is_none() {
                    broken.rule += "; `?` is an open cell, and `.` is a cell without a queen";
                }
                return Err(broken);
            }
        }
        match self.find_touching_pair(&queens) {
            Some(broken) => Err(broken),
            None => Ok(self.costs.as_ref().map(|costs| queens.iter().map(|&at| costs[at]).sum())),
        }
    }

    fn hints(&self) -> Option<Box<dyn View + '_>> {
        Some(Box::new(QueensView::new(self)))
    }

    fn write(&self, format: &str) -> Option<Result<String, Refusal>> {
        self.to_format(format)
    }
}

impl Draw for Queens {
    /// Draws the regions with their colours and walls, the costs, and the pieces (queens or stars).
    /// The pieces are those of the answer or, without an answer, the given ones. Given pieces are
    /// bold. A cell without a queen has a cross if it is given, or if the answer has open cells. If
    /// the letter of a region is not its name, the legend explains the letter.
    fn picture(&self, answer: Option<&Filling>) -> Picture {
        let size = self.size();
        let title = self.called.map_or("Queens", |called| called.title);
        let mut picture = Picture::new(size.rows(), size.columns(), title);
        let is_partial = answer.is_some_and(|answer| answer.iter().any(|(_, &one)| one == OPEN));
        let (letters, fills) = (self.region_letters(), self.fills());
        for (region, name) in self.names.iter().enumerate() {
            if single_char(name) != Some(letters[region]) {
                picture.explain_letter(letters[region], name, fills[region]);
            }
        }
        let piece = match self.piece() {
            Piece::Queen => Mark::queen(Ink::Black),
            Piece::Star => Mark::star(Ink::Black),
        };
        for (at, &region) in self.regions.iter() {
            if let Some(region) = region {
                picture.set_fill(at.pair(), fills[region]);
                picture.set_note(at.pair(), letters[region]);
            }
            self.costs.iter().for_each(|costs| picture.set_number(at.pair(), costs[at]));
            for next in [size.step(at, 1, 0), size.step(at, 0, 1)].into_iter().flatten() {
                if self.regions[next] != region {
                    picture.set_wall(at.pair(), next.pair(), Wall::Thick);
                }
            }
            let given = self.givens[at];
            match answer.map(|answer| answer[at]).or(given) {
                Some(QUEEN) if given.is_some() => picture.set_mark(at.pair(), piece.in_bold()),
                Some(QUEEN) => picture.set_mark(at.pair(), piece),
                Some(NONE) if given.is_some() || is_partial => {
                    picture.set_mark(at.pair(), Mark::letter('×').in_ink(Ink::Grey))
                }
                _ => {}
            }
        }
        picture
    }

    /// Returns the rules. They state the number of pieces in each line, and mention the costs if
    /// there are any. Never returns `None`.
    fn rules(&self) -> Option<String> {
        let piece = self.piece();
        let each = format_count(self.stars, piece.name());
        let mut rules = format!(
            "Each row, column and region has exactly {each}, and no two {piece}s touch, not even at a corner."
        );
        if self.costs.is_some() {
            rules +=
                &format!(" Each cell has a cost, and the {piece}s cost as little as possible.");
        }
        Some(rules)
    }

    fn play(&self) -> Option<Play> {
        Some(Play::Queens { each: self.stars, piece: self.piece() })
    }

    fn filled_in(&self) -> Option<Grid<Option<char>>> {
        self.filled_in.clone()
    }
}

impl Queens {
    /// Returns a reason why the board has no answer, in words. There are two such reasons: there
    /// are not as many regions as rows, or a region has fewer cells than queens. Otherwise returns
    /// `None`. If there are more regions than rows, the text also names the regions whose names are
    /// probably misspelt.
    fn obstacle(&self) -> Option<String> {
        let (n, regions, stars) = (self.size().rows(), self.names.len(), self.stars);
        if regions != n {
            let queens = |lines: usize, line: &str| {
                let queens = format_count(lines * stars, self.piece().name());
                format!("{}, {stars} in each, need {queens}", format_count(lines, line))
            };
            let clash = format!("{}, but {}", queens(n, "row"), queens(regions, "region"));
            return Some(clash + &self.describe_slips());
        }
        let small = (0..regions).find(|&region| self.region(region).len() < stars)?;
        let cells = self.region(small).len();
        let (cells, queens) =
            (format_count(cells, "cell"), format_count(stars, self.piece().name()));
        Some(format!("region {} has {cells} for {queens}", self.names[small]))
    }

    /// Returns every row, column and region, in this order: its name, such as `row 1`, and its
    /// cells. Rows and columns are numbered from 1.
    fn lines(&self) -> Vec<(String, Vec<Cell>)> {
        let lines = [("row", self.size().row_lines()), ("column", self.size().column_lines())];
        lines
            .into_iter()
            .flat_map(|(name, lines)| {
                (1..).zip(lines).map(move |(number, line)| (format!("{name} {number}"), line))
            })
            .chain(
                (0..)
                    .zip(&self.names)
                    .map(|(number, name)| (format!("region {name}"), self.region(number))),
            )
            .collect()
    }

    /// Returns the broken rule that a line has the wrong number of queens. `line` is the name of
    /// the line, and `queens` has the cells of its queens.
    fn miscount(&self, line: &str, queens: Vec<Cell>) -> BrokenRule {
        let number = format_count(queens.len(), self.piece().name());
        BrokenRule::with_cells(format!("{line} has {number} instead of {}", self.stars), queens)
    }

    /// Returns the broken rule that two of these queens touch. Returns `None` if no two of them
    /// touch.
    fn find_touching_pair(&self, queens: &[Cell]) -> Option<BrokenRule> {
        queens.iter().find_map(|&at| {
            let other = self.size().king_neighbours(at).find(|other| queens.contains(other))?;
            Some(BrokenRule::with_cells(format!("two {}s touch", self.piece()), [at, other]))
        })
    }

    /// Describes up to three regions whose names are probably misspelt, each after a semicolon.
    /// Returns an empty text if there are none.
    fn describe_slips(&self) -> String {
        let found = slips(&self.names, &self.regions);
        found.iter().take(3).map(|slip| format!("; {}", slip.describe())).collect()
    }

    /// Returns the model of the board without its given and blocked cells. It states that each row,
    /// column and region has exactly `stars` queens, and that no two queens touch. `touching`
    /// decides how the constraints forbid touching queens. If there are costs, the model minimises
    /// them; otherwise it has no objective. It declares the symmetries that keep the regions and
    /// the costs.
    fn build_model(&self, touching: TouchForm) -> Model {
        let size = self.size();
        let mut model = Model::new();
        let queen = model.variables("queen", size);
        let each = match self.stars {
            1 => format!("one {}", self.piece()),
            stars => format_count(stars, self.piece().name()),
        };
        let mut state = |group, line: Vec<Cell>, origin| {
            let lits = line.into_iter().map(|at| queen[at]);
            model.with_origin(origin, |model| match self.stars {
                1 => model.exactly_one(group, lits),
                stars => model.cardinality(group, lits, Relation::Exactly, stars),
            });
        };
        for (group, lines) in [("rows", size.row_lines()), ("columns", size.column_lines())] {
            for line in lines {
                let origin = Origin::rule(format!("{each} in {}", line_name(&line)));
                state(group, line, origin);
            }
        }
        for (region, name) in self.names.iter().enumerate() {
            let origin = Origin::board(format!("{each} in region {name}"));
            state("regions", self.region(region), origin);
        }
        let only_corners = touching != TouchForm::Blocks && self.stars == 1;
        let where_to = if only_corners { " at a corner" } else { "" };
        model.with_origin(
            Origin::rule(format!("no two {}s touch{where_to}", self.piece())),
            |model| {
                for at in size.cells() {
                    self.forbid_touching(model, touching, at, &queen);
                }
            },
        );
        if let Some(costs) = &self.costs {
            model.optimise(costs.objective(Sense::Minimise, &queen));
        }
        declare_kept_symmetries(&mut model, &[&queen], |symmetry| {
            self.has_symmetry(symmetry)
                && self.costs.as_ref().is_none_or(|costs| costs.are_invariant(symmetry))
        });
        model.set_reading(Grid::from_fn(size, |at| vec![(QUEEN, queen[at])]), NONE);
        model
    }

    /// Returns whether a symmetry maps each region onto a region, and cells without a region onto
    /// cells without a region.
    fn has_symmetry(&self, symmetry: BoardSymmetry) -> bool {
        let mut images = vec![None; self.names.len()];
        self.regions.iter().all(|(at, &region)| {
            let image = self.regions[symmetry.image(at)];
            region.map_or(image.is_none(), |own| *images[own].get_or_insert(image) == image)
        })
    }

    /// States the constraints against touching queens that belong to the cell `at`. With
    /// [`TouchForm::Blocks`], this is the constraint of the window of 2 × 2 cells whose top left
    /// cell is `at`; there is none if the window leaves the board. Otherwise, these are the
    /// constraints of the pairs that begin with `at`. With [`TouchForm::Pairs`], a pair begins with
    /// its upper or left cell. With [`TouchForm::Implications`], a pair begins with each of its
    /// cells, so it is stated twice. If each line has one queen, pairs that share a side are left
    /// out, since they share a line.
    fn forbid_touching(&self, model: &mut Model, touching: TouchForm, at: Cell, queen: &Grid<Lit>) {
        /// The name of the group of these constraints.
        const GROUP: &str = "no two touch";
        let size = self.size();
        let (diagonal, orthogonal): (&[_], &[_]) = match touching {
            TouchForm::Blocks => {
                let window = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(d, r)| size.step(at, d, r));
                if window.iter().all(Option::is_some) {
                    model.at_most_one(GROUP, window.into_iter().flatten().map(|cell| queen[cell]));
                }
                return;
            }
            TouchForm::Pairs => (&[(1, -1), (1, 1)], &[(0, 1), (1, 0)]),
            TouchForm::Implications => {
                (&[(-1, -1), (-1, 1), (1, -1), (1, 1)], &[(-1, 0), (0, -1), (0, 1), (1, 0)])
            }
        };
        let orthogonal = if self.stars > 1 { orthogonal } else { &[] };
        for &(down, right) in diagonal.iter().chain(orthogonal) {
            if let Some(other) = size.step(at, down, right) {
                model.clause(GROUP, [!queen[at], !queen[other]]);
            }
        }
    }
}
