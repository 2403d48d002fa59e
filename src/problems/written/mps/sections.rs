//! The sections of an MPS file.

/// A section of the MPS format that is read, or the text before or after all sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MpsSection {
    /// The text before the first section.
    Start,
    Name,
    /// The sense of the objective (`OBJSENSE`).
    Sense,
    /// The name of the row that is the objective (`OBJNAME`).
    Objective,
    Rows,
    Columns,
    RightHandSides,
    Ranges,
    Bounds,
    /// Quadratic terms of the objective, whose coefficients are halved. If `is_full`, each pair of
    /// variables occurs in both orders; otherwise, it occurs only once.
    Squares {
        is_full: bool,
    },
    /// Quadratic terms of the row at this index. Each pair of variables occurs in both orders.
    RowSquares(usize),
    /// The conditions under which rows must hold.
    Indicators,
    /// The members of special ordered sets.
    Sets,
    /// General constraints: functions such as `AND` and `MAX`.
    Functions,
    /// The text after `ENDATA`.
    End,
}

/// The name of each section, in capitals. Lazy constraints and user cuts are read as rows. For
/// `QCMATRIX`, the 0 is a placeholder: the line that begins this section names the row.
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

/// Returns whether `name`, in capitals, is a section that some programs have in MPS but that is not
/// supported here.
pub(super) fn is_foreign(name: &str) -> bool {
    /// The names of these sections, in capitals.
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
