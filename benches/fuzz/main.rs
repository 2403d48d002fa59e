//! Every input from outside is read or refused: in time, in little memory, and without a panic.
//!
//! Every reader of the program gets inputs made from the texts of `corpus/` by changing bytes,
//! numbers, lines and words (`mutate.rs`). An input with a new kind of message is kept and changed
//! further; this approximates coverage at no cost. Accepted inputs are used: a board is drawn,
//! modelled and checked (`readers.rs`).
//!
//! `cargo bench --bench fuzz -- [--seconds S] [--inputs N] [--seed K] [--reader WORD] [FILE]`
//!
//! It runs for a minute by default. Readers have equal shares of the time, or of the inputs with
//! `--inputs`. Input n of a reader depends only on the seed. If there is a `FILE`, the readers get
//! this file unchanged and nothing else.
//!
//! A panic, an input that takes five seconds of processor time, and a gigabyte of memory are
//! failures: the input is written into `target/fuzz`, and the exit status is 1. If the process dies
//! at once, for example for lack of memory or stack, the input remains there as `current`.

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
    // From now on panics are caught and reported.
    panic::set_hook(Box::new(|_| {}));
    match &options.file {
        Some(file) => run.replay(file),
        None => run.all(&options),
    }
    run.report();
    ExitCode::from(u8::from(run.has_failed()))
}
