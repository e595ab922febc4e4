#!/bin/sh
# seconds: 10
# Nodes that read one channel and write one: every plan of the counting sort equals the golden
# model, values travel with their keys, the example's host program runs, and boards with two
# channels take the program.
sort=examples/counting_sort/counting_sort.loom values=examples/counting_sort/with_values.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

# equal A PROGRAM OPTIONS...: runs with one channel, matches the golden model, in A passes
equal() {
    passes=$1
    shift
    "$BANKLOOM" run "$@" --channels 1 -q >"$work/said" 2>&1 || fail "status $?: $*"
    grep -q 'matches the golden model' "$work/said" || fail "no match: $*"
    grep -q "A = $passes\$" "$work/said" || fail "not $passes passes: $*"
}

# Fewer keys are sooner simulated by Icarus than a model is compiled.
few='--sim icarus --keys 300'
[ -z "$BL_LONG" ] || few='--keys 2000'
# shellcheck disable=SC2086
{ equal 6 $sort --nodes 2 $few --fuse none
  equal 1 $sort --nodes 8 $few
  equal 4 $values --nodes 2 $few --fuse zip,table; }
if [ "$BL_LONG" ]; then
    equal 3 $sort --nodes 4 --keys 2000 --fuse table,histogram
    equal 2 $sort --nodes 2 --keys 2000 --fuse table,histogram,eop
    equal 1 $sort --nodes 8 --keys 1
    equal 1 $values --nodes 4 --keys 2000
    equal 1 examples/counting_sort/three_clocks.loom --nodes 2 --keys 2000
fi

"$BANKLOOM" run $sort --host examples/counting_sort/host_sort.c --nodes 2 --channels 1 --width 16 \
    -q -- 2000 >"$work/said" 2>&1 || fail "host program"
grep -q 'the result is right' "$work/said" || fail "host program: result"

# More nodes than a small crossbar has outputs share the channel.
"$BANKLOOM" check $sort --nodes 32 --channels 1 >"$work/said" 2>&1 && fail "32 nodes on a channel"
grep -q 'at most 16' "$work/said" || fail "32 nodes on a channel: no reason"

# Two ports of one controller: it bounds a plan that writes at half of the rate, and the simulation
# gets no more than that.
"$BANKLOOM" explain $sort --board kc705 --nodes 2 --channels 1 --width 64 >"$work/said" ||
    fail "explain kc705"
grep -q "a memory controller moves a word in each of its cycles" "$work/said" ||
    fail "explain kc705: no shared controller"
equal 1 $sort --board kc705 --nodes 2 --width 64 --keys 20000
peak=$(sed -n "s/^share of peak *\([0-9]*\).*/\1/p" "$work/said")
[ "$peak" -ge 80 ] && [ "$peak" -le 100 ] || fail "kc705: $peak % of the peak"

# Boards: what fits two channels, and what E1002 says of those with fewer than the program wants.
"$BANKLOOM" build $sort --board arria10_a10pl4 --channels 1 --width 64 --nodes 4 -q -o "$work/a10" \
    >"$work/said" 2>&1 || fail "arria10_a10pl4"
grep -q 10AX115N3F40E2SG "$work"/a10/project/*.qsf || fail "arria10_a10pl4: no project"
refused() { # BOARD TEXT
    "$BANKLOOM" check $sort --board "$1" >"$work/said" 2>&1 && fail "$1 takes the program as it is"
    grep -q "E1002.*$2" "$work/said" || fail "$1: E1002 does not say: $2"
}
for board in arria10_a10pl4 kc705; do
    refused $board 'has 2$'
    grep -q 'with `--channels 1`' "$work/said" || fail "$board: no channel is offered"
done
refused stratix4gx_530 'has 1; at least 2 are needed'
refused spartan3e_1200 'no external memory'
refused spartan2_150 'no external memory'
echo ok
