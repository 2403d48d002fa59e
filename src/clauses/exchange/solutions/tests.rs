//! Tests of all formats, with sample outputs of each.

use proptest::prelude::*;

use super::*;

#[test]
fn a_solver_rounds_and_a_competition_does_not() {
    let exact = |text: &str| text.parse::<Rational>().expect("a number");
    for (text, is) in [("1.25", true), ("1.250", true), ("5/4", true), ("1.2500001", false)] {
        assert_eq!(PrintedObjective::Exact(text.to_owned()).equals(&exact("1.25")), is, "{text}");
    }
    for (number, is) in [(1.25, true), (1.250_000_9, true), (1.251, false), (-1.25, false)] {
        assert_eq!(PrintedObjective::Rounded(number).equals(&exact("1.25")), is, "{number}");
    }
    assert!(PrintedObjective::Rounded(1.234_567_891e11).equals(&exact("123456789123")));
    assert!(!PrintedObjective::Rounded(f64::NAN).equals(&5.into()));
}

fn names() -> Vec<String> {
    ["x", "y", "z"].map(str::to_owned).into()
}

fn of(text: &str) -> Result<Solution, Refusal> {
    let names = names();
    read_solution(&Source::new("out", text), &WordNaming::new(&names, |_| false), Questions::One)
}

static SAMPLES: [(&SolutionFormat, &[Sample]); 12] = [
    (&highs::RAW, highs::tests::RAW),
    (&highs::PRETTY, highs::tests::PRETTY),
    (&glpk::FORMAT, glpk::tests::SAMPLES),
    (&scip::FORMAT, scip::tests::SAMPLES),
    (&cbc::FORMAT, cbc::tests::SAMPLES),
    (&gurobi::FORMAT, gurobi::tests::SAMPLES),
    (&cplex::FORMAT, cplex::tests::SAMPLES),
    (&miplib::FORMAT, miplib::tests::SAMPLES),
    (&lp_solve::FORMAT, lp_solve::tests::SAMPLES),
    (&clasp::FORMAT, clasp::tests::SAMPLES),
    (&minisat::FORMAT, minisat::tests::SAMPLES),
    (&competition::FORMAT, competition::tests::SAMPLES),
];

fn samples() -> impl Iterator<Item = (&'static SolutionFormat, &'static Sample)> {
    SAMPLES.iter().flat_map(|&(format, samples)| samples.iter().map(move |one| (format, one)))
}

#[test]
fn every_sample_is_of_one_format_and_is_read() {
    for (format, sample) in samples() {
        let named: Vec<_> = FORMATS.iter().filter(|one| (one.is)(sample.text)).collect();
        assert!(named.len() == 1 && std::ptr::eq(*named[0], format), "{}", sample.text);
        let said = of(sample.text).unwrap_or_else(|refusal| panic!("{refusal}\n{}", sample.text));
        assert_eq!(said.claim, sample.claim, "{}", sample.text);
        let values = [Some(true), Some(false), Some(false)];
        let values = if sample.has_values { values } else { [None; 3] };
        assert_eq!(said.values, values, "{}", sample.text);
        let is_three = match &said.objective {
            Some(PrintedObjective::Exact(text)) => text == "3",
            Some(PrintedObjective::Rounded(number)) => (number - 3.0).abs() < 1e-9,
            None => true,
        };
        assert!(is_three, "{}", sample.text);
    }
    let is_sampled = |format: &SolutionFormat| samples().any(|(one, _)| std::ptr::eq(one, format));
    assert!(FORMATS.iter().all(|format| is_sampled(format)));
}

#[test]
fn what_is_cut_off_is_refused_or_says_less() {
    for (_, sample) in samples().filter(|(_, sample)| sample.has_values) {
        let whole = of(sample.text).expect("a sample");
        for (end, _) in sample.text.char_indices() {
            let Ok(cut) = of(&sample.text[..end]) else { continue };
            let is_less = whole
                .values
                .iter()
                .zip(&cut.values)
                .clone()
                .all(|(all, part)| part.is_none() || all == part);
            assert!(is_less || !sample.shows_cuts, "{:?}", &sample.text[..end]);
        }
    }
}

#[test]
fn lines_that_stand_twice_change_nothing() {
    for (_, sample) in samples() {
        let whole = of(sample.text).expect("a sample");
        let lines: Vec<&str> = sample.text.split_inclusive('\n').collect();
        for twice in 0..lines.len() {
            let text = [&lines[..=twice], &lines[twice..]].concat().concat();
            if let Ok(said) = of(&text) {
                assert_eq!(said, whole, "{text}");
            }
        }
    }
}

#[test]
fn a_result_in_another_format_is_a_second_one() {
    let has_status = |(format, sample): &(&SolutionFormat, &Sample)| {
        sample.text.lines().any(|line| (format.states)(line.trim()))
    };
    let stated: Vec<_> = samples().filter(has_status).collect();
    assert_eq!(stated.len() + 2, samples().count(), "all but `v 100` and a list of names");
    for (format, sample) in &stated {
        for (other, next) in &stated {
            // A text of competition lines is allowed to have words of MiniSat that agree with them.
            let is_heeded = std::ptr::eq(*format, &raw const competition::FORMAT)
                && std::ptr::eq(*other, &raw const minisat::FORMAT);
            let is_agreed = is_heeded && sample.has_values == next.has_values;
            if !std::ptr::eq(*format, *other) && !is_agreed {
                let text = format!("{}{}", sample.text, next.text);
                assert!(of(&text).is_err(), "{text}");
            }
        }
    }
}

#[test]
fn a_variable_that_the_file_does_not_have_is_refused() {
    let names = ["w", "y", "z"].map(str::to_owned);
    for (_, sample) in samples().filter(|(_, sample)| sample.has_values) {
        let source = Source::new("out", sample.text);
        let read = read_solution(&source, &WordNaming::new(&names, |_| false), Questions::One);
        // Digits are read without names, so the wrong names are not noticed.
        assert!(read.is_err() || sample.text == "v 100\n", "{}", sample.text);
        // Only a wanted variable gets the value 0 if its value is missing.
        let read =
            read_solution(&source, &WordNaming::new(&names, |name| name == "x"), Questions::One);
        let values = read.expect("x is none of the model").values;
        assert!(values[0] != Some(true) || sample.text == "v 100\n", "{}", sample.text);
    }
}

#[test]
fn values_of_a_table_are_0_or_1_and_each_once() {
    let names = names();
    let naming = WordNaming::new(&names, |name| name == "other");
    let columns = |columns: &[(&'static str, &'static str)]| {
        let mut values = WantedValues::new(&naming);
        let told = columns.iter().try_for_each(|(name, value)| values.read_column(name, value));
        told.map(|()| values.into_solution(None, None).values).map_err(|wrong| wrong.found)
    };
    let [known, open] = [Some(true), None];
    assert_eq!(columns(&[("x", "0.99999"), ("other", "7.5")]), Ok(vec![known, open, open]));
    assert_eq!(columns(&[("y", "-1e-9")]), Ok(vec![open, Some(false), open]));
    for (wrong, found) in [
        ([("x", "0.5"), ("y", "0")], "`x` with the value 0.5"),
        ([("y", "0"), ("x", "2")], "`x` with the value 2"),
        ([("y", "nan"), ("x", "1")], "`nan`"),
        ([("y", "inf"), ("x", "1")], "`inf`"),
        ([("x", "1"), ("x", "1")], "`x` has two values"),
        ([("w", "1"), ("x", "1")], "there is no variable `w` in the file"),
        ([("other", "one"), ("x", "1")], "`one`"),
    ] {
        assert_eq!(columns(&wrong), Err(found.to_owned()));
    }
}

#[test]
fn the_largest_number_of_a_column_is_a_number() {
    let text = "Optimal - objective value 3\n18446744073709551615 x 1 3\n";
    assert_eq!(of(text).expect("read").values, [Some(true), Some(false), Some(false)]);
}

#[test]
fn formats_that_are_not_read_have_their_cure() {
    for (text, cure) in [
        ("4 2 : Number of columns and rows for primal or dual solution or basis\nT\n", "style` 0"),
        ("c Problem:    \nc Rows: 2\ns mip 2 4 o 4.5\nj 1 1\ne o f\n", "glpsol -o"),
        ("{ \"SolutionInfo\": { \"Status\": 2}, \"Vars\": []}", "`.sol`"),
        ("{\"CPLEXSolution\": {\"version\": \"1.0\"}}", "XML"),
        ("hello\n", "s SATISFIABLE"),
        ("", "s SATISFIABLE"),
    ] {
        let source = Source::new("out", text);
        let names = names();
        let refused = read(&source, &WordNaming::new(&names, |_| false), Questions::One);
        let refused = refused.expect_err("of no format").to_string();
        assert!(refused.contains(cure), "{refused}");
    }
}

proptest! {
    #[test]
    fn damage_is_read_or_refused(which in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), byte in " -\n0-9a-z=#<>&;:.\"".prop_map(|text| text.chars().next())) {
        let samples: Vec<_> = samples().collect();
        let text = samples[which.index(samples.len())].1.text;
        let place = place.index(text.len());
        if let (true, true, Some(byte)) = (text.is_char_boundary(place), text.is_char_boundary(place + 1), byte) {
            let _ = of(&format!("{}{byte}{}", &text[..place], &text[place + 1..]));
        }
    }
}
