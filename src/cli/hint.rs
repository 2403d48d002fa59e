//! `quarrel hint`: shows the easiest next step on a board, with its reason.

use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::board::{BoardArgs, BoardTerms};
use super::drawing::{self, PictureArg};
use super::output::{self, Output, OutputTarget, pretty_json};
use super::sheets::{self, PlayFormat};
use super::stderr::print_stderr;
use super::{Ending, Failure, Invocation, VerbArgs, find_family, headings, note, numbers, signals};
use crate::advice::{Advice, AdviceError, advise};
use crate::board::{Cell, Grid, Size};
use crate::family::{Family, OpenedProblem, files};
use crate::hint::{HintError, Plan, PlanEnd, Step, Wish, WrongMark};
use crate::picture::{Fill, Ink, Mark, Picture};
use crate::problem::{BrokenRule, Judgement, PartialAnswer};
use crate::puzzle::{Puzzle, fill_open, givens_and_filled, number_filled_in, rows_of_givens};
use crate::source::{Refusal, Source, format_count};

/// Show the easiest next step on a board, with the reason
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Hint {
    #[command(flatten)]
    board: BoardArgs,
    /// What is filled in: the board as rows, with `?` for open cells; `-` is standard input. By
    /// default the cells that a player has filled in, if the board's text has them (pzprv3, saved
    /// games of Unruly)
    #[arg(long, value_name = "FILE", help_heading = headings::QUESTION)]
    answer: Option<String>,
    /// The number of steps
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = numbers::in_range::<1, 1_000_000, usize>, conflicts_with = "all", help_heading = headings::QUESTION)]
    steps: usize,
    /// All steps to the answer
    #[arg(long, help_heading = headings::QUESTION)]
    all: bool,
    /// How much to tell: 1 where to look, 2 what to look for there, 3 the whole reason
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = numbers::in_range::<1, 3, u8>, help_heading = headings::QUESTION)]
    stage: u8,
    /// How difficult the board is, by all steps from its givens
    #[arg(long, conflicts_with = "answer", help_heading = headings::QUESTION)]
    grade: bool,
    /// Stop after this time, with the steps so far: 90, 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = numbers::seconds, help_heading = headings::LIMITS)]
    time_limit: Option<Duration>,
    /// Format of the hint; by default from the ending of the -o file, else text
    #[arg(long, value_name = "FORMAT", help_heading = headings::OUTPUT)]
    format: Option<PlayFormat>,
    /// Draw the board in text with box-drawing characters, instead of plain rows that --answer
    /// reads; `auto` does so only on a terminal
    #[arg(long, value_name = "WHEN", default_value = "always", help_heading = headings::OUTPUT)]
    picture: PictureArg,
    /// Write to a file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true, help_heading = headings::OUTPUT)]
    output: OutputTarget,
}

/// The end of the help of `quarrel hint`: examples and exit statuses.
const EXAMPLES: &str = "Examples:
  quarrel hint queens board.txt
  quarrel hint queens board.txt --stage 1
  quarrel hint three-in-a-row board.txt --answer so-far.txt
  quarrel hint abc-path board.txt --all --grade
  quarrel hint queens board.txt -o board.html

Each step has the cheapest reason on the board, as is proved; docs/hints.md lists the costs. Exit \
status: 0 a hint, or nothing is left to fill in; 1 the board has no answer, or what is filled in \
is wrong; 3 stopped, or nothing more follows.";

impl VerbArgs for Hint {
    fn boards(&self) -> Option<(&BoardTerms, &[String])> {
        Some(self.board.terms_and_names())
    }

    /// Writes the next steps on the board, all steps, or a page with them. The steps start from the
    /// givens and the cells that the player has filled in (in the board's text or in `--answer`).
    /// On a page and with `--grade`, they start only from the givens; a page still reports a wrong
    /// mark. From the search on, signals and the time limit only end the search. Refuses a board or
    /// answer that cannot be read, a family without boards, a page for a family that is not played,
    /// an output that would overwrite an input, and an answer that does not suit the board. The
    /// ending is decided by the function that reports the result: the page, the steps, a wrong
    /// mark, or the reason why there are no steps. Fails if the output cannot be written.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let &Invocation { families, stop, .. } = called;
        let family = find_family(families, &self.board.family);
        let stop = &stop.clone_with_limit(self.time_limit);
        self.board.validate_answer(self.answer.as_deref())?;
        let opened = self.board.open(family)?;
        let Some(puzzle) = opened.as_puzzle() else {
            let found = format!("{} has no board, so it has no hints", family.name);
            return Err(Refusal::new(found, "a family with boards").into());
        };
        output::validate(&[("-o", &self.output)], &self.board.inputs())?;
        let form = PlayFormat::resolve(self.format, &self.output)?;
        let is_page = form == PlayFormat::Html;
        if is_page && puzzle.play().is_none() {
            let found = format!("{} is not played on a page", family.name);
            return Err(Refusal::new(found, "--format text or json").into());
        }
        let answer = self.answer.as_deref();
        let answer = answer.map(|file| FilledAnswer::read(file, family, &opened)).transpose()?;
        let partial = self.filled_by_player(puzzle);
        let filled = match (&partial, &answer) {
            (Some(partial), _) => Some(partial.clone()),
            (None, Some(answer)) => Some(answer.filled_cells(puzzle)?),
            (None, None) => None,
        };
        let steps = (!self.all && !self.grade && !is_page).then_some(self.steps);
        signals::heed(stop);
        let marks = filled.as_ref().filter(|_| is_page).map(|filled| filled_rows(puzzle, filled));
        let advised = if marks.is_some() {
            // A page has the steps from the givens, because a player may remove marks. The first
            // call only finds errors in the filled cells.
            advise(family, puzzle, filled, &Wish::with_steps(Some(1)), stop)
                .and_then(|_| advise(family, puzzle, None, &Wish::with_steps(steps), stop))
        } else {
            advise(family, puzzle, filled, &Wish::with_steps(steps), stop)
        };
        let (stage, picture) = (usize::from(self.stage) - 1, self.picture);
        let partial_rows = partial.map(|partial| fill_open(&partial).to_rows());
        let scene = StepView { puzzle, form, stage, picture, partial: partial_rows };
        match advised {
            Ok(advice) if is_page => {
                self.write_page(family, &opened, Some(&advice), marks.as_deref())
            }
            Err(AdviceError::Hint(HintError::Stopped)) if is_page => {
                self.write_page(family, &opened, None, marks.as_deref())
            }
            Ok(advice) => {
                self.write_steps(&scene, Advice { partial: scene.partial.clone(), ..advice })
            }
            Err(AdviceError::Hint(HintError::Wrong(wrong))) => {
                self.report_wrong_mark(&scene, family, &wrong)
            }
            Err(error) => match answer.and_then(|answer| answer.refusal(family, &opened, &error)) {
                Some(refusal) => Err(refusal.into()),
                None => self.report_no_steps(form, family, &opened, &error),
            },
        }
    }
}

impl Hint {
    /// Writes a page with the board, the player's `marks` and the planned steps. If the steps reach
    /// the answer, the page has it, too. The problem must have a board; otherwise, the page is
    /// empty. `marks` is `None` if the player has filled in no cells. `advice` is `None` if the
    /// search was stopped before the first step. The page then has no hints. Prints a line on
    /// standard error if the search was stopped, and a note if the board has several answers.
    /// Returns `Stopped` if the search was stopped, or if there are no steps because nothing
    /// follows from the board; otherwise `Answered`. Fails if the page cannot be written.
    fn write_page(
        &self,
        family: &Family,
        opened: &OpenedProblem,
        advice: Option<&Advice>,
        marks: Option<&[String]>,
    ) -> Result<Ending, Failure> {
        let name = self.board.terms_and_names().1.first().map(String::as_str);
        let board = sheets::hint_sheet(name, family, opened, advice, marks);
        let page = board
            .map(|board| sheets::page(&sheets::title(family, opened), board))
            .unwrap_or_default();
        output::deliver(&self.output, page)?;
        let Some(Advice { plan, .. }) = advice else {
            print_stderr("stopped: the page has no hints\n");
            return Ok(Ending::Stopped);
        };
        if plan.ended == PlanEnd::Stopped {
            let steps = format_count(plan.steps.len(), "hint");
            print_stderr(&format!("stopped: the page has only the first {steps}\n"));
        }
        Ok(ending(plan))
    }

    /// Opens the output, calls `text` with it, and writes the text that this function returns.
    /// Fails if the output cannot be written; a file then keeps its old content.
    fn write(&self, text: impl FnOnce(&Output) -> String) -> Result<(), Failure> {
        let mut output = Output::open(&self.output)?;
        output.print(&text(&output))?;
        output.close()
    }

    /// Returns the givens together with the cells that a player has filled in, as the board's text
    /// records them. Returns `None` if there are no such cells, or if `--answer` replaces them.
    /// Also returns `None` if `--grade` ignores them, and then prints a note with their number.
    fn filled_by_player(&self, puzzle: &dyn Puzzle) -> Option<Grid<Option<char>>> {
        let number = number_filled_in(puzzle);
        if number == 0 || self.answer.is_some() {
            return None;
        }
        if self.grade {
            let cells = format_count(number, "cell");
            note(&format!(
                "--grade begins with the givens and ignores {cells} filled in by the player"
            ));
            return None;
        }
        givens_and_filled(puzzle)
    }

    /// Writes the steps. Because `--grade` needs all steps, the plan may have more steps than
    /// requested. Then the steps that were not requested are removed here, together with the
    /// answer. If the search was not stopped, the plan then ends as `Steps`. `--all` keeps all
    /// steps. Returns `Stopped` if the search was stopped, or if there are no steps because nothing
    /// follows from the board; otherwise `Answered`. Fails if the output cannot be written.
    fn write_steps(&self, scene: &StepView, mut advice: Advice) -> Result<Ending, Failure> {
        if self.grade && !self.all && advice.plan.steps.len() > self.steps {
            advice.plan.steps.truncate(self.steps);
            advice.plan.answer = None;
            if advice.plan.ended != PlanEnd::Stopped {
                advice.plan.ended = PlanEnd::Steps;
            }
        }
        self.write(|output| match scene.form {
            PlayFormat::Json => pretty_json(&advice.to_json()),
            _ => scene.describe_steps(&advice.plan, self.grade, output),
        })?;
        Ok(ending(&advice.plan))
    }

    /// Reports a wrong mark with its reason, and returns `Denied`. If a page is requested, prints
    /// the report on standard error and writes no page. Otherwise writes the report to the output,
    /// and fails if the output cannot be written.
    fn report_wrong_mark(
        &self,
        scene: &StepView,
        family: &Family,
        wrong: &WrongMark,
    ) -> Result<Ending, Failure> {
        if scene.form == PlayFormat::Html {
            print_stderr(&format!(
                "wrong: {}\n{}\n",
                wrong.said,
                scene.describe_step(&wrong.reason)
            ));
            return Ok(Ending::Denied);
        }
        self.write(|output| match scene.form {
            PlayFormat::Json => pretty_json(&scene.wrong_mark_to_json(wrong, family)),
            _ => scene.describe_wrong_mark(wrong, output),
        })?;
        Ok(Ending::Denied)
    }

    /// Reports why there are no steps. Returns how the command ends: as `Denied` if the board has
    /// no answer, as `Stopped` if the search was stopped, and as `Broken` if the steps lead to an
    /// answer that breaks a rule. If the board has no answer and the evident reason is known, the
    /// report adds it. If a page is requested, prints the report on standard error and writes no
    /// page. All other errors become refusals, and nothing is written. Fails if the output cannot
    /// be written.
    fn report_no_steps(
        &self,
        form: PlayFormat,
        family: &Family,
        opened: &OpenedProblem,
        error: &AdviceError,
    ) -> Result<Ending, Failure> {
        let ending = match error {
            AdviceError::Hint(HintError::NoAnswer) => Ending::Denied,
            AdviceError::Hint(HintError::Stopped) => Ending::Stopped,
            AdviceError::Broken(_) => Ending::Broken,
            AdviceError::NoModel(_) | AdviceError::Hint(_) => {
                return Err(Refusal::new(error.to_string(), "a board with hints").into());
            }
        };
        let ended = if ending == Ending::Stopped { PlanEnd::Stopped } else { PlanEnd::Stuck };
        let obstacle = opened.as_problem().info().obstacle.as_ref();
        let obstacle_words = obstacle.map_or(String::new(), |why| format!(" ({why})"));
        let message = format!("{error}{obstacle_words}");
        let text = match form {
            PlayFormat::Html => {
                print_stderr(&format!("{message}\n"));
                return Ok(ending);
            }
            PlayFormat::Text => format!("{message}\n"),
            PlayFormat::Json => pretty_json(&json!({
                "family": family.name,
                "size": opened.size().map(Size::sides),
                "variant": opened.variants(),
                "ruling": opened.as_problem().info().ruling,
                "givens": opened.as_puzzle().map(rows_of_givens),
                "error": message,
                "steps": [],
                "grade": null,
                "ended": ended,
            })),
        };
        self.write(|_| text)?;
        Ok(ending)
    }
}

/// The cells that the file of `--answer` has filled in.
struct FilledAnswer {
    /// The text of the file, for positions in refusals.
    source: Source,
    /// The symbols in the cells; `None` for an open cell.
    known: Grid<Option<char>>,
}

impl FilledAnswer {
    /// Reads the file of `--answer`, or standard input if `file` is `-`. Refuses a file that cannot
    /// be read, and an answer that is not a board. The answer may have another size than the board.
    fn read(file: &str, family: &Family, opened: &OpenedProblem) -> Result<FilledAnswer, Refusal> {
        let source = files::read(file)?;
        let PartialAnswer::Board(known) = opened.read_answer(&source, family.symbols)? else {
            return Err(Refusal::new("an answer without a board", "the rows of a board"));
        };
        Ok(FilledAnswer { source, known })
    }

    /// Returns the filled cells as a grid of the size of the board, with `None` for an open cell.
    /// Refuses an answer of another size.
    fn filled_cells(&self, puzzle: &dyn Puzzle) -> Result<Grid<Option<char>>, Refusal> {
        if self.known.size() != puzzle.size() {
            return Err(Refusal::new(
                format!("the answer is {}, but the board is {}", self.known.size(), puzzle.size()),
                "an answer of the same size as the board",
            ));
        }
        Ok(self.known.clone())
    }

    /// Returns the refusal of a symbol that its cell cannot have, in the words of `verify`. The
    /// refusal has the position of the cell in the file of `--answer`. If the cell is not found in
    /// the file, the position is the end of the file. Returns `None` if `error` is not
    /// [`HintError::Unknown`].
    fn refusal(
        &self,
        family: &Family,
        opened: &OpenedProblem,
        error: &AdviceError,
    ) -> Option<Refusal> {
        let AdviceError::Hint(HintError::Unknown { cell, .. }) = error else { return None };
        let answer = PartialAnswer::Board(self.known.clone());
        let broken = match Judgement::new(opened.as_problem(), &answer) {
            Judgement::Broken(broken) => broken,
            Judgement::Valid(_) | Judgement::Open(_) => {
                BrokenRule::with_cells(error.to_string(), [*cell])
            }
        };
        let cell = broken.cells.first().unwrap_or(cell);
        let place = opened.place_in_answer(&self.source, family.symbols, *cell);
        let position = place.unwrap_or_else(|| self.source.end());
        let expected = "an answer that keeps the rules";
        Some(Refusal::new(broken.rule, expected).with_span(&self.source, position))
    }
}

/// Returns the rows of a board with its givens and the filled cells. All other cells are open.
/// `filled` must have the size of the board.
fn filled_rows(puzzle: &dyn Puzzle, filled: &Grid<Option<char>>) -> Vec<String> {
    let givens = puzzle.givens();
    fill_open(&Grid::from_fn(givens.size(), |at| givens[at].or(filled[at]))).to_rows()
}

/// Returns how the command ends. It ends as `Stopped` if the plan was stopped, or if the plan has
/// no step because nothing follows from the board. All other plans end as `Answered`.
fn ending(plan: &Plan) -> Ending {
    match plan.ended {
        PlanEnd::Stopped => Ending::Stopped,
        PlanEnd::Stuck if plan.steps.is_empty() => Ending::Stopped,
        PlanEnd::Complete | PlanEnd::Steps | PlanEnd::Stuck => Ending::Answered,
    }
}

/// Returns a line that says why there are no further steps. Returns an empty text if the plan has
/// as many steps as were requested.
fn end_of_steps(plan: &Plan) -> &'static str {
    match plan.ended {
        PlanEnd::Steps => "",
        PlanEnd::Stopped => "stopped before the next step was found\n",
        PlanEnd::Complete if plan.steps.is_empty() => "nothing is left to fill in\n",
        PlanEnd::Complete => "with this the board is complete\n",
        PlanEnd::Stuck => "nothing more follows, because the board has more than one answer\n",
    }
}

/// Returns a line with the difficulty of the board. If the difficulty is unknown, the line has the
/// reason. One reason is that the search for steps was stopped. Otherwise, the family has no levels
/// or the board has several answers.
fn difficulty(plan: &Plan) -> String {
    match &plan.grade {
        Some(grade) => format!("difficulty: {grade}\n"),
        None if plan.ended == PlanEnd::Stopped => {
            "difficulty: unknown, since the search stopped before all steps were found\n".to_owned()
        }
        None => {
            "difficulty: unknown, since the family has no levels or the board has more than one \
                 answer\n"
                .to_owned()
        }
    }
}

/// The index of the stage with the whole reason. The stages before it show less: stage 0 shows
/// which places to look at, and stage 1 which rules to use there.
const LAST_STAGE: usize = 2;

/// The board and the options that determine how steps are shown.
struct StepView<'a> {
    puzzle: &'a dyn Puzzle,
    form: PlayFormat,
    /// The index of the stage, from 0 to [`LAST_STAGE`].
    stage: usize,
    /// Decides whether the text has a drawn board instead of plain rows.
    picture: PictureArg,
    /// The rows of the board from which the steps start, with its givens and with the cells that a
    /// player has filled in. `None` if the text of the board has no filled cells from which the
    /// steps start.
    partial: Option<Vec<String>>,
}

impl StepView<'_> {
    /// Returns a line which says that the steps start from filled cells of the board's text.
    /// Returns an empty text if they do not.
    fn start_line(&self) -> String {
        let cells = format_count(number_filled_in(self.puzzle), "cell");
        let line = format!("starts from {cells} filled in by the player\n");
        self.partial.as_ref().map_or(String::new(), |_| line)
    }

    /// Returns the steps as text, numbered if there are several. If the steps start from cells that
    /// a player has filled in, the first line says so. Below the steps is a board that shows the
    /// last step. There is no board if there are no steps. If the plan has fewer steps than were
    /// requested, the reason why there are no further steps follows. If `is_graded` is true, the
    /// difficulty comes last.
    fn describe_steps(&self, plan: &Plan, is_graded: bool, output: &Output) -> String {
        let mut text = self.start_line();
        let is_one = plan.steps.len() == 1;
        for (step, number) in plan.steps.iter().zip(1..) {
            let number = if is_one { String::new() } else { format!("{number}. ") };
            text += &format!("{number}{}\n", self.describe_step(step));
        }
        if let Some(step) = plan.steps.last() {
            text += &self.draw_step(step, output);
        }
        text += end_of_steps(plan);
        if is_graded {
            text += &difficulty(plan);
        }
        text
    }

    /// Returns a step in words, at the requested stage. At the last stage, a remark can follow: the
    /// step is not proved smallest. It is proved smallest if it is proved that no step is cheaper
    /// and that no fewer facts suffice.
    fn describe_step(&self, step: &Step) -> String {
        let proved =
            if step.proved || self.stage < LAST_STAGE { "" } else { " (not proved smallest)" };
        format!("{}{proved}", step.stages[self.stage])
    }

    /// Returns a wrong mark as text, with its reason and the board.
    fn describe_wrong_mark(&self, wrong: &WrongMark, output: &Output) -> String {
        let WrongMark { said: meaning, reason, .. } = wrong;
        let wrong = format!("wrong: {meaning}\n{}\n", self.describe_step(reason));
        self.start_line() + &wrong + &self.draw_step(reason, output)
    }

    /// Returns a wrong mark as JSON. `steps` has a single entry: the step that shows why the mark
    /// is wrong. `partial` is present only if the steps start from filled cells of the board's
    /// text.
    fn wrong_mark_to_json(&self, wrong: &WrongMark, family: &Family) -> Value {
        let board = self.puzzle.describe();
        let mut object = json!({
            "family": family.name,
            "size": self.puzzle.size().sides(),
            "variant": board.variants,
            "ruling": board.ruling,
            "givens": rows_of_givens(self.puzzle),
            "wrong": wrong.mark,
            "steps": [wrong.reason],
            "grade": null,
            "ended": PlanEnd::Stuck,
        });
        if let Some(rows) = &self.partial {
            object["partial"] = json!(rows);
        }
        object
    }

    /// Draws a board for a step. At the last stage, this is the board after the step. The cells of
    /// the step are shaded. Those of them without a mark get their symbol in grey, or `×` if they
    /// stay open. At an earlier stage, it is the board before the step, with the cells of the
    /// step's rules shaded. If no picture is wanted, returns the rows of the same board without
    /// marks and shades.
    fn draw_step(&self, step: &Step, output: &Output) -> String {
        let is_last_stage = self.stage == LAST_STAGE;
        let mut board = step.before.clone();
        if is_last_stage {
            step.cells.iter().for_each(|mark| board[mark.cell] = step.after[mark.cell]);
        }
        let answer = fill_open(&board);
        if !self.picture.is_drawn(output) {
            return answer.to_rows().into_iter().map(|row| row + "\n").collect();
        }
        let mut picture = self.puzzle.picture(Some(&answer));
        let margin = picture.rows().saturating_sub(board.size().rows()) / 2;
        let spot = |cell: Cell| (cell.row + margin, cell.column + margin);
        let shade = |picture: &mut Picture, cell: Cell| picture.set_fill(spot(cell), Fill::Dark);
        if is_last_stage {
            for mark in &step.cells {
                shade(&mut picture, mark.cell);
                if !picture.has_mark(spot(mark.cell)) {
                    let symbol = board[mark.cell].unwrap_or('×');
                    picture.set_mark(spot(mark.cell), Mark::letter(symbol).in_ink(Ink::Grey));
                }
            }
        } else {
            for cell in step.rules.iter().flat_map(|rule| &rule.cells) {
                shade(&mut picture, *cell);
            }
        }
        drawing::draw_characters(&picture, output)
    }
}
