//! Every row of every table encodes its constraint.
//!
//! The tests iterate over the tables, so a new encoding is tested as soon as its table has a line
//! for it. They check the truth tables of an encoding, the results of unit propagation from every
//! partial assignment, repeated literals, every order of bounds, damage to any clause, and random
//! constraints of up to 200 literals. Two referees, which share nothing with the encodings, decide
//! satisfiability: a small solver of these tests if all assignments can be tried, and otherwise
//! CaDiCaL.

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
    mod rustsat_loops;
    mod rustsat_suite;
    mod rustsat_traits;
    mod weights;
}

/// Rows that write redundant clauses for some constraint, and the reason.
const REDUNDANT: &[(&str, &str)] = &[
    ("ladder", "every rung is defined on both sides, so that each solution has one extension"),
    (
        "sequential",
        "its columns reach the last literal, although cells of small counts no longer matter there",
    ),
    (
        "odd-even-network",
        "any other output may be requested later, so all places of its parts are merged, even if \
         they cannot matter for the current bound",
    ),
    (
        "pairwise-cardinality-network",
        "if a bound leaves at most one pair without a true end, the pairs state this, although it \
         can follow from the sorted ends; this saves variables",
    ),
    (
        "modulo-totalizer",
        "digits and carries have all their clauses, although the largest count or a bound can rule \
         out some of their values",
    ),
    ("k-modulo-totalizer", "it is the modulo totalizer, with another base"),
    (
        "bdd",
        "a bound needs one side of a node; both are written so that a solution has one extension",
    ),
    ("adder", "its adders are written on both sides, so that the literals determine their sum"),
];

/// Rows in which unit propagation is incomplete for some partial assignment, and the reason.
const INCOMPLETE: &[(&str, &str)] = &[
    ("modulo-totalizer", "quotients and remainders are compared separately"),
    ("k-modulo-totalizer", "quotients and remainders are compared separately"),
    ("adder", "the binary digits of a sum do not determine the possible summands"),
];
