"""The seeds' models, stated for each peer: one peer, one file, the same parts in the same order.

A peer's file has `CHOSEN`, its best known options for each family with the trials that chose them;
`version()`; `state(family, size, options)`, which builds the model; and `solve(model, limit)`,
which proves the optimum of it. `PEERS` in `child.py` lists the files.
"""
