//! Plans under a real scheduler: a Slurm of two nodes that `make cluster` starts on this machine.
//!
//! The tests do what happens to arrays on clusters: lose a node, requeue elements, let them exceed
//! their time or memory, cancel them. Each time the result of the plan stays the same.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::{Duration, Instant};

use super::needs::{Need, Test, tests};
use crate::site::{Site, json};

static SLURM: Need =
    Need::service("a scheduler", "QUARREL_CLUSTER", "`make cluster` installs and starts one");

pub fn tests() -> Vec<Test> {
    tests! {
        [SLURM]
            four_hundred_runs_are_those_of_one_command,
            armies_and_gunport_are_refuted_in_pieces_while_a_node_is_lost,
            an_element_that_is_put_back_into_the_queue_goes_on,
            an_element_that_runs_out_of_time_goes_on_in_another_run,
            an_element_that_is_killed_at_its_limit_loses_one_task,
            a_task_beyond_its_memory_is_left_open_and_one_beyond_that_of_its_job_is_lost;
    }
}

/// A lock for the nodes: tests share them, except the test that loses a node.
static NODES: RwLock<()> = RwLock::new(());

const PATIENCE: Duration = Duration::from_secs(600);

struct Cluster {
    site: Site,
    _shared: Option<RwLockReadGuard<'static, ()>>,
    _alone: Option<RwLockWriteGuard<'static, ()>>,
}

impl Cluster {
    /// Waits until no other test has the cluster exclusively, and returns it.
    fn shared() -> Cluster {
        let nodes = NODES.read().unwrap_or_else(PoisonError::into_inner);
        Cluster { site: Site::new(), _shared: Some(nodes), _alone: None }
    }

    /// Waits until no other test uses the cluster, and returns it exclusively.
    fn alone() -> Cluster {
        let nodes = NODES.write().unwrap_or_else(PoisonError::into_inner);
        Cluster { site: Site::new(), _shared: None, _alone: Some(nodes) }
    }

    fn slurm(&self, line: &str) -> String {
        let mut words = line.split_whitespace();
        let mut command = Command::new(words.next().expect("a command"));
        command
            .args(words)
            .current_dir(self.site.path(""))
            .env("QUARREL", env!("CARGO_BIN_EXE_quarrel"));
        let Output { status, stdout, stderr } = command.output().expect("a command of Slurm");
        assert!(status.success(), "{line}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8_lossy(&stdout).trim().to_owned()
    }

    fn submit(&self, line: &str) -> String {
        let said = self.slurm(&format!("sbatch --parsable {line}"));
        said.split(';').next().expect("a number").to_owned()
    }

    fn wait_for(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < PATIENCE, "{what}: {}", self.slurm("squeue -h -t all"));
            thread::sleep(Duration::from_millis(200));
        }
    }

    fn finish(&self, job: &str) {
        self.wait_for("the job ends", || self.states(job).iter().all(|state| is_over(state)));
    }

    fn states(&self, job: &str) -> Vec<String> {
        let told = self.slurm(&format!("squeue -h -r -t all -o %t -j {job}"));
        told.lines().map(str::to_owned).collect()
    }

    fn node(&self, what: &str, node: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cluster/nodes.sh");
        let ended = Command::new(script).arg(what).arg(SLURM.path()).arg(node).status();
        assert!(ended.expect("a script").success(), "{what} {node}");
    }

    fn attempts(&self, plan: &str, outcome: &str) -> Vec<PathBuf> {
        let all = self.site.results(plan).into_iter();
        all.filter(|path| json(path)["outcome"] == outcome).collect()
    }
}

fn is_over(state: &str) -> bool {
    !matches!(state, "PD" | "R" | "CG" | "CF" | "S" | "RQ")
}

fn four_hundred_runs_are_those_of_one_command() {
    let cluster = Cluster::shared();
    let what = "--family gunport,three-in-a-row,abbott-window --size 4,5,6 --card totalizer,sequential,knuth,bdd \
                --ask unsat,sat --seeds 7 --time-limit 20";
    cluster.site.ends(&format!("plan compare {what} -o p --per-chunk 10"), 0);
    let chunks = chunks(&cluster, "p");
    let job = cluster.submit(&format!("--array=0-{} p/array.sh p", chunks - 1));
    cluster.finish(&job);
    cluster.site.ends("merge p", 0);
    cluster.site.ends(&format!("compare {what} --results one.jsonl"), 0);
    let (ours, theirs) =
        (cluster.site.timeless("p/comparison.jsonl"), cluster.site.timeless("one.jsonl"));
    assert!(ours.len() >= 400, "{} runs", ours.len());
    assert_eq!(ours, theirs);
}

fn chunks(cluster: &Cluster, plan: &str) -> u64 {
    let header = json(&cluster.site.path(plan).join("plan.json"));
    let [number, per_chunk] =
        [&header["tasks"]["number"], &header["per_chunk"]].map(|v| v.as_u64());
    number.expect("a number").div_ceil(per_chunk.expect("a number"))
}

fn armies_and_gunport_are_refuted_in_pieces_while_a_node_is_lost() {
    let cluster = Cluster::alone();
    cluster.site.ends("plan cubes armies --size 15 --tasks 40 -o a", 0);
    cluster.site.ends("plan cubes gunport --size 14x16 --bound 75 --tasks 24 -o g", 0);
    let armies = cluster.submit("--array=0-39 a/array.sh a");
    let last = chunks(&cluster, "g") - 1;
    let gunport = cluster.submit(&format!("--array=0-{last} g/array.sh g"));
    cluster.wait_for("work has begun", || !cluster.site.results("a").is_empty());
    cluster.node("fail", "n2");
    cluster.wait_for("work goes on", || cluster.site.results("a").len() > 20);
    cluster.node("revive", "n2");
    cluster.finish(&armies);
    cluster.finish(&gunport);
    // Slurm requeues what was lost with the node; the other elements are submitted again.
    for plan in ["a", "g"] {
        let said = cluster.site.ends(&format!("merge {plan}"), 1);
        assert!(said.contains("refuted, so there is no answer"), "{said}");
    }
}

fn an_element_that_is_put_back_into_the_queue_goes_on() {
    let cluster = Cluster::shared();
    cluster.site.ends("plan cubes armies --size 14 --tasks 6 --per-chunk 6 -o p", 0);
    let job = cluster.submit("--array=0-0 p/array.sh p");
    cluster.wait_for("a task is done", || !cluster.attempts("p", "refuted").is_empty());
    cluster.slurm(&format!("scontrol requeue {job}_0"));
    cluster.wait_for("it is interrupted", || !cluster.attempts("p", "interrupted").is_empty());
    cluster.finish(&job);
    cluster.site.ends("merge p", 1);
    assert_eq!(cluster.attempts("p", "refuted").len(), 6, "what was done is not done again");
}

/// The element stores its results and continues in another run.
fn an_element_that_runs_out_of_time_goes_on_in_another_run() {
    let cluster = Cluster::shared();
    cluster.site.ends("plan cubes armies --size 16 --tasks 60 --per-chunk 60 -o p", 0);
    let job = cluster.submit("--time=1 --signal=B:USR1@30 --array=0-0 p/array.sh p");
    cluster.wait_for("it is interrupted", || !cluster.attempts("p", "interrupted").is_empty());
    cluster.wait_for("it goes on", || {
        let done = cluster.attempts("p", "refuted").len();
        done == 60 || cluster.attempts("p", "interrupted").len() > 1
    });
    cluster.slurm(&format!("scancel {job}"));
    cluster.finish(&job);
    let before = cluster.attempts("p", "refuted").len();
    let said = cluster.site.run("merge p --todo");
    assert!(said.status.success());
    if before < 60 {
        // The script of a cancelled element does not requeue it.
        thread::sleep(Duration::from_secs(2));
        assert!(cluster.states(&job).iter().all(|state| is_over(state)));
        let rest = cluster.submit("--array=0-0 p/array.sh p 1");
        cluster.wait_for("the rest is begun", || cluster.attempts("p", "refuted").len() > before);
        cluster.slurm(&format!("scancel {rest}"));
        cluster.finish(&rest);
    }
}

fn an_element_that_is_killed_at_its_limit_loses_one_task() {
    let cluster = Cluster::shared();
    cluster.site.ends("plan cubes armies --size 16 --tasks 200 --per-chunk 200 -o p", 0);
    let job = cluster.submit("--time=1 --signal=B:CONT@1 --array=0-0 p/array.sh p");
    cluster.finish(&job);
    let done = cluster.attempts("p", "refuted").len();
    assert!(done > 0, "{:?}", cluster.states(&job));
    assert!(cluster.attempts("p", "interrupted").len() <= 1);
    let said = cluster.site.ends("merge p", 3);
    assert!(said.contains(&format!("{done} of 200 tasks done")), "{said}");
}

fn a_task_beyond_its_memory_is_left_open_and_one_beyond_that_of_its_job_is_lost() {
    let cluster = Cluster::shared();
    cluster.site.ends("plan cubes gunport --size 22 --tasks 2 --memory-limit 30 -o p", 0);
    let job = cluster.submit("--array=0-0 p/array.sh p");
    cluster.finish(&job);
    let said = cluster.site.ends("merge p", 3);
    assert!(said.contains("1 at their limit of memory"), "{said}");
    cluster.site.ends("plan cubes gunport --size 22 --tasks 2 -o q", 0);
    let job = cluster.submit("--mem=30 --array=0-0 q/array.sh q");
    cluster.finish(&job);
    assert!(cluster.site.results("q").is_empty(), "no result was stored");
    assert!(cluster.site.ends("merge q", 3).contains("0 of"));
    assert!(cluster.site.ends("merge q --todo", 0).contains("list 1"));
}
