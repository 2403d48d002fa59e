//! A finding as a JSON object. If there are several boards, each object is in one line. Programs
//! rely on the keys.

use serde_json::{Map, Value, json};

use crate::cli::output::{json_line, pretty_json};
use crate::report::SearchOutcome;

/// Returns the report of a search as JSON in several lines.
pub(super) fn pretty_report(searched: SearchOutcome) -> String {
    pretty_json(&Value::Object(report_object(searched)))
}

/// Returns the report of a search as JSON in one line, with the name of the board.
pub(super) fn board_line(name: &str, searched: SearchOutcome) -> String {
    let mut named = named_object(name);
    named.extend(report_object(searched));
    json_line(&Value::Object(named))
}

/// Returns the JSON line of a board without a finding, with the reason `why`.
pub(in crate::cli) fn error_line(name: &str, why: &str) -> String {
    let mut object = named_object(name);
    object.insert("error".to_owned(), json!(why));
    json_line(&Value::Object(object))
}

/// Returns a JSON object with the name of a board, which is one of several boards. The caller adds
/// further keys.
fn named_object(name: &str) -> Map<String, Value> {
    Map::from_iter([("board".to_owned(), json!(name))])
}

/// Returns the report of a search as keys of JSON with their values.
fn report_object(searched: SearchOutcome) -> Map<String, Value> {
    match serde_json::to_value(searched.report()) {
        Ok(Value::Object(object)) => object,
        other => unreachable!("a report is an object with keys that are text: {other:?}"),
    }
}
