//! Where a file differs from what its first line promises.

use std::cmp::Ordering;

use super::integer::Integer;
use super::{Written, competition_number};

/// What a file has, where its header says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Fewer rows than promised: the file may be cut off.
    FewerRows {
        /// So many are promised.
        promised: usize,
    },
    /// More rows than promised.
    MoreRows {
        /// So many are promised.
        promised: usize,
    },
    /// More variables than promised, or one of a larger number.
    MoreVariables {
        /// So many are promised.
        promised: u64,
    },
}

impl Written {
    /// Notes how many rows the header says there are.
    pub fn promise(&mut self, rows: &Integer) {
        let rows = rows.to_i64().and_then(|rows| usize::try_from(rows).ok());
        self.promised_rows = Some(rows.unwrap_or(usize::MAX));
    }

    /// Notes how many variables the header says there are.
    pub fn promise_variables(&mut self, variables: u64) {
        self.promised_variables = Some(variables);
    }
}

impl Written {
    /// What the header says that the file does not keep.
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

    /// The largest number of a variable: of its name in competitions, or by how many there are.
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
