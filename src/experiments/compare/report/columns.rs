//! The tables of a comparison: the value that each column shows, and the head of the column in each
//! output format.
//!
//! Text, HTML and LaTeX write the cells of the same [`CellTable`], each in its own way. CSV has
//! different columns, since a program reads single numbers by name.

use std::collections::BTreeMap;

use crate::compare::summary::{
    self, BoardRatio, ComparedFinding, ConfigurationSummary, FormulaSizes, MEASURES, Measure, Pair,
    Ratio, SectionBoard, SectionRun, SectionSummary, Summary, pair_sentences,
};
use crate::source::capitalise;

/// An output format of tables for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text for a terminal or a log.
    Text,
    /// A table of an HTML page.
    Html,
    /// A LaTeX table.
    Latex,
}

/// A value in a table, before it is formatted for text, HTML or LaTeX.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// An unknown value, for which each output format has its own sign.
    Unknown,
    Text(String),
    /// A whole number that may have many digits.
    Size(u64),
    /// A measured or computed number.
    Number(f64),
    /// An amount of memory, in megabytes.
    Megabytes(f64),
    /// A share in percent.
    Percent(f64),
    /// Quartiles of a measure. If a run without a result is at a quartile, this quartile is `None`.
    Quartiles([Option<f64>; 3]),
    /// Number of runs with a result, and number of all runs.
    Solved([usize; 2]),
    /// The ratio of a configuration to the best one.
    RatioToBest(Ratio),
    /// The ratio of a pair of configurations on one board.
    BoardRatio(BoardRatio),
}

/// A group of columns of the tables of configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnGroup {
    /// Results, time and memory.
    Results,
    /// Measures other than processor time.
    Work,
    /// Sizes of formulas.
    Sizes,
}

/// A table whose rows have a name.
pub struct CellTable {
    /// The heads of all columns after the column of names.
    pub heads: Vec<String>,
    /// The name of each row, and its cells.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// The columns of a row in one output format. Each column has its group, its head and its value.
struct FormColumns {
    form: Form,
    shown: Vec<(ColumnGroup, String, Cell)>,
}

impl FormColumns {
    /// Adds a column if `heads` has a head for this output format. Otherwise does nothing.
    fn add(&mut self, part: ColumnGroup, heads: &[(Form, &str)], cell: Cell) {
        if let Some((_, head)) = heads.iter().find(|(form, _)| *form == self.form) {
            self.shown.push((part, (*head).to_owned(), cell));
        }
    }
}

/// The measures for which text and HTML always show quartiles.
const ALWAYS: [Measure; 4] =
    [Measure::Cpu, Measure::Conflicts, Measure::Propagations, Measure::Ticks];

impl Form {
    /// Returns a head with the unit of its numbers, or the name alone if the unit is empty.
    fn format_head(self, name: &str, unit: &str) -> String {
        match self {
            _ if unit.is_empty() => name.to_owned(),
            Form::Text => format!("{name} {unit}"),
            Form::Html => format!("{name},\u{a0}{unit}"),
            Form::Latex => format!("{name} [{unit}]"),
        }
    }

    /// Returns the head of a column of PAR2. The head names the time that PAR2 uses for this
    /// measure.
    fn par2_head(self, measure: Measure) -> String {
        self.format_head(&format!("PAR2 {}", measure.time().row().name), "s")
    }

    /// Returns the measures whose quartiles this output format shows. LaTeX shows only the compared
    /// measure. Text and HTML show those of [`ALWAYS`]. If the compared measure is not one of them,
    /// text and HTML show it too, as the first one.
    fn measures(self, compared: Measure) -> Vec<Measure> {
        match self {
            Form::Latex => vec![compared],
            _ if ALWAYS.contains(&compared) => ALWAYS.to_vec(),
            _ => [&[compared], &ALWAYS[..]].concat(),
        }
    }

    /// Returns the head of the quartiles of a measure, with its unit. HTML calls processor time
    /// `CPU`. Text and HTML use the name on the command line for other measures, and LaTeX uses the
    /// words for a sentence. HTML and LaTeX begin with a capital letter. Text ends with `:
    /// quartiles`.
    fn quartiles_head(self, measure: Measure) -> String {
        let row = measure.row();
        match self {
            Form::Text => format!("{}: quartiles", self.format_head(row.name, row.unit)),
            Form::Html if measure == Measure::Cpu => self.format_head("CPU", row.unit),
            Form::Html => self.format_head(&capitalise(row.name), row.unit),
            Form::Latex => self.format_head(&capitalise(row.noun), row.unit),
        }
    }
}

/// Returns the table of the configurations of a section, the best configuration first. `parts` are
/// the groups of columns that the table has; the order of the columns does not depend on `parts`.
/// In text and HTML, a table with results ends with a row of the virtual best, which lacks the last
/// columns. A table without rows has no heads.
pub fn configurations(
    form: Form,
    parts: &[ColumnGroup],
    section: &SectionSummary,
    measure: Measure,
) -> CellTable {
    let mut rows: Vec<(&str, Option<&ConfigurationSummary>)> = Vec::new();
    for index in section.order() {
        let one = &section.configurations[index];
        rows.push((&one.name, Some(one)));
    }
    match form {
        Form::Text if parts.contains(&ColumnGroup::Results) => rows.push(("(virtual best)", None)),
        Form::Html if parts.contains(&ColumnGroup::Results) => rows.push(("virtual best", None)),
        _ => {}
    }
    let mut table = CellTable { heads: Vec::new(), rows: Vec::new() };
    for (name, one) in rows {
        let mut columns = configuration_columns(form, section, measure, one);
        columns.retain(|(part, ..)| parts.contains(part));
        if table.rows.is_empty() {
            table.heads = columns.iter().map(|(_, head, _)| head.clone()).collect();
        }
        table.rows.push((name.to_owned(), columns.into_iter().map(|(.., cell)| cell).collect()));
    }
    table
}

/// Returns the columns that an output format has for a configuration: the group, the head and the
/// value of each. If `one` is `None`, returns the columns of the virtual best. These are only the
/// first columns, up to PAR2, and the number of runs is that of the common blocks. `measure` is the
/// compared measure: it determines which quartiles are shown, and the head of PAR2. The column
/// `Best` is a share of the blocks that the virtual best solved. It is unknown if there are no such
/// blocks. The integrals of gaps have columns only if some configuration has them.
fn configuration_columns(
    form: Form,
    section: &SectionSummary,
    measure: Measure,
    one: Option<&ConfigurationSummary>,
) -> Vec<(ColumnGroup, String, Cell)> {
    use Form::{Html, Latex, Text};
    let mut columns = FormColumns { form, shown: Vec::new() };
    let best = &section.virtual_best;
    let runs = one.map_or(section.common_blocks, |one| one.runs);
    let solved = one.map_or(best.solved, |one| one.solved);
    columns.add(ColumnGroup::Results, &[(Html, "Runs")], Cell::Text(runs.to_string()));
    columns.add(ColumnGroup::Results, &[(Html, "Solved")], Cell::Text(solved.to_string()));
    let heads = [(Text, "solved"), (Latex, "Solved")];
    columns.add(ColumnGroup::Results, &heads, Cell::Solved([solved, runs]));
    let par2 = one.map_or(best.par2, |one| one.par2);
    columns.add(
        ColumnGroup::Results,
        &[(form, &form.par2_head(measure))],
        cell_or_unknown(par2, Cell::Number),
    );
    let Some(one) = one else { return columns.shown };
    for measure in form.measures(measure) {
        let part = if measure == Measure::Cpu { ColumnGroup::Results } else { ColumnGroup::Work };
        let quartiles = one.quartiles.get(measure.row().name).copied().flatten();
        columns.add(
            part,
            &[(form, &form.quartiles_head(measure))],
            cell_or_unknown(quartiles, Cell::Quartiles),
        );
    }
    let heads = [(Text, "most MB"), (Html, "Memory, MB"), (Latex, "Memory [MB]")];
    columns.add(ColumnGroup::Results, &heads, cell_or_unknown(one.memory_mb, Cell::Megabytes));
    let share = (best.solved > 0).then(|| 100.0 * one.best / best.solved as f64);
    let heads = [(Text, "fastest in"), (Html, "Best"), (Latex, "Best")];
    columns.add(ColumnGroup::Results, &heads, cell_or_unknown(share, Cell::Percent));
    columns.add(ColumnGroup::Results, &[(Html, "Alone")], Cell::Text(one.alone.to_string()));
    if section.anytime_blocks > 0 {
        for (name, integral) in integrals(one) {
            let name = if form == Text { name.to_owned() } else { capitalise(name) };
            columns.add(
                ColumnGroup::Results,
                &[(form, &form.format_head(&name, "s"))],
                cell_or_unknown(integral, Cell::Number),
            );
        }
    }
    for (place, name) in SIZES.into_iter().enumerate() {
        let heads = [(Text, name), (Html, &capitalise(name))];
        columns.add(
            ColumnGroup::Sizes,
            &heads,
            cell_or_unknown(sizes(one).map(|sizes| sizes[place]), Cell::Size),
        );
    }
    columns.shown
}

/// Returns the mean integrals of the gaps of a configuration, with their names.
fn integrals(one: &ConfigurationSummary) -> [(&'static str, Option<f64>); 2] {
    [("primal", one.primal_integral), ("primal-dual", one.primal_dual_integral)]
}

/// The names of the [`sizes`] of formulas.
const SIZES: [&str; 4] = ["variables", "auxiliary", "clauses", "literals"];

fn sizes(one: &ConfigurationSummary) -> Option<[u64; 4]> {
    let FormulaSizes { variables, auxiliary, clauses, literals, .. } = one.sizes.as_ref()?;
    Some([*variables, *auxiliary, *clauses, *literals])
}

fn cell_or_unknown<T>(value: Option<T>, cell: fn(T) -> Cell) -> Cell {
    value.map_or(Cell::Unknown, cell)
}

/// Returns the table of the ranking of the configurations, the best first. It has six columns: the
/// solved runs, PAR2, the ratio to the best and the letters on these boards, and the ratio to the
/// best and the letters for boards like these. The ratio of the best configuration to itself is 1,
/// or unknown if this configuration has no result. The ratio of another configuration is unknown if
/// it is not compared with the best. `measure` only determines the head of PAR2.
pub fn ranking(form: Form, section: &SectionSummary, measure: Measure) -> CellTable {
    let rows = summary::ranking(section).into_iter().map(|ranked| {
        let one = &section.configurations[ranked.configuration];
        let [these, like] = match ranked.against_best {
            None if ranked.configuration == section.leader() && one.solved > 0 => {
                [1, 1].map(|one| Cell::Text(one.to_string()))
            }
            None => [Cell::Unknown, Cell::Unknown],
            Some(levels) => levels.map(Cell::RatioToBest),
        };
        let [letters_of_these, letters_of_like] = ranked.letters.map(Cell::Text);
        let solved = Cell::Solved([one.solved, one.runs]);
        let par2 = cell_or_unknown(one.par2, Cell::Number);
        (one.name.clone(), vec![solved, par2, these, letters_of_these, like, letters_of_like])
    });
    let many = section.unit().plural();
    let (these, like) = (format!("on these {many}"), format!("for {many} like these"));
    let heads = ["solved", &form.par2_head(measure), &these, "", &like, ""];
    let head_texts = heads
        .map(|head| if form == Form::Html { capitalise(head) } else { head.to_owned() })
        .to_vec();
    CellTable { heads: head_texts, rows: rows.collect() }
}

/// Returns a row for each board. It has the name of the board and a cell for each pair of
/// configurations. The cell has the ratio of the pair on this board. It is [`Cell::Unknown`] if the
/// pair lacks the board.
pub fn ratios(boards: &[SectionBoard], pairs: &[&Pair]) -> Vec<(String, Vec<Cell>)> {
    boards
        .iter()
        .map(|board| {
            let on_board = pairs
                .iter()
                .map(|pair| {
                    let one = pair.boards.iter().find(|one| one.board == board.name);
                    cell_or_unknown(one.cloned(), Cell::BoardRatio)
                })
                .collect();
            (board.name.clone(), on_board)
        })
        .collect()
}

/// A row of the table of pairs.
pub type PairRow<'a> = (&'a Summary, &'a SectionSummary, &'a Pair);

/// A column of CSV: its head, and the function that writes a row's value.
pub type CsvColumn<R> = (String, Box<dyn Fn(&R) -> String>);

/// The columns of a table in CSV. `R` is the type of a row's data.
pub struct CsvColumns<R>(pub Vec<CsvColumn<R>>);

impl<R> CsvColumns<R> {
    fn add<T: ToString>(&mut self, head: &str, value: impl Fn(&R) -> T + 'static) {
        self.0.push((head.to_owned(), Box::new(move |row| value(row).to_string())));
    }

    /// Adds a column. If a value of it is unknown, its cell is empty.
    fn add_optional<T: ToString>(&mut self, head: &str, value: impl Fn(&R) -> Option<T> + 'static) {
        self.add(head, move |row| value(row).map_or(String::new(), |value| value.to_string()));
    }
}

/// Returns the columns of the CSV table of configurations. Each row is a configuration with its
/// section. The cell of an unknown value is empty.
pub fn configurations_in_csv<'a>() -> CsvColumns<(&'a SectionSummary, &'a ConfigurationSummary)> {
    let mut csv = CsvColumns(Vec::new());
    csv.add("family", |&(section, _): &(&SectionSummary, &ConfigurationSummary)| {
        section.family.clone()
    });
    csv.add("question", |(section, _)| section.question.to_string());
    csv.add("time_limit", |(section, _)| section.time_limit);
    csv.add("configuration", |(_, one)| one.name.clone());
    csv.add("options", |(_, one)| options(&one.options));
    csv.add("boards", |(section, _)| section.boards.len());
    csv.add("runs", |(_, one)| one.runs);
    csv.add("solved", |(_, one)| one.solved);
    csv.add("common_blocks", |(section, _)| section.common_blocks);
    csv.add("solved_in_common", |(_, one)| one.solved_in_common);
    csv.add("alone", |(_, one)| one.alone);
    csv.add_optional("par2", |(_, one)| one.par2);
    csv.add("anytime_blocks", |(section, _)| section.anytime_blocks);
    csv.add_optional("primal_integral", |(_, one)| one.primal_integral);
    csv.add_optional("primal_dual_integral", |(_, one)| one.primal_dual_integral);
    for name in MEASURES.iter().map(|row| row.name) {
        for (place, quartile) in ["q1", "median", "q3"].into_iter().enumerate() {
            let head = format!("{name}_{quartile}");
            csv.add_optional(&head, move |(_, one)| one.quartiles[name]?[place]);
        }
    }
    csv.add_optional("memory_mb", |(_, one)| one.memory_mb);
    csv.add("best", |(_, one)| one.best);
    for (place, name) in SIZES.into_iter().enumerate() {
        csv.add_optional(name, move |(_, one)| Some(sizes(one)?[place]));
    }
    csv.add_optional("growth_curve", |(_, one)| {
        one.growth.map(|growth| format!("{:?}", growth.curve).to_lowercase())
    });
    csv.add_optional("growth_rate", |(_, one)| one.growth.map(|growth| growth.rate.value));
    csv.add_optional("growth_low", |(_, one)| one.growth.map(|growth| growth.rate.interval[0]));
    csv.add_optional("growth_high", |(_, one)| one.growth.map(|growth| growth.rate.interval[1]));
    csv.add_optional("growth_r2", |(_, one)| one.growth.map(|growth| growth.fit));
    csv
}

/// Returns options as words of a command line, without quotes.
pub fn options(options: &BTreeMap<String, String>) -> String {
    options.iter().map(|(name, value)| format!("--{name} {value}")).collect::<Vec<_>>().join(" ")
}

fn configuration_name(section: &SectionSummary, pair: &Pair, place: usize) -> String {
    section.configurations[pair.configurations[place]].name.clone()
}

/// Returns the columns of the CSV table of pairs. A ratio is that of the first configuration of a
/// pair to the second. The cell of an unknown value is empty.
pub fn pairs<'a>() -> CsvColumns<PairRow<'a>> {
    let mut csv: CsvColumns<PairRow> = CsvColumns(Vec::new());
    csv.add("family", |(_, section, _)| section.family.clone());
    csv.add("question", |(_, section, _)| section.question.to_string());
    csv.add("time_limit", |(_, section, _)| section.time_limit);
    csv.add("measure", |(summary, ..)| summary.measure.row().name);
    csv.add("first", |(_, section, pair)| configuration_name(section, pair, 0));
    csv.add("second", |(_, section, pair)| configuration_name(section, pair, 1));
    csv.add("blocks", |(.., pair)| pair.blocks);
    csv.add("repeats", |(.., pair)| pair.repeats);
    csv.add("first_ahead", |(.., pair)| pair.wins[0]);
    csv.add("second_ahead", |(.., pair)| pair.wins[1]);
    for (level, name) in ["these_boards", "boards_like_these"].into_iter().enumerate() {
        csv.add(&format!("{name}_boards"), move |(.., pair)| pair.findings()[level].boards);
        csv.add(&format!("{name}_silent"), move |(.., pair)| pair.findings()[level].silent);
        csv.add_optional(&format!("{name}_ratio"), move |(.., pair)| pair.findings()[level].ratio);
        csv.add_optional(&format!("{name}_low"), move |(.., pair)| {
            pair.findings()[level].interval[0]
        });
        csv.add_optional(&format!("{name}_high"), move |(.., pair)| {
            pair.findings()[level].interval[1]
        });
        csv.add_optional(&format!("{name}_p"), move |(.., pair)| pair.findings()[level].p);
        csv.add(&format!("{name}_verdict"), move |(.., pair)| verdict_name(pair.findings()[level]));
    }
    csv.add("first_solved", |(.., pair)| pair.solved.runs[0]);
    csv.add("second_solved", |(.., pair)| pair.solved.runs[1]);
    csv.add("solved_p_these_boards", |(.., pair)| pair.solved.p_these_boards);
    csv.add_optional("solved_p_boards_like_these", |(.., pair)| pair.solved.p_boards_like_these);
    csv.add_optional("first_par2", |(.., pair)| pair.par2[0]);
    csv.add_optional("second_par2", |(.., pair)| pair.par2[1]);
    csv.add("in_words", |(summary, section, pair)| {
        let words = pair_sentences(pair, section, summary.measure);
        words.sentences().collect::<Vec<_>>().join(" ")
    });
    csv
}

/// Returns the name that a verdict has in JSON.
fn verdict_name(finding: &ComparedFinding) -> String {
    let value = serde_json::to_value(finding.verdict).expect("a word");
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the columns of the CSV table of the boards of each pair. Each row is a pair on one of
/// its boards. A ratio is that of the pair's first configuration to its second. The cell of an
/// unknown value is empty.
pub fn boards<'a>() -> CsvColumns<(PairRow<'a>, &'a BoardRatio)> {
    let mut csv: CsvColumns<(PairRow, &BoardRatio)> = CsvColumns(Vec::new());
    csv.add("family", |((_, section, _), _)| section.family.clone());
    csv.add("question", |((_, section, _), _)| section.question.to_string());
    csv.add("time_limit", |((_, section, _), _)| section.time_limit);
    csv.add("measure", |((summary, ..), _)| summary.measure.row().name);
    csv.add("first", |((_, section, pair), _)| configuration_name(section, pair, 0));
    csv.add("second", |((_, section, pair), _)| configuration_name(section, pair, 1));
    csv.add("board", |(_, board)| board.board.clone());
    csv.add("repetitions", |(_, board)| board.repetitions);
    csv.add_optional("ratio", |(_, board)| board.ratio);
    csv.add_optional("at_least", |(_, board)| board.bounds[0]);
    csv.add_optional("at_most", |(_, board)| board.bounds[1]);
    csv.add_optional("low", |(_, board)| board.interval[0]);
    csv.add_optional("high", |(_, board)| board.interval[1]);
    csv.add("first_without_result", |(_, board)| board.without_result[0]);
    csv.add("second_without_result", |(_, board)| board.without_result[1]);
    csv.add_optional("side", |((_, section, _), board)| {
        section.boards.iter().find(|one| one.name == board.board)?.side()
    });
    csv
}

/// Returns the columns of the CSV table of the compared runs. Each row is a run with its section.
/// The cell of an unknown value is empty.
pub fn runs<'a>() -> CsvColumns<(&'a SectionSummary, &'a SectionRun)> {
    let mut csv: CsvColumns<(&SectionSummary, &SectionRun)> = CsvColumns(Vec::new());
    csv.add("family", |(_, run)| run.record.family.clone());
    csv.add("question", |(_, run)| run.record.question.to_string());
    csv.add("puzzle", |(_, run)| run.record.puzzle.clone());
    csv.add_optional("rows", |(_, run)| run.record.size.map(|[rows, _]| rows));
    csv.add_optional("columns", |(_, run)| run.record.size.map(|[_, columns]| columns));
    csv.add("configuration", |(section, run)| {
        section.configurations[run.configuration].name.clone()
    });
    csv.add("options", |(_, run)| options(&run.record.options));
    csv.add_optional("solver", |(_, run)| run.record.solver_name().map(str::to_owned));
    csv.add("seed", |(_, run)| run.record.seed);
    csv.add_optional("scramble", |(_, run)| run.record.scramble);
    csv.add("block", |(_, run)| run.block);
    csv.add("time_limit", |(_, run)| run.record.time_limit);
    csv.add_optional("memory_limit", |(_, run)| run.record.memory_limit);
    csv.add("ending", |(_, run)| format!("{:?}", run.record.ending).to_lowercase());
    csv.add("status", |(_, run)| run.record.status.name());
    csv.add_optional("exit_status", |(_, run)| run.record.exit_status);
    csv.add_optional("signal", |(_, run)| run.record.signal);
    csv.add_optional("message", |(_, run)| run.record.message.clone());
    csv.add_optional("value", |(_, run)| run.record.value.clone());
    csv.add("cpu_seconds", |(_, run)| run.record.cpu_seconds);
    csv.add("wall_seconds", |(_, run)| run.record.wall_seconds);
    csv.add_optional("encode_seconds", |(_, run)| run.record.encode_seconds);
    csv.add_optional("solve_seconds", |(_, run)| run.record.solve_seconds);
    csv.add_optional("conflicts", |(_, run)| run.record.conflicts);
    csv.add_optional("propagations", |(_, run)| run.record.propagations);
    csv.add_optional("ticks", |(_, run)| run.record.ticks);
    csv.add_optional("memory_mb", |(_, run)| run.record.memory_mb);
    csv.add_optional("variables", |(_, run)| run.record.variables);
    csv.add_optional("clauses", |(_, run)| run.record.clauses);
    csv.add_optional("literals", |(_, run)| run.record.literals);
    csv.add_optional("machine", |(_, run)| {
        run.record.origin.as_ref().map(|origin| origin.machine.label.clone())
    });
    csv.add_optional("date", |(_, run)| run.record.date.clone());
    csv.add("command", |(_, run)| run.record.command.clone());
    csv
}
