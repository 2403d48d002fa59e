//! Arguments that name several puzzles, formulations and encodings, as lists.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::board::{BoardTerms, VariantArg};
use super::encoding_args::name_parser;
use super::{headings, note};
use crate::board::Size;
use crate::deduce::Rules;
use crate::encode::{Order, Shape};
use crate::family::{self, Family, files};
use crate::grid::OptionGrid;
use crate::question::{FamilyReading, FilesError, UnnamedBoards};
use crate::source::Refusal;
use crate::suite::SuitePuzzle;
use crate::suite::chosen::{self, ALL, validate_choices, validate_names};

/// The options that name several puzzles and several encodings.
#[derive(Args)]
pub(super) struct GridArgs {
    /// The families; by default all that need no board
    #[arg(long = "family", value_name = "FAMILY,...", value_delimiter = ',', help_heading = headings::PUZZLE)]
    families: Vec<String>,
    /// The sizes of the boards, each N, RxC, or N-M for all squares from N to M; by default those
    /// that the family suggests
    #[arg(long = "size", value_name = "SIZE,...", value_delimiter = ',', value_parser = parse_sizes, help_heading = headings::PUZZLE)]
    sizes: Vec<SizeRange>,
    /// A board, or a folder of boards, of the one family; may be given several times
    #[arg(long = "boards", value_name = "PATH", conflicts_with = "sizes", help_heading = headings::PUZZLE)]
    boards: Vec<PathBuf>,
    /// A variant of the rules; may be given several times
    #[arg(long = "variant", value_name = "NAME[=V]", value_parser = VariantArg::parse, help_heading = headings::PUZZLE)]
    variants: Vec<VariantArg>,
    /// Formulations of the family, or all
    #[arg(long, value_name = "F,...", value_delimiter = ',', help_heading = headings::ENCODINGS)]
    formulation: Vec<String>,
    /// Encodings of at-most-one constraints, or all
    #[arg(long, value_name = "A,...", value_delimiter = ',', value_parser = name_parser("amo", true), help_heading = headings::ENCODINGS)]
    amo: Vec<String>,
    /// Encodings of cardinality constraints, or all
    #[arg(long, value_name = "C,...", value_delimiter = ',', value_parser = name_parser("card", true), help_heading = headings::ENCODINGS)]
    card: Vec<String>,
    /// Encodings of weighted sums, or all
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = name_parser("pb", true), help_heading = headings::ENCODINGS)]
    pb: Vec<String>,
    /// Encodings of integers of model files, or all
    #[arg(long, value_name = "I,...", value_delimiter = ',', value_parser = name_parser("int", true), help_heading = headings::ENCODINGS)]
    int: Vec<String>,
    /// Encodings of parity constraints, or all
    #[arg(long, value_name = "X,...", value_delimiter = ',', value_parser = name_parser("xor", true), help_heading = headings::ENCODINGS)]
    xor: Vec<String>,
    /// Orders of literals, or all that need no seed
    #[arg(long, value_name = "O,...", value_delimiter = ',', value_parser = validate_or_all::<Order>, help_heading = headings::ENCODINGS, hide_short_help = true)]
    order: Vec<String>,
    /// Shapes of the objective's counters, or all usual ones
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = validate_or_all::<Shape>, help_heading = headings::ENCODINGS)]
    shape: Vec<String>,
    /// When to break symmetries: auto, on, off, or found for those detected in the model
    #[arg(long, value_name = "WHEN,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(["auto", "on", "off", "found", "all"]), help_heading = headings::ENCODINGS, hide_short_help = true)]
    symmetry: Vec<String>,
    /// Deductions before the search: all, none, or names joined with +
    #[arg(long, value_name = "RULES,...", value_delimiter = ',', value_parser = validate_or_all::<Rules>, help_heading = headings::ENCODINGS, hide_short_help = true)]
    deduce: Vec<String>,
}

impl GridArgs {
    /// Returns whether neither families nor boards are named.
    pub fn is_empty(&self) -> bool {
        self.families.is_empty() && self.boards.is_empty()
    }

    pub fn boards(&self) -> &[PathBuf] {
        &self.boards
    }

    /// Returns the puzzles that the options request, each with its lists of formulations and
    /// encodings. The puzzles are empty boards of the given sizes, or the given board files of one
    /// family. These files are read. If the family of the boards is not given, it is detected, and
    /// a note about it is printed.
    ///
    /// Refuses in these cases:
    ///
    /// - [`GridArgs::families`] refuses the families.
    /// - A family needs a board, and no boards are given.
    /// - Boards are given, and several families are named.
    /// - Boards are given without a family, and `GridArgs::infer_family` refuses them.
    /// - A board or a folder of boards cannot be read.
    /// - Two puzzles have the same name.
    pub fn puzzles(&self, families: &[&'static Family]) -> Result<Vec<SuitePuzzle>, Refusal> {
        let mut puzzles = Vec::new();
        if self.boards.is_empty() {
            for family in self.families(families)? {
                puzzles.extend(self.sized_puzzles(family)?);
            }
            validate_names(&puzzles)?;
            return Ok(puzzles);
        }
        let mut boards = Vec::new();
        for path in &self.boards {
            boards.extend(files::files(path)?);
        }
        let family = match self.families(families)?[..] {
            _ if self.families.is_empty() => self.infer_family(&boards, families)?,
            [family] => family,
            _ => {
                let found = "--boards belong to one family, but several families are named";
                return Err(Refusal::new(found, ONE_FAMILY));
            }
        };
        puzzles.extend(boards.iter().map(|board| self.board_puzzle(family, board)));
        validate_names(&puzzles)?;
        for (puzzle, board) in puzzles.iter_mut().zip(&boards) {
            puzzle.request.board = Some(family.input(board)?);
        }
        Ok(puzzles)
    }

    /// Returns the only family that reads all boards with the variants of the options, and prints a
    /// note with its name. Boards that no family reads are ignored here if some family reads
    /// another board. Refuses in these cases:
    ///
    /// - No family reads all of the other boards, or several families do.
    /// - In the only family that reads them, a board evidently has no answer.
    /// - A board is standard input, or a path that cannot be read.
    fn infer_family(
        &self,
        boards: &[String],
        families: &[&'static Family],
    ) -> Result<&'static Family, Refusal> {
        let terms = BoardTerms::new(None, &self.variants).stated_request();
        let unnamed = UnnamedBoards { families, terms, boards: boards.to_vec() };
        let readings = unnamed.readings()?;
        if let [FamilyReading { family, obstacle: None }] = readings[..] {
            note(&format!(
                "the boards are read as {}; use --family to name another family",
                family.name
            ));
            return Ok(family);
        }
        let names: Vec<&str> = readings.iter().map(|reading| reading.family.name).collect();
        let found = match names[..] {
            [] => "--boards that no family reads".to_owned(),
            _ => format!("--boards that can be read as {}", names.join(" or ")),
        };
        Err(Refusal::new(found, ONE_FAMILY))
    }

    /// Refuses the requested orders if no puzzle supports any of them. Refuses the requested shapes
    /// if no puzzle supports any of them. Fails if a puzzle cannot be opened. The orders and shapes
    /// must be valid names.
    pub fn validate_encodings(&self, puzzles: &[SuitePuzzle]) -> Result<(), FilesError> {
        validate_choices(puzzles, &self.order, &self.shape)
    }

    /// Returns the lists of values for a family: formulations, encodings (with orders and shapes),
    /// symmetry breaking and deductions. All combinations of these values are made. The value `all`
    /// means all values that a comparison tries. Each value occurs once. An option without values
    /// has no list. The values are not checked.
    fn grid(&self, family: &Family) -> OptionGrid {
        let lists: [(&str, &[String]); 10] = [
            ("formulation", &self.formulation),
            ("amo", &self.amo),
            ("card", &self.card),
            ("pb", &self.pb),
            ("int", &self.int),
            ("xor", &self.xor),
            ("order", &self.order),
            ("shape", &self.shape),
            ("symmetry", &self.symmetry),
            ("deduce", &self.deduce),
        ];
        chosen::grid(family, &lists)
    }

    /// Returns the named families in the order of `--family`, or by default those that need no
    /// board. Refuses unknown names. Also refuses an alias that implies variants; the refusal names
    /// these variants.
    fn families(&self, families: &[&'static Family]) -> Result<Vec<&'static Family>, Refusal> {
        if self.families.is_empty() {
            return Ok(families.iter().copied().filter(|family| family.is_sized()).collect());
        }
        let named = |name: &String| {
            let family = family::find_family(families, name)?;
            match family.alias_by_name(name).filter(|also| !also.variants.is_empty()) {
                None => Ok(family),
                Some(also) => {
                    let variants = also.variants.join(" --variant ");
                    let found = format!("{name}, which is {} with {variants}", family.name);
                    Err(Refusal::new(
                        found,
                        format!("--family {} --variant {variants}", family.name),
                    ))
                }
            }
        };
        self.families.iter().map(named).collect()
    }

    /// Returns an empty board of each size, in the order of `--size`. If `--size` is not given, the
    /// sizes are the squares that the family suggests, if any. Refuses a family that needs a board.
    /// The sizes are not checked against the limits of the family.
    fn sized_puzzles(&self, family: &'static Family) -> Result<Vec<SuitePuzzle>, Refusal> {
        if !family.is_sized() {
            let found = format!("{} needs a {}", family.name, family.input_word());
            return Err(Refusal::new(
                found,
                "--boards with a file of this kind or a folder of such files",
            ));
        }
        let suggested = || {
            family
                .scale
                .iter()
                .map(|&side| Size::new(side, side))
                .map(|size| size.expect("a family suggests sizes of boards"))
                .collect()
        };
        let sizes: Vec<Size> = match &self.sizes[..] {
            [] => suggested(),
            ranges => ranges.iter().flat_map(|range| range.0.iter().copied()).collect(),
        };
        let puzzle = |size: Size| {
            let request = BoardTerms::new(Some(size), &self.variants).request_without_board(family);
            let words = vec!["--size".to_owned(), size.to_string()];
            SuitePuzzle::new(family, &size.to_string(), words, (request, self.grid(family)))
        };
        Ok(sizes.into_iter().map(puzzle).collect())
    }

    /// Returns the puzzle of a board, named after its file. The file is not read yet, so the
    /// request has no board.
    fn board_puzzle(&self, family: &'static Family, board: &str) -> SuitePuzzle {
        let request = BoardTerms::new(None, &self.variants).request_without_board(family);
        let stem = Path::new(board).file_stem().unwrap_or_default().to_string_lossy();
        SuitePuzzle::new(family, &stem, vec![board.to_owned()], (request, self.grid(family)))
    }
}

/// The expected input if `--boards` is given, as text for refusals.
const ONE_FAMILY: &str = "--family with one family, such as model for files in OPB or CNF";

/// The sizes that one word of `--size` states. The word is a single size, or a range that means all
/// squares from one side length to another.
#[derive(Clone, Debug)]
struct SizeRange(Vec<Size>);

/// The most sizes of one range. A range with more sizes is refused as a typing error.
const MOST_SIZES: usize = 1_000;

/// Parses a size, such as 8 or 8x10, or a range, such as 5-8. A range means all squares from its
/// first to its last size. Refuses a size that is no size of a board. Refuses a range that does not
/// rise, or that has more than [`MOST_SIZES`] sizes. The ends of a range may have blanks around
/// them.
fn parse_sizes(text: &str) -> Result<SizeRange, String> {
    let integer = |text: &str| text.trim().parse::<usize>().ok();
    let Some(ends) = text.split_once('-').map(|(first, last)| integer(first).zip(integer(last)))
    else {
        let size = text.parse::<Size>().map_err(|error| error.to_string())?;
        return Ok(SizeRange(vec![size]));
    };
    let Some((first, last)) =
        ends.filter(|(first, last)| first < last && last - first < MOST_SIZES)
    else {
        return Err("write a range of sizes such as 5-8, with the smaller side first".to_owned());
    };
    let sizes = (first..=last).map(|side| Size::new(side, side)).collect::<Result<_, _>>();
    sizes.map(SizeRange).map_err(|error| error.to_string())
}

/// Checks an item of a list, which may be `all`, and returns it unchanged. Fails with the error of
/// the type `T` if the text is not a value of `T`.
pub(super) fn validate_or_all<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<String, String> {
    if text != ALL {
        text.parse::<T>().map_err(|error| error.to_string())?;
    }
    Ok(text.to_owned())
}
