//! The model: the constraints of a puzzle before encoding.
//!
//! A [`Model`] knows no puzzle and no encoding. [`crate::encode`] turns it into clauses; exporters
//! of formats such as OPB write it unchanged.
//!
//! Variables have the same numbers, from 1, in a model, in a file of clauses and in a solver's
//! answer.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use crate::board::{Cell, Grid, Size};
pub use crate::linear::Relation;

pub use constraints::{Constraint, Constraints, Statement};
pub use entry::{Entry, PossibleEntry};
pub use integer::{IntegerDomain, IntegerVariable, ModelInteger};
pub use labels::Labels;
pub use objective::{
    Complement, Count, Goal, LeastCount, Objective, Partition, Penalties, Sense, SingleCount,
    Total, Transfer, WeightedSum,
};
pub use oracle::{ModelOracle, UndecidedError};
pub use origin::{DeducedOrigin, Origin, OriginKind};
pub use parities::{EchelonForm, Parities, ParityEquation};
pub use projection::{Projection, Reading};
pub use propagation::propagated;
pub use quarrel_encodings::Parity;
pub use sum::{Row, Sum, SumError, Term};
pub use symmetry::Symmetry;
pub use why::{Justification, Premise};

mod constraints;
mod entry;
mod integer;
mod labels;
pub mod linear_form;
mod literal;
mod objective;
mod oracle;
mod origin;
mod parities;
mod places;
mod projection;
mod propagation;
mod sum;
mod symmetry;
mod why;
mod words;

use constraints::OriginNumber;
use literal::are_distinct;

pub use self::literal::{Lit, Values};
pub(crate) use self::literal::{narrow, variables, widen};

/// A given of a puzzle. If the puzzle has no answer, a search for parts that contradict each other
/// is allowed to leave a given out.
#[derive(Clone, Debug)]
pub struct Given {
    /// The origin of the constraints that state the given.
    pub origin: Origin,
    /// The literals that the given makes true; `None` if the model has no literals for the given.
    /// Such a given contradicts the model.
    pub lits: Option<Vec<Lit>>,
}

fn collected(lits: impl IntoIterator<Item = Lit>) -> Vec<Lit> {
    lits.into_iter().collect()
}

/// Returns a number with mixed bits, by one step of SplitMix64 (Steele, Lea and Flood, OOPSLA
/// 2014). The result is the same on every machine.
pub(crate) fn split_mix(number: u64) -> u64 {
    let mixed = number.wrapping_add(MIXING_STEP);
    let number = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The increment of SplitMix64: 2^64 divided by the golden ratio, as an odd number.
pub(crate) const MIXING_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Constraints over labelled variables, with an objective, symmetries and a projection.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The label of each variable. The first variable has the number 1.
    labels: Labels,
    /// The cell of each variable, by the index of the variable, counted from 0. The list can be
    /// shorter than the list of variables; the variables without an entry have no cell.
    cells: Vec<Option<Cell>>,
    /// The names of the groups, in the order of their first constraints.
    groups: Vec<String>,
    /// The origins, in the order of the calls of `with_origin`. If two consecutive calls have the
    /// same origin, it is stored once.
    origins: Vec<Origin>,
    /// The origin of the constraints that are added next.
    origin: Option<OriginNumber>,
    /// The constraints, in the order in which they were stated.
    constraints: Constraints,
    /// The integers, as sums of variables.
    integers: Vec<ModelInteger>,
    /// The integer variables of the file that the model states.
    named_integers: Vec<IntegerVariable>,
    /// Literals of which each is implied by the next one, the weakest first.
    chains: Vec<Vec<Lit>>,
    /// The objective, or `None` if all solutions are equally good.
    objective: Option<Objective>,
    /// The declared permutations of literals, each of which maps the model onto itself.
    symmetries: Vec<Symmetry>,
    /// The literals by which a solution is compared with its images under symmetries, most
    /// significant first. If the list is empty, all variables are compared in order.
    lex_order: Vec<Lit>,
    /// The literals that determine an answer, or `None` if all variables do.
    projection: Option<Projection>,
    /// The givens. Their literals are also stated as unit clauses.
    given: Vec<Given>,
    /// Whether the value of a solution can be worse than the value of the answer that the solution
    /// decodes to.
    overcounts: bool,
}

impl Model {
    /// Returns an empty model.
    pub fn new() -> Model {
        Model::default()
    }

    /// Adds a variable labelled `name[index,index,…]`.
    pub fn variable(&mut self, name: &str, indices: &[usize]) -> Lit {
        let texts: Vec<String> = indices.iter().map(usize::to_string).collect();
        self.labelled_variable(format_args!("{name}[{}]", texts.join(",")))
    }

    /// Adds a variable with this label.
    pub fn labelled_variable(&mut self, label: impl fmt::Display) -> Lit {
        self.labels.push(label);
        Lit::from_number(self.labels.len())
    }

    /// Iterates over the variables as positive literals.
    pub fn lits(&self) -> impl Iterator<Item = Lit> + use<> {
        (1..=self.labels.len()).map(Lit::from_number)
    }

    /// Adds a variable that belongs to a cell. Some encodings order literals by their cells.
    pub fn variable_in(&mut self, cell: Cell, name: &str, indices: &[usize]) -> Lit {
        let lit = self.variable(name, indices);
        self.cells.resize(lit.variable(), None);
        self.cells.push(Some(cell));
        lit
    }

    /// Adds a variable in each cell, labelled `name[row,column]`.
    pub fn variables(&mut self, name: &str, size: Size) -> Grid<Lit> {
        Grid::from_fn(size, |cell| self.variable_in(cell, name, &[cell.row, cell.column]))
    }

    /// Gives `origin` to the constraints that `state` adds. Constraints that have an origin from a
    /// nested call keep it. Returns the result of `state`. Adds the origin to the list of origins,
    /// even if `state` adds no constraint. If the last origin in the list is equal to it, does not
    /// add it again.
    pub fn with_origin<T>(&mut self, origin: Origin, state: impl FnOnce(&mut Model) -> T) -> T {
        if self.origins.last() != Some(&origin) {
            self.origins.push(origin);
        }
        let around = self.origin.replace(OriginNumber::last_of(self.origins.len()));
        let stated = state(self);
        self.origin = around;
        stated
    }

    /// States that at least one literal is true.
    pub fn clause(&mut self, group: &str, lits: impl IntoIterator<Item = Lit>) {
        self.add(group, Statement::Clause(&collected(lits)));
    }

    /// States, by one clause, that `premise` implies at least one of `conclusions`. If there are no
    /// conclusions, the clause states that `premise` is false. All literals must be over distinct
    /// variables; only a debug build checks this.
    pub fn implies(
        &mut self,
        group: &str,
        premise: Lit,
        conclusions: impl IntoIterator<Item = Lit>,
    ) {
        self.clause(group, [!premise].into_iter().chain(conclusions));
    }

    /// States that at most one literal is true.
    pub fn at_most_one(&mut self, group: &str, lits: impl IntoIterator<Item = Lit>) {
        self.add(group, Statement::AtMostOne(&collected(lits)));
    }

    /// States that exactly one literal is true.
    pub fn exactly_one(&mut self, group: &str, lits: impl IntoIterator<Item = Lit>) {
        self.add(group, Statement::ExactlyOne(&collected(lits)));
    }

    /// States that at most, at least or exactly `bound` literals are true. A bound of more than 32
    /// bits becomes `u32::MAX`. The literals must be over distinct variables; only a debug build
    /// checks this.
    pub fn cardinality(
        &mut self,
        group: &str,
        lits: impl IntoIterator<Item = Lit>,
        relation: Relation,
        bound: usize,
    ) {
        self.add(group, Statement::Cardinality(&collected(lits), relation, bound));
    }

    /// States that an even or an odd number of literals is true.
    pub fn parity(&mut self, group: &str, lits: impl IntoIterator<Item = Lit>, parity: Parity) {
        self.add(group, Statement::Parity(&collected(lits), parity));
    }

    /// States that the sum is at most, at least or exactly `bound`. A bound outside the range of
    /// the sum becomes the number just outside the range. Some encodings in clauses repeat a
    /// literal as often as its weight says, so they need small weights; OPB, LP and MPS accept any
    /// weights.
    pub fn linear(&mut self, group: &str, sum: Sum, relation: Relation, bound: i64) {
        let clamped = bound.clamp(sum.least() - 1, sum.largest() + 1);
        self.add(group, Statement::Linear(&Row { sum, relation, bound: clamped }));
    }

    /// Sets the objective, and replaces an earlier one.
    pub fn optimise(&mut self, objective: Objective) {
        debug_assert!(objective.is_well_formed(), "lits and lines do not agree: {objective:?}");
        self.objective = Some(objective);
    }

    /// Declares that the value of a solution can be worse than the value that the rules give its
    /// answer. This happens if a variable with a cost can be true although the answer does not need
    /// it. The best solution of each answer has the answer's value.
    pub fn allow_overcount(&mut self) {
        self.overcounts = true;
    }

    /// Returns whether the value of a solution can be worse than the value of the answer that the
    /// solution shows.
    pub fn may_overcount(&self) -> bool {
        self.overcounts
    }

    /// Declares a permutation of the literals that maps the model onto itself. `moves` has the
    /// moved literals with their images; negations move with their literals.
    pub fn declare_symmetry(&mut self, name: &str, moves: impl IntoIterator<Item = (Lit, Lit)>) {
        let symmetry = Symmetry::new(name, moves);
        debug_assert!(symmetry.is_permutation(), "the symmetry {name} is not a permutation");
        self.symmetries.push(symmetry);
    }

    /// Replaces the declared symmetries.
    pub fn set_symmetries(&mut self, symmetries: Vec<Symmetry>) {
        self.symmetries = symmetries;
    }

    /// Removes the declared symmetries for which `passes` returns false.
    pub fn retain_symmetries(&mut self, passes: impl FnMut(&Symmetry) -> bool) {
        self.symmetries.retain(passes);
    }

    /// Sets the literals by which a solution is compared with its images, most significant first.
    /// The symmetries must map these literals and their negations onto each other.
    pub fn set_lex_order(&mut self, lits: impl IntoIterator<Item = Lit>) {
        self.lex_order = lits.into_iter().collect();
    }

    /// Sets the reading of answers. It consists of the literals for the symbols of each cell, and
    /// of the symbol that a cell without a true literal has. Replaces an earlier reading or
    /// projection.
    pub fn set_reading(&mut self, cells: Grid<Vec<(char, Lit)>>, otherwise: char) {
        self.projection = Some(Projection::Cells(Reading::new(cells, otherwise)));
    }

    /// Sets the literals that determine an answer. By default, all variables do. Replaces an
    /// earlier reading or projection. The variables must be distinct.
    pub fn project(&mut self, lits: impl IntoIterator<Item = Lit>) {
        let distinct: Vec<Lit> = lits.into_iter().collect();
        debug_assert!(are_distinct(&distinct), "a variable twice in a projection");
        self.projection = Some(Projection::Lits(distinct));
    }

    /// Adds the symbols in `given` as givens, as [`add_givens`](Model::add_givens) does. If a cell
    /// cannot show its symbol, the model becomes contradictory. The model must have a reading in
    /// cells, of the same size as `given`; without a reading, the first symbol leads to a panic.
    pub fn fix(&mut self, group: &str, given: &Grid<Option<char>>) {
        let givens = given
            .iter()
            .filter_map(|(cell, symbol)| Some((cell, (*symbol)?)))
            .map(|(cell, symbol)| Given {
                origin: Origin::Given(cell, symbol),
                lits: self.reading().literals(cell, symbol),
            })
            .collect();
        self.add_givens(group, givens);
    }

    /// Adds givens to the model and to its list of givens. Drops each symmetry that does not map
    /// the literals of these givens onto each other. A given that the model cannot express becomes
    /// an empty clause with its origin, so that the model has no solution. After these clauses,
    /// each literal is stated once as a unit clause, with the origin of the first given that has
    /// it. The unit clauses are in the order of the literals. Only literals of this call are
    /// considered: a literal of an earlier given is stated again.
    pub fn add_givens(&mut self, group: &str, given: Vec<Given>) {
        let mut fixed: BTreeMap<Lit, &Origin> = BTreeMap::new();
        for Given { origin, lits } in &given {
            match lits {
                Some(lits) => lits.iter().for_each(|&lit| {
                    fixed.entry(lit).or_insert(origin);
                }),
                None => self.with_origin(origin.clone(), |model| model.clause(group, [])),
            }
        }
        self.symmetries
            .retain(|symmetry| fixed.keys().all(|&lit| fixed.contains_key(&symmetry.image(lit))));
        for (&lit, &origin) in &fixed {
            self.with_origin(origin.clone(), |model| model.clause(group, [lit]));
        }
        self.given.extend(given);
    }

    /// Returns the givens, in the order in which they were added.
    pub fn givens(&self) -> &[Given] {
        &self.given
    }

    /// Returns the model without givens, objective and symmetries. Leaves out each constraint whose
    /// origin is equal to the origin of a given. Also leaves out the unused origins at the end of
    /// the list of origins. Constraints without an origin stay. Variables, groups and the
    /// projection stay the same.
    #[must_use]
    pub fn without_givens(&self) -> Model {
        let given: HashSet<&Origin> = self.given.iter().map(|given| &given.origin).collect();
        let is_given = |constraint: &Constraint| {
            constraint.origin().is_some_and(|origin| given.contains(&self.origins[origin]))
        };
        let constraints = self.constraints.filtered(|one| !is_given(one));
        let origins = constraints.iter().filter_map(|one| one.origin()).max();
        let origins = self.origins[..origins.map_or(0, |last| last + 1)].to_vec();
        let (objective, symmetries, given) = (None, Vec::new(), Vec::new());
        Model { constraints, origins, objective, symmetries, given, ..self.clone() }
    }

    /// Adds the constraint that the objective is at least as good as `bound`.
    ///
    /// # Panics
    ///
    /// If the model has no objective.
    pub fn demand(&mut self, bound: i64) {
        let objective = self.objective.as_ref().expect("a bound is on an objective");
        self.demand_relation(objective.sense().relation(), bound);
    }

    /// Adds the constraint that the answers have to satisfy when they are counted. If the objective
    /// is the least of several counts, each count must be exactly `bound`; otherwise the value must
    /// be at least as good as `bound`. Panics if the model has no objective.
    pub fn demand_for_counting(&mut self, bound: i64) {
        if self.has_several_counts() {
            self.demand_relation(Relation::Exactly, bound);
        } else {
            self.demand(bound);
        }
    }

    /// Returns whether the objective is the least of several counts.
    pub fn has_several_counts(&self) -> bool {
        self.objective.as_ref().is_some_and(|goal| goal.counts().len() > 1)
    }

    /// Adds the constraint that the objective has `relation` to `bound`. The constraint is in the
    /// group `bound`, and has the origin of this bound. If the objective is the least of several
    /// counts, each count must have this relation. The objective stays in the model. The bound is
    /// allowed to lie outside the range of values. If it is less than the constant of a count (0
    /// for several counts), "at most" or "exactly" becomes an empty clause. Panics if the model has
    /// no objective.
    fn demand_relation(&mut self, relation: Relation, bound: i64) {
        let objective = self.objective.as_ref().expect("a bound is on an objective");
        if let Some(WeightedSum { sum, constant }) = objective.weighted_sum() {
            // The bound is allowed to lie outside the range of values.
            let (sum, rest) = (sum.clone(), bound.saturating_sub(*constant));
            return self.with_origin(Origin::Bound(bound), |model| {
                model.linear("bound", sum, relation, rest);
            });
        }
        let constant = objective.single_count().map_or(0, |one| one.constant);
        let number = i128::from(bound) - i128::from(constant);
        let most = objective.counts().iter().map(|count| count.lits.len()).max().unwrap_or(0);
        // All bounds above the number of literals are equivalent to each other, and so are all
        // bounds below 0.
        let clamped = usize::try_from(number.max(0)).map_or(most + 1, |bound| bound.min(most + 1));
        let counted: Vec<Vec<Lit>> =
            objective.counts().iter().map(|count| count.lits.clone()).collect();
        self.with_origin(Origin::Bound(bound), |model| {
            for lits in counted {
                match (number < 0, relation) {
                    (true, Relation::AtMost | Relation::Exactly) => model.clause("bound", []),
                    _ => model.cardinality("bound", lits, relation, clamped),
                }
            }
        });
    }

    /// Returns the model with the constraints that `keep` accepts, and without symmetries.
    pub fn filtered(&self, keep: impl Fn(Statement) -> bool) -> Model {
        let constraints = self.constraints.filtered(|constraint| keep(constraint.statement));
        Model { constraints, symmetries: Vec::new(), ..self.clone() }
    }

    /// Returns the model without constraints, and without the symmetries, integers and chains that
    /// hold by them.
    pub fn without_constraints(&self) -> Model {
        Model { integers: Vec::new(), chains: Vec::new(), ..self.filtered(|_| false) }
    }

    /// Returns the model without objective and symmetries.
    #[must_use]
    pub fn into_decision_model(self) -> Model {
        Model { objective: None, symmetries: Vec::new(), ..self }
    }

    /// Adds a constraint with the current origin to the last group with the name `group`. If no
    /// group has this name, adds one. The literals must be over distinct variables; only a debug
    /// build checks this.
    fn add(&mut self, group: &str, statement: Statement) {
        debug_assert!(are_distinct(statement.lits()), "a variable twice in {statement:?}");
        let group = self.groups.iter().rposition(|name| name == group).unwrap_or_else(|| {
            self.groups.push(group.to_owned());
            self.groups.len() - 1
        });
        self.constraints.push(group, self.origin, statement);
    }

    /// Returns the labels of the variables, in order.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Returns the variables with these labels as positive literals. Each occurs once, in the order
    /// in which the labels first occur in the list. If several variables have the same label, the
    /// last one is returned.
    ///
    /// # Errors
    ///
    /// If a label is unknown. The error is the first unknown label.
    pub fn lits_of(&self, labels: &[String]) -> Result<Vec<Lit>, String> {
        let numbers: HashMap<&str, usize> = self.labels.iter().zip(1..).collect();
        let mut seen = HashSet::new();
        let lit = |label: &String| {
            numbers
                .get(&label[..])
                .map(|&number| Lit::from_number(number))
                .ok_or_else(|| label.clone())
        };
        let lits: Vec<Lit> = labels.iter().map(lit).collect::<Result<_, _>>()?;
        Ok(lits.into_iter().filter(|&lit| seen.insert(lit)).collect())
    }

    /// Returns the cell of the variable with this index, from 0; `None` if it has no cell.
    pub fn cell(&self, variable: usize) -> Option<Cell> {
        self.cells.get(variable).copied().flatten()
    }

    /// Returns the names of the groups of constraints, such as `rows`, in the order of their first
    /// constraints.
    pub fn groups(&self) -> &[String] {
        &self.groups
    }

    /// Returns the origins, in the order of the calls of [`Model::with_origin`]. An origin can
    /// occur several times.
    pub fn origins(&self) -> &[Origin] {
        &self.origins
    }

    /// Returns how many constraints have each kind of origin. The key `None` is for constraints
    /// without an origin. A kind without constraints has no entry.
    pub fn origin_counts(&self) -> BTreeMap<Option<OriginKind>, usize> {
        let mut sources = BTreeMap::new();
        for constraint in self.constraints.iter() {
            let kind = constraint.origin().map(|origin| self.origins[origin].kind());
            *sources.entry(kind).or_default() += 1;
        }
        sources
    }

    /// Returns the constraints, in the order in which they were stated.
    pub fn constraints(&self) -> &Constraints {
        &self.constraints
    }

    /// Returns the objective, or `None` if all solutions are equally good.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// Returns the declared symmetries, which map the model onto itself.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Adds a complement: another count that determines the objective's count. It comes before the
    /// other complements of the objective. Does nothing if the objective is not a single count.
    pub fn prepend_complement(&mut self, complement: Complement) {
        if let Some(one) = self.objective.as_mut().and_then(Objective::single_count_mut) {
            one.complements.insert(0, complement);
        }
    }

    /// Removes and returns the declared symmetries.
    pub fn take_symmetries(&mut self) -> Vec<Symmetry> {
        std::mem::take(&mut self.symmetries)
    }

    /// Returns the literals by which a solution is compared with its images, most significant
    /// first. By default, these are all variables.
    pub fn lex_order(&self) -> Vec<Lit> {
        if self.lex_order.is_empty() {
            return self.lits().collect();
        }
        self.lex_order.clone()
    }

    /// Returns the literals that determine an answer; by default, all variables.
    pub fn projection(&self) -> Projection {
        self.projection.clone().unwrap_or_else(|| Projection::Lits(self.lits().collect()))
    }

    /// Returns whether the answer is shown in the cells of a board.
    pub fn has_board(&self) -> bool {
        matches!(self.projection, Some(Projection::Cells(_)))
    }

    /// Returns the reading of answers in cells.
    ///
    /// # Panics
    ///
    /// If the model's answer is not in cells.
    pub fn reading(&self) -> &Reading {
        match &self.projection {
            Some(Projection::Cells(reading)) => reading,
            _ => panic!("a puzzle states how its answer is read"),
        }
    }
}

#[cfg(test)]
mod tests;
