#!/usr/bin/env python3
"""Random programs: refused with a position, or built, clean in three tools, and right."""
import argparse
import concurrent.futures
import queue
import shutil
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import report
import tools
from check import Outcome, Place, examine
from generate import generate
from program import sooner, words
from records import records
from shrink import shrink

ROOT = Path(__file__).resolve().parents[2]
QUICK = 12000  # the most that a quick program costs in Icarus, about two seconds


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="number of the first program")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--bankloom", type=Path, default=ROOT / "build/bankloom",
                        help="the compiler")
    parser.add_argument("--out", type=Path,
                        help="where work and failing programs go: build/random/SEED")
    parser.add_argument("--csv", type=Path, help="the bars")
    parser.add_argument("--stop-at-first", action="store_true",
                        help="end with the first failure, not shrunk")
    parser.add_argument("--quick", action="store_true",
                        help="all in Icarus; what takes it long is left out")
    parser.add_argument("--stages", action="store_true",
                        help="programs with stages of the user's own alone")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--no-lint", action="store_true", help="without the three tools")
    parser.add_argument("--print", action="store_true",
                        help="print the programs and do nothing with them")
    chosen = parser.parse_args()
    chosen.bankloom = chosen.bankloom.resolve()
    chosen.out = (chosen.out or chosen.bankloom.parent / f"random/{chosen.seed}").resolve()
    return chosen


class Bench:
    def __init__(self, chosen):
        self.chosen, self.work = chosen, chosen.out / "work"
        self.places = queue.Queue()
        for job in range(chosen.jobs):
            folder = self.work / str(job)
            self.places.put(Place(chosen.bankloom, folder / "program", folder / "cache",
                                  not chosen.no_lint))
        self.outcomes, self.stop = {}, False
        self.known = {}  # signature -> the program that showed it first
        self.lock = threading.Lock()

    def one(self, index):
        if self.stop:
            return index, None, None
        place = self.places.get()
        try:
            case = generate(self.chosen.seed, index)
            if self.chosen.quick:
                case = sooner(case)
            left_out = self.chosen.quick and case.cost > QUICK or \
                self.chosen.stages and not case.program.owns
            outcome = Outcome("left out") if left_out else examine(case, place)
            shrunk = self.smaller(case, outcome, place) if outcome.kind else None
            return index, outcome, shrunk
        finally:
            self.places.put(place)

    def smaller(self, case, outcome, place):
        """What is left of a failing program, and its outcome; its files are kept."""
        folder = self.chosen.out / str(case.index)
        keep(folder / "found", case, outcome)
        if self.chosen.stop_at_first:
            self.stop = True
        wanted, last = outcome.signature(), [case, outcome]
        with self.lock:
            first = self.known.setdefault(wanted, case.index)
        if self.chosen.stop_at_first or self.chosen.no_shrink or first != case.index:
            return case, outcome
        place = replace(place, only=outcome.kind)

        def fails(smaller):
            found = examine(smaller, place)
            if found.kind and found.signature() == wanted:
                last[:] = [smaller, found]
                return True
            return False
        shrink(case, fails)
        keep(folder, *last)
        return tuple(last)

    def run(self):
        progress = report.Progress(self.chosen.count)
        last = self.chosen.first + self.chosen.count
        with concurrent.futures.ThreadPoolExecutor(self.chosen.jobs) as pool:
            waiting = [pool.submit(self.one, index) for index in range(self.chosen.first, last)]
            try:
                for done in concurrent.futures.as_completed(waiting):
                    index, outcome, shrunk = done.result()
                    if outcome:
                        self.outcomes[index] = outcome
                        report.write_line(self.chosen.out / "programs.csv", index, outcome)
                        progress.step(bool(outcome.kind))
                    if shrunk:
                        progress.clear()
                        show(self.chosen, *shrunk, self.known[outcome.signature()])
            except KeyboardInterrupt:
                self.stop = True
                tools.end_all()
                pool.shutdown(cancel_futures=True)
                raise
        progress.clear()


def keep(folder, case, outcome):
    """The files of a failing program, with the command that shows it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in case.files().items():
        (folder / name).write_text(text)
    if case.input:
        (folder / "input.bin").write_bytes(records(case.program.columns, case.input))
    command = " ".join(quoted(word) for word in words_of(outcome))
    (folder / "about.txt").write_text(f"{command}\n\n{outcome.kind}\n{outcome.detail}\n")


def quoted(word):
    return f"'{word}'" if " " in word else word


def words_of(outcome):
    return [str(word) for word in outcome.command]


def show(chosen, case, outcome, first):
    print(f"FAILED program {case.index} of seed {case.seed}: {outcome.kind}"
          f" (in {chosen.out / str(case.index)})")
    if first != case.index:
        print(f"    as program {first}")
        return
    print("\n".join("    " + line for line in case.program.short().splitlines()))
    print("    " + " ".join(quoted(word) for word in words_of(outcome)))
    print("\n".join("    | " + line for line in outcome.detail.strip().splitlines()[:12]),
          flush=True)


def print_programs(chosen):
    for index in range(chosen.first, chosen.first + chosen.count):
        case = generate(chosen.seed, index)
        print(f"// program {index} of seed {chosen.seed}: {' '.join(words(case.plan | case.run))}"
              f"{' ' + str(case.input) if case.input else ''}")
        for name, text in case.files().items():
            print(f"// {name}\n{text}", end="")


def main():
    chosen = options()
    if chosen.print:
        print_programs(chosen)
        return 0
    shutil.rmtree(chosen.out, ignore_errors=True)
    bench, began, interrupted = Bench(chosen), time.monotonic(), False
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        bench.run()
    except KeyboardInterrupt:
        interrupted = True
    finally:
        shutil.rmtree(bench.work, ignore_errors=True)
    seconds = time.monotonic() - began
    outcomes = list(bench.outcomes.values())
    print("\n".join(report.table(outcomes, seconds)))
    if interrupted:
        return 130
    rows = report.bars(outcomes, seconds, chosen.count)
    if chosen.csv:
        report.write_csv(chosen.csv, rows)
        print()
        for row in rows:
            print("{:<34} {:>10} {:>10} {:<10} {}".format(*row))
    return 1 if any(o.kind for o in outcomes) or (chosen.csv
                                                  and any(row[4] == "no" for row in rows)) else 0


if __name__ == "__main__":
    sys.exit(main())
