//! A question with its problem, and the data that follow from both: the bound, the export, the
//! symmetries and the deductions.

use std::sync::Arc;

use super::{Question, SymmetryChoice};
use crate::deduce::Rules;
use crate::export::map::Map;
use crate::export::{Export, ExportSummary, FORMATS, FileQuestion, Format};
use crate::family::{Family, OpenedProblem};
use crate::formulation::Formulation;
use crate::grid::GridPoint;
use crate::model::Sense;
use crate::prepare::Preparation;
use crate::problem::{Problem, ProblemHandle, Rational, Scale};
use crate::puzzle::Request;
use crate::search::{Answers, Task};
use crate::source::{Refusal, list_words};
use crate::stop::Stop;
use crate::symmetry::Symmetries;

/// A question together with its problem. Clones share the problem.
#[derive(Clone)]
pub struct PosedQuestion {
    /// The question. Its bound is rounded to a value that the search can use.
    pub question: Question,
    /// The family of the problem.
    pub family: &'static Family,
    /// The formulation in which the problem is stated.
    pub formulation: &'static Formulation,
    /// The opened problem. Clones of the question share it.
    pub opened: Arc<OpenedProblem>,
    /// The request that opened the problem.
    pub request: Request,
    /// The bound, scaled to the integers of the search; `None` if there is none.
    pub bound: Option<i64>,
    /// The bound as it was requested. It is given only if it differs from the rounded bound,
    /// because no value can equal it; otherwise `None`.
    asked_bound: Option<Rational>,
}

impl PosedQuestion {
    /// Returns a question together with its opened problem. Rounds the bound to the worst value
    /// that is at least as good as the bound. If the two differ, also keeps the bound that was
    /// requested.
    ///
    /// # Errors
    ///
    /// If the family lacks the formulation, if there is a bound but no objective, or if several
    /// answers are asked for, and the bound allows worse ones than the problem has.
    pub fn new(
        mut question: Question,
        family: &'static Family,
        request: Request,
        opened: OpenedProblem,
    ) -> Result<PosedQuestion, Refusal> {
        let formulation = family.formulation(question.formulation.as_deref())?;
        let asked = question.bound.clone();
        let bound = scale_bound(&mut question, family, opened.as_problem())?;
        if question.answers != Answers::One {
            validate_reach(opened.as_problem(), bound)?;
        }
        let asked_bound = asked.filter(|asked| question.bound.as_ref() != Some(asked));
        let opened = Arc::new(opened);
        Ok(PosedQuestion { question, family, formulation, opened, request, bound, asked_bound })
    }

    /// Returns the question with another bound and with the options of `point`, which is one
    /// combination of a grid of options. `bound` is scaled to the integers of the search. If it is
    /// `None`, the returned question has no bound.
    ///
    /// # Errors
    ///
    /// If an option or its value is unknown, or if the formulation is unknown.
    pub fn with_options(
        &self,
        point: &GridPoint,
        bound: Option<i64>,
    ) -> Result<PosedQuestion, Refusal> {
        let question = self.question.with_options(point)?;
        let formulation = self.family.formulation(question.formulation.as_deref())?;
        let mut posed = PosedQuestion { question, formulation, ..self.clone() };
        posed.set_bound(bound);
        Ok(posed)
    }

    /// Sets the bound, which is scaled to the integers of the search. `None` removes the bound.
    pub fn set_bound(&mut self, bound: Option<i64>) {
        self.bound = bound;
        self.asked_bound = None;
        self.question.bound = bound.map(|bound| self.scale().to_number(bound));
    }

    /// Returns the question in the formulation that suits the format. This is the published
    /// formulation of the family if the question requests no formulation and the format keeps
    /// constraints as they are. Otherwise the question is unchanged.
    #[must_use]
    pub fn stated_for(mut self, format: &Format) -> PosedQuestion {
        if format.as_stated && self.question.formulation.is_none() {
            self.formulation = self.family.published();
        }
        self
    }

    /// Returns the problem of the question.
    pub fn problem(&self) -> &dyn Problem {
        self.opened.as_problem()
    }

    /// Returns the scale of values, which converts between the integers of the search and the
    /// problem's own numbers.
    pub fn scale(&self) -> &Scale {
        &self.problem().info().scale
    }

    /// Returns the bound in words, such as `size of each army 47 or more`. The number in these
    /// words is the requested bound, before it was rounded. Returns `None` if there is no bound or
    /// no objective.
    pub fn asked_value(&self) -> Option<String> {
        let (goal, bound) = self.problem().goal().zip(self.bound)?;
        let side = if goal.sense == Sense::Minimise { "fewer" } else { "more" };
        let bound = match &self.asked_bound {
            Some(asked) => asked.to_string(),
            None => self.problem().format_value(bound),
        };
        Some(format!("{} {bound} or {side}", goal.name))
    }

    /// Returns the search task that answers the question, without limits and without a stop.
    pub fn task(&self) -> Task<'static> {
        let Question { encodings, search, cuts, mode, seed, answers, projected, .. } =
            self.question.clone();
        Task {
            encodings,
            rules: self.question.rules(),
            symmetry: self.broken_symmetries(),
            strategy: search,
            cuts,
            // A named formulation, named deductions and named symmetries hold for the whole search.
            short_search: self.question.formulation.is_none()
                && self.question.deduce.is_none()
                && self.question.symmetry == SymmetryChoice::Auto,
            bound: self.bound,
            asked_bound: self.asked_bound.as_ref().map(Rational::to_string),
            answers,
            projected,
            mode,
            seed,
            ..Task::for_problem(ProblemHandle::Shared(self.opened.clone()), self.formulation)
        }
    }

    /// Returns the export of the question. It has the encodings and the bound of the question, but
    /// no title and no scramble. `rules` should be the result of
    /// [`rules_for`](PosedQuestion::rules_for).
    pub fn export<'a>(&'a self, format: &Format, rules: &'a Rules, stop: &'a Stop) -> Export<'a> {
        let preparation = Preparation {
            problem: self.problem(),
            formulation: self.formulation,
            rules,
            symmetry: self.broken_symmetries_for(format),
            stop,
        };
        self.build_export(preparation, self.bound)
    }

    /// Returns the export with `bound`, without deductions or symmetry breaking.
    pub fn export_as_stated<'a>(&'a self, bound: Option<i64>, stop: &'a Stop) -> Export<'a> {
        self.build_export(Preparation::as_stated(self.problem(), self.formulation, stop), bound)
    }

    /// Returns the export with the question's encodings and without a title.
    fn build_export<'a>(&self, preparation: Preparation<'a>, bound: Option<i64>) -> Export<'a> {
        let encodings = self.question.encodings.clone();
        Export { preparation, encodings, bound, scramble: None, title: Vec::new() }
    }

    /// Returns the map of an export of this question. If the board is a file, the file is read
    /// again for its hash. A change of the file since the question was posed is not noticed.
    ///
    /// # Errors
    ///
    /// If the board's file cannot be read again. A board in memory, such as one from standard
    /// input, is always readable.
    pub fn map(
        &self,
        format: &Format,
        export: &Export,
        exported: &ExportSummary,
    ) -> Result<Map, Refusal> {
        Map::from_export(self.family, &self.request, self.opened.size(), format, export, exported)
    }

    /// Returns the requested deductions for an export. If none are requested, returns all
    /// deductions; but if the format keeps constraints as they are, returns none.
    pub fn rules_for(&self, format: &Format) -> Rules {
        let usual = if format.as_stated { Rules::none() } else { Rules::all() };
        self.question.deduce.clone().unwrap_or(usual)
    }

    /// Returns the symmetries that a search breaks. The choice `Off` means none, and `Found` means
    /// the symmetries that are detected in the model. `Auto` and `On` mean the declared symmetries
    /// or, for a model file, the symmetries that are detected in it.
    pub fn broken_symmetries(&self) -> Symmetries {
        match self.question.symmetry {
            SymmetryChoice::Off => Symmetries::Kept,
            SymmetryChoice::Auto | SymmetryChoice::On
                if self.problem().info().written.is_none() =>
            {
                Symmetries::Declared
            }
            SymmetryChoice::Auto | SymmetryChoice::On | SymmetryChoice::Found => {
                Symmetries::Detected
            }
        }
    }

    /// Returns the symmetries that an export breaks. With the choice `Auto`, an export breaks none
    /// for a model file, and none in a format that keeps constraints as they are. In all other
    /// cases, an export breaks the same symmetries as a search; see
    /// [`broken_symmetries`](PosedQuestion::broken_symmetries).
    pub fn broken_symmetries_for(&self, format: &Format) -> Symmetries {
        let is_kept = format.as_stated || self.problem().info().written.is_some();
        if is_kept && self.question.symmetry == SymmetryChoice::Auto {
            Symmetries::Kept
        } else {
            self.broken_symmetries()
        }
    }

    /// Checks that the formulation suits the board's size.
    ///
    /// # Errors
    ///
    /// If the board has too many cells.
    pub fn validate_size(&self) -> Result<(), Refusal> {
        self.formulation.validate(self.opened.size())
    }

    /// Checks that a format can state the question. A question without an objective passes.
    ///
    /// # Errors
    ///
    /// In these cases:
    ///
    /// - The format asks for the optimum, and the question has a bound.
    /// - The format asks for any answer, and the question has an objective but no bound.
    /// - The formulation needs a bound, and there is none.
    /// - The formulation needs a bound, and the bound is outside of the range of the objective.
    pub fn validate_for(&self, format: &Format) -> Result<(), Refusal> {
        let (goal, formulation) = (self.problem().goal(), self.formulation);
        formulation.validate_value(goal, self.bound)?;
        let Some(goal) = goal else { return Ok(()) };
        match (format.asks, self.bound) {
            (FileQuestion::Decision, None) => Err(Refusal::new(
                format!(
                    "the format {} asks for any answer instead of the best {}",
                    format.name, goal.name
                ),
                format!(
                    "--bound K, or one of the formats {}",
                    other_formats(FileQuestion::Decision)
                ),
            )),
            (FileQuestion::Optimum, Some(_)) => Err(Refusal::new(
                format!("the format {} asks for the optimum and takes no --bound", format.name),
                format!(
                    "no --bound, or one of the formats {}",
                    other_formats(FileQuestion::Optimum)
                ),
            )),
            (FileQuestion::Optimum | FileQuestion::Either, None) if formulation.of_value => {
                Err(formulation.no_value_refusal())
            }
            _ => Ok(()),
        }
    }
}

/// Returns the names of the formats that ask a question other than `asks`, as a list in words.
fn other_formats(asks: FileQuestion) -> String {
    let other = FORMATS
        .iter()
        .filter(|format| format.asks != asks)
        .map(|format| format.name)
        .collect::<Vec<_>>();
    list_words(&other)
}

/// Refuses a bound that allows worse answers than the problem has. Of several answers, those would be
/// missing.
fn validate_reach(problem: &dyn Problem, bound: Option<i64>) -> Result<(), Refusal> {
    let Some(((goal, worst), bound)) = problem.goal().zip(problem.info().worst).zip(bound) else {
        return Ok(());
    };
    let is_within = match goal.sense {
        Sense::Minimise => bound <= worst,
        Sense::Maximise => bound >= worst,
    };
    if is_within {
        return Ok(());
    }
    let [bound, worst] = [bound, worst].map(|value| problem.info().scale.to_number(value));
    Err(Refusal::new(
        format!(
            "several answers with the bound {bound}, but the bounds of integers follow from an answer with the \
             objective {worst}, and leave out worse ones"
        ),
        format!(
            "a bound as good as {worst}, or --int-bound N, which bounds integers by N and not by an answer"
        ),
    ))
}

/// Replaces the bound of a question by the worst value that is at least as good as the bound.
/// Returns this value, scaled to the integers of the search. The bound may be outside of the range
/// of the goal: then either no answer reaches it, or every answer does.
///
/// There is one exception: the search can count in a unit other than 1, and the worst value can be
/// too large for 64 bits. Then the bound is replaced by the next value beyond the range, which can
/// be converted to the problem's numbers. Returns `None` if there is no bound. Refuses a bound if
/// there is no objective.
fn scale_bound(
    question: &mut Question,
    family: &Family,
    problem: &dyn Problem,
) -> Result<Option<i64>, Refusal> {
    let Some(asked) = &question.bound else { return Ok(None) };
    let goal = problem.goal().ok_or_else(|| family.no_objective_refusal())?;
    let scale = &problem.info().scale;
    let bound = match scale.bound_value(asked, goal.sense) {
        i64::MIN if !scale.is_one() => goal.least.saturating_sub(1),
        i64::MAX if !scale.is_one() => goal.largest.saturating_add(1),
        value => value,
    };
    question.bound = Some(scale.to_number(bound));
    Ok(Some(bound))
}
