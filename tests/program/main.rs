//! The built program and the programs of `docs/`, from end to end.

mod clausal;
mod command_line;
mod comparisons;
mod cover;
mod damaged_plans;
mod documented_json;
mod pages;
mod plans;
mod reference_exports;
mod seventh_puzzle;

#[path = "../support/example.rs"]
mod example;
#[path = "../support/plain.rs"]
mod plain;
#[path = "../support/running.rs"]
mod running;
#[path = "../support/site.rs"]
mod site;
#[path = "../support/workbench.rs"]
mod workbench;
