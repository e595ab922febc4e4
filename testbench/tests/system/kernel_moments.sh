#!/bin/sh
# seconds: 22
# Random moves in random memories between pages of nobody; and resets, errors, aborts and cut links
# at random moments of kernels for which threads wait, of which `testbench/bench/coe moments` does
# many. More of both in `make test-long`.
tests=$PWD/testbench/tests/system
BL_SIM_OPT=-O1 # so much is simulated that it is worth its compilation
export BL_SIM_OPT
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
# shellcheck source=/dev/null
. testbench/bench/coe_kernels/moments.sh
failed=0
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; failed=1; }
"$BANKLOOM" build "$tests"/kernel_memory.loom -o "$work/one" -q || exit 1

fences=50
[ "$BL_LONG" ] && fences=5000
for seed in 1 ${BL_LONG:+2}; do
    model_make "$work/one/bench" SIM=icarus host HOST="$tests/kernel_fence.c" ARGS="$fences $seed" \
        >"$work/said" 2>&1 || fail "kernel_fence of seed $seed"
    grep -q '^[1-9].* moves right, [1-9].* refused, [1-9]' "$work/said" || fail 'moves'
done

# moment NUMBER NAME ROUNDS KINDS [WORD...]: so many kinds of fault have been there
moment() {
    number=$1 name=$2 rounds=$3 kinds=$4
    shift 4
    moments_make "$name" "$work/$name" "$@" >"$work/said" 2>&1 || fail "$name is not made"
    moments_run "$number" "$work/$name" "$rounds" 1 >"$work/said" 2>&1 || fail "$name"
    [ "$(grep -c '^moments,' "$work/said")" -eq "$kinds" ] || fail "$name: kinds of faults"
    # the network gives a peer up within 100 us
    awk -F, '$3 == "link cut" && $7 > 100 { bad = 1 } END { exit bad }' "$work/said" ||
        fail "$name: a cut link"
}
moment 0 stream_one 9 3 SIM=icarus
if command -v verilator >/dev/null; then moment 2 pingpong 12 3; else echo 'no Verilator'; fi
[ "$BL_LONG" ] && moment 1 streams 40 4 && moment 3 ring 30 3
exit $failed
