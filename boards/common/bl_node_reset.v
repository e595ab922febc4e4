// SPDX-License-Identifier: ISC
`default_nettype none
// Resets a node in the order that its memory ports want: they are shut, the node is reset, what is
// outstanding is waited for, the node goes on, the ports open.
// Contract: `request` belongs to clk and stays for CLOCKS cycles or more; 2 * CLOCKS / 3 cycles of
// clk last for 4 cycles of every other clock of the node. `busy` is high while a port that is shut
// has something outstanding, from any clock. `shut` rises with the request and falls CLOCKS cycles
// after `rst`, which rises CLOCKS cycles after `shut`. Both are registers. The device's
// configuration is a request: both are high from then on, whatever clk and `request` do.
// Latency: request to rst CLOCKS + 1 cycles. Throughput: does not apply.
module bl_node_reset #(
    // cycles between the steps, 8..64
    parameter CLOCKS = 24
) (
    input  wire clk,
    input  wire request,
    input  wire busy,
    output wire shut,
    output wire rst
);
    generate
        if (CLOCKS < 8 || CLOCKS > 64) begin : g_check
            bl_node_reset_CLOCKS_must_be_8_to_64 complaint();
        end
    endgenerate

    wire waits;
    bl_synchroniser #(.WIDTH(1)) seen (.clk(clk), .s(busy), .m(waits));

    // what the request and the reset were in the cycles before
    reg [CLOCKS-1:0] requests = {CLOCKS{1'b1}}, resets = {CLOCKS{1'b1}};
    reg              reset = 1'b1, closed = 1'b1;

    always @(posedge clk) begin
        requests <= {requests[CLOCKS-2:0], request};
        resets   <= {resets[CLOCKS-2:0], reset};
        if (&requests) reset <= 1'b1;
        else if (~request & ~(|requests) & ~waits) reset <= 1'b0;
        closed <= request | (|requests) | reset | (|resets);
    end
    assign rst  = reset;
    assign shut = closed;

`ifdef FORMAL
    // Rule 1: the node is in reset only behind a port that is shut, for CLOCKS cycles before and
    // after; it leaves reset only when nothing is outstanding. Rule 2: a request of CLOCKS cycles
    // resets the node. Rule 3: the device begins in reset, for CLOCKS cycles or more.
    reg f_past = 1'b0, f_rst, f_waits, f_all;
    reg [7:0] f_shut, f_high, f_begun = 8'd0;
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_begun <= f_begun == 255 ? 255 : f_begun + 1'b1;
        f_rst   <= rst;
        f_waits <= waits;
        f_shut  <= !shut ? 0 : f_shut == 255 ? 255 : f_shut + 1'b1;
        f_high  <= !request ? 0 : f_high == 255 ? 255 : f_high + 1'b1;
        f_all   <= f_high >= CLOCKS;
        if (!f_past) {f_shut, f_high, f_all} <= 0;
    end
    always @* begin
        if (f_begun < CLOCKS) assert (rst && shut);
        if (f_past) begin
            if (rst) assert (shut);
            if (rst && !f_rst) assert (f_shut >= CLOCKS - 1);
            if (f_rst && !rst) assert (!f_waits && shut);
            if (f_all && request) assert (rst);
        end
    end
`endif
endmodule
`default_nettype wire
