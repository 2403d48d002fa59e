//! The inputs that others are made from, and what was heard of them.

use std::collections::HashSet;

use fastrand::Rng;

/// The most inputs that are kept.
const MOST: usize = 1000;

/// No input that is kept is longer: long ones are slow, and their parts are known.
const LONGEST: usize = 1 << 14;

/// Inputs of one reader.
pub struct Pool {
    inputs: Vec<Vec<u8>>,
    /// How many of the first are from the corpus, and stay.
    seeds: usize,
    heard: HashSet<String>,
}

impl Pool {
    /// The inputs of a corpus.
    pub fn new(inputs: Vec<Vec<u8>>) -> Pool {
        assert!(!inputs.is_empty(), "a reader without a corpus");
        Pool { seeds: inputs.len(), inputs, heard: HashSet::new() }
    }

    /// Any of them.
    pub fn any(&self, random: &mut Rng) -> &[u8] {
        &self.inputs[random.usize(..self.inputs.len())]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Keeps an input of which something new was told.
    pub fn hear(&mut self, input: &[u8], told: &str, random: &mut Rng) {
        if input.len() > LONGEST || !self.heard.insert(kind(told)) {
            return;
        }
        if self.inputs.len() < MOST {
            self.inputs.push(input.to_vec());
        } else {
            let place = random.usize(self.seeds..MOST);
            self.inputs[place] = input.to_vec();
        }
    }
}

/// What was told without what it was told of: quotations, numbers and all that is no letter.
fn kind(told: &str) -> String {
    let unquoted = told.split('`').step_by(2);
    let letters = unquoted.flat_map(str::chars).take(400).filter(|one| one.is_ascii_lowercase());
    letters.collect()
}
