//! Comparisons that ship with the program, and those in files of the same form.
//!
//! A file is TOML: what stands at its top holds for every `[[grid]]`, and a grid is the options of
//! `quarrel compare` with their values, lists for those that take several. So whatever can be asked
//! on the command line can be kept in a file, and the reverse. `about` says what it is for, `takes` how
//! many seconds of processor time its runs took where that was measured.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use toml::{Table, Value};

use crate::source::{Refusal, Source};

/// A comparison by name.
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    text: &'static str,
}

/// Every preset.
pub const PRESETS: &[Preset] = &[
    Preset { name: "seed-gunport", text: include_str!("presets/seed-gunport.toml") },
    Preset { name: "holes", text: include_str!("presets/holes.toml") },
    Preset { name: "counters", text: include_str!("presets/counters.toml") },
    Preset { name: "shapes", text: include_str!("presets/shapes.toml") },
    Preset { name: "orders", text: include_str!("presets/orders.toml") },
    Preset { name: "parities", text: include_str!("presets/parities.toml") },
    Preset { name: "symmetry", text: include_str!("presets/symmetry.toml") },
    Preset { name: "auto", text: include_str!("presets/auto.toml") },
];

/// A grid as options with their values, in the words of a command line.
pub type Options = Vec<(String, Vec<String>)>;

/// What a file says.
#[derive(Default)]
pub struct Grids {
    /// What it is for.
    pub about: String,
    /// How many seconds of processor time all its runs took, where that was measured.
    pub takes: Option<f64>,
    /// The options of each grid.
    pub grids: Vec<Options>,
    /// The text that says so, where there is one.
    pub source: Option<Source>,
}

impl Grids {
    /// The place of an option in the text, with what is wrong with it.
    pub fn refusal(&self, option: &str, found: String, expected: String) -> Refusal {
        let refusal = Refusal::new(found, expected);
        let Some(source) = &self.source else { return refusal };
        // The name of an option stands at the beginning of a line.
        let line = source.lines().find(|line| {
            let rest = line.value.trim_start().strip_prefix(option);
            rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        });
        let start = line
            .map_or(0, |line| line.span.start + line.value.len() - line.value.trim_start().len());
        refusal.at(source, start..start + option.len().min(source.text().len() - start))
    }
}

impl Preset {
    /// What it is for.
    pub fn about(&self) -> String {
        self.grids().about
    }

    fn grids(&self) -> Grids {
        parse(&Source::new(self.name, self.text)).expect("the presets are tested")
    }
}

/// The preset of that name, or else the file.
///
/// # Errors
///
/// Refuses a name that is neither, and a file that is no such table.
pub fn load(name: &str) -> Result<Grids, Refusal> {
    if let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) {
        return Ok(preset.grids());
    }
    let names = || PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
    let mut bytes = Vec::new();
    let read = File::open(Path::new(name))
        .and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| {
        let found = format!("no preset `{name}`, and no file: {error}");
        Refusal::new(found, format!("one of {}, or a TOML file", names()))
    })?;
    if bytes.len() > MOST_BYTES {
        let found = format!("{name} has more than {MOST_BYTES} bytes");
        return Err(Refusal::new(found, "a TOML file with grids, which is smaller"));
    }
    let source = Source::from_bytes(name, &bytes)?;
    parse(&source)
}

/// The most bytes of a file of grids.
const MOST_BYTES: usize = 1 << 20;

/// The grids of a text.
///
/// # Errors
///
/// Refuses what is no such table, by its place.
pub fn parse(source: &Source) -> Result<Grids, Refusal> {
    let expected = "options of `quarrel compare` with their values";
    let wrong = |found: String| {
        // The place of a key is where its name stands first.
        let key = found.split('`').nth(1).and_then(|key| source.text().find(key));
        let start = key.unwrap_or(0);
        Refusal::new(found, expected).at(source, start..start)
    };
    let mut common: Table = source.text().parse().map_err(|error: toml::de::Error| {
        let span = error.span().unwrap_or_else(|| source.end());
        Refusal::new(error.message(), expected).at(source, span)
    })?;
    if common.is_empty() {
        let found = "a file of grids without an option";
        return Err(Refusal::new(found, expected).at(source, source.end()));
    }
    let about = match common.remove("about") {
        Some(Value::String(about)) => about,
        None => String::new(),
        Some(_) => return Err(wrong("`about` is no text".to_owned())),
    };
    let takes = match common.remove("takes") {
        Some(Value::Integer(seconds)) => u32::try_from(seconds).ok().map(f64::from),
        Some(Value::Float(seconds)) if seconds >= 0.0 => Some(seconds),
        None => None,
        Some(_) => return Err(wrong("`takes` is no number of seconds".to_owned())),
    };
    let grids = match common.remove("grid") {
        None => vec![Table::new()],
        Some(Value::Array(grids)) => {
            let tables = grids.into_iter().map(|grid| match grid {
                Value::Table(grid) => Ok(grid),
                _ => Err(wrong("a grid that is no table".to_owned())),
            });
            tables.collect::<Result<_, _>>()?
        }
        Some(_) => return Err(wrong("`grid` where `[[grid]]` is meant".to_owned())),
    };
    let of_grid = |grid: Table| {
        let own = |key: &String| !grid.contains_key(key);
        let inherited = common.iter().filter(|(key, _)| own(key));
        inherited.chain(&grid).map(|(key, value)| option(key, value)).collect()
    };
    let grids: Result<Vec<Options>, String> = grids.into_iter().map(of_grid).collect();
    Ok(Grids { about, takes, grids: grids.map_err(wrong)?, source: Some(source.clone()) })
}

/// An option with its values as words.
fn option(key: &str, value: &Value) -> Result<(String, Vec<String>), String> {
    let word = |value: &Value| match value {
        Value::String(text) if text.contains('\0') => {
            Err(format!("a value of `{key}` with a byte 0, which no command can have"))
        }
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err(format!("a value of `{key}` that is neither text nor number")),
    };
    let values = match value {
        Value::Array(values) => values.iter().map(word).collect::<Result<_, _>>()?,
        value => vec![word(value)?],
    };
    Ok((key.to_owned(), values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_names_of_their_own_and_say_what_they_are_for() {
        for (index, preset) in PRESETS.iter().enumerate() {
            assert!(PRESETS[..index].iter().all(|other| other.name != preset.name));
            assert!(!preset.about().is_empty() && !preset.grids().grids.is_empty());
        }
    }

    #[test]
    fn a_grid_has_what_stands_at_the_top_and_what_is_its_own() {
        let text = "about = 'x'\ntakes = 90\nseeds = 3\namo = ['a', 'b']\n[[grid]]\nfamily = 'f'\n[[grid]]\nseeds = 1.5\n";
        let read = |text: &str| parse(&Source::new("x.toml", text));
        let known = read(text).expect("a table");
        let words = |options: &Options| {
            let told = options.iter().map(|(key, values)| format!("{key} {}", values.join(",")));
            told.collect::<Vec<_>>().join("; ")
        };
        assert_eq!((known.about.as_str(), known.takes), ("x", Some(90.0)));
        let grids: Vec<String> = known.grids.iter().map(words).collect();
        assert_eq!(grids, ["amo a,b; seeds 3; family f", "amo a,b; seeds 1.5"]);
        for wrong in [
            "",
            "# nothing",
            "amo = true",
            "grid = 1",
            "about = 2",
            "takes = 'x'",
            "amo = [",
            "grid = [1]",
        ] {
            assert!(read(wrong).is_err_and(|refusal| refusal.place.is_some()), "{wrong}");
        }
        assert_eq!(read("family = 'f'").expect("a table").grids.len(), 1);
        assert!(load("no-such-thing").is_err());
    }
}
