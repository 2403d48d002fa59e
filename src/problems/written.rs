//! Models as files state them: named variables, rows of literals, and an objective. The family
//! [`FAMILY`] reads these files.
//!
//! The reader of a format ([`FORMATS`]) fills a [`ParsedModel`] with exactly what the file says.
//! Answers are checked against the rows of the [`ParsedModel`]. The solver gets these rows after a
//! conversion (module `normal`), so checks and solver share no code. Readers pass through the file
//! once and keep no text; only the readers of LP and MPS look back at earlier text. A reader
//! accepts any bytes: it returns a `ParsedModel`, or a [`Refusal`](crate::source::Refusal) with
//! line, column and cure.
//!
//! A file may have fifty million clauses. So the literals of all rows are in one list, and each
//! hard clause takes only a few bytes besides its literals.

use std::collections::HashMap;

use crate::exact::Integer;
use crate::model::{Parity, Relation, Sense};
use program::Decimal;

mod answer;
mod aside;
mod check;
pub mod detect;
pub mod format;
mod integers;
mod local;
mod misfits;
mod model_format;
mod normal;
mod room;
mod scan;
#[cfg(test)]
mod small;
mod state;
mod told;

mod cnf;
mod cnf_plus;
mod comments;
mod decimal;
mod dimacs;
mod foreign;
mod icnf;
mod knf;
mod lp;
mod mps;
mod opb;
mod program;
mod read_terms;
mod reified;
mod wbo;
mod wcnf;

pub use format::{FORMATS, is_model_file, looks_like_model};
pub use model_format::ModelFormat;
pub use read_terms::ReadTerms;
pub use room::{FAMILY, ModelFile};
pub use scan::{Scanner, TextSpot};

pub use self::misfits::HeaderMismatch;
pub use self::reified::{Direction, Reification};

/// The index of a variable, or of a product (a conjunction of literals), from 1. The negative index
/// is the negation of the variable or product.
pub type Literal = i32;

/// The largest number of variables and products that one file may have. A file with more is
/// refused.
pub const MOST_VARIABLES: usize = 100_000_000;

/// A named variable or a product. Its index comes after the indices of the numbered variables.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Atom {
    Named(Box<str>),
    /// A conjunction of at least two distinct literals.
    Product(Box<[Literal]>),
}

/// A position in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilePlace {
    /// The line; the first line of the file is 1.
    pub line: u64,
    /// The column, counted in bytes; the first byte of a line is in column 1.
    pub column: u64,
}

/// The condition that a row states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowForm {
    /// At least one literal is true.
    Clause,
    /// The number of true literals is even or odd. A repeated literal counts each time.
    Parity(Parity),
    /// The total weight of the true literals has this relation to this number. A repeated literal
    /// counts each time.
    Sum(Relation, Integer),
    /// The total weight of the true literals differs from this number. A repeated literal counts
    /// each time.
    Unequal(Integer),
}

/// The data of a row that is not a plain hard clause. Its literals are in [`ParsedModel::lits`],
/// like the literals of all rows.
#[derive(Clone, Debug)]
struct SpecialRow {
    form: RowForm,
    /// One weight for each literal; `None` if all are 1.
    weights: Option<Box<[Integer]>>,
    /// The cost of breaking the row, in units of 10^-`cost_decimals`; `None` if the row must hold.
    cost: Option<Integer>,
    place: FilePlace,
    /// The literals on which the row depends. Their conjunction implies the row, is implied by the
    /// row, or is equivalent to the row. Only a sum can have them. `None` if the row depends on no
    /// literals.
    reified: Option<Reification>,
}

/// One row of a file, as [`ParsedModel::rows`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct ParsedRow<'a> {
    /// The condition that the row states.
    pub form: &'a RowForm,
    /// The literals in the order of the file. A repeated literal occurs each time.
    pub lits: &'a [Literal],
    /// The weights, one for each literal; `None` if all are 1.
    pub weights: Option<&'a [Integer]>,
    /// The cost of breaking the row, in units of 1 / [`ParsedModel::divisor`]; `None` if the row
    /// must hold.
    pub cost: Option<&'a Integer>,
    /// The row's position in the file. `None` for a hard clause, whose position is not stored, to
    /// save memory.
    pub place: Option<FilePlace>,
    /// The row's name in the file; `None` if the row has no name.
    pub name: Option<&'a str>,
    /// The literals on which the row depends. Their conjunction implies the row, is implied by the
    /// row, or is equivalent to the row. `None` if the row depends on no literals.
    pub reified: Option<&'a Reification>,
}

/// The objective of a file. Its terms have literals. While a file of LP or MPS is read, its terms
/// have other factors instead: variables of that file, or products of two such variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedObjective<Atom = Literal> {
    /// Whether the objective is minimised or maximised.
    pub sense: Sense,
    /// The weighted literals whose sum is the objective.
    pub terms: Vec<(Integer, Atom)>,
    /// The constant added to the terms.
    pub constant: Integer,
    /// The divisor of the terms and the constant, which are stored as whole numbers; at least 1.
    pub divisor: Integer,
    /// The objective's position in the file.
    pub place: FilePlace,
}

/// A model as its file states it.
#[derive(Clone, Debug, Default)]
pub struct ParsedModel {
    /// The number of variables whose only name is a number. Their indices are 1 to this number.
    numbered: usize,
    /// The named variables and products, in the order of their indices, which are `numbered` + 1
    /// and so on.
    atoms: Vec<Atom>,
    /// The number of variables of the file, including those that were left out as unused
    /// ([`ParsedModel::remove_unused`]). `None` if none were left out.
    sparse: Option<usize>,
    /// The index of each named variable.
    named: HashMap<Box<str>, Literal>,
    /// The index of each product, by its sorted and distinct literals.
    /// [`ParsedModel::sort_variables`] empties this map, since products are looked up only while a
    /// file is read.
    products: HashMap<Box<[Literal]>, Literal>,
    /// The literals of all rows, one row after another.
    lits: Vec<Literal>,
    /// The rows, in the order of the file.
    rows: Vec<RowRecord>,
    /// The names of rows, each with the row's index from 0. The indices increase.
    row_names: Vec<(usize, Box<str>)>,
    /// The data of the rows that are not plain hard clauses, in the order of these rows.
    special: Vec<SpecialRow>,
    aim: Option<ParsedObjective>,
    /// The least cost that is too high for an answer, in units of 10^-`cost_decimals`.
    top: Option<Integer>,
    /// The cubes. An answer must satisfy at least one of them; if the list is empty, there is no
    /// such condition.
    cubes: Vec<Box<[Literal]>>,
    /// Whether answers have a cost, even if no row is soft. The cost is that of the soft rows that
    /// an answer breaks.
    has_costs: bool,
    /// The variables that occur in no row. Either other variables define the values of such a
    /// variable, or it may have any value.
    asides: aside::DefinedVariables,
    /// The integer variables, each with the literals of which it is a sum.
    integers: integers::Integers,
    /// What the reader has found about the integers, in sentences.
    reading: Vec<String>,
    /// Notes for the file's author, in sentences: facts that are worth checking.
    remarks: Vec<String>,
    /// Whether a comment of the file says that the objective is a maximum, although the file is
    /// read as a minimum.
    is_doubted: bool,
    /// The number of decimals of costs: the costs of rows and `top` are stored in units of
    /// 10^-`cost_decimals`.
    cost_decimals: i32,
    /// The number of variables that the header states; `None` if it states none.
    promised_variables: Option<u64>,
    /// The number of rows that the header states, at most `usize::MAX`; `None` if it states none.
    promised_rows: Option<usize>,
    /// The bound N that keeps integers without a bound of their own from -N to N. `None` if there are
    /// no such integers, or if their bounds follow from an answer.
    int_bound: Option<u32>,
    /// The answers to which the bounds of integers limit the model; `None` if the bounds are those of
    /// the file and its rows.
    reach: Option<program::Reach>,
    /// The variables that the file names as its projection; `None` if it names none.
    shown: Option<Vec<Literal>>,
}

/// The position of the data of one row. `end` is the end of its literals in [`ParsedModel::lits`].
/// `special` is its index in [`ParsedModel::special`] plus 1, or 0 for a hard clause.
#[derive(Clone, Copy, Debug)]
struct RowRecord {
    end: u32,
    special: u32,
}

/// The error for a file that has more variables, literals or rows than allowed. The field states
/// the limit in words, such as `100,000,000 variables`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {0}")]
pub struct LimitExceeded(pub &'static str);

/// A file with at most this many variables keeps its unused variables. A variable is unused if it
/// is in no row, cube or projection.
const FEW_UNUSED: usize = 100_000;

/// The number of unused variables that a file with more than [`FEW_UNUSED`] variables keeps. These
/// 64 variables alone have 2^64 assignments, more answers than any count can reach.
const SPARE: usize = 64;

/// The error for a file with more than [`MOST_VARIABLES`] variables and products.
const TOO_MANY_VARIABLES: LimitExceeded = LimitExceeded("100,000,000 variables");
/// The error for a file with more literals or rows than 32 bits can count.
const TOO_MANY_LITERALS: LimitExceeded = LimitExceeded("4,294,967,295 literals or rows");

impl ParsedModel {
    /// Declares the numbered variables 1 to `number`. If at least as many are declared already,
    /// nothing changes. This must be called before any named variable or product is added;
    /// otherwise a debug build panics.
    ///
    /// # Errors
    ///
    /// If `number` is larger than [`MOST_VARIABLES`].
    pub fn declare_variables(&mut self, number: u64) -> Result<(), LimitExceeded> {
        debug_assert!(self.atoms.is_empty(), "numbered variables come before all others");
        let number = usize::try_from(number).map_err(|_| TOO_MANY_VARIABLES)?;
        if number > MOST_VARIABLES {
            return Err(TOO_MANY_VARIABLES);
        }
        self.numbered = self.numbered.max(number);
        Ok(())
    }

    /// Returns the index of the variable with this name. Adds a variable if no named variable has
    /// this name yet. Does not look for numbered variables, so a name of digits such as `5` is a
    /// new variable, too.
    ///
    /// # Errors
    ///
    /// If there are already [`MOST_VARIABLES`] variables and products and the name is new. Nothing
    /// is added then.
    pub fn variable(&mut self, name: &str) -> Result<Literal, LimitExceeded> {
        if let Some(&number) = self.named.get(name) {
            return Ok(number);
        }
        let number = self.add_atom(Atom::Named(name.into()))?;
        self.named.insert(name.into(), number);
        Ok(number)
    }

    /// Returns the index of the conjunction of `lits`, which must have at least one literal. Order
    /// and repetitions of literals do not matter. If no product has these literals yet, adds one,
    /// even if a literal and its negation are among them. If `lits` has only one distinct literal,
    /// returns this literal. Does not check that the variables exist.
    ///
    /// # Errors
    ///
    /// If there are already [`MOST_VARIABLES`] variables and products and the product is new.
    /// Nothing is added then.
    pub fn product(&mut self, lits: &[Literal]) -> Result<Literal, LimitExceeded> {
        let mut sorted = lits.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if let [lit] = sorted[..] {
            return Ok(lit);
        }
        let key = sorted.into_boxed_slice();
        if let Some(&number) = self.products.get(&key) {
            return Ok(number);
        }
        let number = self.add_atom(Atom::Product(key.clone()))?;
        self.products.insert(key, number);
        Ok(number)
    }

    /// Adds a variable or product with the next free index, and returns this index. Does not check
    /// whether the variable or product exists already. Returns an error and adds nothing if there
    /// are already [`MOST_VARIABLES`] variables and products.
    fn add_atom(&mut self, atom: Atom) -> Result<Literal, LimitExceeded> {
        let number = self.numbered + self.atoms.len() + 1;
        if number > MOST_VARIABLES {
            return Err(TOO_MANY_VARIABLES);
        }
        self.atoms.push(atom);
        Ok(Literal::try_from(number).expect("a hundred millions"))
    }

    /// Adds a clause that every answer must satisfy.
    ///
    /// # Errors
    ///
    /// If the file has more than 2^32 - 1 literals or rows.
    pub fn clause(&mut self, lits: &[Literal]) -> Result<(), LimitExceeded> {
        self.add(lits, None)
    }

    /// Adds a row. If `cost` is `None`, the row must hold. Otherwise `cost` is the cost of breaking
    /// the row, in units of 10^-`cost_decimals`. If `weights` is `None`, all weights are 1.
    /// Otherwise there must be one weight for each literal; if not, a debug build panics. The place
    /// of a hard clause without weights is not stored. Does not check that the variables exist.
    ///
    /// # Errors
    ///
    /// If the file would have more than 2^32 - 1 literals, or more than 2^32 - 1 rows besides hard
    /// clauses without weights. Nothing is added then.
    pub fn row(
        &mut self,
        form: RowForm,
        lits: &[Literal],
        weights: Option<Vec<Integer>>,
        cost: Option<Integer>,
        place: FilePlace,
    ) -> Result<(), LimitExceeded> {
        debug_assert!(weights.as_ref().is_none_or(|weights| weights.len() == lits.len()));
        if form == RowForm::Clause && cost.is_none() && weights.is_none() {
            return self.clause(lits);
        }
        self.add(
            lits,
            Some(SpecialRow {
                form,
                weights: weights.map(Vec::into_boxed_slice),
                cost,
                place,
                reified: None,
            }),
        )
    }

    /// Adds a row. If `special` is `None`, the row is a hard clause. Returns an error and adds
    /// nothing if the file would have more than 2^32 - 1 literals or special rows.
    fn add(&mut self, lits: &[Literal], special: Option<SpecialRow>) -> Result<(), LimitExceeded> {
        let end = u32::try_from(self.lits.len() + lits.len()).map_err(|_| TOO_MANY_LITERALS)?;
        let number = self.special.len() + usize::from(special.is_some());
        let number = u32::try_from(number).map_err(|_| TOO_MANY_LITERALS)?;
        self.lits.extend_from_slice(lits);
        self.rows.push(RowRecord { end, special: if special.is_some() { number } else { 0 } });
        self.special.extend(special);
        Ok(())
    }

    /// Gives `name` to all rows from index `from` on. There are several such rows if one row of the
    /// file was stored as two; for example, a range is.
    pub fn name_rows(&mut self, from: usize, name: &str) {
        self.row_names.extend((from..self.rows.len()).map(|place| (place, name.into())));
    }

    /// Returns the number, from 1, of the last row with this name.
    fn last_row_named(&self, name: &str) -> Option<usize> {
        let names = self.row_names.iter().rev();
        names.filter(|(_, one)| **one == *name).map(|(place, _)| place + 1).next()
    }

    /// Sets the objective, and replaces an earlier one.
    pub fn set_objective(&mut self, aim: ParsedObjective) {
        self.aim = Some(aim);
    }

    /// Replaces the objective's sense and returns the previous one. Returns `None` if there is no
    /// objective.
    pub fn replace_sense(&mut self, sense: Sense) -> Option<Sense> {
        self.aim.as_mut().map(|aim| std::mem::replace(&mut aim.sense, sense))
    }

    /// Adds a remark, a sentence for the file's author.
    pub fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
    }

    /// Declares that answers have a cost, the sum of the costs of the rows that they break, even if
    /// no row is soft.
    pub fn compare_by_cost(&mut self) {
        self.has_costs = true;
    }

    /// Adds variables to the projection that the file requests. Even an empty list requests a
    /// projection.
    pub fn project(&mut self, variables: &[Literal]) {
        self.shown.get_or_insert_default().extend_from_slice(variables);
    }

    /// Returns `cost` in units of 10^-`cost_decimals`. If `cost` has too many decimals for this
    /// unit, first increases `cost_decimals`, so that the unit becomes smaller. Then `top` and all
    /// earlier costs are converted to the new unit.
    fn scale_cost(&mut self, cost: &Decimal) -> Integer {
        let more = cost.decimals() - self.cost_decimals;
        if more > 0 {
            let factor = Decimal::ONE.times_ten_to(more);
            self.special
                .iter_mut()
                .filter_map(|special| special.cost.as_mut())
                .chain(&mut self.top)
                .for_each(|cost| *cost = &*cost * &factor);
            self.cost_decimals += more;
        }
        cost.times_ten_to(self.cost_decimals)
    }

    /// Sets the top, in units of 10^-`cost_decimals`: an assignment that costs `top` or more is no
    /// answer. Also declares that answers have a cost.
    pub fn set_top(&mut self, top: Integer) {
        self.top = Some(top);
        self.has_costs = true;
    }

    /// Adds a cube. An answer must satisfy at least one cube.
    pub fn cube(&mut self, lits: &[Literal]) {
        self.cubes.push(lits.into());
    }

    /// Sorts the variables and products after reading: first the variables in the order in which
    /// they were added, then the products. If there are no other names than an x and a number
    /// without leading zeros, sorts the variables by this number instead, and adds the missing
    /// variables up to x`declared`. Adds no variable if `declared` is less than one of the numbers,
    /// or more than 100,000 plus ten times the number of named variables and products. Numbered
    /// variables stay first and unchanged. Changes all literals accordingly. Forgets which products
    /// exist, so no product may be added afterwards.
    ///
    /// # Errors
    ///
    /// If there would be more than [`MOST_VARIABLES`] variables and products. Missing variables may
    /// then already be added, but nothing is sorted.
    pub fn sort_variables(&mut self, declared: u64) -> Result<(), LimitExceeded> {
        let numbers: Option<Vec<u64>> = self
            .atoms
            .iter()
            .filter_map(|atom| match atom {
                Atom::Named(name) => Some(competition_number(name)),
                Atom::Product(_) => None,
            })
            .collect();
        let is_likely = usize::try_from(declared)
            .is_ok_and(|declared| declared <= FEW_UNUSED.saturating_add(10 * self.atoms.len()));
        if let Some(numbers) = &numbers
            && is_likely
            && numbers.iter().all(|&number| number <= declared)
        {
            let mut missing: Vec<bool> =
                vec![true; usize::try_from(declared).expect("it is likely") + 1];
            for number in numbers.iter().filter_map(|&number| usize::try_from(number).ok()) {
                missing[number] = false;
            }
            for (number, _) in missing.iter().enumerate().skip(1).filter(|missing| *missing.1) {
                self.variable(&format!("x{number}"))?;
            }
        }
        let mut order: Vec<usize> = (0..self.atoms.len()).collect();
        order.sort_by_cached_key(|&place| match &self.atoms[place] {
            Atom::Named(name) if numbers.is_some() => (false, competition_number(name)),
            Atom::Named(_) => (false, None),
            Atom::Product(_) => (true, None),
        });
        self.renumber(&order);
        Ok(())
    }

    /// Removes unused numbered variables if nearly all variables are unused: there are more
    /// variables than 100,000 plus ten times the number of literals. Otherwise does nothing. Also
    /// does nothing if there are named variables or products. Keeps the first 64 unused variables
    /// and the last variable. The kept variables get new indices, and their old numbers become
    /// their names; the file is then called sparse. Changes only the literals of rows, cubes and
    /// projection. So the file must have no objective, reified rows or definitions.
    pub fn remove_unused(&mut self) {
        let all = self.numbered;
        if all <= FEW_UNUSED || !self.atoms.is_empty() {
            return;
        }
        let lits = self
            .lits
            .iter()
            .chain(self.cubes.iter().flat_map(|cube| cube.iter()))
            .chain(self.shown.iter().flatten());
        if all <= lits.clone().count().saturating_mul(10).saturating_add(FEW_UNUSED) {
            return;
        }
        let mut kept: Vec<usize> = lits.map(|lit| lit.unsigned_abs() as usize).collect();
        kept.push(all);
        kept.sort_unstable();
        kept.dedup();
        kept = (1..all)
            .filter(|number| kept.binary_search(number).is_err())
            .take(SPARE)
            .chain(kept.iter().copied())
            .collect();
        kept.sort_unstable();
        let change = |lit: &mut Literal| {
            let place = kept.binary_search(&(lit.unsigned_abs() as usize)).expect("it is kept");
            *lit = lit.signum() * Literal::try_from(place + 1).expect("a smaller number");
        };
        self.lits.iter_mut().for_each(change);
        self.cubes.iter_mut().flat_map(|cube| cube.iter_mut()).for_each(change);
        self.shown.iter_mut().flatten().for_each(change);
        (self.numbered, self.sparse) = (0, Some(all));
        for (number, place) in kept.iter().zip(1..) {
            let name: Box<str> = number.to_string().into();
            self.atoms.push(Atom::Named(name.clone()));
            self.named.insert(name, place);
        }
    }

    /// Changes the order of the named variables and products. They come after the numbered
    /// variables. `order` lists their old indices in `atoms` in the new order; the indices count
    /// from 0, and each occurs once. Changes all literals accordingly: in rows, reifications,
    /// cubes, objective, projection, products, names and definitions. Then empties `products`.
    fn renumber(&mut self, order: &[usize]) {
        let mut new = vec![0; order.len()];
        for (number, &old) in (self.numbered + 1..).zip(order) {
            new[old] = Literal::try_from(number).expect("as many as before");
        }
        let numbered = Literal::try_from(self.numbered).expect("a hundred millions");
        let change = |lit: &mut Literal| {
            if let Ok(place) = usize::try_from(lit.abs() - numbered - 1) {
                *lit = lit.signum() * new[place];
            }
        };
        self.lits.iter_mut().for_each(change);
        self.shown.iter_mut().flatten().for_each(change);
        let reified = self.special.iter_mut().filter_map(|special| special.reified.as_mut());
        reified.flat_map(|reified| reified.lits.iter_mut()).for_each(change);
        self.aim.iter_mut().flat_map(|aim| &mut aim.terms).for_each(|term| change(&mut term.1));
        self.cubes.iter_mut().flat_map(|cube| cube.iter_mut()).for_each(change);
        self.asides.lits_mut().for_each(change);
        let mut atoms = std::mem::take(&mut self.atoms);
        for atom in &mut atoms {
            if let Atom::Product(lits) = atom {
                lits.iter_mut().for_each(change);
            }
        }
        self.named.values_mut().chain(self.products.values_mut()).for_each(change);
        // The keys of this map have the old indices. They are needed only while the file is read.
        self.products.clear();
        let mut old: Vec<Option<Atom>> = atoms.into_iter().map(Some).collect();
        self.atoms = order.iter().filter_map(|&place| old[place].take()).collect();
    }
}

/// Returns the number in a name like x12. Returns `None` for any other name, and for a number with
/// a leading 0.
fn competition_number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix('x')?;
    let is_plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_plain)
}

impl ParsedModel {
    /// Returns the number of variables and products.
    pub fn atoms(&self) -> usize {
        self.numbered + self.atoms.len()
    }

    /// Returns the number of variables, without products. The result is correct only after reading,
    /// since the products come last only then.
    pub fn variables(&self) -> usize {
        self.atoms()
            - self.atoms.iter().rev().take_while(|atom| matches!(atom, Atom::Product(_))).count()
    }

    /// Returns a variable's name. Returns `None` if the variable's index is its only name, or if
    /// the index is that of a product.
    pub fn name(&self, number: usize) -> Option<&str> {
        match self.atoms.get(number.checked_sub(self.numbered + 1)?)? {
            Atom::Named(name) => Some(name),
            Atom::Product(_) => None,
        }
    }

    /// Returns the index, from 1, of the variable with this name. If no variable has the name, and
    /// the name is a number in digits without a leading 0 or sign, returns the numbered variable
    /// with this number. Returns `None` if there is neither.
    pub fn find_variable(&self, name: &str) -> Option<usize> {
        let known = self.named.get(name).and_then(|&number| usize::try_from(number).ok());
        let is_plain = name.starts_with(|first| matches!(first, '1'..='9'));
        known.or_else(|| {
            let number = name.parse().ok()?;
            (is_plain && (1..=self.numbered).contains(&number)).then_some(number)
        })
    }

    /// Returns the index and the literals of each product.
    pub fn products(&self) -> impl Iterator<Item = (Literal, &[Literal])> {
        let first = Literal::try_from(self.numbered).expect("a hundred millions") + 1;
        (first..).zip(&self.atoms).filter_map(|(number, atom)| match atom {
            Atom::Product(lits) => Some((number, &lits[..])),
            Atom::Named(_) => None,
        })
    }

    /// Returns whether the names of all variables are numbers.
    pub fn is_numbered(&self) -> bool {
        self.atoms.is_empty() && self.integers().is_empty() || self.is_sparse()
    }

    /// Returns whether unused variables were left out, so that the numbers that name variables
    /// differ from the indices.
    pub fn is_sparse(&self) -> bool {
        self.sparse.is_some()
    }

    /// Returns the number of variables, including those that were left out as unused.
    pub fn all_variables(&self) -> usize {
        self.sparse.unwrap_or_else(|| self.variables())
    }

    /// Returns whether answers have a cost. They do if some row may be broken at a cost, or if the
    /// file is in a format in which rows have costs.
    pub fn is_soft(&self) -> bool {
        self.has_costs || self.special.iter().any(|special| special.cost.is_some())
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the rows in the order of the file. A hard clause without weights has no place. A row
    /// without weights has the weight 1 for each literal, and a row without a cost must hold.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = ParsedRow<'_>> {
        let mut start = 0;
        let mut names = self.row_names.iter().peekable();
        self.rows.iter().enumerate().map(move |(place, &RowRecord { end, special })| {
            let lits = &self.lits[start..end as usize];
            start = end as usize;
            let special = (special as usize).checked_sub(1).map(|place| &self.special[place]);
            ParsedRow {
                form: special.map_or(&RowForm::Clause, |special| &special.form),
                lits,
                weights: special.and_then(|special| special.weights.as_deref()),
                cost: special.and_then(|special| special.cost.as_ref()),
                place: special.map(|special| special.place),
                name: names.next_if(|name| name.0 == place).map(|name| &*name.1),
                reified: special.and_then(|special| special.reified.as_ref()),
            }
        })
    }

    /// Returns the variables of the projection, each once and in increasing order; `None` if the
    /// file requests no projection.
    pub fn projection(&self) -> Option<Vec<usize>> {
        let mut shown: Vec<usize> =
            self.shown.as_ref()?.iter().map(|lit| lit.unsigned_abs() as usize).collect();
        shown.sort_unstable();
        shown.dedup();
        Some(shown)
    }

    /// Returns the divisor for reports. The values of the objective are stored as whole numbers,
    /// and are divided by this number in reports. If there is no objective, the same is true of the
    /// costs.
    pub fn divisor(&self) -> Integer {
        match &self.aim {
            Some(aim) => aim.divisor.clone(),
            None => Decimal::ONE.times_ten_to(self.cost_decimals),
        }
    }

    /// Returns whether the file has only hard clauses over numbered variables: no other rows, no
    /// cubes, no objective and no costs.
    pub fn is_cnf(&self) -> bool {
        let is_plain = self.special.is_empty() && self.atoms.is_empty() && self.cubes.is_empty();
        is_plain && self.aim.is_none() && !self.has_costs
    }

    /// Returns the remarks: sentences for the file's author, about facts that are worth checking.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Returns the objective; `None` if the file has none.
    pub fn objective(&self) -> Option<&ParsedObjective> {
        self.aim.as_ref()
    }

    /// Returns the top, the least cost that is too high for an answer. Returns `None` if the file
    /// states none.
    pub fn top(&self) -> Option<&Integer> {
        self.top.as_ref()
    }

    /// Returns the cubes. An answer must satisfy at least one of them if there are any.
    pub fn cubes(&self) -> &[Box<[Literal]>] {
        &self.cubes
    }
}
