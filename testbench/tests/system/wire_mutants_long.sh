#!/bin/sh
# With a part of what repairs the words that are damaged or lost taken out, a link over serial cores
# no longer passes its bench.
# seconds: 600
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

cp -r rtl_templates "$work" || exit 2
wire=$work/rtl_templates/wire
bench=testbench/tests/rtl/tb_bl_wire_link.v
libraries=$(for folder in "$work"/rtl_templates/*/; do printf ' -y %s' "${folder%/}"; done)
bad=0

# one PARAMETER=VALUE...: the bench's last line
one() {
    set -- $(printf ' -Ptb_bl_wire_link.%s' "$@")
    # shellcheck disable=SC2086
    iverilog -g2001 -o "$work/bench" -s tb_bl_wire_link "$@" $libraries "$bench" \
        >"$work/said" 2>&1 && timeout 300 vvp -n "$work/bench" >>"$work/said" 2>&1
    tail -n 1 "$work/said"
}

# all: every setting passes; else what did not
all() {
    for settings in 'FLITS=600 FLIP=100 DOWN=1500' 'FLITS=600 RATE=1' 'KEYS=6 FROM=3 LOSE=1' \
        'KEYS=6'; do
        # shellcheck disable=SC2086
        line=$(one $settings)
        [ "$line" = PASS ] || { echo "$settings: $line"; return; }
    done
    echo PASS
}

# without WHAT FILE SED: the bench notices that a part is gone.
without() {
    sed "$3" "rtl_templates/wire/$2.v" >"$wire/$2.v" || exit 2
    if cmp -s "rtl_templates/wire/$2.v" "$wire/$2.v"; then
        echo "FAIL without $1: nothing was taken out"
        bad=1
    else
        line=$(all)
        case $line in
        *FAIL*) echo "PASS without $1: $line" ;;
        *) echo "FAIL without $1: $line"; bad=1 ;;
        esac
    fi
    cp "rtl_templates/wire/$2.v" "$wire"
}

[ "$(all)" = PASS ] || { echo "FAIL the bench itself: $(all)"; exit 1; }
without "the CRC" bl_wire_receive 's/& sum == c\[WIRE_TAIL_SUM_AT +: WIRE_TAIL_SUM_W\]//'
without "the number" bl_wire_receive "s/is_block & beyond == 16'd0/is_block/"
without "going back when asked" bl_wire_send "s/ack_fits & nak & nak_round == round/1'b0/
    s/PATIENCE = TIMEOUT/PATIENCE = 16'd60000/"
without "tails that go out alone in time" bl_wire_send \
    's/since >= PATIENCE/~open \& since >= PATIENCE/'
without "the room" bl_wire_send "s/room <= kept < ROOM/room <= 1'b1/"
without "forgetting a bad block" bl_wire_receive "s/drop = ended & ~accept/drop = 1'b0/"
without "waiting for the acknowledge" bl_wire_send \
    's/if (~ahead | jump) oldest <= latest/oldest <= at/'
without "absolute credits" bl_wire_link \
    "s/if (ack_valid) granted <= credit/granted <= granted+{12'd0, credit[3:0] \& {4{ack_valid}}}/"
without "the answer to a greeting" bl_wire_receive "s/again | (good & greeting)/again/
    s/heard <= heard | (good & greeting)/heard <= 1'b0/"
without "closing a block when there is no room" bl_wire_pack 's/~(valid & room)/~valid/'
exit $bad
