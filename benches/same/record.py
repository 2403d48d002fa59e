#!/usr/bin/env python3
"""Records what a build of quarrel says and writes, so that two builds can be compared.

    benches/same/record.py PROGRAM FOLDER [--like FOLDER] [--jobs N] [--only WORD] [--seconds S] [--results FILE ...]
    diff -r BEFORE AFTER

Each case is one or several commands that run one after another in a folder of their own, with one thread. Its record
holds each command, its exit status, its output and error output, and the files that it wrote; conflicts, propagations
and ticks are in the JSON of `solve`. Seconds, memory, dates and processes are masked, nothing else is. Large files are
recorded by their hash.

A case that takes longer than S seconds (default 5) has no record, and its name goes to `FOLDER/slow`; with `--like`
the cases that were slow there are left out, so that both folders have the same cases. Boards and models of others are
read from QUARREL_BOARDS, QUARREL_MODELS and QUARREL_LINKS, if they are set.
"""

import argparse
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LARGEST_MODEL = 60_000
LARGEST_RECORD = 200_000

# Numbers that differ between two runs of one build.
MASKS = [
    (re.compile(r'("[a-z_]*(?:seconds|memory_mb|_mb)": *)[0-9.eE+-]+'), r"\1~"),
    (re.compile(r'("(?:date|process|load|checksum|commit|profile)": *)("[^"]*"|[0-9.]+)'), r"\1~"),
    (re.compile(r"\b[0-9]+(\.[0-9]+)? ?(ms|s|min|MB|seconds|milliseconds)\b"), "~"),
    (re.compile(r"\b\d{4}-\d\d-\d\d(T[0-9:.]+Z)?"), "~"),
    (re.compile(r"\bin (under|less than) ~"), "in ~"),
    (re.compile(r"commit [0-9a-f]{7,}"), "commit ~"),
]


def masked(text, masks):
    for pattern, replacement in masks:
        text = pattern.sub(replacement, text)
    return text


def recorded(data, masks, limit=LARGEST_RECORD):
    """Returns a file's content as text, or its length and hash if it is binary or large."""
    try:
        text = masked(data.decode("utf-8"), masks)
    except UnicodeDecodeError:
        text = None
    if text is None or len(text) > limit:
        content = data if text is None else text.encode()
        return f"{len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}\n"
    return text


def choices(program, verb, option):
    """Returns the possible values of an option, as the help states them."""
    text = subprocess.run([program, verb, "--help"], capture_output=True, text=True, check=True).stdout
    part = text.split(f"      {option} ", 1)[1].split("\n      --", 1)[0]
    return re.sub(r"\s+", " ", re.search(r"\[possible values: ([^]]*)\]", part)[1]).split(", ")


class Cases:
    """Named cases; `files` are written into the folder of a case before its commands."""

    def __init__(self, program):
        self.program, self.all = program, {}

    def add(self, name, *commands, files=None):
        name = re.sub(r"[^A-Za-z0-9.+=-]+", "_", name)[:150]
        while name in self.all:
            name += "_"
        self.all[name] = (commands, files or {})


SMALL = {"abbott-window": "7", "three-in-a-row": "6", "gunport": "4", "armies": "4"}
LARGER = [("gunport", "6"), ("gunport", "5x7"), ("armies", "6"), ("abbott-window", "9"), ("abbott-window", "11"), ("armies", "9")]
OWN_MODELS = {
    "cover.opb": "min: +3 a +2 b +4 c ;\n+1 a +1 b >= 1 ;\n+1 b +1 c >= 1 ;\n",
    "weights.opb": "* a comment\nmin: -3 x1 +2 ~x2 +7 x3 -1 x4 ;\n+5 x1 +4 x2 -3 x3 +1 x4 >= 2 ;\n-2 x1 +3 x2 +3 x3 -4 x4 = 1 ;\n",
    "soft.wcnf": "h 1 2 0\nh -1 -2 0\n3 1 0\n4 2 3 0\n1 -3 0\n",
    "small.lp": "Maximize\n obj: 2.5 x + 3 y - 1.25 z + 4\nSubject To\n c1: 0.5 x + y + z <= 2\n c2: x - y >= -0.5\nBinary\n x y z\nEnd\n",
    "none.cnf": "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
    "counts.knf": "p knf 4 3\n1 -2 0\nk 2 1 2 3 4 0\nk 3 -1 -2 -3 -4 0\n",
}


def boards(program):
    """Yields (family, name, text) for the examples of every format, then for the folders of others."""
    families = json.loads(subprocess.run([program, "families", "--format", "json"], capture_output=True, check=True).stdout)
    for family in families:
        for board_format in family["formats"]:
            yield family["family"], f"example-{board_format['name']}", board_format["example"]
    yield "queens", "sas", (ROOT / "tests/boards/queens-8x8.sas").read_text()


def others(variable, most):
    """Returns files of a folder of others, each kind of folder thinned to at most `most` of them."""
    if variable not in os.environ:
        return []
    folder = pathlib.Path(os.environ[variable]).resolve()
    found = []
    for _, group in itertools.groupby(sorted(p for p in folder.rglob("*") if p.is_file()), key=lambda p: p.parent):
        files = [p for p in group if p.suffix not in (".md", ".csv") and p.stat().st_size <= LARGEST_MODEL]
        found += files[:: max(1, -(-len(files) // most))] if files else []
    return [(str(p.relative_to(folder)), p) for p in found]


def listed(program, results):
    cases = Cases(program)
    add = cases.add
    one = ["--threads", "1", "--format", "json"]
    families = {}
    for family, name, text in boards(program):
        families.setdefault(family, []).append((name, text))

    # Every verb on every example of a board.
    for family, examples in families.items():
        formats = [name.removeprefix("example-") for name, _ in examples if name.startswith("example-")]
        for name, text in examples:
            with_board = {"board.txt": text}
            if family == "model":
                continue
            for verb, options in {
                "solve": one, "solve-text": ["--picture", "always"], "solve-unique": one + ["--unique"],
                "solve-count": one + ["--count", "50"], "solve-all": one + ["--all", "5", "--up-to-symmetry"],
                "show": [], "explain": ["--format", "json", "--forced"], "explain-text": ["--forced"], "hint": ["--all", "--format", "json"],
                "hint-text": ["--steps", "3"], "hint-grade": ["--grade"], "export": ["--to", "opb", "--map", "map.json"],
            }.items():
                add(f"{family}-{name}-{verb}", [verb.split("-")[0], family, "board.txt", *options], files=with_board)
            for form in ["svg", "html", "png"]:
                add(f"{family}-{name}-{form}", ["solve", family, "board.txt", "-o", f"out.{form}"], ["show", family, "board.txt", "-o", f"shown.{form}"], files=with_board)
            add(f"{family}-{name}-verify",
                ["solve", family, "board.txt", "-o", "answer.txt"], ["verify", family, "board.txt", "--answer", "answer.txt"],
                ["verify", family, "board.txt", "--answer", "board.txt"], files=with_board)
            add(f"{family}-{name}-convert",
                *(["convert", family, "board.txt", "--to", other] for other in formats), files=with_board)

    # Questions with a size, by every search and encoding, exports of every formulation, proofs.
    searches = choices(program, "solve", "--search") if "[possible values" in subprocess.run(
        [program, "solve", "--help"], capture_output=True, text=True).stdout.split("--search <S>")[1].split("--construct")[0] else [
        "cubes", "parity-cuts", "line-sums", "oll", "linear-sat-unsat", "linear-unsat-sat", "binary", "core-boosted"]
    formulations = {f["family"]: [g["name"] for g in f["formulations"]]
                    for f in json.loads(subprocess.run([program, "families", "--format", "json"], capture_output=True).stdout)}
    tables = {option: choices(program, "solve", option) for option in ["--amo", "--card", "--pb", "--xor"]}
    for family, size in [*SMALL.items(), *LARGER]:
        sized = [family, "--size", size]
        for search in searches:
            for construct in ["on", "off"]:
                add(f"search-{family}-{size}-{search}-{construct}", ["solve", *sized, *one, "--search", search, "--construct", construct])
            add(f"search-{family}-{size}-{search}-deduce-none", ["solve", *sized, *one, "--search", search, "--construct", "off", "--deduce", "none"])
            add(f"search-{family}-{size}-{search}-proof", ["solve", *sized, *one, "--search", search, "--construct", "off", "--proof", "proof"], ["check-proof", "proof", "--no-check"])
        if (family, size) in LARGER:
            continue
        for option, names in tables.items():
            for encoding in names:
                for formulation in formulations[family]:
                    add(f"encoding-{family}-{size}-{formulation}-{option}-{encoding}",
                        ["solve", *sized, *one, "--formulation", formulation, option, encoding, "--search", "linear-sat-unsat", "--deduce", "none"],
                        ["export", *sized, "--formulation", formulation, option, encoding, "--to", "wcnf", "-o", "out.wcnf"])
        for order in ["natural", "row", "column", "diagonal", "spiral", "proximity", "occurrence", "groups-proximity", "groups-occurrence", "communities", "random:3"]:
            add(f"order-{family}-{size}-{order}", ["solve", *sized, *one, "--order", order, "--deduce", "none"])
        for shape in ["flat", "rows-chain", "rows-balanced", "columns-balanced", "rows+columns-chain", "amo-flat", "amo-chain", "amo-balanced"]:
            add(f"shape-{family}-{size}-{shape}", ["solve", *sized, *one, "--shape", shape, "--deduce", "none"])
        for symmetry in ["on", "off", "found"]:
            add(f"symmetry-{family}-{size}-{symmetry}", ["solve", *sized, *one, "--symmetry", symmetry, "--search", "oll", "--deduce", "none"])
            add(f"symmetry-count-{family}-{size}-{symmetry}", ["solve", *sized, *one, "--count", "100", "--symmetry", symmetry])
        for formulation in formulations[family]:
            for form in ["cnf", "wcnf", "opb", "wbo", "lp", "mps", "knf", "cnf+", "xnf", "icnf"]:
                bound = ["--bound", "5"] if form in ("cnf", "knf", "cnf+", "xnf") and family != "three-in-a-row" else []
                add(f"export-{family}-{size}-{formulation}-{form}",
                    ["export", *sized, "--formulation", formulation, *bound, "--to", form, "-o", "out", "--map", "map.json"])
        for ask in [["--bound", "3", "--count", "20"], ["--bound", "99"], ["--bound", "99", "--proof", "p"], ["--all", "3"], ["--unique"], ["--conflict-limit", "20", "--construct", "off"],
                    ["--scramble", "5"], ["--seed", "7"], ["--gap", "20%"], ["--mode", "stable"], ["--solver", "false"]]:
            add(f"ask-{family}-{size}-{'-'.join(ask)}", ["solve", *sized, *one, *ask])
        add(f"explain-{family}-{size}", ["explain", *sized, "--bound", "99"], ["explain", *sized, "--format", "json"])

    # Clausal proofs, external answers, encodings, plans.
    models = {**OWN_MODELS}
    for name, text in OWN_MODELS.items():
        for search in searches:
            add(f"own-{name}-{search}", ["solve", "model", name, *one, "--search", search], files=models)
            add(f"own-{name}-{search}-proof", ["solve", "model", name, *one, "--search", search, "--proof", "proof"], files=models)
        for form in ["cnf", "wcnf", "opb", "wbo", "lp", "mps", "knf", "cnf+", "xnf", "icnf"]:
            add(f"own-{name}-export-{form}", ["export", "model", name, "--to", form, "-o", "out", "--map", "map.json"],
                ["export", "model", name, "--bound", "3", "--to", form, "-o", "out2"], files=models)
        for verb in [["solve", "--format", "competition"], ["solve"], ["solve", "--count"], ["solve", "--all"], ["explain"], ["show"], ["explain", "--forced", "--format", "json"], ["encodings", "--explain", "--family"]]:
            tail = ["model", name] if verb[-1] != "--family" else ["model", "--boards", name]
            add(f"own-{name}-{'-'.join(verb)}", [verb[0], *tail, *verb[1:]] if verb[-1] != "--family" else ["encodings", "--explain", "model", name], files=models)
    for ending in ["drat", "lrat", "frat"]:
        add(f"clausal-{ending}", ["solve", "model", "none.cnf", "--proof", f"p.{ending}"], files=models)
    add("encodings", ["encodings"], ["encodings", "--format", "json"])
    for option, names in tables.items():
        for encoding in names:
            add(f"encodings-{option}-{encoding}", ["encodings", encoding], ["encodings", encoding, "--at-most", "3", "--of", "7"],
                ["encodings", encoding, "--at-most", "2", "--of", "5", "--format", "json"])
    for family in formulations:
        add(f"encodings-family-{family}", ["encodings", "--family", family], ["encodings", "--explain", "--family", family])
        add(f"families-{family}", ["families", family])
    add("families", ["families"], ["families", "--format", "json"])
    for family, size in [("queens", "7"), ("three-in-a-row", "6"), ("abc-path", "5")]:
        for seed in "123":
            add(f"generate-{family}-{seed}", ["generate", family, "--size", size, "--seed", seed, "--count", "3", "--format", "json"],
                ["generate", family, "--size", size, "--seed", seed, "--format", "html", "-o", "page.html"])
    for verb in ["solve", "show", "convert", "verify", "explain", "hint", "generate", "export", "decode", "check-proof", "compare", "plan", "work", "merge", "families", "encodings", "completions", "man"]:
        add(f"help-{verb}", [verb, "--help"], ["man", verb])
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"]:
        add(f"completions-{shell}", ["completions", shell])
    add("plan-armies", ["plan", "cubes", "armies", "--size", "6", "--bound", "6", "-o", "plan"], ["work", "plan"], ["merge", "plan"], ["merge", "plan", "--format", "json"])
    add("plan-gunport", ["plan", "cubes", "gunport", "--size", "5", "--bound", "99", "-o", "plan"], ["work", "plan"], ["merge", "plan"])
    for path in [*sorted((ROOT / "benches/fuzz/corpus/results").iterdir()), *results]:
        report = ["compare", "--report", str(path)]
        add(f"report-{path.name}", [*report, "--findings", "--measure", "conflicts"], [*report, "--findings"],
            [*report, "--csv", "s.csv", "--latex", "s.tex", "--json", "s.json", "--html", "s.html", "--figures", "figures", "--measurements", "m.csv"])
    add("suite", ["export", "--suite", "instances", "--family", "gunport", "--size", "4", "--card", "totalizer,sequential"])

    # Damaged inputs: the fuzzer's corpus to every verb that reads its kind.
    for path in sorted((ROOT / "benches/fuzz/corpus").rglob("*")):
        if path.is_file():
            name = path.name
            add(f"corpus-{path.parent.name}-{name}", ["show", str(path)], ["solve", str(path), *one, "--conflict-limit", "1000"])

    # Boards and models of others.
    for name, path in others("QUARREL_BOARDS", 12):
        family = next((f for f in formulations if f in name), "queens")
        add(f"board-{name}", ["solve", family, str(path), *one, "--unique"], ["hint", family, str(path), "--all", "--format", "json"], ["hint", family, str(path), "--grade"],
            ["explain", family, str(path)], ["export", family, str(path), "--to", "cnf", "-o", "out"])
    for name, path in others("QUARREL_LINKS", 12):
        add(f"link-{name}", ["show", str(path)])
    for name, path in others("QUARREL_MODELS", 40):
        add(f"model-{name}", ["solve", "model", str(path), *one], ["solve", "model", str(path), "--format", "competition"])
        add(f"model-{name}-proof", ["solve", "model", str(path), *one, "--proof", "proof"])
        add(f"model-{name}-export", *[["export", "model", str(path), "--to", form, "-o", form] for form in ["wcnf", "opb", "lp", "mps"]],
            ["export", "model", str(path), "--bound", "0", "--to", "cnf", "-o", "cnf"], ["explain", "model", str(path), "--time-limit", "600"])
    return cases


def run(program, folder, name, commands, files, seconds):
    with tempfile.TemporaryDirectory(prefix="same") as place:
        for file, text in files.items():
            (pathlib.Path(place) / file).write_text(text)
        before = set(files)
        # The times in a report are those of the lines that it is made from.
        masks = [] if name.startswith("report-") else MASKS
        record = []
        for command in commands:
            try:
                ended = subprocess.run([program, *command], cwd=place, capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL,
                                       env={**{k: v for k, v in os.environ.items() if not k.startswith("QUARREL_")}, "COLUMNS": "100"})
            except subprocess.TimeoutExpired:
                return name
            record.append(f"$ quarrel {' '.join(command)}\nstatus {ended.returncode}\n{recorded(ended.stdout, masks)}--- errors\n{recorded(ended.stderr, masks)}")
        for path in sorted(p for p in pathlib.Path(place).rglob("*") if p.is_file() and p.name not in before):
            record.append(f"--- file {path.relative_to(place)}\n{recorded(path.read_bytes(), masks, 20_000)}")
        text = "".join(record).replace(place, "PLACE").replace(str(program), "quarrel")
        (folder / name).write_text(text)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--like", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    parser.add_argument("--results", type=pathlib.Path, nargs="*", default=[], help="lines of comparisons, for reports")
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    # Messages name the program, so both builds have the same name.
    named = tempfile.TemporaryDirectory(prefix="same")
    program = pathlib.Path(named.name) / "quarrel"
    program.symlink_to(options.program.resolve())
    shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True)
    left_out = set((options.like / "slow").read_text().split()) if options.like else set()
    cases = {name: case for name, case in listed(program, [path.resolve() for path in options.results]).all.items() if options.only in name and name not in left_out}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        ended = pool.map(lambda case: run(program, options.folder, case[0], *case[1], options.seconds), cases.items())
        slow = sorted(left_out | {name for name in ended if name})
    (options.folder / "slow").write_text("".join(f"{name}\n" for name in slow))
    print(f"{len(cases)} cases, {len(slow)} slow ones without a record")


if __name__ == "__main__":
    sys.exit(main())
