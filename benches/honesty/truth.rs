//! Comparisons with known truth: simulated lines, summarised by the same code as real ones.
//!
//! The logarithm of the time of a run is the sum of four terms: the difficulty of its board, the
//! advantage of its configuration on that board, the luck of the repetition, and the noise of the
//! machine. The advantage of the first configuration on each board is drawn around its advantage in
//! the family. A share of the runs is stopped at a limit, or the first configuration breaks on the
//! harder half of the boards.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use quarrel::compare::summary::{ComparedFinding, FindingVerdict, Measure, Pair, Summary};
use quarrel::record::origin::{Build, Machine, RunOrigin, Start};
use quarrel::record::{Ending, Limit, Record};
use quarrel::search::Status;
use serde_json::json;

/// The distribution of the luck of a repetition, as a logarithm of the time.
#[derive(Clone, Copy, Debug)]
pub enum Luck {
    /// Normal distribution with this standard deviation.
    Normal(f64),
    /// Student's t with two degrees of freedom, which has no variance, times this factor.
    Student2(f64),
    /// The logarithm of a Pareto distribution of index 1: the time has no mean.
    Pareto,
}

/// What happens to runs that take long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fate {
    Solved,
    /// This share of all runs is stopped at the limit.
    Stopped(f64),
    /// The first configuration breaks on the harder half of the boards.
    Breaks,
}

#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub name: &'static str,
    pub boards: usize,
    /// The number of runs of each configuration on a board.
    pub repetitions: u64,
    pub configurations: usize,
    /// The ratio of the first configuration to the others in the family.
    pub ratio: f64,
    /// The standard deviation of the logarithm of the ratio between boards.
    pub tau: f64,
    pub luck: Luck,
    pub fate: Fate,
}

/// Two equal configurations, eight boards, three repetitions.
const PLAIN: Case = Case {
    name: "",
    boards: 8,
    repetitions: 3,
    configurations: 2,
    ratio: 1.0,
    tau: 0.0,
    luck: Luck::Normal(0.3),
    fate: Fate::Solved,
};

pub const CASES: &[Case] = &[
    Case { name: "the same, noise alone", luck: Luck::Normal(0.0), ..PLAIN },
    Case {
        name: "the same, noise alone",
        boards: 3,
        repetitions: 7,
        luck: Luck::Normal(0.0),
        ..PLAIN
    },
    Case { name: "the same, luck 0.7", luck: Luck::Normal(0.7), ..PLAIN },
    Case {
        name: "the same, luck 0.7",
        boards: 1,
        repetitions: 18,
        luck: Luck::Normal(0.7),
        ..PLAIN
    },
    Case {
        name: "the same, luck 0.7",
        boards: 3,
        repetitions: 7,
        luck: Luck::Normal(0.7),
        ..PLAIN
    },
    Case {
        name: "the same, luck 0.7",
        boards: 20,
        repetitions: 1,
        luck: Luck::Normal(0.7),
        ..PLAIN
    },
    Case { name: "the same, two repetitions", repetitions: 2, luck: Luck::Normal(0.7), ..PLAIN },
    Case { name: "the same, heavy tails, t(2)", luck: Luck::Student2(0.3), ..PLAIN },
    Case { name: "the same, heavy tails, Pareto", luck: Luck::Pareto, ..PLAIN },
    Case { name: "the same, a third stopped", boards: 12, fate: Fate::Stopped(1.0 / 3.0), ..PLAIN },
    Case {
        name: "the same, luck 0.7, a third stopped",
        boards: 12,
        luck: Luck::Normal(0.7),
        fate: Fate::Stopped(1.0 / 3.0),
        ..PLAIN
    },
    Case {
        name: "boards differ by 0.24",
        tau: 0.24,
        luck: Luck::Normal(0.13),
        boards: 1,
        repetitions: 18,
        ..PLAIN
    },
    Case {
        name: "boards differ by 0.24",
        tau: 0.24,
        luck: Luck::Normal(0.13),
        boards: 3,
        repetitions: 7,
        ..PLAIN
    },
    Case {
        name: "boards differ by 0.24",
        tau: 0.24,
        luck: Luck::Normal(0.13),
        repetitions: 5,
        ..PLAIN
    },
    Case {
        name: "boards differ by 0.24",
        tau: 0.24,
        luck: Luck::Normal(0.13),
        boards: 10,
        ..PLAIN
    },
    Case {
        name: "boards differ by 0.24",
        tau: 0.24,
        luck: Luck::Normal(0.13),
        boards: 20,
        repetitions: 1,
        ..PLAIN
    },
    Case {
        name: "boards differ by 0.8",
        tau: 0.8,
        luck: Luck::Normal(0.13),
        boards: 1,
        repetitions: 18,
        ..PLAIN
    },
    Case {
        name: "boards differ by 0.8",
        tau: 0.8,
        luck: Luck::Normal(0.13),
        boards: 3,
        repetitions: 7,
        ..PLAIN
    },
    Case {
        name: "boards differ by 0.8",
        tau: 0.8,
        luck: Luck::Normal(0.13),
        repetitions: 5,
        ..PLAIN
    },
    Case { name: "boards differ by 0.8", tau: 0.8, luck: Luck::Normal(0.13), boards: 10, ..PLAIN },
    Case {
        name: "boards differ by 0.8",
        tau: 0.8,
        luck: Luck::Normal(0.13),
        boards: 20,
        repetitions: 1,
        ..PLAIN
    },
    Case { name: "0.9", ratio: 0.9, luck: Luck::Normal(0.1), ..PLAIN },
    Case { name: "0.9, boards differ by 0.2", ratio: 0.9, tau: 0.2, ..PLAIN },
    Case { name: "0.7", ratio: 0.7, luck: Luck::Normal(0.1), ..PLAIN },
    Case { name: "0.7, boards differ by 0.2", ratio: 0.7, tau: 0.2, ..PLAIN },
    Case { name: "0.7, boards differ by 0.2", ratio: 0.7, tau: 0.2, boards: 20, ..PLAIN },
    Case { name: "0.5", ratio: 0.5, luck: Luck::Normal(0.1), ..PLAIN },
    Case { name: "0.5, boards differ by 0.2", ratio: 0.5, tau: 0.2, ..PLAIN },
    Case {
        name: "0.5, boards differ by 0.2, luck 0.7",
        ratio: 0.5,
        tau: 0.2,
        luck: Luck::Normal(0.7),
        ..PLAIN
    },
    Case {
        name: "0.5, a third stopped",
        ratio: 0.5,
        tau: 0.2,
        boards: 12,
        fate: Fate::Stopped(1.0 / 3.0),
        ..PLAIN
    },
    Case {
        name: "0.5, half stopped",
        ratio: 0.5,
        tau: 0.2,
        boards: 12,
        fate: Fate::Stopped(0.5),
        ..PLAIN
    },
    Case {
        name: "0.5, luck 0.7, half stopped",
        ratio: 0.5,
        tau: 0.2,
        boards: 12,
        luck: Luck::Normal(0.7),
        fate: Fate::Stopped(0.5),
        ..PLAIN
    },
    Case {
        name: "0.5, luck 0.7, half stopped",
        ratio: 0.5,
        tau: 0.2,
        boards: 20,
        repetitions: 1,
        luck: Luck::Normal(0.7),
        fate: Fate::Stopped(0.5),
        ..PLAIN
    },
    Case {
        name: "0.5, half stopped",
        ratio: 0.5,
        tau: 0.2,
        boards: 40,
        fate: Fate::Stopped(0.5),
        ..PLAIN
    },
    Case {
        name: "the same, breaks on the hard half",
        boards: 12,
        tau: 0.2,
        fate: Fate::Breaks,
        ..PLAIN
    },
    Case {
        name: "0.8, breaks on the hard half",
        ratio: 0.8,
        boards: 12,
        tau: 0.2,
        fate: Fate::Breaks,
        ..PLAIN
    },
    Case { name: "ten that are the same", configurations: 10, ..PLAIN },
    Case { name: "ten, one of them 0.5", configurations: 10, ratio: 0.5, tau: 0.2, ..PLAIN },
];

/// The standard deviations of the logarithms of difficulty and noise.
const DIFFICULTY: f64 = 1.0;
const NOISE: f64 = 0.05;

/// What one comparison shows, against the truth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub claims: bool,
    /// True if the claim is false: there is no difference, or the difference has the other sign.
    pub is_wrong: bool,
    pub has_interval: bool,
    pub has_both: bool,
    /// True if the interval covers the truth.
    pub holds: bool,
}

impl Seen {
    /// Compares a finding with the true ratio. A claim is wrong if it says "less" and the ratio is
    /// 1 or more, or "more" and the ratio is 1 or less. An open end of the interval always holds,
    /// but an interval that is open at both ends does not count as one.
    fn of(finding: &ComparedFinding, truth: f64) -> Seen {
        let [low, high] = finding.interval;
        let has_interval = low.is_some() || high.is_some();
        let holds = low.is_none_or(|low| low <= truth) && high.is_none_or(|high| truth <= high);
        let claims = finding.verdict.is_different();
        let agrees = match finding.verdict {
            FindingVerdict::Less => truth < 1.0,
            FindingVerdict::More => truth > 1.0,
            _ => true,
        };
        Seen {
            claims,
            is_wrong: claims && !agrees,
            has_interval,
            has_both: low.is_some() && high.is_some(),
            holds: has_interval && holds,
        }
    }
}

/// Numbers of comparisons, by what they show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    pub number: f64,
    pub claims: f64,
    pub wrong: f64,
    /// The number of comparisons with an interval that has at least one end.
    pub intervals: f64,
    pub both: f64,
    /// The number of comparisons whose interval covers the truth.
    pub holds: f64,
}

impl Rates {
    fn take(&mut self, seen: Seen) {
        let count = |yes: bool| if yes { 1.0 } else { 0.0 };
        self.number += 1.0;
        self.claims += count(seen.claims);
        self.wrong += count(seen.is_wrong);
        self.intervals += count(seen.has_interval);
        self.both += count(seen.has_both);
        self.holds += count(seen.holds);
    }

    pub fn claim_rate(&self) -> f64 {
        self.claims / self.number
    }

    pub fn error_rate(&self) -> f64 {
        self.wrong / self.number
    }

    /// Returns the share of intervals that cover the truth; `None` without intervals.
    pub fn coverage(&self) -> Option<f64> {
        (self.intervals > 0.0).then(|| self.holds / self.intervals)
    }
}

/// The rates on both levels, for the pairs with the first configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Levels {
    pub these: Rates,
    pub like: Rates,
}

/// Simulates `number` comparisons of a case and returns how often their findings agree with the
/// truth, for these boards and for boards like these. A comparison without a run that counts is
/// left out. The same seed gives the same numbers.
pub fn rates(case: &Case, number: usize, seed: u64) -> Levels {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut levels = Levels::default();
    for _ in 0..number {
        let (records, of_boards) = lines(case, &mut random);
        let summary = Summary::from_records(&records, Measure::Cpu, false);
        // If no run of a configuration counts, there is no result.
        let Some(section) = summary.sections.first() else { continue };
        let mut seen = [Seen::default(); 2];
        for pair in &section.pairs {
            let pair = &in_the_order_of_the_grid(pair);
            let [these, like] = truths(case, pair, &of_boards);
            let of_pair =
                [Seen::of(&pair.these_boards, these), Seen::of(&pair.boards_like_these, like)];
            for (seen, new) in seen.iter_mut().zip(of_pair) {
                take_together(seen, new, pair.configurations == [0, 1]);
            }
        }
        levels.these.take(seen[0]);
        levels.like.take(seen[1]);
    }
    levels
}

/// Orders a pair so that the first configuration of the grid, whose truth is known, comes first.
fn in_the_order_of_the_grid(pair: &Pair) -> Pair {
    let [first, second] = pair.configurations;
    if first < second { pair.clone() } else { pair.swapped() }
}

/// Adds a pair to what a comparison shows. Any false claim counts; the claim and the interval are
/// those of the first pair.
fn take_together(seen: &mut Seen, new: Seen, is_first: bool) {
    let is_wrong = seen.is_wrong || new.is_wrong;
    *seen = Seen { is_wrong, ..if is_first { new } else { *seen } };
}

/// Returns the true ratio of a pair, on the boards with information and in the family.
fn truths(case: &Case, pair: &Pair, of_boards: &BTreeMap<String, f64>) -> [f64; 2] {
    if pair.configurations[0] > 0 {
        return [1.0, 1.0];
    }
    let says = pair.boards.iter().filter(|one| one.bounds.iter().any(Option::is_some));
    let logs: Vec<f64> = says.map(|one| of_boards[&one.board]).collect();
    let mean = logs.iter().sum::<f64>() / logs.len().max(1) as f64;
    let of_family = if case.fate == Fate::Breaks { f64::INFINITY } else { case.ratio };
    [mean.exp(), of_family]
}

/// Returns the lines of one comparison, and the logarithm of the true ratio on each board.
pub fn lines(case: &Case, random: &mut fastrand::Rng) -> (Vec<Record>, BTreeMap<String, f64>) {
    let mut records = Vec::new();
    let mut truth = BTreeMap::new();
    for board in 0..case.boards {
        let difficulty = DIFFICULTY * normal(random);
        let advantage = case.ratio.ln() + case.tau * normal(random);
        truth.insert(name(board), advantage);
        for repetition in 0..case.repetitions {
            for configuration in 0..case.configurations {
                let of_first = if configuration == 0 { advantage } else { 0.0 };
                let chance = luck(case.luck, random) + NOISE * normal(random);
                let time = (difficulty + of_first + chance).exp();
                records.push(record(board, repetition, configuration, time));
            }
        }
    }
    befall(case.fate, &mut records);
    for record in records.iter().filter(|record| record.ending == Ending::Broken) {
        // The first configuration never has a result on this board.
        truth.insert(record.puzzle.clone(), f64::INFINITY);
    }
    (records, truth)
}

/// Applies to simulated records what happens to long runs.
fn befall(fate: Fate, records: &mut [Record]) {
    let mut times: Vec<f64> = records.iter().map(|record| record.cpu_seconds).collect();
    times.sort_by(f64::total_cmp);
    let most = times.last().copied().unwrap_or(1.0);
    match fate {
        Fate::Solved => records.iter_mut().for_each(|record| record.time_limit = 2.0 * most),
        Fate::Stopped(share) => {
            let place =
                ((1.0 - share) * times.len() as f64).to_usize().expect("a place in the list");
            let limit = times[place.min(times.len() - 1)];
            for record in records {
                record.time_limit = limit;
                if record.cpu_seconds >= limit {
                    record.limit = Some(Limit::Cpu);
                    end(record, Ending::Stopped, "stopped by its limit of processor time");
                    record.cpu_seconds = limit;
                }
            }
        }
        Fate::Breaks => {
            let hardness = |name: &str, records: &[Record]| {
                let ours = records.iter().filter(|record| record.puzzle == name);
                ours.map(|record| record.cpu_seconds.ln()).sum::<f64>()
            };
            let mut boards: Vec<(f64, String)> = records
                .iter()
                .map(|record| (hardness(&record.puzzle, records), record.puzzle.clone()))
                .collect();
            boards.sort_by(|a, b| a.0.total_cmp(&b.0));
            boards.dedup_by(|a, b| a.1 == b.1);
            let hard: Vec<String> =
                boards.split_off(boards.len() / 2).into_iter().map(|b| b.1).collect();
            for record in records {
                record.time_limit = 2.0 * most;
                if record.options["amo"] == "x0" && hard.contains(&record.puzzle) {
                    end(record, Ending::Broken, "ended by signal 11");
                    record.cpu_seconds = 0.01;
                }
            }
        }
    }
}

fn end(record: &mut Record, ending: Ending, message: &str) {
    record.ending = ending;
    record.status = Status::Unknown;
    record.message = Some(message.to_owned());
}

fn luck(luck: Luck, random: &mut fastrand::Rng) -> f64 {
    match luck {
        Luck::Normal(deviation) => deviation * normal(random),
        Luck::Student2(scale) => {
            let squares = normal(random).powi(2) + normal(random).powi(2);
            scale * normal(random) / (squares / 2.0).sqrt()
        }
        Luck::Pareto => -(1.0 - random.f64()).ln(),
    }
}

/// Draws a standard normal number (Box and Muller, Annals of Mathematical Statistics 1958).
fn normal(random: &mut fastrand::Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.f64()).cos()
}

fn name(board: usize) -> String {
    format!("gunport-{}x{}", board + 4, board + 4)
}

/// Returns the line of a run that solved a board in `cpu` seconds, as `quarrel compare` writes it.
fn record(board: usize, repetition: u64, configuration: usize, cpu: f64) -> Record {
    let amo = format!("x{configuration}");
    let line = json!({
        "quarrel": "0",
        "command": format!("quarrel solve {} --amo {amo} --scramble {repetition}", name(board)),
        "puzzle": name(board),
        "family": "gunport",
        "size": [board + 4, board + 4],
        "question": "optimum",
        "options": {"amo": amo},
        "configuration": configuration,
        "seed": 0,
        "scramble": repetition,
        "time_limit": 10.0,
        "ending": "solved",
        "exit_status": 0,
        "status": "optimal",
        "value": 5,
        "lower_bound": 5,
        "upper_bound": 5,
        "groups": {},
        "asked": true,
        "cpu_seconds": cpu,
        "wall_seconds": cpu,
    });
    let record: Record = serde_json::from_value(line).expect("a line of a run");
    Record { origin: Some(origin()), ..record }
}

/// Returns the origin that all simulated runs have: one machine, one build and one start.
fn origin() -> RunOrigin {
    RunOrigin {
        machine: Machine {
            label: "simulated".to_owned(),
            system: None,
            cpu: None,
            cores: 1,
            frequency: None,
            memory_mb: None,
        },
        build: Build {
            version: "0".to_owned(),
            commit: None,
            profile: "release".to_owned(),
            checksum: None,
            solver: "none".to_owned(),
        },
        start: Start {
            date: "2026-11-21T12:00:00.000Z".to_owned(),
            process: 1,
            command: "quarrel compare".to_owned(),
            jobs: 1,
            order_seed: 0,
            load: None,
        },
    }
}
