//! Bounds on an objective: the counters, and the literals that demand a value.
//!
//! Counters write their outputs on request. Some encodings of weights use assumptions for one bound
//! only. So the literals that demand a bound are never added as unit clauses.

use quarrel_encodings::cardinality::{
    Construct, Counter, ExclusiveGroup, GroupedCounter, Leaf, Totalizer, TotalizerShape, totalizer,
};
use quarrel_encodings::{Bound, Collect, Meaning, Signal, Size, Tally, Total, Writer};
use rustsat::instances::{BasicVarManager, ManageVars};

use super::counters::{BoundCounter, BoundOnSum, Counters};
use super::foretell::{CounterForecast, RoomLeft};
use super::sink::ClauseSink;
use super::weighted::Costs;
use super::{CostConversion, EncodeRefusal, Encodings, Formula, to_model, to_rustsat};
use crate::model::{Lit, Objective, Relation};
use crate::stop::Stop;

/// The counters of an objective, each of which bounds the literals that make its value worse. The
/// default is for a model without an objective.
#[derive(Default)]
pub(super) struct ObjectiveCounters {
    /// Counters that must all keep a bound; empty if an encoding of weights bounds the objective.
    all: Vec<BoundCounter>,
    /// Whether the first counter alone determines the objective.
    of_one_sum: bool,
    /// Whether the first counter alone determines the objective, and counts each literal once.
    of_one_count: bool,
    /// The sum of the objective if an encoding of weights bounds it; `None` for other objectives.
    weights: Option<Costs>,
    /// The sizes of the counters in `all`, for forecasts; empty if the size is not forecast.
    counted: Vec<CounterForecast>,
    /// The limit on clauses, and the size of those before the bounds.
    room: RoomLeft,
}

/// Some literals of an objective's count, with their counter.
pub struct CountedPart(Box<dyn Counter>);

impl CountedPart {
    /// Returns a part that counts these literals, by the encoding that
    /// [`line_of`](Encodings::line_of) chooses for their number.
    pub fn from_literals(lits: &[Lit], encodings: &Encodings) -> CountedPart {
        let rustsat_lits: Vec<_> = lits.iter().copied().map(to_rustsat).collect();
        CountedPart(encodings.line_of(rustsat_lits.len()).counter(&rustsat_lits))
    }

    /// Returns a part that counts a literal as often as it occurs in `lits`. `lits` must have only
    /// this literal, at least once.
    fn from_repeated(lits: &[Lit]) -> CountedPart {
        let lit = to_rustsat(lits[0]);
        if lits.len() == 1 {
            return CountedPart(Box::new(Totalizer::from_lits(&[lit])));
        }
        let line = ExclusiveGroup { lits: vec![(lit, lits.len())], negated: false, certain: false };
        CountedPart(Box::new(GroupedCounter::from_lines(&[line], &totalizer::ROW)))
    }

    /// Returns the greatest possible count.
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// Returns a part that counts the literals of several parts.
    pub fn sum(parts: Vec<CountedPart>) -> CountedPart {
        let lines = parts.into_iter().map(|part| Leaf { counter: part.0, odd: None }).collect();
        CountedPart(Box::new(Totalizer::from_leaves(lines, TotalizerShape::Balanced)))
    }
}

impl Formula {
    /// Writes the missing clauses for the bound "the value is at least as good as `bound`". Returns
    /// the literals whose assumption makes it hold.
    ///
    /// # Errors
    ///
    /// If the encoding has no form for the bound, the clauses exceed the limit, or on a
    /// [stop](EncodeRefusal::Stopped). After a stop no bound can be demanded.
    ///
    /// # Panics
    ///
    /// If the model has no objective.
    pub fn bound(
        &mut self,
        bound: i64,
        clauses: &mut dyn Collect,
        stop: &Stop,
    ) -> Result<Vec<Lit>, EncodeRefusal> {
        if self.bounds.weights.is_some() {
            return self.bound_weights(bound, clauses, stop);
        }
        assert!(!self.bounds.all.is_empty(), "a bound is on an objective");
        for (counted, one) in self.bounds.counted.iter().zip(&self.bounds.all) {
            let most = one.most(bound);
            most.map_or(Ok(()), |most| self.bounds.room.refuse_bound(*counted, most))?;
        }
        let mut sink = ClauseSink::new(clauses, stop);
        let mut demands = Vec::new();
        for one in &mut self.bounds.all {
            let mut writer = Writer::new(&mut sink, &mut self.variables);
            let most = one.most(bound);
            let signals = match most {
                Some(at_most) => one.counter.at_most(at_most as u128, &mut writer)?,
                None => vec![Signal::False],
            };
            for signal in signals {
                let meaning = || most.and_then(|most| one.meaning(most));
                let demand = writer.assumption(signal, || meaning().unwrap_or(Meaning::or([])))?;
                demands.extend(demand.map(to_model));
            }
        }
        self.size += sink.size;
        Ok(demands)
    }

    /// Writes the missing clauses for a bound on an objective that an encoding of weights bounds.
    /// Returns the literals whose assumption makes the bound hold.
    ///
    /// # Errors
    ///
    /// As [`bound`](Formula::bound).
    fn bound_weights(
        &mut self,
        bound: i64,
        clauses: &mut dyn Collect,
        stop: &Stop,
    ) -> Result<Vec<Lit>, EncodeRefusal> {
        let costs = self.bounds.weights.as_mut().expect("asked for by the caller");
        let mut sink = ClauseSink::new(clauses, stop);
        let demands = match costs.most(bound) {
            Some(most) => {
                let row = costs.row(most, stop);
                self.bounded.pb.record(row.name, costs.is_by_auto());
                if costs.is_new() {
                    self.bounds.room.refuse_weights(row, costs.groups(), most, stop)?;
                }
                let demands = costs.total(most, stop).and_then(|total| {
                    total.assumptions(Bound::AtMost(most), &mut sink, &mut self.variables)
                });
                demands.map_err(|refusal| {
                    EncodeRefusal::from(refusal)
                        .with_place(|| Some("a bound on the objective".to_owned()))
                })?
            }
            // No solution costs less than 0.
            None => {
                let mut writer = Writer::new(&mut sink, &mut self.variables);
                writer.assumption(Signal::False, || Meaning::or([]))?.into_iter().collect()
            }
        };
        self.size += sink.size;
        Ok(demands.into_iter().map(to_model).collect())
    }

    /// Writes clauses by which all of `demands` together imply each of `lits`.
    ///
    /// # Errors
    ///
    /// On a [stop](EncodeRefusal::Stopped).
    pub fn imply(
        &mut self,
        demands: &[Lit],
        lits: &[Lit],
        clauses: &mut dyn Collect,
        stop: &Stop,
    ) -> Result<(), EncodeRefusal> {
        let mut sink = ClauseSink::new(clauses, stop);
        let premises: Vec<_> = demands.iter().map(|&demand| !to_rustsat(demand)).collect();
        for &lit in lits {
            let mut clause = premises.clone();
            clause.push(to_rustsat(lit));
            sink.collect(&clause)?;
        }
        self.size += sink.size;
        Ok(())
    }

    /// Returns one part for each literal of the objective. The literal, if true, makes the value
    /// worse, and counts as often as its weight says. The list is empty if the objective is the
    /// least of several counts, or is a weighted sum for which an encoding of weights is chosen.
    pub fn parts(&self) -> Vec<CountedPart> {
        let soft_lits = self
            .bounds
            .all
            .first()
            .filter(|_| self.bounds.of_one_sum)
            .map_or(&[][..], |bound| &bound.soft_lits);
        soft_lits.chunk_by(|one, other| one == other).map(CountedPart::from_repeated).collect()
    }

    /// Writes the clauses for bounds on the number of true literals of a part. Returns the literals
    /// whose assumption makes the bounds hold; none if they always hold.
    ///
    /// # Errors
    ///
    /// On a [stop](EncodeRefusal::Stopped).
    pub fn assumptions(
        &mut self,
        part: &mut CountedPart,
        bounds: &[Bound],
        clauses: &mut dyn Collect,
        stop: &Stop,
    ) -> Result<Vec<Lit>, EncodeRefusal> {
        let mut sink = ClauseSink::new(clauses, stop);
        let mut lits = Vec::new();
        for &bound in bounds {
            lits.extend(part.0.assumptions(bound, &mut sink, &mut self.variables)?);
        }
        self.size += sink.size;
        Ok(lits.into_iter().map(to_model).collect())
    }

    /// Returns the literals that make the value worse if they are true, and the conversion of a
    /// value into the number of true ones. Returns `None` if the objective is the least of several
    /// counts or a sum with weights.
    pub fn costs(&self) -> Option<(&[Lit], CostConversion)> {
        let first = self.bounds.all.first().filter(|_| self.bounds.of_one_count)?;
        Some((&first.soft_lits, first.cost))
    }

    /// Returns the number of true literals that the bound allows in all [`parts`](Formula::parts)
    /// together, where a literal counts as often as in its part. Returns `None` if the bound is
    /// better than every possible value, or the objective has no counter.
    pub fn most_true(&self, bound: i64) -> Option<usize> {
        self.bounds.all.first()?.most(bound)
    }

    /// Rewrites the cost of the objective as `lower_bound` plus the sum `costs`, to which later
    /// bounds then apply. Does nothing unless an encoding of weights writes the bounds.
    pub fn rewrite_costs(&mut self, costs: Vec<(u128, Lit)>, lower_bound: u128) {
        if let Some(weights) = &mut self.bounds.weights {
            *weights = weights.rewritten(costs, lower_bound);
        }
    }

    /// Makes later bounds use the counter of the argument. It must count the same literals, equally
    /// often, as the parts that the method [`parts`](Formula::parts) returns.
    pub fn use_counter(&mut self, parts: CountedPart) {
        // The clauses of the parts are already written, so no forecast is needed.
        self.bounds.counted.clear();
        if let Some(bound) = self.bounds.all.first_mut() {
            bound.counter = parts.0;
        }
    }
}

impl ObjectiveCounters {
    /// Makes the counters of an objective, if there is one. Their clauses follow those of the
    /// model's constraints, whose size and variables are given.
    pub fn new(
        counters: &Counters,
        objective: Option<&Objective>,
        size: &Tally,
        variables: &BasicVarManager,
    ) -> Result<ObjectiveCounters, EncodeRefusal> {
        let Some(objective) = objective else { return Ok(ObjectiveCounters::default()) };
        let (all, weights) = match CostConversion::from_objective(objective) {
            Some((costs, cost)) => match counters.bound_on_sum(&costs, cost) {
                BoundOnSum::Places(bound) => (vec![bound], None),
                BoundOnSum::Weights(costs) => (Vec::new(), Some(costs)),
            },
            None => (bounds_on_counts(counters, objective)?, None),
        };
        // A shape along at-most-ones has an unknown number of lines before the model is divided.
        let is_known = counters.shape.line_addition().is_none();
        let counted = all
            .iter()
            .filter(|_| is_known)
            .map(|one| {
                let literals = one.counter.size();
                let row = counters.encodings.cardinality_of(literals, Relation::AtMost);
                CounterForecast { row, literals }
            })
            .collect();
        let Tally { clauses, literals } = *size;
        let size = Size { variables: variables.n_used() as usize, clauses, literals };
        let room = RoomLeft { room: counters.encodings.room, written: size.into() };
        let (of_one_sum, of_one_count) =
            (!matches!(objective, Objective::MaximiseLeast(_)), objective.single_count().is_some());
        Ok(ObjectiveCounters { all, of_one_sum, of_one_count, weights, counted, room })
    }
}

/// Returns a counter for each count of an objective without weights, and one for what several
/// counts that exclude each other lose.
fn bounds_on_counts(
    counters: &Counters,
    objective: &Objective,
) -> Result<Vec<BoundCounter>, EncodeRefusal> {
    let mut all = Vec::new();
    let constant = objective.single_count().map_or(0, |one| one.constant);
    for (count, complements) in objective.counts_with_complements() {
        all.extend(counters.bounds(count, constant, complements, objective.sense())?);
    }
    if let Some(counter) = counters.exclusive(objective) {
        let offset = i64::try_from(counter.size()).expect("fewer literals than memory");
        let cost = CostConversion { offset, slope: -2 };
        all.push(BoundCounter { counter, cost, unit: 1, soft_lits: Vec::new() });
    }
    Ok(all)
}
