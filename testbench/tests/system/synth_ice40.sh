#!/bin/sh
# seconds: 100
# The complete design for the open board: right in simulation, wrong when a key is changed, the same after synthesis, and a file for the device.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
failed=0
export XDG_CACHE_HOME="$folder/cache"
design=examples/ice40_partition/ice40_partition.v
bench=testbench/tests/system/tb_ice40_partition.v
fail() { echo "FAIL $*"; failed=1; }
libraries=$(for area in rtl_templates/*/ boards/ice40_hx8k/; do printf ' -y %s' "${area%/}"; done)

# ---- three tools have nothing to say
# shellcheck disable=SC2086
iverilog -g2001 -Wall -Wno-timescale $libraries -s tb_ice40_partition -o "$folder/run" $design $bench >"$folder/log" 2>&1
[ -s "$folder/log" ] && { fail "Icarus"; cat "$folder/log"; }
# shellcheck disable=SC2086
verilator --lint-only -Wall $libraries $design >"$folder/log" 2>&1 || { fail "Verilator"; cat "$folder/log"; }

# ---- the round is judged right, and wrong when it is
[ "$(vvp "$folder/run" | tail -n 1)" = PASS ] || fail "simulation"
[ "$(vvp "$folder/run" +corrupt | tail -n 1)" = PASS ] || fail "a changed key is not found"

# ---- to the file for the device
"$program" synth $design --board ice40_hx8k --place "$folder/place" -q --json-file "$folder/json" >"$folder/log" 2>&1 ||
    { fail "place and route"; tail -n 20 "$folder/log"; }
grep 'placed and routed' "$folder/log" || fail "no clock"
awk '/"most_hertz"/ { exit !($2 > 25e6) }' "$folder/json" || fail "slower than twice the board's clock"
size=$(wc -c <"$folder/place/ice40_partition.bin")
[ "$size" -gt 100000 ] || fail "a file of $size bytes"
grep -q '^set_io clk J3' "$folder/place/ice40_partition.pcf" || fail "the clock's pin"

# ---- the gates do what the source says
yosys -q -p "read_json $folder/place/ice40_partition.json; write_verilog -noattr $folder/gates.v" >"$folder/log" 2>&1 || cat "$folder/log"
sed 's/ #(.LOG_BLINK(4))//; /corrupt) begin/,/^        end/d' $bench >"$folder/bench.v"
cells=$(dirname "$(command -v yosys)")/../share/yosys/ice40/cells_sim.v
iverilog -g2009 -Wno-timescale -DNO_ICE40_DEFAULT_ASSIGNMENTS -s tb_ice40_partition -o "$folder/gates" "$folder/gates.v" "$cells" "$folder/bench.v" &&
    [ "$(vvp "$folder/gates" | tail -n 1)" = PASS ] || fail "the gates"

# ---- parts of this family are those that nextpnr knows, and `place` is for the part
parts() {
    for device in LP384 LP1K LP4K LP8K HX1K HX4K HX8K UP3K UP5K; do
        for package in CM36 CM49 CM81 CM121 CM225 CB81 CB121 CB132 SG32 SG48 QN84 SWG16TR TQ144 VQ100 BG121 CT256 UWG30 CT999 TQ100; do
            echo "$device $package"
        done
    done
}
# describe PART PLACE: the description of such a board
describe() { sed "s/part  *\"[^\"]*\"/part \"$1\"/; s/place  *\"[^\"]*\"/place \"$2\"/" boards/ice40_hx8k/board.loom >"$folder/board.loom"; }
echo '{"modules":{}}' >"$folder/nothing.json"
parts | while read -r device package; do
    option=--$(echo "$device" | tr A-Z a-z) name=$(echo "$package" | tr A-Z a-z | sed s/sg32/qn32/)
    known=yes part=yes
    nextpnr-ice40 "$option" --package "$name" --json "$folder/nothing.json" 2>&1 | grep -q 'Unsupported package' && known=no
    describe "iCE40$device-$package" "nextpnr-ice40 $option --package $name"
    "$program" check "$folder/board.loom" >"$folder/log" 2>&1 || part=no
    [ $known = $part ] || echo "iCE40$device-$package: known to nextpnr: $known, a part: $part"
done >"$folder/parts"
[ -s "$folder/parts" ] && { fail "parts"; cat "$folder/parts"; }
for place in "nextpnr-ice40 --hx4k --package ct256" "nextpnr-ice40 --hx8k --package cm225" "nextpnr-ice40 --hx8k" "nextpnr-ice40"; do
    describe iCE40HX8K-CT256 "$place"
    "$program" check "$folder/board.loom" >"$folder/log" 2>&1 && fail "$place"
    grep -q 'E2020: .place. lacks' "$folder/log" || { fail "no word about $place"; cat "$folder/log"; }
done
grep -c E2020 "$folder/log" | grep -qx 2 || fail "device and package are not told both"

# ---- a port that is no pin
printf 'module loose (input wire clk, output wire lamp);\n    assign lamp = clk;\nendmodule\n' >"$folder/loose.v"
find "$folder/cache" -name 'count-*' >"$folder/before"
"$program" synth "$folder/loose.v" --board ice40_hx8k --place "$folder/place2" >"$folder/log" 2>&1
[ $? -eq 2 ] || fail "a port that is no pin"
find "$folder/cache" -name 'count-*' | cmp -s - "$folder/before" || fail "the port is told after the synthesis"
[ -e "$folder/place2" ] && fail "a folder for nothing"
grep -q 'port lamp of loose is no pin of ice40_hx8k' "$folder/log" || { fail "no word about the port"; cat "$folder/log"; }
exit $failed
