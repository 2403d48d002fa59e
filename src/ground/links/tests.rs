//! Tests of every format. A written board is read as the same board, and its text equals that of a
//! second, naive writer. A damaged text is refused with the place of the damage, or is another
//! board that can be written and read.

use proptest::prelude::*;

use super::unruly::Level;
use super::walls::{Walls, second_piece};
use super::*;
use crate::board::cell;
use crate::source::rows::accidents;

fn source(text: &str) -> Source {
    Source::new("board", text)
}

fn walled(sides: std::ops::Range<usize>) -> impl Strategy<Value = Grid<usize>> {
    sides.prop_flat_map(|side| {
        let size = Size::new(side, side).expect("a small side");
        let walls = prop::collection::vec(prop::bool::weighted(0.6), 2 * side * side);
        walls.prop_map(move |drawn| {
            let mut walls = Walls::none(size);
            for at in size.cells() {
                let place = 2 * (at.row * side + at.column);
                if drawn[place] {
                    walls.add_right_wall(at);
                }
                if drawn[place + 1] {
                    walls.add_lower_wall(at);
                }
            }
            walls.regions()
        })
    })
}

fn coloured() -> impl Strategy<Value = Grid<Option<Colour>>> {
    (3_usize..7, 3_usize..7).prop_flat_map(|(rows, columns)| {
        let size = Size::new(2 * rows, 2 * columns).expect("small sides");
        let colour = prop_oneof![
            8 => Just(None),
            1 => Just(Some(Colour::White)),
            1 => Just(Some(Colour::Black))
        ];
        let cells = prop::collection::vec(colour, size.area());
        cells.prop_map(move |cells| {
            Grid::from_fn(size, |at| cells[at.row * size.columns() + at.column])
        })
    })
}

/// Packs zeros and ones into digits of `alphabet`. Each digit stands for `width` zeros and ones.
fn packed(bits: &str, width: usize, alphabet: &str) -> String {
    let digits: Vec<char> = bits.chars().collect();
    let digit = |bits: &[char]| {
        let bits: String = bits.iter().collect();
        let value = usize::from_str_radix(&bits, 2).expect("zeros and ones");
        alphabet.chars().nth(value).expect("a digit of each value")
    };
    digits.chunks(width).map(digit).collect()
}

fn bits(regions: &Grid<usize>, places: impl Iterator<Item = [(usize, usize); 2]>) -> String {
    let differ = |[(row, column), (below, right)]: [(usize, usize); 2]| {
        if regions[cell(row, column)] == regions[cell(below, right)] { '0' } else { '1' }
    };
    places.map(differ).collect()
}

/// Returns three lists of walls as zeros and ones: the walls to the right of cells, the walls below
/// cells row by row, and the walls below cells column by column.
fn all_bits(regions: &Grid<usize>) -> [String; 3] {
    let n = regions.size().rows();
    let right = (0..n).flat_map(|r| (1..n).map(move |c| [(r, c - 1), (r, c)]));
    let by_rows = (1..n).flat_map(|r| (0..n).map(move |c| [(r - 1, c), (r, c)]));
    let by_columns = (0..n).flat_map(|c| (1..n).map(move |r| [(r - 1, c), (r, c)]));
    [bits(regions, right), bits(regions, by_rows), bits(regions, by_columns)]
}

fn padded(bits: &str, width: usize) -> String {
    format!("{bits}{}", "0".repeat((width - bits.len() % width) % width))
}

/// Reads an id of Unruly into a text of cells.
fn spelled_out(letters: &str) -> String {
    let mut cells = String::new();
    for letter in letters.chars() {
        let skipped = usize::from(u8::try_from(letter.to_ascii_lowercase()).expect("ASCII") - b'a');
        cells += &".".repeat(skipped);
        match letter {
            'z' | 'Z' => {}
            'a'..='y' => cells.push('0'),
            _ => cells.push('1'),
        }
    }
    cells
}

fn in_characters(cells: &Grid<Option<Colour>>) -> String {
    let character = |cell: &Option<Colour>| match cell {
        None => '.',
        Some(Colour::White) => '0',
        Some(Colour::Black) => '1',
    };
    cells.iter().map(|(_, cell)| character(cell)).collect()
}

fn damaged(text: &str, place: usize, with: char, how: u8) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let place = place % characters.len();
    match how % 3 {
        0 => characters[place] = with,
        1 => drop(characters.remove(place)),
        _ => characters.insert(place, with),
    }
    characters.into_iter().collect()
}

type ReadRegions = fn(&Source) -> Result<RegionBoard, Refusal>;

/// Writes a board of regions in each format with a canonical text.
fn texts(regions: &Grid<usize>, stars: usize) -> Vec<(String, ReadRegions)> {
    let put = Grid::from_fn(regions.size(), |at| match (at.row + 2 * at.column) % 5 {
        0 => Some(true),
        1 => Some(false),
        _ => None,
    });
    vec![
        (puzzlink::write(regions, stars), puzzlink::read),
        (pzprv3::write(regions, stars, &put), pzprv3::read),
        (sbn::write(regions, stars), sbn::read),
        (team::write_star_battle(regions), team::read_star_battle),
    ]
}

fn rewritten(divided: &RegionBoard, text: &str) -> Option<String> {
    let regions = Grid::from_fn(divided.regions.size(), |at| {
        divided.regions[at].expect("these formats have a region for each cell")
    });
    let stars = divided.stars.as_ref().map_or(1, |stars| stars.value);
    if !regions.size().is_square() || !sbn::SIDES.contains(&regions.size().rows()) || stars > 63 {
        return None;
    }
    if text.starts_with("pzprv3") {
        return Some(pzprv3::write(&regions, stars, divided.put.as_ref().expect("answer cells")));
    }
    let all = texts(&regions, stars);
    let place = if text.contains("starbattle") { 0 } else { 2 + usize::from(text.contains(',')) };
    Some(all[place].0.clone())
}

proptest! {
    #[test]
    fn regions_are_written_and_read(regions in walled(5..10), stars in 1_usize..4) {
        prop_assert_eq!(second_piece(&regions), None);
        for (text, read) in texts(&regions, stars) {
            let divided = read(&source(&text)).expect(&text);
            for at in regions.size().cells() {
                prop_assert_eq!(divided.regions[at], Some(regions[at]), "{}", text);
            }
            let stated = divided.stars.as_ref().map(|stars| stars.value);
            prop_assert!(text.contains(',') || stated == Some(stars));
            prop_assert_eq!(rewritten(&divided, &text), Some(text));
        }
    }

    #[test]
    fn walls_are_packed_as_a_naive_writer_packs_them(regions in walled(5..10)) {
        let n = regions.size().rows();
        let [right, by_rows, by_columns] = all_bits(&regions);
        let base32 = "0123456789abcdefghijklmnopqrstuv";
        let walls = packed(&padded(&right, 5), 5, base32) + &packed(&padded(&by_rows, 5), 5, base32);
        prop_assert_eq!(
            puzzlink::write(&regions, 1),
            format!("https://puzz.link/p?starbattle/{n}/{n}/1/{walls}")
        );
        let all = right + &by_columns;
        let front = "0".repeat((6 - all.len() % 6) % 6) + &all;
        let base64: String =
            ('0'..='9').chain('A'..='Z').chain('a'..='z').chain(['-', '_']).collect();
        let written = sbn::write(&regions, 1);
        prop_assert_eq!(&written[4..], packed(&front, 6, &base64));
    }

    #[test]
    fn cells_are_written_and_read(cells in coloured(), is_distinct in any::<bool>()) {
        let level = Some(Level::Easy).filter(|_| is_distinct);
        let id = unruly::write(&cells, is_distinct, level);
        let read = unruly::read(&source(&id)).expect(&id);
        prop_assert_eq!(&read.cells, &cells);
        prop_assert_eq!(read.is_distinct.map(|stated| stated.value), Some(is_distinct));
        prop_assert_eq!(read.level, level);
        let (_, letters) = id.split_once(':').expect("a colon");
        prop_assert_eq!(spelled_out(letters), in_characters(&cells) + "0");
        let task = team::write_binairo(&cells);
        let read = team::read_binairo(&source(&task), Some(cells.size())).expect(&task);
        prop_assert_eq!(&read.cells, &cells);
    }

    #[test]
    fn a_damaged_text_is_refused_or_a_whole_board(
        regions in walled(5..8),
        place in any::<usize>(),
        with in prop_oneof![any::<char>(), prop::char::range('0', 'z')],
        how in any::<u8>(),
    ) {
        for (text, read) in texts(&regions, 2) {
            let damaged = source(&damaged(&text, place, with, how));
            match read(&damaged) {
                Err(refusal) => {
                    accidents::check_refusal(&refusal);
                    prop_assert!(refusal.place.is_some(), "{}", damaged.text());
                }
                Ok(divided) => {
                    let Some(again) = rewritten(&divided, &text) else { continue };
                    let read = read(&source(&again)).expect(&again);
                    prop_assert_eq!(read.regions, divided.regions);
                    prop_assert_eq!(read.put, divided.put);
                }
            }
        }
    }

    #[test]
    fn a_damaged_id_is_refused_or_a_whole_board(
        cells in coloured(),
        place in any::<usize>(),
        with in prop_oneof![any::<char>(), prop::char::range('0', 'z')],
        how in any::<u8>(),
    ) {
        let id = damaged(&unruly::write(&cells, true, None), place, with, how);
        match unruly::read(&source(&id)) {
            Err(refusal) => prop_assert!(refusal.place.is_some(), "{}", id),
            Ok(read) => {
                let is_distinct = read.is_distinct.is_some_and(|stated| stated.value);
                let again = unruly::write(&read.cells, is_distinct, read.level);
                prop_assert_eq!(unruly::read(&source(&again)).expect(&again).cells, read.cells);
            }
        }
        let task = damaged(&team::write_binairo(&cells), place, with, how);
        match team::read_binairo(&source(&task), Some(cells.size())) {
            Err(refusal) => prop_assert!(refusal.place.is_some(), "{}", task),
            Ok(read) => {
                let again = team::write_binairo(&read.cells);
                let size = Some(read.cells.size());
                prop_assert_eq!(
                    team::read_binairo(&source(&again), size).expect(&again).cells,
                    read.cells
                );
            }
        }
    }

    #[test]
    fn any_text_is_a_board_or_a_refusal(board in accidents::texts(&[
        "https://puzz.link/p?starbattle/4/4/1/b309dg\n",
        "pzprv3\nstarbattle\n2\n2\n1\n2\n0 1 \n0 1 \n# . \n. + \n",
        "SAVEFILE:4:Game\nGAME    :6:Unruly\nPARAMS  :3:6x6\nDESC    :14:eABbbbAbFbddAc\nMOVE    :6:P0,0,0\n",
        "6x6udn:eABbbbAbFbddAc\n",
        "[areas]\n1 1\n@ 2\n[solution]\nx -\n- x\n[end]\n",
        "var task = '01h1d1';\n",
        "m=edit&p=Ky4sTSxK1THRMeGKNtABw1guruoqV6vqWp==\n",
    ])) {
        let regions: [ReadRegions; 5] =
            [puzzlink::read, pzprv3::read, sbn::read, team::read_star_battle, janko::read_regions];
        for read in regions {
            read(&board).err().iter().for_each(accidents::check_refusal);
        }
        unruly::read(&board).err().iter().for_each(accidents::check_refusal);
        janko::read_colours(&board).err().iter().for_each(accidents::check_refusal);
        team::read_binairo(&board, None).err().iter().for_each(accidents::check_refusal);
        penpa::read(&board).err().iter().for_each(accidents::check_refusal);
        for link in ALL {
            let _ = (link.recognises)(&board);
        }
        let _ = (is_link_word(board.text()), refuse_addresses(&board, "queens", &[]));
    }
}

#[cfg(feature = "compress")]
proptest! {
    #[test]
    fn a_drawing_is_written_and_read(regions in walled(1..8), star in any::<usize>()) {
        let size = regions.size();
        let at = cell(star % size.rows(), star / 7 % size.columns());
        let symbols = vec![penpa::Symbol { at, name: "star".to_owned(), style: 2 }];
        let walls = Walls::between(&regions);
        for number in [None, Some(3)] {
            let sketch = penpa::Sketch { walls: walls.clone(), symbols: symbols.clone(), number };
            let link = penpa::write(&sketch).expect("a build that packs");
            let drawing = penpa::read(&source(&link)).expect(&link);
            prop_assert_eq!(&drawing.walls, &walls);
            prop_assert_eq!(&drawing.symbols, &symbols);
            prop_assert_eq!(drawing.outside, Vec::from_iter(number));
            prop_assert!(is_link_word(&link));
        }
    }
}

#[test]
fn damage_is_named_with_its_place() {
    let link = "https://puzz.link/p?starbattle/4/4/1/";
    for (text, refusal) in [
        (format!("{link}b309d"), "board:1:43: 5 characters of walls; expected 6"),
        (format!("{link}b309dgg"), "board:1:44: 7 characters of walls; expected 6"),
        (
            format!("{link}b30%dg"),
            "board:1:41: `%`, which is no digit of walls; expected `0` to `9` or `a` to `v`",
        ),
        (
            "https://puzz.link/p?starbattle/4/4/0/b309dg".to_owned(),
            "board:1:36: 0 stars in each row, column and region; expected at least 1",
        ),
        (
            "https://puzz.link/p?sudoku/4/4/1/b309dg".to_owned(),
            "board:1:21: a puzzle of the kind `sudoku`; expected `starbattle`",
        ),
        (
            format!("{link}b309dh"),
            "board:1:43: a wall beyond the board; expected 0 in the unused bits of this digit",
        ),
    ] {
        let outcome = puzzlink::read(&source(&text)).map_err(|refusal| refusal.to_string());
        assert_eq!(outcome.err().as_deref(), Some(refusal), "{text}");
    }
    for (text, refusal) in [
        ("1,1,2,2,", "board:1:9: no number; expected the number of a region"),
        ("1,,2,2", "board:1:3: no number; expected the number of a region"),
        ("1,b,2,2", "board:1:3: `b` is no number; expected the number of a region"),
    ] {
        let outcome = team::read_star_battle(&source(text)).map_err(|refusal| refusal.to_string());
        assert_eq!(outcome.err().as_deref(), Some(refusal), "{text}");
    }
    for (text, refusal) in [
        (
            "8x8#12345",
            "board:1:4: the seed of a board, not a board; expected the id with `:` and the cells, which Unruly \
             shows under Game, Specific; only Unruly makes the board of a seed",
        ),
        (
            "6x6:eABbbbAbFbddA",
            "board:1:18: 34 cells before the end; expected 36 cells, and at the end a lowercase letter that leads one place beyond the last cell",
        ),
        ("6x6q:a", "board:1:4: `q` after the size; expected `u`, `dt`, `de` or `dn`, or `:`"),
        ("7x6:a", "board:1:1: a board of 6x7; expected even sides"),
    ] {
        let outcome = unruly::read(&source(text)).map_err(|refusal| refusal.to_string());
        assert_eq!(outcome.err().as_deref(), Some(refusal), "{text}");
    }
}

/// pzpr counts the regions that walls enclose.
#[test]
fn a_file_has_as_many_regions_as_it_says() {
    let file = |number: usize, rows: &str| {
        format!("pzprv3/starbattle/3/3/1/{number}/{rows}. . . /. . . /. . . /")
    };
    let together = "0 0 1 /0 2 1 /2 2 2 /";
    let apart = "0 0 1 /0 1 1 /1 0 0 /";
    let numbered_from_7 = "9 9 7 /9 8 7 /8 8 8 /";
    for (number, rows) in [(3, together), (4, apart), (3, numbered_from_7)] {
        pzprv3::read(&source(&file(number, rows))).expect(rows);
    }
    for (number, rows, refusal) in [
        (
            4,
            together,
            "board:1:25: 4 regions; expected 3, as many as the rows of region numbers have",
        ),
        (
            2,
            together,
            "board:1:25: 2 regions; expected 3, as many as the rows of region numbers have",
        ),
        (2, apart, "board:1:25: 2 regions; expected 4, as many as the rows of region numbers have"),
    ] {
        let outcome = pzprv3::read(&source(&file(number, rows)));
        assert_eq!(outcome.err().map(|refusal| refusal.to_string()).as_deref(), Some(refusal));
    }
}

#[test]
fn a_saved_game_has_its_moves_up_to_its_position() {
    let game = |position: usize, moves: &str| {
        format!(
            "SAVEFILE:4:Game\nGAME    :6:Unruly\nPARAMS  :3:6x6\nDESC    :14:eABbbbAbFbddAc\n\
             STATEPOS:1:{position}\n{moves}"
        )
    };
    let moves = "MOVE    :6:P0,1,0\nMOVE    :6:P1,2,0\nMOVE    :6:P-,1,0\n";
    for (position, expected) in [(1, [None; 2]), (3, [Some(Colour::White), Some(Colour::Black)])] {
        let read = unruly::read(&source(&game(position, moves))).expect("a saved game");
        let put = read.put.expect("moves");
        assert_eq!([put[cell(0, 1)], put[cell(0, 2)]], expected);
    }
    for (position, moves) in [
        (9, moves),
        (2, "MOVE    :6:P2,1,0\n"),
        (2, "MOVE    :6:P0,4,0\n"),
        (2, "MOVE    :5:P0,1,0\n"),
    ] {
        let refusal = unruly::read(&source(&game(position, moves))).expect_err(moves);
        assert!(refusal.place.is_some(), "{refusal}");
    }
}

/// The decoder of base 64 names a byte, which can be inside a character.
#[cfg(feature = "compress")]
#[test]
fn a_character_of_many_bytes_in_a_packed_link_is_named() {
    let penpa = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";
    let packed = "7Vdb+/ZOH==";
    let digits = packed.trim_end_matches('=').len();
    for character in ["é", "İ", "┘", "🟥", "中"] {
        for place in 0..=digits {
            let (before, behind) = packed.split_at(place);
            for count in 1..4 {
                let link = format!("{penpa}{before}{}{behind}", character.repeat(count));
                let refusal = penpa::read(&source(&link)).expect_err(&link).to_string();
                assert!(refusal.contains(character), "{link}: {refusal}");
            }
        }
    }
}

#[test]
fn percent_escapes_of_every_kind_of_link_are_decoded() {
    let regions = Grid::from_fn(Size::new(5, 5).expect("a small side"), |at| at.row);
    let cells = Grid::from_fn(Size::new(6, 6).expect("a small side"), |at| {
        (at.row == at.column).then_some(Colour::Black)
    });
    let penpa = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7Vdb+/ZOH==";
    let links = [
        puzzlink::write(&regions, 1),
        sbn::write(&regions, 1),
        team::write_star_battle(&regions),
        team::write_binairo(&cells),
        unruly::write(&cells, true, None),
        "#6x6udn:eABbbbAbFbddAc".to_owned(),
        penpa.to_owned(),
    ];
    let escape = |text: &str, is_escaped: fn(char) -> bool| -> String {
        let written = |character: char| match character {
            character if is_escaped(character) => format!("%{:02X}", u32::from(character)),
            character => character.to_string(),
        };
        text.chars().map(written).collect()
    };
    for link in links {
        let some = escape(&link, |character| "+/=?%#,".contains(character));
        let whole = escape(&link, |character| !character.is_ascii_alphanumeric());
        let twice = escape(&whole, |character| character == '%');
        for escaped in [&link, &some, &whole, &twice] {
            assert_eq!(unescape(source(escaped)).text(), link, "{escaped}");
        }
        if link.starts_with('#') {
            continue;
        }
        let among = format!("# stars 1\n\n{some}\n");
        assert_eq!(unescape(source(&among)).text(), format!("# stars 1\n\n{link}\n"));
    }
    let word = "https%3a%2f%2fpuzz.link%2fp%3fstarbattle%2f4%2f4%2f1%2fb309dg";
    assert!(is_link_word(word) && !is_link_word("100%25") && !is_link_word("a%2Fb"));
    for end in ["%0A", "%0d%0a", "%20", "\n"] {
        assert!(is_link_word(&format!("{word}{end}")), "{end:?}");
    }
    assert!(!is_link_word(&format!("{word}%0AAABB")));
    for text in ["100%25", "AB%\nBA%", "https%3", "%zz%41", "a%2Fb", "%FF%FE", "%C3%A9"] {
        assert_eq!(unescape(source(text)).text(), text);
    }
}

/// A word that could be the name of a file is no board.
#[test]
fn only_what_is_surely_a_board_is_taken_for_one() {
    for word in [
        "https://puzz.link/p?starbattle/4/4/1/b309dg",
        "http://example.org",
        "starbattle/4/4/1/b309dg",
        "m=edit&p=AAAA",
        "6x6:eABbbbAbFbddAc",
        "8x8#1",
        "551W4hU4Pnq",
        "1,1,2,2",
        "01h1d1",
    ] {
        assert!(is_link_word(word), "{word}");
    }
    for word in
        ["board.txt", "boards/", "-", "board1", "8x8", "queens", "881W", "1.txt", "a,b", "10"]
    {
        assert!(!is_link_word(word), "{word}");
    }
}

#[test]
fn other_links_are_refused() {
    for (text, found) in [
        ("https://example.org/a\nhttps://example.org/b\n", "a second link"),
        ("https://example.org/a", "of no known kind"),
        ("https://puzz.link/p?starbattle/4/4/1/b309dg", "a link of puzzlink"),
    ] {
        let refusal = refuse_addresses(&source(text), "armies", &[]).expect_err(text);
        assert!(refusal.found.contains(found), "{refusal}");
    }
    assert!(refuse_addresses(&source("AAB\nABB\nBBB\n"), "queens", &["sbn"]).is_ok());
}

#[test]
fn a_second_piece_is_found() {
    let regions = |text: &str| {
        let rows: Vec<Vec<char>> = text.split(' ').map(|row| row.chars().collect()).collect();
        let size = Size::new(rows.len(), rows[0].len()).expect("a small board");
        Grid::from_fn(size, |at| rows[at.row][at.column])
    };
    assert_eq!(second_piece(&regions("AAB ABB CCC")), None);
    assert_eq!(second_piece(&regions("AAB ABB CCA")), Some(cell(2, 2)));
}
