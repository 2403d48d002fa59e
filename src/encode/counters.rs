//! What counts the literals of an objective: rows, orders and shapes as they were chosen.
//!
//! A value is bounded by what must not be too many: the counted literals themselves, or those of
//! each complement that tells the value, through a [`Cost`]. Constraints that bound a count and
//! bounds that are demanded later are written with the same counters.

use std::cell::RefCell;

use quarrel_encodings::Meaning;
use quarrel_encodings::cardinality::{
    Addition, Cardinality, Counter, Excluding, Exclusive, knuth, totalizer,
};
use quarrel_encodings::pseudo_boolean::repeat as repetition;

use super::at_most_ones::{AtMostOnes, ExclusiveLine};
use super::settled::{Settled, TakenRows};
use super::shape::Along;
use super::weighted::{BoundForm, Costs, TermGroups, WantedEncoding, are_alike};
use super::{
    Cost, EncodeRefusal, Encodings, Order, Shape, auto, exclusive, repeat, to_model, to_rustsat,
};
use crate::model::{Complement, Count, Lit, Model, Objective, Parities, Relation, Sense, Sum};
use crate::stop::Stop;

/// How literals are counted.
pub(super) struct Counters<'a> {
    pub encodings: &'a Encodings,
    pub shape: Shape,
    /// The order, as it was settled.
    pub order: Order,
    /// The rows that wrote something.
    pub taken: RefCell<TakenRows>,
    ranks: Option<Vec<u32>>,
    parities: Parities,
    /// What the model excludes, where the order or the shape goes by it.
    at_most_ones: Option<AtMostOnes<'a>>,
    /// The row for sums with weights.
    wanted: WantedEncoding,
    /// Groups of terms with weights.
    groups: TermGroups<'a>,
    /// Whether every constraint of the model is stated for good, so that others may rest on it.
    all_hold: bool,
}

/// A counter that bounds a value from one side.
pub(super) struct BoundCounter {
    pub counter: Box<dyn Counter>,
    /// What a value costs.
    pub cost: Cost,
    /// What each that is counted costs; at least 1.
    pub unit: u64,
    /// What it counts.
    pub soft_lits: Vec<Lit>,
}

/// The bounds on a sum with weights.
pub(super) enum BoundOnSum {
    /// Each literal is counted as often as it weighs.
    Places(BoundCounter),
    /// An encoding of weights writes them.
    Weights(Costs),
}

impl BoundCounter {
    /// How many that are counted may be true where a value is reached; none where it never is.
    pub fn most(&self, value: i64) -> Option<usize> {
        let unit = usize::try_from(self.unit).unwrap_or(usize::MAX);
        self.cost.of(value).map(|cost| cost / unit)
    }

    /// That at most so many are; none where more are demanded than there are.
    pub fn meaning(&self, most: usize) -> Option<Meaning> {
        let others = self.soft_lits.len().checked_sub(most)?;
        let negated = self.soft_lits.iter().map(|&lit| !to_rustsat(lit)).collect();
        Some(Meaning::AtLeast(negated, others))
    }
}

impl Counters<'_> {
    /// Counters for a model, all of whose constraints are stated for good, or some only. Their
    /// clauses may have to be derived.
    pub fn new<'a>(
        model: &'a Model,
        encodings: &'a Encodings,
        all_hold: bool,
        derives: bool,
        stop: &Stop,
    ) -> Result<Counters<'a>, EncodeRefusal> {
        let (order, ranks) = encodings.order.settled(model, stop)?;
        let parities = Parities::of(model);
        let shape = auto::settled(&encodings.shape, model, &parities);
        let goes_by_them = order.keeps_groups() || shape.along_at_most_ones().is_some();
        let at_most_ones = goes_by_them.then(|| AtMostOnes::of(model));
        let taken = RefCell::default();
        let wanted = WantedEncoding::of(encodings.pseudo_boolean, derives);
        let groups = TermGroups::of(model, all_hold && !derives);
        Ok(Counters {
            encodings,
            wanted,
            shape,
            order,
            taken,
            ranks,
            parities,
            at_most_ones,
            groups,
            all_hold,
        })
    }

    /// What was chosen so far.
    pub fn settled(&self) -> Settled {
        self.taken.borrow().settled(self.encodings, self.order, &self.shape)
    }

    /// The row for a cardinality constraint over that many literals.
    pub fn cardinality_of(&self, literals: usize, relation: Relation) -> &'static Cardinality {
        let row = self.encodings.cardinality_of(literals, relation);
        self.taken.borrow_mut().cardinality.take(row.name);
        row
    }

    /// The row for the sum of a line of that many literals.
    pub fn line_of(&self, literals: usize) -> &'static Cardinality {
        let row = self.encodings.line_of(literals);
        self.taken.borrow_mut().cardinality.take(row.name);
        row
    }

    /// The literals in the order in which they enter an encoding.
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

    /// The literals of an at-most-one in their order: a group by themselves.
    pub fn arranged_as_one_group(&self, lits: &[Lit]) -> Vec<rustsat::types::Lit> {
        self.ranked(lits).into_iter().map(to_rustsat).collect()
    }

    fn ranked(&self, lits: &[Lit]) -> Vec<Lit> {
        let mut lits = lits.to_vec();
        if let Some(ranks) = &self.ranks {
            lits.sort_by_key(|lit| ranks[lit.variable()]);
        }
        lits
    }

    /// What opens a counter over arranged literals in a relation to a bound.
    pub fn opening(
        &self,
        relation: Relation,
    ) -> impl Fn(&[rustsat::types::Lit]) -> Box<dyn Counter> {
        move |lits| match self.by_at_most_ones(lits, relation) {
            Some(counter) => counter,
            None => (self.cardinality_of(lits.len(), relation).counter)(lits),
        }
    }

    /// A counter of arranged literals line by line, at most one of each line being true; none where
    /// the shape has none such, no two literals exclude each other, or what excludes them need not
    /// hold.
    fn by_at_most_ones(
        &self,
        lits: &[rustsat::types::Lit],
        relation: Relation,
    ) -> Option<Box<dyn Counter>> {
        let along = self.shape.along_at_most_ones().filter(|_| self.all_hold)?;
        let lits: Vec<Lit> = lits.iter().map(|&lit| to_model(lit)).collect();
        let lines = self.at_most_ones.as_ref()?.divide(&lits);
        if lines.iter().all(|line| line.lits.len() == 1) {
            return None;
        }
        let row = match along {
            Along::Row => self.encodings.cardinality_of(lines.len(), relation),
            Along::Added(Addition::Balanced) => &totalizer::ROW,
            Along::Added(Addition::Chained) => &knuth::ROW,
        };
        let mut taken = self.taken.borrow_mut();
        taken.counters = true;
        taken.cardinality.take(row.name);
        let lines: Vec<Exclusive> = lines.iter().map(ExclusiveLine::exclusive).collect();
        Some(Box::new(Excluding::over(&lines, row.counter)))
    }

    /// A counter over a count's literals, each as `sign` gives it.
    fn counter(
        &self,
        count: &Count,
        sign: impl Fn(Lit) -> Lit,
    ) -> Result<Box<dyn Counter>, EncodeRefusal> {
        let sum = |lits: &[Lit]| -> Box<dyn Counter> {
            match self.shape {
                Shape::Lines(..) => (self.line_of(lits.len()).counter)(&self.arranged(lits)),
                Shape::Flat | Shape::AtMostOnes | Shape::Auto => self.flat(lits),
            }
        };
        let by_at_most_ones = |lits: &[Lit]| {
            self.by_at_most_ones(&self.arranged(lits), Relation::AtMost)
                .unwrap_or_else(|| self.flat(lits))
        };
        self.taken.borrow_mut().counters = true;
        self.shape.counter(count, sign, &sum, &by_at_most_ones, &self.parities)
    }

    /// A counter of literals, all in one encoding unless the shape is along at-most-ones.
    fn flat(&self, lits: &[Lit]) -> Box<dyn Counter> {
        self.opening(Relation::AtMost)(&self.arranged(lits))
    }

    /// Returns the form of a bound on a sum with weights.
    pub fn form(&self, sum: &Sum, relation: Relation, bound: i64) -> BoundForm {
        BoundForm::of(sum, relation, bound, self.wanted, &self.groups)
    }

    /// Returns what bounds a weighted sum from the side that is better: a counter of each literal
    /// that costs something, as often as it does, or an encoding of weights.
    pub fn bound_on_sum(&self, costs: &[(u64, Lit)], cost: Cost) -> BoundOnSum {
        let places = repeat::objective(costs);
        let all_alike = are_alike(costs);
        let repeats = all_alike || self.wanted.repeats();
        let Some((soft_lits, unit)) = places.filter(|_| repeats) else {
            let costs = Costs::of(costs, cost, self.wanted, &self.groups);
            return BoundOnSum::Weights(costs);
        };
        let mut taken = self.taken.borrow_mut();
        taken.counters = true;
        if !all_alike {
            taken.pseudo_boolean.take(repetition::ROW.name);
        }
        drop(taken);
        BoundOnSum::Places(BoundCounter { counter: self.flat(&soft_lits), cost, unit, soft_lits })
    }

    /// What bounds a value, the number of a count's true literals and a constant, from the side
    /// that is better: counters of its complements, or of its own literals where it has none.
    pub fn bounds(
        &self,
        count: &Count,
        constant: i64,
        complements: &[Complement],
        sense: Sense,
    ) -> Result<Vec<BoundCounter>, EncodeRefusal> {
        if complements.is_empty() {
            return Ok(vec![self.bound(count, constant, sense)?]);
        }
        complements.iter().map(|other| self.bound_by(other, constant, sense)).collect()
    }

    /// At most k of the literals are true, or at most n−k of their negations.
    fn bound(
        &self,
        count: &Count,
        constant: i64,
        sense: Sense,
    ) -> Result<BoundCounter, EncodeRefusal> {
        let number = i64::try_from(count.lits.len()).expect("fewer literals than memory");
        let (truth, cost) = match sense {
            Sense::Minimise => (true, Cost { offset: 0, slope: 1 }),
            Sense::Maximise => (false, Cost { offset: number, slope: -1 }),
        };
        self.few(count, truth, cost.shifted(constant))
    }

    /// Where weight·count + complement = total, the complement is at least total − weight·k or at
    /// most.
    fn bound_by(
        &self,
        other: &Complement,
        constant: i64,
        sense: Sense,
    ) -> Result<BoundCounter, EncodeRefusal> {
        let number = i64::try_from(other.count.lits.len()).expect("fewer literals than memory");
        let weight = i64::try_from(other.weight).expect("a weight within bounds");
        let total = i64::try_from(other.total).expect("a total within bounds");
        let (truth, cost) = match sense {
            Sense::Minimise => (false, Cost { offset: number - total, slope: weight }),
            Sense::Maximise => (true, Cost { offset: total, slope: -weight }),
        };
        self.few(&other.count, truth, cost.shifted(constant))
    }

    /// Bounds the true literals of a count, or the false ones.
    fn few(&self, count: &Count, truth: bool, cost: Cost) -> Result<BoundCounter, EncodeRefusal> {
        let sign = |lit: Lit| if truth { lit } else { !lit };
        let soft_lits = count.lits.iter().map(|&lit| sign(lit)).collect();
        Ok(BoundCounter { counter: self.counter(count, sign)?, cost, unit: 1, soft_lits })
    }

    /// The counter of both counts of an objective together, where it declares them exclusive.
    pub fn exclusive(&self, objective: &Objective) -> Option<Box<dyn Counter>> {
        exclusive::counter(objective, &|lits| {
            let row = self.cardinality_of(lits.len(), Relation::AtMost);
            (row.counter)(&self.arranged(lits))
        })
    }
}
