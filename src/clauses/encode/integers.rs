//! The literals of integers' values, beside their binary digits.
//!
//! A model states an integer by its binary digits ([`Model::integers`]), and the rows are sums of
//! digits. An encoding of integers (`--int`) adds other literals of the integer, which are tied to
//! the digits, and each row that contains all digits of an integer, as a multiple of it, uses these
//! literals instead. So the model's variables and its answers do not depend on the encoding.
//!
//! Rows are simplified: in "at least b", a weight above b counts as b. A multiple of an integer is
//! recognised all the same, since the weights of its digits are then c, 2c, 4c and so on, but at
//! most b.
//!
//! Encodings of weights that work on the digits of weights, such as binary addition, use the digits
//! of integers, whatever literals there are.
//!
//! **`auto`** adds order literals to integers of up to [`MOST_STEPS`] values, if a row with them is
//! a decision diagram of at most [`SMALL_DIAGRAM`] clauses, and has at most [`MOST_WIDE`] integers
//! with more than [`FEW_STEPS`] steps. All other rows use the digits. Order literals suit differences
//! of two integers, as in job shops, and integers with few values, as in knapsacks. A balance of
//! several integers with many values, as in lot sizing, has many clauses with order literals and few
//! with digits, and is solved sooner with digits (`docs/integers.md`).
//!
//! The literals and their clauses are first counted, so that too many of them are refused before
//! they take memory. They are written when the model is.

use std::collections::HashMap;

use quarrel_encodings::integer::{Integer, IntegerEncoding};
use quarrel_encodings::pseudo_boolean::Group;
use quarrel_encodings::{Collect, Error, Size, Tally};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Var;

use super::room::{Extent, no_room};
use super::sink::ClauseSink;
use super::{EncodeRefusal, Room, index, to_rustsat};
use crate::model::{Lit, Model, ModelInteger, Relation};
use crate::source::format_count;
use crate::stop::Stop;

/// The largest value of an integer to which `auto` adds order literals.
pub(super) const MOST_STEPS: u64 = 256;

/// The greatest number of clauses of a decision diagram over order literals that `auto` chooses.
pub(super) const SMALL_DIAGRAM: usize = 20_000;

/// The greatest number of order literals with which an integer counts as having few values.
pub(super) const FEW_STEPS: usize = 16;

/// The greatest number of integers with more values in a row for which `auto` chooses order
/// literals. With two, a row is the difference of two integers.
pub(super) const MOST_WIDE: usize = 2;

/// The integers of a model with the literals of their values.
#[derive(Default)]
pub(super) struct IntegerViews {
    /// The integers of the model in their order; `None` for an integer that has only digits.
    integers: Vec<Option<Integer>>,
    /// For each variable that is a digit of an integer with more literals, the index of the integer,
    /// and the place of the digit.
    places: HashMap<usize, (usize, usize)>,
    /// The number of variables before the first one of the views.
    first: usize,
    /// The size of the clauses and variables of the views.
    pub extent: Extent,
    /// The encoding of the views, which is `binary` if there are none; `None` if the model has no
    /// integers.
    pub row: Option<&'static IntegerEncoding>,
    /// Whether `auto` chose the encoding.
    pub is_by_auto: bool,
    /// Whether equations use order literals, too, as far as an integer has them. Proofs can derive
    /// the clauses of such sums.
    pub prefers_order: bool,
}

/// A sum in which groups replace the digits of integers.
pub(super) struct IntegerSum {
    /// The multiples of integers.
    pub groups: Vec<Group>,
    /// The terms that belong to no integer with more literals than its digits.
    pub rest: Vec<(u64, Lit)>,
    /// The bound of the sum of `groups` and `rest`.
    pub bound: i128,
    /// The indices of the integers.
    pub integers: Vec<usize>,
}

/// Returns an integer of a model that has only its digits.
fn of_digits(one: &ModelInteger) -> Integer {
    Integer::from_digits(one.largest, one.digits.iter().copied().map(to_rustsat).collect())
}

/// The terms of one integer in a sum, while they are collected.
struct DigitTerms {
    /// The weight of each digit; 0 for a digit that is missing.
    weights: Vec<u64>,
    /// Whether the literals are the negated digits.
    is_negated: bool,
}

impl IntegerViews {
    /// Returns the literals of the integers that `wants` selects, by an encoding, and counts their
    /// clauses. `first` is the number of variables that are in use. Leaves out integers that have
    /// too many values for the encoding.
    ///
    /// # Errors
    ///
    /// If the clauses exceed `room`, or on a stop. The size is compared after each integer.
    pub fn count(
        model: &Model,
        row: &'static IntegerEncoding,
        first: usize,
        (room, stop): (Room, &Stop),
        wants: &dyn Fn(usize) -> bool,
    ) -> Result<IntegerViews, EncodeRefusal> {
        let mut unread = Tally::default();
        let mut sink = ClauseSink::new(&mut unread, stop);
        let mut variables = BasicVarManager::from_next_free(Var::new(index(first)));
        let mut views = IntegerViews { first, ..IntegerViews::default() };
        for (number, one) in model.integers().iter().enumerate() {
            if one.largest > row.most || !wants(number) {
                views.integers.push(None);
                continue;
            }
            let counted = row.encode_views(of_digits(one), &mut sink, &mut variables)?;
            let variables = (variables.n_used() - index(first)) as usize;
            let Tally { clauses, literals } = sink.size;
            views.extent = Size { variables, clauses, literals }.into();
            if !room.admits(&views.extent) {
                let most = format!("the values of {}", format_count(number + 1, "integer"));
                return Err(no_room(&views.extent, room, (most, &views.extent, row.name), || {
                    "Use --int binary, which needs no clauses".to_owned()
                }));
            }
            views.integers.push(Some(counted));
            let digits = one.digits.iter().enumerate();
            views.places.extend(digits.map(|(place, digit)| (digit.variable(), (number, place))));
        }
        views.row = Some(row).filter(|_| !views.places.is_empty());
        Ok(views)
    }

    /// Writes the clauses of the views. `variables` must have the number of variables that were in
    /// use when the views were counted, and returns those of the views from then on. Fails if the
    /// collector refuses a clause.
    pub fn write(
        &self,
        model: &Model,
        clauses: &mut dyn Collect,
        variables: &mut BasicVarManager,
    ) -> Result<(), Error> {
        let Some(row) = self.row.filter(|_| !self.is_empty()) else { return Ok(()) };
        debug_assert_eq!(variables.n_used(), index(self.first), "the variables of the count");
        for (one, views) in model.integers().iter().zip(&self.integers) {
            let Some(views) = views else { continue };
            let written = row.encode_views(of_digits(one), clauses, variables)?;
            debug_assert_eq!(written, *views, "an encoding writes the same literals twice");
        }
        Ok(())
    }

    /// Returns whether an integer has more literals than its digits. `number` is its index in
    /// [`Model::integers`].
    pub fn has_views(&self, number: usize) -> bool {
        self.integers.get(number).is_some_and(Option::is_some)
    }

    /// Returns whether there are no literals but digits.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns a bounded sum in which the literals of integers replace their digits. `terms` have
    /// positive weights and distinct variables. `relation` is the relation of the sum to `bound`.
    /// Returns `None` if the sum has no multiple of an integer with more literals than its digits,
    /// or if it is at most `bound` in every assignment.
    pub fn replace_in_row(
        &self,
        terms: &[(u64, Lit)],
        relation: Relation,
        bound: u128,
    ) -> Option<IntegerSum> {
        let total: u128 = terms.iter().map(|term| u128::from(term.0)).sum();
        let most = match relation {
            Relation::AtLeast => Some(bound),
            Relation::AtMost => Some(total.checked_sub(bound)?),
            Relation::Exactly => None,
        };
        self.replace_digits(terms, relation, most, bound)
    }

    /// Returns a sum in which the literals of integers replace their digits. `terms` have positive
    /// weights and distinct variables. The bound of the result is minus the constant that must be
    /// added to its terms. Returns `None` if the sum has no multiple of an integer with more literals
    /// than its digits.
    pub fn replace_in_sum(&self, terms: &[(u64, Lit)]) -> Option<IntegerSum> {
        self.replace_digits(terms, Relation::AtMost, None, 0)
    }

    /// Returns a sum in which the literals of integers replace their digits, as
    /// [`replace_in_row`](Self::replace_in_row) does. Weights are reduced to `most` if they exceed
    /// it.
    fn replace_digits(
        &self,
        terms: &[(u64, Lit)],
        relation: Relation,
        most: Option<u128>,
        bound: u128,
    ) -> Option<IntegerSum> {
        let mut found: HashMap<usize, DigitTerms> = HashMap::new();
        for &(weight, lit) in terms {
            let Some(&(number, place)) = self.places.get(&lit.variable()) else { continue };
            let is_negated = lit.is_negated();
            let digits = self.integers[number].as_ref()?.digits().len();
            let terms = found
                .entry(number)
                .or_insert_with(|| DigitTerms { weights: vec![0; digits], is_negated });
            if terms.is_negated == is_negated {
                terms.weights[place] = weight;
            }
        }
        found.retain(|_, terms| terms.is_multiple(most));
        let mut integers: Vec<usize> = found.keys().copied().collect();
        integers.sort_unstable();
        let mut sum = IntegerSum {
            groups: Vec::new(),
            rest: Vec::new(),
            bound: i128::try_from(bound).ok()?,
            integers,
        };
        for &number in &sum.integers {
            let (terms, integer) = (&found[&number], self.integers[number].as_ref()?);
            let factor = i128::from(terms.weights[0]);
            let all = factor * ((1 << terms.weights.len()) - 1);
            if relation == Relation::AtMost {
                let reduced: i128 = terms.weights.iter().map(|&weight| i128::from(weight)).sum();
                sum.bound += all - reduced;
            }
            // The sum of c·2^i·¬dᵢ is c·(2^n − 1) − c·x.
            let (factor, offset) = if terms.is_negated { (-factor, all) } else { (factor, 0) };
            let preferred = if self.prefers_order { Relation::AtMost } else { relation };
            let (groups, constant) = integer.multiple(factor, preferred);
            sum.bound -= offset + constant;
            sum.groups.extend(groups);
        }
        let belongs = |lit: Lit| {
            self.places.get(&lit.variable()).is_some_and(|(number, _)| found.contains_key(number))
        };
        sum.rest = terms.iter().copied().filter(|&(_, lit)| !belongs(lit)).collect();
        (!sum.integers.is_empty()).then_some(sum)
    }
}

impl DigitTerms {
    /// Returns whether the weights are those of a multiple of the integer, reduced to `most` if they
    /// exceed it.
    fn is_multiple(&self, most: Option<u128>) -> bool {
        let factor = u128::from(self.weights[0]);
        factor > 0
            && self.weights.iter().enumerate().all(|(place, &weight)| {
                let full = factor << place;
                u128::from(weight) == most.map_or(full, |most| full.min(most))
            })
    }
}

#[cfg(test)]
mod tests {
    use quarrel_encodings::{Clauses, integer, pseudo_boolean};

    use super::*;
    use crate::decision::Decision;
    use crate::encode::{Encodings, encode};
    use crate::model::{Sum, Term};
    use crate::solver::Solver;

    /// A model with two integers, the chain of a third one, and a literal, under one random row, with
    /// the row's weights.
    fn model(random: &mut fastrand::Rng) -> (Model, Vec<i64>, Relation, i64) {
        let mut model = Model::new();
        let mut variables = |name: &str, number: usize| -> Vec<Lit> {
            (0..number).map(|index| model.variable(name, &[index])).collect()
        };
        let digits = [variables("a", 3), variables("b", 2)];
        let (chain, other) = (variables("c", 4), variables("d", 1));
        for pair in chain.windows(2) {
            model.clause("order", [!pair[1], pair[0]]);
        }
        let mut weights = Vec::new();
        for (digits, largest) in digits.iter().zip([5, 3]) {
            let factor = random.i64(-4..=4);
            weights.extend((0..digits.len()).map(|place| factor << place));
            let range =
                digits.iter().enumerate().map(|(place, &atom)| Term { weight: 1 << place, atom });
            let sum = Sum::new(range).expect("a few digits");
            model.linear("range", sum, Relation::AtMost, largest);
            model.declare_integer(digits.clone(), u64::try_from(largest).expect("positive"));
        }
        let factor = random.i64(-3..=3);
        weights.extend(chain.iter().map(|_| factor));
        weights.push(random.i64(-9..=9));
        model.declare_chain(chain.clone());
        let lits = digits.concat().into_iter().chain(chain).chain(other);
        let terms = weights.iter().zip(lits).filter(|(weight, _)| **weight != 0);
        let sum = Sum::new(terms.map(|(&weight, atom)| Term { weight, atom })).expect("few terms");
        let relation = [Relation::AtMost, Relation::AtLeast, Relation::Exactly][random.usize(0..3)];
        let bound = random.i64(-20..=20);
        model.linear("row", sum, relation, bound);
        (model, weights, relation, bound)
    }

    #[test]
    fn too_many_literals_are_refused_before_they_take_memory() {
        let mut model = Model::new();
        let digits = (0..19).map(|place| model.variable("x", &[place])).collect();
        model.declare_integer(digits, (1 << 19) - 1);
        let order = &integer::order::ROW;
        let count = |clauses| {
            let limits = (Room::Clauses(clauses), &Stop::unlimited());
            IntegerViews::count(&model, order, 19, limits, &|_| true)
        };
        assert!(matches!(count(1_000), Err(EncodeRefusal::NoRoom(_))));
        let views = count(10_000_000).expect("there is room");
        assert!(views.extent.clauses < 3 << 20, "{:?}", views.extent);
    }

    #[test]
    fn rows_hold_for_the_same_values_by_every_encoding() {
        let mut random = fastrand::Rng::with_seed(57);
        let integers = integer::ALL.iter().map(Some).chain([None]);
        for (encoding, round) in integers.flat_map(|row| (0..60).map(move |round| (row, round))) {
            let (model, weights, relation, bound) = model(&mut random);
            let weighted = pseudo_boolean::ALL.get(round % (pseudo_boolean::ALL.len() + 1));
            let encodings =
                Encodings { integer: encoding, pseudo_boolean: weighted, ..Encodings::default() };
            let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
            encode(&model, &encodings, &mut clauses, &stop).expect("a small model");
            let mut solver = Solver::new(0, &stop);
            solver.add(&clauses);
            for bits in 0..1_usize << 10 {
                let is_true = |place: usize| bits >> place & 1 == 1;
                let is_chain = (5..8).all(|place| is_true(place) || !is_true(place + 1));
                let is_in_range = bits & 7 <= 5;
                let sum: i64 = weights
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| is_true(*place))
                    .map(|one| one.1)
                    .sum();
                let holds = match relation {
                    Relation::AtMost => sum <= bound,
                    Relation::AtLeast => sum >= bound,
                    Relation::Exactly => sum == bound,
                };
                let assumed: Vec<Lit> = (0..10)
                    .map(|place| {
                        let lit = Lit::from_number(place + 1);
                        if is_true(place) { lit } else { !lit }
                    })
                    .collect();
                let expected = is_chain && is_in_range && holds;
                let is_found = solver.solve(&assumed) == Decision::Sat(());
                assert_eq!(
                    is_found, expected,
                    "{encodings}: {weights:?} {relation:?} {bound}, {bits:b}"
                );
            }
        }
    }
}
