//! Checks of the library's models, encodings, searches, deductions and readers by independent
//! referees: brute force, second programs, other arithmetic and published tables.

mod architecture;
mod auto;
mod circles;
mod colours;
mod constructions;
mod conversions;
#[cfg(feature = "records")]
mod cubes;
mod decoding;
mod deductions;
mod documents;
mod duals;
mod families;
mod hint_plans;
mod hints;
mod honesty;
mod kept;
mod letter_hints;
mod makers;
mod manifest;
mod models;
mod notices;
#[cfg(feature = "records")]
mod parities;
mod pasted;
mod prices;
mod questions;
mod refutations;
mod sentences;
mod stops;
mod truth;
mod typing;
mod weights;
#[cfg(feature = "records")]
mod windows;

#[path = "../support/model_files.rs"]
mod model_files;
#[path = "../support/plain_steps.rs"]
mod plain_steps;
#[path = "../support/puzzles.rs"]
mod puzzles;
#[path = "../support/typed.rs"]
mod typed;
