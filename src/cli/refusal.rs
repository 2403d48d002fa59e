//! A refusal as a person reads it: where, the line itself with the spot marked, what would do.

use std::io::stderr;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode,
};

use crate::source::{Refusal, Source};

/// A line longer than this many bytes is not shown: a marked spot in it would not be seen.
const LONGEST_LINE: usize = 400;

/// Renders a refusal for standard error, in colour where that is a terminal that wants it.
pub(super) fn render(refusal: &Refusal) -> String {
    let colour = anstream::AutoStream::choice(&stderr()) != anstream::ColorChoice::Never;
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let mut text = String::new();
    let rendered = GraphicalReportHandler::new_themed(theme)
        .with_width(super::terminal_columns(&stderr()).unwrap_or(100).max(40))
        .with_context_lines(1)
        .render_report(&mut text, &Shown::of(refusal));
    match rendered {
        Ok(()) => text,
        Err(_) => format!("error: {refusal}\n"),
    }
}

/// A refusal in the terms of the diagnostics crate.
#[derive(Debug)]
struct Shown {
    message: String,
    help: String,
    snippet: Option<(NamedSource<String>, LabeledSpan)>,
}

impl Shown {
    fn of(refusal: &Refusal) -> Shown {
        let mut message = refusal.found.clone();
        let mut snippet = None;
        if let Some((source, span)) = &refusal.place {
            let (line, column) = source.line_and_column(span.start);
            message = format!("{}:{line}:{column}: {message}", source.name());
            let shown = source.lines().nth(line - 1);
            if shown.is_none_or(|shown| shown.value.len() <= LONGEST_LINE) {
                let named = NamedSource::new(source.name(), printable(source));
                let label = LabeledSpan::at(span.clone(), "here");
                snippet = Some((named, label));
            }
        }
        Shown { message, help: format!("expected {}", refusal.expected), snippet }
    }
}

/// The text without characters that would move a terminal's cursor; the spans stay the same.
fn printable(source: &Source) -> String {
    let shown = |c: char| if c.is_ascii_control() && c != '\n' { ' ' } else { c };
    source.text().chars().map(shown).collect()
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown {}

impl Diagnostic for Shown {
    fn help(&self) -> Option<Box<dyn std::fmt::Display + '_>> {
        Some(Box::new(&self.help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.snippet.as_ref().map(|(source, _)| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (_, label) = self.snippet.as_ref()?;
        Some(Box::new(std::iter::once(label.clone())))
    }
}
