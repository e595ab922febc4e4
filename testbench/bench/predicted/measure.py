"""Runs a pipeline and keeps what was measured."""
import hashlib
import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from draw import draw_point
from program import words
from tools import call

CHECK_SECONDS, RUN_SECONDS, ATTEMPTS = 20, 900, 50


@dataclass
class Row:
    """What came of a pipeline."""
    index: int
    predicted: float = 0
    measured: float = 0
    network: str = ""
    board: str = ""
    nodes: int = 0
    keys: int = 0
    fuse: str = ""
    distribution: str = ""
    passes: str = ""
    attempts: int = 1
    problem: str = ""  # where nothing was measured

    def cycles(self):
        return abs(self.predicted - self.measured)

    def percent(self):
        return 100 * (self.predicted / self.measured - 1) if self.measured else 0

    def within(self, percent, cycles):
        return not self.problem and (abs(self.percent()) <= percent or self.cycles() <= cycles)


@dataclass
class Place:
    """Where a pipeline is run: folders of its own, and what its result depends on beside it."""
    bankloom: Path
    folder: Path
    cache: Path
    kept: Path
    tools: str  # digest

    def environment(self):
        return dict(os.environ, XDG_CACHE_HOME=str(self.cache), BL_SIM_OPT="-O0", LC_ALL="C")


def digest_of_tools(bankloom):
    files = [bankloom, bankloom.parent / "libbl_sim.a"]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def digest(place, point):
    text = json.dumps([place.tools, point.files(), point.plan, point.run])
    return hashlib.sha256(text.encode()).hexdigest()


def put(point, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in point.files().items():
        (folder / name).write_text(text)


def accepted(seed, index, place):
    """The first pipeline that check takes, and how many were drawn for it."""
    for attempt in range(ATTEMPTS):
        point = draw_point(seed, index, attempt)
        put(point, place.folder)
        result = call([place.bankloom, "check", "program.loom"] + words(point.plan), CHECK_SECONDS,
                      place.folder, place.environment())
        if result.status == 0:
            return point, attempt + 1
        if result.status != 1:
            raise RuntimeError(f"check ends with {result.status}: {result.said()}")
    raise RuntimeError(f"pipeline {index} of seed {seed}: none of {ATTEMPTS} is accepted")


def command_of(point):
    return (["bankloom", "run", "program.loom"] + words(point.plan) + words(point.run))


def passes_of(point):
    lines = [line for statement in point.program.body for line in statement.lines()]
    return " ".join(lines)


def simulated(point, place, row):
    command = [place.bankloom] + command_of(point)[1:] + ["-q", "--threads", "1", "--json-file",
                                                          "result.json"]
    result = call(command, RUN_SECONDS, place.folder, place.environment())
    file = place.folder / "result.json"
    if result.status != 0 or not file.exists():
        row.problem = f"run ends with {result.status}: {result.said()[-600:]}"
        return
    document = json.loads(file.read_text())
    row.predicted, row.measured = document["predicted_cycles"], document["cycles"]


def measure(seed, index, place):
    """The row of a pipeline, and the pipeline; simulated if it is not kept."""
    point, attempts = accepted(seed, index, place)
    row = Row(index, network=point.network, board=point.board, keys=point.run["--keys"],
              nodes=int(point.program.cluster.nodes), fuse=point.plan.get("--fuse", "all"),
              distribution=point.run["--dist"], passes=passes_of(point), attempts=attempts)
    kept = place.kept / f"{digest(place, point)}.json"
    if kept.exists():
        return Row(**json.loads(kept.read_text())), point
    simulated(point, place, row)
    if not row.problem:
        kept.with_suffix(".new").write_text(json.dumps(asdict(row)))
        kept.with_suffix(".new").rename(kept)
    return row, point
