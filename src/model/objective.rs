//! What is to be as small or as large as possible: counts, what else tells them, and how good a value is.

use serde::{Deserialize, Serialize};

use super::{Lit, Values, are_distinct};
use crate::board::Cell;

/// What is to be as small or as large as possible.
#[derive(Clone, Debug)]
pub enum Objective {
    /// As few true literals as possible.
    Minimise(OneCount),
    /// As many true literals as possible.
    Maximise(OneCount),
    /// The least of several counts as large as possible.
    MaximiseLeast(Least),
}

/// One count, and what else tells it.
#[derive(Clone, Debug)]
pub struct OneCount {
    /// What is counted.
    pub count: Count,
    /// Other counts, each of which tells this one. A bound is written on all of them, and on the literals
    /// themselves where there are none.
    pub complements: Vec<Complement>,
}

/// Several counts, the least of which matters.
#[derive(Clone, Debug)]
pub struct Least {
    /// The counts.
    pub counts: Vec<Count>,
    /// Partitions, by name, on no line of which two of the counts have a true literal. The model's constraints say
    /// so already; said here, it makes bounds propagate more.
    pub exclusive: Vec<&'static str>,
}

/// A set of literals of which an objective counts the true ones.
#[derive(Clone, Debug, Default)]
pub struct Count {
    /// The literals, over distinct variables.
    pub lits: Vec<Lit>,
    /// Partitions of the literals into lines of the board, for counters that follow it.
    pub partitions: Vec<Partition>,
}

/// A count that tells another one: in every solution
/// `weight` · (that one) + (this one) = `total`.
#[derive(Clone, Debug)]
pub struct Complement {
    /// What is counted instead.
    pub count: Count,
    /// How much each literal of the other count weighs; at least 1.
    pub weight: u64,
    /// What both come to.
    pub total: u64,
}

impl Count {
    /// A count over literals, and their partitions into lines.
    pub fn new(lits: Vec<Lit>, partitions: Vec<Partition>) -> Count {
        Count { lits, partitions }
    }

    /// How many literals are true.
    pub fn value(&self, values: &Values) -> u64 {
        self.lits.iter().filter(|&&lit| values.of(lit)).count() as u64
    }

    /// Whether literals are over distinct variables and stand once in each partition.
    fn keeps_its_contract(&self) -> bool {
        let same = |partition: &Partition| {
            let mut lits: Vec<Lit> = partition.lines.concat();
            let mut all = self.lits.clone();
            lits.sort_unstable();
            all.sort_unstable();
            lits == all
        };
        are_distinct(&self.lits) && self.partitions.iter().all(same)
    }
}

/// A partition of literals into lines.
#[derive(Clone, Debug)]
pub struct Partition {
    /// `rows`, `columns`, …
    pub name: &'static str,
    /// The lines; each literal stands in exactly one.
    pub lines: Vec<Vec<Lit>>,
}

impl Partition {
    /// The literals by the lines in whose cells they lie.
    pub fn new<I: IntoIterator<Item = Lit>>(
        name: &'static str,
        lines: &[Vec<Cell>],
        lits: impl Fn(Cell) -> I,
    ) -> Partition {
        let lits_of = |line: &Vec<Cell>| line.iter().flat_map(|&cell| lits(cell)).collect();
        Partition { name, lines: lines.iter().map(lits_of).collect() }
    }
}

/// Whether more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sense {
    /// Less is better.
    Minimise,
    /// More is better.
    Maximise,
}

impl Sense {
    /// Whether a value is at least as good as a bound.
    pub fn reaches(self, value: u64, bound: u64) -> bool {
        match self {
            Sense::Minimise => value <= bound,
            Sense::Maximise => value >= bound,
        }
    }

    /// `minimise` or `maximise`.
    pub fn name(self) -> &'static str {
        match self {
            Sense::Minimise => "minimise",
            Sense::Maximise => "maximise",
        }
    }
}

impl Objective {
    /// As few true literals as possible.
    pub fn minimise(count: Count) -> Objective {
        Objective::Minimise(OneCount { count, complements: Vec::new() })
    }

    /// As many true literals as possible.
    pub fn maximise(count: Count) -> Objective {
        Objective::Maximise(OneCount { count, complements: Vec::new() })
    }

    /// The least of several counts as large as possible, none of which has a true literal beside another one's on a line
    /// of some partitions.
    pub fn maximise_least(
        counts: Vec<Count>,
        exclusive: impl IntoIterator<Item = &'static str>,
    ) -> Objective {
        let exclusive = exclusive.into_iter().collect();
        Objective::MaximiseLeast(Least { counts, exclusive })
    }

    /// Whether more is better.
    pub fn sense(&self) -> Sense {
        match self {
            Objective::Minimise(_) => Sense::Minimise,
            Objective::Maximise(_) | Objective::MaximiseLeast(_) => Sense::Maximise,
        }
    }

    /// The one count, where it is one.
    pub fn one(&self) -> Option<&OneCount> {
        match self {
            Objective::Minimise(one) | Objective::Maximise(one) => Some(one),
            Objective::MaximiseLeast(_) => None,
        }
    }

    pub(super) fn one_mut(&mut self) -> Option<&mut OneCount> {
        match self {
            Objective::Minimise(one) | Objective::Maximise(one) => Some(one),
            Objective::MaximiseLeast(_) => None,
        }
    }

    /// The counts.
    pub fn counts(&self) -> &[Count] {
        match self {
            Objective::Minimise(one) | Objective::Maximise(one) => std::slice::from_ref(&one.count),
            Objective::MaximiseLeast(least) => &least.counts,
        }
    }

    /// What a bound on each count is written on first of all.
    pub fn written(&self) -> impl Iterator<Item = &Count> {
        self.told().map(|(count, others)| others.first().map_or(count, |other| &other.count))
    }

    /// The counts, each with what else tells it.
    pub fn told(&self) -> impl Iterator<Item = (&Count, &[Complement])> {
        let complements = self.one().map_or(&[][..], |one| &one.complements[..]);
        self.counts().iter().map(move |count| (count, complements))
    }

    /// The value of a solution: its count, or the least of its counts.
    pub fn value(&self, values: &Values) -> u64 {
        self.counts().iter().map(|count| count.value(values)).min().unwrap_or(0)
    }

    /// The largest value that the numbers of literals allow; the smallest is 0.
    pub fn largest(&self) -> u64 {
        self.counts().iter().map(|count| count.lits.len() as u64).min().unwrap_or(0)
    }

    /// Whether counts are as they have to be, and complements weigh something.
    pub(super) fn keeps_its_contract(&self) -> bool {
        let complements = self.one().map_or(&[][..], |one| &one.complements[..]);
        let weighs = |other: &Complement| other.weight >= 1 && other.count.keeps_its_contract();
        self.counts().iter().all(Count::keeps_its_contract) && complements.iter().all(weighs)
    }
}

/// What a puzzle optimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Whether more is better.
    pub sense: Sense,
    /// What is counted.
    pub name: &'static str,
    /// No answer has a larger value; the smallest is 0. A search for a maximum takes it for proved.
    pub largest: u64,
}
