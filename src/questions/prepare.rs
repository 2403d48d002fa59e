//! The preparation of a problem's model: givens, deductions, symmetry breaking and a bound.
//!
//! `solve` and `export` both prepare problems here, so they use the same model.

use std::collections::HashSet;

use crate::bounds::Bounds;
use crate::deduce::{Deduction, Rules};
use crate::formulation::{Formulation, ModelScheme};
use crate::model::{Lit, Model, Origin};
use crate::problem::{Goal, Problem};
use crate::stop::Stop;
use crate::symmetry::{self, FoundSymmetries, Symmetries, SymmetryBreaking};

/// A problem, and the choices for the preparation of its model.
#[derive(Clone, Copy)]
pub struct Preparation<'a> {
    /// The problem whose model is prepared.
    pub problem: &'a dyn Problem,
    /// The formulation in which the problem is stated.
    pub formulation: &'a Formulation,
    /// The deduction rules to apply, in order. If all rules are requested, the problem's own rules
    /// come first.
    pub rules: &'a Rules,
    /// The choice of which symmetries are broken.
    pub symmetry: Symmetries,
    /// A stop that ends the deductions and the detection of symmetries early.
    pub stop: &'a Stop,
}

/// A model before its encoding, and the changes that were made to the model.
#[derive(Clone)]
pub struct PreparedModel {
    /// The model, including the deductions.
    pub model: Model,
    /// The deductions, in the order in which they were made.
    pub deductions: Vec<Deduction>,
    /// The lex-leader constraints that were added. There are none until symmetries are broken.
    pub broken: SymmetryBreaking,
    /// The result of the detection of symmetries; `None` if it was not requested.
    pub found: Option<FoundSymmetries>,
    /// The number of literals that were added to the model together with a demanded bound. The
    /// deductions make these literals true in every answer that reaches the bound.
    pub fixed: usize,
}

impl<'a> Preparation<'a> {
    /// Returns a preparation without deductions and symmetry breaking.
    pub fn as_stated(
        problem: &'a dyn Problem,
        formulation: &'a Formulation,
        stop: &'a Stop,
    ) -> Preparation<'a> {
        let symmetry = Symmetries::Kept;
        Preparation { problem, formulation, rules: Rules::NONE, symmetry, stop }
    }

    /// Returns the model. Its symmetries are broken; if the choice is [`Symmetries::Kept`], they
    /// are not. If the formulation describes only one value of the objective at a time, returns a
    /// model for each value, without deductions.
    pub fn prepare(self) -> ModelScheme<'a, PreparedModel> {
        self.prepare_with_symmetries().map(move |mut prepared| {
            if self.symmetry != Symmetries::Kept {
                prepared.break_symmetries();
            }
            prepared
        })
    }

    /// Returns the model with its symmetries declared instead of broken. Makes no deductions if the
    /// formulation describes only one value of the objective at a time, since the deductions would
    /// hold for that value only.
    pub fn prepare_with_symmetries(self) -> ModelScheme<'a, PreparedModel> {
        self.prepare_where(|_, _| true)
    }

    /// Returns the model as [`prepare_with_symmetries`](Preparation::prepare_with_symmetries) does,
    /// so its symmetries are declared and not broken, but only with the deductions for which
    /// `passes` returns true. `passes` gets each deduction, and the model before this deduction is
    /// added. If the formulation describes only one value of the objective at a time, there are no
    /// deductions, and `passes` is not called.
    pub fn prepare_where(
        self,
        passes: impl FnMut(&Model, &Deduction) -> bool,
    ) -> ModelScheme<'a, PreparedModel> {
        match self.problem.model_scheme(self.formulation) {
            ModelScheme::Complete(model) => {
                ModelScheme::Complete(self.apply_deductions(model, self.rules, passes))
            }
            ModelScheme::ForValue(of) => ModelScheme::ForValue(Box::new(move |value| {
                self.apply_deductions(of(value), &Rules::none(), |_, _| true)
            })),
        }
    }

    /// Returns the prepared model. If `bound` is given, the model's answers are at least as good as
    /// `bound`, and the model states the literals that, by the deductions, are true in every such
    /// answer; `fixed` counts these literals. If the formulation describes only one value of the
    /// objective at a time, returns the model for the value `bound`, or `None` if no bound is
    /// given. Panics if a bound is given and the model has no objective.
    pub fn prepare_at(self, bound: Option<i64>) -> Option<PreparedModel> {
        match self.prepare() {
            ModelScheme::Complete(mut prepared) => {
                bound.iter().for_each(|&bound| prepared.demand(bound));
                Some(prepared)
            }
            ModelScheme::ForValue(of) => bound.map(of),
        }
    }

    /// Applies deduction rules to a model. First, detects and declares the model's symmetries if
    /// their detection is requested. If `rules` has all general rules, the problem's own rules are
    /// applied before them. Keeps only the deductions for which `passes` returns true. Words the
    /// deductions in the problem's own numbers. Breaks no symmetries. A stop ends the detection and
    /// the deductions early.
    fn apply_deductions(
        &self,
        mut model: Model,
        rules: &Rules,
        passes: impl FnMut(&Model, &Deduction) -> bool,
    ) -> PreparedModel {
        let found = (self.symmetry == Symmetries::Detected)
            .then(|| symmetry::declare(&mut model, self.stop));
        let all_rules = rules.prepend(self.problem.info().rules);
        let mut deductions = all_rules.apply_filtered(&mut model, self.stop, passes);
        let problem = self.problem;
        if let Some(unit) = problem.info().scale.unit() {
            let describe = |one: &mut Deduction| {
                one.rescale_text(&unit, &model, |value| problem.format_value(value))
            };
            deductions.iter_mut().for_each(describe);
        }
        PreparedModel { model, deductions, broken: SymmetryBreaking::default(), found, fixed: 0 }
    }
}

impl PreparedModel {
    /// Breaks the declared symmetries, and then removes their declarations. If the problem declared
    /// the symmetries, all literals are compared. If the symmetries were detected, at most
    /// [`symmetry::MOST_COMPARED`] literals are compared for each of them.
    pub fn break_symmetries(&mut self) {
        self.broken = match self.found {
            None => symmetry::break_all(&mut self.model, usize::MAX),
            Some(_) => symmetry::break_all(&mut self.model, symmetry::MOST_COMPARED),
        };
    }

    /// Demands an answer at least as good as `bound`. Also states the literals that, by the
    /// deductions, are true in every such answer, and counts these literals in `fixed`. Panics if
    /// the model has no objective.
    pub fn demand(&mut self, bound: i64) {
        self.model.demand(bound);
        for (lit, origin) in fixed_at(&self.deductions, bound) {
            self.model.with_origin(origin.clone(), |model| model.clause("bound", [lit]));
            self.fixed += 1;
        }
    }

    /// Returns the bounds of the objective that the deductions prove.
    pub fn bounds(&self, goal: Goal) -> Bounds {
        let mut bounds = Bounds::unknown(goal);
        bounds.adopt_step(&self.model);
        self.deductions.iter().for_each(|deduction| bounds.learn(&deduction.fact));
        bounds
    }
}

/// Returns the same literals as [`fixed_at`], but sorted and without their origins.
pub fn literals_at(deductions: &[Deduction], bound: i64) -> Vec<Lit> {
    let mut lits: Vec<Lit> = fixed_at(deductions, bound).into_iter().map(|(lit, _)| lit).collect();
    lits.sort_unstable();
    lits
}

/// Returns the literals that, by the deductions, are true in every answer at least as good as
/// `bound`. Each literal is returned once, with the origin of the first deduction that makes it
/// true. The literals are in the order of the deductions, and sorted within each deduction.
pub fn fixed_at(deductions: &[Deduction], bound: i64) -> Vec<(Lit, &Origin)> {
    let mut seen = HashSet::new();
    let fixed = |one: &Deduction| {
        let mut lits = one.fact.fixed_at(bound);
        lits.sort_unstable();
        lits
    };
    deductions
        .iter()
        .flat_map(|one| fixed(one).into_iter().map(move |lit| (lit, &one.origin)))
        .filter(|&(lit, _)| seen.insert(lit))
        .collect()
}
