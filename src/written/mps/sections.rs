//! Sections of an MPS file.

/// A section that is read, or the beginning of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MpsSection {
    Start,
    Name,
    Sense,
    Objective,
    Rows,
    Columns,
    RightHandSides,
    Ranges,
    Bounds,
    /// Terms of the objective, to be halved; each pair occurs once, or in both orders if `is_full`.
    Squares {
        is_full: bool,
    },
    /// Terms of a row; each pair occurs in both orders.
    RowSquares(usize),
    Indicators,
    Sets,
    Functions,
    End,
}

pub(super) const SECTIONS: &[(&str, MpsSection)] = &[
    ("NAME", MpsSection::Name),
    ("OBJSENSE", MpsSection::Sense),
    ("OBJNAME", MpsSection::Objective),
    ("ROWS", MpsSection::Rows),
    ("COLUMNS", MpsSection::Columns),
    ("RHS", MpsSection::RightHandSides),
    ("RANGES", MpsSection::Ranges),
    ("BOUNDS", MpsSection::Bounds),
    ("LAZYCONS", MpsSection::Rows),
    ("USERCUTS", MpsSection::Rows),
    ("QUADOBJ", MpsSection::Squares { is_full: false }),
    ("QMATRIX", MpsSection::Squares { is_full: true }),
    ("QCMATRIX", MpsSection::RowSquares(0)),
    ("INDICATORS", MpsSection::Indicators),
    ("SOS", MpsSection::Sets),
    ("GENCONS", MpsSection::Functions),
    ("ENDATA", MpsSection::End),
];

/// Recognises unsupported sections that carry a part of the model.
pub(super) fn is_foreign(name: &str) -> bool {
    const KNOWN: &[&str] = &[
        "QSECTION",
        "QUADS",
        "CSECTION",
        "PSECTION",
        "PWLOBJ",
        "PWLNAM",
        "PWLCON",
        "INDICATOR",
        "SOS1",
        "SOS2",
        "SETS",
        "MODELCUTS",
        "DELAYEDROWS",
        "BRANCH",
        "BASIS",
        "SCENARIOS",
        "MULTIOBJ",
        "OBJECT",
        "REFROW",
        "PRIORITIES",
    ];
    KNOWN.contains(&name)
}
