//! One of several boards, solved in its own process (a turn).
//!
//! A search that ignores its limits can only be ended if its process is ended. So each board is
//! solved in a new process, with the words of the command line and `--turn`. If this process is
//! killed, no other board is affected. The parent process reads the board and writes it to the new
//! process's standard input. The parent reads the result from the new process's standard output.
//! Both the board and the result are JSON. The new process is in a process group of its own, so
//! Ctrl-C reaches it only through the parent. The new process ends when the parent ends.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use serde::{Deserialize, Serialize};

use super::asked::{News, SolveOutcome, SolveQuestion};
use super::progress::SolveProgress;
use super::{Failure, LATE, Solve, json, text, wait};
use crate::cli::drawing::DrawingFormat;
use crate::cli::sheets;
use crate::cli::sheets::ShownAnswer;
use crate::cli::stderr::print_stderr;
use crate::cli::{Ending, board, program_path, refusal, signals, words};
use crate::family::{Family, files};
use crate::page::SheetData;
use crate::picture;
use crate::problem::{CheckedAnswer, PartialAnswer};
use crate::process::{self, Limits};
use crate::puzzle::{Request, draw_board};
use crate::question::Question;
use crate::search::{Finding, SearchError};
use crate::source::{Input, Refusal, Source, escape_invisible};
use crate::stop::Stop;

/// A board as the parent sends it to the process that solves it.
#[derive(Serialize, Deserialize)]
struct BoardInput {
    /// The name of the board. If there is no text, the name is also the path of the board's file.
    name: String,
    /// The text of the board. It is `None` if the new process reads the file itself.
    text: Option<String>,
    /// The colours and the width of the output of the parent process.
    characters: picture::text::Style,
}

/// The outcome of one board.
#[derive(Serialize, Deserialize)]
pub(super) struct BoardOutcome {
    /// The fate of the board. The summary counts the fates, and they decide how the command ends.
    pub fate: BoardFate,
    /// The text about the board, which the parent prints.
    pub said: String,
    /// The image of the answer. It is `None` if no image is requested, or if no answer is known.
    pub picture: Option<Vec<u8>>,
    /// The board for a page. It is `None` if no page is requested, or if the problem has no board.
    pub page: Option<BoardPage>,
}

/// A board for a page. The title is for a page that shows only this board.
#[derive(Serialize, Deserialize)]
pub(super) struct BoardPage {
    pub title: String,
    pub board: SheetData,
    /// Whether an answer is known. In a folder of pages, a board without an answer gets no page.
    pub has_answer: bool,
}

/// The fate of one of several boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum BoardFate {
    /// There is an answer, and it is not known whether there is another.
    Answered,
    /// There is exactly one answer.
    Unique,
    /// There are several answers.
    Several,
    /// It is proved that there is no answer.
    Denied,
    /// A limit or a signal ended the search.
    Stopped,
    /// The board is invalid, or cannot be searched as requested.
    Refused,
    /// An external solver or the process of the board failed.
    Failed,
    /// An internal check failed.
    Broken,
}

impl BoardFate {
    /// All fates from the mildest to the gravest. Each has its words in the summary, and the ending
    /// of the command that this fate causes.
    pub const ALL: [(BoardFate, &'static str, Ending); 8] = [
        (BoardFate::Answered, "with an answer", Ending::Answered),
        (BoardFate::Unique, "unique", Ending::Answered),
        (BoardFate::Several, "not", Ending::Answered),
        (BoardFate::Denied, "without", Ending::Denied),
        (BoardFate::Stopped, "stopped", Ending::Stopped),
        (BoardFate::Refused, "refused", Ending::Refused),
        (BoardFate::Failed, "failed", Ending::Refused),
        (BoardFate::Broken, "with an internal check that failed", Ending::Broken),
    ];

    /// Returns the fate of a board with this outcome. With an answer, the fate is `Unique` or
    /// `Several` if it is known whether the answer is unique, and otherwise `Answered`. A proof
    /// that there is no answer means `Denied`. A search that was stopped or has no result has the
    /// fate `Stopped`; a stopped search has it even if it found an answer. If an external solver
    /// failed, the fate is `Failed`.
    fn from_outcome(outcome: &SolveOutcome) -> BoardFate {
        match outcome.ending() {
            Ending::Answered | Ending::Satisfiable | Ending::Optimum => {
                match outcome.end.finding.unique() {
                    None => BoardFate::Answered,
                    Some(true) => BoardFate::Unique,
                    Some(false) => BoardFate::Several,
                }
            }
            Ending::Denied | Ending::Unsatisfiable => BoardFate::Denied,
            Ending::Stopped | Ending::Interrupted => BoardFate::Stopped,
            Ending::Refused => BoardFate::Failed,
            Ending::Broken => BoardFate::Broken,
        }
    }
}

/// The data that all turns have in common.
pub(super) struct BoardSolver<'a> {
    pub solve: &'a Solve,
    pub family: &'static Family,
    /// The words of the command line with its defaults, which each new process gets.
    pub words: &'a [String],
    pub stop: &'a Stop,
    /// The form in which each board's result is written.
    pub format: DrawingFormat,
    /// The colours and the width of the output.
    pub characters: picture::text::Style,
}

impl BoardSolver<'_> {
    /// Reads the board with this name, solves it in a new process, and waits for the end of this
    /// process. Some errors become part of the outcome, and are printed on standard error: a board
    /// that is refused, a board that is not read in time, and a process that ends without a valid
    /// result. If `stop` is reached while the board is read, the outcome is that of a stopped
    /// board. The same holds if `stop` is reached and the process gives no result. Fails if no
    /// thread or process can be started, or if a board in memory is not UTF-8.
    pub fn solve_board(&self, name: &str) -> Result<BoardOutcome, Failure> {
        let named = NamedBoard::new(files::input_name(name), self.format);
        let (path, family) = (name.to_owned(), self.family);
        let input = match self
            .solve
            .read_in_time(self.stop, Limits::default(), move || family.input(&path))?
        {
            None if self.stop.is_reached() => return Ok(named.stopped_outcome()),
            None => return Ok(named.report_without_finding(BoardFate::Stopped, LATE)),
            Some(Err(refusal)) => return Ok(named.refused_outcome(&refusal)),
            Some(Ok(input)) => input,
        };
        let mut child = self.start(&program_path()?).map_err(not_started)?;
        let (output, status) = self.run_child(&mut child, &self.board_input(&input)?)?;
        Ok(match serde_json::from_str(&output) {
            Ok(turn) => turn,
            Err(_) if self.stop.is_reached() => named.stopped_outcome(),
            Err(_) => {
                let ended = process::describe_exit(status);
                named.report_without_finding(
                    BoardFate::Failed,
                    &format!("failed: its process {ended}"),
                )
            }
        })
    }

    /// Returns the board for the new process. It has its text, or only its name if the process
    /// reads the file itself. Fails if the board's bytes are not UTF-8.
    fn board_input(&self, input: &Input) -> Result<BoardInput, Refusal> {
        let text = match input {
            Input::Text(source) => Some(source.text().to_owned()),
            Input::File(_) | Input::Copy(..) => None,
            Input::Bytes(..) => Some(input.clone().into_text()?.text().to_owned()),
        };
        Ok(BoardInput { name: input.name().to_owned(), text, characters: self.characters })
    }

    /// Starts this program with the same words and the option `--turn`, whose value is the ID of
    /// this process. The words contain the defaults, so the new process reads no defaults. The
    /// standard input and output of the new process are pipes; it shares standard error with this
    /// process. On Unix, the new process is in a process group of its own, so that Ctrl-C does not
    /// reach it.
    fn start(&self, program: &Path) -> io::Result<Child> {
        let mut command = Command::new(program);
        let turn = ["--no-config".to_owned(), "--turn".to_owned(), std::process::id().to_string()];
        command.args(words::add_options(self.words, turn).iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }

    /// Sends the board to the process `child`, passes on each request to stop, and waits without a
    /// time limit for the end of the process. Returns the output and the exit status of the
    /// process. If the process has failed, the output may be empty or incomplete. The pipes must
    /// still be in `child`. Fails if the system cannot start a thread or wait for the process.
    fn run_child(
        &self,
        child: &mut Child,
        handover: &BoardInput,
    ) -> Result<(String, ExitStatus), Failure> {
        let mut to = child.stdin.take().expect("a pipe was asked for");
        let mut from = child.stdout.take().expect("a pipe was asked for");
        let handover = serde_json::to_vec(handover).expect("a text and numbers are JSON");
        let talk = move || {
            // Errors are ignored: they mean that the process has ended, which its exit status
            // shows.
            let _ = to.write_all(&handover);
            drop(to);
            let mut output = String::new();
            let _ = from.read_to_string(&mut output);
            output
        };
        let id = child.id();
        let mut passed_on = 0;
        let mut pass_on = || {
            while passed_on < self.stop.request_count() {
                process::ask_to_stop(id);
                passed_on += 1;
            }
            true
        };
        let result_json = wait::read(talk, &mut pass_on)?.unwrap_or_default();
        Ok((result_json, child.wait().map_err(not_started)?))
    }
}

/// Returns the failure for the case that a process for a board cannot be started, or that its end
/// cannot be awaited.
fn not_started(error: io::Error) -> Failure {
    Failure::Output("to a process for a board".to_owned(), error)
}

/// Solves the board from standard input, and writes its outcome to standard output as JSON. A
/// failure of the board or its search is printed on standard error and becomes part of the outcome,
/// so the ending is `Answered`. The fate is then `Stopped` after a stop, `Broken` after a failed
/// internal check, and otherwise `Refused`. Fails only if standard input has no board in JSON,
/// `--format` is refused, or standard output cannot be written. From this call on, signals request
/// `stop`.
pub(super) fn solve_from_stdin(
    solve: &Solve,
    family: &'static Family,
    question: Question,
    stop: &Stop,
) -> Result<Ending, Failure> {
    signals::heed(stop);
    let handover: BoardInput = serde_json::from_reader(io::stdin().lock()).map_err(|_| {
        Refusal::new("--turn without a board in JSON on standard input", "no --turn")
    })?;
    let named = NamedBoard::new(&handover.name, solve.result_format()?);
    let turn = pose_question(solve, family, question, &handover)
        .map_err(Failure::from)
        .and_then(|asked| named.search(solve, &handover, asked.with_deadline(solve, stop)));
    let turn = match turn {
        Ok(turn) => turn,
        Err(Failure::Refused(refusal)) => named.refused_outcome(&refusal),
        Err(Failure::Stopped(when)) => named.report_without_finding(BoardFate::Stopped, &when),
        Err(Failure::Search(broken @ (SearchError::Internal(..) | SearchError::Contract(_)))) => {
            named.report_without_finding(BoardFate::Broken, &format!("failed: {broken}"))
        }
        Err(failure) => {
            named.report_without_finding(BoardFate::Refused, &format!("refused: {failure}"))
        }
    };
    let mut out = io::stdout().lock();
    let written = serde_json::to_writer(&mut out, &turn).map_err(io::Error::from);
    let written = written.and_then(|()| out.flush());
    written.map_err(|error| Failure::Output("standard output".to_owned(), error))?;
    Ok(Ending::Answered)
}

/// Returns the question about the board that the parent passed on. Reads the file of the board if
/// its text was not passed on. Prints a note if variables that the file itself names distinguish
/// answers. Refuses an invalid board, and a question that this board does not allow.
fn pose_question(
    solve: &Solve,
    family: &'static Family,
    question: Question,
    handover: &BoardInput,
) -> Result<SolveQuestion, Refusal> {
    let board = match &handover.text {
        Some(text) => Source::new(&handover.name, text).into(),
        None => Input::file(&handover.name),
    };
    let request =
        Request { board: Some(board), ..solve.boards.terms().request_without_board(family) };
    let (request, opened) = board::open(family, request)?;
    SolveQuestion::from_options(solve, solve.pose(family, question, request, opened)?)
}

/// A board's name, and the form in which its result is written.
struct NamedBoard<'a> {
    name: &'a str,
    /// The name in one line, with invisible characters escaped.
    shown: String,
    format: DrawingFormat,
}

impl NamedBoard<'_> {
    fn new(name: &str, format: DrawingFormat) -> NamedBoard<'_> {
        NamedBoard { name, shown: to_single_line(name), format }
    }

    /// Searches, and returns the outcome. If an external solver fails, its error is part of the
    /// outcome and is printed on standard error. In JSON, the outcome then also has the last
    /// finding. An image is made only if an answer is known. For HTML, the outcome has a part of a
    /// page even if no answer is known. A clash is explained only in JSON and with pictures. Other
    /// errors of the search are returned. Fails if an image cannot be made, or if a stop is
    /// requested twice while a PNG is drawn.
    fn search(
        &self,
        solve: &Solve,
        handover: &BoardInput,
        mut asked: SolveQuestion,
    ) -> Result<BoardOutcome, Failure> {
        let style = solve.writing.batch_style(handover.characters);
        // The search explains a clash only if the output shows it.
        asked.task.explain &= self.format == DrawingFormat::Json || style.picture;
        let mut progress =
            SolveProgress::new(&asked.task, solve.verbose, solve.quiet).with_name(&self.shown);
        let mut answers: Vec<CheckedAnswer> = Vec::new();
        let mut list = |_: &SolveProgress, news: News| {
            if let News::Answer(answer) = news {
                answers.push(answer);
            }
            Ok(())
        };
        let outcome = asked.search(solve, &mut progress, &mut list)?;
        let failed = outcome.end.trouble.as_ref().map(|trouble| format!("failed: {trouble}"));
        if self.format == DrawingFormat::Json {
            failed.iter().for_each(|why| self.print_error(why));
            let report = json::board_line(self.name, asked.for_report(&outcome.end, &answers));
            return Ok(BoardOutcome {
                fate: BoardFate::from_outcome(&outcome),
                said: report,
                picture: None,
                page: None,
            });
        }
        if let Some(why) = failed {
            return Ok(self.report_without_finding(BoardFate::Failed, &why));
        }
        let partial_answers: Vec<PartialAnswer> =
            answers.iter().map(|answer| asked.task.projected_part(answer)).collect();
        let lines =
            text::board(&style, &self.shown, &asked, &outcome.end.finding, &partial_answers);
        let picture = asked
            .posed
            .opened
            .as_puzzle()
            .zip(outcome.end.finding.answer.as_ref())
            .filter(|_| self.format.is_image())
            .map(|(puzzle, answer)| {
                self.format.render_image(&draw_board(puzzle, answer.board()), &asked.task.stop)
            })
            .transpose()?;
        let page = Some(&outcome.end.finding)
            .filter(|_| self.format == DrawingFormat::Html)
            .and_then(|finding| self.page(&asked, finding));
        Ok(BoardOutcome { fate: BoardFate::from_outcome(&outcome), said: lines, picture, page })
    }

    /// Returns the board as a part of a page, with the result line and, if it is known, the answer.
    /// If no answer is known, the part has the board alone, and `has_answer` is false. Returns
    /// `None` for a model file, which has no board.
    fn page(&self, asked: &SolveQuestion, finding: &Finding) -> Option<BoardPage> {
        let shown = ShownAnswer {
            name: Some(self.name),
            family: asked.posed.family,
            opened: &asked.posed.opened,
            answer: finding.answer.as_ref(),
            result_line: &text::result_line(asked, finding),
        };
        let title = sheets::title(shown.family, shown.opened);
        let has_answer = shown.answer.is_some();
        Some(BoardPage { title, board: sheets::answer_sheet(&shown)?, has_answer })
    }

    /// Prints on standard error that a signal came before anything was known. Returns an outcome
    /// with the fate `Stopped`.
    fn stopped_outcome(&self) -> BoardOutcome {
        self.report_without_finding(
            BoardFate::Stopped,
            "stopped by a signal before anything was known",
        )
    }

    /// Returns the outcome of a board without a finding, and prints the reason `why` on standard
    /// error. The reason is printed as an error, but if the fate is `Stopped`, it is printed as a
    /// plain message.
    fn report_without_finding(&self, fate: BoardFate, why: &str) -> BoardOutcome {
        if fate == BoardFate::Stopped {
            print_line(&escape_invisible(&format!("{}: {why}", self.shown)));
        } else {
            self.print_error(why);
        }
        self.outcome_without_finding(fate, why, &format!("{}: {why}", self.name))
    }

    /// Returns the outcome of a refused board, and prints the refusal with its position in the
    /// board's text on standard error.
    fn refused_outcome(&self, refusal: &Refusal) -> BoardOutcome {
        print_line(&refusal::render(&self.with_board_name(refusal)));
        let place = refusal.place.as_ref().map_or(String::new(), |(source, span)| {
            let (line, column) = source.line_and_column(span.start);
            format!("line {line}, column {column}: ")
        });
        // The line already begins with the board's name.
        let found = refusal.found.strip_prefix(&format!("{}: ", self.name));
        let message = found.unwrap_or(&refusal.found);
        let why = format!("refused: {place}{message}; expected {}", refusal.expected);
        self.outcome_without_finding(BoardFate::Refused, &why, &refusal.to_string())
    }

    /// Returns an outcome without a finding. In text format, the outcome has the reason `why`. In
    /// JSON, it has `error`. Prints nothing.
    fn outcome_without_finding(&self, fate: BoardFate, why: &str, error: &str) -> BoardOutcome {
        let text = match self.format {
            DrawingFormat::Json => json::error_line(self.name, error),
            _ => format!("{}: {}\n", self.shown, to_single_line(why)),
        };
        BoardOutcome { fate, said: text, picture: None, page: None }
    }

    /// Prints an error of the board on standard error.
    fn print_error(&self, why: &str) {
        print_line(&escape_invisible(&format!("error: {}: {why}", self.shown)));
    }

    /// Returns the refusal with the name of the board before it. If the refusal has a position in a
    /// text, or already contains the name, returns it unchanged.
    fn with_board_name(&self, refusal: &Refusal) -> Refusal {
        let mut named = refusal.clone();
        if named.place.is_none() && !named.found.contains(self.name) {
            named.found = format!("{}: {}", self.name, named.found);
        }
        named
    }
}

/// Returns a text in one line, with spaces for line breaks and with invisible characters escaped.
fn to_single_line(text: &str) -> String {
    escape_invisible(text.trim_end()).replace('\n', " ")
}

/// Prints a text on standard error, with one line break at its end.
pub(super) fn print_line(text: &str) {
    print_stderr(&format!("{}\n", text.trim_end()));
}
