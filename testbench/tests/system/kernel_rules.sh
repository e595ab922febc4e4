#!/bin/sh
# seconds: 6
# What kernels require of their arguments: a run takes what a rule says at each node, and refuses
# values that break one; a host program is told which one, and nothing was started.
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }
cat >"$work/pair.loom" <<'END'
cluster pair {
    board   arria10_a10pl4;
    nodes   2;
    clock   core 222.5 MHz;
    clock   pcie 250 MHz;
    network full_mesh { link 6.4 GB/s; latency 100 ns; }
    host    { bus pcie; gpus 1; gpu 1 MiB; clock pcie; }
}
channel ask: u32 from any to any { send now; }
kernel swap on pair (n: u32, peer: u32) {
    require peer == (node + 1) % nodes;
    require n <= 4 * 16;
    read gpu(0, n) -> send ask to peer;
    recv ask from (node + nodes - 1) % nodes -> write gpu(0x10000, n);
}
END
run() { # SETTINGS
    "$BANKLOOM" run "$work/pair.loom" --sim icarus --keep "$work/out" -q --set "$1" \
        >"$work/said" 2>&1
}
for set in n=21 n=64 n=0; do
    run $set || fail "$set"
    grep -q '^result *equal to the golden model' "$work/said" || fail "$set: no result"
done
run n=65 && fail 'too many words'
grep -q 'kernel swap of node 0 requires `n <= 4 \* 16`: n = 65, peer = 1$' "$work/said" ||
    fail 'too many words: what it says'
run n=1,peer=1 && fail 'one peer for all nodes'
grep -q 'kernel swap of node 1 requires `peer == (node + 1) % nodes`: n = 1, peer = 1$' \
    "$work/said" || fail 'one peer for all nodes: what it says'

# shellcheck source=/dev/null
. testbench/tests/model.sh
model_make "$work/out/bench" SIM=icarus host HOST="$PWD/testbench/tests/system/kernel_rules.c" \
    >"$work/said" 2>&1 || fail 'the host program'
grep -q '^rules are kept$' "$work/said" || fail 'what it says'
echo 'rules of kernels are kept'
