//! The arguments that choose several puzzles and several ways to state and write each: lists where
//! other verbs take one value.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use clap::builder::PossibleValuesParser;
use quarrel_encodings::{at_most_one, cardinality, parity, pseudo_boolean};

use super::board::{BoardTerms, VariantArg};
use super::encoding_args::names;
use super::{Failure, board, headings};
use crate::board::Size;
use crate::deduce::Rules;
use crate::encode::{self, Encodings, Order, Shape};
use crate::family::{self, Family};
use crate::grid::{Axis, Grid};
use crate::puzzle::Request;
use crate::question::Question;
use crate::search::SearchError;
use crate::source::Refusal;
use crate::suite::SuitePuzzle;

/// Several puzzles, several encodings.
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
    /// Encodings of at-most-one, or all
    #[arg(long, value_name = "A,...", value_delimiter = ',', value_parser = names("amo", true), help_heading = headings::ENCODINGS)]
    amo: Vec<String>,
    /// Encodings of cardinality, or all
    #[arg(long, value_name = "C,...", value_delimiter = ',', value_parser = names("card", true), help_heading = headings::ENCODINGS)]
    card: Vec<String>,
    /// Encodings of sums with weights, or all
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = names("pb", true), help_heading = headings::ENCODINGS)]
    pb: Vec<String>,
    /// Encodings of parity, or all
    #[arg(long, value_name = "X,...", value_delimiter = ',', value_parser = names("xor", true), help_heading = headings::ENCODINGS)]
    xor: Vec<String>,
    /// Orders of literals, or all that need no seed
    #[arg(long, value_name = "O,...", value_delimiter = ',', value_parser = or_all::<Order>, help_heading = headings::ENCODINGS, hide_short_help = true)]
    order: Vec<String>,
    /// Shapes of the objective's counters, or all that are usual
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = or_all::<Shape>, help_heading = headings::ENCODINGS)]
    shape: Vec<String>,
    /// When the symmetries are broken: auto, on, off, or found for those that are found in the
    /// model
    #[arg(long, value_name = "WHEN,...", value_delimiter = ',', value_parser = PossibleValuesParser::new(["auto", "on", "off", "found", "all"]), help_heading = headings::ENCODINGS, hide_short_help = true)]
    symmetry: Vec<String>,
    /// What is deduced beforehand: all, none, or names with + between them
    #[arg(long, value_name = "RULES,...", value_delimiter = ',', value_parser = or_all::<Rules>, help_heading = headings::ENCODINGS, hide_short_help = true)]
    deduce: Vec<String>,
}

/// A puzzle that was chosen.
#[derive(Clone)]
pub(super) struct ChosenPuzzle {
    pub family: &'static Family,
    /// Its name: the family and the size or the file of its board, and the variants.
    pub name: String,
    /// What names it on a command line.
    pub arguments: Vec<String>,
    /// The file of its board, where it has one.
    board: Option<String>,
    terms: BoardTerms,
}

impl ChosenPuzzle {
    /// Returns it as a puzzle of a set.
    pub fn of_suite(&self, grid: Grid) -> Result<SuitePuzzle, Refusal> {
        let (name, arguments) = (self.name.clone(), self.arguments.clone());
        Ok(SuitePuzzle { family: self.family, name, arguments, request: self.request()?, grid })
    }

    /// What opens it, with the text of its board.
    pub fn request(&self) -> Result<Request, Refusal> {
        self.terms.request(self.board.as_deref(), self.family)
    }
}

impl GridArgs {
    /// Whether no puzzle is named.
    pub fn is_empty(&self) -> bool {
        self.families.is_empty() && self.boards.is_empty()
    }

    /// The boards and the folders of boards that are named.
    pub fn boards(&self) -> &[PathBuf] {
        &self.boards
    }

    /// The puzzles, family by family, each with a name of its own.
    pub fn puzzles(&self, families: &[&'static Family]) -> Result<Vec<ChosenPuzzle>, Refusal> {
        let puzzles = self.named(families)?;
        for (index, puzzle) in puzzles.iter().enumerate() {
            if puzzles[..index].iter().any(|other| other.name == puzzle.name) {
                let found = format!("two puzzles of the name {}", puzzle.name);
                return Err(Refusal::new(found, "each size once, and board files of other names"));
            }
        }
        Ok(puzzles)
    }

    fn named(&self, families: &[&'static Family]) -> Result<Vec<ChosenPuzzle>, Refusal> {
        let chosen = self.families(families)?;
        let mut puzzles = Vec::new();
        if self.boards.is_empty() {
            for family in chosen {
                puzzles.extend(self.sized(family)?);
            }
            return Ok(puzzles);
        }
        let [family] = chosen[..] else {
            let named = if self.families.is_empty() { "none is" } else { "several are" };
            return Err(Refusal::new(
                format!("--boards are of one family, and {named} named"),
                "--family with one of them: model for files in OPB, CNF and the like",
            ));
        };
        for path in &self.boards {
            let boards = board::files(path)?;
            puzzles.extend(boards.iter().map(|board| self.of_board(family, board)));
        }
        Ok(puzzles)
    }

    /// Refuses a shape along lines that nobody knows and no puzzle has, in any of its formulations,
    /// and shapes or orders none of which a puzzle has. What one family has and another has not is
    /// told of the runs that cannot be.
    pub fn validate_encodings(&self, puzzles: &[ChosenPuzzle]) -> Result<(), Failure> {
        let shape = |name: &String| {
            let shape: Shape = name.parse().expect("the grammar has read it");
            (shape.is_usual(), Encodings { shape, ..Encodings::default() })
        };
        let order = |name: &String| {
            let order = name.parse().expect("the grammar has read it");
            (true, Encodings { order, ..Encodings::default() })
        };
        let named = |names: &[String]| !names.iter().any(|name| name == "all");
        if named(&self.order) {
            self.validate_any(puzzles, self.order.iter().map(order), true)?;
        }
        let shapes = self.shape.iter().filter(|name| *name != "all").map(shape);
        self.validate_any(puzzles, shapes, named(&self.shape))
    }

    /// Refuses each that is not usual and that no puzzle can be written with, and the first of them
    /// where there is no other and one has to be.
    fn validate_any(
        &self,
        puzzles: &[ChosenPuzzle],
        choices: impl Iterator<Item = (bool, Encodings)>,
        one_has_to_be: bool,
    ) -> Result<(), Failure> {
        let (mut first, mut fits) = (None, !one_has_to_be);
        for (is_usual, encodings) in choices {
            match self.refusal(puzzles, &encodings)? {
                None => fits = true,
                Some(refusal) if !is_usual => return Err(SearchError::from(refusal).into()),
                Some(refusal) => first = first.or(Some(refusal)),
            }
        }
        match first.filter(|_| !fits) {
            Some(refusal) => Err(SearchError::from(refusal).into()),
            None => Ok(()),
        }
    }

    /// Why no puzzle can be written so; nothing where one can, or there is none.
    fn refusal(
        &self,
        puzzles: &[ChosenPuzzle],
        encodings: &Encodings,
    ) -> Result<Option<encode::EncodeRefusal>, Failure> {
        let mut refusal = None;
        for chosen in puzzles {
            match self.without(chosen, encodings)? {
                None => return Ok(None),
                other => refusal = other,
            }
        }
        Ok(refusal)
    }

    /// Why no formulation of a puzzle can be written so; nothing where one can.
    fn without(
        &self,
        chosen: &ChosenPuzzle,
        encodings: &Encodings,
    ) -> Result<Option<encode::EncodeRefusal>, Failure> {
        let mut grid = self.grid(chosen.family);
        grid.axes.retain(|axis| axis.option == "formulation");
        let opened = chosen.family.open(&chosen.request()?)?;
        let mut refusal = None;
        for point in grid.points() {
            let question = Question::new(chosen.family.name).at(&point)?;
            let formulation = chosen.family.formulation(question.formulation.as_deref())?;
            let model = opened.as_problem().stated(formulation).with(0);
            match encodings.validate(&model) {
                Ok(()) => return Ok(None),
                Err(told) => refusal = Some(told),
            }
        }
        Ok(refusal)
    }

    /// The ways to state and write a puzzle of a family.
    pub fn grid(&self, family: &Family) -> Grid {
        let formulations = || family.formulations.iter().map(|row| row.name).collect();
        let axes = [
            axis("formulation", &self.formulation, formulations),
            axis("amo", &self.amo, || at_most_one::ALL.iter().map(|row| row.name).collect()),
            axis("card", &self.card, || cardinality::ALL.iter().map(|row| row.name).collect()),
            axis("pb", &self.pb, || pseudo_boolean::ALL.iter().map(|row| row.name).collect()),
            axis("xor", &self.xor, || parity::ALL.iter().map(|row| row.name).collect()),
            axis("order", &self.order, || orders(family)),
            axis("shape", &self.shape, || shapes(family)),
            axis("symmetry", &self.symmetry, || vec!["on", "off"]),
            axis("deduce", &self.deduce, || vec!["all"]),
        ];
        Grid { axes: axes.into_iter().flatten().collect() }
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

    fn sized(&self, family: &'static Family) -> Result<Vec<ChosenPuzzle>, Refusal> {
        if !family.is_sized() {
            let found = format!("{} needs a {}", family.name, family.needs());
            return Err(Refusal::new(found, "--boards with one of them or a folder of them"));
        }
        let suggested = || {
            let sizes = family.scale.iter().map(|&side| Size::new(side, side));
            sizes.map(|size| size.expect("a family suggests sizes of boards")).collect()
        };
        let sizes = if self.sizes.is_empty() { suggested() } else { self.sizes.clone() };
        let chosen = |size: Size| {
            let place = ["--size".to_owned(), size.to_string()];
            self.chosen(family, &size.to_string(), &place, (Some(size), None))
        };
        Ok(sizes.into_iter().map(chosen).collect())
    }

    fn of_board(&self, family: &'static Family, board: &str) -> ChosenPuzzle {
        let stem = Path::new(board).file_stem().unwrap_or_default().to_string_lossy();
        self.chosen(family, &stem, &[board.to_owned()], (None, Some(board.to_owned())))
    }

    fn chosen(
        &self,
        family: &'static Family,
        place: &str,
        arguments: &[String],
        (size, board): (Option<Size>, Option<String>),
    ) -> ChosenPuzzle {
        let mut name = vec![family.name.to_owned(), place.to_owned()];
        name.extend(self.variants.iter().map(VariantArg::to_string));
        let mut words = vec![family.name.to_owned()];
        words.extend(arguments.iter().cloned());
        for variant in &self.variants {
            words.extend(["--variant".to_owned(), variant.to_string()]);
        }
        let terms = BoardTerms::new(size, &self.variants);
        ChosenPuzzle { family, name: name.join("-"), arguments: words, board, terms }
    }
}

/// An axis of the values given, `all` being several of them; none if nothing is given.
fn axis(option: &str, given: &[String], all: impl Fn() -> Vec<&'static str>) -> Option<Axis> {
    let values = given.iter().flat_map(|value| match value.as_str() {
        "all" => all().into_iter().map(str::to_owned).collect(),
        _ => vec![value.clone()],
    });
    Axis::new(option, values)
}

/// A value that is read, or `all`.
fn or_all<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<String, String> {
    if text != "all" {
        text.parse::<T>().map_err(|error| error.to_string())?;
    }
    Ok(text.to_owned())
}

/// The orders that have a name alone, but for the choice between them; without a board none along
/// it.
fn orders(family: &Family) -> Vec<&'static str> {
    let suits = |name: &&str| {
        let order = name.parse::<Order>();
        order.is_ok_and(|order| {
            order != Order::Auto && (family.has_boards() || !order.follows_board())
        })
    };
    Order::usages().map(|(name, _)| name).filter(suits).collect()
}

/// Shapes worth a comparison; without a board none along its lines.
fn shapes(family: &Family) -> Vec<&'static str> {
    if family.has_boards() {
        Shape::USUAL.to_vec()
    } else {
        Shape::USUAL[..1].iter().chain(Shape::ALONG_AT_MOST_ONES).copied().collect()
    }
}
