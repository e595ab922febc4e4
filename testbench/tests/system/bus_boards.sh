#!/bin/sh
# seconds: 40
# A bus with a domain a board: every top is read by all tools without a word, each pin is there
# once, every input is constrained, the boards joined in Icarus pass packets; what is broken on
# purpose is noticed, in `make test-long` where it is a bench that runs.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
here=testbench/tests/system
failed=0
complain() { echo "FAIL $*"; failed=1; }

# program NAME PARTS: a bus of that name
program() { printf 'bus %s { clock 125 MHz; %s }\n' "$1" "$2" >"$work/$1.loom"; }

build() { # NAME
    rm -rf "${work:?}/$1" && "$BANKLOOM" build "$work/$1.loom" -o "$work/$1" -q ||
        complain "build $1"
}

# tools NAME TOP: Verilator, Icarus and Yosys about a top
tools() {
    {
        testbench/lint_verilator --top-module "$2" -y "$work/$1/project" -y "$work/$1/rtl" \
            "$work/$1/project/$2.v" $here/vendor_cells.v || echo verilator
        iverilog -g2001 -Wall -Wno-timescale -s "$2" -y "$work/$1/project" -y "$work/$1/rtl" \
            -o "$work/vvp" "$work/$1/project/$2.v" $here/vendor_cells.v || echo iverilog
        # but for what Yosys says of the real numbers that the MMCM's cell takes
        yosys -q -p "read_verilog -lib $here/vendor_cells.v
            read_verilog $work/$1/project/$2.v $work/$1/project/*[!0-9].v $work/$1/rtl/*.v
            hierarchy -check -top $2; proc; check -assert" 2>&1 || echo yosys
    } 2>&1 | grep -v 'Replacing floating point parameter mmcm' >"$work/log"
    [ -s "$work/log" ] && { complain "tools about $2"; head -n 5 "$work/log"; }
}

# pins TOP.v TOP.xdc: what is wrong about its pins: one used twice, a port with a pin and none that
# says when it comes
pins() {
    sed -n 's/.*PACKAGE_PIN \([A-Z0-9]*\) .*/\1/p' "$2" | sort | uniq -d | sed 's/^/twice: /'
    awk 'FNR == NR && $1 == "input" && $2 == "wire" {
            name = $NF; sub(/,$/, "", name); vector[name] = $3 ~ /^\[/; inputs[name] = 1; next }
        FNR == NR { next }
        /PACKAGE_PIN/ { name = $0; sub(/.*get_ports \{/, "", name); sub(/[}[].*/, "", name)
            placed[name] = 1 }
        /^(create_clock|set_max_delay|set_false_path|set_input_delay)/ {
            name = $0; sub(/.*get_ports \{/, "", name); sub(/[}[].*/, "", name); timed[name] = 1 }
        END { for (name in inputs) {
            other = name; sub(/_n$/, "_p", other)
            if (!(name in timed) && !(other in timed)) print "not constrained: " name
            if (name ~ /^(left|right|pin)_/ && !(name in placed)) print "no pin: " name } }' \
        "$1" "$2"
}

# joined NAME OPTIONS... -- ARGUMENTS...: the last line of the bench of all boards
joined() {
    name=$1 options=; shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options="$options $1"; shift; done
    [ $# -gt 0 ] && shift
    # shellcheck disable=SC2086
    (cd "$work/$name" && iverilog -g2001 -Wno-timescale $options -s "${name}_boards_bench" -y rtl \
        -y project -o boards.vvp sim/vendor_models.v "sim/${name}_boards_bench.v" &&
        timeout 300 vvp -n boards.vvp "$@") 2>&1 | tail -n 1
}
passes() { said=$(joined "$@"); case $said in PASS*) ;; *) complain "$*: $said" ;; esac; }
fails() {
    said=$(joined "$@"); case $said in FAIL*) ;; *) complain "not noticed: $*: $said" ;; esac
}

# ---- the example, in parallel, and serial
cp examples/rsb/four_boards.loom "$work/four_boards.loom"
sed 's/bus four_boards/bus four_serial/; s/ *board kc705;/& lines 32;/' \
    examples/rsb/four_boards.loom >"$work/four_serial.loom"
for name in four_boards four_serial; do
    build $name
    for k in 2 ${BL_LONG:+1 3 4}; do
        top=${name}_fpga$k
        tools $name $top
        said=$(pins "$work/$name/project/$top.v" "$work/$name/project/$top.xdc")
        [ -z "$said" ] || complain "$top: $said"
    done
    # serial paths pass packets between five boards below
    [ $name = four_boards ] || [ "$BL_LONG" ] || continue
    passes $name -- +packets=1
    [ "$BL_LONG" ] || continue
    fails $name -DBL_LATER_number=40000000 -- +packets=3
    fails $name -DBL_LATER_line=30000000 -- +packets=3
done
# the checks of pins themselves
xdc=$work/four_boards/project/four_boards_fpga2.xdc verilog=${xdc%.xdc}.v
sed 's/PACKAGE_PIN C25/PACKAGE_PIN B25/' "$xdc" >"$work/xdc"
[ "$(pins "$verilog" "$work/xdc")" = "twice: B25" ] || complain "a pin that is there twice"
grep -v "max_delay.*left_go_in_pin" "$xdc" >"$work/xdc"
[ "$(pins "$verilog" "$work/xdc")" = "not constrained: left_go_in_pin" ] || complain "no bound"
grep -v "PACKAGE_PIN.*left_na_in_pin" "$xdc" >"$work/xdc"
[ "$(pins "$verilog" "$work/xdc")" = "no pin: left_na_in_pin" ] ||
    complain "a pin that is not there"
# a number line cut
cut=$work/four_boards/sim/four_boards_boards_bench.v
grep -v 'c_b1_right_number_out_1 ' "$cut" >"$work/cut" && ! cmp -s "$cut" "$work/cut" &&
    cp "$work/cut" "$cut" || complain "no such cable"
[ -z "$BL_LONG" ] || fails four_boards -- +packets=3
# cables.txt: each output of every board once, joined to an input
awk 'NR > 2 && $1 ~ /^[0-9]/ { from[$1 " " $2 " " $3]++; to[$5 " " $6 " " $7]++; count++
        if ($4 !~ /_out/ || $8 !~ /_in/) bad = 1 }
    END { for (at in from) if (from[at] > 1) bad = 1; for (at in to) if (to[at] > 1) bad = 1
        exit bad || count != 102 }' "$work/four_boards/project/cables.txt" ||
    complain "cables.txt"
# what a serial path costs stands in explain, and in the times of a run
"$BANKLOOM" explain "$work/four_serial.loom" >"$work/said"
grep -q 'a path trains for 408 ns' "$work/said" &&
    grep -q 'a beat of 32 lines takes 1.64 us' "$work/said" ||
    complain "explain: the cost of a serial path"
"$BANKLOOM" run examples/rsb/four_boards.loom --sim icarus | tail -n 1 |
    grep -q 'agree, .* 0.00 ns at most' || complain "the model and the Verilog on boards"

# ---- a cell of graphs; three boards, five, with unlike clocks
printf 'bus made { domains 3; delay 6 ns; clock 125 MHz; board kc705; arbiter { } }\n' \
    >"$work/made.loom"
if [ "$BL_LONG" ]; then build made && passes made -- +packets=1; fi
program five 'domains 5; delay 7 ns; clock 2 100 MHz; clock 5 160 MHz; board kc705; lines 2;'
build five
passes five -- +packets=1

# ---- a pipeline over such a ring: the node and its part of the ring in each FPGA
sed 's/stratix10_mx2100/kc705/; s/width 32 B/width 64 B/; s/channels 8/channels 2/
    s/150 MHz/200 MHz/; s/delay 4.45 ns/delay 8 ns/' \
    examples/counting_sort/over_rsb.loom >"$work/nodes.loom"
build nodes
for k in 3 ${BL_LONG:+1}; do
    tools nodes sort_fpga$k
    said=$(pins "$work/nodes/project/sort_fpga$k.v" "$work/nodes/project/sort_fpga$k.xdc")
    [ -z "$said" ] || complain "sort_fpga$k: $said"
done
[ -s "$work/nodes/project/cables.txt" ] && [ -s "$work/nodes/project/signoff.txt" ] ||
    complain "cables and sign-off list of nodes"

# ---- a board of the user's own, without pairs enough, and without
sed 's/^board spartan3e_1200 {/board mine {/; $d' boards/spartan3e_1200/board.loom \
    >"$work/mine.loom"
{
    printf '    connector gpio {\n        standard "LVCMOS33";\n'
    for i in $(seq 22); do printf '        wire "%d" "W%d";\n' "$i" "$i"; done
    printf '    }\n    connector pairs {\n        standard "LVDS_33";\n'
    for i in $(seq 8); do
        printf '        pair "P%d" "N%d" "PP%d" "PN%d";\n' "$i" "$i" "$i" "$i"; done
    printf '    }\n}\n'
} >>"$work/mine.loom"
program spartan 'domains 4; delay 8 ns; board "mine.loom";'
build spartan
grep -q 'NET "left_go_in_pin" LOC = "W1" | IOSTANDARD = LVCMOS33 | PULLDOWN;' \
    "$work/spartan/project/spartan_fpga2.ucf" || complain "the pins of Spartan-3E"
passes spartan -- +packets=1
sed -i '/"W22"/d' "$work/mine.loom"
"$BANKLOOM" check "$work/spartan.loom" 2>&1 |
    grep -q 'error E0104: board `mine` has no wire for `right_run_out`' ||
    complain "a pin that is missing is named"

[ $failed -eq 0 ] && echo "bus_boards: all well"
exit $failed
