//! quarrel compiles grid puzzles, and problems of your own, to SAT. It solves them, proves their
//! optima, and shows the answers.
//!
//! A family ([`puzzles`]) parses the text of a board into a [`puzzle::Puzzle`], which states its
//! constraints as a [`model::Model`]. [`encode`] writes the constraints as clauses, and [`search`]
//! asks a [`solver`] for an answer, an optimum, or every answer. The family decodes each answer and
//! checks it by the rules.
//!
//! No registry has the crate yet. So a dependency in `Cargo.toml` names the repository, as below,
//! or the path of a copy, as in `path = "../quarrel"`:
//!
//! ```toml
//! quarrel = { git = "https://github.com/quarrel-sat/quarrel", default-features = false }
//! ```
//!
//! # Solving a board
//!
//! The options of the command line are fields of a [`search::Task`].
//!
//! ```
//! use quarrel::puzzle::Request;
//! use quarrel::puzzles::queens;
//! use quarrel::search::{self, Answers, Task};
//! use quarrel::source::Source;
//!
//! // Has this board of LinkedIn's Queens one answer only?
//! let board = Source::new("board", "AAAB\nACBB\nCCDB\nCDDD\n");
//! let opened = queens::FAMILY.open(&Request { board: Some(board.into()), ..Request::default() })?;
//! let mut task = Task::new(opened.as_problem(), queens::FAMILY.formulation(None)?);
//! task.answers = Answers::Unique;
//! let found = search::run(&task, &mut |_| {})?;
//! assert_eq!(found.unique(), Some(true));
//! let answer = found.answer.expect("the only answer");
//! assert_eq!(task.rows(&answer), [".Q..", "...Q", "Q...", "..Q."]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If a family needs no board text, a size suffices:
//! `Request { size: Some(Size::new(5, 5)?), ..Request::default() }`. If the status is
//! [`search::Status::Optimal`], [`search::Finding::value`] is the proved optimum.
//!
//! # Solving a model file
//!
//! A model in OPB, WCNF, LP or another format of [`written::FORMATS`] is read from its text, so no
//! code has to state the problem:
//!
//! ```
//! use quarrel::puzzle::Request;
//! use quarrel::search::{self, Status, Task};
//! use quarrel::source::Source;
//! use quarrel::written;
//!
//! // Each of two edges needs one of its ends: 3 a + 2 b + 4 c is least if only b is chosen.
//! let edges = [("a", "b"), ("b", "c")].map(|(from, to)| format!("+1 {from} +1 {to} >= 1 ;\n"));
//! let text = format!("min: +3 a +2 b +4 c ;\n{}", edges.concat());
//!
//! let file = Source::new("cover.opb", &text);
//! let opened = written::FAMILY.open(&Request { board: Some(file.into()), ..Request::default() })?;
//! let task = Task::new(opened.as_problem(), written::FAMILY.formulation(None)?);
//! let found = search::run(&task, &mut |_| {})?;
//! assert_eq!((found.status(), found.value()), (Status::Optimal, Some(2)));
//! let answer = found.answer.expect("an optimum has an answer");
//! assert_eq!(answer.answer().values(), [false, true, false]);
//! assert_eq!(task.rows(&answer), ["v -a b -c"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solving a problem of your own
//!
//! A **formulation** is one way to state the problem: one row of a table. The first argument of a
//! method that adds a constraint names the constraint's group in tables of sizes. The variables of
//! a constraint must be distinct. The closure passed to `search::run` receives the progress of the
//! search.
//!
//! ```
//! use quarrel::formulation::{self, Formulation, ModelScheme, Row, formulations};
//! use quarrel::model::{Count, Model, Objective, Sense, Values};
//! use quarrel::problem::{Answer, BrokenRule, Goal, Info, Problem};
//! use quarrel::search::{self, Task};
//!
//! /// As many people as possible at a round table with this number of seats, no two next to each
//! /// other.
//! struct Table {
//!     seats: usize,
//!     info: Info,
//! }
//!
//! const ROWS: [Row<Table>; 1] = [Row::new("seats", "taken[i] per seat", |table: &Table| {
//!     let seats = table.seats;
//!     let mut model = Model::new();
//!     let taken: Vec<_> = (0..seats).map(|seat| model.variable("taken", &[seat])).collect();
//!     (0..seats).for_each(|i| model.at_most_one("sides", [taken[i], taken[(i + 1) % seats]]));
//!     model.optimise(Objective::maximise(Count::new(taken, Vec::new())));
//!     model
//! })];
//!
//! static FORMULATIONS: [Formulation; 1] = formulations(&ROWS);
//!
//! impl Problem for Table {
//!     fn info(&self) -> &Info {
//!         &self.info
//!     }
//!     fn model_scheme(&self, formulation: &Formulation) -> ModelScheme<'_, Model> {
//!         formulation::model(&ROWS, self, formulation)
//!     }
//!     fn decode(&self, _: &Model, values: &Values) -> Answer {
//!         Answer::Assignment(values.first(self.seats))
//!     }
//!     fn check(&self, answer: &Answer) -> Result<Option<i64>, BrokenRule> {
//!         let taken = answer.values();
//!         if (0..self.seats).any(|i| taken[i] && taken[(i + 1) % self.seats]) {
//!             return Err(BrokenRule::with_cells("two people sit beside each other", []));
//!         }
//!         Ok(Some(taken.iter().map(|&taken| i64::from(taken)).sum()))
//!     }
//! }
//!
//! let goal = Goal::for_count(Sense::Maximise, "people", 9);
//! let table = Table { seats: 9, info: Info::with_goal(goal) };
//! let found = search::run(&Task::new(&table, &FORMULATIONS[0]), &mut |_| {})?;
//! assert_eq!(found.value(), Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If the problem also has a [`family::Family`], every command of the command line works with it.
//! In the package, `docs/kings.rs` is a program with an additional puzzle, and `docs/cover.rs` is a
//! program with a problem that has no board.
//!
//! # Features
//!
//! All features are on by default. With `default-features = false`, as above, quarrel links 59
//! crates instead of 160.
//!
//! | feature | what it adds | crates beyond the 59 |
//! |---|---|---|
//! | `cli` | the program `quarrel`, and `quarrel::cli` for programs with other families | 30 |
//! | `compare` | comparisons of encodings, searches and solvers: `quarrel::compare`, `quarrel compare` | 13 |
//! | `compress` | reading files in gz, xz, zst and bz2; writing exports and proofs in gz, xz and zst; links of penpa-edit | 13 |
//! | `lp` | linear programs: the deduction `dual`, and the search `line-sums` of `records` | 19 |
//! | `png` | pictures as PNG; text and SVG need no feature | 30 |
//! | `records` | the searches `cubes`, `line-sums` and `parity-cuts`, which divide the refutation of a bound into cases, by sums over the board | 8 |
//!
//! An option can need a feature that the build lacks. Such an option is refused, and the message
//! names the feature ([`feature`]). Automatic choices use the available features: in a build
//! without `lp` or `records`, other deductions and searches prove the bounds, and the answers are
//! the same.
//!
//! # Stability
//!
//! The version is below 1.0: a new minor version is allowed to change anything, a patch version
//! breaks nothing. The examples above, [`family::Family`], the traits [`problem::Problem`] and
//! [`puzzle::Puzzle`], and [`model::Model`] are meant to stay. The other modules change with the
//! program.
//!
//! # Modules
//!
//! The modules are grouped in wings. A wing (a group of modules) uses only the wings above it in
//! this table. Each module also has its short path: [`search`] is [`questions::search`].
//! `docs/architecture.md` in the repository lists the imports of each module, and the reasons for
//! the design.
//!
//! | wing | modules |
//! |---|---|
//! | [`ground`] | [`board`], [`columns`], [`source`], [`links`], [`picture`], [`stop`], [`lock`], [`draft`], [`process`], [`grid`], [`exact`], [`feature`], [`selection`] |
//! | [`models`] | [`linear`], [`lp`], [`model`], [`local_search`], [`symmetry`], [`relax`], [`deduce`], [`bounds`], [`decision`] |
//! | [`clauses`] | [`encode`], [`exchange`], [`clausal`], [`proof`], [`solver`] |
//! | [`problems`] | [`formulation`], [`answer`], [`problem`], [`puzzle`], [`page`], [`hint`], [`family`], [`puzzles`], [`written`], [`generate`], [`advice`] |
//! | [`questions`] | [`prepare`], [`belief`], [`search`], [`question`], [`suite`], [`export`], [`certificate`], [`report`] |
//! | [`experiments`] | [`record`], `compare`, [`tasks`] |
//! | `cli` | the command line |

/// The basis of all other groups of modules: boards, texts, links, pictures, files and processes.
pub mod ground {
    pub mod board;
    pub mod columns;
    pub mod draft;
    pub mod exact;
    pub mod feature;
    pub mod grid;
    pub mod links;
    pub mod lock;
    pub mod picture;
    pub mod process;
    pub mod selection;
    pub mod source;
    pub mod stop;
}

/// Models and the facts that follow from them without search: bounds, symmetries, relaxations.
pub mod models {
    pub mod bounds;
    pub mod decision;
    pub mod deduce;
    pub mod linear;
    pub mod local_search;
    pub mod lp;
    pub mod model;
    pub mod relax;
    pub mod symmetry;
}

/// Models as clauses, the solvers that read these clauses, and the proofs of the solvers'
/// conclusions.
pub mod clauses {
    pub mod clausal;
    pub mod encode;
    pub mod exchange;
    pub mod proof;
    pub mod solver;
}

/// Problems: puzzles by family, and model files. These modules read, check, make, explain and draw
/// problems.
pub mod problems {
    pub mod advice;
    pub mod answer;
    pub mod family;
    pub mod formulation;
    pub mod generate;
    pub mod hint;
    pub mod page;
    pub mod problem;
    pub mod puzzle;
    pub mod puzzles;
    pub mod written;
}

/// Questions about a problem: searches, exports, certificates and reports.
pub mod questions {
    pub mod belief;
    pub mod certificate;
    pub mod export;
    pub mod prepare;
    pub mod question;
    pub mod report;
    pub mod search;
    pub mod suite;
}

/// Many runs: comparisons, and plans for many machines.
pub mod experiments {
    #[cfg(feature = "compare")]
    pub mod compare;
    pub mod record;
    pub mod tasks;
}

#[cfg(feature = "cli")]
#[cfg_attr(
    not(feature = "compare"),
    expect(dead_code, reason = "only `compare` uses some of the verbs' shared parts")
)]
pub mod cli;

#[doc(no_inline)]
pub use {clauses::*, experiments::*, ground::*, models::*, problems::*, questions::*};

/// The page about adding an encoding. The code on this page is a doctest.
#[cfg(doctest)]
#[doc = include_str!("../docs/adding-an-encoding.md")]
mod adding_an_encoding {}
