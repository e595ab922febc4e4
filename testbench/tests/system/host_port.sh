#!/bin/sh
# seconds: 17
# The keys of a counting sort are loaded and read back by DMA through the nodes' host ports, over
# buses and memories of several widths, and no byte of them by a back door; what breaks the way is
# noticed, in `make test-long`.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# shellcheck source=/dev/null
. testbench/tests/model.sh
source=examples/counting_sort/through_host.loom

fail() { echo "FAIL $*"; exit 1; }
member() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$work/said"; }
# run KEYS OPTION... PROGRAM OPTION...: right, and every byte of the keys has crossed the ports
# both ways
run() {
    keys=$1
    shift
    timeout 1800 "$program" run -q --keys "$keys" --json "$@" >"$work/said" 2>&1 ||
        { tail -n 20 "$work/said"; fail "run of $keys keys, $*"; }
    for way in to from; do
        [ "$(member bytes_${way}_nodes)" -ge $((2 * 4 * keys)) ] ||
            { cat "$work/said"; fail "$(member bytes_${way}_nodes) bytes $way the nodes"; }
    done
    [ "$(member refused)" -eq 0 ] || fail "addresses of nobody were asked for"
}

run 1000 "$source" --channels 2
run 7 "$source" --channels 2
mesh='network full_mesh { link 6.25 GB\/s; latency 400 ns; }'
sed "s/clock pcie; }/}/; s/    clock   pcie .*//; s/network ethernet.*/$mesh/" \
    "$source" >"$work/mesh.loom"
# These are compared with the golden model alone: sooner simulated by Icarus than compiled.
few="101 --sim icarus"
[ -z "$BL_LONG" ] || few=601
# shellcheck disable=SC2086
run $few "$work/mesh.loom" --channels 1 --width 64 --burst 256
sed 's/lanes 8;/lanes 1; payload 128 B; request 4096 B; tags 3;/' "$work/mesh.loom" \
    >"$work/narrow.loom"
# shellcheck disable=SC2086
run $few "$work/narrow.loom" --channels 2 --width 16

"$program" build "$work/mesh.loom" --channels 1 -o "$work/out" -q || fail build
if command -v iverilog >/dev/null; then
    model_make "$work/out/bench" run SIM=icarus ARGS="--keys 30" >"$work/said" 2>&1 ||
        { tail -n 20 "$work/said"; fail "Icarus"; }
else echo "skipped: no Icarus"; fi

[ "$BL_LONG" ] || { echo "loaded and read back through host ports"; exit 0; }
# A window that gives every word to all channels, and a channel that is never the pipeline's, are
# noticed.
broken() { # FILE SED
    cp "$work/out/rtl/$1.v" "$work/kept.v"
    sed -i "$2" "$work/out/rtl/$1.v"
    cmp -s "$work/out/rtl/$1.v" "$work/kept.v" && fail "nothing is changed in $1"
    model_make "$work/out/bench" run ARGS="--keys 100" >"$work/said" 2>&1 &&
        fail "$1 with $2 is right"
    grep -q 'differ\|nothing moves' "$work/said" ||
        { tail "$work/said"; fail "$1: not by its data"; }
    cp "$work/kept.v" "$work/out/rtl/$1.v"
}
turned='{aw_valid[0], aw_valid[CHANNELS-1:1]}'
broken bl_dma_window "s/assign m_axi_awvalid .*/assign m_axi_awvalid = $turned;/"
broken bl_dma_share 's/= owns ? /= 1 ? /'
echo "loaded and read back through host ports"
