"""One run of one peer, in this process: `child.py PEER INSTANCE LIMIT [OPTION=VALUE ...]`.

Options replace the peer's chosen ones, for trials. Two JSON objects go to standard output, one per
line: first the solver, so that a run ended at the limit has named it, then the result. `seconds`
cover building the model to the end of the proof; `import_seconds` are the time to load the peer.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from typing import Any

from instances import instance

PEERS = {
    "cp-sat": "cp_sat",
    "scip": "scip",
    "highs": "highs",
    "rc2": "rc2",
    "uwrmaxsat": "uwrmaxsat",
    "linear": "linear",
    "clingo": "clingo",
}


def main(peer: str, text: str, limit: str, *changes: str) -> None:
    """Runs the peer and prints the result."""
    board = instance(text)
    begun = time.perf_counter()
    module = import_module(f"models.{PEERS[peer]}")
    imported = time.perf_counter()
    options = module.CHOSEN[board.family] | dict(change.split("=", 1) for change in changes)
    tell(version=module.version(), options=options, import_seconds=round(imported - begun, 4))
    started = time.perf_counter()
    outcome = module.solve(module.state(board, options), float(limit))
    seconds = time.perf_counter() - started
    tell(status=outcome.status, value=outcome.value, seconds=round(seconds, 4))


def tell(**said: Any) -> None:
    """Prints a line of JSON."""
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
