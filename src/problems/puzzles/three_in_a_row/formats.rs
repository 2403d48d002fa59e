//! The formats of boards: first the formats of other programs, and last the rows of symbols.

use super::links;
use super::read::READINGS;
use crate::family::Format;
use crate::links::{janko, penpa, team, unruly};
use crate::source::{ampl, coordinates, facts, json, legup, minizinc};

/// The formats of the family's boards. A text is read in the first format that recognises it.
pub(super) static FORMATS: &[Format] = &[
    Format {
        name: unruly::LINK.name,
        summary: "an id, an address or a saved game of Unruly; `u` after the size means distinct lines",
        example: "6x6:eABbbbAbFbddAc\n",
        recognises: unruly::LINK.recognises,
    },
    Format {
        name: penpa::LINK.name,
        summary: "a link of penpa-edit: white and black circles",
        example: links::PENPA,
        recognises: penpa::LINK.recognises,
    },
    Format {
        name: team::BINAIRO.name,
        summary: "a task of puzzle-binairo.com: digits, and letters for runs of open cells; lines are distinct",
        example: "01h1d1\n",
        recognises: team::BINAIRO.recognises,
    },
    Format {
        name: janko::LINK.name,
        summary: "Tohu-Wa-Vohu of janko.at: `[problem]` with 1 for white, 2 for blue; equal lines are allowed",
        example: "[problem]\n1 2 - -\n- - - -\n- - 2 -\n- - - 2\n",
        recognises: janko::LINK.recognises,
    },
    Format {
        name: "facts",
        summary: "facts of answer set programming: `size(4).` and `cell(1,2,0).`",
        example: "size(4).\ncell(1,1,0). cell(1,2,1). cell(3,3,1). cell(4,4,1).\n",
        recognises: facts::recognises,
    },
    Format {
        name: "minizinc",
        summary: "data of MiniZinc with a two-dimensional array of 0, 1 and `_`",
        example: "cells = [| 0,1,_,_ | _,_,_,_ | _,_,1,_ | _,_,_,1 |];\n",
        recognises: minizinc::recognises,
    },
    Format {
        name: "coordinates",
        summary: "the side, perhaps the number of given cells, and lines `row column symbol`",
        example: "4\n4\n0 0 0\n0 1 1\n2 2 1\n3 3 1\n",
        recognises: coordinates::recognises,
    },
    Format {
        name: "legup",
        summary: "a file of LEGUP: `Binary`",
        example: "<Legup version=\"2.0.0\">\n<puzzle name=\"Binary\">\n<board height=\"4\" width=\"4\">\n<cells>\n<cell value=\"0\" x=\"0\" y=\"0\"/>\n<cell value=\"1\" x=\"1\" y=\"0\"/>\n<cell value=\"1\" x=\"2\" y=\"2\"/>\n<cell value=\"1\" x=\"3\" y=\"3\"/>\n</cells>\n</board>\n</puzzle>\n</Legup>\n",
        recognises: legup::recognises,
    },
    Format {
        name: "json",
        summary: "an array of rows: 0, 1 and null, or strings; or given cells and signs by coordinates",
        example: "[[0, 1, null, null], [null, null, null, null],\n [null, null, 1, null], [null, null, null, 1]]\n",
        recognises: json::recognises,
    },
    Format {
        name: "ampl",
        summary: "the AMPL data of the report: params n and p; 1 white, 2 blue",
        example: "param n := 4;\nparam p: 1 2 3 4 :=\n1 1 2 . .\n2 . . . .\n3 . . 2 .\n4 . . . .;\n",
        recognises: ampl::recognises,
    },
    Format {
        name: READINGS[0],
        summary: "0, 1 and 2: 1 is white, 2 is blue and 0 is open",
        example: "1 2 0 0\n0 0 0 0\n0 0 2 0\n0 0 0 2\n",
        recognises: |_| false,
    },
    Format {
        name: READINGS[1],
        summary: "0, 1 and 2: 0 is white, 1 is blue and 2 is open",
        example: "0 1 2 2\n2 2 2 2\n2 2 1 2\n2 2 2 1\n",
        recognises: |_| false,
    },
    Format {
        name: "cells",
        summary: "`0 1`, `W B`, `S M`, `1 2` or `🌞🌙` and `.` (`_ - x ?`, `⬜` on boards with 🌞) for open; `1=.×0`, `# eq r2c1 r2c2`, \
                `# ne r3c3 r3c4`",
        example: "01..\n....\n..1.\n...1\n# eq r2c1 r2c2\n# ne r3c3 r3c4\n",
        recognises: |_| true,
    },
];
