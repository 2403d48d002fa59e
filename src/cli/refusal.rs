//! A refusal as a person reads it: where, the line itself with the spot marked, what would do.

use std::io::stderr;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::source::{Refusal, Source};

/// How many bytes are shown behind a spot: what lies beyond in a long line is of no help.
const BEHIND: usize = 200;

/// Renders a refusal for standard error, in colour where that is a terminal that wants it.
pub(super) fn render(refusal: &Refusal) -> String {
    let colour = anstream::AutoStream::choice(&stderr()) != anstream::ColorChoice::Never;
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let title = Level::ERROR.primary_title(&refusal.found);
    let expected = format!("expected {}", refusal.expected);
    let report = match &refusal.place {
        None => title.element(Level::HELP.message(&expected)),
        Some((source, span)) => {
            let (line, shown) = line_of(source, span.start);
            let start = span.start.clamp(shown.start, shown.end) - shown.start;
            let end = span.end.clamp(shown.start, shown.end) - shown.start;
            let mark = AnnotationKind::Primary.span(start..end.max(start)).label(&expected);
            let text = &source.text()[shown];
            let snippet = Snippet::source(text).line_start(line).path(source.name());
            title.element(snippet.annotation(mark))
        }
    };
    renderer.render(&[report]) + "\n"
}

/// The number of the line with a byte, and the bytes of that line which are shown.
fn line_of(source: &Source, offset: usize) -> (usize, Range<usize>) {
    let (number, _) = source.line_and_column(offset);
    let line = source.lines().nth(number - 1).map_or(offset..offset, |line| line.span);
    let far =
        (offset.saturating_add(BEHIND)..line.end).find(|&at| source.text().is_char_boundary(at));
    (number, line.start..far.unwrap_or(line.end))
}
