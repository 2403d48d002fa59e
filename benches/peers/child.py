"""One run of one peer, in this process: `child.py PEER INSTANCE LIMIT [OPTION=VALUE ...]`.

Options replace the peer's chosen ones: that is how they were tried. Two JSON objects go to standard
output, a line each. The first says who solves: also a run that is ended at the limit has said that.
The second says what came of it. `seconds` run from before the model is built to after the proof;
`import_seconds` are those that Python took to load the peer.
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
    """Runs the peer and tells what came of it."""
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
