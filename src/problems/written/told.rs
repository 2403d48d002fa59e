//! Describes a row in words, for messages: its name and its content.

use num_traits::Signed;

use super::{Integer, Literal, ParsedModel, ParsedRow, RowForm};
use crate::model::Parity;
use crate::source::{quote, shorten};

/// The largest number of literals of a row, or of a product, that a message shows, so that messages
/// stay short.
const MOST_LISTED: usize = 8;

/// Returns the name of a row, such as `constraint 2 (`@need`, line 3)`. `number` is the row's
/// number in the file, from 1. The name in the file and the line are left out if they are unknown.
pub fn name(number: usize, row: &ParsedRow) -> String {
    let place = row.place.filter(|place| place.line > 0);
    let known = [row.name.map(quote), place.map(|place| format!("line {}", place.line))];
    let parts: Vec<String> = known.into_iter().flatten().collect();
    if parts.is_empty() {
        format!("constraint {number}")
    } else {
        format!("constraint {number} ({})", parts.join(", "))
    }
}

/// Returns the condition that a row states, in words and with the names of the file. If the row is
/// reified, the text begins with the literals of its reification and an arrow. If the row or its
/// reification has more than [`MOST_LISTED`] literals, `…` replaces the rest of them. Long names
/// and numbers are shortened. In a sum, each literal has its weight before it; the weight has a
/// sign.
pub fn content(written: &ParsedModel, row: &ParsedRow) -> String {
    let term = |place: usize| {
        let lit = literal(written, row.lits[place]);
        match (row.form, row.weights) {
            (RowForm::Sum(..) | RowForm::Unequal(_), Some(weights)) => {
                format!("{} {lit}", signed(&weights[place]))
            }
            (RowForm::Sum(..) | RowForm::Unequal(_), None) => format!("+1 {lit}"),
            _ => lit,
        }
    };
    let mut terms: Vec<String> = (0..row.lits.len().min(MOST_LISTED)).map(term).collect();
    if row.lits.len() > MOST_LISTED {
        terms.push("…".to_owned());
    }
    let text = terms.join(" ");
    let condition = form(&text, row.form);
    let Some(reified) = row.reified else { return condition };
    let lits = reified.lits.iter().take(MOST_LISTED).map(|&lit| literal(written, lit));
    let lits_text = lits.collect::<Vec<String>>().join(" ");
    let more = if reified.lits.len() > MOST_LISTED { " …" } else { "" };
    let arrow = reified.direction.arrow();
    format!("`{lits_text}{more} {arrow} {}", condition.trim_start_matches('`'))
}

/// Returns the condition of a row in words. `terms` is the text of its literals, with weights if
/// the row is a sum.
fn form(terms: &str, form: &RowForm) -> String {
    match form {
        RowForm::Clause => format!("at least one of `{terms}` is true"),
        RowForm::Parity(Parity::Odd) => format!("an odd number of `{terms}` is true"),
        RowForm::Parity(Parity::Even) => format!("an even number of `{terms}` is true"),
        RowForm::Sum(relation, bound) => comparison(terms, relation.sign(), bound),
        RowForm::Unequal(bound) => comparison(terms, "!=", bound),
    }
}

/// Returns a comparison in backquotes, such as `+1 x +1 y >= 1`. Empty `terms` become `0`.
fn comparison(terms: &str, sign: &str, bound: &Integer) -> String {
    let terms = if terms.is_empty() { "0" } else { terms };
    format!("`{terms} {sign} {}`", shorten(&bound.to_string()))
}

/// Returns the text of a literal. A `~` before a name, or a `-` before a number, marks a negation.
/// The text of a product is the list of its literals. Long names are shortened.
fn literal(written: &ParsedModel, lit: Literal) -> String {
    let number = lit.unsigned_abs() as usize;
    match (written.name(number), lit < 0) {
        (Some(name), true) => format!("~{}", shorten(name)),
        (Some(name), false) => shorten(name),
        (None, _) if number > written.variables() => product(written, lit),
        (None, _) => lit.to_string(),
    }
}

/// Returns the text of a product: the list of its first [`MOST_LISTED`] literals, sorted by
/// variable. The text does not show whether more literals follow. `lit` is never negative, since no
/// format can negate a product. Returns an empty text if `lit` is not a product.
fn product(written: &ParsedModel, lit: Literal) -> String {
    let factors = written.products().find(|product| product.0 == lit).map_or(&[][..], |one| one.1);
    let mut sorted = factors.to_vec();
    sorted.sort_by_key(|lit| lit.abs());
    sorted
        .into_iter()
        .take(MOST_LISTED)
        .map(|lit| literal(written, lit))
        .collect::<Vec<String>>()
        .join(" ")
}

/// Returns the text of a weight with its sign. A positive weight has a `+`.
fn signed(weight: &Integer) -> String {
    let plus = if weight.is_negative() { "" } else { "+" };
    format!("{plus}{}", shorten(&weight.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::FORMATS;
    use super::super::format::testing::read_as;
    use super::*;

    fn told(format: &str, text: &str) -> Vec<String> {
        let format = FORMATS.iter().find(|one| one.name == format).expect("a format of the list");
        let written = read_as(format, text);
        (1..)
            .zip(written.rows())
            .map(|(at, row)| format!("{}: {}", name(at, &row), content(&written, &row)))
            .collect()
    }

    #[test]
    fn rows_have_their_names_and_lines() {
        let text = "* c\n@cap +1 anna +1 bob <= 1;\n2 anna ~bob -3 anna >= 2;\n@need +1 ~bob = 1 ;";
        assert_eq!(
            told("opb", text),
            [
                "constraint 1 (`@cap`, line 2): `+1 anna +1 bob <= 1`",
                "constraint 2 (line 3): `+2 anna ~bob -3 anna >= 2`",
                "constraint 3 (`@need`, line 4): `+1 ~bob = 1`",
            ]
        );
        let text =
            "Minimize\n x\nSubject To\n one: x + y >= 1\n 0 <= x - y <= 1\nBinary\n x y\nEnd\n";
        assert_eq!(
            told("lp", text),
            [
                "constraint 1 (`one`, line 4): `+1 x +1 y >= 1`",
                "constraint 2 (line 5): `+1 x -1 y >= 0`",
                "constraint 3 (line 5): `+1 x -1 y <= 1`",
            ]
        );
        assert_eq!(
            told("cnf", "p cnf 2 1\n1 -2 0\n"),
            ["constraint 1: at least one of `1 -2` is true"]
        );
        let many: String = (1..12).map(|at| format!("1 x{at} ")).collect();
        let told = told("opb", &format!("{many}>= 99999999999999999999999999999999999 ;")).concat();
        assert!(told.contains("+1 x8 … >= 999999999999999999999999999999…`"), "{told}");
    }

    #[test]
    fn both_sides_of_a_row_have_its_name() {
        let text = "NAME t\nROWS\n N o\n L r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x r 1 o 1\n M2 'MARKER' 'INTEND'\nRHS\n R r 1\nRANGES\n R r 1\nBOUNDS\n BV B x\nENDATA\n";
        let told = told("mps", text);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.iter().all(|row| row.contains("(`r`, line 4)")), "{told:?}");
    }
}
