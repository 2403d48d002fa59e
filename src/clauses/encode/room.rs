//! The limit on the size of a model's clauses, and the refusal of clauses that exceed it.

use std::{fmt, fs};

use quarrel_encodings::{Forecast, Size};

use super::EncodeRefusal;

/// The number of bytes of a clause in memory, without its literals.
const HEAD: u128 = 84;

/// The number of bytes of a literal in memory: four in the encoded formula, and four in a solver.
const LITERAL: u128 = 8;

/// The number of bytes of a variable in memory, in the encoded formula and in a solver together.
const VARIABLE: u128 = 128;

/// The number of bytes of memory that are assumed to be free if the system does not report it.
const USUAL_MEMORY: u64 = 8_000_000_000;

/// The limit on the size of a model's clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// The memory that is free during the encoding.
    #[default]
    Free,
    /// A limit on memory, in bytes.
    Bytes(u64),
    /// A limit on the number of clauses.
    Clauses(u64),
    /// A limit on the number of clauses, for a measurement of every encoding. In a measurement, the
    /// refusal of an encoding does not list the sizes by other encodings.
    Measured(u64),
}

impl Room {
    /// Returns whether clauses of this size fit. For [`Room::Free`], reads the memory that is free
    /// now.
    pub(super) fn admits(self, extent: &Extent) -> bool {
        match self {
            Room::Free => extent.bytes() <= free_memory().into(),
            Room::Bytes(bytes) => extent.bytes() <= bytes.into(),
            Room::Clauses(clauses) | Room::Measured(clauses) => extent.clauses <= clauses.into(),
        }
    }

    /// Returns the number of clauses that fit. For a limit on memory, a clause is assumed to take
    /// `bytes_of_one` bytes.
    fn clauses(self, bytes_of_one: u128) -> u128 {
        match self {
            Room::Free => u128::from(free_memory()) / bytes_of_one,
            Room::Bytes(bytes) => u128::from(bytes) / bytes_of_one,
            Room::Clauses(clauses) | Room::Measured(clauses) => clauses.into(),
        }
    }

    /// Returns a number of clauses that does not fit. A forecast can end when it has counted that
    /// many clauses.
    pub(super) fn too_many(self) -> usize {
        usize::try_from(self.clauses(HEAD) + 1).unwrap_or(usize::MAX)
    }

    /// Returns a number of clauses that fits if the clauses are not very long.
    pub(super) fn safe_clauses(self) -> u128 {
        self.clauses(2 * HEAD)
    }
}

impl fmt::Display for Room {
    /// Writes the limit in words for a refusal: a number of clauses, a number of bytes, or the
    /// memory that is free now.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Room::Free => write!(f, "{} of memory are free", in_bytes(free_memory().into())),
            Room::Bytes(bytes) => write!(f, "the limit is {} of memory", in_bytes((*bytes).into())),
            Room::Clauses(clauses) | Room::Measured(clauses) => {
                write!(f, "the limit is {clauses} clauses")
            }
        }
    }
}

/// Returns the number of bytes of memory that the system reports as available. Returns
/// [`USUAL_MEMORY`] if the system reports no such number.
fn free_memory() -> u64 {
    let report = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = report.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or(USUAL_MEMORY, |kilobytes| kilobytes.saturating_mul(1024))
}

/// The forecast size of many constraints. A number that is out of range becomes the greatest number
/// of its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    pub variables: u128,
    pub clauses: u128,
    pub literals: u128,
    /// Whether there are more clauses than `clauses`, because the forecast ended early.
    pub is_partial: bool,
}

impl Extent {
    /// Returns the number of bytes of memory that the clauses take.
    pub fn bytes(&self) -> u128 {
        let Extent { variables, clauses, literals, .. } = self;
        clauses
            .saturating_mul(HEAD)
            .saturating_add(literals.saturating_mul(LITERAL))
            .saturating_add(variables.saturating_mul(VARIABLE))
    }

    /// Returns the size of `times` constraints of this size.
    pub fn times(&self, times: u128) -> Extent {
        let Extent { variables, clauses, literals, is_partial } = *self;
        let [variables, clauses, literals] =
            [variables, clauses, literals].map(|number| number.saturating_mul(times));
        Extent { variables, clauses, literals, is_partial }
    }

    /// Returns the sum of two sizes. A number that is out of range becomes the greatest number of
    /// its type. The sum is partial if one of the two sizes is partial.
    pub fn plus(&self, other: &Extent) -> Extent {
        Extent {
            variables: self.variables.saturating_add(other.variables),
            clauses: self.clauses.saturating_add(other.clauses),
            literals: self.literals.saturating_add(other.literals),
            is_partial: self.is_partial || other.is_partial,
        }
    }

    /// Returns the size in words, with rounded numbers.
    pub fn describe(&self) -> String {
        let prefix = if self.is_partial { "" } else { "about " };
        format!("{prefix}{self}")
    }
}

impl From<Size> for Extent {
    fn from(Size { variables, clauses, literals }: Size) -> Extent {
        let [variables, clauses, literals] = [variables, clauses, literals]
            .map(|number| u128::try_from(number).expect("at most 64 bits"));
        Extent { variables, clauses, literals, is_partial: false }
    }
}

impl From<Forecast> for Extent {
    /// Returns the forecast size. If the forecast is only "more than" a number of clauses, the size
    /// is partial. Then it has this number of clauses, two literals for each of them, and no
    /// variables.
    fn from(forecast: Forecast) -> Extent {
        match forecast {
            Forecast::Exactly(size) | Forecast::About(size) => size.into(),
            Forecast::MoreThan(clauses) => {
                let size = Size { variables: 0, clauses, literals: 2 * clauses };
                Extent { is_partial: true, ..size.into() }
            }
        }
    }
}

impl fmt::Display for Extent {
    /// Writes the size in words, with rounded numbers: the clauses, the variables and the bytes. A
    /// partial size is written as `more than`, without variables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [clauses, variables] = [self.clauses, self.variables].map(short);
        let bytes = in_bytes(self.bytes());
        if self.is_partial {
            return write!(f, "more than {clauses} clauses ({bytes})");
        }
        write!(f, "{clauses} clauses with {variables} variables ({bytes})")
    }
}

/// A refusal of clauses that would exceed the limit, with all sizes in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// The size of all clauses together, in words.
    pub all: String,
    /// The limit in words: a number of clauses or bytes, or the memory that is free.
    pub room: String,
    /// The constraints that take the most memory, in words.
    pub most: String,
    /// The size of these constraints, in words.
    pub extent: String,
    /// The name of the encoding of these constraints.
    pub row: &'static str,
    /// Advice in words: other encodings of these constraints with their sizes, or other ways. It is
    /// empty in a measurement.
    pub others: String,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoRoom { all, room, most, extent, row, others } = self;
        write!(
            f,
            "the clauses would be too many: {all}, but {room}. Most of them encode {most}: {extent} by {row}. {others}"
        )
    }
}

/// Returns the refusal of clauses of the size `all`. The tuple is about the constraints that take
/// most of the clauses: it has these constraints in words, their size and their encoding. `others`
/// makes the advice. For a [measurement](Room::Measured), `others` is not called, and the advice is
/// empty.
pub(super) fn no_room(
    all: &Extent,
    room: Room,
    (most, extent, row): (String, &Extent, &'static str),
    others: impl FnOnce() -> String,
) -> EncodeRefusal {
    let others = if let Room::Measured(_) = room { String::new() } else { others() };
    let (all, room, extent) = (all.describe(), room.to_string(), extent.to_string());
    EncodeRefusal::NoRoom(Box::new(NoRoom { all, room, most, extent, row, others }))
}

/// Returns a number in words, rounded down, such as `200 million`.
fn short(number: u128) -> String {
    scaled(number, &[(1_000_000_000, " thousand million"), (1_000_000, " million"), (1, "")])
}

fn in_bytes(bytes: u128) -> String {
    scaled(bytes, &[(1_000_000_000, " GB"), (1_000_000, " MB"), (1, " bytes")])
}

/// Returns a number, rounded down, in the largest of `units` that is not larger than the number. A
/// result below 10 has one digit after the decimal point.
fn scaled(number: u128, units: &[(u128, &str)]) -> String {
    let (unit, name) = units.iter().find(|unit| number >= unit.0).unwrap_or(&(1, ""));
    match number / unit {
        integral @ 0..10 if *unit > 1 => format!("{integral}.{}{name}", number % unit * 10 / unit),
        integral => format!("{integral}{name}"),
    }
}
