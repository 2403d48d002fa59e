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
