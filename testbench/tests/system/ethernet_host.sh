#!/bin/sh
# seconds: 60
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

host() { # CASE STATUS
    "$program" run --host $host "$work/quick.loom" -q -- "$1" >"$work/said" 2>&1
    [ $? -eq "$2" ] || fail "$1: exit status"
}
says() { grep -q "$1" "$work/said" || fail "not said: $1"; }
count() { sed -n "s/^$1 //p" "$work/said"; }
some() { for name; do [ "$(count "$name")" -gt 0 ] || fail "no frame counted: $name"; done; }
none() { for name; do [ "$(count "$name")" -eq 0 ] || fail "a frame was counted: $name"; done; }

host right 0
says '^all is well'
grep -q 'one too\|^no ' "$work/said" && fail 'calls with wrong arguments'
says "^counters $(grep -c '^BL_ETHERNET_COUNTER' compiler/network/ethernet/carried/counters.def)"
some data
[ "$(count data)" -eq "$(count in_data)" ] || fail 'frames sent and taken'
none again probe in_had in_nobody in_not_mine

host wrong_address 1
says 'node 0: the network has stopped: node 1 does not answer'
none data
some in_nobody in_not_mine
echo "right and wrong hosts over Ethernet"
