//! Plans whose files were edited, lost or are in the way: workers and `merge` agree about what
//! counts, and the message names the file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::plain::plain;
use crate::site::{Site, files, json};

const ARMIES: &str = "plan cubes armies --size 6 --tasks 3 -o p";
const PROVED: &str = "plan cubes gunport --size 8 --bound 21 --tasks 4 --proof -o p";
const COMPARED: &str = "plan compare --family gunport --size 4 --card totalizer,bdd -o p";

fn edit(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut said = json(path);
    change(&mut said);
    fs::write(path, said.to_string()).expect("a file");
}

#[test]
fn what_merge_leaves_aside_is_done_again() {
    let rows = || serde_json::json!(["......"]);
    let cases: [(&str, &str, Option<Value>, &str); 6] = [
        (ARMIES, "reached", None, "its outcome is reached, but it has no answer"),
        (ARMIES, "refuted", Some(rows()), "its outcome is refuted, but it has an answer"),
        (ARMIES, "made", None, "a task of this plan cannot be made"),
        (PROVED, "reached", None, "its outcome is reached, but it has no answer"),
        (COMPARED, "refuted", None, "a task of this plan cannot be refuted"),
        (COMPARED, "reached", Some(rows()), "a task of this plan cannot be reached"),
    ];
    for (plan, outcome, answer, told) in cases {
        let site = Site::new();
        site.ends(plan, 0);
        site.ends("work p -q", 0);
        let settled = site.run("merge p").status.code();
        edit(&site.results("p")[0], |attempt| {
            attempt["outcome"] = outcome.into();
            attempt["answer"] = answer.clone().unwrap_or(Value::Null);
        });
        let said = site.ends("merge p", 3);
        assert!(said.contains(told) && said.contains("1 open"), "{said}");
        let said = site.ends("work p", 0);
        assert!(said.contains("1 task done"), "{said}");
        assert_eq!(site.run("merge p").status.code(), settled, "{told}");
    }
}

/// Runs a command until it ends. As on a full disk, it can write no byte to a file.
#[cfg(unix)]
fn without_room(site: &Site, line: &str) -> Output {
    let mut shell = plain("sh");
    let script = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {line}");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_quarrel")]).current_dir(site.path("."));
    shell.output().expect("a shell")
}

/// An empty file would keep the task from every worker.
#[cfg(unix)]
#[test]
fn a_worker_on_a_full_disk_leaves_its_task_free() {
    let site = Site::new();
    site.ends("plan cubes armies --size 6 --tasks 3 -o p", 0);
    let worked = without_room(&site, "work p");
    let said = String::from_utf8_lossy(&worked.stderr);
    assert_eq!(worked.status.code(), Some(75), "{said}");
    assert!(said.contains("p/in-hand/"), "{said}");
    assert_eq!(files(&site.path("p/in-hand")), Vec::<PathBuf>::new());
    let said = site.ends("work p", 0);
    assert!(said.contains("3 tasks done") && !said.contains("waiting"), "{said}");
}

/// The status is not 75, since starting again does not help.
#[test]
fn a_file_in_the_place_of_a_folder_is_named() {
    let questions = ["results", "results/00000", "in-hand"].map(|name| (name, ARMIES));
    let others = [("proofs", PROVED), ("proofs/0", PROVED), ("in-hand", COMPARED)];
    for (name, plan) in questions.into_iter().chain(others) {
        let site = Site::new();
        site.ends(plan, 0);
        let path = site.path("p").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, "in the way").expect("a file");
        let said = site.ends("work p", 2);
        assert!(said.contains(&format!("p/{name} is not a folder")), "{said}");
        assert!(said.contains("remove or rename it"), "{said}");
        fs::remove_file(&path).expect("a file");
        site.ends("work p -q", 0);
    }
}

#[test]
fn a_plan_that_disappears_ends_its_worker() {
    for plan in [
        "plan cubes armies --size 10 --tasks 60 -o p",
        "plan compare --family gunport --size 4,5,6 --seeds 8 --card totalizer,bdd -o p",
    ] {
        let site = Site::new();
        site.ends(plan, 0);
        let worker = site.command("work p").stderr(Stdio::piped()).spawn().expect("a worker");
        while site.results("p").is_empty() {
            std::thread::sleep(Duration::from_millis(2));
        }
        fs::rename(site.path("p"), site.path("q")).expect("another name");
        let ended = worker.wait_with_output().expect("a worker");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{said}");
        assert!(said.contains("p has no plan.json any more"), "{said}");
        assert!(!site.path("p").exists());
        site.ends("work q -q", 0);
    }
}

#[test]
fn a_lost_round_is_named() {
    let site = Site::new();
    let line = "armies --size 7 --bound 7 --search linear-sat-unsat --deduce none --card adder \
                --formulation pairs --tasks 9 --symmetry on --conflict-limit 20";
    site.ends(&format!("plan cubes {line} -o p"), 0);
    site.ends("work p -q", 3);
    assert!(site.ends("merge p --split 2", 0).contains("cut into"));
    let [rounds, first] = ["p/rounds", "p/rounds/1"].map(|name| site.path(name));
    let is_told = |told: &str, cure: &str| {
        for line in ["work p", "merge p", "merge p --split"] {
            let said = site.ends(line, 2);
            assert!(said.contains(told) && said.contains(cure), "{line}: {said}");
        }
    };
    fs::rename(first.join("round.json"), site.path("kept")).expect("a file");
    is_told("p/rounds/1/round.json is missing", "merge --split");
    fs::rename(site.path("kept"), first.join("round.json")).expect("a file");
    fs::rename(&first, rounds.join("3")).expect("a folder");
    is_told("p/rounds/1/round.json is missing", "merge --split");
    fs::write(&first, "in the way").expect("a file");
    is_told("p/rounds/1 is not a folder", "remove or rename it");
    fs::rename(&rounds, site.path("others")).expect("a folder");
    fs::write(&rounds, "in the way").expect("a file");
    is_told("p/rounds is not a folder", "remove or rename it");
    // If the rounds are lost, their tasks are split again.
    fs::remove_file(&rounds).expect("a file");
    assert!(site.ends("merge p --split 2", 0).contains("cut into"));
    fs::write(site.path("p/rounds/notes"), "").expect("a file");
    site.ends("merge p", 3);
}

#[test]
fn numbers_that_no_plan_has_are_refused() {
    let site = Site::new();
    site.ends("plan cubes armies --size 6 --tasks 3 -o p", 0);
    let path = site.path("p/plan.json");
    let planned = fs::read_to_string(&path).expect("a plan");
    for (place, number, told) in [
        ("/limits/cpu_seconds", serde_json::json!(-1), "limits.cpu_seconds is -1"),
        ("/limits/cpu_seconds", serde_json::json!(0), "limits.cpu_seconds is 0"),
        ("/limits/conflicts", serde_json::json!(0), "limits.conflicts is 0"),
        ("/limits/memory_mb", serde_json::json!(0), "limits.memory_mb is 0"),
        ("/per_chunk", serde_json::json!(0), "per_chunk is 0"),
        ("/tasks/first", serde_json::json!(5), "tasks.first is 5 instead of 0"),
    ] {
        edit(&path, |plan| *plan.pointer_mut(place).expect("a key") = number.clone());
        for line in ["work p", "merge p"] {
            let said = site.ends(line, 2);
            assert!(said.contains("plan.json") && said.contains(told), "{line}: {said}");
        }
        fs::write(&path, &planned).expect("a plan");
    }
    site.ends("work p -q", 0);
}

#[test]
fn a_block_has_the_runs_of_its_task() {
    let site = Site::new();
    let what = "--family gunport,abbott-window --size 3,4 --card totalizer,bdd --ask unsat,sat";
    site.ends(&format!("plan compare {what} --seeds 2 -o p"), 0);
    site.ends("work p -q", 0);
    site.ends("merge p", 0);
    let lines = site.timeless("p/comparison.jsonl");
    let results = site.results("p");
    let runs = |path: &Path| json(path)["records"].as_array().cloned().unwrap_or_default();
    let whole = results.iter().filter(|path| runs(path).len() > 1);
    let [one, other] = whole.take(2).collect::<Vec<_>>()[..] else { panic!("two blocks") };
    let own = runs(one);
    let twice = vec![own[0].clone(), own[0].clone()];
    for records in [Vec::new(), own[1..].to_vec(), twice, runs(other)] {
        edit(one, |attempt| attempt["records"] = records.into());
        let said = site.ends("merge p", 3);
        assert!(said.contains("it does not have the runs of its task"), "{said}");
        assert!(said.contains("1 open"), "{said}");
        let said = site.ends("work p", 0);
        assert!(said.contains("1 task done"), "{said}");
        site.ends("merge p", 0);
        assert_eq!(site.timeless("p/comparison.jsonl"), lines);
        for path in site.results("p").iter().filter(|path| !results.contains(path)) {
            fs::rename(path, one).expect("the new result");
        }
    }
}

/// The run that finds an optimum is repeated if it is lost, and decides what the others have to be.
#[test]
fn a_lost_reference_is_made_again() {
    let site = Site::new();
    let what = "--family gunport --size 3,4 --card totalizer,bdd --ask unsat";
    site.ends(&format!("plan compare {what} --seeds 2 -o p"), 0);
    site.ends("work p -q", 0);
    site.ends("merge p", 0);
    let lines = site.timeless("p/comparison.jsonl");
    let is_reference = |path: &&PathBuf| json(path)["records"][0]["reference"] == true;
    let results = site.results("p");
    let reference = results.iter().find(is_reference).expect("a reference");
    edit(reference, |attempt| attempt["records"] = Value::Array(Vec::new()));
    assert!(site.ends("merge p", 3).contains("1 open"));
    site.ends("work p -q", 0);
    assert!(site.ends("merge p", 0).contains("does not have the runs of its task"));
    assert_eq!(site.timeless("p/comparison.jsonl"), lines);
}
