"""The report: Markdown from the results alone."""

from __future__ import annotations

from math import inf
from statistics import median

from results import Results, Run

QUARREL = "quarrel"


def report(results: Results) -> str:
    """The table, how to read it, the versions, the options, the machine."""
    parts = (table, reading, versions, starts, machines)
    return "\n\n".join(part(results) for part in parts)


def table(results: Results) -> str:
    """Instance × peer, and the ratio of the best peer to quarrel."""
    names = peers(results)
    header = ["instance", "optimum", *names, "best peer / quarrel"]
    lines = [header, ["---"] + ["---:"] * (len(header) - 1)]
    lines += [row(results, instance, names) for instance in instances(results)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def row(results: Results, instance: str, names: list[str]) -> list[str]:
    """The line of an instance."""
    claims = unique([run.claim for run in results.runs if run.instance == instance and run.claim])
    optimum = ", ".join(claims).removeprefix("the optimum ") or "–"
    cells = [cell(results.of(instance, name), repeats(results)) for name in names]
    return [instance, optimum, *cells, ratio(results, instance, names)]


def cell(runs: list[Run], repeated: int) -> str:
    """The median of some runs in seconds, or the reason why there is none."""
    if not runs:
        return "–"
    seconds = median_seconds(runs)
    if seconds == inf:
        return "failed" if runs[-1].status == "failed" else f">{runs[0].limit:g}"
    few = "" if len(runs) >= repeated else f" ({len(runs)} of {repeated})"
    return f"{digits(seconds)}{few}"


def ratio(results: Results, instance: str, names: list[str]) -> str:
    """The best peer's median divided by quarrel's; a bound if only one of them finished."""
    medians = {
        name: median_seconds(results.of(instance, name))
        for name in names
        if results.of(instance, name)
    }
    ours = medians.pop(QUARREL, None)
    if ours is None or not medians:
        return "–"
    limit = results.of(instance, QUARREL)[0].limit
    best = min(medians, key=lambda name: medians[name])
    if medians[best] == inf:
        return "–" if ours == inf else f"> {digits(limit / ours)}"
    if ours == inf:
        return f"< {digits(medians[best] / limit)} ({best})"
    return f"{digits(medians[best] / ours)} ({best})"


def reading(results: Results) -> str:
    """The explanation of the table."""
    limits = ", ".join(sorted({f"{run.limit:g}" for run in results.runs}))
    return (
        "Seconds to a proved optimum, or to the proof that there is no answer, the median of "
        f"{repeats(results)} runs; limit {limits} s a run, and after a miss no second one. "
        "quarrel's seconds are those of its whole process. A peer's run from before its model is "
        "built to after the proof: starting Python and loading the peer are left out, in its "
        "favour."
    )


def versions(results: Results) -> str:
    """Each peer's version, and its options for each family."""
    lines = ["| peer | version | options |", "|---|---|---|"]
    for name in peers(results):
        runs = [run for run in results.runs if run.peer == name]
        version = ", ".join(unique([run.version for run in runs]))
        said = unique([f"{family(run)}: {run.options}" for run in runs if run.options])
        lines.append(f"| {name} | {version} | {'; '.join(said) or 'defaults'} |")
    return "\n".join(lines)


def starts(results: Results) -> str:
    """The times that the peers' seconds omit."""
    lines = [
        "| left out of the peer's seconds | loading it | starting and ending |",
        "|---|---:|---:|",
    ]
    for name in peers(results):
        runs = [run for run in results.runs if run.peer == name and run.claim]
        if name != QUARREL and runs:
            loading = median(run.import_seconds for run in runs)
            rest = median(run.wall - run.seconds - run.import_seconds for run in runs)
            lines.append(f"| {name} | {digits(loading)} | {digits(rest)} |")
    return "\n".join(lines)


def machines(results: Results) -> str:
    """The machine, or a warning that there were several."""
    told = "\n".join(
        f"Machine: {m['processor']}, {m['cores']} cores, {m['memory']}; {m['system']}; "
        f"Python {m['python']}."
        for m in results.machines
    )
    several = "\n\nThese runs are of more than one machine: do not compare them."
    return told + (several if len(results.machines) > 1 else "")


def median_seconds(runs: list[Run]) -> float:
    """The median; a run without a proof counts as infinite, and a first such run decides."""
    if not runs[0].claim:
        return inf
    return median(run.seconds if run.claim else inf for run in runs)


def digits(number: float) -> str:
    """Three significant digits, or all of a whole number."""
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def peers(results: Results) -> list[str]:
    """quarrel, then the others in the order of the file."""
    return unique(
        [QUARREL] * any(run.peer == QUARREL for run in results.runs)
        + [run.peer for run in results.runs]
    )


def instances(results: Results) -> list[str]:
    """The instances in the order of the file."""
    return unique([run.instance for run in results.runs])


def repeats(results: Results) -> int:
    """The largest number of repetitions of a run."""
    return max((run.repetition for run in results.runs), default=0)


def family(run: Run) -> str:
    """The family of a run's instance."""
    return run.instance.split(" ")[0]


def unique(items: list[str]) -> list[str]:
    """Each item once, in order."""
    return list(dict.fromkeys(items))
