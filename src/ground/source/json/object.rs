//! Objects of JSON that contain a board: the meaning of each member.
//!
//! The key of a member shows the meaning of the member: the size, the number of the first row and
//! column, queens, blocked cells, signs between cells, or symbols of single cells. Solutions and
//! notes are ignored. One other array or object has the board: rows, regions as lists of cells, or
//! cells with their regions or symbols. A member `board`, `puzzle` or the like can be an object
//! with the same members.
//!
//! An array of arrays with two integers each can mean rows or cells. It means cells if its key says
//! that they are queens or blocked, or if the array itself is in another array. An array of arrays
//! with two integers and a symbol means rows if it has as many rows and columns as the board, and
//! otherwise cells. An array of single cells is split into rows if the size is known.

use serde_json::value::RawValue;

use super::super::directives;
use super::super::pieces::singular;
use super::super::placed::{Place, PlacedStatements, Statement, sign};
use super::super::rows::Notation;
use super::super::{Refusal, Source, Spanned, is_integer, quote};
use super::cells::{self, elements};
use super::flat;
use super::{Table, board, kind, sides, value_refusal, value_span, word, words_of_key};
use crate::board::Size;

/// Keys of members that are not the board, such as the colours of the board. These members are
/// ignored.
const ASIDE: &[&str] = &[
    "color", "colour", "palette", "legend", "meta", "metadata", "info", "raw", "tag", "author",
    "source", "stat",
];

/// Words in the keys of solutions. Members with such keys are ignored.
const SOLUTIONS: &[&str] = &["solution", "answer", "solved"];

/// Keys of objects that contain members about the board, such as the size and the rows of the
/// board.
const WRAPPERS: &[&str] = &[
    "board",
    "grid",
    "puzzle",
    "game",
    "data",
    "level",
    "problem",
    "size",
    "dimension",
    "shape",
    "gridsize",
    "boardsize",
];

/// Keys of members that state the number of the first row and column.
const FIRST: &[&str] = &["from", "base", "indexbase", "indexfrom", "firstindex", "indexorigin"];

/// The words of a key for queens. Keys are compared without the ending of a plural; this applies to
/// all lists of words here.
const QUEENS: &[&str] = &["queen", "star", "crown"];
/// The words of a key for blocked cells.
const BLOCKED: &[&str] = &["blocked", "cross", "crossed", "forbidden", "dead", "empty", "x"];
/// The words of a key for signs of both kinds: signs for equal cells, and signs for different
/// cells.
const SIGNS: &[&str] =
    &["wall", "sign", "edge", "constraint", "relation", "connection", "border", "link", "pair"];
/// The words of a key for pairs of equal cells.
const EQUAL: &[&str] = &["equal", "same", "eq", "equality", "equalitie", "identical"];
/// The words of a key for pairs of different cells.
const DIFFERENT: &[&str] =
    &["opposite", "different", "diff", "ne", "unequal", "inequality", "inequalitie", "cross", "x"];
/// The words of a key for given cells.
const GIVENS: &[&str] = &[
    "given",
    "clue",
    "prefilled",
    "filled",
    "fixed",
    "initial",
    "preset",
    "start",
    "symbol",
    "known",
    "locked",
];

/// Words for a symbol that can be the key of a list of the symbol's cells.
const SYMBOLS: &[&str] = &["sun", "moon", "white", "black", "blue", "zero", "one"];

/// The meaning of a member of an object, found from its key.
#[derive(Clone, Copy)]
enum Role {
    /// Something that is not read, such as a solution.
    Ignored,
    /// A list of cells, each of which means a directive with this name, such as `given`.
    Cells(&'static str),
    /// Pairs of cells. If the key means a directive for all pairs, this is its name; `None` if each
    /// pair has its own sign.
    Pairs(Option<&'static str>),
    /// Cells with the symbol that the key names.
    Symbol,
    /// Given cells, with their symbols or as a list of queens.
    Givens,
    /// The board, or a member with an unknown key.
    Board,
}

/// Reads an object with a board. `asked` is the size that the user requests, which counts only if
/// no member states a size. `first` is the number of the first row and column that a directive
/// states, if any. Members with a meaning of their own become directives; solutions, notes and
/// other numbers and words are ignored. An object without a board is accepted if it has given
/// cells, signs, queens or blocked cells.
///
/// # Errors
///
/// If a key occurs twice, there is neither a board nor such cells, there are several boards, or the
/// cells do not form a board. In a family with regions, several members that are lists of cells are
/// one board together. Also if a member does not have a form that its key allows, or looks like a
/// directive. Also if a member states another size than the board has, or another number of the
/// first row and column than a directive or an earlier member.
pub(super) fn read(
    source: &Source,
    object: &RawValue,
    writing: &Notation,
    asked: Option<Size>,
    first: Option<usize>,
) -> Result<Table, Refusal> {
    let members = unwrap_members(source, object)?;
    let mut reader = Reader::new(source, writing, asked, first);
    reader.placed.has_members = true;
    for (key, member) in &members {
        reader.read_size(key, member)?;
    }
    reader.placed.size = reader.stated_size();
    let mut boards = Vec::new();
    for (key, member) in members.iter().filter(|(key, member)| !cannot_be_board(key, member)) {
        let role = reader.role(key);
        if !reader.read_member(key, member, role)? {
            boards.push((key, *member));
        }
    }
    match boards.as_slice() {
        [] if reader.placed.values.is_empty() && reader.placed.statements.is_empty() => {
            return Err(without_board(source, object, &members));
        }
        [] => {}
        [(_, member)] => reader.read_board(member)?,
        several if reader.read_named_regions(several)? => {}
        several => return Err(reader.several_boards_refusal(several)),
    }
    let Reader { placed, sizes, .. } = reader;
    let table = placed.into_table(source, writing, asked)?;
    for (key, member, sides) in sizes {
        let texts: Vec<String> = sides.iter().map(usize::to_string).collect();
        let stated = Spanned { value: texts.join("x"), span: value_span(source, member) };
        super::refuse_other_size(source, key, &stated, &table.rows)?;
    }
    for (key, member) in members.iter().filter(|(key, member)| sides(key, member).is_none()) {
        super::refuse_directive_member(source, key, member, writing.directives)?;
    }
    Ok(table)
}

/// Returns the refusal of an object without a board. The refusal points at the first empty array in
/// the object. If there is none, it points at the object.
fn without_board(source: &Source, object: &RawValue, members: &[(String, &RawValue)]) -> Refusal {
    let empty = members.iter().find(|(_, member)| kind(member) == "an array" && is_empty(member));
    match empty {
        Some((_, empty)) => value_refusal(source, empty, "an array of one row or more"),
        None => value_refusal(source, object, "an array of rows, or an object with such an array"),
    }
}

/// Reads an array with a board, as [`read`] reads a member. `asked` and `first` are as for
/// [`read`].
///
/// # Errors
///
/// If the array is no board, or its cells by coordinates do not form a board.
pub(super) fn read_array(
    source: &Source,
    array: &RawValue,
    writing: &Notation,
    asked: Option<Size>,
    first: Option<usize>,
) -> Result<Table, Refusal> {
    let mut reader = Reader::new(source, writing, asked, first);
    reader.read_board(array)?;
    reader.placed.into_table(source, writing, asked)
}

/// Returns the members of an object, in the order of the text. A member that is an object around a
/// part of the board is replaced by its own members. Objects in these stay. An object around a part
/// of the board has a key in [`WRAPPERS`], compared without the ending of a plural. It is neither a
/// list of regions nor an object of cells with values.
///
/// # Errors
///
/// If the value is no object, or a key occurs twice. One of the two keys can be in an inner object.
pub(super) fn unwrap_members<'a>(
    source: &Source,
    object: &'a RawValue,
) -> Result<Vec<(String, &'a RawValue)>, Refusal> {
    let mut members = Vec::new();
    for (key, member) in super::members(source, object)? {
        let is_wrapper = kind(member) == "an object"
            && WRAPPERS.contains(&&singular(&words_of_key(&key).concat())[..])
            && cells::groups(source, member).is_none()
            && cells::values_by_cell(source, member).is_none();
        let inner = if is_wrapper { super::members(source, member)? } else { vec![(key, member)] };
        for (key, member) in inner {
            if members.iter().any(|(known, _)| *known == key) {
                let found = format!("{} a second time", quote(&key));
                let refusal = Refusal::new(found, "an object with each name once");
                return Err(refusal.with_span(source, value_span(source, member)));
            }
            members.push((key, member));
        }
    }
    Ok(members)
}

/// Returns whether a member cannot be the board. This is so in three cases: it is neither an array
/// nor an object; it is empty; it states a size.
fn cannot_be_board(key: &str, member: &RawValue) -> bool {
    !matches!(kind(member), "an array" | "an object")
        || is_empty(member)
        || sides(key, member).is_some()
}

/// Returns whether an array or an object has nothing in it. The value must be an array or an
/// object.
fn is_empty(member: &RawValue) -> bool {
    let text = member.get();
    text[1..text.len() - 1].trim().is_empty()
}

/// A reader of the members of an object, with the results so far.
struct Reader<'a, 'w> {
    source: &'a Source,
    /// The symbols and directives of the family.
    writing: &'a Notation<'w>,
    /// The size that the user requests outside of the text, if any.
    asked: Option<Size>,
    /// The statements of the members so far.
    placed: PlacedStatements,
    /// The members that state a size, with their one or two sides.
    sizes: Vec<(&'a str, &'a RawValue, Vec<usize>)>,
}

impl<'a, 'w> Reader<'a, 'w> {
    /// Returns a reader that has read nothing. `first` is the number of the first row and column,
    /// if it is stated outside of the object.
    fn new(
        source: &'a Source,
        writing: &'a Notation<'w>,
        asked: Option<Size>,
        first: Option<usize>,
    ) -> Reader<'a, 'w> {
        let placed = PlacedStatements { first, ..PlacedStatements::default() };
        Reader { source, writing, asked, placed, sizes: Vec::new() }
    }

    /// Reads a member that states the size or the number of the first row and column: adds it to
    /// `sizes`, or sets `placed.first`. Ignores other members. Refuses a number of the first row
    /// other than 0 and 1. Also refuses it if an earlier member or a directive states another
    /// number.
    fn read_size(&mut self, key: &'a str, member: &'a RawValue) -> Result<(), Refusal> {
        if let Some(sides) = sides(key, member) {
            self.sizes.push((key, member, sides));
            return Ok(());
        }
        let Some(stated) = word(self.source, member)
            .filter(|word| is_integer(&word.value))
            .filter(|_| FIRST.contains(&&words_of_key(key).concat()[..]))
        else {
            return Ok(());
        };
        let first = ["0", "1"].iter().position(|first| *first == stated.value);
        match (first, self.placed.first) {
            (Some(first), None) => self.placed.first = Some(first),
            (Some(first), Some(other)) if first == other => {}
            _ => {
                let found = format!("{} is {}", quote(key), quote(member.get()));
                let refusal = Refusal::new(found, "0 or 1, the number of the first row and column");
                return Err(refusal.with_span(self.source, value_span(self.source, member)));
            }
        }
        Ok(())
    }

    /// Returns the size that the members state together. For example, one member states the number
    /// of rows and another one the number of columns. The number of rows comes first. Of two
    /// members that state the same side, the later one counts. A missing side is equal to the other
    /// side. The position is that of the first member that states a size. Returns `None` if no
    /// member states a size.
    fn stated_size(&self) -> Option<Spanned<[usize; 2]>> {
        let (_, member, _) = self.sizes.first()?;
        let (mut rows, mut columns) = (None, None);
        for (key, _, sides) in &self.sizes {
            match sides[..] {
                [height, width] => (rows, columns) = (Some(height), Some(width)),
                [width] if super::is_width(key) => columns = Some(width),
                [height] => rows = Some(height),
                _ => {}
            }
        }
        let value = [rows.or(columns)?, columns.or(rows)?];
        Some(Spanned { value, span: value_span(self.source, member) })
    }

    /// Returns whether the family has a directive with this name.
    fn has_directive(&self, directive: &str) -> bool {
        self.writing.directives.iter().any(|usage| usage.name() == directive)
    }

    /// Returns whether the family has boards of regions, without open cells.
    fn has_regions(&self) -> bool {
        self.writing.open.is_empty()
    }

    /// Returns the meaning that a key states; a key without known words could be the key of the
    /// board. The meaning depends on the directives of the family: `crosses` are signs in one
    /// family and blocked cells in another. Solutions and notes (keys in [`ASIDE`]) are recognised
    /// before everything else; given cells come last, after signs, symbols, queens and blocked
    /// cells.
    fn role(&self, key: &str) -> Role {
        let words: Vec<String> = words_of_key(key).iter().map(|word| singular(word)).collect();
        let has = |known: &[&str]| words.iter().any(|word| known.contains(&&word[..]));
        if has(SOLUTIONS) || ASIDE.contains(&&words.concat()[..]) {
            return Role::Ignored;
        }
        if self.has_directive("eq") {
            match sign(key) {
                _ if has(SIGNS) => return Role::Pairs(None),
                Some(name) => return Role::Pairs(Some(name)),
                None if has(EQUAL) => return Role::Pairs(Some("eq")),
                None if has(DIFFERENT) => return Role::Pairs(Some("ne")),
                None if has(SYMBOLS) => return Role::Symbol,
                None => {}
            }
        }
        if self.has_directive("given") && has(QUEENS) {
            return Role::Cells("given");
        }
        if self.has_directive("blocked") && has(BLOCKED) {
            return Role::Cells("blocked");
        }
        if has(GIVENS) { Role::Givens } else { Role::Board }
    }

    /// Reads a member. If the member could be the board, returns false and does not read it.
    /// Records the length and the position of a list of queens, since this list could also be a
    /// solution. Refuses a member without the form that `role` needs.
    fn read_member(&mut self, key: &str, member: &RawValue, role: Role) -> Result<bool, Refusal> {
        match role {
            Role::Ignored => {}
            Role::Cells(name) => {
                let cells = self.read_cells(key, member, name)?;
                if name == "given" {
                    let span = value_span(self.source, member);
                    self.placed.perhaps_solved = Some(Spanned { value: cells, span });
                }
            }
            Role::Pairs(meant) => {
                let signs = cells::signs(self.source, member, meant)?;
                self.placed.statements.extend(signs);
            }
            Role::Symbol => self.read_symbols(key, member)?,
            Role::Givens => return self.read_givens(member),
            Role::Board => return Ok(false),
        }
        Ok(true)
    }

    /// Adds a directive with this name for each cell of a member. Returns the number of cells.
    /// Refuses a member that is no list of cells.
    fn read_cells(
        &mut self,
        key: &str,
        member: &RawValue,
        name: &'static str,
    ) -> Result<usize, Refusal> {
        let cells = self.read_places(key, member)?;
        let number = cells.len();
        self.placed
            .statements
            .extend(cells.into_iter().map(|place| Statement::for_cell(name, place)));
        Ok(number)
    }

    /// Reads cells that all have the symbol of the key. If the key contains a word for a symbol,
    /// this word is the symbol; otherwise the whole key is the symbol. Refuses a member that is no
    /// list of cells.
    fn read_symbols(&mut self, symbol: &str, member: &RawValue) -> Result<(), Refusal> {
        let cells = self.read_places(symbol, member)?;
        let words = words_of_key(symbol);
        let word =
            words.iter().map(|word| singular(word)).find(|word| SYMBOLS.contains(&&word[..]));
        let value = word.unwrap_or_else(|| symbol.to_owned());
        let name = Spanned { value, span: value_span(self.source, member) };
        self.add_groups(vec![(Some(name), cells)])
    }

    fn read_places(&self, key: &str, member: &RawValue) -> Result<Vec<Place>, Refusal> {
        cells::read_cells(self.source, member).ok_or_else(|| self.no_cells_refusal(key, member))
    }

    /// Returns the refusal of a member that should list cells. Cells such as `A1` have a message of
    /// their own.
    fn no_cells_refusal(&self, key: &str, member: &RawValue) -> Refusal {
        let lettered = cells::lettered_place(self.source, member);
        if let Some(place) = lettered.or_else(|| cells::lettered_group(self.source, member)) {
            return cells::lettered_refusal(self.source, place);
        }
        let expected = format!("{} as a list of cells, such as [[0, 3], [1, 0]]", quote(key));
        value_refusal(self.source, member, &expected)
    }

    /// Reads given cells: cells with symbols, lists of cells for each kind, or a list of queens.
    /// Does not record these queens as a possible solution. An empty list has no given cells.
    /// Returns false, and reads nothing, if the member could consist of rows or has none of these
    /// forms. An unknown key of a list is a symbol if the family has the directive `eq`; in another
    /// family, the list is refused. Also refuses a wrong symbol, three rows that could also be
    /// three cells, and a member with a known key that is no list of cells or pairs.
    fn read_givens(&mut self, member: &RawValue) -> Result<bool, Refusal> {
        let source = self.source;
        if let Some(values) = cells::values_by_cell(source, member) {
            return self.given_values(values).map(|()| true);
        }
        if let Some(super::Members(all)) = cells::members(member) {
            for (key, member) in all.iter().filter(|(key, member)| !cannot_be_board(key, member)) {
                match self.role(key) {
                    Role::Cells(name) => {
                        self.read_cells(key, member, name)?;
                    }
                    role @ Role::Pairs(_) => {
                        self.read_member(key, member, role)?;
                    }
                    _ if self.has_directive("eq") => self.read_symbols(key, member)?,
                    _ => {
                        let found = format!("{} within given cells", quote(key));
                        let expected = "`queens` or `blocked`, each with a list of cells";
                        let refusal = Refusal::new(found, expected);
                        return Err(refusal.with_span(source, value_span(source, member)));
                    }
                }
            }
            return Ok(true);
        }
        let all = elements(member).unwrap_or_default();
        let values = all.iter().map(|one| cells::read_placed_value(source, one, false));
        if let Some(values) = values.collect::<Option<Vec<_>>>() {
            if self.may_be_rows(member, false)? {
                return Ok(false);
            }
            return self.given_values(values).map(|()| true);
        }
        if self.has_directive("given") && cells::read_cells(source, member).is_some() {
            return self.read_cells("givens", member, "given").map(|_| true);
        }
        Ok(false)
    }

    /// Adds given cells with their symbols. On a board of regions (with a directive `given`), a
    /// symbol says whether the cell has a queen or is blocked: it becomes a statement `given` or
    /// `blocked`. There, upper and lower case do not differ, an empty symbol says nothing, and any
    /// other symbol is refused. On another board, the cells are added with their symbols unchecked.
    fn given_values(&mut self, values: Vec<cells::PlacedValue>) -> Result<(), Refusal> {
        if !self.has_directive("given") {
            self.placed.values.extend(values);
            return Ok(());
        }
        for (place, value) in values {
            let name = match value.value.to_lowercase().as_str() {
                "q" | "queen" | "star" | "s" | "crown" | "👑" | "★" | "1" | "true" => "given",
                "x" | "." | "blocked" | "cross" | "×" | "0" | "false" => "blocked",
                "" => continue,
                other => {
                    let found = format!("{} as a given cell", quote(other));
                    let refusal = Refusal::new(found, "`Q` for a queen, or `x` for none");
                    return Err(refusal.with_span(self.source, value.span));
                }
            };
            self.placed.statements.push(Statement::for_cell(name, place));
        }
        Ok(())
    }

    /// Returns whether a list of cells with symbols has the form of rows: as many elements as the
    /// board has rows, with three cells each. If each element has three cells, but the size is not
    /// known, returns `usually`. The size that members state takes precedence over the size that
    /// the user requests. Refuses three elements on a board of 3x3, since they could be rows or
    /// cells.
    fn may_be_rows(&self, list: &RawValue, usually: bool) -> Result<bool, Refusal> {
        let all = elements(list).unwrap_or_default();
        if !all.iter().all(|one| elements(one).is_some_and(|cells| cells.len() == 3)) {
            return Ok(false);
        }
        match self.placed.size.as_ref().map(|size| size.value).or(self.asked.map(Size::sides)) {
            None => Ok(usually),
            Some([3, 3]) if all.len() == 3 => {
                let found =
                    "a list that can be three rows of a board or three cells with their symbols";
                let refusal =
                    Refusal::new(found, "cells as objects: {\"row\": 0, \"col\": 2, \"value\": 1}");
                Err(refusal.with_span(self.source, value_span(self.source, list)))
            }
            Some(size) => Ok(size == [all.len(), 3]),
        }
    }

    /// Reads the member with the board: rows become `placed.rows`; regions, and cells with regions
    /// or symbols, are added to `placed.values`. Refuses cells such as `A1`, and a list in which
    /// most but not all elements are cells. Refuses a list of cells that cannot be split into rows,
    /// three rows that could also be three cells, and everything that is no board. If the family
    /// has symbols, also refuses a list of cells without a symbol.
    pub(super) fn read_board(&mut self, member: &RawValue) -> Result<(), Refusal> {
        let source = self.source;
        if let Some(values) = cells::values_by_cell(source, member) {
            self.placed.values.extend(values);
            return Ok(());
        }
        if let Some(groups) = cells::groups(source, member) {
            return self.add_groups(groups);
        }
        let all = elements(member).unwrap_or_default();
        let values =
            all.iter().map(|one| cells::read_placed_value(source, one, self.has_regions()));
        if let Some(values) = values.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
            && !self.may_be_rows(member, true)?
        {
            self.placed.values.extend(values);
            return Ok(());
        }
        if let Some(place) = cells::lettered_group(source, member) {
            return Err(cells::lettered_refusal(source, place));
        }
        let size = self.placed.size.as_ref().map(|size| size.value).or(self.asked.map(Size::sides));
        if let Some(rows) = flat::rows(source, member, size, self.placed.has_members)? {
            self.placed.rows = Some(rows);
            return Ok(());
        }
        if let Some(place) = cells::slip(source, member, self.has_regions()) {
            let found = format!("{} among cells", quote(&source.text()[place.clone()]));
            let expected = "`[R, C]` for each cell, or `[R, C, \"symbol\"]`";
            return Err(Refusal::new(found, expected).with_span(source, place));
        }
        self.placed.rows = Some(board(source, member)?.rows);
        Ok(())
    }

    /// Adds lists of cells with their names. No list may be empty. Regions without names get
    /// numbers from 1; if the family has symbols instead, a list without a name is refused.
    fn add_groups(&mut self, groups: Vec<cells::Group>) -> Result<(), Refusal> {
        for (index, (name, cells)) in groups.into_iter().enumerate() {
            let Some(name) = name.or_else(|| self.region_number(index, &cells)) else {
                let found = "a list of cells without a symbol";
                let refusal = Refusal::new(found, "`[R, C, \"symbol\"]` for each cell");
                return Err(refusal.with_span(self.source, cells[0].span.clone()));
            };
            self.placed.values.extend(cells.into_iter().map(|place| {
                let span = place.span.clone();
                (place, Spanned { value: name.value.clone(), span })
            }));
        }
        Ok(())
    }

    /// Returns the number of a region, from 1, as its name. Returns `None` if the family has no
    /// regions. The list of cells must not be empty.
    fn region_number(&self, index: usize, cells: &[Place]) -> Option<Spanned<String>> {
        let span = cells[0].span.clone();
        self.has_regions().then(|| Spanned { value: (index + 1).to_string(), span })
    }

    /// Reads members that all are lists of cells. Each list is a region, and its key is the name of
    /// the region. Returns false if a member is no list of cells, or the family has no regions.
    fn read_named_regions(&mut self, members: &[(&String, &RawValue)]) -> Result<bool, Refusal> {
        let group = |(key, member): &(&String, &RawValue)| {
            let name = Spanned { value: (*key).clone(), span: value_span(self.source, member) };
            Some((Some(name), cells::read_cells(self.source, member)?))
        };
        let groups: Option<Vec<cells::Group>> = members.iter().map(group).collect();
        match groups.filter(|_| self.has_regions()) {
            Some(groups) => self.add_groups(groups).map(|()| true),
            None => Ok(false),
        }
    }

    /// Returns the refusal of several members that could be the board. There must be at least two.
    /// If all of them list cells such as `A1`, the refusal is about the first of these cells.
    /// Otherwise, if a key looks like a directive, the refusal names the directive to use.
    fn several_boards_refusal(&self, several: &[(&String, &RawValue)]) -> Refusal {
        let mut lettered = several.iter().map(|(_, list)| cells::lettered_place(self.source, list));
        if let Some(place) = lettered.next().flatten().filter(|_| lettered.all(|one| one.is_some()))
        {
            return cells::lettered_refusal(self.source, place);
        }
        let names: Vec<String> = several.iter().map(|(name, _)| quote(name)).collect();
        let found = format!("an object with {}", names.join(" and "));
        let expected = "only one array of rows, besides numbers and words";
        let directive = several.iter().find_map(|(name, member)| {
            let meant = directives::example_for_member(name, "", self.writing.directives)?;
            Some((value_span(self.source, member), meant))
        });
        let (place, expected) = match directive {
            Some((place, meant)) => (place, format!("{meant} on its own line, and {expected}")),
            None => (value_span(self.source, several[1].1), expected.to_owned()),
        };
        Refusal::new(found, expected).with_span(self.source, place)
    }
}
