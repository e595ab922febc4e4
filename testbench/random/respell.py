"""The same program with its passes written in another way: a pass with several moves as its moves
in passes of their own, or passes in a row as one. By docs/language.md rows are defined stage by
stage, so both ways mean the same."""
import copy
import re
from program import Line, Pass, Repeat, Stage

MOVES = ("crossbar", "alltoallv")


class Unclear(Exception):
    """The text of the program does not tell what is needed here."""


class Names:
    """What the names of a program stand for, as far as its passes go."""

    def __init__(self, program):
        self.columns = [name for name, _ in program.columns]
        self.owns = {own.name: own for own in program.owns}
        self.made = {name: own for own in program.owns for name, _ in own.makes}
        self.versions = {name: name for name in self.columns}  # version -> column
        self.lets = {}
        self.count = 0

    def let(self, line):
        for name, text in re.findall(r"let (\w+) = ([^;]*);", line):
            self.lets[name] = text

    def column(self, function):
        """The one column that a function looks at."""
        for word in re.findall(r"[A-Za-z_]\w*", function):
            if word in self.columns or word in self.made:
                return word
            if word in self.lets:
                return self.column(self.lets[word])
        raise Unclear(function)

    def fresh(self):
        self.count += 1
        return f"between{self.count}"

    def version(self, name):
        """The column of a version as `explain` calls it."""
        name = name.split(".")[0]
        stem = name.rstrip("0123456789")  # what a partition has named
        return self.versions.get(name) or (stem if stem in self.columns else name)

    def wrote(self, columns, names):
        self.versions.update(zip(names, columns))


def columns_of(names, item):
    """The columns of a pass: those that are read, then those that its stages make."""
    columns = [names.versions[version] for version in item.stages[0].arguments]
    for stage in item.stages:
        if stage.kind in names.owns:
            columns += [name for name, _ in names.owns[stage.kind].makes]
    return columns


def note(names, item):
    if item.stages[-1].kind == "write":
        names.wrote(columns_of(names, item), item.stages[-1].arguments)


# A pass as its moves

class Parts:
    """The moves of a pass, each with what it needs."""

    def __init__(self, names, item):
        self.names, self.stages = names, item.stages
        self.read = [names.versions[version] for version in item.stages[0].arguments]
        self.places = [i for i, stage in enumerate(self.stages) if stage.kind in MOVES]
        self.makers = {}
        for i, stage in enumerate(self.stages):
            for name, _ in self.own(i).makes if self.own(i) else []:
                self.makers[name] = i
        self.front = [set() for _ in self.places]  # stages that make columns, before the move
        self.back = [set() for _ in self.places]  # and behind it
        self.carried = {}  # what stages that drop records make -> the last part that needs it

    def own(self, index):
        return self.names.owns.get(self.stages[index].kind)

    def drops(self, index):
        return self.own(index) and self.own(index).keeps

    def part(self, index):
        """Where a stage belongs that stands once."""
        after = sum(place < index for place in self.places)
        if after == len(self.places):
            return after - 1
        exchange = self.stages[self.places[after]].kind == "alltoallv"
        own = index not in self.places
        return after - 1 if after and exchange and own else after

    def need(self, part, front, column):
        if column in self.read or column not in self.makers:
            return
        maker = self.makers[column]
        if self.drops(maker):
            self.carried[column] = max(self.carried.get(column, 0), part)
            return
        if maker in self.front[part]:
            return
        (self.front if front else self.back)[part].add(maker)
        self.back[part] -= self.front[part]
        for name, _ in self.own(maker).takes:
            self.need(part, front, name)

    def find(self, lanes_of_nodes):
        """What each part needs; an exchange looks at nothing where each node has a lane."""
        for i, stage in enumerate(self.stages):
            part = self.part(i)
            front = i <= self.places[part]
            if stage.kind == "write":
                for column in columns_of(self.names, Pass(self.stages))[:len(stage.arguments)]:
                    self.need(part, front, column)
            elif self.drops(i):
                for name, _ in self.own(i).takes:
                    self.need(part, front, name)
            elif stage.kind in MOVES + ("histogram",):
                functions = stage.arguments[:1] if stage.kind != "histogram" else stage.arguments
                for function in functions:
                    if stage.kind != "alltoallv" or not lanes_of_nodes:
                        self.need(part, front, self.names.column(function))

    def beside(self, part, front):
        """The stages of a part before or behind its move."""
        place, made = self.places[part], (self.front if front else self.back)[part]
        again = set().union(*self.front, *self.back)  # one without effect stays where it is
        once = [i for i, stage in enumerate(self.stages) if i not in again
                and (self.own(i) or stage.kind == "histogram")]
        return [stage for i, stage in enumerate(self.stages)
                if i in made or i in once and self.part(i) == part and (i < place) == front]

    def along(self, part):
        """The columns that come along to a part."""
        return [name for name, maker in self.makers.items()
                if self.carried.get(name, 0) >= part and self.part(maker) < part]

    def passes(self):
        read, result = list(self.stages[0].arguments), []
        for part, place in enumerate(self.places):
            stages = [Stage("read", read)] + self.beside(part, True) + [self.stages[place]] + \
                self.beside(part, False)
            if part + 1 == len(self.places):
                return result + [Pass(stages + [self.stages[-1]])]
            columns = self.read + self.along(part + 1)
            read = [self.names.fresh() for _ in columns]
            self.names.wrote(columns, read)
            result.append(Pass(stages + [Stage("write", read)]))


def apart(names, item, lanes_of_nodes):
    """A pass as its moves; itself where it has one."""
    moves = sum(stage.kind in MOVES for stage in item.stages)
    if moves < 2 or item.stages[-1].kind != "write":
        return [item]
    parts = Parts(names, item)
    parts.find(lanes_of_nodes)
    return parts.passes()


# Passes in a row as one

def joined(names, first, second):
    """One pass in place of two, of which the second reads all that the first writes; or None."""
    if first.stages[-1].kind != "write" or second.stages[-1].kind != "write":
        return None
    if not all(any(stage.kind in MOVES for stage in item.stages) for item in (first, second)):
        return None  # one that only computes is no move, and no rule joins it with another
    wrote, read = first.stages[-1].arguments, second.stages[0].arguments
    if sorted(wrote) != sorted(read) or any(s.kind in ("histogram", "table") for s in
                                            second.stages):
        return None
    there = columns_of(names, first)
    again = [stage for stage in second.stages[1:-1] if stage.kind in names.owns
             and set(name for name, _ in names.owns[stage.kind].makes) & set(there)]
    if any(names.owns[stage.kind].keeps for stage in again):
        return None
    stages = [stage for stage in second.stages[1:-1] if stage not in again]
    both = Pass(first.stages[:-1] + stages)
    of = dict(zip([dict(zip(wrote, there))[version] for version in read] +
                  columns_of(names, second)[len(read):], second.stages[-1].arguments))
    columns = columns_of(names, both)
    written = [of.get(column) for column in columns]
    while written and not written[-1]:
        written.pop()
    if None in written or len(written) != len(of):
        return None
    both.stages.append(Stage("write", written))
    return both


def readers(body, version):
    """How many passes read a version, in all of the program."""
    count = 0
    for item in body:
        if isinstance(item, Repeat):
            count += readers(item.body, version)
        elif isinstance(item, Pass):
            count += version in item.stages[0].arguments
        elif re.search(r"\bpartition\b", item.text):
            count += 2
    return count


class Respelling:
    def __init__(self, program, draw, way):
        self.program, self.draw, self.way = copy.deepcopy(program), draw, way
        self.names, self.changed = Names(self.program), False
        self.lanes_of_nodes = None

    def joinable(self, item, following, whole):
        free = all(readers(whole, version) == 1 for version in item.stages[-1].arguments)
        return free and isinstance(following, Pass) and self.draw.random() < 0.8

    def body(self, items, whole):
        result = []
        for item in items:
            if isinstance(item, Repeat):
                item.body = self.body(item.body, whole)
            elif isinstance(item, Line):
                self.names.let(item.text)
            elif self.way == "joined" and result and isinstance(result[-1], Pass) and \
                    self.joinable(result[-1], item, whole):
                both = joined(self.names, result[-1], item)
                if both:
                    note(self.names, item)
                    self.changed = True
                    result[-1] = both
                    continue
            if isinstance(item, Pass):
                pieces = apart(self.names, item, self.lanes_of_nodes) if self.way == "apart" \
                    else [item]
                self.changed |= len(pieces) > 1
                note(self.names, item)
                result += pieces
                continue
            result.append(item)
        return result


def respelled(program, draw, way, lanes_of_nodes=False):
    """The program with its passes `apart` or `joined`, and its names; None where nothing is to
    change or a name is of no known column. Another way changes nothing."""
    spelling = Respelling(program, draw, way)
    spelling.lanes_of_nodes = lanes_of_nodes
    try:
        spelling.program.body = spelling.body(spelling.program.body, program.body)
    except (Unclear, KeyError, IndexError):
        return None
    return (spelling.program, spelling.names) if spelling.changed else None


def names_of(program):
    """What its names stand for."""
    spelling = Respelling(program, None, "")
    spelling.body(spelling.program.body, program.body)
    return spelling.names
