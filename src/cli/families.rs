//! `quarrel families`: lists the families of puzzles that can be solved, with variants,
//! formulations and board formats.

use clap::Args;
use serde_json::{Value, json};

use super::output::{Output, ReportForm, pretty_json};
use super::prose::wrap;
use super::{Ending, Failure, Invocation, VerbArgs};
use crate::columns::{Side, align_columns};
use crate::family::{self, Family, FamilyAlias, FamilyObjective};
use crate::problem::Goal;

/// List the families, or explain one: its rules, variants, formulations and board formats
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct FamiliesVerb {
    /// The family to explain
    family: Option<String>,
    /// Format of the list
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReportForm,
}

/// The examples in the help of `quarrel families`.
const EXAMPLES: &str = "Examples:
  quarrel families
  quarrel families gunport";

impl VerbArgs for FamiliesVerb {
    /// Prints the list of all families, or only the named family. As text, a named family also has
    /// its rules and examples of boards. JSON is an array of families in both cases. Refuses a name
    /// that no family has. Fails if standard output cannot be written.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let families = called.families;
        let chosen = match &self.family {
            Some(name) => vec![family::find_family(families, name)?],
            None => families.to_vec(),
        };
        let text = match self.format {
            ReportForm::Text if self.family.is_some() => explanation(chosen[0]),
            ReportForm::Text => {
                chosen.iter().map(|family| to_text(family)).collect::<Vec<_>>().join("\n")
            }
            ReportForm::Json => {
                pretty_json(&chosen.iter().map(|family| to_json(family)).collect::<Value>())
            }
        };
        Output::standard().print(&text)?;
        Ok(Ending::Answered)
    }
}

/// Describes the objective of a family in words, and the meaning of `--bound`. There are three
/// cases: the family has no objective; each board (or file) states its own; all boards have the
/// same sense and name.
fn describe_objective(family: &Family) -> String {
    match family.objective() {
        FamilyObjective::Nothing => {
            "none: any answer is accepted, and there is no --bound".to_owned()
        }
        FamilyObjective::Individual => {
            format!(
                "as stated by each {}, if it has one; --bound K applies to this objective",
                family.input_word()
            )
        }
        FamilyObjective::Common(Goal { sense, name, .. }) => {
            let reach = sense.relation().words();
            format!("{} {name}; --bound K asks for {name} {reach} K", sense.name())
        }
    }
}

/// Returns everything that is known about a family as text. The text has the family's entry in the
/// list, with its rules after the name, and an example board in each format.
fn explanation(family: &Family) -> String {
    let mut text = to_text(family);
    text.insert_str(family.name.len() + 1, &format!("\n{}\n\n", wrap(family.rules)));
    text += "\nBoards in each format:\n";
    for format in family.formats {
        text += &format!(
            "\n  {}\n{}",
            format.name,
            format.example.lines().map(|line| format!("    {line}\n")).collect::<String>()
        );
    }
    text
}

/// Returns an alias with the variants that it implies.
fn alias_with_variants(also: &FamilyAlias) -> String {
    match also.variants {
        [] => also.name.to_owned(),
        variants => format!("{} (with {})", also.name, variants.join(", ")),
    }
}

/// Returns the entry of a family in the list of families: several lines, the first of which is its
/// name. Parts that the family does not have, such as aliases or variants, are left out.
fn to_text(family: &Family) -> String {
    let size = if family.is_sized() { "a BOARD or --size" } else { "a BOARD" };
    let also = match family.also {
        [] => String::new(),
        names => {
            let alias_names: Vec<String> = names.iter().map(alias_with_variants).collect();
            format!("  also called {}\n", alias_names.join(", "))
        }
    };
    let answers = match family.symbols {
        "" => "lines of text".to_owned(),
        symbols => format!("`{symbols}`"),
    };
    let made = family.maker.map_or(String::new(), |maker| format!("  makes: {}\n", maker.summary));
    let mut text = format!(
        "{}\n  {}.\n{also}  source: {}\n  needs {size}; answers in {answers}\n  objective: {}\n{made}",
        family.name,
        family.summary,
        family.source,
        describe_objective(family),
    );
    let variants = family.variants.iter().map(|one| row(&one.usage(), one.summary)).collect();
    let formulations = family
        .formulations
        .iter()
        .map(|one| row(one.name, &format!("{} [{}]", one.summary, one.source)))
        .collect();
    let formats = family.formats.iter().map(|one| row(one.name, one.summary)).collect();
    let tables: [(&str, Vec<Vec<String>>); 3] = [
        ("variants", variants),
        ("formulations, the default first", formulations),
        ("board formats", formats),
    ];
    for (title, rows) in tables {
        if !rows.is_empty() {
            text += &format!("  {title}\n{}", align_columns(&rows, &[Side::Left]));
        }
    }
    text
}

fn row(name: &str, summary: &str) -> Vec<String> {
    vec![format!("    {name}"), summary.to_owned()]
}

/// Returns a family as JSON. `objective` is null if the family has no objective, or if each of its
/// boards may state one. `makes` is null if the family cannot make boards.
fn to_json(family: &Family) -> Value {
    let formulations = family.formulations.iter();
    let variants = family.variants.iter();
    let formats = family.formats.iter();
    let objective = match family.objective() {
        FamilyObjective::Common(Goal { sense, name, .. }) => {
            json!({"sense": sense.name(), "name": name})
        }
        FamilyObjective::Nothing | FamilyObjective::Individual => Value::Null,
    };
    json!({
        "family": family.name,
        "also": family.also.iter().map(|also| also.name).collect::<Vec<_>>(),
        "about": family.summary,
        "rules": family.rules,
        "objective": objective,
        "source": family.source,
        "symbols": family.symbols,
        "sized": family.is_sized(),
        "makes": family.maker.map(|maker| maker.summary),
        "variants": variants.map(|v| json!({"name": v.name, "usage": v.usage(), "about": v.summary})).collect::<Value>(),
        "formulations": formulations
            .map(|f| json!({"name": f.name, "about": f.summary, "source": f.source}))
            .collect::<Value>(),
        "formats": formats.map(|f| json!({"name": f.name, "about": f.summary, "example": f.example})).collect::<Value>(),
    })
}
