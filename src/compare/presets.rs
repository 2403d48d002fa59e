//! Comparisons that ship with the program, and those in files of the same form.
//!
//! A file is TOML: what stands at its top holds for every `[[grid]]`, and a grid is the options of
//! `quarrel compare` with their values, lists for those that take several. So whatever can be asked
//! on the command line can be kept in a file, and the reverse. `about` says what it is for, `takes` how
//! many seconds of processor time its runs took where that was measured.

use std::path::Path;

use toml::{Table, Value};

use crate::source::Refusal;

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
}

impl Preset {
    /// What it is for.
    pub fn about(&self) -> String {
        self.grids().about
    }

    fn grids(&self) -> Grids {
        parse(self.name, self.text).expect("the presets are tested")
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
    let text = std::fs::read_to_string(Path::new(name)).map_err(|error| {
        let found = format!("no preset `{name}`, and no file: {error}");
        Refusal::new(found, format!("one of {}, or a TOML file", names()))
    })?;
    parse(name, &text)
}

fn parse(name: &str, text: &str) -> Result<Grids, Refusal> {
    let wrong = |found: String| {
        Refusal::new(format!("{name}: {found}"), "options of `quarrel compare` with their values")
    };
    let mut common: Table = text.parse().map_err(|error| wrong(format!("{error}")))?;
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
    Ok(Grids { about, takes, grids: grids.map_err(wrong)? })
}

/// An option with its values as words.
fn option(key: &str, value: &Value) -> Result<(String, Vec<String>), String> {
    let word = |value: &Value| match value {
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
        let read = parse("x.toml", text).expect("a table");
        let words = |options: &Options| {
            let told = options.iter().map(|(key, values)| format!("{key} {}", values.join(",")));
            told.collect::<Vec<_>>().join("; ")
        };
        assert_eq!((read.about.as_str(), read.takes), ("x", Some(90.0)));
        let grids: Vec<String> = read.grids.iter().map(words).collect();
        assert_eq!(grids, ["amo a,b; seeds 3; family f", "amo a,b; seeds 1.5"]);
        for wrong in ["amo = true", "grid = 1", "about = 2", "takes = 'x'", "amo = [", "grid = [1]"]
        {
            assert!(parse("x.toml", wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse("x.toml", "family = 'f'").expect("a table").grids.len(), 1);
        assert!(load("no-such-thing").is_err());
    }
}
