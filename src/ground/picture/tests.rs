//! Tests of pictures and their colours.

use proptest::prelude::*;
use roxmltree::Document;

use super::*;

/// A call that changes a picture. Its spots may be outside the picture.
#[derive(Clone, Debug)]
enum Call {
    Fill(Spot, Fill),
    Wall(Spot, Spot, Wall),
    Piece(Spot, Spot),
    Mark(Spot, Mark),
    Note(Spot, char),
    Number(Spot, i64),
    Sign(Spot, Spot, char),
    Path(Vec<Spot>),
    Caption(String),
}

impl Call {
    fn make(&self, picture: &mut Picture) {
        match self {
            Call::Fill(spot, fill) => picture.set_fill(*spot, *fill),
            Call::Wall(a, b, wall) => picture.set_wall(*a, *b, *wall),
            Call::Piece(from, to) => picture.add_piece(*from, *to),
            Call::Mark(spot, mark) => picture.set_mark(*spot, *mark),
            Call::Note(spot, symbol) => picture.set_note(*spot, *symbol),
            Call::Number(spot, number) => picture.set_number(*spot, *number),
            Call::Sign(a, b, symbol) => picture.set_sign(*a, *b, *symbol),
            Call::Path(spots) => picture.add_path(spots),
            Call::Caption(line) => picture.add_caption(line),
        }
    }
}

fn spot() -> impl Strategy<Value = Spot> {
    let place = || prop_oneof![20 => 0..6_usize, 1 => Just(usize::MAX)];
    (place(), place())
}

fn fill() -> impl Strategy<Value = Fill> {
    prop_oneof![
        Just(Fill::Plain),
        Just(Fill::Light),
        Just(Fill::Dark),
        Just(Fill::White),
        Just(Fill::Blue),
        Just(Fill::Shade),
        Just(Fill::Outside),
        any::<usize>().prop_map(Fill::Region),
    ]
}

fn mark() -> impl Strategy<Value = Mark> {
    let shapes = [MarkShape::Letter, MarkShape::Queen, MarkShape::Disc, MarkShape::Hole];
    let shape = proptest::sample::select(shapes.to_vec());
    let ink = proptest::sample::select(INKS.to_vec());
    (shape, any::<char>(), ink, any::<bool>()).prop_map(|(shape, symbol, ink, bold)| Mark {
        shape,
        symbol,
        ink,
        bold,
    })
}

fn call() -> impl Strategy<Value = Call> {
    let wall = prop_oneof![Just(Wall::None), Just(Wall::Thin), Just(Wall::Thick)];
    prop_oneof![
        (spot(), fill()).prop_map(|(spot, fill)| Call::Fill(spot, fill)),
        (spot(), spot(), wall).prop_map(|(a, b, wall)| Call::Wall(a, b, wall)),
        (spot(), spot()).prop_map(|(from, to)| Call::Piece(from, to)),
        (spot(), mark()).prop_map(|(spot, mark)| Call::Mark(spot, mark)),
        (spot(), any::<char>()).prop_map(|(spot, symbol)| Call::Note(spot, symbol)),
        (spot(), any::<i64>()).prop_map(|(spot, number)| Call::Number(spot, number)),
        (spot(), spot(), any::<char>()).prop_map(|(a, b, symbol)| Call::Sign(a, b, symbol)),
        proptest::collection::vec(spot(), 0..5).prop_map(Call::Path),
        any::<String>().prop_map(Call::Caption),
    ]
}

fn picture() -> impl Strategy<Value = Picture> {
    let calls = proptest::collection::vec(call(), 0..40);
    (0..6_usize, 0..6_usize, any::<String>(), calls).prop_map(|(rows, columns, title, calls)| {
        let mut picture = Picture::new(rows, columns, &title);
        for call in &calls {
            call.make(&mut picture);
        }
        picture
    })
}

fn styles() -> impl Iterator<Item = text::Style> {
    [None, Some(14), Some(7), Some(0)]
        .into_iter()
        .flat_map(|columns| [false, true].map(|colour| text::Style { colour, columns }))
}

proptest! {
    #[test]
    fn any_calls_make_a_text(picture in picture()) {
        for style in styles() {
            let drawn = text::draw(&picture, style);
            prop_assert!(drawn.ends_with('\n'));
            if !style.colour {
                prop_assert!(drawn.split('\n').all(|line| line.trim_end() == line));
                prop_assert!(!drawn.contains('\x1b'));
            }
        }
    }

    #[test]
    fn any_calls_make_a_well_formed_svg(picture in picture()) {
        let drawn = svg::draw(&picture);
        prop_assert!(Document::parse(&drawn).is_ok(), "{}", drawn);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[cfg(feature = "png")]
    #[test]
    fn any_calls_make_a_png(picture in picture()) {
        prop_assert!(png::draw(&picture, &crate::stop::Stop::unlimited()).is_ok());
    }
}

const INKS: [Ink; 8] =
    [Ink::Black, Ink::Grey, Ink::White, Ink::Red, Ink::Blue, Ink::Green, Ink::Orange, Ink::Purple];

#[test]
fn the_pastels_differ_in_print_and_on_a_terminal() {
    let apart = |tone: fn(&Tone) -> u32| {
        let mut tones: Vec<u32> = REGIONS.iter().map(tone).collect();
        tones.sort_unstable();
        tones.dedup();
        tones.len()
    };
    assert_eq!(apart(|tone| tone.rgb), PASTELS);
    assert_eq!(apart(|tone| tone.ansi.into()), PASTELS);
    assert_eq!(Fill::Region(3).tone(), Fill::Region(3 + PASTELS).tone());
}

#[test]
fn every_ink_is_readable_on_every_fill() {
    let fills = [Fill::Plain, Fill::Light, Fill::Dark, Fill::White, Fill::Blue, Fill::Shade];
    for fill in fills.into_iter().chain((0..PASTELS).map(Fill::Region)) {
        for ink in INKS {
            let ground = fill.tone();
            let seen = ink.tone().readable_on(ground);
            let contrast = seen.brightness().abs_diff(ground.brightness());
            assert!(contrast >= 80, "{ink:?} on {fill:?}");
        }
    }
}

#[test]
fn walls_follow_from_the_fills_unless_they_are_set() {
    let mut picture = Picture::new(1, 3, "walls");
    picture.set_fill((0, 2), Fill::Outside);
    let walls = |picture: &Picture| [0, 1, 2, 3].map(|line| picture.vertical_edge(0, line).wall);
    assert_eq!(walls(&picture), [Wall::Thick, Wall::Thin, Wall::Thick, Wall::None]);
    picture.set_wall((0, 1), (0, 0), Wall::Thick);
    picture.set_wall((0, 1), (0, 2), Wall::None);
    assert_eq!(walls(&picture), [Wall::Thick, Wall::Thick, Wall::None, Wall::None]);
}

#[test]
fn what_is_not_on_the_board_is_ignored() {
    let mut picture = Picture::new(2, 2, "edges");
    let bare = svg::draw(&picture);
    picture.set_fill((2, 0), Fill::Dark);
    picture.set_mark((0, 2), Mark::letter('x'));
    picture.set_wall((0, 0), (1, 1), Wall::Thick);
    picture.set_wall((0, 1), (1, 0), Wall::Thick);
    picture.set_wall((0, 0), (0, 0), Wall::Thick);
    picture.set_sign((1, 1), (2, 1), '=');
    picture.set_number((2, 0), 7);
    picture.add_piece((0, 0), (0, 2));
    picture.add_path(&[(7, 7)]);
    assert_eq!(svg::draw(&picture), bare);
}
