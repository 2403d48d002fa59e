//! Orders in which the literals of a constraint enter its encoding.
//!
//! An encoding that adds literals up makes auxiliary variables for sums of neighbouring literals.
//! By these variables, a solver can express some facts in short clauses. So the order can matter
//! more than the encoding (Reeves, Filipe, Hsu, Martins and Heule, The Impact of Literal Sorting on
//! Cardinality Constraint Encodings, AAAI 2025).
//!
//! An order ranks the model's variables once. Then the literals of every constraint are sorted by
//! the ranks of their variables; only clauses keep their order. Orders along the [cells](board) of
//! a board are refused if no variable has a cell.
//!
//! Two orders first divide the literals of a constraint into groups, and keep each group together.
//! In a group, [at most one literal is true](super::at_most_ones). The order PAMO of the cited
//! paper does not form groups: it adds the at-most-ones that it finds to the constraints that
//! determine proximity. In quarrel, the constraints that determine proximity always include the
//! at-most-ones that the model states.

use std::fmt;
use std::str::FromStr;

use super::EncodeRefusal;
use crate::model::Model;
use crate::stop::Stop;

mod auto;
mod board;
mod communities;
mod occurrence;
mod proximity;
mod queue;
mod random;

pub use auto::Span;

#[cfg(test)]
pub(super) use random::shuffled;

/// An order in which literals enter an encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The best of communities, proximity and the natural order, by their [`Span`]s.
    #[default]
    Auto,
    /// The order in which the model declares its variables.
    Natural,
    /// Row by row of the board.
    Row,
    /// Column by column of the board.
    Column,
    /// Along the diagonals from upper left to lower right. The diagonal in the upper right corner
    /// comes first.
    Diagonal,
    /// Along rings from the centre outwards, each clockwise from its top left corner.
    Spiral,
    /// Each variable is next to the variables with which it shares constraints.
    Proximity,
    /// By number of occurrences in constraints, the most frequent variables first.
    Occurrence,
    /// In groups with at most one true literal, by proximity.
    GroupsProximity,
    /// In groups with at most one true literal, by occurrence.
    GroupsOccurrence,
    /// By communities of the graph of variables and constraints.
    Communities,
    /// A random order with this seed.
    Random(u64),
}

/// The orders that are chosen by a name without a seed. Each has its name and a description for the
/// help text.
const NAMED: &[(Order, &str, &str)] = &[
    (
        Order::Auto,
        "auto",
        "communities, proximity or natural, whichever best keeps together literals that share constraints",
    ),
    (Order::Natural, "natural", "as the formulation states them"),
    (Order::Row, "row", "row by row"),
    (Order::Column, "column", "column by column"),
    (Order::Diagonal, "diagonal", "diagonal by diagonal"),
    (Order::Spiral, "spiral", "in rings around the centre"),
    (
        Order::Proximity,
        "proximity",
        "next to literals with which they share constraints (Reeves et al. 2025)",
    ),
    (Order::Occurrence, "occurrence", "most frequent literals first"),
    (
        Order::GroupsProximity,
        "groups-proximity",
        "in groups of which at most one is true, by proximity",
    ),
    (
        Order::GroupsOccurrence,
        "groups-occurrence",
        "in groups of which at most one is true, by occurrence",
    ),
    (
        Order::Communities,
        "communities",
        "by communities, which share more constraints inside than outside",
    ),
];

impl Order {
    /// Returns, for each order, the text by which a user chooses it, and a description.
    pub fn usages() -> impl Iterator<Item = (&'static str, &'static str)> {
        NAMED
            .iter()
            .map(|&(_, name, description)| (name, description))
            .chain([("random:SEED", "shuffled; equal seeds make equal orders")])
    }

    /// Returns whether the order is along the cells of a board.
    pub fn follows_board(self) -> bool {
        matches!(self, Order::Row | Order::Column | Order::Diagonal | Order::Spiral)
    }

    /// Returns the order that [`Order::Auto`] chooses, and the spans that determine the choice.
    /// There are no spans if the model has a board, or no literals to compare; the order is then
    /// the natural one.
    ///
    /// # Errors
    ///
    /// If a stop is reached before the choice.
    pub fn choose_by_span(model: &Model, stop: &Stop) -> Result<(Order, Vec<Span>), EncodeRefusal> {
        auto::choose_with_spans(model, stop)
    }

    /// Returns whether the order divides a constraint into groups and keeps each group together.
    pub(super) fn keeps_groups(self) -> bool {
        matches!(self, Order::GroupsProximity | Order::GroupsOccurrence)
    }

    /// Checks that the model has cells, if the order is along the cells of a board.
    ///
    /// # Errors
    ///
    /// If the order is along cells, and the model has variables but none of them has a cell.
    pub(super) fn validate(self, model: &Model) -> Result<(), EncodeRefusal> {
        // Every order is possible for a model without variables.
        let has_board = model.labels().is_empty() || board::has_cells(model);
        if self.follows_board() && !has_board {
            Err(EncodeRefusal::NoBoard(self.to_string()))
        } else {
            Ok(())
        }
    }

    /// Returns this order. If it is `auto`, returns the order that `auto` chooses instead. Also
    /// returns the rank of each variable in the returned order, from 0. The ranks are `None` if the
    /// returned order is the model's own. The order must suit the model (see `validate`). Fails on
    /// a stop.
    pub(super) fn resolve(
        self,
        model: &Model,
        stop: &Stop,
    ) -> Result<(Order, Option<Vec<u32>>), EncodeRefusal> {
        let variables = match self {
            Order::Auto => return auto::choose(model, stop),
            Order::Natural => return Ok((self, None)),
            Order::Row | Order::Column | Order::Diagonal | Order::Spiral => {
                return Ok((
                    self,
                    board::board_order(self, model).map(|variables| ranks_of(&variables)),
                ));
            }
            Order::Proximity | Order::GroupsProximity => proximity::order(model, stop)?,
            Order::Occurrence | Order::GroupsOccurrence => occurrence::order(model),
            Order::Communities => communities::order(model, stop)?,
            Order::Random(seed) => random::shuffled(model.labels().len(), seed),
        };
        Ok((self, Some(ranks_of(&variables))))
    }
}

/// Returns the position of each variable in a list of all variables.
fn ranks_of(variables: &[u32]) -> Vec<u32> {
    let mut ranks = vec![0; variables.len()];
    for (rank, &variable) in (0..).zip(variables) {
        ranks[variable as usize] = rank;
    }
    ranks
}

/// A counter of steps that checks whether a stop is reached. A check costs more than a step. So the
/// check is made only after every [`BETWEEN`](StopPoll::BETWEEN) steps.
struct StopPoll<'a> {
    stop: &'a Stop,
    /// The number of steps so far.
    steps: u32,
}

impl StopPoll<'_> {
    /// The number of steps between two checks.
    const BETWEEN: u32 = 1 << 10;

    fn new(stop: &Stop) -> StopPoll<'_> {
        StopPoll { stop, steps: 0 }
    }

    /// Counts a step. At every [`BETWEEN`](StopPoll::BETWEEN)-th step, checks for a stop.
    ///
    /// # Errors
    ///
    /// If this step makes a check and the stop is reached.
    fn poll(&mut self) -> Result<(), EncodeRefusal> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(Self::BETWEEN) && self.stop.is_reached() {
            Err(EncodeRefusal::Stopped)
        } else {
            Ok(())
        }
    }
}

/// Returns a text for messages: the orders that need no board, including `random:SEED`. There are
/// commas between them, and an `or` before the last one.
pub(super) fn boardless_orders() -> String {
    let names: Vec<&str> = NAMED
        .iter()
        .filter(|(order, ..)| !order.follows_board())
        .map(|&(_, name, _)| name)
        .collect();
    format!("{} or random:SEED", names.join(", "))
}

/// Returns the text by which a user chooses each order, for messages.
fn known_orders() -> String {
    Order::usages().map(|(usage, _)| usage).collect::<Vec<_>>().join(", ")
}

/// The reason why a text is refused as an order.
#[derive(thiserror::Error, Clone, Debug, PartialEq, Eq)]
pub enum OrderError {
    /// No order has this name.
    #[error("no order is called `{}`: write one of {}", .0, known_orders())]
    Unknown(String),
    /// The text after `random:` is not a seed.
    #[error("`{}` is not a seed: write random: and a whole number from 0 to {}", .0, u64::MAX)]
    Seed(String),
    /// The text is `random` without a seed.
    #[error("random needs a seed: write random: and a whole number from 0 to {}", u64::MAX)]
    NoSeed,
}

impl FromStr for Order {
    type Err = OrderError;

    /// Reads the name of an order, exactly as in the help text, or `random:` and a whole number
    /// from 0 to 2⁶⁴ − 1, the seed. Refuses three kinds of text, each with an error of its own:
    /// `random` without a seed, a text after `random:` that is not a seed, and any other text.
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
    /// Writes the text by which a user chooses the order, such as `row` or `random:7`.
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
    use crate::board::Size;
    use crate::model::Lit;

    fn model() -> Model {
        let mut model = Model::new();
        model.variable("nowhere", &[]);
        model.variables("x", Size::new(3, 3).expect("a small board"));
        model
    }

    fn order(order: Order) -> Vec<usize> {
        ordered(&model(), order)
    }

    fn ordered(model: &Model, order: Order) -> Vec<usize> {
        let mut variables: Vec<usize> = (0..model.labels().len()).collect();
        let (_, ranks) = order.resolve(model, &Stop::unlimited()).expect("nothing stops it");
        if let Some(ranks) = ranks {
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
    fn an_order_along_no_board_is_refused() {
        let mut boardless = Model::new();
        let x: Vec<Lit> = (0..3).map(|index| boardless.variable("x", &[index])).collect();
        boardless.clause("c", x);
        for &(order, name, _) in NAMED {
            assert_eq!(order.validate(&model()), Ok(()));
            let told = order.validate(&boardless).err().map(|refusal| refusal.to_string());
            assert_eq!(told.is_some(), order.follows_board(), "{name}");
            let known = "write auto, natural, proximity, occurrence, groups-proximity, groups-occurrence, \
                         communities or random:SEED";
            assert!(told.is_none_or(|told| told.contains(name) && told.contains(known)));
            assert_eq!(order.validate(&Model::new()), Ok(()), "nothing is in any order");
        }
    }

    #[test]
    fn those_that_stand_most_often_come_first() {
        let mut model = Model::new();
        let x: Vec<Lit> = (0..7).map(|index| model.variable("x", &[index])).collect();
        model.clause("c", [x[0], !x[5]]);
        model.clause("c", [x[5], x[6]]);
        model.at_most_one("a", x[1..5].iter().copied());
        model.cardinality("k", [x[3], x[6]], crate::model::Relation::AtLeast, 1);
        assert_eq!(ordered(&model, Order::Occurrence), [3, 1, 2, 4, 5, 6, 0]);
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
    fn orders_end_when_it_is_time_to_stop() {
        let mut model = Model::new();
        let x: Vec<Lit> = (0..4000).map(|index| model.variable("x", &[index])).collect();
        x.windows(2).for_each(|pair| model.clause("c", pair.iter().copied()));
        let stop = Stop::unlimited();
        stop.request();
        for order in [Order::Proximity, Order::Communities] {
            let refusal = order.resolve(&model, &stop).err();
            assert_eq!(refusal, Some(EncodeRefusal::Stopped), "{order}");
        }
    }

    #[test]
    fn orders_are_read_as_they_are_written() {
        for order in NAMED.iter().map(|&(order, ..)| order).chain([Order::Random(7)]) {
            assert_eq!(order.to_string().parse(), Ok(order));
        }
        for (text, told) in [
            ("random:x", "`x` is not a seed"),
            ("random:-1", "from 0 to 18446744073709551615"),
            ("random:18446744073709551616", "from 0 to 18446744073709551615"),
            ("random", "needs a seed"),
            ("rows", "no order is called `rows`"),
            (
                "",
                "auto, natural, row, column, diagonal, spiral, proximity, occurrence, groups-proximity,",
            ),
            ("", "groups-occurrence, communities, random:SEED"),
        ] {
            assert!(
                text.parse::<Order>().is_err_and(|error| error.to_string().contains(told)),
                "{text}"
            );
        }
    }
}
