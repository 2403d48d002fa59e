//! `auto` chooses one of three orders: communities, proximity and the model's own order. It chooses
//! the order that best keeps together literals that share constraints.
//!
//! A count is the list of literals of a cardinality constraint, of a weighted sum or of the
//! objective. Two kinds of groups of counted literals are measured. The first kind is the counted
//! literals in one constraint. The second kind belongs to a variable that is not counted: the
//! counted literals in all constraints that contain this variable. The **span** of a group is the
//! distance from its first to its last literal, divided by the average distance in random orders.
//! For k of n literals, this average is (k-1)(n+1)/(k+1) places. The span of an order is the mean
//! over all groups that have at least two literals and at most half of the counted literals. A
//! small span is good.
//!
//! The variables of a model are often numbered by time or place, and orders that use only the
//! constraints can lose this information. If the numbers carry no information, communities and
//! proximity have much smaller spans than the natural order: between a fifth and a hundredth of it.
//! With few exceptions, the solver has the least work with the order of least span: docs/orders.md
//! has measurements.
//!
//! A model on a board keeps its own order, which is along the cells of the board.

use std::cmp::Ordering;

use super::Order;
use crate::encode::EncodeRefusal;
use crate::model::{Lit, Model, Statement};
use crate::stop::Stop;

/// The limit on a product: the number of measured counts (lists of counted literals) times the
/// number of the model's literals and variables. If the product is larger, the shortest counts are
/// not measured. The longest count is always measured.
const MOST: usize = 50_000_000;

/// The orders among which `auto` chooses, each with a factor. `auto` chooses the order whose span
/// times factor is least. The factor of communities is the least, because communities do best on
/// average among orders with equal spans. benches/orders/rule.py learns the factors. It finds the
/// factors that leave the fewest files unsolved in about the least time, and takes the largest of
/// these.
const CANDIDATES: [(Order, f64); 3] =
    [(Order::Natural, 1.2), (Order::Communities, 1.0), (Order::Proximity, 1.5)];

/// The span of an order. It is the mean distance from the first to the last literal of groups of
/// related literals, relative to random orders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The order that was measured.
    pub order: Order,
    /// The mean span of the groups, as a share of the mean span in random orders. Less is better.
    pub share: f64,
    /// The factor by which the share is multiplied before orders are compared.
    pub factor: f64,
}

impl Span {
    /// Compares two orders by share times factor. The lesser one is the better order.
    fn compare(&self, other: &Span) -> Ordering {
        (self.share * self.factor).total_cmp(&(other.share * other.factor))
    }
}

/// The rank of each variable in an order. `None` if the order is the model's own.
type Ranks = Option<Vec<u32>>;

/// Returns the order whose span times factor is least, and the ranks of the variables in it.
/// Returns the natural order if no span can be measured. Fails on a stop.
pub(super) fn choose(model: &Model, stop: &Stop) -> Result<(Order, Ranks), EncodeRefusal> {
    let least = candidates(model, stop)?.into_iter().min_by(|(a, _), (b, _)| a.compare(b));
    Ok(least.map_or((Order::Natural, None), |(span, ranks)| (span.order, ranks)))
}

/// Returns the order whose span times factor is least, and the spans of all candidates, in the
/// order of [`CANDIDATES`]. If several products are least, the first candidate is chosen. Returns
/// the natural order and an empty list if the model has a board, or no span can be measured. Fails
/// on a stop.
pub(super) fn choose_with_spans(
    model: &Model,
    stop: &Stop,
) -> Result<(Order, Vec<Span>), EncodeRefusal> {
    let spans: Vec<Span> = candidates(model, stop)?.into_iter().map(|(span, _)| span).collect();
    let least = spans.iter().min_by(|a, b| a.compare(b));
    Ok((least.map_or(Order::Natural, |span| span.order), spans))
}

/// Returns the span of each order in [`CANDIDATES`], and the variables' ranks in this order. The
/// list is empty if the model has a board, or if there is no group of counted literals to measure.
/// Fails on a stop.
fn candidates(model: &Model, stop: &Stop) -> Result<Vec<(Span, Ranks)>, EncodeRefusal> {
    let mut candidates = Vec::new();
    if model.has_board() {
        return Ok(candidates);
    }
    let shared = SharedConstraints::from_model(model);
    for (order, factor) in CANDIDATES {
        let (_, ranks) = order.resolve(model, stop)?;
        let Some(share) = shared.span(ranks.as_deref()) else { break };
        candidates.push((Span { order, share, factor }, ranks));
    }
    Ok(candidates)
}

/// Returns the counted literals of each count, the longest first. The counts are the cardinality
/// constraints and sums of the model, and the counts or the sum of the objective. If a count has a
/// complement, its first complement is used instead. Leaves out each count that is equal to the one
/// before it. Then keeps only some of the longest counts, at least one. Their greatest number is
/// [`MOST`] divided by the sum of two numbers: the literals in all constraints, and the variables
/// of the model.
fn longest_counts(model: &Model) -> Vec<&[Lit]> {
    let objective = model.objective().into_iter();
    let mut counts: Vec<&[Lit]> = model
        .constraints()
        .statements()
        .filter_map(|statement| match statement {
            Statement::Cardinality(lits, ..) => Some(lits),
            Statement::Linear(row) => Some(row.sum.atoms()),
            _ => None,
        })
        .chain(objective.clone().flat_map(|one| one.encoded_counts()).map(|count| &count.lits[..]))
        .chain(objective.filter_map(|one| one.weighted_sum()).map(|one| one.sum.atoms()))
        .collect();
    counts.sort_by_key(|lits| std::cmp::Reverse(lits.len()));
    counts.dedup();
    let lits: usize = model.constraints().statements().map(|one| one.lits().len()).sum();
    counts.truncate((MOST / (lits + model.labels().len()).max(1)).max(1));
    counts
}

/// A group of counted literals that share constraints.
#[derive(Clone, Copy)]
struct CountedGroup {
    /// The number of literals in the group.
    lits: usize,
    /// The position of the first literal in the count, from 0.
    first: usize,
    /// The position of the last literal in the count, from 0.
    last: usize,
}

impl CountedGroup {
    /// The group without literals, to which other groups can be added.
    const EMPTY: CountedGroup = CountedGroup { lits: 0, first: usize::MAX, last: 0 };

    /// Returns the union of two groups, which share no literal.
    fn add(self, other: CountedGroup) -> CountedGroup {
        CountedGroup {
            lits: self.lits + other.lits,
            first: self.first.min(other.first),
            last: self.last.max(other.last),
        }
    }

    /// Returns whether the group is measured. It is measured if it has at least two literals, and
    /// at most half of the `all` counted literals.
    fn is_significant(self, all: usize) -> bool {
        self.lits >= 2 && 2 * self.lits <= all
    }

    /// Returns the span of the group: the distance from its first to its last literal, divided by
    /// the average distance in random orders of `all` literals. The group must have at least two
    /// literals.
    fn span(self, all: usize) -> f64 {
        let (k, n) = (self.lits as f64, all as f64);
        (self.last - self.first) as f64 / ((k - 1.0) * (n + 1.0) / (k + 1.0))
    }
}

/// The counts of a model, and the constraints that its literals share.
struct SharedConstraints<'a> {
    model: &'a Model,
    /// The counted literals of each count that is measured.
    counts: Vec<&'a [Lit]>,
    /// For each variable, the indices of the constraints that contain it. The lists are empty if
    /// there are no counts.
    occurrences: Vec<Vec<usize>>,
}

impl<'a> SharedConstraints<'a> {
    /// Collects the counts of a model that are measured. Also collects, for each variable, the
    /// indices of the constraints that contain it. If there are no counts, no such indices are
    /// collected.
    fn from_model(model: &'a Model) -> SharedConstraints<'a> {
        let counts = longest_counts(model);
        let mut occurrences = vec![Vec::new(); model.labels().len()];
        if !counts.is_empty() {
            for (place, statement) in model.constraints().statements().enumerate() {
                statement.lits().iter().for_each(|lit| occurrences[lit.variable()].push(place));
            }
        }
        SharedConstraints { model, counts, occurrences }
    }

    /// Returns the span of an order: the mean of the spans of all measured groups of all counts.
    /// The span of a group is the distance from its first to its last literal, divided by the
    /// average distance in random orders. A group consists of the counted literals of one
    /// constraint, or of those of all constraints that contain the same uncounted variable. In a
    /// group of the second kind, a literal counts once for each of these constraints, and a
    /// constraint with more than half of the counted literals is ignored. A group is measured if it
    /// has at least two of the counted literals and at most half of them. Returns `None` if there
    /// is no such group. If `ranks` is `None`, the order is the model's own.
    fn span(&self, ranks: Option<&[u32]>) -> Option<f64> {
        let mut places = vec![None; self.occurrences.len()];
        let mut of_variables = vec![CountedGroup::EMPTY; self.occurrences.len()];
        let (mut sum, mut number) = (0.0, 0.0);
        for count in &self.counts {
            let mut lits = count.to_vec();
            if let Some(ranks) = ranks {
                lits.sort_by_key(|lit| ranks[lit.variable()]);
            }
            lits.iter().enumerate().for_each(|(place, lit)| places[lit.variable()] = Some(place));
            let mut add_group = |group: CountedGroup| {
                if group.is_significant(lits.len()) {
                    sum += group.span(lits.len());
                    number += 1.0;
                }
            };
            let occurrences =
                lits.iter().flat_map(|lit| &self.occurrences[lit.variable()]).copied().collect();
            let mut adjacent = Vec::new();
            for place in sorted_unique(occurrences) {
                let statement = self.model.constraints().constraint(place).statement;
                let group = statement
                    .lits()
                    .iter()
                    .filter_map(|lit| places[lit.variable()])
                    .map(|place| CountedGroup { lits: 1, first: place, last: place })
                    .fold(CountedGroup::EMPTY, CountedGroup::add);
                add_group(group);
                if group.lits > 0 && 2 * group.lits <= lits.len() {
                    for lit in
                        statement.lits().iter().filter(|lit| places[lit.variable()].is_none())
                    {
                        let of_variable = &mut of_variables[lit.variable()];
                        *of_variable = of_variable.add(group);
                        adjacent.push(lit.variable());
                    }
                }
            }
            for variable in sorted_unique(adjacent) {
                add_group(std::mem::replace(&mut of_variables[variable], CountedGroup::EMPTY));
            }
            lits.iter().for_each(|lit| places[lit.variable()] = None);
        }
        (number > 0.0).then(|| sum / number)
    }
}

/// Returns the numbers in ascending order, each once.
fn sorted_unique(mut numbers: Vec<usize>) -> Vec<usize> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::super::random::shuffled;
    use super::*;
    use crate::board::{Grid, Size};
    use crate::model::{Count, Objective, Relation};

    fn counted(number: usize) -> (Model, Vec<Lit>) {
        let mut model = Model::new();
        let x: Vec<Lit> = (0..number).map(|index| model.variable("x", &[index])).collect();
        model.cardinality("count", x.iter().copied(), Relation::AtLeast, number / 2);
        (model, x)
    }

    fn chosen(model: &Model) -> Order {
        choose(model, &Stop::unlimited()).expect("nothing stops it").0
    }

    fn chain(names: &[usize]) -> Model {
        let (mut model, x) = counted(names.len());
        names.windows(2).for_each(|pair| model.clause("near", [x[pair[0]], x[pair[1]]]));
        model
    }

    fn anyhow(number: usize) -> Vec<usize> {
        shuffled(number, 7).into_iter().map(|place| place as usize).collect()
    }

    #[test]
    fn what_stands_along_a_line_does_so_in_the_end_however_it_is_named() {
        let along: Vec<usize> = (0..200).collect();
        let (_, ranks) = choose(&chain(&along), &Stop::unlimited()).expect("nothing stops it");
        assert!(ranks.is_none_or(|ranks| ranks.is_sorted()));
        let anyhow = chain(&anyhow(200));
        let shared = SharedConstraints::from_model(&anyhow);
        let (order, ranks) = choose(&anyhow, &Stop::unlimited()).expect("nothing stops it");
        assert_ne!(order, Order::Natural);
        let share = shared.span(ranks.as_deref()).expect("each has a neighbour");
        assert!(share < 0.1, "{share}");
        assert!(shared.span(None).is_some_and(|share| share > 0.8));
    }

    #[test]
    fn what_is_connected_within_is_kept_together() {
        let (mut model, x) = counted(120);
        for block in anyhow(120).chunks(12) {
            for (place, &one) in block.iter().enumerate() {
                let other = block[(place * 5 + 3) % block.len()];
                let third = block[(place * 7 + 2) % block.len()];
                model.clause("near", [x[one], x[other], x[third]]);
            }
        }
        assert_eq!(chosen(&model), Order::Communities);
    }

    #[test]
    fn what_is_not_counted_brings_together_what_is() {
        let names = anyhow(100);
        let (mut model, x) = counted(100);
        let y: Vec<Lit> = (0..50).map(|index| model.variable("y", &[index])).collect();
        for (place, &name) in names.iter().enumerate() {
            model.clause("near", [x[name], y[place / 4], y[place / 4 + 1]]);
        }
        assert_ne!(chosen(&model), Order::Natural);
    }

    #[test]
    fn nothing_is_chosen_where_there_is_no_choice() {
        assert_eq!(chosen(&Model::new()), Order::Natural);
        let (model, _) = counted(9);
        assert_eq!(chosen(&model), Order::Natural, "no two share a constraint");
        let (mut whole, x) = counted(9);
        whole.clause("all", x);
        assert_eq!(chosen(&whole), Order::Natural, "a group of all literals does not count");
        let mut board = Model::new();
        let x = board.variables("x", Size::new(9, 9).expect("a small board"));
        let lits: Vec<Lit> = x.iter().map(|(_, &lit)| lit).collect();
        let names = anyhow(lits.len());
        names.windows(2).for_each(|pair| board.clause("near", [lits[pair[0]], lits[pair[1]]]));
        board.optimise(Objective::minimise(Count::new(lits, Vec::new())));
        assert_eq!(chosen(&board), Order::Proximity, "no answer is read off its cells");
        board.set_reading(Grid::from_fn(x.size(), |cell| vec![('x', x[cell])]), '.');
        assert_eq!(chosen(&board), Order::Natural);
    }

    #[test]
    fn a_random_order_spans_everything() {
        let (mut model, x) = counted(6);
        model.clause("two", [x[0], x[3]]);
        model.clause("three", [x[1], !x[2], x[5]]);
        let y = model.variable("y", &[0]);
        model.clause("by y", [y, x[0]]);
        model.clause("by y", [!y, x[4]]);
        let shared = SharedConstraints::from_model(&model);
        let mut shares = Vec::new();
        let mut ranks: Vec<u32> = (0..7).collect();
        permutations(&mut ranks, 6, &mut |ranks| {
            shares.extend(shared.span(Some(ranks)));
        });
        assert_eq!(shares.len(), 720);
        let mean = shares.iter().sum::<f64>() / 720.0;
        assert!((mean - 1.0).abs() < 1e-9, "{mean}");
    }

    fn permutations(ranks: &mut Vec<u32>, left: usize, tell: &mut dyn FnMut(&[u32])) {
        if left == 0 {
            return tell(ranks);
        }
        for place in 0..left {
            ranks.swap(place, left - 1);
            permutations(ranks, left - 1, tell);
            ranks.swap(place, left - 1);
        }
    }
}
