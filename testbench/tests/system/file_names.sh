#!/bin/sh
# seconds: 15
# Names of files in any encoding: every document of JSON, on standard output or in a file, and every
# picture and page is UTF-8, with each byte that is no part of a character as \xFF in its place.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; tail -n 20 "$work/said"; exit 1; }
cat >"$work/read.py" <<'END'
"""read.py FILE WORD...: the file is one document of JSON in UTF-8 and has each WORD in a string."""
import json, sys
document = json.loads(open(sys.argv[1], "rb").read().decode("utf-8"))
def strings(value):
    if isinstance(value, str): yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        yield from strings(part)
every = list(strings(document))
for word in sys.argv[2:]:
    if not any(word in string for string in every): sys.exit("nothing has " + word)
END
# Latin-1, bytes that begin nothing, a character cut short, one too long, a surrogate; then a real
# one, a quote, a backslash and a tab.
odd=$(printf 'pr\351\377\302\300\257\355\240\200 \303\251"q\\\t')
shown=$(printf 'pr\\xE9\\xFF\\xC2\\xC0\\xAF\\xED\\xA0\\x80 \303\251"q\\\t')
mkdir "$work/$odd" && cd "$work/$odd" || exit 1
home=$OLDPWD

cat >"$odd.inc.loom" <<'END'
cluster two {
    board   stratix10_mx2100;
    nodes   2;
    clock   core 150 MHz;
    memory  { channels 2; width 16 B; strip 64; burst 64 B; }
    network full_mesh { link 6.25 GB/s; latency 100 ns; }
}
END
{
    cat "$odd.inc.loom"
    cat <<'END'
record row { key: u32; }
pipeline sort (rows: row) on two {
    pass { read key -> crossbar(key[0]) -> alltoallv(key[0]) -> crossbar(key[1]) -> write key1 }
}
END
} >"$odd.loom"
{ printf 'import "no\377ne.loom";\n'; cat "$odd.loom"; } >"$odd.bad.loom"
printf 'record \377 { key: u32; }\n' >"$odd.byte.loom"

bankloom() { "$BANKLOOM" "$@" >"$work/out" 2>"$work/said" </dev/null; }
reads() { python3 "$work/read.py" "$@" >>"$work/said" 2>&1 || fail "no JSON, or not the name: $*"; }
# The check fires.
printf '{"a": "\377"}\n' >"$work/bad.json"
python3 "$work/read.py" "$work/bad.json" >/dev/null 2>&1 && fail "the reader takes any byte"

for verb in check explain run; do
    bankloom $verb "$odd.bad.loom" --json && fail "$verb takes a missing import"
    reads "$work/out" "$shown.bad.loom" 'no\xFFne.loom'
done
bankloom check "$odd.byte.loom" --json && fail "check takes any byte"
reads "$work/out" "$shown.byte.loom"
bankloom check "$odd.loom" --json || fail check
reads "$work/out"
bankloom explain "$odd.loom" --json || fail explain
reads "$work/out"

head -c 64 /dev/zero >"$odd.bin"
bankloom run "$odd.loom" --sim icarus --input "$odd.bin" --json --json-file "$odd.json" || fail run
reads "$work/out" "$shown.loom" "$shown.bin"
reads "$odd.json" "$shown.loom" "$shown.bin"
bankloom build "$odd.loom" -q -o "$odd.out" || fail build
reads "$odd.out/rtl/sort.map.json" "$shown.loom"
for file in $(cd "$odd.out" && find . -name '*.json'); do reads "$odd.out/$file"; done

sed 's/^board small/board my_small/' "$home/testbench/tests/boards/good_small.loom" \
    >"$odd.board.loom"
for board in "$odd.board.loom" "$odd.no.loom"; do
    bankloom boards "$board" --json
    reads "$work/out"
done
sed 's/title "Test board"/title "T\377st"/' "$odd.board.loom" >"$odd.title.loom"
bankloom boards "$odd.title.loom" --json && fail "a title takes any byte"
reads "$work/out" "$shown.title.loom"

printf 'module m(input wire a, output wire b); assign b = !a; endmodule\n' >m.v
bankloom synth m.v --json --json-file "$odd.synth.json" || fail synth
reads "$work/out"
reads "$odd.synth.json"
cp "$home"/examples/stages/below.[cv] . && cp "$home/examples/stages/filter.loom" "$odd.filter.loom"
bankloom stage "$odd.filter.loom" --count 20 --json || fail stage
reads "$work/out" "$shown.filter.loom"
cp "$home/examples/stg/toggle.g" "$odd.g" || fail stg
bankloom stg "$odd.g" --json || fail stg
reads "$work/out"
printf '.model x\n.inputs \377\n.graph\n' >"$odd.bad.g"
bankloom stg "$odd.bad.g" --json && fail "stg takes any byte"
reads "$work/out" "$shown.bad.g"
cp "$home/examples/rsb/eight_domains.loom" "$odd.bus.loom"
for verb in explain run; do
    bankloom $verb "$odd.bus.loom" --json || fail "$verb of a bus"
    reads "$work/out"
done

# What a sweep writes and reads back.
bankloom sweep "$odd.loom" --fuse all --keys 50 --no-synth -o "$odd.sweep" --json || fail sweep
reads "$work/out" "$shown.loom"
bankloom sweep "$odd.sweep" --gather --json || fail gather
reads "$work/out" "$shown.loom"
find "$odd.sweep" -name '*.json' >"$work/files"
while IFS= read -r file; do reads "$file"; done <"$work/files"
find "$odd.sweep" -name '*.html' -exec iconv -f UTF-8 -t UTF-8 {} + >/dev/null || fail "the page"
bankloom graph "$odd.loom" -o "$odd.svg" || fail graph
iconv -f UTF-8 -t UTF-8 "$odd.svg" >/dev/null && python3 -c '
import sys, xml.dom.minidom
xml.dom.minidom.parse(sys.argv[1])' "$odd.svg" >>"$work/said" 2>&1 || fail "the picture"
exit 0
