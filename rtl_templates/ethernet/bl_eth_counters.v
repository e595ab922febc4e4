// SPDX-License-Identifier: ISC
`default_nettype none
// Counters of events, in distributed RAM.
// Contract: `event_valid` adds one to counter number `which`, modulo 2^32. `count` is that of
// `select`. For 2^INDEX_W cycles behind a reset they are being cleared and nothing is counted.
// Latency: 1 cycle from select, 3 from an event. Throughput: an event a cycle.
module bl_eth_counters #(
    // bits of a counter's number: 1..10
    parameter INDEX_W = 8
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               event_valid,
    input  wire [INDEX_W-1:0] which,
    input  wire [INDEX_W-1:0] select,
    output reg  [31:0]        count
);
    generate
        if (INDEX_W < 1 || INDEX_W > 10) begin : g_check_index_w
            bl_eth_counters_illegal_INDEX_W illegal();
        end
    endgenerate

    (* ramstyle = "MLAB, no_rw_check", ram_style = "distributed" *)
    reg [31:0]        ram [0:(1<<INDEX_W)-1];
    reg [INDEX_W:0]   sweep;
    reg               adds;
    reg [INDEX_W-1:0] index;
    wire              clears = ~sweep[INDEX_W];

    always @(posedge clk) begin
        adds  <= event_valid;
        index <= which;
        if (clears) ram[sweep[INDEX_W-1:0]] <= 32'd0;
        else if (adds) ram[index] <= ram[index] + 1'b1;
        count <= ram[select];
        if (clears) sweep <= sweep + 1'b1;
        if (rst) begin
            sweep <= {(INDEX_W+1){1'b0}};
            adds  <= 1'b0;
        end
    end
endmodule
`default_nettype wire
