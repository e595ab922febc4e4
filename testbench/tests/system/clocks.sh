#!/bin/sh
# seconds: 14
# Nodes with several clocks: the counting sort matches the golden model when memory and network have
# clocks of their own, faster or slower than the core, unfused and fused, on any number of threads
# and in both simulators; explain lists the crossings and says which clock bounds.
program=$(cd "$(dirname "$0")/../../../examples/counting_sort" && pwd)/three_clocks.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }
field() { sed -n "s/^ *\"$1\": *\([^,]*\),*\$/\1/p" "$work/said"; }

# clocked HBM NET: the same program with other rates
clocked() { sed -e "s/clock   hbm .*/clock   hbm $1 MHz;/" \
    -e "s/clock   net .*/clock   net $2 MHz;/" "$program" >"$work/$1-$2.loom"; }
# shellcheck disable=SC2086
run() { "$BANKLOOM" run "$@" --nodes 2 --channels 2 -q --json >"$work/said" 2>&1 &&
    grep -q '"ok": true' "$work/said"; }

# What is only compared with the golden model is sooner simulated by Icarus, with fewer keys, than
# compiled.
few='--sim icarus --keys 500'
[ -z "$BL_LONG" ] || few='--keys 5000'
for rates in 200-156.25 100-120 ${BL_LONG:+150-150}; do
    clocked "${rates%-*}" "${rates#*-}"
    for fuse in all none; do
        [ $fuse = all ] || [ $rates = 100-120 ] || [ "$BL_LONG" ] || continue
        # shellcheck disable=SC2086
        run "$work/$rates.loom" --fuse $fuse $few || fail "clocks $rates, --fuse $fuse: no match"
    done
    [ $rates = 100-120 ] || [ "$BL_LONG" ] || continue
    run "$work/$rates.loom" --keys 2^15 --threads 1 ||
        fail "clocks $rates: no match with one thread"
    one=$(field cycles)
    run "$work/$rates.loom" --keys 2^15 --threads 2 ||
        fail "clocks $rates: no match with two threads"
    [ "$one" = "$(field cycles)" ] || fail \
        "clocks $rates: one thread has $one cycles, two have $(field cycles)"
    # the bound counts the slower clock: neither passed nor missed by far
    share=$(field share_of_bound)
    awk -v share="$share" 'BEGIN { exit !(share > 0.9 && share <= 1) }' ||
        fail "clocks $rates: $share of the bound"
done

for simulator in verilator icarus; do
    run "$work/100-120.loom" --keys 700 ${BL_LONG:+--fuse table,histogram,eop} --dist zipf:1.0 \
        --sim $simulator || fail "--sim $simulator: no match"
    field cycles >"$work/$simulator"
done
[ -s "$work/verilator" ] && cmp -s "$work/verilator" "$work/icarus" ||
    fail "the simulators count different cycles"

# More nodes than channels: destinations share lanes, and dst_ready crosses too.
# shellcheck disable=SC2086
"$BANKLOOM" run "$work/100-120.loom" --nodes 4 --channels 2 $few --dist equal \
    -q --json >"$work/said" 2>&1 ||
    fail "four nodes, two channels"

# explain: every crossing with its depth and reason; T by the slower clock.
clocked 100 156.25
"$BANKLOOM" explain "$work/100-156.25.loom" >"$work/said" || fail "explain"
for words in "clock hbm bounds it" "= 204.80 GB/s" "read words         \
    hbm to core, 32 x 257 bits, 8 of them: " \
             "words to the network   core to net, 32 x 273 bits" \
             "what the lanes take    core to net, 4 x " \
                 "nodes that are ready   net to core, 8 bits: "; do
    grep -qF -- "$words" "$work/said" || fail "explain does not say \"$words\""
done
"$BANKLOOM" explain "$work/100-156.25.loom" --json >"$work/said" || fail "explain --json"
[ "$(grep -c '"template":.*"bl_async_fifo"' "$work/said")" = 8 ] ||
    fail "explain --json: not eight kinds of asynchronous FIFO"
grep -q '"bounding_clock":.*"hbm"' "$work/said" || fail "explain --json: not hbm that bounds"
"$BANKLOOM" explain "$program" --json >"$work/said" || fail "explain --json"
grep -q '"bounding_clock":.*"core"' "$work/said" || fail "explain --json: not core that bounds"

# A clock that two parts share is one port; a clock that nothing names, and the network's where
# nothing is exchanged, are none.
"$BANKLOOM" build -q -o "$work/all" "$program" >"$work/said" 2>&1 || fail "build"
[ "$(grep -c '^    input  wire  *clk' "$work/all/rtl/sort.v")" = 3 ] || fail "not three clock ports"
sed -e 's/clock net; }/clock hbm; }/' "$program" >"$work/shared.loom"
"$BANKLOOM" build -q -o "$work/shared" "$work/shared.loom" >"$work/said" 2>&1 || fail "build"
[ "$(grep -c '^    input  wire  *clk' "$work/shared/rtl/sort.v")" = 2 ] ||
    fail "not two clock ports"
sed -e 's/ clock hbm; }/ }/; s/ clock net; }/ }/' "$program" >"$work/plain.loom"
sed -e '/^    clock   hbm/d; /^    clock   net/d' "$work/plain.loom" >"$work/single.loom"
for name in plain single; do
    "$BANKLOOM" build -q -o "$work/$name" "$work/$name.loom" >"$work/said" 2>&1 || fail "build"
    sed 's/(.*\.loom:[0-9]*)//' "$work/$name/rtl/sort.v" >"$work/$name.v"
done
cmp -s "$work/plain.v" "$work/single.v" || fail "clocks that nothing names change the circuit"
! grep -q 'crossing\|bl_synchroniser' "$work/single.v" || fail "a crossing where there is one clock"
exit 0
