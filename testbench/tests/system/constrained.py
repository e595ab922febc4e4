"""Whether what the constraints of an asynchronous circuit name is in its netlist.

    python3 constrained.py NETLIST.json TOP FILE...

The netlist is Yosys' write_json of the hierarchy with FABRIC 2; a FILE is its .sdc or .xdc. Prints
ports, nets, pins and cells that are not there, of each file the first, and a file that names
nothing. Exit status 1 then.
"""
import fnmatch
import json
import re
import sys

OBJECTS = re.compile(r'get_(ports|nets|pins|cells)(?: -[a-z]+)* {([^{}]*)}')
MACRO = re.compile(r'{([^{}]*)} X\dY\d')


# Yosys' names for the blocks of an `else if`, of which the language makes no level.
LEVELS = re.compile(r'genblk\d+\.')


class Netlist:
    """Paths of all cells, pins and nets below the top, whole and bit by bit."""

    def __init__(self, modules, top):
        self.modules = modules
        self.ports = set(modules[top]['ports'])
        self.cells, self.pins, self.nets = set(), set(), set()
        self.walk(top, '')

    def walk(self, module, path):
        for name, net in self.modules[module]['netnames'].items():
            self.nets |= self.bits(path + name, len(net['bits']))
        for name, cell in self.modules[module]['cells'].items():
            inner = path + LEVELS.sub('', name)
            self.cells.add(inner)
            for port, bits in cell['connections'].items():
                self.pins |= self.bits(f'{inner}/{port}', len(bits))
            if cell['type'] in self.modules:
                self.walk(cell['type'], inner + '/')

    @staticmethod
    def bits(name, width):
        return {name} | {f'{name}[{bit}]' for bit in range(width)}

    def has(self, kind, pattern):
        # [*] is every bit, [3] one of them
        pattern = pattern.replace('[*]', '\0')
        pattern = re.sub(r'[\[\]]', lambda bracket: f'[{bracket.group(0)}]', pattern)
        return fnmatch.filter(getattr(self, kind), pattern.replace('\0', '*'))


def missing(netlist, path):
    named = 0
    with open(path, encoding='utf-8') as file:
        for line in file:
            if line.startswith('#'):
                continue
            for kind, names in OBJECTS.findall(line):
                for name in names.removeprefix('NAME =~ ').split():
                    named += 1
                    if not netlist.has(kind, name):
                        yield f'{path}: no {kind} {name}'
            for name in MACRO.findall(line):
                named += 1
                if not netlist.has('cells', name):
                    yield f'{path}: no cell {name}'
    if not named:
        yield f'{path}: names nothing'


def main(netlist, top, files):
    with open(netlist, encoding='utf-8') as file:
        modules = json.load(file)['modules']
    top = top if top in modules else next(name for name in modules if name.endswith('\\' + top))
    netlist = Netlist(modules, top)
    said = [line for path in files for line in list(missing(netlist, path))[:8]]
    print('\n'.join(said), end='\n' if said else '')
    return 1 if said else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
