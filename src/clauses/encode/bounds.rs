//! Bounds on an objective: the counters, and the literals whose assumption demands a value.
//!
//! Counters write the clauses of their output literals on request. One encoding serves all bounds
//! (incremental weakening: Martins, Joshi, Manquinho and Lynce 2014): the literals that demand a
//! bound are assumed, and never added as unit clauses. The reason is that, in some encodings of
//! weights, an assumption is valid for one bound only.

use quarrel_encodings::cardinality::Counter;
use quarrel_encodings::{Bound, Collect, Meaning, Signal, Size, Tally, Total, Writer};
use rustsat::instances::{BasicVarManager, ManageVars};

use super::counters::{BoundCounter, BoundOnSum, Counters};
use super::foretell::{CounterForecast, RoomLeft};
use super::sink::ClauseSink;
use super::weighted_objective::Costs;
use super::{CostConversion, EncodeRefusal, Encodings, Formula, to_model, to_rustsat};
use crate::model::{Lit, Objective, Relation};
use crate::stop::Stop;

/// The counters of an objective. Some literals make the objective's value worse if they are true.
/// Each counter bounds the number of true literals among them. The default is for a model without
/// an objective.
#[derive(Default)]
pub(super) struct ObjectiveCounters {
    /// The counters. A bound must hold for all of them. The list is empty if an encoding of weights
    /// bounds the objective, or if there is no objective.
    all: Vec<BoundCounter>,
    /// Whether the first counter alone determines the objective, and counts each literal once.
    of_one_count: bool,
    /// The sum of the objective if an encoding of weights bounds it; `None` for other objectives.
    weights: Option<Costs>,
    /// The data from which the size of each counter in `all` is forecast. The list is empty if
    /// sizes are not forecast.
    counted: Vec<CounterForecast>,
    /// The limit on clauses, and the size of the clauses that are written before the bounds.
    room: RoomLeft,
}

/// A counter of some of the literals that an objective counts.
pub struct CountedPart(Box<dyn Counter>);

impl CountedPart {
    /// Returns a part that counts these literals by the encoding that
    /// [`line_of`](Encodings::line_of) chooses for so many literals.
    pub fn from_literals(lits: &[Lit], encodings: &Encodings) -> CountedPart {
        let rustsat_lits: Vec<_> = lits.iter().copied().map(to_rustsat).collect();
        CountedPart(encodings.line_of(rustsat_lits.len()).counter(&rustsat_lits))
    }

    /// Returns the greatest possible count.
    pub fn size(&self) -> usize {
        self.0.size()
    }
}

impl Formula {
    /// Writes the missing clauses for the demand "the value is at least as good as `bound`": at
    /// most `bound` if it is minimised, at least `bound` if it is maximised. Returns the literals
    /// that must be assumed so that the demand holds. The list is empty if every possible value is
    /// good enough. If none is, the list has a literal that is always false. The literals must not
    /// be added as unit clauses, since some are valid for one bound only. Adds the new clauses to
    /// `size`, except after an error. Records an encoding of weights in `bounded`.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the bound, the clauses exceed the limit, the encoding is
    /// [stopped](EncodeRefusal::Stopped) by `stop` or by `clauses`, or there is not enough memory.
    /// Clauses beyond the limit are refused before the first of them is written. If the size is not
    /// forecast, as for some bounds, nothing is refused. After a stop or without memory, no more
    /// bounds can be demanded of this formula.
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

    /// Writes the missing clauses for a bound, and adds them to `size`, except after an error.
    /// Returns the literals that must be assumed so that the bound holds. Records the encoding in
    /// `bounded`, even if the bound is then refused. If the bound is better than every possible
    /// value, records nothing, and returns a fresh literal that is always false. Panics if no
    /// encoding of weights writes the bounds of the objective.
    ///
    /// # Errors
    ///
    /// As for [`bound`](Formula::bound). The limit is checked only for the first bound of an
    /// encoding.
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
            // The bound demands a negative cost, which no solution has.
            None => {
                let mut writer = Writer::new(&mut sink, &mut self.variables);
                writer.assumption(Signal::False, || Meaning::or([]))?.into_iter().collect()
            }
        };
        self.size += sink.size;
        Ok(demands.into_iter().map(to_model).collect())
    }

    /// Writes one clause for each literal of `lits`: if all of `demands` are true, the literal is
    /// true. Adds these clauses to `size`, except after an error.
    ///
    /// # Errors
    ///
    /// On a [stop](EncodeRefusal::Stopped), or if `clauses` refuses a clause. Then some of the
    /// clauses are possibly written already.
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

    /// Writes the missing clauses for bounds on the number of true literals of a part, and adds
    /// them to `size`, except after an error. A literal counts as often as the part counts it.
    /// Returns the literals that must be assumed so that all bounds hold. The list is empty if all
    /// bounds always hold. If one of the bounds never holds, the list has a literal that is always
    /// false.
    ///
    /// # Errors
    ///
    /// On a [stop](EncodeRefusal::Stopped), if `clauses` refuses a clause, or if the encoding of
    /// the part cannot express a bound.
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

    /// Returns the literals that make the value worse if they are true. Also returns the conversion
    /// of a value into the number of true literals among them. Returns `None` if the objective is
    /// the least of several counts or a sum with weights.
    pub fn costs(&self) -> Option<(&[Lit], CostConversion)> {
        let first = self.bounds.all.first().filter(|_| self.bounds.of_one_count)?;
        Some((&first.soft_lits, first.cost))
    }

    /// Returns whether an encoding of weights writes the bounds.
    pub fn bounds_weights(&self) -> bool {
        self.bounds.weights.is_some()
    }

    /// Rewrites the cost of the objective as `lower_bound` plus the weighted sum `costs`. Later
    /// bounds then apply to this sum, and an encoding is chosen and written for it anew. Does
    /// nothing if no encoding of weights writes the bounds.
    pub fn rewrite_costs(&mut self, costs: Vec<(u128, Lit)>, lower_bound: u128) {
        if let Some(weights) = &mut self.bounds.weights {
            *weights = weights.rewritten(costs, lower_bound);
        }
    }
}

impl ObjectiveCounters {
    /// Makes the counters of an objective; their clauses are written later. Returns the default if
    /// there is no objective. `size` is the size of the model's constraints. `variables` are the
    /// variables that are in use, since the clauses of the counters come after them. Records the
    /// shape and the used encodings in `counters`. If an encoding of weights has to be chosen
    /// later, records nothing for it. If the shape is along at-most-ones, the sizes of bounds by
    /// counters are not forecast. So none of these bounds is refused for its size. Fails if the
    /// shape names a partition that a count does not have.
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
        // If the shape is along at-most-ones, the number of lines is not known before the literals
        // are divided, so the size is not forecast.
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
        let of_one_count = objective.single_count().is_some();
        Ok(ObjectiveCounters { all, of_one_count, weights, counted, room })
    }
}

/// Returns counters for each count of an objective without weights. Adds the counter of lost cells
/// (see [`exclusive`](super::exclusive)) if the objective is the lesser of two counts that exclude
/// each other on lines. Records the shape and the encodings in `counters`. Fails if the shape names
/// a partition that a count does not have.
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
