//! The text of refusals. It has the position of the fault, the line of the source with a mark, and
//! the expected input.

use std::io::stderr;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::source::{Refusal, Source, escape_invisible, escape_line, place_in_escaped};

/// The number of bytes of a line that are shown from the position of the fault on. The rest of a
/// longer line is not shown.
const SHOWN_AFTER: usize = 200;

/// Renders a refusal for standard error, in colour if standard error is a terminal that allows
/// colour. Escapes invisible characters. For a refusal without a position, no line of the source is
/// shown.
pub fn render(refusal: &Refusal) -> String {
    let colour = anstream::AutoStream::choice(&stderr()) != anstream::ColorChoice::Never;
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let found = escape_invisible(&refusal.found);
    let title = Level::ERROR.primary_title(&found);
    let expected = format!("expected {}", escape_invisible(&refusal.expected));
    let (name, line);
    let report = match &refusal.place {
        None => title.element(Level::HELP.message(&expected)),
        Some((source, span)) => {
            let (number, shown) = find_line(source, span.start);
            let text = &source.original_text()[shown.clone()];
            // Escaping makes some characters longer.
            let place =
                |at: usize| place_in_escaped(text, at.clamp(shown.start, shown.end) - shown.start);
            let (start, end) = (place(span.start), place(span.end));
            let mark = AnnotationKind::Primary.span(start..end.max(start)).label(&expected);
            line = escape_invisible(text);
            name = escape_line(source.name());
            let snippet = Snippet::source(&line).line_start(number);
            let (_, column) = source.line_and_column(shown.start);
            if column == 1 {
                title.element(snippet.path(&name).annotation(mark))
            } else {
                // The shown text may begin in the middle of the line.
                let (_, column) = source.line_and_column(span.start);
                let origin = Origin::path(&name).line(number).char_column(column);
                title.element(origin).element(snippet.annotation(mark))
            }
        }
    };
    renderer.render(&[report]) + "\n"
}

/// Returns the number of the line that contains the byte at `offset`, and the part of this line
/// that is shown. The source counts the lines. The part is a range of bytes, from the beginning of
/// the line to about [`SHOWN_AFTER`] bytes after `offset`, without the line break. The line is one
/// of the original text, since a reader may have overwritten ends of lines. If `offset` is after
/// the end of the text, it means the end. The range is empty at the end of a text that ends in a
/// line break.
fn find_line(source: &Source, offset: usize) -> (usize, Range<usize>) {
    let (number, _) = source.line_and_column(offset);
    let text = source.original_text();
    let offset = offset.min(text.len());
    let (before, after) = text.as_bytes().split_at(offset);
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let end = after.iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| offset + at);
    let end = if text[start..end].ends_with('\r') { end - 1 } else { end };
    let far = (offset.saturating_add(SHOWN_AFTER)..end).find(|&at| text.is_char_boundary(at));
    (number, start..far.unwrap_or(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A joiner with an emoji before it and an emoji after it is not escaped. Any other joiner is
    /// escaped.
    #[test]
    fn a_mark_in_a_text_of_joiners_has_its_place() {
        let text = "a\u{200d}👩\u{200d}👩\u{200d}👧\u{fe0f}\u{200d}b\u{301}İ\u{200d}";
        let source = Source::new("board", text);
        let refusal = Refusal::new("`x`", "a literal");
        for (start, _) in text.char_indices() {
            for end in start..=text.len() {
                let shown = render(&refusal.clone().with_span(&source, start..end));
                assert!(shown.contains("^ expected a literal"), "{start}..{end}: {shown}");
            }
        }
        assert_eq!(place_in_escaped(text, text.len()), escape_invisible(text).len());
        let joined = "👩\u{200d}👩";
        assert_eq!(place_in_escaped(joined, 7), joined.len() - '👩'.len_utf8());
    }

    /// A reader may overwrite the ends of lines, and then finds a fault after or before the
    /// overwritten bytes.
    #[test]
    fn the_line_of_a_fault_is_one_of_the_original_text() {
        let source = Source::new("board", "1 2\r\n3 x\n4 5\n");
        let joined = source.overwrite(b"1 2  3 x 4 5 ".to_vec());
        let refusal = Refusal::new("`x`", "a number").with_span(&joined, 7..8);
        assert!(render(&refusal).contains("\n2 | 3 x\n  |   ^ expected a number"));
        for at in 0..=source.text().len() + 1 {
            render(&Refusal::new("`x`", "a number").with_span(&joined, at..at));
        }
    }

    #[test]
    fn an_excerpt_has_the_place_of_its_file() {
        let refusal = Refusal::new("`x`", "a literal");
        let source = Source::excerpt("large.cnf", "…3 4 5 x 6", 7, 1000);
        let shown = render(&refusal.clone().with_span(&source, 9..10));
        assert!(shown.contains("--> large.cnf:7:1007\n"), "{shown}");
        assert!(shown.contains("\n7 | …3 4 5 x 6\n  |        ^ expected a literal"), "{shown}");
        let source = Source::excerpt("large.cnf", "3 4 5 x 6", 7, 1);
        let shown = render(&refusal.with_span(&source, 6..7));
        assert!(shown.contains("--> large.cnf:7:7\n  |\n7 | 3 4 5 x 6\n"), "{shown}");
    }
}
