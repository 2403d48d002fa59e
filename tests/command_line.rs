//! The built program from end to end: what it prints, where, and how it ends.
//!
//! Every board is written for these tests. Nothing here depends on a terminal or on how long
//! something takes: where a search has to be stopped, it is one that has no end in sight.

#[path = "command_line/beliefs.rs"]
mod beliefs;
#[path = "command_line/boards.rs"]
mod boards;
#[path = "command_line/completions.rs"]
mod completions;
#[path = "command_line/defaults.rs"]
mod defaults;
#[path = "command_line/edges.rs"]
mod edges;
#[path = "command_line/encodings.rs"]
mod encodings;
#[path = "command_line/endings.rs"]
mod endings;
#[path = "command_line/exports.rs"]
mod exports;
#[path = "command_line/files.rs"]
mod files;
#[path = "command_line/golden.rs"]
mod golden;
#[path = "command_line/help.rs"]
mod help;
#[path = "command_line/json.rs"]
mod json;
#[path = "command_line/models.rs"]
mod models;
#[path = "command_line/pipes.rs"]
mod pipes;
#[path = "command_line/processes.rs"]
mod processes;
#[path = "command_line/round_trip.rs"]
mod round_trip;
#[path = "command_line/several.rs"]
mod several;
#[path = "command_line/slips.rs"]
mod slips;
#[path = "command_line/suites.rs"]
mod suites;
#[path = "command_line/texts.rs"]
mod texts;
#[path = "command_line/workbench.rs"]
mod workbench;

#[path = "support/plain.rs"]
mod plain;
