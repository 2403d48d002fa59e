//! The machines, builds, solvers and commands of the runs of a report.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::record::Record;

/// The circumstances of runs, such as machines and builds. Equal values are listed once.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Environment {
    /// Machines with their properties, in words.
    pub machines: BTreeSet<String>,
    /// Builds of quarrel, each with the name of its embedded solver.
    pub builds: BTreeSet<String>,
    /// External solvers with versions and checksums.
    pub solvers: BTreeSet<String>,
    /// Commands that made the runs.
    pub commands: BTreeSet<String>,
    /// The largest number of runs at the same time, for each start of the command. Equal numbers
    /// are listed once.
    pub jobs: BTreeSet<usize>,
    /// Limits of the runs, in words.
    pub limits: BTreeSet<String>,
    /// Load of the machine at each start, with the date.
    pub loads: BTreeSet<String>,
    /// Seeds of the random order of runs within blocks.
    pub order_seeds: BTreeSet<u64>,
    /// Dates on which the first and the last run began. It is `None` if no run has a date.
    pub dates: Option<[String; 2]>,
    /// Number of runs that this environment describes.
    pub runs: usize,
    /// Number of runs for which machine, build and start are not recorded.
    pub unknown: usize,
}

impl Environment {
    /// Collects the environment of runs. A run without a recorded origin is counted, but adds only
    /// its limits, date and external solver.
    pub fn from_records<'a>(runs: impl Iterator<Item = &'a Record>) -> Environment {
        let mut environment = Environment::default();
        for run in runs {
            environment.runs += 1;
            environment.limits.insert(describe_limits(run));
            environment.solvers.extend(describe_solver(run));
            if let Some(date) = &run.date {
                environment.dates = Some(match environment.dates.take() {
                    None => [date.clone(), date.clone()],
                    Some([first, last]) => [first.min(date.clone()), last.max(date.clone())],
                });
            }
            let Some(origin) = &run.origin else {
                environment.unknown += 1;
                continue;
            };
            environment.machines.insert(describe_machine(&origin.machine));
            environment.builds.insert(describe_build(&origin.build));
            environment.commands.insert(origin.start.command.clone());
            environment.jobs.insert(origin.start.jobs);
            environment.order_seeds.insert(origin.start.order_seed);
            if let Some(load) = origin.start.load {
                environment.loads.insert(format!("{load:.2} at {}", origin.start.date));
            }
        }
        environment
    }

    /// Returns the known values, each list with its heading. If there are runs without an origin,
    /// the last list has their number. Headings without values are left out.
    pub fn rows(&self) -> Vec<(&'static str, Vec<String>)> {
        let dates = match &self.dates {
            Some([first, last]) if first != last => vec![format!("{first} to {last}")],
            Some([only, _]) => vec![only.clone()],
            None => Vec::new(),
        };
        let unknown = match self.unknown {
            0 => Vec::new(),
            number => {
                vec![format!("{number} of {} state no machine, no build and no start", self.runs)]
            }
        };
        let rows = [
            ("command", to_strings(&self.commands)),
            ("machine", to_strings(&self.machines)),
            ("quarrel", to_strings(&self.builds)),
            ("other solvers", to_strings(&self.solvers)),
            ("limits of a run", to_strings(&self.limits)),
            ("runs at a time", to_strings(&self.jobs)),
            ("load at the start", to_strings(&self.loads)),
            ("seed of the order", to_strings(&self.order_seeds)),
            ("dates of the runs", dates),
            ("lines", unknown),
        ];
        rows.into_iter().filter(|(_, values)| !values.is_empty()).collect()
    }
}

fn to_strings(values: &BTreeSet<impl ToString>) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// Describes a machine on one line. An unknown property is written as `not known`.
fn describe_machine(machine: &crate::record::origin::Machine) -> String {
    let cpu = machine.cpu.clone().unwrap_or_else(|| unknown("processor"));
    let frequency = machine.frequency.clone().unwrap_or_else(|| unknown("frequency policy"));
    let system = machine.system.clone().unwrap_or_else(|| unknown("system"));
    let cores = super::format_count(machine.cores, "core");
    let memory = machine.memory_mb.map_or_else(|| unknown("memory"), |size| format!("{size} MB"));
    format!("{}: {cpu}, {cores}, {frequency}, {memory}, {system}", machine.label)
}

fn unknown(what: &str) -> String {
    format!("{what} not known")
}

fn describe_build(build: &crate::record::origin::Build) -> String {
    match &build.checksum {
        Some(checksum) => format!("{build}, SHA-256 {checksum}…"),
        None => build.to_string(),
    }
}

/// Describes the limits of a run in words. Absent limits are left out.
fn describe_limits(run: &Record) -> String {
    let memory = run.memory_limit.map(|limit| format!("{limit} MB of memory"));
    let wall = run.wall_limit.map(|limit| format!("{limit} s by the clock"));
    let limits = [Some(format!("{} s of processor time", run.time_limit)), wall, memory];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Describes the external solver of a run: command, version and checksums. Returns `None` if the
/// run uses the embedded solver.
fn describe_solver(run: &Record) -> Option<String> {
    let command = run.external_solver()?;
    let Some(outside) = &run.outside else { return Some(format!("{command}: version not known")) };
    let version = outside.version.as_deref().unwrap_or("version not known");
    let checksums = outside.checksums.iter().map(|digits| format!(", SHA-256 {digits}…"));
    Some(format!("{command}: {version}{}", checksums.collect::<String>()))
}
