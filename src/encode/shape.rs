//! The shape of a counter: flat, or along the lines of the board.
//!
//! A flat counter is one encoding over all literals. A counter along a partition sums each line
//! with the chosen encoding and adds the sums up, in a balanced tree or in a chain; where the
//! model states a line's parity, its sum takes every other value only. Along several partitions at
//! once there are several such counters over the same literals, redundant for the answer and worth
//! orders of magnitude to the solver: what the rows say of a bound is combined with what the
//! columns say of it.
//!
//! Which partitions there are is the model's to say. A shape that names another is refused.

use std::fmt;
use std::str::FromStr;

use quarrel_encodings::cardinality::{Addition, Counter, Line, Together, Totalizer};

use super::Refusal;
use crate::model::{Count, Lit, Model, Objective, Parities, Partition};

/// A counter's shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// All literals in one encoding.
    Flat,
    /// Line by line, along each of these partitions.
    Lines(Vec<String>, Addition),
    /// The best known for the objective.
    Auto,
}

/// What ends the name of a shape.
const ADDITIONS: [(&str, Addition); 2] =
    [("-balanced", Addition::Balanced), ("-chain", Addition::Chained)];

impl Shape {
    /// Shapes worth a comparison. An objective has those of its own partitions.
    pub const USUAL: &[&str] = &[
        "flat",
        "rows-balanced",
        "rows-chain",
        "columns-chain",
        "rows+columns-balanced",
        "rows+columns-chain",
        "diagonals+antidiagonals-chain",
        "rows+columns+diagonals+antidiagonals-chain",
        "colours-chain",
        "rows+columns+colours-chain",
    ];

    /// The partitions that the usual shapes follow, each once.
    pub fn usual_partitions() -> Vec<&'static str> {
        let mut names = Vec::new();
        let lines = Shape::USUAL.iter().filter_map(|shape| Some(shape.rsplit_once('-')?.0));
        for name in lines.flat_map(|lines| lines.split('+')) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// How a shape is written where there are these partitions.
pub(super) fn forms(partitions: &[&str]) -> String {
    let Some(first) = partitions.first() else { return "flat or auto".to_owned() };
    let [(tree, _), (chain, _)] = ADDITIONS;
    format!(
        "flat, auto, or one or more of {} with + between them and {chain} or {tree} behind them, \
         such as {first}{chain}",
        partitions.join(", ")
    )
}

/// Why a text is no shape.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// No shape is written so.
    #[error("no shape is called `{}`: write {}", .0, forms(&Shape::usual_partitions()))]
    Unknown(String),
    /// A partition stands twice.
    #[error("{name} stands twice in `{text}`: write {name} once")]
    Twice {
        /// The partition.
        name: String,
        /// The text.
        text: String,
    },
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        match text {
            "flat" => return Ok(Shape::Flat),
            "auto" => return Ok(Shape::Auto),
            _ => {}
        }
        let ending = ADDITIONS
            .iter()
            .find_map(|&(ending, addition)| Some((text.strip_suffix(ending)?, addition)));
        let (lines, addition) = ending.unwrap_or((text, Addition::Chained));
        let names: Vec<String> = lines.split('+').map(str::to_owned).collect();
        let named = |name: &String| {
            !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase())
        };
        if !names.iter().all(named) {
            return Err(ShapeError::Unknown(text.to_owned()));
        }
        if let Some((_, twice)) =
            names.iter().enumerate().find(|(i, name)| names[..*i].contains(name))
        {
            return Err(ShapeError::Twice { name: twice.clone(), text: text.to_owned() });
        }
        Ok(Shape::Lines(names, addition))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (names, addition) = match self {
            Shape::Flat => return f.write_str("flat"),
            Shape::Auto => return f.write_str("auto"),
            Shape::Lines(names, addition) => (names, addition),
        };
        let ending =
            ADDITIONS.iter().find(|(_, other)| other == addition).map(|(ending, _)| ending);
        write!(f, "{}{}", names.join("+"), ending.expect("every addition has an ending"))
    }
}

/// What the lines of an objective's counters are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Those of one partition at least have a stated parity.
    KnownParity,
    /// They are of the one count of an objective.
    OneCount,
    /// They are of one of several counts, and the least count is to be large.
    SeveralCounts,
}

impl Lines {
    pub(super) fn of(objective: &Objective, parities: &Parities) -> Lines {
        let stated =
            |partition: &Partition| partition.lines.iter().all(|line| parities.odd(line).is_some());
        match objective {
            Objective::MaximiseLeast(_) => Lines::SeveralCounts,
            _ if objective.written().any(|count| count.partitions.iter().any(stated)) => {
                Lines::KnownParity
            }
            _ => Lines::OneCount,
        }
    }
}

impl Shape {
    /// Refuses a shape along lines that a model's objective is not divided into.
    pub(super) fn validate(&self, model: &Model) -> Result<(), Refusal> {
        let Shape::Lines(names, _) = self else { return Ok(()) };
        let Some(objective) = model.objective() else {
            return Err(Refusal::NoObjective(self.to_string()));
        };
        let partition =
            |count: &Count| names.iter().try_for_each(|name| self.partition(count, name).map(drop));
        objective.written().try_for_each(partition)
    }

    /// A counter of this shape over the literals of a count, each as `sign` gives it, with `sum`
    /// for the literals of a line.
    pub(super) fn counter(
        &self,
        count: &Count,
        sign: impl Fn(Lit) -> Lit,
        sum: &dyn Fn(&[Lit]) -> Box<dyn Counter>,
        parities: &Parities,
    ) -> Result<Box<dyn Counter>, Refusal> {
        let signed = |lits: &[Lit]| lits.iter().map(|&lit| sign(lit)).collect::<Vec<_>>();
        let Shape::Lines(names, addition) = self else { return Ok(sum(&signed(&count.lits))) };
        let line = |lits: &Vec<Lit>| {
            let lits = signed(lits);
            Line { counter: sum(&lits), odd: parities.odd(&lits) }
        };
        let mut counters = Vec::new();
        for name in names {
            let lines = self.partition(count, name)?.lines.iter();
            let lines = lines.filter(|line| !line.is_empty()).map(line).collect();
            counters.push(Box::new(Totalizer::adding(lines, *addition)) as Box<dyn Counter>);
        }
        Ok(Together::of(counters))
    }

    fn partition<'a>(&self, count: &'a Count, name: &str) -> Result<&'a Partition, Refusal> {
        count.partitions.iter().find(|partition| partition.name == name).ok_or_else(|| {
            Refusal::Partition {
                shape: self.to_string(),
                name: name.to_owned(),
                known: count.partitions.iter().map(|partition| partition.name).collect(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_as_they_are_written() {
        for name in ["flat", "auto", "rows-chain", "rows-balanced", "rows+columns+diagonals-chain"]
        {
            assert_eq!(name.parse::<Shape>().map(|shape| shape.to_string()), Ok(name.to_owned()));
        }
        assert_eq!("rows".parse(), Ok(Shape::Lines(vec!["rows".to_owned()], Addition::Chained)));
        for name in ["", "+", "rows+", "-chain", "Rows", "rows-tree", "rows columns", "rows+rows"] {
            let told = name.parse::<Shape>().expect_err(name).to_string();
            assert!(told.contains(&format!("`{name}`")) && told.contains("write"), "{told}");
        }
    }

    #[test]
    fn forms_name_what_there_is() {
        assert_eq!(forms(&[]), "flat or auto");
        assert_eq!(
            forms(&Shape::usual_partitions()),
            "flat, auto, or one or more of rows, columns, diagonals, antidiagonals, colours with + \
             between them and -chain or -balanced behind them, such as rows-chain"
        );
    }
}
