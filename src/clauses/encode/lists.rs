//! Lists of numbers, such as the constraints of each variable, in one vector of entries.
//!
//! A model file can have fifty million clauses. A vector of vectors takes three words for each
//! list, besides its entries. This structure takes only four bytes for each list and each entry.

use crate::model::widen;

/// Lists of numbers. The lists are numbered from 0.
pub(super) struct Lists {
    /// For each list, the index in `entries` after its last entry.
    ends: Vec<u32>,
    /// The entries of all lists, one list after the other.
    entries: Vec<u32>,
}

impl Lists {
    /// Makes `count` lists. `for_each_entry` must call its argument for each entry, with the index
    /// of the entry's list, from 0, and the entry. `for_each_entry` is called twice: first to count
    /// the entries, then to store them. So both calls must yield the same entries. The entries of a
    /// list keep the order of the calls. Panics if a list's index is not below `count`. All lists
    /// together must have fewer than 2³² entries.
    pub fn from_entries(
        count: usize,
        for_each_entry: impl Fn(&mut dyn FnMut(usize, u32)),
    ) -> Lists {
        let mut ends = vec![0_u32; count];
        for_each_entry(&mut |list, _| ends[list] += 1);
        let mut end = 0;
        for length in &mut ends {
            let begin = end;
            end += *length;
            *length = begin;
        }
        let mut entries = vec![0; end as usize];
        for_each_entry(&mut |list, entry| {
            entries[widen(ends[list])] = entry;
            ends[list] += 1;
        });
        Lists { ends, entries }
    }

    /// Returns the list with this number, from 0. Panics if there is no such list.
    pub fn list(&self, number: usize) -> &[u32] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[widen(begin)..widen(self.ends[number])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_in_their_lists_in_order() {
        let told = [(2, 7), (0, 1), (2, 5), (4, 4), (0, 9)];
        let lists =
            Lists::from_entries(5, |take| told.iter().for_each(|&(list, entry)| take(list, entry)));
        let all: Vec<&[u32]> = (0..5).map(|number| lists.list(number)).collect();
        assert_eq!(all, [&[1, 9][..], &[], &[7, 5], &[], &[4]]);
    }
}
