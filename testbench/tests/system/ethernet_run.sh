#!/bin/sh
# seconds: 30
# The counting sort over Ethernet in simulation: right without and with faults of the wire, each of
# which strikes; in `make test-long` as fast on four and eight nodes as full frames allow; and the
# frames of a capture, which Wireshark and the dissector of the build read.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
source=examples/counting_sort/over_ethernet.loom
keys=20000 wide=2000 shape='--channels 2 --width 16'
faults=drop=0.06,flip=0.06,repeat=0.06,reorder=0.06
[ -z "$BL_LONG" ] ||
    keys=200000 wide=40000 shape='' faults=drop=0.02,flip=0.02,repeat=0.02,reorder=0.02

fail() { echo "FAIL $*"; exit 1; }
# shellcheck disable=SC2086
run() { timeout 1800 "$program" run -q "$source" $shape --keys $keys "$@" >"$work/said" 2>&1 ||
    { tail -n 20 "$work/said"; fail "run $*"; }; }

run --pcap "$work/clean.pcapng"
run --pcap "$work/faults.pcapng" --faults $faults --json-file "$work/json"
for what in dropped flipped repeated 'held back'; do
    grep -q "$what, wire from node 0 to the switch" "$work/said" ||
        { cat "$work/said"; fail "no frame was $what"; }
done

# What the nodes have counted, in the table and as JSON, beside what the medium has done.
grep -q '^  *port of node 0, peer 1: [0-9]* data frames sent again' "$work/said" ||
    { cat "$work/said"; fail "no counter of a node"; }
python3 - "$work/json" <<'EOS' || fail "counters of the report"
import json, sys
run = json.load(open(sys.argv[1]))
network, counters = run["network"], run["counters"]
def medium(name, place):
    return sum(row["count"] for row in network if row["name"] == name and place in row["place"])
def port(name, node):
    return sum(row["count"] for row in counters if row["name"] == name and row["node"] == node)
for node in 0, 1:
    sent = sum(port(name, node) for name in ("data", "again", "probe", "report", "greeting"))
    came = sum(row["count"] for row in counters
               if row["node"] == node and row["name"].startswith("in_"))
    frames = medium("frames received", f"MAC of node {node}")
    # a frame may be under way when a counter is read
    assert 0 <= medium("frames sent", f"MAC of node {node}") - sent < 4, (node, sent, network)
    assert 0 <= frames - came < 4, (node, came, network)
    assert 0 < port("in_bad", node) == medium("frames with a bad FCS", f"MAC of node {node}")
    assert port("in_data", node) == port("data", 1 - node)
assert port("again", 0) + port("again", 1) > 0
assert all(row["text"] and row["loss"] in (False, True) for row in counters)
assert {row["peer"] for row in counters if row["node"] == 1} == {0, None}
EOS

# Frames are full though a packet for one of so many peers is a few words, one or two for seven:
# else a third of T there.
for nodes in ${BL_LONG:+4 8}; do
    "$program" run -q "$source" --nodes $nodes --fuse all --keys 2^14 --json >"$work/many" 2>&1 ||
        { tail -n 20 "$work/many"; fail "$nodes nodes"; }
    awk '/"share_of_peak"/ { share = $2 + 0 } END { exit !(share >= 0.65) }' "$work/many" ||
        { grep share "$work/many"; fail "$nodes nodes do not fill their frames"; }
done

# ports of 100 Gbit/s between more than two nodes make rows of words
sed 's/156.25 MHz/322.265625 MHz/; s/port 40/port 100/' $source >"$work/wide.loom"
(source=$work/wide.loom keys=$wide; run --nodes 4 --faults $faults) || exit 1

command -v tshark >/dev/null || { echo "skipped: the capture, no tshark"; exit 0; }
# shellcheck disable=SC2086
"$program" build "$source" $shape -o "$work/out" >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
# shellcheck source=/dev/null
. testbench/tests/tshark.sh
# count FILE FILTER: frames of the capture that a filter takes
count() {
    dissect -X "lua_script:$work/out/bankloom.lua" -o eth.fcs:Always -o eth.check_fcs:TRUE \
        -r "$work/$1.pcapng" -Y "$2" 2>"$work/log" | wc -l
}
for kind in 1 3; do
    [ "$(count clean "bankloom.kind == $kind")" -gt 0 ] || fail "no frame of kind $kind"
done
[ "$(count clean 'eth.fcs.status == "Bad"')" -eq 0 ] || fail "a bad FCS, and nothing was damaged"
[ "$(count clean 'not bankloom')" -eq 0 ] || fail "frames that the dissector does not know"
[ "$(count faults 'eth.fcs.status == "Bad"')" -gt 0 ] || fail "no bad FCS, and bits were flipped"
[ "$(count faults 'bankloom.kind == 2 && bankloom.missing != 0')" -gt 0 ] || fail "no report"
echo "$(count clean bankloom) frames, $(count faults bankloom) with faults"
