"""Programs that are wrong in a place or two: a legal one, changed."""
import re

from program import Edit, Line, Pass, Repeat, Stage
from shape import pick

WORDS = ["0", "1", "7", "31", "32", "4096", "99999999999999999999", "-", "..", "u32", "f64", "i8",
         "nodes",
         "channels", "width", "key", "nothing", "key1", "log2", "MHz", "B", "read", "write",
         "crossbar",
         "alltoallv", "table", "histogram", "pass", "{", "}", "(", ")", ";", ",", "->", "as", "let",
         "repeat",
         "0x1F", "3.5 GHz", "128 B", "1 ms", "2 GB/s"]


def passes(body):
    """All passes, with the list that each stands in."""
    found = []
    for statement in body:
        if isinstance(statement, Pass):
            found.append((body, statement))
        elif isinstance(statement, Repeat):
            found += passes(statement.body)
    return found


def statements(body):
    found = [(body, i) for i in range(len(body))]
    for statement in body:
        if isinstance(statement, Repeat):
            found += statements(statement.body)
    return found


def stages_change(draw, program):
    found = passes(program.body)
    if not found:
        return text_change(draw, program)
    stages = draw.choice(found)[1].stages
    at = draw.randrange(len(stages))
    action = draw.choice(["swap", "delete", "double", "put"])
    if action == "swap":
        other = draw.randrange(len(stages))
        stages[at], stages[other] = stages[other], stages[at]
    elif action == "delete" and len(stages) > 1:
        del stages[at]
    elif action == "double":
        stages.insert(at, stages[at])
    else:
        kind = draw.choice(["crossbar", "alltoallv", "histogram", "table", "read", "write"])
        column = draw.choice(program.columns)[0]
        argument = column if kind in ("read", "write") else f"{column}[{draw.randrange(4)}]"
        name = "extra" if kind in ("histogram", "table") else ""
        stages.insert(at, Stage(kind, [argument], name))


def names_change(draw, program):
    """A stage's argument becomes another's, or a stage takes one more or one less."""
    found = [stage for _, one in passes(program.body) for stage in one.stages if stage.arguments]
    if not found:
        return text_change(draw, program)
    words = [word for stage in found for word in stage.arguments + [stage.name]
             if word] + ["nobody"]
    stage = draw.choice(found)
    at = draw.randrange(len(stage.arguments))
    action = draw.choice(["other", "other", "more", "less"])
    if action == "other":
        stage.arguments[at] = draw.choice(words)
    elif action == "more":
        stage.arguments.append(draw.choice(words))
    elif len(stage.arguments) > 1:
        del stage.arguments[at]
    else:
        stage.name = "" if stage.name else "named"


def passes_change(draw, program):
    found = statements(program.body)
    if not found:
        return text_change(draw, program)
    body, at = draw.choice(found)
    action = draw.choice(["delete", "swap", "double"])
    if action == "delete":
        del body[at]
    elif action == "double":
        body.insert(at, body[at])
    else:
        other = draw.randrange(len(body))
        body[at], body[other] = body[other], body[at]


def cluster_change(draw, program):
    cluster = program.cluster
    wrong = {"nodes": ["0", "3", "64", "128", "16"], "channels": ["1", "3", "64", "32", "16"],
             "width": ["8 B", "24 B", "128 B", "16 B", "64"], "strip": ["8", "8192", "100", "4096"],
             "burst": ["32 B", "512 B", "64 MHz", "256 B"],
             "link": ["1 KB/s", "2 TB/s", "6 GB", "1 MB/s"],
             "latency": ["0 ns", "1 ms", "2 ms", "1 s", "1 ps"],
             "core": ["1 kHz", "3 GHz", "2 GHz", "1 MHz", "150"],
             "board": ["nobody", '"no/such.loom"', "kc705"], "clock": ["nobody", "core"]}
    word = draw.choice(list(wrong))
    value = draw.choice(wrong[word])
    if word in ("nodes", "board"):
        setattr(cluster, word, value)
    elif word == "core":
        cluster.clocks["core"] = value
    elif word in ("link", "latency", "clock") and cluster.network:
        cluster.network[1][word] = value
    elif draw.random() < 0.3:
        cluster.memory.pop(draw.choice(list(cluster.memory)), None)
    else:
        cluster.memory[word] = value


def columns_change(draw, program):
    at = draw.randrange(len(program.columns))
    name, kind = program.columns[at]
    action = draw.choice(["type", "type", "twice", "gone", "unknown"])
    if action == "type":
        program.columns[at] = (name, draw.choice(["u8", "i16", "u32", "f32", "i64", "f64"]))
    elif action == "twice":
        program.columns.append((name, kind))
    elif action == "unknown":
        program.columns[at] = (name, "u24")
    else:
        del program.columns[at]


def lines_change(draw, program):
    """A number in a let or partition becomes another."""
    found = [s for s in program.body if isinstance(s, Line)]
    if not found:
        return text_change(draw, program)
    line = draw.choice(found)
    digits = [i for i, letter in enumerate(line.text) if letter.isdigit()]
    if digits:
        at = draw.choice(digits)
        line.text = line.text[:at] + draw.choice(["0", "9", "31", "77"]) + line.text[at + 1:]


def text_change(draw, program):
    action = draw.choice(["delete", "double", "swap", "put"])
    program.edits.append(Edit(action, draw.random(), draw.choice(WORDS)))


def stages_of(program, kind, arguments):
    """Those stages of the kind with so many arguments."""
    return [stage for _, one in passes(program.body) for stage in one.stages
            if stage.kind == kind and len(stage.arguments) == arguments]


def stem_of(program, name):
    """The column of a version: `key` of `key`, `key_1`, `key_2` and so on."""
    return name if name in dict(program.columns) else re.sub(r"_\d+$", "", name)


def read_beside(draw, program):
    """One of two columns read together becomes an earlier version of it, or a later one."""
    known, found = [name for name, _ in program.columns], []
    for _, one in passes(program.body):
        read, write = one.stages[0], one.stages[-1]
        for at, name in enumerate(read.arguments):
            others = [other for other in known
                      if other != name and stem_of(program, other) == stem_of(program, name)]
            if len(read.arguments) == 2 and others:
                found.append((read, at, others))
        known += write.arguments if write.kind == "write" else []
    if not found:
        return False
    read, at, others = draw.choice(found)
    read.arguments[at] = draw.choice(others)
    return True


def other_sizes(draw, program):
    """What sizes count, or whose they are, becomes something else."""
    sized = stages_of(program, "alltoallv", 2)
    counting = [stage for count in (1, 2) for stage in stages_of(program, "histogram", count)]
    if not sized or not counting:
        return False
    stage = draw.choice(sized)
    own = [one for one in counting if one.name == stage.arguments[1]]
    if own and draw.random() < 0.6:
        own[0].arguments[0] = f"{draw.choice(program.columns)[0]}[{draw.randrange(4)} +: 2]"
    else:
        stage.arguments[1] = draw.choice(counting).name
    return True


def other_function(draw, program):
    """An exchange by a function that its crossbar does not have."""
    found = [stage for count in (1, 2) for stage in stages_of(program, "alltoallv", count)]
    if found:
        bit = f"{draw.choice(program.columns)[0]}[{draw.randrange(4)} +: 1]"
        draw.choice(found).arguments[0] = bit
    return bool(found)


def break_rule(draw, program):
    """One of the type rules; whether the program has a place for it."""
    rules = [read_beside, other_sizes] if draw.random() < 0.8 else [other_function]
    return any(rule(draw, program) for rule in rules)


def mutate(draw, program):
    change = pick(draw, {stages_change: 5, names_change: 5, passes_change: 4, cluster_change: 3,
                         columns_change: 1, lines_change: 2, text_change: 2})
    change(draw, program)
