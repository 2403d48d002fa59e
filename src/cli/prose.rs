//! Text for a terminal: wraps paragraphs, and removes the links of Markdown.

/// The most characters of a line, so that it fits a terminal of 80 columns.
const WIDTH: usize = 78;

/// Wraps a paragraph into lines that are indented by two blanks. A line has at most [`WIDTH`]
/// characters, including these blanks. Only a longer word exceeds this width. The last line has no
/// line break. Returns one blank if there is no word.
pub(super) fn wrap(paragraph: &str) -> String {
    let mut lines = vec![String::from(" ")];
    for word in paragraph.split_whitespace() {
        let last = lines.last_mut().expect("one line at least");
        if last.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("  {word}"));
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    lines.join("\n")
}

/// Wraps the paragraphs of a Markdown text, and replaces links by their words, also in fenced
/// blocks. The lines of a fenced block are kept and indented by four blanks. The lines of the
/// fence, and the lines after the block in the same paragraph, are left out. A fenced block must be
/// a paragraph of its own, and must not contain an empty line.
pub(super) fn wrap_paragraphs(markdown: &str) -> String {
    let text = strip_links(markdown);
    text.trim()
        .split("\n\n")
        .map(|paragraph| match paragraph.strip_prefix("```") {
            None => wrap(paragraph),
            Some(fenced) => fenced
                .lines()
                .skip(1)
                .take_while(|line| !line.starts_with("```"))
                .map(|line| format!("    {line}"))
                .collect::<Vec<_>>()
                .join("\n"),
        })
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// Replaces each link of a Markdown text by its words. Keeps brackets and parentheses that are not
/// a complete link.
pub(super) fn strip_links(markdown: &str) -> String {
    let (mut text, mut rest) = (String::new(), markdown);
    while let Some((before, after)) = rest.split_once("](") {
        match (before.rsplit_once('['), after.split_once(')')) {
            (Some((before, words)), Some((_, after))) => {
                text.extend([before, words]);
                rest = after;
            }
            _ => {
                text.extend([before, "]("]);
                rest = after;
            }
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_leave_their_words() {
        for (markdown, text) in [
            ("the [`ladder`](super::ladder) and [more](x).", "the `ladder` and more."),
            ("a[i] = [b](c)", "a[i] = b"),
            ("no link](here", "no link](here"),
            ("[open](here", "[open](here"),
            ("", ""),
        ] {
            assert_eq!(strip_links(markdown), text);
        }
    }

    #[test]
    fn paragraphs_are_wrapped_and_formulas_are_not() {
        let markdown = "One\ntwo [three](four).\n\n```text\n a → b\n  c\n```\n\nEnd.\n";
        assert_eq!(wrap_paragraphs(markdown), "  One two three.\n\n     a → b\n      c\n\n  End.");
        let long = wrap_paragraphs(&"word ".repeat(40));
        assert!(long.lines().count() == 3 && long.lines().all(|line| line.len() <= WIDTH));
    }
}
