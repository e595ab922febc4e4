#!/bin/sh
# seconds: 15
# The models of memory channels: a run has that of the board's memory by default, every one gives
# the golden model's result, and the cycles are those of that memory.
sort=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*" >&2; cat "$work/said" >&2; exit 1; }

# A few keys are sooner simulated by Icarus than models are compiled.
few='--sim icarus --keys 1000'
[ -z "$BL_LONG" ] || few='--keys 20000'

# timed MEMORY OPTIONS...: runs on two nodes with one lane, matches, was timed with that memory; its
# cycles are in $cycles
timed() {
    memory=$1
    shift
    # shellcheck disable=SC2086
    "$BANKLOOM" run $sort --nodes 2 --channels 1 --fuse none $few --json "$@" \
        >"$work/said" 2>&1 || fail "run $*"
    grep -q '"ok":.*true' "$work/said" || fail "no match: $*"
    grep -q "\"memory\":.*\"$memory\"" "$work/said" || fail "not timed with $memory: $*"
    cycles=$(sed -n 's/.*"cycles":[^0-9]*\([0-9][0-9]*\).*/\1/p' "$work/said" | head -n 1)
}

timed hbm2
timed ddr4 --board arria10_a10pl4
timed ddr3 --board kc705
timed hbm2 --board arria10_a10pl4 --memory hbm2
for memory in hbm2 hbm2_1600 ddr4 ddr3 ideal; do
    timed $memory --memory $memory
    echo "$cycles"
done >"$work/cycles"
[ "$(sort -u "$work/cycles" | wc -l)" -ge 4 ] || fail "the memories take the same cycles: $(cat \
    "$work/cycles")"

"$BANKLOOM" run $sort --memory sdram >"$work/said" 2>&1
[ $? -eq 2 ] && grep -q 'no memory model of this name' "$work/said" || fail "an unknown memory"
"$BANKLOOM" build -q -o "$work/out" $sort --nodes 2 --channels 1 --board arria10_a10pl4 \
    >"$work/said" 2>&1 &&
    make -s -C "$work/out/bench" SIM=icarus SIM_LIB="$(dirname "$BANKLOOM")/libbl_sim.a" run \
        ARGS="--help" >"$work/said" 2>&1 && grep -q 'ddr4 is the usual one here' "$work/said" ||
    fail "the help of a bench on a board with DDR4"
