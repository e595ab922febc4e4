"""What is done with one program: refused with a position, or built, clean in three tools, right."""
import json
import os
import re
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path

import records
from program import words
from tools import call

HERE = Path(__file__).resolve().parent
CHECK_SECONDS, BUILD_SECONDS, TOOL_SECONDS, RUN_SECONDS = 10, 20, 120, 600


@dataclass
class Outcome:
    """kind is "" where all is well; detail is what was said."""
    state: str = "refused"  # or "accepted"
    codes: list = field(default_factory=list)
    kind: str = ""
    detail: str = ""
    simulator: str = ""
    judged: bool = False
    seconds: dict = field(default_factory=dict)
    command: list = field(default_factory=list)

    def signature(self):
        """Equal for two failures of one cause, as far as their words tell."""
        first = next((line for line in self.detail.splitlines() if line.strip()), "")
        if self.kind in ("wrong result", "third opinion", "nothing moves"):
            first = ""
        return self.kind, re.sub(r"`[^`]*`|'[^']*'|\d+", "#", first)[:60]


class Failure(Exception):
    def __init__(self, kind, detail):
        super().__init__(kind)
        self.kind, self.detail = kind, detail


@dataclass
class Place:
    """Where programs are examined: the compiler, a folder for one, another for models."""
    bankloom: Path
    folder: Path
    cache: Path
    lint: bool = True
    only: str = ""  # the kind of failure that is looked for: what comes of others is left out

    def environment(self):
        return dict(os.environ, XDG_CACHE_HOME=str(self.cache), BL_SIM_OPT="-O0", LC_ALL="C")


def refused(result):
    """The codes of a refusal; every error has its place."""
    try:
        document = json.loads(result.out)
    except ValueError:
        raise Failure("no JSON", result.said()) from None
    errors = [d for d in document["diagnostics"] if d["severity"] == "error"]
    if (result.status == 1) != bool(errors):
        raise Failure("status and errors disagree", f"status {result.status}\n{result.said()}")
    for error in errors:
        if not (error.get("file") and error.get("line") and error.get("column")):
            raise Failure("refused without a position", f"{error['code']}: {error['message']}")
    return [error["code"] for error in errors]


def ended(result, what, statuses=(0, 1)):
    if result.status is None:
        raise Failure(f"{what} takes too long", result.said()[-2000:])
    if result.status not in statuses:
        raise Failure(f"{what} ends with {result.status}", result.said()[-4000:])


def checked(case, place):
    result = call([place.bankloom, "check", "program.loom", "--json"] + words(case.plan),
                  CHECK_SECONDS,
                  place.folder, place.environment())
    ended(result, "check")
    return refused(result)


def built_by(case):
    return ["bankloom", "build", "-q", "program.loom", "-o", "built"] + words(case.plan)


def built(case, place, outcome):
    outcome.command = built_by(case)
    result = call([place.bankloom] + outcome.command[1:], BUILD_SECONDS, place.folder,
                  place.environment())
    ended(result, "build")
    if result.status:
        raise Failure("build refuses what check accepts", result.said())


TOOLS = {
    "verilator": ["verilator", "--lint-only", "-Wall", "--top-module", "p", "-y", "rtl", "rtl/p.v"],
    "icarus": ["iverilog", "-g2001", "-Wall", "-Wno-timescale", "-s", "p", "-y", "rtl", "-o",
               "p.vvp",
               "rtl/p.v"],
    "yosys": ["yosys", "-q", "-p",
              "read_verilog rtl/p.v; hierarchy -check -libdir rtl -top p; proc; "
              "check -assert"],
}


def linted(case, place, outcome):
    for tool, command in TOOLS.items():
        if place.only and place.only != f"{tool} complains":
            continue
        began = time.monotonic()
        result = call(command, TOOL_SECONDS, place.folder / "built")
        outcome.seconds[tool] = time.monotonic() - began
        said = result.err if tool == "verilator" else result.said()
        if result.status != 0 or said.strip():
            outcome.command = built_by(case) + ["&&", "cd", "built", "&&"] + command
            raise Failure(f"{tool} complains", f"status {result.status}\n{said[:4000]}")


STUCK = ("nothing moves", "nothing has moved", "no memory channel and no link")


def run_failure(result):
    said = result.said()
    if "parameter" in said:
        return "a template's parameter"
    if any(words_of in said.lower() for words_of in STUCK):
        return "nothing moves"
    if "compiling the model failed" in said:
        return "the model does not compile"
    if "expected" in said or "missing" in said or "DIFFERS" in said:
        return "wrong result"
    return "run fails"


def simulated(case, place, outcome):
    command = [place.bankloom, "run", "-q", "program.loom"] + words(case.plan) + words(case.run)
    command += ["--json-file", "result.json"]
    if case.input:
        data = records.records(case.program.columns, case.input)
        (place.folder / "input.bin").write_bytes(data)
        command += ["--input", "input.bin"]
    for file in ("output.bin", "result.json"):
        (place.folder / file).unlink(missing_ok=True)
    outcome.command = ["bankloom"] + command[1:]
    result = call(command + ["--output", "output.bin"], RUN_SECONDS, place.folder,
                  place.environment())
    if result.status in (1, 2) and "--output: " in result.said():
        result = call(command, RUN_SECONDS, place.folder, place.environment())
    elif case.input:
        outcome.command += ["--output", "output.bin"]
    ended(result, "run")
    return result


def faulty(case):
    return any(word in case.run.get("--memory", "") for word in ("error=", "reset="))


def judge_run(case, place, result):
    said = result.said()
    if faulty(case):
        reported = result.status == 1 and re.search(r"answered with an error|was reset", said)
        unmet = result.status == 0 and "warning" in said
        if not reported and not unmet:
            raise Failure("a fault is not reported", f"status {result.status}\n{said}")
        if reported and (place.folder / "output.bin").exists():
            raise Failure("a fault leaves an output", said)
    elif result.status:
        raise Failure(run_failure(result), (result.err + result.out)[:4000])
    else:
        document = json.loads((place.folder / "result.json").read_text())
        if document["ok"] is not True:
            raise Failure("JSON and status disagree", said)


def third_opinion(case, place, outcome):
    opinion = HERE / "opinion.py"
    if not (opinion.exists() and case.input
            and (place.folder / "output.bin").exists()) or faulty(case):
        return
    shape = {name: case.plan[name] for name in ("--nodes", "--channels", "--width", "--burst")
             if name in case.plan}
    command = ["python3", opinion, "program.loom", "--input", "input.bin", "--output", "output.bin",
               "--json", "result.json"] + words(shape)
    result = call(command, TOOL_SECONDS, place.folder)
    if result.status == 1:
        raise Failure("third opinion", result.said()[-4000:])
    if result.status not in (0, 2):
        raise Failure("the third opinion fails", f"status {result.status}\n{result.said()[-4000:]}")
    outcome.judged = result.status == 0


def timed(outcome, name, function, *arguments):
    began = time.monotonic()
    try:
        return function(*arguments)
    finally:
        outcome.seconds[name] = time.monotonic() - began


def accepted(case, place, outcome):
    timed(outcome, "build", built, case, place, outcome)
    if not place.only.endswith("complains"):
        compared(case, place, outcome)
    if place.lint:
        linted(case, place, outcome)


def compared(case, place, outcome):
    outcome.simulator = case.run.get("--sim", "verilator")
    result = timed(outcome, outcome.simulator + " run", simulated, case, place, outcome)
    judge_run(case, place, result)
    timed(outcome, "opinion", third_opinion, case, place, outcome)


def clean(place):
    """Compiled models take megabytes; only the simulator's own library serves the next program."""
    for file in place.cache.glob("bankloom/*"):
        if file.name.startswith("verilated"):
            continue
        if file.is_dir():
            shutil.rmtree(file, ignore_errors=True)
        else:
            file.unlink(missing_ok=True)


def examine(case, place):
    outcome = Outcome()
    shutil.rmtree(place.folder, ignore_errors=True)
    place.folder.mkdir(parents=True)
    place.cache.mkdir(parents=True, exist_ok=True)
    for name, text in case.files().items():
        (place.folder / name).write_text(text)
    outcome.command = ["bankloom", "check", "program.loom"] + words(case.plan)
    try:
        outcome.codes = timed(outcome, "check", checked, case, place)
        if not outcome.codes:
            outcome.state = "accepted"
            accepted(case, place, outcome)
    except Failure as failure:
        outcome.kind, outcome.detail = failure.kind, failure.detail
    clean(place)
    return outcome
