//! Tests of the grammar: names of families, and help that fits its verb.

use super::*;

#[test]
fn the_grammar_is_consistent() {
    command(crate::puzzles::FAMILIES).debug_assert();
}

/// In a verb that looks its family up by [`find_family`], the grammar accepts only names of
/// families.
#[test]
fn the_grammar_knows_the_families_of_each_verb() {
    fn validate(command: &clap::Command) {
        let verb = command.get_name();
        for family in command
            .get_arguments()
            .filter(|one| ["family", "explain"].contains(&one.get_id().as_str()))
        {
            let names = family.get_possible_values();
            // `families` refuses unknown names itself.
            assert_eq!(names.is_empty(), verb == "families", "{verb} {family}");
        }
        command.get_subcommands().for_each(validate);
    }
    validate(&command(crate::puzzles::FAMILIES));
}

#[test]
fn the_help_of_a_board_names_only_options_of_its_verb() {
    let grammar = command(crate::puzzles::FAMILIES);
    let mut told = Vec::new();
    for verb in grammar.get_subcommands() {
        let arguments = || verb.get_arguments();
        let Some(board) = arguments().find(|one| one.get_id() == "board") else { continue };
        let help = board.get_long_help().or(board.get_help()).expect("a help").to_string();
        let word = |word: &str| word.trim_matches(['`', '.', ',', ':', ';', '(', ')']).to_owned();
        for option in help.split_whitespace().map(word).filter(|word| word.len() > 1) {
            let is_known = |one: &clap::Arg| match option.strip_prefix("--") {
                Some(long) => one.get_long() == Some(long),
                None => option.strip_prefix('-') == one.get_short().map(String::from).as_deref(),
            };
            if option.starts_with('-') {
                assert!(arguments().any(is_known), "{} has no {option}", verb.get_name());
                told.push(verb.get_name());
            }
        }
    }
    assert!(told.contains(&"solve") && told.contains(&"show"), "{told:?}");
}

#[test]
fn the_version_names_the_solver_that_is_built_in() {
    let number = crate::solver::NAME.rsplit(' ').next().expect("a number");
    assert!(VERSION.contains(&format!("CaDiCaL {number}")), "{VERSION}");
}
