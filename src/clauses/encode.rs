//! The translation of a model into clauses, with the chosen encodings.
//!
//! Each constraint is written by one encoding, which is a row of a table of `quarrel-encodings`.
//! The literals of the constraint enter the encoding in the chosen order. Variables 1 to n are
//! those of the model, and auxiliary variables have larger numbers.
//!
//! A model can be solved without a [`Problem`](crate::problem::Problem):
//!
//! ```
//! use quarrel::decision::Decision;
//! use quarrel::encode::{Clauses, Encodings, encode};
//! use quarrel::model::Model;
//! use quarrel::solver::Solver;
//! use quarrel::stop::Stop;
//!
//! // Three guests and three rooms; guest 0 does not take room 0.
//! let mut model = Model::new();
//! let takes = [0, 1, 2].map(|guest| [0, 1, 2].map(|room| model.variable("takes", &[guest, room])));
//! for n in 0..3 {
//!     model.exactly_one("a room for each guest", takes[n]);
//!     model.at_most_one("a guest in each room", takes.map(|rooms| rooms[n]));
//! }
//! model.clause("guest 0", [!takes[0][0]]);
//!
//! let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
//! encode(&model, &Encodings::default(), &mut clauses, &stop)?;
//! let mut solver = Solver::new(0, &stop);
//! solver.add(&clauses);
//! assert_eq!(solver.solve(&[]), Decision::Sat(()));
//! let values = solver.values(model.labels().len());
//! assert!(values.is_true(takes[0][1]) || values.is_true(takes[0][2]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::fmt;

use quarrel_encodings::at_most_one::{self, AtMostOne};
use quarrel_encodings::cardinality::{self, Cardinality};
use quarrel_encodings::integer::IntegerEncoding;
use quarrel_encodings::pseudo_boolean::PseudoBoolean;
use quarrel_encodings::{Error, parity};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Var;
use serde::{Deserialize, Serialize};

use crate::model::{Constraint, Lit, Model, OriginKind, Relation};
use crate::stop::Stop;

pub use bounds::CountedPart;
use bounds::ObjectiveCounters;
pub use cost::CostConversion;
use counters::Counters;
pub use names::EncodingError;
pub use order::{Order, Span};
use plan::EncodingPlan;
pub use quarrel_encodings::{Bound, Clauses, Collect, Tally};
pub use room::{NoRoom, Room};
pub use rows::EncodingRow;
pub use settled::{ChosenNames, UsedEncodings};
pub use shape::Shape;
pub use sink::ModelSink;

pub mod added;
mod at_most_ones;
pub mod auto;
mod bounds;
mod chains;
mod cost;
mod counters;
mod exclusive;
mod foretell;
mod integers;
mod lists;
pub mod measured;
mod names;
mod order;
mod plan;
mod repeat;
mod room;
mod rows;
mod settled;
mod shape;
mod sink;
pub mod spelled;
mod weighted;
mod weighted_objective;

/// The chosen encodings, order of literals and shape of counters. If the encoding for a kind of
/// constraints is `None`, [`auto`] chooses a row of the table for each constraint of this kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "BTreeMap<String, String>", try_from = "BTreeMap<String, String>")]
pub struct Encodings {
    /// The encoding of at-most-ones and exactly-ones.
    pub at_most_one: Option<&'static AtMostOne>,
    /// Whether at-most-ones of more than [`LONG`] literals use the encoding `product`. This applies
    /// only if `at_most_one` is the first row of its table (`pairwise`).
    pub by_length: bool,
    /// The encoding of cardinality constraints and of the bounds of a search.
    pub cardinality: Option<&'static Cardinality>,
    /// The encoding of sums with weights.
    pub pseudo_boolean: Option<&'static PseudoBoolean>,
    /// The encoding of integers: which literals they have besides their binary digits.
    pub integer: Option<&'static IntegerEncoding>,
    /// The encoding of parities.
    pub parity: Option<&'static parity::ParityEncoding>,
    /// The order in which literals enter an encoding.
    pub order: Order,
    /// The shape in which counters divide the literals of the objective.
    pub shape: Shape,
    /// The limit on the memory or the number of clauses. An encoding that exceeds it is refused.
    pub room: Room,
}

/// The greatest number of literals of an at-most-one that is encoded by `pairwise` by default.
/// Longer at-most-ones are encoded by `product`. The two encodings were compared on assignments of
/// 12 agents to n tasks with random conflicts. Up to 200 tasks, both take the same time. For 300
/// tasks, `product` takes 0.27 s instead of 0.38 s, and half of the memory. For 1,000 tasks, it
/// takes 1.1 s instead of 2.1 s, and an eighth of the memory.
pub const LONG: usize = 200;

/// The reason why a model was not encoded.
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
pub enum EncodeRefusal {
    /// The encoding cannot express one of the constraints, or there is not enough memory.
    #[error(transparent)]
    Encoding(Error),
    /// The shape names a partition that the objective does not have.
    #[error(
        "no shape along {name} applies, since the objective is not divided into {name}: write {}",
        shape::forms(known)
    )]
    Partition {
        /// The name of the partition that the objective does not have.
        name: String,
        /// The names of the objective's partitions (divisions into lines), for the message.
        known: Vec<&'static str>,
    },
    /// The clauses would exceed the limit on memory or on their number.
    #[error("{0}")]
    NoRoom(Box<NoRoom>),
    /// The order, given in the field, follows the cells of a board, but the model has no board.
    #[error(
        "the order {0} is along the cells of a board, but the problem has no board: write {known}",
        known = order::boardless_orders()
    )]
    NoBoard(String),
    /// The shape, given in the field, needs an objective, but the model has no objective.
    #[error("the problem has no objective, so the shape {0} does not apply: write flat or auto")]
    NoObjective(String),
    /// A [`Stop`], or the collector that receives the clauses, ended the encoding.
    #[error("stopped before the last clause was written")]
    Stopped,
}

impl From<Error> for EncodeRefusal {
    fn from(refusal: Error) -> EncodeRefusal {
        match refusal {
            Error::Stopped => EncodeRefusal::Stopped,
            refusal => EncodeRefusal::Encoding(refusal),
        }
    }
}

impl EncodeRefusal {
    /// Appends the place of the constraint in the model to a refusal, after a comma and `in`.
    /// Changes only the refusal of an encoding that cannot express the constraint. If `place`
    /// returns `None`, this refusal stays the same. Other refusals are returned unchanged, and
    /// `place` is not called.
    pub(in crate::clauses::encode) fn with_place(
        self,
        place: impl FnOnce() -> Option<String>,
    ) -> EncodeRefusal {
        match self {
            EncodeRefusal::Encoding(Error::NoForm { encoding, mut constraint }) => {
                constraint += &place().map_or(String::new(), |place| format!(", in {place}"));
                EncodeRefusal::Encoding(Error::NoForm { encoding, constraint })
            }
            other => other,
        }
    }
}

impl Encodings {
    /// Checks that the order and the shape are possible for the model.
    ///
    /// # Errors
    ///
    /// If the order needs a board and the model has no board. Also if the shape needs an objective
    /// or a partition that the model does not have.
    pub fn validate(&self, model: &Model) -> Result<(), EncodeRefusal> {
        self.order.validate(model)?;
        self.shape.validate(model)
    }

    /// Returns the encoding for an at-most-one or exactly-one with this number of literals. If no
    /// row is chosen, this is the choice of `auto`. If a row is chosen, it is this row, with one
    /// exception. The encoding is `product` if [`by_length`](Encodings::by_length) is set, there
    /// are more than [`LONG`] literals, and the chosen row is the first of its table.
    pub fn at_most_one_of(&self, literals: usize) -> &'static AtMostOne {
        let default = &at_most_one::ALL[0];
        match self.at_most_one {
            Some(row) if self.by_length && literals > LONG && row.name == default.name => {
                &at_most_one::product::ROW
            }
            Some(row) => row,
            None => auto::at_most_one(literals).0,
        }
    }

    /// Returns the encoding for a cardinality constraint with this number of literals and with this
    /// relation.
    pub fn cardinality_of(&self, literals: usize, relation: Relation) -> &'static Cardinality {
        self.cardinality.unwrap_or_else(|| auto::cardinality(literals, relation).0)
    }

    /// Returns the encoding that counts one line with this number of literals. The line belongs to
    /// a counter whose shape divides literals into lines.
    pub fn line_of(&self, literals: usize) -> &'static Cardinality {
        self.cardinality.unwrap_or_else(|| auto::line(literals).0)
    }

    /// Returns the encoding for a parity constraint with this number of literals.
    pub fn parity_of(&self, literals: usize) -> &'static parity::ParityEncoding {
        self.parity.unwrap_or_else(|| auto::parity(literals).0)
    }
}

impl fmt::Display for Encodings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [amo, card, pb, int, xor] = self.names();
        let Encodings { order, shape, .. } = self;
        write!(
            f,
            "amo {amo}, card {card}, pb {pb}, int {int}, xor {xor}, order {order}, shape {shape}"
        )
    }
}

impl Default for Encodings {
    /// Returns the first row of each table, with two exceptions: at-most-ones of more than [`LONG`]
    /// literals use `product`, and the encoding of weighted sums is `auto`. The order and the shape
    /// of counters are `auto`, too. The limit is the memory that is free.
    fn default() -> Encodings {
        Encodings {
            at_most_one: Some(&at_most_one::ALL[0]),
            by_length: true,
            cardinality: Some(&cardinality::ALL[0]),
            pseudo_boolean: None,
            integer: None,
            parity: Some(&parity::ALL[0]),
            order: Order::default(),
            shape: Shape::Auto,
            room: Room::default(),
        }
    }
}

/// Returns whether the objective is a weighted sum with large weights. Weights are large if a
/// counter cannot repeat each literal as often as its weight says. Returns `false` if there is no
/// objective, or if the objective is no weighted sum.
pub fn has_large_weights(model: &Model) -> bool {
    let costs = model.objective().and_then(CostConversion::from_objective);
    costs.is_some_and(|(costs, _)| repeat::objective(&costs).is_none())
}

/// The size of a group of constraints, as written to the JSON report of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupSize {
    /// The number of constraints in the group.
    pub constraints: usize,
    /// The number of auxiliary variables that encode these constraints.
    pub variables: usize,
    /// The number of clauses that encode these constraints.
    pub clauses: usize,
}

impl GroupSize {
    /// Adds the size of another group to this size.
    pub fn add(&mut self, other: GroupSize) {
        self.constraints += other.constraints;
        self.variables += other.variables;
        self.clauses += other.clauses;
    }
}

/// The clauses of a model, to which bounds on the objective can be added.
pub struct Formula {
    /// The number of clauses and literals of the formula, including the bounds written so far.
    pub size: Tally,
    /// The size of each group of constraints, in the order of [`Model::groups`].
    pub groups: Vec<GroupSize>,
    /// The order of literals; if `auto` was requested, the order that it chose.
    pub order: Order,
    /// The shape of the objective's counters; if `auto` was requested, the shape that it chose.
    pub shape: Shape,
    /// The names of the encodings that wrote the model's constraints.
    pub stated: UsedEncodings,
    /// The names of the encodings that wrote the model's constraints or bounds on the objective.
    pub bounded: UsedEncodings,
    /// The source of new variables. The numbers of the model's variables, the selectors and the
    /// encodings' variables are already used.
    variables: BasicVarManager,
    bounds: ObjectiveCounters,
}

/// Encodes a model and passes each clause to `clauses`. Bounds on the objective are not written
/// yet; the returned formula writes them on request. If `clauses` has an observer, the observer
/// receives the meanings of the auxiliary variables. In this case, a proof has to derive the
/// clauses. So for weighted sums, `auto` chooses only encodings for which a proof can do this.
///
/// # Errors
///
/// If the order or the shape does not suit the model, an encoding cannot encode a constraint, the
/// clauses exceed the limit, the encoding is [stopped](EncodeRefusal::Stopped) by `stop` or by
/// `clauses`, or there is not enough memory. If the clauses exceed the limit, none of them is
/// written. After any other error, some clauses are possibly written already.
pub fn encode(
    model: &Model,
    encodings: &Encodings,
    clauses: &mut dyn Collect,
    stop: &Stop,
) -> Result<Formula, EncodeRefusal> {
    write(model, &[], encodings, clauses, stop)
}

/// Encodes a model so that the constraints of each origin (a rule, region, clue or given) hold only
/// if the origin's selector is true. Constraints without an origin always hold. Returns the
/// selectors, in the order of [`Model::origins`]. The selectors are the positive literals of the
/// first variables after those of the model. Bounds on the objective cannot be written afterwards.
/// The list is empty if the model has no origins.
///
/// # Errors
///
/// As for [`encode`].
pub fn encode_by_origin(
    model: &Model,
    encodings: &Encodings,
    clauses: &mut dyn Collect,
    stop: &Stop,
) -> Result<Vec<Lit>, EncodeRefusal> {
    let first = index(model.labels().len());
    let selectors: Vec<Lit> = (first..)
        .take(model.origins().len())
        .map(|number| to_model(Var::new(number).pos_lit()))
        .collect();
    write(model, &selectors, encodings, clauses, stop)?;
    Ok(selectors)
}

/// Writes the constraints, and returns the formula, by which bounds on the objective can be written
/// later. If there are selectors, the constraints of an origin hold only if the origin's selector
/// is true. The selectors' variables must come directly after those of the model.
///
/// If the clauses would exceed the limit, refuses them before any of them is written. This check is
/// here and not in the callers, because every caller relies on it, and the forecast of the size
/// needs the chosen encodings. Also fails, before the first clause, if the order or the shape does
/// not suit the model. Finally, fails if an encoding cannot express a constraint, if `clauses`
/// refuses a clause, or on a stop. In these three cases, some clauses are possibly written already.
fn write(
    model: &Model,
    selectors: &[Lit],
    encodings: &Encodings,
    clauses: &mut dyn Collect,
    stop: &Stop,
) -> Result<Formula, EncodeRefusal> {
    encodings.validate(model)?;
    let (is_unconditional, derives) = (selectors.is_empty(), clauses.observer().is_some());
    let counters = Counters::new(model, encodings, is_unconditional, derives, stop)?;
    foretell::refuse_large(model, &counters, stop)?;
    let plan = EncodingPlan::new((model, selectors), &counters, clauses, stop);
    let (groups, size, variables) = plan.write()?;
    let stated = counters.used_encodings();
    let bounds = ObjectiveCounters::new(&counters, model.objective(), &size, &variables)?;
    let (order, shape, bounded) =
        (counters.order, counters.shape.clone(), counters.used_encodings());
    Ok(Formula { size, groups, order, shape, stated, bounded, variables, bounds })
}

impl Formula {
    /// Returns the number of all variables: the model's variables, the selectors and the variables
    /// of the encodings.
    pub fn variables(&self) -> usize {
        self.variables.n_used() as usize
    }

    /// Adds a variable, and returns its positive literal.
    pub fn fresh(&mut self) -> Lit {
        to_model(self.variables.new_var().pos_lit())
    }
}

/// Returns the origin of a constraint in words. Returns `None` if the constraint does not come from
/// a row of a model file.
fn origin_text(model: &Model, constraint: Constraint) -> Option<String> {
    let origin = &model.origins()[constraint.origin()?];
    (origin.kind() == OriginKind::Row).then(|| origin.to_string())
}

/// Converts the index of a variable to 32 bits. Panics if it does not fit.
fn index(variable: usize) -> u32 {
    u32::try_from(variable).expect("puzzles refuse boards of a billion variables")
}

/// Converts a literal of the model into a literal of rustsat, the solver's library, for the same
/// variable.
pub(crate) fn to_rustsat(lit: Lit) -> rustsat::types::Lit {
    rustsat::types::Lit::new(index(lit.variable()), lit.is_negated())
}

/// Converts a literal of rustsat, the solver's library, into a literal of the model. Both have the
/// same DIMACS number.
pub(crate) fn to_model(lit: rustsat::types::Lit) -> Lit {
    Lit::from_dimacs(lit.to_ipasir())
}

#[cfg(test)]
mod tests {
    mod every_assignment;

    use super::*;
    use crate::decision::Decision;
    use crate::model::{Count, Objective, Origin, Parity, Partition, Relation, Sense};
    use crate::solver::Solver;

    const RELATIONS: [Relation; 3] = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];

    fn variables(model: &mut Model, n: usize) -> Vec<Lit> {
        (0..n).map(|index| model.variable("x", &[index])).collect()
    }

    fn written(model: &Model) -> (Clauses, Formula) {
        let mut clauses = Clauses::new();
        let formula = encode(model, &Encodings::default(), &mut clauses, &Stop::unlimited());
        (clauses, formula.expect("a form for all"))
    }

    fn possible(clauses: &Clauses, demands: &[Lit], lits: &[Lit]) -> Vec<usize> {
        let mut solver = Solver::new(0, &Stop::unlimited());
        solver.add(clauses);
        let mut counts = Vec::new();
        for assignment in 0_usize..1 << lits.len() {
            let mut assumptions = demands.to_vec();
            let chosen = |place: usize| assignment >> place & 1 == 1;
            assumptions.extend(
                lits.iter().enumerate().map(|(i, &lit)| if chosen(i) { lit } else { !lit }),
            );
            if solver.solve(&assumptions) == Decision::Sat(()) {
                counts.push(assignment.count_ones() as usize);
            }
        }
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    #[test]
    fn cardinalities_hold_at_every_bound() {
        for n in 0..=4 {
            for bound in 0..=n + 1 {
                for relation in RELATIONS {
                    let mut model = Model::new();
                    let lits = variables(&mut model, n);
                    model.cardinality("c", lits.iter().copied(), relation, bound);
                    let (clauses, _) = written(&model);
                    let expected: Vec<usize> = (0..=n)
                        .filter(|&count| match relation {
                            Relation::AtMost => count <= bound,
                            Relation::AtLeast => count >= bound,
                            Relation::Exactly => count == bound,
                        })
                        .collect();
                    assert_eq!(
                        possible(&clauses, &[], &lits),
                        expected,
                        "{relation:?} {bound} of {n}"
                    );
                }
            }
        }
    }

    #[test]
    fn bounds_are_demanded_of_every_count() {
        for sense in [Sense::Minimise, Sense::Maximise] {
            for bound in 0..=3 {
                let mut model = Model::new();
                let lits = variables(&mut model, 3);
                let count = || Count::new(lits.clone(), Vec::new());
                let objective = match sense {
                    Sense::Minimise => Objective::minimise(count()),
                    Sense::Maximise => Objective::maximise(count()),
                };
                model.optimise(objective);
                let (mut clauses, mut formula) = written(&model);
                let demands = formula.bound(bound, &mut clauses, &Stop::unlimited());
                let demands = demands.expect("a form for every bound");
                let reaches =
                    |value: &usize| i64::try_from(*value).map(|v| sense.reaches(v, bound));
                let expected: Vec<usize> =
                    (0..=3).filter(|value| reaches(value) == Ok(true)).collect();
                assert_eq!(possible(&clauses, &demands, &lits), expected, "{sense:?} {bound}");
            }
        }
    }

    #[test]
    fn an_impossible_bound_leaves_others_possible() {
        let mut model = Model::new();
        let lits = variables(&mut model, 6);
        let lines = lits.chunks(3).map(<[Lit]>::to_vec).collect();
        for line in lits.chunks(3) {
            model.parity("lines", line.iter().copied(), Parity::Odd);
        }
        let partitions = vec![Partition { name: "rows", lines }];
        model.optimise(Objective::minimise(Count::new(lits.clone(), partitions)));
        let shape = "rows-chain".parse().expect("a shape");
        let encodings = Encodings { shape, ..Encodings::default() };
        let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
        let formula = encode(&model, &encodings, &mut clauses, &stop);
        let mut formula = formula.expect("a form for all");
        let mut solver = Solver::new(0, &stop);
        solver.add(&clauses);
        for (bound, expected) in [
            (1, Decision::Unsat(())),
            (2, Decision::Sat(())),
            (0, Decision::Unsat(())),
            (6, Decision::Sat(())),
        ] {
            let mut clauses = Clauses::new();
            let demands = formula.bound(bound, &mut clauses, &stop).expect("a form for all");
            solver.add(&clauses);
            assert_eq!(solver.solve(&demands), expected, "at most {bound}");
        }
    }

    #[test]
    fn what_is_not_selected_need_not_hold() {
        let mut model = Model::new();
        let lits = variables(&mut model, 6);
        let (first, second) = lits.split_at(3);
        model.clause("lines", [lits[0], lits[3]]);
        model.with_origin(Origin::rule("two of the first"), |model| {
            model.cardinality("lines", first.iter().copied(), Relation::Exactly, 2);
        });
        model.with_origin(Origin::rule("an even number of the second"), |model| {
            model.parity("lines", second.iter().copied(), Parity::Even);
            model.exactly_one("lines", second.iter().copied());
        });
        let mut clauses = Clauses::new();
        let written =
            encode_by_origin(&model, &Encodings::default(), &mut clauses, &Stop::unlimited());
        let selectors = written.expect("a form for all");
        assert_eq!(selectors.len(), 2);
        let possible = |selected: &[Lit]| possible(&clauses, selected, &lits);
        assert_eq!(possible(&[]), [1, 2, 3, 4, 5, 6]);
        assert_eq!(possible(&selectors[..1]), [2, 3, 4, 5]);
        assert!(possible(&selectors[1..]).is_empty());
    }

    #[test]
    fn sizes_are_told_by_group() {
        let mut model = Model::new();
        let lits = variables(&mut model, 6);
        model.parity("parities", lits.iter().copied(), Parity::Odd);
        model.at_most_one("pairs", lits[..3].iter().copied());
        let (clauses, formula) = written(&model);
        let expected = [
            GroupSize { constraints: 1, variables: 1, clauses: 16 },
            GroupSize { constraints: 1, variables: 0, clauses: 3 },
        ];
        assert_eq!(formula.groups, expected);
        assert_eq!((formula.variables(), clauses.len()), (7, 19));
        assert_eq!(formula.size, clauses.size());
    }

    #[test]
    fn writing_ends_when_it_is_time_to_stop() {
        let mut model = Model::new();
        let lits = variables(&mut model, 200);
        model.cardinality("c", lits, Relation::AtMost, 100);
        let stop = Stop::unlimited();
        stop.request();
        let refusal = encode(&model, &Encodings::default(), &mut Tally::default(), &stop).err();
        assert_eq!(refusal, Some(EncodeRefusal::Stopped));
    }
}
