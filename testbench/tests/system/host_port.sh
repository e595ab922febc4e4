#!/bin/sh
# The keys of a counting sort are loaded and read back by DMA through the nodes' host ports, over
# buses and memories of several widths, and no byte of them by a back door; what breaks the way is
# noticed.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
source=examples/counting_sort/through_host.loom

fail() { echo "FAIL $*"; exit 1; }
member() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$work/said"; }
# run KEYS PROGRAM OPTION...: right, and every byte of the keys has crossed the ports both ways
run() {
    keys=$1 of=$2
    shift 2
    timeout 600 "$program" run -q "$of" --keys "$keys" --json "$@" >"$work/said" 2>&1 ||
        { tail -n 20 "$work/said"; fail "run $of of $keys keys, $*"; }
    for way in to from; do
        [ "$(member bytes_${way}_nodes)" -ge $((2 * 4 * keys)) ] ||
            { cat "$work/said"; fail "$(member bytes_${way}_nodes) bytes $way the nodes"; }
    done
    [ "$(member refused)" -eq 0 ] || fail "addresses of nobody were asked for"
}

run 20000 "$source"
run 7 "$source"
mesh='network full_mesh { link 6.25 GB\/s; latency 400 ns; }'
sed "s/clock pcie; }/}/; s/    clock   pcie .*//; s/network ethernet.*/$mesh/" \
    "$source" >"$work/mesh.loom"
run 1001 "$work/mesh.loom" --width 16
run 1001 "$work/mesh.loom" --width 64 --burst 256
sed 's/lanes 8;/lanes 1; payload 128 B; request 4096 B; tags 3;/' "$source" >"$work/narrow.loom"
run 3000 "$work/narrow.loom"

# Memory of the host that is too small for the tables is reported.
sed 's/lanes 8;/lanes 8; memory 1 MB;/' "$source" >"$work/small.loom"
timeout 600 "$program" run -q "$work/small.loom" --keys 300000 >"$work/said" 2>&1 ||
    { tail -n 20 "$work/said"; fail "a megabyte of the host's memory"; }

if command -v iverilog >/dev/null; then
    "$program" build "$work/mesh.loom" -o "$work/slow" -q || fail build
    make -s -C "$work/slow/bench" run SIM=icarus ARGS="--keys 100" >"$work/said" 2>&1 ||
        { tail -n 20 "$work/said"; fail "Icarus"; }
else echo "SKIP Icarus"; fi

# A window that gives every word to all channels, and a channel that is never the pipeline's, are
# noticed.
"$program" build "$source" -o "$work/out" -q || fail build
broken() { # FILE SED
    cp "$work/out/rtl/$1.v" "$work/kept.v"
    sed -i "$2" "$work/out/rtl/$1.v"
    cmp -s "$work/out/rtl/$1.v" "$work/kept.v" && fail "nothing is changed in $1"
    make -s -C "$work/out/bench" run ARGS="--keys 1001" >"$work/said" 2>&1 &&
        fail "$1 with $2 is right"
    grep -q 'differ\|nothing moves' "$work/said" ||
        { tail "$work/said"; fail "$1: not by its data"; }
    cp "$work/kept.v" "$work/out/rtl/$1.v"
}
turned='{aw_valid[0], aw_valid[CHANNELS-1:1]}'
broken bl_dma_window "s/assign m_axi_awvalid .*/assign m_axi_awvalid = $turned;/"
broken bl_dma_share 's/= owns ? /= 1 ? /'
echo "loaded and read back through host ports"
