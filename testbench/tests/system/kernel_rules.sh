#!/bin/sh
# seconds: 6
# What kernels and groups require of their arguments: a run takes what a rule says at each node, and
# refuses values that break one; a host program learns which one, and nothing was started. Kernels
# that `check` does not try are named.
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
channel x: u32 from 0 to 1;
kernel near on pair node 0 (n: u32) { read gpu(0, n) -> send x; }
kernel far on pair node 1 (m: u32) { recv x -> write gpu(0x20000, m); }
kernel mark on pair (at: u32) { fill(at + 1, 1) -> write gpu(0x30000, 1); }
group swapped { start swap; }
group passed { start near; start far; require near.n == far.m; }
group marked { start mark node mark.at; }
END
run() { # SETTINGS OPTIONS...
    settings=$1
    shift
    "$BANKLOOM" run "$work/pair.loom" --sim icarus --keep "$work/out" -q --set "$settings" "$@" \
        >"$work/said" 2>&1
}
"$BANKLOOM" explain "$work/pair.loom" >"$work/said" 2>&1 || fail explain
for line in 'require n <= 4 \* 16' 'group marked: mark where node == mark.at' \
    'require near.n == far.m' 'deadlocks: tried with [1-9][0-9]* sets of values'; do
    grep -q "^  *$line\$" "$work/said" || fail "explain: $line"
done
"$BANKLOOM" explain "$work/pair.loom" --json | python3 -c 'import json, sys
said = json.load(sys.stdin)
assert said["kernels"][0]["requires"] == ["peer == (node + 1) % nodes", "n <= 4 * 16"]
assert said["groups"][1] == {"name": "passed", "kernels": ["near", "far"],
                             "requires": ["near.n == far.m"]}
assert said["tried"]["sets"] > 0 and not said["tried"]["not_tried"]' || fail 'explain as JSON'
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

run n=9,m=9 --group passed || fail 'a group'
grep -q ' far ' "$work/said" || fail 'its kernels'
grep -q ' swap ' "$work/said" && fail 'kernels of another group'
run n=9,m=8 --group passed && fail 'a broken promise'
grep -q 'group passed requires `near.n == far.m`: near.n = 9, far.m = 8$' "$work/said" ||
    fail 'a broken promise: what it says'
run at=1 --group marked || fail 'a group at a node'
run n=9 --group nobody
[ $? -eq 2 ] || fail 'a group that there is not'

# shellcheck source=/dev/null
. testbench/tests/model.sh
model_make "$work/out/bench" SIM=icarus host HOST="$PWD/testbench/tests/system/kernel_rules.c" \
    >"$work/said" 2>&1 || fail 'the host program'
grep -q '^rules are kept$' "$work/said" || fail 'what it says'

{ sed '/^group/d; /^kernel near/s/n\([:)]\)/m\1/g' "$work/pair.loom"
    echo 'kernel half on pair () verilog "half.v" golden "half.c" { in a: u32; out b: u32; }'
    echo 'kernel before on pair (n: u32) { read gpu(0, n) -> a; }'
    echo 'kernel behind on pair (n: u32) { b -> write gpu(0, n); }'; } >"$work/all.loom"
(cd "$work" && "$BANKLOOM" kernel half.v '{ in a: u32; out b: u32; }') >"$work/said" 2>&1 ||
    fail 'a new module'
grep -q 'out b: u32 per a;' "$work/said" || fail 'what a new module declares'
"$BANKLOOM" check "$work/all.loom" >"$work/said" 2>&1 || fail 'a module that declares nothing'
grep -q '^  deadlocks: tried with [1-9][0-9]* sets of values; not tried: before, behind (`half`' \
    "$work/said" || fail 'kernels that are not tried'
sed -i 's/out b: u32/& per a/' "$work/all.loom"
"$BANKLOOM" check "$work/all.loom" >"$work/said" 2>&1 || fail 'a module that declares it'
grep -q 'not tried' "$work/said" && fail 'all kernels are tried'
echo 'rules of kernels and groups are kept'
