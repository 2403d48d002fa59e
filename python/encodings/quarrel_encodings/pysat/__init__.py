"""PySAT's modules `card` and `pb`, with the encodings of this package.

A program changes its imports and nothing else:

>>> from quarrel_encodings.pysat.card import CardEnc, EncType  # was: from pysat.card import …
>>> cnf = CardEnc.atmost(lits=[1, 2, 3], bound=1, encoding=EncType.pairwise)
>>> cnf.clauses
[[-1, -2], [-1, -3], [-2, -3]]

Names, numbers, defaults and exceptions are PySAT's, and so are the formulas that are returned: the
package `python-sat` must be installed. `EncType` here is that of `card`; `PBEnc` takes its members
by name, so that both classes work with one import.
"""

from .card import CardEnc, EncType, ISeqCounter, ITotalizer, NoSuchEncodingError, UnsupportedBound
from .pb import PBEnc

__all__ = [
    "CardEnc",
    "EncType",
    "ISeqCounter",
    "ITotalizer",
    "NoSuchEncodingError",
    "PBEnc",
    "UnsupportedBound",
]
