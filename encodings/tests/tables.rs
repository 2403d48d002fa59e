//! Every row of every table says what its constraint says.
//!
//! The tests walk the tables, so a new encoding is tested by its line in one: its truth tables,
//! what unit propagation derives from every partial assignment, repeated literals, every order of
//! bounds, damage to any clause, and random constraints of up to 200 literals. Two referees decide
//! satisfiability, neither of which shares anything with the encodings: a small solver of these
//! tests where everything can be tried, CaDiCaL where it cannot.

mod tables {
    mod conformance;
    mod constraints;
    mod counters;
    mod damage;
    mod edges;
    mod random;
    mod referee;
    mod registered;
    mod rustsat_traits;
}

/// Rows in which a clause may be missing from some constraint without harm, and why.
const REDUNDANT: &[(&str, &str)] = &[(
    "sequential",
    "its columns reach the last literal, where a cell of a small count can no longer matter",
)];

/// Rows in which unit propagation does not derive all that follows from some partial assignment,
/// and why.
const INCOMPLETE: &[(&str, &str)] = &[
    ("modulo-totalizer", "quotients and remainders are compared, each by itself"),
    ("k-modulo-totalizer", "quotients and remainders are compared, each by itself"),
    ("adder", "a sum's binary digits do not tell what its summands can still be"),
];
