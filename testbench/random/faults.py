#!/usr/bin/env python3
"""Which random program finds each of the faults in faults.txt.

A fault is put into a copy of the sources, which is built. Of the programs of the random bench those
matter for which the two compilers do not write the same files: they are examined until one fails that
the sound compiler passes, of 50 the cheapest to simulate first.
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
from program import words

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COPIED = ["Makefile", "boards", "compiler", "rtl_templates", "testbench/sim", "testbench/models", "testbench/vpi"]
BUILT = ["bankloom", "libbankloom.a", "libbl_sim.a", "obj/compiler", "obj/testbench/sim", "obj/testbench/models"]


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="where the sound compiler is built")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="programs that are tried for each fault")
    parser.add_argument("--match", default="", help="only faults with this in their name")
    parser.add_argument("--lint", action="store_true", help="also with the three tools")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--csv", type=Path, help="the table")
    return parser.parse_args()


def faults(match):
    """The paragraphs of faults.txt as dictionaries."""
    found = []
    for paragraph in re.split(r"\n\s*\n", (HERE / "faults.txt").read_text()):
        pairs = [line.split(None, 1) for line in paragraph.splitlines() if line and line[0] != "#"]
        fault = {pair[0]: pair[1] if len(pair) > 1 else "" for pair in pairs}
        if fault and match in fault["fault"]:
            found.append(fault)
    return found


def broken(fault, text):
    """The source with the fault in it; its text must stand there once."""
    sought = r"\s+".join(re.escape(word) for word in fault["find"].split())
    if len(re.findall(sought, text)) != 1:
        raise SystemExit(f"faults: {fault['fault']}: the text does not stand exactly once in {fault['file']}")
    return re.sub(sought, lambda _: fault["put"], text)


class Copy:
    """The sources beside what is built of them, so that a fault costs one file to compile."""

    def __init__(self, folder, build):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "build/obj/testbench").mkdir(parents=True)
        (folder / "testbench").mkdir()
        for name in COPIED:
            subprocess.run(["cp", "-a", ROOT / name, folder / name], check=True)
        for name in BUILT:
            subprocess.run(["cp", "-a", build / name, folder / "build" / name], check=True)

    def make(self):
        return subprocess.run(["make", "-s", "-C", self.folder, "B=build", "build/bankloom"], capture_output=True, text=True)

    def put(self, fault):
        source = self.folder / fault["file"]
        sound = source.read_text()
        source.write_text(broken(fault, sound))
        made = self.make()
        source.write_text(sound)
        if made.returncode:
            raise SystemExit(f"faults: {fault['fault']} does not compile:\n{made.stderr}")


def hashed(folder):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def answer(case, place):
    """What a compiler makes of a program: its messages, or the files that it writes."""
    shutil.rmtree(place.folder, ignore_errors=True)
    place.folder.mkdir(parents=True)
    for name, text in case.files().items():
        (place.folder / name).write_text(text)
    command = [place.bankloom, "build", "-q", "program.loom", "-o", "built"] + words(case.plan)
    result = tools.call(command, 20, place.folder, place.environment())
    return result.status, result.out if result.status else hashed(place.folder / "built")


def differs(sound, now):
    """Whether the programs are worth a look: a refusal too many is no failure."""
    return sound != now and not (sound[0] == 0 and now[0] == 1)


def cost(case):
    count = case.input.count if case.input else case.run["--keys"]
    return case.run.get("--sim") != "icarus", not case.input, count


CHUNK = 50


class Hunt:
    def __init__(self, chosen):
        self.chosen, self.work = chosen, chosen.build.resolve() / "random/faults"
        self.bankloom = chosen.build.resolve() / "bankloom"
        shutil.rmtree(self.work, ignore_errors=True)
        self.copy = Copy(self.work / "tree", chosen.build)
        self.sound, self.passed = {}, set()

    def place(self, bankloom, name):
        return Place(bankloom, self.work / name, self.work / "cache", lint=self.chosen.lint)

    def answers(self, bankloom, indexes):
        def one(index):
            place = self.place(bankloom, f"answer{index}")
            given = answer(generate(self.chosen.seed, index), place)
            shutil.rmtree(place.folder)
            return given
        with concurrent.futures.ThreadPoolExecutor(self.chosen.jobs) as pool:
            return dict(zip(indexes, pool.map(one, indexes)))

    def others(self, indexes):
        """The programs of which the broken compiler makes something else."""
        unknown = [index for index in indexes if index not in self.sound]
        self.sound |= self.answers(self.bankloom, unknown)
        now = self.answers(self.copy.folder / "build/bankloom", indexes)
        return [generate(self.chosen.seed, index) for index in indexes if differs(self.sound[index], now[index])]

    def passes(self, index):
        """Whether the sound compiler passes the program, so that the fault has made it fail."""
        if index not in self.passed:
            place = self.place(self.bankloom, "sound")
            if examine(generate(self.chosen.seed, index), place).kind:
                return False
            self.passed.add(index)
        return True

    def find(self, fault):
        """How many programs were simulated, which one failed, and how."""
        self.copy.put(fault)
        tried, last = 0, self.chosen.count + 1
        for start in range(1, last, CHUNK):
            for case in sorted(self.others(range(start, min(last, start + CHUNK))), key=cost):
                tried += 1
                outcome = examine(case, self.place(self.copy.folder / "build/bankloom", "broken"))
                if outcome.kind and self.passes(case.index):
                    return tried, case.index, outcome.kind
        return tried, None, "not found"


def main():
    chosen = options()
    wanted = faults(chosen.match)
    hunt, rows, began = Hunt(chosen), [], time.monotonic()
    print(f"{'fault':<20} {'program':>7} {'tried':>5} {'s':>5}  how, and what is broken")
    for fault in wanted:
        start = time.monotonic()
        tried, index, how = hunt.find(fault)
        rows.append([fault["fault"], index or "none", how])
        print(f"{fault['fault']:<20} {index or '-':>7} {tried:>5} {time.monotonic() - start:>5.0f}"
              f"  {how}: {fault['breaks']}", flush=True)
    found = sum(row[1] != "none" for row in rows)
    print(f"{found} of {len(rows)} faults found within {chosen.count} programs, {time.monotonic() - began:.0f} s")
    if chosen.csv:
        chosen.csv.parent.mkdir(parents=True, exist_ok=True)
        with open(chosen.csv, "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["bar", "asked", "measured", "unit", "holds"])
            for name, index, how in rows:
                writer.writerow([f"{name} ({how})", f"<= {chosen.count}", index, "programs", "no" if index == "none" else "yes"])
    shutil.rmtree(hunt.work, ignore_errors=True)
    return 0 if found == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
