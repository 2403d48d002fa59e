//! Progress of generated boards on standard error, if that is a terminal.

use indicatif::ProgressBar;

use crate::cli::stderr::{bar, style};
use crate::generate::Tally;

pub(super) struct GenerateProgress(ProgressBar);

impl GenerateProgress {
    pub fn new(count: u64) -> GenerateProgress {
        let style = style("{spinner} {elapsed} {pos} of {len} boards {wide_bar} {msg}");
        let bar = bar(0, style);
        bar.set_length(count);
        GenerateProgress(bar)
    }

    pub fn show(&self, tally: &Tally) {
        self.0.set_message(tally.told());
    }

    pub fn count(&self, made: u64) {
        self.0.set_position(made);
    }

    pub fn suspend<T>(&self, step: impl FnOnce() -> T) -> T {
        self.0.suspend(step)
    }

    pub fn done(&self) {
        self.0.finish_and_clear();
    }
}
