#!/bin/sh
# With a part of what repairs the frames' losses taken out, Ethernet no longer passes over a switch
# that drops, damages, repeats and holds back frames.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

cp -r rtl_templates testbench "$work" || exit 2
ethernet=$work/rtl_templates/ethernet
bad=0

# without WHAT FILE SED [NODES [FLITS]]: the carrier with a part taken out is caught, with so many
# flits of a pair.
without() {
    sed "$3" "rtl_templates/ethernet/$2.v" >"$ethernet/$2.v" || exit 2
    if cmp -s "rtl_templates/ethernet/$2.v" "$ethernet/$2.v"; then
        echo "FAIL without $1: nothing was taken out"
        bad=1
    elif SHAPES=${4:-4} FLITS=${5:-60} "$work/testbench/conformance/run" \
        --carrier ethernet_lossy random slow \
        >"$work/said" 2>&1; then
        echo "FAIL without $1: not noticed"
        bad=1
    else
        echo "PASS without $1: $(grep -m 1 FAIL "$work/said")"
        grep -q FAIL "$work/said" || { cat "$work/said"; bad=1; }
    fi
    cp "rtl_templates/ethernet/$2.v" "$ethernet"
}
without "the check" bl_eth_receive "s/x_good     <= ~e_bad/x_good     <= 1'b1/"
without "the sequence number" bl_eth_rx_window \
    's/within_reach = ahead < MOST\[23:0\]/within_reach = 1/'
# a frame that comes twice, and not in its turn, takes a place for ever: it needs many
without "the duplicate test" bl_eth_rx_window 's/unseen    = .*;/unseen = within_reach;/' 4 300
without "the timer" bl_eth_tx_window "s/expires = waits/expires = 1'b0 \& waits/"
without "the ring's room" bl_eth_tx_window "s/assign room      = .*/assign room = 1'b1;/"
without "sending again" bl_eth_tx_window \
    "s/(good & report_valid)/(1'b0)/;s/probe <= .*/probe <= 1'b0;/"
without "absolute credits" bl_eth_rx_window 's/newer & ~excess/grant_valid/'
without "the answer to a greeting" bl_eth_receive \
    's/if (hello & x_probe) greet/if (1'"'b0"') greet/'
without "one lane of the delivery for a peer" bl_eth_receive \
    "s/next & (stays ? last : ~other)/next/"
without "the test of acknowledges" bl_eth_tx_window 's/good  = ack_valid & .*;/good = ack_valid;/'
# between more than two nodes a row of two words is all that these runs have
without "tlast with the last word" bl_eth_deliver \
    "s/r_side    <= ends ?/r_side    <= (remain <= ROW[16:0] + 17'd1) ?/" 2
without "tlast with the MAC's last word" bl_eth_out 's/m_mac_tlast  <= b_last/m_mac_tlast <= last/'
exit $bad
