//! Solves one MaxSAT problem by a linear SAT-UNSAT search, with each pseudo-Boolean encoding of
//! this crate and of rustsat. The search uses an encoding only through rustsat's traits. For each
//! encoding, prints the optimum, the numbers of auxiliary variables and clauses for the bounds, and
//! the time in seconds.
//!
//! `cargo run --release --example maxsat -- 60 40`
//!
//! The problem has 60 links, each with two ends of weights up to 40. At least one end of each link
//! is chosen, so that the total weight of the chosen ends is least.

use std::error::Error;
use std::time::Instant;

use quarrel_encodings::pseudo_boolean;
use rustsat::encodings::{EncodeStats, pb};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;

/// A covering problem: places with weights, and links of two places each, of which one must be
/// chosen.
struct Cover {
    weighted: Vec<(Lit, usize)>,
    links: Vec<[Lit; 2]>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let numbers = std::env::args().skip(1).map(|word| word.parse());
    let numbers: Vec<u32> = numbers.collect::<Result<_, _>>()?;
    let [links, heaviest] = numbers[..] else { return Err("maxsat LINKS WEIGHT".into()) };
    let cover = Cover::of(links, heaviest.max(1));
    let weighted = || cover.weighted.iter().copied();
    for row in pseudo_boolean::ALL {
        cover.report(row.name, row.encoder(weighted()));
    }
    cover.report("rustsat's totalizer", weighted().collect::<pb::GeneralizedTotalizer>());
    cover.report("rustsat's adder", weighted().collect::<pb::BinaryAdder>());
    cover.report("rustsat's watchdog", weighted().collect::<pb::DynamicPolyWatchdog>());
    Ok(())
}

impl Cover {
    fn of(links: u32, heaviest: u32) -> Cover {
        let places = links / 2 + 2;
        let weight = |place: u32| (place * 7919 + 13) % heaviest + 1;
        let weighted = (0..places).map(|place| (Lit::positive(place), weight(place) as usize));
        let ends = (0..links).map(|link| [link % places, (link * link + 3 * link + 1) % places]);
        let links = ends.map(|ends| ends.map(Lit::positive)).collect();
        Cover { weighted: weighted.collect(), links }
    }

    fn report<E: pb::BoundUpperIncremental + EncodeStats>(&self, name: &str, mut encoder: E) {
        let started = Instant::now();
        match self.search(&mut encoder) {
            Ok(least) => {
                let (variables, clauses) = (encoder.n_vars(), encoder.n_clauses());
                let seconds = started.elapsed().as_secs_f64();
                println!(
                    "{name}: {least}, {variables} variables, {clauses} clauses, {seconds:.3} s"
                );
            }
            Err(error) => println!("{name}: {error}"),
        }
    }

    /// Returns the least total weight of places that cover all links.
    fn search(
        &self,
        encoder: &mut impl pb::BoundUpperIncremental,
    ) -> Result<usize, Box<dyn Error>> {
        let mut solver = CaDiCaL::default();
        for link in &self.links {
            solver.add_clause(link[..].into())?;
        }
        let (last, _) = self.weighted.last().ok_or("no places")?;
        let mut variables = BasicVarManager::default();
        variables.mark_used(last.var());
        let (mut least, mut assumptions) = (encoder.weight_sum(), Vec::new());
        while solver.solve_assumps(&assumptions)? == SolverResult::Sat {
            let solution = solver.solution(last.var())?;
            let is_true = |lit: Lit| solution.lit_value(lit) == TernaryVal::True;
            let chosen = self.weighted.iter().filter(|&&(lit, _)| is_true(lit));
            least = chosen.map(|&(_, weight)| weight).sum();
            let Some(less) = least.checked_sub(1) else { break };
            encoder.encode_ub_change(less..=less, &mut solver, &mut variables)?;
            assumptions = encoder.enforce_ub(less)?;
        }
        Ok(least)
    }
}
