//! The size that each encoding adds to the formula of one model.

use quarrel_encodings::{Error, Size};

use super::{EncodeRefusal, EncodingRow, Encodings, Room, Shape, Tally, encode};
use crate::model::{Model, Statement};
use crate::stop::Stop;

/// The greatest number of clauses that are counted for one encoding, if the user sets no limit on
/// clauses. Counting so many takes at most half a second and 200 MB of memory.
const MOST_CLAUSES: u64 = 4_000_000;

/// The size that an encoding adds to a model, or the reason why the size is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedSize {
    /// The measured number of variables, clauses and literals.
    Size(Size),
    /// The encoding cannot encode one of the constraints.
    NoForm,
    /// The encoding needs more clauses than this number, at which counting ends.
    MoreThan(u64),
    /// The measurement was stopped before this size was known.
    Stopped,
}

/// The sizes that the encodings of all tables add to one model.
pub struct AddedSizes {
    /// The number of the model's own variables.
    pub variables: usize,
    /// The total size of those constraints of the model that are already clauses, and so need no
    /// encoding.
    pub clauses: Size,
    /// The tables of encodings. A table is left out if the model has no constraint of its kind.
    pub tables: Vec<AddedTable>,
}

/// The sizes that the encodings of one table add.
pub struct AddedTable {
    /// The kind of constraints in words, as the heading of the table.
    pub title: &'static str,
    /// The command-line option of the table, without dashes.
    pub option: &'static str,
    /// The number of constraints of this kind.
    pub constraints: usize,
    /// The name of each encoding of the table, and the size that it adds to the model.
    pub rows: Vec<(&'static str, AddedSize)>,
}

/// A kind of constraints, and the way in which the encodings for it are measured.
struct AddedKind {
    title: &'static str,
    option: &'static str,
    /// Returns whether a statement is of this kind.
    is_one: fn(&Statement) -> bool,
    /// The encodings with which the size is measured. While an encoding of the table is measured,
    /// it replaces the one that is chosen here.
    encodings: Encodings,
    /// The encodings with which the constraints of all other kinds are measured. The size of these
    /// constraints is subtracted from the size of the whole model. This field is `None` if the
    /// constraints of this kind are measured alone.
    others: Option<Encodings>,
}

impl AddedSize {
    /// Returns the size. Returns `None` if it was not measured.
    pub fn size(self) -> Option<Size> {
        match self {
            AddedSize::Size(size) => Some(size),
            _ => None,
        }
    }

    /// Returns this size minus the size `part` of a part of the model. Each number of the
    /// difference is at least 0. If `self` is not a size, returns `self`. Otherwise, if `part` is
    /// not a size, returns `part`.
    fn minus(self, part: AddedSize) -> AddedSize {
        match (self, part) {
            (AddedSize::Size(total), AddedSize::Size(part)) => AddedSize::Size(Size {
                variables: total.variables.saturating_sub(part.variables),
                clauses: total.clauses.saturating_sub(part.clauses),
                literals: total.literals.saturating_sub(part.literals),
            }),
            (AddedSize::Size(_), part) => part,
            (total, _) => total,
        }
    }
}

impl AddedSizes {
    /// Measures what each encoding of each table adds. A table is left out if the model has no
    /// constraint of its kind. Counts at most the clauses that `encodings` allow, or 4 million
    /// without such a limit. `pb`, and `card` if the shape follows the model, are measured among
    /// the other constraints, which `encodings` encode; other tables, alone. After a stop, missing
    /// sizes are `Stopped`. The model's own clauses count as 0 if not known.
    ///
    /// # Errors
    ///
    /// If the order or the shape is not possible for the model, or there is not enough memory.
    pub fn measure(
        model: &Model,
        encodings: &Encodings,
        stop: &Stop,
    ) -> Result<AddedSizes, EncodeRefusal> {
        let room = Room::Measured(most(encodings));
        let encodings = &Encodings { room, ..encodings.clone() };
        let clauses = model.filtered(|statement| matches!(statement, Statement::Clause(_)));
        let clauses = size(&clauses, &flat(encodings), stop)?;
        let mut tables = kinds(encodings)
            .into_iter()
            .map(|kind| kind.measure(model, stop))
            .collect::<Result<Vec<AddedTable>, _>>()?;
        tables.retain(|table| table.constraints > 0);
        let total = clauses.size().unwrap_or_default();
        Ok(AddedSizes { variables: model.labels().len(), clauses: total, tables })
    }
}

/// Returns the kinds of constraints to measure, in the order of the tables: `amo`, `card`, `pb`,
/// `xor`. At-most-ones and parities are measured alone and with flat counters. If the shape of
/// `encodings` does not follow the model, cardinality constraints are measured alone and in this
/// shape. But counters along at-most-ones, and encodings of weighted sums, rely on constraints of
/// other kinds. So their size is the size of the whole model minus the size of the model without
/// them. For `card`, the model without them is measured with flat counters; for `pb`, in the shape
/// of `encodings`.
fn kinds(encodings: &Encodings) -> [AddedKind; 4] {
    let follows = encodings.shape.follows_model();
    [
        AddedKind {
            title: "At most one, exactly one",
            option: "amo",
            is_one: |one| matches!(one, Statement::AtMostOne(_) | Statement::ExactlyOne(_)),
            encodings: flat(encodings),
            others: None,
        },
        AddedKind {
            title: "Cardinality",
            option: "card",
            is_one: |one| matches!(one, Statement::Cardinality(..)),
            encodings: encodings.clone(),
            others: follows.then(|| flat(encodings)),
        },
        AddedKind {
            title: "Sums with weights",
            option: "pb",
            is_one: |one| matches!(one, Statement::Linear(..)),
            encodings: encodings.clone(),
            others: Some(encodings.clone()),
        },
        AddedKind {
            title: "Parity",
            option: "xor",
            is_one: |one| matches!(one, Statement::Parity(..)),
            encodings: flat(encodings),
            others: None,
        },
    ]
}

impl AddedKind {
    /// Measures the size that each encoding of this kind adds. If `others` is `None`, this is the
    /// size of the constraints of this kind alone. Otherwise it is the size of the whole model
    /// minus the size of its other constraints. The rows are in the order of the table. There are
    /// no rows if the model has no constraint of this kind.
    ///
    /// An encoding that cannot express a constraint has the entry [`NoForm`](AddedSize::NoForm). An
    /// encoding that exceeds the limit has [`MoreThan`](AddedSize::MoreThan). After a stop, the
    /// remaining rows have the entry [`Stopped`](AddedSize::Stopped). If only the size of the other
    /// constraints is not known, a row has the reason for this as its entry.
    ///
    /// # Errors
    ///
    /// If the order or the shape is not possible for the model, or there is not enough memory.
    fn measure(self, model: &Model, stop: &Stop) -> Result<AddedTable, EncodeRefusal> {
        let AddedKind { title, option, is_one, encodings, others } = self;
        let alone = model.filtered(|statement| is_one(&statement));
        let constraints = alone.constraints().len();
        if constraints == 0 {
            return Ok(AddedTable { title, option, constraints, rows: Vec::new() });
        }
        // The sizes of the other constraints do not depend on the measured encoding.
        let others = others
            .map(|others| size(&model.filtered(|statement| !is_one(&statement)), &others, stop))
            .transpose()?;
        let rows = EncodingRow::for_option(option)
            .map(|row| {
                let encodings = row.chosen_in(&encodings);
                let cost = match others {
                    None => size(&alone, &encodings, stop)?,
                    Some(others) => size(model, &encodings, stop)?.minus(others),
                };
                Ok((row.name(), cost))
            })
            .collect::<Result<Vec<_>, EncodeRefusal>>()?;
        Ok(AddedTable { title, option, constraints, rows })
    }
}

/// Returns a copy of the encodings with the shape `flat`.
fn flat(encodings: &Encodings) -> Encodings {
    Encodings { shape: Shape::Flat, ..encodings.clone() }
}

/// Returns the size of the clauses that `encodings` make of a model, without bounds on its
/// objective. Counts only auxiliary variables. If there is no size, the result gives the reason:
/// [`NoForm`](AddedSize::NoForm), [`MoreThan`](AddedSize::MoreThan) or
/// [`Stopped`](AddedSize::Stopped). Fails if the order or the shape is refused, or if memory is
/// short. The encoding ends at a limit on the number of clauses, and not after a certain time. So
/// the result does not depend on the speed of the machine.
fn size(model: &Model, encodings: &Encodings, stop: &Stop) -> Result<AddedSize, EncodeRefusal> {
    if stop.is_reached() {
        return Ok(AddedSize::Stopped);
    }
    match encode(model, encodings, &mut Tally::default(), stop) {
        Ok(formula) => {
            let Tally { clauses, literals } = formula.size;
            let variables = formula.variables() - model.labels().len();
            Ok(AddedSize::Size(Size { variables, clauses, literals }))
        }
        Err(EncodeRefusal::Encoding(Error::NoForm { .. })) => Ok(AddedSize::NoForm),
        Err(EncodeRefusal::NoRoom(_)) => Ok(AddedSize::MoreThan(most(encodings))),
        Err(EncodeRefusal::Stopped) => Ok(AddedSize::Stopped),
        Err(refusal) => Err(refusal),
    }
}

/// Returns the greatest number of clauses that are counted: the limit of `encodings`, or
/// [`MOST_CLAUSES`] if `encodings` have no limit on the number of clauses.
fn most(encodings: &Encodings) -> u64 {
    match encodings.room {
        Room::Clauses(most) | Room::Measured(most) => most,
        Room::Free | Room::Bytes(_) => MOST_CLAUSES,
    }
}
