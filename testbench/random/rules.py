"""Programs that would have a circuit, were there not one rule of the language that they break."""
from program import Pass, Stage


def one(*stages):
    return Pass([Stage(*stage) for stage in stages])


def moved(read, steer, write):
    return one(("read", read), ("crossbar", [steer]), ("write", write))


def read_beside(draw, names, by):
    """Columns of two arrangements are read together."""
    names = sorted(draw.sample(names, 2))
    first, second = [f"{name}_1" for name in names], [f"{name}_2" for name in names]
    together = [first[0], second[1]]
    draw.shuffle(together)
    return [moved(names, by(names[0]), first), moved(names, by(names[1]), second),
            moved(together, by(names[0]), ["last", "end"])]


def table_of_others(draw, names, by):
    """A table steers records that have moved since."""
    name = draw.choice(names)
    return [one(("read", [name]), ("table", [by(name)], "t1")), moved([name], "t1", ["first"]),
            one(("read", ["first"]), ("table", [by(name)], "t2")),
            moved(["first"], "t2", ["second"]),
            one(("read", [name]), ("table", [by(name)], "t3")), moved(["second"], "t3", ["last"])]


def sizes_of_home(draw, names, by):
    """An exchange takes its sizes from counts of before another exchange."""
    name = draw.choice(names)
    node = by(name)
    return [one(("read", [name]), ("histogram", [node], "h")), moved([name], node, ["first"]),
            one(("read", ["first"]), ("alltoallv", [node, "h"]), ("write", ["second"])),
            moved(["second"], node, ["third"]),
            one(("read", ["third"]), ("alltoallv", [node, "h"]), ("write", ["last"]))]


def sizes_of_others(draw, names, by):
    """An exchange takes its sizes from counts by another function."""
    name = draw.choice(names)
    node = by(name)
    return [one(("read", [name]), ("histogram", [f"{name}[5:3]"], "h")),
            moved([name], node, ["first"]),
            one(("read", ["first"]), ("alltoallv", [node, "h"]), ("write", ["last"]))]


def broken(draw, names):
    """The passes; by columns of 8 bits and more."""
    def by(name):
        low = draw.randrange(3)
        return f"{name}[{low + draw.randrange(3)}:{low}]"
    rules = [table_of_others, sizes_of_home, sizes_of_others]
    rules += [read_beside] * (3 if len(names) > 1 else 0)
    return draw.choice(rules)(draw, names, by)
