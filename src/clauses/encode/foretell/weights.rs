//! Forecasts of sums with weights, whose clauses are counted exactly, without writing them.

use quarrel_encodings::pseudo_boolean::{ALL, Group, PseudoBoolean, adder};
use quarrel_encodings::{Budget, Error, Forecast, Size};

use super::{Before, Extent, Room, told};
use crate::encode::EncodeRefusal;
use crate::model::Relation;
use crate::stop::Stop;

/// The most clauses of an encoding that is offered instead of a refused one. Only binary addition,
/// whose clauses are counted quickly, may have more.
const MOST_OF_OTHERS: usize = 1 << 22;

#[derive(Clone, Copy)]
pub(in crate::clauses::encode) struct Bounded<'a> {
    pub groups: &'a [Group],
    pub demand: BoundDemand,
    pub bound: u128,
}

#[derive(Clone, Copy)]
pub(in crate::clauses::encode) enum BoundDemand {
    Stated(Relation),
    First,
}

impl Bounded<'_> {
    /// Returns the size by an encoding, or that there are more than `most` clauses. Fails if the
    /// encoding has no form.
    pub(super) fn extent(
        self,
        row: &PseudoBoolean,
        most: usize,
        stop: &Stop,
    ) -> Result<Extent, Error> {
        let is_over = || stop.reached();
        let budget = Budget::new(most, &is_over);
        let Bounded { groups, demand, bound } = self;
        let forecast = match demand {
            BoundDemand::Stated(relation) => row.forecast(groups, relation, bound, budget),
            BoundDemand::First => row.forecast_bound(groups, bound, budget),
        };
        Ok(match forecast? {
            Forecast::Exactly(size) | Forecast::About(size) => size.into(),
            Forecast::MoreThan(clauses) => {
                let size = Size { variables: 0, clauses, literals: 2 * clauses };
                Extent { is_partial: true, ..size.into() }
            }
        })
    }

    pub(super) fn others(self, chosen: &str, room: Room, stop: &Stop) -> String {
        if let Room::Measured(_) = room {
            return String::new();
        }
        let others = ALL.iter().filter(|row| row.name != chosen);
        let extents = others.filter_map(|row| {
            let most = if row.name == adder::ROW.name { usize::MAX } else { MOST_OF_OTHERS };
            let extent = self.extent(row, most.min(room.too_many()), stop).ok()?;
            Some((row.name, extent)).filter(|_| !extent.is_partial)
        });
        let mut fitting: Vec<_> = extents.filter(|(_, extent)| room.holds(extent)).collect();
        fitting.sort_by_key(|(_, extent)| extent.bytes());
        let shown =
            fitting.iter().take(4).map(|(name, extent)| format!("--pb {name}: {}", told(extent)));
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() {
            // A search by cores needs no bound on the objective, and suits all encodings.
            let by_cores =
                if matches!(self.demand, BoundDemand::First) { "--search oll, " } else { "" };
            return format!(
                "No encoding is small enough: use {by_cores}--solver opb:COMMAND, or export to \
                 opb or lp"
            );
        }
        format!(
            "Other encodings need less: {}; --clause-limit N allows more clauses",
            shown.join("; ")
        )
    }
}

pub(in crate::clauses::encode) fn foretell_weights(
    row: &'static PseudoBoolean,
    groups: &[Group],
    most: u128,
    before: &Before,
    stop: &Stop,
) -> Result<(), EncodeRefusal> {
    let bounded = Bounded { groups, demand: BoundDemand::First, bound: most };
    // The encoding itself refuses the bound.
    let Ok(extent) = bounded.extent(row, before.room.too_many(), stop) else { return Ok(()) };
    let literals: usize = groups.iter().map(|group| group.terms().len()).sum();
    let of = format!("{literals} literals with weights");
    let fits =
        before.make_room(&extent, row.name, &of, || bounded.others(row.name, before.room, stop));
    if stop.reached() { Err(Error::Stopped.into()) } else { fits }
}
