//! The sections of an MPS file.

/// The sections that are read, and what begins the text.
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
    /// Numbers times two variables of the objective, of which half is meant; each pair stands once,
    /// or both ways around.
    Squares {
        is_full: bool,
    },
    /// Numbers times two variables of a row; each pair stands both ways around.
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

/// Sections of the dialects that hold what is not read here, or a part of the model that would be
/// lost.
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
