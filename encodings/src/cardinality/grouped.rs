//! A counter of lines. A line is a set of literals, at most one of which is true.

use std::collections::HashSet;

use rustsat::types::Lit;

use super::{Cardinality, Counter, Side};
use crate::{Error, Meaning, Signal, Writer};

/// Literals that exclude each other: other constraints state that at most one of them is true.
#[derive(Clone, Debug)]
pub struct ExclusiveGroup {
    /// The literals, each with its multiplicity: how often it counts. A multiplicity is at least 1.
    pub lits: Vec<(Lit, usize)>,
    /// Whether the negations of the literals are counted.
    pub negated: bool,
    /// Whether one of the literals is always true.
    pub certain: bool,
}

/// A counter of lines whose literals exclude each other.
///
/// The count of a line is the multiplicity of its true literal, or 0 if no literal is true. A line
/// gets an "or" for each value up to the greatest multiplicity: the disjunction of the literals
/// that have at least this multiplicity. A counter of any encoding counts these ors. If one literal
/// is always true, the "or" of all literals of the line is a constant. If negations are counted,
/// all literals but one of greatest multiplicity add their multiplicities to a constant part of the
/// count.
///
/// For an upper bound, the literals of an "or" imply the "or". For a lower bound, the "or" implies
/// that one of its literals is true. If negations are counted, an upper bound needs the second
/// implication, and a lower bound the first.
///
/// The publication (Bofill, Coll, Nightingale, Suy, Ulrich-Oltean and Villaret, SAT encodings for
/// pseudo-Boolean constraints together with at-most-one constraints, AIJ 2022) writes weighted sums
/// in this way.
pub struct GroupedCounter {
    /// The part of the count that every assignment has.
    constant: usize,
    /// The disjunctions of all lines. Each line has one for each different multiplicity, but none
    /// for a multiplicity that is part of `constant`.
    ors: Vec<Or>,
    /// The counted disjunctions: for each, its index in `ors`, and whether its negation is counted.
    counted: Vec<(usize, bool)>,
    /// The encoding whose counter counts the ors.
    row: Cardinality,
    /// The counter of the disjunctions. It is `None` before the first requested output.
    counter: Option<Box<dyn Counter>>,
    /// The promises that are not yet passed to the counter. A promise consists of a count without
    /// the constant part, and of whether this count is reached.
    promises: Vec<(usize, bool)>,
    /// The sides (implications) for which the definitions of all ors are written.
    written: HashSet<Side>,
}

/// The disjunction of those literals of a line whose multiplicity is at least a certain number.
struct Or {
    lits: Vec<Lit>,
    /// The literal that is equivalent to the disjunction: its only literal, or a variable. The
    /// variable is taken when the counter is made; before, this field is `None`.
    lit: Option<Lit>,
}

impl GroupedCounter {
    /// Returns a counter of lines, whose literals must be of distinct variables. The encoding `row`
    /// counts the ors. Takes no variable and writes no clause before the first output is requested.
    /// Does not write that the literals of a line exclude each other.
    pub fn from_lines(lines: &[ExclusiveGroup], row: &Cardinality) -> GroupedCounter {
        let mut counter = GroupedCounter {
            constant: 0,
            ors: Vec::new(),
            counted: Vec::new(),
            row: *row,
            counter: None,
            promises: Vec::new(),
            written: HashSet::new(),
        };
        lines.iter().for_each(|line| counter.add(line));
        counter
    }

    /// Adds the ors of a line, one for each different multiplicity, and the constant part of the
    /// line's count. An "or" is counted m − l times: m is its multiplicity, and l is the next
    /// lesser multiplicity in the line, or 0 if there is none. A line without literals adds
    /// nothing.
    ///
    /// If negations are counted, the negation of each "or" is counted instead. Then the sum of all
    /// multiplicities, minus the greatest one, is constant.
    ///
    /// If one of the literals is always true, the least multiplicity has no "or". Then the least
    /// multiplicity is added to the constant part, but only if no negations are counted.
    fn add(&mut self, line: &ExclusiveGroup) {
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
                // One literal is always true, and counts at least the least multiplicity.
                self.constant += if line.negated { 0 } else { times };
            } else {
                let lits: Vec<Lit> = line
                    .lits
                    .iter()
                    .filter(|&&(_, other)| other >= times)
                    .map(|&(lit, _)| lit)
                    .collect();
                let lit = if let [lit] = lits[..] { Some(lit) } else { None };
                let place = self.ors.len();
                self.counted.extend((before..times).map(|_| (place, line.negated)));
                self.ors.push(Or { lits, lit });
            }
            before = times;
        }
    }

    /// Returns the counter of the ors, or of their negations if negations are counted. The first
    /// call takes variables for the ors with several literals, and makes the counter. This call
    /// also passes the promises to the counter, which empties `promises`. Writes no clause of the
    /// ors' definitions.
    fn open_counter(&mut self, writer: &mut Writer) -> &mut dyn Counter {
        let (ors, counted) = (&mut self.ors, &self.counted);
        let (row, promises) = (self.row, &mut self.promises);
        let counter = self.counter.get_or_insert_with(|| {
            for or in &mut *ors {
                let lits = &or.lits;
                or.lit.get_or_insert_with(|| writer.defined(|| Meaning::or(lits.iter().copied())));
            }
            let lits = counted
                .iter()
                .filter_map(|&(place, negated)| {
                    let lit: &Or = &ors[place];
                    lit.lit.map(|lit| if negated { !lit } else { lit })
                })
                .collect::<Vec<_>>();
            let mut counter = row.counter(&lits);
            promises.drain(..).for_each(|(count, is_reached)| counter.promise(count, is_reached));
            counter
        });
        &mut **counter
    }

    /// Writes one side (one implication) of the definitions of all ors. If this side is already
    /// written, does nothing. [`GroupedCounter::open_counter`] must have taken the variables of the
    /// ors. The upper side of a counted "or" is that each of its literals implies the "or". The
    /// lower side is that the "or" implies that one of its literals is true. For a counted
    /// negation, the sides are exchanged. An "or" with a single literal takes no clause. Fails if
    /// `writer` refuses a clause.
    fn write(&mut self, side: Side, writer: &mut Writer) -> Result<(), Error> {
        if !self.written.insert(side) {
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

    /// Returns the count without the constant part, or `None` if the constant part alone reaches
    /// the count.
    fn rest(&self, count: usize) -> Option<usize> {
        count.checked_sub(self.constant).filter(|&rest| rest > 0)
    }
}

impl Counter for GroupedCounter {
    fn size(&self) -> usize {
        self.constant + self.counted.len()
    }

    /// Returns the counted literals, or `None` if the count also has a constant part.
    fn lits(&self) -> Option<Vec<Lit>> {
        let lits = self.counted.iter().flat_map(|&(place, negated)| {
            self.ors[place].lits.iter().map(move |&lit| if negated { !lit } else { lit })
        });
        (self.constant == 0).then(|| lits.collect())
    }

    fn promise(&mut self, count: usize, is_reached: bool) {
        if let Some(rest) = self.rest(count).filter(|&rest| rest <= self.counted.len()) {
            self.promises.push((rest, is_reached));
        }
    }

    /// Returns the output as [`Counter::output`] does. The output is constant true if the constant
    /// part of the count reaches `count`, and constant false if `count` exceeds the size. Neither
    /// takes a clause. Otherwise writes one side (one implication) of the output of the inner
    /// counter, and the same side of the definitions of all ors. The first such call makes the
    /// inner counter and takes the variables of the ors. Fails if `writer` refuses a clause.
    fn output(&mut self, count: usize, side: Side, writer: &mut Writer) -> Result<Signal, Error> {
        let Some(rest) = self.rest(count) else { return Ok(Signal::True) };
        if rest > self.counted.len() {
            return Ok(Signal::False);
        }
        let output = self.open_counter(writer).output(rest, side, writer)?;
        self.write(side, writer)?;
        Ok(output)
    }
}
