//! An external solver that gets the whole question as a file in a format of `export`. The answer is
//! checked. But if the answer is said to be optimal, this rests only on the claim of the solver. If
//! the solver is stopped at a limit, its last answer is used.

use std::io::BufWriter;

use super::{FilesError, PosedQuestion};
use crate::belief::ClaimGround;
use crate::export::decode::{DecodedOutput, ReopenedProblem, SolverClaim};
use crate::export::{Export, ExportError, Format};
use crate::search::{Finding, SearchError, Status, Task};
use crate::solver::external::{Command, Conditions, ExternalError, create_temp_file};

impl PosedQuestion {
    /// Exports the whole question, with the encodings of `task`, to a temporary file. Then runs a
    /// command that answers the question within the limits of `task`. The answer is checked. If
    /// only the solver claims a result and nothing else proves it, the finding is marked as the
    /// word of the solver. If the export or the command is stopped before there is an answer, the
    /// finding is marked as stopped. The statistics have the sizes of the file. They state that the
    /// solver was asked only if the export was not stopped.
    ///
    /// # Errors
    ///
    /// If the export or the command fails, if the board's file cannot be read again, or if the
    /// output is wrong or cannot be read. But if the command was stopped, a wrong output is no
    /// error.
    pub fn ask_external(
        &self,
        task: &Task,
        format: &Format,
        command: &Command,
    ) -> Result<Finding, FilesError> {
        let rules = self.rules_for(format);
        let encodings = task.encodings.clone();
        let export = Export { encodings, ..self.export(format, &rules, &task.stop) };
        let broken = |error| SearchError::from(ExternalError::File(command.to_string(), error));
        let file = create_temp_file(&format!(".{}", format.name)).map_err(broken)?;
        let mut finding = Finding::new(task);
        let exported = match format.export(&export, &mut BufWriter::new(file.as_file())) {
            Err(ExportError::Stopped) => {
                finding.stopped = true;
                return Ok(finding);
            }
            Err(ExportError::Output(error)) => return Err(broken(error).into()),
            exported => exported
                .map_err(|error| FilesError::of_export(error, file.path(), task.formulation))?,
        };
        finding.statistics.variables = exported.variables;
        finding.statistics.clauses = exported.constraints;
        finding.statistics.settled = exported.settled.clone();
        let reopened = ReopenedProblem::new(self.map(format, &export, &exported)?, &[self.family])?;
        finding.statistics.asked = true;
        let conditions = Conditions { seed: task.seed, limits: task.limits, stop: &task.stop };
        let output = command.run(file.path(), &conditions).map_err(SearchError::from)?;
        let read = output.validate().and_then(|()| reopened.read(&output.answer));
        match read.and_then(|read| output.validate_claim(read.claim).map(|()| read)) {
            Ok(decoded) => add_output(&mut finding, decoded, output.is_cut_off()),
            // The answer of a solver that was stopped can be incomplete.
            Err(_) if output.was_stopped => finding.stopped = true,
            Err(refusal) => {
                return Err(SearchError::from(command.nonsense(&refusal, &output)).into());
            }
        }
        Ok(finding)
    }
}

/// Adds the decoded output to a finding. If the output is cut off, its answer is used. Its claim
/// that the answer is optimal, or that there is no answer, is then ignored. An answer with the best
/// of all possible values is optimal even without a claim, since the answer was checked. The ground
/// of the finding is then `Search`. In all other cases, the ground becomes `Word`, the word of the
/// solver. The finding is marked as stopped in two cases: if there is an objective and the answer
/// is not known to be optimal, or if there is no result.
fn add_output(finding: &mut Finding, decoded: DecodedOutput, is_cut_off: bool) {
    let claims = |claim| decoded.claim == claim && !is_cut_off;
    finding.ground = ClaimGround::Word;
    if let (Some(bounds), Some(value)) = (&mut finding.bounds, decoded.value()) {
        bounds.best = Some(value);
        if bounds.is_closed() {
            finding.ground = ClaimGround::Search;
        } else if claims(SolverClaim::Optimal) {
            bounds.limit = value;
        }
    }
    finding.exhausted = claims(SolverClaim::Unsatisfiable);
    finding.answer = decoded.answer;
    let is_open = finding.status() == Status::Satisfiable && finding.bounds.is_some();
    finding.stopped = is_open || finding.status() == Status::Unknown;
}

/// Returns the status of the question under the assumption that the solver's claim is true.
pub fn status_of(claim: SolverClaim) -> Status {
    match claim {
        SolverClaim::Optimal => Status::Optimal,
        SolverClaim::Satisfiable => Status::Satisfiable,
        SolverClaim::Unsatisfiable => Status::Unsatisfiable,
        SolverClaim::Unknown => Status::Unknown,
    }
}
