#!/bin/sh
# seconds: 30
# Host programs over Ethernet: what they say of peers that are not there or not the right ones, and
# the counters that they read.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
program=${BANKLOOM:-$root/build/bankloom}
host=testbench/tests/system/ethernet_host.c
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }

# A peer is given up after six times 4 us.
sed 's/clock mac;/timeout 4 us; retries 5; clock mac;/
    s/channels 8; width 32 B/channels 2; width 16 B/' \
    examples/counting_sort/over_ethernet.loom >"$work/quick.loom"
"$program" build "$work/quick.loom" -o "$work/out" -q >"$work/said" 2>&1 || fail build

# An error has to be reported within the time that explain prints, and two looks of a microsecond.
bound=$("$program" explain "$work/quick.loom" |
    sed -n 's/^  an error is reported within \([0-9]*\) us.*/\1/p')
[ "$bound" -gt 24 ] && [ "$bound" -lt 40 ] || fail "explain: reported within $bound us"

# One program for all cases.
BANKLOOM=$program
# shellcheck source=/dev/null
. testbench/tests/model.sh
model_make "$work/out/bench" host-program HOST="$root/$host" >"$work/said" 2>&1 || fail compile

host() { # CASE STATUS [MEMORY]
    BL_SIM_MEMORY=$3 timeout 600 "$work/out/bench/host/ethernet_host" "$1" 100 >"$work/said" 2>&1
    [ $? -eq "$2" ] || fail "$1: exit status"
}
in_time() {
    took=$(sed -n 's/^after \([0-9]*\) us/\1/p' "$work/said" | tail -n 1)
    [ "$took" -le $((bound + 2)) ] || fail "reported after $took us, not within $bound"
}
says() { grep -q "$1" "$work/said" || fail "not said: $1"; }
count() { sed -n "s/^$1 //p" "$work/said"; }
some() { for name; do [ "$(count "$name")" -gt 0 ] || fail "no frame counted: $name"; done; }
none() { for name; do [ "$(count "$name")" -eq 0 ] || fail "a frame was counted: $name"; done; }

host right 0
says '^all is well'
grep -q 'one too\|^no ' "$work/said" && fail 'calls with wrong arguments'
says "^counters $(grep -c '^BL_EVENT' compiler/network/ethernet/carried/counters.def)"
some data
[ "$(count data)" -eq "$(count in_data)" ] || fail 'frames sent and taken'
none again probe in_had in_nobody in_not_mine

host wrong_address 1
says 'node 0: the network has stopped: node 1 does not answer'
in_time
none data
some in_nobody in_not_mine

host absent 1
says 'node 0: the network has stopped: node 1 does not answer'
says 'node 1: the network has stopped: node 0 does not answer'
in_time
some probe

# A port that is back in time shows in counters only.
host away 0
says '^all is well'
grep -q '^too early\|^an end' "$work/said" && fail 'the port was not away'
some probe

host restarted 1 hbm2,reset=1:600
says '^a node reported an error: node 1: it was reset$'
says 'node 0: the network has stopped: node 1 restarted'
some in_session

host again 0
[ "$(grep -c '^all is well' "$work/said")" -eq 2 ] || fail 'runs behind a reset of all nodes'
grep -q 'a start without' "$work/said" && fail 'a network that has stopped was started again'
echo "right and wrong hosts over Ethernet"
