//! Every row of every table encodes its constraint.
//!
//! The tests iterate over the tables, so the line of a new encoding in its table suffices. They
//! check its truth tables, what unit propagation derives from every partial assignment, repeated
//! literals, every order of bounds, damage to any clause, and random constraints of up to 200
//! literals. Two referees, which share nothing with the encodings, decide satisfiability: a small
//! solver of these tests if everything can be tried, otherwise CaDiCaL.

mod tables {
    mod conformance;
    mod constraints;
    mod counters;
    mod damage;
    mod documented;
    mod edges;
    #[path = "../../../docs/halving.rs"]
    mod halving;
    mod lines;
    mod meanings;
    mod random;
    mod referee;
    mod registered;
    mod rustsat_traits;
    mod weights;
}

/// Rows in which a clause may be missing from some constraint without harm, and why.
const REDUNDANT: &[(&str, &str)] = &[
    ("ladder", "every rung is defined on both sides, so that a model is one model"),
    (
        "sequential",
        "its columns reach the last literal, where a cell of a small count can no longer matter",
    ),
    (
        "odd-even-network",
        "it may be asked for any other output later, so all places of its parts are merged, also \
         those that cannot matter for the bound at hand",
    ),
    (
        "pairwise-cardinality-network",
        "where a bound leaves at most one pair without a true end, the pairs say so themselves, \
         although it can follow from the sorted ends: which saves variables",
    ),
    (
        "modulo-totalizer",
        "its digits and carries are written as such, and the greatest number or a bound can rule \
         out what some of their clauses are for",
    ),
    ("k-modulo-totalizer", "it is the modulo totalizer, with another base"),
    (
        "bdd",
        "a bound needs one side of a node, and is written on both so that a model stays one model",
    ),
    ("adder", "its adders are written on both sides, so that the literals determine their sum"),
];

/// Rows in which unit propagation is incomplete for some partial assignment, and why.
const INCOMPLETE: &[(&str, &str)] = &[
    ("modulo-totalizer", "quotients and remainders are compared, each by itself"),
    ("k-modulo-totalizer", "quotients and remainders are compared, each by itself"),
    ("adder", "a sum's binary digits do not tell what its summands can still be"),
];
