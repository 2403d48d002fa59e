//! A command line that is being typed, and the candidates for its last word.
//!
//! Earlier words are read as clap reads them. They show the command (such as `solve`), the given
//! arguments, and whether the last argument still needs a value.

use clap::{Arg, ArgAction, Command};

use super::values::{self, Candidate, PlaceValues, ShellValues, ValueContext};
use crate::family::{self, Family};

/// The words before the word that is completed. They are interpreted in the same way as clap
/// interprets them.
pub(super) struct CompletedLine<'a> {
    /// The grammar of the whole program, after [`Command::build`].
    grammar: &'a Command,
    /// The families from which candidates are taken. The list is empty if the caller only asks
    /// which command the words have reached.
    families: &'a [&'static Family],
    /// The command or subcommand that the words have reached so far.
    command: &'a Command,
    /// The option to which the previous word belongs, and the number of values that this option has
    /// so far. `None` if the next word cannot be a value of an option.
    waiting: Option<(&'a Arg, usize)>,
    /// The number of words since the command that are neither options nor values of options.
    positionals: usize,
    /// The arguments since the command, with an entry for each value. A flag has one entry, with an
    /// empty text. The values of an option can be the words after it. Such an option has an entry
    /// with an empty text before the entries of its values. So it counts as given even if it has no
    /// value yet.
    given: Vec<(&'a Arg, String)>,
    /// Whether `--` has ended the options.
    is_escaped: bool,
}

impl<'a> CompletedLine<'a> {
    /// Interprets the words after the program's name. `grammar` must be built. The word that is
    /// being typed is not among `words`. Ignores unknown options. A value after such an option
    /// counts as a word that belongs to no option.
    pub fn parse(
        grammar: &'a Command,
        families: &'a [&'static Family],
        words: &[String],
    ) -> CompletedLine<'a> {
        let mut line = CompletedLine {
            grammar,
            families,
            command: grammar,
            waiting: None,
            positionals: 0,
            given: Vec::new(),
            is_escaped: false,
        };
        words.iter().for_each(|word| line.read_word(word));
        line
    }

    /// Returns the command or subcommand that the words have reached, or the whole grammar if they
    /// have reached none.
    pub fn command(&self) -> &'a Command {
        self.command
    }

    /// Returns the candidates for a last word that begins with `typed`. If the previous option
    /// still needs a value, only values of this option are returned. If it needs none but can take
    /// another value, its values come before the other candidates. After `--`, no options are
    /// offered. Without an earlier `--`, options are offered if the word begins with a dash, or if
    /// nothing else fits. For `--option=` with the beginning of a value, the candidates are whole
    /// words that contain the option.
    pub fn complete(&self, typed: &str) -> PlaceValues {
        let mut found = PlaceValues::default();
        if let Some((option, has)) = self.waiting {
            found.add(self.value_candidates(option, typed));
            if has < min_values(option) {
                return found;
            }
        }
        if self.is_escaped {
            found.add(self.word_candidates(typed));
        } else if let Some((option, value)) = self.split_assignment(typed) {
            found.add(
                self.value_candidates(option, value)
                    .with_prefix(&format!("--{}=", values::argument_name(option))),
            );
        } else if typed.starts_with('-') {
            found.known.extend(self.option_candidates(typed));
        } else {
            found.add(self.word_candidates(typed));
            if found.known.is_empty() && found.beyond == ShellValues::Nothing {
                found.known.extend(self.option_candidates(typed));
            }
        }
        found
    }

    /// Interprets the next word. A word that begins with a dash, except `-` alone, is an option.
    /// This is so even if the previous option still needs a value; the previous option then gets no
    /// further value. After `--`, every word is a value. If an option waits for a value, a word
    /// that is not an option is the next value of this option.
    fn read_word(&mut self, word: &str) {
        let is_option = !self.is_escaped && word.starts_with('-') && word != "-";
        match self.waiting.take() {
            Some((option, has)) if !is_option => {
                self.given.push((option, word.to_owned()));
                if has + 1 < max_values(option) {
                    self.waiting = Some((option, has + 1));
                }
            }
            _ if !is_option => self.read_value(word),
            _ if word == "--" => self.is_escaped = true,
            _ if word.starts_with("--") => self.read_long(word),
            _ => self.read_short(&word[1..]),
        }
    }

    /// Interprets a word that belongs to no option. The first such word after the command can be a
    /// subcommand. Any other such word is the value of the next positional argument. If there is no
    /// further positional argument, the word is only counted.
    fn read_value(&mut self, word: &str) {
        if let Some(verb) = self.command.find_subcommand(word).filter(|_| self.positionals == 0) {
            self.enter(verb);
            return;
        }
        if let Some(argument) = self.positional() {
            self.given.push((argument, word.to_owned()));
        }
        self.positionals += 1;
    }

    /// Returns the positional argument to which the next word belongs. If each positional argument
    /// already has a word, this is the last one if it accepts several values. If it does not accept
    /// them, the result is `None`.
    fn positional(&self) -> Option<&'a Arg> {
        let mut positionals = self.command.get_positionals();
        positionals
            .nth(self.positionals)
            .or_else(|| self.command.get_positionals().last().filter(|last| accepts_several(last)))
    }

    /// Interprets a word with two dashes. It can be an option with its value after `=`, an option
    /// with its values in the next words, a flag, or a subcommand that looks like an option.
    /// Ignores any other word.
    fn read_long(&mut self, word: &str) {
        if let Some((option, value)) = self.split_assignment(word) {
            self.given.push((option, value.to_owned()));
        } else if let Some(option) = self.find_long(&word[2..]) {
            self.record_option(option);
        } else if let Some(verb) = self.flag_subcommands().find(|(flag, _)| *flag == word) {
            self.enter(verb.1);
        }
    }

    /// Interprets the letters after a single dash. If an option takes a value, the letters after
    /// the option are its value. If no letter follows the option, the next word is its value. The
    /// first unknown letter and all letters after it are ignored.
    fn read_short(&mut self, letters: &str) {
        for (at, letter) in letters.char_indices() {
            let Some(option) =
                self.command.get_arguments().find(|option| option.get_short() == Some(letter))
            else {
                return;
            };
            let rest = &letters[at + letter.len_utf8()..];
            if max_values(option) > 0 && !rest.is_empty() {
                self.given.push((option, rest.to_owned()));
                return;
            }
            self.record_option(option);
        }
    }

    /// Records that an option or flag is given. If it takes values, the next words are its values.
    fn record_option(&mut self, option: &'a Arg) {
        if max_values(option) > 0 {
            self.waiting = Some((option, 0));
        }
        // The option counts as given before its value is typed.
        self.given.push((option, String::new()));
    }

    /// Makes a command or subcommand the current one. Forgets the arguments that came before it.
    fn enter(&mut self, verb: &'a Command) {
        self.command = verb;
        self.positionals = 0;
        self.given.clear();
    }

    /// Returns the option or flag with this long name, given without dashes, among the arguments of
    /// the command that the words have reached. Returns `None` if there is none.
    fn find_long(&self, name: &str) -> Option<&'a Arg> {
        self.command.get_arguments().find(|option| option.get_long() == Some(name))
    }

    /// Divides `--option=value` into the option and its value, which may be empty. Returns `None`
    /// for a word without `=` and for an unknown option.
    fn split_assignment<'w>(&self, word: &'w str) -> Option<(&'a Arg, &'w str)> {
        let (name, value) = word.strip_prefix("--")?.split_once('=')?;
        Some((self.find_long(name)?, value))
    }

    /// Returns the subcommands that look like options. Each is paired with the option that means
    /// it, such as `--suite`.
    fn flag_subcommands(&self) -> impl Iterator<Item = (String, &'a Command)> + use<'a> {
        self.command
            .get_subcommands()
            .filter_map(|verb| Some((format!("--{}", verb.get_long_flag()?), verb)))
    }

    /// Returns candidates for a word that belongs to no option. They begin with `typed`. They are
    /// the values of the next positional argument. If this is the first such word after the
    /// command, they are also subcommands. Hidden subcommands and subcommands that look like
    /// options are left out.
    fn word_candidates(&self, typed: &str) -> PlaceValues {
        let mut found = PlaceValues::default();
        if self.positionals == 0 {
            let mut verbs: Vec<&Command> = self
                .command
                .get_subcommands()
                .filter(|verb| !verb.is_hide_set() && verb.get_long_flag().is_none())
                .collect();
            verbs.sort_by_key(|verb| verb.get_display_order());
            let candidate =
                |verb: &Command| Candidate::new(verb.get_name(), first_clause(verb.get_about()));
            found.known.extend(
                verbs
                    .into_iter()
                    .map(candidate)
                    .filter(|candidate| candidate.value.starts_with(typed)),
            );
        }
        if let Some(argument) = self.positional() {
            found.add(self.value_candidates(argument, typed));
        }
        found
    }

    /// Returns the options that begin with `typed` and can still be given, by their long names. A
    /// short name is returned only if `typed` is exactly this name, or if the option has no long
    /// name. Leaves out hidden options. Also leaves out an option that was given already and cannot
    /// be repeated. Subcommands that look like options come last, and are offered only if no
    /// argument was given yet.
    fn option_candidates(&self, typed: &str) -> Vec<Candidate> {
        let is_free = |option: &&Arg| {
            let again = matches!(option.get_action(), ArgAction::Append | ArgAction::Count);
            let is_given = self.given.iter().any(|(other, _)| other.get_id() == option.get_id());
            !option.is_positional() && !option.is_hide_set() && (again || !is_given)
        };
        let mut found = Vec::new();
        for option in self.command.get_arguments().filter(is_free) {
            let long = option.get_long().map(|name| format!("--{name}"));
            let short = option.get_short().map(|letter| format!("-{letter}"));
            // A short name is offered only if the user has typed it, or if the option has no long
            // name.
            let offered_short = short.filter(|short| long.is_none() || typed == short);
            let description = first_clause(option.get_help());
            found.extend(
                long.into_iter()
                    .chain(offered_short)
                    .map(|name| Candidate::new(name, &description)),
            );
        }
        if self.given.is_empty() {
            let describe = |verb: &Command| first_clause(verb.get_about());
            found.extend(
                self.flag_subcommands().map(|(flag, verb)| Candidate::new(flag, describe(verb))),
            );
        }
        found.retain(|candidate| candidate.value.starts_with(typed));
        found
    }

    /// Returns the values of an argument that begin with `typed`, for the families on the line, or
    /// for all families if the line names none.
    fn value_candidates(&self, argument: &Arg, typed: &str) -> PlaceValues {
        let named = self.named_families();
        let meant = if named.is_empty() { self.families } else { &named };
        let scene = ValueContext {
            families: self.families,
            meant,
            names_family: !named.is_empty(),
            grammar: self.grammar,
        };
        values::matching(argument, &scene, typed)
    }

    /// Returns the families that the values of the arguments `family` and `explain` name so far, in
    /// their order. Unknown names are left out.
    fn named_families(&self) -> Vec<&'static Family> {
        let naming =
            |argument: &Arg| ["family", "explain"].contains(&values::argument_name(argument));
        self.given
            .iter()
            .filter(|(argument, _)| naming(argument))
            .flat_map(|(_, value)| value.split(','))
            .filter_map(|name| family::find_family(self.families, name).ok())
            .collect()
    }
}

/// Returns the least number of values of an argument. Panics if the grammar is not built.
fn min_values(argument: &Arg) -> usize {
    argument.get_num_args().expect("a built grammar").min_values()
}

/// Returns the largest number of values of an argument. Panics if the grammar is not built.
fn max_values(argument: &Arg) -> usize {
    argument.get_num_args().expect("a built grammar").max_values()
}

/// Returns whether an argument takes several values, either one after another or because it can be
/// repeated.
fn accepts_several(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::Append) || max_values(argument) > 1
}

/// Returns the beginning of a help text as the description of a candidate: its first line up to the
/// first semicolon, colon or full stop. Returns an empty text for `None`.
fn first_clause(text: Option<&clap::builder::StyledStr>) -> String {
    let help = text.map(ToString::to_string).unwrap_or_default();
    let line = help.lines().next().unwrap_or_default();
    let ends =
        ["; ", ": ", ". "].iter().filter_map(|end| line.find(end)).min().unwrap_or(line.len());
    line[..ends].to_owned()
}
