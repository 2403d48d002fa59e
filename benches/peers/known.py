"""The optima that are known, and the default instances: lit panes, dominoes, queens of each army.

gunport: an exact dynamic program over profiles; its squares are OEIS A280984. armies: OEIS A250000,
proved to 15. abbott-window: 4 to 8 by enumeration of all windows over GF(2); 9, 10, 11, 13, 15 and
17 were proved by quarrel or the linear search and by SCIP or CP-SAT, 12 by quarrel alone.
"""

from __future__ import annotations

from instances import Instance

GUNPORT = {
    (5, 5): 9, (6, 6): 12, (6, 7): 14, (7, 7): 17, (7, 8): 19, (8, 8): 22, (8, 10): 27,
    (9, 9): 27, (10, 10): 34, (11, 11): 41, (12, 12): 48, (13, 13): 57, (14, 14): 66,
    (15, 15): 75, (16, 16): 86,
}  # fmt: skip

ABBOTT = {
    4: 12, 5: 16, 6: 28, 7: 40, 8: 52, 9: 70, 10: 84, 11: 106, 12: 124, 13: 152, 15: 206, 17: 268,
}  # fmt: skip

ARMIES = {3: 1, 4: 2, 5: 4, 6: 5, 7: 7, 8: 9, 9: 12, 10: 14, 11: 17, 12: 21}

KNOWN: dict[str, dict[tuple[int, int], int]] = {
    "gunport": GUNPORT,
    "abbott-window": {(n, n): value for n, value in ABBOTT.items()},
    "armies": {(n, n): value for n, value in ARMIES.items()},
}

DEFAULT = (
    "gunport:10x10 gunport:11x11 gunport:14x14 "
    "abbott-window:11 abbott-window:13 abbott-window:15 abbott-window:17 "
    "armies:7 armies:8"
).split()


def optimum(instance: Instance) -> int | None:
    """The known optimum of a board without given cells and variants, in either orientation."""
    if instance.given or instance.variant:
        return None
    rows, columns = sorted(instance.size)
    return KNOWN[instance.family].get((rows, columns))
