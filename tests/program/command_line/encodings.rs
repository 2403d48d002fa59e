//! Encodings chosen on the command line, and the verb that lists them.

use quarrel_encodings::{at_most_one, cardinality, integer, parity, pseudo_boolean};
use serde_json::{Value, json};

use crate::workbench::{Workbench, run};

fn choices() -> [(&'static str, &'static str, Vec<&'static str>); 7] {
    let auto = ["auto"];
    [
        ("--amo", "amo", at_most_one::ALL.iter().map(|row| row.name).chain(auto).collect()),
        ("--card", "card", cardinality::ALL.iter().map(|row| row.name).chain(auto).collect()),
        ("--pb", "pb", pseudo_boolean::ALL.iter().map(|row| row.name).chain(auto).collect()),
        ("--int", "int", integer::ALL.iter().map(|row| row.name).chain(auto).collect()),
        ("--xor", "xor", parity::ALL.iter().map(|row| row.name).chain(auto).collect()),
        (
            "--order",
            "order",
            vec!["natural", "row", "column", "diagonal", "spiral", "proximity", "random:3"],
        ),
        (
            "--shape",
            "shape",
            vec!["flat", "auto", "rows-chain", "columns-balanced", "rows+columns+colours-chain"],
        ),
    ]
}

#[test]
fn every_choice_is_taken_and_reported() {
    for (option, key, names) in choices() {
        for name in names {
            let report = run(&format!(
                "solve abbott-window --size 4 --bound 12 --construct off --format json {option} {name}"
            ))
            .with_status(0)
            .json();
            // The result names the shape that `auto` chose.
            if (key, name) == ("shape", "auto") {
                assert_ne!(report["encodings"][key], name);
            } else {
                assert_eq!(report["encodings"][key], name);
            }
            assert_eq!(report["objective"]["value"], 12, "{option} {name}");
        }
    }
}

#[test]
fn the_listing_has_every_row_with_its_measurements() {
    let text = run("encodings").with_status(0).out;
    let report = run("encodings --format json").with_status(0).json();
    for ((option, _, names), table) in choices().iter().zip(list(&report["tables"])) {
        assert_eq!(table["option"], *option);
        let rows: Vec<&str> = list(&table["rows"]).map(|row| string(&row["name"])).collect();
        assert_eq!(rows, names[..names.len() - 1], "{option}");
        for row in list(&table["rows"]) {
            let name = string(&row["name"]);
            assert!(text.contains(name) && text.contains(string(&row["citation"])), "{name}");
            // Integers are no constraint.
            let is_measured = *option != "--int";
            assert_eq!(row["propagation"].is_string(), is_measured, "{name}");
            assert_eq!(row["models"].is_object(), is_measured, "{name}");
            assert!(list(&row["sizes"]).next().is_some_and(|size| size["clauses"].is_u64()));
        }
    }
    for (name, _) in quarrel::encode::Order::usages() {
        assert!(text.contains(name), "{name}");
    }
}

#[test]
fn every_encoding_is_explained_by_its_name() {
    let listed = run("encodings --format json").with_status(0).json();
    let essays = at_most_one::ALL.iter().map(|row| row.essay);
    let essays = essays.chain(cardinality::ALL.iter().map(|row| row.essay));
    let essays = essays.chain(pseudo_boolean::ALL.iter().map(|row| row.essay));
    let essays = essays.chain(integer::ALL.iter().map(|row| row.essay));
    let mut essays = essays.chain(parity::ALL.iter().map(|row| row.essay));
    for table in list(&listed["tables"]) {
        let option = string(&table["option"]);
        for (place, row) in list(&table["rows"]).enumerate() {
            let name = string(&row["name"]);
            let asked = format!("encodings {}:{name}", option.trim_start_matches('-'));
            let text = run(&asked).with_status(0).out;
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let essay = words(essays.next().expect("an essay of each row"));
            let opening = essay.split(['.', '[']).next().expect("a sentence");
            let publication = format!("Publication: {}.", string(&row["citation"]));
            // The default of sums with weights and of integers is `auto`.
            let is_default = place == 0 && !["--pb", "--int"].contains(&option);
            let default = if is_default { ", the default\n" } else { "\n" };
            for part in [opening, &publication] {
                assert!(words(&text).contains(part), "{asked}: {part} in {text}");
            }
            assert!(text.contains(&format!("{option} {name}{default}")), "{text}");
            assert!(!text.contains("](") && !text.contains("```"), "{text}");
            for size in list(&row["sizes"]).filter_map(|size| size["literals"].as_u64()) {
                assert!(text.contains(&format!(" {size}\n")), "{asked}: {size} in {text}");
            }
            let report = run(&format!("{asked} --format json")).with_status(0).json();
            let [told] = list(&report["encodings"]).collect::<Vec<_>>()[..] else {
                panic!("{asked}: {report}")
            };
            assert_eq!((&told["option"], &told["default"]), (&option.into(), &is_default.into()));
            assert!(words(string(&told["essay"])).starts_with(opening), "{told}");
            for (key, value) in row.as_object().expect("a row") {
                assert_eq!(&told[key], value, "{asked} {key}");
            }
        }
    }
}

#[test]
fn sums_of_weights_are_measured_by_their_numbers() {
    let line = "encodings --at-most 1000 --weights 7x20,300,500,13x40";
    let text = run(line).with_status(0).out;
    let title = "Sums with weights (--pb), a total weight of at most 1000 of 1460 (62 literals):";
    assert!(text.starts_with(title), "{text}");
    let report = run(&format!("{line} --format json")).with_status(0).json();
    let rows: Vec<&Value> = list(&report["tables"][0]["rows"]).collect();
    let names: Vec<&str> = rows.iter().map(|row| string(&row["name"])).collect();
    assert_eq!(names, pseudo_boolean::ALL.iter().map(|row| row.name).collect::<Vec<_>>());
    for row in rows {
        let has_form = row["name"] != "repeat";
        assert_eq!(row["sizes"][0]["clauses"].is_u64(), has_form, "{row}");
    }
    for (line, told) in [
        ("--at-most 3", "expected --of N or --weights W,..."),
        ("--weights 3,4", "expected --at-most K"),
        ("--weights 3,4 --of 2 --at-most 1", "cannot be used with"),
        ("--weights 3x --at-most 1", "or 7x20 for 20 literals of weight 7"),
        ("--weights 3,0 --at-most 1", "--weights"),
        ("--weights 3,4 --at-most 8", "but sums range from 0 to 7"),
        ("--weights 3x200000 --at-most 8", "at most 100000 literals"),
        ("--weights 9223372036854775807,1 --at-least 8", "--weights"),
    ] {
        let refusal = run(&format!("encodings {line}")).refusal();
        assert!(refusal.contains(told), "{line}: {refusal}");
    }
}

#[test]
fn a_name_of_several_tables_shows_each_and_a_name_of_none_is_refused() {
    let text = run("encodings bdd").with_status(0).out;
    for option in
        ["--amo bdd\n", "--card bdd\n", "--pb bdd\n", "--xor bdd\n", "amo:bdd shows the first"]
    {
        assert!(text.contains(option), "{text}");
    }
    let report = run("encodings sequential --format json").with_status(0).json();
    let options: Vec<&str> = list(&report["encodings"]).map(|row| string(&row["option"])).collect();
    assert_eq!(options, ["--amo", "--card"]);
    let bench = Workbench::with("board.txt", "AB\nAB\n");
    bench.write("totalizer", "a file of that name");
    assert!(bench.run("encodings totalizer").with_status(0).out.starts_with("totalizer\n"));
    for (line, told) in [
        ("encodings totaliser", "expected totalizer\n"),
        ("encodings amo:laddr", "expected ladder\n"),
        ("encodings tree", "expected tree-3 or tree-4 or tree-5 or tree-6\n"),
        ("encodings model", "--explain model"),
        ("encodings qqq", "expected pairwise, ladder, "),
        ("encodings amo:totalizer", " (--int); chain-4, "),
        ("encodings board.txt", "--family FAMILY"),
        ("encodings -", "--family FAMILY"),
        ("encodings bdd --size 4", "--family FAMILY"),
        ("encodings bdd --card adder", "--family FAMILY"),
        ("encodings bdd --format markdown", "but one is named"),
    ] {
        let refusal = bench.run(line).refusal();
        assert!(refusal.contains(told), "{line}: {refusal}");
    }
    let added = bench.run("encodings --family queens board.txt").with_status(0).out;
    assert!(added.contains("At most one, exactly one (--amo)"), "{added}");
}

#[test]
fn orders_and_shapes_are_told_of_by_name() {
    let listed = run("encodings --format json").with_status(0).json();
    let names = list(&listed["orders"]).chain(list(&listed["shapes"]));
    let names: Vec<&str> = names.flat_map(|row| string(&row["name"]).split(", ")).collect();
    let example = |name: &str| {
        let name = name.replace("LINES+LINES…", "rows+columns").replace("LINES", "rows");
        name.replace("SEED", "5")
    };
    for name in names.into_iter().filter(|&name| name != "auto").map(example) {
        let told = run(&format!("encodings {name}")).with_status(0).out;
        let options = [format!("--order {name}\n"), format!("--shape {name}\n")];
        assert!(options.iter().any(|option| told.contains(option)), "{told}");
        let report = run(&format!("encodings {name} --format json")).with_status(0).json();
        assert_eq!(string(&report["name"]), name);
    }
    assert!(run("encodings order:natural").with_status(0).out.starts_with("natural\n"));
    run("encodings shape:natural").refusal();
    run("encodings card:natural").refusal();
}

#[test]
fn what_each_row_adds_to_a_puzzle_is_what_the_puzzle_has() {
    let report = run("encodings --family gunport --size 4x5 --bound 7 --format json");
    let report = report.with_status(0).json();
    let tables: Vec<&Value> = list(&report["tables"]).collect();
    let options: Vec<&str> = tables.iter().map(|table| string(&table["option"])).collect();
    assert_eq!(options, ["--amo", "--card"], "gunport has no parities");
    for table in tables {
        for row in list(&table["rows"]) {
            let (option, name) = (string(&table["option"]), string(&row["name"]));
            let solved = run(&format!(
                "solve gunport --size 4x5 --bound 7 --construct off --format json {option} {name}"
            ));
            let stats = &solved.with_status(0).json()["stats"];
            let default = run("solve gunport --size 4x5 --bound 7 --construct off --format json");
            let default = &default.with_status(0).json()["stats"];
            // The row's difference from the default is the difference of the totals.
            let whole = |stats: &Value| stats["clauses"].as_i64().expect("a number");
            let added = |row: &Value| row["added"]["clauses"].as_i64().expect("a form for it");
            let first = list(&table["rows"]).next().expect("a default");
            assert_eq!(whole(stats) - whole(default), added(row) - added(first), "{option} {name}");
        }
    }
    let text = run("encodings --family gunport --size 4x5").with_status(0).out;
    assert!(text.contains("with the bound 8"), "{text}");
}

/// A bound that deduction refutes needs no counter, so it is no default, and `--bound` refuses it.
#[test]
fn what_is_counted_is_counted_for_a_bound_that_may_be_reached() {
    for size in ["6", "8x10", "10"] {
        let report = run(&format!("encodings --family gunport --size {size} --format json"));
        let report = report.with_status(0).json();
        let of_card = |table: &&Value| table["option"] == "--card";
        let table = list(&report["tables"]).find(of_card).expect("a table");
        for row in list(&table["rows"]) {
            assert!(row["added"]["clauses"].as_u64() > Some(20), "{size}: {row}");
        }
    }
    let told = run("encodings --family gunport --size 8x10 --bound 20").refusal();
    assert!(told.contains("deduction refutes --bound 20"), "{told}");
}

#[test]
fn auto_explains_itself_line_by_line() {
    let text = run("encodings --explain abbott-window --size 8").with_status(0).out;
    assert!(text.lines().any(|line| line.starts_with("rows: parity of 8") && line.contains("×8")));
    assert!(text.lines().any(|line| line.starts_with("objective: the counter of")), "{text}");
    let report =
        run("encodings --explain abbott-window --size 8 --format json").with_status(0).json();
    assert_eq!(list(&report["choices"]).count(), text.lines().count() - 2);
    let sources = text.lines().rev().nth(1).expect("a line");
    assert_eq!(sources, "772 constraints: 42 from the rules, 730 to break symmetries");
    assert_eq!(report["sources"][0], json!({"kind": "rule", "constraints": 42}));
    let last = text.lines().last().expect("a line");
    assert!(last.starts_with("search: parity-cuts: "), "{last}");
    assert_eq!(report["search"]["name"], "parity-cuts");
    let searched = [("armies", "cubes"), ("gunport", "linear-sat-unsat")];
    for (family, search) in searched {
        let text = run(&format!("encodings --explain {family} --size 4")).with_status(0).out;
        assert!(
            text.lines()
                .last()
                .is_some_and(|last| last.starts_with(&format!("search: {search}: "))),
            "{text}"
        );
    }
    let line = "encodings --explain gunport --size 4 --formulation numbered-fixed --bound 7";
    let text = run(line).with_status(0).out;
    assert!(text.contains("exactly 2 of 16") && !text.contains("objective"), "{text}");
}

/// The default bound can be encoded, even if deduction leaves no possible value.
#[test]
fn a_board_without_an_answer_has_a_bound_that_can_be_written() {
    let bench = Workbench::with("none", "???##\n.????\n");
    let text = bench.run("encodings --family abbott-window none").with_status(0).out;
    assert!(text.contains("with the bound 2"), "{text}");
    let told = bench.run("solve abbott-window none --verbose").with_status(1).err;
    assert!(!told.contains("at most -"), "{told}");
    let refused = run("encodings --explain armies --size 4 --bound=-1").refusal();
    assert!(refused.contains("--bound -1 is below every possible value"), "{refused}");
    assert!(refused.contains("at least 0"), "{refused}");
}

#[test]
fn what_an_encoding_has_no_form_for_is_refused_by_its_name() {
    let refusals = [
        ("solve abbott-window --size 25 --xor direct", "direct"),
        ("solve gunport --size 5 --shape diagonals-chain", "diagonals"),
        ("solve gunport --size 2x3 --formulation numbered --shape rows", "rows"),
        ("encodings --size 4", "--family"),
        ("encodings --bound 3", "--family"),
        ("encodings --card adder", "--family"),
        ("encodings --explain gunport --size 4 --card adder", "--family"),
        ("encodings --family gunport --size 4 --bound 999", "at most 8"),
        ("encodings --explain gunport --size 4 --format markdown", "Markdown"),
        ("encodings --explain queens", "BOARD"),
    ];
    for (line, told) in refusals {
        let refusal = run(line).refusal();
        assert!(refusal.contains(told), "{line}: {refusal}");
    }
    let board = Workbench::with("board.txt", "AB\nAB\n");
    let refusal = board.run("solve queens board.txt --shape rows").refusal();
    assert!(refusal.contains("no objective"), "{refusal}");
}

#[test]
fn a_choice_that_is_none_is_refused_with_those_that_are() {
    let forms = "with + between them and -chain or -balanced after them, such as rows-chain";
    let objective =
        format!("write flat, auto, amo-flat, or one or more of rows, columns, amo {forms}");
    let board = format!("rows, columns, diagonals, antidiagonals, colours, amo {forms}");
    let seeds = "write random: and a whole number from 0 to 18446744073709551615";
    let deductions = "write all, none, or one or more of fixed, parity, complement, disjoint, dual with + \
                      between them, such as fixed+parity";
    for (choice, found, expected) in [
        ("--shape foo", "no shape along foo applies", objective.as_str()),
        ("--shape rows+foo", "the objective is not divided into foo", objective.as_str()),
        ("--shape Rows", "no shape is called `Rows`", board.as_str()),
        ("--shape rows-tree", "no shape is called `rows-tree`", board.as_str()),
        ("--shape rows+rows", "rows occurs twice in `rows+rows`", "write rows once"),
        ("--order foo", "no order is called `foo`", "row, column, diagonal, spiral, proximity"),
        ("--order random", "random needs a seed", seeds),
        ("--order random:x", "`x` is not a seed", seeds),
        ("--deduce foo", "no deduction is called `foo`", deductions),
        ("--deduce all+foo", "all cannot be one of several names, as in `all+foo`", deductions),
        ("--deduce fixed+", "a deduction without a name in `fixed+`", deductions),
    ] {
        let told = run(&format!("solve gunport --size 5 {choice}")).refusal();
        assert!(told.contains(found) && told.contains(expected), "{choice}: {told}");
    }
    // A comparison refuses an unknown order too.
    let told = run("compare --family gunport --size 4 --order foo").refusal();
    assert!(told.contains("no order is called `foo`"), "{told}");
}

/// A shape along missing lines is refused, even if deduction answers the question.
#[test]
fn a_shape_without_its_lines_is_refused_where_no_clause_is_needed() {
    for line in [
        "solve abbott-window --size 12",
        "solve abbott-window --size 4 --bound 16",
        "solve gunport --size 5 --bound 4",
        "solve armies --size 5 --unique",
    ] {
        let told = run(&format!("{line} --shape rows+regions-chain")).refusal();
        assert!(told.contains("the objective is not divided into regions"), "{line}: {told}");
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("an array").iter()
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}
