//! Makes the rules of `auto` from its measurements: `cargo bench --bench auto` writes
//! `src/clauses/encode/auto/rules.csv` and `instances.csv` beside it.

mod rules;

use std::fs;
use std::io;
use std::path::Path;

use rules::Measurement;

fn main() -> io::Result<()> {
    let measured = Measurement::all(rules::MEASUREMENTS).expect("a table of measurements");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/clauses/encode/auto");
    fs::write(folder.join("rules.csv"), rules::rules(&measured))?;
    fs::write(folder.join("instances.csv"), rules::instances(&measured))
}
