//! Plans through the built program: a question or a comparison that workers solve task by task
//! gives the result of one run, no matter how workers end or files are damaged.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::site::{Site, files, json};

#[test]
fn a_question_in_shares_is_refuted_when_every_share_is() {
    let site = Site::new();
    let said = site.ends("plan cubes armies --size 9 --tasks 12 -o p", 0);
    assert!(said.contains("12 tasks in 12 chunks"), "{said}");
    assert!(site.ends("merge p", 3).contains("0 of 12 tasks done"));
    site.ends("work p --chunk 3", 0);
    site.ends("work p --task 5 --quiet", 0);
    assert!(site.ends("merge p", 3).contains("2 of 12 tasks done, 10 open"));
    site.ends("work p", 0);
    assert_eq!(site.results("p").len(), 12, "what is done is not done again");
    let said = site.ends("merge p", 1);
    assert!(
        said.contains("refuted, so there is no answer with size of each army 13 or more"),
        "{said}"
    );
    let without: BTreeSet<PathBuf> = site.results("p").into_iter().skip(1).collect();
    fs::remove_file(&site.results("p")[0]).expect("a file of results");
    assert_eq!(without.len(), 11);
    assert!(site.ends("merge p", 3).contains("11 of 12 tasks done, 1 open"));
}

/// Shares of line-sum profiles together give the result of one search.
#[test]
fn windows_in_shares_come_to_what_one_search_comes_to() {
    let site = Site::new();
    for (size, bound) in
        [("9", None), ("11", None), ("10", Some(71)), ("10", Some(84)), ("10", Some(85))]
    {
        let bound = bound.map_or(String::new(), |bound: u32| format!(" --bound {bound}"));
        let line = format!("abbott-window --size {size} --deduce fixed+parity");
        site.ends(&format!("plan cubes {line}{bound} --tasks 7 -o p"), 0);
        let header = json(&site.path("p/plan.json"));
        let asked = header["question"]["cubes"]["question"]["bound"].as_i64().expect("a bound");
        let solved = site.run(&format!("solve {line} --bound {asked} --search linear-unsat-sat"));
        site.ends("work p -q", 0);
        let merged = site.run("merge p");
        assert_eq!(merged.status.code(), solved.status.code(), "{line}, {asked}");
        fs::remove_dir_all(site.path("p")).expect("a plan");
    }
}

#[test]
fn the_hash_of_a_plan_is_that_of_the_exported_formula() {
    for (family, options) in [
        ("gunport", "--size 5 --bound 8"),
        ("armies", "--size 5 --bound 5 --search linear-unsat-sat"),
        ("abbott-window", "--size 5 --bound 23 --card sequential --deduce none"),
        ("three-in-a-row", "--size 6"),
    ] {
        let site = Site::new();
        site.ends(&format!("plan cubes {family} {options} --tasks 4 -o p"), 0);
        assert!(site.path("p/learnt").exists(), "the lemmas of the cuber, perhaps none");
        let options = options.replace("--search linear-unsat-sat", "");
        let export = format!("export {family} {options} --to cnf -o f.cnf --map f.json");
        site.ends(&export, 0);
        let planned = json(&site.path("p/plan.json"));
        let hash = &planned["question"]["cubes"]["formula"];
        let map = json(&site.path("f.json"));
        // Some searches use symmetries; for others they are broken.
        assert_eq!(*hash, map["sha256_of_content"], "{family} {options}");
    }
}

#[test]
fn an_answer_in_a_piece_is_one_of_the_question() {
    let site = Site::new();
    site.ends("plan cubes gunport --size 6 --bound 12 --tasks 8 -o p", 0);
    site.ends("work p", 0);
    let said = site.ends("merge p", 0);
    assert!(said.contains("there is an answer of value 12"), "{said}");
    let before = site.results("p").len();
    assert!(site.ends("work p", 0).contains("an answer is found"));
    assert_eq!(site.results("p").len(), before, "no worker searches further");
    fs::write(site.path("p/answered"), "task 7777\n").expect("a file");
    assert!(
        !site.ends("work p", 0).contains("an answer is found"),
        "no claim is accepted without a result"
    );
    site.ends("plan cubes three-in-a-row --size 6 --tasks 4 -o q", 0);
    site.ends("work q", 0);
    assert!(site.ends("merge q", 0).contains("there is an answer"));
}

#[test]
fn what_is_settled_or_cannot_be_asked_is_refused() {
    let site = Site::new();
    for (line, status, told) in [
        ("plan cubes gunport --size 6 --bound 12 -o p", 0, "1 task in 1 chunk"),
        ("plan cubes gunport --size 6 --bound 11 -o q", 2, "the value is at least 12"),
        ("plan cubes abbott-window --size 17 -o q", 2, "nothing left to divide"),
        (
            "plan cubes gunport --size 5 --formulation numbered-fixed --bound 8 -o q",
            2,
            "one model for each value",
        ),
        ("plan cubes gunport --size 6 --bound 12 -o p", 2, "p is there already"),
        ("work nowhere", 2, "plan.json"),
        ("merge nowhere", 2, "plan.json"),
        ("work p --task 10000", 2, "no task 10000"),
        ("work p --chunk 10000", 2, "no chunk 10000"),
        ("work p --chunk 0 --list 3", 2, "merge p --todo"),
    ] {
        let said = site.ends(line, status);
        assert!(said.contains(told), "{line}: {said}");
        assert!(!site.path("q").exists());
    }
    let left: Vec<PathBuf> = files(&site.path(""));
    assert!(left.iter().all(|path| path.starts_with(site.path("p"))), "{left:?}");
}

#[test]
fn a_changed_plan_is_refused_by_name() {
    let site = Site::new();
    site.ends("plan cubes armies --size 6 --tasks 3 -o p", 0);
    let change = |file: &str, from: &str, to: &str, told: &str| {
        let path = site.path("p").join(file);
        let text = fs::read_to_string(&path).expect("a file of the plan");
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replacen(from, to, 1)).expect("a file of the plan");
        let said = site.ends("work p", 2);
        assert!(said.contains(told), "{file}: {said}");
        fs::write(&path, text).expect("a file of the plan");
    };
    change("tasks.jsonl", "[1,3]", "[2,3]", "tasks.jsonl has changed since the plan was made");
    change("plan.json", "\"bound\": 6", "\"bound\": 7", "hash");
    change(
        "plan.json",
        "\"size\": [\n          6",
        "\"size\": [\n          5",
        "the hash in the plan is",
    );
    for (from, to, told) in [
        ("\"card\":", "\"solver\": \"nosuch\", \"card\":", "no option is called `solver`"),
        ("\"card\": \"", "\"card\": \"nosuch", "no encoding is called `nosuchtotalizer`"),
        ("\"mode\": null", "\"mode\": \"nosuch\"", "the value of `mode` is not right"),
    ] {
        change("plan.json", from, to, told);
    }
    change("plan.json", "\"version\": \"", "\"version\": \"9", "the program that made the plan");
    change("plan.json", "\"checksum\": \"", "\"checksum\": \"9", "the program that made the plan");
    change("plan.json", "\"layout\": 2", "\"layout\": 1, \"words\": []", "its layout is 1");
    change("plan.json", "\"card\": \"totalizer\"", "\"card\": \"knuth\"", "hash");
    change("plan.json", "{", "", "plan.json");
    site.ends("work p", 0);
}

#[test]
fn files_that_are_no_results_are_named_and_left_aside() {
    let site = Site::new();
    site.ends("plan cubes armies --size 6 --tasks 3 -o p", 0);
    site.ends("plan cubes armies --size 7 --tasks 3 -o other", 0);
    site.ends("work p", 0);
    site.ends("work other --task 0", 0);
    let results = site.results("p");
    let text = fs::read(&results[0]).expect("a result");
    fs::write(&results[0], &text[..text.len() - 9]).expect("a torn file");
    let foreign = site.results("other")[0].clone();
    let beside = results[0].with_file_name(foreign.file_name().expect("a name"));
    fs::copy(foreign, &beside).expect("a foreign file");
    fs::write(site.path("p/results/00000/notes"), [0xff, 0xfe]).expect("another file");
    let said = site.ends("merge p", 3);
    for told in [
        "incomplete or was not written by quarrel",
        "belongs to another plan",
        "not the name of an attempt",
    ] {
        assert!(said.contains(told), "{said}");
    }
    assert!(said.contains("2 of 3 tasks done, 1 open"), "{said}");
    site.ends("work p", 0);
    assert!(site.ends("merge p", 1).contains("3 of 3 tasks done"));
}

#[test]
fn results_that_contradict_each_other_end_with_status_4_and_both_files() {
    let site = Site::new();
    site.ends("plan cubes gunport --size 6 --bound 12 --tasks 4 -o p", 0);
    site.ends("work p", 0);
    let reached = site.results("p").into_iter().find(|path| json(path)["outcome"] == "reached");
    let reached = reached.expect("an answer");
    let mut lie = json(&reached);
    lie["outcome"] = "refuted".into();
    lie["answer"] = Value::Null;
    let task = lie["task"].as_u64().expect("a number");
    let beside = reached.with_file_name(format!("{task}-00000000000000aa.json"));
    fs::write(&beside, lie.to_string()).expect("a result");
    let said = site.ends("merge p", 4);
    for path in [&reached, &beside] {
        let name = path.file_name().expect("a name").to_string_lossy();
        assert!(said.contains(&*name), "{said}");
    }
    fs::remove_file(&beside).expect("a result");
    let mut wrong = json(&reached);
    let row = wrong["answer"][0].as_str().expect("a row").replace(|c: char| c != '.', ".");
    wrong["answer"][0] = row.into();
    fs::write(&reached, wrong.to_string()).expect("a result");
    let said = site.ends("merge p", 4);
    assert!(said.contains("is wrong"), "{said}");
}

#[test]
fn a_comparison_in_blocks_has_the_lines_of_one_command() {
    let site = Site::new();
    let what = "--family gunport,three-in-a-row --size 4,6 --card totalizer,sequential --ask unsat,sat \
                --time-limit 10 --seeds 2";
    site.ends(&format!("plan compare {what} -o p"), 0);
    site.ends("work p --chunk 7", 0);
    assert!(site.ends("merge p", 3).contains("open"));
    let workers: Vec<_> = (0..3)
        .map(|_| site.command("work p -q").stdout(Stdio::null()).spawn().expect("a worker"))
        .collect();
    for mut worker in workers {
        assert!(worker.wait().expect("a worker").success());
    }
    site.ends("merge p", 0);
    site.ends(&format!("compare {what} --results one.jsonl"), 0);
    assert_eq!(site.timeless("p/comparison.jsonl"), site.timeless("one.jsonl"));
    for lines in ["p/comparison.jsonl", "one.jsonl"].map(|name| site.path(name)) {
        let text = fs::read_to_string(lines).expect("lines");
        let optima: Vec<&str> =
            text.lines().filter(|line| line.contains("\"question\":\"optimum\"")).collect();
        assert!(!optima.is_empty() && optima.iter().all(|line| line.contains("\"steps\":[[")));
    }
    assert!(
        fs::read_to_string(site.path("p/comparison.html")).expect("a report").contains("<html")
    );
}

#[test]
fn a_comparison_whose_boards_have_changed_is_refused() {
    let site = Site::new();
    fs::create_dir(site.path("boards")).expect("a folder");
    fs::write(site.path("boards/a.txt"), "AAAB\nACBB\nCCDB\nCDDD\n").expect("a board");
    site.ends("plan compare --family queens --boards boards --card totalizer,knuth -o p", 0);
    fs::write(site.path("boards/a.txt"), "AAAB\nACBB\nCCDB\nCCDD\n").expect("a board");
    let said = site.ends("work p", 2);
    assert!(said.contains("queens-a has changed since the plan was made"), "{said}");
    for (line, told) in [
        ("plan compare counters --dry-run -o q", "--dry-run"),
        ("plan compare counters --html x -o q", "report"),
        ("plan compare counters --jobs 2 -o q", "--jobs"),
        ("plan compare counters --label x -o q", "--label"),
        ("plan compare counters --results x -o q", "--results"),
        ("plan compare -o q", "needs puzzles"),
        ("merge p --split", "--split"),
    ] {
        let said = site.ends(line, 2);
        assert!(said.contains(told), "{line}: {said}");
    }
}

#[test]
fn what_ran_into_its_limit_is_cut_and_dealt_out_anew() {
    let site = Site::new();
    site.ends("plan cubes gunport --size 14x16 --bound 75 --tasks 4 --conflict-limit 600 -o p", 0);
    site.ends("work p", 3);
    let said = site.ends("merge p", 3);
    assert!(said.contains("at their limit of conflicts"), "{said}");
    let before = site.results("p").len();
    site.ends("work p", 3);
    assert_eq!(
        site.results("p").len(),
        before,
        "what ran into its limit is not tried again unasked"
    );
    for _ in 0..12 {
        if site.run("merge p").status.code() == Some(1) {
            break;
        }
        assert!(site.ends("merge p --split 8", 0).contains("cut into"));
        assert!(site.ends("merge p --todo", 0).contains("list"));
        site.run("work p");
    }
    assert!(site.ends("merge p", 1).contains("cut into smaller ones"));
    let list = fs::read_to_string(site.path("p/lists/1")).expect("a list");
    site.ends("work p --list 1 --chunk 0 --again", 0);
    assert!(list.lines().count() >= 1);
}

/// If workers are killed at random moments, only tasks in progress are lost, and no file is torn.
#[test]
fn a_hundred_workers_that_are_killed_spoil_nothing() {
    let site = Site::new();
    site.ends("plan cubes armies --size 10 --tasks 60 -o p", 0);
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..50 {
        let mut workers: Vec<_> = (0..2)
            .map(|_| site.command("work p -q").stderr(Stdio::null()).spawn().expect("a worker"))
            .collect();
        std::thread::sleep(std::time::Duration::from_millis(random.u64(20..120)));
        for worker in &mut workers {
            worker.kill().expect("a child of ours");
            worker.wait().expect("a child of ours");
        }
    }
    let said = site.run("merge p");
    assert!(!String::from_utf8_lossy(&said.stdout).contains("ignored"));
    site.ends("work p -q", 0);
    let said = site.ends("merge p", 1);
    assert!(said.contains("60 of 60 tasks done"), "{said}");
    let done: BTreeSet<u64> =
        site.results("p").iter().map(|path| json(path)["task"].as_u64().expect("a task")).collect();
    assert_eq!(done.len(), 60);
}

fn attempts(site: &Site, plan: &str) -> (BTreeSet<u64>, usize) {
    let files = site.results(plan);
    let task = |path: &PathBuf| json(path)["task"].as_u64().expect("a task");
    (files.iter().map(task).collect(), files.len())
}

fn twice_at_once(site: &Site, line: &str) {
    let start = || site.command(line).stderr(Stdio::null()).spawn().expect("a worker");
    for mut worker in [start(), start()] {
        assert!(worker.wait().expect("a worker").success());
    }
}

#[test]
fn workers_at_once_share_a_plan() {
    let site = Site::new();
    site.ends("plan cubes armies --size 9 --tasks 60 -o p", 0);
    twice_at_once(&site, "work p");
    let (tasks, attempts) = attempts(&site, "p");
    assert_eq!(tasks.len(), 60);
    assert!(attempts <= 63, "{attempts} attempts at 60 tasks");
    site.ends("merge p", 1);
    assert_eq!(files(&site.path("p/in-hand")), Vec::<PathBuf>::new());
}

/// The run that finds an optimum is a task for which others wait.
#[test]
fn workers_at_once_share_a_comparison() {
    let site = Site::new();
    let what = "--family gunport,abbott-window --size 3,4,5 --card totalizer,bdd --ask unsat,sat";
    site.ends(&format!("plan compare {what} --seeds 2 -o p"), 0);
    let tasks = json(&site.path("p/plan.json"))["tasks"]["number"].as_u64().expect("a number");
    twice_at_once(&site, "work p");
    let (done, attempts) = attempts(&site, "p");
    assert_eq!(done.len() as u64, tasks);
    assert!(attempts as u64 <= tasks + tasks / 20, "{attempts} attempts at {tasks} tasks");
}

#[test]
fn a_task_of_a_killed_worker_is_not_waited_for() {
    let site = Site::new();
    site.ends("plan cubes armies --size 13 --tasks 2 -o p", 0);
    let mut worker = site.command("work p -q").spawn().expect("a worker");
    while files(&site.path("p/in-hand")).is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    worker.kill().expect("a child of ours");
    worker.wait().expect("a child of ours");
    let said = site.ends("work p", 0);
    assert!(!said.contains("waiting"), "{said}");
    assert!(said.contains("1 of 2 settled, about "), "{said}");
    assert!(said.contains("2 of 2 settled\n2 tasks done"), "{said}");
    site.ends("merge p", 1);
}

#[test]
fn a_task_in_another_hand_comes_last() {
    let site = Site::new();
    site.ends("plan cubes armies --size 6 --tasks 3 -o p", 0);
    fs::create_dir(site.path("p/in-hand")).expect("a folder");
    let held = r#"{"host":"elsewhere","process":1,"date":"2026-01-01T00:00:00.000Z","drawn":"0"}"#;
    fs::write(site.path("p/in-hand/0"), held).expect("a file");
    let worker = site.command("work p").stderr(Stdio::piped()).spawn().expect("a worker");
    while site.results("p").len() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    fs::remove_file(site.path("p/in-hand/0")).expect("a file");
    let said = worker.wait_with_output().expect("a worker");
    let said = String::from_utf8_lossy(&said.stderr);
    assert!(
        said.ends_with("3 tasks done, 0 done before or by others, 0 left at a limit\n"),
        "{said}"
    );
    let last = said.lines().rev().find(|line| line.starts_with("task")).unwrap_or_default();
    assert!(last.starts_with("task 0: refuted"), "{said}");
}

#[test]
fn what_a_plan_has_come_to_is_said_in_json() {
    let site = Site::new();
    site.ends("plan cubes armies --size 6 --tasks 12 -o p", 0);
    let said = |line: &str, status: i32| -> Value {
        serde_json::from_str(&site.ends(line, status)).expect("JSON")
    };
    site.ends("work p --sample 10 -q", 0);
    let merged = said("merge p --format json", 3);
    assert_eq!((&merged["tasks"], &merged["done"]), (&12.into(), &10.into()));
    assert_eq!((&merged["verdict"], &merged["open"]), (&"open".into(), &2.into()));
    let forecast = said("merge p --forecast --format json", 0);
    assert_eq!((&forecast["sampled"], &forecast["tasks"]), (&10.into(), &12.into()));
    let dealt = said("merge p --todo --format json", 0);
    assert_eq!((&dealt["tasks"], &dealt["list"]), (&2.into(), &1.into()));
    assert_eq!(said("merge p --split --format json", 0)["cut"], 0);
    site.ends("work p -q", 0);
    let merged = said("merge p --format json", 1);
    assert_eq!(merged["verdict"], "refuted");
    assert_eq!(merged["answer"], Value::Null);
    site.ends("plan cubes gunport --size 6 --bound 12 --tasks 8 -o q", 0);
    site.ends("work q -q", 0);
    let merged = said("merge q --format json", 0);
    assert_eq!((&merged["verdict"], &merged["value"]), (&"reached".into(), &12.into()));
    assert_eq!(merged["answer"].as_array().map(Vec::len), Some(6));
    site.ends("plan compare --family gunport --size 3 --card totalizer,bdd --seeds 1 -o c", 0);
    site.ends("work c -q", 0);
    let merged = said("merge c --format json", 0);
    assert!(merged["runs"].as_u64() >= Some(2), "{merged}");
}

#[test]
fn a_worker_that_cannot_report_loses_nothing() {
    let site = Site::new();
    site.ends("plan cubes armies --size 6 --tasks 3 -o p", 0);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let mut worker = site.command("work p").stderr(full).spawn().expect("a worker");
    assert!(worker.wait().expect("a worker").success());
    site.ends("merge p", 1);
}

#[test]
fn a_forecast_is_made_from_the_drawn_sample() {
    let site = Site::new();
    site.ends("plan cubes armies --size 8 --tasks 40 -o p", 0);
    let said = site.ends("merge p --forecast", 2);
    assert!(said.contains("0 tasks of the sample are done"), "{said}");
    site.ends("work p --sample 12 -q", 0);
    let said = site.ends("merge p --forecast", 0);
    assert!(said.starts_with("from 12 of 40 tasks"), "{said}");
    site.ends("work p -q", 0);
    assert!(site.ends("merge p --forecast", 0).starts_with("from 40 of 40 tasks"));
}

/// A pipe among the results is named and skipped: opening it would wait for ever for a writer.
#[cfg(unix)]
#[test]
fn a_pipe_among_the_results_is_named_and_left_aside() {
    let site = Site::new();
    site.ends("plan cubes armies --size 6 --tasks 3 -o p", 0);
    site.ends("work p", 0);
    let pipe = site.path("p/results/00000/1-00000000000000aa.json");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let said = site.ends("merge p", 1);
    assert!(said.contains("it is not a regular file"), "{said}");
    site.ends("work p", 0);
}

/// A result of another round is foreign, since two splits of a plan give the same numbers to
/// different tasks.
#[test]
fn a_result_of_another_round_is_foreign() {
    let site = Site::new();
    let line = "armies --size 7 --bound 7 --search linear-sat-unsat --deduce none --card adder \
                --formulation pairs --tasks 9 --symmetry on --conflict-limit 20";
    site.ends(&format!("plan cubes {line} -o x"), 0);
    site.run("work x -q");
    let copy = |from: &str, to: &str| {
        for path in files(&site.path(from)) {
            let within = path.strip_prefix(site.path(from)).expect("a file of the folder");
            let place = site.path(to).join(within);
            fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
            if !place.exists() {
                fs::copy(&path, &place).expect("a copy");
            }
        }
    };
    copy("x", "y");
    site.ends("merge x --split 2", 0);
    site.ends("merge y --split 3", 0);
    site.run("work y -q");
    let done = |plan: &str| {
        let merged = site.run(&format!("merge {plan}"));
        let text = String::from_utf8_lossy(&merged.stdout).into_owned();
        let line = text.lines().find(|line| line.contains("done")).expect("progress").to_owned();
        (line, String::from_utf8_lossy(&merged.stderr).into_owned() + &text)
    };
    let (before, _) = done("x");
    copy("y/results", "x/results");
    let (after, said) = done("x");
    assert_eq!(before, after);
    assert!(said.contains("another round"), "{said}");
}

/// Without that, a plan once took any number of rounds.
#[test]
fn a_plan_with_a_narrow_limit_is_cut_until_it_is_refuted() {
    let site = Site::new();
    let line = "gunport --size 14x16 --bound 75 --tasks 4 --conflict-limit 100";
    site.ends(&format!("plan cubes {line} -o p"), 0);
    site.ends("work p -q", 3);
    let said = site.ends("merge p --todo", 0);
    assert!(said.contains("stopped by a limit and left out of the list"), "{said}");
    assert!(said.contains("--split") && said.contains("no other task is left"), "{said}");
    let said = site.ends("merge p --forecast", 2);
    assert!(said.contains("ran into a limit") && said.contains("--split"), "{said}");
    let mut rounds = 0;
    while site.run("merge p").status.code() == Some(3) {
        rounds += 1;
        assert!(rounds < 30, "{}", site.ends("merge p", 3));
        assert!(site.ends("merge p --split 8", 0).contains("cut into"));
        site.run("work p -q");
    }
    site.ends("merge p", 1);
    // No worker takes a task that has been split.
    let before = site.results("p").len();
    site.ends("work p -q", 0);
    let said = site.ends("work p --again", 0);
    assert!(said.contains("cut into smaller ones, 0 left at a limit"), "{said}");
    assert_eq!(site.results("p").len(), before);
}

#[test]
fn options_that_a_plan_refuses_are_not_in_its_help() {
    let site = Site::new();
    let help = site.ends("plan compare --help", 0);
    for (option, value) in [
        ("dry-run", ""),
        ("report", "x.jsonl"),
        ("csv", "x.csv"),
        ("latex", "x.tex"),
        ("json", "x.json"),
        ("html", "x.html"),
        ("measurements", "x.csv"),
        ("label", "x"),
        ("pool", ""),
        ("measure", "ticks"),
        ("results", "x.jsonl"),
        ("jobs", "2"),
    ] {
        assert!(!help.contains(&format!("\n      --{option}")), "--{option} in {help}");
        site.ends(&format!("plan compare counters -o p --{option} {value}"), 2);
    }
}

/// A shell reads the commands that a plan prints, for any name of the folder.
#[test]
fn the_commands_that_a_plan_prints_work() {
    for name in ["it's a plan", "-o", "$(false); *"] {
        let site = Site::new();
        let planned = site
            .command("plan cubes armies --size 8 --tasks 4")
            .arg(format!("--output={name}"))
            .output()
            .expect("the program runs");
        assert_eq!(planned.status.code(), Some(0), "{planned:?}");
        let said = String::from_utf8_lossy(&planned.stdout).into_owned();
        let command = |head: &str| {
            let line = said.lines().find_map(|line| line.trim_start().strip_prefix(head));
            line.unwrap_or_else(|| panic!("`{head}` in {said}")).trim().to_owned()
        };
        let parallel = command("GNU parallel:").replacen("seq 0 3 | parallel ", "", 1);
        // Like `parallel`, another shell reads the joined words.
        let joined = shlex::split(&parallel).expect("words").join(" ").replace("{}", "0");
        let program = PathBuf::from(env!("CARGO_BIN_EXE_quarrel"));
        let folder = program.parent().expect("a folder").to_owned();
        let shell = |command: &str| {
            let known = std::env::var("PATH").unwrap_or_default();
            let path = format!("{}:{known}", folder.display());
            let mut shell = Command::new("sh");
            shell.args(["-c", command]).current_dir(site.path(".")).env("PATH", path);
            shell.stdout(Stdio::null()).status().expect("a shell").code()
        };
        assert_eq!(shell(&joined), Some(0), "{joined}");
        assert_eq!(files(&site.path(name).join("results")).len(), 1);
        assert_eq!(shell(&command("here:")), Some(0));
        assert_eq!(files(&site.path(name).join("results")).len(), 4);
        assert_eq!(shell(&command("results at any time:")), Some(1));
    }
}

#[test]
fn what_is_no_plan_is_refused_with_a_cure() {
    let site = Site::new();
    for (line, words) in [
        ("gunport --size 7 --bound 17 --search cubes", "the search cubes does not divide"),
        ("gunport --size 6 --cpu-limit 0", "a task needs some time"),
        ("armies --size 9 --bound 99999999999", "no answer has the value 99999999999 or better\n"),
    ] {
        let said = site.ends(&format!("plan cubes {line} -o p"), 2);
        assert!(said.contains(words), "{line}: {said}");
    }
    site.ends("plan cubes gunport --size 6 --bound 12 --tasks 8 -o p", 0);
    site.run("work p -q");
    let answered = site.results("p").into_iter().find(|path| json(path)["outcome"] == "reached");
    let answered = answered.expect("an answer");
    let mut attempt = json(&answered);
    attempt["answer"] = serde_json::json!(["......"]);
    fs::write(&answered, attempt.to_string()).expect("a file of results");
    let said = site.ends("merge p", 4);
    assert!(said.contains("remove the files"), "{said}");
    fs::remove_file(&answered).expect("a file of results");
    site.ends("work p -q", 0);
    site.ends("merge p", 0);
}
