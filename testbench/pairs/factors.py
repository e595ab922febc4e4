"""The features whose pairs are drawn, and the program that has one value of each."""

# Feature, what its values are called, what each means. The first value is the plain one.
FACTORS = (
    ("kind", "what the program is", ("pipeline", "kernels")),
    ("network", "of 2 nodes, `rsb` of 4, `none` of one node",
     ("full_mesh", "none", "rsb", "ethernet")),
    ("wire", "`wire stream N bit` of the network", ("no", "64", "128", "256", "512")),
    ("net_clock", "what the network runs on", ("core", "own")),
    ("mem_clock", "what the memory runs on", ("core", "own")),
    ("host", "`host`, and what its port runs on", ("no", "core", "own")),
    ("memory", "bytes of a word of the card's memory", ("32", "no", "16", "64")),
    ("dma", "`dma` below the host port", ("no", "axi", "arria10")),
    ("board", "`kc705_4` is kc705 with four channels",
     ("stratix10_mx2100", "arria10_a10pl4", "kc705", "kc705_4", "stratix4gx_530",
      "spartan3e_1200", "spartan2_150", "ice40_hx8k")),
    ("verilog", "a stage or a kernel in Verilog", ("no", "yes")),
    ("collective", "a statement of kernels", ("no", "barrier", "allreduce", "broadcast")),
)
NAMES = tuple(name for name, _, _ in FACTORS)
VALUES = {name: values for name, _, values in FACTORS}
# What is also read from examples/ for a program with Verilog.
FILES = ("stages/hash.v", "stages/hash.c", "halo/stencil.v", "halo/stencil.c")
NODES = {"none": 1, "full_mesh": 2, "rsb": 4, "ethernet": 2}


def plain(kind="pipeline"):
    """Every feature at its plain value; kernels are started through a host."""
    row = {name: values[0] for name, _, values in FACTORS}
    if kind == "kernels":
        row.update(kind=kind, host="core", memory="no")
    return row


def pairs():
    """All pairs, each as ((feature, value), (feature, value)) in the order of the features."""
    for i, one in enumerate(NAMES):
        for other in NAMES[i + 1:]:
            for a in VALUES[one]:
                for b in VALUES[other]:
                    yield (one, a), (other, b)


def pairs_of(row):
    return {((one, row[one]), (other, row[other]))
            for i, one in enumerate(NAMES) for other in NAMES[i + 1:]}


def _network(row):
    wire = "" if row["wire"] == "no" else f" wire stream {row['wire']} bit;"
    clock = " clock net;" if row["net_clock"] == "own" else ""
    mesh = "link 500 MB/s; latency 200 ns;"
    own = {"full_mesh": mesh, "none": mesh,
           "rsb": "delay 4.45 ns; lines 32;",
           "ethernet": "port 1 Gbit/s; timeout 20 us;"}[row["network"]]
    word = "full_mesh" if row["network"] == "none" else row["network"]
    if row["network"] == "none" and not (wire or clock):
        return ""
    return f"network {word} {{ {own}{wire}{clock} }}"


def _memory(row):
    clock = " clock mem;" if row["mem_clock"] == "own" else ""
    channels = 2 if row["kind"] == "pipeline" else 1
    if row["memory"] != "no":
        return f"memory {{ channels {channels}; width {row['memory']} B;{clock} }}"
    return f"memory {{{clock} }}" if clock else ""


def _host(row):
    clock = " clock bus;" if row["host"] == "own" else ""
    return "" if row["host"] == "no" else f"host {{ bus pcie; memory 1 MiB; gpus 1;{clock} }}"


def cluster(row):
    board = f'"{row["board"]}.loom"' if row["board"] == "kc705_4" else row["board"]
    clocks = [text for text, there in
              (("clock net 125 MHz;", row["net_clock"] == "own"),
               ("clock mem 133 MHz;", row["mem_clock"] == "own"),
               ("clock bus 250 MHz;", row["host"] == "own")) if there]
    parts = [f"board {board};", f"nodes {NODES[row['network']]};", "clock core 100 MHz;"] + clocks
    parts += [part for part in (_memory(row), _network(row), _host(row)) if part]
    text = "cluster pair {\n    " + "\n    ".join(parts) + "\n}\n"
    if row["dma"] == "no":
        return text
    return f"{text}dma engine on pair {{ descriptor {row['dma']}; }}\n"


def pipeline(row):
    own = row["verilog"] == "yes"
    bits = "[0]" if row["network"] == "none" else "[1 +: log2(nodes)]"
    by = ("bucket" if own else "key") + bits
    stages = ("hash -> " if own else "") + f"crossbar({by})"
    if row["network"] != "none":
        stages += f" -> alltoallv({by})"
    text = "record item { key: u32; }\n"
    if own:
        text += 'stage hash (key: u32) -> (bucket: u8) { verilog "hash.v"; golden "hash.c"; ' \
                "latency 3; }\n"
    return text + "pipeline pair(items: item) on pair {\n" \
        f"    pass {{ read key -> {stages} -> write key1 }}\n}}\n"


def kernels(row):
    moves = {"no": "", "barrier": " barrier;", "allreduce": " allreduce sum u32 gpu(0, n);",
             "broadcast": " broadcast u32 gpu(0, n) from 0;"}[row["collective"]]
    text = ""
    if row["network"] != "none":
        text += "channel a: u32 from 0 to 1;\n" \
                "kernel left on pair node 0 (n: u32) { read host(0, n) -> send a; }\n" \
                "kernel right on pair node 1 (n: u32) { recv a -> write gpu(0, n); }\n"
    memory = "card" if row["memory"] != "no" else "gpu"
    text += f"kernel all on pair (n: u32) {{ read {memory}(0, n) -> write host(0, n);{moves} }}\n"
    if row["verilog"] == "yes":
        text += 'kernel stencil on pair () verilog "stencil.v" golden "stencil.c" ' \
                "{ in cells: u32; out means: u32; }\n" \
                "kernel feed on pair (n: u32) { read host(0, n + 2) -> cells; " \
                "means -> write gpu(0, n); }\n"
    return text


def program(row):
    text = cluster(row)
    if row["kind"] == "pipeline":
        text += pipeline(row)
        if row["collective"] != "no": # both in one program
            text += kernels({**row, "verilog": "no", "network": "none"})
        return text
    return text + kernels(row)
