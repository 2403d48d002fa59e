//! The translation of a model's constraints into clauses, each with its chosen encoding.

use quarrel_encodings::at_most_one::AtMostOne;
use quarrel_encodings::cardinality::{Cardinality, encode_with, write};
use quarrel_encodings::pseudo_boolean::repeat;
use quarrel_encodings::{Collect, Error, Tally, Writer, parity};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Var;

use super::counters::Counters;
use super::repeat::RepeatedPlaces;
use super::sink::ClauseSink;
use super::weighted::{BoundForm, WeightedBound};
use super::{EncodeRefusal, EncodingRow, GroupSize, index, origin_text, to_rustsat};
use crate::model::{Complement, Constraint, Count, Lit, Model, Relation, Row, Sense, Statement};
use crate::stop::Stop;

/// A writer of all constraints of a model. It has the counters that choose the encodings, and the
/// collector that receives the clauses.
pub(super) struct EncodingPlan<'a> {
    model: &'a Model,
    /// The selector of each origin, by the origin's index. The list is empty if all constraints
    /// hold unconditionally.
    selectors: &'a [Lit],
    counters: &'a Counters<'a>,
    sink: ClauseSink<'a>,
    /// The source of new variables.
    variables: BasicVarManager,
}

impl<'a> EncodingPlan<'a> {
    /// Prepares to pass the clauses of a model to `clauses`. The variables of the encodings get
    /// numbers after those of the model and of the selectors. `selectors` must be empty, or contain
    /// the selector of each origin, in the order of the origins. The selectors' variables must come
    /// directly after those of the model. The encodings in `counters` must be those for the same
    /// model.
    pub fn new(
        (model, selectors): (&'a Model, &'a [Lit]),
        counters: &'a Counters<'a>,
        clauses: &'a mut dyn Collect,
        stop: &'a Stop,
    ) -> EncodingPlan<'a> {
        let mut variables = BasicVarManager::default();
        variables.increase_next_free(Var::new(index(model.labels().len() + selectors.len())));
        let sink = ClauseSink::new(clauses, stop);
        EncodingPlan { model, selectors, counters, sink, variables }
    }

    /// Writes the literals of integers' values, and then all constraints. Returns the size of each group, the size of all clauses, and the
    /// source of new variables. If a constraint has an origin with a selector, adds the negated
    /// selector to each clause of the constraint. Reports each constraint to the observer before
    /// its clauses, and its end after them.
    ///
    /// If two counts exclude each other, and the model states a lower bound of each, writes a
    /// redundant bound on them, which follows from several constraints. It is written after the
    /// last of the constraints that state the lower bounds, and counts in the size of the group of
    /// that constraint. With selectors, this bound is left out.
    ///
    /// Fails if an encoding cannot express a constraint, if the shape names a partition that a
    /// count does not have, if the collector refuses a clause, or on a stop. In these cases, the
    /// clauses that were already passed on are not taken back.
    pub fn write(mut self) -> Result<(Vec<GroupSize>, Tally, BasicVarManager), EncodeRefusal> {
        let model = self.model;
        let integers = self.counters.integers();
        integers.write(model, &mut self.sink, &mut self.variables)?;
        self.counters.fixed().try_for_each(|lit| self.write_clause(&[lit]))?;
        let mut groups = vec![GroupSize::default(); model.groups().len()];
        // The redundant bound follows from several constraints, so no single selector implies it.
        let exclusive = greatest_lower_bounds(model).filter(|_| self.selectors.is_empty());
        for (index, constraint) in model.constraints().iter().enumerate() {
            let before = (self.variables.n_used(), self.sink.size.clauses);
            let selector = constraint.origin().and_then(|origin| self.selectors.get(origin));
            self.sink.selector = selector.map(|&selector| to_rustsat(selector));
            self.sink.begin(Some(index));
            self.write_constraint(constraint)
                .map_err(|refusal| refusal.with_place(|| origin_text(model, constraint)))?;
            self.sink.begin(None);
            if let Some((_, least)) = exclusive.filter(|&(last, _)| last == index) {
                self.write_exclusive(least)?;
            }
            groups[constraint.group()].add(GroupSize {
                constraints: 1,
                variables: (self.variables.n_used() - before.0) as usize,
                clauses: self.sink.size.clauses - before.1,
            });
        }
        Ok((groups, self.sink.size, self.variables))
    }

    /// Returns the encoding for an at-most-one with this number of literals, and records its use.
    fn at_most_one_of(&self, literals: usize) -> &'static AtMostOne {
        let row = self.counters.encodings.at_most_one_of(literals);
        self.counters.record_use(EncodingRow::AtMostOne(row));
        row
    }

    /// Returns the encoding for a parity with this number of literals, and an encoding of
    /// cardinality constraints. Only the parity encoding `counter` uses the latter. Records the use
    /// of the parity encoding, and that of the cardinality encoding if it is used.
    fn parity_of(
        &self,
        literals: usize,
    ) -> (&'static parity::ParityEncoding, &'static Cardinality) {
        let row = self.counters.encodings.parity_of(literals);
        self.counters.record_use(EncodingRow::Parity(row));
        let counting = if row.name == parity::counter::ROW.name {
            self.counters.cardinality_of(literals, Relation::Exactly)
        } else {
            self.counters.encodings.cardinality_of(literals, Relation::Exactly)
        };
        (row, counting)
    }

    /// Returns the count of the objective that has exactly these literals in this order, with its
    /// complements. Returns `None` if there is no such count.
    fn count_of(&self, lits: &[Lit]) -> Option<(&'a Count, &'a [Complement])> {
        self.model.objective()?.counts_with_complements().find(|(count, _)| count.lits == lits)
    }

    /// Writes one constraint by its encoding, and records the encoding. A clause is written
    /// unchanged. An exactly-one is written as a clause and an at-most-one. If a cardinality
    /// constraint has the same literals as a count of the objective, in the same order, the
    /// counters for that count write it.
    ///
    /// # Errors
    ///
    /// If the encoding cannot express the constraint, if the shape names a partition that the count
    /// does not have, if the collector refuses a clause, or on a stop.
    fn write_constraint(&mut self, constraint: Constraint) -> Result<(), EncodeRefusal> {
        match constraint.statement {
            Statement::Clause(lits) => self.write_clause(lits)?,
            Statement::AtMostOne(lits) => self.write_at_most_one(lits)?,
            Statement::ExactlyOne(lits) => {
                self.write_clause(lits)?;
                self.write_at_most_one(lits)?;
            }
            Statement::Cardinality(lits, relation, bound) => match self.count_of(lits) {
                Some(count) => self.write_count(count, relation, bound)?,
                None => match self.counters.form_of_count(lits, relation, bound) {
                    Some(form) => self.write_form(form, relation)?,
                    None => self.write_cardinality(lits, relation, bound)?,
                },
            },
            Statement::Parity(lits, parity) => {
                let (row, counting) = self.parity_of(lits.len());
                let lits = self.counters.arranged(lits);
                row.encode_counting(&lits, parity, counting, &mut self.sink, &mut self.variables)?;
            }
            Statement::Linear(row) => self.write_weighted(row)?,
        }
        Ok(())
    }

    /// Writes literals as one clause. Fails on a stop.
    fn write_clause(&mut self, lits: &[Lit]) -> Result<(), Error> {
        self.sink.collect(&lits.iter().map(|&lit| to_rustsat(lit)).collect::<Vec<_>>())
    }

    /// Writes an at-most-one by its encoding. Fails on a stop, or if the encoding cannot express
    /// the at-most-one.
    fn write_at_most_one(&mut self, lits: &[Lit]) -> Result<(), Error> {
        let lits = self.counters.arranged_as_one_group(lits);
        self.at_most_one_of(lits.len()).encode(&lits, &mut self.sink, &mut self.variables)
    }

    /// Writes a bound on the number of true literals, and records the encoding. A repeated literal
    /// counts as often as it occurs. The counter is along at-most-ones if the shape is along
    /// at-most-ones, all constraints hold unconditionally, and two of the literals exclude each
    /// other. If the shape uses at-most-ones or the order is by groups, `lits` must not contain
    /// both a literal and its negation. Fails on a stop, if the collector refuses a clause, or if
    /// the encoding cannot express the bound.
    fn write_cardinality(
        &mut self,
        lits: &[Lit],
        relation: Relation,
        bound: usize,
    ) -> Result<(), Error> {
        let lits = self.counters.arranged(lits);
        let (sink, variables) = (&mut self.sink, &mut self.variables);
        if self.counters.shape.line_addition().is_some() {
            let open = self.counters.counter_factory(relation);
            return encode_with(&open, &lits, relation, bound, sink, variables);
        }
        let row = self.counters.cardinality_of(lits.len(), relation);
        row.encode(&lits, relation, bound, sink, variables)
    }

    /// Writes a sum with weights, and records each encoding that it uses. The sum is written by
    /// unit clauses and a count of repeated literals, or by an encoding of weights. If the
    /// simplification finds that no assignment satisfies the constraint, writes the empty clause.
    /// If the constraint always holds, writes nothing. Fails on a stop, if the collector refuses a
    /// clause, or if the encoding cannot express the sum.
    fn write_weighted(&mut self, row: &Row) -> Result<(), EncodeRefusal> {
        self.write_form(self.counters.form(row), row.relation)
    }

    /// Writes a bound on a sum in the given way, and records each encoding that it uses. Fails as
    /// [`write_weighted`](Self::write_weighted) does.
    fn write_form(&mut self, form: BoundForm, relation: Relation) -> Result<(), EncodeRefusal> {
        let RepeatedPlaces { units, count } = match form {
            BoundForm::Places(places) => {
                if places.has_repetitions() {
                    self.counters.record_use(EncodingRow::Weights(&repeat::ROW));
                }
                places
            }
            BoundForm::Contradiction => return Ok(self.write_clause(&[])?),
            BoundForm::Weights(WeightedBound { groups, bound }, row) => {
                self.counters.record_use(EncodingRow::Weights(row));
                let (sink, variables) = (&mut self.sink, &mut self.variables);
                return Ok(row.encode_groups(&groups, relation, bound, sink, variables)?);
            }
        };
        units.iter().try_for_each(|&unit| self.write_clause(&[unit]))?;
        if let Some((lits, bound)) = count {
            self.write_cardinality(&lits, relation, bound)?;
        }
        Ok(())
    }

    /// Writes a bound on a count of the objective, and records the shape and the encodings. The
    /// counters are made in the same way as those for bounds of a search. There is one counter for
    /// each complement, or one for the count itself if it has no complement. If the count cannot
    /// satisfy the bound, writes the empty clause. Fails on a stop, if the collector refuses a
    /// clause, if the encoding cannot express the bound, or if the shape names a partition that a
    /// count does not have.
    fn write_count(
        &mut self,
        (count, complements): (&Count, &[Complement]),
        relation: Relation,
        bound: usize,
    ) -> Result<(), EncodeRefusal> {
        let (sense, relation) = match relation {
            Relation::AtLeast => (Sense::Maximise, Relation::AtMost),
            Relation::AtMost | Relation::Exactly => (Sense::Minimise, relation),
        };
        let number = i64::try_from(bound).unwrap_or(i64::MAX);
        for mut one in self.counters.bounds(count, 0, complements, sense)? {
            match one.most(number) {
                Some(most) => write(&mut *one.counter, relation, most, &mut self.writer())?,
                None => self.write_clause(&[])?,
            }
        }
        Ok(())
    }

    /// Writes a redundant bound if the objective's two counts exclude each other on lines, and
    /// records its encodings. If not, writes nothing. `least` is the sum of the lower bounds of
    /// both counts that the model states. So the [number of lost cells](super::exclusive) is at
    /// most the size of its counter minus `least`. If this difference is negative, writes the empty
    /// clause. Fails on a stop, or if the collector refuses a clause.
    fn write_exclusive(&mut self, least: usize) -> Result<(), EncodeRefusal> {
        let objective = self.model.objective();
        let counter = objective.and_then(|objective| self.counters.exclusive(objective));
        let Some(mut counter) = counter else { return Ok(()) };
        match counter.size().checked_sub(least) {
            Some(most) => write(&mut *counter, Relation::AtMost, most, &mut self.writer())?,
            None => self.write_clause(&[])?,
        }
        Ok(())
    }

    fn writer(&mut self) -> Writer<'_> {
        Writer::new(&mut self.sink, &mut self.variables)
    }
}

/// Finds, for each count of the objective, the constraint that states its greatest lower bound, by
/// "at least" or "exactly". If several constraints state this bound, the last one is used. The
/// constraint must have the literals of the count in the same order. Returns the index of the last
/// of the found constraints in the model, and the sum of their bounds. Returns `None` if there is
/// no objective, if it has no counts, or if the model states no lower bound for one of its counts.
fn greatest_lower_bounds(model: &Model) -> Option<(usize, usize)> {
    let (mut last, mut sum) = (None, 0);
    for count in model.objective()?.counts() {
        let (index, bound) = model
            .constraints()
            .statements()
            .enumerate()
            .filter_map(|(index, statement)| match statement {
                Statement::Cardinality(lits, Relation::AtLeast | Relation::Exactly, bound)
                    if *lits == count.lits =>
                {
                    Some((index, bound))
                }
                _ => None,
            })
            .max_by_key(|&(_, bound)| bound)?;
        last = last.max(Some(index));
        sum += bound;
    }
    Some((last?, sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Decision;
    use crate::encode::{Clauses, Encodings, encode_by_origin};
    use crate::model::{Objective, Origin, Partition};
    use crate::solver::Solver;

    /// Two counts of three cells each are on one line. Each of the counts must be at least 1, but a
    /// line has only one kind of cells.
    #[test]
    fn a_bound_that_follows_from_several_origins_is_not_selected() {
        let mut model = Model::new();
        let mut lits = |name| -> Vec<Lit> { (0..3).map(|i| model.variable(name, &[i])).collect() };
        let kinds = [lits("a"), lits("b")];
        model.with_origin(Origin::rule("one kind on a line"), |model| {
            for (&one, &other) in
                kinds[0].iter().flat_map(|one| kinds[1].iter().map(move |other| (one, other)))
            {
                model.clause("kinds", [!one, !other]);
            }
        });
        let counts = kinds.map(|lits| {
            let rows = Partition { name: "rows", lines: vec![lits.clone()] };
            Count::new(lits, vec![rows])
        });
        model.optimise(Objective::maximise_least(counts.to_vec(), Some("rows")));
        model.demand(2);
        let (mut clauses, stop) = (Clauses::new(), Stop::unlimited());
        let selectors = encode_by_origin(&model, &Encodings::default(), &mut clauses, &stop)
            .expect("a form for all");
        let mut solver = Solver::new(0, &stop);
        solver.add(&clauses);
        assert_eq!(solver.solve(&selectors[1..]), Decision::Sat(()), "the bound alone");
        assert_eq!(solver.solve(&selectors), Decision::Unsat(()));
    }

    #[test]
    fn bounds_are_stated_together_once_each_count_has_one() {
        let mut model = Model::new();
        let mut count = |name| {
            let lits = (0..6).map(|i| model.variable(name, &[i])).collect();
            Count::new(lits, Vec::new())
        };
        let counts = vec![count("a"), count("b")];
        model.optimise(Objective::maximise_least(counts, None));
        assert_eq!(greatest_lower_bounds(&model), None);
        model.demand(2);
        assert_eq!(greatest_lower_bounds(&model), Some((model.constraints().len() - 1, 4)));
        let lits = model.objective().expect("an objective").counts()[0].lits.clone();
        model.cardinality("more", lits, Relation::AtLeast, 3);
        assert_eq!(greatest_lower_bounds(&model), Some((model.constraints().len() - 1, 5)));
    }
}
