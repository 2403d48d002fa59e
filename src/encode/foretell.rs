//! How large a model becomes in clauses, before any is written.
//!
//! A short text can ask for more clauses than any memory holds: an at-most-one of 20,000 literals
//! is 200 million clauses pairwise. So whoever writes a model foretells its size first, and a model
//! that needs more than there is room for is refused, with the constraints that need most and what
//! other encodings would need for them.
//!
//! Constraints of a kind, length and bound are one size, times how many there are. The size is
//! measured by writing such a constraint into nothing, up to [`LONGEST`] literals. Beyond that it
//! is written at a half and at the whole of this length, with the bound in proportion, and goes on
//! by the power of the length that these two say: all encodings grow by a power or a little more.
//! Lengths and bounds are rounded up in steps of a tenth, so few are measured. Small models are not
//! looked at: even if each constraint were written at its worst, there is room for them.
//!
//! Counters of an objective are foretold bound by bound, before each is written: how much of them
//! is needed depends on the search. Shapes and orders are left out of account; they change sizes by
//! a small factor.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs;

use quarrel_encodings::cardinality::Cardinality;
use quarrel_encodings::measure::{self, Size};
use quarrel_encodings::pseudo_boolean::PseudoBoolean;
use quarrel_encodings::{at_most_one, cardinality, parity};

use super::counters::Counters;
use super::repeat::Places;
use super::weighted::{Form, Pattern, Weighed};
use super::{Encodings, Refusal, Tally};
use crate::model::{Constraint, Kind, Model, Relation, Statement};

pub(super) use weights::{Bounded, Demand, foretell_weights};

mod weights;

/// Constraints up to this length are measured.
const LONGEST: usize = 256;

/// So many clauses for each pair of literals a constraint has at most.
const WORST: u128 = 8;

/// The greatest number of clauses of a sum with few literals for which `auto` chooses the row,
/// those of sorters.
const WORST_OF_SUM: u128 = 2_000_000;

/// What a clause takes in memory beside its literals, in bytes. Measured: 200 million clauses of
/// two literals take 20 GB.
const HEAD: u128 = 84;

/// What a literal takes: four bytes here, and four in a solver.
const LITERAL: u128 = 8;

/// What a variable takes.
const VARIABLE: u128 = 128;

/// Where nothing tells how much memory is free.
const USUAL_MEMORY: u64 = 8_000_000_000;

/// How much there may be in clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// As much as fits into the memory that is free.
    #[default]
    Free,
    /// As much as fits into so many bytes.
    Bytes(u64),
    /// So many clauses.
    Clauses(u64),
}

impl Room {
    /// Whether something fits.
    fn holds(self, extent: &Extent) -> bool {
        match self {
            Room::Free => extent.bytes() <= free_memory().into(),
            Room::Bytes(bytes) => extent.bytes() <= bytes.into(),
            Room::Clauses(clauses) => extent.clauses <= clauses.into(),
        }
    }
}

impl Room {
    /// Returns a number of clauses that does not fit, however short they are.
    fn too_many(self) -> usize {
        let memory = |bytes: u64| u128::from(bytes) / HEAD + 1;
        let clauses = match self {
            Room::Free => memory(free_memory()),
            Room::Bytes(bytes) => memory(bytes),
            Room::Clauses(clauses) => u128::from(clauses) + 1,
        };
        usize::try_from(clauses).unwrap_or(usize::MAX)
    }

    /// So many clauses fit, however long they are.
    fn surely(self) -> u128 {
        let memory = |bytes: u64| u128::from(bytes) / (2 * HEAD);
        match self {
            Room::Free => memory(free_memory()),
            Room::Bytes(bytes) => memory(bytes),
            Room::Clauses(clauses) => clauses.into(),
        }
    }
}

impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Room::Free => write!(f, "{} of memory are free", in_bytes(free_memory().into())),
            Room::Bytes(bytes) => write!(f, "the limit is {} of memory", in_bytes((*bytes).into())),
            Room::Clauses(clauses) => write!(f, "the limit is {clauses} clauses"),
        }
    }
}

/// The bytes of memory that are free, as far as the system tells.
fn free_memory() -> u64 {
    let told = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or(USUAL_MEMORY, |kilobytes| kilobytes.saturating_mul(1024))
}

/// How much there is in clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extent {
    variables: u128,
    clauses: u128,
    literals: u128,
    /// Whether there may be more, since it was not counted to the end.
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

    /// That of a length beyond what was measured at a half and the whole of [`LONGEST`].
    fn beyond(half: Size, whole: Size, length: usize) -> Extent {
        Extent {
            variables: grown(half.variables, whole.variables, length),
            clauses: grown(half.clauses, whole.clauses, length),
            literals: grown(half.literals, whole.literals, length),
            is_partial: false,
        }
    }
}

/// Returns a number at a length beyond the longest one, of its values at that and at half of it.
fn grown(half: usize, whole: usize, length: usize) -> u128 {
    let power = (whole.max(1) as f64 / half.max(1) as f64).log2();
    let factor = (length as f64 / LONGEST as f64).powf(power);
    rounded(whole as f64 * factor)
}

impl From<Size> for Extent {
    fn from(Size { variables, clauses, literals }: Size) -> Extent {
        let [variables, clauses, literals] = [variables, clauses, literals]
            .map(|number| u128::try_from(number).expect("at most 64 bits"));
        Extent { variables, clauses, literals, is_partial: false }
    }
}

/// A number that is not below 0 as a whole one.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn rounded(number: f64) -> u128 {
    // A number beyond the range becomes the end of it.
    number.round() as u128
}

/// What is alike in constraints of one size: what they say, of how many literals, with which bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    AtMostOne(usize),
    Cardinality(Side, usize, usize),
    Parity(usize),
}

/// A relation, in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    AtMost,
    AtLeast,
    Exactly,
}

impl Side {
    fn of(relation: Relation) -> Side {
        match relation {
            Relation::AtMost => Side::AtMost,
            Relation::AtLeast => Side::AtLeast,
            Relation::Exactly => Side::Exactly,
        }
    }

    fn relation(self) -> Relation {
        match self {
            Side::AtMost => Relation::AtMost,
            Side::AtLeast => Relation::AtLeast,
            Side::Exactly => Relation::Exactly,
        }
    }
}

impl Likeness {
    /// Returns that of a statement that needs an encoding and has no weights.
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
        Likeness::Cardinality(Side::of(relation), rounded_up(literals), rounded_up(bound))
    }

    fn literals(self) -> usize {
        match self {
            Likeness::AtMostOne(n) | Likeness::Cardinality(_, n, _) | Likeness::Parity(n) => n,
        }
    }

    /// The same of a length that is measured.
    fn shortened(self, length: usize) -> Likeness {
        match self {
            Likeness::AtMostOne(_) => Likeness::AtMostOne(length),
            Likeness::Parity(_) => Likeness::Parity(length),
            Likeness::Cardinality(side, n, bound) => {
                Likeness::Cardinality(side, length, (bound * length).div_ceil(n.max(1)))
            }
        }
    }

    /// What its option is called, and the row that the encodings have for it.
    fn row(self, encodings: &Encodings) -> (&'static str, measure::Constraint) {
        match self {
            Likeness::AtMostOne(n) => {
                ("--amo", measure::Constraint::AtMostOne(*encodings.at_most_one_of(n)))
            }
            Likeness::Cardinality(side, n, bound) => {
                let row = encodings.cardinality_of(n, side.relation());
                ("--card", measure::Constraint::Cardinality(*row, side.relation(), bound))
            }
            Likeness::Parity(n) => {
                ("--xor", measure::Constraint::Parity(*encodings.parity_of(n), true))
            }
        }
    }

    /// Each row of its table, by name.
    fn rows(self) -> Vec<(&'static str, measure::Constraint)> {
        match self {
            Likeness::AtMostOne(_) => at_most_one::ALL
                .iter()
                .map(|row| (row.name, measure::Constraint::AtMostOne(*row)))
                .collect(),
            Likeness::Cardinality(side, _, bound) => cardinality::ALL
                .iter()
                .map(|row| {
                    let relation = side.relation();
                    (row.name, measure::Constraint::Cardinality(*row, relation, bound))
                })
                .collect(),
            Likeness::Parity(_) => parity::ALL
                .iter()
                .map(|row| (row.name, measure::Constraint::Parity(*row, true)))
                .collect(),
        }
    }

    /// How large it is by a row; none if the row has no form for it.
    fn extent(self, row: measure::Constraint) -> Option<Extent> {
        if self.literals() <= LONGEST {
            return row.size(self.literals()).ok().map(Extent::from);
        }
        let at = |length: usize| {
            let row = match (row, self.shortened(length)) {
                (
                    measure::Constraint::Cardinality(row, relation, _),
                    Likeness::Cardinality(.., bound),
                ) => measure::Constraint::Cardinality(row, relation, bound),
                (row, _) => row,
            };
            row.size(length).ok()
        };
        Some(Extent::beyond(at(LONGEST / 2)?, at(LONGEST)?, self.literals()))
    }
}

/// A number rounded up to one of few: exactly up to 16, and then in steps of at most a tenth.
fn rounded_up(number: usize) -> usize {
    let step = (number / 10).max(1).next_power_of_two();
    if number <= 16 { number } else { number.next_multiple_of((step / 2).max(1)) }
}

/// Constraints of one size.
struct Alike<'a> {
    first: Constraint<'a>,
    times: u128,
}

/// The constraints that need most.
enum Largest<'a> {
    /// All of one size.
    Alike(Likeness, Alike<'a>),
    /// A sum that an encoding of weights writes.
    Weights(Constraint<'a>, Relation, Weighed, &'static PseudoBoolean),
}

/// The extent of all constraints, and of those that need most.
#[derive(Default)]
struct Sizes<'a> {
    all: Extent,
    largest: Option<(Extent, Largest<'a>)>,
}

impl<'a> Sizes<'a> {
    fn add(&mut self, extent: Extent, constraints: Largest<'a>) {
        self.all = self.all.plus(&extent);
        if self.largest.as_ref().is_none_or(|(largest, _)| largest.bytes() < extent.bytes()) {
            self.largest = Some((extent, constraints));
        }
    }
}

impl Largest<'_> {
    /// Returns what names them, the row that writes them, and their sizes by other rows.
    fn in_words(&self, model: &Model, encodings: &Encodings) -> (String, &'static str, String) {
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
                let others = weighed.bounded(*relation).others(row.name, room);
                (named(model, &one, 1), row.name, others)
            }
        }
    }
}

/// Refuses a model that has no room in clauses.
///
/// # Errors
///
/// Names the constraints that need most, and what other encodings would need for them.
pub(super) fn foretell(model: &Model, counters: &Counters) -> Result<(), Refusal> {
    let encodings = counters.encodings;
    if is_small(model, encodings) {
        return Ok(());
    }
    let Sizes { all, largest } = sizes(model, counters);
    match largest.filter(|_| !encodings.room.holds(&all)) {
        None => Ok(()),
        Some((extent, largest)) => {
            let (most, row, others) = largest.in_words(model, encodings);
            let (all, extent) = (about(&all), told(&extent));
            let room = encodings.room.to_string();
            Err(Refusal::NoRoom(Box::new(NoRoom { all, room, most, extent, row, others })))
        }
    }
}

/// Returns the sizes of a model's constraints.
fn sizes<'a>(model: &'a Model, counters: &Counters) -> Sizes<'a> {
    let encodings = counters.encodings;
    let mut sizes = Sizes::default();
    let mut alike: BTreeMap<Likeness, Alike> = BTreeMap::new();
    let mut extents: HashMap<Pattern, Option<Extent>> = HashMap::new();
    for constraint in model.constraints().iter() {
        let form = match constraint.statement {
            Statement::Linear(sum, relation, bound) => {
                Some((relation, counters.form(sum, relation, bound)))
            }
            _ => None,
        };
        let likeness = match form {
            None => Likeness::of(constraint.statement),
            Some((relation, Form::Places(Places { count: Some((lits, bound)), .. }))) => {
                Some(Likeness::counted(relation, lits.len(), bound))
            }
            Some((relation, Form::Weights(weighed, row))) => {
                let extent = || weighed.bounded(relation).extent(row, encodings.room);
                if let Some(extent) =
                    *extents.entry(weighed.pattern(relation)).or_insert_with(extent)
                {
                    sizes.add(extent, Largest::Weights(constraint, relation, weighed, row));
                }
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
    sizes
}

/// What is to be known of a counter before a bound is written.
#[derive(Clone, Copy)]
pub(super) struct Counted {
    /// What counts.
    pub row: &'static Cardinality,
    /// How many literals.
    pub literals: usize,
}

/// What is to be known of a formula before bounds are written.
#[derive(Clone, Copy, Default)]
pub(super) struct Before {
    /// How much there may be.
    pub room: Room,
    /// What the constraints have come to.
    pub size: Tally,
    /// With how many variables.
    pub variables: usize,
}

/// Refuses a bound on an objective that has no room in clauses: at most so many literals of a
/// counter.
///
/// # Errors
///
/// Says what the bound needs, and what other encodings would need for it.
pub(super) fn foretell_bound(
    counted: Counted,
    at_most: usize,
    before: &Before,
) -> Result<(), Refusal> {
    let Counted { row, literals } = counted;
    if at_most >= literals || worst(literals) <= before.room.surely() {
        return Ok(());
    }
    let likeness = Likeness::counted(Relation::AtMost, literals, at_most);
    let Likeness::Cardinality(_, _, rounded) = likeness else { return Ok(()) };
    let counter = measure::Constraint::Cardinality(*row, Relation::AtMost, rounded);
    let Some(extent) = likeness.extent(counter) else { return Ok(()) };
    let Tally { clauses, literals: of_clauses } = before.size;
    let stated = Size { variables: before.variables, clauses, literals: of_clauses };
    let all = extent.plus(&Extent::from(stated));
    if before.room.holds(&all) {
        return Ok(());
    }
    Err(Refusal::NoRoom(Box::new(NoRoom {
        all: about(&all),
        room: before.room.to_string(),
        most: format!("a bound on the objective, of {literals} literals"),
        extent: told(&extent),
        row: row.name,
        others: others(likeness, 1, row.name, before.room, "--card"),
    })))
}

/// Why a model is not written: its clauses need more room than there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// What all constraints come to.
    pub all: String,
    /// How much room there is.
    pub room: String,
    /// The constraints that need most.
    pub most: String,
    /// What these come to.
    pub extent: String,
    /// By which encoding.
    pub row: &'static str,
    /// What they come to by others.
    pub others: String,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoRoom { all, room, most, extent, row, others } = self;
        write!(
            f,
            "the clauses would be too many: {all}, and {room}. Most are of {most}: {extent} by {row}. {others}"
        )
    }
}

/// Whether there is room even if each constraint is written at its worst.
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

/// So many clauses a constraint of a length has at most.
fn worst(length: usize) -> u128 {
    let length = u128::try_from(length).expect("at most 64 bits");
    length * length * WORST
}

/// The constraints in words: the name of the first, and how many are like it.
fn named(model: &Model, alike: &Alike, literals: usize) -> String {
    let name = match alike.first.origin() {
        Some(origin) if model.origins()[origin].kind() == Kind::Row => {
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

/// What other rows would need, the smallest first, as far as there is room for them.
fn others(
    likeness: Likeness,
    times: u128,
    chosen: &str,
    room: Room,
    option: &'static str,
) -> String {
    let mut rows: Vec<(Extent, &str)> = likeness
        .rows()
        .into_iter()
        .filter(|(name, _)| *name != chosen)
        .filter_map(|(name, row)| Some((likeness.extent(row)?.times(times), name)))
        .collect();
    rows.sort_by_key(|row| row.0.bytes());
    let fitting = rows.iter().filter(|(extent, _)| room.holds(extent)).count();
    let one = |(extent, name): &(Extent, &str)| format!("{option} {name}: {}", told(extent));
    let shown: Vec<String> = rows.iter().take(fitting.clamp(1, 4)).map(one).collect();
    let shown = shown.join("; ");
    match fitting {
        0 => format!(
            "No encoding here has room for it (the smallest is {shown}): use --solver opb:COMMAND, or export to opb or lp"
        ),
        _ => format!("Other encodings need less: {shown}; --clause-limit N allows more clauses"),
    }
}

/// An extent in words.
fn told(extent: &Extent) -> String {
    if extent.is_partial {
        let (clauses, bytes) = (short(extent.clauses), in_bytes(extent.bytes()));
        return format!("more than {clauses} clauses ({bytes})");
    }
    format!(
        "{} clauses with {} variables ({})",
        short(extent.clauses),
        short(extent.variables),
        in_bytes(extent.bytes())
    )
}

/// Returns an extent in words that is the sum of many, each rounded.
fn about(extent: &Extent) -> String {
    let about = if extent.is_partial { "" } else { "about " };
    format!("{about}{}", told(extent))
}

/// A number with two digits that count: 200 million.
fn short(number: u128) -> String {
    scaled(number, &[(1_000_000_000, " thousand million"), (1_000_000, " million"), (1, "")])
}

fn in_bytes(bytes: u128) -> String {
    scaled(bytes, &[(1_000_000_000, " GB"), (1_000_000, " MB"), (1, " bytes")])
}

fn scaled(number: u128, units: &[(u128, &str)]) -> String {
    let (unit, name) = units.iter().find(|unit| number >= unit.0).unwrap_or(&(1, ""));
    match number / unit {
        whole @ 0..10 if *unit > 1 => format!("{whole}.{}{name}", number % unit * 10 / unit),
        whole => format!("{whole}{name}"),
    }
}

#[cfg(test)]
mod tests {
    use quarrel_encodings::Clauses;

    use super::*;
    use crate::encode::encode;
    use crate::model::{Count, Objective};
    use crate::stop::Stop;

    /// All that a constraint of that length may be, by every row that has a form for it.
    fn every(length: usize, bounds: &[usize]) -> Vec<(Likeness, measure::Constraint)> {
        let sides = [Side::AtMost, Side::AtLeast, Side::Exactly];
        let counted = bounds
            .iter()
            .flat_map(|&bound| sides.map(|side| Likeness::Cardinality(side, length, bound)));
        let all = counted.chain([Likeness::AtMostOne(length), Likeness::Parity(length)]);
        all.flat_map(|likeness| likeness.rows().into_iter().map(move |(_, row)| (likeness, row)))
            .collect()
    }

    /// What goes on by a power beyond the longest that is measured is what is written there, within
    /// a factor of two: networks are larger just behind a power of two.
    #[test]
    fn sizes_beyond_those_measured_are_near() {
        for (likeness, row) in every(600, &[7, 60]) {
            let (Ok(size), Some(foretold)) = (row.size(600), likeness.extent(row)) else {
                continue;
            };
            let (told, is) = (foretold.clauses as f64, size.clauses as f64);
            assert!((0.5..2.0).contains(&(told / is)), "{}: {told} for {is}", row.encoding());
        }
    }

    /// A model is passed over only if it is small by each row.
    #[test]
    fn no_constraint_is_larger_than_its_worst() {
        for length in [3, 10, 40, 200] {
            for (likeness, row) in every(length, &[1, length / 2]) {
                let is_direct = row.encoding() == "direct";
                let Some(extent) = likeness.extent(row).filter(|_| !is_direct) else { continue };
                let length = u128::try_from(length).expect("a small number");
                assert!(extent.clauses <= length * length * WORST, "{row:?}: {extent:?}");
            }
        }
    }

    #[test]
    fn lengths_are_rounded_up_a_little() {
        for number in 0..5_000_usize {
            let rounded = rounded_up(number);
            assert!((number..=number + number / 10 + 1).contains(&rounded), "{number}: {rounded}");
        }
        assert_eq!((rounded_up(16), rounded_up(17)), (16, 17));
    }

    #[test]
    fn what_has_no_room_is_named_and_nothing_is_written() {
        let mut model = Model::new();
        let lits: Vec<_> = (0..3_000).map(|number| model.named(number)).collect();
        model.at_most_one("one of many", lits[..2_000].iter().copied());
        model.cardinality("some", lits.iter().copied(), Relation::AtMost, 3);
        let pairwise = Some(&at_most_one::pairwise::ROW);
        let room = Room::Clauses(100_000);
        let of = |by_length| Encodings {
            at_most_one: pairwise,
            by_length,
            room,
            ..Encodings::default()
        };
        let (mut clauses, stop) = (Clauses::new(), Stop::never());
        match encode(&model, &of(false), &mut clauses, &stop).map(drop) {
            Err(Refusal::NoRoom(why)) => {
                assert_eq!(why.row, "pairwise");
                assert!(why.most.contains("`one of many`, of 2000 literals"), "{why}");
                assert!(why.others.contains("--amo product: "), "{why}");
            }
            other => panic!("{other:?}"),
        }
        assert!(clauses.is_empty());
        assert!(encode(&model, &of(true), &mut clauses, &stop).is_ok());
    }

    /// A bound on an objective is refused before any of its clauses, and one that has room is
    /// written.
    #[test]
    fn bounds_that_have_no_room_are_named_and_not_written() {
        let mut model = Model::new();
        let lits: Vec<_> = (0..2_000).map(|number| model.named(number)).collect();
        model.optimise(Objective::minimise(Count::new(lits, Vec::new())));
        let encodings = Encodings { room: Room::Clauses(100_000), ..Encodings::default() };
        let (mut clauses, stop) = (Clauses::new(), Stop::never());
        let mut formula = encode(&model, &encodings, &mut clauses, &stop).expect("no constraint");
        match formula.bound(1_000, &mut clauses, &stop) {
            Err(Refusal::NoRoom(why)) => {
                assert!(why.most.contains("a bound on the objective, of 2000 literals"), "{why}");
                assert!(why.others.contains("--card "), "{why}");
            }
            other => panic!("{other:?}"),
        }
        assert!(clauses.is_empty());
        assert!(formula.bound(5, &mut clauses, &stop).is_ok() && clauses.len() <= 100_000);
        assert!(formula.bound(2_000, &mut clauses, &stop).is_ok(), "it bounds nothing");
    }

    /// What is foretold of a bound is what is written, within a factor of two.
    #[test]
    fn what_is_foretold_of_a_bound_is_near() {
        let (literals, at_most) = (600, 60);
        for row in cardinality::ALL {
            let mut model = Model::new();
            let lits: Vec<_> = (0..literals).map(|number| model.named(number)).collect();
            model.optimise(Objective::minimise(Count::new(lits, Vec::new())));
            let encodings = Encodings { cardinality: Some(row), ..Encodings::default() };
            let (mut clauses, stop) = (Clauses::new(), Stop::never());
            let formula = encode(&model, &encodings, &mut clauses, &stop);
            let bounded = formula.and_then(|mut formula| {
                let bound = i64::try_from(at_most).expect("a small number");
                formula.bound(bound, &mut clauses, &stop)
            });
            if bounded.is_err() {
                continue;
            }
            let refused = |most: usize| {
                let room = Room::Clauses(u64::try_from(most).expect("a small number"));
                let counted = Counted { row, literals };
                foretell_bound(counted, at_most, &Before { room, ..Before::default() }).is_err()
            };
            let written = clauses.len();
            assert!(refused(written / 2 - 1) && !refused(written * 2), "{}: {written}", row.name);
        }
    }
}
