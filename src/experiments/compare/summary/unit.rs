//! The word for the puzzles of a section. They are called boards, or instances if no puzzle of the
//! section has a size.

use super::{SectionSummary, Summary};
use crate::source::format_count;

/// The word for the puzzles of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A puzzle with a size.
    Board,
    /// A problem without a size, such as a model file.
    Instance,
}

impl Unit {
    /// Returns the word for puzzles of these sizes. The word is `instances` if there are puzzles,
    /// but none of them has a size. Otherwise, it is `boards`.
    pub fn for_sizes(sizes: impl IntoIterator<Item = Option<[usize; 2]>>) -> Unit {
        let mut iter = sizes.into_iter().peekable();
        if iter.peek().is_some() && iter.all(|size| size.is_none()) {
            Unit::Instance
        } else {
            Unit::Board
        }
    }

    /// Returns `board` or `instance`.
    pub fn singular(self) -> &'static str {
        match self {
            Unit::Board => "board",
            Unit::Instance => "instance",
        }
    }

    /// Returns `boards` or `instances`.
    pub fn plural(self) -> &'static str {
        match self {
            Unit::Board => "boards",
            Unit::Instance => "instances",
        }
    }

    /// Returns `a board` or `an instance`.
    pub fn with_article(self) -> &'static str {
        match self {
            Unit::Board => "a board",
            Unit::Instance => "an instance",
        }
    }

    /// Returns a number of puzzles in words, such as `3 boards`.
    pub fn counted(self, number: usize) -> String {
        format_count(number, self.singular())
    }
}

impl SectionSummary {
    /// Returns the word for the puzzles of this section.
    pub fn unit(&self) -> Unit {
        Unit::for_sizes(self.boards.iter().map(|board| board.size))
    }
}

impl Summary {
    /// Returns the word for the puzzles of all sections. If at least one puzzle has a size, all are
    /// called boards.
    pub fn unit(&self) -> Unit {
        Unit::for_sizes(
            self.sections.iter().flat_map(|section| &section.boards).map(|board| board.size),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_without_a_size_are_instances() {
        assert_eq!(Unit::for_sizes([None, None]), Unit::Instance);
        assert_eq!(Unit::for_sizes([None, Some([3, 4])]), Unit::Board);
        assert_eq!(Unit::for_sizes([]), Unit::Board);
        assert_eq!(Unit::Instance.counted(1), "1 instance");
        assert_eq!(Unit::Board.counted(2), "2 boards");
    }
}
