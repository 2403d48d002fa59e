//! The shape of a counter: flat, or along the lines of the board.
//!
//! A flat counter is one encoding over all literals. A counter along a partition sums each line
//! with the chosen encoding, and adds the sums in a balanced tree or in a chain. If the model
//! states the parity of a line, the counter of this line has only every second value. If several
//! partitions are named, each of them gets a counter of all literals. These counters are redundant.
//! But they save the solver orders of magnitude of work, since the solver can combine, for example,
//! row sums and column sums.
//!
//! The partition `amo` is not declared by the model, but found in its constraints. Its lines are
//! sets of literals of which [at most one is true](super::at_most_ones). Each line counts as one
//! literal. The shape `amo-flat` sums the lines with the chosen encoding, `amo-balanced` in a
//! totalizer, and `amo-chain` in Knuth's counter. A shape along `amo` also applies to the
//! cardinality constraints of the model, since it needs no declared lines.

use std::fmt;
use std::str::FromStr;

use quarrel_encodings::cardinality::TotalizerShape;

use super::EncodeRefusal;
use crate::model::{Count, Model, Objective, Parities, Partition};

/// The way in which a counter divides literals into lines and sums them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// All literals in one encoding, without lines.
    Flat,
    /// Along the named partitions: each line has a sum. The second field is the way in which the
    /// sums are added.
    Lines(Vec<String>, TotalizerShape),
    /// Along lines found in the constraints: sets of literals of which at most one is true. Each
    /// line counts as one literal, and one encoding adds up all lines.
    AtMostOnes,
    /// The shape that did best in measurements of similar objectives.
    Auto,
}

/// The name of the partition whose lines are found in the constraints.
pub(super) const AT_MOST_ONES: &str = "amo";

/// The name of the shape that uses the chosen encoding to sum the lines found in the constraints.
const AT_MOST_ONES_FLAT: &str = "amo-flat";

/// The way in which lines found in the constraints are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineAddition {
    /// In the chosen encoding.
    Row,
    /// In a balanced tree, or in a chain.
    Totalizer(TotalizerShape),
}

/// The endings of a shape's name, each with the kind of addition that it means.
const ADDITIONS: [(&str, TotalizerShape); 2] =
    [("-balanced", TotalizerShape::Balanced), ("-chain", TotalizerShape::Chained)];

impl Shape {
    /// The shapes along an objective's partitions that a comparison of all shapes tries.
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

    /// The shapes along at-most-ones found in the constraints, which every model can use.
    pub const ALONG_AT_MOST_ONES: &[&str] = &[AT_MOST_ONES_FLAT, "amo-balanced", "amo-chain"];

    /// Returns whether all partitions of the shape occur in [`Shape::USUAL`]. Returns `true` for a
    /// shape that names no partition.
    pub fn is_usual(&self) -> bool {
        let usual = Shape::usual_partitions();
        match self {
            Shape::Lines(names, _) => names.iter().all(|name| usual.contains(&name.as_str())),
            Shape::Flat | Shape::AtMostOnes | Shape::Auto => true,
        }
    }

    /// Returns the names of the partitions of the usual shapes, each once, in the order in which
    /// they first occur.
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

/// Returns a text for messages: the names by which a user can choose a shape for an objective with
/// these partitions. Without partitions, these are all possible shapes.
pub(super) fn forms(partitions: &[&str]) -> String {
    let Some(first) = partitions.first() else {
        return "flat, auto, amo-flat, amo-chain or amo-balanced".to_owned();
    };
    let [(tree, _), (chain, _)] = ADDITIONS;
    format!(
        "flat, auto, {AT_MOST_ONES_FLAT}, or one or more of {}, {AT_MOST_ONES} with + between them and {chain} or {tree} after them, \
         such as {first}{chain}",
        partitions.join(", ")
    )
}

/// The reason why a text is refused as a shape.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// No shape has this name.
    #[error("no shape is called `{}`: write {}", .0, forms(&Shape::usual_partitions()))]
    Unknown(String),
    /// A partition is named twice.
    #[error("{name} occurs twice in `{text}`: write {name} once")]
    Twice {
        /// The partition that is named twice.
        name: String,
        /// The refused text.
        text: String,
    },
}

impl FromStr for Shape {
    type Err = ShapeError;

    /// Reads `flat`, `auto`, `amo-flat`, or names of partitions with `+` between them, followed by
    /// `-balanced` or `-chain`. Without such an ending, the sums are added in a chain. Refuses a
    /// name that is empty or has characters other than the lower-case letters a to z. Also refuses
    /// a name that occurs twice. Does not check whether partitions of these names exist.
    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        match text {
            "flat" => return Ok(Shape::Flat),
            "auto" => return Ok(Shape::Auto),
            AT_MOST_ONES_FLAT => return Ok(Shape::AtMostOnes),
            _ => {}
        }
        let ending = ADDITIONS
            .iter()
            .find_map(|&(ending, addition)| Some((text.strip_suffix(ending)?, addition)));
        let (lines, addition) = ending.unwrap_or((text, TotalizerShape::Chained));
        let names: Vec<String> = lines.split('+').map(str::to_owned).collect();
        if !names
            .iter()
            .all(|name| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase()))
        {
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
    /// Writes the text by which a user chooses the shape, with the ending `-balanced` or `-chain`
    /// if it is along named partitions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (names, addition) = match self {
            Shape::Flat => return f.write_str("flat"),
            Shape::Auto => return f.write_str("auto"),
            Shape::AtMostOnes => return f.write_str(AT_MOST_ONES_FLAT),
            Shape::Lines(names, addition) => (names, addition),
        };
        let ending =
            ADDITIONS.iter().find(|(_, other)| other == addition).map(|(ending, _)| ending);
        write!(f, "{}{}", names.join("+"), ending.expect("every addition has an ending"))
    }
}

/// The property of an objective by which `auto` chooses its counters' shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeLines {
    /// There is a partition for which the model states the parity of every line.
    KnownParity,
    /// The objective is one sum, and in every partition, the model does not state the parity of at
    /// least one line.
    OneCount,
    /// The objective is the least of several counts.
    SeveralCounts,
}

impl ShapeLines {
    /// Returns the property of an objective by which the rules of `auto` choose a shape. For the
    /// least of several counts, it is `SeveralCounts`. If `parities` has the parity of every line
    /// of at least one partition of the encoded count, it is `KnownParity`. Otherwise it is
    /// `OneCount`, also for a weighted sum, which has no partitions.
    pub(super) fn from_objective(objective: &Objective, parities: &Parities) -> ShapeLines {
        match objective {
            Objective::MaximiseLeast(_) => ShapeLines::SeveralCounts,
            _ if objective.encoded_counts().any(|count| {
                count.partitions.iter().any(|partition| {
                    partition.lines.iter().all(|line| parities.is_odd(line).is_some())
                })
            }) =>
            {
                ShapeLines::KnownParity
            }
            _ => ShapeLines::OneCount,
        }
    }
}

impl Shape {
    /// Checks that the objective has all declared partitions that the shape names. If the objective
    /// has several counts, each of them needs these partitions. If a count has complements, its
    /// first complement needs them instead. A weighted sum has no partitions. A shape without
    /// declared partitions is accepted for every model.
    ///
    /// # Errors
    ///
    /// If the objective does not have such a partition, or if the shape names a declared partition
    /// and the model has no objective.
    pub(super) fn validate(&self, model: &Model) -> Result<(), EncodeRefusal> {
        let names = match self {
            Shape::Flat | Shape::Auto => return Ok(()),
            Shape::AtMostOnes => &[][..],
            Shape::Lines(names, _) => names,
        };
        let mut declared = names.iter().filter(|name| *name != AT_MOST_ONES);
        let Some(objective) = model.objective() else {
            // Without an objective, a shape is allowed if it uses only lines that are found in the
            // constraints.
            return if declared.next().is_none() {
                Ok(())
            } else {
                Err(EncodeRefusal::NoObjective(self.to_string()))
            };
        };
        // Only counts have declared lines; a weighted sum has none, so a shape that names a
        // declared partition is refused.
        let none = Count::default();
        objective
            .encoded_counts()
            .chain(objective.weighted_sum().map(|_| &none))
            .flat_map(|count| declared.clone().map(move |name| (count, name)))
            .try_for_each(|(count, name)| partition(count, name).map(drop))
    }

    /// Returns whether the shape uses lines found in the constraints.
    pub fn follows_model(&self) -> bool {
        self.line_addition().is_some()
    }

    /// Returns `flat` for a shape that uses only declared partitions. Returns any other shape
    /// unchanged.
    pub fn undivided(&self) -> Shape {
        match self {
            Shape::Lines(..) if self.line_addition().is_none() => Shape::Flat,
            other => other.clone(),
        }
    }

    /// Returns how the shape adds lines found in the constraints. Returns `None` if the shape uses
    /// no such lines. The shape `auto` must be resolved before this call; for it, the result means
    /// nothing.
    pub(super) fn line_addition(&self) -> Option<LineAddition> {
        match self {
            Shape::Flat | Shape::Auto => None,
            Shape::AtMostOnes => Some(LineAddition::Row),
            Shape::Lines(names, addition) => names
                .iter()
                .any(|name| name == AT_MOST_ONES)
                .then_some(LineAddition::Totalizer(*addition)),
        }
    }
}

/// Returns the declared partition of a count with this name. Fails if the count has no such
/// partition.
pub(super) fn partition<'a>(count: &'a Count, name: &str) -> Result<&'a Partition, EncodeRefusal> {
    count.partitions.iter().find(|partition| partition.name == name).ok_or_else(|| {
        EncodeRefusal::Partition {
            name: name.to_owned(),
            known: count.partitions.iter().map(|partition| partition.name).collect(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_as_they_are_written() {
        for name in [
            "flat",
            "auto",
            "rows-chain",
            "rows-balanced",
            "rows+columns+diagonals-chain",
            "amo-flat",
            "amo-chain",
            "rows+amo-balanced",
        ] {
            assert_eq!(name.parse::<Shape>().map(|shape| shape.to_string()), Ok(name.to_owned()));
        }
        assert_eq!(
            "rows".parse(),
            Ok(Shape::Lines(vec!["rows".to_owned()], TotalizerShape::Chained))
        );
        for name in ["", "+", "rows+", "-chain", "Rows", "rows-tree", "rows columns", "rows+rows"] {
            let told = name.parse::<Shape>().expect_err(name).to_string();
            assert!(told.contains(&format!("`{name}`")) && told.contains("write"), "{told}");
        }
    }

    #[test]
    fn forms_name_what_there_is() {
        assert_eq!(forms(&[]), "flat, auto, amo-flat, amo-chain or amo-balanced");
        assert_eq!(
            forms(&Shape::usual_partitions()),
            "flat, auto, amo-flat, or one or more of rows, columns, diagonals, antidiagonals, colours, amo with + \
             between them and -chain or -balanced after them, such as rows-chain"
        );
    }
}
