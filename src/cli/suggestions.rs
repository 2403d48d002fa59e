//! Suggestions for an unknown word: the name that was surely meant, or nothing.
//!
//! clap suggests names that have enough letters in common with the word (Jaro's measure): `--input`
//! for `--hint`, `--card` for `--shard`, and even hidden options. Here, there are two ways for a
//! name to be suggested: the name begins with the word, or it is only a few slips away from the
//! word (the distance of Damerau and Levenshtein). At most one slip per three letters of the word
//! is tolerated, and at most two slips. A slip leaves out, inserts or changes a letter, or swaps
//! two neighbouring letters. clap's usage line contains clap's own suggestion, so the usage line of
//! the command replaces it.

use std::ffi::OsString;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use super::completions;
use crate::encode::{Order, Shape};
use crate::family;
use crate::puzzles::FAMILIES;

/// The number of letters of a word for which one slip is tolerated: a word of twice as many letters
/// may have two slips. A slip is a typing error in one letter, or two swapped letters.
const LETTERS_A_SLIP: usize = 3;

/// The most slips that are tolerated, even in a long word.
const MOST_SLIPS: usize = 2;

/// If more names than this begin with the word, none of them is suggested.
const MOST_NAMES: usize = 4;

/// Options of other programs, without dashes, each with the option of quarrel for the same purpose.
const ELSEWHERE: &[(&str, &str)] = &[
    ("json", "--format json"),
    ("svg", "--format svg"),
    ("png", "--format png"),
    ("timeout", "--time-limit"),
    ("time-out", "--time-limit"),
    ("max-time", "--time-limit"),
    ("wall-time", "--time-limit"),
    ("cpu-time", "--cpu-limit"),
    ("memlimit", "--memory-limit"),
    ("max-memory", "--memory-limit"),
    ("jobs", "--threads"),
    ("j", "--threads"),
    ("j", "--jobs"),
    ("cores", "--threads"),
    ("workers", "--threads"),
    ("parallel", "--threads"),
    ("threads", "--jobs"),
    ("outfile", "--output"),
    ("out-file", "--output"),
    ("output-file", "--output"),
    ("verbosity", "--verbose"),
    ("verbose-level", "--verbose"),
    ("silent", "--quiet"),
    ("solutions", "--all"),
    ("all-solutions", "--all"),
    ("encoding", "--card"),
    ("backend", "--solver"),
];

/// Names that other programs and websites use for puzzles and problems, without blanks and hyphens,
/// each with the family or alias of quarrel.
const FAMILIES_ELSEWHERE: &[(&str, &str)] = &[
    ("unruly", "three-in-a-row"),
    ("tohuwavohu", "three-in-a-row"),
    ("binary", "binairo"),
    ("binarypuzzle", "binairo"),
    ("binoxxo", "binairo"),
    ("binoxo", "binairo"),
    ("sunsandmoons", "tango"),
    ("linkedintango", "tango"),
    ("stars", "star-battle"),
    ("twonottouch", "star-battle"),
    ("sternenschlacht", "star-battle"),
    ("abcpath", "abc-path"),
    ("abc", "abc-path"),
    ("peacefularmies", "armies"),
    ("sat", "model"),
    ("maxsat", "model"),
    ("cnf", "model"),
    ("wcnf", "model"),
    ("opb", "model"),
    ("ilp", "model"),
];

/// Commands of other programs, each with the command of quarrel for the same purpose.
const VERBS_ELSEWHERE: &[(&str, &str)] = &[
    ("count", "solve FAMILY BOARD --count"),
    ("enumerate", "solve FAMILY BOARD --all"),
    ("encode", "export FAMILY BOARD --to FORMAT"),
    ("check", "verify FAMILY BOARD --answer FILE"),
];

/// Returns the names that were probably meant by `word`, in their order. These are the names with
/// the fewest slips. At most [`MOST_SLIPS`] slips are tolerated, and at most one for every
/// [`LETTERS_A_SLIP`] letters of the word. If all names have more slips, returns the names that
/// begin with the word. But returns no names of this second sort if there are more than
/// [`MOST_NAMES`] of them, or if the word has fewer than [`LETTERS_A_SLIP`] letters. Capitals in
/// the word are ignored. The names must be in small letters.
pub(super) fn near_names<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lowercase = word.to_lowercase();
    let letters = lowercase.chars().count();
    let candidates: Vec<&str> = names.into_iter().collect();
    let slips = |name: &&str| strsim::damerau_levenshtein(&lowercase, name);
    let least = candidates.iter().map(slips).min().unwrap_or(usize::MAX);
    if least <= MOST_SLIPS.min(letters / LETTERS_A_SLIP) {
        return candidates.into_iter().filter(|name| slips(name) == least).collect();
    }
    let begun: Vec<&str> =
        candidates.into_iter().filter(|name| name.starts_with(&lowercase)).collect();
    if letters >= LETTERS_A_SLIP && begun.len() <= MOST_NAMES { begun } else { Vec::new() }
}

/// Replaces clap's suggestions in an error about an unknown option, an invalid value, or an unknown
/// command. Returns errors of other kinds unchanged. `words` is the command line, which begins with
/// the program's name. [`Command::build`] must have been called on `grammar`.
pub(super) fn improve_suggestions(
    mut error: Error,
    grammar: &Command,
    words: &[OsString],
) -> Error {
    match error.kind() {
        ErrorKind::UnknownArgument => amend_option(&mut error, grammar, words),
        ErrorKind::InvalidValue if concerns_family(&error) => amend_family(&mut error),
        ErrorKind::InvalidValue => {
            let known = strings(error.get(ContextKind::ValidValue));
            let known_names: Vec<&str> = known.iter().map(String::as_str).collect();
            amend(&mut error, ContextKind::InvalidValue, ContextKind::SuggestedValue, &known_names);
        }
        ErrorKind::ValueValidation => amend_choice(&mut error),
        ErrorKind::InvalidSubcommand => {
            let verbs: Vec<&str> = grammar
                .get_subcommands()
                .filter(|verb| !verb.is_hide_set())
                .map(Command::get_name)
                .collect();
            let (word, suggested) =
                (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand);
            amend(&mut error, word, suggested, &verbs);
            amend_verb(&mut error, words);
        }
        _ => {}
    }
    error
}

/// Returns whether the error is about the value of an argument that names a family. The kind of the
/// error is not checked.
pub(super) fn concerns_family(error: &Error) -> bool {
    /// The arguments that name a family, as they are written in clap's errors.
    const ARGUMENTS: [&str; 4] =
        ["<FAMILY>", "[FAMILY]", "--explain <FAMILY>", "--family <FAMILY>"];
    matches!(
        error.get(ContextKind::InvalidArg),
        Some(ContextValue::String(argument)) if ARGUMENTS.contains(&&argument[..])
    )
}

/// Lists in the error all names and aliases of the known families, and suggests the family that the
/// unknown name means. This is the family whose name is the same apart from case, blanks and
/// hyphens, or the family that other programs and websites call by this name. If there is no such
/// family, suggests similar names. Does nothing if the error has no unknown name.
fn amend_family(error: &mut Error) {
    let known = strings(error.get(ContextKind::ValidValue));
    let names: Vec<&str> = known
        .iter()
        .filter_map(|name| family::find_family(FAMILIES, name).ok())
        .flat_map(crate::family::Family::names)
        .collect();
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidValue) else { return };
    let squeezed = |word: &str| {
        word.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>()
    };
    let bare = squeezed(word);
    let elsewhere = FAMILIES_ELSEWHERE.iter().find(|(name, _)| *name == bare);
    let same = names.iter().find(|name| squeezed(name) == bare);
    let meant = same.copied().or_else(|| elsewhere.map(|(_, name)| *name));
    let suggested = match meant.filter(|name| names.contains(name)) {
        Some(name) => vec![name],
        None => near_names(word, names.iter().copied()),
    };
    let suggested_names = suggested.into_iter().map(str::to_owned).collect();
    if !names.is_empty() {
        let family_names = names.into_iter().map(str::to_owned).collect();
        error.insert(ContextKind::ValidValue, ContextValue::Strings(family_names));
    }
    suggest(error, ContextKind::SuggestedValue, suggested_names);
}

/// If the error is about an unknown order or shape, suggests the name of a known one, because clap
/// does not know these names. Does nothing for other options.
fn amend_choice(error: &mut Error) {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return };
    let usual = || Shape::USUAL.iter().chain(Shape::ALONG_AT_MOST_ONES).copied();
    let names: Vec<&str> = match argument.split(' ').next() {
        Some("--order") => Order::usages().map(|(name, _)| name).collect(),
        Some("--shape") => usual().chain(["auto"]).collect(),
        _ => return,
    };
    amend(error, ContextKind::InvalidValue, ContextKind::SuggestedValue, &names);
}

/// Adds a tip to the error about an unknown command, if other programs have this command, or if the
/// word is the name of a family. Otherwise adds nothing.
fn amend_verb(error: &mut Error, words: &[OsString]) {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    let tip = match VERBS_ELSEWHERE.iter().find(|(name, _)| name == word) {
        Some((_, here)) => format!("use '{here}'"),
        None if family::find_family(FAMILIES, word).is_ok() => {
            let is_planned = words.windows(2).any(|two| two[0] == "plan" && two[1] == **word);
            let verb = if is_planned { "plan cubes" } else { "solve" };
            format!("'{word}' is a family; use 'quarrel {verb} {word}'")
        }
        None => return,
    };
    add_tip(error, tip);
}

/// Adds a tip to an error, in place of an earlier tip. clap prints the tip below the error.
fn add_tip(error: &mut Error, tip: String) {
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
}

/// Replaces a suggestion of clap by those `names` that are near the unknown word. If none is near,
/// only removes the suggestion. `word` is the kind of detail in which the error has the word, and
/// `suggested` is the kind in which it has the suggestion. Does nothing if the error has no such
/// word.
fn amend(error: &mut Error, word: ContextKind, suggested: ContextKind, names: &[&str]) {
    let Some(ContextValue::String(word)) = error.get(word) else { return };
    let near = near_names(word, names.iter().copied());
    suggest(error, suggested, near.into_iter().map(str::to_owned).collect());
}

/// Replaces a suggestion of clap. If `names` is empty, the error then has no suggestion of this
/// kind.
fn suggest(error: &mut Error, kind: ContextKind, names: Vec<String>) {
    error.remove(kind);
    if !names.is_empty() {
        error.insert(kind, ContextValue::Strings(names));
    }
}

/// Replaces the suggestion for an unknown option, and the usage line. Takes the first of these
/// suggestions that exists:
///
/// 1. the option of quarrel for the same purpose, or `--variant` if the word is the name of a
///    variant
/// 2. options of the command with similar names
/// 3. if a subcommand is named after the unknown option on the line, an option of this subcommand
///    with a similar name
///
/// If none of them exists, no suggestion is left. A short option has only suggestions of the first
/// sort. Does nothing if the error has no unknown word that begins with a dash.
fn amend_option(error: &mut Error, grammar: &Command, words: &[OsString]) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else { return };
    let Some(word) = typed.strip_prefix("--").or(typed.strip_prefix('-')) else { return };
    let is_short = !typed.starts_with("--");
    let owned_word = word.to_owned();
    let owned_typed = typed.clone();
    let line_words: Vec<String> =
        words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let place = line_words
        .iter()
        .position(|other| {
            other.split('=').next() == Some(owned_typed.as_str())
                || is_short && other.starts_with(&owned_typed)
        })
        .unwrap_or(line_words.len());
    let command = completions::reached_command(grammar, &line_words[..place]);
    let here =
        known_elsewhere(command, &owned_word).or_else(|| variant_option(command, &owned_word));
    // Who types a verb as an option means the verb, and no option with a similar name.
    let is_verb = grammar.find_subcommand(&owned_word).is_some();
    let near = if is_short || is_verb || here.is_some() {
        Vec::new()
    } else {
        near_options(command, &owned_word)
    };
    error.remove(ContextKind::Suggested);
    if let Some(here) = here {
        add_tip(error, format!("'{owned_typed}' is called '{here}' here"));
    } else if near.is_empty() && !is_short && !is_verb {
        let below = line_words[place..]
            .iter()
            .filter_map(|word| command.find_subcommand(word))
            .filter_map(|verb| Some((verb, near_options(verb, &owned_word).pop()?)))
            .next();
        if let Some((verb, option)) = below {
            add_tip(error, format!("'{} {option}' exists", verb.get_name()));
        }
    }
    suggest(error, ContextKind::SuggestedArg, near);
    let usage = command.clone().render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
}

/// Returns the option of quarrel for the same purpose as `word`. `word` is the name of an option of
/// other programs, without dashes. Returns `None` if there is no such option, or if the help of
/// `command` does not show it.
fn known_elsewhere(command: &Command, word: &str) -> Option<String> {
    let is_shown = |here: &str| {
        let name = here.trim_start_matches('-').split(' ').next();
        name.is_some_and(|name| shows_option(command, name))
    };
    let mut meant = ELSEWHERE.iter().filter(|(name, here)| *name == word && is_shown(here));
    meant.next().map(|(_, here)| (*here).to_owned())
}

/// Returns the option `--variant` with the variant called `word`, for a user who typed the name of
/// a variant as an option. Returns `None` if no family has this variant, or if `command` has no
/// option `--variant`.
fn variant_option(command: &Command, word: &str) -> Option<String> {
    let mut variants = FAMILIES.iter().flat_map(|family| family.variants);
    let variant = variants.find(|variant| variant.name == word)?;
    shows_option(command, "variant").then(|| format!("--variant {}", variant.usage()))
}

/// Returns whether the help of a command shows the option with this long name. The name is given
/// without dashes.
fn shows_option(command: &Command, name: &str) -> bool {
    let mut shown = command.get_arguments().filter(|option| !option.is_hide_set());
    shown.any(|option| option.get_long() == Some(name))
}

/// Returns the options of a command whose names are near the word. The options are returned with
/// dashes. Subcommands that look like options are among them. Leaves out hidden options.
fn near_options(command: &Command, word: &str) -> Vec<String> {
    let names = command
        .get_arguments()
        .filter(|option| !option.is_hide_set())
        .filter_map(|option| option.get_long())
        .chain(command.get_subcommands().filter_map(Command::get_long_flag));
    near_names(word, names).into_iter().map(|name| format!("--{name}")).collect()
}

/// Returns the texts of a detail of clap's error, if this detail is a list of texts. Any other
/// detail gives an empty list.
fn strings(value: Option<&ContextValue>) -> Vec<String> {
    match value {
        Some(ContextValue::Strings(names)) => names.clone(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{command, parse};

    const NAMES: [&str; 8] =
        ["all", "card", "format", "formulation", "input", "size", "start", "time-limit"];

    #[test]
    fn near_is_a_slip_in_three_letters_or_a_beginning() {
        for (word, expected) in [
            ("sise", &["size"][..]),
            ("Size", &["size"]),
            ("szie", &["size"]),
            ("stat", &["start"]),
            ("time", &["time-limit"]),
            ("tiem-limt", &["time-limit"]),
            ("form", &["format", "formulation"]),
            ("a", &[]),
            ("al", &[]),
            ("hint", &[]),
            ("shard", &[]),
            ("starting", &[]),
            ("", &[]),
        ] {
            assert_eq!(near_names(word, NAMES), expected, "{word}");
        }
    }

    /// Each name of other programs leads to an option of quarrel. Its command has no option with
    /// the name itself.
    #[test]
    fn names_that_others_have_lead_to_options() {
        let mut grammar = command(FAMILIES);
        grammar.build();
        for (name, here) in ELSEWHERE {
            let verbs: Vec<&Command> = grammar
                .get_subcommands()
                .filter(|verb| known_elsewhere(verb, name).as_deref() == Some(*here))
                .collect();
            assert!(!verbs.is_empty(), "{name} leads nowhere");
            let takes = |verb: &&Command| {
                verb.get_arguments().any(|option| option.get_long() == Some(*name))
            };
            assert!(!verbs.iter().any(takes), "{name} is an option itself");
        }
    }

    fn told(command: &Command, option: &str) -> String {
        let verb = command.get_name();
        let verb = if verb == "suite" { vec!["export", "--suite"] } else { vec![verb] };
        let words = ["quarrel"].into_iter().chain(verb).chain([option]);
        parse(FAMILIES, words).err().expect("no such option").render().to_string()
    }

    #[test]
    fn options_are_suggested_if_help_shows_them() {
        let mut grammar = command(FAMILIES);
        grammar.build();
        let verbs = grammar.get_subcommands().filter(|verb| verb.get_name() != "help");
        let below = grammar.find_subcommand("export").expect("a verb").get_subcommands();
        let mut hidden = 0;
        for verb in verbs.chain(below.filter(|verb| verb.get_name() == "suite")) {
            for option in verb.get_arguments() {
                let Some(name) = option.get_long() else { continue };
                let told = told(verb, &format!("--{name}x"));
                let tip = format!("'--{name}'");
                assert_eq!(told.contains(&tip), !option.is_hide_set(), "{told}");
                hidden += usize::from(option.is_hide_set());
            }
        }
        assert!(hidden > 0, "there is an option to be hidden");
    }
}
