//! The built program from end to end: its output, where it goes, and exit statuses.
//!
//! Every board is written for these tests. Nothing depends on a terminal or on time: searches that
//! have to be stopped have no end in sight.

mod beliefs;
mod boards;
mod bounded;
mod colours;
mod completions;
mod defaults;
mod edges;
mod encodings;
mod endings;
mod explanations;
mod exports;
mod field_models;
mod files;
mod generate;
mod golden;
mod help;
mod hidden;
mod hints;
mod json;
mod last_words;
mod lessons;
mod links;
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
