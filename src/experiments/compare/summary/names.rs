//! Configurations and their names.
//!
//! A configuration is described by the options that vary within the puzzles of a family. An option
//! that has only one value within each puzzle does not distinguish configurations. A name has as
//! few options as possible.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::Record;

/// The options that say least about a configuration. If a name distinguishes the configuration
/// without them, they are left out of it first.
const LEAST_TELLING: [&str; 6] = ["deduce", "construct", "cuts", "mode", "symmetry", "shape"];

/// Returns a small subset of the options `changing`. Its values distinguish as many configurations
/// as the values of all of `changing`. Options that are not needed for this are left out one after
/// the other. The options of [`LEAST_TELLING`] are left out first, and then the others in the order
/// of their names.
pub(super) fn distinguishing_options(
    records: &[&Record],
    changing: &BTreeSet<String>,
) -> BTreeSet<String> {
    let apart = |options: &BTreeSet<String>| {
        records.iter().map(|record| select_options(record, options)).collect::<BTreeSet<_>>().len()
    };
    let mut telling = changing.clone();
    for option in LEAST_TELLING
        .map(str::to_owned)
        .into_iter()
        .chain(changing.iter().filter(|name| !LEAST_TELLING.contains(&name.as_str())).cloned())
    {
        if telling.remove(&option) && apart(&telling) < apart(changing) {
            telling.insert(option);
        }
    }
    telling
}

/// Returns the names of the options that have several values within one puzzle. If a run lacks an
/// option, this counts as a value of its own.
pub(super) fn varied_options(records: &[&Record]) -> BTreeSet<String> {
    let mut values: BTreeMap<(&str, &str), BTreeSet<Option<&String>>> = BTreeMap::new();
    let names: BTreeSet<&String> =
        records.iter().flat_map(|record| record.options.keys()).collect();
    for record in records {
        for name in &names {
            let of_puzzle = values.entry((&record.puzzle, name)).or_default();
            of_puzzle.insert(record.options.get(*name));
        }
    }
    values
        .into_iter()
        .filter(|(_, values)| values.len() > 1)
        .map(|((_, name), _)| name.to_owned())
        .collect()
}

/// Returns the options of the run that are in `options`, with their values.
pub(super) fn select_options(
    record: &Record,
    options: &BTreeSet<String>,
) -> BTreeMap<String, String> {
    record
        .options
        .iter()
        .filter(|(name, _)| options.contains(*name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Returns the name of a configuration with these options: the values of the options `telling`,
/// separated by spaces. If a value is unclear alone, such as `on`, the name of its option and `=`
/// are put before it. A missing option has the value `default`. If there are no `telling` options,
/// the name is `default`.
pub(super) fn configuration_name(
    options: &BTreeMap<String, String>,
    telling: &BTreeSet<String>,
) -> String {
    /// The values that are unclear without the name of their option.
    const SAYING_LITTLE: [&str; 6] = ["on", "off", "auto", "all", "none", "default"];
    match telling
        .iter()
        .map(|option| (option, options.get(option)))
        .map(|(option, value)| match value.map_or("default", String::as_str) {
            value if SAYING_LITTLE.contains(&value) => format!("{option}={value}"),
            value => value.to_owned(),
        })
        .collect::<Vec<_>>()
        .join(" ")
    {
        name if name.is_empty() => "default".to_owned(),
        name => name,
    }
}
