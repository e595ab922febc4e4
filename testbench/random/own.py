"""Stages of the user's own: their declarations, their Verilog and their golden models.

What a stage does is one expression for each column that it makes, and one for what it keeps, over
the columns that it takes, sign-extended to 64 bits. The golden model has the expressions once more
in lines that begin with `// opinion`, for opinion.py.
"""
import re
from dataclasses import dataclass, field

from records import BYTES
from shape import pick

NAMES = ["hash", "fold", "below", "choose", "mix", "pass_on", "s_2", "Odd"]
MADE = ["bucket", "digest", "rank", "half", "sum", "tag", "z", "low_1", "Lot"]
KINDS = {8: ["u8", "u8", "i8"], 16: ["u16", "u16", "i16"], 32: ["u32", "u32", "i32", "f32"],
         64: ["u64", "u64", "i64", "f64"]}
MULTIPLIERS = [1, 1, 1, 5, 40503, 2654435761, 11400714819323198485]
MOST = 1 << 64
MOST_LATENCY = 100  # more is refused, and no files need it


def bits_of(kind):
    return 8 * BYTES.get(kind, 4)


@dataclass
class Formula:
    """((of ^ of >> shift) * times + plus ^ salt) >> down, of 64 bits."""
    of: str
    shift: int = 0
    times: int = 1
    plus: str = ""
    salt: str = ""  # a parameter
    down: int = 0

    def text(self, name, number, parameter):
        """In a language that spells columns, numbers and parameters so."""
        text = name(self.of)
        if self.shift:
            text = f"({text} ^ ({text} >> {self.shift}))"
        if self.times > 1:
            text = f"({text} * {number(self.times)})"
        if self.plus:
            text = f"({text} + {name(self.plus)})"
        return f"({text} ^ {parameter(self.salt)})" if self.salt else text


@dataclass
class Filter:
    """(of >> low & mask ^ flip) < limit: some bits of a column, with a sign or without."""
    of: str
    low: int
    bits: int
    flip: bool
    limit: str  # a parameter, or a number

    def field(self, name, number):
        text = f"(({name(self.of)} >> {self.low}) & {number((1 << self.bits) - 1)})"
        return f"({text} ^ {number(1 << self.bits - 1)})" if self.flip else text


@dataclass
class Own:
    """Columns are pairs of a name and a kind, formulas those of what it makes."""
    name: str
    takes: list
    makes: list
    formulas: list
    keeps: Filter = None
    latency: int = 0
    parameters: dict = field(default_factory=dict)
    damage: str = ""  # what is wrong with its files or its declaration: misuse.py

    def text(self):
        """The declaration."""
        made = f" -> ({listed(self.makes)})" if self.makes else ""
        parts = [f'verilog "{self.name}.v";', f'golden "{self.name}.c";',
                 f"latency {self.latency};"]
        parts += [f"parameter {name} {value};" for name, value in self.parameters.items()]
        text = (f"stage {self.name} ({listed(self.takes)}){made}{' keeps' if self.keeps else ''}"
                f" {{ {' '.join(parts)} }}")
        if self.damage == "nothing":
            return text.replace(made, "").replace(" keeps {", " {")
        if self.damage == "no quotes":
            return text.replace(f'"{self.name}.v"', self.name)
        return text.replace("latency", "latency 1; latency") if self.damage == "twice" else text

    def files(self):
        circuit, name = verilog(self), (self.takes + self.makes)[-1][0]
        if self.damage == "no module":
            circuit = circuit.replace(f"module {self.name}", f"module {self.name}_other")
        elif self.damage == "no port":
            circuit = circuit.replace(f" {name}", f" {name}_other")
        elif self.damage == "wide port":
            circuit = re.sub(rf"\[\d+:0\](\s+){name}\b", rf"[99:0]\1{name}", circuit)
        elif self.damage == "narrow port":
            circuit = re.sub(rf"wire \[\d+:0\](\s+){name}\b", rf"wire \1{name}", circuit)
        files = {f"{self.name}.v": circuit, f"{self.name}.c": golden(self)}
        files.pop({"no file": f"{self.name}.v", "golden away": f"{self.name}.c"}.get(self.damage),
                  None)
        return files


def listed(columns):
    return ", ".join(f"{name}: {kind}" for name, kind in columns)


# Verilog

def port(direction, name, bits):
    kind = f"wire [{bits - 1}:0]" if bits > 1 else "wire"
    return f"    {direction:<6} {kind:<11} {name}"


def wide(name, kind):
    bits = bits_of(kind)
    if bits == 64:
        return f"    wire [63:0] bits_{name} = {name};"
    sign = f"{name}[{bits - 1}]" if kind[0] == "i" else "1'b0"
    return f"    wire [63:0] bits_{name} = {{{{{64 - bits}{{{sign}}}}}, {name}}};"


def in_verilog(own):
    """The wires of what is made of the columns at once; their names and bits, the highest first."""
    def name(column):
        return f"bits_{column}"

    def number(value):
        return f"64'd{value}"

    def parameter(word):
        return f"{{32'd0, WORD_{word}}}"
    lines, parts = [], []
    for (column, kind), formula in zip(own.makes, own.formulas):
        lines.append(f"    wire [63:0] whole_{column} = {formula.text(name, number, parameter)};")
        parts.insert(0, (column, bits_of(kind),
                         f"whole_{column}[{formula.down + bits_of(kind) - 1}:{formula.down}]"))
    if own.keeps:
        limit = own.keeps.limit
        limit = parameter(limit) if limit in own.parameters else number(limit)
        lines.append(f"    wire [63:0] whole_keep = {own.keeps.field(name, number)} - {limit};")
        parts.insert(0, ("keep", 1, "whole_keep[63]"))
    return lines, parts


def registers(own, width):
    """The delay of what is made, and the name of what comes out of it."""
    names = [f"after_{i + 1}" for i in range(min(own.latency, MOST_LATENCY))]
    if not names:
        return [], "now"
    lines = [f"    reg [{width - 1}:0] {', '.join(names)};",
             "    always @(posedge clk) if (en) begin"]
    lines += [f"        {name} <= {before};" for name, before in zip(names, ["now"] + names)]
    return lines + ["    end"], names[-1]


def verilog(own):
    lines, parts = in_verilog(own)
    width = sum(bits for _, bits, _ in parts)
    delay, last = registers(own, width)
    ports = [port("input", "clk", 1), port("input", "en", 1)] if own.latency else []
    ports += [port("input", name, bits_of(kind)) for name, kind in own.takes]
    ports += [port("output", name, bits) for name, bits, _ in reversed(parts)]
    words = ",\n".join(f"    parameter {name} = 1" for name in own.parameters)
    head = f"module {own.name} {f'#({chr(10)}{words}{chr(10)}) ' if words else ''}("
    body = [f"    localparam [31:0] WORD_{name} = {name};" for name in own.parameters]
    body += [wide(name, kind) for name, kind in own.takes] + lines
    body.append(f"    wire [{width - 1}:0] now = {{{', '.join(text for _, _, text in parts)}}};")
    body += delay + [f"    assign {{{', '.join(name for name, _, _ in parts)}}} = {last};"]
    unused = ["1'b0"] + [f"bits_{name}" for name, _ in own.takes]
    unused += [f"whole_{name}" for name, _, _ in parts]
    unused += [f"WORD_{name}" for name in own.parameters]
    body.append(f"    wire unused = &{{{', '.join(unused)}, 1'b0}};")
    return "\n".join([f"// Latency: {own.latency} cycles.", "`default_nettype none", head,
                      ",\n".join(ports), ");"] + body + ["endmodule", "`default_nettype wire", ""])


# C

def type_of(kind):
    floats = {"f32": "float", "f64": "double"}
    return floats.get(kind) or f"{'u' if kind[0] == 'u' else ''}int{bits_of(kind)}_t"


def in_c(own):
    """The statements that make the columns, and what is kept."""
    def name(column):
        return f"bits_{column}"

    def number(value):
        return f"UINT64_C({value})"

    def parameter(word):
        return f"(uint32_t){word}"
    lines = []
    for (column, kind), formula in zip(own.makes, own.formulas):
        text = f"{formula.text(name, number, parameter)} >> {formula.down}"
        lines.append(f"    const uint{bits_of(kind)}_t made_{column} = "
                     f"(uint{bits_of(kind)}_t)({text});")
        lines.append(f"    memcpy({column}, &made_{column}, sizeof *{column});")
    if own.keeps:
        limit = own.keeps.limit
        limit = parameter(limit) if limit in own.parameters else number(limit)
        lines.append(f"    return {own.keeps.field(name, number)} < {limit};")
    return lines


def bits_in_c(name, kind):
    if kind[0] != "f":
        return [f"    const uint64_t bits_{name} = (uint64_t){name};"]
    bits = bits_of(kind)
    return [f"    uint{bits}_t bits_{name}_read;",
            f"    memcpy(&bits_{name}_read, &{name}, sizeof {name});",
            f"    const uint64_t bits_{name} = bits_{name}_read;"]


def opinions(own):
    """What opinion.py reads: `//` opinion NAME = EXPRESSION, in Python."""
    def same(word):
        return str(word)
    lines = [f"// opinion {column} = {formula.text(same, same, same)} % {MOST} >> {formula.down}"
             for (column, _), formula in zip(own.makes, own.formulas)]
    if own.keeps:
        lines.append(f"// opinion keep = {own.keeps.field(same, same)} < {own.keeps.limit}")
    return lines


def golden(own):
    arguments = [f"{type_of(kind)} {name}" for name, kind in own.takes]
    arguments += [f"int32_t {name}" for name in own.parameters]
    arguments += [f"{type_of(kind)} *{name}" for name, kind in own.makes]
    lines = opinions(own) + ["#include <stdbool.h>", "#include <stdint.h>", "#include <string.h>"]
    lines.append(f"{'bool' if own.keeps else 'void'} {own.name}({', '.join(arguments)}) {{")
    for name, kind in own.takes:
        lines += bits_in_c(name, kind)
    lines += [f"    (void)bits_{name};" for name, _ in own.takes]
    lines += [f"    (void){name};" for name in own.parameters]
    return "\n".join(lines + in_c(own) + ["}", ""])


# Drawing

def drawn_formula(draw, takes, bits, parameters):
    of, kind = draw.choice(takes)
    formula = Formula(of, draw.choice([0, 0, draw.randrange(bits_of(kind))]),
                      draw.choice(MULTIPLIERS))
    if draw.random() < 0.4:
        formula.plus = draw.choice(takes)[0]
    if draw.random() < 0.35:
        formula.salt = drawn_parameter(draw, parameters, draw.randrange(-1 << 31, 1 << 31))
    top = 64 if formula.times > 1 else max(bits_of(kind), bits)
    formula.down = draw.choice([0, top - bits, draw.randrange(top - bits + 1)])
    return formula


def drawn_parameter(draw, parameters, value):
    name = ["SALT", "LIMIT", "K_0", "step"][len(parameters) % 4] + "2" * (len(parameters) // 4)
    parameters[name] = draw.choice([value, value, 0, 1, -1])
    return name


def drawn_filter(draw, takes, parameters):
    """Keeps nothing, all, or what lies between."""
    of, kind = draw.choice(takes)
    width = bits_of(kind)
    bits = draw.randrange(1, min(width, 16) + 1)
    low = draw.choice([0, width - bits, draw.randrange(width - bits + 1)])
    most = 1 << bits
    limit = pick(draw, {0: 0.5, most: 0.5, 1: 0.7, most - 1: 0.7, most // 2: 5,
                        draw.randrange(most + 1): 8})
    if draw.random() < 0.5:
        word = drawn_parameter(draw, parameters, limit)
        parameters[word], limit = limit, word
    return Filter(of, low, bits, kind[0] == "i" and low == width - bits, str(limit))


def drawn_makes(draw, names, bits):
    """Mostly of the width of the record's columns, so that they can be written."""
    count = pick(draw, {1: 6, 2: 3, 3: 1})
    found = []
    for _ in range(min(count, len(names))):
        width = bits if draw.random() < 0.45 else draw.choice([8, 16, 32, 64])
        found.append((names.pop(draw.randrange(len(names))), draw.choice(KINDS[width])))
    return found


def drawn_stage(draw, name, columns, names, bits):
    """One that makes columns, one that keeps records, or one that does both."""
    does = pick(draw, {"makes": 5, "keeps": 4, "both": 3})
    takes = draw.sample(columns, min(len(columns), pick(draw, {1: 6, 2: 4, 3: 1})))
    parameters = {}
    makes = drawn_makes(draw, names, bits) if does != "keeps" else []
    formulas = [drawn_formula(draw, takes, bits_of(kind), parameters) for _, kind in makes]
    kept = drawn_filter(draw, takes, parameters) if does != "makes" or not makes else None
    latency = pick(draw, {0: 3, 1: 3, 2: 2, 3: 1, 4: 1})
    return Own(name, takes, makes, formulas, kept, latency, parameters)


def drawn_stages(draw, columns, bits):
    """The stages of a program; four of five have none. They take columns of at most 64 bits."""
    columns = [(name, kind) for name, kind in columns if bits_of(kind) <= 64]
    if draw.random() > 0.2 or not columns:
        return []
    bits = min(bits, 64)
    words = draw.sample(NAMES, pick(draw, {1: 5, 2: 4, 3: 2}))
    names, known, found = list(MADE), list(columns), []
    for word in words:
        found.append(drawn_stage(draw, word, known, names, bits))
        known += found[-1].makes if draw.random() < 0.6 else []
    return found
