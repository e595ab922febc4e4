"""Passes through stages of the user's own."""
from dataclasses import dataclass, field

from flow import Flow, Group
from own import bits_of
from program import Stage
from shape import pick


@dataclass
class Way:
    """A pass as far as it is written: its stages, the columns of its records, what decides their
    channel, the histograms of where they lie that are complete, and those of this pass."""
    read: list
    stages: list
    have: list
    channel: str
    counts: dict
    made: list = field(default_factory=list)
    own: list = field(default_factory=list)  # those of the user's own
    fresh: Group = None


class Staged(Flow):
    """A flow of which most passes go through a stage of the user's own."""

    def __init__(self, draw, shape, columns, bits, spelling, owns):
        super().__init__(draw, shape, columns, bits, spelling)
        self.owns, self.width = owns, bits[columns[0]]
        for own in owns:
            self.bits.update({name: bits_of(kind) for name, kind in own.makes})

    # One pass

    def usable(self, way):
        """The stages that can stand next."""
        return [own for own in self.owns if all(name in way.have for name, _ in own.takes)
                and not any(name in way.have for name, _ in own.makes)]

    def take(self, way, own):
        way.stages.append(Stage(own.name, []))
        way.own.append(own)
        names = [name for name, _ in own.makes]
        way.have += names
        way.made += names
        if own.keeps:
            way.counts, way.fresh.counts = {}, {}

    def compute(self, way, share):
        """Stages of the user's own, several at times; one that only keeps is there twice then."""
        while self.chance(share) and self.usable(way):
            self.take(way, self.draw.choice(self.usable(way)))
            share /= 2
        again = [own for own in way.own if not own.makes]
        if again and self.chance(0.15):
            self.take(way, self.draw.choice(again))

    def drop(self, way, share):
        """A stage that keeps records, if there is one."""
        filters = [own for own in self.usable(way) if own.keeps]
        if filters and self.chance(share):
            self.take(way, self.draw.choice(filters))

    def column(self, way):
        """What steers or is counted: mostly what a stage has made."""
        return self.draw.choice(way.made if way.made and self.chance(0.65) else way.have)

    def count(self, way):
        column = self.column(way)
        function = self.function(column, self.shape.nodes, "nodes")
        way.stages.append(self.counted(way.fresh, column, function))
        if len(way.stages[-1].arguments) > 1 and self.chance(0.3):
            other = self.column(way)
            way.stages[-1].arguments[1] = self.function(other, self.shape.channels, "channels")

    def size(self, way, column, function):
        """At times a pass before this one counts what the exchange sends."""
        if column not in way.have or self.turn or not self.chance(0.3):
            return
        needed = {column} | {name for own in way.own for name, _ in own.takes}
        read = [name for name in way.read if name in needed]
        if read:
            name = self.fresh("h")
            way.counts[name] = function
            versions = [version for column, version in zip(way.read, way.stages[0].arguments)
                        if column in needed]
            self.pass_of(Stage("read", versions), *(Stage(own.name, []) for own in way.own),
                         Stage("histogram", [function], name))

    def cross(self, way, feeds):
        column = self.column(way)
        known = "nodes" if feeds else "channels"
        way.channel = self.function(column, getattr(self.shape, known), known)
        way.stages.append(Stage("crossbar", [way.channel]))
        if feeds:
            self.size(way, column, way.channel)

    def send(self, way):
        way.stages.append(self.exchange(way.channel, way.counts))
        way.channel, way.counts, way.fresh.counts = "", {}, {}

    def forms(self, group):
        """Which moves a pass makes."""
        if group.channel and not self.turn and self.chance(0.6):
            return self.draw.choice(["a", "a", "ax"])
        parts = self.shape.nodes > 1 and self.shape.channels % self.shape.nodes == 0
        return pick(self.draw, {"x": 16 if parts else 6, "xa": 4, "xax": 3, "xx": 0.6, "": 5})

    def reads(self, group):
        columns = list(group.versions)
        made = [name for name in columns if name not in self.columns]
        if made and self.chance(0.3):
            columns.remove(self.draw.choice(made))
        if len(columns) > 1 and self.chance(0.08):
            columns = self.draw.sample(columns, self.draw.randrange(1, len(columns)))
        return columns

    def begin(self, group):
        columns = self.reads(group)
        versions = [group.versions[column] for column in columns]
        return Way(columns, [Stage("read", versions)], list(columns), group.channel,
                   dict(group.counts), fresh=Group({}))

    def writes(self, way, group):
        """The columns that are written: those that are read, and of those made the first ones."""
        count = 0
        while count < len(way.made) and self.bits[way.made[count]] == self.width:
            count += 1
        count = self.draw.choice([0, count, self.draw.randrange(count + 1)])
        if self.chance(0.02):
            count = len(way.made)
        columns = way.read + way.made[:count]
        names = [self.name_of(group, column) for column in columns]
        way.stages.append(Stage("write", names))
        return dict(zip(columns, names))

    def name_of(self, group, column):
        if self.turn and column in group.versions:
            return group.versions[column]
        if column not in self.columns and column not in self.taken and self.chance(0.15):
            self.taken[column] = 0
            return column  # a version may be called as the column
        return self.fresh(column + "_")

    def owned(self, group):
        """One pass; the group that comes of it."""
        way, form = self.begin(group), self.forms(group)
        self.compute(way, 0.85)
        if self.chance(0.25):
            self.count(way)
            self.compute(way, 0.45)
        form = form if form or way.own else "x"
        for place, letter in enumerate(form):
            if letter == "x":
                self.cross(way, "a" in form[place:place + 2])
                self.drop(way, 0.5 if form == "x" else 0)
            else:
                self.send(way)
            self.compute(way, 0.45)
        versions = self.writes(way, group)
        self.pass_of(*way.stages)
        return Group(versions, way.channel, way.counts | way.fresh.counts)

    def counts_of(self, group):
        """A pass that only counts what stages make or keep."""
        way = self.begin(group)
        way.fresh.counts = {}
        self.compute(way, 1)
        column = self.column(way)
        function = self.function(column, self.shape.nodes, "nodes")
        needed = {column} | {name for own in way.own for name, _ in own.takes}
        read = [group.versions[name] for name in way.read if name in needed]
        if read:
            self.pass_of(Stage("read", read), *way.stages[1:],
                         Stage("histogram", [function], self.fresh("h")))
        return group

    # The columns of a group one by one

    def way_of(self, group, column, version):
        return Way([column], [Stage("read", [version])], [column], group.channel,
                   dict(group.counts), fresh=Group({}))

    def ended(self, way, group):
        """Writes the column that was read, and nothing else; its version."""
        name = self.name_of(group, way.read[0])
        self.pass_of(*way.stages, Stage("write", [name]))
        return name

    def sent(self, group, column):
        """A column through an exchange, at times after a pass that only computes: its version, and
        the stages that have kept its records."""
        version, kept = group.versions[column], []
        if self.chance(0.3):
            way = self.way_of(group, column, version)
            self.compute(way, 1)
            if way.own:
                version = self.ended(way, group)
                kept += [own.name for own in way.own if own.keeps]
        way = self.way_of(group, column, version)
        self.compute(way, 0.3)
        self.send(way)
        self.compute(way, 0.3)
        kept += [own.name for own in way.own if own.keeps]
        return self.ended(way, group), kept

    def apart(self, group):
        """What a crossbar has led to the lanes of the nodes, exchanged column by column: most
        passes lack the column that steers. Columns of which the same records were kept stay
        together."""
        columns = list(group.versions)
        self.draw.shuffle(columns)
        sent = {column: self.sent(group, column) for column in columns}
        _, kept = sent[self.draw.choice(columns)]
        return Group({column: version for column, (version, stages) in sent.items()
                      if stages == kept})

    def can_part(self, group):
        """Each node has a lane of its own, so that the lane alone says where a record goes."""
        return group.channel and (self.shape.channels % self.shape.nodes == 0 or
                                  self.chance(0.05))

    # Steps

    def step(self, group):
        if self.can_part(group) and self.chance(0.75):
            return self.apart(group)
        if self.chance(0.2):
            steer = self.column_of(group.channel, "")
            known = steer in group.versions or not group.channel
            return super().step(group if known else Group(group.versions))
        if self.chance(0.1):
            return self.counts_of(group)
        if self.chance(0.1):
            return Group(self.repeated(lambda: self.owned(Group(group.versions))).versions)
        return self.owned(group)
