"""Records of an input file: what each column holds, little endian, packed."""
import random

BYTES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f32": 4,
         "f64": 8, "u128": 16, "i128": 16}
FORMS = ["uniform", "few", "equal", "rising", "falling", "skewed", "number", "sparse"]


def value(draw, form, number, count, bits, memory):
    most = (1 << bits) - 1
    if form == "few":
        if not memory:
            memory.extend(draw.getrandbits(bits) for _ in range(1 + draw.randrange(5)))
        return draw.choice(memory)
    if form == "equal":
        if not memory:
            memory.append(draw.getrandbits(bits))
        return memory[0]
    if form == "rising":
        return most * number // max(1, count)
    if form == "falling":
        return most - most * number // max(1, count)
    if form == "skewed":
        return draw.getrandbits(bits) >> draw.randrange(bits)
    if form == "sparse":
        return draw.getrandbits(bits) & draw.getrandbits(bits) & draw.getrandbits(bits)
    if form == "number":
        return number & most
    return draw.getrandbits(bits)


def records(columns, wanted):
    """The bytes of an input file for these columns (name, type)."""
    draw = random.Random(f"records {wanted.seed}")
    widths = [BYTES.get(kind, 4) for _, kind in columns]
    memories = [[] for _ in columns]
    out = bytearray()
    for number in range(wanted.count):
        for c, width in enumerate(widths):
            form = wanted.forms[c % len(wanted.forms)]
            item = value(draw, form, number, wanted.count, 8 * width, memories[c])
            out += item.to_bytes(width, "little")
    return bytes(out)
