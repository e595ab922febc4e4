"""The structure of a generated program, and how it prints."""
import copy
import re
from dataclasses import dataclass, field


@dataclass
class Stage:
    kind: str
    arguments: list
    name: str = ""

    def text(self):
        if self.kind in ("read", "write"):
            return f"{self.kind} {', '.join(self.arguments)}"
        end = f" as {self.name}" if self.name else ""
        if not self.arguments:
            return self.kind + end  # a stage of the user's own
        return f"{self.kind}({', '.join(self.arguments)}){end}"


@dataclass
class Pass:
    stages: list

    def lines(self):
        return ["pass { " + " -> ".join(stage.text() for stage in self.stages) + " }"]


@dataclass
class Line:
    """A statement of one line: let, const, partition."""
    text: str

    def lines(self):
        return [self.text]


@dataclass
class Repeat:
    variable: str
    first: str
    last: str
    body: list

    def lines(self):
        inner = [line for statement in self.body for line in statement.lines()]
        head = f"repeat {self.variable} in {self.first}..{self.last} {{"
        return [head] + ["    " + line for line in inner] + ["}"]


@dataclass
class Cluster:
    """Every part is the text behind its word; of memory and network a dictionary."""
    board: str
    nodes: str
    clocks: dict
    memory: dict
    network: tuple = None

    def parts(self):
        clocks = " ".join(f"clock {name} {rate};" for name, rate in self.clocks.items())
        parts = [f"board {self.board};", f"nodes {self.nodes};", clocks,
                 f"memory {{ {settings(self.memory)} }}"]
        if self.network:
            parts.append(f"network {self.network[0]} {{ {settings(self.network[1])} }}")
        return parts


def settings(words):
    return " ".join(f"{word} {value};" for word, value in words.items())


@dataclass
class Edit:
    """A change of the printed text: the token at a share of the way through it is deleted, ..."""
    action: str
    place: float
    text: str = ""


TOKEN = re.compile(r"[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9A-Za-z_.]*|->|\.\.|<<|>>|\+:|[^\sA-Za-z0-9_]")


def edited(text, edit):
    tokens = list(TOKEN.finditer(text))
    at = min(int(edit.place * len(tokens)), len(tokens) - 2)
    this, after = tokens[at], tokens[at + 1]
    middle = {"delete": "", "double": f"{this.group()} {this.group()}", "put": edit.text,
              "swap": f"{after.group()} {this.group()}"}[edit.action]
    end = after.end() if edit.action == "swap" else this.end()
    return text[:this.start()] + middle + text[end:]


@dataclass
class Program:
    cluster: Cluster
    columns: list
    body: list
    constants: list = field(default_factory=list)
    edits: list = field(default_factory=list)
    owns: list = field(default_factory=list)  # stages of the user's own

    def text(self):
        lines = [f"const {name} = {value};" for name, value in self.constants]
        parts = self.cluster.parts()
        lines.append("cluster k { " + " ".join(parts[:3]))
        lines.append("    " + " ".join(parts[3:]) + " }")
        columns = " ".join(f"{name}: {kind};" for name, kind in self.columns)
        lines.append(f"record row {{ {columns} }}")
        lines += [own.text() for own in self.owns]
        lines.append("pipeline p(rows: row) on k {")
        lines += ["    " + line for statement in self.body for line in statement.lines()]
        text = "\n".join(lines + ["}"]) + "\n"
        for edit in self.edits:
            text = edited(text, edit)
        return text

    def short(self):
        """The same program in at most ten lines: statements share lines where there are more."""
        head, _, body = self.text().partition("pipeline ")
        if self.edits or (head + body).count("\n") <= 9:
            return self.text()
        lines = ("pipeline " + body).splitlines()
        first, statements, last = lines[0], [line.strip() for line in lines[1:-1]], lines[-1]
        room = max(1, 10 - head.count("\n") - 2)
        share = -(-len(statements) // room)
        rows = [" ".join(statements[i:i + share]) for i in range(0, len(statements), share)]
        return head + "\n".join([first] + ["    " + row for row in rows] + [last]) + "\n"


@dataclass
class Input:
    """Records of a file: bits[c] says how column c is drawn."""
    count: int
    seed: int
    forms: list


@dataclass
class Case:
    """A program, the options that it is built and run with, and its records."""
    seed: int
    index: int
    program: Program
    plan: dict = field(default_factory=dict)
    run: dict = field(default_factory=dict)
    input: Input = None
    apart: bool = False  # the cluster stands in a file of its own
    cost: float = 0  # of a simulation in Icarus

    def copy(self):
        return copy.deepcopy(self)

    def files(self):
        """name -> text of what `bankloom` is given."""
        text, beside = self.program.text(), {}
        for own in self.program.owns:
            beside |= own.files()
        at, to = text.find("cluster"), text.find("record")
        if not self.apart or at < 0 or to < at:
            return {"program.loom": text} | beside
        return {"cluster.loom": text[:to],
                "program.loom": 'import "cluster.loom";\n' + text[to:]} | beside


def sooner(case):
    """The same in Icarus, which needs no compilation."""
    quick = case.copy()
    quick.run["--sim"] = "icarus"
    quick.run.pop("--threads", None)
    return quick


def words(options):
    return [word for name, value in options.items() for word in (name, str(value))]
