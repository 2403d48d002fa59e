//! Plans whose files were edited, lost or are in the way: workers and `merge` agree about what
//! counts, and the message names the file.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::site::{Site, json};

/// Changes a result.
fn edit(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut attempt = json(path);
    change(&mut attempt);
    fs::write(path, attempt.to_string()).expect("a result");
}

/// A worker does what `merge` leaves aside, in each kind of plan.
#[test]
fn what_merge_leaves_aside_is_done_again() {
    let armies = "plan cubes armies --size 6 --tasks 3 -o p";
    let proved = "plan cubes gunport --size 8 --bound 21 --tasks 4 --proof -o p";
    let compared = "plan compare --family gunport --size 4 --card totalizer,bdd -o p";
    let rows = || serde_json::json!(["......"]);
    let cases: [(&str, &str, Option<Value>, &str); 6] = [
        (armies, "reached", None, "its outcome is reached, but it has no answer"),
        (armies, "refuted", Some(rows()), "its outcome is refuted, but it has an answer"),
        (armies, "made", None, "a task of this plan cannot be made"),
        (proved, "reached", None, "its outcome is reached, but it has no answer"),
        (compared, "refuted", None, "a task of this plan cannot be refuted"),
        (compared, "reached", Some(rows()), "a task of this plan cannot be reached"),
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
