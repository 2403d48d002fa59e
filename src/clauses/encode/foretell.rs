//! Forecasts of a model's size in clauses.
//!
//! A model that is too large is refused before it is written: the 200 million pairwise clauses of
//! an at-most-one of 20,000 literals take 20 GB.
//!
//! Constraints of the same kind, length and bound have the same size, which the encodings forecast
//! ([`MeasuredConstraint::forecast`]). Lengths and bounds are rounded up, so that few different
//! sizes have to be forecast. No size is forecast if the model fits the limit even at the worst
//! sizes. The clauses of sums with weights are counted exactly, without writing them.
//!
//! The size of an objective's counter is forecast for each bound when the search demands it, since
//! the bound determines which parts of the counter are written. Shapes and orders are ignored,
//! because they change sizes only by a small factor.

use std::collections::{BTreeMap, HashMap};

use quarrel_encodings::cardinality::Cardinality;
use quarrel_encodings::measure::MeasuredConstraint;
use quarrel_encodings::pseudo_boolean::{self, Group, PseudoBoolean, adder};
use quarrel_encodings::{Error, Parity};

use super::counters::Counters;
use super::repeat::RepeatedPlaces;
use super::room::{Extent, no_room};
use super::weighted::{BoundForm, BoundedSum, Pattern, WeightedBound};
use super::{EncodeRefusal, EncodingRow, Encodings, Room};
use crate::model::{Constraint, Model, Relation, Statement};
use crate::stop::Stop;

/// A constraint of n literals takes at most `WORST` · n² clauses. If all constraints fit the limit
/// even at this size, their sizes are not forecast.
const WORST: u128 = 8;

/// The number of clauses that a weighted sum of n literals is assumed to take if `auto` chooses its
/// encoding. If [`WORST`] · n² is larger, that number is assumed instead.
const WORST_OF_SUM: u128 = 2_000_000;

/// The greatest number of clauses of an encoding of weights that is proposed instead of a refused
/// one. The only exception is binary addition. It is allowed to have more clauses, since they are
/// counted quickly.
const MOST_OF_OTHERS: usize = 1 << 22;

/// A class of constraints that have the same size in each encoding. Lengths and bounds are rounded
/// up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SizeClass {
    /// An at-most-one or exactly-one with this number of literals.
    AtMostOne(usize),
    /// A cardinality constraint with this relation, number of literals and bound.
    Cardinality(Relation, usize, usize),
    /// A parity with this number of literals.
    Parity(usize),
}

impl SizeClass {
    /// Returns the size class of a statement, with its length and bound rounded up. Returns `None`
    /// for a clause, which needs no encoding, and for a sum with weights, which is counted exactly.
    fn from_statement(statement: Statement) -> Option<SizeClass> {
        match statement {
            Statement::Clause(_) | Statement::Linear(..) => None,
            Statement::AtMostOne(lits) | Statement::ExactlyOne(lits) => {
                Some(SizeClass::AtMostOne(rounded_up(lits.len())))
            }
            Statement::Cardinality(lits, relation, bound) => {
                Some(SizeClass::for_cardinality(relation, lits.len(), bound))
            }
            Statement::Parity(lits, _) => Some(SizeClass::Parity(rounded_up(lits.len()))),
        }
    }

    /// Returns the size class of cardinality constraints, with both numbers rounded up.
    fn for_cardinality(relation: Relation, literals: usize, bound: usize) -> SizeClass {
        SizeClass::Cardinality(relation, rounded_up(literals), rounded_up(bound))
    }

    fn literals(self) -> usize {
        match self {
            SizeClass::AtMostOne(n) | SizeClass::Cardinality(_, n, _) | SizeClass::Parity(n) => n,
        }
    }

    /// Returns the encoding that `encodings` choose for the constraints of the class. The choice
    /// depends on the rounded length of the class.
    fn row(self, encodings: &Encodings) -> EncodingRow {
        match self {
            SizeClass::AtMostOne(n) => EncodingRow::AtMostOne(encodings.at_most_one_of(n)),
            SizeClass::Cardinality(relation, n, _) => {
                EncodingRow::Cardinality(encodings.cardinality_of(n, relation))
            }
            SizeClass::Parity(n) => EncodingRow::Parity(encodings.parity_of(n)),
        }
    }

    /// Returns the forecast size of one constraint of the class. For a parity, this is the size of
    /// an odd parity. Returns `None` if the encoding cannot express the constraint, if the encoding
    /// is for another kind of constraints, or if its size cannot be forecast.
    fn extent(self, row: EncodingRow) -> Option<Extent> {
        let constraint = match (self, row) {
            (SizeClass::AtMostOne(_), EncodingRow::AtMostOne(row)) => {
                MeasuredConstraint::AtMostOne(*row)
            }
            (SizeClass::Cardinality(relation, _, bound), EncodingRow::Cardinality(row)) => {
                MeasuredConstraint::Cardinality(*row, relation, bound)
            }
            (SizeClass::Parity(_), EncodingRow::Parity(row)) => {
                MeasuredConstraint::Parity(*row, Parity::Odd)
            }
            _ => return None,
        };
        constraint.forecast(self.literals(), usize::MAX).ok()?.size().map(Extent::from)
    }

    /// Returns advice to use another encoding than `chosen`, for `times` constraints of the class.
    /// Encodings without a forecast are not advised.
    fn advise_others(self, times: u128, chosen: EncodingRow, room: Room) -> String {
        let extents = EncodingRow::all()
            .filter(|row| row.name() != chosen.name())
            .filter_map(|row| Some((self.extent(row)?.times(times), row.name())))
            .collect();
        advice(chosen.option(), extents, room, "")
    }
}

/// Rounds a number up, by at most a tenth. Returns numbers up to 16 unchanged.
fn rounded_up(number: usize) -> usize {
    let step = (number / 10).max(1).next_power_of_two();
    if number <= 16 { number } else { number.next_multiple_of((step / 2).max(1)) }
}

/// Constraints of a model whose size is forecast together.
struct Part<'a> {
    /// The size of all these constraints together.
    extent: Extent,
    /// The first of these constraints in the model. Messages name these constraints by its group or
    /// origin.
    first: Constraint<'a>,
    /// The number of constraints.
    times: u128,
    kind: PartKind,
}

/// The kind of a [`Part`]: constraints of one size class, or one sum with weights.
enum PartKind {
    /// Constraints that have the same size in each encoding.
    SameSize(SizeClass),
    /// A sum with weights: its relation, its terms and bound, and its encoding.
    Weights(Relation, WeightedBound, &'static PseudoBoolean),
}

/// The size of all constraints, and the part of them that takes the most memory.
#[derive(Default)]
struct SizeForecast<'a> {
    /// The size of all constraints together.
    all: Extent,
    /// The part with the most bytes; `None` if no constraint needs an encoding.
    largest: Option<Part<'a>>,
}

impl<'a> SizeForecast<'a> {
    /// Adds the size of a part, and keeps the part if it is the largest so far.
    fn add(&mut self, part: Part<'a>) {
        self.all = self.all.plus(&part.extent);
        if self.largest.as_ref().is_none_or(|largest| largest.extent.bytes() < part.extent.bytes())
        {
            self.largest = Some(part);
        }
    }
}

impl Part<'_> {
    /// Returns the refusal of a model, with advice. `self` must be the largest part of the model,
    /// and `all` is the size of the whole model. There is no advice in a
    /// [measurement](Room::Measured). The advice can be incomplete after a stop.
    fn refusal(
        &self,
        all: &Extent,
        model: &Model,
        encodings: &Encodings,
        stop: &Stop,
    ) -> EncodeRefusal {
        let Part { extent, times, .. } = self;
        let room = encodings.room;
        match &self.kind {
            PartKind::SameSize(likeness) => {
                let row = likeness.row(encodings);
                let most = self.describe(model, likeness.literals());
                no_room(all, room, (most, extent, row.name()), || {
                    likeness.advise_others(*times, row, room)
                })
            }
            PartKind::Weights(relation, weighed, row) => {
                no_room(all, room, (self.describe(model, 1), extent, row.name), || {
                    advise_other_weights(weighed.bounded(*relation), row.name, room, stop)
                })
            }
        }
    }

    /// Returns the constraints in words: the place of the first one, its number of literals, and
    /// the number of other constraints of its class. The place is the origin in a model file if
    /// there is one, and otherwise the group. If `literals`, the rounded length of the class, is at
    /// least 1, so is the number of literals.
    fn describe(&self, model: &Model, literals: usize) -> String {
        let name = super::origin_text(model, self.first)
            .unwrap_or_else(|| format!("the group `{}`", model.groups()[self.first.group()]));
        let literals = self.first.statement.lits().len().max(literals.min(1));
        match self.times {
            1 => format!("{name}, of {literals} literals"),
            times => format!("{name} and {} like it, of about {literals} literals each", times - 1),
        }
    }
}

/// Refuses a model whose clauses would exceed the limit. Also refuses a model if an encoding of
/// weights cannot express one of its constraints. If the model is so small that nothing is
/// forecast, never fails. Otherwise fails on a stop; a stop comes before a refusal for the size.
/// Stores the choices of encodings for weighted sums in `counters`.
pub(super) fn refuse_large(
    model: &Model,
    counters: &Counters,
    stop: &Stop,
) -> Result<(), EncodeRefusal> {
    let encodings = counters.encodings;
    if is_small(model, counters) {
        return Ok(());
    }
    let SizeForecast { all, largest } = sizes(model, counters, stop)?;
    let excessive = largest.filter(|_| !encodings.room.admits(&all));
    let refusal = excessive.map(|largest| largest.refusal(&all, model, encodings, stop));
    match refusal {
        _ if stop.is_reached() => Err(Error::Stopped.into()),
        Some(refusal) => Err(refusal),
        None => Ok(()),
    }
}

/// Returns the total size of all constraints that need an encoding and of the literals of integers'
/// values, and the largest part among the constraints. Clauses of the model and constraints without
/// a forecast count as nothing. In a [measurement](Room::Measured), ends as soon as the sizes exceed the limit. After a stop, the
/// result means nothing. Stores the choices of encodings for weighted sums in `counters`. Fails if
/// an encoding of weights cannot express a constraint. Without this failure, the encoding would
/// need as much work to find the same again.
fn sizes<'a>(
    model: &'a Model,
    counters: &Counters,
    stop: &Stop,
) -> Result<SizeForecast<'a>, EncodeRefusal> {
    let encodings = counters.encodings;
    let mut sizes = SizeForecast { all: *counters.extent_of_integers(), largest: None };
    let mut classes: BTreeMap<SizeClass, (Constraint, u128)> = BTreeMap::new();
    let mut extents: HashMap<Pattern, Extent> = HashMap::new();
    let is_over =
        |all: &Extent| matches!(encodings.room, Room::Measured(_) if !encodings.room.admits(all));
    for constraint in model.constraints().iter() {
        if stop.is_reached() || is_over(&sizes.all) {
            break;
        }
        let (form, relation) = match constraint.statement {
            Statement::Linear(row) => (Some(counters.form(row)), row.relation),
            Statement::Cardinality(lits, relation, bound) => {
                (counters.form_of_count(lits, relation, bound), relation)
            }
            _ => (None, Relation::AtMost),
        };
        let likeness = match form {
            Some(form) => match form {
                BoundForm::Places(RepeatedPlaces { count: Some((lits, bound)), .. }) => {
                    Some(SizeClass::for_cardinality(relation, lits.len(), bound))
                }
                BoundForm::Weights(weighed, encoding) => {
                    let pattern = weighed.pattern(relation);
                    let extent = match extents.get(&pattern) {
                        Some(extent) => *extent,
                        None => {
                            let sum = weighed.bounded(relation);
                            let extent = sum.forecast(encoding, encodings.room.too_many(), stop);
                            let extent = extent.map_err(|refusal| {
                                EncodeRefusal::from(refusal)
                                    .with_place(|| super::origin_text(model, constraint))
                            })?;
                            *extents.entry(pattern).insert_entry(extent.into()).get()
                        }
                    };
                    let kind = PartKind::Weights(relation, weighed, encoding);
                    sizes.add(Part { extent, first: constraint, times: 1, kind });
                    None
                }
                BoundForm::Places(_) | BoundForm::Contradiction => None,
            },
            None => SizeClass::from_statement(constraint.statement),
        };
        if let Some(likeness) = likeness {
            classes.entry(likeness).or_insert((constraint, 0)).1 += 1;
        }
    }
    for (likeness, (first, times)) in classes {
        if let Some(extent) = likeness.extent(likeness.row(encodings)) {
            let total = extent.times(times);
            sizes.add(Part { extent: total, first, times, kind: PartKind::SameSize(likeness) });
        }
    }
    Ok(sizes)
}

/// Returns whether a model fits the limit even if each constraint takes its worst size. If the
/// limit is on memory, this holds only if the clauses are not very long. Clauses of the model count
/// as nothing. The worst size of n literals is [`WORST`] · n² clauses. For a sum with weights, it
/// is at least [`WORST_OF_SUM`]. Returns `false` if the model has a sum with weights and the user
/// chose an encoding for it, because the worst size is then unknown.
fn is_small(model: &Model, counters: &Counters) -> bool {
    let encodings = counters.encodings;
    let mut worst = counters.extent_of_integers().clauses;
    for statement in model.constraints().statements() {
        worst = worst.saturating_add(match statement {
            Statement::Clause(_) => 0,
            Statement::Linear(..) if encodings.pseudo_boolean.is_some() => return false,
            Statement::Linear(..) => self::worst(statement.lits().len()).max(WORST_OF_SUM),
            _ => self::worst(statement.lits().len()),
        });
    }
    worst <= encodings.room.safe_clauses()
}

/// Returns the greatest number of clauses that a constraint with this number of literals can take.
fn worst(length: usize) -> u128 {
    let length = u128::try_from(length).expect("at most 64 bits");
    length * length * WORST
}

/// The limit on clauses, and the size of the clauses that are written before the bounds of a
/// search.
#[derive(Clone, Copy, Default)]
pub(super) struct RoomLeft {
    /// The limit on the clauses of the model and the bounds together.
    pub room: Room,
    /// The size of the clauses that are written already.
    pub written: Extent,
}

/// The data from which the size of an objective's counter is forecast: the encoding, and the number
/// of counted literals.
#[derive(Clone, Copy)]
pub(super) struct CounterForecast {
    pub row: &'static Cardinality,
    pub literals: usize,
}

impl RoomLeft {
    /// Refuses the clauses of a bound on the objective if these and the clauses that are already
    /// written exceed the limit. `row` is the name of the encoding, and `literals` describes the
    /// literals in words. `others` returns the advice; it is called only for a refusal, and not in
    /// a [measurement](Room::Measured).
    fn refuse(
        &self,
        extent: &Extent,
        row: &'static str,
        literals: &str,
        others: impl FnOnce() -> String,
    ) -> Result<(), EncodeRefusal> {
        let all = extent.plus(&self.written);
        if self.room.admits(&all) {
            return Ok(());
        }
        let most = format!("a bound on the objective, over {literals}");
        Err(no_room(&all, self.room, (most, extent, row), others))
    }

    /// Refuses the bound "at most `at_most` literals are true" if the clauses of its counter,
    /// together with the clauses that are already written, exceed the limit. The forecast is for
    /// rounded numbers. Accepts these bounds: a bound that always holds; a bound on so few literals
    /// that even the worst size is safe by itself; a bound whose size cannot be forecast.
    pub fn refuse_bound(
        &self,
        counted: CounterForecast,
        at_most: usize,
    ) -> Result<(), EncodeRefusal> {
        let CounterForecast { row, literals } = counted;
        if at_most >= literals || worst(literals) <= self.room.safe_clauses() {
            return Ok(());
        }
        let likeness = SizeClass::for_cardinality(Relation::AtMost, literals, at_most);
        let row = EncodingRow::Cardinality(row);
        let Some(extent) = likeness.extent(row) else { return Ok(()) };
        self.refuse(&extent, row.name(), &format!("{literals} literals"), || {
            likeness.advise_others(1, row, self.room)
        })
    }

    /// Refuses the first bound on a sum with weights, "at most `most`", if its clauses exceed the
    /// limit, together with the clauses that are already written. Accepts a sum that the encoding
    /// cannot express, even after a stop. In all other cases, fails on a stop.
    pub fn refuse_weights(
        &self,
        row: &'static PseudoBoolean,
        groups: &[Group],
        most: u128,
        stop: &Stop,
    ) -> Result<(), EncodeRefusal> {
        let bounded = BoundedSum { groups, relation: None, bound: most };
        // If there is no forecast, the encoding itself refuses the bound later.
        let Ok(forecast) = bounded.forecast(row, self.room.too_many(), stop) else {
            return Ok(());
        };
        let literals: usize = groups.iter().map(|group| group.terms().len()).sum();
        let literals = format!("{literals} literals with weights");
        let fits = self.refuse(&forecast.into(), row.name, &literals, || {
            advise_other_weights(bounded, row.name, self.room, stop)
        });
        if stop.is_reached() { Err(Error::Stopped.into()) } else { fits }
    }
}

/// Returns advice to use another encoding than `chosen` for a sum with weights. Names only
/// encodings whose clauses fit the limit. Names an encoding other than binary addition only if it
/// has at most [`MOST_OF_OTHERS`] clauses, so that the clauses are counted quickly. If no encoding
/// fits and the sum is the objective, the advice includes a search by cores. After a stop, the
/// advice can lack encodings.
fn advise_other_weights(sum: BoundedSum, chosen: &str, room: Room, stop: &Stop) -> String {
    let fitting = pseudo_boolean::ALL
        .iter()
        .filter(|row| row.name != chosen)
        .filter_map(|row| {
            let most = if row.name == adder::ROW.name { usize::MAX } else { MOST_OF_OTHERS };
            let forecast = sum.forecast(row, most.min(room.too_many()), stop).ok()?;
            let extent = Extent::from(forecast.size()?);
            room.admits(&extent).then_some((extent, row.name))
        })
        .collect();
    // A core-guided search needs no bound on the objective, so it is advised if the sum is the
    // objective.
    let by_cores = if sum.relation.is_none() { "--search oll, " } else { "" };
    advice("pb", fitting, room, by_cores)
}

/// Returns advice to use one of the other encodings whose clauses fit the limit. `others` has the
/// size and the name of each other encoding; sizes beyond the limit are allowed. Names at most four
/// of the encodings that fit, the one with the fewest bytes first, and the option for a higher
/// limit. `option` is the command-line option that chooses them, without dashes. If no encoding
/// fits, the advice names the smallest encoding, if there is one, and ways that need no clauses.
/// These ways begin with `first`.
fn advice(
    option: &str,
    mut others: Vec<(Extent, &'static str)>,
    room: Room,
    first: &str,
) -> String {
    others.sort_by_key(|(extent, _)| extent.bytes());
    let fitting = others.iter().filter(|(extent, _)| room.admits(extent)).count();
    let shown = others.iter().take(fitting.clamp(1, 4));
    let examples: Vec<String> =
        shown.map(|(extent, name)| format!("--{option} {name}: {extent}")).collect();
    let text = examples.join("; ");
    if fitting > 0 {
        return format!("Other encodings need less: {text}; --clause-limit N allows more clauses");
    }
    let smallest = if text.is_empty() { text } else { format!(" (the smallest is {text})") };
    format!(
        "No encoding is small enough{smallest}: use {first}--solver opb:COMMAND, or export to opb or lp"
    )
}

#[cfg(test)]
mod tests;
