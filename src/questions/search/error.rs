//! The reason why a search failed.

use std::io;

use crate::encode::EncodeRefusal;
use crate::proof::ProofError;
use crate::solver::external::ExternalError;

/// The reason why a search, or a step of it, ended without a result.
#[derive(thiserror::Error, Debug)]
pub enum SearchError {
    /// A chosen encoding cannot state a constraint of the model, or the clauses would exceed a
    /// limit.
    #[error(transparent)]
    Encoding(EncodeRefusal),
    /// An external solver failed, or its output was refused.
    #[error(transparent)]
    Solver(#[from] ExternalError),
    /// This search cannot write the requested proof.
    #[error(transparent)]
    Unprovable(#[from] ProofError),
    /// The chosen strategy does not suit the model of the problem.
    #[error(
        "the search {name} needs {needs}; choose another search, or omit --search for the best known one"
    )]
    Strategy {
        /// The name of the chosen strategy, as in `--search`.
        name: &'static str,
        /// The requirement that the model does not meet.
        needs: &'static str,
    },
    /// The question names this label, which no variable of the model has.
    #[error(
        "there is no variable `{0}` in the model: write labels of variables, as the map of an export lists them"
    )]
    UnknownLabel(String),
    /// There are too many symmetries to count answers up to symmetry.
    #[error(
        "there are more than {} symmetries: count the answers without --up-to-symmetry",
        crate::symmetry::MOST_LISTED
    )]
    ManySymmetries,
    /// The system could not start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A problem and its model disagree about the objective or its values.
    #[error("the problem breaks its contract: {0}")]
    Contract(&'static str),
    /// The model and the rules disagree about an answer. The fields are the disagreement and the
    /// answer.
    #[error("internal check failed: {0}; the answer was\n{1}")]
    Internal(String, String),
    /// A stop ended a step of the search. [`run`](super::run) then returns the finding so far.
    #[error("stopped before the search ended")]
    Stopped,
}

impl From<EncodeRefusal> for SearchError {
    fn from(refusal: EncodeRefusal) -> SearchError {
        match refusal {
            EncodeRefusal::Stopped => SearchError::Stopped,
            refusal => SearchError::Encoding(refusal),
        }
    }
}
