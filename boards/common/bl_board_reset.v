// SPDX-License-Identifier: ISC
`default_nettype none
// The node's reset: high from the configuration of the device, and from every request, until it was
// quiet for 2^LOG_CLOCKS cycles.
// Contract: `request` may come from any clock or from a pin, active high. Flip-flops begin at zero,
// as they do on every device that loads a configuration: rst is high at first. 2^LOG_CLOCKS cycles
// of clk must last for 4 cycles of every other clock of the node.
// Latency: rst rises 3 cycles after `request`. Throughput: does not apply.
module bl_board_reset #(
    // log2 of the cycles for which rst stays, 4..20
    parameter LOG_CLOCKS = 8
) (
    input  wire clk,
    input  wire request,
    output wire rst
);
    generate
        if (LOG_CLOCKS < 4 || LOG_CLOCKS > 20) begin : g_check_log_clocks
            bl_board_reset_illegal_LOG_CLOCKS illegal();
        end
    endgenerate

    wire seen;
    bl_synchroniser #(.WIDTH(1)) sampled (.clk(clk), .s(request), .m(seen));

    reg [LOG_CLOCKS:0] quiet = {(LOG_CLOCKS+1){1'b0}};
    always @(posedge clk) begin
        if (seen)                    quiet <= {(LOG_CLOCKS+1){1'b0}};
        else if (~quiet[LOG_CLOCKS]) quiet <= quiet + 1'b1;
    end
    assign rst = ~quiet[LOG_CLOCKS];
endmodule
`default_nettype wire
