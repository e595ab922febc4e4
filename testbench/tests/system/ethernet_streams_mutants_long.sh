#!/bin/sh
# seconds: 600
# With a part of the streams over Ethernet taken out or made worse, a bar of
# testbench/bench/ethernet_streams does not hold.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
command -v verilator >/dev/null || { echo "skipped: no verilator"; exit 77; }
cp -r rtl_templates "$work" || exit 2
bad=0

# without WHAT BAR SECTION FILE SED: of the section a bar whose name has BAR does not hold.
without() {
    sed "$5" "rtl_templates/ethernet/$4.v" >"$work/rtl_templates/ethernet/$4.v" || exit 2
    TEMPLATES=$work/rtl_templates testbench/bench/ethernet_streams --build "$work" --short "$3" \
        >"$work/said" 2>&1
    if cmp -s "rtl_templates/ethernet/$4.v" "$work/rtl_templates/ethernet/$4.v"; then
        echo "FAIL without $1: nothing was taken out"
        bad=1
    elif grep -q "$2.* no\$" "$work/said"; then
        echo "PASS without $1: $(grep -m 1 "$2.* no\$" "$work/said" | tr -s ' ')"
    else
        echo "FAIL without $1: not noticed"
        cat "$work/said"
        bad=1
    fi
    cp "rtl_templates/ethernet/$4.v" "$work/rtl_templates/ethernet"
}
without "frames read ahead of the port" idle rates bl_eth_mux \
    's/assign start = n_valid/assign start = n_valid \& ~m_mac_tvalid/'
without "a row in every cycle" broken rates bl_eth_mux \
    's/reads   = busy/reads   = busy \& ~g_valid/'
without "debts" apart fair bl_drr_arbiter 's/if (charge & charge_one/if (1'"'"'b0 \& charge_one/'
without "turns and debts" apart rates bl_drr_arbiter \
    's/first = .*/first = able;/;s/if (charge & charge_one/if (1'"'"'b0 \& charge_one/'
without "the limit of a frame" broken faults bl_eth_framer \
    's/tight & (bytes > room\[6:0\])/1'"'b0/;s/ | (free == WORD\[15:0\])//"
without "send now" kernel latency bl_eth_framer 's/s_tlast | s_tuser/s_tlast/'
without "the time-out" time-out timeout bl_eth_framer 's/timer == timeout);/1'"'b0"');/'
without "a time-out in time" broken timeout bl_eth_framer \
    "s/late  <= open & (timer == timeout)/late <= open \& (timer == timeout + 16'd64)/
     s/(timer == timeout) ? timer : //"
without "a time-out that waits" broken timeout bl_eth_framer \
    "s/late  <= open & (timer == timeout)/late <= open \& (timer == timeout - 16'd40)/"
without "the row behind the last word" broken faults bl_eth_expand 's/<= s_end & over;/<= 1'"'b0;/"
without "forgetting of bad frames" broken faults bl_eth_store 's/: tail;/: at;/'
without "the note of a row without room" broken faults bl_eth_store 's/= missed | /= 1'"'b0 | /"
without "the MAC's word on a frame" broken faults bl_eth_demux 's/(~bad & here/(here/'
without "the address" broken faults bl_eth_demux 's/(to == address) & //'
without "the sender" broken faults bl_eth_demux "s/known\[i\] = .*/known[i] = 1'b1;/"
without "the length" broken faults bl_eth_demux 's/fits  = .*/fits = 1'"'b1;/"
without "the packet's end" broken faults bl_eth_contract 's/m_tlast  <= ends & /m_tlast <= /'
exit $bad
