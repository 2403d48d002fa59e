//! Describes a row in words, for messages: its name and its content.

use num_integer::Integer as _;
use num_traits::{Signed, Zero};

use super::{Integer, Literal, ParsedModel, ParsedRow, RowForm};
use crate::model::{IntegerVariable, Parity};
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
/// reification has more than [`MOST_LISTED`] terms, `…` replaces the rest of them. Long names and
/// numbers are shortened. In a sum, each term has its weight before it; the weight has a sign.
pub fn content(written: &ParsedModel, row: &ParsedRow) -> String {
    let (terms, bound) = match row.form {
        RowForm::Sum(_, bound) | RowForm::Unequal(bound) => sum(written, row, bound),
        RowForm::Clause | RowForm::Parity(_) => {
            (row.lits.iter().map(|&lit| literal(written, lit)).collect(), Integer::default())
        }
    };
    let mut shown: Vec<String> = terms.iter().take(MOST_LISTED).cloned().collect();
    if terms.len() > MOST_LISTED {
        shown.push("…".to_owned());
    }
    let text = shown.join(" ");
    let condition = match row.form {
        RowForm::Clause => format!("at least one of `{text}` is true"),
        RowForm::Parity(Parity::Odd) => format!("an odd number of `{text}` is true"),
        RowForm::Parity(Parity::Even) => format!("an even number of `{text}` is true"),
        RowForm::Sum(relation, _) => comparison(&text, relation.sign(), &bound),
        RowForm::Unequal(_) => comparison(&text, "!=", &bound),
    };
    let Some(reified) = row.reified else { return condition };
    let lits = reified.lits.iter().take(MOST_LISTED).map(|&lit| literal(written, lit));
    let lits_text = lits.collect::<Vec<String>>().join(" ");
    let more = if reified.lits.len() > MOST_LISTED { " …" } else { "" };
    let arrow = reified.direction.arrow();
    format!("`{lits_text}{more} {arrow} {}", condition.trim_start_matches('`'))
}

/// Returns the terms of a sum as texts, and its bound. A literal has its weight before it, with a
/// sign. If literals of an integer variable are next to each other with the weights of a multiple of
/// the variable, the multiple replaces them, and its constant is added to the bound.
fn sum(written: &ParsedModel, row: &ParsedRow, bound: &Integer) -> (Vec<String>, Integer) {
    let one = Integer::from(1);
    let weight = |place: usize| row.weights.map_or(&one, |weights| &weights[place]);
    let (mut terms, mut bound, mut place) = (Vec::new(), bound.clone(), 0);
    while place < row.lits.len() {
        match integer_at(written, row.lits, &weight, place) {
            Some((integer, factor)) => {
                terms.push(format!("{} {}", signed(&factor), shorten(&integer.name)));
                bound += &(factor * Integer::from(integer.domain.base()));
                place += integer.domain.literals();
            }
            None => {
                terms.push(format!(
                    "{} {}",
                    signed(weight(place)),
                    literal(written, row.lits[place])
                ));
                place += 1;
            }
        }
    }
    (terms, bound)
}

/// Returns the integer variable whose literals are the next ones in `lits`, from `place` on, with the
/// weights of a multiple of the variable. Also returns the factor of this multiple. Returns `None`
/// if there is no such variable.
fn integer_at<'w, 'r>(
    written: &'w ParsedModel,
    lits: &[Literal],
    weight: &dyn Fn(usize) -> &'r Integer,
    place: usize,
) -> Option<(&'w IntegerVariable, Integer)> {
    let number = usize::try_from(lits[place]).ok()?;
    let (integer, part) = written.integer_with(number)?;
    let (first, rest) = weight(place).div_rem(&Integer::from(integer.terms().next()?.0));
    let has_all = integer.terms().enumerate().all(|(at, (step, lit))| {
        lits.get(place + at) == Some(&lit) && *weight(place + at) == &first * &Integer::from(step)
    });
    (part == 0 && rest.is_zero() && has_all).then_some((integer, first))
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
    fn integers_have_their_names() {
        let text = "Minimize\n x\nSubject To\n r: 3 x - y + b <= 5\n s: x + y >= -1\n t: y <= 9\nBounds\n -2 <= x <= 7\n 3 <= y <= 9\nGeneral\n x y\nSemi-Continuous\n y\nBinary\n b\nEnd\n";
        assert_eq!(
            told("lp", text),
            [
                "constraint 1 (`r`, line 4): `+3 x -1 y +1 b <= 5`",
                "constraint 2 (`s`, line 5): `+1 x +1 y >= -1`",
                "constraint 3 (`t`, line 6): `+1 y <= 9`",
                "constraint 4 (`range of x`): `+1 x <= 4`",
                "constraint 5 (`range of y`): `-6 y#on +1 y#0 +2 y#1 +4 y#2 <= 0`",
            ]
        );
    }

    #[test]
    fn both_sides_of_a_row_have_its_name() {
        let text = "NAME t\nROWS\n N o\n L r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x r 1 o 1\n M2 'MARKER' 'INTEND'\nRHS\n R r 1\nRANGES\n R r 1\nBOUNDS\n BV B x\nENDATA\n";
        let told = told("mps", text);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.iter().all(|row| row.contains("(`r`, line 4)")), "{told:?}");
    }
}
