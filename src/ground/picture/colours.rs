//! Colours by name (words, colour codes and emoji), and the colours of a board's regions.
//!
//! The colour of a name is the usual one, so that nobody has to look it up in a table of quarrel. A
//! word of CSS has the colour that CSS defines. A colour code has its own colour. An emoji has the
//! colour that it has in Twemoji. Case, blanks, hyphens and underscores do not matter. A few words
//! that CSS lacks are known as well, since they are common on boards (such as `lilac`). `light`,
//! `dark` and similar words are allowed before any of these words.
//!
//! If a region is named by a colour, it has this colour. The other regions of the board get pastels
//! that resemble no colour of another region. The distance of two colours is that in Lab (CIE
//! 1976).

use super::{REGIONS, Tone};

/// The words of CSS, in lower case and without blanks.
const WORDS: [(&str, u32); 148] = [
    ("aliceblue", 0xf0f8ff),
    ("antiquewhite", 0xfaebd7),
    ("aqua", 0x00ffff),
    ("aquamarine", 0x7fffd4),
    ("azure", 0xf0ffff),
    ("beige", 0xf5f5dc),
    ("bisque", 0xffe4c4),
    ("black", 0x000000),
    ("blanchedalmond", 0xffebcd),
    ("blue", 0x0000ff),
    ("blueviolet", 0x8a2be2),
    ("brown", 0xa52a2a),
    ("burlywood", 0xdeb887),
    ("cadetblue", 0x5f9ea0),
    ("chartreuse", 0x7fff00),
    ("chocolate", 0xd2691e),
    ("coral", 0xff7f50),
    ("cornflowerblue", 0x6495ed),
    ("cornsilk", 0xfff8dc),
    ("crimson", 0xdc143c),
    ("cyan", 0x00ffff),
    ("darkblue", 0x00008b),
    ("darkcyan", 0x008b8b),
    ("darkgoldenrod", 0xb8860b),
    ("darkgray", 0xa9a9a9),
    ("darkgreen", 0x006400),
    ("darkgrey", 0xa9a9a9),
    ("darkkhaki", 0xbdb76b),
    ("darkmagenta", 0x8b008b),
    ("darkolivegreen", 0x556b2f),
    ("darkorange", 0xff8c00),
    ("darkorchid", 0x9932cc),
    ("darkred", 0x8b0000),
    ("darksalmon", 0xe9967a),
    ("darkseagreen", 0x8fbc8f),
    ("darkslateblue", 0x483d8b),
    ("darkslategray", 0x2f4f4f),
    ("darkslategrey", 0x2f4f4f),
    ("darkturquoise", 0x00ced1),
    ("darkviolet", 0x9400d3),
    ("deeppink", 0xff1493),
    ("deepskyblue", 0x00bfff),
    ("dimgray", 0x696969),
    ("dimgrey", 0x696969),
    ("dodgerblue", 0x1e90ff),
    ("firebrick", 0xb22222),
    ("floralwhite", 0xfffaf0),
    ("forestgreen", 0x228b22),
    ("fuchsia", 0xff00ff),
    ("gainsboro", 0xdcdcdc),
    ("ghostwhite", 0xf8f8ff),
    ("gold", 0xffd700),
    ("goldenrod", 0xdaa520),
    ("gray", 0x808080),
    ("green", 0x008000),
    ("greenyellow", 0xadff2f),
    ("grey", 0x808080),
    ("honeydew", 0xf0fff0),
    ("hotpink", 0xff69b4),
    ("indianred", 0xcd5c5c),
    ("indigo", 0x4b0082),
    ("ivory", 0xfffff0),
    ("khaki", 0xf0e68c),
    ("lavender", 0xe6e6fa),
    ("lavenderblush", 0xfff0f5),
    ("lawngreen", 0x7cfc00),
    ("lemonchiffon", 0xfffacd),
    ("lightblue", 0xadd8e6),
    ("lightcoral", 0xf08080),
    ("lightcyan", 0xe0ffff),
    ("lightgoldenrodyellow", 0xfafad2),
    ("lightgray", 0xd3d3d3),
    ("lightgreen", 0x90ee90),
    ("lightgrey", 0xd3d3d3),
    ("lightpink", 0xffb6c1),
    ("lightsalmon", 0xffa07a),
    ("lightseagreen", 0x20b2aa),
    ("lightskyblue", 0x87cefa),
    ("lightslategray", 0x778899),
    ("lightslategrey", 0x778899),
    ("lightsteelblue", 0xb0c4de),
    ("lightyellow", 0xffffe0),
    ("lime", 0x00ff00),
    ("limegreen", 0x32cd32),
    ("linen", 0xfaf0e6),
    ("magenta", 0xff00ff),
    ("maroon", 0x800000),
    ("mediumaquamarine", 0x66cdaa),
    ("mediumblue", 0x0000cd),
    ("mediumorchid", 0xba55d3),
    ("mediumpurple", 0x9370db),
    ("mediumseagreen", 0x3cb371),
    ("mediumslateblue", 0x7b68ee),
    ("mediumspringgreen", 0x00fa9a),
    ("mediumturquoise", 0x48d1cc),
    ("mediumvioletred", 0xc71585),
    ("midnightblue", 0x191970),
    ("mintcream", 0xf5fffa),
    ("mistyrose", 0xffe4e1),
    ("moccasin", 0xffe4b5),
    ("navajowhite", 0xffdead),
    ("navy", 0x000080),
    ("oldlace", 0xfdf5e6),
    ("olive", 0x808000),
    ("olivedrab", 0x6b8e23),
    ("orange", 0xffa500),
    ("orangered", 0xff4500),
    ("orchid", 0xda70d6),
    ("palegoldenrod", 0xeee8aa),
    ("palegreen", 0x98fb98),
    ("paleturquoise", 0xafeeee),
    ("palevioletred", 0xdb7093),
    ("papayawhip", 0xffefd5),
    ("peachpuff", 0xffdab9),
    ("peru", 0xcd853f),
    ("pink", 0xffc0cb),
    ("plum", 0xdda0dd),
    ("powderblue", 0xb0e0e6),
    ("purple", 0x800080),
    ("rebeccapurple", 0x663399),
    ("red", 0xff0000),
    ("rosybrown", 0xbc8f8f),
    ("royalblue", 0x4169e1),
    ("saddlebrown", 0x8b4513),
    ("salmon", 0xfa8072),
    ("sandybrown", 0xf4a460),
    ("seagreen", 0x2e8b57),
    ("seashell", 0xfff5ee),
    ("sienna", 0xa0522d),
    ("silver", 0xc0c0c0),
    ("skyblue", 0x87ceeb),
    ("slateblue", 0x6a5acd),
    ("slategray", 0x708090),
    ("slategrey", 0x708090),
    ("snow", 0xfffafa),
    ("springgreen", 0x00ff7f),
    ("steelblue", 0x4682b4),
    ("tan", 0xd2b48c),
    ("teal", 0x008080),
    ("thistle", 0xd8bfd8),
    ("tomato", 0xff6347),
    ("turquoise", 0x40e0d0),
    ("violet", 0xee82ee),
    ("wheat", 0xf5deb3),
    ("white", 0xffffff),
    ("whitesmoke", 0xf5f5f5),
    ("yellow", 0xffff00),
    ("yellowgreen", 0x9acd32),
];

/// Words that CSS lacks, with their colours in xkcd's survey of colour names.
const FURTHER: [(&str, u32); 26] = [
    ("amber", 0xfeb308),
    ("apricot", 0xffb16d),
    ("babyblue", 0xa2cffe),
    ("bluegreen", 0x137e6d),
    ("bronze", 0xa87900),
    ("burgundy", 0x610023),
    ("charcoal", 0x343837),
    ("cream", 0xffffc2),
    ("emerald", 0x01a049),
    ("lemon", 0xfdff52),
    ("lilac", 0xcea2fd),
    ("mauve", 0xae7181),
    ("mint", 0x9ffeb0),
    ("mustard", 0xceb301),
    ("neongreen", 0x0cff0c),
    ("ochre", 0xbf9005),
    ("offwhite", 0xffffe4),
    ("peach", 0xffb07c),
    ("periwinkle", 0x8e82fe),
    ("rose", 0xcf6275),
    ("rust", 0xa83c09),
    ("sand", 0xe2ca76),
    ("scarlet", 0xbe0119),
    ("sky", 0x82cafc),
    ("taupe", 0xb9a281),
    ("wine", 0x80013f),
];

/// The words that are allowed before a colour, such as `light`. The colour is mixed with black or
/// white. Each word has this black or white, and its percentage in the mixture.
const SHADES: [(&str, Tone, u32); 9] = [
    ("light", WHITE, 55),
    ("pale", WHITE, 65),
    ("soft", WHITE, 40),
    ("pastel", WHITE, 60),
    ("dark", BLACK, 40),
    ("deep", BLACK, 30),
    ("medium", BLACK, 15),
    ("bright", WHITE, 0),
    ("hot", WHITE, 0),
];
/// The colour with which light shades are mixed.
const WHITE: Tone = Tone::new(0xffffff, 231);
/// The colour with which dark shades are mixed. It is pure black, not the lighter black of walls.
const BLACK: Tone = Tone::new(0x000000, 16);

/// Emoji, each with the colour in which Twemoji paints it: squares, circles, hearts, diamonds,
/// books, fruit and others.
const EMOJI: [(&str, u32); 13] = [
    ("🟥🔴❤♥🔺🔻📕🍎🍓🍒🍅🌹", 0xdd2e44),
    ("🟧🟠🧡🔶🔸📙🍊🥕", 0xf4900c),
    ("🟨🟡💛🍋🌻🌟⭐🐤", 0xfdcb58),
    ("🟩🟢💚📗🍏🍀🥝🌲🐸", 0x78b159),
    ("🟦🔵💙🔷🔹📘🫐🐳", 0x55acee),
    ("🟪🟣💜🍇🍆🔮", 0xaa8ed6),
    ("🟫🟤🤎🥥🌰🐻", 0xc1694f),
    ("⬛⚫🖤◼▪◾🎱♠♣", 0x31373d),
    ("⬜⚪🤍◻▫◽🥚", 0xe6e7e8),
    ("🩷💗💖🌸🐷", 0xf4abba),
    ("🩵🧊💎", 0xbdddf4),
    ("🩶🐘🪨", 0x99aab5),
    ("💟", 0x9266cc),
];

/// The least distance that a pastel should have from all other colours on its board. If no pastel
/// is so far from them, the farthest one is used.
const APART: f64 = 16.0;
/// The greatest distance of two colours at which a person sees them as the same colour.
const ALIKE: f64 = 4.0;

/// Returns the colour that a name means. The name is a word, two words such as `light blue`, a code
/// such as `#FFAA00`, or an emoji. Returns `None` for another name. In words, case, blanks, hyphens
/// and underscores do not matter.
pub fn by_name(name: &str) -> Option<Tone> {
    let rgb = match name.strip_prefix('#') {
        Some(code) => by_code(code),
        None => by_emoji(name).or_else(|| by_word(&normalise_name(name))),
    };
    rgb.map(Tone::from_rgb)
}

/// Returns a name in lower case, without blanks, hyphens and underscores.
fn normalise_name(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the colour, as `0xrrggbb`, of a code without its `#`. The code has 3, 4, 6 or 8
/// hexadecimal digits, in upper or lower case. In a code of 3 or 4 digits, each digit counts twice.
/// The last one of 4 digits, or the last two of 8, are an opacity, which is ignored. Returns `None`
/// for another text.
fn by_code(code: &str) -> Option<u32> {
    let rgb = u32::from_str_radix(code, 16).ok().filter(|_| !code.starts_with('+'))?;
    // The last one of four digits is the opacity, and so are the last two of eight digits.
    match code.len() {
        8 => Some(rgb >> 8),
        4 => by_code(&code[..3]),
        6 => Some(rgb),
        3 => Some([8, 4, 0].iter().fold(0, |all, shift| (all << 8) | (17 * ((rgb >> shift) & 15)))),
        _ => None,
    }
}

/// Returns the colour of a single emoji, as `0xrrggbb`. Returns `None` for another text.
fn by_emoji(name: &str) -> Option<u32> {
    let name = name.trim_end_matches('\u{fe0f}');
    let is_one = name.chars().count() == 1;
    EMOJI.iter().find(|(all, _)| is_one && all.contains(name)).map(|(_, rgb)| *rgb)
}

/// Returns the colour of a word, as `0xrrggbb`. The word must be in lower case without blanks. It
/// can begin with several words of [`SHADES`]. Returns `None` if the rest of the word is unknown.
fn by_word(word: &str) -> Option<u32> {
    let listed = WORDS.iter().chain(&FURTHER).find(|(known, _)| *known == word);
    let shaded = || {
        let mut shades = SHADES.iter().filter_map(|(shade, with, percent)| {
            let tone = Tone::from_rgb(by_word(word.strip_prefix(shade)?)?);
            Some(tone.mix(*with, *percent).rgb)
        });
        shades.next()
    };
    listed.map(|(_, rgb)| *rgb).or_else(shaded)
}

/// Returns a colour for each region, in the order of `names`. Returns `None` if no name means a
/// colour. If the name of a region means no colour, the region gets a pastel. If possible, this
/// pastel differs clearly from all other colours. If two names mean nearly the same colour, the
/// later region gets another shade of it.
pub fn region_tones(names: &[String]) -> Option<Vec<Tone>> {
    let typed: Vec<Option<Tone>> = names.iter().map(|name| by_name(name)).collect();
    let mut used: Vec<Tone> = typed.iter().flatten().copied().collect();
    if used.is_empty() {
        return None;
    }
    let mut seen: Vec<Tone> = Vec::new();
    let tones = typed.into_iter().map(|tone| {
        let tone = match tone {
            Some(tone) if least_distance(tone, &seen) > ALIKE => tone,
            // Two names mean one colour, such as `grey` and `gray`. The later name gets another
            // shade of it.
            Some(tone) => most_distinct(shades_of(tone), &used),
            None => most_distinct(pastels(), &used),
        };
        seen.push(tone);
        used.push(tone);
        tone
    });
    Some(tones.collect())
}

/// Returns the first of these colours whose distance from all used colours is at least [`APART`].
/// If there is none, returns the colour that is farthest from the used colours. There must be at
/// least one colour in `tones`.
fn most_distinct(tones: Vec<Tone>, used: &[Tone]) -> Tone {
    let distance = |tone: &Tone| least_distance(*tone, used);
    let first = tones.iter().find(|tone| distance(tone) >= APART);
    *first
        .or_else(|| tones.iter().max_by(|a, b| distance(a).total_cmp(&distance(b))))
        .expect("some colours are offered")
}

/// Returns the distance of a colour to the nearest of some other colours. It is infinite if there
/// are no others.
fn least_distance(tone: Tone, others: &[Tone]) -> f64 {
    others.iter().map(|&other| distance(tone, other)).fold(f64::INFINITY, f64::min)
}

/// Returns pastels, in the order of preference. First come the pastels of boards without named
/// colours, and then lighter and darker shades of these pastels.
fn pastels() -> Vec<Tone> {
    let shaded = |with: Tone, percent| REGIONS.iter().map(move |tone| tone.mix(with, percent));
    REGIONS
        .iter()
        .copied()
        .chain(shaded(WHITE, 45).chain(shaded(BLACK, 30)).chain(shaded(BLACK, 55)))
        .collect()
}

/// Returns lighter and darker shades of a colour, in the order of preference.
fn shades_of(tone: Tone) -> Vec<Tone> {
    let shades = [(WHITE, 35), (BLACK, 30), (WHITE, 60), (BLACK, 50), (WHITE, 20), (BLACK, 15)];
    shades.into_iter().map(|(with, percent)| tone.mix(with, percent)).collect()
}

/// Returns the distance of two colours in Lab.
fn distance(one: Tone, other: Tone) -> f64 {
    one.lab().into_iter().zip(other.lab()).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

impl Tone {
    /// Returns a colour, together with the most similar one of a terminal's colours from 16 to 255.
    fn from_rgb(rgb: u32) -> Tone {
        let nearest = (16..=255).min_by_key(|&ansi| {
            let [one, other] = [rgb, terminal_rgb(ansi)].map(|rgb| Tone::new(rgb, 0).parts());
            one.into_iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>()
        });
        Tone::new(rgb, nearest.expect("a terminal has colours"))
    }

    /// Returns the amounts of red, green and blue.
    fn parts(self) -> [u8; 3] {
        let [_, red, green, blue] = self.rgb.to_be_bytes();
        [red, green, blue]
    }

    /// Returns a mixture of this colour and `percent` % of the other colour. `percent` must be at
    /// most 100. Red, green and blue are each rounded down.
    fn mix(self, other: Tone, percent: u32) -> Tone {
        let mixed = self
            .parts()
            .into_iter()
            .zip(other.parts())
            .map(|(own, other)| {
                (u32::from(own) * (100 - percent) + u32::from(other) * percent) / 100
            })
            .fold(0, |rgb, part| (rgb << 8) | part);
        Tone::from_rgb(mixed)
    }

    /// Returns red, green and blue as amounts of light, from 0 to 1 (sRGB).
    fn linear_light(self) -> [f64; 3] {
        self.parts().map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// Returns the relative luminance of WCAG, from 0 to 1.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear_light();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the contrast of WCAG with another colour, from 1 to 21.
    pub(super) fn contrast(self, other: Tone) -> f64 {
        let [one, other] = [self, other].map(|tone| tone.luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// Returns the coordinates in Lab, with the white of D65.
    fn lab(self) -> [f64; 3] {
        let [red, green, blue] = self.linear_light();
        let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505;
        let y = self.luminance();
        let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089;
        let root = |part: f64| {
            if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 }
        };
        let [x, y, z] = [x, y, z].map(root);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}

/// Returns one of a terminal's colours from 16 to 255, as `0xrrggbb`. These colours are a cube of 6
/// × 6 × 6 colours, and then greys. A number below 16 counts as 16, which is black.
fn terminal_rgb(ansi: u8) -> u32 {
    /// The possible levels of red, green and blue in the cube of a terminal's colours.
    const LEVELS: [u32; 6] = [0, 95, 135, 175, 215, 255];
    let place = u32::from(ansi.saturating_sub(16));
    if let Some(grey) = place.checked_sub(216) {
        return (8 + 10 * grey) * 0x01_0101;
    }
    let level = |digit: u32| LEVELS[(digit % 6) as usize];
    (level(place / 36) << 16) | (level(place / 6) << 8) | level(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(name: &str) -> Option<String> {
        by_name(name).map(|tone| tone.to_string())
    }

    fn regions(names: &[&str]) -> Option<Vec<Tone>> {
        region_tones(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_colour_has_many_spellings() {
        for (name, expected) in [
            ("red", "#ff0000"),
            ("Light Blue", "#add8e6"),
            ("light-blue", "#add8e6"),
            ("LIGHT_BLUE", "#add8e6"),
            ("lightblue", "#add8e6"),
            ("grey", "#808080"),
            ("gray", "#808080"),
            ("lilac", "#cea2fd"),
            ("light purple", "#c58cc5"),
            ("dark yellow", "#999900"),
            ("#FFAA01", "#ffaa01"),
            ("#FA0", "#ffaa00"),
            ("#FFAA0180", "#ffaa01"),
            ("#FA08", "#ffaa00"),
            ("🟥", "#dd2e44"),
            ("❤", "#dd2e44"),
            ("❤\u{fe0f}", "#dd2e44"),
            ("🔵", "#55acee"),
        ] {
            assert_eq!(rgb(name).as_deref(), Some(expected), "{name}");
        }
        for name in ["", "A", "bl", "yelow", "kitchen", "7", "light", "#12", "#+12345", "🟥🟥"]
        {
            assert_eq!(rgb(name), None, "{name}");
        }
    }

    #[test]
    fn words_are_sorted_and_distinct() {
        assert!(WORDS.is_sorted_by(|one, other| one.0 < other.0));
        assert!(FURTHER.is_sorted_by(|one, other| one.0 < other.0));
        assert!(
            WORDS
                .iter()
                .map(|(word, _)| word)
                .into_iter()
                .all(|word| FURTHER.iter().all(|(other, _)| word != other))
        );
        let mut emoji: Vec<char> = EMOJI.iter().flat_map(|(all, _)| all.chars()).collect();
        let number = emoji.len();
        emoji.sort_unstable();
        emoji.dedup();
        assert_eq!(emoji.len(), number);
    }

    #[test]
    fn regions_without_colours_have_no_palette() {
        assert_eq!(regions(&["A", "B", "kitchen"]), None);
        assert_eq!(regions(&[]), None);
    }

    #[test]
    fn a_named_region_has_its_colour_and_no_other_resembles_it() {
        let pink = REGIONS[0].to_string();
        let names = ["A", &pink, "B", "red", "C", "lightskyblue", "D", "E", "F", "grey", "G"];
        let tones = regions(&names).expect("some are colours");
        for (name, tone) in names.iter().zip(&tones) {
            assert!(by_name(name).is_none_or(|own| own == *tone), "{name}: {tone}");
        }
        for (number, one) in tones.iter().enumerate() {
            for other in &tones[number + 1..] {
                assert!(distance(*one, *other) >= APART, "{one} {other}");
            }
        }
    }

    #[test]
    fn two_names_of_one_colour_are_two_shades() {
        for names in [["grey", "gray"], ["🟥", "🔴"], ["cyan", "aqua"], ["white", "#FFFFFF"]] {
            let tones = regions(&names).expect("both are colours");
            assert_eq!(Some(tones[0]), by_name(names[0]));
            assert!(distance(tones[0], tones[1]) > ALIKE, "{names:?}: {tones:?}");
        }
    }

    #[test]
    fn there_are_pastels_for_a_large_board() {
        let names: Vec<String> = (0..40).map(|number| number.to_string()).collect();
        let tones =
            region_tones(&[vec!["red".to_owned()], names].concat()).expect("red is a colour");
        for (number, one) in tones.iter().enumerate() {
            assert!(least_distance(*one, &tones[number + 1..]) > ALIKE, "{one}");
        }
    }

    #[test]
    fn a_terminal_has_the_nearest_colour() {
        assert_eq!(
            [0xff0000, 0x000000, 0xffffff].map(|rgb| Tone::from_rgb(rgb).ansi),
            [196, 16, 231]
        );
        assert_eq!(Tone::from_rgb(0x808080).ansi, 244);
    }

    #[test]
    fn black_or_white_is_readable_on_every_colour() {
        for ground in
            WORDS.iter().chain(&FURTHER).chain(&EMOJI).map(|(_, rgb)| Tone::from_rgb(*rgb))
        {
            let seen = super::super::BLACK.readable_on(ground);
            assert!(seen.contrast(ground) >= 3.9, "{seen} on {ground}");
        }
    }
}
