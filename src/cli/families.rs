//! `quarrel families`: what can be solved, with its variants, formulations and board formats.

use clap::Args;
use serde_json::{Value, json};

use super::output::{Output, Report};
use super::{Ending, Failure};
use crate::family::Family;

/// List the families with their variants, formulations and board formats
#[derive(Args)]
pub(super) struct Families {
    /// How to show them
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

impl Families {
    pub fn run(&self, families: &[&'static Family]) -> Result<Ending, Failure> {
        let text = match self.format {
            Report::Text => {
                families.iter().map(|family| in_text(family)).collect::<Vec<_>>().join("\n")
            }
            Report::Json => {
                format!("{:#}\n", families.iter().map(|family| in_json(family)).collect::<Value>())
            }
        };
        Output::standard().print(&text)?;
        Ok(Ending::Answered)
    }
}

fn in_text(family: &Family) -> String {
    let size = if family.is_sized() { "a BOARD or --size" } else { "a BOARD" };
    let also = match family.also {
        [] => String::new(),
        names => format!("  also called {}\n", names.join(", ")),
    };
    let mut text = format!(
        "{}\n  {}.\n{also}  source: {}\n  needs {size}; answers in `{}`\n",
        family.name, family.about, family.source, family.symbols
    );
    let mut table = |title: &str, rows: Vec<(String, &str)>| {
        if rows.is_empty() {
            return;
        }
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        text += &format!("  {title}\n");
        for (name, about) in rows {
            text += &format!("    {name:width$}  {about}\n");
        }
    };
    table("variants", family.variants.iter().map(|v| (v.usage(), v.about)).collect());
    let formulations: Vec<(String, String)> = family
        .formulations
        .iter()
        .map(|f| (f.name.to_owned(), format!("{} [{}]", f.about, f.source)))
        .collect();
    table(
        "formulations, the default first",
        formulations.iter().map(|(n, a)| (n.clone(), a.as_str())).collect(),
    );
    table("board formats", family.formats.iter().map(|f| (f.name.to_owned(), f.about)).collect());
    text
}

fn in_json(family: &Family) -> Value {
    let formulations = family.formulations.iter();
    let variants = family.variants.iter();
    let formats = family.formats.iter();
    json!({
        "family": family.name,
        "also": family.also,
        "about": family.about,
        "source": family.source,
        "symbols": family.symbols,
        "sized": family.is_sized(),
        "variants": variants.map(|v| json!({"name": v.name, "usage": v.usage(), "about": v.about})).collect::<Value>(),
        "formulations": formulations
            .map(|f| json!({"name": f.name, "about": f.about, "source": f.source}))
            .collect::<Value>(),
        "formats": formats.map(|f| json!({"name": f.name, "about": f.about})).collect::<Value>(),
    })
}
