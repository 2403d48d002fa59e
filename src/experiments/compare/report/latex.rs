//! A summary as LaTeX tables, which need only the package booktabs.
//!
//! A table that is too long for a page is split. The caption of a table describes it so that a
//! reader understands the table without the surrounding text. All external text is escaped.

mod form;

use super::columns::{self, CellTable, ColumnGroup, Form};
use crate::compare::report::text::settings;
use crate::compare::summary::{
    ALPHA, ComparedFinding, FEWEST_BOARDS, Measure, Pair, SectionBoard, SectionSummary, Summary,
    boards, format_count, question,
};
use crate::source::{capitalise, escape_line};

use form::{escaped, finding_cells, format_rows, table};

/// The greatest number of pairs in a table of pairs. Larger tables are split.
const PAIRS: usize = 14;
/// The greatest number of pairs that are side by side in a table of boards. Larger tables are
/// split.
const COLUMNS: usize = 3;
/// The greatest number of rows in a table of boards. Larger tables are split.
const BOARDS: usize = 40;

/// Returns the LaTeX tables of all sections, after comments on the circumstances of the runs.
pub fn tables(summary: &Summary) -> String {
    let mut tables = head(summary);
    for (number, section) in summary.sections.iter().enumerate() {
        let section_tables =
            SectionTables { section, measure: summary.measure, machine: machine(summary), number };
        tables += &section_tables.configurations();
        tables += &section_tables.pairs();
        tables += &section_tables.boards();
    }
    tables
}

/// Returns the comments before the tables: the needed package and the circumstances of the runs. If
/// there are no sections, the last comment says that there are no runs.
fn head(summary: &Summary) -> String {
    let mut head = "% Needs \\usepackage{booktabs}.\n".to_owned();
    for (what, values) in summary.environment.rows() {
        for value in values {
            // Text after a line break would not belong to the comment.
            head += &format!("% {what}: {}\n", escape_line(&value));
        }
    }
    if summary.sections.is_empty() {
        head += "% There are no runs to compare.\n";
    }
    head
}

/// Returns the words for the machine of the runs, with a space before them. If there are several
/// machines, the words are their number. Returns an empty text if no machine is known.
fn machine(summary: &Summary) -> String {
    let machines = &summary.environment.machines;
    match (machines.first(), machines.len()) {
        (None, _) => String::new(),
        (Some(only), 1) => format!(" on {}", escaped(only)),
        (_, number) => format!(" on {number} machines"),
    }
}

/// A section with the facts that each of its tables contains.
struct SectionTables<'a> {
    section: &'a SectionSummary,
    measure: Measure,
    /// The words that [`machine`] returns.
    machine: String,
    /// The index of the section. It makes the labels of different sections differ.
    number: usize,
}

impl SectionTables<'_> {
    fn name(&self, configuration: usize) -> String {
        escaped(&self.section.configurations[configuration].name)
    }

    /// Describes the runs of a table, escaped for LaTeX: boards, question, repetitions, shared
    /// options, limits and machine. Shared options, the limit of memory and the machine are left
    /// out if there are none.
    fn scope(&self) -> String {
        let section = self.section;
        let repetitions = match section.repetitions {
            [1, 1] => "1 repetition".to_owned(),
            [least, most] if least == most => format!("{most} repetitions"),
            [least, most] => format!("{least} to {most} repetitions"),
        };
        format!(
            "{}; {}; {repetitions} of each{}; {} s{} at most for each run{}",
            escaped(&boards(section)),
            escaped(&question(section)),
            settings(section).map_or(String::new(), |told| format!("; with {}", escaped(&told))),
            section.time_limit,
            section.memory_limit.map(|limit| format!(" and {limit} MB")).unwrap_or_default(),
            self.machine,
        )
    }

    /// Returns the label of the table `what` of this section. The table `what` of any other section
    /// has another label.
    fn label(&self, what: &str) -> String {
        let SectionSummary { family, question, .. } = self.section;
        format!("{}-{question}-{}-{what}", hyphenated(family), self.number + 1)
    }

    /// Returns the table of the configurations of the section, with their results and the quartiles
    /// of the measure.
    fn configurations(&self) -> String {
        let section = self.section;
        let parts = [ColumnGroup::Results, ColumnGroup::Work];
        let CellTable { heads, rows } =
            columns::configurations(Form::Latex, &parts, section, self.measure);
        let spec = format!("l{}", "r".repeat(heads.len()));
        let head = [std::iter::once("Configuration".to_owned())
            .chain(heads.iter().map(|head| escaped(head)))
            .collect()];
        let time = self.measure.time();
        let integrals = match section.anytime_blocks {
            0 => String::new(),
            number => format!(
                " Primal and primal-dual are integrals over the processor time up to the limit, as \
                 means over {}: of the gap between the best value so far and the best known value, \
                 and of that between the best value so far and the proved bound (Berthold 2013).",
                format_count(number, "block"),
            ),
        };
        let caption = format!(
            "Configurations on {}. The quartiles of the {} are given. PAR2 is the mean {time} \
             over the {} that every configuration has; a run without a result counts with \
             twice the limit. Best is the share of solved blocks in which a configuration took \
             the least {time}.{integrals}",
            self.scope(),
            escaped(self.measure.noun()),
            format_count(section.common_blocks, "block"),
            time = escaped(time.noun()),
        );
        table(&spec, &head, &format_rows(rows), [&caption, &self.label("configurations")])
    }

    /// Returns the tables of all pairs. A table has at most [`PAIRS`] pairs. The text is empty if
    /// there are no pairs.
    fn pairs(&self) -> String {
        let all_pairs = &self.section.pairs;
        let sure = format!("{:.0}\\,\\%", 100.0 * (1.0 - ALPHA));
        let many = self.section.unit().plural();
        let together = match all_pairs.len() {
            1 => format!("The confidence of an interval is {sure}."),
            all => format!(
                "The joint confidence of all {all} intervals on these {many} is {sure}, and so is \
                 that of the intervals for {many} like these; $p$ is corrected in the same \
                 way (Bonferroni)."
            ),
        };
        let caption = format!(
            "Ratios of the {} of pairs of configurations on {}. The ratio is that of the first \
             configuration to the second. {together} Nothing is claimed for {many} like these from \
             fewer than {FEWEST_BOARDS} {many}.",
            escaped(self.measure.noun()),
            self.scope(),
        );
        let head = ["Pair", "Ratio", "Interval", "$p$", "Verdict"].map(str::to_owned).to_vec();
        all_pairs
            .chunks(PAIRS)
            .enumerate()
            .map(|(part, pairs)| {
                let rows: Vec<Vec<String>> =
                    pairs.iter().flat_map(|pair| self.pair_rows(pair)).collect();
                let named =
                    [&part_caption(&caption, part), &self.label(&numbered_label("pairs", part))];
                table("lrrrl", std::slice::from_ref(&head), &rows, named.map(String::as_str))
            })
            .collect()
    }

    /// Returns the three rows of a pair: its names, the finding on these boards, and the finding
    /// for boards like these.
    fn pair_rows(&self, pair: &Pair) -> [Vec<String>; 3] {
        let [first, second] = pair.configurations.map(|one| self.name(one));
        let unit = self.section.unit();
        let many = unit.plural();
        let level = |what: &str, finding: &ComparedFinding| {
            std::iter::once(format!("\\quad {what}")).chain(finding_cells(finding, unit)).collect()
        };
        [
            vec![format!("\\multicolumn{{5}}{{l}}{{{first} / {second}}}")],
            level(&format!("these {many}"), &pair.these_boards),
            level(&format!("{many} like these"), &pair.boards_like_these),
        ]
    }

    /// Returns the tables of the pairs that include the best configuration, with the ratio of each
    /// pair on each board. A table has at most [`COLUMNS`] pairs and [`BOARDS`] boards. The text is
    /// empty if there are no such pairs.
    fn boards(&self) -> String {
        let leader = self.section.leader();
        let pairs: Vec<&Pair> = self
            .section
            .pairs
            .iter()
            .filter(|pair| pair.configurations.contains(&leader))
            .collect();
        pairs
            .chunks(COLUMNS)
            .flat_map(|pairs| self.section.boards.chunks(BOARDS).map(move |boards| (pairs, boards)))
            .enumerate()
            .map(|(part, (pairs, boards))| self.board_table(pairs, boards, part))
            .collect()
    }

    /// Returns the table of the ratios of some pairs on some boards. `part` is the index of this
    /// table among the section's tables of ratios. The label and the caption depend on this index.
    fn board_table(&self, pairs: &[&Pair], boards: &[SectionBoard], part: usize) -> String {
        let heads = |begin: &str, end: &str, place: usize| -> Vec<String> {
            std::iter::once(begin.to_owned())
                .chain(
                    pairs
                        .iter()
                        .map(|pair| format!("{}{end}", self.name(pair.configurations[place]))),
                )
                .collect()
        };
        let unit = self.section.unit();
        let head = [heads("", " /", 0), heads(&capitalise(unit.singular()), "", 1)];
        let rows = columns::ratios(boards, pairs);
        let caption = format!(
            "Ratio of the {} on each {one}, with the {:.0}\\,\\% interval of that {one} alone, on \
             {}.",
            escaped(self.measure.noun()),
            100.0 * (1.0 - ALPHA),
            self.scope(),
            one = unit.singular(),
        );
        let columns = format!("l{}", "r".repeat(pairs.len()));
        let named =
            [&part_caption(&caption, part), &self.label(&numbered_label(unit.plural(), part))];
        table(&columns, &head, &format_rows(rows), named.map(String::as_str))
    }
}

fn hyphenated(text: &str) -> String {
    text.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '-' }).collect()
}

/// Returns the label of a part of a split table. `part` is the index of the part. The label of the
/// first part has no number, and that of the second part has the number 2.
fn numbered_label(what: &str, part: usize) -> String {
    match part {
        0 => what.to_owned(),
        part => format!("{what}-{}", part + 1),
    }
}

/// Returns the caption of a part of a table that is split.
fn part_caption(caption: &str, part: usize) -> String {
    match part {
        0 => caption.to_owned(),
        _ => format!("{caption} (Continued.)"),
    }
}

#[cfg(test)]
mod tests;
