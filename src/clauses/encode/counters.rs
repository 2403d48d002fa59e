//! Counters of an objective's literals, with the chosen encodings, orders and shapes.
//!
//! A [`CostConversion`] turns a bound on a value into a bound on the number of true literals. These
//! are literals of the objective's own count, or of a complement, which is another count that
//! determines the value. The constraints of the model and the bounds of a search use the same
//! counters.

use std::cell::RefCell;

use quarrel_encodings::Meaning;
use quarrel_encodings::cardinality::{
    Cardinality, Counter, ExclusiveGroup, GroupedCounter, Leaf, LinkedCounters, Totalizer,
    TotalizerShape, knuth, totalizer,
};
use quarrel_encodings::pseudo_boolean::repeat as repetition;

use super::at_most_ones::{AtMostOnes, ExclusiveLine};
use super::integers::IntegerViews;
use super::room::Extent;
use super::settled::UsedEncodings;
use super::shape::{self, AT_MOST_ONES, LineAddition};
use super::weighted::{BoundForm, Reliance, TermGroups, WantedEncoding};
use super::weighted_objective::{Costs, are_equal};
use super::{
    ChosenNames, CostConversion, EncodeRefusal, EncodingRow, Encodings, Order, Shape, auto,
    exclusive, repeat, to_model, to_rustsat,
};
use crate::model::{
    Complement, Count, Lit, Model, Objective, Parities, Relation, Row, Sense, Sum, Term,
};
use crate::stop::Stop;

/// The encodings, the order and the shape by which the literals of a model are counted.
pub(super) struct Counters<'a> {
    pub encodings: &'a Encodings,
    /// The shape of counters, never `auto`.
    pub shape: Shape,
    /// The order of literals, never `auto`.
    pub order: Order,
    /// The encodings that were used so far, and the shape if a counter was made.
    used: RefCell<UsedEncodings>,
    /// The rank of each variable in the order. `None` if the order is the model's own.
    ranks: Option<Vec<u32>>,
    /// The parities that the model states.
    parities: Parities,
    /// The at-most-ones of the model. `None` if neither the order nor the shape needs them.
    at_most_ones: Option<AtMostOnes<'a>>,
    /// The choice of encodings for sums with weights.
    wanted: WantedEncoding,
    /// The division of weighted terms into groups of which at most one literal is true.
    groups: TermGroups<'a>,
    /// Whether every constraint holds unconditionally. If so, an encoding is allowed to rely on
    /// other constraints.
    is_unconditional: bool,
}

/// A counter that bounds an objective's value, either from above or from below. A better bound
/// allows fewer of the counted literals to be true.
pub(super) struct BoundCounter {
    pub counter: Box<dyn Counter>,
    /// The conversion of values into costs.
    pub cost: CostConversion,
    /// The cost of each counted literal; at least 1.
    pub unit: u64,
    /// The counted literals. The list is empty for a counter of lost cells, whose count is not a
    /// sum of single literals.
    pub soft_lits: Vec<Lit>,
}

/// The way in which bounds on a weighted sum are written.
pub(super) enum BoundOnSum {
    /// By a counter in which each literal occurs as often as its weight says.
    Places(BoundCounter),
    /// By an encoding of weights.
    Weights(Costs),
}

impl BoundCounter {
    /// Returns the number of counted literals that can be true if the value keeps a bound. Returns
    /// `None` if the bound is better than every possible value.
    pub fn most(&self, value: i64) -> Option<usize> {
        let unit = usize::try_from(self.unit).unwrap_or(usize::MAX);
        self.cost.convert_to_count(value).map(|cost| cost / unit)
    }

    /// Returns the statement "at most `most` counted literals are true", for a proof. Returns
    /// `None` if `most` is larger than the number of counted literals. The statement is meaningless
    /// for a counter of lost cells, which has no counted literals.
    pub fn meaning(&self, most: usize) -> Option<Meaning> {
        let others = self.soft_lits.len().checked_sub(most)?;
        let negated = self.soft_lits.iter().map(|&lit| !to_rustsat(lit)).collect();
        Some(Meaning::AtLeast(negated, others))
    }
}

impl Counters<'_> {
    /// Creates the counters of a model, with no used encodings. Resolves the order and the shape if
    /// they are `auto`. Both must suit the model. `is_unconditional` says that all constraints hold
    /// unconditionally. `derives` says that a proof of the clauses is written or can be requested.
    /// In this case, `auto` chooses an encoding of weights only if a proof can derive its clauses.
    /// Sums with weights are grouped by at-most-ones only if `is_unconditional` is true and
    /// `derives` is false. Fails on a stop.
    pub fn new<'a>(
        model: &'a Model,
        encodings: &'a Encodings,
        is_unconditional: bool,
        derives: bool,
        stop: &Stop,
    ) -> Result<Counters<'a>, EncodeRefusal> {
        let (order, ranks) = encodings.order.resolve(model, stop)?;
        let parities = Parities::from_model(model);
        let shape = auto::resolve_shape(&encodings.shape, model, &parities);
        let uses_at_most_ones = order.keeps_groups() || shape.line_addition().is_some();
        let at_most_ones = uses_at_most_ones.then(|| AtMostOnes::from_model(model));
        let used = RefCell::default();
        let wanted = WantedEncoding::from_option(encodings.pseudo_boolean, derives);
        let reliance = match (is_unconditional, derives) {
            (false, _) => Reliance::Nothing,
            (true, true) => Reliance::Ranges,
            (true, false) => Reliance::Model,
        };
        let groups = TermGroups::new(model, encodings, reliance, stop)?;
        Ok(Counters {
            encodings,
            wanted,
            shape,
            order,
            used,
            ranks,
            parities,
            at_most_ones,
            groups,
            is_unconditional,
        })
    }

    /// Returns a copy of the encodings that were used so far, and the shape if a counter was made.
    /// The order is among them only if an encoding was used. It counts as a choice of `auto` only
    /// if `auto` chose another order than the natural one.
    pub fn used_encodings(&self) -> UsedEncodings {
        let mut settled = self.used.borrow().clone();
        let UsedEncodings { amo, card, pb, xor, .. } = &settled;
        if ![amo, card, pb, xor].into_iter().all(ChosenNames::is_none) {
            // If `auto` chooses the natural order, this is not recorded as a choice of `auto`.
            let by_auto = self.encodings.order == Order::Auto && self.order != Order::Natural;
            settled.order.record(&self.order.to_string(), by_auto);
        }
        settled
    }

    /// Records that an encoding was used, and whether `auto` chose it.
    pub fn record_use(&self, row: EncodingRow) {
        let mut used = self.used.borrow_mut();
        let (chosen, by_auto) = match row {
            EncodingRow::AtMostOne(_) => (&mut used.amo, self.encodings.at_most_one.is_none()),
            EncodingRow::Cardinality(_) => (&mut used.card, self.encodings.cardinality.is_none()),
            EncodingRow::Weights(_) => (&mut used.pb, self.encodings.pseudo_boolean.is_none()),
            EncodingRow::Integer(_) => (&mut used.int, self.encodings.integer.is_none()),
            EncodingRow::Parity(_) => (&mut used.xor, self.encodings.parity.is_none()),
        };
        chosen.record(row.name(), by_auto);
    }

    /// Records the shape, because a counter was made.
    fn record_shape(&self) {
        let by_auto = self.encodings.shape == Shape::Auto;
        self.used.borrow_mut().shape.record(&self.shape.to_string(), by_auto);
    }

    /// Returns the encoding for a cardinality constraint with this number of literals, and records
    /// its use.
    pub fn cardinality_of(&self, literals: usize, relation: Relation) -> &'static Cardinality {
        let row = self.encodings.cardinality_of(literals, relation);
        self.record_use(EncodingRow::Cardinality(row));
        row
    }

    /// Returns the encoding for one line with this number of literals, and records its use.
    pub fn line_of(&self, literals: usize) -> &'static Cardinality {
        let row = self.encodings.line_of(literals);
        self.record_use(EncodingRow::Cardinality(row));
        row
    }

    /// Returns literals in the order in which they enter an encoding. If the order is by groups,
    /// literals that exclude each other stay together. In this case, `lits` must not contain both a
    /// literal and its negation. A repeated literal is returned as often as it occurs.
    pub fn arranged(&self, lits: &[Lit]) -> Vec<rustsat::types::Lit> {
        let ranked = self.ranked(lits);
        let groups = self.at_most_ones.as_ref().filter(|_| self.order.keeps_groups());
        let lits = match groups {
            Some(groups) => {
                groups.divide(&ranked).iter().flat_map(ExclusiveLine::repeated).collect()
            }
            None => ranked,
        };
        lits.into_iter().map(to_rustsat).collect()
    }

    /// Returns literals in the chosen order, but not divided into groups. This order is for the
    /// literals of an at-most-one, which are one group already.
    pub fn arranged_as_one_group(&self, lits: &[Lit]) -> Vec<rustsat::types::Lit> {
        self.ranked(lits).into_iter().map(to_rustsat).collect()
    }

    /// Returns literals sorted by the ranks of their variables. Literals with equal ranks keep
    /// their order.
    fn ranked(&self, lits: &[Lit]) -> Vec<Lit> {
        let mut sorted_lits = lits.to_vec();
        if let Some(ranks) = &self.ranks {
            sorted_lits.sort_by_key(|lit| ranks[lit.variable()]);
        }
        sorted_lits
    }

    /// Returns a function that makes a counter for a constraint with this relation. The argument of
    /// this function is the list of literals, already in the order in which they enter the
    /// encoding. The counter is along at-most-ones if the shape uses at-most-ones, all constraints
    /// hold unconditionally, and two of the literals exclude each other. Otherwise it is the
    /// counter of the chosen encoding. If the shape uses at-most-ones, the list must not contain
    /// both a literal and its negation. The function records each encoding that it uses, and the
    /// shape of a counter along at-most-ones.
    pub fn counter_factory(
        &self,
        relation: Relation,
    ) -> impl Fn(&[rustsat::types::Lit]) -> Box<dyn Counter> {
        move |lits| match self.at_most_ones_counter(lits, relation) {
            Some(counter) => counter,
            None => self.cardinality_of(lits.len(), relation).counter(lits),
        }
    }

    /// Returns a counter along at-most-ones, and records its encoding and the shape. `lits` must be
    /// in the order in which they enter the encoding, and must not contain both a literal and its
    /// negation. Returns `None` and records nothing if the shape does not use at-most-ones, if
    /// constraints do not hold unconditionally, or if no two of `lits` exclude each other.
    fn at_most_ones_counter(
        &self,
        lits: &[rustsat::types::Lit],
        relation: Relation,
    ) -> Option<Box<dyn Counter>> {
        let addition = self.shape.line_addition().filter(|_| self.is_unconditional)?;
        let model_lits: Vec<Lit> = lits.iter().map(|&lit| to_model(lit)).collect();
        let lines = self.at_most_ones.as_ref()?.divide(&model_lits);
        if lines.iter().all(|line| line.lits.len() == 1) {
            return None;
        }
        let row = match addition {
            LineAddition::Row => self.encodings.cardinality_of(lines.len(), relation),
            LineAddition::Totalizer(TotalizerShape::Balanced) => &totalizer::ROW,
            LineAddition::Totalizer(TotalizerShape::Chained) => &knuth::ROW,
        };
        self.record_shape();
        self.record_use(EncodingRow::Cardinality(row));
        let groups: Vec<ExclusiveGroup> = lines.iter().map(ExclusiveLine::to_group).collect();
        Some(Box::new(GroupedCounter::from_lines(&groups, row)))
    }

    /// Returns the counter of a count, in the chosen shape, and records the shape and the
    /// encodings. If the shape is not along named partitions, makes one counter of all literals. If
    /// the shape names several partitions, makes one counter for each of them and links these
    /// counters. The at-most-ones of the model count as a partition that every count has. Ignores
    /// empty lines. If the model has the parity of a line, passes it to the counter. `sign` turns a
    /// literal of the count into the literal that is counted: itself or its negation. Fails if the
    /// shape names a partition that the count does not have. The shape is then recorded already.
    fn counter(
        &self,
        count: &Count,
        sign: impl Fn(Lit) -> Lit,
    ) -> Result<Box<dyn Counter>, EncodeRefusal> {
        self.record_shape();
        let signed = |lits: &[Lit]| lits.iter().map(|&lit| sign(lit)).collect::<Vec<_>>();
        let all = signed(&count.lits);
        let Shape::Lines(names, addition) = &self.shape else { return Ok(self.flat(&all)) };
        let line = |lits: &Vec<Lit>| {
            let lits = signed(lits);
            let counter = self.line_of(lits.len()).counter(&self.arranged(&lits));
            Leaf { counter, odd: self.parities.is_odd(&lits) }
        };
        let mut counters = Vec::new();
        for name in names {
            if name == AT_MOST_ONES {
                // The counter is flat if no lines are found.
                counters.push(self.flat(&all));
                continue;
            }
            let lines = shape::partition(count, name)?
                .lines
                .iter()
                .filter(|line| !line.is_empty())
                .map(line)
                .collect();
            counters.push(Box::new(Totalizer::from_leaves(lines, *addition)) as Box<dyn Counter>);
        }
        Ok(LinkedCounters::link(counters))
    }

    /// Returns a counter of all literals for upper bounds, without lines of a declared partition.
    fn flat(&self, lits: &[Lit]) -> Box<dyn Counter> {
        self.counter_factory(Relation::AtMost)(&self.arranged(lits))
    }

    /// Returns the way in which a bound on the number of true literals is written if several of the
    /// literals are in one of the model's chains. Returns `None` if no two are, if a variable is
    /// repeated, or if no encoding that keeps chains together is small enough.
    pub fn form_of_count(
        &self,
        lits: &[Lit],
        relation: Relation,
        bound: usize,
    ) -> Option<BoundForm> {
        if !self.groups.has_chains() {
            return None;
        }
        let terms = lits.iter().map(|&atom| Term { weight: 1, atom });
        let (sum, bound) = (Sum::new(terms).ok()?, i64::try_from(bound).ok()?);
        BoundForm::of_chains(&Row { sum, relation, bound }, self.wanted, &self.groups)
    }

    /// Returns the literals that are true in every solution, if rows leave them out. The formula must
    /// state them.
    pub fn fixed(&self) -> impl Iterator<Item = Lit> {
        self.groups.fixed()
    }

    /// Returns the literals of integers' values, and records their encoding.
    pub fn integers(&self) -> &IntegerViews {
        let views = self.groups.integers();
        views.row.into_iter().for_each(|row| self.record_use(EncodingRow::Integer(row)));
        views
    }

    /// Returns the size of the literals of integers' values and of their clauses.
    pub fn extent_of_integers(&self) -> &Extent {
        &self.groups.integers().extent
    }

    /// Returns the way in which a row of the model, a bound on a weighted sum, is written.
    pub fn form(&self, row: &Row) -> BoundForm {
        BoundForm::choose(row, self.wanted, &self.groups)
    }

    /// Returns the way to bound a weighted objective: a counter or an encoding of weights. `costs`
    /// has the literals that make the value worse if they are true, with their costs. `cost`
    /// converts values into costs. The counter is used if all costs are equal, or if the encoding
    /// `repeat` is chosen and there are at most [`MOST`](repetition::MOST) occurrences. In the
    /// counter, a literal occurs as often as its cost says, divided by the common divisor of all
    /// costs. If the counter is used, records its encoding and the shape; if the costs differ, also
    /// records `repeat`. Otherwise records nothing, since the encoding of weights is chosen later.
    pub fn bound_on_sum(&self, costs: &[(u64, Lit)], cost: CostConversion) -> BoundOnSum {
        let places = repeat::objective(costs);
        let all_equal = are_equal(costs);
        let repeats = all_equal || self.wanted.repeats();
        let Some((soft_lits, unit)) = places.filter(|_| repeats) else {
            let costs = Costs::new(costs, cost, self.wanted, &self.groups);
            return BoundOnSum::Weights(costs);
        };
        self.record_shape();
        if !all_equal {
            self.record_use(EncodingRow::Weights(&repetition::ROW));
        }
        BoundOnSum::Places(BoundCounter { counter: self.flat(&soft_lits), cost, unit, soft_lits })
    }

    /// Returns counters that bound an objective that is a count plus a constant. The bound is from
    /// above if the objective is minimised, and from below if it is maximised. If the count has
    /// complements (other counts that determine it), each complement gets a counter, in the same
    /// order, and the count itself gets none. Records the shape and the encodings. Fails if the
    /// shape names a partition that a counted count does not have. The weight and the total of a
    /// complement must be less than 2⁶³.
    pub fn bounds(
        &self,
        count: &Count,
        constant: i64,
        complements: &[Complement],
        sense: Sense,
    ) -> Result<Vec<BoundCounter>, EncodeRefusal> {
        if complements.is_empty() {
            // The count is its own complement: its negative plus the count is 0.
            return Ok(vec![self.bound(count, (-1, 0), constant, sense)?]);
        }
        complements
            .iter()
            .map(|Complement { count, weight, total, .. }| {
                let weight = i64::try_from(*weight).expect("a weight within bounds");
                let total = i64::try_from(*total).expect("a total within bounds");
                self.bound(count, (weight, total), constant, sense)
            })
            .collect()
    }

    /// Returns a counter of the n literals of `other`, which bounds the objective's count, and
    /// records the shape and the encodings. In every solution, weight·count + other = total. With a
    /// positive weight, count ≤ k means other ≥ total − weight·k. With a negative weight, it means
    /// other ≤ total − weight·k. For count ≥ k, the two relations are exchanged. A bound "at least
    /// b" is written as "at most n − b of the negated literals". The values that the counter bounds
    /// are those of the count plus `constant`. Fails if the shape names a partition that `other`
    /// does not have.
    fn bound(
        &self,
        other: &Count,
        (weight, total): (i64, i64),
        constant: i64,
        sense: Sense,
    ) -> Result<BoundCounter, EncodeRefusal> {
        let number = i64::try_from(other.lits.len()).expect("fewer literals than memory");
        let is_at_most = (sense == Sense::Minimise) == (weight < 0);
        let (sign, cost): (fn(Lit) -> Lit, CostConversion) = if is_at_most {
            (|lit| lit, CostConversion { offset: total, slope: -weight })
        } else {
            (|lit| !lit, CostConversion { offset: number - total, slope: weight })
        };
        let counter = self.counter(other, sign)?;
        let soft_lits = other.lits.iter().map(|&lit| sign(lit)).collect();
        Ok(BoundCounter { counter, cost: cost.shifted(constant), unit: 1, soft_lits })
    }

    /// Returns the counter of lost cells, and records its encodings. The module [`exclusive`]
    /// explains this counter. Returns `None` if the objective is not the lesser of two counts that
    /// exclude each other on lines.
    pub fn exclusive(&self, objective: &Objective) -> Option<Box<dyn Counter>> {
        exclusive::counter(objective, &|lits| {
            let row = self.cardinality_of(lits.len(), Relation::AtMost);
            row.counter(&self.arranged(lits))
        })
    }
}
