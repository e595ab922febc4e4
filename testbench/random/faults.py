#!/usr/bin/env python3
"""Which random program finds each of the faults in faults.txt.

A fault is put into a copy of the sources, which is built. Of the programs of the random bench those
matter for which the two compilers do not write the same files: they are examined until one fails
that the sound compiler passes, of 50 the cheapest to simulate first.
"""
import argparse
import concurrent.futures
import csv
import hashlib
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import tools
from check import Place, examine
from generate import generate
from main import QUICK
from program import sooner, words

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COPIED = ["Makefile", "boards", "compiler", "rtl_templates", "testbench/simulation"]
BUILT = ["bankloom", "libbankloom.a", "libbl_sim.a", "obj/compiler", "obj/testbench/simulation",
         "gen", "obj/gen"]
CHUNK = 50


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="the sound compiler's")
    parser.add_argument("--work", type=Path, help="a folder of its own: BUILD/random/faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="programs for each fault")
    parser.add_argument("--match", default="", help="only faults of these names")
    parser.add_argument("--lint", action="store_true", help="also with the three tools")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--csv", type=Path, help="the table")
    parser.add_argument("--list", action="store_true", help="only see that each can be put in")
    return parser.parse_args()


def faults(match):
    """The paragraphs of faults.txt as dictionaries."""
    found = []
    for paragraph in re.split(r"\n\s*\n", (HERE / "faults.txt").read_text()):
        lines = [line for line in paragraph.splitlines() if line and line[0] != "#"]
        fault = dict(line.split(None, 1) for line in lines)
        if fault and re.search(match, fault["fault"]):
            found.append(fault)
    return found


def broken(fault, text):
    """The source with the fault in it; its text must stand there once."""
    sought = r"\s+".join(re.escape(word) for word in fault["find"].split())
    if len(re.findall(sought, text)) != 1:
        raise SystemExit(f"faults: {fault['fault']}: not exactly one place in {fault['file']}")
    return re.sub(sought, lambda _: fault["put"], text)


class Copy:
    """The sources beside what is built of them, so that a fault costs one file to compile."""

    def __init__(self, folder, build):
        self.folder, self.bankloom = folder, folder / "build/bankloom"
        (folder / "build/obj/testbench").mkdir(parents=True)
        (folder / "testbench").mkdir()
        for name in COPIED:
            subprocess.run(["cp", "-a", ROOT / name, folder / name], check=True)
        for name in BUILT:
            subprocess.run(["cp", "-a", build / name, folder / "build" / name], check=True)

    def put(self, fault):
        source = self.folder / fault["file"]
        sound = source.read_text()
        source.write_text(broken(fault, sound))
        made = subprocess.run(["make", "-s", "-C", self.folder, "B=build", "build/bankloom"],
                              capture_output=True, text=True)
        source.write_text(sound)
        if made.returncode:
            raise SystemExit(f"faults: {fault['fault']} does not compile:\n{made.stderr}")


def hashed(folder):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).digest()
            for path in files}


def answer(case, place):
    """What a compiler makes of a program: its messages, or the files that it writes."""
    shutil.rmtree(place.folder, ignore_errors=True)
    place.folder.mkdir(parents=True)
    for name, text in case.files().items():
        (place.folder / name).write_text(text)
    command = [place.bankloom, "build", "-q", "program.loom", "-o", "built"] + words(case.plan)
    result = tools.call(command, 20, place.folder, place.environment())
    wrote = result.out if result.status else hashed(place.folder / "built")
    shutil.rmtree(place.folder)
    return result.status, wrote


def differs(sound, now):
    """Whether the programs are worth a look: a refusal too many is no failure."""
    return sound != now and not (sound[0] == 0 and now[0] == 1)


def chosen_case(seed, index):
    """A small program goes to Icarus, which need not compile it."""
    case = generate(seed, index)
    return sooner(case) if case.cost <= QUICK else case


class Hunt:
    def __init__(self, chosen):
        self.chosen = chosen
        self.work = (chosen.work or chosen.build / "random/faults").resolve()
        self.bankloom = chosen.build.resolve() / "bankloom"
        shutil.rmtree(self.work, ignore_errors=True)
        self.copy = Copy(self.work / "tree", chosen.build)
        self.sound, self.passed = {}, set()

    def place(self, bankloom, name):
        return Place(bankloom, self.work / name, self.work / "cache", lint=self.chosen.lint)

    def answers(self, bankloom, indexes):
        def one(index):
            return answer(generate(self.chosen.seed, index), self.place(bankloom, f"answer{index}"))
        with concurrent.futures.ThreadPoolExecutor(self.chosen.jobs) as pool:
            return dict(zip(indexes, pool.map(one, indexes)))

    def others(self, indexes):
        """The programs of which the broken compiler makes something else, the cheapest first."""
        unknown = [index for index in indexes if index not in self.sound]
        self.sound |= self.answers(self.bankloom, unknown)
        now = self.answers(self.copy.bankloom, indexes)
        other = [index for index in indexes if differs(self.sound[index], now[index])]
        cases = [chosen_case(self.chosen.seed, index) for index in other]
        return sorted(cases, key=lambda case: case.cost)

    def passes(self, index):
        """Whether the sound compiler passes the program, so that the fault has made it fail."""
        if index not in self.passed:
            place = self.place(self.bankloom, "sound")
            if examine(chosen_case(self.chosen.seed, index), place).kind:
                return False
            self.passed.add(index)
        return True

    def find(self, fault):
        """How many programs were simulated, which one failed, and how."""
        self.copy.put(fault)
        tried, last = 0, self.chosen.count + 1
        for start in range(1, last, CHUNK):
            for case in self.others(range(start, min(last, start + CHUNK))):
                tried += 1
                outcome = examine(case, self.place(self.copy.bankloom, "broken"))
                if outcome.kind and self.passes(case.index):
                    return tried, case.index, outcome.kind
        return tried, None, "not found"


def write_csv(path, rows, count):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["bar", "asked", "measured", "unit", "holds"])
        for name, index, how in rows:
            holds = "yes" if index else "no"
            writer.writerow([f"{name} ({how})", f"<= {count}", index or "none", "programs", holds])


def hunted(chosen, wanted):
    """A line for each fault as it is found; its name, the program, and how."""
    hunt, rows = Hunt(chosen), []
    print(f"{'fault':<20} {'program':>7} {'tried':>5} {'s':>5}  how, and what is broken",
          flush=True)
    for fault in wanted:
        start = time.monotonic()
        tried, index, how = hunt.find(fault)
        seconds = time.monotonic() - start
        print(f"{fault['fault']:<20} {index or '-':>7} {tried:>5} {seconds:>5.0f}"
              f"  {how}: {fault['breaks']}", flush=True)
        rows.append([fault["fault"], index, how])
    shutil.rmtree(hunt.work, ignore_errors=True)
    return rows


def main():
    chosen = options()
    wanted = faults(chosen.match)
    for fault in wanted:
        broken(fault, (ROOT / fault["file"]).read_text())
        if chosen.list:
            print(f"{fault['fault']:<20} {fault['breaks']}")
    if chosen.list:
        return 0
    rows = hunted(chosen, wanted)
    found = sum(index is not None for _, index, _ in rows)
    print(f"{found} of {len(rows)} faults found within {chosen.count} programs")
    if chosen.csv:
        write_csv(chosen.csv, rows, chosen.count)
    return 0 if rows and found == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
