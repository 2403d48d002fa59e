//! A generated board as text, picture or JSON.

use serde_json::{Value, json};

use crate::board::Size;
use crate::cli::drawing;
use crate::cli::output::Output;
use crate::cli::sheets;
use crate::family::Family;
use crate::family::maker::MakerRequest;
use crate::generate::GeneratedBoard;
use crate::page::SheetData;
use crate::puzzle::draw_board;
use crate::stop::Stop;

/// A generated board, with the family and the request for which it was made.
pub(super) struct ShownBoard<'a> {
    pub family: &'static Family,
    pub request: &'a MakerRequest,
    pub board: &'a GeneratedBoard,
}

impl ShownBoard<'_> {
    /// Returns the board as a text that every command reads. Comments above it have the command
    /// that makes the board and, if they exist, its difficulty and its link.
    pub fn to_text(&self) -> String {
        let grade = self.grade().map_or(String::new(), |grade| format!("# {grade}\n"));
        let link =
            self.board.link.as_ref().map_or(String::new(), |link| format!("# link: {link}\n"));
        format!("# {}\n{grade}{link}{}", self.command(), self.board.text)
    }

    /// Returns the board for a terminal: its picture without the answer, a line with its title,
    /// seed and difficulty, and its link. Leaves out the picture if the problem has no board, the
    /// difficulty if the board is not graded, and the link if there is none.
    pub fn terminal_text(&self, output: &Output) -> String {
        let picture = self.board.opened.as_puzzle().map(|puzzle| draw_board(puzzle, None));
        let drawn = picture.map(|picture| drawing::draw_characters(&picture, output));
        let title = self.family.title(self.board.opened.as_problem());
        let grade = self.grade().map_or(String::new(), |grade| format!("; {grade}"));
        let link = self.board.link.as_ref().map_or(String::new(), |link| format!("{link}\n"));
        format!("{}{title}, seed {}{grade}\n{link}", drawn.unwrap_or_default(), self.board.seed)
    }

    /// Returns the board with its answer as JSON. `grade` is null if the board is not graded, and
    /// `link` is null if it has no link.
    pub fn to_json(&self) -> Value {
        let opened = &self.board.opened;
        json!({
            "family": self.family.name,
            "size": opened.size().map(Size::sides),
            "variant": opened.variants(),
            "ruling": opened.as_problem().info().ruling,
            "signs": self.request.signs,
            "seed": self.board.seed,
            "grade": self.board.grade,
            "link": self.board.link,
            "board": self.board.text,
            "answer": opened.as_problem().rows(self.board.answer.answer()),
        })
    }

    /// Returns the data of the board for a page on which it can be played, with its hints. If
    /// `stop` is reached, the later hints are missing. Returns `None` for a problem without a
    /// board.
    pub fn playable_sheet(&self, stop: &Stop) -> Option<SheetData> {
        sheets::playable_sheet(Some(&self.name()), self.family, &self.board.opened, stop)
    }

    /// Returns an HTML page with only this board, or an empty text for a problem without a board.
    /// If `stop` is reached, the later hints are missing.
    pub fn to_page(&self, stop: &Stop) -> String {
        let title = sheets::title(self.family, &self.board.opened);
        self.playable_sheet(stop).map_or(String::new(), |board| sheets::page(&title, board))
    }

    /// Returns the name of the board's file without its ending: the settings that determine the
    /// board (family, size, variants, signs and seed), joined by dashes. The family has the name or
    /// alias that was requested. Variants and signs that this name implies are left out. In a
    /// variant, a dash replaces `=`.
    pub fn name(&self) -> String {
        let signs = self.has_stated_signs().then(|| "signs".to_owned());
        [self.family_name().to_owned(), short_size(self.request.size)]
            .into_iter()
            .chain(self.stated_variants().into_iter().map(|name| name.replace('=', "-")))
            .chain(signs)
            .chain([self.board.seed.to_string()])
            .collect::<Vec<_>>()
            .join("-")
    }

    /// Returns the difficulty in words, or `None` if the board has no grade.
    fn grade(&self) -> Option<String> {
        Some(format!("difficulty: {}", self.board.grade.as_ref()?))
    }

    /// Returns the name or alias by which the user has requested the family.
    fn family_name(&self) -> &'static str {
        let called = self.family.requested_alias(&self.request.puzzle);
        called.map_or(self.family.name, |alias| alias.name)
    }

    /// Returns the variants that the name of the family does not imply.
    fn stated_variants(&self) -> Vec<String> {
        let implied =
            self.family.alias_by_name(self.family_name()).map_or(&[][..], |also| also.variants);
        let mut variants = self.board.opened.variants();
        variants.retain(|variant| !implied.contains(&variant.as_str()));
        variants
    }

    /// Returns whether signs between cells were requested, and the name of the family does not
    /// imply them.
    fn has_stated_signs(&self) -> bool {
        let implied = self.family.maker.and_then(|maker| maker.signs);
        self.request.signs && !implied.is_some_and(|names| names.contains(&self.family_name()))
    }

    /// Returns the command that makes this board again. It has only the family, the size, the seed,
    /// and those variants and signs that the name of the family does not imply. So it lacks other
    /// options, such as `--difficulty` and options for the output. It has the seed of this board,
    /// so it makes only this board.
    fn command(&self) -> String {
        let mut command = format!("quarrel generate {}", self.family_name());
        command += &format!(" --size {}", short_size(self.request.size));
        for variant in self.stated_variants() {
            command += &format!(" --variant {variant}");
        }
        if self.has_stated_signs() {
            command += " --signs";
        }
        format!("{command} --seed {}", self.board.seed)
    }
}

/// Returns a size in short: for a square, only its side length.
fn short_size(size: Size) -> String {
    if size.is_square() { size.rows().to_string() } else { size.to_string() }
}
