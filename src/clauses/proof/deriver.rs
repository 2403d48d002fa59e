//! The derivation of the clauses of encodings.
//!
//! Several kinds of derivations are tried in this order:
//!
//! 1. by order literals of integers, if the clause or the meaning of its variables has them;
//! 2. by a sum of definitions and the encoded constraint ([`Premises`]);
//! 3. by lines of the board on which two counts exclude each other;
//! 4. by sums that bound the objective and so fix literals;
//! 5. by at-most-ones of the problem;
//! 6. by cases.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quarrel_encodings::observe::{Observe, SortingNetwork, Wire, WireValue};
use quarrel_encodings::{Clauses, Collect, Error, Meaning};

use super::cases::derive_by_cases;
use super::deductions::BoundingSums;
use super::definitions::VariableForm;
use super::derivation::Premises;
use super::exclusions::derive_by_exclusions;
use super::integers::{OrderLiterals, OrderRows};
use super::kernel::{DerivedClause, Kernel};
use super::lines::ExclusiveLines;
use super::networks::{CarriedValue, Networks};
use super::stated::{StatedRows, Statements};
use super::steps::Id;
use super::variables::{Inequality, PbLit, sorted};
use super::{Log, OpenProof};
use crate::encode::to_model;
use crate::lock::lock;

/// The state of the derivation of clauses. Some fields are about the constraint that is being
/// encoded, and others are about the whole proof.
#[derive(Default)]
pub struct Deriver {
    /// The constraints from which the clauses of the current constraint are derived.
    premises: Premises,
    /// Whether a disjunction of disjunctions is defined as one disjunction of all their literals.
    /// It is true if the constraint is an at-most-one.
    is_flat: bool,
    networks: Networks,
    order: OrderLiterals,
    /// The rows of the current constraint in order literals. `None` before the first clause or
    /// meaning with order literals.
    order_rows: Option<OrderRows>,
    pub lines: ExclusiveLines,
    pub reasons: BoundingSums,
    /// The IDs of derived clauses that no encoding has written yet, by their sorted literals.
    reserved: HashMap<Vec<PbLit>, Id>,
    /// Whether a collector has refused a clause because no derivation was found.
    is_underived: bool,
}

impl Deriver {
    /// Keeps a clause that is already derived until an encoding writes it. The encoding does not
    /// need to derive it again.
    pub fn reserve(&mut self, clause: &[PbLit], id: Id) {
        self.reserved.insert(sorted(clause), id);
    }

    /// Begins the clauses of the constraint with this index in the model. The rows of the
    /// constraint in the kernel's problem become the premises of the clauses. The index is `None`
    /// if the clauses encode no single constraint. Then, or if the problem has no such constraint,
    /// the clauses have no premises. From now on, disjunctions of disjunctions are flattened in
    /// definitions if and only if the model states the constraint as an at-most-one or exactly-one.
    /// Only adders that are defined later belong to this constraint. Keeps the networks, lines and
    /// reserved clauses of earlier constraints. Writes nothing.
    fn begin(&mut self, constraint: Option<usize>, kernel: &Kernel) {
        let stated = constraint.and_then(|place| kernel.problem.get(place));
        // In an encoding of an at-most-one, a disjunction of disjunctions is defined as one
        // disjunction of all their literals.
        self.is_flat = matches!(stated, Some(StatedRows::Rows { is_at_most_one: true, .. }));
        self.premises = match stated {
            None => Premises::default(),
            Some(StatedRows::Rows { rows, .. }) => Premises::from_rows(rows.clone()),
            Some(StatedRows::Parity { equation, .. }) => Premises::from_parity(equation.clone()),
        };
        self.premises.first_adder = kernel.definitions.adders.len();
        self.order_rows = None;
    }

    /// Defines a fresh variable of an encoding by its meaning, and writes the definition. The
    /// variable must not be defined before, and must not occur in the meaning. If the meaning is a
    /// parity, its equation also becomes a premise. But a parity in which no literal occurs an odd
    /// number of times is not defined. If only a literal and its negation do so, some steps are
    /// written, but there is no premise. If the meaning is a carry or a weighted sum, the rows of
    /// the premises are normalised first. For a sum of remainders, also defines the quotients that
    /// are new.
    fn define(&mut self, variable: PbLit, meaning: &Meaning, kernel: &mut Kernel) {
        let Kernel { problem, definitions, steps, .. } = kernel;
        match meaning {
            Meaning::AtLeast(lits, least) => {
                let lits = proof_literals(lits, problem);
                definitions.define_at_least(variable, &lits, *least, self.is_flat, steps);
            }
            Meaning::Carry(lits) => {
                self.premises.normalise(steps);
                definitions.define_carry(variable, &proof_literals(lits, problem), steps);
            }
            Meaning::Odd(lits) => {
                if let Some(equation) =
                    definitions.define_odd(variable, &proof_literals(lits, problem), steps)
                {
                    self.premises.equations.add(equation);
                }
            }
            Meaning::Remainders { parts, base, least } => {
                let part_lits: Vec<Vec<PbLit>> =
                    parts.iter().map(|part| proof_literals(part, problem)).collect();
                definitions.define_remainders(variable, &part_lits, *base, *least, steps);
            }
            Meaning::WeightAtLeast(terms, least) => {
                let weighted_lits = terms
                    .iter()
                    .map(|term| (signed_weight(term.weight), problem.literal(to_model(term.lit))));
                let meaning = Inequality::from_terms(weighted_lits, signed_weight(*least));
                if meaning.variables().any(|one| self.order.contains(one)) {
                    let stated = &self.premises.rows[..self.premises.stated];
                    self.order_rows.get_or_insert_with(|| self.order.rows(stated, steps));
                } else {
                    self.premises.normalise(steps);
                }
                definitions.define(variable, &meaning, VariableForm::Other, steps);
            }
        }
    }

    /// Derives a clause of an encoding and returns the ID of a constraint that implies it. This
    /// constraint can lack literals of the clause. A reserved clause is already derived. If the
    /// clause is reserved, in any order of its literals, returns its ID, and removes it from the
    /// reserved clauses. Returns `None` if no derivation is found. Steps of the attempts can stay
    /// in the proof then.
    fn derive(&mut self, clause: &[PbLit], kernel: &mut Kernel) -> Option<Id> {
        if !self.reserved.is_empty()
            && let Some(id) = self.reserved.remove(&sorted(clause))
        {
            return Some(id);
        }
        if clause.iter().any(|lit| self.order.contains(lit.variable)) {
            let stated = &self.premises.rows[..self.premises.stated];
            self.order_rows.get_or_insert_with(|| self.order.rows(stated, &mut kernel.steps));
        }
        if let Some(rows) = &self.order_rows
            && let Some(id) = self.order.derive(clause, rows, kernel)
        {
            return Some(id);
        }
        let derived = self.premises.derive(clause, kernel);
        derived
            .or_else(|| self.lines.derive_clause(clause, kernel))
            .or_else(|| self.reasons.derive_clause(clause, kernel))
            .or_else(|| derive_by_exclusions(kernel, &self.premises, clause))
            .or_else(|| derive_by_cases(kernel, &self.premises, clause))
    }
}

fn proof_literals(lits: &[rustsat::types::Lit], problem: &Statements) -> Vec<PbLit> {
    lits.iter().map(|&lit| problem.literal(to_model(lit))).collect()
}

fn signed_weight(weight: u128) -> i128 {
    i128::try_from(weight).expect("weights of 120 bits")
}

/// The clauses that a collector must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptClauses {
    /// All clauses. The first clause without a derivation ends the encoding.
    All,
    /// The clauses with a derivation. All other clauses are dropped.
    Derived,
}

/// A collector that derives each clause before it keeps it.
pub struct Collector<'a> {
    log: Log,
    /// The clauses that were derived and kept.
    clauses: &'a mut Clauses,
    need: KeptClauses,
}

impl Log {
    /// Returns a collector that derives the clauses of an encoding and adds them to `clauses`.
    pub fn collector<'a>(&self, clauses: &'a mut Clauses, need: KeptClauses) -> Collector<'a> {
        Collector { log: self.clone(), clauses, need }
    }

    /// Returns whether a collector has refused a clause because no derivation was found.
    pub fn is_underived(&self) -> bool {
        lock(&self.0).deriver.is_underived
    }
}

impl Collect for Collector<'_> {
    /// Derives a clause, records its ID for the solver, and adds the clause to the kept clauses.
    /// Drops a tautology. The derivation ignores repeated literals, but the kept clause is
    /// unchanged. If no derivation is found, drops the clause with [`KeptClauses::Derived`]. With
    /// [`KeptClauses::All`], records that a clause was refused, and returns [`Error::Stopped`].
    fn collect(&mut self, clause: &[rustsat::types::Lit]) -> Result<(), Error> {
        let OpenProof { kernel, deriver, lemmas, .. } = &mut *lock(&self.log.0);
        let mut lits: Vec<PbLit> =
            clause.iter().map(|&lit| kernel.literal(to_model(lit))).collect();
        let mut seen = HashSet::new();
        lits.retain(|&lit| seen.insert(lit));
        // A tautology is dropped, since it is useless to a solver.
        if lits.iter().any(|&lit| seen.contains(&!lit)) {
            return Ok(());
        }
        let id = match (deriver.derive(&lits, kernel), self.need) {
            (Some(id), _) => id,
            (None, KeptClauses::Derived) => return Ok(()),
            (None, KeptClauses::All) => {
                deriver.is_underived = true;
                return Err(Error::Stopped);
            }
        };
        lemmas.push(DerivedClause { id, lits });
        self.clauses.push(clause);
        Ok(())
    }

    fn observer(&mut self) -> Option<&mut dyn Observe> {
        Some(self)
    }
}

impl Observe for Collector<'_> {
    fn constraint(&mut self, index: Option<usize>) {
        let OpenProof { kernel, deriver, .. } = &mut *lock(&self.log.0);
        deriver.begin(index, kernel);
    }

    fn define(&mut self, variable: rustsat::types::Lit, meaning: Meaning) {
        let OpenProof { kernel, deriver, .. } = &mut *lock(&self.log.0);
        deriver.define(kernel.literal(to_model(variable)), &meaning, kernel);
    }

    /// Derives what clauses with the order literals of an integer need.
    fn integer(
        &mut self,
        largest: u64,
        digits: &[rustsat::types::Lit],
        order: &[rustsat::types::Lit],
    ) {
        let OpenProof { kernel, deriver, .. } = &mut *lock(&self.log.0);
        let [digits, order] = [digits, order].map(|lits| proof_literals(lits, &kernel.problem));
        let range = deriver.order.add(largest.into(), digits, order, kernel);
        deriver.premises = Premises::from_rows(range.into_iter().collect());
    }

    /// Records the literal or constant of a wire of a sorting network, and tries to derive that an
    /// output of a merge counts literals. The encoding can state instead that the wire has a fixed
    /// value. Then derives the clauses about the comparator's inputs that this value needs, and
    /// adds them to the rows of the premises. Clauses without a derivation are left out.
    fn wire(&mut self, network: &Arc<SortingNetwork>, wire: Wire, value: WireValue) {
        let OpenProof { kernel, deriver: Deriver { networks, premises, .. }, .. } =
            &mut *lock(&self.log.0);
        match value {
            WireValue::Signal(signal) => {
                let carried = CarriedValue::from_signal(signal, kernel);
                networks.network(network, &premises.rows, kernel).carry(wire, carried);
            }
            WireValue::Fixed { value, inputs } => {
                let carried_inputs = inputs.map(|signal| CarriedValue::from_signal(signal, kernel));
                let mut deriving = networks.network(network, &premises.rows, kernel);
                let kept = deriving.derive_fixed(wire, value, carried_inputs);
                premises.rows.extend(kept);
            }
        }
    }
}
