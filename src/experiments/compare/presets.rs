//! Comparisons that are built into the program, and files in the same format.
//!
//! A file is TOML. Keys at its top apply to every `[[grid]]`. A grid has options of `quarrel
//! compare` with their values; if an option has several values, they are a list. All combinations
//! of the values are compared. `about` describes the purpose of the comparison, and `takes` is the
//! measured processor time of all runs, in seconds.

use std::ops::Range;
use std::path::Path;

use crate::source::options::{self, OptionEntry, ReadError, Value};
use crate::source::{Refusal, Source, Spanned};

/// A comparison that is built into the program.
pub struct Preset {
    /// Name on the command line.
    pub name: &'static str,
    /// The TOML file with the grids.
    text: &'static str,
}

/// All presets, in the order in which the help lists them.
pub const PRESETS: &[Preset] = &[
    Preset { name: "seed-gunport", text: include_str!("presets/seed-gunport.toml") },
    Preset { name: "holes", text: include_str!("presets/holes.toml") },
    Preset { name: "counters", text: include_str!("presets/counters.toml") },
    Preset { name: "shapes", text: include_str!("presets/shapes.toml") },
    Preset { name: "orders", text: include_str!("presets/orders.toml") },
    Preset { name: "literal-orders", text: include_str!("presets/literal-orders.toml") },
    Preset { name: "parities", text: include_str!("presets/parities.toml") },
    Preset { name: "symmetry", text: include_str!("presets/symmetry.toml") },
    Preset { name: "auto", text: include_str!("presets/auto.toml") },
];

/// The options that one grid varies.
pub type Options = Vec<PresetSetting>;

/// An option with its values. Both have their positions in the file.
#[derive(Clone, Debug)]
pub struct PresetSetting {
    /// Long name of the option, without dashes.
    pub option: Spanned<String>,
    /// The values of the option that are compared, as words of the command line.
    pub values: Spanned<Vec<String>>,
}

/// The grids of a preset or file. A grid is a set of options with the values to compare.
#[derive(Default)]
pub struct Grids {
    /// Purpose of the comparison. It is empty if the file has none.
    pub purpose: String,
    /// Measured processor time of all runs, in seconds. It is `None` if the file does not contain
    /// it.
    pub cpu_seconds: Option<f64>,
    /// The options of each grid, with the values to compare.
    pub grids: Vec<Options>,
    /// Text of the file, which refusals show.
    pub source: Option<Source>,
}

impl Grids {
    /// Returns a refusal that shows the bytes `span` of the file. If the text of the file is
    /// unknown, the refusal shows no bytes.
    pub fn refusal(&self, span: &Range<usize>, found: String, expected: String) -> Refusal {
        let refusal = Refusal::new(found, expected);
        match &self.source {
            None => refusal,
            Some(source) => refusal.with_span(source, span.clone()),
        }
    }
}

impl Preset {
    /// Returns the purpose of the preset: the value of `about`, which is its first line. Every start
    /// of the program needs the purposes for its help, and parsing the files took half of the start.
    ///
    /// # Panics
    ///
    /// If the file begins with another line. A test reads the purpose of every preset.
    pub fn purpose(&self) -> &'static str {
        let first = self.text.lines().next().expect("a preset has lines");
        let value = first.strip_prefix("about = \"").and_then(|text| text.strip_suffix('"'));
        value.expect("a preset begins with its purpose")
    }

    fn grids(&self) -> Grids {
        parse(&Source::new(self.name, self.text)).expect("the presets are tested")
    }
}

/// Loads the grids of the preset `name`. If there is no such preset, loads those of the file
/// `name`. So a file with the name of a preset is never read.
///
/// # Errors
///
/// If `name` is neither a preset nor a readable file. If the file is not TOML, has no entry or has
/// invalid entries.
pub fn load(name: &str) -> Result<Grids, Refusal> {
    if let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) {
        return Ok(preset.grids());
    }
    let source = options::open(Path::new(name)).map_err(|unread| match unread {
        ReadError::Refused(refusal) => refusal,
        ReadError::System(error) => {
            let found = format!("`{name}` is no preset, and cannot be read as a file: {error}");
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            Refusal::new(found, format!("one of {}, or a TOML file", names.join(", ")))
        }
    })?;
    parse(&source)
}

/// The description of a valid file, which refusals show.
const EXPECTED: &str = "options of `quarrel compare` with their values";

/// Parses the grids of a TOML file. At the top of the file, `about` is the purpose and `takes` the
/// processor time in seconds. Each other key at the top is an option. If the file has no
/// `[[grid]]`, it has one grid, which consists of these options. Otherwise, each grid has its own
/// options, and those options of the top that it does not set itself. The names of options are not
/// checked.
///
/// # Errors
///
/// If the text is not TOML or has no entry. If a value has the wrong type. If `takes` is not a
/// finite number of at least 0.
pub fn parse(source: &Source) -> Result<Grids, Refusal> {
    let mut known = Grids { source: Some(source.clone()), grids: Vec::new(), ..Grids::default() };
    let (mut common, mut own) = (Options::new(), None);
    let entries = options::parse(source, EXPECTED)?;
    if entries.is_empty() {
        let found = "a file that sets no option";
        return Err(Refusal::new(found, EXPECTED).with_span(source, source.end()));
    }
    for entry in &entries {
        let wrong = |found: &str| {
            Err(Refusal::new(found, EXPECTED).with_span(source, entry.value.span.clone()))
        };
        match (entry.key.value.as_str(), &entry.value.value) {
            ("about", Value::Text(purpose)) => known.purpose = purpose.clone(),
            ("about", _) => return wrong("`about` is not a text"),
            ("takes", value) => match parse_seconds(value) {
                None => return wrong("`takes` is not a number of seconds"),
                seconds => known.cpu_seconds = seconds,
            },
            ("grid", Value::List(grids)) => own = Some(grids),
            ("grid", _) => return wrong("`grid` instead of `[[grid]]`"),
            _ => common.push(parse_setting(source, entry)?),
        }
    }
    known.grids = match own {
        None => vec![common],
        Some(grids) => grids
            .iter()
            .map(|grid| merge_options(source, &common, grid))
            .collect::<Result<_, _>>()?,
    };
    Ok(known)
}

/// Returns a number of seconds, or `None` if the value is not a finite number of at least 0.
fn parse_seconds(value: &Value) -> Option<f64> {
    let Value::Number(number) = value else { return None };
    number.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
}

/// Returns the options of a grid. The first are those of the `common` options that the grid does
/// not set itself. The grid's own options follow. Fails if the grid is not a table, or if a value
/// has the wrong type.
fn merge_options(
    source: &Source,
    common: &Options,
    grid: &Spanned<Value>,
) -> Result<Options, Refusal> {
    let Value::Table(entries) = &grid.value else {
        let refusal = Refusal::new("the grid is not a table", EXPECTED);
        return Err(refusal.with_span(source, grid.span.clone()));
    };
    common
        .iter()
        .filter(|other| !entries.iter().any(|entry| entry.key.value == other.option.value))
        .cloned()
        .map(Ok)
        .chain(entries.iter().map(|entry| parse_setting(source, entry)))
        .collect()
}

/// Reads an option with its values from an entry of a grid. Fails if a value has the wrong type.
fn parse_setting(source: &Source, entry: &OptionEntry) -> Result<PresetSetting, Refusal> {
    let values = entry.words(source, EXPECTED)?;
    Ok(PresetSetting {
        option: entry.key.clone(),
        values: Spanned { value: values, span: entry.value.span.clone() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_names_of_their_own_and_say_what_they_are_for() {
        for (index, preset) in PRESETS.iter().enumerate() {
            assert!(PRESETS[..index].iter().all(|other| other.name != preset.name));
            let read = preset.grids();
            assert_eq!(preset.purpose(), read.purpose);
            assert!(!read.purpose.is_empty() && !read.grids.is_empty());
        }
    }

    #[test]
    fn a_grid_has_what_stands_at_the_top_and_what_is_its_own() {
        let text = "about = 'x'\ntakes = 90\nseeds = 3\namo = ['a', 'b']\n[[grid]]\nfamily = 'f'\n[[grid]]\nseeds = 1.5\n";
        let read = |text: &str| parse(&Source::new("x.toml", text));
        let known = read(text).expect("a table");
        let words = |options: &Options| {
            options
                .iter()
                .map(|setting| {
                    format!("{} {}", setting.option.value, setting.values.value.join(","))
                })
                .collect::<Vec<_>>()
                .join("; ")
        };
        assert_eq!((known.purpose.as_str(), known.cpu_seconds), ("x", Some(90.0)));
        let grids: Vec<String> = known.grids.iter().map(words).collect();
        assert_eq!(grids, ["seeds 3; amo a,b; family f", "amo a,b; seeds 1.5"]);
        for wrong in [
            "",
            "# nothing",
            "amo = true",
            "grid = 1",
            "about = 2",
            "takes = 'x'",
            "takes = -1",
            "amo = [",
            "grid = [1]",
        ] {
            assert!(read(wrong).is_err_and(|refusal| refusal.place.is_some()), "{wrong}");
        }
        assert_eq!(read("family = 'f'").expect("a table").grids.len(), 1);
        assert!(load("no-such-thing").is_err());
    }
}
