//! Options in a TOML file, such as the option values of a comparison and the program's defaults.
//!
//! A value is a text, a number, a truth value or a list of these, and becomes words of a command
//! line.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::{Refusal, Source, Spanned};

/// The maximum size of a file of options in bytes. A larger file is refused.
pub const MOST_BYTES: usize = 1 << 20;

/// A key of a TOML file with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionEntry {
    /// The key with its position in the file.
    pub key: Spanned<String>,
    /// The value with its position in the file.
    pub value: Spanned<Value>,
}

/// The value of a key, as TOML writes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A text, without its quotes.
    Text(String),
    /// A number, as on a command line.
    Number(String),
    /// `true` or `false`.
    Truth(bool),
    /// A date or time. No option has such a value.
    Date,
    /// A list of values.
    List(Vec<Spanned<Value>>),
    /// A table of keys and values.
    Table(Vec<OptionEntry>),
}

/// The reason why a file of options cannot be read.
#[derive(thiserror::Error, Debug)]
pub enum ReadError {
    /// The system cannot read the file.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The file is no text, or is too large.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Reads a file of options as a text.
///
/// # Errors
///
/// - [`ReadError::System`] if the file cannot be read.
/// - [`ReadError::Refused`] if the file is larger than [`MOST_BYTES`], is a picture or another file
///   that is no text, or has a byte that is 0 or not valid in UTF-8.
pub fn open(path: &Path) -> Result<Source, ReadError> {
    let name = path.to_string_lossy();
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MOST_BYTES {
        let found = format!("{name} has more than {MOST_BYTES} bytes");
        return Err(Refusal::new(found, "a smaller TOML file with options").into());
    }
    Ok(Source::from_bytes(&name, &bytes)?)
}

/// Parses TOML into entries in the order of the text.
///
/// # Errors
///
/// If the text is not TOML, or has a key twice. The refusal shows `expected` as the expected text.
pub fn parse(source: &Source, expected: &str) -> Result<Vec<OptionEntry>, Refusal> {
    let table = DeTable::parse(source.text()).map_err(|error| {
        let span = error.span().unwrap_or_else(|| source.end());
        let (before, rest) = source.text().split_at(span.start);
        let is_over = rest.lines().next().is_none_or(|rest| rest.trim().is_empty());
        let lacks_value = is_over && before.trim_end_matches([' ', '\t']).ends_with('=');
        let found = if lacks_value { "no value after `=`" } else { error.message() };
        Refusal::new(found, expected).with_span(source, span)
    })?;
    Ok(entries(table.get_ref()))
}

/// Returns the entries of a table, including its inner tables, in the order of the text. The parser
/// limits the depth of nested tables.
fn entries(table: &DeTable) -> Vec<OptionEntry> {
    let mut entries: Vec<OptionEntry> = table
        .iter()
        .map(|(key, value)| OptionEntry {
            key: Spanned {
                value: String::from(AsRef::<str>::as_ref(key.get_ref())),
                span: key.span(),
            },
            value: spanned(value),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key.span.start);
    entries
}

/// Returns a value of TOML as a value of an option, with its position in the text. A number in
/// another radix or with an exponent becomes a plain decimal. The digits of an integer beyond 128
/// bits are returned unchanged. A number with a point or exponent is rounded to an `f64`. A date or
/// time loses its value.
fn spanned(value: &toml::Spanned<DeValue>) -> Spanned<Value> {
    let known = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => Value::Number(to_decimal(number.as_str(), number.radix())),
        DeValue::Float(number) => Value::Number(plain_decimal(number.as_str())),
        DeValue::Boolean(truth) => Value::Truth(*truth),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(items) => Value::List(items.iter().map(spanned).collect()),
        DeValue::Table(table) => Value::Table(entries(table)),
    };
    Spanned { value: known, span: value.span() }
}

/// Returns digits in any radix as a decimal number. The digits of a number beyond 128 bits are
/// returned unchanged.
fn to_decimal(digits: &str, radix: u32) -> String {
    let number = i128::from_str_radix(digits, radix);
    number.map_or_else(|_| digits.to_owned(), |number| number.to_string())
}

fn plain_decimal(digits: &str) -> String {
    digits.parse::<f64>().map_or_else(|_| digits.to_owned(), |number| number.to_string())
}

impl OptionEntry {
    /// Returns the value as words of a command line, one for each item of a list.
    ///
    /// # Errors
    ///
    /// If an item is neither a text nor a number, or has a byte 0. So a truth value is an error,
    /// and so is a list within the list. The refusal shows `expected` as the expected text.
    pub fn words(&self, source: &Source, expected: &str) -> Result<Vec<String>, Refusal> {
        let items = match &self.value.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(&self.value),
        };
        let key = &self.key.value;
        items
            .iter()
            .map(|item| {
                let found = match &item.value {
                    Value::Text(text) if text.contains('\0') => {
                        format!("a value of `{key}` with a byte 0, which no command can have")
                    }
                    Value::Text(word) | Value::Number(word) => return Ok(word.clone()),
                    _ => format!("a value of `{key}` that is neither text nor number"),
                };
                Err(Refusal::new(found, expected).with_span(source, item.span.clone()))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<OptionEntry>, Refusal> {
        parse(&Source::new("x.toml", text), "options")
    }

    #[test]
    fn keys_stand_in_the_order_of_the_text_with_their_places() {
        let text = "b = 0x1_0\na = ['x', 1.50]\nd.e = true\n[c]\nf = 1979-05-27\n";
        let entries = read(text).expect("a table");
        let places: Vec<(&str, &str)> = entries
            .iter()
            .map(|entry| (entry.key.value.as_str(), &text[entry.value.span.clone()]))
            .collect();
        assert_eq!(places[..2], [("b", "0x1_0"), ("a", "['x', 1.50]")]);
        assert_eq!((places[2].0, places[3].0), ("d", "c"));
        let source = Source::new("x.toml", text);
        assert_eq!(entries[0].words(&source, "").expect("a number"), ["16"]);
        assert_eq!(entries[1].words(&source, "").expect("a list"), ["x", "1.5"]);
        assert!(entries[2].words(&source, "").is_err());
        let Value::Table(below) = &entries[3].value.value else { panic!("a table") };
        assert_eq!(below[0].value.value, Value::Date);
        assert!(below[0].words(&source, "").is_err_and(|refusal| refusal.place.is_some()));
    }

    #[test]
    fn what_is_deep_or_long_is_read_or_refused() {
        assert!(read(&"a.".repeat(100_000)).is_err());
        assert!(read(&format!("a = {}", "[".repeat(100_000))).is_err());
        assert!(read(&format!("[{}a]\nb = 1", "a.".repeat(1000))).is_err());
        let digits = "9".repeat(1000);
        let entries = read(&format!("a = {digits}")).expect("a number");
        assert_eq!(entries[0].value.value, Value::Number(digits));
    }
}
