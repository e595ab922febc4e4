"""What C and Lua have of tables."""
import re

from tables import ROOT, constant


def made_of(table, what):
    return f"/* {what}\n   compiler/layout/layouts made it of {table.path.relative_to(ROOT)}. */\n"


def guarded(path, text):
    guard = "BL_" + path.rsplit("/", 1)[-1].upper().replace(".", "_").removeprefix("BL_")
    return f"#ifndef {guard}\n#define {guard}\n\n{text}\n#endif\n"


# ---- a layout of fixed widths, little-endian in memory: a structure, and both ways

STRUCTURE = """#include <stdint.h>

enum {{ {upper}_BITS = {bits}, {upper}_BYTES = {bytes} }};

struct {name} {{
{members}}};

/* `bits` bits from bit `at` up; bits of a value beyond them are dropped. */
static inline void {family}_put(uint8_t *to, int at, int bits, uint32_t value) {{
    for (int i = 0; i < bits; i++)
        if (value >> i & 1) to[(at + i) / 8] |= (uint8_t)(1u << (at + i) % 8);
}}

static inline uint32_t {family}_get(const uint8_t *from, int at, int bits) {{
    uint32_t value = 0;
    for (int i = 0; i < bits; i++)
        value |= (uint32_t)(from[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}}

static inline void {name}_pack(uint8_t to[{upper}_BYTES],
{indent}const struct {name} *from) {{
    for (int i = 0; i < {upper}_BYTES; i++) to[i] = 0;
{puts}}}

static inline struct {name}
{name}_unpack(const uint8_t from[{upper}_BYTES]) {{
    struct {name} to; /* C++ takes no designated initializers before C++20 */
{gets}    return to;
}}
"""


def structure(table, path, size):
    name, fields = table.prefix, table.fields
    text = STRUCTURE.format(
        name=name, upper=name.upper(), family=name.rsplit("_", 1)[0], bits=table.bits, bytes=size,
        indent=" " * len(f"static inline void {name}_pack("),
        members="".join(f"    uint32_t {f.name}; /* {f.width} bits: {f.meaning} */\n"
                        for f in fields),
        puts="".join(f"    {name.rsplit('_', 1)[0]}_put(to, {f.at}, {f.width}, from->{f.name});\n"
                     for f in fields),
        gets="".join(
            f"    to.{f.name} = {name.rsplit('_', 1)[0]}_get(from, {f.at}, {f.width});\n"
            for f in fields))
    thing = table.one("of")
    return (made_of(table, f"{thing[0].upper()}{thing[1:]} as it lies in the host's memory.") +
            "/* clang-format off */\n" + guarded(path, text))


# ---- any other: where the fields are as far as that is constant, and the bits of parameters

def places(table, path):
    name, fields = table.prefix, table.fields
    given = [parameter.lower() for parameter, _, _ in table.parameters]
    fixed = [f"    {name.upper()}_{field.name.upper()}_{what} = {value},\n" for field in fields
             for what, value in (("AT", field.at), ("W", field.width))
             if constant(field.at) and constant(value)]
    text = (f"/* First bits and widths of fields. */\nenum {{\n{''.join(fixed)}}};\n\n"
            if len(fixed) > 1 else "")
    text += (f"/* Bits of {table.one('of')}. */\n"
             f"static inline int {name}_width({', '.join('int ' + word for word in given)}) {{\n"
             f"    return {table.bits.lower()};\n}}\n")
    thing = table.one("of")
    return made_of(table, f"{thing[0].upper()}{thing[1:]}.") + guarded(path, text)


# ---- registers: X macros for bl_device.h

def macro(name, rows):
    lines = [f"#define {name}(ROW)"]
    for row in rows:
        line = f"    ROW({row}){'' if row is rows[-1] else ' '}"
        if len(line.rstrip()) > 98:
            at = line.rfind(', "') + 1
            lines.append(line[:at])
            line = "        " + line[at + 1:]
        lines.append(line.rstrip())
    column = max(map(len, lines[:-1]))
    return "".join(f"{line:<{column}} \\\n" for line in lines[:-1]) + lines[-1] + "\n"


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def registers(table, path):
    own = [f"{name}, {at}, {quoted(access)}, {quoted(meaning)}"
           for name, at, access, meaning in table.rows["BL_REGISTER"]]
    bits = [f"{name}, {at}, {quoted(meaning)}, {quoted(until)}"
            for name, at, meaning, until in table.rows["BL_STATUS"]]
    text = ("/* Name, byte address, what the host may do, meaning. */\n" +
            macro("BL_DEVICE_REGISTERS", own) +
            "\n/* Name, bit of STATUS, meaning, when it falls. From bit 8 on: what a node notices. "
            "*/\n" + macro("BL_DEVICE_STATUS_BITS", bits))
    what = "The registers of a node, the bits of its status: bl_device.h makes constants of them."
    return made_of(table, what) + guarded(path, text)


# ---- the rows of a dissector, in its text's part `fields`

def lua_row(field):
    at, bits = int(field.at), int(field.width)
    mask = (1 << bits) - 1 << at % 8 if bits < 8 else 0
    kind = "bool" if bits == 1 else f"uint{-(-bits // 8) * 8}"
    row = f'field("{field.name}", "{kind}", "{field.meaning}",'
    more = f"{at // 8}, {(bits + 7) // 8}, 0x{mask:02X})\n"
    return row + (" " if len(row) + len(more) <= 100 else "\n    ") + more


def lua_word_row(field):
    """Of words of 32 bits, whose upper byte is the first: a field is bits of one."""
    at, bits = int(field.at), int(field.width)
    mask = (1 << bits) - 1 << at % 32
    row = f'field("{field.name}", "{field.meaning}",'
    more = f"{at // 32 * 4}, 0x{mask:08X})\n"
    return row + (" " if len(row) + len(more) <= 100 else "\n    ") + more


def lua(table, made):
    path, *part = table.one("lua").split(" ")
    path = ROOT / path
    rows = "".join(map(lua_word_row if table.in_words else lua_row, table.fields))
    return {path: re.sub(rf"(^@@ {(part or ['fields'])[0]}\n).*?(^@@)",
                         lambda match: match[1] + rows + match[2],
                         made.get(path) or path.read_text(), flags=re.M | re.S)}


def files(table, others):
    """{path: text}; `others` have been made of other tables."""
    made = lua(table, others) if table.one("lua") else {}
    if table.one("c"):
        path, *size = table.one("c").split(" ")
        made[ROOT / path] = (registers(table, path) if "BL_REGISTER" in table.rows else
                             structure(table, path, size[0]) if size else places(table, path))
    return made
