//! The inputs that others are made from, and the messages about them.

use std::collections::HashSet;

use fastrand::Rng;

const MOST: usize = 1000;

/// The largest length of a kept input; longer ones are slow.
const LONGEST: usize = 1 << 14;

pub struct Pool {
    inputs: Vec<Vec<u8>>,
    /// How many of the first inputs are from the corpus and stay.
    seeds: usize,
    heard: HashSet<String>,
}

impl Pool {
    pub fn new(inputs: Vec<Vec<u8>>) -> Pool {
        assert!(!inputs.is_empty(), "a reader without a corpus");
        Pool { seeds: inputs.len(), inputs, heard: HashSet::new() }
    }

    pub fn any(&self, random: &mut Rng) -> &[u8] {
        &self.inputs[random.usize(..self.inputs.len())]
    }

    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Keeps an input if the message about it is of a new kind.
    pub fn learn(&mut self, input: &[u8], verdict: &str, random: &mut Rng) {
        if input.len() > LONGEST || !self.heard.insert(kind(verdict)) {
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

/// Removes the particulars from a message: quotations, numbers and everything except letters.
fn kind(verdict: &str) -> String {
    let unquoted = verdict.split('`').step_by(2);
    let letters = unquoted.flat_map(str::chars).take(400).filter(|one| one.is_ascii_lowercase());
    letters.collect()
}
