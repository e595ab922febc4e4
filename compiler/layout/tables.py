"""Reads the tables of layouts: docs/layouts.md says what stands in one."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# 1: at most once
KEYS = {"verilog": 1, "of": 1, "bits": 1, "width": 1, "parameter": 0, "encoder": 0, "c": 1,
        "lua": 1, "docs": 0, "contract": 1, "template": 1, "pack": 1, "unpack": 1}
ROWS = {"BL_BITS": 3, "BL_EVENT": 6, "BL_REGISTER": 4, "BL_STATUS": 4}


def total(widths):
    """The sum of widths, each a sum of numbers and terms of parameters: "A * B + A + 3"."""
    parts = [part for width in widths for part in str(width).split(" + ")]
    terms = [part for part in parts if not part.isdigit()]
    number = sum(int(part) for part in parts if part.isdigit())
    return " + ".join(terms + ([str(number)] if number or not terms else []))


def constant(width):
    return str(width).isdigit()


class Field:
    """name, width and first bit as expressions, meaning."""

    def __init__(self, name, width, at, meaning):
        self.name, self.width, self.at, self.meaning = name, width, at, meaning


class Table:
    """path; prose and keys of its head, a list of values by key; rows: lists of cells by macro."""

    def __init__(self, path, head, rows):
        self.path, self.rows, self.keys = path, rows, {}
        for key, value in re.findall(rf"^ +({'|'.join(KEYS)}): (.*)$", head, re.M):
            self.keys.setdefault(key, []).append(value.strip())
        for key, values in self.keys.items():
            if KEYS[key] and len(values) > 1:
                self.fail(f"`{key}` is there twice")
        self.fields = []
        for name, width, meaning in rows.get("BL_BITS", []):
            at = total(field.width for field in self.fields)
            self.fields.append(Field(name, width, at, meaning))
        self.check()

    def fail(self, what):
        sys.exit(f"{self.path.relative_to(ROOT)}: {what}")

    def one(self, key, usual=""):
        return self.keys.get(key, [usual])[0]

    @property
    def bits(self):
        return total(field.width for field in self.fields)

    @property
    def big_endian(self):
        return "big-endian" in self.one("bits")

    @property
    def in_words(self):
        return "in words" in self.one("bits")

    @property
    def prefix(self):
        return self.one("verilog").split("/")[-1]

    @property
    def whole(self):
        """The name of all bits: the last word of the modules' names."""
        return self.prefix.rsplit("_", 1)[-1]

    @property
    def parameters(self):
        """(name, default, what it is: range)"""
        found = [re.fullmatch(r"(\w+) = (\d+), (.*)", text)
                 for text in self.keys.get("parameter", [])]
        if None in found:
            self.fail("`parameter` is NAME = DEFAULT, what it is: RANGE")
        return [match.groups() for match in found]

    def check(self):
        """And that the template of registers says each address."""
        template = self.one("template") and (ROOT / self.one("template")).read_text().lower()
        for _, address, *_ in self.rows.get("BL_REGISTER", []):
            if f"0x{int(address, 0):04x}" not in template:
                self.fail(f"{self.one('template')}: no register {address}")
        if self.fields and self.one("bits").split(" ")[0] not in ("", self.bits):
            self.fail(f"{self.bits} bits, not {self.one('bits')}")
        if len({field.name for field in self.fields}) != len(self.fields):
            self.fail("a field is there twice")
        words = {word for field in self.fields for word in re.findall(r"[A-Z]\w*", field.width)}
        if words != {name for name, _, _ in self.parameters}:
            self.fail("the parameters are not those of the widths")
        for field in self.fields if self.in_words else []:
            if int(field.at) % 32 + int(field.width) > 32:
                self.fail(f"{field.name} does not lie in a word")
        for field in self.fields if self.big_endian else []:
            at, bits = int(field.at), int(field.width)
            if at % 8 + bits > 8 and (at % 8 or bits % 8):
                self.fail(f"{field.name} has neither whole bytes nor lies in one")


def read(path):
    """A table, or None where the file has no rows of one."""
    text = path.read_text()
    head, rows = text.split("*/")[0].rstrip() + "\n", {}
    for macro, body in re.findall(r"^(BL_\w+)\((.*?)\)$", text, re.M | re.S):
        cells = [re.sub(r'\\(.)', r"\1", text) or word.strip() for text, word in
                 re.findall(r'"((?:[^"\\]|\\.)*)"|([^,"\s][^,"]*)', body)]
        if macro in ROWS and len(cells) != ROWS[macro]:
            sys.exit(f"{path.name}: a row of {len(cells)} cells: {body}")
        rows.setdefault(macro, []).append(cells)
    return Table(path, head, rows) if ROWS.keys() & rows.keys() else None


def all_tables():
    paths = [*ROOT.glob("compiler/**/*.def"), *ROOT.glob("rtl_templates/*/*.def")]
    return [table for table in map(read, sorted(paths)) if table]
