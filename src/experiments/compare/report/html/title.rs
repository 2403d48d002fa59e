//! The title of a page: the varied options and the families.

use std::collections::BTreeSet;
use std::path::Path;

use crate::compare::summary::Summary;
use crate::source::{capitalise, list_words};

/// The options that a title describes: the name of each option, and words for the thing that it
/// varies.
const VARIED: &[(&str, &str)] = &[
    ("amo", "encodings of at-most-one"),
    ("card", "encodings of cardinality"),
    ("construct", "constructed first answers"),
    ("cuts", "classes of cuts"),
    ("deduce", "deductions"),
    ("formulation", "formulations"),
    ("int", "encodings of integers"),
    ("mode", "modes of the solver"),
    ("order", "orders of literals"),
    ("pb", "encodings of weights"),
    ("search", "searches"),
    ("shape", "shapes of the objective’s counters"),
    ("solver", "solvers"),
    ("symmetry", "breaking of symmetries"),
    ("xor", "encodings of parity"),
];

/// The greatest number of varied options that a title describes. If there are more, their names are
/// listed without descriptions.
const IN_WORDS: usize = 2;

/// Returns the title of the page of a summary. It has the varied options and the families, both in
/// alphabetical order. If there are more than two varied options, they are named without
/// descriptions. If no option varies, the title says `one configuration` instead. If there are no
/// sections, it says that there are no runs.
pub fn page_title(summary: &Summary) -> String {
    let options: BTreeSet<&str> = summary
        .sections
        .iter()
        .flat_map(|section| &section.configurations)
        .flat_map(|one| one.options.keys())
        .map(String::as_str)
        .collect();
    let families: BTreeSet<&str> =
        summary.sections.iter().map(|section| section.family.as_str()).collect();
    let family_names = families.into_iter().collect::<Vec<_>>();
    let varied = match options.len() {
        _ if summary.sections.is_empty() => return "A comparison without runs".to_owned(),
        0 => "one configuration".to_owned(),
        number if number > IN_WORDS => list_words(&options.into_iter().collect::<Vec<_>>()),
        _ => list_words(&options.into_iter().map(describe_option).collect::<Vec<_>>()),
    };
    capitalise(&format!("{varied} on {}", list_words(&family_names)))
}

/// Describes a varied option, with its name in brackets. Returns its name alone if there is no
/// description.
fn describe_option(option: &str) -> String {
    match VARIED.iter().find(|(name, _)| *name == option) {
        Some((_, words)) => format!("{words} ({option})"),
        None => option.to_owned(),
    }
}

/// Returns the last part of `name` if it is the path of a file. If it is the name of a preset,
/// returns the whole name.
pub fn display_name(name: &str) -> &str {
    Path::new(name).file_name().and_then(|file| file.to_str()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::summary::Measure;
    use crate::record::tests::record;

    fn titled(runs: &[(&str, &[(&str, &str)])]) -> String {
        let records: Vec<_> =
            runs.iter().map(|(puzzle, options)| record(puzzle, options, 1.0)).collect();
        page_title(&Summary::from_records(&records, Measure::Cpu, false))
    }

    #[test]
    fn a_title_says_what_was_varied() {
        assert_eq!(titled(&[]), "A comparison without runs");
        assert_eq!(titled(&[("gunport-4x4", &[("card", "a")])]), "One configuration on gunport");
        let card = titled(&[
            ("gunport-4x4", &[("card", "a"), ("amo", "x")]),
            ("gunport-4x4", &[("card", "b"), ("amo", "x")]),
            ("armies-4x4", &[("card", "a")]),
            ("armies-4x4", &[("card", "b")]),
        ]);
        assert_eq!(card, "Encodings of cardinality (card) on armies and gunport");
        let many = titled(&[
            ("x-1", &[("card", "a"), ("shape", "flat"), ("mode", "stable")]),
            ("x-1", &[("card", "b"), ("shape", "auto"), ("mode", "focused")]),
        ]);
        assert_eq!(many, "Card, mode and shape on x");
    }

    #[test]
    fn a_file_is_named_without_its_folder() {
        assert_eq!(display_name("counters"), "counters");
        assert_eq!(display_name("some/folder/grid.toml"), "grid.toml");
    }

    #[test]
    fn options_stand_once_and_in_order() {
        assert!(VARIED.windows(2).all(|two| two[0].0 < two[1].0));
    }
}
