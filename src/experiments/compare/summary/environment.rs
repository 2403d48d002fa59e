//! The machines, builds, solvers and commands of the runs of a report.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::record::Record;

/// The circumstances of runs, such as machines and builds, each value once.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Environment {
    /// Machines with their properties.
    pub machines: Vec<String>,
    /// Builds of quarrel, with the embedded solver.
    pub builds: Vec<String>,
    /// External solvers with versions and checksums.
    pub solvers: Vec<String>,
    /// Commands that made the runs.
    pub commands: Vec<String>,
    /// Numbers of runs at a time.
    pub jobs: Vec<usize>,
    /// Limits of the runs.
    pub limits: Vec<String>,
    /// Load of the machine at each start, with the date.
    pub loads: Vec<String>,
    /// Seeds of the random order of runs within blocks.
    pub order_seeds: Vec<u64>,
    /// Dates of the first and the last run.
    pub dates: Option<[String; 2]>,
    /// Number of runs.
    pub runs: usize,
    /// Number of runs without a recorded machine, build and start.
    pub unknown: usize,
}

impl Environment {
    /// Collects the environment of runs.
    pub fn of<'a>(runs: impl Iterator<Item = &'a Record>) -> Environment {
        let mut environment = Environment::default();
        let [mut machines, mut builds, mut solvers, mut commands, mut limits, mut loads] =
            [const { BTreeSet::new() }; 6];
        let (mut jobs, mut order_seeds) = (BTreeSet::new(), BTreeSet::new());
        for run in runs {
            environment.runs += 1;
            limits.insert(limit(run));
            solvers.extend(solver(run));
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
            machines.insert(machine(&origin.machine));
            builds.insert(build(&origin.build));
            commands.insert(origin.start.command.clone());
            jobs.insert(origin.start.jobs);
            order_seeds.insert(origin.start.order_seed);
            if let Some(load) = origin.start.load {
                loads.insert(format!("{load:.2} at {}", origin.start.date));
            }
        }
        Environment {
            machines: machines.into_iter().collect(),
            builds: builds.into_iter().collect(),
            solvers: solvers.into_iter().collect(),
            commands: commands.into_iter().collect(),
            jobs: jobs.into_iter().collect(),
            limits: limits.into_iter().collect(),
            loads: loads.into_iter().collect(),
            order_seeds: order_seeds.into_iter().collect(),
            ..environment
        }
    }

    /// Returns the known values, each with a heading.
    pub fn rows(&self) -> Vec<(&'static str, Vec<String>)> {
        let dates = match &self.dates {
            Some([first, last]) if first != last => vec![format!("{first} to {last}")],
            Some([only, _]) => vec![only.clone()],
            None => Vec::new(),
        };
        let unknown = match self.unknown {
            0 => Vec::new(),
            number => vec![format!("{number} of {} name no machine, build and start", self.runs)],
        };
        let rows = [
            ("command", self.commands.clone()),
            ("machine", self.machines.clone()),
            ("quarrel", self.builds.clone()),
            ("other solvers", self.solvers.clone()),
            ("limits of a run", self.limits.clone()),
            ("runs at a time", self.jobs.iter().map(usize::to_string).collect::<Vec<_>>()),
            ("load at the start", self.loads.clone()),
            ("seed of the order", self.order_seeds.iter().map(u64::to_string).collect::<Vec<_>>()),
            ("dates of the runs", dates),
            ("lines", unknown),
        ];
        rows.into_iter().filter(|(_, values)| !values.is_empty()).collect()
    }
}

fn machine(machine: &crate::record::origin::Machine) -> String {
    let cpu = machine.cpu.clone().unwrap_or_else(|| unknown("processor"));
    let frequency = machine.frequency.clone().unwrap_or_else(|| unknown("frequency policy"));
    let system = machine.system.clone().unwrap_or_else(|| unknown("system"));
    let cores = super::counted(machine.cores, "core");
    let memory = machine.memory_mb.map_or_else(|| unknown("memory"), |size| format!("{size} MB"));
    format!("{}: {cpu}, {cores}, {frequency}, {memory}, {system}", machine.label)
}

fn unknown(what: &str) -> String {
    format!("{what} not known")
}

fn build(build: &crate::record::origin::Build) -> String {
    match &build.checksum {
        Some(checksum) => format!("{build}, SHA-256 {checksum}…"),
        None => build.to_string(),
    }
}

fn limit(run: &Record) -> String {
    let memory = run.memory_limit.map(|limit| format!("{limit} MB of memory"));
    let wall = run.wall_limit.map(|limit| format!("{limit} s by the clock"));
    let limits = [Some(format!("{} s of processor time", run.time_limit)), wall, memory];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn solver(run: &Record) -> Option<String> {
    let command = run.outside_solver()?;
    let Some(outside) = &run.outside else { return Some(format!("{command}: version not known")) };
    let version = outside.version.as_deref().unwrap_or("version not known");
    let checksums = outside.checksums.iter().map(|digits| format!(", SHA-256 {digits}…"));
    Some(format!("{command}: {version}{}", checksums.collect::<String>()))
}
