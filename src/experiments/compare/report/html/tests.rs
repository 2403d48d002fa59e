//! Tests of pages of invented runs. Pages are read as XML, and plots by a renderer.

use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{Options, Tree};

use super::*;
use crate::compare::summary::{MEASURES, Measure, rounded};
use crate::record::question::RunQuestion;
use crate::record::steps::RecordedStep;
use crate::record::tests::record;
use crate::record::{Ending, Record};
use crate::search::Status;

fn checked(summary: &Summary) -> String {
    let page = page(summary, Some("folder/A <grid> & more"));
    let behind_doctype = page.split_once('\n').expect("lines").1;
    let options = ParsingOptions::default();
    let document = Document::parse_with_options(behind_doctype, options).expect("well-formed");
    for plot in document.descendants().filter(|node| node.has_tag_name(SVG)) {
        Tree::from_str(&behind_doctype[plot.range()], &Options::default()).expect("a picture");
    }
    if let (Some(figure), Some(words)) =
        (page.find("role=\"img\""), page.find("Terms of this page"))
    {
        assert!(figure < words, "the result comes first, and the terms at the end");
    }
    assert!(
        !page.contains("NaN") && !page.contains("inf\"") && !page.contains("<script"),
        "{page}"
    );
    assert_eq!(
        page.matches("http").count(),
        page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count()
    );
    page
}

const SVG: (&str, &str) = ("http://www.w3.org/2000/svg", "svg");

fn plots(page: &str) -> usize {
    page.matches("role=\"img\"").count()
}

fn forests(page: &str) -> usize {
    page.matches("<div class=\"forest\">").count()
}

fn run(amo: &str, side: usize, seed: u32, cpu: f64) -> Record {
    let mut run = record(&format!("gunport-{side}x{side}"), &[("amo", amo)], cpu);
    run.size = Some([side, side]);
    run.seed = seed;
    run.command = format!("quarrel solve gunport --size {side} --amo {amo} --seed {seed}");
    run.date = Some("2026-11-21T12:00:01.000Z".to_owned());
    run
}

fn stopped(mut run: Record) -> Record {
    run.ending = Ending::Stopped;
    run.status = Status::Unknown;
    run.cpu_seconds = run.time_limit;
    run
}

/// Returns invented runs, stopped at their limit if they would take longer.
fn runs(configurations: &[&str], sides: &[usize], seeds: u32) -> Vec<Record> {
    let mut noise = fastrand::Rng::with_seed(1);
    let mut runs = Vec::new();
    for &side in sides {
        for seed in 0..seeds {
            for (place, amo) in configurations.iter().enumerate() {
                let factor = 1.0 + 0.5 * place as f64;
                let grown = 0.002
                    * factor
                    * (2.1 + 0.1 * place as f64)
                        .powi(i32::try_from(side).expect("a small side") - 4);
                let cpu = grown * (0.8 + 0.6 * noise.f64());
                let mut one = run(amo, side, seed, cpu);
                one.configuration = Some(place);
                runs.push(if cpu > one.time_limit { stopped(one) } else { one });
            }
        }
    }
    runs
}

fn summed(records: &[Record], measure: Measure) -> String {
    checked(&Summary::from_records(records, measure, false))
}

/// Returns invented runs of two questions, with HTML in their names.
fn of_two_sections() -> Vec<Record> {
    let mut records = runs(&["pairwise", "a<b>&\"c\"", "ladder"], &[4, 5, 6, 7], 3);
    for run in records.iter_mut().filter(|run| run.seed == 2) {
        run.question = RunQuestion::Unsat(3.into());
    }
    records
}

#[test]
fn a_page_holds_every_section_and_every_name_escaped() {
    let mut records = of_two_sections();
    records[0].ending = Ending::Refused;
    records[0].message = Some("no form for <this>".to_owned());
    records[1].ending = Ending::Broken;
    for measure in MEASURES.iter().map(|row| row.measure) {
        let page = summed(&records, measure);
        for name in ["pairwise", "a&lt;b&gt;&amp;&quot;c&quot;", "ladder", "virtual best"] {
            assert!(page.contains(name), "{name}");
        }
        let title = "Encodings of at-most-one (amo) on gunport";
        assert!(page.contains(&format!("<title>{title} (A &lt;grid&gt; &amp; more)</title>")));
        assert!(page.contains(&format!("<h1>{title}</h1>")));
        assert!(page.contains("optimum: finding") && page.contains("unsat: refuting"));
        assert!(page.contains("no form for &lt;this&gt;") && page.contains("Runs that broke"));
        assert!(!page.contains("a<b>"));
        assert_eq!(forests(&page), 2 * 3);
        assert_eq!(plots(&page), 2 * (1 + 2 * 3 + 1 + 1), "cactus, pairs twice, heat and growth");
    }
}

#[test]
fn a_forest_has_a_row_for_each_board_and_two_below() {
    let records = runs(&["pairwise", "ladder"], &[4, 5, 6, 7, 8, 9, 10], 4);
    let summary = Summary::from_records(&records, Measure::Cpu, false);
    let views = View::for_sections(&summary);
    let forest = super::super::plot::forest(&views[0], &summary.sections[0].pairs[0]);
    let drawn = forest.svg.as_str();
    for board in ["4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10"] {
        assert_eq!(drawn.matches(&format!(">{board}</text>")).count(), 1, "{board}");
    }
    assert_eq!(drawn.matches("h8v8h-8z").count(), 7, "a mark for each board");
    assert_eq!(drawn.matches(">these boards</text>").count(), 1);
    assert_eq!(drawn.matches(">boards like these</text>").count(), 1);
    assert!(drawn.contains("left of 1, pairwise takes less processor time"));
    assert!(drawn.contains("right of 1, ladder takes less processor time"));
    assert!(drawn.matches(" to ").count() >= 9, "every row has its interval in numbers");
}

#[test]
fn more_boards_than_rows_share_them_by_side() {
    let mut records = Vec::new();
    for number in 0..60 {
        for (place, amo) in ["pairwise", "ladder"].into_iter().enumerate() {
            let mut one = run(amo, 4 + number % 3, 0, 0.1 * (1 + place) as f64);
            one.puzzle = format!("gunport-{number}");
            one.configuration = Some(place);
            records.push(one);
        }
    }
    let page = summed(&records, Measure::Cpu);
    assert!(page.contains("the boards of one side share a row"));
    assert_eq!(page.matches(": 20 boards</text>").count(), 3);
    assert_eq!(page.matches("h8v8h-8z").count(), 60);
    assert!(page.contains("with the mark of the side of its board"));
}

/// Turns invented runs of boards into runs of model files, which have no size.
fn of_models(mut records: Vec<Record>) -> Vec<Record> {
    for run in &mut records {
        run.puzzle = run.puzzle.replace("gunport", "model");
        (run.family, run.size) = ("model".to_owned(), None);
    }
    records
}

#[test]
fn models_are_instances_and_have_no_side() {
    let records = of_models(runs(&["pairwise", "ladder"], &[4, 5, 6, 7, 8, 9], 4));
    let summary = Summary::from_records(&records, Measure::Cpu, false);
    let page = checked(&summary);
    assert!(page.contains("for instances like these") && page.contains("<dt>Instance</dt>"));
    let text = text::summary(&summary, text::Detail::Findings);
    assert!(text.starts_with("On these 6 instances of model, pairwise is first: "), "{text}");
    let latex = super::super::latex::tables(&summary);
    for told in [&page, &text, &latex] {
        assert!(!told.contains("board") && !told.contains("Board"), "{told}");
        assert!(!told.contains("side of"), "{told}");
    }
    assert_eq!(plots(&page), 3, "no heat map and no growth");
    let figures = super::super::figures::draw_all(&summary);
    let figures: Vec<&str> = figures.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(figures, ["solved.svg", "ratios-1.svg"]);
}

#[test]
fn many_models_share_a_row() {
    let records = of_models(runs(&["pairwise", "ladder"], &(4..50).collect::<Vec<_>>(), 1));
    let page = summed(&records, Measure::Cpu);
    assert!(page.contains("There are too many instances for a row each, so all of them share one"));
    assert_eq!(page.matches(">46 instances</text>").count(), 1);
}

/// A page with boards and models calls all of them boards where it speaks of both.
#[test]
fn a_page_of_boards_and_models_has_words_for_both() {
    let names = ["pairwise", "ladder"];
    let records = [of_models(runs(&names, &[4, 5, 6], 2)), runs(&names, &[4, 5, 6], 2)].concat();
    let page = summed(&records, Measure::Cpu);
    assert!(page.contains("<dt>Board</dt>") && page.contains("On these 3 boards"));
    assert!(page.contains("On these 3 instances"));
}

#[test]
fn par2_and_the_plot_of_solved_runs_are_of_the_compared_time() {
    let records = runs(&["pairwise", "ladder"], &[4, 5, 6, 7, 8, 9], 4);
    let of = |measure: Measure| {
        let summary = Summary::from_records(&records, measure, false);
        let latex = super::super::latex::tables(&summary);
        (checked(&summary), text::summary(&summary, text::Detail::Findings), latex)
    };
    let (page, text, latex) = of(Measure::Solve);
    assert!(page.contains("within this processor time for solving, seconds"));
    assert!(page.contains(">PAR2 solve,\u{a0}s<") && text.contains("PAR2 solve s"));
    assert!(latex.contains("PAR2 solve [s]"));
    assert!(latex.contains("PAR2 is the mean processor time for solving"));
    // A number of conflicts has no limit, so PAR2 stays a time.
    let (page, text, _) = of(Measure::Conflicts);
    assert!(page.contains("within this processor time, seconds") && text.contains("PAR2 cpu s"));
}

#[test]
fn what_is_found_is_said_in_words() {
    let page = summed(&runs(&["pairwise", "ladder"], &[4, 5, 6, 7, 8, 9], 4), Measure::Cpu);
    assert!(page.contains("the two configurations differ"), "{page}");
    assert!(page.contains("<li class=\"different\"><b>pairwise against ladder</b>"));
    assert!(page.contains("pairwise takes less processor time than ladder"));
    let few = summed(&runs(&["pairwise", "ladder"], &[4], 2), Measure::Cpu);
    assert!(
        few.contains("too few to claim anything about other boards")
            && few.contains("fewer than 6")
    );
}

#[test]
fn what_asks_for_attention_stands_first() {
    let mut records = runs(&["fast", "slow"], &[4, 5, 6, 7, 8, 9], 3);
    for run in &mut records {
        let is_fast = run.options["amo"] == "fast";
        run.cpu_seconds = 0.1 * (if is_fast { 1.0 } else { 2.0 }) + 0.001 * f64::from(run.seed);
        if is_fast && run.size == Some([9, 9]) {
            run.cpu_seconds = 1.0 + 0.01 * f64::from(run.seed);
        }
    }
    let page = summed(&records, Measure::Cpu);
    let section = page.split("<section").nth(1).expect("a section");
    let place = |words: &str| section.find(words);
    assert_eq!(section.matches("The better configuration depends on the criterion").count(), 1);
    assert!(place("class=\"attention\"") < place("class=\"findings\""));
}

#[test]
fn a_page_says_how_it_was_run_and_what_its_words_mean() {
    let page = summed(&of_two_sections(), Measure::Cpu);
    let run = page.split("How it was run</h2>").nth(1).expect("a box");
    for told in [
        "<code>quarrel compare</code>",
        "a processor",
        "10 s of processor time",
        "Dates of the runs",
    ] {
        assert!(run.contains(told), "{told}");
    }
    let (first, words) = page.split_once("<section id=\"words\">").expect("the words");
    for term in ["Board", "Question", "Repetition", "Block", "PAR2", "Ratio", "Interval", "Differ"]
    {
        assert!(words.contains(&format!("<dt>{term}</dt>")), "{term}");
    }
    assert!(words.contains("unsat is refuting") && first.contains("PAR2"));
    let headline = first.find("is first").expect("the winner");
    let ranking = first.find(">On these boards<").expect("the ranking");
    assert!(headline < ranking);
    let figure = first.find("role=\"img\"").expect("a plot");
    assert!(ranking < figure && figure < first.find("Findings on pairs").expect("sentences"));
}

#[test]
fn a_puzzle_without_optimum_is_told() {
    let mut records = of_two_sections();
    let mut open = stopped(run("pairwise", 30, 0, 1.0));
    open.reference = true;
    records.push(open);
    let page = summed(&records, Measure::Cpu);
    assert!(page.contains("1 puzzle is left out") && page.contains("gunport-30x30"));
}

#[test]
fn wide_things_scroll_and_say_so_and_paper_has_a_style() {
    let page = summed(&of_two_sections(), Measure::Cpu);
    let hints = page.matches("class=\"hint\"").count();
    assert_eq!(hints, page.matches("style=\"--needs:").count());
    assert_eq!(hints, page.matches("tabindex=\"0\"").count());
    assert!(hints > plots(&page), "tables have hints too");
    for style in
        ["@media print", "details-content", "size: A4", "prefers-color-scheme: dark", "100cqw"]
    {
        assert!(page.contains(style), "{style}");
    }
}

#[test]
fn of_nothing_a_page_says_so() {
    let page = summed(&[], Measure::Cpu);
    assert!(page.contains("no runs to compare") && plots(&page) == 0);
    let mut refused = run("x", 4, 0, 1.0);
    refused.ending = Ending::Refused;
    assert!(summed(&[refused], Measure::Cpu).contains("Impossible configurations"));
}

#[test]
fn one_run_one_configuration_and_one_size_are_pages_too() {
    let page = summed(&[run("x", 4, 0, 1.0)], Measure::Cpu);
    assert!(page.contains("nothing to compare it with"));
    assert_eq!(plots(&page), 2, "a cactus and a heat map");
    let one = summed(&runs(&["x"], &[4, 5, 6, 7], 2), Measure::Cpu);
    assert!(one.contains("for each added row and column") && plots(&one) == 3);
    let one_size = summed(&runs(&["x", "y"], &[4], 3), Measure::Cpu);
    assert!(!one_size.contains("<h3>Growth"));
}

#[test]
fn runs_without_any_result_are_a_page() {
    let none: Vec<Record> = runs(&["x", "y"], &[4, 5, 6], 2).into_iter().map(stopped).collect();
    for measure in MEASURES.iter().map(|row| row.measure) {
        let page = summed(&none, measure);
        assert!(page.contains("No run has a result") && page.contains(">no result<"));
        assert_eq!(plots(&page), 3, "a forest plot, a scatter plot and a heat map");
        assert!(page.contains("Reason for no result"));
    }
}

#[test]
fn runs_without_a_result_are_censored() {
    let mut records = runs(&["x", "y"], &[4, 5, 6], 3);
    let last = records.len() - 1;
    records[last] = stopped(records[last].clone());
    let page = summed(&records, Measure::Cpu);
    assert!(page.contains("y: 8 of 9 solved, 1 without a result"), "{page}");
    assert!(page.contains("(censored runs)") && page.contains(">time limit</text>"));
    assert!(page.contains("x: 9 of 9 solved<"));
}

/// Gives a run steps: the value 8 after a part of its time, and 5 at its end.
fn with_steps(run: Record) -> Record {
    let step = |best: Option<i64>, proved: i64, part: f64| RecordedStep {
        best: best.map(Into::into),
        proved: proved.into(),
        cpu_seconds: part * run.cpu_seconds,
    };
    let steps = vec![step(None, 1, 0.0), step(Some(8), 2, 0.25), step(Some(5), 5, 1.0)];
    Record { steps, ..run }
}

#[test]
fn the_gap_over_time_has_a_curve_and_a_column() {
    let records = runs(&["x", "y"], &[4, 5, 6], 2);
    let without = summed(&records, Measure::Cpu);
    assert!(without.contains("No run has recorded several values") && !without.contains("Primal"));
    let records: Vec<Record> = records.into_iter().map(with_steps).collect();
    let summary = Summary::from_records(&records, Measure::Cpu, false);
    let page = checked(&summary);
    assert_eq!(plots(&page), plots(&without) + 1);
    assert!(page.contains("<title>Gap over time: gunport, optimum</title>"));
    assert!(page.contains("as a mean over 6 blocks") && page.contains("<dt>Primal integral</dt>"));
    for head in [">Primal,\u{a0}s<", ">Primal-dual,\u{a0}s<", "x: 1.00 after"] {
        assert!(page.contains(head), "{head}");
    }
    let one = &summary.sections[0].configurations[0];
    let told = rounded(one.primal_integral.expect("an integral"));
    assert!(page.contains(&format!("<span>x: {told} s on average</span>")), "{told}");
    let text = text::summary(&summary, text::Detail::Findings);
    assert!(text.contains("primal s") && text.contains("primal-dual s"), "{text}");
    let latex = super::super::latex::tables(&summary);
    assert!(latex.contains("& Primal [s] & Primal-dual [s]"), "{latex}");
    let figures = super::super::figures::draw_all(&summary);
    assert!(figures.iter().any(|(name, _)| name == "gap.svg"));
    assert!(figures.iter().all(|(name, _)| super::super::figures::is_plot_name(name)));
}

/// A question for an answer of a known value has no gaps.
#[test]
fn only_optima_have_gaps() {
    let mut records: Vec<Record> =
        runs(&["x", "y"], &[4, 5], 1).into_iter().map(with_steps).collect();
    for run in &mut records {
        run.question = RunQuestion::Sat(5.into());
    }
    assert!(!summed(&records, Measure::Cpu).contains("Gap over time"));
}

#[test]
fn values_that_are_all_the_same_have_axes() {
    let alike = |value: f64| -> Vec<Record> {
        let same = |mut run: Record| {
            (run.cpu_seconds, run.conflicts, run.propagations) = (value, Some(0), Some(0));
            run
        };
        runs(&["x", "y"], &[4, 5, 6], 2).into_iter().map(same).collect()
    };
    for value in [0.0, 1.0, 1e6] {
        for measure in MEASURES.iter().map(|row| row.measure) {
            assert_eq!(plots(&summed(&alike(value), measure)), 5);
        }
    }
}

#[test]
fn many_configurations_are_folded() {
    let names = |number: usize| (0..number).map(|n| format!("amo-{n:02}")).collect::<Vec<_>>();
    for (number, pairs) in [(3, 3), (10, 45), (30, 29)] {
        let names = names(number);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let page = summed(&runs(&names, &[4, 5, 6], 1), Measure::Cpu);
        assert_eq!((forests(&page), plots(&page)), (pairs, 2 * pairs + 3));
        assert_eq!(page.contains("These are the pairs with amo-00"), number > 3);
        assert_eq!(page.contains("are not drawn"), number > 10);
        let open = page.matches("<details open=\"\">\n<summary>amo-00 against").count();
        assert_eq!(open, number - 1, "the pairs of the leader are open");
    }
}

#[test]
fn configurations_that_share_no_block_have_no_pairs() {
    let page = summed(&[run("x", 4, 0, 1.0), run("y", 4, 1, 1.0)], Measure::Cpu);
    assert!(page.contains("No block has runs of two configurations"), "{page}");
    assert_eq!(forests(&page), 0);
}

#[test]
fn the_band_of_a_curve_is_drawn_for_few_configurations() {
    let band = "fill-opacity=\"0.14\"";
    let few = summed(&runs(&["x", "y"], &[4, 5, 6, 7, 8], 2), Measure::Cpu);
    assert_eq!(few.matches(band).count(), 2);
    assert!(few.contains("The band around a curve"));
    let names = ["a", "b", "c", "d", "e"];
    let many = summed(&runs(&names, &[4, 5, 6, 7, 8], 2), Measure::Cpu);
    assert_eq!(many.matches(band).count(), 0);
    assert!(!many.contains("The band around a curve"));
}

#[test]
fn a_configuration_looks_the_same_in_every_section() {
    let mut records = runs(&["x", "y"], &[4, 5], 1);
    let mut others = runs(&["y", "x"], &[4, 5], 1);
    for run in &mut others {
        run.question = RunQuestion::Sat(5.into());
        run.command += " --bound 5";
    }
    records.extend(others);
    let summary = Summary::from_records(&records, Measure::Cpu, false);
    let views = View::for_sections(&summary);
    assert_eq!(views[0].name(0), views[1].name(1));
    assert_eq!(views[0].looks[0], views[1].looks[1]);
}

#[test]
fn every_svg_has_a_title() {
    let page = summed(&runs(&["x", "y"], &[4, 5, 6], 2), Measure::Cpu);
    let document = Document::parse(page.split_once('\n').expect("lines").1).expect("well-formed");
    for plot in document
        .descendants()
        .filter(|node| node.has_tag_name(SVG) && node.attribute("role") == Some("img"))
    {
        assert!(
            plot.first_element_child().is_some_and(|child| child.has_tag_name((SVG.0, "title")))
        );
    }
}
