//! The properties of this machine and of this start of the command that affect times.

use std::fs;

use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use crate::record::origin::{self, Machine, Start};

/// Describes this machine under the name `label`. If `label` is `None`, uses the name of the host.
/// Properties that the system does not provide are `None`. The memory is in megabytes of 1,000,000
/// bytes, rounded down.
pub fn current(label: Option<&str>) -> Machine {
    let asked = RefreshKind::nothing()
        .with_cpu(CpuRefreshKind::nothing())
        .with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(asked);
    let cpu = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
    let memory = Some(system.total_memory() / 1_000_000);
    Machine {
        label: label.map_or_else(origin::host, str::to_owned),
        system: System::long_os_version(),
        cpu: cpu.filter(|brand| !brand.is_empty()),
        cores: origin::cores(),
        frequency: frequency_policy(),
        memory_mb: memory.filter(|&megabytes| megabytes > 0),
    }
}

/// Describes this start of the command, with the current date. `jobs` is the greatest number of
/// runs at the same time.
pub fn describe_start(command: String, jobs: usize, order_seed: u64) -> Start {
    let process = std::process::id();
    Start { date: origin::now(), process, command, jobs, order_seed, load: load() }
}

/// Returns the average number of processes that used or waited for a core in the last minute.
/// Returns `None` if the system is not Unix.
pub fn load() -> Option<f64> {
    let load = System::load_average();
    (cfg!(unix) && load.one.is_finite()).then_some(load.one)
}

/// Returns the governor of the frequency of the first core, and whether boost is on. The words are
/// those of Linux, as in `performance, boost off`. If one of the two is unknown, it is left out.
/// Returns `None` if neither is known, as on any other system.
fn frequency_policy() -> Option<String> {
    let read = |path: &str| Some(fs::read_to_string(path).ok()?.trim().to_owned());
    let governor = read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    let boost = read("/sys/devices/system/cpu/cpufreq/boost").map(|on| on == "1");
    let no_turbo = read("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|off| off == "0");
    let boost_state = boost.or(no_turbo).map(|is_on| {
        let state = if is_on { "on" } else { "off" };
        format!("boost {state}")
    });
    let parts: Vec<String> = governor.into_iter().chain(boost_state).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::record::origin::{Build, RunOrigin};

    #[test]
    fn this_machine_has_a_name() {
        let machine = current(None);
        assert!(!machine.label.is_empty() && machine.cores > 0 && machine.memory_mb > Some(0));
        assert_eq!(current(Some("node 7")).label, "node 7");
    }

    #[test]
    fn a_start_is_told_from_the_one_before() {
        let origin = |start: Start| RunOrigin {
            machine: current(Some("x")),
            build: Build::current(Path::new("/no such program")),
            start,
        };
        let first = origin(describe_start("quarrel compare".to_owned(), 1, 0));
        let mut second = first.clone();
        assert_eq!(first.occasion(), second.occasion());
        second.start.process += 1;
        assert_ne!(first.occasion(), second.occasion());
        assert!(first.start.date.starts_with("20") && first.start.date.ends_with('Z'));
        assert_eq!(first.start.date.len(), "2026-11-21T12:00:00.000Z".len());
    }
}
