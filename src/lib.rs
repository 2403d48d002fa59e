//! quarrel compiles grid puzzles to SAT: it solves them, proves their optima, and shows them.
//!
//! There is one way through the house. A board text is parsed by a room ([`puzzles`]) into a
//! [`puzzle::Puzzle`]; the puzzle states itself as a [`model::Model`], in the words of a paper;
//! [`deduce`] says what follows from it without search, [`symmetry`] breaks its symmetries;
//! [`encode`] writes the model in clauses with the encodings of the user's choice; [`solver`] has
//! the solver; [`search`] asks it for an answer, an optimum, or every answer; the room decodes
//! and checks the answer by the rules; [`picture`] draws it. [`export`] writes a model for other
//! solvers, and reads what they answer.
//!
//! # Solving from Rust
//!
//! A board text, its family and a [`search::Task`] are all that it takes; what the command line
//! offers as options are fields of the task.
//!
//! ```
//! use quarrel::board::Size;
//! use quarrel::puzzle::Request;
//! use quarrel::puzzles::{armies, queens};
//! use quarrel::search::{self, Question, Status, Task};
//! use quarrel::source::Source;
//!
//! // Has this board of LinkedIn's Queens one answer only?
//! let board = Source::new("board", "AAAB\nACBB\nCCDB\nCDDD\n");
//! let puzzle = queens::FAMILY.open(&Request { board: Some(board), ..Request::default() })?;
//! let mut task = Task::new(puzzle.as_problem(), queens::FAMILY.formulation(None)?);
//! task.question = Question::Unique;
//! let found = search::run(&task, &mut |_| {})?;
//! assert_eq!(found.unique, Some(true));
//! for row in found.answer.iter().flat_map(|answer| &answer.rows) {
//!     println!("{row}");
//! }
//!
//! // How large can two peaceable armies of queens be, on a board of five by five?
//! let size = Some(Size::new(5, 5)?);
//! let puzzle = armies::FAMILY.open(&Request { size, ..Request::default() })?;
//! let task = Task::new(puzzle.as_problem(), armies::FAMILY.formulation(None)?);
//! let found = search::run(&task, &mut |_| {})?;
//! assert_eq!((found.status, found.value), (Status::Optimal, Some(4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/kings.rs` in the package is a program with a family of its own.
//!
//! # Features
//!
//! `cli`, on by default, is the command line: the program `quarrel`, and [`cli`] for programs that
//! bring families of their own. A library that is used from Rust does without it, and without the
//! crates for arguments, completions, manual pages, progress lines and messages on a terminal:
//! `quarrel = { version = "0.1", default-features = false }`.
//!
//! # Stability
//!
//! The version is below 1.0, and a minor version may change anything here; a patch breaks nothing.
//! Meant to stay as they are: the example above, [`family::Family`], the trait [`puzzle::Puzzle`] and
//! [`model::Model`]. The other modules are public so that a family or an experiment can reach them,
//! and follow the needs of the program.
//!
//! # How it is built
//!
//! Arrows run one way: [`cli`] → [`search`], [`export`] → [`prepare`] → [`family`] → [`puzzle`] →
//! [`model`] → `quarrel_encodings` → rustsat. [`board`], [`draft`], [`grid`], [`lock`], [`picture`], [`source`]
//! and [`stop`] know nobody but each other.

pub mod belief;
pub mod board;
pub mod bounds;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
pub mod deduce;
pub mod draft;
pub mod encode;
pub mod exchange;
pub mod export;
pub mod family;
pub mod formulation;
pub mod grid;
pub mod linear;
pub mod lock;
pub mod model;
pub mod picture;
pub mod prepare;
pub mod problem;
pub mod process;
pub mod puzzle;
pub mod puzzles;
pub mod relax;
pub mod report;
pub mod search;
pub mod solver;
pub mod source;
pub mod stop;
pub mod symmetry;
