#!/usr/bin/env python3
"""Pairs of features: programs in which every pair of values stands that `check` takes, each built,
elaborated in Icarus and Verilator, alone and on its board, its constraints read by Tcl; and the
pairs that `check` refuses, with their codes. Both stand in programs.txt, of which the tables of
docs/pairs.md are made.

usage: main.py --bankloom FILE --folder DIR [--only N,N] [--refused N]
           builds the programs, or those of these numbers, and asks `check` for the refused pairs,
           or every Nth
       main.py --bankloom FILE --folder DIR --draw [--seed N]
           draws both anew and writes programs.txt and docs/pairs.md
       main.py --covered
           whether each pair stands somewhere, and docs/pairs.md says so
"""

import argparse
import pathlib
import sys

import cover
import factors
import judge
import table

HERE = pathlib.Path(__file__).resolve().parent


def options():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--bankloom", default="build/bankloom")
    parser.add_argument("--folder", default="build/pairs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--refused", type=int, default=1)
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--covered", action="store_true")
    return parser.parse_args()


def covered(drawn):
    """Every pair stands in a program or among the refused, not in both; the page says the same."""
    built = set().union(*(factors.pairs_of(row) for row in drawn.rows))
    bad = [f"{pair}: in no program, and not refused" for pair in factors.pairs()
           if pair not in built and pair not in drawn.refused]
    bad += [f"{pair}: in a program, and refused" for pair in built & set(drawn.refused)]
    if table.PAGE.read_text() != table.page(drawn):
        bad.append(f"{table.PAGE}: not made of programs.txt")
    return bad


def build(judged, drawn, numbers):
    bad = []
    for number in numbers:
        wrong = judged.build(drawn.rows[number - 1])
        print(f"{number:3}  {'; '.join(name for name, _ in wrong) or 'holds'}", flush=True)
        bad += [f"program {number}: {name}: {said.strip()[:600]}" for name, said in wrong]
    return bad


def refused(judged, drawn, every):
    """A plain program with the pair is refused, with one of its codes."""
    bad = []
    for pair, codes in list(drawn.refused.items())[::every]:
        for row in cover.plain(pair):
            if not judged.check(factors.program(row)) & set(codes):
                bad.append(f"{pair}: not refused with {' or '.join(codes)}")
    return bad


def main():
    given = options()
    if given.draw:
        judged = judge.Judge(given.bankloom, given.folder)
        table.write(table.Drawn(*cover.draw(judged.check, given.seed)))
        return 0
    drawn = table.read()
    bad = covered(drawn)
    if not given.covered:
        numbers = ([int(n) for n in given.only.split(",")] if given.only else
                   range(1, len(drawn.rows) + 1))
        judged = judge.Judge(given.bankloom, given.folder)
        bad += build(judged, drawn, numbers) + refused(judged, drawn, given.refused)
        print(f"{len(numbers)} of {len(drawn.rows)} programs, {len(list(factors.pairs()))} pairs, "
              f"{len(drawn.refused)} of them refused")
    for line in bad:
        print(f"FAIL {line}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
