//! A model that is encoded into a solver, which the caller provides.

use super::SolverFactory;
use crate::encode::{Clauses, EncodeRefusal, Encodings, encode, to_model};
use crate::hint::Oracle;
use crate::model::{Lit, Model, ModelOracle, UndecidedError, Values};
use crate::stop::Stop;

/// A solver with the clauses of a model, in the default encodings.
pub(super) struct EncodedModel {
    /// The solver, which has the clauses of the model.
    solver: Box<dyn Oracle>,
    /// The literals of the model's variables, in order.
    lits: Vec<Lit>,
    /// A request to stop, which ends the search for a solution.
    stop: Stop,
}

impl EncodedModel {
    /// Encodes a model in the default encodings into a new solver. Fails if an encoding refuses the
    /// model, or a stop is requested. Later searches for a solution in this solver end at `stop`,
    /// too.
    pub fn new(model: &Model, solver: &SolverFactory, stop: &Stop) -> Result<Self, EncodeRefusal> {
        let mut clauses = Clauses::new();
        encode(model, &Encodings::default(), &mut clauses, stop)?;
        let mut started = solver();
        for clause in clauses.iter() {
            let literals: Vec<Lit> = clause.iter().map(|&lit| to_model(lit)).collect();
            started.clause(&literals);
        }
        Ok(EncodedModel { solver: started, lits: model.lits().collect(), stop: stop.clone() })
    }
}

impl ModelOracle for EncodedModel {
    fn solution(&mut self, assumed: &[Lit]) -> Result<Option<Values>, UndecidedError> {
        let has_solution = self.solver.ask(assumed, u64::MAX, &self.stop).ok_or(UndecidedError)?;
        let values = || self.lits.iter().map(|&lit| self.solver.is_true(lit)).collect();
        Ok(has_solution.then(|| Values::new(values())))
    }
}
