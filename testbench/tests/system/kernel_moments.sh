#!/bin/sh
# seconds: 20
# Random moves in random memories between pages of nobody, and resets at random moments of messages
# for which threads wait; more of both in `make test-long`.
tests=$PWD/testbench/tests/system
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
failed=0
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; failed=1; }
sed 's|network ethernet.*|network full_mesh { link 5 GB/s; latency 400 ns; }|; /clock   mac/d
    s/222.5 MHz/50 MHz/; s/250 MHz/50 MHz/' examples/pingpong/pingpong.loom >"$work/mesh.loom"
"$BANKLOOM" build "$work/mesh.loom" -o "$work/mesh" -q || exit 1
"$BANKLOOM" build $tests/kernel_memory.loom -o "$work/one" -q || exit 1

host() { # FOLDER PROGRAM ROUNDS SEED
    model_make "$work/$1/bench" SIM=icarus host HOST="$tests/$2.c" ARGS="$3 $4" \
        >"$work/said" 2>&1 || fail "$2 of seed $4"
}
fences=300 moments=8
[ "$BL_LONG" ] && fences=10000 moments=300
for seed in 1 2; do
    host one kernel_fence $fences $seed
    grep -q '^[1-9].* moves right, [1-9].* refused, [1-9]' "$work/said" || fail 'moves'
    host mesh kernel_moments $moments $seed
    grep -q '^[1-9].* waits ended well, [1-9]' "$work/said" || fail 'waits'
done
exit $failed
