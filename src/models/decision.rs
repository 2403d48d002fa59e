//! The result of a yes-or-no question.
//!
//! A solver's call, a node of a search tree, a test of a bound, a part of a divided question and the
//! completion of a partial answer all end in one of three ways.

/// The result of the question whether something exists, such as a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision<Sat = (), Unsat = ()> {
    /// The thing in question exists. The field is the answer; it is `()` if the caller gets the
    /// answer in another way.
    Sat(Sat),
    /// The thing in question does not exist. The field is the reason or the refutation; it is `()`
    /// if neither is recorded.
    Unsat(Unsat),
    /// A stop or a limit ended the question before the result was known.
    Unknown,
}

impl<Sat, Unsat> Decision<Sat, Unsat> {
    /// Replaces the answer of a decision by the result of `answer`. Decisions without an answer
    /// stay unchanged, and `answer` is not called.
    ///
    /// # Errors
    ///
    /// If `answer` fails; the error is that of `answer`.
    pub fn try_map<Other, E>(
        self,
        answer: impl FnOnce(Sat) -> Result<Other, E>,
    ) -> Result<Decision<Other, Unsat>, E> {
        Ok(match self {
            Decision::Sat(sat) => Decision::Sat(answer(sat)?),
            Decision::Unsat(unsat) => Decision::Unsat(unsat),
            Decision::Unknown => Decision::Unknown,
        })
    }

    /// Returns the decision without its answer or refutation.
    pub fn to_plain(&self) -> Decision {
        match self {
            Decision::Sat(_) => Decision::Sat(()),
            Decision::Unsat(_) => Decision::Unsat(()),
            Decision::Unknown => Decision::Unknown,
        }
    }
}
