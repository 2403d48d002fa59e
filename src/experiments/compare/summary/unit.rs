//! The word for the puzzles of a section: boards, or instances if none of them has a size.

use super::{Summary, SummedSection};
use crate::source::counted;

/// What one observation of a comparison is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A puzzle with a size.
    Board,
    /// A problem without a size, such as a model file.
    Instance,
}

impl Unit {
    /// Returns the word for puzzles of these sizes: instances if none of them has a size.
    pub fn of(sizes: impl IntoIterator<Item = Option<[usize; 2]>>) -> Unit {
        let mut sizes = sizes.into_iter().peekable();
        if sizes.peek().is_some() && sizes.all(|size| size.is_none()) {
            Unit::Instance
        } else {
            Unit::Board
        }
    }

    /// Returns `board` or `instance`.
    pub fn one(self) -> &'static str {
        match self {
            Unit::Board => "board",
            Unit::Instance => "instance",
        }
    }

    /// Returns `boards` or `instances`.
    pub fn many(self) -> &'static str {
        match self {
            Unit::Board => "boards",
            Unit::Instance => "instances",
        }
    }

    /// Returns `a board` or `an instance`.
    pub fn any(self) -> &'static str {
        match self {
            Unit::Board => "a board",
            Unit::Instance => "an instance",
        }
    }

    /// Returns a number of puzzles in words, such as `3 boards`.
    pub fn counted(self, number: usize) -> String {
        counted(number, self.one())
    }
}

impl SummedSection {
    /// Returns the word for the puzzles of this section.
    pub fn unit(&self) -> Unit {
        Unit::of(self.boards.iter().map(|board| board.size))
    }
}

impl Summary {
    /// Returns the word for the puzzles of all sections. If some sections have boards and others
    /// have not, all are called boards.
    pub fn unit(&self) -> Unit {
        Unit::of(self.sections.iter().flat_map(|section| &section.boards).map(|board| board.size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_without_a_size_are_instances() {
        assert_eq!(Unit::of([None, None]), Unit::Instance);
        assert_eq!(Unit::of([None, Some([3, 4])]), Unit::Board);
        assert_eq!(Unit::of([]), Unit::Board);
        assert_eq!(Unit::Instance.counted(1), "1 instance");
        assert_eq!(Unit::Board.counted(2), "2 boards");
    }
}
