//! Models as files state them: variables with names, rows of literals, what is wanted.
//!
//! A reader of a format ([`FORMATS`]) fills a [`Written`], which says exactly what the file says:
//! repeated and opposite literals, coefficients of any length and rows that always hold stay as
//! they are. So an answer can be checked against the file's own rows, which share nothing with what
//! is encoded; and what is encoded is another form, made from this one. A reader reads its file from
//! a stream and keeps no text; those of LP and MPS, which look back, keep the whole. Readers are
//! total: any bytes are a `Written` or a [`Refusal`](crate::source::Refusal) with a line, a column
//! and a cure.
//!
//! A file may have fifty million clauses. So the literals of all rows are one list, a row is a few
//! bytes beside it, and only a row that is no clause has more.

use std::collections::HashMap;

use crate::model::{Parity, Relation, Sense};
use program::Decimal;

mod answer;
mod aside;
mod check;
pub mod detect;
pub mod format;
mod integer;
mod misfits;
mod normal;
pub mod room;
mod scan;
#[cfg(test)]
mod small;
mod state;
mod told;

mod cnf;
mod cnf_plus;
mod comments;
mod continuous;
mod dimacs;
mod icnf;
mod knf;
mod lp;
mod mps;
mod opb;
mod program;
mod wbo;
mod wcnf;

pub use format::{FORMATS, ModelFormat, begins_as_a_model, is_of_a_model};
pub use integer::{Integer, MOST_DIGITS};
pub use scan::{Scanner, TextSpot};

pub use self::misfits::Misfit;

/// A literal of a file: the number of a variable or of a product, from 1, negative if it is
/// negated.
pub type Literal = i32;

/// The most variables and products that a file may have.
pub const MOST_VARIABLES: usize = 100_000_000;

/// What a number stands for beyond the variables that are named by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Atom {
    /// A variable of that name.
    Named(Box<str>),
    /// True where all these literals are.
    Product(Box<[Literal]>),
}

/// Where something stands in a file: line and column from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilePlace {
    /// The line.
    pub line: u64,
    /// The column, in bytes.
    pub column: u64,
}

/// What a row says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowForm {
    /// At least one literal is true.
    Clause,
    /// An even or an odd number of literals is true. A literal that stands twice counts twice.
    Parity(Parity),
    /// What the true literals weigh stands in that relation to the bound. A literal that stands
    /// twice weighs twice.
    Sum(Relation, Integer),
    /// What the true literals weigh is not this number.
    Unequal(Integer),
}

/// A row that is no plain clause.
#[derive(Clone, Debug)]
struct Special {
    form: RowForm,
    /// The weights of its literals; 1 for each where there are none.
    weights: Option<Box<[Integer]>>,
    /// What an answer pays that breaks it; it must hold where there is none.
    cost: Option<Integer>,
    place: FilePlace,
}

/// A row of a file.
#[derive(Clone, Copy, Debug)]
pub struct WrittenRow<'a> {
    /// What it says of its literals.
    pub form: &'a RowForm,
    /// Its literals, as often as they stand there.
    pub lits: &'a [Literal],
    /// Their weights; 1 for each where there are none.
    pub weights: Option<&'a [Integer]>,
    /// What an answer pays that breaks it; it must hold where there is none.
    pub cost: Option<&'a Integer>,
    /// Where it stands; none for a clause that must hold, of which there may be many.
    pub place: Option<FilePlace>,
    /// What the file calls it.
    pub name: Option<&'a str>,
}

/// What a file wants to be as small or as large as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileAim {
    /// Whether more is better.
    pub sense: Sense,
    /// Weights and literals, as they stand there.
    pub terms: Vec<(Integer, Literal)>,
    /// What is added.
    pub constant: Integer,
    /// What the value is divided by where it is told: a file with decimals is read in units of a
    /// power of ten. At least 1.
    pub divisor: Integer,
    /// Where it stands.
    pub place: FilePlace,
}

/// A model as a file states it.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// Variables 1 to this have their numbers as names.
    numbered: usize,
    /// What the numbers behind them stand for.
    atoms: Vec<Atom>,
    /// The largest number, if variables are named by numbers and most of them were left out.
    sparse: Option<usize>,
    named: HashMap<Box<str>, Literal>,
    products: HashMap<Box<[Literal]>, Literal>,
    lits: Vec<Literal>,
    rows: Vec<RowRecord>,
    /// What rows are called, with their places in the list, in their order.
    row_names: Vec<(usize, Box<str>)>,
    special: Vec<Special>,
    aim: Option<FileAim>,
    top: Option<Integer>,
    cubes: Vec<Box<[Literal]>>,
    /// Whether rows of its kind may be broken at a cost, whether or not one may.
    has_costs: bool,
    /// Variables that the others define, and that no row has any more.
    asides: aside::Asides,
    /// What whoever has written the file should look at.
    remarks: Vec<String>,
    /// By which power of ten costs and the top are multiplied, so that they are whole numbers.
    cost_decimals: i32,
    /// How many variables and how many rows the header says there are.
    promised_variables: Option<u64>,
    promised_rows: Option<usize>,
    /// The variables by which the file wants answers told apart.
    shown: Option<Vec<Literal>>,
}

/// Where a row's literals end and, if it is no plain clause, its place in the list of these,
/// counted from 1.
#[derive(Clone, Copy, Debug)]
struct RowRecord {
    end: u32,
    special: u32,
}

/// A file that has more than can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {0}")]
pub struct TooMany(pub &'static str);

/// How many variables a small file may declare that stand nowhere.
const FEW_UNUSED: usize = 100_000;

/// So many variables that stand nowhere are kept where the others are left out: there are more
/// answers than anybody counts.
const SPARE: usize = 64;

const TOO_MANY_VARIABLES: TooMany = TooMany("100,000,000 variables");
const TOO_MANY_LITERALS: TooMany = TooMany("4,294,967,295 literals or rows");

/// For readers.
impl Written {
    /// Takes in that there are variables 1 to `number`, named by their numbers. Only for formats
    /// that name none otherwise.
    ///
    /// # Errors
    ///
    /// If that is more than [`MOST_VARIABLES`].
    pub fn see(&mut self, number: u64) -> Result<(), TooMany> {
        debug_assert!(self.atoms.is_empty(), "numbered variables come before all others");
        let number = usize::try_from(number).map_err(|_| TOO_MANY_VARIABLES)?;
        if number > MOST_VARIABLES {
            return Err(TOO_MANY_VARIABLES);
        }
        self.numbered = self.numbered.max(number);
        Ok(())
    }

    /// The number of the variable of that name.
    ///
    /// # Errors
    ///
    /// If there are more than [`MOST_VARIABLES`].
    pub fn variable(&mut self, name: &str) -> Result<Literal, TooMany> {
        if let Some(&number) = self.named.get(name) {
            return Ok(number);
        }
        let number = self.atom(Atom::Named(name.into()))?;
        self.named.insert(name.into(), number);
        Ok(number)
    }

    /// The number of what is true where all these literals are: of at least one. A literal may
    /// stand twice.
    ///
    /// # Errors
    ///
    /// As [`variable`](Written::variable).
    pub fn product(&mut self, lits: &[Literal]) -> Result<Literal, TooMany> {
        let mut lits = lits.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if let [lit] = lits[..] {
            return Ok(lit);
        }
        let lits = lits.into_boxed_slice();
        if let Some(&number) = self.products.get(&lits) {
            return Ok(number);
        }
        let number = self.atom(Atom::Product(lits.clone()))?;
        self.products.insert(lits, number);
        Ok(number)
    }

    fn atom(&mut self, atom: Atom) -> Result<Literal, TooMany> {
        let number = self.numbered + self.atoms.len() + 1;
        if number > MOST_VARIABLES {
            return Err(TOO_MANY_VARIABLES);
        }
        self.atoms.push(atom);
        Ok(Literal::try_from(number).expect("a hundred millions"))
    }

    /// Adds a clause that must hold.
    ///
    /// # Errors
    ///
    /// If there are more rows or literals than can be numbered; so do the others that add rows.
    pub fn clause(&mut self, lits: &[Literal]) -> Result<(), TooMany> {
        self.add(lits, None)
    }

    /// Adds a row. `weights` are as many as the literals, or none where each is 1; `cost` is what
    /// an answer pays that breaks it, and none where it must hold.
    ///
    /// # Errors
    ///
    /// As [`clause`](Written::clause).
    pub fn row(
        &mut self,
        form: RowForm,
        lits: &[Literal],
        weights: Option<Vec<Integer>>,
        cost: Option<Integer>,
        place: FilePlace,
    ) -> Result<(), TooMany> {
        debug_assert!(weights.as_ref().is_none_or(|weights| weights.len() == lits.len()));
        if form == RowForm::Clause && cost.is_none() && weights.is_none() {
            return self.clause(lits);
        }
        let weights = weights.map(Vec::into_boxed_slice);
        self.add(lits, Some(Special { form, weights, cost, place }))
    }

    fn add(&mut self, lits: &[Literal], special: Option<Special>) -> Result<(), TooMany> {
        let end = u32::try_from(self.lits.len() + lits.len()).map_err(|_| TOO_MANY_LITERALS)?;
        let number = self.special.len() + usize::from(special.is_some());
        let number = u32::try_from(number).map_err(|_| TOO_MANY_LITERALS)?;
        self.lits.extend_from_slice(lits);
        self.rows.push(RowRecord { end, special: if special.is_some() { number } else { 0 } });
        self.special.extend(special);
        Ok(())
    }

    /// Says what the file calls the rows from that place in the list on: one row may say two
    /// things.
    pub fn name_rows(&mut self, from: usize, name: &str) {
        self.row_names.extend((from..self.rows.len()).map(|place| (place, name.into())));
    }

    /// Says what is wanted.
    pub fn set_aim(&mut self, aim: FileAim) {
        self.aim = Some(aim);
    }

    /// Says that the objective has that sense, whatever the file says. Returns what the file says;
    /// none if it has no objective.
    pub fn turn(&mut self, sense: Sense) -> Option<Sense> {
        self.aim.as_mut().map(|aim| std::mem::replace(&mut aim.sense, sense))
    }

    /// Notes what whoever has written the file should look at.
    pub fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
    }

    /// Notes that answers are compared by what the broken rows cost, even where none can be broken.
    pub fn compare_by_cost(&mut self) {
        self.has_costs = true;
    }

    /// Notes variables by which the file wants answers told apart, beside those noted before.
    pub fn show(&mut self, variables: &[Literal]) {
        self.shown.get_or_insert_default().extend_from_slice(variables);
    }

    /// Returns a cost as a whole number of units. The unit becomes smaller if the cost has more
    /// decimals than those before, and they are counted in it, too.
    fn cost(&mut self, cost: &Decimal) -> Integer {
        let more = cost.decimals() - self.cost_decimals;
        if more > 0 {
            let factor = Decimal::ONE.times_ten_to(more);
            let costs = self.special.iter_mut().filter_map(|special| special.cost.as_mut());
            costs.chain(&mut self.top).for_each(|cost| *cost = &*cost * &factor);
            self.cost_decimals += more;
        }
        cost.times_ten_to(self.cost_decimals)
    }

    /// Says that an answer which pays this much or more is none.
    pub fn set_top(&mut self, top: Integer) {
        self.top = Some(top);
        self.has_costs = true;
    }

    /// Adds an alternative: all of its literals are true, or those of another one.
    pub fn cube(&mut self, lits: &[Literal]) {
        self.cubes.push(lits.into());
    }

    /// Brings variables into the order of their numbers, where each name is an x and a number as in
    /// competitions, with those up to x`declared` that stand nowhere. Other names keep the order in
    /// which they first stood. Products come last. Nothing is added where a name has a larger
    /// number, and where the file declares far more than it has: it lies then.
    ///
    /// # Errors
    ///
    /// As [`variable`](Written::variable).
    pub fn settle(&mut self, declared: u64) -> Result<(), TooMany> {
        let numbers = self.atoms.iter().filter_map(|atom| match atom {
            Atom::Named(name) => Some(competition_number(name)),
            Atom::Product(_) => None,
        });
        let numbers: Option<Vec<u64>> = numbers.collect();
        let is_likely = usize::try_from(declared)
            .is_ok_and(|declared| declared <= FEW_UNUSED.saturating_add(10 * self.atoms.len()));
        if let Some(numbers) = &numbers
            && is_likely
            && numbers.iter().all(|&number| number <= declared)
        {
            let mut missing: Vec<bool> =
                vec![true; usize::try_from(declared).expect("it is likely") + 1];
            numbers
                .iter()
                .filter_map(|&number| usize::try_from(number).ok())
                .for_each(|number| missing[number] = false);
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

    /// Leaves out numbered variables that stand nowhere, if nearly all are such: they cost nothing
    /// then. Some of them stay, the last among them. All that stay keep their numbers as names.
    pub fn leave_out_unused(&mut self) {
        let all = self.numbered;
        if all <= FEW_UNUSED || !self.atoms.is_empty() {
            return;
        }
        let cubes = self.cubes.iter().flat_map(|cube| cube.iter());
        let lits = self.lits.iter().chain(cubes).chain(self.shown.iter().flatten());
        if all <= lits.clone().count().saturating_mul(10).saturating_add(FEW_UNUSED) {
            return;
        }
        let mut kept: Vec<usize> = lits.map(|lit| lit.unsigned_abs() as usize).collect();
        kept.push(all);
        kept.sort_unstable();
        kept.dedup();
        let spare = (1..all).filter(|number| kept.binary_search(number).is_err()).take(SPARE);
        kept = spare.chain(kept.iter().copied()).collect();
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

    /// Puts the atoms into another order.
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
        self.aim.iter_mut().flat_map(|aim| &mut aim.terms).for_each(|term| change(&mut term.1));
        self.cubes.iter_mut().flat_map(|cube| cube.iter_mut()).for_each(change);
        let mut atoms = std::mem::take(&mut self.atoms);
        atoms.iter_mut().for_each(|atom| {
            if let Atom::Product(lits) = atom {
                lits.iter_mut().for_each(change);
            }
        });
        self.named.values_mut().chain(self.products.values_mut()).for_each(change);
        // The keys of products would have to be renumbered, too; nothing is read any more.
        self.products.clear();
        let mut old: Vec<Option<Atom>> = atoms.into_iter().map(Some).collect();
        self.atoms = order.iter().filter_map(|&place| old[place].take()).collect();
    }
}

/// The number of a variable that is named as in competitions: an x and digits, the first of them no
/// 0.
fn competition_number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix('x')?;
    let is_plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_plain)
}

/// What a file says.
impl Written {
    /// How many variables and products there are.
    pub fn atoms(&self) -> usize {
        self.numbered + self.atoms.len()
    }

    /// How many variables there are. Products have the numbers behind theirs, once a reader has
    /// ended.
    pub fn variables(&self) -> usize {
        self.atoms()
            - self.atoms.iter().rev().take_while(|atom| matches!(atom, Atom::Product(_))).count()
    }

    /// The name of the variable of that number, from 1; none of a product and where there is no
    /// name but the number.
    pub fn name(&self, number: usize) -> Option<&str> {
        match self.atoms.get(number.checked_sub(self.numbered + 1)?)? {
            Atom::Named(name) => Some(name),
            Atom::Product(_) => None,
        }
    }

    /// The number of the variable of that name.
    pub fn numbered(&self, name: &str) -> Option<usize> {
        let known = self.named.get(name).and_then(|&number| usize::try_from(number).ok());
        let is_plain = name.starts_with(|first| matches!(first, '1'..='9'));
        known.or_else(|| {
            is_plain
                .then(|| name.parse().ok().filter(|number| (1..=self.numbered).contains(number)))
                .flatten()
        })
    }

    /// Products, each with the literals that are all true where it is.
    pub fn products(&self) -> impl Iterator<Item = (Literal, &[Literal])> {
        let first = Literal::try_from(self.numbered).expect("a hundred millions") + 1;
        (first..).zip(&self.atoms).filter_map(|(number, atom)| match atom {
            Atom::Product(lits) => Some((number, &lits[..])),
            Atom::Named(_) => None,
        })
    }

    /// Whether variables are named by their numbers.
    pub fn is_numbered(&self) -> bool {
        self.atoms.is_empty() || self.is_sparse()
    }

    /// Whether numbered variables were left out, so that a number is a name and not the place of a
    /// variable.
    pub fn is_sparse(&self) -> bool {
        self.sparse.is_some()
    }

    /// How many variables the file has, with those that were left out.
    pub fn all_variables(&self) -> usize {
        self.sparse.unwrap_or_else(|| self.variables())
    }

    /// Whether a row may be broken at a cost, or would cost too much if it could.
    pub fn is_soft(&self) -> bool {
        self.has_costs || self.special.iter().any(|special| special.cost.is_some())
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows in the order of the file.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = WrittenRow<'_>> {
        let mut start = 0;
        let mut names = self.row_names.iter().peekable();
        self.rows.iter().enumerate().map(move |(place, &RowRecord { end, special })| {
            let lits = &self.lits[start..end as usize];
            start = end as usize;
            let special = (special as usize).checked_sub(1).map(|place| &self.special[place]);
            WrittenRow {
                form: special.map_or(&RowForm::Clause, |special| &special.form),
                lits,
                weights: special.and_then(|special| special.weights.as_deref()),
                cost: special.and_then(|special| special.cost.as_ref()),
                place: special.map(|special| special.place),
                name: names.next_if(|name| name.0 == place).map(|name| &*name.1),
            }
        })
    }

    /// The variables by which the file wants answers told apart, each once; none where it says
    /// nothing of that.
    pub fn shown(&self) -> Option<Vec<usize>> {
        let mut shown: Vec<usize> =
            self.shown.as_ref()?.iter().map(|lit| lit.unsigned_abs() as usize).collect();
        shown.sort_unstable();
        shown.dedup();
        Some(shown)
    }

    /// By what values are divided where they are told: those of the objective, or what broken rows
    /// cost.
    pub fn divisor(&self) -> Integer {
        match &self.aim {
            Some(aim) => aim.divisor.clone(),
            None => Decimal::ONE.times_ten_to(self.cost_decimals),
        }
    }

    /// Whether there is nothing but clauses, over variables that are named by their numbers.
    pub fn is_of_clauses(&self) -> bool {
        let is_plain = self.special.is_empty() && self.atoms.is_empty() && self.cubes.is_empty();
        is_plain && self.aim.is_none() && !self.has_costs
    }

    /// What whoever has written the file should look at.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// What is wanted.
    pub fn aim(&self) -> Option<&FileAim> {
        self.aim.as_ref()
    }

    /// An answer that pays this much or more is none.
    pub fn top(&self) -> Option<&Integer> {
        self.top.as_ref()
    }

    /// Alternatives, one of which is true as a whole; none where the file has no cubes.
    pub fn cubes(&self) -> &[Box<[Literal]>] {
        &self.cubes
    }
}
