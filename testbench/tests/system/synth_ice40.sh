#!/bin/sh
# The complete design for the open board: right in simulation, wrong when a key is changed, the same
# after synthesis, and a file for the device.
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
iverilog -g2001 -Wall -Wno-timescale $libraries -s tb_ice40_partition -o "$folder/run" $design \
    $bench >"$folder/log" 2>&1
[ -s "$folder/log" ] && { fail "Icarus"; cat "$folder/log"; }
# shellcheck disable=SC2086
testbench/lint_verilator $libraries $design >"$folder/log" 2>&1 ||
    { fail "Verilator"; cat "$folder/log"; }

# ---- the round is judged right, and wrong when it is
[ "$(vvp "$folder/run" | tail -n 1)" = PASS ] || fail "simulation"
[ "$(vvp "$folder/run" +corrupt | tail -n 1)" = PASS ] || fail "a changed key is not found"

# ---- to the file for the device, with `--long` the complete design, else one that is sooner
# placed: numbers go through a queue in block RAM, led[1] is on while they come out in order
cat >"$folder/lamp.v" <<'END'
`default_nettype none
module lamp (input wire clk, output wire [7:0] led);
    reg  [3:0] wake = 4'd0;
    wire       rst = ~wake[3];
    reg  [7:0] sent, seen;
    reg        bad, turn;
    wire       ready, valid;
    wire [7:0] word;
    bl_fifo_block #(.WIDTH(8), .LOG_DEPTH(6)) queue (.clk(clk), .rst(rst),
        .s_tvalid(1'b1), .s_tready(ready), .s_tdata(sent),
        .m_tvalid(valid), .m_tready(turn), .m_tdata(word));
    always @(posedge clk) begin
        if (rst) wake <= wake + 1'b1;
        turn <= ~rst & ~turn;
        sent <= rst ? 8'd1 : sent + {7'd0, ready};
        seen <= rst ? 8'd0 : valid & turn ? word : seen;
        bad  <= ~rst & (bad | (valid & turn & (word != seen + 8'd1)));
    end
    assign led = {seen[7:3], bad, ~bad & ~rst, turn};
endmodule
`default_nettype wire
END
cat >"$folder/tb_lamp.v" <<'END'
module tb_lamp;
    reg clk = 0;
    wire [7:0] led;
    reg [4:0] last;
    integer steps = 0;
    lamp board (.clk(clk), .led(led));
    always #5 clk = ~clk;
    always @(led[7:3]) begin
        if (last !== 5'bx && led[7:3] !== 5'bx) steps = steps + 1;
        last = led[7:3];
    end
    initial #20000 if (led[2:1] === 2'b01 && steps > 60) $display("PASS");
        else $display("FAIL leds %b, %0d steps", led, steps);
    initial #20001 $finish(0);
endmodule
END
if [ "$BL_LONG" ]; then
    top=ice40_partition source=$design
    sed 's/ #(.LOG_BLINK(4))//; /corrupt) begin/,/^        end/d' $bench >"$folder/bench.v"
else
    top=lamp source=$folder/lamp.v
    cp "$folder/tb_lamp.v" "$folder/bench.v"
fi
"$program" synth "$source" --board ice40_hx8k --place "$folder/place" \
    -q --json-file "$folder/json" >"$folder/log" 2>&1 ||
    { fail "place and route"; tail -n 20 "$folder/log"; }
grep 'placed and routed' "$folder/log" || fail "no clock"
awk '/"most_hertz"/ { exit !($2 + 0 > 25e6) }' "$folder/json" ||
    fail "slower than twice the board's clock"
size=$(wc -c <"$folder/place/$top.bin")
[ "$size" -gt 100000 ] || fail "a file of $size bytes"
grep -q '^set_io clk J3' "$folder/place/$top.pcf" || fail "the clock's pin"
grep -q 'SB_RAM40' "$folder/place/$top.json" || fail "no block RAM"

# ---- the gates do what the source says, and not when one of them does something else
cells=$(dirname "$(command -v yosys)")/../share/yosys/ice40/cells_sim.v
yosys -q -p "read_json $folder/place/$top.json; write_verilog -noattr $folder/gates.v" \
    >"$folder/log" 2>&1 || cat "$folder/log"
gates() { # FILE: the bench's verdict on the netlist
    iverilog -g2009 -Wno-timescale -DNO_ICE40_DEFAULT_ASSIGNMENTS -s "tb_$top" -o "$folder/gates" \
        "$1" "$cells" "$folder/bench.v" &&
        vvp "$folder/gates" | tail -n 1
}
[ "$(gates "$folder/gates.v")" = PASS ] || fail "the gates"
sed 's/\.WDATA(/.WDATA(16'"'"'h0001 ^ /' "$folder/gates.v" >"$folder/broken.v"
[ "$(gates "$folder/broken.v" | cut -c 1-4)" = FAIL ] || fail "gates that store other words pass"

# ---- parts of this family are those that nextpnr knows, and `place` is for the part
parts() {
    for device in LP384 LP1K LP4K LP8K HX1K HX4K HX8K UP3K UP5K; do
        for package in CM36 CM49 CM81 CM121 CM225 CB81 CB121 CB132 SG32 SG48 QN84 SWG16TR TQ144 \
            VQ100 BG121 CT256 UWG30 CT999 TQ100; do
            echo "$device $package"
        done
    done
}
# describe PART PLACE: the description of such a board
describe() { sed "s/part  *\"[^\"]*\"/part \"$1\"/; s/place  *\"[^\"]*\"/place \"$2\"/" \
    boards/ice40_hx8k/board.loom >"$folder/board.loom"; }
echo '{"modules":{}}' >"$folder/nothing.json"
parts | while read -r device package; do
    option=--$(echo "$device" | tr A-Z a-z) name=$(echo "$package" | tr A-Z a-z | sed s/sg32/qn32/)
    known=yes part=yes
    nextpnr-ice40 "$option" --package "$name" --json "$folder/nothing.json" 2>&1 |
        grep -q 'Unsupported package' && known=no
    describe "iCE40$device-$package" "nextpnr-ice40 $option --package $name"
    "$program" check "$folder/board.loom" >"$folder/log" 2>&1 || part=no
    [ $known = $part ] || echo "iCE40$device-$package: known to nextpnr: $known, a part: $part"
done >"$folder/parts"
[ -s "$folder/parts" ] && { fail "parts"; cat "$folder/parts"; }
for place in "nextpnr-ice40 --hx4k --package ct256" "nextpnr-ice40 --hx8k --package cm225" \
    "nextpnr-ice40 --hx8k" "nextpnr-ice40"; do
    describe iCE40HX8K-CT256 "$place"
    "$program" check "$folder/board.loom" >"$folder/log" 2>&1 && fail "$place"
    grep -q 'E2020: .place. lacks' "$folder/log" ||
        { fail "no word about $place"; cat "$folder/log"; }
done
grep -c E2020 "$folder/log" | grep -qx 2 || fail "device and package are not both reported"

# ---- a port that is no pin
printf 'module loose (input wire clk, output wire lamp);\n    assign lamp = clk;\nendmodule\n' \
    >"$folder/loose.v"
find "$folder/cache" -name 'count-*' >"$folder/before"
"$program" synth "$folder/loose.v" --board ice40_hx8k --place "$folder/place2" >"$folder/log" 2>&1
[ $? -eq 2 ] || fail "a port that is no pin"
find "$folder/cache" -name 'count-*' | cmp -s - "$folder/before" ||
    fail "the port is reported after the synthesis"
[ -e "$folder/place2" ] && fail "a folder for nothing"
grep -q 'port lamp of loose is not a pin of ice40_hx8k' "$folder/log" ||
    { fail "no word about the port"; cat "$folder/log"; }
exit $failed
