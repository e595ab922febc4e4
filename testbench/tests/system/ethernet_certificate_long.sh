#!/bin/sh
# seconds: 25
# The certificate of Ethernet: what explain prints is what the circuit is given and what is there to
# prove it; a place short, a credit less, an answer without a place are refused; ports with all
# their places lose no frame for want of one. Those that are made in spite of it deadlock, or
# lose frames, in `make test-long`.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
program=${BANKLOOM:-$root/build/bankloom}
build=$(dirname "$program")
source=examples/counting_sort/over_ethernet.loom
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }

# ---- what it says

"$program" explain --nodes 4 --json $source >"$work/said" || fail explain
"$program" build --nodes 4 -q -o "$work/out" $source >"$work/log" 2>&1 || fail build
python3 - "$work/said" "$work/out/rtl/sort.v" <<'EOS' || fail 'the certificate as JSON'
import json, os, re, sys
certificate = json.load(open(sys.argv[1]))["certificate"]
circuit = open(sys.argv[2]).read()
port = circuit[circuit.index("bl_ethernet #("):]
def given(name):
    return int(re.search(rf"\.{name}\((\d+)\)", port)[1])
buffers = {buffer["name"]: buffer for buffer in certificate["buffers"]}
assert certificate["circle"] is None and len(certificate["waits"]) > 10
for name, parameter in (("window of a peer", "WINDOW"), ("memory of what was sent", "SEND_FRAMES"),
                        ("memory of what comes", "RECV_FRAMES")):
    assert buffers[name]["given"] == given(parameter), name
assert buffers["ring of a peer's frames"]["given"] == 1 << given("LOG_WINDOW")
assert buffers["receive buffer of a link"]["given"] == 1 << given("LOG_BUFFER")
for buffer in buffers.values():
    least = max(buffer["least"], buffer["rate"], buffer["deadlock_free_min"])
    assert buffer["given"] >= least, buffer
proofs = {tuple(line.split()[:2]) for line in open("testbench/formal/proofs.txt") if line.strip()}
for claim in certificate["claims"]:
    proof = claim["by"], str(claim["cycles"] or "-")
    assert proof in proofs if claim["proven"] else os.path.exists(claim["by"]), claim
assert any(claim["proven"] for claim in certificate["claims"])
EOS

# ---- what it refuses

refused() { # SETTINGS CODE TEXT
    sed "s/clock mac;/$1 clock mac;/" $source >"$work/wrong.loom"
    "$program" build --nodes 4 -q -o "$work/none" "$work/wrong.loom" >"$work/said" 2>&1 &&
        fail "not refused: $1"
    grep -q "error $2: $3" "$work/said" || fail "$1: not said: $2 $3"
    [ ! -e "$work/none" ] || fail "$1: something was built"
}
"$program" explain --nodes 4 $source >"$work/said"
comes=$(sed -n 's/^    memory of what comes: \([0-9]*\) frames; it takes \1,.*/\1/p' "$work/said")
refused "received $((comes - 1));" E1020 "memory of what comes: $((comes - 1)) frames"
refused 'received 30;' E1021 'the network can deadlock: .*a place in the memory of what comes'
refused 'window 0;' E1021 "the network can deadlock: .*a place in the peer's window"
refused 'sent 2;' E1021 'the network can deadlock: .*a place in the memory of what was sent'
# that an answer without a place is, test_certificate sees: no setting takes it away

# ---- what ports that are made so do

command -v verilator >/dev/null || { echo "SKIP the ports: no Verilator"; exit 0; }
. testbench/bench/ethernet_ports/model.sh
OPT=-O0
without_checks "$work/rtl" || exit 2
made() { # NAME NODES PARAMETER VALUE...
    small "$@" && model "$1" "$work/rtl" || exit 2
}
goes() { # MODEL OPTION...
    run "$@" || fail "$*: $(said verdict)"
}
stands() { # MODEL OPTION...
    run "$@" && fail "$*: it goes on"
    said verdict | grep -q 'stops; cause\|nothing moves' || fail "$*: $(said verdict)"
}
few='--words 1 --packets 40' lossy='--words 1 --packets 2000 --faults 0.2,0,0,0.2'

# Two nodes, a window of 3: a place for each frame behind the one that is missing, and four.
# shellcheck disable=SC2086
{
    made enough 2 RECV_FRAMES 6
    goes enough $lossy
    [ "$(said in_no_place)" -eq 0 ] || fail 'a frame had no place, and none was taken away'
    [ "$BL_LONG" ] || { echo 'with all places no frame is without one'; exit 0; }
    made short 2 RECV_FRAMES 5
    run short $lossy
    [ "$(said in_no_place)" -gt 0 ] || fail 'a place is short, and every frame has one'
    made shorter 2 RECV_FRAMES 2
    stands shorter $lossy
    goes enough $few
    made closed 2 WINDOW 0
    stands closed $few

    # An answer: acknowledges of what comes, where there is no data to go with; and frames for a
    # peer, where another one does not answer.
    goes enough $few --incast
    sed -i "s/reports = met & /reports = {NODES{1'b0}} \& met \& /" \
        "$work/rtl/ethernet/bl_eth_send.v"
    cmp -s "$work/rtl/ethernet/bl_eth_send.v" rtl_templates/ethernet/bl_eth_send.v &&
        fail 'the answers have their places'
    made silent 2
    stands silent $few --incast
    cp rtl_templates/ethernet/bl_eth_send.v "$work/rtl/ethernet"
    made kept 3 SEND_FRAMES 2
    goes kept $few --absent 2
    made unkept 3 SEND_FRAMES 1
    stands unkept $few --absent 2
}
echo 'what the certificate refuses deadlocks'
