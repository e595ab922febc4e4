"""The tables of docs/, each behind a line `<!-- MARK -->`."""
import re

from tables import ROOT, constant


def place(table, field):
    """Where a field is, or how wide where that follows from parameters."""
    if not all(constant(other.at) for other in table.fields):
        return field.width.replace(" * ", " x ")
    if not constant(field.width):
        return f"{field.at} on"
    at, last = int(field.at), int(field.at) + int(field.width) - 1
    if not table.big_endian:
        return f"{at} to {last}" if last > at else f"{at}"
    if int(field.width) % 8:
        return f"{at // 8}, bit" + (f"s {at % 8} to {last % 8}" if last > at else f" {at % 8}")
    return f"{at // 8} to {last // 8}" if last // 8 > at // 8 else f"{at // 8}"


def fields(table):
    return ["byte" if table.big_endian else "bits", "field", "meaning"], [
        [place(table, field), f"`{field.name}`", field.meaning] for field in table.fields]


def events(table):
    base = {"sent": 0, "received": 16, "streams": 0}
    return ["number", "name", "of", "counts"], [
        [str(base[side] + int(number)), f"`{name}`", f"each {of}", meaning]
        for side, number, name, of, _, meaning in table.rows["BL_EVENT"]]


def registers(table):
    return ["address", "register", "the host may", "meaning"], [
        [f"0x{int(address, 0):04X}", f"`{name}`", access, meaning]
        for name, address, access, meaning in table.rows["BL_REGISTER"]]


def status(table):
    return ["bit", "name", "meaning", "stays until"], [
        [bit, f"`{name}`", meaning, until]
        for name, bit, meaning, until in table.rows["BL_STATUS"]]


KINDS = {"BL_BITS": fields, "BL_EVENT": events, "BL_REGISTER": registers, "BL_STATUS": status}


def tables_of(table, pages):
    """Adds to pages, {path: text}, those with this table: `docs: FILE MARK, MACRO` of each."""
    for line in table.keys.get("docs", []):
        where, _, macro = line.partition(", ")
        page, mark = where.split(" ", 1)
        heads, rows = KINDS[macro or next(iter(table.rows))](table)
        new = "".join("| " + " | ".join(row) + " |\n" for row in [heads] + rows)
        new = new.replace("|\n", "|\n" + "|" + "---|" * len(heads) + "\n", 1)
        path = ROOT / page
        pattern = re.compile(rf"(<!-- {mark} -->\n)\n*(?:\|.*\n)*\n*")
        text = pages.get(path) or path.read_text()
        if not pattern.search(text):
            table.fail(f"{page} has no line `<!-- {mark} -->`")
        pages[path] = pattern.sub(lambda match: match[1] + "\n" + new + "\n", text)
