#!/bin/sh
# seconds: 15
# Waits of host programs for kernels whose node is reset, by the program or by nobody, and `run`
# with such a reset: each wait ends with the reset as its cause, and the next run is right. Channels
# are emptied.
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

host() { # WORD FAULTS
    BL_SIM_MEMORY=ideal$2 model_make "$work/mesh/bench" SIM=icarus host \
        HOST="$PWD/testbench/tests/system/kernel_waits.c" ARGS="$1" >"$work/said" 2>&1 ||
        fail "$1 $2"
}
host asked ''
host ended ''
for cycle in 1 300; do host own ",reset=0:$cycle"; done
host partner ,reset=1:300
host refused ,reset=0:50
grep -q 'warning' "$work/said" && fail 'a warning of a reset that came'
host none ,reset=1:99999
grep -q '^warning: the reset of node 1 .* did not happen' "$work/said" || fail 'no warning'

# `run` says it as well, at whatever cycle it comes.
for cycle in 0 10 200; do
    timeout 120 "$BANKLOOM" run "$work/mesh.loom" --sim icarus -q --set words=3000,rounds=1 \
        --keep "$work/of_mesh" --memory "ideal,reset=0:$cycle" >"$work/said" 2>&1 &&
        fail "status of run, reset in cycle $cycle"
    grep -q '^error: kernel start of node 0.* was reset' "$work/said" ||
        fail "run, reset in cycle $cycle"
done

# An error is reported when it happens.
sed '/^channel/,$d' "$work/mesh.loom" >"$work/late.loom"
cat >>"$work/late.loom" <<'END'
channel there: u32 from 0 to 1 { buffer 512 B; }
kernel give on pair node 0 (n: u32) { read gpu(0, n) -> send there; }
kernel take on pair node 1 (n: u32, first: u32, far: u32) {
    recv there -> write gpu(first, n);
    read gpu(far, n) -> write gpu(0x80000, n);
}
END
"$BANKLOOM" build "$work/late.loom" -o "$work/late" -q >"$work/said" 2>&1 || fail build
model_make "$work/late/bench" SIM=icarus host HOST="$PWD/testbench/tests/system/kernel_error.c" \
    >"$work/said" 2>&1 || fail 'an error that is reported'
# What is left in a channel.
model_make "$work/late/bench" SIM=icarus host HOST="$PWD/testbench/tests/system/kernel_left.c" \
    >"$work/said" 2>&1 || fail 'a channel that is emptied'
exit $failed
