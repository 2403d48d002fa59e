//! Several boards in one call: a line for each board is printed as soon as this board is solved.
//!
//! The boards are solved one after another, each in its own process (`turn.rs`). Errors in the
//! question are refused before the first board. Errors in a board appear in its line and on
//! standard error, and do not end the command. After a signal, the current board reports its
//! results so far, and no further board is begun.

use std::path::Path;

use super::turn::{BoardFate, BoardSolver, print_line};
use super::{Failure, Solve};
use crate::cli::drawing::{self, BatchForm};
use crate::cli::output::{self, Output};
use crate::cli::pictures::Pictures;
use crate::cli::sheets;
use crate::cli::{Ending, signals};
use crate::family::{Family, FamilyObjective, files};
use crate::search::Answers;
use crate::source::{Refusal, format_count};
use crate::stop::Stop;

/// Solves the boards one after another. Prints or writes the outcome of each board as soon as it is
/// known; a page is written at the end. Then prints on standard error a summary if several boards
/// are named, and the number of pictures. With `--quiet`, prints neither of the two. `words` is the
/// command line with its defaults. From the first board on, signals request `stop`. After a signal,
/// the current board reports its results so far, and no further board begins. The number of boards
/// that were not begun is printed, even with `--quiet`. Returns the gravest ending of a board (see
/// [`ending`]). A board that is refused or fails is no error of this function. Fails if the
/// question is refused, no process can be started, or an output cannot be written.
pub(super) fn solve(
    solve: &Solve,
    family: &'static Family,
    words: &[String],
    stop: &Stop,
) -> Result<Ending, Failure> {
    let names = solve.boards.names()?;
    let form = validate(solve, family, &names)?;
    let format = form.format();
    let (mut output, mut pictures) = match form {
        BatchForm::Listed(_) | BatchForm::Sheet => (Output::open(&solve.writing.output)?, None),
        BatchForm::Drawn(_, folder) => {
            (Output::standard(), Some(Pictures::begin(folder, format, &names)?))
        }
    };
    signals::heed(stop);
    let characters = drawing::character_style(&output);
    let turns = BoardSolver { solve, family, words, stop, format, characters };
    let (mut fates, mut sheet) = (Vec::new(), Vec::new());
    for (place, name) in names.iter().enumerate() {
        if stop.is_reached() {
            break;
        }
        let turn = turns.solve_board(name)?;
        fates.push(turn.fate);
        if matches!(form, BatchForm::Sheet) {
            sheet.extend(turn.page.map(|page| page.board));
            continue;
        }
        output.print(&turn.said)?;
        let page = turn.page.filter(|page| page.has_answer);
        let page_bytes = page.map(|page| sheets::page(&page.title, page.board).into_bytes());
        match (&mut pictures, turn.picture.or(page_bytes)) {
            (Some(pictures), Some(picture)) => pictures.write(place, &picture)?,
            (Some(pictures), None) => pictures.note_omission(place),
            (None, _) => {}
        }
    }
    if matches!(form, BatchForm::Sheet) {
        output.write(sheets::batch_page(family, sheet).as_bytes())?;
    }
    output.close()?;
    if names.len() > 1 && !solve.quiet {
        print_line(&summary(&fates, names.len(), solve.answers()));
    }
    if let Some(pictures) = pictures.filter(|_| !solve.quiet) {
        print_line(&pictures.summary());
    }
    let left = names.len() - fates.len();
    if left > 0 {
        let are = if left == 1 { "is" } else { "are" };
        print_line(&format!("stopped by a signal: {} {are} left", format_count(left, "board")));
    }
    let is_signalled = left > 0 || (stop.is_reached() && fates.last() == Some(&BoardFate::Stopped));
    Ok(ending(&fates, is_signalled))
}

/// Returns the form of the results: a list, a page or a folder of pictures. `names` are the names
/// of the boards. Refuses questions that no board of the family can have: a bound without an
/// objective, or variants, a format or a sense that do not suit the family. Also refuses a format
/// that contradicts the output, pictures or pages of a family without boards, and outputs that are
/// inputs. For a folder of pictures, does not compare outputs with inputs; [`Pictures::begin`] does
/// this. Reads no board.
fn validate<'a>(
    solve: &'a Solve,
    family: &Family,
    names: &[String],
) -> Result<BatchForm<'a>, Refusal> {
    if solve.model_args.bound.is_some() && matches!(family.objective(), FamilyObjective::Nothing) {
        return Err(family.no_objective_refusal());
    }
    family.validate_choices(&solve.boards.terms().request_without_board(family))?;
    let files: Vec<&Path> = names.iter().filter_map(|name| files::file_path(name)).collect();
    let form = solve.writing.batch_form()?;
    if !matches!(form, BatchForm::Listed(_)) && !family.has_boards() {
        let found = format!("{} has no board to draw", family.name);
        return Err(Refusal::new(found, "--format text or json, or -o FILE"));
    }
    if !matches!(form, BatchForm::Drawn(..)) {
        output::validate(&[("-o", &solve.writing.output)], &files)?;
    }
    Ok(form)
}

/// Returns in words how many boards have each fate (outcome of a board). Leaves out fates that no
/// board has. As an exception, always states how many boards have an answer. If the question is
/// whether the answer is unique, states the number of boards with a unique answer instead. `named`
/// is the number of boards on the command line. `fates` has only the boards that were begun.
fn summary(fates: &[BoardFate], named: usize, question: Answers) -> String {
    let mut parts = Vec::new();
    let is_unique = question == Answers::Unique;
    let best = if is_unique { BoardFate::Unique } else { BoardFate::Answered };
    for (fate, words, _) in BoardFate::ALL {
        let count = fates.iter().filter(|&&other| other == fate).count();
        let words =
            if is_unique && fate == BoardFate::Denied { "without an answer" } else { words };
        if count > 0 || fate == best {
            parts.push(format!("{count} {words}"));
        }
    }
    let boards = if fates.len() == named {
        format_count(named, "board")
    } else {
        format!("{} of {}", fates.len(), format_count(named, "board"))
    };
    format!("{boards}: {}", parts.join(", "))
}

/// Returns the ending of the gravest fate (outcome) of a board. From the least grave ending, the
/// order is `Answered`, `Denied`, `Stopped`, `Refused`, `Broken`. Returns `Stopped` if no board was
/// begun. After a signal, returns `Broken` if an internal check failed, otherwise `Stopped`.
fn ending(fates: &[BoardFate], is_signalled: bool) -> Ending {
    let mut endings = BoardFate::ALL.iter().rev().filter(|(fate, ..)| fates.contains(fate));
    match endings.next() {
        Some((.., Ending::Broken)) => Ending::Broken,
        Some(&(.., gravest)) if !is_signalled => gravest,
        _ => Ending::Stopped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_fate_decides() {
        use BoardFate::{Answered, Broken, Denied, Failed, Refused, Stopped};
        for (fates, expected) in [
            (vec![Answered, Answered], Ending::Answered),
            (vec![Answered, Denied], Ending::Denied),
            (vec![Denied, Stopped, Answered], Ending::Stopped),
            (vec![Stopped, Refused, Denied], Ending::Refused),
            (vec![Failed, Stopped], Ending::Refused),
            (vec![Refused, Broken, Stopped], Ending::Broken),
        ] {
            assert_eq!(ending(&fates, false), expected, "{fates:?}");
            let signalled = if expected == Ending::Broken { expected } else { Ending::Stopped };
            assert_eq!(ending(&fates, true), signalled, "{fates:?}");
        }
        assert_eq!(ending(&[], true), Ending::Stopped, "not one was begun");
    }

    #[test]
    fn a_summary_counts_every_board() {
        use BoardFate::{Answered, Broken, Denied, Failed, Refused, Several, Stopped, Unique};
        let fates = [Denied, Refused, Answered, Stopped, Failed, Broken, Answered];
        assert_eq!(
            summary(&fates, 7, Answers::One),
            "7 boards: 2 with an answer, 1 without, 1 stopped, 1 refused, 1 failed, \
             1 with an internal check that failed"
        );
        let told = "1 of 3 boards: 0 with an answer, 1 refused";
        assert_eq!(summary(&[Refused], 3, Answers::One), told);
        for (fates, told) in [
            (&[Unique, Several, Unique][..], "3 boards: 2 unique, 1 not"),
            (&[Several], "1 board: 0 unique, 1 not"),
            (&[Denied, Unique], "2 boards: 1 unique, 1 without an answer"),
        ] {
            assert_eq!(summary(fates, fates.len(), Answers::Unique), told);
        }
    }
}
