//! Proves an optimum and checks the proof with veripb: `cargo run --example proof -- NEW-FOLDER`.

use std::error::Error;
use std::path::PathBuf;

use quarrel::certificate::{self, Certificate};
use quarrel::process::Limits;
use quarrel::puzzles::FAMILIES;
use quarrel::question::Question;
use quarrel::solver::external::{Command, Conditions};
use quarrel::stop::Stop;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("the name of a new folder")?);
    let posed = Question::from_words(&["gunport", "--size", "5"])?.pose(FAMILIES)?;
    let (_, end) = certificate::prove(&folder, &posed)?;
    println!("{end}");
    // The check trusts no file of the folder: it states the problem again from the claim.
    let certificate = Certificate::open(&folder, FAMILIES)?;
    let stop = Stop::unlimited();
    let conditions = Conditions { seed: 0, limits: Limits::default(), stop: &stop };
    let checked = certificate.check(&Command::parse("veripb")?, None, &conditions)?;
    println!("checked: {}", checked.proved.conclusion().in_words(posed.problem()));
    Ok(())
}
