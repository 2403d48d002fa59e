//! Answers to model files: `v` lines by the file's own names, written and read.
//!
//! `v x1 -x2 x3` is what the PB competition asks for, `v 1 -2 3 0` what the SAT competition does, and a line of zeros and
//! ones in the order of the variables the MaxSAT Evaluation. All are read, out of whatever else a solver prints: lines
//! of `c`, `s` and `o` say nothing about the values.

use std::collections::HashSet;
use std::fmt::Write;

use super::Written;
use crate::source::quoted;

/// How long a line becomes at most, in characters.
const WIDTH: usize = 78;

/// Why lines are no answer, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAnswer(pub String);

/// The values of the variables, in their order, as `v` lines.
pub fn lines(written: &Written, values: &[bool]) -> Vec<String> {
    let mut lines = Lines::default();
    let mut word = String::new();
    for (number, &value) in (1..).zip(values) {
        word.clear();
        let sign = if value { "" } else { "-" };
        match written.name(number) {
            Some(name) => write!(word, "{sign}{name}"),
            None => write!(word, "{sign}{number}"),
        }
        .expect("a string takes every text");
        lines.add(&word);
    }
    lines.end(written)
}

/// The words of an answer that are about these variables.
pub fn part(written: &Written, rows: &[String], variables: &[String]) -> Vec<String> {
    let kept: HashSet<&str> = variables.iter().map(String::as_str).collect();
    let mut lines = Lines::default();
    for word in rows.iter().flat_map(|row| row.split_whitespace().skip(1)) {
        if kept.contains(word.strip_prefix('-').unwrap_or(word)) {
            lines.add(word);
        }
    }
    lines.end(written)
}

/// `v` lines in the making.
#[derive(Default)]
struct Lines {
    whole: Vec<String>,
    last: String,
}

impl Lines {
    fn add(&mut self, word: &str) {
        if self.last.len() + 2 + word.len() > WIDTH && !self.last.is_empty() {
            self.whole.push(format!("v{}", std::mem::take(&mut self.last)));
        }
        self.last.push(' ');
        self.last.push_str(word);
    }

    /// All lines, with the 0 that ends them where variables are numbers.
    fn end(mut self, written: &Written) -> Vec<String> {
        if written.is_numbered() {
            self.add("0");
        }
        self.whole.push(format!("v{}", self.last));
        self.whole
    }
}

/// The values of the variables that lines say.
///
/// # Errors
///
/// Names a word that is no literal of the file, and a variable that has no value or two.
pub fn values(written: &Written, rows: &[String]) -> Result<Vec<bool>, NoAnswer> {
    let is_log = rows.iter().any(|row| is_values(row));
    let words = rows.iter().map(|row| row.trim()).filter(|row| !is_log || is_values(row));
    let words = words
        .flat_map(|row| row.strip_prefix('v').filter(|_| is_log).unwrap_or(row).split_whitespace());
    let words: Vec<&str> = words.collect();
    if let Some(values) = bits(written, &words) {
        return Ok(values);
    }
    let mut values = vec![None; written.variables()];
    for word in words.into_iter().filter(|&word| word != "0") {
        let (name, value) = match word.strip_prefix(['-', '~']) {
            Some(name) => (name, false),
            None => (word, true),
        };
        let unknown = || NoAnswer(format!("there is no variable {} in the file", quoted(name)));
        let number = written.numbered(name).ok_or_else(unknown)?;
        if values[number - 1].replace(value).is_some_and(|known| known != value) {
            return Err(NoAnswer(format!("{} is both true and false", quoted(name))));
        }
    }
    match values.iter().position(Option::is_none) {
        None => Ok(values.into_iter().flatten().collect()),
        Some(place) => {
            let name = written.name(place + 1).map_or((place + 1).to_string(), str::to_owned);
            Err(NoAnswer(format!("the variable {} has no value", quoted(&name))))
        }
    }
}

/// The values of all variables as zeros and ones, where that is what the words are: as many as there are variables, and
/// one word at least that is no variable.
fn bits(written: &Written, words: &[&str]) -> Option<Vec<bool>> {
    let are_bits = words.iter().all(|word| word.bytes().all(|bit| bit == b'0' || bit == b'1'));
    let number: usize = words.iter().map(|word| word.len()).sum();
    let is_no_name = |word: &&str| word.len() > 1 && written.numbered(word).is_none();
    if !are_bits || number != written.variables() || !words.iter().any(is_no_name) {
        return None;
    }
    Some(words.iter().flat_map(|word| word.bytes()).map(|bit| bit == b'1').collect())
}

/// Whether a line says values: a `v`, and something behind it.
fn is_values(row: &str) -> bool {
    let row = row.trim();
    row == "v" || row.strip_prefix('v').is_some_and(|rest| rest.starts_with([' ', '\t']))
}
