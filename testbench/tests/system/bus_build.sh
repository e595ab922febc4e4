#!/bin/sh
# seconds: 15
# What `bankloom build` writes for a bus: the whole bus passes packets, no tool has anything to say
# about it, and the constraints name what is there; a broken one is noticed, in `make test-long`.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
complain() { echo "FAIL $*"; failed=1; }

# source_of NAME PARTS
source_of() { printf 'bus %s { %s }\n' "$1" "$2" >"$work/$1.loom"; }

# bench NAME: what the bench of the whole bus says is in $work/said
bench() {
    (cd "$work/$1" && iverilog -g2001 -Wall -Wno-timescale -s "$1_bench" -y rtl -o bench.vvp \
        "sim/$1_bench.v" && vvp -n bench.vvp) \
        >"$work/said" 2>&1
}

# clean NAME: as a user would call them, without a waiver
clean() {
    {
        testbench/lint_verilator -F "$work/$1/rtl/files.f" || echo verilator
        iverilog -g2001 -Wall -Wno-timescale -s "$1" -y "$work/$1/rtl" -o "$work/vvp" \
            "$work/$1/rtl/$1.v" || echo iverilog
        yosys \
            -q -p "read_verilog $work/$1/rtl/*.v; hierarchy -check -top $1; proc; check -assert" ||
                echo yosys
    } >"$work/log" 2>&1
    [ -s "$work/log" ] && { complain "tools about $1"; cat "$work/log"; }
}

# whole NAME PARTS PACKETS
whole() {
    source_of "$1" "$2"
    "$BANKLOOM" build "$work/$1.loom" -o "$work/$1" -q || complain "build $1"
    for file in signoff.txt "$1.sdc" "$1.xdc" rtl/files.f bankloom.manifest; do
        [ -s "$work/$1/$file" ] || complain "$1: $file is not written"
    done
    clean "$1"
    bench "$1"
    [ "$(sed 's/,.*//' "$work/said")" = "PASS $3 packets" ] ||
        { complain "packets over $1"; cat "$work/said"; }
}
whole three 'domains 3; delay 0 ns;' 12
whole ring 'domains 8; delay 4.45 ns;' 32
[ -z "$BL_LONG" ] || whole made 'domains 8; delay 4.45 ns; arbiter { }' 32
whole central 'domains 8; delay 4.45 ns; arbitration centralised;' 32
[ -z "$BL_LONG" ] || whole sixteen 'domains 16; delay 20.5 ns; gate 1 ns; clock 300 MHz;' 64
whole inner 'domains 4; delay 4.45 ns; elements 4; connectors 2; clock 50 MHz;' 96
[ -z "$BL_LONG" ] || whole single \
    'domains 5; delay 1 ns; elements 2; connectors 1; clock 200 MHz; arbitration centralised;' 60

# names NAME: every gate, pin and macro that the constraints of a bus name is in its netlist with
# tables of six inputs
names() {
    yosys \
        -q -p "read_verilog $work/$1/rtl/*.v; chparam -set FABRIC 2 $1;
        read_verilog -lib +/xilinx/cells_sim.v
        hierarchy -check -top $1; proc; flatten; tee -o $work/list select -list $1/c:* $1/w:*" \
            >"$work/log" 2>&1 || cat "$work/log"
    grep -ho '[{ ]arbiter/[^ }]*' "$work/$1/$1.sdc" "$work/$1/$1.xdc" | sed 's,^.,,; s,/,.,g' |
        sort -u >"$work/named"
    [ "$(wc -l <"$work/named")" -ge 10 ] || complain "$1: only $(wc \
        -l <"$work/named") names in its constraints"
    sed -n "s/genblk[0-9]*\\.//g; s,^$1/,,p" "$work/list" | awk 'NR == FNR { there[$0] = 1; next }
        !($0 in there) { bit = $0; sub(/\[[0-9]*\]$/, "", bit); if (!(bit in there)) print }' \
            - "$work/named" >"$work/lacking"
    [ -s "$work/lacking" ] && { complain "$1: its netlist lacks"; cat "$work/lacking"; }
}
for name in ring ${BL_LONG:+made inner central}; do names $name; done

# breaks NAME FILE CHANGE: the bench notices it
breaks() {
    cp "$work/$1/rtl/$2" "$work/kept"
    sed "$3" "$work/kept" >"$work/$1/rtl/$2"
    cmp -s "$work/kept" "$work/$1/rtl/$2" && complain "$2 has no '$3'"
    bench "$1"
    grep -q '^FAIL ' "$work/said" || { complain "$1: nobody notices $3 in $2"; cat "$work/said"; }
    cp "$work/kept" "$work/$1/rtl/$2"
}
[ "$BL_LONG" ] || exit $failed
for name in ring inner; do
    breaks $name bl_rsb_switch.v 's/pass_cw  ? s_left/pass_cw  ? none/'
    breaks $name bl_rsb_switch.v 's/pass_ccw ? s_right/pass_ccw ? s_left/'
    breaks $name bl_rsb_switch.v 's/end_ccw ? s_right : none/none/'
    breaks $name bl_rsb_switch.v 's/^    assign m_left .*/    assign m_left = none;/'
done
# a wire of one data line, of one domain's destination, of one domain's acknowledge
breaks ring ring.v 's/m_line(line_out\[2\*W +: W\])/m_line({line_out[3*W-1:2*W+1], left[2*W]})/'
breaks ring ring.v 's/\.s_tdest(s_d3_tdest)/.s_tdest(~s_d3_tdest)/'
breaks ring ring.v 's/m_ack(ack_out\[4\])/m_ack(ack_out[5])/'
breaks inner inner.v 's/s_c22_tdest\[1:0\]/2'"'"'d0/'
exit $failed
