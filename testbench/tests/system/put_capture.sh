#!/bin/sh
# Every TLP of a run in which all hosts put to all others, at the ports of all hubs, as --pcap has
# them: by a checker of its own (testbench/tests/tlp_check.py), which also counts the bytes of the
# wires, and by tshark with the dissector of the build. Captures in which something is wrong.
# seconds: 20
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
BL_SIM_OPT=-O1 # so much is simulated that it is worth its compilation
export BL_SIM_OPT
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
chains=testbench/tests/system/put_chain.c
fail() { echo "FAIL $*"; exit 1; }
checked() { python3 testbench/tests/tlp_check.py "$@" >"$work/said" 2>&1; }
run() { timeout 600 "$program" run -q "$work/two.loom" --host $chains "$@" >"$work/said" 2>&1; }

sed 's/nodes   2/nodes 4/; s/rings 1/rings 2/; s/payload 256 B;/payload 256 B; base 2 GiB; gpus 2;/
     s/buffer 4 KiB/buffer 1 KiB/' examples/put/tca.loom >"$work/two.loom"
run --pcap "$work/all.pcapng" -- once || { cat "$work/said"; fail 'a run with --pcap'; }
checked "$work/all.pcapng" 4 2 || { cat "$work/said"; fail 'the capture'; }
grep -q '^[0-9]\{4,\} TLPs at 16 ports: ' "$work/said" || { cat "$work/said"; fail 'too few'; }
grep -q '; [0-9]\{3,\} requests below 4 GiB$' "$work/said" ||
    { cat "$work/said"; fail 'too few headers of three words'; }
run --pcap "$work/one.pcapng,node=1" -- once || fail 'a capture of one node'
[ "$(tail -c +9 "$work/one.pcapng" | grep -ac 'node [023] ')" = 0 ] || fail 'another node'
[ "$(grep -ao 'node 1 [NEWS]' "$work/one.pcapng" | sort -u | wc -l)" = 4 ] || fail 'ports of one'
run --pcap "$work/no/file" -- once && fail 'a file that cannot be written'
run --pcap "$work/one.pcapng,node=4" -- once && fail 'a node that there is not'
grep -q 'there is no such node to capture' "$work/said" || { cat "$work/said"; fail 'its message'; }

# changed NAME PYTHON WHAT: the capture with its packets, blocks of bytes, changed; the checker
# says WHAT
changed() {
    python3 - "$work/all.pcapng" "$work/$1.pcapng" "$2" <<'END'
import struct
import sys
data, at, blocks = open(sys.argv[1], "rb").read(), 0, []
while at < len(data):
    size = struct.unpack_from("<I", data, at + 4)[0]
    blocks.append(bytearray(data[at:at + size]))
    at += size
packets = [b for b in blocks if b[0] == 6]
def names():
    return [bytes(b[20:28]) for b in blocks if b[0] == 1]
def at_port(letter, least=100):
    return next(p for p in packets
                if names()[p[8]].endswith(letter) and p[20] + 256 * p[21] >= least)
exec(sys.argv[3])
open(sys.argv[2], "wb").write(b"".join(blocks))
END
    checked "$work/$1.pcapng" 4 2 && fail "$1 is not noticed"
    grep -q "$3" "$work/said" || { cat "$work/said"; fail "$1 is taken for something else"; }
}
changed length 'at_port(b"E")[31] ^= 1' 'bytes of payload, not'
changed reserved 'at_port(b"N")[29] |= 0x80' 'reserved bits'
changed kind 'at_port(b"E")[28] |= 1' 'of kind 1'
changed enabled 'at_port(b"E")[35] &= 0xf0' 'bytes enabled'
changed across 'p = at_port(b"E"); p[42] |= 15; p[43] = 0xfc' 'over a multiple of 4 KiB'
changed payload 'at_port(b"E")[60] ^= 1' 'leave, .* come, or others'
changed lost 'blocks.remove(at_port(b"E"))' 'leave, .* come, or others'
changed hub 'n = [p for p in packets if names()[p[8]] == b"node 0 N" and p[28] in (64, 96)
     and p[20] + 256 * p[21] >= 100]
for p in n: p[50] ^= 255' 'comes and does not leave'
changed completion 'blocks.remove(next(p for p in packets if p[28] == 0x4a))' \
    'has no end\|of other bytes\|asked twice'
changed longer 'next(p for p in packets if p[28] == 64)[28] |= 32' 'of the address\|of payload, not'
changed count 'b = next(b for b in blocks if b[0] == 5 and b"E" in names()[b[8]])
i = b.index(b" bytes"); b[i - 1] = 48 + (b[i - 1] - 47) % 10' 'bytes of the wire, not'

command -v tshark >/dev/null || { echo 'skipped: no tshark'; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/tshark.sh
"$program" build -q "$work/two.loom" -o "$work/out" >"$work/said" 2>&1 || fail build
read_tlps() { # FILE OPTIONS...
    file=$1
    shift
    dissect -X "lua_script:$work/out/bankloom.lua" -r "$work/$file.pcapng" "$@" 2>"$work/errors"
}
read_tlps all -T fields -E separator=/s -e tlp.length -e tlp_short.length -e completion.length \
    -e completion.tag -e completion.bytes -e completion.status -e tlp.tag -e tlp_short.tag \
    -e tlp.requester -e tlp_short.requester -e tlp.address |
    tr -s ' ' | sed 's/^ //; s/ $//' >"$work/theirs"
python3 testbench/tests/tlp_check.py --fields "$work/all.pcapng" |
    tr -s ' ' | sed 's/^ //; s/ $//' >"$work/ours"
[ -s "$work/ours" ] && cmp -s "$work/ours" "$work/theirs" ||
    { diff "$work/ours" "$work/theirs" | head; cat "$work/errors"; fail 'otherwise in tshark'; }
wrong() { read_tlps "$1" -Y "$2 || _ws.lua.error" -T fields -e frame.number | wc -l; }
[ "$(wrong all _ws.expert)" = 0 ] || fail 'a TLP that the dissector marks'
for mark in length kind keep:enabled; do
    [ "$(wrong "${mark#*:}" "tlp.illegal_${mark%:*}")" = 1 ] || fail "tshark: ${mark#*:}"
done
[ "$(wrong across tlp.across)" = 1 ] || fail 'tshark: across'
echo ok
