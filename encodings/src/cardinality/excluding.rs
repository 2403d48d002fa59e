//! Literals that exclude each other, counted line by line.

use rustsat::types::Lit;

use super::{Counter, Side};
use crate::writer::{Signal, Writer};
use crate::{Meaning, Refusal};

/// Literals of which at most one is true. (That is not stated here: someone else does.)
#[derive(Clone, Debug)]
pub struct Exclusive {
    /// The literals, each with how often it counts.
    pub lits: Vec<(Lit, usize)>,
    /// Whether what is counted are their negations.
    pub negated: bool,
    /// Whether one of them is true for certain.
    pub certain: bool,
}

/// A counter of lines whose literals exclude each other.
///
/// As many of a line are true as one of it says: at least j where one that counts j times or more
/// is. So a line is as many literals as its heaviest one counts, each the "or" of those that count
/// so often, and *these* are counted, by any encoding. Where nothing counts twice that is one
/// literal for each line, and the literal itself where a line has no other. Of a line with a true
/// literal for certain the "or" of all is a constant, and of negations in its place all but the
/// heaviest are true whatever happens.
///
/// The "or" follows from its literals where an upper bound is asked for, and demands one of them
/// where a lower one is; the other way round where negations are counted.
///
/// It is the idea of encoding sums *together with at-most-ones* (Bofill, Coll, Nightingale, Suy,
/// Ulrich-Oltean and Villaret, SAT encodings for pseudo-Boolean constraints together with
/// at-most-one constraints, AIJ 2022), who write weighted sums so.
pub struct Excluding {
    /// What is true, whatever happens.
    constant: usize,
    ors: Vec<Or>,
    /// What is counted: the places of ors, and whether it is their negations.
    counted: Vec<(usize, bool)>,
    open: fn(&[Lit]) -> Box<dyn Counter>,
    /// The counter of these, once an output is asked for.
    counter: Option<Box<dyn Counter>>,
    promises: Vec<(usize, bool)>,
    /// The sides on which the ors hang together with their literals.
    written: [bool; 2],
}

/// A literal that is true where one of several is.
struct Or {
    lits: Vec<Lit>,
    lit: Option<Lit>,
}

impl Excluding {
    /// The counter of lines over distinct variables, with `open` for the literals that stand for
    /// them.
    pub fn over(lines: &[Exclusive], open: fn(&[Lit]) -> Box<dyn Counter>) -> Excluding {
        let mut counter = Excluding {
            constant: 0,
            ors: Vec::new(),
            counted: Vec::new(),
            open,
            counter: None,
            promises: Vec::new(),
            written: [false; 2],
        };
        lines.iter().for_each(|line| counter.add(line));
        counter
    }

    fn add(&mut self, line: &Exclusive) {
        let mut times: Vec<usize> = line.lits.iter().map(|&(_, times)| times).collect();
        times.sort_unstable();
        times.dedup();
        let most = times.last().copied().unwrap_or(0);
        let all: usize = line.lits.iter().map(|&(_, times)| times).sum();
        if line.negated {
            self.constant += all - most;
        }
        let mut before = 0;
        for times in times {
            if line.certain && before == 0 {
                // One of them is true, for as much as the least of them.
                self.constant += if line.negated { 0 } else { times };
            } else {
                let lits = line.lits.iter().filter(|&&(_, other)| other >= times);
                let lits: Vec<Lit> = lits.map(|&(lit, _)| lit).collect();
                let lit = if let [lit] = lits[..] { Some(lit) } else { None };
                let place = self.ors.len();
                self.counted.extend((before..times).map(|_| (place, line.negated)));
                self.ors.push(Or { lits, lit });
            }
            before = times;
        }
    }

    /// The counter of the literals that stand for lines.
    fn opened(&mut self, writer: &mut Writer) -> &mut dyn Counter {
        let (ors, counted) = (&mut self.ors, &self.counted);
        let (open, promises) = (self.open, &mut self.promises);
        let counter = self.counter.get_or_insert_with(|| {
            for or in &mut *ors {
                let lits = &or.lits;
                or.lit.get_or_insert_with(|| writer.defined(|| Meaning::or(lits.iter().copied())));
            }
            let lits = counted.iter().filter_map(|&(place, negated)| {
                let lit: &Or = &ors[place];
                lit.lit.map(|lit| if negated { !lit } else { lit })
            });
            let mut counter = open(&lits.collect::<Vec<_>>());
            promises.drain(..).for_each(|(count, holds)| counter.promise(count, holds));
            counter
        });
        &mut **counter
    }

    /// Writes how the ors hang together with their literals, where it is the side that is asked
    /// for.
    fn write(&mut self, side: Side, writer: &mut Writer) -> Result<(), Refusal> {
        let asked = match side {
            Side::Upper => 0,
            Side::Lower => 1,
        };
        if std::mem::replace(&mut self.written[asked], true) {
            return Ok(());
        }
        let mut last = None;
        for &(place, negated) in &self.counted {
            if last.replace(place) == Some(place) {
                continue;
            }
            let Or { lits, lit: Some(lit) } = &self.ors[place] else { continue };
            if lits.len() > 1 {
                if (side == Side::Upper) != negated {
                    lits.iter().try_for_each(|&one| writer.lits(&[!one, *lit]))?;
                } else {
                    let mut clause = vec![!*lit];
                    clause.extend(lits);
                    writer.lits(&clause)?;
                }
            }
        }
        Ok(())
    }

    /// The number of true literals among those that stand for lines, where that of all is this.
    fn rest(&self, count: usize) -> Option<usize> {
        count.checked_sub(self.constant).filter(|&rest| rest > 0)
    }
}

impl Counter for Excluding {
    fn size(&self) -> usize {
        self.constant + self.counted.len()
    }

    /// Each literal as often as it counts: no two of a line are true. What is true whatever happens
    /// is none of them.
    fn lits(&self) -> Option<Vec<Lit>> {
        let lits = self.counted.iter().flat_map(|&(place, negated)| {
            let lits = self.ors[place].lits.iter();
            lits.map(move |&lit| if negated { !lit } else { lit })
        });
        (self.constant == 0).then(|| lits.collect())
    }

    fn promise(&mut self, count: usize, holds: bool) {
        if let Some(rest) = self.rest(count).filter(|&rest| rest <= self.counted.len()) {
            self.promises.push((rest, holds));
        }
    }

    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Refusal> {
        let Some(rest) = self.rest(count) else { return Ok(Signal::True) };
        if rest > self.counted.len() {
            return Ok(Signal::False);
        }
        let output = self.opened(writer).output(rest, side, writer)?;
        self.write(side, writer)?;
        Ok(output)
    }
}
