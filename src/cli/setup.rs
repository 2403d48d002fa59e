//! How a puzzle is stated and written in clauses, as a value: what the arguments of a verb say, or
//! a point of a grid.

use std::collections::BTreeMap;

use clap::ValueEnum;
use quarrel_encodings::{at_most_one, cardinality, parity, pseudo_boolean};

use super::model_args::SymmetryArg;
use crate::deduce::Rules;
use crate::encode::Encodings;
use crate::export::{Asks, Format};
use crate::family::{Family, Opened};
use crate::formulation::Formulation;
use crate::grid::Point;
use crate::problem::{Exact, Goal, Problem, Scale};
use crate::source::Refusal;
use crate::symmetry::Symmetries;

/// How a puzzle of a family is stated, written and bounded.
#[derive(Clone)]
pub(super) struct Setup {
    pub family: &'static Family,
    /// The formulation, if one is asked for.
    pub formulation: Option<&'static Formulation>,
    pub encodings: Encodings,
    pub symmetry: SymmetryArg,
    /// What is deduced, if that is said.
    pub deduce: Option<Rules>,
    /// The bound in the numbers of whoever stated the problem, until [`settle`](Setup::settle) has
    /// counted it.
    pub asked_bound: Option<Exact>,
    /// The bound as the search counts.
    pub bound: Option<i64>,
}

impl Setup {
    /// Every default.
    pub fn new(family: &'static Family) -> Setup {
        Setup {
            family,
            formulation: None,
            encodings: Encodings::default(),
            symmetry: SymmetryArg::Auto,
            deduce: None,
            asked_bound: None,
            bound: None,
        }
    }

    /// The point of a grid, as far as it says how a puzzle is stated and written. Refuses a
    /// formulation that the family does not have.
    pub fn at(family: &'static Family, point: &Point) -> Result<Setup, Refusal> {
        let values = point.values().iter();
        Setup::with(family, values.map(|(option, value)| (&option[..], &value[..])))
    }

    /// Options with their values, as far as they say how a puzzle is stated and written.
    pub fn with<'a>(
        family: &'static Family,
        options: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<Setup, Refusal> {
        let mut setup = Setup::new(family);
        for (option, value) in options {
            setup.set(option, value)?;
        }
        Ok(setup)
    }

    /// The options that make it again, beside its bound.
    pub fn options(&self) -> BTreeMap<String, String> {
        let Encodings { at_most_one, by_length, cardinality, parity, order, shape, .. } =
            &self.encodings;
        let pseudo_boolean = self.encodings.pseudo_boolean;
        let symmetry = self.symmetry.to_possible_value().expect("each has a name");
        let options = [
            ("formulation", self.formulation().name.to_owned()),
            ("card", cardinality.map_or("auto", |row| row.name).to_owned()),
            ("pb", pseudo_boolean.map_or("auto", |row| row.name).to_owned()),
            ("xor", parity.map_or("auto", |row| row.name).to_owned()),
            ("order", order.to_string()),
            ("shape", shape.to_string()),
            ("symmetry", symmetry.get_name().to_owned()),
            ("deduce", self.rules().to_string()),
        ];
        // The default has no name: it goes by the length.
        let amo = ("amo", at_most_one.map_or("auto", |row| row.name).to_owned());
        let amo = Some(amo).filter(|_| !by_length);
        let options = options.into_iter().chain(amo);
        options.map(|(option, value)| (option.to_owned(), value)).collect()
    }

    /// Takes in an option with a value that the grammar has let pass.
    fn set(&mut self, option: &str, value: &str) -> Result<(), Refusal> {
        let wrong = |error: &dyn std::error::Error| {
            Refusal::new(format!("--{option} {value}"), error.to_string())
        };
        match option {
            "formulation" => self.formulation = Some(self.family.formulation(Some(value))?),
            // A name that no row has is `auto`.
            "amo" => {
                self.encodings.at_most_one = at_most_one::named(value);
                self.encodings.by_length = false;
            }
            "card" => self.encodings.cardinality = cardinality::named(value),
            "pb" => self.encodings.pseudo_boolean = pseudo_boolean::named(value),
            "xor" => self.encodings.parity = parity::named(value),
            "order" => self.encodings.order = value.parse().map_err(|e| wrong(&e))?,
            "shape" => self.encodings.shape = value.parse().map_err(|e| wrong(&e))?,
            "deduce" => self.deduce = Some(value.parse().map_err(|e| wrong(&e))?),
            "symmetry" => {
                let named = SymmetryArg::named(value);
                let expected = "--symmetry auto, on, off or found";
                self.symmetry =
                    named.ok_or_else(|| Refusal::new(format!("--symmetry {value}"), expected))?;
            }
            // What else a grid has is about a search, and not about what is searched.
            _ => {}
        }
        Ok(())
    }

    /// The formulation asked for, or the family's default.
    pub fn formulation(&self) -> &'static Formulation {
        self.formulation.unwrap_or(&self.family.formulations[0])
    }

    /// The formulation asked for, or the one that belongs to the format.
    pub fn formulation_for(&self, format: &Format) -> &'static Formulation {
        if format.as_stated && self.formulation.is_none() {
            self.family.published()
        } else {
            self.formulation()
        }
    }

    /// What is deduced where a search is to follow.
    pub fn rules(&self) -> Rules {
        self.deduce.clone().unwrap_or_default()
    }

    /// What is deduced for a format.
    pub fn rules_for(&self, format: &Format) -> Rules {
        let default = if format.as_stated { Rules::none() } else { Rules::all() };
        self.deduce.clone().unwrap_or(default)
    }

    /// Which symmetries are broken where a search is to follow.
    pub fn breaks(&self, problem: &dyn Problem) -> Symmetries {
        match self.symmetry {
            SymmetryArg::Off => Symmetries::Kept,
            SymmetryArg::Found => Symmetries::Found,
            SymmetryArg::Auto | SymmetryArg::On if problem.declares_symmetries() => {
                Symmetries::Declared
            }
            SymmetryArg::Auto | SymmetryArg::On => Symmetries::Found,
        }
    }

    /// Which symmetries are broken for a format.
    pub fn breaks_for(&self, format: &Format, problem: &dyn Problem) -> Symmetries {
        match self.symmetry {
            // A model that is converted stays what it is.
            SymmetryArg::Auto if format.as_stated || !problem.declares_symmetries() => {
                Symmetries::Kept
            }
            _ => self.breaks(problem),
        }
    }

    /// Refuses questions that a format cannot ask.
    pub fn validate_question(
        &self,
        format: &Format,
        problem: &dyn Problem,
        formulation: &Formulation,
    ) -> Result<(), Refusal> {
        formulation.validate_value(problem.goal(), self.bound)?;
        let Some(goal) = problem.goal() else { return Ok(()) };
        match (format.asks, self.bound) {
            (Asks::Decision, None) => Err(Refusal::new(
                format!(
                    "the format {} asks for any answer, and the best {} is wanted",
                    format.name, goal.name
                ),
                format!("--bound K, or one of the formats {}", formats(Asks::Decision)),
            )),
            (Asks::Optimum, Some(_)) => Err(Refusal::new(
                format!("the format {} asks for the optimum and takes no --bound", format.name),
                format!("no --bound, or one of the formats {}", formats(Asks::Optimum)),
            )),
            (Asks::Optimum | Asks::Either, None) if formulation.of_value => {
                Err(formulation.without_value())
            }
            _ => Ok(()),
        }
    }

    /// Counts the bound as the search of a problem does. Refuses one on nothing, and one that no
    /// value can have.
    pub fn settle(&mut self, problem: &dyn Problem) -> Result<(), Refusal> {
        let Some(bound) = self.asked_bound.take() else { return Ok(()) };
        let Some(goal) = problem.goal() else { return Err(self.family.without_objective()) };
        self.bound = Some(counted_bound(&bound, goal, problem)?);
        Ok(())
    }

    /// Refuses a board that the formulation is not made for.
    pub fn validate(&self, opened: &Opened, formulation: &Formulation) -> Result<(), Refusal> {
        formulation.validate(opened.size())
    }
}

/// The formats that ask something else than this alone.
fn formats(asks: Asks) -> String {
    let other = crate::export::FORMATS.iter().filter(|format| format.asks != asks);
    let names: Vec<&str> = other.map(|format| format.name).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Returns a bound as the search counts: the worst value that is as good. Refuses a negative bound
/// on what is counted.
pub(super) fn counted_bound(
    bound: &Exact,
    goal: Goal,
    problem: &dyn Problem,
) -> Result<i64, Refusal> {
    if bound.is_negative() && goal.least >= 0 {
        return Err(Refusal::new(
            format!("--bound {bound}, and no number of {} is negative", goal.name),
            format!("--bound {} or more", problem.told(goal.least)),
        ));
    }
    let (scale, value) = (problem.scale(), problem.scale().reaching(bound, goal.sense));
    // What is said of a value in units would be said of another number than the one that was asked
    // for.
    if matches!(value, i64::MIN | i64::MAX) && scale != Scale::default() {
        return Err(Refusal::new(
            format!("--bound {bound}, which needs more than 64 bits as the objective is counted"),
            format!("--bound {} to {}", problem.told(goal.least), problem.told(goal.largest)),
        ));
    }
    Ok(value)
}
