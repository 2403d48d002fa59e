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
//! For the bounds of a search, `auto` chooses the generalized totalizer if it has at most
//! [`SMALL_FOR_MANY`] clauses, and otherwise the mixed radix encoding. This was measured on 16
//! model files (`docs/comparing.md`). Up to that size, the totalizer was as good as or better than
//! the mixed radix encoding. For larger sums, no other encoding solved more files than the mixed
//! radix encoding. The mixed radix encoding also had the fewest clauses: on one file it had 0.55
//! million, while a dynamic polynomial watchdog had 12.6 million.
//!
//! If a proof has to derive the clauses, `auto` chooses a small encoding whose clauses the proof
//! can derive. It must be small because each derivation contains whole sums. In this case, terms
//! that exclude each other are not grouped.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};

use quarrel_encodings::pseudo_boolean::{
    Group, GroupKind, PseudoBoolean, Term, adder, bdd, binary_merge, generalized_totalizer,
    mixed_radix, repeat as repetition, sequential_weight_counter,
};
use quarrel_encodings::{Budget, Error, Forecast, Total, integer};

use super::at_most_ones::{AtMostOnes, ExclusiveLine};
use super::integers::{IntegerSum, IntegerViews, MOST_STEPS, SMALL_DIAGRAM};
use super::repeat::{self, PlacementError, RepeatedPlaces};
use super::{CostConversion, EncodeRefusal, Encodings, to_rustsat};
use crate::model::{Lit, Model, Relation, Row, Statement, propagated};
use crate::stop::Stop;

/// The greatest number of clauses for which `auto` chooses a generalized totalizer or decision
/// diagram, which propagate completely. If both need more clauses, `auto` considers sorters of
/// digits.
const SMALL: usize = 200_000;

/// The greatest number of clauses for which `auto` chooses a generalized totalizer for the bounds
/// of a search. If it needs more clauses, `auto` chooses the mixed radix encoding.
const SMALL_FOR_MANY: usize = 100_000;

/// The greatest number of clauses for which `auto` chooses a generalized totalizer or decision
/// diagram if a proof has to derive the clauses. If both need more clauses, `auto` chooses binary
/// addition.
const SMALL_TO_DERIVE: usize = 20_000;

/// The greatest number of clauses for which `auto` chooses sorters of digits. If they need more
/// clauses, `auto` chooses binary addition.
const LARGE: usize = 1_000_000;

/// The least number of groups of terms in an objective for which the mixed radix encoding is
/// tested. `auto` then tests whether this encoding can express the sum. Smaller sums are not
/// tested.
const MANY: usize = 2_000;

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
        if groups.chains.is_empty() {
            return None;
        }
        let (terms, bound) = positive_terms(row)?;
        let is_long = |group: &Group| group.kind() == GroupKind::Chain && group.terms().len() > 2;
        if !groups.divide(&terms).iter().any(is_long) {
            return None;
        }
        let weighed = groups.without_fixed(terms, bound);
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
        let clauses = |row: &PseudoBoolean, most: usize| {
            // If the encoding cannot express the sum, there is no number of clauses, so the
            // encoding is not chosen.
            let forecast = self.bounded(relation).forecast(row, most, stop).ok()?;
            Some(forecast.size()?.clauses)
        };
        let totalizer = clauses(&generalized_totalizer::ROW, small);
        if clauses(&bdd::ROW, totalizer.map_or(small, |most| most.saturating_sub(1))).is_some() {
            return &bdd::ROW;
        }
        if totalizer.is_some() {
            return &generalized_totalizer::ROW;
        }
        let merges = large.is_some_and(|large| clauses(&binary_merge::ROW, large).is_some());
        if merges { &binary_merge::ROW } else { &adder::ROW }
    }
}

/// Returns the terms of a row with positive weights, and its bound, from which the least value of the
/// sum is subtracted. Negates literals for this. Returns `None` if the bound is below every value of
/// the sum.
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

/// A term whose literal is in a chain: the place in the chain, the weight and the literal.
type ChainTerm = (usize, u64, Lit);

/// The division of terms into groups of which at most one literal is true, and the choices of
/// `auto` for sums of such groups.
pub(super) struct TermGroups<'a> {
    /// The model whose constraints show which terms exclude each other. `None` if no terms are
    /// grouped, because some constraints hold only conditionally, or a proof has to derive the
    /// clauses.
    model: Option<&'a Model>,
    /// The at-most-ones of `model`. They are collected when the first sum is divided.
    at_most_ones: OnceCell<AtMostOnes<'a>>,
    /// The literals of integers' values, besides their digits.
    integers: IntegerViews,
    /// For each variable of a declared chain: the index of the chain, the place in it, and whether
    /// the chain has the negated variable.
    chains: HashMap<usize, (usize, usize, bool)>,
    /// The variables that unit propagation fixes in the model, with their values; empty if there are
    /// no chains. The formula states them, and rows with chains leave them out.
    fixed: BTreeMap<usize, bool>,
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
    /// `auto` for sums. If `is_unconditional` is `false`, no terms are grouped, and integers have
    /// only their digits. After a request of `stop`, `auto` ends its counting and chooses any
    /// encoding.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the literals of integers.
    pub fn new(
        model: &'a Model,
        encodings: &Encodings,
        is_unconditional: bool,
        stop: &Stop,
    ) -> Result<TermGroups<'a>, EncodeRefusal> {
        let mut groups = TermGroups {
            model: Some(model).filter(|_| is_unconditional),
            at_most_ones: OnceCell::new(),
            integers: IntegerViews::default(),
            chains: HashMap::new(),
            fixed: BTreeMap::new(),
            chosen_for_chains: RefCell::default(),
            chosen: RefCell::default(),
            stop: stop.clone(),
        };
        if is_unconditional {
            for (number, chain) in model.chains().iter().enumerate() {
                let places = chain
                    .iter()
                    .enumerate()
                    .map(|(place, lit)| (lit.variable(), (number, place, lit.is_negated())));
                groups.chains.extend(places);
            }
            if groups.has_chains() {
                let fixed = propagated(model, stop).into_iter();
                groups.fixed = fixed.map(|(lit, _)| (lit.variable(), !lit.is_negated())).collect();
            }
        }
        if is_unconditional && !model.integers().is_empty() {
            groups.add_integers(model, encodings)?;
        }
        if !model.integers().is_empty() && groups.integers.is_empty() {
            groups.integers.row = Some(&integer::binary::ROW);
        }
        Ok(groups)
    }

    /// Adds the literals of integers' values: by the encoding that the user chose to all integers, or
    /// order literals to the integers for which `auto` chooses them.
    fn add_integers(&mut self, model: &Model, encodings: &Encodings) -> Result<(), EncodeRefusal> {
        let first = model.labels().len();
        if let Some(row) = encodings.integer {
            if row.name != integer::binary::ROW.name {
                self.integers = IntegerViews::write(model, row, first, &|_| true)?;
            }
            return Ok(());
        }
        let is_short = |number: usize| model.integers()[number].largest <= MOST_STEPS;
        let wanted = WantedEncoding::from_option(encodings.pseudo_boolean, false);
        let row = &integer::order::ROW;
        self.integers = IntegerViews::write(model, row, first, &is_short)?;
        self.integers.is_by_auto = true;
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
        self.integers = IntegerViews::write(model, row, first, &|number| is_used[number])?;
        self.integers.is_by_auto = true;
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

    /// Returns the literals that unit propagation makes true in the model, if rows with chains leave
    /// them out.
    pub fn fixed(&self) -> impl Iterator<Item = Lit> {
        self.fixed.iter().map(|(&variable, &value)| {
            let lit = Lit::from_number(variable + 1);
            if value { lit } else { !lit }
        })
    }

    /// Returns a bounded sum in groups, without its fixed literals. Returns `None` if the bound is
    /// below every value of the sum.
    fn without_fixed(&self, terms: Vec<(u64, Lit)>, bound: u128) -> Option<WeightedBound> {
        let value =
            |lit: Lit| self.fixed.get(&lit.variable()).map(|&value| value != lit.is_negated());
        let always: u128 = terms
            .iter()
            .filter(|&&(_, lit)| value(lit) == Some(true))
            .map(|&(weight, _)| u128::from(weight))
            .sum();
        let bound = bound.checked_sub(always)?;
        let open: Vec<(u64, Lit)> =
            terms.into_iter().filter(|&(_, lit)| value(lit).is_none()).collect();
        Some(WeightedBound { groups: self.divide(&open), bound })
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
    /// the generalized totalizer. Returns `None` if the encoding works on digits, or is too large.
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
            WantedEncoding::Derived => return None,
            WantedEncoding::Auto => {}
        }
        let mut chosen = self.chosen_for_chains.borrow_mut();
        let row = chosen.entry(weighed.pattern(relation));
        *row.or_insert_with(|| {
            let clauses = |row: &PseudoBoolean, most: usize| {
                let forecast = weighed.bounded(relation).forecast(row, most, &self.stop).ok()?;
                Some(forecast.size()?.clauses)
            };
            if self.integers.is_by_auto {
                return clauses(&bdd::ROW, SMALL_DIAGRAM).map(|_| &bdd::ROW);
            }
            let totalizer = clauses(&generalized_totalizer::ROW, SMALL);
            let most = totalizer.map_or(SMALL, |most| most.saturating_sub(1));
            match clauses(&bdd::ROW, most) {
                Some(_) => Some(&bdd::ROW),
                None => totalizer.map(|_| &generalized_totalizer::ROW),
            }
        })
    }

    /// Divides terms into groups. Literals of one of the model's chains are a chain. In all other
    /// groups, the model allows at most one literal to be true.
    /// Without a model, each term is a group of its own. Terms are not grouped if the model instead
    /// allows at most one of their literals to be false. Each variable must occur in one term only.
    /// The groups can be in another order than the terms. The first call collects the at-most-ones
    /// of the model.
    fn divide(&self, terms: &[(u64, Lit)]) -> Vec<Group> {
        if self.chains.is_empty() {
            return self.divide_by_at_most_ones(terms);
        }
        let mut chains: BTreeMap<(usize, bool), Vec<ChainTerm>> = BTreeMap::new();
        let mut rest = Vec::new();
        for &(weight, lit) in terms {
            match self.chains.get(&lit.variable()) {
                Some(&(number, place, is_negated)) => {
                    let is_mirrored = lit.is_negated() != is_negated;
                    chains.entry((number, is_mirrored)).or_default().push((place, weight, lit));
                }
                None => rest.push((weight, lit)),
            }
        }
        let mut groups = Vec::new();
        for ((_, is_mirrored), mut members) in chains {
            members.sort_unstable_by_key(|member| member.0);
            if is_mirrored {
                members.reverse();
            }
            if let [(_, weight, lit)] = members[..] {
                rest.push((weight, lit));
                continue;
            }
            // A literal of a chain is true only if all before it are.
            let mut weight = 0;
            let terms = members.into_iter().map(|(_, step, lit)| {
                weight += u128::from(step);
                Term::new(weight, to_rustsat(lit))
            });
            groups.push(Group::chain(terms.collect()));
        }
        groups.extend(self.divide_by_at_most_ones(&rest));
        groups
    }

    /// Divides terms into groups of which at most one literal is true, as
    /// [`divide`](Self::divide) does, but ignores chains.
    fn divide_by_at_most_ones(&self, terms: &[(u64, Lit)]) -> Vec<Group> {
        let term = |&(weight, lit): &(u64, Lit)| Term::new(weight, to_rustsat(lit));
        let Some(model) = self.model else {
            return terms.iter().map(|one| Group::from(term(one))).collect();
        };
        let at_most_ones = self.at_most_ones.get_or_init(|| AtMostOnes::from_model(model));
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

/// Returns whether all costs are equal.
pub(super) fn are_equal(costs: &[(u64, Lit)]) -> bool {
    costs.windows(2).all(|two| two[0].0 == two[1].0)
}

/// The weighted sum of an objective's costs, and the encoding that writes its bounds.
pub(super) struct Costs {
    /// The literals with their costs, in groups of which at most one literal is true.
    groups: Vec<Group>,
    /// The conversion of values into costs.
    cost: CostConversion,
    /// The cost that every solution has in addition to the cost of `groups`.
    lower_bound: u128,
    /// The way in which the encoding is chosen.
    wanted: WantedEncoding,
    /// The encoding that `auto` has chosen, and the greatest bound for which it is chosen. `None`
    /// before the first choice, or if the user has chosen an encoding.
    row: Option<(&'static PseudoBoolean, u128)>,
    /// The object that writes bounds by the encoding. `None` before the first bound, and after
    /// `auto` has changed the encoding.
    total: Option<Box<dyn Total>>,
}

impl Costs {
    /// Creates the sum, without an encoding. `costs` has the literals with their costs, and `cost`
    /// converts values into costs. If `auto` has to choose the encoding, it chooses at the first
    /// bound. Each variable must occur once in `costs`.
    pub fn new(
        costs: &[(u64, Lit)],
        cost: CostConversion,
        wanted: WantedEncoding,
        groups: &TermGroups,
    ) -> Costs {
        let (groups, lower_bound) = match groups.integers.replace_in_sum(costs) {
            Some(sum) => {
                let lower_bound = u128::try_from(-sum.bound).expect("a constant of positive terms");
                (sum.groups.into_iter().chain(groups.divide(&sum.rest)).collect(), lower_bound)
            }
            None => (groups.divide(costs), 0),
        };
        Costs { groups, cost, lower_bound, wanted, row: None, total: None }
    }

    /// Returns the same objective with its cost rewritten as `lower_bound` plus the weighted sum
    /// `costs`. The terms of the new sum are not grouped. If `auto` chooses the encoding, it has
    /// not chosen one for this sum yet.
    pub fn rewritten(&self, costs: Vec<(u128, Lit)>, lower_bound: u128) -> Costs {
        let groups = costs
            .into_iter()
            .map(|(weight, lit)| Term::new(weight, to_rustsat(lit)))
            .map(Group::from)
            .collect();
        Costs { groups, cost: self.cost, lower_bound, wanted: self.wanted, row: None, total: None }
    }

    /// Returns the greatest cost of `groups` that a bound on the value allows. Returns `None` if
    /// the bound is better than every possible value.
    pub fn most(&self, value: i64) -> Option<u128> {
        u128::try_from(self.cost.convert(value)).ok()?.checked_sub(self.lower_bound)
    }

    /// Returns the encoding for bounds up to `most`: the encoding that the user chose, or the
    /// choice of `auto`. `auto` first chooses a generalized totalizer if it is small enough for
    /// `most`. If not, `auto` chooses the mixed radix encoding. There are two exceptions, in which
    /// it chooses binary addition: a proof has to derive the clauses, or the mixed radix encoding
    /// cannot express a sum of [`MANY`] groups or more.
    ///
    /// If `auto` has chosen the totalizer, a later call can have a greater `most`. If the totalizer
    /// is too large for twice this `most`, `auto` replaces it by another encoding for all bounds.
    /// The clauses for bounds of earlier calls are then written again when they are requested.
    /// After a stop, the totalizer can count as too large although it is not.
    pub fn row(&mut self, most: u128, stop: &Stop) -> &'static PseudoBoolean {
        let (small, otherwise) = match self.wanted {
            WantedEncoding::Row(row) => return row,
            WantedEncoding::Auto => (SMALL_FOR_MANY, &mixed_radix::ROW),
            WantedEncoding::Derived => (SMALL_TO_DERIVE, &adder::ROW),
        };
        let totalizer = &generalized_totalizer::ROW;
        // If a bound is larger than all earlier bounds, the totalizer is measured for twice this
        // bound. So the choice is not repeated for each larger bound.
        let reached = match self.row {
            Some((row, reached)) if row.name != totalizer.name || most <= reached => return row,
            Some(_) => most.saturating_mul(2),
            None => most,
        };
        let sum = BoundedSum { groups: &self.groups, relation: None, bound: reached };
        if let Ok(Forecast::Exactly(_)) = sum.forecast(totalizer, small, stop) {
            self.row = Some((totalizer, reached));
            return totalizer;
        }
        // For very many weights, the mixed radix encoding can be too large to be planned.
        let is_planned =
            self.groups.len() < MANY || sum.forecast(otherwise, usize::MAX, stop).is_ok();
        let row = if is_planned { otherwise } else { &adder::ROW };
        self.total = None;
        self.row = Some((row, reached));
        row
    }

    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns whether `auto` chooses the encoding. If not, the user has chosen it.
    pub fn is_by_auto(&self) -> bool {
        !matches!(self.wanted, WantedEncoding::Row(_))
    }

    /// Returns whether the object that writes bounds does not exist yet. If so, the next bound
    /// creates it.
    pub fn is_new(&self) -> bool {
        self.total.is_none()
    }

    /// Returns the object that writes all bounds. If it does not exist yet, the encoding creates
    /// it, for bounds up to `most`. If it exists, returns it, whatever `most` is. Fails if the
    /// weights are too large for the encoding.
    pub fn total(&mut self, most: u128, stop: &Stop) -> Result<&mut (dyn Total + 'static), Error> {
        if self.total.is_none() {
            self.total = Some(self.row(most, stop).total(&self.groups)?);
        }
        Ok(&mut **self.total.as_mut().expect("opened above"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Encodings, Tally, encode};
    use crate::model::{Model, Objective, Sense, Sum, Term};

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
                let groups =
                    TermGroups::new(&model, &Encodings::default(), true, &Stop::unlimited())
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
    fn bounds_that_rise_have_a_row() {
        let mut model = Model::new();
        let sum = sum(&mut model, 60, 1_000_000_000);
        let costs: Vec<(u64, Lit)> =
            sum.terms().map(|term| (term.weight.unsigned_abs(), term.atom)).collect();
        let groups = TermGroups::new(&model, &Encodings::default(), false, &Stop::unlimited())
            .expect("no integers");
        let cost = CostConversion::from_objective(
            &Objective::from_sum(Sense::Minimise, sum, 0).expect("it fits"),
        );
        let (_, cost) = cost.expect("it has weights");
        let mut costs = Costs::new(&costs, cost, WantedEncoding::Auto, &groups);
        let bounds = [1, 50_000_000, 1_000_000_000, 5_000_000_000, 1];
        let rows = bounds.map(|most| costs.row(most, &Stop::unlimited()).name);
        assert_eq!(rows[0], "generalized-totalizer");
        assert_eq!(rows[3..], ["mixed-radix", "mixed-radix"]);
        assert!(rows.is_sorted(), "{rows:?}");
    }
}
