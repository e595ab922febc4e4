#!/bin/sh
# A cable between hubs is cut while all engines put to all other nodes, in the middle of TLPs too:
# chains that it concerns end with a code, all others with their data, and nothing stands still. The
# same when it comes up again, when the node behind it is reset, and for what the hosts store. With
# BL_LONG set: each cable of four nodes, in one ring and in two, in any of 50 moments.
# seconds: 20
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
BL_SIM_OPT=-O1 # so much is simulated that it is worth its compilation
export BL_SIM_OPT
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cut=testbench/tests/system/put_cut.c
fail() { echo "FAIL $*"; exit 1; }
# run FILE OPTIONS...: all is well, "ok: 3 codes, ..."
run() {
    file=$work/$1.loom
    shift
    timeout 120 "$program" run -q "$file" --host $cut "$@" >"$work/said" 2>&1 ||
        { tail -n 20 "$work/said"; fail "$file $*"; }
    grep -q '^ok: ' "$work/said" || { cat "$work/said"; fail "$file $*"; }
}
has() { grep -q "$1" "$work/said" || { cat "$work/said"; fail "no $1"; }; }
# TIME of FILE: when the engines begin, and end
begins() { sed -n 's/.*; \([0-9]*\)[0-9.]* to .*/\1/p' "$work/said"; }
ends() { sed -n 's/.* to \([0-9]*\)[0-9.]* us/\1/p' "$work/said"; }

sed 's/nodes   2/nodes 4/' examples/put/tca.loom >"$work/one.loom"
sed 's/rings 1/rings 2/' "$work/one.loom" >"$work/two.loom"
run one
has '^ok: 0 codes, 0 limits in time, 0 resets'
from=$(begins) to=$(ends)

# moments FILE COUNT PORT...: a cut of each, in so many moments; at the engines' own time, and one
# that ends; the cable's two hubs are named by a code
moments() {
    of=$1 count=$2
    shift 2
    codes=0
    for port in "$@"; do
        i=0
        while [ $i -lt "$count" ]; do
            at=$(((from * 1000 + (to - from) * 900 * (2 * i + 1) / (2 * count))))
            run "$of" --faults "cut=$port@${at}ns" -- cut
            has ' 0 limits in time, 0 resets'
            grep -q '^ok: 0 codes' "$work/said" || codes=$((codes + 1))
            i=$((i + 1))
        done
    done
    [ $codes -gt 0 ] || fail "no code at all: $of"
}
if [ "$BL_LONG" ]; then
    moments one 50 0:E 1:E 2:E 3:E
    run two
    from=$(begins) to=$(ends)
    moments two 50 0:E 2:E 0:S 1:S
    run one
    from=$(begins) to=$(ends)
else moments one 2 0:E; fi
run one --faults "cut=1:W@$((from + 10))us-$((from + 12))us"
has '^ok: [1-9][0-9]* codes, 0 limits in time, 0 resets, 0 of the last'
run one --faults "cut=1:W@$((from + 10))us,cut=1:E@$((from + 11))us"
has '^ok: [1-9]'
run one --memory "ideal,reset=1:1000" -- again
has ', 0 of the last round'
if [ "$BL_LONG" ]; then
    run one --memory "ideal,reset=1:1333" -- again
    has ', 0 of the last round'
fi

# A cut that does not happen.
run one --faults cut=1:W@900ms
has '^warning: the cut at port W of node 1.*over'

# What hosts store is reported, too.
run one --faults cut=0:E@1ns,cut=0:W@1ns -- stores
has '^ok: stores'
echo ok
