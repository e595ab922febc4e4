"""How long a simulation takes, about: cycles of the core, times what a node has of lanes."""
import re

from program import Line, Pass, Repeat

SCALE = {"Hz": 1, "kHz": 1e3, "MHz": 1e6, "GHz": 1e9, "ns": 1e-9, "us": 1e-6, "ms": 1e-3,
         "ps": 1e-12, "s": 1,
         "Gbit/s": 1.25e8, "B/s": 1, "KB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9}
UNEVEN = ("zipf", "equal", "few", "group", "bucket", "staggered", "exponential", "skewed", "sparse")


def amount(text, otherwise):
    match = re.fullmatch(r"([0-9.]+) ?(\S+)", str(text))
    return float(match[1]) * SCALE[match[2]] if match and match[2] in SCALE else otherwise


def passes(body, columns):
    """How many passes a body has as written, and how many of them exchange."""
    count = exchanges = 0
    for statement in body:
        if isinstance(statement, Pass):
            count += 1
            exchanges += any(stage.kind == "alltoallv" for stage in statement.stages)
        elif isinstance(statement, Line) and statement.text.startswith("partition"):
            count, exchanges = count + 5 * columns + 1, exchanges + columns
        elif isinstance(statement, Repeat):
            inner = passes(statement.body, columns)
            turns = int(statement.last) - int(statement.first) + 1
            count, exchanges = count + turns * inner[0], exchanges + turns * inner[1]
    return count, exchanges


def uneven(case):
    forms = case.input.forms if case.input else [case.run.get("--dist", "")]
    return any(form.startswith(UNEVEN) for form in forms)


def exchange_seconds(network, shape, data):
    """What a pass with an exchange takes longer: `data` bytes of a node."""
    if not network or shape.nodes == 1:
        return 0
    if network[0] == "rsb":
        return data / shape.width * 25 * 1e-8
    if network[0] == "ethernet":
        return 1e-5 + 3 * data / shape.nodes / amount(network[1].get("port"), 5e9)
    return amount(network[1].get("latency"),
                  4e-7) + data / shape.nodes / amount(network[1].get("link"), 6e9)


def cost(case, shape, record_bytes):
    """record_bytes: of a column."""
    cluster, columns = case.program.cluster, len(case.program.columns)
    count, exchanges = passes(case.program.body, columns)
    records = case.input.count if case.input else case.run["--keys"] * shape.nodes
    data = records / shape.nodes * record_bytes * (shape.nodes if uneven(case) else 1)
    hertz = amount(cluster.clocks.get("core"), 1.5e8)
    cycles = count * (200 + data / (shape.channels * shape.width))
    cycles += exchanges * hertz * exchange_seconds(cluster.network, shape, data)
    if case.plan.get("--fuse") != "none":
        cycles *= 0.6
    return cycles * shape.nodes * shape.channels * (shape.width / 32 + 1) / 2
