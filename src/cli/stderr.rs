//! Standard error: messages and progress lines.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::source::escape_unless;

/// The time between two updates of a progress line. Because of the updates, the clock in the line
/// moves even during long steps.
const TICK: Duration = Duration::from_millis(200);

/// Writes a text that may have colours to standard error. Escapes invisible characters, but not
/// control characters. So a name from a file or from the command line can neither hide nor reverse
/// the text. Errors of writing are ignored.
pub(super) fn print_stderr(text: &str) {
    // If standard error is closed, the message is lost.
    let _ = io::stderr().write_all(escape_unless(text, char::is_control).as_bytes());
}

/// Returns a progress line for `length` steps, which redraws itself regularly. If standard error is
/// no terminal, the line is hidden and `style` is ignored.
pub(super) fn progress_bar(length: usize, style: ProgressStyle) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}

/// Returns the style of a progress line from a template of indicatif. Panics if indicatif cannot
/// read the template.
pub(super) fn bar_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template as indicatif reads it")
}
