//! The essay at the head of a file, as a text that a program can show.
//!
//! rustdoc shows the same text. [`essay!`] reads it from the file when the crate is compiled.

/// Returns the essay of a file, whose path is relative to the caller's file.
macro_rules! essay {
    ($file:literal) => {{
        const SOURCE: &[u8] = include_bytes!($file);
        const LENGTH: usize = $crate::essay::copy(SOURCE, &mut []);
        const TEXT: [u8; LENGTH] = {
            let mut text = [0; LENGTH];
            $crate::essay::copy(SOURCE, &mut text);
            text
        };
        match std::str::from_utf8(&TEXT) {
            Ok(text) => text,
            Err(_) => panic!("a source is UTF-8"),
        }
    }};
}

pub(crate) use essay;

/// Copies the essay of a source file into `text`, as far as it fits. Returns the essay's length in
/// bytes, even if the essay does not fit. The essay consists of the lines at the start of the file
/// that begin with `//!`. It ends before the first other line. Each line is copied without `//!`
/// and without one space after it, but with its line end. The rest of `text` stays unchanged.
pub(crate) const fn copy(source: &[u8], text: &mut [u8]) -> usize {
    let (mut at, mut length) = (0, 0);
    while at + 2 < source.len()
        && source[at] == b'/'
        && source[at + 1] == b'/'
        && source[at + 2] == b'!'
    {
        at += 3;
        if at < source.len() && source[at] == b' ' {
            at += 1;
        }
        while at < source.len() {
            let byte = source[at];
            if length < text.len() {
                text[length] = byte;
            }
            at += 1;
            length += 1;
            if byte == b'\n' {
                break;
            }
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::copy;

    #[test]
    fn an_essay_ends_before_the_code() {
        for (source, essay) in [
            ("//! One.\n//!\n//!   Two.\n\nuse three;\n//! Four.\n", "One.\n\n  Two.\n"),
            ("//! All", "All"),
            ("//!", ""),
            ("// None.\n", ""),
            ("//", ""),
            ("", ""),
        ] {
            let mut text = vec![0; copy(source.as_bytes(), &mut [])];
            copy(source.as_bytes(), &mut text);
            assert_eq!(String::from_utf8(text).as_deref(), Ok(essay), "{source:?}");
        }
    }

    #[test]
    fn a_file_has_its_own() {
        const ESSAY: &str = essay!("essay.rs");
        assert!(ESSAY.starts_with("The essay at the head of a file"));
        assert!(ESSAY.ends_with("when the crate is compiled.\n"));
    }
}
