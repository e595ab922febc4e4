#!/usr/bin/env python3
"""How far predictions are off: pipelines drawn by a seed, each run beside its prediction."""
import argparse
import concurrent.futures
import queue
import shutil
import signal
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(1, str(ROOT / "testbench/random"))

import tools  # noqa: E402
from measure import Place, command_of, digest_of_tools, measure, put  # noqa: E402

CLOSE, FAR = (5, 20), (15, 40)  # percent, or cycles
SHARE = 95


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="number of the first pipeline")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2, help="pipelines at a time")
    parser.add_argument("--bankloom", type=Path, default=ROOT / "build/bankloom")
    parser.add_argument("--out", type=Path, help="work, kept results and programs that are off: "
                        "build/bench/prediction/SEED")
    parser.add_argument("--csv", type=Path, help="the bars")
    parser.add_argument("--keep-models", action="store_true", help="for a next bench")
    chosen = parser.parse_args()
    chosen.bankloom = chosen.bankloom.resolve()
    chosen.out = (chosen.out or chosen.bankloom.parent /
                  f"bench/prediction/{chosen.seed}").resolve()
    return chosen


class Bench:
    def __init__(self, chosen):
        self.chosen, self.rows, self.points = chosen, [], {}
        self.places, digest = queue.Queue(), digest_of_tools(chosen.bankloom)
        (chosen.out / "kept").mkdir(parents=True, exist_ok=True)
        for job in range(chosen.jobs):
            work = chosen.out / f"work/{job}"
            self.places.put(Place(chosen.bankloom, work / "program", self.cache(job),
                                  chosen.out / "kept", digest))

    def cache(self, job):
        folder = self.chosen.out / ("models" if self.chosen.keep_models else f"work/{job}/cache")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def one(self, index):
        place = self.places.get()
        try:
            return measure(self.chosen.seed, index, place)
        finally:
            if not self.chosen.keep_models:
                forget_models(place.cache)
            self.places.put(place)

    def run(self):
        last = self.chosen.first + self.chosen.count
        with concurrent.futures.ThreadPoolExecutor(self.chosen.jobs) as pool:
            waiting = [pool.submit(self.one, i) for i in range(self.chosen.first, last)]
            try:
                for done in concurrent.futures.as_completed(waiting):
                    row, point = done.result()
                    self.rows.append(row)
                    if not row.within(*CLOSE):
                        keep(self.chosen.out / str(row.index), row, point)
                    progress(len(self.rows), self.chosen.count)
            except BaseException:
                tools.end_all()
                pool.shutdown(cancel_futures=True)
                raise


def forget_models(cache):
    """Those take megabytes; the simulator's own library serves the next pipeline."""
    for file in cache.glob("bankloom/*"):
        if file.name.startswith("verilated"):
            continue
        if file.is_dir():
            shutil.rmtree(file, ignore_errors=True)
        else:
            file.unlink(missing_ok=True)


def progress(done, count):
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {count} ")
        sys.stderr.flush()


def keep(folder, row, point):
    put(point, folder)
    (folder / "about.txt").write_text(f"{' '.join(command_of(point))}\n\n{line(row)}\n")


HEAD = (f"{'':>4} {'predicted':>9} {'measured':>9} {'off':>7} {'cycles':>7}  {'network':<8} "
        f"{'board':<16} {'nodes':>5} {'keys':>6} {'values':<14} {'fuse':<20} passes")


def line(row):
    if row.problem:
        return f"{row.index:4d} {row.problem}"
    return (f"{row.index:4d} {row.predicted:9.0f} {row.measured:9.0f} {row.percent():6.1f}% "
            f"{row.predicted - row.measured:7.0f}  {row.network:<8} {row.board:<16} "
            f"{row.nodes:5d} {row.keys:6d} {row.distribution:<14} {row.fuse:<20} {row.passes}")


def table(rows):
    """Those that are off, and the worst ten of all."""
    off = [row for row in rows if not row.within(*CLOSE)]
    worst = sorted(rows, key=badness, reverse=True)[:10]
    lines = [HEAD] + [line(row) for row in off] + ["", "the worst ten"]
    return lines + [line(row) for row in worst]


def badness(row):
    """Where both limits are passed what counts is how far the nearer one is."""
    if row.problem:
        return float("inf")
    return min(abs(row.percent()) / CLOSE[0], row.cycles() / CLOSE[1])


def by_kind(rows):
    lines = []
    for name in ("network", "board"):
        for kind in sorted({getattr(row, name) for row in rows}):
            of = [row for row in rows if getattr(row, name) == kind]
            close = sum(row.within(*CLOSE) for row in of)
            lines.append(f"{name} {kind:<18} {close:4d} of {len(of):4d} within "
                         f"{CLOSE[0]} % or {CLOSE[1]} cycles")
    return lines


def bars(rows, wanted):
    """Rows for the CSV: bar, asked, measured, unit, holds."""
    close = 100 * sum(row.within(*CLOSE) for row in rows) / max(1, len(rows))
    listed = [("programs that were run", ">=", wanted, sum(not r.problem for r in rows),
               "programs"),
              (f"predicted within {CLOSE[0]} % or {CLOSE[1]} cycles", ">=", SHARE, close,
               "% of programs"),
              (f"off by more than {FAR[0]} % and {FAR[1]} cycles", "<=", 0,
               sum(not row.within(*FAR) for row in rows), "programs")]
    found = [(name, f"{op} {asked:g}", f"{measured:g}", unit, held(op, asked, measured))
             for name, op, asked, measured, unit in listed]
    for row in sorted(rows, key=badness, reverse=True):
        if not row.within(*CLOSE):
            found.append((f"program {row.index}", f"<= {CLOSE[0]}", f"{abs(row.percent()):.1f}",
                          "% off", "off"))
    return found


def held(op, asked, measured):
    return "yes" if (measured >= asked if op == ">=" else measured <= asked) else "no"


def write_csv(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["bar,asked,measured,unit,holds"] +
                              [",".join(row) for row in rows]) + "\n")


def main():
    chosen = options()
    began = time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    bench = Bench(chosen)
    try:
        bench.run()
    except KeyboardInterrupt:
        return 130
    finally:
        shutil.rmtree(chosen.out / "work", ignore_errors=True)
    rows = sorted(bench.rows, key=lambda row: row.index)
    print("\n".join(table(rows) + [""] + by_kind(rows)))
    print(f"seed {chosen.seed}, {len(rows)} programs, {sum(row.attempts for row in rows)} drawn, "
          f"{(time.monotonic() - began) / 60:.1f} min\n")
    found = bars(rows, chosen.count)
    for row in found:
        print("{:<44} {:>10} {:>10} {:<16} {}".format(*row))
    if chosen.csv:
        write_csv(chosen.csv, found)
    return 1 if any(row[4] == "no" for row in found) else 0


if __name__ == "__main__":
    sys.exit(main())
