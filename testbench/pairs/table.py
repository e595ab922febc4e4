"""programs.txt and docs/pairs.md."""

import collections
import pathlib

import factors

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs.txt"
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/pairs.md"
Drawn = collections.namedtuple("Drawn", "rows refused")  # programs; {pair: codes}

HEAD = """# Pairs of features

Faults of what is built were in pairs of features: each was tested, and not both together. Each pair
of the values below stands in one of the programs of the last table, which `make bench NAME=pairs`
builds, elaborates in Icarus and lints in Verilator (`-Wall`), the node alone, in the wrapper of its
board, as a component for the vendor's tool and with its DMA, and whose constraints (.sdc, .xdc) it
runs in a Tcl interpreter with the vendors' commands; or `check` refuses it with a code. `make test`
does so with a few of them. `testbench/pairs/main.py --draw` draws the programs and writes this page
anew.
"""
REFUSED = """## Pairs that are refused
With the codes that [the messages](language.md#messages) have.
"""
PROGRAM = """## Programs
Plain values are left out: the first of each feature above.
"""


def _text(pair):
    return " ".join(f"{name}={value}" for name, value in pair)


def _row(text):
    return {**factors.plain(), **dict(word.split("=") for word in text.split())}


def write(drawn):
    lines = [f"program {_text(row.items())}" for row in drawn.rows]
    lines += [f"refused {','.join(codes)} {_text(pair)}" for pair, codes in drawn.refused.items()]
    PROGRAMS.write_text("\n".join(lines) + "\n")
    PAGE.write_text(page(drawn))


def read():
    drawn = Drawn([], {})
    for line in PROGRAMS.read_text().splitlines():
        what, rest = line.split(" ", 1)
        if what == "program":
            drawn.rows.append(_row(rest))
            continue
        codes, pair = rest.split(" ", 1)
        drawn.refused[tuple(tuple(word.split("=")) for word in pair.split())] = codes.split(",")
    return drawn


def _features():
    yield "| feature | what | values |\n|---|---|---|"
    for name, what, values in factors.FACTORS:
        yield f"| {name} | {what} | {', '.join(values)} |"


def _refusals(refused):
    """A line for a value and a code: what it meets."""
    met = collections.defaultdict(list)
    for (one, other), codes in refused.items():
        met[one, " or ".join(codes), other[0]].append(other[1])
    yield "| value | beside | code |\n|---|---|---|"
    for ((name, value), codes, other), values in met.items():
        yield f"| {name} {value} | {other} {', '.join(values)} | {codes} |"


def _programs(rows):
    yield "| | kind | what is not plain |\n|---|---|---|"
    for number, row in enumerate(rows, 1):
        odd = [f"{name} {row[name]}" for name in factors.NAMES[1:]
               if row[name] != factors.VALUES[name][0]]
        yield f"| {number} | {row['kind']} | {', '.join(odd)} |"


def page(drawn):
    tables = ((HEAD, _features()), (REFUSED, _refusals(drawn.refused)),
              (PROGRAM, _programs(drawn.rows)))
    return "\n".join(f"{text}\n" + "\n".join(lines) + "\n" for text, lines in tables)
