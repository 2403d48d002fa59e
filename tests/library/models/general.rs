//! Random models in the general forms of OPB and LP: all relations, reified rows, quotients. Each
//! is solved and counted, and every assignment is checked, against the rows as they were drawn, by
//! arithmetic of this file alone.

use quarrel::model::Sense;
use quarrel::problem::{Answer, Problem};
use quarrel::search::{Answers, Status};
use quarrel::written::ModelFile;

use super::small::assignments;
use crate::model_files::{found, opened};

const NAMES: [&str; 4] = ["x1", "x2", "x3", "x4"];

/// Weights and bounds are in sixths, so that halves and thirds are whole numbers.
const UNIT: i64 = 6;

#[derive(Clone, Copy)]
enum Arrow {
    Implies,
    Follows,
    Equals,
}

struct Row {
    /// Weights and places of variables, which a sum may repeat; negated if the flag is set.
    terms: Vec<(i64, usize, bool)>,
    relation: usize,
    bound: i64,
    reified: Option<(Arrow, Vec<(usize, bool)>)>,
    is_before: bool,
}

struct Model {
    objective: Option<(Sense, Vec<(i64, usize)>)>,
    rows: Vec<Row>,
}

/// Whether a sum is in a relation to a bound.
type Holds = fn(i64, i64) -> bool;

/// The relations, each with its signs in OPB and its meaning.
const RELATIONS: [(&[&str], Holds); 6] = [
    (&[">=", "≥"], |sum, bound| sum >= bound),
    (&["<=", "≤"], |sum, bound| sum <= bound),
    (&["=", "=="], |sum, bound| sum == bound),
    (&["!=", "≠"], |sum, bound| sum != bound),
    (&["<"], |sum, bound| sum < bound),
    (&[">"], |sum, bound| sum > bound),
];

impl Row {
    fn new(random: &mut fastrand::Rng, unit: i64) -> Row {
        let number = random.usize(0..4);
        let terms = (0..number)
            .map(|_| (unit * random.i64(-3..4), random.usize(0..NAMES.len()), random.bool()));
        let terms = terms.collect();
        let arrow = [Arrow::Implies, Arrow::Follows, Arrow::Equals][random.usize(0..3)];
        let most = if matches!(arrow, Arrow::Implies) { 3 } else { 1 };
        let lits = (0..random.usize(1..=most))
            .map(|_| (random.usize(0..NAMES.len()), random.bool()))
            .collect();
        Row {
            terms,
            relation: random.usize(0..RELATIONS.len()),
            bound: unit * random.i64(-3..5),
            reified: random.bool().then_some((arrow, lits)),
            is_before: random.bool(),
        }
    }

    fn holds(&self, values: &[bool]) -> bool {
        let is_true = |place: usize, is_negated: bool| values[place] != is_negated;
        let sum = self.terms.iter().map(
            |&(weight, place, is_negated)| {
                if is_true(place, is_negated) { weight } else { 0 }
            },
        );
        let holds = RELATIONS[self.relation].1(sum.sum(), self.bound);
        match &self.reified {
            None => holds,
            Some((arrow, lits)) => {
                let all = lits.iter().all(|&(place, is_negated)| is_true(place, is_negated));
                match arrow {
                    Arrow::Implies => holds || !all,
                    Arrow::Follows => all || !holds,
                    Arrow::Equals => all == holds,
                }
            }
        }
    }

    fn in_opb(&self, random: &mut fastrand::Rng) -> String {
        let lit = |place: usize, is_negated: bool| {
            format!("{}{}", if is_negated { "~" } else { "" }, NAMES[place])
        };
        let terms = self
            .terms
            .iter()
            .map(|&(weight, place, is_negated)| format!("{weight:+} {} ", lit(place, is_negated)));
        let signs = RELATIONS[self.relation].0;
        let sign = signs[random.usize(0..signs.len())];
        let sum = format!("{}{sign} {}", terms.collect::<String>(), self.bound);
        let Some((arrow, lits)) = &self.reified else { return format!("{sum} ;\n") };
        let lits: Vec<String> =
            lits.iter().map(|&(place, is_negated)| lit(place, is_negated)).collect();
        let lits = lits.join(" ");
        let [before, after] = match arrow {
            Arrow::Implies => ["==>", "<=="],
            Arrow::Follows => ["<==", "==>"],
            Arrow::Equals => ["<==>", "<==>"],
        };
        if self.is_before {
            format!("{lits} {before} {sum} ;\n")
        } else {
            format!("{sum} {after} {lits} ;\n")
        }
    }

    /// Returns the row in LP; `None` if LP lacks it.
    fn in_lp(&self) -> Option<String> {
        const SIGNS: [&str; 4] = [">=", "<=", "=", "≠"];
        let sign = SIGNS.get(self.relation)?;
        let guard = match &self.reified {
            None => String::new(),
            Some((Arrow::Follows, _)) => return None,
            Some((arrow, lits)) => {
                let [(place, is_negated)] = lits[..] else { return None };
                let arrow = if matches!(arrow, Arrow::Equals) { "<->" } else { "->" };
                format!("{} = {} {arrow} ", NAMES[place], u8::from(!is_negated))
            }
        };
        let mut constant = 0;
        let terms = self.terms.iter().map(|&(weight, place, is_negated)| {
            constant += if is_negated { weight } else { 0 };
            let weight = if is_negated { -weight } else { weight };
            format!("{} {} ", quotient(weight), NAMES[place])
        });
        let terms: String = terms.collect();
        let bound = quotient(self.bound - constant);
        (!self.terms.is_empty()).then(|| format!(" {guard}{terms}{sign} {bound}\n"))
    }
}

/// Writes a number of sixths in one of the forms of a quotient.
fn quotient(sixths: i64) -> String {
    let sign = if sixths < 0 { '-' } else { '+' };
    let number = sixths.abs();
    match number {
        _ if number % 6 == 0 => format!("{sign} {}", number / 6),
        _ if number % 3 == 0 => format!("{sign} {}/2", number / 3),
        _ if number % 2 == 0 => format!("{sign}{} / 3", number / 2),
        _ => format!("{sign} {number}/6.0"),
    }
}

impl Model {
    fn new(random: &mut fastrand::Rng, unit: bool) -> Model {
        let objective = random.bool().then(|| {
            let sense = if random.bool() { Sense::Minimise } else { Sense::Maximise };
            let terms = (0..NAMES.len()).map(|place| (random.i64(-9..10), place)).collect();
            (sense, terms)
        });
        let unit = if unit { 1 } else { UNIT };
        let number = random.usize(1..5);
        Model { objective, rows: (0..number).map(|_| Row::new(random, unit)).collect() }
    }

    fn value(&self, values: &[bool]) -> Option<i64> {
        let (_, terms) = self.objective.as_ref()?;
        Some(terms.iter().map(|&(weight, place)| if values[place] { weight } else { 0 }).sum())
    }

    fn in_opb(&self, random: &mut fastrand::Rng) -> String {
        let mut text = format!("* #variable= 4 #constraint= {}\n", self.rows.len());
        if let Some((sense, terms)) = &self.objective {
            let sense = if *sense == Sense::Minimise { "min" } else { "max" };
            let terms =
                terms.iter().map(|(weight, place)| format!("{weight:+} {} ", NAMES[*place]));
            text += &format!("{sense}: {};\n", terms.collect::<String>());
        }
        text.extend(self.rows.iter().map(|row| row.in_opb(random)));
        text
    }

    fn in_lp(&self) -> Option<String> {
        let (sense, terms) = match &self.objective {
            Some((Sense::Maximise, terms)) => ("Maximize", terms.clone()),
            Some((Sense::Minimise, terms)) => ("Minimize", terms.clone()),
            None => ("Minimize", Vec::new()),
        };
        let terms =
            terms.iter().map(|(weight, place)| format!("{} {} ", quotient(*weight), NAMES[*place]));
        let terms: String = terms.collect();
        let rows: Option<String> = self.rows.iter().map(Row::in_lp).collect();
        Some(format!(
            "{sense}\n {terms}\nSubject To\n{}Binaries:\n {}\nEnd\n",
            rows?,
            NAMES.join(" ")
        ))
    }
}

/// Compares an opened model with the drawn one: every assignment, the best value in `unit`s of the
/// file, and the number of the best answers.
fn assert_solved(model: &Model, file: &ModelFile, text: &str) {
    let all = || assignments(NAMES.len());
    let is_answer = |values: &Vec<bool>| model.rows.iter().all(|row| row.holds(values));
    for values in all() {
        let is_kept = file.check(&Answer::Assignment(values.clone())).is_ok();
        assert_eq!(is_kept, is_answer(&values), "{values:?}: {text}");
    }
    let answers: Vec<Vec<bool>> = all().filter(is_answer).collect();
    let values = answers.iter().filter_map(|values| model.value(values));
    let sense = file.info().goal.map(|goal| goal.sense);
    let best = match (&model.objective, sense) {
        (Some((Sense::Minimise, _)), Some(_)) => values.min(),
        (Some((Sense::Maximise, _)), Some(_)) => values.max(),
        _ => None,
    };
    let finding = found(file, 0, Answers::One, None);
    let status = match (answers.is_empty(), sense) {
        (true, _) => Status::Unsatisfiable,
        (false, None) => Status::Satisfiable,
        (false, Some(_)) => Status::Optimal,
    };
    assert_eq!(finding.status(), status, "{text}");
    let reached = answers.iter().filter(|values| best.is_none() || model.value(values) == best);
    if let (Some(best), Some(value)) = (best, finding.value()) {
        let told = file.info().scale.to_number(value).to_string();
        let unit = if text.starts_with('*') { 1 } else { UNIT };
        assert_eq!(told, fraction(best, unit), "{text}");
    }
    let counted = found(file, 0, Answers::Count(None), finding.value()).count;
    assert_eq!(counted, u64::try_from(reached.count()).ok(), "{text}");
}

/// Writes a fraction as quarrel prints it: as a decimal if it has one, else in lowest terms.
fn fraction(number: i64, divisor: i64) -> String {
    let common = (1..=divisor).rev().find(|one| number % one == 0 && divisor % one == 0);
    let common = common.expect("1 divides both");
    match (number / common, divisor / common) {
        (whole, 1) => whole.to_string(),
        (half, 2) => format!("{}{}.5", if half < 0 { "-" } else { "" }, half.abs() / 2),
        (number, divisor) => format!("{number}/{divisor}"),
    }
}

#[test]
fn all_relations_and_arrows_of_opb_are_solved_right() {
    let mut random = fastrand::Rng::with_seed(53);
    for _ in 0..500 {
        let model = Model::new(&mut random, true);
        let text = model.in_opb(&mut random);
        let file = opened("opb", &text).unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
        assert_solved(&model, &file, &text);
        assert!(file.info().misfits.is_empty(), "{text}");
    }
}

#[test]
fn quotients_of_lp_are_solved_right() {
    let mut random = fastrand::Rng::with_seed(54);
    let mut solved = 0;
    while solved < 300 {
        let mut model = Model::new(&mut random, false);
        // Weights of one sixth, one third and one half, not only whole ones.
        for row in &mut model.rows {
            row.terms.iter_mut().for_each(|term| term.0 /= random.i64(1..7));
            row.bound /= random.i64(1..7);
        }
        let Some(text) = model.in_lp() else { continue };
        let file = opened("lp", &text).unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
        assert_solved(&model, &file, &text);
        solved += 1;
    }
}
