#!/bin/sh
# What a build writes for Wireshark: every field of the header, the payloads of all kinds of frames,
# padding, a frame that was cut off, illegal kinds and lengths, frames that are sent again, and
# captures of the first bytes alone, as tshark reads them in a file that is made here.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
bankloom=${BANKLOOM:-build/bankloom}
command -v tshark >/dev/null || { echo 'skipped: no tshark'; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
# shellcheck source=/dev/null
. testbench/tests/tshark.sh
failed=0
fail() { echo "FAIL $*"; failed=1; }

"$bankloom" build -q examples/counting_sort/over_ethernet.loom -o "$work/out" >"$work/said" 2>&1 ||
    { fail 'build'; cat "$work/said"; exit 1; }

# The bytes are written out, not made of the table: a field that moves in the table is noticed.
python3 - "$work/frames.pcap" <<'END' || exit 1
import struct
import sys

ADDRESSES = bytes.fromhex("02626c000001" "02626c000000")
FRAMES = [
    # data: all flags, 32 bytes of payload
    ("88b5" "f1" "1234" "abcdef" "010203" "fffe" "07" "00ff" "0020" + "5a" * 32),
    # report: frames 65537 and 65599 are missing; padding
    ("88b5" "02" "0001" "000000" "010000" "0000" "00" "0000" "0008" "8000000000000002" + "00" * 22),
    # hello: session 4660, a hash, padding
    ("88b5" "03" "0002" "000001" "000000" "0000" "00" "0000" "000a" "1234" "0123456789abcdef"
     + "00" * 20),
    # data that ends before its length
    ("88b5" "01" "0003" "000005" "000006" "0000" "01" "0003" "0040" + "11" * 16),
    # the same with another type of the frames
    ("9999" "41" "0004" "000009" "000008" "0100" "02" "8001" "0020" + "22" * 32)]
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    for time, text in enumerate(FRAMES):
        frame = ADDRESSES + bytes.fromhex(text)
        file.write(struct.pack("<IIII", time, 0, len(frame), len(frame)) + frame)
END

# That of another build beside it is no second protocol.
cp "$work/out/bankloom.lua" "$work/again.lua"
read_frames() { # FILTER OPTIONS...
    filter=$1
    shift
    dissect -X "lua_script:$work/out/bankloom.lua" -X "lua_script:$work/again.lua" \
        -r "$work/frames.pcap" \
        -Y "$filter" "$@" 2>"$work/errors"
}
fields='kind epoch is_end is_last probe session seq acknowledge credit id keep length'
set --
for field in $fields; do set -- "$@" -e "bankloom.$field"; done
for field in missing missing.frame peer hash payload padding; do
    set -- "$@" -e "bankloom.$field"
done

# Flags are 1 or True, by the version; a byte of colons or none.
plain() { sed 's/\bTrue\b/1/g; s/\bFalse\b/0/g; s/\([0-9a-f][0-9a-f]\):/\1/g'; }
A32=$(printf '5a%.0s' $(seq 32)) B32=$(printf '22%.0s' $(seq 32))
Z22=$(printf '00%.0s' $(seq 22)) Z20=$(printf '00%.0s' $(seq 20))
cat >"$work/wanted" <<END
1|1|1|1|1|4660|11259375|66051|65534|7|255|32|||||$A32|
2|0|0|0|0|1|0|65536|0|0|0|8|0x8000000000000002|65537,65599||||$Z22
3|0|0|0|0|2|1|0|0|0|0|10|||4660|0123456789abcdef||$Z20
1|0|0|0|0|3|5|6|0|1|3|64||||||
END
read_frames 'eth.type == 0x88b5' -T fields -E 'separator=|' "$@" | plain >"$work/found"
diff "$work/wanted" "$work/found" || { fail 'the fields'; cat "$work/errors"; }

read_frames 'bankloom.cut' -T fields -e frame.number >"$work/found"
[ "$(cat "$work/found")" = 4 ] || fail 'the frame that was cut off, and no other'
echo "1|0|0|1|0|4|9|8|256|2|32769|32|||||$B32|" >"$work/wanted"
read_frames 'bankloom' -o bankloom.ethertype:39321 -T fields -E 'separator=|' "$@" |
    plain >"$work/found"
diff "$work/wanted" "$work/found" || { fail 'another type'; cat "$work/errors"; }
read_frames 'frame.number == 1' | grep -q 'data 11259375, acknowledge 66051, 32 B' ||
    fail 'the line of a frame'

# What is illegal, each in one way; legal ones beside it. MORE: bytes that were not captured.
python3 - "$work/frames.pcap" <<'END' || exit 1
import struct
import sys


def frame(kind, seq, length, payload, session=1, peer=1, least=60):
    header = struct.pack(">BHI", kind, session, seq)[:3] + seq.to_bytes(3, "big")
    header += bytes(8) + struct.pack(">H", length)
    whole = bytes.fromhex("02626c0000%02x02626c00000088b5" % peer) + header + bytes(payload)
    return whole.ljust(least, b"\0")


FRAMES = [
    (frame(0, 0, 8, 8), 0), (frame(5, 0, 8, 8), 0), (frame(15, 0, 0, 0), 0),       # 1 to 3
    (frame(1, 1, 0, 0), 0), (frame(2, 0, 9, 9), 0), (frame(3, 0, 8, 8), 0),        # 4 to 6
    (frame(1, 2, 64, 68), 0), (frame(2, 0, 8, 8, least=61), 0),                    # 7, 8
    (frame(3, 0, 10, 10, session=0), 0), (frame(1, 3, 64, 63), 0),                 # 9, 10
    (frame(1, 4, 64, 64)[:58], 36), (frame(2, 0, 8, 8)[:20], 40),                  # 11, 12
    (frame(1, 5, 64, 64), 0), (frame(1, 6, 64, 64), 0), (frame(1, 5, 64, 64), 0),  # 13 to 15
    (frame(1, 5, 64, 64, session=2), 0), (frame(1, 5, 64, 64, peer=2), 0),         # 16, 17
    (frame(1, 0xFFFFFF, 64, 64, peer=3), 0), (frame(1, 0, 64, 64, peer=3), 0),     # 18, 19
    (frame(1, 0xFFFFFF, 64, 64, peer=3), 0), (frame(1, 5, 64, 64)[:58], 36),       # 20, 21
    (frame(4, 7, 64, 64), 0), (frame(4, 7, 64, 64), 0), (frame(4, 7, 66, 66), 0)]  # 22 to 24
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    for time, (frame, more) in enumerate(FRAMES):
        file.write(struct.pack("<IIII", time, 0, len(frame), len(frame) + more) + frame)
END
marked() { # MARK FRAMES: only these have it
    read_frames "bankloom.$1" -T fields -e frame.number | tr '\n' ' ' >"$work/found"
    [ "$(cat "$work/found")" = "$2" ] ||
        { fail "bankloom.$1: $(cat "$work/found")"; cat "$work/errors"; }
}
marked illegal_kind '1 2 3 '
marked illegal_length '4 5 6 24 '
marked illegal_padding '7 8 '
marked illegal_session '9 '
marked cut '10 '
marked again '15 20 21 '
marked kind "$(seq -s ' ' 11) $(seq -s ' ' 12 24) "
read_frames 'bankloom.again' -2 -T fields -e bankloom.first | tr '\n' ' ' >"$work/found"
[ "$(cat "$work/found")" = '13 18 13 ' ] || fail "the first of them: $(cat "$work/found")"
read_frames _ws.lua.error -T fields -e frame.number >"$work/found"
[ -z "$(cat "$work/found")" ] || fail "what the dissector does not stand: $(cat "$work/found")"
exit $failed
