//! The order in which the literals of a constraint enter its encoding.
//!
//! An encoding that sums literals up makes auxiliary variables for those that stand together, and
//! what a solver can say in few words hangs on which those are: the order can outweigh the choice
//! of the encoding (Reeves, Filipe, Hsu, Martins and Heule, The Impact of Literal Sorting on
//! Cardinality Constraint Encodings, AAAI 2025). So it is an axis of its own.
//!
//! An order ranks the model's variables once, and every constraint is sorted by rank before it is
//! encoded; clauses keep their order. Orders that follow the board go by the cell in which the
//! model says that a variable lies; variables that lie in none come after those that do.

use std::collections::{BinaryHeap, HashMap};
use std::fmt;
use std::str::FromStr;

use crate::board::{Cell, Size, cell};
use crate::model::{Lit, Model, Statement};

/// An order of literals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// As the model states them.
    #[default]
    Natural,
    /// Row by row.
    Row,
    /// Column by column.
    Column,
    /// Diagonal by diagonal, each falling to the right, from the upper right corner.
    Diagonal,
    /// In rings around the centre, each clockwise from its top left corner.
    Spiral,
    /// Next to those with which they share constraints.
    Proximity,
    /// Shuffled, with a seed.
    Random(u64),
}

/// The orders with a name alone, as a user writes them, with what they are.
const NAMED: &[(Order, &str, &str)] = &[
    (Order::Natural, "natural", "as the formulation states them"),
    (Order::Row, "row", "row by row"),
    (Order::Column, "column", "column by column"),
    (Order::Diagonal, "diagonal", "diagonal by diagonal"),
    (Order::Spiral, "spiral", "in rings around the centre"),
    (
        Order::Proximity,
        "proximity",
        "next to those they share constraints with (Reeves et al. 2025)",
    ),
];

impl Order {
    /// How each order is written, with what it is.
    pub fn usages() -> impl Iterator<Item = (&'static str, &'static str)> {
        let named = NAMED.iter().map(|&(_, name, about)| (name, about));
        named.chain([("random:SEED", "shuffled; equal seeds make equal orders")])
    }

    /// Where each of the model's variables stands in this order; none where they stay as stated.
    pub(super) fn ranks(self, model: &Model) -> Option<Vec<usize>> {
        let by_cell = |key: &dyn Fn(Cell) -> (isize, isize)| {
            let place = |&variable: &usize| model.cell(variable).map(key);
            let mut variables: Vec<usize> = (0..model.labels().len()).collect();
            variables.sort_by_key(|variable| {
                let place = place(variable);
                (place.is_none(), place)
            });
            ranks_of(&variables)
        };
        Some(match self {
            Order::Natural => return None,
            Order::Row => by_cell(&|cell| pair(cell.row, cell.column)),
            Order::Column => by_cell(&|cell| pair(cell.column, cell.row)),
            Order::Diagonal => by_cell(&|cell| {
                let (row, column) = pair(cell.row, cell.column);
                (row - column, row)
            }),
            Order::Spiral => {
                let places = spiral(model);
                by_cell(&|cell| (places[&cell], 0))
            }
            Order::Proximity => ranks_of(&by_proximity(model)),
            Order::Random(seed) => ranks_of(&shuffled(model.labels().len(), seed)),
        })
    }
}

fn pair(first: usize, second: usize) -> (isize, isize) {
    let signed = |number| isize::try_from(number).expect("boards have short sides");
    (signed(first), signed(second))
}

/// The places of the variables in a list of them.
fn ranks_of(variables: &[usize]) -> Vec<usize> {
    let mut ranks = vec![0; variables.len()];
    for (rank, &variable) in variables.iter().enumerate() {
        ranks[variable] = rank;
    }
    ranks
}

/// The places of the cells in a spiral over the board on which the model's variables lie.
fn spiral(model: &Model) -> HashMap<Cell, isize> {
    let cells = (0..model.labels().len()).filter_map(|variable| model.cell(variable));
    let last =
        cells.fold(cell(0, 0), |last, at| cell(last.row.max(at.row), last.column.max(at.column)));
    let size = Size::new(last.row + 1, last.column + 1).expect("cells lie on a board");
    size.spiral().into_iter().zip(0..).collect()
}

/// The order by proximity of Reeves et al.: the next variable is the one that has most to do with
/// those before it, or the one that stands most often where none has. Standing in a clause with
/// one of those counts 1/length, or 4 if it is binary; in an at-most-one length². A parity, which
/// they have not, counts as a clause.
fn by_proximity(model: &Model) -> Vec<usize> {
    let constraints: Vec<(&[Lit], f64)> =
        model.constraints().iter().filter_map(|constraint| weighed(constraint.statement)).collect();
    let variables = model.labels().len();
    let mut of_variable: Vec<Vec<usize>> = vec![Vec::new(); variables];
    for (index, (lits, _)) in constraints.iter().enumerate() {
        lits.iter().for_each(|lit| of_variable[lit.variable()].push(index));
    }
    let mut queue: BinaryHeap<Candidate> = (0..variables)
        .map(|variable| Candidate { score: 0.0, standing: of_variable[variable].len(), variable })
        .collect();
    let mut scores = vec![0.0; variables];
    let mut chosen = vec![false; variables];
    let mut order = Vec::with_capacity(variables);
    while let Some(Candidate { score, variable, .. }) = queue.pop() {
        if chosen[variable] || score < scores[variable] {
            continue;
        }
        chosen[variable] = true;
        order.push(variable);
        for &(lits, weight) in of_variable[variable].iter().map(|&index| &constraints[index]) {
            for other in lits.iter().map(|lit| lit.variable()).filter(|&other| !chosen[other]) {
                scores[other] += weight;
                let standing = of_variable[other].len();
                queue.push(Candidate { score: scores[other], standing, variable: other });
            }
        }
    }
    order
}

/// The literals that a statement brings together, and how close.
fn weighed(statement: Statement<'_>) -> Option<(&[Lit], f64)> {
    let (lits, weight): (_, fn(f64) -> f64) = match statement {
        Statement::AtMostOne(lits) | Statement::ExactlyOne(lits) => (lits, |n| n * n),
        Statement::Clause(lits) | Statement::Parity(lits, _) => {
            (lits, |n| if n == 2.0 { 4.0 } else { 1.0 / n })
        }
        Statement::Cardinality(..) | Statement::Linear(..) => return None,
    };
    Some((lits, weight(lits.len() as f64)))
}

/// A variable that may come next.
#[derive(PartialEq)]
struct Candidate {
    score: f64,
    standing: usize,
    variable: usize,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> std::cmp::Ordering {
        self.score
            .total_cmp(&other.score)
            .then(self.standing.cmp(&other.standing))
            .then(other.variable.cmp(&self.variable))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The numbers below `count`, shuffled (Fisher and Yates; numbers by SplitMix64).
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    };
    let mut numbers: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        let below = (u128::from(next()) * (last as u128 + 1)) >> 64;
        numbers.swap(last, usize::try_from(below).expect("at most `last`"));
    }
    numbers
}

/// How orders are written.
fn known() -> String {
    Order::usages().map(|(usage, _)| usage).collect::<Vec<_>>().join(", ")
}

/// Why a text is no order.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum OrderError {
    /// No order has that name.
    #[error("no order is called `{}`: write one of {}", .0, known())]
    Unknown(String),
    /// What stands behind `random:` is no seed.
    #[error("`{}` is no seed: write random: and a whole number from 0 to {}", .0, u64::MAX)]
    Seed(String),
    /// A random order without a seed.
    #[error("random needs a seed: write random: and a whole number from 0 to {}", u64::MAX)]
    NoSeed,
}

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Order, OrderError> {
        if let Some(&(order, ..)) = NAMED.iter().find(|(_, name, _)| *name == text) {
            return Ok(order);
        }
        if text == "random" {
            return Err(OrderError::NoSeed);
        }
        let seed = text.strip_prefix("random:").ok_or(OrderError::Unknown(text.to_owned()))?;
        seed.parse().map(Order::Random).map_err(|_| OrderError::Seed(seed.to_owned()))
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Order::Random(seed) = self {
            return write!(f, "random:{seed}");
        }
        let (_, name, _) =
            NAMED.iter().find(|(order, ..)| order == self).expect("all others have a name");
        f.write_str(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Parity;

    /// One variable a cell of a 3×3 board, numbered row by row, and one that lies nowhere, first.
    fn model() -> Model {
        let mut model = Model::new();
        model.variable("nowhere", &[]);
        model.variables("x", Size::new(3, 3).expect("a small board"));
        model
    }

    /// The variables in an order, by number; the one that lies nowhere is 0.
    fn order(order: Order) -> Vec<usize> {
        let model = model();
        let mut variables: Vec<usize> = (0..model.labels().len()).collect();
        if let Some(ranks) = order.ranks(&model) {
            variables.sort_by_key(|&variable| ranks[variable]);
        }
        variables
    }

    #[test]
    fn orders_follow_the_board() {
        assert_eq!(order(Order::Natural), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(order(Order::Row), [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
        assert_eq!(order(Order::Column), [1, 4, 7, 2, 5, 8, 3, 6, 9, 0]);
        assert_eq!(order(Order::Diagonal), [3, 2, 6, 1, 5, 9, 4, 8, 7, 0]);
        assert_eq!(order(Order::Spiral), [5, 1, 2, 3, 6, 9, 8, 7, 4, 0]);
    }

    #[test]
    fn proximity_keeps_together_what_shares_constraints() {
        let mut model = Model::new();
        let x: Vec<Lit> = (0..6).map(|index| model.variable("x", &[index])).collect();
        model.parity("long", x.iter().copied(), Parity::Odd);
        model.at_most_one("far", [x[1], x[3], x[5]]);
        model.clause("near", [x[3], x[0]]);
        let ranks = Order::Proximity.ranks(&model).expect("an order of its own");
        // x[3] stands most often; x[1] and x[5] share 9 + 1/6 with it, x[0] 4 + 1/6.
        assert_eq!(ranks, [3, 1, 4, 0, 5, 2]);
    }

    #[test]
    fn a_seed_makes_an_order() {
        assert_eq!(order(Order::Random(1)), order(Order::Random(1)));
        assert_ne!(order(Order::Random(1)), order(Order::Random(2)));
        let mut sorted = order(Order::Random(1));
        sorted.sort_unstable();
        assert_eq!(sorted, order(Order::Natural));
    }

    #[test]
    fn orders_are_read_as_they_are_written() {
        let all = NAMED.iter().map(|&(order, ..)| order).chain([Order::Random(7)]);
        for order in all {
            assert_eq!(order.to_string().parse(), Ok(order));
        }
        for (text, told) in [
            ("random:x", "`x` is no seed"),
            ("random:-1", "from 0 to 18446744073709551615"),
            ("random:18446744073709551616", "from 0 to 18446744073709551615"),
            ("random", "needs a seed"),
            ("rows", "no order is called `rows`"),
            ("", "natural, row, column, diagonal, spiral, proximity, random:SEED"),
        ] {
            assert!(
                text.parse::<Order>().is_err_and(|error| error.to_string().contains(told)),
                "{text}"
            );
        }
    }
}
