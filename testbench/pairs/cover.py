"""Which pairs `check` takes, and programs in which each of those stands: the same for a seed."""

import random

import factors

TRIES = 2  # of a program with most of what is still missing


class Oracle:
    """The codes of the errors of a row, empty where `check` takes it; each row is asked once."""

    def __init__(self, check):
        self.check, self.known = check, {}

    def codes(self, row):
        key = tuple(row[name] for name in factors.NAMES)
        if key not in self.known:
            self.known[key] = self.check(factors.program(row))
        return self.known[key]

    def takes(self, row):
        return not self.codes(row)


def plain(pair):
    """The plainest program of each kind with the pair: a port for DMA, a memory for its clock."""
    fixed = dict(pair)
    for kind in factors.VALUES["kind"]:
        if fixed.get("kind", kind) == kind:
            row = {**factors.plain(kind), **fixed}
            if row["dma"] != "no" and "host" not in fixed:
                row["host"] = "core"
            if row["mem_clock"] != "core" and "memory" not in fixed:
                row["memory"] = "32"
            yield row


def changed(pair):
    """The same with another value of a third feature."""
    for row in plain(pair):
        for name in factors.NAMES:
            if name not in dict(pair):
                for value in factors.VALUES[name]:
                    yield {**row, name: value}


def judge(oracle, pair):
    """(a program that is taken, None), or (None, why none is): the code that the plain ones of all
    kinds have, or the first of each where no other program with the pair is taken."""
    rows = list(plain(pair))
    taken = next((row for row in rows if oracle.takes(row)), None)
    always = set.intersection(*(oracle.codes(row) for row in rows))
    if not taken and not always:
        taken = next((row for row in changed(pair) if oracle.takes(row)), None)
        always = {min(oracle.codes(row)) for row in rows}
    return (taken, None) if taken else (None, sorted(always))


def fill(rng, missing, refused, pair):
    """A program with the pair and as many missing ones as one step at a time finds."""
    row = dict(pair)
    names = [name for name in factors.NAMES if name not in row]
    rng.shuffle(names)
    for name in names:
        row[name] = max(factors.VALUES[name], key=lambda value: gain(row, name, value, missing,
                                                                     refused, rng))
    return row


def gain(row, name, value, missing, refused, rng):
    made = {tuple(sorted(((name, value), item), key=lambda one: factors.NAMES.index(one[0])))
            for item in row.items()}
    return (-len(made & refused), len(made & missing), rng.random())


def best(oracle, rng, missing, refused, pair, witness):
    found = witness
    for _ in range(TRIES):
        row = fill(rng, missing, refused, pair)
        if oracle.takes(row) and (len(factors.pairs_of(row) & missing) >
                                  len(factors.pairs_of(found) & missing)):
            found = row
    return found


def draw(check, seed):
    """(the programs, {pair: codes} of those that are refused)."""
    oracle, rng = Oracle(check), random.Random(seed)
    witnesses, refused = {}, {}
    for pair in factors.pairs():
        row, codes = judge(oracle, pair)
        if row:
            witnesses[pair] = row
        else:
            refused[pair] = codes
    rows, missing = [], set(witnesses)
    for pair in sorted(witnesses, key=lambda _: rng.random()):
        if pair in missing:
            rows.append(best(oracle, rng, missing, set(refused), pair, witnesses[pair]))
            missing -= factors.pairs_of(rows[-1])
    return rows, refused
