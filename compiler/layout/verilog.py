"""Modules in Verilog that join and take apart what tables lay out, and that number events; and the
places and widths that other templates name."""
import re

from tables import ROOT, constant, total

ZERO = "1'b0"


def range_of(width):
    """Of a vector of so many bits."""
    if width == "1":
        return ""
    if constant(width):
        return f"[{int(width) - 1}:0]"
    terms = [part for part in width.split(" + ") if not part.isdigit()]
    more = sum(int(part) for part in width.split(" + ") if part.isdigit()) - 1
    text = "+".join(term.replace(" ", "") for term in terms)
    return f"[{text}{f'{more:+d}' if more else ''}:0]"


def wrapped(line, indent=8):
    """Lines of at most 100 columns, broken behind a comma or in front of an operator."""
    if len(line) <= 100:
        return line + "\n"
    at = max(line.rfind(" | ", 0, 101), line.rfind(", ", 0, 99) + 1)
    return line[:at] + "\n" + wrapped(" " * indent + line[at + 1:], indent)


def head(table, does, contract, every):
    source = table.path.relative_to(ROOT)
    lines = []
    for text in (f"{does} Made by compiler/layout/layouts of {source}.", f"Contract: {contract}"):
        line = "//"
        for word in text.split(" "):
            if len(line) + 1 + len(word) > 100:
                lines.append(line)
                line = "//"
            line += " " + word
        lines.append(line)
    return ("// SPDX-License-Identifier: ISC\n`default_nettype none\n" + "\n".join(lines) +
            f"\n// Latency: 0 cycles. Throughput: {every} in every cycle.\n")


def ports(rows):
    """(direction, width, name)"""
    column = max(len(range_of(width)) for _, width, _ in rows)
    lines = [f"    {direction} wire {range_of(width):<{column}} {name}"
             for direction, width, name in rows]
    return ",\n".join(lines) + "\n);\n"


def parameter_list(parameters):
    if not parameters:
        return " (\n"
    return " #(\n" + ",\n".join(f"    // {what}\n    parameter {name} = {usual}"
                                for name, usual, what in parameters) + "\n) (\n"


def checks(name, parameters):
    if not parameters:
        return ""
    text = "    generate\n"
    for parameter, _, what in parameters:
        low, high = re.search(r": (\w+)(?:\.\.(\w+)| or more)$", what).groups()
        above = f" || {parameter} > {high}" if high else ""
        text += (f"        if ({parameter} < {low}{above}) begin : g_check_{parameter.lower()}\n"
                 f"            {name}_illegal_{parameter} illegal();\n        end\n")
    return text + "    endgenerate\n\n"


def span(high, low):
    return f"[{high}]" if high == low else f"[{high}:{low}]"


def pieces(field):
    """(bits of the field, bits of the header), byte by byte as on the wire."""
    at, bits = int(field.at), int(field.width)
    if bits <= 8:
        return [("", span(at + bits - 1, at))]
    return [(span(bits - 8 * i - 1, bits - 8 * i - 8), span(at + 8 * i + 7, at + 8 * i))
            for i in range(bits // 8)]


def assigns(table, pack):
    pairs = [(table.whole, "{" + ", ".join(f.name for f in reversed(table.fields)) + "}")]
    if table.big_endian:
        pairs = [(table.whole + of_whole, field.name + of_field)
                 for field in table.fields for of_field, of_whole in pieces(field)]
    return "".join(wrapped(f"    assign {left} = {right};")
                   for left, right in (pairs if pack else [(b, a) for a, b in pairs]))


def module(table, pack):
    name = table.prefix + ("_pack" if pack else "_unpack")
    thing, whole = table.one("of"), table.whole
    does = f"Joins the fields of {thing}." if pack else f"Takes {thing} apart into its fields."
    contract = table.one("contract") or (
        f"the fields from bit 0 of `{whole}` up, in the order of the table.")
    rows = [("input " if pack else "output", field.width, field.name) for field in table.fields]
    rows.append(("output" if pack else "input ", table.bits, whole))
    return (head(table, does, contract, f"a {whole}") + f"module {name}" +
            parameter_list(table.parameters) + ports(rows) + checks(name, table.parameters) +
            assigns(table, pack) + "endmodule\n`default_nettype wire\n")


def encoder(table, side, path, bits):
    own = [(int(row[1]), row[2]) for row in table.rows["BL_EVENT"] if row[0] == side]
    if len({number for number, _ in own} & set(range(1 << bits))) != len(own):
        table.fail(f"a number of {side} is there twice, or too high")
    text = head(table, f"The number of an event among those that are {side}.",
                "at most one is high; `number` is that one's, and 0 for none.", "an event")
    text += f"module {path.rsplit('/', 1)[-1]} (\n"
    text += ports([("input ", "1", event) for _, event in own] + [("output", str(bits), "number")])
    for bit in range(bits):
        terms = [event for number, event in own if number >> bit & 1]
        text += wrapped(f"    assign number[{bit}] = {' | '.join(terms) or ZERO};")
    for number, event in own:
        if number == 0:
            text += f"    wire unused = &{{1'b0, {event}, 1'b0}};\n"
    return text + "endmodule\n`default_nettype wire\n"


def modules(table):
    """{path: text}"""
    made = {}
    if table.one("verilog"):
        folder, name = table.one("verilog").rsplit("/", 1)
        made[ROOT / (table.one("pack") or folder) / (name + "_pack.v")] = module(table, True)
        made[ROOT / (table.one("unpack") or folder) / (name + "_unpack.v")] = module(table, False)
    for line in table.keys.get("encoder", []):
        side, path, bits = line.split(" ")
        made[ROOT / (path + ".v")] = encoder(table, side, path, int(bits))
    return made


def names(table):
    """{name: expression} of what a template may name: FLIT_KEEP_AT, FLIT_KEEP_W, FLIT_W."""
    found, first = {}, table.prefix.upper().removeprefix("BL_")
    for field in table.fields if table.one("verilog") else []:
        found[f"{first}_{field.name.upper()}_AT"] = field.at
        found[f"{first}_{field.name.upper()}_W"] = field.width
    if table.one("width"):
        found[table.one("width")] = table.bits
    return found


def named(tables):
    """{name: expression} of all tables. A template names no table, so a name is of one."""
    found = {}
    for table in tables:
        for name, value in names(table).items():
            if name in found:
                table.fail(f"another table has {name} too")
            found[name] = value
    return found


def templates(tables, made):
    """{path: text} of the other templates with the values of the tables behind such names. A number
    of all bits stays: the template knows no field."""
    values = named(tables)
    widths = [table.one("width") for table in tables]
    pattern = re.compile(rf"\b({'|'.join(values)})( = )([^,;\n]+)") if values else None

    def value(match):
        own = constant(match[3]) and match[1] in widths
        return match[0] if own else match[1] + match[2] + values[match[1]]
    paths = [path for path in sorted(ROOT.glob("rtl_templates/*/*.v")) if path not in made]
    return {path: pattern.sub(value, path.read_text()) for path in paths} if pattern else {}
