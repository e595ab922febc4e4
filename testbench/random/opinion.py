#!/usr/bin/env python3
"""A third opinion on a run: what the language says a pipeline does to its input.

    opinion.py PROGRAM.loom --input INPUT --output OUTPUT --json RESULT.json
               [--nodes N] [--channels N] [--width B] [--burst B]

Judges what `bankloom run PROGRAM.loom --input INPUT --output OUTPUT --json-file RESULT.json` wrote.
Status 0: as the language says; 1: it is not, or the language refuses the program; 2: this program
cannot judge it, and says why.

Written from docs/language.md alone; it shares nothing with the compiler and its golden model. A
version is a column and a path, the crossbars and exchanges that its records went by and the stages
of the user's own that kept them; a path says where every record lies. Two versions are paired when
their paths are the same. Order is not judged: nearly every result comes from a crossbar or an
exchange, and its order is `any`. A stage of the user's own can be judged if the golden model that
the program names for it says in Python what it does, in lines `// opinion COLUMN = EXPRESSION` and
`// opinion keep = EXPRESSION` over columns, sign-extended to 64 bits, and parameters of 32 bits.
"""
import argparse
import json
import os
import re
import sys
from collections import Counter
from fractions import Fraction
from itertools import zip_longest
from math import gcd
from types import SimpleNamespace

TOKEN = re.compile(r'(\s+|//[^\n]*|/\*.*?\*/)'
                   r'|("[^"\n]*"|0x[0-9a-fA-F_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?'
                   r'|[A-Za-z_]\w*|->|\+:|\.\.|<<|>>|.)', re.S)
UNITS = {'B': 1, 'Hz': 1, 's': 1}
UNITS.update({prefix + 's': Fraction(1, 1000**(n + 1)) for n, prefix in enumerate('munp')})
UNITS.update({prefix + 'B': 1000**(n + 1) for n, prefix in enumerate('KMGT')})
UNITS.update({prefix + 'iB': 1024**(n + 1) for n, prefix in enumerate('KMG')})
UNITS.update({prefix + 'Hz': 1000**(n + 1) for n, prefix in enumerate('kMG')})


class Wrong(Exception):
    """What was written is not what the language says."""


class Unable(Exception):
    """This program cannot judge."""


def tokens_of(text):
    """Pairs of a token and its line."""
    found, line = [], 1
    for match in TOKEN.finditer(text.lstrip('\ufeff')):
        if match.group(2):
            found.append((match.group(2), line))
        line += match.group(0).count('\n')
    return found + [('', line)]


class Reader:
    """Tokens, and expressions over the names that are known."""

    def __init__(self, tokens, names):
        self.tokens, self.names, self.at = tokens, names, 0

    def peek(self):
        return self.tokens[self.at][0]

    def line(self):
        return self.tokens[self.at][1]

    def take(self, wanted=None):
        token = self.peek()
        if not token or wanted not in (None, token):
            raise Unable(f'line {self.line()}: expected {wanted or "more"}, '
                         f'found {token or "the end"}')
        self.at += 1
        return token

    def given(self, token):
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def skip_block(self):
        """Past the bracket that closes the next one."""
        depth = 0
        while True:
            depth += {'{': 1, '}': -1}.get(token := self.take(), 0)
            if token == '}' and depth == 0:
                return

    def expression(self, level=0):
        """Operators from the weakest on; a whole number is an int, every other one a Fraction."""
        if level == 3:
            return self.unary()
        left = self.expression(level + 1)
        while self.peek() in (('<<', '>>'), ('+', '-'), ('*', '/', '%'))[level]:
            left = self.combine(left, self.take(), self.expression(level + 1))
        return left

    def combine(self, a, operator, b):
        if operator in ('/', '%') and b == 0:
            raise Unable('division by zero')
        if operator == '/' and isinstance(a, int) and isinstance(b, int):
            return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return {'+': lambda: a + b, '-': lambda: a - b, '*': lambda: a * b,
                '/': lambda: Fraction(a) / b, '%': lambda: a - b * self.combine(a, '/', b),
                '<<': lambda: a << b, '>>': lambda: a >> b}[operator]()

    def unary(self):
        if self.given('-'):
            return -self.unary()
        if self.given('('):
            value = self.expression()
            self.take(')')
            return value
        line, token = self.line(), self.take()
        if token[0].isdigit():
            return self.number(token.replace('_', ''), line)
        if token == 'log2' and self.given('('):
            value = self.expression()
            self.take(')')
            return value.bit_length() - 1
        if not isinstance(self.names.get(token), (int, Fraction)):
            raise Unable(f'line {line}: {token} is no constant')
        return self.names[token]

    def number(self, digits, line):
        base = 0 if digits[:2] in ('0x', '0b') else 10
        value = Fraction(digits) if '.' in digits else int(digits, base)
        if self.peek() not in UNITS or self.line() != line:
            return value
        unit = self.take()
        if unit.endswith('B') and self.peek() == '/' and self.tokens[self.at + 1][0] == 's':
            self.at += 2
        return Fraction(value) * UNITS[unit]


class Program:
    """The declarations of a file and of what it imports."""

    def __init__(self, path):
        self.names, self.clusters, self.records, self.seen, self.pipeline = {}, {}, {}, set(), None
        self.owns = {}
        self.load(path)

    def load(self, path):
        if os.path.realpath(path) in self.seen:
            return
        self.seen.add(os.path.realpath(path))
        with open(path, encoding='utf-8', errors='replace', newline='') as file:
            text = Reader(tokens_of(file.read()), self.names)
        while text.peek():
            word = text.take()
            if word == 'import':
                self.load(os.path.join(os.path.dirname(path), text.take()[1:-1]))
                text.take(';')
            elif word == 'const':
                constant(text)
            elif word == 'record':
                name = text.take()
                self.records[name] = record(text)
            elif word == 'cluster':
                name = text.take()
                self.clusters[name] = cluster(text)
            elif word == 'stage':
                name = text.take()
                self.owns[name] = own_stage(name, text, os.path.dirname(path))
            elif word == 'pipeline':
                self.pipeline = (text, text.at)
                text.skip_block()
            else:
                raise Unable(f'{path}:{text.line()}: {word} is not judged here')


def constant(text):
    name = text.take()
    text.take('=')
    text.names[name] = text.expression()
    text.take(';')


def record(text):
    """Columns and their types, in order."""
    columns = {}
    text.take('{')
    while not text.given('}'):
        name = text.take()
        text.take(':')
        columns[name] = text.take()
        text.take(';')
    return columns


def bytes_of(kind):
    return int(kind[1:]) // 8


def own_columns(text):
    """(NAME: TYPE, ...)"""
    columns = {}
    text.take('(')
    while not columns or text.given(','):
        name = text.take()
        text.take(':')
        columns[name] = text.take()
    text.take(')')
    return columns


def own_stage(name, text, folder):
    """A stage of the user's own: what it takes and makes, and the expressions of its columns and of
    what it keeps, compiled."""
    takes, makes, values, golden = own_columns(text), {}, {}, ''
    if text.given('->'):
        makes = own_columns(text)
    keeps = text.given('keeps')
    text.take('{')
    while not text.given('}'):
        word = text.take()
        if word == 'parameter':
            word = text.take()
            values[word] = text.expression() % (1 << 32)
        elif word == 'latency':
            text.expression()
        elif word == 'golden':
            golden = os.path.join(folder, text.take()[1:-1])
        else:
            text.take()
        text.take(';')
    with open(golden, encoding='utf-8') as file:
        said = dict(re.findall(r'^// opinion (\w+) = (.*)$', file.read(), re.M))
    if not set(makes) | ({'keep'} if keeps else set()) <= set(said):
        raise Unable(f'{golden} does not say what stage {name} does')
    does = {column: compile(said[column], golden, 'eval') for column in said}
    return SimpleNamespace(name=name, takes=takes, makes=makes, keeps=keeps, values=values,
                           does=does)


def cluster(text):
    """What decides where records lie: nodes, channels read at a time, width and burst."""
    found = {}
    text.take('{')
    while not text.given('}'):
        part = text.take()
        if part in ('network', 'board'):
            text.take()
        if part == 'network':
            text.skip_block()
            continue
        if part == 'memory':
            text.take('{')
            while not text.given('}'):
                named(text, found)
            continue
        if part == 'clock':
            text.take()
        if part != 'board':
            found[part] = text.expression()
        text.take(';')
    found['channels'] //= 2
    return found


def named(text, found):
    part = text.take()
    found[part] = text.take() if part == 'clock' else text.expression()
    text.take(';')


class Data:
    """The records, and where a path brings them. A function is (column, bits),
    each of them, the lowest first, a mask of the column's bits that are XORed, and what that is
    XORed with."""

    def __init__(self, pipeline, content):
        widths = {name: bytes_of(kind) for name, kind in pipeline.columns.items()}
        size = sum(widths.values())
        if len(content) % size:
            raise Unable('the input ends inside a record')
        self.columns, self.shape = widths, pipeline.shape
        self.owns, self.makers = pipeline.owns, pipeline.makers
        self.records = [content[at:at + size] for at in range(0, len(content), size)]
        self.start = {name: sum(list(widths.values())[:n]) for n, name in enumerate(widths)}
        self.made = {}  # (number of a record, column that a stage makes): its bits
        self.places = {(): self.dealt()}

    def empty(self):
        return [[[] for _ in range(self.shape['channels'])] for _ in range(self.shape['nodes'])]

    def dealt(self):
        """Block b goes to node b mod nodes, there to channel (b div nodes) mod channels."""
        nodes, channels, placed = self.shape['nodes'], self.shape['channels'], self.empty()
        each = int(self.shape['burst']) // max(self.columns.values())
        for number in range(len(self.records)):
            block = number // each
            placed[block % nodes][block // nodes % channels].append(number)
        return placed

    def bits(self, number, column):
        """Of a column of a record."""
        if column in self.makers:
            if (number, column) not in self.made:
                maker = self.makers[column]
                most = 1 << 8 * bytes_of(maker.makes[column])
                self.made[number, column] = self.said(number, maker, column) % most
            return self.made[number, column]
        start = self.start[column]
        return int.from_bytes(self.records[number][start:start + self.columns[column]], 'little')

    def made_bytes(self, column):
        return bytes_of(self.makers[column].makes[column])

    def made_part(self, number, columns):
        """What a file of records has of made columns, behind the record's own."""
        return b''.join(self.bits(number, column).to_bytes(self.made_bytes(column), 'little')
                        for column in columns)

    def said(self, number, own, what):
        """What a stage of the user's own says of a record."""
        values = dict(own.values)
        for column, kind in own.takes.items():
            bits, width = self.bits(number, column), 8 * bytes_of(kind)
            negative = kind[0] == 'i' and bits >> width - 1
            values[column] = (bits - (1 << width) if negative else bits) % (1 << 64)
        return eval(own.does[what], {'__builtins__': {}}, values)

    def value(self, number, function):
        column, bits = function
        whole = self.bits(number, column)
        return sum(((whole & mask).bit_count() & 1 ^ one) << i
                   for i, (mask, one) in enumerate(bits))

    def place(self, path):
        """The numbers of the records on every channel of every node."""
        if path not in self.places:
            before, placed = self.place(path[:-1]), self.empty()
            kind, function = path[-1]
            if kind == 'keep':
                self.places[path] = [[[number for number in numbers
                                       if self.said(number, self.owns[function], 'keep')]
                                      for numbers in lanes] for lanes in before]
                return self.places[path]
            for node, lanes in enumerate(before):
                for channel, numbers in enumerate(lanes):
                    for number in numbers:
                        value, values = self.value(number, function), 1 << len(function[1])
                        to = self.moved(kind, node, channel, value, values)
                        placed[to[0]][to[1]].append(number)
            self.places[path] = placed
        return self.places[path]

    def moved(self, kind, node, channel, value, values):
        nodes, channels = self.shape['nodes'], self.shape['channels']
        if kind == 'crossbar' and values < channels:
            return node, values * (channel // values) + value
        if kind == 'crossbar':
            return node, value % channels
        if nodes == 1:
            return node, channel
        common = gcd(nodes, channels)
        return value % nodes, node % common + common * (channel // common)

    def counts(self, path, functions):
        """Of every node, by the values of the functions, the first one's high."""
        low = len(functions[1][1]) if len(functions) > 1 else 0
        result = []
        for lanes in self.place(path):
            counts = [0] * (1 << sum(len(function[1]) for function in functions))
            for number in (number for numbers in lanes for number in numbers):
                second = self.value(number, functions[1]) if len(functions) > 1 else 0
                counts[self.value(number, functions[0]) << low | second] += 1
            result.append(counts)
        return result


def version(name, column, path):
    return SimpleNamespace(name=name, column=column, path=path, gone=False)


class Pipeline:
    """Goes through the statements of a pipeline, repeats turn by turn, and keeps what it makes."""

    def __init__(self, program, options):
        if not program.pipeline:
            raise Unable('the program has no pipeline')
        self.text, self.text.at = program.pipeline
        self.text.take()
        self.text.take('(')
        self.rows = self.text.take()
        self.text.take(':')
        self.columns = program.records[self.text.take()]
        self.text.take(')')
        self.text.take('on')
        self.shape = dict(program.clusters[self.text.take()])
        self.shape.update({name: value for name, value in options.items() if value})
        self.names = self.text.names = dict(program.names)
        for name in ('nodes', 'channels', 'width'):
            self.names[name] = self.shape[name] = int(self.shape[name])
        self.versions = {name: version(name, name, ()) for name in self.columns}
        self.base = {name: name for name in self.columns}  # what the next partition goes on from
        self.owns, self.makers = program.owns, {}
        for own in used_stages(self.text, program.owns):
            self.makers.update({column: own for column in own.makes})
        self.taken = set(self.names) | set(self.columns) | set(self.makers)
        self.results, self.histograms, self.turn = [], [], 0
        self.block()

    def refuse(self, why):
        raise Wrong(f'line {self.text.line()}: the language refuses this: {why}')

    def block(self):
        self.text.take('{')
        while not self.text.given('}'):
            {'const': lambda: constant(self.text), 'let': self.let, 'pass': self.one_pass,
             'repeat': self.repeat, 'partition': self.partition}[self.text.take()]()

    def let(self):
        name = self.text.take()
        self.taken.add(name)
        self.text.take('=')
        self.names[name] = self.slice()
        self.text.take(';')

    def repeat(self):
        name = self.text.take()
        self.text.take('in')
        first = self.text.expression()
        self.text.take('..')
        last, start, outside = self.text.expression(), self.text.at, dict(self.names)
        for turn in range(first, last + 1):
            self.text.at, self.names[name] = start, turn
            self.block()
            self.names.clear()
            self.names.update(outside)

    def slice(self):
        """A function, or a table by its name: operands with ^ between, shorter ones with zeros in
        front."""
        found = self.operand()
        if isinstance(found, SimpleNamespace) or self.text.peek() != '^':
            return found
        column, bits = found
        while self.text.given('^'):
            other, more = self.operand()
            if other != column:
                self.refuse('a function looks at one column')
            both = zip_longest(bits, more, fillvalue=(0, 0))
            bits = tuple((a[0] ^ b[0], a[1] ^ b[1]) for a, b in both)
        return column, bits

    def operand(self):
        """x, (x), {x, y} or crc32c(x), or bits of it."""
        known = self.whole()
        if isinstance(known, SimpleNamespace) or not self.text.given('['):
            return known
        column, bits = known
        first = second = self.text.expression()
        if self.text.given(':'):
            second = self.text.expression()
        elif self.text.given('+:'):
            first, second = first + self.text.expression() - 1, first
        self.text.take(']')
        if second < 0 or first >= len(bits) or first < second - 1:
            self.refuse(f'bits {second} to {first} of {len(bits)}')
        return column, bits[second:first + 1]

    def whole(self):
        if self.text.given('('):
            inner = self.slice()
            self.text.take(')')
            return inner
        if self.text.given('{'):
            return self.join()
        name = self.text.take()
        if name == 'crc32c' and self.text.given('('):
            column, bits = self.slice()
            self.text.take(')')
            return column, self.crc32c(bits)
        known = self.names.get(name)
        if isinstance(known, (SimpleNamespace, tuple)):
            return known
        maker = self.makers.get(name)
        kind = maker.makes[name] if maker else self.columns.get(name)
        if not kind:
            self.refuse(f'{name} is no function')
        return name, tuple((1 << bit, 0) for bit in range(8 * bytes_of(kind)))

    def join(self):
        """The first part has the highest bits."""
        column, bits = self.slice()
        while self.text.given(','):
            other, lower = self.slice()
            if other != column:
                self.refuse('a function looks at one column')
            bits = lower + bits
        self.text.take('}')
        return column, bits

    def crc32c(self, bits):
        """The register is shifted symbolically: each of its bits is a mask and a constant."""
        if not bits or len(bits) % 8:
            self.refuse('crc32c takes whole bytes')
        register = [(0, 1)] * 32
        for bit in bits:
            out = (register[0][0] ^ bit[0], register[0][1] ^ bit[1])
            register = register[1:] + [(0, 0)]
            for place in range(32):
                if 0x82f63b78 >> place & 1:
                    register[place] = (register[place][0] ^ out[0], register[place][1] ^ out[1])
        return tuple((mask, one ^ 1) for mask, one in register)

    def stage(self):
        """Its kind, its names or its functions, the name that it makes."""
        kind, made = self.text.take(), None
        if kind in ('read', 'write'):
            arguments = [self.text.take()]
            while self.text.given(','):
                arguments.append(self.text.take())
            return kind, arguments, made
        if kind in self.owns:
            return 'own', [self.owns[kind]], made
        self.text.take('(')
        arguments = [self.slice()]
        while self.text.given(','):
            arguments.append(self.slice())
        self.text.take(')')
        if self.text.given('as'):
            made = self.text.take()
        return kind, arguments, made

    def one_pass(self):
        self.text.take('{')
        stages = [self.stage()]
        while self.text.given('->'):
            stages.append(self.stage())
        self.text.take('}')
        self.turn += 1
        read = [self.versions[name] for name in stages[0][1]]
        looked, path, makes, made = set(), read[0].path, [], []
        kinds = [kind for kind, _, _ in stages]
        different = len({one.column for one in read}) == len(read)
        if not different or any(one.path != path for one in read):
            self.refuse('what is read together is not of the same records')
        for place, (kind, arguments, name) in enumerate(stages[1:], 1):
            there = {one.column for one in read} | set(made)
            if kind == 'own':
                looked.update(arguments[0].takes)
                path = self.compute(arguments[0], there, path)
                made += arguments[0].makes
            elif kind in ('histogram', 'table'):
                self.look(arguments, there)
                if kind == 'table' and 'own' in kinds:
                    self.refuse('a table holds records as they are read')
                makes.append(SimpleNamespace(kind=kind, name=name, functions=arguments, path=path,
                                             turn=self.turn, used=False))
                looked.update(function[0] for function in arguments)
            elif kind == 'crossbar' and isinstance(arguments[0], SimpleNamespace):
                if 'own' in kinds[:place]:
                    self.refuse('a table holds records as they are read')
                path = self.by_table(arguments[0], path)
            elif kind == 'crossbar':
                self.look(arguments, there)
                path += (('crossbar', arguments[0]),)
                looked.add(arguments[0][0])
            elif kind == 'alltoallv':
                path = self.exchange(arguments, path)
            elif kind == 'write':
                self.write(read, made, arguments, path, kinds)
        self.after(read, looked, makes, stages)

    def look(self, functions, there):
        if any(function[0] not in there for function in functions):
            self.refuse('a function looks at a column that the records do not have')

    def compute(self, own, there, path):
        """The path behind a stage of the user's own."""
        kinds = self.columns | {name: maker.makes[name] for name, maker in self.makers.items()}
        if any(name not in there or kinds[name] != kind for name, kind in own.takes.items()):
            self.refuse(f'{own.name} takes a column that the records do not have')
        if there & set(own.makes):
            self.refuse(f'{own.name} makes a column that the records have')
        return path + (('keep', own.name),) if own.keeps else path

    def after(self, read, looked, makes, stages):
        if stages[-1][0] != 'write' and not {one.column for one in read} <= looked:
            self.refuse('a pass reads what its functions look at')
        if any(kind != 'histogram' for kind, _, _ in stages[1:]):
            self.results = [result for result in self.results
                            if all(result is not one for one in read)]
        for made in makes:
            self.names[made.name] = made
            self.taken.add(made.name)
            if made.kind == 'histogram':
                self.histograms.append(made)

    def by_table(self, table, path):
        if table.kind != 'table' or table.path != path or table.turn != self.turn - 1 or table.used:
            self.refuse(f'table {table.name} is not of these records')
        table.used = True
        return path + (('crossbar', table.functions[0]),)

    def exchange(self, arguments, path):
        moves = [step for step in path if step[0] != 'keep']
        if not moves or moves[-1] != ('crossbar', arguments[0]):
            self.refuse('records are not on the channels that the exchange names')
        if len(arguments) > 1:
            sizes = arguments[1]
            same_nodes = nodes_of(sizes.path) == nodes_of(path)
            if sizes.kind != 'histogram' or sizes.functions[0] != arguments[0] or not same_nodes:
                self.refuse(f'{sizes.name} does not count what is exchanged')
            sizes.used = True
        return path + (('alltoallv', arguments[0]),)

    def write(self, read, made, names, path, kinds):
        """The columns that are read, and of those that stages make the first ones."""
        columns = [one.column for one in read] + made
        if not len(read) <= len(names) <= len(columns):
            self.refuse('what is read is not what is written')
        if not {'own', 'crossbar', 'alltoallv'} & set(kinds):
            self.refuse('nothing moves')
        for name, column in zip(names, columns):
            if name in self.versions:
                self.versions[name].gone = True
            self.taken.add(name)
            self.versions[name] = version(name, column, path)
            self.results.append(self.versions[name])

    def free(self, prefix, number=1):
        while f'{prefix}{number}' in self.taken:
            number += 1
        self.taken.add(f'{prefix}{number}')
        return f'{prefix}{number}'

    def partition(self):
        """Spelled out as docs/language.md does, and read like any other passes."""
        self.text.take(self.rows)
        self.text.take('by')
        functions = [self.slice()]
        self.text.take(',')
        functions.append(self.slice())
        self.text.take(';')
        sizes = self.free('sizes', 2) if 'sizes' in self.taken else 'sizes'
        by = ['_by_node', '_by_channel']
        self.names.update(zip(by, functions))
        counted = ', '.join(by) if functions[0][0] == functions[1][0] else by[0]
        first = self.base[functions[0][0]]
        passes = [f'pass {{ read {first} -> histogram({counted}) as {sizes} }}']
        self.sort_columns(passes, functions[0][0], by[0])
        for column in self.columns:
            name = self.free(column)
            passes.append(f'pass {{ read {self.base[column]} -> alltoallv({by[0]}, {sizes})'
                          f' -> write {name} }}')
            self.base[column] = name
        self.sort_columns(passes, functions[1][0], by[1])
        outside = self.text
        self.text = Reader(tokens_of('{' + ' '.join(passes) + '}'), self.names)
        self.block()
        self.text = outside

    def sort_columns(self, passes, of, by):
        steering = self.base[of]
        for column in self.columns:
            table, name = self.free('t'), self.free(column)
            passes.append(f'pass {{ read {steering} -> table({by}) as {table} }}')
            passes.append(f'pass {{ read {self.base[column]} -> crossbar({table})'
                          f' -> write {name} }}')
            self.base[column] = name


def nodes_of(path):
    """What decides which records a node has: the path without its crossbars."""
    return tuple(step for step in path if step[0] != 'crossbar')


def used_stages(text, owns):
    """The stages of the user's own that a pipeline uses, from where its text stands."""
    at, used = text.at, []
    while text.take() != '{':
        pass
    depth = 1
    while depth:
        token = text.take()
        depth += {'{': 1, '}': -1}.get(token, 0)
        if token in owns and text.tokens[text.at - 2][0] == '->' and owns[token] not in used:
            used.append(owns[token])
    text.at = at
    return used


def judge_columns(pipeline, data, output):
    results = {version.column: version for version in pipeline.results
               if not version.gone and version.column in data.columns}
    if not results:
        return
    missing = [column for column in data.columns if column not in results]
    if missing or len({version.path for version in results.values()}) > 1:
        raise Unable(f'the results lack column {missing[0]}' if missing else
                     'the results are not columns of the same records')
    path, at = next(iter(results.values())).path, 0
    last = {version.column: version for version in pipeline.results if not version.gone}
    made = [column for column in pipeline.makers if column in last and last[column].path == path]
    size = sum(data.columns.values()) + sum(data.made_bytes(column) for column in made)
    placed = data.place(path)
    count = sum(len(numbers) for lanes in placed for numbers in lanes)
    if len(output) != size * count:
        raise Wrong(f'the output has {len(output)} bytes, not {size * count}')
    for node, lanes in enumerate(placed):
        for channel, numbers in enumerate(lanes):
            there = Counter(output[at + size * n:at + size * n + size] for n in range(len(numbers)))
            wanted = Counter(data.records[number] + data.made_part(number, made)
                             for number in numbers)
            if there != wanted:
                lost = wanted - there
                raise Wrong(f'node {node}, channel {channel}: {sum(lost.values())} of '
                            f'{len(numbers)} records missing, one is {next(iter(lost)).hex(" ")}')
            at += size * len(numbers)


def judge_counts(pipeline, data, document, path):
    wanted, times = [], Counter()
    for histogram in pipeline.histograms:
        times[histogram.name] += 1
        number = times[histogram.name]
        if not histogram.used:
            wanted.append((histogram.name + (f'.{number}' if number > 1 else ''), histogram))
    said = document['histograms']
    if [entry['name'] for entry in said] != [name for name, _ in wanted]:
        raise Wrong(f'the histograms are {[name for name, _ in wanted]}, '
                    f'not {[entry["name"] for entry in said]}')
    alone = len(wanted) == 1 and not [version for version in pipeline.results if not version.gone]
    for entry, (name, histogram) in zip(said, wanted):
        counts = data.counts(histogram.path, histogram.functions)
        for node, (there, right) in enumerate(zip(entry['counts'], counts)):
            for value, (one, other) in enumerate(zip(there, right)):
                if one != other:
                    raise Wrong(f'{name}: node {node}, value {value}: {one} records, not {other}')
        if [len(row) for row in entry['counts']] != [len(row) for row in counts]:
            raise Wrong(f'{name}: counts of other nodes or values')
        judge_table(name, histogram, counts, path if alone else f'{path}.{name}.csv')


def judge_table(name, histogram, counts, path):
    low = len(histogram.functions[1][1]) if len(histogram.functions) > 1 else 0
    with open(path, encoding='ascii') as file:
        lines = [line.split(',') for line in file.read().split('\n')[1:-1]]
    for value in range(len(counts[0])):
        of_nodes = [row[value] for row in counts]
        values = [value >> low, value & (1 << low) - 1] if len(histogram.functions) > 1 else [value]
        wanted = [str(number) for number in values + of_nodes + [sum(of_nodes)]]
        if value >= len(lines) or lines[value] != wanted:
            raise Wrong(f'{name}: the table has another line for value {value}')
    if len(lines) != len(counts[0]):
        raise Wrong(f'{name}: the table has {len(lines)} lines')


def judge(options):
    shape = {name: getattr(options, name) for name in ('nodes', 'channels', 'width', 'burst')}
    pipeline = Pipeline(Program(options.program), shape)
    with open(options.input, 'rb') as file:
        data = Data(pipeline, file.read())
    with open(options.json, encoding='utf-8') as file:
        document = json.load(file)
    if not document['ok'] or document['records'] != len(data.records):
        raise Wrong(f'the run says ok: {document["ok"]}, '
                    f'{document["records"]} records of {len(data.records)}')
    judge_counts(pipeline, data, document, options.output)
    if any(not version.gone for version in pipeline.results):
        with open(options.output, 'rb') as file:
            judge_columns(pipeline, data, file.read())


def main():
    parser = argparse.ArgumentParser(description='a third opinion on what a run wrote')
    parser.add_argument('program')
    for name in ('--input', '--output', '--json'):
        parser.add_argument(name, required=True)
    for name in ('--nodes', '--channels', '--width', '--burst'):
        parser.add_argument(name, type=int)
    options = parser.parse_args()
    try:
        judge(options)
    except Wrong as error:
        print(f'opinion: {error}')
        return 1
    except (Unable, OSError, KeyError, ValueError) as error:
        print(f'opinion: cannot judge: {error or type(error).__name__}')
        return 2
    return 0


if __name__ == '__main__':
    sys.exit(main())
