//! What the fuzzer is asked for.

use std::path::PathBuf;
use std::time::Duration;

/// The command line of the fuzzer.
pub struct Options {
    /// How long it runs.
    pub time: Duration,
    /// How many inputs there are, where that is asked for in place of a time.
    pub inputs: Option<u64>,
    /// From which all inputs follow.
    pub seed: u64,
    /// A word in the names of the readers that are meant.
    pub reader: String,
    /// An input to be read as it is.
    pub file: Option<PathBuf>,
}

impl Options {
    /// Reads the words behind the program's name. Cargo adds `--bench`.
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
