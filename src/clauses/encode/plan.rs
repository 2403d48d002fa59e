//! The translation of a model's constraints into clauses, each with its chosen encoding.

use quarrel_encodings::at_most_one::AtMostOne;
use quarrel_encodings::cardinality::{Cardinality, encode_with, write};
use quarrel_encodings::pseudo_boolean::repeat;
use quarrel_encodings::{Collect, Writer, parity};
use rustsat::instances::BasicVarManager;

use super::counters::Counters;
use super::repeat::RepeatedPlaces;
use super::sink::ClauseSink;
use super::weighted::{BoundForm, Weighed};
use super::{EncodeRefusal, to_rustsat};
use crate::model::{Complement, Constraint, Count, Lit, Model, Relation, Row, Sense, Statement};

pub(super) struct EncodingPlan<'a> {
    pub model: &'a Model,
    pub counters: Counters<'a>,
}

impl EncodingPlan<'_> {
    fn at_most_one_of(&self, literals: usize) -> &'static AtMostOne {
        let row = self.counters.encodings.at_most_one_of(literals);
        self.counters.taken.borrow_mut().at_most_one.take(row.name);
        row
    }

    fn parity_of(
        &self,
        literals: usize,
    ) -> (&'static parity::ParityEncoding, &'static Cardinality) {
        let row = self.counters.encodings.parity_of(literals);
        self.counters.taken.borrow_mut().parity.take(row.name);
        let counting = if row.name == parity::counter::ROW.name {
            self.counters.cardinality_of(literals, Relation::Exactly)
        } else {
            self.counters.encodings.cardinality_of(literals, Relation::Exactly)
        };
        (row, counting)
    }

    /// Writes a redundant bound if the objective's two counts exclude each other on lines. `least`
    /// is the sum of the stated lower bounds of both counts. So the [counter of lost
    /// cells](super::exclusive) is at most its size minus `least`.
    pub fn state_exclusive(
        &self,
        least: usize,
        sink: &mut ClauseSink,
        variables: &mut BasicVarManager,
    ) -> Result<(), EncodeRefusal> {
        let counter =
            self.model.objective().and_then(|objective| self.counters.exclusive(objective));
        let Some(mut counter) = counter else { return Ok(()) };
        let mut writer = Writer::new(sink, variables);
        let Some(bound) = counter.size().checked_sub(least) else {
            return Ok(writer.lits(&[])?);
        };
        Ok(write(&mut *counter, Relation::AtMost, bound, &mut writer)?)
    }

    fn count_of(&self, lits: &[Lit]) -> Option<(&Count, &[Complement])> {
        self.model.objective()?.told().find(|(count, _)| count.lits == lits)
    }

    pub fn state(
        &self,
        constraint: Constraint,
        sink: &mut ClauseSink,
        variables: &mut BasicVarManager,
    ) -> Result<(), EncodeRefusal> {
        match constraint.statement {
            Statement::Clause(lits) => collect(lits, sink)?,
            Statement::AtMostOne(lits) => self.at_most_one(lits, sink, variables)?,
            Statement::ExactlyOne(lits) => {
                collect(lits, sink)?;
                self.at_most_one(lits, sink, variables)?;
            }
            Statement::Cardinality(lits, relation, bound) => {
                if let Some(count) = self.count_of(lits) {
                    self.state_count(count, relation, bound, sink, variables)?;
                } else {
                    self.cardinality(lits, relation, bound, sink, variables)?;
                }
            }
            Statement::Parity(lits, parity) => {
                let (row, counting) = self.parity_of(lits.len());
                let lits = self.counters.arranged(lits);
                row.encode_counting(&lits, parity, counting, sink, variables)?;
            }
            Statement::Linear(row) => self.weighted(row, sink, variables)?,
        }
        Ok(())
    }

    fn cardinality(
        &self,
        lits: &[Lit],
        relation: Relation,
        bound: usize,
        sink: &mut ClauseSink,
        variables: &mut BasicVarManager,
    ) -> Result<(), quarrel_encodings::Error> {
        let arranged = self.counters.arranged(lits);
        if self.counters.shape.along_at_most_ones().is_some() {
            let open = self.counters.opening(relation);
            return encode_with(&open, &arranged, relation, bound, sink, variables);
        }
        let row = self.counters.cardinality_of(lits.len(), relation);
        row.encode(&arranged, relation, bound, sink, variables)
    }

    fn weighted(
        &self,
        row: &Row,
        sink: &mut ClauseSink,
        variables: &mut BasicVarManager,
    ) -> Result<(), EncodeRefusal> {
        let relation = row.relation;
        let RepeatedPlaces { units, count } = match self.counters.form(row) {
            BoundForm::Places(places) => {
                if places.repeat() {
                    self.counters.taken.borrow_mut().pseudo_boolean.take(repeat::ROW.name);
                }
                places
            }
            BoundForm::Contradiction => return Ok(sink.collect(&[])?),
            BoundForm::Weights(weighed, row) => {
                self.counters.taken.borrow_mut().pseudo_boolean.take(row.name);
                let Weighed { groups, bound } = weighed;
                return Ok(row.encode_groups(&groups, relation, bound, sink, variables)?);
            }
        };
        units.iter().try_for_each(|&unit| collect(&[unit], sink))?;
        if let Some((lits, bound)) = count {
            self.cardinality(&lits, relation, bound, sink, variables)?;
        }
        Ok(())
    }

    fn at_most_one(
        &self,
        lits: &[Lit],
        sink: &mut ClauseSink,
        variables: &mut BasicVarManager,
    ) -> Result<(), quarrel_encodings::Error> {
        let row = self.at_most_one_of(lits.len());
        row.encode(&self.counters.arranged_as_one_group(lits), sink, variables)
    }

    fn state_count(
        &self,
        (count, complements): (&Count, &[Complement]),
        relation: Relation,
        bound: usize,
        sink: &mut ClauseSink,
        variables: &mut BasicVarManager,
    ) -> Result<(), EncodeRefusal> {
        let sense = match relation {
            Relation::AtLeast => Sense::Maximise,
            Relation::AtMost | Relation::Exactly => Sense::Minimise,
        };
        let relation = match relation {
            Relation::AtLeast => Relation::AtMost,
            other => other,
        };
        let number = i64::try_from(bound).unwrap_or(i64::MAX);
        let bounds = self.counters.bounds(count, 0, complements, sense)?;
        for mut one in bounds {
            match one.most(number) {
                Some(most) => {
                    write(&mut *one.counter, relation, most, &mut Writer::new(sink, variables))?;
                }
                None => sink.collect(&[])?,
            }
        }
        Ok(())
    }
}

fn collect(lits: &[Lit], sink: &mut ClauseSink) -> Result<(), quarrel_encodings::Error> {
    sink.collect(&lits.iter().map(|&lit| to_rustsat(lit)).collect::<Vec<_>>())
}
