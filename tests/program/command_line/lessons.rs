//! `quarrel encodings` for a lesson: the tables by their kinds, and the clauses of one constraint.

use quarrel_encodings::{at_most_one, cardinality, integer, parity, pseudo_boolean};
use serde_json::Value;

use super::golden::golden;
use crate::workbench::{Workbench, run};

const KINDS: [[&str; 2]; 5] = [
    ["amo", "at-most-one"],
    ["card", "cardinality"],
    ["pb", "pseudo-boolean"],
    ["int", "integer"],
    ["xor", "parity"],
];

fn names(option: &str) -> Vec<&'static str> {
    match option {
        "amo" => at_most_one::ALL.iter().map(|row| row.name).collect(),
        "card" => cardinality::ALL.iter().map(|row| row.name).collect(),
        "pb" => pseudo_boolean::ALL.iter().map(|row| row.name).collect(),
        "int" => integer::ALL.iter().map(|row| row.name).collect(),
        _ => parity::ALL.iter().map(|row| row.name).collect(),
    }
}

#[test]
fn a_kind_lists_its_encodings() {
    for [option, kind] in KINDS {
        let text = run(&format!("encodings {kind}")).with_status(0).out;
        let json = run(&format!("encodings {option} --format json")).with_status(0).json();
        let [table] = &json["tables"].as_array().expect("tables")[..] else { panic!("{json}") };
        assert_eq!(table["option"], format!("--{option}"));
        let rows = table["rows"].as_array().expect("rows").iter();
        assert_eq!(
            rows.map(|row| row["name"].as_str().expect("a name")).collect::<Vec<_>>(),
            names(option)
        );
        for [other, _] in KINDS {
            let is_shown = names(other).iter().all(|name| text.contains(&format!("\n  {name} ")));
            assert_eq!(is_shown, other == option, "{option} with those of {other}: {text}");
        }
    }
    let sized = run("encodings card --at-most 1 --of 9").with_status(0).out;
    assert!(sized.starts_with("Cardinality (--card), at most 1 of 9:\n"), "{sized}");
    assert!(!sized.contains("--amo"));
    let odd = run("encodings --odd --of 9").with_status(0).out;
    assert!(odd.starts_with("Parity (--xor), odd of 9:\n"), "{odd}");
}

/// Names are known in any case, and orders and shapes are kinds, too.
#[test]
fn kinds_are_known_by_all_their_names() {
    for (name, start) in [
        ("AMO", "\nAt most one"),
        ("Cardinality", "\nCardinality"),
        ("PB", "\nSums with weights"),
        ("Totalizer", "totalizer\n"),
        ("AMO:Sequential", "sequential\n  At most one: "),
        ("Natural", "natural\n"),
        ("order", "Literal order, --order\n"),
        ("orders", "Literal order, --order\n"),
        ("Shape", "Counter shape, --shape\n"),
    ] {
        let text = run(&format!("encodings {name}")).with_status(0).out;
        assert!(text.contains(start), "{name}: {text}");
    }
    for (kind, least) in [("order", 10), ("shape", 5)] {
        let listed = run(&format!("encodings {kind} --format json")).with_status(0).json();
        let rows = listed[format!("{kind}s")].as_array().expect("rows");
        assert!(rows.len() >= least && rows[0]["about"].is_string(), "{listed}");
    }
    for (name, known) in [
        ("foo", "(--xor); auto, natural, "),
        ("foo", "amo-chain (--shape)"),
        ("order:foo", "(--order)"),
        ("shpae:flta", "flat"),
        ("natrual", "expected natural\n"),
    ] {
        let refusal = run(&format!("encodings {name}")).refusal();
        assert!(refusal.contains(known), "{name}: {refusal}");
    }
}

/// A lesson says what each literal weighs.
#[test]
fn each_literal_of_a_lesson_has_its_weight() {
    let line = "encodings adder --at-most 4 --weights 1,2x3,-3";
    let text = run(line).with_status(0).out;
    let title =
        "a total weight of at most 4 in the range -3 to 7 (5 literals) by adder (--pb adder)";
    assert!(text.starts_with(title), "{text}");
    for words in ["  x1 ", " weighs 1\n", "  x2 to x4 ", " weigh 2 each\n", " weighs -3\n"] {
        assert!(text.contains(words), "{words:?}: {text}");
    }
    let json = run(&format!("{line} --format json")).with_status(0).json();
    assert_eq!(json["encodings"][0]["weights"], serde_json::json!([1, 2, 2, 2, -3]));
    let dimacs = run(&format!("{line} --format dimacs")).with_status(0).out;
    assert!(dimacs.contains("c 1 = x1: weighs 1\n"), "{dimacs}");
    assert!(dimacs.contains("c 5 = x5: weighs -3\n"), "{dimacs}");
    let plain = run("encodings ladder --at-most 1 --of 3 --format json").with_status(0).json();
    assert_eq!(plain["encodings"][0]["weights"], Value::Null);
}

/// A constraint as options of `encodings`, and as a model file of the same constraint.
struct Example {
    option: &'static str,
    line: &'static str,
    file: &'static str,
    text: &'static str,
}

const EXAMPLES: [Example; 8] = [
    Example {
        option: "amo",
        line: "--at-most 1 --of 7",
        file: "most.opb",
        text: "+1 x1 +1 x2 +1 x3 +1 x4 +1 x5 +1 x6 +1 x7 <= 1 ;\n",
    },
    Example {
        option: "amo",
        line: "--exactly 1 --of 5",
        file: "exact.opb",
        text: "+1 x1 +1 x2 +1 x3 +1 x4 +1 x5 = 1 ;\n",
    },
    Example {
        option: "card",
        line: "--at-most 3 --of 7",
        file: "most.opb",
        text: "+1 x1 +1 x2 +1 x3 +1 x4 +1 x5 +1 x6 +1 x7 <= 3 ;\n",
    },
    Example {
        option: "card",
        line: "--at-least 3 --of 6",
        file: "least.opb",
        text: "+1 x1 +1 x2 +1 x3 +1 x4 +1 x5 +1 x6 >= 3 ;\n",
    },
    Example {
        option: "card",
        line: "--exactly 2 --of 5",
        file: "exact.opb",
        text: "+1 x1 +1 x2 +1 x3 +1 x4 +1 x5 = 2 ;\n",
    },
    Example {
        option: "pb",
        line: "--at-most 7 --weights 1,2,3,4,5",
        file: "most.opb",
        text: "+1 x1 +2 x2 +3 x3 +4 x4 +5 x5 <= 7 ;\n",
    },
    Example {
        option: "pb",
        line: "--at-least 6 --weights 4,3,2,3",
        file: "least.opb",
        text: "+4 x1 +3 x2 +2 x3 +3 x4 >= 6 ;\n",
    },
    Example {
        option: "xor",
        line: "--odd --of 7",
        file: "odd.cnf",
        text: "p cnf 7 1\nx1 2 3 4 5 6 7 0\n",
    },
];

fn clauses(dimacs: &str) -> Vec<&str> {
    dimacs.lines().filter(|line| !line.starts_with('c')).collect()
}

/// The clauses of a lesson, in its three forms, are those of an exported model file.
#[test]
fn every_encoding_prints_the_clauses_that_are_exported() {
    for example in EXAMPLES {
        let Example { option, line, file, text } = example;
        let bench = Workbench::with(file, text);
        for name in names(option) {
            let asked = format!("encodings {option}:{name} {line}");
            let printed = bench.run(&format!("{asked} --format dimacs")).with_status(0).out;
            let exported = format!("export model {file} --to cnf --{option} {name}");
            let exported = bench.run(&exported).with_status(0).out;
            assert_eq!(clauses(&printed), clauses(&exported), "{asked}");
            let json = bench.run(&format!("{asked} --format json")).with_status(0).json();
            let lesson = &json["encodings"][0];
            assert_eq!(in_dimacs(lesson), clauses(&printed), "{asked}");
            let read = bench.run(&asked).with_status(0).out;
            assert!(read.ends_with(&in_names(lesson)), "{asked}: {read}");
        }
    }
}

/// Returns the lines of a DIMACS file with the clauses of a lesson in JSON.
fn in_dimacs(lesson: &Value) -> Vec<String> {
    let of = |key: &str| lesson[key].as_array().expect("an array");
    let variables = of("literals").len() + of("auxiliary").len();
    let lines = of("clauses").iter().map(|clause| {
        let lits = clause.as_array().expect("a clause").iter();
        lits.map(|lit| format!("{lit} ")).collect::<String>() + "0"
    });
    let head = format!("p cnf {variables} {}", of("clauses").len());
    std::iter::once(head).chain(lines).collect()
}

/// Returns the clauses of a lesson in JSON as they are read on a blackboard.
fn in_names(lesson: &Value) -> String {
    let of = |key: &str| lesson[key].as_array().expect("an array").iter();
    let own = of("literals").map(|name| name.as_str().expect("a name"));
    let others = of("auxiliary").map(|one| one["name"].as_str().expect("a name"));
    let names: Vec<&str> = own.chain(others).collect();
    let literal = |lit: &Value| {
        let number = lit.as_i64().expect("a number");
        let name = names[usize::try_from(number.abs()).expect("a small number") - 1];
        if number < 0 { format!("¬{name}") } else { name.to_owned() }
    };
    let clause = |clause: &Value| {
        let lits: Vec<String> = clause.as_array().expect("a clause").iter().map(literal).collect();
        format!("  {}\n", lits.join(" ∨ "))
    };
    of("clauses").map(clause).collect()
}

#[test]
fn lessons() {
    let lines = [
        "encodings sequential --at-most 1 --of 4",
        "encodings product --at-most 1 --of 9",
        "encodings totalizer --at-least 2 --of 4",
        "encodings modulo-totalizer --exactly 2 --of 4",
        "encodings card:adder --at-most 2 --of 5",
        "encodings chain-3 --even --of 4",
        "encodings binary-merge --at-most 5 --weights 1,2,3,4",
        "encodings tree-4 --odd --of 6 --format dimacs",
        "encodings ladder --at-most 1 --of 3 --format json",
    ];
    let each = lines.map(|line| format!("$ quarrel {line}\n{}", run(line).with_status(0).out));
    golden("lessons", &each.join("\n"));
}

#[test]
fn a_constraint_that_an_encoding_cannot_write_is_refused() {
    for (line, told) in [
        ("ladder --at-most 2 --of 5", "expected --at-most 1 or --exactly 1, and --of N"),
        ("amo --at-least 2 --of 5", "no encoding of --amo writes at least 2 of 5"),
        ("totalizer --odd --of 5", "expected --at-most K, --at-least K or --exactly K, and --of N"),
        ("pb:adder --at-most 2 --of 5", "and --weights W,..."),
        ("tree-4 --at-most 2 --of 5", "expected --odd or --even, and --of N"),
        (
            "totalizer --at-most 2 --weights 1,2,3",
            "no encoding of --card writes a total weight of at most 2 of 6 (3 literals)",
        ),
        ("--odd --weights 1,2,3", "--odd of literals with weights"),
        ("--odd --even --of 3", "cannot be used with"),
        ("--odd --at-most 1 --of 3", "cannot be used with"),
        ("totalizer --at-most 9 --of 5", "but there are 5 literals"),
        ("totaliser --at-most 2 --of 5", "expected totalizer"),
        ("cardinalty", "expected cardinality"),
        ("direct --odd --of 40", "direct"),
        (
            "pairwise --at-most 1 --of 100",
            "pairwise writes at most 1 of 100 in more than 200 clauses",
        ),
        ("pairwise --at-most 1 --of 1000 --format json", "in more than 100000 clauses"),
        ("bdd --at-most 1 --of 5 --format dimacs", "expected amo:bdd or card:bdd"),
        ("--at-most 1 --of 5 --format dimacs", "an encoding and the constraint"),
        ("ladder --format dimacs", "an encoding and the constraint"),
        ("amo --at-most 1 --of 5 --format dimacs", "an encoding and the constraint"),
        ("--format dimacs", "an encoding and the constraint"),
        ("--family queens --size 4 --format dimacs", "an encoding and the constraint"),
        ("ladder --at-most 1 --of 5 --format markdown", "expected --format text, json or dimacs"),
        ("ladder --format markdown", "expected --format text or json"),
        ("ladder --at-most 1 --of 5 --amo ladder", "no encodings"),
        ("--at-most 1 --of 5 --family queens", "expected one of the two"),
    ] {
        let refusal = run(&format!("encodings {line}")).refusal();
        assert!(refusal.contains(told), "{line}: {refusal}");
    }
    // The shape that follows at-most-ones is still explained by its table.
    assert!(run("encodings shape:amo").with_status(0).out.starts_with("amo\n"));
    // A constraint that always holds needs no clause.
    let none = run("encodings totalizer --at-most 5 --of 5").with_status(0).out;
    assert!(none.ends_with(": 0 auxiliary variables, 0 clauses\n"), "{none}");
}
