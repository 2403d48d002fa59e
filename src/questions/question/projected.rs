//! The variables that distinguish answers, given by their names. A name can contain commas. So a
//! text is read as a list of names only if the whole text is not itself a name.

use std::collections::HashSet;

use super::PosedQuestion;
use crate::model::Model;
use crate::search::Answers;
use crate::source::{Refusal, format_count, quote};

/// The largest number of commas in a name that belongs to a list of names. Because of this limit, a
/// long list is read fast.
const MOST_COMMAS: usize = 8;

impl PosedQuestion {
    /// Sets the variables that distinguish answers, and replaces an earlier setting. Each text in
    /// `written` is a name or a list of names. If there is no text, there are two cases. If the
    /// question is about several answers, the variables that the problem itself names are set, if
    /// there are any. If the question is about one answer, no variables are set. Returns whether
    /// variables that the problem itself names are now set.
    ///
    /// # Errors
    ///
    /// If a name is unknown. The setting is unchanged then.
    pub fn set_projection(&mut self, written: &[String]) -> Result<bool, Refusal> {
        if !written.is_empty() {
            let model = self.problem().model_scheme(self.formulation).for_value(0);
            let integers =
                |name: &str| self.problem().info().written.as_ref()?.parts_of_integer(name);
            self.question.projected = Some(parse_names(written, &model, &integers)?);
            return Ok(false);
        }
        let is_several = self.question.answers != Answers::One;
        self.question.projected = self.problem().info().shown.clone().filter(|_| is_several);
        Ok(self.question.projected.is_some())
    }

    /// Returns the variables that distinguish answers, in words such as `the 2 variables that the
    /// file names`. Returns `None` if all variables distinguish answers.
    pub fn describe_projection(&self) -> Option<String> {
        let names = self.question.projected.as_ref()?;
        let variables = format_count(names.len(), "variable");
        let is_of_the_file = self.problem().info().shown.as_ref() == Some(names);
        let origin = if is_of_the_file { "that the file names" } else { "of --projected" };
        Some(format!("the {variables} {origin}"))
    }

    /// Returns up to two statements in words. The first states which version of a rule is used
    /// ([`Info::ruling`]), if there are several versions. The second states which variables
    /// distinguish answers, if these are not all variables. Returns `None` if there is nothing to
    /// state.
    ///
    /// [`Info::ruling`]: crate::problem::Info::ruling
    pub fn ruling(&self) -> Option<String> {
        let by = self.describe_projection().map(|by| format!("answers are distinguished by {by}"));
        let rules: Vec<String> =
            self.problem().info().ruling.clone().into_iter().chain(by).collect();
        (!rules.is_empty()).then(|| rules.join("; "))
    }
}

/// Reads names of variables. Each text is one name, or a list of names separated by commas. A text
/// that is a known name is not divided. Spaces around a name are dropped. Names are kept in order,
/// each once. `integers` returns the model's variables of which an integer variable is the sum; they
/// replace its name. Refuses the first unknown name.
fn parse_names(
    written: &[String],
    model: &Model,
    integers: &dyn Fn(&str) -> Option<Vec<String>>,
) -> Result<Vec<String>, Refusal> {
    let labels: HashSet<&str> = model.labels().iter().collect();
    let is_known = |name: &str| labels.contains(name) || integers(name).is_some();
    let mut names = Vec::new();
    let mut add = |name: String| match integers(&name) {
        Some(parts) => names.extend(parts),
        None => names.push(name),
    };
    for text in written {
        let mut rest: Vec<&str> = text.split(',').collect();
        if is_known(text.trim()) {
            rest.clear();
            add(text.trim().to_owned());
        }
        while !rest.is_empty() {
            let (name, commas) = longest_name(&rest, &is_known)?;
            add(name);
            rest.drain(..=commas);
        }
    }
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

/// Finds the longest known name at the start of a list. Returns this name, without spaces around
/// it, and the number of commas in it. `parts` is the list, divided at its commas; it must not be
/// empty. Ignores names with more than [`MOST_COMMAS`] commas. Fails if the list does not start
/// with a known name.
fn longest_name(
    parts: &[&str],
    is_known: &dyn Fn(&str) -> bool,
) -> Result<(String, usize), Refusal> {
    let most = (parts.len() - 1).min(MOST_COMMAS);
    let joined = |commas: usize| parts[..=commas].join(",").trim().to_owned();
    let mut longest_first = (0..=most).rev().map(|commas| (joined(commas), commas));
    longest_first
        .find(|(name, _)| is_known(name))
        .ok_or_else(|| unknown_name(guess_name(parts).trim(), is_known))
}

/// Guesses the first name of a list: up to the first comma outside brackets.
fn guess_name(parts: &[&str]) -> String {
    let text = parts.join(",");
    let mut depth = 0_usize;
    let end = text.find(|character| {
        match character {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    });
    text[..end.unwrap_or(text.len())].to_owned()
}

/// Returns the refusal of an unknown name. If the name would be known without the sign before it,
/// the refusal suggests the name without the sign. The refusal of an empty name asks for names.
fn unknown_name(name: &str, is_known: &dyn Fn(&str) -> bool) -> Refusal {
    if name.is_empty() {
        return Refusal::new("--projected with an empty name", "names separated by commas");
    }
    let found = format!("--projected {name}, but the model has no variable of this name");
    match name.strip_prefix(['-', '~']).filter(|name| is_known(name)) {
        Some(name) => Refusal::new(found, format!("{}, without a sign", quote(name))),
        None => Refusal::new(
            found,
            "each variable by the name that it has in the file, or by its label in the map of an export, separated by \
             commas or each after a --projected of its own",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let mut model = Model::new();
        for name in ["1", "2", "Ans(1,1)", "Ans(1,2)", "x[0,1]", "a", "a,b", "b"] {
            model.labelled_variable(name);
        }
        model
    }

    fn told(written: &[&str]) -> Vec<String> {
        let written: Vec<String> = written.iter().map(|&text| text.to_owned()).collect();
        parse_names(&written, &model(), &|_| None)
            .unwrap_or_else(|refusal| vec![refusal.to_string()])
    }

    #[test]
    fn names_with_commas_are_one_name() {
        assert_eq!(told(&["Ans(1,1)"]), ["Ans(1,1)"]);
        assert_eq!(told(&["1, 2,Ans(1,2) ,x[0,1]"]), ["1", "2", "Ans(1,2)", "x[0,1]"]);
        assert_eq!(told(&["a,b", "b,a"]), ["a,b", "b", "a"]);
        assert_eq!(told(&["b,1,b", "1"]), ["b", "1"]);
        assert_eq!(told(&["Ans(1,1)", "Ans(1,2)"]), ["Ans(1,1)", "Ans(1,2)"]);
    }

    #[test]
    fn what_is_no_name_is_told_whole() {
        for (written, part) in [
            ("1,Ans(1,3),2", "--projected Ans(1,3), but"),
            ("1-81", "separated by commas"),
            ("-1,2", "`1`, without a sign"),
            ("1,,2", "an empty name"),
            ("", "an empty name"),
        ] {
            let told = told(&[written]).concat();
            assert!(told.contains(part), "{written}: {told}");
        }
    }
}
