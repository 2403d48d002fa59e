//! quarrel compiles grid puzzles, and problems of your own, to SAT: it solves them, proves their
//! optima, and shows them.
//!
//! There is one way through the house. A board text is parsed by a room, the file of its family
//! ([`puzzles`]), into a [`puzzle::Puzzle`]; the puzzle states itself as a [`model::Model`], in the
//! words of a paper; [`deduce`] says what follows from it without search, [`symmetry`] breaks its
//! symmetries; [`encode`] writes the model in clauses with the encodings of the user's choice;
//! [`solver`] has the solver; [`search`] asks it for an answer, an optimum, or every answer; the
//! room decodes and checks the answer by the rules; [`picture`] draws it. [`export`] writes a model
//! for other solvers, and reads what they answer.
//!
//! # Solving a board
//!
//! A board text, its family and a [`search::Task`] are all that it takes; what the command line
//! offers as options are fields of the task.
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
//! assert_eq!(found.unique, Some(true));
//! let answer = found.answer.expect("the only answer");
//! assert_eq!(answer.rows, [".Q..", "...Q", "Q...", "..Q."]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A family that needs no board text takes a size: `Request { size: Some(Size::new(5, 5)?),
//! ..Request::default() }`. Where something is counted, [`search::Finding::value`] is the optimum
//! and [`search::Status::Optimal`] its proof.
//!
//! # Solving a problem of your own
//!
//! A type becomes a [`problem::Problem`] by saying what is optimised, stating itself in a
//! model, and by the rules: how an answer is read off a solution, and whether it keeps them.
//! A **formulation** is one way to state it; each has a row of its own. The first word of a
//! constraint names its group, which tables of sizes list; no variable stands twice in a
//! constraint. What a search tells on its way goes to the closure.
//!
//! ```
//! use quarrel::formulation::{self, Formulation, Row, Stated, listed};
//! use quarrel::model::{Count, Model, Objective, Sense, Values};
//! use quarrel::problem::{Broken, Goal, Problem};
//! use quarrel::search::{self, Task};
//!
//! /// As many people as possible at a round table with this number of seats, none beside another.
//! struct Table(usize);
//!
//! const ROWS: [Row<Table>; 1] = [Row::whole("seats", "taken[i] per seat", |&Table(seats)| {
//!     let mut model = Model::new();
//!     let taken: Vec<_> = (0..seats).map(|seat| model.variable("taken", &[seat])).collect();
//!     (0..seats).for_each(|i| model.at_most_one("sides", [taken[i], taken[(i + 1) % seats]]));
//!     model.optimise(Objective::maximise(Count::new(taken, Vec::new())));
//!     model
//! })];
//!
//! static FORMULATIONS: [Formulation; 1] = listed(&ROWS);
//!
//! impl Problem for Table {
//!     fn goal(&self) -> Option<Goal> {
//!         Some(Goal::counted(Sense::Maximise, "people", self.0))
//!     }
//!     fn stated(&self, formulation: &Formulation) -> Stated<'_, Model> {
//!         formulation::model(&ROWS, self, formulation)
//!     }
//!     fn decode(&self, model: &Model, values: &Values) -> Vec<String> {
//!         vec![model.lits().map(|seat| if values.of(seat) { 'x' } else { '.' }).collect()]
//!     }
//!     fn check(&self, rows: &[String]) -> Result<Option<i64>, Broken> {
//!         let seats = rows.concat();
//!         match seats.contains("xx") || seats.starts_with('x') && seats.ends_with('x') {
//!             true => Err(Broken::at("two people sit beside each other", [])),
//!             false => Ok(Some(seats.matches('x').count().try_into().expect("few people"))),
//!         }
//!     }
//! }
//!
//! let table = Table(9);
//! let found = search::run(&Task::new(&table, &FORMULATIONS[0]), &mut |_| {})?;
//! assert_eq!(found.value, Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With a [`family::Family`] it has every verb of the command line: `docs/kings.rs` in the package
//! is a program with a puzzle of its own, `docs/cover.rs` one with a problem that has no board.
//!
//! # Features
//!
//! All are on by default. A library that is used from Rust does without them:
//! `quarrel = { version = "0.1", default-features = false }` links 68 crates in place of 172.
//!
//! | feature | what it brings | crates beyond the 68 |
//! |---|---|---|
//! | `cli` | the program `quarrel`, and `quarrel::cli` for programs with families of their own | 32 |
//! | `compare` | comparisons of encodings, searches and solvers: `quarrel::compare`, `quarrel compare` | 10 |
//! | `compress` | files in gz, xz, zst and bz2 are read; exports and proofs are written so | 12 |
//! | `lp` | linear programs: the deduction `dual` and the search `line-sums` | 19 |
//! | `png` | pictures as PNG; text and SVG need no feature | 41 |
//!
//! Without a feature, whatever needs it is refused with the name of the feature ([`feature`]), and
//! what quarrel chooses by itself is something else: without `lp`, bounds are proved by other
//! deductions and searches, with the same answers.
//!
//! # Stability
//!
//! The version is below 1.0, and a minor version may change anything here; a patch breaks nothing.
//! Meant to stay as they are: the examples above, [`family::Family`], the traits
//! [`problem::Problem`] and [`puzzle::Puzzle`], and [`model::Model`]. The other modules are public
//! so that a family or an experiment can reach them, and follow the needs of the program.
//!
//! # How it is built
//!
//! The modules by wing, from the ground up. Arrows run one way: a wing knows those before it.
//! `docs/architecture.md` in the repository says of each which it knows, and why things are so.
//!
//! | wing | modules |
//! |---|---|
//! | ground | [`board`]: sizes, cells, grids. [`source`]: texts cut into cells with their places, refusals. [`picture`]: drawings as text, SVG, PNG. [`stop`], [`lock`], [`draft`], [`process`]: when to stop, locks, whole files, processes. [`grid`]: combinations of options. [`feature`]: what this build has |
//! | models | [`model`]: variables, constraints, objectives, in the words of a paper. [`linear`]: their linear normal form. [`symmetry`], [`relax`], [`deduce`], [`bounds`]: what follows from a model without a search |
//! | clauses | [`encode`]: a model in clauses. [`exchange`]: what solvers read and print. [`clausal`], [`proof`]: proofs about clauses, and about the problem. [`solver`]: CaDiCaL, and programs in its place |
//! | problems | [`problem`], [`puzzle`]: the traits. [`formulation`]: ways to state a problem. [`family`]: a record of tables. [`puzzles`]: the families. [`written`]: model files |
//! | questions | [`prepare`]: a problem with what is deduced. [`belief`]: what another solver is believed. [`search`]: optima, answers, counts. [`question`]: what is asked, as words and as data. [`suite`]: sets of instances. [`export`]: files for other solvers, and back. [`certificate`]: folders with proofs. [`report`]: a search as JSON |
//! | experiments | [`record`]: runs, and where they come from. `compare`: comparisons of encodings. [`tasks`]: plans for several machines |
//! | program | `cli`: the command line |

pub mod belief;
pub mod board;
pub mod bounds;
pub mod certificate;
pub mod clausal;
#[cfg(feature = "cli")]
#[cfg_attr(
    not(feature = "compare"),
    expect(dead_code, reason = "of what the verbs share, `compare` alone uses some")
)]
pub mod cli;
#[cfg(feature = "compare")]
pub mod compare;
pub mod deduce;
pub mod draft;
pub mod encode;
pub mod exchange;
pub mod export;
pub mod family;
pub mod feature;
pub mod formulation;
pub mod grid;
pub mod linear;
pub mod lock;
pub mod model;
pub mod picture;
pub mod prepare;
pub mod problem;
pub mod process;
pub mod proof;
pub mod puzzle;
pub mod puzzles;
pub mod question;
pub mod record;
pub mod relax;
pub mod report;
pub mod search;
pub mod solver;
pub mod source;
pub mod stop;
pub mod suite;
pub mod symmetry;
pub mod tasks;
pub mod written;

/// The page about adding an encoding, whose code the tests compile.
#[cfg(doctest)]
#[doc = include_str!("../docs/adding-an-encoding.md")]
mod adding_an_encoding {}
