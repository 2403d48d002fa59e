//! The choice of the encoding for a sum with weights.
//!
//! A user chooses an encoding with `--pb`. Sums of equal weights, and sums with the encoding
//! `repeat`, are counts, which are written by the encoding that `--card` chooses.
//!
//! `auto`, the default, first considers the generalized totalizer and the decision diagram, which
//! propagate completely. It chooses the smaller of the two if the smaller one has at most [`SMALL`]
//! clauses. Otherwise it chooses sorters of digits if they have at most [`LARGE`] clauses.
//! Otherwise it chooses binary addition, which is small for all weights, but propagates least. In
//! earlier versions, `auto` repeated the literals of sums of small weights. The file p0033 then had
//! 98,170 clauses, and has 713 now (`solve model p0033.opb --format json`).
//!
//! If a proof has to derive the clauses, `auto` chooses a small encoding whose clauses the proof
//! can derive. It must be small because each derivation contains whole sums. In this case, terms
//! that exclude each other are not grouped.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use quarrel_encodings::pseudo_boolean::{
    Group, GroupKind, PseudoBoolean, Term, adder, bdd, binary_merge, generalized_totalizer,
    repeat as repetition, sequential_weight_counter,
};
use quarrel_encodings::{Budget, Error, Forecast, integer};

use super::at_most_ones::{AtMostOnes, ExclusiveLine};
use super::chains::Chains;
use super::integers::{FEW_STEPS, IntegerSum, IntegerViews, MOST_STEPS, MOST_WIDE, SMALL_DIAGRAM};
use super::repeat::{self, PlacementError, RepeatedPlaces};
use super::{EncodeRefusal, Encodings, to_rustsat};
use crate::model::{Lit, Model, Relation, Row, Statement};
use crate::stop::Stop;

/// The greatest number of clauses for which `auto` chooses a generalized totalizer or decision
/// diagram, which propagate completely. If both need more clauses, `auto` considers sorters of
/// digits.
const SMALL: usize = 200_000;

/// The greatest number of clauses for which `auto` chooses a generalized totalizer or decision
/// diagram if a proof has to derive the clauses. If both need more clauses, `auto` chooses binary
/// addition.
pub(super) const SMALL_TO_DERIVE: usize = 20_000;

/// The greatest number of clauses for which `auto` chooses sorters of digits. If they need more
/// clauses, `auto` chooses binary addition.
const LARGE: usize = 1_000_000;

/// The way in which encodings are chosen for sums with weights.
#[derive(Clone, Copy)]
pub(super) enum WantedEncoding {
    /// The encoding that a user has chosen.
    Row(&'static PseudoBoolean),
    /// The encoding that `auto` chooses for each sum.
    Auto,
    /// The encoding that `auto` chooses for each sum among the encodings whose clauses a proof can
    /// derive.
    Derived,
}

impl WantedEncoding {
    /// Returns the choice of the user, or `auto` if `chosen` is `None`. `derives` says that a proof
    /// has to derive the clauses.
    pub fn from_option(chosen: Option<&'static PseudoBoolean>, derives: bool) -> WantedEncoding {
        match chosen {
            Some(row) => WantedEncoding::Row(row),
            None if derives => WantedEncoding::Derived,
            None => WantedEncoding::Auto,
        }
    }

    /// Returns whether the user has chosen to repeat each literal as often as its weight says.
    pub fn repeats(self) -> bool {
        matches!(self, WantedEncoding::Row(row) if row.name == repetition::ROW.name)
    }
}

/// The way in which a bound on a sum is written.
pub(super) enum BoundForm {
    /// A contradiction, since no assignment satisfies the bound.
    Contradiction,
    /// Unit clauses, and a bound on the number of true literals in a list. A literal can occur
    /// several times in the list.
    Places(RepeatedPlaces),
    /// A bound on a weighted sum, and the encoding for it.
    Weights(WeightedBound, &'static PseudoBoolean),
}

impl BoundForm {
    /// Returns the way in which a bound on a sum is written. If the simplification finds that the
    /// bound never holds, it is a contradiction. It is a bound on the number of true literals if
    /// all weights that remain after simplification are 1, or if the encoding `repeat` is chosen
    /// and there are not too many places. Otherwise it is an encoding of weights. A choice of
    /// `auto` is stored in `groups`; an encoding that the user chose can refuse the bound later. If
    /// the bound always holds, the result has neither unit clauses nor a count. There is one
    /// exception: "exactly" without terms has a count without literals. After a stop, a choice of
    /// `auto` can be any encoding.
    pub fn choose(row: &Row, wanted: WantedEncoding, groups: &TermGroups) -> BoundForm {
        let relation = row.relation;
        if let Some(form) = BoundForm::of_chains(row, wanted, groups) {
            return form;
        }
        match repeat::constraint(row) {
            Ok(places) if wanted.repeats() || !places.has_repetitions() => {
                BoundForm::Places(places)
            }
            Err(PlacementError::Contradiction) => BoundForm::Contradiction,
            Ok(_) | Err(PlacementError::TooMany) => {
                if let Some(form) = BoundForm::of_integers(row, wanted, groups) {
                    return form;
                }
                let weighed = WeightedBound::from_row(row, groups);
                BoundForm::from_weights(weighed, relation, |weighed| {
                    weighed.row(relation, wanted, groups)
                })
            }
        }
    }

    /// Returns the way in which a bound on a sum is written if it has several literals of one of the
    /// model's chains. Returns `None` if it has none, or if no encoding that keeps chains together is
    /// suitable or small enough.
    pub fn of_chains(row: &Row, wanted: WantedEncoding, groups: &TermGroups) -> Option<BoundForm> {
        if !groups.has_chains() {
            return None;
        }
        let (terms, bound) = positive_terms(row)?;
        let is_long = |group: &Group| group.kind() == GroupKind::Chain && group.terms().len() > 2;
        if !groups.divide(&terms).iter().any(is_long) {
            return None;
        }
        let open = groups.chains.remove_fixed(terms, bound);
        let weighed =
            open.map(|(open, bound)| WeightedBound { groups: groups.divide(&open), bound });
        let encoding = match &weighed {
            Some(weighed) => groups.encoding_with_chains(weighed, row.relation, wanted)?,
            None => &bdd::ROW,
        };
        Some(BoundForm::from_weights(weighed, row.relation, |_| encoding))
    }

    /// Returns the way in which a bound on a sum is written by the literals of integers' values.
    /// Returns `None` if the sum has no integer with such literals, or if no encoding with them is
    /// suitable or small enough; the digits of the integers are then used instead.
    fn of_integers(row: &Row, wanted: WantedEncoding, groups: &TermGroups) -> Option<BoundForm> {
        let sum = groups.sum_of_integers(row)?;
        let weighed = groups.weigh_integers(&sum);
        let encoding = match (&weighed, wanted) {
            (None, _) => &bdd::ROW,
            (Some(weighed), _) => groups.encoding_with_chains(weighed, row.relation, wanted)?,
        };
        Some(BoundForm::from_weights(weighed, row.relation, |_| encoding))
    }

    /// Returns the way in which a bound on a weighted sum is written, by the encoding that `row`
    /// returns. `None` is a bound below every value of the sum.
    fn from_weights(
        weighed: Option<WeightedBound>,
        relation: Relation,
        row: impl Fn(&WeightedBound) -> &'static PseudoBoolean,
    ) -> BoundForm {
        match weighed {
            Some(weighed) => {
                let row = row(&weighed);
                BoundForm::Weights(weighed, row)
            }
            None if relation == Relation::AtLeast => BoundForm::Places(RepeatedPlaces::default()),
            None => BoundForm::Contradiction,
        }
    }
}

/// A sum of positive weights, and a bound on it. The relation between the sum and the bound is not
/// stored, since the caller knows it.
pub(super) struct WeightedBound {
    /// The terms, in groups of which at most one literal is true.
    pub groups: Vec<Group>,
    pub bound: u128,
}

impl WeightedBound {
    /// Returns the weighted bound of a row, with its terms divided by `groups`. Negates literals so
    /// that all weights are positive, and subtracts the least value of the sum from the bound.
    /// Returns `None` if the bound is below every value of the sum.
    fn from_row(row: &Row, groups: &TermGroups) -> Option<WeightedBound> {
        let (terms, bound) = positive_terms(row)?;
        Some(WeightedBound { groups: groups.divide(&terms), bound })
    }

    /// Returns whether the sum can be larger than the bound.
    fn can_exceed(&self) -> bool {
        self.groups.iter().map(Group::most).sum::<u128>() > self.bound
    }

    /// Returns the sum with its bound and relation, for a forecast of its size.
    pub fn bounded(&self, relation: Relation) -> BoundedSum<'_> {
        BoundedSum { groups: &self.groups, relation: Some(relation), bound: self.bound }
    }

    /// Returns the pattern of the bounded sum: the weights of each group in their order, the
    /// relation and the bound, without the literals. Choices and sizes are stored by pattern.
    pub fn pattern(&self, relation: Relation) -> Pattern {
        let weights = self
            .groups
            .iter()
            .map(|group| (group.kind(), group.terms().iter().map(|term| term.weight).collect()))
            .collect();
        Pattern { weights, relation, bound: self.bound }
    }

    /// Returns the encoding for the bound: the encoding that the user chose, or the choice of
    /// `auto`. A choice of `auto` is stored in `groups`, and used again for sums of the same
    /// pattern. After a stop, the choice of `auto` can be any encoding.
    fn row(
        &self,
        relation: Relation,
        wanted: WantedEncoding,
        groups: &TermGroups,
    ) -> &'static PseudoBoolean {
        let (small, large) = match wanted {
            WantedEncoding::Row(row) => return row,
            WantedEncoding::Auto => (SMALL, Some(LARGE)),
            WantedEncoding::Derived => (SMALL_TO_DERIVE, None),
        };
        let mut chosen = groups.chosen.borrow_mut();
        let row = chosen.entry((self.pattern(relation), small));
        row.or_insert_with(|| self.choose(relation, small, large, &groups.stop))
    }

    /// Chooses an encoding by the number of clauses. The first choice is the smaller of the
    /// generalized totalizer and the decision diagram, if it has at most `small` clauses. If both
    /// have equally many, it is the totalizer. The second choice is sorters of digits, if they have
    /// at most `large` clauses. If `large` is `None`, sorters are not considered. The last choice
    /// is binary addition. An encoding that cannot express the sum is not chosen; binary addition
    /// is not tested for this. After a stop, the choice can be binary addition although another
    /// encoding is small enough.
    fn choose(
        &self,
        relation: Relation,
        small: usize,
        large: Option<usize>,
        stop: &Stop,
    ) -> &'static PseudoBoolean {
        if let Some(row) = self.smaller_complete(relation, small, stop) {
            return row;
        }
        let clauses = |large| self.clauses(&binary_merge::ROW, relation, large, stop);
        if large.and_then(clauses).is_some() { &binary_merge::ROW } else { &adder::ROW }
    }

    /// Returns the smaller of the generalized totalizer and the decision diagram, which propagate
    /// completely. If both have equally many clauses, it is the totalizer. Returns `None` if both
    /// have more than `small` clauses, or perhaps after a stop.
    fn smaller_complete(
        &self,
        relation: Relation,
        small: usize,
        stop: &Stop,
    ) -> Option<&'static PseudoBoolean> {
        let totalizer = self.clauses(&generalized_totalizer::ROW, relation, small, stop);
        let most = totalizer.map_or(small, |most| most.saturating_sub(1));
        match self.clauses(&bdd::ROW, relation, most, stop) {
            Some(_) => Some(&bdd::ROW),
            None => totalizer.map(|_| &generalized_totalizer::ROW),
        }
    }

    /// Returns the number of clauses by an encoding. Returns `None` if there are more than `most`,
    /// if the encoding cannot express the sum, or perhaps after a stop.
    fn clauses(
        &self,
        row: &PseudoBoolean,
        relation: Relation,
        most: usize,
        stop: &Stop,
    ) -> Option<usize> {
        let forecast = self.bounded(relation).forecast(row, most, stop).ok()?;
        Some(forecast.size()?.clauses)
    }
}

/// Returns the terms of a row with positive weights, and its bound, from which the least value of
/// the sum is subtracted. Negates literals for this. Returns `None` if the bound is below every
/// value of the sum.
fn positive_terms(row: &Row) -> Option<(Vec<(u64, Lit)>, u128)> {
    let bound = i128::from(row.bound) - i128::from(row.sum.least());
    let terms = row.sum.terms();
    let terms = terms.map(|term| (term.weight.unsigned_abs(), term.positive().atom)).collect();
    Some((terms, u128::try_from(bound).ok()?))
}

/// The weights of a bounded sum, group by group, without the literals. Sums with the same pattern
/// have the same number of clauses and literals.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Pattern {
    /// The kind of each group, and its weights in the order of the terms.
    weights: Vec<(GroupKind, Vec<u128>)>,
    relation: Relation,
    bound: u128,
}

/// A sum with weights and its bound, whose clauses can be counted without writing them.
#[derive(Clone, Copy)]
pub(super) struct BoundedSum<'a> {
    pub groups: &'a [Group],
    /// The relation between the sum and the bound. `None` means the first upper bound of a search
    /// for an optimum, whose size is forecast in another way.
    pub relation: Option<Relation>,
    /// The bound on the sum; it is an upper bound if `relation` is `None`.
    pub bound: u128,
}

impl BoundedSum<'_> {
    /// Returns the size of the clauses by an encoding. If there are more than `most` clauses,
    /// counting ends and the result is [`Forecast::MoreThan`]. The result is the same on a stop,
    /// but a count of few clauses can end before it notices the stop. Fails if the encoding cannot
    /// express the sum. Writes nothing.
    pub fn forecast(
        self,
        row: &PseudoBoolean,
        most: usize,
        stop: &Stop,
    ) -> Result<Forecast, Error> {
        let is_over = || stop.is_reached();
        let budget = Budget::new(most, &is_over);
        match self.relation {
            Some(relation) => row.forecast(self.groups, relation, self.bound, budget),
            None => row.forecast_bound(self.groups, self.bound, budget),
        }
    }
}

/// The constraints of a model on which the clauses of a sum may rely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reliance {
    /// None, because some constraints hold only conditionally. No terms are grouped, and integers
    /// have only their digits.
    Nothing,
    /// Those that keep integers in their ranges, because a proof has to derive the clauses. The
    /// literals of integers' values are grouped in rows, but not in the objective.
    Ranges,
    /// All constraints. Terms that exclude each other are grouped, and so are chains.
    Model,
}

/// The division of terms into groups of which at most one literal is true, and the choices of
/// `auto` for sums of such groups.
pub(super) struct TermGroups<'a> {
    model: &'a Model,
    /// The constraints of `model` on which clauses may rely.
    reliance: Reliance,
    /// The at-most-ones of `model`. They are collected when the first sum is divided.
    at_most_ones: OnceCell<AtMostOnes<'a>>,
    /// The literals of integers' values, besides their digits.
    integers: IntegerViews,
    /// The chains of `model`; empty if clauses may not rely on all constraints.
    chains: Chains,
    /// The encodings that `auto` has chosen for sums with such literals, by the pattern of the sum.
    /// `None` if none is small enough.
    chosen_for_chains: RefCell<HashMap<Pattern, Option<&'static PseudoBoolean>>>,
    /// The encodings that `auto` has chosen so far. The key is the pattern of the sum, and the
    /// greatest number of clauses that counts as small.
    chosen: RefCell<HashMap<(Pattern, usize), &'static PseudoBoolean>>,
    /// A request to stop. Once it is made, `auto` ends its counting and chooses any encoding.
    stop: Stop,
}

impl<'a> TermGroups<'a> {
    /// Creates the division, with the literals of integers' values, and without any choice of
    /// `auto` for sums. After a request of `stop`, `auto` ends its counting and chooses any
    /// encoding.
    ///
    /// # Errors
    ///
    /// If the literals of integers are too many for the limit of `encodings`, or on a stop.
    pub fn new(
        model: &'a Model,
        encodings: &Encodings,
        reliance: Reliance,
        stop: &Stop,
    ) -> Result<TermGroups<'a>, EncodeRefusal> {
        let mut groups = TermGroups {
            model,
            reliance,
            at_most_ones: OnceCell::new(),
            integers: IntegerViews::default(),
            chains: Chains::default(),
            chosen_for_chains: RefCell::default(),
            chosen: RefCell::default(),
            stop: stop.clone(),
        };
        if reliance == Reliance::Model {
            groups.chains = Chains::from_model(model, stop);
        }
        if model.integers().is_empty() {
            return Ok(groups);
        }
        if reliance != Reliance::Nothing {
            groups.add_integers(encodings)?;
        }
        if groups.integers.is_empty() {
            groups.integers.row = Some(&integer::binary::ROW);
        }
        Ok(groups)
    }

    /// Adds the literals of integers' values: by the encoding that the user chose to all integers,
    /// or order literals to the integers for which `auto` chooses them. `auto` adds none if they are
    /// too many. Fails if those of a chosen encoding are too many, or on a stop.
    fn add_integers(&mut self, encodings: &Encodings) -> Result<(), EncodeRefusal> {
        let (model, stop) = (self.model, self.stop.clone());
        let derives = self.reliance == Reliance::Ranges;
        let count = |row, is_by_auto, wants: &dyn Fn(usize) -> bool| {
            let limits = (encodings.room, &stop);
            let mut views = IntegerViews::count(model, row, model.labels().len(), limits, wants)?;
            views.is_by_auto = is_by_auto;
            views.prefers_order = derives;
            Ok::<_, EncodeRefusal>(views)
        };
        if let Some(row) = encodings.integer {
            if row.name != integer::binary::ROW.name {
                self.integers = count(row, false, &|_| true)?;
            }
            return Ok(());
        }
        let is_short = |number: usize| model.integers()[number].largest <= MOST_STEPS;
        let wanted = WantedEncoding::from_option(encodings.pseudo_boolean, derives);
        let row = &integer::order::ROW;
        self.integers = match count(row, true, &is_short) {
            Err(EncodeRefusal::NoRoom(_)) => return Ok(()),
            views => views?,
        };
        let mut is_used = vec![false; model.integers().len()];
        for statement in model.constraints().statements() {
            let Statement::Linear(row) = statement else { continue };
            let Some(sum) = self.sum_of_integers(row) else { continue };
            let Some(weighed) = self.weigh_integers(&sum) else { continue };
            let can_exceed = row.relation != Relation::AtMost || weighed.can_exceed();
            if can_exceed && self.encoding_with_chains(&weighed, row.relation, wanted).is_some() {
                sum.integers.iter().for_each(|&number| is_used[number] = true);
            }
        }
        self.integers = count(row, true, &|number| is_used[number])?;
        Ok(())
    }

    /// Returns the sum of a row in which the literals of integers' values replace their digits.
    /// Returns `None` if there are none.
    fn sum_of_integers(&self, row: &Row) -> Option<IntegerSum> {
        if self.integers.is_empty() {
            return None;
        }
        let (terms, bound) = positive_terms(row)?;
        self.integers.replace_in_row(&terms, row.relation, bound)
    }

    /// Returns the costs of an objective in groups, and the constant that must be added to them.
    pub fn divide_costs(&self, costs: &[(u64, Lit)]) -> (Vec<Group>, u128) {
        let sum = Some(&self.integers).filter(|_| self.reliance == Reliance::Model);
        match sum.and_then(|integers| integers.replace_in_sum(costs)) {
            Some(sum) => {
                let constant = u128::try_from(-sum.bound).expect("a constant of positive terms");
                (sum.groups.into_iter().chain(self.divide(&sum.rest)).collect(), constant)
            }
            None => (self.divide(costs), 0),
        }
    }

    /// Returns the literals that are true in every solution, if rows with chains leave them out.
    pub fn fixed(&self) -> impl Iterator<Item = Lit> {
        self.chains.fixed()
    }

    /// Returns whether the model has chains that are used.
    pub fn has_chains(&self) -> bool {
        !self.chains.is_empty()
    }

    /// Returns the literals of integers' values.
    pub fn integers(&self) -> &IntegerViews {
        &self.integers
    }

    /// Returns the weighted bound of a sum with integers, in groups. Returns `None` if the bound is
    /// below every value of the sum.
    fn weigh_integers(&self, sum: &IntegerSum) -> Option<WeightedBound> {
        let bound = u128::try_from(sum.bound).ok()?;
        let groups = sum.groups.iter().cloned().chain(self.divide(&sum.rest)).collect();
        Some(WeightedBound { groups, bound })
    }

    /// Returns the encoding of a sum with chains or with the literals of integers' values: the
    /// encoding that the user chose, if it keeps such literals together. Without such a choice, it is
    /// the decision diagram for the integers of `auto`, and otherwise the smaller of the diagram and
    /// the generalized totalizer. Returns `None` if the encoding works on digits or is too large, or
    /// if `auto` prefers digits since too many integers have many values.
    fn encoding_with_chains(
        &self,
        weighed: &WeightedBound,
        relation: Relation,
        wanted: WantedEncoding,
    ) -> Option<&'static PseudoBoolean> {
        match wanted {
            WantedEncoding::Row(row) => {
                return KEEPS_INTEGERS.iter().find(|name| **name == row.name).map(|_| row);
            }
            WantedEncoding::Derived | WantedEncoding::Auto => {}
        }
        let mut chosen = self.chosen_for_chains.borrow_mut();
        let row = chosen.entry(weighed.pattern(relation));
        *row.or_insert_with(|| {
            let (relation, stop) = (relation, &self.stop);
            if self.integers.is_by_auto {
                let is_wide = |group: &&Group| {
                    group.kind() == GroupKind::Chain && group.terms().len() > FEW_STEPS
                };
                if weighed.groups.iter().filter(is_wide).count() > MOST_WIDE {
                    return None;
                }
                let diagram = weighed.clauses(&bdd::ROW, relation, SMALL_DIAGRAM, stop);
                return diagram.map(|_| &bdd::ROW);
            }
            let small = if self.reliance == Reliance::Ranges { SMALL_TO_DERIVE } else { SMALL };
            weighed.smaller_complete(relation, small, stop)
        })
    }

    /// Divides terms into groups. Literals of one of the model's chains are a chain. In all other
    /// groups, the model allows at most one literal to be true. If clauses may not rely on all
    /// constraints, each term is a group of its own. Terms are not grouped if the model instead
    /// allows at most one of their literals to be false. Each variable must occur in one term only.
    /// The groups can be in another order than the terms. The first call collects the at-most-ones
    /// of the model.
    fn divide(&self, terms: &[(u64, Lit)]) -> Vec<Group> {
        let (mut groups, rest) = self.chains.divide(terms);
        groups.extend(self.divide_by_at_most_ones(&rest));
        groups
    }

    /// Divides terms into groups of which at most one literal is true, as
    /// [`divide`](Self::divide) does, but ignores chains.
    fn divide_by_at_most_ones(&self, terms: &[(u64, Lit)]) -> Vec<Group> {
        let term = |&(weight, lit): &(u64, Lit)| Term::new(weight, to_rustsat(lit));
        if self.reliance != Reliance::Model {
            return terms.iter().map(|one| Group::from(term(one))).collect();
        }
        let at_most_ones = self.at_most_ones.get_or_init(|| AtMostOnes::from_model(self.model));
        let lits: Vec<Lit> = terms.iter().map(|&(_, lit)| lit).collect();
        let weights: HashMap<Lit, u64> = terms.iter().map(|&(weight, lit)| (lit, weight)).collect();
        at_most_ones
            .divide(&lits)
            .into_iter()
            .flat_map(|ExclusiveLine { lits, negated, .. }| {
                let terms = lits.iter().map(|&(lit, _)| term(&(weights[&lit], lit)));
                if !negated {
                    vec![Group::at_most_one(terms.collect())]
                } else {
                    terms.map(Group::from).collect()
                }
            })
            .collect()
    }
}

/// The names of the encodings of weights in which all literals of an integer are one term. The other
/// encodings work on the digits of weights.
const KEEPS_INTEGERS: [&str; 3] =
    [bdd::ROW.name, generalized_totalizer::ROW.name, sequential_weight_counter::ROW.name];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Encodings, Room, Tally, encode};
    use crate::model::{Model, Sum, Term};

    fn sum(model: &mut Model, number: usize, largest: i64) -> Sum {
        let mut random = fastrand::Rng::with_seed(38);
        let mut term = |index: usize| Term {
            weight: random.i64(1..=largest),
            atom: model.variable("x", &[index]),
        };
        Sum::new((0..number).map(&mut term)).expect("weights that fit")
    }

    #[test]
    fn sums_of_all_sizes_have_a_row() {
        for (number, largest, expected) in [
            (20, 60, &["generalized-totalizer", "bdd"][..]),
            (300, 1_000_000, &["binary-merge", "adder"]),
            (2_000, 1 << 40, &["adder"]),
        ] {
            let mut model = Model::new();
            let sum = sum(&mut model, number, largest);
            let bound = sum.largest() / 2;
            for relation in [Relation::AtMost, Relation::AtLeast, Relation::Exactly] {
                let groups = TermGroups::new(
                    &model,
                    &Encodings::default(),
                    Reliance::Model,
                    &Stop::unlimited(),
                )
                .expect("no integers");
                let row = Row { sum: sum.clone(), relation, bound };
                let BoundForm::Weights(_, row) =
                    BoundForm::choose(&row, WantedEncoding::Auto, &groups)
                else {
                    panic!("it is too heavy to be repeated");
                };
                assert!(expected.contains(&row.name), "{number} to {largest}: {}", row.name);
            }
            model.linear("heavy", sum, Relation::AtMost, bound);
            let written =
                encode(&model, &Encodings::default(), &mut Tally::default(), &Stop::unlimited());
            written.expect("a row for it");
        }
    }

    #[test]
    fn auto_keeps_digits_if_other_literals_are_too_many() {
        let mut model = Model::new();
        let digits: Vec<Lit> = (0..3).map(|place| model.variable("x", &[place])).collect();
        let terms = digits.iter().zip([1, 2, 4]).map(|(&atom, weight)| Term { weight, atom });
        let sum = Sum::new(terms).expect("small weights");
        model.linear("range", sum, Relation::AtMost, 5);
        model.declare_integer(digits, 5);
        let views = |integer, room| {
            let encodings = Encodings { integer, room, ..Encodings::default() };
            TermGroups::new(&model, &encodings, Reliance::Model, &Stop::unlimited())
                .map(|groups| groups.integers().is_empty())
        };
        let order = Some(&integer::order::ROW);
        assert_eq!(views(order, Room::default()), Ok(false));
        assert!(matches!(views(order, Room::Clauses(3)), Err(EncodeRefusal::NoRoom(_))));
        assert_eq!(views(None, Room::Clauses(3)), Ok(true));
    }
}
