// SPDX-License-Identifier: ISC
`default_nettype none
// Counts what the receiving ends of a node's channels have dropped.
// Contract: dropped has 16 bits for each end, how many granules went in the cycle before. count:
// all of them since reset, modulo 2^32. A register.
// Latency: 1 cycle. Throughput: whatever comes.
module bl_channel_dropped #(
    // ends: 1..128
    parameter ENDS = 1
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [16*ENDS-1:0] dropped,
    output reg  [31:0]        count
);
    generate
        if (ENDS < 1 || ENDS > 128) begin : g_check_ends
            bl_channel_dropped_illegal_ENDS illegal();
        end
    endgenerate

    reg [31:0] sum;
    integer    i;
    always @* begin
        sum = count;
        for (i = 0; i < ENDS; i = i + 1) sum = sum + {16'd0, dropped[16*i +: 16]};
    end

    always @(posedge clk) count <= rst ? 32'd0 : sum;

`ifdef FORMAL
    // Rule 1: after reset there is nothing.
    // Rule 2: where one end alone says a number the count grows by it, and by nothing where none
    // does.
    (* anyconst *) reg [6:0] f_end;
    reg        f_past = 1'b0, f_rst, f_one;
    reg [31:0] f_was;
    reg [15:0] f_said;
    wire [16*ENDS-1:0] f_others = dropped & ~({{(16*ENDS-16){1'b0}}, 16'hffff} << 16 * f_end);
    always @(posedge clk) begin
        f_past <= 1'b1;
        f_rst  <= rst;
        f_was  <= count;
        f_said <= dropped[16*f_end +: 16];
        f_one  <= f_others == 0;
    end
    always @* begin
        assume (f_end < ENDS);
        if (f_past & f_rst) assert (count == 0);
        if (f_past & ~f_rst & f_one) assert (count == f_was + f_said);
    end
`endif
endmodule
`default_nettype wire
