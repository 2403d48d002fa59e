//! Tables of invented runs: their shape, and names with LaTeX's special characters.

use super::form::format_power;
use super::*;
use crate::record::tests::record;
use crate::record::{Ending, Record};

fn runs(names: [&str; 2], boards: usize) -> Vec<Record> {
    let mut runs = Vec::new();
    for board in 0..boards {
        for scramble in 0..3 {
            for (place, name) in names.into_iter().enumerate() {
                let cpu = 0.1 * (1 + place) as f64 * (1.0 + 0.01 * (scramble * (board + 1)) as f64);
                let mut run = record(&format!("gunport-{board}"), &[("amo", name)], cpu);
                run.scramble = Some(scramble as u64);
                run.configuration = Some(place);
                runs.push(run);
            }
        }
    }
    runs
}

fn written(records: &[Record]) -> String {
    tables(&Summary::from_records(records, Measure::Cpu, false))
}

fn check(tables: &str) {
    let mut columns = 0;
    let is_cell = |(place, _): &(usize, &str), row: &str| !row[..*place].ends_with('\\');
    for line in tables.lines() {
        if let Some((_, form)) = line.split_once("\\begin{tabular}{") {
            columns = form.trim_end_matches('}').len();
            assert!(form.starts_with('l'));
        }
        if line.ends_with("\\\\") && !line.starts_with("\\multicolumn{5}") {
            let cells = line.match_indices('&').filter(|one| is_cell(one, line)).count() + 1;
            assert_eq!(cells, columns, "{line}");
        }
    }
    let number = |what: &str| tables.matches(what).count();
    for what in ["table", "tabular"] {
        let ends = [format!("\\begin{{{what}}}"), format!("\\end{{{what}}}")];
        assert_eq!(number(&ends[0]), number(&ends[1]));
    }
    for once in ["\\toprule", "\\midrule", "\\bottomrule", "\\caption{", "\\label{tab:"] {
        assert_eq!(number(once), number("\\begin{table}"), "{once}");
    }
    assert!(!tables.contains("NaN") && tables.is_ascii(), "{tables}");
}

#[test]
fn what_means_something_to_latex_is_escaped() {
    assert_eq!(escaped("a&b_c%#$"), "a\\&b\\_c\\%\\#\\$");
    assert_eq!(escaped("{~^\\}"), "\\{\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\}");
    assert_eq!(escaped("≤ 2 <3>\n"), "$\\leq$ 2 \\textless{}3\\textgreater{} ");
    assert_eq!(escaped("--size \"4\""), "-{}-size \\char34{}4\\char34{}");
    assert_eq!(
        ["0.032", "2e-9", "1.5e6"].map(format_power),
        ["0.032", "$2 \\cdot 10^{-9}$", "$1.5 \\cdot 10^{6}$"]
    );
}

#[test]
fn a_section_has_three_tables_that_say_what_they_are_about() {
    let tables = written(&runs(["pairwise", "mini_sat & {x} 100%"], 6));
    check(&tables);
    assert!(tables.starts_with("% Needs \\usepackage{booktabs}.\n% command: quarrel compare\n"));
    assert_eq!(tables.matches("\\begin{table}").count(), 3);
    assert!(tables.contains("mini\\_sat \\& \\{x\\} 100\\%"));
    assert!(
        tables.contains("pairwise / mini\\_sat"),
        "the configuration that takes less comes first"
    );
    let captions = tables.split_once("\\begin{table}").expect("tables").1;
    for part in
        ["6 boards of gunport", "finding the optimum", "3 repetitions", "10 s", "node: a processor"]
    {
        assert_eq!(captions.matches(part).count(), 3, "{part}");
    }
    assert!(tables.contains("\\label{tab:gunport-optimum-1-pairs}"));
    assert!(tables.contains("\\quad these boards & 0.5") && tables.contains(" & less \\\\"));
    assert!(tables.contains("The confidence of an interval is 95\\,\\%."));
}

#[test]
fn what_is_too_long_for_a_page_has_parts() {
    let mut records = Vec::new();
    for board in 0..50 {
        for place in 0..7 {
            let amo = format!("amo-{place}");
            let mut run = record(&format!("gunport-{board}"), &[("amo", &amo)], 0.1 + place as f64);
            run.configuration = Some(place);
            records.push(run);
        }
    }
    let tables = written(&records);
    check(&tables);
    let labels = ["pairs}", "pairs-2}", "boards}", "boards-2}", "boards-3}", "boards-4}"];
    for label in labels {
        assert_eq!(tables.matches(&format!("optimum-1-{label}")).count(), 1, "{label}");
    }
    assert!(!tables.contains("pairs-3}") && !tables.contains("boards-5}"));
    assert_eq!(tables.matches("(Continued.)").count(), 4);
}

#[test]
fn little_is_written_as_well() {
    assert!(written(&[]).contains("% There are no runs to compare."));
    let one = written(&[record("gunport-4x4", &[], 1.0)]);
    check(&one);
    assert_eq!(one.matches("\\begin{table}").count(), 1, "configurations without pairs");
    let stopped = |mut run: Record| {
        run.ending = Ending::Stopped;
        run
    };
    let none: Vec<Record> = runs(["a", "b"], 2).into_iter().map(stopped).collect();
    let none = written(&none);
    check(&none);
    assert!(none.contains("no results") && !none.contains("too few"));
}

#[test]
fn a_command_of_several_lines_stays_a_comment() {
    let mut records = runs(["a", "b"], 1);
    for run in &mut records {
        let origin = run.origin.as_mut().expect("invented runs have an origin");
        origin.start.command = "quarrel compare\n\\evil \u{202e}".to_owned();
    }
    let tables = written(&records);
    assert!(tables.contains("% command: quarrel compare\\n\\evil \\u{202e}\n"), "{tables}");
}
