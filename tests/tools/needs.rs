//! Needs of tests, whether they are met, and tests with needs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Completion, Failed, Trial};

/// Something outside the repository that a test needs.
pub struct Need {
    name: &'static str,
    sign: Sign,
    remedy: &'static str,
    is_here: OnceLock<bool>,
}

enum Sign {
    /// A command starts, however it ends.
    Starts(&'static [&'static str]),
    Succeeds(&'static [&'static str]),
    /// An environment variable names the folder of a running service.
    Service(&'static str),
    /// An environment variable names a folder of files, which cannot be installed.
    Files(&'static str),
}

impl Need {
    /// Describes a program that is present if a command starts.
    pub const fn program(
        name: &'static str,
        command: &'static [&'static str],
        remedy: &'static str,
    ) -> Need {
        Need { name, sign: Sign::Starts(command), remedy, is_here: OnceLock::new() }
    }

    /// Describes a program or a Python package that is present if a command succeeds.
    pub const fn package(
        name: &'static str,
        command: &'static [&'static str],
        remedy: &'static str,
    ) -> Need {
        Need { name, sign: Sign::Succeeds(command), remedy, is_here: OnceLock::new() }
    }

    pub const fn service(name: &'static str, variable: &'static str, remedy: &'static str) -> Need {
        Need { name, sign: Sign::Service(variable), remedy, is_here: OnceLock::new() }
    }

    const fn files(name: &'static str, variable: &'static str, remedy: &'static str) -> Need {
        Need { name, sign: Sign::Files(variable), remedy, is_here: OnceLock::new() }
    }

    /// Returns the folder of a service or of files.
    ///
    /// # Panics
    ///
    /// If the need is a program, or is missing, in which case its tests do not run.
    pub fn path(&self) -> PathBuf {
        match self.sign {
            Sign::Service(variable) | Sign::Files(variable) => {
                std::env::var_os(variable).expect("the test runs only if it is present").into()
            }
            Sign::Starts(_) | Sign::Succeeds(_) => panic!("{} has no folder", self.name),
        }
    }

    /// Returns whether the need can be installed or started.
    fn is_tool(&self) -> bool {
        !matches!(self.sign, Sign::Files(_))
    }

    fn is_here(&self) -> bool {
        *self.is_here.get_or_init(|| match self.sign {
            Sign::Starts(command) => quietly(command).is_some(),
            Sign::Succeeds(command) => quietly(command) == Some(true),
            Sign::Service(variable) | Sign::Files(variable) => {
                std::env::var_os(variable).is_some_and(|folder| Path::new(&folder).is_dir())
            }
        })
    }
}

const PATIENCE: Duration = Duration::from_secs(60);

/// Returns whether a command succeeds; `None` if it cannot be started or does not end.
fn quietly(command: &[&str]) -> Option<bool> {
    let [program, words @ ..] = command else { return None };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().ok()? {
            return Some(status.success());
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().ok()?;
    child.wait().ok()?;
    None
}

pub static BOARDS: Need = Need::files(
    "boards of others",
    "QUARREL_BOARDS",
    "they are no part of quarrel; QUARREL_BOARDS names their folder",
);

pub static MODELS: Need = Need::files(
    "models of others",
    "QUARREL_MODELS",
    "they are no part of quarrel; QUARREL_MODELS names their folder",
);

pub static LINKS: Need = Need::files(
    "links of others",
    "QUARREL_LINKS",
    "they are no part of quarrel; QUARREL_LINKS names their folder",
);

pub static VERIPB: Need =
    Need::package("veripb", &["veripb", "--version"], "`make proofs` installs it");

pub struct Test {
    name: String,
    needs: Vec<&'static Need>,
    /// The part of published files that the test requires, if any.
    part: Option<(&'static Need, &'static str)>,
    /// The duration of the test, in words, if only `make test-all` runs it.
    long: Option<&'static str>,
    run: Box<dyn FnOnce() + Send>,
}

impl Test {
    pub fn new(path: &str, needs: &[&'static Need], run: impl FnOnce() + Send + 'static) -> Test {
        let name = path.strip_prefix("tools::").unwrap_or(path).to_owned();
        Test { name, needs: needs.to_vec(), part: None, long: None, run: Box::new(run) }
    }

    /// Creates a test that needs a part of published files.
    pub fn of_files(
        path: &str,
        files: &'static Need,
        part: &'static str,
        run: impl FnOnce() + Send + 'static,
    ) -> Test {
        Test { part: Some((files, part)), ..Test::new(path, &[files], run) }
    }

    pub fn long(self, long: &'static str) -> Test {
        Test { long: Some(long), ..self }
    }

    /// Returns whether the arguments may select the test, so that its needs have to be checked.
    pub fn may_be_meant(&self, arguments: &Arguments) -> bool {
        let filter = arguments.filter.as_deref().unwrap_or_default();
        if arguments.exact { self.name == filter } else { self.name.contains(filter) }
    }

    fn missing(&self) -> Option<&'static Need> {
        self.needs.iter().copied().find(|need| !need.is_here())
    }

    fn obstacle(&self) -> Option<String> {
        if let Some(need) = self.missing() {
            return Some(format!("needs {}: {}", need.name, need.remedy));
        }
        let (files, part) = self.part?;
        (!files.path().join(part).exists()).then(|| format!("{} lack {part}", files.name))
    }

    /// Converts the test for the harness. If `is_timed`, the test prints its duration.
    pub fn into_trial(self, arguments: &Arguments, is_timed: bool) -> Trial {
        let reason = self.obstacle();
        // A runner with a process for each test takes exit status 0 as passed.
        let is_tool = self.missing().is_some_and(Need::is_tool);
        let is_failure = (is_tool && is_required()) || (is_set("NEXTEST") && !arguments.list);
        let Test { name, long, run, .. } = self;
        let trial = match reason.clone() {
            None => Trial::test(name.clone(), move || {
                let start = Instant::now();
                run();
                if is_timed {
                    println!("time {name} <{:.3}s>", start.elapsed().as_secs_f64());
                }
                Ok(())
            }),
            Some(reason) if is_failure => Trial::test(name, move || Err(Failed::from(reason))),
            Some(reason) => {
                Trial::ignorable_test(name, move || Ok(Completion::ignored_with(reason)))
            }
        };
        // A runner that lists tests first leaves out those that cannot run.
        let is_missing = reason.is_some() && !is_failure && arguments.list;
        let long = long.filter(|_| reason.is_none());
        let kind = long.map_or_else(String::new, |long| format!("long: {long}"));
        trial.with_kind(kind).with_ignored_flag(long.is_some() || is_missing)
    }
}

/// Lists the tests of a module, each group after its needs.
macro_rules! tests {
    ($([$($need:expr),*] $($test:ident),+;)+) => {{
        let mut tests = Vec::new();
        $(
            let needs: &[&'static $crate::needs::Need] = &[$(&$need),*];
            $(tests.push($crate::needs::Test::new(
                concat!(module_path!(), "::", stringify!($test)),
                needs,
                $test,
            ));)+
        )+
        tests
    }};
}

pub(crate) use tests;

/// Returns whether the tools of a module are required, as in `make solvers`.
pub fn is_required() -> bool {
    is_set("QUARREL_TOOLS")
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|word| !word.is_empty())
}
