//! The program `quarrel`.

use std::process::ExitCode;

fn main() -> ExitCode {
    quarrel::cli::main(quarrel::puzzles::FAMILIES, std::env::args_os())
}
