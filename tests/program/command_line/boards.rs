//! Small boards for the tests.

/// A board of Queens with four regions and one answer.
pub const QUEENS: &str = "AABB\nACBB\nCCCD\nCDDD\n";

pub const QUEENS_MATRIX: &str = "1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n";
pub const QUEENS_SAS: &str =
    "data Board;\ninput a1-a4;\ndatalines;\n1 1 2 2\n1 3 2 2\n3 3 3 4\n3 4 4 4\n;\n";
pub const QUEENS_EMOJI: &str = "🟥🟥🟦🟦\n🟥⬛🟦🟦\n⬛⬛⬛🟨\n⬛🟨🟨🟨\n";
pub const QUEENS_JSON: &str = "[\"AABB\", \"ACBB\",\n [\"C\"], \"CDDD\"]";

/// The board [`QUEENS`] with a cost for a queen in each cell.
pub const QUEENS_AT_COST: &str = "AABB\nACBB\nCCCD\nCDDD\n# costs 4 1 7 2\n# costs 3 0 5 6\n\
    # costs 8 2 1 9\n# costs 5 3 -2 4\n";

/// A window with a given pane and a price for each pane.
pub const PRICES: &str = "???\n?#?\n???\n# prices 5 1 2\n# prices 9 4 -3\n# prices 1 0 6\n";

/// A board of 3-in-a-row with two signs, five given cells and one answer.
pub const THREE: &str = "01..\n....\n..1.\n...1\n# eq r2c1 r2c2\n# ne r3c3 r3c4\n";

pub const THREE_AMPL: &str =
    "param n := 4;\nparam p: 1 2 3 4 :=\n1 1 2 . .\n2 . . . .\n3 . . 2 .\n4 . . . .;\n";

/// A path through 3 × 3 cells with a clue for every letter.
pub const PATH_AMPL: &str = "param m := 3;\nparam Ar := 1;\nparam Ac := 1;\nparam clue default 0 :=\n\
    [2,1,1] 1 [2,1,2] 1 [2,1,3] 1\n[3,1,3] 1 [4,2,3] 1 [5,2,2] 1\n[6,2,1] 1 [7,3,1] 1 [8,3,2] 1\n\
    [9,3,3] 1;\n";

/// A path through 5 × 5 cells in a ring of clues.
pub const PATH_LAYOUT: &str = "ABC Path Solver Layout Version 1:\nFJHMWBR\nE    AC\nQ     P\nO     I\n\
    S     Y\nT     L\nKGNDVXU\n";

pub const PATH_ANSWER: &str = "FEDCA\nGHPQB\nIORWX\nJNSVY\nKLMTU\n";
