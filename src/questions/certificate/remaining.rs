//! The question whether a problem has another answer than the known ones.
//!
//! No conclusion of a VeriPB proof states a number of answers. So the problem gets a new variable
//! `another`, which is maximised. `another` can be true only if the answer differs from every known
//! answer. If `another` cannot be true, there are no other answers. The proof logs the known
//! answers, and `another` is false in them. A bound on the values of answers becomes a constraint.

use std::collections::BTreeSet;

use super::proved::ProvedAnswers;
use crate::formulation::{Formulation, ModelScheme};
use crate::model::{Count, Goal, Lit, Model, Objective, Projection, Sense, Values};
use crate::problem::{self, Answer, BrokenRule, Info, Problem, ProblemHandle, RejectedAnswer};

/// The label of the variable that is true if there is another answer.
const ANOTHER: &str = "another";

/// The question whether there is an answer other than the known ones, stated as a problem.
pub struct AnotherAnswer<'a> {
    problem: ProblemHandle<'a>,
    /// The value that every answer must reach; `None` if answers can have any value.
    bound: Option<i64>,
    /// The labels of the variables in which answers must differ; `None` means the variables that
    /// show the answer.
    projected: Option<Vec<String>>,
    /// One solution for each known answer, without a value of `another`.
    solutions: Vec<Values>,
    /// The model of the formulation, without `another`; `None` if the formulation needs a value of
    /// the objective. An answer of the question is a list of values: the values of the model's
    /// variables, and then the value of `another`.
    model: Option<Model>,
    /// The description of the question as a problem, whose goal is `another`.
    info: Info,
}

impl<'a> AnotherAnswer<'a> {
    /// Creates the question about a formulation. Two answers are different if they differ in a
    /// variable of `projected` or, if this is `None`, in the model's projection. `bound` is the
    /// value that each answer must reach. `solutions` has one solution of the formulation for each
    /// known answer. If the formulation needs a value of the objective, the question has no model.
    pub fn new(
        problem: ProblemHandle<'a>,
        formulation: &Formulation,
        bound: Option<i64>,
        projected: Option<Vec<String>>,
        solutions: Vec<Values>,
    ) -> AnotherAnswer<'a> {
        let model = problem.model_scheme(formulation).into_complete();
        let mut details = problem.info().details.clone();
        details.push(match solutions.len() {
            0 => "with an answer".to_owned(),
            1 => "with another answer than one".to_owned(),
            number => format!("with another answer than these {number}"),
        });
        let goal = Goal::for_count(Sense::Maximise, "answers beside those", 1);
        let ruling = problem.info().ruling.clone();
        let info = Info { details, ruling, ..Info::with_goal(goal) };
        AnotherAnswer { problem, bound, projected, solutions, model, info }
    }

    /// Returns the problem whose answers are sought.
    pub fn problem(&self) -> &dyn Problem {
        &*self.problem
    }

    /// Decodes the known answers. Returns `None` if two of them are the same, if one misses the
    /// bound or breaks a constraint, or if the formulation needs a value of the objective. Checks
    /// the answers in their order, and ends at the first wrong answer.
    ///
    /// # Errors
    ///
    /// If an answer breaks a rule.
    pub fn decode_known(&self) -> Result<Option<ProvedAnswers>, Box<RejectedAnswer>> {
        let Some(model) = self.model.clone() else { return Ok(None) };
        let model = self.add_bound(model);
        let (mut seen, mut answers) = (BTreeSet::new(), Vec::new());
        for values in &self.solutions {
            let answer =
                problem::check_answer(&*self.problem, self.problem.decode(&model, values))?;
            let is_new = seen.insert(self.distinguishing_lits(&model, values));
            let mut constraints = model.constraints().iter();
            let keeps_all = constraints.all(|one| one.statement.is_satisfied_by(values));
            if !is_new || !keeps_all || !self.is_good_enough(answer.value()) {
                return Ok(None);
            }
            answers.push(answer);
        }
        let is_exact = model.has_several_counts();
        let (bound, projected) = (self.bound, self.projected.clone());
        Ok(Some(ProvedAnswers { answers, bound, is_exact, projected }))
    }

    /// Returns whether a value reaches the bound. If there is no bound or no objective, every value
    /// does.
    fn is_good_enough(&self, value: Option<i64>) -> bool {
        let Some((goal, bound)) = self.problem.goal().zip(self.bound) else { return true };
        value.is_some_and(|value| goal.sense.reaches(value, bound))
    }

    /// Returns the literals of a solution that distinguish its answer from other answers. If a
    /// label of `projected` is unknown, they are the literals of the model's projection.
    fn distinguishing_lits(&self, model: &Model, values: &Values) -> Vec<Lit> {
        let named = self.projected.as_ref().and_then(|names| model.lits_of(names).ok());
        named.map_or_else(|| model.projection(), Projection::Lits).answer_literals(values)
    }

    /// Returns the known solutions, with `another` false.
    pub fn solutions(&self) -> impl Iterator<Item = Values> {
        self.solutions.iter().map(|values| values.extended(false))
    }

    /// Adds the bound to a model, if there is one.
    fn add_bound(&self, mut model: Model) -> Model {
        if let Some(bound) = self.bound {
            model.demand_for_counting(bound);
        }
        model
    }

    /// Adds the bound, the variable `another`, a clause for each known answer, and the objective
    /// that maximises `another`. This objective replaces the objective of the problem. If `another`
    /// is true, each clause demands an answer that differs from one known answer. Removes the
    /// declared symmetries, because they can map a known answer to an unknown one.
    fn state(&self, model: Model) -> Model {
        let mut model = self.add_bound(model);
        let shown: Vec<Vec<Lit>> =
            self.solutions.iter().map(|values| self.distinguishing_lits(&model, values)).collect();
        // The symmetric image of an excluded answer can be an answer that is not excluded.
        model.take_symmetries();
        let another = model.variable(ANOTHER, &[]);
        for lits in shown {
            model.clause(
                "answers",
                std::iter::once(!another).chain(lits.into_iter().map(|lit| !lit)),
            );
        }
        model.optimise(Objective::maximise(Count::new(vec![another], Vec::new())));
        model
    }
}

impl Problem for AnotherAnswer<'_> {
    fn info(&self) -> &Info {
        &self.info
    }

    fn model_scheme(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
        self.problem.model_scheme(formulation).map(|model| self.state(model))
    }

    fn decode(&self, _: &Model, values: &Values) -> Answer {
        let own = self.model.as_ref().map_or(0, |model| model.labels().len());
        Answer::Assignment(values.first(own + 1))
    }

    /// Checks the problem's own answer, and returns the value of `another`, 1 or 0. This is the
    /// last value of `answer`. Does not compare the answer with the known ones. Returns an error if
    /// values are missing, if the formulation needs a value of the objective, or if the problem's
    /// own answer breaks a rule or misses the bound.
    fn check(&self, answer: &Answer) -> Result<Option<i64>, BrokenRule> {
        let broken = |rule: &str| BrokenRule { rule: rule.to_owned(), cells: Vec::new() };
        let (Some((&another, own)), Some(model)) = (answer.values().split_last(), &self.model)
        else {
            return Err(broken("an answer has values of all variables"));
        };
        let own = self.problem.decode(model, &Values::new(own.to_vec()));
        if !self.is_good_enough(self.problem.check(&own)?) {
            return Err(broken("an answer is at least as good as the bound"));
        }
        Ok(Some(i64::from(another)))
    }
}
