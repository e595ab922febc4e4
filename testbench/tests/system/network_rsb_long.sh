#!/bin/sh
# seconds: 12
# A pipeline over the ring segmented bus: the counting sort on four nodes equals the golden model,
# in as many cycles on one thread as on two; on a clock of its own; and with the ring in Verilog
# under Icarus, gate by gate. A bus that breaks a rule is noticed.
# shellcheck source=/dev/null
. testbench/tests/model.sh
sort=examples/counting_sort/over_rsb.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }
small='--channels 1 --width 16 --burst 64'

# equal PROGRAM OPTIONS...: runs and matches the golden model
equal() {
    "$BANKLOOM" run "$@" >"$work/said" 2>&1 || fail "status $?: $*"
    grep -q '"ok": true' "$work/said" || fail "no match: $*"
}

"$BANKLOOM" explain $sort >"$work/said" || fail "explain"
grep -q 'a beat of 32 lines takes' "$work/said" || fail "explain does not say the network's rate"

# The number of threads changes nothing; what crosses is below what is predicted.
for threads in 1 2; do
    # shellcheck disable=SC2086
    equal $sort $small --keys 400 --threads $threads --json
    grep '"cycles"' "$work/said" >"$work/cycles$threads"
done
[ -s "$work/cycles1" ] || fail "no cycles in the JSON"
cmp -s "$work/cycles1" "$work/cycles2" || fail "the number of threads changed the cycles"
awk -F '[:,]' '/"measured_bytes_per_second"/ { m = $2 } /"peak_bytes_per_second"/ { p = $2 }
END { exit !(m > 0.3 * p && m <= p) }' \
    "$work/said" || fail "measured against predicted"

# The ring itself, in Verilog.
# shellcheck disable=SC2086
equal $sort $small --keys 12 --sim icarus --json

# The network and the nodes on clocks that have nothing to do with each other; a word in one beat.
sed 's/clock   core 150 MHz;/& clock net 111 MHz;/; s/lines 32;/lines 200; clock net;/' $sort \
    >"$work/two.loom"
# shellcheck disable=SC2086
equal "$work/two.loom" $small --keys 300 --dist zipf:1.0 --json

# The project has the pins of the bus, and no links.
# shellcheck disable=SC2086
"$BANKLOOM" build $sort $small -q -o "$work/built" >"$work/said" 2>&1 || fail "build"
grep -q 'm_bus_request' "$work/built/rtl/sort.v" || fail "no bus in the circuit"
grep -q 'm_link0' "$work/built/rtl/sort.v" && fail "links beside the bus"

# The check fires: a connector that begins without a path.
sed -i 's/state <= path ? LOAD : LEAVE/state <= LOAD/' "$work/built/rtl/bl_rsb_connector.v"
{ model_make "$work/built/bench" && "$work/built/bench/sort_bench" --keys 400; } \
    >"$work/said" 2>&1 &&
        fail "a broken connector goes unnoticed"
grep -q 'bus: .* strobes or acknowledges without a path\|nothing moves any more' "$work/said" ||
    fail "a broken connector: no reason"
exit 0
