//! Formats of other programs that quarrel does not read. The refusal of such a file names its
//! format.
//!
//! Each of these formats is recognised by the beginning of a file. No file in a format that quarrel
//! reads begins like this.

use crate::source::{Refusal, Source};

/// A format of other programs, which quarrel does not read.
struct ForeignFormat {
    /// The format in words, as the refusal names it.
    found: &'static str,
    /// The cure: a format that is read, or a program that reads the file.
    expected: &'static str,
    /// Returns whether a file of the format can begin with the given line. This is the first line
    /// that is not empty, not a comment with `%` and not the declaration of XML. The line has no
    /// white space around it.
    begins: fn(&str) -> bool,
}

/// The formats of other programs. If several of them fit a file, the first one counts.
const FOREIGN: &[ForeignFormat] = &[
    ForeignFormat {
        found: "an answer set program, as clingo reads it",
        expected: "a model in one of quarrel's formats; clingo solves this file",
        begins: is_clingo,
    },
    ForeignFormat {
        found: "a ground answer set program in aspif",
        expected: "a model in one of quarrel's formats; clasp solves this file",
        begins: |line| line.strip_prefix("asp ").is_some_and(begins_with_digit),
    },
    ForeignFormat {
        found: "groups of clauses (GCNF)",
        expected: "clauses without the groups `{1}`, under `p cnf`; `quarrel explain` then names a small set of clauses that clash",
        begins: |line| line.split_whitespace().take(2).eq(["p", "gcnf"]),
    },
    ForeignFormat {
        found: "a model in MiniZinc or FlatZinc",
        expected: "linear constraints over integers, in LP or MPS, or over variables that are 0 or 1, in OPB; MiniZinc's solvers of integer programs write the model with `--writeModel FILE.mps`",
        begins: is_minizinc,
    },
    ForeignFormat {
        found: "a script in SMT-LIB",
        expected: "clauses in DIMACS, or pseudo-Boolean constraints in OPB; a solver of SMT, such as cvc5 or Z3, reads this file",
        begins: is_smt_lib,
    },
    ForeignFormat {
        found: "an instance in XCSP3",
        expected: "a model in one of quarrel's formats; solvers of constraints, such as ACE, read XCSP3",
        begins: |line| line.starts_with("<instance"),
    },
    ForeignFormat {
        found: "a formula with quantifiers (QCIR)",
        expected: "a formula without quantifiers, such as clauses in DIMACS; a solver of QBF reads this file",
        begins: |line| line.starts_with("#QCIR"),
    },
    ForeignFormat {
        found: "a circuit in AIGER",
        expected: "clauses in DIMACS, which `aigtocnf` writes",
        begins: |line| {
            let numbers = line.strip_prefix("aag ").or_else(|| line.strip_prefix("aig "));
            numbers.is_some_and(begins_with_digit)
        },
    },
];

/// Returns the refusal of a file in a format of another program. Only one line decides: the first
/// line that is not empty, not a comment with `%` and not the declaration of XML. This line is also
/// the place of the refusal. Returns `None` for all other files, and if there is no such line.
/// `head` is the beginning of the file.
pub(super) fn refusal(head: &Source) -> Option<Refusal> {
    let mut lines = head.lines();
    let line = lines.find(|line| {
        let text = line.value.trim();
        !text.is_empty() && !text.starts_with('%') && !text.starts_with("<?xml")
    })?;
    let format = FOREIGN.iter().find(|format| (format.begins)(line.value.trim()))?;
    Some(Refusal::new(format.found, format.expected).with_span(head, line.span))
}

fn begins_with_digit(text: &str) -> bool {
    text.trim_start().starts_with(|one: char| one.is_ascii_digit())
}

/// Returns whether an answer set program can begin with this line. This is true if the line begins
/// with one of the directives below. It is also true if two conditions hold. First, the line,
/// without its comment after `%`, ends with `.` or has an arrow `:-` or `:~`. Second, it begins
/// with an arrow, with a choice, or with an atom as [`begins_with_atom`] defines it. A choice
/// begins with `{`; digits and blanks may come before it. If the line has a `"`, it is no choice.
fn is_clingo(line: &str) -> bool {
    /// The beginnings of clingo's directives.
    const DIRECTIVES: &[&str] = &[
        "#show",
        "#const",
        "#minimize",
        "#maximize",
        "#include",
        "#program",
        "#external",
        "#script",
        "#defined",
        "#sum",
        "#count",
        "#heuristic",
        "#theory",
    ];
    let text = line.split('%').next().unwrap_or(line).trim_end();
    let is_statement = text.ends_with('.') || text.contains(":-") || text.contains(":~");
    let is_choice = text.trim_start_matches(|one: char| one.is_ascii_digit() || one == ' ');
    let is_choice = is_choice.starts_with('{') && !text.contains('"');
    DIRECTIVES.iter().any(|word| text.starts_with(word))
        || is_statement && (text.starts_with(":-") || text.starts_with(":~") || is_choice)
        || is_statement && begins_with_atom(text)
}

/// Returns whether a text begins with an atom, such as `edge(1,2)`, and then has `.` or `:-`. The
/// `.` ends a fact, and `:-` is the arrow of a rule. The name of an atom begins with a small letter
/// or `_`. Arguments end at their first `)` and the `)` directly after it, so `a(b(1),2).` is no
/// atom here. If arguments have no closing bracket, the text is no atom. Blanks are allowed after
/// the atom, but not before it.
fn begins_with_atom(text: &str) -> bool {
    let end = text.find(|one: char| !(one.is_ascii_alphanumeric() || one == '_' || one == '\''));
    let (name, mut rest) = text.split_at(end.unwrap_or(text.len()));
    if let Some(arguments) = rest.strip_prefix('(') {
        let Some((_, after)) = arguments.split_once(')') else { return false };
        rest = after.trim_start_matches(')');
    }
    let rest = rest.trim_start();
    name.starts_with(|one: char| one.is_ascii_lowercase() || one == '_')
        && (rest.starts_with('.') || rest.starts_with(":-"))
}

/// Returns whether the line begins like a frequent item of MiniZinc: one of the beginnings below,
/// or `var`, `predicate` or `constraint`. These three words may also be variables of OPB. So `var`
/// counts only if the line also has a `:`, and the other two count only if it also has a `(`.
fn is_minizinc(line: &str) -> bool {
    /// Beginnings of lines that occur in MiniZinc only.
    const BEGINNINGS: &[&str] = &[
        "array [",
        "array[",
        "solve satisfy",
        "solve minimize",
        "solve maximize",
        "solve ::",
        "include \"",
        "int:",
        "bool:",
        "output [",
    ];
    let has = |word: &str, sign: char| line.starts_with(word) && line.contains(sign);
    has("var ", ':')
        || has("predicate ", '(')
        || has("constraint ", '(')
        || BEGINNINGS.iter().any(|word| line.starts_with(word))
}

/// Returns whether a command of SMT-LIB begins in this line.
fn is_smt_lib(line: &str) -> bool {
    /// The beginnings of SMT-LIB's commands.
    const COMMANDS: &[&str] =
        &["set-", "declare-", "define-", "assert", "check-sat", "push", "reset"];
    let command = line.strip_prefix('(').map(str::trim_start);
    command.is_some_and(|command| COMMANDS.iter().any(|word| command.starts_with(word)))
}

#[cfg(test)]
mod tests {
    use super::super::FORMATS;
    use super::*;

    fn found(text: &str) -> Option<String> {
        refusal(&Source::new("a", text)).map(|refusal| refusal.found)
    }

    #[test]
    fn files_of_other_programs_are_named() {
        for (text, expected) in [
            ("% queens\n#const n = 8.\n{ queen(1..n, 1..n) }.\n", "an answer set program"),
            ("edge(1,2).\nedge(2,3).\n", "an answer set program"),
            ("node(1..3). edge(1,2).\n", "an answer set program"),
            ("a :- b, not c.\n", "an answer set program"),
            (":- a, b.\n", "an answer set program"),
            ("1 { colour(X,C) : c(C) } 1 :- node(X).\n", "an answer set program"),
            ("row(1,399,128).  % a fact\n", "an answer set program"),
            ("asp 1 0 0\n1 0 1 1 0 0\n0\n", "a ground answer set program"),
            ("p gcnf 2 3 2\n{0} 1 2 0\n", "groups of clauses"),
            ("% a model\nvar 1..3: x;\nsolve satisfy;\n", "a model in MiniZinc"),
            ("predicate fzn_x(var int: a);\n", "a model in MiniZinc"),
            ("array [1..2] of var bool: x;\n", "a model in MiniZinc"),
            ("constraint bool_clause([x],[y]);\n", "a model in MiniZinc"),
            ("(set-logic QF_LIA)\n(declare-const x Int)\n", "a script in SMT-LIB"),
            ("(assert (or a b))\n", "a script in SMT-LIB"),
            ("<instance format=\"XCSP3\" type=\"CSP\">\n", "an instance in XCSP3"),
            ("<?xml version=\"1.0\"?>\n<instance/>\n", "an instance in XCSP3"),
            ("#QCIR-G14 2\nforall(v1)\n", "a formula with quantifiers"),
            ("aag 3 2 0 1 1\n2\n", "a circuit in AIGER"),
        ] {
            let found = found(text).unwrap_or_else(|| panic!("a model: {text}"));
            assert!(found.starts_with(expected), "{text}: {found}");
        }
    }

    #[test]
    fn no_model_is_taken_for_one() {
        for text in [
            "min x + 2.\nst\n x >= 1\nbin\n x\nend\n",
            "Minimize\n obj: x\nEnd\n",
            "min: 1 x1 ;\n",
            "var_1 + var_2 >= 1 ;\n",
            "solve + constraint >= 1 ;\n",
            "constraint + 2 test >= 1 ;\n",
            "x1 x2 ==> 1 x3 >= 1 ;\n",
            "NAME a.b\nROWS\n",
            "NAME\n",
            "p cnf 2 1\n1 2 0\n",
            "c var x: 1\np cnf 1 1\n1 0\n",
            "%\n0\n",
            "",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
        for format in FORMATS {
            assert_eq!(found(format.example), None, "{}", format.name);
        }
    }
}
