//! The packing of penpa-edit's text. First, names are shortened. Then the text is compressed by
//! DEFLATE without a header, and written in base 64.

use super::deflated;
use crate::feature::MissingFeature;
use crate::source::{Refusal, Source, Spanned};

/// Texts and their short forms. For packing, the texts are replaced in this order. For unpacking,
/// the short forms are replaced in the opposite order. The first row distinguishes a `z` of the
/// text from the `z` of a short form.
const SHORTENED: [(&str, &str); 31] = [
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// Unpacks the text of a link: decodes base 64 and DEFLATE, and replaces the short forms in
/// [`SHORTENED`] by the full names.
///
/// # Errors
///
/// If the packed text is damaged, or more than 4 MiB when unpacked. If the unpacked bytes are not
/// UTF-8. If this build cannot unpack links.
pub(super) fn unpack(source: &Source, payload: &Spanned<&str>) -> Result<String, Refusal> {
    let bytes = deflated::unpack(source, payload)?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let found = "packed data that is no text";
        Refusal::new(found, "the whole link").with_span(source, payload.span.clone())
    })?;
    Ok(SHORTENED.iter().rev().fold(text, |text, (name, short)| text.replace(short, name)))
}

/// Packs a text as penpa-edit does: shortens names, compresses the text and writes it in base 64.
///
/// # Errors
///
/// If this build has no compression.
pub(super) fn pack(text: &str) -> Result<String, MissingFeature> {
    let short =
        SHORTENED.iter().fold(text.to_owned(), |text, (name, short)| text.replace(name, short));
    deflated::pack(short.as_bytes())
}
