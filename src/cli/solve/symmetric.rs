//! The refusals of `--up-to-symmetry`: options that contradict it, and problems and formulations
//! that declare no symmetries.

use super::Solve;
use crate::family::Family;
use crate::formulation::Formulation;
use crate::puzzle::Puzzle;
use crate::question::PosedQuestion;
use crate::search::Answers;
use crate::source::Refusal;

/// Refuses options that contradict `--up-to-symmetry`. With this option, `solve` only counts or
/// lists whole answers, without a proof. Accepts everything without `--up-to-symmetry`.
pub(super) fn validate_options(solve: &Solve) -> Result<(), Refusal> {
    if !solve.up_to_symmetry {
        return Ok(());
    }
    let refused = |found: &str, expected: &str| Err(Refusal::new(found, expected));
    if !matches!(solve.answers(), Answers::Count(_) | Answers::All(_)) {
        let found = "--up-to-symmetry, but answers are neither counted nor listed";
        return refused(found, "--count or --all in addition");
    }
    if !solve.projected.is_empty() {
        let found =
            "--up-to-symmetry compares whole answers, but --projected compares only some variables";
        return refused(found, "one of the two");
    }
    if solve.proof.is_some() {
        let found =
            "--proof proves a count of all answers, but --up-to-symmetry counts only some of them";
        return refused(found, "one of the two");
    }
    Ok(())
}

/// Refuses a problem without a board, since such a problem declares no symmetries. Also refuses a
/// formulation that declares no symmetries of this board, but only if another formulation of the
/// family declares some. Accepts a board for which no formulation declares symmetries. Accepts
/// everything without `--up-to-symmetry`.
pub(super) fn validate(solve: &Solve, posed: &PosedQuestion) -> Result<(), Refusal> {
    if !solve.up_to_symmetry {
        return Ok(());
    }
    let name = posed.family.name;
    let Some(puzzle) = posed.opened.as_puzzle() else {
        let found = format!("--up-to-symmetry, but {name} declares no symmetries");
        return Err(Refusal::new(found, "--count or --all without --up-to-symmetry"));
    };
    let formulation = posed.formulation;
    match find_symmetric_formulation(posed.family, puzzle) {
        Some(other) if !has_symmetries(puzzle, formulation) => {
            let found = format!(
                "--up-to-symmetry, but the formulation {} declares no symmetries",
                formulation.name
            );
            Err(Refusal::new(found, format!("--formulation {}", other.name)))
        }
        _ => Ok(()),
    }
}

/// Returns the first formulation in the family's table that declares symmetries of the puzzle.
/// Returns `None` if no formulation declares any.
fn find_symmetric_formulation(
    family: &Family,
    puzzle: &dyn Puzzle,
) -> Option<&'static Formulation> {
    family.formulations.iter().find(|row| has_symmetries(puzzle, row))
}

/// Returns whether a formulation declares symmetries of the puzzle. A formulation with a separate
/// model for each value of the objective declares no symmetries.
fn has_symmetries(puzzle: &dyn Puzzle, formulation: &Formulation) -> bool {
    let stated = puzzle.model(formulation).into_complete();
    stated.is_some_and(|model| !model.symmetries().is_empty())
}
