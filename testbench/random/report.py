"""What is shown while programs are tried, and afterwards."""
import collections
import sys
import time


class Progress:
    """A bar and the time left, on a terminal only."""

    def __init__(self, total):
        self.total, self.done, self.failed = total, 0, 0
        self.began, self.shown = time.monotonic(), sys.stderr.isatty()

    def step(self, failed):
        self.done += 1
        self.failed += failed
        if not self.shown:
            return
        took = time.monotonic() - self.began
        left = took / self.done * (self.total - self.done)
        bar = "#" * (30 * self.done // self.total)
        sys.stderr.write(f"\r[{bar:<30}] {self.done}/{self.total}, {self.failed} failed, "
                         f"{left / 60:.0f} min left ")
        sys.stderr.flush()

    def clear(self):
        if self.shown:
            sys.stderr.write("\r" + " " * 78 + "\r")
            sys.stderr.flush()


def write_line(path, index, outcome):
    """One line for a program in the list of all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_text("program,state,codes,simulator,judged,failure,seconds\n")
    with path.open("a") as file:
        file.write(f"{index},{outcome.state},{' '.join(outcome.codes)},{outcome.simulator},"
                   f"{'yes' if outcome.judged else 'no'},{outcome.kind},"
                   f"{sum(outcome.seconds.values()):.1f}\n")


def share(part, whole):
    return f"{part:6d}  {100 * part / whole if whole else 0:5.1f} %"


def table(outcomes, seconds):
    """The lines of the table at the end; outcomes in any order."""
    count = len(outcomes)
    accepted = [o for o in outcomes if o.state == "accepted"]
    refused = [o for o in outcomes if o.state == "refused" and not o.kind]
    lines = [f"programs            {share(count, count)}",
             f"accepted            {share(len(accepted), count)}",
             f"refused             {share(len(refused), count)}"]
    left = sum(o.state == "left out" for o in outcomes)
    if left:
        lines.append(f"left out            {share(left, count)}")
    for simulator in ("verilator", "icarus"):
        there = sum(o.simulator == simulator for o in accepted)
        lines.append(f"  in {simulator:<15}{share(there, count)}")
    lines.append(f"judged by a third   {share(sum(o.judged for o in accepted), count)}")
    codes = collections.Counter(o.codes[0] for o in refused if o.codes)
    lines.append("refused by code     " + ", ".join(f"{code} {n}" for code,
                                                    n in codes.most_common()))
    kinds = collections.Counter(o.kind for o in outcomes if o.kind)
    lines.append(f"failures            {share(sum(kinds.values()), count)}")
    lines += [f"  {kind:<18}{n:6d}" for kind, n in kinds.most_common()]
    spent = collections.Counter()
    for outcome in outcomes:
        spent.update(outcome.seconds)
    lines.append("time by step        " + ", ".join(f"{name} {s:.0f} s" for name,
                                                    s in spent.most_common()))
    lines.append(f"time                {seconds / 60:6.1f} min")
    return lines


# What counts as which of the bars.
MISMATCH = ("wrong result", "third opinion")
POSITION = ("refused without a position",)


def bars(outcomes, seconds, wanted):
    """Rows for the CSV: bar, asked, measured, unit, holds. Amounts are for 1,000 programs."""
    count = len(outcomes)
    kinds = collections.Counter(o.kind for o in outcomes if o.kind)
    accepted = [o for o in outcomes if o.state == "accepted"]
    mismatches = sum(kinds[kind] for kind in MISMATCH)
    positions = sum(kinds[kind] for kind in POSITION)
    stuck = kinds["nothing moves"]
    rows = [("programs", ">=", wanted, count, "programs"),
            ("accepted by check", ">=", 50, 100 * len(accepted) / max(1, count), "%"),
            ("in Verilator", ">=", 0.3 * wanted, sum(o.simulator == "verilator" for o in accepted),
             "programs"),
            ("mismatches", "<=", 0, mismatches, "programs"),
            ("deadlocks", "<=", 0, stuck, "programs"),
            ("refused without a position", "<=", 0, positions, "programs"),
            ("failures in a template or tool", "<=", 0,
             sum(kinds.values()) - mismatches - positions - stuck, "programs"),
            ("time", "<=", 6 * max(1, wanted) / 60, seconds / 60, "min")]
    return [(name, f"{op} {asked:g}", f"{measured:g}", unit,
             "yes" if (measured >= asked if op == ">=" else measured <= asked) else "no")
            for name, op, asked, measured, unit in rows]


def write_csv(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["bar,asked,measured,unit,holds"] + [",".join(row) for row in rows]
    path.write_text("\n".join(lines) + "\n")
