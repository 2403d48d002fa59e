//! Lines that begin with `#` or `//`: directives and comments.
//!
//! A line is a directive if the family knows its first word (`# stars 2`), and otherwise a comment.
//! Some lines look like a directive but are none. Such a line is refused, and the refusal shows the
//! right word: if the line were ignored, the puzzle would be another one. There are two kinds of
//! these lines:
//!
//! - *A slip.* The first word is almost the name of a directive. It may differ in case, by a plural
//!   `s`, or by wrong letters: one in a name of at least five letters, two in a name of at least
//!   seven. A swap of neighbours counts as one wrong letter (`blokced`). The rest of the line must
//!   fit, too: either the next word could be the first argument, or the line has as many numbers as
//!   the directive, and at least two. So `# Given by Anna` is a comment, but `# Givens queen 0 0`
//!   is refused.
//! - *Another word.* The line consists of one word or sign, together with either a cell or two or
//!   more numbers (`# equal 0 0 0 1`, `# Q 0 1`). The cells can also come first (`# r1c1 = r1c2`),
//!   or be alone on the line. A word in [`DirectiveUsage::like`] chooses the directive that the
//!   refusal shows. With such a word, a line is also refused if it has a second word, if two or
//!   four numbers come before the word, or if it has a single cell such as `B1`. A line without
//!   such a word is refused only if it has two such cells. A word and one number are a comment:
//!   `# No 12`.
//!
//! **Cells** are written as in messages, from 1: `r1c2`, `r1 c2`, or `row 1, column 2`. Two bare
//! numbers are a cell only with `# from 0` or `# from 1`, since both ways of counting are common.
//! `B1` is refused: it is in the first row of a spreadsheet, but in the last row of a chessboard.

use std::ops::Range;

use super::pieces::{cut, has_comment_mark, is_digits, is_separator, runs, spanned, words_of_key};
use super::{
    CellPlace, Directive, Refusal, Source, Spanned, Table, format_count, join_words, quote,
};

/// The form of a directive, and the words that users write by mistake instead of its name.
#[derive(Clone, Copy, Debug)]
pub struct DirectiveUsage {
    /// The name and then the arguments of the directive. An argument is a fixed word, `CELL` for a
    /// cell, or another word in capitals for a number, as in `given queen CELL`. `N N N` means one
    /// number for each cell of a row.
    pub form: &'static str,
    /// Other words and signs that users write instead of the name, in lower case.
    pub like: &'static [&'static str],
}

/// The word for a cell in the form of a directive.
const CELL: &str = "CELL";

/// The end of the form of a directive that has a number for each cell of a row.
const ROW: &str = "N N N";

/// The name of the directive that says whether rows and columns count from 0 or 1.
const FROM: &str = "from";

/// The command-line option that users write into boards by mistake.
const OPTION: &str = "variant";

/// Reads a line, which begins with a mark of comments, as a directive. Returns `None` if the line
/// is a comment or has no word. A line is a directive in two cases. First, its first word is the
/// name of one of `usages`, in the same case of letters. Second, the whole line is `from 0` or
/// `from 1`, and one of `usages` has a cell. The arguments are not checked, and the directive's
/// places stay empty, until [`find_cells`] is called. Refuses a line that looks like a directive
/// but is none, by the rules at the top of this file. Also refuses `from 0` and `from 1` if none of
/// `usages` has a cell, and a line of two words whose first word is `variant`, in any case of
/// letters.
pub(super) fn read(
    source: &Source,
    line: &Spanned<&str>,
    usages: &[DirectiveUsage],
) -> Result<Option<Directive>, Refusal> {
    let mark = line.value.find(['#', '/', '*']).unwrap_or(0);
    let mark = mark + if line.value[mark..].starts_with("//") { 2 } else { 1 };
    let mark = mark.min(line.value.len());
    let rest = Spanned { value: &line.value[mark..], span: line.span.start + mark..line.span.end };
    let mut words = cut(&rest, is_separator).into_iter();
    let Some(name) = words.next() else { return Ok(None) };
    let is_known = usages.iter().any(|usage| usage.name() == name.value);
    let pieces = cut_pieces(&rest);
    if is_known
        || (name.value == FROM && is_from(&pieces) && usages.iter().any(DirectiveUsage::has_cell))
    {
        return Ok(Some(Directive { name, arguments: words.collect(), places: Vec::new() }));
    }
    let found = format!("{} is no directive", quote(&name.value));
    if let Some(usage) = usages.iter().find(|usage| is_near_miss(rest.value, usage)) {
        let expected =
            format!("{}; to write a comment, begin the line with another word", usage.example());
        return Err(Refusal::new(found, expected).with_span(source, name.span));
    }
    if name.value.eq_ignore_ascii_case(OPTION)
        && let (Some(value), None) = (words.next(), words.next())
    {
        let expected = format!(
            "--variant {} on the command line, if it is a variant of the family; to write a comment, begin the line with another word",
            value.value
        );
        return Err(Refusal::new(found, expected).with_span(source, name.span));
    }
    let Some(word) = directive_word(&rest, &pieces, usages) else { return Ok(None) };
    let found = format!("{} is no directive", quote(&word.value));
    let expected = format!(
        "{}; in a comment, write two words before the numbers",
        suggest(&word.value, usages)
    );
    Err(Refusal::new(found, expected).with_span(source, word.span))
}

/// Reads the directives of a format in which no row begins with `#` or `//`. Returns the text with
/// blanks in place of directives and comments. A directive `# from` is applied to the cells of the
/// other directives, and is not returned.
///
/// # Errors
///
/// If a line looks like a directive but is none, or if a directive is malformed.
pub fn extract_directives(
    source: &Source,
    usages: &[DirectiveUsage],
) -> Result<(Source, Vec<Directive>), Refusal> {
    extract_directives_except(source, usages, |_| false)
}

/// Does what [`extract_directives`] does, but keeps the lines for which `is_row` is true. Such
/// lines are not read as directives or comments, and stay in the text.
///
/// # Errors
///
/// If a line looks like a directive but is none, or if a directive is malformed.
pub fn extract_directives_except(
    source: &Source,
    usages: &[DirectiveUsage],
    is_row: fn(&str) -> bool,
) -> Result<(Source, Vec<Directive>), Refusal> {
    let mut table = Table::default();
    for line in marked_lines(source).filter(|line| !is_row(line.value)) {
        table.directives.extend(read(source, &line, usages)?);
    }
    find_cells(source, &mut table, usages)?;
    Ok((without_lines(source, |line| has_comment_mark(line) && !is_row(line)), table.directives))
}

/// Returns the lines that begin with `#` or `//`.
pub(super) fn marked_lines(source: &Source) -> impl Iterator<Item = Spanned<&str>> {
    source.lines().filter(|line| has_comment_mark(line.value))
}

/// Returns the text with blanks in place of the lines that begin with `#` or `//`.
pub(super) fn without_marked_lines(source: &Source) -> Source {
    without_lines(source, has_comment_mark)
}

/// Returns the text with blanks in place of the lines for which `is_out` is true.
fn without_lines(source: &Source, is_out: impl Fn(&str) -> bool) -> Source {
    let mut bytes = source.text().as_bytes().to_vec();
    source.lines().filter(|line| is_out(line.value)).for_each(|line| bytes[line.span].fill(b' '));
    source.overwrite(bytes)
}

/// Refuses a comment after other text if the comment is a directive or looks like one, since a
/// directive needs a line of its own. The range `comment` begins with the mark of the comment.
pub(super) fn refuse_trailing(
    source: &Source,
    comment: Range<usize>,
    usages: &[DirectiveUsage],
) -> Result<(), Refusal> {
    let text = &source.text()[comment.clone()];
    let line = Spanned { value: text, span: comment.clone() };
    match read(source, &line, usages) {
        Ok(None) => Ok(()),
        Ok(Some(_)) | Err(_) => {
            let found = format!("the comment {} looks like a directive", quote(text.trim_end()));
            let expected =
                "the directive on its own line after `#`, or a comment with another first word";
            Err(Refusal::new(found, expected).with_span(source, comment))
        }
    }
}

/// Refuses a comment within a line of a program if the comment is a directive or looks like one. A
/// comment begins with `#`, `//` or `/*`, or with a `*` that is the first character of a line
/// except white space. It ends with the line, or before the first `*/` (after `/*`) or `;` (after
/// `*`). Only the first comment of each kind in a line is checked. A mark within quotes counts,
/// too. Lines that begin with `#` or `//` are not checked, since they can be directives.
pub(super) fn refuse_in_program(source: &Source, usages: &[DirectiveUsage]) -> Result<(), Refusal> {
    // Of `/*`, only the star is read as the mark, since a comment of SAS begins with a star alone.
    // The kinds of comments that are searched. Each has the mark, the number of its bytes that are
    // skipped, and the end of the comment.
    const COMMENTS: [(&str, usize, &str); 4] =
        [("#", 0, "\n"), ("//", 0, "\n"), ("/*", 1, "*/"), ("*", 0, ";")];
    for line in source.lines().filter(|line| !has_comment_mark(line.value)) {
        let text = line.value;
        for (mark, skipped, until) in COMMENTS {
            let start = text.find(mark).filter(|&at| mark != "*" || text[..at].trim().is_empty());
            let Some(start) = start.map(|start| start + skipped) else { continue };
            let end = text[start..].find(until).map_or(text.len(), |end| start + end);
            refuse_trailing(source, line.span.start + start..line.span.start + end, usages)?;
        }
    }
    Ok(())
}

/// Finds the cells that each directive names, and stores them as the directive's places. Two bare
/// numbers are a cell that counts from the number in `# from`. Removes the directives `# from`.
/// Refuses two different `# from`. Of the directives with a cell in their form, refuses malformed
/// ones, cells such as `B1`, and cells as two bare numbers if there is no `# from`. After such a
/// refusal, the directives `# from` are gone, and earlier directives have their places. Directives
/// without a cell in their form are neither checked nor changed.
pub(super) fn find_cells(
    source: &Source,
    table: &mut Table,
    usages: &[DirectiveUsage],
) -> Result<(), Refusal> {
    let mut first: Option<usize> = None;
    for directive in &table.directives {
        if directive.name.value != FROM {
            continue;
        }
        let number =
            directive.arguments.first().map_or(0, |number| usize::from(number.value == "1"));
        if first.is_some_and(|other| other != number) {
            return Err(Refusal::new(
                "`# from 0` and `# from 1` in one file",
                "only one of the two",
            )
            .with_span(source, directive.name.span.clone()));
        }
        first = Some(number);
    }
    table.directives.retain(|directive| directive.name.value != FROM);
    for directive in &mut table.directives {
        let usage = usages.iter().find(|usage| usage.name() == directive.name.value);
        if let Some(usage) = usage.filter(|usage| usage.has_cell()) {
            directive.places = places(source, directive, usage, first)?;
        }
    }
    Ok(())
}

/// Returns the number of the first row and column if a line `# from 0` or `# from 1` states it: 0
/// or 1. The first such line counts. Returns `None` if there is no such line.
pub(super) fn stated_first(source: &Source) -> Option<usize> {
    marked_lines(source).find_map(|line| {
        let text = line.value.trim_start_matches(['#', '/', ' ', '\t']);
        match &cut_pieces(&Spanned { value: text, span: 0..text.len() })[..] {
            [DirectivePiece::Word(name), DirectivePiece::Number(first)] if name.value == FROM => {
                ["0", "1"].iter().position(|known| *known == first.value)
            }
            _ => None,
        }
    })
}

/// Returns the cells that a directive names, in the order of its form. After the name, the form
/// must have only cells and fixed words, no numbers. `first` is the number of the first row and
/// column, as a line `# from` states it. Refuses a directive that does not have the form of
/// `usage`. Refuses a cell such as `B1`. Refuses bare numbers if `first` is `None`.
fn places(
    source: &Source,
    directive: &Directive,
    usage: &DirectiveUsage,
    first: Option<usize>,
) -> Result<Vec<CellPlace>, Refusal> {
    let name = &directive.name;
    let end = directive.span().end;
    let text = &source.text()[name.span.end..end];
    let pieces = cut_pieces(&Spanned { value: text, span: name.span.end..end });
    let mut rest = &pieces[..];
    let (mut places, mut are_bare) = (Vec::new(), false);
    for argument in usage.form.split(' ').skip(1) {
        rest = match (argument, rest) {
            (CELL, [DirectivePiece::Cell(place), rest @ ..]) => {
                places.push(place.clone());
                rest
            }
            (CELL, [DirectivePiece::Number(row), DirectivePiece::Number(column), rest @ ..]) => {
                let (row, column) = (row.clone(), column.clone());
                places.push(CellPlace { row, column, first: first.unwrap_or(0) });
                are_bare = true;
                rest
            }
            (CELL, [DirectivePiece::Lettered(word), ..]) => {
                let found = format!(
                    "{}, which can be two cells: rows count from the top in spreadsheets, from \
                                     below on chessboards",
                    quote(&word.value)
                );
                return Err(
                    Refusal::new(found, usage.example()).with_span(source, word.span.clone())
                );
            }
            (word, [DirectivePiece::Word(found), rest @ ..])
                if word != CELL && word == found.value =>
            {
                rest
            }
            _ => return Err(directive.malformed(source, &usage.example())),
        };
    }
    match (rest, first) {
        ([], None) if are_bare => Err(Refusal::new(
            "bare numbers of a row and a column, which can count from 0 or from 1",
            spell_both_ways(usage, &places),
        )
        .with_span(source, name.span.start..end)),
        ([], _) => Ok(places),
        _ => Err(directive.malformed(source, &usage.example())),
    }
}

impl Directive {
    /// Returns the position of the name and the arguments in the text.
    pub fn span(&self) -> Range<usize> {
        self.name.span.start..self.arguments.last().unwrap_or(&self.name).span.end
    }

    /// Returns the refusal of a directive with the wrong words after its name.
    pub fn malformed(&self, source: &Source, usage: &str) -> Refusal {
        let words = format_count(self.arguments.len(), "word");
        let found = format!("{words} after `{}`", self.name.value);
        let expected = format!("{usage}; to write a comment, begin the line with another word");
        Refusal::new(found, expected).with_span(source, self.span())
    }
}

/// Returns the expected text for a refusal of bare numbers. It shows how to write the line if the
/// numbers count from 0, and how to write it if they count from 1. If a cell cannot be counted in
/// one of these ways, this way is left out. The text always ends with the other remedy, which is a
/// line with the directive `from`.
fn spell_both_ways(usage: &DirectiveUsage, places: &[CellPlace]) -> String {
    let lines: Vec<String> = [0, 1]
        .into_iter()
        .filter_map(|first| {
            let line = spell(usage, places, first)?;
            Some(format!("`# {line}` if they count from {first}"))
        })
        .collect();
    format!("{}; or a line `# from 0` or `# from 1`", lines.join(", "))
}

/// Returns a directive without `#` and with its cells written as `r1c1`. In `places`, the first row
/// and column have the number `first`. Returns `None` if a cell has a lower number, a number is too
/// large, or `places` has fewer cells than the form.
fn spell(usage: &DirectiveUsage, places: &[CellPlace], first: usize) -> Option<String> {
    let mut remaining = places.iter();
    let words = usage
        .form
        .split(' ')
        .map(|word| {
            if word != CELL {
                return Some(word.to_owned());
            }
            let place = remaining.next()?;
            let [row, column] = [&place.row, &place.column]
                .map(|word| word.value.parse::<usize>().ok()?.checked_sub(first)?.checked_add(1));
            Some(format!("r{}c{}", row?, column?))
        })
        .collect::<Option<Vec<_>>>()?
        .join(" ");
    Some(words)
}

impl DirectiveUsage {
    pub(super) fn name(&self) -> &'static str {
        self.form.split(' ').next().unwrap_or_default()
    }

    pub(super) fn has_cell(&self) -> bool {
        self.form.split(' ').any(|word| word == CELL)
    }

    /// Returns whether the directive has a number for each cell of a row.
    fn has_row(&self) -> bool {
        self.form.ends_with(ROW)
    }

    /// Returns an example, such as `` `# given queen r1c1` ``.
    pub fn example(&self) -> String {
        let line = self.form.replacen(CELL, "r1c1", 1).replacen(CELL, "r1c2", 1);
        format!("`# {line}`")
    }
}

/// A piece of a line, without separators.
#[derive(Debug)]
enum DirectivePiece {
    /// A number without a sign.
    Number(Spanned<String>),
    /// A cell in one of its spellings.
    Cell(CellPlace),
    /// A letter and a number, as in `B12`.
    Lettered(Spanned<String>),
    /// Any other word or sign.
    Word(Spanned<String>),
}

impl DirectivePiece {
    fn word(&self) -> Option<&Spanned<String>> {
        match self {
            DirectivePiece::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// Splits a line into pieces, in the order of the text. White space, commas, semicolons, colons and
/// brackets (round or square) separate pieces. Signs such as `=` and `<` are pieces of their own. A
/// cell of several words, such as `row 1, column 2`, is one piece. Two bare numbers are two pieces.
fn cut_pieces(line: &Spanned<&str>) -> Vec<DirectivePiece> {
    let mut pieces = Vec::new();
    let words = cut(line, |c| is_separator(c) || matches!(c, ':' | '(' | ')' | '[' | ']'));
    let words: Vec<_> = words.into_iter().flat_map(split_at_signs).collect();
    let mut rest = &words[..];
    while let [word, following @ ..] = rest {
        rest = following;
        if let Some((place, following)) = read_cell(word, following) {
            pieces.push(DirectivePiece::Cell(place));
            rest = following;
        } else if is_digits(&word.value) {
            pieces.push(DirectivePiece::Number(word.clone()));
        } else if word.value.starts_with(|c: char| c.is_ascii_alphabetic())
            && is_digits(&word.value[1..])
        {
            pieces.push(DirectivePiece::Lettered(word.clone()));
        } else {
            pieces.push(DirectivePiece::Word(word.clone()));
        }
    }
    pieces
}

/// Splits a word at its signs: `r1c1=r1c2` has three parts.
fn split_at_signs(word: Spanned<String>) -> Vec<Spanned<String>> {
    let start = word.span.start;
    runs(&word.value, |c| matches!(c, '=' | '×' | '≠' | '!' | '<' | '>' | '~'))
        .into_iter()
        .map(|(at, part)| spanned(part, start + at..start + at + part.len()))
        .collect()
}

/// Reads a cell that begins with `word`: `row 1 column 2` (or `col`), `r1 c2` or `r1c2`, in any
/// case of letters. Returns the cell, and the words after it. Returns `None` if no cell begins with
/// `word`. Rows and columns count from 1.
fn read_cell<'a>(
    word: &Spanned<String>,
    rest: &'a [Spanned<String>],
) -> Option<(CellPlace, &'a [Spanned<String>])> {
    let lower = word.value.to_ascii_lowercase();
    match rest {
        [row, other, column, following @ ..]
            if lower == "row"
                && ["column", "col"].contains(&&other.value.to_ascii_lowercase()[..])
                && is_digits(&row.value)
                && is_digits(&column.value) =>
        {
            let (row, column) = (row.clone(), column.clone());
            return Some((CellPlace { row, column, first: 1 }, following));
        }
        [column, following @ ..] => {
            if let Some((row, column)) = number_after(word, 'r').zip(number_after(column, 'c')) {
                return Some((CellPlace { row, column, first: 1 }, following));
            }
        }
        [] => {}
    }
    let middle = lower.find('c')?;
    let (row, column) = word.value.split_at(middle);
    let at = word.span.start + middle;
    let row = Spanned { value: row.to_owned(), span: word.span.start..at };
    let column = Spanned { value: column.to_owned(), span: at..at + column.len() };
    let (row, column) = (number_after(&row, 'r')?, number_after(&column, 'c')?);
    Some((CellPlace { row, column, first: 1 }, rest))
}

/// Returns the number after a letter, such as 3 of `r3`. Returns `None` for another word. The
/// letter can also be a capital.
fn number_after(word: &Spanned<String>, letter: char) -> Option<Spanned<String>> {
    let number = word.value.strip_prefix([letter, letter.to_ascii_uppercase()])?;
    is_digits(number)
        .then(|| Spanned { value: number.to_owned(), span: word.span.start + 1..word.span.end })
}

/// Returns whether a line is a word and then 0 or 1, such as `from 0`.
fn is_from(pieces: &[DirectivePiece]) -> bool {
    matches!(pieces, [DirectivePiece::Word(_), DirectivePiece::Number(number)] if ["0", "1"].contains(&&number.value[..]))
}

/// Returns the word that makes a line look like a directive. The word is found by the second rule
/// at the top of this file, or because the line is a misspelt `from 0` or `from 1`. If the line
/// consists of cells, returns the whole line, trimmed. `line` is the line without its mark, and
/// `pieces` are the pieces of the line. Returns `None` if the line does not look like a directive.
fn directive_word(
    line: &Spanned<&str>,
    pieces: &[DirectivePiece],
    usages: &[DirectiveUsage],
) -> Option<Spanned<String>> {
    let words: Vec<&Spanned<String>> = pieces.iter().filter_map(DirectivePiece::word).collect();
    let count = |is: fn(&DirectivePiece) -> bool| pieces.iter().filter(|piece| is(piece)).count();
    let cells = count(|piece| matches!(piece, DirectivePiece::Cell(_)));
    let lettered = count(|piece| matches!(piece, DirectivePiece::Lettered(_)));
    let numbers = count(|piece| matches!(piece, DirectivePiece::Number(_)));
    let leads = pieces.first().is_some_and(|first| first.word().is_some());
    let is_second = pieces.get(1).is_some_and(|second| second.word().is_some());
    let like = |word: &Spanned<String>| resembles_directive(&word.value, usages);
    let (word, is_like) = match words.as_slice() {
        [] if cells > 0 && cells == pieces.len() => {
            let Spanned { value, span } = line.trimmed();
            return Some(spanned(value, span));
        }
        // The directive `from` in another spelling: `# From 1`.
        [word] if is_from(pieces) && is_similar(&word.value, FROM) => return Some((*word).clone()),
        [word] => (*word, like(word)),
        [word, _] if leads && like(word) && (cells > 0 || is_second) => (*word, true),
        [_, word] if !leads && cells > 0 && like(word) => (*word, true),
        _ => return None,
    };
    let ends = pieces.last().is_some_and(|last| last.word().is_some());
    // If a sign is between numbers that are no coordinates, the line is probably a row of a board
    // in a comment.
    let are_coordinates = match pieces {
        _ if leads => numbers >= 2,
        [
            DirectivePiece::Number(_),
            DirectivePiece::Number(_),
            DirectivePiece::Word(_),
            DirectivePiece::Number(_),
            DirectivePiece::Number(_),
        ] => true,
        _ => ends && is_like && matches!(numbers, 2 | 4),
    };
    let enough_lettered = if is_like { 1 } else { 2 };
    (cells > 0 || lettered >= enough_lettered || are_coordinates).then(|| word.clone())
}

/// Returns an example of the directive that should replace a member of a JSON object, as text for a
/// message. If no directive is known for the word of the member, returns examples of all
/// directives. If the member does not look like a directive, returns `None`.
///
/// A member looks like a directive in two cases:
///
/// - Its key begins with the name of a directive that has a cell or a row, and the key has only
///   words of this directive's form.
/// - Key and value together look like a directive by `directive_word`, and they have a cell, or
///   this word is in [`DirectiveUsage::like`].
pub(super) fn example_for_member(
    key: &str,
    value: &str,
    usages: &[DirectiveUsage],
) -> Option<String> {
    let words = words_of_key(key);
    let named = usages.iter().find(|usage| {
        (usage.has_cell() || usage.has_row())
            && words.first().is_some_and(|word| word == usage.name())
            && words.iter().all(|word| usage.form.split(' ').any(|part| part == word))
    });
    if let Some(usage) = named {
        return Some(usage.example());
    }
    let text = format!("{key} {value}");
    let line = Spanned { value: &text[..], span: 0..text.len() };
    let pieces = cut_pieces(&line);
    let word = directive_word(&line, &pieces, usages)?;
    let has_cell = pieces.iter().any(|piece| matches!(piece, DirectivePiece::Cell(_)));
    (has_cell || resembles_directive(&word.value, usages)).then(|| suggest(&word.value, usages))
}

/// Returns whether users write this word instead of a directive's name ([`DirectiveUsage::like`]).
/// The word can be in upper or lower case.
fn resembles_directive(word: &str, usages: &[DirectiveUsage]) -> bool {
    usages.iter().any(|usage| usage.like.contains(&&word.to_lowercase()[..]))
}

/// Returns an example of the directive that a word probably means ([`DirectiveUsage::like`]), as
/// text for a message. If no directive is known for the word, returns examples of all directives.
/// For a word that is almost `from`, the text is about `# from`. For another word, if `usages` is
/// empty, the text states that there are no directives.
fn suggest(word: &str, usages: &[DirectiveUsage]) -> String {
    let lowercase = word.to_lowercase();
    if is_similar(&lowercase, FROM) {
        return "`# from 0` or `# from 1`".to_owned();
    }
    let one = usages.iter().find(|usage| usage.like.contains(&&lowercase[..]));
    let forms: Vec<String> = match one {
        Some(usage) => vec![usage.example()],
        None => usages.iter().map(DirectiveUsage::example).collect(),
    };
    if forms.is_empty() {
        return "no directive, since boards of this kind have none".to_owned();
    }
    join_words(&forms, "or")
}

/// Returns whether a line looks like this directive with a slip, by the first rule at the top of
/// this file. `text` is the line without its mark. The first word must be the directive's name,
/// exactly or with a slip. The rest must fit, too: the next word could be the first argument, or
/// the line has as many numbers as the directive, and at least two.
fn is_near_miss(text: &str, usage: &DirectiveUsage) -> bool {
    let words = split_runs(text);
    let Some((first, rest)) = words.split_first() else { return false };
    if !is_similar(first, usage.name()) {
        return false;
    }
    let arguments: Vec<&str> = usage.form.split(' ').skip(1).collect();
    let is_capital = |argument: &str| argument.chars().all(char::is_uppercase);
    let fits = arguments.first().zip(rest.first()).is_some_and(|(&argument, &word)| {
        let may_be_close = argument != CELL && !is_capital(argument);
        word.parse::<u64>().is_ok()
            || (argument == CELL || may_be_close) && matches!(word, "r" | "R" | "row")
            || may_be_close && is_similar(word, argument)
    });
    let values: usize = arguments
        .iter()
        .map(|&argument| if argument == CELL { 2 } else { usize::from(is_capital(argument)) })
        .sum();
    let numbers = rest.iter().filter(|word| word.parse::<u64>().is_ok()).count();
    fits || (values >= 2 && values == numbers)
}

/// Splits a text into runs of letters and runs of digits. Other characters are left out.
fn split_runs(text: &str) -> Vec<&str> {
    runs(text, kind)
        .into_iter()
        .map(|(_, run)| run)
        .filter(|run| !run.starts_with(|first| kind(first) == (false, false)))
        .collect()
}

fn kind(character: char) -> (bool, bool) {
    (character.is_alphabetic(), character.is_numeric())
}

/// Returns whether two words are equal if differences in case, and either a plural `s` or slips,
/// are ignored. `right` is the right word, in lower case. Its length in bytes decides how many
/// slips are allowed: none below 5, one below 7, otherwise two. A slip is a changed, missing or
/// additional letter, or a swap of neighbours.
fn is_similar(word: &str, right: &str) -> bool {
    let lowercase = word.to_lowercase();
    let slips = match right.len() {
        0..5 => 0,
        5..7 => 1,
        _ => 2,
    };
    let as_long = lowercase.len().abs_diff(right.len()) <= slips;
    // A slip is a changed, missing or additional letter, or a swap of neighbours.
    lowercase.strip_suffix('s') == Some(right)
        || (as_long && strsim::osa_distance(&lowercase, right) <= slips)
}

#[cfg(test)]
mod tests;
