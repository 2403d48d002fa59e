//! Forecasts of a model's size in clauses.
//!
//! A model that is too large is refused before it is written: the 200 million pairwise clauses of
//! an at-most-one of 20,000 literals take 20 GB.
//!
//! Constraints of the same kind, length and bound have the same size, which the encodings forecast
//! ([`MeasuredConstraint::forecast`]). Lengths and bounds are rounded up, so few sizes are needed, and
//! none if the model fits even at the worst sizes.
//!
//! Counters of an objective are forecast bound by bound, since the search determines which parts
//! are needed. Shapes and orders, which change sizes by a small factor, are ignored.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::{fmt, fs};

use quarrel_encodings::cardinality::Cardinality;
use quarrel_encodings::measure::MeasuredConstraint;
use quarrel_encodings::pseudo_boolean::PseudoBoolean;
use quarrel_encodings::{Forecast, Parity, Size, at_most_one, cardinality, parity};

use super::counters::Counters;
use super::repeat::RepeatedPlaces;
use super::weighted::{BoundForm, Pattern, Weighed};
use super::{EncodeRefusal, Encodings, Tally};
use crate::model::{Constraint, Model, OriginKind, Relation, Statement};
use crate::stop::Stop;

use self::told::{about, in_bytes, told};
pub(super) use weights::{BoundDemand, Bounded, foretell_weights};

mod told;
mod weights;

/// A constraint of n literals takes at most `WORST` · n² clauses. If all constraints fit the limit
/// at this size, none is measured.
const WORST: u128 = 8;

/// The clauses that a weighted sum of n literals is assumed to take if `auto` chooses its encoding,
/// unless [`WORST`] · n² is larger.
const WORST_OF_SUM: u128 = 2_000_000;

/// The bytes of a clause without its literals.
const HEAD: u128 = 84;

/// The bytes of a literal: four in the encoded formula, and four in a solver.
const LITERAL: u128 = 8;

const VARIABLE: u128 = 128;

/// The bytes of memory that are assumed to be free if the system does not report them.
const USUAL_MEMORY: u64 = 8_000_000_000;

/// The limit on the size of a model's clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// The memory that is free during the encoding.
    #[default]
    Free,
    /// A number of bytes of memory.
    Bytes(u64),
    /// A number of clauses.
    Clauses(u64),
    /// A number of clauses, for a measurement of every encoding: the refusal of one does not say
    /// what the others need.
    Measured(u64),
}

impl Room {
    fn holds(self, extent: &Extent) -> bool {
        match self {
            Room::Free => extent.bytes() <= free_memory().into(),
            Room::Bytes(bytes) => extent.bytes() <= bytes.into(),
            Room::Clauses(clauses) | Room::Measured(clauses) => extent.clauses <= clauses.into(),
        }
    }
}

impl Room {
    /// Returns a number of clauses that does not fit. For forecasts this is enough to count.
    fn too_many(self) -> usize {
        let memory = |bytes: u64| u128::from(bytes) / HEAD + 1;
        let clauses = match self {
            Room::Free => memory(free_memory()),
            Room::Bytes(bytes) => memory(bytes),
            Room::Clauses(clauses) | Room::Measured(clauses) => u128::from(clauses) + 1,
        };
        usize::try_from(clauses).unwrap_or(usize::MAX)
    }

    fn surely(self) -> u128 {
        let memory = |bytes: u64| u128::from(bytes) / (2 * HEAD);
        match self {
            Room::Free => memory(free_memory()),
            Room::Bytes(bytes) => memory(bytes),
            Room::Clauses(clauses) | Room::Measured(clauses) => clauses.into(),
        }
    }
}

impl fmt::Display for Room {
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

fn free_memory() -> u64 {
    let told = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or(USUAL_MEMORY, |kilobytes| kilobytes.saturating_mul(1024))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extent {
    variables: u128,
    clauses: u128,
    literals: u128,
    is_partial: bool,
}

impl Extent {
    fn bytes(&self) -> u128 {
        let Extent { variables, clauses, literals, .. } = self;
        clauses
            .saturating_mul(HEAD)
            .saturating_add(literals.saturating_mul(LITERAL))
            .saturating_add(variables.saturating_mul(VARIABLE))
    }

    fn times(&self, times: u128) -> Extent {
        let Extent { variables, clauses, literals, is_partial } = *self;
        let [variables, clauses, literals] =
            [variables, clauses, literals].map(|number| number.saturating_mul(times));
        Extent { variables, clauses, literals, is_partial }
    }

    fn plus(&self, other: &Extent) -> Extent {
        Extent {
            variables: self.variables.saturating_add(other.variables),
            clauses: self.clauses.saturating_add(other.clauses),
            literals: self.literals.saturating_add(other.literals),
            is_partial: self.is_partial || other.is_partial,
        }
    }
}

impl From<Size> for Extent {
    fn from(Size { variables, clauses, literals }: Size) -> Extent {
        let [variables, clauses, literals] = [variables, clauses, literals]
            .map(|number| u128::try_from(number).expect("at most 64 bits"));
        Extent { variables, clauses, literals, is_partial: false }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    AtMostOne(usize),
    Cardinality(Relation, usize, usize),
    Parity(usize),
}

impl Likeness {
    fn of(statement: Statement) -> Option<Likeness> {
        match statement {
            Statement::Clause(_) | Statement::Linear(..) => None,
            Statement::AtMostOne(lits) | Statement::ExactlyOne(lits) => {
                Some(Likeness::AtMostOne(rounded_up(lits.len())))
            }
            Statement::Cardinality(lits, relation, bound) => {
                Some(Likeness::counted(relation, lits.len(), bound))
            }
            Statement::Parity(lits, _) => Some(Likeness::Parity(rounded_up(lits.len()))),
        }
    }

    fn counted(relation: Relation, literals: usize, bound: usize) -> Likeness {
        Likeness::Cardinality(relation, rounded_up(literals), rounded_up(bound))
    }

    fn literals(self) -> usize {
        match self {
            Likeness::AtMostOne(n) | Likeness::Cardinality(_, n, _) | Likeness::Parity(n) => n,
        }
    }

    fn row(self, encodings: &Encodings) -> (&'static str, MeasuredConstraint) {
        match self {
            Likeness::AtMostOne(n) => {
                ("--amo", MeasuredConstraint::AtMostOne(*encodings.at_most_one_of(n)))
            }
            Likeness::Cardinality(relation, n, bound) => {
                let row = encodings.cardinality_of(n, relation);
                ("--card", MeasuredConstraint::Cardinality(*row, relation, bound))
            }
            Likeness::Parity(n) => {
                ("--xor", MeasuredConstraint::Parity(*encodings.parity_of(n), Parity::Odd))
            }
        }
    }

    fn rows(self) -> Vec<MeasuredConstraint> {
        match self {
            Likeness::AtMostOne(_) => {
                at_most_one::ALL.iter().copied().map(MeasuredConstraint::AtMostOne).collect()
            }
            Likeness::Cardinality(relation, _, bound) => {
                let rows = cardinality::ALL.iter();
                rows.map(|row| MeasuredConstraint::Cardinality(*row, relation, bound)).collect()
            }
            Likeness::Parity(_) => parity::ALL
                .iter()
                .map(|row| MeasuredConstraint::Parity(*row, Parity::Odd))
                .collect(),
        }
    }

    fn extent(self, row: MeasuredConstraint) -> Option<Extent> {
        match row.forecast(self.literals(), usize::MAX).ok()? {
            Forecast::Exactly(size) | Forecast::About(size) => Some(size.into()),
            Forecast::MoreThan(_) => None,
        }
    }
}

/// Rounds a number above 16 up, in steps of at most a tenth.
fn rounded_up(number: usize) -> usize {
    let step = (number / 10).max(1).next_power_of_two();
    if number <= 16 { number } else { number.next_multiple_of((step / 2).max(1)) }
}

struct Alike<'a> {
    first: Constraint<'a>,
    times: u128,
}

enum Largest<'a> {
    Alike(Likeness, Alike<'a>),
    Weights(Constraint<'a>, Relation, Weighed, &'static PseudoBoolean),
}

#[derive(Default)]
struct ForetoldSizes<'a> {
    all: Extent,
    largest: Option<(Extent, Largest<'a>)>,
}

impl<'a> ForetoldSizes<'a> {
    fn add(&mut self, extent: Extent, constraints: Largest<'a>) {
        self.all = self.all.plus(&extent);
        if self.largest.as_ref().is_none_or(|(largest, _)| largest.bytes() < extent.bytes()) {
            self.largest = Some((extent, constraints));
        }
    }
}

impl Largest<'_> {
    fn in_words(
        &self,
        model: &Model,
        encodings: &Encodings,
        stop: &Stop,
    ) -> (String, &'static str, String) {
        let room = encodings.room;
        match self {
            Largest::Alike(likeness, alike) => {
                let (option, row) = likeness.row(encodings);
                let row = row.encoding();
                let others = others(*likeness, alike.times, row, room, option);
                (named(model, alike, likeness.literals()), row, others)
            }
            Largest::Weights(constraint, relation, weighed, row) => {
                let one = Alike { first: *constraint, times: 1 };
                let others = weighed.bounded(*relation).others(row.name, room, stop);
                (named(model, &one, 1), row.name, others)
            }
        }
    }
}

/// Refuses a model whose clauses would exceed the limit. Ends on a stop.
pub(super) fn foretell(
    model: &Model,
    counters: &Counters,
    stop: &Stop,
) -> Result<(), EncodeRefusal> {
    let encodings = counters.encodings;
    if is_small(model, encodings) {
        return Ok(());
    }
    let ForetoldSizes { all, largest } = sizes(model, counters, stop)?;
    let largest = largest.filter(|_| !encodings.room.holds(&all));
    let words = largest.map(|(extent, largest)| (extent, largest.in_words(model, encodings, stop)));
    match words {
        _ if stop.reached() => Err(quarrel_encodings::Error::Stopped.into()),
        None => Ok(()),
        Some((extent, (most, row, others))) => {
            let (all, extent) = (about(&all), told(&extent));
            let room = encodings.room.to_string();
            Err(EncodeRefusal::NoRoom(Box::new(NoRoom { all, room, most, extent, row, others })))
        }
    }
}

/// Returns the sizes of all constraints, or of so many that a [measurement](Room::Measured) does not
/// hold them. After a stop they mean nothing. Fails if an encoding of weights has no form for a
/// constraint, which the encoding would only find out again after as much work.
fn sizes<'a>(
    model: &'a Model,
    counters: &Counters,
    stop: &Stop,
) -> Result<ForetoldSizes<'a>, EncodeRefusal> {
    let encodings = counters.encodings;
    let mut sizes = ForetoldSizes::default();
    let mut alike: BTreeMap<Likeness, Alike> = BTreeMap::new();
    let mut extents: HashMap<Pattern, Extent> = HashMap::new();
    let is_over =
        |all: &Extent| matches!(encodings.room, Room::Measured(_) if !encodings.room.holds(all));
    for constraint in model.constraints().iter() {
        if stop.reached() || is_over(&sizes.all) {
            break;
        }
        let form = match constraint.statement {
            Statement::Linear(row) => Some((row.relation, counters.form(row))),
            _ => None,
        };
        let likeness = match form {
            None => Likeness::of(constraint.statement),
            Some((
                relation,
                BoundForm::Places(RepeatedPlaces { count: Some((lits, bound)), .. }),
            )) => Some(Likeness::counted(relation, lits.len(), bound)),
            Some((relation, BoundForm::Weights(weighed, row))) => {
                let most = encodings.room.too_many();
                let extent = match extents.entry(weighed.pattern(relation)) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        let extent = weighed.bounded(relation).extent(row, most, stop);
                        let refused = |refusal| {
                            EncodeRefusal::from(refusal).of(|| super::place(model, constraint))
                        };
                        *new.insert(extent.map_err(refused)?)
                    }
                };
                sizes.add(extent, Largest::Weights(constraint, relation, weighed, row));
                None
            }
            Some(_) => None,
        };
        if let Some(likeness) = likeness {
            alike.entry(likeness).or_insert(Alike { first: constraint, times: 0 }).times += 1;
        }
    }
    for (likeness, alike) in alike {
        if let Some(extent) = likeness.extent(likeness.row(encodings).1) {
            sizes.add(extent.times(alike.times), Largest::Alike(likeness, alike));
        }
    }
    Ok(sizes)
}

#[derive(Clone, Copy)]
pub(super) struct ForetoldCounter {
    pub row: &'static Cardinality,
    pub literals: usize,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Before {
    pub room: Room,
    pub size: Tally,
    pub variables: usize,
}

impl Before {
    fn make_room(
        &self,
        extent: &Extent,
        row: &'static str,
        literals: &str,
        others: impl FnOnce() -> String,
    ) -> Result<(), EncodeRefusal> {
        let Before { room, size: Tally { clauses, literals: of_clauses }, variables } = *self;
        let all = extent.plus(&Size { variables, clauses, literals: of_clauses }.into());
        if room.holds(&all) {
            return Ok(());
        }
        Err(EncodeRefusal::NoRoom(Box::new(NoRoom {
            all: about(&all),
            room: room.to_string(),
            most: format!("a bound on the objective, over {literals}"),
            extent: told(extent),
            row,
            others: others(),
        })))
    }
}

pub(super) fn foretell_bound(
    counted: ForetoldCounter,
    at_most: usize,
    before: &Before,
) -> Result<(), EncodeRefusal> {
    let ForetoldCounter { row, literals } = counted;
    if at_most >= literals || worst(literals) <= before.room.surely() {
        return Ok(());
    }
    let likeness = Likeness::counted(Relation::AtMost, literals, at_most);
    let Likeness::Cardinality(_, _, rounded) = likeness else { return Ok(()) };
    let counter = MeasuredConstraint::Cardinality(*row, Relation::AtMost, rounded);
    let Some(extent) = likeness.extent(counter) else { return Ok(()) };
    let of = format!("{literals} literals");
    before
        .make_room(&extent, row.name, &of, || others(likeness, 1, row.name, before.room, "--card"))
}

/// The sizes of clauses that exceed the limit, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// The size of all clauses together.
    pub all: String,
    /// The limit, in clauses or bytes.
    pub room: String,
    /// The constraints that take the most clauses.
    pub most: String,
    /// The size of these constraints.
    pub extent: String,
    /// The encoding of these constraints.
    pub row: &'static str,
    /// The sizes of these constraints by other encodings, or other advice.
    pub others: String,
}

fn is_small(model: &Model, encodings: &Encodings) -> bool {
    let mut worst: u128 = 0;
    for statement in model.constraints().statements() {
        worst = worst.saturating_add(match statement {
            Statement::Clause(_) => 0,
            Statement::Linear(..) if encodings.pseudo_boolean.is_some() => return false,
            Statement::Linear(..) => self::worst(statement.lits().len()).max(WORST_OF_SUM),
            _ => self::worst(statement.lits().len()),
        });
    }
    worst <= encodings.room.surely()
}

fn worst(length: usize) -> u128 {
    let length = u128::try_from(length).expect("at most 64 bits");
    length * length * WORST
}

fn named(model: &Model, alike: &Alike, literals: usize) -> String {
    let name = match alike.first.origin() {
        Some(origin) if model.origins()[origin].kind() == OriginKind::Row => {
            model.origins()[origin].to_string()
        }
        _ => format!("the group `{}`", model.groups()[alike.first.group()]),
    };
    let literals = alike.first.statement.lits().len().max(literals.min(1));
    match alike.times {
        1 => format!("{name}, of {literals} literals"),
        times => format!("{name} and {} like it, of about {literals} literals each", times - 1),
    }
}

fn others(
    likeness: Likeness,
    times: u128,
    chosen: &str,
    room: Room,
    option: &'static str,
) -> String {
    if let Room::Measured(_) = room {
        return String::new();
    }
    let mut rows: Vec<(Extent, &str)> = likeness
        .rows()
        .into_iter()
        .filter(|row| row.encoding() != chosen)
        .filter_map(|row| Some((likeness.extent(row)?.times(times), row.encoding())))
        .collect();
    rows.sort_by_key(|row| row.0.bytes());
    let fitting = rows.iter().filter(|(extent, _)| room.holds(extent)).count();
    let shown: Vec<String> = rows
        .iter()
        .take(fitting.clamp(1, 4))
        .map(|(extent, name)| format!("{option} {name}: {}", told(extent)))
        .collect();
    let shown = shown.join("; ");
    match fitting {
        0 => format!(
            "No encoding is small enough (the smallest is {shown}): use --solver opb:COMMAND, or export to opb or lp"
        ),
        _ => format!("Other encodings need less: {shown}; --clause-limit N allows more clauses"),
    }
}

#[cfg(test)]
mod tests;
