//! Clauses in a file. They are in order, or **scrambled** as by `solve --scramble`: then the
//! variables are renamed and negated, and the clauses and their literals are reordered.
//!
//! The clauses of a scrambled file are collected before any of them is written. Then all hard
//! clauses are written in a new order, and after them the soft clauses, weight by weight. The
//! questions of an incremental formula keep their order, since this order matters. The head of the
//! file lists the labels of the variables, so the new names are chosen before the first clause.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{ExportError, Subject, WrittenFile};
use crate::encode::{
    self, Clauses, CostConversion, Formula, ModelSink, Tally, UsedEncodings, to_model, to_rustsat,
};
use crate::exchange::LineWriter;
use crate::model::{Lit, Model};
use crate::solver::scramble::Scramble;

/// A file of clauses that is being written.
pub(super) struct ClauseWriter<'a, 'l> {
    subject: &'a Subject<'a>,
    lines: &'a mut LineWriter<'l>,
    /// The clauses collected for a scramble; `None` if the file is not scrambled.
    scrambled: Option<ScrambledClauses>,
}

/// A scramble, and the clauses collected so far. The scramble reorders these clauses when they are
/// written.
struct ScrambledClauses {
    scramble: Scramble,
    /// The clauses of each prefix. A prefix is the text before a clause, such as the weight of a
    /// soft clause. Prefixes are in the order of their first use.
    kept: Vec<(Cow<'static, str>, Clauses)>,
    /// The index in `kept` of each prefix.
    places: HashMap<Cow<'static, str>, usize>,
}

impl Subject<'_> {
    /// Encodes the model without writing its clauses, to know the sizes of the formula.
    pub fn count_formula(&self, model: &Model) -> Result<Formula, ExportError> {
        Ok(encode::encode(model, self.encodings, &mut Tally::default(), self.stop)?)
    }
}

/// Writes a whole file: the head of the file, the rows that `rows` writes, and the clauses of the
/// model `clausal`. `number` must be the number of rows that `rows` writes. `kind` is the word
/// after `p` in the header. Fails if an encoding cannot state a constraint, if the output fails, or
/// if the export is stopped.
pub(super) fn write_with_clauses(
    subject: &Subject,
    lines: &mut LineWriter,
    kind: &str,
    clausal: &Model,
    number: usize,
    rows: impl FnOnce(&mut ClauseWriter),
) -> Result<WrittenFile, ExportError> {
    let formula = subject.count_formula(clausal)?;
    let (variables, constraints) = (formula.variables(), formula.size.clauses + number);
    let mut file = ClauseWriter::new(subject, variables, lines);
    file.head(&formula.stated, None);
    file.line(&format!("p {kind} {variables} {constraints}"));
    rows(&mut file);
    file.model(clausal, "")?;
    file.write_scrambled()?;
    let names = file.names();
    Ok(WrittenFile { names, settled: formula.stated, ..WrittenFile::new(variables, constraints) })
}

impl<'a, 'l> ClauseWriter<'a, 'l> {
    /// Begins a file for a formula with this number of variables. If the file is scrambled, chooses
    /// the new names now.
    pub fn new(
        subject: &'a Subject<'a>,
        variables: usize,
        lines: &'a mut LineWriter<'l>,
    ) -> ClauseWriter<'a, 'l> {
        let scrambled = subject.scramble.map(|seed| {
            let mut scramble = Scramble::new(seed);
            scramble.draw_names(variables);
            ScrambledClauses { scramble, kept: Vec::new(), places: HashMap::new() }
        });
        ClauseWriter { subject, lines, scrambled }
    }

    /// Writes the comments of the file. If the file is scrambled, the comments have the new names
    /// of the variables.
    pub fn head(&mut self, settled: &UsedEncodings, cost: Option<CostConversion>) {
        let subject = self.subject;
        let names = self.names();
        subject.head(Some(settled), cost, self.lines, |variable| match &names {
            Some(names) => Some(names[variable].to_string()),
            None => Some((variable + 1).to_string()),
        });
    }

    pub fn line(&mut self, text: &str) {
        self.lines.line(text);
    }

    /// Writes a line that is not a clause, and adds `literals` to the number of literals in the
    /// file.
    pub fn row(&mut self, text: &str, literals: usize) {
        self.lines.count(literals);
        self.lines.line(text);
    }

    /// Returns the literals that replace the model's variables, in the order of these variables.
    /// Auxiliary variables are left out. A negative literal replaces a variable whose values are
    /// negated. Returns `None` if the file is not scrambled.
    pub fn names(&mut self) -> Option<Vec<i32>> {
        let scramble = &mut self.scrambled.as_mut()?.scramble;
        let lits = (1..)
            .take(self.subject.model.labels().len())
            .map(Lit::from_dimacs)
            .map(|lit| scramble.name(lit).dimacs())
            .collect();
        Some(lits)
    }

    /// Returns the literal that replaces `lit` in the file.
    fn name(&mut self, lit: Lit) -> Lit {
        self.scrambled.as_mut().map_or(lit, |scrambled| scrambled.scramble.name(lit))
    }

    /// Encodes a model. Writes each clause after `prefix`, or collects it for the scramble.
    pub fn model(&mut self, model: &Model, prefix: &'static str) -> Result<Formula, ExportError> {
        let (encodings, stop) = (self.subject.encodings, self.subject.stop);
        self.pass_clauses(prefix, |clauses| encode::encode(model, encodings, clauses, stop))
    }

    /// Writes the clauses that a bound needs, each after `prefix`, or collects them for the
    /// scramble. Adds their variables and sizes to `formula`. Returns the literals that enforce the
    /// bound: if all of them are true, every answer is at least as good as `value`. Fails if the
    /// encoding cannot express the bound, if the output fails, or if the export is stopped. Panics
    /// if the model has no objective.
    pub fn bound(
        &mut self,
        formula: &mut Formula,
        value: i64,
        prefix: &'static str,
    ) -> Result<Vec<Lit>, ExportError> {
        let stop = self.subject.stop;
        self.pass_clauses(prefix, |clauses| formula.bound(value, clauses, stop))
    }

    /// Calls `write`. Each clause that `write` passes on is written to the file after `prefix`, or
    /// collected for the scramble. Returns the result of `write`. Fails if `write` fails or if the
    /// output fails. The output cannot fail while clauses are only collected.
    fn pass_clauses<T>(
        &mut self,
        prefix: &'static str,
        write: impl FnOnce(&mut dyn encode::Collect) -> Result<T, encode::EncodeRefusal>,
    ) -> Result<T, ExportError> {
        if let Some(scrambled) = &mut self.scrambled {
            return Ok(write(scrambled.clauses_after(prefix.into()))?);
        }
        let lines = &mut *self.lines;
        let written = write(&mut ModelSink::new(&mut |lits: &[Lit]| {
            lines.clause(prefix, lits);
            lines.is_open()
        }));
        self.lines.check()?;
        Ok(written?)
    }

    /// Writes a soft clause with one literal, or collects it for the scramble.
    pub fn soft(&mut self, weight: u64, lit: Lit) {
        self.prefixed_clause(format!("{weight} ").into(), &[lit]);
    }

    /// Ensures that a clause contains the last variable. If no clause contains it, writes a
    /// tautology with this variable after `prefix`, and adds the tautology to the size of the
    /// formula. The reason: in a file without a header, solvers print no value for a variable that
    /// no clause contains. All other clauses, including those of a scramble, must be written before
    /// this call.
    pub fn mention_last_variable(&mut self, formula: &mut Formula, prefix: &'static str) {
        let last = formula.variables();
        if u32::try_from(last).is_ok_and(|last| self.lines.largest() < last) {
            let last = Lit::from_number(last);
            self.lines.clause(prefix, &[last, !last]);
            formula.size.clauses += 1;
            formula.size.literals += 2;
        }
    }

    /// Writes a clause after `prefix`, or collects it for the scramble.
    pub fn clause(&mut self, prefix: &'static str, lits: &[Lit]) {
        self.prefixed_clause(prefix.into(), lits);
    }

    /// Writes a clause after a prefix, or collects it for the scramble.
    fn prefixed_clause(&mut self, prefix: Cow<'static, str>, lits: &[Lit]) {
        match &mut self.scrambled {
            None => self.lines.clause(&prefix, lits),
            Some(scrambled) => {
                let rustsat_lits: Vec<_> = lits.iter().map(|&lit| to_rustsat(lit)).collect();
                scrambled.clauses_after(prefix).push(&rustsat_lits);
            }
        }
    }

    /// Writes the collected clauses, prefix by prefix, in their scrambled order, and forgets them.
    /// Does nothing if the file is not scrambled. Fails if the output fails.
    pub fn write_scrambled(&mut self) -> Result<(), ExportError> {
        let Some(ScrambledClauses { scramble, kept, .. }) = &mut self.scrambled else {
            return Ok(());
        };
        for (prefix, clauses) in std::mem::take(kept) {
            for clause in scramble.clauses(&clauses) {
                let lits: Vec<Lit> = clause.into_iter().map(to_model).collect();
                self.lines.clause(&prefix, &lits);
            }
            self.lines.check()?;
        }
        Ok(())
    }

    /// Writes a line of literals directly to the file. A scramble renames the literals, but does
    /// not move the line.
    pub fn fixed_clause(&mut self, prefix: &str, lits: &[Lit]) {
        let renamed: Vec<Lit> = lits.iter().map(|&lit| self.name(lit)).collect();
        self.lines.clause(prefix, &renamed);
    }
}

impl ScrambledClauses {
    /// Returns the list of the clauses that follow a prefix. The caller can add clauses to the
    /// list. A new prefix gets an empty list, after the lists of the other prefixes.
    fn clauses_after(&mut self, prefix: Cow<'static, str>) -> &mut Clauses {
        let next = self.kept.len();
        let place = *self.places.entry(prefix.clone()).or_insert(next);
        if place == next {
            self.kept.push((prefix, Clauses::new()));
        }
        &mut self.kept[place].1
    }
}
