//! Whatever comes from outside is read or refused: in time, in little memory, and without a panic.
//!
//! Every reader of the program is given inputs that are made from the texts of `corpus/` by
//! changing bytes, numbers, lines and words (`mutate.rs`). An input that is told of in words that
//! were not heard before is kept and changed further, which stands in for a measure of coverage and
//! costs nothing. What a reader accepts is used: a board is drawn, stated and checked
//! (`readers.rs`).
//!
//! `cargo bench --bench fuzz -- [--seconds S] [--inputs N] [--seed K] [--reader WORD] [FILE]`
//!
//! runs for a minute unless told otherwise. The readers have equal shares of the time, or with
//! `--inputs` of their number. Input n of a reader is the same for the same seed. A `FILE` is given
//! to the readers as it is, and nothing else is.
//!
//! A panic, an input that takes two seconds, and a gigabyte of memory are failures: the input is
//! written into `target/fuzz`, and the exit status is 1. What ends the process at once, as memory
//! that cannot be had or a full stack does, leaves its input there as `current`.

use std::panic;
use std::process::ExitCode;

mod mutate;
mod options;
mod pool;
mod readers;
mod run;

use options::Options;
use run::Run;

#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(wrong) => {
            eprintln!("error: {wrong}");
            return ExitCode::from(2);
        }
    };
    let mut run = Run::new(&options);
    // Panics are caught and told of from now on.
    panic::set_hook(Box::new(|_| {}));
    match &options.file {
        Some(file) => run.replay(file),
        None => run.all(&options),
    }
    run.report();
    ExitCode::from(u8::from(run.has_failed()))
}
