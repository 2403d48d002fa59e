//! Reads the sections of right-hand sides, ranges and bounds.

use super::super::program::{
    Decimal, RangeSide, Unknown, VariableKind, VariableLimit, is_infinity,
};
use super::{MpsReader, NamedRow, Word, strip_comment};
use crate::source::{Refusal, format_count, quote};

/// The name of a set of right-hand sides, ranges or bounds. All lines of the section have the same
/// name, or all have none.
#[derive(Default, PartialEq, Eq)]
pub(super) enum Vector<'s> {
    /// No line of the section has been read.
    #[default]
    Unread,
    /// The lines have no name of a set.
    Unnamed,
    /// The lines have this name.
    Named(&'s str),
}

impl<'s> From<Option<&'s str>> for Vector<'s> {
    fn from(name: Option<&'s str>) -> Vector<'s> {
        name.map_or(Vector::Unnamed, Vector::Named)
    }
}

impl<'s> MpsReader<'s> {
    /// Reads a line of right-hand sides or ranges, which must have at least one word. After the
    /// first word, a word that begins with `$` and is no row begins a comment. If the number of
    /// words is odd, the first word is the name of the set. Returns this name, and one or two rows
    /// with their numbers. `vector` is the name in the earlier lines; refuses any other name.
    /// Refuses an unknown row and any other text. Records nothing.
    fn vector(
        &self,
        words: &[Word<'s>],
        vector: &Vector<'s>,
    ) -> Result<(Vector<'s>, Vec<NamedRow<'s>>), Refusal> {
        let words = strip_comment(words, 1, |name| self.row_numbers.contains_key(name));
        let (name, pairs) = words.split_at(words.len() % 2);
        let first = &words[0];
        let vector_name = name.first().map(|name| name.value);
        self.require_same_vector(vector, vector_name, first)?;
        let mut read = Vec::with_capacity(2);
        for [row, value] in self.pairs(first, pairs)? {
            read.push((self.row_number(row)?, row.clone(), self.number(value)?));
        }
        Ok((vector_name.into(), read))
    }

    /// Returns an error if `name`, the set's name in a line, differs from `vector`, the name in the
    /// earlier lines. A line without a name differs from one with a name. If no line has been read
    /// before, accepts any name. The refusal quotes the word `first`.
    fn require_same_vector(
        &self,
        vector: &Vector<'s>,
        name: Option<&'s str>,
        first: &Word,
    ) -> Result<(), Refusal> {
        let expected = match vector {
            Vector::Unread => return Ok(()),
            known if *known == Vector::from(name) => return Ok(()),
            Vector::Unnamed => "lines without the name of a set".to_owned(),
            Vector::Named(known) => format!("{} in each line", quote(known)),
        };
        let found = format!("a second set of values, {}", quote(first.value));
        self.refuse(first, found, expected)
    }

    /// Reads a line of right-hand sides, which must have at least one word. Records the right-hand
    /// sides and the name of their set. Refuses a second right-hand side of the same row, a set
    /// with another name than in the lines before, an unknown row, and any other text. The
    /// right-hand side of a free row is accepted.
    pub(super) fn right_hand_sides(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let (vector, values) = self.vector(words, &self.right)?;
        self.right = vector;
        for (row, name, value) in values {
            if self.rows[row].right.replace(value).is_some() {
                return self.refuse_as("another right-hand side of", &name, "one for each row");
            }
        }
        Ok(())
    }

    /// Reads a line of ranges, which must have at least one word. Records the ranges and the name
    /// of their set. Refuses a range of a free row, and a second range of the same row. Refuses a
    /// set with another name than in the earlier lines, an unknown row, and any other text.
    pub(super) fn ranges(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let (vector, values) = self.vector(words, &self.ranges)?;
        self.ranges = vector;
        for (row, name, value) in values {
            if self.rows[row].relation.is_none() {
                return self.refuse_as("a range of the free row", &name, "ranges of other rows");
            }
            if self.rows[row].range.replace(value).is_some() {
                return self.refuse_as("another range of", &name, "one for each row");
            }
        }
        Ok(())
    }

    /// Reads a line of bounds: the kind of the bound, the name of the set (which may be absent), a
    /// column, and a number if the kind needs one. After the first word, a word that begins with
    /// `$` and is no column begins a comment. There must be at least one word. Adds the bounds, and
    /// records the name of the set. Refuses an unknown kind, an unknown column, a wrong number of words, and a set with another name than in the earlier lines.
    /// Refuses all bounds that [`limit`](Self::limit) refuses.
    pub(super) fn bound(&mut self, words: &[Word<'s>]) -> Result<(), Refusal> {
        let words = strip_comment(words, 1, |name| self.columns.contains_key(name));
        let (kind, rest) = (&words[0], &words[1..]);
        let needs_value = match &kind.value.to_ascii_uppercase()[..] {
            "UP" | "LO" | "FX" | "UI" | "LI" => true,
            "BV" | "FR" | "MI" | "PL" | "SC" | "SI" => false,
            _ => {
                let expected = "`UP`, `LO`, `FX`, `UI`, `LI`, `BV`, `FR`, `MI`, `PL`, `SC` or `SI`";
                return self.refuse_as("the kind of bound", kind, expected);
            }
        };
        let is_column = |word: &Word| self.columns.contains_key(word.value);
        let (vector, column, value) = match rest {
            [vector, column, value] => (Some(vector), column, Some(value)),
            [column, value] if needs_value => (None, column, Some(value)),
            [column, value] if is_column(column) && !is_column(value) => {
                (None, column, Some(value))
            }
            [vector, column] if !needs_value => (Some(vector), column, None),
            [column] if !needs_value => (None, column, None),
            _ => {
                let last = words.last().unwrap_or(kind);
                let found = format!("a bound of {}", format_count(words.len(), "word"));
                let expected = "the kind of the bound, one name for all bounds, a column without blanks, and a number";
                return self.refuse(last, found, expected);
            }
        };
        let name = vector.map(|vector| vector.value);
        self.require_same_vector(&self.bounds, name, vector.unwrap_or(column))?;
        self.bounds = name.into();
        let unknown = self.find_column(column)?;
        self.limit(unknown, kind, value)
    }

    /// Adds the bounds that a line with this kind and number states for a variable.
    /// [`bound`](Self::bound) must accept `kind`, and `value` must be the number if this kind needs
    /// one. `UP` and `UI` state an upper bound, `LO` and `LI` a lower bound, and `FX` both. `BV`,
    /// `UI`, `LI` and `SI` also declare the type of the variable. `SC` and `SI` state an upper bound
    /// and that the variable may be 0 besides its bounds; without a number, or with 0, there is no
    /// upper bound. `FR` states that there are no bounds,
    /// `MI` that there is no lower bound, and `PL` that there is no upper bound; a number with one
    /// of these is ignored. A number with `BV` must be 1. Refuses an infinity that excludes all
    /// values, and a malformed number. Refuses a lower or upper bound that differs from an earlier
    /// one.
    fn limit(
        &mut self,
        unknown: Unknown,
        kind: &Word,
        value: Option<&Word>,
    ) -> Result<(), Refusal> {
        let name = kind.value.to_ascii_uppercase();
        if name == "BV" {
            if let Some(value) = value
                && self.number(value)? != Decimal::ONE
            {
                let found = format!("the bound {} of the kind `BV`", quote(value.value));
                return self.refuse(value, found, "1 or no number");
            }
            self.program.declare(unknown, VariableKind::Binary);
            return Ok(());
        }
        if matches!(&name[..], "UI" | "LI" | "SI") {
            self.program.declare(unknown, VariableKind::Integer);
        }
        if matches!(&name[..], "SC" | "SI") {
            self.program.allow_zero(unknown);
        }
        let sides: &[RangeSide] = match &name[..] {
            "UP" | "UI" | "PL" | "SC" | "SI" => &[RangeSide::Upper],
            "LO" | "LI" | "MI" => &[RangeSide::Lower],
            _ => &[RangeSide::Lower, RangeSide::Upper],
        };
        let mut value = value.filter(|_| !matches!(&name[..], "FR" | "MI" | "PL"));
        if matches!(&name[..], "SC" | "SI")
            && let Some(number) = value
            && self.number(number).is_ok_and(|number| number.is_zero())
        {
            value = None;
        }
        for &side in sides {
            let limit = value
                .map_or(Ok(VariableLimit::Open), |value| self.number_or_infinity(side, value))?;
            let span = kind.span.start..value.unwrap_or(kind).span.end;
            self.program.limit(unknown, side, limit, span)?;
        }
        Ok(())
    }

    /// Reads the number of a lower or upper bound. Returns `Open`, which means that there is no
    /// such bound, for an infinity that excludes no value. An infinity is a word for infinity with
    /// an optional sign, or a number of at least 10^20 in absolute value. A number of at least
    /// 10^20 that would exclude all values remains a finite bound. Refuses a word for an infinity
    /// that would exclude all values, and any other word that is no number.
    fn number_or_infinity(&self, side: RangeSide, word: &Word) -> Result<VariableLimit, Refusal> {
        let (is_negative, unsigned) = match word.value.strip_prefix('-') {
            Some(unsigned) => (true, unsigned),
            None => (false, word.value.strip_prefix('+').unwrap_or(word.value)),
        };
        if is_infinity(unsigned) && is_negative == (side == RangeSide::Lower) {
            Ok(VariableLimit::Open)
        } else {
            Ok(VariableLimit::from_number(side, self.number(word)?))
        }
    }
}
