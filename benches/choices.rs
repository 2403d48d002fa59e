//! The measurements that `--amo auto`, `--card auto`, `--xor auto`, `--shape auto` and `--mode auto`
//! rest on: what each does on instances whose constraints have about so many literals.
//!
//! `cargo bench --bench choices > src/encode/measurements.csv`; a word behind it (`-- parity`)
//! measures one table.
//!
//! The puzzles of this tool have few long at-most-ones and few hard exact counts, so instances from
//! the literature stand in for those: pigeons in holes, Langford pairs, matrices with fixed sums
//! and no rectangle (Zarankiewicz), a chessboard without two corners.

use quarrel::encode::{Encodings, Shape, auto};
use quarrel::model::{Lit, Model, Parity, Relation};
use quarrel::solver::Mode;
use quarrel_encodings::{at_most_one, cardinality, parity};

mod instances;

use instances::{bounded, by_holes, median_run_in, prepared, puzzle};

const SEEDS: u32 = 3;
const LIMIT: u64 = 6;

/// An instance whose constraints of interest have about so many literals.
struct Instance {
    kind: &'static str,
    literals: usize,
    name: String,
    model: Model,
}

fn main() {
    let tables = ["at-most-one", "cardinality", "parity", "shape", "mode"];
    let asked: Vec<String> = std::env::args().filter(|word| tables.contains(&&**word)).collect();
    println!(
        "# made by `cargo bench --bench choices`: medians of {SEEDS} seeds, at most {LIMIT} s each"
    );
    println!("{}", auto::HEAD);
    for table in tables {
        if asked.is_empty() || asked.iter().any(|word| word == table) {
            measure(table);
        }
    }
}

fn measure(table: &str) {
    let instances = match table {
        "at-most-one" => at_most_ones(),
        "cardinality" => cardinalities(),
        "parity" => parities(),
        "shape" => shapes(),
        _ => modes(),
    };
    for Instance { kind, literals, name, model } in instances {
        for (choice, encodings, mode) in choices(table) {
            let mode = mode.or_else(|| Mode::named(auto::mode(&model)?.name));
            let mode = mode.unwrap_or(Mode::Alternating);
            let run = median_run_in(mode, &model, &encodings, SEEDS, LIMIT);
            let Some(run) = run else { continue };
            let effort = run.effort;
            let (conflicts, propagations) = (effort.conflicts, effort.propagations);
            let ticks = effort.ticks.max(auto::LEAST_TICKS);
            println!(
                "{table},{kind},{literals},{name},{choice},{conflicts},{propagations},{ticks}"
            );
        }
    }
}

/// What to try: encodings, and the mode of the solver where it is not the best known one.
fn choices(table: &str) -> Vec<(String, Encodings, Option<Mode>)> {
    let flat = || Encodings { shape: Shape::Flat, ..Encodings::default() };
    let usual = |name: &str, encodings| (name.to_owned(), encodings, Some(Mode::Alternating));
    match table {
        "at-most-one" => at_most_one::ALL
            .iter()
            .map(|row| usual(row.name, Encodings { at_most_one: Some(row), ..flat() }))
            .collect(),
        "cardinality" => cardinality::ALL
            .iter()
            .map(|row| usual(row.name, Encodings { cardinality: Some(row), ..flat() }))
            .collect(),
        "parity" => parity::ALL
            .iter()
            .map(|row| usual(row.name, Encodings { parity: Some(row), ..flat() }))
            .collect(),
        "shape" => Shape::USUAL
            .iter()
            .map(|name| {
                let shape = name.parse().expect("a shape as it is written");
                (name.to_string(), Encodings { shape, ..flat() }, None)
            })
            .collect(),
        _ => Mode::ALL
            .iter()
            .map(|&(name, mode)| (name.to_owned(), Encodings::default(), Some(mode)))
            .collect(),
    }
}

fn instance(kind: &'static str, literals: usize, name: &str, model: Model) -> Instance {
    Instance { kind, literals, name: name.to_owned(), model }
}

/// An instance by the number of literals that its bound is written on.
fn counted(kind: &'static str, name: &str, model: Model) -> Instance {
    let objective = model.objective().expect("something is counted");
    instance(kind, objective.counts[0].written().lits.len(), name, model)
}

fn at_most_ones() -> Vec<Instance> {
    let instance = |literals, name: &str, model| instance("at-most-one", literals, name, model);
    let numbered = |size, bound| puzzle("gunport", size).model("numbered-fixed", bound);
    vec![
        instance(4, "chessboard 8x8 without two corners", chessboard(8)),
        instance(4, "chessboard 10x10 without two corners", chessboard(10)),
        instance(6, "gunport 4x4 numbered-fixed at 5", numbered("4", 5)),
        instance(7, "gunport 4x5 numbered-fixed at 6", numbered("4x5", 6)),
        instance(8, "8 pigeons in 7 holes", pigeons(8)),
        instance(10, "10 pigeons in 9 holes", pigeons(10)),
        instance(12, "Langford pairs of 6", langford(6)),
        instance(16, "Langford pairs of 9", langford(9)),
        instance(20, "Langford pairs of 10", langford(10)),
    ]
}

fn cardinalities() -> Vec<Instance> {
    let armies = |size: &str, bound| bounded("armies", size, "lines", bound);
    let abbott = |size: &str, lit| bounded("abbott-window", size, "parity", lit);
    vec![
        instance("exactly", 6, "matrix 6x6 of 3 a line", zarankiewicz(6, 3)),
        instance("exactly", 8, "matrix 8x8 of 4 a line", zarankiewicz(8, 4)),
        instance("exactly", 9, "matrix 9x9 of 4 a line", zarankiewicz(9, 4)),
        instance("exactly", 10, "matrix 10x10 of 5 a line", zarankiewicz(10, 5)),
        instance("exactly", 14, "matrix 14x14 of 8 a line", zarankiewicz(14, 8)),
        instance("bound", 25, "armies 5 at 4", armies("5", 4)),
        instance("bound", 25, "armies 5 at 5", armies("5", 5)),
        instance("bound", 49, "armies 7 at 7", armies("7", 7)),
        instance("bound", 49, "armies 7 at 8", armies("7", 8)),
        instance("bound", 49, "abbott-window 7 at 41", abbott("7", 41)),
        instance("bound", 81, "abbott-window 9 at 70", abbott("9", 70)),
        instance("bound", 64, "gunport 8x8 at 20 by holes", by_holes("8", 20)),
        instance("bound", 112, "gunport 8x8 at 21", bounded("gunport", "8", "pieces", 21)),
        instance("bound", 144, "gunport 9x9 at 26", bounded("gunport", "9", "pieces", 26)),
        instance("bound", 100, "gunport 10x10 at 33 by holes", by_holes("10", 33)),
    ]
}

fn parities() -> Vec<Instance> {
    let abbott = |size: &str, lit| bounded("abbott-window", size, "parity", lit);
    let instance = |literals, name: &str, model| instance("parity", literals, name, model);
    vec![
        instance(4, "graph of degree 4 and 14 nodes with an odd sum", odd_graph(14, 4)),
        instance(6, "graph of degree 6 and 10 nodes with an odd sum", odd_graph(10, 6)),
        instance(7, "abbott-window 7 at 40", abbott("7", 40)),
        instance(7, "abbott-window 7 at 41", abbott("7", 41)),
        instance(9, "abbott-window 9 at 68", abbott("9", 68)),
        instance(9, "abbott-window 9 at 69", abbott("9", 69)),
        instance(12, "abbott-window 12 at 120", abbott("12", 120)),
        instance(11, "abbott-window 11 at 109", abbott("11", 109)),
        instance(20, "abbott-window 4x20 at 64", abbott("4x20", 64)),
    ]
}

fn shapes() -> Vec<Instance> {
    // Windows with odd and even sides are told apart by what refutes their bound, and not by their
    // size: so all of them count as one.
    let window = |size: &str, lit| {
        let name = format!("abbott-window {size} at {lit}");
        instance("lines of known parity", 100, &name, prepared("abbott-window", size, lit))
    };
    // Boards on which the bound is tight and such on which it is not, again for all sizes.
    let gunport = |size: &str, bound| {
        let name = format!("gunport {size} at {bound}");
        instance("lines", 200, &name, prepared("gunport", size, bound))
    };
    let armies = |size: &str, bound| {
        let name = format!("armies {size} at {bound}");
        counted("lines of several counts", &name, prepared("armies", size, bound))
    };
    vec![
        window("9", 70),
        window("9", 72),
        window("11", 110),
        window("11", 108),
        window("13", 154),
        window("8x10", 69),
        window("7x8", 45),
        window("10", 84),
        window("10", 86),
        gunport("8", 21),
        gunport("10", 33),
        gunport("11", 40),
        gunport("10x12", 39),
        gunport("13", 56),
        gunport("14", 65),
        gunport("12x14", 55),
        gunport("14x16", 75),
        gunport("17", 96),
        armies("7", 8),
        armies("8", 10),
    ]
}

/// The instances of shapes, with one more that takes longer of each kind: by the shape that is the
/// best known for them.
fn modes() -> Vec<Instance> {
    let window = prepared("abbott-window", "17", 270);
    let armies = prepared("armies", "9", 13);
    let larger = [
        instance("lines of known parity", 100, "abbott-window 17 at 270", window),
        counted("lines of several counts", "armies 9 at 13", armies),
    ];
    shapes().into_iter().chain(larger).collect()
}

fn variables(model: &mut Model, name: &str, count: usize) -> Vec<Lit> {
    (0..count).map(|index| model.variable(name, &[index])).collect()
}

/// A pigeon more than there are holes, each in one, no two in one.
fn pigeons(pigeons: usize) -> Model {
    let mut model = Model::new();
    let sits: Vec<Vec<Lit>> =
        (0..pigeons).map(|_| variables(&mut model, "sits", pigeons - 1)).collect();
    for holes in &sits {
        model.clause("pigeons", holes.iter().copied());
    }
    for hole in 0..pigeons - 1 {
        model.at_most_one("holes", sits.iter().map(|holes| holes[hole]));
    }
    model
}

/// Pairs of the numbers 1 to n in a row of 2n, the two of number k with k others between them:
/// there is no such row where n is 1 or 2 more than a multiple of 4.
fn langford(n: usize) -> Model {
    let mut model = Model::new();
    let mut at: Vec<Vec<Lit>> = vec![Vec::new(); 2 * n];
    for number in 1..=n {
        let starts = 2 * n - number - 1;
        let pair = variables(&mut model, "pair", starts);
        for (start, &lit) in pair.iter().enumerate() {
            at[start].push(lit);
            at[start + number + 1].push(lit);
        }
        model.exactly_one("numbers", pair);
    }
    for place in at {
        model.exactly_one("places", place);
    }
    model
}

/// Dominoes on a board without two opposite corners, each other cell covered once.
fn chessboard(side: usize) -> Model {
    let mut model = Model::new();
    let mut covers: Vec<Vec<Lit>> = vec![Vec::new(); side * side];
    let gone = [0, side * side - 1];
    for cell in 0..side * side {
        let right = (cell % side + 1 < side).then_some(cell + 1);
        let below = (cell + side < side * side).then_some(cell + side);
        for other in [right, below].into_iter().flatten() {
            if !gone.contains(&cell) && !gone.contains(&other) {
                let domino = model.variable("domino", &[cell, other]);
                covers[cell].push(domino);
                covers[other].push(domino);
            }
        }
    }
    for (_, lits) in covers.into_iter().enumerate().filter(|(cell, _)| !gone.contains(cell)) {
        model.exactly_one("cells", lits);
    }
    model
}

/// A square matrix of bits with k ones in each row and column, and no rectangle of ones.
fn zarankiewicz(side: usize, k: usize) -> Model {
    let mut model = Model::new();
    let bits: Vec<Vec<Lit>> = (0..side).map(|_| variables(&mut model, "bit", side)).collect();
    for (row, lits) in bits.iter().enumerate() {
        model.cardinality("rows", lits.iter().copied(), Relation::Exactly, k);
        let column = bits.iter().map(|lits| lits[row]);
        model.cardinality("columns", column, Relation::Exactly, k);
    }
    for (a, b) in pairs(side) {
        for (c, d) in pairs(side) {
            let corners = [bits[a][c], bits[a][d], bits[b][c], bits[b][d]];
            model.clause("rectangles", corners.map(|lit| !lit));
        }
    }
    model
}

fn pairs(below: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..below).flat_map(move |b| (0..b).map(move |a| (a, b)))
}

/// A regular graph, each node joined with those at fixed distances around a circle and, for an odd
/// degree, with the one opposite: the edges at a node are even in number, but for one node, which
/// cannot be (Tseitin).
fn odd_graph(nodes: usize, degree: usize) -> Model {
    let mut model = Model::new();
    let mut edges: Vec<Vec<Lit>> = vec![Vec::new(); nodes];
    let mut join = |a: usize, b: usize| {
        let edge = model.variable("edge", &[a, b]);
        edges[a].push(edge);
        edges[b].push(edge);
    };
    for node in 0..nodes {
        for distance in (0..degree / 2).map(|step| 1 + 2 * step) {
            join(node, (node + distance) % nodes);
        }
        if degree % 2 == 1 && node < nodes / 2 {
            join(node, node + nodes / 2);
        }
    }
    for (node, lits) in edges.into_iter().enumerate() {
        model.parity("nodes", lits, if node == 0 { Parity::Odd } else { Parity::Even });
    }
    model
}
