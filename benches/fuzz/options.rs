//! Options of the fuzzer, from its command line.

use std::path::PathBuf;
use std::time::Duration;

pub struct Options {
    pub time: Duration,
    /// The number of inputs to make, instead of a duration.
    pub inputs: Option<u64>,
    pub seed: u64,
    /// A word in the names of the selected readers.
    pub reader: String,
    /// A file to read unchanged, instead of made inputs.
    pub file: Option<PathBuf>,
}

impl Options {
    /// Cargo adds `--bench`.
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            time: Duration::from_secs(60),
            inputs: None,
            seed: 0,
            reader: String::new(),
            file: None,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} without a value"));
            match word.as_str() {
                "--bench" => {}
                "--seconds" => options.time = Duration::from_secs(number(&value()?)?),
                "--inputs" => options.inputs = Some(number(&value()?)?),
                "--seed" => options.seed = number(&value()?)?,
                "--reader" => options.reader = value()?,
                other if other.starts_with('-') => return Err(format!("what is {other}?")),
                file => options.file = Some(PathBuf::from(file)),
            }
        }
        Ok(options)
    }
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}
