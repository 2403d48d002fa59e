//! Tests that need something which a machine may lack: a checker of proofs, other solvers, shells,
//! a browser, a scheduler, published boards and models.
//!
//! libtest decides at compile time which tests are ignored. This target has another harness, which
//! looks for each tool at run time: a test whose tool is missing is ignored with the reason. With
//! `QUARREL_TOOLS=required`, which `make proofs`, `make solvers`, `make shells`, `make page` and
//! `make cluster` set, it fails instead. Published boards and models are not tools: without them a
//! test is always ignored.
//!
//! The harness is also why stops are tested here ([`stops`]): this target can act as the program.

mod cluster;
mod documented_tables;
mod linked_boards;
mod needs;
mod page;
mod proofs;
mod published_boards;
mod published_models;
mod shells;
mod solutions;
mod solvers;
mod stops;
mod writers;

#[path = "../support/example.rs"]
mod example;
#[path = "../support/model_files.rs"]
mod model_files;
#[path = "../support/plain.rs"]
mod plain;
#[path = "../support/plain_steps.rs"]
mod plain_steps;
#[path = "../support/puzzles.rs"]
mod puzzles;
#[path = "../support/site.rs"]
mod site;
#[path = "../support/typed.rs"]
mod typed;
#[path = "../support/workbench.rs"]
mod workbench;

use std::process::ExitCode;

use clap::Parser;
use libtest_mimic::Arguments;

/// The argument for which the duration of each test is printed on a separate line.
const REPORT_TIME: &str = "--report-time";

fn main() -> ExitCode {
    if let Some(status) = stops::act() {
        return status;
    }
    let is_timed = std::env::args().any(|word| word == REPORT_TIME);
    let arguments = Arguments::parse_from(std::env::args().filter(|word| word != REPORT_TIME));
    let modules = [
        cluster::tests(),
        documented_tables::tests(),
        linked_boards::tests(),
        page::tests(),
        proofs::tests(),
        proofs::certificates::tests(),
        published_boards::tests(),
        published_models::tests(),
        shells::tests(),
        solutions::tests(),
        solvers::tests(),
        stops::tests(),
        writers::tests(),
    ];
    let tests = modules.into_iter().flatten().filter(|test| test.may_be_meant(&arguments));
    let trials = tests.map(|test| test.into_trial(&arguments, is_timed)).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}
