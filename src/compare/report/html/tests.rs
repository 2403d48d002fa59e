//! Pages of made-up runs, read as XML and their plots by a renderer; above all those with little in them.

use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};
use resvg::usvg::{Options, Tree};

use super::*;
use crate::compare::record::Ending;
use crate::compare::record::tests::record;

/// Reads the page as XML, and every plot in it as a renderer does.
fn checked(summary: &Summary) -> String {
    let page = page(summary, "A <comparison> & more");
    let behind_doctype = page.split_once('\n').expect("lines").1;
    let options = ParsingOptions::default();
    let document = Document::parse_with_options(behind_doctype, options).expect("well-formed");
    for plot in document.descendants().filter(|node| node.has_tag_name(SVG)) {
        Tree::from_str(&behind_doctype[plot.range()], &Options::default()).expect("a picture");
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

/// A run of a configuration, on a board of some side.
fn run(amo: &str, side: usize, seed: u32, cpu: f64) -> Record {
    let mut run = record(&format!("gunport-{side}x{side}"), &[("amo", amo)], cpu);
    run.size = [side, side];
    run.seed = seed;
    run.command = format!("quarrel solve gunport --size {side} --amo {amo} --seed {seed}");
    run
}

fn stopped(mut run: Record) -> Record {
    run.ending = Ending::Stopped;
    run.status = "unknown".to_owned();
    run.cpu_seconds = run.time_limit;
    run
}

/// Every configuration on every side with every seed; those that take too long are stopped.
fn runs(configurations: &[&str], sides: &[usize], seeds: u32) -> Vec<Record> {
    let mut noise = fastrand::Rng::with_seed(1);
    let mut runs = Vec::new();
    for &side in sides {
        for seed in 0..seeds {
            for (place, amo) in configurations.iter().enumerate() {
                let factor = 1.0 + 0.5 * place as f64;
                let grown = 0.002 * factor * (2.1 + 0.1 * place as f64).powi(side as i32 - 4);
                let cpu = grown * (0.8 + 0.6 * noise.f64());
                let one = run(amo, side, seed, cpu);
                runs.push(if cpu > one.time_limit { stopped(one) } else { one });
            }
        }
    }
    runs
}

fn summed(records: &[Record], measure: Measure) -> String {
    checked(&Summary::of(records, measure))
}

#[test]
fn a_page_holds_every_section_and_every_name_escaped() {
    let mut records = runs(&["pairwise", "a<b>&\"c\"", "ladder"], &[4, 5, 6, 7], 3);
    for run in records.iter_mut().filter(|run| run.seed == 2) {
        run.question = "unsat 3".to_owned();
    }
    records[0].ending = Ending::Refused;
    records[0].message = Some("no form for <this>".to_owned());
    records[1].ending = Ending::Broken;
    for &(_, measure) in Measure::ALL {
        let page = summed(&records, measure);
        for name in ["pairwise", "a&lt;b&gt;&amp;&quot;c&quot;", "ladder", "virtual best"] {
            assert!(page.contains(name), "{name}");
        }
        assert!(page.contains("<title>A &lt;comparison&gt; &amp; more</title>"));
        assert!(page.contains("optimum: the optimum") && page.contains("unsat: that nothing"));
        assert!(page.contains("no form for &lt;this&gt;") && page.contains("Runs that broke"));
        assert!(!page.contains("a<b>"));
        assert_eq!(plots(&page), 2 * (1 + 3 + 1 + 1));
    }
}

#[test]
fn what_is_found_is_said_in_words() {
    let page = summed(&runs(&["pairwise", "ladder"], &[4, 5, 6, 7, 8], 4), Measure::Cpu);
    assert!(page.contains("the two configurations differ"), "{page}");
    assert!(page.contains(
        "<li class=\"different\"><b>pairwise takes less processor time than ladder</b>: "
    ));
    assert!(page.contains("p below 0.001, and the ratio is beyond 1.05"));
    let few = summed(&runs(&["pairwise", "ladder"], &[4], 2), Measure::Cpu);
    assert!(few.contains("no difference between the two") && few.contains("too few to tell"));
}

#[test]
fn of_nothing_a_page_says_so() {
    let page = summed(&[], Measure::Cpu);
    assert!(page.contains("no runs to compare") && plots(&page) == 0);
    let mut refused = run("x", 4, 0, 1.0);
    refused.ending = Ending::Refused;
    assert!(summed(&[refused], Measure::Cpu).contains("Configurations that cannot be"));
}

#[test]
fn one_run_one_configuration_and_one_size_are_pages_too() {
    let page = summed(&[run("x", 4, 0, 1.0)], Measure::Cpu);
    assert!(page.contains("nothing to compare it with"));
    assert_eq!(plots(&page), 2, "a cactus and a heat map");
    let one = summed(&runs(&["x"], &[4, 5, 6], 2), Measure::Cpu);
    assert!(one.contains("per row and column") && plots(&one) == 3);
    let one_size = summed(&runs(&["x", "y"], &[4], 3), Measure::Cpu);
    assert!(!one_size.contains("<h3>Growth"));
}

#[test]
fn runs_without_any_result_are_a_page() {
    let none: Vec<Record> = runs(&["x", "y"], &[4, 5, 6], 2).into_iter().map(stopped).collect();
    for &(_, measure) in Measure::ALL {
        let page = summed(&none, measure);
        assert!(page.contains("No run has a result") && page.contains(">no result<"));
        assert_eq!(plots(&page), 2, "a scatter plot and a heat map");
    }
}

#[test]
fn values_that_are_all_the_same_have_axes() {
    let alike = |value: f64| -> Vec<Record> {
        let same = |mut run: Record| {
            (run.cpu_seconds, run.conflicts, run.propagations) = (value, 0, 0);
            run
        };
        runs(&["x", "y"], &[4, 5, 6], 2).into_iter().map(same).collect()
    };
    for value in [0.0, 1.0, 1e6] {
        for &(_, measure) in Measure::ALL {
            assert_eq!(plots(&summed(&alike(value), measure)), 4);
        }
    }
}

#[test]
fn many_configurations_are_folded() {
    let names = |number: usize| (0..number).map(|n| format!("amo-{n}")).collect::<Vec<_>>();
    for (number, scatters) in [(5, 10), (10, 45), (30, 29)] {
        let names = names(number);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let page = summed(&runs(&names, &[4, 5, 6], 1), Measure::Cpu);
        assert_eq!(plots(&page), scatters + 3);
        assert_eq!(page.contains("The pairs with amo-0"), number > 5);
        assert_eq!(page.contains("are not drawn"), number > 10);
    }
}

#[test]
fn configurations_that_share_no_block_have_no_pairs() {
    let page = summed(&[run("x", 4, 0, 1.0), run("y", 4, 1, 1.0)], Measure::Cpu);
    assert!(page.contains("no two configurations have been asked the same"));
}

#[test]
fn a_configuration_looks_the_same_in_every_section() {
    let mut records = runs(&["x", "y"], &[4, 5], 1);
    let mut others = runs(&["y", "x"], &[4, 5], 1);
    for run in &mut others {
        run.question = "sat 5".to_owned();
        run.command += " --bound 5";
    }
    records.extend(others);
    let summary = Summary::of(&records, Measure::Cpu);
    let views = View::all(&summary);
    assert_eq!(views[0].name(0), views[1].name(1));
    assert_eq!(views[0].looks[0], views[1].looks[1]);
}

#[test]
fn every_svg_has_a_title() {
    let page = summed(&runs(&["x", "y"], &[4, 5, 6], 2), Measure::Cpu);
    let document = Document::parse(page.split_once('\n').expect("lines").1).expect("well-formed");
    let drawn = |node: &Node| node.has_tag_name(SVG) && node.attribute("role") == Some("img");
    for plot in document.descendants().filter(drawn) {
        assert!(
            plot.first_element_child().is_some_and(|child| child.has_tag_name((SVG.0, "title")))
        );
    }
}
