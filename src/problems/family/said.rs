//! Statements about the puzzle that a text has in addition to its board: keys of JSON, such as
//! `stars` in `{"stars": 2, "board": […]}`, items of MiniZinc, and lines above the rows.
//!
//! Some keys and values can only mean a variant or an alias. They have the same effect as the
//! option of the command line; invalid ones are refused. Other keys, such as a title or a level,
//! are ignored.
//!
//! - *A variant with a value* is requested by its key in any spelling (`Stars`, `star`,
//!   `starsPerRow`, `num_stars`), with a number or a string of digits. Other keys that contain the
//!   variant's name or the word `per` are refused. The placeholder of the value (`k`) is refused as
//!   a key, too.
//! - *A variant without a value* is requested by its key with a truth value
//!   (`"distinctLines": true`), or by its name as the value of any key.
//! - *An alias* as the value of any key (`"puzzle": "takuzu"`) implies its variants.
//! - The values of `variant` and `variants` must be names of variants or aliases, or words such as
//!   `standard` for no variant.

use super::{Family, FamilyAlias, Variant};
use crate::puzzle::Request;
use crate::source::{Refusal, Source, Spanned, json, pieces, quote};

/// Keys whose values name variants.
const VARIANTS: &[&str] = &["variant", "variants"];

/// The words that mean "no variant", in lower case.
const NO_VARIANT: &[&str] =
    &["", "none", "no", "standard", "normal", "classic", "default", "false"];

/// Meaning of a key with its value.
enum KeyMeaning<'a> {
    /// A variant, with its value if it has one.
    WithVariant(&'a Variant, Option<usize>),
    /// A variant that the text switches off.
    WithoutVariant(&'a Variant),
    /// An alias of the family.
    Alias(&'a FamilyAlias),
}

impl Family {
    /// Adds to a request the variants and the alias that a text states outside of the board itself.
    /// `stated` has the keys with their values. If one key switches a variant off, and the request
    /// or another key requests it, refuses the variant. After an error, the request may have some
    /// of the additions.
    ///
    /// # Errors
    ///
    /// If a statement is invalid or contradicts the request.
    pub(super) fn apply_stated(
        &self,
        request: &mut Request,
        source: &Source,
        stated: &[(String, Spanned<String>)],
    ) -> Result<(), Refusal> {
        let mut without = Vec::new();
        for (key, word) in stated {
            for meaning in self.key_meanings(source, key, word)? {
                match meaning {
                    KeyMeaning::WithVariant(variant, value) => {
                        let clash = add_variant(request, variant, value);
                        clash.map_err(|clash| clash.with_span(source, word.span.clone()))?;
                    }
                    KeyMeaning::WithoutVariant(variant) => without.push((variant, word.clone())),
                    KeyMeaning::Alias(also) => {
                        let clash = self.add_alias(request, also);
                        clash.map_err(|clash| clash.with_span(source, word.span.clone()))?;
                    }
                }
            }
        }
        let clash = without.into_iter().find(|(variant, _)| request.has(variant.name));
        let Some((variant, word)) = clash else { return Ok(()) };
        let found = format!("{} is switched off here, but requested", quote(variant.name));
        Err(Refusal::new(found, "the same in both places").with_span(source, word.span))
    }

    /// Returns the meanings of a key with its value, a word. A key about a variant has one meaning.
    /// The keys [`VARIANTS`] have a meaning for each name in their word, which may be a list; words
    /// for no variant, such as `none`, give nothing. Any other key has a meaning only if its word
    /// names an alias, or a variant with a valid value; otherwise the list is empty. If the key is
    /// about a variant, refuses a word that is not valid for this variant, and refuses the key if
    /// it should be the name of a count but is not. After the keys [`VARIANTS`], refuses an unknown
    /// name and an invalid value.
    fn key_meanings(
        &self,
        source: &Source,
        key: &str,
        word: &Spanned<String>,
    ) -> Result<Vec<KeyMeaning<'_>>, Refusal> {
        for variant in self.variants {
            let meanings = match variant.value {
                Some(_) => variant.valued_key_meaning(source, key, word)?,
                None => variant.flag_key_meaning(source, key, word)?,
            };
            if let Some(meanings_of_key) = meanings {
                return Ok(vec![meanings_of_key]);
            }
        }
        if !VARIANTS.contains(&joined(key).as_str()) {
            let known = self
                .word_meaning(&word.value)
                .filter(|meaning| match meaning {
                    KeyMeaning::WithVariant(variant, value) => variant.validate(*value).is_ok(),
                    _ => true,
                })
                .into_iter()
                .collect();
            return Ok(known);
        }
        word.value
            .split([',', ';', '+'])
            .map(str::trim)
            .filter(|name| !NO_VARIANT.contains(&name.to_lowercase().as_str()))
            .map(|name| {
                let meaning = self.word_meaning(name).ok_or_else(|| {
                    self.unknown("variant", name, self.variants.iter().map(|v| v.name))
                });
                meaning
                    .and_then(|meaning| match meaning {
                        KeyMeaning::WithVariant(variant, value) => {
                            variant.validate(value).map(|()| meaning)
                        }
                        _ => Ok(meaning),
                    })
                    .map_err(|refusal| refusal.with_span(source, word.span.clone()))
            })
            .collect()
    }

    /// Returns the meaning of a single value, such as `distinct lines`, `stars=2` or `takuzu`. Only
    /// letters and digits of the names count, and upper and lower case mean the same. A variant
    /// comes before an alias of the same name. Returns `None` if it names no variant and no alias,
    /// or if the text after `=` or `:` is no number. Does not check whether the variant may have
    /// the value.
    fn word_meaning(&self, word: &str) -> Option<KeyMeaning<'_>> {
        let (name, value) = match word.split_once(['=', ':']) {
            Some((name, value)) => (name, Some(value.trim().parse().ok()?)),
            None => (word, None),
        };
        let variant = self.variants.iter().find(|variant| joined(variant.name) == joined(name));
        if let Some(variant) = variant {
            return Some(KeyMeaning::WithVariant(variant, value));
        }
        let also = self.also.iter().find(|also| joined(also.name) == joined(word));
        also.map(KeyMeaning::Alias)
    }

    /// Adds an alias of the family and its variants to a request. If the request has another alias
    /// with the same variants, keeps that alias. Refuses the alias, and changes nothing, if the
    /// request has another alias with other variants.
    fn add_alias(&self, request: &mut Request, also: &FamilyAlias) -> Result<(), Refusal> {
        let called = self.find_alias(request);
        if let Some(other) = called.filter(|other| other.variants != also.variants) {
            let found = format!("a board of {}, but {} is asked for", also.name, other.name);
            return Err(Refusal::new(found, "the same in both places"));
        }
        if called.is_none() {
            request.called = Some(also.name.to_owned());
        }
        *request = self.with_implied_variants(request.clone());
        Ok(())
    }
}

impl Variant {
    /// Returns the meaning of a key for this variant, which has a value. A key is about the variant
    /// if it contains the variant's name, has the name without a final `s` as a word, is the
    /// placeholder of the value (`k`), or has several words with `per` among them. Upper and lower
    /// case mean the same. Returns `None` for every other key. Refuses a key about the variant in
    /// two cases: the key is not the name of a count (as `starsPerRow` is), or its word is no
    /// number in the range of the value.
    fn valued_key_meaning(
        &self,
        source: &Source,
        key: &str,
        word: &Spanned<String>,
    ) -> Result<Option<KeyMeaning<'_>>, Refusal> {
        let name = self.name;
        let words = json::meaning_of_key(key);
        let counts = json::counts(key, name);
        let is_named = joined(key).contains(&joined(name))
            || words
                .iter()
                .any(|word| word == name || Some(word.as_str()) == name.strip_suffix('s'))
            || self.value.as_ref().is_some_and(|(value, _)| key.eq_ignore_ascii_case(value))
            || (words.len() > 1 && words.iter().any(|word| word == "per"));
        if !is_named {
            return Ok(None);
        }
        let value = word.value.trim().parse().ok().filter(|_| counts);
        match value.map(|value| self.validate(Some(value)).map(|()| value)) {
            Some(Ok(value)) => Ok(Some(KeyMeaning::WithVariant(self, Some(value)))),
            _ => {
                let found = format!("{} with {}", quote(key), quote(&word.value));
                let (first, last) =
                    self.value.as_ref().map_or((1, 1), |(_, range)| (*range.start(), *range.end()));
                let expected =
                    format!("`\"{name}\": K` with a number from {first} to {last}, or no such key");
                Err(Refusal::new(found, expected).with_span(source, word.span.clone()))
            }
        }
    }

    /// Returns the meaning of a key for this variant, which has no value. Returns `None` if the key
    /// is not the name of this variant; only its letters and digits count, in upper or lower case.
    /// The truth values are `true`, `1`, `yes`, `false`, `0` and `no`, in upper or lower case.
    /// Refuses every other word.
    fn flag_key_meaning(
        &self,
        source: &Source,
        key: &str,
        word: &Spanned<String>,
    ) -> Result<Option<KeyMeaning<'_>>, Refusal> {
        if joined(key) != joined(self.name) {
            return Ok(None);
        }
        match word.value.to_lowercase().as_str() {
            "true" | "1" | "yes" => Ok(Some(KeyMeaning::WithVariant(self, None))),
            "false" | "0" | "no" => Ok(Some(KeyMeaning::WithoutVariant(self))),
            _ => {
                let found = format!("{} with {}", quote(key), quote(&word.value));
                Err(Refusal::new(found, "true or false").with_span(source, word.span.clone()))
            }
        }
    }
}

/// Adds a variant to a request. Changes nothing if the request already has the variant with this
/// value. Refuses the variant if the request has it with another value.
fn add_variant(
    request: &mut Request,
    variant: &Variant,
    value: Option<usize>,
) -> Result<(), Refusal> {
    let name = variant.name;
    let Some((_, other)) = request.variants.iter().find(|(known, _)| known == name) else {
        request.variants.push((name.to_owned(), value));
        return Ok(());
    };
    if *other == value {
        return Ok(());
    }
    let shown =
        |value: Option<usize>| value.map_or(name.to_owned(), |value| format!("{name}={value}"));
    let found = format!("{}, but {} is asked for", shown(value), shown(*other));
    Err(Refusal::new(found, "the same in both places"))
}

/// Returns the letters and digits of a name in lower case, so that all spellings of a name give the
/// same text.
fn joined(name: &str) -> String {
    pieces::words_of_key(name).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STARS: Variant = Variant { name: "stars", value: Some(("K", 1..=9)), summary: "" };
    const DISTINCT: Variant = Variant { name: "distinct-lines", value: None, summary: "" };

    fn said(variant: &Variant, key: &str, word: &str) -> Result<Option<Option<usize>>, String> {
        let source = Source::new("board", word);
        let word = Spanned { value: word.to_owned(), span: 0..word.len() };
        let said = match variant.value {
            Some(_) => variant.valued_key_meaning(&source, key, &word),
            None => variant.flag_key_meaning(&source, key, &word),
        };
        said.map(|said| {
            said.and_then(|said| match said {
                KeyMeaning::WithVariant(_, value) => Some(value),
                _ => None,
            })
        })
        .map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn a_key_is_obeyed_however_it_is_spelled() {
        for key in [
            "stars",
            "Stars",
            "STARS",
            "star",
            "starsPerRow",
            "stars_per_region",
            "num_stars",
            "numberOfStars",
            "stars-per-line",
            "starCount",
        ] {
            assert_eq!(said(&STARS, key, "2"), Ok(Some(Some(2))), "{key}");
            for word in ["two", "0", "10", "2.0", "true", ""] {
                let refusal = said(&STARS, key, word).expect_err(key);
                assert!(refusal.ends_with("from 1 to 9, or no such key"), "{refusal}");
            }
        }
        for key in
            ["k", "K", "starsPlaced", "maxStars", "starsperrow", "queensPerRow", "crowns_per_line"]
        {
            assert!(said(&STARS, key, "2").is_err(), "{key}");
        }
        for key in ["start", "startedAt", "level", "id", "starting", "percent", "person", ""] {
            assert_eq!(said(&STARS, key, "2"), Ok(None), "{key}");
        }
        for key in ["distinct-lines", "distinctLines", "distinct_lines", "Distinct Lines"] {
            assert_eq!(said(&DISTINCT, key, "true"), Ok(Some(None)), "{key}");
            assert!(said(&DISTINCT, key, "rows").is_err(), "{key}");
        }
        assert_eq!(said(&DISTINCT, "lines", "true"), Ok(None));
    }
}
