#!/bin/sh
# seconds: 30
# A reset of the nodes in the middle of a run, or of a DMA transfer, leaves nodes from which load,
# run and read back are right: with and without host ports, with a memory that two channels share.
# Other threads' transfers end with an error, and wait for one another.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
folder=examples/counting_sort host=testbench/tests/system/host_resets.c
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

fail() { tail -n 20 "$work/said"; echo "FAIL $*"; exit 1; }
# resets FROM STEP TO PROGRAM OPTION...
resets() {
    from=$1 step=$2 to=$3
    shift 3
    timeout 300 "$program" run -q "$@" --host $host -- "$from" "$step" "$to" >"$work/said" 2>&1 ||
        fail "$*"
    grep -q -x 'resets in runs' "$work/said" || fail "$*: no reset"
}

resets 100 200 2400 $folder/counting_sort.loom --nodes 2 --channels 2 --width 16
resets 150 400 2400 $folder/counting_sort.loom --nodes 2 --channels 1 --board kc705
resets 250 600 1700 $folder/through_host.loom --channels 2
grep -q -x 'and in transfers' "$work/said" || fail "no reset in a transfer"
echo "resets in the middle of runs and transfers"
