//! The result of a question that has a yes and a no.
//!
//! A solver's call, a node of a search tree, a bound, a piece of a divided question and the
//! completion of a partial answer all end in one of three ways.

/// The result of a question whether something exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision<Sat = (), Unsat = ()> {
    /// It exists; the field is the answer, if the caller has none otherwise.
    Sat(Sat),
    /// It does not exist; the field is the reason or the refutation, if one is recorded.
    Unsat(Unsat),
    /// A stop or a limit came first.
    Unknown,
}

impl<Sat, Unsat> Decision<Sat, Unsat> {
    /// Returns the decision with the result of `answer` as its answer.
    ///
    /// # Errors
    ///
    /// The error of `answer`.
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

    /// Returns the decision without its answer and its refutation.
    pub fn to_plain(&self) -> Decision {
        match self {
            Decision::Sat(_) => Decision::Sat(()),
            Decision::Unsat(_) => Decision::Unsat(()),
            Decision::Unknown => Decision::Unknown,
        }
    }
}
