//! What is to be as small or as large as possible: counts, weighted sums, what else tells them, and
//! how good a value is. Values are whole numbers of 64 bits, with a sign; what could be beyond them
//! is refused where it is made.

use num_integer::Integer as _;
use serde::{Deserialize, Serialize};

use super::{Lit, Sum, SumError, Term, Values, are_distinct};
use crate::board::Cell;

/// What is to be as small or as large as possible.
#[derive(Clone, Debug)]
pub enum Objective {
    /// As small as possible.
    Minimise(Total),
    /// As large as possible.
    Maximise(Total),
    /// The least of several counts as large as possible.
    MaximiseLeast(Least),
}

/// What a minimum or a maximum is of.
#[derive(Clone, Debug)]
pub enum Total {
    /// How many literals are true.
    Count(OneCount),
    /// How much the true literals weigh.
    Weighted(Weighted),
}

/// One count, and what else tells it. The value is the number of true literals and the constant.
#[derive(Clone, Debug)]
pub struct OneCount {
    /// What is counted.
    pub count: Count,
    /// What is added to the number of true literals.
    pub constant: i64,
    /// Other counts, each of which tells this one. A bound is written on all of them, and on the
    /// literals themselves where there are none.
    pub complements: Vec<Complement>,
}

/// The literals that make the value of one count worse, each by 1.
#[derive(Clone, Debug)]
pub struct Penalties {
    /// The literals: those that are counted, or their negations.
    pub lits: Vec<Lit>,
    sense: Sense,
    constant: i64,
}

impl Penalties {
    /// How many of the literals are true in an answer of this value. None if no answer has it.
    pub fn of_value(&self, value: i64) -> Option<u64> {
        let counted = (i128::from(value) - i128::from(self.constant)).try_into().ok()?;
        match self.sense {
            Sense::Minimise => Some(counted),
            Sense::Maximise => (self.lits.len() as u64).checked_sub(counted),
        }
    }
}

/// Literals with weights. The value is what the true ones weigh and the constant.
#[derive(Clone, Debug)]
pub struct Weighted {
    /// The literals and their weights.
    pub sum: Sum,
    /// What is added to the weights of the true literals.
    pub constant: i64,
}

/// Several counts, the least of which matters.
#[derive(Clone, Debug)]
pub struct Least {
    /// The counts.
    pub counts: Vec<Count>,
    /// Partitions, by name: on each of their lines at most one of the counts has a true literal.
    /// The model's constraints say so already; said here, it makes bounds propagate more.
    pub exclusive: Vec<&'static str>,
}

impl Least {
    /// Of two counts the lines of each partition on which they exclude each other, as the one and
    /// the other has them.
    pub fn exclusive_lines(&self) -> Vec<Vec<[&[Lit]; 2]>> {
        let [first, second] = &self.counts[..] else { return Vec::new() };
        let pairs = self.exclusive.iter().filter_map(|name| {
            let [first, second] = [first, second].map(|count| {
                let partition = count.partitions.iter().find(|one| one.name == *name)?;
                Some(&partition.lines)
            });
            let pairs = first?.iter().zip(second?);
            Some(pairs.map(|(first, second)| [&first[..], &second[..]]).collect())
        });
        pairs.collect()
    }
}

/// A set of literals, whose true ones an objective counts.
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
    /// Why that is so, where it is declared and known.
    pub why: Option<Transfer>,
}

/// Why a count tells another one: exactly-ones that are added up, and a second count of what they
/// count, whose literals can be paired off with them. In every solution each left literal that is
/// true has one right literal that is true and whose exception is false, and each such right
/// literal one left literal; unit propagation finds that.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The places of the constraints that are added up.
    pub added: Vec<usize>,
    /// The literals of one side.
    pub lefts: Vec<Lit>,
    /// The literals of the other side, each with its exception, which implies it.
    pub rights: Vec<(Lit, Lit)>,
    /// Which of the former can be with which of the latter.
    pub pairs: Vec<(usize, usize)>,
}

impl Count {
    /// A count over literals, and their partitions into lines.
    pub fn new(lits: Vec<Lit>, partitions: Vec<Partition>) -> Count {
        Count { lits, partitions }
    }

    /// How many literals are true.
    pub fn value(&self, values: &Values) -> usize {
        self.lits.iter().filter(|&&lit| values.of(lit)).count()
    }

    /// Whether literals are over distinct variables and stand once in each partition.
    fn keeps_its_contract(&self) -> bool {
        are_distinct(&self.lits)
            && self.partitions.iter().all(|partition| {
                let mut lits: Vec<Lit> = partition.lines.concat();
                let mut all = self.lits.clone();
                lits.sort_unstable();
                all.sort_unstable();
                lits == all
            })
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
        let lines = lines.iter().map(|line| line.iter().flat_map(|&cell| lits(cell)).collect());
        Partition { name, lines: lines.collect() }
    }

    /// Returns a partition for each family of lines.
    pub fn each<I: IntoIterator<Item = Lit>>(
        lines: impl IntoIterator<Item = (&'static str, Vec<Vec<Cell>>)>,
        lits: impl Fn(Cell) -> I,
    ) -> Vec<Partition> {
        lines.into_iter().map(|(name, lines)| Partition::new(name, &lines, &lits)).collect()
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
    pub fn reaches(self, value: i64, bound: i64) -> bool {
        match self {
            Sense::Minimise => value <= bound,
            Sense::Maximise => value >= bound,
        }
    }

    /// 1 if less is better, and -1 if more is.
    pub fn sign(self) -> i64 {
        match self {
            Sense::Minimise => 1,
            Sense::Maximise => -1,
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

impl OneCount {
    fn of(count: Count) -> OneCount {
        OneCount { count, constant: 0, complements: Vec::new() }
    }
}

impl Objective {
    /// As few true literals as possible.
    pub fn minimise(count: Count) -> Objective {
        Objective::Minimise(Total::Count(OneCount::of(count)))
    }

    /// As many true literals as possible.
    pub fn maximise(count: Count) -> Objective {
        Objective::Maximise(Total::Count(OneCount::of(count)))
    }

    /// A sum of weighted literals and a constant as good as possible. If each weight is 1 or -1 it
    /// is a count. Clauses take other weights as long as they are small: OPB, LP, MPS and WCNF have
    /// any, and a solver that takes one of these.
    ///
    /// # Errors
    ///
    /// If a value is beyond 64 bits.
    pub fn of_sum(sense: Sense, sum: Sum, constant: i64) -> Result<Objective, SumError> {
        let ends = [sum.least(), sum.largest()].map(|end| end.checked_add(constant));
        if ends
            .iter()
            .any(|end| end.is_none_or(|end| end.unsigned_abs() >= i64::MAX.unsigned_abs()))
        {
            return Err(SumError::Overflow);
        }
        let total = if sum.weights().iter().all(|weight| weight.abs() == 1) {
            let lits = sum.terms().map(|Term { weight, lit }| if weight > 0 { lit } else { !lit });
            let count = Count::new(lits.collect(), Vec::new());
            // What a literal takes away its negation leaves.
            let constant = constant + sum.least();
            Total::Count(OneCount { constant, ..OneCount::of(count) })
        } else {
            Total::Weighted(Weighted { sum, constant })
        };
        Ok(match sense {
            Sense::Minimise => Objective::Minimise(total),
            Sense::Maximise => Objective::Maximise(total),
        })
    }

    /// The least of several counts as large as possible. On each line of the partitions `exclusive`
    /// only one count has true literals.
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

    /// The count or the sum, where it is one.
    fn total(&self) -> Option<&Total> {
        match self {
            Objective::Minimise(total) | Objective::Maximise(total) => Some(total),
            Objective::MaximiseLeast(_) => None,
        }
    }

    /// The one count, where it is one.
    pub fn one(&self) -> Option<&OneCount> {
        match self.total()? {
            Total::Count(one) => Some(one),
            Total::Weighted(_) => None,
        }
    }

    /// What makes the value of one count worse; none of another objective.
    pub fn penalties(&self) -> Option<Penalties> {
        let OneCount { count, constant, .. } = self.one()?;
        let sense = self.sense();
        let lits = count.lits.iter().map(|&lit| if sense == Sense::Minimise { lit } else { !lit });
        Some(Penalties { lits: lits.collect(), sense, constant: *constant })
    }

    pub(super) fn one_mut(&mut self) -> Option<&mut OneCount> {
        match self {
            Objective::Minimise(Total::Count(one)) | Objective::Maximise(Total::Count(one)) => {
                Some(one)
            }
            _ => None,
        }
    }

    /// The weighted sum, where weights differ.
    pub fn weighted(&self) -> Option<&Weighted> {
        match self.total()? {
            Total::Count(_) => None,
            Total::Weighted(weighted) => Some(weighted),
        }
    }

    /// The counts; none where weights differ.
    pub fn counts(&self) -> &[Count] {
        match self {
            Objective::MaximiseLeast(least) => &least.counts,
            _ => self.one().map_or(&[], |one| std::slice::from_ref(&one.count)),
        }
    }

    /// For each count what a bound is written on: its first complement, or the count itself.
    pub fn written(&self) -> impl Iterator<Item = &Count> {
        self.told().map(|(count, others)| others.first().map_or(count, |other| &other.count))
    }

    /// Each count with its complements, from which its value follows, too.
    pub fn told(&self) -> impl Iterator<Item = (&Count, &[Complement])> {
        let complements = self.one().map_or(&[][..], |one| &one.complements[..]);
        self.counts().iter().map(move |count| (count, complements))
    }

    /// The value of a solution: its sum, its count, or the least of its counts.
    pub fn value(&self, values: &Values) -> i64 {
        self.value_by(|count| count.value(values), |sum| sum.value(values))
    }

    /// The largest value that the numbers of literals and their weights allow.
    pub fn largest(&self) -> i64 {
        self.value_by(|count| count.lits.len(), Sum::largest)
    }

    /// The least value that they allow.
    pub fn least(&self) -> i64 {
        self.value_by(|_| 0, Sum::least)
    }

    /// What values differ by multiples of: the greatest common divisor of the weights.
    pub fn step(&self) -> i64 {
        let weights = self.weighted().map_or(&[][..], |weighted| weighted.sum.weights());
        let divisor = weights.iter().fold(0, |divisor: i64, weight| divisor.gcd(weight));
        divisor.max(1)
    }

    fn value_by(&self, count: impl Fn(&Count) -> usize, sum: impl Fn(&Sum) -> i64) -> i64 {
        match self {
            Objective::Minimise(total) | Objective::Maximise(total) => match total {
                Total::Count(one) => one.constant + signed(count(&one.count)),
                Total::Weighted(weighted) => weighted.constant + sum(&weighted.sum),
            },
            Objective::MaximiseLeast(least) => {
                signed(least.counts.iter().map(count).min().unwrap_or(0))
            }
        }
    }

    /// Whether counts are as they have to be, and complements weigh something.
    pub(super) fn keeps_its_contract(&self) -> bool {
        let complements = self.one().map_or(&[][..], |one| &one.complements[..]);
        self.counts().iter().all(Count::keeps_its_contract)
            && complements.iter().all(|other| other.weight >= 1 && other.count.keeps_its_contract())
    }
}

/// Returns a number of literals with a sign.
fn signed(number: usize) -> i64 {
    i64::try_from(number).expect("fewer literals than memory")
}

/// What a problem optimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Whether more is better.
    pub sense: Sense,
    /// What a value is of.
    pub name: &'static str,
    /// No answer has a smaller value. A search for a minimum takes it for proved.
    pub least: i64,
    /// No answer has a larger value. A search for a maximum takes it for proved.
    pub largest: i64,
}

impl Goal {
    /// Something that is counted; `most` is the largest number there can be.
    pub fn counted(sense: Sense, name: &'static str, most: usize) -> Goal {
        let largest = i64::try_from(most).expect("fewer than memory holds");
        Goal { sense, name, least: 0, largest }
    }
}
