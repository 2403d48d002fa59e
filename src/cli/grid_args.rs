//! Arguments that name several puzzles, formulations and encodings, as lists.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::board::{BoardTerms, VariantArg};
use super::encoding_args::names;
use super::headings;
use crate::board::Size;
use crate::deduce::Rules;
use crate::encode::{Order, Shape};
use crate::family::{self, Family, files};
use crate::grid::Grid;
use crate::question::AskError;
use crate::source::Refusal;
use crate::suite::SuitePuzzle;
use crate::suite::chosen::{self, ALL, validate_choices, validate_names};

/// The options that name several puzzles and several encodings.
#[derive(Args)]
pub(super) struct GridArgs {
    /// The families; by default all that need no board
    #[arg(long = "family", value_name = "FAMILY,...", value_delimiter = ',', help_heading = headings::PUZZLE)]
    families: Vec<String>,
    /// The sizes of the boards, each N or RxC; by default those that the family suggests
    #[arg(long = "size", value_name = "SIZE,...", value_delimiter = ',', help_heading = headings::PUZZLE)]
    sizes: Vec<Size>,
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
    #[arg(long, value_name = "A,...", value_delimiter = ',', value_parser = names("amo", true), help_heading = headings::ENCODINGS)]
    amo: Vec<String>,
    /// Encodings of cardinality constraints, or all
    #[arg(long, value_name = "C,...", value_delimiter = ',', value_parser = names("card", true), help_heading = headings::ENCODINGS)]
    card: Vec<String>,
    /// Encodings of weighted sums, or all
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = names("pb", true), help_heading = headings::ENCODINGS)]
    pb: Vec<String>,
    /// Encodings of parity constraints, or all
    #[arg(long, value_name = "X,...", value_delimiter = ',', value_parser = names("xor", true), help_heading = headings::ENCODINGS)]
    xor: Vec<String>,
    /// Orders of literals, or all that need no seed
    #[arg(long, value_name = "O,...", value_delimiter = ',', value_parser = or_all::<Order>, help_heading = headings::ENCODINGS, hide_short_help = true)]
    order: Vec<String>,
    /// Shapes of the objective's counters, or all usual ones
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = or_all::<Shape>, help_heading = headings::ENCODINGS)]
    shape: Vec<String>,
    /// When to break symmetries: auto, on, off, or found for those detected in the model
    #[arg(long, value_name = "WHEN,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(["auto", "on", "off", "found", "all"]), help_heading = headings::ENCODINGS, hide_short_help = true)]
    symmetry: Vec<String>,
    /// Deductions before the search: all, none, or names joined with +
    #[arg(long, value_name = "RULES,...", value_delimiter = ',', value_parser = or_all::<Rules>, help_heading = headings::ENCODINGS, hide_short_help = true)]
    deduce: Vec<String>,
}

impl GridArgs {
    pub fn is_empty(&self) -> bool {
        self.families.is_empty() && self.boards.is_empty()
    }

    pub fn boards(&self) -> &[PathBuf] {
        &self.boards
    }

    pub fn puzzles(&self, families: &[&'static Family]) -> Result<Vec<SuitePuzzle>, Refusal> {
        let chosen = self.families(families)?;
        let mut puzzles = Vec::new();
        if self.boards.is_empty() {
            for family in chosen {
                puzzles.extend(self.sized(family)?);
            }
            validate_names(&puzzles)?;
            return Ok(puzzles);
        }
        let [family] = chosen[..] else {
            let named = if self.families.is_empty() { "none is" } else { "several are" };
            return Err(Refusal::new(
                format!("--boards are of one family, but {named} named"),
                "--family with one of them, such as model for files in OPB or CNF",
            ));
        };
        let mut boards = Vec::new();
        for path in &self.boards {
            boards.extend(files::files(path)?);
        }
        puzzles.extend(boards.iter().map(|board| self.of_board(family, board)));
        validate_names(&puzzles)?;
        for (puzzle, board) in puzzles.iter_mut().zip(&boards) {
            puzzle.request.board = Some(family.input(board)?);
        }
        Ok(puzzles)
    }

    pub fn validate_encodings(&self, puzzles: &[SuitePuzzle]) -> Result<(), AskError> {
        validate_choices(puzzles, &self.order, &self.shape)
    }

    fn grid(&self, family: &Family) -> Grid {
        let lists: [(&str, &[String]); 9] = [
            ("formulation", &self.formulation),
            ("amo", &self.amo),
            ("card", &self.card),
            ("pb", &self.pb),
            ("xor", &self.xor),
            ("order", &self.order),
            ("shape", &self.shape),
            ("symmetry", &self.symmetry),
            ("deduce", &self.deduce),
        ];
        chosen::grid(family, &lists)
    }

    fn families(&self, families: &[&'static Family]) -> Result<Vec<&'static Family>, Refusal> {
        if self.families.is_empty() {
            return Ok(families.iter().copied().filter(|family| family.is_sized()).collect());
        }
        let named = |name: &String| {
            let family = family::named(families, name)?;
            match family.meant_by(name).filter(|also| !also.variants.is_empty()) {
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

    fn sized(&self, family: &'static Family) -> Result<Vec<SuitePuzzle>, Refusal> {
        if !family.is_sized() {
            let found = format!("{} needs a {}", family.name, family.needs());
            return Err(Refusal::new(
                found,
                "--boards with a file of this kind or a folder of such files",
            ));
        }
        let suggested = || {
            let sizes = family.scale.iter().map(|&side| Size::new(side, side));
            sizes.map(|size| size.expect("a family suggests sizes of boards")).collect()
        };
        let sizes = if self.sizes.is_empty() { suggested() } else { self.sizes.clone() };
        let puzzle = |size: Size| {
            let request = BoardTerms::new(Some(size), &self.variants).without_board(family);
            let words = vec!["--size".to_owned(), size.to_string()];
            SuitePuzzle::new(family, &size.to_string(), words, (request, self.grid(family)))
        };
        Ok(sizes.into_iter().map(puzzle).collect())
    }

    fn of_board(&self, family: &'static Family, board: &str) -> SuitePuzzle {
        let request = BoardTerms::new(None, &self.variants).without_board(family);
        let stem = Path::new(board).file_stem().unwrap_or_default().to_string_lossy();
        SuitePuzzle::new(family, &stem, vec![board.to_owned()], (request, self.grid(family)))
    }
}

fn or_all<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<String, String> {
    if text != ALL {
        text.parse::<T>().map_err(|error| error.to_string())?;
    }
    Ok(text.to_owned())
}
