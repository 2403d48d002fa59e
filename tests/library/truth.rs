//! Checks known optima and numbers of answers, for every formulation up to the size that it solves
//! in time.
//!
//! The rows are in `tests/truth`. [`REACH`] gives the limits as numbers of cells: facts that take
//! up to a second on one core are always checked, those that take up to a minute with the long
//! tests, and larger ones are not.

use std::collections::BTreeSet;

use quarrel::board::Cell;
use quarrel::family::Family;
use quarrel::formulation::Formulation;
use quarrel::puzzle::Filling;
use quarrel::search::{Answers, Status};

use crate::puzzles::{answers, count, family, find, open, sized, task};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Optimum(Option<i64>),
    /// The optimum, and the number of optimal answers; without an objective, of all answers.
    Optimal(Option<i64>, u64),
    /// A bound that all answers reach, and the number of all answers.
    All(i64, u64),
}

struct Fact {
    family: &'static Family,
    size: String,
    cells: u64,
    variant: &'static str,
    known: Known,
}

/// The numbers of cells up to which formulations solve a board within a second and within a minute.
struct Reach {
    family: &'static str,
    variant: &'static str,
    formulations: &'static [&'static str],
    optimum: [u64; 2],
    optimal: [u64; 2],
    all: [u64; 2],
}

/// The limits of all formulations, measured with the tests' profile. A formulation that is not
/// listed has the limits of the weakest of its family.
const REACH: &[Reach] = &[
    // The table of counts ends at 64 cells.
    Reach {
        family: "abbott-window",
        variant: "",
        formulations: &["parity"],
        optimum: [64, 64],
        optimal: [64, 64],
        all: [0, 0],
    },
    Reach {
        family: "three-in-a-row",
        variant: "",
        formulations: &["cells", "colours"],
        optimum: [36, 36],
        optimal: [36, 36],
        all: [36, 36],
    },
    // The table ends at 16x16.
    Reach {
        family: "gunport",
        variant: "",
        formulations: &["sides", "pieces"],
        optimum: [121, 256],
        optimal: [30, 30],
        all: [20, 30],
    },
    // 12x12 takes more than a minute.
    Reach {
        family: "gunport",
        variant: "",
        formulations: &["positions"],
        optimum: [66, 121],
        optimal: [30, 30],
        all: [20, 30],
    },
    Reach {
        family: "gunport",
        variant: "no-slide",
        formulations: &["sides", "pieces", "positions"],
        optimum: [48, 48],
        optimal: [48, 48],
        all: [0, 0],
    },
    // A refutation goes through all p! numberings of p dominoes for each arrangement.
    Reach {
        family: "gunport",
        variant: "",
        formulations: &["numbered-fixed"],
        optimum: [20, 24],
        optimal: [12, 18],
        all: [12, 15],
    },
    Reach {
        family: "gunport",
        variant: "no-slide",
        formulations: &["numbered-fixed"],
        optimum: [14, 18],
        optimal: [12, 16],
        all: [0, 0],
    },
    Reach {
        family: "gunport",
        variant: "",
        formulations: &["numbered"],
        optimum: [15, 16],
        optimal: [12, 15],
        all: [16, 25],
    },
    Reach {
        family: "gunport",
        variant: "no-slide",
        formulations: &["numbered"],
        optimum: [12, 15],
        optimal: [12, 16],
        all: [0, 0],
    },
    // n = 9 takes more than a minute.
    Reach {
        family: "armies",
        variant: "",
        formulations: &["lines", "pairs"],
        optimum: [36, 64],
        optimal: [36, 64],
        all: [0, 0],
    },
];

impl Known {
    fn reach(self, reach: &Reach) -> [u64; 2] {
        match self {
            Known::Optimum(_) => reach.optimum,
            Known::Optimal(..) => reach.optimal,
            Known::All(..) => reach.all,
        }
    }
}

impl Fact {
    fn reach(&self, formulation: &Formulation) -> [u64; 2] {
        let of_family: Vec<&Reach> = REACH
            .iter()
            .filter(|reach| reach.family == self.family.name)
            .filter(|reach| reach.variant == self.variant || self.family.name != "gunport")
            .collect();
        let own = of_family.iter().find(|reach| reach.formulations.contains(&formulation.name));
        own.map(|own| self.known.reach(own))
            .or_else(|| of_family.iter().map(|reach| self.known.reach(reach)).min())
            .expect("a reach for each family with facts")
    }

    fn check(&self, formulation: &Formulation) {
        let variants: Vec<&str> = self.variant.split(' ').filter(|v| !v.is_empty()).collect();
        let puzzle = open(self.family, &sized(&self.size, &variants));
        let name =
            format!("{} {} {} in {}", self.family.name, self.size, self.variant, formulation.name);
        match self.known {
            Known::Optimum(value) => {
                let finding = find(&task(&puzzle, formulation, None, Answers::One));
                let status = value.map_or(Status::Unsatisfiable, |_| Status::Optimal);
                assert_eq!((finding.status(), finding.value()), (status, value), "{name}");
            }
            Known::Optimal(bound, number) => {
                assert_eq!(count(&puzzle, formulation, bound), number, "{name} at {bound:?}");
            }
            Known::All(bound, number) => {
                assert_eq!(count(&puzzle, formulation, Some(bound)), number, "{name}: all");
            }
        }
    }
}

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().skip(1).map(|line| line.split(',').collect())
}

fn number<N: std::str::FromStr>(text: &str) -> N {
    text.parse().ok().expect("a number in a table")
}

fn fact(name: &str, sides: [&str; 2], variant: &'static str, known: Known) -> Fact {
    let [rows, columns] = sides;
    Fact {
        family: family(name),
        size: format!("{rows}x{columns}"),
        cells: number::<u64>(rows) * number::<u64>(columns),
        variant,
        known,
    }
}

fn abbott_window() -> Vec<Fact> {
    let facts = rows(include_str!("../truth/abbott-window.csv")).flat_map(|row| {
        let [size, variant, _, lit, _, windows] = row[..] else { panic!("{row:?}") };
        let variant = if variant == "corners" { "corners" } else { "" };
        let lit = Some(number(lit));
        [Known::Optimum(lit), Known::Optimal(lit, number(windows))]
            .map(|known| fact("abbott-window", [size, size], variant, known))
    });
    facts.collect()
}

fn three_in_a_row() -> Vec<Fact> {
    let facts = rows(include_str!("../truth/three-in-a-row-counts.csv")).flat_map(|row| {
        let [size, boards, distinct] = row[..] else { panic!("{row:?}") };
        [("", boards), ("distinct-lines", distinct)].map(|(variant, boards)| {
            let known = Known::Optimal(None, number(boards));
            fact("three-in-a-row", [size, size], variant, known)
        })
    });
    facts.collect()
}

fn three_in_a_row_with_either() -> Vec<Fact> {
    let facts = rows(include_str!("../truth/three-in-a-row-odd-either.csv")).flat_map(|row| {
        let [rows, columns, boards, distinct] = row[..] else { panic!("{row:?}") };
        [("odd-either", boards), ("distinct-lines odd-either", distinct)].map(
            |(variants, boards)| {
                let known = Known::Optimal(None, number(boards));
                fact("three-in-a-row", [rows, columns], variants, known)
            },
        )
    });
    facts.collect()
}

fn gunport() -> Vec<Fact> {
    let facts = rows(include_str!("../truth/gunport.csv")).map(|row| {
        let [rows, columns, dominoes, _] = row[..] else { panic!("{row:?}") };
        fact("gunport", [rows, columns], "", Known::Optimum(Some(number(dominoes))))
    });
    facts.collect()
}

fn gunport_counts() -> Vec<Fact> {
    let facts = rows(include_str!("../truth/gunport-counts.csv")).flat_map(|row| {
        let [rows, columns, dominoes, optimal, maximal] = row[..] else { panic!("{row:?}") };
        let half = number::<i64>(rows) * number::<i64>(columns) / 2;
        [Known::Optimal(Some(number(dominoes)), number(optimal)), Known::All(half, number(maximal))]
            .map(|known| fact("gunport", [rows, columns], "", known))
    });
    facts.collect()
}

fn gunport_no_slide() -> Vec<Fact> {
    let facts = rows(include_str!("../truth/gunport-no-slide.csv")).flat_map(|row| {
        let [rows, columns, dominoes, _, optimal] = row[..] else { panic!("{row:?}") };
        let dominoes = Some(dominoes).filter(|&dominoes| dominoes != "-1").map(number);
        let counted = dominoes.map(|_| Known::Optimal(dominoes, number(optimal)));
        let known = [Some(Known::Optimum(dominoes)), counted].into_iter().flatten();
        known.map(move |known| fact("gunport", [rows, columns], "no-slide", known))
    });
    facts.collect()
}

fn armies() -> Vec<Fact> {
    let mut facts = Vec::new();
    for row in rows(include_str!("../truth/armies.csv")) {
        let [size, largest, optimality, _, ordered] = row[..] else { panic!("{row:?}") };
        if optimality != "proved" {
            continue;
        }
        let largest = Some(number(largest));
        facts.push(fact("armies", [size, size], "", Known::Optimum(largest)));
        if !ordered.is_empty() {
            // For n = 2 each army has no queen: the table has no optimum, but the empty board is
            // one answer.
            let ordered = if size == "2" { 1 } else { number(ordered) };
            facts.push(fact("armies", [size, size], "", Known::Optimal(largest, ordered)));
        }
    }
    facts
}

/// Checks the facts within reach in every formulation: those that take a second, or the longer ones
/// if `long`.
fn check(facts: Vec<Fact>, long: bool) {
    let mut checked = 0;
    for fact in facts {
        for formulation in fact.family.formulations {
            let [second, minute] = fact.reach(formulation);
            if (fact.cells > second) == long && fact.cells <= minute {
                fact.check(formulation);
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "no fact is within reach");
}

#[test]
fn abbott_windows_have_their_known_optima_and_counts() {
    check(abbott_window(), false);
}

#[test]
fn three_in_a_row_has_its_known_counts() {
    check(three_in_a_row(), false);
}

#[test]
fn three_in_a_row_with_one_more_of_either_has_its_known_counts() {
    check(three_in_a_row_with_either(), false);
}

#[test]
fn gunports_have_their_known_optima() {
    check(gunport(), false);
}

#[test]
#[ignore = "long: two minutes, boards up to 121 cells"]
fn larger_gunports_have_their_known_optima() {
    check(gunport(), true);
}

#[test]
fn gunports_have_their_known_counts() {
    check(gunport_counts(), false);
}

#[test]
#[ignore = "long: a minute, numbered formulations and more arrangements"]
fn larger_gunports_have_their_known_counts() {
    check(gunport_counts(), true);
}

#[test]
fn gunports_without_slide_have_their_known_optima_and_counts() {
    check(gunport_no_slide(), false);
}

#[test]
#[ignore = "long: half a minute, numbered formulations"]
fn larger_gunports_without_slide_have_their_known_optima_and_counts() {
    check(gunport_no_slide(), true);
}

#[test]
fn the_published_board_without_slides_is_found_and_is_alone() {
    let gunport = family("gunport");
    let puzzle = open(gunport, &sized("8x8", &["no-slide"]));
    let (finding, all) =
        answers(&task(&puzzle, &gunport.formulations[0], None, Answers::All(None)));
    assert_eq!((finding.status(), finding.value()), (Status::Optimal, Some(28)));
    let holes = |answer: &Filling| -> BTreeSet<Cell> {
        answer.iter().filter(|&(_, &symbol)| symbol == '.').map(|(at, _)| at).collect()
    };
    let first = holes(&all[0]);
    let mut images = vec![first.clone()];
    for symmetry in puzzle.size().symmetries() {
        images.push(first.iter().map(|&at| symmetry.image(at)).collect());
    }
    for answer in &all {
        assert!(images.contains(&holes(answer)), "{:#?}", answer.to_rows());
    }
}

#[test]
fn armies_have_their_known_optima_and_counts() {
    check(armies(), false);
}

#[test]
#[ignore = "long: a minute, n = 7 and 8"]
fn larger_armies_have_their_known_optima_and_counts() {
    check(armies(), true);
}
