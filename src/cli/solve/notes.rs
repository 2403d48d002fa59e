//! Notes on standard error after the result of a search. They are about options that changed
//! nothing, a solver that was not asked, and bounds that a solver has perhaps not proved.

use super::Solve;
use super::asked::SolveQuestion;
use crate::cli::{TypedWords, note};
use crate::question::AskedSolver;
use crate::search::{self, Finding, Statistics, Status};

/// Prints the notes on a search that has ended. `typed` knows which options come from the defaults.
/// Such an option gets no note.
pub(super) fn print(solve: &Solve, asked: &SolveQuestion, typed: &TypedWords, finding: &Finding) {
    solve.note_idle_encodings(finding, typed);
    solve.note_idle_options(asked, typed);
    solve.note_idle_cuts(asked, typed, finding);
    solve.note_unasked_solver(finding);
    solve.note_open_bounds(finding);
}

impl Solve {
    /// Prints a note about each encoding that the user asked for, but that had nothing to encode.
    /// If the search has written no clause, prints one note about all of these encodings. Prints
    /// nothing if the search was stopped. An encoding that comes from the defaults gets no note.
    fn note_idle_encodings(&self, finding: &Finding, typed: &TypedWords) {
        let Statistics { settled, clauses, .. } = &finding.statistics;
        // A search that was stopped would perhaps have used these encodings later.
        if finding.stopped {
            return;
        }
        let args = &self.model_args.encoding_args;
        let idle = args.idle_options(settled, |option| typed.is_default(option));
        if *clauses == 0 && !idle.is_empty() {
            let options: Vec<String> =
                idle.iter().map(|(option, _)| format!("--{option}")).collect();
            let changes = if idle.len() == 1 { "changes" } else { "change" };
            let option_list = options.join(" and ");
            note(&format!(
                "the question was answered before a clause was written; {option_list} {changes} nothing"
            ));
            return;
        }
        for (option, kind) in idle {
            let why = match finding.statistics.cubes {
                Some(_) => format!(
                    "the search {} has written no {kind}; --search {} writes everything as clauses",
                    finding.strategy.name,
                    search::clause_strategy().name
                ),
                None => format!("{} has no {kind} to encode in this search", self.boards.family),
            };
            note(&format!("{why}; --{option} changes nothing"));
        }
    }

    /// Prints a note about `--gap` if no optimum is searched, about `--search` and `--cuts` if there
    /// is no objective, about `--conflict-limit` if the named search does not count conflicts, and
    /// about `--threads` if the named search has only one thread. In these cases, the option changes
    /// nothing. An option that comes from the defaults gets no note.
    fn note_idle_options(&self, asked: &SolveQuestion, typed: &TypedWords) {
        let has_objective = asked.posed.opened.as_problem().goal().is_some();
        let is_optimised = has_objective && self.model_args.bound.is_none();
        let without_objective = format!("{} has no objective", self.boards.family);
        let why_no_optimum = if has_objective {
            "--bound asks for any answer within the bound, not for the best"
        } else {
            &without_objective
        };
        let named = self.strategy().filter(|_| has_objective);
        let uncounted = named.filter(|strategy| !strategy.is_limited_by_conflicts());
        let why_uncounted =
            uncounted.map_or(String::new(), |one| format!("{} counts no conflicts", one.name));
        let by_cuts = search::cut_strategy().name;
        let is_one_tree = named.is_some_and(|strategy| strategy.name == by_cuts);
        let why_one_thread =
            format!("{by_cuts} has one thread; without --search, the others search by clauses");
        let idle = [
            ("gap", self.gap.is_some() && !is_optimised, why_no_optimum),
            ("search", self.strategy().is_some() && !has_objective, &without_objective),
            (
                "conflict-limit",
                self.conflict_limit.is_some() && uncounted.is_some(),
                &why_uncounted,
            ),
            ("cuts", !self.cuts.are_all() && !has_objective, &without_objective),
            ("threads", self.threads > 1 && is_one_tree, &why_one_thread),
        ];
        for (option, _, why) in idle.iter().filter(|one| one.1 && !typed.is_default(one.0)) {
            note(&format!("{why}; --{option} changes nothing"));
        }
    }

    /// Prints a note about `--cuts` if the question has an objective, but branch and cut was not
    /// used. Prints nothing if the search was stopped, or if the option comes from the defaults.
    fn note_idle_cuts(&self, asked: &SolveQuestion, typed: &TypedWords, finding: &Finding) {
        let is_asked = !self.cuts.are_all() && !typed.is_default("cuts");
        let has_objective = asked.posed.opened.as_problem().goal().is_some();
        if !is_asked || !has_objective || finding.stopped || finding.statistics.cuts.is_some() {
            return;
        }
        let (used, by_cuts) = (finding.strategy.name, search::cut_strategy().name);
        let why = if used == by_cuts {
            "the question was answered before a linear program was solved".to_owned()
        } else {
            format!("the search {used} has no cuts; --search {by_cuts} has some")
        };
        note(&format!("{why}; --cuts changes nothing"));
    }

    /// Prints a note if the whole answer was known before the external solver was asked. Prints
    /// nothing if the search was stopped.
    fn note_unasked_solver(&self, finding: &Finding) {
        let is_answered = !finding.stopped && !finding.statistics.asked;
        if let Some(command) = self.solver.program().filter(|_| is_answered) {
            note(&format!("the question was answered without a solver; `{command}` was not asked"));
        }
    }

    /// Prints a note that a better answer may exist. Does so only if an external solver tried one
    /// bound after another, and the found answer is not proved to be the best. Such a solver does
    /// not report which bounds it refuted.
    fn note_open_bounds(&self, finding: &Finding) {
        match &self.solver {
            AskedSolver::External(format, command)
                if format.asks_bound_by_bound && finding.status() == Status::Satisfiable =>
            {
                note(&format!(
                    "`{command}` does not report which questions it has refuted, so there may be a better answer; \
                     CaDiCaL reports it in comments, without -q"
                ));
            }
            _ => {}
        }
    }
}
