//! The formats of boards: first the formats of other programs, and last the letters.

use super::links;
use super::regions::is_picture;
use crate::family::Format;
use crate::links::{janko, penpa, puzzlink, pzprv3, sbn, team};
use crate::source::{Source, coordinates, facts, json, legup, minizinc, pieces, rows, sas};

/// The formats of the family's boards. A text is read in the first format that recognises it.
pub(super) static FORMATS: &[Format] = &[
    Format {
        name: puzzlink::LINK.name,
        summary: "a link of puzz.link and its relatives: walls in digits, and the number of stars",
        example: "https://puzz.link/p?starbattle/4/4/1/b309dg\n",
        recognises: puzzlink::LINK.recognises,
    },
    Format {
        name: pzprv3::LINK.name,
        summary: "a file of pzpr, with stars and marks of the player",
        example: "pzprv3\nstarbattle\n4\n4\n1\n4\n0 0 1 1 \n0 2 1 1 \n2 2 2 3 \n2 3 3 3 \n\
                  . # . . \n. . . . \n+ . . . \n. . . . \n",
        recognises: pzprv3::LINK.recognises,
    },
    Format {
        name: penpa::LINK.name,
        summary: "a link of penpa-edit: edges as walls, stars, and beside the board the number of stars in each row",
        example: links::PENPA,
        recognises: penpa::LINK.recognises,
    },
    Format {
        name: sbn::LINK.name,
        summary: "an id of StarBattleLab: the side twice, the number of stars, walls",
        example: "551W4hU4Pnq\n",
        recognises: sbn::LINK.recognises,
    },
    Format {
        name: team::STAR.name,
        summary: "a task of puzzle-star-battle.com: region numbers with commas",
        example: "1,1,2,2,1,3,2,2,3,3,3,4,3,4,4,4\n",
        recognises: team::STAR.recognises,
    },
    Format {
        name: janko::LINK.name,
        summary: "Sternenschlacht of janko.at: `[areas]` and, for the number of stars, `[solution]`",
        example: "[areas]\n1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n\
                  [solution]\n- x - -\n- - - x\nx - - -\n- - x -\n",
        recognises: janko::LINK.recognises,
    },
    Format {
        name: "facts",
        summary: "facts of answer set programming: `region(1,2,a).` for each cell",
        example: "region(0,0,a). region(0,1,a). region(0,2,b). region(0,3,b).\nregion(1,0,a). region(1,1,c). region(1,2,b). region(1,3,b).\nregion(2,0,c). region(2,1,c). region(2,2,c). region(2,3,d).\nregion(3,0,c). region(3,1,d). region(3,2,d). region(3,3,d).\n",
        recognises: facts::recognises,
    },
    Format {
        name: "minizinc",
        summary: "data of MiniZinc with a two-dimensional array of regions",
        example: "cells = [| 1,1,2,2 | 1,3,2,2 | 3,3,3,4 | 3,4,4,4 |];\n",
        recognises: minizinc::recognises,
    },
    Format {
        name: "coordinates",
        summary: "the side, perhaps the number of stars, and for each region the number of its cells and their lines `row column`",
        example: "4\n3\n0 0\n0 1\n1 0\n4\n0 2\n0 3\n1 2\n1 3\n5\n1 1\n2 0\n2 1\n2 2\n3 0\n4\n2 3\n3 1\n3 2\n3 3\n",
        recognises: coordinates::recognises,
    },
    Format {
        name: "legup",
        summary: "a file of LEGUP: `StarBattle`",
        example: "<Legup version=\"2.0.0\">\n<puzzle name=\"StarBattle\">\n<board size=\"4\">\n<region><cells><cell value=\"0\" x=\"0\" y=\"0\"/><cell value=\"0\" x=\"1\" y=\"0\"/><cell value=\"0\" x=\"0\" y=\"1\"/></cells></region>\n<region><cells><cell value=\"0\" x=\"2\" y=\"0\"/><cell value=\"0\" x=\"3\" y=\"0\"/><cell value=\"0\" x=\"2\" y=\"1\"/><cell value=\"0\" x=\"3\" y=\"1\"/></cells></region>\n<region><cells><cell value=\"0\" x=\"1\" y=\"1\"/><cell value=\"0\" x=\"0\" y=\"2\"/><cell value=\"0\" x=\"1\" y=\"2\"/><cell value=\"0\" x=\"2\" y=\"2\"/><cell value=\"0\" x=\"0\" y=\"3\"/></cells></region>\n<region><cells><cell value=\"0\" x=\"3\" y=\"2\"/><cell value=\"0\" x=\"1\" y=\"3\"/><cell value=\"0\" x=\"2\" y=\"3\"/><cell value=\"0\" x=\"3\" y=\"3\"/></cells></region>\n</board>\n</puzzle>\n</Legup>\n",
        recognises: legup::recognises,
    },
    Format {
        name: "json",
        summary: "an array of rows of region names (numbers or strings), or of regions as lists of cells",
        example: "[\"AABB\", \"ACBB\", \"CCCD\", \"CDDD\"]\n",
        recognises: json::recognises,
    },
    Format {
        name: "sas",
        summary: "a SAS DATA step with the matrix of regions as datalines",
        example: "data Board;\ninput a1-a4;\ndatalines;\n1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n;\n",
        recognises: sas::recognises,
    },
    Format {
        name: "matrix",
        summary: "region names separated by blanks or commas; directives as in the format letters",
        example: "1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n\
                  # costs 4 1 7 2\n# costs 3 0 5 6\n# costs 8 2 1 9\n# costs 5 3 -2 4\n",
        recognises: is_matrix,
    },
    Format {
        name: "emoji",
        summary: "one emoji square per cell; directives as in the format letters",
        example: "🟥🟥🟦🟦\n🟥⬛🟦🟦\n⬛⬛⬛🟨\n⬛🟨🟨🟨\n",
        recognises: |source| body(source).any(|line| line.contains(is_picture)),
    },
    Format {
        name: "letters",
        summary: "one letter or digit per cell; `# stars K`, `# given queen r1c2`, `# blocked r1c1`, \
                `# costs N N N` of each row",
        example: "AABB\nACBB\nCCCD\nCDDD\n# given queen r1c2\n",
        recognises: |_| true,
    },
];

/// Returns the lines of a text, each without quotes around it and without a final comma or
/// semicolon. Leaves out directives, comments and empty lines.
fn body(source: &Source) -> impl Iterator<Item = &str> {
    source
        .lines()
        .map(|line| rows::trim_row(&line).value)
        .filter(|line| !line.is_empty() && !pieces::has_comment_mark(line))
}

/// Returns whether more than half of the lines have separators (blanks, commas or semicolons)
/// within the line. Directives, comments and empty lines do not count. If no line has a word of
/// several letters, a line with emoji counts as a line without separators. Returns false if there
/// are no lines.
fn is_matrix(source: &Source) -> bool {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';');
    let has_words = body(source).any(|line| {
        line.split(is_separator).any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1)
    });
    // More than half of the lines are required, because a note may follow one row.
    let separated = body(source)
        .filter(|line| line.contains(is_separator) && (has_words || !line.contains(is_picture)))
        .count();
    2 * separated > body(source).count()
}
