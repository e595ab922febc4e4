"""A failing program made smaller as long as it fails the same way."""
import time

from program import Line, Pass, Repeat, sooner

PLAIN_PARTS = {"board": "stratix10_mx2100", "clocks": {"core": "150 MHz"}}
PLAIN_MEMORY = {"strip": "64", "burst": "64 B"}
PLAIN_MESH = ("full_mesh", {"link": "6 GB/s", "latency": "300 ns"})


def without_each(items):
    """The list without its second half, its first half, each item."""
    half = len(items) // 2
    if half > 1:
        yield items[:half]
        yield items[half:]
    for i in range(len(items)):
        yield items[:i] + items[i + 1:]


def bodies(body, rebuild):
    """Every smaller body: statements left out, repeats made one turn, stages left out."""
    for shorter in without_each(body):
        yield rebuild(shorter)
    for i, statement in enumerate(body):
        def put(new, i=i):
            return rebuild(body[:i] + new + body[i + 1:])
        if isinstance(statement, Repeat):
            if statement.last != statement.first:
                yield put([Repeat(statement.variable, statement.first, statement.first,
                                  statement.body)])
            inner = [Line(f"const {statement.variable} = {statement.first};")] + statement.body
            yield put(inner)
            yield from bodies(statement.body,
                              lambda b, s=statement,
                              p=put: p([Repeat(s.variable, s.first, s.last, b)]))
        elif isinstance(statement, Pass):
            for stages in without_each(statement.stages):
                if stages:
                    yield put([Pass(stages)])


def with_body(case, body):
    smaller = case.copy()
    smaller.program.body = body
    return smaller


def smaller_bodies(case):
    yield from bodies(case.program.body, lambda body: with_body(case, body))


def columns_gone(case):
    for i, (name, _) in enumerate(case.program.columns):
        if len(case.program.columns) > 1:
            smaller = case.copy()
            del smaller.program.columns[i]
            strip_column(smaller.program.body, name)
            if smaller.input:
                del smaller.input.forms[i:i + 1]
            yield smaller


def strip_column(body, name):
    """Takes the column and its versions out of what is read and written."""
    for statement in body:
        if isinstance(statement, Repeat):
            strip_column(statement.body, name)
        elif isinstance(statement, Pass):
            for stage in statement.stages:
                if stage.kind in ("read", "write"):
                    stage.arguments = [a for a in stage.arguments
                                       if a != name
                                       and not a.startswith(name + "_")] or stage.arguments


def fewer_records(case):
    if case.input:
        counts = [0, 1, case.input.count // 2, case.input.count * 3 // 4, case.input.count - 1]
        for count in counts:
            if 0 <= count < case.input.count:
                smaller = case.copy()
                smaller.input.count = count
                yield smaller
        if any(form != "number" for form in case.input.forms):
            smaller = case.copy()
            smaller.input.forms = ["number"] * len(case.input.forms)
            yield smaller
    elif "--keys" in case.run:
        for count in (0, 1, case.run["--keys"] // 2, case.run["--keys"] - 1):
            if 0 <= count < case.run["--keys"]:
                smaller = case.copy()
                smaller.run["--keys"] = count
                yield smaller


def fewer_options(case):
    for group in ("plan", "run"):
        for name in getattr(case, group):
            if name in ("--keys", "--sim"):
                continue
            smaller = case.copy()
            del getattr(smaller, group)[name]
            yield smaller
    if case.run.get("--memory", "ideal") != "ideal":
        smaller = case.copy()
        smaller.run["--memory"] = "ideal"
        yield smaller
    if case.apart:
        smaller = case.copy()
        smaller.apart = False
        yield smaller


def plainer_clusters(case):
    cluster = case.program.cluster
    changes = [lambda c: setattr(c, "network",
                                 None)] if cluster.nodes == "1" and cluster.network else []
    if cluster.network and cluster.network != PLAIN_MESH:
        changes.append(lambda c: setattr(c, "network", PLAIN_MESH))
    for name, value in PLAIN_PARTS.items():
        if getattr(cluster, name) != value:
            changes.append(lambda c, n=name, v=value: plain(c, n, v))
    for name, value in PLAIN_MEMORY.items():
        if name in cluster.memory and str(cluster.memory[name]) != value:
            changes.append(lambda c, n=name, v=value: c.memory.update({n: v}))
    changes += fewer(cluster)
    for change in changes:
        smaller = case.copy()
        change(smaller.program.cluster)
        network = smaller.program.cluster.network
        if not network or network[0] != "ethernet":
            smaller.run.pop("--faults", None)
        yield smaller


def plain(cluster, name, value):
    setattr(cluster, name, dict(value) if isinstance(value, dict) else value)
    if name == "clocks":
        cluster.memory.pop("clock", None)
        if cluster.network:
            cluster.network[1].pop("clock", None)


def fewer(cluster):
    """Fewer nodes and channels."""
    changes = []
    if cluster.nodes.isdigit() and int(cluster.nodes) > 1:
        changes.append(lambda c: setattr(c, "nodes", str(int(c.nodes) // 2)))
    channels = str(cluster.memory.get("channels", ""))
    if channels.isdigit() and int(channels) > 2:
        changes.append(lambda c: c.memory.update({"channels": str(int(channels) // 2)}))
    return changes


def edits_gone(case):
    for edits in without_each(case.program.edits):
        smaller = case.copy()
        smaller.program.edits = edits
        yield smaller


def plainer_stages(case):
    """Without a declaration, without a delay, and with fewer columns from the end on."""
    for i, own in enumerate(case.program.owns):
        changes = [lambda owns, i=i: owns.pop(i)]
        if own.latency:
            changes.append(lambda owns, i=i: setattr(owns[i], "latency", 0))
        if len(own.makes) > 1 or (own.makes and own.keeps):
            changes.append(lambda owns, i=i: owns[i].makes.pop())
        if own.makes and own.keeps:
            changes.append(lambda owns, i=i: setattr(owns[i], "keeps", None))
        for change in changes:
            smaller = case.copy()
            change(smaller.program.owns)
            yield smaller


WAYS = [smaller_bodies, columns_gone, fewer_options, fewer_records, plainer_clusters, edits_gone,
        plainer_stages]


def shrink(case, fails, seconds=300, tries=400):
    """The smallest case found for which fails(case) holds, and how many were tried."""
    until, tried = time.monotonic() + seconds, 1
    if case.run.get("--sim") != "icarus" and fails(sooner(case)):
        case = sooner(case)
    again = True
    while again:
        again = False
        for way in WAYS:
            found = True
            while found:
                found = False
                for smaller in way(case):
                    if tried >= tries or time.monotonic() > until:
                        return case, tried
                    tried += 1
                    if fails(smaller):
                        case, found, again = smaller, True, True
                        break
    return case, tried
