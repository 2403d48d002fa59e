//! The model: what a puzzle says, in the words of a paper, before any clause.
//!
//! A model is a list of constraints over labelled Boolean variables, each constraint in a named
//! group and, where its author says so, of an [`Origin`], with an objective where there is one, the
//! symmetries that its author knows, and how an answer is read off a solution. It knows no puzzle
//! and no encoding: [`crate::encode`] turns it into clauses with whatever encodings a user chose,
//! exporters of native formats write it as it stands, and the search reads its objective.
//!
//! Literals are the model's own and number variables from 1 as DIMACS does, so that the numbers in
//! a model, in a clause of a file and in a solver's answer are the same.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Cell, Grid, Size};

pub use constraints::{Constraint, Constraints, Statement};
pub use labels::Labels;
pub use objective::{
    Complement, Count, Goal, Least, Objective, OneCount, Partition, Penalties, Sense, Total,
    Transfer, Weighted,
};
pub use origin::{Origin, OriginKind};
pub use parities::Parities;
pub use projection::{Projection, Reading};
pub use propagation::propagated;
pub use quarrel_encodings::cardinality::Relation;
pub use sum::{Sum, SumError, Term};
pub use why::{Deduced, Premise, Why};

mod constraints;
mod labels;
mod literal;
mod objective;
mod origin;
mod parities;
mod projection;
mod propagation;
mod sum;
mod why;

use constraints::OriginNumber;

pub use self::literal::{Lit, Values};

/// The parity of how many literals are true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// An even number of them, 0 included.
    Even,
    /// An odd number of them.
    Odd,
}

/// Something that is given: whoever asks chooses it, and may take it back.
#[derive(Clone, Debug)]
pub struct Given {
    /// What it is.
    pub origin: Origin,
    /// The literals that are true if it holds; none if the model cannot express it.
    pub lits: Option<Vec<Lit>>,
}

/// A permutation of the literals that maps the whole model onto itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// The movement behind it.
    pub name: String,
    /// The variables that move, in order, each with the literal that it goes to.
    moves: Vec<(Lit, Lit)>,
}

impl Symmetry {
    /// Returns the symmetry that moves literals, and their negations with them. All others stay.
    pub fn new(name: impl Into<String>, moves: impl IntoIterator<Item = (Lit, Lit)>) -> Symmetry {
        let mut moves: Vec<(Lit, Lit)> = moves
            .into_iter()
            .map(|(from, to)| if from.is_negated() { (!from, !to) } else { (from, to) })
            .collect();
        moves.sort_by_key(|(from, _)| from.variable());
        moves.dedup_by_key(|(from, _)| *from);
        moves.retain(|(from, to)| from != to);
        Symmetry { name: name.into(), moves }
    }

    /// Returns the variables that move, in order, each with the literal that it goes to.
    pub fn moves(&self) -> &[(Lit, Lit)] {
        &self.moves
    }

    /// Returns the literal that a literal goes to.
    pub fn of(&self, lit: Lit) -> Lit {
        let place = self.moves.binary_search_by_key(&lit.variable(), |(from, _)| from.variable());
        let Ok(place) = place else { return lit };
        let (_, image) = self.moves[place];
        if lit.is_negated() { !image } else { image }
    }

    /// Returns whether each variable that moves goes to another one of them.
    pub fn is_permutation(&self) -> bool {
        let mut images: Vec<usize> = self.moves.iter().map(|(_, to)| to.variable()).collect();
        images.sort_unstable();
        images.into_iter().eq(self.moves.iter().map(|(from, _)| from.variable()))
    }
}

fn collected(lits: impl IntoIterator<Item = Lit>) -> Vec<Lit> {
    lits.into_iter().collect()
}

/// Returns a number of 32 bits as a place in a list.
pub(crate) fn wide(number: u32) -> usize {
    number as usize
}

/// Returns a number of variables, constraints or literals of a model, or of vertices of its graph.
///
/// # Panics
///
/// Beyond 32 bits, where a model has none.
pub(crate) fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("a model has fewer than four billion literals")
}

/// Returns a number whose bits all hang on all bits of another: the step of SplitMix64 (Steele, Lea
/// and Flood, OOPSLA 2014), the same on every machine.
pub(crate) fn split_mix(number: u64) -> u64 {
    let number = number.wrapping_add(MIXING_STEP);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The step of SplitMix64 from each number to the next one.
pub(crate) const MIXING_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Whether literals are over distinct variables.
fn are_distinct(lits: &[Lit]) -> bool {
    let mut variables: Vec<usize> = lits.iter().map(|lit| lit.variable()).collect();
    variables.sort_unstable();
    variables.windows(2).all(|pair| pair[0] != pair[1])
}

/// Constraints over labelled variables, an objective, symmetries, and how to read an answer.
#[derive(Clone, Debug, Default)]
pub struct Model {
    labels: Labels,
    cells: Vec<Option<Cell>>,
    groups: Vec<String>,
    origins: Vec<Origin>,
    /// That of whatever is stated next.
    origin: Option<OriginNumber>,
    constraints: Constraints,
    objective: Option<Objective>,
    symmetries: Vec<Symmetry>,
    lex_order: Vec<Lit>,
    projection: Option<Projection>,
    given: Vec<Given>,
    overcounts: bool,
}

impl Model {
    /// A model without variables and constraints, which everything satisfies.
    pub fn new() -> Model {
        Model::default()
    }

    /// A new variable, labelled `name[index,index,…]`.
    pub fn variable(&mut self, name: &str, indices: &[usize]) -> Lit {
        let indices: Vec<String> = indices.iter().map(usize::to_string).collect();
        self.named(format_args!("{name}[{}]", indices.join(",")))
    }

    /// A new variable with that label.
    pub fn named(&mut self, label: impl fmt::Display) -> Lit {
        self.labels.push(label);
        Lit::numbered(self.labels.len())
    }

    /// Every variable as a literal.
    pub fn lits(&self) -> impl Iterator<Item = Lit> + use<> {
        (1..=self.labels.len()).map(Lit::numbered)
    }

    /// A new variable that lies in a cell of the board, where orders of literals look for it.
    pub fn variable_in(&mut self, cell: Cell, name: &str, indices: &[usize]) -> Lit {
        let lit = self.variable(name, indices);
        self.cells.resize(lit.variable(), None);
        self.cells.push(Some(cell));
        lit
    }

    /// One new variable in each cell of a board, labelled `name[row,column]`.
    pub fn variables(&mut self, name: &str, size: Size) -> Grid<Lit> {
        Grid::from_fn(size, |cell| self.variable_in(cell, name, &[cell.row, cell.column]))
    }

    /// Gives an origin to every constraint that `state` adds. A call within it gives its own.
    pub fn by<T>(&mut self, origin: Origin, state: impl FnOnce(&mut Model) -> T) -> T {
        if self.origins.last() != Some(&origin) {
            self.origins.push(origin);
        }
        let around = self.origin.replace(OriginNumber::last_of(self.origins.len()));
        let stated = state(self);
        self.origin = around;
        stated
    }

    /// At least one of the literals is true.
    pub fn clause(&mut self, group: &str, lits: impl IntoIterator<Item = Lit>) {
        self.add(group, Statement::Clause(&collected(lits)));
    }

    /// Where `premise` is true, so is one of `conclusions`.
    pub fn implies(
        &mut self,
        group: &str,
        premise: Lit,
        conclusions: impl IntoIterator<Item = Lit>,
    ) {
        self.clause(group, [!premise].into_iter().chain(conclusions));
    }

    /// At most one of the literals is true.
    pub fn at_most_one(&mut self, group: &str, lits: impl IntoIterator<Item = Lit>) {
        self.add(group, Statement::AtMostOne(&collected(lits)));
    }

    /// Exactly one of the literals is true.
    pub fn exactly_one(&mut self, group: &str, lits: impl IntoIterator<Item = Lit>) {
        self.add(group, Statement::ExactlyOne(&collected(lits)));
    }

    /// At most, at least or exactly `bound` of the literals are true.
    pub fn cardinality(
        &mut self,
        group: &str,
        lits: impl IntoIterator<Item = Lit>,
        relation: Relation,
        bound: usize,
    ) {
        self.add(group, Statement::Cardinality(&collected(lits), relation, bound));
    }

    /// An even or an odd number of the literals is true.
    pub fn parity(&mut self, group: &str, lits: impl IntoIterator<Item = Lit>, parity: Parity) {
        self.add(group, Statement::Parity(&collected(lits), parity));
    }

    /// The sum is at most, at least or exactly `bound`. A bound outside the range of the sum is
    /// moved to the nearest one with the same meaning. Clauses take small weights by repeating
    /// literals; OPB, LP and MPS have any.
    pub fn linear(&mut self, group: &str, sum: Sum, relation: Relation, bound: i64) {
        let bound = bound.clamp(sum.least() - 1, sum.largest() + 1);
        self.add(group, Statement::Linear(&sum, relation, bound));
    }

    /// States what is to be as small or as large as possible.
    pub fn optimise(&mut self, objective: Objective) {
        debug_assert!(objective.keeps_its_contract(), "lits and lines do not agree: {objective:?}");
        self.objective = Some(objective);
    }

    /// Says that a solution's value may be worse than that of its answer by the rules: a variable
    /// that says what an answer pays may be true though it need not be. The best value of each
    /// answer is its own.
    pub fn overcount(&mut self) {
        self.overcounts = true;
    }

    /// Whether a solution's value may be worse than that of its answer.
    pub fn overcounts(&self) -> bool {
        self.overcounts
    }

    /// Declares that the model is mapped onto itself by a permutation of its literals, given by
    /// the literals that move and where each goes. A literal's negation goes along.
    pub fn symmetry(&mut self, name: &str, moves: impl IntoIterator<Item = (Lit, Lit)>) {
        let symmetry = Symmetry::new(name, moves);
        debug_assert!(symmetry.is_permutation(), "the symmetry {name} is no permutation");
        self.symmetries.push(symmetry);
    }

    /// Declares these symmetries in place of all others.
    pub fn declare(&mut self, symmetries: Vec<Symmetry>) {
        self.symmetries = symmetries;
    }

    /// Keeps those symmetries only that pass.
    pub fn retain_symmetries(&mut self, passes: impl FnMut(&Symmetry) -> bool) {
        self.symmetries.retain(passes);
    }

    /// Suggests the literals by which a solution is compared with its images under the declared
    /// symmetries, the weightiest first. The symmetries map these literals and their negations
    /// onto each other.
    pub fn compare_by(&mut self, lits: impl IntoIterator<Item = Lit>) {
        self.lex_order = lits.into_iter().collect();
    }

    /// Says how an answer is read: which literal shows which symbol in which cell, and the symbol
    /// of a cell in which none is true.
    pub fn show(&mut self, cells: Grid<Vec<(char, Lit)>>, otherwise: char) {
        self.projection = Some(Projection::Cells(Reading::new(cells, otherwise)));
    }

    /// Says that an answer is what these literals say, over distinct variables. Where nothing is
    /// said all variables do.
    pub fn project(&mut self, lits: impl IntoIterator<Item = Lit>) {
        let lits: Vec<Lit> = lits.into_iter().collect();
        debug_assert!(are_distinct(&lits), "a variable twice in a projection");
        self.projection = Some(Projection::Lits(lits));
    }

    /// Gives cells of the answer, those in which `given` has a symbol.
    pub fn fix(&mut self, group: &str, given: &Grid<Option<char>>) {
        let cells = given.iter().filter_map(|(cell, symbol)| Some((cell, (*symbol)?)));
        let given = cells.map(|(cell, symbol)| Given {
            origin: Origin::Given(cell, symbol),
            lits: self.reading().literals(cell, symbol),
        });
        let given = given.collect();
        self.give(group, given);
    }

    /// Takes what is given, and gives up the symmetries that move it. Given literals are stated
    /// each once, under the first origin that has them.
    ///
    /// What is given can be stated again one by one, to see what of it clashes
    /// ([`Model::without_given`]).
    pub fn give(&mut self, group: &str, given: Vec<Given>) {
        let mut fixed: BTreeMap<Lit, &Origin> = BTreeMap::new();
        for Given { origin, lits } in &given {
            match lits {
                Some(lits) => lits.iter().for_each(|&lit| {
                    fixed.entry(lit).or_insert(origin);
                }),
                None => self.by(origin.clone(), |model| model.clause(group, [])),
            }
        }
        self.symmetries
            .retain(|symmetry| fixed.keys().all(|&lit| fixed.contains_key(&symmetry.of(lit))));
        for (&lit, &origin) in &fixed {
            self.by(origin.clone(), |model| model.clause(group, [lit]));
        }
        self.given.extend(given);
    }

    /// What is given.
    pub fn given(&self) -> &[Given] {
        &self.given
    }

    /// The model without what is given, its objective and its symmetries.
    #[must_use]
    pub fn without_given(&self) -> Model {
        let given: HashSet<&Origin> = self.given.iter().map(|given| &given.origin).collect();
        let is_given = |constraint: &Constraint| {
            constraint.origin().is_some_and(|origin| given.contains(&self.origins[origin]))
        };
        let constraints = self.constraints.only(|one| !is_given(one));
        let origins = constraints.iter().filter_map(|one| one.origin()).max();
        let origins = self.origins[..origins.map_or(0, |last| last + 1)].to_vec();
        let (objective, symmetries, given) = (None, Vec::new(), Vec::new());
        Model { constraints, origins, objective, symmetries, given, ..self.clone() }
    }

    /// Demands a solution whose value is at least as good as `bound`.
    pub fn demand(&mut self, bound: i64) {
        let objective = self.objective.as_ref().expect("a bound is on an objective");
        let relation = match objective.sense() {
            Sense::Minimise => Relation::AtMost,
            Sense::Maximise => Relation::AtLeast,
        };
        self.demand_by(relation, bound);
    }

    /// Demands what each answer has to keep where all answers at a bound are asked for: that it is
    /// at least as good; of an objective that is the least of several counts, that each of these is
    /// exactly `bound`.
    pub fn demand_of_each_answer(&mut self, bound: i64) {
        if self.has_several_counts() { self.demand_exactly(bound) } else { self.demand(bound) }
    }

    /// Whether the objective is the least of several counts.
    pub fn has_several_counts(&self) -> bool {
        self.objective.as_ref().is_some_and(|goal| goal.counts().len() > 1)
    }

    /// Demands that the value, or each of several counts, is exactly `bound`.
    pub fn demand_exactly(&mut self, bound: i64) {
        self.demand_by(Relation::Exactly, bound);
    }

    fn demand_by(&mut self, relation: Relation, bound: i64) {
        let objective = self.objective.as_ref().expect("a bound is on an objective");
        if let Some(Weighted { sum, constant }) = objective.weighted() {
            // Beyond 64 bits is beyond every value.
            let (sum, rest) = (sum.clone(), bound.saturating_sub(*constant));
            return self.by(Origin::Bound(bound), |model| {
                model.linear("bound", sum, relation, rest);
            });
        }
        let constant = objective.one().map_or(0, |one| one.constant);
        let number = i128::from(bound) - i128::from(constant);
        let most = objective.counts().iter().map(|count| count.lits.len()).max().unwrap_or(0);
        // What is more than all literals says the same, whatever the number, and so does what is
        // less than none.
        let clamped = usize::try_from(number.max(0)).map_or(most + 1, |bound| bound.min(most + 1));
        let counted: Vec<Vec<Lit>> =
            objective.counts().iter().map(|count| count.lits.clone()).collect();
        self.by(Origin::Bound(bound), |model| {
            for lits in counted {
                match (number < 0, relation) {
                    (true, Relation::AtMost | Relation::Exactly) => model.clause("bound", []),
                    _ => model.cardinality("bound", lits, relation, clamped),
                }
            }
        });
    }

    /// The model with some of its constraints only, and no symmetry.
    pub fn only(&self, keep: impl Fn(Statement) -> bool) -> Model {
        let constraints = self.constraints.only(|constraint| keep(constraint.statement));
        Model { constraints, symmetries: Vec::new(), ..self.clone() }
    }

    /// The model without its objective and its symmetries.
    #[must_use]
    pub fn constraints_alone(self) -> Model {
        Model { objective: None, symmetries: Vec::new(), ..self }
    }

    fn add(&mut self, group: &str, statement: Statement) {
        debug_assert!(are_distinct(statement.lits()), "a variable twice in {statement:?}");
        let group = self.groups.iter().rposition(|name| name == group).unwrap_or_else(|| {
            self.groups.push(group.to_owned());
            self.groups.len() - 1
        });
        self.constraints.push(group, self.origin, statement);
    }

    /// The labels of the variables, in their order.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// The variables with these labels, each once.
    ///
    /// # Errors
    ///
    /// The first label that no variable has.
    pub fn lits_of(&self, labels: &[String]) -> Result<Vec<Lit>, String> {
        let numbers: HashMap<&str, usize> = self.labels.iter().zip(1..).collect();
        let mut seen = HashSet::new();
        let lit = |label: &String| {
            numbers
                .get(&label[..])
                .map(|&number| Lit::numbered(number))
                .ok_or_else(|| label.clone())
        };
        let lits: Vec<Lit> = labels.iter().map(lit).collect::<Result<_, _>>()?;
        Ok(lits.into_iter().filter(|&lit| seen.insert(lit)).collect())
    }

    /// The cell in which a variable lies, by its number from 0.
    pub fn cell(&self, variable: usize) -> Option<Cell> {
        self.cells.get(variable).copied().flatten()
    }

    /// The names of the groups, in the order of their first constraint.
    pub fn groups(&self) -> &[String] {
        &self.groups
    }

    /// Where constraints come from, in the order of the calls of [`Model::by`]. An origin that
    /// returns after another one may be listed twice.
    pub fn origins(&self) -> &[Origin] {
        &self.origins
    }

    /// The number of constraints by the kind of their origin. The key `None` is for constraints
    /// without one.
    pub fn sources(&self) -> BTreeMap<Option<OriginKind>, usize> {
        let mut sources = BTreeMap::new();
        for constraint in self.constraints.iter() {
            let kind = constraint.origin().map(|origin| self.origins[origin].kind());
            *sources.entry(kind).or_default() += 1;
        }
        sources
    }

    /// The constraints, in the order in which they were stated.
    pub fn constraints(&self) -> &Constraints {
        &self.constraints
    }

    /// What is to be as small or as large as possible.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// The declared symmetries.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Has bounds on the first count of the objective written on a complement, before others.
    pub fn count_by(&mut self, complement: Complement) {
        if let Some(one) = self.objective.as_mut().and_then(Objective::one_mut) {
            one.complements.insert(0, complement);
        }
    }

    /// Removes the declared symmetries and returns them, before something is stated that breaks
    /// them.
    pub fn take_symmetries(&mut self) -> Vec<Symmetry> {
        std::mem::take(&mut self.symmetries)
    }

    /// The literals by which a solution is compared with its images, the weightiest first: those
    /// suggested, or all variables in their order.
    pub fn lex_order(&self) -> Vec<Lit> {
        if self.lex_order.is_empty() {
            return self.lits().collect();
        }
        self.lex_order.clone()
    }

    /// The literals that say the answer.
    pub fn projection(&self) -> Projection {
        self.projection.clone().unwrap_or_else(|| Projection::Lits(self.lits().collect()))
    }

    /// Whether an answer is read off the cells of a board.
    pub fn is_of_a_board(&self) -> bool {
        matches!(self.projection, Some(Projection::Cells(_)))
    }

    /// How an answer in cells is read.
    ///
    /// # Panics
    ///
    /// Where a room has not said it, which the conformance tests of rooms find.
    pub fn reading(&self) -> &Reading {
        match &self.projection {
            Some(Projection::Cells(reading)) => reading,
            _ => panic!("every room of a puzzle says how its answer is read"),
        }
    }
}

#[cfg(test)]
mod tests;
