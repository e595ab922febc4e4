#!/bin/sh
# Icarus and Verilator agree on the emitted circuit: both match the golden model, in the same number
# of cycles.
sort=examples/counting_sort/counting_sort.loom
small='--nodes 2 --channels 2 -q'
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

# shellcheck disable=SC2086
run() { "$BANKLOOM" run $sort "$@" $small >"$work/said" 2>&1; }

for options in '--keys 1000' '--keys 700 --dist zipf:1.0 --seed 3' \
    '--keys 300 --dist equal --memory ideal' '--keys 5'; do
    for simulator in verilator icarus; do
        # shellcheck disable=SC2086
        run $options --sim $simulator --json || fail "--sim $simulator $options"
        grep -q '"ok": true' "$work/said" || fail "no match: --sim $simulator $options"
        grep -e '"cycles"' -e '"node_cycles":' "$work/said" >"$work/$simulator"
    done
    [ -s "$work/verilator" ] || fail "no cycles in the JSON"
    cmp -s "$work/verilator" "$work/icarus" || fail "different cycles: $options"
done

run --keys 100 --sim rope; [ $? -eq 2 ] || fail "an unknown simulator was no error"
run --keys 100 --sim icarus --trace "$work/x.vcd"; [ $? -eq 2 ] ||
    fail "--trace with Icarus was no error"

run --keys 100 --trace "$work/node.vcd,node=2"; [ $? -eq 2 ] ||
    fail "a node that is not there was no error"
exit 0
