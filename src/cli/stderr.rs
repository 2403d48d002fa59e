//! Standard error: what is said there, and lines that move.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often the time on a line that moves is renewed.
const TICK: Duration = Duration::from_millis(200);

/// Says a text.
pub(super) fn tell(text: &str) {
    // Where standard error is closed there is nobody left to tell.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// A line that moves, where standard error is a terminal.
pub(super) fn bar(length: usize, style: ProgressStyle) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}

/// How such a line is written.
pub(super) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template as indicatif reads it")
}
