//! Replaces the searches by cubes, line sums, parity cuts and branch and cut in a build without the feature
//! `records`. The replacements suit no model and refuse to run.

use super::method::Method;
use super::strategy::{BY_CLAUSES, Division, Fit, Strategy};
use super::{CutClass, Optimiser, SearchError};

/// The requirement that the error of a replaced search states.
const NEEDS: &str = "a build of quarrel with the feature `records`";

/// The names of the replaced searches.
const NAMES: [&str; 4] = ["cubes", "line-sums", "parity-cuts", "branch-and-cut"];

pub mod cubes {
    /// The replacement of `cubes`.
    pub const METHOD: super::Method = super::missing::<0>();
}

pub mod line_sums {
    /// The replacement of `line-sums`.
    pub const METHOD: super::Method = super::missing::<1>();
}

pub mod parity_cuts {
    /// The replacement of `parity-cuts`.
    pub const METHOD: super::Method = super::missing::<2>();
}

pub mod row_cuts {
    /// The replacement of `branch-and-cut`.
    pub const METHOD: super::Method = super::missing::<3>();

    /// The names of the classes of cuts that this build lacks.
    pub const CUT_CLASSES: &[super::CutClass] = &[
        super::missing_class("rows"),
        super::missing_class("costs"),
        super::missing_class("tableau"),
        super::missing_class("cliques"),
    ];
}

/// The summary of a search or a class of cuts that this build lacks.
const MISSING: &str = "needs a build with the feature `records`";

/// Returns the class of cuts with this name, which this build lacks.
const fn missing_class(name: &'static str) -> CutClass {
    CutClass { name, summary: MISSING }
}

/// Returns the replacement of the search with the index `INDEX` in [`NAMES`]. The replacement fits
/// no model, divides no bound, and searches no share of a bound. If it is run, it fails with
/// [`SearchError::Strategy`]. An `INDEX` beyond the list does not compile.
const fn missing<const INDEX: usize>() -> Method {
    let division = Division::Cubes {
        in_conflicts: false,
        breaks_symmetries: false,
        progress: |_| String::new(),
        divides: |_, _, _, _| false,
    };
    let run = |_: &mut Optimiser| -> Result<(), SearchError> {
        Err(SearchError::Strategy { name: NAMES[INDEX], needs: NEEDS })
    };
    let fit = |_: &_, _: &_| Fit::None;
    let (name, summary) = (NAMES[INDEX], MISSING);
    Method {
        strategy: Strategy { name, summary, fit, division, ..BY_CLAUSES },
        run,
        share: None,
        trial: None,
    }
}
