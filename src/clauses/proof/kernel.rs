//! The kernel of a proof. It owns the constraints of the problem, the definitions and the derived
//! constraints. It has seven operations.
//!
//! The operations are [`define`](Kernel::define) (two `red` steps), [`sum`](Kernel::sum) (`pol`),
//! [`rup`](Kernel::rup), [`contradict`](Kernel::contradict) (`pbc`), [`dominate`](Kernel::dominate)
//! (`dom`), [`forget`](Kernel::forget) (`del`) and [`bound`](Kernel::bound) (`pol`).
//!
//! The files that use the kernel keep their own state, and borrow the kernel for a step. So the
//! kernel does not depend on these files.

use std::io::Write;

use super::ProofError;
use super::cost::{Cost, CostBounds};
use super::definitions::{Definitions, ReifiedLiteral};
use super::equations::{Equation, Equations};
use super::stated::{StatedRows, Statements};
use super::steps::{Id, PolLine, ProofConstraint, Steps};
use super::variables::{Inequality, PbLit};
use crate::model::{Lit, Model};

/// The constraints of a proof, and its output.
pub struct Kernel {
    pub(super) steps: Steps,
    /// The constraints of the problem, the literals that deductions fix, and the clauses that break
    /// symmetries.
    pub(super) problem: Statements,
    pub(super) definitions: Definitions,
    /// The parities of the problem, and those of their sums that were needed so far.
    pub(super) parities: Equations,
    /// The cost and its bounds; `None` if the problem has no objective.
    pub(super) costs: Option<CostBounds>,
    /// The ID of a contradiction, which says that there is no answer. `None` if no contradiction is
    /// derived.
    pub(super) impossible: Option<Id>,
}

/// A clause, with its constraint ID in the proof.
#[derive(Clone, Debug)]
pub struct DerivedClause {
    pub id: Id,
    pub lits: Vec<PbLit>,
}

/// The reification of "every answer is worse than a certain bound".
#[derive(Clone)]
pub enum BoundReification {
    /// The statement is always true or always false, so no literal is defined.
    Trivial,
    /// The literal is true if and only if the statement is true.
    Reified(ReifiedLiteral),
}

impl BoundReification {
    /// Returns the literal with its definition. Returns `None` if the statement is trivial.
    pub fn reification(&self) -> Option<&ReifiedLiteral> {
        match self {
            BoundReification::Trivial => None,
            BoundReification::Reified(reified) => Some(reified),
        }
    }

    pub fn lit(&self) -> Option<PbLit> {
        self.reification().map(|reified| reified.lit)
    }
}

impl Kernel {
    /// Begins a proof about the OPB export of a model, and writes its first lines. Rows and
    /// variables have the same numbers as in the export. The parities of the model are known
    /// equations from the start. `limit` matters only if the objective is the least of several
    /// counts. Then it is the greatest possible value of the objective. A failure of `out` is not
    /// returned here.
    ///
    /// # Errors
    ///
    /// If the model has no variables. Then nothing is written.
    pub(super) fn new(
        model: &Model,
        limit: i64,
        out: Box<dyn Write + Send>,
    ) -> Result<Kernel, ProofError> {
        if model.labels().is_empty() {
            return Err(ProofError::NoVariables);
        }
        let variables = u32::try_from(model.labels().len()).expect("problems have fewer variables");
        let (mut id, mut bits) = (0, variables);
        let costs = model.objective().map(|objective| {
            let declared = objective.single_count().map_or(0, |one| one.complements.len());
            CostBounds::new(Cost::from_objective(objective, limit, &mut id, &mut bits), declared)
        });
        let statements = model.constraints().statements();
        let constraints: Vec<StatedRows> = statements
            .map(|statement| StatedRows::from_statement(statement, &mut id, &mut bits))
            .collect();
        let mut parities = Equations::default();
        for constraint in &constraints {
            if let StatedRows::Parity { equation, .. } = constraint {
                parities.add(equation.clone());
            }
        }
        let mut steps = Steps::new(out, id);
        steps.comment("x: variables of the problem; y: of the encodings; z: of this proof");
        Ok(Kernel {
            steps,
            problem: Statements::new(variables, constraints),
            definitions: Definitions::default(),
            parities,
            costs,
            impossible: None,
        })
    }

    /// Returns a literal of the model or of an encoding as a literal of the proof.
    pub fn literal(&self, lit: Lit) -> PbLit {
        self.problem.literal(lit)
    }

    pub fn literals(&self, lits: &[Lit]) -> Vec<PbLit> {
        lits.iter().map(|&lit| self.literal(lit)).collect()
    }

    /// Defines a fresh variable that is true if and only if a constraint holds. Returns `None` if
    /// the constraint always or never holds.
    pub fn define(&mut self, meaning: &Inequality) -> Option<ReifiedLiteral> {
        self.definitions.reify(meaning, &mut self.steps)
    }

    /// Derives a sum of constraints, as a `pol` step.
    pub fn sum(&mut self, line: PolLine) -> ProofConstraint {
        self.steps.sum(line)
    }

    /// Derives a clause by reverse unit propagation through the constraints with the IDs `from`, or
    /// through all constraints if `from` is empty. Only the checker tests that the clause follows.
    /// The clause must not contain opposite literals, and the constraints in `from` must exist.
    pub fn rup(&mut self, clause: &[PbLit], from: &[Id]) -> ProofConstraint {
        let known = self.steps.rup(clause, from);
        debug_assert_eq!(
            known.inequality.degree(),
            1,
            "a clause of opposite literals needs no step"
        );
        known
    }

    /// Derives a constraint by contradiction, as a `pbc` step with one sum. `line` gets the negation
    /// of the constraint and returns the sum, which must be a contradiction; otherwise a debug build
    /// panics.
    pub fn contradict(
        &mut self,
        inequality: Inequality,
        line: impl FnOnce(&ProofConstraint) -> PolLine,
    ) -> ProofConstraint {
        self.steps.contradict(inequality, line)
    }

    /// Writes a dominance step and returns the ID of its constraint. An order must be loaded.
    pub fn dominate(&mut self, text: &str) -> Id {
        self.steps.dominate(text)
    }

    /// Deletes a constraint that the proof has derived.
    pub fn forget(&mut self, id: Id) {
        self.steps.forget(id);
    }

    /// Records a lower bound on the cost if it is the best so far. First rounds it up to a multiple
    /// of the costs' common divisor, and to the parity of the cost if this is known. Does nothing
    /// if there is no objective.
    pub fn bound(&mut self, known: ProofConstraint) {
        if let Some(costs) = &mut self.costs {
            costs.learn(known, &mut self.steps);
        }
    }

    /// Records an equation that states the parity of the cost, and rounds the best lower bound to
    /// this parity. Does nothing if there is no objective.
    pub(super) fn learn_parity(&mut self, parity: Equation) {
        if let Some(costs) = &mut self.costs {
            costs.learn_parity(parity, self.problem.variables, &mut self.steps);
        }
    }

    /// Defines a literal that means "every answer is worse than `value`". This says that the cost
    /// is greater than the cost of `value`. Returns [`BoundReification::Trivial`], and defines no
    /// literal, if the statement is always true or always false. Returns `None` if the problem has
    /// no objective.
    pub fn define_worse_than(&mut self, value: i64) -> Option<BoundReification> {
        let cost = &self.costs.as_ref()?.cost;
        let wanted = cost.at_least(cost.convert_value(value) + 1);
        if wanted.is_contradiction() {
            return Some(BoundReification::Trivial);
        }
        Some(self.define(&wanted).map_or(BoundReification::Trivial, BoundReification::Reified))
    }

    /// Records the bound that a refutation implies. If the clause is empty, records that there is
    /// no answer. If the clause consists only of the literal of `worse`, derives and records the
    /// bound of this literal.
    ///
    /// # Errors
    ///
    /// Returns `error` if the clause is any other clause. Then nothing is recorded.
    pub fn bound_by_clause(
        &mut self,
        clause: &DerivedClause,
        worse: Option<&BoundReification>,
        error: ProofError,
    ) -> Result<(), ProofError> {
        if clause.lits.is_empty() {
            self.impossible = Some(clause.id);
            return Ok(());
        }
        let reified = worse.and_then(BoundReification::reification);
        let worse = reified.filter(|worse| clause.lits == [worse.lit]).ok_or(error)?;
        let known = worse.derive_constraint(clause.id, &mut self.steps);
        self.bound(known);
        Ok(())
    }

    /// Derives a clause from a sum of constraints that implies it. The result has only those
    /// literals of the clause that the sum contains. Returns `None` if the sum does not imply the
    /// clause.
    pub fn derive_implied(&mut self, line: PolLine, clause: &[PbLit]) -> Option<DerivedClause> {
        let ProofConstraint { id, inequality } =
            line.implies(clause).then(|| self.sum(line.weakened_to(clause)))?;
        Some(DerivedClause { id, lits: inequality.terms().map(|(_, lit)| lit).collect() })
    }

    /// Derives a clause that excludes an assignment of the wrong parity, from a sum of the
    /// problem's parities. Returns `None` if no sum is a parity over exactly the variables of the
    /// clause, or if the parity does not exclude the assignment.
    pub fn parity_clause(&mut self, clause: &[PbLit]) -> Option<ProofConstraint> {
        let line = self.parities.clause(clause, &mut self.steps)?;
        Some(self.steps.sum(line.weakened_to(clause)))
    }

    /// Derives a copy of `sum` with a larger degree (right side). The new degree has the parity of
    /// all literals of `sum`. Returns `None` if this parity is unknown, or if the degree has it
    /// already.
    pub fn rounded(&mut self, sum: &ProofConstraint) -> Option<ProofConstraint> {
        self.parities.rounded(sum, None, &mut self.steps)
    }

    /// Derives a constraint with a larger degree (right side) from `side`, which is one direction
    /// of the reification of `lit`. The new degree has the parity of the other literals. Returns
    /// `None` if this parity is unknown, or if the degree has it already.
    pub fn rounded_reification(
        &mut self,
        side: &ProofConstraint,
        lit: PbLit,
    ) -> Option<ProofConstraint> {
        self.parities.rounded(side, Some(lit.variable), &mut self.steps)
    }

    /// Returns the constraints that hold if a clause is false. For each literal, this is the
    /// direction of its definition that applies if the literal is false. If a known parity
    /// strengthens this direction, returns the strengthened constraint instead, which is derived at
    /// the first call. Leaves out literals without a definition, and directions that always hold.
    pub fn rounded_sides(&mut self, clause: &[PbLit]) -> Vec<ProofConstraint> {
        let Kernel { definitions, parities, steps, .. } = self;
        let mut all = Vec::new();
        for lit in clause {
            let stronger = definitions.strengthened(lit.variable, parities, steps);
            let side = stronger
                .and_then(|[forward, backward]| if lit.is_negated { forward } else { backward });
            all.extend(side.or_else(|| definitions.implied_side(!*lit)));
        }
        all
    }

    /// Returns the rows of the problem, except those of parities. They include the literals that
    /// deductions fix.
    pub fn rows(&self) -> impl Iterator<Item = &ProofConstraint> {
        self.problem.rows()
    }

    /// Returns the rows that define an objective which is the least of several counts. The list is
    /// empty for other objectives, or if there is none.
    pub fn rows_of_objective(&self) -> &[ProofConstraint] {
        self.costs.as_ref().map_or(&[], |costs| costs.cost.rows())
    }

    /// Returns the best known lower bound on the cost. If none is known, derives the trivial bound.
    /// Returns `None` if there is no objective. Does not record the trivial bound.
    pub fn lower_bound(&mut self) -> Option<ProofConstraint> {
        let costs = self.costs.as_ref()?;
        Some(match costs.lower_bound() {
            Some(known) => known,
            None => self.steps.sum(costs.cost.trivial_bound(self.problem.variables)?),
        })
    }

    /// Derives the trivial upper bound on the cost: the sum of the costs of all literals. Returns
    /// `None` if no literal has a cost.
    pub fn upper_bound(&mut self) -> Option<ProofConstraint> {
        let terms = self.costs.as_ref()?.cost.sum.terms();
        let negated: Vec<PbLit> = terms.map(|(_, lit)| !lit).collect();
        (!negated.is_empty()).then(|| self.steps.sum(PolLine::from_literals(&negated)))
    }

    pub(super) fn cost(&self) -> Option<&Cost> {
        self.costs.as_ref().map(|costs| &costs.cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Objective, Parity, Relation, Sense, Sum, Term};
    use crate::proof::referee::{LinearRow, Page, Referee, rows};

    struct Watched {
        kernel: Kernel,
        page: Page,
        model: Model,
        lits: [PbLit; 4],
    }

    impl Watched {
        fn new(weights: [i64; 4]) -> Watched {
            let mut model = Model::new();
            let lits = [0, 1, 2, 3].map(|number| model.variable("x", &[number]));
            model.cardinality("two", lits, Relation::AtLeast, 2);
            let sum =
                Sum::new(weights.into_iter().zip(lits).map(|(weight, atom)| Term { weight, atom }))
                    .expect("small weights");
            let objective = Objective::from_sum(Sense::Minimise, sum, 0);
            model.optimise(objective.expect("small weights"));
            Watched::of(model, lits)
        }

        fn of(model: Model, lits: [Lit; 4]) -> Watched {
            let page = Page::default();
            let kernel = Kernel::new(&model, 0, Box::new(page.clone())).expect("variables");
            let lits = lits.map(|lit| kernel.literal(lit));
            Watched { kernel, page, model, lits }
        }

        fn row(&self) -> ProofConstraint {
            self.kernel.rows().next().expect("a row").clone()
        }

        fn check(&self, known: &[&ProofConstraint]) {
            let mut referee = Referee::from_opb(&rows(&self.model));
            referee.check(&self.page.text()).expect("each step follows");
            for ProofConstraint { id, inequality: says } in known {
                let read = LinearRow::read(&says.to_string());
                assert_eq!(referee.constraints.get(id), Some(&read), "constraint {id}");
            }
        }
    }

    #[test]
    fn a_variable_is_defined_on_both_sides() {
        let mut watched = Watched::new([1; 4]);
        let meaning = Inequality::at_least(watched.lits, 3);
        let ReifiedLiteral { lit, forward, backward } =
            watched.kernel.define(&meaning).expect("open");
        assert_eq!(forward.inequality.weight_of(!lit), 3);
        assert_eq!(backward.inequality.weight_of(lit), 2);
        watched.check(&[&forward, &backward]);
        for always in [Inequality::at_least(watched.lits, 0), Inequality::at_least([], 1)] {
            assert!(watched.kernel.define(&always).is_none(), "{always} needs no variable");
        }
    }

    #[test]
    fn a_sum_says_what_its_line_comes_to() {
        let mut watched = Watched::new([1; 4]);
        let [a, b, c, _] = watched.lits;
        let mut line = PolLine::new(&watched.row(), 3);
        line.add_literal(!a, 1);
        line.divide(2);
        let rounded = watched.kernel.sum(line.clone());
        assert_eq!(rounded.inequality.degree(), 3);
        let weakened = watched.kernel.sum(line.weakened_to(&[a, b, c]));
        watched.check(&[&rounded, &weakened]);
    }

    #[test]
    fn unit_propagation_derives_a_clause() {
        let mut watched = Watched::new([1; 4]);
        let row = watched.row();
        let clause = watched.lits[..3].to_vec();
        let known = watched.kernel.rup(&clause, &[row.id]);
        watched.check(&[&known]);
    }

    #[test]
    fn what_is_forgotten_is_gone() {
        let mut watched = Watched::new([1; 4]);
        let row = watched.row();
        let clause = watched.lits[..3].to_vec();
        let known = watched.kernel.rup(&clause, &[row.id]);
        watched.kernel.forget(known.id);
        watched.check(&[]);
        watched.kernel.rup(&clause, &[known.id]);
        let mut referee = Referee::from_opb(&rows(&watched.model));
        assert!(referee.check(&watched.page.text()).is_err(), "a step from a deleted constraint");
    }

    #[test]
    fn a_bound_is_rounded_to_what_divides_all_costs() {
        let mut watched = Watched::new([6, 10, 6, 10]);
        let mut line = PolLine::new(&watched.row(), 6);
        let [_, b, _, d] = watched.lits;
        line.add_literal(b, 4);
        line.add_literal(d, 4);
        let known = watched.kernel.sum(line);
        watched.kernel.bound(known);
        let bound = watched.kernel.lower_bound().expect("a bound");
        assert_eq!(bound.inequality.degree(), 12);
        let reified = watched.kernel.define_worse_than(12).expect("an objective");
        let reified = reified.reification().expect("an answer may be worse").clone();
        watched.check(&[&bound, &reified.forward, &reified.backward]);
    }

    #[test]
    fn a_unit_clause_of_a_bound_is_the_bound() {
        let mut watched = Watched::new([1; 4]);
        let worse = watched.kernel.define_worse_than(1).expect("an objective");
        let reified = worse.reification().expect("an answer may be worse").clone();
        let sum = PolLine::sum([(&watched.row(), 1), (&reified.backward, 1)]).expect("two");
        let unit = watched.kernel.sum(sum.weakened_to(&[reified.lit]));
        let clause = DerivedClause { id: unit.id, lits: vec![reified.lit] };
        let taken = watched.kernel.bound_by_clause(&clause, Some(&worse), ProofError::Cubes);
        assert_eq!(taken, Ok(()));
        let bound = watched.kernel.lower_bound().expect("a bound");
        assert_eq!(bound.inequality.degree(), 2);
        watched.check(&[&bound]);
        let other = DerivedClause { id: unit.id, lits: vec![watched.lits[0]] };
        let refused = watched.kernel.bound_by_clause(&other, Some(&worse), ProofError::Cubes);
        assert_eq!(refused, Err(ProofError::Cubes));
    }

    #[test]
    fn parities_add_up() {
        let mut model = Model::new();
        let lits = [0, 1, 2, 3].map(|number| model.variable("x", &[number]));
        model.parity("odd", lits[..3].to_vec(), Parity::Odd);
        model.parity("even", lits[2..].to_vec(), Parity::Even);
        let mut watched = Watched::of(model, lits);
        let [a, b, _, d] = watched.lits;
        let known = watched.kernel.parity_clause(&[a, b, d]).expect("an odd number");
        assert!(watched.kernel.parity_clause(&[a, b, !d]).is_none(), "nothing forbids that");
        watched.check(&[&known]);
    }
}
