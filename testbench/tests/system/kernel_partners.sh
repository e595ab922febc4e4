#!/bin/sh
# seconds: 10
# Kernels that wait for others, in host programs: what their waits say, and that they end when
# another one has failed. Circuits that count or mark less are noticed.
tests=testbench/tests/system
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
failed=0
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; failed=1; }
host() {
    model_make "$work/pair/bench" SIM=icarus host HOST="$PWD/$tests/kernel_partners.c" \
        >"$work/said" 2>&1
}
"$BANKLOOM" build $tests/kernel_partners.loom -o "$work/pair" -q || exit 1
host && grep -q '^partners are reported$' "$work/said" || fail 'partners'

# `run` compares what did not fail with the golden model, which ends partners as well.
run() {
    "$BANKLOOM" run $tests/kernel_partners.loom --sim icarus -q --set n=64 "$@" >"$work/said" 2>&1
}
run --set give.from=1048576 || fail 'run, a sender that fails'
grep -q '^kernel take of node 1: a kernel at the other end' "$work/said" || fail 'take, by run'
grep -q '^memory of node 1 is not compared' "$work/said" || fail 'what run compares'
run --set left.n=20000,right.n=262145 || fail 'run, a receiver that fails'
grep -q '^kernel left of node 0: a kernel at the other end' "$work/said" || fail 'left, by run'

# Of a collective the last part alone leaves the memory: nothing of it is written, at any node.
sed '/^channel/,$d' $tests/kernel_partners.loom >"$work/deal.loom"
echo 'kernel deal on pair (n: u32) { scatter u32 gpu(0x80000, n) -> gpu(0, n) from 0; }' \
    >>"$work/deal.loom"
"$BANKLOOM" run "$work/deal.loom" --sim icarus -q --set n=100000 >"$work/said" 2>&1 ||
    fail 'run, a collective that leaves its memory'
grep -q '^kernel deal of node 0: a move leaves its memory: gpu -> node 1 of a coll' "$work/said" ||
    fail 'which move of a collective leaves its memory'
grep -q '^pair: 2 nodes, 0 bytes moved' "$work/said" || fail 'a collective half done'

broken() { # FILE SED
    file=$work/pair/rtl/$1
    cp "$file" "$work/whole.v"
    sed "$2" "$work/whole.v" >"$file"
    cmp -s "$work/whole.v" "$file" && fail "nothing was broken: $2"
    host && fail "not noticed: $2"
    cp "$work/whole.v" "$file"
}
broken pair.v 's/assign marked = failing | far_marked/assign marked = failing/'
[ "$BL_LONG" ] || exit $failed
broken pair.v 's/assign marked = failing | far_marked/assign marked = 3'"'"'d7/'
broken bl_kernel_owed.v 's/count\[i\*6 +: 6\]} :/6'"'"'d8} :/'
broken pair_kernel_give.v 's/failed | (|error)/failed/'
broken pair_kernel_take.v 's/wire starves = starved/wire starves = 1'"'"'b0/'
exit $failed
