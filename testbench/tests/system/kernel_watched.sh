#!/bin/sh
# seconds: 8
# A random program of kernels on a bus that is watched: nothing outside of what was registered is
# read or written, and what a circuit without limits does is seen. `testbench/bench/coe watched` has
# more programs and runs; some of them are in `make test-long`.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
# shellcheck source=/dev/null
. testbench/bench/coe_kernels/watched.sh
failed=0
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; failed=1; }
make_it() { watched_make "$1" "$work/$1" SIM=icarus >"$work/said" 2>&1; }
watch() { # SEED RUNS
    timeout 600 "$work/$1/bench/host/watched" "$2" "$1" >"$work/said" 2>&1
}
for seed in 1 ${BL_LONG:+2 3 4}; do
    make_it $seed || fail "$seed is not made"
    watch $seed ${BL_LONG:+3}60 || fail "$seed"
    grep -q '^watched,[1-9][0-9]*,[1-9][0-9]*,[1-9][0-9]*,.*,[1-9][0-9]*,[1-9][0-9]*,0$' \
        "$work/said" || fail "$seed: nothing moved"
done

sed -i "s/> {limit_[a-z0-9]*, 2.b00})/> 65'h1ffffffffffffffff)/" "$work"/1/rtl/one_kernel_k*.v
grep -q 65.h1f "$work"/1/rtl/one_kernel_k0.v || fail 'nothing was broken'
model_make "$work/1/bench" SIM=icarus host-program \
    HOST="$PWD/testbench/bench/coe_kernels/watched.c" >"$work/said" 2>&1 || fail 'make'
watch 1 60 && fail 'a circuit without limits is not noticed'
grep -q '^outside: ' "$work/said" || fail 'no access outside was seen'
exit $failed
