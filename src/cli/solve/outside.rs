//! A solver outside that takes the whole question, in a format of its own.
//!
//! What `--solver 'wcnf:COMMAND'` does is `export`, the command, and `decode`: the answer is
//! checked like any other, and that it is the best is the word of the solver. At a limit its last
//! answer is taken, too.

use std::io::BufWriter;

use super::Failure;
use super::asked::SolveAsked;
use crate::belief::ClaimGround;
use crate::bounds::Bounds;
use crate::export::decode::{Decoded, Reopened, SolverClaim};
use crate::export::{Export, ExportError, Format};
use crate::search::{Finding, SearchError, Status};
use crate::solver::external::{Command, Conditions, ExternalError, in_a_folder};

/// Has a command solve what is asked in a format.
pub(super) fn solve(
    asked: &SolveAsked,
    format: &Format,
    command: &Command,
) -> Result<Finding, Failure> {
    let SolveAsked { posed, task } = asked;
    let rules = posed.rules_for(format);
    let encodings = task.encodings.clone();
    let export = Export { encodings, ..posed.export(format, &rules, &task.stop) };
    let broken = |error| ExternalError::File(command.to_string(), error);
    let suffix = format!(".{}", format.name);
    let file =
        in_a_folder(tempfile::Builder::new().suffix(&suffix)).map_err(broken).map_err(solver)?;
    let mut finding = Finding::nothing(task);
    let exported = match format.export(&export, &mut BufWriter::new(file.as_file())) {
        Err(ExportError::Encoding(refusal)) if refusal.is_stop() => {
            finding.stopped = true;
            return Ok(finding);
        }
        Err(ExportError::Encoding(refusal)) => return Err(SearchError::from(refusal).into()),
        Err(ExportError::Output(error)) => return Err(solver(broken(error))),
        Err(ExportError::NoValue) => return Err(task.formulation.without_value().into()),
        Err(ExportError::Refused(refusal)) => return Err(refusal.into()),
        Ok(exported) => exported,
    };
    finding.statistics.variables = exported.variables;
    finding.statistics.clauses = exported.constraints;
    finding.statistics.settled = exported.settled.clone();
    let map = posed.map(format, &export, &exported)?;
    let reopened = Reopened::new(map, &[posed.family])?;
    finding.statistics.asked = true;
    let conditions = Conditions { seed: task.seed, limits: task.limits, stop: &task.stop };
    let output = command.run(file.path(), &conditions).map_err(solver)?;
    match output.validate().and_then(|()| reopened.read(&output.said)) {
        Ok(decoded) => take_in(&mut finding, decoded, output.is_cut_off()),
        // What it says when it has to stop may be half of an answer.
        Err(_) if output.was_stopped() => finding.stopped = true,
        Err(refusal) => return Err(solver(command.nonsense(&refusal, &output))),
    }
    Ok(finding)
}

fn solver(trouble: ExternalError) -> Failure {
    SearchError::from(trouble).into()
}

/// Takes in what a solver says; if that is cut off, its answer and no claim.
fn take_in(finding: &mut Finding, decoded: Decoded, is_cut_off: bool) {
    finding.status = match decoded.claim {
        SolverClaim::Optimal if is_cut_off => Status::Satisfiable,
        SolverClaim::Unsatisfiable if is_cut_off => Status::Unknown,
        SolverClaim::Optimal => Status::Optimal,
        SolverClaim::Satisfiable => Status::Satisfiable,
        SolverClaim::Unsatisfiable => Status::Unsatisfiable,
        SolverClaim::Unknown => Status::Unknown,
    };
    finding.ground = ClaimGround::Word;
    let open = finding.status == Status::Satisfiable && finding.bounds.is_some();
    finding.stopped = open || finding.status == Status::Unknown;
    finding.value = decoded.value();
    finding.answer = decoded.answer;
    if let (Some(bounds), Some(value)) = (&mut finding.bounds, finding.value) {
        let limit = if finding.status == Status::Optimal { value } else { bounds.limit };
        *bounds = Bounds { best: Some(value), limit, ..*bounds };
    }
}
