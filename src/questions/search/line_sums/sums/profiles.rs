//! All profiles (numbers of literals on each line) with a given total.
//!
//! A **spending** belongs to a partition. It states on which lines the sum exceeds the least sum,
//! and by how many steps, so that the sums add up to the total. A spending has a product with each
//! dependency. Spendings with equal products form a **class**. A profile has one spending for each
//! partition such that the dependencies hold. The partitions are joined class by class. A class
//! must have the values that the dependencies still need. Also, the weight of all steps must not
//! exceed the number of left-over literals ([`LineSums::left_over`]).
//!
//! So millions of profiles are stored as a few thousand families of classes. A profile is built on
//! request, from its index.

use std::collections::BTreeMap;
use std::ops::Range;

use super::LineSums;
use crate::stop::Stop;

/// The most spendings of a partition. If there are more, the profiles are not listed.
const MOST_SPENDINGS: usize = 1_000_000;
/// The most steps in all spendings of a partition together, which bounds their memory.
const MOST_SPENT: usize = 8_000_000;

/// The most families of profiles. If there are more, the profiles are not listed.
const MOST_FAMILIES: usize = 2_000_000;

/// The number of steps between two checks for a requested stop.
const BETWEEN_LOOKS: u64 = 1 << 16;

/// All profiles with a total, each built from its index on request.
#[derive(Debug)]
pub struct Profiles {
    /// The least sum of each line.
    least: Vec<u32>,
    /// For each line, the difference between consecutive sums.
    steps: Vec<u32>,
    /// For each partition, its classes.
    classes: Vec<Vec<Class>>,
    families: ProfileFamilies,
    /// The number of profiles in all families.
    number: u64,
}

/// The spendings of a partition whose products with all dependencies are equal.
#[derive(Debug)]
struct Class {
    /// The weight of all steps in a spending, in units of 1 / `SCALE`. It is the same for all
    /// spendings of the class.
    weight: i128,
    /// For each dependency, the sum of coefficient · line sum over the lines of the partition.
    values: Vec<i64>,
    spendings: Vec<Spending>,
}

/// The lines whose sums exceed their least sums. A line is listed once for every step by which its
/// sum exceeds the least sum.
type Spending = Box<[u16]>;

/// The families of profiles. A family has one class for every partition. It has one profile for
/// every way to choose one spending from each of these classes.
#[derive(Debug, Default)]
struct ProfileFamilies {
    /// The indices of the classes, family after family, with one index for each partition.
    classes: Vec<u32>,
    /// For each family, the number of profiles in all families before it.
    before: Vec<u64>,
}

impl LineSums {
    /// Returns all profiles with this total, including those that the solver later refutes. If no
    /// line sums give the total, there are no profiles. Lowers `steps` by the steps taken, even if
    /// it returns `None`. Returns `None` in these cases:
    ///
    /// - `steps` is used up.
    /// - A stop is requested (checked every [`BETWEEN_LOOKS`] steps).
    /// - A partition has more than [`MOST_SPENDINGS`] spendings, or they have more than
    ///   [`MOST_SPENT`] steps.
    /// - There are more than [`MOST_FAMILIES`] families.
    /// - A number does not fit its type.
    pub fn profiles(&self, total: u64, steps: &mut u64, stop: &Stop) -> Option<Profiles> {
        let mut patience = ListingLimits { steps, stop };
        // Rounding can make weights negative. This sum takes such weights into account.
        let below = self
            .lines
            .iter()
            .zip(&self.weights)
            .map(|(line, &weight)| weight.min(0) * i128::from(line.most - line.least))
            .sum::<i128>();
        let left = self.left(total) - below;
        let mut classes = Vec::new();
        for range in &self.partitions {
            let mut spender = Spender {
                sums: self,
                range: range.clone(),
                left,
                patience: &mut patience,
                spendings: Vec::new(),
                spent: Vec::new(),
                steps_left: MOST_SPENT,
            };
            spender.spend_all(total)?;
            classes.push(self.group_into_classes(range, spender.spendings));
        }
        let mut join = Join::new(self, &classes, left, &mut patience);
        join.extend(&mut Vec::new(), 0)?;
        let Join { families, number, .. } = join;
        let least = self.lines.iter().map(|line| line.least).collect();
        let steps = self.lines.iter().map(|line| line.step).collect();
        Some(Profiles { least, steps, classes, families, number })
    }

    /// Groups the spendings of a partition into classes, in increasing order of their values. The
    /// lines of the partition are `range`. For each dependency, a class has one value: the sum of
    /// coefficient · line sum over these lines. The line sums in it are the least sums plus the
    /// steps. Its weight is the weight of the steps alone. Spendings with equal values must have
    /// equal weights; only debug builds test this.
    fn group_into_classes(&self, range: &Range<usize>, spendings: Vec<Spending>) -> Vec<Class> {
        let coefficients = self.dependencies.iter().map(|dependency| &dependency.coefficients);
        let least: Vec<i64> = coefficients
            .clone()
            .map(|c| range.clone().map(|line| c[line] * i64::from(self.lines[line].least)).sum())
            .collect();
        let mut by_values: BTreeMap<Vec<i64>, Class> = BTreeMap::new();
        for spending in spendings {
            let weight = spending.iter().map(|&line| self.weight(usize::from(line))).sum();
            let values: Vec<i64> = coefficients
                .clone()
                .zip(&least)
                .map(|(c, least)| {
                    let lines = spending
                        .iter()
                        .map(|&line| usize::from(line))
                        .map(|line| c[line] * i64::from(self.lines[line].step))
                        .sum::<i64>();
                    least + lines
                })
                .collect();
            match by_values.get_mut(&values) {
                Some(class) => {
                    debug_assert_eq!(class.weight, weight, "the weight follows from the values");
                    class.spendings.push(spending);
                }
                None => {
                    let class = Class { weight, values: values.clone(), spendings: vec![spending] };
                    by_values.insert(values, class);
                }
            }
        }
        by_values.into_values().collect()
    }

    /// Returns the weight of one step on a line, in units of 1 / `SCALE`.
    fn weight(&self, line: usize) -> i128 {
        self.weights[line] * i128::from(self.lines[line].step)
    }
}

/// The limits of a listing of profiles.
struct ListingLimits<'a> {
    /// The number of steps left.
    steps: &'a mut u64,
    stop: &'a Stop,
}

impl ListingLimits<'_> {
    /// Counts a step. Returns `None` if no step is left or a stop is requested.
    fn step(&mut self) -> Option<()> {
        *self.steps = self.steps.checked_sub(1)?;
        let looks = self.steps.is_multiple_of(BETWEEN_LOOKS);
        (!looks || !self.stop.is_reached()).then_some(())
    }
}

/// The listing of a partition's spendings.
struct Spender<'a, 'b> {
    sums: &'a LineSums,
    /// The indices of the partition's lines.
    range: Range<usize>,
    /// The largest weight of all steps of a spending, in units of 1 / `SCALE`.
    left: i128,
    patience: &'a mut ListingLimits<'b>,
    /// The spendings found so far.
    spendings: Vec<Spending>,
    /// The lines of the current spending, in increasing order. Each line is listed once for each
    /// step.
    spent: Vec<u16>,
    /// The number of steps that all spendings found from now on are allowed to have together.
    steps_left: usize,
}

impl Spender<'_, '_> {
    /// Lists all spendings whose sums add up to `total`. If the least sums exceed `total`, there
    /// are none. Returns `None` at a limit.
    fn spend_all(&mut self, total: u64) -> Option<()> {
        let least = self.range.clone().map(|line| u64::from(self.sums.lines[line].least)).sum();
        match total.checked_sub(least) {
            None => Some(()),
            Some(rest) => self.spend(self.range.start, rest, 0),
        }
    }

    /// Adds to `spendings` all spendings that extend the current one by exactly `rest` literals,
    /// with steps on lines from `first` on. `first` is an index in the list of all lines. A step
    /// raises the sum of a line by the `step` of this line. Leaves out steps that exceed a line's
    /// largest sum, and steps that make the weight exceed `left`. `weight` is the weight of the
    /// current steps. Restores `spent` at the end. Returns `None` at a limit ([`MOST_SPENDINGS`],
    /// [`MOST_SPENT`], no step left), at a stop, or if the index of a line does not fit into 16
    /// bits. In these cases, `spent` is not restored.
    fn spend(&mut self, first: usize, rest: u64, weight: i128) -> Option<()> {
        self.patience.step()?;
        if rest == 0 {
            self.steps_left = self.steps_left.checked_sub(self.spent.len())?;
            self.spendings.push(self.spent.as_slice().into());
            return (self.spendings.len() <= MOST_SPENDINGS).then_some(());
        }
        for index in first..self.range.end {
            let line = &self.sums.lines[index];
            let weight = weight + self.sums.weight(index);
            let place = u16::try_from(index).ok()?;
            let more =
                self.spent.iter().rev().take_while(|&&other| other == place).count() as u64 + 1;
            let sum = u64::from(line.least) + more * u64::from(line.step);
            if u64::from(line.step) > rest || sum > u64::from(line.most) || weight > self.left {
                continue;
            }
            self.spent.push(place);
            self.spend(index, rest - u64::from(line.step), weight)?;
            self.spent.pop();
        }
        Some(())
    }
}

/// The joining of the partitions' classes into families.
struct Join<'a, 'b> {
    /// For each partition, its classes.
    classes: &'a [Vec<Class>],
    /// The largest weight of all steps of a profile, in units of 1 / `SCALE`.
    left: i128,
    patience: &'a mut ListingLimits<'b>,
    /// For each partition, the indices of the dependencies whose last line is in this partition.
    ending: Vec<Vec<usize>>,
    /// For each partition, the indices of its classes. They are grouped by their values of the
    /// dependencies in `ending`.
    index: Vec<BTreeMap<Vec<i64>, Vec<usize>>>,
    /// For each partition, the least weight that all later partitions add together.
    weight_after: Vec<i128>,
    /// For each dependency, the sum of the values of the chosen classes.
    values: Vec<i64>,
    families: ProfileFamilies,
    /// The number of profiles in the families so far.
    number: u64,
}

impl<'b> Join<'_, 'b> {
    /// Returns a joining without families. Indexes the classes of each partition by their values of
    /// the dependencies whose last line is in this partition. `classes` has the classes of every
    /// partition, in order. `left` is the largest weight of all steps of a profile.
    fn new<'a>(
        sums: &LineSums,
        classes: &'a [Vec<Class>],
        left: i128,
        patience: &'a mut ListingLimits<'b>,
    ) -> Join<'a, 'b> {
        let ending: Vec<Vec<usize>> = (0..classes.len())
            .map(|partition| {
                (0..sums.dependencies.len())
                    .filter(|&index| {
                        last_partition(&sums.dependencies[index].coefficients, sums)
                            == Some(partition)
                    })
                    .collect()
            })
            .collect();
        let index = classes
            .iter()
            .zip(&ending)
            .map(|(classes, ending)| {
                let mut index: BTreeMap<Vec<i64>, Vec<usize>> = BTreeMap::new();
                for (number, class) in classes.iter().enumerate() {
                    let key = ending.iter().map(|&dependency| class.values[dependency]).collect();
                    index.entry(key).or_default().push(number);
                }
                index
            })
            .collect();
        let weight_after = (0..classes.len())
            .map(|partition| {
                classes[partition + 1..].iter().map(|classes| least_weight(classes)).sum()
            })
            .collect();
        Join {
            classes,
            left,
            patience,
            index,
            weight_after,
            ending,
            values: vec![0; sums.dependencies.len()],
            families: ProfileFamilies::default(),
            number: 0,
        }
    }

    /// Extends the classes that are chosen for the first partitions to families, in every way that
    /// satisfies the dependencies and whose weight does not exceed `left`. Adds these families.
    /// `chosen` has the indices of the chosen classes, `weight` is their weight, and `values` must
    /// have the sums of their values. Restores `chosen` and `values` at the end. Returns `None` at
    /// a limit of steps or families, at a stop, or if a number does not fit its type. Then `chosen`
    /// and `values` are not restored.
    fn extend(&mut self, chosen: &mut Vec<usize>, weight: i128) -> Option<()> {
        let partition = chosen.len();
        if partition == self.classes.len() {
            return self.add_family(chosen);
        }
        let key: Vec<i64> =
            self.ending[partition].iter().map(|&index| -self.values[index]).collect();
        let Some(numbers) = self.index[partition].get(&key).cloned() else { return Some(()) };
        for number in numbers {
            self.patience.step()?;
            let class = &self.classes[partition][number];
            let weight = weight + class.weight;
            if weight + self.weight_after[partition] > self.left {
                continue;
            }
            self.values.iter_mut().zip(&class.values).for_each(|(sum, value)| *sum += value);
            chosen.push(number);
            self.extend(chosen, weight)?;
            chosen.pop();
            self.values.iter_mut().zip(&class.values).for_each(|(sum, value)| *sum -= value);
        }
        Some(())
    }

    /// Adds the family of the classes `chosen`, which has one index for each partition, and counts
    /// its profiles. Returns `None` if there are now more than [`MOST_FAMILIES`] families, if the
    /// index of a class does not fit into 32 bits, or if the number of all profiles does not fit
    /// into 64 bits.
    fn add_family(&mut self, chosen: &[usize]) -> Option<()> {
        let size = chosen
            .iter()
            .zip(self.classes)
            .map(|(&class, classes)| classes[class].spendings.len() as u64)
            .try_fold(1_u64, u64::checked_mul)?;
        for &class in chosen {
            self.families.classes.push(u32::try_from(class).ok()?);
        }
        self.families.before.push(self.number);
        self.number = self.number.checked_add(size)?;
        (self.families.before.len() <= MOST_FAMILIES).then_some(())
    }
}

fn least_weight(classes: &[Class]) -> i128 {
    classes.iter().map(|class| class.weight).min().unwrap_or(0)
}

/// Returns the index of the last partition in which the dependency contains a line. Returns `None`
/// if all coefficients are 0.
fn last_partition(coefficients: &[i64], sums: &LineSums) -> Option<usize> {
    let line = coefficients.iter().rposition(|&number| number != 0);
    line.and_then(|line| sums.partitions.iter().position(|range| range.contains(&line)))
}

impl Profiles {
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the profile with an index: the number of literals on each line. Panics if the index
    /// is not below [`Profiles::number`].
    pub fn get(&self, number: u64) -> Vec<u32> {
        assert!(number < self.number, "a profile of that number");
        let ProfileFamilies { classes, before } = &self.families;
        let family = before.partition_point(|&before| before <= number) - 1;
        let mut rest = number - before[family];
        let mut sums = self.least.clone();
        let partitions = self.classes.len();
        let chosen = &classes[family * partitions..][..partitions];
        for (&class, classes) in chosen.iter().zip(&self.classes) {
            let spendings = &classes[class as usize].spendings;
            let size = spendings.len() as u64;
            let place = usize::try_from(rest % size).expect("an index in a list in memory");
            rest /= size;
            for line in spendings[place].iter().map(|&line| usize::from(line)) {
                sums[line] += self.steps[line];
            }
        }
        sums
    }
}
