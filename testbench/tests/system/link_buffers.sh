#!/bin/sh
# Long and slow links: what `check` accepts elaborates and sorts, and what the board's block RAM
# cannot hold is refused at the latency.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
failed=0
sort=examples/counting_sort/counting_sort.loom
fail() { echo "FAIL $*"; cat "$folder/log"; failed=1; }

# shuffle LATENCY LINK: two nodes, two channels, one pass
shuffle() {
    cat >"$folder/far.loom" <<END
cluster far { board stratix10_mx2100; nodes 2; clock core 200 MHz;
    memory { channels 4; width 32 B; strip 64; burst 128 B; }
    network full_mesh { link $2; latency $1; } }
record row { key: u32; }
pipeline shuffle(rows: row) on far {
    pass { read key -> crossbar(key[11]) -> alltoallv(key[11]) -> crossbar(key[20]) -> write out } }
END
}
buffer() { "$program" explain "$@" 2>"$folder/log" |
    sed -n 's/^ *link receive buffer *\([0-9]*\) x.*/\1/p'; }

shuffle '100 us' '10 GB/s'
[ "$(buffer "$folder/far.loom")" = 65536 ] || fail "100 us: $(buffer "$folder/far.loom") flits"
"$program" run -q "$folder/far.loom" --keys 1000 >"$folder/log" 2>&1 &&
    grep -q 'matches the golden model' "$folder/log" || fail '100 us'
shuffle '1 ms' '0.5 GB/s'
[ "$(buffer "$folder/far.loom")" = 32768 ] || fail "1 ms: $(buffer "$folder/far.loom") flits"
shuffle '1 ms' '10 GB/s'
"$program" check "$folder/far.loom" >"$folder/log" 2>&1 && fail '1 ms is accepted'
grep -q 'far.loom:3:39-.*error E1018: .* the longest latency that fits is 327 us' "$folder/log" ||
    fail '1 ms: not E1018 at its place'

# Bursts of a word at 400 MHz: the reader keeps more requests than words fit one column of
# distributed RAM.
rm -rf "$folder/out"
"$program" build -q $sort --clock "400 MHz" --width 64 --burst 64 --nodes 2 --channels 2 \
    -o "$folder/out" >"$folder/log" 2>&1 &&
    iverilog -g2001 -Wall -s sort -o "$folder/circuit.vvp" "$folder"/out/rtl/*.v 2>"$folder/log" &&
        [ ! -s "$folder/log" ] || fail '400 MHz'

# A lane of 9.6 GB/s in front of two links of 6.25: it goes on to the other node while one takes its
# words.
"$program" run -q $sort --nodes 2 --channels 1 --width 64 --keys 2^16 --json >"$folder/log" 2>&1 &&
    awk '/"share_of_bound":/ { exit !($2 >= 0.94) }' "$folder/log" ||
        fail 'a lane waits for its packets'
exit $failed
