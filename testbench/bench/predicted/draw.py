"""Pipeline I of seed S, and how it is run: the same on every machine, independent of all others."""
import random
from dataclasses import dataclass, field

from own import Filter, Own
from program import Cluster, Line, Pass, Program, Stage
from shape import ethernet, pick, rate

KEY_BITS = 20  # what the keys lie in: functions look at the low ones, filters at the high ones
LOW_BITS = 12
# Channels of a node, and bytes of their words.
BOARDS = {"stratix10_mx2100": ([2, 4, 4, 8], [16, 32, 32, 64]), "kc705": ([2], [16, 32, 64]),
          "arria10_a10pl4": ([2], [16, 32, 64])}
# Skewed or not, but in random order.
DISTRIBUTIONS = {"uniform": 5, "zipf:0.5": 1, "zipf:0.8": 1, "zipf:1.0": 1, "few:5": 1,
                 "few:40": 1, "gaussian": 1, "exponential:5": 1, "exponential:20": 1,
                 "bits:2": 1, "bits:3": 1}
COLUMNS = [["u32"], ["u32"], ["u32"], ["u64"], ["u32", "u32"], ["u64", "u64"], ["u32", "u64"],
           ["u32", "u32", "u32"], ["u16"], ["u32", "u16"]]
NAMES = ["key", "value", "mark"]
RULES = ["zip", "table", "histogram", "eop", "split"]
ICARUS = 20000  # the most that it is given, by what a simulation costs: about ten seconds


@dataclass
class Point:
    """A pipeline and a run of it."""
    seed: int
    index: int
    program: Program
    plan: dict = field(default_factory=dict)
    run: dict = field(default_factory=dict)
    network: str = "none"
    board: str = ""

    def files(self):
        found = {"program.loom": self.program.text()}
        for own in self.program.owns:
            found |= own.files()
        return found


def megahertz(draw):
    return f"{pick(draw, {150: 3, 200: 2, draw.randrange(100, 251): 5})} MHz"


def own_clock(draw, clocks, name, share):
    """At times a clock of its own, of which the name is given back."""
    if draw.random() > share:
        return None
    clocks[name] = megahertz(draw)
    return name


def over_mesh(draw, clocks, width):
    words = {"link": pick(draw, {"6.25 GB/s": 4, f"{rate(draw, 1, 15):g} GB/s": 4}),
             "latency": f"{rate(draw, 20, 1000):.3g} ns"}
    clock = own_clock(draw, clocks, "net", 0.3)
    return "full_mesh", words | ({"clock": clock} if clock else {})


def over_wire(draw, clocks, width):
    """The rate of a link is that of its stream."""
    bits, clocks["net"] = draw.choice([64, 128, 256, 512]), f"{draw.randrange(125, 251)} MHz"
    link = bits / 8 * float(clocks["net"].split()[0]) / 1000
    return "full_mesh", {"link": f"{link:g} GB/s", "latency": f"{rate(draw, 50, 600):.3g} ns",
                         "wire": f"stream {bits} bit", "clock": "net"}


def over_ethernet(draw, clocks, width):
    clocks["net"] = pick(draw, {"156.25 MHz": 4, f"{draw.randrange(150, 323)} MHz": 3})
    return ethernet(draw, "net", clocks["net"])


NETWORKS = {"mesh": over_mesh, "wire": over_wire, "ethernet": over_ethernet}


def cluster(draw):
    """A cluster, and the word of its network."""
    board = pick(draw, {"stratix10_mx2100": 6, "kc705": 2, "arria10_a10pl4": 2})
    nodes = pick(draw, {1: 2, 2: 4, 3: 1, 4: 3})
    channels, widths = BOARDS[board]
    clocks, width = {"core": megahertz(draw)}, draw.choice(widths)
    memory = {"channels": draw.choice(channels), "width": f"{width} B",
              "strip": draw.choice([64, 512]),
              "burst": f"{max(draw.choice([64, 128, 128, 256]), width)} B"}
    clock = own_clock(draw, clocks, "mem", 0.25)
    if clock:
        memory["clock"] = clock
    kind = "none" if nodes == 1 else pick(draw, {"mesh": 4, "wire": 2, "ethernet": 3})
    network = None if nodes == 1 else NETWORKS[kind](draw, clocks, width)
    return Cluster(board, str(nodes), clocks, memory, network), kind


def taken(draw, places):
    """A slice of the key that says one of so many places: of as many values, or of more."""
    exact = (places - 1).bit_length()
    bits = max(exact, 1) if places & (places - 1) == 0 else exact + 5
    bits = min(LOW_BITS, bits + draw.choice([0, 0, 0, 1, 3]))
    low = draw.randrange(LOW_BITS - bits + 1)
    return f"key[{low + bits - 1}:{low}]"


class Body:
    """Writes the passes; `have` are the versions of all columns as they stand."""

    def __init__(self, draw, nodes, lanes, names):
        self.nodes, self.names, self.have = nodes, names, list(names)
        self.lines, self.count = [], 0
        self.node, self.channel = taken(draw, nodes), taken(draw, lanes)

    def move(self, *stages):
        self.count += 1
        made = [f"{name}{self.count}" for name in self.names]
        self.lines.append(Pass([Stage("read", self.have), *stages, Stage("write", made)]))
        self.have = made

    def to_node(self):
        return Stage("crossbar", [self.node]), Stage("alltoallv", [self.node])

    def to_channel(self):
        return (Stage("crossbar", [self.channel]),)

    def partition(self):
        self.lines.append(Line(f"partition rows by {self.node}, {self.channel};"))
        self.have = []

    def apart(self):
        """Crossbar, exchange and crossbar, each in a pass."""
        if self.nodes > 1:
            self.move(self.to_node()[0])
            self.move(self.to_node()[1])
        self.move(*self.to_channel())

    def together(self):
        self.move(*(self.to_node() if self.nodes > 1 else ()), *self.to_channel())

    def sent(self):
        """Crossbar and exchange; on one node a crossbar."""
        self.move(*(self.to_node() if self.nodes > 1 else self.to_channel()))

    def written_plainly(self):
        """Sizes, a table and its user, the exchange; the counting sort as it is written first."""
        if len(self.names) > 1 or self.nodes == 1 or self.nodes & (self.nodes - 1):
            self.apart()
            return
        self.count_by(self.node, "sizes")
        for name, function in (("t1", self.node), ("", ""), ("t2", self.channel)):
            if not name:
                self.move(Stage("alltoallv", [self.node, "sizes"]))
                continue
            self.lines.append(Pass([Stage("read", self.have), Stage("table", [function], name)]))
            self.move(Stage("crossbar", [name]))

    def count_by(self, function, name):
        self.lines.append(Pass([Stage("read", self.have[:1]),
                                Stage("histogram", [function], name)]))

    def drop(self, own, *stages):
        self.move(Stage(own.name, []), *stages)


def filter_of(draw, kind):
    """Keeps records whose high bits are below a limit."""
    bits = 3
    limit = pick(draw, {draw.randrange(1, 8): 8, 8: 0.5, 0: 0.5})
    return Own("keep_some", [("key", kind)], [], [],
               Filter("key", LOW_BITS if kind != "u16" else 12, bits, False, str(limit)),
               draw.choice([0, 1, 2]))


def drawn_body(draw, nodes, lanes, names, kind):
    """The statements, and the stages of the user's own."""
    body = Body(draw, nodes, lanes, names)
    own = filter_of(draw, kind) if draw.random() < 0.3 else None
    before = own and draw.random() < 0.6
    if before:
        body.drop(own, *(body.to_channel() if draw.random() < 0.5 else ()))
    forms = {body.together: 4, body.sent: 3, body.apart: 3, body.written_plainly: 2}
    if not before and nodes > 1:
        forms[body.partition] = 3
    pick(draw, forms)()
    if own and not before and body.have:
        body.drop(own)
    if body.have and draw.random() < 0.25:
        body.count_by(f"key[{draw.choice([3, 5, 7])}:0]", "last")
    return body.lines, [own] if own else []


def fusing(draw):
    some = [rule for rule in RULES if draw.random() < 0.6]
    chosen = pick(draw, {"all": 6, "none": 2, ",".join(some) or "none": 2})
    return {} if chosen == "all" else {"--fuse": chosen}


def keys(draw):
    """A node's; even over powers."""
    return int(2 ** draw.uniform(8, 17))


def simulated_by(point, lanes, width):
    """Icarus takes the small ones, and needs no compilation."""
    nodes = int(point.program.cluster.nodes)
    cycles = 400 + 3 * point.run["--keys"] * 4 / lanes / width
    cost = cycles * nodes * lanes * (width / 32 + 1) / 2
    return {"--sim": "icarus"} if cost < ICARUS else {}


def draw_point(seed, index, attempt):
    """None of the attempts before was accepted."""
    draw = random.Random(f"prediction {seed}/{index}/{attempt}")
    shape, network = cluster(draw)
    kinds = draw.choice(COLUMNS)
    columns = list(zip(NAMES, kinds))
    nodes, lanes = int(shape.nodes), shape.memory["channels"] // 2
    body, owns = drawn_body(draw, nodes, lanes, NAMES[:len(kinds)], kinds[0])
    point = Point(seed, index, Program(shape, columns, body, owns=owns), fusing(draw),
                  network=network, board=shape.board)
    point.run = {"--keys": keys(draw), "--dist": pick(draw, DISTRIBUTIONS),
                 "--seed": draw.randrange(1, 1000),
                 "--key-bits": KEY_BITS if kinds[0] != "u16" else 16}
    point.run |= simulated_by(point, lanes, int(shape.memory["width"].split()[0]))
    return point
