#!/bin/sh
# The counting sort over serial cores in simulation: right without and with words that are damaged
# and channels that go down, each of which strikes, whatever the width of the streams; what `check`
# refuses, and that links which are pins know nothing of a wire.
# seconds: 25
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
source=examples/counting_sort/over_wires.loom
keys=6000 channels=2 faults=flip=8e-3,down=2e-3
[ -z "$BL_LONG" ] || keys=30000 channels=4 faults=flip=2e-3,down=5e-4

fail() { echo "FAIL $*"; exit 1; }
# run OPTIONS...: over what is in $source
run() { timeout 1800 "$program" run -q "$source" --nodes 2 --channels $channels --keys $keys "$@" \
    >"$work/said" 2>&1 || { tail -n 20 "$work/said"; fail "run $source $*"; }; }
has() { grep -q "$1" "$work/said" || { cat "$work/said"; fail "no $1"; }; }

run --fuse all
has 'matches the golden model'
grep -q 'damaged\|lost' "$work/said" && fail 'something is damaged without a fault'
run --fuse all --faults $faults
has 'matches the golden model'
for what in 'words damaged' 'channels down' 'words lost'; do
    has "[1-9][0-9]* $what, from node"
done

# Words that are narrower than a flit, and wider, several passes over the wire, columns of a record.
for bits in 64 ${BL_LONG:+512}; do
    sed "s/256 bit/$bits bit/" "$root/examples/counting_sort/over_wires.loom" >"$work/wide.loom"
    source=$work/wide.loom
    run --faults flip=1e-3
    has 'matches the golden model'
done

# Icarus knows of bits that nobody has given a value: a CRC over them would never be right.
cp "$root/examples/counting_sort/over_wires.loom" "$work/wide.loom"
source=$work/wide.loom
timeout 120 "$program" run -q "$source" --nodes 2 --channels 2 --keys 70 --sim icarus \
    >"$work/said" 2>&1 || { tail -n 20 "$work/said"; fail 'run --sim icarus'; }
has 'matches the golden model'

# refused TEXT MESSAGE: with this in place of the wire
refused() {
    sed "s/wire stream 256 bit;/$1/" "$root/examples/counting_sort/over_wires.loom" \
        >"$work/bad.loom"
    "$program" check "$work/bad.loom" >"$work/said" 2>&1 && fail "$1 is taken"
    has "$2"
}
refused 'wire frames 256 bit;' 'expected `stream`'
refused 'wire stream 100 bit;' '`wire`'
refused 'wire stream 1024 bit;' '`wire`'
sed 's/400 ns/500 us/' "$root/examples/counting_sort/over_wires.loom" >"$work/bad.loom"
"$program" check "$work/bad.loom" >"$work/said" 2>&1 && fail 'a latency that no memory covers'
has '`latency` is 500 us'

"$program" explain "$root/$source" >"$work/said" 2>&1 || "$program" explain "$source" >"$work/said"
has 'wire: streams of'
"$program" explain examples/counting_sort/counting_sort.loom >"$work/said"
grep -q 'wire' "$work/said" && fail 'links are pins, and there is a wire'
"$program" run -q examples/counting_sort/counting_sort.loom --nodes 2 --channels 2 --keys 1000 \
    --faults flip=1e-3 >"$work/said" 2>&1 && fail 'pins take faults'
echo "right at every width"
