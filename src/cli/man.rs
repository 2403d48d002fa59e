//! `quarrel man [VERB]`: prints a manual page in roff. With `--install`, it writes all pages into a
//! folder.
//!
//! A page is made from the grammar of the command line. The values of options come from the
//! completions. Each heading in the text after the help becomes a section. The crate clap_mangen
//! also makes pages, but they have neither values in the synopsis nor such sections. Their lines
//! may be longer than 80 bytes, and `mandoc -T lint` warns of their lists of values. So this file
//! uses only the module `roff` of clap_mangen, for escaping.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use clap::{Arg, ArgAction, Args, Command};
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use super::completions::values::{self, Candidate, ValueContext};
use super::defaults;
use super::output::Output;
use super::{Ending, Failure, Invocation, VerbArgs};
use crate::draft;
use crate::grid::distinct;
use crate::source::Refusal;

/// The release date in the footer of each page. The variable SOURCE_DATE_EPOCH overrides it.
/// Packages of changed sources need this.
const RELEASED: &str = "2026-11-22";

/// Print the manual page of quarrel or of a verb
#[derive(Args)]
pub(super) struct Man {
    /// The verb; `suite` is the page of export --suite
    verb: Option<String>,
    /// Write all pages to this folder, under the names that they use to refer to each other
    #[arg(long, value_name = "DIR", conflicts_with = "verb")]
    install: Option<PathBuf>,
}

/// The description of the command `help`, which clap adds.
const OF_HELP: &str = "Print the help of quarrel or of a verb";

/// The environment variables, each with its description.
const VARIABLES: &[(&str, &str)] = &[
    (
        "QUARREL_OPTION",
        "The default of an option, such as QUARREL_TIME_LIMIT for --time-limit; true or false for a flag. The page \
         of a verb lists its variables. An empty variable is ignored",
    ),
    ("QUARREL_CONFIG", "A file to read instead of both quarrel.toml"),
    ("XDG_CONFIG_HOME", "The folder of the user's configuration, instead of ~/.config"),
    ("NO_COLOR", "If set, no colour on a terminal"),
];

/// The files of defaults and their descriptions. A file overrides the files after it.
const FILES: &[(&str, &str)] = &[
    ("quarrel.toml", "Defaults in the current folder; variables override them"),
    (
        "~/.config/quarrel/quarrel.toml",
        "The user's own defaults; the current folder overrides them",
    ),
];

/// The description of the content of files of defaults.
const OF_FILES: &str = "Keys are long options. Values are texts, numbers, true or false for flags, or lists for \
    options that may be given several times. A key at the top applies to each verb that has the option; the \
    table of a verb overrides it. Options that are part of the question, name a file of one command, or define \
    what is compared have no defaults. Options on the command line override every default, and a default that \
    conflicts with them is left out. An example is";

/// An example of a file of defaults.
const EXAMPLE: &str = "  threads = \"auto\"

  [solve]
  time-limit = \"2m\"
  quiet = true";

/// A page about the program, about a verb (a command such as `solve`), or about a subcommand of a
/// verb. In this file, "command" means any of the three.
struct ManPage<'a> {
    /// The words of the command joined by hyphens, such as `quarrel-export-suite`.
    name: String,
    command: &'a Command,
}

impl VerbArgs for Man {
    /// Prints the page of a verb (a command such as `solve`). Without a verb, prints the page of
    /// the program. With `--install`, writes all pages into the folder instead, and prints nothing.
    /// A subcommand is found by its own name, or by its words joined by hyphens. Refuses a verb
    /// that has no page. Fails if an output cannot be written.
    fn run(&self, called: &Invocation) -> Result<Ending, Failure> {
        let families = called.families;
        let mut grammar = super::command(families);
        grammar.build();
        let grammar =
            grammar.mut_subcommand("help", |help| help.about(OF_HELP).long_about(OF_HELP));
        let scene =
            ValueContext { families, meant: families, names_family: false, grammar: &grammar };
        let pages = list_pages(&grammar);
        if let Some(folder) = &self.install {
            install_pages(folder, &pages, &scene)?;
            return Ok(Ending::Answered);
        }
        let named = |page: &&ManPage| match self.verb.as_deref() {
            None => page.name == "quarrel",
            // A subcommand is also found by its own name: `suite` means the page
            // quarrel-export-suite.
            Some(verb) => page.name == format!("quarrel-{verb}") || page.command.get_name() == verb,
        };
        let page = pages.iter().find(named).ok_or_else(|| {
            let mut verbs: Vec<&str> =
                pages.iter().filter_map(|page| page.name.strip_prefix("quarrel-")).collect();
            verbs.sort_unstable();
            let verb = self.verb.as_deref().unwrap_or_default();
            Refusal::new(format!("there is no page of a verb `{verb}`"), verbs.join(", "))
        })?;
        Output::standard().write(page.to_roff(&pages, &scene).as_bytes())?;
        Ok(Ending::Answered)
    }
}

/// Returns all pages. The page of the program comes first, then the pages of its verbs (commands
/// such as `solve`). The pages of the subcommands of a verb follow its page. The grammar must be
/// built.
fn list_pages(grammar: &Command) -> Vec<ManPage<'_>> {
    let mut found = vec![ManPage { name: "quarrel".to_owned(), command: grammar }];
    for Candidate { value, .. } in values::pages(grammar) {
        let command = find_command(grammar, &value).expect("pages are named by their verbs");
        found.push(ManPage { name: format!("quarrel-{value}"), command });
    }
    found
}

/// Finds a command by the name of its page without `quarrel-`, such as `plan-cubes`. The words of
/// the name may themselves contain hyphens. Returns `None` if there is no such command.
fn find_command<'a>(grammar: &'a Command, name: &str) -> Option<&'a Command> {
    grammar.get_subcommands().find_map(|verb| match name.strip_prefix(verb.get_name())? {
        "" => Some(verb),
        rest => self::find_command(verb, rest.strip_prefix('-')?),
    })
}

/// Writes each page into the folder, as a file with the page's name and the ending `.1`. Creates
/// the folder and its parents if they are missing, and replaces older pages. Fails if the folder or
/// a file cannot be written; the pages before it then stay. The grammar in `scene` must be built.
fn install_pages(folder: &Path, pages: &[ManPage], scene: &ValueContext) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let shown_path = path.display().to_string();
        move |error| Failure::Output(shown_path, error)
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    for page in pages {
        let path = folder.join(format!("{}.1", page.name));
        draft::write(&path, page.to_roff(pages, scene)).map_err(failed(&path))?;
    }
    Ok(())
}

/// Returns the date for the footer in UTC, such as 2026-11-22. It is the date of SOURCE_DATE_EPOCH
/// (a number of seconds since 1970), or the release date if the variable is unset or invalid.
fn date() -> String {
    let epoch = std::env::var("SOURCE_DATE_EPOCH").ok();
    let time = epoch.and_then(|text| {
        let time = UNIX_EPOCH.checked_add(Duration::from_secs(text.parse().ok()?))?;
        let mut date = String::new();
        write!(date, "{}", humantime::format_rfc3339_seconds(time)).ok()?;
        Some(date.chars().take(10).collect())
    });
    time.unwrap_or(RELEASED.to_owned())
}

impl ManPage<'_> {
    /// Returns the page in roff. `pages` are all pages; the page refers to the other ones. The
    /// grammar in `scene` must be built.
    fn to_roff(&self, pages: &[ManPage], scene: &ValueContext) -> String {
        let mut roff = Roff::new();
        let source = format!("quarrel {}", env!("CARGO_PKG_VERSION"));
        let title = self.name.to_uppercase();
        roff.control("TH", [title.as_str(), "1", &date(), &source, "User Commands"]);
        // Hyphenation and justification are turned off, since commands must not be broken or
        // spread.
        roff.control("nh", []).control("ad", ["l"]);
        let summary = self.command.get_about().map(ToString::to_string).unwrap_or_default();
        roff.control("SH", ["NAME"]).text([wrap(&format!("{} - {summary}", self.name))]);
        roff.control("SH", ["SYNOPSIS"]);
        self.write_synopsis(&mut roff);
        roff.control("SH", ["DESCRIPTION"]);
        self.write_description(&mut roff, &summary);
        self.write_arguments(&mut roff, scene);
        self.write_verbs(&mut roff, pages);
        let after = self.command.get_after_long_help().or(self.command.get_after_help());
        write_sections(&mut roff, &after.map(ToString::to_string).unwrap_or_default());
        self.write_environment(&mut roff, scene);
        self.write_see_also(&mut roff, pages);
        roff.render()
    }

    /// Returns the words that call the command, such as `quarrel export --suite`. The grammar must
    /// be built.
    fn command_words(&self) -> String {
        match self.command.get_long_flag().map(|flag| format!("--{flag}")) {
            None => self.command.get_bin_name().unwrap_or(&self.name).to_owned(),
            Some(flag) => {
                let words: Vec<&str> = self.name.split('-').collect();
                format!("{} {flag}", words[..words.len() - 1].join(" "))
            }
        }
    }

    /// Writes the synopsis: the command with its arguments. Positional arguments come first. `VERB`
    /// follows if the command has usual subcommands. Each subcommand that looks like an option has
    /// a further line. Leaves out hidden arguments, and the options for help and the version.
    fn write_synopsis(&self, roff: &mut Roff) {
        let shown = || self.command.get_arguments().filter(|argument| !argument.is_hide_set());
        let usual = |option: &&Arg| ["help", "version"].contains(&option.get_id().as_str());
        roff.text([bold(self.command_words())]);
        for argument in shown().filter(|argument| argument.is_positional()) {
            roff.text(bracket(argument, vec![italic(placeholder(argument))]));
        }
        for option in shown().filter(|argument| !argument.is_positional() && !usual(argument)) {
            roff.text(bracket(option, format_option(option)));
        }
        let below: Vec<&Command> = self.command.get_subcommands().collect();
        if below.iter().any(|verb| verb.get_long_flag().is_none()) {
            roff.text([italic("VERB"), roman(" ...")]);
        }
        for verb in below.iter().filter(|verb| verb.get_long_flag().is_some()) {
            let flag = verb.get_long_flag().unwrap_or_default();
            roff.control("PP", []).text([bold(format!("{} --{flag}", self.command_words()))]);
            for argument in verb.get_positionals() {
                roff.text([italic(placeholder(argument))]);
            }
            roff.text([roman("["), italic("OPTIONS"), roman("]")]);
        }
    }

    /// Writes the long description of the command, or `summary` if there is none. A paragraph that
    /// does not end in `.`, `:` or `!` gets a full stop. Empty lines separate paragraphs.
    fn write_description(&self, roff: &mut Roff, summary: &str) {
        let text = self
            .command
            .get_long_about()
            .map(ToString::to_string)
            .unwrap_or_else(|| summary.to_owned());
        let trimmed = text.trim_end();
        for (index, paragraph) in trimmed.split("\n\n").enumerate() {
            if index > 0 {
                roff.control("PP", []);
            }
            let end = if paragraph.ends_with(['.', ':', '!']) { "" } else { "." };
            roff.text([wrap(&format!("{paragraph}{end}"))]);
        }
    }

    /// Writes a section for each heading of arguments, in the order in which the headings first
    /// occur. Arguments without a heading are in the sections ARGUMENTS (positional ones, which
    /// come first) and OPTIONS. Leaves out hidden arguments.
    fn write_arguments(&self, roff: &mut Roff, scene: &ValueContext) {
        let heading = |argument: &Arg| match argument.get_help_heading() {
            Some(heading) => heading.to_uppercase(),
            None if argument.is_positional() => "ARGUMENTS".to_owned(),
            None => "OPTIONS".to_owned(),
        };
        let (before, options): (Vec<&Arg>, Vec<&Arg>) = self
            .command
            .get_arguments()
            .filter(|argument| !argument.is_hide_set())
            .partition(|argument| argument.is_positional());
        let all: Vec<&Arg> = before.into_iter().chain(options).collect();
        for title in distinct(all.iter().map(|argument| heading(argument))) {
            roff.control("SH", [title.as_str()]);
            for argument in all.iter().filter(|argument| heading(argument) == title) {
                write_argument(roff, argument, scene);
            }
        }
    }

    /// Writes the section about the direct subcommands, with references to their pages. Writes
    /// nothing if there are none.
    fn write_verbs(&self, roff: &mut Roff, pages: &[ManPage]) {
        let below: Vec<&ManPage> = pages.iter().filter(|page| self.is_parent_of(page)).collect();
        if below.is_empty() {
            return;
        }
        roff.control("SH", ["VERBS"]);
        for page in below {
            let summary = page.command.get_about().map(ToString::to_string).unwrap_or_default();
            let words = page.command_words();
            let short_words = words.strip_prefix("quarrel ").unwrap_or(&words);
            roff.control("TP", []).text([bold(short_words)]);
            roff.text([wrap(&format!("{summary}. See"))]);
            roff.text(reference(&page.name, "."));
        }
    }

    /// Returns whether `page` describes a direct subcommand of this command.
    fn is_parent_of(&self, page: &ManPage) -> bool {
        self.command.get_subcommands().any(|verb| std::ptr::eq(verb, page.command))
    }

    /// Writes the sections about the environment and about files. For a verb (a command such as
    /// `solve`), they have the variables of its options and the files of defaults. For the program,
    /// they have all variables, the files and an example. Writes nothing for a command whose
    /// options take no defaults.
    fn write_environment(&self, roff: &mut Roff, scene: &ValueContext) {
        let is_program = std::ptr::eq(self.command, scene.grammar);
        let verbs = defaults::verbs(scene.grammar);
        if !is_program && !verbs.iter().any(|verb| std::ptr::eq(*verb, self.command)) {
            return;
        }
        roff.control("SH", ["ENVIRONMENT"]);
        if is_program {
            for (name, description) in VARIABLES {
                roff.control("TP", []).text([bold(*name)]).text([wrap(description)]);
            }
        } else {
            roff.text([wrap("Defaults of the options, unless they are given:")]);
            roff.control("PP", []);
            let names: Vec<String> = defaults::options_with_defaults(self.command)
                .filter_map(Arg::get_long)
                .map(defaults::variable_name)
                .collect();
            roff.text([bold(names.join(",\n"))]);
        }
        roff.control("SH", ["FILES"]);
        for (name, description) in FILES {
            roff.control("TP", []).text([bold(*name)]).text([wrap(description)]);
        }
        if is_program {
            roff.control("PP", []).text([wrap(OF_FILES)]);
            roff.control("nf", []);
            for line in EXAMPLE.lines() {
                roff.text([roman(line)]);
            }
            roff.control("fi", []);
        }
    }

    /// Writes references to all pages except this one, sorted by name and separated by commas. The
    /// heading is written even if there is no other page.
    fn write_see_also(&self, roff: &mut Roff, pages: &[ManPage]) {
        roff.control("SH", ["SEE ALSO"]);
        let mut names: Vec<&str> = pages
            .iter()
            .filter(|page| page.name != self.name)
            .map(|page| page.name.as_str())
            .collect();
        names.sort_unstable();
        for (index, name) in names.iter().enumerate() {
            roff.text(reference(name, if index + 1 < names.len() { "," } else { "" }));
        }
    }
}

/// Wraps text for editors and linters. A line has at most 60 bytes, without the blank before its
/// last word, so it has at most 61 bytes. Only a longer word exceeds this width. All white space
/// becomes blanks and line breaks. Returns an empty text if there is no word.
fn wrap(text: &str) -> Inline {
    /// The most bytes of a line, not counting the blank before its last word.
    const WIDTH: usize = 60;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("a line at least");
        if !line.is_empty() && line.len() + word.len() > WIDTH {
            lines.push(word.to_owned());
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    roman(lines.join("\n"))
}

/// Returns a reference to a page, followed by the text `end`.
fn reference(name: &str, end: &str) -> [Inline; 2] {
    [bold(name), roman(format!("(1){end}"))]
}

/// Formats an argument in the synopsis. `what` is its name, which gets brackets if the argument is
/// optional. If the argument may be repeated, dots follow. But no dots follow if a delimiter
/// separates its values.
fn bracket(argument: &Arg, what: Vec<Inline>) -> Vec<Inline> {
    let again = matches!(argument.get_action(), ArgAction::Append | ArgAction::Count)
        && argument.get_value_delimiter().is_none();
    let dots = again.then(|| roman("..."));
    if argument.is_required_set() {
        return what.into_iter().chain(dots).collect();
    }
    let before = std::iter::once(roman("["));
    before.chain(what).chain([roman("]")]).chain(dots).collect()
}

/// Returns the names of an argument's values, joined by blanks, or else its ID in capitals.
fn placeholder(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    let value_names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    if value_names.is_empty() {
        argument.get_id().as_str().to_uppercase()
    } else {
        value_names.join(" ")
    }
}

/// Formats an option with the placeholder of its value, such as `-o, --output FILE`. An optional
/// value has brackets, and dots follow if there may be several values. The option must belong to a
/// built grammar.
fn format_option(option: &Arg) -> Vec<Inline> {
    let short = option.get_short().map(|letter| format!("-{letter}"));
    let long = option.get_long().map(|name| format!("--{name}"));
    let mut line = Vec::new();
    for name in short.into_iter().chain(long) {
        if !line.is_empty() {
            line.push(roman(", "));
        }
        line.push(bold(name));
    }
    let number = option.get_num_args().expect("a built grammar");
    if number.takes_values() {
        let value = italic(placeholder(option));
        let dots = (number.max_values() > 1).then(|| roman("..."));
        match number.min_values() {
            0 => line.extend([roman(" ["), value, roman("]")]),
            _ => line.extend([roman(" "), value]),
        }
        line.extend(dots);
    }
    line
}

/// Writes an argument with its help, its default and its values. A hidden default is left out. If
/// values have descriptions, each of these values has an entry of its own. The names of the other
/// values follow the help. An option must belong to a built grammar.
fn write_argument(roff: &mut Roff, argument: &Arg, scene: &ValueContext) {
    let called = if argument.is_positional() {
        vec![italic(placeholder(argument))]
    } else {
        format_option(argument)
    };
    roff.control("TP", []).text(called);
    let help = argument.get_long_help().or(argument.get_help());
    let mut help_text = help.map(ToString::to_string).unwrap_or_default();
    let defaults = argument.get_default_values();
    if !defaults.is_empty() && !argument.is_hide_default_value_set() {
        let values: Vec<_> = defaults.iter().map(|value| value.to_string_lossy()).collect();
        help_text += &format!(" [default: {}]", values.join(","));
    }
    let known = values::matching(argument, scene, "").known;
    let (described, bare): (Vec<Candidate>, Vec<Candidate>) =
        known.into_iter().partition(|candidate| !candidate.description.is_empty());
    if !bare.is_empty() {
        let names: Vec<String> = bare.into_iter().map(|candidate| candidate.value).collect();
        help_text += &format!(" [values: {}]", names.join(", "));
    }
    roff.text([wrap(&help_text)]);
    if described.is_empty() {
        return;
    }
    roff.control("RS", []);
    for Candidate { value, description } in described {
        roff.control("TP", ["4"]).text([bold(value)]);
        roff.text([wrap(&description)]);
    }
    roff.control("RE", []);
}

/// Writes a text whose paragraphs are separated by empty lines. Empty paragraphs are left out. A
/// paragraph can begin with a heading and a colon. Then it becomes a section, with the heading in
/// capitals. If the text of a paragraph or section begins on a new line, its lines are kept. All
/// other paragraphs and sections are wrapped.
fn write_sections(roff: &mut Roff, text: &str) {
    for paragraph in text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let body = match paragraph.split_once(':').filter(|(title, _)| is_heading(title)) {
            Some((title, body)) => {
                roff.control("SH", [title.to_uppercase().as_str()]);
                body
            }
            None => {
                roff.control("PP", []);
                paragraph
            }
        };
        if body.starts_with('\n') {
            // The lines of a table or a list of commands are kept.
            roff.control("nf", []);
            for line in body.lines().skip(1) {
                roff.text([roman(line)]);
            }
            roff.control("fi", []);
        } else {
            roff.text([wrap(body)]);
        }
    }
}

/// Returns whether a text is a heading: one or two words on one line. The first word must begin
/// with a capital letter from A to Z.
fn is_heading(title: &str) -> bool {
    title.starts_with(|letter: char| letter.is_ascii_uppercase())
        && title.split(' ').count() <= 2
        && !title.contains('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_footer_has_the_date_of_the_release() {
        let changelog = include_str!("../../CHANGELOG.md");
        let heading = format!("## {}", env!("CARGO_PKG_VERSION"));
        if let Some(line) = changelog.lines().find(|line| line.starts_with(&heading)) {
            assert!(line.contains(RELEASED), "{line}");
        }
    }
}
