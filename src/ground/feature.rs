//! Optional parts of quarrel.
//!
//! Each part is a feature of the crate, and its code is in one module. In a build without the
//! feature, another module with the same functions replaces this module. The functions of the
//! replacement return an error with the feature's name.

use std::fmt;

/// An optional part of quarrel: a feature of the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The name of the feature in `Cargo.toml`.
    name: &'static str,
    /// Whether this build has the feature.
    is_built: bool,
}

/// The feature for comparisons of encodings, searches and solvers.
pub const COMPARE: Feature = Feature { name: "compare", is_built: cfg!(feature = "compare") };

/// The feature for compressed files.
pub const COMPRESS: Feature = Feature { name: "compress", is_built: cfg!(feature = "compress") };

/// The feature for bounds by linear programs.
pub const LP: Feature = Feature { name: "lp", is_built: cfg!(feature = "lp") };

/// The feature for pictures as PNG.
pub const PNG: Feature = Feature { name: "png", is_built: cfg!(feature = "png") };

/// The feature for some searches for records. They divide the refutation of a bound into cases, by
/// sums over the board.
pub const RECORDS: Feature = Feature { name: "records", is_built: cfg!(feature = "records") };

/// The error for a feature that this build lacks.
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
#[error("this quarrel was built without the feature `{0}`")]
pub struct MissingFeature(Feature);

impl Feature {
    /// Returns whether this build has the feature.
    pub fn is_built(self) -> bool {
        self.is_built
    }

    /// Checks that this build has the feature.
    ///
    /// # Errors
    ///
    /// If this build lacks the feature.
    pub fn require(self) -> Result<(), MissingFeature> {
        if self.is_built { Ok(()) } else { Err(MissingFeature(self)) }
    }

    /// Returns the error for a missing feature.
    pub fn missing_error(self) -> MissingFeature {
        MissingFeature(self)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_feature_is_named() {
        for feature in [COMPARE, COMPRESS, LP, PNG, RECORDS] {
            assert_eq!(feature.require().is_ok(), feature.is_built());
            let absent = Feature { is_built: false, ..feature };
            let told = absent.require().map_err(|missing| missing.to_string());
            let expected = format!("this quarrel was built without the feature `{feature}`");
            assert_eq!(told, Err(expected));
        }
    }
}
