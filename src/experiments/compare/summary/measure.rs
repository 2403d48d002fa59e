//! The measures by which runs are compared, and their values for a run.
//!
//! The value of a stopped run is a lower bound. A value that a run does not report, such as the
//! conflicts of an external solver, is unknown, never 0.

use serde::Serialize;

use super::SHORT;
use crate::compare::statistics::Bracket;
use crate::record::{Limit, Record};

/// A measure by which runs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Processor time, in seconds.
    Cpu,
    /// Wall time, in seconds.
    Wall,
    /// Processor time for encoding, in seconds.
    Encode,
    /// Processor time for solving, in seconds.
    Solve,
    /// Number of conflicts.
    Conflicts,
    /// Number of propagated literals.
    Propagations,
    /// The ticks of CaDiCaL, which are its estimate of its memory accesses.
    Ticks,
    /// The peak memory, in megabytes.
    Memory,
    /// Number of clauses.
    Clauses,
}

/// A measure with its names, its unit and the function that reads it.
pub struct MeasureRow {
    /// The name on the command line.
    pub name: &'static str,
    pub measure: Measure,
    /// The measure in words, for a sentence.
    pub noun: &'static str,
    /// Whether the measure is a count. Counts are equal in equal runs, and other measures vary
    /// between equal runs.
    pub is_counted: bool,
    /// The unit after a number. It is empty for counts.
    pub unit: &'static str,
    /// Returns the value of a run, or `None` if the run does not report it.
    read: fn(&Record) -> Option<f64>,
    /// A number that is added to each value, so that ratios of counts never divide by 0.
    added: f64,
    /// Smallest measurable value. Of a smaller value, it is only known that it is below this
    /// number.
    least: f64,
}

/// The number that is added to counts, since a ratio needs values above 0.
const COUNT: f64 = 1.0;

/// The least time that can be measured, in seconds. Of a shorter time, it is only known that it is
/// below this number.
const TICK: f64 = 1e-4;

/// Returns the row of a measure that is a time in seconds. `name` is its name on the command line,
/// `noun` its words in a sentence. `read` returns the time of a run, or `None` if the run does not
/// report it. Times vary between equal runs. A time below [`TICK`] counts as too small to be
/// measured. Nothing is added to times in ratios.
const fn seconds(
    name: &'static str,
    measure: Measure,
    noun: &'static str,
    read: fn(&Record) -> Option<f64>,
) -> MeasureRow {
    MeasureRow { name, measure, noun, is_counted: false, unit: "s", read, added: 0.0, least: TICK }
}

/// Returns the row of a count. `name` is its name on the command line, `noun` its words in a
/// sentence. `read` returns the count of a run, or `None` if the run does not report it. Counts
/// have no unit, are equal in equal runs, and can be measured down to 0. [`COUNT`] is added to them
/// in ratios.
const fn count(
    name: &'static str,
    measure: Measure,
    noun: &'static str,
    read: fn(&Record) -> Option<f64>,
) -> MeasureRow {
    MeasureRow { name, measure, noun, is_counted: true, unit: "", read, added: COUNT, least: 0.0 }
}

fn to_float(value: Option<u64>) -> Option<f64> {
    value.map(|value| value as f64)
}

/// All measures, in the order in which the help lists them.
pub const MEASURES: &[MeasureRow] = &[
    seconds("cpu", Measure::Cpu, "processor time", |run| Some(run.cpu_seconds)),
    seconds("wall", Measure::Wall, "wall clock time", |run| Some(run.wall_seconds)),
    seconds("encode", Measure::Encode, "processor time for encoding", |run| run.encode_seconds),
    seconds("solve", Measure::Solve, "processor time for solving", |run| run.solve_seconds),
    count("conflicts", Measure::Conflicts, "conflicts", |run| to_float(run.conflicts)),
    count("propagations", Measure::Propagations, "propagations", |run| to_float(run.propagations)),
    count("ticks", Measure::Ticks, "ticks", |run| to_float(run.ticks)),
    MeasureRow {
        unit: "MB",
        least: 1e-3,
        ..seconds("memory", Measure::Memory, "memory", |run| run.memory_mb)
    },
    count("clauses", Measure::Clauses, "clauses", |run| to_float(run.clauses)),
];

impl Measure {
    /// Returns the default measure. This is the processor time for solving under two conditions: no
    /// external solver ran, and more than half of the runs are solved in less than [`SHORT`]
    /// seconds of processor time. Otherwise, or if there are no runs, it is the processor time of
    /// the run. Reference runs do not count.
    pub fn default_for(records: &[Record]) -> Measure {
        let compared = records.iter().filter(|run| !run.reference);
        let short =
            compared.clone().filter(|run| run.is_solved() && run.cpu_seconds < SHORT).count();
        let all = compared.clone().count();
        if 2 * short > all && compared.clone().all(|run| run.external_solver().is_none()) {
            Measure::Solve
        } else {
            Measure::Cpu
        }
    }

    /// Returns the measure with this name on the command line. Returns `None` if no measure has
    /// this name.
    pub fn by_name(name: &str) -> Option<Measure> {
        MEASURES.iter().find(|row| row.name == name).map(|row| row.measure)
    }

    /// Returns the row of the measure in [`MEASURES`], with its names and its unit.
    pub fn row(self) -> &'static MeasureRow {
        MEASURES.iter().find(|row| row.measure == self).expect("every measure has a row")
    }

    /// Returns the time that PAR2, the fastest runs and the plot of solved runs use. It is this
    /// measure if this measure is a time. Otherwise, it is the processor time of the whole process.
    pub fn time(self) -> Measure {
        match self {
            Measure::Wall | Measure::Encode | Measure::Solve => self,
            _ => Measure::Cpu,
        }
    }

    /// Returns the time of a run for PAR2, in seconds. If the run has no result, this is twice the
    /// limit. Returns `None` if the run has a result, but does not report the time. `self` must be
    /// a [`time`](Measure::time).
    pub fn par2(self, record: &Record) -> Option<f64> {
        debug_assert_eq!(self, self.time(), "PAR2 is of a time");
        if record.is_solved() {
            return self.display_value(record);
        }
        Some(2.0 * self.limit(record.time_limit, record.wall_limit))
    }

    /// Returns the limit for this time, in seconds. For wall time, it is `wall_limit` if there is
    /// such a limit. In all other cases, it is `time_limit`, the limit of processor time.
    pub fn limit(self, time_limit: f64, wall_limit: Option<f64>) -> f64 {
        wall_limit.filter(|_| self == Measure::Wall).unwrap_or(time_limit)
    }

    /// Returns the words for the measure in a sentence.
    pub fn noun(self) -> &'static str {
        self.row().noun
    }

    /// Returns `less` or `fewer`, whichever fits the measure.
    pub fn less(self) -> &'static str {
        if self.row().is_counted { "fewer" } else { "less" }
    }

    /// Returns `as much` or `as many`, whichever fits the measure.
    pub fn as_much(self) -> &'static str {
        if self.row().is_counted { "as many" } else { "as much" }
    }

    /// Returns words for the amount of the measure, such as `number of conflicts`.
    pub fn amount(self) -> String {
        let noun = self.noun();
        if self.row().is_counted { format!("number of {noun}") } else { noun.to_owned() }
    }

    /// Returns whether the measure includes the start of the process.
    pub fn includes_process_start(self) -> bool {
        matches!(self, Measure::Cpu | Measure::Wall)
    }

    /// Returns whether only the embedded solver reports the measure.
    pub fn is_embedded_only(self) -> bool {
        matches!(self, Measure::Conflicts | Measure::Propagations | Measure::Ticks)
    }

    /// Returns the value of a run for display, in the unit of the measure. Returns `None` if the
    /// run does not report it.
    pub fn display_value(self, record: &Record) -> Option<f64> {
        (self.row().read)(record)
    }

    /// Returns the value of a run for ratios. It is at least the smallest measurable value. If the
    /// measure is a count, a number is added to it. Returns `None` if the run does not report the
    /// measure.
    pub fn ratio_value(self, record: &Record) -> Option<f64> {
        let row = self.row();
        Some((row.read)(record)?.max(row.least) + row.added)
    }

    /// Returns the value of a run for ratios, or infinity if the run has no result. Returns `None`
    /// if the run has a result, but does not report the measure.
    pub fn value_or_infinity(self, record: &Record) -> Option<f64> {
        if record.is_solved() { self.ratio_value(record) } else { Some(f64::INFINITY) }
    }

    /// Subtracts the number that [`Measure::ratio_value`] adds to counts. Times stay unchanged.
    pub fn remove_offset(self, value: f64) -> f64 {
        value - self.row().added
    }

    /// Returns bounds of the value that the run would have without limits, for ratios.
    ///
    /// - If the run has a result, the bounds are equal. But if its value is too small to be
    ///   measured, the lower bound is 0.
    /// - If the run has no result, the upper bound is infinite. The lower bound is the value that
    ///   the run has reached, or 0 if this value is unknown. If the measure is processor time and
    ///   its limit stopped the run, the lower bound is at least this limit.
    ///
    /// Returns `None` if the run has a result, but does not report the measure.
    pub fn bracket(self, record: &Record) -> Option<Bracket> {
        let value = self.ratio_value(record);
        if record.is_solved() {
            let is_measured = self.display_value(record)? >= self.row().least;
            return value.map(|value| {
                if is_measured { Bracket::exact(value) } else { Bracket { low: 0.0, high: value } }
            });
        }
        let lower_bound = match (self, record.limit) {
            (Measure::Cpu, Some(Limit::Cpu)) => record.time_limit.max(record.cpu_seconds),
            _ => value.unwrap_or(0.0),
        };
        Some(Bracket { low: lower_bound, high: f64::INFINITY })
    }

    /// Returns bounds of the natural logarithm of the ratio of the first run to the second. They
    /// come from the [brackets](Measure::bracket) of the runs, and may be infinite. Returns `None`
    /// if a run has a result, but does not report the measure.
    pub fn log_ratio(self, [first, second]: [&Record; 2]) -> Option<Bracket> {
        let [first, second] = [self.bracket(first)?, self.bracket(second)?];
        Some(Bracket {
            low: first.low.ln() - second.high.ln(),
            high: first.high.ln() - second.low.ln(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Ending;
    use crate::record::tests::record;

    #[test]
    fn measures_have_names_of_their_own() {
        for (index, row) in MEASURES.iter().enumerate() {
            assert!(MEASURES[..index].iter().all(|other| other.name != row.name));
            assert_eq!(Measure::by_name(row.name), Some(row.measure));
            assert!(
                row.measure.ratio_value(&record("x-1", &[], 0.0)).is_some_and(|value| value > 0.0)
            );
        }
        assert_eq!(Measure::by_name("seconds"), None);
    }

    #[test]
    fn a_ratio_with_a_stopped_run_is_a_bound_and_with_two_nothing() {
        let solved = |cpu: f64| record("x-1", &[], cpu);
        let stopped = Record { ending: Ending::Stopped, limit: Some(Limit::Cpu), ..solved(9.9) };
        let ratio = |first: &Record, second: &Record| {
            Measure::Cpu.log_ratio([first, second]).expect("times are known")
        };
        assert_eq!(ratio(&solved(2.0), &solved(1.0)), Bracket::exact(2.0_f64.ln()));
        let at_most = ratio(&solved(1.0), &stopped);
        assert!(at_most.low == f64::NEG_INFINITY && (at_most.high - 0.1_f64.ln()).abs() < 1e-12);
        let at_least = ratio(&stopped, &solved(1.0));
        assert!((at_least.low - 10.0_f64.ln()).abs() < 1e-12 && at_least.high == f64::INFINITY);
        assert!(!ratio(&stopped, &stopped).has_finite_bound());
    }

    #[test]
    fn runs_shorter_than_a_start_are_compared_by_solving() {
        let run = |cpu| record("x-1", &[], cpu);
        let [short, long] = [0.01, 0.5].map(run);
        let by_default = |runs: &[&Record]| {
            Measure::default_for(&runs.iter().map(|&run| run.clone()).collect::<Vec<_>>())
        };
        assert_eq!(by_default(&[&short, &short, &long]), Measure::Solve);
        assert_eq!(by_default(&[&short, &long]), Measure::Cpu);
        assert_eq!(by_default(&[]), Measure::Cpu);
        let found = Record { reference: true, ..short.clone() };
        assert_eq!(by_default(&[&found, &short, &long]), Measure::Cpu);
        let crashed = Record { ending: Ending::Broken, ..short.clone() };
        assert_eq!(by_default(&[&crashed, &crashed, &long]), Measure::Cpu);
        let solver = [("solver".to_owned(), "minisat".to_owned())];
        let other = Record { options: solver.into(), ..short.clone() };
        assert_eq!(by_default(&[&short, &short, &other]), Measure::Cpu);
    }

    #[test]
    fn par2_is_of_the_compared_time() {
        let run = Record { wall_seconds: 3.0, ..record("x-1", &[], 1.0) };
        let stopped = Record { ending: Ending::Stopped, wall_limit: Some(30.0), ..run.clone() };
        let par2 = |measure: Measure| {
            let time = measure.time();
            [time.par2(&run), time.par2(&stopped)]
        };
        assert_eq!(par2(Measure::Solve), [Some(0.9), Some(20.0)]);
        assert_eq!(par2(Measure::Encode), [Some(0.1), Some(20.0)]);
        assert_eq!(par2(Measure::Wall), [Some(3.0), Some(60.0)]);
        for other in [Measure::Cpu, Measure::Conflicts, Measure::Memory] {
            assert_eq!(par2(other), [Some(1.0), Some(20.0)]);
        }
        let silent = Record { solve_seconds: None, ..run };
        assert_eq!(Measure::Solve.par2(&silent), None);
    }

    #[test]
    fn what_ended_otherwise_took_what_it_took_and_what_is_not_told_is_not_known() {
        let crashed = Record { ending: Ending::Broken, conflicts: None, ..record("x-1", &[], 0.1) };
        let late =
            Record { ending: Ending::Stopped, limit: Some(Limit::Wall), ..record("x-1", &[], 0.1) };
        for run in [&crashed, &late] {
            let cpu = Measure::Cpu.bracket(run).expect("a time");
            assert_eq!((cpu.low, cpu.high), (0.1, f64::INFINITY));
        }
        let stopped = Record { limit: Some(Limit::Cpu), wall_seconds: 5.1, ..late.clone() };
        assert_eq!(Measure::Wall.bracket(&stopped).map(|wall| wall.low), Some(5.1));
        let other = Record { conflicts: None, ..record("x-1", &[], 0.1) };
        assert_eq!(Measure::Conflicts.bracket(&other), None);
        let solved = record("x-1", &[], 0.1);
        let ratio = Measure::Conflicts.log_ratio([&crashed, &solved]).expect("nothing is known");
        assert!(!ratio.has_finite_bound());
    }
}
