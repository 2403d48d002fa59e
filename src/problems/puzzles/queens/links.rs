//! Boards of other programs: reads links, ids and drawings, and writes a board in the formats that
//! can hold it.

use super::{COSTS, NONE, QUEEN, Queens, WRITING};
use crate::board::{Cell, Grid};
use crate::links::walls::{Walls, second_piece};
use crate::links::{RegionBoard, janko, penpa, puzzlink, pzprv3, sbn, team};
use crate::puzzle::single_char;
use crate::source::{Directive, Refusal, Source, Spanned, format_count, quote};

/// The names that regions get, in order, if their text has none.
const NAMES: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The board of the family's examples, as a link to penpa-edit (a puzzle editor).
pub(super) const PENPA: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=VY6xCoUwDEX3fkbmLGmSDt1d3R/i4OAHqL\
    hY+u9eteCTwOUQTsLdln1aZ06cwiB8zxhCObpcSKKxqFGOTKL6ZdOHLb6s8K05drE3dnB62HHr9u69OW5/DC\
    ddPysfv1yQPepEfBhICB2RY63hBA==\n";

/// A board as it is read from a text, before the directives of the text are applied.
pub(super) struct QueensText {
    /// The board without the effects of the directives.
    pub queens: Queens,
    /// The directives, which the caller applies.
    pub directives: Vec<Directive>,
    /// The number of stars, with its place in the text; `None` if the format does not state it.
    pub stars: Option<Spanned<usize>>,
}

/// Reads a board in a format of another program, such as a link. Returns `None` if `format` is no
/// such format, and a refusal if the text is not valid in this format. The directives are returned,
/// but not applied.
pub(super) fn read(source: &Source, format: &str) -> Option<Result<QueensText, Refusal>> {
    let read: fn(&Source) -> Result<RegionBoard, Refusal> = match format {
        "puzzlink" => puzzlink::read,
        "pzprv3" => pzprv3::read,
        "sbn" => sbn::read,
        "team-star" => team::read_star_battle,
        "janko" => janko::read_regions,
        "penpa" => |source| read_drawing(source, penpa::read(source)?),
        _ => return None,
    };
    Some(read_by(source, read))
}

/// Removes the directives from a text, and reads the rest by `read`. Returns the board, the
/// directives, and the number of stars in the text. The board is returned without the effects of
/// these: its own number of stars remains 1. The regions get names in the order of their numbers.
/// Refuses an invalid directive, a board that is not square, and every text that `read` refuses.
fn read_by(
    source: &Source,
    read: fn(&Source) -> Result<RegionBoard, Refusal>,
) -> Result<QueensText, Refusal> {
    let (text, directives) = crate::links::extract_directives(source, WRITING.directives)?;
    let RegionBoard { regions, stars, sides, given, put } = read(&text)?;
    let size = regions.size();
    if !size.is_square() {
        let found = format!("a board of {size}");
        return Err(Refusal::new(found, "as many rows as columns").with_span(source, sides));
    }
    let queens = Queens {
        givens: Grid::from_fn(size, |at| given[at].then_some(QUEEN)),
        filled_in: put.map(|put| {
            Grid::from_fn(size, |at| put[at].map(|star| if star { QUEEN } else { NONE }))
        }),
        ..Queens::from_regions(names(&regions), regions)
    };
    Ok(QueensText { queens, directives, stars })
}

/// Returns whether the boards of a format can have any number of stars, although some texts in this
/// format do not state the number.
pub(super) fn may_have_any_stars(format: &str) -> bool {
    [team::STAR.name, janko::LINK.name].contains(&format)
}

/// Returns the board of a drawing. The walls divide the board into regions. A number outside of the
/// board is the number of stars; without such a number, the board has none. Refuses several such
/// numbers, the number 0, numbers inside the board, and symbols that are no stars. A star of style
/// 0 is not a given queen.
fn read_drawing(source: &Source, drawing: penpa::Drawing) -> Result<RegionBoard, Refusal> {
    let refused = |found: String, expected: &str| {
        Err(Refusal::new(found, expected).with_span(source, drawing.place.clone()))
    };
    let mut given = Grid::from_fn(drawing.walls.size(), |_| false);
    for penpa::Symbol { at, name, style } in &drawing.symbols {
        if name != STAR {
            return refused(format!("the symbol {} in {at}", quote(name)), "no symbols but stars");
        }
        given[*at] = *style != 0;
    }
    if let Some(at) = drawing.numbers.first() {
        return refused(format!("a number in {at}"), "no number inside the board");
    }
    let stars = match drawing.outside[..] {
        [] => None,
        [0] => return refused("0 stars in each row".to_owned(), "at least 1"),
        [stars] => Some(Spanned { value: stars, span: drawing.place.clone() }),
        _ => {
            let found = "several numbers outside of the board".to_owned();
            return refused(
                found,
                "one number outside of the board: the number of stars in each row",
            );
        }
    };
    Ok(RegionBoard {
        given,
        ..RegionBoard::from_walls(&drawing.walls, stars, drawing.place.clone())
    })
}

/// The name of a star in penpa-edit.
const STAR: &str = "star";
/// The style of a black star in penpa-edit.
const BLACK_STAR: i64 = 2;

/// Returns a name for each region: the characters of [`NAMES`], or numbers from 1 if there are more
/// regions than characters. The regions are numbered from 0 without gaps.
fn names(regions: &Grid<Option<usize>>) -> Vec<String> {
    let number = regions.iter().filter_map(|(_, region)| *region).max().map_or(0, |last| last + 1);
    if number <= NAMES.len() {
        NAMES.chars().map(String::from).take(number).collect()
    } else {
        (1..=number).map(|number| number.to_string()).collect()
    }
}

impl Queens {
    /// Writes the board in a format. Returns `None` if boards are not written in this format, and a
    /// refusal if the format cannot represent the board.
    pub(super) fn to_format(&self, format: &str) -> Option<Result<String, Refusal>> {
        Some(match format {
            "letters" => self.to_letters(),
            "puzzlink" => {
                self.regions_for_walls(format).map(|regions| puzzlink::write(&regions, self.stars))
            }
            "pzprv3" => self
                .regions_for_walls(format)
                .map(|regions| pzprv3::write(&regions, self.stars, &self.player_entries())),
            "sbn" => self.to_sbn(),
            "team-star" => {
                self.bare_regions(format).map(|regions| team::write_star_battle(&regions))
            }
            "penpa" => self.to_penpa(),
            _ => return None,
        })
    }

    /// Returns the region of each cell. Refuses a board with a cell that has no region.
    fn all_regions(&self) -> Result<Grid<usize>, Refusal> {
        if let Some(at) = self.regions.cells_with(Option::is_none).next() {
            let found = format!(
                "the cell ({at}) is in no region, and no format that quarrel writes can record that"
            );
            return Err(Refusal::new(found, "a board whose cells all have a region"));
        }
        Ok(Grid::from_fn(self.regions.size(), |at| {
            self.regions[at].expect("every cell has a region")
        }))
    }

    /// Returns the regions of a board. Refuses a board with costs, given queens, blocked cells, or
    /// cells without a region. `format` is the name of the format for the refusal.
    fn bare_regions(&self, format: &str) -> Result<Grid<usize>, Refusal> {
        let given = self.givens.iter().find_map(|(at, given)| Some((at, (*given)?)));
        if let Some((at, symbol)) = given {
            let what = if symbol == QUEEN { "a given queen" } else { "a blocked cell" };
            return Err(unsupported(format, &format!("{what} ({at})"), "letters"));
        }
        self.regions_without_costs(format)
    }

    /// Returns the regions of a board. Refuses a board that has costs or cells without a region.
    /// `format` is the name of the format for the refusal.
    fn regions_without_costs(&self, format: &str) -> Result<Grid<usize>, Refusal> {
        match self.costs {
            Some(_) => Err(unsupported(format, "costs", "letters")),
            None => self.all_regions(),
        }
    }

    /// Returns the regions of a board. Refuses a board that walls cannot divide into its regions.
    /// Also refuses a board with costs, given queens, blocked cells, or cells without a region.
    fn regions_for_walls(&self, format: &str) -> Result<Grid<usize>, Refusal> {
        self.require_connected(format, self.bare_regions(format)?)
    }

    /// Returns `regions` unchanged. Refuses a region that is not connected, because the format has
    /// only walls. `format` is the name of the format for the refusal.
    fn require_connected(
        &self,
        format: &str,
        regions: Grid<usize>,
    ) -> Result<Grid<usize>, Refusal> {
        let Some(at) = second_piece(&regions) else { return Ok(regions) };
        let what = format!("region {}, which is not connected", self.names[regions[at]]);
        Err(unsupported(format, &what, "letters or team-star"))
    }

    /// Writes the board in the format sbn. Refuses a board with costs, given or blocked cells,
    /// cells without a region, or regions that are not connected. Also refuses a side or a number
    /// of stars that the format does not allow.
    fn to_sbn(&self) -> Result<String, Refusal> {
        let regions = self.regions_for_walls("sbn")?;
        let side = regions.size().rows();
        if !sbn::SIDES.contains(&side) {
            let (first, last) = (sbn::SIDES.start(), sbn::SIDES.end());
            let expected = format!("a side from {first} to {last}, or another format");
            let found = format!("sbn cannot hold a board of {side}x{side}");
            return Err(Refusal::new(found, expected));
        }
        if self.stars > sbn::MOST_STARS {
            let found = format!("sbn cannot hold {}", format_count(self.stars, "star"));
            return Err(Refusal::new(found, format!("at most {}", sbn::MOST_STARS)));
        }
        Ok(sbn::write(&regions, self.stars))
    }

    /// Writes the board as a link of penpa-edit, with the given queens and the number of stars.
    /// Leaves out cells that a player has filled in. Refuses costs, blocked cells, cells without a
    /// region and regions that are not connected. Also refuses every board if this build cannot
    /// compress links.
    fn to_penpa(&self) -> Result<String, Refusal> {
        if let Some(at) = self.givens.cells_with(|&given| given == Some(NONE)).next() {
            return Err(unsupported("penpa", &format!("a blocked cell ({at})"), "letters"));
        }
        let regions = self.require_connected("penpa", self.regions_without_costs("penpa")?)?;
        let sketch = penpa::Sketch {
            walls: Walls::between(&regions),
            symbols: self
                .givens
                .cells_with(Option::is_some)
                .map(|at| penpa::Symbol { at, name: STAR.to_owned(), style: BLACK_STAR })
                .collect(),
            number: Some(self.stars),
        };
        penpa::write(&sketch).map_err(|missing| Refusal::new(missing.to_string(), "another format"))
    }

    /// Returns the player's entries: `Some(true)` for a star, `Some(false)` for a mark that the
    /// cell has no star, and `None` for no entry.
    fn player_entries(&self) -> Grid<Option<bool>> {
        let put = |at| self.filled_in.as_ref().and_then(|filled| filled[at]);
        Grid::from_fn(self.regions.size(), |at| put(at).map(|symbol| symbol == QUEEN))
    }

    /// Writes one letter or digit for each cell, which stands for the region of the cell.
    /// Directives state the stars, the given and blocked cells, and the costs. Leaves out cells
    /// that a player has filled in. Regions keep their names only if each name is a single ASCII
    /// letter or digit; otherwise, they get the characters of [`NAMES`] in order. Refuses cells
    /// without a region, and more regions than [`NAMES`] has characters.
    fn to_letters(&self) -> Result<String, Refusal> {
        let regions = self.all_regions()?;
        let names: Vec<char> = if self
            .names
            .iter()
            .all(|name| single_char(name).is_some_and(|c| c.is_ascii_alphanumeric()))
        {
            self.names.iter().flat_map(|name| name.chars()).collect()
        } else if self.names.len() <= NAMES.len() {
            NAMES.chars().collect()
        } else {
            let found = format!("letters cannot hold {}", format_count(self.names.len(), "region"));
            let expected = format!("at most {}, or another format", NAMES.len());
            return Err(Refusal::new(found, expected));
        };
        let mut lines = Grid::from_fn(regions.size(), |at| names[regions[at]]).to_rows();
        if self.stars != 1 {
            lines.push(format!("# stars {}", self.stars));
        }
        for (Cell { row, column }, given) in self.givens.iter() {
            let what = match given {
                Some(QUEEN) => "given queen",
                Some(_) => "blocked",
                None => continue,
            };
            lines.push(format!("# {what} r{}c{}", row + 1, column + 1));
        }
        if let Some(costs) = &self.costs {
            lines.extend(self.regions.size().row_lines().into_iter().map(|row| {
                let numbers: Vec<String> = row.iter().map(|&at| costs[at].to_string()).collect();
                format!("# {COSTS} {}", numbers.join(" "))
            }));
        }
        Ok(lines.join("\n"))
    }
}

fn unsupported(format: &str, what: &str, other: &str) -> Refusal {
    let expected = format!("--to {other}, or a board that the format can hold");
    Refusal::new(format!("{format} cannot hold {what}"), expected)
}
