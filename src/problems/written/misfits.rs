//! Differences between a file and its header, which states how many rows and variables the file
//! has.

use std::cmp::Ordering;

use num_traits::ToPrimitive;

use super::Integer;
use super::{ParsedModel, competition_number};

/// A difference between a file and the numbers in its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderMismatch {
    /// The file has fewer rows than its header states. The file may be incomplete.
    FewerRows {
        /// The number of rows that the header states.
        promised: usize,
    },
    /// The file has more rows than its header states.
    MoreRows {
        /// The number of rows that the header states.
        promised: usize,
    },
    /// The file has more variables than its header states, or a variable with a larger number.
    MoreVariables {
        /// The number of variables that the header states.
        promised: u64,
    },
}

impl ParsedModel {
    /// Records the number of rows that the header states. A number that `usize` cannot hold is
    /// recorded as `usize::MAX`.
    pub fn record_header_rows(&mut self, rows: &Integer) {
        let number = rows.to_i64().and_then(|rows| usize::try_from(rows).ok());
        self.promised_rows = Some(number.unwrap_or(usize::MAX));
    }

    /// Records the number of variables that the header states.
    pub fn record_header_variables(&mut self, variables: u64) {
        self.promised_variables = Some(variables);
    }

    /// Returns the differences between the file and its header: at most one about the rows, then at
    /// most one about the variables. The list is empty if the header states no numbers, or if its
    /// numbers are right. If the file has fewer variables than the header states, this is no
    /// difference. Cubes do not count as rows.
    pub fn header_mismatches(&self) -> Vec<HeaderMismatch> {
        let rows = self.promised_rows.and_then(|promised| match promised.cmp(&self.len()) {
            Ordering::Less => Some(HeaderMismatch::MoreRows { promised }),
            Ordering::Equal => None,
            Ordering::Greater => Some(HeaderMismatch::FewerRows { promised }),
        });
        let variables = self
            .promised_variables
            .filter(|&promised| promised < self.largest_number())
            .map(|promised| HeaderMismatch::MoreVariables { promised });
        rows.into_iter().chain(variables).collect()
    }

    /// Returns the number of variables. If a name like x12 has a larger number, returns the largest
    /// such number. Variables that were left out as unused are included.
    fn largest_number(&self) -> u64 {
        if let Some(number) = self.sparse {
            return u64::try_from(number).unwrap_or(u64::MAX);
        }
        let named = (self.numbered + 1..=self.variables())
            .filter_map(|number| self.name(number).and_then(competition_number))
            .max();
        named.unwrap_or(0).max(u64::try_from(self.variables()).unwrap_or(u64::MAX))
    }
}
