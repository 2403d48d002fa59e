//! `quarrel families`: the puzzles that can be solved, with variants, formulations and board
//! formats.

use clap::Args;
use serde_json::{Value, json};

use super::output::{Output, ReportForm, pretty_json};
use super::prose::wrapped;
use super::{Ending, Failure, Invocation, VerbArgs};
use crate::columns::{Side, aligned};
use crate::family::{self, Also, Family, FamilyObjective};
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

/// The examples in the verb's help.
const EXAMPLES: &str = "Examples:
  quarrel families
  quarrel families gunport";

impl VerbArgs for FamiliesVerb {
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let families = called.families;
        let chosen = match &self.family {
            Some(name) => vec![family::named(families, name)?],
            None => families.to_vec(),
        };
        let text = match self.format {
            ReportForm::Text if self.family.is_some() => explained(chosen[0]),
            ReportForm::Text => {
                chosen.iter().map(|family| in_text(family)).collect::<Vec<_>>().join("\n")
            }
            ReportForm::Json => {
                pretty_json(&chosen.iter().map(|family| in_json(family)).collect::<Value>())
            }
        };
        Output::standard().print(&text)?;
        Ok(Ending::Answered)
    }
}

/// Describes the objective of a family, and the meaning of `--bound`.
fn objective(family: &Family) -> String {
    match family.objective() {
        FamilyObjective::Nothing => "none: any answer will do, and there is no --bound".to_owned(),
        FamilyObjective::OfEach => {
            format!("as stated by each {}, if it has one; --bound K is about that", family.needs())
        }
        FamilyObjective::Always(Goal { sense, name, .. }) => {
            let reach = sense.relation().words();
            format!("{} {name}; --bound K asks for {name} {reach} K", sense.name())
        }
    }
}

/// Returns all information about a family: its entry in the list, its rules, and an example board
/// in each format.
fn explained(family: &Family) -> String {
    let mut text = in_text(family);
    text.insert_str(family.name.len() + 1, &format!("\n{}\n\n", wrapped(family.rules)));
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
fn told_with_variants(also: &Also) -> String {
    match also.variants {
        [] => also.name.to_owned(),
        variants => format!("{} (with {})", also.name, variants.join(", ")),
    }
}

/// Returns the entry of a family in the list of families.
fn in_text(family: &Family) -> String {
    let size = if family.is_sized() { "a BOARD or --size" } else { "a BOARD" };
    let also = match family.also {
        [] => String::new(),
        names => {
            let names: Vec<String> = names.iter().map(told_with_variants).collect();
            format!("  also called {}\n", names.join(", "))
        }
    };
    let answers = match family.symbols {
        "" => "lines of text".to_owned(),
        symbols => format!("`{symbols}`"),
    };
    let made = family.maker.map_or(String::new(), |maker| format!("  makes: {}\n", maker.about));
    let mut text = format!(
        "{}\n  {}.\n{also}  source: {}\n  needs {size}; answers in {answers}\n  objective: {}\n{made}",
        family.name,
        family.about,
        family.source,
        objective(family),
    );
    let variants = family.variants.iter().map(|one| row(&one.usage(), one.about)).collect();
    let formulations = family
        .formulations
        .iter()
        .map(|one| row(one.name, &format!("{} [{}]", one.about, one.source)))
        .collect();
    let formats = family.formats.iter().map(|one| row(one.name, one.about)).collect();
    let tables: [(&str, Vec<Vec<String>>); 3] = [
        ("variants", variants),
        ("formulations, the default first", formulations),
        ("board formats", formats),
    ];
    for (title, rows) in tables {
        if !rows.is_empty() {
            text += &format!("  {title}\n{}", aligned(&rows, &[Side::Left]));
        }
    }
    text
}

fn row(name: &str, about: &str) -> Vec<String> {
    vec![format!("    {name}"), about.to_owned()]
}

/// Returns a family as JSON. `objective` is null if the family has none, or if each of its boards
/// states one.
fn in_json(family: &Family) -> Value {
    let formulations = family.formulations.iter();
    let variants = family.variants.iter();
    let formats = family.formats.iter();
    let objective = match family.objective() {
        FamilyObjective::Always(Goal { sense, name, .. }) => {
            json!({"sense": sense.name(), "name": name})
        }
        FamilyObjective::Nothing | FamilyObjective::OfEach => Value::Null,
    };
    json!({
        "family": family.name,
        "also": family.also.iter().map(|also| also.name).collect::<Vec<_>>(),
        "about": family.about,
        "rules": family.rules,
        "objective": objective,
        "source": family.source,
        "symbols": family.symbols,
        "sized": family.is_sized(),
        "makes": family.maker.map(|maker| maker.about),
        "variants": variants.map(|v| json!({"name": v.name, "usage": v.usage(), "about": v.about})).collect::<Value>(),
        "formulations": formulations
            .map(|f| json!({"name": f.name, "about": f.about, "source": f.source}))
            .collect::<Value>(),
        "formats": formats.map(|f| json!({"name": f.name, "about": f.about, "example": f.example})).collect::<Value>(),
    })
}
