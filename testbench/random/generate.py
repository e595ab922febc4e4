"""Program I of seed S: the same on every machine, and independent of all others."""
import random

from cost import cost
from flow import Flow
from misuse import misuse
from mutate import break_rule, mutate
from own import drawn_stages
from program import Case, Input, Program
from records import BYTES, FORMS
from respell import respelled
from rules import broken
from shape import TWO_CHANNELS, cluster, ethernet, lost_frames, pick, shape
from staged import Staged

RULES = ["zip", "table", "histogram", "eop", "split"]
NAMES = ["key", "value", "a", "b", "c", "d_2", "weight", "x"]
KINDS = {8: ["u8", "i8"], 16: ["u16", "i16"], 32: ["u32", "u32", "i32", "f32"],
         64: ["u64", "i64", "f64"]}
ALL = ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64"]
WIDE = ["u128", "u128", "i128"]
DISTRIBUTIONS = ["uniform", "zipf", "zipf:0.7", "equal", "few", "few:2", "sawtooth", "sorted",
                 "reverse",
                 "almost", "almost:30", "bucket", "group", "group:1", "staggered", "bits", "bits:4",
                 "gaussian", "exponential", "exponential:20"]
ICARUS = 4000  # the most that Icarus is given


def columns(draw):
    bits = pick(draw, {8: 1, 16: 2, 32: 8, 64: 3})
    count = pick(draw, {1: 8, 2: 6, 3: 3, 4: 2, 5: 0.5, 6: 0.5, 7: 0.3, 8: 0.7})
    names = NAMES[:count]
    kinds = [draw.choice(KINDS[bits]) for _ in names]
    if count > 1 and draw.random() < 0.12:
        kinds[draw.randrange(count)] = draw.choice(ALL)
    return bits, list(zip(names, kinds))


def widened(draw, bits, listed):
    """At times columns of 128 bits: all of them in place of 64, or one among others."""
    if bits == 64 and draw.random() < 0.25:
        return 128, [(name, draw.choice(WIDE) if BYTES[kind] == 8 else kind)
                     for name, kind in listed]
    if len(listed) > 1 and draw.random() < 0.03:
        at = draw.randrange(len(listed))
        listed[at] = (listed[at][0], draw.choice(WIDE))
    return bits, listed


def fusing(draw):
    """What --fuse says, or nothing."""
    if draw.random() < 0.3:
        return {}
    some = [rule for rule in RULES if draw.random() < 0.5]
    draw.shuffle(some)
    return {"--fuse": pick(draw, {"all": 2, "none": 4, ",".join(some) or "none": 5})}


def shape_options(draw, chosen, program):
    """At times the shape stands on the command line, and the program says another one."""
    plan = {}
    for option, word, value in (("--nodes", "nodes", chosen.nodes),
                                ("--channels", "channels", chosen.channels),
                                ("--width", "width", chosen.width)):
        if draw.random() > 0.12:
            continue
        plan[option] = value
        if word == "nodes":
            other = draw.choice([2, 3, 4, 8])
            program.cluster.nodes = str(other) if program.cluster.network else "1"
        elif word == "channels":
            program.cluster.memory[word] = 2 * draw.choice([1, 2, 4])
        else:
            program.cluster.memory[word] = f"{draw.choice([16, 32, 64])} B"
    if draw.random() < 0.05:
        plan["--clock"] = f"{draw.randrange(50, 300)}MHz"
    network = program.cluster.network
    if draw.random() < 0.05 and network and network[0] == "full_mesh":
        plan["--link"] = f"{draw.randrange(1, 12)}GB/s"
    if draw.random() < 0.05:
        plan["--burst"] = draw.choice([64, 128, 256])
    if draw.random() < 0.02:
        plan["--board"] = draw.choice(TWO_CHANNELS + ["stratix10_mx2100", "stratix4gx_530",
                                                      "nowhere"])
    return plan


def fault(draw, chosen):
    channel = f"{draw.randrange(chosen.nodes)}.{draw.randrange(2 * chosen.channels)}"
    beat = draw.choice([0, 1, draw.randrange(30)])
    return draw.choice([f"late={draw.randrange(0, 500)}"] * 3 + [
        f"read-error={channel}:{beat}", f"write-error={channel}:{beat}",
        f"write-error={channel}:{beat}:decerr",
        f"reset={draw.randrange(chosen.nodes)}:{draw.randrange(5, 400)}"])


def memory(draw, chosen):
    name = pick(draw, {"": 5, "hbm2": 1, "hbm2_1600": 1, "ddr4": 1.5, "ddr3": 1.5, "ideal": 4})
    if draw.random() < 0.1:
        return {"--memory": f"{name or 'hbm2'},{fault(draw, chosen)}"}
    return {"--memory": name} if name else {}


def amount(draw, most=5000):
    return min(most, pick(draw, {0: 1, 1: 1, draw.randrange(10): 2, draw.randrange(100): 4,
                                 draw.randrange(1000): 8, draw.randrange(5001): 5}))


def few(seed, index, owns):
    """With stages of the user's own, at times no record or one; drawn beside, None: not."""
    draw = random.Random(f"{seed}/{index}/few")
    return draw.choice([0, 1, 1]) if owns and draw.random() < 0.2 else None


def lane_each(seed, index, chosen, owns):
    """With stages of the user's own, at times each of two nodes has a lane of its own."""
    draw = random.Random(f"{seed}/{index}/lanes")
    if owns and draw.random() < 0.4:
        chosen.nodes, chosen.channels = 2, draw.choice([2, 4])


def chosen_input(draw, chosen, program, bits, few_records):
    """Either records of a file or a distribution."""
    count = amount(draw, 600 if program.cluster.network and program.cluster.network[0] == "rsb"
                   else 5000)
    count = count if few_records is None else few_records
    if draw.random() < 0.7:
        forms = [draw.choice(FORMS) for _ in program.columns]
        return {}, Input(count, draw.randrange(1 << 30), forms)
    run = {"--keys": count // chosen.nodes, "--dist": draw.choice(DISTRIBUTIONS),
           "--seed": draw.randrange(1, 1000)}
    narrowest = min(8 * BYTES[kind] for _, kind in program.columns)
    if draw.random() < 0.4:
        run["--key-bits"] = min(draw.randrange(1, bits + 1), narrowest)
    return run, None


def over_ethernet(seed, index, case):
    """One mesh in eight is Ethernet instead, most of them with faults; drawn beside."""
    draw = random.Random(f"{seed}/{index}/ethernet")
    nodes, drawn = case.program.cluster, draw.random() < 0.12
    alone = "1" in (nodes.nodes, str(case.plan.get("--nodes")))
    if not drawn or alone or not nodes.network or nodes.network[0] != "full_mesh":
        return
    clock = nodes.network[1].get("clock")
    nodes.network = ethernet(draw, clock, nodes.clocks[clock or "core"])
    case.plan.pop("--link", None)
    if draw.random() < 0.6:
        case.run["--faults"] = lost_frames(draw)


def simulate(case, chosen, bits, draw):
    """Icarus takes the small ones."""
    case.cost = cost(case, chosen, bits // 8)
    if case.cost < ICARUS and draw.random() < 0.8:
        case.run["--sim"] = "icarus"
    else:
        case.run["--threads"] = draw.choice([1, 2])


def flow_of(draw, chosen, listed, spelling, owns):
    names, bits = [name for name, _ in listed], {name: 8 * BYTES[kind] for name, kind in listed}
    if owns:
        return Staged(draw, chosen, names, bits, spelling, owns)
    return Flow(draw, chosen, names, bits, spelling)


def at_the_end(seed, index, flow):
    """One program in four ends with a pass that only counts or keeps some records."""
    draw = random.Random(f"{seed}/{index}/last")
    if draw.random() < 0.25:
        flow.last_pass(draw)


def joined(seed, index, program):
    """At times passes in a row are one."""
    draw = random.Random(f"{seed}/{index}/joined")
    other = respelled(program, draw, "joined") if draw.random() < 0.3 else None
    return other[0] if other else program


def generate(seed, index):
    draw = random.Random(f"{seed}/{index}")
    bits, listed = columns(draw)
    chosen = shape(draw, bits, len(listed))
    wide = random.Random(f"{seed}/{index}/wide")
    bits, listed = widened(wide, bits, listed)
    if bits == 128 and chosen.width == 16 and wide.random() < 0.9:
        chosen.width = 32
    spelling = random.Random(f"{seed}/{index}/spelling")  # beside: the rest of the program stays
    owns = drawn_stages(random.Random(f"{seed}/{index}/stages"), listed, bits)
    lane_each(seed, index, chosen, owns)
    flow = flow_of(draw, chosen, listed, spelling, owns)
    body = flow.write()
    at_the_end(seed, index, flow)
    program = joined(seed, index, Program(cluster(draw, chosen), listed, body, owns=owns))
    case = Case(seed, index, program, fusing(draw) | shape_options(draw, chosen, program))
    case.run, case.input = chosen_input(draw, chosen, program, bits,
                                        few(seed, index, owns))
    case.run |= memory(draw, chosen)
    over_ethernet(seed, index, case)
    simulate(case, chosen, bits, random.Random(f"{seed}/{index}/simulator"))
    case.apart = draw.random() < 0.1
    if owns and draw.random() < 0.15 and misuse(spelling, program):
        return case
    if draw.random() > 0.28:
        if spelling.random() < 0.06:
            program.body = broken(spelling, [name for name, _ in listed])
        return case
    if spelling.random() > 0.6 or not break_rule(spelling, program):
        for _ in range(draw.choice([1, 1, 2])):
            mutate(draw, program)
    return case
