#!/bin/sh
# seconds: 12
# A reset of the nodes in the middle of a run, or of a DMA transfer, leaves nodes from which load,
# run and read back are right: with and without host ports, in `make test-long` with a memory that
# two channels share and at more moments. Other threads' transfers end with an error, and wait for
# one another.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
folder=examples/counting_sort host=testbench/tests/system/host_resets.c
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

fail() { tail -n 20 "$work/said"; echo "FAIL $*"; exit 1; }
# resets FROM STEP TO KEYS BYTES PROGRAM OPTION...
resets() {
    moments="$1 $2 $3 $4 $5"
    shift 5
    # shellcheck disable=SC2086
    timeout 300 "$program" run -q "$@" --host $host -- $moments >"$work/said" 2>&1 ||
        fail "$*"
    grep -q -x 'resets in runs' "$work/said" || fail "$*: no reset"
}

without="$folder/counting_sort.loom --nodes 2" with="$folder/through_host.loom --channels 2"
# shellcheck disable=SC2086
if [ "$BL_LONG" ]; then
    resets 100 200 2400 3000 0 $without --channels 2 --width 16
    resets 150 400 2400 3000 0 $without --channels 1 --board kc705
    resets 250 600 1700 3000 200001 $with
else
    # the mesh, of which less has to be simulated
    mesh='network full_mesh { link 6.25 GB\/s; latency 400 ns; }'
    sed "s/clock pcie; }/}/; s/    clock   pcie .*//; s/network ethernet.*/$mesh/" \
        $folder/through_host.loom >"$work/mesh.loom"
    resets 100 900 2400 3000 0 $without --channels 2 --width 16
    resets 250 600 700 500 60001 "$work/mesh.loom" --channels 2
fi
grep -q -x 'and in transfers' "$work/said" || fail "no reset in a transfer"
echo "resets in the middle of runs and transfers"
