"""Stages of the user's own put to a wrong use: in a pass, in their declaration, in their files."""
from mutate import passes
from own import bits_of
from program import Line, Pass, Stage


def uses(program):
    """Every use of a stage of the user's own: the pass, the place in it, the stage."""
    owns = {own.name: own for own in program.owns}
    return [(one, place, owns[stage.kind]) for _, one in passes(program.body)
            for place, stage in enumerate(one.stages) if stage.kind in owns]


def made_of(program):
    return [(own, name) for own in program.owns for name, _ in own.makes]


# Of a pass

def gone(draw, one, place, _):
    """What it makes is needed still, or not: then the program is right."""
    del one.stages[place]


def again(draw, one, place, _):
    """Makes its columns once more; one that only keeps records may do that."""
    one.stages.insert(draw.randrange(place + 1, len(one.stages) + 1), one.stages[place])


def other_column(draw, one, _, own):
    """The pass reads another column in place of one that the stage takes."""
    taken = own.takes[0][0]
    read = one.stages[0].arguments
    for at, name in enumerate(read):
        if name == taken or name.startswith(taken + "_"):
            read[at] = "bucket" if draw.random() < 0.3 else read[at - 1]


def table_behind(draw, one, place, own):
    """A table holds records as they are read."""
    column = draw.choice(own.takes + own.makes)[0]
    one.stages[place + 1:] = [Stage("table", [f"{column}[{draw.randrange(4)}]"], "t_late")]


def steered_by_table(draw, one, place, own):
    """A crossbar by a table behind a stage."""
    taken = own.takes[0][0]
    table = Pass([Stage("read", list(one.stages[0].arguments[:1])),
                  Stage("table", [f"{taken}[{draw.randrange(4)}]"], "t_early")])
    later = [stage for stage in one.stages[place + 1:] if stage.kind == "crossbar"]
    if later:
        later[0].arguments[0] = "t_early"
    return [table]


def last(draw, one, place, _):
    """Nothing comes of it."""
    del one.stages[place + 1:]


def all_written(draw, one, _, own):
    """All that it makes is written, of any width, and at times more than that."""
    if one.stages[-1].kind == "write":
        more = len(own.makes) + draw.choice([0, 0, 1])
        one.stages[-1].arguments += [f"more_{i}" for i in range(more)]


def first(draw, one, place, _):
    one.stages.insert(0, one.stages.pop(place))


def read_unwritten(draw, one, place, own):
    """A column that the stage makes is read before any version of it is written."""
    if own.makes:
        one.stages[0].arguments.append(own.makes[0][0])


def unknown(draw, one, place, own):
    one.stages[place] = Stage(own.name + "e", [])


IN_PASSES = [gone, again, other_column, table_behind, steered_by_table, last, all_written, first,
             read_unwritten, unknown]


def in_pass(draw, program):
    found = uses(program)
    if not found:
        return False
    one, place, own = draw.choice(found)
    before = draw.choice(IN_PASSES)(draw, one, place, own)
    for body, other in passes(program.body):
        if other is one and before:
            body[body.index(one):body.index(one)] = before
            break
    return True


# Of a declaration

def other_type(draw, own):
    name, kind = own.takes[0]
    own.takes[0] = (name, draw.choice(["u8", "i16", "f32", "i32", "u64"]))


def other_latency(draw, own):
    own.latency = draw.choice([65, -1, 1 << 33])


def reserved(draw, own):
    """Words of Verilog or C, and of the circuit."""
    word = draw.choice(["wire", "near", "bl_one", "keep", "en", "clk", "while", "hash-1", "row"])
    if own.makes and draw.random() < 0.5:
        own.makes[0] = (word, own.makes[0][1])
    else:
        own.name = word


def column_of_record(draw, own):
    """Makes a column that the record has."""
    if own.makes:
        own.makes[0] = (own.takes[0][0], own.makes[0][1])


def big_parameter(draw, own):
    own.parameters["BIG"] = draw.choice([1 << 31, -(1 << 31) - 1, "nobody", 1 << 63])


def damaged(draw, own):
    own.damage = draw.choice(DAMAGES)


DECLARATIONS = [other_type, other_latency, reserved, column_of_record, big_parameter, damaged,
                damaged]
DAMAGES = ["no file", "no module", "no port", "wide port", "narrow port", "no quotes", "nothing",
           "golden away", "twice"]


def in_declaration(draw, program):
    draw.choice(DECLARATIONS)(draw, draw.choice(program.owns))
    return True


def let_without(draw, program):
    """A function of a made column steers a pass that has no stage to make it."""
    found = made_of(program)
    if not found:
        return False
    own, name = draw.choice(found)
    column, bit = program.columns[0][0], draw.randrange(bits_of(dict(own.makes)[name]))
    program.body.append(Line(f"let f_bare = {name}[{bit}];"))
    program.body.append(Pass([Stage("read", [column]), Stage("crossbar", ["f_bare"]),
                              Stage("write", ["end_1"])]))
    return True


# Whole pipelines that would have a circuit, were there not one rule that they break.

def keeper(draw, program):
    """A stage that keeps some records of what is read, and the columns that it takes."""
    columns = dict(program.columns)
    found = [own for own in program.owns
             if own.keeps and all(name in columns for name, _ in own.takes)]
    own = draw.choice(found) if found else None
    return own, [name for name, _ in own.takes] if own else []


def moved(read, stages, write):
    return Pass([Stage("read", read)] + stages + [Stage("write", write)])


def sizes_of_all(draw, program):
    """An exchange takes the sizes of the records that there were before a stage kept some."""
    own, columns = keeper(draw, program)
    if not own:
        return False
    node = f"{columns[0]}[{draw.randrange(4)} +: 2]"
    one, two = [f"{name}_1" for name in columns], [f"{name}_2" for name in columns]
    count = Pass([Stage("read", columns[:1]), Stage("histogram", [node], "h")])
    keep, steer = Stage(own.name, []), Stage("crossbar", [node])
    program.body = [count, moved(columns, [keep, steer], one),
                    moved(one, [Stage("alltoallv", [node, "h"])], two)]
    return True


def all_beside(draw, program):
    """Records that a stage has kept are read together with all."""
    own, columns = keeper(draw, program)
    if not own or len(columns) < 2:
        return False
    node = Stage("crossbar", [f"{columns[0]}[{draw.randrange(4)} +: 2]"])
    one, two = [f"{name}_1" for name in columns], [f"{name}_2" for name in columns]
    program.body = [moved(columns, [node], one), moved(columns, [Stage(own.name, []), node], two),
                    moved(one[:1] + two[1:], [node], [f"{name}_3" for name in columns])]
    return True


def whole(draw, program):
    return draw.choice([sizes_of_all, all_beside])(draw, program)


def misuse(draw, program):
    ways = [in_pass] * 4 + [in_declaration] * 3 + [whole] * 3 + [let_without]
    return draw.choice(ways)(draw, program)
