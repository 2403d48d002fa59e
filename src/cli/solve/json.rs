//! A finding as a JSON object, in one line for one of several boards. Programs rely on the keys.

use serde_json::{Map, Value, json};

use crate::cli::output::{json_line, pretty_json};
use crate::report::Searched;

/// Returns the report of a search as JSON in several lines.
pub(super) fn alone(searched: Searched) -> String {
    pretty_json(&Value::Object(object(searched)))
}

/// Returns the report of a search as JSON in one line, with the name of the board.
pub(super) fn of_a_board(name: &str, searched: Searched) -> String {
    let mut named = named(name);
    named.extend(object(searched));
    json_line(&Value::Object(named))
}

/// Returns the JSON line of a board without a finding, with the reason `why`.
pub(in crate::cli) fn without_finding(name: &str, why: &str) -> String {
    let mut object = named(name);
    object.insert("error".to_owned(), json!(why));
    json_line(&Value::Object(object))
}

fn named(name: &str) -> Map<String, Value> {
    Map::from_iter([("board".to_owned(), json!(name))])
}

/// Returns the report of a search as keys of JSON.
fn object(searched: Searched) -> Map<String, Value> {
    match serde_json::to_value(searched.report()) {
        Ok(Value::Object(object)) => object,
        other => unreachable!("a report is an object with keys that are text: {other:?}"),
    }
}
