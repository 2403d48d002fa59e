//! Differences between a file and its header.

use std::cmp::Ordering;

use super::integer::Integer;
use super::{Written, competition_number};

/// One difference between a file and its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The file has fewer rows than stated: it may be cut off.
    FewerRows {
        /// The stated number of rows.
        promised: usize,
    },
    /// The file has more rows than stated.
    MoreRows {
        /// The stated number of rows.
        promised: usize,
    },
    /// The file has more variables than the header states, or a variable with a larger number.
    MoreVariables {
        /// The stated number of variables.
        promised: u64,
    },
}

impl Written {
    /// Records the number of rows that the header states.
    pub fn promise(&mut self, rows: &Integer) {
        let rows = rows.to_i64().and_then(|rows| usize::try_from(rows).ok());
        self.promised_rows = Some(rows.unwrap_or(usize::MAX));
    }

    /// Records the number of variables that the header states.
    pub fn promise_variables(&mut self, variables: u64) {
        self.promised_variables = Some(variables);
    }
}

impl Written {
    /// Returns the differences between the header and the file.
    pub fn misfits(&self) -> Vec<Misfit> {
        let rows = self.promised_rows.and_then(|promised| match promised.cmp(&self.len()) {
            Ordering::Less => Some(Misfit::MoreRows { promised }),
            Ordering::Equal => None,
            Ordering::Greater => Some(Misfit::FewerRows { promised }),
        });
        let variables = self
            .promised_variables
            .filter(|&promised| promised < self.largest_number())
            .map(|promised| Misfit::MoreVariables { promised });
        rows.into_iter().chain(variables).collect()
    }

    /// Returns the largest number in a name like x12, or the number of variables if that is larger.
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
