#!/usr/bin/env python3
"""Checks a capture of TLPs (docs/hub.md) by rules of PCI Express that are written out here: nothing
of the compiler's tables or of the simulation is used.
usage: tlp_check.py FILE.pcapng NODES RING [PAYLOAD [REQUEST]]
       tlp_check.py --fields FILE.pcapng
RING: nodes of a ring; bytes of the longest TLP (256) and of the longest read (512).
With --fields what its own decoding of each TLP is, a line each.
- Every TLP is a read or a write of memory or a completion, as long as its header says, with bytes
  enabled as they may be, within 4 KiB; reserved bits are 0.
- What leaves by a cable comes at its other end, the same bytes in the same order.
- What comes over a cable leaves the hub again, once, with the same payload.
- Completions are of a read that was asked, in the order of its bytes, and all of them come.
- The bytes of each wire are those of payloads, 24 with each, 16 back for every four.
Prints how many TLPs were looked at. Exit status 1 with lines on what is wrong.
"""
import collections
import re
import struct
import sys

MOST_LINES = 10
BESIDE, ANSWER, PER_ANSWER = 24, 16, 4


class Tlp:
    """A TLP's fields, or `wrong`."""

    def __init__(self, data):
        self.wrong, self.data = None, data
        if len(data) < 12:
            self.wrong = "shorter than a header"
            return
        words = struct.unpack(">3I", data[:12])
        self.format, self.kind = words[0] >> 29, words[0] >> 24 & 31
        self.header = 16 if self.format & 1 else 12
        self.length = words[0] & 0x3FF
        self.payload = data[self.header:]
        if words[0] & 0x80F << 12 or words[0] >> 23 & 1 or self.format > 3:
            self.wrong = "reserved bits, or a prefix"
        elif self.kind == 10 and not self.format & 1:
            self.complete(words)
        elif self.kind == 0:
            self.request(words, data)
        else:
            self.wrong = f"of kind {self.kind}, format {self.format}"
        expected = (self.length or 1024) * 4 if self.format & 2 else 0
        if not self.wrong and len(self.payload) != expected:
            self.wrong = f"{len(self.payload)} bytes of payload, not {expected}"

    def request(self, words, data):
        self.requester, self.tag = words[1] >> 16, words[1] >> 8 & 255
        self.last, self.first = words[1] >> 4 & 15, words[1] & 15
        at = data[8:self.header]
        self.address = int.from_bytes(at, "big")
        self.bytes = (self.length or 1024) * 4
        self.read = not self.format & 2
        if self.address & 3:
            self.wrong = "reserved bits of the address"
        elif self.header == 16 and self.address < 1 << 32:
            self.wrong = "four words for an address below 4 GiB"
        elif self.bytes == 4 and self.last or self.bytes > 4 and not (self.first and self.last):
            self.wrong = "bytes enabled as there are not"
        elif self.address % 4096 + self.bytes > 4096:
            self.wrong = "over a multiple of 4 KiB"

    def complete(self, words):
        self.status, self.left = words[1] >> 13 & 7, (words[1] & 0xFFF) or 4096
        self.requester, self.tag, self.low = words[2] >> 16, words[2] >> 8 & 255, words[2] & 127
        if (self.status == 0) != bool(self.format & 2):
            self.wrong = "a status that goes with no payload, or the other way"


def blocks(data):
    at = 0
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if size % 4 or struct.unpack_from("<I", data, at + size - 4)[0] != size:
            sys.exit("no pcapng")
        yield kind, data[at + 8:at + size - 4]
        at += size


def options(data, at):
    while at + 4 <= len(data):
        code, size = struct.unpack_from("<HH", data, at)
        if not code:
            return
        yield code, data[at + 4:at + 4 + size]
        at += 4 + size + -size % 4


class Capture:
    """ports: {(node, port): ([inbound], [outbound])}; all: [(node, port, inbound, Tlp)] by time;
    stated: {(node, port): (TLPs, bytes)}"""

    def __init__(self, data):
        self.ports, self.all, self.stated, names = {}, [], {}, []
        for kind, body in blocks(data):
            if kind == 1:
                name = dict(options(body, 8))[2].decode().split()
                names.append((int(name[1]), name[2]))
                self.ports[names[-1]] = ([], [])
            elif kind == 6:
                self.packet(names, body)
            elif kind == 5:
                text = dict(options(body, 12))[1].decode()
                number = struct.unpack_from("<I", body)[0]
                self.stated[names[number]] = tuple(map(int, re.findall(r"\d+", text)))

    def packet(self, names, body):
        number, _, _, size, _ = struct.unpack_from("<5I", body)
        flags = struct.unpack("<I", dict(options(body, 20 + size + -size % 4))[2])[0]
        tlp = Tlp(body[20:20 + size])
        self.ports[names[number]][0 if flags & 3 == 1 else 1].append(tlp)
        self.all.append((*names[number], flags & 3 == 1, tlp))


class Checker:
    def __init__(self, capture, nodes, ring, payload, request):
        self.capture, self.nodes, self.ring, self.lines = capture, nodes, ring, []
        self.most, self.request = payload, request

    def say(self, what):
        self.lines.append(what)

    def peer(self, node, port):
        first = node // self.ring * self.ring
        if port == "S":
            return (node + self.ring) % self.nodes, "S"
        step = 1 if port == "E" else self.ring - 1
        return first + (node - first + step) % self.ring, "W" if port == "E" else "E"

    def each(self):
        for node, port, inbound, tlp in self.capture.all:
            where = f"node {node}, port {port}, {'in' if inbound else 'out'}"
            if not tlp.wrong and len(tlp.payload) > self.most:
                tlp.wrong = f"{len(tlp.payload)} bytes in one"
            if not tlp.wrong and port != "N" and (tlp.kind or tlp.read):
                tlp.wrong = "no write on a cable"
            if not tlp.wrong and not tlp.kind and tlp.read and tlp.bytes > self.request:
                tlp.wrong = f"a read of {tlp.bytes} bytes"
            if tlp.wrong:
                self.say(f"{where}: {tlp.wrong}: {tlp.data[:16].hex()}")

    def cables(self):
        for (node, port), (_, out) in self.capture.ports.items():
            if port == "N":
                continue
            there = self.capture.ports[self.peer(node, port)][0]
            if [tlp.data for tlp in out] != [tlp.data for tlp in there]:
                self.say(f"node {node}, port {port}: {len(out)} leave, {len(there)} come, "
                         "or others")

    def hubs(self):
        for node in range(self.nodes):
            came, left = collections.Counter(), collections.Counter()
            for (of, port), (into, out) in self.capture.ports.items():
                if of != node:
                    continue
                if port != "N":
                    came.update(tlp.payload for tlp in into)
                left.update(tlp.payload for tlp in out if tlp.kind == 0 and not tlp.read)
            for lost in came - left:
                self.say(f"node {node}: a write of {len(lost)} bytes comes and does not leave")

    def reads(self):
        waiting = {}
        for node, port, inbound, tlp in self.capture.all:
            if port != "N" or tlp.wrong:
                continue
            if tlp.kind == 0 and tlp.read:
                key = (node, not inbound, tlp.tag)
                if key in waiting:
                    self.say(f"node {node}: tag {tlp.tag} is asked twice at once")
                waiting[key] = (tlp.bytes, tlp.address)
            elif tlp.kind == 10:
                self.answer(waiting, node, (node, inbound, tlp.tag), tlp)
        for node, _, tag in waiting:
            self.say(f"node {node}: the read of tag {tag} has no end")

    def answer(self, waiting, node, key, tlp):
        left, address = waiting.pop(key, (None, 0))
        if left is None:
            self.say(f"node {node}: a completion of tag {tlp.tag}, which nobody has asked")
        elif tlp.status == 0 and (tlp.left != left or tlp.low != address & 127):
            self.say(f"node {node}: a completion of other bytes than those of tag {tlp.tag}")
        elif tlp.status == 0 and left > len(tlp.payload):
            waiting[key] = (left - len(tlp.payload), address + len(tlp.payload))

    def wires(self):
        for (node, port), (_, out) in self.capture.ports.items():
            if port == "N":
                continue
            back = len(self.capture.ports[self.peer(node, port)][1]) // PER_ANSWER * ANSWER
            wanted = (len(out), sum(len(tlp.payload) + BESIDE for tlp in out) + back)
            if self.capture.stated[node, port] != wanted:
                self.say(f"node {node}, port {port}: {self.capture.stated[node, port]} TLPs and "
                         f"bytes of the wire, not {wanted}")


def print_fields(capture):
    """length, then of a request tag, requester and address, of a completion tag, bytes, status"""
    for *_, tlp in capture.all:
        more = ([tlp.tag, tlp.left, tlp.status, "", ""] if tlp.kind else
                ["", "", "", tlp.tag, f"{tlp.requester} 0x{tlp.address:016x}"])
        print(tlp.length, *more)


def read(path):
    with open(path, "rb") as file:
        return Capture(file.read())


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--fields":
        return print_fields(read(arguments[1]))
    if len(arguments) < 3:
        sys.exit(__doc__)
    capture = read(arguments[0])
    numbers = [int(text) for text in arguments[1:]] + [256, 512][len(arguments) - 3:]
    checker = Checker(capture, *numbers)
    checker.each()
    if not checker.lines:
        for look in (checker.cables, checker.hubs, checker.reads, checker.wires):
            look()
    for line in checker.lines[:MOST_LINES]:
        print(line)
    shorts = sum(not tlp.kind and tlp.header == 12 for *_, tlp in capture.all)
    kinds = collections.Counter("completions" if tlp.wrong is None and tlp.kind else "requests"
                                for *_, tlp in capture.all)
    print(f"{len(capture.all)} TLPs at {len(capture.ports)} ports: {kinds['requests']} requests, "
          f"{kinds['completions']} completions; {shorts} requests below 4 GiB")
    return 1 if checker.lines or not capture.all else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
