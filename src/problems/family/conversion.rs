//! Boards written in other formats. Each comes with the options of the command line that are needed
//! to read the text again.

use super::{Family, OpenedProblem};
use crate::board::{Grid, Size};
use crate::puzzle::{Request, givens_and_filled, number_filled_in};
use crate::source::{Refusal, Source};

/// A board written in a format, with the facts about the board that the text does not show.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The text, without a line end.
    pub text: String,
    /// The variants that the text does not show.
    pub variants: Vec<String>,
    /// The size; `None` if the text shows it.
    pub size: Option<Size>,
    /// The format; `None` if the text shows it.
    pub format: Option<String>,
    /// Whether the text lacks the cells that a player has filled in.
    pub lacks_filled_in: bool,
}

impl Conversion {
    /// Returns whether the text is read as the same board even if no option is given.
    pub fn needs_no_options(&self) -> bool {
        self.variants.is_empty() && self.size.is_none() && self.format.is_none()
    }

    /// Returns the request that reads the text as the same board. It calls the family by its own
    /// name, not by an alias.
    pub fn request(&self) -> Request {
        Request {
            board: Some(Source::new("the new text", &self.text).into()),
            format: self.format.clone(),
            size: self.size,
            variants: self.variants.iter().map(|variant| name_and_value(variant)).collect(),
            ..Request::default()
        }
    }

    fn read(&self, family: &Family) -> Option<OpenedProblem> {
        family.open(&self.request()).ok()
    }
}

/// Splits a variant of the command line, such as `stars=2`, into its name and its value. The value
/// is `None` if it is missing or no number.
fn name_and_value(variant: &str) -> (String, Option<usize>) {
    match variant.split_once('=') {
        Some((name, value)) => (name.to_owned(), value.parse().ok()),
        None => (variant.to_owned(), None),
    }
}

impl OpenedProblem {
    /// Writes the board in a format of its family, and reads the text again to find the options
    /// that it needs. These options are the variants that the text does not show, and the first of
    /// the following choices that suffices: no other option; the size; the format; the size and the
    /// format. The result also states whether the text lacks cells that a player has filled in; a
    /// difference in these cells is no error.
    ///
    /// # Errors
    ///
    /// If [`OpenedProblem::to_text`] returns an error, or if none of these choices makes the text
    /// be read as the same board.
    pub fn convert(&self, family: &Family, format: &str) -> Result<Conversion, Refusal> {
        let bare = Conversion { text: self.to_text(family, format)?, ..Conversion::default() };
        let (size, named) = (self.size(), Some(format.to_owned()));
        let described = Conversion { size, format: named.clone(), ..bare.clone() };
        let kept = described.read(family).map_or(Vec::new(), |again| again.variants());
        let mut variants = self.variants();
        variants.retain(|variant| !kept.contains(variant));
        let options = [(None, None), (size, None), (None, named.clone()), (size, named)];
        for (size, named) in options {
            let asked =
                Conversion { variants: variants.clone(), size, format: named, ..bare.clone() };
            let again =
                asked.read(family).filter(|again| again.is_same_board(self, &bare.text, format));
            if let Some(again) = again {
                let lacks_filled_in = self.filled_in() != again.filled_in();
                return Ok(Conversion { lacks_filled_in, ..asked });
            }
        }
        let found = format!(
            "{format} cannot hold this board: its text would be read as another board or not at all"
        );
        Err(Refusal::new(found, "--to with another format"))
    }

    /// Returns the givens together with the cells that a player has filled in. Returns `None` if
    /// the player has filled in no cell.
    fn filled_in(&self) -> Option<Grid<Option<char>>> {
        self.as_puzzle().filter(|&puzzle| number_filled_in(puzzle) > 0).and_then(givens_and_filled)
    }

    /// Returns whether the board is the same as `other`, which was read from `text`. Two conditions
    /// must hold: the boards are equal apart from the cells that a player has filled in, and this
    /// board is written in `format` as `text`. Returns false if one of the problems has no board.
    fn is_same_board(&self, other: &OpenedProblem, text: &str, format: &str) -> bool {
        let (Some(one), Some(other)) = (self.as_puzzle(), other.as_puzzle()) else { return false };
        let written = one.write(format).and_then(Result::ok);
        one.size() == other.size()
            && one.describe().variants == other.describe().variants
            && one.describe().ruling == other.describe().ruling
            && one.givens() == other.givens()
            && written.as_deref() == Some(text)
    }
}
