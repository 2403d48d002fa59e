//! Questions about one model. Modules that do not depend on a solver ask them through an interface.

use super::{Lit, Values};

/// A solver of one model.
pub trait ModelOracle {
    /// Returns a solution in which these literals are true, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// If the solver is stopped before it knows whether there is a solution.
    fn solution(&mut self, assumed: &[Lit]) -> Result<Option<Values>, UndecidedError>;
}

/// The error of a solver that was stopped too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the answer was known")]
pub struct UndecidedError;
