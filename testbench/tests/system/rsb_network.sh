#!/bin/sh
# seconds: 25
# What a network rsb takes of a bus: the cell from graphs, a delay for each segment, clocks of
# nodes, alone and together. The counting sort equals the golden model, by events and with the ring
# in Verilog; each of them changes the time, a list and a file of the same delays the same. Each
# part alone but for the list, and that a cell that was broken is noticed, in `make test-long`.
root=$(cd "$(dirname "$0")/../../.." && pwd)
# shellcheck source=/dev/null
. "$root/testbench/tests/model.sh"
sort=$root/examples/counting_sort/over_rsb.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }
small='--channels 1 --width 16 --burst 64' keys=${BL_LONG:+400}
keys=${keys:-150}
graphs="arbiter { source \"$root/examples/rsb/rarb_source.g\"; }"
delays='4.45 ns, 20 ns, 6.1 ns, 4 ns'
clock='clock 2 125 MHz phase 1.3 ns;'

# variant NAME DELAY CLOCK MORE: the program with these parts
variant() {
    sed -e "s|clock   core 150 MHz;|& $3|" -e "s|delay 4.45 ns;|delay $2; $4|" "$sort" \
        >"$work/$1.loom"
}
# equal NAME OPTIONS...: runs and matches the golden model
equal() {
    name=$1
    shift
    # shellcheck disable=SC2086
    "$BANKLOOM" run "$work/$name.loom" $small --json "$@" >"$work/said" 2>&1 ||
        fail "status $?: $name $*"
    grep -q '"ok": true' "$work/said" || fail "no match: $name $*"
}
cycles() { sed -n 's/^ *"cycles": \([0-9]*\),$/\1/p' "$work/said"; }

variant plain '4.45 ns' '' ''
variant same '4.45 ns, 4.45 ns, 4.45 ns, 4.45 ns' '' 'arbiter { }'
variant cells '4.45 ns' '' 'arbiter { }'
variant listed "$delays" '' ''
variant back "$delays, 4 ns, 20 ns, 6.1 ns, 4 ns" '' ''
variant read '"delays.csv"' '' ''
variant clocks '4.45 ns' "$clock" ''
variant all "$delays" "$clock" "$graphs"
printf '%s\n' from,to,delay 1,2,4.45 2,3,20 3,4,6.1 4,1,4 >"$work/delays.csv"

# By events: every variant is right, and the time is another one.
variants='plain listed all'
[ -z "$BL_LONG" ] || variants='plain cells listed back clocks all'
for name in $variants; do
    equal $name --keys $keys
    grep -q '"predicted_cycles": null' "$work/said" || fail "a time is predicted over the bus"
    cycles >>"$work/cycles"
    cycles >"$work/$name.cycles"
done
several=$(echo "$variants" | wc -w)
[ "$(grep -c . "$work/cycles")" -eq "$several" ] || fail "no cycles in the JSON"
[ "$(sort -u "$work/cycles" | grep -c .)" -eq "$several" ] || fail "two variants take the same time:
$(cat "$work/cycles")"

# The same delays in another form take the same time; so does any number of threads.
equal read --keys $keys
[ "$(cycles)" = "$(cat "$work/listed.cycles")" ] || fail "the file takes another time than the list"
if [ "$BL_LONG" ]; then
    equal same --keys $keys
    [ "$(cycles)" = "$(cat "$work/cells.cycles")" ] ||
        fail "a list of equal delays takes another time"
fi
equal all --keys $keys --threads 1
[ "$(cycles)" = "$(cat "$work/all.cycles")" ] || fail "one thread takes another time"

# The ring in Verilog: the cell that was made, and wires of unequal length.
equal all --keys 8 --sim icarus
"$BANKLOOM" build "$work/all.loom" $small -q -o "$work/built" >"$work/said" 2>&1 || fail "build"
grep -q 'rarb_source.g' "$work/built/bench/bus/bl_rarb_cell.v" || fail "not the cell of the graphs"
grep -q 'define BL_WIRE_LESS' "$work/built/bench/icarus_bus.v" || fail "all wires are alike"

# It is said.
"$BANKLOOM" explain "$work/all.loom" >"$work/said" || fail "explain"
for text in 'segments of 4.45 ns, 20 ns, 6.1 ns, 4 ns;' 'the graphs source ".*rarb_source.g"' \
    'domain 1 150 MHz phase 0 ps, 2 125 MHz phase 1.3 ns,'; do
    grep -q "$text" "$work/said" || fail "explain does not say: $text"
done

# The checks fire: a list of the wrong length, also by --nodes; in `make test-long` a cell that
# hands on no requests of others.
variant short '4.45 ns, 5 ns, 6.1 ns' '' ''
"$BANKLOOM" check "$work/short.loom" >"$work/said" 2>&1 && fail "three delays of four segments"
grep -q E0173 "$work/said" || fail "three delays of four segments: no reason"
"$BANKLOOM" explain "$work/listed.loom" --nodes 8 >"$work/said" 2>&1 && fail "four delays of eight"
grep -q E0173 "$work/said" || fail "four delays of eight segments: no reason"
[ "$BL_LONG" ] || exit 0
sed -i '/bus_made = {/,/^};/s/0xeeeeeeeeeeeeeeee/0xaaaaaaaaaaaaaaaa/' \
    "$work/built/bench/sort_bench.c"
{ model_make "$work/built/bench" && "$work/built/bench/sort_bench" --keys 400; } \
    >"$work/said" 2>&1 &&
    fail "a broken cell goes unnoticed"
grep -q 'bus: \|nothing moves any more' "$work/said" || fail "a broken cell: no reason"
exit 0
