//! Parities as rows of bits. A row has a bit for each variable, which is set if the parity contains
//! the variable. The last bit of the row is set if an odd number of these variables is 1.

use crate::linear::{Bits, Literal};

/// Parities over variables that are numbered from 0.
#[derive(Clone, Debug)]
pub struct Checks {
    /// The number of variables. Each row has one bit more.
    variables: usize,
    /// The parities. Each row has a bit for each variable, and a last bit for odd parity.
    rows: Vec<Bits>,
}

/// Parities after an elimination: each basic variable occurs in only one row.
#[derive(Clone, Debug)]
pub struct ReducedParities {
    /// The sums of parities, in which the rows with a basic variable come first.
    pub checks: Checks,
    /// The basic variable of each of the first rows. The rows after these have no basic variable.
    basis: Vec<usize>,
}

impl Checks {
    pub fn new(variables: usize) -> Checks {
        Checks { variables, rows: Vec::new() }
    }

    /// Adds a parity: if `is_odd` is true, an odd number of these variables is 1, and otherwise an
    /// even number. A variable that occurs twice cancels. Each variable must be less than the
    /// number of variables.
    pub fn add(&mut self, variables: impl Iterator<Item = usize>, is_odd: bool) {
        let mut row = Bits::zeros(self.variables + 1);
        variables.for_each(|variable| row.flip(variable));
        if is_odd {
            row.flip(self.variables);
        }
        self.rows.push(row);
    }

    /// Returns the most violated clause of each parity, if its violation is at least `least`.
    pub fn violated(&self, values: &[f64], least: f64) -> Vec<(f64, Vec<Literal<usize>>)> {
        self.rows
            .iter()
            .map(|row| self.clause(row, values))
            .filter(|(missed, _)| *missed >= least)
            .collect()
    }

    /// Returns the clause of a parity that the values violate most, and the violation. If the
    /// violation is positive, the sum of the clause falls short of 1 by this number. The literals
    /// are in the order of the variables. `values` has a number from 0 to 1 for each variable. For
    /// a row without variables, the clause is empty. The violation is then 1 if the parity is odd,
    /// and −∞ otherwise.
    fn clause(&self, row: &Bits, values: &[f64]) -> (f64, Vec<Literal<usize>>) {
        let mut is_wrong = row.has(self.variables);
        let (mut missed, mut nearest) = (1.0, (f64::INFINITY, 0));
        let variables = row.places().filter(|&place| place < self.variables);
        for variable in variables.clone() {
            let is_one = values[variable] > 0.5;
            is_wrong ^= is_one;
            missed -= if is_one { 1.0 - values[variable] } else { values[variable] };
            let far = (values[variable] - 0.5).abs();
            if far < nearest.0 {
                nearest = (far, variable);
            }
        }
        // If the rounded values have the wrong parity, the clause forbids these values. Otherwise,
        // the value nearest to 1/2 is rounded the other way, and the clause forbids the resulting
        // values.
        let turned = (!is_wrong).then_some(nearest.1);
        if !is_wrong {
            missed -= 2.0 * nearest.0;
        }
        let clause = variables
            .map(|variable| Literal {
                variable,
                is_negated: (values[variable] > 0.5) != (turned == Some(variable)),
            })
            .collect();
        (missed, clause)
    }

    /// Eliminates variables, and returns the resulting sums of parities. The variables whose values
    /// are nearest to 1/2 become basic first; fixed variables come last. `values` and `is_fixed`
    /// have an entry for each variable. `is_fixed` changes only this order.
    pub fn eliminate(&self, values: &[f64], is_fixed: &[bool]) -> ReducedParities {
        let far: Vec<f64> = (0..self.variables)
            .map(|variable| {
                let far = (values[variable] - 0.5).abs();
                if is_fixed[variable] { 1.0 + far } else { far }
            })
            .collect();
        let mut order: Vec<usize> = (0..self.variables).collect();
        order.sort_by(|&one, &other| far[one].total_cmp(&far[other]));
        let (mut rows, mut basis) = (self.rows.clone(), Vec::new());
        for variable in order {
            let rank = basis.len();
            let Some(found) = (rank..rows.len()).find(|&row| rows[row].has(variable)) else {
                continue;
            };
            rows.swap(rank, found);
            let chosen = rows[rank].clone();
            for (place, row) in rows.iter_mut().enumerate() {
                if place != rank && row.has(variable) {
                    row.add(&chosen);
                }
            }
            basis.push(variable);
        }
        ReducedParities { checks: Checks { variables: self.variables, rows }, basis }
    }

    /// Returns all variables, each once. The variables of the shortest odd parities come first.
    /// Variables that are in no odd parity come at the end, in increasing order.
    pub fn variables_by_length(&self) -> Vec<usize> {
        let mut odd: Vec<Vec<usize>> = self
            .rows
            .iter()
            .filter(|row| row.has(self.variables))
            .map(|row| row.places().filter(|&place| place < self.variables).collect())
            .collect();
        odd.sort_by_key(Vec::len);
        let mut seen = vec![false; self.variables];
        odd.into_iter()
            .flatten()
            .chain(0..self.variables)
            .filter(|&variable| !std::mem::replace(&mut seen[variable], true))
            .collect()
    }

    #[cfg(test)]
    pub fn hold(&self, value: impl Fn(usize) -> bool) -> bool {
        self.rows.iter().all(|row| {
            let ones =
                row.places().filter(|&place| place == self.variables || value(place)).count();
            ones % 2 == 0
        })
    }
}

impl ReducedParities {
    /// Returns whether the parities have no solution. Then an eliminated row states that 0 is odd.
    pub fn is_contradictory(&self) -> bool {
        let ReducedParities { checks: Checks { variables, rows }, basis } = self;
        rows[basis.len()..].iter().any(|row| row.has(*variables))
    }

    /// Returns, for each variable, the basic variables that change when it changes. A last entry
    /// has the basic variables that are 1 if all other variables are 0.
    fn columns(&self) -> Vec<Bits> {
        let ReducedParities { checks: Checks { variables, rows }, basis } = self;
        let mut columns = vec![Bits::zeros(basis.len()); variables + 1];
        for (place, row) in rows[..basis.len()].iter().enumerate() {
            row.places().for_each(|column| columns[column].flip(place));
        }
        columns
    }

    /// Returns the rows whose basic variable is one of the first `counted` variables, as bits.
    fn mask(&self, counted: usize) -> Bits {
        let mut mask = Bits::zeros(self.basis.len());
        self.basis
            .iter()
            .enumerate()
            .filter(|(_, variable)| **variable < counted)
            .for_each(|(place, _)| mask.flip(place));
        mask
    }

    /// Returns the solution in which the fewest of the first `counted` variables are 1, as the
    /// value of each variable. If there are several, returns the first one found. The free
    /// variables are those outside the basis. All their values are tried by single flips (Gray
    /// code). Returns `None` if more than `most` variables are free, or if the parities contradict
    /// each other. `most` must be less than 64.
    pub fn best(&self, counted: usize, most: u32) -> Option<Vec<bool>> {
        let ReducedParities { checks: Checks { variables, .. }, basis } = self;
        let free: Vec<usize> =
            (0..*variables).filter(|variable| !basis.contains(variable)).collect();
        let number = u32::try_from(free.len()).ok().filter(|&number| number <= most)?;
        if self.is_contradictory() {
            return None;
        }
        let (columns, mask) = (self.columns(), self.mask(counted));
        let none = Bits::zeros(basis.len());
        let mut answer = vec![false; *variables];
        let mut plain = columns[*variables].clone();
        let mut of_free = 0;
        let mut best = (plain.count_with([&none, &none], &mask), answer.clone(), plain.clone());
        for step in 1..1_u64 << number {
            let variable = free[step.trailing_zeros() as usize];
            answer[variable] ^= true;
            plain.add(&columns[variable]);
            if variable < counted {
                of_free = if answer[variable] { of_free + 1 } else { of_free - 1 };
            }
            let total = of_free + plain.count_with([&none, &none], &mask);
            if total < best.0 {
                best = (total, answer.clone(), plain.clone());
            }
        }
        let (_, mut answer, plain) = best;
        plain.places().for_each(|place| answer[basis[place]] = true);
        Some(answer)
    }

    /// Returns a solution near `values`. Variables outside the basis are rounded (1/2 to 0). Then
    /// one or two of them are flipped, if fewer of the first `counted` variables are 1 after the
    /// flip. Fixed variables outside the basis keep their rounded values, but fixed variables in
    /// the basis can change. `values` and `is_fixed` have an entry for each variable. Returns
    /// `None` if the parities contradict each other.
    pub fn answer(&self, values: &[f64], counted: usize, is_fixed: &[bool]) -> Option<Vec<bool>> {
        let ReducedParities { checks: Checks { variables, .. }, basis } = self;
        if self.is_contradictory() {
            return None;
        }
        let mut answer: Vec<bool> = values.iter().map(|&value| value > 0.5).collect();
        basis.iter().for_each(|&variable| answer[variable] = false);
        let columns = self.columns();
        let mut plain = columns[*variables].clone();
        answer
            .iter()
            .zip(&columns)
            .filter(|(is_one, _)| **is_one)
            .for_each(|(_, column)| plain.add(column));
        let mask = self.mask(counted);
        // A flip of a variable outside the basis changes the count by 1, −1 or 0.
        let mut is_free = vec![true; *variables];
        basis.iter().for_each(|&variable| is_free[variable] = false);
        let free: Vec<usize> =
            (0..*variables).filter(|&variable| is_free[variable] && !is_fixed[variable]).collect();
        let none = Bits::zeros(basis.len());
        let total = |changes: [usize; 2], number: usize| {
            let column =
                |place: usize| if place < number { &columns[changes[place]] } else { &none };
            let costs: i64 = changes[..number]
                .iter()
                .filter(|&&variable| variable < counted)
                .map(|&variable| if answer[variable] { -1 } else { 1 })
                .sum();
            costs + i64::from(plain.count_with([column(0), column(1)], &mask))
        };
        let mut best = (total([0; 2], 0), [0; 2], 0);
        for (place, &one) in free.iter().enumerate() {
            let changes = std::iter::once(([one; 2], 1));
            for (changes, number) in
                changes.chain(free[place + 1..].iter().map(|&other| ([one, other], 2)))
            {
                let total = total(changes, number);
                if total < best.0 {
                    best = (total, changes, number);
                }
            }
        }
        let (_, changes, number) = best;
        for &variable in &changes[..number] {
            answer[variable] ^= true;
            plain.add(&columns[variable]);
        }
        plain.places().for_each(|place| answer[basis[place]] = true);
        Some(answer)
    }
}
