#!/bin/sh
# seconds: 3
# Doorbells, and a completion that is a word written behind its data. A kernel without `wait;`
# writes its flag too early, and that is noticed, in `make test-long`.
tests=testbench/tests/system
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
runs() { # FOLDER PROGRAM
    "$BANKLOOM" build -q -o "$1" "$2" || exit 1
    model_make "$1/bench" host SIM=icarus HOST="$PWD/$tests/kernel_doorbell.c" >"$work/said" 2>&1
}
runs "$work/pair" $tests/kernel_doorbell.loom && grep -q '^3 rounds by doorbell' "$work/said" ||
    { cat "$work/said"; echo 'FAIL doorbell'; exit 1; }
[ "$BL_LONG" ] || { echo 'kernels start by doorbell'; exit 0; }
sed 's/^    wait;$//' $tests/kernel_doorbell.loom >"$work/early.loom"
runs "$work/early" "$work/early.loom" && { echo 'FAIL a flag before its data'; exit 1; }
grep -q '^[0-2] rounds by doorbell' "$work/said" || { cat "$work/said"; exit 1; }
echo 'kernels start by doorbell, and a flag follows its data'
