"""Clusters: boards, nodes, channels, words, clocks, memories and networks."""
from dataclasses import dataclass
from program import Cluster

TWO_CHANNELS = ["arria10_a10pl4", "kc705"]
OTHERS = ["ice40_hx8k", "spartan2_150", "spartan3e_1200", "stratix4gx_530"]
WORDS = {8: [16], 16: [16, 32], 32: [16, 32, 64],
         64: [16, 32, 64]}  # bytes, by the bits of a column


def pick(draw, weights):
    return draw.choices(list(weights), list(weights.values()))[0]


@dataclass
class Shape:
    """What the rest of a program goes by."""
    nodes: int
    channels: int  # read at a time
    width: int


def shape(draw, bits, columns):
    nodes = pick(draw, {1: 3, 2: 8, 4: 6, 8: 2, 3: 2, 6: 1, 5: 0.5})
    channels = pick(draw, {1: 4, 2: 9, 4: 6, 8: 1 if nodes < 5 else 0})
    if columns > 1 and nodes > channels and draw.random() < 0.4:
        nodes, channels = channels, min(1 << nodes.bit_length() - 1, 4)
    words = WORDS[bits]
    if bits == 64 and columns > 1:
        words = [32, 64]
    width = draw.choice(words) if draw.random() < 0.95 else draw.choice([16, 32, 64])
    return Shape(nodes, channels, width)


def rate(draw, least, most):
    """Even over powers, three digits."""
    return float(f"{least * (most / least) ** draw.random():.3g}")


def megahertz(draw):
    return pick(draw,
                {"150 MHz": 6, "200 MHz": 2, f"{draw.randrange(80, 260)} MHz": 6, "156.25 MHz": 1,
                       f"{rate(draw, 20, 450):g} MHz": 2})


def clocks(draw):
    """The clocks, and what names which."""
    names = {"core": megahertz(draw)}
    memory = network = None
    if draw.random() < 0.25:
        memory = "hbm"
        names["hbm"] = names["core"] if draw.random() < 0.3 else megahertz(draw)
    if draw.random() < 0.25:
        network = "hbm" if memory and draw.random() < 0.3 else "net"
        names.setdefault(network, names["core"] if draw.random() < 0.3 else megahertz(draw))
    return names, memory, network


def latency(draw):
    return pick(draw, {"400 ns": 4, "300 ns": 3, f"{rate(draw, 20, 2000):g} ns": 6,
                       f"{rate(draw, 1, 20):g} ns": 0.3, f"{rate(draw, 2, 40):g} us": 1})


def mesh(draw):
    link = pick(draw,
                {"6.25 GB/s": 4, f"{rate(draw, 0.5, 20):g} GB/s": 6,
                 f"{rate(draw, 50, 500):g} MB/s": 1})
    return "full_mesh", {"link": link, "latency": latency(draw)}


def ring(draw):
    words = {"delay": f"{rate(draw, 0.5, 20):g} ns",
             "lines": pick(draw, {16: 1, 32: 3, 64: 2, 7: 1, 128: 1})}
    if draw.random() < 0.3:
        words["gate"] = f"{rate(draw, 0.2, 2):g} ns"
    return "rsb", words


def ethernet(draw, clock, frequency):
    """Most ports are such that a MAC of a width that there is takes them in a clock of so much."""
    width = draw.choice([64, 128, 256, 512])
    most = max(1.5, width * float(frequency.split()[0]) / 1000)
    words = {"port": pick(draw, {"40 Gbit/s": 1, "10 Gbit/s": 1,
                                 f"{rate(draw, 0.2 * most, 1.02 * most):g} Gbit/s": 8}),
             "latency": f"{rate(draw, 20, 2000):g} ns"}
    if draw.random() < 0.4:
        words["frame"] = f"{draw.choice([128, 9018, draw.randrange(128, 2000)])} B"
    if draw.random() < 0.3:
        words["switch"] = f"{rate(draw, 20, 2000):g} ns"
    if draw.random() < 0.8:
        words["width"] = width
    return "ethernet", words | ({"clock": clock} if clock else {})


def lost_frames(draw):
    """For --faults: some kinds, each of so many frames."""
    kinds = draw.sample(["drop", "flip", "repeat", "reorder"], draw.randrange(1, 5))
    return ",".join(f"{kind}={rate(draw, 1e-3, 0.1):g}" for kind in kinds)


def cluster(draw, chosen):
    names, memory_clock, network_clock = clocks(draw)
    burst = max(64, chosen.width) << pick(draw, {0: 5, 1: 4, 2: 1})
    memory = {"channels": 2 * chosen.channels, "width": f"{chosen.width} B",
              "strip": pick(draw, {16: 2, 32: 1, 64: 4, 128: 1, 256: 1, 512: 3, 4096: 1}),
              "burst": f"{min(256, burst)} B"}
    if memory_clock:
        memory["clock"] = memory_clock
    network = ring(draw) if chosen.nodes in (4, 8) and draw.random() < 0.1 else mesh(draw)
    if network_clock:
        network[1]["clock"] = network_clock
    if chosen.nodes == 1 and draw.random() < 0.6:
        network = None
        if network_clock and network_clock != memory_clock:
            del names[network_clock]
    return Cluster(board(draw, chosen), str(chosen.nodes), names, memory, network)


def board(draw, chosen):
    if chosen.channels == 1 and draw.random() < 0.4:
        return draw.choice(TWO_CHANNELS)
    return draw.choice(TWO_CHANNELS + OTHERS) if draw.random() < 0.02 else "stratix10_mx2100"
