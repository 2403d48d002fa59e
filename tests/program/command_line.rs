//! The built program from end to end: what it prints, where, and how it ends.
//!
//! Every board is written for these tests. Nothing here depends on a terminal or on how long
//! something takes: where a search has to be stopped, it is one that has no end in sight.

mod beliefs;
mod boards;
mod completions;
mod defaults;
mod edges;
mod encodings;
mod endings;
mod exports;
mod files;
mod golden;
mod help;
mod json;
mod last_words;
mod models;
mod other_solvers;
mod own_numbers;
mod pictures;
mod pipes;
mod processes;
mod readings;
mod round_trip;
mod several;
mod slips;
mod solutions;
mod suites;
mod texts;
mod unnamed;
mod wild_models;
