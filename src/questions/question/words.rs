//! A question as words of a command line. The words are the family, the board, and the options that
//! differ from their defaults.

use super::{Question, SymmetryChoice};
use crate::board::Size;
use crate::encode::Encodings;
use crate::export::map::Board;
use crate::model::Sense;
use crate::search::{Answers, Cuts, strategy_by_name};
use crate::solver::Mode;
use crate::source::Refusal;

/// The name of standard input in messages, and the word for standard input on a command line.
const STANDARD_INPUT: (&str, &str) = ("<stdin>", "-");

/// The options of a run, which are not part of a question.
const OF_A_RUN: &[&str] =
    &["construct", "cpu-limit", "memory-limit", "scramble", "solver", "time-limit"];

/// Returns whether an option belongs to a run and not to a question.
pub(super) fn is_run_option(option: &str) -> bool {
    OF_A_RUN.contains(&option)
}

impl Question {
    /// Returns the words that ask the question. On the command line, they follow a command such as
    /// `solve`. The board is named by its file or link; its text is not among the words. Options
    /// with their default values are left out.
    pub fn to_words(&self) -> Vec<String> {
        let mut words = vec![self.family.clone()];
        words.extend(self.board.as_ref().map(board_word));
        if let Some([rows, columns]) = self.size {
            words.extend(["--size".to_owned(), format!("{rows}x{columns}")]);
        }
        words.extend(self.variant.iter().flat_map(|one| ["--variant".to_owned(), one.clone()]));
        words.extend(self.board.iter().flat_map(reading_words));
        for (option, value) in self.options() {
            words.extend([format!("--{option}"), value]);
        }
        words.extend(answer_words(self.answers));
        if let Some(bound) = &self.bound {
            words.extend(bound.words("bound"));
        }
        if let Some(names) = &self.projected {
            words.extend(["--projected".to_owned(), names.join(",")]);
        }
        words
    }

    /// Returns the command line: the command `verb` (such as `solve`), the words of the question,
    /// and then `options`. The words are quoted for a shell. Panics if a word contains a byte 0.
    pub fn command(&self, verb: &str, options: &[&str]) -> String {
        let words = self.to_words();
        let words = ["quarrel", verb]
            .into_iter()
            .chain(words.iter().map(String::as_str))
            .chain(options.iter().copied());
        shlex::try_join(words).expect("a word of a question has no byte 0")
    }

    /// Returns the command that writes the problem in OPB without changes, without a bound and with
    /// default options.
    pub fn command_of_problem(&self) -> String {
        let stated = Question { answers: Answers::One, bound: None, ..self.as_stated() };
        stated.command("export", &["--to", "opb"])
    }

    /// Reads a question from the words after a command such as `solve`. The first word is the
    /// family. The value of an option is the next word, or the text after `=` in the same word. A
    /// next word that begins with `--` is no value. If an option is repeated, the last one counts;
    /// but variants are collected. Ignores options of a run, such as limits. `--input`, the
    /// sense of the objective and `--int-bound` count only if there is a board. Reads no file, and does not check the
    /// family, the formulation and the variants.
    ///
    /// # Errors
    ///
    /// If there are no words, if a word is unknown, if there are two boards, or if an option lacks
    /// its value or has a wrong value.
    pub fn from_words(words: &[impl AsRef<str>]) -> Result<Question, Refusal> {
        let mut tokens = words.iter().map(AsRef::as_ref).peekable();
        let family =
            tokens.next().ok_or_else(|| Refusal::new("no words", "the name of a family"))?;
        let mut question = Question::new(family);
        let mut reading = parse_board("");
        while let Some(word) = tokens.next() {
            let Some(typed) = word.strip_prefix("--") else {
                if question.board.is_some() {
                    return Err(Refusal::new(format!("the word `{word}`"), "one board"));
                }
                question.board = Some(parse_board(word));
                continue;
            };
            let (option, value) = match typed.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (typed, tokens.next_if(|next| !next.starts_with("--") && !is_flag(typed))),
            };
            match (option, value) {
                ("unique", None) => question.answers = Answers::Unique,
                ("count", limit) => question.answers = Answers::Count(parse_limit(option, limit)?),
                ("all", limit) => question.answers = Answers::All(parse_limit(option, limit)?),
                ("maximize", None) => reading.sense = Some(Sense::Maximise),
                ("minimize", None) => reading.sense = Some(Sense::Minimise),
                ("input", Some(format)) => reading.input = Some(format.to_owned()),
                ("int-bound", Some(bound)) => reading.int_bound = Some(parse_int_bound(bound)?),
                (_, Some(value)) if !is_run_option(option) => question.set(option, value)?,
                (_, Some(_)) => {}
                (_, None) => return Err(unknown_word(option)),
            }
        }
        if let Some(board) = &mut question.board {
            *board = Board { name: std::mem::take(&mut board.name), ..reading };
        }
        Ok(question)
    }

    /// Returns the options that differ from their defaults, with their values. The options that
    /// change the model or its encodings come first, in alphabetical order. Then come the options
    /// of the search. The wanted answers, the bound and the projection are not in this list.
    fn options(&self) -> Vec<(&'static str, String)> {
        let mut options = self.encodings.options();
        options.extend(self.formulation.clone().map(|name| ("formulation", name)));
        options.extend(self.deduce.as_ref().map(|rules| ("deduce", rules.to_string())));
        if self.symmetry != SymmetryChoice::default() {
            options.push(("symmetry", self.symmetry.to_string()));
        }
        options.sort_unstable();
        options.extend(self.search.map(|strategy| ("search", strategy.name.to_owned())));
        options.extend((!self.cuts.are_all()).then(|| ("cuts", self.cuts.to_string())));
        options.extend(self.mode.map(|mode| ("mode", mode.name().to_owned())));
        options.extend((self.seed > 0).then(|| ("seed", self.seed.to_string())));
        options
    }

    /// Returns the question with the default encodings, symmetries, deductions and search. Keeps
    /// everything else, such as the formulation, the bound and the wanted answers.
    #[must_use]
    pub fn as_stated(&self) -> Question {
        Question {
            encodings: Encodings::default(),
            symmetry: SymmetryChoice::default(),
            deduce: None,
            ..self.with_default_search()
        }
    }

    /// Returns the question with the default search, cuts, mode and seed.
    #[must_use]
    pub fn with_default_search(&self) -> Question {
        Question { search: None, cuts: Cuts::all(), mode: None, seed: 0, ..self.clone() }
    }
}

/// Sets an option of a question to a value, as on the command line. `variant` adds a variant. An
/// unknown `mode` is treated as if no mode were given. Formulations and variants are not checked.
/// The value of `projected` is divided at each comma. Refuses an unknown option, and a value that
/// the option does not have.
pub(super) fn set(question: &mut Question, option: &str, value: &str) -> Result<(), Refusal> {
    let wrong = |error: String| Refusal::new(format!("--{option} {value}"), error);
    match option {
        "formulation" => question.formulation = Some(value.to_owned()),
        "symmetry" => question.symmetry = value.parse().map_err(|e| wrong(format!("{e}")))?,
        "deduce" => question.deduce = Some(value.parse().map_err(|e| wrong(format!("{e}")))?),
        "search" => {
            question.search = Some(strategy_by_name(value).ok_or_else(|| unknown_word(value))?)
        }
        "cuts" => question.cuts = value.parse().map_err(|e| wrong(format!("{e}")))?,
        // `auto` and unknown names mean `None`.
        "mode" => question.mode = Mode::by_name(value),
        "seed" => question.seed = value.parse().map_err(|e| wrong(format!("{e}")))?,
        "bound" => question.bound = Some(value.parse().map_err(|e| wrong(format!("{e}")))?),
        "size" => {
            let size: Size = value.parse().map_err(|e| wrong(format!("{e}")))?;
            question.size = Some(size.sides());
        }
        "variant" => question.variant.push(value.to_owned()),
        "projected" => {
            question.projected = Some(value.split(',').map(str::to_owned).collect());
        }
        _ => question.encodings.set(option, value).map_err(|e| wrong(e.to_string()))?,
    }
    Ok(())
}

fn unknown_word(word: &str) -> Refusal {
    Refusal::new(format!("the word `{word}`"), "a word of a question that `solve` accepts")
}

/// Returns whether an option is a flag, which never has a value.
fn is_flag(option: &str) -> bool {
    matches!(option, "unique" | "maximize" | "minimize")
}

/// Reads a limit: the largest number of answers. The limit is the value of an option. Returns
/// `None` if the option has no value.
fn parse_limit(option: &str, limit: Option<&str>) -> Result<Option<u64>, Refusal> {
    let wrong = |text| Refusal::new(format!("--{option} {text}"), "a number of answers");
    limit.map(|text| text.parse().map_err(|_| wrong(text))).transpose()
}

fn parse_int_bound(text: &str) -> Result<u32, Refusal> {
    text.parse().map_err(|_| Refusal::new(format!("--int-bound {text}"), "a whole number"))
}

/// Returns the words that state which answers are wanted. The list is empty if one answer is
/// wanted.
fn answer_words(answers: Answers) -> Vec<String> {
    let (option, most) = match answers {
        Answers::One => return Vec::new(),
        Answers::Unique => ("--unique", None),
        Answers::Count(most) => ("--count", most),
        Answers::All(most) => ("--all", most),
    };
    std::iter::once(option.to_owned()).chain(most.map(|most| most.to_string())).collect()
}

/// Returns the board as a word. A name that begins with a hyphen would look like an option, so the
/// word then has `./` before the name.
fn board_word(board: &Board) -> String {
    match board.name.as_str() {
        name if name == STANDARD_INPUT.0 => STANDARD_INPUT.1.to_owned(),
        name if name.len() > 1 && name.starts_with('-') => format!("./{name}"),
        name => name.to_owned(),
    }
}

/// Returns the board that a word of a command line names. The board has no text yet.
fn parse_board(word: &str) -> Board {
    let name = if word == STANDARD_INPUT.1 { STANDARD_INPUT.0 } else { word };
    let (name, input) = (name.to_owned(), None);
    Board { name, text: None, sha256: None, input, sense: None, int_bound: None }
}

/// Returns the words that state how the board is read: its format, the sense of its objective, and
/// the bound of its integers. The list is empty if none of them is requested.
fn reading_words(board: &Board) -> Vec<String> {
    let sense = board.sense.map(|sense| match sense {
        Sense::Maximise => "--maximize".to_owned(),
        Sense::Minimise => "--minimize".to_owned(),
    });
    let int_bound =
        board.int_bound.into_iter().flat_map(|bound| ["--int-bound".to_owned(), bound.to_string()]);
    board
        .input
        .iter()
        .flat_map(|format| ["--input".to_owned(), format.clone()])
        .chain(sense)
        .chain(int_bound)
        .collect()
}
