#!/bin/sh
# seconds: 15
# A host program resets the nodes in the middle of a message from GPU to GPU, three times at other
# moments: joined again, the kernels start, and their data are right.
BL_SIM_OPT=-O1 # so much is simulated that it is worth its compilation
export BL_SIM_OPT
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
cp examples/pingpong/pingpong.loom "$work/pair.loom" || exit 1
echo 'kernel other on pair node 1 (n: u32) { read gpu(12 MiB, n) -> write gpu(8 MiB, n); }' \
    >>"$work/pair.loom"
"$BANKLOOM" build -q -o "$work/pair" "$work/pair.loom" || exit 1
model_make "$work/pair/bench" host HOST="$PWD/testbench/tests/system/kernel_reset.c" \
    >"$work/said" 2>&1 && grep -q '^right after each reset$' "$work/said" &&
    [ "$(grep -c '^in the middle: not done' "$work/said")" -eq 3 ] ||
    { cat "$work/said"; echo 'FAIL resets'; exit 1; }
echo 'kernels are right after three resets'
