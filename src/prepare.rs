//! A problem as a search or an export has it: stated in a model with what is given, with what can
//! be deduced from it, without its symmetries, and at a bound where one is asked for.
//!
//! What `solve` solves and what `export` writes is prepared here, so that it is the same.

use std::collections::HashSet;

use crate::bounds::Bounds;
use crate::deduce::{Deduction, Rules};
use crate::formulation::{Formulation, Stated};
use crate::model::{Lit, Model, Origin};
use crate::problem::{Goal, Problem};
use crate::stop::Stop;
use crate::symmetry::{self, Breaking, FoundSymmetries, Symmetries};

/// How a problem is prepared.
#[derive(Clone, Copy)]
pub struct Preparation<'a> {
    /// The problem.
    pub problem: &'a dyn Problem,
    /// How it is stated.
    pub formulation: &'a Formulation,
    /// What is deduced.
    pub rules: &'a Rules,
    /// Which symmetries are broken.
    pub symmetry: Symmetries,
    /// When to give up deducing.
    pub stop: &'a Stop,
}

/// A model before its encoding, and what was done to it.
#[derive(Clone)]
pub struct Prepared {
    /// With what was deduced stated in it.
    pub model: Model,
    /// What was deduced.
    pub deductions: Vec<Deduction>,
    /// How symmetries were broken.
    pub broken: Breaking,
    /// What was found of symmetries, where they were looked for.
    pub found: Option<FoundSymmetries>,
    /// How many literals the demanded bound fixes.
    pub fixed: usize,
}

impl<'a> Preparation<'a> {
    /// A problem as it is stated: with nothing deduced, and every symmetry.
    pub fn as_stated(
        problem: &'a dyn Problem,
        formulation: &'a Formulation,
        stop: &'a Stop,
    ) -> Preparation<'a> {
        let symmetry = Symmetries::Kept;
        Preparation { problem, formulation, rules: Rules::NONE, symmetry, stop }
    }

    /// The model, prepared.
    pub fn prepare(self) -> Stated<'a, Prepared> {
        self.prepare_with_symmetries().map(move |mut prepared| {
            if self.symmetry != Symmetries::Kept {
                prepared.break_symmetries();
            }
            prepared
        })
    }

    /// The same with its symmetries declared, and not broken. What is said of the objective of a
    /// model for one value holds for no other, and is not deduced.
    pub fn prepare_with_symmetries(self) -> Stated<'a, Prepared> {
        self.prepare_where(|_, _| true)
    }

    /// The same with those deductions only that pass, each of which is looked at with the model as
    /// it is without it.
    pub fn prepare_where(
        self,
        passes: impl FnMut(&Model, &Deduction) -> bool,
    ) -> Stated<'a, Prepared> {
        match self.problem.stated(self.formulation) {
            Stated::Whole(model) => Stated::Whole(self.deduced(model, self.rules, passes)),
            Stated::OfValue(of) => {
                let prepared = move |value| self.deduced(of(value), &Rules::none(), |_, _| true);
                Stated::OfValue(Box::new(prepared))
            }
        }
    }

    /// The model, prepared, of an answer at least as good as a bound, if there is one. A
    /// formulation for one value has exactly the value `bound`, and no model without a bound.
    pub fn at(self, bound: Option<i64>) -> Option<Prepared> {
        match self.prepare() {
            Stated::Whole(mut prepared) => {
                bound.iter().for_each(|&bound| prepared.demand(bound));
                Some(prepared)
            }
            Stated::OfValue(of) => bound.map(of),
        }
    }

    fn deduced(
        &self,
        mut model: Model,
        rules: &Rules,
        passes: impl FnMut(&Model, &Deduction) -> bool,
    ) -> Prepared {
        let found =
            (self.symmetry == Symmetries::Found).then(|| symmetry::declare(&mut model, self.stop));
        let rules = rules.behind(self.problem.rules());
        let mut deductions = rules.apply_where(&mut model, self.stop, passes);
        let problem = self.problem;
        if let Some(unit) = problem.scale().unit() {
            let tell =
                |one: &mut Deduction| one.tell_in(&unit, &model, |value| problem.told(value));
            deductions.iter_mut().for_each(tell);
        }
        Prepared { model, deductions, broken: Breaking::default(), found, fixed: 0 }
    }
}

impl Prepared {
    /// Breaks the declared symmetries, and of those that were found a part of each.
    pub fn break_symmetries(&mut self) {
        self.broken = match self.found {
            None => symmetry::break_all(&mut self.model),
            Some(_) => symmetry::break_all_to(&mut self.model, symmetry::MOST_COMPARED),
        };
    }

    /// Demands an answer at least as good as `bound`, and states what was deduced of all these.
    pub fn demand(&mut self, bound: i64) {
        self.model.demand(bound);
        for (lit, origin) in fixed_at(&self.deductions, bound) {
            self.model.by(origin.clone(), |model| model.clause("bound", [lit]));
            self.fixed += 1;
        }
    }

    /// What was deduced of the objective.
    pub fn bounds(&self, goal: Goal) -> Bounds {
        let mut bounds = Bounds::unknown(goal);
        bounds.step_as(&self.model);
        self.deductions.iter().for_each(|deduction| bounds.learn(&deduction.fact));
        bounds
    }
}

/// The same without what they come from, in order.
pub fn literals_at(deductions: &[Deduction], bound: i64) -> Vec<Lit> {
    let mut lits: Vec<Lit> = fixed_at(deductions, bound).into_iter().map(|(lit, _)| lit).collect();
    lits.sort_unstable();
    lits
}

/// The literals that are true in every answer at least as good as `bound`, as far as was deduced,
/// each once and with what it comes from.
pub fn fixed_at(deductions: &[Deduction], bound: i64) -> Vec<(Lit, &Origin)> {
    let mut seen = HashSet::new();
    let fixed = |one: &Deduction| {
        let mut lits = one.fact.fixed_at(bound);
        lits.sort_unstable();
        lits
    };
    let all =
        deductions.iter().flat_map(|one| fixed(one).into_iter().map(move |lit| (lit, &one.origin)));
    all.filter(|&(lit, _)| seen.insert(lit)).collect()
}
