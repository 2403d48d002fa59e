//! Objectives: counts, weighted sums and the least of several counts.
//!
//! Values have 64 bits. [`Objective::from_sum`] refuses an objective whose values could need more
//! bits.

use num_integer::Integer as _;
use quarrel_encodings::Relation;
use serde::{Deserialize, Serialize};

use super::literal::{Lit, Values, are_distinct};
use super::sum::{Sum, SumError};
use crate::board::Cell;

/// The objective of a model. Solutions are compared by the value of the objective.
#[derive(Clone, Debug)]
pub enum Objective {
    /// A total is minimised or maximised.
    Total(Sense, Total),
    /// Several counts. The least of them is maximised.
    MaximiseLeast(LeastCount),
}

/// A number that an objective minimises or maximises.
#[derive(Clone, Debug)]
pub enum Total {
    /// The number of true literals in a list, plus a constant.
    Count(SingleCount),
    /// The weight of the true literals in a sum, plus a constant.
    Weighted(WeightedSum),
}

/// The number of true literals in a list plus a constant, with complements.
#[derive(Clone, Debug)]
pub struct SingleCount {
    /// The counted literals.
    pub count: Count,
    /// The constant that is added to the number of true literals.
    pub constant: i64,
    /// Other counts that determine this count. A bound is encoded on each of these counts. If there
    /// are none, it is encoded on this count itself.
    pub complements: Vec<Complement>,
}

/// The penalty literals of an objective. Each penalty literal that is true worsens the value by 1.
#[derive(Clone, Debug)]
pub struct Penalties {
    /// The counted literals if the objective is minimised, else their negations.
    pub lits: Vec<Lit>,
    /// Whether the objective is minimised or maximised.
    sense: Sense,
    /// The constant of the objective. It is added to the number of true counted literals.
    constant: i64,
}

impl Penalties {
    /// Returns how many penalty literals are true in a solution with this value. Returns `None` if
    /// the value is less than the constant or, for a maximised objective, greater than the largest
    /// possible value. If a minimised objective's value is greater than the largest possible value,
    /// the result is greater than the number of penalty literals.
    pub fn count_at(&self, value: i64) -> Option<u64> {
        let counted = (i128::from(value) - i128::from(self.constant)).try_into().ok()?;
        match self.sense {
            Sense::Minimise => Some(counted),
            Sense::Maximise => (self.lits.len() as u64).checked_sub(counted),
        }
    }
}

/// The weight of the true literals in a sum, plus a constant.
#[derive(Clone, Debug)]
pub struct WeightedSum {
    /// The literals with their weights.
    pub sum: Sum,
    /// The constant that is added to the weight of the true literals.
    pub constant: i64,
}

/// Several counts. The least of them is the value of the objective.
#[derive(Clone, Debug)]
pub struct LeastCount {
    /// The counts. The least of them is the value.
    pub counts: Vec<Count>,
    /// The names of partitions with exclusive lines. A line is exclusive if at most one of the
    /// counts has true literals on it. The model implies this anyway; if it is declared, bounds
    /// propagate more.
    pub exclusive: Vec<&'static str>,
}

impl LeastCount {
    /// Returns, for each line of each exclusive partition, the literals of both counts on this
    /// line. The literals of the first count come first. Lines of the two counts are paired by
    /// their positions; if one count has more lines, its surplus lines are left out. Leaves out a
    /// partition that one of the counts does not have. If there are not exactly two counts, the
    /// list is empty.
    pub fn exclusive_lines(&self) -> Vec<Vec<[&[Lit]; 2]>> {
        let [first, second] = &self.counts[..] else { return Vec::new() };
        self.exclusive
            .iter()
            .filter_map(|name| {
                let [first, second] = [first, second].map(|count| {
                    let partition = count.partitions.iter().find(|one| one.name == *name)?;
                    Some(&partition.lines)
                });
                let pairs = first?
                    .iter()
                    .zip(second?)
                    .map(|(first, second)| [&first[..], &second[..]])
                    .collect();
                Some(pairs)
            })
            .collect()
    }
}

/// A list of literals. An objective counts those of them that are true.
#[derive(Clone, Debug, Default)]
pub struct Count {
    /// The literals, over distinct variables.
    pub lits: Vec<Lit>,
    /// The partitions of the literals into lines of the board.
    pub partitions: Vec<Partition>,
}

/// A second count that determines the first: `weight` · (first count) + (second count) = `total` in
/// every solution.
#[derive(Clone, Debug)]
pub struct Complement {
    /// The second count. A bound can be encoded on it instead of the first count.
    pub count: Count,
    /// The weight of the first count, at least 1.
    pub weight: u64,
    /// The value of `weight` · (first count) + (second count) in every solution.
    pub total: u64,
    /// The reason for the equation, or `None` if no reason is declared.
    pub why: Option<Transfer>,
}

/// The reason for a complement's equation. This equation is the sum of exactly-one constraints and
/// of another equation. The other equation follows from a pairing of literals, as explained here.
///
/// There are left literals and right literals. A right literal counts if it is true and its
/// exception is false. In every solution, the true left literals and the right literals that count
/// form pairs. Each of these literals is in exactly one pair. Unit propagation verifies this. So as
/// many left literals are true as right literals count.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The indices of the exactly-one constraints that the sum contains.
    pub added: Vec<usize>,
    /// The left literals. A left literal that is true is paired with a right literal.
    pub lefts: Vec<Lit>,
    /// The right literals, each with its exception. The exception implies the literal.
    pub rights: Vec<(Lit, Lit)>,
    /// The possible pairs, as indices into `lefts` and `rights`.
    pub pairs: Vec<(usize, usize)>,
}

impl Count {
    /// Returns a count of literals, with their partitions into lines.
    pub fn new(lits: Vec<Lit>, partitions: Vec<Partition>) -> Count {
        Count { lits, partitions }
    }

    /// Returns the number of true literals in a solution.
    pub fn value(&self, values: &Values) -> usize {
        self.lits.iter().filter(|&&lit| values.is_true(lit)).count()
    }

    /// Returns whether the literals are over distinct variables. Each partition must also contain
    /// exactly these literals, each once.
    fn is_well_formed(&self) -> bool {
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

/// A partition of literals into the lines of the board in one direction, such as its rows.
#[derive(Clone, Debug)]
pub struct Partition {
    /// The name of the direction: `rows`, `columns`, …
    pub name: &'static str,
    /// The lines. Each literal is on exactly one line.
    pub lines: Vec<Vec<Lit>>,
}

impl Partition {
    /// Returns the partition with these lines of cells, in the same order. `lits` returns the
    /// literals of a cell. A line of cells without literals stays as an empty line.
    pub fn new<I: IntoIterator<Item = Lit>>(
        name: &'static str,
        lines: &[Vec<Cell>],
        lits: impl Fn(Cell) -> I,
    ) -> Partition {
        let line_lits =
            lines.iter().map(|line| line.iter().flat_map(|&cell| lits(cell)).collect()).collect();
        Partition { name, lines: line_lits }
    }

    /// Returns one partition for each direction in `lines`, in the same order. A direction consists
    /// of a name and of lines of cells. `lits` returns the literals of a cell.
    pub fn for_directions<I: IntoIterator<Item = Lit>>(
        lines: impl IntoIterator<Item = (&'static str, Vec<Vec<Cell>>)>,
        lits: impl Fn(Cell) -> I,
    ) -> Vec<Partition> {
        lines.into_iter().map(|(name, lines)| Partition::new(name, &lines, &lits)).collect()
    }
}

/// The direction in which an objective's value improves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sense {
    /// Smaller values are better.
    Minimise,
    /// Larger values are better.
    Maximise,
}

impl Sense {
    /// Returns "at most" if smaller values are better, and "at least" otherwise. A value that has
    /// this relation to a bound is at least as good as the bound.
    pub fn relation(self) -> Relation {
        match self {
            Sense::Minimise => Relation::AtMost,
            Sense::Maximise => Relation::AtLeast,
        }
    }

    /// Returns whether a value is at least as good as a bound.
    pub fn reaches(self, value: i64, bound: i64) -> bool {
        self.relation().holds(value, bound)
    }

    /// Converts a pair of values. The pair (better, worse) becomes the pair (smaller, larger), and
    /// conversely.
    pub fn ordered(self, [one, other]: [i64; 2]) -> [i64; 2] {
        match self {
            Sense::Minimise => [one, other],
            Sense::Maximise => [other, one],
        }
    }

    /// Returns 1 if smaller values are better, otherwise -1.
    pub fn sign(self) -> i64 {
        match self {
            Sense::Minimise => 1,
            Sense::Maximise => -1,
        }
    }

    /// Returns `minimise` or `maximise`.
    pub fn name(self) -> &'static str {
        match self {
            Sense::Minimise => "minimise",
            Sense::Maximise => "maximise",
        }
    }
}

impl SingleCount {
    /// Wraps a count: the constant is 0, and there are no complements.
    fn from_count(count: Count) -> SingleCount {
        SingleCount { count, constant: 0, complements: Vec::new() }
    }
}

impl Objective {
    /// Returns the objective that minimises the number of true literals.
    pub fn minimise(count: Count) -> Objective {
        Objective::Total(Sense::Minimise, Total::Count(SingleCount::from_count(count)))
    }

    /// Returns the objective that maximises the number of true literals.
    pub fn maximise(count: Count) -> Objective {
        Objective::Total(Sense::Maximise, Total::Count(SingleCount::from_count(count)))
    }

    /// Returns the objective that optimises a weighted sum plus a constant. If every weight is 1 or
    /// -1, or there are no terms, the objective is a count without partitions. For a literal with
    /// the weight -1, the negation is counted then, and the constant is adapted. Some encodings in
    /// clauses need small weights; OPB, LP, MPS and WCNF accept any weights.
    ///
    /// # Errors
    ///
    /// If the least or the greatest value, which is the sum plus the constant, has a magnitude of
    /// 2⁶³ − 1 or more.
    pub fn from_sum(sense: Sense, sum: Sum, constant: i64) -> Result<Objective, SumError> {
        let ends = [sum.least(), sum.largest()]
            .map(|end| end.checked_add(constant))
            .iter()
            .any(|end| end.is_none_or(|end| end.unsigned_abs() >= i64::MAX.unsigned_abs()));
        if ends {
            return Err(SumError::Overflow);
        }
        let total = if sum.weights().iter().all(|weight| weight.abs() == 1) {
            let lits = sum.terms().map(|term| term.positive().atom).collect();
            let count = Count::new(lits, Vec::new());
            // -lit = (not lit) - 1.
            let constant = constant + sum.least();
            Total::Count(SingleCount { constant, ..SingleCount::from_count(count) })
        } else {
            Total::Weighted(WeightedSum { sum, constant })
        };
        Ok(Objective::Total(sense, total))
    }

    /// Returns the objective that maximises the least of several counts. For `exclusive`, see
    /// [`LeastCount::exclusive`].
    pub fn maximise_least(
        counts: Vec<Count>,
        exclusive: impl IntoIterator<Item = &'static str>,
    ) -> Objective {
        let names = exclusive.into_iter().collect();
        Objective::MaximiseLeast(LeastCount { counts, exclusive: names })
    }

    /// Returns the direction in which values improve.
    pub fn sense(&self) -> Sense {
        match self {
            Objective::Total(sense, _) => *sense,
            Objective::MaximiseLeast(_) => Sense::Maximise,
        }
    }

    /// Returns the total, or `None` if the objective is the least of several counts.
    fn total(&self) -> Option<&Total> {
        match self {
            Objective::Total(_, total) => Some(total),
            Objective::MaximiseLeast(_) => None,
        }
    }

    /// Returns the count, or `None` if the objective is not a single count.
    pub fn single_count(&self) -> Option<&SingleCount> {
        match self.total()? {
            Total::Count(one) => Some(one),
            Total::Weighted(_) => None,
        }
    }

    /// Returns the penalties of a single count: literals, in the order of the count's literals,
    /// with the sense and the constant of the objective. The literals are those of the count if it
    /// is minimised, and their negations if it is maximised. Returns `None` for other objectives.
    pub fn penalties(&self) -> Option<Penalties> {
        let SingleCount { count, constant, .. } = self.single_count()?;
        let sense = self.sense();
        let lits = count
            .lits
            .iter()
            .map(|&lit| if sense == Sense::Minimise { lit } else { !lit })
            .collect();
        Some(Penalties { lits, sense, constant: *constant })
    }

    /// Returns the single count, as [`Objective::single_count`] does, so that it can be changed.
    pub(super) fn single_count_mut(&mut self) -> Option<&mut SingleCount> {
        match self {
            Objective::Total(_, Total::Count(one)) => Some(one),
            _ => None,
        }
    }

    /// Returns the weighted sum, or `None` if the objective is not a weighted sum.
    pub fn weighted_sum(&self) -> Option<&WeightedSum> {
        match self.total()? {
            Total::Count(_) => None,
            Total::Weighted(weighted) => Some(weighted),
        }
    }

    /// Returns the counts. There is one for a single count, none for a weighted sum, and otherwise
    /// there are several.
    pub fn counts(&self) -> &[Count] {
        match self {
            Objective::MaximiseLeast(least) => &least.counts,
            _ => self.single_count().map_or(&[], |one| std::slice::from_ref(&one.count)),
        }
    }

    /// Returns, for each count, the count on which a bound is encoded first. This is the first
    /// complement of the count. If it has no complement, it is the count itself.
    pub fn encoded_counts(&self) -> impl Iterator<Item = &Count> {
        self.counts_with_complements()
            .map(|(count, others)| others.first().map_or(count, |other| &other.count))
    }

    /// Returns each count with its complements. The list of complements is empty if there are
    /// several counts.
    pub fn counts_with_complements(&self) -> impl Iterator<Item = (&Count, &[Complement])> {
        let complements = self.single_count().map_or(&[][..], |one| &one.complements[..]);
        self.counts().iter().map(move |count| (count, complements))
    }

    /// Returns the value that the objective has in a solution.
    pub fn value(&self, values: &Values) -> i64 {
        self.value_by(|count| count.value(values), |sum| sum.value(values))
    }

    /// Returns the largest value over all assignments.
    pub fn largest(&self) -> i64 {
        self.value_by(|count| count.lits.len(), Sum::largest)
    }

    /// Returns the least value over all assignments.
    pub fn least(&self) -> i64 {
        self.value_by(|_| 0, Sum::least)
    }

    /// Returns the greatest common divisor of the weights. It divides the difference of any two
    /// values. The result is 1 if the objective is not a weighted sum.
    pub fn step(&self) -> i64 {
        let weights = self.weighted_sum().map_or(&[][..], |weighted| weighted.sum.weights());
        let divisor = weights.iter().fold(0, |divisor: i64, weight| divisor.gcd(weight));
        divisor.max(1)
    }

    /// Returns the value of the objective, with its constant. The value is computed from two
    /// functions: `count` returns how many literals of a count are true, and `sum` returns the
    /// weight of the true literals of a sum. The least of no counts is 0.
    fn value_by(&self, count: impl Fn(&Count) -> usize, sum: impl Fn(&Sum) -> i64) -> i64 {
        match self {
            Objective::Total(_, Total::Count(one)) => one.constant + signed(count(&one.count)),
            Objective::Total(_, Total::Weighted(weighted)) => {
                weighted.constant + sum(&weighted.sum)
            }
            Objective::MaximiseLeast(least) => {
                signed(least.counts.iter().map(count).min().unwrap_or(0))
            }
        }
    }

    /// Returns whether the literals and partitions of each count and each complement are well
    /// formed, and whether the weight of each complement is at least 1.
    pub(super) fn is_well_formed(&self) -> bool {
        let complements = self.single_count().map_or(&[][..], |one| &one.complements[..]);
        self.counts().iter().all(Count::is_well_formed)
            && complements.iter().all(|other| other.weight >= 1 && other.count.is_well_formed())
    }
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).expect("fewer literals than memory")
}

/// The goal of a problem: what is optimised, and the range of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Whether smaller or larger values are better.
    pub sense: Sense,
    /// The name of the optimised quantity, as messages use it.
    pub name: &'static str,
    /// The least value that an answer can have. A search for a minimum relies on this without
    /// proof.
    pub least: i64,
    /// The largest value that an answer can have. A search for a maximum relies on this without
    /// proof.
    pub largest: i64,
}

impl Goal {
    /// Returns the goal to optimise a count, which has values from 0 to `most`.
    pub fn for_count(sense: Sense, name: &'static str, most: usize) -> Goal {
        let largest = i64::try_from(most).expect("fewer than memory holds");
        Goal { sense, name, least: 0, largest }
    }
}
