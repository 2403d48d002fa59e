//! CaDiCaL as an implementation of [`ModelOracle`].

use quarrel_encodings::integer::binary;
use quarrel_encodings::pseudo_boolean::adder;

use super::Solver;
use crate::decision::Decision;
use crate::encode::{Clauses, EncodeRefusal, Encodings, encode};
use crate::model::{Lit, Model, ModelOracle, UndecidedError, Values};
use crate::stop::Stop;

/// An instance of CaDiCaL with the clauses of one model.
pub struct ModelSolver {
    solver: Solver,
    /// The number of variables of the model.
    variables: usize,
}

impl ModelSolver {
    /// Encodes a model by the default encodings, and passes its clauses to the solver. The solver
    /// ends its calls on `stop`, too.
    ///
    /// # Errors
    ///
    /// If the model cannot be encoded, or the encoding is [stopped](EncodeRefusal::Stopped).
    pub fn new(model: &Model, stop: &Stop) -> Result<ModelSolver, EncodeRefusal> {
        ModelSolver::with_encodings(model, &Encodings::default(), stop)
    }

    /// Encodes a model as [`new`](ModelSolver::new) does, but with binary addition for sums with
    /// weights, and with digits alone for integers. The formula is small for all numbers.
    ///
    /// # Errors
    ///
    /// As for [`new`](ModelSolver::new).
    pub fn new_small(model: &Model, stop: &Stop) -> Result<ModelSolver, EncodeRefusal> {
        let encodings = Encodings {
            pseudo_boolean: Some(&adder::ROW),
            integer: Some(&binary::ROW),
            ..Encodings::default()
        };
        ModelSolver::with_encodings(model, &encodings, stop)
    }

    /// Encodes a model by these encodings, and passes its clauses to the solver. Fails as
    /// [`new`](ModelSolver::new) does.
    fn with_encodings(
        model: &Model,
        encodings: &Encodings,
        stop: &Stop,
    ) -> Result<ModelSolver, EncodeRefusal> {
        let mut clauses = Clauses::new();
        encode(model, encodings, &mut clauses, stop)?;
        let mut solver = Solver::new(0, stop).for_many_calls();
        solver.add(&clauses);
        Ok(ModelSolver { solver, variables: model.labels().len() })
    }

    /// Returns a solution, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// If the solver needs more than this number of conflicts, or is stopped.
    pub fn solution_within(&mut self, conflicts: i32) -> Result<Option<Values>, UndecidedError> {
        let decision = self.solver.solve_within(&[], conflicts);
        self.solution_of(decision)
    }

    /// Returns the solution after this decision of the solver.
    fn solution_of(&mut self, decision: Decision) -> Result<Option<Values>, UndecidedError> {
        match decision {
            Decision::Sat(()) => Ok(Some(self.solver.values(self.variables))),
            Decision::Unsat(()) => Ok(None),
            Decision::Unknown => Err(UndecidedError),
        }
    }
}

impl ModelOracle for ModelSolver {
    fn solution(&mut self, assumed: &[Lit]) -> Result<Option<Values>, UndecidedError> {
        let decision = self.solver.solve(assumed);
        self.solution_of(decision)
    }
}
