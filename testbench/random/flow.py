"""The passes of a program: groups of columns that lie together, and the steps that move them."""
import re
from dataclasses import dataclass, field
from program import Line, Pass, Repeat, Stage
from shape import pick


@dataclass
class Group:
    """Columns whose records lie at the same places: their versions, what decides the channel."""
    versions: dict
    channel: str = ""
    counts: dict = field(default_factory=dict)  # histograms of this arrangement: name -> function


class Flow:
    """Writes a pipeline step by step. Names are counted, so that none comes twice."""

    def __init__(self, draw, shape, columns, bits, spelling):
        self.draw, self.shape, self.bits, self.spelling = draw, shape, bits, spelling
        self.columns = columns
        self.taken = {}
        self.functions = {}  # name of a function -> its column and bits
        self.body = []
        self.places = [self.body]
        self.style = pick(draw, {"together": 5, "tables": 4, "fused": 2, "any": 1})
        self.turn = None  # the variable of the repeat that is being written
        self.end = None

    def add(self, statement):
        self.places[-1].append(statement)

    def fresh(self, stem):
        self.taken[stem] = self.taken.get(stem, 0) + 1
        return f"{stem}{self.taken[stem]}"

    def chance(self, share):
        return self.draw.random() < share

    # Functions

    def bounds(self, bits, wanted):
        """A slice's brackets for about as many bits as are wanted."""
        few = max(0, min(bits, wanted))
        low = self.draw.randrange(0, bits - few + 1)
        if self.turn:
            room = max(1, bits // 4)
            few = min(few, room)
            none = f"[{self.turn} +: {self.turn}-{self.turn}]"
            return f"[{room}*{self.turn} +: {few}]" if few else none
        if few == 0:
            return self.draw.choice(["[log2(width)-log2(width)-1 : 0]",
                                     "[0 +: log2(1*width)-log2(width)]"])
        if few == bits and self.chance(0.5):
            return ""
        if few == 1 and self.chance(0.4):
            return f"[{low}]"
        return self.draw.choice([f"[{low + few - 1}:{low}]", f"[{low} +: {few}]"])

    def amount(self, destinations):
        """Bits of a function for so many destinations: as many as they need, fewer, more, none."""
        exact = (destinations - 1).bit_length()
        return max(0, pick(self.draw, {exact: 6, exact + 1: 2, exact - 1: 2, exact + 3: 1, 0: 0.7,
                                       self.draw.randrange(0, 10): 1}))

    def spelled(self, name, column, slice_text):
        """A let, at times as a slice of another function that picks the same bits."""
        match = re.fullmatch(r"\w+\[(\d+)(?::(\d+)| \+: (\d+))?\]", slice_text)
        if not match or self.spelling.random() > 0.3:
            return f"let {name} = {slice_text};"
        first, second, width = (int(text) if text else None for text in match.groups())
        low = first if second is None else second
        high = first if width is None else first + width - 1
        floor = self.spelling.randrange(low + 1)
        top = self.spelling.randrange(high, self.bits[column])
        wide = self.fresh("w")
        inner = f"{wide}[{high - floor}:{low - floor}]"
        return f"let {wide} = {column}[{top}:{floor}]; let {name} = {inner};"

    def mixed(self, column, bits):
        """XORs of bits of the column, or bits of it in another order."""
        kind = self.draw.choice(["checksum", "xor", "join"])
        if kind == "checksum":
            low = self.draw.randrange(0, 33 - bits)
            return f"crc32c({column})[{low + bits - 1}:{low}]"
        if kind == "xor":
            return " ^ ".join(column + self.bounds(self.bits[column], bits) for _ in range(2))
        return "{" + ", ".join(f"{column}[{self.draw.randrange(self.bits[column])}]"
                               for _ in range(bits)) + "}"

    def function(self, column, destinations, known="", used=()):
        """A slice or the name of a let, of this column; at times one that was used before."""
        before = [name for name, of in self.functions.items() if of[0] == column
                  and of[2] == self.turn]
        if before and self.chance(0.3):
            return self.draw.choice(before)
        bits = self.amount(destinations)
        slice_text = column + self.bounds(self.bits[column], bits)
        power = destinations & (destinations - 1) == 0
        if known and power and not self.turn and self.chance(0.25):
            slice_text = f"{column}[log2({known})-1 : 0]"
            bits = destinations.bit_length() - 1
        mix = bits and not self.turn and self.chance(0.3)
        if mix:
            slice_text = self.mixed(column, bits)
        elif self.chance(0.4) and slice_text != column:
            return slice_text
        name = self.fresh("f")
        self.add(Line(self.spelled(name, column, slice_text)))
        self.functions[name] = (column, bits, self.turn)
        return name

    # Passes

    def pass_of(self, *stages):
        self.add(Pass([stage for stage in stages if stage]))

    def written(self, group, columns):
        if self.turn:
            return [group.versions[column] for column in columns]
        return [self.fresh(column + "_") for column in columns]

    def counted(self, group, column, function):
        """A histogram stage by the function, sometimes by a second one too; noted in the group."""
        name = self.fresh("h")
        arguments = [function]
        if self.chance(0.35):
            arguments.append(self.function(column, self.shape.channels, "channels"))
        group.counts[name] = function
        return Stage("histogram", arguments, name)

    def exchange(self, function, counts):
        sizes = [name for name, counted in counts.items() if counted == function]
        if sizes and self.chance(0.85):
            return Stage("alltoallv", [function, sizes[-1]])
        return Stage("alltoallv", [function])

    def moves(self, form, function, second, counts):
        """The stages of a form: x is a crossbar, a an exchange."""
        stages = []
        for place, letter in enumerate(form):
            if letter == "a":
                stages.append(self.exchange(function, counts))
            else:
                stages.append(Stage("crossbar", [second if "a" in form[:place] else function]))
        return stages

    def through_table(self, group, steer, column, function):
        """A table of the steering column, then the crossbar that it steers; what was written."""
        table = self.fresh("t")
        count = self.counted(group, steer, function) if self.chance(0.15) else None
        self.pass_of(Stage("read", [group.versions[steer]]), count,
                     Stage("table", [function], table))
        names = self.written(group, [column])
        self.pass_of(Stage("read", [group.versions[column]]), Stage("crossbar", [table]),
                     Stage("write", names))
        return names[0]

    def alone(self, group, column, stages, count=None):
        names = self.written(group, [column])
        self.pass_of(Stage("read", [group.versions[column]]), count, *stages, Stage("write", names))
        return names[0]

    def pair(self, group, columns, stages, count=None):
        order = list(columns)
        self.draw.shuffle(order)
        names = self.written(group, order)
        self.pass_of(Stage("read", [group.versions[c] for c in order]), count, *stages,
                     Stage("write", names))
        return dict(zip(order, names))

    def move(self, group, form, steer, function, second, columns):
        """All of `columns` go the way of `form`; the new versions."""
        style = self.style if self.style != "any" else self.draw.choice(["together", "tables",
                                                                         "fused"])
        stages = self.moves(form, function, second, group.counts)
        rest = [column for column in columns if column != steer]
        made = {}
        first = None
        if form != "x" and not group.counts and self.chance(0.1):
            first = self.counted(group, steer, function)
        if form == "x" and style == "tables":
            for column in self.steer_last(columns, steer):
                made[column] = self.through_table(group, steer, column, function)
            return made
        if not rest:
            return {steer: self.alone(group, steer, self.detour(stages, steer), first)}
        with_steer = [steer]
        if style == "together" or form not in ("x", "a"):
            with_steer.append(rest.pop(0))
        if not rest:
            stages = self.detour(stages, steer)
        before = self.others(group, form, steer, function, rest) if self.turn else {}
        if len(with_steer) == 2:
            made = self.pair(group, with_steer, stages, first)
        else:
            made[steer] = self.alone(group, steer, stages, first)
        return made | (before or self.others(group, form, steer, function, rest))

    def detour(self, stages, column):
        """Crossbars that stand before others in a pass; what is drawn beside leaves the rest."""
        longer = []
        for stage in stages:
            if stage.kind == "crossbar" and self.spelling.random() < 0.12:
                low = self.spelling.randrange(self.bits[column])
                high = min(self.bits[column] - 1, low + self.spelling.randrange(4))
                longer.append(Stage("crossbar", [f"{column}[{high}:{low}]"]))
            longer.append(stage)
        return longer

    def steer_last(self, columns, steer):
        """In a repeat the steering column keeps its name: what it steers goes first."""
        return [c for c in columns if c != steer] + [steer] if self.turn else columns

    def others(self, group, form, steer, function, rest):
        """Columns that travel apart from the one that steers."""
        made = {}
        for column in rest:
            if form == "a":
                made[column] = self.alone(group, column,
                                          self.moves(form, function, "", group.counts))
            else:
                made[column] = self.through_table(group, steer, column, function)
        return made

    # Steps

    def count_first(self, group, steer, function):
        count = self.counted(group, steer, function)
        self.pass_of(Stage("read", [group.versions[steer]]), count)

    def moved(self, group, form, counts_first):
        """One group by one form, as often as the columns need; the group that comes of it."""
        columns = list(group.versions)
        steer = self.draw.choice(columns)
        reach = self.shape.nodes if "a" in form else self.shape.channels
        function = group.channel if form[0] == "a" and group.channel else \
            self.function(steer, reach, "nodes" if "a" in form else "channels")
        if form[0] == "a" and group.channel:
            steer = self.column_of(function, steer)
        second = self.function(steer, self.shape.channels, "channels") if "ax" in form else ""
        if counts_first:
            self.count_first(group, steer, function)
        made = self.move(group, form, steer, function, second, columns)
        counts = {} if "a" in form else group.counts
        return Group(made, second if form.endswith("ax") else function if form == "x" else "",
                     counts)

    def column_of(self, function, otherwise):
        if function in self.functions:
            return self.functions[function][0]
        column = function.split("[")[0]
        return column if column in self.bits else otherwise

    def form(self, group):
        """Which stages come next; what is legal mostly."""
        if group.channel and self.chance(0.6):
            return "a"
        if len(group.versions) > 2:
            return pick(self.draw, {"x": 8, "xa": 1, "xax": 1})
        return pick(self.draw, {"x": 5, "xa": 4, "xax": 4, "ax": 0.2, "a": 0.2})

    def partition(self, group):
        first, second = self.draw.choice(self.columns), self.draw.choice(self.columns)
        if self.chance(0.8):
            second = first
        node = self.function(first, self.shape.nodes, "nodes")
        channel = self.function(second, self.shape.channels, "channels")
        self.add(Line(f"partition rows by {node}, {channel};"))

    def partitions(self, group):
        """At the start of a pipeline, where all columns are in one group."""
        for _ in range(pick(self.draw, {1: 5, 2: 2, 3: 1})):
            if self.chance(0.25):
                self.repeated(lambda: self.partition(group))
            else:
                self.partition(group)

    def repeated(self, write):
        last = pick(self.draw, {0: 1, 1: 4, 2: 1})
        loop = Repeat("d", "0", str(last), [])
        self.add(loop)
        self.places.append(loop.body)
        self.turn, kept = "d", dict(self.functions)
        result = write()
        self.turn, self.functions = None, kept
        self.places.pop()
        return result

    def turn_of(self, group):
        form = self.draw.choice(["x", "xa", "xax"] if len(group.versions) < 3 else ["x"])
        counts_first = "a" in form and self.chance(0.2)
        made = self.moved(group, form, counts_first)
        return Group(made.versions)

    def counts_alone(self, group):
        steer = self.draw.choice(list(group.versions))
        self.count_first(group, steer, self.function(steer, self.shape.nodes, "nodes"))

    def step(self, group):
        if self.chance(0.12):
            return self.repeated(lambda: self.turn_of(group))
        if self.chance(0.07):
            self.counts_alone(group)
            return group
        form = self.form(group)
        shared = self.shape.nodes > self.shape.channels > 1  # nodes share a lane
        if form == "x" and self.chance(0.8 if shared else 0.5):
            return self.two_passes(group)
        return self.moved(group, form, "a" in form and self.chance(0.3))

    def two_passes(self, group):
        """A crossbar, then the exchange by the same function; often with sizes counted before."""
        columns = list(group.versions)
        steer = self.draw.choice(columns)
        function = self.function(steer, self.shape.nodes, "nodes")
        if self.chance(0.6):
            self.count_first(group, steer, function)
        made = self.move(group, "x", steer, function, "", columns)
        between = Group(made, function, group.counts)
        made = self.move(between, "a", steer, function, "", columns)
        return Group(made)

    def write(self):
        self.end = self.written_by_steps()
        return self.body

    def written_by_steps(self):
        """What lies there at the end: a group, or None after partitions."""
        group = Group({column: column for column in self.columns})
        if self.chance(0.03):
            self.counts_alone(group)
            return group
        if self.chance(0.2):
            self.partitions(group)
            return None
        if len(self.columns) > 1 and self.chance(0.12):
            keep = self.draw.sample(self.columns, self.draw.randrange(1, len(self.columns)))
            group.versions = {column: column for column in self.columns if column in keep}
        for _ in range(pick(self.draw, {1: 6, 2: 5, 3: 2, 4: 1})):
            before = group
            group = self.step(group)
            if self.chance(0.06):
                group = before  # a branch: what was read is read once more
        return group

    def last_pass(self, draw):
        """A last pass that only counts, or keeps some records; drawn beside."""
        if not self.end or not self.end.versions:
            return
        versions, column = self.end.versions, draw.choice(list(self.end.versions))
        low = draw.randrange(self.bits[column])
        high = min(self.bits[column] - 1, low + draw.randrange(6))
        count = Stage("histogram", [f"{column}[{high}:{low}]"], self.fresh("h"))
        filters = [own for own in getattr(self, "owns", []) if own.keeps
                   and all(name in versions for name, _ in own.takes)
                   and not any(name in versions for name, _ in own.makes)]
        if not filters or draw.random() < 0.4:
            self.pass_of(Stage("read", [versions[column]]), count)
            return
        own = draw.choice(filters)
        if draw.random() < 0.5:
            needed = {column} | {name for name, _ in own.takes}
            read = [version for name, version in versions.items() if name in needed]
            self.pass_of(Stage("read", read), Stage(own.name, []), count)
        else:
            names = [self.fresh(name + "_") for name in versions]
            self.pass_of(Stage("read", list(versions.values())), Stage(own.name, []),
                         Stage("write", names))
