#!/bin/sh
# seconds: 13
# A kernel in Verilog with arguments: run, with values of their own and of the same name; a host
# program that sets them, and not while moves go through the module; alone, with random ones. A
# module that takes no notice of them is found out, in `make test-long`. Two kernels have their
# modules in one file, and their functions.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }
cat >"$work/line.loom" <<'END'
cluster one {
    board   arria10_a10pl4;
    nodes   2;
    clock   core 222.5 MHz;
    clock   pcie 250 MHz;
    network full_mesh { link 6.4 GB/s; latency 100 ns; }
    host    { bus pcie; gpus 1; gpu 1 MiB; clock pcie; }
}
kernel line on one (scale: u32, int: u32) verilog "line.v" golden "line.c" {
    in x: u32; out y: u32;
}
kernel same on one () verilog "line.v" golden "line.c" { in y_again: u32; out z: u32; }
kernel move on one (n: u32, scale: u32) {
    read gpu(0, n) -> x;
    y -> y_again(n);
    z -> write gpu(0x80000 + scale, n);
}
END
cat >"$work/line.v" <<'END'
// y = (scale ^ x) + int: a product would take long to synthesise
`default_nettype none
module line (
    input  wire         clk,
    input  wire         rst,
    input  wire [31:0]  argument_scale,
    input  wire [31:0]  argument_int,
    input  wire         x_tvalid,
    output wire         x_tready,
    input  wire [255:0] x_tdata,
    input  wire [7:0]   x_tkeep,
    input  wire         x_tlast,
    output reg          y_tvalid,
    input  wire         y_tready,
    output reg  [255:0] y_tdata,
    output reg  [7:0]   y_tkeep,
    output reg          y_tlast
);
    wire takes = x_tvalid & (~y_tvalid | y_tready);
    integer i;
    assign x_tready = takes;
    always @(posedge clk) begin
        if (takes) begin
            for (i = 0; i < 8; i = i + 1)
                y_tdata[32*i +: 32] <= (argument_scale ^ x_tdata[32*i +: 32]) + argument_int;
            y_tkeep <= x_tkeep;
            y_tlast <= x_tlast;
        end
        y_tvalid <= ~rst & (takes | (y_tvalid & ~y_tready));
    end
endmodule
module same (
    input  wire         clk,
    input  wire         rst,
    input  wire         y_again_tvalid,
    output wire         y_again_tready,
    input  wire [255:0] y_again_tdata,
    input  wire [7:0]   y_again_tkeep,
    input  wire         y_again_tlast,
    output wire         z_tvalid,
    input  wire         z_tready,
    output wire [255:0] z_tdata,
    output wire [7:0]   z_tkeep,
    output wire         z_tlast
);
    wire unused = &{1'b0, clk, rst};
    assign y_again_tready = z_tready;
    assign z_tvalid = y_again_tvalid;
    assign {z_tdata, z_tkeep, z_tlast} = {y_again_tdata, y_again_tkeep, y_again_tlast};
endmodule
`default_nettype wire
END
cat >"$work/line.c" <<'END'
#include <stdint.h>
unsigned line(void *state, const void *const *in, void *const *out, unsigned last, uint32_t scale,
              uint32_t more) {
    (void)state, (void)last;
    *(uint32_t *)out[0] = (scale ^ *(const uint32_t *)in[0]) + more;
    return 1;
}
unsigned same(void *state, const void *const *in, void *const *out, unsigned last) {
    (void)state, (void)last;
    *(uint32_t *)out[0] = *(const uint32_t *)in[0];
    return 1;
}
END

"$BANKLOOM" explain "$work/line.loom" >"$work/said" 2>&1 || fail explain
for name in scale int; do
    grep -q "0x[0-9a-f]* *write *line\.$name *an argument of a module$" "$work/said" ||
        fail "no register of $name"
done

run() { # SETTINGS: result equal
    "$BANKLOOM" run "$work/line.loom" --sim icarus --keep "$work/out" -q --set "$1" \
        >"$work/said" 2>&1
}
for set in n=21 n=9,scale=12,int=5 n=100,line.scale=4000000000,move.scale=8,int=1; do
    run $set || fail "$set"
    grep -q '^result *equal to the golden model' "$work/said" || fail "$set: no result"
done
run line.scales=1 && fail 'an argument that there is not'
grep -q '^bankloom run: .*no kernel has such an argument' "$work/said" ||
    fail 'an argument that there is not'

# shellcheck source=/dev/null
. testbench/tests/model.sh
model_make "$work/out/bench" SIM=icarus host \
    HOST="$PWD/testbench/tests/system/kernel_arguments.c" >"$work/said" 2>&1 ||
    fail 'the host program'
grep -q '^three sets of arguments, each node its own: right$' "$work/said" || fail 'what it says'

"$BANKLOOM" kernel "$work/line.loom" --count 20 >"$work/said" 2>&1 || fail 'alone'
[ "$BL_LONG" ] || { echo 'arguments of modules are right'; exit 0; }
sed -i 's/ + argument_int/ + {31'"'"'d0, |argument_int}/' "$work/line.v"
"$BANKLOOM" kernel "$work/line.loom" --count 20 >"$work/said" 2>&1 && fail 'one of no effect'
grep -q '^  WRONG    Icarus and Verilator: `y` differs' "$work/said" || fail 'what differs'
grep -q '^  *scale  *0x[0-9a-f]* ([0-9]*)$' "$work/said" || fail 'the arguments are not shown'
echo 'arguments of modules are right, and those of no effect are noticed'
