//! What pairs say, in sentences, and numbers as people read them.
//!
//! A sentence is quoted without what stands around it. So each one names the family, the boards, the
//! question, the repetitions and the measure that it is about, and every number has its name.

use super::finding::FEWEST_BOARDS;
use super::{BoardRatio, Finding, Measure, Pair, RELEVANT, Section, Verdict};
pub use crate::source::counted;

/// What a pair says, in sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// That the mean time points to another winner than the ratio.
    pub attention: Option<String>,
    /// On these boards.
    pub these_boards: String,
    /// For boards like these.
    pub boards_like_these: String,
    /// How many runs have a result, where one is ahead.
    pub solved: Option<String>,
}

impl Told {
    /// The sentences, in their order.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        let first = self.attention.iter().chain([&self.these_boards, &self.boards_like_these]);
        first.chain(&self.solved).map(String::as_str)
    }
}

/// What a pair says.
pub fn in_words(pair: &Pair, section: &Section, measure: Measure) -> Told {
    let pair = pair.better_first();
    let words = Words { pair: &pair, section, measure };
    Told {
        attention: words.attention(),
        these_boards: words.finding(Level::These, &pair.these_boards),
        boards_like_these: words.finding(Level::Like, &pair.boards_like_these),
        solved: words.solved(),
    }
}

/// Of which boards something is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    These,
    Like,
}

struct Words<'a> {
    pair: &'a Pair,
    section: &'a Section,
    measure: Measure,
}

impl Words<'_> {
    fn names(&self) -> [&str; 2] {
        self.pair.configurations.map(|one| self.section.configurations[one].name.as_str())
    }

    /// The boards that say something, of those with the others that do not, with family, question and
    /// repetitions.
    fn scope(&self, level: Level, boards: usize, silent: usize) -> String {
        let repetitions = repetitions(&self.pair.boards);
        let names: Vec<&str> = self.pair.boards.iter().map(|one| one.board.as_str()).collect();
        let family = &self.section.family;
        let shown = shown_boards(family, &names);
        let about = format!("({shown}; {}; {repetitions})", question(self.section));
        let all = boards + silent;
        match (level, silent) {
            (Level::These, 0) if boards == 1 => format!("On this board of {family} {about}"),
            (Level::These, 0) => format!("On these {boards} boards of {family} {about}"),
            (Level::These, _) => format!("On {boards} of these {all} boards of {family} {about}"),
            (Level::Like, 0) => format!("For boards like these {boards} of {family} {about}"),
            (Level::Like, _) => {
                format!("For boards like {boards} of these {all} of {family} {about}")
            }
        }
    }

    fn finding(&self, level: Level, finding: &Finding) -> String {
        let [first, second] = self.names();
        let scope = match finding.verdict {
            Verdict::NothingToCompare => self.scope(level, finding.silent, 0),
            _ => self.scope(level, finding.boards, finding.silent),
        };
        let (less, about) = (self.measure.less(), self.measure.about());
        let (as_much, amount) = (self.measure.as_much(), self.measure.amount());
        let numbers = numbers(finding, as_much);
        let close = (RELEVANT - 1.0) * 100.0;
        let said = match finding.verdict {
            Verdict::Less | Verdict::More => {
                format!("{first} takes {less} {about} than {second}: {numbers}")
            }
            Verdict::SlightlyLess | Verdict::SlightlyMore => format!(
                "{first} takes {less} {about} than {second}, but perhaps by no more than {close:.0} %, \
                 which a machine does to equal runs: {numbers}"
            ),
            Verdict::Same => format!(
                "{first} and {second} take the same {amount} to within {close:.0} %: {numbers}"
            ),
            Verdict::Unclear => format!(
                "it is unclear which of {first} and {second} takes {less} {about}: {}",
                possible(finding, [first, second], as_much)
            ),
            Verdict::TooFewBoards => {
                let boards = counted(finding.boards, "board");
                let are = if finding.boards == 1 { "is" } else { "are" };
                format!(
                    "nothing is claimed of {first} and {second} by {about}: {boards} {are} fewer \
                     than {FEWEST_BOARDS}"
                )
            }
            Verdict::TooFewRepetitions => format!(
                "nothing is claimed of {first} and {second} by {about}, since the luck of a run has \
                 no known size: a board has fewer than two runs of each that differ{}",
                estimate(finding)
            ),
            Verdict::Constant => format!(
                "{first} takes {} times {as_much} {about} as {second}, without luck: all repetitions of \
                 a board have the same ratio",
                finding.ratio.map_or("∞".to_owned(), rounded)
            ),
            Verdict::NothingToCompare => format!(
                "nothing can be said of {first} and {second} by {about}: on every board both have \
                 runs without a result"
            ),
            Verdict::Unknown => {
                let lacking = self.pair.lacks_measure.unwrap_or(self.pair.configurations[0]);
                let lacking = &self.section.configurations[lacking].name;
                format!("nothing is said of {about}, which {lacking} does not tell")
            }
        };
        let silent = match finding.silent {
            0 => String::new(),
            _ if finding.verdict == Verdict::NothingToCompare => String::new(),
            1 => "; 1 of the boards says nothing, since runs of both have no result".to_owned(),
            silent => {
                format!("; {silent} of the boards say nothing, since runs of both have no result")
            }
        };
        format!("{scope}, {said}{silent}.")
    }

    fn attention(&self) -> Option<String> {
        let [first, second] = self.names();
        let [by_first, by_second] = self.pair.par2.map(rounded);
        self.pair.winners_differ().then(|| {
            format!(
                "Which one is better hangs on what counts, in {} ({}): by the typical ratio {first}, \
                 but by the mean processor time {second} (PAR2 {by_second} s against {by_first} s).",
                self.section.family,
                question(self.section),
            )
        })
    }

    fn solved(&self) -> Option<String> {
        let solved = &self.pair.solved;
        if solved.runs[0] == solved.runs[1] {
            return None;
        }
        let [more, fewer] = if solved.runs[0] > solved.runs[1] { [0, 1] } else { [1, 0] };
        let names = self.names();
        let p = |p: f64| format!("p = {}", probability(p));
        let boards = self.pair.boards.len();
        let like = match solved.p_boards_like_these {
            Some(like) => format!("for boards like these {}", p(like)),
            None => format!("nothing is claimed beyond {}", counted(boards, "board")),
        };
        Some(format!(
            "{}, {} has a result in {} of {} runs and {} in {}: on these boards {}, {like} (sign \
             tests).",
            self.scope(Level::These, boards, 0),
            names[more],
            solved.runs[more],
            solved.blocks,
            names[fewer],
            solved.runs[fewer],
            p(solved.p_these_boards),
        ))
    }
}

/// The ratio with its interval and p.
fn numbers(finding: &Finding, as_much: &str) -> String {
    let p = finding.p.map_or(String::new(), |p| format!(", p = {}", probability(p)));
    match (finding.ratio, finding.interval) {
        (Some(ratio), [Some(low), Some(high)]) => {
            format!("{} times {as_much} ({} to {}{p})", rounded(ratio), rounded(low), rounded(high))
        }
        (_, [None, Some(high)]) => {
            format!("at most {} times {as_much} (a bound, for want of results{p})", rounded(high))
        }
        (_, [Some(low), None]) => {
            format!("at least {} times {as_much} (a bound, for want of results{p})", rounded(low))
        }
        (_, [Some(low), Some(high)]) => {
            format!("between {} and {} times {as_much}{p}", rounded(low), rounded(high))
        }
        (_, [None, None]) => "no limit is known".to_owned(),
    }
}

/// The factors that remain possible.
fn possible(finding: &Finding, [first, second]: [&str; 2], as_much: &str) -> String {
    let told = match finding.interval {
        [Some(low), Some(high)] => format!(
            "{first} may take between {} and {} times {as_much} as {second}",
            rounded(low),
            rounded(high)
        ),
        [None, Some(high)] => {
            format!(
                "{first} may take up to {} times {as_much} as {second}, or any less",
                rounded(high)
            )
        }
        [Some(low), None] => {
            format!("{first} may take {} times {as_much} as {second}, or any more", rounded(low))
        }
        [None, None] => "runs without a result leave every factor possible".to_owned(),
    };
    told + &estimate(finding)
}

fn estimate(finding: &Finding) -> String {
    finding.ratio.map_or(String::new(), |ratio| format!(" (the estimate is {})", rounded(ratio)))
}

/// What was asked, in words.
pub fn question(section: &Section) -> String {
    let asked = match section.question.as_str() {
        "optimum" => "finding the optimum with its proof",
        "answer" => "finding an answer or that there is none",
        "sat" => "finding an answer as good as the optimum",
        "unsat" => "refuting the value just better than the optimum",
        "bound" => "deciding a bound",
        other => other,
    };
    match section.names_limits {
        true => format!("{asked} within {}", section.limits()),
        false => asked.to_owned(),
    }
}

fn repetitions(boards: &[BoardRatio]) -> String {
    let numbers = || boards.iter().map(|one| one.repetitions);
    match (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0)) {
        (least, most) if least == most => format!("{} each", counted(least, "repetition")),
        (least, most) => format!("{least} to {most} repetitions each"),
    }
}

/// The boards of a family by what their names say beside it: few by name, sizes from the first to the last.
fn shown_boards(family: &str, names: &[&str]) -> String {
    let short = |name: &&str| -> String {
        let rest = name.strip_prefix(family).and_then(|rest| rest.strip_prefix('-'));
        rest.unwrap_or(name).to_owned()
    };
    let names: Vec<String> = names.iter().map(short).collect();
    match names.as_slice() {
        [only] => only.clone(),
        [first, second] => format!("{first} and {second}"),
        [first, .., last] => format!("{first} to {last}"),
        [] => "none".to_owned(),
    }
}

/// The boards of a section, in short.
pub fn boards(section: &Section) -> String {
    let names: Vec<&str> = section.boards.iter().map(|board| board.name.as_str()).collect();
    let number = counted(names.len(), "board");
    format!("{number} of {} ({})", section.family, shown_boards(&section.family, &names))
}

/// How many pairs differ, on both levels.
pub fn in_short(section: &Section) -> String {
    let on = |of: fn(&Pair) -> &Finding| {
        section.pairs.iter().filter(|pair| of(pair).verdict.is_different()).count()
    };
    let [these, like] = [on(|pair| &pair.these_boards), on(|pair| &pair.boards_like_these)];
    let boards = section.boards.len();
    let beyond = match boards < FEWEST_BOARDS {
        true if boards == 1 => "1 board is too few to claim anything beyond it".to_owned(),
        true => format!("{boards} boards are too few to claim anything beyond them"),
        false if section.pairs.len() == 1 => match like {
            1 => "for boards like these they differ".to_owned(),
            _ => "for boards like these no difference is claimed".to_owned(),
        },
        false => format!("for boards like these, {like} of {} do", section.pairs.len()),
    };
    let these_boards = match boards {
        1 => "on this board".to_owned(),
        boards => format!("on these {boards} boards"),
    };
    match (section.pairs.len(), section.configurations.len()) {
        (0, 1) => "one configuration has runs, and there is nothing to compare it with".to_owned(),
        (0, _) => "no two configurations have runs of one block".to_owned(),
        (1, _) if these == 1 => format!("{these_boards} the two configurations differ; {beyond}"),
        (1, _) => format!("{these_boards} no difference is claimed; {beyond}"),
        (all, _) => {
            format!("{these_boards} {these} of {all} pairs of configurations differ; {beyond}")
        }
    }
}

/// What a reader of a section has to know beside its numbers.
pub fn warnings(section: &Section, measure: Measure) -> Vec<String> {
    let runs = section.runs.len();
    let mut told = Vec::new();
    match section.apart {
        0 => {}
        1 => told.push(
            "1 run is left out, since another start of the command made it than the others of its \
             block, or another machine or build; --pool takes it in."
                .to_owned(),
        ),
        apart => told.push(format!(
            "{apart} runs are left out, since another start of the command made them than the others \
             of their blocks, or another machine or build; --pool takes them in."
        )),
    }
    if section.superseded > 0 {
        let superseded = counted(section.superseded, "run");
        told.push(format!("{superseded} made more than once: the latest complete block counts."));
    }
    if section.repeats > 0 {
        told.push(format!(
            "{} of {runs} runs repeat another run: their seeds changed nothing, and each counts once \
             with the run that it repeats. --scrambles makes repetitions that differ.",
            section.repeats
        ));
    }
    if section.short > 0 && measure.is_of_the_process() {
        told.push(format!(
            "{} of {runs} runs took less than 20 ms, where the start of the process decides; --measure \
             solve leaves it out.",
            section.short
        ));
    }
    if section.common_blocks < section.blocks && section.configurations.len() > 1 {
        told.push(format!(
            "PAR2, the order and the virtual best are over the {} of {} blocks that every \
             configuration has.",
            section.common_blocks, section.blocks
        ));
    }
    told
}

/// Three digits.
pub fn rounded(value: f64) -> String {
    match value {
        value if !value.is_finite() => "∞".to_owned(),
        0.0 => "0".to_owned(),
        value if value.abs() >= 1e6 => format!("{value:.1e}"),
        value if value.abs() >= 100.0 => format!("{value:.0}"),
        value if value.abs() >= 10.0 => format!("{value:.1}"),
        value if value.abs() >= 1.0 => format!("{value:.2}"),
        value if value.abs() >= 0.1 => format!("{value:.3}"),
        value if value.abs() >= 0.001 => format!("{value:.4}"),
        value => format!("{value:.1e}"),
    }
}

/// A probability, as papers write it.
pub fn probability(p: f64) -> String {
    match p {
        p if p >= 0.1 => format!("{p:.2}"),
        p if p >= 0.001 => format!("{p:.3}"),
        p if p < 1e-300 => "0".to_owned(),
        p => format!("{p:.0e}"),
    }
}
