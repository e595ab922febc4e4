#!/usr/bin/env python3
"""Random programs and the same with their passes written in another way (respell.py): where both
are accepted, the circuit has the same passes, A and T, and never more passes than were written.
Where `explain` says that a pass stays as it is written, and why, that spelling has fewer passes or
moves less."""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import sys
import tempfile
import threading
from pathlib import Path

import tools
from generate import generate
from program import words
from respell import names_of, respelled

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 20  # of a processor, for one `explain`
MOST = 60  # programs that are drawn for one that can be written in another way


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500, help="pairs that both are accepted")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--bankloom", type=Path, default=ROOT / "build/bankloom",
                        help="the compiler")
    parser.add_argument("--csv", type=Path, help="the bars")
    parser.add_argument("--fuse", default="all", help="of the first spelling, to see them differ")
    parser.add_argument("--only", type=int, help="this program alone, with all that is said of it")
    chosen = parser.parse_args()
    chosen.bankloom = chosen.bankloom.resolve()
    return chosen


def plain(text, names):
    """A pass with columns in place of versions, in any order."""
    def columns(match):
        versions = match.group(2).split(", ")
        return match.group(1) + " " + ", ".join(sorted(map(names.version, versions)))
    return re.sub(r"\b(read|write) ([\w.]+(?:, [\w.]+)*)", columns, text)


class Explained:
    """What `explain` says of a program; `accepted` or not."""

    def __init__(self, chosen, folder, case, program, names, fuse="all"):
        case = case.copy()
        case.program = program
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, text in case.files().items():
            (folder / name).write_text(text)
        plan = case.plan | {"--fuse": fuse}
        result = tools.call([chosen.bankloom, "explain", "program.loom", "--json"] + words(plan),
                            SECONDS, folder, dict(os.environ, LC_ALL="C"))
        self.accepted, self.said = result.status == 0, result.said()
        self.ended = result.status in (0, 1)
        if not self.accepted:
            return
        said = json.loads(result.out)
        self.passes = [plain(item["text"], names) for item in said["passes"]]
        self.written = len(said["written"])
        self.stays = [item["reason"] for item in said["decisions"]
                      if item["rule"] == "separate" and not item["applied"]]
        self.a = said["prediction"]["effective_passes"]
        self.t = said["prediction"]["bytes_per_second"]

    def same(self, other):
        return sorted(self.passes) == sorted(other.passes) and \
            abs(self.a - other.a) < 1e-6 * self.a and abs(self.t - other.t) < 1e-6 * self.t

    def better(self, other):
        """Than a spelling that is not the same."""
        return (len(self.passes), self.a) <= (len(other.passes), other.a + 1e-6)

    def text(self):
        return "\n".join([f"  {text}" for text in self.passes] +
                         [f"  A = {self.a:g}, T = {self.t / 1e9:g} GB/s"] +
                         [f"  stays: {reason}" for reason in self.stays]) \
            if self.accepted else f"  {self.said[-1000:]}"


def lanes_of_nodes(case):
    """Whether each node has a lane of its own."""
    cluster = case.program.cluster
    nodes = int(case.plan.get("--nodes", cluster.nodes))
    channels = int(case.plan.get("--channels", int(cluster.memory["channels"]) // 2))
    return channels % nodes == 0


def pair_of(seed, index):
    """A program and the same in another way, or None."""
    case = generate(seed, index)
    draw = random.Random(f"{seed}/{index}/spelling of passes")
    if case.program.edits:
        return None
    try:
        other = respelled(case.program, draw, draw.choice(["apart", "joined"]),
                          lanes_of_nodes(case))
        return other and (case, names_of(case.program)) + other
    except (KeyError, ValueError, ArithmeticError, IndexError):
        return None  # changed so that its parts cannot be recognised any more


def verdict(first, second):
    """One word, and whether that is well."""
    if not first.ended or not second.ended:
        return "explain does not end", False
    if not first.accepted or not second.accepted:
        return "refused", True
    if any(len(spelled.passes) > spelled.written for spelled in (first, second)):
        return "more passes than written", False
    if first.same(second):
        return "same", True
    said, other = (first, second) if first.stays else (second, first)
    if said.stays and said.better(other):
        return "stays as written", True
    return "different", False


class Bench:
    def __init__(self, chosen, work):
        self.chosen, self.work = chosen, Path(work)
        self.counts, self.failed = collections.Counter(), []
        self.reasons = collections.Counter()
        self.lock, self.local = threading.Lock(), threading.local()

    def enough(self):
        return self.counts["same"] + self.counts["stays as written"] + len(self.failed) >= \
            self.chosen.count

    def one(self, index):
        if self.enough():
            return
        pair = pair_of(self.chosen.seed, index)
        if not pair:
            return
        case, names, other, others = pair
        folder = self.work / str(threading.get_ident())
        first = Explained(self.chosen, folder, case, case.program, names, self.chosen.fuse)
        second = Explained(self.chosen, folder, case, other, others) if first.accepted else first
        word, well = verdict(first, second)
        with self.lock:
            if self.enough():
                return
            self.counts[word] += 1
            if word == "stays as written":
                self.reasons.update((first.stays + second.stays)[:1])
            if not well:
                self.failed.append((index, word, first, second))
            if self.chosen.only is not None:
                show(case, other, first, second, word)

    def all(self):
        indices = range(1, MOST * self.chosen.count)
        with concurrent.futures.ThreadPoolExecutor(self.chosen.jobs) as pool:
            for done in [pool.submit(self.one, index) for index in indices]:
                done.result()


def show(case, other, first, second, word):
    for program, explained in ((case.program, first), (other, second)):
        print(program.text())
        print(explained.text())
    print(word)


def report(bench, chosen):
    for index, word, first, second in bench.failed:
        print(f"FAILED program {index} of seed {chosen.seed}: {word}\n{first.text()}\n"
              f" in the other way\n{second.text()}")
    for word in ("same", "stays as written", "different", "more passes than written",
                 "explain does not end", "refused"):
        print(f"{word:<26}{bench.counts[word]:6d}")
    for reason, count in bench.reasons.most_common(20):
        print(f"{count:6d} {reason}")


def main():
    chosen = options()
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(chosen, work)
        if chosen.only is not None:
            bench.one(chosen.only)
            return 0
        bench.all()
    report(bench, chosen)
    compared = bench.counts["same"] + bench.counts["stays as written"] + len(bench.failed)
    rows = [("programs in two spellings", chosen.count, compared, compared >= chosen.count),
            ("that differ", 0, len(bench.failed), not bench.failed)]
    if chosen.csv:
        chosen.csv.parent.mkdir(parents=True, exist_ok=True)
        chosen.csv.write_text("bar,asked,measured,unit,holds\n" + "".join(
            f"{bar},{asked},{measured},programs,{'yes' if holds else 'no'}\n"
            for bar, asked, measured, holds in rows))
    return 0 if all(holds for _, _, _, holds in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
